//! Pictures of scenes as SVG: characters shaded, hitboxes as lines, contacts in another colour.
//!
//! Panels are side by side, each fitted to its content. 3D is projected in parallel from above the right
//! shoulder; hitboxes are drawn over the characters, so that none is hidden.

mod animation;
mod labels;
mod terrain;

pub(crate) use animation::Animation;
use labels::PlacedLabel;
use std::fmt::Write as _;
use terrain::LevelFace;

/// The meaning of a line, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineClass {
    /// The ground and other marks.
    Faint,
    /// An edge of a level.
    LevelEdge,
    /// Where a shape was earlier.
    Earlier,
    /// A shape that touches nothing.
    Idle,
    /// A hitbox of a region of the body, by the number of its colour.
    Region(usize),
    /// A blocked mover, or its obstacle.
    Blocked,
    /// Who is crushed, what crushes it, and what leaves it no room.
    Crushed,
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
            Self::LevelEdge => "edge",
            Self::Earlier => "earlier",
            Self::Idle => "idle",
            Self::Region(number) => REGIONS[number % REGIONS.len()],
            Self::Blocked => "blocked",
            Self::Crushed => "crushed",
            Self::Touching => "touching",
            Self::First => "first",
            Self::Second => "second",
            Self::Between => "between",
        }
    }
}

/// The classes of the colours of regions: head, trunk, arms, hands, legs, feet, what is no body.
const REGIONS: [&str; 7] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6"];

/// Their style, for pictures that have them.
pub(crate) const REGION_STYLE: &str = "\
.r0,.r1,.r2,.r3,.r4,.r5,.r6{stroke-width:1.3}.r0{stroke:#c2185b}.r1{stroke:#2f6cb3}.r2{stroke:#2b8a57}\
.r3{stroke:#d2691e}.r4{stroke:#6a4bb5}.r5{stroke:#00838f}.r6{stroke:#7a7f87}";

type Point = [f32; 2];

/// A view: lines, triangles and labels in its own coordinates, y up.
#[derive(Debug, Default)]
pub(crate) struct Panel {
    title: String,
    lines: Vec<(LineClass, Point, Point)>,
    areas: Vec<(LineClass, Vec<Point>)>,
    faces: Vec<Face>,
    /// The surface of a level, under everything else.
    level: Vec<LevelFace>,
    labels: Vec<(Point, String)>,
    hits: Vec<Point>,
    caption: String,
}

/// A projected polygon of a solid.
#[derive(Debug)]
struct Face {
    corners: Vec<Point>,
    /// Distance towards the viewer.
    depth: f32,
    /// The cosine between its normal and the light, in `0..=1`.
    light: f32,
    hue: Hue,
}

/// The colour of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hue {
    /// That of a character, by its number.
    Character(usize),
    /// That of what is in contact.
    Touching,
}

impl Hue {
    /// Its dark and its lit end.
    fn ends(self) -> ([f32; 3], [f32; 3]) {
        match self {
            Self::Character(number) => HUES[number % HUES.len()],
            Self::Touching => ([150.0, 24.0, 28.0], [248.0, 132.0, 124.0]),
        }
    }
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

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
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

    /// Adds an area in 2D, tinted in the colour of a class.
    pub(crate) fn area2(&mut self, corners: Vec<[f32; 2]>, line_class: LineClass) {
        self.areas.push((line_class, corners));
    }

    /// Adds a triangle of a character in 3D, if it faces the viewer.
    pub(crate) fn triangle3(&mut self, corners: [[f32; 3]; 3], hue: usize) {
        let depth = corners.iter().map(|corner| dot(*corner, TOWARDS)).sum();
        self.face3(&corners, depth, Hue::Character(hue));
    }

