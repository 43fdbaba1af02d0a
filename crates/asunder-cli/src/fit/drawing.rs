//! A picture of a model and its hitboxes in a frame.

use super::Fitted;
use crate::picture::{LineClass, Panel, Picture, REGION_STYLE};
use asunder::{Affine3, Bones};
use asunder_fit::Frame;
use std::collections::BTreeSet;

/// The most triangles of a view: about 80 bytes each, twice, stay below half a megabyte.
const MOST_TRIANGLES: usize = 2200;

/// The parts of the body, by the number of their colour, with their names in labels.
const PARTS: [(&str, &[&str]); 7] = [
    ("head", &["head", "neck"]),
    ("trunk", &["chest", "stomach", "hips"]),
    ("arms", &["shoulder", "arm", "forearm"]),
    ("hands", &["hand"]),
    ("legs", &["thigh", "shin", "leg"]),
    ("feet", &["foot"]),
    ("other", &[]),
];

/// The number of the part that a label names.
fn part_of(label: &str) -> usize {
    let stem = label.split('.').next().unwrap_or(label);
    PARTS.iter().position(|(_, names)| names.contains(&stem)).unwrap_or(PARTS.len() - 1)
}

/// From the front and from the side, with the hitboxes' edges over the mesh.
pub(super) fn draw(result: &Fitted<'_>, frame: Frame) -> String {
    let (mut pose, mut bones, mut posed) = (Vec::new(), Vec::new(), Vec::new());
    frame.pose(result.model, &mut pose);
    result.fit.bone_matrices(&pose, &mut bones);
    let rig = result.fit.rig();
    // The frame was evaluated, so its hitboxes can be placed.
    let placed = rig.place(Bones::Global(&bones), &Affine3::identity()).unwrap_or_default();
    let title = match result.clip_of(frame) {
        Some(clip) => format!("frame {} of {clip}", frame.number),
        None => String::from("at rest"),
    };
    let mut picture = Picture::new(format!(
        "{}: coverage {:.1} %, overhang {:.1} %",
        result.model.name,
        100.0 * result.report.coverage,
        100.0 * result.report.overhang
    ))
    .with_style(REGION_STYLE);
    let parts: BTreeSet<usize> = (0..placed.len()).map(|i| part_of(rig.label(i))).collect();
    for &part in parts.iter().rev() {
        picture.legend(LineClass::Region(part), PARTS[part].0);
    }
    let mut triangles = Vec::new();
    for (hue, mesh) in result.model.meshes.iter().enumerate() {
        result.model.posed_positions(mesh, &pose, &mut posed);
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| posed[vertex as usize]);
        triangles.extend(mesh.triangles.iter().map(|triangle| (hue, corners(triangle))));
    }
    // The panel's view is from the right, slightly above; the model is rotated first.
    for (name, [cos, sin]) in [("front", [0.894_f32, 0.447]), ("side", [0.447, -0.894])] {
        let turned = |[x, y, z]: [f32; 3]| [cos * x + sin * z, y, cos * z - sin * x];
        let mut panel = Panel::new(format!("{name}, {title}"));
        let turned_triangles =
            triangles.iter().map(|(hue, corners)| (*hue, corners.map(turned))).collect();
        for (hue, corners) in simplified(turned_triangles) {
            panel.triangle3(corners, hue);
        }
        for (index, shape) in placed.iter().enumerate() {
            let label = rig.label(index);
            let line_class = LineClass::Region(part_of(label));
            let (mut sum, mut count) = ([0.0; 3], 0.0);
            shape.lines(|a, b| {
                let [a, b] = [a, b].map(|end| turned(end.to_array()));
                sum = [0, 1, 2].map(|i| sum[i] + a[i] + b[i]);
                count += 2.0;
                panel.line3(a, b, line_class);
            });
            // From the side, left and right would cover each other.
            if name == "front" || !label.contains('.') {
                panel.label3(sum.map(|x| x / count), label);
            }
        }
        picture.panel(710.0, panel);
    }
    picture.with_height(640.0).svg()
}

type Triangle = (usize, [[f32; 3]; 3]);

/// The triangles that face the viewer, or where they are too many to draw, fewer: corners are moved to a grid,
/// the finest that leaves few enough, and what is flat or double is left out.
fn simplified(triangles: Vec<Triangle>) -> Vec<Triangle> {
    let seen = |all: &[Triangle]| all.iter().filter(|(_, it)| Panel::faces_viewer(it)).count();
    if seen(&triangles) <= MOST_TRIANGLES {
        return triangles;
    }
    let corners = || triangles.iter().flat_map(|(_, it)| it.iter().copied());
    let size = (0..3).fold(0.0, |size: f32, axis| {
        let (low, high) = corners().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), it| {
            (low.min(it[axis]), high.max(it[axis]))
        });
        size.max(high - low)
    });
    let mut fewer = Vec::new();
    for cells in [256.0, 192.0, 128.0, 96.0, 64.0, 48.0, 32.0, 24.0, 16.0] {
        let cell = size / cells;
        let snap = |corner: [f32; 3]| corner.map(|x| (x / cell).round() * cell);
        let mut known = BTreeSet::new();
        fewer = triangles.iter().map(|(hue, it)| (*hue, it.map(snap))).collect();
        fewer.retain(|(_, it)| {
            let mut key = it.map(|corner| corner.map(f32::to_bits));
            let is_flat = key[0] == key[1] || key[1] == key[2] || key[2] == key[0];
            // The order of corners without its start.
            let first = (0..3).min_by_key(|&i| key[i]).unwrap_or(0);
            key.rotate_left(first);
            !is_flat && known.insert(key)
        });
        if seen(&fewer) <= MOST_TRIANGLES {
            break;
        }
    }
    fewer
}
