//! Tests of the floating-point filter against the general test, which shares no formulas with it.

use super::figure::{AXIS_SIZE, ERROR, LEAST};
use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
use crate::dimension::Dimension;
use crate::exact::Number;
use crate::linalg::Vect;
use crate::query::generators::Moving;
use crate::query::predicate::tests::assert_covers;
use crate::query::separation::{
    Intersects as _, Penetrates as _, Shapes, apart_along_open, span_span,
};
use crate::shape::{
    Aabb, Capsule, Obb, OrientedBox, Parallelepiped, Ray, Segment, Sphere, Triangle,
};
use crate::shape::{Shape, ShapeRef, with_shape};
use asunder_jury::{self as jury, Family, Kind, Rng, pair};
use glam::{Vec2, Vec3};

/// Converts a shape of the jury into the library's.
pub(crate) fn shape<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
    visit_axes: &jury::Shape<D>,
    rotation: impl Fn([f32; 4]) -> V::RotationArray,
) -> Shape<V> {
    match *visit_axes {
        jury::Shape::Point(at) => Shape::Point(V::from_array(at)),
        jury::Shape::Sphere { center, radius } => Sphere::new(center, radius).into(),
        jury::Shape::Capsule { a, b, radius } => Capsule::new(a, b, radius).into(),
        jury::Shape::Segment { a, b } => Segment::new(a, b).into(),
        jury::Shape::Ray { origin, direction } => Ray::new(origin, direction).into(),
        jury::Shape::Aabb { min, max } => Aabb::new(min, max).into(),
        jury::Shape::Obb { center, half_extents, rotation: turned } => {
            Obb::new(center, half_extents, rotation(turned)).into()
        }
        jury::Shape::Triangle { a, b, c } => Triangle::new(a, b, c).into(),
        jury::Shape::Plane { normal, offset } => Plane::new(normal, offset).into(),
        jury::Shape::HalfSpace { normal, offset } => HalfSpace::new(normal, offset).into(),
        jury::Shape::Parallelepiped { center, edges } => {
            Parallelepiped { center, edges: V::array(|i| edges[i]) }.into()
        }
        jury::Shape::ConvexHull(_) | jury::Shape::Frustum(_) => {
            unreachable!("these have no first stage here")
        }
    }
}

/// The pairs that this filter decides.
const PAIRS: [(Kind, Kind); 29] = [
    (Kind::Point, Kind::Capsule),
    (Kind::Point, Kind::Triangle),
    (Kind::Sphere, Kind::Capsule),
    (Kind::Sphere, Kind::Segment),
    (Kind::Sphere, Kind::Ray),
    (Kind::Sphere, Kind::Triangle),
    (Kind::Capsule, Kind::Capsule),
    (Kind::Capsule, Kind::Segment),
    (Kind::Capsule, Kind::Ray),
    (Kind::Capsule, Kind::Aabb),
    (Kind::Capsule, Kind::Obb),
    (Kind::Capsule, Kind::Triangle),
    (Kind::Segment, Kind::Aabb),
    (Kind::Segment, Kind::Obb),
    (Kind::Segment, Kind::Triangle),
    (Kind::Ray, Kind::Aabb),
    (Kind::Ray, Kind::Obb),
    (Kind::Ray, Kind::Triangle),
    (Kind::Aabb, Kind::Triangle),
    (Kind::Obb, Kind::Triangle),
    (Kind::Triangle, Kind::Triangle),
    (Kind::Capsule, Kind::Plane),
    (Kind::Segment, Kind::Plane),
    (Kind::Ray, Kind::Plane),
    (Kind::Triangle, Kind::Plane),
    (Kind::Capsule, Kind::HalfSpace),
    (Kind::Segment, Kind::HalfSpace),
    (Kind::Ray, Kind::HalfSpace),
    (Kind::Triangle, Kind::HalfSpace),
];

/// Whether shapes certainly are apart, if the filter has left no axis open.
fn certain(filtered: FilteredAxes) -> Option<bool> {
    match filtered {
        FilteredAxes::Apart => Some(true),
        FilteredAxes::Penetrating => Some(false),
        FilteredAxes::Open(_) => None,
    }
}

