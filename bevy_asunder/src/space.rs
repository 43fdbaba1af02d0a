//! Where an entity is: a rigid pose and a scale, read from Bevy's transforms in `f64`.

use crate::error::Refusal;
use asunder::{Affine, Pose, Rot2, Vector};
use bevy_app::App;
use bevy_math::{Affine3A, Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

/// The two spaces a collider can lie in: `Vec2`, the plane of x and y, or `Vec3`. Sealed, as asunder's
/// `Vector` is.
///
/// If your compiler says here that two vectors differ, your lock file has two versions of glam: asunder works
/// with those of Bevy's 0.19, too. `cargo update -p glam@0.33.12 --precise 0.32.1` (with the newer version
/// that `Cargo.lock` has) leaves one.
pub trait Space: Vector {
    /// Reads a transform of which each part is known by itself: that of an entity without a parent.
    #[doc(hidden)]
    fn of_transform(transform: &Transform) -> Result<Placement<Self>, Refusal>;
    /// Reads a matrix.
    #[doc(hidden)]
    fn of_matrix(matrix: &Affine3A) -> Result<Placement<Self>, Refusal>;
    /// The place in the space.
    #[doc(hidden)]
    fn from_bevy(translation: Vec3) -> Self;
    /// Writes a place into a transform; what the space has no axis for stays.
    #[doc(hidden)]
    fn write(self, translation: &mut Vec3);
    /// The numbers of a rotation.
    #[doc(hidden)]
    fn rotation_array(rotation: Self::Rotation) -> Self::RotationArray;
    /// A rotation of the space as one of Bevy's.
    #[doc(hidden)]
    fn quat(rotation: Self::Rotation) -> Quat;
    /// A vector as one of three components.
    #[doc(hidden)]
    fn in_3d(self) -> Vec3;
    /// The image of a point, computed in `f64`, each number rounded once.
    #[doc(hidden)]
    fn mapped(matrix: &Affine3A, point: Self) -> Self {
        let [x, y, z, moved] = [
            matrix.matrix3.x_axis,
            matrix.matrix3.y_axis,
            matrix.matrix3.z_axis,
            matrix.translation,
        ]
        .map(|axis| axis.to_array().map(f64::from));
        let [u, v, w] = point.in_3d().to_array().map(f64::from);
        let image = [0, 1, 2].map(|i| (x[i] * u + y[i] * v + z[i] * w + moved[i]) as f32);
        Self::from_bevy(Vec3::from_array(image))
    }
    /// Adds what there is in this space alone.
    #[doc(hidden)]
    fn extend(app: &mut App, fixed: bool);
}

/// Where an entity is.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement<V: Vector> {
    /// Where it is and how it is turned, if its axes are at right angles; else its matrix.
    pub frame: Frame<V>,
    /// The scale along its axes; negative where it mirrors.
    pub scale: V::Array<f32>,
}

/// A rigid pose, or a matrix that skews.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Frame<V: Vector> {
    Rigid(Pose<V>),
    Skewed { matrix: Affine<V>, cosine: f32 },
}

/// How far two axes may be from a right angle, as a cosine, and two scales from one another, as a ratio, and
/// be taken as rounded: products of matrices in `f32` are that far off.
pub(crate) const ROUNDING: f64 = 1e-5;

impl Space for Vec3 {
    fn of_transform(transform: &Transform) -> Result<Placement<Self>, Refusal> {
        let Transform { translation, rotation, scale } = *transform;
        all_finite(translation.to_array().into_iter().chain(rotation.to_array()))?;
        all_finite(scale.to_array())?;
        let frame = Frame::Rigid(Pose::new(translation.to_array(), rotation.to_array()));
        Ok(Placement { frame, scale: scale.to_array() })
    }

