//! Clusters of triangles near one another, with the rest boxes of what each joint moves.

use super::Influence;
use super::bounds::RestBox;
use crate::array::Mapped as _;
use crate::index::kd_order;
use crate::linalg::{Vect, max};
use crate::query::bounds::Bounds;
use crate::shape::Triangle;
use crate::sort::{sort, sort_by};
use core::ops::Range;
use glam::Vec3;

/// The most triangles of a cluster.
pub(super) const TRIANGLES: usize = 16;
/// The most vertices of a cluster.
pub(super) const VERTICES: usize = 3 * TRIANGLES;
/// The most joints of a cluster: as many as may move one triangle, at least.
pub(super) const JOINTS: usize = 24;
/// The most clusters of a group.
const GROUP: usize = 16;

/// A range of a list.
pub(super) type Span = Range<u32>;

/// The part of a list that a span names.
#[inline(always)]
pub(super) fn part<'a, T>(list: &'a [T], span: &Span) -> &'a [T] {
    &list[span.start as usize..span.end as usize]
}

/// Some triangles.
#[derive(Debug)]
pub(super) struct Cluster {
    /// For each joint that moves a vertex of it, once: the box of those vertices.
    pub(super) boxes: Span,
    pub(super) vertices: Span,
    /// For each influence of each of its vertices: the place of the joint's box among the cluster's.
    pub(super) slots: Span,
    pub(super) triangles: Span,
}

/// Some clusters in a row.
#[derive(Debug)]
pub(super) struct Group {
    /// For each joint that moves a vertex of it, once: the box of those vertices.
    pub(super) boxes: Span,
    pub(super) clusters: Span,
}

/// A triangle of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClusterTriangle {
    pub(super) number: u32,
    /// Places among the cluster's vertices.
    pub(super) corners: [u8; 3],
}

/// All triangles, in clusters.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    pub(super) groups: Vec<Group>,
    pub(super) clusters: Vec<Cluster>,
    pub(super) boxes: Vec<RestBox>,
    pub(super) vertices: Vec<u32>,
    pub(super) slots: Vec<u8>,
    pub(super) triangles: Vec<ClusterTriangle>,
}

/// The mesh that is divided.
#[derive(Clone, Copy)]
struct Source<'a> {
    positions: &'a [[f32; 3]],
    triangles: &'a [[u32; 3]],
    starts: &'a [u32],
    influences: &'a [Influence],
}

impl Source<'_> {
    fn influences_of(&self, vertex: u32) -> &[Influence] {
        part(self.influences, &(self.starts[vertex as usize]..self.starts[vertex as usize + 1]))
    }

    fn bounds(&self, triangle: u32) -> Bounds<Vec3> {
        let [a, b, c] = self.triangles[triangle as usize].mapped(|it| self.positions[it as usize]);
        Bounds::of(&Triangle::<Vec3> { a, b, c })
    }

    /// The joint of the greatest weight, of equals the first by number; and the joints, in order.
    fn joints_of(&self, triangle: u32) -> (u16, Vec<u16>) {
        let mut weights: Vec<(u16, f32)> = Vec::new();
        for vertex in self.triangles[triangle as usize] {
            for it in self.influences_of(vertex) {
                match weights.iter_mut().find(|(joint, _)| *joint == it.joint) {
                    Some((_, weight)) => *weight += it.weight,
                    None => weights.push((it.joint, it.weight)),
                }
            }
        }
        sort_by(&mut weights, &|x, y| x.0.cmp(&y.0));
        let (mut first, mut most) = (0, f32::NEG_INFINITY);
        for &(joint, weight) in &weights {
            if weight > most {
                (first, most) = (joint, weight);
            }
        }
        (first, weights.iter().map(|it| it.0).collect())
    }

    /// The boxes of what each joint moves of some vertices, by joint.
    fn boxes(&self, vertices: &[u32]) -> Vec<(u16, Bounds<Vec3>)> {
        let mut boxes: Vec<(u16, Bounds<Vec3>)> = Vec::new();
        for &vertex in vertices {
            let position = self.positions[vertex as usize];
            let point = Bounds::from_corners(position, position);
            for it in self.influences_of(vertex) {
                match boxes.binary_search_by_key(&it.joint, |it| it.0) {
                    Ok(at) => boxes[at].1 = boxes[at].1.merged(&point),
                    Err(at) => boxes.insert(at, (it.joint, point)),
                }
            }
        }
        boxes
    }
}

