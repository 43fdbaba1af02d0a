//! A floating-point filter for lines, triangles and boxes: it finds two near points or an axis, and checks
//! that they prove the answer.
//!
//! Nearly all pairs are decided here, in plain `f64`. Those that [`axes`] or [`closest`] cannot decide beyond
//! their own rounding errors, mostly touching pairs, go on to [`decide_slow`].

mod axes;
mod closest;
mod figure;
mod figures;
mod measured;
mod moving;
mod polytope;
#[cfg(test)]
pub(crate) mod tests;

use super::spans::{Shapes, apart_along_open};
use super::{any_any, shape_type, slabs};
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, AnyShape, Capsule, HalfSpace, Plane, Ray, Segment, ShapeRef};
use crate::space::Vector;
use closest::{ProposesClosestPoints, TiltIntoDualCone};
use figure::CandidateAxis;
use figures::RoundedFigure;

pub(crate) use axes::FilteredAxes;
pub(crate) use measured::{MeasuredFigures, measured};
pub(crate) use moving::{RoundContact, RoundEntry, with_either_moving_round, with_moving_round};
pub(crate) use polytope::filter_moving;

/// The exact stage: coordinate axes if they decide, else the general formula.
#[cold]
#[inline(never)]
fn decide_slow<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, rule: Rule) -> bool {
    super::aligned::decide(&a, &b, rule).unwrap_or_else(|| any_any(a, b, rule))
}

/// Whether two shapes without a radius meet, by `rule`.
#[inline(always)]
fn sharp_meet<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    match sharp(a, b) {
        Some(FilteredAxes::Apart) => false,
        Some(FilteredAxes::Penetrating) => true,
        Some(FilteredAxes::Open(open)) => {
            meet_along(open, a.as_shape_ref(), b.as_shape_ref(), rule)
        }
        None => decide_slow(a.as_shape_ref(), b.as_shape_ref(), rule),
    }
}

/// What the axes of two shapes without a radius decide for certain.
#[inline(always)]
fn sharp<V: Vector>(a: &impl RoundedFigure<V>, b: &impl RoundedFigure<V>) -> Option<FilteredAxes> {
    let place = a.place();
    axes::filter(&a.seen_from(place), &b.seen_from(place))
}

/// The exact stage where a filter has left some axes `open`.
#[cold]
#[inline(never)]
fn meet_along<V: Vector>(open: u32, a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, rule: Rule) -> bool {
    super::aligned::decide(&a, &b, rule).unwrap_or_else(|| {
        !apart_along_open::<V, _>(&Shapes { a: &a, b: &b, rule }, FilteredAxes::Open(open))
    })
}

/// Whether two shapes, of which at least one has a radius, are certainly apart, or certainly penetrate.
#[inline(always)]
fn round<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(a: &A, b: &B) -> Option<bool>
where
    A::Figure: TiltIntoDualCone<V> + ProposesClosestPoints<V, B::Figure>,
{
    let place = a.place();
    closest::apart(&a.seen_from(place), &b.seen_from(place), a.radius() + b.radius())
}

/// Whether a ray and a capsule are certainly apart.
pub(crate) fn is_ray_apart<V: Vector>(ray: &Ray<V>, capsule: &Capsule<V>) -> bool {
    round(ray, capsule) == Some(true)
}

/// Whether a segment and a capsule are certainly apart.
pub(crate) fn is_segment_apart<V: Vector>(segment: &Segment<V>, capsule: &Capsule<V>) -> bool {
    round(segment, capsule) == Some(true)
}

/// For the front and the back of a plane: whether a shape is certainly beyond it on that side
/// (`Some(true)`), or certainly reaches across (`Some(false)`).
#[inline(always)]
fn sides<V: Vector>(shape: &impl RoundedFigure<V>, plane: &Plane<V>) -> [Option<bool>; 2] {
    let direction = Vect::<V, f64>::of(&plane.normal);
    let axis = CandidateAxis { direction, size: direction.norm1(), clean: true };
    let figure = shape.seen_from(Vect::zero());
    axes::sides(&figure, shape.radius(), &axis, widen(plane.offset))
}

/// Whether a shape is certainly on one side of a plane, or certainly on both.
#[inline(always)]
fn level<V: Vector>(shape: &impl RoundedFigure<V>, plane: &Plane<V>) -> Option<bool> {
    match sides(shape, plane) {
        [Some(true), _] | [_, Some(true)] => Some(true),
        [Some(false), Some(false)] => Some(false),
        [None, _] | [_, None] => None,
    }
}

/// Whether a shape is certainly apart from a half-space, or certainly reaches into it.
#[inline(always)]
fn behind<V: Vector>(shape: &impl RoundedFigure<V>, half_space: &HalfSpace<V>) -> Option<bool> {
    sides(shape, &half_space.boundary())[0]
}

