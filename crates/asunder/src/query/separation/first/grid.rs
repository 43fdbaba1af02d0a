//! Touches of shapes without a radius whose coordinates stand on a grid: there `f64` rounds nothing.
//!
//! A filter cannot say zero. But if all coordinates are multiples of one number, as those of a level that is
//! built on a grid, and the shapes are near enough to one another, then every projection and every gap is a
//! multiple of that number's power, with few enough digits for `f64`. So the separating-axis test itself is
//! exact, for the price of a filter.
//!
//! *Lemma.* Let all coordinates be multiples of `q`, and let no figure, seen from one of its points, reach
//! further than `R ≤ 2¹⁷·q`, both figures and an endless line's direction together. Then `f64` computes the
//! gaps along all axes without rounding.
//!
//! *Proof.* The taxicab lengths of the edges are at most `R`, those of their cross products and all terms of
//! these at most `R²`. So no sum of terms of a projection or a gap is larger than `R³ ≤ 2⁵¹·q³`, and all are
//! multiples of `q³/2`, as the center and the half extents of a box are multiples of `q/2`: they have no more
//! than 52 digits. A direction along an axis of a box, of length one, only takes factors away. ∎

use super::figure::{CandidateAxis, Figure};
use super::figures::RoundedFigure;
use crate::exact::widen;
use crate::linalg::{Vect, max};
use crate::query::predicate::Rule;
use crate::space::Vector;

/// How many times the grid's number shapes may reach: the third power has to leave `f64` two digits.
const REACH: f64 = (1u64 << 17) as f64;

/// The middle between 2⁵² and 2⁵³, where `f64` holds whole numbers only, so that the bits of a sum count them, with room
/// for 2⁵¹ on either side.
const MIDDLE: f64 = 1.5 / f64::EPSILON;

/// Less than all differences of `f32` but zero.
const LEAST_REACH: f64 = 1e-60;

/// The multiples of the coarsest number, a power of two, on which shapes of some reach may stand.
#[derive(Clone, Copy, Debug)]
pub(in crate::query::separation) struct Grid {
    /// A number from which on, up to twice as much, `f64` holds the multiples alone.
    rounding: f64,
    /// So many of the steps between multiples make one.
    steps: f64,
}

impl Grid {
    fn reaching(reach: f64) -> Self {
        Self::of_steps(reach, REACH)
    }

    /// Of which at most so many `steps` reach so far.
    pub(super) fn of_steps(reach: f64, steps: f64) -> Self {
        // The power of two above. A reach that is no number stays one that is none.
        let above =
            2.0 * f64::from_bits(max(LEAST_REACH, reach).to_bits() & f64::INFINITY.to_bits());
        Self { rounding: MIDDLE * (above / steps), steps: steps / above }
    }

    /// A difference of coordinates that are multiples, in steps, of which there are less than 2⁵¹.
    #[inline(always)]
    pub(in crate::query::separation) fn steps(&self, difference: f64) -> i64 {
        (difference * self.steps + MIDDLE).to_bits() as i64 - MIDDLE.to_bits() as i64
    }

    /// Whether a number is a multiple. (One so large that the sum is finer than the grid is an `f32` with
    /// digits above it.)
    #[inline(always)]
    pub(super) fn has(&self, x: f32) -> bool {
        self.has_widened(widen(x))
    }

    /// As [`has`](Self::has), of an `f32` as an `f64`.
    #[inline(always)]
    pub(in crate::query::separation) fn has_widened(&self, x: f64) -> bool {
        (x + self.rounding) - self.rounding == x
    }

    /// Whether all components of some vectors, each of which is an `f32`, are multiples.
    #[inline(always)]
    pub(super) fn has_all<V: Vector, const N: usize>(&self, vectors: [Vect<V, f64>; N]) -> bool {
        let has = |all, vector: &Vect<V, f64>| {
            (0..V::DIM).fold(all, |all, i| all & self.has_widened(vector[i]))
        };
        vectors.iter().fold(true, has)
    }

    /// Whether all coordinates of a point are multiples.
    #[inline(always)]
    pub(super) fn holds<V: Vector>(&self, point: &V::Array<f32>) -> bool {
        (0..V::DIM).fold(true, |all, i| all & self.has(point[i]))
    }
}

/// What is known of the gaps along some axes.
#[derive(Default)]
struct ExactGaps {
    /// Whether there is a gap along one.
    apart: bool,
    /// Whether the figures only touch along one, which is not zero.
    touch: bool,
    /// Whether they overlap along one.
    overlap: bool,
}

