//! Affine maps in `f64`, and which bones are each other's mirror images.

use crate::direction::{Direction, cross, dot};
use crate::probe::axes_of;
use crate::region::{Side, side_of};
use crate::samples::Part;
use crate::solid::{box_along, volume};
use asunder::prelude::*;
use asunder::{Affine3, Bone, ShapeError};
use asunder_gltf::Matrix;

/// An affine map: the images of the axes, then the translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Map {
    columns: [Direction; 3],
    shift: Direction,
}

impl Map {
    pub(crate) const IDENTITY: Self =
        Self { columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], shift: [0.0; 3] };

    pub(crate) fn from_matrix(m: &Matrix) -> Self {
        let column = |i: usize| [m[4 * i], m[4 * i + 1], m[4 * i + 2]].map(f64::from);
        Self { columns: [column(0), column(1), column(2)], shift: column(3) }
    }

    /// The image of a direction.
    pub(crate) fn turn(&self, v: Direction) -> Direction {
        [0, 1, 2].map(|i| {
            self.columns[0][i] * v[0] + self.columns[1][i] * v[1] + self.columns[2][i] * v[2]
        })
    }

    /// The image of a point.
    pub(crate) fn place_wide(&self, p: Direction) -> Direction {
        let turned = self.turn(p);
        [0, 1, 2].map(|i| turned[i] + self.shift[i])
    }

    /// The image of a point.
    pub(crate) fn place(&self, p: [f32; 3]) -> Direction {
        self.place_wide(p.map(f64::from))
    }

    /// First `inner`, then this map.
    pub(crate) fn after(&self, inner: &Self) -> Self {
        Self {
            columns: inner.columns.map(|column| self.turn(column)),
            shift: self.place_wide(inner.shift),
        }
    }

    /// The map back; `None` if this one flattens space.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let [a, b, c] = self.columns;
        let rows = [cross(b, c), cross(c, a), cross(a, b)];
        let volume = dot(a, rows[0]);
        if volume == 0.0 || !volume.is_finite() {
            return None;
        }
        let columns = [0, 1, 2].map(|j| [0, 1, 2].map(|i| rows[i][j] / volume));
        let linear = Self { columns, shift: [0.0; 3] };
        let shift = linear.turn(self.shift).map(|x| 0.0 - x);
        Some(Self { shift, ..linear })
    }

    /// No vector becomes longer than this many times its length.
    pub(crate) fn stretch(&self) -> f64 {
        self.columns.iter().map(|&column| dot(column, column)).sum::<f64>().sqrt()
    }
}

/// A pair counts as mirrored if the box around the vertices of both, one side reflected, has at most
/// this many times the volume of either side's own box.
const ALIKE: f64 = 1.15;
/// How far the map from side to side may be from a reflection: the cosine between its columns, and
/// what their lengths differ from one by.
const SKEW: f64 = 1e-3;

/// The bones that have vertices, in parts: a left and a right bone whose names say so, that mirror each
/// other when bound, and whose vertices do about, share a part; every other bone is its own.
pub(crate) fn parts(bones: &[Bone], binds: &[Bind], clouds: &[Vec<[f32; 3]>]) -> Vec<Part> {
    let used = |bone: &usize| !clouds[*bone].is_empty();
    let sides: Vec<Option<(Side, String)>> = bones.iter().map(|bone| side_of(&bone.name)).collect();
    // Pairs, the left one first.
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for left in (0..bones.len()).filter(used) {
        let Some((Side::Left, name)) = &sides[left] else { continue };
        let other = |bone: &usize| matches!(&sides[*bone], Some((Side::Right, it)) if it == name);
        if let Some(right) = (0..bones.len()).filter(used).find(other) {
            pairs.push((left, right));
        }
    }
    // Joints and rigid parts are bound in spaces of their own: each kind has its own reflection.
    let reflections = [Bind::joint, Bind::rigid].map(|of| reflection(binds, &pairs, of));
    let mut partner = vec![None; bones.len()];
    let mut second = vec![false; bones.len()];
    for (left, right) in pairs {
        let found = [Bind::joint, Bind::rigid]
            .into_iter()
            .zip(&reflections)
            .find_map(|(of, it)| Some((of(&binds[left])?, (*it)?, of(&binds[right])?.inverse()?)));
        let Some((bind, reflection, back)) = found else { continue };
        let map = bind.after(&reflection.after(&back));
        if !second[right] && map.is_reflection() && alike(&clouds[left], &clouds[right], &map) {
            partner[left] = Some((right, map));
            second[right] = true;
        }
    }
    let first = (0..bones.len()).filter(|bone| used(bone) && !second[*bone]);
    let part = |bone: usize| Part {
        members: [(bone, Map::IDENTITY)].into_iter().chain(partner[bone]).collect(),
    };
    first.map(part).collect()
}

/// What takes a bone's vertices to its space when it is bound to them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bind {
    /// From the space its meshes are modelled in: the inverse bind matrix of a joint.
    Joint(Map),
    /// From the model's space, when nothing is animated: of a node with a rigid mesh. None where that
    /// is flattened.
    Rigid(Option<Map>),
}

impl Bind {
    fn joint(&self) -> Option<Map> {
        if let Self::Joint(map) = self { Some(*map) } else { None }
    }

