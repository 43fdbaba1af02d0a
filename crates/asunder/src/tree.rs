//! A broad phase on its own, for those who keep shapes elsewhere: which boxes overlap.
//!
//! A [`World`](crate::World) has such a tree inside. Take a [`Tree`] where there are shapes, entities
//! and rules of your own, and only the question is left which of many are near to one another.

pub(crate) mod kernels;
mod questions;

use crate::index::BodyKind;
use crate::index::Bvh;
use crate::shape::Aabb;
use crate::space::Vector;
use core::fmt;

/// A broad phase: a tree of numbered boxes that finds the pairs which overlap.
///
/// Numbers are the caller's. Boxes are closed, so that touching counts, and compared exactly. Work is
/// done for what moved and what is near to it; sixteen boxes are compared at once. With the feature
/// `rayon` large searches use rayon's threads. What is found depends on no history, processor or
/// thread; only the order of what is found one by one may.
///
/// # What it costs at worst
///
/// Memory is about a hundred bytes for each box, what the last pairs took, and a table as long as the
/// largest number ever set, of 32 bytes an entry: numbers are best counted from zero. It is kept until
/// the tree is dropped or [cleared](Self::clear).
///
/// Of `n` boxes, `m` of which moved, the pairs take time in the order of `m (log n + k) + p log p`, `p`
/// being how many pairs there are and `k` how many boxes overlap sixteen that lie together: where all
/// lie in one place that is all of them, as it is for `p`. Ordering compares middles with one another
/// and knows no grid, so that boxes on a line, with one far out, or at all magnitudes of `f32` cost what
/// others do, and a huge box costs what overlaps it. A question looks at no more than all boxes.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::tree::Tree3;
///
/// let mut tree = Tree3::new();
/// tree.set(0, &Aabb3::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]), BodyKind::Moving);
/// tree.set(1, &Aabb3::new([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]), BodyKind::Fixed);
/// assert_eq!(tree.moved_pairs(), [(0, 1)], "touching counts");
/// assert_eq!(tree.moved_pairs(), [], "nothing moved since");
///
/// let mut hit = Vec::new();
/// tree.overlapping(&Aabb3::new([2.0, 1.0, 1.0], [9.0, 9.0, 9.0]), |number| hit.push(number));
/// assert_eq!(hit, [1]);
/// ```
#[derive(Clone)]
pub struct Tree<V: Vector> {
    boxes: Bvh<V>,
    len: usize,
    pairs: Vec<(u32, u32)>,
}

/// A 2D [`Tree`].
pub type Tree2 = Tree<glam::Vec2>;
/// A 3D [`Tree`].
pub type Tree3 = Tree<glam::Vec3>;

impl<V: Vector> Tree<V> {
    /// A tree without boxes.
    #[must_use]
    pub fn new() -> Self {
        Self { boxes: Bvh::default(), len: 0, pairs: Vec::new() }
    }

    /// Sets the box of `number`, in place of the one it had, if any. Two fixed boxes are never a pair.
    ///
    /// # Panics
    /// If the number is `u32::MAX`. A table is as long as the largest number: whoever numbers by hashes
    /// or generations asks for as much memory as those would index.
    pub fn set(&mut self, number: u32, aabb: &Aabb<V>, kind: BodyKind) {
        assert!(
            number < u32::MAX,
            "box {number} has a number too large; number boxes from zero on"
        );
        self.len += usize::from(!self.contains(number));
        V::set_box(self, number, aabb, kind);
    }

    /// Removes a number and its box, if it has one.
    pub fn remove(&mut self, number: u32) {
        self.len -= usize::from(self.contains(number));
        V::remove_box(self, number);
    }

    /// Removes all numbers and boxes, and frees their memory.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the tree has no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether `number` has a box.
    #[must_use]
    pub fn contains(&self, number: u32) -> bool {
        self.boxes.get(number).is_some()
    }

    /// The box of a number, as set last.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::tree::Tree2;
    ///
    /// let mut tree = Tree2::new();
    /// let unit = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// tree.set(7, &unit, BodyKind::Moving);
    /// assert_eq!((tree.get(7), tree.get(6), tree.len()), (Some(unit), None, 1));
    /// tree.remove(7);
    /// assert!(!tree.contains(7) && tree.is_empty());
    /// ```
    #[must_use]
    pub fn get(&self, number: u32) -> Option<Aabb<V>> {
        let bounds = self.boxes.get(number)?;
        Some(Aabb { min: bounds.min, max: bounds.max })
    }

    /// Every two numbers whose boxes overlap, not both fixed, of which at least one was set since the
    /// last call: sorted, each pair once, the smaller number first.
    ///
    /// If all were set, these are all pairs there are. If none was, it costs nothing.
    pub fn moved_pairs(&mut self) -> &[(u32, u32)] {
        V::moved_pairs(self);
        &self.pairs
    }

    /// The result of the last call of [`moved_pairs`](Self::moved_pairs).
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
    ///
    /// let mut tree = Tree2::new();
    /// for number in 0..1_000 {
    ///     let x = number as f32;
    ///     tree.set(number, &Aabb2::new([x, 0.0], [x + 1.0, 1.0]), BodyKind::Moving);
    /// }
    /// tree.settle();
    /// let mut found = 0;
    /// tree.overlapping(&Aabb2::new([5.0, 0.0], [6.0, 1.0]), |_| found += 1);
    /// assert_eq!((found, tree.moved_pairs().len()), (3, 999), "touching counts, and all have moved");
    /// ```
    pub fn settle(&mut self) {
        V::settle(self);
    }
}

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> fmt::Debug for Tree<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree")
            .field("len", &self.len)
            .field("pairs", &self.pairs.len())
            .finish_non_exhaustive()
    }
}
