//! A skin in a pose.

use super::bounds::{Ends, POSED_LOST, outward, posed_bounds, reach_of};
use super::clusters::{Cluster, JOINTS, Span, VERTICES, part};
use super::{MOST_INFLUENCES, Skin, SkinData, SkinError, WideMatrix, posed_vertex, wide_matrix};
use crate::exact::{UNIT_F32, widen};
use crate::index::{BoundsSweep, Reach};
use crate::level::{Mesh, PartSearch, PartVisit, Parts};
use crate::linalg::max;
use crate::query::bounds::Bounds;
use crate::shape::{Shape, ShapeRef, Triangle};
use crate::simd::dispatch;
use crate::space::Affine;
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
            let reach = reach_of(matrix, reach);
            if !(reach * (1.0 + data.excess + POSED_LOST) <= widen(f32::MAX)) {
                return Err(match matrix.is_finite() {
                    true => SkinError::TooFarOut { joint, reach },
                    false => SkinError::MatrixNotFinite { joint },
                });
            }
            farthest = max(farthest, reach);
        }
        // Where subnormal numbers are taken for zero, those of three columns times a vertex, of the
        // translation, of a posed vertex and of its bounds are.
        let flushed = widen(f32::MIN_POSITIVE) * (4.0 * data.largest + 4.0);
        let beyond = data.excess + POSED_LOST;
        // At last each vertex is rounded to `f32`.
        let rounded = farthest * (1.0 + beyond) * widen(UNIT_F32);
        Ok(Self { skin, matrices, margin: farthest * beyond + rounded + flushed })
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
        let wide: Vec<WideMatrix> = self.matrices.iter().map(wide_matrix).collect();
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
            let mut wide = [WideMatrix::default(); MOST_INFLUENCES];
            for (wide, it) in wide.iter_mut().zip(influences) {
                *wide = wide_matrix(&self.matrices[usize::from(it.joint)]);
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
    #[inline(always)]
    pub(super) fn bounds(&self, boxes: &Span) -> Ends {
        posed_bounds(part(&self.data().clusters.boxes, boxes), self.matrices, self.margin)
    }

    /// Poses the triangles of a cluster, and visits those that a question may concern; of a thin reach all, for
    /// to ask them costs no more than to compare their bounds.
    #[inline(always)]
    fn visit(
        &self,
        cluster: &Cluster,
        reach: &mut Reach<Vec3>,
        is_thin: bool,
        visit: &mut PartVisit<'_, Vec3>,
    ) -> ControlFlow<()> {
        let data = self.data();
        let all = &data.clusters;
        let mut wide = [WideMatrix::default(); JOINTS];
        for (wide, it) in wide.iter_mut().zip(part(&all.boxes, &cluster.boxes)) {
            *wide = wide_matrix(&self.matrices[usize::from(it.joint)]);
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
            let [a, b, c] = it.corners;
            let corner = |at: u8| posed[usize::from(at) % VERTICES];
            let triangle = Triangle { a: corner(a), b: corner(b), c: corner(c) };
            if is_thin || reach.meets(&Bounds::of(&triangle)) {
                visit(it.number, ShapeRef::Triangle(&triangle), reach)?;
            }
        }
        Continue(())
    }

    /// The same in a crowd, which is so rare that it is not compiled for each level.
    #[cold]
    fn visit_at_once(
        &self,
        cluster: &Cluster,
        reach: &mut Reach<Vec3>,
        is_thin: bool,
        visit: &mut PartVisit<'_, Vec3>,
    ) -> ControlFlow<()> {
        self.visit(cluster, reach, is_thin, visit)
    }

    /// As [`search`](PartSearch::search), until it breaks.
    #[inline(always)]
    fn search_until(
        &self,
        reach: &mut Reach<Vec3>,
        visit: &mut PartVisit<'_, Vec3>,
    ) -> ControlFlow<()> {
        let all = &self.data().clusters;
        let (mut waiting, mut count) = ([(0.0, 0u32); WAITING], 0);
        let sweep = if let Reach::Along(sweep, _) = reach {
            Some(BoundsSweep::from(&*sweep))
        } else {
            None
        };
        let is_thin = sweep.is_some_and(|sweep| sweep.is_thin());
        for group in &all.groups {
            if least_limit(&self.bounds(&group.boxes), sweep.as_ref(), reach).is_none() {
                continue;
            }
            for number in group.clusters.clone() {
                let cluster = &all.clusters[number as usize];
                let ends = self.bounds(&cluster.boxes);
                let Some(key) = least_limit(&ends, sweep.as_ref(), reach) else { continue };
                match waiting.get_mut(count) {
                    Some(place) => {
                        *place = (key, number);
                        count += 1;
                    }
                    None => self.visit_at_once(cluster, reach, is_thin, visit)?,
                }
            }
        }
        let waiting = &mut waiting[..count];
        waiting.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(key, number) in &*waiting {
            if !(key <= reach.limit()) {
                return Break(());
            }
            self.visit(&all.clusters[number as usize], reach, is_thin, visit)?;
        }
        Continue(())
    }
}

/// As [`Reach::least_limit`], of a reach that is this sweep, if there is one.
#[inline(always)]
fn least_limit(ends: &Ends, sweep: Option<&BoundsSweep<Vec3>>, reach: &Reach<Vec3>) -> Option<f64> {
    match sweep {
        Some(sweep) => sweep.meets(&ends[0], &ends[1], reach.limit()),
        None => reach.least_limit(&outward(ends)),
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
        let _: ControlFlow<()> = dispatch!(simd => {
            let _ = simd;
            self.search_until(reach, visit)
        });
    }
}

impl Parts<Vec3> for PosedSkin<'_> {}
