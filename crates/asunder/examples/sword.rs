//! Whom did a fast swing hit, and where? `cargo run --example sword -p asunder`

use asunder::prelude::*;
use asunder::world::{Event, WorldError};
use asunder::{Pose3, axis_angle};

fn main() -> Result<(), WorldError> {
    let owned = |owner: u64| BodyOptions::from(BodyKind::Moving).owner(owner);
    let mut world = World3::new();
    // The knight is owner 1, and so is the sword in its hand; three goblins stand around.
    world.insert(Capsule3::new([0.0, 0.4, 0.0], [0.0, 1.4, 0.0], 0.4), owned(1))?;
    let sword = world.insert(Capsule3::new([0.5, 0.0, 0.0], [1.8, 0.0, 0.0], 0.03), owned(1))?;
    let mut goblins = Vec::new();
    for (owner, x, z) in [(2, 1.5, -0.6), (3, -0.6, -1.5), (4, -1.5, 0.9)] {
        let goblin = Capsule3::new([x, 0.3, z], [x, 1.0, z], 0.3);
        goblins.push((world.insert(goblin, owned(owner))?, owner));
    }
    let pose = |degrees: f32| {
        Pose3::new([0.0, 1.0, 0.0], axis_angle([0.0, 1.0, 0.0], degrees.to_radians()))
    };
    world.set_body_pose(sword, &pose(0.0))?;
    world.step();

    // Half a turn in four ticks: the sword is never inside a goblin at the end of one, and hits all the
    // same, each victim once.
    let swing = world.begin_attack(1, &[sword.collider(0)])?;
    let mut victims = Vec::new();
    for tick in 1..=4_u8 {
        world.set_body_pose(sword, &pose(45.0 * f32::from(tick)))?;
        world.step();
        for event in world.events() {
            let Event::Hit(hit) = event else { continue };
            let owner = goblins
                .iter()
                .find(|(body, _)| *body == hit.collider.body)
                .map(|(_, owner)| *owner);
            println!(
                "tick {tick}: hits goblin {owner:?} at {:.2?}, {:.0} % of the way through the tick",
                hit.point.to_array(),
                100.0 * hit.fraction
            );
            victims.extend(owner);
        }
    }
    world.end_attack(swing)?;
    assert_eq!(victims, [2, 3], "not goblin 4, which is behind the swing");
    Ok(())
}
