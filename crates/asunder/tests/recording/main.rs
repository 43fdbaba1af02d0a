//! What a recording reads back, and what it refuses.

#![allow(clippy::unwrap_used, reason = "a call that errs where it should not fails the test")]

mod damage;
mod notes;
mod skins;

use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::recording::{Labels, state_hash};
use asunder::world::{BodyId, Event};
use asunder::{
    Aabb, Capsule, ConvexHull, HalfSpace, Obb, Parallelepiped, Plane, Pose, Ray, Recorder,
    Recording, Segment, Shape, Sphere, Triangle, Vector, World,
};
use asunder_jury::Rng;

/// A world in which things come, go and move.
struct Game<V: Vector> {
    rng: Rng,
    world: World<V>,
    bodies: Vec<(BodyId, usize)>,
}

/// What a game knows of a tick.
struct Known<V: Vector> {
    colliders: Vec<(ColliderId, Shape<V>, Collider<V>)>,
    events: Vec<Event<V>>,
    pairs: Vec<(ColliderId, ColliderId)>,
    hash: u64,
}

fn vector<V: Vector>(rng: &mut Rng) -> V::Array<f32> {
    V::array(|_| rng.between(-4.0, 4.0) as f32)
}

/// A shape of any kind but a frustum.
fn shape<V: Vector>(rng: &mut Rng) -> Shape<V> {
    let (a, b, c) = (vector::<V>(rng), vector::<V>(rng), vector::<V>(rng));
    let (size, radius) = (V::array(|i| a[i].abs()), b[0].abs());
    match rng.below(12) {
        0 => Shape::Point(V::from_array(a)),
        1 => Segment::new(a, b).into(),
        2 => Sphere::new(a, radius).into(),
        3 => Capsule::new(a, b, radius).into(),
        4 => Aabb::from_center_half_extents(b, size).into(),
        5 | 6 => Obb::new(b, size, rotation::<V>(rng)).into(),
        7 => Triangle::new(a, b, c).into(),
        8 => ConvexHull::new([a, b, c, vector::<V>(rng)]).into(),
        9 => Parallelepiped::new(a, V::array(|_| b)).into(),
        10 => Shape::Point(V::from_array(V::array(|i| if i == 0 { -0.0 } else { 1e-42 }))),
        _ => Sphere::new(a, 0.0).into(),
    }
}

fn rotation<V: Vector>(rng: &mut Rng) -> V::RotationArray {
    let mut rotation = V::IDENTITY;
    for number in rotation.as_mut() {
        *number += rng.between(-0.4, 0.4) as f32;
    }
    rotation
}

impl<V: Vector> Game<V> {
    fn new() -> Self {
        let layers = Layers::new().layer("ghosts").unwrap();
        let layers = layers.respond("ghosts", "default", Response::Overlap).unwrap();
        let mut game =
            Self { rng: Rng::new(7), world: World::with_layers(layers), bodies: Vec::new() };
        let up = V::array(|i| if i == 1 { 1.0 } else { 0.0 });
        let unbounded: [Shape<V>; 3] = [
            HalfSpace::new(up, -3.0).into(),
            Plane::new(up, 3.5).into(),
            Ray::new(V::array(|_| 0.0), up).into(),
        ];
        for shape in unbounded {
            game.world.insert(shape, BodyKind::Fixed).unwrap();
        }
        (0..6).for_each(|_| game.insert());
        game
    }

    fn insert(&mut self) {
        let rng = &mut self.rng;
        let ghosts = self.world.layers().id("ghosts").unwrap();
        let count = 1 + rng.below(3);
        let colliders: Vec<_> = (0..count)
            .map(|_| {
                let collider = Collider::new(shape::<V>(rng)).tag(rng.below(1000) as u64);
                match rng.below(4) {
                    0 => collider.layer(ghosts).bone(3).region(300),
                    1 => {
                        collider.ignore([ghosts].into_iter().collect::<asunder::world::LayerSet>())
                    }
                    2 => collider.one_way(V::array(|_| 1.0)),
                    _ => collider,
                }
            })
            .collect();
        let options = BodyOptions::from(BodyKind::Moving);
        let options = if rng.below(2) == 0 { options.owner(rng.below(9) as u64) } else { options };
        let body = self.world.insert_body(&colliders, options).unwrap();
        self.bodies.push((body, count));
    }

