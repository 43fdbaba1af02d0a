//! Vectors, rotations and placements.

mod affine;
mod rotation;
mod turn;
mod wide;

use crate::dimension::Dimension;
use core::fmt::Debug;
use core::ops::{Index, IndexMut};

pub use affine::{Affine, MatrixError};
pub use rotation::{Rot2, axis_angle, yaw_pitch_roll};
pub(crate) use rotation::{rotation_to_f32, sin_cos};
pub(crate) use turn::Turn;
pub(crate) use wide::{ROUNDING, WideAffine};

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A component of an array of a [`Vector`]: any plain type.
pub trait Component: Copy + PartialEq + Debug + Send + Sync {}

impl<T: Copy + PartialEq + Debug + Send + Sync> Component for T {}

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

/// The space we collide in: `glam::Vec2` or `glam::Vec3`. Sealed.
///
/// It is the one type parameter of this library. Where a vector is an argument, anything that turns
/// into its array is taken: `[f32; 3]`, `(f32, f32, f32)`, a `Vec3` of any glam version, nalgebra's
/// and mint's vectors. Where a vector is a result, it is glam's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector of asunder",
    note = "shapes are generic over `asunder::glam::Vec2` or `asunder::glam::Vec3`",
    note = "a vector of another glam version goes in as an array: pass it as it is to a constructor, \
            or call `.to_array()`"
)]
pub trait Vector:
    sealed::Sealed + Dimension + Copy + PartialEq + Debug + Default + Send + Sync + 'static
{
    /// 2 or 3.
    const DIM: usize;
    /// The rotation that turns nothing.
    const IDENTITY: Self::RotationArray;
    /// `[T; 2]` or `[T; 3]`.
    type Array<T: Component>: Component + Index<usize, Output = T> + IndexMut<usize>;
    /// `[cos, sin]` in 2D, a quaternion `[x, y, z, w]` in 3D. Any length but zero: `z` means the
    /// rotation `z/|z|`.
    type RotationArray: Component + Default + AsRef<[f32]> + AsMut<[f32]>;
    /// [`Rot2`] in 2D, `glam::Quat` in 3D.
    type Rotation: Copy + PartialEq + Debug;

    /// An array made component by component.
    fn array<T: Component>(f: impl FnMut(usize) -> T) -> Self::Array<T>;
    /// The same, made in a way that takes longer to compile: the kernels that are asked most run a
    /// tenth faster by it.
    #[doc(hidden)]
    fn hot_array<T: Component>(f: impl FnMut(usize) -> T) -> Self::Array<T>;
    /// A vector from its components.
    fn from_array(array: Self::Array<f32>) -> Self;
    /// The components.
    fn to_array(self) -> Self::Array<f32>;
    /// A rotation from its numbers.
    fn rotation(array: Self::RotationArray) -> Self::Rotation;
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
        Self { translation: V::array(|_| 0.0), rotation: V::IDENTITY }
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
