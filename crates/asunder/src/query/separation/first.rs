//! A floating-point filter for lines, triangles, boxes and parallelepipeds: it finds two near points or an axis, and
//! checks that they prove the answer.
//!
//! Nearly all pairs are decided here, in plain `f64`. Those that a filter cannot decide beyond its own rounding errors,
//! mostly touching pairs, go on to [`touches`], which asks [`integers`] first.
//!
//! | filter | of |
//! |---|---|
//! | [`axes`] | shapes without a radius: the separating-axis test |
//! | [`closest`] | shapes with one: two points that are close to each other |
//! | [`boxed`], [`triangles`], [`volumes`], [`lines`], [`capsule_box`], [`ray_round`], [`round_parallelepiped`] | one pair each, with fewer axes |
//! | [`moving`], [`polytope`] | one that moves |
//! | [`measured`] | metrics: no question, but a distance |
//!
//! They see a shape as a [`figure`], relative to a point near it.
//!
//! The stages of a pair in space, in the order in which they are asked. Those after the filter stand in [`touches`]; what
//! they leave open, too, the general test decides.
//!
//! | pair | filter | integers | then |
//! |---|---|---|---|
//! | straight shapes among themselves | `lines::are_apart` | `lines_touch` | all axes |
//! | a ray or a segment, and an axis-aligned box | `slabs` | those of `sharp_meet` | its axes |
//! | a ray and a turned box | `ray_clearly_meets_obb` | `LineFromBox` | all axes |
//! | a segment and a turned box | `axes::filter` | `LineFromBox` | the open axes |
//! | a point or a segment, and a triangle | `axes::filter` | `counted_triangles_meet` | the open axes |
//! | a ray and a triangle | `volumes::clearly_meets` | `volumes::meets`, `volumes::meets_exactly` | all axes |
//! | two triangles | `triangles::apart` | `counted_triangles_meet` | all axes |
//! | a triangle and a box | `boxed` | the box's faces, `TriangleFromBox` | the open axes |
//! | a capsule and a box | `CapsuleAndBox::by_faces` | `CapsuleAndBox::meet_at_face`, `CapsuleFromBox` | `closest_points` |
//! | others without a radius | `axes::filter` | `aligned::decide`, `counted_polytope::meet` | the open axes |
//! | others with one | `closest::apart` | `aligned::decide` | all axes |
//! | a plane or a half-space | `axes::sides` | `aligned::decide` | all axes |

mod axes;
mod boxed;
mod capsule_box;
mod closest;
mod figure;
mod figures;
mod integers;
mod lines;
mod measured;
mod moving;
mod polytope;
mod ray_round;
mod round_parallelepiped;
#[cfg(test)]
pub(crate) mod tests;
mod touches;
mod triangles;
mod volumes;

use super::boxes::{BoxSource, ray_clearly_meets_obb};
use super::{any_any, slabs};
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, AnyShape, Capsule, HalfSpace, Obb, Plane, Ray, Segment, Triangle};
use crate::space::Vector;
use boxed::TurnedTriangle;
use capsule_box::{CapsuleAndBox, FacesOfBox};
use closest::ProposesClosestPoints;
use figure::{CandidateAxis, LineOrSegment};
use figures::RoundedFigure;
use integers::share_grid;
use lines::Straight;
use touches::{
    capsule_touches_face, line_touches_aabb, line_touches_triangle, lines_touch, ray_touches_box,
    ray_touches_triangle, segment_touches_box, touch_by_all_axes, touch_by_open_axes,
    triangle_touches_aabb, triangle_touches_obb, triangles_touch,
};

pub(crate) use axes::FilteredAxes;
pub(super) use integers::{Grid, finest_grid, point_meets_box};
pub(crate) use measured::{MeasuredFigures, measured};
pub(crate) use moving::{
    CastOutcome, RoundContact, RoundEntry, with_either_moving_round, with_moving_round,
};
pub(crate) use polytope::filter_moving;
pub(crate) use ray_round::{capsule_clearly_meets_ray, sphere_clearly_meets_ray};
pub(super) use round_parallelepiped::{capsule_parallelepiped, sphere_parallelepiped};
pub(crate) use volumes::{LineVolumes, PlaneCrossing, VOLUME};

