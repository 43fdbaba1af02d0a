//! Layers of a world, and how they respond.

use super::unknown;
use crate::pointer::list;
use crate::status::{AsuStatus, Failure};
use asunder::world::{LayerId, Layers, Response};
use core::ffi::{CStr, c_char};

/// How the colliders of two layers respond to one another.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuIgnore as ASU_IGNORE")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuResponse {
    /// They never pair.
    AsuIgnore = 0,
    /// They pair while they intersect: touching counts.
    AsuTouch = 1,
    /// They pair while they penetrate: touching does not count.
    AsuOverlap = 2,
    /// They pair while they penetrate, and movers of one stop at the other.
    AsuBlock = 3,
}

/// How two layers respond to each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuLayerPair {
    /// The number of a layer: 0 is `default`, 1 the first of the names.
    pub a: u32,
    /// The number of another, or of the same.
    pub b: u32,
    /// One of `AsuResponse`.
    pub response: u32,
}

/// The layers of a world besides `default`, which has number 0. Every two respond by `ASU_TOUCH` unless
/// a pair says otherwise.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuLayers {
    /// The names of layers 1, 2, and so on, each ended by a zero byte.
    pub names: *const *const c_char,
    /// How many names there are, 63 at most.
    pub name_count: usize,
    /// Who responds how.
    pub pairs: *const AsuLayerPair,
    /// How many pairs there are.
    pub pair_count: usize,
}

impl AsuLayers {
    /// # Safety
    /// The lists are as long as they say, and the names end.
    pub(crate) unsafe fn read(self) -> Result<Layers, Failure> {
        // SAFETY: the contract of this function.
        let names = unsafe { list(self.names, self.name_count, "names") }?;
        let mut layers = Layers::new();
        for &name in names {
            if name.is_null() {
                return Err(Failure::new(AsuStatus::AsuNull, "a name of a layer is null"));
            }
            // SAFETY: it is not null, and ends by the contract of this function.
            let name = unsafe { CStr::from_ptr(name) };
            layers = layers.layer(name.to_string_lossy())?;
        }
        // SAFETY: the contract of this function.
        let pairs = unsafe { list(self.pairs, self.pair_count, "pairs") }?;
        for pair in pairs {
            let [a, b] = [layer_name(&layers, pair.a)?, layer_name(&layers, pair.b)?];
            layers = layers.respond(&a, &b, response(pair.response)?)?;
        }
        Ok(layers)
    }
}

/// The name of the layer with a number.
pub(crate) fn layer_name(layers: &Layers, number: u32) -> Result<String, Failure> {
    let name = layers.names().nth(number as usize).map(String::from);
    name.ok_or_else(|| {
        let count = layers.names().len();
        Failure::argument(format!("there is no layer {number}; the world has {count}"))
    })
}

pub(crate) fn layer(number: u32) -> Result<LayerId, Failure> {
    let id = u8::try_from(number).ok().and_then(LayerId::from_bits);
    id.ok_or_else(|| unknown("layer", number, "a number below 64"))
}

pub(crate) fn response(number: u32) -> Result<Response, Failure> {
    Ok(match number {
        0 => Response::Ignore,
        1 => Response::Touch,
        2 => Response::Overlap,
        3 => Response::Block,
        other => return Err(unknown("response", other, "one of AsuResponse")),
    })
}

pub(crate) fn response_number(response: Response) -> u32 {
    match response {
        Response::Touch => 1,
        Response::Overlap => 2,
        Response::Block => 3,
        _ => 0,
    }
}
