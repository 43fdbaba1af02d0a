//! A picture of a model and its hitboxes in the worst frame.

use super::Fitted;
use crate::picture::{LineClass, Panel, Picture};
use asunder::{Affine3, Bones};

/// From the front and from the side, with the hitboxes' edges over the mesh.
pub(super) fn draw(result: &Fitted<'_>) -> String {
    let (mut pose, mut bones, mut posed) = (Vec::new(), Vec::new(), Vec::new());
    let frame = result.report.worst.frame;
    frame.pose(result.model, &mut pose);
    result.fit.bone_matrices(&pose, &mut bones);
    // The frame was evaluated, so its hitboxes can be placed.
    let placed = result.fit.rig().place(Bones::Global(&bones), &Affine3::identity());
    let title = match result.worst_clip(result.report) {
        Some(clip) => format!("frame {} of {clip}", frame.number),
        None => String::from("at rest"),
    };
    let mut picture = Picture::new(format!(
        "{}: coverage {:.1} %, overhang {:.1} %",
        result.model.name,
        100.0 * result.report.coverage,
        100.0 * result.report.overhang
    ));
    picture.legend(LineClass::Idle, "hitbox");
    // The panel's view is from the right, slightly above; the model is rotated first.
    for (name, [cos, sin]) in [("front", [0.894_f32, 0.447]), ("side", [0.447, -0.894])] {
        let turned = |[x, y, z]: [f32; 3]| [cos * x + sin * z, y, cos * z - sin * x];
        let mut panel = Panel::new(format!("{name}, {title}"));
        for (hue, mesh) in result.model.meshes.iter().enumerate() {
            result.model.posed_positions(mesh, &pose, &mut posed);
            for triangle in &mesh.triangles {
                panel.triangle3(triangle.map(|vertex| turned(posed[vertex as usize])), hue);
            }
        }
        for shape in placed.iter().flatten() {
            shape.lines(|a, b| {
                panel.line3(turned(a.to_array()), turned(b.to_array()), LineClass::Idle);
            });
        }
        picture.panel(520.0, panel);
    }
    picture.svg()
}
