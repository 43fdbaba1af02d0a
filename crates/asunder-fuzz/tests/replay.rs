//! What the fuzzer has kept, once more, and some thousand mutations of it.

use allocation_counter::measure;
use asunder::glam::{Vec2, Vec3};
use asunder::history::{SkinSnapshot, Tick};
use asunder::world::{BodyId, BodyKind, Event, Layers, Response, Snapshot, WalkOptions, World};
use asunder::{Aabb, Capsule, Pose, Recording, Vector};
use asunder_fuzz::mutate::mutated;
use asunder_fuzz::{TARGETS, Target, known_skins, skinned_game};
use asunder_jury::Rng;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

/// The inputs kept for a target, in the order of their names.
fn kept(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz").join(target.name);
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let path = entry.expect("a folder lists its files").path();
            (path.display().to_string(), fs::read(&path).expect("a listed file can be read"))
        })
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{}: no inputs", folder.display());
    inputs
}

/// How many mutations: some thousand, with `ASUNDER_LONG=1` in the environment ten times that.
fn mutations() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 40_000 } else { 4_000 }
}

/// The most memory that a target may take for an input of a few kilobytes, and the longest time, on a
/// machine that has other things to do.
const BYTES: u64 = 1 << 30;
const TIME: Duration = Duration::from_secs(60);

/// Runs a target, and if it panics or takes too much shows the input. The memory of threads that it
/// starts is not counted.
fn run(target: &Target, name: &str, input: &[u8]) {
    let (start, mut done) = (Instant::now(), false);
    let bytes = measure(|| done = catch_unwind(|| (target.run)(input)).is_ok()).bytes_max;
    let took = start.elapsed();
    if !done || bytes > BYTES || took > TIME {
        let input = String::from_utf8_lossy(input);
        panic!("{} on {name}: {bytes} bytes, {took:?}, to the end {done}: {input:?}", target.name);
    }
}

fn replay(name: &str, mutations: usize) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a test names a target");
    let inputs = kept(target);
    for (file, input) in &inputs {
        run(target, file, input);
    }
    let mut rng = Rng::new(0xF022);
    for i in 0..mutations {
        let (file, input) = &inputs[i % inputs.len()];
        let other = &inputs[rng.below(inputs.len())].1;
        let input = mutated(input, other, &mut rng);
        run(target, &format!("mutation {i} of {file}"), &input);
    }
}

#[test]
fn every_target_is_replayed() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(
        names,
        [
            "fit",
            "gltf",
            "inspect",
            "level",
            "pairs",
            "query",
            "recording",
            "scene",
            "scene_cost",
            "shapes",
            "skin_snapshot",
            "snapshot"
        ]
    );
}

#[test]
fn fit() {
    // Each takes twenty milliseconds.
    replay("fit", mutations() / 4);
}

#[test]
fn gltf() {
    replay("gltf", mutations());
}

#[test]
fn inspect() {
    replay("inspect", mutations());
}

#[test]
fn level() {
    replay("level", mutations());
}

#[test]
fn pairs() {
    replay("pairs", mutations());
}

#[test]
fn query() {
    replay("query", mutations());
}

#[test]
fn recording() {
    replay("recording", mutations());
}

#[test]
fn scene() {
    replay("scene", mutations());
}

/// Each of them is made to take long.
#[test]
fn scene_cost() {
    replay("scene_cost", mutations() / 40);
}

#[test]
fn shapes() {
    replay("shapes", mutations());
}

#[test]
fn skin_snapshot() {
    replay("skin_snapshot", mutations());
}

#[test]
fn snapshot() {
    replay("snapshot", mutations());
}

/// Recordings of another version would be refused at once, and test nothing.
#[test]
fn kept_recordings_are_read() {
    let target = TARGETS.iter().find(|target| target.name == "recording").expect("it is one");
    let written: Vec<_> =
        kept(target).into_iter().filter(|(file, _)| file.ends_with(".asndrc")).collect();
    for (file, bytes) in &written {
        let recording = Recording::read(bytes);
        let recording = recording.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(recording.iter().all(|tick| tick.is_ok()), "{file}");
    }
    assert!(written.len() >= 4, "{} recordings", written.len());
}

/// Snapshots of another version would be refused at once, and test nothing.
#[test]
fn kept_snapshots_are_read() {
    let target = TARGETS.iter().find(|target| target.name == "snapshot").expect("it is one");
    let written: Vec<_> =
        kept(target).into_iter().filter(|(file, _)| file.ends_with(".asnd")).collect();
    for (file, bytes) in &written {
        let flat = Snapshot::<Vec2>::try_from_bytes(bytes).is_ok();
        assert!(flat || Snapshot::<Vec3>::try_from_bytes(bytes).is_ok(), "{file}");
    }
    assert!(written.len() >= 8, "{} snapshots", written.len());
}

