//! Animated characters: hitboxes on bones, and for movers a box around the model.

use super::SceneContext;
use super::clock::Clock;
use super::named_world::{NamedWorld, RunError};
use super::rigged_model::{Playlist, RiggedModel};
use super::walker::Walker;
use crate::error::SceneError;
use crate::scene;
use asunder::glam::Vec3;
use asunder::recording::{RigPose, SkinnedMesh};
use asunder::world::{BodyId, BodyKind, Collider, LayerId, LayerSet, Response};
use asunder::{Affine3, Bones, Hitbox, Obb3, Pose3, Rig, RigError, Role, Rot2, Shape3};
use asunder_gltf::matrix::transform_point;
use asunder_gltf::{Matrix, MeshInstance};
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

/// The box of an actor that moves until contact, or walks.
#[derive(Clone, Debug)]
struct Mover {
    body: BodyId,
    /// The initial position of its center.
    start: [f32; 3],
    walker: Option<Box<Walker<Vec3>>>,
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
        if entry.walk.is_some() && (entry.mover || trajectory.velocity != [0.0; 3]) {
            let other = if entry.mover { "mover" } else { "velocity" };
            let problem = format!("the actor has both `walk` and `{other}`; expected one of them");
            return Err(context.refuse(&entry.name, problem));
        }

        let name = entry.name.get_ref().clone();
        let (mut shapes, mut posed) = (Vec::new(), PosedModel::new(rigged, playlist));
        posed
            .place(clock, &trajectory.map(trajectory.position), &mut shapes)
            .map_err(|error| context.refuse(&entry.name, error))?;

