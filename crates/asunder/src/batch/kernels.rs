//! From a question about sets to a kernel, once for each dimension (see `dimension`).

use super::forms::{Formed, MOST_FIELDS};
use super::lane::{Lane, Verdict, Wide};
use super::mask::Mask;
use super::set::{Batched, Set};
use crate::query::cascade::Rule;
use crate::query::separation::{Intersects, Penetrates};
use crate::shape::{
    Aabb, Capsule, Frustum, HalfSpace, Obb, Plane, Ray, Segment, ShapeRef, Sphere, with_shape,
};
use crate::simd::{LANES, Lanes, Simd, dispatch, prelude::*};
use crate::space::Vector;

/// A set of any kind.
#[derive(Clone, Copy, Debug)]
pub enum AnySet<'a, V: Vector> {
    /// Spheres.
    Sphere(&'a Set<Sphere<V>>),
    /// Boxes that are not turned.
    Aabb(&'a Set<Aabb<V>>),
    /// Boxes that may be turned.
    Obb(&'a Set<Obb<V>>),
    /// Capsules.
    Capsule(&'a Set<Capsule<V>>),
}

/// What sets answer, once for each dimension.
pub trait Kernels: Sized {
    #[doc(hidden)]
    fn ask_many(
        set: AnySet<'_, Self>,
        query: ShapeRef<'_, Self>,
        rule: Rule,
        mask: &mut Mask,
    ) -> usize
    where
        Self: Vector;

    #[doc(hidden)]
    fn ask_pairs(
        a: AnySet<'_, Self>,
        b: AnySet<'_, Self>,
        pairs: &[(u32, u32)],
        rule: Rule,
        mask: &mut Mask,
    ) -> usize
    where
        Self: Vector;

    #[doc(hidden)]
    fn ask_zip(a: AnySet<'_, Self>, b: AnySet<'_, Self>, rule: Rule, mask: &mut Mask) -> usize
    where
        Self: Vector;
}

macro_rules! impl_kernels {
    ($($V:ty),*) => {
        $(impl Kernels for $V {
            fn ask_many(
                set: AnySet<'_, $V>,
                query: ShapeRef<'_, $V>,
                rule: Rule,
                mask: &mut Mask,
            ) -> usize {
                ask_many(set, query, rule, mask)
            }
            fn ask_pairs(
                a: AnySet<'_, $V>,
                b: AnySet<'_, $V>,
                pairs: &[(u32, u32)],
                rule: Rule,
                mask: &mut Mask,
            ) -> usize {
                ask_two(a, b, Some(pairs), rule, mask)
            }
            fn ask_zip(a: AnySet<'_, $V>, b: AnySet<'_, $V>, rule: Rule, mask: &mut Mask) -> usize {
                ask_two(a, b, None, rule, mask)
            }
        })*
    };
}
impl_kernels!(glam::Vec2, glam::Vec3);

/// A pair of kinds that the first stage knows.
pub(super) trait Against<V: Vector, B: Formed<V>>: Formed<V> {
    /// What is certain of the pairs in the lanes.
    fn verdict<N: Lane>(a: &Self::Form<N>, b: &B::Form<N>, rule: Rule) -> Verdict;
}

/// Where a kernel finds the numbers of one shape of each pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'s> {
    blocks: &'s [Lanes],
    order: Order<'s>,
}

#[derive(Clone, Copy, Debug)]
enum Order<'s> {
    /// The shapes as they lie.
    Along,
    /// The same block every time.
    Same,
    /// The shapes that pairs name, of so many that there are; the second of each pair, or the first.
    Picked { len: usize, pairs: &'s [(u32, u32)], second: bool },
}

impl<'s> Source<'s> {
    pub(super) fn in_order(blocks: &'s [Lanes]) -> Self {
        Self { blocks, order: Order::Along }
    }

    pub(super) fn picked(
        blocks: &'s [Lanes],
        len: usize,
        pairs: &'s [(u32, u32)],
        second: bool,
    ) -> Self {
        Self { blocks, order: Order::Picked { len, pairs, second } }
    }

    /// The block of the pairs from `LANES * index` on.
    #[inline(always)]
    fn block<'b, V: Vector, F: Formed<V>>(
        &self,
        index: usize,
        gathered: &'b mut [Lanes; MOST_STORED],
    ) -> &'b [Lanes]
    where
        's: 'b,
    {
        match self.order {
            Order::Along => &self.blocks[index * F::FIELDS..][..F::FIELDS],
            Order::Same => &self.blocks[..F::FIELDS],
            Order::Picked { len, pairs, second } => {
                gather::<V, F>(self.blocks, len, &pairs[index * LANES..], second, gathered);
                &gathered[..F::FIELDS]
            }
        }
    }
}

/// The most numbers that a shape of a set has.
const MOST_STORED: usize = 15;

/// Puts the shapes that pairs name beside one another; beyond the last pair, its shape again.
#[inline(never)]
fn gather<V: Vector, F: Formed<V>>(
    blocks: &[Lanes],
    len: usize,
    pairs: &[(u32, u32)],
    second: bool,
    gathered: &mut [Lanes; MOST_STORED],
) {
    for lane in 0..LANES {
        let pair = pairs[if lane < pairs.len() { lane } else { pairs.len() - 1 }];
        let place = if second { pair.1 } else { pair.0 } as usize;
        assert!(place < len, "pair {pair:?} names a shape that is not there: there are {len}");
        let block = &blocks[place / LANES * F::FIELDS..][..F::FIELDS];
        for (field, gathered) in gathered[..F::FIELDS].iter_mut().enumerate() {
            gathered.0[lane] = block[field].0[place % LANES];
        }
    }
}

/// Whether the processor takes subnormals for zero, on this thread. Then comparisons of floats, which
/// are exact elsewhere, cannot be trusted.
fn flushes_subnormals() -> bool {
    let least = core::hint::black_box(f32::from_bits(1));
    !(least > 0.0) || core::hint::black_box(f32::MIN_POSITIVE) * core::hint::black_box(0.5) == 0.0
}

/// What is asked about the pairs of a batch.
struct Batch<'s> {
    a: Source<'s>,
    b: Source<'s>,
    len: usize,
    rule: Rule,
}

