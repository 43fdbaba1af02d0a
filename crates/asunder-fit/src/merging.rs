//! Merging of bones: those of a region into one, and regions into fewer.

use crate::body::{BodyPart, Region};
use crate::region::{Side, side_of};
use crate::skeleton::Skeleton;
use crate::vertex_assignment::VertexAssignment;
use crate::{Detail, Options};
use asunder_gltf::Model;
use std::collections::BTreeMap;
use std::ops::Range;

use BodyPart::{
    Arm, Chest, Foot, Forearm, Hand, Head, Hips, Leg, Neck, Shin, Shoulder, Stomach, Thigh,
};

/// Which regions merge into which, tier by tier: all of a tier before any of the next, so that what games
/// ask for by name lasts longest: the head, hands and feet. Of several targets the one that costs least.
const TIERS: [&[(BodyPart, &[BodyPart])]; 6] = [
    &[(Neck, &[Head, Chest]), (Shoulder, &[Chest, Arm]), (Stomach, &[Hips, Chest])],
    &[
        (Forearm, &[Arm]),
        (Shin, &[Thigh, Leg]),
        (Hips, &[Chest, Stomach]),
        (Chest, &[Hips, Stomach]),
    ],
    &[(Foot, &[Shin, Leg, Thigh])],
    &[(Hand, &[Forearm, Arm])],
    &[
        (Arm, &[Shoulder, Chest, Hips, Stomach]),
        (Forearm, &[Chest, Hips, Stomach]),
        (Thigh, &[Hips, Chest, Stomach]),
        (Leg, &[Hips, Chest, Stomach]),
        (Shin, &[Hips, Chest, Stomach]),
    ],
    &[(Head, &[Chest, Hips, Stomach, Neck])],
];

/// The share of the volume of all bones' bounding boxes that is much for one merge to add.
const MUCH_VOLUME: f64 = 0.15;

/// The tier of bones of no body into the nearest bone above them: with the first of [`TIERS`].
const PROPS_TIER: usize = 1;

/// The vertices of a model's bones, merged as the options say.
pub(crate) fn merged_assignment(
    model: &Model,
    skeleton: &Skeleton,
    options: &Options,
) -> VertexAssignment {
    let mut assignment = VertexAssignment::of(model, skeleton, options);
    let bones = 0..skeleton.nodes.len();
    let used: Vec<bool> = bones.map(|bone| assignment.has_vertices(bone)).collect();
    if options.detail == Detail::Regions {
        merge_regions(&mut assignment, model, skeleton);
        merge_props(&mut assignment, model, skeleton);
    }
    assignment.merge_small_bones(model, skeleton, f64::from(options.merge_below));
    if let Some(max) = options.max {
        merge_to_limit(&mut assignment, model, skeleton, max);
    }
    assignment.lost = assignment.lost_regions(&used);
    assignment
}

/// Merges the bones of each region into the one of them that is nearest to the root; of several, the one
/// with most vertices, of those the first.
fn merge_regions(assignment: &mut VertexAssignment, model: &Model, skeleton: &Skeleton) {
    let mut regions: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for bone in (0..skeleton.nodes.len()).filter(|&bone| assignment.has_vertices(bone)) {
        if assignment.regions[bone].is_shared {
            regions.entry(assignment.regions[bone].name.clone()).or_default().push(bone);
        }
    }
    for bones in regions.into_values() {
        let rank = |&bone: &usize| {
            let depth = std::iter::successors(Some(bone), |&at| skeleton.parents[at]).count();
            (depth, usize::MAX - assignment.count(bone), bone)
        };
        let Some(home) = bones.iter().copied().min_by_key(rank) else { continue };
        for bone in bones {
            if bone != home && assignment.is_bound(model, skeleton, bone, home) {
                assignment.merge(bone, home);
            }
        }
    }
    assignment.finish_merges();
}

