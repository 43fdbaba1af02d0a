//! The fields that a kind of shape has, and the errors about them.

use super::near::suggestion;
use crate::shape::ShapeError;
use core::fmt;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

/// The fields that a kind of shape has.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub(super) kind: &'static str,
    /// The ways to give it, each by all of its fields. Most kinds have one.
    pub(super) forms: &'static [&'static [&'static str]],
}

impl Fields {
    /// Reads the value of the field `name`, once.
    pub(super) fn read<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
        self,
        name: &str,
        object: &mut A,
        field: &mut Option<T>,
    ) -> Result<(), A::Error> {
        let kind = self.kind;
        if field.is_some() {
            let twice = format_args!("{kind}.{name} is given twice; expected it once");
            return Err(A::Error::custom(twice));
        }
        let placed = |error: A::Error| {
            let message = error.to_string();
            // Errors about a part of a list begin with its index.
            let joint = if message.starts_with('[') { "" } else { ": " };
            A::Error::custom(format_args!("{kind}.{name}{joint}{message}"))
        };
        *field = Some(object.next_value().map_err(placed)?);
        Ok(())
    }

    pub(super) fn present<T, E: Error>(self, name: &str, field: Option<T>) -> Result<T, E> {
        field.ok_or_else(|| {
            E::custom(format_args!("{}.{name} is missing; expected {self}", self.kind))
        })
    }

    /// What a constructor says against the values, at the place of the field that it names.
    pub(super) fn refuse<E: Error>(self, error: ShapeError) -> E {
        let (place, joint) = match error {
            ShapeError::NotFinite { field, .. }
            | ShapeError::Reversed { fields: (field, _), .. } => match field {
                "left" | "right" | "bottom" | "top" => (".slopes", ": "),
                _ => ("", "."),
            },
            ShapeError::Negative { .. }
            | ShapeError::NotPositive { .. }
            | ShapeError::Zero { .. }
            | ShapeError::Inverted { .. }
            | ShapeError::OnlyInSpace { .. } => ("", "."),
            ShapeError::Empty => (".points", ": "),
            ShapeError::HalfSpaceCount { .. } | ShapeError::EmptyFrustum => (".half_spaces", ": "),
            ShapeError::HoldsNowhere { .. } => (".projection", ": "),
            ShapeError::NotOrthogonal { .. }
            | ShapeError::NotRepresentable
            | ShapeError::FieldOfView { .. }
            | ShapeError::ProjectionMoved
            | ShapeError::GridTurned { .. } => ("", ": "),
        };
        E::custom(format_args!("{}{place}{joint}{error}", self.kind))
    }
}

/// All fields of one form or another.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forms: Vec<_> = self.forms.iter().map(|names| names.join(", ")).collect();
        f.write_str(&forms.join("; or "))
    }
}

/// Reads the name of one of the fields.
impl<'de> DeserializeSeed<'de> for Fields {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Fields {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {self}")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let names: Vec<&'static str> = self.forms.iter().copied().flatten().copied().collect();
        names.iter().copied().find(|known| *known == name).ok_or_else(|| {
            let suggestion = suggestion(name, &names);
            E::custom(format_args!(
                "{}.{name} is no field of it; {suggestion}expected {self}",
                self.kind
            ))
        })
    }
}
