//! Bringing pairs into order.

/// A pair of ids, the smaller first.
pub(super) type Pair = (u32, u32);

/// How many pairs are few.
const FEW: usize = 512;
const DIGIT: u32 = 11;

/// Sorts pairs whose ids are below `ids`.
///
/// The first ids are sorted digit by digit, which takes two passes for up to four million of them;
/// then the few pairs of each first id among themselves.
pub(super) fn sort(pairs: &mut Vec<Pair>, other: &mut Vec<Pair>, ids: usize) {
    if pairs.len() < FEW {
        pairs.sort_unstable();
        return;
    }
    other.resize(pairs.len(), (0, 0));
    let bits = usize::BITS - ids.leading_zeros();
    let passes = bits.div_ceil(DIGIT);
    let width = bits.div_ceil(passes);
    for pass in 0..passes {
        let digit = |pair: &Pair| (pair.0 >> (width * pass)) as usize % (1 << DIGIT) % (1 << width);
        let mut places = [0u32; 1 << DIGIT];
        for pair in &*pairs {
            places[digit(pair)] += 1;
        }
        let mut place = 0;
        for count in &mut places {
            (place, *count) = (place + *count, place);
        }
        for pair in &*pairs {
            let next = &mut places[digit(pair)];
            other[*next as usize] = *pair;
            *next += 1;
        }
        core::mem::swap(pairs, other);
    }
    let mut start = 0;
    while start < pairs.len() {
        let of = pairs[start].0;
        let mut end = start + 1;
        while end < pairs.len() && pairs[end].0 == of {
            end += 1;
            // Most are few: each goes to its place as it comes.
            let mut at = end - 1;
            while end - start <= 16 && at > start && pairs[at - 1].1 > pairs[at].1 {
                pairs.swap(at - 1, at);
                at -= 1;
            }
        }
        if end - start > 16 {
            pairs[start..end].sort_unstable();
        }
        start = end;
    }
}
