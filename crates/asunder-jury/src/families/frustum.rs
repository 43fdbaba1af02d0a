//! Frusta: drawn about a mould in all their forms, moved, and kept from becoming empty.

mod view;

use super::Family;
use super::mould::{Mould, finite, nonzero};
use super::polyhedron::{Polyhedron, dot, sign_of_sum};
use super::rotation::{axes, direction, normalized};
use crate::{Depth, Frustum, Planes, Rng};
use std::array::from_fn;
use std::cmp::Ordering;
use view::View;

/// A frustum about the mould's center, in any of its forms.
pub(super) fn draw<const D: usize>(mould: &Mould<D>, family: Family, rng: &mut Rng) -> Frustum<D> {
    match rng.below(3) {
        0 if D == 3 => View::new(mould, family, rng).perspective(),
        1 if D == 3 => projection(mould, family, rng),
        _ => Frustum::HalfSpaces(planes(mould, family, rng)),
    }
}

/// A projection matrix, with the mould's center in view or near it.
fn projection<const D: usize>(mould: &Mould<D>, family: Family, rng: &mut Rng) -> Frustum<D> {
    let depth = if rng.chance(0.5) { Depth::ZeroToOne } else { Depth::MinusOneToOne };
    let rows = if family == Family::RandomBits {
        from_fn(|_| from_fn(|_| rng.any_finite()))
    } else {
        let scale = rng.power_of_two(-3..4);
        let view = View::new(mould, family, rng);
        view.rows(depth, rng).map(|row| row.map(|x| finite(x * scale)))
    };
    let drawn = Frustum::Projection { rows, depth };
    let within = middle(&drawn).map(|middle| middle.map(finite));
    if [Some(mould.center), within].into_iter().flatten().any(|point| holds(&drawn, point)) {
        return drawn;
    }
    // Any four rows will do if the last has the largest value at the center, and no row's is
    // negative where it must not be.
    let mut rows = rows;
    let value = |row: &[f32; 4]| {
        let place = mould.center.map(f64::from);
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
    if holds(&mended, mould.center) {
        return mended;
    }
    let [x, y, z]: [f32; 3] = from_fn(|i| mould.center[i]);
    let rows =
        [[1.0, 0.0, 0.0, -x], [0.0, 1.0, 0.0, -y], [0.0, 0.0, 1.0, -z], [0.0, 0.0, 0.0, 1.0]];
    Frustum::Projection { rows, depth }
}

/// Up to six half-spaces with the mould's center in common.
fn planes<const D: usize>(mould: &Mould<D>, family: Family, rng: &mut Rng) -> Planes<D> {
    let center = mould.center.map(f64::from);
    let axes = axes::<D>(mould.rotation.map(f64::from));
    // Out of the box's k-th face, on this side of the center.
    let face = |k: usize, sign: f64| {
        let normal = axes[k].map(|x| sign * x);
        let unit = normalized(normal).unwrap_or(normal);
        let reach = f64::from(mould.half_extents[k]);
        (normal, dot(normal, center) + reach * dot(normal, unit))
    };
    let mut sides: Vec<([f64; D], f64)> = Vec::new();
    let layout = if family == Family::Resting { rng.below(3) } else { rng.below(4) };
    match layout {
        0 => sides.extend((0..2 * D).map(|i| face(i / 2, [1.0, -1.0][i % 2]))),
        1 => {
            let kept = 1 + rng.below((1 << (2 * D)) - 1);
            // What stands on something has a level top and bottom.
            let level = |k: usize| {
                family == Family::Resting && axes[k][1].abs() * 2.0 > dot(axes[k], axes[k]).sqrt()
            };
            let faces = (0..2 * D).filter(|i| kept >> i & 1 == 1 || level(i / 2));
            sides.extend(faces.map(|i| face(i / 2, [1.0, -1.0][i % 2])));
        }
        2 => {
            // The sides of a view along the last axis, closed by any of its ends.
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
                let reach = f64::from(mould.half_extents[rng.below(D)]) * rng.between(0.0, 1.0);
                sides.push((normal, dot(normal, center) + reach));
            }
        }
    }
    let slab = if family == Family::Degenerate { 0.3 } else { 0.03 };
    if rng.chance(slab) {
        // No thickness: the plane itself, as two half-spaces.
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
    open(&mut planes, mould.center);
    planes
}

/// Raises offsets until the point lies in every half-space.
fn open<const D: usize>(planes: &mut Planes<D>, point: [f32; D]) {
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
            // No offset is large enough, but the other way round every one is.
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

/// Whether the point lies in the frustum: exactly, except for one in perspective, which is never
/// asked because it cannot be empty.
fn holds<const D: usize>(frustum: &Frustum<D>, point: [f32; D]) -> bool {
    let at = |i: usize| if i < D { f64::from(point[i]) } else { 1.0 };
    match frustum {
        Frustum::Perspective { .. } => true,
        Frustum::HalfSpaces(planes) => planes.iter().all(|(normal, offset)| {
            let terms = (0..D).map(|i| f64::from(normal[i]) * at(i));
            sign_of_sum(terms.chain([-f64::from(*offset)])) != Ordering::Greater
        }),
        Frustum::Projection { rows, depth } => clips(*depth).into_iter().all(|(w, row, sign)| {
            let terms = |factor: f64, row: usize| {
                (0..4).map(move |i| factor * f64::from(rows[row][i]) * at(i))
            };
            sign_of_sum(terms(w, 3).chain(terms(sign, row))) != Ordering::Less
        }),
    }
}

/// The bounds of a projection: the last row so many times, and another one with a sign, is at
/// least 0.
fn clips(depth: Depth) -> [(f64, usize, f64); 6] {
    let least = match depth {
        Depth::ZeroToOne => 0.0,
        Depth::MinusOneToOne => 1.0,
    };
    let sides = [(1.0, 0, 1.0), (1.0, 0, -1.0), (1.0, 1, 1.0), (1.0, 1, -1.0)];
    [sides[0], sides[1], sides[2], sides[3], (least, 2, 1.0), (1.0, 2, -1.0)]
}

/// The half-spaces of a frustum, as nearly as `f64` allows; without those that bound nothing.
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
            clips(*depth).map(bound).to_vec()
        }
    };
    half_spaces.retain(|(normal, _)| normal.iter().any(|x| *x != 0.0));
    half_spaces
}

