//! The convex polygon around points of one plane.

use super::orientation::turn;
use super::structure::{HullParts, Point};
use crate::sort::sort_by;
use core::cmp::Ordering;

/// The corners of points in one plane, in order around it, counterclockwise if seen from the
/// positive end of `axis`, from which they are not all seen on one line.
///
/// Andrew's monotone chain (1979): over points sorted along a direction, the corners below and above
/// are those where the boundary turns.
pub(super) fn around(points: &[Point], axis: usize) -> HullParts {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut order: Vec<usize> = (0..points.len()).collect();
    sort_by(&mut order, &|&i, &j| {
        let (p, q) = (&points[i].wide, &points[j].wide);
        p[u].total_cmp(&q[u]).then(p[v].total_cmp(&q[v]))
    });
    let mut corners = Vec::new();
    chain(points, axis, order.iter().copied(), &mut corners);
    chain(points, axis, order.iter().rev().copied(), &mut corners);
    let count = corners.len() as u32;
    let edges = (0..count).map(|i| [i, (i + 1) % count]).collect();
    HullParts { corners, edges, faces: vec![[0, 1, 2]] }
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
