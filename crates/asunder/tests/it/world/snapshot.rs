//! Going back: the same calls give the same bits, and changed bytes are refused.

use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::world::{
    AttackId, AttackOptions, BodyId, BodyKind, BodyOptions, Collider, Correction, Event, EventLog,
    Layers, OwnerEvent, Response, Snapshot, SnapshotError,
};
use asunder::{
    Aabb, ConvexHull, HalfSpace, Obb, Pose, Rot2, Segment, Shape, Sphere, Vector, World,
};
use asunder_jury::Rng;
use std::collections::BTreeMap;

/// A world and what its game knows of it: all that a game would put into its own saved state.
#[derive(Clone)]
struct Game<V: Vector> {
    world: World<V>,
    bodies: Vec<BodyId>,
    attacks: Vec<AttackId>,
}

/// A game's saved state.
struct Saved<V: Vector> {
    snapshot: Snapshot<V>,
    bodies: Vec<BodyId>,
    attacks: Vec<AttackId>,
}

/// What a tick told.
#[derive(Clone, Debug, PartialEq)]
struct Told<V: Vector> {
    events: Vec<Event<V>>,
    owner_events: Vec<OwnerEvent>,
    pairs: usize,
    hash: u64,
}

fn halves<V: Vector>(rng: &mut Rng, count: usize) -> V::Array<f32> {
    V::array(|_| (rng.below(2 * count + 1) as f32 - count as f32) * 0.5)
}

fn rotation<V: Vector>(rng: &mut Rng) -> V::RotationArray {
    let mut rotation = V::IDENTITY;
    for number in rotation.as_mut() {
        *number += rng.between(-0.4, 0.4) as f32;
    }
    rotation
}

fn shape<V: Vector>(rng: &mut Rng) -> Shape<V> {
    let half = V::array(|_| 0.5 + rng.below(3) as f32 * 0.5);
    let center = halves::<V>(rng, 2);
    match rng.below(6) {
        0 => Sphere::new(center, half[0]).into(),
        1 => Segment::new(center, half).into(),
        2 => Aabb::from_center_half_extents(center, half).into(),
        3 => ConvexHull::new([center, half, V::array(|i| if i == 0 { 2.0 } else { -1.0 })]).into(),
        _ => Obb::new(center, half, rotation::<V>(rng)).into(),
    }
}

impl<V: Vector> Game<V> {
    fn new() -> Self {
        let layers = Layers::new()
            .layer("solid")
            .unwrap()
            .respond("solid", "solid", Response::Block)
            .unwrap()
            .respond("default", "solid", Response::Overlap)
            .unwrap();
        let solid = layers.id("solid").unwrap();
        let mut world = World::with_layers(layers);
        let floor = HalfSpace::new(V::array(|i| if i == 1 { 1.0 } else { 0.0 }), -4.0);
        world.insert(Collider::new(floor).layer(solid), BodyKind::Fixed).unwrap();
        let mover = Obb::new(V::array(|_| 0.0), V::array(|_| 0.5), V::IDENTITY);
        let bodies = (0..2)
            .map(|_| world.insert(Collider::new(mover).layer(solid), BodyKind::Moving).unwrap())
            .collect();
        Self { world, bodies, attacks: Vec::new() }
    }

    /// One tick of random calls, the same for the same input.
    fn tick(&mut self, input: u64) -> Told<V> {
        let rng = &mut Rng::new(input);
        for _ in 0..rng.below(5) {
            self.act(rng);
        }
        self.world.step();
        Told {
            events: self.world.events().to_vec(),
            owner_events: self.world.owner_events().to_vec(),
            pairs: self.world.pairs().len(),
            hash: self.world.hash(),
        }
    }

