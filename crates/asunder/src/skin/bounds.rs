//! Bounds of a cluster in a pose.

use super::{wide_array, wide_matrix};
use crate::exact::{at_or_above, at_or_below};
use crate::linalg::{Vect, max, min};
use crate::query::bounds::Bounds;
use crate::space::Affine;
use glam::Vec3;

/// What rounding may change in a posed vertex, before it is rounded to `f32`, and in the bounds that it is
/// compared with, for each unit of the magnitudes that form a coordinate: a test adds it up.
pub(super) const POSED_LOST: f64 = 1.0 / (1u64 << 48) as f64;

/// A box of vertices as modelled that a joint moves. No number of it is subnormal.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestBox {
    pub(super) joint: u16,
    pub(super) center: [f32; 3],
    pub(super) half: [f32; 3],
}

impl RestBox {
    pub(super) fn new(joint: u16, bounds: &Bounds<Vec3>) -> Self {
        let (low, high) = (Vect::<Vec3, f64>::of(&bounds.min), Vect::of(&bounds.max));
        let center = ((low + high) * 0.5).map(|x| {
            let center = x as f32;
            if center.is_subnormal() { 0.0 } else { center }
        });
        // What rounding these differences in `f64` changes is within what `POSED_LOST` allows.
        let middle = Vect::of(&center.0);
        let half = (high - middle).zip(middle - low, max).map(|x| {
            let half = if x > 0.0 { at_or_above(x) } else { 0.0 };
            if half.is_subnormal() { f32::MIN_POSITIVE } else { half }
        });
        Self { joint, center: center.0, half: half.0 }
    }
}

/// The corners of a box in `f64`.
pub(super) type Ends = [Vect<Vec3, f64>; 2];

/// Bounds of what is moved by these joints: of the hull of the images of their boxes, `margin` further out.
#[inline(always)]
pub(super) fn posed_bounds(boxes: &[RestBox], matrices: &[Affine<Vec3>], margin: f64) -> Ends {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for RestBox { joint, center: [u, v, w], half: [p, q, r] } in boxes {
        let Affine { columns: [x, y, z], translation } = &matrices[usize::from(*joint)];
        let [u, v, w] = [f64::from(*u), f64::from(*v), f64::from(*w)];
        let [p, q, r] = [f64::from(*p), f64::from(*q), f64::from(*r)];
        for i in 0..3 {
            // Converted as the processor does: what is subnormal, and taken for zero, is in the margin.
            let (x, y, z) = (f64::from(x[i]), f64::from(y[i]), f64::from(z[i]));
            let middle = x * u + y * v + z * w + f64::from(translation[i]);
            let reach = x.abs() * p + y.abs() * q + z.abs() * r;
            low[i] = min(middle - reach, low[i]);
            high[i] = max(middle + reach, high[i]);
        }
    }
    let [a, b, c] = low;
    let [d, e, f] = high;
    [Vect([a - margin, b - margin, c - margin]), Vect([d + margin, e + margin, f + margin])]
}

/// The same in `f32`, no less.
pub(super) fn outward([low, high]: &Ends) -> Bounds<Vec3> {
    Bounds::from_corners(low.map(at_or_below).0, high.map(at_or_above).0)
}

/// The largest sum of magnitudes that form a coordinate of a vertex which a matrix moves, if those of the
/// vertex are at most `reach`; not finite, if the matrix is not.
pub(super) fn reach_of(matrix: &Affine<Vec3>, reach: &[f32; 3]) -> f64 {
    let [x, y, z, moved] = wide_matrix(matrix);
    let [u, v, w] = wide_array(reach);
    let mut largest = 0.0;
    for i in 0..3 {
        let sum = x[i].abs() * u + y[i].abs() * v + z[i].abs() * w + moved[i].abs();
        if sum.is_nan() {
            return sum;
        }
        largest = max(sum, largest);
    }
    largest
}
