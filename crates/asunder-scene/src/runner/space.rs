//! A world in which everything has a name.

use super::attack::Attack;
use super::budget::{self, Census};
use crate::event::{EventKind, Meeting, NamedEvent};
use asunder::world::{
    AttackHit, BodyId, BodyOptions, Collider, ColliderId, Event, Layers, WorldError,
};
use asunder::{Shape, Vector, World};
use std::collections::BTreeMap;

/// A world, the names of its colliders, and how near its movers came.
#[derive(Clone, Debug)]
pub(super) struct Space<V: Vector> {
    world: World<V>,
    /// For each body the names of its colliders.
    names: BTreeMap<BodyId, Vec<String>>,
    /// What remains, in this tick, between each mover and what stopped it.
    gaps: BTreeMap<BodyId, f32>,
    /// All colliders; none is ever removed.
    colliders: Vec<ColliderId>,
    census: Census,
    attacks: Vec<Attack>,
}

/// Something in a scene that cannot go on, and why.
#[derive(Debug)]
pub(super) struct Trouble {
    pub(super) name: String,
    pub(super) problem: String,
}

impl Trouble {
    pub(super) fn new(name: &str, problem: impl ToString) -> Self {
        Self { name: name.to_owned(), problem: problem.to_string() }
    }
}

impl<V: Vector> Space<V> {
    pub(super) fn new(layers: &Layers) -> Self {
        let world = World::with_layers(layers.clone());
        Self {
            world,
            names: BTreeMap::new(),
            gaps: BTreeMap::new(),
            colliders: Vec::new(),
            census: Census::default(),
            attacks: Vec::new(),
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
        colliders.iter().try_for_each(|collider| self.census.add(&collider.shape))?;
        let body = self.world.insert_body(colliders, options);
        let body = body.map_err(|error| error.to_string())?;
        self.colliders.extend((0..).zip(colliders).map(|(part, _)| body.collider(part)));
        self.names.insert(body, names);
        Ok(body)
    }

    pub(super) fn add_attack(&mut self, attack: Attack) {
        self.attacks.push(attack);
    }

    /// Begins the attacks of a tick, before anything goes to where it is then.
    pub(super) fn begin_attacks(&mut self, tick: u32) -> Result<(), Trouble> {
        let world = &mut self.world;
        self.attacks.iter_mut().try_for_each(|attack| attack.begin(tick, world))?;
        let open = || self.attacks.iter().filter(|attack| attack.is_open());
        let attacking: Vec<ColliderId> = open().flat_map(Attack::colliders).copied().collect();
        let check = budget::check_attacks(&self.world, &attacking, self.census);
        let name = || open().next().map_or("", Attack::by);
        check.map_err(|problem| Trouble::new(name(), problem))
    }

    /// Puts the colliders of a body where they are now.
    pub(super) fn place(&mut self, body: BodyId, shapes: &[Shape<V>]) -> Result<(), Trouble> {
        self.world.set_body_shapes(body, shapes).map_err(|error| self.trouble(body, &error))
    }

    /// Moves a body until contact; returns where its middle came to.
    pub(super) fn push(&mut self, body: BodyId, motion: V::Array<f32>) -> Result<V, Trouble> {
        let stop =
            self.world.move_body(body, motion).map_err(|error| self.trouble(body, &error))?;
        if !stop.hits.is_empty() {
            self.gaps.insert(body, stop.gap);
        }
        Ok(stop.position)
    }

    /// Finds what came into contact in a tick, what lost it, and what was hit. Attacks end whose last
    /// tick this is.
    pub(super) fn step(&mut self, tick: u32, events: &mut Vec<NamedEvent>) -> Result<(), Trouble> {
        let layers = self.world.layers();
        let name = |id| self.name(id).to_owned();
        budget::check_contacts(&self.world, layers, &self.colliders, name)?;
        self.world.step();
        for event in self.world.events() {
            let (a, b) = event.colliders();
            let Some((kind, meeting)) = self.told(event) else { continue };
            let (a, b) = (self.name(a).to_owned(), self.name(b).to_owned());
            events.push(NamedEvent { tick, kind, a, b, meeting });
        }
        self.gaps.clear();
        let world = &mut self.world;
        self.attacks.iter_mut().try_for_each(|attack| attack.end(tick, world))
    }

    /// The kind of an event, if it is one that scenes know.
    fn told(&self, event: &Event<V>) -> Option<(EventKind, Option<Meeting>)> {
        let numbers = |v: V| (0..V::DIM).map(|i| v.to_array()[i]).collect();
        Some(match *event {
            Event::Enter { .. } => (EventKind::Enter, None),
            Event::Exit { .. } => (EventKind::Exit, None),
            Event::Unblocked { .. } => (EventKind::Unblocked, None),
            Event::Blocked { mover, point, normal, fraction, .. } => {
                let gap = self.gaps.get(&mover.body).copied().unwrap_or(0.0);
                let (point, normal) = (numbers(point), numbers(normal));
                (EventKind::Blocked, Some(Meeting { gap: Some(gap), fraction, point, normal }))
            }
            Event::Hit(AttackHit { point, normal, fraction, .. }) => {
                let (point, normal) = (numbers(point), numbers(normal));
                (EventKind::Hit, Some(Meeting { gap: None, fraction, point, normal }))
            }
            _ => return None,
        })
    }

    /// The names of what is in contact.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.world.pairs().iter().map(|&(a, b)| (self.name(a), self.name(b)))
    }

    /// What a collider is called.
    pub(super) fn name(&self, id: ColliderId) -> &str {
        let names = self.names.get(&id.body).map_or(&[][..], Vec::as_slice);
        names.get(usize::from(id.part)).map_or("", String::as_str)
    }

    fn trouble(&self, body: BodyId, error: &WorldError) -> Trouble {
        match *error {
            WorldError::Placement { collider, error } => Trouble::new(self.name(collider), error),
            _ => Trouble::new(self.name(body.collider(0)), error),
        }
    }
}
