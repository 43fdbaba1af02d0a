//! The formulas of gaps, over any kind of number: `f64` for the answers, and a number that records its
//! roundings for the tests that derive the error bounds.

use crate::exact::{Number, Quotient};
use crate::linalg::{Matrix, Vect};
use crate::shape::OrientedBox;
use crate::space::Vector;

/// The half edges of a box, as vectors.
#[inline(always)]
pub(super) fn half_edges<V: Vector, N: Number>(
    axes: &Matrix<V, N>,
    half: Vect<V, N>,
) -> Matrix<V, N> {
    Matrix::from_columns(|i| axes[i] * half[i])
}

/// The half width along an axis of the zonotope spanned by the first `count` half edges.
#[inline(always)]
pub(super) fn reach<V: Vector, N: Number>(
    axis: Vect<V, N>,
    halves: &Matrix<V, N>,
    count: usize,
) -> N {
    (0..count).fold(N::ZERO, |sum, k| sum + axis.dot(halves[k]).abs())
}

/// Two boxes, with the offset and the cosines between them.
pub(crate) struct OrientedBoxes<V: Vector, N: Number = f64> {
    pub(crate) a: OrientedBox<V, N>,
    pub(crate) b: OrientedBox<V, N>,
    pub(crate) origin: V::Array<f32>,
    /// The vector from the center of `a` to that of `b`.
    pub(super) offset: Vect<V, N>,
    /// The dot products of the axes of `a` and those of `b`: column `i` has those of axis `i` of `a`.
    pub(super) cosines: Matrix<V, N>,
    /// A bound on how far any point is from the origin, both boxes added.
    pub(crate) size: N,
}

/// The formulas of the gaps; their rounding is bounded in `proximity/tests.rs`.
impl<V: Vector, N: Quotient> OrientedBoxes<V, N> {
    #[inline(always)]
    pub(super) fn between(
        origin: V::Array<f32>,
        a: OrientedBox<V, N>,
        b: OrientedBox<V, N>,
    ) -> Self {
        let cosines = a.axes.map(|own| b.axes.each(|other| own.dot(other)));
        let size = a.reach_from_origin() + b.reach_from_origin();
        Self { a, b, origin, offset: b.center - a.center, cosines, size }
    }

    /// The gap along the normal of face `i` of `a`.
    #[inline(always)]
    pub(super) fn gap_along_a(&self, i: usize, offset: Vect<V, N>) -> N {
        let (half, cosines) = (self.b.half, &self.cosines);
        let reach = |reach: N, j: usize| reach + half[j] * cosines[i][j].abs();
        offset[i].abs() - (0..V::DIM).fold(self.a.half[i], reach)
    }

    /// The gap along the normal of face `j` of `b`.
    #[inline(always)]
    pub(super) fn gap_along_b(&self, j: usize, offset: Vect<V, N>) -> N {
        let (half, cosines) = (self.a.half, &self.cosines);
        let reach = |reach: N, i: usize| reach + half[i] * cosines[i][j].abs();
        offset[j].abs() - (0..V::DIM).fold(self.b.half[j], reach)
    }

    /// The gap along an axis or its opposite, whichever is wider.
    #[inline(always)]
    pub(super) fn gap(&self, axis: Vect<V, N>) -> N {
        axis.dot(self.offset).abs() - (self.a.half_width(axis) + self.b.half_width(axis))
    }

    /// Turns a vector from the frame of `a` into that of `b`.
    #[inline(always)]
    pub(super) fn in_b(&self, v: Vect<V, N>) -> Vect<V, N> {
        let r = &self.cosines;
        (1..V::DIM).fold(r[0] * v[0], |sum, i| sum + r[i] * v[i])
    }

    /// The gap along a direction in the frame of `a`, times the direction's length.
    #[inline(always)]
    pub(super) fn gap_times(&self, direction: Vect<V, N>, middle: Vect<V, N>) -> N {
        let (x, y, turned) = (&self.a, &self.b, self.in_b(direction));
        (0..V::DIM).fold(direction.dot(middle), |sum, i| {
            sum - (x.half[i] * direction[i].abs() + y.half[i] * turned[i].abs())
        })
    }

    /// The unit normal in the world, opposite to a direction in the frame of `a`.
    #[inline(always)]
    pub(super) fn against(&self, direction: Vect<V, N>, length: N) -> Vect<V, N> {
        self.a.axes.times(-direction.map(|x| x.over(length)))
    }
}
