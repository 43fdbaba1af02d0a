//! The generators of a shape of any kind.
//!
//! The general formulas are compiled for this one type: compiled for every pair of kinds, they would take
//! minutes to build. Pairs that are asked often have formulas of their own.

use super::flat::PlaneGenerators;
use super::frustum::FrustumGenerators;
use super::hull::Hull;
use super::stored::Stored;
use super::turned_box::TurnedBox;
use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
use crate::shape::{ShapeRef, Structure, with_shape};
use crate::space::Vector;

/// The generators of a shape of any kind.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnySpan<'a, V: Vector, N: Number> {
    /// Generators as stored: points, segments, rays, spheres, capsules, triangles, parallelepipeds.
    Stored(Stored<V>),
    /// The generators of a box.
    TurnedBox(TurnedBox<V, N>),
    /// The generators of a frustum.
    FrustumGenerators(FrustumGenerators<'a, V, N>),
    /// The generators of a convex hull.
    Hull(Hull<'a, V>),
    /// The generators of a plane or half-space.
    PlaneGenerators(PlaneGenerators<V>),
}

impl<V: Vector> Spanned<V> for ShapeRef<'_, V> {
    type Span<'a, N: Number>
        = AnySpan<'a, V, N>
    where
        Self: 'a;
    fn span<N: Number>(&self, slot: usize) -> AnySpan<'_, V, N> {
        match *self {
            ShapeRef::Point(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Segment(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Ray(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Sphere(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Capsule(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Triangle(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Parallelepiped(shape) => AnySpan::Stored(shape.span::<N>(slot)),
            ShapeRef::Aabb(shape) => AnySpan::TurnedBox(shape.span(slot)),
            ShapeRef::Obb(shape) => AnySpan::TurnedBox(shape.span(slot)),
            ShapeRef::Frustum(shape) => AnySpan::FrustumGenerators(shape.span(slot)),
            ShapeRef::ConvexHull(shape) => AnySpan::Hull(shape.span::<N>(slot)),
            ShapeRef::Plane(shape) => AnySpan::PlaneGenerators(shape.span::<N>(slot)),
            ShapeRef::HalfSpace(shape) => AnySpan::PlaneGenerators(shape.span::<N>(slot)),
        }
    }
    fn radius(&self) -> f32 {
        with_shape!(ShapeRef, *self, shape => Spanned::<V>::radius(shape))
    }
}

/// Forwards methods to the generators of the shape's kind.
macro_rules! forward {
    ($($ask:ident($($i:ident)?) -> $Answer:ty;)*) => {
        $(fn $ask(&self $(, $i: usize)?) -> $Answer {
            match self {
                Self::Stored(span) => Generators::<V, N>::$ask(span $(, $i)?),
                Self::TurnedBox(span) => span.$ask($($i)?),
                Self::FrustumGenerators(span) => span.$ask($($i)?),
                Self::Hull(span) => Generators::<V, N>::$ask(span $(, $i)?),
                Self::PlaneGenerators(span) => Generators::<V, N>::$ask(span $(, $i)?),
            }
        })*
    };
}

impl<V: Vector, N: Number> Generators<V, N> for AnySpan<'_, V, N> {
    fn hull(&self) -> Option<&Structure<V>> {
        if let Self::Hull(span) = self { Generators::<V, N>::hull(span) } else { None }
    }
    forward! {
        points() -> usize;
        point(i) -> Homogeneous<V, N>;
        share_weight() -> bool;
        halves() -> usize;
        half(i) -> V::Array<N>;
        rays() -> usize;
        ray(i) -> V::Array<N>;
        edges() -> usize;
        edge(i) -> (usize, usize);
        directions() -> usize;
        direction(i) -> V::Array<N>;
        normals() -> usize;
        normal(i) -> V::Array<N>;
    }
}
