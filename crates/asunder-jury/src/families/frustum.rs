//! Frusta in all forms: drawn around a center, translated, and kept nonempty.

mod view;

use super::Family;
use super::polyhedron::{Polyhedron, dot, sign_of_sum};
use super::rotation::{axes, direction, normalized};
use super::shape_parameters::{ShapeParameters, finite, nonzero};
use crate::{Depth, Frustum, Planes, Rng};
use std::array::from_fn;
use std::cmp::Ordering;
use view::View;

/// A frustum around the parameters' center, in any of its forms.
pub(super) fn draw<const D: usize>(
    parameters: &ShapeParameters<D>,
    family: Family,
    rng: &mut Rng,
) -> Frustum<D> {
    match rng.below(3) {
        0 if D == 3 => View::new(parameters, family, rng).perspective(),
        1 if D == 3 => projection(parameters, family, rng),
        _ => Frustum::HalfSpaces(planes(parameters, family, rng)),
    }
}

/// A projection matrix with the parameters' center in view or near it.
fn projection<const D: usize>(
    parameters: &ShapeParameters<D>,
    family: Family,
    rng: &mut Rng,
) -> Frustum<D> {
    let depth = if rng.chance(0.5) { Depth::ZeroToOne } else { Depth::MinusOneToOne };
    let rows = if family == Family::RandomBits {
        from_fn(|_| from_fn(|_| rng.any_finite()))
    } else {
        let scale = rng.power_of_two(-3..4);
        let view = View::new(parameters, family, rng);
        view.rows(depth, rng).map(|row| row.map(|x| finite(x * scale)))
    };
    let drawn = Frustum::Projection { rows, depth };
    let within = inner_point(&drawn).map(|point| point.map(finite));
    if [Some(parameters.center), within].into_iter().flatten().any(|point| contains(&drawn, point))
    {
        return drawn;
    }
    // Any four rows are valid if the last has the largest value at the center, and no row is negative
    // where it must not be.
    let mut rows = rows;
    let value = |row: &[f32; 4]| {
        let place = parameters.center.map(f64::from);
        (0..3).fold(f64::from(row[3]), |sum, i| sum + f64::from(row[i]) * place[i])
    };
    for i in 0..3 {
        if value(&rows[i]).abs() > value(&rows[3]).abs() {
            rows.swap(i, 3);
        }
    }
    for i in [2, 3] {
        if value(&rows[i]) < 0.0 {
            rows[i] = rows[i].map(|x| -x);
        }
    }
    let mended = Frustum::Projection { rows, depth };
    if contains(&mended, parameters.center) {
        return mended;
    }
    let [x, y, z]: [f32; 3] = from_fn(|i| parameters.center[i]);
    let rows =
        [[1.0, 0.0, 0.0, -x], [0.0, 1.0, 0.0, -y], [0.0, 0.0, 1.0, -z], [0.0, 0.0, 0.0, 1.0]];
    Frustum::Projection { rows, depth }
}

