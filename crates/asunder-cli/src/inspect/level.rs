//! The level in a file: what of it is solid, why, and what is in its meshes.

use super::survey::{Area, Survey, areas};
use crate::printable::printable;
use asunder_gltf::{Level, LevelInstance, Matrix};
use serde::Serialize;

/// The content of a level, as JSON with every mesh and instance.
#[derive(Debug, Serialize)]
pub(super) struct LevelContent<'a> {
    rules: Vec<String>,
    /// The steepest floor, in degrees.
    max_slope: f32,
    pub(super) meshes: Vec<LevelMeshRow<'a>>,
    instances: Vec<LevelInstanceRow<'a>>,
    total: Total,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct LevelMeshRow<'a> {
    name: &'a str,
    path: &'a str,
    kinds: Vec<String>,
    rules: Vec<String>,
    instances: usize,
    #[serde(flatten)]
    survey: Survey,
    #[serde(flatten)]
    area: AreaRow,
}

/// The area of instances; `None` where it was not measured, and the share where there is no area.
#[derive(Debug, Serialize)]
struct AreaRow {
    area: Option<f64>,
    walkable: Option<f64>,
}

#[derive(Debug, Serialize)]
struct LevelInstanceRow<'a> {
    mesh: usize,
    node: usize,
    name: &'a str,
    kind: String,
    rule: String,
    path: &'a str,
    matrix: &'a Matrix,
    mirrored: bool,
    moves: bool,
}

/// All meshes, each once, and the triangles of all instances.
#[derive(Debug, Serialize)]
struct Total {
    instances: usize,
    placed_triangles: usize,
    #[serde(flatten)]
    survey: Survey,
    #[serde(flatten)]
    area: AreaRow,
}

impl<'a> LevelContent<'a> {
    pub(super) fn of(level: &'a Level, max_slope: f32) -> Self {
        let areas = areas(level, max_slope);
        let surveys: Vec<_> = level.meshes.iter().map(Survey::of).collect();
        let mut placed: Vec<Vec<&LevelInstance>> = vec![Vec::new(); level.meshes.len()];
        for instance in &level.instances {
            placed[instance.mesh].push(instance);
        }
        let row = |(index, mesh): (usize, &'a asunder_gltf::LevelMesh)| {
            let area = areas.as_ref().map(|areas| areas[index]);
            LevelMeshRow {
                name: &mesh.name,
                path: &mesh.path,
                kinds: each(placed[index].iter().map(|it| it.kind)),
                rules: each(placed[index].iter().map(|it| it.rule)),
                instances: placed[index].len(),
                survey: surveys[index],
                area: AreaRow {
                    area: area.map(|area| area.whole),
                    walkable: area.and_then(|area| area.share()),
                },
            }
        };
        let meshes: Vec<_> = level.meshes.iter().enumerate().map(row).collect();
        let whole = areas.map(|areas| areas.into_iter().fold(Area::default(), Area::plus));
        let triangles = |it: &LevelInstance| level.meshes[it.mesh].triangles.len();
        let total = Total {
            instances: level.instances.len(),
            placed_triangles: level.instances.iter().map(triangles).sum(),
            survey: surveys.iter().copied().fold(Survey::default(), Survey::plus),
            area: AreaRow {
                area: whole.map(|area| area.whole),
                walkable: whole.and_then(|area| area.share()),
            },
        };
        let instance = |it: &'a LevelInstance| LevelInstanceRow {
            mesh: it.mesh,
            node: it.node,
            name: &it.name,
            kind: it.kind.to_string(),
            rule: it.rule.to_string(),
            path: &it.path,
            matrix: &it.matrix,
            mirrored: it.is_mirrored(),
            moves: it.moves,
        };
        Self {
            rules: level.rules().iter().map(ToString::to_string).collect(),
            max_slope,
            meshes,
            instances: level.instances.iter().map(instance).collect(),
            total,
            warnings: level.warnings.iter().map(ToString::to_string).collect(),
        }
    }

    /// What is solid, and why, in a line.
    pub(super) fn summary(&self) -> String {
        let total = &self.total;
        if total.instances == 0 {
            return String::from("no mesh is solid");
        }
        let moving = match self.instances.iter().filter(|it| it.moves).count() {
            0 => String::new(),
            moving => format!(", {moving} of which move"),
        };
        format!(
            "{} as placed, of {} in {}{moving}, by {}; {} of the area is walkable, up to {}°",
            count(total.placed_triangles, "triangle"),
            meshes(self.meshes.len()),
            count(total.instances, "instance"),
            self.rules.join(" and "),
            share(&total.area),
            self.max_slope,
        )
    }

    /// A line for each mesh.
    pub(super) fn rows(&self) -> Vec<String> {
        let width = self.meshes.iter().map(|mesh| mesh.name.chars().count()).max().unwrap_or(0);
        let w = width.min(40);
        let row = |mesh: &LevelMeshRow<'_>| {
            let (name, survey) = (printable(mesh.name), &mesh.survey);
            format!(
                "{name:w$}  {:6} triangles  {:6} vertices  x {:<4}  {:>5} walkable  {}, by {}{}",
                survey.triangles,
                survey.vertices,
                mesh.instances,
                share(&mesh.area),
                mesh.kinds.join(" and "),
                mesh.rules.join(" and "),
                faults(survey),
            )
        };
        self.meshes.iter().map(row).collect()
    }

    /// What all meshes have, each counted once.
    pub(super) fn total(&self) -> String {
        let survey = &self.total.survey;
        format!(
            "all meshes: {}, {}{}",
            count(survey.triangles, "triangle"),
            if survey.vertices == 1 {
                String::from("1 vertex")
            } else {
                format!("{} vertices", survey.vertices)
            },
            faults(survey)
        )
    }

    /// What was left out or read differently.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.warnings.iter().map(|warning| printable(warning)).collect()
    }
}

/// The kinds or rules that there are, each once.
fn each<T: Ord + ToString>(all: impl Iterator<Item = T>) -> Vec<String> {
    let mut all: Vec<_> = all.collect();
    all.sort();
    all.dedup();
    all.iter().map(ToString::to_string).collect()
}

fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

fn meshes(n: usize) -> String {
    if n == 1 { String::from("1 mesh") } else { format!("{n} meshes") }
}

fn share(area: &AreaRow) -> String {
    match (area.walkable, area.area) {
        (Some(share), _) => format!("{:.0} %", 100.0 * share),
        (None, Some(_)) => String::from("none"),
        (None, None) => String::from("?"),
    }
}

/// What may be wrong with a mesh.
fn faults(survey: &Survey) -> String {
    let faults = [
        (survey.degenerate, "degenerate"),
        (survey.duplicate, "duplicate"),
        (survey.open_edges, "open edges"),
        (survey.non_manifold_edges, "non-manifold edges"),
        (survey.unused_vertices, "unused vertices"),
    ];
    let found = faults.into_iter().filter(|(number, _)| *number > 0);
    let found: Vec<_> = found.map(|(number, what)| format!("{number} {what}")).collect();
    if found.is_empty() { String::from("; closed") } else { format!("; {}", found.join(", ")) }
}
