//! Hitboxes fitted to the skin of a scene.

use crate::error::Refusal;
use crate::plugin::AsunderSystems;
use crate::rig::{HitboxRig, RigSource};
use crate::world::{CollisionWorld, Subject};
use asunder::Affine3;
use asunder_gltf::matrix::product;
use asunder_gltf::{Matrix, MeshInstance, Model, Node, Skin, Transform};
use bevy_app::{App, FixedPostUpdate, PostUpdate};
use bevy_asset::Assets;
use bevy_ecs::change_detection::{DetectChanges as _, DetectChangesMut as _, Res, ResMut};
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::name::Name;
use bevy_ecs::schedule::IntoScheduleConfigs as _;
use bevy_ecs::system::{Query, SystemParam};
use bevy_mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy_mesh::{Mesh, Mesh3d, PrimitiveTopology, VertexAttributeValues};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) fn add_systems(app: &mut App, fixed: bool) {
    // What is fitted is placed in the same frame, and refused in the same order in every run.
    let fit = || fit_rigs.after(AsunderSystems::Move).before(AsunderSystems::Place);
    if fixed {
        app.add_systems(FixedPostUpdate, fit());
    } else {
        app.add_systems(PostUpdate, fit());
    }
}

/// What is read of a scene.
#[derive(SystemParam)]
struct Scene<'w, 's> {
    all: &'w Entities,
    children: Query<'w, 's, &'static Children>,
    parents: Query<'w, 's, &'static ChildOf>,
    names: Query<'w, 's, &'static Name>,
    skinned: Query<'w, 's, (&'static SkinnedMesh, &'static Mesh3d)>,
    meshes: Option<Res<'w, Assets<Mesh>>>,
    bindposes: Option<Res<'w, Assets<SkinnedMeshInverseBindposes>>>,
}

fn fit_rigs(
    mut world: ResMut<'_, CollisionWorld>,
    mut rigs: Query<'_, '_, (Entity, &mut HitboxRig, Option<&Name>)>,
    scene: Scene<'_, '_>,
) {
    for (entity, mut rig, name) in &mut rigs {
        let RigSource::Fit(options) = &rig.source else { continue };
        if rig.resolved.is_some() && !rig.is_changed() {
            continue;
        }
        // A scene that could not be fitted is looked at again only when the rig is set anew; one that lacks
        // a joint, at every step.
        let refusal = world.refused.get(&(entity, Subject::Fit));
        let is_final = refusal.is_some_and(|it| !matches!(it, Refusal::Joints { .. }));
        if is_final && !rig.is_changed() {
            continue;
        }
        let options = Arc::clone(options);
        match fitted(entity, name, &options, &scene) {
            Ok(None) => {}
            Ok(Some((fitted, joints))) => {
                world.refused.remove(&(entity, Subject::Fit));
                let fitted = rig.ready(fitted);
                rig.bypass_change_detection().resolved = Some((fitted, joints));
            }
            Err(reason) => world.refuse(entity, Subject::Fit, name, reason),
        }
    }
}

type Resolved = (asunder::Rig, Vec<Entity>);

/// The rig around the skins of an entity and its descendants; `None` while something is not loaded.
fn fitted(
    entity: Entity,
    name: Option<&Name>,
    options: &asunder_fit::Options,
    scene: &Scene<'_, '_>,
) -> Result<Option<Resolved>, Refusal> {
    let (Some(meshes), Some(bindposes)) = (&scene.meshes, &scene.bindposes) else {
        return Ok(None);
    };
    let mut loaded = Vec::new();
    for it in core::iter::once(entity).chain(scene.children.iter_descendants(entity)) {
        let Ok((skinned, mesh)) = scene.skinned.get(it) else { continue };
        let binds = bindposes.get(&skinned.inverse_bindposes);
        let (Some(mesh), Some(binds)) = (meshes.get(&mesh.0), binds) else { return Ok(None) };
        let there = skinned.joints.iter().filter(|&&joint| scene.all.contains(joint)).count();
        if there != skinned.joints.len() {
            return Err(Refusal::Joints { expected: skinned.joints.len(), found: there });
        }
        loaded.push((skinned, mesh, binds));
    }
    if loaded.is_empty() {
        return Ok(None);
    }
    let mut model = SceneModel::default();
    for (skinned, mesh, binds) in loaded {
        model.add(skinned, mesh, binds, scene)?;
    }
    let name = name.map_or_else(|| entity.to_string(), |name| name.as_str().to_owned());
    let (model, joints) = model.finish(name, scene)?;
    let fit = asunder_fit::fit(&model, options).map_err(|error| failed(&error))?;
    let joints = fit.nodes().iter().map(|&node| joints[node]).collect();
    Ok(Some((fit.into_rig(), joints)))
}

fn failed(error: &dyn core::error::Error) -> Refusal {
    Refusal::Fit(error.to_string())
}

/// The skins of a scene as a model in its bind pose.
#[derive(Default)]
struct SceneModel {
    /// The joints, in the order in which they were found, each with where it was when its skin was bound.
    joints: Vec<(Entity, Matrix)>,
    number: BTreeMap<Entity, usize>,
    skins: Vec<Skin>,
    meshes: Vec<MeshInstance>,
}

