//! Oriented boxes.

use super::transform::check_map;
use super::{Aabb, OrientedBox, ShapeError, check};
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::space::{Affine, Component, Interval, IntoRotation, Vector};

/// An oriented box: every point within `half_extents` of `center`, along its own axes.
///
/// The rotation means exactly `q/|q|` in 3D and `z/|z|` in 2D, so that the drift of a rotation that
/// is no longer quite of unit length changes nothing. A half extent of zero is allowed and gives a
/// flat box. The faces belong to the box.
///
/// Stored are the facts (center, half extents, rotation), which alone count for equality, and the
/// axes rounded once to `f32`, which save the first stage of every test from computing them.
///
/// ```
/// use asunder::prelude::*;
///
/// let a = Obb3::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
/// let b = Obb3::new([2.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 5.0]);
/// assert!(a.intersects(&b), "the faces touch, and touching counts");
/// assert!(!a.penetrates(&b));
/// ```
// In memory as C has it: `asunder-capi` reads one where it lies.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Obb<V: Vector> {
    pub(crate) center: V::Array<f32>,
    pub(crate) half_extents: V::Array<f32>,
    pub(crate) rotation: V::RotationArray,
    pub(crate) axes: V::Array<V::Array<f32>>,
}

/// Equal facts.
impl<V: Vector> PartialEq for Obb<V> {
    fn eq(&self, other: &Self) -> bool {
        (self.center, self.half_extents, self.rotation)
            == (other.center, other.half_extents, other.rotation)
    }
}

/// How far from a right angle the axes given to [`Obb::from_axes`] may be, as a cosine.
const ORTHOGONAL: f64 = 1e-5;

impl<V: Vector> Obb<V> {
    /// The box around `center`, turned by `rotation` (a quaternion `[x, y, z, w]` in 3D,
    /// `[cos, sin]` in 2D, of any length but zero).
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(
        center: impl Into<V::Array<f32>>,
        half_extents: impl Into<V::Array<f32>>,
        rotation: impl IntoRotation<V>,
    ) -> Self {
        check::valid(Self::try_new(center, half_extents, rotation))
    }

    /// The box around `center`, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, a half extent is negative, or the rotation is zero.
    pub fn try_new(
        center: impl Into<V::Array<f32>>,
        half_extents: impl Into<V::Array<f32>>,
        rotation: impl IntoRotation<V>,
    ) -> Result<Self, ShapeError> {
        let (center, half_extents) = (center.into(), half_extents.into());
        let rotation = rotation.into_rotation();
        check::finite_vector::<V>("center", &center)?;
        (0..V::DIM).try_for_each(|i| check::length("half_extents", half_extents[i]))?;
        check::direction("rotation", rotation.as_ref())?;
        Ok(Self::from_facts(center, half_extents, rotation))
    }

    /// The box with facts already checked.
    pub(crate) fn from_facts(
        center: V::Array<f32>,
        half_extents: V::Array<f32>,
        rotation: V::RotationArray,
    ) -> Self {
        let axes = Matrix::<V, f64>::unit_axes(rotation);
        Self { center, half_extents, rotation, axes: axes.to_f32() }
    }

    /// The box around `center` with axes given as vectors, of any length but zero and at right
    /// angles up to a cosine of 1e-5; `half_extents` count along the axes' directions.
    ///
    /// The axes are turned into the nearest rotation, in the sense of least squares; that rotation,
    /// rounded, is the box's truth.
    /// Left-handed axes describe the same box as right-handed ones.
    ///
    /// # Errors
    /// If a number is not finite, a half extent is negative, an axis is zero, or two axes are not
    /// at right angles.
    pub fn from_axes<A: Component + Into<V::Array<f32>>>(
        center: impl Into<V::Array<f32>>,
        axes: impl Into<V::Array<A>>,
        half_extents: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let axes = Vect::<V, _>(axes.into()).map(|axis| Vect::of(&axis.into()));
        Self::from_wide_axes(center.into(), &Matrix(axes.0), half_extents.into())
    }

