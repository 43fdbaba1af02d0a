//! Colliders that are fixed, move, or move until contact.

use super::SceneContext;
use super::carrier::Carrier;
use super::clock::Clock;
use super::named_world::{NamedWorld, RunError};
use super::walker::Walker;
use crate::error::SceneError;
use crate::scene;
use asunder::world::{self, BodyId, BodyKind};
use asunder::{Pose, Shape, Vector};
use toml::Spanned;

/// A moving collider in the world.
#[derive(Clone, Debug)]
pub(super) struct MovingCollider<V: Vector> {
    body: BodyId,
    name: String,
    motion: Motion<V>,
}

/// How a collider moves.
#[derive(Clone, Debug)]
enum Motion<V: Vector> {
    /// From where its shape is, with a velocity per second.
    Drift(Shape<V>, V::Array<f32>),
    /// Until contact, with a velocity per second.
    Push(V::Array<f32>),
    Walk(Box<Walker<V>>),
}

/// The body of a collider, and how it moves, if it does.
pub(super) struct Inserted<V: Vector> {
    pub(super) body: BodyId,
    pub(super) moving: Option<MovingCollider<V>>,
    pub(super) carrier: Option<Carrier<V>>,
}

/// Inserts a collider into the world.
pub(super) fn insert_into<V: Vector>(
    entry: &scene::Collider,
    shape: &Shape<V>,
    context: &SceneContext<'_>,
    clock: Clock,
    world: &mut NamedWorld<V>,
) -> Result<Inserted<V>, SceneError> {
    check_motions(entry, context)?;
    let velocity = entry.velocity.as_ref();
    let velocity = velocity.map(|it| numbers::<V>("velocity", it, context)).transpose()?;
    let moves = velocity.is_some() || entry.walk.is_some() || entry.carry.is_some();
    let fixed = fixed(entry, shape, moves, context)?;
    let shape = if entry.mover { mover(entry, shape, context)? } else { shape.clone() };
    if entry.walk.is_some() {
        check_walker(&entry.name, &shape, context)?;
    }
    let layer = context.layer(entry.layer.as_ref())?;
    let name = entry.name.get_ref().clone();
    let kind = if fixed { BodyKind::Fixed } else { BodyKind::Moving };
    let collider =
        world::Collider::new(shape.clone()).layer(layer).ignore(context.layers_of(&entry.ignore)?);
    let options = context.options(&name, kind);
    let body = world
        .insert(&[collider], vec![name.clone()], options)
        .map_err(|error| context.refuse(&entry.name, error))?;
    if let Some(surface) = &entry.surface_velocity {
        let numbers = numbers::<V>("surface_velocity", surface, context)?;
        world
            .set_surface_velocity(body, numbers)
            .map_err(|error| context.source.invalid(surface.span(), error))?;
    }
    let carrier = entry.carry.as_ref();
    let carrier =
        carrier.map(|it| Carrier::of(&entry.name, it, &shape, body, clock, context)).transpose()?;
    if carrier.as_ref().is_some_and(Carrier::turns) {
        world.set_unturned(body).map_err(|error| context.refuse(&entry.name, error))?;
    }
    let motion = match (&entry.walk, velocity) {
        (Some(walk), _) => Some(Motion::Walk(Box::new(Walker::of(walk, context)?))),
        (None, Some(velocity)) if entry.mover => Some(Motion::Push(velocity)),
        (None, Some(velocity)) => Some(Motion::Drift(shape, velocity)),
        (None, None) => None,
    };
    let moving = motion.map(|motion| MovingCollider { body, name, motion });
    Ok(Inserted { body, moving, carrier })
}

impl<V: Vector> MovingCollider<V> {
    pub(super) fn advance(
        &mut self,
        clock: Clock,
        world: &mut NamedWorld<V>,
    ) -> Result<(), RunError> {
        match &mut self.motion {
            Motion::Walk(walker) => walker.advance(self.body, clock, world).map(drop),
            Motion::Push(velocity) => {
                let motion = V::array(|i| clock.motion(velocity[i]));
                world.push(self.body, motion).map(drop)
            }
            Motion::Drift(shape, velocity) => {
                let displacement = V::array(|i| clock.extrapolated([0.0], [velocity[i]])[0]);
                let placed = shape
                    .try_transformed(&Pose::from_translation(displacement))
                    .map_err(|error| RunError::new(&self.name, error))?;
                world.place(self.body, &[placed])
            }
        }
    }
}

/// Checks that a collider moves in one way only.
fn check_motions(entry: &scene::Collider, context: &SceneContext<'_>) -> Result<(), SceneError> {
    let stated = [
        ("walk", entry.walk.is_some()),
        ("carry", entry.carry.is_some()),
        ("velocity", entry.velocity.is_some()),
        ("mover", entry.mover),
    ];
    let mut stated = stated.iter().filter(|(_, is_there)| *is_there).map(|(key, _)| *key);
    match (stated.next(), stated.next()) {
        (Some(one @ ("walk" | "carry")), Some(other)) => {
            let problem =
                format!("the collider has both `{one}` and `{other}`; expected one of them");
            Err(context.refuse(&entry.name, problem))
        }
        _ => Ok(()),
    }
}

/// Checks that a shape is one that walks.
fn check_walker<V: Vector>(
    name: &Spanned<String>,
    shape: &Shape<V>,
    context: &SceneContext<'_>,
) -> Result<(), SceneError> {
    match shape {
        Shape::Aabb(_) | Shape::Obb(_) | Shape::Sphere(_) | Shape::Capsule(_) => Ok(()),
        _ => {
            let problem = format!(
                "what walks is a {}; expected an aabb, an obb, a sphere or a capsule",
                shape.kind()
            );
            Err(context.refuse(name, problem))
        }
    }
}

/// The vector under a key, in the dimension of the entry.
pub(super) fn numbers<V: Vector>(
    key: &str,
    value: &scene::Numbers,
    context: &SceneContext<'_>,
) -> Result<V::Array<f32>, SceneError> {
    let numbers = value.get_ref();
    if numbers.len() != V::DIM {
        let problem = format!(
            "the {key} has {} numbers; expected {}, as the shape is in {}D",
            numbers.len(),
            V::DIM,
            V::DIM
        );
        return Err(context.source.invalid(value.span(), problem));
    }
    Ok(V::array(|i| numbers[i].0))
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