/// Moves the frustum, with `adjust` applied to each number it is placed by; leaves it where it is
/// if rounding would make it empty.
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
    let inside = middle(frustum).map(|middle| from_fn(|i| finite(middle[i] + shift[i])));
    if let (Frustum::HalfSpaces(planes), Some(inside)) = (&mut moved, inside) {
        open(planes, inside);
    }
    if inside.is_some_and(|inside| holds(&moved, inside)) {
        *frustum = moved;
    }
}

/// A point well within the frustum, if it is of any thickness.
fn middle<const D: usize>(frustum: &Frustum<D>) -> Option<[f64; D]> {
    let half_spaces = half_spaces(frustum);
    let (normal, offset) = half_spaces.first()?;
    let factor = offset / dot(*normal, *normal);
    let Polyhedron { corners, rays, .. } =
        Polyhedron::new(&half_spaces, normal.map(|x| x * factor));
    let count = corners.len() as f64;
    let mean: [f64; D] = from_fn(|i| corners.iter().fold(0.0, |sum, c| sum + c[i] / count));
    // A step along whatever is endless, of about the size of the rest.
    let size = corners
        .iter()
        .fold(0.0, |sum, c| sum + (0..D).fold(0.0, |sum, i| sum + (c[i] - mean[i]).abs()) / count);
    let size = if size > 0.0 { size } else { 1.0 };
    Some(rays.iter().fold(mean, |middle, ray| from_fn(|i| middle[i] + size * ray[i])))
        .filter(|middle| middle.iter().all(|x| x.is_finite()))
}
