//! Enclosing shapes of point clouds.

use crate::ShapeChoice;
use crate::hitbox_f64::axes_of;
use crate::vector::{
    Vector, difference, dot, ends_along, minus_multiple, narrow, norm1, orthonormal_basis, unit,
    wide,
};
use asunder::prelude::*;
use asunder::{Shape3, ShapeError};

/// A shape around a point cloud, and its volume.
#[derive(Clone, Debug)]
pub(crate) struct EnclosingShape {
    pub(crate) shape: Shape3,
    pub(crate) volume: f64,
}

/// The shape of least volume of those asked for that contains the points with `margin` to spare; a box
/// along `axes`, if there are any.
///
/// A capsule lies along one of `directions`, or along an axis of the box.
pub(crate) fn enclosing_shape(
    points: &[[f32; 3]],
    choice: ShapeChoice,
    directions: &[Vector],
    axes: Option<[Vector; 3]>,
    margin: f64,
) -> Result<EnclosingShape, ShapeError> {
    // `Obb3::from_points` is a heuristic search: obvious axes may be better.
    let least_box = || {
        if let Some(axes) = axes {
            return box_along(points, axes, 0.0);
        }
        let mut best = Obb3::from_points(points.iter().copied())?;
        let guesses = directions.iter().map(|&along| orthonormal_basis(along));
        for axes in guesses.chain([principal_axes(points)]) {
            let next = box_along(points, axes, 0.0)?;
            if volume(&next.into()) < volume(&best.into()) {
                best = next;
            }
        }
        Ok(best)
    };
    let sphere = || {
        let least = Sphere3::from_points(points.iter().copied())?;
        let radius = round_up(f64::from(least.radius()) + margin);
        Ok(with_volume(Sphere3::try_new(least.center(), radius)?))
    };
    let capsule = |obb: &Obb3| {
        let axes = axes_of(obb.rotation().to_array());
        let mut best: Option<EnclosingShape> = None;
        for &along in directions.iter().chain(&axes) {
            let next = with_volume(capsule_along(points, along, margin)?);
            if best.as_ref().is_none_or(|best| next.volume < best.volume) {
                best = Some(next);
            }
        }
        best.ok_or(ShapeError::Empty)
    };
    match choice {
        ShapeChoice::Obb => Ok(with_volume(expanded(&least_box()?, margin)?)),
        ShapeChoice::Sphere => sphere(),
        ShapeChoice::Capsule => capsule(&least_box()?),
        ShapeChoice::Best => {
            let least_box = least_box()?;
            let all = [with_volume(expanded(&least_box, margin)?), capsule(&least_box)?, sphere()?];
            // Of equal volumes the first.
            let least = |best: EnclosingShape, next: EnclosingShape| {
                if next.volume < best.volume { next } else { best }
            };
            all.into_iter().reduce(least).ok_or(ShapeError::Empty)
        }
    }
}

fn with_volume(shape: impl Into<Shape3>) -> EnclosingShape {
    let shape = shape.into();
    EnclosingShape { volume: volume(&shape), shape }
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
            let ab = difference(wide(it.b().to_array()), wide(it.a().to_array()));
            let r = f64::from(it.radius());
            ball(r) + PI * r * r * dot(ab, ab).sqrt()
        }
        Shape3::Sphere(it) => ball(f64::from(it.radius())),
        _ => 0.0,
    }
}

/// The box with every face moved out by `margin`.
fn expanded(obb: &Obb3, margin: f64) -> Result<Obb3, ShapeError> {
    let half = obb.half_extents().to_array().map(|h| round_up(f64::from(h) + margin));
    Obb3::try_new(obb.center(), half, obb.rotation())
}

