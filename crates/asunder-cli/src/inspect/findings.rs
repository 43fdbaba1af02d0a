//! Findings: possible problems of a model.

use super::tree::moved;
use asunder_gltf::{Matrix, Model, Transform};

/// The least reported deviation of a scale from one, and of a cosine between axes from zero.
const NOTICED: f64 = 1e-3;

/// Warnings of the reader, and transforms that are bad for hitboxes.
pub(super) fn of(model: &Model) -> Vec<String> {
    let mut findings: Vec<String> = model.warnings.iter().map(ToString::to_string).collect();
    let pose = model.rest_pose();
    let mut bones: Vec<usize> =
        model.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    bones.extend(model.meshes.iter().filter(|mesh| mesh.skin.is_none()).map(|mesh| mesh.node));
    bones.sort_unstable();
    bones.dedup();
    let named = |what: &str, found: Vec<usize>| -> Option<String> {
        let names: Vec<&str> =
            found.iter().take(NAMED).map(|&node| model.nodes[node].name.as_str()).collect();
        let more = if found.len() > NAMED {
            format!(" and {} more", found.len() - NAMED)
        } else {
            String::new()
        };
        (!found.is_empty()).then(|| format!("{what}: {}{more}", names.join(", ")))
    };
    let which = |test: &dyn Fn(&Matrix) -> bool| -> Vec<usize> {
        bones.iter().copied().filter(|&node| test(&pose[node])).collect()
    };
    findings.extend(named(
        "scaled unevenly at rest; capsules and spheres become larger than what they enclose",
        which(&|m| {
            let [a, b, c] = lengths(m);
            uneven(a, b) || uneven(b, c)
        }),
    ));
    findings.extend(named(
        "sheared at rest; boxes become boxes around their images",
        which(&|m| skew(m) > NOTICED),
    ));
    findings.extend(named("mirrored at rest", which(&|m| volume(m) < 0.0)));
    findings.extend(named("scaled to nothing at rest", which(&|m| lengths(m).contains(&0.0))));
    let scaled = model.clips.iter().flat_map(|clip| &clip.tracks).filter(|track| {
        let Some(curve) = &track.scale else { return false };
        (0..curve.times().len())
            .any(|key| curve.key(key).iter().any(|&x| (f64::from(x) - 1.0).abs() > NOTICED))
    });
    let mut scaled: Vec<usize> = scaled.map(|track| track.node).collect();
    scaled.sort_unstable();
    scaled.dedup();
    findings.extend(named("scaled by clips", scaled));
    let moved = moved(model);
    let unused = model.skins.iter().flat_map(|skin| &skin.joints).copied();
    let mut unused: Vec<usize> = unused.filter(|&node| moved[node] == 0).collect();
    unused.sort_unstable();
    unused.dedup();
    findings.extend(named("joints that move no vertex", unused));
    let fixed = bones.iter().copied().filter(|&node| {
        matches!(model.nodes[node].rest, Transform::Matrix(_)) && model.nodes[node].parent.is_some()
    });
    findings.extend(named("given by a matrix, which no clip can move", fixed.collect()));
    for (index, mesh) in model.meshes.iter().enumerate() {
        let more = mesh.weights.iter().filter(|w| w[4..].iter().any(|&w| w > 0.0)).count();
        if more > 0 {
            findings.push(format!(
                "mesh {index}, {:?}: {more} vertices are moved by more than four joints; many engines \
                 take four",
                mesh.name
            ));
        }
    }
    if model.meshes.iter().all(|mesh| mesh.triangles.is_empty()) {
        findings.push(String::from("there are no triangles"));
    } else if model.skins.is_empty() {
        findings.push(String::from("there is no skin: every mesh is rigid"));
    }
    findings
}

/// The most names that a finding lists.
const NAMED: usize = 6;

fn column(m: &Matrix, i: usize) -> [f64; 3] {
    [m[4 * i], m[4 * i + 1], m[4 * i + 2]].map(f64::from)
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn lengths(m: &Matrix) -> [f64; 3] {
    [0, 1, 2].map(|i| dot(column(m, i), column(m, i)).sqrt())
}

fn uneven(a: f64, b: f64) -> bool {
    (a - b).abs() > NOTICED * if a > b { a } else { b }
}

/// The largest cosine between two columns.
fn skew(m: &Matrix) -> f64 {
    let lengths = lengths(m);
    [(0, 1), (1, 2), (2, 0)].into_iter().fold(0.0, |most, (i, j)| {
        let cosine = dot(column(m, i), column(m, j)).abs() / (lengths[i] * lengths[j]);
        if cosine > most { cosine } else { most }
    })
}

fn volume(m: &Matrix) -> f64 {
    let [a, b, c] = [0, 1, 2].map(|i| column(m, i));
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    dot(cross, c)
}