    fn rigid(&self) -> Option<Map> {
        if let Self::Rigid(map) = self { *map } else { None }
    }
}

/// The reflection, in the space bones are bound in, that takes right bones of one kind about to left
/// ones.
fn reflection(
    binds: &[Bind],
    pairs: &[(usize, usize)],
    of: impl Fn(&Bind) -> Option<Map>,
) -> Option<Map> {
    let origin = |bone: usize| Some(of(&binds[bone])?.inverse()?.shift);
    let (mut way, mut middle, mut count) = ([0.0; 3], [0.0; 3], 0.0);
    for &(left, right) in pairs {
        let (Some(l), Some(r)) = (origin(left), origin(right)) else { continue };
        way = [0, 1, 2].map(|i| way[i] + l[i] - r[i]);
        middle = [0, 1, 2].map(|i| middle[i] + 0.5 * (l[i] + r[i]));
        count += 1.0;
    }
    let normal = crate::direction::unit(way)?;
    let offset = dot(normal, middle) / count;
    let column =
        |i: usize| [0, 1, 2].map(|j| if i == j { 1.0 } else { 0.0 } - 2.0 * normal[i] * normal[j]);
    Some(Map {
        columns: [column(0), column(1), column(2)],
        shift: normal.map(|n| 2.0 * offset * n),
    })
}

fn alike(left: &[[f32; 3]], right: &[[f32; 3]], map: &Map) -> bool {
    let right: Vec<[f32; 3]> = right.iter().map(|&p| map.place(p).map(|x| x as f32)).collect();
    let both: Vec<[f32; 3]> = left.iter().chain(&right).copied().collect();
    let axes = crate::solid::principal_axes(&both);
    let volume = |points: &[[f32; 3]]| {
        // A rind, so that flat clouds compare, too.
        let rind = 1e-3 * crate::direction::diagonal(&both);
        box_along(points, axes, rind).map_or(0.0, |it| volume(&it.into()))
    };
    let (a, b) = (volume(left), volume(&right));
    volume(&both) <= ALIKE * if a < b { a } else { b }
}

impl Map {
    /// Whether it reflects, and neither scales nor skews.
    fn is_reflection(&self) -> bool {
        let [a, b, c] = self.columns;
        let near = |x: f64, expected: f64| (x - expected).abs() < SKEW;
        near(dot(a, a), 1.0)
            && near(dot(b, b), 1.0)
            && near(dot(c, c), 1.0)
            && near(dot(a, b), 0.0)
            && near(dot(b, c), 0.0)
            && near(dot(c, a), 0.0)
            && dot(a, cross(b, c)) < 0.0
    }

    /// The image of a box, capsule or sphere under a map that neither scales nor skews.
    pub(crate) fn image(&self, shape: &Shape3) -> Result<Shape3, ShapeError> {
        let place = |p: asunder::glam::Vec3| self.place(p.to_array()).map(|x| x as f32);
        Ok(match shape {
            Shape3::Obb(it) => {
                let axes = axes_of(it.rotation().to_array()).map(|axis| self.turn(axis));
                // A box is its own mirror image: any two axes tell the third.
                let [a, b, _] = axes.map(|axis| axis.map(|x| x as f32));
                let c = cross(a.map(f64::from), b.map(f64::from)).map(|x| x as f32);
                let turned = Obb3::from_axes([0.0; 3], [a, b, c], [0.0; 3])?;
                Obb3::try_new(place(it.center()), it.half_extents(), turned.rotation())?.into()
            }
            Shape3::Capsule(it) => {
                Capsule3::try_new(place(it.a()), place(it.b()), it.radius())?.into()
            }
            Shape3::Sphere(it) => Sphere3::try_new(place(it.center()), it.radius())?.into(),
            other => other.clone(),
        })
    }
}

impl From<&Affine3> for Map {
    fn from(map: &Affine3) -> Self {
        let column = |i: usize| map.column(i).to_array().map(f64::from);
        Self {
            columns: [column(0), column(1), column(2)],
            shift: map.translation().to_array().map(f64::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_and_rigid_parts_mirror_each_across_its_own_plane() {
        let moved = |x: f64| Map { shift: [x, 0.0, 0.0], ..Map::IDENTITY };
        let names = ["arm.l", "arm.r", "pad.l", "pad.r"];
        let bones: Vec<Bone> = names.iter().map(|name| Bone::new(*name, None)).collect();
        // Joints at 5.7 and 4.3, modelled across x = 5; parts across x = 1.
        let binds = [
            Bind::Joint(moved(-5.7)),
            Bind::Joint(moved(-4.3)),
            Bind::Rigid(Some(moved(-3.0))),
            Bind::Rigid(Some(moved(1.0))),
        ];
        let left = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.2, 0.1, 0.3]];
        let right: Vec<[f32; 3]> = left.iter().map(|&[x, y, z]| [-x, y, z]).collect();
        let parts = parts(&bones, &binds, &[left.clone(), right.clone(), left, right]);
        let members = parts.iter().map(|part| part.members.iter().map(|(bone, _)| *bone).collect());
        assert_eq!(members.collect::<Vec<Vec<usize>>>(), [[0, 1], [2, 3]]);
    }
}
