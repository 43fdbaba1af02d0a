//! Sprites: 2D boxes that move and rotate, or walk.

use super::SceneContext;
use super::clock::Clock;
use super::named_world::{NamedWorld, RunError};
use super::walker::Walker;
use crate::error::SceneError;
use crate::scene;
use asunder::glam::Vec2;
use asunder::world::{BodyId, BodyKind, Collider};
use asunder::{Affine2, Obb2, Rot2, TransformError};

/// A sprite's body in the world.
#[derive(Clone, Debug)]
pub(super) struct SpriteBody {
    body: BodyId,
    name: String,
    motion: SpriteMotion,
}

/// How a sprite moves.
#[derive(Clone, Debug)]
enum SpriteMotion {
    Drift(SpriteTrajectory),
    Walk(Box<Walker<Vec2>>),
}

/// Where a sprite is placed, and how it moves on its own.
#[derive(Clone, Copy, Debug)]
struct SpriteTrajectory {
    size: [f32; 2],
    pivot: [f32; 2],
    position: [f32; 2],
    velocity: [f32; 2],
    degrees: f32,
    spin_degrees: f32,
    scale: [f32; 2],
}

impl SpriteBody {
    pub(super) fn insert_into(
        entry: &scene::Sprite,
        context: &SceneContext<'_>,
        clock: Clock,
        world: &mut NamedWorld<Vec2>,
    ) -> Result<Self, SceneError> {
        let trajectory = SpriteTrajectory {
            size: entry.size.0,
            pivot: entry.pivot.0,
            position: entry.position.0,
            velocity: entry.velocity.0,
            degrees: entry.degrees.0,
            spin_degrees: entry.spin_degrees.0,
            scale: entry.scale.0,
        };
        if entry.walk.is_some() {
            let other = [
                ("velocity", trajectory.velocity != [0.0; 2]),
                ("spin_degrees", trajectory.spin_degrees != 0.0),
            ];
            if let Some((other, _)) = other.iter().find(|(_, is_there)| *is_there) {
                let problem =
                    format!("the sprite has both `walk` and `{other}`; expected one of them");
                return Err(context.refuse(&entry.name, problem));
            }
        }
        let layer = context.layer(entry.layer.as_ref())?;
        let name = entry.name.get_ref().clone();
        let shape = trajectory.shape(clock).map_err(|error| context.refuse(&entry.name, error))?;
        let collider = Collider::new(shape).layer(layer).ignore(context.layers_of(&entry.ignore)?);
        let options = context.options(&name, BodyKind::Moving);
        let body = world
            .insert(&[collider], vec![name.clone()], options)
            .map_err(|error| context.refuse(&entry.name, error))?;
        let motion = match &entry.walk {
            Some(walk) => SpriteMotion::Walk(Box::new(Walker::of(walk, context)?)),
            None => SpriteMotion::Drift(trajectory),
        };
        Ok(Self { body, name, motion })
    }

    pub(super) fn body(&self) -> BodyId {
        self.body
    }

    pub(super) fn advance(
        &mut self,
        clock: Clock,
        world: &mut NamedWorld<Vec2>,
    ) -> Result<(), RunError> {
        match &mut self.motion {
            SpriteMotion::Walk(walker) => walker.advance(self.body, clock, world).map(drop),
            SpriteMotion::Drift(trajectory) => {
                let shape =
                    trajectory.shape(clock).map_err(|error| RunError::new(&self.name, error))?;
                world.place(self.body, &[shape.into()])
            }
        }
    }
}

impl SpriteTrajectory {
    fn shape(&self, clock: Clock) -> Result<Obb2, TransformError> {
        let [degrees] = clock.extrapolated([self.degrees], [self.spin_degrees]);
        let Rot2 { cos, sin } = Rot2::degrees(degrees);
        let [x, y] = self.scale;
        let columns = [[cos * x, sin * x], [-sin * y, cos * y]];
        let place = clock.extrapolated(self.position, self.velocity);
        Obb2::from_sprite(self.size, self.pivot, &Affine2::from_columns(columns, place))
    }
}