impl SceneModel {
    fn add(
        &mut self,
        skinned: &SkinnedMesh,
        mesh: &Mesh,
        binds: &[bevy_math::Mat4],
        scene: &Scene<'_, '_>,
    ) -> Result<(), Refusal> {
        if binds.len() != skinned.joints.len() {
            let (expected, found) = (binds.len(), skinned.joints.len());
            return Err(Refusal::Joints { expected, found });
        }
        let mut nodes = Vec::with_capacity(binds.len());
        let inverse_bind: Vec<Matrix> = binds.iter().map(|bind| bind.to_cols_array()).collect();
        for (&joint, inverse) in skinned.joints.iter().zip(&inverse_bind) {
            let next = self.joints.len();
            let node = *self.number.entry(joint).or_insert(next);
            if node == next {
                self.joints.push((joint, bind_pose(inverse, joint, scene)?));
            }
            nodes.push(node);
        }
        let skin = self.skins.len();
        self.skins.push(Skin { name: format!("skin{skin}"), joints: nodes, inverse_bind });
        let number = self.meshes.len();
        self.meshes.push(mesh_instance(mesh, format!("mesh{number}"), skin)?);
        Ok(())
    }

    /// The model, and the entity of each of its nodes.
    fn finish(self, name: String, scene: &Scene<'_, '_>) -> Result<(Model, Vec<Entity>), Refusal> {
        let mut nodes = Vec::with_capacity(self.joints.len());
        for (number, (joint, global)) in self.joints.iter().enumerate() {
            let above = |entity| self.number.get(&entity).copied();
            let parent = scene.parents.iter_ancestors(*joint).find_map(above);
            let local = match parent {
                None => *global,
                Some(parent) => {
                    let (entity, above) = &self.joints[parent];
                    product(&inverse(above).ok_or_else(|| flat(*entity, scene))?, global)
                }
            };
            let name = name_of(*joint, scene).unwrap_or_else(|| format!("joint{number}"));
            nodes.push(Node { name, parent, rest: Transform::Matrix(local) });
        }
        let model = Model::assemble(name, nodes, self.skins, self.meshes);
        let joints = self.joints.into_iter().map(|(joint, _)| joint).collect();
        Ok((model.map_err(|error| failed(&error))?, joints))
    }
}

fn name_of(entity: Entity, scene: &Scene<'_, '_>) -> Option<String> {
    scene.names.get(entity).ok().map(|name| name.as_str().to_owned())
}

/// Where a joint was when its skin was bound.
fn bind_pose(bind: &Matrix, joint: Entity, scene: &Scene<'_, '_>) -> Result<Matrix, Refusal> {
    inverse(bind).ok_or_else(|| flat(joint, scene))
}

fn flat(joint: Entity, scene: &Scene<'_, '_>) -> Refusal {
    let joint = name_of(joint, scene).unwrap_or_else(|| joint.to_string());
    Refusal::Fit(format!(
        "the inverse bind matrix of joint {joint} has no inverse; expected one of finite numbers that \
         flattens nothing"
    ))
}

fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let inverse = Affine3::from_gltf(matrix).ok()?.inverse()?;
    let mut result = asunder_gltf::matrix::IDENTITY;
    for column in 0..3 {
        result[4 * column..4 * column + 3].copy_from_slice(&inverse.column(column).to_array());
    }
    result[12..15].copy_from_slice(&inverse.translation().to_array());
    Some(result)
}

fn mesh_instance(mesh: &Mesh, name: String, skin: usize) -> Result<MeshInstance, Refusal> {
    let missing = |what: &str| {
        Refusal::Fit(format!(
            "{name} has no {what}; expected a triangle list with positions, joint indices (Uint16x4) and \
             joint weights (Float32x4), kept in the main world (RenderAssetUsages::MAIN_WORLD)"
        ))
    };
    if mesh.primitive_topology() != PrimitiveTopology::TriangleList {
        return Err(missing("list of triangles"));
    }
    let Ok(VertexAttributeValues::Float32x3(positions)) =
        mesh.try_attribute(Mesh::ATTRIBUTE_POSITION)
    else {
        return Err(missing("positions"));
    };
    let Ok(VertexAttributeValues::Uint16x4(joints)) =
        mesh.try_attribute(Mesh::ATTRIBUTE_JOINT_INDEX)
    else {
        return Err(missing("joint indices"));
    };
    let Ok(VertexAttributeValues::Float32x4(weights)) =
        mesh.try_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT)
    else {
        return Err(missing("joint weights"));
    };
    let corners: Vec<u32> = match mesh.try_indices_option() {
        Ok(Some(indices)) => indices.iter().map(|corner| corner as u32).collect(),
        Ok(None) => (0..u32::try_from(positions.len()).unwrap_or(u32::MAX)).collect(),
        Err(_) => return Err(missing("indices")),
    };
    let (triangles, _) = corners.as_chunks::<3>();
    let eight_joints =
        |four: &[u16; 4]| core::array::from_fn(|i| four.get(i).copied().unwrap_or(0));
    let eight_weights =
        |four: &[f32; 4]| core::array::from_fn(|i| four.get(i).copied().unwrap_or(0.0));
    Ok(MeshInstance {
        name,
        node: 0,
        skin: Some(skin),
        positions: positions.clone(),
        joints: joints.iter().map(eight_joints).collect(),
        weights: weights.iter().map(eight_weights).collect(),
        triangles: triangles.to_vec(),
    })
}
