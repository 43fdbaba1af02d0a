//! The predicates `intersects` and `penetrates` for every pair of shapes.
//!
//! One table answers both, because they differ only in how a sign of zero counts: shapes do not intersect
//! if their projections on some axis have a gap, and do not penetrate if those have a gap or touch.

mod aligned;
mod boxes;
mod first;
mod frusta;
mod hulls;
mod planes;
mod slabs;
mod spans;
mod spheres;

use super::predicate::Rule;
use super::{pair_table, shape_type};
use crate::query::clearance::{Facing, clearance};
use crate::shape::{AnyShape, Plane, Shape, ShapeRef, with_shape};
use crate::space::Vector;

use boxes::{
    aabb_aabb, aabb_obb, corners_clearly_meet, obb_obb, point_aabb, point_obb, point_point,
};
use first::{
    aabb_triangle, both_sides, capsule_box, capsule_parallelepiped, closest_points,
    closest_points_mirrored, lines_meet, obb_triangle, one_side, point_triangle, ray_aabb, ray_obb,
    ray_triangle, segment_aabb, segment_obb, segment_triangle, sharp_meet, sphere_parallelepiped,
    triangle_triangle,
};
use frusta::{aabb_frustum, capsule_frustum, obb_frustum, point_frustum, sphere_frustum};
use hulls::{convex_hull_convex_hull, point_convex_hull};
use planes::{
    aabb_half_space, aabb_plane, half_space_half_space, obb_half_space, obb_plane,
    plane_half_space, plane_plane, point_half_space, point_plane, sphere_half_space, sphere_plane,
};
use spheres::{point_sphere, sphere_aabb, sphere_obb, sphere_sphere, spheres_clearly_meet};

pub(crate) use boxes::{
    BoxAxes, BoxAxis, BoxFrame, BoxLike, BoxSource, BoxVector, OVERLAP_FACTOR, THICK_FACTOR,
    decide_boxes_slow, ray_clearly_meets_aabb, ray_clearly_meets_obb,
};
#[cfg(test)]
pub(crate) use first::tests::shape;
pub(crate) use first::{
    CastOutcome, LineVolumes, MeasuredFigures, PlaneCrossing, RoundContact, RoundEntry, VOLUME,
    capsule_clearly_meets_ray, filter_moving, measured, ray_clearly_meets_triangle,
    ray_shares_grid, segment_shares_grid, sphere_clearly_meets_ray, with_either_moving_round,
    with_moving_round,
};
pub(crate) use frusta::{STRIDES, decide_aabb_frustum_slow};
pub(crate) use planes::{HeightsOverPlane, ShapePlane, compare_parallel, parallel};
pub(crate) use spans::{
    AxisSource, FaceNormal, GatheredPair, OneSided, ProjectedSpan, Question, RepeatedAxes, SatPair,
    Shapes, SpansSpace, apart, apart_along_open, extent, extents, gap_along, lead_together,
    lies_beyond, meets_beside, span_span, spans_space,
};

/// Whether two shapes share a point.
///
/// Implemented for every pair of shapes of the same dimension, and for [`Shape`] with itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`: three numbers become one by `Vec3::from([x, y, z])`, a \
            vector of another version of glam by `Vec3::from(point.to_array())`"
)]
pub trait Intersects<Other> {
    /// Whether the two shapes share at least one point. Touching counts.
    ///
    /// Exact: true if and only if the two closed shapes described by exactly the stored numbers
    /// have a point in common. There is no tolerance. Symmetric. A point that is not finite
    /// intersects nothing. Two planes that are nearly parallel do meet, far away.
    ///
    /// Box against box is the separating-axis test (Gottschalk, Lin and Manocha 1996, §5; Ericson
    /// 2005, §4.4.1), its axes scaled so that every comparison is one of polynomials.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let a = Sphere2::new([0.0, 0.0], 1.0);
    /// let b = Sphere2::new([2.0, 0.0], 1.0);
    /// let c = Sphere2::new([2.0000002, 0.0], 1.0);
    /// assert!(a.intersects(&b), "touching counts");
    /// assert!(!a.intersects(&c), "the next number up is apart");
    /// ```
    fn intersects(&self, other: &Other) -> bool;
}

