//! Triangles put together to convex polygons.

use super::turn;
use crate::array::Mapped as _;
use crate::shape::Point;
use crate::sort::sort;
use core::cmp::Ordering;

/// Convex polygons that make up the same as triangles did.
pub(super) struct Pieces {
    /// The corners of all, one after the other, counterclockwise.
    pub(super) corners: Vec<u32>,
    /// Where the corners of each begin, and where those of the last one end.
    pub(super) first: Vec<u32>,
    /// The edges of the whole outline, the inside to the left.
    pub(super) outline: Vec<[u32; 2]>,
}

/// Half-edges: number `3 t + k` leads from corner `k` of triangle `t` to the next.
struct HalfEdges<'p> {
    points: &'p [Point],
    origin: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl HalfEdges<'_> {
    fn end(&self, half: u32) -> u32 {
        self.origin[self.next[half as usize] as usize]
    }

    /// Whether the corner where `half` begins stays convex without it: from the half-edge before it to the one
    /// after its twin, which begin and end there.
    fn stays_convex(&self, half: u32, twin: u32) -> bool {
        let before = self.origin[self.previous[half as usize] as usize];
        let after = self.end(self.next[twin as usize]);
        let corners = [before, self.origin[half as usize], after];
        let [a, b, c] = corners.mapped(|vertex| &self.points[vertex as usize]);
        turn(a, b, c) != Ordering::Less
    }

    fn link(&mut self, half: u32, next: u32) {
        self.next[half as usize] = next;
        self.previous[next as usize] = half;
    }
}

/// Leaves out diagonals one by one, as long as both polygons beside it are one convex polygon then: at most
/// four times as many are left as there must be (Hertel and Mehlhorn 1983, section 3; each vertex where the
/// outline turns in has at most two diagonals that it needs).
pub(super) fn merged(points: &[Point], triangles: &[[u32; 3]]) -> Pieces {
    let count = 3 * triangles.len() as u32;
    let turned = |by: u32| (0..count).map(|half| half / 3 * 3 + (half + by) % 3).collect();
    let origin = triangles.as_flattened().to_vec();
    let mut halves = HalfEdges { points, origin, next: turned(1), previous: turned(2) };
    let mut order: Vec<([u32; 2], u32)> = (0..count)
        .map(|half| {
            let (a, b) = (halves.origin[half as usize], halves.end(half));
            (if a < b { [a, b] } else { [b, a] }, half)
        })
        .collect();
    sort(&mut order);
    let mut is_left = vec![true; count as usize];
    let mut outline = Vec::new();
    for shared in order.chunk_by(|a, b| a.0 == b.0) {
        let &[(_, half), (_, twin)] = shared else {
            outline.extend(
                shared.iter().map(|&(_, half)| [halves.origin[half as usize], halves.end(half)]),
            );
            continue;
        };
        if halves.stays_convex(half, twin) && halves.stays_convex(twin, half) {
            let (before, after) = (halves.previous[half as usize], halves.next[twin as usize]);
            let (twin_before, twin_after) =
                (halves.previous[twin as usize], halves.next[half as usize]);
            halves.link(before, after);
            halves.link(twin_before, twin_after);
            (is_left[half as usize], is_left[twin as usize]) = (false, false);
        }
    }
    let mut pieces = Pieces { corners: Vec::new(), first: vec![0], outline };
    for start in 0..count {
        if !is_left[start as usize] {
            continue;
        }
        let mut half = start;
        while is_left[half as usize] {
            is_left[half as usize] = false;
            pieces.corners.push(halves.origin[half as usize]);
            half = halves.next[half as usize];
        }
        pieces.first.push(pieces.corners.len() as u32);
    }
    pieces
}
