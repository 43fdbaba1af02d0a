//! Trees of boxes, in the plane. `three/tree.rs` is what this is derived from, by `tests/derived.rs`.

use super::read::shape_at;
use super::shapes::{AsuAabb2, AsuShape2};
use crate::common::{AsuBodyOptions, AsuBoxPair};
use crate::pointer::{Out, OutList, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::prelude::*;
use asunder::tree::Tree2;
use std::sync::RwLock;

/// The handle of a tree: which of many numbered boxes overlap, for those who keep shapes elsewhere.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuTree2 {
    /// Zero is no tree.
    pub handle: u64,
}

static TREES: Registry<RwLock<Tree2>> = Registry::new("tree");

fn with_tree<R>(tree: AsuTree2, ask: impl FnOnce(&Tree2) -> R) -> Result<R, Failure> {
    let tree = TREES.get(tree.handle)?;
    let tree = tree.read().map_err(|_| Failure::left_by_a_panic("tree"))?;
    Ok(ask(&tree))
}

fn with_tree_mut<R>(tree: AsuTree2, change: impl FnOnce(&mut Tree2) -> R) -> Result<R, Failure> {
    let tree = TREES.get(tree.handle)?;
    let mut tree = tree.write().map_err(|_| Failure::left_by_a_panic("tree"))?;
    Ok(change(&mut tree))
}

/// Makes a tree without boxes. Destroy it when it is no longer needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_tree2_create(tree: *mut AsuTree2) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(tree, "tree") }?;
        out.write(AsuTree2 { handle: TREES.insert(RwLock::new(Tree2::new())) });
        Ok(())
    })
}

/// Destroys a tree.
#[unsafe(no_mangle)]
pub extern "C" fn asu_tree2_destroy(tree: AsuTree2) -> AsuStatus {
    call(|| TREES.remove(tree.handle))
}

/// Sets the box of a number, in place of the one it had, if any; `kind` is one of `AsuBodyKind`: two fixed
/// boxes are never a pair. Memory grows with the largest number: count from zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_tree2_set(
    tree: AsuTree2,
    number: u32,
    aabb: *const AsuAabb2,
    kind: u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let aabb = unsafe { read(aabb, "aabb") }?;
        let aabb = Aabb2::try_new(aabb.min, aabb.max).map_err(|e| Failure::from(e).of("aabb"))?;
        let kind = AsuBodyOptions { kind, ..Default::default() }.read()?.kind;
        if number == u32::MAX {
            return Err(Failure::argument(format!("box {number} has a number too large")));
        }
        with_tree_mut(tree, |tree| tree.set(number, &aabb, kind))
    })
}

/// Removes a number and its box, if it has one.
#[unsafe(no_mangle)]
pub extern "C" fn asu_tree2_remove(tree: AsuTree2, number: u32) -> AsuStatus {
    call(|| with_tree_mut(tree, |tree| tree.remove(number)))
}

/// Finds every two numbers whose boxes overlap, touching included, not both fixed, of which at least one
/// was set since the last call; `asu_tree2_last_pairs` lists them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_tree2_moved_pairs(tree: AsuTree2, count: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(count, "count") }?;
        out.write(with_tree_mut(tree, |tree| tree.moved_pairs().len())?);
        Ok(())
    })
}

/// The pairs that were found last, sorted: as many as `capacity` holds, and how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_tree2_last_pairs(
    tree: AsuTree2,
    pairs: *mut AsuBoxPair,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(pairs, capacity, "pairs")?, Out::new(count, "count")?) };
        let write =
            |tree: &Tree2| out.write(tree.last_pairs().iter().map(|&(a, b)| AsuBoxPair { a, b }));
        total.write(with_tree(tree, write)?);
        Ok(())
    })
}

/// The numbers of the boxes that share a point with a shape, sorted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_tree2_intersecting(
    tree: AsuTree2,
    shape: *const AsuShape2,
    numbers: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, shape) = unsafe {
            let out = OutList::new(numbers, capacity, "numbers")?;
            (out, Out::new(count, "count")?, shape_at(shape, "shape")?)
        };
        let mut found = Vec::new();
        with_tree(tree, |tree| tree.intersecting(&shape, |number| found.push(number)))?;
        found.sort_unstable();
        total.write(out.write(found.into_iter()));
        Ok(())
    })
}

/// Sorts in what was set since the last pairs, so that questions before the next ones are quick.
#[unsafe(no_mangle)]
pub extern "C" fn asu_tree2_settle(tree: AsuTree2) -> AsuStatus {
    call(|| with_tree_mut(tree, Tree2::settle))
}
