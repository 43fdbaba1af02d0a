//! A game that is no scene records what happens, and somebody else looks at a disputed shot.
//!
//! `cargo run --example record [FILE]` writes `shots.asndrc`, reads it back, and prints every shot.

use asunder::Segment3;
use asunder::glam::Vec3;
use asunder::history::ShotClaim;
use asunder::prelude::*;
use asunder::recording::{Labels, Recorder, Recording};
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let path = given.unwrap_or_else(|| std::env::temp_dir().join("shots.asndrc"));
    let mut world = World3::new();
    let runner = BodyOptions::from(BodyKind::Moving).owner(2);
    let runner = world.insert(Capsule3::new([0.0; 3], [0.0, 1.5, 0.0], 0.25), runner)?;

    let file = BufWriter::new(File::create(&path)?);
    let mut recorder = Recorder::new(file, "two shots at a runner", 60);
    recorder.label::<Vec3>(runner.collider(0), &Labels::new("runner"));
    let mut history = History3::new(60);
    for tick in 0..120 {
        let x = tick as f32 * 0.125;
        world.set_body_pose(runner, &Pose3::from_translation([x, 0.0, 0.0]))?;
        world.step();
        history.record(Tick(tick), &world);
        if tick % 50 == 49 {
            // The shooter saw the runner as it was six ticks ago, and aimed there.
            let aim = x - 6.0 * 0.125;
            let shot = Segment3::new([aim, 1.0, -20.0], [aim, 1.0, 20.0]);
            let claim =
                ShotClaim { shooter: 1, victim: 2, tick: Tick(tick - 6), fraction: 0.0, shot };
            let verdict = history.validate_shot(&world, &claim, Filter::new())?;
            recorder.shot(&claim, &verdict);
        }
        recorder.record(Tick(tick), &world)?;
    }
    recorder.finish()?;

    // Whoever disputes a shot reads the file.
    let bytes = fs::read(&path)?;
    let recording = Recording::read(&bytes)?;
    println!("{}: {} bytes, {} ticks", recording.title(), bytes.len(), recording.ticks().count());
    for tick in &recording {
        let tick = tick?;
        for (claim, verdict) in tick.world::<Vec3>().iter().flat_map(|world| &world.shots) {
            println!("tick {}: at {:?}: {:?}", tick.tick.0, claim.tick, verdict.finding);
        }
    }
    Ok(())
}
