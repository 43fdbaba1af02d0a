//! A 2D box that moves and turns.

use super::Cast;
use super::clock::Clock;
use super::space::{Space, Trouble};
use crate::error::SceneError;
use crate::scene;
use asunder::glam::Vec2;
use asunder::world::{BodyId, BodyKind, Collider};
use asunder::{Affine2, Obb2, Rot2, TransformError};

/// A sprite in its world.
#[derive(Clone, Debug)]
pub(super) struct Sprite {
    body: BodyId,
    name: String,
    course: Course,
}

/// Where a sprite is at any time.
#[derive(Clone, Copy, Debug)]
struct Course {
    size: [f32; 2],
    pivot: [f32; 2],
    position: [f32; 2],
    velocity: [f32; 2],
    degrees: f32,
    spin_degrees: f32,
    scale: [f32; 2],
}

impl Sprite {
    pub(super) fn enter(
        entry: &scene::Sprite,
        cast: &Cast<'_>,
        clock: Clock,
        space: &mut Space<Vec2>,
    ) -> Result<Self, SceneError> {
        let course = Course {
            size: entry.size.0,
            pivot: entry.pivot.0,
            position: entry.position.0,
            velocity: entry.velocity.0,
            degrees: entry.degrees.0,
            spin_degrees: entry.spin_degrees.0,
            scale: entry.scale.0,
        };
        let layer = cast.layer(entry.layer.as_ref())?;
        let name = entry.name.get_ref().clone();
        let shape = course.shape(clock).map_err(|error| cast.refuse(&entry.name, error))?;
        let collider = Collider::new(shape).layer(layer).ignore(cast.layers_of(&entry.ignore)?);
        let options = cast.options(&name, BodyKind::Moving);
        let body = space
            .insert(&[collider], vec![name.clone()], options)
            .map_err(|error| cast.refuse(&entry.name, error))?;
        Ok(Self { body, name, course })
    }

    pub(super) fn body(&self) -> BodyId {
        self.body
    }

    pub(super) fn advance(&self, clock: Clock, space: &mut Space<Vec2>) -> Result<(), Trouble> {
        let shape = self.course.shape(clock).map_err(|error| Trouble::new(&self.name, error))?;
        space.place(self.body, &[shape.into()])
    }
}

impl Course {
    fn shape(&self, clock: Clock) -> Result<Obb2, TransformError> {
        let [degrees] = clock.drifted([self.degrees], [self.spin_degrees]);
        let Rot2 { cos, sin } = Rot2::degrees(degrees);
        let [x, y] = self.scale;
        let columns = [[cos * x, sin * x], [-sin * y, cos * y]];
        let place = clock.drifted(self.position, self.velocity);
        Obb2::from_sprite(self.size, self.pivot, &Affine2::from_columns(columns, place))
    }
}
