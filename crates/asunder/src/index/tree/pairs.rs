//! Filtering and sorting pairs.

use super::search::PairList;
use crate::threads::{PARTS, join};
use core::ops::Range;

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

    #[inline(always)]
    fn pair(self, key: u64) -> (u32, u32) {
        ((key >> self.bits) as u32, (key & ((1 << self.bits) - 1)) as u32)
    }

    /// Replaces `pairs` by those of the keys in `lists`, sorted.
    ///
    /// By their first digit they go into buckets that fit into fast memory, each list's into buckets of
    /// its own; what is in the same bucket of all lists is then sorted digit by digit, the last one
    /// first.
    pub(super) fn sort(
        self,
        lists: &mut [PairList],
        [keys, other]: &mut [Vec<u64>; 2],
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let count = lists.iter().map(|list| list.keys.len()).sum();
        pairs.resize(count, (0, 0));
        if count < FEW || u32::try_from(count).is_err() {
            keys.clear();
            lists.iter().for_each(|list| keys.extend_from_slice(&list.keys));
            keys.sort_unstable();
            self.unpack(keys, pairs);
            return;
        }
        keys.resize(count, 0);
        other.resize(count, 0);
        let first = (count / BUCKET + 1).ilog2();
        let first = if first < DIGIT { first } else { DIGIT };
        let rest = 2 * self.bits - first;
        for_each(lists, &mut [(); PARTS], &|PairList { keys, other, ends, .. }, ()| {
            other.resize(keys.len(), 0);
            let places = scatter(core::iter::once(&**keys), other, rest, first);
            ends.clear();
            ends.extend_from_slice(&places[..1 << first]);
        });
        let passes = rest.div_ceil(DIGIT);
        let buckets = Buckets { keys: self, lists, passes, width: rest.div_ceil(passes) };
        buckets.sort(0..1 << first, keys, other, pairs);
    }

    fn unpack(self, keys: &[u64], pairs: &mut [(u32, u32)]) {
        for (pair, &key) in pairs.iter_mut().zip(keys) {
            *pair = self.pair(key);
        }
    }
}

/// The pairs that a part of a search found, in the order of the tree, and those that are kept of them.
///
/// What is next to one another in this order is next to one another in space: a look at each of two
/// ids finds what was looked at a moment ago.
pub(crate) struct PairSink<'a> {
    keys: Keys,
    found: &'a [u64],
    kept: &'a mut Vec<u64>,
}

impl<'a> PairSink<'a> {
    /// The pairs that were found: the smaller id first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let keys = self.keys;
        self.found.iter().map(move |&key| keys.pair(key))
    }

    /// Keeps a pair, which was found. It may be any, in any order.
    #[inline(always)]
    pub(crate) fn keep(&mut self, (a, b): (u32, u32)) {
        self.kept.push(self.keys.key(a, b));
    }
}

/// Filters what was found for a list and was not filtered yet.
pub(super) fn filter_list<T>(
    keys: Keys,
    list: &mut PairList,
    tool: &mut T,
    filter: &impl Fn(&mut T, &mut PairSink<'_>),
) {
    let PairList { keys: found, other: kept, .. } = list;
    filter(tool, &mut PairSink { keys, found, kept });
    found.clear();
}

/// Filters what is left, and replaces the keys of each list by those that `filter` ever kept of it.
pub(super) fn filter_rest<T: Send>(
    keys: Keys,
    lists: &mut [PairList],
    tools: &mut [T],
    filter: &(impl Fn(&mut T, &mut PairSink<'_>) + Sync),
) {
    for_each(lists, tools, &|list, tool| {
        filter_list(keys, list, tool, filter);
        core::mem::swap(&mut list.keys, &mut list.other);
    });
}

/// Does something with each list, or with the first of them if there is nothing in the others, and
/// hands it one of `tools`.
fn for_each<T: Send>(
    lists: &mut [PairList],
    tools: &mut [T],
    each: &(impl Fn(&mut PairList, &mut T) + Sync),
) {
    let half = lists.len() / 2;
    if half == 0 {
        lists.iter_mut().zip(tools).for_each(|(list, tool)| each(list, tool));
        return;
    }
    let (lists_before, lists_after) = lists.split_at_mut(half);
    let (tools_before, tools_after) = tools.split_at_mut(half);
    if lists_after.iter().all(PairList::is_empty) {
        for_each(lists_before, tools_before, each);
    } else {
        join(
            || for_each(lists_before, tools_before, each),
            || for_each(lists_after, tools_after, each),
        );
    }
}

/// Lists of which each has its keys in buckets, and what those of one bucket are still to be sorted by,
/// the last digit first.
#[derive(Clone, Copy)]
struct Buckets<'a> {
    keys: Keys,
    lists: &'a [PairList],
    passes: u32,
    width: u32,
}

impl Buckets<'_> {
    /// The keys of a bucket, list by list.
    fn get(&self, bucket: usize) -> impl Iterator<Item = &[u64]> + Clone {
        let filled = self.lists.iter().filter(|list| !list.keys.is_empty());
        filled.map(move |PairList { other, ends, .. }| {
            let start = if bucket == 0 { 0 } else { ends[bucket - 1] };
            &other[start as usize..ends[bucket] as usize]
        })
    }

    /// Sorts consecutive buckets.
    fn sort(
        self,
        buckets: Range<usize>,
        one: &mut [u64],
        other: &mut [u64],
        pairs: &mut [(u32, u32)],
    ) {
        let half = buckets.len() / 2;
        if half > 0 {
            let (before, after) =
                (buckets.start..buckets.start + half, buckets.start + half..buckets.end);
            let cut = before.clone().flat_map(|bucket| self.get(bucket)).map(<[u64]>::len).sum();
            let (one_before, one_after) = one.split_at_mut(cut);
            let (other_before, other_after) = other.split_at_mut(cut);
            let (pairs_before, pairs_after) = pairs.split_at_mut(cut);
            join(
                || self.sort(before, one_before, other_before, pairs_before),
                || self.sort(after, one_after, other_after, pairs_after),
            );
            return;
        }
        scatter(self.get(buckets.start), one, 0, self.width);
        let (mut from, mut to) = (one, other);
        for pass in 1..self.passes {
            scatter(core::iter::once(&*from), to, pass * self.width, self.width);
            (from, to) = (to, from);
        }
        self.keys.unpack(from, pairs);
    }
}

/// Copies keys to where they belong by the digit of `width` bits from bit `shift` on, in the order in
/// which they come. Where each digit's keys end.
#[inline(always)]
fn scatter<'a>(
    lists: impl Iterator<Item = &'a [u64]> + Clone,
    to: &mut [u64],
    shift: u32,
    width: u32,
) -> [u32; 1 << DIGIT] {
    let mut places = [0; 1 << DIGIT];
    let digit = |key: u64| (key >> shift) as usize & ((1 << width) - 1) & ((1 << DIGIT) - 1);
    for list in lists.clone() {
        for &key in list {
            places[digit(key)] += 1;
        }
    }
    let mut place = 0;
    for count in &mut places[..1 << width] {
        (place, *count) = (place + *count, place);
    }
    for list in lists {
        for &key in list {
            let next = &mut places[digit(key)];
            to[*next as usize] = key;
            *next += 1;
        }
    }
    places
}
