//! Layers: which colliders respond to one another, and how.

use crate::query::predicate::Rule;
use core::fmt;

/// The most layers a world can have.
const MAX_LAYERS: usize = 64;

/// How the colliders of two layers respond to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Response {
    /// They never pair.
    Ignore,
    /// They pair while they intersect. Touching counts.
    Touch,
    /// They pair while they penetrate. Touching does not count.
    Overlap,
    /// They pair while they penetrate, and a mover of one layer stops at the other.
    Block,
}

impl Response {
    /// What two colliders have to do to be in contact; `None` if they never are.
    pub(super) fn rule(self) -> Option<Rule> {
        match self {
            Self::Ignore => None,
            Self::Touch => Some(Rule::Closed),
            Self::Overlap | Self::Block => Some(Rule::Open),
        }
    }
}

/// The id of a layer, from its [`Layers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8"))]
pub struct LayerId(u8);

impl LayerId {
    /// The layer every world begins with, named `default`.
    pub const DEFAULT: Self = Self(0);

    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Its number: how many layers were added before it.
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The layer with a number; `None` for 64 or more, as no world has so many.
    #[must_use]
    pub fn from_bits(number: u8) -> Option<Self> {
        (usize::from(number) < MAX_LAYERS).then_some(Self(number))
    }
}

/// A layer's number, as files hold it.
#[cfg(feature = "serde")]
impl TryFrom<u8> for LayerId {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        let error =
            || format!("layer {number} is one too many; expected a number below {MAX_LAYERS}");
        Self::from_bits(number).ok_or_else(error)
    }
}

impl Default for LayerId {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A set of layers.
///
/// ```
/// use asunder::world::{LayerId, LayerSet};
///
/// let only_default = LayerSet::from(LayerId::DEFAULT);
/// assert!(only_default.contains(LayerId::DEFAULT));
/// assert_eq!(LayerSet::NONE.with(LayerId::DEFAULT), only_default);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerSet(u64);

impl LayerSet {
    /// No layer.
    pub const NONE: Self = Self(0);
    /// Every layer.
    pub const ALL: Self = Self(u64::MAX);

    /// The set and one layer more.
    #[must_use]
    pub fn with(self, layer: LayerId) -> Self {
        Self(self.0 | 1 << layer.0)
    }

    /// The set but for one layer.
    #[must_use]
    pub fn without(self, layer: LayerId) -> Self {
        Self(self.0 & !(1 << layer.0))
    }

    /// The set as a number: bit `n` is set if the layer with number `n` is in it.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The set of [`bits`](Self::bits).
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Whether the layer is in the set.
    #[must_use]
    pub fn contains(self, layer: LayerId) -> bool {
        self.0 >> layer.0 & 1 == 1
    }
}

impl From<LayerId> for LayerSet {
    fn from(layer: LayerId) -> Self {
        Self::NONE.with(layer)
    }
}

impl FromIterator<LayerId> for LayerSet {
    fn from_iter<I: IntoIterator<Item = LayerId>>(layers: I) -> Self {
        layers.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The layers of a world, and the response of each to each.
///
/// At first there is one, `default`. Every two layers [`Touch`](Response::Touch), a layer with itself
/// too, until [`respond`](Self::respond) changes that.
///
/// ```
/// use asunder::world::{Layers, Response};
///
/// let layers = Layers::new()
///     .layer("player")?
///     .layer("wall")?
///     .respond("player", "wall", Response::Block)?
///     .respond("player", "player", Response::Ignore)?;
/// let (player, wall) = (layers.id("player")?, layers.id("wall")?);
/// assert_eq!(layers.response(wall, player), Response::Block, "responses are mutual");
/// assert_eq!(layers.response(wall, wall), Response::Touch);
/// # Ok::<(), asunder::world::LayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "ListedLayers", into = "ListedLayers"))]
pub struct Layers {
    names: Vec<String>,
    /// By layer: its response to each layer.
    responses: Vec<[Response; MAX_LAYERS]>,
}

impl Layers {
    /// The layer `default`, whose colliders pair while they touch.
    #[must_use]
    pub fn new() -> Self {
        Self {
            names: vec![String::from("default")],
            responses: vec![[Response::Touch; MAX_LAYERS]],
        }
    }

    /// Adds a layer.
    ///
    /// # Errors
    /// If there is one of that name, or there are 64 already.
    pub fn layer(mut self, name: impl Into<String>) -> Result<Self, LayerError> {
        let name = name.into();
        if self.names.contains(&name) {
            return Err(LayerError::Duplicate { name });
        }
        if self.names.len() == MAX_LAYERS {
            return Err(LayerError::TooMany { name });
        }
        self.names.push(name);
        self.responses.push([Response::Touch; MAX_LAYERS]);
        Ok(self)
    }

    /// Sets how two layers respond to each other. The order does not matter.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn respond(mut self, a: &str, b: &str, response: Response) -> Result<Self, LayerError> {
        let (a, b) = (self.id(a)?, self.id(b)?);
        self.set_response(a, b, response);
        Ok(self)
    }

    /// The same for layers that are known.
    pub(super) fn set_response(&mut self, a: LayerId, b: LayerId, response: Response) {
        self.responses[a.number()][b.number()] = response;
        self.responses[b.number()][a.number()] = response;
    }

    /// The layer of a name.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn id(&self, name: &str) -> Result<LayerId, LayerError> {
        let named = (0..).zip(&self.names).find(|(_, known)| *known == name);
        named.map(|(number, _)| LayerId(number)).ok_or_else(|| LayerError::Unknown {
            name: String::from(name),
            known: self.names.clone(),
        })
    }

