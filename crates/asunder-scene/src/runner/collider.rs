//! Colliders that are fixed, move, or move until contact.

use super::SceneContext;
use super::clock::Clock;
use super::named_world::{NamedWorld, RunError};
use crate::error::SceneError;
use crate::scene;
use asunder::world::{self, BodyId, BodyKind};
use asunder::{Pose, Shape, Vector};

/// A moving collider in the world.
#[derive(Clone, Debug)]
pub(super) struct MovingCollider<V: Vector> {
    body: BodyId,
    name: String,
    shape: Shape<V>,
    /// Per second.
    velocity: V::Array<f32>,
    mover: bool,
}

impl<V: Vector> MovingCollider<V> {
    /// Inserts the collider into the world; returns its body, and itself if it moves.
    pub(super) fn insert_into(
        entry: &scene::Collider,
        shape: &Shape<V>,
        context: &SceneContext<'_>,
        world: &mut NamedWorld<V>,
    ) -> Result<(BodyId, Option<Self>), SceneError> {
        let velocity = velocity::<V>(entry, context)?;
        let fixed = fixed(entry, shape, velocity.is_some(), context)?;
        let shape = if entry.mover { mover(entry, shape, context)? } else { shape.clone() };
        let layer = context.layer(entry.layer.as_ref())?;
        let name = entry.name.get_ref().clone();
        let motion = if fixed { BodyKind::Fixed } else { BodyKind::Moving };
        let collider = world::Collider::new(shape.clone())
            .layer(layer)
            .ignore(context.layers_of(&entry.ignore)?);
        let options = context.options(&name, motion);
        let body = world
            .insert(&[collider], vec![name.clone()], options)
            .map_err(|error| context.refuse(&entry.name, error))?;
        let mover = entry.mover;
        let moving = velocity.map(|velocity| Self { body, name, shape, velocity, mover });
        Ok((body, moving))
    }

    pub(super) fn advance(&self, clock: Clock, world: &mut NamedWorld<V>) -> Result<(), RunError> {
        if self.mover {
            let motion = V::array(|i| clock.motion(self.velocity[i]));
            return world.push(self.body, motion).map(drop);
        }
        let displacement = V::array(|i| clock.extrapolated([0.0], [self.velocity[i]])[0]);
        let placed = self
            .shape
            .try_transformed(&Pose::from_translation(displacement))
            .map_err(|error| RunError::new(&self.name, error))?;
        world.place(self.body, &[placed])
    }
}

fn velocity<V: Vector>(
    entry: &scene::Collider,
    context: &SceneContext<'_>,
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
        return Err(context.source.invalid(velocity.span(), problem));
    }
    Ok(Some(V::array(|i| numbers[i].0)))
}

fn fixed<V: Vector>(
    entry: &scene::Collider,
    shape: &Shape<V>,
    moves: bool,
    context: &SceneContext<'_>,
) -> Result<bool, SceneError> {
    let fixed = match &entry.fixed {
        None => !shape.is_bounded(),
        Some(fixed) if !fixed.get_ref() && !shape.is_bounded() => {
            let problem = format!("a {} has no bounds; expected fixed = true", shape.kind());
            return Err(context.source.invalid(fixed.span(), problem));
        }
        Some(fixed) => *fixed.get_ref(),
    };
    if fixed && (moves || entry.mover) {
        let problem = format!("the {} is fixed; expected no velocity and no mover", shape.kind());
        return Err(context.refuse(&entry.name, problem));
    }
    Ok(fixed)
}

/// The box of a mover.
fn mover<V: Vector>(
    entry: &scene::Collider,
    shape: &Shape<V>,
    context: &SceneContext<'_>,
) -> Result<Shape<V>, SceneError> {
    match shape {
        Shape::Obb(_) => Ok(shape.clone()),
        Shape::Aabb(aabb) => aabb
            .try_transformed(&Pose::identity())
            .map(Shape::from)
            .map_err(|error| context.refuse(&entry.name, error)),
        _ => {
            let problem = format!("the mover is a {}; expected an aabb or an obb", shape.kind());
            Err(context.refuse(&entry.name, problem))
        }
    }
}
