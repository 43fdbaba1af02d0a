//! `--meshes`: a bumpy ground of triangles, asked by asunder and by the peer.

use crate::timing::{Pass, medians};
use asunder::Mesh3;
use asunder::glam::Vec3;
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder_jury::Rng;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, Ray, RayCast as _, ShapeCastOptions};
use parry3d::shape::{Ball, Capsule, Cuboid, TriMesh};
use serde_json::json;
use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// Questions of each kind in a pass.
const ASKED: usize = 256;

const HEADER: &str = "\
A ground of triangles, one thread; nanoseconds a question, medians of passes that take turns.

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

fn rows(triangles: usize, rounds: usize) -> Vec<Row> {
    let mut rng = Rng::new(24);
    let (vertices, indices) = ground(triangles, &mut rng);
    let side = vertices.last().map_or(1.0, |last| f64::from(last[0]));
    let (own_build, own) =
        seconds(|| Mesh3::new(vertices.iter().copied(), indices.iter().copied()));
    let (peer_build, peer) = seconds(|| peer_of(&vertices, &indices));
    let count = indices.len() as f64;
    let at = Pose::IDENTITY;
    let place = |low: f64, high: f64, rng: &mut Rng| {
        let mut x = || rng.between(0.05 * side, 0.95 * side) as f32;
        let (x, z) = (x(), x());
        Vec3::new(x, rng.between(low, high) as f32, z)
    };
    let rays: Vec<(Ray3, Ray)> = (0..ASKED)
        .map(|_| {
            let from = place(2.0, 20.0, &mut rng);
            let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
            let to = Vec3::new(x(-1.0, 1.0), x(-1.0, -0.2), x(-1.0, 1.0));
            (Ray3::new(from, to), Ray::new(vector(from), vector(to)))
        })
        .collect();
    let balls: Vec<(Sphere3, Vec3)> = (0..ASKED)
        .map(|_| place(0.3, 1.2, &mut rng))
        .map(|at| (Sphere3::new(at, 0.5), at))
        .collect();
    let boxes: Vec<(Aabb3, Vec3)> = (0..ASKED)
        .map(|_| place(0.3, 1.2, &mut rng))
        .map(|at| (Aabb3::new(at - Vec3::splat(0.5), at + Vec3::splat(0.5)), at))
        .collect();
    let casts: Vec<(Capsule3, Vec3, Vec3)> = (0..ASKED)
        .map(|_| {
            let at = place(2.0, 3.0, &mut rng);
            let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
            let motion = Vec3::new(x(-2.0, 2.0), x(-3.0, -0.5), x(-2.0, 2.0));
            let up = Vec3::new(0.0, 0.5, 0.0);
            (Capsule3::new(at - up, at + up, 0.4), at, motion)
        })
        .collect();
    let capsule = Capsule::new_y(0.5, 0.4);
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let mut rows = vec![
        Row { question: "build (ms)", times: [own_build * 1e3, peer_build * 1e3], found: [0; 3] },
        Row {
            question: "bytes a triangle",
            times: [own.size_in_bytes() as f64 / count, peer_bytes(&vertices, &indices) / count],
            found: [0; 3],
        },
    ];
    rows.push(compare(
        "ray, first hit",
        &rays,
        rounds,
        |(ray, _)| own.ray_cast(ray).is_some(),
        |(_, ray)| peer.cast_local_ray_and_get_normal(ray, f32::MAX, false).is_some(),
    ));
    rows.push(compare(
        "ray, any",
        &rays,
        rounds,
        |(ray, _)| own.intersects(ray),
        |(_, ray)| peer.intersects_local_ray(ray, f32::MAX),
    ));
    rows.push(compare(
        "sphere overlap",
        &balls,
        rounds,
        |(ball, _)| own.intersects(ball),
        |(_, at)| {
            let place = Pose::from_translation(vector(*at));
            query::intersection_test(&place, &Ball::new(0.5), &Pose::IDENTITY, &peer)
                .is_ok_and(|met| met.intersecting)
        },
    ));
    rows.push(compare(
        "box overlap",
        &boxes,
        rounds,
        |(aabb, _)| own.intersects(aabb),
        |(_, at)| {
            let place = Pose::from_translation(vector(*at));
            let cuboid = Cuboid::new(Vector::splat(0.5));
            query::intersection_test(&place, &cuboid, &Pose::IDENTITY, &peer)
                .is_ok_and(|met| met.intersecting)
        },
    ));
    rows.push(compare(
        "capsule cast",
        &casts,
        rounds,
        |(capsule, _, motion)| own.cast(capsule, *motion).is_some(),
        |(_, from, motion)| {
            let place = Pose::from_translation(vector(*from));
            let still = Vector::ZERO;
            query::cast_shapes(&place, vector(*motion), &capsule, &at, still, &peer, options)
                .is_ok_and(|hit| hit.is_some())
        },
    ));
    rows.push(compare(
        "sphere distance",
        &balls,
        rounds,
        |(ball, _)| own.distance(ball) == Some(0.0),
        |(_, at)| {
            let place = Pose::from_translation(vector(*at));
            query::distance(&place, &Ball::new(0.5), &Pose::IDENTITY, &peer)
                .is_ok_and(|nearest| nearest.distance == 0.0)
        },
    ));
    rows
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
    for triangles in [10_000, 100_000, 1_000_000] {
        for row in rows(triangles, if quick { 7 } else { 50 }) {
            let [own, peer] = row.times;
            let ratio = peer / own;
            let [both, own_alone, peer_alone] = row.found;
            if as_json {
                let row = json!({
                    "triangles": triangles, "question": row.question, "asunder": own, "parry3d": peer,
                    "ratio": ratio, "both": both, "asunder_alone": own_alone, "parry3d_alone": peer_alone,
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
    ExitCode::SUCCESS
}
