//! A map in the order of its keys, of little machine code.
//!
//! The standard library's B-tree is compiled anew for every type of key and value, some ten thousand lines of
//! LLVM IR each. This one is a list of short sorted lists: an item is found by two binary searches, and one that
//! comes or goes moves those of its short list alone.

use core::borrow::Borrow;
use core::{mem, slice};
use std::vec;

/// The most items of a short list.
const MOST: usize = 64;

/// Keys and their values, in the order of the keys.
#[derive(Clone, Debug)]
pub(crate) struct SortedMap<K, T> {
    /// Each sorted and not empty, all keys of one below those of the next.
    chunks: Vec<Vec<(K, T)>>,
    len: usize,
}

impl<K, T> SortedMap<K, T> {
    pub(crate) const fn new() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn clear(&mut self) {
        self.chunks.clear();
        self.len = 0;
    }

    /// All keys and values.
    pub(crate) fn iter(&self) -> Iter<'_, K, T> {
        Items { lists: self.chunks.iter(), items: [].iter() }
    }

    /// All keys, with values that may be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut T)> {
        let items = Items { lists: self.chunks.iter_mut(), items: [].iter_mut() };
        items.map(|(key, value)| (&*key, value))
    }

    /// All keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// All values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.iter().map(|(_, value)| value)
    }

    /// Keeps what a condition holds for.
    pub(crate) fn retain(&mut self, mut holds: impl FnMut(&K, &T) -> bool) {
        self.len = 0;
        for chunk in &mut self.chunks {
            chunk.retain(|(key, value)| holds(key, value));
            self.len += chunk.len();
        }
        self.chunks.retain(|chunk| !chunk.is_empty());
    }
}

impl<K: Ord, T> SortedMap<K, T> {
    /// Where a key is, or would be: its chunk, which may be beyond the last, and its place there.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> (usize, Result<usize, usize>)
    where
        K: Borrow<Q>,
    {
        let is_below = |chunk: &Vec<(K, T)>| chunk.last().is_some_and(|it| it.0.borrow() < key);
        let chunk = self.chunks.partition_point(is_below);
        let items = self.chunks.get(chunk).map_or(&[][..], Vec::as_slice);
        (chunk, items.binary_search_by(|it| it.0.borrow().cmp(key)))
    }

    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        match self.place(key) {
            (chunk, Ok(at)) => Some(&self.chunks[chunk][at].1),
            (_, Err(_)) => None,
        }
    }

    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut T> {
        match self.place(key) {
            (chunk, Ok(at)) => Some(&mut self.chunks[chunk][at].1),
            (_, Err(_)) => None,
        }
    }

    pub(crate) fn contains_key(&self, key: &K) -> bool {
        self.place(key).1.is_ok()
    }

    /// The greatest key, and its value.
    pub(crate) fn last(&self) -> Option<&(K, T)> {
        self.chunks.last().and_then(|chunk| chunk.last())
    }

    /// The greatest key below another, and its value.
    pub(crate) fn last_below(&self, key: &K) -> Option<&(K, T)> {
        let (chunk, Ok(at) | Err(at)) = self.place(key);
        match (at.checked_sub(1), chunk.checked_sub(1)) {
            (Some(before), _) => self.chunks[chunk].get(before),
            (None, Some(before)) => self.chunks[before].last(),
            (None, None) => None,
        }
    }

    /// The keys from one on, with their values.
    pub(crate) fn from(&self, key: &K) -> Iter<'_, K, T> {
        let (chunk, Ok(at) | Err(at)) = self.place(key);
        let mut lists = self.chunks[chunk..].iter();
        let items = lists.next().map_or(&[][..], |list| &list[at..]).iter();
        Items { lists, items }
    }

    /// The value of a key, made if it has none.
    pub(crate) fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> T) -> &mut T {
        let (mut chunk, place) = self.place(&key);
        let mut at = match place {
            Ok(at) => return &mut self.chunks[chunk][at].1,
            Err(at) => at,
        };
        if chunk == self.chunks.len() {
            // Greater than all: at the end of the last chunk, or in a new one.
            match self.chunks.last() {
                Some(last) if last.len() < MOST => (chunk, at) = (chunk - 1, last.len()),
                Some(_) | None => self.chunks.push(Vec::new()),
            }
        } else if self.chunks[chunk].len() == MOST {
            let after = self.chunks[chunk].split_off(MOST / 2);
            self.chunks.insert(chunk + 1, after);
            if at > MOST / 2 {
                (chunk, at) = (chunk + 1, at - MOST / 2);
            }
        }
        self.len += 1;
        let items = &mut self.chunks[chunk];
        items.insert(at, (key, make()));
        &mut items[at].1
    }

    /// Gives a key a value; returns the one it had.
    pub(crate) fn insert(&mut self, key: K, value: T) -> Option<T> {
        let mut value = Some(value);
        let known = self.or_insert_with(key, || value.take().unwrap_or_else(|| unreachable!()));
        value.map(|value| mem::replace(known, value))
    }

    /// Takes a key out; returns its value.
    pub(crate) fn remove(&mut self, key: &K) -> Option<T> {
        let (chunk, place) = self.place(key);
        let (_, value) = self.chunks.get_mut(chunk)?.remove(place.ok()?);
        self.len -= 1;
        if self.chunks[chunk].is_empty() {
            self.chunks.remove(chunk);
        }
        Some(value)
    }
}

