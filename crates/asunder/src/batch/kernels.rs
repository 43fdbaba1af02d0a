//! From a question about sets to a kernel, once for each dimension (see `dimension`).

use super::forms::{LaneShape, MOST_FIELDS};
use super::mask::Mask;
use super::set::{Batched, Set};
use super::stage::{Batch, LaneKernel, Operand, answer_one_by_one};
use super::two_pass::TwoPassBatch;
use crate::dimension::kernels;
use crate::query::predicate::Rule;
use crate::query::separation::{decide_aabb_frustum_slow, decide_boxes_slow, meet};
use crate::shape::{Aabb, Capsule, Frustum, Obb, ShapeRef, Sphere};
use crate::simd::{LANES, Lanes};
use crate::space::Vector;

/// A kind of shape that sets hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Spheres.
    Sphere,
    /// Axis-aligned boxes.
    Aabb,
    /// Oriented boxes.
    Obb,
    /// Capsules.
    Capsule,
}

impl Kind {
    /// How many there are.
    pub(crate) const COUNT: usize = 4;
}

/// A set of any kind.
pub trait AnySet<V: Vector> {
    /// The kind of its shapes.
    fn kind(&self) -> Kind;
    /// How many shapes it has.
    fn count(&self) -> usize;
    /// The numbers of all shapes in their order.
    fn source(&self) -> Operand<'_>;
    /// The numbers of the shapes that pairs name; the second of each, or the first.
    fn picked<'s>(&'s self, pairs: &'s [(u32, u32)], second: bool) -> Operand<'s>;
    /// Asks a question about a shape.
    fn ask(&self, index: usize, question: &dyn Fn(ShapeRef<'_, V>) -> bool) -> bool;
}

impl<S: Batched> AnySet<S::Vector> for Set<S> {
    fn kind(&self) -> Kind {
        S::KIND
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn source(&self) -> Operand<'_> {
        Operand::in_order(self.blocks())
    }

    fn picked<'s>(&'s self, pairs: &'s [(u32, u32)], second: bool) -> Operand<'s> {
        Set::picked(self, pairs, second)
    }

    fn ask(&self, index: usize, question: &dyn Fn(ShapeRef<'_, S::Vector>) -> bool) -> bool {
        question(self.get(index).as_shape_ref())
    }
}

kernels! {
    BatchKernels:

    fn ask_many(
        set: &dyn AnySet<Self>,
        query: ShapeRef<'_, Self>,
        rule: Rule,
        mask: &mut Mask
    ) -> usize {
        ask_many(set, query, rule, mask)
    }

    fn ask_pairs(
        a: &dyn AnySet<Self>,
        b: &dyn AnySet<Self>,
        pairs: &[(u32, u32)],
        rule: Rule,
        mask: &mut Mask
    ) -> usize {
        let operands = (a.picked(pairs, false), b.picked(pairs, true));
        ask_two((a, b), operands, pairs.len(), rule, mask, &|n| {
            (pairs[n].0 as usize, pairs[n].1 as usize)
        })
    }

    fn ask_zip(a: &dyn AnySet<Self>, b: &dyn AnySet<Self>, rule: Rule, mask: &mut Mask) -> usize {
        let operands = (a.source(), b.source());
        let len = if a.count() < b.count() { a.count() } else { b.count() };
        ask_two((a, b), operands, len, rule, mask, &|n| (n, n))
    }
}

/// Two sets, of which `pair` tells the places of the shapes of each pair.
fn ask_two<V: Vector>(
    (a, b): (&dyn AnySet<V>, &dyn AnySet<V>),
    operands: (Operand<'_>, Operand<'_>),
    len: usize,
    rule: Rule,
    mask: &mut Mask,
    pair: &dyn Fn(usize) -> (usize, usize),
) -> usize {
    let batch = Batch { a: operands.0, b: operands.1, len, rule };
    answer_kinds::<V>([a.kind(), b.kind()], batch, mask, &|n| {
        let (i, j) = pair(n);
        a.ask(i, &|p| b.ask(j, &|q| ask_left_open(p, q, rule)))
    })
}

/// Answers a batch of two kinds; with `ask` what lanes leave open.
pub(super) fn answer_kinds<V: Vector>(
    kinds: [Kind; 2],
    batch: Batch<'_>,
    mask: &mut Mask,
    ask: &dyn Fn(usize) -> bool,
) -> usize {
    match kinds {
        [Kind::Sphere, Kind::Sphere] => batch.answer::<V, Sphere<V>, Sphere<V>>(mask, ask),
        [Kind::Sphere, Kind::Aabb] => batch.answer::<V, Sphere<V>, Aabb<V>>(mask, ask),
        [Kind::Sphere, Kind::Obb] => batch.answer::<V, Sphere<V>, Obb<V>>(mask, ask),
        [Kind::Sphere, Kind::Capsule] => batch.answer::<V, Sphere<V>, Capsule<V>>(mask, ask),
        [Kind::Aabb, Kind::Aabb] => batch.answer::<V, Aabb<V>, Aabb<V>>(mask, ask),
        [Kind::Aabb, Kind::Obb] => batch.answer::<V, Aabb<V>, Obb<V>>(mask, ask),
        [Kind::Obb, Kind::Obb] => batch.answer::<V, Obb<V>, Obb<V>>(mask, ask),
        [Kind::Capsule, Kind::Aabb] => batch.answer::<V, Capsule<V>, Aabb<V>>(mask, ask),
        [Kind::Capsule, Kind::Obb] => batch.answer::<V, Capsule<V>, Obb<V>>(mask, ask),
        [Kind::Capsule, Kind::Capsule] => batch.answer::<V, Capsule<V>, Capsule<V>>(mask, ask),
        // Lanes know these the other way round only.
        [Kind::Aabb | Kind::Obb | Kind::Capsule, Kind::Sphere]
        | [Kind::Obb, Kind::Aabb]
        | [Kind::Aabb | Kind::Obb, Kind::Capsule] => {
            let [a, b] = kinds;
            answer_kinds::<V>([b, a], Batch { a: batch.b, b: batch.a, ..batch }, mask, ask)
        }
    }
}

/// The answer for a pair that lanes leave open: that of the single question, or of its stages after the one in
/// `f32`, which lanes have taken.
pub(super) fn ask_left_open<V: Vector>(p: ShapeRef<'_, V>, q: ShapeRef<'_, V>, rule: Rule) -> bool {
    match (p, q) {
        (ShapeRef::Obb(a), ShapeRef::Obb(b)) => decide_boxes_slow(a, b, rule),
        (ShapeRef::Aabb(a), ShapeRef::Obb(b)) | (ShapeRef::Obb(b), ShapeRef::Aabb(a)) => {
            decide_boxes_slow(a, b, rule)
        }
        (ShapeRef::Aabb(a), ShapeRef::Frustum(b)) => decide_aabb_frustum_slow(a, b, rule),
        (p, q) => meet(&p, &q, rule),
    }
}

/// A set against one shape: in lanes if they know its kind.
fn ask_many<V: Vector>(
    set: &dyn AnySet<V>,
    query: ShapeRef<'_, V>,
    rule: Rule,
    mask: &mut Mask,
) -> usize {
    let question =
        SetQuestion { set, rule, ask: &|n| set.ask(n, &|p| ask_left_open(p, query, rule)) };
    match query {
        ShapeRef::Sphere(sphere) => question.answer_kind(Kind::Sphere, sphere, mask),
        ShapeRef::Aabb(aabb) => question.answer_kind(Kind::Aabb, aabb, mask),
        ShapeRef::Obb(obb) => question.answer_kind(Kind::Obb, obb, mask),
        ShapeRef::Capsule(capsule) => question.answer_kind(Kind::Capsule, capsule, mask),
        ShapeRef::Plane(plane) => question.answer(plane, mask),
        ShapeRef::HalfSpace(half_space) => question.answer(half_space, mask),
        ShapeRef::Segment(segment) => question.answer(segment, mask),
        ShapeRef::Ray(ray) => question.answer(ray, mask),
        ShapeRef::Frustum(frustum) => question.answer_in_two_passes(frustum, mask),
        ShapeRef::Point(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => answer_one_by_one(set.count(), mask, question.ask),
    }
}

/// The question which shapes of a set meet one shape.
#[derive(Clone, Copy)]
struct SetQuestion<'a, V: Vector> {
    set: &'a dyn AnySet<V>,
    rule: Rule,
    /// The single question.
    ask: &'a dyn Fn(usize) -> bool,
}

impl<V: Vector> SetQuestion<'_, V> {
    /// About a shape of a kind that sets hold.
    fn answer_kind(&self, kind: Kind, query: &impl LaneShape<V>, mask: &mut Mask) -> usize {
        let same = splat(query);
        answer_kinds::<V>([self.set.kind(), kind], self.batch(&same), mask, self.ask)
    }

    /// About a shape of any other kind that lanes know.
    fn answer<B: LaneShape<V>>(&self, query: &B, mask: &mut Mask) -> usize
    where
        Sphere<V>: LaneKernel<V, B>,
        Aabb<V>: LaneKernel<V, B>,
        Obb<V>: LaneKernel<V, B>,
        Capsule<V>: LaneKernel<V, B>,
    {
        let same = splat(query);
        let batch = self.batch(&same);
        match self.set.kind() {
            Kind::Sphere => batch.answer::<V, Sphere<V>, B>(mask, self.ask),
            Kind::Aabb => batch.answer::<V, Aabb<V>, B>(mask, self.ask),
            Kind::Obb => batch.answer::<V, Obb<V>, B>(mask, self.ask),
            Kind::Capsule => batch.answer::<V, Capsule<V>, B>(mask, self.ask),
        }
    }

    /// About a frustum, of which the first pass decides most.
    fn answer_in_two_passes(&self, query: &Frustum<V>, mask: &mut Mask) -> usize {
        let same = splat(query);
        let source = self.set.source();
        let batch = TwoPassBatch { shapes: source.lanes(), query: &same, len: self.set.count() };
        match self.set.kind() {
            Kind::Sphere => batch.answer::<V, Sphere<V>, Frustum<V>>(mask, self.ask),
            Kind::Aabb => batch.answer::<V, Aabb<V>, Frustum<V>>(mask, self.ask),
            Kind::Obb => batch.answer::<V, Obb<V>, Frustum<V>>(mask, self.ask),
            Kind::Capsule => batch.answer::<V, Capsule<V>, Frustum<V>>(mask, self.ask),
        }
    }

    fn batch<'s>(&'s self, same: &'s [Lanes]) -> Batch<'s> {
        let (a, b) = (self.set.source(), Operand::same(same));
        Batch { a, b, len: self.set.count(), rule: self.rule }
    }
}

/// The numbers of a shape, each in all lanes.
fn splat<V: Vector>(shape: &impl LaneShape<V>) -> [Lanes; MOST_FIELDS] {
    let mut splat = [Lanes::ZERO; MOST_FIELDS];
    shape.fields(|field, x| splat[field] = Lanes([x; LANES]));
    splat
}
