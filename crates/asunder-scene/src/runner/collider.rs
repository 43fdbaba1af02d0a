//! A shape that stays, moves, or moves until contact.

use super::Cast;
use super::clock::Clock;
use super::space::{Space, Trouble};
use crate::error::SceneError;
use crate::scene;
use asunder::world::{self, BodyId, BodyKind};
use asunder::{Pose, Shape, Vector};

/// A collider in its world that moves.
#[derive(Clone, Debug)]
pub(super) struct Collider<V: Vector> {
    body: BodyId,
    name: String,
    shape: Shape<V>,
    /// In a second.
    velocity: V::Array<f32>,
    mover: bool,
}

impl<V: Vector> Collider<V> {
    /// Puts the collider into the world; returns its body, and itself if it moves.
    pub(super) fn enter(
        entry: &scene::Collider,
        shape: &Shape<V>,
        cast: &Cast<'_>,
        space: &mut Space<V>,
    ) -> Result<(BodyId, Option<Self>), SceneError> {
        let velocity = velocity::<V>(entry, cast)?;
        let fixed = fixed(entry, shape, velocity.is_some(), cast)?;
        let shape = if entry.mover { mover(entry, shape, cast)? } else { shape.clone() };
        let layer = cast.layer(entry.layer.as_ref())?;
        let name = entry.name.get_ref().clone();
        let motion = if fixed { BodyKind::Fixed } else { BodyKind::Moving };
        let collider =
            world::Collider::new(shape.clone()).layer(layer).ignore(cast.layers_of(&entry.ignore)?);
        let options = cast.options(&name, motion);
        let body = space
            .insert(&[collider], vec![name.clone()], options)
            .map_err(|error| cast.refuse(&entry.name, error))?;
        let mover = entry.mover;
        let moving = velocity.map(|velocity| Self { body, name, shape, velocity, mover });
        Ok((body, moving))
    }

    pub(super) fn advance(&self, clock: Clock, space: &mut Space<V>) -> Result<(), Trouble> {
        if self.mover {
            let motion = V::array(|i| clock.motion(self.velocity[i]));
            return space.push(self.body, motion).map(drop);
        }
        let way = V::array(|i| clock.drifted([0.0], [self.velocity[i]])[0]);
        let placed = self
            .shape
            .try_transformed(&Pose::from_translation(way))
            .map_err(|error| Trouble::new(&self.name, error))?;
        space.place(self.body, &[placed])
    }
}

fn velocity<V: Vector>(
    entry: &scene::Collider,
    cast: &Cast<'_>,
) -> Result<Option<V::Array<f32>>, SceneError> {
    let Some(velocity) = &entry.velocity else { return Ok(None) };
    let numbers = velocity.get_ref();
    if numbers.len() != V::DIM {
        let problem = format!(
            "the velocity has {} numbers; expected {}, as the shape is in {}D",
            numbers.len(),
            V::DIM,
            V::DIM
        );
        return Err(cast.source.invalid(velocity.span(), problem));
    }
    Ok(Some(V::array(|i| numbers[i].0)))
}

fn fixed<V: Vector>(
    entry: &scene::Collider,
    shape: &Shape<V>,
    moves: bool,
    cast: &Cast<'_>,
) -> Result<bool, SceneError> {
    let fixed = match &entry.fixed {
        None => !shape.is_bounded(),
        Some(fixed) if !fixed.get_ref() && !shape.is_bounded() => {
            let problem = format!("a {} has no bounds; expected fixed = true", shape.kind());
            return Err(cast.source.invalid(fixed.span(), problem));
        }
        Some(fixed) => *fixed.get_ref(),
    };
    if fixed && (moves || entry.mover) {
        let problem = format!("the {} is fixed; expected no velocity and no mover", shape.kind());
        return Err(cast.refuse(&entry.name, problem));
    }
    Ok(fixed)
}

/// The box that a mover is.
fn mover<V: Vector>(
    entry: &scene::Collider,
    shape: &Shape<V>,
    cast: &Cast<'_>,
) -> Result<Shape<V>, SceneError> {
    match shape {
        Shape::Obb(_) => Ok(shape.clone()),
        Shape::Aabb(aabb) => aabb
            .try_transformed(&Pose::identity())
            .map(Shape::from)
            .map_err(|error| cast.refuse(&entry.name, error)),
        _ => {
            let problem = format!("the mover is a {}; expected an aabb or an obb", shape.kind());
            Err(cast.refuse(&entry.name, problem))
        }
    }
}
