//! The skins of a recording, which holds their hashes: looked up among files.

use asunder::Skin;
use asunder::glam::Vec3;
use asunder::recording::{RecordedSkinPose, RecordingError, SkinnedMesh};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most joints that a vertex is drawn by.
const DRAWN_JOINTS: usize = 4;

/// Skins as they are drawn, by hash; `None` of one that was looked for and not found.
#[derive(Debug)]
pub(super) struct Skins {
    given: Vec<Skin>,
    known: BTreeMap<u64, Option<Arc<SkinnedMesh<Vec3>>>>,
    /// What is said of those that were not found.
    pub(super) missing: Vec<String>,
}

impl Skins {
    pub(super) fn new(given: &[Skin]) -> Self {
        Self { given: given.to_vec(), known: BTreeMap::new(), missing: Vec::new() }
    }

    /// What is drawn of a skin of a body of this name; `None`, if its file was not given.
    pub(super) fn find(
        &mut self,
        pose: &RecordedSkinPose<Vec3>,
        name: &str,
    ) -> Result<Option<Arc<SkinnedMesh<Vec3>>>, RecordingError> {
        let posed = match pose.posed(&self.given) {
            Ok(posed) => Some(posed),
            Err(RecordingError::NoSkin { .. }) => None,
            Err(error) => return Err(error),
        };
        if let Some(known) = self.known.get(&pose.skin) {
            return Ok(known.clone());
        }
        let found = posed.map(|posed| Arc::new(mesh_of(posed.skin())));
        if found.is_none() {
            self.missing.push(format!(
                "the skin of {name:?} is not drawn: the recording holds its hash {:016x} alone; give its \
                 model with --skin",
                pose.skin
            ));
        }
        self.known.insert(pose.skin, found.clone());
        Ok(found)
    }
}

/// A skin as it is drawn: by the joints with the greatest weights of each vertex.
fn mesh_of(skin: &Skin) -> SkinnedMesh<Vec3> {
    let positions: Vec<Vec3> = skin.rest().vertices().collect();
    let triangles = skin.rest().triangles().collect();
    let (mut joints, mut weights) = (Vec::new(), Vec::new());
    for vertex in (0..).take(positions.len()) {
        let mut influences: Vec<(u16, f32)> = skin.influences(vertex).collect();
        influences.sort_by(|a, b| b.1.total_cmp(&a.1));
        influences.truncate(DRAWN_JOINTS);
        let whole: f32 = influences.iter().map(|it| it.1).sum();
        influences.resize(DRAWN_JOINTS, (0, 0.0));
        joints.push(std::array::from_fn(|i| influences[i].0));
        weights.push(std::array::from_fn(|i| influences[i].1 / whole));
    }
    SkinnedMesh { positions, triangles, joints, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_is_drawn_by_its_four_greatest_weights() {
        let influences = [(0, 0.0625), (1, 0.25), (2, 0.0625), (3, 0.125), (4, 0.25), (5, 0.25)];
        let skin = Skin::try_new([[1.0, 2.0, 3.0]], [influences], [[0, 0, 0]]).unwrap();
        let mesh = mesh_of(&skin);
        assert_eq!(mesh.joints, [[1, 4, 5, 3]]);
        assert_eq!(mesh.weights, [[2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]]);
        assert_eq!(
            (mesh.positions[0], &mesh.triangles[..]),
            (Vec3::new(1.0, 2.0, 3.0), &[[0; 3]][..])
        );
        let rigid = Skin::try_new([[0.0; 3]], [[(7, 1.0)]], [[0, 0, 0]]).unwrap();
        let mesh = mesh_of(&rigid);
        assert_eq!((mesh.joints[0][0], mesh.weights[0]), (7, [1.0, 0.0, 0.0, 0.0]));
    }
}
