//! Tests of the general test's limits: the depth and degree of its formulas, and its use of the stack.

use super::super::beside::{Beside, OneSided};
use super::super::nearest::apart_nearest;
use super::{SatPair, Shapes};
use crate::dimension::Dimension;
use crate::exact::degree::DegreeCounter;
use crate::exact::estimate::DEPTH;
use crate::exact::{Exact, Number};
use crate::linalg::Vect;
use crate::query::generators::SweptPart;
use crate::query::predicate::Rule;
use crate::shape::{
    Aabb, AnyShape, Capsule, ConvexHull, Frustum, HalfSpace, Layout, Obb, Parallelepiped, Plane,
    Ray, Segment, Shape, Sphere, Triangle,
};
use crate::space::Vector;
use glam::{Vec2, Vec3};

const MOST: f32 = f32::MAX;
const LEAST: f32 = f32::from_bits(1);

/// A shape of every kind, of numbers whose sums have the most bits possible.
fn kinds<V: Vector>([x, y, z, w]: [V::Array<f32>; 4], turn: V::RotationArray) -> Vec<Shape<V>> {
    let spaces = [HalfSpace::new(x, MOST), HalfSpace::new(y, LEAST), HalfSpace::new(z, MOST)];
    vec![
        Shape::Point(V::from_array(x)),
        Shape::Sphere(Sphere::new(x, LEAST)),
        Shape::Capsule(Capsule::new(x, y, MOST)),
        Shape::Segment(Segment::new(x, y)),
        Shape::Ray(Ray::new(x, z)),
        Shape::Aabb(Aabb::from_points([x, y]).expect("finite")),
        Shape::Obb(Obb::new(x, Vect::<V, f32>(x).map(f32::abs).0, turn)),
        Shape::Parallelepiped(Parallelepiped::new(w, V::array(|i| [x, y, z][i]))),
        Shape::Triangle(Triangle::new(x, y, z)),
        Shape::ConvexHull(ConvexHull::new([x, y, z, w])),
        Shape::Frustum(Frustum::from_half_spaces(&spaces)),
        Shape::Plane(Plane::new(y, MOST)),
        Shape::HalfSpace(HalfSpace::new(z, LEAST)),
    ]
}

fn kinds_in_2d() -> Vec<Shape<Vec2>> {
    let turn = [MOST, LEAST];
    kinds([[MOST, LEAST], [LEAST, -MOST], [-MOST, MOST], [LEAST, MOST]], turn)
}

fn kinds_in_3d() -> Vec<Shape<Vec3>> {
    let (x, y) = ([MOST, LEAST, -MOST], [LEAST, MOST, LEAST]);
    let (z, w) = ([-MOST, LEAST, LEAST], [LEAST, -MOST, MOST]);
    let turn = [MOST, LEAST, -MOST, LEAST];
    let mut all = kinds([x, y, z, w], turn);
    let slopes = [-MOST, LEAST, LEAST, MOST];
    all.push(Shape::Frustum(Frustum::perspective(x, turn, slopes, LEAST, MOST)));
    let rows = [
        MOST, LEAST, LEAST, MOST, //
        LEAST, MOST, LEAST, LEAST, //
        LEAST, LEAST, -MOST, LEAST, //
        LEAST, LEAST, MOST, MOST,
    ];
    let matrix = Frustum::from_projection(&rows, Layout::Rows, crate::shape::Depth::ZeroToOne);
    all.push(Shape::Frustum(matrix.expect("it sees something")));
    all
}

/// Fractions of a motion with the most bits possible.
const FROM: f32 = LEAST;
const TO: f32 = 1.0_f32.next_down();

/// Calls `ask` with every pair, just before a moment, and all its axes.
fn each_beside<V: Vector, N: Exact>(
    shapes: &[Shape<V>],
    motion: V::Array<f32>,
    mut ask: impl FnMut(usize, usize, &dyn Fn(usize) -> Option<bool>),
) {
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            let (a, b) = (&a.as_shape_ref(), &b.as_shape_ref());
            let beside = Beside { a, b, motion, moment: OneSided::Before, fraction: TO };
            let question = beside.still();
            N::scoped(|| {
                let still = SatPair::<V, N, _, _>::with_axes(&question, true);
                let still = still.as_dyn();
                let pair = beside.moved(&still);
                ask(i * shapes.len() + j, pair.axes(), &|axis| {
                    N::scoped(|| pair.apart_along(Vect(pair.axis(axis))))
                });
            });
        }
    }
}