impl ExactGaps {
    #[inline(always)]
    fn compare<V: Vector>(
        &mut self,
        a: &impl Figure<V>,
        b: &impl Figure<V>,
        direction: Vect<V, f64>,
    ) {
        let axis = CandidateAxis::exact(direction);
        let (a, b) = (a.span(&axis), b.span(&axis));
        let gap = max(b[0] - a[1], a[0] - b[1]);
        self.apart |= gap > 0.0;
        self.overlap |= gap < 0.0;
        self.touch |= gap == 0.0 && direction.norm1() > 0.0;
    }

    /// Whether an axis separates the figures.
    #[inline(always)]
    fn separate(&self, rule: Rule) -> bool {
        self.apart || self.touch && rule == Rule::Open
    }
}

/// Whether two shapes stand on a grid so that `f64` rounds no product of three of their differences.
#[inline]
pub(super) fn share_grid<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(
    a: &A,
    b: &B,
) -> bool {
    let place = a.place();
    let (own, other) = (a.seen_from(place), b.seen_from(place));
    let grid = Grid::reaching(own.reach() + other.reach() + own.endless() + other.endless());
    a.stands_on(&grid) & b.stands_on(&grid)
}

/// Whether two shapes without a radius meet, by `rule`, where `f64` rounds nothing. `open` are the axes that a
/// filter has left open, by the indices of [`FilteredAxes::Open`](super::FilteredAxes::Open), if it is known
/// that one of them decides.
#[cold]
#[inline(never)]
pub(super) fn meet<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(
    open: Option<u32>,
    a: &A,
    b: &B,
    rule: Rule,
) -> Option<bool> {
    if !share_grid(a, b) {
        return None;
    }
    let place = a.place();
    let (own, other) = (a.seen_from(place), b.seen_from(place));
    let gaps = gaps(&own, &other, open.unwrap_or(u32::MAX), rule);
    if gaps.separate(rule) {
        return Some(false);
    }
    if open.is_some() || gaps.overlap {
        return Some(true);
    }
    // No axis has any extent along it, or all that have one touch.
    if rule == Rule::Open { Some(false) } else { touch(&own, &other) }
}

/// The gaps along the `asked` axes, until one separates.
#[inline(always)]
fn gaps<V: Vector, A: Figure<V>, B: Figure<V>>(a: &A, b: &B, asked: u32, rule: Rule) -> ExactGaps {
    let mut gaps = ExactGaps::default();
    let is_asked = |i: usize| asked >> i & 1 == 1;
    let normals = A::normals() + B::normals();
    for i in (0..normals).filter(|&i| is_asked(i)) {
        let of_b = i.wrapping_sub(A::normals());
        let axis = if i < A::normals() { a.normal(i) } else { b.normal(of_b) };
        gaps.compare(a, b, axis.direction);
        if gaps.separate(rule) {
            return gaps;
        }
    }
    if V::EDGES == 0 {
        return gaps;
    }
    for i in 0..A::EDGES {
        for j in (0..B::EDGES).filter(|&j| is_asked(normals + i * B::EDGES + j)) {
            gaps.compare(a, b, a.edge(i).cross(b.edge(j)));
            if gaps.separate(rule) {
                return gaps;
            }
        }
    }
    gaps
}

/// Whether figures have a point in common that have no gap along any axis and overlap along none; `None` if
/// neither has an inside within a plane.
///
/// If one is a triangle, and the other one is not in its plane, the Minkowski difference is full-dimensional,
/// and none of its facets parts them. In the plane the normals of the edges decide. They still do if all is
/// projected along a coordinate axis that the plane is not parallel to.
pub(super) fn touch<V: Vector, A: Figure<V>, B: Figure<V>>(a: &A, b: &B) -> Option<bool> {
    if V::EDGES == 0 {
        return None;
    }
    let normals =
        (0..A::normals()).map(|i| a.normal(i)).chain((0..B::normals()).map(|i| b.normal(i)));
    let normal = normals.map(|axis| axis.direction).find(|normal| normal.norm1() > 0.0)?;
    let axis = CandidateAxis::exact(normal);
    let ([low, high], [b_low, b_high]) = (a.span(&axis), b.span(&axis));
    if !(low == high && b_low == b_high && low == b_low) {
        return Some(true);
    }
    let along = (0..V::DIM).find(|&t| normal[t] != 0.0)?;
    let mut gaps = ExactGaps::default();
    let edges = (0..A::EDGES).map(|i| a.edge(i)).chain((0..B::EDGES).map(|i| b.edge(i)));
    for edge in edges {
        gaps.compare(a, b, Vect::axis(along).cross(edge));
        if gaps.apart {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests;
