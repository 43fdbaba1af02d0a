//! Numbers as bytes, and back: little-endian, every bit of a float.

use super::SnapshotError;
use crate::checksum::Sum;
use crate::linalg::Vect;
use crate::sorted_map::SortedMap;
use crate::space::Vector;

/// Where a state is written to.
pub(super) trait Sink {
    /// Writes the lowest `bytes` bytes of a number.
    fn word(&mut self, number: u64, bytes: usize);
}

impl Sink for Vec<u8> {
    fn word(&mut self, number: u64, bytes: usize) {
        self.extend_from_slice(&number.to_le_bytes()[..bytes]);
    }
}

impl Sink for Sum {
    fn word(&mut self, number: u64, _bytes: usize) {
        self.add(number);
    }
}

/// Bytes that are read from the front.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The levels that a state holds: their bodies' slots, and their hashes; `None` if its version knows none.
    pub(super) levels: Option<Vec<(u32, u64)>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, levels: None }
    }

    fn word(&mut self, bytes: usize) -> Result<u64, SnapshotError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let found = rest.get(..bytes).ok_or(SnapshotError::Truncated { at: self.at })?;
        let mut eight = [0; 8];
        eight[..bytes].copy_from_slice(found);
        self.at += bytes;
        Ok(u64::from_le_bytes(eight))
    }

    /// Whether nothing is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Checks that nothing is left.
    pub(super) fn end(&self) -> Result<(), SnapshotError> {
        self.check(self.is_at_end(), "the end")
    }

    /// Checks that what was read last is as expected.
    pub(super) fn check(&self, holds: bool, expected: &'static str) -> Result<(), SnapshotError> {
        if holds { Ok(()) } else { Err(SnapshotError::Invalid { at: self.at, expected }) }
    }
}

/// A value that can be written and read.
pub(super) trait Code: Sized {
    fn write(&self, out: &mut impl Sink);
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError>;
}

/// Implements [`Code`]: for integers, for enums without fields, by their index in a list, and for structs,
/// field by field.
macro_rules! impl_code {
    (@integer $($Type:ident)*) => {
        $(impl Code for $Type {
            fn write(&self, out: &mut impl Sink) {
                out.word(u64::from(*self), size_of::<Self>());
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
                // No more bytes are read than the type has.
                Ok(from.word(size_of::<Self>())? as Self)
            }
        })*
    };
    (@choice $($Type:ident: $($Variant:ident)*;)*) => {
        $(impl Code for $Type {
            fn write(&self, out: &mut impl Sink) {
                const ALL: &[$Type] = &[$($Type::$Variant),*];
                let index = ALL.iter().position(|choice| choice == self).unwrap_or_default();
                (index as u8).write(out);
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
                const ALL: &[$Type] = &[$($Type::$Variant),*];
                let choice = ALL.get(usize::from(u8::read(from)?)).copied();
                choice.map_or_else(|| from.check(false, stringify!($Type)).map(|()| ALL[0]), Ok)
            }
        })*
    };
    (@record $($Type:ident $(<$V:ident>)? { $($field:ident),* })*) => {
        $(impl $(<$V: Vector>)? Code for $Type $(<$V>)? {
            fn write(&self, out: &mut impl Sink) {
                $(self.$field.write(out);)*
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
                Ok(Self { $($field: Code::read(from)?),* })
            }
        })*
    };
}
pub(super) use impl_code;

impl_code!(@integer u8 u16 u32 u64);

impl Code for f32 {
    fn write(&self, out: &mut impl Sink) {
        self.to_bits().write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u32::read(from).map(Self::from_bits)
    }
}

impl Code for bool {
    fn write(&self, out: &mut impl Sink) {
        u8::from(*self).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let number = u8::read(from)?;
        from.check(number < 2, "no or yes")?;
        Ok(number == 1)
    }
}

impl<T: Code> Code for Option<T> {
    fn write(&self, out: &mut impl Sink) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        if bool::read(from)? { T::read(from).map(Some) } else { Ok(None) }
    }
}

/// A list grows as it is read: a false length costs no memory.
impl<T: Code> Code for Vec<T> {
    fn write(&self, out: &mut impl Sink) {
        (self.len() as u64).write(out);
        self.iter().for_each(|item| item.write(out));
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let count = u64::read(from)?;
        (0..count).map(|_| T::read(from)).collect()
    }
}

impl<A: Code, B: Code> Code for (A, B) {
    fn write(&self, out: &mut impl Sink) {
        self.0.write(out);
        self.1.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

/// In the order of its keys, each of which is greater than the one before.
impl<K: Code + Ord, T: Code> Code for SortedMap<K, T> {
    fn write(&self, out: &mut impl Sink) {
        (self.len() as u64).write(out);
        for (key, value) in self {
            key.write(out);
            value.write(out);
        }
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let count = u64::read(from)?;
        let mut map = Self::new();
        for _ in 0..count {
            let (key, value) = (K::read(from)?, T::read(from)?);
            let in_order = map.last().is_none_or(|(last, _)| *last < key);
            from.check(in_order, "keys in order")?;
            map.insert(key, value);
        }
        Ok(map)
    }
}

impl Code for String {
    fn write(&self, out: &mut impl Sink) {
        (self.len() as u64).write(out);
        self.bytes().for_each(|byte| byte.write(out));
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let string = Self::from_utf8(Vec::read(from)?);
        from.check(string.is_ok(), "text in UTF-8")?;
        Ok(string.unwrap_or_default())
    }
}

/// The components of a vector.
pub(super) fn write_array<V: Vector>(array: &V::Array<f32>, out: &mut impl Sink) {
    (0..V::DIM).for_each(|i| array[i].write(out));
}

pub(super) fn read_array<V: Vector>(from: &mut Reader<'_>) -> Result<V::Array<f32>, SnapshotError> {
    let mut array = Vect::<V, f32>::zero().0;
    for i in 0..V::DIM {
        array[i] = f32::read(from)?;
    }
    Ok(array)
}

pub(super) fn write_rotation<V: Vector>(rotation: &V::RotationArray, out: &mut impl Sink) {
    rotation.as_ref().iter().for_each(|number| number.write(out));
}

pub(super) fn read_rotation<V: Vector>(
    from: &mut Reader<'_>,
) -> Result<V::RotationArray, SnapshotError> {
    let mut rotation = V::IDENTITY;
    for number in rotation.as_mut() {
        *number = f32::read(from)?;
    }
    Ok(rotation)
}
