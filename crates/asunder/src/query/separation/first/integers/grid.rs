//! Grids: the multiples of a power of two that coordinates stand on.
//!
//! A filter cannot say zero. But the coordinates of shapes near one another are multiples of some power of two, and
//! mostly few enough of it that integers count them. If they are very few, as those of a level that is built on a
//! grid, not even `f64` rounds a product of three.
//!
//! *Lemma.* Let all coordinates be multiples of `q`, and let no figure, seen from one of its points, reach
//! further than `R ≤ 2¹⁷·q`, both figures and an endless line's direction together. Then `f64` computes the
//! volumes that three vectors of the figures span without rounding.
//!
//! *Proof.* The taxicab lengths of the vectors are at most `R`, those of their cross products and all terms of
//! these at most `R²`. So no sum of terms of a volume is larger than `R³ ≤ 2⁵¹·q³`, and all are multiples of `q³`:
//! they have no more than 52 digits. ∎

use super::super::figure::Figure as _;
use super::super::figures::RoundedFigure;
use crate::exact::widen;
use crate::linalg::{Vect, max};
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
    pub(in super::super) fn of_steps(reach: f64, steps: f64) -> Self {
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
    pub(in super::super) fn has(&self, x: f32) -> bool {
        self.has_widened(widen(x))
    }

    /// As [`has`](Self::has), of an `f32` as an `f64`.
    #[inline(always)]
    pub(in crate::query::separation) fn has_widened(&self, x: f64) -> bool {
        (x + self.rounding) - self.rounding == x
    }

    /// Whether all components of some vectors, each of which is an `f32`, are multiples.
    #[inline(always)]
    pub(in super::super) fn has_all<V: Vector, const N: usize>(
        &self,
        vectors: [Vect<V, f64>; N],
    ) -> bool {
        let has = |all, vector: &Vect<V, f64>| {
            (0..V::DIM).fold(all, |all, i| all & self.has_widened(vector[i]))
        };
        vectors.iter().fold(true, has)
    }

    /// Whether all coordinates of a point are multiples.
    #[inline(always)]
    pub(in super::super) fn holds<V: Vector>(&self, point: &V::Array<f32>) -> bool {
        (0..V::DIM).fold(true, |all, i| all & self.has(point[i]))
    }
}

/// Whether two shapes stand on a grid so that `f64` rounds no product of three of their differences.
#[inline]
pub(in super::super) fn share_grid<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(
    a: &A,
    b: &B,
) -> bool {
    let place = a.place();
    let (own, other) = (a.seen_from(place), b.seen_from(place));
    let grid = Grid::reaching(own.reach() + other.reach() + own.endless() + other.endless());
    a.stands_on(&grid) & b.stands_on(&grid)
}

#[cfg(test)]
mod tests;
