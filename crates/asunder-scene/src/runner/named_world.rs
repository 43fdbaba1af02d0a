//! Worlds with named colliders.

use super::attack::ScheduledAttack;
use super::budget::{self, WorldSize};
use crate::event::{EventKind, Impact, NamedEvent};
use asunder::world::{
    AttackHit, BodyId, BodyOptions, Collider, ColliderId, Event, Layers, WorldError,
};
use asunder::{Aabb, Shape, Vector, World};
use std::collections::BTreeMap;

/// A world with the names of its colliders, the gaps of its movers, and its attacks.
#[derive(Clone, Debug)]
pub(super) struct NamedWorld<V: Vector> {
    world: World<V>,
    /// For each body the names of its colliders.
    names: BTreeMap<BodyId, Vec<String>>,
    /// The gap in this tick between each mover and its obstacle.
    gaps: BTreeMap<BodyId, f32>,
    /// All colliders; none is ever removed.
    colliders: Vec<ColliderId>,
    size: WorldSize,
    attacks: Vec<ScheduledAttack>,
    /// The boxes around what attacks in this tick, before anything moves, if there is much of it.
    attack_starts: Vec<(ColliderId, Aabb<V>)>,
}

/// An error at run time: the name of a collider and the problem.
#[derive(Debug)]
pub(super) struct RunError {
    pub(super) name: String,
    pub(super) problem: String,
}

impl RunError {
    pub(super) fn new(name: &str, problem: impl ToString) -> Self {
        Self { name: name.to_owned(), problem: problem.to_string() }
    }
}

impl<V: Vector> NamedWorld<V> {
    pub(super) fn new(layers: &Layers) -> Self {
        let world = World::with_layers(layers.clone());
        Self {
            world,
            names: BTreeMap::new(),
            gaps: BTreeMap::new(),
            colliders: Vec::new(),
            size: WorldSize::default(),
            attacks: Vec::new(),
            attack_starts: Vec::new(),
        }
    }

    pub(super) fn world(&self) -> &World<V> {
        &self.world
    }

    /// Adds a body of named colliders.
    pub(super) fn insert(
        &mut self,
        colliders: &[Collider<V>],
        names: Vec<String>,
        options: impl Into<BodyOptions>,
    ) -> Result<BodyId, String> {
        colliders.iter().try_for_each(|collider| self.size.add(&collider.shape))?;
        let body = self.world.insert_body(colliders, options);
        let body = body.map_err(|error| error.to_string())?;
        self.colliders.extend((0..).zip(colliders).map(|(part, _)| body.collider(part)));
        self.names.insert(body, names);
        Ok(body)
    }

    pub(super) fn add_attack(&mut self, attack: ScheduledAttack) {
        self.attacks.push(attack);
    }

    /// Begins the attacks of a tick, before anything moves.
    pub(super) fn begin_attacks(&mut self, tick: u32) -> Result<(), RunError> {
        let world = &mut self.world;
        self.attacks.iter_mut().try_for_each(|attack| attack.begin(tick, world))?;
        let open = || self.attacks.iter().filter(|attack| attack.is_open());
        let attacking: Vec<ColliderId> =
            open().flat_map(ScheduledAttack::colliders).copied().collect();
        let check = budget::check_attacks(&self.world, &attacking, self.size);
        let name = || open().next().map_or("", ScheduledAttack::by);
        check.map_err(|problem| RunError::new(name(), problem))?;
        self.attack_starts = budget::attacking_bounds(&self.world, &attacking, self.size);
        Ok(())
    }

    /// Sets the shapes of a body's colliders.
    pub(super) fn place(&mut self, body: BodyId, shapes: &[Shape<V>]) -> Result<(), RunError> {
        self.world.set_body_shapes(body, shapes).map_err(|error| self.run_error(body, &error))
    }

    /// Moves a body until contact; returns its new position.
    pub(super) fn push(&mut self, body: BodyId, motion: V::Array<f32>) -> Result<V, RunError> {
        let stop =
            self.world.move_body(body, motion).map_err(|error| self.run_error(body, &error))?;
        if !stop.hits.is_empty() {
            self.gaps.insert(body, stop.gap);
        }
        Ok(stop.position)
    }

    /// Steps the world, lists the events of the tick, and ends attacks whose last tick this is.
    pub(super) fn step(&mut self, tick: u32, events: &mut Vec<NamedEvent>) -> Result<(), RunError> {
        let layers = self.world.layers();
        let name = |id| self.name(id).to_owned();
        budget::check_contacts(&self.world, layers, &self.colliders, name)?;
        budget::check_reach(&self.world, layers, &self.attack_starts, name)?;
        self.world.step();
        for event in self.world.events() {
            let (a, b) = event.colliders();
            let Some((kind, impact)) = self.kind_and_impact(event) else { continue };
            let (a, b) = (self.name(a).to_owned(), self.name(b).to_owned());
            events.push(NamedEvent { tick, kind, a, b, impact });
        }
        self.gaps.clear();
        let world = &mut self.world;
        self.attacks.iter_mut().try_for_each(|attack| attack.end(tick, world))
    }

    /// The kind and impact of an event, if scenes have this kind.
    fn kind_and_impact(&self, event: &Event<V>) -> Option<(EventKind, Option<Impact>)> {
        let numbers = |v: V| (0..V::DIM).map(|i| v.to_array()[i]).collect();
        Some(match *event {
            Event::Enter { .. } => (EventKind::Enter, None),
            Event::Exit { .. } => (EventKind::Exit, None),
            Event::Unblocked { .. } => (EventKind::Unblocked, None),
            Event::Blocked { mover, point, normal, fraction, .. } => {
                let gap = self.gaps.get(&mover.body).copied().unwrap_or(0.0);
                let (point, normal) = (numbers(point), numbers(normal));
                (EventKind::Blocked, Some(Impact { gap: Some(gap), fraction, point, normal }))
            }
            Event::Hit(AttackHit { point, normal, fraction, .. }) => {
                let (point, normal) = (numbers(point), numbers(normal));
                (EventKind::Hit, Some(Impact { gap: None, fraction, point, normal }))
            }
            _ => return None,
        })
    }

    /// The names of the pairs in contact.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.world.pairs().iter().map(|&(a, b)| (self.name(a), self.name(b)))
    }

    /// The name of a collider.
    pub(super) fn name(&self, id: ColliderId) -> &str {
        let names = self.names.get(&id.body).map_or(&[][..], Vec::as_slice);
        names.get(usize::from(id.part)).map_or("", String::as_str)
    }

    fn run_error(&self, body: BodyId, error: &WorldError) -> RunError {
        match *error {
            WorldError::Placement { collider, error } => RunError::new(self.name(collider), error),
            _ => RunError::new(self.name(body.collider(0)), error),
        }
    }
}
