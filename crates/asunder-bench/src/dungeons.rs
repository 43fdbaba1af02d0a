//! `--dungeons`: characters that walk at random through dungeons, by asunder and by the peer's controller.
//!
//! Each takes a direction and a speed for a while, then others, and sometimes jumps: the same by both libraries,
//! whatever comes of it. Asunder's exact predicates judge both, tick by tick.

// The dungeon of a kit, where its pieces are, is put together as the tests of scenes do.
#[path = "../../asunder-scene/tests/dungeon/pieces.rs"]
mod pieces;

use crate::timing::median;
use crate::walks::rapier::{Controlled, LevelOfPeer};
use crate::walks::{Figure, RATE, Walker};
use asunder::glam::Vec3;
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{Mesh3, Shape3};
use asunder_gltf::Level;
use asunder_jury::Rng;
use asunder_scene::dungeon;
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;

const WALKERS: u64 = 100;
const MINUTE: usize = 60 * RATE as usize;
const JUMP: f32 = 4.0;

/// In so many ticks a walker, who takes some ten directions, comes somewhere: at least [`SOMEWHERE`].
const WINDOW: usize = 600;
/// In metres.
const SOMEWHERE: f32 = 0.5;
/// Of a free way at least so much is made: down the steepest floor, of 45 degrees, it is half, less a rounding. The
/// test of the scenes' dungeons asks the same.
const LEAST_SHARE: f32 = 0.4;

const HEADER: &str = "\
A hundred characters that walk at random, with jumps. Asunder's exact predicates judge both libraries: falls through the floor
(it is put back), ticks in which it penetrates the dungeon, ticks in which a direction was free and less than two fifths of the way
were made and the most of these in a row, and ten seconds in which it came nowhere.

                                                       through        ticks it      a free direction            came     microseconds a move
dungeon          triangles  library        ticks     the floor      penetrates      refused  in a row        nowhere        median     worst";

struct Place {
    name: &'static str,
    mesh: Mesh3,
    figure: Figure,
    /// Where walkers start: between these, in x and z.
    area: [f32; 2],
    /// No walker comes below this.
    floor: f32,
}

/// A walker of either library.
trait Random: Walker {
    fn capsule(&self) -> Capsule3;
    fn jump(&mut self);
    /// Puts it to where its feet are to be, at rest.
    fn put(&mut self, feet: Vec3);
}

fn capsule(feet: Vec3, Figure { radius, height, .. }: Figure) -> Capsule3 {
    let end = |up: f32| (feet + Vec3::new(0.0, up, 0.0)).to_array();
    Capsule3::new(end(radius), end(height - radius), radius)
}

impl Random for (Controlled<'_>, Figure) {
    fn capsule(&self) -> Capsule3 {
        capsule(self.0.feet, self.1)
    }
    fn jump(&mut self) {
        self.0.rise = JUMP;
    }
    fn put(&mut self, feet: Vec3) {
        (self.0.feet, self.0.rise) = (feet, 0.0);
    }
}

impl Walker for (Controlled<'_>, Figure) {
    fn walk(&mut self, velocity: Vec3) -> (Vec3, bool) {
        self.0.walk(velocity)
    }
}

/// A body of a world that holds nothing else but the dungeon.
struct Own {
    world: World3,
    body: BodyId,
    options: WalkOptions<Vec3>,
    figure: Figure,
    rise: f32,
}

impl Own {
    fn new(place: &Place, feet: Vec3) -> Result<Self, asunder::Error> {
        let layers = Layers::new().respond("default", "default", Response::Block)?;
        let mut world = World3::with_layers(layers);
        world.insert_level(place.mesh.clone(), BodyKind::Fixed)?;
        let body = world.insert(capsule(feet, place.figure), BodyKind::Moving)?;
        let step_height = place.figure.step;
        let slide = SlideOptions { step_height, snap: step_height, ..SlideOptions::default() };
        let options = WalkOptions { slide, ..WalkOptions::default() };
        Ok(Self { world, body, options, figure: place.figure, rise: 0.0 })
    }
}

impl Walker for Own {
    fn walk(&mut self, velocity: Vec3) -> (Vec3, bool) {
        self.rise -= 9.81 / RATE;
        let velocity = velocity + Vec3::new(0.0, self.rise, 0.0);
        let walk = self.world.walk_body(self.body, velocity, 1.0 / RATE, &self.options);
        let walk = walk.expect("a finite velocity");
        if walk.floor.is_some() {
            self.rise = 0.0;
        }
        (self.capsule().a(), walk.floor.is_some())
    }
}

impl Random for Own {
    fn capsule(&self) -> Capsule3 {
        match self.world.shape(self.body.collider(0)) {
            Ok(Shape3::Capsule(capsule)) => *capsule,
            other => unreachable!("a capsule was inserted, not {other:?}"),
        }
    }
    fn jump(&mut self) {
        self.rise = JUMP;
    }
    fn put(&mut self, feet: Vec3) {
        self.world.remove(self.body).expect("it was inserted");
        let shape = capsule(feet, self.figure);
        self.body = self.world.insert(shape, BodyKind::Moving).expect("a finite capsule");
        self.rise = 0.0;
    }
}

/// What came of the walks of one library.
#[derive(Default)]
struct Tally {
    micros: Vec<f64>,
    through: u64,
    penetrating: u64,
    refused: u64,
    most_refused: u64,
    nowhere: u64,
}

