//! Entries that walk, and entries that carry.

use super::numbers::Finite;
use asunder::world::Yields;
use serde::Deserialize;
use toml::Spanned;

/// A vector, in the dimension of its entry.
pub(crate) type Numbers = Spanned<Vec<Finite>>;

/// How an entry walks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Walk {
    pub(crate) velocity: Numbers,
    #[serde(default)]
    pub(crate) then: Vec<Course>,
    #[serde(default)]
    pub(crate) gravity: Finite,
    #[serde(default)]
    pub(crate) jump_speed: Finite,
    #[serde(default)]
    pub(crate) jump_ticks: Vec<u32>,
    pub(crate) up: Option<Numbers>,
    #[serde(default)]
    pub(crate) step_height: Finite,
    pub(crate) max_slope: Option<Spanned<Finite>>,
    #[serde(default)]
    pub(crate) snap: Finite,
    #[serde(default)]
    pub(crate) ledge: Finite,
    #[serde(default)]
    pub(crate) keep_speed: bool,
    pub(crate) max_slides: Option<u32>,
    #[serde(default)]
    pub(crate) yields: Yields,
}

/// The velocity of a walk from a tick on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Course {
    pub(crate) from_tick: Spanned<u32>,
    pub(crate) velocity: Numbers,
}

/// How an entry moves with those who stand on it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Carry {
    #[serde(default)]
    pub(crate) path: Vec<Numbers>,
    pub(crate) speed: Option<Spanned<Finite>>,
    pub(crate) wait_seconds: Option<Spanned<Finite>>,
    #[serde(default)]
    pub(crate) once: bool,
    #[serde(default)]
    pub(crate) spin_degrees: Finite,
    pub(crate) pivot: Option<Numbers>,
}
