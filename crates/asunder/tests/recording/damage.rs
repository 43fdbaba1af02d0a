//! Bytes that were cut off or changed are refused, and nothing panics.

use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::recording::{Labels, RecordedQuery, RecordedQuestion, RecordingError};
use asunder::{Recorder, Recording};

/// A small recording that has a block of every kind but meshes.
fn small() -> Vec<u8> {
    let mut world = World2::new();
    let coin = world.insert(Sphere2::new([1.0, 0.0], 1.0), BodyKind::Fixed).unwrap();
    let player = world.insert(Sphere2::new([-2.0, 0.0], 1.0), BodyKind::Moving).unwrap();
    let mut recorder = Recorder::new(Vec::new(), "small", 60);
    recorder.label::<Vec2>(coin.collider(0), &Labels::new("coin"));
    for tick in 0..4 {
        let pose = Pose2::from_translation([tick as f32 * 0.75, 0.0]);
        world.set_body_pose(player, &pose).unwrap();
        world.step();
        let ray = Ray2::new([0.0, 0.0], [1.0, 0.0]);
        let found = world.view().ray(&ray).first();
        recorder.query(&RecordedQuery::new(RecordedQuestion::Line, ray, &found));
        recorder.record(Tick(tick), &world).unwrap();
    }
    recorder.finish().unwrap()
}

#[test]
fn every_truncation_is_refused() {
    let bytes = small();
    assert!(Recording::read(&bytes).is_ok());
    for end in 0..bytes.len() {
        let error = Recording::read(&bytes[..end]).unwrap_err();
        assert!(matches!(error, RecordingError::Truncated { .. }), "{end}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Recording::read(&longer).is_err());
}

#[test]
fn every_changed_bit_is_refused() {
    let mut bytes = small();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            bytes[place] ^= 1 << bit;
            let error = Recording::read(&bytes).err();
            let error = error.unwrap_or_else(|| panic!("bit {bit} of byte {place}"));
            assert!(!error.to_string().is_empty());
            bytes[place] ^= 1 << bit;
        }
    }
}
