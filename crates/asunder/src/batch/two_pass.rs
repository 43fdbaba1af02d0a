//! Two-pass batches: a fast pass over all of a set, an exact one over what it leaves open.
//!
//! Where most shapes are easily decided, most blocks of lanes still hold one that is not, and all of their
//! lanes would take the slow path. So a fast pass goes first, and what it leaves is put together
//! into full blocks; but a block of which it leaves most is decided where it lies.

use super::forms::LaneShape;
use super::lane::{Lane, LaneVerdict};
use super::mask::{BITS, Mask};
use super::stage::{FAR, LaneKernel, MOST_STORED, answer_in_lanes, each_lane, touch_lines};
use crate::array::array_of;
use crate::simd::{LANES, Lanes, Simd, dispatch};
use crate::space::Vector;

/// A pair of kinds of which a fast first pass decides most pairs.
pub(super) trait TwoPass<V: Vector, B: LaneShape<V>>: LaneKernel<V, B> {
    /// The verdict of the first pass on the pairs in the lanes.
    fn first_pass<N: Lane>(a: &Self::Form<N>, b: &B::Form<N>) -> LaneVerdict;
    /// Of the lanes that the first pass leaves `open` those whose pairs certainly meet.
    fn second_pass<N: Lane>(a: &Self::Form<N>, b: &B::Form<N>, open: u32) -> u32;
}

/// A set that is asked about one shape, in two passes.
pub(super) struct TwoPassBatch<'s> {
    pub(super) shapes: &'s [Lanes],
    /// The numbers of the one shape, each in all lanes.
    pub(super) query: &'s [Lanes],
    pub(super) len: usize,
}

/// So many words of shapes are passed over first, before a second pass decides what is left of them.
const CHUNK: usize = 8;

/// A block of which more lanes are left is decided where it lies. To put a lane into another block
/// takes about a twelfth of a block's verdict.
const MOST_MOVED: u32 = 8;

/// What the first pass leaves of a chunk.
struct Undecided {
    /// Blocks by the place of their first shape, with the lanes that are left.
    dense: [(usize, u32); CHUNK * BITS / LANES],
    dense_count: usize,
    /// Places of shapes that are left of other blocks.
    sparse: [usize; CHUNK * BITS],
    sparse_count: usize,
}

impl Undecided {
    const NOTHING: Self = Self {
        dense: [(0, 0); CHUNK * BITS / LANES],
        dense_count: 0,
        sparse: [0; CHUNK * BITS],
        sparse_count: 0,
    };

    /// Notes which shapes are left of those from `first` on.
    #[inline(always)]
    fn note(&mut self, first: usize, open: u64) {
        let mut sparse = open;
        for lane in (0..BITS).step_by(LANES) {
            let lanes = (open >> lane) as u32 & ((1 << LANES) - 1);
            if lanes.count_ones() > MOST_MOVED {
                self.dense[self.dense_count] = (first + lane, lanes);
                self.dense_count += 1;
                sparse &= !(u64::from(lanes) << lane);
            }
        }
        while sparse != 0 {
            self.sparse[self.sparse_count] = first + sparse.trailing_zeros() as usize;
            self.sparse_count += 1;
            sparse &= sparse - 1;
        }
    }
}

