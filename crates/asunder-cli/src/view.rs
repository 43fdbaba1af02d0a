//! `asunder view`: a page that plays a recording.

mod levels;
mod recorded;
mod skins;

use crate::page::playback::Playback;
use crate::{files, page, streams};
use asunder::{Mesh3, Recording, Skin};
use asunder_gltf::{Model, Skinning};
use asunder_scene::{ActorForm, ActorMeshes, Runner, Scene, SceneRecorder, level_of_file};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a page that plays a recording
///
/// The page is one HTML file that needs no network: open it in any browser, send it to anyone. It shows
/// every shape at every tick, what was in contact, every event, and why the shapes of an event met or
/// did not.
#[derive(Debug, clap::Args)]
#[command(after_long_help = KEYS)]
pub(crate) struct ViewArgs {
    /// The recording, or a scene, which is run
    #[arg(value_name = "FILE")]
    recording: PathBuf,
    /// Where to write the page; beside the recording where it is left out
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    levels: LevelFiles,
}

/// The files of levels and skins that a recording holds by their hashes.
#[derive(Debug, clap::Args)]
pub(crate) struct LevelFiles {
    /// The file of a level, which a recording without --meshes knows by its hash alone: a glTF file, as a scene names it; may
    /// be given several times. A scene has its own
    #[arg(long, value_name = "FILE")]
    level: Vec<PathBuf>,
    /// The model of a skin, which a recording may know by its hash alone: a glTF file; may be given several times
    #[arg(long, value_name = "FILE")]
    skin: Vec<PathBuf>,
}

/// What a recording holds by their hashes.
#[derive(Debug, Default)]
struct Given {
    levels: Vec<Mesh3>,
    skins: Vec<Skin>,
}

impl LevelFiles {
    /// The paths of the files.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.level.iter().chain(&self.skin).map(PathBuf::as_path)
    }

    fn read(&self) -> Result<Given, String> {
        let skin = |path: &PathBuf| {
            let skinning = Model::open(path).and_then(|model| Skinning::of(&model));
            skinning.map(|it| it.skin().clone()).map_err(|error| error.to_string())
        };
        Ok(Given {
            levels: self.level.iter().map(level_of_file).collect::<Result<_, _>>()?,
            skins: self.skin.iter().map(skin).collect::<Result<_, _>>()?,
        })
    }
}

const KEYS: &str = "\
In the page:
  space        play and pause          left, right   one tick back, one on
  home, end    first and last tick     up, down      faster, slower
  n, p         next, previous event    escape        choose nothing
  s, b, l      skins, boxes, names     m             the level
  t            dark or light
  click        who, where, bone, region; another with shift: the pair";

/// Writes the page.
pub(crate) fn run(args: &ViewArgs) -> Result<ExitCode, String> {
    let path = &args.recording;
    let out = args.out.clone().unwrap_or_else(|| path.with_extension("html"));
    let inputs: Vec<&Path> = [path.as_path()].into_iter().chain(args.levels.paths()).collect();
    files::check(&inputs, &[&out])?;
    let playback = open(path, &args.levels)?;
    files::write(&out, page::html(&playback).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A recording, or the run of a scene.
pub(crate) fn open(path: &Path, levels: &LevelFiles) -> Result<Playback, String> {
    let playback = read(path, levels)?;
    playback.warnings.iter().for_each(|warning| streams::warning(warning));
    Ok(playback)
}

fn read(path: &Path, levels: &LevelFiles) -> Result<Playback, String> {
    let place = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    if path.extension().is_some_and(|extension| extension == "toml") {
        return of_scene(&Scene::open(path).map_err(|error| error.to_string())?);
    }
    let bytes = fs::read(path).map_err(|error| {
        place(&format_args!("cannot be read: {error}; expected a recording, or a scene (.toml)"))
    })?;
    of_recording(&bytes, &levels.read()?).map_err(|error| place(&error))
}

/// Runs a scene, with what is drawn over its actors.
pub(crate) fn of_scene(scene: &Scene) -> Result<Playback, String> {
    let mut runner = Runner::new(scene).map_err(|error| error.to_string())?;
    let mut recorder =
        SceneRecorder::new(&runner, Vec::new(), ActorForm::Shapes, ActorMeshes::Drawn);
    while runner.step().map_err(|error| error.to_string())?.is_some() {
        recorder.record(&runner).map_err(|error| error.to_string())?;
    }
    of_recording(&recorder.finish().map_err(|error| error.to_string())?, &Given::default())
}

fn of_recording(bytes: &[u8], given: &Given) -> Result<Playback, String> {
    let recording = Recording::read(bytes).map_err(|error| error.to_string())?;
    recorded::playback(&recording, &given.levels, &given.skins).map_err(|error| error.to_string())
}
