//! 2D or 3D? The length of the vectors tells.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// As many numbers as a vector has.
const VECTOR: &str = "two numbers (2D) or three (3D)";

/// Whether the first vector or rotation of a shape has two numbers.
///
/// A guess from the text alone, without reading it: in a valid shape it is right, and an invalid
/// one is refused in either dimension.
pub(super) fn starts_in_2d(shape: &str) -> bool {
    let Some(end) = shape.find(']') else { return false };
    let start = shape[..end].rfind('[').unwrap_or(0);
    shape[start..end].matches(',').count() == 1
}

/// What `error` says of a list in a line's named shapes, told for both dimensions; nothing if it is
/// about something else.
pub(super) fn complaint(shapes: &[(&str, &str)], error: &str) -> Option<String> {
    if let Some(start) = error.strip_suffix(", expected an array of 3 numbers")
        && start.contains(": invalid type: ")
    {
        return Some(format!("{start}, expected an array of {VECTOR}"));
    }
    let (place, _) = error.split_once(": invalid length ")?;
    let mut lists = Vec::new();
    for (name, json) in shapes {
        let walk = Walk { path: (*name).to_owned(), lists: &mut lists };
        // What comes before an error is enough.
        let _ = walk.deserialize(&mut serde_json::Deserializer::from_str(json));
    }
    mixed(&lists).or_else(|| lists.iter().find(|list| list.path == place)?.wrong_length())
}

/// The complaint that some lists speak for 2D and some for 3D, if they do.
fn mixed(lists: &[List]) -> Option<String> {
    let mut speaking = lists.iter().filter_map(|list| Some((list, list.dimension()?)));
    let (first, dimension) = speaking.next()?;
    let (other, _) = speaking.find(|(_, other)| *other != dimension)?;
    Some(format!(
        "{first} and {other}; expected every vector of a line to be in 2D, or every one in 3D"
    ))
}

/// A list of numbers in a line.
struct List {
    path: String,
    length: usize,
}

/// What a list of numbers stands for.
enum Role {
    Vector,
    Rotation,
    /// What only shapes in space have.
    InSpace,
}

impl List {
    fn role(&self) -> Role {
        match self.path.rsplit('.').next() {
            Some("rotation") => Role::Rotation,
            Some("slopes" | "projection") => Role::InSpace,
            _ => Role::Vector,
        }
    }

    /// The dimension that the list speaks for, if any.
    fn dimension(&self) -> Option<usize> {
        match (self.role(), self.length) {
            (Role::Vector | Role::Rotation, 2) => Some(2),
            (Role::Vector, 3) | (Role::Rotation, 4) | (Role::InSpace, _) => Some(3),
            (Role::Vector | Role::Rotation, _) => None,
        }
    }

    /// The complaint that the length speaks for no dimension, where it should for one.
    fn wrong_length(&self) -> Option<String> {
        let expected = match self.role() {
            Role::Vector => VECTOR,
            Role::Rotation => "two numbers (2D: [cos,sin]) or four (3D: [x,y,z,w])",
            Role::InSpace => return None,
        };
        self.dimension().is_none().then(|| format!("{self}; expected {expected}"))
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, length } = self;
        match self.role() {
            Role::InSpace => write!(f, "{path} is in 3D"),
            Role::Vector | Role::Rotation => {
                write!(f, "{path} has {length} number{}", if *length == 1 { "" } else { "s" })
            }
        }
    }
}

/// Collects the lists of numbers in a JSON value.
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
        f.write_str("an object, a list, a number or a string")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<String>()? {
            let path = format!("{}.{key}", self.path);
            object.next_value_seed(Walk { path, lists: self.lists })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let found = self.lists.len();
        let mut length = 0;
        loop {
            let path = format!("{}[{length}]", self.path);
            if list.next_element_seed(Walk { path, lists: self.lists })?.is_none() {
                break;
            }
            length += 1;
        }
        // A list of lists is none of numbers.
        if self.lists.len() == found {
            self.lists.push(List { path: self.path, length });
        }
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
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
