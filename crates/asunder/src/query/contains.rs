//! Does a shape contain a point?

use super::separation::Intersects;
use crate::space::Vector;

/// Whether a shape contains something, whole.
pub trait Contains<Other> {
    /// Whether every point of `other` belongs to this shape. Points of the surface do.
    ///
    /// Exact. For a single point it is the same question as [`Intersects::intersects`]; a point
    /// that is not finite is contained in nothing.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// let bounds = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// assert!(bounds.contains(&vec2(1.0, 0.5)), "the surface belongs to the box");
    /// assert!(!bounds.contains(&vec2(1.0000001, 0.5)));
    /// ```
    fn contains(&self, other: &Other) -> bool;
}

impl<V: Vector, S: Intersects<V>> Contains<V> for S {
    #[inline]
    fn contains(&self, point: &V) -> bool {
        self.intersects(point)
    }
}
