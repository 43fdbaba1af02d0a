//! The first stage over all pairs of a batch, and the single question for what it leaves open.

use super::forms::LaneShape;
use super::lane::{Lane, LaneVerdict, Wide};
use super::mask::{BITS, Mask};
use crate::query::predicate::Rule;
use crate::simd::{LANES, Lanes, Simd, dispatch, f32x4, prelude::*};
use crate::space::Vector;

/// A pair of kinds that the first stage knows.
pub(super) trait LaneKernel<V: Vector, B: LaneShape<V>>: LaneShape<V> {
    /// What is certain of the pairs in the lanes.
    fn verdict<N: Lane>(a: &Self::Form<N>, b: &B::Form<N>, rule: Rule) -> LaneVerdict;
}

/// Where a kernel finds the numbers of one shape of each pair.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'s> {
    /// The numbers, in blocks of lanes, or in records for pairs to pick from.
    lanes: &'s [Lanes],
    order: Order<'s>,
}

#[derive(Clone, Copy, Debug)]
enum Order<'s> {
    /// The shapes as they lie.
    Along,
    /// The same block every time.
    Same,
    /// The shapes that pairs name; the second of each pair, or the first.
    Picked { records: Records, pairs: &'s [(u32, u32)], second: bool },
}

/// How the numbers of shapes lie in records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Records {
    /// How many there are.
    pub(super) len: usize,
    /// From the beginning of one to that of the next, in vectors of four numbers.
    pub(super) stride: usize,
}

impl<'s> Operand<'s> {
    pub(super) fn in_order(blocks: &'s [Lanes]) -> Self {
        Self { lanes: blocks, order: Order::Along }
    }

    /// The same shape every time, given by its numbers.
    pub(super) fn same(splat: &'s [Lanes]) -> Self {
        Self { lanes: splat, order: Order::Same }
    }

    pub(super) fn picked(
        lanes: &'s [Lanes],
        records: Records,
        pairs: &'s [(u32, u32)],
        second: bool,
    ) -> Self {
        Self { lanes, order: Order::Picked { records, pairs, second } }
    }

    /// The numbers.
    pub(super) fn lanes(&self) -> &'s [Lanes] {
        self.lanes
    }

    /// Whether there are more numbers than the nearest memory holds.
    fn is_far(&self) -> bool {
        match self.order {
            Order::Picked { .. } | Order::Along => self.lanes.len() > FAR,
            Order::Same => false,
        }
    }

    /// Reads a number of each line of memory that is needed next: of the shapes that a block of pairs
    /// picks, or of as many blocks after this one as are `ahead`. These reads wait for one another less
    /// than those that follow would, between which there is work.
    #[inline(always)]
    fn touch<V: Vector, F: LaneShape<V>>(&self, index: usize, ahead: usize) -> u32 {
        let mut all = 0;
        match self.order {
            Order::Along => {
                all |= touch_lines(self.lanes, (index + 1) * F::FIELDS, ahead * F::FIELDS);
            }
            Order::Same => {}
            Order::Picked { records, pairs, second } => {
                let pairs = &pairs[index * LANES..];
                for pair in &pairs[..if pairs.len() < LANES { pairs.len() } else { LANES }] {
                    let place = if second { pair.1 } else { pair.0 } as usize;
                    let first = place * records.stride;
                    let line = self.lanes.get(first / QUAD);
                    all |= line.map_or(0, |line| line.0[first % QUAD * QUAD].to_bits());
                }
            }
        }
        all
    }

    /// The block of the pairs from `LANES * index` on.
    #[inline(always)]
    fn block<'b, V: Vector, F: LaneShape<V>, S: Simd>(
        &self,
        simd: S,
        index: usize,
        gathered: &'b mut [Lanes; MOST_STORED],
    ) -> &'b [Lanes]
    where
        's: 'b,
    {
        match self.order {
            Order::Along => &self.lanes[index * F::FIELDS..][..F::FIELDS],
            Order::Same => &self.lanes[..F::FIELDS],
            Order::Picked { records, pairs, second } => {
                let pairs = &pairs[index * LANES..];
                simd.vectorize(
                    #[inline(always)]
                    || gather::<V, F, S>(simd, self.lanes, records, pairs, second, gathered),
                );
                &gathered[..F::FIELDS]
            }
        }
    }
}

/// Numbers in more lines of memory than this are far from the processor.
pub(super) const FAR: usize = 4096;

