//! Models that are in memory already: a scene of an engine.

use crate::model::{MeshInstance, Model, Node, Skin};
use crate::{GltfError, Matrix};

impl Model {
    /// A model of parts that were not read from a file: the scene that an engine has loaded. It has no clips
    /// and no colliders; both may be added.
    ///
    /// Weights need not sum to one: they are divided by their sum, unless that is zero. `name` becomes the model's name, and names it in messages.
    ///
    /// ```
    /// use asunder_gltf::matrix::IDENTITY;
    /// use asunder_gltf::{MeshInstance, Model, Node, Skin, Transform};
    ///
    /// let node = |name: &str, parent| Node { name: name.into(), parent, rest: Transform::default() };
    /// let nodes = vec![node("hips", None), node("spine", Some(0))];
    /// let skin = Skin { name: "body".into(), joints: vec![0, 1], inverse_bind: vec![IDENTITY; 2] };
    /// let mesh = MeshInstance {
    ///     name: "body".into(),
    ///     node: 0,
    ///     skin: Some(0),
    ///     positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    ///     joints: vec![[1, 0, 0, 0, 0, 0, 0, 0]; 3],
    ///     weights: vec![[2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]; 3],
    ///     triangles: vec![[0, 1, 2]],
    /// };
    /// let model = Model::assemble("knight", nodes, vec![skin], vec![mesh])?;
    /// assert_eq!(model.meshes[0].weights[0][0], 1.0);
    /// # Ok::<(), asunder_gltf::GltfError>(())
    /// ```
    ///
    /// # Errors
    /// [`GltfError::Invalid`], with the place and what was expected, if an index has nothing that it names,
    /// nodes are their own ancestors, lists that belong together differ in length, or a number is not finite.
    pub fn assemble(
        name: impl Into<String>,
        nodes: Vec<Node>,
        skins: Vec<Skin>,
        mut meshes: Vec<MeshInstance>,
    ) -> Result<Self, GltfError> {
        let name = name.into();
        let checked = Checked { file: &name };
        let parents_first = checked.order(&nodes)?;
        for (index, skin) in skins.iter().enumerate() {
            checked.skin(&nodes, skin, index)?;
        }
        for (index, mesh) in meshes.iter_mut().enumerate() {
            checked.mesh(&nodes, &skins, mesh, index)?;
        }
        let (clips, colliders, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { name, nodes, skins, meshes, clips, colliders, warnings, parents_first })
    }
}

/// Checks of the parts of a model, which errors name.
struct Checked<'a> {
    file: &'a str,
}

