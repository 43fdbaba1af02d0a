//! Skins of a tick as bytes, which hold their hashes: read again, refused, forged.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

use asunder::glam::Vec3;
use asunder::history::{RewindError, ShotClaim, ShotFinding, SkinSnapshot, SkinSnapshotError};
use asunder::prelude::*;
use asunder::world::{BodyId, Snapshot};
use asunder::{Affine3, Skin, SkinError};
use asunder_jury::Rng;

fn number(rng: &mut Rng, reach: f64) -> f32 {
    rng.between(-reach, reach) as f32
}

/// A fan of triangles between two joints.
fn fan(rng: &mut Rng) -> Skin {
    let vertices: Vec<[f32; 3]> = (0..20).map(|_| [0; 3].map(|_| number(rng, 1.0))).collect();
    let weight = |_| rng.between(0.1, 0.9) as f32;
    let weights: Vec<f32> = (0..20).map(weight).collect();
    let joints = weights.iter().map(|&weight| [(0, weight), (1, 1.0 - weight)]);
    let triangles = (1..19).map(|i| [0, i, i + 1]);
    Skin::try_new(vertices, joints, triangles).unwrap()
}

/// A world and a history of two ticks, in which two bodies turn, one of them with two skins.
fn game(skins: &[Skin; 3]) -> (World3, History3, [Snapshot<Vec3>; 2], [BodyId; 2]) {
    let mut rng = Rng::new(2420);
    let mut world = World3::new();
    let hitbox = Obb3::new([0.0; 3], [0.9; 3], [0.0, 0.0, 0.0, 1.0]);
    let bodies = [2, 3].map(|owner| {
        world.insert(hitbox, BodyOptions::from(BodyKind::Moving).owner(owner)).unwrap()
    });
    let mut history = History3::new(5);
    let worlds = [0, 1].map(|tick| {
        let poses = bodies.map(|body| {
            let turn = [0; 4].map(|_| number(&mut rng, 1.0));
            let pose = Pose3::new([0; 3].map(|_| number(&mut rng, 0.4)), turn);
            world.set_body_shapes(body, &[hitbox.transformed(&pose).into()]).unwrap();
            pose
        });
        world.step();
        history.record(Tick(tick), &world);
        for (skin, at) in skins.iter().zip([0, 1, 1]) {
            let mut own = || {
                let turn = [0.0, 0.0, number(&mut rng, 0.2), 1.0];
                let own = Pose3::new([0; 3].map(|_| number(&mut rng, 0.1)), turn);
                Affine3::from(poses[at]).after(&Affine3::from(own))
            };
            history.record_skin(bodies[at], skin, &[own(), own()]).unwrap();
        }
        world.snapshot()
    });
    (world, history, worlds, bodies)
}

/// Changes the vertices, weights and triangles of a skin.
type Bend<'a> = &'a dyn Fn(&mut Vec<[f32; 3]>, &mut Vec<[(u16, f32); 2]>, &mut Vec<[u32; 3]>);

fn skins() -> [Skin; 3] {
    let mut rng = Rng::new(2421);
    [0; 3].map(|_| fan(&mut rng))
}

/// A dispute is settled elsewhere, from bytes: the same verdicts, at ticks and between them.
#[test]
fn bytes_give_the_same_verdicts_elsewhere() {
    let known = skins();
    let (world, history, worlds, bodies) = game(&known);
    let (mut other, mut elsewhere) = (World3::new(), History3::new(5));
    for (tick, snapshot) in (0..).map(Tick).zip(&worlds) {
        let read = Snapshot::try_from_bytes(&snapshot.to_bytes()).unwrap();
        other.restore(&read);
        elsewhere.record(tick, &other);
        let bytes = history.skin_snapshot(tick).to_bytes();
        assert_eq!(bytes.len(), 22 + 3 * (20 + 2 * 48));
        let read = SkinSnapshot::try_from_bytes_with(&bytes, &known).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert!(read.skins().iter().map(|it| it.0).eq([bodies[0], bodies[1], bodies[1]]));
        elsewhere.record_skins(&read).unwrap();
        assert_eq!(elsewhere.skin_snapshot(tick), history.skin_snapshot(tick));
    }
    let (mut rng, mut found) = (Rng::new(2422), [0; 3]);
    for _ in 0..200 {
        let [a, b] = [0; 2].map(|_| [0; 3].map(|_| number(&mut rng, 2.0)));
        let (tick, fraction) = (Tick(rng.below(2) as u64), rng.between(0.0, 0.99) as f32);
        let claim = ShotClaim { shooter: 1, victim: 2, tick, fraction, shot: Segment3::new(a, b) };
        let verdict = history.validate_shot(&world, &claim, Filter::new());
        assert_eq!(verdict, elsewhere.validate_shot(&other, &claim, Filter::new()));
        match verdict.unwrap().finding {
            ShotFinding::Hit { .. } => found[0] += 1,
            ShotFinding::Grazed { .. } => found[1] += 1,
            _ => found[2] += 1,
        }
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}");
    // A tick without skins is one of none.
    let none = history.skin_snapshot(Tick(7));
    assert_eq!(SkinSnapshot::try_from_bytes_with(&none.to_bytes(), &[]), Ok(none));
}

