//! The enclosing shape of two of a kind.

use crate::exact::{greater, lesser};
use crate::linalg::Vect;
use crate::shape::{Aabb, Obb, ShapeError, Sphere, check};
use crate::space::Vector;

impl<V: Vector> Aabb<V> {
    /// The smallest box that contains both, exactly. Nothing rounds.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let both = Aabb2::new([0.0, 0.0], [1.0, 1.0]).merged(&Aabb2::new([3.0, -1.0], [4.0, 0.5]));
    /// assert_eq!(both, Aabb2::new([0.0, -1.0], [4.0, 1.0]));
    /// ```
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        Self {
            min: Vect::<V, f32>(self.min).zip(Vect(other.min), lesser).0,
            max: Vect::<V, f32>(self.max).zip(Vect(other.max), greater).0,
        }
    }
}

impl<V: Vector> Sphere<V> {
    /// A sphere that contains both, exactly: the smallest one, but for what rounding its center adds
    /// to the radius. If one contains the other it is the result, bit for bit.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let a = Sphere3::new([0.0, 0.0, 0.0], 1.0);
    /// let both = a.merged(&Sphere3::new([4.0, 0.0, 0.0], 1.0));
    /// assert_eq!(both, Sphere3::new([2.0, 0.0, 0.0], 3.0));
    /// assert_eq!(both.merged(&a), both, "it touches from within");
    /// ```
    ///
    /// # Panics
    /// Where [`try_merged`](Self::try_merged) errs.
    #[must_use]
    #[track_caller]
    pub fn merged(&self, other: &Self) -> Self {
        check::valid(self.try_merged(other))
    }

    /// A sphere that contains both, as [`merged`](Self::merged), of spheres that may be huge.
    ///
    /// # Errors
    /// If the sphere would be too large.
    pub fn try_merged(&self, other: &Self) -> Result<Self, ShapeError> {
        V::merged_spheres(self, other)
    }
}

impl<V: Vector> Obb<V> {
    /// A box that contains both, exactly, and the least found: along the axes of one of them, or
    /// along those that [`from_points`](Self::from_points) finds for their corners. If one contains
    /// the other it is the result.
    ///
    /// To enclose any other shapes, give their points to `from_points`.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let tilted = |x: f32, y: f32| Obb2::new([x, y], [2.5, 0.5], [4.0, 3.0]);
    /// let both = tilted(0.0, 0.0).merged(&tilted(4.0, 3.0));
    /// assert!(both.contains(&tilted(4.0, 3.0)) && both.half_extents().x < 5.01);
    /// ```
    ///
    /// # Panics
    /// Where [`try_merged`](Self::try_merged) errs.
    #[must_use]
    #[track_caller]
    pub fn merged(&self, other: &Self) -> Self {
        check::valid(self.try_merged(other))
    }

    /// A box that contains both, as [`merged`](Self::merged), of boxes that may be huge.
    ///
    /// # Errors
    /// If no box found has finite numbers.
    pub fn try_merged(&self, other: &Self) -> Result<Self, ShapeError> {
        V::merged_obbs(self, other)
    }
}
