//! Two triangles in 3D, by the sides of each other's planes that their corners lie on (Möller 1997; Guigue and
//! Devillers 2003).
//!
//! If neither has all corners on one side of the other's plane, each has one corner alone on its side, and the two
//! edges from there cross the line in which the planes meet: they cut an interval out of it. The sign of the volume
//! that two such edges span tells which of them is first along the line, for all four pairs in the same sense. So
//! the triangles are apart if all four signs are the same; if two of them differ, the intervals overlap by more
//! than a point.
//!
//! [In integers](super::integers) none of these volumes is rounded, and zeros count, too. Of a
//! triangle that touches the line in a corner or an edge, that corner is taken from which both edges lead strictly
//! to the same side of the other's plane: all that the four signs need in order to have one sense is that both edges
//! lead to one side, and that the line meets them.

use super::figure::{Figure as _, TriangleVertices};
use super::integers::{Integer, PlaneAxes, Steps, cross, dot, ends, is_zero, minus, sign};
use super::lines::{CountedLine, lines_meet_exactly};
use super::volumes::{VOLUME, line_meets_exactly};
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
struct ExactSides<I> {
    heights: [I; 3],
}

impl<I: Integer> ExactSides<I> {
    /// Of `corners`, seen from a point of the plane with this normal.
    #[inline(always)]
    fn of(normal: [I; 3], corners: [Steps; 3], from: Steps) -> Self {
        Self { heights: corners.mapped(|corner| dot(normal, minus(corner, from))) }
    }

    #[inline(always)]
    fn least(&self) -> I {
        let [a, b, c] = self.heights;
        min(min(a, b), c)
    }

    #[inline(always)]
    fn most(&self) -> I {
        let [a, b, c] = self.heights;
        max(max(a, b), c)
    }

    /// The corner that is alone: neither other corner is strictly on its side of the plane, and both are strictly
    /// to one side of itself. Not all corners are in the plane, nor all strictly on one side of it.
    #[inline(always)]
    fn alone(&self) -> usize {
        let zero = I::from(0);
        // Of a triangle that reaches across the plane it is the only one above or below it; of one that touches the
        // plane in a corner or an edge, the only one in it or beside it.
        let reaches_across = (self.least() < zero) & (self.most() > zero);
        let above = self.heights.mapped(|x| if reaches_across { x > zero } else { x == zero });
        if above[1] == above[2] {
            0
        } else if above[0] == above[2] {
            1
        } else {
            2
        }
    }
}

/// Whether two triangles meet, by `rule`, in integers.
#[inline(always)]
pub(super) fn meet_exactly<I: Integer>([a, b]: [[Steps; 3]; 2], rule: Rule) -> bool {
    let normals: [[I; 3]; 2] =
        [a, b].mapped(|[first, second, third]| cross(minus(second, first), minus(third, first)));
    match normals.mapped(is_zero) {
        [false, false] => {}
        [true, true] => {
            let [a, b] = [a, b].mapped(|corners| {
                let [from, to] = ends::<I>(corners);
                CountedLine { from, direction: minus(to, from), is_ray: false }
            });
            return rule == Rule::Closed && lines_meet_exactly::<I>(&a, &b, rule);
        }
        [true, false] => return segment_meets_exactly(ends::<I>(a), b, normals[1], rule),
        [false, true] => return segment_meets_exactly(ends::<I>(b), a, normals[0], rule),
    }
    let zero = I::from(0);
    let of_b = ExactSides::of(normals[0], b, a[0]);
    if is_zero(of_b.heights) {
        return rule == Rule::Closed && meet_in_plane(normals[0], [a, b]);
    }
    let of_a = ExactSides::of(normals[1], a, b[0]);
    for sides in [&of_a, &of_b] {
        if rule.is_beyond(sides.least(), zero) || rule.is_beyond(zero, sides.most()) {
            return false;
        }
    }
    let (i, j) = (of_a.alone(), of_b.alone());
    let between = minus(b[j], a[i]);
    let [own, other] = [(a, i), (b, j)]
        .mapped(|(corners, i)| [1, 2].mapped(|next| minus(corners[(i + next) % 3], corners[i])));
    let other: [[I; 3]; 2] = other.mapped(|edge| cross(edge, between));
    let (least, most) = range([0, 1, 2, 3].mapped(|k| dot(other[k % 2], own[k / 2])));
    !(rule.is_beyond(least, zero) || rule.is_beyond(zero, most))
}

/// Whether a segment meets a triangle with a normal, by `rule`.
fn segment_meets_exactly<I: Integer>(
    [from, to]: [Steps; 2],
    corners: [Steps; 3],
    normal: [I; 3],
    rule: Rule,
) -> bool {
    let seen = corners.mapped(|corner| minus(corner, from));
    let (speed, height) = (dot(normal, minus(to, from)), dot(normal, seen[0]));
    if sign(speed) == 0 {
        let is_in_plane = sign(height) == 0 && rule == Rule::Closed;
        return is_in_plane && meet_in_plane(normal, [corners, [from, to, to]]);
    }
    let [plane, end] = if sign(speed) > 0 { [height, speed] } else { [speed, height] };
    !rule.is_beyond(plane, end) && line_meets_exactly(minus(to, from), seen, normal, rule)
}

/// Whether two triangles in one plane share a point: no edge of either has all of the other beyond it. One of them may
/// be a segment.
fn meet_in_plane<I: Integer>(normal: [I; 3], [a, b]: [[Steps; 3]; 2]) -> bool {
    let plane = PlaneAxes::of(normal);
    let is_parted = |own: [Steps; 3], other: [Steps; 3]| {
        (0..3).any(|i| {
            let edge = minus(own[(i + 1) % 3], own[i]);
            let side = |corner: Steps| plane.turn::<I>(edge, minus(corner, own[i]));
            let [first, second, third] = other.mapped(side);
            // Of a segment, both sides are beyond it.
            first != 0 && first == second && second == third && first != side(own[(i + 2) % 3])
        })
    };
    !is_parted(a, b) && !is_parted(b, a)
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
fn range<N: Copy + PartialOrd>(volumes: [N; 4]) -> (N, N) {
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
