//! Bounds of a cluster in a pose.

use crate::exact::{at_or_above, at_or_below, widen};
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

/// Bounds of what is moved by these joints: of the hull of the images of their boxes, `margin` further out.
#[inline(always)]
pub(super) fn posed_bounds(
    boxes: &[RestBox],
    matrices: &[Affine<Vec3>],
    margin: f64,
) -> Bounds<Vec3> {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for RestBox { joint, center, half } in boxes {
        let Affine { columns: [x, y, z], translation } = &matrices[usize::from(*joint)];
        let (center, half) = (center.map(f64::from), half.map(f64::from));
        for row in 0..3 {
            // Converted as the processor does: what is subnormal, and taken for zero, is in the margin.
            let [x, y, z] = [x[row], y[row], z[row]].map(f64::from);
            let middle =
                x * center[0] + y * center[1] + z * center[2] + f64::from(translation[row]);
            let reach = x.abs() * half[0] + y.abs() * half[1] + z.abs() * half[2];
            low[row] = min(middle - reach, low[row]);
            high[row] = max(middle + reach, high[row]);
        }
    }
    Bounds::from_corners(
        low.map(|x| at_or_below(x - margin)),
        high.map(|x| at_or_above(x + margin)),
    )
}

/// The largest sum of magnitudes that form a coordinate of a vertex which a matrix moves, if those of the
/// vertex are at most `reach`.
pub(super) fn reach_of(matrix: &Affine<Vec3>, reach: &[f32; 3]) -> f64 {
    let column = |i: usize| Vect::<Vec3, f64>::of(&matrix.columns[i]).abs() * widen(reach[i]);
    let moved = Vect::<Vec3, f64>::of(&matrix.translation).abs();
    (column(0) + column(1) + column(2) + moved).largest()
}