    /// The box of [`from_axes`](Self::from_axes), from numbers of an engine that computes in `f64`: center
    /// and half extents are rounded to nearest, and so is the rotation that the axes give.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let third = 1.0 / 3.0_f64;
    /// let axes = [[0.6, 0.8], [-0.8, 0.6]];
    /// let tilted = Obb2::from_axes_f64([third, 0.0], axes, [1.0, 2.0])?;
    /// assert_eq!(tilted.center().x, third as f32);
    /// assert_eq!(tilted, Obb2::from_axes([third as f32, 0.0], [[3.0, 4.0], [-4.0, 3.0]], [1.0, 2.0])?);
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_axes`](Self::from_axes); also if a number is too large for `f32`.
    pub fn from_axes_f64<A: Component + Into<V::Array<f64>>>(
        center: impl Into<V::Array<f64>>,
        axes: impl Into<V::Array<A>>,
        half_extents: impl Into<V::Array<f64>>,
    ) -> Result<Self, ShapeError> {
        let (center, axes, half_extents) = (center.into(), axes.into(), half_extents.into());
        let axes = Vect::<V, _>(axes).map(|axis| Vect(axis.into()));
        let [center, half_extents] = [center, half_extents].map(|v| Vect::<V, f64>(v).to_f32());
        Self::from_wide_axes(center, &Matrix(axes.0), half_extents)
    }

    fn from_wide_axes(
        center: V::Array<f32>,
        axes: &Matrix<V, f64>,
        half_extents: V::Array<f32>,
    ) -> Result<Self, ShapeError> {
        let mut unit = Matrix::diagonal(Vect::zero());
        for i in 0..V::DIM {
            check::finite_vector::<V>("axes", &axes[i].to_f32())?;
            let square = axes[i].square();
            if square == 0.0 {
                return Err(ShapeError::Zero { field: "axes" });
            }
            let length = square.sqrt();
            unit[i] = axes[i].map(|x| x / length);
            for k in 0..i {
                let cosine = unit[i].dot(unit[k]);
                if !(cosine.abs() <= ORTHOGONAL) {
                    return Err(ShapeError::NotOrthogonal { axes: (k, i), cosine: cosine as f32 });
                }
            }
        }
        // Each step squares what the axes lack of right angles (Björck and Bowie 1971).
        let nearest = right_angled_step(&right_angled_step(&unit)).to_arrays();
        Self::try_new(center, half_extents, V::rotation_from_columns(&nearest))
    }

    /// The box that an axis-aligned box in a node's or bone's own space becomes under its matrix: turned,
    /// moved, mirrored, and scaled by a factor of its own along each axis. Each number is rounded once.
    ///
    /// Feed it the *local* box. A world bounding box that an engine has already grown around the
    /// turned object gives a box that is too large.
    ///
    /// # Errors
    /// If the map is not finite, the image lies too far out, or the map skews the box; then
    /// [`enclosing`](Self::enclosing) gives a box around the image.
    pub fn from_local_aabb(
        local: &Aabb<V>,
        world: &Affine<V>,
    ) -> Result<Self, super::TransformError> {
        check_map(world)?;
        OrientedBox::of_aabb(local).exact_image(&world.into())
    }

    /// The center.
    #[must_use]
    pub fn center(&self) -> V {
        V::from_array(self.center)
    }

    /// The half extents: half of the size along each axis.
    #[must_use]
    pub fn half_extents(&self) -> V {
        V::from_array(self.half_extents)
    }

    /// The rotation, as it was given.
    #[must_use]
    pub fn rotation(&self) -> V::Rotation {
        V::rotation(self.rotation)
    }

    /// The directions of the box's axes: unit vectors, each component rounded to nearest.
    #[must_use]
    pub fn axes(&self) -> V::Array<V> {
        Vect::<V, _>(self.axes).map(V::from_array).0
    }

    /// The same box around another center.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn with_center(&self, center: impl Into<V::Array<f32>>) -> Result<Self, ShapeError> {
        let center = center.into();
        check::finite_vector::<V>("center", &center)?;
        Ok(Self { center, ..*self })
    }

    /// The corner on the positive side of axis `i` where bit `i` of `index` is set.
    pub(crate) fn corner(&self, index: usize) -> V {
        let (rows, norm) = V::frame::<f64>(self.rotation, 0);
        let reach = (0..V::DIM).fold(Vect::<V, f64>::zero(), |sum, i| {
            let half = Vect(rows[i]) * widen(self.half_extents[i]);
            if index >> i & 1 == 1 { sum + half } else { sum - half }
        });
        V::from_array((Vect::of(&self.center) + reach.map(|x| x / norm)).to_f32())
    }

    /// The corners, four in 2D, eight in 3D, rounded to nearest up to a unit in the last place of
    /// `f64`: bit `i` of a corner's index is its side on axis `i`. A coordinate too large for `f32`
    /// is infinite.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = V> + use<'_, V> {
        (0..1 << V::DIM).map(|index| self.corner(index))
    }

    /// The projection on an axis, in units of the axis's length, rounded to nearest up to a
    /// unit in the last place of `f64`.
    ///
    /// This is what the separating-axis test compares; the test itself never uses rounded values.
    /// The zero axis gives the interval of zero alone, an end too large for `f32` is infinite, and an
    /// axis that is not finite gives no meaningful interval.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    ///
    /// let tilted = Obb2::new([3.0, 0.0], [1.0, 1.0], Rot2::degrees(45.0));
    /// let shadow = tilted.project([1.0, 0.0]);
    /// assert_eq!((shadow.min, shadow.max), (1.5857865, 4.4142137));
    /// ```
    #[must_use]
    pub fn project(&self, axis: impl Into<V::Array<f32>>) -> Interval {
        let axis = Vect::<V, f64>::of(&axis.into());
        let (rows, norm) = V::frame::<f64>(self.rotation, 0);
        let middle = axis.dot(Vect::of(&self.center)) + 0.0;
        let reach = (0..V::DIM).fold(0.0, |sum, i| {
            let along = axis.dot(Vect(rows[i]));
            sum + widen(self.half_extents[i]) * along.abs() / norm
        });
        Interval { min: (middle - reach) as f32, max: (middle + reach) as f32 }
    }
}

