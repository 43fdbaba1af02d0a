//! The questions asked most, as methods of each shape: `use asunder::Obb3` is enough to ask them.
//!
//! Each forwards to the trait of its question, which generic code names and whose documentation says
//! everything. Raw points and [`Shape`](crate::Shape), whose kinds include raw points, have the
//! traits alone.

use super::cast::{Cast, CastHit};
use super::closest_point::ClosestPoint;
use super::contact::{Contact, ContactOf};
use super::contains::Contains;
use super::distance::{ClosestPoints, Distance};
use super::enclosing::Enclosing;
use super::explain::{Explain, Explanation};
use super::penetration::{Penetration, PenetrationOf};
use super::ray_cast::{RayCast, RayHit};
use super::separation::{Intersects, Penetrates};
use crate::shape::{
    Aabb, AnyShape, Capsule, ConvexHull, Frustum, HalfSpace, Obb, Parallelepiped, Plane, Ray,
    Segment, ShapeError, Sphere, Triangle,
};
use crate::space::Vector;

macro_rules! inherent {
    ($($Kind:ident),*) => {
        $(impl<V: Vector> $Kind<V> {
            /// Whether the shapes share a point; touching counts. Exact. Meaning, cost and source:
            /// [`Intersects::intersects`].
            #[inline]
            #[must_use]
            pub fn intersects<B>(&self, other: &B) -> bool
            where
                Self: Intersects<B>,
            {
                Intersects::intersects(self, other)
            }

            /// Whether the shapes share an inner point: they overlap by more than a touch. Exact. See
            /// [`Penetrates::penetrates`].
            #[inline]
            #[must_use]
            pub fn penetrates<B>(&self, other: &B) -> bool
            where
                Self: Penetrates<B>,
            {
                Penetrates::penetrates(self, other)
            }

            /// Whether every point of `other` is a point of this shape. Exact. See
            /// [`Contains::contains`].
            #[inline]
            #[must_use]
            pub fn contains<B>(&self, other: &B) -> bool
            where
                Self: Contains<B>,
            {
                Contains::contains(self, other)
            }

            /// How far the shapes are apart: zero if and only if they intersect. An `f32` for a shape,
            /// an `Option<f32>` for a raw point or a [`Shape`](crate::Shape), which may not be finite.
            /// See [`Distance::distance`].
            #[inline]
            #[must_use]
            pub fn distance<B: AnyShape<Vector = V>>(&self, other: &B) -> B::Checked<f32> {
                B::checked(Distance::distance(self, other))
            }

            /// The points of the two shapes that are nearest to each other; `None` if they intersect.
            /// See [`Distance::closest_points`].
            #[inline]
            #[must_use]
            pub fn closest_points<B: AnyShape<Vector = V>>(&self, other: &B) -> Option<ClosestPoints<V>> {
                Distance::closest_points(self, other)
            }

            /// The point of this shape nearest to a point; `None` if that is not finite. See
            /// [`ClosestPoint::closest_point`].
            #[inline]
            #[must_use]
            pub fn closest_point(&self, point: &V) -> Option<V> {
                ClosestPoint::closest_point(self, point)
            }

            /// The shortest displacement of this shape that leaves no more than a touch; `None` if the
            /// shapes are apart. See [`PenetrationOf::penetration`].
            #[inline]
            #[must_use]
            pub fn penetration<B: AnyShape<Vector = V>>(&self, other: &B) -> Option<Penetration<V>> {
                PenetrationOf::penetration(self, other)
            }

            /// Where the shapes touch: normal, depth and up to four points; `None` if they are apart.
            /// See [`ContactOf::contact`].
            #[inline]
            #[must_use]
            pub fn contact<B: AnyShape<Vector = V>>(&self, other: &B) -> Option<Contact<V>> {
                ContactOf::contact(self, other)
            }

            /// Where this shape first touches `other` when it moves by `motion`; `None` if it never
            /// does. See [`Cast::cast`].
            #[inline]
            #[must_use]
            pub fn cast<B: AnyShape<Vector = V>>(
                &self,
                motion: impl Into<V::Array<f32>>,
                other: &B,
            ) -> Option<CastHit<V>> {
                Cast::cast(self, motion, other)
            }

            /// The fraction of `motion` after which this shape, moved by it, shares no point with `other`; `None`
            /// if it does not come there, or does not leave. See [`Cast::cast_exit`].
            #[inline]
            #[must_use]
            pub fn cast_exit<B: AnyShape<Vector = V>>(
                &self,
                motion: impl Into<V::Array<f32>>,
                other: &B,
            ) -> Option<f32> {
                Cast::cast_exit(self, motion, other)
            }

            /// Where a ray first hits this shape; `None` if it misses. See [`RayCast::ray_cast`].
            #[inline]
            #[must_use]
            pub fn ray_cast(&self, ray: &Ray<V>) -> Option<RayHit<V>> {
                RayCast::ray_cast(self, ray)
            }

            /// Where a segment, from `a` to `b`, first hits this shape; `None` if it misses. See
            /// [`RayCast::segment_cast`].
            #[inline]
            #[must_use]
            pub fn segment_cast(&self, segment: &Segment<V>) -> Option<RayHit<V>> {
                RayCast::segment_cast(self, segment)
            }

            /// The smallest [`Aabb`] that contains this shape. See [`Enclosing::aabb`].
            ///
            /// # Panics
            /// Where [`try_aabb`](Self::try_aabb) errs.
            #[must_use]
            #[track_caller]
            pub fn aabb(&self) -> Aabb<V> {
                Enclosing::aabb(self)
            }

            /// The smallest [`Sphere`] around this shape, up to rounding. See
            /// [`Enclosing::bounding_sphere`].
            ///
            /// # Panics
            /// If the shape is unbounded, or reaches beyond what `f32` holds.
            #[must_use]
            #[track_caller]
            pub fn bounding_sphere(&self) -> Sphere<V> {
                Enclosing::bounding_sphere(self)
            }

            /// As [`aabb`](Self::aabb), of a shape that may have no bounds.
            ///
            /// # Errors
            /// If the shape is unbounded, or reaches beyond what `f32` holds.
            pub fn try_aabb(&self) -> Result<Aabb<V>, ShapeError> {
                Enclosing::try_aabb(self)
            }

            /// Why the shapes share a point, or why not: every candidate axis, measured. See
            /// [`Explain::explain`].
            #[must_use]
            pub fn explain<B: AnyShape<Vector = V>>(&self, other: &B) -> Option<Explanation<V>> {
                Explain::explain(self, other)
            }
        })*
    };
}
inherent!(
    Segment,
    Ray,
    Plane,
    HalfSpace,
    Sphere,
    Capsule,
    Aabb,
    Obb,
    Triangle,
    Frustum,
    ConvexHull,
    Parallelepiped
);
