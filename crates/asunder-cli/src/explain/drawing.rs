//! An explanation as a picture: the shapes, the deciding axis, and their projections on it.
//!
//! 2D shapes are drawn as they are. 3D is viewed from the side of the axis, so that lengths along it are
//! true, and slightly from above.

use super::table::gap;
use super::wireframe::{
    Vector3, add, cross, dot, pair_wireframes, perpendicular_axis, to_f64, unit,
};
use crate::picture::{LineClass, Panel, Picture};
use asunder::{Explanation, Interval, Projected, Rot2, Shape, Vector};
use core::cmp::Ordering;

const WIDTH: f32 = 940.0;

/// The cosine and sine of the view's rotation about the axis: 20 degrees.
const TILT: [f64; 2] = [0.94, 0.342];

type PlanePoint = [f64; 2];

/// A projection onto the picture: two orthonormal vectors.
struct View {
    right: Vector3,
    up: Vector3,
}

impl View {
    fn of<V: Vector>(direction: Vector3) -> Self {
        if V::DIM == 2 {
            return Self { right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0] };
        }
        // The axis runs from left to right, or upwards if it is steep.
        let is_steep = direction[1].abs() >= 0.8;
        let beside = unit(cross(direction, perpendicular_axis(direction)));
        let across = cross(beside, direction);
        let turned = unit(add(across.map(|x| x * TILT[0]), beside, TILT[1]));
        let own = if is_steep { direction[1] < 0.0 } else { direction[0] < 0.0 };
        let along = if own { direction.map(|x| -x) } else { direction };
        if is_steep { Self { right: turned, up: along } } else { Self { right: along, up: turned } }
    }

    fn place(&self, point: Vector3) -> PlanePoint {
        [dot(point, self.right), dot(point, self.up)]
    }
}

/// A canvas in units of the drawing's size, about its center, so that no number is too large.
struct Canvas {
    panel: Panel,
    view: View,
    middle: Vector3,
    scale: f64,
}

impl Canvas {
    fn at(&self, point: Vector3) -> PlanePoint {
        self.view.place(add(point, self.middle, -1.0)).map(|x| x / self.scale)
    }

    fn line(&mut self, from: PlanePoint, to: PlanePoint, line_class: LineClass) {
        let narrow = |p: PlanePoint| p.map(|x| x as f32);
        self.panel.line2(narrow(from), narrow(to), line_class);
    }

    fn label(&mut self, at: PlanePoint, text: impl Into<String>) {
        self.panel.label2(at.map(|x| x as f32), text);
    }
}

pub(super) fn draw<V: Vector>(a: &Shape<V>, b: &Shape<V>, explanation: &Explanation<V>) -> String {
    let (axis, along) = explanation.decisive();
    let lines = pair_wireframes(a, b);
    let (middle, scale) = bounds(lines.iter().flatten().flatten());
    let direction = unit(to_f64(along.direction));
    let panel = Panel::new(explanation.text.clone());
    let mut canvas = Canvas { panel, view: View::of::<V>(direction), middle, scale };
    for (lines, line_class) in lines.iter().zip([LineClass::First, LineClass::Second]) {
        for &[from, to] in lines {
            let (from, to) = (canvas.at(from), canvas.at(to));
            canvas.line(from, to, line_class);
        }
    }
    for (shape, line_class) in [(a, LineClass::First), (b, LineClass::Second)] {
        silhouettes(&mut canvas, shape, line_class);
    }
    ruler(&mut canvas, direction, along, &lines);
    let mut picture = Picture::new(format!("asunder explain: {}", axis.name));
    let between = match along.sign {
        Ordering::Greater => "gap",
        Ordering::Equal => "touch",
        Ordering::Less => "overlap",
    };
    picture.legend(LineClass::Between, between);
    picture.legend(LineClass::Second, "b");
    picture.legend(LineClass::First, "a");
    picture.panel(WIDTH, canvas.panel);
    picture.svg()
}

/// The center of some points and half of their extent.
fn bounds<'p>(points: impl Iterator<Item = &'p Vector3> + Clone) -> (Vector3, f64) {
    let bound = |t: usize| {
        points.clone().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
            (low.min(p[t]), high.max(p[t]))
        })
    };
    let bounds = [0, 1, 2].map(bound);
    let half = bounds.iter().fold(0.0, |half: f64, (low, high)| half.max((high - low) / 2.0));
    let middle = bounds.map(|(low, high)| if low <= high { low + (high - low) / 2.0 } else { 0.0 });
    (middle, if half > 0.0 { half } else { 1.0 })
}

