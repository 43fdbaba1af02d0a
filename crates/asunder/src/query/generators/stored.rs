//! The generators of shapes that store them as plain numbers.

use super::{Generators, Homogeneous, Spanned};
use crate::array::array_of;
use crate::exact::Number;
use crate::linalg::Vect;
use crate::shape::{Capsule, Parallelepiped, Ray, Segment, Sphere, Triangle};
use crate::space::Vector;

/// Generators as stored: up to three points, with edges between any two; or one point, with a ray or with
/// halves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored<V: Vector> {
    points: [V::Array<f32>; 3],
    count: usize,
    ray: Option<V::Array<f32>>,
    halves: Option<V::Array<V::Array<f32>>>,
}

impl<V: Vector> Stored<V> {
    /// The generators of a hull of one to three points.
    fn hull<const COUNT: usize>(points: [V::Array<f32>; COUNT]) -> Self {
        let all = array_of(|i| points[if i < COUNT { i } else { 0 }]);
        Self { points: all, count: COUNT, ray: None, halves: None }
    }

    /// The generators of a point.
    pub(crate) fn point(point: V::Array<f32>) -> Self {
        Self::hull([point])
    }
}

impl<V: Vector, N: Number> Generators<V, N> for Stored<V> {
    fn points(&self) -> usize {
        self.count
    }
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        Homogeneous { x: Vect::<V, N>::of(&self.points[i]).0, w: N::ONE }
    }
    fn share_weight(&self) -> bool {
        true
    }
    fn halves(&self) -> usize {
        if self.halves.is_some() { V::DIM } else { 0 }
    }
    fn half(&self, i: usize) -> V::Array<N> {
        self.halves.as_ref().map_or(Vect::<V, N>::zero(), |halves| Vect::of(&halves[i])).0
    }
    fn rays(&self) -> usize {
        usize::from(self.ray.is_some())
    }
    fn ray(&self, _i: usize) -> V::Array<N> {
        self.ray.as_ref().map_or(Vect::<V, N>::zero(), Vect::of).0
    }
    fn edges(&self) -> usize {
        // The edges of one, two and three points.
        [0, 1, 3][self.count - 1] + usize::from(self.ray.is_some())
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        (i, i)
    }
    fn directions(&self) -> usize {
        Generators::<V, N>::edges(self) + Generators::<V, N>::halves(self)
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        if self.ray.is_some() {
            return self.ray(0);
        }
        if self.halves.is_some() {
            return self.half(i);
        }
        let (from, to) = (&self.points[i], &self.points[(i + 1) % 3]);
        (Vect::<V, N>::of(to) - Vect::of(from)).0
    }
    /// In 2D each direction has a normal. In 3D a triangle has one, and a parallelepiped three.
    fn normals(&self) -> usize {
        if V::IN_PLANE || self.halves.is_some() {
            Generators::<V, N>::directions(self)
        } else {
            usize::from(self.count == 3)
        }
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        let directions = Generators::<V, N>::directions(self);
        V::cross(&self.direction(i), &self.direction((i + 1) % directions))
    }
}

/// The stored generators do not depend on the kind of number, nor on the slot.
impl<V: Vector> Spanned<V> for Stored<V> {
    type Span<'a, N: Number> = Self;
    fn span<N: Number>(&self, _slot: usize) -> Self {
        *self
    }
}

impl<V: Vector> Spanned<V> for V {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored::point(self.to_array())
    }
}

impl<V: Vector> Spanned<V> for Sphere<V> {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored::point(self.center)
    }
    fn radius(&self) -> f32 {
        self.radius
    }
}

impl<V: Vector> Spanned<V> for Capsule<V> {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored::hull([self.a, self.b])
    }
    fn radius(&self) -> f32 {
        self.radius
    }
}

impl<V: Vector> Spanned<V> for Segment<V> {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored::hull([self.a, self.b])
    }
}

impl<V: Vector> Spanned<V> for Triangle<V> {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored::hull([self.a, self.b, self.c])
    }
}

impl<V: Vector> Spanned<V> for Ray<V> {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored { ray: Some(self.direction), ..Stored::point(self.origin) }
    }
}

impl<V: Vector> Spanned<V> for Parallelepiped<V> {
    type Span<'a, N: Number> = Stored<V>;
    fn span<N: Number>(&self, _slot: usize) -> Stored<V> {
        Stored { halves: Some(self.edges), ..Stored::point(self.center) }
    }
}
