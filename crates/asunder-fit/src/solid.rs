//! The shape around a cloud of points.

use crate::ShapeChoice;
use crate::direction::{Direction, difference, dot, frame_along, unit};
use crate::probe::axes_of;
use asunder::prelude::*;
use asunder::{Shape3, ShapeError};

/// What stands around a cloud: a shape, and its volume.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) shape: Shape3,
    pub(crate) volume: f64,
}

/// The shape of least volume of those asked for that contains the points with `room` to spare.
///
/// A capsule lies along one of `directions`, or along an axis of the box.
pub(crate) fn around(
    points: &[[f32; 3]],
    choice: ShapeChoice,
    directions: &[Direction],
    room: f64,
) -> Result<Solid, ShapeError> {
    // The search for the least box is a search: axes that one would guess may be better.
    let plain = || {
        let mut best = Obb3::from_points(points.iter().copied())?;
        let guesses = directions.iter().map(|&along| frame_along(along));
        for axes in guesses.chain([principal_axes(points)]) {
            let next = box_along(points, axes, 0.0)?;
            if volume(&next.into()) < volume(&best.into()) {
                best = next;
            }
        }
        Ok(best)
    };
    let sphere = || {
        let around = Sphere3::from_points(points.iter().copied())?;
        let radius = round_up(f64::from(around.radius()) + room);
        Ok(solid(Sphere3::try_new(around.center(), radius)?))
    };
    let capsule = |obb: &Obb3| {
        let axes = axes_of(obb.rotation().to_array());
        let mut best: Option<Solid> = None;
        for &along in directions.iter().chain(&axes) {
            let next = solid(capsule_along(points, along, room)?);
            if best.as_ref().is_none_or(|best| next.volume < best.volume) {
                best = Some(next);
            }
        }
        best.ok_or(ShapeError::Empty)
    };
    match choice {
        ShapeChoice::Obb => Ok(solid(grown(&plain()?, room)?)),
        ShapeChoice::Sphere => sphere(),
        ShapeChoice::Capsule => capsule(&plain()?),
        ShapeChoice::Best => {
            let plain = plain()?;
            let all = [solid(grown(&plain, room)?), capsule(&plain)?, sphere()?];
            // Of equals the first.
            let least =
                |best: Solid, next: Solid| if next.volume < best.volume { next } else { best };
            all.into_iter().reduce(least).ok_or(ShapeError::Empty)
        }
    }
}

fn solid(shape: impl Into<Shape3>) -> Solid {
    let shape = shape.into();
    Solid { volume: volume(&shape), shape }
}

/// The volume of a box, capsule or sphere; zero of others.
pub(crate) fn volume(shape: &Shape3) -> f64 {
    const PI: f64 = core::f64::consts::PI;
    let ball = |r: f64| 4.0 / 3.0 * PI * r * r * r;
    match shape {
        Shape3::Obb(obb) => {
            obb.half_extents().to_array().iter().fold(8.0, |volume, &h| volume * f64::from(h))
        }
        Shape3::Capsule(it) => {
            let wide = |v: asunder::glam::Vec3| v.to_array().map(f64::from);
            let way = difference(wide(it.b()), wide(it.a()));
            let r = f64::from(it.radius());
            ball(r) + PI * r * r * dot(way, way).sqrt()
        }
        Shape3::Sphere(it) => ball(f64::from(it.radius())),
        _ => 0.0,
    }
}

/// The box with every face moved out by `room`.
fn grown(obb: &Obb3, room: f64) -> Result<Obb3, ShapeError> {
    let half = obb.half_extents().to_array().map(|h| round_up(f64::from(h) + room));
    Obb3::try_new(obb.center(), half, obb.rotation())
}

/// A small capsule along a direction of length one: around the least circle of the points' shadow
/// across it, or around one a little wider, which lets the ends move together.
fn capsule_along(points: &[[f32; 3]], along: Direction, room: f64) -> Result<Capsule3, ShapeError> {
    let [_, u, v] = frame_along(along);
    let wide: Vec<Direction> = points.iter().map(|point| point.map(f64::from)).collect();
    let shadow = wide.iter().map(|&p| [dot(p, u) as f32, dot(p, v) as f32]);
    let circle = Sphere2::from_points(shadow)?;
    let middle = circle.center().to_array().map(f64::from);
    let base = [0, 1, 2].map(|i| middle[0] * u[i] + middle[1] * v[i]);
    // Each point by how far along it lies, and how far off the axis, squared.
    let places: Vec<(f64, f64)> = wide
        .iter()
        .map(|&p| {
            let offset = difference(p, base);
            let at = dot(offset, along);
            let square = dot(offset, offset) - at * at;
            (at, if square > 0.0 { square } else { 0.0 })
        })
        .collect();
    let least =
        places.iter().fold(0.0, |most, &(_, square)| if square > most { square } else { most });
    let mut best: Option<(f64, Capsule3)> = None;
    for wider in [1.0, 1.04, 1.1, 1.2, 1.4] {
        let square_of_radius = least * wider * wider;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for &(at, square) in &places {
            // A ball that reaches the point has its middle this far from it, along the axis.
            let reach = square_of_radius - square;
            let reach = if reach > 0.0 { reach.sqrt() } else { 0.0 };
            low = if at + reach < low { at + reach } else { low };
            high = if at - reach > high { at - reach } else { high };
        }
        if low > high {
            low = 0.5 * (low + high);
            high = low;
        }
        let end = |t: f64| [0, 1, 2].map(|i| (base[i] + t * along[i]) as f32);
        let capsule = least_radius(&wide, end(low), end(high), room)?;
        let volume = volume(&capsule.into());
        if best.is_none_or(|(least, _)| volume < least) {
            best = Some((volume, capsule));
        }
    }
    best.map(|(_, capsule)| capsule).ok_or(ShapeError::Empty)
}

