//! The peer's controller, with its default distance to obstacles.

use super::{Figure, RATE, Walker};
use asunder::glam::Vec3;
use asunder::{Mesh3, Shape3};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::geometry::DefaultBroadPhase;
use rapier3d::math::{Pose, Rotation};
use rapier3d::parry::query::DefaultQueryDispatcher;
use rapier3d::pipeline::CollisionPipeline;
use rapier3d::prelude::*;

/// A level in the peer's broad phase.
pub(crate) struct LevelOfPeer {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: DefaultBroadPhase,
}

impl LevelOfPeer {
    pub(crate) fn new(shapes: &[Shape3]) -> Self {
        Self::of(shapes.iter().map(collider))
    }

    /// A mesh whose inner edges are not to stop anyone.
    pub(crate) fn of_mesh(mesh: &Mesh3) -> Self {
        let vertices = mesh.vertices().map(|vertex| vertex.to_array().into()).collect();
        let triangles = mesh.triangles().collect();
        let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
        let mesh = ColliderBuilder::trimesh_with_flags(vertices, triangles, flags);
        Self::of([mesh.expect("there are triangles").build()])
    }

    fn of(all: impl IntoIterator<Item = Collider>) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        for collider in all {
            colliders.insert(collider);
        }
        let (mut islands, mut broad_phase) = (IslandManager::new(), DefaultBroadPhase::new());
        let mut narrow_phase = NarrowPhase::new();
        CollisionPipeline::new().step(
            0.0,
            &mut islands,
            &mut broad_phase,
            &mut narrow_phase,
            &mut bodies,
            &mut colliders,
            &(),
            &(),
        );
        Self { bodies, colliders, broad_phase }
    }

    /// A walker whose feet start somewhere.
    pub(crate) fn walker(&self, feet: Vec3, figure: Figure) -> Controlled<'_> {
        let controller = KinematicCharacterController {
            autostep: Some(CharacterAutostep {
                max_height: CharacterLength::Absolute(figure.step),
                min_width: CharacterLength::Absolute(0.1),
                include_dynamic_bodies: false,
            }),
            snap_to_ground: Some(CharacterLength::Absolute(figure.step)),
            ..KinematicCharacterController::default()
        };
        let capsule = SharedShape::capsule_y(figure.height / 2.0 - figure.radius, figure.radius);
        Controlled { level: self, controller, capsule, figure, feet, rise: 0.0 }
    }
}

fn collider(shape: &Shape3) -> Collider {
    match shape {
        Shape3::Aabb(it) => {
            let half = (it.max() - it.min()) / 2.0;
            let center = (it.max() + it.min()) / 2.0;
            ColliderBuilder::cuboid(half.x, half.y, half.z).translation(center.to_array().into())
        }
        Shape3::Obb(it) => {
            let [x, y, z] = it.half_extents().to_array();
            let turn = Rotation::from_array(it.rotation().to_array());
            let pose = Pose::from_parts(it.center().to_array().into(), turn);
            ColliderBuilder::cuboid(x, y, z).position(pose)
        }
        Shape3::Triangle(it) => {
            let [a, b, c] = [it.a(), it.b(), it.c()].map(|corner| corner.to_array().into());
            ColliderBuilder::triangle(a, b, c)
        }
        other => unreachable!("no level has a {}", other.kind()),
    }
    .build()
}

/// A character that the peer's controller moves.
pub(crate) struct Controlled<'l> {
    level: &'l LevelOfPeer,
    controller: KinematicCharacterController,
    capsule: SharedShape,
    figure: Figure,
    pub(crate) feet: Vec3,
    /// The velocity upward.
    pub(crate) rise: f32,
}

impl Walker for Controlled<'_> {
    fn walk(&mut self, velocity: Vec3) -> (Vec3, bool) {
        self.rise -= 9.81 / RATE;
        let motion = (velocity + Vec3::new(0.0, self.rise, 0.0)) / RATE;
        let LevelOfPeer { bodies, colliders, broad_phase } = self.level;
        let queries = broad_phase.as_query_pipeline(
            &DefaultQueryDispatcher,
            bodies,
            colliders,
            QueryFilter::default(),
        );
        let center = self.feet + Vec3::new(0.0, self.figure.height / 2.0, 0.0);
        let pose = Pose::from_parts(center.to_array().into(), Rotation::IDENTITY);
        let moved = self.controller.move_shape(
            1.0 / RATE,
            &queries,
            &*self.capsule,
            &pose,
            motion.to_array().into(),
            |_| (),
        );
        self.feet += Vec3::from_array(moved.translation.into());
        if moved.grounded {
            self.rise = 0.0;
        }
        (self.feet, moved.grounded)
    }
}