/// The filter's answer about a pair: whether the shapes are apart.
fn seen<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> Option<bool> {
    match (a, b) {
        (Shape::Point(a), Shape::Capsule(b)) => round_filter(b, a),
        (Shape::Point(a), Shape::Triangle(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Sphere(a), Shape::Capsule(b)) => round_filter(b, a),
        (Shape::Sphere(a), Shape::Segment(b)) => round_filter(b, a),
        (Shape::Sphere(a), Shape::Ray(b)) => round_filter(b, a),
        (Shape::Sphere(a), Shape::Triangle(b)) => round_filter(a, b),
        (Shape::Capsule(a), Shape::Capsule(b)) => round_filter(a, b),
        (Shape::Capsule(a), Shape::Segment(b)) => round_filter(a, b),
        (Shape::Capsule(a), Shape::Ray(b)) => round_filter(b, a),
        (Shape::Capsule(a), Shape::Aabb(b)) => round_filter(a, b),
        (Shape::Capsule(a), Shape::Obb(b)) => round_filter(a, b),
        (Shape::Capsule(a), Shape::Triangle(b)) => round_filter(a, b),
        (Shape::Segment(a), Shape::Aabb(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Segment(a), Shape::Obb(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Segment(a), Shape::Triangle(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Ray(a), Shape::Aabb(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Ray(a), Shape::Obb(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Ray(a), Shape::Triangle(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Aabb(a), Shape::Triangle(b)) => sharp_filter(b, a).and_then(certain),
        (Shape::Obb(a), Shape::Triangle(b)) => sharp_filter(b, a).and_then(certain),
        (Shape::Triangle(a), Shape::Triangle(b)) => sharp_filter(a, b).and_then(certain),
        (Shape::Capsule(a), Shape::Plane(b)) => plane_filter(a, b),
        (Shape::Segment(a), Shape::Plane(b)) => plane_filter(a, b),
        (Shape::Ray(a), Shape::Plane(b)) => plane_filter(a, b),
        (Shape::Triangle(a), Shape::Plane(b)) => plane_filter(a, b),
        (Shape::Capsule(a), Shape::HalfSpace(b)) => half_space_filter(a, b),
        (Shape::Segment(a), Shape::HalfSpace(b)) => half_space_filter(a, b),
        (Shape::Ray(a), Shape::HalfSpace(b)) => half_space_filter(a, b),
        (Shape::Triangle(a), Shape::HalfSpace(b)) => half_space_filter(a, b),
        _ => unreachable!("no pair of this stage"),
    }
}

/// Compares the answers about a family's pairs, and those of the filter alone, with the general formula's.
fn check<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
    family: Family,
    (a, b): (Kind, Kind),
    pairs: u32,
    rotation: impl Fn([f32; 4]) -> V::RotationArray,
) {
    let mut rng = Rng::new(family as u64);
    for _ in 0..pairs {
        let (x, y) = pair::<D>(family, a, b, &mut rng);
        let (x, y) = (shape::<D, V>(&x, &rotation), shape::<D, V>(&y, &rotation));
        let general = [Rule::Closed, Rule::Open].map(|rule| {
            with_shape!(&x, x => with_shape!(&y, y => {
                any_any(x.as_shape_ref(), y.as_shape_ref(), rule)
            }))
        });
        assert_eq!([x.intersects(&y), x.penetrates(&y)], general, "{family:?} {x:?} {y:?}");
        if let Some(apart) = seen(&x, &y) {
            assert_eq!(general, [!apart; 2], "{family:?} {x:?} {y:?}");
        }
    }
}

#[test]
fn what_is_settled_is_right() {
    for family in Family::ALL {
        for pair in PAIRS {
            check::<3, Vec3>(family, pair, 60, |q| q);
            check::<2, Vec2>(family, pair, 60, |[cos, sin, ..]| [cos, sin]);
        }
    }
}

/// The polytopes of few edges.
const POLYTOPES: [Kind; 6] =
    [Kind::Point, Kind::Segment, Kind::Triangle, Kind::Aabb, Kind::Obb, Kind::Parallelepiped];

/// What the filter knows of two shapes, of which one is a parallelepiped.
pub(super) fn filtered_beside<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
) -> Option<FilteredAxes> {
    match (*a, *b) {
        (ShapeRef::Point(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Segment(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Ray(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Triangle(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Aabb(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Obb(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Parallelepiped(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Point(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Segment(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Ray(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Triangle(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Aabb(b)) => sharp_filter(a, b),
        (ShapeRef::Parallelepiped(a), ShapeRef::Obb(b)) => sharp_filter(a, b),
        _ => None,
    }
}

/// Compares what the filter leaves of the axes of two polytopes, at rest and along a motion, with the general
/// formula: how often it is certain of an axis, and of how many.
fn check_polytopes<V: Vector>(a: &Shape<V>, motion: V::Array<f32>, b: &Shape<V>) -> [u32; 2] {
    let (a, b) = (&a.as_shape_ref(), &b.as_shape_ref());
    let is_asked_at_rest = matches!(b, ShapeRef::Parallelepiped(_));
    let mut certain = 0;
    for rule in [Rule::Closed, Rule::Open] {
        if let Some(filtered) = filtered_beside(a, b) {
            let apart = apart_along_open::<V, _>(&Shapes { a, b, rule }, filtered);
            assert_eq!(!apart, any_any(*a, *b, rule), "{rule:?} {filtered:?} {a:?} {b:?}");
            certain += 1;
        }
        let velocity = Vect::<V, f64>::of(&motion).0;
        if let Some(filtered) = filter_moving(a, &velocity, true, b) {
            let moving = &Moving { shape: a, motion };
            let apart = apart_along_open::<V, _>(&Shapes { a: moving, b, rule }, filtered);
            let general = span_span::<V>(moving, b, rule);
            assert_eq!(!apart, general, "{rule:?} {filtered:?} {a:?} {motion:?} {b:?}");
            certain += 1;
        }
    }
    [certain, if is_asked_at_rest { 4 } else { 2 }]
}

#[test]
fn the_axes_that_are_left_open_decide() {
    let mut rng = Rng::new(41);
    for family in Family::ALL {
        let (mut certain, mut asked) = (0, 0);
        for (i, a) in POLYTOPES.into_iter().enumerate() {
            for &b in &POLYTOPES[i..] {
                for i in 0..6 {
                    let counts = if i % 3 == 0 {
                        let (x, y) = pair::<2>(family, a, b, &mut rng);
                        let way = jury::motion::<2>(family, &x, &y, &mut rng);
                        let [x, y] =
                            [x, y].map(|x| shape::<2, Vec2>(&x, |[cos, sin, ..]| [cos, sin]));
                        check_polytopes::<Vec2>(&x, way, &y)
                    } else {
                        let (x, y) = pair::<3>(family, a, b, &mut rng);
                        let way = jury::motion::<3>(family, &x, &y, &mut rng);
                        let [x, y] = [x, y].map(|x| shape::<3, Vec3>(&x, |q| q));
                        check_polytopes::<Vec3>(&x, way, &y)
                    };
                    certain += counts[0];
                    asked += counts[1];
                }
            }
        }
        println!("{family:?}: {certain} of {asked} certain");
        if family == Family::Game {
            assert!(certain * 10 > asked * 9, "{certain} of {asked}");
        }
    }
}

fn dot_product(x: &[Roundoff; 3], y: &[Roundoff; 3]) -> Roundoff {
    Vect::<Vec3, Roundoff>(*x).dot(Vect(*y))
}

/// The axes of a turned box, with their errors.
pub(super) fn turned_axes() -> [[Roundoff; 3]; 3] {
    let zero = Vect::<Vec3, Roundoff>::zero();
    OrientedBox::turned(zero, WORST_QUATERNION, zero).axes.to_arrays()
}

/// The error of the gap between two boxes, in the order in which it is computed. The errors of other figures
/// are smaller: their corners and edges are differences, rounded once.
///
/// Like the gap itself, its error is linear in the lengths, so it is largest, relative to their sum, where
/// one length is one and the others are zero.
#[test]
fn the_error_is_derived() {
    let axes = turned_axes();
    let across = <Vec3 as Dimension>::cross(&axes[0], &axes[1]);
    // The center of an axis-aligned box is half the sum of two rounded differences.
    let length = Roundoff::unit(2.0);
    let mut worst = 0.0;
    for (direction, size) in [(axes[0], AXIS_SIZE), (across, AXIS_SIZE * AXIS_SIZE)] {
        for corner in 0..6 {
            let one = |i: usize| if i == corner { length } else { Roundoff::ZERO };
            let (center, half) = ([0, 1, 2].map(one), [3, 4, 5].map(one));
            let at = dot_product(&direction, &center);
            let reaches = [0, 1, 2].map(|i| half[i] * dot_product(&direction, &axes[i]).abs());
            let end = at - (Roundoff::ZERO + Vect::<Vec3, Roundoff>(reaches).sum());
            // The other figure's end, and what a motion closes of the gap, are subtracted.
            let gap = (end - Roundoff::ZERO) - Roundoff::ZERO;
            let reach = if corner < 3 { 1.0 } else { AXIS_SIZE };
            let error = gap.error * SLACK / (size * reach);
            worst = if error > worst { error } else { worst };
        }
    }
    assert_covers(ERROR / (f64::EPSILON / 2.0), worst);
    // The underflow of a hundred products is negligible beside any trusted square.
    let lost = [f64::MIN_POSITIVE; 100].iter().sum::<f64>();
    assert!(lost < ERROR * LEAST, "{lost:e}");
    // The squared length of the vector between near points has a relative error of a few units.
    let direction = [Roundoff::unit(1.0); 3];
    let square = dot_product(&direction, &direction);
    let relative = square.error * SLACK / square.magnitude;
    // The comparison in `closest::apart` rounds a few more products.
    assert!((relative + 4.0) * (f64::EPSILON / 2.0) <= ERROR);
}

/// The error of the gap between a box that moves and a triangle, as polytopes, in the order in which it is
/// computed. Those of a parallelepiped, whose edges are not rounded, are smaller, and of two that are at rest.
#[test]
fn the_error_of_polytopes_is_covered() {
    let axes = turned_axes();
    // Edges of a triangle, and a displacement from one position to another, are differences.
    let edge = [Roundoff::unit(1.0); 3];
    let cross = |x: &[Roundoff; 3], y: &[Roundoff; 3]| <Vec3 as Dimension>::cross(x, y);
    let directions = [
        (cross(&axes[0], &axes[1]), AXIS_SIZE * AXIS_SIZE),
        (cross(&axes[0], &edge), 3.0 * AXIS_SIZE),
        (cross(&edge, &edge), 9.0),
    ];
    let mut worst = 0.0;
    for (direction, size) in directions {
        let dot = |x: &[Roundoff; 3]| dot_product(&direction, x);
        // One length is one, and the others are zero.
        for what in 0..10 {
            let one = |i: usize| {
                if i == what {
                    Roundoff::unit(if i < 6 { 2.0 } else { 1.0 })
                } else {
                    Roundoff::ZERO
                }
            };
            let (center, half) = ([0, 1, 2].map(one), [3, 4, 5].map(one));
            let (displacement, other) = ([6, 7, 8].map(one), [one(9), one(9), one(9)]);
            let center = [0, 1, 2].map(|t| center[t] + displacement[t]);
            let mut end = dot(&center);
            for i in 0..3 {
                end = end - dot(&axes[i].map(|x| half[i] * x)).abs();
            }
            let gap = (end - dot(&displacement).abs()) - dot(&other);
            let reach = match what {
                3..6 => AXIS_SIZE,
                9 => 3.0,
                _other => 1.0,
            };
            let error = gap.error * SLACK / (size * reach);
            worst = if error > worst { error } else { worst };
        }
    }
    assert!(worst * (f64::EPSILON / 2.0) <= ERROR, "{worst}");
}

/// The errors of a point or segment that moves: of its end's projection on an axis, less what the motion closes,
/// and of its points.
#[test]
fn the_error_of_figures_that_move_is_covered() {
    // A displacement from one position to another is a difference; at a fraction, it is a product.
    let mut worst = 0.0;
    for what in 0..3 {
        let one = |i: usize| if i == what { Roundoff::unit(1.0) } else { Roundoff::ZERO };
        let (at, along, velocity) = ([one(0); 3], [one(1); 3], [one(2); 3]);
        let part = Roundoff::unit(0.0);
        let point = [0, 1, 2].map(|t| (at[t] + part * velocity[t]) + along[t] * part);
        let axis = [Roundoff::unit(0.0), Roundoff::ZERO, Roundoff::ZERO];
        let on_axis = |x: &[Roundoff; 3]| dot_product(&axis, x);
        let gap = (Roundoff::ZERO - (on_axis(&at) + on_axis(&along))) - part * on_axis(&velocity);
        let error = gap.error.larger(point[0].error) * SLACK;
        worst = error.larger(worst);
    }
    assert!(worst * (f64::EPSILON / 2.0) <= ERROR, "{worst}");
}
