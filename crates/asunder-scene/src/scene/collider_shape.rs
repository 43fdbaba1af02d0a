//! The shape of a collider, in the dimension of its vectors.

use asunder::{Shape2, Shape3};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Value;

/// A shape of either dimension.
#[derive(Debug)]
pub(crate) enum ColliderShape {
    In2d(Shape2),
    In3d(Shape3),
}

impl<'de> Deserialize<'de> for ColliderShape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Some(mixed_dimensions) = mixed_dimensions(&value) {
            return Err(D::Error::custom(mixed_dimensions));
        }
        let shape = match number_lists(&value).first() {
            Some((_, 2)) => Shape2::deserialize(value).map(Self::In2d),
            _ => Shape3::deserialize(value).map(Self::In3d),
        };
        // Further lines repeat the place that the first line names.
        shape.map_err(|error| D::Error::custom(error.message().lines().next().unwrap_or_default()))
    }
}

/// The error message if vectors of a shape have different dimensions.
fn mixed_dimensions(shape: &Value) -> Option<String> {
    let number_lists = number_lists(shape);
    let (name, dimension) = number_lists.first()?;
    let (other, of_other) = number_lists.iter().find(|(_, other)| other != dimension)?;
    Some(format!(
        "`{name}` is in {dimension}D and `{other}` in {of_other}D; expected every vector of a shape \
         to be in 2D, or every one in 3D"
    ))
}

/// The numbers of a matrix, in either dimension.
const MATRIX: usize = 16;

/// The lists of numbers in a shape, with their names and dimensions.
fn number_lists(value: &Value) -> Vec<(&str, usize)> {
    let Value::Table(table) = value else { return Vec::new() };
    let mut found = Vec::new();
    for (name, field) in table {
        collect(name, field, &mut found);
    }
    found
}

fn collect<'a>(name: &'a str, field: &'a Value, found: &mut Vec<(&'a str, usize)>) {
    match field {
        // Lists of vectors, and of half-spaces.
        Value::Array(list) if list.iter().any(|it| it.is_array() || it.is_table()) => {
            list.iter().for_each(|item| collect(name, item, found));
        }
        Value::Array(list) if name == "rotation" && list.len() == 4 => found.push((name, 3)),
        Value::Array(list) if name == "matrix" && list.len() == MATRIX => {}
        // Only shapes in 3D have them.
        Value::Array(_) if matches!(name, "slopes" | "projection") => found.push((name, 3)),
        Value::Array(list) => found.push((name, list.len())),
        inner => found.extend(number_lists(inner)),
    }
}
