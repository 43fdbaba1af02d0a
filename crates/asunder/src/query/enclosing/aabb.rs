//! The smallest axis-aligned box around a shape.

use super::super::clearance::{Bounding, Facing, clearance};
use super::{bounded, least};
use crate::exact::{Estimate, Number, is_zero};
use crate::linalg::Vect;
use crate::query::generators::{Generators, Spanned};
use crate::shape::{Aabb, ShapeError, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// The smallest box around a shape. Its faces are independent of one another: each is the least
/// number for which the half-space behind it contains the shape.
pub(super) fn around<V: Vector>(shape: &ShapeRef<'_, V>) -> Result<Aabb<V>, ShapeError> {
    bounded(shape)?;
    let (mut min, mut max) = (Vect::<V, f32>::zero(), Vect::<V, f32>::zero());
    for axis in 0..V::DIM {
        let [low, high] = lower_bounds(shape, axis);
        let face = |direction: f32, from: f64| {
            let behind = |offset: f32| {
                let face = BoundPlane { axis, direction, offset };
                clearance::<V>(shape, &face, Facing::Back) != Ordering::Less
            };
            least(from, behind).ok_or(ShapeError::NotRepresentable)
        };
        let (low, high) = (face(-1.0, low)?, face(1.0, high)?);
        min[axis] = if is_zero(low) { 0.0 } else { -low };
        max[axis] = high;
    }
    Ok(Aabb { min: min.0, max: max.0 })
}

/// The plane of a face, across `axis`.
struct BoundPlane {
    axis: usize,
    direction: f32,
    offset: f32,
}

impl<V: Vector> Bounding<V> for BoundPlane {
    fn bound<N: Number>(&self) -> (V::Array<N>, N) {
        let normal = Vect::<V, N>::along_axis(self.axis, N::of(self.direction));
        (normal.0, N::of(self.offset))
    }
}

/// How far the shape reaches along an axis, backward and forward: numbers that the true ones are not
/// below, mostly by little.
fn lower_bounds<V: Vector>(shape: &ShapeRef<'_, V>, axis: usize) -> [f64; 2] {
    let (span, mut bounds) = (shape.span::<Estimate>(0), [f64::NEG_INFINITY; 2]);
    let radius = Estimate::of(Spanned::<V>::radius(shape));
    for i in 0..span.points() {
        let point = span.point(i);
        let reach = (0..span.halves())
            .fold(radius * point.w, |sum, k| sum + Number::abs(span.half(k)[axis]));
        let [w_low, w_high] = point.w.range();
        let x = point.x[axis];
        for (bound, x) in bounds.iter_mut().zip([reach - x, reach + x]) {
            let [low, _] = x.range();
            // A quotient, rounded, is at most what an `f32` not below the true one is.
            let low = low / if low < 0.0 { w_low } else { w_high };
            if w_low > 0.0 && low > *bound {
                *bound = low;
            }
        }
    }
    bounds
}
