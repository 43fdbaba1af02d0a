//! A floating-point filter for lines, triangles and boxes: it finds two near points or an axis, and checks
//! that they prove the answer.
//!
//! Nearly all pairs are decided here, in plain `f64`. Those that [`axes`] or [`closest`] cannot decide beyond
//! their own rounding errors, mostly touching pairs, go on to [`decide_slow`].

mod axes;
mod boxed;
mod closest;
mod figure;
mod figures;
mod grid;
mod measured;
mod moving;
mod polytope;
#[cfg(test)]
pub(crate) mod tests;
mod triangles;
mod volumes;

use super::spans::{Shapes, apart_along_open};
use super::{any_any, shape_type, slabs};
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{
    Aabb, AnyShape, Capsule, HalfSpace, Obb, Plane, Ray, Segment, ShapeRef, Triangle,
};
use crate::space::Vector;
use closest::{ProposesClosestPoints, TiltIntoDualCone};
use figure::CandidateAxis;
use figures::RoundedFigure;
use grid::share_grid;

pub(crate) use axes::FilteredAxes;
pub(crate) use measured::{MeasuredFigures, measured};
pub(crate) use moving::{RoundContact, RoundEntry, with_either_moving_round, with_moving_round};
pub(crate) use polytope::filter_moving;
pub(crate) use volumes::{LineVolumes, VOLUME};

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
    let open = match sharp(a, b) {
        Some(FilteredAxes::Apart) => return false,
        Some(FilteredAxes::Penetrating) => return true,
        Some(FilteredAxes::Open(open)) => Some(open),
        None => None,
    };
    grid::meet(open, a, b, rule)
        .unwrap_or_else(|| meet_slowly(open, a.as_shape_ref(), b.as_shape_ref(), rule))
}

/// What the axes of two shapes without a radius decide for certain.
#[inline(always)]
fn sharp<V: Vector>(a: &impl RoundedFigure<V>, b: &impl RoundedFigure<V>) -> Option<FilteredAxes> {
    let place = a.place();
    axes::filter(&a.seen_from(place), &b.seen_from(place))
}

/// The exact stage: coordinate axes if they decide, else the axes that a filter has left `open`, or all.
#[cold]
#[inline(never)]
fn meet_slowly<V: Vector>(
    open: Option<u32>,
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> bool {
    super::aligned::decide(&a, &b, rule).unwrap_or_else(|| match open {
        Some(open) => {
            !apart_along_open::<V, _>(&Shapes { a: &a, b: &b, rule }, FilteredAxes::Open(open))
        }
        None => any_any(a, b, rule),
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

/// Whether a ray and a triangle stand on a grid so that `f64` rounds no product of three of their differences.
pub(crate) fn ray_shares_grid<V: Vector>(ray: &Ray<V>, triangle: &Triangle<V>) -> bool {
    share_grid(ray, triangle)
}

/// Whether a segment and a triangle stand on such a grid.
pub(crate) fn segment_shares_grid<V: Vector>(segment: &Segment<V>, triangle: &Triangle<V>) -> bool {
    share_grid(segment, triangle)
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
    slabs::ray_meets(a, b, rule).unwrap_or_else(|| after_filter(a, b, rule))
}

pub(super) fn segment_aabb<V: Vector>(a: &Segment<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::segment_meets(a, b, rule).unwrap_or_else(|| after_filter(a, b, rule))
}

/// All axes, for a line and a box or a triangle about which its own filter is not certain: differences of
/// coordinates round, or the line touches the triangle or is nearly parallel to it.
#[cold]
#[inline(never)]
fn after_filter<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    sharp_meet(a, b, rule)
}

pub(super) fn ray_triangle<V: Vector>(a: &Ray<V>, b: &Triangle<V>, rule: Rule) -> bool {
    let place = a.place();
    let by_volumes =
        if V::DIM == 3 { volumes::meets(&a.seen_from(place), &b.seen_from(place)) } else { None };
    by_volumes.unwrap_or_else(|| ray_touches_triangle(a, b, rule))
}

/// A ray that touches a triangle, or is nearly parallel to it.
#[cold]
#[inline(never)]
fn ray_touches_triangle<V: Vector>(a: &Ray<V>, b: &Triangle<V>, rule: Rule) -> bool {
    let place = a.place();
    let exactly = || volumes::meets_exactly(&a.seen_from(place), &b.seen_from(place), rule);
    let on_grid = if V::DIM == 3 && share_grid(a, b) { exactly() } else { None };
    on_grid.unwrap_or_else(|| sharp_meet(a, b, rule))
}

pub(super) fn aabb_triangle<V: Vector>(a: &Aabb<V>, b: &Triangle<V>, rule: Rule) -> bool {
    boxed::aabb(b, a).map_or_else(|| after_filter(b, a, rule), |apart| !apart)
}

pub(super) fn obb_triangle<V: Vector>(a: &Obb<V>, b: &Triangle<V>, rule: Rule) -> bool {
    boxed::obb(b, a).map_or_else(|| after_filter(b, a, rule), |apart| !apart)
}

pub(super) fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, rule: Rule) -> bool {
    let place = a.place();
    let by_sides =
        if V::DIM == 3 { triangles::apart(&a.seen_from(place), &b.seen_from(place)) } else { None };
    by_sides.map_or_else(|| after_filter(a, b, rule), |apart| !apart)
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