#[test]
fn a_skin_that_is_missing_or_another_is_named() {
    let known = skins();
    let (world, history, _, bodies) = game(&known);
    let bytes = history.skin_snapshot(Tick(1)).to_bytes();
    let missing = |of: &Skin| Err(SkinSnapshotError::NoSkin { hash: of.hash() });
    let read = |skins: &[Skin]| SkinSnapshot::try_from_bytes_with(&bytes, skins);
    assert!(read(&[known[2].clone(), known[1].clone(), known[0].clone()]).is_ok(), "in any order");
    assert_eq!(read(&[]), missing(&known[0]));
    assert_eq!(read(&known[..2]), missing(&known[2]));
    // A bit of a vertex, a bit of a weight, triangles in another order, a triangle's corners in another.
    let another = |bend: Bend<'_>| {
        let rest = known[2].rest();
        let mut vertices: Vec<[f32; 3]> = rest.vertices().map(|vertex| vertex.to_array()).collect();
        let influences = (0..20).map(|i| {
            let mut list = known[2].influences(i);
            [list.next().unwrap(), list.next().unwrap()]
        });
        let (mut influences, mut triangles) =
            (influences.collect::<Vec<_>>(), rest.triangles().collect::<Vec<_>>());
        bend(&mut vertices, &mut influences, &mut triangles);
        Skin::try_new(vertices, influences, triangles).unwrap()
    };
    assert_eq!(another(&|_, _, _| {}).hash(), known[2].hash(), "the same, made anew");
    let others = [
        another(&|vertices, _, _| vertices[3][1] = vertices[3][1].next_up()),
        another(&|_, influences, _| influences[7][1].1 = influences[7][1].1.next_down()),
        another(&|_, influences, _| influences[7].swap(0, 1)),
        another(&|_, _, triangles| triangles.swap(4, 5)),
        another(&|_, _, triangles| triangles[4].rotate_left(1)),
    ];
    for other in others {
        assert_eq!(read(&[known[0].clone(), known[1].clone(), other]), missing(&known[2]));
    }
    let text = read(&known[..2]).unwrap_err().to_string();
    let expected = format!("the snapshot holds a skin of hash {:016x}; give it", known[2].hash());
    assert!(text.starts_with(&expected), "{text}");

    // Skins of bodies that are not in the history's world: none is recorded.
    let mut world = world;
    world.remove(bodies[1]).unwrap();
    let mut elsewhere = History3::new(5);
    let snapshot = read(&known).unwrap();
    assert_eq!(elsewhere.record_skins(&snapshot), Err(RewindError::Empty));
    elsewhere.record(Tick(9), &world);
    let refused = elsewhere.record_skins(&snapshot);
    assert_eq!(refused, Err(RewindError::NoBody { body: bodies[1], tick: Tick(9) }));
    assert_eq!(elsewhere.skins_at(bodies[0], Tick(9), 0.0), Ok(vec![]));
}

/// The sum that bytes should have, as their format describes it.
fn sum(state: &[u8]) -> u64 {
    let words = state.chunks(8).map(|chunk| {
        let mut eight = [0; 8];
        eight[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(eight)
    });
    words.chain([state.len() as u64]).fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    })
}

/// Where parts of the bytes of the game begin: the count; the first skin's joints, and its first matrix.
const COUNT: usize = 6;
const JOINTS: usize = 14 + 16;
const MATRIX: usize = 14 + 20;

