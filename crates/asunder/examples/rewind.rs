//! Did a late shot hit what its shooter saw? `cargo run --example rewind -p asunder`
//!
//! `rewound_shots` is the same as a game, over UDP.

use asunder::history::{ShotClaim, ShotFinding};
use asunder::prelude::*;
use asunder::world::WorldError;

fn main() -> Result<(), WorldError> {
    let mut world = World3::new();
    let runner = BodyOptions::from(BodyKind::Moving).owner(2);
    let runner = world.insert(Capsule3::new([0.0, 0.4, 0.0], [0.0, 1.4, 0.0], 0.4), runner)?;
    let wall = world.insert(Aabb3::new([12.0, 0.0, -3.0], [13.0, 3.0, -2.0]), BodyKind::Fixed)?;

    // The server keeps twenty ticks: the runner moves half a metre in each.
    let mut history = History3::new(20);
    for tick in 0..40 {
        world.set_body_pose(runner, &Pose3::from_translation([0.5 * tick as f32, 0.0, 0.0]))?;
        world.step();
        history.record(Tick(tick), &world);
    }

    // Shots from z = -10, straight ahead, at where their shooter saw the runner.
    let mut findings = Vec::new();
    for (what, tick, fraction, x) in [
        ("at what it saw between two ticks", 30, 0.5, 15.25),
        ("the same shot, as of now", 39, 0.0, 15.25),
        ("a little beside it", 30, 0.5, 16.0),
        ("through the wall", 25, 0.0, 12.5),
        ("older than the history", 3, 0.0, 1.5),
    ] {
        let shot = Segment3::new([x, 1.0, -10.0], [x, 1.0, 10.0]);
        let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(tick), fraction, shot };
        // A server refuses a claim that it cannot look up: here all of them can be.
        let verdict = history.validate_shot(&world, &claim, Filter::new()).expect("it is recorded");
        println!("{what}: {:?}", verdict.finding);
        findings.push(verdict.finding);
    }
    assert!(matches!(findings[0], ShotFinding::Hit { .. }));
    assert!(matches!(findings[1], ShotFinding::Missed { .. }));
    assert!(matches!(findings[2], ShotFinding::Missed { by, .. } if (0.3..0.4).contains(&by)));
    assert!(matches!(findings[3], ShotFinding::Blocked { by, .. } if by == wall.collider(0)));
    assert_eq!(findings[4], ShotFinding::TooOld);
    Ok(())
}
