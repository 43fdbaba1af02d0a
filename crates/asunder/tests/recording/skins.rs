//! Skins, which a recording holds by their hashes.

use asunder::glam::Vec3;
use asunder::history::{ShotClaim, ShotFinding};
use asunder::prelude::*;
use asunder::recording::RecordingError;
use asunder::world::BodyId;
use asunder::{Affine3, Recorder, Recording, Skin, SkinError};

/// A triangle of two joints, its tip at a height.
fn skin(height: f32) -> Skin {
    let corners = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, height, 0.0]];
    Skin::try_new(corners, [[(0, 0.5), (1, 0.5)]; 3], [[0, 1, 2]]).unwrap()
}

fn matrices(tick: u64) -> [Affine3; 2] {
    let tick = tick as f32;
    [[0.25 * tick, 0.0, 0.0], [0.25 * tick, 1e-3 * tick * tick, -0.0]]
        .map(|at| Affine3::from(Pose3::from_translation(at)))
}

/// Two bodies that go, the first with two skins; from tick 100 on it has one more.
fn recorded(ticks: u64) -> (World3, Vec<u8>, [BodyId; 2]) {
    let mut world = World3::new();
    let bodies = [2, 3].map(|owner| {
        let options = BodyOptions::from(BodyKind::Moving).owner(owner);
        world.insert(Aabb3::new([0.0, 0.0, -1.0], [2.0, 9.0, 1.0]), options).unwrap()
    });
    let mut recorder = Recorder::new(Vec::new(), "", 60);
    for tick in 0..ticks {
        for body in bodies {
            let pose = Pose3::from_translation([0.25 * tick as f32, 0.0, 0.0]);
            world.set_body_pose(body, &pose).unwrap();
        }
        world.step();
        let own = [(bodies[0], 1.0), (bodies[0], 2.0), (bodies[1], 1.0)];
        let more = (tick >= 100).then_some((bodies[0], 3.0));
        for (body, height) in own.into_iter().chain(more) {
            // Further matrices are no part of it.
            let [a, b] = matrices(tick);
            recorder.record_skin(body, &skin(height), &[a, b, a]).unwrap();
        }
        recorder.record(Tick(tick), &world).unwrap();
    }
    (world, recorder.finish().unwrap(), bodies)
}

#[test]
fn skins_come_back_by_their_hashes() {
    let known = [1.0, 2.0, 3.0].map(skin);
    let [low, middle, high] = known.each_ref().map(Skin::hash);
    let (_, bytes, [a, b]) = recorded(150);
    let recording = Recording::read(&bytes).unwrap();
    for tick in recording.ticks() {
        let read = recording.at(tick).unwrap();
        let world = read.world::<Vec3>().unwrap();
        assert!(world.skins.is_empty(), "no mesh is drawn");
        let found: Vec<_> = world.skin_poses.iter().map(|it| (it.body, it.skin)).collect();
        let mut expected = vec![(a, low), (a, middle), (b, low)];
        if tick >= Tick(100) {
            expected.insert(2, (a, high));
        }
        assert_eq!(found, expected);
        for pose in &world.skin_poses {
            let bits = |list: &[Affine3]| -> Vec<_> {
                let numbers =
                    |it: &Affine3| [it.column(0), it.column(1), it.column(2), it.translation()];
                list.iter()
                    .flat_map(numbers)
                    .flat_map(|it| it.to_array())
                    .map(f32::to_bits)
                    .collect()
            };
            assert_eq!(bits(&pose.matrices), bits(&matrices(tick.0)));
            let posed = pose.posed(&known).unwrap();
            let it = known.iter().find(|it| it.hash() == pose.skin).unwrap();
            assert_eq!(posed.triangle(0), it.posed(&pose.matrices).unwrap().triangle(0));
        }
    }
}