    fn of_matrix(matrix: &Affine3A) -> Result<Placement<Self>, Refusal> {
        let axes = axes_of(matrix)?;
        let translation = Vec3::from(matrix.translation).to_array();
        let mut lengths = axes.map(length);
        let mut worst = 0.0_f64;
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let bound = lengths[i] * lengths[j];
            if bound > 0.0 {
                let cosine = dot(axes[i], axes[j]) / bound;
                worst = if cosine.abs() > worst.abs() { cosine } else { worst };
            }
        }
        if worst.abs() > ROUNDING {
            let columns = axes.map(|axis| axis.map(|x| x as f32));
            let matrix = Affine::from_columns(columns, translation);
            let frame = Frame::Skewed { matrix, cosine: worst as f32 };
            return Ok(Placement { frame, scale: lengths.map(|x| x as f32) });
        }
        let mut units = unit_axes(&axes, &lengths);
        if dot(cross(units[0], units[1]), units[2]) < 0.0 {
            units[0] = units[0].map(|x| -x);
            lengths[0] = -lengths[0];
        }
        let frame = Frame::Rigid(Pose::new(translation, quaternion(&units)));
        Ok(Placement { frame, scale: lengths.map(|x| x as f32) })
    }

    fn from_bevy(translation: Vec3) -> Self {
        translation
    }

    fn write(self, translation: &mut Vec3) {
        *translation = self;
    }

    fn rotation_array(rotation: Quat) -> [f32; 4] {
        rotation.to_array()
    }

    fn quat(rotation: Quat) -> Quat {
        rotation
    }

    fn in_3d(self) -> Vec3 {
        self
    }

    fn extend(app: &mut App, fixed: bool) {
        crate::rig::add_systems(app, fixed);
        #[cfg(feature = "mesh")]
        crate::level::add_systems(app, fixed);
    }
}

impl Space for Vec2 {
    fn of_transform(transform: &Transform) -> Result<Placement<Self>, Refusal> {
        let Transform { translation, rotation, scale } = *transform;
        all_finite(translation.to_array().into_iter().chain(rotation.to_array()))?;
        all_finite(scale.to_array())?;
        let [x, y, z, w] = rotation.to_array().map(f64::from);
        if x != 0.0 || y != 0.0 {
            // It may be turned by half about x or y, as sprites are that look the other way.
            let matrix = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
            return Self::of_matrix(&matrix);
        }
        let turn = [(w * w - z * z) as f32, (2.0 * w * z) as f32];
        let frame = Frame::Rigid(Pose::new(translation.truncate().to_array(), turn));
        Ok(Placement { frame, scale: scale.truncate().to_array() })
    }

    fn of_matrix(matrix: &Affine3A) -> Result<Placement<Self>, Refusal> {
        let [x, y, _] = axes_of(matrix)?;
        let translation = Vec3::from(matrix.translation).truncate().to_array();
        for axis in [x, y] {
            let slope = axis[2].abs() / length(axis);
            if slope > ROUNDING {
                return Err(Refusal::OutOfPlane { slope: slope as f32 });
            }
        }
        let flat = [x, y].map(|axis| [axis[0], axis[1], 0.0]);
        let lengths = flat.map(length);
        let bound = lengths[0] * lengths[1];
        let cosine = if bound > 0.0 { dot(flat[0], flat[1]) / bound } else { 0.0 };
        let mut scale = lengths.map(|x| x as f32);
        if cosine.abs() > ROUNDING {
            let columns = flat.map(|axis| [axis[0] as f32, axis[1] as f32]);
            let matrix = Affine::from_columns(columns, translation);
            return Ok(Placement { frame: Frame::Skewed { matrix, cosine: cosine as f32 }, scale });
        }
        // The longer axis is the one that is known best; the other follows from it.
        let [cos, sin] = if lengths[0] >= lengths[1] {
            [flat[0][0], flat[0][1]]
        } else {
            [flat[1][1], -flat[1][0]]
        };
        if flat[0][0] * flat[1][1] - flat[0][1] * flat[1][0] < 0.0 {
            let mirrored = usize::from(lengths[0] >= lengths[1]);
            scale[mirrored] = -scale[mirrored];
        }
        let size = (cos * cos + sin * sin).sqrt();
        let turn = if size > 0.0 { [(cos / size) as f32, (sin / size) as f32] } else { [1.0, 0.0] };
        Ok(Placement { frame: Frame::Rigid(Pose::new(translation, turn)), scale })
    }

    fn from_bevy(translation: Vec3) -> Self {
        translation.truncate()
    }

    fn write(self, translation: &mut Vec3) {
        (translation.x, translation.y) = (self.x, self.y);
    }

    fn rotation_array(rotation: Rot2) -> [f32; 2] {
        [rotation.cos, rotation.sin]
    }

