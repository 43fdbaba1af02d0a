//! States of a world, in space. `two/snapshots.rs` is derived from this file; see `tests/derived.rs`.

use super::levels::{AsuLevel3, levels_at};
use super::world::{AsuWorld3, with_world, with_world_mut};
use crate::pointer::{Out, OutList, list};
use crate::registry::Registry;
use crate::status::{AsuStatus, call};
use asunder::glam::Vec3;
use asunder::world::Snapshot;

/// The handle of a world's state at one time.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSnapshot3 {
    /// Zero is no snapshot.
    pub handle: u64,
}

static SNAPSHOTS: Registry<Snapshot<Vec3>> = Registry::new("snapshot");

/// Keeps the state of a world, to go back to. Destroy it when it is no longer needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_snapshot(
    world: AsuWorld3,
    snapshot: *mut AsuSnapshot3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(snapshot, "snapshot") }?;
        let state = with_world(world, |world| Ok(world.snapshot()))?;
        out.write(AsuSnapshot3 { handle: SNAPSHOTS.insert(state) });
        Ok(())
    })
}

/// Goes back to the state of a snapshot, of this world or of another.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_restore(world: AsuWorld3, snapshot: AsuSnapshot3) -> AsuStatus {
    call(|| {
        let state = SNAPSHOTS.get(snapshot.handle)?;
        with_world_mut(world, |world| {
            world.restore(&state);
            Ok(())
        })
    })
}

/// Destroys a snapshot.
#[unsafe(no_mangle)]
pub extern "C" fn asu_snapshot3_destroy(snapshot: AsuSnapshot3) -> AsuStatus {
    call(|| SNAPSHOTS.remove(snapshot.handle))
}

/// The bytes of a snapshot, the same on every processor: as many as `capacity` holds, and how many there
/// are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_to_bytes(
    snapshot: AsuSnapshot3,
    bytes: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(bytes, capacity, "bytes")?, Out::new(count, "count")?) };
        let state = SNAPSHOTS.get(snapshot.handle)?;
        total.write(out.write(state.to_bytes().into_iter()));
        Ok(())
    })
}

/// The snapshot of bytes, which may come from anybody. Of a world with levels, use
/// `asu_snapshot3_from_bytes_with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_from_bytes(
    bytes: *const u8,
    count: usize,
    snapshot: *mut AsuSnapshot3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, bytes) =
            unsafe { (Out::new(snapshot, "snapshot")?, list(bytes, count, "bytes")?) };
        let state = Snapshot::try_from_bytes(bytes)?;
        out.write(AsuSnapshot3 { handle: SNAPSHOTS.insert(state) });
        Ok(())
    })
}

/// The snapshot of bytes of a world with levels, which hold their hashes alone: the levels are given, as they were
/// before the world placed them, in any order, and others with them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_from_bytes_with(
    bytes: *const u8,
    count: usize,
    levels: *const AsuLevel3,
    level_count: usize,
    snapshot: *mut AsuSnapshot3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, bytes, levels) = unsafe {
            let bytes = list(bytes, count, "bytes")?;
            (Out::new(snapshot, "snapshot")?, bytes, levels_at(levels, level_count)?)
        };
        let state = Snapshot::try_from_bytes_with(bytes, &levels)?;
        out.write(AsuSnapshot3 { handle: SNAPSHOTS.insert(state) });
        Ok(())
    })
}

/// How many steps the world of a snapshot had made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_steps(snapshot: AsuSnapshot3, steps: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(steps, "steps") }?;
        out.write(SNAPSHOTS.get(snapshot.handle)?.steps());
        Ok(())
    })
}

/// The hash of the world of a snapshot: that of `asu_world3_hash`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_hash(snapshot: AsuSnapshot3, hash: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(hash, "hash") }?;
        out.write(SNAPSHOTS.get(snapshot.handle)?.hash());
        Ok(())
    })
}
