//! Pictures of scenes as SVG: characters shaded, hitboxes as lines, contacts in another colour.
//!
//! Panels are side by side, each fitted to its content. 3D is projected in parallel from above the right
//! shoulder; hitboxes are drawn over the characters, so that none is hidden.

use std::fmt::Write as _;

/// The meaning of a line, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineClass {
    /// The ground and other marks.
    Faint,
    /// A shape that touches nothing.
    Idle,
    /// A blocked mover, or its obstacle.
    Blocked,
    /// A shape in contact.
    Touching,
    /// The first shape of a pair.
    First,
    /// The second.
    Second,
    /// The gap between them.
    Between,
}

impl LineClass {
    fn class(self) -> &'static str {
        match self {
            Self::Faint => "faint",
            Self::Idle => "idle",
            Self::Blocked => "blocked",
            Self::Touching => "touching",
            Self::First => "first",
            Self::Second => "second",
            Self::Between => "between",
        }
    }
}

type Point = [f32; 2];

/// A view: lines, triangles and labels in its own coordinates, y up.
#[derive(Debug, Default)]
pub(crate) struct Panel {
    title: String,
    lines: Vec<(LineClass, Point, Point)>,
    triangles: Vec<Face>,
    labels: Vec<(Point, String)>,
}

/// A projected triangle.
#[derive(Debug)]
struct Face {
    corners: [Point; 3],
    /// Distance towards the viewer.
    depth: f32,
    /// The cosine between its normal and the light, in `0..=1`.
    light: f32,
    hue: usize,
}

/// Fill colours of characters, in turn: a dark and a lit end.
const HUES: [([f32; 3], [f32; 3]); 4] = [
    ([150.0, 104.0, 96.0], [244.0, 220.0, 212.0]),
    ([92.0, 112.0, 148.0], [210.0, 224.0, 242.0]),
    ([98.0, 128.0, 104.0], [216.0, 234.0, 218.0]),
    ([120.0, 102.0, 132.0], [230.0, 220.0, 236.0]),
];

/// The picture plane: unit vectors to the right, up, and towards the viewer.
const RIGHT: [f32; 3] = [0.894, 0.0, -0.447];
const UP: [f32; 3] = [-0.1098, 0.9695, -0.2191];
const TOWARDS: [f32; 3] = [0.4336, 0.2451, 0.8672];
const LIGHT: [f32; 3] = [0.3, 0.85, 0.43];

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn project(point: [f32; 3]) -> Point {
    [dot(point, RIGHT), dot(point, UP)]
}

impl Panel {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a line in 2D.
    pub(crate) fn line2(&mut self, a: [f32; 2], b: [f32; 2], line_class: LineClass) {
        self.lines.push((line_class, a, b));
    }

    /// Adds a line in 3D.
    pub(crate) fn line3(&mut self, a: [f32; 3], b: [f32; 3], line_class: LineClass) {
        self.lines.push((line_class, project(a), project(b)));
    }

