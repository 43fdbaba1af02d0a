//! Words that change from tick to tick: predicted from the two ticks before, the rest in bits.
//!
//! A channel is the words of one thing: of a collider its shape, of a rig its pose. Each word is predicted by
//! going on as before. Channels for which that is right, such as those at rest, take a part of a run; of the
//! others, what the prediction lacks is written in as many bits as the longest word of its group needs.

use super::RecordingError;
use super::bits::{BitReader, BitWriter, ReservedBits};
use super::bytes::{ByteReader, check, put_uint};
use core::ops::Range;

/// What a channel is about.
pub(super) trait ChannelEntry: Clone + PartialEq {
    /// Its place among the others.
    type Key: Ord;
    /// How many words are a vector.
    const VECTOR: usize;
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
    /// What the predictions of the words lack, while they are written.
    lacking: Vec<u32>,
    /// For the first word of each group its length in bits at the last tick.
    lengths: Vec<u8>,
}

impl<E> Default for Channels<E> {
    fn default() -> Self {
        let (next, last, previous) = (Vec::new(), Vec::new(), Vec::new());
        let (lacking, lengths) = (Vec::new(), Vec::new());
        Self { entries: Vec::new(), next, last, previous, lacking, lengths }
    }
}

/// A number near zero whatever its sign, as one without a sign.
fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// The inverse of [`zigzag`].
fn signed(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

fn predicted(last: i32, previous: i32) -> i32 {
    last.wrapping_mul(2).wrapping_sub(previous)
}

/// The groups of so many words: vectors, of which the last takes one more rather than leave it alone.
fn groups(words: Range<usize>, vector: usize) -> impl Iterator<Item = Range<usize>> {
    let Range { mut start, end } = words;
    core::iter::from_fn(move || {
        let left = end - start;
        let group = start..start + if left <= vector + 1 { left } else { vector };
        start = group.end;
        (left > 0).then_some(group)
    })
}

/// So many bits can be written at once after the code of a length.
const MOST_AFTER_CODE: u32 = 43;

/// Writes what the predictions of a group of words lack: the change of its length, then each difference.
///
/// It is made for every length, so that its loops are none.
#[inline]
fn write_group<const N: usize>(lacking: [u32; N], length: &mut u8, bits: &mut ReservedBits<'_>) {
    let all = lacking.iter().fold(0, |all, word| all | word);
    // One more bit shows that it is not zero.
    let now = 63 - (u64::from(all) << 1 | 1).leading_zeros();
    let grown = zigzag(now as i32 - i32::from(*length));
    *length = now as u8;
    let joined =
        |words: &[u32]| words.iter().rev().fold(0, |joined, &word| joined << now | u64::from(word));
    let count = |words: &[u32]| words.len() as u32 * now;
    if count(&lacking) <= MOST_AFTER_CODE {
        bits.golomb_then(grown, joined(&lacking), count(&lacking));
    } else if now <= MOST_AFTER_CODE / 2 {
        let (first, rest) = lacking.split_at(N / 2);
        bits.golomb_then(grown, joined(first), count(first));
        bits.put(joined(rest), count(rest));
    } else {
        bits.golomb(grown, 0);
        lacking.iter().for_each(|&word| bits.put(word.into(), now));
    }
}

impl<E: ChannelEntry> Channels<E> {
    /// Forgets everything, for a new block.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        [&mut self.next, &mut self.last, &mut self.previous].into_iter().for_each(Vec::clear);
        self.lengths.clear();
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
        let words = self.next.iter().zip(&self.last).zip(&self.previous);
        self.lacking.clear();
        self.lacking.extend(words.map(|((next, last), previous)| {
            zigzag(next.wrapping_sub(predicted(*last, *previous)))
        }));
        // The words of a run of entries that go another way than predicted follow its length.
        let (mut at, mut run, mut differs, mut first) = (0, 0..0, false, 0);
        for place in 0..self.entries.len() {
            let words = at..at + self.entries[place].words();
            at = words.end;
            let now = self.lacking[words.clone()].iter().fold(0, |all, word| all | word) != 0;
            if now != differs {
                self.write_run(differs, run, first..words.start, bits);
                (run, differs, first) = (place..place, now, words.start);
            }
            run.end += 1;
        }
        self.write_run(differs, run, first..at, bits);
        self.rotate();
    }

    /// Writes how long a run of entries is, and the words of those that go another way than predicted.
    fn write_run(
        &mut self,
        differs: bool,
        run: Range<usize>,
        words: Range<usize>,
        bits: &mut BitWriter,
    ) {
        bits.golomb(run.len() as u32, 1);
        if !differs {
            return;
        }
        let Self { entries, lacking, lengths, .. } = self;
        let mut at = words.start;
        // A word takes four bytes, and the code of its group two.
        bits.many(6 * words.len(), |bits| {
            for entry in &entries[run] {
                let words = at..at + entry.words();
                at = words.end;
                for group in groups(words, E::VECTOR) {
                    let length = &mut lengths[group.start];
                    match lacking[group] {
                        [a, b, c] => write_group([a, b, c], length, bits),
                        [a, b, c, d] => write_group([a, b, c, d], length, bits),
                        [a, b] => write_group([a, b], length, bits),
                        [a] => write_group([a], length, bits),
                        _ => {}
                    }
                }
            }
        });
    }

    /// Reads what [`Self::write`] wrote.
    pub(super) fn read(&mut self, bits: &mut BitReader<'_>) -> Result<(), RecordingError> {
        let words = self.last.iter().zip(&self.previous);
        self.next.clear();
        self.next.extend(words.map(|(last, previous)| predicted(*last, *previous)));
        let (mut at, mut place, mut differs, mut first) = (0, 0, false, true);
        while first || place < self.entries.len() {
            let run = bits.golomb(1)? as usize;
            let end = place + run;
            check(end <= self.entries.len() && (run > 0 || first), "a run of entries")?;
            for entry in place..end {
                let words = at..at + self.entries[entry].words();
                at = words.end;
                if differs {
                    self.read_words(words, bits)?;
                }
            }
            (place, differs, first) = (end, !differs, false);
        }
        self.rotate();
        Ok(())
    }

    fn read_words(
        &mut self,
        words: Range<usize>,
        bits: &mut BitReader<'_>,
    ) -> Result<(), RecordingError> {
        for group in groups(words, E::VECTOR) {
            let change = signed(bits.golomb(0)?);
            let length = &mut self.lengths[group.start];
            let now = change.checked_add_unsigned(u32::from(*length));
            let now = now.filter(|now| (0..=32).contains(now));
            *length = now.ok_or(RecordingError::invalid("the length of words"))? as u8;
            for at in group {
                let lacking = signed(bits.take(u32::from(*length))? as u32);
                self.next[at] = self.next[at].wrapping_add(lacking);
            }
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
    lengths: Vec<u8>,
}

impl Laid {
    /// Takes over the words of an entry that stays.
    fn keep<E>(&mut self, from: &Channels<E>, words: Range<usize>) {
        self.last.extend_from_slice(&from.last[words.clone()]);
        self.previous.extend_from_slice(&from.previous[words.clone()]);
        self.lengths.extend_from_slice(&from.lengths[words]);
    }

    /// Adds the words of a new entry, which rests at first.
    fn insert(&mut self, words: &[i32]) {
        self.last.extend_from_slice(words);
        self.previous.extend_from_slice(words);
        self.lengths.resize(self.last.len(), 0);
    }

    fn replace<E>(self, channels: &mut Channels<E>, entries: Vec<E>) {
        let Self { last, previous, lengths } = self;
        (channels.last, channels.previous, channels.lengths) = (last, previous, lengths);
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
