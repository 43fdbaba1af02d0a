//! `--meshes`: a bumpy ground as a mesh and as a height field, and a skin, asked by asunder and by the peer; tiles.

mod skin;

use crate::timing::{Pass, medians};
use asunder::glam::Vec3;
use asunder::level::{Parts, TileKind};
use asunder::prelude::*;
use asunder::{HeightField3, Mesh3, Tiles2};
use asunder_jury::Rng;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, Ray, ShapeCastOptions};
use parry3d::shape::{Ball, Capsule, Cuboid, HeightField, Shape, TriMesh};
use parry3d::utils::Array2;
use serde_json::json;
use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// Questions of each kind in a pass.
const ASKED: usize = 256;

const HEADER: &str = "\
A ground of triangles, as a mesh, then as a height field of 1,024 by 1,024 samples; one thread; nanoseconds a question,
medians of passes that take turns. Of a height field the peer answers no boxes and no distances. Then a figure whose joints
bend: the peer poses all vertices and refits its tree, as for a mesh that deforms, before the shot. At last tiles of
10,000 by 10,000, which the peer has not.

triangles  question                  asunder   parry3d 0.31   ratio   found by both, by one alone";

/// A row of the table: asunder's and the peer's time, and how many questions each answers with yes.
struct Row {
    question: &'static str,
    times: [f64; 2],
    /// Yes by both, by asunder alone, by the peer alone.
    found: [usize; 3],
}

/// Vertices and triangles of a square of bumps, one unit a cell.
fn ground(triangles: usize, rng: &mut Rng) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let side = ((triangles / 2) as f64).sqrt() as u32;
    let mut vertices = Vec::new();
    for z in 0..=side {
        for x in 0..=side {
            vertices.push([x as f32, rng.between(0.0, 0.6) as f32, z as f32]);
        }
    }
    let mut indices = Vec::new();
    for z in 0..side {
        for x in 0..side {
            let first = z * (side + 1) + x;
            let [a, b, c, d] = [first, first + 1, first + side + 2, first + side + 1];
            indices.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, indices)
}

