//! Trees and worlds on threads: however many of them there are, the same bits.
//!
//! `cargo test --release -p asunder --features rayon --test threads`. In all other tests the library's
//! halves of work follow one another. What is asked here is large enough to be halved.

#![cfg(feature = "rayon")]
#![allow(clippy::unwrap_used, reason = "a call that errs where it should not fails the test")]

use asunder::glam::Vec3;
use asunder::history::Tick;
use asunder::prelude::*;
use asunder::recording::state_hash;
use asunder::tree::Tree3;
use asunder::world::{Event, World};
use asunder::{Recorder, Recording, Shape, Vector};
use rayon::ThreadPoolBuilder;

/// How many threads the pools have: none to share with, as many halves as threads, more and fewer.
const POOLS: [usize; 4] = [1, 2, 3, 7];

const STEPS: u32 = 5;

/// Where things are, and how large.
#[derive(Clone, Copy, Debug)]
enum Arrangement {
    /// In a cube in which each has a few neighbours.
    Uniform,
    /// All over one another.
    OnePlace,
    Line,
    /// As uniform, where the steps between two `f32` are larger than any game.
    Huge,
}

const ARRANGEMENTS: [Arrangement; 4] =
    [Arrangement::Uniform, Arrangement::OnePlace, Arrangement::Line, Arrangement::Huge];

/// Something well mixed of two numbers (Steele, Lea and Flood 2014, SplitMix64), in 0..1.
fn random(a: u32, b: u32) -> f32 {
    let mut z = (u64::from(a) << 32 | u64::from(b)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ z >> 31) >> 40) as f32 / (1 << 24) as f32
}

impl Arrangement {
    /// How far apart two may be at most, of so many, that are about two across.
    #[expect(clippy::disallowed_methods, reason = "all that is compared stands in one place")]
    fn side(self, count: u32) -> [f32; 3] {
        // Each of `count` in its cube of edge 2 has about four neighbours.
        let side = 2.0 * (count as f32).cbrt();
        match self {
            Self::Uniform | Self::Huge => [side; 3],
            Self::OnePlace => [0.5; 3],
            Self::Line => [count as f32, 0.0, 0.0],
        }
    }

    /// What all lengths are multiplied by.
    fn unit(self) -> f32 {
        if matches!(self, Self::Huge) { 1e20 / 32.0 } else { 1.0 }
    }

    /// Where a thing is at a step.
    fn center(self, thing: u32, step: u32, count: u32) -> [f32; 3] {
        let side = self.side(count);
        [0, 1, 2].map(|axis| {
            let home = random(thing, axis) * side[axis as usize];
            self.unit() * (home + random(thing, 3 + 3 * step + axis))
        })
    }

    /// The half extents of a thing.
    fn half_extents(self, thing: u32) -> [f32; 3] {
        [100, 101, 102].map(|seed| self.unit() * (0.5 + random(thing, seed)))
    }
}

/// Runs something on pools of several sizes; what comes of it on the first, if all are equal to it.
fn same_on_all_pools<T: PartialEq + Send>(of: Arrangement, run: impl Fn() -> T + Sync) -> T {
    let mut first = None;
    for threads in POOLS {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let told = pool.install(&run);
        match &first {
            None => first = Some(told),
            Some(first) => assert!(told == *first, "{of:?}, on {threads} threads"),
        }
    }
    first.unwrap()
}

/// Whether a thing is fixed, is moved at a step, or is away at one.
fn is_fixed(thing: u32) -> bool {
    thing % 7 == 3
}

fn moves(thing: u32, step: u32) -> bool {
    step == 0 || step < 3 && random(thing, 1000 + step) < 0.5 || thing == step
}

fn is_away(thing: u32, step: u32) -> bool {
    step > 1 && thing % 10 == step
}

#[test]
fn a_tree_finds_the_same_pairs_on_any_number_of_threads() {
    for of in ARRANGEMENTS {
        // All of those in one place are pairs.
        let count = if matches!(of, Arrangement::OnePlace) { 2_500 } else { 6_000 };
        let bounds = |thing, step| {
            let (center, half) = (of.center(thing, step, count), of.half_extents(thing));
            Aabb3::from_center_half_extents(center, half)
        };
        let found = same_on_all_pools(of, || {
            let mut tree = Tree3::new();
            let steps = (0..STEPS).map(|step| {
                for thing in 0..count {
                    if is_away(thing, step) {
                        tree.remove(thing);
                    } else if moves(thing, step) {
                        let motion =
                            if is_fixed(thing) { BodyKind::Fixed } else { BodyKind::Moving };
                        tree.set(thing, &bounds(thing, step), motion);
                    }
                }
                tree.moved_pairs().to_vec()
            });
            steps.collect::<Vec<_>>()
        });
        // Brute force over the same boxes.
        let mut boxes: Vec<Option<Aabb3>> = vec![None; count as usize];
        for (step, found) in (0..).zip(&found) {
            for thing in 0..count {
                if is_away(thing, step) {
                    boxes[thing as usize] = None;
                } else if moves(thing, step) {
                    boxes[thing as usize] = Some(bounds(thing, step));
                }
            }
            let mut expected = Vec::new();
            for a in 0..count {
                for b in a + 1..count {
                    let asked = (moves(a, step) || moves(b, step)) && !(is_fixed(a) && is_fixed(b));
                    if let (true, Some(p), Some(q)) =
                        (asked, &boxes[a as usize], &boxes[b as usize])
                        && p.intersects(q)
                    {
                        expected.push((a, b));
                    }
                }
            }
            assert!(*found == expected, "{of:?}, step {step}: {} {}", found.len(), expected.len());
        }
        assert!(found[0].len() > count as usize, "{of:?}: {} pairs", found[0].len());
    }
}

