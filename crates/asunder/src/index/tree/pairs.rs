//! Bringing pairs into order.

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
            let width = rest.div_ceil(passes);
            let mut start = 0;
            for &end in &ends[..1 << first] {
                let bucket = start..end as usize;
                start = end as usize;
                let (mut from, mut to) = (&mut other[bucket.clone()], &mut keys[bucket]);
                for pass in 0..passes {
                    scatter(from, to, pass * width, width);
                    (from, to) = (to, from);
                }
            }
            if passes % 2 == 0 {
                core::mem::swap(keys, other);
            }
        }
        pairs.clear();
        pairs.extend(keys.drain(..).map(|key| self.pair(key)));
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
