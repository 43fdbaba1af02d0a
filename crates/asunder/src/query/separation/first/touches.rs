//! What the filters of this module leave open: shapes that touch, or nearly do.
//!
//! Each pair asks in this order, as far as it has the stage: integers of its own, by the axes that its filter left open;
//! then [`touch_by_open_axes`] or, of shapes with a radius, [`touch_by_all_axes`], which end with the general test. All are
//! out of line, so that the filters before them stay small.

use super::axes::FilteredAxes;
use super::boxed::{self, TurnedTriangle};
use super::capsule_box::CapsuleAndBox;
use super::closest::ProposesClosestPoints;
use super::figure::LineOrSegment;
use super::figures::RoundedFigure;
use super::integers::{
    self, CapsuleFromBox, Counted, LineFromBox, StoredBox, TriangleFromBox, counted_polytope,
    in_plane,
};
use super::lines::{self, Straight};
use super::{closest_points, sharp_meet, triangles, volumes};
use crate::exact::is_zero;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::query::separation::boxes::BoxSource;
use crate::query::separation::spans::{Shapes, apart_along_open};
use crate::query::separation::{aligned, any_any, meet};
use crate::shape::{Aabb, AnyShape, Capsule, Obb, Ray, Segment, Shape, ShapeRef, Sphere, Triangle};
use crate::space::Vector;

/// Whether shapes touch of which one has a radius, or is a plane or a half-space: coordinate axes if they decide, else
/// the general test.
#[cold]
#[inline(never)]
pub(super) fn touch_by_all_axes<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> bool {
    if let Some(meet) = degenerates_meet(a, b, rule) {
        return meet;
    }
    aligned::decide(&a, &b, rule).unwrap_or_else(|| any_any(a, b, rule))
}

/// Whether shapes without a radius touch, after a filter that was undecided, or that knew nothing: integers in the plane, coordinate axes if they decide, integers in space, else the axes that the filter has left open, or all.
#[cold]
#[inline(never)]
pub(super) fn touch_by_open_axes<V: Vector>(
    filtered: Option<FilteredAxes>,
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> bool {
    let counted = if V::IN_PLANE { in_plane::meet(filtered, a, b, rule) } else { None };
    let known = counted.or_else(|| aligned::decide(&a, &b, rule));
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

/// A line and an axis-aligned box about which the slabs are not certain, since differences of coordinates round: all
/// axes.
#[cold]
#[inline(never)]
pub(super) fn line_touches_aabb<V: Vector, A, B>(a: &A, b: &B, rule: Rule) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    degenerates_meet(a.as_shape_ref(), b.as_shape_ref(), rule)
        .unwrap_or_else(|| sharp_meet(a, b, rule))
}

/// Whether straight shapes that touch, or nearly do, meet, by `rule`; `None` if integers do not hold their numbers.
#[cold]
#[inline(never)]
pub(super) fn lines_touch<V: Vector>(a: &Straight<V>, b: &Straight<V>, rule: Rule) -> Option<bool> {
    let [a, b] = lines::counted_lines(a, b)?;
    Some(lines::lines_meet_exactly::<i128>(&a, &b, rule))
}

/// A point or a segment that touches a triangle, or nearly does: in integers it is a triangle without an area.
#[cold]
#[inline(never)]
pub(super) fn line_touches_triangle<V: Vector>(
    filtered: Option<FilteredAxes>,
    (a, [from, to]): (ShapeRef<'_, V>, [V::Array<f32>; 2]),
    b: &Triangle<V>,
    rule: Rule,
) -> bool {
    let flat = Triangle { a: from, b: to, c: to };
    let known = if V::IN_SPACE { counted_triangles_meet(&flat, b, rule) } else { None };
    known.unwrap_or_else(|| touch_by_open_axes(filtered, a, b.as_shape_ref(), rule))
}

/// A ray that touches a triangle in space, or nearly does, or is nearly parallel to it.
#[cold]
#[inline(never)]
pub(super) fn ray_touches_triangle<V: Vector>(a: &Ray<V>, b: &Triangle<V>, rule: Rule) -> bool {
    if let Some(meet) = volumes::meets(a, b) {
        return meet;
    }
    let Some(Counted { vectors: (direction, corners), are_short }) =
        integers::ray_and_triangle(a, b)
    else {
        return touch_by_open_axes(None, a.as_shape_ref(), b.as_shape_ref(), rule);
    };
    if are_short {
        volumes::meets_exactly::<i64>(direction, corners, rule)
    } else {
        volumes::meets_exactly::<i128>(direction, corners, rule)
    }
}

/// Triangles in space that touch, or nearly do.
#[cold]
#[inline(never)]
pub(super) fn triangles_touch<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, rule: Rule) -> bool {
    counted_triangles_meet(a, b, rule)
        .unwrap_or_else(|| touch_by_open_axes(None, a.as_shape_ref(), b.as_shape_ref(), rule))
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

/// A ray that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
pub(super) fn ray_touches_box<V: Vector>(a: &Ray<V>, b: &Obb<V>, rule: Rule) -> bool {
    if V::IN_PLANE {
        return sharp_meet(a, b, rule);
    }
    LineFromBox::of_ray(a, &b.into()).map_or_else(
        || touch_by_open_axes(None, a.as_shape_ref(), b.as_shape_ref(), rule),
        |counted| counted.meet(rule),
    )
}

/// A segment that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
pub(super) fn segment_touches_box<V: Vector>(
    filtered: Option<FilteredAxes>,
    a: &Segment<V>,
    b: &Obb<V>,
    rule: Rule,
) -> bool {
    let counted = if V::IN_SPACE { LineFromBox::of_segment(a, &b.into()) } else { None };
    counted.map_or_else(
        || touch_by_open_axes(filtered, a.as_shape_ref(), b.as_shape_ref(), rule),
        |counted| counted.meet(rule),
    )
}

/// A triangle that touches an axis-aligned box, or nearly does.
#[cold]
#[inline(never)]
pub(super) fn triangle_touches_aabb<V: Vector>(a: &Triangle<V>, b: &Aabb<V>, rule: Rule) -> bool {
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
            .unwrap_or_else(|| box_touches_triangle(open, b.as_shape_ref(), a, rule))
}

/// A triangle that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
pub(super) fn triangle_touches_obb<V: Vector>(
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
        .unwrap_or_else(|| box_touches_triangle(open, b.as_shape_ref(), a, rule))
}

/// A box and a triangle, by the axes that [`boxed`] has left open.
pub(super) fn box_touches_triangle<V: Vector>(
    open: u32,
    a: ShapeRef<'_, V>,
    b: &Triangle<V>,
    rule: Rule,
) -> bool {
    let filtered = FilteredAxes::Open(boxed::general_order(open));
    touch_by_open_axes(Some(filtered), a, b.as_shape_ref(), rule)
}

/// A capsule that touches a face of a box, or nearly does.
#[cold]
#[inline(never)]
pub(super) fn capsule_touches_face<V: Vector, B>(
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
