//! The concrete functions behind a recorder's generic front (see `dimension`).

use super::hash;
use super::recorded::{RecordedTick, RecordedWorld};
use super::recorder::{RecordingWriter, Tracks};
use super::track::Track;
use crate::history::Tick;
use crate::space::Vector;
use crate::world::World;
use std::io;

/// The functions of a recording, once for each dimension.
pub trait RecordingKernels: Sized {
    #[doc(hidden)]
    fn recorded_world(tick: &RecordedTick) -> Option<&RecordedWorld<Self>>
    where
        Self: Vector;
    #[doc(hidden)]
    fn track(tracks: &mut Tracks) -> &mut Track<Self>
    where
        Self: Vector;
    #[doc(hidden)]
    fn record_world(
        writer: &mut RecordingWriter,
        tick: Tick,
        world: &World<Self>,
    ) -> io::Result<()>
    where
        Self: Vector;
    #[doc(hidden)]
    fn world_hash(world: &World<Self>) -> u64
    where
        Self: Vector;
}

macro_rules! kernels {
    ($($V:ty: $field:ident;)*) => {
        $(impl RecordingKernels for $V {
            fn recorded_world(tick: &RecordedTick) -> Option<&RecordedWorld<Self>> {
                tick.$field.as_ref()
            }
            fn track(tracks: &mut Tracks) -> &mut Track<Self> {
                &mut tracks.$field
            }
            fn record_world(
                writer: &mut RecordingWriter,
                tick: Tick,
                world: &World<Self>,
            ) -> io::Result<()> {
                writer.record(tick, world)
            }
            fn world_hash(world: &World<Self>) -> u64 {
                hash::of_world(world)
            }
        })*
    };
}
kernels! {
    glam::Vec2: in_2d;
    glam::Vec3: in_3d;
}
