//! A skin in a pose.

use super::bounds::{POSED_LOST, posed_bounds, reach_of};
use super::clusters::{Cluster, JOINTS, Span, VERTICES, part};
use super::{Skin, SkinData, SkinError, posed_vertex};
use crate::exact::widen;
use crate::index::Reach;
use crate::level::{Mesh, PartSearch, PartVisit, Parts};
use crate::linalg::max;
use crate::query::bounds::Bounds;
use crate::shape::{Shape, ShapeRef, Triangle};
use crate::space::{Affine, WideAffine};
use core::ops::ControlFlow::{self, Break, Continue};
use glam::Vec3;

/// The clusters that a question concerns are looked into in their order on it, as far as so many go.
const WAITING: usize = 64;

/// A skin in a pose: its parts are the posed triangles, by their numbers.
///
/// It answers the questions of [`Parts`], exactly as the [`mesh`](Self::mesh) of its posed triangles does.
/// A question poses the triangles near it alone and allocates nothing that the same one about a mesh does
/// not, and a pose that is asked once costs little more than the question.
#[derive(Clone, Copy, Debug)]
pub struct PosedSkin<'a> {
    skin: &'a Skin,
    matrices: &'a [Affine<Vec3>],
    /// How far a posed vertex may lie beyond the images of rest boxes as they are computed.
    margin: f64,
}

impl<'a> PosedSkin<'a> {
    pub(super) fn new(skin: &'a Skin, matrices: &'a [Affine<Vec3>]) -> Result<Self, SkinError> {
        let data = &*skin.0;
        let (given, joints) = (matrices.len(), data.reaches.len());
        if given < joints {
            return Err(SkinError::Matrices { given, joints });
        }
        let mut farthest = 0.0;
        for (joint, (matrix, reach)) in matrices.iter().zip(&data.reaches).enumerate() {
            let Some(reach) = reach else { continue };
            if !matrix.is_finite() {
                return Err(SkinError::MatrixNotFinite { joint });
            }
            let reach = reach_of(matrix, reach);
            if !(reach * (1.0 + data.excess + POSED_LOST) <= widen(f32::MAX)) {
                return Err(SkinError::TooFarOut { joint, reach });
            }
            farthest = max(farthest, reach);
        }
        // Where subnormal numbers are taken for zero, those of three columns times a vertex, of the
        // translation, of a posed vertex and of its bounds are.
        let flushed = widen(f32::MIN_POSITIVE) * (4.0 * data.largest + 4.0);
        Ok(Self { skin, matrices, margin: farthest * (data.excess + POSED_LOST) + flushed })
    }

    /// The skin that is posed.
    #[must_use]
    pub fn skin(&self) -> &'a Skin {
        self.skin
    }

    /// The mesh of all posed triangles, whose bits every answer is about. It takes O(n), and keeps the order
    /// of the tree around the mesh as modelled.
    #[must_use]
    pub fn mesh(&self) -> Mesh<Vec3> {
        let data = &*self.skin.0;
        let wide: Vec<WideAffine<Vec3>> = self.matrices.iter().map(WideAffine::from).collect();
        let vertices = (0..).zip(&data.positions).map(|(vertex, position)| {
            let joints = data.influences_of(vertex).iter();
            posed_vertex(position, joints.map(|it| (&wide[usize::from(it.joint)], it.weight)))
        });
        data.rest.moved_to(vertices.collect())
    }

    /// The posed triangle of a number; `None` if there is none.
    #[must_use]
    pub fn triangle(&self, number: u32) -> Option<Triangle<Vec3>> {
        let data = &*self.skin.0;
        let [a, b, c] = data.triangles.get(number as usize)?.map(|vertex| {
            let influences = data.influences_of(vertex);
            let mut wide = [WideAffine::from(&Affine::identity()); super::MOST_INFLUENCES];
            for (wide, it) in wide.iter_mut().zip(influences) {
                *wide = (&self.matrices[usize::from(it.joint)]).into();
            }
            let weights = influences.iter().map(|it| it.weight);
            posed_vertex(&data.positions[vertex as usize], wide.iter().zip(weights))
        });
        Some(Triangle { a, b, c })
    }

    fn data(&self) -> &'a SkinData {
        &self.skin.0
    }

    /// Bounds of what joints move from these boxes.
    pub(super) fn bounds(&self, boxes: &Span) -> Bounds<Vec3> {
        posed_bounds(part(&self.data().clusters.boxes, boxes), self.matrices, self.margin)
    }

    /// Poses the triangles of a cluster, and visits those that a question may concern.
    fn visit(
        &self,
        cluster: &Cluster,
        reach: &mut Reach<Vec3>,
        visit: &mut PartVisit<'_, Vec3>,
    ) -> ControlFlow<()> {
        let data = self.data();
        let all = &data.clusters;
        let mut wide = [WideAffine::from(&Affine::identity()); JOINTS];
        for (wide, it) in wide.iter_mut().zip(part(&all.boxes, &cluster.boxes)) {
            *wide = (&self.matrices[usize::from(it.joint)]).into();
        }
        let mut posed = [[0.0; 3]; VERTICES];
        let mut slots = part(&all.slots, &cluster.slots);
        for (posed, &vertex) in posed.iter_mut().zip(part(&all.vertices, &cluster.vertices)) {
            let influences = data.influences_of(vertex);
            let (own, rest) = slots.split_at(influences.len());
            slots = rest;
            let joints = own.iter().map(|&slot| &wide[usize::from(slot) % JOINTS]);
            let weights = influences.iter().map(|it| it.weight);
            *posed = posed_vertex(&data.positions[vertex as usize], joints.zip(weights));
        }
        for it in part(&all.triangles, &cluster.triangles) {
            let [a, b, c] = it.corners.map(|corner| posed[usize::from(corner) % VERTICES]);
            let triangle = Triangle { a, b, c };
            if reach.meets(&Bounds::of(&triangle)) {
                visit(it.number, ShapeRef::Triangle(&triangle), reach)?;
            }
        }
        Continue(())
    }

    /// As [`search`](PartSearch::search), until it breaks.
    fn search_until(
        &self,
        reach: &mut Reach<Vec3>,
        visit: &mut PartVisit<'_, Vec3>,
    ) -> ControlFlow<()> {
        let all = &self.data().clusters;
        let (mut waiting, mut count) = ([(0.0, 0u32); WAITING], 0);
        for group in &all.groups {
            if reach.least_limit(&self.bounds(&group.boxes)).is_none() {
                continue;
            }
            for number in group.clusters.clone() {
                let cluster = &all.clusters[number as usize];
                let Some(key) = reach.least_limit(&self.bounds(&cluster.boxes)) else { continue };
                match waiting.get_mut(count) {
                    Some(place) => {
                        *place = (key, number);
                        count += 1;
                    }
                    None => self.visit(cluster, reach, visit)?,
                }
            }
        }
        let waiting = &mut waiting[..count];
        waiting.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(key, number) in &*waiting {
            if !(key <= reach.limit()) {
                return Break(());
            }
            self.visit(&all.clusters[number as usize], reach, visit)?;
        }
        Continue(())
    }
}

impl PartSearch<Vec3> for PosedSkin<'_> {
    fn count(&self) -> usize {
        self.data().triangles.len()
    }

    fn get(&self, part: u32) -> Option<Shape<Vec3>> {
        self.triangle(part).map(Shape::Triangle)
    }

    fn search(&self, reach: &mut Reach<Vec3>, visit: &mut PartVisit<'_, Vec3>) {
        let _: ControlFlow<()> = self.search_until(reach, visit);
    }
}

impl Parts<Vec3> for PosedSkin<'_> {}
