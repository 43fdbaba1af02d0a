//! Levels by construction, walked by every kind of mover: each ends as constructed, nothing is penetrated,
//! no free direction refused, and who rests keeps his bits.
//!
//! `ASUNDER_TICKS` asks for so many ticks in all; `cargo xtask levels` asks for a million and more.

#[path = "../it/judged.rs"]
mod judged;
mod pure;
mod table;

use asunder::glam::{Vec2, Vec3};

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

#[test]
fn in_space() {
    pure::walk_all::<3, Vec3>(ticks().map_or(20_000, |ticks| ticks / 2));
}
