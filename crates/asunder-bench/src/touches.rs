//! `--touches`: whether two shapes meet that rest on one another, for every two kinds of a fixed size.

use crate::sets::{PAIRS, Set, family};
use crate::timing::{Pass, medians};
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{
    Capsule2, Capsule3, HalfSpace2, HalfSpace3, Obb2, Obb3, Plane2, Plane3, Ray2, Ray3, Segment2,
    Segment3, Shape, Triangle2, Triangle3,
};
use asunder_jury::{self as jury, Family, Kind};
use serde_json::json;
use std::hint::black_box;
use std::process::ExitCode;

/// The kinds whose size the compiler knows.
const KINDS: [Kind; 11] = [
    Kind::Point,
    Kind::Sphere,
    Kind::Capsule,
    Kind::Segment,
    Kind::Ray,
    Kind::Aabb,
    Kind::Obb,
    Kind::Parallelepiped,
    Kind::Triangle,
    Kind::Plane,
    Kind::HalfSpace,
];

/// What a pair may take on average, in nanoseconds.
const GOAL: f64 = 100.0;

const HEADER: &str = "\
Whether two shapes meet that rest on one another (the jury's family `resting`, 2,048 pairs of each two kinds): nanoseconds a
pair, and how many of them meet.

dimension  a            b                 ns    meet";

/// Times every two kinds; fails if an answer is wrong.
pub(crate) fn touches(quick: bool, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{HEADER}");
    }
    let rounds = if quick { 30 } else { 1000 };
    let flat = table::<2, Vec2>(rounds, as_json, flat_shape);
    let solid = table::<3, Vec3>(rounds, as_json, solid_shape);
    let (wrong, above) = (flat.0 + solid.0, flat.1 + solid.1);
    if !as_json {
        println!("\n{above} above {GOAL} ns, {wrong} answers wrong");
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many answers are wrong, and how many rows are above the goal.
fn table<const D: usize, V>(
    rounds: usize,
    as_json: bool,
    shape: fn(&jury::Shape<D>) -> Shape<V>,
) -> (usize, usize)
where
    V: asunder::Vector,
    Shape<V>: asunder::Intersects<Shape<V>>,
{
    let (mut wrong, mut above) = (0, 0);
    let ask = |(a, b): &(Shape<V>, Shape<V>)| asunder::Intersects::intersects(a, b);
    for (i, &a) in KINDS.iter().enumerate() {
        for &b in &KINDS[i..] {
            let set: Set<D> = family(Family::Resting, a, b);
            let pairs: Vec<_> = set.iter().map(|(a, b)| (shape(a), shape(b))).collect();
            let pass = || {
                for pair in &pairs {
                    black_box(ask(black_box(pair)));
                }
            };
            let mut passes: [Pass<'_>; 1] = [Box::new(pass)];
            let ns = medians(&mut passes, rounds)[0] / PAIRS as f64;
            let answers: Vec<bool> = pairs.iter().map(ask).collect();
            let truth = set.iter().map(|(a, b)| jury::intersects(a, b));
            wrong += answers.iter().zip(truth).filter(|(answer, truth)| *answer != truth).count();
            above += usize::from(ns > GOAL);
            let meet = answers.iter().filter(|&&answer| answer).count();
            let names = [a, b].map(|kind| format!("{kind:?}"));
            if as_json {
                println!(
                    "{}",
                    json!({ "dimension": D, "a": names[0], "b": names[1], "ns": ns, "meet": meet })
                );
            } else {
                let mark = if ns > GOAL { "  above the goal" } else { "" };
                println!("{D:<10} {:12} {:12} {ns:7.1} {meet:7}{mark}", names[0], names[1]);
            }
        }
    }
    (wrong, above)
}

/// A shape of a fixed size.
pub(crate) fn solid_shape(shape: &jury::Shape<3>) -> Shape<Vec3> {
    match *shape {
        jury::Shape::Point(point) => Shape::Point(point.into()),
        jury::Shape::Sphere { center, radius } => Sphere3::new(center, radius).into(),
        jury::Shape::Aabb { min, max } => Aabb3::new(min, max).into(),
        jury::Shape::Obb { center, half_extents, rotation } => {
            Obb3::new(center, half_extents, rotation).into()
        }
        jury::Shape::Plane { normal, offset } => Plane3::new(normal, offset).into(),
        jury::Shape::HalfSpace { normal, offset } => HalfSpace3::new(normal, offset).into(),
        jury::Shape::Segment { a, b } => Segment3::new(a, b).into(),
        jury::Shape::Ray { origin, direction } => Ray3::new(origin, direction).into(),
        jury::Shape::Capsule { a, b, radius } => Capsule3::new(a, b, radius).into(),
        jury::Shape::Triangle { a, b, c } => Triangle3::new(a, b, c).into(),
        jury::Shape::Parallelepiped { center, edges } => Parallelepiped3::new(center, edges).into(),
        _ => unreachable!("no other kind was asked for"),
    }
}

fn flat_shape(shape: &jury::Shape<2>) -> Shape<Vec2> {
    match *shape {
        jury::Shape::Point(point) => Shape::Point(point.into()),
        jury::Shape::Sphere { center, radius } => Sphere2::new(center, radius).into(),
        jury::Shape::Aabb { min, max } => Aabb2::new(min, max).into(),
        jury::Shape::Obb { center, half_extents, rotation: [cos, sin, ..] } => {
            Obb2::new(center, half_extents, [cos, sin]).into()
        }
        jury::Shape::Plane { normal, offset } => Plane2::new(normal, offset).into(),
        jury::Shape::HalfSpace { normal, offset } => HalfSpace2::new(normal, offset).into(),
        jury::Shape::Segment { a, b } => Segment2::new(a, b).into(),
        jury::Shape::Ray { origin, direction } => Ray2::new(origin, direction).into(),
        jury::Shape::Capsule { a, b, radius } => Capsule2::new(a, b, radius).into(),
        jury::Shape::Triangle { a, b, c } => Triangle2::new(a, b, c).into(),
        jury::Shape::Parallelepiped { center, edges } => {
            Parallelepiped2::new(center, [edges[0], edges[1]]).into()
        }
        _ => unreachable!("no other kind was asked for"),
    }
}
