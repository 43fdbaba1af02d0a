//! The peer's collision pipeline: a kinematic body a figure, with sensors on it.

use super::walk::{Crowd, FIGURE, HITBOXES, Placed};
use crate::worlds::rapier::{Counter, intersecting};
use crate::worlds::{Contestant, Pair};
use rapier3d::math::{Pose, Rotation};
use rapier3d::pipeline::CollisionPipeline;
use rapier3d::prelude::*;

/// Boxes that only ask whether they intersect others. Those of one body never do.
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

fn pose(placed: &Placed) -> Pose {
    Pose::from_parts(placed.center.into(), Rotation::from_array(placed.rotation))
}

impl Sensors {
    pub(crate) fn new(crowd: &Crowd) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let mut handles = Vec::new();
        for figure in 0..crowd.figures() {
            let body = bodies.insert(RigidBodyBuilder::kinematic_position_based());
            for (part, hitbox) in FIGURE.iter().enumerate() {
                let number = figure * HITBOXES + part;
                let [x, y, z] = hitbox.half_extents;
                let collider = ColliderBuilder::cuboid(x, y, z)
                    .position(pose(&crowd.placed()[number]))
                    .sensor(true)
                    .active_collision_types(ActiveCollisionTypes::all())
                    .active_events(ActiveEvents::COLLISION_EVENTS)
                    .user_data(number as u128);
                handles.push(colliders.insert_with_parent(collider, body, &mut bodies));
            }
        }
        Self {
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            bodies,
            colliders,
            handles,
            events: Counter::default(),
        }
    }
}

impl Contestant<Crowd> for Sensors {
    fn step(&mut self, crowd: &Crowd) {
        // The bodies stay at the origin: what a collider is placed relative to is the square itself.
        for (&handle, placed) in self.handles.iter().zip(crowd.placed()) {
            if let Some(collider) = self.colliders.get_mut(handle) {
                collider.set_position_wrt_parent(pose(placed));
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
