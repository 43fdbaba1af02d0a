//! An explanation as a picture: the shapes, the axis that decides, what they cover of it.
//!
//! In the plane shapes are drawn as they are. Space is seen from the side of the axis, so that
//! lengths along it are true, and a little from above.

use super::patch::{Place, add, cross, dot, outlines, steady, unit, wide};
use super::table::gap;
use crate::picture::{Ink, Panel, Picture};
use asunder::{Explanation, Interval, Projected, Rot2, Shape, Vector};
use core::cmp::Ordering;

const WIDTH: f32 = 940.0;

/// How far the view turns about the axis: by 20 degrees.
const TILT: [f64; 2] = [0.94, 0.342];

type Point = [f64; 2];

/// A projection onto the picture: two vectors at right angles of length one.
struct View {
    right: Place,
    up: Place,
}

impl View {
    fn of<V: Vector>(direction: Place) -> Self {
        if V::DIM == 2 {
            return Self { right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0] };
        }
        // The axis runs from left to right, or upwards where it is steep.
        let is_steep = direction[1].abs() >= 0.8;
        let beside = unit(cross(direction, steady(direction)));
        let across = cross(beside, direction);
        let turned = unit(add(across.map(|x| x * TILT[0]), beside, TILT[1]));
        let own = if is_steep { direction[1] < 0.0 } else { direction[0] < 0.0 };
        let along = if own { direction.map(|x| -x) } else { direction };
        if is_steep { Self { right: turned, up: along } } else { Self { right: along, up: turned } }
    }

    fn place(&self, point: Place) -> Point {
        [dot(point, self.right), dot(point, self.up)]
    }
}

/// What is drawn, in units of the whole about its middle, so that nothing is too large or too far.
struct Canvas {
    panel: Panel,
    view: View,
    middle: Place,
    scale: f64,
}

impl Canvas {
    fn at(&self, point: Place) -> Point {
        self.view.place(add(point, self.middle, -1.0)).map(|x| x / self.scale)
    }

    fn line(&mut self, from: Point, to: Point, ink: Ink) {
        let narrow = |p: Point| p.map(|x| x as f32);
        self.panel.line2(narrow(from), narrow(to), ink);
    }

    fn label(&mut self, at: Point, text: impl Into<String>) {
        self.panel.label2(at.map(|x| x as f32), text);
    }
}

pub(super) fn draw<V: Vector>(a: &Shape<V>, b: &Shape<V>, told: &Explanation<V>) -> String {
    let (axis, along) = told.decisive();
    let lines = outlines(a, b);
    let (middle, scale) = bounds(lines.iter().flatten().flatten());
    let direction = unit(wide(along.direction));
    let panel = Panel::new(told.text.clone());
    let mut canvas = Canvas { panel, view: View::of::<V>(direction), middle, scale };
    for (lines, ink) in lines.iter().zip([Ink::First, Ink::Second]) {
        for &[from, to] in lines {
            let (from, to) = (canvas.at(from), canvas.at(to));
            canvas.line(from, to, ink);
        }
    }
    for (shape, ink) in [(a, Ink::First), (b, Ink::Second)] {
        balls(&mut canvas, shape, ink);
    }
    ruler(&mut canvas, direction, along, &lines);
    let mut picture = Picture::new(format!("asunder explain: {}", axis.name));
    let between = match along.sign {
        Ordering::Greater => "gap",
        Ordering::Equal => "touch",
        Ordering::Less => "overlap",
    };
    picture.legend(Ink::Between, between);
    picture.legend(Ink::Second, "b");
    picture.legend(Ink::First, "a");
    picture.panel(WIDTH, canvas.panel);
    picture.svg()
}

