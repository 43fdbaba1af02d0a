//! Distances, closest points, depths and contacts against the jury's exact truth.

mod cured;
mod law;
mod read;
mod table;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Family, Kind, MetricFamily, Rng, metric_pair, pair};
use law::is_in_domain;
use table::Table;

/// How often every family draws of every two kinds.
const ROUNDS: usize = 3;

/// The same in the long suite: more than a million pairs.
const LONG_ROUNDS: usize = 180;

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

fn holds<const D: usize, V: Space<D>>() {
    let is_long = std::env::var_os("ASUNDER_LONG").is_some();
    let table = judged::<D, V>(if is_long { LONG_ROUNDS } else { ROUNDS });
    let text = table.text();
    println!("{text}");
    assert!(table.faults() == 0, "{text}");
}

#[test]
fn metrics_in_the_plane_are_certain() {
    holds::<2, Vec2>();
}

#[test]
fn metrics_in_space_are_certain() {
    holds::<3, Vec3>();
}