/// A small capsule along a unit direction: around the least circle of the points' projection along it,
/// or around a slightly wider one, which lets the ends move together.
fn capsule_along(points: &[[f32; 3]], along: Vector, margin: f64) -> Result<Capsule3, ShapeError> {
    let [_, u, v] = orthonormal_basis(along);
    let points: Vec<Vector> = points.iter().map(|&point| wide(point)).collect();
    let projected = points.iter().map(|&p| [dot(p, u) as f32, dot(p, v) as f32]);
    let circle = Sphere2::from_points(projected)?;
    let center = circle.center().to_array().map(f64::from);
    let base = [0, 1, 2].map(|i| center[0] * u[i] + center[1] * v[i]);
    // The coordinate of each point along the axis, and its squared distance from the axis.
    let projections: Vec<(f64, f64)> = points
        .iter()
        .map(|&p| {
            let offset = difference(p, base);
            let at = dot(offset, along);
            let square = dot(offset, offset) - at * at;
            (at, if square > 0.0 { square } else { 0.0 })
        })
        .collect();
    let least = projections
        .iter()
        .fold(0.0, |most, &(_, square)| if square > most { square } else { most });
    let mut best: Option<(f64, Capsule3)> = None;
    for wider in [1.0, 1.04, 1.1, 1.2, 1.4] {
        let square_of_radius = least * wider * wider;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for &(at, square) in &projections {
            // The center of a sphere that contains the point is at most this far from it, along the axis.
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
        let capsule = least_radius(&points, end(low), end(high), margin)?;
        let volume = volume(&capsule.into());
        if best.is_none_or(|(least, _)| volume < least) {
            best = Some((volume, capsule));
        }
    }
    best.map(|(_, capsule)| capsule).ok_or(ShapeError::Empty)
}

/// The capsule between two ends that contains the points with `margin` to spare.
fn least_radius(
    points: &[Vector],
    a: [f32; 3],
    b: [f32; 3],
    margin: f64,
) -> Result<Capsule3, ShapeError> {
    let [from, to] = [a, b].map(|end| end.map(f64::from));
    let ab = difference(to, from);
    let length = dot(ab, ab);
    let (mut far, mut most) = (0.0, 0.0);
    for &point in points {
        let offset = difference(point, from);
        let reach = norm1(offset);
        far = if reach > far { reach } else { far };
        let along = dot(offset, ab);
        let at = if along > 0.0 && length > 0.0 { along / length } else { 0.0 };
        let at = if at < 1.0 { at } else { 1.0 };
        let rest = minus_multiple(offset, at, ab);
        let square = dot(rest, rest);
        most = if square > most { square } else { most };
    }
    // A few roundings of `f64`, of the radius and of what it is the difference of, bounded generously.
    Capsule3::try_new(
        a,
        b,
        round_up(most.sqrt() * (1.0 + 1e-12) + 1e-14 * (far + norm1(ab)) + margin),
    )
}

/// The box along axes at right angles that contains the points with `margin` to spare: no search.
pub(crate) fn box_along(
    points: &[[f32; 3]],
    axes: [Vector; 3],
    margin: f64,
) -> Result<Obb3, ShapeError> {
    let rounded = axes.map(|axis| axis.map(|x| x as f32));
    let rotation = Obb3::from_axes([0.0; 3], rounded, [0.0; 3])?.rotation();
    let axes = axes_of(rotation.to_array());
    let ends = ends_along(points, &axes);
    let mut center = [0.0; 3];
    for (axis, [low, high]) in axes.iter().zip(ends) {
        center = [0, 1, 2].map(|i| center[i] + 0.5 * (low + high) * axis[i]);
    }
    let center = narrow(center);
    let half = reaches(points, wide(center), &axes).map(|reach| round_up(reach + margin));
    Obb3::try_new(center, half, rotation)
}

/// The distance from a center that points reach along each axis, rounded up.
fn reaches(points: &[[f32; 3]], center: Vector, [a, b, c]: &[Vector; 3]) -> [f64; 3] {
    let mut reaches = [0.0; 3];
    for &point in points {
        let offset = difference(wide(point), center);
        // The error of the axis and the sum: a few ulps of `f64`, rounded up generously.
        let lost = 1e-14 * norm1(offset);
        let needed = dot(offset, *a).abs() + lost;
        reaches[0] = if needed > reaches[0] { needed } else { reaches[0] };
        let needed = dot(offset, *b).abs() + lost;
        reaches[1] = if needed > reaches[1] { needed } else { reaches[1] };
        let needed = dot(offset, *c).abs() + lost;
        reaches[2] = if needed > reaches[2] { needed } else { reaches[2] };
    }
    reaches
}

/// The principal axes of a cloud: the eigenvectors of its covariance, by Jacobi's rotations.
pub(crate) fn principal_axes(points: &[[f32; 3]]) -> [Vector; 3] {
    let count = points.len() as f64;
    let mut mean = [0.0; 3];
    for point in points {
        let [x, y, z] = wide(*point);
        mean = [mean[0] + x / count, mean[1] + y / count, mean[2] + z / count];
    }
    let mut m = [[0.0; 3]; 3];
    for point in points {
        let [x, y, z] = difference(wide(*point), mean);
        m = [
            [m[0][0] + x * x, m[0][1] + x * y, m[0][2] + x * z],
            [m[1][0] + y * x, m[1][1] + y * y, m[1][2] + y * z],
            [m[2][0] + z * x, m[2][1] + z * y, m[2][2] + z * z],
        ];
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
    let [_, other, _] = orthonormal_basis(first);
    let second = second.unwrap_or(other);
    [first, second, crate::vector::cross(first, second)]
}

/// The `f32` at or above a value that is not negative.
pub(crate) fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}
