//! The axes along which one would lay a box by hand: those of the mirror plane, the bone, the model or the
//! joint.

use crate::body::Region;
use crate::mirror::{self, Bind};
use crate::rig_builder::RigBuilder;
use crate::vector::{Vector, cross, dot, ends_along, unit};

/// The most volume of a box along such axes, relative to the one of about least volume that it stands for.
const MOST_EXCESS: f64 = 1.1;
/// The same of the trunk and the head, where a box that stands askew is seen first.
const MOST_EXCESS_OF_TRUNK: f64 = 1.3;

/// The volume of upright boxes, relative to others that are preferred to them.
const PREFERENCE: f64 = 1.05;

/// The cosine of the angle between the normal of the mirror plane and an axis of the model from which on it is
/// that axis: joints of the left and the right are not placed that exactly.
const NEARLY: f64 = 0.98;

/// The number of turns about an axis that are tried.
const TURNS: i32 = 24;

const COORDINATE_AXES: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// What boxes may be aligned with.
#[derive(Debug)]
pub(crate) struct Alignment {
    binds: Vec<Bind>,
    /// The normals of the mirror plane of joints, and of rigid meshes, in the spaces they are bound in.
    normals: [Option<Vector>; 2],
}

impl Alignment {
    pub(crate) fn of(builder: &RigBuilder<'_>) -> Self {
        let binds = builder.bind_maps();
        let nearest = |normal: Vector| {
            let is_near = |axis: &Vector| dot(*axis, normal).abs() > NEARLY;
            COORDINATE_AXES.into_iter().find(is_near).unwrap_or(normal)
        };
        let normals = mirror::normals(&builder.sides(), &binds, &builder.clouds);
        let normals = normals.map(|normal| normal.map(nearest));
        Self { binds, normals }
    }

    /// The axes of a bone's box, in the bone's space; `None` if its space is singular.
    ///
    /// The trunk and the head have an axis across the mirror plane, a limb along the bone, or all three are
    /// those of the model or of the joint. How a box is turned about the first axis is by the axes of the
    /// model; by the bone or the joint, if that saves a little; in another way, if that saves much.
    pub(crate) fn axes(
        &self,
        builder: &RigBuilder<'_>,
        bone: usize,
        points: &[[f32; 3]],
    ) -> Option<[Vector; 3]> {
        let (bind, normal) = match &self.binds[bone] {
            Bind::Joint(map) => (*map, self.normals[0]),
            Bind::Rigid(map) => ((*map)?, self.normals[1]),
        };
        let in_bone = |direction: Vector| unit(bind.transform_vector(direction));
        let along = builder.direction_to_child(bone);
        let is_central = builder.assignment.regions[bone].is_central();
        let across = normal.filter(|_| is_central).and_then(in_bone);
        let first = across.or(along);
        let model = COORDINATE_AXES.map(in_bone);
        let volume = |axes: &[Vector; 3]| volume(points, axes, builder.margin);
        let mut best: Option<(f64, [Vector; 3])> = None;
        let mut offer = |axes: Option<[Vector; 3]>, preference: f64| {
            let Some(axes) = axes else { return };
            let next = volume(&axes);
            if best.is_none_or(|(least, _)| next * preference < least) {
                best = Some((next, axes));
            }
        };
        if let Some(first) = first {
            for upright in model.into_iter().flatten() {
                offer(basis(first, upright), 1.0);
            }
            for other in along.into_iter().chain(COORDINATE_AXES) {
                offer(basis(first, other), PREFERENCE);
            }
        }
        if across.is_none() {
            if let [Some(x), Some(y), _] = model {
                offer(basis(x, y), PREFERENCE);
            }
            offer(Some(COORDINATE_AXES), PREFERENCE);
        }
        if let Some(first) = first {
            offer(least_turned(first, volume), MOST_EXCESS);
        }
        best.map(|(_, axes)| axes)
    }
}

/// The most volume of an aligned box of a region, relative to that of the least one.
pub(crate) fn most_excess(region: &Region) -> f64 {
    if region.is_central() { MOST_EXCESS_OF_TRUNK } else { MOST_EXCESS }
}

/// The basis of a unit vector and another direction, made orthogonal to it; `None` if they are nearly
/// parallel.
fn basis(first: Vector, other: Vector) -> Option<[Vector; 3]> {
    let along = dot(first, other);
    let rest = [0, 1, 2].map(|i| other[i] - along * first[i]);
    if dot(rest, rest) < 0.01 * dot(other, other) {
        return None;
    }
    let second = unit(rest)?;
    Some([first, second, cross(first, second)])
}

/// Of bases turned about a unit vector the one of least volume.
fn least_turned(first: Vector, volume: impl Fn(&[Vector; 3]) -> f64) -> Option<[Vector; 3]> {
    let [u, v] = COORDINATE_AXES
        .iter()
        .find_map(|&axis| basis(first, axis).map(|[_, second, third]| [second, third]))?;
    let turned = |turn: i32| {
        // The tangent of half the angle, up to a quarter turn: no trigonometry.
        let t = f64::from(turn) / f64::from(TURNS);
        let (cos, sin) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        let second = [0, 1, 2].map(|i| cos * u[i] + sin * v[i]);
        [first, second, cross(first, second)]
    };
    let sized = (0..TURNS).map(turned).map(|axes| (volume(&axes), axes));
    sized.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, axes)| axes)
}

/// The volume of the box along some axes around points, with a margin.
fn volume(points: &[[f32; 3]], axes: &[Vector; 3], margin: f64) -> f64 {
    let ends = ends_along(points, axes);
    ends.iter().fold(1.0, |volume, [low, high]| volume * (high - low + 2.0 * margin))
}
