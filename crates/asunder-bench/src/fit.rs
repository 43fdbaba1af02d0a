//! `--fit`: how long boxes around clouds of points take, and how much larger than needed they are.

mod clouds;
mod descent;

use crate::timing::{Pass, medians};
use asunder::Obb3;
use clouds::{CLOUDS, Cloud};
use parry3d::math::Vec3;
use serde_json::json;
use std::hint::black_box;
use std::process::ExitCode;

const HEADER: &str = "\
Milliseconds a cloud: medians of contestants taking turns on one thread. Volume: relative to the
least that a hundred descents find.

cloud             points  asunder ms  volume     parry3d 0.31.1 (PCA) ms  volume";

/// How much larger than the least a box may be.
const TIGHT: f64 = 1.01;

/// Fits every cloud; an error if a box of asunder's is larger than it may be.
pub(crate) fn fit(rounds: usize, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{HEADER}");
    }
    let mut loose = 0;
    for cloud in CLOUDS {
        let row = Row::of(cloud, rounds);
        if as_json {
            println!("{}", row.to_json());
        } else {
            let Row { cloud, count, ms: [own, peer], volume: [tight, wide] } = row;
            println!("{cloud:16} {count:7} {own:11.2} {tight:7.4} {peer:28.3} {wide:7.4}");
        }
        if !(row.volume[0] <= TIGHT) {
            eprintln!("{}: the box is {} times the least known", row.cloud, row.volume[0]);
            loose += 1;
        }
    }
    if loose == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Asunder, then the peer, on one cloud.
struct Row {
    cloud: &'static str,
    count: usize,
    ms: [f64; 2],
    /// Relative to the least known.
    volume: [f64; 2],
}

impl Row {
    fn of(cloud: &Cloud, rounds: usize) -> Self {
        let points = (cloud.points)();
        let theirs: Vec<Vec3> = points.iter().map(|point| Vec3::from_array(*point)).collect();
        let mut passes: [Pass<'_>; 2] = [
            Box::new(|| {
                black_box(boxed(black_box(&points)));
            }),
            Box::new(|| {
                black_box(parry3d::utils::obb(black_box(&theirs)));
            }),
        ];
        let ns = medians(&mut passes, rounds);
        let least = descent::least_volume(&points);
        let volume =
            |half: [f32; 3]| half.iter().map(|&x| 2.0 * f64::from(x)).product::<f64>() / least;
        let [own, peer] = [
            boxed(&points).half_extents().to_array(),
            parry3d::utils::obb(&theirs).1.half_extents.to_array(),
        ];
        Self {
            cloud: cloud.name,
            count: points.len(),
            ms: [ns[0] * 1e-6, ns[1] * 1e-6],
            volume: [volume(own), volume(peer)],
        }
    }

    fn to_json(&self) -> serde_json::Value {
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        json!({
            "work": format!("obb_fit_{}", self.cloud),
            "n": self.count,
            "asunder_ms": rounded(self.ms[0]),
            "asunder_volume": rounded(self.volume[0]),
            "peer": "parry3d 0.31.1 (PCA)",
            "peer_ms": rounded(self.ms[1]),
            "peer_volume": rounded(self.volume[1]),
        })
    }
}

fn boxed(points: &[[f32; 3]]) -> Obb3 {
    Obb3::from_points(points.iter().copied()).expect("finite points")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Within one percent of the least volume that another search finds, on every cloud.
    #[test]
    fn boxes_are_tight() {
        for cloud in CLOUDS {
            let points = (cloud.points)();
            let least = descent::least_volume(&points);
            let half = boxed(&points).half_extents().to_array();
            let volume: f64 = half.iter().map(|&x| 2.0 * f64::from(x)).product();
            assert!(volume <= TIGHT * least, "{}: {}", cloud.name, volume / least);
            // A search as patient is not beaten by much, or it is no reference.
            assert!(volume >= 0.99 * least, "{}: {}", cloud.name, volume / least);
        }
    }
}