        let options = context.options(&name, BodyKind::Moving);
        let passed = context.layers_of(&entry.ignore)?;
        let has_box = entry.mover || entry.walk.is_some();
        let stops = |other| context.layers.response(layer, other) == Response::Block;
        let ignored = layers(context, |other| passed.contains(other) || (has_box && stops(other)));
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
        if has_box {
            let walker = entry.walk.as_ref().map(|walk| Walker::of(walk, context)).transpose()?;
            let hull = trajectory
                .hull(&posed.rigged)
                .map_err(|problem| context.refuse(&entry.name, problem))?;
            let passes = |other| passed.contains(other) || !stops(other);
            let collider = Collider::new(hull).layer(layer).ignore(layers(context, passes));
            let body = world
                .insert(&[collider], vec![name.clone()], options)
                .map_err(|error| context.refuse(&entry.name, error))?;
            let start = hull.center().to_array();
            mover = Some(Mover { body, start, walker: walker.map(Box::new) });
        }
        Ok(Self { name, body, trajectory, mover, posed, shapes })
    }

    /// The body of its hitboxes, and their rig.
    pub(super) fn hitboxes(&self) -> (BodyId, &Rig) {
        (self.body, self.posed.rigged.rigging.rig())
    }

    /// The duration of its clips.
    pub(super) fn playing_time(&self) -> Option<f64> {
        self.posed.playlist.duration()
    }

    /// Calls `each` with the vertices of every triangle of the posed model, for drawing.
    pub(super) fn triangles(&self, each: &mut impl FnMut([Vec3; 3])) {
        self.posed.triangles(each);
    }

    /// What places its hitboxes now.
    pub(super) fn rig_pose(&self) -> RigPose<Vec3> {
        let PosedModel { rigged, playing, world, .. } = &self.posed;
        let clip = playing.map(|(clip, _)| rigged.model.clips[clip].name.as_str());
        RigPose {
            model: rigged.model.name.as_str().into(),
            clip: clip.unwrap_or_default().into(),
            time: playing.map_or(0.0, |(_, time)| time),
            root: *world,
        }
    }

    /// Places its hitboxes as they were recorded, into `shapes`.
    pub(super) fn place_rig(
        &self,
        pose: &RigPose<Vec3>,
        shapes: &mut Vec<Shape3>,
    ) -> Result<(), RunError> {
        let RiggedModel { model, rigging, .. } = &*self.posed.rigged;
        let (mut nodes, mut bones) = (model.rest_pose(), Vec::new());
        if !pose.clip.is_empty() {
            let clip = model.clip(&pose.clip).map_err(|error| RunError::new(&self.name, error))?;
            model.sample(clip, pose.time, &mut nodes);
        }
        rigging.bone_matrices(&nodes, &mut bones);
        let placed = rigging.rig().place_into(Bones::Global(&bones), &pose.root, shapes);
        placed.map_err(|error| RunError::new(&self.name, error))
    }

    /// Its meshes and those of its weapons, for drawing.
    pub(super) fn meshes(&self) -> Vec<SkinnedMesh<Vec3>> {
        let rigged = &self.posed.rigged;
        let weapons = rigged.weapons.iter().map(|weapon| &weapon.model.meshes);
        core::iter::once(&rigged.model.meshes).chain(weapons).flatten().map(skinned_mesh).collect()
    }

    /// For each of its meshes the maps of the joints to the world.
    pub(super) fn joint_maps(&self) -> Vec<Vec<Affine3>> {
        let PosedModel { rigged, pose, world, .. } = &self.posed;
        let to_world = |matrix: &Matrix| world.after(&affine(matrix));
        let own = rigged.model.meshes.iter().map(|mesh| match mesh.skin {
            Some(skin) => rigged.model.skins[skin].palette(pose).iter().map(to_world).collect(),
            None => vec![to_world(&pose[mesh.node])],
        });
        let held = rigged.weapons.iter().flat_map(|weapon| {
            let hand = to_world(&pose[weapon.node]).after(&weapon.offset);
            let rest = weapon.model.rest_pose();
            let maps = |mesh: &MeshInstance| match mesh.skin {
                Some(skin) => {
                    let palette = weapon.model.skins[skin].palette(&rest);
                    palette.iter().map(|matrix| hand.after(&affine(matrix))).collect()
                }
                None => vec![hand.after(&affine(&rest[mesh.node]))],
            };
            weapon.model.meshes.iter().map(maps).collect::<Vec<_>>()
        });
        own.chain(held).collect()
    }

    pub(super) fn advance(
        &mut self,
        clock: Clock,
        world: &mut NamedWorld<Vec3>,
    ) -> Result<(), RunError> {
        let Trajectory { position, velocity, .. } = self.trajectory;
        let position = match &mut self.mover {
            None => clock.extrapolated(position, velocity),
            Some(Mover { body, start, walker }) => {
                let middle = match walker {
                    Some(walker) => walker.advance(*body, clock, world)?,
                    None => world.push(*body, velocity.map(|rate| clock.motion(rate)))?,
                };
                let middle = middle.to_array();
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

/// A matrix whose last row is that of an affine map.
fn affine(m: &Matrix) -> Affine3 {
    let column = |i: usize| [m[4 * i], m[4 * i + 1], m[4 * i + 2]];
    Affine3::from_columns([column(0), column(1), column(2)], column(3))
}

/// A mesh with the four joints of each vertex that weigh most; a rigid one has one joint.
fn skinned_mesh(mesh: &MeshInstance) -> SkinnedMesh<Vec3> {
    let positions: Vec<Vec3> = mesh.positions.iter().map(|&point| point.into()).collect();
    let mut joints = vec![[0; 4]; positions.len()];
    let mut weights = vec![[1.0, 0.0, 0.0, 0.0]; positions.len()];
    if mesh.skin.is_some() {
        for (i, (own, shares)) in mesh.joints.iter().zip(&mesh.weights).enumerate() {
            let mut order: [usize; 8] = std::array::from_fn(|k| k);
            order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
            let four: [f32; 4] = std::array::from_fn(|k| shares[order[k]]);
            let sum: f32 = four.iter().sum();
            joints[i] = std::array::from_fn(|k| own[order[k]]);
            weights[i] = if sum > 0.0 { four.map(|share| share / sum) } else { four };
        }
    }
    SkinnedMesh { positions, triangles: mesh.triangles.clone(), joints, weights }
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
struct PosedModel {
    rigged: Arc<RiggedModel>,
    playlist: Playlist,
    pose: Vec<Matrix>,
    bones: Vec<Affine3>,
    /// The last map from the model to the world.
    world: Affine3,
    /// The clip that plays, and the time in it.
    playing: Option<(usize, f32)>,
}

impl PosedModel {
    fn new(rigged: Arc<RiggedModel>, playlist: Playlist) -> Self {
        let pose = rigged.model.rest_pose();
        Self {
            rigged,
            playlist,
            pose,
            bones: Vec::new(),
            world: Affine3::identity(),
            playing: None,
        }
    }

    fn place(
        &mut self,
        clock: Clock,
        world: &Affine3,
        shapes: &mut Vec<Shape3>,
    ) -> Result<(), RigError> {
        let RiggedModel { model, rigging, .. } = &*self.rigged;
        self.playing = self.playlist.at(clock.seconds());
        if let Some((clip, time)) = self.playing {
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
