//! The peer's collision pipeline: sensors, which tell whether shapes intersect, with events.

use super::scene::Scene;
use super::{Contestant, Pair};
use rapier3d::geometry::{CollisionEvent, ContactPair};
use rapier3d::math::{Pose, Rotation};
use rapier3d::pipeline::{CollisionPipeline, EventHandler};
use rapier3d::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) const NAME: &str = "rapier3d 0.36.1 CollisionPipeline";

/// Boxes that only ask whether they intersect others.
pub(crate) struct Sensors {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    handles: Vec<ColliderHandle>,
    events: Counter,
}

/// Takes the events, as a game would.
#[derive(Default)]
pub(crate) struct Counter(AtomicUsize);

impl EventHandler for Counter {
    fn handle_collision_event(
        &self,
        _bodies: &RigidBodySet,
        _colliders: &ColliderSet,
        _event: CollisionEvent,
        _pair: Option<&ContactPair>,
    ) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn handle_contact_force_event(
        &self,
        _dt: Real,
        _bodies: &RigidBodySet,
        _colliders: &ColliderSet,
        _pair: &ContactPair,
        _force: Real,
    ) {
    }

    fn handle_soft_body_tear_event(&self, _bodies: &SoftBodySet, _event: &SoftBodyTearEvent) {}
}

fn pose(scene: &Scene<3>, i: usize) -> Pose {
    Pose::from_parts(scene.centers[i].into(), Rotation::from_array(scene.turns[i]))
}

impl Sensors {
    pub(crate) fn new(scene: &Scene<3>) -> Self {
        let mut colliders = ColliderSet::new();
        let mut handles = Vec::with_capacity(scene.centers.len());
        for (i, &[x, y, z]) in scene.half_extents.iter().enumerate() {
            let collider = ColliderBuilder::cuboid(x, y, z)
                .position(pose(scene, i))
                .sensor(true)
                .active_collision_types(ActiveCollisionTypes::all())
                .active_events(ActiveEvents::COLLISION_EVENTS)
                .user_data(i as u128);
            handles.push(colliders.insert(collider));
        }
        Self {
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders,
            handles,
            events: Counter::default(),
        }
    }
}

impl Contestant<Scene<3>> for Sensors {
    fn step(&mut self, scene: &Scene<3>) {
        for &i in &scene.movers {
            if let Some(collider) = self.colliders.get_mut(self.handles[i as usize]) {
                collider.set_position(pose(scene, i as usize));
            }
        }
        self.pipeline.step(
            0.0,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &self.events,
        );
    }

    fn pairs(&mut self) -> Vec<Pair> {
        intersecting(&self.narrow_phase, &self.colliders)
    }
}

/// The pairs in contact, by the numbers that colliders carry, the smaller first.
pub(crate) fn intersecting(narrow_phase: &NarrowPhase, colliders: &ColliderSet) -> Vec<Pair> {
    let number = |handle: ColliderHandle| colliders[handle].user_data as u32;
    let pairs = narrow_phase.intersection_pairs().filter(|pair| pair.2);
    pairs
        .map(|(a, b, _)| {
            let (a, b) = (number(a), number(b));
            if a < b { (a, b) } else { (b, a) }
        })
        .collect()
}
