//! The bytes of a snapshot of skins that strangers send: read or refused, and shot at.

use crate::snapshot::forged;
use asunder::history::{ShotClaim, SkinSnapshot};
use asunder::prelude::*;
use asunder::{Affine3, Skin};

/// The skins that a snapshot may name, of one, two and three joints.
#[must_use]
pub fn known_skins() -> [Skin; 3] {
    [1, 2, 3].map(|joints: u16| {
        let corners = (0..3 * joints).map(|i| {
            let along = f32::from(i) / 4.0;
            [along, if i % 2 == 0 { 0.5 } else { -0.5 }, if i % 3 == 0 { 0.5 } else { -0.25 }]
        });
        let weights = (0..3 * joints).map(|i| [(i % joints, 0.75), ((i + 1) % joints, 0.25)]);
        let triangles = (0..u32::from(joints)).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        match Skin::try_new(corners, weights, triangles) {
            Ok(skin) => skin,
            Err(error) => panic!("a skin of {joints} joints: {error}"),
        }
    })
}

/// Two bodies, their history of a tick, and what a game recorded of it: the second has two skins.
///
/// # Panics
///
/// If the library refuses one of them.
#[must_use]
pub fn skinned_game() -> (World3, History3) {
    let mut world = World3::new();
    let bodies = [1, 2].map(|owner| {
        let options = BodyOptions::from(BodyKind::Moving).owner(owner);
        match world.insert(Aabb3::new([-1.0; 3], [2.0; 3]), options) {
            Ok(body) => body,
            Err(error) => panic!("a box: {error}"),
        }
    });
    let mut history = History3::new(1);
    history.record(Tick(0), &world);
    for (i, skin) in known_skins().iter().enumerate() {
        let by = [i as f32, 0.25, 0.0];
        let joints = vec![Affine3::from(Pose3::from_translation(by)); skin.joint_count()];
        if let Err(error) = history.record_skin(bodies[usize::from(i > 0)], skin, &joints) {
            panic!("a skin in a pose: {error}");
        }
    }
    (world, history)
}

/// Reads bytes as a snapshot of skins, as they are and with a sum that agrees with them, and settles a shot by what
/// was read.
///
/// # Panics
///
/// If what was read is written as others, or an error says nothing.
pub fn skin_snapshot(data: &[u8]) {
    read(data);
    if let Some(forged) = forged(data) {
        read(&forged);
    }
}

fn read(data: &[u8]) {
    let known = known_skins();
    let snapshot = match SkinSnapshot::try_from_bytes_with(data, &known) {
        Ok(snapshot) => snapshot,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says something");
            return;
        }
    };
    let bytes = snapshot.to_bytes();
    let again = SkinSnapshot::try_from_bytes_with(&bytes, &known);
    assert_eq!(again.map(|again| again.to_bytes()), Ok(bytes), "written and read again");
    let (world, _) = skinned_game();
    let mut history = History3::new(1);
    history.record(Tick(0), &world);
    if let Err(error) = history.record_skins(&snapshot) {
        assert!(!error.to_string().is_empty(), "an error says something");
    }
    let shot = Segment3::new([-9.0, 0.1, 0.2], [9.0, 0.2, 0.1]);
    let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(0), fraction: 0.0, shot };
    if let Err(error) = history.validate_shot(&world, &claim, Filter::new()) {
        panic!("a shot at a body that is there: {error}");
    }
}
