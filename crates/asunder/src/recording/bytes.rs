//! Values as bytes: integers of seven bits a byte, floats by their bits.

use super::RecordingError;
use crate::space::Vector;
use crate::world::{BodyId, ColliderId};

/// Writes an integer, the lowest seven bits first; the highest bit says that more follow.
pub(super) fn put_uint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Writes the bits of a float.
pub(super) fn put_float(out: &mut Vec<u8>, value: f32) {
    out.extend_from_slice(&value.to_le_bytes());
}

pub(super) fn put_vector<V: Vector>(out: &mut Vec<u8>, vector: V) {
    let array = vector.to_array();
    (0..V::DIM).for_each(|i| put_float(out, array[i]));
}

pub(super) fn put_string(out: &mut Vec<u8>, string: &str) {
    put_uint(out, string.len() as u64);
    out.extend_from_slice(string.as_bytes());
}

/// Writes zero for nothing, or one and the value.
pub(super) fn put_option<T>(
    out: &mut Vec<u8>,
    value: Option<T>,
    put: impl FnOnce(&mut Vec<u8>, T),
) {
    out.push(u8::from(value.is_some()));
    if let Some(value) = value {
        put(out, value);
    }
}

/// Writes a list: how many, then each.
pub(super) fn put_list<T>(out: &mut Vec<u8>, list: &[T], mut put: impl FnMut(&mut Vec<u8>, &T)) {
    put_uint(out, list.len() as u64);
    list.iter().for_each(|item| put(out, item));
}

pub(super) fn put_body(out: &mut Vec<u8>, id: BodyId) {
    put_uint(out, id.slot.into());
    put_uint(out, id.generation.into());
}

pub(super) fn put_collider(out: &mut Vec<u8>, id: ColliderId) {
    put_body(out, id.body);
    put_uint(out, id.part.into());
}

/// Bytes that are read from the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// How many bytes are left: no list of them is longer.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Checks that nothing is left.
    pub(super) fn end(&self) -> Result<(), RecordingError> {
        check(self.rest.is_empty(), "the end of a block")
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], RecordingError> {
        let (front, rest) = self.rest.split_at_checked(count).ok_or(SHORT)?;
        self.rest = rest;
        Ok(front)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], RecordingError> {
        let (front, rest) = self.rest.split_first_chunk::<N>().ok_or(SHORT)?;
        self.rest = rest;
        Ok(*front)
    }

    pub(super) fn byte(&mut self) -> Result<u8, RecordingError> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// A byte below a bound.
    pub(super) fn choice(&mut self, below: u8) -> Result<u8, RecordingError> {
        let byte = self.byte()?;
        check(byte < below, "a kind that this version has")?;
        Ok(byte)
    }

    pub(super) fn flag(&mut self) -> Result<bool, RecordingError> {
        self.choice(2).map(|byte| byte == 1)
    }

    pub(super) fn u64(&mut self) -> Result<u64, RecordingError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn float(&mut self) -> Result<f32, RecordingError> {
        self.array().map(f32::from_le_bytes)
    }

    pub(super) fn vector<V: Vector>(&mut self) -> Result<V, RecordingError> {
        let mut array = V::default().to_array();
        for i in 0..V::DIM {
            array[i] = self.float()?;
        }
        Ok(V::from_array(array))
    }

    /// An integer; each is written in one form only.
    pub(super) fn uint(&mut self) -> Result<u64, RecordingError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            value |= part << shift;
            let fits = shift < 63 || part < 2;
            let shortest = byte != 0 || shift == 0;
            check(fits && shortest, "an integer of at most 64 bits")?;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(RecordingError::invalid("an integer of at most 64 bits"))
    }

    /// An integer of a narrower type.
    pub(super) fn narrow<T: TryFrom<u64>>(&mut self) -> Result<T, RecordingError> {
        T::try_from(self.uint()?).map_err(|_| RecordingError::invalid("a smaller integer"))
    }

    /// The length of a list whose items take a byte at least.
    pub(super) fn count(&mut self) -> Result<usize, RecordingError> {
        let count = self.narrow::<usize>()?;
        check(count <= self.left(), "a list no longer than the block")?;
        Ok(count)
    }

    pub(super) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, RecordingError>,
    ) -> Result<Vec<T>, RecordingError> {
        let count = self.count()?;
        (0..count).map(|_| read(self)).collect()
    }

    pub(super) fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, RecordingError>,
    ) -> Result<Option<T>, RecordingError> {
        if self.flag()? { read(self).map(Some) } else { Ok(None) }
    }

    pub(super) fn string(&mut self) -> Result<&'a str, RecordingError> {
        let count = self.count()?;
        let bytes = self.bytes(count)?;
        core::str::from_utf8(bytes).map_err(|_| RecordingError::invalid("text in UTF-8"))
    }

    pub(super) fn body(&mut self) -> Result<BodyId, RecordingError> {
        Ok(BodyId { slot: self.narrow()?, generation: self.narrow()? })
    }

    pub(super) fn collider(&mut self) -> Result<ColliderId, RecordingError> {
        Ok(ColliderId { body: self.body()?, part: self.narrow()? })
    }
}

const SHORT: RecordingError = RecordingError::invalid("more bytes in a block");

/// Checks that what was read last is as expected.
pub(super) fn check(holds: bool, expected: &'static str) -> Result<(), RecordingError> {
    if holds { Ok(()) } else { Err(RecordingError::invalid(expected)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_read_back_and_have_one_form() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            put_uint(&mut bytes, value);
            let mut reader = ByteReader::new(&bytes);
            assert_eq!(reader.uint(), Ok(value));
            assert_eq!(reader.end(), Ok(()));
        }
        let too_large = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2];
        for bytes in [&[0x80, 0][..], &[0x80], &too_large, &[0xff; 11]] {
            assert!(ByteReader::new(bytes).uint().is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_list_is_no_longer_than_its_bytes() {
        let mut bytes = Vec::new();
        put_uint(&mut bytes, 1 << 40);
        assert!(ByteReader::new(&bytes).list(|reader| reader.byte()).is_err());
        bytes.clear();
        put_list(&mut bytes, &[7_u8, 8], |out, byte| out.push(*byte));
        assert_eq!(ByteReader::new(&bytes).list(|reader| reader.byte()), Ok(vec![7, 8]));
    }
}
