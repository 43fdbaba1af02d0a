//! `asunder run`: a scene file, tick by tick, with its events.

mod verify;

use crate::explain;
use crate::printable::{ColourMode, Page, printable};
use crate::{files, json, scene_picture, streams};
use asunder::Recording;
use asunder_scene::{
    ActorForm, ActorMeshes, EventKind, NamedEvent, NamedPair, PairOfShapes, Runner, Scene,
    SceneError, SceneRecorder, Summary,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
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
    #[arg(required_unless_present = "keys")]
    scene: Option<PathBuf>,
    /// Print JSON Lines: an object for each event, with both shapes, and one for the summary
    #[arg(long)]
    json: bool,
    /// Print these kinds of events alone, separated by commas; the summary counts all
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds())]
    only: Vec<EventKind>,
    /// Draw the scene at the tick with the most contacts, or at --tick
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The tick to draw
    #[arg(long, value_name = "N", requires = "svg", conflicts_with = "explain")]
    tick: Option<u32>,
    /// Tell why A and B meet at a tick, or why not, in place of events: colliders, such as knight/head, or
    /// entries, of which the nearest pair is taken; --svg draws it
    #[arg(long, num_args = 3, value_names = ["TICK", "A", "B"])]
    explain: Option<Vec<String>>,
    /// Print every key that a scene may have, and what it means
    #[arg(long, exclusive = true)]
    keys: bool,
    /// Record every tick into a file, for `asunder view` and --verify
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Record actors by model, clip and time instead of their shapes: smaller, but it can be read only
    /// beside the scene
    #[arg(long, requires = "record")]
    rigs: bool,
    /// Record the meshes of actors and the triangles of a level, too, for drawing
    #[arg(long, requires = "record")]
    meshes: bool,
    /// Compare every tick with a recording of this scene, and name the first one that differs
    #[arg(long, value_name = "FILE")]
    verify: Option<PathBuf>,
}

