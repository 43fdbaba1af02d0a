//! A session of a game: the hash of its world after every tick, which counts every bit of its state.

use crate::case::rotation;
use crate::sheet::{Class, Sheet};
use asunder::glam::{Vec2, Vec3};
use asunder::history::Tick;
use asunder::recording::state_hash;
use asunder::world::{
    AttackId, AttackOptions, BodyId, BodyKind, BodyOptions, Collider, Layers, Response, Snapshot,
    World,
};
use asunder::{
    Aabb, Capsule, HalfSpace, Obb, Pose, Recorder, Recording, Segment, Shape, Sphere, Vector,
};
use asunder_jury::Rng;
use core::fmt::{Debug, Display};
use std::collections::VecDeque;

const TICKS: u32 = 120;
const BONES: usize = 5;

pub(super) fn ask(sheet: &mut Sheet) {
    play::<Vec2>(sheet);
    play::<Vec3>(sheet);
}

fn play<V: Vector>(sheet: &mut Sheet) {
    let mut session = Session::<V>::new();
    let mut recorder = Recorder::new(Vec::new(), "session", 60);
    for tick in 0..TICKS {
        session.tick(tick);
        done(recorder.record(Tick(tick.into()), &session.world));
        let world = &session.world;
        let mut note = |class, question: &str, answer: &dyn Debug| {
            sheet.note(class, &format!("{}d/world/{question}", V::DIM), &tick, answer);
        };
        note(Class::Metric, "hash", &world.hash());
        note(Class::Metric, "session", &(world.events(), world.owner_events(), world.pairs()));
    }
    let bytes = done(recorder.finish());
    let mut note = |question: &str, asked: &dyn Display, answer: &dyn Debug| {
        sheet.note(Class::Metric, &format!("{}d/recording/{question}", V::DIM), asked, answer);
    };
    note("bytes", &"session", &bytes);
    // The same calls again do what was recorded.
    let recording = done(Recording::read(&bytes));
    let mut session = Session::<V>::new();
    for (tick, recorded) in (0..).zip(&recording) {
        session.tick(tick);
        let recorded = done(recorded);
        let Some(world) = recorded.world::<V>() else { unreachable!("it was recorded") };
        let difference = world.difference(&session.world);
        assert_eq!(difference, None, "tick {tick} is played again as it was recorded");
        note("hash", &tick, &(world.hash, state_hash(&session.world)));
        note("shapes", &tick, &world.colliders);
    }
}

/// What a call returns that is never refused.
fn done<T, E: Debug>(result: Result<T, E>) -> T {
    match result {
        Ok(done) => done,
        Err(error) => unreachable!("a session asks for nothing that is refused: {error:?}"),
    }
}

struct Session<V: Vector> {
    world: World<V>,
    rng: Rng,
    /// Characters of several colliders, by their owners.
    figures: Vec<BodyId>,
    /// Boxes that walk until they are blocked.
    walkers: Vec<BodyId>,
    /// What comes and goes, the oldest first.
    things: VecDeque<BodyId>,
    swing: Option<AttackId>,
}

impl<V: Vector> Session<V> {
    fn new() -> Self {
        let layers = Layers::new()
            .layer("solid")
            .and_then(|layers| layers.layer("ghost"))
            .and_then(|layers| layers.respond("solid", "solid", Response::Block))
            .and_then(|layers| layers.respond("default", "solid", Response::Overlap))
            .and_then(|layers| layers.respond("ghost", "ghost", Response::Ignore));
        let mut session = Self {
            world: World::with_layers(done(layers)),
            rng: Rng::new(66),
            figures: Vec::new(),
            walkers: Vec::new(),
            things: VecDeque::new(),
            swing: None,
        };
        let floor = HalfSpace::new(V::array(|i| if i == 1 { 1.0 } else { 0.0 }), -2.0);
        session.insert(floor, "solid", BodyKind::Fixed);
        for _ in 0..6 {
            let at = session.vector(5.0);
            let post = Aabb::new(at, V::array(|i| at[i] + 0.7));
            session.insert(post, "solid", BodyKind::Fixed);
        }
        for owner in 0..3 {
            let figure = session.figure();
            let options = BodyOptions::from(BodyKind::Moving).owner(owner);
            session.figures.push(done(session.world.insert_body(&figure, options)));
        }
        for _ in 0..3 {
            let at = session.vector(4.0);
            let walker = session.turned_box(at);
            let walker = session.insert(walker, "solid", BodyKind::Moving);
            session.walkers.push(walker);
        }
        session
    }