/// Skins that are not known would be refused at once, and test nothing. `ASUNDER_BLESS=1` writes them anew.
#[test]
fn kept_skins_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz/skin_snapshot");
    let (_, history) = skinned_game();
    let none = SkinSnapshot::default();
    for (name, snapshot) in [("three", history.skin_snapshot(Tick(0))), ("none", none)] {
        let file = folder.join(name).with_extension("asnk");
        if std::env::var_os("ASUNDER_BLESS").is_some() {
            fs::write(&file, snapshot.to_bytes()).expect("it can be written");
        }
        let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let read = SkinSnapshot::try_from_bytes_with(&bytes, &known_skins());
        assert_eq!(read.as_ref(), Ok(&snapshot), "{name}");
    }
}

/// A world in which a lift carries a walker with another upon him, somebody stands on a conveyor, and a press has
/// crushed a third since the last step; the lift.
fn walked<V: Vector>() -> (World<V>, BodyId) {
    let layers = Layers::new().respond("default", "default", Response::Block);
    let mut world = World::<V>::with_layers(layers.expect("every world has the layer `default`"));
    // A box by its first two coordinates, as deep as wide.
    let mut insert = |[x, y, u, v]: [f32; 4], kind| {
        let corner = |x: f32, y: f32, z: f32| V::array(|t| [x, y, z][t]);
        let shape = Aabb::<V>::new(corner(x, y, x), corner(u, v, u));
        world.insert(shape, kind).expect("boxes are colliders")
    };
    let lift = insert([-1.0, -0.25, 1.0, 0.0], BodyKind::Moving);
    let upon = insert([-0.25, 1.25, 0.5, 1.5], BodyKind::Moving);
    let belt = insert([2.0, -1.0, 6.0, 0.0], BodyKind::Fixed);
    let standing = insert([2.5, 0.0, 3.0, 0.5], BodyKind::Moving);
    let crushed = insert([4.5, 0.0, 5.0, 0.5], BodyKind::Moving);
    let press = insert([4.0, 0.75, 5.5, 1.0], BodyKind::Moving);
    let [low, high] = [0.25, 1.0].map(|y| V::array(|t| if t == 1 { y } else { 0.0 }));
    let rider = world.insert(Capsule::<V>::new(low, high, 0.25), BodyKind::Moving);
    let rider = rider.expect("a capsule is a collider");
    let along = V::array(|t| if t == 0 { 0.125 } else { 0.0 });
    world.set_surface_velocity(belt.collider(0), along).expect("the belt is there");
    let walk = |world: &mut World<V>| {
        for body in [rider, upon, standing, crushed] {
            let down = V::array(|t| if t == 1 { -1.0 } else { 0.0 });
            let walk = world.walk_body(body, down, 0.125, &WalkOptions::default());
            assert!(walk.expect("it walks").floor.is_some(), "{body}");
        }
    };
    let raised = |y: f32| Pose::<V>::from_translation(V::array(|t| if t == 1 { y } else { 0.0 }));
    walk(&mut world);
    world.carry(lift, &raised(0.5)).expect("a lift");
    walk(&mut world);
    world.step();
    world.carry(lift, &raised(1.0)).expect("a lift");
    let carry = world.carry(press, &raised(-0.5)).expect("a press");
    assert_eq!(carry.crushed.len(), 1, "{carry:?}");
    (world, lift)
}

/// The state of walkers, carriers, conveyors and of who was crushed is kept, too. `ASUNDER_BLESS=1` writes it
/// anew.
#[test]
fn a_kept_snapshot_has_walkers() {
    fn check<V: Vector>(name: &str) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz/snapshot");
        let file = file.join(name);
        let (world, lift) = walked::<V>();
        if std::env::var_os("ASUNDER_BLESS").is_some() {
            fs::write(&file, world.snapshot().to_bytes()).expect("it can be written");
        }
        let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut kept = World::<V>::new();
        kept.restore(&Snapshot::try_from_bytes(&bytes).expect("it is a snapshot"));
        let pose = Pose::from_translation(V::array(|t| if t == 1 { 1.25 } else { 0.0 }));
        let carry = kept.carry(lift, &pose).expect("the lift is there");
        assert_eq!(carry.bodies.iter().filter(|it| it.stands).count(), 2, "{carry:?}");
        let moves = |collider| kept.surface_velocity(collider).is_ok_and(|it| it != V::default());
        assert_eq!(kept.colliders().filter(|&collider| moves(collider)).count(), 1);
        kept.step();
        assert!(kept.events().iter().any(|event| matches!(event, Event::Crushed(_))));
    }
    check::<Vec2>("walkers-2d.asnd");
    check::<Vec3>("walkers-3d.asnd");
}
