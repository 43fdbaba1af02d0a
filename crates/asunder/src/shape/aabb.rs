//! Axis-aligned boxes.

use super::{OrientedBox, ShapeError, check};
use crate::exact::order_key;
use crate::linalg::Vect;
use crate::space::Vector;

/// An axis-aligned box: every point between `min` and `max`, component by component.
///
/// Equal components are allowed and give a flat box, a segment or a point. For a box that turns,
/// use [`Obb`](super::Obb).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Aabb<V: Vector> {
    pub(crate) min: V::Array<f32>,
    pub(crate) max: V::Array<f32>,
}

impl<V: Vector> Aabb<V> {
    /// The box between two corners.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(min: impl Into<V::Array<f32>>, max: impl Into<V::Array<f32>>) -> Self {
        check::valid(Self::try_new(min, max))
    }

    /// The box between two corners, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, or `min` lies above `max` along an axis.
    pub fn try_new(
        min: impl Into<V::Array<f32>>,
        max: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let (min, max) = (min.into(), max.into());
        check::finite_vector::<V>("min", &min)?;
        check::finite_vector::<V>("max", &max)?;
        for axis in 0..V::DIM {
            if order_key(min[axis]) > order_key(max[axis]) {
                return Err(ShapeError::Inverted { axis, min: min[axis], max: max[axis] });
            }
        }
        Ok(Self { min, max })
    }

    /// The box reaching `half_extents` to either side of `center`, its corners rounded to nearest.
    ///
    /// # Panics
    /// Where [`try_from_center_half_extents`](Self::try_from_center_half_extents) errs.
    #[must_use]
    #[track_caller]
    pub fn from_center_half_extents(
        center: impl Into<V::Array<f32>>,
        half_extents: impl Into<V::Array<f32>>,
    ) -> Self {
        check::valid(Self::try_from_center_half_extents(center, half_extents))
    }

    /// The box reaching `half_extents` to either side of `center`, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, a half extent is negative, or a corner is too far out.
    pub fn try_from_center_half_extents(
        center: impl Into<V::Array<f32>>,
        half_extents: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let (center, half) = (Vect::<V, f32>(center.into()), Vect(half_extents.into()));
        check::finite_vector::<V>("center", &center.0)?;
        half.components().try_for_each(|half| check::length("half_extents", half))?;
        Self::try_new((center - half).0, (center + half).0)
    }

    /// The box of full `size` around `center`, its corners rounded to nearest.
    ///
    /// # Panics
    /// Where [`try_from_center_size`](Self::try_from_center_size) errs.
    #[must_use]
    #[track_caller]
    pub fn from_center_size(
        center: impl Into<V::Array<f32>>,
        size: impl Into<V::Array<f32>>,
    ) -> Self {
        check::valid(Self::try_from_center_size(center, size))
    }

    /// The box of full `size` around `center`, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, a size is negative, or a corner is too far out.
    pub fn try_from_center_size(
        center: impl Into<V::Array<f32>>,
        size: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let size = Vect::<V, f32>(size.into());
        size.components().try_for_each(|size| check::length("size", size))?;
        Self::try_from_center_half_extents(center, (size * 0.5).0)
    }

    /// The smallest box that contains all the points, exactly.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// let points = [vec2(1.0, 0.0), vec2(-1.0, 0.5)];
    /// let bounds = Aabb2::from_points(points.iter().copied())?;
    /// assert_eq!(bounds, Aabb2::new([-1.0, 0.0], [1.0, 0.5]));
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no point, or one is not finite.
    pub fn from_points<P: Into<V::Array<f32>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        let mut points = points.into_iter().map(Into::into);
        let first = points.next().ok_or(ShapeError::Empty)?;
        check::finite_vector::<V>("points", &first)?;
        let mut bounds = Self { min: first, max: first };
        for point in points {
            check::finite_vector::<V>("points", &point)?;
            for i in 0..V::DIM {
                if point[i] < bounds.min[i] {
                    bounds.min[i] = point[i];
                }
                if point[i] > bounds.max[i] {
                    bounds.max[i] = point[i];
                }
            }
        }
        Ok(bounds)
    }

    /// The box moved by a displacement, each number rounded to nearest: it stays axis-aligned, where
    /// [`transformed`](Self::transformed) gives an [`Obb`](super::Obb).
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let tile = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// assert_eq!(tile.translated([1.0, 0.0]), Aabb2::new([1.0, 0.0], [2.0, 1.0]));
    /// assert!(tile.intersects(&tile.translated([1.0, 0.0])), "touching counts");
    /// ```
    ///
    /// # Panics
    /// Where [`try_translated`](Self::try_translated) errs.
    #[must_use]
    #[track_caller]
    pub fn translated(&self, by: impl Into<V::Array<f32>>) -> Self {
        check::valid(self.try_translated(by))
    }

    /// The box moved by a displacement that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, or a corner comes to lie too far out.
    pub fn try_translated(&self, by: impl Into<V::Array<f32>>) -> Result<Self, ShapeError> {
        let by = Vect::<V, f32>(by.into());
        check::finite_vector::<V>("by", &by.0)?;
        Self::try_new((Vect(self.min) + by).0, (Vect(self.max) + by).0)
    }

    /// The corner with the least components.
    #[must_use]
    pub fn min(&self) -> V {
        V::from_array(self.min)
    }

    /// The corner with the greatest components.
    #[must_use]
    pub fn max(&self) -> V {
        V::from_array(self.max)
    }

    /// The middle, rounded to nearest.
    #[must_use]
    pub fn center(&self) -> V {
        V::from_array(OrientedBox::of_aabb(self).center.to_f32())
    }

    /// Half the size along each axis, rounded to nearest.
    #[must_use]
    pub fn half_extents(&self) -> V {
        V::from_array(OrientedBox::of_aabb(self).half.to_f32())
    }

    /// The full size along each axis, rounded to nearest; infinite where it exceeds `f32::MAX`.
    #[must_use]
    pub fn size(&self) -> V {
        V::from_array((Vect::<V, f32>(self.max) - Vect(self.min)).0)
    }

    /// The corner whose coordinate on axis `i` is the maximum where bit `i` of `index` is set.
    pub(crate) fn corner(&self, index: usize) -> V {
        V::from_array(V::array(|i| if index >> i & 1 == 1 { self.max[i] } else { self.min[i] }))
    }

    /// The corners, four in 2D, eight in 3D: bit `i` of a corner's index is its side on axis `i`.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = V> + use<'_, V> {
        (0..1 << V::DIM).map(|index| self.corner(index))
    }
}