impl Batch<'_> {
    /// Answers with `ask` what the first stage leaves open.
    fn answer<V: Vector, A: Against<V, B>, B: Formed<V>>(
        &self,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        if flushes_subnormals() {
            return define(self.len, mask, ask);
        }
        mask.reset(self.len);
        dispatch!(simd => self.run::<V, A, B, _>(simd, mask, ask))
    }

    #[inline(always)]
    fn run<V: Vector, A: Against<V, B>, B: Formed<V>, S: Simd>(
        &self,
        simd: S,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        let mut hits = 0;
        let mut gathered = [[Lanes::ZERO; MOST_STORED]; 2];
        let [gathered_a, gathered_b] = &mut gathered;
        for block in 0..self.len.div_ceil(LANES) {
            let a = self.a.block::<V, A>(block, gathered_a);
            let b = self.b.block::<V, B>(block, gathered_b);
            let (mut meet, mut open) = (0, 0);
            for first in (0..LANES).step_by(S::f32s::LEN) {
                let a = A::form(
                    #[inline(always)]
                    |field| load(simd, &a[field], first),
                );
                let b = B::form(
                    #[inline(always)]
                    |field| load(simd, &b[field], first),
                );
                let verdict = A::verdict(&a, &b, self.rule);
                meet |= verdict.meet << first;
                open |= (<Wide<S> as Lane>::ALL & !(verdict.meet | verdict.apart)) << first;
            }
            let left = self.len - block * LANES;
            if left < LANES {
                let asked = (1 << left) - 1;
                (meet, open) = (meet & asked, open & asked);
            }
            while open != 0 {
                let lane = open.trailing_zeros();
                open &= open - 1;
                meet |= u32::from(ask(block * LANES + lane as usize)) << lane;
            }
            hits += meet.count_ones() as usize;
            mask.set_block(block, meet);
        }
        hits
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, lanes: &Lanes, first: usize) -> Wide<S> {
    Wide(S::f32s::from_slice(simd, &lanes.0[first..first + S::f32s::LEN]))
}

