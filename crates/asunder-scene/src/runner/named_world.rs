//! Worlds with named colliders.

use super::attack::ScheduledAttack;
use super::budget::{self, Load, WorldSize};
use super::clock::Clock;
use super::nodes::{self, LevelNodes};
use crate::event::{EventKind, Impact, LevelPart, NamedEvent};
use asunder::level::Parts as _;
use asunder::recording::RecordedMove;
use asunder::world::{
    AttackHit, AttackId, BodyId, BodyOptions, Collider, ColliderId, Crushed, Event, LayerId,
    LayerSet, Layers, OwnerEvent, Party, Walk, WalkOptions, WorldError,
};
use asunder::{Aabb, Level, Mover, Pose, Shape, Vector, World};
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
    /// The level, if there is one, and the nodes that its triangles belong to.
    level: Option<(ColliderId, LevelNodes)>,
    /// The names of the entries, by the numbers of owners.
    owners: Vec<String>,
    /// The colliders of this tick's events, in their order; `None` of events between owners.
    of_events: Vec<Option<EventColliders>>,
    /// The motions of movers in this tick.
    moves: Vec<RecordedMove<V>>,
    /// The boxes around what attacks in this tick, before anything moves, if there is much of it.
    attack_starts: Vec<(ColliderId, Aabb<V>)>,
    /// Who was crushed in this tick, and by what; who is crushed on is told of once.
    crushed: Vec<(BodyId, ColliderId)>,
    /// What walks and carriers of this tick had to look at.
    load: Load,
}

