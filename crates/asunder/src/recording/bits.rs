//! Numbers as bits: exponential Golomb codes (Teuhola 1978), and numbers of a known length.

use super::RecordingError;

/// Bits that are written one after the other, the lowest of each byte first.
#[derive(Clone, Debug, Default)]
pub(super) struct BitWriter {
    /// What is written, and room for more, which is not cleared again and again.
    bytes: Vec<u8>,
    /// How many bytes are full.
    full: usize,
    pending: Pending,
}

/// Bits that fill no byte yet.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    bits: u64,
    /// How many: below 8.
    count: u32,
}

impl BitWriter {
    /// Writes the lowest bits of a number, 56 at most; the others are zero.
    pub(super) fn put(&mut self, value: u64, bits: u32) {
        self.many(8, |to| to.put(value, bits));
    }

    /// Writes a number as an exponential Golomb code of an order.
    pub(super) fn golomb(&mut self, number: u32, order: u32) {
        self.many(16, |to| to.golomb(number, order));
    }

    /// Writes up to so many bytes at once: what is pending stays in registers.
    pub(super) fn many(&mut self, most: usize, write: impl FnOnce(&mut ReservedBits<'_>)) {
        let Self { bytes, full, pending } = self;
        // Eight bytes are written at a time.
        let end = *full + most + 8;
        if bytes.len() < end {
            bytes.resize(2 * end, 0);
        }
        let mut to = ReservedBits { bytes, full: *full, pending: *pending };
        write(&mut to);
        (*full, *pending) = (to.full, to.pending);
    }

    /// Fills the last byte with zeros and appends all to `out`; nothing is left.
    pub(super) fn take_into(&mut self, out: &mut Vec<u8>) {
        if self.pending.count > 0 {
            self.put(0, 8 - self.pending.count);
        }
        out.extend_from_slice(&self.bytes[..self.full]);
        self.full = 0;
    }
}

/// Room for bits at the end of a [`BitWriter`].
#[derive(Debug)]
pub(super) struct ReservedBits<'a> {
    bytes: &'a mut [u8],
    /// How many bytes are full.
    full: usize,
    pending: Pending,
}

impl ReservedBits<'_> {
    /// Writes the lowest bits of a number, 56 at most; the others are zero.
    #[inline]
    pub(super) fn put(&mut self, value: u64, bits: u32) {
        let Pending { bits: pending, count } = self.pending;
        let (pending, count) = (pending | value << count, count + bits);
        // Eight bytes are written, of which those that are not full are written again, so that there is no
        // loop.
        if let Some(place) = self.bytes.get_mut(self.full..self.full + 8) {
            place.copy_from_slice(&pending.to_le_bytes());
        }
        self.full += (count / 8) as usize;
        self.pending = Pending { bits: pending >> (count & !7), count: count % 8 };
    }

    /// Writes a number as an exponential Golomb code of an order, which takes nine bytes at most.
    #[inline]
    pub(super) fn golomb(&mut self, number: u32, order: u32) {
        let (zeros, low, rest) = golomb_parts(number, order);
        self.put(1 << zeros, zeros + 1);
        self.put(rest, low);
    }

    /// Writes a number up to 64 as such a code of order zero, of at most 13 bits, and so many bits after it, 43
    /// at most.
    #[inline]
    pub(super) fn golomb_then(&mut self, number: u32, then: u64, bits: u32) {
        let (zeros, low, rest) = golomb_parts(number, 0);
        let code = 1 << zeros | rest << (zeros + 1);
        self.put(code | then << (zeros + 1 + low), zeros + 1 + low + bits);
    }
}

/// An exponential Golomb code: how many zeros come before a one, and how many bits after it, and those.
fn golomb_parts(number: u32, order: u32) -> (u32, u32, u64) {
    let shifted = u64::from(number) + (1 << order);
    // The highest bit of `shifted` is implied by the length. One more bit shows that it is not zero.
    let low = 63 - (shifted | 1).leading_zeros();
    (low - order, low, shifted ^ 1 << low)
}

/// Bits that are read one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

const INVALID: RecordingError = RecordingError::invalid("a number in bits");

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next 56 bits or more; zeros beyond the end.
    fn ahead(&self) -> u64 {
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let eight = rest.first_chunk::<8>().copied().unwrap_or_else(|| {
            let mut eight = [0; 8];
            eight.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            eight
        });
        u64::from_le_bytes(eight) >> (self.at % 8)
    }

    fn skip(&mut self, bits: u32) -> Result<(), RecordingError> {
        self.at += bits as usize;
        if self.at <= 8 * self.bytes.len() { Ok(()) } else { Err(INVALID) }
    }

    /// Reads some bits, 32 at most.
    pub(super) fn take(&mut self, bits: u32) -> Result<u64, RecordingError> {
        let value = self.ahead() & ((1 << bits) - 1);
        self.skip(bits)?;
        Ok(value)
    }

    /// Reads an exponential Golomb code of an order, which is at most 32.
    pub(super) fn golomb(&mut self, order: u32) -> Result<u32, RecordingError> {
        let ahead = self.ahead();
        let zeros = ahead.trailing_zeros();
        let low = zeros + order;
        if low > 32 {
            return Err(INVALID);
        }
        let rest = if zeros + 1 + low <= 56 {
            self.skip(zeros + 1 + low)?;
            ahead >> (zeros + 1) & ((1 << low) - 1)
        } else {
            self.skip(zeros + 1)?;
            self.take(low)?
        };
        let number = (rest | 1 << low).checked_sub(1 << order).ok_or(INVALID)?;
        u32::try_from(number).map_err(|_| INVALID)
    }

    /// Checks that nothing is left but zeros in the last byte.
    pub(super) fn end(&self) -> Result<(), RecordingError> {
        let left = 8 * self.bytes.len() - self.at;
        if left < 8 && self.ahead() == 0 { Ok(()) } else { Err(INVALID) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_every_order_read_back_at_the_boundaries() {
        let numbers = || {
            let powers = (0..32).flat_map(|i| [(1_u32 << i) - 1, 1 << i, (1 << i) + 1]);
            powers.chain([u32::MAX, u32::MAX - 1])
        };
        for order in 0..=32 {
            let mut writer = BitWriter::default();
            numbers().for_each(|number| writer.golomb(number, order));
            let mut bytes = Vec::new();
            writer.take_into(&mut bytes);
            let mut reader = BitReader::new(&bytes);
            numbers().for_each(|number| assert_eq!(reader.golomb(order), Ok(number)));
            assert_eq!(reader.end(), Ok(()));
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        assert!(BitReader::new(&[]).take(1).is_err());
        assert!(BitReader::new(&[0; 16]).golomb(0).is_err(), "no one among so many zeros");
        assert!(BitReader::new(&[1]).golomb(32).is_err(), "cut off");
        let mut whole = BitReader::new(&[0xff; 8]);
        assert_eq!(whole.golomb(0), Ok(0));
        assert!(whole.end().is_err(), "bits are left");
    }
}