/// The silhouettes of balls, which their wireframes do not show from the side.
fn silhouettes<V: Vector>(canvas: &mut Canvas, shape: &Shape<V>, line_class: LineClass) {
    let (centers, radius) = match shape {
        Shape::Sphere(sphere) => (vec![sphere.center()], sphere.radius()),
        Shape::Capsule(capsule) => (vec![capsule.a(), capsule.b()], capsule.radius()),
        _ => return,
    };
    /// The largest circle that is drawn.
    const LARGE: f64 = 4.0;
    const STEPS: u8 = 64;
    let radius = f64::from(radius) / canvas.scale;
    if radius > LARGE {
        return;
    }
    for center in centers {
        let center = canvas.at(to_f64(center));
        let rim = |step: u8| {
            let turn = Rot2::degrees(360.0 / f32::from(STEPS) * f32::from(step));
            [center[0] + radius * f64::from(turn.cos), center[1] + radius * f64::from(turn.sin)]
        };
        for step in 0..STEPS {
            canvas.line(rim(step), rim(step + 1), line_class);
        }
    }
}

/// The axis beside the shapes, with their projections and the gap.
fn ruler<V: Vector>(
    canvas: &mut Canvas,
    direction: Vector3,
    along: &Projected<V>,
    lines: &[Vec<[Vector3; 2]>; 2],
) {
    let axis = canvas.view.place(direction);
    let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
    let axis = axis.map(|x| x / length);
    // Below the shapes, or to their right.
    let across = [axis[1], -axis[0]];
    let is_down = across[1] < -0.3 || across[1] < 0.3 && across[0] > 0.0;
    let across = if is_down { across } else { across.map(|x| -x) };
    let flat = |p: PlanePoint, q: PlanePoint| p[0] * q[0] + p[1] * q[1];
    let points: Vec<PlanePoint> = lines.iter().flatten().flatten().map(|&p| canvas.at(p)).collect();
    let edge = |of: PlanePoint| {
        if points.is_empty() {
            return (-1.0, 1.0);
        }
        points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &p| {
            (low.min(flat(p, of)), high.max(flat(p, of)))
        })
    };
    let ((left, right), (far, side)) = (edge(axis), edge(across));
    let (start, step) = (dot(canvas.middle, direction), 0.14);
    // Unbounded and very large intervals end slightly outside.
    let tick =
        |value: f32| ((f64::from(value) - start) / canvas.scale).clamp(left - 0.1, right + 0.1);
    let at = |along: f64, row: f64| {
        let down = side + row * step;
        [axis[0] * along + across[0] * down, axis[1] * along + across[1] * down]
    };
    let ends = |interval: Interval| [tick(interval.min), tick(interval.max)];
    let (a, b) = (ends(along.a), ends(along.b));
    // Labels are above a point: beside a vertical axis they are moved off it.
    let aside = 0.45 * across[0].abs();
    for end in [a[0], b[1]] {
        canvas.line(at(end, (far - side) / step), at(end, 4.4), LineClass::Faint);
    }
    for (row, [low, high], line_class, name) in
        [(1.0, a, LineClass::First, "a"), (2.0, b, LineClass::Second, "b")]
    {
        canvas.line(at(low, row), at(high, row), line_class);
        for end in [low, high] {
            canvas.line(at(end, row - 0.12), at(end, row + 0.12), line_class);
        }
        canvas.label(at(f64::midpoint(low, high), row - aside), name);
    }
    canvas.line(at(b[1], 3.0), at(a[0], 3.0), LineClass::Between);
    let text = match along.sign {
        Ordering::Greater => format!("gap {}", gap(along)),
        Ordering::Equal => String::from("gap exactly 0"),
        Ordering::Less if along.gap.is_infinite() => String::from("overlap without end"),
        Ordering::Less => format!("overlap {}", gap(along).trim_start_matches('-')),
    };
    canvas.label(at(f64::midpoint(b[1], a[0]), 3.0 + 2.0 * aside), text);
}
