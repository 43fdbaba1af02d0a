//! Vectors, rotations and placements.

mod affine;
mod rotation;
mod turn;
mod wide;

use crate::linalg::Vect;
pub use crate::linalg::{Component, Vector};
pub use affine::{Affine, MatrixError};
pub use rotation::{Rot2, axis_angle, yaw_pitch_roll};
pub(crate) use rotation::{rotation_to_f32, sin_cos};
pub(crate) use turn::Turn;
pub(crate) use wide::{ROUNDING, WideAffine};

/// A rotation, as constructors take it: in 2D a [`Rot2`] or `[cos, sin]`, in 3D glam's `Quat` or
/// `[x, y, z, w]`, of any length but zero.
///
/// Implemented for whatever turns into such an array. An angle alone is none:
///
/// ```
/// use asunder::prelude::*;
/// use asunder::Rot2;
///
/// let quarter = Obb2::new([0.0, 0.0], [2.0, 1.0], Rot2::degrees(90.0));
/// assert_eq!(quarter.aabb(), Aabb2::new([-1.0, -2.0], [1.0, 2.0]));
/// ```
///
/// ```compile_fail,E0277
/// let quarter = asunder::Obb2::new([0.0, 0.0], [2.0, 1.0], 90.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no rotation",
    label = "expected a rotation: in 2D a `Rot2` or `[cos, sin]`, in 3D a `Quat` or `[x, y, z, w]`",
    note = "an angle becomes a rotation by `asunder::Rot2::radians(angle)` or `Rot2::degrees(angle)`",
    note = "in 3D by `asunder::axis_angle(axis, angle)` or `asunder::yaw_pitch_roll(yaw, pitch, roll)`"
)]
pub trait IntoRotation<V: Vector> {
    /// The numbers of the rotation.
    fn into_rotation(self) -> V::RotationArray;
}

#[diagnostic::do_not_recommend]
impl<V: Vector, R: Into<V::RotationArray>> IntoRotation<V> for R {
    fn into_rotation(self) -> V::RotationArray {
        self.into()
    }
}

/// A rigid placement: turn by `rotation`, then move by `translation`.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::Rot2;
///
/// let pose = Pose2::new([10.0, 0.0], Rot2::degrees(90.0));
/// let sphere = Sphere2::new([1.0, 0.0], 0.5).transformed(&pose);
/// assert_eq!(sphere.center().to_array(), [10.0, 1.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    pub(crate) translation: V::Array<f32>,
    pub(crate) rotation: V::RotationArray,
}

impl<V: Vector> Pose<V> {
    /// The placement that moves and turns nothing.
    #[must_use]
    pub fn identity() -> Self {
        Self { translation: Vect::<V, f32>::zero().0, rotation: V::IDENTITY }
    }

    /// The placement that turns by a rotation of any length but zero, then translates.
    ///
    /// It is taken as it is; placing a shape by a pose that is not finite, or whose rotation is
    /// zero, is refused there, naming the shape.
    #[must_use]
    pub fn new(translation: impl Into<V::Array<f32>>, rotation: impl IntoRotation<V>) -> Self {
        Self { translation: translation.into(), rotation: rotation.into_rotation() }
    }

    /// The placement that only translates.
    #[must_use]
    pub fn from_translation(translation: impl Into<V::Array<f32>>) -> Self {
        Self { translation: translation.into(), rotation: V::IDENTITY }
    }

    /// The translation: the image of the origin.
    #[must_use]
    pub fn translation(&self) -> V {
        V::from_array(self.translation)
    }

    /// The rotation.
    #[must_use]
    pub fn rotation(&self) -> V::Rotation {
        V::rotation(self.rotation)
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::identity()
    }
}

/// The projection of a shape on an axis: the values `axis · x` over its points, in units of |axis|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least value.
    pub min: f32,
    /// The greatest value.
    pub max: f32,
}