/// Whether two shapes without a radius meet, by `rule`.
#[inline(always)]
pub(super) fn sharp_meet<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    let filtered = sharp_filter(a, b);
    filtered
        .and_then(FilteredAxes::meet)
        .unwrap_or_else(|| touch_by_open_axes(filtered, a.as_shape_ref(), b.as_shape_ref(), rule))
}

/// What the axes of two shapes without a radius decide for certain.
#[inline(always)]
fn sharp_filter<V: Vector>(
    a: &impl RoundedFigure<V>,
    b: &impl RoundedFigure<V>,
) -> Option<FilteredAxes> {
    let place = a.place();
    axes::filter(&a.seen_from(place), &b.seen_from(place))
}

/// Whether two shapes, of which at least one has a radius, meet, by `rule`. For a point that is not finite
/// every comparison is false, so that the exact stage answers.
pub(super) fn closest_points<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
    A::Figure: ProposesClosestPoints<V, B::Figure>,
{
    filtered_or_exact(round_filter(a, b), a, b, rule)
}

/// As [`closest_points`], where `b` is the shape that knows how to look for the points.
pub(super) fn closest_points_mirrored<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
    B::Figure: ProposesClosestPoints<V, A::Figure>,
{
    filtered_or_exact(round_filter(b, a), a, b, rule)
}