    fn act(&mut self, rng: &mut Rng) {
        let world = &mut self.world;
        let some = self.bodies[rng.below(self.bodies.len())];
        match rng.below(14) {
            0 if self.bodies.len() < 9 => {
                let parts: Vec<Collider<V>> = (0..1 + rng.below(3))
                    .map(|_| {
                        let part = Collider::new(shape::<V>(rng)).region(rng.below(3) as u16);
                        if rng.chance(0.2) { part.swept() } else { part }
                    })
                    .collect();
                let options = BodyOptions::from(BodyKind::Moving);
                let options =
                    if rng.chance(0.6) { options.owner(rng.below(3) as u64) } else { options };
                self.bodies.push(world.insert_body(&parts, options).unwrap());
            }
            1 if self.bodies.len() > 3 => {
                let at = 2 + rng.below(self.bodies.len() - 2);
                world.remove(self.bodies.swap_remove(at)).unwrap();
            }
            2 => {
                let options = AttackOptions::from(rng.below(3) as u64);
                let options = if rng.chance(0.5) { options.rehit_after(2) } else { options };
                let attack = world.begin_attack(options, &[some.collider(0)]).unwrap();
                self.attacks.push(attack);
            }
            3 if !self.attacks.is_empty() => {
                let attack = self.attacks.swap_remove(rng.below(self.attacks.len()));
                world.end_attack(attack).unwrap();
            }
            4 => {
                let _ = world.move_body(self.bodies[rng.below(2)], halves::<V>(rng, 6));
            }
            5 => world.teleported(some).unwrap(),
            7 => {
                let layer = world.layers().id(["default", "solid"][rng.below(2)]).unwrap();
                world.set_layer(some.collider(0), layer).unwrap();
            }
            8 => {
                let owner = rng.chance(0.7).then(|| rng.below(3) as u64);
                world.set_body_owner(some, owner).unwrap();
            }
            9 => {
                let one_way = rng.chance(0.8).then(|| V::from_array(halves::<V>(rng, 4)));
                world.set_one_way(some.collider(0), one_way).unwrap();
            }
            6 => {
                let count = world.colliders().filter(|id| id.body == some).count();
                let poses: Vec<Pose<V>> = (0..count)
                    .map(|_| Pose::new(halves::<V>(rng, 8), rotation::<V>(rng)))
                    .collect();
                world.set_body_poses(some, &poses).unwrap();
            }
            _ => {
                let pose = Pose::new(halves::<V>(rng, 8), rotation::<V>(rng));
                world.set_body_pose(some, &pose).unwrap();
            }
        }
    }

    fn save(&self) -> Saved<V> {
        let (bodies, attacks) = (self.bodies.clone(), self.attacks.clone());
        Saved { snapshot: self.world.snapshot(), bodies, attacks }
    }

    fn load(&mut self, saved: &Saved<V>, by_bytes: bool) {
        if by_bytes {
            let bytes = saved.snapshot.to_bytes();
            let snapshot = Snapshot::try_from_bytes(&bytes).unwrap();
            assert_eq!(snapshot.to_bytes(), bytes);
            self.world.restore(&snapshot);
        } else {
            self.world.restore(&saved.snapshot);
        }
        assert_eq!(self.world.hash(), saved.snapshot.hash());
        self.bodies.clone_from(&saved.bodies);
        self.attacks.clone_from(&saved.attacks);
    }
}

/// Guesses inputs, goes back when they turn out wrong, and must end as whoever knew them all along.
fn session<V: Vector>(seed: u64, corrections: &mut usize) {
    const TICKS: usize = 24;
    let mut rng = Rng::new(seed);
    let inputs: Vec<u64> = (0..TICKS).map(|_| rng.below(1 << 30) as u64).collect();
    let mut straight = Game::<V>::new();
    let truth: Vec<Told<V>> = inputs.iter().map(|&input| straight.tick(input)).collect();

    let mut game = Game::<V>::new();
    let mut log = EventLog::new();
    let mut heard: BTreeMap<u64, Vec<Event<V>>> = BTreeMap::new();
    let mut listen = |log: &mut EventLog<V>| {
        for correction in log.events_since_confirmed() {
            match correction {
                Correction::Happened { step, event } => heard.entry(step).or_default().push(event),
                Correction::Withdrawn { step, event } => {
                    *corrections += 1;
                    let told = heard.get_mut(&step).unwrap();
                    let at = told.iter().position(|other| *other == event);
                    told.remove(at.expect("only what was told is withdrawn"));
                }
            }
        }
    };
    let mut known = 0;
    while known < TICKS {
        let saved = game.save();
        let ahead = (1 + rng.below(6)).min(TICKS - known);
        for &input in &inputs[known..known + ahead] {
            let guess = if rng.chance(0.5) { input } else { rng.below(1 << 30) as u64 };
            game.tick(guess);
            log.record(&game.world);
            listen(&mut log);
        }
        game.load(&saved, rng.chance(0.5));
        let arrived = 1 + rng.below(ahead);
        for tick in known..known + arrived {
            assert_eq!(game.tick(inputs[tick]), truth[tick], "seed {seed}, tick {tick}");
            log.record(&game.world);
        }
        listen(&mut log);
        known += arrived;
        log.confirm(known as u64);
        assert_eq!(log.events_since_confirmed(), []);
    }
    for (step, told) in (1..).zip(&truth) {
        let mut heard = heard.remove(&step).unwrap_or_default();
        heard.sort_by_key(|event| told.events.iter().position(|other| other == event));
        assert_eq!(heard, told.events, "seed {seed}, step {step}");
    }
}

