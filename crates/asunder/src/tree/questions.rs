//! Questions about the boxes of a tree.

use super::Tree;
use crate::shape::{Aabb, AnyShape, Ray};
use crate::space::Vector;
use core::ops::ControlFlow::{Break, Continue};

/// What was set since the last pairs is looked at box by box, unless it was
/// [sorted in](Self::settle).
impl<V: Vector> Tree<V> {
    /// Calls `found` once for every number whose box overlaps `aabb`, in no particular order.
    pub fn overlapping(&self, aabb: &Aabb<V>, mut found: impl FnMut(u32)) {
        V::overlapping(self, aabb, &mut |number| {
            found(number);
            Continue(())
        });
    }

    /// Whether any number whose box overlaps `aabb` is wanted. After the first that is, no other is
    /// asked.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::tree::Tree2;
    ///
    /// let mut tree = Tree2::new();
    /// tree.set(3, &Aabb2::new([1.0, 0.0], [2.0, 1.0]), BodyKind::Fixed);
    /// let at = |x: f32| Aabb2::new([0.0, 0.0], [x, 1.0]);
    /// assert!(tree.any_overlapping(&at(1.0), |number| number == 3), "touching counts");
    /// assert!(!tree.any_overlapping(&at(0.99999994), |_| true));
    /// ```
    pub fn any_overlapping(&self, aabb: &Aabb<V>, mut is_wanted: impl FnMut(u32) -> bool) -> bool {
        let mut any = false;
        V::overlapping(self, aabb, &mut |number| {
            any = is_wanted(number);
            if any { Break(()) } else { Continue(()) }
        });
        any
    }

    /// Calls `found` once for every number whose box intersects a shape, in no particular order. Exact;
    /// touching counts. A point that is not finite finds nothing.
    ///
    /// A [`Frustum`](crate::Frustum), [`HalfSpace`](crate::HalfSpace), [`Plane`](crate::Plane), [`Ray`]
    /// or [`Segment`](crate::Segment) is looked for along itself, not in the box around it:
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::tree::Tree3;
    ///
    /// let mut tree = Tree3::new();
    /// // A right angle wide, so that at a depth of 4 it ends at x = 4.
    /// let slopes = [-1.0, 1.0, -1.0, 1.0];
    /// let eye = Frustum3::perspective([0.0; 3], [0.0, 0.0, 0.0, 1.0], slopes, 0.5, 100.0);
    /// let mut sees = |x: f32| {
    ///     tree.set(0, &Aabb3::new([x, 0.0, -4.0], [9.0, 1.0, -3.0]), BodyKind::Moving);
    ///     let mut seen = Vec::new();
    ///     tree.intersecting(&eye, |number| seen.push(number));
    ///     seen
    /// };
    /// assert_eq!(sees(4.0), [0], "touching counts");
    /// assert_eq!(sees(4.0000005), []);
    /// ```
    pub fn intersecting(&self, shape: &impl AnyShape<Vector = V>, mut found: impl FnMut(u32)) {
        V::intersecting(self, shape.as_shape_ref(), &mut found);
    }

    /// Calls `found` for every number whose box a ray may meet, roughly in the order in which it meets
    /// them, with a multiple of the ray's direction before which it certainly does not.
    ///
    /// What `found` answers is the multiple to look up to from then on: a box that is certainly met only
    /// after it is left out, so that a search for the first hit ends early. One that is larger than the
    /// one before changes nothing, a negative one or NaN ends the search. Begin with infinity for all of
    /// the ray.
    pub fn along(&self, ray: &Ray<V>, up_to: f64, found: impl FnMut(u32, f64) -> f64) {
        V::along(
            self,
            &Aabb { min: ray.origin, max: ray.origin },
            &ray.direction,
            up_to,
            &mut narrowing(up_to, found),
        );
    }

    /// Calls `found` for every number whose box another box may meet that moves along `motion`, roughly in
    /// the order in which it meets them, with a fraction of the motion before which it certainly does
    /// not. A motion that is not finite meets nothing.
    ///
    /// What `found` answers is the fraction to look up to from then on, as for a ray. Begin with one for
    /// all of the motion; a negative one ends the search.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::tree::Tree2;
    ///
    /// let mut tree = Tree2::new();
    /// tree.set(0, &Aabb2::new([3.0, 0.0], [4.0, 1.0]), BodyKind::Fixed);
    /// tree.set(1, &Aabb2::new([5.0, 0.0], [6.0, 1.0]), BodyKind::Fixed);
    /// let unit = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// let meets = |motion: [f32; 2]| {
    ///     let mut met = Vec::new();
    ///     tree.cast(&unit, motion, 1.0, |number, _| {
    ///         met.push(number);
    ///         1.0
    ///     });
    ///     met.sort_unstable();
    ///     met
    /// };
    /// assert_eq!(meets([4.0, 0.0]), [0, 1], "the end counts");
    /// assert_eq!(meets([4.0, 1.0]), [0, 1], "so does an edge along the path");
    /// assert_eq!(meets([3.9, 0.0]), [0]);
    /// ```
    pub fn cast(
        &self,
        aabb: &Aabb<V>,
        motion: impl Into<V::Array<f32>>,
        up_to: f64,
        found: impl FnMut(u32, f64) -> f64,
    ) {
        let motion = motion.into();
        if (0..V::DIM).all(|i| motion[i].is_finite()) {
            V::along(self, aabb, &motion, up_to, &mut narrowing(up_to, found));
        }
    }

    /// Calls `found` for every number whose box may be within a distance of `aabb`, roughly near ones
    /// first, with a distance that it certainly has, at least.
    ///
    /// What `found` answers is the distance to look up to from then on: a box that is certainly further
    /// away is left out, so that a search for the nearest ends early. Begin with infinity for all boxes;
    /// a negative distance ends the search.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::tree::Tree2;
    ///
    /// let mut tree = Tree2::new();
    /// for (number, x) in [(0, 4.0), (1, 2.0), (2, 9.0)] {
    ///     tree.set(number, &Aabb2::new([x, 0.0], [x + 1.0, 1.0]), BodyKind::Moving);
    /// }
    /// let unit = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// let mut within = |distance: f64| {
    ///     let mut near = Vec::new();
    ///     tree.near(&unit, distance, |number, _| {
    ///         near.push(number);
    ///         distance
    ///     });
    ///     near.sort_unstable();
    ///     near
    /// };
    /// assert_eq!(within(3.0), [0, 1], "the end counts");
    /// assert_eq!(within(2.9), [1]);
    ///
    /// let mut nearest = (None, f64::INFINITY);
    /// tree.near(&unit, f64::INFINITY, |number, distance| {
    ///     if distance < nearest.1 {
    ///         nearest = (Some(number), distance);
    ///     }
    ///     nearest.1
    /// });
    /// assert_eq!(nearest.0, Some(1));
    /// ```
    pub fn near(&self, aabb: &Aabb<V>, within: f64, found: impl FnMut(u32, f64) -> f64) {
        V::near(self, aabb, within, &mut narrowing(within, found));
    }
}

/// Asks `found`, and never looks further for its answer than before; not a number ends the search.
///
/// The index counts on it: what a larger limit would bring back depends on how the boxes lie in it.
fn narrowing(
    mut up_to: f64,
    mut found: impl FnMut(u32, f64) -> f64,
) -> impl FnMut(u32, f64) -> f64 {
    move |number, least| {
        let answer = found(number, least);
        if answer.is_nan() {
            up_to = f64::NEG_INFINITY;
        } else if answer < up_to {
            up_to = answer;
        }
        up_to
    }
}