/// Reads a number of each of some lines of memory, if all of them are there.
#[inline(always)]
pub(super) fn touch_lines(lanes: &[Lanes], first: usize, count: usize) -> u32 {
    let lines = lanes.get(first..first + count).unwrap_or_default();
    lines.iter().fold(0, |all, line| all | line.0[0].to_bits())
}

/// The most numbers that the record of a shape of a set has.
pub(super) const MOST_STORED: usize = 16;

/// How many numbers go into a vector that every level has.
pub(super) const QUAD: usize = 4;

/// The numbers of a record: those of the form, and some that fill a vector.
pub(super) const fn record<V: Vector, F: LaneShape<V>>() -> usize {
    F::FIELDS.next_multiple_of(QUAD)
}

/// Puts the shapes that pairs name beside one another; beyond the last pair, its shape again.
#[inline(always)]
fn gather<V: Vector, F: LaneShape<V>, S: Simd>(
    simd: S,
    lanes: &[Lanes],
    Records { len, stride }: Records,
    pairs: &[(u32, u32)],
    second: bool,
    gathered: &mut [Lanes; MOST_STORED],
) {
    let quads = const { record::<V, F>() / QUAD };
    let place = |lane: usize| {
        let pair = pairs[if lane < pairs.len() { lane } else { pairs.len() - 1 }];
        let place = if second { pair.1 } else { pair.0 } as usize;
        assert!(place < len, "pair {pair:?} names a shape that is not there: there are {len}");
        place
    };
    for lane in (0..LANES).step_by(QUAD) {
        let places = [place(lane), place(lane + 1), place(lane + 2), place(lane + 3)];
        for quad in 0..quads {
            let mut rows = [f32x4::splat(simd, 0.0); QUAD];
            for (row, place) in rows.iter_mut().zip(places) {
                let first = place * stride + quad;
                let record = &lanes[first / QUAD].0[first % QUAD * QUAD..][..QUAD];
                *row = f32x4::from_slice(simd, record);
            }
            let (even, odd) = (rows[0].interleave(rows[2]), rows[1].interleave(rows[3]));
            let (low, high) = (even.0.interleave(odd.0), even.1.interleave(odd.1));
            for (field, column) in [low.0, low.1, high.0, high.1].into_iter().enumerate() {
                column.store_slice(&mut gathered[quad * QUAD + field].0[lane..lane + QUAD]);
            }
        }
    }
}

/// Whether the processor takes subnormals for zero, on this thread. Then comparisons of floats, which
/// are exact elsewhere, cannot be trusted.
fn flushes_subnormals() -> bool {
    let [least, normal] = core::hint::black_box([f32::from_bits(1), f32::MIN_POSITIVE]);
    let below = core::hint::black_box(f64::from(f32::MIN_POSITIVE) / 2.0);
    // On the way in, and on the way out. A difference or a product that is subnormal would show that,
    // too, but takes hundreds of times as long: as long as a thousand answers.
    normal + least == normal || (below as f32).to_bits() == 0
}

/// What is asked about the pairs of a batch.
pub(super) struct Batch<'s> {
    pub(super) a: Operand<'s>,
    pub(super) b: Operand<'s>,
    pub(super) len: usize,
    pub(super) rule: Rule,
}

