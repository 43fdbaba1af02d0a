//! Frusta in files, in any of their three forms.

use super::choice::{Name, Named};
use super::fields::Fields;
use super::numbers::{Coordinates, FiniteNumber, Numbers2, RotationNumbers, ValueList};
use crate::shape::{Depth, Frustum, FrustumForm, HalfSpace, Layout, ShapeError};
use crate::space::Vector;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every field of every form, form by form.
const NAMES: &[&str] = &[
    "origin",
    "rotation",
    "slopes",
    "near",
    "far",
    "half_spaces",
    "projection",
    "layout",
    "depth",
];
const PERSPECTIVE: &[&str] = NAMES.split_at(5).0;
const HALF_SPACES: &[&str] = NAMES.split_at(5).1.split_at(1).0;
const PROJECTION: &[&str] = NAMES.split_at(6).1;

const FIELDS: Fields = Fields { kind: "frustum", forms: &[PERSPECTIVE, HALF_SPACES, PROJECTION] };

impl Named for Layout {
    const ALL: &'static [Self] = &[Self::Rows, Self::Columns];
    fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
        }
    }
}

impl Named for Depth {
    const ALL: &'static [Self] = &[Self::ZeroToOne, Self::MinusOneToOne];
    fn name(self) -> &'static str {
        match self {
            Self::ZeroToOne => "zero_to_one",
            Self::MinusOneToOne => "minus_one_to_one",
        }
    }
}

/// A list of half-spaces.
struct HalfSpaces<V: Vector>(Vec<HalfSpace<V>>);

impl<'de, V: Vector> Deserialize<'de> for HalfSpaces<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ValueList::of_shapes("half-spaces", "half_space")).map(Self)
    }
}

impl<V: Vector> Serialize for Frustum<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.form() {
            FrustumForm::Perspective { origin, slopes, near, far, .. } => {
                let mut object = serializer.serialize_struct(FIELDS.kind, PERSPECTIVE.len())?;
                object.serialize_field("origin", &Coordinates::<V>(origin.to_array()))?;
                let rotation = self.rotation_array().unwrap_or(V::IDENTITY);
                object.serialize_field("rotation", &RotationNumbers::<V>(rotation))?;
                object.serialize_field("slopes", &Numbers2(slopes))?;
                object.serialize_field("near", &near)?;
                object.serialize_field("far", &far)?;
                object.end()
            }
            FrustumForm::HalfSpaces(list) => {
                let mut object = serializer.serialize_struct(FIELDS.kind, HALF_SPACES.len())?;
                object.serialize_field("half_spaces", list)?;
                object.end()
            }
            FrustumForm::Projection { rows, depth } => {
                let mut object = serializer.serialize_struct(FIELDS.kind, PROJECTION.len())?;
                let numbers: [f32; 16] = core::array::from_fn(|i| rows[i / 4][i % 4]);
                object.serialize_field("projection", &Numbers2(numbers))?;
                object.serialize_field("layout", Layout::Rows.name())?;
                object.serialize_field("depth", depth.name())?;
                object.end()
            }
        }
    }
}

impl<'de, V: Vector> Deserialize<'de> for Frustum<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct(FIELDS.kind, NAMES, FrustumVisitor(PhantomData))
    }
}

/// Reads a frustum. Its form is that of its first field.
struct FrustumVisitor<V>(PhantomData<V>);

impl<'de, V: Vector> Visitor<'de> for FrustumVisitor<V> {
    type Value = Frustum<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with {FIELDS}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Frustum<V>, A::Error> {
        let Some(first) = object.next_key_seed(FIELDS)? else {
            return Err(A::Error::custom(format_args!("frustum: no field; expected {FIELDS}")));
        };
        let mut facts = FrustumFields::default();
        facts.read(first, &mut object)?;
        while let Some(name) = object.next_key_seed(FIELDS)? {
            if !FIELDS.forms.iter().any(|form| form.contains(&first) && form.contains(&name)) {
                return Err(A::Error::custom(format_args!(
                    "frustum.{name} does not go with {first}; expected {FIELDS}"
                )));
            }
            facts.read(name, &mut object)?;
        }
        if PERSPECTIVE.contains(&first) {
            facts.perspective()
        } else if PROJECTION.contains(&first) {
            facts.projection()
        } else {
            facts.half_spaces()
        }
    }
}

/// The fields' values, as far as they were read.
struct FrustumFields<V: Vector> {
    origin: Option<Coordinates<V>>,
    rotation: Option<RotationNumbers<V>>,
    slopes: Option<Numbers2<4>>,
    near: Option<FiniteNumber>,
    far: Option<FiniteNumber>,
    half_spaces: Option<HalfSpaces<V>>,
    projection: Option<Numbers2<16>>,
    layout: Option<Name<Layout>>,
    depth: Option<Name<Depth>>,
}

impl<V: Vector> Default for FrustumFields<V> {
    fn default() -> Self {
        Self {
            origin: None,
            rotation: None,
            slopes: None,
            near: None,
            far: None,
            half_spaces: None,
            projection: None,
            layout: None,
            depth: None,
        }
    }
}

impl<V: Vector> FrustumFields<V> {
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<(), A::Error> {
        match name {
            "origin" => FIELDS.read(name, object, &mut self.origin),
            "rotation" => FIELDS.read(name, object, &mut self.rotation),
            "slopes" => FIELDS.read(name, object, &mut self.slopes),
            "near" => FIELDS.read(name, object, &mut self.near),
            "far" => FIELDS.read(name, object, &mut self.far),
            "half_spaces" => FIELDS.read(name, object, &mut self.half_spaces),
            "projection" => FIELDS.read(name, object, &mut self.projection),
            "layout" => FIELDS.read(name, object, &mut self.layout),
            "depth" => FIELDS.read(name, object, &mut self.depth),
            _ => unreachable!("`FIELDS` names no other field"),
        }
    }

    fn perspective<E: Error>(self) -> Result<Frustum<V>, E> {
        let Coordinates(origin) = FIELDS.present("origin", self.origin)?;
        let RotationNumbers(rotation) = FIELDS.present("rotation", self.rotation)?;
        let Numbers2(slopes) = FIELDS.present("slopes", self.slopes)?;
        let FiniteNumber(near) = FIELDS.present("near", self.near)?;
        let FiniteNumber(far) = FIELDS.present("far", self.far)?;
        Frustum::perspective_facts(origin, rotation, slopes, near, far)
            .map_err(|error| FIELDS.refuse(error))
    }

    fn half_spaces<E: Error>(self) -> Result<Frustum<V>, E> {
        let HalfSpaces(list) = FIELDS.present("half_spaces", self.half_spaces)?;
        Frustum::try_from_half_spaces(&list).map_err(|error| FIELDS.refuse(error))
    }

    fn projection<E: Error>(self) -> Result<Frustum<V>, E> {
        let Numbers2(matrix) = FIELDS.present("projection", self.projection)?;
        let Name(layout) = FIELDS.present("layout", self.layout)?;
        let Name(depth) = FIELDS.present("depth", self.depth)?;
        let made = Frustum::projection_facts(&matrix, layout, depth);
        made.map_err(|error| match error {
            // All its half-spaces come from the matrix.
            ShapeError::EmptyFrustum => E::custom(format_args!(
                "frustum.projection: no point is visible; expected a view-projection matrix, listed \
                 by rows or by columns as stated"
            )),
            ShapeError::HalfSpaceCount { .. } => E::custom(format_args!(
                "frustum.projection: it bounds nothing; expected a view-projection matrix"
            )),
            other => FIELDS.refuse(other),
        })
    }
}
