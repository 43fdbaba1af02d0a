//! Tests of the decisions along coordinate axes against the general formula, which shares no formulas with
//! them.

use super::*;
use crate::query::separation::any_any;
use crate::query::separation::first::tests::shape;
use crate::shape::{AnyShape, Capsule, Segment, Shape, Sphere, Triangle, with_shape};
use asunder_jury::{self as jury, Family, Kind, Rng, pair};
use core::array::from_fn;
use glam::{Vec2, Vec3};

const KINDS: [Kind; 8] = [
    Kind::Point,
    Kind::Sphere,
    Kind::Capsule,
    Kind::Segment,
    Kind::Aabb,
    Kind::Obb,
    Kind::Triangle,
    Kind::Ray,
];

/// How often a coordinate axis decided, and how often it proved a touch.
#[derive(Debug, Default)]
struct Count {
    certain: u32,
    touches: u32,
}

fn check<V: Vector>(a: &Shape<V>, b: &Shape<V>, count: &mut Count) {
    with_shape!(a, a => with_shape!(b, b => {
        let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
        let certain = [Rule::Closed, Rule::Open].map(|rule| {
            decide(&a, &b, rule).inspect(|certain| {
                assert_eq!(*certain, any_any(a, b, rule), "{rule:?} {a:?} {b:?}");
                count.certain += 1;
            })
        });
        count.touches += u32::from(certain == [Some(true), Some(false)]);
    }))
}

/// Moves one number of a shape by an ulp, or by a few.
fn nudge<const D: usize>(shape: &mut jury::Shape<D>, rng: &mut Rng) {
    let i = rng.below(D);
    let which = rng.below(2);
    let ulps = 1 + rng.below(3) * rng.below(2);
    let up = rng.chance(0.5);
    let by = |x: &mut f32| {
        for _ in 0..ulps {
            let moved = if up { x.next_up() } else { x.next_down() };
            *x = if moved.is_finite() { moved } else { *x };
        }
    };
    let positive = |x: &mut f32| *x = if *x > 0.0 { *x } else { 0.0 };
    match shape {
        jury::Shape::Point(at) => by(&mut at[i]),
        jury::Shape::Sphere { radius, .. } | jury::Shape::Capsule { radius, .. } if which == 0 => {
            by(radius);
            positive(radius);
        }
        jury::Shape::Sphere { center, .. } => by(&mut center[i]),
        jury::Shape::Ray { origin, .. } => by(&mut origin[i]),
        jury::Shape::Capsule { a, b, .. } | jury::Shape::Segment { a, b } => {
            by(&mut if which == 0 { a } else { b }[i]);
        }
        jury::Shape::Obb { half_extents, .. } if which == 0 => {
            by(&mut half_extents[i]);
            positive(&mut half_extents[i]);
        }
        jury::Shape::Obb { center, .. } => by(&mut center[i]),
        jury::Shape::Triangle { a, b, c } => by(&mut [a, b, c][rng.below(3)][i]),
        jury::Shape::Plane { offset, .. } | jury::Shape::HalfSpace { offset, .. } => by(offset),
        jury::Shape::Aabb { min, max } => {
            let both: [f32; 2] = [min[i], max[i]];
            by(if which == 0 { &mut min[i] } else { &mut max[i] });
            if min[i] > max[i] {
                [min[i], max[i]] = both;
            }
        }
        _ => {}
    }
}

fn check_family<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
    family: Family,
    (a, b): (Kind, Kind),
    rotation: impl Fn([f32; 4]) -> V::RotationArray,
    count: &mut Count,
) {
    let mut rng = Rng::new(family as u64 + 77);
    for _ in 0..24 {
        let (mut x, mut y) = pair::<D>(family, a, b, &mut rng);
        for _ in 0..3 {
            check(&shape::<D, V>(&x, &rotation), &shape::<D, V>(&y, &rotation), count);
            nudge(if rng.chance(0.5) { &mut x } else { &mut y }, &mut rng);
        }
    }
}

#[test]
fn what_an_axis_tells_is_right() {
    for family in Family::ALL {
        let (mut space, mut plane) = (Count::default(), Count::default());
        for (i, a) in KINDS.into_iter().enumerate() {
            for b in KINDS[i..].iter().copied().chain([Kind::Plane, Kind::HalfSpace]) {
                check_family::<3, Vec3>(family, (a, b), |q| q, &mut space);
                check_family::<2, Vec2>(family, (a, b), |[cos, sin, ..]| [cos, sin], &mut plane);
            }
        }
        if family == Family::Resting {
            assert!(space.touches > 500 && plane.touches > 500, "{space:?} {plane:?}");
        }
    }
}

