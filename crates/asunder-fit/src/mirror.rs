//! Affine maps in `f64`, and pairs of bones that mirror each other.

use crate::enclosing::{box_along, volume};
use crate::hitbox_f64::axes_of;
use crate::region::Side;
use crate::samples::Part;
use crate::vector::{Vector, cross, dot, narrow, wide};
use asunder::prelude::*;
use asunder::{Affine3, ShapeError};
use asunder_gltf::Matrix;

/// An affine map: the images of the axes, and the translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AffineF64 {
    columns: [Vector; 3],
    translation: Vector,
}

impl AffineF64 {
    pub(crate) const IDENTITY: Self = Self {
        columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        translation: [0.0; 3],
    };

    pub(crate) fn from_matrix(m: &Matrix) -> Self {
        let column = |i: usize| [m[4 * i], m[4 * i + 1], m[4 * i + 2]].map(f64::from);
        Self { columns: [column(0), column(1), column(2)], translation: column(3) }
    }

    /// The image of a direction.
    #[inline(always)]
    pub(crate) fn transform_vector(&self, v: Vector) -> Vector {
        let [a, b, c] = &self.columns;
        [
            a[0] * v[0] + b[0] * v[1] + c[0] * v[2],
            a[1] * v[0] + b[1] * v[1] + c[1] * v[2],
            a[2] * v[0] + b[2] * v[1] + c[2] * v[2],
        ]
    }

    /// The image of a point.
    #[inline(always)]
    pub(crate) fn transform_point(&self, p: Vector) -> Vector {
        let turned = self.transform_vector(p);
        let [x, y, z] = self.translation;
        [turned[0] + x, turned[1] + y, turned[2] + z]
    }

    /// The image of a point in `f32`.
    #[inline(always)]
    pub(crate) fn transform_point_f32(&self, p: [f32; 3]) -> Vector {
        self.transform_point(wide(p))
    }

    /// First `inner`, then this map.
    pub(crate) fn compose(&self, inner: &Self) -> Self {
        Self {
            columns: inner.columns.map(|column| self.transform_vector(column)),
            translation: self.transform_point(inner.translation),
        }
    }

    /// The inverse; `None` if this map is singular.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let [a, b, c] = self.columns;
        let rows = [cross(b, c), cross(c, a), cross(a, b)];
        let volume = dot(a, rows[0]);
        if volume == 0.0 || !volume.is_finite() {
            return None;
        }
        let columns = [0, 1, 2].map(|j| [0, 1, 2].map(|i| rows[i][j] / volume));
        let linear = Self { columns, translation: [0.0; 3] };
        let translation = linear.transform_vector(self.translation).map(|x| 0.0 - x);
        Some(Self { translation, ..linear })
    }

    /// An upper bound of the operator norm, as near as can be to that of a rotation with a uniform scale: the
    /// root of the greatest sum of magnitudes in a row of the product of the transpose with the matrix.
    pub(crate) fn norm_bound(&self) -> f64 {
        let [a, b, c] = self.columns;
        let (ab, bc, ca) = (dot(a, b).abs(), dot(b, c).abs(), dot(c, a).abs());
        let rows = [dot(a, a) + ab + ca, dot(b, b) + ab + bc, dot(c, c) + bc + ca];
        let most = rows.into_iter().fold(0.0, f64::max);
        if rows.iter().all(|row| row.is_finite()) { most.sqrt() } else { f64::INFINITY }
    }
}

/// The greatest volume of the box around the vertices of both bones of a mirrored pair, one side
/// reflected, relative to either side's own box.
const MOST_VOLUME_RATIO: f64 = 1.15;
/// The deviation of the map between the sides from a reflection: the cosine between its columns, and the
/// difference of their squared lengths from one.
const REFLECTION_TOLERANCE: f64 = 1e-3;

