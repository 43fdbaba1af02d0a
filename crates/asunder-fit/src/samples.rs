//! Samples that hitboxes are trimmed by: vertices and surface points in some frames, in the spaces of
//! the bones.

use crate::frames::Frame;
use crate::hitbox_f64::HitboxF64;
use crate::mirror::AffineF64;
use crate::parallel::in_parallel;
use crate::skinned_mesh::{SkinnedMesh, SurfacePoint};
use crate::vector::{difference, dot, narrow, wide};
use crate::vertex_groups::{Bounds, VertexGroups, VertexSet};
use asunder::Shape3;
use asunder_gltf::Model;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A group of bones that share a shape: one, or a left and a right one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// Each bone, and the map from its space to the part's, which is the first bone's.
    pub(crate) members: Vec<(usize, AffineF64)>,
}

/// All samples. A *sample* is a vertex or surface point in a frame.
pub(crate) struct Samples<'a> {
    parts: &'a [Part],
    /// Each vertex that counts, then each surface point.
    vertices: Vec<SampledPoint>,
    /// These, grouped by member.
    groups: VertexGroups,
    frames: Vec<SampledFrame>,
}

/// A vertex that counts, or a surface point.
#[derive(Clone, Copy, Debug)]
struct SampledPoint {
    /// The index of the vertex, or of the surface point, which follow the vertices.
    vertex: usize,
    /// The number of the file's vertices that it represents.
    weight: u32,
    part: usize,
    member: usize,
    alone: bool,
}

/// A frame: the posed points that are sampled, the bounds of their groups, and for every member the map from the
/// model's space to its part's; `None` where the bone's matrix is singular, or nearly.
struct SampledFrame {
    posed: Vec<[f32; 3]>,
    bounds: Vec<Bounds>,
    to_part: Vec<Vec<Option<AffineF64>>>,
}

/// A bone this many times smaller than in another frame counts as scaled to zero: vertices of other bones
/// would lie far outside of it, and enlarge its hitbox.
const MOST_SHRINKAGE: f64 = 16.0;

/// A sample inside a part's shape: its number, and its position in the part's space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) sample: u32,
    pub(crate) local: [f32; 3],
    /// Whether this part's bone has the greatest weight.
    pub(crate) own: bool,
    /// Whether the position is the same in every frame, and this is not the first frame in which its
    /// bone's matrix is regular.
    pub(crate) repeated: bool,
}

impl<'a> Samples<'a> {
    /// The samples in frames of a model. `merged_into` has for each bone the bone that has its vertices.
    pub(crate) fn of(
        model: &Model,
        (skinned, surface): (&SkinnedMesh, &[SurfacePoint]),
        parts: &'a [Part],
        nodes: &[usize],
        merged_into: &[usize],
        frames: impl IntoIterator<Item = Frame>,
    ) -> Self {
        let mut owner = vec![None; nodes.len()];
        for (part, it) in parts.iter().enumerate() {
            for (member, (bone, _)) in it.members.iter().enumerate() {
                owner[*bone] = Some((part, member));
            }
        }
        let counting = (0..skinned.counts.len()).filter(|&vertex| skinned.counts[vertex] > 0);
        let sampled = |vertex: usize, weight: u32| {
            let bone = skinned.bones[vertex];
            let (part, member) = owner[merged_into[bone]]?;
            let alone = merged_into[bone] == bone && skinned.moved_alone(vertex);
            Some(SampledPoint { vertex, weight, part, member, alone })
        };
        let mut vertices: Vec<SampledPoint> =
            counting.filter_map(|vertex| sampled(vertex, skinned.counts[vertex])).collect();
        for (index, (corners, _)) in surface.iter().enumerate() {
            let all: Option<Vec<SampledPoint>> =
                corners.iter().map(|&corner| sampled(corner as usize, 1)).collect();
            if let Some(all) = all {
                let like = |it: &SampledPoint| {
                    it.alone && skinned.bones[it.vertex] == skinned.bones[all[0].vertex]
                };
                let (vertex, alone) = (skinned.bones.len() + index, all.iter().all(like));
                vertices.push(SampledPoint { vertex, alone, ..all[0] });
            }
        }
        let groups = VertexGroups::of(vertices.iter().map(|it| (it.part, it.member)));
        let mut samples = Self { parts, vertices, groups, frames: Vec::new() };
        let (mut pose, mut posed) = (Vec::new(), Vec::new());
        for frame in frames {
            frame.pose(model, &mut pose);
            skinned.pose(&pose, &mut posed);
            for (corners, shares) in surface {
                let corners = corners.map(|corner| posed[corner as usize].map(f64::from));
                let mean = |i: usize| (0..3).map(|k| shares[k] * corners[k][i]).sum::<f64>() as f32;
                posed.push([mean(0), mean(1), mean(2)]);
            }
            let to_part = |(bone, map): &(usize, AffineF64)| {
                Some(map.compose(&AffineF64::from_matrix(&pose[nodes[*bone]]).inverse()?))
            };
            let to_part = parts.iter().map(|part| part.members.iter().map(to_part).collect());
            let to_part = to_part.collect();
            let posed: Vec<_> = samples.vertices.iter().map(|it| posed[it.vertex]).collect();
            let bounds = samples.groups.bounds(&posed);
            samples.frames.push(SampledFrame { posed, bounds, to_part });
        }
        samples.drop_shrunk_bones();
        samples
    }