    fn quat(rotation: Rot2) -> Quat {
        let (cos, sin) = (f64::from(rotation.cos), f64::from(rotation.sin));
        let size = (cos * cos + sin * sin).sqrt();
        // Half the angle: the direction midway to that of no turn, or of half a turn.
        let [w, z] = if cos >= 0.0 { [size + cos, sin] } else { [sin.abs(), size - cos] };
        let z = if cos < 0.0 && sin < 0.0 { -z } else { z };
        Quat::from_xyzw(0.0, 0.0, z as f32, w as f32).normalize()
    }

    fn in_3d(self) -> Vec3 {
        self.extend(0.0)
    }

    fn extend(_: &mut App, _: bool) {}
}

/// A matrix as asunder takes it.
pub(crate) fn affine_of(matrix: &Affine3A) -> Affine<Vec3> {
    let columns = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
    let columns = columns.map(|column| Vec3::from(column).to_array());
    Affine::from_columns(columns, Vec3::from(matrix.translation).to_array())
}

/// The images of the coordinate axes.
fn axes_of(matrix: &Affine3A) -> Result<[[f64; 3]; 3], Refusal> {
    let columns = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
    let columns = columns.map(|column| Vec3::from(column).to_array());
    all_finite(columns.into_iter().flatten().chain(Vec3::from(matrix.translation).to_array()))?;
    Ok(columns.map(|column| column.map(f64::from)))
}

fn all_finite(numbers: impl IntoIterator<Item = f32>) -> Result<(), Refusal> {
    match numbers.into_iter().find(|x| !x.is_finite()) {
        Some(value) => Err(Refusal::NotFinite { value }),
        None => Ok(()),
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// The directions of axes; one that a zero scale has collapsed is at right angles to the others.
fn unit_axes(axes: &[[f64; 3]; 3], lengths: &[f64; 3]) -> [[f64; 3]; 3] {
    let unit = |i: usize| axes[i].map(|x| x / lengths[i]);
    let known = [0, 1, 2].map(|i| lengths[i] > 0.0);
    match known {
        [true, true, true] => [unit(0), unit(1), unit(2)],
        [true, true, false] => [unit(0), unit(1), cross(unit(0), unit(1))],
        [true, false, true] => [unit(0), cross(unit(2), unit(0)), unit(2)],
        [false, true, true] => [cross(unit(1), unit(2)), unit(1), unit(2)],
        [true, false, false] => from_one(unit(0), 0),
        [false, true, false] => from_one(unit(1), 1),
        [false, false, true] => from_one(unit(2), 2),
        [false, false, false] => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    }
}

/// A right-handed frame of which one axis is known.
fn from_one(axis: [f64; 3], index: usize) -> [[f64; 3]; 3] {
    let helper = if axis[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let side = cross(axis, helper);
    let size = length(side);
    let side = side.map(|x| x / size);
    let mut frame = [axis, side, cross(axis, side)];
    frame.rotate_right(index);
    frame
}

/// The quaternion of a right-handed frame, by the largest of its four numbers (Shepperd 1978), rounded once.
fn quaternion(axes: &[[f64; 3]; 3]) -> [f32; 4] {
    let m = |row: usize, column: usize| axes[column][row];
    let trace = m(0, 0) + m(1, 1) + m(2, 2);
    let q = if trace > 0.0 {
        [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1), 1.0 + trace]
    } else if m(0, 0) >= m(1, 1) && m(0, 0) >= m(2, 2) {
        let x = 1.0 + m(0, 0) - m(1, 1) - m(2, 2);
        [x, m(1, 0) + m(0, 1), m(0, 2) + m(2, 0), m(2, 1) - m(1, 2)]
    } else if m(1, 1) >= m(2, 2) {
        let y = 1.0 - m(0, 0) + m(1, 1) - m(2, 2);
        [m(1, 0) + m(0, 1), y, m(2, 1) + m(1, 2), m(0, 2) - m(2, 0)]
    } else {
        let z = 1.0 - m(0, 0) - m(1, 1) + m(2, 2);
        [m(0, 2) + m(2, 0), m(2, 1) + m(1, 2), z, m(1, 0) - m(0, 1)]
    };
    let size = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    q.map(|x| (x / size) as f32)
}
