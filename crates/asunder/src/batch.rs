//! Batches: many queries at a time, with the answers of the single ones.
//!
//! A [`Set`] holds shapes of one kind and answers exactly what each of them would, only faster: one
//! shape against all of a set, pairs of two sets by index, or two sets side by side.
//!
//! A first stage proves most answers for several shapes at a time, by the widest instructions that the
//! processor has. It asks in `f32`, by formulas of its own against bounds derived for their order of
//! operations, and may fuse multiplications with additions, which only makes it more precise. What it
//! cannot prove is asked one by one of the single question, which is the definition.
//! So no answer depends on the processor, on the place in a batch, or on its length.

mod boxes;
mod forms;
mod frusta;
pub(crate) mod kernels;
mod lane;
mod lines;
mod mask;
mod planes;
mod rays;
mod set;
mod slabs;
mod spheres;
mod stage;
mod table;
mod two_pass;

use crate::dimension::aliases;
use crate::shape::{Aabb, Capsule, Obb, Sphere};

pub(crate) use kernels::Kind;
pub use mask::Mask;
pub use set::{Batched, Set};
pub(crate) use table::{BatchTable, put};

/// A [`Set`] of spheres.
pub type SphereSet<V> = Set<Sphere<V>>;
/// A [`Set`] of axis-aligned boxes.
pub type AabbSet<V> = Set<Aabb<V>>;
/// A [`Set`] of oriented boxes.
pub type ObbSet<V> = Set<Obb<V>>;
/// A [`Set`] of capsules.
pub type CapsuleSet<V> = Set<Capsule<V>>;

aliases! {
    Sphere2Set, Sphere3Set = SphereSet;
    Aabb2Set, Aabb3Set = AabbSet;
    Obb2Set, Obb3Set = ObbSet;
    Capsule2Set, Capsule3Set = CapsuleSet;
}

/// Which instructions batches use on this processor: `avx512`, `avx2`, or `baseline` for what every
/// processor of the target has. No answer depends on it.
#[must_use]
pub fn level() -> &'static str {
    crate::simd::level_name()
}
