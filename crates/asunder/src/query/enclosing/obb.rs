//! Oriented boxes around points and boxes.

use super::{Contains, collected, least};
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::shape::{AnyShape, Obb, ShapeError};
use crate::space::Vector;

impl<V: Vector> Obb<V> {
    /// A box that contains all the points, exactly, and is nearly as small as can be.
    ///
    /// In 2D it is the box of least area, but for what rounding its rotation and center adds: one of
    /// its sides lies along an edge of the points' hull (H. Freeman and R. Shapira 1975; G. Toussaint,
    /// "Solving geometric problems with the rotating calipers", 1983). In 3D it is the box of least
    /// volume that a search finds, which is within one percent of the least known on the sets it
    /// is measured on: along the faces of the hull of extremal points and over a grid of rotations,
    /// refined by calipers and by the simplex method (C.-T. Chang, B. Gorissen and S. Melchior,
    /// "Fast oriented bounding box optimization on the rotation group", 2011). Flat points get a flat
    /// box of least area, up to rounding.
    ///
    /// The half extents are the least for the rotation and center of the box, as they are stored. The
    /// same points in the same order give the same bits on every platform.
    ///
    /// In 2D it takes time in the order of `n log n`; in 3D some milliseconds for the search, and some
    /// hundred passes over the points.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// // A square on its corner, and its middle.
    /// let points = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 0.0)];
    /// let around = Obb2::from_points(points.map(|(x, y)| vec2(x, y)))?;
    /// assert!(around.half_extents().x < 0.70711, "half the square root of two");
    /// assert!(points.iter().all(|&(x, y)| around.contains(&vec2(x, y))), "also to the last bit");
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no point, or one is not finite.
    pub fn from_points<P: Into<V::Array<f32>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        V::obb_of_points(&collected::<V, P>(points)?)
    }
}

/// What computing a coordinate along an axis in `f64` may lose, and the end of a box by such ones,
/// relative to the sum of the offsets' magnitudes: a test adds it up.
const LOST: f64 = 1.0 / (1u64 << 48) as f64;

pub(super) fn around_points<V: Vector>(points: &[V::Array<f32>]) -> Result<Obb<V>, ShapeError> {
    let rotation = V::rotation_from_columns(&V::least_box_axes(points));
    // Along the coordinate axes every cloud has a box, though it reaches from end to end of `f32`.
    held_points(points, rotation).or_else(|_| held_points(points, V::IDENTITY))
}

pub(super) fn around_both<V: Vector>(a: &Obb<V>, b: &Obb<V>) -> Result<Obb<V>, ShapeError> {
    if a.contains(b) {
        return Ok(*a);
    }
    if b.contains(a) {
        return Ok(*b);
    }
    let corners: Vec<V::Array<f32>> = a.corners().chain(b.corners()).map(V::to_array).collect();
    let finite = corners.iter().all(|corner| (0..V::DIM).all(|t| corner[t].is_finite()));
    let found = finite.then(|| V::rotation_from_columns(&V::least_box_axes(&corners)));
    let rotations = [Some(a.rotation), Some(b.rotation), found].into_iter().flatten();
    let mut best = Err(ShapeError::NotRepresentable);
    for rotation in rotations {
        let Ok(found) = held_boxes(&[a, b], rotation) else { continue };
        match &best {
            Ok(best) if !(volume(&found) < volume(best)) => {}
            _ => best = Ok(found),
        }
    }
    best
}

fn volume<V: Vector>(shape: &Obb<V>) -> f64 {
    (0..V::DIM).fold(1.0, |volume, i| volume * widen(shape.half_extents[i]))
}

/// Where a vector lies along a unit axis, and what that may be off by.
fn along<V: Vector>(axis: Vect<V, f64>, v: Vect<V, f64>) -> (f64, f64) {
    (v.dot(axis), v.norm1() * LOST)
}

/// The center, rounded, between the ends that `interval` gives for each axis.
fn center<V: Vector>(axes: &Matrix<V, f64>, interval: impl Fn(usize) -> [f64; 2]) -> V::Array<f32> {
    let center = (0..V::DIM).fold(Vect::zero(), |center, i| {
        let [low, high] = interval(i);
        center + axes[i] * (0.5 * (low + high))
    });
    center.to_f32()
}

