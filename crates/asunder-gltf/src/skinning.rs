//! A model's surface as a skin, with the nodes that move it.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use asunder::Affine3;

use crate::matrix::product;
use crate::rigging::affine;
use crate::{GltfError, Matrix, MeshInstance, Model};

/// The triangles of all meshes of a model as one [`Skin`](asunder::Skin), and the nodes whose matrices move it:
/// rays and shapes are asked against the body itself, where a [`Rigging`](crate::Rigging) has hitboxes.
///
/// A rigid mesh, such as a head that hangs on a bone, is moved by its node alone.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use asunder::prelude::*;
/// use asunder_gltf::{Model, Skinning};
///
/// let model = Model::open("knight.glb")?;
/// let skinning = Skinning::of(&model)?;
///
/// let (mut pose, mut matrices) = (Vec::new(), Vec::new()); // reused from frame to frame
/// model.sample(model.clip("Walk")?, 0.25, &mut pose);
/// skinning.matrices(&pose, &mut matrices);
/// let shot = Ray3::new([0.0, 1.5, 9.0], [0.0, 0.0, -1.0]);
/// if let Some(hit) = skinning.skin().posed(&matrices)?.ray_cast(&shot) {
///     println!("hit at {}, in {:?}", hit.point, skinning.triangle(hit.part));
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Skinning {
    skin: asunder::Skin,
    joints: Vec<Joint>,
    /// For each mesh the number of its first triangle.
    firsts: Vec<u32>,
}

/// What moves vertices: a node, and the inverse bind matrix that is applied before it, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Joint {
    node: usize,
    inverse_bind: Option<Matrix>,
}

/// The joints, each once.
#[derive(Default)]
struct Joints {
    list: Vec<Joint>,
    /// By node the numbers of its joints.
    of_node: BTreeMap<usize, Vec<usize>>,
}

impl Joints {
    /// The number of a joint, which is added if there is none like it.
    fn number(&mut self, joint: Joint) -> usize {
        let known = self.of_node.entry(joint.node).or_default();
        if let Some(&number) = known.iter().find(|&&number| self.list[number] == joint) {
            return number;
        }
        known.push(self.list.len());
        self.list.push(joint);
        self.list.len() - 1
    }
}

impl Skinning {
    /// The skin of a model.
    ///
    /// Its triangles are those of [`Model::meshes`], one mesh after the other. Its joints are in the order of the
    /// [`Skeleton`](crate::Skeleton): the joints of all skins, then the nodes with rigid meshes. A node that
    /// is bound in different ways is one joint for each.
    ///
    /// # Errors
    /// If there are more than 65,536 joints, or the parts of the model are no skin, as those of a model in a
    /// file are not.
    pub fn of(model: &Model) -> Result<Self, GltfError> {
        let mut joints = Joints::default();
        let numbers: Vec<Vec<usize>> = model
            .skins
            .iter()
            .map(|skin| {
                let bound = skin.joints.iter().zip(&skin.inverse_bind);
                let joint =
                    |(&node, bind): (&usize, &Matrix)| Joint { node, inverse_bind: Some(*bind) };
                bound.map(|it| joints.number(joint(it))).collect()
            })
            .collect();
        let rigid: Vec<usize> = model
            .meshes
            .iter()
            .map(|mesh| match mesh.skin {
                None => joints.number(Joint { node: mesh.node, inverse_bind: None }),
                Some(_) => 0,
            })
            .collect();
        if joints.list.len() > 1 << 16 {
            return Err(GltfError::Unsupported {
                file: model.name.clone(),
                path: String::from("skins"),
                feature: format!("{} joints and nodes with rigid meshes", joints.list.len()),
                remedy: String::from("export with at most 65536 in one file"),
            });
        }
        let (mut vertices, mut influences) = (Vec::new(), Vec::new());
        let (mut triangles, mut firsts) = (Vec::new(), Vec::new());
        for (mesh, &carrier) in model.meshes.iter().zip(&rigid) {
            firsts.push(triangles.len() as u32);
            let base = vertices.len() as u32;
            vertices.extend(mesh.positions.iter().copied());
            let moved =
                mesh.triangles.iter().map(|it| it.map(|corner| corner.saturating_add(base)));
            triangles.extend(moved);
            match mesh.skin {
                None => {
                    influences.extend(repeat_n(vec![(carrier as u16, 1.0)], mesh.positions.len()))
                }
                Some(skin) => influences.extend(influences_of(mesh, &numbers[skin])),
            }
        }
        let failed = |cause| GltfError::Skin { model: model.name.clone(), cause };
        let skin = asunder::Skin::try_new(vertices, influences, triangles).map_err(failed)?;
        Ok(Self { skin, joints: joints.list, firsts })
    }

    /// The skin, without the nodes.
    #[must_use]
    pub fn skin(&self) -> &asunder::Skin {
        &self.skin
    }

    /// The model's node of each joint of the skin.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.joints.iter().map(|joint| joint.node)
    }

    /// The skinning matrices in a pose of the model, as [`Model::sample`] and [`Model::blend`] give it, written
    /// over `matrices`: what [`Skin::posed`](asunder::Skin::posed) takes. With them its vertices are those
    /// of [`Model::posed_positions`], bit for bit.
    ///
    /// # Panics
    /// If `pose` is not one of the model: too few matrices.
    pub fn matrices(&self, pose: &[Matrix], matrices: &mut Vec<Affine3>) {
        matrices.clear();
        matrices.extend(self.joints.iter().map(|joint| match &joint.inverse_bind {
            None => affine(&pose[joint.node]),
            Some(inverse_bind) => affine(&product(&pose[joint.node], inverse_bind)),
        }));
    }

    /// The mesh of a triangle of the skin, an index into [`Model::meshes`], and its number in there; `None` if
    /// there is no such triangle.
    #[must_use]
    pub fn triangle(&self, number: u32) -> Option<(usize, u32)> {
        let mesh = self.firsts.partition_point(|&first| first <= number).checked_sub(1)?;
        let is_one = (number as usize) < self.skin.rest().triangles().len();
        is_one.then(|| (mesh, number - self.firsts[mesh]))
    }
}

/// The joints and weights of each vertex of a mesh whose skin's joints have these numbers.
fn influences_of<'a>(
    mesh: &'a MeshInstance,
    numbers: &'a [usize],
) -> impl Iterator<Item = Vec<(u16, f32)>> + 'a {
    mesh.joints.iter().zip(&mesh.weights).map(|(joints, weights)| {
        let moving = joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        moving.map(|(&joint, &weight)| (numbers[usize::from(joint)] as u16, weight)).collect()
    })
}
