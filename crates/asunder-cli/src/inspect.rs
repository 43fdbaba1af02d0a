//! `asunder inspect`: the content of a model, in one screen.

mod findings;
mod level;
mod survey;
mod tree;

use crate::printable::{ColourMode, Page, Style, printable};
use crate::streams;
use asunder_gltf::{Clip, GltfError, Interpolation, Level, Model, keywords};
use level::LevelContent;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Tell what is in a model: skeleton, meshes, clips, colliders, what of it is a level, and what may cause
/// trouble
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLE)]
pub(crate) struct InspectArgs {
    /// The model, a .glb or .gltf file
    model: PathBuf,
    /// Print the answer as a line of JSON, with every node
    #[arg(long)]
    json: bool,
    /// Tell of the level alone; its meshes are read once, however many nodes have them
    #[arg(long)]
    level: bool,
    /// The steepest floor that is walkable, in degrees from 0 to 90
    #[arg(long, value_name = "DEGREES", default_value_t = MAX_SLOPE, value_parser = max_slope)]
    max_slope: f32,
}

/// The steepest floor without another word: what movers have.
const MAX_SLOPE: f32 = 45.0;

fn max_slope(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees| (0.0..=90.0).contains(degrees));
    degrees.ok_or_else(|| String::from("expected 0 to 90 degrees"))
}

const EXAMPLE: &str = r#"Example:
  asunder inspect knight.glb
  asunder inspect --level --max-slope 50 dungeon.glb

In the tree, a node that moves vertices of a skin is followed by their number, a node that carries a mesh
by the mesh's name in quotes. Chains of nodes without branches stand on one line; behind 16 branches, a
number says how deep a line is.

The level is what is solid: the meshes that KHR_physics_rigid_bodies, OMI_physics_body or OMI_collider name;
else those that names do, by Godot's suffixes (-col, -colonly, -convcol, -convcolonly; -noimp is left out) or
Unreal's prefixes (UCX_, UBX_, USP_, UCP_); else every mesh without a skin. For each mesh, and for all:
triangles and vertices; instances; which share of the area where they stand is walkable, its front up along
+Y and no steeper than --max-slope; degenerate triangles, whose corners lie on a line; duplicate ones, with
the corners of an earlier one; open edges, of one triangle, and non-manifold ones, of more than two, where
positions are the same bit by bit; vertices that no triangle has. Without open and non-manifold edges,
degenerate and duplicate triangles and unused vertices, a mesh is called closed.

Exit code: 0 where the model could be read, 2 on bad usage or a bad file."#;