macro_rules! kernels {
    ($($kernel:ident($a:ident: $A:ident, $b:ident: $B:ident) = $look:ident($x:ident, $y:ident);)*) => {
        $(pub(super) fn $kernel<V: Vector>(
            $a: &shape_type!($A, V),
            $b: &shape_type!($B, V),
            rule: Rule,
        ) -> bool {
            match $look($x, $y) {
                Some(apart) => !apart,
                None => decide_slow($a.as_shape_ref(), $b.as_shape_ref(), rule),
            }
        })*
    };
}

pub(super) fn ray_aabb<V: Vector>(a: &Ray<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::ray_meets(a, b, rule).unwrap_or_else(|| after_slabs(a, b, rule))
}

pub(super) fn segment_aabb<V: Vector>(a: &Segment<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::segment_meets(a, b, rule).unwrap_or_else(|| after_slabs(a, b, rule))
}

/// For a line and a box that are too far from one another, or of sizes too different, for exact differences.
#[cold]
#[inline(never)]
fn after_slabs<V: Vector, A>(a: &A, b: &Aabb<V>, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
{
    sharp_meet(a, b, rule)
}

// For a point that is not finite every comparison is false, so the exact stage answers.
kernels! {
    point_capsule(a: Point, b: Capsule) = round(b, a);
    sphere_capsule(a: Sphere, b: Capsule) = round(b, a);
    sphere_segment(a: Sphere, b: Segment) = round(b, a);
    sphere_ray(a: Sphere, b: Ray) = round(b, a);
    sphere_triangle(a: Sphere, b: Triangle) = round(a, b);
    capsule_capsule(a: Capsule, b: Capsule) = round(a, b);
    capsule_segment(a: Capsule, b: Segment) = round(a, b);
    capsule_ray(a: Capsule, b: Ray) = round(b, a);
    capsule_aabb(a: Capsule, b: Aabb) = round(a, b);
    capsule_obb(a: Capsule, b: Obb) = round(a, b);
    capsule_triangle(a: Capsule, b: Triangle) = round(a, b);
    capsule_plane(a: Capsule, b: Plane) = level(a, b);
    segment_plane(a: Segment, b: Plane) = level(a, b);
    ray_plane(a: Ray, b: Plane) = level(a, b);
    triangle_plane(a: Triangle, b: Plane) = level(a, b);
    capsule_half_space(a: Capsule, b: HalfSpace) = behind(a, b);
    segment_half_space(a: Segment, b: HalfSpace) = behind(a, b);
    ray_half_space(a: Ray, b: HalfSpace) = behind(a, b);
    triangle_half_space(a: Triangle, b: HalfSpace) = behind(a, b);
}

macro_rules! sharp_kernels {
    ($($kernel:ident($a:ident: $A:ident, $b:ident: $B:ident) = ($x:ident, $y:ident);)*) => {
        $(pub(super) fn $kernel<V: Vector>(
            $a: &shape_type!($A, V),
            $b: &shape_type!($B, V),
            rule: Rule,
        ) -> bool {
            sharp_meet($x, $y, rule)
        })*
    };
}
sharp_kernels! {
    point_triangle(a: Point, b: Triangle) = (a, b);
    segment_obb(a: Segment, b: Obb) = (a, b);
    segment_triangle(a: Segment, b: Triangle) = (a, b);
    ray_obb(a: Ray, b: Obb) = (a, b);
    ray_triangle(a: Ray, b: Triangle) = (a, b);
    aabb_triangle(a: Aabb, b: Triangle) = (b, a);
    obb_triangle(a: Obb, b: Triangle) = (b, a);
    triangle_triangle(a: Triangle, b: Triangle) = (a, b);
}

macro_rules! polytope_kernels {
    ($($kernel:ident($a:ident: $A:ident, $b:ident: $B:ident);)*) => {
        $(pub(super) fn $kernel<V: Vector>(
            $a: &shape_type!($A, V),
            $b: &shape_type!($B, V),
            rule: Rule,
        ) -> bool {
            polytopes_meet($a.as_shape_ref(), $b.as_shape_ref(), rule)
        })*
    };
}
polytope_kernels! {
    point_parallelepiped(a: Point, b: Parallelepiped);
    segment_parallelepiped(a: Segment, b: Parallelepiped);
    aabb_parallelepiped(a: Aabb, b: Parallelepiped);
    obb_parallelepiped(a: Obb, b: Parallelepiped);
    parallelepiped_triangle(a: Parallelepiped, b: Triangle);
    parallelepiped_parallelepiped(a: Parallelepiped, b: Parallelepiped);
}

/// Whether two polytopes of few edges meet, by `rule`.
fn polytopes_meet<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, rule: Rule) -> bool {
    match polytope::filter(&a, &b) {
        Some(filtered) => !apart_along_open::<V, _>(&Shapes { a: &a, b: &b, rule }, filtered),
        None => any_any(a, b, rule),
    }
}
