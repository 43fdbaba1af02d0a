//! Which boxes overlap: a broad phase on its own, for whoever keeps shapes elsewhere.
//!
//! A [`World`](crate::World) has such a tree inside. Take a [`Tree`] where there are shapes, entities
//! and rules of your own, and only the question is left which of many are near to one another.

use crate::index::{Bounds, Index as _, Mobility, Tree as Boxes, Way};
use crate::shape::{Aabb, Ray};
use crate::space::Vector;
use crate::world::Motion;
use core::fmt;
use core::ops::ControlFlow;

/// One box for each of many numbers, and which of the boxes overlap.
///
/// Numbers are the caller's, and small: the tree keeps a table as long as the largest of them. Boxes are
/// closed, so that touching counts, and compared exactly. Work is done for what moved and what is near
/// to it; sixteen boxes are compared at once. With the feature `rayon` large searches use rayon's
/// threads. What is found depends on no history, processor
/// or thread; only the order of what is found one by one may.
///
/// Memory is that of the boxes, about a hundred bytes each, and of the pairs; the worst case in time is
/// that everything overlaps, for then the pairs are all there are.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::tree::Tree3;
/// use asunder::world::Motion;
///
/// let mut tree = Tree3::new();
/// tree.set(0, &Aabb3::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]), Motion::Moving);
/// tree.set(1, &Aabb3::new([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]), Motion::Fixed);
/// assert_eq!(tree.moved_pairs(), [(0, 1)], "touching counts");
/// assert_eq!(tree.moved_pairs(), [], "nothing moved since");
///
/// let mut hit = Vec::new();
/// tree.overlapping(&Aabb3::new([2.0, 1.0, 1.0], [9.0, 9.0, 9.0]), |number| hit.push(number));
/// assert_eq!(hit, [1]);
/// ```
#[derive(Clone)]
pub struct Tree<V: Vector> {
    boxes: Boxes<V>,
    pairs: Vec<(u32, u32)>,
}

/// A 2D [`Tree`].
pub type Tree2 = Tree<glam::Vec2>;
/// A 3D [`Tree`].
pub type Tree3 = Tree<glam::Vec3>;

impl<V: Vector> Tree<V> {
    /// A tree of no boxes.
    #[must_use]
    pub fn new() -> Self {
        Self { boxes: Boxes::default(), pairs: Vec::new() }
    }

    /// Gives `number` a box, in place of the one it had, if any. Two fixed boxes are never a pair.
    pub fn set(&mut self, number: u32, aabb: &Aabb<V>, motion: Motion) {
        V::set_box(self, number, aabb, motion);
    }

    /// Forgets a number and its box, if it is known.
    pub fn remove(&mut self, number: u32) {
        V::remove_box(self, number);
    }

    /// Every two numbers whose boxes overlap, not both fixed, of which at least one was set since the
    /// last call: sorted, each pair once, the smaller number first.
    ///
    /// If all were set, these are all pairs there are. If none was, it costs nothing.
    pub fn moved_pairs(&mut self) -> &[(u32, u32)] {
        V::moved_pairs(self);
        &self.pairs
    }

    /// What the last call of [`moved_pairs`](Self::moved_pairs) found.
    #[must_use]
    pub fn last_pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// Sorts in what was set since the last [pairs](Self::moved_pairs) or the last call, for questions
    /// to be quick: without it they look at those boxes one by one. Pairs sort in what they need by
    /// themselves, and still find what was set before.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::tree::Tree2;
    /// use asunder::world::Motion;
    ///
    /// let mut tree = Tree2::new();
    /// for number in 0..1_000 {
    ///     let x = number as f32;
    ///     tree.set(number, &Aabb2::new([x, 0.0], [x + 1.0, 1.0]), Motion::Moving);
    /// }
    /// tree.settle();
    /// let mut found = 0;
    /// tree.overlapping(&Aabb2::new([5.0, 0.0], [6.0, 1.0]), |_| found += 1);
    /// assert_eq!((found, tree.moved_pairs().len()), (3, 999), "touching counts, and all have moved");
    /// ```
    pub fn settle(&mut self) {
        V::settle(self);
    }

