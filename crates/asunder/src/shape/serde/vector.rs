//! A vector as a field of another object: a list of its numbers.

use super::numbers::Coordinates;
use crate::space::Vector;
use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

pub(crate) fn serialize<V: Vector, S: Serializer>(
    vector: &V,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Coordinates::<V>(vector.to_array()).serialize(serializer)
}

pub(crate) fn deserialize<'de, V: Vector, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<V, D::Error> {
    Coordinates::<V>::deserialize(deserializer).map(|numbers| V::from_array(numbers.0))
}
