//! The corners of a hull in `f64`, in columns of a few, so that a pass over all of them is work for vector
//! instructions.

use crate::array::{Mapped as _, array_of};
use crate::linalg::Vect;
use crate::space::Vector;

/// How many corners a pass looks at side by side.
pub(crate) const LANES: usize = 4;

/// The heights of some corners, side by side.
pub(crate) type Heights = [f64; LANES];

/// The corners of a hull, exactly, a few side by side: each block has as many of each coordinate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns<V: Vector> {
    /// Of the last block, the places that are left have its last corner once more.
    blocks: Box<[Vect<V, Heights>]>,
}

impl<V: Vector> Columns<V> {
    /// The columns of at least one corner.
    pub(super) fn of(corners: &[V::Array<f32>]) -> Self {
        let wide: Vec<_> = corners.iter().map(Vect::<V, f64>::of).collect();
        Self::of_vectors(&wide)
    }

    /// The columns of at least one vector.
    pub(super) fn of_vectors(vectors: &[Vect<V, f64>]) -> Self {
        let block = |few: &[Vect<V, f64>]| {
            let last = few.len() - 1;
            let lane = |k: usize| few[if k < last { k } else { last }];
            let lanes: [Vect<V, f64>; LANES] = array_of(lane);
            Vect::from_fn(|t| lanes.mapped(|vector| vector[t]))
        };
        Self { blocks: vectors.chunks(LANES).map(block).collect() }
    }

    /// A corner, by its index.
    #[inline(always)]
    pub(crate) fn corner(&self, i: usize) -> Vect<V, f64> {
        let block = &self.blocks[i / LANES];
        Vect::from_fn(|t| block.0[t][i % LANES])
    }

    /// The dot product of each with a vector.
    #[inline(always)]
    pub(crate) fn along(&self, vector: Vect<V, f64>) -> impl Iterator<Item = Heights> {
        self.blocks.iter().map(move |block| heights(block, vector, |_, x| x))
    }

    /// The projection on an axis, as an interval, of the corners seen from `origin` and then displaced.
    #[inline]
    pub(crate) fn interval(
        &self,
        axis: Vect<V, f64>,
        origin: Vect<V, f64>,
        by: Vect<V, f64>,
    ) -> [f64; 2] {
        let heights = |block| heights(block, axis, |t, x| x - origin[t] + by[t]);
        // A height that is no number stays one, as no comparison replaces it.
        let first = heights(&self.blocks[0]);
        let (mut low, mut high) = (first, first);
        for block in &self.blocks[1..] {
            let at = heights(block);
            (low, high) = (lower(low, at), higher(high, at));
        }
        [least(low), greatest(high)]
    }

    /// The greatest height along an axis of the corners seen from `origin`.
    #[inline]
    pub(crate) fn highest(&self, axis: Vect<V, f64>, origin: Vect<V, f64>) -> f64 {
        let heights = |block| heights(block, axis, |t, x| x - origin[t]);
        let mut high = heights(&self.blocks[0]);
        for block in &self.blocks[1..] {
            high = higher(high, heights(block));
        }
        greatest(high)
    }

    /// The first of the highest corners along an axis, seen from `origin` and then displaced.
    pub(crate) fn first_highest(
        &self,
        axis: Vect<V, f64>,
        origin: Vect<V, f64>,
        by: Vect<V, f64>,
    ) -> usize {
        let heights = |block| heights(block, axis, |t, x| x - origin[t] + by[t]);
        let mut high = [f64::NEG_INFINITY; LANES];
        for block in &self.blocks {
            high = higher(high, heights(block));
        }
        let top = greatest(high);
        let mut all = self.blocks.iter().enumerate().flat_map(|(i, block)| {
            let at = heights(block);
            (0..LANES).filter(move |&k| at[k] >= top).map(move |k| i * LANES + k)
        });
        all.next().unwrap_or(0)
    }

    /// The corner furthest along a direction, in one pass: for few of them. Of equals, it is the first in the first of
    /// the lanes.
    #[inline(always)]
    pub(super) fn furthest(&self, direction: Vect<V, f64>) -> usize {
        let mut greatest = Greatest::NONE;
        for (own, block) in (0..).zip(&self.blocks) {
            greatest = greatest.with(own, heights(block, direction, |_, x| x));
        }
        // The places that are left over in the last block are no corners, and as high as a corner in a lane before
        // theirs.
        greatest.first().1
    }
}

/// Of numbers in blocks side by side, the greatest so far, and the blocks that they are from.
#[derive(Clone, Copy)]
pub(crate) struct Greatest {
    values: Heights,
    /// As wide as the numbers, so that one comparison chooses both.
    blocks: [u64; LANES],
}