/// The least box with this rotation around the middle of the points.
fn held_points<V: Vector>(
    points: &[V::Array<f32>],
    rotation: V::RotationArray,
) -> Result<Obb<V>, ShapeError> {
    let axes = Matrix::<V, f64>::unit_axes(rotation);
    let center = center(&axes, |i| {
        points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |ends, point| {
            joined(ends, [along(axes[i], Vect::of(point)).0; 2])
        })
    });
    least_box(center, rotation, |i| {
        let reach: Vec<(f64, f64)> = points
            .iter()
            .map(|point| along(axes[i], Vect::of(point) - Vect::of(&center)))
            .map(|(at, lost)| (at.abs(), lost))
            .collect();
        let from = reach
            .iter()
            .fold(0.0, |from, (at, lost)| if at - lost > from { at - lost } else { from });
        // The others are in, whatever is lost.
        let near = (0..points.len())
            .filter(|&k| reach[k].0 + reach[k].1 > from)
            .map(|k| V::from_array(points[k]))
            .collect();
        (from, near)
    })
}

/// The least box with this rotation around the middle of boxes.
fn held_boxes<V: Vector>(
    boxes: &[&Obb<V>],
    rotation: V::RotationArray,
) -> Result<Obb<V>, ShapeError> {
    let axes = Matrix::<V, f64>::unit_axes(rotation);
    // Where a box lies along an axis, from a point: its middle and how far it reaches.
    let shadow = |i: usize, shape: &Obb<V>, from: &V::Array<f32>| {
        let own = Matrix::unit_axes(shape.rotation);
        let (middle, lost) = along(axes[i], Vect::of(&shape.center) - Vect::of(from));
        (0..V::DIM).fold((middle, 0.0, lost), |(middle, reach, lost), k| {
            let (at, more) = along(axes[i], own[k] * widen(shape.half_extents[k]));
            (middle, reach + at.abs(), lost + more)
        })
    };
    let origin = Vect::<V, f32>::zero().0;
    let center = center(&axes, |i| {
        boxes.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |ends, shape| {
            let (middle, reach, _) = shadow(i, shape, &origin);
            joined(ends, [middle - reach, middle + reach])
        })
    });
    least_box(center, rotation, |i| {
        let from = boxes.iter().fold(0.0, |from, shape| {
            let (middle, reach, lost) = shadow(i, shape, &center);
            let least = middle.abs() + reach - lost;
            if least > from { least } else { from }
        });
        (from, boxes.iter().map(|shape| **shape).collect())
    })
}

fn joined(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [if b[0] < a[0] { b[0] } else { a[0] }, if b[1] > a[1] { b[1] } else { a[1] }]
}

/// The least box with this center and rotation that contains, along each axis `i`, the things that
/// `near(i)` gives beside a number that half extent `i` is not below.
///
/// Whether the slab between two faces contains a thing is asked of a box that reaches as far as
/// numbers go along the other axes.
fn least_box<V: Vector, T>(
    center: V::Array<f32>,
    rotation: V::RotationArray,
    near: impl Fn(usize) -> (f64, Vec<T>),
) -> Result<Obb<V>, ShapeError>
where
    T: AnyShape<Vector = V>,
    Obb<V>: Contains<T>,
{
    if (0..V::DIM).any(|t| !center[t].is_finite()) {
        return Err(ShapeError::NotRepresentable);
    }
    let mut half_extents = Vect::<V, f32>::zero().0;
    for i in 0..V::DIM {
        let (from, near) = near(i);
        let slab = |half: f32| {
            let mut half_extents = Vect::<V, f32>::splat(f32::MAX);
            half_extents[i] = half;
            Obb::<V>::from_facts(center, half_extents.0, rotation)
        };
        let holds = |half| {
            let slab = slab(half);
            near.iter().all(|thing| slab.contains(thing))
        };
        half_extents[i] = least(from, holds).ok_or(ShapeError::NotRepresentable)?;
    }
    Ok(Obb::from_facts(center, half_extents, rotation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
    use crate::exact::Number as _;
    use crate::query::predicate::tests::assert_covers;
    use glam::Vec3;

    /// The end of a box that has a middle, or a half edge, alone. (What is lost is linear in them.)
    #[test]
    fn what_is_lost_is_derived() {
        let axes = Matrix::<Vec3, Roundoff>::unit_axes(WORST_QUATERNION);
        let end = |middle: Roundoff, halves: [Roundoff; 3]| {
            let reach = halves.into_iter().fold(Roundoff::ZERO, |reach, at| reach + at.abs());
            let least = middle.abs() + reach - Roundoff::ZERO;
            least.error * SLACK * (f64::EPSILON / 2.0)
        };
        let zero = [Roundoff::ZERO; 3];
        // A difference is rounded once.
        let offset = Vect::along_axis(0, Roundoff::unit(1.0));
        let middle = end(offset.dot(axes[0]), zero) / offset.norm1().magnitude;
        let edge = axes[0] * Roundoff::ONE;
        let reach = [edge.dot(axes[0]), Roundoff::ZERO, Roundoff::ZERO];
        let half = end(Roundoff::ZERO, reach) / edge.norm1().magnitude;
        assert_covers(LOST, if middle > half { middle } else { half });
    }
}
