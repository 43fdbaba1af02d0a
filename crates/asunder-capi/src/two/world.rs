//! Worlds, in the plane. `three/world.rs` is what this is derived from, by `tests/derived.rs`.

use crate::common::{AsuLayers, layer_name, response};
use crate::pointer::{Out, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::prelude::*;
use std::sync::RwLock;

/// The handle of a world: bodies over time, and what came into contact.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuWorld2 {
    /// Zero is no world.
    pub handle: u64,
}

static WORLDS: Registry<RwLock<World2>> = Registry::new("world");

/// Runs a question about a world, beside those of other threads.
pub(crate) fn with_world<R>(
    world: AsuWorld2,
    ask: impl FnOnce(&World2) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let world = WORLDS.get(world.handle)?;
    let world = world.read().map_err(|_| Failure::left_by_a_panic("world"))?;
    ask(&world)
}

/// Runs a change of a world, alone.
pub(crate) fn with_world_mut<R>(
    world: AsuWorld2,
    change: impl FnOnce(&mut World2) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let world = WORLDS.get(world.handle)?;
    let mut world = world.write().map_err(|_| Failure::left_by_a_panic("world"))?;
    change(&mut world)
}

pub(crate) fn body(number: u64) -> BodyId {
    BodyId::from_bits(number)
}

/// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
/// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_create(world: *mut AsuWorld2) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(world, "world") }?;
        out.write(AsuWorld2 { handle: WORLDS.insert(RwLock::new(World2::new())) });
        Ok(())
    })
}

/// Makes a world with layers of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_create_with_layers(
    layers: *const AsuLayers,
    world: *mut AsuWorld2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, layers) = unsafe { (Out::new(world, "world")?, read(layers, "layers")?.read()?) };
        let world = World2::with_layers(layers);
        out.write(AsuWorld2 { handle: WORLDS.insert(RwLock::new(world)) });
        Ok(())
    })
}

/// Destroys a world. Its snapshots stay.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world2_destroy(world: AsuWorld2) -> AsuStatus {
    call(|| WORLDS.remove(world.handle))
}

/// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world2_set_response(world: AsuWorld2, a: u32, b: u32, to: u32) -> AsuStatus {
    call(|| {
        let to = response(to)?;
        with_world_mut(world, |world| {
            let [a, b] = [layer_name(world.layers(), a)?, layer_name(world.layers(), b)?];
            Ok(world.set_response(&a, &b, to)?)
        })
    })
}

/// Finds the contacts that began and ended since the last step. It moves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world2_step(world: AsuWorld2) -> AsuStatus {
    call(|| {
        with_world_mut(world, |world| {
            world.step();
            Ok(())
        })
    })
}

/// A number that shows whether two worlds differ: equal ones have the same, on every processor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_hash(world: AsuWorld2, hash: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(hash, "hash") }?;
        out.write(with_world(world, |world| Ok(world.hash()))?);
        Ok(())
    })
}
