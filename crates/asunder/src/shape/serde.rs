//! Shapes in files: the format that `asunder query`, scenes and test data share.
//!
//! A shape is its facts by name, `{"center":[0,0,0],"radius":1}`; where its kind is known only at
//! run time ([`Shape`]), the kind's name wraps them: `{"sphere":{"center":[0,0,0],"radius":1}}`.
//! Reading goes through `try_new`, so that no file can hold a shape that breaks an invariant, and
//! every error begins with its place: `sphere.radius is -1; expected zero or more`.

use super::{Aabb, HalfSpace, Obb, Plane, Shape, ShapeError, Sphere, check};
use crate::space::Vector;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeStruct, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes and reads shapes as objects of named fields.
macro_rules! objects {
    ($($Kind:ident $name:literal { $($field:ident: $Value:ident $(<$V:ident>)?),+ })*) => {
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

            impl<'de, V: Vector> Deserialize<'de> for $Kind<V> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    const FIELDS: Fields =
                        Fields { kind: $name, names: &[$(stringify!($field)),+] };

                    struct Object<V>(PhantomData<V>);

                    impl<'de, V: Vector> Visitor<'de> for Object<V> {
                        type Value = $Kind<V>;

                        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                            write!(f, "an object with {}", FIELDS.names.join(", "))
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
                            $Kind::try_new($($field.0),+).map_err(|error| FIELDS.refuse(error))
                        }
                    }

                    deserializer.deserialize_struct($name, FIELDS.names, Object(PhantomData))
                }
            }
        )*
    };
}
objects! {
    Sphere "sphere" { center: Coordinates<V>, radius: Number }
    Aabb "aabb" { min: Coordinates<V>, max: Coordinates<V> }
    Obb "obb" { center: Coordinates<V>, half_extents: Coordinates<V>, rotation: Turn<V> }
    Plane "plane" { normal: Coordinates<V>, offset: Number }
    HalfSpace "half_space" { normal: Coordinates<V>, offset: Number }
}

/// [`Shape`] for serde: external tags, the names of [`Shape::kind`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Shape", rename_all = "snake_case", bound = "")]
enum Tagged<V: Vector> {
    Point(#[serde(with = "point")] V),
    Sphere(Sphere<V>),
    Aabb(Aabb<V>),
    Obb(Obb<V>),
    Plane(Plane<V>),
    HalfSpace(HalfSpace<V>),
}

impl<V: Vector> Serialize for Shape<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Tagged::serialize(self, serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Shape<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Tagged::deserialize(deserializer)
    }
}

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

/// The fields that a kind of shape has, and the errors about them.
#[derive(Clone, Copy)]
struct Fields {
    kind: &'static str,
    names: &'static [&'static str],
}

impl Fields {
    /// Reads the value of the field `name`, once.
    fn read<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
        self,
        name: &str,
        object: &mut A,
        field: &mut Option<T>,
    ) -> Result<(), A::Error> {
        let place = |message: &dyn fmt::Display| {
            A::Error::custom(format_args!("{}.{name}{message}", self.kind))
        };
        if field.is_some() {
            return Err(place(&" is given twice; expected it once"));
        }
        let value = object.next_value().map_err(|error| place(&format_args!(": {error}")))?;
        *field = Some(value);
        Ok(())
    }

    fn present<T, E: Error>(self, name: &str, field: Option<T>) -> Result<T, E> {
        let Self { kind, names } = self;
        let missing =
            || E::custom(format_args!("{kind}.{name} is missing; expected {}", names.join(", ")));
        field.ok_or_else(missing)
    }

    fn refuse<E: Error>(self, error: ShapeError) -> E {
        E::custom(format_args!("{}.{error}", self.kind))
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
        write!(f, "one of {}", self.names.join(", "))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let Self { kind, names } = self;
        let unknown = || {
            let expected = names.join(", ");
            E::custom(format_args!("{kind}.{name} is no field of it; expected {expected}"))
        };
        names.iter().copied().find(|known| *known == name).ok_or_else(unknown)
    }
}

/// A number as a field's value.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Number(f32);

/// The numbers of a vector.
struct Coordinates<V: Vector>(V::Array<f32>);

impl<V: Vector> Serialize for Coordinates<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_numbers((0..V::DIM).map(|i| self.0[i]), serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Coordinates<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = deserializer.deserialize_tuple(V::DIM, Numbers(V::DIM))?;
        Ok(Self(V::array(|i| numbers[i])))
    }
}

/// The numbers of a rotation.
struct Turn<V: Vector>(V::RotationArray);

impl<V: Vector> Serialize for Turn<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_numbers(self.0.as_ref().iter().copied(), serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Turn<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut rotation = V::IDENTITY;
        let parts = rotation.as_mut();
        let count = parts.len();
        let numbers = deserializer.deserialize_tuple(count, Numbers(count))?;
        parts.copy_from_slice(&numbers[..count]);
        Ok(Self(rotation))
    }
}

fn write_numbers<S: Serializer>(
    numbers: impl ExactSizeIterator<Item = f32>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut tuple = serializer.serialize_tuple(numbers.len())?;
    for number in numbers {
        tuple.serialize_element(&number)?;
    }
    tuple.end()
}

/// Reads as many numbers as it says, at most four; the rest stay zero.
struct Numbers(usize);

impl<'de> Visitor<'de> for Numbers {
    type Value = [f32; 4];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of {} numbers", self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[f32; 4], A::Error> {
        let mut numbers = [0.0; 4];
        for (i, number) in numbers.iter_mut().take(self.0).enumerate() {
            *number = list.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        let mut length = self.0;
        while list.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        if length == self.0 { Ok(numbers) } else { Err(A::Error::invalid_length(length, &self)) }
    }
}

#[cfg(test)]
mod tests;