    fn number(&mut self, reach: f64) -> f32 {
        self.rng.between(-reach, reach) as f32
    }

    fn vector(&mut self, reach: f64) -> V::Array<f32> {
        V::array(|_| self.number(reach))
    }

    fn rotation(&mut self) -> V::RotationArray {
        rotation::<V>(&[(); 4].map(|()| self.number(1.0)))
    }

    fn turned_box(&mut self, at: V::Array<f32>) -> Obb<V> {
        Obb::new(at, V::array(|_| self.number(0.5).abs()), self.rotation())
    }

    fn insert(&mut self, shape: impl Into<Shape<V>>, layer: &str, motion: BodyKind) -> BodyId {
        let layer = done(self.world.layers().id(layer));
        done(self.world.insert(Collider::new(shape).layer(layer), motion))
    }

    /// A trunk, a head, two arms and a blade, each around its bone's origin.
    fn figure(&mut self) -> [Collider<V>; BONES] {
        let along = |x: f32| V::array(|i| if i == 0 { x } else { 0.0 });
        let shapes: [Shape<V>; BONES] = [
            self.turned_box(along(0.0)).into(),
            Sphere::new(along(0.0), 0.3).into(),
            Capsule::new(along(0.0), along(0.6), 0.1).into(),
            self.turned_box(along(0.3)).into(),
            Segment::new(along(0.1), along(1.3)).into(),
        ];
        let mut bone = 0;
        shapes.map(|shape| {
            bone += 1;
            Collider::new(shape).bone(bone).region(7 - bone).tag(u64::from(bone))
        })
    }

    fn tick(&mut self, tick: u32) {
        for figure in self.figures.clone() {
            let at = self.vector(3.0);
            let poses: [Pose<V>; BONES] = core::array::from_fn(|bone| {
                let up = bone as f32 * 0.4;
                let place = V::array(|i| if i == 1 { at[i] + up } else { at[i] });
                Pose::new(place, self.rotation())
            });
            done(self.world.set_body_poses(figure, &poses));
        }
        for walker in self.walkers.clone() {
            let motion = self.vector(2.0);
            // The stop is told by the events.
            drop(done(self.world.move_body(walker, motion)));
        }
        self.come_and_go(tick);
        self.fight(tick);
        self.world.step();
        if tick % 16 == 15 {
            // Sent as bytes and taken up elsewhere, it goes on as it would have.
            let bytes = self.world.snapshot().to_bytes();
            let read = done(Snapshot::try_from_bytes(&bytes));
            self.world = World::new();
            self.world.restore(&read);
        }
    }

    fn come_and_go(&mut self, tick: u32) {
        let at = self.vector(4.0);
        let bullet = Collider::new(Sphere::new(at, 0.05)).swept();
        let thing = match tick % 4 {
            0 => done(self.world.insert(bullet, BodyKind::Moving)),
            1 => self.insert(Sphere::new(at, 0.8), "ghost", BodyKind::Moving),
            2 => {
                let shape = self.turned_box(at);
                self.insert(shape, "default", BodyKind::Moving)
            }
            _ => self.insert(Aabb::new(at, at), "solid", BodyKind::Fixed),
        };
        self.things.push_back(thing);
        for thing in self.things.clone() {
            let pose = Pose::from_translation(self.vector(3.0));
            done(self.world.set_body_pose(thing, &pose));
            if self.rng.chance(0.1) {
                done(self.world.teleported(thing));
            }
        }
        if self.things.len() > 7 {
            let removed = self.things.pop_front().map(|thing| self.world.remove(thing));
            assert!(removed.is_some_and(|removed| removed.is_ok()), "it was in the world");
        }
    }

    /// Every eight ticks another figure swings its blade.
    fn fight(&mut self, tick: u32) {
        if tick.is_multiple_of(8) {
            let turn = (tick / 8) as usize % self.figures.len();
            let options = AttackOptions::from(turn as u64);
            let options = if tick.is_multiple_of(16) { options } else { options.rehit_after(3) };
            let blade = self.figures[turn].collider(BONES as u16 - 1);
            self.swing = Some(done(self.world.begin_attack(options, &[blade])));
        } else if tick % 8 == 5
            && let Some(swing) = self.swing.take()
        {
            done(self.world.end_attack(swing));
        }
    }
}