impl Tally {
    fn walk(
        &mut self,
        place: &Place,
        walker: &mut impl Random,
        feet: Vec3,
        rng: &mut Rng,
        ticks: usize,
    ) {
        let (mut velocity, mut left, mut stands, mut refused) = (Vec3::ZERO, 0, false, 0);
        let (mut low, mut high) = (feet, feet);
        for tick in 1..=ticks {
            if left == 0 {
                (velocity, left) = (wish(rng), 20 + rng.below(60));
            }
            left -= 1;
            if rng.chance(1.0 / 200.0) && stands {
                walker.jump();
            }
            let before = walker.capsule();
            let wanted = velocity / RATE;
            let is_free = stands && !place.mesh.sweep_penetrates(&before, wanted);
            let begin = Instant::now();
            (_, stands) = walker.walk(velocity);
            self.micros.push(begin.elapsed().as_secs_f64() * 1e6);
            let after = walker.capsule();
            if after.a().y - place.figure.radius < place.floor {
                self.through += 1;
                walker.put(feet);
                (stands, refused) = (false, 0);
                continue;
            }
            self.penetrating += u64::from(place.mesh.penetrates(&after));
            let moved = after.a() - before.a();
            let is_refused = is_free && moved.dot(wanted) < LEAST_SHARE * wanted.length_squared();
            refused = if is_refused { refused + 1 } else { 0 };
            self.refused += u64::from(is_refused);
            self.most_refused = self.most_refused.max(refused);
            (low, high) = (low.min(after.a()), high.max(after.a()));
            if tick % WINDOW == 0 {
                self.nowhere += u64::from((high - low).length() < SOMEWHERE);
                (low, high) = (after.a(), after.a());
            }
        }
    }

    fn print(&self, place: &Place, library: &str, as_json: bool) {
        let Self { micros, through, penetrating, refused, most_refused, nowhere } = self;
        let (ticks, triangles) = (micros.len(), place.mesh.triangles().count());
        let (usual, worst) = (median(micros.clone()), micros.iter().copied().fold(0.0, f64::max));
        if as_json {
            let row = json!({
                "dungeon": place.name, "triangles": triangles, "library": library, "ticks": ticks,
                "through_floor": through, "penetrating": penetrating, "refused": refused,
                "most_refused": most_refused, "nowhere": nowhere, "median_us": usual, "worst_us": worst,
            });
            println!("{row}");
        } else {
            println!(
                "{:16} {triangles:9}  {library:8} {ticks:11} {through:13} {penetrating:15} {refused:12} \
                 {most_refused:9} {nowhere:14} {usual:13.1} {worst:9.0}",
                place.name
            );
        }
    }
}

/// A velocity along the ground.
fn wish(rng: &mut Rng) -> Vec3 {
    loop {
        let [x, z] = [0, 1].map(|_| rng.between(-1.0, 1.0));
        let length = (x * x + z * z).sqrt();
        if (0.1..1.0).contains(&length) {
            let speed = rng.between(1.0, 4.0) / length;
            // Every fourth goes along an axis, as on a keyboard.
            let [x, z] = match rng.below(8) {
                0 => [length.copysign(x), 0.0],
                1 => [0.0, length.copysign(z)],
                _ => [x, z],
            };
            return Vec3::new((speed * x) as f32, 0.0, (speed * z) as f32);
        }
    }
}

/// Where a walker is free, with nothing above it.
fn start(place: &Place, rng: &mut Rng) -> Vec3 {
    loop {
        let [x, z] = place.area.map(|end| rng.between(0.5, f64::from(end) - 0.5) as f32);
        let feet = Vec3::new(x, 0.2, z);
        let figure = capsule(feet, place.figure);
        let up = Ray3::new(figure.b(), [0.0, 1.0, 0.0]);
        if !place.mesh.intersects(&figure) && place.mesh.ray_cast(&up).is_none() {
            return feet;
        }
    }
}

fn places() -> Result<Vec<Place>, asunder_gltf::GltfError> {
    let level = Level::from_slice(&dungeon::glb(), "dungeon")?;
    let (vertices, triangles) = level.trimesh(10_000).expect("it has some hundreds");
    let figure = Figure { radius: 0.3, height: 1.6, step: 0.3 };
    let mut places = vec![Place {
        name: "that ships",
        mesh: Mesh3::new(vertices, triangles),
        figure,
        area: [24.0, 16.0],
        floor: -0.001,
    }];
    if let Some(folder) = pieces::folder() {
        places.push(Place {
            name: "of a kit",
            mesh: pieces::dungeon(&folder),
            figure: Figure { step: 0.55, ..figure },
            area: [28.0, 24.0],
            // Its tiles are bevelled; their undersides are at -0.1.
            floor: -0.1,
        });
    }
    Ok(places)
}

/// Walks through every dungeon, by both libraries, walker by walker.
pub(crate) fn dungeons(quick: bool, as_json: bool) -> ExitCode {
    let places = match places() {
        Ok(places) => places,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if !as_json {
        println!("{HEADER}");
    }
    let ticks = if quick { MINUTE / 6 } else { 10 * MINUTE };
    for place in &places {
        match walked(place, ticks) {
            Ok((own, peer)) => {
                own.print(place, "asunder", as_json);
                peer.print(place, "rapier3d", as_json);
            }
            Err(error) => {
                eprintln!("{}: {error}", place.name);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn walked(place: &Place, ticks: usize) -> Result<(Tally, Tally), asunder::Error> {
    let level = LevelOfPeer::of_mesh(&place.mesh);
    let (mut own, mut peer) = (Tally::default(), Tally::default());
    for number in 0..WALKERS {
        let feet = start(place, &mut Rng::new(number));
        let wishes = || Rng::new(0xd1ce + number);
        own.walk(place, &mut Own::new(place, feet)?, feet, &mut wishes(), ticks);
        let mut walker = (level.walker(feet, place.figure), place.figure);
        peer.walk(place, &mut walker, feet, &mut wishes(), ticks);
    }
    Ok((own, peer))
}
