//! The concrete functions behind a recorder's generic front (see `dimension`).

use super::hash;
use super::recorded::{RecordedTick, RecordedWorld};
use super::recorder::{RecordingWriter, Tracks};
use super::track::Track;
use crate::dimension::kernels;
use crate::history::Tick;
use crate::space::Vector;
use crate::world::World;
use std::io;

kernels! {
    RecordingKernels:

    fn record_world(
        writer: &mut RecordingWriter,
        tick: Tick,
        world: &World<Self>
    ) -> io::Result<()> {
        writer.record(tick, world)
    }

    fn world_hash(world: &World<Self>) -> u64 {
        hash::of_world(world)
    }
}

/// Where a recording keeps what is of a dimension.
pub trait Recordable: Sized {
    #[doc(hidden)]
    fn recorded_world(tick: &RecordedTick) -> Option<&RecordedWorld<Self>>
    where
        Self: Vector;
    #[doc(hidden)]
    fn track(tracks: &mut Tracks) -> &mut Track<Self>
    where
        Self: Vector;
}

impl Recordable for glam::Vec2 {
    fn recorded_world(tick: &RecordedTick) -> Option<&RecordedWorld<Self>> {
        tick.in_2d.as_ref()
    }
    fn track(tracks: &mut Tracks) -> &mut Track<Self> {
        &mut tracks.in_2d
    }
}

impl Recordable for glam::Vec3 {
    fn recorded_world(tick: &RecordedTick) -> Option<&RecordedWorld<Self>> {
        tick.in_3d.as_ref()
    }
    fn track(tracks: &mut Tracks) -> &mut Track<Self> {
        &mut tracks.in_3d
    }
}