impl Greatest {
    pub(crate) const NONE: Self = Self { values: [f64::NEG_INFINITY; LANES], blocks: [0; LANES] };

    #[inline(always)]
    pub(crate) fn with(self, block: u64, values: Heights) -> Self {
        let is_greater = |k: usize| values[k] > self.values[k];
        Self {
            values: higher(self.values, values),
            blocks: array_of(|k| if is_greater(k) { block } else { self.blocks[k] }),
        }
    }

    /// The greatest number, and which it is: of equals, the first in the first of the lanes.
    #[inline(always)]
    pub(crate) fn first(&self) -> (f64, usize) {
        let lane = |k: usize| (self.values[k], self.blocks[k] as usize * LANES + k);
        let higher_of = |x: (f64, usize), y: (f64, usize)| if y.0 > x.0 { y } else { x };
        higher_of(higher_of(lane(0), lane(1)), higher_of(lane(2), lane(3)))
    }
}

/// The heights along an axis of corners, whose coordinates are first moved.
#[inline(always)]
fn heights<V: Vector>(
    block: &Vect<V, Heights>,
    axis: Vect<V, f64>,
    moved: impl Fn(usize, f64) -> f64,
) -> Heights {
    let product = |t: usize, k: usize| axis[t] * moved(t, block.0[t][k]);
    array_of(|k| (1..V::DIM).fold(product(0, k), |sum, t| sum + product(t, k)))
}

#[inline(always)]
fn lower(low: Heights, at: Heights) -> Heights {
    array_of(|k| if at[k] < low[k] { at[k] } else { low[k] })
}

#[inline(always)]
fn higher(high: Heights, at: Heights) -> Heights {
    array_of(|k| if at[k] > high[k] { at[k] } else { high[k] })
}

#[inline(always)]
fn least(low: Heights) -> f64 {
    low[1..].iter().fold(low[0], |low, &at| if at < low { at } else { low })
}

#[inline(always)]
fn greatest(high: Heights) -> f64 {
    high[1..].iter().fold(high[0], |high, &at| if at > high { at } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Rng;
    use glam::{Vec2, Vec3};

    /// Passes over columns are those over one corner after another, bit for bit, whatever is left of the last block.
    fn compare<V: Vector>(count: usize, rng: &mut Rng) {
        let mut vector = |size: f64| Vect::<V, f64>::from_fn(|_| rng.between(-size, size));
        let corners: Vec<V::Array<f32>> = (0..count).map(|_| vector(4.0).to_f32()).collect();
        let (axis, origin, by) = (vector(1.0), vector(8.0), vector(2.0));
        let columns = Columns::<V>::of(&corners);
        let (mut low, mut high, mut highest) =
            (f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut first = (0, f64::NEG_INFINITY);
        for (i, corner) in corners.iter().enumerate() {
            let corner = Vect::<V, f64>::of(corner);
            assert_eq!(columns.corner(i), corner);
            let at = axis.dot(corner - origin + by);
            low = if at < low { at } else { low };
            high = if at > high { at } else { high };
            let seen = axis.dot(corner - origin);
            highest = if seen > highest { seen } else { highest };
            let own = axis.dot(corner);
            first = if own > first.1 { (i, own) } else { first };
        }
        assert_eq!(columns.interval(axis, origin, by), [low, high]);
        assert_eq!(columns.highest(axis, origin), highest);
        let top = columns.first_highest(axis, origin, by);
        assert_eq!(axis.dot(columns.corner(top) - origin + by), high);
        assert_eq!(columns.furthest(axis), first.0);
    }

    #[test]
    fn columns_are_the_corners() {
        let mut rng = Rng::new(71);
        for count in 1..40 {
            for _ in 0..20 {
                compare::<Vec2>(count, &mut rng);
                compare::<Vec3>(count, &mut rng);
            }
        }
    }

    /// Of several corners that are as high, the first is found, and what is no number is no greatest height.
    #[test]
    fn ties_go_to_the_first_and_nan_stays() {
        let square = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [0.5, 1.0]];
        let columns = Columns::<Vec2>::of(&square);
        assert_eq!(columns.furthest(Vect([0.0, 1.0])), 0);
        assert_eq!(columns.furthest(Vect([1.0, 0.0])), 1);
        assert_eq!(columns.furthest(Vect([f64::NAN, 0.0])), 0);
        let zero = Vect::zero();
        assert_eq!(columns.first_highest(Vect([0.0, 1.0]), zero, zero), 0);
        assert_eq!(columns.first_highest(Vect([1.0, 0.0]), zero, zero), 1);
        assert!(columns.highest(Vect([f64::NAN, 0.0]), zero).is_nan());
        assert!(columns.interval(Vect([f64::NAN, 0.0]), zero, zero).iter().all(|x| x.is_nan()));
    }
}
