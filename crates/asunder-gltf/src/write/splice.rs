//! Edits of JSON text that leave every other byte unchanged.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The fields of a JSON object in their order, with the raw text of each value.
#[derive(Debug, Default)]
pub(super) struct Object<'t>(pub(super) Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Object<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }

        let Object(fields) = deserializer.deserialize_map(Fields)?;
        Ok(Object(fields))
    }
}

impl<'t> Object<'t> {
    /// Parses `raw` as an object.
    pub(super) fn of(raw: &'t RawValue) -> Result<Self, serde_json::Error> {
        serde_json::from_str(raw.get())
    }

    /// The value at `key`; of several, the one that readers take.
    pub(super) fn get(&self, key: &str) -> Option<&'t RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// The object at `key`; empty if there is none.
    pub(super) fn object(&self, key: &str) -> Result<Self, serde_json::Error> {
        self.get(key).map_or(Ok(Self::default()), Self::of)
    }

    /// The elements of the array at `key`; none if there is none.
    pub(super) fn list(&self, key: &str) -> Result<Vec<&'t RawValue>, serde_json::Error> {
        self.get(key).map_or(Ok(Vec::new()), |raw| serde_json::from_str(raw.get()))
    }
}

/// Edits of a text, applied all at once.
#[derive(Debug)]
pub(super) struct Splices<'t> {
    text: &'t str,
    changes: Vec<(Range<usize>, String)>,
}

impl<'t> Splices<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, changes: Vec::new() }
    }

    /// The range of a value in the text.
    fn range(&self, value: &RawValue) -> Range<usize> {
        let start = value.get().as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + value.get().len()
    }

    /// Replaces a value by `new`.
    pub(super) fn replace(&mut self, value: &RawValue, new: String) {
        let range = self.range(value);
        self.changes.push((range, new));
    }

    /// Appends fields, written `"key":value`, to the object `raw`.
    pub(super) fn add_fields(&mut self, raw: &RawValue, object: &Object<'_>, fields: &[String]) {
        self.add(raw, object.0.iter().map(|(_, value)| *value), fields, "{}");
    }

    /// Appends elements to the array `raw`.
    pub(super) fn add_items(&mut self, raw: &RawValue, list: &[&RawValue], items: &[String]) {
        self.add(raw, list.iter().copied(), items, "[]");
    }

    fn add<'v>(
        &mut self,
        raw: &RawValue,
        values: impl Iterator<Item = &'v RawValue>,
        new: &[String],
        brackets: &str,
    ) {
        if new.is_empty() {
            return;
        }
        let new = new.join(",");
        let (open, close) = brackets.split_at(1);
        match values.map(|value| self.range(value).end).max() {
            Some(end) => self.changes.push((end..end, format!(",{new}"))),
            None => self.replace(raw, format!("{open}{new}{close}")),
        }
    }

    /// The text with all edits applied.
    pub(super) fn finish(mut self) -> String {
        // The sort is stable: additions at one place stay in order.
        self.changes.sort_by_key(|(range, _)| range.start);
        let mut result = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, new) in self.changes {
            result += &self.text[done..range.start];
            result += &new;
            done = range.end;
        }
        result + &self.text[done..]
    }
}
