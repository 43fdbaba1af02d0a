//! Frusta by their planes: half-spaces as given, or sums of rows of a matrix.

use crate::exact::{Certain, Dyadic, Number};
use crate::linalg::Vect;
use crate::shape::{Depth, HalfSpace, ShapeError, check};
use crate::space::Vector;
use core::cmp::Ordering;

/// A vector and the number that belongs to it: a normal and its offset, a point's numerators and
/// their denominator.
pub(crate) type Bound<V, N> = (<V as Vector>::Array<N>, N);

/// Most planes that a frustum has.
pub(super) const MOST: usize = 6;

/// The planes of a frustum.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Planes<V: Vector> {
    /// As they were given, one to six.
    HalfSpaces(Vec<HalfSpace<V>>),
    /// Sums of rows of a matrix for column vectors.
    Projection {
        rows: [[f32; 4]; 4],
        depth: Depth,
        /// The conditions that bound anything.
        clips: Vec<Clip>,
    },
}

/// A condition on what is visible, in clip space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clip {
    /// `-w <= x`, or that of another coordinate: row 4 plus its row is at least zero.
    AboveMinusW(usize),
    /// `x <= w`: row 4 minus its row is at least zero.
    BelowW(usize),
    /// `0 <= x`: the row itself is at least zero.
    AboveZero(usize),
}

impl Clip {
    /// In words of clip space.
    fn condition(self) -> &'static str {
        match self {
            Self::AboveMinusW(row) => ["-w <= x", "-w <= y", "-w <= z"][row],
            Self::BelowW(row) => ["x <= w", "y <= w", "z <= w"][row],
            Self::AboveZero(row) => ["0 <= x", "0 <= y", "0 <= z"][row],
        }
    }

    /// The coefficient `column` of what must not be negative.
    fn coefficient<N: Number>(self, rows: &[[f32; 4]; 4], column: usize) -> N {
        let at = |row: usize| N::of(rows[row][column]);
        match self {
            Self::AboveMinusW(row) => at(3) + at(row),
            Self::BelowW(row) => at(3) - at(row),
            Self::AboveZero(row) => at(row),
        }
    }
}

impl<V: Vector> Planes<V> {
    pub(super) fn of_half_spaces(half_spaces: &[HalfSpace<V>]) -> Result<Self, ShapeError> {
        let count = half_spaces.len();
        if count == 0 || count > MOST {
            return Err(ShapeError::HalfSpaceCount { count });
        }
        Ok(Self::HalfSpaces(half_spaces.to_vec()))
    }

    pub(super) fn of_projection(rows: [[f32; 4]; 4], depth: Depth) -> Result<Self, ShapeError> {
        if V::DIM + 1 != rows.len() {
            return Err(ShapeError::OnlyInSpace { field: "projection" });
        }
        rows.as_flattened().iter().try_for_each(|&x| check::finite("projection", x))?;
        let least = match depth {
            Depth::ZeroToOne => Clip::AboveZero(2),
            Depth::MinusOneToOne => Clip::AboveMinusW(2),
        };
        let mut clips = Vec::with_capacity(MOST);
        for clip in [
            Clip::AboveMinusW(0),
            Clip::BelowW(0),
            Clip::AboveMinusW(1),
            Clip::BelowW(1),
            least,
            Clip::BelowW(2),
        ] {
            let sign = |column: usize| {
                Dyadic::scoped(|| clip.coefficient::<Dyadic>(&rows, column).ordering())
            };
            if (0..V::DIM).any(|j| sign(j) != Ordering::Equal) {
                clips.push(clip);
            } else if sign(V::DIM) == Ordering::Less {
                return Err(ShapeError::HoldsNowhere { condition: clip.condition() });
            }
        }
        if clips.is_empty() {
            return Err(ShapeError::HalfSpaceCount { count: 0 });
        }
        Ok(Self::Projection { rows, depth, clips })
    }

    pub(super) fn count(&self) -> usize {
        match self {
            Self::HalfSpaces(list) => list.len(),
            Self::Projection { clips, .. } => clips.len(),
        }
    }

    /// The normal, which points out, and the offset of plane `i`: `normal · x <= offset`.
    pub(super) fn plane<N: Number>(&self, i: usize) -> Bound<V, N> {
        match self {
            Self::HalfSpaces(list) => (Vect::<V, N>::of(&list[i].normal).0, N::of(list[i].offset)),
            Self::Projection { rows, clips, .. } => {
                let coefficient = |column: usize| clips[i].coefficient::<N>(rows, column);
                ((-Vect::<V, N>::from_fn(coefficient)).0, coefficient(V::DIM))
            }
        }
    }
}