/// Up to six half-spaces that contain the parameters' center.
fn planes<const D: usize>(
    parameters: &ShapeParameters<D>,
    family: Family,
    rng: &mut Rng,
) -> Planes<D> {
    let center = parameters.center.map(f64::from);
    let axes = axes::<D>(parameters.rotation.map(f64::from));
    // The outward normal of the box's k-th face, on this side of the center.
    let face = |k: usize, sign: f64| {
        let normal = axes[k].map(|x| sign * x);
        let unit = normalized(normal).unwrap_or(normal);
        let reach = f64::from(parameters.half_extents[k]);
        (normal, dot(normal, center) + reach * dot(normal, unit))
    };
    let mut sides: Vec<([f64; D], f64)> = Vec::new();
    let layout = if family == Family::Resting { rng.below(3) } else { rng.below(4) };
    match layout {
        0 => sides.extend((0..2 * D).map(|i| face(i / 2, [1.0, -1.0][i % 2]))),
        1 => {
            let kept = 1 + rng.below((1 << (2 * D)) - 1);
            // A resting shape has a horizontal top and bottom.
            let level = |k: usize| {
                family == Family::Resting && axes[k][1].abs() * 2.0 > dot(axes[k], axes[k]).sqrt()
            };
            let faces = (0..2 * D).filter(|i| kept >> i & 1 == 1 || level(i / 2));
            sides.extend(faces.map(|i| face(i / 2, [1.0, -1.0][i % 2])));
        }
        2 => {
            // The sides of a view along the last axis, with any of its ends.
            for i in 0..2 * (D - 1) {
                let (out, offset) = face(i / 2, [1.0, -1.0][i % 2]);
                let tilt = (1 + rng.below(4)) as f64 / 4.0;
                let normal = from_fn(|k| out[k] + tilt * axes[D - 1][k]);
                sides.push((normal, offset + tilt * dot(axes[D - 1], center)));
            }
            for sign in [1.0, -1.0] {
                if rng.chance(0.7) {
                    sides.push(face(D - 1, sign));
                }
            }
        }
        _ => {
            for _ in 0..1 + rng.below(6) {
                let normal = direction::<D>(rng);
                let reach =
                    f64::from(parameters.half_extents[rng.below(D)]) * rng.between(0.0, 1.0);
                sides.push((normal, dot(normal, center) + reach));
            }
        }
    }
    let slab = if family == Family::Degenerate { 0.3 } else { 0.03 };
    if rng.chance(slab) {
        // No thickness: a plane as two half-spaces.
        let (normal, offset) = sides[0];
        sides.truncate(5);
        sides.push((normal.map(|x| -x), -offset));
    }
    let drawn: Vec<([f32; D], f32)> = sides
        .into_iter()
        .map(|(normal, offset)| {
            let mut factor = rng.power_of_two(-3..4);
            if family == Family::Subnormal && rng.chance(0.3) {
                factor = rng.power_of_two(-149..-122);
            }
            let mut normal: [f32; D] = normal.map(|x| finite(x * factor));
            if family == Family::WildRotation && rng.chance(0.3) {
                normal[rng.below(D)] *= rng.magnitude(-100..34) as f32;
            }
            let mut offset = finite(offset * factor);
            if family == Family::RandomBits {
                (normal, offset) = (from_fn(|_| rng.any_finite()), rng.any_finite());
            }
            (nonzero(normal.map(|x| finite(f64::from(x)))), offset)
        })
        .collect();
    let mut planes = Planes::new(&drawn);
    loosen(&mut planes, parameters.center);
    planes
}

/// Increases offsets until every half-space contains the point.
fn loosen<const D: usize>(planes: &mut Planes<D>, point: [f32; D]) {
    for (normal, offset) in planes.as_mut_slice() {
        let outside = |normal: &[f32; D], offset: f32| {
            let terms = (0..D).map(|i| f64::from(normal[i]) * f64::from(point[i]));
            sign_of_sum(terms.chain([-f64::from(offset)])) == Ordering::Greater
        };
        if !outside(normal, *offset) {
            continue;
        }
        let height = dot(normal.map(f64::from), point.map(f64::from));
        if height > 0.999 * f64::from(f32::MAX) {
            // No offset is large enough; with the opposite normal every one is.
            *normal = normal.map(|x| -x);
            *offset = offset.abs();
            continue;
        }
        *offset = finite(height);
        while outside(normal, *offset) {
            *offset = offset.next_up();
        }
    }
}

/// Whether the frustum contains the point: exactly, except for a perspective frustum, which cannot be
/// empty and is never asked.
fn contains<const D: usize>(frustum: &Frustum<D>, point: [f32; D]) -> bool {
    let at = |i: usize| if i < D { f64::from(point[i]) } else { 1.0 };
    match frustum {
        Frustum::Perspective { .. } => true,
        Frustum::HalfSpaces(planes) => planes.iter().all(|(normal, offset)| {
            let terms = (0..D).map(|i| f64::from(normal[i]) * at(i));
            sign_of_sum(terms.chain([-f64::from(*offset)])) != Ordering::Greater
        }),
        Frustum::Projection { rows, depth } => {
            clip_bounds(*depth).into_iter().all(|(w, row, sign)| {
                let terms = |factor: f64, row: usize| {
                    (0..4).map(move |i| factor * f64::from(rows[row][i]) * at(i))
                };
                sign_of_sum(terms(w, 3).chain(terms(sign, row))) != Ordering::Less
            })
        }
    }
}

/// The clip planes of a projection: a factor of the last row plus a signed row is at least 0.
fn clip_bounds(depth: Depth) -> [(f64, usize, f64); 6] {
    let least = match depth {
        Depth::ZeroToOne => 0.0,
        Depth::MinusOneToOne => 1.0,
    };
    let sides = [(1.0, 0, 1.0), (1.0, 0, -1.0), (1.0, 1, 1.0), (1.0, 1, -1.0)];
    [sides[0], sides[1], sides[2], sides[3], (least, 2, 1.0), (1.0, 2, -1.0)]
}