/// Merges rigid meshes that are no body and hang on one joint that moves nothing else, as the weapons and
/// shields that a hand may hold do: they share a hitbox, named after that joint.
fn merge_props(assignment: &mut VertexAssignment, model: &Model, skeleton: &Skeleton) {
    let mut held: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for bone in (0..skeleton.nodes.len()).filter(|&bone| assignment.has_vertices(bone)) {
        if !is_rigid_prop(assignment, model, bone) {
            continue;
        }
        let mut above = std::iter::successors(skeleton.parents[bone], |&at| skeleton.parents[at]);
        let Some(joint) = above.find(|&it| skeleton.bindings[it].is_some()) else { continue };
        if !assignment.has_vertices(joint) && assignment.is_bound(model, skeleton, bone, joint) {
            held.entry(joint).or_default().push(bone);
        }
    }
    for (joint, bones) in held.into_iter().filter(|(_, bones)| bones.len() > 1) {
        assignment.regions[joint] = Region::of_no_body(&model.nodes[skeleton.nodes[joint]].name);
        for bone in bones {
            assignment.merge(bone, joint);
        }
    }
    assignment.finish_merges();
}

/// Whether a bone carries rigid meshes alone, and is of no body.
fn is_rigid_prop(assignment: &VertexAssignment, model: &Model, bone: usize) -> bool {
    let region = &assignment.regions[bone];
    region.part.is_none() && !region.is_shared && assignment.is_rigid(model, bone)
}

/// Merges bones until at most `max` have vertices: within a region first, then by [`TIERS`], then whatever
/// is left into the nearest bone above. In a tier what adds least volume is first, a left one together with
/// its right one.
fn merge_to_limit(
    assignment: &mut VertexAssignment,
    model: &Model,
    skeleton: &Skeleton,
    max: usize,
) {
    let mut known = BTreeMap::new();
    loop {
        let merger = Merger { assignment, model, skeleton };
        let left: Vec<usize> = merger.left().collect();
        if left.len() <= max {
            return;
        }
        let Some((bone, home)) = merger.next(&left, &mut known) else { return };
        let opposite = merger.opposite(bone, &left).and_then(|other| {
            let home = merger.opposite(home, &left).unwrap_or(home);
            let is_free = other != home && merger.added(other, home, &mut known).is_some();
            is_free.then_some((other, home))
        });
        let changed: Vec<usize> = [Some((bone, home)), opposite]
            .into_iter()
            .flatten()
            .flat_map(|it| [it.0, it.1])
            .collect();
        assignment.merge(bone, home);
        if let Some((other, home)) = opposite {
            // What the first was merged into has its vertices now.
            assignment.merge(other, assignment.merged_into[home]);
        }
        assignment.finish_merges();
        known.retain(|&(a, b), _| !changed.contains(&a) && !changed.contains(&b));
    }
}

/// For each pair of bones the volume that merging the first into the second adds; `None` if it cannot be.
type Added = BTreeMap<(usize, usize), Option<f64>>;

struct Merger<'a> {
    assignment: &'a VertexAssignment,
    model: &'a Model,
    skeleton: &'a Skeleton,
}

