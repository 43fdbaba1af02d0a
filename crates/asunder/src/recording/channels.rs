//! Words that change from tick to tick: predicted from the two ticks before, the rest in bits.
//!
//! A channel is the words of one thing: of a collider its shape, of a rig its pose. Those that do not change
//! take a part of a run; of those that do, each word is predicted by going on as before, and what the
//! prediction lacks is written as a code of the order that fits it lately.

use super::RecordingError;
use super::bits::{BitReader, BitWriter, CodeOrder};
use super::bytes::{ByteReader, check, put_uint};
use core::ops::Range;

/// What a channel is about.
pub(super) trait ChannelEntry: Clone + PartialEq {
    /// Its place among the others.
    type Key: Ord;
    fn key(&self) -> Self::Key;
    /// How many words the channel has.
    fn words(&self) -> usize;
    fn put(&self, out: &mut Vec<u8>);
    fn read(from: &mut ByteReader<'_>) -> Result<Self, RecordingError>;
}

/// Channels in the order of their keys, with their words of the last two ticks.
#[derive(Clone, Debug)]
pub(super) struct Channels<E> {
    pub(super) entries: Vec<E>,
    /// The words of this tick, while it is written.
    pub(super) next: Vec<i32>,
    last: Vec<i32>,
    previous: Vec<i32>,
    orders: Vec<CodeOrder>,
}

impl<E> Default for Channels<E> {
    fn default() -> Self {
        let (next, last, previous) = (Vec::new(), Vec::new(), Vec::new());
        Self { entries: Vec::new(), next, last, previous, orders: Vec::new() }
    }
}

/// The difference of a word from its prediction, near zero whatever its sign.
fn residual(word: i32, last: i32, previous: i32) -> u32 {
    let difference = word.wrapping_sub(predicted(last, previous));
    (difference << 1 ^ difference >> 31) as u32
}

fn predicted(last: i32, previous: i32) -> i32 {
    last.wrapping_mul(2).wrapping_sub(previous)
}

impl<E: ChannelEntry> Channels<E> {
    /// Forgets everything, for a new block.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        [&mut self.next, &mut self.last, &mut self.previous].into_iter().for_each(Vec::clear);
        self.orders.clear();
    }

