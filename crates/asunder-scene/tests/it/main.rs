//! Scenes from end to end: read, run, told.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod armed;
mod assets;
mod attacks;
mod demo;
mod duel;
mod golden;
mod hostile;
mod motion;
mod refusals;

use asunder_scene::{NamedEvent, Runner, Scene, SceneError};

/// What happens in a scene, from its text.
fn events(text: &str) -> Result<Vec<NamedEvent>, SceneError> {
    let scene = Scene::from_toml(text, "test.toml")?;
    let mut runner = Runner::new(&scene)?;
    all_events(&mut runner)
}

/// What happens until a scene's end.
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