/// Reads the model and prints its content.
pub(crate) fn run(args: &InspectArgs) -> Result<ExitCode, String> {
    let level = Level::open(&args.model);
    if args.level {
        let level = level.map_err(|error| error.to_string())?;
        let content = LevelContent::of(&level, args.max_slope);
        if args.json {
            streams::answer_json(&content)?;
        } else {
            let mut page = Page::new(streams::colour_mode());
            push_level(&mut page, &level.name, &content);
            streams::answer(&page)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let model = Model::open(&args.model).map_err(|error| match &level {
        Ok(_) => format!("{error}; the level in it can be read alone: --level"),
        Err(_) => error.to_string(),
    })?;
    let content = ModelContent::of(&model, level.as_ref(), args.max_slope);
    if args.json {
        streams::answer_json(&content)?;
    } else {
        streams::answer(&screen(&model, &content, streams::colour_mode()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The content of a model and its level, as JSON with every node.
///
/// # Errors
/// If serialization fails, which is a bug.
pub fn json(model: &Model, level: Result<&Level, &GltfError>) -> serde_json::Result<String> {
    serde_json::to_string(&ModelContent::of(model, level, MAX_SLOPE))
}

/// The content of a model and its level, in one screen without colours.
#[must_use]
pub fn plain(model: &Model, level: Result<&Level, &GltfError>) -> String {
    let content = ModelContent::of(model, level, MAX_SLOPE);
    screen(model, &content, ColourMode::Plain).text().to_owned()
}

#[derive(Debug, Serialize)]
struct ModelContent<'a> {
    model: &'a str,
    nodes: Vec<NodeRow<'a>>,
    skins: Vec<SkinRow<'a>>,
    meshes: Vec<MeshRow<'a>>,
    clips: Vec<ClipRow<'a>>,
    colliders: Vec<ColliderRow<'a>>,
    /// `None` where it could not be read; then a warning says why.
    level: Option<LevelContent<'a>>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct NodeRow<'a> {
    name: &'a str,
    parent: Option<usize>,
}

#[derive(Debug, Serialize)]
struct SkinRow<'a> {
    name: &'a str,
    joints: &'a [usize],
}

#[derive(Debug, Serialize)]
struct MeshRow<'a> {
    name: &'a str,
    node: usize,
    skin: Option<usize>,
    vertices: usize,
    triangles: usize,
}

#[derive(Debug, Serialize)]
struct ClipRow<'a> {
    name: &'a str,
    seconds: f32,
    tracks: usize,
    interpolation: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct ColliderRow<'a> {
    name: &'a str,
    node: usize,
    shape: &'static str,
    purpose: String,
    format: String,
    region: Option<&'a str>,
    /// `None` for a collider that is no hitbox.
    role: Option<&'static str>,
}

impl<'a> ModelContent<'a> {
    fn of(model: &'a Model, level: Result<&'a Level, &GltfError>, max_slope: f32) -> Self {
        let mut warnings = findings::of(model);
        if let Err(error) = level {
            warnings.push(format!("there is no level to be read: {error}"));
        }
        Self {
            model: &model.name,
            nodes: model
                .nodes
                .iter()
                .map(|node| NodeRow { name: &node.name, parent: node.parent })
                .collect(),
            skins: model
                .skins
                .iter()
                .map(|skin| SkinRow { name: &skin.name, joints: &skin.joints })
                .collect(),
            meshes: model
                .meshes
                .iter()
                .map(|mesh| MeshRow {
                    name: &mesh.name,
                    node: mesh.node,
                    skin: mesh.skin,
                    vertices: mesh.positions.len(),
                    triangles: mesh.triangles.len(),
                })
                .collect(),
            clips: model
                .clips
                .iter()
                .map(|clip| ClipRow {
                    name: &clip.name,
                    seconds: clip.duration,
                    tracks: clip.tracks.len(),
                    interpolation: interpolations(clip),
                })
                .collect(),
            colliders: model
                .colliders
                .iter()
                .map(|collider| ColliderRow {
                    name: &collider.name,
                    node: collider.node,
                    shape: collider.shape.kind(),
                    purpose: collider.purpose.to_string(),
                    format: collider.format.to_string(),
                    region: collider.region.as_deref(),
                    role: collider.role.map(|role| keywords::keyword(&keywords::ROLES, &role)),
                })
                .collect(),
            level: level.ok().map(|level| LevelContent::of(level, max_slope)),
            warnings,
        }
    }
}

/// The interpolations of a clip's curves, each once.
fn interpolations(clip: &Clip) -> Vec<&'static str> {
    let used = |wanted: Interpolation| {
        clip.tracks.iter().any(|track| {
            let found = [
                track.translation.as_ref().map(asunder_gltf::Curve::interpolation),
                track.rotation.as_ref().map(asunder_gltf::Curve::interpolation),
                track.scale.as_ref().map(asunder_gltf::Curve::interpolation),
            ];
            found.contains(&Some(wanted))
        })
    };
    [
        (Interpolation::Step, "STEP"),
        (Interpolation::Linear, "LINEAR"),
        (Interpolation::CubicSpline, "CUBICSPLINE"),
    ]
    .into_iter()
    .filter_map(|(wanted, name)| used(wanted).then_some(name))
    .collect()
}

/// The most clips, meshes, colliders or warnings that are listed, and the most lines of the tree.
const LISTED: usize = 12;
const LINES: usize = 40;

fn screen(model: &Model, answer: &ModelContent<'_>, colour_mode: ColourMode) -> Page {
    let count = |n: usize, one: &str, more: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {more}"),
    };
    let skinned: usize =
        answer.meshes.iter().filter(|mesh| mesh.skin.is_some()).map(|mesh| mesh.vertices).sum();
    let rigid: usize =
        answer.meshes.iter().filter(|mesh| mesh.skin.is_none()).map(|mesh| mesh.vertices).sum();
    let joints: usize = model.skins.iter().map(|skin| skin.joints.len()).sum();
    let mut page = Page::new(colour_mode);
    page.paint(Style::Bold, &printable(&model.name));
    page.line(format_args!(
        ": {}, {} in {}, {skinned} skinned and {rigid} rigid vertices, {}, {}\n",
        count(model.nodes.len(), "node", "nodes"),
        count(joints, "joint", "joints"),
        count(model.skins.len(), "skin", "skins"),
        count(model.clips.len(), "clip", "clips"),
        count(model.colliders.len(), "collider", "colliders"),
    ));
    page.paint(Style::Bold, "nodes");
    page.push("\n");
    for line in tree::lines(model, LINES) {
        page.line(format_args!("  {line}"));
    }
    let mut list = |title: &str, rows: Vec<String>, style: Option<Style>| {
        if !rows.is_empty() {
            page.push("\n");
            page.paint(Style::Bold, title);
            page.push("\n");
            push_rows(&mut page, rows, title, style);
        }
    };
    let width = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| name.chars().count()).max().unwrap_or(0).min(40)
    };
    let w = width(&mut answer.meshes.iter().map(|mesh| mesh.name));
    let meshes = answer.meshes.iter().map(|mesh| {
        let kind = if mesh.skin.is_some() { "skinned" } else { "rigid" };
        let (name, v, t) = (printable(mesh.name), mesh.vertices, mesh.triangles);
        format!("{name:w$}  {kind:7}  {v:6} vertices  {t:6} triangles")
    });
    list("meshes", meshes.collect(), None);
    let w = width(&mut answer.clips.iter().map(|clip| clip.name));
    let clips = answer.clips.iter().map(|clip| {
        let how = clip.interpolation.join(", ");
        let (name, seconds, tracks) = (printable(clip.name), clip.seconds, clip.tracks);
        format!("{name:w$}  {seconds:7.3} s  {tracks:4} tracks  {how}")
    });
    list("clips", clips.collect(), None);
    let w = width(&mut answer.colliders.iter().map(|collider| collider.name));
    let colliders = answer.colliders.iter().map(|it| {
        let node = printable(&model.nodes[it.node].name);
        let region = it.region.map_or(String::new(), |region| format!(", {}", printable(region)));
        let (name, shape) = (printable(it.name), it.shape);
        let role = it.role.unwrap_or("no hitbox");
        format!("{name:w$}  {shape:14}  on {node}{region}: {role}; {}, {}", it.purpose, it.format)
    });
    list("colliders", colliders.collect(), None);
    let warned = answer.warnings.iter().map(|warning| printable(warning));
    list("warnings", warned.collect(), Some(Style::Yellow));
    // Where nothing is solid, what was left out of a level is no news.
    if let Some(level) = answer.level.as_ref().filter(|level| !level.meshes.is_empty()) {
        page.push("\n");
        push_level(&mut page, "level", level);
    }
    page
}

/// Adds what is solid: a line on all of it, a line for each mesh, a total, and what was left out.
fn push_level(page: &mut Page, title: &str, level: &LevelContent<'_>) {
    page.paint(Style::Bold, &printable(title));
    page.line(format_args!(": {}", level.summary()));
    push_rows(page, level.rows(), "meshes", None);
    if !level.meshes.is_empty() {
        page.line(format_args!("  {}", level.total()));
    }
    push_rows(page, level.warnings(), "warnings", Some(Style::Yellow));
}

/// Adds lines, the first of many.
fn push_rows(page: &mut Page, rows: Vec<String>, what: &str, style: Option<Style>) {
    for row in capped(rows, LISTED, what) {
        page.push("  ");
        match style {
            Some(style) => page.paint(style, &row),
            None => page.push(&row),
        }
        page.push("\n");
    }
}

/// The first rows, and the number of others.
fn capped(mut rows: Vec<String>, most: usize, what: &str) -> Vec<String> {
    if rows.len() > most {
        let count = rows.len() - (most - 1);
        rows.truncate(most - 1);
        rows.push(more(count, what));
    }
    rows
}

fn more(count: usize, what: &str) -> String {
    format!("… and {count} more {what}; --json has all")
}