    /// Whether a triangle in 3D faces the viewer, and is drawn.
    pub(crate) fn faces_viewer([a, b, c]: &[[f32; 3]; 3]) -> bool {
        let edge = |p: &[f32; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        dot(cross(edge(b), edge(c)), TOWARDS) > 0.0
    }

    /// Adds the sides of a box in 3D that face the viewer, from its corners: bit `i` of a corner's number
    /// is its end along axis `i`.
    pub(crate) fn box3(&mut self, corners: &[[f32; 3]; 8], hue: Hue) {
        const SIDES: [[usize; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        // The sides of a box do not hide one another: all have the depth of its middle.
        let depth = corners.iter().map(|corner| dot(*corner, TOWARDS)).sum::<f32>() * 3.0 / 8.0;
        // A box of a mirrored figure has its sides the other way round.
        let edge =
            |i: usize| -> [f32; 3] { std::array::from_fn(|t| corners[i][t] - corners[0][t]) };
        let mirrored = dot(cross(edge(1), edge(2)), edge(4)) < 0.0;
        for side in SIDES {
            let mut side = side.map(|i| corners[i]);
            if mirrored {
                side.reverse();
            }
            self.face3(&side, depth, hue);
        }
    }

    /// Adds a flat polygon, if it faces the viewer.
    fn face3(&mut self, corners: &[[f32; 3]], depth: f32, hue: Hue) {
        let (a, b, c) = (corners[0], corners[1], corners[2]);
        let edge = |p: [f32; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        let normal = cross(edge(b), edge(c));
        let length = dot(normal, normal).sqrt();
        if !(length > 0.0) || dot(normal, TOWARDS) <= 0.0 {
            return;
        }
        let light = (0.5 + 0.5 * dot(normal, LIGHT) / length).clamp(0.0, 1.0);
        let corners = corners.iter().map(|corner| project(*corner)).collect();
        self.faces.push(Face { corners, depth, light, hue });
    }

    /// Adds the mark of a hit at a point in 3D.
    pub(crate) fn hit3(&mut self, at: [f32; 3]) {
        self.hits.push(project(at));
    }

    /// Adds the mark of a hit at a point in 2D.
    pub(crate) fn hit2(&mut self, at: [f32; 2]) {
        self.hits.push(at);
    }

    /// Sets the line under the drawing.
    pub(crate) fn caption(&mut self, text: impl Into<String>) {
        self.caption = text.into();
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
        let corners = self.faces.iter().flat_map(|face| face.corners.iter().copied());
        let areas = self.areas.iter().flat_map(|(_, corners)| corners.iter().copied());
        let level = self.level.iter().flat_map(|face| face.corners);
        bounds(lines.chain(corners).chain(areas).chain(level))
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
    fn draw(&mut self, svg: &mut String, [x, y]: Point, size: Point) {
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">");
        draw_frame(svg, &self.title, size);
        if let Some(bounds) = self.bounds() {
            self.draw_content(svg, &PanelScale::of(bounds, size));
        }
        svg.push_str("</g>\n");
    }

    fn draw_content(&mut self, svg: &mut String, fit: &PanelScale) {
        let place = |p: Point| fit.place(p);
        self.draw_lines(svg, LineClass::Faint, &place);
        terrain::draw(svg, &mut self.level, &place);
        self.draw_lines(svg, LineClass::LevelEdge, &place);
        self.draw_lines(svg, LineClass::Earlier, &place);
        for (line_class, corners) in &self.areas {
            let _ = write!(svg, "<path class=\"area {}\" d=\"", line_class.class());
            draw_polygon(svg, corners, &place);
            svg.push_str("\"/>");
        }
        self.faces.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        for face in &self.faces {
            let (dark, lit) = face.hue.ends();
            let tone = |i: usize| (dark[i] + (lit[i] - dark[i]) * face.light) as u8;
            let colour = format!("#{:02x}{:02x}{:02x}", tone(0), tone(1), tone(2));
            // A stroke of the same colour closes the seams between neighbours.
            let _ = write!(svg, "<path fill=\"{colour}\" stroke=\"{colour}\" d=\"");
            draw_polygon(svg, &face.corners, &place);
            svg.push_str("\"/>");
        }
        for number in 0..REGIONS.len() {
            self.draw_lines(svg, LineClass::Region(number), &place);
        }
        for line_class in [
            LineClass::Idle,
            LineClass::Blocked,
            LineClass::Touching,
            LineClass::Crushed,
            LineClass::Second,
            LineClass::First,
            LineClass::Between,
        ] {
            self.draw_lines(svg, line_class, &place);
        }
        for hit in &self.hits {
            let [x, y] = place(*hit);
            let _ = write!(
                svg,
                "<path class=\"hit\" d=\"M{:.1} {y:.1}h26M{x:.1} {:.1}v26M{:.1} {:.1}l16 16m-16 0l16 -16\"/>",
                x - 13.0,
                y - 13.0,
                x - 8.0,
                y - 8.0
            );
        }
        let anchors = self.labels.iter().map(|(at, text)| (place(*at), text.as_str()));
        for PlacedLabel { anchor, at, text } in labels::place(anchors, fit.size) {
            if at[1] + labels::LIFT + 1.0 < anchor[1] {
                let _ = write!(
                    svg,
                    "<path class=\"leader\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
                    at[0],
                    at[1] + 3.0,
                    anchor[0],
                    anchor[1]
                );
            }
            let _ = writeln!(
                svg,
                "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                at[0],
                at[1],
                escaped(text)
            );
        }
        if !self.caption.is_empty() {
            let _ = writeln!(
                svg,
                "<text class=\"caption\" x=\"14\" y=\"{:.0}\">{}</text>",
                fit.size[1] - 14.0,
                escaped(&self.caption)
            );
        }
    }
}

/// The least and the greatest coordinates of the finite points.
fn bounds(points: impl Iterator<Item = Point>) -> Option<(Point, Point)> {
    let finite = |p: &Point| p[0].is_finite() && p[1].is_finite();
    points.filter(finite).fold(None, |bounds, p| {
        let (min, max): (Point, Point) = bounds.unwrap_or((p, p));
        let least = |i: usize| if p[i] < min[i] { p[i] } else { min[i] };
        let most = |i: usize| if p[i] > max[i] { p[i] } else { max[i] };
        Some(([least(0), least(1)], [most(0), most(1)]))
    })
}

/// Draws the frame of a panel and its title.
fn draw_frame(svg: &mut String, title: &str, [width, height]: Point) {
    let _ = write!(
        svg,
        "<rect class=\"panel\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\
         <text class=\"title\" x=\"14\" y=\"24\">{}</text>",
        escaped(title)
    );
}

fn draw_polygon(svg: &mut String, corners: &[Point], place: &dyn Fn(Point) -> Point) {
    for (i, corner) in corners.iter().enumerate() {
        let [x, y] = place(*corner);
        let _ = write!(svg, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
    }
    svg.push('Z');
}

/// The map from the coordinates of a content to those of its panel.
#[derive(Clone, Copy, Debug)]
struct PanelScale {
    middle: Point,
    scale: f32,
    size: Point,
}

impl PanelScale {
    fn of((min, max): (Point, Point), size: Point) -> Self {
        let (inner_width, inner_height) = (size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - 16.0);
        let extent = [(max[0] - min[0]).max(1e-6), (max[1] - min[1]).max(1e-6)];
        let scale = (inner_width / extent[0]).min(inner_height / extent[1]);
        Self { middle: [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0], scale, size }
    }

    fn place(&self, p: Point) -> Point {
        [
            self.size[0] / 2.0 + (p[0] - self.middle[0]) * self.scale,
            self.size[1] / 2.0 + 12.0 - (p[1] - self.middle[1]) * self.scale,
        ]
    }
}

/// The margin around the content of a panel.
const MARGIN: f32 = 26.0;

/// Panels side by side under a heading.
#[derive(Debug, Default)]
pub(crate) struct Picture {
    height: f32,
    heading: String,
    legend: Vec<(LineClass, String)>,
    panels: Vec<(f32, Panel)>,
    style: &'static str,
}

const HEIGHT: f32 = 520.0;
const GAP: f32 = 14.0;
const TOP: f32 = 58.0;

impl Picture {
    pub(crate) fn new(heading: impl Into<String>) -> Self {
        Self { height: HEIGHT, heading: heading.into(), ..Self::default() }
    }

    /// The same picture with panels of another height.
    pub(crate) fn with_height(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// The same picture with rules for more classes.
    pub(crate) fn with_style(self, style: &'static str) -> Self {
        Self { style, ..self }
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
        let widths: Vec<f32> = self.panels.iter().map(|(width, _)| *width).collect();
        let mut svg = String::new();
        self.begin(&mut svg, &widths, self.style);
        for ((width, panel), left) in self.panels.iter_mut().zip(lefts(&widths)) {
            panel.draw(&mut svg, [left, TOP], [*width, self.height]);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Writes what stands before the panels: the page, the heading, the legend.
    fn begin(&self, svg: &mut String, widths: &[f32], more_style: &str) {
        let width = widths.iter().map(|width| width + GAP).sum::<f32>() + GAP;
        let height = TOP + self.height + GAP;
        let heading = escaped(&self.heading);
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{heading}</title>\n\
             <style>{STYLE}{more_style}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"heading\" x=\"{GAP}\" y=\"36\">{heading}</text>\n"
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
    }
}

/// The left edges of panels of some widths.
fn lefts(widths: &[f32]) -> impl Iterator<Item = f32> {
    widths.iter().scan(GAP, |left, width| {
        let here = *left;
        *left += width + GAP;
        Some(here)
    })
}

const STYLE: &str = "\
.page{fill:#f4f2ee}.panel{fill:#fff;stroke:#d8d4cc}\
text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif;fill:#2b2f36}\
.heading{font-size:20px;font-weight:600}.title{font-size:13px;fill:#6a6f78}\
.label{font-size:12px;text-anchor:middle;stroke:#fff;stroke-width:3px;paint-order:stroke}\
.legend{font-size:12px}.caption{font-size:13px;fill:#6a6f78}\
path{stroke-linecap:round;stroke-linejoin:round;stroke-width:.6}path[class]{fill:none}\
.faint{stroke:#e2ded6;stroke-width:1}.edge{stroke:#a39d92;stroke-width:.7;opacity:.7}.earlier{stroke:#cfdaea;stroke-width:1}\
.leader{stroke:#a9adb4;stroke-width:.8}.hit{stroke:#f0a202;stroke-width:3}\
.idle{stroke:#2f6cb3;stroke-width:1;opacity:.8}\
.blocked{stroke:#c98a00;stroke-width:1.8}.touching{stroke:#d3222a;stroke-width:2}\
.crushed{stroke:#4d7c0f;stroke-width:2.4}\
.first{stroke:#2f6cb3;stroke-width:1.6}.second{stroke:#2b8a57;stroke-width:1.6}\
.between{stroke:#d3222a;stroke-width:3}\
.area{stroke:none;opacity:.16}.area.idle{fill:#2f6cb3}.area.touching{fill:#d3222a}\
.area.blocked{fill:#c98a00}.area.crushed{fill:#4d7c0f}";

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
        assert_eq!(panel.faces.len(), 1);
    }

    /// From outside each side is seen once, mirrored or not.
    #[test]
    fn three_sides_of_a_box_face_the_viewer() {
        let corner = |i: usize| [0, 1, 2].map(|t| if i >> t & 1 == 1 { 1.0 } else { 0.0 });
        let corners: [[f32; 3]; 8] = std::array::from_fn(corner);
        let mirrored = corners.map(|[x, y, z]| [-x, y, z]);
        for corners in [corners, mirrored] {
            let mut panel = Panel::new("");
            panel.box3(&corners, Hue::Touching);
            assert_eq!(panel.faces.len(), 3);
            let lit = panel.faces.iter().filter(|face| face.light > 0.9).count();
            assert_eq!(lit, 1, "the top alone");
        }
    }

    #[test]
    fn an_empty_panel_is_still_a_document() {
        let mut picture = Picture::new("nothing");
        picture.panel(100.0, Panel::new("empty"));
        let svg = picture.svg();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    }
}