impl Clusters {
    /// The triangles by the joint that moves them most, those of each joint divided in space.
    pub(super) fn new(
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
        starts: &[u32],
        influences: &[Influence],
        joints: usize,
    ) -> Self {
        let source = Source { positions, triangles, starts, influences };
        let mut by_joint = vec![Vec::new(); joints];
        for triangle in 0..triangles.len() as u32 {
            by_joint[usize::from(source.joints_of(triangle).0)].push(triangle);
        }
        let mut clusters = Self::default();
        for triangles in by_joint {
            let bounds: Vec<_> = triangles.iter().map(|&it| source.bounds(it)).collect();
            let (order, _unbounded) = kd_order(&bounds);
            for block in order.chunks(TRIANGLES) {
                let block: Vec<u32> = block.iter().map(|&at| triangles[at as usize]).collect();
                clusters.push_within_joints(&source, &block);
            }
        }
        let count = clusters.clusters.len();
        for first in (0..count).step_by(GROUP) {
            let end = if count - first < GROUP { count } else { first + GROUP };
            clusters.push_group(&source, first as u32..end as u32);
        }
        clusters
    }

    /// Adds the clusters of some triangles: one, if no more than [`JOINTS`] move them.
    fn push_within_joints(&mut self, source: &Source<'_>, block: &[u32]) {
        let (mut first, mut joints) = (0, Vec::new());
        for (at, &triangle) in block.iter().enumerate() {
            let (_, more) = source.joints_of(triangle);
            let mut all: Vec<u16> = joints.iter().chain(&more).copied().collect();
            sort(&mut all);
            all.dedup();
            if all.len() > JOINTS {
                self.push(source, &block[first..at]);
                (first, all) = (at, more);
            }
            joints = all;
        }
        self.push(source, &block[first..]);
    }

    fn push(&mut self, source: &Source<'_>, block: &[u32]) {
        let mut vertices: Vec<u32> =
            block.iter().flat_map(|&it| source.triangles[it as usize]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let first_triangle = self.triangles.len() as u32;
        let at = |vertex: u32| vertices.partition_point(|&it| it < vertex) as u8;
        self.triangles.extend(block.iter().map(|&number| ClusterTriangle {
            number,
            corners: source.triangles[number as usize].mapped(at),
        }));
        let boxes = source.boxes(&vertices);
        let first_slot = self.slots.len() as u32;
        for &vertex in &vertices {
            let slot = |it: &Influence| boxes.partition_point(|(joint, _)| *joint < it.joint) as u8;
            self.slots.extend(source.influences_of(vertex).iter().map(slot));
        }
        let first_vertex = self.vertices.len() as u32;
        self.vertices.extend(vertices);
        let boxes = self.push_boxes(&boxes);
        self.clusters.push(Cluster {
            boxes,
            vertices: first_vertex..self.vertices.len() as u32,
            slots: first_slot..self.slots.len() as u32,
            triangles: first_triangle..self.triangles.len() as u32,
        });
    }

    fn push_group(&mut self, source: &Source<'_>, clusters: Span) {
        let mut vertices: Vec<u32> = part(&self.clusters, &clusters)
            .iter()
            .flat_map(|cluster| part(&self.vertices, &cluster.vertices))
            .copied()
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        let boxes = self.push_boxes(&source.boxes(&vertices));
        self.groups.push(Group { boxes, clusters });
    }

    fn push_boxes(&mut self, boxes: &[(u16, Bounds<Vec3>)]) -> Span {
        let first = self.boxes.len() as u32;
        self.boxes.extend(boxes.iter().map(|(joint, bounds)| RestBox::new(*joint, bounds)));
        first..self.boxes.len() as u32
    }

    /// The greatest magnitude of a coordinate that a box may have, for bounds where subnormal numbers are
    /// taken for zero.
    pub(super) fn largest(&self) -> f64 {
        self.boxes.iter().fold(0.0, |largest, it| {
            let reach = Vect::<Vec3, f64>::of(&it.center).abs() + Vect::of(&it.half);
            max(reach.largest(), largest)
        })
    }
}
