//! Distances, closest points, depths and contacts against the jury's exact truth.
//!
//! Some are wrong today. `testdata/metrics` holds which: pairs with their truth and today's answer, and
//! how many of the drawn pairs are wrong, and how. A test fails when one of these changes, for better or
//! worse.

mod known;
mod law;
mod read;
mod table;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Family, Kind, MetricFamily, Rng, metric_pair, pair};
use law::is_in_domain;
use std::fs;
use std::path::PathBuf;
use table::Table;

/// How often every family draws of every two kinds.
const ROUNDS: usize = 3;

/// The same in the long suite.
const LONG_ROUNDS: usize = 20;

/// A file of `testdata/metrics`.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/metrics").join(name)
}

/// Asks for the metrics of pairs of all kinds and families whose numbers lie in the domain of metrics.
fn judged<const D: usize, V: Space<D>>(rounds: usize) -> Table {
    let mut table = Table::new(D);
    for family in Family::ALL {
        let mut rng = Rng::new(0x3E7 + family as u64);
        for [a, b] in turns(rounds) {
            let (a, b) = pair::<D>(family, a, b, &mut rng);
            if is_in_domain(&a) && is_in_domain(&b) {
                table.ask::<D, V>(family.name(), &a, &b);
            }
        }
    }
    for family in MetricFamily::ALL {
        let mut rng = Rng::new(0x4E7 + family as u64);
        for [a, b] in turns(rounds) {
            let (a, b) = metric_pair::<D>(family, a, b, &mut rng);
            assert!(a.is_valid() && b.is_valid(), "{family:?} {a:?} {b:?}");
            if is_in_domain(&a) && is_in_domain(&b) {
                table.ask::<D, V>(family.name(), &a, &b);
            }
        }
    }
    table
}

fn turns(rounds: usize) -> impl Iterator<Item = [Kind; 2]> {
    let every = || Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| [a, b]));
    (0..rounds).flat_map(move |_| every())
}

/// Holds a table against the one that is known.
fn holds<const D: usize, V: Space<D>>() {
    let is_long = std::env::var_os("ASUNDER_LONG").is_some();
    let (rounds, name) = if is_long {
        (LONG_ROUNDS, format!("rates_{D}d_long.txt"))
    } else {
        (ROUNDS, format!("rates_{D}d.txt"))
    };
    let found = judged::<D, V>(rounds).text();
    println!("{found}");
    let known = fs::read_to_string(file(&name)).unwrap_or_default();
    assert!(
        found == known,
        "testdata/metrics/{name} is not what is found now (above); if the new one is better, make it \
         the file:\n{}",
        table::differences(&known, &found)
    );
}

#[test]
fn wrong_metrics_in_the_plane_are_the_known_ones() {
    holds::<2, Vec2>();
}

#[test]
fn wrong_metrics_in_space_are_the_known_ones() {
    holds::<3, Vec3>();
}