/// Capsules and boxes that touch with the ends, sides, edges and corners of their faces, then moved by an
/// ulp. The numbers are small integers, so that every case occurs.
#[test]
fn faces_that_meet_at_their_edges_are_told() {
    let mut rng = Rng::new(5);
    let mut count = Count::default();
    for _ in 0..4000 {
        let mut whole =
            |least: i32, most: i32| (least + rng.below((most - least + 1) as usize) as i32) as f32;
        let turn = [0.0, whole(-2, 2), 0.0, whole(1, 2)];
        let half: [f32; 3] = from_fn(|_| whole(0, 2));
        let center: [f32; 3] = from_fn(|_| whole(-1, 1));
        let top = center[1] + half[1];
        let radius = whole(0, 1);
        let at = [whole(-4, 4), top + radius, whole(-4, 4)];
        let end = [whole(-4, 4), top + radius + whole(0, 1), whole(-4, 4)];
        let corner = [whole(-4, 4), top + radius + whole(0, 1), whole(-4, 4)];
        let mut shapes: [jury::Shape<3>; 4] = [
            jury::Shape::Obb { center, half_extents: half, rotation: turn },
            jury::Shape::Capsule { a: at, b: end, radius },
            jury::Shape::Triangle { a: at, b: end, c: corner },
            jury::Shape::Sphere { center: at, radius },
        ];
        for _ in 0..2 {
            let [stage, others @ ..] = shapes.map(|x| shape::<3, Vec3>(&x, |q| q));
            for other in others {
                check(&stage, &other, &mut count);
                check(&other, &stage, &mut count);
            }
            for shape in &mut shapes {
                nudge(shape, &mut rng);
            }
        }
    }
    assert!(count.touches > 4000, "{count:?}");
}

/// Faces on one line, along no coordinate axis: no normal of an edge can separate them.
#[test]
fn faces_on_one_line_are_told() {
    let mut count = Count::default();
    for k in -9..=9_i8 {
        let on_line = |k: f32| [3.0 * k, 0.0, -4.0 * k];
        // A box so flat that it is a segment, from -1 to 1 on the line.
        let flat = Obb::<Vec3>::new([0.0; 3], [5.0, 0.0, 0.0], [0.0, 1.0, 0.0, 2.0]);
        let from = f32::from(k) / 4.0;
        let [a, b, c] = [from, from + 0.25, from + 0.5].map(on_line);
        let others: [Shape<Vec3>; 4] = [
            Shape::Point(a.into()),
            Segment::new(a, c).into(),
            Triangle::new(a, c, b).into(),
            Obb::new(b, [1.25, 0.0, 0.0], [0.0, 1.0, 0.0, 2.0]).into(),
        ];
        for (i, other) in others.iter().enumerate() {
            check(&flat.into(), other, &mut count);
            for another in &others[i..] {
                check(other, another, &mut count);
            }
        }
    }
    assert!(count.certain > 100, "{count:?}");
}

/// A sphere on an oriented box, with numbers on no grid, so that the filters are uncertain.
#[test]
fn a_sphere_that_stands_on_a_box_touches_it() {
    let stage = Obb::<Vec3>::new([0.1, 0.25, -0.3], [2.0, 0.5, 3.0], [0.0, 0.3, 0.0, 0.9]);
    let certain = |height: f32, rule| {
        let sphere = Sphere::<Vec3>::new([0.7, height, 0.9], 0.125);
        decide(&sphere.as_shape_ref(), &stage.as_shape_ref(), rule)
    };
    assert_eq!(certain(0.875, Rule::Closed), Some(true));
    assert_eq!(certain(0.875, Rule::Open), Some(false));
    assert_eq!(certain(0.875_f32.next_up(), Rule::Closed), Some(false));
    assert_eq!(certain(0.875_f32.next_down(), Rule::Open), Some(true));
    // A capsule whose middle lies on the box, with its ends beyond.
    let bar = Capsule::<Vec3>::new([-9.1, 0.875, 0.2], [8.3, 0.875, 0.4], 0.125);
    let certain = |rule| decide(&bar.as_shape_ref(), &stage.as_shape_ref(), rule);
    assert_eq!([certain(Rule::Closed), certain(Rule::Open)], [Some(true), Some(false)]);
}
