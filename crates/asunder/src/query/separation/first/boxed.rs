//! A triangle and a box in 3D, in the frame of the box (Akenine-Möller 2001; Ericson 2005, §5.2.9).
//!
//! There the axes of the separating-axis test have few components: the box's own have one, their cross
//! products with an edge `f` two, so that the heights of a point `x` along all three are those of `f × x`.

use super::axes::parallel;
use super::figure::LEAST;
use super::figures::RoundedFigure as _;
use crate::array::Mapped as _;
use crate::exact::UNIT;
use crate::linalg::{Matrix, Vect, max};
use crate::query::predicate::Rule;
use crate::query::separation::boxes::BoxSource;
use crate::shape::{Aabb, Obb, Triangle};
use crate::space::Vector;

/// A bound on the errors of gaps, relative to the magnitudes of their terms, as [`figure::ERROR`](super::figure::ERROR):
/// larger, because an edge and a corner are both turned.
const ERROR: f64 = 72.0 * UNIT;

/// The index of the triangle's normal among the axes. Those of the box are before it.
pub(super) const NORMAL: usize = 3;

/// A triangle as the box sees it from its center, with errors of a few roundings of its distance.
#[derive(Clone, Copy)]
struct BoxedTriangle<V: Vector> {
    corners: [Vect<V, f64>; 3],
    /// From each corner to the next, with errors of a few roundings of the longest.
    edges: [Vect<V, f64>; 3],
    /// The half extents of the box.
    half: Vect<V, f64>,
}

impl<V: Vector> BoxedTriangle<V> {
    /// From the first corner, and the edges from each to the next.
    #[inline(always)]
    fn of(at: Vect<V, f64>, edges: [Vect<V, f64>; 3], half: Vect<V, f64>) -> Self {
        Self { corners: [at, at + edges[0], at - edges[2]], edges, half }
    }

    /// Whether they are certainly apart, or certainly penetrate. `is_zero` says whether an edge of the triangle is
    /// parallel to an axis of the box for certain.
    #[inline(always)]
    fn apart(&self, is_zero: impl Fn(usize, usize) -> bool) -> Option<bool> {
        let errors = self.errors();
        let face = largest(self.face_gaps());
        let is_apart = face > errors.face;
        // Of a touch of a face the other axes are asked later, once.
        if !(is_apart | (face < -errors.face)) | !errors.are_trusted[0] {
            return None;
        } else if is_apart {
            return Some(true);
        }
        let normal = self.normal_gap();
        let across = (0..3).fold(f64::NEG_INFINITY, |worst, j| {
            let is_parallel = |k, x: f64, y: f64| x == 0.0 && y == 0.0 && is_zero(k, j);
            max(largest(self.gaps_across(j, is_parallel)), worst)
        });
        let is_apart = (normal > errors.normal) | (across > errors.across);
        let overlap = (normal < -errors.normal) & (across < -errors.across);
        (errors.are_trusted[1] & (is_apart | overlap)).then_some(is_apart)
    }

    /// The axes along which they do not certainly overlap, as a bit set: those of the box, the normal, and three cross
    /// products of each edge; without those that are parallel to an axis of the box, which decides in their place.
    /// `None` if they are certainly apart. `is_across` says whether an edge is perpendicular to an axis of the box for
    /// certain.
    #[inline(always)]
    fn open(&self, is_across: impl Fn(usize, usize) -> bool) -> Option<u32> {
        let errors = self.errors();
        if !errors.are_trusted[1] {
            return Some(u32::MAX);
        }
        let (mut open, mut is_apart) = (0, false);
        let mut compare = |axis: usize, gap: f64, error: f64| {
            is_apart |= gap > error;
            open |= u32::from(!(gap < -error)) << axis;
        };
        let faces = self.face_gaps();
        (0..V::DIM).for_each(|k| compare(k, faces[k], errors.face));
        if !(0..V::DIM).any(|k| is_across(k, 0) && is_across(k, 1)) {
            compare(NORMAL, self.normal_gap(), errors.normal);
        }
        for j in 0..3 {
            let is_parallel = |k: usize| is_across((k + 1) % 3, j) || is_across((k + 2) % 3, j);
            let gaps = self.gaps_across(j, |k, _, _| is_parallel(k));
            (0..V::DIM).for_each(|k| compare(NORMAL + 1 + 3 * j + k, gaps[k], errors.across));
        }
        (!is_apart).then_some(open)
    }

