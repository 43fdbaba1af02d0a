//! A scene file that strangers send: read or refused, and run without a panic.

use asunder_scene::{Runner, Scene};

/// As many ticks as are run, whatever the scene asks for.
const TICKS: usize = 16;

/// Reads bytes as a scene, and if they are one, runs it for a little.
///
/// # Panics
///
/// If a scene runs differently the second time, or an error says nothing.
pub fn scene(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let scene = match Scene::from_toml(text, "fuzz.toml") {
        Ok(scene) => scene,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says something");
            return;
        }
    };
    // A model is a file of the machine that this runs on; only the built-in one is always the same.
    if text.contains("model") {
        return;
    }
    assert_eq!(run(&scene), run(&scene), "a scene runs the same each time");
}

/// The events of the first ticks, and the error that ends them, if any.
fn run(scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    let mut runner = match Runner::new(scene) {
        Ok(runner) => runner,
        Err(error) => return vec![error.to_string()],
    };
    for _ in 0..TICKS {
        match runner.step() {
            Ok(Some(events)) => lines.extend(events.iter().map(ToString::to_string)),
            Ok(None) => break,
            Err(error) => {
                lines.push(error.to_string());
                break;
            }
        }
    }
    lines
}
