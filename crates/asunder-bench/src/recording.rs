//! `--recording`: what it costs to record 64 fighters, how large that gets, and how long it takes to seek.

use asunder::history::Tick;
use asunder::world::{BodyId, Collider};
use asunder::{Recording, Shape3, World3};
use asunder_jury::Rng;
use asunder_scene::{ActorForm, ActorMeshes, Runner, Scene, SceneRecorder};
use serde_json::json;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const FIGHTERS: usize = 64;
/// The ticks of the goals, and how many `--quick` runs.
const TICKS: u64 = 10_000;
const QUICK_TICKS: u64 = 500;

const HEADER: &str = "\
64 animated fighters who walk and fight, recorded at every tick. A tick of the scene samples clips and places
rigs, too; that of the world alone sets the shapes and steps. \"Thread\": encoded and written on a thread of its own,
and the time is that of the game's thread.

recorded as   colliders  ticks  MB   of 10,000 ticks MB  microseconds a tick: recording  scene  world alone  read ms  seek ms (worst)";

/// Records the fighters in both forms.
pub(crate) fn recording(quick: bool, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{HEADER}");
    }
    let ways = [
        ("shapes", ActorForm::Shapes, false),
        ("same, thread", ActorForm::Shapes, true),
        ("rigs", ActorForm::Rigs, false),
        ("same, thread", ActorForm::Rigs, true),
    ];
    for (name, form, on_thread) in ways {
        match measured(form, on_thread, if quick { QUICK_TICKS } else { TICKS }) {
            Ok(row) => row.print(name, as_json),
            Err(error) => {
                eprintln!("the fighters cannot be recorded: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

struct Row {
    colliders: usize,
    ticks: u64,
    bytes: usize,
    recording: Duration,
    scene: Duration,
    world: Duration,
    read: Duration,
    /// The longest of many.
    seek: Duration,
}

impl Row {
    fn print(&self, name: &str, as_json: bool) {
        let Self { colliders, ticks, bytes, recording, scene, world, read, seek } = *self;
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / ticks as f64;
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let megabytes = bytes as f64 / 1e6;
        let whole = megabytes * TICKS as f64 / ticks as f64;
        let (recording, scene, world) = (micros(recording), micros(scene), micros(world));
        let (read, seek) = (millis(read), millis(seek));
        if as_json {
            let row = json!({
                "recorded_as": name, "colliders": colliders, "ticks": ticks, "megabytes": megabytes,
                "recording_us": recording, "scene_us": scene, "world_us": world, "read_ms": read,
                "seek_ms": seek,
            });
            println!("{row}");
        } else {
            println!(
                "{name:12} {colliders:10} {ticks:6} {megabytes:6.1} {whole:18.1} {recording:31.1} \
                 {scene:6.0} {world:12.0} {read:8.1} {seek:8.1}"
            );
        }
    }
}

fn measured(
    form: ActorForm,
    on_thread: bool,
    ticks: u64,
) -> Result<Row, Box<dyn std::error::Error>> {
    let scene = Scene::from_toml(&fighters(ticks), "fighters.toml")?;
    let mut runner = Runner::new(&scene)?;
    let mut recorder = SceneRecorder::new(&runner, Vec::new(), form, ActorMeshes::LeftOut);
    if on_thread {
        recorder = recorder.on_thread()?;
    }
    let mut alone = WorldAlone::of(runner.world3())?;
    let (mut recording, mut scene, mut world) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    loop {
        let start = Instant::now();
        if runner.step()?.is_none() {
            break;
        }
        scene += start.elapsed();
        let start = Instant::now();
        recorder.record(&runner)?;
        recording += start.elapsed();
        alone.copy(runner.world3())?;
        let start = Instant::now();
        alone.step()?;
        world += start.elapsed();
    }
    let bytes = recorder.finish()?;
    let start = Instant::now();
    let read = Recording::read(&bytes)?;
    let read_time = start.elapsed();
    let mut rng = Rng::new(1);
    let mut seek = Duration::ZERO;
    for _ in 0..100 {
        let tick = Tick(rng.below(ticks as usize) as u64);
        let start = Instant::now();
        let found = read.at(tick)?;
        seek = seek.max(start.elapsed());
        assert_eq!(found.tick, tick);
    }
    let colliders = runner.world3().colliders().count();
    Ok(Row { colliders, ticks, bytes: bytes.len(), recording, scene, world, read: read_time, seek })
}

/// The fighters' world, to which the shapes of each tick are given.
struct WorldAlone {
    world: World3,
    bodies: Vec<(BodyId, BodyId, Vec<Shape3>)>,
}

impl WorldAlone {
    fn of(scene: &World3) -> Result<Self, asunder::Error> {
        let mut world = World3::with_layers(scene.layers().clone());
        let mut bodies = Vec::new();
        for body in scene.bodies() {
            let ids = scene.colliders().filter(|id| id.body == body);
            let colliders: Vec<Collider<_>> =
                ids.map(|id| scene.collider(id).cloned()).collect::<Result<_, _>>()?;
            let own = world.insert_body(&colliders, scene.body_options(body)?)?;
            bodies.push((body, own, Vec::new()));
        }
        Ok(Self { world, bodies })
    }

    fn copy(&mut self, scene: &World3) -> Result<(), asunder::Error> {
        for (body, _, shapes) in &mut self.bodies {
            shapes.clear();
            let parts = (0..=u16::MAX).map(|part| body.collider(part));
            shapes.extend(parts.map_while(|id| scene.shape(id).ok().cloned()));
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), asunder::Error> {
        for (_, own, shapes) in &self.bodies {
            self.world.set_body_shapes(*own, shapes)?;
        }
        self.world.step();
        Ok(())
    }
}

/// Fighters in eight rows, each at another moment of its clips, who drift through one another.
fn fighters(ticks: u64) -> String {
    let mut scene = format!("ticks = {}\n", ticks - 1);
    for i in 0..FIGHTERS {
        let (row, column) = (i / 8, i % 8);
        let side = if i % 2 == 0 { 0.01 } else { -0.01 };
        scene += &format!(
            "[[actor]]\nname = 'f{i}'\nbuiltin = 'fighter'\nclips = 'all'\nstart_seconds = {:?}\n\
             position = [{:?}, 0.0, {:?}]\nyaw_degrees = {}\nvelocity = [{side:?}, 0.0, 0.0]\n",
            i as f64 * 0.173,
            column as f64 * 1.3,
            row as f64 * 1.1,
            i * 37 % 360,
        );
    }
    scene
}
