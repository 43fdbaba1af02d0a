//! A box in floating-point numbers: what filters, distances, casts and images compute with.

use super::{Aabb, Obb, ShapeRef};
use crate::array::Mapped as _;
use crate::exact::{Number, Quotient};
use crate::linalg::{Matrix, Vect};
use crate::space::Vector;

/// An oriented box with axes of length one, up to rounding, its center relative to an origin.
///
/// Over a number that records its roundings, tests derive the error bounds of what is computed with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrientedBox<V: Vector, N: Number = f64> {
    pub(crate) center: Vect<V, N>,
    pub(crate) axes: Matrix<V, N>,
    pub(crate) half: Vect<V, N>,
}

impl<V: Vector, N: Quotient> OrientedBox<V, N> {
    /// The box with the given rotation. Its axes are products with one quotient, which are faster than the
    /// quotients of [`Matrix::unit_axes`] and rounded once more.
    #[inline(always)]
    pub(crate) fn turned(center: Vect<V, N>, rotation: V::RotationArray, half: Vect<V, N>) -> Self {
        let (rows, norm) = V::frame::<N>(rotation, 0);
        let inverse = N::ONE.over(norm);
        Self { center, axes: Matrix::from_arrays(&rows).map(|row| row * inverse), half }
    }

    /// A bound on the taxicab distance of any point from the origin: the components of a unit axis add up to less
    /// than two.
    #[inline(always)]
    pub(crate) fn reach_from_origin(&self) -> N {
        self.center.norm1() + self.half.norm1().twice()
    }

    /// The half width of the box along an axis.
    #[inline(always)]
    pub(crate) fn half_width(&self, axis: Vect<V, N>) -> N {
        self.half.dot(self.axes.each(|own| axis.dot(own).abs()))
    }

    /// A vector in the box's frame.
    #[inline(always)]
    pub(crate) fn in_frame(&self, v: Vect<V, N>) -> Vect<V, N> {
        self.axes.each(|axis| axis.dot(v))
    }

    /// The point that lies so far from the center along each axis.
    #[inline(always)]
    pub(crate) fn point(&self, along: Vect<V, N>) -> Vect<V, N> {
        (0..V::DIM).fold(self.center, |point, i| point + self.axes[i] * along[i])
    }
}

impl<V: Vector> OrientedBox<V> {
    /// The axis-aligned box between two corners.
    #[inline(always)]
    pub(crate) fn from_corners(low: Vect<V, f64>, high: Vect<V, f64>) -> Self {
        Self { center: (low + high) * 0.5, axes: Matrix::identity(), half: (high - low) * 0.5 }
    }

    /// An axis-aligned box.
    pub(crate) fn of_aabb(aabb: &Aabb<V>) -> Self {
        Self::from_corners(Vect::of(&aabb.min), Vect::of(&aabb.max))
    }

    /// A turned box, each number of its axes as near as `f64` has it.
    pub(crate) fn of_obb(obb: &Obb<V>) -> Self {
        let [center, half] = [&obb.center, &obb.half_extents].mapped(Vect::of);
        Self { center, axes: Matrix::unit_axes(obb.rotation), half }
    }

    /// The box with the axes that a shape stores, rounded to `f32`.
    #[inline(always)]
    pub(crate) fn cached(obb: &Obb<V>) -> Self {
        let [center, half] = [&obb.center, &obb.half_extents].mapped(Vect::of);
        Self { center, axes: Matrix::of(&obb.axes), half }
    }

    /// A shape, seen from an origin; `None` if it is no box.
    #[inline(always)]
    pub(crate) fn of(shape: ShapeRef<'_, V>, origin: &V::Array<f32>) -> Option<Self> {
        let place = |x: &V::Array<f32>| Vect::<V, f64>::of(x) - Vect::of(origin);
        match shape {
            ShapeRef::Aabb(Aabb { min, max }) => Some(Self::from_corners(place(min), place(max))),
            ShapeRef::Obb(Obb { center, half_extents, rotation, .. }) => {
                Some(Self::turned(place(center), *rotation, Vect::of(half_extents)))
            }
            _ => None,
        }
    }

    /// The index of the axis that is coordinate axis `t`, if one is, up to rounding.
    #[inline(always)]
    pub(crate) fn axis_along(&self, t: usize) -> Option<usize> {
        (0..V::DIM).find(|&i| (0..V::DIM).all(|s| (s == t) == (self.axes[i][s] != 0.0)))
    }

    /// The point of the box nearest to another (Ericson 2005, §5.1.4).
    #[inline(always)]
    pub(crate) fn nearest(&self, to: Vect<V, f64>) -> Vect<V, f64> {
        let along = self.in_frame(to - self.center);
        self.point(along.clamped(self.half * -1.0, self.half))
    }
}
