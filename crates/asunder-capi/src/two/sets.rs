//! Many shapes at once, in the plane. `three/sets.rs` is what this is derived from, by `tests/derived.rs`.

use super::read::{shape_at, shapes_at};
use super::shapes::AsuShape2;
use crate::common::{AsuShapeKind, unknown};
use crate::pointer::{Out, OutList, list};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::batch::{Aabb2Set, Capsule2Set, Mask, Obb2Set, Sphere2Set};
use asunder::prelude::*;
use std::sync::RwLock;

/// Asks one shape about each of many whether they share a point: `answers` gets `count` of them. For many
/// questions about shapes that stay, a set is faster.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_intersects_each2(
    shape: *const AsuShape2,
    others: *const AsuShape2,
    count: usize,
    answers: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(answers, count, "answers")?;
            let shape = shape_at(shape, "shape")?;
            let others = shapes_at(others, count, "others")?;
            out.write(others.iter().map(|other| shape.intersects(other)));
        }
        Ok(())
    })
}

/// Asks one shape about each of many whether they share inner points: as `asu_intersects_each2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_penetrates_each2(
    shape: *const AsuShape2,
    others: *const AsuShape2,
    count: usize,
    answers: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(answers, count, "answers")?;
            let shape = shape_at(shape, "shape")?;
            let others = shapes_at(others, count, "others")?;
            out.write(others.iter().map(|other| shape.penetrates(other)));
        }
        Ok(())
    })
}

/// Many shapes of one kind, which answer together: some nanoseconds each.
#[derive(Debug)]
enum AnySet2 {
    Sphere(Sphere2Set),
    Aabb(Aabb2Set),
    Obb(Obb2Set),
    Capsule(Capsule2Set),
}

impl AnySet2 {
    fn len(&self) -> usize {
        match self {
            Self::Sphere(set) => set.len(),
            Self::Aabb(set) => set.len(),
            Self::Obb(set) => set.len(),
            Self::Capsule(set) => set.len(),
        }
    }

    fn push(&mut self, shape: &Shape2) -> Result<(), Failure> {
        match (self, shape) {
            (Self::Sphere(set), Shape2::Sphere(shape)) => set.push(shape),
            (Self::Aabb(set), Shape2::Aabb(shape)) => set.push(shape),
            (Self::Obb(set), Shape2::Obb(shape)) => set.push(shape),
            (Self::Capsule(set), Shape2::Capsule(shape)) => set.push(shape),
            (_, other) => return Err(Self::of_another_kind(other)),
        }
        Ok(())
    }

    fn of_another_kind(shape: &Shape2) -> Failure {
        Failure::argument(format!("the set is of another kind than a {}", shape.kind()))
    }

    fn has(&self, index: usize) -> Result<(), Failure> {
        let len = self.len();
        if index >= len {
            return Err(Failure::argument(format!("there is no shape {index} in a set of {len}")));
        }
        Ok(())
    }

    fn set(&mut self, index: usize, shape: &Shape2) -> Result<(), Failure> {
        self.has(index)?;
        match (self, shape) {
            (Self::Sphere(set), Shape2::Sphere(shape)) => set.set(index, shape),
            (Self::Aabb(set), Shape2::Aabb(shape)) => set.set(index, shape),
            (Self::Obb(set), Shape2::Obb(shape)) => set.set(index, shape),
            (Self::Capsule(set), Shape2::Capsule(shape)) => set.set(index, shape),
            (_, other) => return Err(Self::of_another_kind(other)),
        }
        Ok(())
    }

    fn clear(&mut self) {
        match self {
            Self::Sphere(set) => set.clear(),
            Self::Aabb(set) => set.clear(),
            Self::Obb(set) => set.clear(),
            Self::Capsule(set) => set.clear(),
        }
    }

    /// Removes a shape, and puts the last one in its place.
    fn swap_remove(&mut self, index: usize) -> Result<(), Failure> {
        self.has(index)?;
        match self {
            Self::Sphere(set) => drop(set.swap_remove(index)),
            Self::Aabb(set) => drop(set.swap_remove(index)),
            Self::Obb(set) => drop(set.swap_remove(index)),
            Self::Capsule(set) => drop(set.swap_remove(index)),
        }
        Ok(())
    }

