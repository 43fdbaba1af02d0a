//! The generators of planes and half-spaces: a point, and rays perpendicular to the normal.

use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
use crate::shape::{HalfSpace, Plane};
use crate::space::Vector;

/// The generators of a plane, or of the half-space behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneGenerators<V: Vector> {
    plane: Plane<V>,
    /// The number of rays that point behind the plane: one for a half-space, else none.
    behind: usize,
}

impl<V: Vector> PlaneGenerators<V> {
    fn normal<N: Number>(&self) -> V::Array<N> {
        V::array(|t| N::of(self.plane.normal[t]))
    }

    /// The normal's cross product with coordinate axis `i`; in 2D the one direction of the line.
    fn across<N: Number>(&self, i: usize) -> V::Array<N> {
        V::cross(&self.normal(), &V::array(|t| if t == i { N::ONE } else { N::ZERO }))
    }

    /// The number of these directions: in 3D all three, because any two of them may be parallel.
    const ACROSS: usize = if V::DIM == 2 { 1 } else { 3 };
}

impl<V: Vector, N: Number> Generators<V, N> for PlaneGenerators<V> {
    fn points(&self) -> usize {
        1
    }
    /// The point nearest to the origin: `n·d / n·n`.
    fn point(&self, _i: usize) -> Homogeneous<V, N> {
        let (normal, offset) = (self.normal::<N>(), N::of(self.plane.offset));
        let w = (1..V::DIM).fold(normal[0] * normal[0], |sum, t| sum + normal[t] * normal[t]);
        Homogeneous { x: V::array(|t| normal[t] * offset), w }
    }
    fn share_weight(&self) -> bool {
        true
    }
    /// The directions in the plane and their opposites, and the one behind the plane.
    fn rays(&self) -> usize {
        2 * Self::ACROSS + self.behind
    }
    fn ray(&self, i: usize) -> V::Array<N> {
        let opposite = |x: V::Array<N>| V::array(|t| N::ZERO - x[t]);
        match i / Self::ACROSS {
            0 => self.across(i),
            1 => opposite(self.across(i - Self::ACROSS)),
            2.. => opposite(self.normal()),
        }
    }
    fn edges(&self) -> usize {
        0
    }
    fn edge(&self, _i: usize) -> (usize, usize) {
        (0, 0)
    }
    fn directions(&self) -> usize {
        Self::ACROSS
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        self.across(i)
    }
    fn normals(&self) -> usize {
        1
    }
    fn normal(&self, _i: usize) -> V::Array<N> {
        Self::normal(self)
    }
}

impl<V: Vector> Spanned<V> for Plane<V> {
    type Span<'a, N: Number> = PlaneGenerators<V>;
    fn span<N: Number>(&self, _slot: usize) -> PlaneGenerators<V> {
        PlaneGenerators { plane: *self, behind: 0 }
    }
}

impl<V: Vector> Spanned<V> for HalfSpace<V> {
    type Span<'a, N: Number> = PlaneGenerators<V>;
    fn span<N: Number>(&self, _slot: usize) -> PlaneGenerators<V> {
        PlaneGenerators { plane: self.boundary(), behind: 1 }
    }
}
