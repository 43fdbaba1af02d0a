//! Bringing pairs into order.

/// How many pairs are few.
const FEW: usize = 512;
const DIGIT: u32 = 11;

/// A pair as one number, which is in the order of the pairs: the smaller id first.
#[inline(always)]
pub(super) fn key(a: u32, b: u32) -> u64 {
    let (first, second) = if a < b { (a, b) } else { (b, a) };
    u64::from(first) << 32 | u64::from(second)
}

/// The pair of a [`key`].
fn pair(key: u64) -> (u32, u32) {
    ((key >> 32) as u32, (key & u64::from(u32::MAX)) as u32)
}

/// Empties `keys`, in which each pair is once, with ids below `ids`, into `pairs`, sorted.
///
/// The first ids are sorted digit by digit, which takes two passes for up to four million of them;
/// then the few pairs of each first id among themselves.
pub(super) fn sort(
    keys: &mut Vec<u64>,
    other: &mut Vec<u64>,
    ids: usize,
    pairs: &mut Vec<(u32, u32)>,
) {
    if keys.len() < FEW || u32::try_from(keys.len()).is_err() {
        keys.sort_unstable();
    } else {
        sort_by_first(keys, other, ids);
        sort_within_first(keys);
    }
    pairs.clear();
    pairs.extend(keys.drain(..).map(pair));
}

fn sort_by_first(keys: &mut Vec<u64>, other: &mut Vec<u64>, ids: usize) {
    other.resize(keys.len(), 0);
    let bits = usize::BITS - ids.leading_zeros();
    let passes = bits.div_ceil(DIGIT);
    let width = bits.div_ceil(passes);
    for pass in 0..passes {
        let shift = 32 + width * pass;
        let digit = |key: u64| (key >> shift) as usize & ((1 << width) - 1) & ((1 << DIGIT) - 1);
        let mut places = [0u32; 1 << DIGIT];
        for &key in &*keys {
            places[digit(key)] += 1;
        }
        let mut place = 0;
        for count in &mut places {
            (place, *count) = (place + *count, place);
        }
        for &key in &*keys {
            let next = &mut places[digit(key)];
            other[*next as usize] = key;
            *next += 1;
        }
        core::mem::swap(keys, other);
    }
}

fn sort_within_first(keys: &mut [u64]) {
    /// More than this are sorted at once.
    const MANY: usize = 16;
    let mut start = 0;
    for end in 1..=keys.len() {
        if end < keys.len() && keys[end] >> 32 == keys[start] >> 32 {
            // Few go each to its place as they come.
            let (key, mut at) = (keys[end], end);
            while end - start < MANY && at > start && keys[at - 1] > key {
                keys[at] = keys[at - 1];
                at -= 1;
            }
            keys[at] = key;
        } else {
            if end - start > MANY {
                keys[start..end].sort_unstable();
            }
            start = end;
        }
    }
}
