//! The smallest box from given orientations, and the proof that it holds every point.

use crate::calipers::least_rectangle;
use crate::direction::{Direction, cross, diagonal, dot, frame_along, unit};
use crate::orient::Frame;
use asunder::{Obb3, ShapeError};

/// How many of the frames to start from are refined: the best.
const REFINED: usize = 6;

/// The smallest box found from the starting frames; it contains every point, exactly.
///
/// # Errors
/// If a point is not finite, or the box around the points is not.
pub(crate) fn smallest(points: &[[f32; 3]], starts: &[Frame]) -> Result<Obb3, ShapeError> {
    // Flat clouds have a box of no volume in many orientations: a thin rind tells them apart.
    let rind = diagonal(points) * 1e-4;
    let score = |frame: &Frame| {
        frame.iter().fold(1.0, |volume, &axis| {
            let (low, high) = interval(points, axis);
            volume * (high - low + rind)
        })
    };
    let scored = |frame: Frame| (score(&frame), frame);
    let mut candidates: Vec<_> = starts
        .iter()
        .map(|start| {
            let (plain, turned) = (scored(*start), turned_about(points, start, 0).map(scored));
            turned.filter(|turned| turned.0 < plain.0).unwrap_or(plain)
        })
        .collect();
    // The sort is stable: of equals the first start stays first.
    candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(f64, Frame)> = None;
    for candidate in candidates.into_iter().take(REFINED) {
        let found = refined(points, candidate, &score);
        // A later one must do better by more than rounding.
        if best.is_none_or(|(least, _)| found.0 < least * (1.0 - 1e-9)) {
            best = Some(found);
        }
    }
    enclosing(points, &best.map_or(frame_along([1.0, 0.0, 0.0]), |(_, frame)| frame))
}

/// A frame turned about each of its axes in turn, to the least rectangle in the plane across that
/// axis, until nothing improves.
fn refined(
    points: &[[f32; 3]],
    start: (f64, Frame),
    score: &impl Fn(&Frame) -> f64,
) -> (f64, Frame) {
    const ROUNDS: usize = 8;
    let mut best = start;
    for _ in 0..ROUNDS {
        let before = best.0;
        for axis in 0..3 {
            if let Some(frame) = turned_about(points, &best.1, axis) {
                let found = score(&frame);
                if found < best.0 {
                    best = (found, frame);
                }
            }
        }
        if !(best.0 < before * (1.0 - 1e-6)) {
            break;
        }
    }
    best
}

fn turned_about(points: &[[f32; 3]], frame: &Frame, axis: usize) -> Option<Frame> {
    let (normal, u, v) = (frame[axis], frame[(axis + 1) % 3], frame[(axis + 2) % 3]);
    let flat = |point: &[f32; 3]| {
        let point = point.map(f64::from);
        [dot(point, u), dot(point, v)]
    };
    let [x, y] = least_rectangle(points.iter().map(flat).collect())?;
    let side = unit([0, 1, 2].map(|i| x * u[i] + y * v[i]))?;
    let mut turned = *frame;
    (turned[(axis + 1) % 3], turned[(axis + 2) % 3]) = (side, cross(normal, side));
    Some(turned)
}

/// The points' shadow on an axis.
fn interval(points: &[[f32; 3]], axis: Direction) -> (f64, f64) {
    points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| {
        let x = dot(point.map(f64::from), axis);
        (if x < low { x } else { low }, if x > high { x } else { high })
    })
}

/// The box along a frame that contains every point, exactly.
///
/// The frame is rounded to a rotation first; then the center is chosen and rounded; and only then,
/// for the numbers that the box will hold, the half extents, rounded up.
fn enclosing(points: &[[f32; 3]], frame: &Frame) -> Result<Obb3, ShapeError> {
    let rounded = frame.map(|axis| axis.map(|x| x as f32));
    let rotation = Obb3::from_axes([0.0; 3], rounded, [0.0; 3])?.rotation().to_array();
    let axes = axes_of(rotation);
    let mut center = [0.0; 3];
    for axis in axes {
        let (low, high) = interval(points, axis);
        center = [0, 1, 2].map(|i| center[i] + 0.5 * (low + high) * axis[i]);
    }
    let center = center.map(|x| x as f32);
    let half_extents = axes.map(|axis| {
        points.iter().fold(0.0_f32, |reach, point| {
            let offset = [0, 1, 2].map(|i| f64::from(point[i]) - f64::from(center[i]));
            // What the axis and the sum can be off by: a few ulps of f64, with room.
            let lost = 1e-14 * offset.iter().map(|x| x.abs()).sum::<f64>();
            let needed = round_up(dot(offset, axis).abs() + lost);
            if needed > reach { needed } else { reach }
        })
    });
    Obb3::try_new(center, half_extents, rotation)
}

/// The axes that a quaternion (x, y, z, w) of any length stands for.
fn axes_of([x, y, z, w]: [f32; 4]) -> Frame {
    let [x, y, z, w] = [x, y, z, w].map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}

/// The `f32` at or above a value that is not negative.
fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}
