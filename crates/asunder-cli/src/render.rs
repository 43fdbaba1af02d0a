//! `asunder render`: a tick of a recording as a picture.

use crate::page::playback::{Kind, Playback, Probe, SkinTrack, Stage};
use crate::page::surface;
use crate::picture::{LineClass, Panel, Picture};
use crate::{files, view};
use asunder::{Level, Vector};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draw a tick of a recording as SVG
///
/// The same recording and tick give the same bytes.
#[derive(Debug, clap::Args)]
pub(crate) struct RenderArgs {
    /// The recording, or a scene, which is run
    #[arg(value_name = "FILE")]
    recording: PathBuf,
    /// The tick to draw; the last one where it is left out
    #[arg(long, value_name = "N")]
    tick: Option<u32>,
    /// Where to write the picture; beside the recording where it is left out
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    levels: view::LevelFiles,
}

/// The widths of a panel alone and of the smaller of two.
const WIDTHS: [f32; 2] = [880.0, 340.0];

/// Draws the picture.
pub(crate) fn run(args: &RenderArgs) -> Result<ExitCode, String> {
    let path = &args.recording;
    let out = args.out.clone().unwrap_or_else(|| path.with_extension("svg"));
    let inputs: Vec<&Path> = [path.as_path()].into_iter().chain(args.levels.paths()).collect();
    files::check(&inputs, &[&out])?;
    let playback = view::open(path, &args.levels)?;
    let [first, last] = playback.ticks;
    let tick = args.tick.unwrap_or(last);
    if !(first..=last).contains(&tick) {
        return Err(format!(
            "{}: there is no tick {tick}; expected {first} to {last}",
            path.display()
        ));
    }
    files::write(&out, draw(&playback, tick).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What the lines of a picture of a world mean, from right to left.
fn meanings<V: Vector>(stage: &Stage<V>, tick: u32) -> Vec<(LineClass, &'static str)> {
    let asked = || stage.probes.iter().filter(|probe| probe.tick == tick);
    let states = states(stage, tick);
    let is_there = |class| {
        stage.colliders.iter().zip(&states).any(|(it, known)| {
            *known == class && it.at(tick).is_some_and(|it| it.level().is_none())
        })
    };
    let meanings = [
        (asked().any(|it| it.seen.is_some()), LineClass::Second, "as seen"),
        (asked().any(|it| !it.outline.is_empty()), LineClass::Second, "outline"),
        (asked().next().is_some(), LineClass::Between, "asked"),
        (is_there(LineClass::Crushed), LineClass::Crushed, "crushed"),
        (is_there(LineClass::Touching), LineClass::Touching, "in contact"),
        (is_there(LineClass::Blocked), LineClass::Blocked, "blocked"),
        (is_there(LineClass::Idle), LineClass::Idle, "shape"),
    ];
    let used = meanings.into_iter().filter(|(is_used, ..)| *is_used);
    used.map(|(_, class, meaning)| (class, meaning)).collect()
}

fn draw(playback: &Playback, tick: u32) -> String {
    let mut picture = Picture::new(playback.title.clone());
    let mut legend = meanings(&playback.space, tick);
    for entry in meanings(&playback.plane, tick) {
        if !legend.contains(&entry) {
            legend.push(entry);
        }
    }
    legend.into_iter().for_each(|(class, meaning)| picture.legend(class, meaning));
    let title = |dimension: &str| format!("{dimension}, tick {tick}");
    let mut width = WIDTHS[0];
    if !playback.space.is_empty() {
        let mut panel = Panel::new(title("3D"));
        for skin in &playback.space.skins {
            add_skin(&mut panel, skin, tick - playback.ticks[0]);
        }
        add(&mut panel, &playback.space, tick);
        picture.panel(width, panel);
        width = WIDTHS[1];
    }
    if !playback.plane.is_empty() {
        let mut panel = Panel::new(title("2D"));
        add(&mut panel, &playback.plane, tick);
        picture.panel(width, panel);
    }
    picture.svg()
}

/// The state of each collider at a tick.
fn states<V: Vector>(stage: &Stage<V>, tick: u32) -> Vec<LineClass> {
    let mut open: Vec<(usize, usize, LineClass)> = Vec::new();
    let mut crushed = Vec::new();
    for event in stage.events.iter().take_while(|event| event.tick <= tick) {
        let [a, b] = event.pair;
        let (class, begins) = match event.kind {
            Kind::Enter => (LineClass::Touching, true),
            Kind::Exit => (LineClass::Touching, false),
            Kind::Blocked => (LineClass::Blocked, true),
            Kind::Unblocked => (LineClass::Blocked, false),
            Kind::Hit => continue,
            Kind::Crushed => {
                // It is told at each tick anew.
                if event.tick == tick {
                    crushed.extend([Some(a), Some(b), event.against].into_iter().flatten());
                }
                continue;
            }
        };
        if begins {
            open.push((a, b, class));
        } else {
            open.retain(|known| *known != (a, b, class));
        }
    }
    let mut states = vec![LineClass::Idle; stage.colliders.len()];
    for (a, b, class) in open {
        for one in [a, b] {
            // What is blocked is drawn so, whatever else it touches.
            if states[one] != LineClass::Blocked {
                states[one] = class;
            }
        }
    }
    crushed.into_iter().for_each(|one| states[one] = LineClass::Crushed);
    states
}

/// The coordinates of a point in space; the last of two is zero.
fn in_space<V: Vector>(point: V) -> [f32; 3] {
    let point = point.to_array();
    std::array::from_fn(|t| if t < V::DIM { point[t] } else { 0.0 })
}

fn line<V: Vector>(panel: &mut Panel, a: V, b: V, class: LineClass) {
    let (a, b) = (in_space(a), in_space(b));
    if !a.iter().chain(&b).all(|x| x.is_finite()) {
        return;
    }
    if V::DIM == 3 {
        panel.line3(a, b, class);
    } else {
        panel.line2([a[0], a[1]], [b[0], b[1]], class);
    }
}

/// The middle of two points.
fn halfway<V: Vector>(a: V, b: V) -> V {
    let (a, b) = (a.to_array(), b.to_array());
    V::from_array(V::array(|t| 0.5 * a[t] + 0.5 * b[t]))
}

/// Adds the shapes, the questions asked at the tick, and the names.
fn add<V: Vector>(panel: &mut Panel, stage: &Stage<V>, tick: u32) {
    let states = states(stage, tick);
    let mut tops: Vec<Option<V>> = vec![None; stage.owners.len()];
    for (track, state) in stage.colliders.iter().zip(states) {
        let Some(shape) = track.at(tick) else { continue };
        if let Some(level) = shape.level() {
            add_level(panel, level);
            continue;
        }
        let top = &mut tops[track.owner];
        shape.lines(|a, b| {
            line(panel, a, b, state);
            for point in [a, b] {
                let is_higher = |top: &V| point.to_array()[1] > top.to_array()[1];
                if top.as_ref().is_none_or(is_higher) {
                    *top = Some(point);
                }
            }
        });
    }
    let mut label = |at: V, text: &str| {
        let at = in_space(at);
        if !at.iter().all(|x| x.is_finite()) {
            return;
        }
        let text = crate::printable::printable(text);
        if V::DIM == 3 {
            panel.label3(at, text);
        } else {
            panel.label2([at[0], at[1]], text);
        }
    };
    for (owner, top) in stage.owners.iter().zip(tops) {
        if let Some(top) = top {
            label(top, owner);
        }
    }
    let asked = || stage.probes.iter().filter(|probe| probe.tick == tick);
    let end = |probe: &Probe<V>| probe.hit.map_or(probe.to, |(point, _)| point);
    // Halfway, so that neither who asked nor what was hit is covered.
    asked().for_each(|probe| label(halfway(probe.from, end(probe)), &probe.label));
    for probe in asked() {
        let end = end(probe);
        line(panel, probe.from, end, LineClass::Between);
        for [a, b] in &probe.outline {
            line(panel, *a, *b, LineClass::Second);
        }
        // What was seen in the past, where it was then.
        if let (Some((seen, _)), Some((_, hit))) = (probe.seen, probe.hit)
            && let Some(shape) = stage.colliders[hit].at(seen)
        {
            shape.lines(|a, b| line(panel, a, b, LineClass::Second));
        }
    }
}

/// Adds the surface of a level, with the edges at which it turns or ends.
pub(crate) fn add_level<V: Vector>(panel: &mut Panel, level: &Level<V>) {
    let surface = surface::of(level);
    let at = |corner: u32| surface.vertices[corner as usize];
    for triangle in &surface.triangles {
        panel.level3(triangle.map(|corner| in_space(at(corner))));
    }
    for [a, b] in &surface.edges {
        line(panel, at(*a), at(*b), LineClass::LevelEdge);
    }
}

/// Adds the triangles of a skin at the tick of this index.
fn add_skin(panel: &mut Panel, skin: &SkinTrack, index: u32) {
    let begin = index as usize * skin.bones;
    let Some(palette) = skin.palettes.get(begin..begin + skin.bones) else { return };
    let mesh = &skin.mesh;
    let place = |vertex: u32| -> Option<[f32; 3]> {
        let vertex = vertex as usize;
        let [x, y, z] = mesh.positions.get(vertex)?.to_array();
        let (joints, weights) = (mesh.joints.get(vertex)?, mesh.weights.get(vertex)?);
        let mut sum = [0.0; 3];
        for (&joint, &weight) in joints.iter().zip(weights) {
            let rows = palette.get(usize::from(joint))?;
            for (i, sum) in sum.iter_mut().enumerate() {
                let row = &rows[4 * i..4 * i + 4];
                *sum += weight * (row[0] * x + row[1] * y + row[2] * z + row[3]);
            }
        }
        Some(sum)
    };
    for &[a, b, c] in &mesh.triangles {
        if let (Some(a), Some(b), Some(c)) = (place(a), place(b), place(c)) {
            panel.triangle3([a, b, c], skin.owner);
        }
    }
}
