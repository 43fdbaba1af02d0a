//! Shapes under maps: placed by a pose, or by a matrix that may scale.

use super::image::Block;
use super::{Aabb, HalfSpace, Obb, Plane, Shape, ShapeError, Sphere, check};
use crate::exact::widen;
use crate::space::{Affine, Pose, Vector};
use core::fmt;

/// Why a shape has no image of its own kind under a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TransformError {
    /// The numbers of the image describe no shape: the map is not finite, or its rotation is zero,
    /// or the image lies too far out.
    Shape(ShapeError),
    /// The map skews the box: two of its axes are no longer at right angles.
    Skewed {
        /// The cosine of the angle between them.
        cosine: f32,
    },
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => write!(f, "{error}"),
            Self::Skewed { cosine } => write!(
                f,
                "the map skews the box (the cosine between two of its axes becomes {cosine}); \
                 enclose the skewed box with `Obb::enclosing`"
            ),
        }
    }
}

impl core::error::Error for TransformError {}

impl From<ShapeError> for TransformError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

/// A vector's components as `f64`.
fn wide<V: Vector>(v: &V::Array<f32>) -> V::Array<f64> {
    V::array(|j| widen(v[j]))
}

/// `pose` applied to a point, rounded once.
fn place<V: Vector>(pose: &Pose<V>, point: &V::Array<f64>) -> V::Array<f32> {
    let turned = turn(pose, point);
    V::array(|j| (turned[j] + widen(pose.translation[j])) as f32)
}

/// `pose`'s rotation applied to a direction, not rounded.
fn turn<V: Vector>(pose: &Pose<V>, direction: &V::Array<f64>) -> V::Array<f64> {
    let (rows, norm) = V::frame::<f64>(pose.rotation, 0);
    V::array(|j| (0..V::DIM).fold(0.0, |sum, i| sum + direction[i] * rows[i][j]) / norm)
}

fn check_pose<V: Vector>(pose: &Pose<V>) -> Result<(), ShapeError> {
    check::finite_vector::<V>("translation", &pose.translation)?;
    check::direction("rotation", pose.rotation.as_ref())
}

macro_rules! transformed {
    ($image:ty, $what:literal) => {
        #[doc = concat!("The ", $what, " placed by a pose. Each number of the image is rounded once;")]
        /// from there on every answer is exact for the image.
        ///
        /// # Panics
        /// Where [`try_transformed`](Self::try_transformed) errs.
        #[must_use]
        #[track_caller]
        pub fn transformed(&self, pose: &Pose<V>) -> $image {
            check::valid(self.try_transformed(pose))
        }
    };
}

impl<V: Vector> Sphere<V> {
    transformed!(Self, "sphere");

    /// The sphere placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        Self::try_new(place(pose, &wide::<V>(&self.center)), self.radius)
    }

    /// The sphere that contains the image under any affine map: its radius grows by the map's
    /// largest stretch (the largest singular value), rounded up, and by what rounding moves the
    /// center.
    ///
    /// Under right angles, mirrors and an even scale, where nothing rounds, it *is* the image.
    ///
    /// # Errors
    /// If the map is not finite or the image lies too far out.
    pub fn transformed_by(&self, map: &Affine<V>) -> Result<Self, ShapeError> {
        check_map(map)?;
        self.image(&map.into())
    }
}

pub(super) fn check_map<V: Vector>(map: &Affine<V>) -> Result<(), ShapeError> {
    if map.is_finite() {
        return Ok(());
    }
    check::finite_vector::<V>("map", &map.translation)?;
    (0..V::DIM).try_for_each(|i| check::finite_vector::<V>("map", &map.columns[i]))
}

impl<V: Vector> Aabb<V> {
    transformed!(Obb<V>, "box");

    /// The box placed by a pose that may be bad: turned, a box is an [`Obb`].
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Obb<V>, ShapeError> {
        check_pose(pose)?;
        let Block { center, half, .. } = self.block();
        Obb::try_new(place(pose, &center), V::array(|i| half[i] as f32), pose.rotation)
    }

    /// The image of the box under a matrix: turned, moved, mirrored, and scaled by a factor of its
    /// own along each axis. Each number is rounded once.
    ///
    /// # Errors
    /// If the map is not finite, the image lies too far out, or the map skews the box.
    pub fn transformed_by(&self, map: &Affine<V>) -> Result<Obb<V>, TransformError> {
        check_map(map)?;
        self.block().exact_image(&map.into())
    }
}

impl<V: Vector> Obb<V> {
    transformed!(Self, "box");

    /// The box placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        let rotation = V::rotation_product(pose.rotation, self.rotation);
        Self::try_new(place(pose, &wide::<V>(&self.center)), self.half_extents, rotation)
    }

    /// The image of the box under a matrix, where that is a box again: under rotation, mirroring
    /// and uniform scale always, under other scales if they lie along the box's own axes. Each
    /// number is rounded once.
    ///
    /// # Errors
    /// If the map is not finite, the image lies too far out, or the map skews the box; then
    /// [`enclosing`](Self::enclosing) gives a box around the image.
    pub fn transformed_by(&self, map: &Affine<V>) -> Result<Self, TransformError> {
        check_map(map)?;
        self.block().exact_image(&map.into())
    }

    /// A box that contains the image of `local` under any affine map: skewing, mirroring, and
    /// scales of zero included. It contains the image before rounding.
    ///
    /// # Errors
    /// If the map is not finite, or no box of finite numbers contains the image.
    pub fn enclosing(local: &Self, map: &Affine<V>) -> Result<Self, ShapeError> {
        check_map(map)?;
        local.block().around_image(&map.into())
    }
}

macro_rules! impl_transformed_for_plane {
    ($Plane:ident, $what:literal) => {
        impl<V: Vector> $Plane<V> {
            transformed!(Self, $what);

            #[doc = concat!("The ", $what, " placed by a pose that may be bad.")]
            ///
            /// # Errors
            /// If the pose is not finite, its rotation is zero, or the image lies too far out.
            pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
                check_pose(pose)?;
                let normal = turn(pose, &wide::<V>(&self.normal));
                let shift =
                    (0..V::DIM).fold(0.0, |sum, j| sum + normal[j] * widen(pose.translation[j]));
                Self::try_new(V::array(|j| normal[j] as f32), (widen(self.offset) + shift) as f32)
            }
        }
    };
}
impl_transformed_for_plane!(Plane, "plane");
impl_transformed_for_plane!(HalfSpace, "half-space");

impl<V: Vector> Shape<V> {
    /// The shape placed by a pose. A box becomes an [`Obb`], whatever it was.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        Ok(match self {
            Self::Point(point) => {
                check_pose(pose)?;
                let moved = place(pose, &wide::<V>(&point.to_array()));
                check::finite_vector::<V>("point", &moved)?;
                Self::Point(V::from_array(moved))
            }
            Self::Sphere(sphere) => sphere.try_transformed(pose)?.into(),
            Self::Aabb(aabb) => aabb.try_transformed(pose)?.into(),
            Self::Obb(obb) => obb.try_transformed(pose)?.into(),
            Self::Plane(plane) => plane.try_transformed(pose)?.into(),
            Self::HalfSpace(half_space) => half_space.try_transformed(pose)?.into(),
        })
    }
}
