//! What gaps are computed from, in any kind of number: in `f64` for the answers, and in numbers that know
//! their roundings for the test that adds these up.

use crate::exact::{Number, Quotient};
use crate::query::separation::dot;
use crate::space::Vector;

/// The sum of the coordinates' magnitudes.
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

/// The half edges of a box.
#[inline(always)]
pub(super) fn half_edges<V: Vector, N: Number>(
    axes: &V::Array<V::Array<N>>,
    half: &V::Array<N>,
) -> V::Array<V::Array<N>> {
    V::array(|i| V::array(|t| axes[i][t] * half[i]))
}

/// How far the first `count` of some half edges reach along an axis.
#[inline(always)]
pub(super) fn reach<V: Vector, N: Number>(
    axis: &V::Array<N>,
    halves: &V::Array<V::Array<N>>,
    count: usize,
) -> N {
    (0..count).fold(N::ZERO, |sum, k| sum + dot::<V, N>(axis, &halves[k]).abs())
}

/// The vector by its length.
#[inline(always)]
pub(super) fn by_length<V: Vector, N: Quotient>(vector: &V::Array<N>) -> V::Array<N> {
    let length = dot::<V, N>(vector, vector).root(0);
    V::array(|t| vector[t].over(length))
}

/// A box, relative to an origin.
#[derive(Clone, Copy)]
pub(crate) struct CenteredBox<V: Vector, N: Number = f64> {
    pub(crate) middle: V::Array<N>,
    pub(crate) axes: V::Array<V::Array<N>>,
    pub(crate) half: V::Array<N>,
}

/// Two boxes.
pub(crate) struct CenteredBoxes<V: Vector, N: Number = f64> {
    pub(crate) a: CenteredBox<V, N>,
    pub(crate) b: CenteredBox<V, N>,
    pub(crate) origin: V::Array<f32>,
    /// From the middle of `a` to that of `b`.
    pub(super) offset: V::Array<N>,
    /// Between the axes of `a` and those of `b`.
    pub(super) cosines: V::Array<V::Array<N>>,
    /// How far any point may be from the origin, both boxes added.
    pub(crate) size: N,
}

impl<V: Vector, N: Quotient> CenteredBox<V, N> {
    /// The box with this rotation.
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

    /// How far the box reaches from its middle along an axis.
    #[inline(always)]
    fn reach(&self, axis: &V::Array<N>) -> N {
        (0..V::DIM)
            .fold(N::ZERO, |sum, i| sum + self.half[i] * dot::<V, N>(axis, &self.axes[i]).abs())
    }

    /// A vector given in the box's own frame.
    #[inline(always)]
    pub(super) fn in_world(&self, v: &V::Array<N>) -> V::Array<N> {
        V::array(|t| (0..V::DIM).fold(N::ZERO, |sum, i| sum + v[i] * self.axes[i][t]))
    }
}

/// The formula of the gaps, whose roundings a test adds up.
impl<V: Vector, N: Quotient> CenteredBoxes<V, N> {
    #[inline(always)]
    pub(super) fn between(
        origin: V::Array<f32>,
        a: CenteredBox<V, N>,
        b: CenteredBox<V, N>,
    ) -> Self {
        let offset = V::array(|t| b.middle[t] - a.middle[t]);
        let cosines = V::array(|i| V::array(|j| dot::<V, N>(&a.axes[i], &b.axes[j])));
        // A unit axis has components that add up to less than two.
        let reach = taxicab::<V, N>(&a.half) + taxicab::<V, N>(&b.half);
        let size = taxicab::<V, N>(&a.middle) + taxicab::<V, N>(&b.middle) + reach.twice();
        Self { a, b, origin, offset, cosines, size }
    }

    /// The offset between the centers, in the frame of a box.
    #[inline(always)]
    pub(super) fn offset_in(&self, placed: &CenteredBox<V, N>) -> V::Array<N> {
        V::array(|i| dot::<V, N>(&placed.axes[i], &self.offset))
    }

    /// How far apart they are along face `i` of `a`.
    #[inline(always)]
    pub(super) fn gap_along_a(&self, i: usize, offset: &V::Array<N>) -> N {
        let (half, cosines) = (&self.b.half, &self.cosines);
        let reach = |reach: N, j: usize| reach + half[j] * cosines[i][j].abs();
        offset[i].abs() - (0..V::DIM).fold(self.a.half[i], reach)
    }

    /// How far apart they are along face `j` of `b`.
    #[inline(always)]
    pub(super) fn gap_along_b(&self, j: usize, offset: &V::Array<N>) -> N {
        let (half, cosines) = (&self.a.half, &self.cosines);
        let reach = |reach: N, i: usize| reach + half[i] * cosines[i][j].abs();
        offset[j].abs() - (0..V::DIM).fold(self.b.half[j], reach)
    }

    /// How far `b` lies beyond `a` along an axis, in the direction in which it is further.
    #[inline(always)]
    pub(super) fn gap(&self, axis: &V::Array<N>) -> N {
        dot::<V, N>(axis, &self.offset).abs() - (self.a.reach(axis) + self.b.reach(axis))
    }

    /// A vector in the frame of `b`, given in that of `a`.
    #[inline(always)]
    pub(super) fn in_b(&self, v: &V::Array<N>) -> V::Array<N> {
        let r = &self.cosines;
        V::array(|j| (1..V::DIM).fold(r[0][j] * v[0], |sum, i| sum + r[i][j] * v[i]))
    }

    /// How far apart they are along a direction in the frame of `a`, times its length.
    #[inline(always)]
    pub(super) fn gap_times(&self, direction: &V::Array<N>, middle: &V::Array<N>) -> N {
        let (x, y, turned) = (&self.a, &self.b, self.in_b(direction));
        (0..V::DIM).fold(dot::<V, N>(direction, middle), |sum, i| {
            sum - (x.half[i] * direction[i].abs() + y.half[i] * turned[i].abs())
        })
    }

    /// The unit normal, against a direction in the frame of `a`.
    #[inline(always)]
    pub(super) fn against(&self, direction: &V::Array<N>, length: N) -> V::Array<N> {
        self.a.in_world(&V::array(|i| N::ZERO - direction[i].over(length)))
    }
}