/// The middle of some points and half of their extent, at least one thing.
fn bounds<'p>(points: impl Iterator<Item = &'p Place> + Clone) -> (Place, f64) {
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

/// The rims of balls, which lines around them do not show from the side.
fn balls<V: Vector>(canvas: &mut Canvas, shape: &Shape<V>, ink: Ink) {
    let (centers, radius) = match shape {
        Shape::Sphere(sphere) => (vec![sphere.center()], sphere.radius()),
        Shape::Capsule(capsule) => (vec![capsule.a(), capsule.b()], capsule.radius()),
        _ => return,
    };
    /// A circle larger than this had no line that could be drawn.
    const LARGE: f64 = 4.0;
    const STEPS: u8 = 64;
    let radius = f64::from(radius) / canvas.scale;
    if radius > LARGE {
        return;
    }
    for center in centers {
        let center = canvas.at(wide(center));
        let rim = |step: u8| {
            let turn = Rot2::degrees(360.0 / f32::from(STEPS) * f32::from(step));
            [center[0] + radius * f64::from(turn.cos), center[1] + radius * f64::from(turn.sin)]
        };
        for step in 0..STEPS {
            canvas.line(rim(step), rim(step + 1), ink);
        }
    }
}

/// The axis beside the shapes, with what each covers of it, and what lies between.
fn ruler<V: Vector>(
    canvas: &mut Canvas,
    direction: Place,
    along: &Projected<V>,
    lines: &[Vec<[Place; 2]>; 2],
) {
    let axis = canvas.view.place(direction);
    let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
    let axis = axis.map(|x| x / length);
    // Below the shapes, or to their right.
    let across = [axis[1], -axis[0]];
    let is_down = across[1] < -0.3 || across[1] < 0.3 && across[0] > 0.0;
    let across = if is_down { across } else { across.map(|x| -x) };
    let flat = |p: Point, q: Point| p[0] * q[0] + p[1] * q[1];
    let points: Vec<Point> = lines.iter().flatten().flatten().map(|&p| canvas.at(p)).collect();
    let edge = |of: Point| {
        if points.is_empty() {
            return (-1.0, 1.0);
        }
        points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &p| {
            (low.min(flat(p, of)), high.max(flat(p, of)))
        })
    };
    let ((left, right), (far, side)) = (edge(axis), edge(across));
    let (start, step) = (dot(canvas.middle, direction), 0.14);
    // What has no end, or is too large to be drawn, ends a little outside.
    let tick =
        |value: f32| ((f64::from(value) - start) / canvas.scale).clamp(left - 0.1, right + 0.1);
    let at = |along: f64, row: f64| {
        let down = side + row * step;
        [axis[0] * along + across[0] * down, axis[1] * along + across[1] * down]
    };
    let ends = |interval: Interval| [tick(interval.min), tick(interval.max)];
    let (a, b) = (ends(along.a), ends(along.b));
    // Labels stand above a point: beside an upright axis they are moved off it.
    let aside = 0.45 * across[0].abs();
    for end in [a[0], b[1]] {
        canvas.line(at(end, (far - side) / step), at(end, 4.4), Ink::Faint);
    }
    for (row, [low, high], ink, name) in [(1.0, a, Ink::First, "a"), (2.0, b, Ink::Second, "b")] {
        canvas.line(at(low, row), at(high, row), ink);
        for end in [low, high] {
            canvas.line(at(end, row - 0.12), at(end, row + 0.12), ink);
        }
        canvas.label(at(f64::midpoint(low, high), row - aside), name);
    }
    canvas.line(at(b[1], 3.0), at(a[0], 3.0), Ink::Between);
    let text = match along.sign {
        Ordering::Greater => format!("gap {}", gap(along)),
        Ordering::Equal => String::from("gap exactly 0"),
        Ordering::Less if along.gap.is_infinite() => String::from("overlap without end"),
        Ordering::Less => format!("overlap {}", gap(along).trim_start_matches('-')),
    };
    canvas.label(at(f64::midpoint(b[1], a[0]), 3.0 + 2.0 * aside), text);
}
