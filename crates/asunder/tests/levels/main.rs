//! Levels by construction, walked by every kind of mover: each ends as constructed, nothing is penetrated,
//! no free direction refused, and who rests keeps his bits.
//!
//! `ASUNDER_TICKS` asks for so many ticks in all; `cargo xtask levels` asks for a million and more.
//! `ASUNDER_SHOW=1` prints every fault, with the name of the walk; `ASUNDER_ONLY` names one walk to print tick by tick.

#[path = "../it/judged.rs"]
mod judged;
mod moving;
mod pure;
#[path = "../it/stored.rs"]
mod stored;
mod table;
mod turned;

use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Kind, LevelKind};

/// In the environment it says how many ticks are walked.
const TICKS: &str = "ASUNDER_TICKS";

fn ticks() -> Option<usize> {
    let ticks = std::env::var(TICKS).ok()?;
    Some(ticks.parse().unwrap_or_else(|_| panic!("{TICKS}={ticks}: expected a whole number")))
}

#[test]
fn in_the_plane() {
    pure::walk_all::<2, Vec2>(ticks().map_or(40_000, |ticks| ticks / 2));
}

/// On treads half as wide as their foot, and exactly as high as a step may be, two of these once ended early.
#[test]
fn round_feet_climb_stairs_in_the_plane() {
    pure::walk_seeds::<2, Vec2>(LevelKind::StairsUp, &[Kind::Sphere, Kind::Capsule], 40);
}

#[test]
fn in_space() {
    pure::walk_all::<3, Vec3>(ticks().map_or(20_000, |ticks| ticks / 2));
}

#[test]
fn lifts_keep_their_riders() {
    moving::lift_in_the_plane();
    println!("lifts: {} ticks", moving::lift(ticks().map_or(4_000, |ticks| ticks / 10)));
}

/// A thousand turns where many ticks are asked for.
#[test]
fn a_turntable_keeps_its_riders() {
    println!("turntable: {} ticks", moving::turntable(ticks().map_or(2, |ticks| ticks / 1000)));
}

#[test]
fn doors_that_close_say_whom_they_crush() {
    println!("doors: {} ticks", moving::doors());
}

#[test]
fn conveyors_take_all_along() {
    println!("conveyors: {} ticks", moving::conveyor());
}

/// As many ticks at rest as are asked for.
#[test]
fn who_rests_keeps_his_bits() {
    println!("rest: {} ticks", moving::rest(ticks().unwrap_or(7_000)));
}

#[test]
fn who_starts_inside_gets_out_in_one_move() {
    println!("depth: {} moves", moving::depth());
}

/// Of a thousand walkers in a row thirteen ended up to 0.13 m too far: 700 did. 954 met the next blocks as it slid.
#[test]
fn nobody_steps_along_a_turned_wall() {
    let walkers = (0..1000).step_by(100).chain([954, 998]);
    println!("turned wall: {} ticks", turned::along_the_wall(walkers));
}