    /// Which share a point with a shape, or inner points.
    fn meeting(&self, shape: &Shape2, inner: bool, mask: &mut Mask) {
        macro_rules! ask {
            ($set:ident) => {
                if inner { $set.penetrating(shape, mask) } else { $set.intersecting(shape, mask) }
            };
        }
        match self {
            Self::Sphere(set) => ask!(set),
            Self::Aabb(set) => ask!(set),
            Self::Obb(set) => ask!(set),
            Self::Capsule(set) => ask!(set),
        };
    }

    /// Which pairs share a point, or inner points.
    fn meeting_pairs(&self, other: &Self, pairs: &[(u32, u32)], inner: bool, mask: &mut Mask) {
        macro_rules! ask {
            ($set:ident, $other:ident) => {
                if inner {
                    $set.penetrates_pairs($other, pairs, mask)
                } else {
                    $set.intersects_pairs($other, pairs, mask)
                }
            };
        }
        macro_rules! each_other {
            ($set:ident) => {
                match other {
                    Self::Sphere(other) => ask!($set, other),
                    Self::Aabb(other) => ask!($set, other),
                    Self::Obb(other) => ask!($set, other),
                    Self::Capsule(other) => ask!($set, other),
                }
            };
        }
        match self {
            Self::Sphere(set) => each_other!(set),
            Self::Aabb(set) => each_other!(set),
            Self::Obb(set) => each_other!(set),
            Self::Capsule(set) => each_other!(set),
        };
    }
}

/// The handle of a set: many shapes of one kind, which answer together.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSet2 {
    /// Zero is no set.
    pub handle: u64,
}

static SETS: Registry<RwLock<AnySet2>> = Registry::new("set");

/// Runs a question about a set.
fn with_set<R>(
    set: AsuSet2,
    ask: impl FnOnce(&AnySet2) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let set = SETS.get(set.handle)?;
    let set = set.read().map_err(|_| Failure::left_by_a_panic("set"))?;
    ask(&set)
}

/// Runs a change of a set.
fn with_set_mut<R>(
    set: AsuSet2,
    change: impl FnOnce(&mut AnySet2) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let set = SETS.get(set.handle)?;
    let mut set = set.write().map_err(|_| Failure::left_by_a_panic("set"))?;
    change(&mut set)
}

/// Makes a set of one kind: `ASU_SPHERE`, `ASU_AABB`, `ASU_OBB` or `ASU_CAPSULE`. Destroy it when it is no
/// longer needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_create(kind: u32, set: *mut AsuSet2) -> AsuStatus {
    const SPHERE: u32 = AsuShapeKind::AsuSphere as u32;
    const AABB: u32 = AsuShapeKind::AsuAabb as u32;
    const OBB: u32 = AsuShapeKind::AsuObb as u32;
    const CAPSULE: u32 = AsuShapeKind::AsuCapsule as u32;
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(set, "set") }?;
        let set = match kind {
            SPHERE => AnySet2::Sphere(Sphere2Set::new()),
            AABB => AnySet2::Aabb(Aabb2Set::new()),
            OBB => AnySet2::Obb(Obb2Set::new()),
            CAPSULE => AnySet2::Capsule(Capsule2Set::new()),
            other => {
                return Err(unknown("kind", other, "ASU_SPHERE, ASU_AABB, ASU_OBB or ASU_CAPSULE"));
            }
        };
        out.write(AsuSet2 { handle: SETS.insert(RwLock::new(set)) });
        Ok(())
    })
}

/// Destroys a set.
#[unsafe(no_mangle)]
pub extern "C" fn asu_set2_destroy(set: AsuSet2) -> AsuStatus {
    call(|| SETS.remove(set.handle))
}

/// Adds shapes of the set's kind: the first has the number that was the set's length. Up to the first that
/// is refused, they are added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_push(
    set: AsuSet2,
    shapes: *const AsuShape2,
    count: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let shapes = unsafe { shapes_at(shapes, count, "shapes") }?;
        with_set_mut(set, |set| shapes.iter().try_for_each(|shape| set.push(shape)))
    })
}

/// Puts another shape of the set's kind in the place of one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_replace(
    set: AsuSet2,
    index: usize,
    shape: *const AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let shape = unsafe { shape_at(shape, "shape") }?;
        with_set_mut(set, |set| set.set(index, &shape))
    })
}

/// Removes all shapes of a set.
#[unsafe(no_mangle)]
pub extern "C" fn asu_set2_clear(set: AsuSet2) -> AsuStatus {
    call(|| {
        with_set_mut(set, |set| {
            set.clear();
            Ok(())
        })
    })
}

