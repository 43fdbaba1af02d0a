//! Fifteen axes, of which the last nine are skipped if any two axes look parallel.
//!
//! From a course on collision in DirectX, after a thread of gpgstudy.com (1464): vectors in `f32`,
//! sums in `double`, and once some cosine exceeds 0.999999 only the face normals count. That is right
//! for boxes that share an axis exactly. If they are a thousandth of a radian off, the skipped cross
//! product may be the only separating axis.

use super::float_box::FloatBox;
use super::vector::{dot, minus};
use asunder_jury::Shape;

/// The cosine above which two axes count as parallel.
const CUTOFF: f64 = 0.999999;

/// Whether two boxes of either kind intersect.
pub(crate) fn boxes(a: &Shape<3>, b: &Shape<3>) -> Option<bool> {
    Some(overlap(&FloatBox::of(a)?, &FloatBox::of(b)?))
}

fn overlap(a: &FloatBox<3>, b: &FloatBox<3>) -> bool {
    let (h, k) = (a.half_extents.map(f64::from), b.half_extents.map(f64::from));
    let between = minus(a.center, b.center);
    let cosines = a.axes.map(|p| b.axes.map(|q| f64::from(dot(p, q))));
    let size = cosines.map(|row| row.map(f64::abs));
    let exists_parallel_pair = size.iter().flatten().any(|&cosine| cosine > CUTOFF);
    let d = a.axes.map(|axis| f64::from(dot(between, axis)));

    for i in 0..3 {
        if d[i].abs() > h[i] + (k[0] * size[i][0] + k[1] * size[i][1] + k[2] * size[i][2]) {
            return false;
        }
    }
    for j in 0..3 {
        let reach = h[0] * size[0][j] + h[1] * size[1][j] + h[2] * size[2][j];
        if f64::from(dot(between, b.axes[j])).abs() > reach + k[j] {
            return false;
        }
    }
    if exists_parallel_pair {
        return true;
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let r = (d[i2] * cosines[i1][j] - d[i1] * cosines[i2][j]).abs();
            let r0 = h[i1] * size[i2][j] + h[i2] * size[i1][j];
            let r1 = k[j1] * size[i][j2] + k[j2] * size[i][j1];
            if r > r0 + r1 {
                return false;
            }
        }
    }
    true
}
