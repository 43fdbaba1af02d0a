//! What the machine itself needs: reading numbers from memory.

/// Memory that is read from end to end.
pub(crate) struct Reader {
    words: Vec<u64>,
    sum: u64,
}

impl Reader {
    pub(crate) fn new(bytes: usize) -> Self {
        // Every page is written once, so that each has memory of its own.
        Self { words: (0..bytes as u64 / 8).collect(), sum: 0 }
    }

    /// Reads all of it, as fast as additions allow: eight sums that do not wait for one another.
    pub(crate) fn read(&mut self) {
        let mut sums = [0u64; 8];
        for words in self.words.chunks_exact(8) {
            for (sum, word) in sums.iter_mut().zip(words) {
                *sum = sum.wrapping_add(*word);
            }
        }
        self.sum = sums.iter().fold(self.sum, |all, sum| all.wrapping_add(*sum));
    }
}