impl Merger<'_> {
    /// The bones that have vertices.
    fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.skeleton.nodes.len()).filter(|&bone| self.assignment.has_vertices(bone))
    }

    fn region(&self, bone: usize) -> &Region {
        &self.assignment.regions[bone]
    }

    /// The next merge: of the first tier that has any, the one that adds least volume, of equals the first.
    /// One that adds much waits until no tier before the head's has any other: chest and hips are near each
    /// other in who stands on two legs, and far apart in who stands on four.
    fn next(&self, left: &[usize], known: &mut Added) -> Option<(usize, usize)> {
        let volume = |&bone: &usize| {
            self.assignment.volume_in(self.model, self.skeleton, &[bone], bone).unwrap_or(0.0)
        };
        let much = MUCH_VOLUME * left.iter().map(volume).sum::<f64>();
        self.next_of(0..TIERS.len(), much, left, known)
            .or_else(|| self.next_of(0..TIERS.len() + 2, f64::INFINITY, left, known))
    }

    /// Of the first tier that has a merge that adds no more than a volume, that which adds least.
    fn next_of(
        &self,
        tiers: Range<usize>,
        most: f64,
        left: &[usize],
        known: &mut Added,
    ) -> Option<(usize, usize)> {
        for tier in tiers {
            let mut best: Option<(f64, usize, usize)> = None;
            for &bone in left {
                // What a hand holds need not be in its hitbox.
                let is_free = is_rigid_prop(self.assignment, self.model, bone);
                for home in self.targets(bone, tier, left) {
                    let Some(added) = self.added(bone, home, known) else { continue };
                    if (added <= most || is_free) && best.is_none_or(|(least, ..)| added < least) {
                        best = Some((added, bone, home));
                    }
                }
            }
            if let Some((_, bone, home)) = best {
                return Some((bone, home));
            }
        }
        None
    }

    /// The bones that a tier lets a bone be merged into.
    fn targets(&self, bone: usize, tier: usize, left: &[usize]) -> Vec<usize> {
        let region = self.region(bone);
        let others = left.iter().copied().filter(|&other| other != bone);
        if tier == 0 {
            // Towards the root, where both are on one line to it.
            let is_above = |other: usize| self.ancestors(bone).any(|above| above == other);
            let is_below = |other: usize| self.ancestors(other).any(|above| above == bone);
            return others
                .filter(|&other| region.is_same(self.region(other)))
                .filter(|&other| is_above(other) || !is_below(other))
                .collect();
        }
        if tier > TIERS.len() || (tier == PROPS_TIER && region.part.is_none()) {
            let mut above = self.ancestors(bone);
            return above
                .find(|&it| {
                    self.assignment.has_vertices(it)
                        && self.assignment.is_bound(self.model, self.skeleton, bone, it)
                })
                .into_iter()
                .collect();
        }
        let Some((_, into)) = TIERS[tier - 1].iter().find(|(part, _)| region.is(*part)) else {
            return Vec::new();
        };
        let same_side = |other: &Region| {
            other.side.is_none() || region.side.is_none() || other.side == region.side
        };
        let fits = |other: usize| {
            let other = self.region(other);
            other.part.is_some_and(|part| into.contains(&part)) && same_side(other)
        };
        others.filter(|&other| fits(other)).collect()
    }

    /// The volume that merging a bone into another adds to the bounding boxes of both, in the bind pose.
    fn added(&self, bone: usize, home: usize, known: &mut Added) -> Option<f64> {
        *known.entry((bone, home)).or_insert_with(|| {
            let volume = |bones: &[usize], home: usize| {
                self.assignment.volume_in(self.model, self.skeleton, bones, home)
            };
            let added =
                volume(&[bone, home], home)? - volume(&[bone], bone)? - volume(&[home], home)?;
            added.is_finite().then_some(added)
        })
    }

    fn ancestors(&self, bone: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.skeleton.parents[bone], |&above| self.skeleton.parents[above])
    }

    /// The bone of the other side.
    fn opposite(&self, bone: usize, left: &[usize]) -> Option<usize> {
        let [mine, others] = [[bone].as_slice(), left]
            .map(|bones| sides(bones, self.assignment, self.model, self.skeleton));
        let (side, name) = mine[0].as_ref()?;
        let is_opposite = |(_, other): &(usize, &Option<(Side, String)>)| {
            other.as_ref().is_some_and(|(opposite, same)| opposite != side && same == name)
        };
        let found = left.iter().copied().zip(&others).find(|it| is_opposite(it));
        found.map(|(other, _)| other)
    }
}

/// For each of some bones its side, with what its name is without; of bones with vertices whose region no
/// other has, the region's.
pub(crate) fn sides(
    bones: &[usize],
    assignment: &VertexAssignment,
    model: &Model,
    skeleton: &Skeleton,
) -> Vec<Option<(Side, String)>> {
    let all = || (0..skeleton.nodes.len()).filter(|&bone| assignment.has_vertices(bone));
    let of = |&bone: &usize| {
        let region = &assignment.regions[bone];
        let is_alone = || all().all(|it| it == bone || !assignment.regions[it].is_same(region));
        match (region.side, region.part) {
            (Some(side), Some(part)) if is_alone() => Some((side, format!("{part:?}"))),
            _ => side_of(&model.nodes[skeleton.nodes[bone]].name),
        }
    };
    bones.iter().map(of).collect()
}