/// The bones that have vertices, grouped into parts: a left and a right bone share a part if their names
/// say so, they mirror each other in the bind pose, and their vertices do approximately; every other
/// bone is a part of its own.
///
/// `sides` has for each bone its side, and a name that both sides share.
pub(crate) fn parts(
    sides: &[Option<(Side, String)>],
    binds: &[Bind],
    clouds: &[Vec<[f32; 3]>],
) -> Vec<Part> {
    let used = |bone: &usize| !clouds[*bone].is_empty();
    let pairs = pairs(sides, clouds);
    // Joints and rigid meshes are bound in spaces of their own: each kind has its own reflection.
    let reflections = [Bind::joint, Bind::rigid].map(|of| reflection(binds, &pairs, of));
    let mut partner = vec![None; sides.len()];
    let mut second = vec![false; sides.len()];
    for (left, right) in pairs {
        let found = [Bind::joint, Bind::rigid]
            .into_iter()
            .zip(&reflections)
            .find_map(|(of, it)| Some((of(&binds[left])?, (*it)?, of(&binds[right])?.inverse()?)));
        let Some((bind, reflection, back)) = found else { continue };
        let map = bind.compose(&reflection.compose(&back));
        if !second[right]
            && map.is_reflection()
            && clouds_match(&clouds[left], &clouds[right], &map)
        {
            partner[left] = Some((right, map));
            second[right] = true;
        }
    }
    let first = (0..sides.len()).filter(|bone| used(bone) && !second[*bone]);
    let part = |bone: usize| Part {
        members: [(bone, AffineF64::IDENTITY)].into_iter().chain(partner[bone]).collect(),
    };
    first.map(part).collect()
}

/// The bones with vertices that are a left and a right one by their names, the left one first.
fn pairs(sides: &[Option<(Side, String)>], clouds: &[Vec<[f32; 3]>]) -> Vec<(usize, usize)> {
    let used = |bone: &usize| !clouds[*bone].is_empty();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for left in (0..sides.len()).filter(used) {
        let Some((Side::Left, name)) = &sides[left] else { continue };
        let other = |bone: &usize| matches!(&sides[*bone], Some((Side::Right, it)) if it == name);
        if let Some(right) = (0..sides.len()).filter(used).find(other) {
            pairs.push((left, right));
        }
    }
    pairs
}

/// The unit normals of the mirror plane of joints, and of that of rigid meshes, each in the space that these
/// are bound in; `None` where no pair says which it is.
pub(crate) fn normals(
    sides: &[Option<(Side, String)>],
    binds: &[Bind],
    clouds: &[Vec<[f32; 3]>],
) -> [Option<Vector>; 2] {
    let pairs = pairs(sides, clouds);
    [Bind::joint, Bind::rigid].map(|of| plane(binds, &pairs, of).map(|(normal, _)| normal))
}

/// The map from a bone's vertices to its space in the bind pose.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bind {
    /// The inverse bind matrix of a joint, from the space of its meshes.
    Joint(AffineF64),
    /// The map of a node with a rigid mesh, from the model's space in the rest pose. `None` if the node's
    /// matrix is singular.
    Rigid(Option<AffineF64>),
}

impl Bind {
    fn joint(&self) -> Option<AffineF64> {
        if let Self::Joint(map) = self { Some(*map) } else { None }
    }

    fn rigid(&self) -> Option<AffineF64> {
        if let Self::Rigid(map) = self { *map } else { None }
    }
}

/// The reflection, in the space that bones are bound in, that maps right bones of one kind to left ones,
/// approximately.
fn reflection(
    binds: &[Bind],
    pairs: &[(usize, usize)],
    of: impl Fn(&Bind) -> Option<AffineF64>,
) -> Option<AffineF64> {
    let (normal, offset) = plane(binds, pairs, of)?;
    let column =
        |i: usize| [0, 1, 2].map(|j| if i == j { 1.0 } else { 0.0 } - 2.0 * normal[i] * normal[j]);
    Some(AffineF64 {
        columns: [column(0), column(1), column(2)],
        translation: normal.map(|n| 2.0 * offset * n),
    })
}

/// The unit normal and the offset of the plane between left and right bones of one kind.
fn plane(
    binds: &[Bind],
    pairs: &[(usize, usize)],
    of: impl Fn(&Bind) -> Option<AffineF64>,
) -> Option<(Vector, f64)> {
    let origin = |bone: usize| Some(of(&binds[bone])?.inverse()?.translation);
    let (mut offset_sum, mut midpoint_sum, mut count) = ([0.0; 3], [0.0; 3], 0.0);
    for &(left, right) in pairs {
        let (Some(l), Some(r)) = (origin(left), origin(right)) else { continue };
        offset_sum = [0, 1, 2].map(|i| offset_sum[i] + l[i] - r[i]);
        midpoint_sum = [0, 1, 2].map(|i| midpoint_sum[i] + 0.5 * (l[i] + r[i]));
        count += 1.0;
    }
    let normal = crate::vector::unit(offset_sum)?;
    Some((normal, dot(normal, midpoint_sum) / count))
}

