//! The concrete functions behind a recorder's generic front (see `dimension`).

use super::capture::{Capture, Tracks};
use super::hash;
use super::recorded::{RecordedTick, RecordedWorld};
use super::track::{AnyWorldTick, Track, WorldTick};
use crate::dimension::kernels;
use crate::history::Tick;
use crate::space::Vector;
use crate::world::World;
use std::io;

kernels! {
    RecordingKernels:

    fn capture_world(
        capture: &mut Capture,
        tick: Tick,
        world: &World<Self>
    ) -> io::Result<()> {
        capture.capture(tick, world)
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
    #[doc(hidden)]
    fn any_tick(tick: WorldTick<Self>) -> AnyWorldTick
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
    fn any_tick(tick: WorldTick<Self>) -> AnyWorldTick {
        AnyWorldTick::In2d(tick)
    }
}

impl Recordable for glam::Vec3 {
    fn recorded_world(tick: &RecordedTick) -> Option<&RecordedWorld<Self>> {
        tick.in_3d.as_ref()
    }
    fn track(tracks: &mut Tracks) -> &mut Track<Self> {
        &mut tracks.in_3d
    }
    fn any_tick(tick: WorldTick<Self>) -> AnyWorldTick {
        AnyWorldTick::In3d(tick)
    }
}
