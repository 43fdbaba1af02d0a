//! `asunder demo`: the built-in scene, its events, and pictures of it.

use crate::run::{Form, Output, RunError, write_run};
use crate::{files, page, scene_picture, streams, view};
use asunder_scene::{Runner, Scene, fighter};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run the built-in scene and draw it
///
/// Two fighters, one of whom punches and kicks the other; a walker who climbs a step, slides along a
/// wall and rides a lift; sprites that turn into one another. Prints what `asunder run` prints, and writes asunder-demo.svg, the moment
/// of the most contacts, with hitboxes in contact in another colour, and asunder-demo-animated.svg,
/// the whole scene. Writes asunder-demo.html, too: a page that plays it all.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    /// Where to write the pictures; made if it does not exist
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Write the fighter too, as asunder-fighter.glb
    #[arg(long)]
    glb: bool,
    /// Print JSON Lines: an object for each event, and one for the summary
    #[arg(long)]
    json: bool,
}

/// The ticks of a frame: twelve frames a second.
const TICKS_PER_FRAME: u32 = 5;

const HEADING: &str = "asunder demo";

/// Runs the scene, writes the picture, prints the events.
pub(crate) fn run(args: &DemoArgs) -> Result<ExitCode, String> {
    let scene = Scene::demo();
    let mut output_bytes = Vec::new();
    let mut runner = Runner::new(&scene).map_err(|error| error.to_string())?;
    let output = Output { form: Form::of(args.json), only: &[] };
    write_run(&mut runner, output, &mut output_bytes, |_| {}).map_err(|stop| match stop {
        RunError::Scene(error) => error.to_string(),
        RunError::Write(error) => error.to_string(),
    })?;

    fs::create_dir_all(&args.out).map_err(|error| {
        format!("cannot make {}: {error}; expected a directory", args.out.display())
    })?;
    let busiest = scene_picture::busiest_tick(&scene);
    let picture = busiest.and_then(|tick| scene_picture::still(&scene, tick, HEADING));
    let picture = picture.map_err(|error| error.to_string())?;
    files::write(&args.out.join("asunder-demo.svg"), picture.svg().as_bytes())?;
    let animation = scene_picture::animation(&scene, HEADING, TICKS_PER_FRAME);
    let animation = animation.map_err(|error| error.to_string())?;
    files::write(&args.out.join("asunder-demo-animated.svg"), animation.svg().as_bytes())?;
    let page = page::html(&view::of_scene(&scene)?);
    files::write(&args.out.join("asunder-demo.html"), page.as_bytes())?;
    if args.glb {
        files::write(&args.out.join("asunder-fighter.glb"), &fighter::glb())?;
    }
    streams::written(streams::output().and_then(|mut output| {
        output.write_all(&output_bytes)?;
        output.flush()
    }))?;
    Ok(ExitCode::SUCCESS)
}
