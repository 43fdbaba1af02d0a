//! Attacks in a world, in space. `two/attacks.rs` is derived from this file; see `tests/derived.rs`.

use super::world::{AsuWorld3, with_world_mut, with_world_noted};
use crate::common::{AsuColliderId, attack_id, attack_number, body};
use crate::pointer::{Out, list};
use crate::recorder::note_in;
use crate::status::{AsuStatus, call};
use asunder::glam::Vec3;
use asunder::world::AttackOptions;

/// Opens an attack of an owner: until it ends, its colliders are swept from step to step, turning
/// included, and each victim is hit once, or again after `rehit_after` steps if that is not zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_begin_attack(
    world: AsuWorld3,
    owner: u64,
    rehit_after: u64,
    colliders: *const AsuColliderId,
    count: usize,
    attack: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, colliders) =
            unsafe { (Out::new(attack, "attack")?, list(colliders, count, "colliders")?) };
        let colliders: Vec<_> = colliders.iter().map(|&id| id.into()).collect();
        let options = AttackOptions::from(owner);
        let options = if rehit_after == 0 { options } else { options.rehit_after(rehit_after) };
        let id = with_world_noted(world, |world, recorder| {
            let id = world.begin_attack(options, &colliders)?;
            note_in(recorder, |recorder| recorder.begin_attack::<Vec3>(id, owner, &colliders));
            Ok(id)
        })?;
        out.write(attack_number(id));
        Ok(())
    })
}

/// Ends an attack.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_end_attack(world: AsuWorld3, attack: u64) -> AsuStatus {
    call(|| {
        with_world_noted(world, |world, recorder| {
            world.end_attack(attack_id(attack))?;
            note_in(recorder, |recorder| recorder.end_attack::<Vec3>(attack_id(attack)));
            Ok(())
        })
    })
}

/// Says that a body was teleported to where it is: nothing is swept on the way there.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_teleported(world: AsuWorld3, id: u64) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.teleported(body(id))?)))
}
