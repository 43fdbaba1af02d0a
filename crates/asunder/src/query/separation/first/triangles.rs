//! Two triangles in 3D, by the sides of each other's planes that their corners lie on (Möller 1997; Guigue and
//! Devillers 2003).
//!
//! If neither has all corners on one side of the other's plane, each has one corner alone on its side, and the two
//! edges from there cross the line in which the planes meet: they cut an interval out of it. The sign of the volume
//! that two such edges span tells which of them is first along the line, for all four pairs in the same sense. So
//! the triangles are apart if all four signs are the same; if two of them differ, the intervals overlap by more
//! than a point.

use super::figure::{Figure as _, TriangleVertices};
use super::volumes::VOLUME;
use crate::linalg::{Vect, max, min};
use crate::space::Vector;

/// Errors of a volume, relative to the taxicab lengths of its edges and the distance of the triangles. A vector from
/// one triangle to the other is a difference of rounded ones.
const ERROR: f64 = 2.0 * VOLUME;

/// Of the corners of one triangle, seen from the plane of the other.
struct Sides {
    heights: [f64; 3],
    error: f64,
}

impl Sides {
    /// Of `corners` that are at most `far` from a corner of a triangle whose edges are at most `length` long.
    #[inline(always)]
    fn of<V: Vector>(
        corners: [Vect<V, f64>; 3],
        far: f64,
        [first, second]: [Vect<V, f64>; 2],
        length: f64,
    ) -> Self {
        let normal = first.cross(second);
        let heights = corners.map(|corner| normal.dot(corner));
        Self { heights, error: ERROR * length * length * far }
    }

    /// Whether all corners are certainly on one side.
    #[inline(always)]
    fn are_on_one(&self) -> bool {
        let [a, b, c] = self.heights;
        (min(min(a, b), c) > self.error) | (max(max(a, b), c) < -self.error)
    }

    #[inline(always)]
    fn are_certain(&self) -> bool {
        let [a, b, c] = self.heights.map(f64::abs);
        min(min(a, b), c) > self.error
    }

    /// The corner that is alone on its side.
    #[inline(always)]
    fn alone(&self) -> usize {
        let [a, b, c] = self.heights.map(|height| height > 0.0);
        if a == b {
            2
        } else if a == c {
            1
        } else {
            0
        }
    }
}

/// Whether two triangles, both seen from the first corner of `a`, are certainly apart, or certainly penetrate.
#[inline(always)]
pub(super) fn apart<V: Vector>(a: &TriangleVertices<V>, b: &TriangleVertices<V>) -> Option<bool> {
    let lengths = [a.length(), b.length()];
    let far = b.at[0].norm1() + lengths[0] + lengths[1];
    // Corners of `b` are seen from the first of `a`, and those of `a` from the first of `b`.
    let of_b = Sides::of(b.at, far, [a.edges[0], a.edges[1]], lengths[0]);
    if of_b.are_on_one() {
        return Some(true);
    }
    let from_b = [b.at[0] * -1.0, a.edges[0] - b.at[0], a.edges[2] * -1.0 - b.at[0]];
    let of_a = Sides::of(from_b, far, [b.edges[0], b.edges[1]], lengths[1]);
    if of_a.are_on_one() {
        return Some(true);
    }
    if !(of_a.are_certain() && of_b.are_certain()) {
        return None;
    }
    let (i, j) = (of_a.alone(), of_b.alone());
    let between = b.at[j] - a.at[i];
    let own = [a.edges[i], a.edges[(i + 2) % 3] * -1.0];
    let other = [b.edges[j], b.edges[(j + 2) % 3] * -1.0].map(|edge| edge.cross(between));
    let volumes = [0, 1, 2, 3].map(|k| own[k / 2].dot(other[k % 2]));
    let least = min(min(volumes[0], volumes[1]), min(volumes[2], volumes[3]));
    let most = max(max(volumes[0], volumes[1]), max(volumes[2], volumes[3]));
    let error = ERROR * lengths[0] * lengths[1] * far;
    let is_apart = (least > error) | (most < -error);
    let is_met = (least < -error) & (most > error);
    (is_apart | is_met).then_some(is_apart)
}

#[cfg(test)]
mod tests;