    /// Adds a triangle of a character in 3D, if it faces the viewer.
    pub(crate) fn triangle3(&mut self, corners: [[f32; 3]; 3], hue: usize) {
        let [a, b, c] = corners;
        let edge = |p: [f32; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        let (u, v) = (edge(b), edge(c));
        let normal =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = dot(normal, normal).sqrt();
        if !(length > 0.0) || dot(normal, TOWARDS) <= 0.0 {
            return;
        }
        let depth = dot(a, TOWARDS) + dot(b, TOWARDS) + dot(c, TOWARDS);
        let light = (0.5 + 0.5 * dot(normal, LIGHT) / length).clamp(0.0, 1.0);
        self.triangles.push(Face { corners: corners.map(project), depth, light, hue });
    }

    /// Adds a text above a point in 3D.
    pub(crate) fn label3(&mut self, at: [f32; 3], text: impl Into<String>) {
        self.labels.push((project(at), text.into()));
    }

    /// Adds a text above a point in 2D.
    pub(crate) fn label2(&mut self, at: [f32; 2], text: impl Into<String>) {
        self.labels.push((at, text.into()));
    }

    fn bounds(&self) -> Option<(Point, Point)> {
        let lines = self.lines.iter().flat_map(|(_, a, b)| [*a, *b]);
        let corners = self.triangles.iter().flat_map(|face| face.corners);
        let finite = |p: &Point| p[0].is_finite() && p[1].is_finite();
        lines.chain(corners).filter(finite).fold(None, |bounds, p| {
            let (min, max): (Point, Point) = bounds.unwrap_or((p, p));
            let least = |i: usize| if p[i] < min[i] { p[i] } else { min[i] };
            let most = |i: usize| if p[i] > max[i] { p[i] } else { max[i] };
            Some(([least(0), least(1)], [most(0), most(1)]))
        })
    }

    /// Draws the lines of one colour as one path.
    fn draw_lines(&self, svg: &mut String, line_class: LineClass, place: &dyn Fn(Point) -> Point) {
        let mut path = String::new();
        for (_, a, b) in self.lines.iter().filter(|(i, ..)| *i == line_class) {
            let (a, b) = (place(*a), place(*b));
            let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", a[0], a[1], b[0], b[1]);
        }
        if !path.is_empty() {
            let _ = writeln!(svg, "<path class=\"{}\" d=\"{path}\"/>", line_class.class());
        }
    }

    /// Draws the panel with its top left corner at `x`, `y`.
    fn draw(&mut self, svg: &mut String, [x, y]: Point, [width, height]: Point) {
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect class=\"panel\" width=\"{width}\" \
             height=\"{height}\" rx=\"6\"/><text class=\"title\" x=\"14\" y=\"24\">{}</text>",
            escaped(&self.title)
        );
        let Some((min, max)) = self.bounds() else {
            svg.push_str("</g>\n");
            return;
        };
        let (inner_width, inner_height) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN - 16.0);
        let size = [(max[0] - min[0]).max(1e-6), (max[1] - min[1]).max(1e-6)];
        let scale = (inner_width / size[0]).min(inner_height / size[1]);
        let place = |p: Point| {
            [
                width / 2.0 + (p[0] - (min[0] + max[0]) / 2.0) * scale,
                height / 2.0 + 12.0 - (p[1] - (min[1] + max[1]) / 2.0) * scale,
            ]
        };
        self.draw_lines(svg, LineClass::Faint, &place);
        self.triangles.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        for face in &self.triangles {
            let [a, b, c] = face.corners.map(place);
            let (dark, lit) = HUES[face.hue % HUES.len()];
            let tone = |i: usize| (dark[i] + (lit[i] - dark[i]) * face.light) as u8;
            let colour = format!("#{:02x}{:02x}{:02x}", tone(0), tone(1), tone(2));
            // A stroke of the same colour closes the seams between neighbours.
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" \
                 style=\"fill:{colour};stroke:{colour}\"/>",
                a[0], a[1], b[0], b[1], c[0], c[1]
            );
        }
        for line_class in [
            LineClass::Idle,
            LineClass::Blocked,
            LineClass::Touching,
            LineClass::Second,
            LineClass::First,
            LineClass::Between,
        ] {
            self.draw_lines(svg, line_class, &place);
        }
        for (at, text) in &self.labels {
            let at = place(*at);
            let _ = writeln!(
                svg,
                "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                at[0],
                at[1] - 7.0,
                escaped(text)
            );
        }
        svg.push_str("</g>\n");
    }
}

/// The margin around the content of a panel.
const MARGIN: f32 = 26.0;

/// Panels side by side under a heading.
#[derive(Debug, Default)]
pub(crate) struct Picture {
    heading: String,
    legend: Vec<(LineClass, String)>,
    panels: Vec<(f32, Panel)>,
}

const HEIGHT: f32 = 520.0;
const GAP: f32 = 14.0;
const TOP: f32 = 58.0;

