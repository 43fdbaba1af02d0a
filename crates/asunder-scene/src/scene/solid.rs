//! The shape of a collider: 2D or 3D, as its vectors tell.

use asunder::{Shape2, Shape3};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Value;

/// A shape of either dimension.
#[derive(Debug)]
pub(crate) enum Solid {
    Flat(Shape2),
    Deep(Shape3),
}

impl<'de> Deserialize<'de> for Solid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Some(mixture) = mixture(&value) {
            return Err(D::Error::custom(mixture));
        }
        let shape = match lists(&value).first() {
            Some((_, 2)) => Shape2::deserialize(value).map(Self::Flat),
            _ => Shape3::deserialize(value).map(Self::Deep),
        };
        // Further lines repeat the place, which the first one names.
        shape.map_err(|error| D::Error::custom(error.message().lines().next().unwrap_or_default()))
    }
}

/// The complaint that vectors of a shape have different dimensions, if they have.
fn mixture(shape: &Value) -> Option<String> {
    let lists = lists(shape);
    let (name, dimension) = lists.first()?;
    let (other, of_other) = lists.iter().find(|(_, other)| other != dimension)?;
    Some(format!(
        "`{name}` is in {dimension}D and `{other}` in {of_other}D; expected every vector of a shape \
         to be in 2D, or every one in 3D"
    ))
}

/// The lists in a shape, with their names and the dimension their length speaks for.
fn lists(value: &Value) -> Vec<(&str, usize)> {
    let Value::Table(table) = value else { return Vec::new() };
    let mut found = Vec::new();
    for (name, field) in table {
        match field {
            Value::Array(list) if name == "rotation" && list.len() == 4 => found.push((&**name, 3)),
            Value::Array(list) => found.push((name, list.len())),
            inner => found.extend(lists(inner)),
        }
    }
    found
}
