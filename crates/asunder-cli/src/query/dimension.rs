//! The dimension of a line, from the length of its vectors.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The expected lengths of a vector.
const VECTOR: &str = "two numbers (2D) or three (3D)";

/// Whether the first vector or rotation of a shape has two numbers.
///
/// A guess from the text, without parsing: it is right for a valid shape, and an invalid one is refused in
/// either dimension.
pub(super) fn starts_in_2d(shape: &str) -> bool {
    let mut rest = shape;
    while let Some(end) = rest.find(']') {
        let start = rest[..end].rfind('[').unwrap_or(0);
        let commas = rest[start..end].matches(',').count();
        // A matrix has as many numbers in either dimension.
        if commas + 1 != MATRIX {
            return commas == 1;
        }
        rest = &rest[end + 1..];
    }
    false
}

/// The numbers of a matrix.
const MATRIX: usize = 16;

/// The message of an error about a list in a line's named shapes, for both dimensions; `None` if it is
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
        let collector = ListCollector { path: (*name).to_owned(), lists: &mut lists };
        // The lists before an error are enough.
        let _ = collector.deserialize(&mut serde_json::Deserializer::from_str(json));
    }
    mixed(&lists).or_else(|| lists.iter().find(|list| list.path == place)?.wrong_length())
}

/// The message that some lists are 2D and some 3D, if they are.
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

/// The role of a list of numbers.
enum Role {
    Vector,
    Rotation,
    /// A list that only 3D shapes have.
    InSpace,
    /// A list of one length in either dimension.
    Either,
}

impl List {
    fn role(&self) -> Role {
        match self.path.rsplit('.').next() {
            Some("rotation") => Role::Rotation,
            Some("slopes" | "projection") => Role::InSpace,
            Some("matrix") => Role::Either,
            _ => Role::Vector,
        }
    }

    /// The dimension of the list, if it has one.
    fn dimension(&self) -> Option<usize> {
        match (self.role(), self.length) {
            (Role::Vector | Role::Rotation, 2) => Some(2),
            (Role::Vector, 3) | (Role::Rotation, 4) | (Role::InSpace, _) => Some(3),
            (Role::Vector | Role::Rotation | Role::Either, _) => None,
        }
    }

    /// The message that the length fits no dimension, if it should.
    fn wrong_length(&self) -> Option<String> {
        let expected = match self.role() {
            Role::Vector => VECTOR,
            Role::Rotation => "two numbers (2D: [cos,sin]) or four (3D: [x,y,z,w])",
            Role::InSpace | Role::Either => return None,
        };
        self.dimension().is_none().then(|| format!("{self}; expected {expected}"))
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, length } = self;
        match self.role() {
            Role::InSpace => write!(f, "{path} is in 3D"),
            Role::Vector | Role::Rotation | Role::Either => {
                write!(f, "{path} has {length} number{}", if *length == 1 { "" } else { "s" })
            }
        }
    }
}

/// Collects the lists of numbers in a JSON value.
struct ListCollector<'a> {
    path: String,
    lists: &'a mut Vec<List>,
}

impl<'de> DeserializeSeed<'de> for ListCollector<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ListCollector<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, a list, a number or a string")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<String>()? {
            let path = format!("{}.{key}", self.path);
            object.next_value_seed(ListCollector { path, lists: self.lists })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let found = self.lists.len();
        let mut length = 0;
        loop {
            let path = format!("{}[{length}]", self.path);
            if list.next_element_seed(ListCollector { path, lists: self.lists })?.is_none() {
                break;
            }
            length += 1;
        }
        // A list of lists is not a list of numbers.
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