    /// Bounds on the errors of gaps.
    #[inline(always)]
    fn errors(&self) -> GapErrors {
        let edges = &self.edges;
        let length = max(max(edges[0].norm1(), edges[1].norm1()), edges[2].norm1());
        let face = ERROR * (self.corners[0].norm1() + length + self.half.norm1());
        let across = face * length;
        let normal = across * length;
        let is_trusted = |error: f64| error > ERROR * LEAST;
        // What is trusted of the smallest of the bounds holds of all.
        let are_trusted = is_trusted(face) & is_trusted(across) & is_trusted(normal);
        GapErrors { face, normal, across, are_trusted: [is_trusted(face), are_trusted] }
    }

    /// The gap along each axis of the box.
    #[inline(always)]
    fn face_gaps(&self) -> Vect<V, f64> {
        let [a, b, c] = self.corners;
        a.min(b).min(c).max(-a.max(b).max(c)) - self.half
    }

    /// The gap along the triangle's normal.
    #[inline(always)]
    fn normal_gap(&self) -> f64 {
        let normal = self.edges[0].cross(self.edges[1]);
        normal.dot(self.corners[0]).abs() - normal.abs().dot(self.half)
    }

    /// The gaps along the cross products of an edge and the axes of the box; minus infinity where a function of the
    /// axis and of the edge's other components says so.
    #[inline(always)]
    fn gaps_across(&self, j: usize, is_left_out: impl Fn(usize, f64, f64) -> bool) -> Vect<V, f64> {
        let Self { corners, edges, half } = self;
        let edge = edges[j];
        let (x, y) = (edge.cross(corners[j]), edge.cross(corners[(j + 2) % 3]));
        let size = edge.abs();
        let mut gaps = x.min(y).max(-x.max(y));
        for k in 0..V::DIM {
            let (u, w) = ((k + 1) % V::DIM, (k + 2) % V::DIM);
            gaps[k] -= size[w] * half[u] + size[u] * half[w];
            if is_left_out(k, edge[u], edge[w]) {
                gaps[k] = f64::NEG_INFINITY;
            }
        }
        gaps
    }
}

/// Bounds on the errors of gaps along axes of the box, along the normal, and along cross products.
struct GapErrors {
    face: f64,
    normal: f64,
    across: f64,
    /// Whether the first, and whether all are far above the error of any underflow.
    are_trusted: [bool; 2],
}

/// The largest of the components; NaN if the last ones are.
#[inline(always)]
fn largest<V: Vector>(x: Vect<V, f64>) -> f64 {
    (1..V::DIM).fold(x[0], |largest, i| max(largest, x[i]))
}

/// The edges of a triangle, from each corner to the next.
#[inline(always)]
fn edges<V: Vector>(triangle: &Triangle<V>) -> [Vect<V, f64>; 3] {
    let [a, b, c] = [&triangle.a, &triangle.b, &triangle.c].mapped(Vect::<V, f64>::of);
    [b - a, c - b, a - c]
}

/// A triangle as an upright box sees it.
#[inline(always)]
fn seen_by_aabb<V: Vector>(triangle: &Triangle<V>, aabb: &Aabb<V>) -> BoxedTriangle<V> {
    let (low, high) = (Vect::<V, f64>::of(&aabb.min), Vect::<V, f64>::of(&aabb.max));
    let half = (high - low) * 0.5;
    let at = (Vect::of(&triangle.a) - low) - half;
    BoxedTriangle::of(at, edges(triangle), half)
}

/// Whether a triangle and an upright box are certainly apart, or certainly penetrate; `None` in the plane.
#[inline(always)]
pub(super) fn aabb<V: Vector>(triangle: &Triangle<V>, aabb: &Aabb<V>) -> Option<bool> {
    if V::IN_PLANE {
        return None;
    }
    // The edges are not turned: a component is zero only if the true one is.
    seen_by_aabb(triangle, aabb).apart(|_, _| true)
}

/// Of a triangle and an upright box in space, the axes that decide, as of [`BoxedTriangle::open`].
#[inline(always)]
pub(super) fn open_of_aabb<V: Vector>(triangle: &Triangle<V>, aabb: &Aabb<V>) -> Option<u32> {
    let boxed = seen_by_aabb(triangle, aabb);
    boxed.open(|k, j| boxed.edges[j][k] == 0.0)
}

