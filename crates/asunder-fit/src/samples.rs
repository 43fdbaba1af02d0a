//! Vertices, and points between them, as they lie in some frames, seen from the bones: what hitboxes
//! are trimmed by.

use crate::direction::difference;
use crate::flesh::{Flesh, SurfacePoint};
use crate::frames::Frame;
use crate::mirror::Map;
use crate::parallel::in_parallel;
use crate::probe::Probe;
use asunder::Shape3;
use asunder_gltf::Model;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bones that share a shape: one, or a left and a right one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// Each bone, and the map from its space to the part's, which is the first bone's.
    pub(crate) members: Vec<(usize, Map)>,
}

/// Vertices in some frames. A *sample* is a vertex in a frame.
pub(crate) struct Samples<'a> {
    parts: &'a [Part],
    /// Each vertex that counts, then each point on the surface.
    vertices: Vec<Moved>,
    frames: Vec<Seen>,
}

/// A vertex that counts, or a point on the surface.
#[derive(Clone, Copy, Debug)]
struct Moved {
    /// The vertex, or the number of the point, counted on from the last vertex.
    vertex: usize,
    /// How many vertices of the file it stands for.
    weight: u32,
    part: usize,
    member: usize,
    alone: bool,
}

/// A frame: the vertices, and the maps from the model's space to every member's part's; none where the
/// bone flattens space, or nearly.
struct Seen {
    posed: Vec<[f32; 3]>,
    into: Vec<Vec<Option<Map>>>,
}

/// A bone that is this many times smaller than in another frame is as good as scaled to nothing: what
/// other bones move would lie far outside of it, and stretch its hitbox.
const SHRUNK: f64 = 16.0;

/// A sample that is inside a part's shape: its number, and where it is in the part's space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) sample: u32,
    pub(crate) local: [f32; 3],
    /// Whether it is the part that moves the vertex most.
    pub(crate) own: bool,
    /// Whether the vertex is in the same place in every frame, and this is not the first of those in
    /// which its bone flattens nothing.
    pub(crate) again: bool,
}

impl<'a> Samples<'a> {
    /// The vertices in frames of a model. `homes` tells for each bone the bone that holds its vertices.
    pub(crate) fn of(
        model: &Model,
        (flesh, surface): (&Flesh, &[SurfacePoint]),
        parts: &'a [Part],
        nodes: &[usize],
        homes: &[usize],
        frames: impl IntoIterator<Item = Frame>,
    ) -> Self {
        let mut place = vec![None; nodes.len()];
        for (part, it) in parts.iter().enumerate() {
            for (member, (bone, _)) in it.members.iter().enumerate() {
                place[*bone] = Some((part, member));
            }
        }
        let counting = (0..flesh.counts.len()).filter(|&vertex| flesh.counts[vertex] > 0);
        let moved = |vertex: usize, weight: u32| {
            let bone = flesh.bones[vertex];
            let (part, member) = place[homes[bone]]?;
            let alone = homes[bone] == bone && flesh.moved_alone(vertex);
            Some(Moved { vertex, weight, part, member, alone })
        };
        let mut vertices: Vec<Moved> =
            counting.filter_map(|vertex| moved(vertex, flesh.counts[vertex])).collect();
        for (index, (corners, _)) in surface.iter().enumerate() {
            let all: Option<Vec<Moved>> =
                corners.iter().map(|&corner| moved(corner as usize, 1)).collect();
            if let Some(all) = all {
                let like =
                    |it: &Moved| it.alone && flesh.bones[it.vertex] == flesh.bones[all[0].vertex];
                let (vertex, alone) = (flesh.bones.len() + index, all.iter().all(like));
                vertices.push(Moved { vertex, alone, ..all[0] });
            }
        }
        let mut samples = Self { parts, vertices, frames: Vec::new() };
        let mut pose = Vec::new();
        for frame in frames {
            frame.pose(model, &mut pose);
            let mut posed = Vec::new();
            flesh.pose(&pose, &mut posed);
            for (corners, shares) in surface {
                let corners = corners.map(|corner| posed[corner as usize].map(f64::from));
                let mean = |i: usize| (0..3).map(|k| shares[k] * corners[k][i]).sum::<f64>() as f32;
                posed.push([mean(0), mean(1), mean(2)]);
            }
            let into = |(bone, map): &(usize, Map)| {
                Some(map.after(&Map::from_matrix(&pose[nodes[*bone]]).inverse()?))
            };
            let into = parts.iter().map(|part| part.members.iter().map(into).collect());
            samples.frames.push(Seen { posed, into: into.collect() });
        }
        samples.leave_out_shrunk();
        samples
    }

