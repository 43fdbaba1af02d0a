//! The convex polygon around points of one plane, and whether two of them share a point.

use super::orientation::turn;
use super::structure::{HullParts, Point};
use crate::sort::sort_by;
use core::cmp::Ordering;

/// The corners of points in one plane, in order around it, counterclockwise if seen from the
/// positive end of `axis`. Of points that are seen on one line, its two ends.
///
/// Andrew's monotone chain (1979): over points sorted along a direction, the corners below and above
/// are those where the boundary turns.
pub(super) fn around(points: &[Point], axis: usize) -> HullParts {
    let mut sorted: Vec<usize> = (0..points.len()).collect();
    sort_by(&mut sorted, &|&i, &j| order(&points[i], &points[j], axis));
    let mut corners = Vec::new();
    chain(points, axis, sorted.iter().copied(), &mut corners);
    chain(points, axis, sorted.iter().rev().copied(), &mut corners);
    let count = corners.len() as u32;
    let edges = (0..count).map(|i| [i, (i + 1) % count]).collect();
    HullParts { corners, edges, faces: vec![[0, 1, 2]] }
}

/// Whether the convex hulls of two sets of points, all in one plane, share a point. The plane is seen from the
/// positive end of `axis`, along which no two of its points hide each other. Exact.
///
/// Convex polygons are apart if and only if an edge of one has all of the other strictly on its outside, which is
/// the separating-axis theorem; a segment is a polygon of two edges. If all points lie on one line there are no
/// outsides, and the ends are compared. Takes mostly `O(n + m)` sides of points, `O(nm)` at most.
pub(crate) fn share_point(a: &[Point], b: &[Point], axis: usize) -> bool {
    let corners = |points: &[Point]| -> Vec<Point> {
        match points {
            [_] => points.to_vec(),
            _ => around(points, axis).corners.iter().map(|&i| points[i]).collect(),
        }
    };
    let (a, b) = (corners(a), corners(b));
    !has_separating_edge(&a, &b, axis)
        && !has_separating_edge(&b, &a, axis)
        && (!are_on_a_line(&a, &b, axis) || overlap_on_a_line(&a, &b, axis))
}

/// Whether an edge of the first polygon has all of the second strictly on its outside.
fn has_separating_edge(own: &[Point], other: &[Point], axis: usize) -> bool {
    // The corner that is not outside of one edge mostly is not outside of the next.
    let mut guess = 0;
    (0..own.len()).any(|i| {
        let (from, to) = (&own[i], &own[(i + 1) % own.len()]);
        let holds = |k: &usize| turn(axis, from, to, &other[*k]) != Ordering::Less;
        let held = (0..other.len()).map(|k| (guess + k) % other.len()).find(holds);
        guess = held.unwrap_or(guess);
        held.is_none()
    })
}

/// Whether the corners of two polygons, seen along an axis, are all on one line.
fn are_on_a_line(a: &[Point], b: &[Point], axis: usize) -> bool {
    let (from, to) = match (a, b) {
        ([from, to], _) | (_, [from, to]) | ([from], [to]) => (from, to),
        _ => return false,
    };
    a.iter().chain(b).all(|point| turn(axis, from, to, point) == Ordering::Equal)
}

/// Whether points and segments on one line share a point: whether neither lies before the other.
fn overlap_on_a_line(a: &[Point], b: &[Point], axis: usize) -> bool {
    let is_before = |a: &[Point], b: &[Point]| {
        a.iter().all(|p| b.iter().all(|q| order(p, q, axis) == Ordering::Less))
    };
    !is_before(a, b) && !is_before(b, a)
}

/// The order of points along the two axes after `axis`, the first deciding.
fn order(p: &Point, q: &Point, axis: usize) -> Ordering {
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    p.wide[u].total_cmp(&q.wide[u]).then(p.wide[v].total_cmp(&q.wide[v]))
}

/// Adds the corners from the first point to before the last.
fn chain(
    points: &[Point],
    axis: usize,
    order: impl Iterator<Item = usize>,
    corners: &mut Vec<usize>,
) {
    let start = corners.len();
    for i in order {
        while let [.., a, b] = corners[start..] {
            if turn(axis, &points[a], &points[b], &points[i]) == Ordering::Greater {
                break;
            }
            corners.pop();
        }
        corners.push(i);
    }
    // The last is the first of the other chain.
    corners.pop();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::ConvexHull;
    use asunder_jury::Rng;
    use glam::Vec2;

    /// Seen along each axis, beside hulls of the plane, which search for a separating direction.
    fn check(a: &[[f32; 2]], b: &[[f32; 2]]) -> bool {
        let hull = |points: &[[f32; 2]]| ConvexHull::<Vec2>::new(points.iter().copied());
        let share = hull(a).intersects(&hull(b));
        for axis in 0..3 {
            let raised = |points: &[[f32; 2]]| -> Vec<Point> {
                let place = |&[u, v]: &[f32; 2]| {
                    let mut numbers = [u + v; 3];
                    (numbers[(axis + 1) % 3], numbers[(axis + 2) % 3]) = (u, v);
                    Point::new(numbers)
                };
                points.iter().map(place).collect()
            };
            assert_eq!(share_point(&raised(a), &raised(b), axis), share, "{a:?} {b:?}");
            assert_eq!(share_point(&raised(b), &raised(a), axis), share, "{b:?} {a:?}");
        }
        share
    }

    fn distinct(mut points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
        points.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        points.dedup();
        points
    }

    /// Points, segments, also on one line, and polygons that touch.
    #[test]
    fn polygons_on_a_small_grid_share_a_point_where_hulls_of_the_plane_do() {
        let mut rng = Rng::new(97);
        let mut shared = 0;
        for _ in 0..4000 {
            let mut points = |most: usize, side: usize| {
                let count = 1 + rng.below(most);
                let at = [rng.below(3), rng.below(3)];
                let point = |_| [0, 1].map(|t: usize| (at[t] + rng.below(side)) as f32);
                distinct((0..count).map(point).collect())
            };
            let (a, b) = (points(4, 3), points(4, 2));
            shared += u32::from(check(&a, &b));
        }
        assert!((500..3500).contains(&shared), "{shared} of 4000");
    }

    /// Corners that differ by an ulp from a line through others.
    #[test]
    fn polygons_a_rounding_apart_share_a_point_where_hulls_of_the_plane_do() {
        let mut rng = Rng::new(98);
        let mut shared = 0;
        for _ in 0..2000 {
            let slope = rng.between(-2.0, 2.0);
            let mut side = |sign: f64| {
                let mut point = |up: f64| {
                    let x = rng.between(-1.0, 1.0);
                    [x as f32, (slope * x + sign * up) as f32]
                };
                let up = [0.0, 0.0, 0.5, 1.0];
                distinct(up.iter().map(|&up| point(up)).collect())
            };
            let (a, b) = (side(1.0), side(-1.0));
            shared += u32::from(check(&a, &b));
        }
        assert!((200..1800).contains(&shared), "{shared} of 2000");
    }
}
