//! Worlds, in space. `two/world.rs` is derived from this file; see `tests/derived.rs`.

use crate::callback::refuse_inside;
use crate::common::{AsuLayers, layer, layer_name, response, response_number, tell, text_at};
use crate::pointer::{Out, OutList, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::prelude::*;
use core::ffi::c_char;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The handle of a world: bodies over time, and what came into contact.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuWorld3 {
    /// Zero is no world.
    pub handle: u64,
}

/// A world, and who notes what happens in it.
#[derive(Debug)]
pub(crate) struct Kept3 {
    pub(crate) world: RwLock<World3>,
    /// The handle of a recorder; zero for none.
    pub(crate) recorder: AtomicU64,
}

static WORLDS: Registry<Kept3> = Registry::new("world");

/// Keeps a world.
fn keep(world: World3) -> AsuWorld3 {
    let kept = Kept3 { world: RwLock::new(world), recorder: AtomicU64::new(0) };
    AsuWorld3 { handle: WORLDS.insert(kept) }
}

/// Sets who notes what happens in a world.
pub(crate) fn watch(world: AsuWorld3, recorder: u64) -> Result<(), Failure> {
    refuse_inside()?;
    WORLDS.get(world.handle)?.recorder.store(recorder, Ordering::Relaxed);
    Ok(())
}

/// Runs a question about a world, beside those of other threads.
pub(crate) fn with_world<R>(
    world: AsuWorld3,
    ask: impl FnOnce(&World3) -> Result<R, Failure>,
) -> Result<R, Failure> {
    refuse_inside()?;
    let kept = WORLDS.get(world.handle)?;
    let world = kept.world.read().map_err(|_| Failure::left_by_a_panic("world"))?;
    ask(&world)
}

/// Runs a change of a world, alone.
pub(crate) fn with_world_mut<R>(
    world: AsuWorld3,
    change: impl FnOnce(&mut World3) -> Result<R, Failure>,
) -> Result<R, Failure> {
    with_world_noted(world, |world, _recorder| change(world))
}

/// Runs a change of a world, alone, with the handle of who notes what happens in it.
pub(crate) fn with_world_noted<R>(
    world: AsuWorld3,
    change: impl FnOnce(&mut World3, u64) -> Result<R, Failure>,
) -> Result<R, Failure> {
    refuse_inside()?;
    let kept = WORLDS.get(world.handle)?;
    let mut world = kept.world.write().map_err(|_| Failure::left_by_a_panic("world"))?;
    change(&mut world, kept.recorder.load(Ordering::Relaxed))
}

/// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
/// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_create(world: *mut AsuWorld3) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(world, "world") }?;
        out.write(keep(World3::new()));
        Ok(())
    })
}

/// Makes a world with layers of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_create_with_layers(
    layers: *const AsuLayers,
    world: *mut AsuWorld3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, layers) = unsafe { (Out::new(world, "world")?, read(layers, "layers")?.read()?) };
        out.write(keep(World3::with_layers(layers)));
        Ok(())
    })
}

/// Destroys a world. Its snapshots stay.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_destroy(world: AsuWorld3) -> AsuStatus {
    call(|| WORLDS.remove(world.handle))
}

/// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_response(world: AsuWorld3, a: u32, b: u32, to: u32) -> AsuStatus {
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
pub extern "C" fn asu_world3_step(world: AsuWorld3) -> AsuStatus {
    call(|| {
        with_world_mut(world, |world| {
            world.step();
            Ok(())
        })
    })
}

/// A number that shows whether two worlds differ: equal ones have the same, on every processor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_hash(world: AsuWorld3, hash: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(hash, "hash") }?;
        out.write(with_world(world, |world| Ok(world.hash()))?);
        Ok(())
    })
}

/// How two layers, by their numbers, respond to each other: one of `AsuResponse`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_response(
    world: AsuWorld3,
    a: u32,
    b: u32,
    answer: *mut u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let out = unsafe { Out::new(answer, "answer") }?;
        with_world(world, |world| {
            // The names are those of the layers that there are.
            layer_name(world.layers(), a)?;
            layer_name(world.layers(), b)?;
            out.write(response_number(world.layers().response(layer(a)?, layer(b)?)));
            Ok(())
        })
    })
}

/// The number of the layer with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_layer(
    world: AsuWorld3,
    name: *const c_char,
    number: *mut u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, name) = unsafe { (Out::new(number, "number")?, text_at(name, "name")?) };
        out.write(with_world(world, |world| Ok(world.layers().id(&name)?.bits().into()))?);
        Ok(())
    })
}

/// The name of a layer, by its number: as `asu_last_error_message`, it copies what fits into `buffer`;
/// `length` is that of the whole name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_layer_name(
    world: AsuWorld3,
    number: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(length, "length")?;
            let _checked = OutList::new(buffer, capacity, "buffer")?;
            let name = with_world(world, |world| layer_name(world.layers(), number))?;
            tell(&name, buffer, capacity, &out);
        }
        Ok(())
    })
}

/// How many steps a world has made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_steps(world: AsuWorld3, steps: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(steps, "steps") }?;
        out.write(with_world(world, |world| Ok(world.steps()))?);
        Ok(())
    })
}

/// Sorts in what was inserted or placed since the last step, so that questions before the next one are quick.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_settle(world: AsuWorld3) -> AsuStatus {
    call(|| {
        with_world_mut(world, |world| {
            world.settle();
            Ok(())
        })
    })
}
