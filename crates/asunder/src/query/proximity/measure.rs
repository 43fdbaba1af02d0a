//! The formulas of gaps, over any kind of number: `f64` for the answers, and a number that records its
//! roundings for the tests that derive the error bounds.

use crate::exact::{Number, Quotient};
use crate::query::separation::dot;
use crate::space::Vector;

/// The taxicab norm of a vector: the sum of its components' magnitudes.
#[inline(always)]
pub(crate) fn taxicab<V: Vector, N: Number>(vector: &V::Array<N>) -> N {
    (0..V::DIM).fold(N::ZERO, |sum, t| sum + vector[t].abs())
}

/// The unit axes of a rotation.
#[inline(always)]
pub(super) fn axes_of<V: Vector, N: Quotient>(rotation: V::RotationArray) -> V::Array<V::Array<N>> {
    let (rows, norm) = V::frame::<N>(rotation, 0);
    V::array(|i| V::array(|t| rows[i][t].over(norm)))
}

/// The half edges of a box, as vectors.
#[inline(always)]
pub(super) fn half_edges<V: Vector, N: Number>(
    axes: &V::Array<V::Array<N>>,
    half: &V::Array<N>,
) -> V::Array<V::Array<N>> {
    V::array(|i| V::array(|t| axes[i][t] * half[i]))
}

/// The half width along an axis of the zonotope spanned by the first `count` half edges.
#[inline(always)]
pub(super) fn reach<V: Vector, N: Number>(
    axis: &V::Array<N>,
    halves: &V::Array<V::Array<N>>,
    count: usize,
) -> N {
    (0..count).fold(N::ZERO, |sum, k| sum + dot::<V, N>(axis, &halves[k]).abs())
}

/// The vector divided by its length.
#[inline(always)]
pub(super) fn by_length<V: Vector, N: Quotient>(vector: &V::Array<N>) -> V::Array<N> {
    let length = dot::<V, N>(vector, vector).root(0);
    V::array(|t| vector[t].over(length))
}

/// A box in `N`, with its center relative to an origin.
#[derive(Clone, Copy)]
pub(crate) struct CenteredBox<V: Vector, N: Number = f64> {
    pub(crate) middle: V::Array<N>,
    pub(crate) axes: V::Array<V::Array<N>>,
    pub(crate) half: V::Array<N>,
}

/// Two boxes, with the offset and the cosines between them.
pub(crate) struct CenteredBoxes<V: Vector, N: Number = f64> {
    pub(crate) a: CenteredBox<V, N>,
    pub(crate) b: CenteredBox<V, N>,
    pub(crate) origin: V::Array<f32>,
    /// The vector from the middle of `a` to that of `b`.
    pub(super) offset: V::Array<N>,
    /// The dot products of the axes of `a` and those of `b`.
    pub(super) cosines: V::Array<V::Array<N>>,
    /// A bound on how far any point is from the origin, both boxes added.
    pub(crate) size: N,
}

impl<V: Vector, N: Quotient> CenteredBox<V, N> {
    /// The box with the given rotation.
    #[inline(always)]
    pub(super) fn turned(
        middle: V::Array<N>,
        rotation: V::RotationArray,
        half: V::Array<N>,
    ) -> Self {
        let (rows, norm) = V::frame::<N>(rotation, 0);
        let scale = N::ONE.over(norm);
        Self { middle, axes: V::array(|i| V::array(|t| rows[i][t] * scale)), half }
    }

    /// A bound on the taxicab distance of any point from the origin: the components of a unit axis add up to less
    /// than two.
    #[inline(always)]
    pub(crate) fn reach_from_origin(&self) -> N {
        taxicab::<V, N>(&self.middle) + taxicab::<V, N>(&self.half).twice()
    }

    /// The half width of the box along an axis.
    #[inline(always)]
    fn reach(&self, axis: &V::Array<N>) -> N {
        (0..V::DIM)
            .fold(N::ZERO, |sum, i| sum + self.half[i] * dot::<V, N>(axis, &self.axes[i]).abs())
    }

    /// Turns a vector from the box's frame into the world's.
    #[inline(always)]
    pub(super) fn in_world(&self, v: &V::Array<N>) -> V::Array<N> {
        V::array(|t| (0..V::DIM).fold(N::ZERO, |sum, i| sum + v[i] * self.axes[i][t]))
    }
}

/// The formulas of the gaps; their rounding is bounded in `proximity/tests.rs`.
impl<V: Vector, N: Quotient> CenteredBoxes<V, N> {
    #[inline(always)]
    pub(super) fn between(
        origin: V::Array<f32>,
        a: CenteredBox<V, N>,
        b: CenteredBox<V, N>,
    ) -> Self {
        let offset = V::array(|t| b.middle[t] - a.middle[t]);
        let cosines = V::array(|i| V::array(|j| dot::<V, N>(&a.axes[i], &b.axes[j])));
        let size = a.reach_from_origin() + b.reach_from_origin();
        Self { a, b, origin, offset, cosines, size }
    }

    /// The offset between the centers, in the frame of one of the boxes.
    #[inline(always)]
    pub(super) fn offset_in(&self, placed: &CenteredBox<V, N>) -> V::Array<N> {
        V::array(|i| dot::<V, N>(&placed.axes[i], &self.offset))
    }

    /// The gap along the normal of face `i` of `a`.
    #[inline(always)]
    pub(super) fn gap_along_a(&self, i: usize, offset: &V::Array<N>) -> N {
        let (half, cosines) = (&self.b.half, &self.cosines);
        let reach = |reach: N, j: usize| reach + half[j] * cosines[i][j].abs();
        offset[i].abs() - (0..V::DIM).fold(self.a.half[i], reach)
    }

    /// The gap along the normal of face `j` of `b`.
    #[inline(always)]
    pub(super) fn gap_along_b(&self, j: usize, offset: &V::Array<N>) -> N {
        let (half, cosines) = (&self.a.half, &self.cosines);
        let reach = |reach: N, i: usize| reach + half[i] * cosines[i][j].abs();
        offset[j].abs() - (0..V::DIM).fold(self.b.half[j], reach)
    }

    /// The gap along an axis or its opposite, whichever is wider.
    #[inline(always)]
    pub(super) fn gap(&self, axis: &V::Array<N>) -> N {
        dot::<V, N>(axis, &self.offset).abs() - (self.a.reach(axis) + self.b.reach(axis))
    }

    /// Turns a vector from the frame of `a` into that of `b`.
    #[inline(always)]
    pub(super) fn in_b(&self, v: &V::Array<N>) -> V::Array<N> {
        let r = &self.cosines;
        V::array(|j| (1..V::DIM).fold(r[0][j] * v[0], |sum, i| sum + r[i][j] * v[i]))
    }

    /// The gap along a direction in the frame of `a`, times the direction's length.
    #[inline(always)]
    pub(super) fn gap_times(&self, direction: &V::Array<N>, middle: &V::Array<N>) -> N {
        let (x, y, turned) = (&self.a, &self.b, self.in_b(direction));
        (0..V::DIM).fold(dot::<V, N>(direction, middle), |sum, i| {
            sum - (x.half[i] * direction[i].abs() + y.half[i] * turned[i].abs())
        })
    }

    /// The unit normal in the world, opposite to a direction in the frame of `a`.
    #[inline(always)]
    pub(super) fn against(&self, direction: &V::Array<N>, length: N) -> V::Array<N> {
        self.a.in_world(&V::array(|i| N::ZERO - direction[i].over(length)))
    }
}