    fn drop_shrunk_bones(&mut self) {
        for part in 0..self.parts.len() {
            for member in 0..self.parts[part].members.len() {
                let maps = self.frames.iter_mut().map(|frame| &mut frame.to_part[part][member]);
                let mut maps: Vec<&mut Option<AffineF64>> = maps.collect();
                let bounds = maps.iter().filter_map(|map| Some(map.as_ref()?.norm_bound()));
                let least = bounds.reduce(|least, x| if x < least { x } else { least });
                let Some(least) = least else { continue };
                for map in &mut maps {
                    **map = map.filter(|map| map.norm_bound() <= MOST_SHRINKAGE * least);
                }
            }
        }
    }

    /// The number of samples.
    pub(crate) fn count(&self) -> usize {
        self.vertices.len() * self.frames.len()
    }

    /// The weight of each sample: the number of the file's vertices that it represents, or zero where its
    /// bone's matrix is singular, so that trimming no hitbox could save it.
    pub(crate) fn weights(&self) -> Vec<u32> {
        let weight = |frame: &SampledFrame, it: &SampledPoint| {
            if frame.to_part[it.part][it.member].is_some() { it.weight } else { 0 }
        };
        let of_frame = |frame| self.vertices.iter().map(move |it| weight(frame, it));
        self.frames.iter().flat_map(of_frame).collect()
    }

    /// For each part the positions of its own vertices in its space, in all frames.
    pub(crate) fn clouds(&self) -> Vec<Vec<[f32; 3]>> {
        let mut clouds = vec![Vec::new(); self.parts.len()];
        let first_frames: Vec<Vec<Option<usize>>> =
            (0..self.parts.len()).map(|part| self.first_frames(part)).collect();
        for (index, frame) in self.frames.iter().enumerate() {
            for (it, &point) in self.vertices.iter().zip(&frame.posed) {
                // A vertex that one bone moves alone does not move in its space.
                let is_new = !it.alone || first_frames[it.part][it.member] == Some(index);
                if is_new && let Some(to_part) = &frame.to_part[it.part][it.member] {
                    let local = to_part.transform_point_f32(point);
                    clouds[it.part].push(narrow(local));
                }
            }
        }
        clouds
    }

    /// For each member of a part the first frame in which its bone's matrix is regular.
    fn first_frames(&self, part: usize) -> Vec<Option<usize>> {
        let first = |member: usize| {
            self.frames.iter().position(|frame| frame.to_part[part][member].is_some())
        };
        (0..self.parts[part].members.len()).map(first).collect()
    }

    /// For each part the samples inside its shape. A sample inside both shapes of a pair is listed
    /// twice. `None` if there are more than `most` in all.
    pub(crate) fn entries(&self, shapes: &[Shape3], most: usize) -> Option<Vec<Vec<Entry>>> {
        let found = AtomicUsize::new(0);
        let more = |n| found.fetch_add(n, Ordering::Relaxed) + n <= most;
        let entries = in_parallel(shapes, 1, &|_| (), || {
            |part, shape: &_| self.entries_of(part, shape, more)
        });
        entries.into_iter().collect()
    }

    /// The samples inside a part's shape; `None` if `more` refuses those of a frame.
    fn entries_of(
        &self,
        part: usize,
        shape: &Shape3,
        more: impl Fn(usize) -> bool,
    ) -> Option<Vec<Entry>> {
        let count = self.vertices.len();
        let mut entries = Vec::new();
        let Some(hitbox) = HitboxF64::of(shape) else { return Some(entries) };
        let (center, radius) = hitbox.bounding_sphere();
        // Points are taken a little farther out, by far more than a map, its inverse and a point in `f32` are rounded.
        let reach = 1.001 * radius + 1e-5 * (radius + dot(center, center).sqrt());
        let first_frames = self.first_frames(part);
        let mut near = VertexSet::default();
        for (index, frame) in self.frames.iter().enumerate() {
            let before = entries.len();
            for (member, to_part) in frame.to_part[part].iter().enumerate() {
                // The bounding sphere first: most vertices are far away.
                let Some(to_part) = to_part else { continue };
                let Some(from_part) = to_part.inverse() else { continue };
                let around = from_part.transform_point(center);
                let limit = reach * from_part.norm_bound();
                let limit = limit * limit;
                self.groups.find_near(&frame.bounds, around, limit, &mut near);
                near.for_each(|number| {
                    let point = frame.posed[number];
                    let offset = difference(wide(point), around);
                    if dot(offset, offset) > limit {
                        return;
                    }
                    let local = narrow(to_part.transform_point_f32(point));
                    if hitbox.contains(local) {
                        let sampled = &self.vertices[number];
                        let sample = (index * count + number) as u32;
                        let own = sampled.part == part && sampled.member == member;
                        let repeated = own && sampled.alone && first_frames[member] != Some(index);
                        entries.push(Entry { sample, local, own, repeated });
                    }
                });
            }
            if !more(entries.len() - before) {
                return None;
            }
        }
        Some(entries)
    }
}
