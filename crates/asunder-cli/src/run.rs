//! `asunder run`: a scene file, tick by tick, with its events.

mod verify;

use crate::printable::{ColourMode, Page};
use crate::{files, json, streams};
use asunder::Recording;
use asunder_scene::{
    ActorForm, ActorMeshes, NamedEvent, Runner, Scene, SceneError, SceneRecorder, Summary,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fmt, fs};
use verify::Verification;

/// Run a scene and tell what comes into contact
///
/// Prints a line for every contact that begins or ends, for every mover that is stopped and for every
/// hit of an attack, then a summary.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct RunArgs {
    /// The scene, a TOML file
    scene: PathBuf,
    /// Print JSON Lines: an object for each event, and one for the summary
    #[arg(long)]
    json: bool,
    /// Record every tick into a file, for `asunder view` and --verify
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Record actors by model, clip and time instead of their shapes: smaller, but it can be read only
    /// beside the scene
    #[arg(long, requires = "record")]
    rigs: bool,
    /// Record the meshes of actors, too, for drawing
    #[arg(long, requires = "record")]
    meshes: bool,
    /// Compare every tick with a recording of this scene, and name the first one that differs
    #[arg(long, value_name = "FILE")]
    verify: Option<PathBuf>,
}

const EXAMPLES: &str = r#"Example:
  The file coin.toml holds a coin and a player that walks into it:

    seconds = 2.0

    [[sprite]]
    name = "coin"
    size = [16, 16]
    position = [100, 0]

    [[sprite]]
    name = "player"
    size = [32, 64]
    position = [0, 0]
    velocity = [60, 0]

  and `asunder run coin.toml` prints

    tick    76  enter      coin -> player

    120 ticks at 60 per second, 2 colliders
    1 enter, 0 exit, 0 blocked, 0 unblocked, 0 hit
    1 still in contact
      coin -> player
    hash of the events 9b6dfaa4f315ea46

  With --json the same event is

    {"tick":76,"event":"enter","a":"coin","b":"player"}

Scenes also hold animated characters ([[actor]]), shapes ([[collider]]), in 3D as in 2D, and what
hits others for some ticks ([[attack]]). Every key is described where the library documents
asunder_scene::Scene.

With --record FILE every tick is kept: shapes, events, pairs, attacks, motions, and a hash. With
--verify FILE a scene that was recorded runs again, here or on another machine, and every tick is
compared with the recording.

Exit code: 0 where the scene ran to its end, 1 where --verify finds a difference, 2 on bad usage or a
bad scene or recording."#;

/// Runs the scene and prints its events.
pub(crate) fn run(args: &RunArgs) -> Result<ExitCode, String> {
    let opened = Scene::open(&args.scene).and_then(|scene| Runner::new(&scene));
    let mut runner = opened.map_err(|error| error.to_string())?;
    for warning in runner.warnings() {
        streams::warning(warning);
    }
    let outputs: Vec<&Path> = args.record.iter().map(PathBuf::as_path).collect();
    let inputs: Vec<&Path> =
        [&args.scene].into_iter().chain(&args.verify).map(PathBuf::as_path).collect();
    files::check(&inputs, &outputs)?;
    let verified = args.verify.as_deref().map(read).transpose()?;
    let name = args.verify.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
    let recording = verified.as_deref().map(Recording::read).transpose();
    let recording = recording.map_err(|error| format!("{name}: {error}"))?;
    let mut verification = recording.as_ref().map(|read| Verification::of(name, read));
    let mut recorder = args.record.is_some().then(|| {
        let form = if args.rigs { ActorForm::Rigs } else { ActorForm::Shapes };
        let meshes = if args.meshes { ActorMeshes::Drawn } else { ActorMeshes::LeftOut };
        SceneRecorder::new(&runner, Vec::new(), form, meshes)
    });
    let progress = TickProgress::new(&runner);
    let mut recorded = Ok(());
    let result = streams::output().map_err(RunError::Write).and_then(|mut output| {
        write_run(&mut runner, Form::of(args.json), &mut output, |runner| {
            progress.show(runner);
            if let (Some(recorder), Ok(())) = (&mut recorder, &recorded) {
                recorded = recorder.record(runner);
            }
            verification.iter_mut().for_each(|verification| verification.compare(runner));
        })?;
        output.flush().map_err(RunError::Write)
    });
    drop(progress);
    match result {
        Ok(()) => Ok(()),
        Err(RunError::Write(error)) => streams::written(Err(error)),
        Err(RunError::Scene(error)) => Err(error.to_string()),
    }?;
    if let (Some(recorder), Some(file)) = (recorder, &args.record) {
        let bytes = recorded.and_then(|()| recorder.finish());
        let bytes = bytes.map_err(|error| format!("cannot record {}: {error}", file.display()))?;
        files::write(file, &bytes)?;
    }
    Ok(verification.map_or(ExitCode::SUCCESS, Verification::report))
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| {
        format!("{}: cannot be read: {error}; expected a recording", file.display())
    })
}

/// The format of events.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Text,
    Json,
}

impl Form {
    pub(crate) fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// An error that ends a run before the scene does.
#[derive(Debug)]
pub(crate) enum RunError {
    Scene(SceneError),
    Write(io::Error),
}

/// Runs a scene to its end, writes its events and its summary, and calls `watch` after each tick.
pub(crate) fn write_run(
    runner: &mut Runner,
    form: Form,
    output: &mut impl Write,
    mut watch: impl FnMut(&Runner),
) -> Result<(), RunError> {
    let mut page = Page::new(ColourMode::Plain);
    while let Some(events) = runner.step().map_err(RunError::Scene)? {
        for event in events {
            write_event(event, form, &mut page, output).map_err(RunError::Write)?;
        }
        watch(runner);
    }
    write_summary(runner.summary(), form, &mut page, output).map_err(RunError::Write)
}

fn write_event(
    event: &NamedEvent,
    form: Form,
    page: &mut Page,
    output: &mut impl Write,
) -> io::Result<()> {
    match form {
        Form::Text => write_text(format_args!("{event}"), page, output),
        Form::Json => json::write_line(output, event),
    }
}

fn write_summary(
    summary: Summary,
    form: Form,
    page: &mut Page,
    output: &mut impl Write,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct SummaryLine {
        summary: Summary,
    }
    match form {
        Form::Text => write_text(format_args!("\n{summary}"), page, output),
        Form::Json => json::write_line(output, &SummaryLine { summary }),
    }
}

fn write_text(
    line: fmt::Arguments<'_>,
    page: &mut Page,
    output: &mut impl Write,
) -> io::Result<()> {
    page.clear();
    page.line(line);
    output.write_all(page.text().as_bytes())
}

/// A progress bar for long runs, if standard error is a terminal and standard output is not.
struct TickProgress {
    bar: ProgressBar,
    started: Instant,
}

/// The time before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

impl TickProgress {
    fn new(runner: &Runner) -> Self {
        let bar = if io::stdout().is_terminal() {
            ProgressBar::hidden()
        } else {
            // The bar hides itself if standard error is no terminal.
            ProgressBar::new(runner.ticks().into()).with_style(ProgressStyle::default_bar())
        };
        Self { bar, started: Instant::now() }
    }

    fn show(&self, runner: &Runner) {
        if self.started.elapsed() > PATIENCE {
            self.bar.set_position(runner.tick().into());
        }
    }
}

impl Drop for TickProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
