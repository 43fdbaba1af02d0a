//! Do two shapes share a point? Does one penetrate the other?
//!
//! One table answers both, because they differ in one sign: `intersects` asks whether some axis
//! leaves a gap between the shapes, `penetrates` whether some axis lets them even touch.

mod boxes;
mod planes;
mod spheres;

use super::cascade::Rule;
use super::{pair_table, shape_type};
use crate::shape::{Shape, with_shape};
use crate::space::Vector;

use boxes::{aabb_aabb, aabb_obb, obb_obb, point_aabb, point_obb, point_point};
use planes::{
    aabb_half_space, aabb_plane, half_space_half_space, obb_half_space, obb_plane,
    plane_half_space, plane_plane, point_half_space, point_plane, sphere_half_space, sphere_plane,
};
use spheres::{point_sphere, sphere_aabb, sphere_obb, sphere_sphere};

pub(crate) use boxes::{Axes, BoxFrame, BoxLike, dot, sum};
pub(crate) use planes::{Extent, PlaneText, compare_parallel, parallel};

/// Whether two shapes share a point.
///
/// Implemented for every pair of shapes of the same dimension, and for [`Shape`] with itself.
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
pub trait Penetrates<Other> {
    /// Whether the shapes would still share a point after any small enough move of one of them.
    ///
    /// Exact and symmetric, and never true of shapes that merely touch. Flat shapes need no special
    /// case: a point inside a box penetrates it, and so does a box a plane that cuts it; two plates
    /// in one plane do not penetrate, for the smallest lift parts them. This is the question that
    /// decides parting, stopping and blocking: the loop a game writes is `while a.penetrates(&b)`.
    ///
    /// In other words, zero is an interior point of the Minkowski difference of the two shapes.
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
    [Intersects::intersects, Rule::Closed] [Penetrates::penetrates, Rule::Open] -> bool, Rule;
    Point, Point => point_point;
    Point, Sphere => point_sphere;
    Point, Aabb => point_aabb;
    Point, Obb => point_obb;
    Point, Plane => point_plane;
    Point, HalfSpace => point_half_space;
    Sphere, Sphere => sphere_sphere;
    Sphere, Aabb => sphere_aabb;
    Sphere, Obb => sphere_obb;
    Sphere, Plane => sphere_plane;
    Sphere, HalfSpace => sphere_half_space;
    Aabb, Aabb => aabb_aabb;
    Aabb, Obb => aabb_obb;
    Aabb, Plane => aabb_plane;
    Aabb, HalfSpace => aabb_half_space;
    Obb, Obb => obb_obb;
    Obb, Plane => obb_plane;
    Obb, HalfSpace => obb_half_space;
    Plane, Plane => plane_plane;
    Plane, HalfSpace => plane_half_space;
    HalfSpace, HalfSpace => half_space_half_space;
}

/// A point is a shape of its own type, so that [`Shape`] answers about it without a wrapper.
impl<V: Vector> Intersects<V> for Shape<V> {
    fn intersects(&self, point: &V) -> bool {
        with_shape!(self, shape => shape.intersects(point))
    }
}

/// Whether a point given by a caller has numbers to decide on.
pub(super) fn is_finite<V: Vector>(point: &V) -> bool {
    let point = point.to_array();
    (0..V::DIM).all(|i| point[i].is_finite())
}
