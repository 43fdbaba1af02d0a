//! `asunder run`: a scene file, tick by tick, and what happens in it.

use crate::printable::{Ink, Page};
use crate::{json, streams};
use asunder_scene::{NamedEvent, Runner, Scene, SceneError, Summary};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Run a scene and tell what comes into contact
///
/// Prints a line for every contact that begins or ends, for every mover that is stopped and for every
/// hit of an attack, then a summary.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The scene, a TOML file
    scene: PathBuf,
    /// Print JSON Lines: an object for each event, and one for the summary
    #[arg(long)]
    json: bool,
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

Exit code: 0 where the scene ran to its end, 2 on bad usage or a bad scene."#;

/// Runs the scene and prints what happens.
pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let opened = Scene::open(&args.scene).and_then(|scene| Runner::new(&scene));
    let mut runner = opened.map_err(|error| error.to_string())?;
    for warning in runner.warnings() {
        streams::warning(warning);
    }
    let progress = Progress::new(&runner);
    let told = streams::output().map_err(Stop::Write).and_then(|mut output| {
        tell(&mut runner, Form::of(args.json), &mut output, |runner| progress.show(runner))?;
        output.flush().map_err(Stop::Write)
    });
    drop(progress);
    match told {
        Ok(()) => Ok(()),
        Err(Stop::Write(error)) => streams::written(Err(error)),
        Err(Stop::Scene(error)) => Err(error.to_string()),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// How events are written.
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

/// What can end a run before the scene does.
#[derive(Debug)]
pub(crate) enum Stop {
    Scene(SceneError),
    Write(io::Error),
}

/// Runs a scene to its end, writes its events and its summary, and calls `watch` after each tick.
pub(crate) fn tell(
    runner: &mut Runner,
    form: Form,
    output: &mut impl Write,
    mut watch: impl FnMut(&Runner),
) -> Result<(), Stop> {
    let mut page = Page::new(Ink::Plain);
    while let Some(events) = runner.step().map_err(Stop::Scene)? {
        for event in events {
            write_event(event, form, &mut page, output).map_err(Stop::Write)?;
        }
        watch(runner);
    }
    write_summary(runner.summary(), form, &mut page, output).map_err(Stop::Write)
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
    struct Line {
        summary: Summary,
    }
    match form {
        Form::Text => write_text(format_args!("\n{summary}"), page, output),
        Form::Json => json::write_line(output, &Line { summary }),
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

/// A bar for runs that take long, where someone looks and the events do not show how far it is.
struct Progress {
    bar: ProgressBar,
    started: Instant,
}

/// How long a run takes before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

impl Progress {
    fn new(runner: &Runner) -> Self {
        let bar = if io::stdout().is_terminal() {
            ProgressBar::hidden()
        } else {
            // It stays hidden itself where standard error is no terminal.
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

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
