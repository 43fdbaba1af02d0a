//! The integration tests of scenes: reading, running, events.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod assets;
mod attacks;
mod demo;
mod duel;
mod golden;
mod hostile;
mod keys;
mod levels;
mod motion;
mod pairs;
mod recording;
mod refusals;
mod walking;
mod weapons;

use asunder_scene::{NamedEvent, Runner, Scene, SceneError};

/// The events of a scene, from its text.
fn events(text: &str) -> Result<Vec<NamedEvent>, SceneError> {
    let scene = Scene::from_toml(text, "test.toml")?;
    let mut runner = Runner::new(&scene)?;
    all_events(&mut runner)
}

/// All events of a scene.
fn all_events(runner: &mut Runner) -> Result<Vec<NamedEvent>, SceneError> {
    let mut all = Vec::new();
    while let Some(events) = runner.step()? {
        all.extend_from_slice(events);
    }
    Ok(all)
}

fn lines(events: &[NamedEvent]) -> Vec<String> {
    events.iter().map(ToString::to_string).collect()
}
