//! A scene file that strangers send to keep a machine busy: refused, or run within bounds.
//!
//! How long an input takes and how much memory is for the fuzzer to limit; here is counted what both grow
//! with.

use asunder_scene::{Runner, Scene};
use std::fmt::Write as _;

/// As many ticks as are run, whatever the scene asks for: the first three differ, as nothing is in
/// contact before the first, and nothing attacks before it has been there.
const TICKS: usize = 3;

/// What a scene may have in contact at once, of each dimension.
const MOST_CONTACTS: usize = 500_000;

/// What may happen in a tick: all contacts end and others begin, as many hits as there may be, and as much
/// again of movers; of each dimension.
const MOST_EVENTS: usize = 2 * (2 * MOST_CONTACTS + 1_000_000);

/// Reads bytes as a scene and runs its first ticks. What stands behind a line `%%` is there many times, 1 to
/// 4,081 as the first byte says; each `%` in it is the number of the copy.
///
/// # Panics
///
/// If more happens in a tick than a scene may ask for, or an error says nothing or too much.
pub fn scene_cost(data: &[u8]) {
    let Some((&copies, text)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    // A model is a file of the machine that this runs on, and the cost of hulls is bounded elsewhere.
    if ["model", "hitboxes", "hull"].iter().any(|word| text.contains(word)) {
        return;
    }
    let (once, repeated) = text.split_once("%%\n").unwrap_or((text, ""));
    let mut scene = once.to_owned();
    for copy in 0..=16 * usize::from(copies) {
        let _ = write!(scene, "\n{}", repeated.replace('%', &copy.to_string()));
    }
    match Scene::from_toml(&scene, "fuzz.toml").and_then(|scene| Runner::new(&scene)) {
        Ok(mut runner) => run(&mut runner),
        Err(error) => assert!(!error.to_string().is_empty(), "an error says something"),
    }
}

fn run(runner: &mut Runner) {
    for _ in 0..TICKS {
        match runner.step() {
            Ok(Some(events)) => assert!(events.len() <= MOST_EVENTS, "{} events", events.len()),
            Ok(None) => return,
            Err(error) => {
                assert!(!error.to_string().is_empty(), "an error says something");
                return;
            }
        }
        let contacts = runner.pairs().count();
        assert!(contacts <= 2 * MOST_CONTACTS, "{contacts} contacts");
    }
}
