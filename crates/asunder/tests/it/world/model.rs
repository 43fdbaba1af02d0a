//! A world that compares all with all, and thousands of random calls given to both.

use asunder::glam::{Vec2, Vec3};
use asunder::world::{
    BodyId, BodyKind, BodyOptions, Collider, ColliderId, Event, ExitReason, Filter, LayerId,
    LayerSet, Layers, OwnerEvent, Party, Response, World, WorldError,
};
use asunder::{Aabb, HalfSpace, Intersects, Obb, Penetrates, Plane, Pose, Shape, Sphere, Vector};
use asunder_jury::Rng;
use std::collections::{BTreeMap, BTreeSet};

const NAMES: [&str; 4] = ["default", "ghost", "trigger", "solid"];

/// By layer and layer, at first.
const RESPONSES: [[Response; 4]; 4] = {
    use Response::{Block, Ignore, Overlap, Touch};
    [
        [Touch, Ignore, Overlap, Block],
        [Ignore, Touch, Ignore, Overlap],
        [Overlap, Ignore, Ignore, Touch],
        [Block, Overlap, Touch, Block],
    ]
};

fn layers() -> Layers {
    let mut layers = Layers::new();
    for name in &NAMES[1..] {
        layers = layers.layer(*name).unwrap();
    }
    for (a, row) in NAMES.iter().zip(RESPONSES) {
        for (b, response) in NAMES.iter().zip(row) {
            layers = layers.respond(a, b, response).unwrap();
        }
    }
    layers
}

struct Body<V: Vector> {
    id: BodyId,
    options: BodyOptions,
    colliders: Vec<Collider<V>>,
    shapes: Vec<Shape<V>>,
}

/// The naive world.
struct Model<V: Vector> {
    layers: [LayerId; 4],
    /// By layer and layer.
    responses: [[Response; 4]; 4],
    bodies: Vec<Body<V>>,
    contacts: BTreeSet<(ColliderId, ColliderId)>,
}

impl<V: Vector> Model<V> {
    fn colliders(&self) -> impl Iterator<Item = (ColliderId, &Body<V>, &Collider<V>, &Shape<V>)> {
        self.bodies.iter().flat_map(|body| {
            (0..).zip(&body.colliders).zip(&body.shapes).map(move |((part, collider), shape)| {
                (body.id.collider(part), body, collider, shape)
            })
        })
    }

    fn layer(&self, collider: &Collider<V>) -> usize {
        self.layers.iter().position(|&layer| layer == collider.layer).unwrap()
    }

    fn contacts(&self) -> BTreeSet<(ColliderId, ColliderId)> {
        let mut contacts = BTreeSet::new();
        for (a_id, a_body, a, a_shape) in self.colliders() {
            for (b_id, b_body, b, b_shape) in self.colliders() {
                let fixed = [a_body, b_body].iter().all(|b| b.options.kind == BodyKind::Fixed);
                let owner = a_body.options.owner;
                if a_id.body >= b_id.body
                    || fixed
                    || (owner.is_some() && owner == b_body.options.owner)
                    || a.ignore.contains(b.layer)
                    || b.ignore.contains(a.layer)
                {
                    continue;
                }
                let contact = match self.responses[self.layer(a)][self.layer(b)] {
                    Response::Ignore => false,
                    Response::Touch => a_shape.intersects(b_shape),
                    Response::Overlap | Response::Block => a_shape.penetrates(b_shape),
                };
                if contact {
                    contacts.insert((a_id, b_id));
                }
            }
        }
        contacts
    }

    fn step(&mut self) -> Vec<Event<V>> {
        let now = self.contacts();
        let is_there = |id: ColliderId| self.bodies.iter().any(|body| body.id == id.body);
        let events = self.contacts.symmetric_difference(&now).map(|&(a, b)| {
            if now.contains(&(a, b)) {
                Event::Enter { a, b }
            } else if is_there(a) && is_there(b) {
                Event::Exit { a, b, reason: ExitReason::Parted }
            } else {
                Event::Exit { a, b, reason: ExitReason::Removed }
            }
        });
        let events = events.collect();
        self.contacts = now;
        events
    }