#[test]
fn a_thousand_sessions_of_rollback_end_as_those_that_knew() {
    let mut corrections = 0;
    for seed in 0..500 {
        session::<Vec2>(seed, &mut corrections);
        session::<Vec3>(seed, &mut corrections);
    }
    assert!(corrections > 1000, "{corrections}");
}

/// The sum at the end, from its description: so that changes can be made that it does not show.
fn with_sum(state: &[u8]) -> Vec<u8> {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 32;
    };
    for chunk in state.chunks(8) {
        let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        add(word);
    }
    add(state.len() as u64);
    [state, &sum.to_le_bytes()].concat()
}

fn played<V: Vector>(ticks: u64) -> Game<V> {
    let mut game = Game::<V>::new();
    (0..ticks).for_each(|tick| drop(game.tick(tick)));
    game
}

#[test]
fn bytes_that_were_changed_are_refused() {
    let bytes = played::<Vec2>(40).world.snapshot().to_bytes();
    assert_eq!(with_sum(&bytes[..bytes.len() - 8]), bytes);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Snapshot::<Vec2>::try_from_bytes(&changed).is_err(), "byte {at}");
        assert!(Snapshot::<Vec2>::try_from_bytes(&bytes[..at]).is_err(), "{at} bytes");
    }
    let error = |bytes: &[u8]| Snapshot::<Vec2>::try_from_bytes(bytes).unwrap_err();
    assert_eq!(error(b""), SnapshotError::NoSnapshot);
    assert_eq!(error(b"asnd"), SnapshotError::Truncated { at: 0 });
    assert_eq!(error(b"asnd\x03\0\x02"), SnapshotError::Version { found: 3 });
    assert_eq!(error(&bytes[..bytes.len() - 1]), SnapshotError::Changed);
    let flat = Snapshot::<Vec3>::try_from_bytes(&bytes).unwrap_err();
    let expected = "a snapshot of a world in 2D; read it as one of that dimension";
    assert_eq!(flat.to_string(), expected);
}

/// Changes that the sum agrees with: refused, or a world like any other.
#[test]
fn forged_bytes_are_refused_or_a_world() {
    let mut rng = Rng::new(31);
    let (mut refused, mut taken) = (0, 0);
    for round in 0..6000 {
        let game = if round % 100 == 0 { Some(played::<Vec3>(round / 100)) } else { None };
        let bytes =
            game.map_or_else(|| played_bytes(&mut rng), |game| game.world.snapshot().to_bytes());
        let mut state = bytes[..bytes.len() - 8].to_vec();
        for _ in 0..1 + rng.below(3) {
            let at = 7 + rng.below(state.len() - 7);
            state[at] = if rng.chance(0.5) { rng.below(256) as u8 } else { state[at] ^ 1 };
        }
        if rng.chance(0.1) {
            let at = 7 + rng.below(state.len() - 7);
            state[at..].fill(0xff);
        }
        match Snapshot::<Vec3>::try_from_bytes(&with_sum(&state)) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok(snapshot) => {
                let mut world = World3::new();
                world.restore(&snapshot);
                assert_eq!(world.hash(), snapshot.hash());
                for _ in 0..3 {
                    world.step();
                    let bodies: Vec<BodyId> = world.colliders().map(|id| id.body).collect();
                    let ray = Ray3::new([0.0; 3], [1.0, 0.5, 0.0]);
                    let _ = world.view().ray(&ray).all();
                    for body in bodies {
                        let _ = world.set_body_pose(body, &Pose3::from_translation([1.0; 3]));
                        let _ = world.remove(body);
                    }
                }
                taken += 1;
            }
        }
    }
    assert!(refused > 500 && taken > 500, "{refused} {taken}");
}

