//! The concrete functions behind a world's generic front (see `dimension`).

use super::attacks::{self, AttackId, AttackOptions};
use super::body::{BodyId, BodyOptions, Collider, ColliderId};
use super::movers::{self, ColliderFilter};
use super::past::{self, Frame};
use super::place::{self, Placement};
use super::snapshot::{self, Snapshot, SnapshotError};
use super::view::{Filter, Found, Near, View, Wanted, visit};
use super::walking::{self, Carry, TurnStop, Walk, WalkOptions};
use super::{World, WorldError, step};
use crate::dimension::kernels;
use crate::index::Index as _;
use crate::level::Level;
use crate::query::cast::CastHit;
use crate::query::move_and_slide::{Slide, SlideOptions};
use crate::query::move_until_contact::Stop;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::shape::ShapeRef;
use crate::space::{Pose, Vector};

kernels! {
    WorldKernels:

    fn insert(
        world: &mut World<Self>,
        colliders: &[Collider<Self>],
        options: BodyOptions
    ) -> Result<BodyId, WorldError> {
        place::insert(world, colliders, options)
    }

    fn insert_level(
        world: &mut World<Self>,
        level: Level<Self>,
        options: BodyOptions
    ) -> Result<BodyId, WorldError> {
        place::insert_level(world, level, options)
    }

    fn place(
        world: &mut World<Self>,
        body: BodyId,
        placement: Placement<'_, Self>
    ) -> Result<(), WorldError> {
        place::place(world, body, placement)
    }

    fn place_all(
        world: &mut World<Self>,
        bodies: &[(BodyId, Pose<Self>)]
    ) -> Result<(), WorldError> {
        place::place_all(world, bodies)
    }

    fn note_moved(world: &mut World<Self>, body: BodyId) {
        place::note_moved(world, body);
    }

    fn move_body(
        world: &mut World<Self>,
        body: BodyId,
        motion: &<Self as Vector>::Array<f32>
    ) -> Result<Stop<Self, ColliderId>, WorldError> {
        movers::move_body(world, body, motion)
    }

    fn slide_body(
        world: &mut World<Self>,
        body: BodyId,
        motion: &<Self as Vector>::Array<f32>,
        options: &SlideOptions<Self>,
        counts: ColliderFilter<'_, Self>
    ) -> Result<Slide<Self, ColliderId>, WorldError> {
        movers::slide_body(world, body, motion, options, counts)
    }

    fn walk_body(
        world: &mut World<Self>,
        body: BodyId,
        motion: (&<Self as Vector>::Array<f32>, f32),
        options: &WalkOptions<Self>,
        counts: ColliderFilter<'_, Self>
    ) -> Result<Walk<Self>, WorldError> {
        walking::walk_body(world, body, motion, options, counts)
    }

    fn carry(
        world: &mut World<Self>,
        body: BodyId,
        pose: &Pose<Self>
    ) -> Result<Carry<Self>, WorldError> {
        walking::carry(world, body, pose)
    }

    fn turn_body(
        world: &mut World<Self>,
        body: BodyId,
        turn: <Self as Vector>::RotationArray
    ) -> Result<TurnStop<Self>, WorldError> {
        walking::turn_body(world, body, turn)
    }

    fn depenetrate_body(
        world: &mut World<Self>,
        body: BodyId
    ) -> Result<Option<Self>, WorldError> {
        movers::depenetrate_body(world, body)
    }

    fn settle_world(world: &mut World<Self>) {
        world.index.settle();
    }

    fn step(world: &mut World<Self>) {
        step::step(world);
    }

    fn fill_frame(world: &World<Self>, frame: &mut Frame<Self>) {
        past::fill(world, frame);
    }

    fn snapshot(world: &World<Self>) -> Snapshot<Self> {
        snapshot::snapshot(world)
    }

    fn restore(world: &mut World<Self>, snapshot: &Snapshot<Self>) {
        snapshot::restore(world, snapshot);
    }

    fn hash(world: &World<Self>) -> u64 {
        snapshot::hash(world)
    }

    fn snapshot_to_bytes(snapshot: &Snapshot<Self>) -> Vec<u8> {
        snapshot::to_bytes(snapshot)
    }

    fn snapshot_from_bytes(bytes: &[u8], levels: &[Level<Self>]) -> Result<Snapshot<Self>, SnapshotError> {
        snapshot::from_bytes(bytes, levels)
    }

    fn begin_attack(
        world: &mut World<Self>,
        options: AttackOptions,
        colliders: &[ColliderId]
    ) -> Result<AttackId, WorldError> {
        attacks::begin(world, options, colliders)
    }

    fn view_intersecting(
        view: &View<'_, Self>,
        shape: ShapeRef<'_, Self>,
        filter: &Filter<'_>,
        wanted: Wanted<'_, Found<()>>
    ) {
        visit::intersecting(view, shape, filter, wanted);
    }

    fn view_line(
        view: &View<'_, Self>,
        line: &Line<Self>,
        filter: &Filter<'_>,
        wanted: Wanted<'_, Found<RayHit<Self>>>
    ) {
        visit::line(view, line, filter, wanted);
    }

    fn view_cast(
        view: &View<'_, Self>,
        moving: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        filter: &Filter<'_>,
        wanted: Wanted<'_, Found<CastHit<Self>>>
    ) {
        visit::cast(view, moving, motion, filter, wanted);
    }

    fn view_near(
        view: &View<'_, Self>,
        shape: ShapeRef<'_, Self>,
        within: f32,
        filter: &Filter<'_>,
        wanted: Wanted<'_, Found<Near<Self>>>
    ) {
        visit::near(view, shape, within, filter, wanted);
    }
}