fn clouds_match(left: &[[f32; 3]], right: &[[f32; 3]], map: &AffineF64) -> bool {
    let right: Vec<[f32; 3]> = right.iter().map(|&p| narrow(map.transform_point_f32(p))).collect();
    let both: Vec<[f32; 3]> = left.iter().chain(&right).copied().collect();
    let axes = crate::enclosing::principal_axes(&both);
    let volume = |points: &[[f32; 3]]| {
        // A margin, so that flat clouds compare, too.
        let margin = 1e-3 * crate::vector::diagonal(&both);
        box_along(points, axes, margin).map_or(0.0, |it| volume(&it.into()))
    };
    let (a, b) = (volume(left), volume(&right));
    volume(&both) <= MOST_VOLUME_RATIO * if a < b { a } else { b }
}

impl AffineF64 {
    /// Whether the map is a reflection, without scale or shear.
    fn is_reflection(&self) -> bool {
        let [a, b, c] = self.columns;
        let near = |x: f64, expected: f64| (x - expected).abs() < REFLECTION_TOLERANCE;
        near(dot(a, a), 1.0)
            && near(dot(b, b), 1.0)
            && near(dot(c, c), 1.0)
            && near(dot(a, b), 0.0)
            && near(dot(b, c), 0.0)
            && near(dot(c, a), 0.0)
            && dot(a, cross(b, c)) < 0.0
    }

    /// The image of a box, capsule or sphere under a map without scale and shear.
    pub(crate) fn image(&self, shape: &Shape3) -> Result<Shape3, ShapeError> {
        let point =
            |p: asunder::glam::Vec3| self.transform_point_f32(p.to_array()).map(|x| x as f32);
        Ok(match shape {
            Shape3::Obb(it) => {
                let axes =
                    axes_of(it.rotation().to_array()).map(|axis| self.transform_vector(axis));
                // A box is its own mirror image, so two axes determine the third.
                let [a, b, _] = axes.map(|axis| axis.map(|x| x as f32));
                let c = cross(a.map(f64::from), b.map(f64::from)).map(|x| x as f32);
                let turned = Obb3::from_axes([0.0; 3], [a, b, c], [0.0; 3])?;
                Obb3::try_new(point(it.center()), it.half_extents(), turned.rotation())?.into()
            }
            Shape3::Capsule(it) => {
                Capsule3::try_new(point(it.a()), point(it.b()), it.radius())?.into()
            }
            Shape3::Sphere(it) => Sphere3::try_new(point(it.center()), it.radius())?.into(),
            other => other.clone(),
        })
    }
}

impl From<&Affine3> for AffineF64 {
    fn from(map: &Affine3) -> Self {
        let column = |i: usize| map.column(i).to_array().map(f64::from);
        Self {
            columns: [column(0), column(1), column(2)],
            translation: map.translation().to_array().map(f64::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_and_rigid_parts_mirror_each_across_its_own_plane() {
        let moved = |x: f64| AffineF64 { translation: [x, 0.0, 0.0], ..AffineF64::IDENTITY };
        let names = ["arm.l", "arm.r", "pad.l", "pad.r"];
        let sides: Vec<_> = names.iter().map(|name| crate::region::side_of(name)).collect();
        // Joints at 5.7 and 4.3, modelled across x = 5; parts across x = 1.
        let binds = [
            Bind::Joint(moved(-5.7)),
            Bind::Joint(moved(-4.3)),
            Bind::Rigid(Some(moved(-3.0))),
            Bind::Rigid(Some(moved(1.0))),
        ];
        let left = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.2, 0.1, 0.3]];
        let right: Vec<[f32; 3]> = left.iter().map(|&[x, y, z]| [-x, y, z]).collect();
        let parts = parts(&sides, &binds, &[left.clone(), right.clone(), left, right]);
        let members = parts.iter().map(|part| part.members.iter().map(|(bone, _)| *bone).collect());
        assert_eq!(members.collect::<Vec<Vec<usize>>>(), [[0, 1], [2, 3]]);
    }
}