    /// The entries with their words.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&E, &[i32])> {
        self.entries.iter().scan(0, |at, entry| {
            let begin = *at;
            *at += entry.words();
            Some((entry, self.last.get(begin..*at)?))
        })
    }

    /// Writes that there are other entries from now on, whose words are `next`.
    pub(super) fn write_layout(&mut self, new: Vec<E>, out: &mut Vec<u8>, bits: &mut BitWriter) {
        let (mut removed, mut inserted) = (Vec::new(), Vec::new());
        let (mut old, mut old_word, mut word) = (0, 0, 0);
        let mut laid_out = Laid::default();
        for (place, entry) in new.iter().enumerate() {
            while let Some(gone) = self.entries.get(old).filter(|gone| gone.key() < entry.key()) {
                removed.push(old);
                (old, old_word) = (old + 1, old_word + gone.words());
            }
            let count = entry.words();
            let known = self.entries.get(old).filter(|known| known.key() == entry.key());
            if known == Some(entry) {
                laid_out.keep(self, old_word..old_word + count);
            } else {
                inserted.push(place);
                laid_out.insert(&self.next[word..word + count]);
            }
            if let Some(known) = known {
                if known != entry {
                    removed.push(old);
                }
                (old, old_word) = (old + 1, old_word + known.words());
            }
            word += count;
        }
        removed.extend(old..self.entries.len());
        put_places(out, &removed);
        put_places(out, &inserted);
        inserted.iter().for_each(|&place| new[place].put(out));
        let mut word = 0;
        let mut places = inserted.iter().peekable();
        for (place, entry) in new.iter().enumerate() {
            let words = word..word + entry.words();
            word = words.end;
            if places.next_if_eq(&&place).is_some() {
                self.next[words].iter().for_each(|&word| bits.put(u64::from(word as u32), 32));
            }
        }
        laid_out.replace(self, new);
    }

    /// Reads what [`Self::write_layout`] wrote.
    pub(super) fn read_layout(
        &mut self,
        from: &mut ByteReader<'_>,
        bits: &mut BitReader<'_>,
    ) -> Result<(), RecordingError> {
        let removed = read_places(from)?;
        let inserted = read_places(from)?;
        check(removed.last().is_none_or(|&last| last < self.entries.len()), "a known entry")?;
        let count = self.entries.len() - removed.len() + inserted.len();
        check(inserted.last().is_none_or(|&last| last < count), "places among the entries")?;
        let mut laid_out = Laid::default();
        let mut new: Vec<E> = Vec::new();
        let mut words = Vec::new();
        let (mut removed, mut inserted) = (removed.iter().peekable(), inserted.iter().peekable());
        let mut old = 0..self.entries.len();
        let mut old_word = 0;
        for place in 0..count {
            let entry = if inserted.next_if_eq(&&place).is_some() {
                let entry = E::read(from)?;
                words.clear();
                for _ in 0..entry.words() {
                    words.push(bits.take(32)? as u32 as i32);
                }
                laid_out.insert(&words);
                entry
            } else {
                loop {
                    let known = old.next().and_then(|at| Some((at, self.entries.get(at)?)));
                    let (at, known) = known.ok_or(RecordingError::invalid("a known entry"))?;
                    let kept = old_word..old_word + known.words();
                    old_word = kept.end;
                    if removed.next_if_eq(&&at).is_none() {
                        laid_out.keep(self, kept);
                        break known.clone();
                    }
                }
            };
            check(new.last().is_none_or(|last| last.key() < entry.key()), "entries in order")?;
            new.push(entry);
        }
        laid_out.replace(self, new);
        Ok(())
    }

    /// Writes the words `next` of all entries, and makes them the last ones.
    pub(super) fn write(&mut self, bits: &mut BitWriter) {
        let Self { entries, next, last, previous, orders } = self;
        let mut write_words = |words: Range<usize>, bits: &mut BitWriter| {
            let next = next[words.clone()].iter();
            let last = last[words.clone()].iter();
            let previous = previous[words.clone()].iter();
            let orders = orders[words.clone()].iter_mut();
            let codes = next.zip(last).zip(previous).zip(orders).map(
                |(((next, last), previous), order)| {
                    let residual = residual(*next, *last, *previous);
                    let now = order.now();
                    order.note(residual);
                    (residual, now)
                },
            );
            bits.golombs(words.len(), codes);
        };
        let (mut at, mut run, mut changing) = (0, 0, false);
        // The words of a run of changed entries follow its length.
        let mut changed = 0;
        for entry in entries.iter() {
            let words = at..at + entry.words();
            at = words.end;
            let changes = next[words.clone()] != last[words.clone()];
            if changes != changing {
                bits.golomb(run, 1);
                if changing {
                    write_words(changed..words.start, bits);
                }
                (run, changing, changed) = (0, changes, words.start);
            }
            run += 1;
        }
        bits.golomb(run, 1);
        if changing {
            write_words(changed..at, bits);
        }
        self.rotate();
    }

    /// Reads what [`Self::write`] wrote.
    pub(super) fn read(&mut self, bits: &mut BitReader<'_>) -> Result<(), RecordingError> {
        self.next.clear();
        self.next.extend_from_slice(&self.last);
        let (mut at, mut place, mut changing, mut first) = (0, 0, false, true);
        while first || place < self.entries.len() {
            let run = bits.golomb(1)? as usize;
            let end = place + run;
            check(end <= self.entries.len() && (run > 0 || first), "a run of entries")?;
            let words: usize = self.entries[place..end].iter().map(E::words).sum();
            if changing {
                self.read_words(at..at + words, bits)?;
            }
            (at, place, changing, first) = (at + words, end, !changing, false);
        }
        self.rotate();
        Ok(())
    }

    fn read_words(
        &mut self,
        words: Range<usize>,
        bits: &mut BitReader<'_>,
    ) -> Result<(), RecordingError> {
        let next = self.next[words.clone()].iter_mut();
        let last = self.last[words.clone()].iter();
        let previous = self.previous[words.clone()].iter();
        let orders = self.orders[words].iter_mut();
        for (((next, last), previous), order) in next.zip(last).zip(previous).zip(orders) {
            let residual = bits.golomb(order.now())?;
            order.note(residual);
            let difference = (residual >> 1) as i32 ^ -((residual & 1) as i32);
            *next = predicted(*last, *previous).wrapping_add(difference);
        }
        Ok(())
    }

    fn rotate(&mut self) {
        core::mem::swap(&mut self.previous, &mut self.last);
        core::mem::swap(&mut self.last, &mut self.next);
        self.next.clear();
    }
}

/// The lists of a new layout.
#[derive(Debug, Default)]
struct Laid {
    last: Vec<i32>,
    previous: Vec<i32>,
    orders: Vec<CodeOrder>,
}

impl Laid {
    /// Takes over the words of an entry that stays.
    fn keep<E>(&mut self, from: &Channels<E>, words: Range<usize>) {
        self.last.extend_from_slice(&from.last[words.clone()]);
        self.previous.extend_from_slice(&from.previous[words.clone()]);
        self.orders.extend_from_slice(&from.orders[words]);
    }

    /// Adds the words of a new entry, which rests at first.
    fn insert(&mut self, words: &[i32]) {
        self.last.extend_from_slice(words);
        self.previous.extend_from_slice(words);
        self.orders.resize(self.last.len(), CodeOrder::default());
    }

    fn replace<E>(self, channels: &mut Channels<E>, entries: Vec<E>) {
        let Self { last, previous, orders } = self;
        (channels.last, channels.previous, channels.orders) = (last, previous, orders);
        channels.entries = entries;
    }
}

/// Writes places in rising order: how many, then the distances between them.
fn put_places(out: &mut Vec<u8>, places: &[usize]) {
    put_uint(out, places.len() as u64);
    let mut next = 0;
    for &place in places {
        put_uint(out, (place - next) as u64);
        next = place + 1;
    }
}

fn read_places(from: &mut ByteReader<'_>) -> Result<Vec<usize>, RecordingError> {
    let mut next = 0_usize;
    from.list(|from| {
        let distance = from.narrow::<u32>()? as usize;
        let place = next.checked_add(distance).ok_or(RecordingError::invalid("a place"))?;
        next = place.checked_add(1).ok_or(RecordingError::invalid("a place"))?;
        Ok(place)
    })
}
