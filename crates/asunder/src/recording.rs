//! Recordings: what happened in a world, tick by tick, in a file that anybody can open and verify.
//!
//! A [`Recorder`] writes what a game or server asks it to: where every collider was, the events, pairs and
//! attacks of each step, and the queries, motions and shots that were noted, with what came of them. A
//! [`Recording`] reads that from bytes, at any tick. Each tick has a [hash](state_hash) of the world, so that
//! whoever plays the same inputs again, on whatever machine, can name the first tick that differs.
//!
//! All numbers are kept with all their bits. Names, where they are given, come back as they were.
//! The format is described in `docs/recording.md`.

mod bits;
mod blocks;
mod bytes;
mod capture;
mod channels;
mod difference;
mod encoder;
mod entries;
mod error;
mod hash;
pub(crate) mod kernels;
mod notes;
mod reader;
mod recorded;
mod recorder;
mod strings;
mod track;
mod walked;
mod words;
mod writing_thread;

use crate::space::Vector;
use crate::world::World;

pub use difference::Difference;
pub use error::RecordingError;
pub use reader::{RecordedTicks, Recording};
pub use recorded::{
    ColliderRecord, Labels, QueryHit, RecordedAttack, RecordedFacts, RecordedMove, RecordedQuery,
    RecordedQuestion, RecordedSkin, RecordedSkinPose, RecordedTick, RecordedWorld, RigPose,
    SkinnedMesh,
};
pub use recorder::Recorder;

/// The first bytes of every recording.
const MAGIC: &[u8; 6] = b"asndrc";
const VERSION: u16 = 1;

/// A number for what a recording holds of a world after a step: every collider with its placed shape, the
/// pairs in contact and the events. It is the same on every platform, and for any number of threads.
///
/// [`RecordedWorld::hash`] is this number. [`World::hash`] counts more: all that later answers depend on. It
/// takes time in the order of the world's size.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::recording::state_hash;
///
/// let ball = |x: f32| {
///     let mut world = World2::new();
///     world.insert(Sphere2::new([x, 0.0], 1.0), BodyKind::Fixed).unwrap();
///     state_hash(&world)
/// };
/// assert_eq!(ball(1.0), ball(1.0));
/// assert_ne!(ball(1.0), ball(1.0_f32.next_up()));
/// ```
#[must_use]
pub fn state_hash<V: Vector>(world: &World<V>) -> u64 {
    V::world_hash(world)
}
