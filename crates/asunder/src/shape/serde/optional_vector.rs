//! A vector as a field of another object, or none.

use super::numbers::Coordinates;
use crate::space::Vector;
use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

pub(crate) fn serialize<V: Vector, S: Serializer>(
    vector: &Option<V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    vector.map(|vector| Coordinates::<V>(vector.to_array())).serialize(serializer)
}

pub(crate) fn deserialize<'de, V: Vector, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<V>, D::Error> {
    let numbers = Option::<Coordinates<V>>::deserialize(deserializer)?;
    Ok(numbers.map(|numbers| V::from_array(numbers.0)))
}
