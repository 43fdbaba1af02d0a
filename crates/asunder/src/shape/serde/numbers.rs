//! The values of fields: numbers, and lists of as many as a field has.
//!
//! Every number goes from its text straight to the nearest `f32`, for it is asked for as one.

use crate::space::Vector;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number as a field's value.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct FiniteNumber(pub(super) f32);

/// The numbers of a vector.
pub(super) struct Coordinates<V: Vector>(pub(super) V::Array<f32>);

impl<V: Vector> Serialize for Coordinates<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_numbers((0..V::DIM).map(|i| self.0[i]), serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Coordinates<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = deserializer.deserialize_tuple(V::DIM, Numbers::<4>(V::DIM))?;
        Ok(Self(V::array(|i| numbers[i])))
    }
}

/// The numbers of a rotation.
pub(super) struct RotationNumbers<V: Vector>(pub(super) V::RotationArray);

impl<V: Vector> Serialize for RotationNumbers<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_numbers(self.0.as_ref().iter().copied(), serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for RotationNumbers<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut rotation = V::IDENTITY;
        let parts = rotation.as_mut();
        let count = parts.len();
        let numbers = deserializer.deserialize_tuple(count, Numbers::<4>(count))?;
        parts.copy_from_slice(&numbers[..count]);
        Ok(Self(rotation))
    }
}

/// As many numbers in 2D as in 3D: slopes, a matrix.
pub(super) struct Numbers2<const N: usize>(pub(super) [f32; N]);

impl<const N: usize> Serialize for Numbers2<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_numbers(self.0.iter().copied(), serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Numbers2<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(N, Numbers::<N>(N)).map(Self)
    }
}

/// The half-edges of a parallelepiped: as many vectors as a vector has numbers.
pub(super) struct Edges<V: Vector>(pub(super) V::Array<V::Array<f32>>);

impl<V: Vector> Serialize for Edges<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(V::DIM)?;
        for i in 0..V::DIM {
            tuple.serialize_element(&Coordinates::<V>(self.0[i]))?;
        }
        tuple.end()
    }
}

impl<'de, V: Vector> Deserialize<'de> for Edges<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = ValueList::<Coordinates<V>>::new("half-edges", Some(V::DIM));
        let edges = deserializer.deserialize_tuple(V::DIM, list)?;
        Ok(Self(V::array(|i| edges[i].0)))
    }
}

/// The axes of a box: as many vectors as a vector has numbers.
pub(super) struct Axes<V: Vector>(pub(super) V::Array<V::Array<f32>>);

impl<'de, V: Vector> Deserialize<'de> for Axes<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = ValueList::<Coordinates<V>>::new("axes", Some(V::DIM));
        let axes = deserializer.deserialize_tuple(V::DIM, list)?;
        Ok(Self(V::array(|i| axes[i].0)))
    }
}

/// Any number of points.
pub(super) struct Points<V: Vector>(pub(super) Vec<V::Array<f32>>);

impl<V: Vector> Serialize for Points<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|&point| Coordinates::<V>(point)))
    }
}

impl<'de, V: Vector> Deserialize<'de> for Points<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = ValueList::<Coordinates<V>>::new("points", None);
        let points = deserializer.deserialize_seq(list)?;
        Ok(Self(points.into_iter().map(|Coordinates(point)| point).collect()))
    }
}

/// Reads a list of values; its errors begin with the index, `[2]`.
pub(super) struct ValueList<T> {
    what: &'static str,
    count: Option<usize>,
    /// The place that errors about an item begin with, and that its index stands for.
    kind: &'static str,
    items: PhantomData<T>,
}

impl<T> ValueList<T> {
    /// A list of values that have no name of their own.
    pub(super) fn new(what: &'static str, count: Option<usize>) -> Self {
        Self { what, count, kind: "", items: PhantomData }
    }

    /// A list, of any length, of shapes of one kind.
    pub(super) fn of_shapes(what: &'static str, kind: &'static str) -> Self {
        Self { what, count: None, kind, items: PhantomData }
    }

    fn placed<E: Error>(&self, index: usize, error: &impl fmt::Display) -> E {
        let message = error.to_string();
        match message.strip_prefix(self.kind).filter(|rest| rest.starts_with('.')) {
            Some(rest) => E::custom(format_args!("[{index}]{rest}")),
            None => E::custom(format_args!("[{index}]: {message}")),
        }
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ValueList<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(count) => write!(f, "an array of {count} {}", self.what),
            None => write!(f, "an array of {}", self.what),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) =
            list.next_element().map_err(|error| self.placed(items.len(), &error))?
        {
            items.push(item);
        }
        if self.count.is_some_and(|count| count != items.len()) {
            return Err(A::Error::invalid_length(items.len(), &self));
        }
        Ok(items)
    }
}

fn write_numbers<S: Serializer>(
    numbers: impl ExactSizeIterator<Item = f32>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut tuple = serializer.serialize_tuple(numbers.len())?;
    for number in numbers {
        tuple.serialize_element(&number)?;
    }
    tuple.end()
}

/// Reads as many numbers as it says, at most `N`; the rest stay zero.
struct Numbers<const N: usize>(usize);

impl<'de, const N: usize> Visitor<'de> for Numbers<N> {
    type Value = [f32; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of {} numbers", self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[f32; N], A::Error> {
        let mut numbers = [0.0; N];
        for (i, number) in numbers.iter_mut().take(self.0).enumerate() {
            *number = list.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        let mut length = self.0;
        while list.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        if length == self.0 { Ok(numbers) } else { Err(A::Error::invalid_length(length, &self)) }
    }
}
