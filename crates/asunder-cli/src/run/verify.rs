//! `asunder run --verify`: whether a scene does again what was recorded of it.

use crate::streams;
use asunder::history::Tick;
use asunder::recording::{RecordedTick, RecordedTicks};
use asunder::{Recording, Vector, World};
use asunder_scene::Runner;
use std::process::ExitCode;

/// A recording that a run is compared with, tick by tick.
#[derive(Debug)]
pub(super) struct Verification<'r> {
    file: String,
    ticks: RecordedTicks<'r>,
    compared: u64,
    /// What is wrong with the first tick that is not as recorded.
    problem: Option<String>,
}

impl<'r> Verification<'r> {
    pub(super) fn of(file: String, recording: &'r Recording<'r>) -> Self {
        Self { file, ticks: recording.iter(), compared: 0, problem: None }
    }

    /// Compares the tick that the runner stepped last, unless one before it differed.
    pub(super) fn compare(&mut self, runner: &Runner) {
        if self.problem.is_none() {
            self.problem = match self.ticks.next() {
                Some(Ok(recorded)) => difference(&recorded, runner),
                Some(Err(error)) => Some(error.to_string()),
                None => Some(format!("the recording ends before tick {}", runner.tick())),
            };
            self.compared += 1;
        }
    }

    /// Reports whether the run is as recorded.
    pub(super) fn report(mut self) -> ExitCode {
        let longer = self.ticks.next().map(|tick| match tick {
            Ok(tick) => format!("the run ends before tick {} of the recording", tick.tick.0),
            Err(error) => error.to_string(),
        });
        match self.problem.or(longer) {
            None => {
                streams::note(&format!("{} ticks are as in {}", self.compared, self.file));
                ExitCode::SUCCESS
            }
            Some(problem) => {
                streams::error(&format!("{}: {problem}", self.file));
                ExitCode::from(1)
            }
        }
    }
}

fn difference(recorded: &RecordedTick, runner: &Runner) -> Option<String> {
    if recorded.tick != Tick(runner.tick().into()) {
        let (expected, found) = (recorded.tick.0, runner.tick());
        return Some(format!("tick {expected} is next in the recording; expected {found}"));
    }
    let problem = of_world(recorded, runner.world3()).or(of_world(recorded, runner.world2()));
    problem.map(|problem| format!("tick {} differs: {problem}", runner.tick()))
}

/// What of a world is not as it was recorded; an empty one is not recorded.
fn of_world<V: Vector>(recorded: &RecordedTick, world: &World<V>) -> Option<String> {
    match recorded.world::<V>() {
        Some(recorded) => recorded.difference(world).map(|difference| difference.to_string()),
        None if world.colliders().next().is_none() => None,
        None => Some(format!("nothing in {}D was recorded", V::DIM)),
    }
}