/// A contact with a body that is yet to come would be the newcomer's, who has none to lose.
#[test]
fn nobody_comes_with_contacts_of_another() {
    let mut world = World2::new();
    let ball = Sphere2::new([0.0, 0.0], 1.0);
    world.insert(ball, BodyKind::Moving).unwrap();
    let gone = world.insert(ball, BodyKind::Moving).unwrap();
    world.step();
    world.remove(gone).unwrap();
    let bytes = world.snapshot().to_bytes();
    let state = &bytes[..bytes.len() - 8];
    let mut taken = 0;
    for at in 7..state.len() {
        for byte in [0, 1, state[at].wrapping_sub(1)] {
            let mut forged = state.to_vec();
            forged[at] = byte;
            let Ok(snapshot) = Snapshot::<Vec2>::try_from_bytes(&with_sum(&forged)) else {
                continue;
            };
            let mut world = World2::new();
            world.restore(&snapshot);
            let far = Sphere2::new([9.0, 0.0], 1.0);
            let newcomer = world.insert(far, BodyKind::Moving).unwrap();
            world.step();
            let _ = world.remove(newcomer);
            world.step();
            taken += 1;
        }
    }
    assert!(taken > 50, "{taken}");
}

fn played_bytes(rng: &mut Rng) -> Vec<u8> {
    let mut game = Game::<Vec3>::new();
    (0..4).for_each(|_| drop(game.tick(rng.below(1 << 30) as u64)));
    game.world.snapshot().to_bytes()
}

/// Every kind of shape comes back bit for bit.
#[test]
fn all_shapes_go_through_bytes() {
    use asunder::{Depth, Layout};
    let mut world = World3::new();
    let x = [1.5, -0.0, 2.5];
    let y = [0.25, f32::from_bits(1), -3.0];
    let rows =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.5], [0.0, 0.0, -1.0, 0.0]];
    let halves = [Plane3::new(x, 1.0).back(), Plane3::new(y, 2.0).front()];
    let shapes: Vec<Shape3> = vec![
        Shape3::Point(Vec3::from(x)),
        Segment3::new(x, y).into(),
        Ray3::new(x, y).into(),
        Plane3::new(x, -0.5).into(),
        HalfSpace3::new(y, 0.5).into(),
        Sphere3::new(x, 0.5).into(),
        Capsule3::new(x, y, 0.5).into(),
        Aabb3::new([-1.0; 3], [1.0; 3]).into(),
        Obb3::new(x, [1.0, 0.0, 2.0], [0.1, -0.7, 3.0, 0.2]).into(),
        Triangle3::new(x, y, [0.0; 3]).into(),
        Frustum3::perspective(x, [0.0, 0.6, 0.0, 0.8], [-1.0, 1.0, -0.5, 0.5], 0.1, 9.0).into(),
        Frustum3::from_half_spaces(&halves).into(),
        Frustum3::from_projection(
            rows.as_flattened().try_into().unwrap(),
            Layout::Rows,
            Depth::ZeroToOne,
        )
        .unwrap()
        .into(),
        ConvexHull3::new([x, y, [0.0; 3], [1.0; 3], [1.0; 3]]).into(),
        Parallelepiped3::new(x, [y, x, [0.0; 3]]).into(),
    ];
    for shape in &shapes {
        world.insert(shape.clone(), BodyKind::Fixed).unwrap();
    }
    let bytes = world.snapshot().to_bytes();
    let snapshot = Snapshot::<Vec3>::try_from_bytes(&bytes).unwrap();
    assert_eq!(snapshot.to_bytes(), bytes);
    let mut copy = World3::new();
    copy.restore(&snapshot);
    let found: Vec<Shape3> = copy.colliders().map(|id| copy.shape(id).unwrap().clone()).collect();
    assert_eq!(found, shapes);
}

#[test]
fn a_hash_counts_every_bit() {
    let mut world = World2::new();
    let body =
        world.insert(Obb2::new([0.0; 2], [1.0; 2], Rot2::IDENTITY), BodyKind::Moving).unwrap();
    let mut seen = vec![world.hash()];
    let mut note = |world: &World2| {
        assert!(!seen.contains(&world.hash()));
        seen.push(world.hash());
    };
    world.step();
    note(&world);
    world.set_body_pose(body, &Pose2::from_translation([f32::from_bits(1), 0.0])).unwrap();
    note(&world);
    let attack = world.begin_attack(1, &[body.collider(0)]).unwrap();
    note(&world);
    world.end_attack(attack).unwrap();
    note(&world);
    world.remove(body).unwrap();
    note(&world);
}
