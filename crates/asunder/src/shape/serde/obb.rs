//! Oriented boxes in files: with a rotation or none, with axes, or under an engine's matrix.

use super::choice::{Name, Named};
use super::fields::Fields;
use super::numbers::{Axes, Coordinates, Numbers2, RotationNumbers};
use crate::shape::{Obb, OrientedBox, TransformError};
use crate::space::{Affine, Vector};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const NAMES: &[&str] = &["center", "half_extents", "rotation", "axes", "matrix", "layout"];

/// The rotation may be left out.
const FIELDS: Fields = Fields {
    kind: "obb",
    forms: &[
        &["center", "half_extents", "rotation"],
        &["center", "half_extents", "axes"],
        &["center", "half_extents", "matrix", "layout"],
    ],
};

/// The order of a matrix's sixteen numbers.
#[derive(Clone, Copy)]
enum MatrixLayout {
    DirectX,
    Gltf,
    Ogre,
}

impl Named for MatrixLayout {
    const ALL: &'static [Self] = &[Self::DirectX, Self::Gltf, Self::Ogre];
    fn name(self) -> &'static str {
        match self {
            Self::DirectX => "directx",
            Self::Gltf => "gltf",
            Self::Ogre => "ogre",
        }
    }
}

impl<V: Vector> Serialize for Obb<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("obb", 3)?;
        object.serialize_field("center", &Coordinates::<V>(self.center))?;
        object.serialize_field("half_extents", &Coordinates::<V>(self.half_extents))?;
        object.serialize_field("rotation", &RotationNumbers::<V>(self.rotation))?;
        object.end()
    }
}

impl<'de, V: Vector> Deserialize<'de> for Obb<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("obb", NAMES, ObbVisitor(PhantomData))
    }
}

struct ObbVisitor<V>(PhantomData<V>);

impl<'de, V: Vector> Visitor<'de> for ObbVisitor<V> {
    type Value = Obb<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with {FIELDS}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Obb<V>, A::Error> {
        let mut center: Option<Coordinates<V>> = None;
        let mut half_extents: Option<Coordinates<V>> = None;
        let mut rotation: Option<RotationNumbers<V>> = None;
        let mut axes: Option<Axes<V>> = None;
        let mut matrix: Option<Numbers2<16>> = None;
        let mut layout: Option<Name<MatrixLayout>> = None;
        let mut turned_by: Option<&str> = None;
        while let Some(name) = object.next_key_seed(FIELDS)? {
            let turn = match name {
                "rotation" | "axes" => Some(name),
                "matrix" | "layout" => Some("matrix"),
                _ => None,
            };
            if let (Some(turn), Some(other)) = (turn, turned_by)
                && turn != other
            {
                return Err(A::Error::custom(format_args!(
                    "obb.{name} does not go with {other}; expected {FIELDS}"
                )));
            }
            turned_by = turn.or(turned_by);
            match name {
                "center" => FIELDS.read(name, &mut object, &mut center)?,
                "half_extents" => FIELDS.read(name, &mut object, &mut half_extents)?,
                "rotation" => FIELDS.read(name, &mut object, &mut rotation)?,
                "axes" => FIELDS.read(name, &mut object, &mut axes)?,
                "matrix" => FIELDS.read(name, &mut object, &mut matrix)?,
                "layout" => FIELDS.read(name, &mut object, &mut layout)?,
                _ => unreachable!("`FIELDS` names no other field"),
            }
        }
        let Coordinates(half_extents) = FIELDS.present("half_extents", half_extents)?;
        if turned_by == Some("matrix") {
            let Numbers2(matrix) = FIELDS.present("matrix", matrix)?;
            let Name(layout) = FIELDS.present("layout", layout)?;
            let center = center.map_or(V::default().to_array(), |Coordinates(center)| center);
            return under_matrix(center, half_extents, &matrix, layout);
        }
        let Coordinates(center) = FIELDS.present("center", center)?;
        match axes {
            Some(Axes(axes)) => Obb::from_axes(center, axes, half_extents),
            None => {
                let rotation = rotation.map_or(V::IDENTITY, |RotationNumbers(rotation)| rotation);
                Obb::try_new(center, half_extents, rotation)
            }
        }
        .map_err(|error| FIELDS.refuse(error))
    }
}

/// The box, given in a node's own space, under that node's matrix.
fn under_matrix<V: Vector, E: Error>(
    center: V::Array<f32>,
    half_extents: V::Array<f32>,
    matrix: &[f32; 16],
    layout: MatrixLayout,
) -> Result<Obb<V>, E> {
    let local = Obb::try_new(center, half_extents, V::IDENTITY);
    let local: Obb<V> = local.map_err(|error| FIELDS.refuse(error))?;
    let map: Affine<V> = match layout {
        MatrixLayout::DirectX => Affine::from_directx(matrix),
        MatrixLayout::Gltf => Affine::from_gltf(matrix),
        MatrixLayout::Ogre => Affine::from_ogre(matrix),
    }
    .map_err(|error| E::custom(format_args!("obb.matrix: {error}")))?;
    OrientedBox::of_obb(&local).exact_image(&(&map).into()).map_err(|error| match error {
        TransformError::Shape(error) => E::custom(format_args!("obb.matrix: its {error}")),
        TransformError::Skewed { .. } => E::custom(format_args!("obb.matrix: {error}")),
    })
}