/// The half-spaces of a frustum in `f64`, without those whose normal is zero.
pub(super) fn half_spaces<const D: usize>(frustum: &Frustum<D>) -> Vec<([f64; D], f64)> {
    let mut half_spaces: Vec<([f64; D], f64)> = match frustum {
        Frustum::Perspective { origin, rotation, slopes, near, far } => {
            let axes =
                axes::<D>(rotation.map(f64::from)).map(|axis| normalized(axis).unwrap_or(axis));
            let [left, right, bottom, top] = slopes.map(f64::from);
            // In the camera's frame, whose z is the negative depth.
            let sides = [
                ([1.0, 0.0, right], 0.0),
                ([-1.0, 0.0, -left], 0.0),
                ([0.0, 1.0, top], 0.0),
                ([0.0, -1.0, -bottom], 0.0),
                ([0.0, 0.0, 1.0], -f64::from(*near)),
                ([0.0, 0.0, -1.0], f64::from(*far)),
            ];
            let to_world = |(normal, offset): ([f64; 3], f64)| {
                let normal: [f64; D] =
                    from_fn(|i| (0..D).fold(0.0, |sum, k| sum + normal[k] * axes[k][i]));
                (normal, offset + dot(normal, origin.map(f64::from)))
            };
            sides.map(to_world).to_vec()
        }
        Frustum::HalfSpaces(planes) => {
            planes.iter().map(|(normal, o)| (normal.map(f64::from), f64::from(*o))).collect()
        }
        Frustum::Projection { rows, depth } => {
            let bound = |(w, row, sign): (f64, usize, f64)| {
                let sum = |i: usize| w * f64::from(rows[3][i]) + sign * f64::from(rows[row][i]);
                (from_fn(|i| -sum(i)), sum(3))
            };
            clip_bounds(*depth).map(bound).to_vec()
        }
    };
    half_spaces.retain(|(normal, _)| normal.iter().any(|x| *x != 0.0));
    half_spaces
}

/// Translates the frustum, with `adjust` applied to each changed number; leaves it if rounding would make
/// it empty.
pub(super) fn translate<const D: usize>(
    frustum: &mut Frustum<D>,
    shift: [f64; D],
    adjust: &mut dyn FnMut(f32) -> f32,
) {
    let mut moved = *frustum;
    match &mut moved {
        Frustum::Perspective { origin, .. } => {
            *origin = from_fn(|i| adjust(finite(f64::from(origin[i]) + shift[i])));
        }
        Frustum::HalfSpaces(planes) => {
            for (normal, offset) in planes.as_mut_slice() {
                let raised = f64::from(*offset) + dot(normal.map(f64::from), shift);
                *offset = adjust(finite(raised));
            }
        }
        Frustum::Projection { rows, .. } => {
            for row in rows {
                let along = (0..D).fold(0.0, |sum, i| sum + f64::from(row[i]) * shift[i]);
                row[3] = adjust(finite(f64::from(row[3]) - along));
            }
        }
    }
    let inside = inner_point(frustum).map(|point| from_fn(|i| finite(point[i] + shift[i])));
    if let (Frustum::HalfSpaces(planes), Some(inside)) = (&mut moved, inside) {
        loosen(planes, inside);
    }
    if inside.is_some_and(|inside| contains(&moved, inside)) {
        *frustum = moved;
    }
}

/// A point well inside the frustum, if it has an interior.
fn inner_point<const D: usize>(frustum: &Frustum<D>) -> Option<[f64; D]> {
    let half_spaces = half_spaces(frustum);
    let (normal, offset) = half_spaces.first()?;
    let factor = offset / dot(*normal, *normal);
    let Polyhedron { corners, rays, .. } =
        Polyhedron::new(&half_spaces, normal.map(|x| x * factor));
    let count = corners.len() as f64;
    let mean: [f64; D] = from_fn(|i| corners.iter().fold(0.0, |sum, c| sum + c[i] / count));
    // A step along each ray, of about the size of the bounded part.
    let size = corners
        .iter()
        .fold(0.0, |sum, c| sum + (0..D).fold(0.0, |sum, i| sum + (c[i] - mean[i]).abs()) / count);
    let size = if size > 0.0 { size } else { 1.0 };
    Some(rays.iter().fold(mean, |point, ray| from_fn(|i| point[i] + size * ray[i])))
        .filter(|point| point.iter().all(|x| x.is_finite()))
}
