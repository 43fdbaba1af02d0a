//! Figures: shapes in plain `f64`, without their radius and relative to a point near them.
//!
//! Rounding errors are bounded by sums of magnitudes: a [`Figure`] gives [`reach`] for its points and
//! [`length`] for its edges, a [`CandidateAxis`] its `size`. A point is a difference of two `f32`, so its
//! relative error is `u = 2⁻⁵³`. The largest errors are those of boxes along a cross product of their edges,
//! because the axes of both are computed from a rotation. In all, an error is less than [`ERROR`] times the
//! axis's size times the reach of the points on it; `tests::the_error_is_derived` adds it up.
//!
//! [`reach`]: Figure::reach
//! [`length`]: Figure::length

use crate::array::Mapped as _;
use crate::exact::UNIT;
use crate::linalg::{Matrix, Vect, max, min};
use crate::shape::OrientedBox;
use crate::space::Vector;

/// A bound on the error of a projection or a gap, relative to the magnitudes of its terms.
pub(super) const ERROR: f64 = 48.0 * UNIT;

/// The magnitude below which nothing is decided, because products may have underflowed. Its product with
/// [`ERROR`] is far above the error of any underflow.
pub(super) const LEAST: f64 = 1e-200;

/// A direction along which shapes are compared.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct CandidateAxis<V: Vector> {
    pub(super) direction: Vect<V, f64>,
    /// A bound on the sum of the components' magnitudes, their errors included.
    pub(super) size: f64,
    /// Whether a component is zero only if the exact one is.
    pub(super) clean: bool,
}

/// A convex set with few edges.
pub(in crate::query::separation) trait Figure<V: Vector>:
    Copy
{
    /// The number of edge directions.
    const EDGES: usize;
    /// Whether these are `f32`, so that a cross product of two is zero only if the exact one is.
    const IS_STORED: bool = false;
    /// The direction of an edge.
    fn edge(&self, i: usize) -> Vect<V, f64>;
    /// A bound on the sum of the magnitudes of an edge's components.
    fn length(&self) -> f64;
    /// The number of facet normals, opposite ones counted once.
    fn normals() -> usize;
    /// The normal of a facet, or of two opposite ones.
    fn normal(&self, i: usize) -> CandidateAxis<V>;
    /// A bound on the sum of the magnitudes of a point's coordinates. For a ray, of its origin's.
    fn reach(&self) -> f64;
    /// The same of the direction in which it has no end.
    #[inline(always)]
    fn endless(&self) -> f64 {
        0.0
    }
    /// The figure's projection on an axis; NaN, for which every comparison is false, if unknown.
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2];
    /// As [`span`](Self::span), for the figure's own normal `i`.
    fn span_of_normal(&self, axis: &CandidateAxis<V>, i: usize) -> [f64; 2];
    /// As [`span`](Self::span), for an axis perpendicular to one of its edges.
    fn span_across(&self, direction: Vect<V, f64>, edge: usize) -> [f64; 2];
    /// Tilts `direction` as little as possible, so that the figure is bounded along it: into its dual cone.
    #[inline(always)]
    fn tilt(&self, direction: Vect<V, f64>) -> Vect<V, f64> {
        direction
    }
}

/// The size of a normal: in 3D a cross product of two edges, in 2D one edge turned by a right angle.
#[inline(always)]
fn size_of_cross<V: Vector>(length: f64) -> f64 {
    if V::EDGES == 0 { length } else { length * length }
}

/// A point, which has no edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct PointVertex<V: Vector> {
    pub(super) at: Vect<V, f64>,
}

impl<V: Vector> Figure<V> for PointVertex<V> {
    const EDGES: usize = 0;
    fn edge(&self, _i: usize) -> Vect<V, f64> {
        Vect::zero()
    }
    fn length(&self) -> f64 {
        0.0
    }
    fn normals() -> usize {
        0
    }
    fn normal(&self, _i: usize) -> CandidateAxis<V> {
        CandidateAxis { direction: Vect::zero(), size: 0.0, clean: false }
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.at.norm1()
    }
    #[inline(always)]
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2] {
        [axis.direction.dot(self.at); 2]
    }
    fn span_of_normal(&self, axis: &CandidateAxis<V>, _i: usize) -> [f64; 2] {
        self.span(axis)
    }
    fn span_across(&self, direction: Vect<V, f64>, _edge: usize) -> [f64; 2] {
        [direction.dot(self.at); 2]
    }
}

/// A segment along `direction`, or a ray if `ENDLESS`.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct LineOrSegment<V: Vector, const ENDLESS: bool> {
    pub(super) at: Vect<V, f64>,
    pub(super) direction: Vect<V, f64>,
}

