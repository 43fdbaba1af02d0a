//! An affine map as an object: `{"columns":[[1,0],[0,1]],"translation":[0,0]}`.

use super::numbers::{Coordinates, Edges};
use crate::space::{Affine, Vector};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct AffineFields<V: Vector> {
    columns: Edges<V>,
    translation: Coordinates<V>,
}

impl<V: Vector> Serialize for Affine<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (columns, translation) = (Edges(self.columns), Coordinates(self.translation));
        AffineFields::<V> { columns, translation }.serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Affine<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AffineFields { columns, translation } = AffineFields::<V>::deserialize(deserializer)?;
        Ok(Self { columns: columns.0, translation: translation.0 })
    }
}
