//! The rectangle of least area around points in a plane, by rotating calipers.

use crate::sort::sort_by;

type Point = [f64; 2];

/// The direction of a side of the rectangle of least area around the points: one of its
/// sides lies along an edge of their hull (Freeman and Shapira 1975), and calipers turned around the
/// hull meet every edge (Toussaint 1983). `None` if the points all coincide.
pub(crate) fn least_rectangle(points: Vec<Point>) -> Option<Point> {
    let hull = convex_hull(points);
    let n = hull.len();
    let at = |i: usize| hull[i % n];
    let along = |i: usize, direction: Point| {
        let [x, y] = at(i);
        x * direction[0] + y * direction[1]
    };
    // The corners farthest forward, farthest up, farthest back, as seen from the edge.
    let (mut front, mut top, mut back) = (1, 1, 1);
    let mut best: Option<(f64, Point)> = None;
    for edge in 0..n {
        let (a, b) = (at(edge), at(edge + 1));
        let (x, y) = (b[0] - a[0], b[1] - a[1]);
        let length = (x * x + y * y).sqrt();
        if !(length > 0.0) {
            continue;
        }
        let (u, v) = ([x / length, y / length], [-y / length, x / length]);
        let minus_u = [-u[0], -u[1]];
        // Each corner goes around the hull once, two edges ahead at most.
        let advance = |corner: &mut usize, from: usize, direction: Point| {
            *corner = (*corner).max(from);
            while *corner < edge + n && along(*corner + 1, direction) > along(*corner, direction) {
                *corner += 1;
            }
        };
        advance(&mut front, edge + 1, u);
        advance(&mut top, front, v);
        advance(&mut back, top, minus_u);
        let area = (along(front, u) - along(back, u)) * (along(top, v) - along(edge, v));
        if best.is_none_or(|(least, _)| area < least) {
            best = Some((area, u));
        }
    }
    best.map(|(_, side)| side)
}

/// The corners of the convex hull, counter-clockwise (Andrew's monotone chain, 1979).
fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
    sort_by(&mut points, &|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull = chain(points.iter().copied());
    hull.pop();
    hull.extend(chain(points.iter().rev().copied()));
    hull.pop();
    hull
}

/// The points that remain when every turn is to the left.
fn chain(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..] {
            let turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
            if turn > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Rng;

    fn area_along(points: &[Point], u: Point) -> f64 {
        let extent = |d: Point| {
            let dots = || points.iter().map(|p| p[0] * d[0] + p[1] * d[1]);
            dots().fold(f64::MIN, f64::max) - dots().fold(f64::MAX, f64::min)
        };
        extent(u) * extent([-u[1], u[0]])
    }

    #[test]
    fn no_edge_of_the_hull_does_better() {
        let mut rng = Rng::new(3);
        for round in 0..500 {
            let count = 2 + rng.below(30);
            // Every other round on a grid, where points are collinear and coincide.
            let mut coordinate = || {
                let x = rng.between(-4.0, 4.0);
                if round % 2 == 0 { x } else { x.round() }
            };
            let points: Vec<Point> = (0..count).map(|_| [coordinate(), coordinate()]).collect();
            let Some(side) = least_rectangle(points.clone()) else {
                assert!(points.iter().all(|p| *p == points[0]), "{points:?}");
                continue;
            };
            let found = area_along(&points, side);
            for a in &points {
                for b in &points {
                    let (x, y) = (b[0] - a[0], b[1] - a[1]);
                    let length = (x * x + y * y).sqrt();
                    if length > 0.0 {
                        let other = area_along(&points, [x / length, y / length]);
                        assert!(found <= other + 1e-12, "{found} {other}: {points:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_that_are_not_finite_end() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            least_rectangle(vec![[0.0, 0.0], [bad, 1.0], [1.0, bad], [1.0, 0.0], [bad, bad]]);
        }
    }
}