fn kinds() -> impl TypedValueParser<Value = EventKind> {
    PossibleValuesParser::new(EventKind::ALL.map(EventKind::word)).map(|word| {
        let named = EventKind::ALL.into_iter().find(|kind| kind.word() == word);
        named.expect("the words are those of all kinds")
    })
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

    {"tick":76,"event":"enter","a":"coin","b":"player","shapes":{"a":SHAPE,"b":SHAPE}}

  whose shapes are a line of `asunder query` and `asunder explain`. Why they do not meet earlier:

    asunder run coin.toml --explain 75 coin player

  and what it looks like, as a picture:

    asunder run coin.toml --svg coin.svg --tick 76

Events:
  enter, exit         two colliders came into contact, or are no longer
  meet, part          the same of two owners, such as two characters, whichever of their colliders it
                      is; these come first in their tick
  blocked, unblocked  a mover was stopped, or is no longer
  hit                 an attack hit its victim, where it met it first
  crushed             a carrier pushed a body against what stopped it

Scenes also hold animated characters ([[actor]]), shapes ([[collider]]), in 3D as in 2D, and what
hits others for some ticks ([[attack]]). Both of the first may walk, and shapes may carry. `asunder run --keys` prints every key.

With --record FILE every tick is kept: shapes, events, pairs, attacks, motions, and a hash. With
--verify FILE a scene that was recorded runs again, here or on another machine, and every tick is
compared with the recording.

Exit code: 0 where the scene ran to its end, 1 where --verify finds a difference, 2 on bad usage or a
bad scene or recording."#;

/// Runs the scene and prints its events.
pub(crate) fn run(args: &RunArgs) -> Result<ExitCode, String> {
    let Some(path) = args.scene.as_deref().filter(|_| !args.keys) else {
        let mut page = Page::new(ColourMode::Plain);
        page.push(&Scene::keys());
        return streams::answer(&page).map(|()| ExitCode::SUCCESS);
    };
    let inputs: Vec<&Path> = [path].into_iter().chain(args.verify.as_deref()).collect();
    let outputs: Vec<&Path> = args.svg.iter().chain(&args.record).map(PathBuf::as_path).collect();
    files::check(&inputs, &outputs)?;
    let scene = Scene::open(path).map_err(|error| error.to_string())?;
    let mut runner = Runner::new(&scene).map_err(|error| error.to_string())?;
    for warning in runner.warnings() {
        streams::warning(warning);
    }
    if let Some(words) = &args.explain {
        return explain_pair(args, &mut runner, words).map(|()| ExitCode::SUCCESS);
    }
    if let Some(tick) = args.tick {
        check_tick(&runner, tick)?;
    }
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
    let mut recorded = Ok(());
    let progress = TickProgress::new(&runner);
    let output = Output { form: Form::of(args.json), only: &args.only };
    let result = streams::output().map_err(RunError::Write).and_then(|mut stream| {
        write_run(&mut runner, output, &mut stream, |runner| {
            progress.show(runner);
            if let (Some(recorder), Ok(())) = (&mut recorder, &recorded) {
                recorded = recorder.record(runner);
            }
            verification.iter_mut().for_each(|verification| verification.compare(runner));
        })?;
        stream.flush().map_err(RunError::Write)
    });
    drop(progress);
    match result {
        Ok(()) => Ok(()),
        Err(RunError::Write(error)) => streams::written(Err(error)),
        Err(RunError::Scene(error)) => Err(error.to_string()),
    }?;
    if let Some(svg) = &args.svg {
        let picture = match args.tick {
            Some(tick) => Ok(tick),
            None => scene_picture::busiest_tick(&scene),
        }
        .and_then(|tick| scene_picture::still(&scene, tick, &heading(path)));
        let picture = picture.map_err(|error| error.to_string())?;
        files::write(svg, picture.svg().as_bytes())?;
    }
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

/// The name of a scene's file.
fn heading(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| printable(&name.to_string_lossy()))
}

fn check_tick(runner: &Runner, tick: u32) -> Result<(), String> {
    let last = runner.ticks();
    if tick <= last {
        return Ok(());
    }
    Err(format!("there is no tick {tick}; expected one from 0 to {last}, the scene's last"))
}

/// Explains a pair of colliders at a tick.
fn explain_pair(args: &RunArgs, runner: &mut Runner, words: &[String]) -> Result<(), String> {
    let [tick, a, b] = words else {
        return Err(String::from("--explain takes a tick and two names"));
    };
    let tick: u32 = tick
        .parse()
        .map_err(|_| format!("the tick to explain is {tick:?}; expected a number such as 76"))?;
    check_tick(runner, tick)?;
    while runner.step().map_err(|error| error.to_string())?.is_some() && runner.tick() < tick {}
    let NamedPair { a, b, shapes } = runner.find_pair(a, b)?;
    let form =
        if args.json { explain::ExplanationForm::Json } else { explain::ExplanationForm::Text };
    if matches!(form, explain::ExplanationForm::Text) {
        let mut page = Page::new(ColourMode::Plain);
        page.line(format_args!("tick {tick}: a is {a}, b is {b}"));
        streams::answer(&page)?;
    }
    let svg = args.svg.as_deref();
    match shapes {
        PairOfShapes::In2d { a, b } => explain::write_explanation(&a, &b, form, svg),
        PairOfShapes::In3d { a, b } => explain::write_explanation(&a, &b, form, svg),
    }
}

/// What of a run is printed, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    pub(crate) form: Form,
    /// The kinds of events; all, if there is none.
    pub(crate) only: &'a [EventKind],
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
    Output { form, only }: Output<'_>,
    output: &mut impl Write,
    mut watch: impl FnMut(&Runner),
) -> Result<(), RunError> {
    let mut page = Page::new(ColourMode::Plain);
    while let Some(events) = runner.step().map_err(RunError::Scene)? {
        let events = events.to_vec();
        for (index, event) in events.iter().enumerate() {
            if only.is_empty() || only.contains(&event.kind) {
                let shapes = || runner.event_shapes(index);
                write_event(event, shapes, form, &mut page, output).map_err(RunError::Write)?;
            }
        }
        watch(runner);
    }
    write_summary(runner.summary(), form, &mut page, output).map_err(RunError::Write)
}

fn write_event(
    event: &NamedEvent,
    shapes: impl Fn() -> Option<PairOfShapes>,
    form: Form,
    page: &mut Page,
    output: &mut impl Write,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct EventLine<'a> {
        #[serde(flatten)]
        event: &'a NamedEvent,
        #[serde(skip_serializing_if = "Option::is_none")]
        shapes: Option<PairOfShapes>,
    }
    match form {
        Form::Text => write_text(format_args!("{event}"), page, output),
        Form::Json => json::write_line(output, &EventLine { event, shapes: shapes() }),
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
