//! The textbook's test without an epsilon: two boxes against the normals of both, and in 3D the
//! cross products of their edges, in plain `f32`.
//!
//! The axes and the sums are those of Gottschalk, Lin and Manocha, "OBBTree: a hierarchical
//! structure for rapid interference detection" (1996), section 5, and of Ericson, "Real-time
//! collision detection" (2005), section 4.4.1, without the epsilon that both add to the entries of
//! the relative rotation.

use super::float_box::FloatBox;
use super::vector::{dot, minus};
use asunder_jury::Shape;

/// Whether two boxes of either kind intersect.
pub(crate) fn boxes<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<bool> {
    Some(overlap(&FloatBox::of(a)?, &FloatBox::of(b)?, 0.0))
}

/// The test with `epsilon` added to the magnitude of each entry of the relative rotation.
pub(super) fn overlap<const D: usize>(a: &FloatBox<D>, b: &FloatBox<D>, epsilon: f32) -> bool {
    let (h, k) = (a.half_extents, b.half_extents);
    let rotation = a.axes.map(|p| b.axes.map(|q| dot(p, q)));
    let size = rotation.map(|row| row.map(|x| x.abs() + epsilon));
    // The offset of the centers, in the frame of a.
    let between = minus(b.center, a.center);
    let t = a.axes.map(|axis| dot(between, axis));

    for i in 0..D {
        if t[i].abs() > h[i] + dot(k, size[i]) {
            return false;
        }
    }
    for j in 0..D {
        let column = rotation.map(|row| row[j]);
        if dot(t, column).abs() > dot(h, size.map(|row| row[j])) + k[j] {
            return false;
        }
    }
    if D == 2 {
        return true;
    }
    for i in 0..D {
        let (i1, i2) = ((i + 1) % D, (i + 2) % D);
        for j in 0..D {
            let (j1, j2) = ((j + 1) % D, (j + 2) % D);
            let reach_a = h[i1] * size[i2][j] + h[i2] * size[i1][j];
            let reach_b = k[j1] * size[i][j2] + k[j2] * size[i][j1];
            if (t[i2] * rotation[i1][j] - t[i1] * rotation[i2][j]).abs() > reach_a + reach_b {
                return false;
            }
        }
    }
    true
}