/// The colliders of an event, and the triangle of the one that is a level.
#[derive(Clone, Copy, Debug)]
struct EventColliders {
    pair: [ColliderId; 2],
    triangle: Option<u32>,
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
    pub(super) fn new(layers: &Layers, owners: Vec<String>) -> Self {
        let world = World::with_layers(layers.clone());
        Self {
            world,
            names: BTreeMap::new(),
            gaps: BTreeMap::new(),
            colliders: Vec::new(),
            size: WorldSize::default(),
            attacks: Vec::new(),
            level: None,
            owners,
            of_events: Vec::new(),
            moves: Vec::new(),
            attack_starts: Vec::new(),
            crushed: Vec::new(),
            load: Load::default(),
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

    /// Adds the level: a fixed body of one collider.
    pub(super) fn insert_level(
        &mut self,
        level: impl Into<Level<V>>,
        nodes: LevelNodes,
        name: &str,
        options: BodyOptions,
    ) -> Result<BodyId, WorldError> {
        let body = self.world.insert_level(level, options)?;
        self.colliders.push(body.collider(0));
        self.names.insert(body, vec![name.to_owned()]);
        self.level = Some((body.collider(0), nodes));
        Ok(body)
    }

    /// The layer of a collider, and those that pass through it.
    pub(super) fn set_layers(
        &mut self,
        id: ColliderId,
        layer: LayerId,
        ignore: LayerSet,
    ) -> Result<(), WorldError> {
        self.world.set_layer(id, layer)?;
        self.world.set_ignore(id, ignore)
    }

    /// The level, placed, with its collider.
    pub(super) fn level(&self) -> Option<(ColliderId, &Level<V>)> {
        let (id, _) = self.level.as_ref()?;
        Some((*id, self.world.level(*id).ok()??))
    }

    pub(super) fn add_attack(&mut self, attack: ScheduledAttack) {
        self.attacks.push(attack);
    }

    /// Begins the attacks of a tick, before anything moves.
    pub(super) fn begin_attacks(&mut self, tick: u32) -> Result<(), RunError> {
        self.moves.clear();
        self.load = Load::default();
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
        let from = self.world.shape(body.collider(0)).map(Mover::position).unwrap_or_default();
        let stop =
            self.world.move_body(body, motion).map_err(|error| self.run_error(body, &error))?;
        self.moves.push(RecordedMove::stop(body, from, V::from_array(motion), &stop));
        if !stop.hits.is_empty() {
            self.gaps.insert(body, stop.gap);
        }
        Ok(stop.position)
    }

    /// Walks a body for a tick; returns its new position, too.
    pub(super) fn walk(
        &mut self,
        body: BodyId,
        velocity: V::Array<f32>,
        clock: Clock,
        options: &WalkOptions<V>,
    ) -> Result<(Walk<V>, V), RunError> {
        let motion = V::array(|i| clock.motion(velocity[i]));
        let reach = [options.slide.step_height, options.slide.snap, options.slide.ledge];
        let load = self.load.add_walk(&self.world, body, &motion, &reach);
        load.map_err(|problem| RunError::new(self.name(body.collider(0)), problem))?;
        let walk = self.world.walk_body(body, velocity, clock.step() as f32, options);
        let walk = walk.map_err(|error| self.run_error(body, &error))?;
        let to = self.world.shape(body.collider(0)).map(Mover::position).unwrap_or_default();
        let (end, moved) = (to.to_array(), walk.moved.to_array());
        let from = V::from_array(V::array(|i| end[i] - moved[i]));
        self.moves.push(RecordedMove::walk(body, from, V::from_array(motion), &walk));
        Ok((walk, to))
    }

    /// Moves a carrier to a pose, with those who stand on it.
    pub(super) fn carry(
        &mut self,
        body: BodyId,
        pose: &Pose<V>,
        turns: bool,
    ) -> Result<(), RunError> {
        let load = self.load.add_carry(&self.world, body, turns);
        load.map_err(|problem| RunError::new(self.name(body.collider(0)), problem))?;
        self.world.carry(body, pose).map(drop).map_err(|error| self.run_error(body, &error))
    }

    /// Gives a body a pose, so that it can be turned.
    pub(super) fn set_unturned(&mut self, body: BodyId) -> Result<(), WorldError> {
        self.world.set_body_pose(body, &Pose::identity())
    }

    /// Sets the velocity of the surface of a body's collider.
    pub(super) fn set_surface_velocity(
        &mut self,
        body: BodyId,
        velocity: V::Array<f32>,
    ) -> Result<(), WorldError> {
        self.world.set_surface_velocity(body.collider(0), velocity)
    }

    /// Steps the world, lists the events of the tick, and ends attacks whose last tick this is.
    pub(super) fn step(&mut self, tick: u32, events: &mut Vec<NamedEvent>) -> Result<(), RunError> {
        let layers = self.world.layers();
        let name = |id| self.name(id).to_owned();
        budget::check_contacts(&self.world, layers, &self.colliders, name)?;
        budget::check_reach(&self.world, layers, &self.attack_starts, name)?;
        self.world.step();
        let mut of_events = std::mem::take(&mut self.of_events);
        of_events.clear();
        for event in self.world.owner_events() {
            let (kind, a, b) = match *event {
                OwnerEvent::Enter { a, b } => (EventKind::Meet, a, b),
                OwnerEvent::Exit { a, b, .. } => (EventKind::Part, a, b),
                _ => continue,
            };
            let (a, b) = (self.party(a).to_owned(), self.party(b).to_owned());
            let (against, part, impact) = (None, None, None);
            events.push(NamedEvent { tick, kind, a, b, against, part, impact });
            of_events.push(None);
        }
        let crushed_before = std::mem::take(&mut self.crushed);
        let mut crushed_now = Vec::new();
        for event in self.world.events() {
            let (a, b) = event.colliders();
            if let Event::Crushed(Crushed { body, by, .. }) = *event {
                crushed_now.push((body, by));
                if crushed_before.contains(&(body, by)) {
                    continue;
                }
            }
            let Some((kind, impact)) = self.kind_and_impact(event) else { continue };
            let triangle = self.triangle(event);
            of_events.push(Some(EventColliders { pair: [a, b], triangle }));
            let part = triangle.and_then(|number| self.part(number));
            let (a, b) = (self.name(a).to_owned(), self.name(b).to_owned());
            let against = match event {
                Event::Crushed(Crushed { against, .. }) => Some(self.name(*against).to_owned()),
                _ => None,
            };
            events.push(NamedEvent { tick, kind, a, b, against, part, impact });
        }
        self.of_events = of_events;
        self.crushed = crushed_now;
        self.gaps.clear();
        let world = &mut self.world;
        self.attacks.iter_mut().try_for_each(|attack| attack.end(tick, world))
    }

    /// The triangle of a level that an event is about: where a mover was stopped or an attack hit, else
    /// the first that the other one meets.
    fn triangle(&self, event: &Event<V>) -> Option<u32> {
        let (id, level) = self.level()?;
        let (a, b) = event.colliders();
        let other = if a == id { b } else { a };
        match *event {
            _ if a != id && b != id => None,
            Event::Blocked { point, normal, .. } => nodes::triangle_at(level, point, normal),
            Event::Hit(AttackHit { point, normal, .. }) => nodes::triangle_at(level, point, normal),
            Event::Enter { .. } => {
                level.parts_intersecting(self.world.shape(other).ok()?).first().copied()
            }
            _ => None,
        }
    }

    /// A triangle of the level by name.
    pub(super) fn part(&self, triangle: u32) -> Option<LevelPart> {
        let (_, nodes) = self.level.as_ref()?;
        Some(LevelPart { triangle, node: nodes.node(triangle).to_owned() })
    }

    /// The number of triangles of the level; zero without any.
    pub(super) fn level_triangles(&self) -> usize {
        self.level().map_or(0, |(_, level)| level.part_count())
    }

    /// The shapes of the colliders of this tick's event of an index, where they are now; `None` of an event
    /// between owners, and past the last.
    pub(super) fn event_shapes(&self, index: usize) -> Option<(Shape<V>, Shape<V>)> {
        let EventColliders { pair: [a, b], triangle } = (*self.of_events.get(index)?)?;
        let shape = |id| match (self.level(), triangle) {
            (Some((level, parts)), Some(number)) if level == id => parts.part(number),
            _ => self.world.shape(id).ok().cloned(),
        };
        Some((shape(a)?, shape(b)?))
    }

    /// The number of this tick's events.
    pub(super) fn event_count(&self) -> usize {
        self.of_events.len()
    }

    /// The shapes of the colliders that a name means: those called so, or all of an entry. A level is there with
    /// one of its parts.
    pub(super) fn shapes_of<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (String, Shape<V>)> {
        let is_meant = move |label: &str| {
            label == name
                || label.strip_prefix(name).is_some_and(|of_entry| of_entry.starts_with('/'))
        };
        let labelled = self.colliders.iter().map(|&id| (self.name(id), id));
        let meant = labelled.filter(move |(label, _)| is_meant(label));
        meant.filter_map(|(label, id)| {
            let shape = self.world.shape(id).ok().cloned();
            let shape = shape.or_else(|| self.level()?.1.part(0));
            Some((label.to_owned(), shape?))
        })
    }

    /// The name of an owner, or of a body without one.
    fn party(&self, party: Party) -> &str {
        match party {
            Party::Body(body) => self.name(body.collider(0)),
            Party::Owner(number) => usize::try_from(number)
                .ok()
                .and_then(|number| self.owners.get(number))
                .map_or("", String::as_str),
        }
    }

    /// The kind and impact of an event, if scenes have this kind.
    fn kind_and_impact(&self, event: &Event<V>) -> Option<(EventKind, Option<Impact>)> {
        let numbers = |v: V| (0..V::DIM).map(|i| v.to_array()[i]).collect();
        Some(match *event {
            Event::Enter { .. } => (EventKind::Enter, None),
            Event::Exit { .. } => (EventKind::Exit, None),
            Event::Unblocked { .. } => (EventKind::Unblocked, None),
            Event::Crushed(_) => (EventKind::Crushed, None),
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

    /// The motions of movers in the last tick.
    pub(super) fn moves(&self) -> &[RecordedMove<V>] {
        &self.moves
    }

    /// The attacks that were open in the last step: each with its owner and colliders.
    pub(super) fn attacks_of_step(&self) -> impl Iterator<Item = (AttackId, u64, &[ColliderId])> {
        self.attacks.iter().filter_map(|attack| {
            let (id, owner) = attack.of_step()?;
            Some((id, owner, attack.colliders()))
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
