//! 2D or 3D? The length of the vectors tells.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Whether the first vector or rotation of a shape has two numbers.
///
/// A guess from the text alone, without reading it: in a valid shape it is right, and an invalid
/// one is refused in either dimension.
pub(super) fn starts_in_2d(shape: &str) -> bool {
    let Some(end) = shape.find(']') else { return false };
    let start = shape[..end].rfind('[').unwrap_or(0);
    shape[start..end].matches(',').count() == 1
}

/// The complaint that a line's named shapes have vectors of different dimensions, if they have.
pub(super) fn mixed(shapes: &[(&str, &str)]) -> Option<String> {
    let mut lists = Vec::new();
    for (name, json) in shapes {
        let walk = Walk { path: (*name).to_owned(), lists: &mut lists };
        // What comes before an error is enough to find a mixture.
        let _ = walk.deserialize(&mut serde_json::Deserializer::from_str(json));
    }
    let lists: Vec<_> = lists.iter().filter_map(|list| Some((list, list.dimension()?))).collect();
    let (first, dimension) = lists.first()?;
    let (other, _) = lists.iter().find(|(_, other)| other != dimension)?;
    Some(format!(
        "{first} and {other}; expected every vector of a line to be in 2D, or every one in 3D"
    ))
}

/// A list of numbers in a line.
struct List {
    path: String,
    length: usize,
}

impl List {
    /// The dimension that a list of this length speaks for, if any.
    fn dimension(&self) -> Option<usize> {
        match (self.path.ends_with(".rotation"), self.length) {
            (_, 2) => Some(2),
            (false, 3) | (true, 4) => Some(3),
            _ => None,
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {} numbers", self.path, self.length)
    }
}

/// Collects the lists in a JSON value.
struct Walk<'a> {
    path: String,
    lists: &'a mut Vec<List>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<String>()? {
            let path = format!("{}.{key}", self.path);
            object.next_value_seed(Walk { path, lists: self.lists })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut length = 0;
        while list.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        self.lists.push(List { path: self.path, length });
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
}
