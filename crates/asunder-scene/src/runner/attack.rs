//! Attacks: hitboxes that are swept for some ticks.

use super::SceneContext;
use super::actor::ActorBody;
use super::named_world::RunError;
use crate::error::SceneError;
use crate::scene;
use asunder::world::{AttackId, AttackOptions, BodyId, ColliderId};
use asunder::{Role, Vector, World};
use std::collections::BTreeMap;
use toml::Spanned;

/// An attack with its first and last tick.
#[derive(Clone, Debug)]
pub(super) struct ScheduledAttack {
    /// The name of the attacker, for messages.
    by: String,
    options: AttackOptions,
    colliders: Vec<ColliderId>,
    from: u32,
    until: u32,
    /// The attack in the world, while it lasts.
    running: Option<AttackId>,
    /// The attack that was open in the last step.
    stepped: Option<AttackId>,
}

/// An attacker.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attacker<'a> {
    Actor(&'a ActorBody),
    /// A body of one collider, in 3D.
    In3d(BodyId),
    /// A body of one collider, in 2D.
    In2d(BodyId),
}

/// The world of an attack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dimension {
    In3d,
    In2d,
}

impl ScheduledAttack {
    /// The name of the attacker.
    pub(super) fn by(&self) -> &str {
        &self.by
    }

    pub(super) fn is_open(&self) -> bool {
        self.running.is_some()
    }

    /// The colliders that are swept.
    pub(super) fn colliders(&self) -> &[ColliderId] {
        &self.colliders
    }

    /// The attack, if it was open in the last step, and its owner.
    pub(super) fn of_step(&self) -> Option<(AttackId, u64)> {
        self.stepped.map(|id| (id, self.options.owner))
    }

    /// Begins the attack, if this is its first tick.
    pub(super) fn begin<V: Vector>(
        &mut self,
        tick: u32,
        world: &mut World<V>,
    ) -> Result<(), RunError> {
        if tick == self.from {
            let begun = world.begin_attack(self.options, &self.colliders);
            self.running = Some(begun.map_err(|error| RunError::new(&self.by, error))?);
        }
        Ok(())
    }

    /// Ends the attack, if this was its last tick.
    pub(super) fn end<V: Vector>(
        &mut self,
        tick: u32,
        world: &mut World<V>,
    ) -> Result<(), RunError> {
        self.stepped = self.running;
        match self.running.take_if(|_| tick == self.until) {
            None => Ok(()),
            Some(id) => world.end_attack(id).map_err(|error| RunError::new(&self.by, error)),
        }
    }
}

/// Reads an attack, with its world.
pub(super) fn prepare(
    entry: &scene::Attack,
    attackers: &BTreeMap<&str, Attacker<'_>>,
    context: &SceneContext<'_>,
) -> Result<(Dimension, ScheduledAttack), SceneError> {
    let by = entry.by.get_ref();
    let (Some(&attacker), Some(owner)) = (attackers.get(by.as_str()), context.owners.attacker(by))
    else {
        let problem = match context.owners.attacker(by) {
            Some(_) => format!("{by:?} is the level, which attacks nobody; expected another entry"),
            None => context.owners.unknown(by),
        };
        return Err(context.refuse(&entry.by, problem));
    };
    let (dimension, colliders) = match attacker {
        Attacker::Actor(actor) => (Dimension::In3d, hitboxes(entry, actor, context)?),
        Attacker::In3d(body) => (Dimension::In3d, vec![only_collider(entry, body, context)?]),
        Attacker::In2d(body) => (Dimension::In2d, vec![only_collider(entry, body, context)?]),
    };
    let from = *entry.from_tick.get_ref();
    let until = match &entry.until_tick {
        None => u32::MAX,
        Some(until) if *until.get_ref() < from => {
            let problem = format!(
                "the attack ends at tick {} and begins at tick {from}; expected {from} or more",
                until.get_ref()
            );
            return Err(context.source.invalid(until.span(), problem));
        }
        Some(until) => *until.get_ref(),
    };
    let options = AttackOptions::from(owner);
    let options = match entry.rehit_after {
        None => options,
        Some(ticks) => options.rehit_after(ticks.get().into()),
    };
    Ok((
        dimension,
        ScheduledAttack {
            by: by.clone(),
            options,
            colliders,
            from,
            until,
            running: None,
            stepped: None,
        },
    ))
}

/// The one collider of a body.
fn only_collider(
    entry: &scene::Attack,
    body: BodyId,
    context: &SceneContext<'_>,
) -> Result<ColliderId, SceneError> {
    match &entry.hitboxes {
        None => Ok(body.collider(0)),
        Some(named) => {
            let problem = format!("{:?} is one shape; expected no `hitboxes`", entry.by.get_ref());
            Err(context.source.invalid(named.span(), problem))
        }
    }
}

/// The hitboxes of an actor that attack: those named, or else all with that role.
fn hitboxes(
    entry: &scene::Attack,
    actor: &ActorBody,
    context: &SceneContext<'_>,
) -> Result<Vec<ColliderId>, SceneError> {
    let (body, rig) = actor.hitboxes();
    let parts = |wanted: &dyn Fn(usize) -> bool| -> Vec<ColliderId> {
        let parts = (0..rig.hitboxes().len()).filter(|&part| wanted(part));
        parts.filter_map(|part| Some(body.collider(u16::try_from(part).ok()?))).collect()
    };
    let Some(named) = &entry.hitboxes else {
        let attacking = parts(&|part| rig.hitboxes()[part].role == Role::Attack);
        if attacking.is_empty() {
            let problem = format!(
                "no hitbox of {:?} is there to hit; expected `hitboxes` here, or `attack` at the \
                 actor",
                entry.by.get_ref()
            );
            return Err(context.refuse(&entry.by, problem));
        }
        return Ok(attacking);
    };
    if named.get_ref().is_empty() {
        let problem = "there are no hitboxes; expected at least one";
        return Err(context.source.invalid(named.span(), problem));
    }
    let found = |name: &Spanned<String>| {
        let found = parts(&|part| rig.label(part) == name.get_ref());
        if found.is_empty() {
            let mut known: Vec<_> = (0..rig.hitboxes().len()).map(|part| rig.label(part)).collect();
            known.sort_unstable();
            known.dedup();
            let wanted = name.get_ref();
            let problem =
                format!("there is no hitbox {wanted:?}; expected one of {}", known.join(", "));
            return Err(context.refuse(name, problem));
        }
        Ok(found)
    };
    let found: Vec<_> = named.get_ref().iter().map(found).collect::<Result<_, _>>()?;
    Ok(found.concat())
}
