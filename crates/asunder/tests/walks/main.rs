//! Walks over seams, held against the jury's exact oracle: nothing is penetrated, no free direction is
//! refused, every normal lies in the cone of the touch.
//!
//! `ASUNDER_TICKS` asks for so many ticks in all; `cargo xtask seams` asks for a million.

#[path = "../it/judged.rs"]
mod judged;
#[path = "../it/stored.rs"]
mod stored;
mod tally;
mod tick;

use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Ground, Rng, walk};
use judged::Space;
use tally::Tally;
use tick::Walker;

/// In the environment it says how many ticks are walked.
const TICKS: &str = "ASUNDER_TICKS";

/// Ticks of one walk.
const WALK: usize = 16;

fn ticks() -> Option<usize> {
    let ticks = std::env::var(TICKS).ok()?;
    Some(ticks.parse().unwrap_or_else(|_| panic!("{TICKS}={ticks}: expected a whole number")))
}

/// Walks by every kind of mover over every ground, so many ticks of each dimension.
fn walks<const D: usize, V: Space<D>>(ticks: usize) -> Vec<(Ground, Tally)> {
    let each = ticks.div_ceil(Ground::ALL.len());
    let tallies = Ground::ALL.map(|ground| {
        let mut tally = Tally::default();
        let mut rng = Rng::new(0x5ea5 + 16 * ground as u64 + D as u64);
        let kinds = ground.movers::<D>();
        for kind in kinds.iter().cycle() {
            if tally.ticks >= each {
                break;
            }
            let walk = walk::<D>(ground, *kind, WALK, &mut rng);
            Walker::<D, V>::new(&walk).walk(&mut tally);
        }
        (ground, tally)
    });
    tallies.into()
}

/// Prints what came of it, and fails unless all is well.
fn hold(dimension: usize, tallies: &[(Ground, Tally)]) {
    let mut all = Tally::default();
    let mut table = Tally::heading(dimension);
    for (ground, tally) in tallies {
        table += &tally.row(&format!("{ground:?}"));
        all.add(tally);
    }
    table += &all.row("all");
    println!("{table}slowest: {}", all.slowest);
    let faults: Vec<&String> = all.faults.iter().take(8).collect();
    assert!(all.is_clean(), "{faults:#?}");
    // Only the command measures: a test shares its processor with others, and is checked as it runs.
    if ticks().is_some() && !cfg!(debug_assertions) {
        assert!(all.long == 0, "{} moves, up to {:?}: {}", all.long, all.worst, all.slowest);
    }
}

#[test]
fn in_the_plane() {
    hold(2, &walks::<2, Vec2>(ticks().map_or(6_000, |ticks| ticks / 2)));
}

#[test]
fn in_space() {
    hold(3, &walks::<3, Vec3>(ticks().map_or(2_400, |ticks| ticks / 2)));
}
