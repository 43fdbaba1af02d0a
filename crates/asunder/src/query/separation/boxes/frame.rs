//! The axes, sizes and offsets of boxes, over any kind of number.

use crate::exact::{Number, exact_difference, widen};
use crate::linalg::{Matrix, Vect};
use crate::shape::{Aabb, Obb, OrientedBox};
use crate::space::Vector;

/// A box in *doubled* lengths: so an [`Aabb`], stored by its corners, and an [`Obb`], stored by its center,
/// enter the same formula without rounding.
pub(crate) trait BoxLike<V: Vector> {
    /// Whether the axes are the coordinate axes, so that a component along one is read, not computed.
    const AXIS_ALIGNED: bool = false;
    /// The axes, each of length `norm`, and `norm`.
    fn frame<N: Number>(&self, slot: usize) -> (V::Array<V::Array<N>>, N);
    /// Twice the half extents.
    fn size<N: Number>(&self) -> V::Array<N>;
    /// Twice the center.
    fn twice_center<N: Number>(&self) -> V::Array<N>;
    /// Twice the offset from the center to a point, as differences of stored numbers, which stay precise far
    /// from the origin.
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N>;
}

/// A box as stored, whose rotation may leave it coordinate axes in common with another.
pub(crate) trait BoxSource<V: Vector>: BoxLike<V> {
    /// The rotation as stored.
    fn rotation(&self) -> V::RotationArray;
    /// For each coordinate axis, the index of the box's axis along it, where that is easily seen.
    fn coordinate_axes(&self) -> V::Array<Option<u8>>;
    /// The projection on coordinate axis `t`, which is the box's axis `i`, if `f64` holds its ends.
    fn ends(&self, t: usize, i: usize) -> Option<[f64; 2]>;
    /// Axes and sizes in `f32`, with the cached axes rather than those computed from the rotation.
    fn cached_frame(&self) -> BoxFrame<V, f32>;
}

impl<V: Vector> BoxLike<V> for Aabb<V> {
    const AXIS_ALIGNED: bool = true;
    #[inline(always)]
    fn frame<N: Number>(&self, _slot: usize) -> (V::Array<V::Array<N>>, N) {
        (Matrix::<V, N>::identity().to_arrays(), N::ONE)
    }
    #[inline(always)]
    fn size<N: Number>(&self) -> V::Array<N> {
        (Vect::<V, N>::of(&self.max) - Vect::of(&self.min)).0
    }
    #[inline(always)]
    fn twice_center<N: Number>(&self) -> V::Array<N> {
        (Vect::<V, N>::of(&self.min) + Vect::of(&self.max)).0
    }
    #[inline(always)]
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        let point = Vect::<V, N>::of(point);
        ((point - Vect::of(&self.min)) + (point - Vect::of(&self.max))).0
    }
}

impl<V: Vector> BoxSource<V> for Aabb<V> {
    #[inline(always)]
    fn rotation(&self) -> V::RotationArray {
        V::IDENTITY
    }
    #[inline(always)]
    fn coordinate_axes(&self) -> V::Array<Option<u8>> {
        V::array(|i| Some(i as u8))
    }
    #[inline(always)]
    fn ends(&self, t: usize, _i: usize) -> Option<[f64; 2]> {
        Some([widen(self.min[t]), widen(self.max[t])])
    }
    #[inline(always)]
    fn cached_frame(&self) -> BoxFrame<V, f32> {
        BoxFrame::of(self, 0)
    }
}

impl<V: Vector> BoxLike<V> for Obb<V> {
    #[inline(always)]
    fn frame<N: Number>(&self, slot: usize) -> (V::Array<V::Array<N>>, N) {
        V::frame(self.rotation, slot)
    }
    #[inline(always)]
    fn size<N: Number>(&self) -> V::Array<N> {
        V::hot_array(|i| N::of(self.half_extents[i]).twice())
    }
    #[inline(always)]
    fn twice_center<N: Number>(&self) -> V::Array<N> {
        V::hot_array(|i| N::of(self.center[i]).twice())
    }
    #[inline(always)]
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        V::hot_array(|i| (N::of(point[i]) - N::of(self.center[i])).twice())
    }
}

impl<V: Vector> BoxSource<V> for Obb<V> {
    #[inline(always)]
    fn rotation(&self) -> V::RotationArray {
        self.rotation
    }
    #[inline(always)]
    fn coordinate_axes(&self) -> V::Array<Option<u8>> {
        V::coordinate_axes(self.rotation)
    }
    #[inline(always)]
    fn ends(&self, t: usize, i: usize) -> Option<[f64; 2]> {
        let (middle, half) = (widen(self.center[t]), widen(self.half_extents[i]));
        Some([exact_difference(middle, half)?, exact_difference(middle, -half)?])
    }
    #[inline(always)]
    fn cached_frame(&self) -> BoxFrame<V, f32> {
        BoxFrame::of(&Cached(self), 0)
    }
}

/// An oriented box with the axes it caches, so that `f32` does not compute them from the rotation.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Cached<'a, V: Vector>(pub(in super::super) &'a Obb<V>);

impl<V: Vector> BoxLike<V> for Cached<'_, V> {
    #[inline(always)]
    fn frame<N: Number>(&self, _slot: usize) -> (V::Array<V::Array<N>>, N) {
        let axes = &self.0.axes;
        (V::hot_array(|i| V::hot_array(|j| N::of_rounded(axes[i][j]))), N::ONE)
    }
    #[inline(always)]
    fn size<N: Number>(&self) -> V::Array<N> {
        self.0.size()
    }
    #[inline(always)]
    fn twice_center<N: Number>(&self) -> V::Array<N> {
        self.0.twice_center()
    }
    #[inline(always)]
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        self.0.twice_offset(point)
    }
}

/// One box of a pair: its axes, each of length `norm`, and its extent along each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFrame<V: Vector, N: Number> {
    pub(crate) rows: V::Array<V::Array<N>>,
    pub(crate) norm: N,
    pub(crate) half: V::Array<N>,
}

impl<V: Vector, N: Number> BoxFrame<V, N> {
    #[inline(always)]
    pub(crate) fn of(shape: &impl BoxLike<V>, slot: usize) -> Self {
        let (rows, norm) = shape.frame(slot);
        Self { rows, norm, half: shape.size() }
    }
}

impl<V: Vector> BoxFrame<V, f64> {
    /// The box about a center, which is not doubled as the lengths of a frame are, with axes of length one.
    pub(crate) fn placed(&self, center: Vect<V, f64>) -> OrientedBox<V> {
        let axes = Matrix::from_arrays(&self.rows).map(|row| row / self.norm);
        OrientedBox { center, axes, half: Vect(self.half) / 2.0 }
    }
}
