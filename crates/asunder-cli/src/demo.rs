//! `asunder demo`: the built-in scene, its events, and a picture of it.

use crate::picture::{LineClass, Panel, Picture};
use crate::run::{Form, RunError, write_run};
use crate::{files, page, streams, view};
use asunder::world::{ColliderId, State};
use asunder::{Vector, World};
use asunder_scene::{Runner, Scene, SceneError, fighter};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run the built-in scene and draw it
///
/// Two fighters, one of whom punches and kicks the other; a walker that a wall stops; sprites that
/// turn into one another. Prints what `asunder run` prints, and writes asunder-demo.svg: the moment
/// of the most contacts, with hitboxes in contact in another colour. Writes asunder-demo.html, too: a
/// page that plays it all.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    /// Where to write the picture; made if it does not exist
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Write the fighter too, as asunder-fighter.glb
    #[arg(long)]
    glb: bool,
    /// Print JSON Lines: an object for each event, and one for the summary
    #[arg(long)]
    json: bool,
}

/// Runs the scene, writes the picture, prints the events.
pub(crate) fn run(args: &DemoArgs) -> Result<ExitCode, String> {
    let scene = Scene::demo();
    let mut output_bytes = Vec::new();
    let most_contacts = most_contacts(&scene, Form::of(args.json), &mut output_bytes).map_err(
        |stop| match stop {
            RunError::Scene(error) => error.to_string(),
            RunError::Write(error) => error.to_string(),
        },
    )?;

    fs::create_dir_all(&args.out).map_err(|error| {
        format!("cannot make {}: {error}; expected a directory", args.out.display())
    })?;
    files::write(&args.out.join("asunder-demo.svg"), draw(&most_contacts).svg().as_bytes())?;
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

/// Writes the events of a scene; returns it at the first tick with the most contacts.
fn most_contacts(
    scene: &Scene,
    form: Form,
    output_bytes: &mut Vec<u8>,
) -> Result<Runner, RunError> {
    let mut runner = Runner::new(scene).map_err(RunError::Scene)?;
    let (mut most, mut tick) = (0, 0);
    write_run(&mut runner, form, output_bytes, |runner| {
        let contacts = runner.pairs().count();
        if contacts > most {
            (most, tick) = (contacts, runner.tick());
        }
    })?;
    at_tick(scene, tick).map_err(RunError::Scene)
}

/// Runs a scene up to a tick.
fn at_tick(scene: &Scene, tick: u32) -> Result<Runner, SceneError> {
    let mut runner = Runner::new(scene)?;
    while runner.step()?.is_some() && runner.tick() < tick {}
    Ok(runner)
}

/// The ground under the scene: half metres from left to right, metres from front to back.
const GROUND: [i32; 2] = [-6, 4];
const GROUND_DEPTH: f32 = 2.0;

/// The widths of the panels of 3D and 2D.
const WIDTHS: [f32; 2] = [880.0, 340.0];

fn draw(runner: &Runner) -> Picture {
    let mut space = Panel::new(format!(
        "tick {}: hitboxes on bones, {} contacts",
        runner.tick(),
        runner.world3().pairs().len()
    ));
    runner.triangles(|actor, corners| {
        space.triangle3(corners.map(|corner| corner.to_array()), actor);
    });
    for i in GROUND[0]..=GROUND[1] {
        let (at, near, far) = (0.5 * i as f32, 0.5 * GROUND_DEPTH, -0.5 * GROUND_DEPTH);
        space.line3([at, 0.0, near], [at, 0.0, far], LineClass::Faint);
    }
    for i in -2..=2 {
        let (left, right) = (0.5 * GROUND[0] as f32, 0.5 * GROUND[1] as f32);
        let across = i as f32 * 0.25 * GROUND_DEPTH;
        space.line3([left, 0.0, across], [right, 0.0, across], LineClass::Faint);
    }
    let (world, name) = (runner.world3(), |id| runner.name3(id));
    world.debug_lines(|a, b, state| space.line3(a.to_array(), b.to_array(), line_class(state)));
    for (text, at) in labels(world, name) {
        space.label3(at.to_array(), text);
    }

    let mut plane = Panel::new("sprites");
    let (world, name) = (runner.world2(), |id| runner.name2(id));
    world.debug_lines(|a, b, state| plane.line2(a.to_array(), b.to_array(), line_class(state)));
    for (text, at) in labels(world, name) {
        plane.label2(at.to_array(), text);
    }

    let mut picture = Picture::new("asunder demo");
    picture.legend(LineClass::Touching, "in contact");
    picture.legend(LineClass::Blocked, "blocked");
    picture.legend(LineClass::Idle, "hitbox");
    picture.panel(WIDTHS[0], space);
    picture.panel(WIDTHS[1], plane);
    picture
}

fn line_class(state: State) -> LineClass {
    match state {
        State::Touching => LineClass::Touching,
        State::Blocked => LineClass::Blocked,
        _ => LineClass::Idle,
    }
}

/// The labels of a world: names and highest points. Hitboxes have their actor's name.
fn labels<'a, V: Vector>(
    world: &World<V>,
    name: impl Fn(ColliderId) -> &'a str,
) -> BTreeMap<&'a str, V> {
    let mut labels: BTreeMap<&str, V> = BTreeMap::new();
    for id in world.colliders() {
        let Ok(shape) = world.shape(id) else { continue };
        let whose = name(id).split('/').next().unwrap_or_default();
        shape.lines(|a, b| {
            for point in [a, b] {
                let at = labels.entry(whose).or_insert(point);
                if point.to_array()[1] > at.to_array()[1] {
                    *at = point;
                }
            }
        });
    }
    labels
}
