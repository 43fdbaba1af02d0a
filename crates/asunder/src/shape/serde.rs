//! Shapes in files: the format that `asunder query`, scenes and test data share.
//!
//! A shape is its facts by name, `{"center":[0,0,0],"radius":1}`; where its kind is known only at
//! run time ([`Shape`]), the kind's name wraps them: `{"sphere":{"center":[0,0,0],"radius":1}}`.
//! Reading goes through `try_new`, so that no file can hold a shape that breaks an invariant, and
//! every error begins with its place: `sphere.radius is -1; expected zero or more`.

mod affine;
mod choice;
mod fields;
mod frustum;
mod near;
mod numbers;
mod obb;
pub(crate) mod optional_vector;
pub(crate) mod vector;

use super::{
    Aabb, Capsule, ConvexHull, Frustum, HalfSpace, Obb, Parallelepiped, Plane, Ray, Segment, Shape,
    Sphere, Triangle, check,
};
use crate::space::Vector;
use core::fmt;
use core::marker::PhantomData;
use fields::Fields;
use numbers::{Coordinates, Edges, FiniteNumber, Points};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads and writes shapes as objects of named fields, which are those of the Rust types.
macro_rules! objects {
    ($($Kind:ident $name:literal $make:ident
        { $($field:ident: $Value:ident $(<$V:ident>)?),+ })*) => {
        $(
            impl<V: Vector> Serialize for $Kind<V> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let count = [$(stringify!($field)),+].len();
                    let mut object = serializer.serialize_struct($name, count)?;
                    $(
                        let value = $Value $(::<$V>)? (self.$field);
                        object.serialize_field(stringify!($field), &value)?;
                    )+
                    object.end()
                }
            }

            objects! { @readable $Kind $name $make { $($field: $Value $(<$V>)?),+ } }
        )*
    };
    // What only reads: an object whose fields are those of another form, too.
    (@readable $Kind:ident $name:literal $make:ident { $($field:ident: $Value:ident $(<$V:ident>)?),+ }) => {
        impl<'de, V: Vector> Deserialize<'de> for $Kind<V> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const NAMES: &[&str] = &[$(stringify!($field)),+];
                const FIELDS: Fields = Fields { kind: $name, forms: &[NAMES] };

                struct ShapeVisitor<V>(PhantomData<V>);

                impl<'de, V: Vector> Visitor<'de> for ShapeVisitor<V> {
                    type Value = $Kind<V>;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "an object with {FIELDS}")
                    }

                    fn visit_map<A: MapAccess<'de>>(
                        self,
                        mut object: A,
                    ) -> Result<$Kind<V>, A::Error> {
                        $(let mut $field: Option<$Value $(<$V>)?> = None;)+
                        while let Some(name) = object.next_key_seed(FIELDS)? {
                            match name {
                                $(stringify!($field) => {
                                    FIELDS.read(name, &mut object, &mut $field)?;
                                })+
                                _ => unreachable!("`FIELDS` names no other field"),
                            }
                        }
                        $(let $field = FIELDS.present(stringify!($field), $field)?;)+
                        $Kind::$make($($field.0),+).map_err(|error| FIELDS.refuse(error))
                    }
                }

                deserializer.deserialize_struct($name, NAMES, ShapeVisitor(PhantomData))
            }
        }
    };
}

objects! {
    Sphere "sphere" try_new { center: Coordinates<V>, radius: FiniteNumber }
    Aabb "aabb" try_new { min: Coordinates<V>, max: Coordinates<V> }
    Plane "plane" try_new { normal: Coordinates<V>, offset: FiniteNumber }
    HalfSpace "half_space" try_new { normal: Coordinates<V>, offset: FiniteNumber }
    Segment "segment" try_new { a: Coordinates<V>, b: Coordinates<V> }
    Ray "ray" try_new { origin: Coordinates<V>, direction: Coordinates<V> }
    Capsule "capsule" try_new { a: Coordinates<V>, b: Coordinates<V>, radius: FiniteNumber }
    Triangle "triangle" try_new { a: Coordinates<V>, b: Coordinates<V>, c: Coordinates<V> }
    Parallelepiped "parallelepiped" try_from_facts { center: Coordinates<V>, edges: Edges<V> }
}
objects! { @readable ConvexHull "convex_hull" try_new { points: Points<V> } }

impl<V: Vector> Serialize for ConvexHull<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let points = Points::<V>(self.points().map(V::to_array).collect());
        let mut object = serializer.serialize_struct("convex_hull", 1)?;
        object.serialize_field("points", &points)?;
        object.end()
    }
}

/// [`Shape`] for serde: external tags, the names of [`Shape::kind`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Shape", rename_all = "snake_case", bound = "")]
enum Tagged<V: Vector> {
    Point(#[serde(with = "point")] V),
    Segment(Segment<V>),
    Ray(Ray<V>),
    Plane(Plane<V>),
    HalfSpace(HalfSpace<V>),
    Sphere(Sphere<V>),
    Capsule(Capsule<V>),
    Aabb(Aabb<V>),
    Obb(Obb<V>),
    Triangle(Triangle<V>),
    Frustum(Frustum<V>),
    ConvexHull(ConvexHull<V>),
    Parallelepiped(Parallelepiped<V>),
}

impl<V: Vector> Serialize for Shape<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Tagged::serialize(self, serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Shape<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Tagged::deserialize(deserializer).map_err(|error| {
            let message = error.to_string();
            match message.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, "))
            {
                None => error,
                Some((name, rest)) => {
                    let suggestion = near::suggestion(name, KINDS);
                    let rest = format!("{suggestion}{rest}");
                    D::Error::custom(format_args!("there is no shape `{name}`; {rest}"))
                }
            }
        })
    }
}

/// The names of all kinds, as [`Tagged`] has them.
const KINDS: &[&str] = &[
    "point",
    "segment",
    "ray",
    "plane",
    "half_space",
    "sphere",
    "capsule",
    "aabb",
    "obb",
    "triangle",
    "frustum",
    "convex_hull",
    "parallelepiped",
];

/// A point, which is its coordinates alone.
mod point {
    use super::{
        Coordinates, Deserialize, Deserializer, Error, Serialize, Serializer, Vector, check,
    };

    pub(super) fn serialize<V: Vector, S: Serializer>(
        point: &V,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Coordinates::<V>(point.to_array()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, V: Vector, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<V, D::Error> {
        let Coordinates(array) = Coordinates::<V>::deserialize(deserializer)
            .map_err(|error| D::Error::custom(format_args!("point: {error}")))?;
        check::finite_vector::<V>("point", &array).map_err(D::Error::custom)?;
        Ok(V::from_array(array))
    }
}

#[cfg(test)]
mod tests;
