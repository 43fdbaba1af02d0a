//! The chains of a sweep: what bounds the part of the inside that is not divided yet.

use super::turn;
use crate::array::Mapped as _;
use crate::shape::Point;
use core::cmp::Ordering;

/// No neighbour.
const END: u32 = u32::MAX;

/// A vertex of a chain, and its neighbours towards the bottom and the top.
#[derive(Clone, Copy, Debug)]
struct Node {
    vertex: u32,
    below: u32,
    above: u32,
}

/// Vertices from the bottom edge of a trapezoid of the inside to its top edge, all of which the sweep has passed,
/// so that the inside to their right is not divided up yet. Each turns counterclockwise or not at all, since
/// where one turns the other way a triangle has been cut off.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepChain {
    bottom: u32,
    top: u32,
    /// The vertex that came last, furthest along the sweep.
    last: u32,
}

/// All chains, and the triangles that were cut off.
pub(super) struct SweepChains<'p> {
    points: &'p [Point],
    nodes: Vec<Node>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl<'p> SweepChains<'p> {
    pub(super) fn new(points: &'p [Point]) -> Self {
        Self { points, nodes: Vec::new(), triangles: Vec::new() }
    }

    fn node(&mut self, vertex: u32, below: u32, above: u32) -> u32 {
        self.nodes.push(Node { vertex, below, above });
        (self.nodes.len() - 1) as u32
    }

    /// Cuts off a triangle, if it turns counterclockwise.
    fn cut(&mut self, corners: [u32; 3]) -> bool {
        let [a, b, c] = corners.mapped(|vertex| &self.points[vertex as usize]);
        let turns = turn(a, b, c) == Ordering::Greater;
        if turns {
            self.triangles.push(corners);
        }
        turns
    }

    /// The chain of one vertex, where the inside begins.
    pub(super) fn begun(&mut self, vertex: u32) -> SweepChain {
        let node = self.node(vertex, END, END);
        SweepChain { bottom: node, top: node, last: node }
    }

    /// The chain after its top edge has come to a vertex.
    pub(super) fn with_top(&mut self, chain: SweepChain, vertex: u32) -> SweepChain {
        let mut at = chain.top;
        while let Some(&Node { vertex: corner, below, .. }) = self.nodes.get(at as usize) {
            let Some(next) = self.nodes.get(below as usize).map(|node| node.vertex) else { break };
            if !self.cut([next, vertex, corner]) {
                break;
            }
            at = below;
        }
        let node = self.node(vertex, at, END);
        self.nodes[at as usize].above = node;
        SweepChain { bottom: chain.bottom, top: node, last: node }
    }

    /// The chain after its bottom edge has come to a vertex.
    pub(super) fn with_bottom(&mut self, chain: SweepChain, vertex: u32) -> SweepChain {
        let mut at = chain.bottom;
        while let Some(&Node { vertex: corner, above, .. }) = self.nodes.get(at as usize) {
            let Some(next) = self.nodes.get(above as usize).map(|node| node.vertex) else { break };
            if !self.cut([corner, vertex, next]) {
                break;
            }
            at = above;
        }
        let node = self.node(vertex, END, at);
        self.nodes[at as usize].below = node;
        SweepChain { bottom: node, top: chain.top, last: node }
    }

    /// Divides what is left of the inside, whose edges meet at a vertex.
    pub(super) fn close(&mut self, chain: SweepChain, vertex: u32) {
        let closed = self.with_bottom(chain, vertex);
        debug_assert_eq!(self.nodes[closed.bottom as usize].above, closed.top, "all is divided");
    }

    /// The chains below and above a vertex within the inside, where an outside begins.
    pub(super) fn split(&mut self, chain: SweepChain, vertex: u32) -> [SweepChain; 2] {
        let Node { vertex: last, above, .. } = self.nodes[chain.last as usize];
        let copy = self.node(last, END, above);
        if let Some(node) = self.nodes.get_mut(above as usize) {
            node.below = copy;
        }
        self.nodes[chain.last as usize].above = END;
        let top = if chain.top == chain.last { copy } else { chain.top };
        let lower = SweepChain { bottom: chain.bottom, top: chain.last, last: chain.last };
        let upper = SweepChain { bottom: copy, top, last: copy };
        [self.with_top(lower, vertex), self.with_bottom(upper, vertex)]
    }

    /// The one chain of two, the lower of which ends where the upper begins, as an outside does.
    pub(super) fn joined(&mut self, lower: SweepChain, upper: SweepChain) -> SweepChain {
        let above = self.nodes[upper.bottom as usize].above;
        self.nodes[lower.top as usize].above = above;
        if let Some(node) = self.nodes.get_mut(above as usize) {
            node.below = lower.top;
        }
        SweepChain { bottom: lower.bottom, top: upper.top, last: lower.top }
    }
}