/// The capsule between two ends that contains the points with `room` to spare.
fn least_radius(
    points: &[Direction],
    a: [f32; 3],
    b: [f32; 3],
    room: f64,
) -> Result<Capsule3, ShapeError> {
    let [from, to] = [a, b].map(|end| end.map(f64::from));
    let way = difference(to, from);
    let length = dot(way, way);
    let most = points.iter().fold(0.0, |most, &point| {
        let offset = difference(point, from);
        let along = dot(offset, way);
        let at = if along > 0.0 && length > 0.0 { along / length } else { 0.0 };
        let at = if at < 1.0 { at } else { 1.0 };
        let rest = [0, 1, 2].map(|i| offset[i] - at * way[i]);
        let square = dot(rest, rest);
        if square > most { square } else { most }
    });
    // A few roundings of f64, with room.
    Capsule3::try_new(a, b, round_up(most.sqrt() * (1.0 + 1e-12) + room))
}

/// The box along axes at right angles that contains the points with `room` to spare: no search.
pub(crate) fn box_along(
    points: &[[f32; 3]],
    axes: [Direction; 3],
    room: f64,
) -> Result<Obb3, ShapeError> {
    let rounded = axes.map(|axis| axis.map(|x| x as f32));
    let rotation = Obb3::from_axes([0.0; 3], rounded, [0.0; 3])?.rotation();
    let axes = axes_of(rotation.to_array());
    let ends = axes.map(|axis| {
        points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
            let x = dot(point.map(f64::from), axis);
            [if x < low { x } else { low }, if x > high { x } else { high }]
        })
    });
    let mut center = [0.0; 3];
    for (axis, [low, high]) in axes.iter().zip(ends) {
        center = [0, 1, 2].map(|i| center[i] + 0.5 * (low + high) * axis[i]);
    }
    let center = center.map(|x| x as f32);
    let half = axes.map(|axis| {
        let reach = points.iter().fold(0.0, |reach, point| {
            let offset = difference(point.map(f64::from), center.map(f64::from));
            // What the axis and the sum can be off by: a few ulps of f64, with room.
            let lost = 1e-14 * offset.iter().map(|x| x.abs()).sum::<f64>();
            let needed = dot(offset, axis).abs() + lost;
            if needed > reach { needed } else { reach }
        });
        round_up(reach + room)
    });
    Obb3::try_new(center, half, rotation)
}

/// The principal axes of a cloud: the eigenvectors of its covariance, by Jacobi's rotations.
pub(crate) fn principal_axes(points: &[[f32; 3]]) -> [Direction; 3] {
    let count = points.len() as f64;
    let mut mean = [0.0; 3];
    for point in points {
        mean = [0, 1, 2].map(|i| mean[i] + f64::from(point[i]) / count);
    }
    let mut m = [[0.0; 3]; 3];
    for point in points {
        let d = difference(point.map(f64::from), mean);
        m = [0, 1, 2].map(|i| [0, 1, 2].map(|j| m[i][j] + d[i] * d[j]));
    }
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if m[p][q] == 0.0 {
                continue;
            }
            let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
            let sign = if theta < 0.0 { -1.0 } else { 1.0 };
            let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
            let cos = 1.0 / (t * t + 1.0).sqrt();
            let sin = t * cos;
            for row in &mut m {
                (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
            }
            for j in 0..3 {
                (m[p][j], m[q][j]) = (cos * m[p][j] - sin * m[q][j], sin * m[p][j] + cos * m[q][j]);
                (axes[p][j], axes[q][j]) =
                    (cos * axes[p][j] - sin * axes[q][j], sin * axes[p][j] + cos * axes[q][j]);
            }
        }
    }
    let first = unit(axes[0]).unwrap_or([1.0, 0.0, 0.0]);
    let along = dot(axes[1], first);
    let second = unit([0, 1, 2].map(|i| axes[1][i] - along * first[i]));
    let [_, other, _] = frame_along(first);
    let second = second.unwrap_or(other);
    [first, second, crate::direction::cross(first, second)]
}

/// The `f32` at or above a value that is not negative.
pub(crate) fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}
