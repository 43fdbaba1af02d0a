//! Two triangles in 3D, by the sides of each other's planes that their corners lie on (Möller 1997; Guigue and
//! Devillers 2003).
//!
//! If neither has all corners on one side of the other's plane, each has one corner alone on its side, and the two
//! edges from there cross the line in which the planes meet: they cut an interval out of it. The sign of the volume
//! that two such edges span tells which of them is first along the line, for all four pairs in the same sense. So
//! the triangles are apart if all four signs are the same; if two of them differ, the intervals overlap by more
//! than a point.
//!
//! Where triangles [stand on a grid](super::grid), `f64` rounds none of these volumes, and zeros count, too. Of a
//! triangle that touches the line in a corner or an edge, that corner is taken from which both edges lead strictly
//! to the same side of the other's plane: all that the four signs need in order to have one sense is that both edges
//! lead to one side, and that the line meets them.

use super::figure::{Figure as _, TriangleVertices};
use super::grid;
use super::volumes::VOLUME;
use crate::array::Mapped as _;
use crate::linalg::{Vect, max, min};
use crate::query::predicate::Rule;
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
        let heights = corners.mapped(|corner| normal.dot(corner));
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
        let [a, b, c] = self.heights.mapped(f64::abs);
        min(min(a, b), c) > self.error
    }

    /// The corner that is alone on its side.
    #[inline(always)]
    fn alone(&self) -> usize {
        let [a, b, c] = self.heights.mapped(|height| height > 0.0);
        if a == b {
            2
        } else if a == c {
            1
        } else {
            0
        }
    }
}

/// Where the corners of a triangle are, seen from the plane of another, without rounding.
struct ExactSides {
    heights: [f64; 3],
}

impl ExactSides {
    #[inline(always)]
    fn least(&self) -> f64 {
        let [a, b, c] = self.heights;
        min(min(a, b), c)
    }

    #[inline(always)]
    fn most(&self) -> f64 {
        let [a, b, c] = self.heights;
        max(max(a, b), c)
    }

    /// The corner that is alone: neither other corner is strictly on its side of the plane, and both are strictly
    /// to one side of itself. Not all corners are in the plane, nor all strictly on one side of it.
    #[inline(always)]
    fn alone(&self) -> usize {
        let [a, b, c] = self.heights;
        // Of a triangle that reaches across the plane it is the only one above or below it; of one that touches the
        // plane in a corner or an edge, the only one in it or beside it.
        let reaches_across = self.least() < 0.0 && self.most() > 0.0;
        let is_above = |x: f64| if reaches_across { x > 0.0 } else { x == 0.0 };
        let above = [is_above(a), is_above(b), is_above(c)];
        if above[1] == above[2] {
            0
        } else if above[0] == above[2] {
            1
        } else {
            2
        }
    }
}

/// Whether two triangles on a grid meet, by `rule`; `None` if one of them has no area.
#[inline(always)]
pub(super) fn meet_exactly<V: Vector>(
    a: &TriangleVertices<V>,
    b: &TriangleVertices<V>,
    rule: Rule,
) -> Option<bool> {
    let normals = [a, b].mapped(|triangle| triangle.edges[0].cross(triangle.edges[1]));
    if normals.iter().any(|normal| normal.norm1() == 0.0) {
        return None;
    }
    let of_b = ExactSides { heights: b.at.mapped(|corner| normals[0].dot(corner)) };
    let from_b = [b.at[0] * -1.0, a.edges[0] - b.at[0], a.edges[2] * -1.0 - b.at[0]];
    let of_a = ExactSides { heights: from_b.mapped(|corner| normals[1].dot(corner)) };
    if of_b.heights == [0.0; 3] {
        return if rule == Rule::Open { Some(false) } else { grid::touch(a, b) };
    }
    for sides in [&of_a, &of_b] {
        let (least, most) = (sides.least(), sides.most());
        let is_apart = match rule {
            Rule::Closed => least > 0.0 || most < 0.0,
            Rule::Open => least >= 0.0 || most <= 0.0,
        };
        if is_apart {
            return Some(false);
        }
    }
    let volumes = volumes(a, of_a.alone(), b, of_b.alone());
    let (least, most) = range(volumes);
    Some(match rule {
        Rule::Closed => least <= 0.0 && most >= 0.0,
        Rule::Open => least < 0.0 && most > 0.0,
    })
}

/// The volumes that the edges from two corners span, each of one triangle with each of the other.
#[inline(always)]
fn volumes<V: Vector>(
    a: &TriangleVertices<V>,
    i: usize,
    b: &TriangleVertices<V>,
    j: usize,
) -> [f64; 4] {
    let between = b.at[j] - a.at[i];
    let own = [a.edges[i], a.edges[(i + 2) % 3] * -1.0];
    let other = [b.edges[j], b.edges[(j + 2) % 3] * -1.0].mapped(|edge| edge.cross(between));
    [0, 1, 2, 3].mapped(|k| own[k / 2].dot(other[k % 2]))
}

/// The least and the greatest of them.
#[inline(always)]
fn range(volumes: [f64; 4]) -> (f64, f64) {
    let [a, b, c, d] = volumes;
    (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
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
    let (least, most) = range(volumes(a, of_a.alone(), b, of_b.alone()));
    let error = ERROR * lengths[0] * lengths[1] * far;
    let is_apart = (least > error) | (most < -error);
    let is_met = (least < -error) & (most > error);
    (is_apart | is_met).then_some(is_apart)
}

#[cfg(test)]
mod tests;
