//! The surface of a level: what is walked on opaque, the rest translucent, and all of it under the shapes.

use super::{LIGHT, Panel, Point, TOWARDS, cross, dot, draw_polygon, project};
use std::fmt::Write as _;

/// A projected triangle of a level that faces the viewer.
#[derive(Debug)]
pub(super) struct LevelFace {
    pub(super) corners: [Point; 3],
    /// Whether it looks up. Seen from above, such a triangle hides what is below it.
    is_ground: bool,
    /// The height of the middle of the ground, times three; of a wall, the distance towards the viewer.
    order: f32,
    /// The cosine between its normal and the light, in `0..=1`.
    light: f32,
}

/// How much of a unit normal is up where a triangle is ground.
const GROUND: f32 = 0.5;

/// The dark and the lit end of the colour of a level.
const GREYS: [[f32; 3]; 2] = [[150.0, 146.0, 138.0], [232.0, 229.0, 222.0]];

impl Panel {
    /// Adds a triangle of a level in 3D, if it faces the viewer.
    pub(crate) fn level3(&mut self, corners: [[f32; 3]; 3]) {
        let [a, b, c] = corners;
        let edge = |p: [f32; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        let normal = cross(edge(b), edge(c));
        let length = dot(normal, normal).sqrt();
        if !(length > 0.0) || dot(normal, TOWARDS) <= 0.0 {
            return;
        }
        let is_ground = normal[1] > GROUND * length;
        let axis = if is_ground { [0.0, 1.0, 0.0] } else { TOWARDS };
        let order = corners.iter().map(|corner| dot(*corner, axis)).sum();
        let light = (0.5 + 0.5 * dot(normal, LIGHT) / length).clamp(0.0, 1.0);
        self.level.push(LevelFace { corners: corners.map(project), is_ground, order, light });
    }
}

/// Draws the ground from the lowest up, then walls from the furthest on.
pub(super) fn draw(svg: &mut String, faces: &mut [LevelFace], place: &dyn Fn(Point) -> Point) {
    faces.sort_by(|a, b| b.is_ground.cmp(&a.is_ground).then(a.order.total_cmp(&b.order)));
    for face in faces {
        let [dark, lit] = GREYS;
        let tone = |i: usize| (dark[i] + (lit[i] - dark[i]) * face.light) as u8;
        let colour = format!("#{:02x}{:02x}{:02x}", tone(0), tone(1), tone(2));
        // A stroke of the same colour closes the seams between neighbours on the ground.
        let more = if face.is_ground {
            format!("stroke=\"{colour}\"")
        } else {
            String::from("fill-opacity=\".28\" stroke=\"none\"")
        };
        let _ = write!(svg, "<path fill=\"{colour}\" {more} d=\"");
        draw_polygon(svg, &face.corners, place);
        svg.push_str("\"/>");
    }
}
