//! A record of a world's last ticks, for queries about what players saw.
//!
//! A shot reaches the server late: its target has moved since its player aimed. A [`History`] records
//! where everything that moves was after each tick, with its pose of that tick, bone by bone, and
//! gives a [`View`] of any moment between two of them. The world itself is not changed.
//!
//! ```
//! use asunder::prelude::*;
//! use asunder::history::History;
//!
//! let mut world = World2::new();
//! let runner = world.insert(Sphere2::new([0.0, 0.0], 0.5), BodyOptions::from(BodyKind::Moving).owner(2))?;
//! let mut history = History::new(60);
//! for tick in 0..4 {
//!     world.set_body_pose(runner, &Pose2::from_translation([4.0 * tick as f32, 0.0]))?;
//!     world.step();
//!     history.record(Tick(tick), &world);
//! }
//!
//! // The shooter saw the runner at x = 6, half-way between the ticks 1 and 2, and aimed there.
//! let shot = Segment2::new([6.0, -9.0], [6.0, 9.0]);
//! assert_eq!(world.view().segment(&shot).first(), None, "it is at x = 12 now");
//! let then = history.at(&world, Tick(1), 0.5).unwrap();
//! assert_eq!(then.segment(&shot).first().unwrap().collider, runner.collider(0));
//! # Ok::<(), asunder::world::WorldError>(())
//! ```
//!
//! # What it shows
//!
//! - The moment `(tick, 0)` is the world after that tick's step: the same queries get the same
//!   answers, bit for bit. `(tick, fraction)` is that fraction of the time to `tick + 1` later.
//! - Between ticks, points and lengths are interpolated linearly and boxes turn by the smaller angle,
//!   each number rounded once; every answer about the resulting shapes is exact. What was
//!   [teleported](crate::World::teleported), or changed its kind of shape, stays where it was until
//!   the next tick; what was removed is there until then, and what was inserted is not.
//! - Layers, owners, tags, bones and regions are those of the last tick at or before the moment,
//!   whatever was [set](crate::World::set_layer) since.
//! - Fixed bodies are not recorded: they are the world's as they are now, so that walls stop shots.
//! - A [skin](History::record_skin) of a body goes as its hitboxes do: [`Skin::between`](crate::Skin::between) has
//!   its pose between two ticks. Only shots that are [validated](History::validate_shot) ask it. A
//!   [`SkinSnapshot`] has the skins of a tick by their hashes, as bytes.

mod flight;
mod pose_cache;
mod shot;
mod skin_shot;
mod skin_snapshot;
mod skins;

use crate::space::Vector;
use crate::world::past::{Frames, Past};
use crate::world::{View, World};

pub use crate::world::past::{Moment, OwnTime, RewindError, Tick};
pub use flight::{Flight, FlightHit};
use pose_cache::PoseCache;
pub use shot::{ShotClaim, ShotFinding, ShotVerdict};
pub use skin_snapshot::{SkinSnapshot, SkinSnapshotError};
use skins::SkinFrames;
pub use skins::SkinInPose;

/// A record of where everything that moves in a world was at its last ticks.
///
/// See the [module](self) for what it shows.
#[derive(Clone, Debug)]
pub struct History<V: Vector> {
    frames: Frames<V>,
    skins: SkinFrames,
    poses: PoseCache,
}

impl<V: Vector> History<V> {
    /// A history that goes back `max_rewind` ticks from the last one recorded: no moment before that
    /// is shown, whatever a client claims.
    #[must_use]
    pub fn new(max_rewind: u64) -> Self {
        let (frames, skins) = (Frames::new(max_rewind), SkinFrames::default());
        Self { frames, skins, poses: PoseCache::default() }
    }

    /// Records a world as it is after the step of a tick. If the tick was recorded before, this
    /// replaces it, and all later ones.
    ///
    /// A rollback does not shorten the history: ticks are kept for twice
    /// [`max_rewind`](Self::max_rewind), so that after a tick is recorded again that lies at most so
    /// far behind the latest ever recorded, the history goes back `max_rewind` ticks from it.
    ///
    /// Time and memory are in the order of what moves; the memory of ticks that are no longer kept is
    /// used again.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::history::History;
    ///
    /// let (world, mut history) = (World2::new(), History::new(2));
    /// (0..8).for_each(|tick| history.record(Tick(tick), &world));
    /// history.record(Tick(5), &world);
    /// assert!(history.ticks().eq([3, 4, 5].map(Tick)), "as if the ticks 6 and 7 had never been");
    /// ```
    pub fn record(&mut self, tick: Tick, world: &World<V>) {
        self.frames.record(tick, world);
        self.skins.keep(self.frames.oldest_kept()..Some(tick));
        self.poses.forget();
    }

    /// How many ticks the history goes back.
    #[must_use]
    pub fn max_rewind(&self) -> u64 {
        self.frames.max_rewind()
    }

    /// The ticks that can be viewed, in order.
    pub fn ticks(&self) -> impl DoubleEndedIterator<Item = Tick> {
        self.frames.ticks()
    }

    /// The world at a moment: after a tick, and `fraction` of the time to the next one.
    ///
    /// A moment further back than [`max_rewind`](Self::max_rewind), or than what is recorded, is
    /// clamped to the oldest; one that is yet to come, to the last. [`View::moment`] reports it.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::history::{History, RewindError};
    ///
    /// let (world, mut history) = (World2::new(), History::new(2));
    /// assert_eq!(history.at(&world, Tick(0), 0.0).err(), Some(RewindError::Empty));
    /// (3..8).for_each(|tick| history.record(Tick(tick), &world));
    /// let moment = |tick, fraction| {
    ///     let moment = history.at(&world, Tick(tick), fraction).unwrap().moment().unwrap();
    ///     (moment.tick.0, moment.fraction, moment.clamped)
    /// };
    /// assert_eq!(moment(5, 0.0), (5, 0.0, false), "the oldest allowed");
    /// assert_eq!(moment(4, 0.99), (5, 0.0, true));
    /// assert_eq!(moment(6, 0.99), (6, 0.99, false));
    /// assert_eq!(moment(7, 0.01), (7, 0.0, true), "yet to come");
    /// assert!(history.at(&world, Tick(6), 1.0).is_err(), "that is tick 7");
    /// ```
    ///
    /// # Errors
    /// If nothing is recorded, the tick was left out, or the fraction is not in `0.0..1.0`.
    pub fn at<'a>(
        &'a self,
        world: &'a World<V>,
        tick: Tick,
        fraction: f32,
    ) -> Result<View<'a, V>, RewindError> {
        self.at_each(world, tick, fraction, &[])
    }

    /// The same, with other moments for the bodies of some owners: a shooter sees others late, each
    /// by its own delay, and itself at once. [`View::moment`] reports `tick`, and whether any of the
    /// moments was clamped; if an owner is named twice, the first counts. A body belongs to its owner
    /// at `tick`; if it was not there then, to its owner at the first of the other moments at which
    /// it was.
    ///
    /// # Errors
    /// As [`at`](Self::at), for any of the moments.
    pub fn at_each<'a>(
        &'a self,
        world: &'a World<V>,
        tick: Tick,
        fraction: f32,
        own: &'a [OwnTime],
    ) -> Result<View<'a, V>, RewindError> {
        Ok(View::of_past(world, Past::new(&self.frames, tick, fraction, own)?))
    }
}
