//! Choices that files make by name.

use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// A choice that files make by its name.
pub(super) trait Named: Copy + 'static {
    const ALL: &'static [Self];
    fn name(self) -> &'static str;
}

pub(super) struct Name<T>(pub(super) T);

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Choice(PhantomData)).map(Self)
    }
}

/// Reads the name of one of all choices.
struct Choice<T>(PhantomData<T>);

impl<T: Named> Visitor<'_> for Choice<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = T::ALL.iter().map(|choice| format!("\"{}\"", choice.name())).collect();
        f.write_str(&names.join(" or "))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        let known = T::ALL.iter().copied().find(|choice| choice.name() == name);
        known.ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}
