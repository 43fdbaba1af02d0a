//! An animated character: hitboxes on bones, and for a mover a box around all of it.

use super::Cast;
use super::clock::Clock;
use super::figure::{Figure, Playlist};
use super::space::{Space, Trouble};
use crate::error::SceneError;
use crate::scene;
use asunder::glam::Vec3;
use asunder::world::{BodyId, BodyKind, Collider, LayerId, LayerSet, Response};
use asunder::{Affine3, Bones, Hitbox, Obb3, Pose3, Rig, RigError, Role, Rot2, Shape3};
use asunder_gltf::Matrix;
use asunder_gltf::matrix::transform_point;
use std::sync::Arc;

/// An actor in its world.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    name: String,
    body: BodyId,
    course: Course,
    mover: Option<Mover>,
    placing: Placing,
    shapes: Vec<Shape3>,
}

/// Where an actor starts and how it goes on.
#[derive(Clone, Copy, Debug)]
struct Course {
    /// The images of the model's axes.
    columns: [[f32; 3]; 3],
    position: [f32; 3],
    /// In a second.
    velocity: [f32; 3],
}

/// The box of an actor that moves until contact.
#[derive(Clone, Copy, Debug)]
struct Mover {
    body: BodyId,
    /// Where its middle was at the start.
    start: [f32; 3],
}

impl Actor {
    /// Puts the actor into the world.
    pub(super) fn enter(
        entry: &scene::Actor,
        figure: Arc<Figure>,
        cast: &Cast<'_>,
        clock: Clock,
        space: &mut Space<Vec3>,
    ) -> Result<Self, SceneError> {
        let playlist = Playlist::of(entry, &figure.model, clock.step(), cast)?;
        let layer = cast.layer(entry.layer.as_ref())?;
        let attack_layer = match &entry.attack_layer {
            None => layer,
            named => cast.layer(named.as_ref())?,
        };
        let course = Course::of(entry, cast)?;

        let name = entry.name.get_ref().clone();
        let (mut shapes, mut placing) = (Vec::new(), Placing::new(figure, playlist));
        placing
            .place(clock, &course.map(course.position), &mut shapes)
            .map_err(|error| cast.refuse(&entry.name, error))?;

        let options = cast.options(&name, BodyKind::Moving);
        let asked = cast.layers_of(&entry.ignore)?;
        let stops = |other| cast.layers.response(layer, other) == Response::Block;
        let ignored = layers(cast, |other| asked.contains(other) || (entry.mover && stops(other)));
        let rig = placing.figure.rigging.rig();
        let collider = |(shape, hitbox): (&Shape3, &Hitbox)| {
            let layer = if hitbox.role == Role::Attack { attack_layer } else { layer };
            Collider::new(shape.clone()).layer(layer).ignore(ignored)
        };
        let colliders: Vec<_> = shapes.iter().zip(rig.hitboxes()).map(collider).collect();
        // What a file calls its bones must not end a line, or steer a terminal.
        let printed = |label: &str| label.replace(char::is_control, "\u{fffd}");
        let names = (0..colliders.len()).map(|part| format!("{name}/{}", printed(rig.label(part))));
        let body = space
            .insert(&colliders, names.collect(), options)
            .map_err(|error| cast.refuse(&entry.name, error))?;

        let mut mover = None;
        if entry.mover {
            let hull = course
                .hull(&placing.figure)
                .map_err(|problem| cast.refuse(&entry.name, problem))?;
            let passes = |other| asked.contains(other) || !stops(other);
            let collider = Collider::new(hull).layer(layer).ignore(layers(cast, passes));
            let body = space
                .insert(&[collider], vec![name.clone()], options)
                .map_err(|error| cast.refuse(&entry.name, error))?;
            mover = Some(Mover { body, start: hull.center().to_array() });
        }
        Ok(Self { name, body, course, mover, placing, shapes })
    }

    /// The body of its hitboxes, and what these are.
    pub(super) fn hitboxes(&self) -> (BodyId, &Rig) {
        (self.body, self.placing.figure.rigging.rig())
    }

    /// How long its clips take once.
    pub(super) fn playing_time(&self) -> Option<f64> {
        self.placing.playlist.duration()
    }

    /// Calls `each` with the corners of every triangle of the model as it stands, for drawing.
    pub(super) fn triangles(&self, each: &mut impl FnMut([Vec3; 3])) {
        self.placing.triangles(each);
    }

    pub(super) fn advance(&mut self, clock: Clock, space: &mut Space<Vec3>) -> Result<(), Trouble> {
        let Course { position, velocity, .. } = self.course;
        let position = match self.mover {
            None => clock.drifted(position, velocity),
            Some(Mover { body, start }) => {
                let middle = space.push(body, velocity.map(|rate| clock.motion(rate)))?.to_array();
                let gone = |i: usize| f64::from(middle[i]) - f64::from(start[i]);
                std::array::from_fn(|i| (f64::from(position[i]) + gone(i)) as f32)
            }
        };
        self.placing
            .place(clock, &self.course.map(position), &mut self.shapes)
            .map_err(|error| Trouble::new(&self.name, error))?;
        space.place(self.body, &self.shapes)
    }
}

/// The layers of a scene for which a condition holds.
fn layers(cast: &Cast<'_>, condition: impl Fn(LayerId) -> bool) -> LayerSet {
    let all = cast.layers.names().filter_map(|name| cast.layers.id(name).ok());
    all.filter(|&layer| condition(layer)).collect()
}

impl Course {
    fn of(entry: &scene::Actor, cast: &Cast<'_>) -> Result<Self, SceneError> {
        let turned = match (entry.yaw_degrees, entry.rotation) {
            (Some(_), Some(_)) => {
                let problem =
                    "the actor has both `yaw_degrees` and `rotation`; expected one of them";
                return Err(cast.refuse(&entry.name, problem));
            }
            (None, Some(rotation)) => {
                let map = Affine3::from(Pose3::new([0.0; 3], rotation.0));
                std::array::from_fn(|i| map.column(i).to_array())
            }
            (yaw, None) => {
                // Taken from the angle itself, multiples of 90 degrees are exact.
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

    /// The box around the model at rest, where the actor starts.
    fn hull(&self, figure: &Figure) -> Result<Obb3, String> {
        let rest = figure.rest_box().ok_or("the model at rest has no finite box around it")?;
        rest.transformed_by(&self.map(self.position)).map_err(|error| error.to_string())
    }
}

/// The placing of a figure's hitboxes, with lists that are reused from tick to tick.
#[derive(Clone, Debug)]
struct Placing {
    figure: Arc<Figure>,
    playlist: Playlist,
    pose: Vec<Matrix>,
    bones: Vec<Affine3>,
    /// From the model to the world, as it was placed last.
    world: Affine3,
}

impl Placing {
    fn new(figure: Arc<Figure>, playlist: Playlist) -> Self {
        let pose = figure.model.rest_pose();
        Self { figure, playlist, pose, bones: Vec::new(), world: Affine3::identity() }
    }

    fn place(
        &mut self,
        clock: Clock,
        world: &Affine3,
        shapes: &mut Vec<Shape3>,
    ) -> Result<(), RigError> {
        let Figure { model, rigging, .. } = &*self.figure;
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
        for mesh in &self.figure.model.meshes {
            self.figure.model.posed_positions(mesh, &self.pose, &mut positions);
            for triangle in &mesh.triangles {
                each(triangle.map(|vertex| to_world(positions[vertex as usize])));
            }
        }
        for weapon in &self.figure.weapons {
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