    fn intersecting(&self, asked: &Shape<V>, layers: LayerSet, not_of: u64) -> Vec<ColliderId> {
        let found = self.colliders().filter(|(_, body, collider, shape)| {
            layers.contains(collider.layer)
                && body.options.owner != Some(not_of)
                && shape.intersects(asked)
        });
        let mut found: Vec<ColliderId> = found.map(|(id, ..)| id).collect();
        found.sort_unstable();
        found
    }
}

/// A dimension: random rotations, with quarter turns among them.
trait Space: Vector {
    fn rotation_of(numbers: [f32; 4]) -> Self::RotationArray;
}

impl Space for Vec2 {
    fn rotation_of([x, y, ..]: [f32; 4]) -> [f32; 2] {
        [x, y]
    }
}

impl Space for Vec3 {
    fn rotation_of(numbers: [f32; 4]) -> [f32; 4] {
        numbers
    }
}

/// A random multiple of a half: so that shapes touch exactly.
fn halves(rng: &mut Rng, count: usize) -> f32 {
    (rng.below(2 * count + 1) as f32 - count as f32) * 0.5
}

fn vector<V: Space>(rng: &mut Rng, count: usize) -> V::Array<f32> {
    V::array(|_| halves(rng, count))
}

fn rotation<V: Space>(rng: &mut Rng) -> V::RotationArray {
    if rng.chance(0.7) {
        let mut unit = [0.0; 4];
        unit[rng.below(2)] = 1.0;
        V::rotation_of(unit)
    } else {
        V::rotation_of(core::array::from_fn(|_| rng.between(0.1, 1.0) as f32))
    }
}

fn pose<V: Space>(rng: &mut Rng) -> Pose<V> {
    Pose::new(vector::<V>(rng, 10), rotation::<V>(rng))
}

fn shape<V: Space>(rng: &mut Rng, motion: BodyKind) -> Shape<V> {
    let center = vector::<V>(rng, 4);
    let half = V::array(|_| halves(rng, 2).abs());
    match rng.below(if motion == BodyKind::Fixed { 13 } else { 11 }) {
        0 => Shape::Point(V::from_array(center)),
        1..4 => Sphere::new(center, half[0]).into(),
        4..6 => Aabb::from_center_half_extents(center, half).into(),
        6..11 => Obb::new(center, half, rotation::<V>(rng)).into(),
        11 => Plane::new(V::array(|i| center[i] + 0.25), half[0] * 9.0).into(),
        _ => HalfSpace::new(V::array(|i| center[i] + 0.25), half[0] * -40.0).into(),
    }
}

/// Both worlds, and what to do next.
struct Trial<V: Space> {
    world: World<V>,
    model: Model<V>,
    rng: Rng,
    log: Vec<Event<V>>,
    /// Whose every body is that ever was, and was at the last step; and which parties are in contact.
    parties: BTreeMap<BodyId, Party>,
    parties_before: BTreeMap<BodyId, Party>,
    in_contact: BTreeSet<(Party, Party)>,
}

impl<V: Space> Trial<V> {
    fn new(seed: u64) -> Self {
        let layers = layers();
        let model = Model {
            layers: NAMES.map(|name| layers.id(name).unwrap()),
            responses: RESPONSES,
            bodies: Vec::new(),
            contacts: BTreeSet::new(),
        };
        let world = World::with_layers(layers);
        Self {
            world,
            model,
            rng: Rng::new(seed),
            log: Vec::new(),
            parties: BTreeMap::new(),
            parties_before: BTreeMap::new(),
            in_contact: BTreeSet::new(),
        }
    }

    fn insert(&mut self) {
        let rng = &mut self.rng;
        let motion = if rng.chance(0.3) { BodyKind::Fixed } else { BodyKind::Moving };
        let mut options = BodyOptions::from(motion);
        if rng.chance(0.3) {
            options = options.owner(rng.below(3) as u64);
        }
        let count = 1 + rng.below(3);
        let layers = self.model.layers;
        let colliders: Vec<Collider<V>> = (0..count)
            .map(|_| {
                let collider = Collider::new(shape::<V>(rng, motion)).layer(layers[rng.below(4)]);
                if rng.chance(0.2) { collider.ignore(layers[rng.below(4)]) } else { collider }
            })
            .collect();
        let id = self.world.insert_body(&colliders, options).unwrap();
        self.parties.insert(id, options.owner.map_or(Party::Body(id), Party::Owner));
        let shapes = colliders.iter().map(|collider| collider.shape.clone()).collect();
        self.model.bodies.push(Body { id, options, colliders, shapes });
    }

