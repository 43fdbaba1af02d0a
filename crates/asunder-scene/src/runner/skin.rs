//! The skins of actors as a graphics card wants them: vertices bound to bones, and matrices tick by tick.

use super::actor::PosedModel;
use asunder::Affine3;
use asunder_gltf::{Matrix, Model};

/// An actor's model with its weapons, for drawing: one list of vertices, each bound to up to four bones.
///
/// `matrices[bone] · position`, blended by the weights, is a vertex in the world:
/// [`Runner::bone_matrices`](crate::Runner::bone_matrices) has the matrices of each tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The actor's name.
    pub actor: String,
    /// The vertices, each in the space of its mesh.
    pub positions: Vec<[f32; 3]>,
    /// For each vertex the bones that move it.
    pub bones: Vec<[u16; 4]>,
    /// For each vertex the weights of these bones. They sum to 1, up to rounding.
    pub weights: Vec<[f32; 4]>,
    /// The triangles: indices of vertices.
    pub triangles: Vec<[u32; 3]>,
    /// The number of bones.
    pub bone_count: usize,
}

impl Skin {
    pub(super) fn of(actor: &str, posed: &PosedModel) -> Self {
        let mut skin = Self { actor: actor.to_owned(), ..Self::default() };
        skin.add(&posed.rigged.model);
        posed.rigged.weapons.iter().for_each(|weapon| skin.add(&weapon.model));
        skin
    }

    /// Adds the meshes of a model, with bones of their own.
    fn add(&mut self, model: &Model) {
        for mesh in &model.meshes {
            let (first, bones) = (self.positions.len() as u32, self.bone_count as u16);
            self.positions.extend(&mesh.positions);
            match mesh.skin {
                None => {
                    self.bone_count += 1;
                    self.bones.extend(mesh.positions.iter().map(|_| [bones; 4]));
                    self.weights.extend(mesh.positions.iter().map(|_| [1.0, 0.0, 0.0, 0.0]));
                }
                Some(index) => {
                    self.bone_count += model.skins[index].joints.len();
                    for (joints, weights) in mesh.joints.iter().zip(&mesh.weights) {
                        let (joints, weights) = strongest(joints, weights);
                        self.bones.push(joints.map(|joint| bones.saturating_add(joint)));
                        self.weights.push(weights);
                    }
                }
            }
            self.triangles.extend(mesh.triangles.iter().map(|it| it.map(|vertex| first + vertex)));
        }
    }
}

/// The four strongest of eight influences, rescaled to the sum 1.
fn strongest(joints: &[u16; 8], weights: &[f32; 8]) -> ([u16; 4], [f32; 4]) {
    let mut order: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    order.sort_by(|&i, &j| weights[j].total_cmp(&weights[i]));
    let [a, b, c, d, ..] = order;
    let chosen = [a, b, c, d];
    let sum: f32 = chosen.iter().map(|&i| weights[i]).sum();
    let scale = if sum > 0.0 { 1.0 / sum } else { 1.0 };
    (chosen.map(|i| joints[i]), chosen.map(|i| weights[i] * scale))
}

/// Appends the matrices of a posed model's bones: three rows of four numbers each.
pub(super) fn bone_matrices(posed: &PosedModel, matrices: &mut Vec<[f32; 12]>) {
    let mut add = |model: &Model, pose: &[Matrix], world: &Affine3| {
        for mesh in &model.meshes {
            match mesh.skin {
                None => matrices.push(rows(world, &pose[mesh.node])),
                Some(skin) => {
                    let palette = model.skins[skin].palette(pose);
                    matrices.extend(palette.iter().map(|bone| rows(world, bone)));
                }
            }
        }
    };
    add(&posed.rigged.model, &posed.pose, &posed.world);
    for weapon in &posed.rigged.weapons {
        let hand = rows(&posed.world, &posed.pose[weapon.node]);
        let column = |j: usize| [hand[j], hand[4 + j], hand[8 + j]];
        let hand = Affine3::from_columns([0, 1, 2].map(column), column(3));
        let held = rows(&hand, &matrix(&weapon.offset));
        let column = |j: usize| [held[j], held[4 + j], held[8 + j]];
        let held = Affine3::from_columns([0, 1, 2].map(column), column(3));
        add(&weapon.model, &weapon.model.rest_pose(), &held);
    }
}

/// An affine map as a column-major matrix.
fn matrix(map: &Affine3) -> Matrix {
    let mut all = [0.0; 16];
    for j in 0..4 {
        let column = if j < 3 { map.column(j) } else { map.translation() };
        all[4 * j..4 * j + 3].copy_from_slice(&column.to_array());
    }
    all[15] = 1.0;
    all
}

/// The rows of `world · bone`.
fn rows(world: &Affine3, bone: &Matrix) -> [f32; 12] {
    let columns = [0, 1, 2].map(|i| world.column(i).to_array());
    let moved = world.translation().to_array();
    std::array::from_fn(|place| {
        let (row, column) = (place / 4, place % 4);
        let sum: f64 =
            (0..3).map(|k| f64::from(columns[k][row]) * f64::from(bone[4 * column + k])).sum();
        (sum + if column == 3 { f64::from(moved[row]) } else { 0.0 }) as f32
    })
}

#[cfg(test)]
mod tests {
    use crate::{Runner, Scene};

    /// The skin moved by its matrices is where the triangles of the runner are.
    #[test]
    fn a_skin_lies_where_the_posed_triangles_do() {
        let mut runner = Runner::new(&Scene::demo()).unwrap();
        for _ in 0..40 {
            runner.step().unwrap();
        }
        let skins = runner.skins();
        assert_eq!(skins.len(), 3);
        let mut drawn = vec![Vec::new(); skins.len()];
        runner.triangles(|actor, corners| drawn[actor].push(corners));
        for (actor, skin) in skins.iter().enumerate() {
            let mut matrices = Vec::new();
            runner.bone_matrices(actor, &mut matrices);
            assert_eq!(matrices.len(), skin.bone_count);
            assert_eq!(drawn[actor].len(), skin.triangles.len());
            let place = |vertex: u32| -> [f32; 3] {
                let vertex = vertex as usize;
                let [x, y, z] = skin.positions[vertex];
                let bound = skin.bones[vertex].iter().zip(skin.weights[vertex]);
                bound.fold([0.0; 3], |sum, (&bone, weight)| {
                    let m = matrices[usize::from(bone)];
                    std::array::from_fn(|i| {
                        let row = &m[4 * i..4 * i + 4];
                        sum[i] + weight * (row[0] * x + row[1] * y + row[2] * z + row[3])
                    })
                })
            };
            for (corners, triangle) in drawn[actor].iter().zip(&skin.triangles) {
                for (corner, &vertex) in corners.iter().zip(triangle) {
                    let (corner, placed) = (corner.to_array(), place(vertex));
                    for i in 0..3 {
                        assert!((corner[i] - placed[i]).abs() < 1e-5, "{corner:?} {placed:?}");
                    }
                }
            }
        }
    }
}