impl<V: Vector, const ENDLESS: bool> LineOrSegment<V, ENDLESS> {
    #[inline(always)]
    pub(super) fn point(&self, share: f64) -> Vect<V, f64> {
        self.at + self.direction * share
    }
}

impl<V: Vector, const ENDLESS: bool> Figure<V> for LineOrSegment<V, ENDLESS> {
    const EDGES: usize = 1;
    #[inline(always)]
    fn edge(&self, _i: usize) -> Vect<V, f64> {
        self.direction
    }
    #[inline(always)]
    fn length(&self) -> f64 {
        self.direction.norm1()
    }
    #[inline(always)]
    fn normals() -> usize {
        usize::from(V::EDGES == 0)
    }
    #[inline(always)]
    fn normal(&self, _i: usize) -> CandidateAxis<V> {
        let direction = self.direction.cross(self.direction);
        CandidateAxis { direction, size: self.length(), clean: true }
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.at.norm1() + if ENDLESS { 0.0 } else { self.length() }
    }
    #[inline(always)]
    fn endless(&self) -> f64 {
        if ENDLESS { self.length() } else { 0.0 }
    }
    #[inline(always)]
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2] {
        let (at, along) = (axis.direction.dot(self.at), axis.direction.dot(self.direction));
        if !ENDLESS {
            return [min(at, at + along), max(at, at + along)];
        }
        let error = ERROR * axis.size * self.length();
        if along > error && error > LEAST {
            [at, f64::INFINITY]
        } else if along < -error && error > LEAST {
            [f64::NEG_INFINITY, at]
        } else {
            let across = axis.clean
                && (0..V::DIM).all(|j| axis.direction[j] == 0.0 || self.direction[j] == 0.0);
            [if across { at } else { f64::NAN }; 2]
        }
    }
    #[inline(always)]
    fn span_of_normal(&self, axis: &CandidateAxis<V>, i: usize) -> [f64; 2] {
        self.span_across(axis.direction, i)
    }
    #[inline(always)]
    fn span_across(&self, direction: Vect<V, f64>, _edge: usize) -> [f64; 2] {
        [direction.dot(self.at); 2]
    }
    #[inline(always)]
    fn tilt(&self, direction: Vect<V, f64>) -> Vect<V, f64> {
        let along = direction.dot(self.direction);
        let margin = 4.0 * ERROR * direction.norm1() * self.length();
        if !ENDLESS || along < -margin {
            return direction;
        }
        let back = (along + margin) / self.direction.square();
        direction - self.direction * back
    }
}

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct TriangleVertices<V: Vector> {
    pub(super) at: [Vect<V, f64>; 3],
    /// The vector from each corner to the next.
    pub(super) edges: [Vect<V, f64>; 3],
    /// The largest sum of the magnitudes of an edge's components.
    pub(super) length: f64,
}

impl<V: Vector> Figure<V> for TriangleVertices<V> {
    const EDGES: usize = 3;
    #[inline(always)]
    fn edge(&self, i: usize) -> Vect<V, f64> {
        self.edges[i]
    }
    #[inline(always)]
    fn length(&self) -> f64 {
        self.length
    }
    #[inline(always)]
    fn normals() -> usize {
        if V::EDGES == 0 { 3 } else { 1 }
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> CandidateAxis<V> {
        let direction = self.edges[i].cross(self.edges[(i + 1) % 3]);
        CandidateAxis { direction, size: size_of_cross::<V>(self.length), clean: false }
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.at[0].norm1() + self.length
    }
    #[inline(always)]
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2] {
        let [a, b, c] = [0, 1, 2].mapped(|i| axis.direction.dot(self.at[i]));
        [min(min(a, b), c), max(max(a, b), c)]
    }
    #[inline(always)]
    fn span_of_normal(&self, axis: &CandidateAxis<V>, i: usize) -> [f64; 2] {
        if V::EDGES == 0 {
            self.span_across(axis.direction, i)
        } else {
            [axis.direction.dot(self.at[0]); 2]
        }
    }
    /// The ends of the edge project on the same point, so one of them and the third corner are enough.
    #[inline(always)]
    fn span_across(&self, direction: Vect<V, f64>, edge: usize) -> [f64; 2] {
        let (a, b) = (direction.dot(self.at[edge]), direction.dot(self.at[(edge + 2) % 3]));
        [min(a, b), max(a, b)]
    }
}

/// More than the sum of the magnitudes of a unit axis's components, which is at most √3.
pub(super) const AXIS_SIZE: f64 = 2.0;

