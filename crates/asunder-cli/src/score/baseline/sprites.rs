//! Rotated sprites in 2D: four axes in plain `f32`, with a mistake.
//!
//! After a series on sprites in DirectX. The test of the four axes is right; but the half size of
//! the first sprite is overwritten by that of the second before either is used, so both boxes have
//! the second's. It is right as long as all sprites are of one size.

use super::float_box::FloatBox;
use super::vector::{dot, minus, times};
use asunder_jury::Shape;

/// Whether two boxes of either kind intersect.
pub(crate) fn boxes(a: &Shape<2>, b: &Shape<2>) -> Option<bool> {
    Some(overlap(FloatBox::of(a)?, FloatBox::of(b)?))
}

fn overlap(a: FloatBox<2>, b: FloatBox<2>) -> bool {
    // The mistake.
    let a = FloatBox { half_extents: b.half_extents, ..a };
    let between = minus(a.center, b.center);
    let edges = |of: &FloatBox<2>| [0, 1].map(|i| times(of.axes[i], of.half_extents[i]));
    for (own, other) in [(&a, &b), (&b, &a)] {
        for (axis, edge) in own.axes.into_iter().zip(edges(own)) {
            let length = dot(edge, edge).sqrt();
            let reach: f32 = edges(other).iter().map(|edge| dot(axis, *edge).abs()).sum();
            if dot(axis, between).abs() > length + reach {
                return false;
            }
        }
    }
    true
}
