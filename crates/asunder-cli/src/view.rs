//! `asunder view`: a page that plays a recording.

mod scene;

use crate::{files, page};
pub(crate) use scene::playback as of_scene;
use asunder_scene::Scene;
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
}

const KEYS: &str = "\
In the page:
  space        play and pause          left, right   one tick back, one on
  home, end    first and last tick     up, down      faster, slower
  n, p         next, previous event    escape        choose nothing
  s, b, l      skins, boxes, names     t             dark or light
  click        who, where, bone, region; another with shift: the pair";

/// Writes the page.
pub(crate) fn run(args: &ViewArgs) -> Result<ExitCode, String> {
    let path = &args.recording;
    let out = args.out.clone().unwrap_or_else(|| path.with_extension("html"));
    files::check(&[path], &[&out])?;
    let playback = open(path)?;
    files::write(&out, page::html(&playback).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A recording, or the run of a scene.
pub(crate) fn open(path: &Path) -> Result<page::playback::Playback, String> {
    let title = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let scene = Scene::open(path).map_err(|error| error.to_string())?;
    of_scene(&scene, &title.unwrap_or_default()).map_err(|error| error.to_string())
}
