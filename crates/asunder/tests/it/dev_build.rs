//! A game built without optimisation runs the library's kernels at full speed: no kernel is generic
//! in a way that would compile it inside the game's crate.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A game's crate: the development profile as it comes, but for the library's own optimisation.
const MANIFEST: &str = r#"
[package]
name = "game"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
asunder = { path = "ASUNDER" }

[profile.dev]
opt-level = 0
debug = false

[profile.dev.package.asunder]
opt-level = 3

# No kernel calls glam; building it fast is worth more here than its speed.
[profile.release.package.glam]
opt-level = 0
"#;

/// Prints nanoseconds per call, the best of several rounds, and how many pairs intersect.
const GAME: &str = r#"
use asunder::prelude::*;
use std::hint::black_box;
use std::time::Instant;

const BOXES: usize = 317;

fn main() {
    let mut state = 1u64;
    let mut unit = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    let boxes: Vec<Obb3> = (0..BOXES)
        .map(|_| {
            let center = [unit() * 8.0, unit() * 8.0, unit() * 8.0];
            Obb3::new(center, [1.0, 0.5, 0.25], [unit(), unit(), unit(), 1.0])
        })
        .collect();
    let (mut best, mut hits) = (f64::MAX, 0);
    for _ in 0..5 {
        hits = 0;
        let start = Instant::now();
        let mut i = 0;
        while i < BOXES {
            let mut j = 0;
            while j < BOXES {
                if black_box(&boxes[i]).intersects(black_box(&boxes[j])) {
                    hits += 1;
                }
                j += 1;
            }
            i += 1;
        }
        let time = start.elapsed().as_nanos() as f64 / (BOXES * BOXES) as f64;
        if time < best {
            best = time;
        }
    }
    println!("{best} {hits}");
}
"#;

/// How many times as long as in release a call may take. What is left to the game is the loop, the
/// indexing and the call itself: that makes about one and a half, kernels in the wrong crate eighty.
const LIMIT: f64 = 3.0;

/// Runs cargo on the game, without network, in a target directory of its own.
fn cargo(game: &Path, arguments: &[&str]) {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--quiet", "--offline"])
        .current_dir(game)
        .env("CARGO_TARGET_DIR", game.join("target"))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Nanoseconds per call and the number of hits.
fn measure(binary: &Path) -> (f64, usize) {
    let output = Command::new(binary).output().expect("the game runs");
    let text = String::from_utf8(output.stdout).expect("numbers");
    let (time, hits) = text.trim().split_once(' ').expect("two numbers");
    (time.parse().expect("a time"), hits.parse().expect("a count"))
}

/// The game's crate, written below the target directory.
fn write_game() -> PathBuf {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = Path::new(env!("CARGO_TARGET_TMPDIR")).join("game");
    fs::create_dir_all(game.join("src")).expect("a directory");
    let path = library.to_str().expect("a path in UTF-8").replace('\\', "/");
    fs::write(game.join("Cargo.toml"), MANIFEST.replace("ASUNDER", &path)).expect("a manifest");
    fs::write(game.join("src/main.rs"), GAME).expect("a program");
    // The versions of this workspace are at hand offline.
    fs::copy(library.join("../../Cargo.lock"), game.join("Cargo.lock")).expect("a lock file");
    game
}

#[test]
fn an_unoptimised_game_runs_optimised_kernels() {
    let game = write_game();
    cargo(&game, &["build"]);
    cargo(&game, &["build", "--release"]);
    let binary = |profile: &str| {
        game.join("target").join(profile).join(format!("game{}", env::consts::EXE_SUFFIX))
    };
    let (debug, release) = (binary("debug"), binary("release"));
    // Other tests run beside this one: the best of several turns counts.
    let (mut slow, mut fast) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        let ((in_debug, hits), (in_release, expected)) = (measure(&debug), measure(&release));
        assert_eq!(hits, expected, "both builds give the same answers");
        assert!(hits > 1000, "{hits} hits tell little");
        slow = slow.min(in_debug);
        fast = fast.min(in_release);
    }
    println!("{slow:.1} ns a call in a development build, {fast:.1} ns in release");
    assert!(slow <= LIMIT * fast, "{slow:.1} ns against {fast:.1} ns: {:.1} times", slow / fast);
}
