//! Animated characters: hitboxes on bones, and for movers a box around the model.

use super::SceneContext;
use super::clock::Clock;
use super::named_world::{NamedWorld, RunError};
use super::rigged_model::{Playlist, RiggedModel};
use crate::error::SceneError;
use crate::scene;
use asunder::glam::Vec3;
use asunder::world::{BodyId, BodyKind, Collider, LayerId, LayerSet, Response};
use asunder::{Affine3, Bones, Hitbox, Obb3, Pose3, Rig, RigError, Role, Rot2, Shape3};
use asunder_gltf::Matrix;
use asunder_gltf::matrix::transform_point;
use std::sync::Arc;

/// An actor's bodies in the world.
#[derive(Clone, Debug)]
pub(super) struct ActorBody {
    name: String,
    body: BodyId,
    trajectory: Trajectory,
    mover: Option<Mover>,
    posed: PosedModel,
    shapes: Vec<Shape3>,
}

/// The initial transform and the velocity of an actor.
#[derive(Clone, Copy, Debug)]
struct Trajectory {
    /// The images of the model's axes.
    columns: [[f32; 3]; 3],
    position: [f32; 3],
    /// Per second.
    velocity: [f32; 3],
}

/// The box of an actor that moves until contact.
#[derive(Clone, Copy, Debug)]
struct Mover {
    body: BodyId,
    /// The initial position of its center.
    start: [f32; 3],
}

impl ActorBody {
    /// Inserts the actor into the world.
    pub(super) fn insert_into(
        entry: &scene::Actor,
        rigged: Arc<RiggedModel>,
        context: &SceneContext<'_>,
        clock: Clock,
        world: &mut NamedWorld<Vec3>,
    ) -> Result<Self, SceneError> {
        let playlist = Playlist::of(entry, &rigged.model, clock.step(), context)?;
        let layer = context.layer(entry.layer.as_ref())?;
        let attack_layer = match &entry.attack_layer {
            None => layer,
            named => context.layer(named.as_ref())?,
        };
        let trajectory = Trajectory::of(entry, context)?;

        let name = entry.name.get_ref().clone();
        let (mut shapes, mut posed) = (Vec::new(), PosedModel::new(rigged, playlist));
        posed
            .place(clock, &trajectory.map(trajectory.position), &mut shapes)
            .map_err(|error| context.refuse(&entry.name, error))?;

        let options = context.options(&name, BodyKind::Moving);
        let passed = context.layers_of(&entry.ignore)?;
        let stops = |other| context.layers.response(layer, other) == Response::Block;
        let ignored =
            layers(context, |other| passed.contains(other) || (entry.mover && stops(other)));
        let rig = posed.rigged.rigging.rig();
        let collider = |(shape, hitbox): (&Shape3, &Hitbox)| {
            let layer = if hitbox.role == Role::Attack { attack_layer } else { layer };
            Collider::new(shape.clone()).layer(layer).ignore(ignored)
        };
        let colliders: Vec<_> = shapes.iter().zip(rig.hitboxes()).map(collider).collect();
        // Names of bones in a file must not contain line breaks or control sequences.
        let printed = |label: &str| label.replace(char::is_control, "\u{fffd}");
        let names = (0..colliders.len()).map(|part| format!("{name}/{}", printed(rig.label(part))));
        let body = world
            .insert(&colliders, names.collect(), options)
            .map_err(|error| context.refuse(&entry.name, error))?;

        let mut mover = None;
        if entry.mover {
            let hull = trajectory
                .hull(&posed.rigged)
                .map_err(|problem| context.refuse(&entry.name, problem))?;
            let passes = |other| passed.contains(other) || !stops(other);
            let collider = Collider::new(hull).layer(layer).ignore(layers(context, passes));
            let body = world
                .insert(&[collider], vec![name.clone()], options)
                .map_err(|error| context.refuse(&entry.name, error))?;
            mover = Some(Mover { body, start: hull.center().to_array() });
        }
        Ok(Self { name, body, trajectory, mover, posed, shapes })
    }