    fn remove(&mut self) {
        let body = self.model.bodies.swap_remove(self.rng.below(self.model.bodies.len()));
        self.world.remove(body.id).unwrap();
        assert_eq!(self.world.remove(body.id), Err(WorldError::NoBody { body: body.id }));
    }

    fn place(&mut self) {
        let (rng, world) = (&mut self.rng, &mut self.world);
        let place = rng.below(self.model.bodies.len());
        let body = &mut self.model.bodies[place];
        let count = body.colliders.len();
        let transformed =
            |collider: &Collider<V>, pose: &Pose<V>| collider.shape.try_transformed(pose).unwrap();
        match rng.below(4) {
            0..2 => {
                let pose = pose::<V>(rng);
                body.shapes = body.colliders.iter().map(|c| transformed(c, &pose)).collect();
                world.set_body_pose(body.id, &pose).unwrap();
            }
            2 => {
                let poses: Vec<Pose<V>> = (0..count).map(|_| pose::<V>(rng)).collect();
                let placed = body.colliders.iter().zip(&poses);
                body.shapes = placed.map(|(c, pose)| transformed(c, pose)).collect();
                world.set_body_poses(body.id, &poses).unwrap();
            }
            _ => {
                let motion = body.options.kind;
                body.shapes = (0..count).map(|_| shape::<V>(rng, motion)).collect();
                world.set_body_shapes(body.id, &body.shapes).unwrap();
            }
        }
    }

    /// Changes what a collider is, or whose a body, where it is.
    fn change(&mut self) {
        let (rng, world) = (&mut self.rng, &mut self.world);
        let layers = self.model.layers;
        let place = rng.below(self.model.bodies.len());
        let body = &mut self.model.bodies[place];
        let part = rng.below(body.colliders.len());
        let (id, collider) = (body.id.collider(part as u16), &mut body.colliders[part]);
        match rng.below(7) {
            0..3 => {
                collider.layer = layers[rng.below(4)];
                world.set_layer(id, collider.layer)
            }
            3 => {
                collider.ignore = (0..rng.below(3)).map(|_| layers[rng.below(4)]).collect();
                world.set_ignore(id, collider.ignore)
            }
            4 => {
                collider.tag = rng.below(9) as u64;
                (collider.region, collider.bone) = (rng.below(9) as u16, None);
                let tagged = world.set_tag(id, collider.tag);
                tagged.and(world.set_region(id, collider.region)).and(world.set_bone(id, None))
            }
            _ => {
                let owner = rng.chance(0.7).then(|| rng.below(3) as u64);
                body.options = owner.map_or(body.options.kind.into(), |owner| {
                    BodyOptions::from(body.options.kind).owner(owner)
                });
                self.parties.insert(body.id, owner.map_or(Party::Body(body.id), Party::Owner));
                world.set_body_owner(body.id, owner)
            }
        }
        .unwrap();
    }

    /// Changes how two layers respond to each other.
    fn respond(&mut self) {
        use Response::{Block, Ignore, Overlap, Touch};
        let rng = &mut self.rng;
        let (a, b) = (rng.below(4), rng.below(4));
        let response = [Ignore, Touch, Overlap, Block][rng.below(4)];
        self.world.set_response(NAMES[a], NAMES[b], response).unwrap();
        (self.model.responses[a][b], self.model.responses[b][a]) = (response, response);
        let [a, b] = [a, b].map(|layer| self.model.layers[layer]);
        assert_eq!(self.world.layers().response(b, a), response);
    }

    /// Calls that are refused, and so must leave no trace.
    fn err(&mut self) {
        let body = &self.model.bodies[self.rng.below(self.model.bodies.len())];
        let nowhere = Pose::new(V::array(|_| f32::NAN), V::IDENTITY);
        let mut poses = vec![pose::<V>(&mut self.rng); body.colliders.len()];
        *poses.last_mut().unwrap() = nowhere;
        assert!(self.world.set_body_poses(body.id, &poses).is_err());
        assert!(self.world.set_body_pose(body.id, &nowhere).is_err());
        assert!(self.world.set_body_shapes(body.id, &[]).is_err());
        let none = body.id.collider(body.colliders.len() as u16);
        assert!(self.world.set_layer(none, self.model.layers[1]).is_err());
        assert!(self.world.set_response(NAMES[0], "nobody", Response::Ignore).is_err());
    }

