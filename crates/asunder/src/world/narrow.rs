//! The narrow phase: which of the colliders whose bounds overlap are in contact.
//!
//! Candidates are collected in batches, one for each two kinds that batches support, and are decided
//! many at a time; the others are decided one by one. That affects time only: a batch answers what
//! each single query would, and contacts are given in the order in which they were added.

use super::Contact;
use super::layers::Response;
use crate::batch::{Batched, Mask, Set};
use crate::query::separation::{Intersects as _, Penetrates as _};
use crate::shape::{Aabb, Capsule, Obb, Shape, Sphere};
use crate::space::Vector;

/// The most candidates that are pending: enough to fill every lane many times over, few enough to
/// stay in the first cache.
const BATCH_SIZE: usize = 256;

/// Pending candidates, and which of them were found to be in contact.
#[derive(Clone, Debug)]
pub(super) struct Narrow<V: Vector> {
    pending: Vec<Contact>,
    /// By index in `pending`.
    in_contact: Vec<bool>,
    touch: ShapeBatches<V>,
    overlap: ShapeBatches<V>,
    mask: Mask,
}

impl<V: Vector> Default for Narrow<V> {
    fn default() -> Self {
        Self {
            pending: Vec::new(),
            in_contact: Vec::new(),
            touch: ShapeBatches::default(),
            overlap: ShapeBatches::default(),
            mask: Mask::new(),
        }
    }
}

impl<V: Vector> Narrow<V> {
    /// Adds two colliders to `found` if they are in contact as `response` defines it: now or later,
    /// at the latest in [`finish`](Self::finish).
    pub(super) fn add(
        &mut self,
        response: Response,
        contact: Contact,
        (p, q): (&Shape<V>, &Shape<V>),
        found: &mut Vec<Contact>,
    ) {
        let met = match response {
            Response::Ignore => return,
            Response::Touch if self.touch.try_push(self.pending.len(), p, q) => false,
            Response::Touch => p.intersects(q),
            Response::Overlap | Response::Block
                if self.overlap.try_push(self.pending.len(), p, q) =>
            {
                false
            }
            Response::Overlap | Response::Block => p.penetrates(q),
        };
        self.pending.push(contact);
        self.in_contact.push(met);
        if self.pending.len() == BATCH_SIZE {
            self.finish(found);
        }
    }

    /// Adds two colliders that are known to be in contact.
    #[inline(always)]
    pub(super) fn add_known(&mut self, contact: Contact, found: &mut Vec<Contact>) {
        if self.pending.is_empty() {
            found.push(contact);
            return;
        }
        self.pending.push(contact);
        self.in_contact.push(true);
        if self.pending.len() == BATCH_SIZE {
            self.finish(found);
        }
    }

    /// Decides all pending candidates.
    pub(super) fn finish(&mut self, found: &mut Vec<Contact>) {
        self.touch.decide::<false>(&mut self.mask, &mut self.in_contact);
        self.overlap.decide::<true>(&mut self.mask, &mut self.in_contact);
        let met = self.pending.drain(..).zip(self.in_contact.drain(..));
        found.extend(met.filter_map(|(contact, met)| met.then_some(contact)));
    }
}

/// Candidates of two kinds.
#[derive(Clone, Debug)]
struct ShapeBatch<A: Batched, B: Batched> {
    a: Set<A>,
    b: Set<B>,
    /// Their indices among all pending candidates.
    indices: Vec<usize>,
}

impl<A: Batched, B: Batched> Default for ShapeBatch<A, B> {
    fn default() -> Self {
        Self { a: Set::new(), b: Set::new(), indices: Vec::new() }
    }
}

impl<V: Vector, A: Batched<Vector = V>, B: Batched<Vector = V>> ShapeBatch<A, B> {
    fn push(&mut self, index: usize, a: &A, b: &B) {
        self.a.push(a);
        self.b.push(b);
        self.indices.push(index);
    }

    fn decide<const OPEN: bool>(&mut self, mask: &mut Mask, met: &mut [bool]) {
        if self.indices.is_empty() {
            return;
        }
        let some = if OPEN {
            self.a.penetrates_zip(&self.b, mask)
        } else {
            self.a.intersects_zip(&self.b, mask)
        };
        if some > 0 {
            mask.iter().for_each(|answer| met[self.indices[answer]] = true);
        }
        self.a.clear();
        self.b.clear();
        self.indices.clear();
    }
}

macro_rules! batches {
    ($($batch:ident: $A:ident, $B:ident;)*) => {
        /// A batch for each two kinds.
        #[derive(Clone, Debug)]
        struct ShapeBatches<V: Vector> {
            $($batch: ShapeBatch<$A<V>, $B<V>>,)*
        }

        impl<V: Vector> Default for ShapeBatches<V> {
            fn default() -> Self {
                Self { $($batch: ShapeBatch::default(),)* }
            }
        }

        impl<V: Vector> ShapeBatches<V> {
            /// Adds a candidate if there is a batch for its kinds; returns whether there is.
            fn try_push(&mut self, index: usize, p: &Shape<V>, q: &Shape<V>) -> bool {
                match (p, q) {
                    $((Shape::$A(a), Shape::$B(b)) => self.$batch.push(index, a, b),)*
                    _ => return false,
                }
                true
            }

            fn decide<const OPEN: bool>(&mut self, mask: &mut Mask, met: &mut [bool]) {
                $(self.$batch.decide::<OPEN>(mask, met);)*
            }
        }
    };
}
batches! {
    sphere_sphere: Sphere, Sphere;
    sphere_aabb: Sphere, Aabb;
    sphere_obb: Sphere, Obb;
    sphere_capsule: Sphere, Capsule;
    aabb_sphere: Aabb, Sphere;
    aabb_aabb: Aabb, Aabb;
    aabb_obb: Aabb, Obb;
    aabb_capsule: Aabb, Capsule;
    obb_sphere: Obb, Sphere;
    obb_aabb: Obb, Aabb;
    obb_obb: Obb, Obb;
    obb_capsule: Obb, Capsule;
    capsule_sphere: Capsule, Sphere;
    capsule_aabb: Capsule, Aabb;
    capsule_obb: Capsule, Obb;
    capsule_capsule: Capsule, Capsule;
}
