//! The results of a batch: one bit each.

/// The results of a batch: one bit for each question, in order.
///
/// A mask is filled anew by every batch and keeps its memory, so that asking again and again
/// allocates nothing.
///
/// ```
/// use asunder::batch::{Mask, Sphere3Set};
/// use asunder::prelude::*;
///
/// let balls: Sphere3Set = (0..100).map(|i| Sphere3::new([i as f32, 0.0, 0.0], 0.5)).collect();
/// let mut mask = Mask::new();
/// let hits = balls.intersecting(&Sphere3::new([40.0, 0.0, 0.0], 0.5), &mut mask);
/// assert_eq!(hits, 3, "touching counts");
/// assert_eq!(mask.iter().collect::<Vec<_>>(), [39, 40, 41]);
/// assert!(mask.get(40) && !mask.get(42));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    words: Vec<u64>,
    len: usize,
}

/// The bits of a word.
pub(super) const BITS: usize = u64::BITS as usize;

impl Mask {
    /// An empty mask.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new(), len: 0 }
    }

    /// The number of answers, yes or no.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the mask has no answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether answer `index` is yes.
    ///
    /// # Panics
    /// If there is no answer `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.len, "answer {index} of {}", self.len);
        self.words[index / BITS] >> (index % BITS) & 1 == 1
    }

    /// The number of answers that are yes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The answers, 64 to a word, the first in the lowest bit; bits beyond the last answer are zero.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The places of the answers that are yes, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.words.iter().enumerate().flat_map(|(place, &word)| {
            let mut left = word;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < BITS).then_some(place * BITS + bit)
            })
        })
    }

    /// Appends the places of the answers that are yes, in order.
    ///
    /// # Panics
    /// If a place does not fit into 32 bits.
    pub fn append_to(&self, list: &mut Vec<u32>) {
        assert!(u32::try_from(self.len).is_ok(), "{} places do not fit into 32 bits", self.len);
        list.reserve(self.count());
        for (place, &word) in self.words.iter().enumerate() {
            let (first, mut left) = ((place * BITS) as u32, word);
            while left != 0 {
                list.push(first + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    /// Makes room for so many answers, all no.
    pub(super) fn reset(&mut self, len: usize) {
        self.words.clear();
        self.words.resize(len.div_ceil(BITS), 0);
        self.len = len;
    }

    /// Sets the answers of a word.
    #[inline(always)]
    pub(super) fn set_word(&mut self, word: usize, bits: u64) {
        self.words[word] = bits;
    }

    /// Sets an answer to yes.
    pub(super) fn set(&mut self, index: usize) {
        self.words[index / BITS] |= 1 << (index % BITS);
    }
}