/// Whether two shapes overlap by more than a touch.
///
/// Implemented for every pair of shapes of the same dimension, and for [`Shape`] with itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`: three numbers become one by `Vec3::from([x, y, z])`, a \
            vector of another version of glam by `Vec3::from(point.to_array())`"
)]
pub trait Penetrates<Other> {
    /// Whether the shapes would still share a point after any small enough move of one of them.
    ///
    /// Exact and symmetric, and never true of shapes that merely touch. In other words, zero is an
    /// interior point of the Minkowski difference of the two shapes. Flat shapes need no special case: a
    /// point inside a box penetrates it, and a box penetrates a plane that cuts it; but two plates in one
    /// plane do not penetrate, because the smallest lift parts them.
    ///
    /// Movers stop at obstacles that they would penetrate, so a game that parts two shapes itself loops
    /// `while a.penetrates(&b)`.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    ///
    /// let floor = Aabb2::new([-10.0, -1.0], [10.0, 0.0]);
    /// let resting = Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    /// assert!(resting.intersects(&floor) && !resting.penetrates(&floor));
    /// ```
    fn penetrates(&self, other: &Other) -> bool;
}

pair_table! {
    IntersectsKernels;
    [Intersects::intersects, Rule::Closed] [Penetrates::penetrates, Rule::Open] -> bool, Rule;
    Point, Point => point_point;
    Point, Sphere => point_sphere;
    Point, Capsule => point_capsule by closest_points_mirrored;
    Point, Segment => point_segment by lines_meet;
    Point, Ray => point_ray by lines_meet;
    Point, Aabb => point_aabb;
    Point, Obb => point_obb;
    Point, Parallelepiped => point_parallelepiped by sharp_meet;
    Point, Triangle => point_triangle;
    Point, ConvexHull => point_convex_hull;
    Point, Frustum => point_frustum;
    Point, Plane => point_plane;
    Point, HalfSpace => point_half_space;
    Sphere, Sphere => sphere_sphere after spheres_clearly_meet;
    Sphere, Capsule => sphere_capsule by closest_points_mirrored;
    Sphere, Segment => sphere_segment by closest_points_mirrored;
    Sphere, Ray => sphere_ray by closest_points_mirrored after sphere_clearly_meets_ray;
    Sphere, Aabb => sphere_aabb;
    Sphere, Obb => sphere_obb;
    Sphere, Parallelepiped => sphere_parallelepiped;
    Sphere, Triangle => sphere_triangle by closest_points;
    Sphere, ConvexHull => sphere_convex_hull = any_any;
    Sphere, Frustum => sphere_frustum;
    Sphere, Plane => sphere_plane;
    Sphere, HalfSpace => sphere_half_space;
    Capsule, Capsule => capsule_capsule by closest_points;
    Capsule, Segment => capsule_segment by closest_points;
    Capsule, Ray => capsule_ray by closest_points_mirrored after capsule_clearly_meets_ray;
    Capsule, Aabb => capsule_aabb by capsule_box;
    Capsule, Obb => capsule_obb by capsule_box;
    Capsule, Parallelepiped => capsule_parallelepiped;
    Capsule, Triangle => capsule_triangle by closest_points;
    Capsule, ConvexHull => capsule_convex_hull = any_any;
    Capsule, Frustum => capsule_frustum;
    Capsule, Plane => capsule_plane by both_sides;
    Capsule, HalfSpace => capsule_half_space by one_side;
    Segment, Segment => segment_segment by lines_meet;
    Segment, Ray => segment_ray by lines_meet;
    Segment, Aabb => segment_aabb;
    Segment, Obb => segment_obb;
    Segment, Parallelepiped => segment_parallelepiped by sharp_meet;
    Segment, Triangle => segment_triangle;
    Segment, ConvexHull => segment_convex_hull = any_any;
    Segment, Frustum => segment_frustum = any_any;
    Segment, Plane => segment_plane by both_sides;
    Segment, HalfSpace => segment_half_space by one_side;
    Ray, Ray => ray_ray by lines_meet;
    Ray, Aabb => ray_aabb after ray_clearly_meets_aabb;
    Ray, Obb => ray_obb after ray_clearly_meets_obb;
    Ray, Parallelepiped => ray_parallelepiped by sharp_meet;
    Ray, Triangle => ray_triangle after ray_clearly_meets_triangle;
    Ray, ConvexHull => ray_convex_hull = any_any;
    Ray, Frustum => ray_frustum = any_any;
    Ray, Plane => ray_plane by both_sides;
    Ray, HalfSpace => ray_half_space by one_side;
    Aabb, Aabb => aabb_aabb after corners_clearly_meet;
    Aabb, Obb => aabb_obb;
    Aabb, Parallelepiped => aabb_parallelepiped by sharp_meet;
    Aabb, Triangle => aabb_triangle;
    Aabb, ConvexHull => aabb_convex_hull = any_any;
    Aabb, Frustum => aabb_frustum;
    Aabb, Plane => aabb_plane;
    Aabb, HalfSpace => aabb_half_space;
    Obb, Obb => obb_obb;
    Obb, Parallelepiped => obb_parallelepiped by sharp_meet;
    Obb, Triangle => obb_triangle;
    Obb, ConvexHull => obb_convex_hull = any_any;
    Obb, Frustum => obb_frustum;
    Obb, Plane => obb_plane;
    Obb, HalfSpace => obb_half_space;
    Parallelepiped, Parallelepiped => parallelepiped_parallelepiped by sharp_meet;
    Parallelepiped, Triangle => parallelepiped_triangle by sharp_meet;
    Parallelepiped, ConvexHull => parallelepiped_convex_hull = any_any;
    Parallelepiped, Frustum => parallelepiped_frustum = any_any;
    Parallelepiped, Plane => parallelepiped_plane = any_any;
    Parallelepiped, HalfSpace => parallelepiped_half_space = any_any;
    Triangle, Triangle => triangle_triangle;
    Triangle, ConvexHull => triangle_convex_hull = any_any;
    Triangle, Frustum => triangle_frustum = any_any;
    Triangle, Plane => triangle_plane by both_sides;
    Triangle, HalfSpace => triangle_half_space by one_side;
    ConvexHull, ConvexHull => convex_hull_convex_hull;
    ConvexHull, Frustum => convex_hull_frustum = any_any;
    ConvexHull, Plane => convex_hull_plane = any_any;
    ConvexHull, HalfSpace => convex_hull_half_space = any_any;
    Frustum, Frustum => frustum_frustum = any_any;
    Frustum, Plane => frustum_plane = any_any;
    Frustum, HalfSpace => frustum_half_space = any_any;
    Plane, Plane => plane_plane;
    Plane, HalfSpace => plane_half_space;
    HalfSpace, HalfSpace => half_space_half_space;
}

/// Whether two shapes meet, by `rule`.
#[inline(always)]
pub(crate) fn meet<A: Intersects<B> + Penetrates<B>, B>(a: &A, b: &B, rule: Rule) -> bool {
    match rule {
        Rule::Closed => a.intersects(b),
        Rule::Open => a.penetrates(b),
    }
}

/// The kernel of every pair that has none of its own.
fn any_any<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, rule: Rule) -> bool {
    if !a.is_finite() {
        return false;
    }
    let reaches = |plane: &Plane<V>, facing| !rule.separates(clearance(&a, plane, facing));
    if let ShapeRef::HalfSpace(half_space) = b {
        return reaches(&half_space.boundary(), Facing::Front);
    }
    if let ShapeRef::Plane(plane) = b {
        return reaches(plane, Facing::Front) && reaches(plane, Facing::Back);
    }
    span_span::<V>(&a, &b, rule)
}

/// Whether all coordinates of a point are finite.
pub(super) fn is_finite<V: Vector>(point: &V) -> bool {
    let point = point.to_array();
    (0..V::DIM).all(|i| point[i].is_finite())
}