/// Calls `ask` with every pair, the first shape swept along a part of its motion, and all its axes.
fn each<V: Vector, N: Exact>(
    shapes: &[Shape<V>],
    motion: V::Array<f32>,
    mut ask: impl FnMut(usize, usize, &dyn Fn(usize) -> Option<bool>),
) {
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            let shape = &a.as_shape_ref();
            let (a, b) = (&SweptPart { shape, motion, from: FROM, to: TO }, &b.as_shape_ref());
            let question = Shapes { a, b, rule: Rule::Closed };
            N::scoped(|| {
                let pair = SatPair::<V, N, _, _>::with_axes(&question, true);
                ask(i * shapes.len() + j, pair.axes(), &|axis| {
                    N::scoped(|| pair.apart_along(Vect(pair.axis(axis))))
                });
            });
        }
    }
}

/// Also that the limit is not more than four times the depth of the deepest formula.
#[test]
fn estimates_allow_every_rounding() {
    let hold = |_, axes, apart_along: &dyn Fn(usize) -> Option<bool>| {
        assert!((0..axes).all(|axis| apart_along(axis).is_some()));
    };
    each::<Vec2, DegreeCounter>(&kinds_in_2d(), [MOST, LEAST], hold);
    each::<Vec3, DegreeCounter>(&kinds_in_3d(), [MOST, LEAST, -MOST], hold);
    each_beside::<Vec2, DegreeCounter>(&kinds_in_2d(), [MOST, LEAST], hold);
    each_beside::<Vec3, DegreeCounter>(&kinds_in_3d(), [MOST, LEAST, -MOST], hold);
    let most = DegreeCounter::most();
    assert!(DEPTH < 4 * most.depth, "{most:?} is all that is needed");
    // The degree that the module's documentation states.
    assert_eq!(most.degree, 28);
}

/// The formulas for round pairs whose nearest features are known, with simplices of every size.
#[test]
fn estimates_allow_for_the_nearest_features() {
    fn hold<V: Vector>(shapes: &[Shape<V>]) {
        for a in shapes {
            for b in shapes {
                let (a, b) = (&a.as_shape_ref(), &b.as_shape_ref());
                let question = Shapes { a, b, rule: Rule::Closed };
                let pair = SatPair::<V, DegreeCounter, _, _>::with_axes(&question, false);
                for count in 1..=V::DIM {
                    apart_nearest(&pair.as_dyn(), &[(0, 0); 3][..count]);
                }
            }
        }
    }
    hold(&kinds_in_2d());
    hold(&kinds_in_3d());
}

/// Decides every `step`-th axis, starting with the last, whose numbers are longest; each takes a while.
fn hold(step: usize) -> impl Fn(usize, usize, &dyn Fn(usize) -> Option<bool>) {
    move |pair, axes, apart_along| {
        for axis in (0..axes).rev().step_by(step) {
            assert!(apart_along(axis).is_some(), "pair {pair}, axis {axis} of {axes}");
        }
    }
}

/// A bound on the stack that a question uses, however long its numbers are.
const STACK: usize = 256 << 10;

#[test]
fn the_longest_numbers_take_little_of_the_stack() {
    type Exact<V> = <V as Dimension>::Exact;
    let all = || {
        Exact::<Vec3>::scoped(|| {
            each::<Vec2, Exact<Vec2>>(&kinds_in_2d(), [MOST, LEAST], hold(11));
            each::<Vec3, Exact<Vec3>>(&kinds_in_3d(), [MOST, LEAST, -MOST], hold(211));
            each_beside::<Vec2, Exact<Vec2>>(&kinds_in_2d(), [MOST, LEAST], hold(11));
            each_beside::<Vec3, Exact<Vec3>>(&kinds_in_3d(), [MOST, LEAST, -MOST], hold(97));
        });
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(all);
    thread.expect("a thread starts").join().expect("every sign is told");
}