    /// The names in the order they were added, `default` first.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// How two layers respond to each other; [`Ignore`](Response::Ignore) if one is not of these
    /// layers.
    #[must_use]
    pub fn response(&self, a: LayerId, b: LayerId) -> Response {
        if self.contains(a) && self.contains(b) {
            self.responses[a.number()][b.number()]
        } else {
            Response::Ignore
        }
    }

    /// The response of two colliders, each with its layer and those it ignores.
    pub(super) fn between(&self, p: (LayerId, LayerSet), q: (LayerId, LayerSet)) -> Response {
        if p.1.contains(q.0) || q.1.contains(p.0) {
            return Response::Ignore;
        }
        self.response(p.0, q.0)
    }

    /// Whether a layer is one of these.
    pub(super) fn contains(&self, layer: LayerId) -> bool {
        layer.number() < self.names.len()
    }
}

/// Layers as files hold them: the names but for `default`, and the responses but for
/// [`Touch`](Response::Touch).
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ListedLayers {
    #[serde(default)]
    layers: Vec<String>,
    #[serde(default)]
    responses: Vec<(String, String, Response)>,
}

#[cfg(feature = "serde")]
impl From<Layers> for ListedLayers {
    fn from(layers: Layers) -> Self {
        let Layers { names, responses } = layers;
        let mut listed = Vec::new();
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate().take(i + 1) {
                if responses[i][j] != Response::Touch {
                    listed.push((a.clone(), b.clone(), responses[i][j]));
                }
            }
        }
        Self { layers: names.into_iter().skip(1).collect(), responses: listed }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<ListedLayers> for Layers {
    type Error = LayerError;

    fn try_from(listed: ListedLayers) -> Result<Self, LayerError> {
        let named = listed.layers.into_iter().try_fold(Self::new(), Self::layer)?;
        let mut responses = listed.responses.into_iter();
        responses.try_fold(named, |layers, (a, b, response)| layers.respond(&a, &b, response))
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::new()
    }
}

/// Why a layer or a response was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LayerError {
    /// No layer has this name.
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A layer of this name exists.
    Duplicate {
        /// The name.
        name: String,
    },
    /// There are as many layers as a world can have.
    TooMany {
        /// The name of the layer that does not fit.
        name: String,
    },
}

impl fmt::Display for LayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(f, "there is no layer `{name}`; expected one of {}", known.join(", "))
            }
            Self::Duplicate { name } => {
                write!(f, "layer `{name}` is there already; give each layer a name of its own")
            }
            Self::TooMany { name } => {
                write!(f, "layer `{name}` is one too many; a world has at most {MAX_LAYERS} layers")
            }
        }
    }
}

impl core::error::Error for LayerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        let layers = Layers::new().layer("player").unwrap();
        let error = layers.clone().respond("player", "wal", Response::Block).unwrap_err();
        assert_eq!(error.to_string(), "there is no layer `wal`; expected one of default, player");
        assert!(matches!(layers.layer("player"), Err(LayerError::Duplicate { .. })));
    }

    #[test]
    fn sixty_four_fit() {
        let mut layers = Layers::new();
        for number in 1..64 {
            layers = layers.layer(format!("layer {number}")).unwrap();
        }
        let last = layers.id("layer 63").unwrap();
        assert!(LayerSet::from(last).contains(last) && !LayerSet::ALL.without(last).contains(last));
        let error = layers.layer("another").unwrap_err();
        assert!(error.to_string().starts_with("layer `another` is one too many"));
    }
}
