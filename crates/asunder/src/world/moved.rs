//! Which bodies moved, came or went since the last step.

/// A set of slots: as a list, and as a bit each, so that the many pairs at rest are recognised
/// without a look at their bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct MovedSlots {
    slots: Vec<u32>,
    bits: Vec<u64>,
}

/// The word that a slot's bit is in, and the bit.
fn bit(slot: u32) -> (usize, u64) {
    (slot as usize / 64, 1 << (slot % 64))
}

impl MovedSlots {
    pub(super) fn mark(&mut self, slot: u32) {
        let (word, bit) = bit(slot);
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        if self.bits[word] & bit == 0 {
            self.bits[word] |= bit;
            self.slots.push(slot);
        }
    }

    #[inline(always)]
    pub(super) fn contains(&self, slot: u32) -> bool {
        let (word, bit) = bit(slot);
        self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The slots in increasing order, whatever the order in which they were marked.
    pub(super) fn slots(&self) -> Vec<u32> {
        let mut slots = self.slots.clone();
        slots.sort_unstable();
        slots
    }

    pub(super) fn clear(&mut self) {
        for slot in self.slots.drain(..) {
            self.bits[bit(slot).0] = 0;
        }
    }
}
