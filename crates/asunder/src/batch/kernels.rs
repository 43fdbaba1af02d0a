//! From a question about sets to a kernel, once for each dimension (see `dimension`).

use super::forms::{LaneShape, MOST_FIELDS};
use super::mask::Mask;
use super::set::{Batched, Set};
use super::stage::{Batch, LaneKernel, Operand, ask, define};
use super::two_pass::{TwoPass, TwoPassBatch};
use crate::dimension::kernels;
use crate::query::predicate::Rule;
use crate::query::separation::{Intersects, Penetrates};
use crate::shape::{
    Aabb, Capsule, Frustum, HalfSpace, Obb, Plane, Ray, Segment, ShapeRef, Sphere, with_shape,
};
use crate::simd::{LANES, Lanes};
use crate::space::Vector;

/// A set of any kind.
#[derive(Clone, Copy, Debug)]
pub enum AnySet<'a, V: Vector> {
    /// Spheres.
    Sphere(&'a Set<Sphere<V>>),
    /// Axis-aligned boxes.
    Aabb(&'a Set<Aabb<V>>),
    /// Oriented boxes.
    Obb(&'a Set<Obb<V>>),
    /// Capsules.
    Capsule(&'a Set<Capsule<V>>),
}

kernels! {
    BatchKernels:

    fn ask_many(
        set: AnySet<'_, Self>,
        query: ShapeRef<'_, Self>,
        rule: Rule,
        mask: &mut Mask
    ) -> usize {
        ask_many(set, query, rule, mask)
    }

    fn ask_pairs(
        a: AnySet<'_, Self>,
        b: AnySet<'_, Self>,
        pairs: &[(u32, u32)],
        rule: Rule,
        mask: &mut Mask
    ) -> usize {
        ask_two(a, b, Some(pairs), rule, mask)
    }

    fn ask_zip(a: AnySet<'_, Self>, b: AnySet<'_, Self>, rule: Rule, mask: &mut Mask) -> usize {
        ask_two(a, b, None, rule, mask)
    }
}

/// A set against one shape of a kind that the first stage knows.
fn many<V: Vector, A: Batched<Vector = V> + Intersects<B> + Penetrates<B>, B: LaneShape<V>>(
    set: &Set<A>,
    query: &B,
    rule: Rule,
    mask: &mut Mask,
    answer: impl FnOnce(&Batch<'_>, &mut Mask, &dyn Fn(usize) -> bool) -> usize,
    set_first: bool,
) -> usize {
    let same = splat(query);
    let query_source = Operand::same(&same);
    let (a, b) =
        if set_first { (set.source(), query_source) } else { (query_source, set.source()) };
    let batch = Batch { a, b, len: set.len(), rule };
    answer(&batch, mask, &|index| ask(&set.get(index), query, rule))
}

/// A set against a frustum, of which the first pass decides most.
fn visible<V: Vector, A>(set: &Set<A>, query: &Frustum<V>, rule: Rule, mask: &mut Mask) -> usize
where
    A: Batched<Vector = V>
        + TwoPass<V, Frustum<V>>
        + Intersects<Frustum<V>>
        + Penetrates<Frustum<V>>,
{
    let same = splat(query);
    let two_pass = TwoPassBatch { shapes: set.blocks(), query: &same, len: set.len() };
    two_pass.answer::<V, A, Frustum<V>>(mask, &|index| A::left_open(&set.get(index), query, rule))
}

/// The numbers of a shape, each in all lanes.
fn splat<V: Vector>(shape: &impl LaneShape<V>) -> [Lanes; MOST_FIELDS] {
    let mut splat = [Lanes::ZERO; MOST_FIELDS];
    shape.fields(|field, x| splat[field] = Lanes([x; LANES]));
    splat
}

/// Two sets, zipped or by pairs.
fn two<V: Vector, A, B>(
    a: &Set<A>,
    b: &Set<B>,
    pairs: Option<&[(u32, u32)]>,
    swapped: bool,
    rule: Rule,
    mask: &mut Mask,
) -> usize
where
    A: Batched<Vector = V> + LaneKernel<V, B> + Intersects<B> + Penetrates<B>,
    B: Batched<Vector = V>,
{
    match pairs {
        None => {
            let len = if a.len() < b.len() { a.len() } else { b.len() };
            let batch = Batch { a: a.source(), b: b.source(), len, rule };
            batch.answer::<V, A, B>(mask, &|index| A::left_open(&a.get(index), &b.get(index), rule))
        }
        Some(pairs) => {
            let (a_source, b_source) = (a.picked(pairs, swapped), b.picked(pairs, !swapped));
            let batch = Batch { a: a_source, b: b_source, len: pairs.len(), rule };
            batch.answer::<V, A, B>(mask, &|index| {
                let (i, j) = pairs[index];
                let (i, j) = if swapped { (j, i) } else { (i, j) };
                A::left_open(&a.get(i as usize), &b.get(j as usize), rule)
            })
        }
    }
}

/// Calls a macro with every two kinds that sets hold, and `swapped` where the first stage knows them
/// the other way round only.
macro_rules! two_kinds {
    ($rows:ident) => {
        $rows! {
            Sphere, Sphere;
            Sphere, Aabb;
            Sphere, Obb;
            Sphere, Capsule;
            Aabb, Sphere, swapped;
            Aabb, Aabb;
            Aabb, Obb;
            Aabb, Capsule, swapped;
            Obb, Sphere, swapped;
            Obb, Aabb, swapped;
            Obb, Obb;
            Obb, Capsule, swapped;
            Capsule, Sphere, swapped;
            Capsule, Aabb;
            Capsule, Obb;
            Capsule, Capsule;
        }
    };
}
pub(super) use two_kinds;

fn ask_two<V: Vector>(
    a: AnySet<'_, V>,
    b: AnySet<'_, V>,
    pairs: Option<&[(u32, u32)]>,
    rule: Rule,
    mask: &mut Mask,
) -> usize {
    macro_rules! rows {
        ($($A:ident, $B:ident $(, $how:ident)?;)*) => {
            match (a, b) {
                $((AnySet::$A(a), AnySet::$B(b)) => rows!(@ask a, b $(, $how)?),)*
            }
        };
        (@ask $a:ident, $b:ident) => { two($a, $b, pairs, false, rule, mask) };
        (@ask $a:ident, $b:ident, swapped) => { two($b, $a, pairs, true, rule, mask) };
    }
    two_kinds!(rows)
}

fn ask_many<V: Vector>(
    set: AnySet<'_, V>,
    query: ShapeRef<'_, V>,
    rule: Rule,
    mask: &mut Mask,
) -> usize {
    macro_rules! rows {
        ($($A:ident, $B:ident $(, $how:ident)?;)*) => {
            match (set, query) {
                $((AnySet::$A(set), ShapeRef::$B(query)) => rows!(@ask set, query, $A, $B $(, $how)?),)*
                (AnySet::Sphere(set), query) => rows!(@define set, query),
                (AnySet::Aabb(set), query) => rows!(@define set, query),
                (AnySet::Obb(set), query) => rows!(@define set, query),
                (AnySet::Capsule(set), query) => rows!(@define set, query),
            }
        };
        (@ask $set:ident, $query:ident, $A:ident, $B:ident) => {
            many($set, $query, rule, mask, |batch, mask, ask| batch.answer::<V, $A<V>, $B<V>>(mask, ask), true)
        };
        (@ask $set:ident, $query:ident, $A:ident, $B:ident, swapped) => {
            many($set, $query, rule, mask, |batch, mask, ask| batch.answer::<V, $B<V>, $A<V>>(mask, ask), false)
        };
        (@ask $set:ident, $query:ident, $A:ident, $B:ident, two_pass) => {
            visible($set, $query, rule, mask)
        };
        (@define $set:ident, $query:ident) => {
            with_shape!(ShapeRef, $query, query => {
                define($set.len(), mask, &|index| ask(&$set.get(index), query, rule))
            })
        };
    }
    rows! {
        Sphere, Sphere;
        Sphere, Aabb;
        Sphere, Obb;
        Sphere, Capsule;
        Sphere, Plane;
        Sphere, HalfSpace;
        Sphere, Frustum, two_pass;
        Sphere, Segment;
        Sphere, Ray;
        Aabb, Sphere, swapped;
        Aabb, Aabb;
        Aabb, Obb;
        Aabb, Capsule, swapped;
        Aabb, Plane;
        Aabb, HalfSpace;
        Aabb, Frustum, two_pass;
        Aabb, Segment;
        Aabb, Ray;
        Obb, Sphere, swapped;
        Obb, Aabb, swapped;
        Obb, Obb;
        Obb, Capsule, swapped;
        Obb, Plane;
        Obb, HalfSpace;
        Obb, Frustum, two_pass;
        Obb, Segment;
        Obb, Ray;
        Capsule, Sphere, swapped;
        Capsule, Aabb;
        Capsule, Obb;
        Capsule, Capsule;
        Capsule, Plane;
        Capsule, HalfSpace;
        Capsule, Frustum, two_pass;
        Capsule, Segment;
        Capsule, Ray;
    }
}