    /// The body of its hitboxes, and their rig.
    pub(super) fn hitboxes(&self) -> (BodyId, &Rig) {
        (self.body, self.posed.rigged.rigging.rig())
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Its model in the current pose.
    pub(super) fn posed(&self) -> &PosedModel {
        &self.posed
    }

    /// The duration of its clips.
    pub(super) fn playing_time(&self) -> Option<f64> {
        self.posed.playlist.duration()
    }

    /// Calls `each` with the vertices of every triangle of the posed model, for drawing.
    pub(super) fn triangles(&self, each: &mut impl FnMut([Vec3; 3])) {
        self.posed.triangles(each);
    }

    pub(super) fn advance(
        &mut self,
        clock: Clock,
        world: &mut NamedWorld<Vec3>,
    ) -> Result<(), RunError> {
        let Trajectory { position, velocity, .. } = self.trajectory;
        let position = match self.mover {
            None => clock.extrapolated(position, velocity),
            Some(Mover { body, start }) => {
                let middle = world.push(body, velocity.map(|rate| clock.motion(rate)))?.to_array();
                let gone = |i: usize| f64::from(middle[i]) - f64::from(start[i]);
                std::array::from_fn(|i| (f64::from(position[i]) + gone(i)) as f32)
            }
        };
        self.posed
            .place(clock, &self.trajectory.map(position), &mut self.shapes)
            .map_err(|error| RunError::new(&self.name, error))?;
        world.place(self.body, &self.shapes)
    }
}

/// The layers of a scene for which a condition holds.
fn layers(context: &SceneContext<'_>, condition: impl Fn(LayerId) -> bool) -> LayerSet {
    let all = context.layers.names().filter_map(|name| context.layers.id(name).ok());
    all.filter(|&layer| condition(layer)).collect()
}

impl Trajectory {
    fn of(entry: &scene::Actor, context: &SceneContext<'_>) -> Result<Self, SceneError> {
        let turned = match (entry.yaw_degrees, entry.rotation) {
            (Some(_), Some(_)) => {
                let problem =
                    "the actor has both `yaw_degrees` and `rotation`; expected one of them";
                return Err(context.refuse(&entry.name, problem));
            }
            (None, Some(rotation)) => {
                let map = Affine3::from(Pose3::new([0.0; 3], rotation.0));
                std::array::from_fn(|i| map.column(i).to_array())
            }
            (yaw, None) => {
                // Computed from the angle itself, multiples of 90 degrees are exact.
                let Rot2 { cos, sin } = Rot2::degrees(yaw.unwrap_or_default().0);
                [[cos, 0.0, -sin], [0.0, 1.0, 0.0], [sin, 0.0, cos]]
            }
        };
        let columns = turned.map(|column: [f32; 3]| column.map(|x| x * entry.scale.0));
        Ok(Self { columns, position: entry.position.0, velocity: entry.velocity.0 })
    }

    /// From the model to the world.
    fn map(&self, position: [f32; 3]) -> Affine3 {
        Affine3::from_columns(self.columns, position)
    }

    /// The box around the model in the rest pose, at the actor's start.
    fn hull(&self, rigged: &RiggedModel) -> Result<Obb3, String> {
        let rest = rigged.rest_box().ok_or("the model at rest has no finite box around it")?;
        Obb3::from_local_aabb(&rest, &self.map(self.position)).map_err(|error| error.to_string())
    }
}

/// A model in its current pose, with lists that are reused from tick to tick.
#[derive(Clone, Debug)]
pub(super) struct PosedModel {
    pub(super) rigged: Arc<RiggedModel>,
    playlist: Playlist,
    pub(super) pose: Vec<Matrix>,
    bones: Vec<Affine3>,
    /// The last map from the model to the world.
    pub(super) world: Affine3,
}

impl PosedModel {
    fn new(rigged: Arc<RiggedModel>, playlist: Playlist) -> Self {
        let pose = rigged.model.rest_pose();
        Self { rigged, playlist, pose, bones: Vec::new(), world: Affine3::identity() }
    }

    fn place(
        &mut self,
        clock: Clock,
        world: &Affine3,
        shapes: &mut Vec<Shape3>,
    ) -> Result<(), RigError> {
        let RiggedModel { model, rigging, .. } = &*self.rigged;
        if let Some((clip, time)) = self.playlist.at(clock.seconds()) {
            model.sample(&model.clips[clip], time, &mut self.pose);
        }
        self.world = *world;
        rigging.bone_matrices(&self.pose, &mut self.bones);
        rigging.rig().place_into(Bones::Global(&self.bones), world, shapes)
    }

    fn triangles(&self, each: &mut impl FnMut([Vec3; 3])) {
        let world = &self.world;
        let to_world = |[x, y, z]: [f32; 3]| {
            world.column(0) * x + world.column(1) * y + world.column(2) * z + world.translation()
        };
        let mut positions = Vec::new();
        for mesh in &self.rigged.model.meshes {
            self.rigged.model.posed_positions(mesh, &self.pose, &mut positions);
            for triangle in &mesh.triangles {
                each(triangle.map(|vertex| to_world(positions[vertex as usize])));
            }
        }
        for weapon in &self.rigged.weapons {
            let bone = &self.pose[weapon.node];
            let held = |point: [f32; 3]| {
                let in_hand = weapon.offset.column(0) * point[0]
                    + weapon.offset.column(1) * point[1]
                    + weapon.offset.column(2) * point[2]
                    + weapon.offset.translation();
                to_world(transform_point(bone, in_hand.to_array()))
            };
            let rest = weapon.model.rest_pose();
            for mesh in &weapon.model.meshes {
                weapon.model.posed_positions(mesh, &rest, &mut positions);
                for triangle in &mesh.triangles {
                    each(triangle.map(|vertex| held(positions[vertex as usize])));
                }
            }
        }
    }
}