/// Of a box as [`seen_from`](super::figures::RoundedFigure::seen_from) makes it, whose computed axes have a NaN in place of a
/// zero that may not be exact: others have no clean normals.
impl<V: Vector> Figure<V> for OrientedBox<V> {
    const EDGES: usize = V::DIM;
    #[inline(always)]
    fn edge(&self, i: usize) -> Vect<V, f64> {
        self.axes[i]
    }
    #[inline(always)]
    fn length(&self) -> f64 {
        AXIS_SIZE
    }
    #[inline(always)]
    fn normals() -> usize {
        V::DIM
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> CandidateAxis<V> {
        CandidateAxis { direction: self.axes[i], size: AXIS_SIZE, clean: true }
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.reach_from_origin()
    }
    #[inline(always)]
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2] {
        let (at, half_width) = (axis.direction.dot(self.center), self.half_width(axis.direction));
        [at - half_width, at + half_width]
    }
    #[inline(always)]
    fn span_of_normal(&self, axis: &CandidateAxis<V>, i: usize) -> [f64; 2] {
        let at = axis.direction.dot(self.center);
        [at - self.half[i], at + self.half[i]]
    }
    #[inline(always)]
    fn span_across(&self, direction: Vect<V, f64>, edge: usize) -> [f64; 2] {
        let at = direction.dot(self.center);
        let mut reach = 0.0;
        for i in 0..V::DIM {
            if i != edge {
                reach += self.half[i] * direction.dot(self.axes[i]).abs();
            }
        }
        [at - reach, at + reach]
    }
}

/// An axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct AxisAligned<V: Vector> {
    pub(super) center: Vect<V, f64>,
    pub(super) half: Vect<V, f64>,
}

impl<V: Vector> Figure<V> for AxisAligned<V> {
    const EDGES: usize = V::DIM;
    const IS_STORED: bool = true;
    #[inline(always)]
    fn edge(&self, i: usize) -> Vect<V, f64> {
        Vect::axis(i)
    }
    #[inline(always)]
    fn length(&self) -> f64 {
        1.0
    }
    #[inline(always)]
    fn normals() -> usize {
        V::DIM
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> CandidateAxis<V> {
        CandidateAxis { direction: self.edge(i), size: 1.0, clean: true }
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.center.norm1() + self.half.norm1()
    }
    #[inline(always)]
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2] {
        self.span_across(axis.direction, V::DIM)
    }
    #[inline(always)]
    fn span_of_normal(&self, _axis: &CandidateAxis<V>, i: usize) -> [f64; 2] {
        [self.center[i] - self.half[i], self.center[i] + self.half[i]]
    }
    #[inline(always)]
    fn span_across(&self, direction: Vect<V, f64>, _edge: usize) -> [f64; 2] {
        let at = direction.dot(self.center);
        let reach = direction.abs().dot(self.half);
        [at - reach, at + reach]
    }
}

/// A parallelepiped.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct SkewedBox<V: Vector> {
    pub(super) center: Vect<V, f64>,
    pub(super) half_edges: Matrix<V, f64>,
}

impl<V: Vector> SkewedBox<V> {
    /// The projection on an axis of what all half-edges but one span.
    #[inline(always)]
    fn span_beside(&self, direction: Vect<V, f64>, edge: usize) -> [f64; 2] {
        let at = direction.dot(self.center);
        let mut reach = 0.0;
        for i in 0..V::DIM {
            if i != edge {
                reach += direction.dot(self.half_edges[i]).abs();
            }
        }
        [at - reach, at + reach]
    }
}

impl<V: Vector> Figure<V> for SkewedBox<V> {
    const EDGES: usize = V::DIM;
    const IS_STORED: bool = true;
    #[inline(always)]
    fn edge(&self, i: usize) -> Vect<V, f64> {
        self.half_edges[i]
    }
    #[inline(always)]
    fn length(&self) -> f64 {
        (0..V::DIM).fold(0.0, |length, i| max(length, self.half_edges[i].norm1()))
    }
    #[inline(always)]
    fn normals() -> usize {
        V::DIM
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> CandidateAxis<V> {
        let direction = self.half_edges[i].cross(self.half_edges[(i + 1) % V::DIM]);
        CandidateAxis { direction, size: size_of_cross::<V>(self.length()), clean: false }
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        (0..V::DIM).fold(self.center.norm1(), |reach, i| reach + self.half_edges[i].norm1())
    }
    #[inline(always)]
    fn span(&self, axis: &CandidateAxis<V>) -> [f64; 2] {
        self.span_beside(axis.direction, V::DIM)
    }
    /// Of the edges, one is not perpendicular to the normal.
    #[inline(always)]
    fn span_of_normal(&self, axis: &CandidateAxis<V>, i: usize) -> [f64; 2] {
        let at = axis.direction.dot(self.center);
        let reach = axis.direction.dot(self.half_edges[(i + V::DIM - 1) % V::DIM]).abs();
        [at - reach, at + reach]
    }
    #[inline(always)]
    fn span_across(&self, direction: Vect<V, f64>, edge: usize) -> [f64; 2] {
        self.span_beside(direction, edge)
    }
}