fn peer_of(vertices: &[[f32; 3]], indices: &[[u32; 3]]) -> TriMesh {
    let vertices = vertices.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect();
    TriMesh::new(vertices, indices.to_vec()).expect("a mesh that is not empty")
}

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// Compares answers and times of the same questions.
fn compare<Q>(
    question: &'static str,
    asked: &[Q],
    rounds: usize,
    own: impl Fn(&Q) -> bool,
    peer: impl Fn(&Q) -> bool,
) -> Row {
    let mut found = [0; 3];
    for asked in asked {
        match (own(asked), peer(asked)) {
            (true, true) => found[0] += 1,
            (true, false) => found[1] += 1,
            (false, true) => found[2] += 1,
            (false, false) => {}
        }
    }
    let counts = [Cell::new(0), Cell::new(0)];
    let pass = |answer: &dyn Fn(&Q) -> bool, count: &Cell<usize>| {
        count.set(asked.iter().filter(|asked| answer(black_box(asked))).count());
    };
    let mut passes: [Pass<'_>; 2] =
        [Box::new(|| pass(&own, &counts[0])), Box::new(|| pass(&peer, &counts[1]))];
    let times = medians(&mut passes, rounds);
    let each = |time: f64| time / asked.len() as f64;
    Row { question, times: [each(times[0]), each(times[1])], found }
}

/// What a ground is asked, so high above it that some of the answers are yes.
struct Questions {
    rays: Vec<Ray3>,
    balls: Vec<(Sphere3, Vec3)>,
    boxes: Vec<(Aabb3, Vec3)>,
    /// A capsule, its middle, and its motion.
    casts: Vec<(Capsule3, Vec3, Vec3)>,
}

impl Questions {
    fn above(side: f64, rng: &mut Rng) -> Self {
        let place = |low: f64, high: f64, rng: &mut Rng| {
            let mut x = || rng.between(0.05 * side, 0.95 * side) as f32;
            let (x, z) = (x(), x());
            Vec3::new(x, rng.between(low, high) as f32, z)
        };
        let rays = (0..ASKED)
            .map(|_| {
                let from = place(2.0, 20.0, rng);
                let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
                let to = Vec3::new(x(-1.0, 1.0), x(-1.0, -0.2), x(-1.0, 1.0));
                Ray3::new(from, to)
            })
            .collect();
        let balls = (0..ASKED)
            .map(|_| place(0.3, 1.2, rng))
            .map(|at| (Sphere3::new(at, 0.5), at))
            .collect();
        let boxes = (0..ASKED)
            .map(|_| place(0.3, 1.2, rng))
            .map(|at| (Aabb3::new(at - Vec3::splat(0.5), at + Vec3::splat(0.5)), at))
            .collect();
        let casts = (0..ASKED)
            .map(|_| {
                let at = place(2.0, 3.0, rng);
                let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
                let motion = Vec3::new(x(-2.0, 2.0), x(-3.0, -0.5), x(-2.0, 2.0));
                let up = Vec3::new(0.0, 0.5, 0.0);
                (Capsule3::new(at - up, at + up, 0.4), at, motion)
            })
            .collect();
        Self { rays, balls, boxes, casts }
    }

    /// Asks a ground, and that of the peer at its place.
    fn ask(&self, own: &impl Parts<Vec3>, peer: &dyn Shape, at: &Pose, rounds: usize) -> Vec<Row> {
        // The peer's rays start in its own frame.
        let from = |ray: &Ray3| vector(ray.origin()) - at.translation;
        let rays: Vec<_> = (self.rays.iter())
            .map(|ray| (*ray, Ray::new(from(ray), vector(ray.direction()))))
            .collect();
        let still = Vector::ZERO;
        let moved_to = |at: &Vec3| Pose::from_translation(vector(*at));
        let meets = |place: &Vec3, shape: &dyn Shape| {
            query::intersection_test(&moved_to(place), shape, at, peer)
                .is_ok_and(|met| met.intersecting)
        };
        let capsule = Capsule::new_y(0.5, 0.4);
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        vec![
            compare(
                "ray, first hit",
                &rays,
                rounds,
                |(ray, _)| own.ray_cast(ray).is_some(),
                |(_, ray)| peer.cast_local_ray_and_get_normal(ray, f32::MAX, false).is_some(),
            ),
            compare(
                "ray, any",
                &rays,
                rounds,
                |(ray, _)| own.intersects(ray),
                |(_, ray)| peer.intersects_local_ray(ray, f32::MAX),
            ),
            compare(
                "sphere overlap",
                &self.balls,
                rounds,
                |(ball, _)| own.intersects(ball),
                |(_, place)| meets(place, &Ball::new(0.5)),
            ),
            compare(
                "box overlap",
                &self.boxes,
                rounds,
                |(aabb, _)| own.intersects(aabb),
                |(_, place)| meets(place, &Cuboid::new(Vector::splat(0.5))),
            ),
            compare(
                "capsule cast",
                &self.casts,
                rounds,
                |(capsule, _, motion)| own.cast(capsule, *motion).is_some(),
                |(_, from, motion)| {
                    let (from, motion) = (moved_to(from), vector(*motion));
                    query::cast_shapes(&from, motion, &capsule, at, still, peer, options)
                        .is_ok_and(|hit| hit.is_some())
                },
            ),
            compare(
                "sphere distance",
                &self.balls,
                rounds,
                |(ball, _)| own.distance(ball) == Some(0.0),
                |(_, place)| {
                    query::distance(&moved_to(place), &Ball::new(0.5), at, peer)
                        .is_ok_and(|nearest| nearest.distance == 0.0)
                },
            ),
        ]
    }
}

fn size_rows(build: [f64; 2], bytes: [f64; 2]) -> Vec<Row> {
    vec![
        Row { question: "build (ms)", times: build.map(|time| time * 1e3), found: [0; 3] },
        Row { question: "bytes a triangle", times: bytes, found: [0; 3] },
    ]
}

fn mesh_rows(triangles: usize, rounds: usize) -> Vec<Row> {
    let mut rng = Rng::new(24);
    let (vertices, indices) = ground(triangles, &mut rng);
    let side = vertices.last().map_or(1.0, |last| f64::from(last[0]));
    let (own_build, own) =
        seconds(|| Mesh3::new(vertices.iter().copied(), indices.iter().copied()));
    let (peer_build, peer) = seconds(|| peer_of(&vertices, &indices));
    let count = indices.len() as f64;
    let bytes = [own.size_in_bytes() as f64 / count, peer_bytes(&vertices, &indices) / count];
    let mut rows = size_rows([own_build, peer_build], bytes);
    rows.extend(Questions::above(side, &mut rng).ask(&own, &peer, &Pose::IDENTITY, rounds));
    rows
}

/// Samples along each side of the height field.
const SAMPLES: usize = 1_024;

/// The height field, and how many triangles it has.
fn field_rows(rounds: usize) -> (usize, Vec<Row>) {
    let mut rng = Rng::new(24);
    let heights: Vec<f32> = (0..SAMPLES * SAMPLES).map(|_| rng.between(0.0, 0.6) as f32).collect();
    let side = SAMPLES as f32 - 1.0;
    let samples = heights.clone();
    let (own_build, own) =
        seconds(|| HeightField3::new(SAMPLES as u32, SAMPLES as u32, samples, [0.0; 3], [1.0; 2]));
    let mut built = None;
    let (peer_build, info) = seconds(|| {
        allocation_counter::measure(|| {
            let rows = Array2::from_fn(SAMPLES, SAMPLES, |z, x| heights[z * SAMPLES + x]);
            built = Some(HeightField::new(rows, Vector::new(side, 1.0, side)));
        })
    });
    let peer = built.expect("it was built");
    let triangles = own.part_count();
    let each = |bytes: f64| bytes / triangles as f64;
    let bytes = [each(own.size_in_bytes() as f64), each(info.bytes_current as f64)];
    let mut rows = size_rows([own_build, peer_build], bytes);
    // The peer's lies around the origin.
    let at = Pose::from_translation(Vector::new(0.5 * side, 0.0, 0.5 * side));
    rows.extend(Questions::above(side.into(), &mut rng).ask(&own, &peer, &at, rounds));
    (triangles, rows)
}

/// Nanoseconds to set and to clear a cell of tiles of 10,000 by 10,000, at random places and row by row.
fn tile_times(rounds: usize) -> Vec<(&'static str, f64)> {
    const SIDE: u32 = 10_000;
    const CELLS: usize = 100_000;
    let mut rng = Rng::new(25);
    let cells = |of: &mut dyn FnMut(usize) -> [u32; 2]| (0..CELLS).map(of).collect::<Vec<_>>();
    let random = cells(&mut |_| core::array::from_fn(|_| rng.below(SIDE as usize) as u32));
    let in_rows = cells(&mut |i| [i as u32 % SIDE, i as u32 / SIDE]);
    let tiles = std::cell::RefCell::new(Tiles2::new([SIDE; 2], [0.0; 2], [1.0; 2]));
    let set = |cells: &[[u32; 2]], kind: TileKind| {
        let mut tiles = tiles.borrow_mut();
        for &cell in cells {
            black_box(tiles.set(cell, kind)).expect("a cell of the grid");
        }
    };
    let (full, empty) = (TileKind::FULL, TileKind::EMPTY);
    let mut passes: [Pass<'_>; 4] = [
        Box::new(|| set(&random, full)),
        Box::new(|| set(&random, empty)),
        Box::new(|| set(&in_rows, full)),
        Box::new(|| set(&in_rows, empty)),
    ];
    let names = ["a tile is set", "a tile is cleared", "set, in rows", "cleared, in rows"];
    names
        .into_iter()
        .zip(medians(&mut passes, rounds).into_iter().map(|t| t / CELLS as f64))
        .collect()
}

fn vector(at: Vec3) -> Vector {
    Vector::new(at.x, at.y, at.z)
}

/// The bytes that a mesh of the peer holds beside its vertices.
fn peer_bytes(vertices: &[[f32; 3]], indices: &[[u32; 3]]) -> f64 {
    let given: Vec<Vector> = vertices.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect();
    let triangles = indices.to_vec();
    let mut built = None;
    let info = allocation_counter::measure(|| built = Some(TriMesh::new(given, triangles)));
    drop(built);
    // What it was given it keeps: the triangles count, the vertices do not.
    info.bytes_current as f64 + (12 * indices.len()) as f64
}

/// Times and prints the table.
pub(crate) fn meshes(quick: bool, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{HEADER}");
    }
    let rounds = if quick { 7 } else { 50 };
    for triangles in [10_000, 100_000, 1_000_000] {
        print("mesh", triangles, &mesh_rows(triangles, rounds), as_json);
    }
    let (triangles, rows) = field_rows(rounds);
    print("height field", triangles, &rows, as_json);
    let (triangles, rows) = skin::rows(rounds);
    print("skin", triangles, &rows, as_json);
    for (question, time) in tile_times(rounds) {
        if as_json {
            println!("{}", json!({ "level": "tiles", "question": question, "asunder": time }));
        } else {
            println!("{:>9}  {question:<22}{time:>11.1}", "tiles");
        }
    }
    ExitCode::SUCCESS
}

fn print(level: &str, triangles: usize, rows: &[Row], as_json: bool) {
    for row in rows {
        let [own, peer] = row.times;
        let ratio = peer / own;
        let [both, own_alone, peer_alone] = row.found;
        if as_json {
            let row = json!({
                "level": level, "triangles": triangles, "question": row.question, "asunder": own,
                "parry3d": peer, "ratio": ratio, "both": both, "asunder_alone": own_alone,
                "parry3d_alone": peer_alone,
            });
            println!("{row}");
        } else {
            let question = row.question;
            println!(
                "{triangles:>9}  {question:<22}{own:>11.1}{peer:>15.1}{ratio:>8.2}{both:>9}, \
                 {own_alone}, {peer_alone}"
            );
        }
    }
}