impl Picture {
    pub(crate) fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..Self::default() }
    }

    /// Adds the meaning of a line class to the legend, to the left of earlier ones.
    pub(crate) fn legend(&mut self, line_class: LineClass, text: impl Into<String>) {
        self.legend.push((line_class, text.into()));
    }

    /// Adds a panel to the right of the others.
    pub(crate) fn panel(&mut self, width: f32, panel: Panel) {
        self.panels.push((width, panel));
    }

    /// The whole picture as a self-contained SVG document.
    pub(crate) fn svg(mut self) -> String {
        let width = self.panels.iter().map(|(width, _)| width + GAP).sum::<f32>() + GAP;
        let height = TOP + HEIGHT + GAP;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}\
             </style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"heading\" x=\"{GAP}\" y=\"36\">{}</text>\n",
            escaped(&self.heading),
            escaped(&self.heading)
        );
        let mut x = width - GAP;
        for (line_class, text) in &self.legend {
            x -= 96.0;
            let _ = writeln!(
                svg,
                "<path class=\"{}\" d=\"M{x} 31h18\"/><text class=\"legend\" x=\"{}\" \
                 y=\"35\">{}</text>",
                line_class.class(),
                x + 24.0,
                escaped(text)
            );
        }
        let mut left = GAP;
        for (width, panel) in &mut self.panels {
            panel.draw(&mut svg, [left, TOP], [*width, HEIGHT]);
            left += *width + GAP;
        }
        svg.push_str("</svg>\n");
        svg
    }
}

const STYLE: &str = "\
.page{fill:#f4f2ee}.panel{fill:#fff;stroke:#d8d4cc}\
text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif;fill:#2b2f36}\
.heading{font-size:20px;font-weight:600}.title{font-size:13px;fill:#6a6f78}\
.label{font-size:12px}\
.label{text-anchor:middle}.legend{font-size:12px}\
path{stroke-linecap:round;stroke-linejoin:round;stroke-width:.6;fill:none}\
.faint{stroke:#e2ded6;stroke-width:1}.idle{stroke:#2f6cb3;stroke-width:1;opacity:.8}\
.blocked{stroke:#c98a00;stroke-width:1.8}.touching{stroke:#d3222a;stroke-width:2}\
.first{stroke:#2f6cb3;stroke-width:1.6}.second{stroke:#2b8a57;stroke-width:1.6}\
.between{stroke:#d3222a;stroke-width:3}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_plane_is_orthonormal() {
        for (i, a) in [RIGHT, UP, TOWARDS].into_iter().enumerate() {
            for (j, b) in [RIGHT, UP, TOWARDS].into_iter().enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((dot(a, b) - expected).abs() < 2e-3, "{i} {j}: {}", dot(a, b));
            }
        }
    }

    #[test]
    fn contacts_are_drawn_last_and_everything_lies_inside() {
        let mut panel = Panel::new("a < b & c");
        panel.line2([0.0, 0.0], [4.0, 0.0], LineClass::Touching);
        panel.line2([0.0, 0.0], [0.0, 2.0], LineClass::Idle);
        panel.label2([4.0, 0.0], "hit");
        let mut picture = Picture::new("test");
        picture.panel(400.0, panel);
        let svg = picture.svg();
        assert!(svg.contains("a &lt; b &amp; c"));
        let drawing = &svg[svg.find("<g ").unwrap()..];
        let (idle, touching) =
            (drawing.find("\"idle\"").unwrap(), drawing.find("\"touching\"").unwrap());
        assert!(idle < touching);
        assert!(drawing.contains("d=\"M26.0 359.0L374.0 359.0\""), "{drawing}");
    }

    #[test]
    fn triangles_that_face_away_are_left_out() {
        let mut panel = Panel::new("");
        let (a, b, c) = ([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        panel.triangle3([a, b, c], 0);
        panel.triangle3([a, c, b], 0);
        assert_eq!(panel.triangles.len(), 1);
    }

    #[test]
    fn an_empty_panel_is_still_a_document() {
        let mut picture = Picture::new("nothing");
        picture.panel(100.0, Panel::new("empty"));
        let svg = picture.svg();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    }
}