impl Checked<'_> {
    /// The nodes, each after its parent.
    fn order(&self, nodes: &[Node]) -> Result<Vec<usize>, GltfError> {
        let mut children = vec![Vec::new(); nodes.len()];
        let mut order = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            self.matrix(&format!("nodes[{index}]"), &node.rest.matrix())?;
            match node.parent {
                None => order.push(index),
                Some(parent) if parent < nodes.len() => children[parent].push(index),
                Some(parent) => {
                    return self.index(&format!("nodes[{index}].parent"), parent, nodes.len());
                }
            }
        }
        let mut next = 0;
        while next < order.len() {
            let node: usize = order[next];
            next += 1;
            order.append(&mut children[node]);
        }
        match children.iter().position(|children| !children.is_empty()) {
            None => Ok(order),
            Some(node) => self.invalid(
                &format!("nodes[{node}]"),
                String::from("its own ancestor"),
                String::from("a tree"),
            ),
        }
    }

    fn skin(&self, nodes: &[Node], skin: &Skin, index: usize) -> Result<(), GltfError> {
        let place = format!("skins[{index}]");
        if let Some(&joint) = skin.joints.iter().find(|&&joint| joint >= nodes.len()) {
            return self.index(&format!("{place}.joints"), joint, nodes.len());
        }
        self.length(
            &format!("{place}.inverse_bind"),
            skin.inverse_bind.len(),
            skin.joints.len(),
            "matrices, one for each joint",
        )?;
        skin.inverse_bind.iter().enumerate().try_for_each(|(joint, matrix)| {
            self.matrix(&format!("{place}.inverse_bind[{joint}]"), matrix)
        })
    }

    fn mesh(
        &self,
        nodes: &[Node],
        skins: &[Skin],
        mesh: &mut MeshInstance,
        index: usize,
    ) -> Result<(), GltfError> {
        let place = format!("meshes[{index}]");
        let count = mesh.positions.len();
        if mesh.node >= nodes.len() {
            return self.index(&format!("{place}.node"), mesh.node, nodes.len());
        }
        if let Some(vertex) = mesh.positions.iter().position(|p| !all_finite(p)) {
            let value = format!("{:?}", mesh.positions[vertex]);
            let place = format!("{place}.positions[{vertex}]");
            return self.invalid(&place, value, String::from("finite numbers"));
        }
        let corners = mesh.triangles.as_flattened();
        if let Some(&corner) = corners.iter().find(|&&corner| corner as usize >= count) {
            return self.index(&format!("{place}.triangles"), corner as usize, count);
        }
        let joints = match mesh.skin {
            None => None,
            Some(skin) if skin < skins.len() => Some(skins[skin].joints.len()),
            Some(skin) => return self.index(&format!("{place}.skin"), skin, skins.len()),
        };
        let bound = if joints.is_some() { count } else { 0 };
        let of_each = "lists, one for each vertex of a skinned mesh";
        self.length(&format!("{place}.joints"), mesh.joints.len(), bound, of_each)?;
        self.length(&format!("{place}.weights"), mesh.weights.len(), bound, of_each)?;
        for vertex in 0..bound {
            let of = &format!("{place}.joints[{vertex}]");
            self.weights(of, &mesh.joints[vertex], &mut mesh.weights[vertex], joints.unwrap_or(0))?;
        }
        Ok(())
    }

    /// Checks the joints and weights of a vertex, and divides the weights by their sum.
    fn weights(
        &self,
        place: &str,
        joints: &[u16; 8],
        weights: &mut [f32; 8],
        count: usize,
    ) -> Result<(), GltfError> {
        if let Some(&weight) =
            weights.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0))
        {
            return self.invalid(place, format!("weighted {weight}"), String::from("zero or more"));
        }
        for (&joint, &weight) in joints.iter().zip(&*weights) {
            if weight > 0.0 && usize::from(joint) >= count {
                return self.index(place, joint.into(), count);
            }
        }
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        if sum > 0.0 {
            *weights = weights.map(|weight| (f64::from(weight) / sum) as f32);
        }
        Ok(())
    }

    fn matrix(&self, place: &str, matrix: &Matrix) -> Result<(), GltfError> {
        match matrix.iter().find(|number| !number.is_finite()) {
            None => Ok(()),
            Some(number) => self.invalid(
                place,
                format!("a matrix with {number}"),
                String::from("finite numbers"),
            ),
        }
    }

    fn length(
        &self,
        place: &str,
        found: usize,
        expected: usize,
        of: &str,
    ) -> Result<(), GltfError> {
        if found == expected {
            return Ok(());
        }
        self.invalid(place, format!("{found} long"), format!("{expected} {of}"))
    }

    fn index<T>(&self, place: &str, found: usize, count: usize) -> Result<T, GltfError> {
        self.invalid(place, found.to_string(), format!("an index below {count}"))
    }

    fn invalid<T>(&self, path: &str, value: String, expected: String) -> Result<T, GltfError> {
        let (file, path) = (self.file.to_owned(), path.to_owned());
        Err(GltfError::Invalid { file, path, value, expected })
    }
}

