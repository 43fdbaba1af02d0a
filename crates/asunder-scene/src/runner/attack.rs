//! Attacks: what hits whatever it passes, for some ticks.

use super::Cast;
use super::actor::Actor;
use super::space::Trouble;
use crate::error::SceneError;
use crate::scene;
use asunder::world::{AttackId, AttackOptions, BodyId, ColliderId};
use asunder::{Role, Vector, World};
use std::collections::BTreeMap;
use toml::Spanned;

/// An attack of a scene, at any time.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    /// Who attacks, for messages.
    by: String,
    options: AttackOptions,
    colliders: Vec<ColliderId>,
    from: u32,
    until: u32,
    /// The attack in the world, while it lasts.
    running: Option<AttackId>,
}

/// What can attack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attacker<'a> {
    Actor(&'a Actor),
    /// A body of one collider, in 3D.
    Deep(BodyId),
    /// A body of one collider, in 2D.
    Flat(BodyId),
}

/// In which of a scene's worlds something is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dimension {
    Deep,
    Flat,
}

impl Attack {
    /// Whose it is.
    pub(super) fn by(&self) -> &str {
        &self.by
    }

    pub(super) fn is_open(&self) -> bool {
        self.running.is_some()
    }

    /// What it sweeps.
    pub(super) fn colliders(&self) -> &[ColliderId] {
        &self.colliders
    }

    /// Begins the attack, if this is its first tick.
    pub(super) fn begin<V: Vector>(
        &mut self,
        tick: u32,
        world: &mut World<V>,
    ) -> Result<(), Trouble> {
        if tick == self.from {
            let begun = world.begin_attack(self.options, &self.colliders);
            self.running = Some(begun.map_err(|error| Trouble::new(&self.by, error))?);
        }
        Ok(())
    }

    /// Ends the attack, if this was its last tick.
    pub(super) fn end<V: Vector>(
        &mut self,
        tick: u32,
        world: &mut World<V>,
    ) -> Result<(), Trouble> {
        match self.running.take_if(|_| tick == self.until) {
            None => Ok(()),
            Some(id) => world.end_attack(id).map_err(|error| Trouble::new(&self.by, error)),
        }
    }
}

/// Reads an attack, and in which world it is.
pub(super) fn prepare(
    entry: &scene::Attack,
    attackers: &BTreeMap<&str, Attacker<'_>>,
    cast: &Cast<'_>,
) -> Result<(Dimension, Attack), SceneError> {
    let by = entry.by.get_ref();
    let (Some(&attacker), Some(owner)) = (attackers.get(by.as_str()), cast.owners.attacker(by))
    else {
        return Err(cast.refuse(&entry.by, cast.owners.unknown(by)));
    };
    let (dimension, colliders) = match attacker {
        Attacker::Actor(actor) => (Dimension::Deep, hitboxes(entry, actor, cast)?),
        Attacker::Deep(body) => (Dimension::Deep, vec![whole(entry, body, cast)?]),
        Attacker::Flat(body) => (Dimension::Flat, vec![whole(entry, body, cast)?]),
    };
    let from = *entry.from_tick.get_ref();
    let until = match &entry.until_tick {
        None => u32::MAX,
        Some(until) if *until.get_ref() < from => {
            let problem = format!(
                "the attack ends at tick {} and begins at tick {from}; expected {from} or more",
                until.get_ref()
            );
            return Err(cast.source.invalid(until.span(), problem));
        }
        Some(until) => *until.get_ref(),
    };
    let options = AttackOptions::from(owner);
    let options = match entry.rehit_after {
        None => options,
        Some(ticks) => options.rehit_after(ticks.get().into()),
    };
    Ok((dimension, Attack { by: by.clone(), options, colliders, from, until, running: None }))
}

/// The one collider of a body.
fn whole(entry: &scene::Attack, body: BodyId, cast: &Cast<'_>) -> Result<ColliderId, SceneError> {
    match &entry.hitboxes {
        None => Ok(body.collider(0)),
        Some(named) => {
            let problem = format!("{:?} is one shape; expected no `hitboxes`", entry.by.get_ref());
            Err(cast.source.invalid(named.span(), problem))
        }
    }
}

/// The hitboxes of an actor that attack: those named, or else all with that role.
fn hitboxes(
    entry: &scene::Attack,
    actor: &Actor,
    cast: &Cast<'_>,
) -> Result<Vec<ColliderId>, SceneError> {
    let (body, rig) = actor.hitboxes();
    let parts = |wanted: &dyn Fn(usize) -> bool| -> Vec<ColliderId> {
        let parts = (0..rig.hitboxes().len()).filter(|&part| wanted(part));
        parts.filter_map(|part| Some(body.collider(u16::try_from(part).ok()?))).collect()
    };
    let Some(named) = &entry.hitboxes else {
        let armed = parts(&|part| rig.hitboxes()[part].role == Role::Attack);
        if armed.is_empty() {
            let problem = format!(
                "no hitbox of {:?} is there to hit; expected `hitboxes` here, or `attack` at the \
                 actor",
                entry.by.get_ref()
            );
            return Err(cast.refuse(&entry.by, problem));
        }
        return Ok(armed);
    };
    if named.get_ref().is_empty() {
        let problem = "there are no hitboxes; expected at least one";
        return Err(cast.source.invalid(named.span(), problem));
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
            return Err(cast.refuse(name, problem));
        }
        Ok(found)
    };
    let found: Vec<_> = named.get_ref().iter().map(found).collect::<Result<_, _>>()?;
    Ok(found.concat())
}
