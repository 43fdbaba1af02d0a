//! The generators of boxes: a center, and a half edge along each axis.

use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
use crate::linalg::{Matrix, Vect};
use crate::query::separation::BoxLike;
use crate::shape::{Aabb, Obb};
use crate::space::Vector;

/// The generators of a box, in doubled lengths: the weight of its center is twice the norm of its axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnedBox<V: Vector, N: Number> {
    axes: Matrix<V, N>,
    middle: Homogeneous<V, N>,
    size: V::Array<N>,
}

impl<V: Vector, N: Number> TurnedBox<V, N> {
    fn of(shape: &impl BoxLike<V>, slot: usize) -> Self {
        let (rows, norm) = shape.frame::<N>(slot);
        let center = Vect::<V, N>(shape.twice_center());
        let middle = Homogeneous { x: (center * norm).0, w: norm.twice() };
        Self { axes: Matrix::from_arrays(&rows), middle, size: shape.size() }
    }
}

impl<V: Vector, N: Number> Generators<V, N> for TurnedBox<V, N> {
    fn points(&self) -> usize {
        1
    }
    fn point(&self, _i: usize) -> Homogeneous<V, N> {
        self.middle
    }
    fn share_weight(&self) -> bool {
        true
    }
    fn halves(&self) -> usize {
        V::DIM
    }
    fn half(&self, i: usize) -> V::Array<N> {
        (self.axes[i] * self.size[i]).0
    }
    fn edges(&self) -> usize {
        0
    }
    fn edge(&self, _i: usize) -> (usize, usize) {
        (0, 0)
    }
    fn directions(&self) -> usize {
        V::DIM
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        self.axes[i].0
    }
    /// The axes are perpendicular, so they are the normals as well.
    fn normals(&self) -> usize {
        V::DIM
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        self.axes[i].0
    }
}

impl<V: Vector> Spanned<V> for Aabb<V> {
    type Span<'a, N: Number> = TurnedBox<V, N>;
    fn span<N: Number>(&self, slot: usize) -> TurnedBox<V, N> {
        TurnedBox::of(self, slot)
    }
}

impl<V: Vector> Spanned<V> for Obb<V> {
    type Span<'a, N: Number> = TurnedBox<V, N>;
    fn span<N: Number>(&self, slot: usize) -> TurnedBox<V, N> {
        TurnedBox::of(self, slot)
    }
}