fn all_finite(point: &[f32; 3]) -> bool {
    point.iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::IDENTITY;
    use crate::model::Transform;

    fn nodes(parents: &[Option<usize>]) -> Vec<Node> {
        let node = |(index, &parent): (usize, &Option<usize>)| Node {
            name: format!("n{index}"),
            parent,
            rest: Transform::default(),
        };
        parents.iter().enumerate().map(node).collect()
    }

    fn skin(joints: &[usize]) -> Skin {
        let inverse_bind = vec![IDENTITY; joints.len()];
        Skin { name: String::from("s"), joints: joints.to_vec(), inverse_bind }
    }

    fn mesh() -> MeshInstance {
        MeshInstance {
            name: String::from("m"),
            node: 0,
            skin: Some(0),
            positions: vec![[0.0; 3]; 3],
            joints: vec![[0; 8]; 3],
            weights: vec![[0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]; 3],
            triangles: vec![[0, 1, 2]],
        }
    }

    fn refusal(nodes: Vec<Node>, skins: Vec<Skin>, meshes: Vec<MeshInstance>) -> String {
        match Model::assemble("knight", nodes, skins, meshes) {
            Ok(_) => panic!("it was taken"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn parents_come_first() {
        let model = Model::assemble("m", nodes(&[Some(2), Some(0), None]), vec![], vec![]).unwrap();
        assert_eq!(model.parents_first(), [2, 0, 1]);
    }

    #[test]
    fn weights_are_divided_by_their_sum() {
        let mut mesh = mesh();
        mesh.weights[0] = [3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        mesh.weights[1] = [0.0; 8];
        let model = Model::assemble("m", nodes(&[None]), vec![skin(&[0])], vec![mesh]).unwrap();
        assert_eq!(model.meshes[0].weights[0][..2], [0.75, 0.25]);
        assert_eq!(model.meshes[0].weights[1], [0.0; 8]);
    }

    #[test]
    fn refusals_name_the_place_and_what_was_expected() {
        let one = || nodes(&[None]);
        let bad = |change: fn(&mut MeshInstance)| {
            let mut mesh = mesh();
            change(&mut mesh);
            refusal(one(), vec![skin(&[0])], vec![mesh])
        };
        for (found, expected) in [
            (
                refusal(nodes(&[Some(7)]), vec![], vec![]),
                "nodes[0].parent is 7; expected an index below 1",
            ),
            (
                refusal(nodes(&[Some(1), Some(0)]), vec![], vec![]),
                "nodes[0] is its own ancestor; expected a tree",
            ),
            (
                refusal(one(), vec![skin(&[0, 3])], vec![]),
                "skins[0].joints is 3; expected an index below 1",
            ),
            (
                refusal(one(), vec![Skin { inverse_bind: vec![], ..skin(&[0]) }], vec![]),
                "skins[0].inverse_bind is 0 long; expected 1 matrices, one for each joint",
            ),
            (bad(|mesh| mesh.node = 9), "meshes[0].node is 9; expected an index below 1"),
            (bad(|mesh| mesh.skin = Some(1)), "meshes[0].skin is 1; expected an index below 1"),
            (
                bad(|mesh| mesh.positions[1][2] = f32::NAN),
                "meshes[0].positions[1] is [0.0, 0.0, NaN]; expected finite numbers",
            ),
            (
                bad(|mesh| mesh.triangles[0][2] = 3),
                "meshes[0].triangles is 3; expected an index below 3",
            ),
            (
                bad(|mesh| mesh.joints.truncate(2)),
                "meshes[0].joints is 2 long; expected 3 lists, one for each vertex of a skinned mesh",
            ),
            (
                bad(|mesh| mesh.joints[2][1] = 4),
                "meshes[0].joints[2] is 4; expected an index below 1",
            ),
            (
                bad(|mesh| mesh.weights[0][7] = -1.0),
                "meshes[0].joints[0] is weighted -1; expected zero or more",
            ),
        ] {
            assert_eq!(found, format!("knight: {expected}"));
        }
    }
}