/// How many shapes a set has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_length(set: AsuSet2, length: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(length, "length") }?;
        out.write(with_set(set, |set| Ok(set.len()))?);
        Ok(())
    })
}

/// Removes a shape of a set, and gives the last one its number.
#[unsafe(no_mangle)]
pub extern "C" fn asu_set2_swap_remove(set: AsuSet2, index: usize) -> AsuStatus {
    call(|| with_set_mut(set, |set| set.swap_remove(index)))
}

/// Asks a set about a shape.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
unsafe fn meeting(
    set: AsuSet2,
    shape: *const AsuShape2,
    inner: bool,
    (numbers, capacity, count): (*mut u32, usize, *mut usize),
) -> AsuStatus {
    call(|| {
        // SAFETY: the contract of this function.
        let (out, total, shape) = unsafe {
            let out = OutList::new(numbers, capacity, "numbers")?;
            (out, Out::new(count, "count")?, shape_at(shape, "shape")?)
        };
        let mut mask = Mask::new();
        with_set(set, |set| {
            set.meeting(&shape, inner, &mut mask);
            Ok(())
        })?;
        total.write(out.write(mask.iter().map(|number| number as u32)));
        Ok(())
    })
}

/// The numbers of the shapes of a set that share a point with a shape, in order: as many as `capacity`
/// holds, and how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_intersecting(
    set: AsuSet2,
    shape: *const AsuShape2,
    numbers: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { meeting(set, shape, false, (numbers, capacity, count)) }
}

/// The numbers of the shapes of a set that share inner points with a shape: touching does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_penetrating(
    set: AsuSet2,
    shape: *const AsuShape2,
    numbers: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { meeting(set, shape, true, (numbers, capacity, count)) }
}

/// Asks two sets about pairs.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
unsafe fn meeting_pairs(
    (a, b): (AsuSet2, AsuSet2),
    (pairs, pair_count): (*const u32, usize),
    inner: bool,
    (places, capacity, count): (*mut u32, usize, *mut usize),
) -> AsuStatus {
    call(|| {
        // SAFETY: the contract of this function; a pair of numbers is aligned as a number is.
        let (out, total, pairs) = unsafe {
            let out = OutList::new(places, capacity, "places")?;
            let pairs = list(pairs.cast::<[u32; 2]>(), pair_count, "pairs")?;
            (out, Out::new(count, "count")?, pairs)
        };
        let pairs: Vec<(u32, u32)> = pairs.iter().map(|&[a, b]| (a, b)).collect();
        let mut mask = Mask::new();
        let mut ask = |a: &AnySet2, b: &AnySet2| {
            let fits = |&&(i, j): &&(u32, u32)| i as usize >= a.len() || j as usize >= b.len();
            if let Some((i, j)) = pairs.iter().find(fits) {
                let (a, b) = (a.len(), b.len());
                let message = format!("there is no pair {i}, {j} of sets of {a} and {b} shapes");
                return Err(Failure::argument(message));
            }
            a.meeting_pairs(b, &pairs, inner, &mut mask);
            Ok(())
        };
        // A set is not locked twice by one thread, and two are locked in the order of their handles.
        if a == b {
            with_set(a, |a| ask(a, a))?;
        } else if a.handle < b.handle {
            with_set(a, |a| with_set(b, |b| ask(a, b)))?;
        } else {
            with_set(b, |b| with_set(a, |a| ask(a, b)))?;
        }
        total.write(out.write(mask.iter().map(|place| place as u32)));
        Ok(())
    })
}

/// The places of those pairs that share a point, in order: `pairs` holds two numbers for each of
/// `pair_count`, one of a shape of `a`, one of a shape of `b`, which may be the same set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_intersecting_pairs(
    a: AsuSet2,
    b: AsuSet2,
    pairs: *const u32,
    pair_count: usize,
    places: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { meeting_pairs((a, b), (pairs, pair_count), false, (places, capacity, count)) }
}

/// The places of those pairs that share inner points: touching does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_penetrating_pairs(
    a: AsuSet2,
    b: AsuSet2,
    pairs: *const u32,
    pair_count: usize,
    places: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { meeting_pairs((a, b), (pairs, pair_count), true, (places, capacity, count)) }
}
