//! The level of a scene, as a file names it.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use toml::Spanned;

/// The name of a level that has no other.
const NAME: &str = "level";

/// A level: what of a glTF file is solid.
#[derive(Debug)]
pub(crate) struct Level {
    pub(crate) name: Spanned<String>,
    pub(crate) model: Option<Spanned<String>>,
    pub(crate) builtin: Option<Spanned<String>>,
    pub(crate) layer: Option<Spanned<String>>,
    pub(crate) ignore: Vec<Spanned<String>>,
    pub(crate) owner: Option<Spanned<String>>,
}

/// What stands under the key: a file, or a table.
enum Stated {
    File(String),
    Table(LevelTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelTable {
    name: Option<Spanned<String>>,
    model: Option<Spanned<String>>,
    builtin: Option<Spanned<String>>,
    layer: Option<Spanned<String>>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    owner: Option<Spanned<String>>,
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stated = Spanned::<Stated>::deserialize(deserializer)?;
        let span = stated.span();
        let name = || Spanned::new(span.clone(), String::from(NAME));
        Ok(match stated.into_inner() {
            Stated::File(file) => {
                let model = Some(Spanned::new(span.clone(), file));
                let (builtin, layer, ignore, owner) = (None, None, Vec::new(), None);
                Self { name: name(), model, builtin, layer, ignore, owner }
            }
            Stated::Table(LevelTable { name: own, model, builtin, layer, ignore, owner }) => {
                Self { name: own.unwrap_or_else(name), model, builtin, layer, ignore, owner }
            }
        })
    }
}

impl<'de> Deserialize<'de> for Stated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FileOrTable;

        impl<'de> Visitor<'de> for FileOrTable {
            type Value = Stated;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the name of a glTF file, or a table with a `model`")
            }

            fn visit_str<E: Error>(self, file: &str) -> Result<Stated, E> {
                Ok(Stated::File(file.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Stated, A::Error> {
                LevelTable::deserialize(MapAccessDeserializer::new(table)).map(Stated::Table)
            }
        }

        deserializer.deserialize_any(FileOrTable)
    }
}
