//! Round sets whose nearest features are known: one axis, in exact numbers, instead of all.
//!
//! If sets touch, `f64` cannot prove it, but GJK usually ends with the right vertices of `K = Q - P`: those
//! of the simplex that contains the point nearest to zero. If there is a gap along the direction to that
//! point, the sets are apart. If the point is in the simplex, and near enough to zero, they meet. If neither
//! holds, the vertices were not the right ones.

use super::DynPair;
use crate::exact::Exact;
use crate::linalg::Vect;
use crate::query::generators::Generators;
use crate::query::gjk::MOST;
use crate::space::Vector;
use core::cmp::Ordering;

/// A vertex of `K`, by the indices of the corners of both sets.
type Corner = (usize, usize);

/// The point nearest to zero in the affine hull of some vertices.
struct Foot<V: Vector, N: Exact> {
    /// The direction to it, of any length.
    point: Vect<V, N>,
    /// `None` if the affine hull is a point or a line: then the point is `point/weight`. If it is a plane,
    /// `point` is the normal, and this is the plane's height over zero, times `weight` and the length of
    /// the normal.
    height: Option<N>,
    weight: N,
    /// The point is in the simplex if none of these is negative.
    inside: [N; 3],
}

/// Whether the sets are apart, if the vertices are those around the nearest points; `None` if they are not,
/// or a sign is uncertain.
pub(super) fn apart_nearest<V: Vector, N: Exact>(
    pair: &DynPair<'_, V, N>,
    corners: &[Corner],
) -> Option<bool> {
    let foot = foot(pair, corners)?;
    if pair.beyond(foot.point)[0]? {
        return Some(true);
    }
    let is_inside = |x: &N| x.sign().is_some_and(|sign| sign != Ordering::Less);
    if !foot.inside.iter().all(is_inside) {
        return None;
    }
    // Its distance is `|point|/weight`, or `|height|/(|point|·weight)`.
    let square = foot.point.square();
    if square.sign()? != Ordering::Greater || foot.weight.sign()? != Ordering::Greater {
        return None;
    }
    let reach = pair.radius * foot.weight;
    let beyond = match foot.height {
        None => square - reach * reach,
        Some(height) => height * height - reach * reach * square,
    };
    (!pair.rule.separates(beyond.sign()?)).then_some(false)
}

/// As [`apart_nearest`], for each proper face of the simplex: rounding may have kept a vertex that the
/// nearest point does not need.
pub(super) fn apart_nearest_face<V: Vector, N: Exact>(
    pair: &DynPair<'_, V, N>,
    corners: &[Corner],
) -> Option<bool> {
    // Every proper face, as a bit set of its vertices.
    (1..(1_u32 << corners.len()) - 1).find_map(|face| {
        let mut chosen = [(0, 0); MOST];
        let mut count = 0;
        for (k, &corner) in corners.iter().enumerate() {
            if face >> k & 1 == 1 {
                chosen[count] = corner;
                count += 1;
            }
        }
        apart_nearest(pair, &chosen[..count])
    })
}

fn foot<V: Vector, N: Exact>(pair: &DynPair<'_, V, N>, corners: &[Corner]) -> Option<Foot<V, N>> {
    // The vertices of `K`, over one weight.
    let mut points = [Vect::<V, N>::zero(); MOST];
    let mut weights = [N::ONE; MOST];
    for (k, &(i, j)) in corners.iter().enumerate() {
        let (from, to) = (Generators::corner(&pair.a, i), Generators::corner(&pair.b, j));
        (points[k], weights[k]) = (from.vector_to(&to), from.w * to.w);
    }
    let count = corners.len();
    let weight = (1..count).fold(weights[0], |product, k| product * weights[k]);
    for (k, point) in points.iter_mut().enumerate().take(count) {
        let others = (0..count).filter(|&i| i != k).fold(N::ONE, |product, i| product * weights[i]);
        *point = *point * others;
    }
    let edge = |i: usize, j: usize| points[j] - points[i];
    match count {
        1 => Some(Foot { point: points[0], height: None, weight, inside: [N::ZERO; 3] }),
        2 => {
            let edge = edge(0, 1);
            let (along, square) = (points[0].dot(edge), edge.square());
            let point = points[0] * square - edge * along;
            let inside = [N::ZERO - along, square + along, N::ZERO];
            Some(Foot { point, height: None, weight: weight * square, inside })
        }
        3 if V::EDGES != 0 => {
            let normal = edge(0, 1).cross(edge(0, 2));
            let turn = |i: usize, j: usize| normal.dot(points[i].cross(points[j]));
            let inside = [turn(0, 1), turn(1, 2), turn(2, 0)];
            let height = normal.dot(points[0]);
            let is_below = height.sign()? == Ordering::Less;
            let point = if is_below { -normal } else { normal };
            Some(Foot { point, height: Some(height), weight, inside })
        }
        _ => None,
    }
}
