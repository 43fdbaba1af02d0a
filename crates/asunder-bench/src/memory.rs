//! `--memory`: how many bytes a collider takes, and whether a settled world still allocates.

use crate::worlds::{self, Contestant, Crowd, Scene, Stage as _};
use allocation_counter::measure;
use serde_json::json;

/// How many boxes are held.
const BOXES: usize = 100_000;

/// What one contestant holds for its boxes, and allocates once it has settled.
struct Row {
    name: &'static str,
    bytes_each: f64,
    /// In each of the last steps.
    allocations_a_step: f64,
}

/// Prints a line for each contestant.
pub(crate) fn report(as_json: bool) {
    if !as_json {
        println!(
            "Memory of {BOXES} boxes that all move: bytes each after ten steps, and allocations a step from then on.\n"
        );
        println!("{:40} {:>10} {:>18}", "", "bytes each", "allocations a step");
    }
    for row in rows(BOXES) {
        let Row { name, bytes_each, allocations_a_step } = row;
        if as_json {
            println!(
                "{}",
                json!({
                    "work": "memory", "n": BOXES, "of": name,
                    "bytes_each": bytes_each.round(), "allocations_a_step": allocations_a_step,
                })
            );
        } else {
            println!("{name:40} {bytes_each:10.0} {allocations_a_step:18.1}");
        }
    }
}

fn rows(count: usize) -> Vec<Row> {
    let of = |name, make: fn(&Scene<3>) -> Box<dyn Contestant<Scene<3>>>| {
        let mut scene = Scene::<3>::new(Crowd::Uniform, count);
        let mut held = None;
        let kept = measure(|| {
            let mut contestant = make(&scene);
            // The scene itself allocates nothing as it moves on.
            for _ in 0..10 {
                scene.advance();
                contestant.step(&scene);
            }
            held = Some(contestant);
        });
        let mut allocations = 0;
        if let Some(contestant) = &mut held {
            for _ in 0..10 {
                scene.advance();
                allocations += measure(|| contestant.step(&scene)).count_total;
            }
        }
        Row {
            name,
            bytes_each: kept.bytes_current as f64 / count as f64,
            allocations_a_step: allocations as f64 / 10.0,
        }
    };
    worlds::holders().into_iter().map(|(name, make)| of(name, make)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world whose pairs come and go grows its lists now and then, but no step allocates as such.
    #[test]
    fn a_settled_world_hardly_allocates() {
        for row in rows(2000).iter().filter(|row| row.name.starts_with("asunder")) {
            assert!(row.allocations_a_step < 1.0, "{}: {}", row.name, row.allocations_a_step);
            assert!(row.bytes_each < 2000.0, "{}: {}", row.name, row.bytes_each);
        }
    }
}