/// A shot that was noted is validated again, from the recording alone and the skins.
#[test]
fn a_recorded_shot_is_validated_again() {
    let known = [1.0, 2.0].map(skin);
    let (world, bytes, _) = recorded(3);
    let recording = Recording::read(&bytes).unwrap();
    let tick = recording.at(Tick(2)).unwrap();
    let mut history = History3::new(3);
    history.record(Tick(2), &world);
    for pose in &tick.world::<Vec3>().unwrap().skin_poses {
        let posed = pose.posed(&known).unwrap();
        history.record_skin(pose.body, posed.skin(), &pose.matrices).unwrap();
    }
    let validate = |x: f32, y: f32| {
        let shot = Segment3::new([x, y, 4.0], [x, y, -4.0]);
        let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(2), fraction: 0.0, shot };
        history.validate_shot(&world, &claim, Filter::new()).unwrap().finding
    };
    // The tip of the larger one: half of what the second joint rose above it.
    let tip = 2.0 + 0.5 * f64::from(1e-3_f32 * 4.0);
    let tip = tip as f32;
    assert!(matches!(validate(0.5, tip), ShotFinding::Hit { .. }), "the posed vertex");
    assert!(matches!(validate(0.5, tip.next_up()), ShotFinding::Grazed { .. }));
}

#[test]
fn a_skin_that_is_missing_or_another_is_named() {
    let (_, bytes, _) = recorded(1);
    let tick = Recording::read(&bytes).unwrap().at(Tick(0)).unwrap();
    let pose = &tick.world::<Vec3>().unwrap().skin_poses[1];
    let hash = skin(2.0).hash();
    for given in [&[][..], &[skin(1.0)], &[skin(2.0_f32.next_up()), skin(3.0)]] {
        let error = pose.posed(given).unwrap_err();
        assert_eq!(error, RecordingError::NoSkin { hash });
        let expected = format!("the recording holds a skin of hash {hash:016x}; give it");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
    // What is no pose is not recorded.
    let mut recorder = Recorder::new(Vec::new(), "", 60);
    let refused = recorder.record_skin(pose.body, &skin(1.0), &matrices(0)[..1]);
    assert_eq!(refused, Err(SkinError::Matrices { given: 1, joints: 2 }));
    recorder.record(Tick(0), &World3::new()).unwrap();
    let bytes = recorder.finish().unwrap();
    let tick = Recording::read(&bytes).unwrap().at(Tick(0)).unwrap();
    assert!(tick.world::<Vec3>().unwrap().skin_poses.is_empty());
}

/// The bytes before the first block, those before a block's content, and those of its checksum.
const PREAMBLE: usize = 8;
const HEAD: usize = 5;
const SUM: usize = 8;

/// The checksum of a block, as the format describes it.
fn sum(block: &[u8]) -> u64 {
    let mixed = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let (eights, rest) = block.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = eights.iter().chain([&last]).map(|eight| u64::from_le_bytes(*eight));
    words.chain([block.len() as u64]).fold(0xcbf2_9ce4_8422_2325, mixed)
}

/// The bytes with a byte of a block's content changed, and the checksum that goes with it.
fn forged(bytes: &[u8], place: usize, flip: u8) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let mut at = PREAMBLE;
    while let Some(&[_, a, b, c, d]) = bytes.get(at..at + HEAD) {
        let end = at + HEAD + u32::from_le_bytes([a, b, c, d]) as usize;
        if place == at || (at + HEAD..end).contains(&place) {
            bytes[place] ^= flip;
            let sum = sum(&bytes[at..end]).to_le_bytes();
            bytes[end..end + SUM].copy_from_slice(&sum);
            return Some(bytes);
        }
        at = end + SUM;
    }
    None
}

/// Whatever numbers stand in the blocks, ticks are read or refused, and so are the poses of skins.
#[test]
fn forged_bytes_pose_no_skin_that_cannot_be() {
    let known = [1.0, 2.0].map(skin);
    let (_, bytes, _) = recorded(3);
    let (mut refused, mut missing, mut posed) = (0, 0, 0);
    for (place, flip) in (0..bytes.len()).flat_map(|it| [1, 4, 0x80, 0xff].map(|flip| (it, flip))) {
        let Some(changed) = forged(&bytes, place, flip) else { continue };
        let recording = match Recording::read(&changed) {
            Ok(recording) => recording,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
                continue;
            }
        };
        for tick in &recording {
            let Ok(tick) = tick else { break };
            let Some(world) = tick.world::<Vec3>() else { continue };
            for pose in &world.skin_poses {
                match pose.posed(&known) {
                    Ok(skin) => {
                        posed += 1;
                        let triangle = skin.triangle(0).unwrap();
                        assert!(triangle.corners().iter().all(|corner| corner.is_finite()));
                    }
                    Err(RecordingError::NoSkin { hash }) => {
                        missing += 1;
                        assert!(known.iter().all(|skin| skin.hash() != hash));
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
    assert!(refused > 20 && missing > 20 && posed > 1_000, "{refused} {missing} {posed}");
}