    fn step(&mut self) -> Known<V> {
        let n = self.bodies.len();
        let place = self.rng.below(n);
        match self.rng.below(12) {
            0 => self.insert(),
            1 if n > 4 => {
                let (body, _) = self.bodies.swap_remove(place);
                self.world.remove(body).unwrap();
            }
            2 => {
                let (body, count) = self.bodies[place];
                let shapes: Vec<_> = (0..count).map(|_| shape::<V>(&mut self.rng)).collect();
                self.world.set_body_shapes(body, &shapes).unwrap();
            }
            3 => {
                let owner = self.rng.below(9) as u64;
                self.world.set_body_owner(self.bodies[place].0, Some(owner)).unwrap();
            }
            4..7 => {}
            _ => {
                for &(body, _) in &self.bodies[..=place] {
                    let at = vector::<V>(&mut self.rng);
                    let pose = Pose::new(V::array(|i| at[i] / 8.0), rotation::<V>(&mut self.rng));
                    self.world.set_body_pose(body, &pose).unwrap();
                }
            }
        }
        self.world.step();
        let world = &self.world;
        let collider =
            |id| (id, world.shape(id).unwrap().clone(), world.collider(id).unwrap().clone());
        Known {
            colliders: world.colliders().map(collider).collect(),
            events: world.events().to_vec(),
            pairs: world.pairs().to_vec(),
            hash: state_hash(world),
        }
    }
}

/// Compares by the text of all numbers, so that minus zero is not zero.
fn same<T: std::fmt::Debug>(a: &T, b: &T) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

fn agrees<V: Vector>(read: &asunder::recording::RecordedWorld<V>, known: &Known<V>) {
    assert_eq!(read.colliders.len(), known.colliders.len());
    for (read, (id, shape, collider)) in read.colliders.iter().zip(&known.colliders) {
        assert_eq!(read.id, *id);
        same(read.shape.as_ref().unwrap(), shape);
        let Collider { layer, ignore, tag, bone, region, swept, one_way, .. } = *collider;
        let expected = (layer, ignore, tag, bone, region, swept, one_way);
        let asunder::recording::RecordedFacts {
            layer,
            ignore,
            tag,
            bone,
            region,
            swept,
            one_way,
            ..
        } = read.facts;
        assert_eq!((layer, ignore, tag, bone, region, swept, one_way), expected);
    }
    same(&read.events, &known.events);
    assert_eq!(read.pairs, known.pairs);
    assert_eq!(read.hash, known.hash);
}

/// Two worlds over 300 ticks, of which the one in 2D skips some: more than two blocks.
#[test]
fn every_tick_reads_back_bit_for_bit() {
    let (mut solid, mut flat) = (Game::<Vec3>::new(), Game::<Vec2>::new());
    let mut recorder = Recorder::new(Vec::new(), "a title", 50);
    let mut known = Vec::new();
    for tick in (0..300).map(|i| 10 + i + i / 100) {
        let tick = Tick(tick);
        let (of_solid, of_flat) = (solid.step(), flat.step());
        let has_flat = tick.0 % 7 != 3;
        if tick.0.is_multiple_of(2) && has_flat {
            recorder.record(tick, &flat.world).unwrap();
        }
        recorder.record(tick, &solid.world).unwrap();
        if tick.0 % 2 == 1 && has_flat {
            recorder.record(tick, &flat.world).unwrap();
        }
        known.push((tick, of_solid, has_flat.then_some(of_flat)));
    }
    let bytes = recorder.finish().unwrap();
    let recording = Recording::read(&bytes).unwrap();
    assert_eq!((recording.title(), recording.ticks_per_second()), ("a title", 50));
    assert!(recording.ticks().eq(known.iter().map(|known| known.0)));
    let mut ticks = recording.iter();
    for (i, (tick, of_solid, of_flat)) in known.iter().enumerate() {
        let read = ticks.next().unwrap().unwrap();
        assert_eq!(read.tick, *tick);
        agrees(read.in_3d.as_ref().unwrap(), of_solid);
        assert_eq!(read.in_2d.is_some(), of_flat.is_some());
        if let (Some(read), Some(known)) = (&read.in_2d, of_flat) {
            agrees(read, known);
        }
        if i % 29 == 0 {
            same(&recording.at(*tick).unwrap(), &read);
        }
    }
    assert!(ticks.next().is_none());
    for left_out in [9, 110, 400] {
        assert!(recording.at(Tick(left_out)).is_err());
    }
    let events = known.iter().filter(|known| !known.1.events.is_empty()).count();
    assert!(events > 50, "{events}");
}

