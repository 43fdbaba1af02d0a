//! From a model to its rig.

use crate::direction::{Direction, diagonal, unit};
use crate::holdings::Holdings;
use crate::mirror::{Bind, Map};
use crate::skeleton::Skeleton;
use crate::solid::{self, Solid};
use crate::{Fit, FitError, Options, region};
use asunder::{Affine3, Bone, Hitbox, Rig, ShapeError};
use asunder_gltf::{Model, Rigging};
use std::collections::BTreeSet;

/// Fits a hitbox to every bone of a model that moves vertices.
///
/// A vertex is taken where it is when the mesh is bound to its bones, in the space of the bone it
/// counts for; rounded to `f32` there, it lies in the bone's hitbox, exactly. Hitboxes are larger than
/// that needs by 2⁻¹⁹ of the model's size (the diagonal of its bounding box) on every side, so that a
/// vertex that this bone alone moves stays in its hitbox through every pose, whatever is rounded on
/// the way; one that others pull at too may leave it.
///
/// # Errors
/// If the model has no triangles that bones or nodes move, a bone's inverse bind matrix is bad, or
/// a bone's vertices lie too far out.
pub fn fit(model: &Model, options: &Options) -> Result<Fit, FitError> {
    Plan::of(model, options)?.build()
}

/// The part of a model's size that hitboxes have to spare on every side.
const ROOM: f64 = 1.0 / (1 << 19) as f64;

/// What hitboxes are to be made around.
pub(crate) struct Plan<'a> {
    model: &'a Model,
    options: &'a Options,
    pub(crate) skeleton: Skeleton,
    pub(crate) holdings: Holdings,
    /// For each bone the points its hitbox encloses, in the bone's space.
    pub(crate) clouds: Vec<Vec<[f32; 3]>>,
    pub(crate) bones: Vec<Bone>,
    /// What hitboxes have to spare on every side.
    pub(crate) room: f64,
}

impl<'a> Plan<'a> {
    pub(crate) fn of(model: &'a Model, options: &'a Options) -> Result<Self, FitError> {
        bounded(model)?;
        let skeleton = Skeleton::of(model);
        let bones = bones(model, &skeleton)?;
        let holdings = Holdings::of(model, &skeleton, options);
        let cloud = |bone| holdings.cloud(model, &skeleton, bone);
        let clouds = (0..bones.len()).map(cloud).collect();
        let mut all = Vec::new();
        let (pose, mut posed) = (model.rest_pose(), Vec::new());
        for mesh in &model.meshes {
            model.posed_positions(mesh, &pose, &mut posed);
            all.append(&mut posed);
        }
        let room = ROOM * diagonal(&all);
        Ok(Self { model, options, skeleton, holdings, clouds, bones, room })
    }

    /// For each bone what takes its vertices to its space when it is bound to them.
    pub(crate) fn binds(&self) -> Vec<Bind> {
        let rest = self.model.rest_pose();
        let bind =
            |(bone, &node): (usize, &usize)| match self.skeleton.inverse_bind(self.model, bone) {
                Some(matrix) => Bind::Joint(Map::from_matrix(matrix)),
                None => Bind::Rigid(Map::from_matrix(&rest[node]).inverse()),
            };
        self.skeleton.nodes.iter().enumerate().map(bind).collect()
    }

    /// The rig around the clouds.
    pub(crate) fn build(&self) -> Result<Fit, FitError> {
        self.build_with(|bone, cloud| {
            let along: Vec<Direction> = self.way_to_child(bone).into_iter().collect();
            solid::around(cloud, self.options.shape, &along, self.room)
        })
    }

    /// The rig of the shapes that `around` gives for each bone and its cloud.
    pub(crate) fn build_with(
        &self,
        around: impl Fn(usize, &[[f32; 3]]) -> Result<Solid, ShapeError>,
    ) -> Result<Fit, FitError> {
        let mut rig = Rig::new(&self.model.name, self.bones.clone())?;
        let mut hitboxes = vec![None; self.bones.len()];
        let mut taken = BTreeSet::new();
        for (bone, hitbox) in hitboxes.iter_mut().enumerate() {
            let cloud = &self.clouds[bone];
            if cloud.is_empty() {
                continue;
            }
            let solid = around(bone, cloud).map_err(|cause| self.refused(bone, cause))?;
            let region = Some(region::of(&self.bones[bone].name, &mut taken));
            *hitbox = Some(rig.add(Hitbox { region, ..Hitbox::new(bone, solid.shape) })?);
        }
        if rig.hitboxes().is_empty() {
            return Err(FitError::Empty { model: self.model.name.clone() });
        }
        let hitboxes = self.holdings.homes.iter().map(|&home| hitboxes[home]).collect();
        let rigging = Rigging::new(self.model, rig, self.skeleton.nodes.clone())
            .expect("each bone is a node of the model");
        Ok(Fit { rigging, hitboxes })
    }

    /// The error about a bone whose vertices have no shape around them.
    pub(crate) fn refused(&self, bone: usize, cause: ShapeError) -> FitError {
        FitError::Bone {
            model: self.model.name.clone(),
            bone: self.bones[bone].name.clone(),
            cause,
        }
    }

    /// The direction from a bone to the bone that hangs on it, in its space; of several, the one
    /// farthest away, of those the first.
    pub(crate) fn way_to_child(&self, bone: usize) -> Option<Direction> {
        let mut farthest: Option<(f64, Direction)> = None;
        for (child, parent) in self.skeleton.parents.iter().enumerate() {
            if *parent != Some(bone) {
                continue;
            }
            let Some(way) = self.skeleton.joint_in(self.model, child, bone) else { continue };
            let square = crate::direction::dot(way, way);
            if farthest.is_none_or(|(most, _)| square > most) {
                farthest = Some((square, way));
            }
        }
        unit(farthest?.1)
    }
}

/// Refuses what would take gigabytes.
fn bounded(model: &Model) -> Result<(), FitError> {
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
        Ok(Bone { name, parent: skeleton.parents[index], inverse_bind })
    };
    skeleton.nodes.iter().enumerate().map(bone).collect()
}
