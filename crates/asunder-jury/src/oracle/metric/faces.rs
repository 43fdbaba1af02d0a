//! The depth of 0 in a Minkowski sum: the least over all faces.
//!
//! A face of a sum of hulls and rays is a sum of faces of theirs, so the directions that it spans
//! are spanned by edges of the hulls and by rays. Its normal is perpendicular to D - 1 of those. All
//! normals of differences of points and rays are tried: those of faces are among them, and any other has
//! a depth that is no less, as the set lies behind every supporting plane.

use super::super::minkowski_sum::MinkowskiSum;
use super::super::nearest::Generator;
use super::super::number::Number;
use super::super::vector::{Vector, dot, is_zero, negated, zero};
use super::super::wide_float::WideFloat;
use super::bracket::Length;
use std::cmp::Ordering;

/// The depth of 0, an interior point, in the core; `None` if that is all of space.
pub(super) fn least_depth<const D: usize>(core: &MinkowskiSum<D>) -> Option<Length> {
    let mut least: Option<Length> = None;
    let mut search = FaceSearch { core, peaks: core.hulls().map(|_| 0).collect() };
    let edges = edges(core);
    let mut look = |normal: Vector<D>| {
        if is_zero(&normal) {
            return;
        }
        for normal in [negated(&normal), normal] {
            if let Some(found) = search.depth_below(&normal, least.as_ref()) {
                least = Some(found);
            }
        }
    };
    if D == 2 {
        for edge in &edges {
            look(across(edge));
        }
    } else {
        for (place, u) in edges.iter().enumerate() {
            for v in &edges[place + 1..] {
                look(cross(u, v));
            }
        }
    }
    least
}

struct FaceSearch<'a, const D: usize> {
    core: &'a MinkowskiSum<D>,
    /// The support point of each hull along the last normal, where the next search starts.
    peaks: Vec<usize>,
}

impl<const D: usize> FaceSearch<'_, D> {
    /// The support function of the core along the normal, if it is less than the known minimum.
    fn depth_below(&mut self, normal: &Vector<D>, least: Option<&Length>) -> Option<Length> {
        if self.core.rays().any(|ray| dot(normal, ray).is_positive()) {
            return None;
        }
        let square = dot(normal, normal);
        let is_less = |top: &Generator<D>| {
            let height = dot(normal, &top.vector);
            let numerator = &height * &height;
            let denominator = &square * &(&top.weight * &top.weight);
            let found = Length { numerator, denominator };
            // A negative height is that of a point other than the support point.
            let less = height.is_negative()
                || least.is_none_or(|least| found.compare(least) == Ordering::Less);
            less.then_some(found)
        };
        // The support point is at least this high: most normals are rejected here.
        self.hill_climb(normal);
        let mut peaks = self.peaks.iter();
        is_less(&self.core.sum_of(|hull| hull[peaks.next().map_or(0, |place| *place)].clone()))?;
        is_less(&self.core.support_point(normal))
    }

    /// Moves the peaks to approximate support points.
    fn hill_climb(&mut self, normal: &Vector<D>) {
        let rough: [WideFloat; D] = normal.each_ref().map(Number::approximate);
        for (hull, peak) in self.core.hulls().zip(&mut self.peaks) {
            let height = |point: &Generator<D>| {
                let sum = (0..D)
                    .fold(WideFloat::ZERO, |sum, i| sum + rough[i] * point.vector[i].approximate());
                sum / point.weight.approximate()
            };
            let mut top = height(&hull[*peak]);
            for (place, point) in hull.iter().enumerate() {
                let found = height(point);
                if found.exceeds(top) {
                    (*peak, top) = (place, found);
                }
            }
        }
    }
}

/// The directions along which the core may have edges, no two of them parallel.
fn edges<const D: usize>(core: &MinkowskiSum<D>) -> Vec<Vector<D>> {
    let mut found: Vec<Vector<D>> = Vec::new();
    let mut admit = |edge: Vector<D>| {
        if !is_zero(&edge) && !found.iter().any(|other| are_parallel(other, &edge)) {
            found.push(edge);
        }
    };
    core.rays().for_each(|ray| admit(ray.clone()));
    for hull in core.hulls() {
        for (place, point) in hull.iter().enumerate() {
            hull[place + 1..].iter().for_each(|other| admit(other.direction_from(point)));
        }
    }
    found
}

fn are_parallel<const D: usize>(u: &Vector<D>, v: &Vector<D>) -> bool {
    (0..D).all(|i| (0..i).all(|j| (&u[i] * &v[j]).compare(&(&u[j] * &v[i])) == Ordering::Equal))
}

fn across<const D: usize>(u: &Vector<D>) -> Vector<D> {
    let mut normal = zero();
    normal[0] = -&u[1];
    normal[1] = u[0].clone();
    normal
}

fn cross<const D: usize>(u: &Vector<D>, v: &Vector<D>) -> Vector<D> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        &(&u[j] * &v[k]) - &(&u[k] * &v[j])
    })
}