/// A recorder writes the same bytes on a thread of its own, whether that is asked for at first or later.
#[test]
fn a_thread_writes_the_same_bytes() {
    let mut recorders =
        [(); 3].map(|()| Some(Recorder::new(Vec::new(), "three recorders of a game", 60)));
    let move_to_thread = |which: usize, recorders: &mut [Option<Recorder<Vec<u8>>>; 3]| {
        recorders[which] = recorders[which].take().map(|recorder| recorder.on_thread().unwrap());
    };
    move_to_thread(1, &mut recorders);
    let mut game = Game::<Vec3>::new();
    let name = Labels::new("the first body");
    for tick in 0..300 {
        if tick == 140 {
            move_to_thread(2, &mut recorders);
        }
        let before: Vec<_> = game.world.colliders().collect();
        game.step();
        for recorder in recorders.iter_mut().flatten() {
            if tick % 50 == 0 {
                before.first().iter().for_each(|&&id| recorder.label::<Vec3>(id, &name));
            }
            recorder.record(Tick(tick), &game.world).unwrap();
        }
    }
    let [here, thread, later] = recorders.map(|recorder| recorder.unwrap().finish().unwrap());
    assert_eq!(Recording::read(&here).unwrap().ticks().count(), 300);
    assert!(here == thread, "on a thread from the start");
    assert!(here == later, "on a thread from tick 140 on");
}

/// An output that takes so many bytes.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 =
            self.0.checked_sub(bytes.len()).ok_or(std::io::Error::other("the disk is full"))?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What a thread cannot write is reported by a later tick, once, and the recorder does not go on.
#[test]
fn a_thread_reports_what_it_cannot_write() {
    let mut game = Game::<Vec2>::new();
    let mut recorder = Recorder::new(Full(100), "", 60).on_thread().unwrap();
    let mut refused = Vec::new();
    for tick in 0..1_000 {
        game.step();
        refused.extend(recorder.record(Tick(tick), &game.world).err());
    }
    refused.extend(recorder.finish().err());
    let said: Vec<_> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(said[0], "the disk is full");
    assert!(said[1..].iter().all(|said| said.contains("an earlier tick")), "{said:?}");
    assert!(said.len() > 1, "and goes on no more");
}

/// A tick is recorded once, and after those before it.
#[test]
fn ticks_rise() {
    let world = World3::new();
    let mut recorder = Recorder::new(Vec::new(), "", 60);
    recorder.record(Tick(5), &world).unwrap();
    recorder.record(Tick(5), &World2::new()).unwrap();
    for tick in [5, 4] {
        let refused = recorder.record(Tick(tick), &world).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::InvalidInput);
    }
    recorder.record(Tick(u64::MAX), &world).unwrap();
    let bytes = recorder.finish().unwrap();
    assert!(Recording::read(&bytes).unwrap().ticks().eq([5, u64::MAX].map(Tick)));
}

/// A body that is named in the middle of a recording has its name from then on.
#[test]
fn labels_come_back() {
    let mut world = World2::new();
    let body = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving).unwrap();
    let id = body.collider(0);
    let mut recorder = Recorder::new(Vec::new(), "", 60);
    recorder.record(Tick(0), &world).unwrap();
    recorder.label::<Vec2>(id, &Labels::new("knight/head").bone("Head_01").region("head"));
    recorder.record(Tick(1), &world).unwrap();
    let bytes = recorder.finish().unwrap();
    let recording = Recording::read(&bytes).unwrap();
    let labels = |tick| {
        let tick = recording.at(Tick(tick)).unwrap();
        let labels = &tick.world::<Vec2>().unwrap().collider(id).unwrap().labels;
        [&labels.name, &labels.bone, &labels.region].map(ToString::to_string)
    };
    assert_eq!(labels(0), ["", "", ""]);
    assert_eq!(labels(1), ["knight/head", "Head_01", "head"]);
}