    fn step(&mut self) {
        self.world.step();
        assert_eq!(self.world.events(), self.model.step());
        assert!(self.world.pairs().iter().eq(&self.model.contacts));
        self.log.extend(self.world.events());
        self.check_owners();
    }

    /// The first box in and the last box out.
    fn check_owners(&mut self) {
        let party = |id: ColliderId| self.parties[&id.body];
        let party_before = |id: ColliderId| self.parties_before[&id.body];
        let both = |(a, b)| if b < a { (b, a) } else { (a, b) };
        let pairs = self.world.pairs().iter().map(|&(a, b)| both((party(a), party(b))));
        let of_owners = |pair: &(Party, Party)| matches!(pair.0, Party::Owner(_));
        let now: BTreeSet<_> = pairs.filter(of_owners).collect();
        let removed = |of: (Party, Party)| {
            self.world.events().iter().any(|event| match *event {
                Event::Exit { a, b, reason } => {
                    reason == ExitReason::Removed && both((party_before(a), party_before(b))) == of
                }
                _ => false,
            })
        };
        let changed = self.in_contact.symmetric_difference(&now).map(|&(a, b)| {
            if now.contains(&(a, b)) {
                return OwnerEvent::Enter { a, b };
            }
            let reason = if removed((a, b)) { ExitReason::Removed } else { ExitReason::Parted };
            OwnerEvent::Exit { a, b, reason }
        });
        let changed: Vec<OwnerEvent> = changed.collect();
        assert_eq!(self.world.owner_events(), changed);
        self.in_contact = now;
        self.parties_before.clone_from(&self.parties);
    }

    fn ask(&mut self) {
        let asked = shape::<V>(&mut self.rng, BodyKind::Fixed);
        let layers = LayerSet::ALL.without(self.model.layers[self.rng.below(4)]);
        let expected = self.model.intersecting(&asked, layers, 1);
        let filter = Filter::new().layers(layers).not_of(1);
        assert_eq!(self.world.view().intersecting(&asked).filter(filter).ids(), expected);
        assert_eq!(
            self.world.view().intersecting(&asked).filter(filter).any(),
            !expected.is_empty()
        );
        for (id, body, collider, shape) in self.model.colliders() {
            assert_eq!(self.world.shape(id), Ok(shape));
            assert_eq!(self.world.collider(id), Ok(collider));
            assert_eq!(self.world.body_options(id.body), Ok(body.options));
        }
    }

    fn run(mut self, operations: usize) -> Vec<Event<V>> {
        for _ in 0..operations {
            let crowd = self.model.bodies.len();
            match self.rng.below(24) {
                0..4 if crowd < 30 => self.insert(),
                _ if crowd == 0 => self.insert(),
                0..2 => self.remove(),
                2..13 => self.place(),
                13 => self.err(),
                14..18 => self.step(),
                18..22 => self.change(),
                22 => self.respond(),
                _ => self.ask(),
            }
        }
        self.log
    }
}

fn agrees<V: Space>(seeds: core::ops::Range<u64>) {
    const OPERATIONS: usize = 2_000;
    let mut log = Vec::new();
    for seed in seeds {
        let events = Trial::<V>::new(seed).run(OPERATIONS);
        assert_eq!(events, Trial::<V>::new(seed).run(OPERATIONS), "the same calls, seed {seed}");
        log.extend(events);
    }
    let count = |which: fn(&Event<V>) -> bool| log.iter().filter(|&event| which(event)).count();
    let removed =
        |event: &Event<V>| matches!(event, Event::Exit { reason: ExitReason::Removed, .. });
    let parted = |event: &Event<V>| matches!(event, Event::Exit { reason: ExitReason::Parted, .. });
    assert!(count(removed) > 100 && count(parted) > 1000, "{} events", log.len());
}

/// How many rows of calls: with `ASUNDER_LONG` in the environment a million calls in all.
fn seeds() -> core::ops::Range<u64> {
    if std::env::var_os("ASUNDER_LONG").is_some() { 0..250 } else { 0..8 }
}

#[test]
fn random_calls_agree_with_the_model_in_2d() {
    agrees::<Vec2>(seeds());
}

#[test]
fn random_calls_agree_with_the_model_in_3d() {
    agrees::<Vec3>(seeds());
}