impl Obb<glam::Vec2> {
    /// The box of a sprite: `size` in pixels or units before scaling, `pivot` in fractions of the
    /// texture (`[0.5, 0.5]` is its middle), under the sprite's world matrix.
    ///
    /// The pivot is the point of the texture that the matrix places at its translation: a sprite
    /// that turns about its feet has the pivot there. Scale and mirroring are taken from the
    /// matrix.
    ///
    /// # Errors
    /// If a number is not finite, a size is negative, or the matrix skews the sprite.
    pub fn from_sprite(
        size: impl Into<[f32; 2]>,
        pivot: impl Into<[f32; 2]>,
        world: &Affine<glam::Vec2>,
    ) -> Result<Self, super::TransformError> {
        let (size, pivot) = (size.into(), pivot.into());
        check::length("size", size[0])?;
        check::length("size", size[1])?;
        check::finite_vector::<glam::Vec2>("pivot", &pivot)?;
        check_map(world)?;
        let (size, pivot) = (Vect::of(&size), Vect::of(&pivot));
        let half = size * 0.5;
        let center = (Vect::splat(0.5) - pivot).zip(size, |part, size| part * size);
        OrientedBox { center, axes: Matrix::identity(), half }.exact_image(&world.into())
    }
}

impl Aabb<glam::Vec2> {
    /// The axis-aligned box around a sprite under its world matrix: that of
    /// [`Obb2::from_sprite`](Obb::from_sprite), which it contains exactly.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Affine2, Pose2, Rot2};
    ///
    /// let turned = Affine2::from(Pose2::new([10.0, 0.0], Rot2::degrees(90.0)));
    /// let bounds = Aabb2::from_sprite([4.0, 2.0], [0.5, 0.5], &turned)?;
    /// assert_eq!(bounds, Aabb2::new([9.0, -2.0], [11.0, 2.0]));
    /// # Ok::<(), asunder::TransformError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Obb2::from_sprite`](Obb::from_sprite).
    pub fn from_sprite(
        size: impl Into<[f32; 2]>,
        pivot: impl Into<[f32; 2]>,
        world: &Affine<glam::Vec2>,
    ) -> Result<Self, super::TransformError> {
        Ok(Obb::from_sprite(size, pivot, world)?.try_aabb()?)
    }
}

/// A step towards the nearest unit vectors at right angles, from unit vectors that nearly are: each
/// gives up half of its share in every other.
fn right_angled_step<V: Vector>(axes: &Matrix<V, f64>) -> Matrix<V, f64> {
    Matrix::from_columns(|i| {
        let shares = axes.each(|axis| axes[i].dot(axis));
        axes[i] - axes.times(shares - Vect::axis(i)) * 0.5
    })
}
