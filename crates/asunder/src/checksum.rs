//! A number that two sequences share only if they are the same, or by chance.

/// A checksum of numbers in order. Each is mixed in by an odd factor and a shift, both of which are invertible,
/// so that two sequences that differ in one number differ in their checksums. It does not protect against
/// sequences that are built to agree in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum(pub(crate) u64);

impl Sum {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Mixes in one more number.
    pub(crate) fn add(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    /// Mixes in more numbers, and how many they are.
    pub(crate) fn add_all(&mut self, numbers: impl Iterator<Item = u64>) {
        let mut count = 0;
        for number in numbers {
            self.add(number);
            count += 1;
        }
        self.add(count);
    }

    /// Mixes in the bits of floats, and how many they are.
    pub(crate) fn add_floats(&mut self, floats: impl Iterator<Item = f32>) {
        self.add_all(floats.map(|x| u64::from(x.to_bits())));
    }

    /// The checksum of bytes, eight at a time, and of their number.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::new();
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            sum.add(u64::from_le_bytes(eight));
        }
        sum.add(bytes.len() as u64);
        sum.0
    }
}