    /// Calls `found` once for every number whose box overlaps `aabb`, in no particular order.
    ///
    /// Boxes set since the last pairs are looked at one by one, unless they were
    /// [sorted in](Self::settle).
    pub fn overlapping(&self, aabb: &Aabb<V>, mut found: impl FnMut(u32)) {
        V::overlapping(self, aabb, &mut found);
    }

    /// Calls `found` for every number whose box a ray may meet, roughly in the order in which it meets
    /// them, with a multiple of the ray's direction before which it certainly does not.
    ///
    /// What `found` answers is the multiple to look up to from then on: a box that is certainly met only
    /// after it is left out, so that a search for the first hit ends early. Begin with infinity for all
    /// of the ray.
    pub fn along(&self, ray: &Ray<V>, up_to: f64, mut found: impl FnMut(u32, f64) -> f64) {
        V::along(self, ray, up_to, &mut found);
    }
}

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> fmt::Debug for Tree<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("pairs", &self.pairs.len()).finish_non_exhaustive()
    }
}

/// What a tree does, once for each dimension.
pub trait Kernels: Sized {
    #[doc(hidden)]
    fn set_box(tree: &mut Tree<Self>, number: u32, aabb: &Aabb<Self>, motion: Motion)
    where
        Self: Vector;

    #[doc(hidden)]
    fn remove_box(tree: &mut Tree<Self>, number: u32)
    where
        Self: Vector;

    #[doc(hidden)]
    fn moved_pairs(tree: &mut Tree<Self>)
    where
        Self: Vector;

    #[doc(hidden)]
    fn settle(tree: &mut Tree<Self>)
    where
        Self: Vector;

    #[doc(hidden)]
    fn overlapping(tree: &Tree<Self>, aabb: &Aabb<Self>, found: &mut dyn FnMut(u32))
    where
        Self: Vector;

    #[doc(hidden)]
    fn along(
        tree: &Tree<Self>,
        ray: &Ray<Self>,
        up_to: f64,
        found: &mut dyn FnMut(u32, f64) -> f64,
    ) where
        Self: Vector;
}

macro_rules! impl_kernels {
    ($($V:ty),*) => {
        $(impl Kernels for $V {
            fn set_box(tree: &mut Tree<$V>, number: u32, aabb: &Aabb<$V>, motion: Motion) {
                let mobility = match motion {
                    Motion::Fixed => Mobility::Fixed,
                    Motion::Moving => Mobility::Moving,
                };
                tree.boxes.upsert(number, &Bounds::from_corners(aabb.min, aabb.max), mobility);
            }

            fn remove_box(tree: &mut Tree<$V>, number: u32) {
                tree.boxes.remove(number);
            }

            fn moved_pairs(tree: &mut Tree<$V>) {
                tree.boxes.moved_pairs(&mut tree.pairs);
            }

            fn settle(tree: &mut Tree<$V>) {
                tree.boxes.settle();
            }

            fn overlapping(tree: &Tree<$V>, aabb: &Aabb<$V>, found: &mut dyn FnMut(u32)) {
                tree.boxes.overlapping(&Bounds::from_corners(aabb.min, aabb.max), &mut |number| {
                    found(number);
                    ControlFlow::Continue(())
                });
            }

            fn along(
                tree: &Tree<$V>,
                ray: &Ray<$V>,
                up_to: f64,
                found: &mut dyn FnMut(u32, f64) -> f64,
            ) {
                let bounds = Bounds::from_corners(ray.origin, ray.origin);
                tree.boxes.along(&Way { bounds, motion: ray.direction }, up_to, found);
            }
        })*
    };
}
impl_kernels!(glam::Vec2, glam::Vec3);
