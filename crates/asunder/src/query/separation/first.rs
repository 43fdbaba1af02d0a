//! A floating-point filter for lines, triangles, boxes and parallelepipeds: it finds two near points or an axis, and
//! checks that they prove the answer.
//!
//! Nearly all pairs are decided here, in plain `f64`. Those that [`axes`] or [`closest`] cannot decide beyond
//! their own rounding errors, mostly touching pairs, go on to [`meet_slowly`] or, of shapes with a radius, to
//! [`decide_slow`].

mod axes;
mod boxed;
mod capsule_box;
mod closest;
mod counted_box;
mod counted_polytope;
mod figure;
mod figures;
mod grid;
mod in_plane;
mod integers;
mod line_box;
mod lines;
mod measured;
mod moving;
mod polytope;
mod ray_round;
mod round_parallelepiped;
#[cfg(test)]
pub(crate) mod tests;
mod triangle_box;
mod triangles;
mod volumes;

use super::boxes::{BoxSource, ray_clearly_meets_obb};
use super::spans::{Shapes, apart_along_open};
use super::{any_any, meet, slabs};
use crate::exact::{is_zero, widen};
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{
    Aabb, AnyShape, Capsule, HalfSpace, Obb, Plane, Ray, Segment, Shape, ShapeRef, Sphere, Triangle,
};
use crate::space::Vector;
use boxed::TurnedTriangle;
use capsule_box::{CapsuleAndBox, FacesOfBox};
use closest::ProposesClosestPoints;
use counted_box::StoredBox;
use figure::{CandidateAxis, LineOrSegment};
use figures::RoundedFigure;
use grid::share_grid;
use integers::Counted;
pub(super) use line_box::point_meets_box;
use line_box::{CapsuleFromBox, LineFromBox};
use lines::Straight;
use triangle_box::TriangleFromBox;

pub(crate) use axes::FilteredAxes;
pub(super) use counted_box::finest_grid;
pub(super) use grid::Grid;
pub(crate) use measured::{MeasuredFigures, measured};
pub(crate) use moving::{RoundContact, RoundEntry, with_either_moving_round, with_moving_round};
pub(crate) use polytope::filter_moving;
pub(crate) use ray_round::{capsule_clearly_meets_ray, sphere_clearly_meets_ray};
pub(super) use round_parallelepiped::{capsule_parallelepiped, sphere_parallelepiped};
pub(crate) use volumes::{LineVolumes, PlaneCrossing, VOLUME};

/// The exact stage: coordinate axes if they decide, else the general formula.
#[cold]
#[inline(never)]
fn decide_slow<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, rule: Rule) -> bool {
    if let Some(meet) = degenerates_meet(a, b, rule) {
        return meet;
    }
    super::aligned::decide(&a, &b, rule).unwrap_or_else(|| any_any(a, b, rule))
}

/// Whether two shapes meet, by `rule`, of which one is a point, a segment or a sphere as another kind: the formulas of
/// those are simpler. `None` if neither is.
fn degenerates_meet<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, rule: Rule) -> Option<bool> {
    let (own, other) = (degenerate(a), degenerate(b));
    if own.is_none() && other.is_none() {
        return None;
    }
    let a = own.as_ref().map_or(a, Shape::as_shape_ref);
    let b = other.as_ref().map_or(b, Shape::as_shape_ref);
    Some(meet(&a, &b, rule))
}

/// The point that a sphere without a radius is, the segment that such a capsule is, or a triangle with two equal corners,
/// or the sphere that a capsule without a length is.
fn degenerate<V: Vector>(shape: ShapeRef<'_, V>) -> Option<Shape<V>> {
    let are_equal = |a: &V::Array<f32>, b: &V::Array<f32>| Vect::<V, f32>(*a).is_same(Vect(*b));
    let segment = |a, b| Some(Segment { a, b }.into());
    match shape {
        ShapeRef::Sphere(&Sphere { center, radius }) if is_zero(radius) => {
            Some(Shape::Point(V::from_array(center)))
        }
        ShapeRef::Capsule(&Capsule { a, b, radius }) if is_zero(radius) => segment(a, b),
        ShapeRef::Capsule(Capsule { a, b, radius }) if are_equal(a, b) => {
            Some(Sphere { center: *a, radius: *radius }.into())
        }
        ShapeRef::Triangle(&Triangle { a, b, c }) if are_equal(&a, &b) => segment(b, c),
        ShapeRef::Triangle(&Triangle { a, b, c }) if are_equal(&b, &c) => segment(c, a),
        ShapeRef::Triangle(&Triangle { a, b, c }) if are_equal(&c, &a) => segment(a, b),
        _ => None,
    }
}