impl TwoPassBatch<'_> {
    /// Answers with `ask` what lanes leave open; says how many answers are yes.
    pub(super) fn answer<V: Vector, A: TwoPass<V, B>, B: LaneShape<V>>(
        &self,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        answer_in_lanes(
            self.len,
            mask,
            ask,
            |mask| dispatch!(simd => self.run::<V, A, B, _>(simd, mask, ask)),
        )
    }

    #[inline(always)]
    fn run<V: Vector, A: TwoPass<V, B>, B: LaneShape<V>, S: Simd>(
        &self,
        simd: S,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        let mut hits = 0;
        let mut left = Undecided::NOTHING;
        for chunk in (0..self.len).step_by(CHUNK * BITS) {
            (left.dense_count, left.sparse_count) = (0, 0);
            for first in (chunk..self.len).step_by(BITS).take(CHUNK) {
                let (meet, open) = self.first_pass::<V, A, B, S>(simd, first);
                hits += meet.count_ones() as usize;
                mask.set_word(first / BITS, meet);
                left.note(first, open);
            }
            hits += self.decide::<V, A, B, S>(simd, &left, mask, ask);
        }
        hits
    }

    /// Of the shapes of a word from `first` on those that certainly meet, and those left open.
    #[inline(always)]
    fn first_pass<V: Vector, A: TwoPass<V, B>, B: LaneShape<V>, S: Simd>(
        &self,
        simd: S,
        first: usize,
    ) -> (u64, u64) {
        let (mut meet, mut decided) = (0, 0);
        if self.shapes.len() > FAR {
            let word = BITS / LANES * A::FIELDS;
            core::hint::black_box(touch_lines(self.shapes, (first / BITS + 1) * word, word));
        }
        for start in (first..self.len).step_by(LANES).take(BITS / LANES) {
            let block = self.block::<V, A>(start);
            let verdict = each_lane::<V, A, B, S>(
                simd,
                block,
                self.query,
                #[inline(always)]
                |_, a, b| A::first_pass(a, b),
            );
            meet |= u64::from(verdict.meet) << (start - first);
            decided |= u64::from(verdict.meet | verdict.apart) << (start - first);
        }
        let left = self.len - first;
        let asked = if left < BITS { (1 << left) - 1 } else { u64::MAX };
        (meet & asked, !decided & asked)
    }

    /// Says how many of what is left are yes.
    #[inline(always)]
    fn decide<V: Vector, A: TwoPass<V, B>, B: LaneShape<V>, S: Simd>(
        &self,
        simd: S,
        left: &Undecided,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        let mut hits = 0;
        let mut together = [Lanes::ZERO; MOST_STORED];
        let dense = &left.dense[..left.dense_count];
        let sparse = &left.sparse[..left.sparse_count];
        for group in 0..dense.len() + sparse.len().div_ceil(LANES) {
            let mut places = [0; LANES];
            let (block, asked) = if let Some(&(first, lanes)) = dense.get(group) {
                places = array_of(|lane| first + lane);
                (self.block::<V, A>(first), lanes)
            } else {
                let sparse = &sparse[(group - dense.len()) * LANES..];
                let sparse = &sparse[..if sparse.len() < LANES { sparse.len() } else { LANES }];
                for (lane, &index) in sparse.iter().enumerate() {
                    places[lane] = index;
                    for (field, lanes) in together.iter_mut().zip(self.block::<V, A>(index)) {
                        field.0[lane] = lanes.0[index % LANES];
                    }
                }
                (&together[..A::FIELDS], (1 << sparse.len()) - 1)
            };
            let found = each_lane::<V, A, B, S>(
                simd,
                block,
                self.query,
                #[inline(always)]
                |first, a, b| LaneVerdict { apart: 0, meet: A::second_pass(a, b, asked >> first) },
            );
            let mut meet = found.meet & asked;
            let mut open = asked & !meet;
            while open != 0 {
                let lane = open.trailing_zeros();
                open &= open - 1;
                meet |= u32::from(ask(places[lane as usize])) << lane;
            }
            hits += meet.count_ones() as usize;
            while meet != 0 {
                mask.set(places[meet.trailing_zeros() as usize]);
                meet &= meet - 1;
            }
        }
        hits
    }

    /// The numbers of the block that a shape is in.
    #[inline(always)]
    fn block<V: Vector, A: LaneShape<V>>(&self, index: usize) -> &[Lanes] {
        &self.shapes[index / LANES * A::FIELDS..][..A::FIELDS]
    }
}

#[cfg(test)]
mod tests;
