//! Random walkers in dungeons: none falls through the floor, none penetrates anything, none gets stuck.
//!
//! A slice is walked in any run of the tests. With `ASUNDER_LONG` in the environment 100 walkers walk for 10
//! minutes in each dungeon:
//!
//!     ASUNDER_LONG=1 cargo test --release -p asunder-scene --test dungeon -- --nocapture

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod pieces;
mod tally;
mod walker;

use asunder::Mesh3;
use asunder_gltf::Level;
use asunder_scene::dungeon;
use std::thread;
use std::time::Instant;
use tally::Tally;
use walker::{Place, Walker};

/// Sixty a second.
const SECOND: usize = 60;

/// How many walkers, and for how many ticks each.
fn extent() -> (u64, usize) {
    if std::env::var_os("ASUNDER_LONG").is_some() { (100, 600 * SECOND) } else { (12, 4 * SECOND) }
}

/// Lets walkers walk, and holds what came of it.
fn hold(name: &str, place: &Place) {
    let (walkers, ticks) = extent();
    let begun = Instant::now();
    let threads = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    let all = thread::scope(|scope| {
        let share = |first: u64| {
            let mut tally = Tally::default();
            for number in (first..walkers).step_by(threads as usize) {
                Walker::new(place, number).walk(ticks, &mut tally);
            }
            tally
        };
        let shares: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        let mut all = Tally::default();
        shares.into_iter().for_each(|it| all.add(it.join().unwrap()));
        all
    });
    let each = begun.elapsed().as_secs_f64() * 1e6 * threads as f64 / all.walks as f64;
    let triangles = place.mesh.triangles().count();
    println!(
        "{name}, {triangles} triangles: {all}; {each:.1} us a tick of a walker, with its checks"
    );
    assert_eq!(all.faults, Vec::<String>::new(), "{name}: {all}");
    assert_eq!(all.walks, walkers * ticks as u64);
    // Who only stands proves nothing.
    let seconds = all.walks as f64 / SECOND as f64;
    assert!(all.way > 0.5 * seconds, "{name}: {} m in {seconds} s", all.way);
    assert!(all.jumps > 0 && all.stepped > 0, "{name}: {all}");
}

#[test]
fn in_the_dungeon_that_ships() {
    let level = Level::from_slice(&dungeon::glb(), "dungeon").unwrap();
    let (vertices, triangles) = level.trimesh(10_000).unwrap();
    let mesh = Mesh3::new(vertices, triangles);
    let place = Place { mesh, min: [0.0, -0.001, 0.0], max: [24.0, 16.0], step_height: 0.3 };
    hold("the dungeon that ships", &place);
}

/// Pieces of a kit, from `ASUNDER_ASSETS` or `../shared/assets` beside the repository.
#[test]
fn in_a_dungeon_of_a_kit() {
    let Some(folder) = pieces::folder() else {
        println!("there is no folder dungeon among the assets; nothing is walked");
        return;
    };
    let mesh = pieces::dungeon(&folder);
    // The tiles are bevelled; their undersides are at -0.1.
    let place = Place { mesh, min: [0.0, -0.1, 0.0], max: [28.0, 24.0], step_height: 0.55 };
    hold("the dungeon of a kit", &place);
}