impl Batch<'_> {
    /// Answers with `ask` what the first stage leaves open; says how many answers are yes.
    pub(super) fn answer<V: Vector, A: LaneKernel<V, B>, B: LaneShape<V>>(
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
    fn run<V: Vector, A: LaneKernel<V, B>, B: LaneShape<V>, S: Simd>(
        &self,
        simd: S,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        let mut hits = 0;
        let ahead = self.read_ahead();
        let mut gathered = [[Lanes::ZERO; MOST_STORED]; 2];
        let [gathered_a, gathered_b] = &mut gathered;
        for (word, first) in (0..self.len).step_by(BITS).enumerate() {
            let (mut meet, mut decided) = (0, 0);
            if ahead == ReadAhead::Word {
                let (last, ahead) = ((first + BITS) / LANES - 1, BITS / LANES);
                core::hint::black_box(
                    self.a.touch::<V, A>(last, ahead) | self.b.touch::<V, B>(last, ahead),
                );
            }
            for start in (first..self.len).step_by(LANES).take(BITS / LANES) {
                let block = start / LANES;
                if ahead == ReadAhead::Block {
                    core::hint::black_box(
                        self.a.touch::<V, A>(block, 1) | self.b.touch::<V, B>(block, 1),
                    );
                }
                let a = self.a.block::<V, A, S>(simd, block, gathered_a);
                let b = self.b.block::<V, B, S>(simd, block, gathered_b);
                let verdict = verdict::<V, A, B, S>(simd, a, b, self.rule);
                meet |= u64::from(verdict.meet) << (start - first);
                decided |= u64::from(verdict.meet | verdict.apart) << (start - first);
            }
            hits += self.settle(word, meet, decided, mask, ask);
        }
        hits
    }

    /// How far ahead of the kernel numbers are read that do not lie in the cache.
    fn read_ahead(&self) -> ReadAhead {
        let is_one = |source: &Operand<'_>| matches!(source.order, Order::Same);
        match self.a.is_far() || self.b.is_far() {
            false => ReadAhead::Nothing,
            // Little is done for each of many shapes against one.
            true if is_one(&self.a) || is_one(&self.b) => ReadAhead::Word,
            true => ReadAhead::Block,
        }
    }

    /// Writes a word of answers, where `ask` has those that the kernel left open; says how many are yes.
    #[inline]
    fn settle(
        &self,
        word: usize,
        mut meet: u64,
        decided: u64,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        let first = word * BITS;
        let mut open = !decided;
        let left = self.len - first;
        if left < BITS {
            let asked = (1 << left) - 1;
            (meet, open) = (meet & asked, open & asked);
        }
        while open != 0 {
            let lane = open.trailing_zeros();
            open &= open - 1;
            meet |= u64::from(ask(first + lane as usize)) << lane;
        }
        mask.set_word(word, meet);
        meet.count_ones() as usize
    }
}

/// How many of the numbers after those of a block are read with it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ReadAhead {
    Nothing,
    Block,
    /// The blocks of a whole word of answers.
    Word,
}

/// What is certain of a block of pairs.
#[inline(always)]
pub(super) fn verdict<V: Vector, A: LaneKernel<V, B>, B: LaneShape<V>, S: Simd>(
    simd: S,
    a: &[Lanes],
    b: &[Lanes],
    rule: Rule,
) -> LaneVerdict {
    each_lane::<V, A, B, S>(
        simd,
        a,
        b,
        #[inline(always)]
        |_, a, b| A::verdict(a, b, rule),
    )
}

/// The verdict of a kernel on a block of pairs, which it sees from a lane on.
#[inline(always)]
pub(super) fn each_lane<V: Vector, A: LaneShape<V>, B: LaneShape<V>, S: Simd>(
    simd: S,
    a: &[Lanes],
    b: &[Lanes],
    verdict_of: impl Fn(usize, &A::Form<Wide<S>>, &B::Form<Wide<S>>) -> LaneVerdict,
) -> LaneVerdict {
    // One check each, not one for every number.
    let (a, b) = (&a[..A::FIELDS], &b[..B::FIELDS]);
    let mut all = LaneVerdict { apart: 0, meet: 0 };
    for first in (0..LANES).step_by(S::f32s::LEN) {
        let a = A::form(
            #[inline(always)]
            |field| load(simd, &a[field], first),
        );
        let b = B::form(
            #[inline(always)]
            |field| load(simd, &b[field], first),
        );
        let verdict = verdict_of(first, &a, &b);
        all.apart |= verdict.apart << first;
        all.meet |= verdict.meet << first;
    }
    all
}

#[inline(always)]
fn load<S: Simd>(simd: S, lanes: &Lanes, first: usize) -> Wide<S> {
    Wide(S::f32s::from_slice(simd, &lanes.0[first..first + S::f32s::LEN]))
}

/// Answers by `run`, which finds a mask of as many answers, all no; one by one where the lanes' comparisons of
/// floats cannot be trusted. Says how many answers are yes.
pub(super) fn answer_in_lanes(
    len: usize,
    mask: &mut Mask,
    ask: &dyn Fn(usize) -> bool,
    run: impl FnOnce(&mut Mask) -> usize,
) -> usize {
    if flushes_subnormals() {
        return answer_one_by_one(len, mask, ask);
    }
    mask.reset(len);
    run(mask)
}

/// Answers one by one, which defines the answers of every batch.
pub(super) fn answer_one_by_one(len: usize, mask: &mut Mask, ask: &dyn Fn(usize) -> bool) -> usize {
    mask.reset(len);
    let mut hits = 0;
    for index in (0..len).filter(|&index| ask(index)) {
        mask.set(index);
        hits += 1;
    }
    hits
}

#[cfg(test)]
mod tests;
