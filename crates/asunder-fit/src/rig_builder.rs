//! Building a rig from a model.

use crate::alignment::{Alignment, most_excess};
use crate::enclosing::{self, EnclosingShape};
use crate::mirror::{AffineF64, Bind};
use crate::region::Side;
use crate::skeleton::Skeleton;
use crate::vector::{Vector, diagonal, unit};
use crate::vertex_assignment::VertexAssignment;
use crate::{Fit, FitError, Options, merging, region};
use asunder::{Affine3, Bone, Hitbox, Rig, Shape3, ShapeError};
use asunder_gltf::{Model, Rigging, bone_index};
use std::collections::BTreeSet;

/// Fits a hitbox to every bone of a model that moves vertices.
///
/// A vertex is read in the bind pose, in the space of the bone it is assigned to; rounded to `f32` there,
/// it lies in the bone's hitbox, exactly. Hitboxes are larger than that needs by 2⁻¹⁹ of the model's
/// size (the diagonal of its bounding box) on every side, so that a vertex that this bone alone moves
/// stays in its hitbox in every pose, despite rounding; one that other bones move, too, may leave it.
///
/// # Errors
/// If the model has no triangles that bones or nodes move, a bone's inverse bind matrix is bad, or
/// a bone's vertices lie too far out.
pub fn fit(model: &Model, options: &Options) -> Result<Fit, FitError> {
    RigBuilder::of(model, options)?.build()
}

/// The margin of hitboxes on every side, as a fraction of the model's size.
const MARGIN: f64 = 1.0 / (1 << 19) as f64;

/// A builder of rigs: bones, the points of each bone, and the margin around them.
pub(crate) struct RigBuilder<'a> {
    model: &'a Model,
    options: &'a Options,
    pub(crate) skeleton: Skeleton,
    pub(crate) assignment: VertexAssignment,
    /// For each bone the points that its hitbox encloses, in the bone's space.
    pub(crate) clouds: Vec<Vec<[f32; 3]>>,
    pub(crate) bones: Vec<Bone>,
    /// The margin of hitboxes on every side.
    pub(crate) margin: f64,
}

impl<'a> RigBuilder<'a> {
    pub(crate) fn of(model: &'a Model, options: &'a Options) -> Result<Self, FitError> {
        check_size(model)?;
        let names: BTreeSet<&str> = model.nodes.iter().map(|node| node.name.as_str()).collect();
        for (bone, region) in &options.regions {
            if !names.contains(bone.as_str()) {
                let (model, bone, region) = (model.name.clone(), bone.clone(), region.clone());
                return Err(FitError::NoBone { model, bone, region });
            }
        }
        let skeleton = Skeleton::of(model);
        let bones = bones(model, &skeleton)?;
        let assignment = merging::merged_assignment(model, &skeleton, options);
        let cloud = |bone| assignment.cloud(model, &skeleton, bone);
        let clouds = (0..bones.len()).map(cloud).collect();
        let mut all = Vec::new();
        let (pose, mut posed) = (model.rest_pose(), Vec::new());
        for mesh in &model.meshes {
            model.posed_positions(mesh, &pose, &mut posed);
            all.append(&mut posed);
        }
        let margin = MARGIN * diagonal(&all);
        Ok(Self { model, options, skeleton, assignment, clouds, bones, margin })
    }

    /// For each bone its side, and a name that it shares with the bone of the other side.
    pub(crate) fn sides(&self) -> Vec<Option<(Side, String)>> {
        let all: Vec<usize> = (0..self.bones.len()).collect();
        merging::sides(&all, &self.assignment, self.model, &self.skeleton)
    }

    /// For each bone the map from its vertices to its space in the bind pose.
    pub(crate) fn bind_maps(&self) -> Vec<Bind> {
        let rest = self.model.rest_pose();
        let bind =
            |(bone, &node): (usize, &usize)| match self.skeleton.inverse_bind(self.model, bone) {
                Some(matrix) => Bind::Joint(AffineF64::from_matrix(matrix)),
                None => Bind::Rigid(AffineF64::from_matrix(&rest[node]).inverse()),
            };
        self.skeleton.nodes.iter().enumerate().map(bind).collect()
    }