/// What a world tells after a step: its own hash, and that of a recording.
type Told<V> = (Vec<Event<V>>, Vec<(ColliderId, ColliderId)>, [u64; 2]);

fn layers() -> Layers {
    let layers = Layers::new().layer("ghost").unwrap().layer("solid").unwrap();
    let layers = layers.respond("ghost", "ghost", Response::Ignore).unwrap();
    layers.respond("solid", "solid", Response::Overlap).unwrap()
}

/// Bodies of one collider and of three, some fixed, on three layers; moved, taken out, put back.
struct Life {
    of: Arrangement,
    count: u32,
    world: World3,
    bodies: Vec<Option<BodyId>>,
    recorder: Recorder<Vec<u8>>,
}

impl Life {
    fn new(of: Arrangement, count: u32) -> Self {
        let world = World::with_layers(layers());
        let recorder = Recorder::new(Vec::new(), "a life", 60);
        Self { of, count, world, bodies: vec![None; count as usize], recorder }
    }

    fn colliders(&self, thing: u32) -> Vec<Collider<Vec3>> {
        let [x, y, z] = self.of.half_extents(thing);
        let layer = match self.of {
            // Few pairs of those in one place ask for a response.
            Arrangement::OnePlace if !thing.is_multiple_of(40) => "ghost",
            _ => ["default", "solid", "ghost"][thing as usize % 3],
        };
        let layer = self.world.layers().id(layer).unwrap();
        let turn = [0.0, 0.6, 0.0, 0.8];
        let ball = Sphere3::new([0.0; 3], x);
        let beside = Sphere3::new([x, 0.0, 0.0], y);
        let block = Obb3::new([0.0; 3], [x, y, z], turn);
        let shapes: Vec<Shape<Vec3>> = match thing % 5 {
            0 => vec![ball.into(), beside.into(), block.into()],
            1 | 2 => vec![block.into()],
            _ => vec![ball.into()],
        };
        shapes.into_iter().map(|shape| Collider::new(shape).layer(layer)).collect()
    }

    /// Makes one step; what is told after it.
    fn step(&mut self, step: u32) -> Told<Vec3> {
        for thing in 0..self.count {
            let place = thing as usize;
            if is_away(thing, step) {
                if let Some(body) = self.bodies[place].take() {
                    self.world.remove(body).unwrap();
                }
            } else if moves(thing, step) {
                let body = self.bodies[place].unwrap_or_else(|| {
                    let motion = if is_fixed(thing) { BodyKind::Fixed } else { BodyKind::Moving };
                    self.world.insert_body(&self.colliders(thing), motion).unwrap()
                });
                self.bodies[place] = Some(body);
                let center = self.of.center(thing, step, self.count);
                self.world.set_body_pose(body, &Pose3::from_translation(center)).unwrap();
            } else if let (Some(body), true) = (self.bodies[place], thing % 16 == step) {
                let layers = ["default", "solid", "ghost"];
                let layer = layers[(thing + step) as usize % 3];
                let layer = self.world.layers().id(layer).unwrap();
                self.world.set_layer(body.collider(0), layer).unwrap();
            }
        }
        self.world.step();
        self.recorder.record(Tick(step.into()), &self.world).unwrap();
        let hashes = [self.world.hash(), state_hash(&self.world)];
        (self.world.events().to_vec(), self.world.pairs().to_vec(), hashes)
    }
}

/// The pairs in contact, all colliders compared with all.
fn contacts<V: Vector>(world: &World<V>) -> Vec<(ColliderId, ColliderId)> {
    let all: Vec<_> = world.colliders().collect();
    let fixed = |id: ColliderId| world.body_options(id.body).unwrap().kind == BodyKind::Fixed;
    let mut contacts = Vec::new();
    for (i, &a) in all.iter().enumerate() {
        let (p, layer) = (world.shape(a).unwrap(), world.collider(a).unwrap().layer);
        let is_fixed = fixed(a);
        for &b in &all[i + 1..] {
            if a.body == b.body {
                continue;
            }
            let response = world.layers().response(layer, world.collider(b).unwrap().layer);
            let met = || match response {
                Response::Ignore => false,
                Response::Touch => p.intersects(world.shape(b).unwrap()),
                Response::Overlap | Response::Block => p.penetrates(world.shape(b).unwrap()),
            };
            if !(is_fixed && fixed(b)) && met() {
                contacts.push((a, b));
            }
        }
    }
    contacts
}

#[test]
fn a_world_tells_the_same_on_any_number_of_threads() {
    for of in ARRANGEMENTS {
        let count = 3_000;
        let (told, recording) = same_on_all_pools(of, || {
            let mut life = Life::new(of, count);
            let told = (0..STEPS).map(|step| life.step(step)).collect::<Vec<_>>();
            (told, life.recorder.finish().unwrap())
        });
        let recording = Recording::read(&recording).unwrap();
        assert!(recording.ticks().eq((0..STEPS).map(|step| Tick(step.into()))), "{of:?}");
        let (events, pairs, _) = &told[0];
        assert!(events.len() == pairs.len() && pairs.len() > 2_000, "{of:?}: {}", pairs.len());
        assert!(told[1..].iter().all(|(events, ..)| !events.is_empty()), "{of:?}");
        let mut life = Life::new(of, count);
        (0..STEPS).for_each(|step| drop(life.step(step)));
        assert!(told[4].1 == contacts(&life.world), "{of:?}: as brute force has it");
    }
}