/// Answers one by one: what every batch means.
fn define(len: usize, mask: &mut Mask, ask: &dyn Fn(usize) -> bool) -> usize {
    mask.reset(len);
    let mut hits = 0;
    for index in (0..len).filter(|&index| ask(index)) {
        mask.set(index);
        hits += 1;
    }
    hits
}

/// The single question.
#[inline]
fn ask<A: Intersects<B> + Penetrates<B>, B>(a: &A, b: &B, rule: Rule) -> bool {
    match rule {
        Rule::Closed => a.intersects(b),
        Rule::Open => a.penetrates(b),
    }
}

/// A set against one shape of a kind that the first stage knows.
fn many<V: Vector, A: Batched<Vector = V> + Intersects<B> + Penetrates<B>, B: Formed<V>>(
    set: &Set<A>,
    query: &B,
    rule: Rule,
    mask: &mut Mask,
    answer: impl FnOnce(&Batch<'_>, &mut Mask, &dyn Fn(usize) -> bool) -> usize,
    set_first: bool,
) -> usize {
    let mut same = [Lanes::ZERO; MOST_FIELDS];
    query.fields(|field, x| same[field] = Lanes([x; LANES]));
    let query_source = Source { blocks: &same, order: Order::Same };
    let (a, b) =
        if set_first { (set.source(), query_source) } else { (query_source, set.source()) };
    let batch = Batch { a, b, len: set.len(), rule };
    answer(&batch, mask, &|index| ask(&set.get(index), query, rule))
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
    A: Batched<Vector = V> + Against<V, B> + Intersects<B> + Penetrates<B>,
    B: Batched<Vector = V>,
{
    match pairs {
        None => {
            let len = if a.len() < b.len() { a.len() } else { b.len() };
            let batch = Batch { a: a.source(), b: b.source(), len, rule };
            batch.answer::<V, A, B>(mask, &|index| ask(&a.get(index), &b.get(index), rule))
        }
        Some(pairs) => {
            let (a_source, b_source) = (a.picked(pairs, swapped), b.picked(pairs, !swapped));
            let batch = Batch { a: a_source, b: b_source, len: pairs.len(), rule };
            batch.answer::<V, A, B>(mask, &|index| {
                let (i, j) = pairs[index];
                let (i, j) = if swapped { (j, i) } else { (i, j) };
                ask(&a.get(i as usize), &b.get(j as usize), rule)
            })
        }
    }
}

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
    rows! {
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
        Sphere, Frustum;
        Sphere, Segment;
        Sphere, Ray;
        Aabb, Sphere, swapped;
        Aabb, Aabb;
        Aabb, Obb;
        Aabb, Capsule, swapped;
        Aabb, Plane;
        Aabb, HalfSpace;
        Aabb, Frustum;
        Aabb, Segment;
        Aabb, Ray;
        Obb, Sphere, swapped;
        Obb, Aabb, swapped;
        Obb, Obb;
        Obb, Capsule, swapped;
        Obb, Plane;
        Obb, HalfSpace;
        Obb, Frustum;
        Obb, Segment;
        Obb, Ray;
        Capsule, Sphere, swapped;
        Capsule, Aabb;
        Capsule, Obb;
        Capsule, Capsule;
        Capsule, Plane;
        Capsule, HalfSpace;
        Capsule, Frustum;
        Capsule, Segment;
        Capsule, Ray;
    }
}