    /// The rig of shapes around the clouds.
    pub(crate) fn build(&self) -> Result<Fit, FitError> {
        let alignment = Alignment::of(self);
        self.build_with(|bone, cloud| {
            let along: Vec<Vector> = self.direction_to_child(bone).into_iter().collect();
            let choice = self.options.shape;
            let free = enclosing::enclosing_shape(cloud, choice, &along, None, self.margin)?;
            if !matches!(free.shape, Shape3::Obb(_)) {
                return Ok(free);
            }
            let axes = alignment.axes(self, bone, cloud);
            let aligned = enclosing::enclosing_shape(cloud, choice, &along, axes, self.margin)?;
            let most = most_excess(&self.assignment.regions[bone]) * free.volume;
            Ok(if aligned.volume <= most { aligned } else { free })
        })
    }

    /// The rig of the shapes that `enclosing_shape` gives for each bone and its cloud.
    pub(crate) fn build_with(
        &self,
        enclosing_shape: impl Fn(usize, &[[f32; 3]]) -> Result<EnclosingShape, ShapeError>,
    ) -> Result<Fit, FitError> {
        let mut rig = Rig::new(&self.model.name, self.bones.clone())?;
        let mut hitboxes = vec![None; self.bones.len()];
        let mut taken = BTreeSet::new();
        for (bone, hitbox) in hitboxes.iter_mut().enumerate() {
            let cloud = &self.clouds[bone];
            if cloud.is_empty() {
                continue;
            }
            let enclosing =
                enclosing_shape(bone, cloud).map_err(|cause| self.refused(bone, cause))?;
            let name = &self.bones[bone].name;
            let region = &self.assignment.regions[bone].name;
            let region = Some(region::label(region, name, &mut taken));
            *hitbox =
                Some(rig.add(Hitbox { region, ..Hitbox::new(bone_index(bone), enclosing.shape) })?);
        }
        if rig.hitboxes().is_empty() {
            return Err(FitError::Empty { model: self.model.name.clone() });
        }
        let hitboxes = self.assignment.merged_into.iter().map(|&home| hitboxes[home]).collect();
        let rigging = Rigging::new(self.model, rig, self.skeleton.nodes.clone())
            .expect("each bone is a node of the model");
        Ok(Fit { rigging, hitboxes, lost: self.assignment.lost.clone() })
    }

    /// The error of a bone whose vertices have no enclosing shape.
    pub(crate) fn refused(&self, bone: usize, cause: ShapeError) -> FitError {
        FitError::Bone {
            model: self.model.name.clone(),
            bone: self.bones[bone].name.clone(),
            cause,
        }
    }

    /// The direction from a bone to its child, in its space; of several children, the farthest, of those
    /// the first.
    pub(crate) fn direction_to_child(&self, bone: usize) -> Option<Vector> {
        let mut farthest: Option<(f64, Vector)> = None;
        for (child, parent) in self.skeleton.parents.iter().enumerate() {
            if *parent != Some(bone) {
                continue;
            }
            let Some(offset) = self.skeleton.joint_in(self.model, child, bone) else { continue };
            let square = crate::vector::dot(offset, offset);
            if farthest.is_none_or(|(most, _)| square > most) {
                farthest = Some((square, offset));
            }
        }
        unit(farthest?.1)
    }
}

/// Refuses models that would take gigabytes of memory.
fn check_size(model: &Model) -> Result<(), FitError> {
    const MOST: usize = 2_000_000;
    let vertices = model.meshes.iter().map(|mesh| mesh.positions.len()).sum();
    let triangles = model.meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    for (what, found) in [("vertices", vertices), ("triangles", triangles)] {
        if found > MOST {
            return Err(FitError::TooLarge { model: model.name.clone(), what, found, most: MOST });
        }
    }
    Ok(())
}

fn bones(model: &Model, skeleton: &Skeleton) -> Result<Vec<Bone>, FitError> {
    let bone = |(index, &node): (usize, &usize)| {
        let name = model.nodes[node].name.clone();
        let inverse_bind =
            match skeleton.inverse_bind(model, index) {
                None => Affine3::identity(),
                Some(matrix) => Affine3::from_gltf(matrix).map_err(|cause| {
                    FitError::InverseBind { model: model.name.clone(), bone: name.clone(), cause }
                })?,
            };
        Ok(Bone { name, parent: skeleton.parents[index].map(bone_index), inverse_bind })
    };
    skeleton.nodes.iter().enumerate().map(bone).collect()
}
