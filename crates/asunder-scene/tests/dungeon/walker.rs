//! A random walker, and what must hold of each of its ticks.

use crate::tally::Tally;
use asunder::glam::{Quat, Vec3};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::world::WalkOptions;
use asunder::{Mesh3, Shape3, SlideOptions};

/// A dungeon without ceilings, with walls around it.
pub(crate) struct Place {
    pub(crate) mesh: Mesh3,
    /// No walker may come below these, in x, y and z, ...
    pub(crate) min: [f32; 3],
    /// ... or above these, in x and z.
    pub(crate) max: [f32; 2],
    pub(crate) step_height: f32,
}

const SECONDS: f32 = 1.0 / 60.0;
const GRAVITY: f32 = 15.0;
const JUMP: f32 = 4.0;

/// In so many ticks a walker, who takes some ten directions, comes somewhere.
const WINDOW: usize = 600;
/// How far, in metres.
const SOMEWHERE: f32 = 0.5;
/// Of a free way at least so much is made: down the steepest floor, of 45 degrees, it is half, less a rounding.
const LEAST_SHARE: f32 = 0.4;
/// For so many ticks in a row, half a second, a free direction is not to be refused.
const PATIENCE: u64 = 30;

pub(crate) struct Walker<'a> {
    place: &'a Place,
    world: World3,
    body: BodyId,
    number: u64,
    random: u64,
    options: WalkOptions<Vec3>,
    /// The velocity that it wants, without gravity, and for how many ticks it does.
    velocity: [f32; 2],
    left: usize,
    rise: f32,
    stands: bool,
    refused: u64,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(place: &'a Place, number: u64) -> Self {
        let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
        let mut world = World3::with_layers(layers);
        world.insert_level(place.mesh.clone(), BodyKind::Fixed).unwrap();
        // Scattered: the sequences of neighbouring seeds are the same but for where they begin.
        let mut random = next(&mut (number + 1));
        let shape = spawn(place, number, &mut random);
        let body = world.insert(shape, BodyKind::Moving).unwrap();
        let step_height = place.step_height;
        let slide = SlideOptions { step_height, snap: step_height, ..SlideOptions::default() };
        let options = WalkOptions { slide, ..WalkOptions::default() };
        Self {
            place,
            world,
            body,
            number,
            random,
            options,
            velocity: [0.0; 2],
            left: 0,
            rise: 0.0,
            stands: false,
            refused: 0,
        }
    }

    /// Walks for so many ticks.
    pub(crate) fn walk(mut self, ticks: usize, tally: &mut Tally) {
        let mut window = Vec::with_capacity(WINDOW);
        for tick in 0..ticks {
            if let Err(fault) = self.tick(tally) {
                tally.faults.push(format!(
                    "walker {}, tick {tick}: {fault}: {:?}",
                    self.number,
                    self.shape()
                ));
                // What comes after follows from it.
                tally.walks += (ticks - tick) as u64;
                return;
            }
            tally.walks += 1;
            window.push(middle(self.shape()));
            if window.len() == WINDOW {
                let (low, high) = window
                    .iter()
                    .fold((window[0], window[0]), |(low, high), p| (low.min(*p), high.max(*p)));
                if (high - low).length() < SOMEWHERE {
                    let fault = format!(
                        "walker {}, tick {tick}: is stuck: {:?}",
                        self.number,
                        self.shape()
                    );
                    tally.faults.push(fault);
                }
                window.clear();
            }
        }
    }

    fn shape(&self) -> &Shape3 {
        self.world.shape(self.body.collider(0)).unwrap()
    }

    fn tick(&mut self, tally: &mut Tally) -> Result<(), String> {
        if self.left == 0 {
            self.choose();
        }
        self.left -= 1;
        if self.stands && below(&mut self.random, 200) == 0 {
            self.rise = JUMP;
            tally.jumps += 1;
        }
        self.rise -= GRAVITY * SECONDS;
        let [x, z] = self.velocity;
        let wanted = Vec3::new(x, 0.0, z) * SECONDS;
        let is_free =
            self.stands && !self.place.mesh.sweep_penetrates(self.shape(), wanted.to_array());
        let before = middle(self.shape());
        let walk = self.world.walk_body(self.body, [x, self.rise, z], SECONDS, &self.options);
        let walk = walk.map_err(|error| error.to_string())?;
        self.stands = walk.floor.is_some();
        self.rise = if self.stands { 0.0 } else { walk.velocity_after.y };
        let shape = self.shape().clone();
        let moved = middle(&shape) - before;
        tally.way += f64::from(Vec3::new(moved.x, 0.0, moved.z).length());
        tally.standing += u64::from(self.stands);
        tally.stepped += u64::from(walk.stepped);

        let (min, max) = (shape.aabb().min(), shape.aabb().max());
        tally.lowest = tally.lowest.min(min.y);
        if self.stands {
            tally.highest = tally.highest.max(min.y);
        }
        let [least, most] = [self.place.min, [self.place.max[0], f32::INFINITY, self.place.max[1]]];
        if min.y < least[1] {
            return Err(String::from("is through the floor"));
        }
        if min.x < least[0] || min.z < least[2] || max.x > most[0] || max.z > most[2] {
            return Err(String::from("is through a wall"));
        }
        if walk.stuck.is_some() || walk.started_penetrating || self.place.mesh.penetrates(&shape) {
            return Err(String::from("penetrates the dungeon"));
        }
        let is_refused = is_free && moved.dot(wanted) < LEAST_SHARE * wanted.length_squared();
        self.refused = if is_refused { self.refused + 1 } else { 0 };
        tally.refused += u64::from(is_refused);
        tally.most_refused = tally.most_refused.max(self.refused);
        if self.refused == PATIENCE {
            return Err(format!("is stuck: the way {wanted} is free"));
        }
        Ok(())
    }

    /// Chooses a direction, a speed, and for how long.
    fn choose(&mut self) {
        self.left = 20 + below(&mut self.random, 60) as usize;
        // A direction in the disk, without trigonometry.
        let [x, z] = loop {
            let [x, z] = [0, 1].map(|_| number(&mut self.random, -1.0, 1.0));
            if (0.01..1.0).contains(&(x * x + z * z)) {
                break [x, z];
            }
        };
        let speed = number(&mut self.random, 1.0, 4.0) / (x * x + z * z).sqrt();
        self.velocity = [speed * x, speed * z];
        // Every fourth goes along an axis, as on a keyboard.
        if below(&mut self.random, 4) == 0 {
            self.velocity[below(&mut self.random, 2) as usize] = 0.0;
        }
    }
}