#[test]
fn bytes_of_strangers_are_refused_by_what_is_wrong() {
    let known = skins();
    let (_, history, _, _) = game(&known);
    let bytes = history.skin_snapshot(Tick(0)).to_bytes();
    let read = |bytes: &[u8]| SkinSnapshot::try_from_bytes_with(bytes, &known);
    for length in 0..bytes.len() {
        let error = read(&bytes[..length]).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(read(b"asnd"), Err(SkinSnapshotError::NoSnapshot), "a world's");
    assert_eq!(read(b"asnk"), Err(SkinSnapshotError::Truncated { at: 4 }));
    assert_eq!(read(b"asnk\x02\0"), Err(SkinSnapshotError::Version { found: 2 }));
    assert_eq!(read(&bytes[..99]), Err(SkinSnapshotError::Changed));

    let forge = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut state = bytes[..bytes.len() - 8].to_vec();
        change(&mut state);
        let sum = sum(&state);
        state.extend(sum.to_le_bytes());
        read(&state)
    };
    assert!(forge(&|_| {}).is_ok());
    let count =
        |count: u64| forge(&move |state| state[COUNT..][..8].copy_from_slice(&count.to_le_bytes()));
    assert_eq!(count(u64::MAX), Err(SkinSnapshotError::Truncated { at: bytes.len() - 8 }));
    let end = SkinSnapshotError::Invalid { at: bytes.len() - 8 - 116, expected: "the end" };
    assert_eq!(count(2), Err(end));
    for joints in [0, 1, 3, u32::MAX] {
        let error = forge(&|state| state[JOINTS..][..4].copy_from_slice(&joints.to_le_bytes()));
        let expected = "a matrix for each joint of the skin";
        assert_eq!(error, Err(SkinSnapshotError::Invalid { at: MATRIX, expected }));
    }
    for number in [f32::NAN, f32::INFINITY] {
        let error =
            forge(&|state| state[MATRIX + 48..][..4].copy_from_slice(&number.to_le_bytes()));
        let expected = SkinError::MatrixNotFinite { joint: 1 };
        assert_eq!(error, Err(SkinSnapshotError::Skin(expected)));
    }
    // Any byte: refused, or what is written as the same again.
    for at in 0..bytes.len() - 8 {
        for flip in [1, 0x80, 0xff] {
            let changed = forge(&|state| state[at] ^= flip);
            match changed {
                Ok(changed) => assert_eq!(read(&changed.to_bytes()), Ok(changed)),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// Shots of one moment share the poses of skins, and a verdict is that of a history that was asked nothing before:
/// a copy keeps no poses. So it is after a tick is recorded again, and when threads ask at once.
#[test]
fn verdicts_do_not_depend_on_what_was_asked_before() {
    let known = skins();
    let (world, mut history, _, bodies) = game(&known);
    let mut rng = Rng::new(2423);
    let (mut hits, mut blocked) = (0, 0);
    for round in 0..120 {
        if round == 60 {
            // The tick again, with skins that swapped their places.
            history.record(Tick(1), &world);
            let poses = history.skins_at(bodies[0], Tick(0), 0.0).unwrap();
            history.record_skin(bodies[0], &known[2], poses[0].matrices()).unwrap();
        }
        // Several shots a moment, and some of other moments in between.
        let (tick, fraction) = (Tick(u64::from(round % 8 == 7)), (round / 4 % 5) as f32 * 0.2);
        let [a, b] = [0; 2].map(|_| [0; 3].map(|_| number(&mut rng, 1.5)));
        let claim = ShotClaim { shooter: 1, victim: 2, tick, fraction, shot: Segment3::new(a, b) };
        let verdict = history.validate_shot(&world, &claim, Filter::new()).unwrap();
        let fresh = history.clone();
        assert_eq!(fresh.validate_shot(&world, &claim, Filter::new()), Ok(verdict));
        std::thread::scope(|scope| {
            let ask = || history.validate_shot(&world, &claim, Filter::new());
            let asked = [0; 2].map(|_| scope.spawn(ask));
            for thread in asked {
                assert_eq!(thread.join().unwrap(), Ok(verdict));
            }
        });
        match verdict.finding {
            ShotFinding::Hit { .. } | ShotFinding::Grazed { .. } => hits += 1,
            ShotFinding::Blocked { .. } => blocked += 1,
            _ => {}
        }
    }
    assert!(hits > 20 && blocked > 3, "{hits} {blocked}");
}