/// Whether two shapes without a radius meet, by `rule`.
#[inline(always)]
pub(super) fn sharp_meet<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    let filtered = sharp(a, b);
    filtered
        .and_then(FilteredAxes::meet)
        .unwrap_or_else(|| meet_slowly(filtered, a.as_shape_ref(), b.as_shape_ref(), rule))
}

/// What the axes of two shapes without a radius decide for certain.
#[inline(always)]
fn sharp<V: Vector>(a: &impl RoundedFigure<V>, b: &impl RoundedFigure<V>) -> Option<FilteredAxes> {
    let place = a.place();
    axes::filter(&a.seen_from(place), &b.seen_from(place))
}

/// The exact stage of shapes without a radius, after a filter that was undecided, or that knew nothing: integers in
/// the plane, coordinate axes if they decide, integers in space, else the axes that the filter has left open, or all.
#[cold]
#[inline(never)]
fn meet_slowly<V: Vector>(
    filtered: Option<FilteredAxes>,
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> bool {
    let counted = if V::IN_PLANE { in_plane::meet(filtered, a, b, rule) } else { None };
    let known = counted.or_else(|| super::aligned::decide(&a, &b, rule));
    let known = if V::IN_SPACE {
        known.or_else(|| counted_polytope::meet(filtered, a, b, rule))
    } else {
        known
    };
    known.unwrap_or_else(|| match filtered {
        Some(filtered) => !apart_along_open::<V, _>(&Shapes { a: &a, b: &b, rule }, filtered),
        None => any_any(a, b, rule),
    })
}

/// Whether two shapes, of which at least one has a radius, meet, by `rule`. For a point that is not finite
/// every comparison is false, so that the exact stage answers.
pub(super) fn closest_points<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
    A::Figure: ProposesClosestPoints<V, B::Figure>,
{
    settled(round(a, b), a, b, rule)
}

/// As [`closest_points`], where `b` is the shape that knows how to look for the points.
pub(super) fn closest_points_mirrored<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
    B::Figure: ProposesClosestPoints<V, A::Figure>,
{
    settled(round(b, a), a, b, rule)
}

/// Whether a shape meets a plane, by `rule`: it reaches to both sides.
pub(super) fn both_sides<V: Vector, A>(a: &A, plane: &Plane<V>, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
{
    settled(level(a, plane), a, plane, rule)
}

/// Whether a shape meets a half-space, by `rule`: it reaches behind the boundary.
pub(super) fn one_side<V: Vector, A>(a: &A, half_space: &HalfSpace<V>, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
{
    settled(behind(a, half_space), a, half_space, rule)
}

/// The answer of a filter that is certain whether two shapes are apart; else that of the exact stage.
#[inline(always)]
fn settled<V: Vector>(
    apart: Option<bool>,
    a: &impl AnyShape<Vector = V>,
    b: &impl AnyShape<Vector = V>,
    rule: Rule,
) -> bool {
    match apart {
        Some(apart) => !apart,
        None => decide_slow(a.as_shape_ref(), b.as_shape_ref(), rule),
    }
}

/// Whether two shapes, of which at least one has a radius, are certainly apart, or certainly penetrate.
#[inline(always)]
fn round<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(a: &A, b: &B) -> Option<bool>
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

pub(super) fn ray_aabb<V: Vector>(a: &Ray<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::ray_meets(a, b, rule).unwrap_or_else(|| after_filter(a, b, rule))
}

pub(super) fn segment_aabb<V: Vector>(a: &Segment<V>, b: &Aabb<V>, rule: Rule) -> bool {
    slabs::segment_meets(a, b, rule).unwrap_or_else(|| after_filter(a, b, rule))
}

/// All axes, for a line and an axis-aligned box about which its own filter is not certain: differences of coordinates
/// round.
#[cold]
#[inline(never)]
fn after_filter<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    degenerates_meet(a.as_shape_ref(), b.as_shape_ref(), rule)
        .unwrap_or_else(|| sharp_meet(a, b, rule))
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

/// A ray that touches a triangle in space, or nearly does, or is nearly parallel to it.
#[cold]
#[inline(never)]
fn ray_touches_triangle<V: Vector>(a: &Ray<V>, b: &Triangle<V>, rule: Rule) -> bool {
    if let Some(meet) = volumes::meets(a, b) {
        return meet;
    }
    let Some(Counted { vectors: (direction, corners), are_short }) =
        integers::ray_and_triangle(a, b)
    else {
        return meet_slowly(None, a.as_shape_ref(), b.as_shape_ref(), rule);
    };
    if are_short {
        volumes::meets_exactly::<i64>(direction, corners, rule)
    } else {
        volumes::meets_exactly::<i128>(direction, corners, rule)
    }
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
    let filtered = sharp(a, b);
    filtered
        .and_then(FilteredAxes::meet)
        .unwrap_or_else(|| line_touches_triangle(filtered, (a.as_shape_ref(), ends), b, rule))
}

/// A point or a segment that touches a triangle, or nearly does: in integers it is a triangle without an area.
#[cold]
#[inline(never)]
fn line_touches_triangle<V: Vector>(
    filtered: Option<FilteredAxes>,
    (a, [from, to]): (ShapeRef<'_, V>, [V::Array<f32>; 2]),
    b: &Triangle<V>,
    rule: Rule,
) -> bool {
    let flat = Triangle { a: from, b: to, c: to };
    let known = if V::IN_SPACE { counted_triangles_meet(&flat, b, rule) } else { None };
    known.unwrap_or_else(|| meet_slowly(filtered, a, b.as_shape_ref(), rule))
}

pub(super) fn ray_obb<V: Vector>(a: &Ray<V>, b: &Obb<V>, rule: Rule) -> bool {
    ray_clearly_meets_obb(a, b).unwrap_or_else(|| ray_touches_box(a, b, rule))
}

/// A ray that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
fn ray_touches_box<V: Vector>(a: &Ray<V>, b: &Obb<V>, rule: Rule) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    LineFromBox::of_ray(a, &b.into()).map_or_else(
        || meet_slowly(None, a.as_shape_ref(), b.as_shape_ref(), rule),
        |counted| counted.meet(rule),
    )
}

pub(super) fn segment_obb<V: Vector>(a: &Segment<V>, b: &Obb<V>, rule: Rule) -> bool {
    let filtered = sharp(a, b);
    filtered
        .and_then(FilteredAxes::meet)
        .unwrap_or_else(|| segment_touches_box(filtered, a, b, rule))
}

/// A segment that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
fn segment_touches_box<V: Vector>(
    filtered: Option<FilteredAxes>,
    a: &Segment<V>,
    b: &Obb<V>,
    rule: Rule,
) -> bool {
    let counted = if V::IN_SPACE { LineFromBox::of_segment(a, &b.into()) } else { None };
    counted.map_or_else(
        || meet_slowly(filtered, a.as_shape_ref(), b.as_shape_ref(), rule),
        |counted| counted.meet(rule),
    )
}

pub(super) fn aabb_triangle<V: Vector>(a: &Aabb<V>, b: &Triangle<V>, rule: Rule) -> bool {
    boxed::aabb(b, a).map_or_else(|| triangle_touches_aabb(b, a, rule), |apart| !apart)
}

/// A triangle that touches an upright box, or nearly does.
#[cold]
#[inline(never)]
fn triangle_touches_aabb<V: Vector>(a: &Triangle<V>, b: &Aabb<V>, rule: Rule) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    if boxed::faces_of_aabb_part(a, b, rule) {
        return false;
    }
    let Some(open) = boxed::open_of_aabb(a, b) else { return false };
    // The faces have decided.
    open >> boxed::NORMAL == 0
        || TriangleFromBox::of(a, &b.into())
            .and_then(|counted| counted.meet(open, rule))
            .unwrap_or_else(|| box_meets_slowly(open, b.as_shape_ref(), a, rule))
}

pub(super) fn obb_triangle<V: Vector>(a: &Obb<V>, b: &Triangle<V>, rule: Rule) -> bool {
    let seen = TurnedTriangle::of(b, a);
    seen.apart().map_or_else(|| triangle_touches_obb(b, a, &{ seen }, rule), |apart| !apart)
}

/// A triangle that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
fn triangle_touches_obb<V: Vector>(
    a: &Triangle<V>,
    b: &Obb<V>,
    seen: &TurnedTriangle<V>,
    rule: Rule,
) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    let Some(open) = seen.open() else { return false };
    if open >> boxed::NORMAL == 0
        && let Some(parted) = seen.faces_part(a, b, open, rule)
    {
        return !parted;
    }
    TriangleFromBox::of(a, &b.into())
        .and_then(|counted| counted.meet(open, rule))
        .unwrap_or_else(|| box_meets_slowly(open, b.as_shape_ref(), a, rule))
}

/// The exact stage of a box and a triangle, by the axes that [`boxed`] has left open.
fn box_meets_slowly<V: Vector>(open: u32, a: ShapeRef<'_, V>, b: &Triangle<V>, rule: Rule) -> bool {
    let filtered = FilteredAxes::Open(boxed::general_order(open));
    meet_slowly(Some(filtered), a, b.as_shape_ref(), rule)
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

/// A capsule that touches a face of a box, or nearly does.
#[cold]
#[inline(never)]
fn capsule_touches_face<V: Vector, B>(
    a: &Capsule<V>,
    b: &B,
    seen: &CapsuleAndBox<V, B::Figure>,
    rule: Rule,
) -> bool
where
    B: RoundedFigure<V> + BoxSource<V> + AnyShape<Vector = V>,
    LineOrSegment<V, false>: ProposesClosestPoints<V, B::Figure>,
{
    // Without a radius it is a segment.
    let known = if V::IN_PLANE || is_zero(a.radius) {
        None
    } else {
        seen.meet_at_face(a, b, rule)
            .or_else(|| CapsuleFromBox::of(a, &StoredBox::of(&b.as_shape_ref())?)?.meet(rule))
    };
    known.unwrap_or_else(|| closest_points(a, b, rule))
}

pub(super) fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, rule: Rule) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    let place = a.place();
    let apart = triangles::apart(&a.seen_from(place), &b.seen_from(place));
    apart.map_or_else(|| triangles_touch(a, b, rule), |apart| !apart)
}

/// Triangles in space that touch, or nearly do.
#[cold]
#[inline(never)]
fn triangles_touch<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, rule: Rule) -> bool {
    counted_triangles_meet(a, b, rule)
        .unwrap_or_else(|| meet_slowly(None, a.as_shape_ref(), b.as_shape_ref(), rule))
}

/// Whether two triangles in space meet, by `rule`; `None` if integers do not hold their numbers.
fn counted_triangles_meet<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, rule: Rule) -> Option<bool> {
    let Counted { vectors, are_short } = integers::triangles(a, b)?;
    Some(if are_short {
        triangles::meet_exactly::<i64>(vectors, rule)
    } else {
        triangles::meet_exactly::<i128>(vectors, rule)
    })
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

/// Whether straight shapes that touch, or nearly do, meet, by `rule`; `None` if integers do not hold their numbers.
#[cold]
#[inline(never)]
fn lines_touch<V: Vector>(a: &Straight<V>, b: &Straight<V>, rule: Rule) -> Option<bool> {
    let [a, b] = lines::counted_lines(a, b)?;
    Some(lines::lines_meet_exactly::<i128>(&a, &b, rule))
}
