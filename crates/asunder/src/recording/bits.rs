//! Numbers as bits: exponential Golomb codes (Teuhola 1978), whose order follows the numbers.

use super::RecordingError;

/// Bits that are written one after the other, the lowest of each byte first.
#[derive(Clone, Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    /// How many bits are pending: below 32.
    count: u32,
}

impl BitWriter {
    /// Writes the lowest bits of a number, 32 at most; the others are zero.
    pub(super) fn put(&mut self, value: u64, bits: u32) {
        self.pending |= value << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    /// Writes a number as an exponential Golomb code of an order.
    pub(super) fn golomb(&mut self, number: u32, order: u32) {
        let shifted = u64::from(number) + (1 << order);
        // The highest bit of `shifted` is implied by the length: so many zeros, then a one.
        let low = 63 - shifted.leading_zeros();
        let zeros = low - order;
        let rest = shifted ^ 1 << low;
        if zeros + 1 + low <= 32 {
            self.put((1 << zeros) | rest << (zeros + 1), zeros + 1 + low);
        } else {
            self.put(0, zeros);
            self.put(1, 1);
            self.put(rest, low);
        }
    }

    /// Writes as many numbers as exponential Golomb codes, each of its own order, as [`Self::golomb`] does.
    /// What is pending stays in registers from one to the next.
    pub(super) fn golombs(&mut self, count: usize, codes: impl Iterator<Item = (u32, u32)>) {
        let Self { bytes, pending, count: pending_count } = self;
        let (mut ahead, mut bits, mut at) = (*pending, *pending_count, bytes.len());
        // A code has at most 65 bits, and eight bytes are written at a time.
        bytes.resize(at + 9 * count + 16, 0);
        let mut put = |value: u64, more: u32| {
            ahead |= value << bits;
            bits += more;
            if let Some(to) = bytes.get_mut(at..at + 8) {
                to.copy_from_slice(&ahead.to_le_bytes());
            }
            at += (bits / 8) as usize;
            ahead >>= bits & !7;
            bits %= 8;
        };
        // At most seven bits are pending from here on.
        put(0, 0);
        for (number, order) in codes {
            let shifted = u64::from(number) + (1 << order);
            let low = 63 - shifted.leading_zeros();
            let zeros = low - order;
            let rest = shifted ^ 1 << low;
            if zeros + 1 + low <= 56 {
                put((1 << zeros) | rest << (zeros + 1), zeros + 1 + low);
            } else {
                put(1 << zeros, zeros + 1);
                put(rest, low);
            }
        }
        bytes.truncate(at);
        (*pending, *pending_count) = (ahead, bits);
    }

    /// How many bytes there are so far.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Fills the last byte with zeros and takes all.
    pub(super) fn take(&mut self) -> Vec<u8> {
        while self.count > 0 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count = self.count.saturating_sub(8);
        }
        core::mem::take(&mut self.bytes)
    }
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

/// The order of the codes of one number over time: about its length in bits lately.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CodeOrder(u16);

impl CodeOrder {
    /// The order to use now.
    pub(super) fn now(self) -> u32 {
        u32::from(self.0) / 16
    }

    /// Notes a number that was written or read.
    pub(super) fn note(&mut self, number: u32) {
        // The highest bit of what is never zero is one instruction.
        let length = 16 * (63 - (u64::from(number) << 1 | 1).leading_zeros()) as i32;
        let now = i32::from(self.0);
        self.0 = (now + (length - now) / 4) as u16;
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
            let bytes = writer.take();
            let mut reader = BitReader::new(&bytes);
            numbers().for_each(|number| assert_eq!(reader.golomb(order), Ok(number)));
            assert_eq!(reader.end(), Ok(()));
            // Many at once are the same, wherever they begin and go on.
            for before in [0, 3, 31] {
                let (mut one_by_one, mut at_once) = (BitWriter::default(), BitWriter::default());
                [&mut one_by_one, &mut at_once]
                    .into_iter()
                    .for_each(|writer| writer.put(1, before));
                numbers().for_each(|number| one_by_one.golomb(number, order));
                at_once.golombs(numbers().count(), numbers().map(|number| (number, order)));
                [&mut one_by_one, &mut at_once].into_iter().for_each(|writer| writer.golomb(5, 1));
                assert_eq!(at_once.take(), one_by_one.take(), "{order} after {before}");
            }
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

    #[test]
    fn orders_follow_lengths() {
        let mut order = CodeOrder::default();
        (0..40).for_each(|_| order.note(0xffff));
        assert!((15..=16).contains(&order.now()), "{order:?}");
        (0..40).for_each(|_| order.note(0));
        assert_eq!(order.now(), 0);
        (0..99).for_each(|_| order.note(u32::MAX));
        assert!(order.now() <= 32);
    }
}
