//! The plane sweep that finds edges that cross, and divides the inside of rings into triangles.

use super::chains::{SweepChain, SweepChains};
use super::turn;
use crate::array::Mapped as _;
use crate::shape::Point;
use crate::sort::{sort, sort_by};
use crate::sorted_map::SortedMap;
use core::cmp::Ordering;

/// Points that are apart, by x, then y, and edges between them, by place: first the end where the sweep meets it.
pub(super) struct SweepEdges<'p> {
    pub(super) points: &'p [Point],
    pub(super) ends: &'p [[u32; 2]],
}

/// An edge that the sweep is crossing, in order from the bottom to the top.
///
/// A vertical one is crossed from the bottom to the top, as if the sweep leaned a little.
#[derive(Clone, Copy)]
struct Crossed<'p> {
    points: &'p [Point],
    ends: [u32; 2],
    edge: u32,
}

impl Crossed<'_> {
    /// On which side of this edge's line a point lies: `Greater` is above.
    fn side(&self, point: u32) -> Ordering {
        let [a, b, c] = [self.ends[0], self.ends[1], point].mapped(|i| &self.points[i as usize]);
        turn(a, b, c)
    }

    /// Whether they share a point that is not an end of both. Exact.
    fn crosses(&self, other: &Self) -> bool {
        let ([a, b], [c, d]) = (self.ends, other.ends);
        let (own, others) = ([other.side(a), other.side(b)], [self.side(c), self.side(d)]);
        if [own, others].as_flattened().iter().all(|&side| side == Ordering::Equal) {
            return a.max(c) < b.min(d);
        }
        let apart = |[p, q]: [Ordering; 2]| p == q && p != Ordering::Equal;
        let share_an_end = a == c || a == d || b == c || b == d;
        !share_an_end && !apart(own) && !apart(others)
    }
}

impl Ord for Crossed<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.edge == other.edge {
            return Ordering::Equal;
        }
        let is_later = self.ends[0] > other.ends[0];
        let (first, later) = if is_later { (other, self) } else { (self, other) };
        let at_start = if first.ends[0] == later.ends[0] {
            Ordering::Equal
        } else {
            first.side(later.ends[0])
        };
        let later_is = at_start.then_with(|| first.side(later.ends[1]));
        let by_place = if is_later { later_is } else { later_is.reverse() };
        by_place.then(self.edge.cmp(&other.edge))
    }
}

impl PartialOrd for Crossed<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Crossed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Crossed<'_> {}

/// The numbers of edges by one of their ends: those of point `i` are `numbers[first[i]..first[i + 1]]`.
struct ByEnd {
    first: Vec<u32>,
    numbers: Vec<u32>,
}

impl ByEnd {
    fn of(edges: &SweepEdges<'_>, end: usize) -> Self {
        let mut numbers: Vec<u32> = (0..edges.ends.len() as u32).collect();
        sort_by(&mut numbers, &|&i, &j| {
            edges.ends[i as usize][end].cmp(&edges.ends[j as usize][end])
        });
        let mut first = vec![0; edges.points.len() + 1];
        for ends in edges.ends {
            first[ends[end] as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        Self { first, numbers }
    }

    fn at(&self, point: usize) -> &[u32] {
        &self.numbers[self.first[point] as usize..self.first[point + 1] as usize]
    }
}

/// Triangles that make up all that lies within an odd number of rings, counterclockwise, by places of points; or
/// two edges that share a point that is not an end of both. Every point has an even number of edges.
///
/// The sweep keeps the edges that it crosses in order (Shamos and Hoey 1976: edges that cross are neighbours
/// before they do), with the chain of each trapezoid of the inside (Hertel and Mehlhorn 1983, section 2).
pub(super) fn triangles(edges: &SweepEdges<'_>) -> Result<Vec<[u32; 3]>, [u32; 2]> {
    let (starting, ending) = (ByEnd::of(edges, 0), ByEnd::of(edges, 1));
    let mut chains = SweepChains::new(edges.points);
    // With each edge the chain of the inside above it, if that is inside.
    let mut status: SortedMap<Crossed<'_>, Option<SweepChain>> = SortedMap::new();
    let crossed =
        |&edge: &u32| Crossed { points: edges.points, ends: edges.ends[edge as usize], edge };
    for point in 0..edges.points.len() {
        let vertex = point as u32;
        let in_order = |numbers: &[u32]| {
            let mut fan: Vec<Crossed<'_>> = numbers.iter().map(crossed).collect();
            sort(&mut fan);
            fan
        };
        let (ends, starts) = (in_order(ending.at(point)), in_order(starting.at(point)));
        let closed: Vec<Option<SweepChain>> =
            ends.iter().map(|edge| status.remove(edge).flatten()).collect();
        let here = Crossed { points: edges.points, ends: [vertex; 2], edge: u32::MAX };
        let below = status.last_below(&here).copied();
        let above = status.from(&here).next().map(|(edge, _)| *edge);
        let neighbours: Vec<Crossed<'_>> = (below.iter().map(|(edge, _)| *edge))
            .chain(starts.iter().copied())
            .chain(above)
            .collect();
        for pair in neighbours.windows(2) {
            if pair[0].crosses(&pair[1]) {
                return Err([pair[0].edge, pair[1].edge]);
            }
        }
        // What is inside below and above the vertex, after the edges that end here.
        let inside_below = below.and_then(|(_, chain)| chain);
        let [lower, upper] = match (closed.split_last(), inside_below) {
            (None, None) => [None, None],
            (None, Some(chain)) => chains.split(chain, vertex).mapped(Some),
            (Some((top, between)), _) => {
                for &chain in between.iter().flatten() {
                    chains.close(chain, vertex);
                }
                let lower = inside_below.map(|chain| chains.with_top(chain, vertex));
                [lower, top.map(|chain| chains.with_bottom(chain, vertex))]
            }
        };
        let lower = match (starts.is_empty(), lower, upper) {
            (true, Some(lower), Some(upper)) => Some(chains.joined(lower, upper)),
            _ => lower,
        };
        if let Some((edge, _)) = below.filter(|_| lower.is_some()) {
            status.insert(edge, lower);
        }
        let mut is_inside = lower.is_some();
        for (i, edge) in starts.iter().enumerate() {
            is_inside = !is_inside;
            let chain =
                if i + 1 == starts.len() { upper } else { is_inside.then(|| chains.begun(vertex)) };
            status.insert(*edge, chain);
        }
    }
    Ok(chains.triangles)
}
