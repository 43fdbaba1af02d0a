//! The entries of a scene file.

use super::collider_shape::ColliderShape;
use super::level::Level;
use super::numbers::{Coordinates, Finite, Quaternion};
use super::walking::{Carry, Numbers, Walk};
use crate::error::{SceneError, Source};
use asunder::Role;
use asunder_gltf::keywords;
use serde::Deserialize;
use serde::de::{Error, SeqAccess, Visitor, value::SeqAccessDeserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroU32;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Content {
    pub(crate) seconds: Option<Spanned<f64>>,
    pub(crate) ticks: Option<Spanned<u32>>,
    #[serde(default = "sixty")]
    pub(crate) ticks_per_second: NonZeroU32,
    pub(crate) level: Option<Level>,
    #[serde(default)]
    pub(super) layers: LayerTable,
    #[serde(default, rename = "actor")]
    pub(crate) actors: Vec<Actor>,
    #[serde(default, rename = "sprite")]
    pub(crate) sprites: Vec<Sprite>,
    #[serde(default, rename = "collider")]
    pub(crate) colliders: Vec<Collider>,
    #[serde(default, rename = "attack")]
    pub(crate) attacks: Vec<Attack>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LayerTable {
    #[serde(default)]
    pub(super) names: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) responses: Vec<(Spanned<String>, Spanned<String>, ResponseName)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ResponseName {
    Ignore,
    Touch,
    Overlap,
    Block,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Actor {
    pub(crate) name: Spanned<String>,
    pub(crate) model: Option<Spanned<String>>,
    pub(crate) builtin: Option<Spanned<String>>,
    pub(crate) clip: Option<Spanned<String>>,
    pub(crate) clips: Option<Clips>,
    #[serde(default)]
    pub(crate) start_seconds: Finite,
    pub(crate) hitboxes: Option<Spanned<String>>,
    #[serde(default = "one")]
    pub(crate) hitbox_scale: Finite,
    pub(crate) hitbox_rotation: Option<Quaternion>,
    #[serde(default)]
    pub(crate) without: Vec<String>,
    #[serde(default)]
    pub(crate) only: Vec<String>,
    #[serde(default)]
    pub(crate) regions: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) attack: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) hurt: Vec<Spanned<String>>,
    #[serde(default, rename = "weapon")]
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) layer: Option<Spanned<String>>,
    pub(crate) attack_layer: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) ignore: Vec<Spanned<String>>,
    pub(crate) owner: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) position: Coordinates<3>,
    pub(crate) yaw_degrees: Option<Finite>,
    pub(crate) rotation: Option<Quaternion>,
    #[serde(default = "one")]
    pub(crate) scale: Finite,
    #[serde(default)]
    pub(crate) velocity: Coordinates<3>,
    #[serde(default)]
    pub(crate) mover: bool,
    pub(crate) walk: Option<Walk>,
}

/// A weapon of an actor.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weapon {
    pub(crate) name: Spanned<String>,
    pub(crate) model: Spanned<String>,
    pub(crate) bone: Spanned<String>,
    pub(crate) hitboxes: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) role: WeaponRole,
    #[serde(default)]
    pub(crate) position: Coordinates<3>,
    pub(crate) rotation: Option<Quaternion>,
    #[serde(default = "one")]
    pub(crate) scale: Finite,
}

/// The role of a weapon's hitboxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeaponRole(pub(crate) Role);

impl Default for WeaponRole {
    fn default() -> Self {
        Self(Role::Attack)
    }
}