/// A triangle as an oriented box sees it, before and after it is turned.
#[derive(Clone, Copy)]
pub(super) struct TurnedTriangle<V: Vector> {
    boxed: BoxedTriangle<V>,
    axes: Matrix<V, f64>,
    edges: [Vect<V, f64>; 3],
}

impl<V: Vector> TurnedTriangle<V> {
    #[inline(always)]
    pub(super) fn of(triangle: &Triangle<V>, obb: &Obb<V>) -> Self {
        let place = obb.place();
        let seen = obb.seen_from(place);
        let turned = |x: Vect<V, f64>| seen.in_frame(x);
        let at = turned(Vect::of(&triangle.a) - place);
        let edges = edges(triangle);
        let boxed = BoxedTriangle::of(at, edges.mapped(turned), seen.half);
        Self { boxed, axes: seen.axes, edges }
    }

    /// Whether they are certainly apart, or certainly penetrate; `None` in the plane.
    #[inline(always)]
    pub(super) fn apart(&self) -> Option<bool> {
        if V::IN_PLANE {
            return None;
        }
        self.boxed.apart(|k, j| parallel(self.axes[k], self.edges[j]))
    }

    /// The axes that decide in space, as of [`BoxedTriangle::open`].
    #[inline(always)]
    pub(super) fn open(&self) -> Option<u32> {
        self.boxed.open(|k, j| perpendicular(self.axes[k], self.edges[j]))
    }

    /// Whether one of some axes of the box, as a bit set, parts the two in space, by `rule`. Exact. `None` if one of these
    /// is along no coordinate axis, or an end of the box there is rounded.
    #[inline(always)]
    pub(super) fn faces_part(
        &self,
        triangle: &Triangle<V>,
        obb: &Obb<V>,
        axes: u32,
        rule: Rule,
    ) -> Option<bool> {
        let along = |k: usize| {
            let axis = self.axes[k];
            (0..3).find(|&t| axis[(t + 1) % 3] == 0.0 && axis[(t + 2) % 3] == 0.0)
        };
        faces_part(triangle, obb, axes, along, rule)
    }
}

/// The axes of a bit set by their places in the general test of a box and a triangle, in which the cross products of
/// each edge of the box stand together.
pub(super) fn general_order(open: u32) -> u32 {
    let products = NORMAL + 1;
    (0..9).fold(open & ((1 << products) - 1), |axes, i| {
        let (edge, axis) = (i / 3, i % 3);
        axes | (open >> (products + i) & 1) << (products + 3 * axis + edge)
    })
}

/// Whether two vectors are perpendicular because every product in their dot product is zero.
#[inline(always)]
fn perpendicular<V: Vector>(x: Vect<V, f64>, y: Vect<V, f64>) -> bool {
    (0..V::DIM).all(|i| x[i] == 0.0 || y[i] == 0.0)
}

/// Whether one of some axes of a box, as a bit set, parts a triangle from it, by `rule`. Exact. `along` is the coordinate
/// axis along an axis; `None` if there is none, or if `f64` rounds an end of the box there.
#[inline(always)]
fn faces_part<V: Vector>(
    triangle: &Triangle<V>,
    shape: &impl BoxSource<V>,
    axes: u32,
    along: impl Fn(usize) -> Option<usize>,
    rule: Rule,
) -> Option<bool> {
    let [a, b, c] = [&triangle.a, &triangle.b, &triangle.c].mapped(Vect::<V, f64>::of);
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    for k in (0..V::DIM).filter(|&k| axes >> k & 1 == 1) {
        let t = along(k)?;
        let [first, last] = shape.ends(t, k)?;
        if rule.is_beyond(low[t], last) || rule.is_beyond(first, high[t]) {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether an axis of an upright box parts a triangle from it, by `rule`. Exact.
#[inline(always)]
pub(super) fn faces_of_aabb_part<V: Vector>(
    triangle: &Triangle<V>,
    aabb: &Aabb<V>,
    rule: Rule,
) -> bool {
    faces_part(triangle, aabb, u32::MAX, Some, rule) == Some(true)
}

#[cfg(test)]
mod tests;