/// Whether a shape meets a plane, by `rule`: it reaches to both sides.
pub(super) fn both_sides<V: Vector, A>(a: &A, plane: &Plane<V>, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
{
    filtered_or_exact(plane_filter(a, plane), a, plane, rule)
}

/// Whether a shape meets a half-space, by `rule`: it reaches behind the boundary.
pub(super) fn one_side<V: Vector, A>(a: &A, half_space: &HalfSpace<V>, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
{
    filtered_or_exact(half_space_filter(a, half_space), a, half_space, rule)
}

/// The answer of a filter that is certain whether two shapes are apart; else that of the exact stage.
#[inline(always)]
fn filtered_or_exact<V: Vector>(
    apart: Option<bool>,
    a: &impl AnyShape<Vector = V>,
    b: &impl AnyShape<Vector = V>,
    rule: Rule,
) -> bool {
    match apart {
        Some(apart) => !apart,
        None => touch_by_all_axes(a.as_shape_ref(), b.as_shape_ref(), rule),
    }
}

/// Whether two shapes, of which at least one has a radius, are certainly apart, or certainly penetrate.
#[inline(always)]
fn round_filter<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(a: &A, b: &B) -> Option<bool>
where
    A::Figure: ProposesClosestPoints<V, B::Figure>,
{
    let place = a.place();
    closest::apart(&a.seen_from(place), &b.seen_from(place), a.radius() + b.radius())
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
fn plane_filter<V: Vector>(shape: &impl RoundedFigure<V>, plane: &Plane<V>) -> Option<bool> {
    match sides(shape, plane) {
        [Some(true), _] | [_, Some(true)] => Some(true),
        [Some(false), Some(false)] => Some(false),
        [None, _] | [_, None] => None,
    }
}

/// Whether a shape is certainly apart from a half-space, or certainly reaches into it.
#[inline(always)]
fn half_space_filter<V: Vector>(
    shape: &impl RoundedFigure<V>,
    half_space: &HalfSpace<V>,
) -> Option<bool> {
    sides(shape, &half_space.boundary())[0]
}

pub(super) fn ray_aabb<V: Vector>(a: &Ray<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::ray_meets(a, b, rule).unwrap_or_else(|| line_touches_aabb(a, b, rule))
}

pub(super) fn segment_aabb<V: Vector>(a: &Segment<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::segment_meets(a, b, rule).unwrap_or_else(|| line_touches_aabb(a, b, rule))
}

/// Whether a ray and a triangle in space certainly penetrate, or certainly share no point.
#[inline(always)]
pub(crate) fn ray_clearly_meets_triangle<V: Vector>(a: &Ray<V>, b: &Triangle<V>) -> Option<bool> {
    if V::IN_SPACE { volumes::clearly_meets(a, b) } else { None }
}

pub(super) fn ray_triangle<V: Vector>(a: &Ray<V>, b: &Triangle<V>, rule: Rule) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    volumes::clearly_meets(a, b).unwrap_or_else(|| ray_touches_triangle(a, b, rule))
}

pub(super) fn point_triangle<V: Vector>(a: &V, b: &Triangle<V>, rule: Rule) -> bool {
    line_triangle(a, [a.to_array(); 2], b, rule)
}

pub(super) fn segment_triangle<V: Vector>(a: &Segment<V>, b: &Triangle<V>, rule: Rule) -> bool {
    line_triangle(a, [a.a, a.b], b, rule)
}

/// Whether a point or a segment, by its ends, meets a triangle, by `rule`.
#[inline(always)]
fn line_triangle<V: Vector, A>(a: &A, ends: [V::Array<f32>; 2], b: &Triangle<V>, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
{
    let filtered = sharp_filter(a, b);
    filtered
        .and_then(FilteredAxes::meet)
        .unwrap_or_else(|| line_touches_triangle(filtered, (a.as_shape_ref(), ends), b, rule))
}

pub(super) fn ray_obb<V: Vector>(a: &Ray<V>, b: &Obb<V>, rule: Rule) -> bool {
    ray_clearly_meets_obb(a, b).unwrap_or_else(|| ray_touches_box(a, b, rule))
}

pub(super) fn segment_obb<V: Vector>(a: &Segment<V>, b: &Obb<V>, rule: Rule) -> bool {
    let filtered = sharp_filter(a, b);
    filtered
        .and_then(FilteredAxes::meet)
        .unwrap_or_else(|| segment_touches_box(filtered, a, b, rule))
}

pub(super) fn aabb_triangle<V: Vector>(a: &Aabb<V>, b: &Triangle<V>, rule: Rule) -> bool {
    boxed::aabb(b, a).map_or_else(|| triangle_touches_aabb(b, a, rule), |apart| !apart)
}

pub(super) fn obb_triangle<V: Vector>(a: &Obb<V>, b: &Triangle<V>, rule: Rule) -> bool {
    let seen = TurnedTriangle::of(b, a);
    seen.apart().map_or_else(|| triangle_touches_obb(b, a, &{ seen }, rule), |apart| !apart)
}

/// Whether a capsule and a box meet, by `rule`.
pub(super) fn capsule_box<V: Vector, B>(a: &Capsule<V>, b: &B, rule: Rule) -> bool
where
    B: RoundedFigure<V> + BoxSource<V> + AnyShape<Vector = V>,
    LineOrSegment<V, false>: ProposesClosestPoints<V, B::Figure>,
{
    let seen = CapsuleAndBox::of(a, b);
    match seen.by_faces() {
        FacesOfBox::Apart => false,
        FacesOfBox::MayTouch => capsule_touches_face(a, b, &{ seen }, rule),
        FacesOfBox::Overlap => closest_points(a, b, rule),
    }
}

pub(super) fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, rule: Rule) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    let place = a.place();
    let apart = triangles::apart(&a.seen_from(place), &b.seen_from(place));
    apart.map_or_else(|| triangles_touch(a, b, rule), |apart| !apart)
}

/// Whether points, segments or rays meet, by `rule`.
pub(super) fn lines_meet<V: Vector>(
    a: &impl AnyShape<Vector = V>,
    b: &impl AnyShape<Vector = V>,
    rule: Rule,
) -> bool {
    let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
    let (Some(own), Some(other)) = (Straight::of(a), Straight::of(b)) else {
        return any_any(a, b, rule);
    };
    if V::IN_SPACE {
        if rule == Rule::Open || lines::are_apart(&own, &other) {
            return false;
        }
    } else if let Some(meet) = lines::meet_in_plane(&own, &other) {
        return meet;
    }
    lines_touch(&{ own }, &{ other }, rule).unwrap_or_else(|| any_any(a, b, rule))
}
