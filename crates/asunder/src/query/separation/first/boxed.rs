//! A triangle and a box in 3D, in the frame of the box (Akenine-Möller 2001; Ericson 2005, §5.2.9).
//!
//! There the axes of the separating-axis test have few components: the box's own have one, their cross
//! products with an edge `f` two, so that the heights of a point `x` along all three are those of `f × x`.

use super::axes::parallel;
use super::figure::LEAST;
use super::figures::RoundedFigure as _;
use crate::array::Mapped as _;
use crate::exact::UNIT;
use crate::linalg::{Vect, max};
use crate::shape::{Aabb, Obb, Triangle};
use crate::space::Vector;

/// A bound on the errors of gaps, relative to the magnitudes of their terms, as [`figure::ERROR`](super::figure::ERROR):
/// larger, because an edge and a corner are both turned.
const ERROR: f64 = 72.0 * UNIT;

/// A triangle as the box sees it from its center, with errors of a few roundings of its distance.
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
        let (corners, edges, half) = (&self.corners, &self.edges, self.half);
        let length = max(max(edges[0].norm1(), edges[1].norm1()), edges[2].norm1());
        let reach = corners[0].norm1() + length + half.norm1();
        // The gap along each axis of the box.
        let low = corners[0].min(corners[1]).min(corners[2]);
        let high = corners[0].max(corners[1]).max(corners[2]);
        let gaps = low.max(-high) - half;
        let error = ERROR * reach;
        let is_trusted = error > ERROR * LEAST;
        let worst = largest(gaps);
        if is_trusted && worst > error {
            return Some(true);
        }
        let mut overlap = worst < -error;
        // Along the triangle's normal.
        let normal = edges[0].cross(edges[1]);
        let gap = normal.dot(corners[0]).abs() - normal.abs().dot(half);
        let normal_error = error * length * length;
        let mut is_apart = gap > normal_error;
        overlap &= gap < -normal_error;
        // Along the cross products of the edges.
        let error = error * length;
        let mut worst = f64::NEG_INFINITY;
        for j in 0..3 {
            let edge = edges[j];
            let (x, y) = (edge.cross(corners[j]), edge.cross(corners[(j + 2) % 3]));
            let size = edge.abs();
            let mut gaps = x.min(y).max(-x.max(y));
            for k in 0..V::DIM {
                let (u, w) = ((k + 1) % V::DIM, (k + 2) % V::DIM);
                gaps[k] -= size[w] * half[u] + size[u] * half[w];
                if edge[u] == 0.0 && edge[w] == 0.0 && is_zero(k, j) {
                    gaps[k] = f64::NEG_INFINITY;
                }
            }
            worst = max(largest(gaps), worst);
        }
        is_apart |= worst > error;
        overlap &= worst < -error;
        // What is trusted of the smallest of the bounds holds of all.
        let is_trusted = error * length > ERROR * LEAST && error > ERROR * LEAST && is_trusted;
        (is_trusted & (is_apart | overlap)).then_some(is_apart)
    }
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

/// Whether a triangle and an upright box are certainly apart, or certainly penetrate; `None` in the plane.
#[inline(always)]
pub(super) fn aabb<V: Vector>(triangle: &Triangle<V>, aabb: &Aabb<V>) -> Option<bool> {
    if V::DIM == 2 {
        return None;
    }
    let (low, high) = (Vect::<V, f64>::of(&aabb.min), Vect::<V, f64>::of(&aabb.max));
    let half = (high - low) * 0.5;
    let at = (Vect::of(&triangle.a) - low) - half;
    // The edges are not turned: a component is zero only if the true one is.
    BoxedTriangle::of(at, edges(triangle), half).apart(|_, _| true)
}

/// Whether a triangle and an oriented box are certainly apart, or certainly penetrate; `None` in the plane.
#[inline(always)]
pub(super) fn obb<V: Vector>(triangle: &Triangle<V>, obb: &Obb<V>) -> Option<bool> {
    if V::DIM == 2 {
        return None;
    }
    let place = obb.place();
    let axes = obb.seen_from(place).axes;
    let turned = |x: Vect<V, f64>| axes.each(|axis| axis.dot(x));
    let at = turned(Vect::<V, f64>::of(&triangle.a) - place);
    let edges = edges(triangle);
    let half = Vect::<V, f64>::of(&obb.half_extents);
    let boxed = BoxedTriangle::of(at, edges.mapped(turned), half);
    boxed.apart(|k, j| parallel(axes[k], edges[j]))
}

#[cfg(test)]
mod tests;