/// A walker of one of the kinds that walk, free of everything, with nothing above it.
fn spawn(place: &Place, number_of: u64, random: &mut u64) -> Shape3 {
    loop {
        let x = number(random, place.min[0], place.max[0]);
        let z = number(random, place.min[2], place.max[1]);
        let y = 0.2;
        let shape = match number_of % 4 {
            0 => Shape3::from(Capsule3::new([x, y + 0.3, z], [x, y + 1.3, z], 0.3)),
            1 => Shape3::from(Sphere3::new([x, y + 0.35, z], 0.35)),
            2 => Shape3::from(Aabb3::new([x - 0.3, y, z - 0.3], [x + 0.3, y + 1.6, z + 0.3])),
            _ => {
                let turn = Quat::from_xyzw(0.0, number(random, 0.1, 1.0), 0.0, 1.0).normalize();
                Shape3::from(Obb3::new([x, y + 0.8, z], [0.25, 0.8, 0.35], turn))
            }
        };
        let up = Ray3::new(middle(&shape).to_array(), [0.0, 1.0, 0.0]);
        let inside = shape.aabb().min().x > place.min[0]
            && shape.aabb().min().z > place.min[2]
            && shape.aabb().max().x < place.max[0]
            && shape.aabb().max().z < place.max[1];
        if inside && !place.mesh.intersects(&shape) && place.mesh.ray_cast(&up).is_none() {
            return shape;
        }
    }
}

fn middle(shape: &Shape3) -> Vec3 {
    let bounds = shape.aabb();
    0.5 * (bounds.min() + bounds.max())
}

/// The next number of a sequence (Steele, Lea and Flood 2014, "SplitMix").
fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *random;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn below(random: &mut u64, end: u64) -> u64 {
    next(random) % end
}

fn number(random: &mut u64, least: f32, most: f32) -> f32 {
    least + (most - least) * (next(random) >> 40) as f32 / (1 << 24) as f32
}
