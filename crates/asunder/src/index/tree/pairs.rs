//! Bringing pairs into order.

use super::halves::join;

/// How many pairs are few.
const FEW: usize = 512;
/// As many pairs as the fastest memory has room for, twice.
const BUCKET: usize = 1024;
/// The most bits that are sorted by at once.
const DIGIT: u32 = 10;

/// Pairs of ids as whole numbers in the order of the pairs: the smaller id, then the greater one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    /// How many bits an id has.
    bits: u32,
}

impl Keys {
    /// Keys for ids below `ids`.
    pub(super) fn new(ids: usize) -> Self {
        Self { bits: usize::BITS - ids.leading_zeros() }
    }

    #[inline(always)]
    pub(super) fn key(self, a: u32, b: u32) -> u64 {
        let (first, second) = if a < b { (a, b) } else { (b, a) };
        u64::from(first) << self.bits | u64::from(second)
    }

    fn pair(self, key: u64) -> (u32, u32) {
        ((key >> self.bits) as u32, (key & ((1 << self.bits) - 1)) as u32)
    }

    /// Empties `keys` into `pairs`, sorted.
    ///
    /// By their first digit they go into buckets that fit into fast memory; each of those is sorted
    /// digit by digit, the last one first.
    pub(super) fn sort(
        self,
        keys: &mut Vec<u64>,
        other: &mut Vec<u64>,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        if keys.len() < FEW || u32::try_from(keys.len()).is_err() {
            keys.sort_unstable();
        } else {
            other.resize(keys.len(), 0);
            let first = (keys.len() / BUCKET + 1).ilog2().min(DIGIT);
            let rest = 2 * self.bits - first;
            let ends = scatter(keys, other, rest, first);
            let passes = rest.div_ceil(DIGIT);
            let digits = Digits { passes, width: rest.div_ceil(passes) };
            digits.sort_buckets(&ends[..1 << first], 0, other, keys);
            if passes % 2 == 0 {
                core::mem::swap(keys, other);
            }
        }
        pairs.clear();
        pairs.extend(keys.drain(..).map(|key| self.pair(key)));
    }
}

/// What keys of one bucket are still to be sorted by, the last digit first.
#[derive(Clone, Copy)]
struct Digits {
    passes: u32,
    width: u32,
}

impl Digits {
    /// Sorts consecutive buckets, which end where `ends` says, the first one beginning at `start`. After
    /// an odd number of passes they are in `to`, else in `from`.
    fn sort_buckets(self, ends: &[u32], start: u32, from: &mut [u64], to: &mut [u64]) {
        let half = ends.len() / 2;
        if half > 0 {
            let cut = (ends[half - 1] - start) as usize;
            let (from_before, from_after) = from.split_at_mut(cut);
            let (to_before, to_after) = to.split_at_mut(cut);
            let before = || self.sort_buckets(&ends[..half], start, from_before, to_before);
            let after = || self.sort_buckets(&ends[half..], ends[half - 1], from_after, to_after);
            join(before, after);
            return;
        }
        let (mut from, mut to) = (from, to);
        for pass in 0..self.passes {
            scatter(from, to, pass * self.width, self.width);
            (from, to) = (to, from);
        }
    }
}

/// Copies keys to where they belong by the digit of `width` bits from bit `shift` on, in the order in
/// which they come. Where each digit's keys end.
#[inline(always)]
fn scatter(from: &[u64], to: &mut [u64], shift: u32, width: u32) -> [u32; 1 << DIGIT] {
    let mut places = [0; 1 << DIGIT];
    let digit = |key: u64| (key >> shift) as usize & ((1 << width) - 1) & ((1 << DIGIT) - 1);
    for &key in from {
        places[digit(key)] += 1;
    }
    let mut place = 0;
    for count in &mut places[..1 << width] {
        (place, *count) = (place + *count, place);
    }
    for &key in from {
        let next = &mut places[digit(key)];
        to[*next as usize] = key;
        *next += 1;
    }
    places
}