impl<K, T> Default for SortedMap<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The items of short lists, list after list.
#[derive(Debug)]
pub(crate) struct Items<L, I> {
    lists: L,
    items: I,
}

impl<L: Iterator<Item: IntoIterator<IntoIter = I>>, I: Iterator> Iterator for Items<L, I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        loop {
            if let Some(item) = self.items.next() {
                return Some(item);
            }
            self.items = self.lists.next()?.into_iter();
        }
    }
}

/// Keys and values in the order of the keys.
pub(crate) type Iter<'a, K, T> = Items<slice::Iter<'a, Vec<(K, T)>>, slice::Iter<'a, (K, T)>>;

impl<'a, K, T> IntoIterator for &'a SortedMap<K, T> {
    type Item = &'a (K, T);
    type IntoIter = Iter<'a, K, T>;
    fn into_iter(self) -> Iter<'a, K, T> {
        self.iter()
    }
}

impl<K, T> IntoIterator for SortedMap<K, T> {
    type Item = (K, T);
    type IntoIter = Items<vec::IntoIter<Vec<(K, T)>>, vec::IntoIter<(K, T)>>;
    fn into_iter(self) -> Self::IntoIter {
        Items { lists: self.chunks.into_iter(), items: Vec::new().into_iter() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// As many calls of all kinds, on keys below some number.
    fn agrees_with_a_b_tree(calls: usize, keys: u64) {
        let (mut own, mut model) = (SortedMap::new(), BTreeMap::new());
        let mut state = keys;
        for call in 0..calls {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let key = (state >> 33) % keys;
            match state >> 61 {
                0..3 => assert_eq!(own.insert(key, call), model.insert(key, call)),
                3 => {
                    let (x, y) =
                        (own.or_insert_with(key, || call), model.entry(key).or_insert(call));
                    assert_eq!(x, y);
                }
                4 | 5 => assert_eq!(own.remove(&key), model.remove(&key)),
                6 => {
                    assert_eq!(own.get_mut(&key), model.get_mut(&key));
                    assert_eq!(own.contains_key(&key), model.contains_key(&key));
                    let below = model.range(..key).next_back();
                    assert_eq!(own.last_below(&key).map(|(k, v)| (k, v)), below);
                    let from = own.from(&key).map(|(k, v)| (k, v));
                    assert!(from.take(5).eq(model.range(key..).take(5)));
                    assert_eq!(own.last().map(|(k, v)| (k, v)), model.last_key_value());
                }
                _ if call % 97 == 0 => {
                    own.retain(|key, _| key % 3 != 0);
                    model.retain(|key, _| key % 3 != 0);
                }
                _ => assert_eq!(own.get(&key), model.get(&key)),
            }
            assert_eq!((own.len(), own.is_empty()), (model.len(), model.is_empty()));
        }
        assert!(own.iter().map(|(k, v)| (k, v)).eq(&model) && own.iter_mut().eq(&mut model));
        assert!(own.keys().eq(model.keys()) && own.values().eq(model.values()));
        assert!(own.into_iter().eq(model));
    }

    #[test]
    fn agrees_with_a_b_tree_after_every_call() {
        for keys in [1, 10, 100, 1000, 100_000] {
            agrees_with_a_b_tree(20_000, keys);
        }
    }

    #[test]
    fn what_comes_in_order_fills_its_lists() {
        let mut map = SortedMap::new();
        (0..10 * MOST).for_each(|key| assert_eq!(map.insert(key, ()), None));
        assert_eq!(map.chunks.len(), 10);
    }
}
