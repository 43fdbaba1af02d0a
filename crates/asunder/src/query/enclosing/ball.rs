//! The smallest ball around points, in `f64`.

use crate::linalg::{Vect, max};
use crate::space::Vector;

type Point<V> = Vect<V, f64>;

/// The center of the smallest ball around the points, of which there is at least one.
///
/// A ball grows from basis to basis: the farthest point joins the few that span the ball so far, and
/// of those few the smallest ball is found by trying every subset (B. Gärtner, "Fast and robust
/// smallest enclosing balls", ESA 1999, whose pivot rule this is; E. Welzl, "Smallest enclosing
/// disks", 1991, has the lemma behind it). The radius grows with every step, so it ends.
pub(super) fn center<V: Vector>(points: &[Point<V>]) -> Point<V> {
    // Near the points numbers are small, and little of them is rounded away.
    let origin = points[0];
    let near = |point: Point<V>| point - origin;
    let mut basis = Basis::<V> { points: vec![near(origin)], center: near(origin), square: 0.0 };
    loop {
        let (mut farthest, mut square) = (origin, basis.square);
        for &point in points {
            let far = (near(point) - basis.center).square();
            if far > square {
                (farthest, square) = (point, far);
            }
        }
        let more = basis.points.iter().copied().chain([near(farthest)]).collect::<Vec<_>>();
        let next = Basis::of(&more);
        if !(square > basis.square && next.square > basis.square) {
            return origin + basis.center;
        }
        basis = next;
    }
}

/// Points that span a ball, and the ball.
struct Basis<V: Vector> {
    points: Vec<Point<V>>,
    center: Point<V>,
    /// The square of its radius.
    square: f64,
}

impl<V: Vector> Basis<V> {
    /// The smallest ball around at most two points more than the space has dimensions. Its center is
    /// equally far from some of them: of all such centers it is the one whose farthest point is
    /// nearest.
    fn of(points: &[Point<V>]) -> Self {
        let mut best: Option<Self> = None;
        for subset in 1..1_u32 << points.len() {
            let chosen: Vec<_> =
                (0..points.len()).filter(|i| subset >> i & 1 == 1).map(|i| points[i]).collect();
            let Some(center) = circumcenter::<V>(&chosen) else { continue };
            let square =
                points.iter().fold(0.0, |square, &point| max((point - center).square(), square));
            if best.as_ref().is_none_or(|best| square < best.square) {
                best = Some(Self { points: chosen, center, square });
            }
        }
        best.unwrap_or(Self { points: points[..1].to_vec(), center: points[0], square: 0.0 })
    }
}

/// The point of the flat through the points that is equally far from all of them; `None` if there
/// are too many, or they span less than they could.
///
/// With `eᵢ = pᵢ - p₀` and the center `p₀ + Σ λᵢ eᵢ`: `Σ λᵢ (eᵢ·eⱼ) = eⱼ·eⱼ / 2`, by elimination.
fn circumcenter<V: Vector>(points: &[Point<V>]) -> Option<Point<V>> {
    let (&first, others) = points.split_first()?;
    let n = others.len();
    if n > V::DIM {
        return None;
    }
    let edges: Vec<Point<V>> = others.iter().map(|&point| point - first).collect();
    let dot = |i: usize, j: usize| edges[i].dot(edges[j]);
    let mut rows: Vec<Vec<f64>> =
        (0..n).map(|j| (0..n).map(|i| dot(i, j)).chain([0.5 * dot(j, j)]).collect()).collect();
    for k in 0..n {
        let pivot =
            (k..n).fold(k, |best, i| if rows[i][k].abs() > rows[best][k].abs() { i } else { best });
        rows.swap(k, pivot);
        if !(rows[k][k].abs() > 0.0) {
            return None;
        }
        for i in k + 1..n {
            let factor = rows[i][k] / rows[k][k];
            let next = rows[i].iter().zip(&rows[k]).map(|(x, pivot)| x - factor * pivot).collect();
            rows[i] = next;
        }
    }
    let mut center = first;
    let mut weights = vec![0.0; n];
    for k in (0..n).rev() {
        let known = (k + 1..n).fold(rows[k][n], |rest, j| rest - rows[k][j] * weights[j]);
        weights[k] = known / rows[k][k];
        center = center + edges[k] * weights[k];
    }
    center.is_finite().then_some(center)
}