impl<'de> Deserialize<'de> for WeaponRole {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        keywords::parse(&keywords::ROLES, &word).map(Self).map_err(|known| {
            D::Error::custom(format_args!("there is no role {word:?}; expected one of {known}"))
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sprite {
    pub(crate) name: Spanned<String>,
    pub(crate) size: Coordinates<2>,
    #[serde(default = "middle")]
    pub(crate) pivot: Coordinates<2>,
    #[serde(default)]
    pub(crate) position: Coordinates<2>,
    #[serde(default)]
    pub(crate) degrees: Finite,
    #[serde(default = "unscaled")]
    pub(crate) scale: Coordinates<2>,
    #[serde(default)]
    pub(crate) velocity: Coordinates<2>,
    #[serde(default)]
    pub(crate) spin_degrees: Finite,
    pub(crate) layer: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) ignore: Vec<Spanned<String>>,
    pub(crate) owner: Option<Spanned<String>>,
    pub(crate) walk: Option<Walk>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Collider {
    pub(crate) name: Spanned<String>,
    pub(crate) shape: ColliderShape,
    pub(crate) layer: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) ignore: Vec<Spanned<String>>,
    pub(crate) owner: Option<Spanned<String>>,
    pub(crate) fixed: Option<Spanned<bool>>,
    pub(crate) velocity: Option<Numbers>,
    #[serde(default)]
    pub(crate) mover: bool,
    pub(crate) surface_velocity: Option<Numbers>,
    pub(crate) walk: Option<Walk>,
    pub(crate) carry: Option<Carry>,
}

/// An attack: hitboxes that are swept for some ticks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attack {
    pub(crate) by: Spanned<String>,
    pub(crate) hitboxes: Option<Spanned<Vec<Spanned<String>>>>,
    pub(crate) from_tick: Spanned<u32>,
    pub(crate) until_tick: Option<Spanned<u32>>,
    pub(crate) rehit_after: Option<NonZeroU32>,
}

/// The clips an actor plays.
#[derive(Debug)]
pub(crate) enum Clips {
    All,
    Named(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for Clips {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AllOrNames;

        impl<'de> Visitor<'de> for AllOrNames {
            type Value = Clips;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "\"all\" or a list of names of clips")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Clips, E> {
                match word {
                    "all" => Ok(Clips::All),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Clips, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Clips::Named)
            }
        }

        deserializer.deserialize_any(AllOrNames)
    }
}

impl Content {
    /// Checks that all names differ and can be printed on one line.
    pub(super) fn check_names(&self, source: &Source) -> Result<(), SceneError> {
        for actor in &self.actors {
            distinct(actor.weapons.iter().map(|weapon| &weapon.name), source)?;
        }
        distinct(self.names(), source)
    }

    /// The names of all entries that have one: actors, sprites, colliders, the level.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Spanned<String>> {
        let actors = self.actors.iter().map(|actor| &actor.name);
        let sprites = self.sprites.iter().map(|sprite| &sprite.name);
        let colliders = self.colliders.iter().map(|collider| &collider.name);
        let level = self.level.iter().map(|level| &level.name);
        actors.chain(sprites).chain(colliders).chain(level)
    }

    /// The owners of the same entries.
    pub(super) fn owners(&self) -> impl Iterator<Item = Option<&Spanned<String>>> {
        let actors = self.actors.iter().map(|actor| actor.owner.as_ref());
        let sprites = self.sprites.iter().map(|sprite| sprite.owner.as_ref());
        let colliders = self.colliders.iter().map(|collider| collider.owner.as_ref());
        let level = self.level.iter().map(|level| level.owner.as_ref());
        actors.chain(sprites).chain(colliders).chain(level)
    }
}

/// Checks that each of the names can be printed, and all differ.
fn distinct<'a>(
    names: impl Iterator<Item = &'a Spanned<String>>,
    source: &Source,
) -> Result<(), SceneError> {
    let mut taken = BTreeSet::new();
    for name in names {
        printable(name, source)?;
        if !taken.insert(name.get_ref()) {
            let problem = format!(
                "the name {:?} is taken; expected each entry to have its own",
                name.get_ref()
            );
            return Err(source.invalid(name.span(), problem));
        }
    }
    Ok(())
}

fn printable(name: &Spanned<String>, source: &Source) -> Result<(), SceneError> {
    if name.get_ref().is_empty() || name.get_ref().contains(char::is_control) {
        let problem = format!(
            "the name {:?} cannot be printed; expected letters, digits, spaces or signs",
            name.get_ref()
        );
        return Err(source.invalid(name.span(), problem));
    }
    Ok(())
}

fn sixty() -> NonZeroU32 {
    const { NonZeroU32::new(60).expect("60 is not 0") }
}

fn one() -> Finite {
    Finite(1.0)
}

fn middle() -> Coordinates<2> {
    Coordinates([0.5; 2])
}

fn unscaled() -> Coordinates<2> {
    Coordinates([1.0; 2])
}