    fn leave_out_shrunk(&mut self) {
        for part in 0..self.parts.len() {
            for member in 0..self.parts[part].members.len() {
                let maps = self.frames.iter_mut().map(|seen| &mut seen.into[part][member]);
                let mut maps: Vec<&mut Option<Map>> = maps.collect();
                let stretches = maps.iter().filter_map(|map| Some(map.as_ref()?.stretch()));
                let least = stretches.reduce(|least, x| if x < least { x } else { least });
                let Some(least) = least else { continue };
                for map in &mut maps {
                    **map = map.filter(|map| map.stretch() <= SHRUNK * least);
                }
            }
        }
    }

    /// How many samples there are.
    pub(crate) fn count(&self) -> usize {
        self.vertices.len() * self.frames.len()
    }

    /// For each sample how much it counts: as many vertices of the file as it stands for, or not at all
    /// where its bone flattens it, so that no hitbox could be trimmed to save it.
    pub(crate) fn weights(&self) -> Vec<u32> {
        let weight = |seen: &Seen, it: &Moved| {
            if seen.into[it.part][it.member].is_some() { it.weight } else { 0 }
        };
        let of_frame = |seen| self.vertices.iter().map(move |it| weight(seen, it));
        self.frames.iter().flat_map(of_frame).collect()
    }

    /// For each part the places of its own vertices in its space, in all frames.
    pub(crate) fn clouds(&self) -> Vec<Vec<[f32; 3]>> {
        let mut clouds = vec![Vec::new(); self.parts.len()];
        let firsts: Vec<Vec<Option<usize>>> =
            (0..self.parts.len()).map(|part| self.firsts(part)).collect();
        for (index, seen) in self.frames.iter().enumerate() {
            for it in &self.vertices {
                // What one bone moves alone stays where it is in its space.
                let is_new = !it.alone || firsts[it.part][it.member] == Some(index);
                if is_new && let Some(into) = &seen.into[it.part][it.member] {
                    let local = into.place(seen.posed[it.vertex]);
                    clouds[it.part].push(local.map(|x| x as f32));
                }
            }
        }
        clouds
    }

    /// For each member of a part the first frame in which its bone does not flatten space, as one
    /// does that is scaled to nothing.
    fn firsts(&self, part: usize) -> Vec<Option<usize>> {
        let first =
            |member: usize| self.frames.iter().position(|seen| seen.into[part][member].is_some());
        (0..self.parts[part].members.len()).map(first).collect()
    }

    /// For each part the samples inside its shape. A sample inside of both shapes of a pair is there
    /// twice. None if there are more than `most`, all together.
    pub(crate) fn entries(&self, shapes: &[Shape3], most: usize) -> Option<Vec<Vec<Entry>>> {
        let found = AtomicUsize::new(0);
        let more = |n| found.fetch_add(n, Ordering::Relaxed) + n <= most;
        let entries = in_parallel(shapes, 1, &|_| (), || {
            |part, shape: &_| self.entries_of(part, shape, more)
        });
        entries.into_iter().collect()
    }

    /// The samples inside a part's shape; none if `more` refuses those of a frame.
    fn entries_of(
        &self,
        part: usize,
        shape: &Shape3,
        more: impl Fn(usize) -> bool,
    ) -> Option<Vec<Entry>> {
        let count = self.vertices.len();
        let mut entries = Vec::new();
        let Some(probe) = Probe::of(shape) else { return Some(entries) };
        let (middle, reach) = probe.ball();
        let firsts = self.firsts(part);
        for (index, seen) in self.frames.iter().enumerate() {
            let before = entries.len();
            for (member, into) in seen.into[part].iter().enumerate() {
                // A cheap test first: most vertices are far away.
                let Some(into) = into else { continue };
                let Some(back) = into.inverse() else { continue };
                let around = back.place_wide(middle);
                let far = reach * back.stretch() * 1.001;
                let far = far * far;
                for (number, moved) in self.vertices.iter().enumerate() {
                    let point = seen.posed[moved.vertex];
                    let off = difference(point.map(f64::from), around);
                    if off[0] * off[0] + off[1] * off[1] + off[2] * off[2] > far {
                        continue;
                    }
                    let local = into.place(point).map(|x| x as f32);
                    if probe.contains(local) {
                        let sample = (index * count + number) as u32;
                        let own = moved.part == part && moved.member == member;
                        let again = own && moved.alone && firsts[member] != Some(index);
                        entries.push(Entry { sample, local, own, again });
                    }
                }
            }
            if !more(entries.len() - before) {
                return None;
            }
        }
        Some(entries)
    }
}
