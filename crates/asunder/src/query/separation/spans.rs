//! The general separating-axis test, for any two convex sets: with or without radii, bounded or not.
//!
//! Let `P` and `Q` be polyhedra, `r` the sum of the radii around them, and `K = Q - P` their Minkowski
//! difference. The sets are apart if and only if zero is further than `r` from `K`.
//!
//! * *Sharp sets* (`r = 0`). If `K` is full-dimensional, the normals of its facets decide: those of the
//!   facets of `P` and of `Q`, and the cross products of their edges.
//! * *All others.* Each of the nearest points of `P` and `Q` is in the relative interior of a feature
//!   (vertex, edge or facet), and the offset between them is perpendicular to both features. So it is a
//!   normal, a cross product of edges, a vector between two vertices, or the perpendicular from a vertex to
//!   an edge. Along one of these directions, then, the gap is the distance; if it exceeds `r`, the sets are
//!   apart.
//!
//! A gap along any direction proves that the sets are apart. So no test is needed whether a direction's
//! features are the nearest ones, and flat or degenerate shapes are no special case. (Ericson 2005,
//! §5.2.1, for boxes; Gilbert, Johnson and Keerthi 1988 for the distance to `K`.)
//!
//! The predicates have degree 28 at most: that of the squared gap along a perpendicular to an edge, for round
//! sets just beside a moment of a motion. Such values leave the range of `f64`, so there is no static filter:
//! the test runs over [`Estimate`], which bounds its own error and is uncertain once a product has left the
//! range.
//!
//! Sets penetrate if zero is inside `K`, grown by `r`. For round sets that means nearer than `r` to `K`; for
//! sharp sets, that zero is on no facet's plane, and that `K` is full-dimensional, else it has no inside.

mod beside;
mod candidates;
mod gjk;
mod nearest;
mod open;
mod overlap;

use super::first::FilteredAxes;
use crate::exact::{Estimate, Exact, Number, is_zero};
use crate::linalg::Vect;
use crate::query::clearance::Facing;
use crate::query::generators::{
    DynGenerators, Gathered, Generators, Homogeneous, Repeated, Settled, Spanned,
};
use crate::query::predicate::{Predicate, Rule, evaluate};
use crate::space::Vector;
use core::cmp::Ordering;
use core::marker::PhantomData;

pub(crate) use beside::{OneSided, meets_beside};
pub(crate) use candidates::AxisSource;
use open::OpenAxes;

/// A question whether two sets are apart, over any kind of number.
pub(crate) trait Question<V: Vector> {
    /// The generators of the first set.
    type A<'q, N: Number>: Generators<V, N>
    where
        Self: 'q;
    /// The generators of the second set.
    type B<'q, N: Number>: Generators<V, N>
    where
        Self: 'q;

    /// The generators of both sets, and the sum of the radii around them.
    fn spans<N: Number>(&self) -> (Self::A<'_, N>, Self::B<'_, N>, N);
    /// Whether the sum of the radii is not zero.
    fn is_round(&self) -> bool;
    /// Whether touching sets count as meeting.
    fn rule(&self) -> Rule;
}

/// The question whether two shapes are apart.
pub(crate) struct Shapes<'s, A, B> {
    pub(crate) a: &'s A,
    pub(crate) b: &'s B,
    pub(crate) rule: Rule,
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Question<V> for Shapes<'_, A, B> {
    type A<'q, N: Number>
        = A::Span<'q, N>
    where
        Self: 'q;
    type B<'q, N: Number>
        = B::Span<'q, N>
    where
        Self: 'q;

    fn spans<N: Number>(&self) -> (A::Span<'_, N>, B::Span<'_, N>, N) {
        (self.a.span(0), self.b.span(1), N::of(self.a.radius()) + N::of(self.b.radius()))
    }
    fn is_round(&self) -> bool {
        !(is_zero(self.a.radius()) && is_zero(self.b.radius()))
    }
    fn rule(&self) -> Rule {
        self.rule
    }
}

/// Whether two shapes intersect, or penetrate, as `rule` says.
pub(crate) fn span_span<V: Vector>(a: &impl Spanned<V>, b: &impl Spanned<V>, rule: Rule) -> bool {
    !apart::<V, _>(&Shapes { a, b, rule })
}

/// Two sets, by their generators, and the axes that could separate them.
pub(crate) struct SatPair<V: Vector, N: Number, A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    /// The sum of the radii.
    pub(crate) radius: N,
    is_round: bool,
    rule: Rule,
    /// Whether the axes include the vectors between vertices, and the perpendiculars from vertices to edges.
    with_offsets: bool,
    dimension: PhantomData<V>,
}

/// A pair of sets whose generators may have any types.
pub(crate) type DynPair<'p, V, N> = SatPair<V, N, DynGenerators<'p, V, N>, DynGenerators<'p, V, N>>;

impl<V: Vector, N: Number, A: Generators<V, N>, B: Generators<V, N>> SatPair<V, N, A, B> {
    /// The same pair, for code that is compiled once for all types of generators.
    pub(crate) fn as_dyn(&self) -> DynPair<'_, V, N> {
        self.with_sets(&self.a, &self.b, self.radius)
    }

    /// The same question about other forms of the sets.
    fn with_sets<M: Number, C, D>(&self, a: C, b: D, radius: M) -> SatPair<V, M, C, D> {
        let &Self { is_round, rule, with_offsets, dimension, .. } = self;
        SatPair { a, b, radius, is_round, rule, with_offsets, dimension }
    }
}

/// The projection of one or all points of a set on an axis: from `low/weight` to `high/weight`.
pub(crate) struct ProjectedSpan<N> {
    pub(crate) low: N,
    pub(crate) high: N,
    pub(crate) weight: N,
}

/// How many projections a set has: one, or one for each point if the points differ in weight.
#[inline(always)]
pub(crate) fn extents<V: Vector, N: Number>(span: &impl Generators<V, N>) -> usize {
    if span.share_weight() { 1 } else { span.points() }
}

#[inline(always)]
pub(crate) fn extent<V: Vector, N: Number>(
    span: &impl Generators<V, N>,
    axis: &V::Array<N>,
    i: usize,
) -> ProjectedSpan<N> {
    let axis = Vect::<V, N>(*axis);
    let Homogeneous { x, w } = span.point(i);
    let at = axis.dot(Vect(x));
    let (mut low, mut high) = (at, at);
    if span.share_weight() {
        for i in 1..span.points() {
            [low, high] = N::keeping(|| {
                let at = axis.dot(Vect(span.point(i).x));
                [low.smaller(at), high.larger(at)]
            });
        }
        for i in 0..span.halves() {
            let reach = axis.dot(Vect(span.half(i))).abs();
            (low, high) = (low - reach, high + reach);
        }
    }
    ProjectedSpan { low, high, weight: w }
}

/// The approximate gap of `b` over `a` along a unit axis, rays aside.
pub(crate) fn gap_along<V: Vector>(
    a: &impl Generators<V, f64>,
    b: &impl Generators<V, f64>,
    axis: Vect<V, f64>,
) -> f64 {
    let mut gap = f64::INFINITY;
    for i in 0..extents(a) {
        let own = extent(a, &axis.0, i);
        for j in 0..extents(b) {
            let other = extent(b, &axis.0, j);
            gap = gap.smaller(other.low / other.weight - own.high / own.weight);
        }
    }
    gap
}

/// Whether a ray of `a` leads along a unit axis, or one of `b` against it, by more than a rounding: the sets have no
/// gap along it.
pub(crate) fn lead_together<V: Vector>(
    a: &impl Generators<V, f64>,
    b: &impl Generators<V, f64>,
    axis: Vect<V, f64>,
    rounding: f64,
) -> bool {
    let along = |ray: Vect<V, f64>| axis.dot(ray) / ray.length();
    (0..a.rays()).any(|i| along(Vect(a.ray(i))) > rounding)
        || (0..b.rays()).any(|i| along(Vect(b.ray(i))) < 0.0 - rounding)
}

impl<V: Vector, N: Exact, A: Generators<V, N>, B: Generators<V, N>> SatPair<V, N, A, B> {
    /// The pair with the axes that decide the question.
    fn of<'q, Q: Question<V, A<'q, N> = A, B<'q, N> = B>>(question: &'q Q) -> Self {
        let sharp = Self::with_axes(question, false);
        let needs_offsets =
            sharp.is_round || sharp.rule == Rule::Closed && sharp.spans_space() != Some(true);
        Self { with_offsets: needs_offsets, ..sharp }
    }

    /// Whether `K` is full-dimensional; `None` where a sign is uncertain.
    fn spans_space(&self) -> Option<bool> {
        let own = self.a.spanning();
        let vector = |i: usize| {
            if i < own { self.a.spanning_vector(i) } else { self.b.spanning_vector(i - own) }
        };
        spans_space::<V, N>(own + self.b.spanning(), &vector)
    }

    /// Whether the sets are apart along an axis; `None` where a sign is uncertain.
    fn apart_along(&self, axis: Vect<V, N>) -> Option<bool> {
        let apart = match self.beyond(axis) {
            [Some(true), _] | [_, Some(true)] => true,
            [Some(false), Some(false)] => false,
            [None, _] | [_, None] => return None,
        };
        if !apart || self.is_round || self.rule == Rule::Closed {
            return Some(apart);
        }
        // Along a zero vector, which is no axis, all gaps are zero, and would count as touching.
        let mut is_zero = Some(false);
        for x in axis.components() {
            match x.sign() {
                Some(Ordering::Equal) => {}
                Some(Ordering::Less | Ordering::Greater) => return Some(true),
                None => is_zero = None,
            }
        }
        is_zero
    }

    /// Whether the axis separates the sets with `b` in front of `a`, and with `a` in front of `b`.
    fn beyond(&self, axis: Vect<V, N>) -> [Option<bool>; 2] {
        let (a, b) = (&self.a, &self.b);
        let mut apart = [Some(true); 2];
        // There is no gap on a side on which a set is unbounded towards the other.
        for i in 0..a.rays() {
            let along = axis.dot(Vect(a.ray(i))).sign();
            apart = [
                both(apart[0], along.map(|along| along != Ordering::Greater)),
                both(apart[1], along.map(|along| along != Ordering::Less)),
            ];
        }
        for i in 0..b.rays() {
            let along = axis.dot(Vect(b.ray(i))).sign();
            apart = [
                both(apart[0], along.map(|along| along != Ordering::Less)),
                both(apart[1], along.map(|along| along != Ordering::Greater)),
            ];
        }
        if apart == [Some(false); 2] {
            return apart;
        }
        let mut other = ProjectedSpan { low: N::ZERO, high: N::ZERO, weight: N::ZERO };
        for i in 0..extents(a) {
            let own = extent(a, &axis.0, i);
            for j in 0..extents(b) {
                if i == 0 || !b.share_weight() {
                    other = extent(b, &axis.0, j);
                }
                let weight = || own.weight * other.weight;
                if apart[0] != Some(false) {
                    let gap = other.low * own.weight - own.high * other.weight;
                    apart[0] = both(apart[0], self.is_gap(gap, axis, weight));
                }
                if apart[1] != Some(false) {
                    let gap = own.low * other.weight - other.high * own.weight;
                    apart[1] = both(apart[1], self.is_gap(gap, axis, weight));
                }
                if apart == [Some(false); 2] {
                    return apart;
                }
            }
        }
        apart
    }

    /// Whether a gap between two points, times the axis's length and `weight`, separates the sets.
    fn is_gap(&self, gap: N, axis: Vect<V, N>, weight: impl FnOnce() -> N) -> Option<bool> {
        let sign = gap.sign()?;
        if !self.is_round {
            return Some(self.rule.separates(sign));
        }
        if sign != Ordering::Greater {
            return Some(false);
        }
        let reach = self.radius * weight();
        let beyond = gap * gap - reach * reach * axis.square();
        beyond.sign().map(|sign| self.rule.separates(sign))
    }
}

/// Conjunction in three-valued logic, where `None` is uncertain.
fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        (None, Some(true) | None) | (Some(true), None) => None,
    }
}

/// Whether vectors span space; `None` where a sign is uncertain.
///
/// If they do, then for any two of them that are not parallel there is a third out of their plane; so only
/// one such pair is tried.
pub(crate) fn spans_space<V: Vector, N: Exact>(
    count: usize,
    vector: &dyn Fn(usize) -> V::Array<N>,
) -> Option<bool> {
    let vector = |i: usize| Vect::<V, N>(vector(i));
    let mut answer = Some(false);
    let mut differs_from_zero = |x: N| match x.sign() {
        Some(sign) => sign != Ordering::Equal,
        None => {
            answer = None;
            false
        }
    };
    let first = (0..count).find(|&i| vector(i).components().any(&mut differs_from_zero));
    let normal = first.and_then(|first| {
        let across = |i: usize| vector(first).cross(vector(i));
        let differs = |&i: &usize| N::scoped(|| across(i).components().any(&mut differs_from_zero));
        (0..count).find(differs).map(across)
    });
    let found = normal.is_some_and(|normal| {
        (0..count).any(|i| N::scoped(|| differs_from_zero(normal.dot(vector(i)))))
    });
    if found { Some(true) } else { answer }
}

/// Up to this many axes, testing them all is faster than GJK: enough for a box and a hull of eight corners
/// that is a box.
const FEW: usize = 18;

/// Whether the sets are apart.
pub(crate) fn apart<V: Vector, Q: Question<V>>(question: &Q) -> bool {
    let pair = SatPair::<V, Estimate, _, _>::of(question);
    if pair.axes() <= FEW {
        return is_apart(question, &pair, OpenAxes::of(&pair, |_| false).as_ref());
    }
    if let Some(is_apart) = gjk::gjk(question, &pair) {
        return is_apart;
    }
    let mut gathered = GatheredPair::<V, Estimate>::blank();
    let open = match (gathered.fill(&pair), RepeatedAxes::of(&pair)) {
        (Some(()), Some(repeated)) => {
            gathered.settle();
            OpenAxes::of(&gathered, |i| repeated.contains(&gathered, i))
        }
        _too_many => OpenAxes::of(&pair.settled(), |_| false),
    };
    is_apart(question, &pair, open.as_ref())
}

/// Whether sharp sets are apart, given what a filter found of the same axes.
pub(crate) fn apart_along_open<V: Vector, Q: Question<V>>(
    question: &Q,
    filtered: FilteredAxes,
) -> bool {
    let open = match filtered {
        FilteredAxes::Apart => return true,
        FilteredAxes::Penetrating => return false,
        FilteredAxes::Open(open) => open,
    };
    let pair = SatPair::<V, Estimate, _, _>::with_axes(question, false);
    match OpenAxes::of(&pair, |i| open >> i & 1 == 0) {
        None => true,
        Some(open) => !open.is_empty() && open.separate(question, &pair),
    }
}

/// Whether the sets are apart, given the axes that estimates left uncertain.
fn is_apart<'q, V: Vector, Q: Question<V>>(
    question: &'q Q,
    pair: &SatPair<V, Estimate, Q::A<'q, Estimate>, Q::B<'q, Estimate>>,
    open: Option<&OpenAxes>,
) -> bool {
    let Some(open) = open else { return true };
    // Sharp sets do not penetrate if `K` is flat, whichever axes it has.
    let is_sharp_and_open = !question.is_round() && question.rule() == Rule::Open;
    (!open.is_empty() && open.separate(question, pair))
        || is_sharp_and_open && !evaluate::<V, _>(&SpansSpace(question))
}

/// A pair whose generators are computed once, rather than for each axis.
pub(crate) type GatheredPair<V, N> = SatPair<V, N, Gathered<V, N>, Gathered<V, N>>;

impl<V: Vector, N: Number> GatheredPair<V, N> {
    /// An empty pair, to be [filled](Self::fill).
    pub(crate) fn blank() -> Self {
        Self {
            a: Gathered::blank(),
            b: Gathered::blank(),
            radius: N::ZERO,
            is_round: false,
            rule: Rule::Closed,
            with_offsets: false,
            dimension: PhantomData,
        }
    }

    /// Takes the generators of a pair; `None` if it has too many.
    pub(crate) fn fill(
        &mut self,
        pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
    ) -> Option<()> {
        self.a.fill(&pair.a)?;
        self.b.fill(&pair.b)?;
        (self.radius, self.is_round) = (pair.radius, pair.is_round);
        (self.rule, self.with_offsets) = (pair.rule, pair.with_offsets);
        Some(())
    }
}

impl<V: Vector> GatheredPair<V, Estimate> {
    /// The same sets relative to a point of one, with estimates that are as certain as they can be.
    fn settle(&mut self) {
        let origin = self.a.first();
        self.a.settle(&origin);
        self.b.settle(&origin);
    }
}

impl<V: Vector, A: Generators<V, Estimate>, B: Generators<V, Estimate>> SatPair<V, Estimate, A, B> {
    /// The same sets relative to a point of one.
    fn settled(&self) -> SatPair<V, Estimate, Settled<'_, V, A>, Settled<'_, V, B>> {
        let origin = self.a.point(0);
        self.with_sets(Settled::of(&self.a, origin), Settled::of(&self.b, origin), self.radius)
    }
}

/// The axes of a pair that are certainly zero, or parallel to another one that is not repeated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepeatedAxes {
    a: Repeated,
    b: Repeated,
}

impl RepeatedAxes {
    /// `None` if the pair has too many axes.
    pub(crate) fn of<V: Vector>(
        pair: &SatPair<V, Estimate, impl Generators<V, Estimate>, impl Generators<V, Estimate>>,
    ) -> Option<Self> {
        Some(Self { a: Repeated::of(&pair.a)?, b: Repeated::of(&pair.b)? })
    }

    /// Whether axis `i` of the pair, over any kind of number, is among them.
    pub(crate) fn contains<V: Vector, N: Number>(
        &self,
        pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
        i: usize,
    ) -> bool {
        match pair.candidate(i) {
            AxisSource::NormalOfA(i) => self.a.is_normal(i),
            AxisSource::NormalOfB(i) => self.b.is_normal(i),
            AxisSource::Cross(i, j) => self.a.is_direction(i) || self.b.is_direction(j),
            AxisSource::Between(..) | AxisSource::AcrossA { .. } | AxisSource::AcrossB { .. } => {
                false
            }
        }
    }
}

/// A face normal of a shape, by index, or its opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceNormal {
    pub(crate) normal: usize,
    pub(crate) facing: Facing,
}

/// Whether all of `a` is beyond `b` along a normal of `b`, or touches it there. Exact.
pub(crate) fn lies_beyond<V: Vector>(
    a: &impl Spanned<V>,
    b: &impl Spanned<V>,
    axis: FaceNormal,
) -> bool {
    evaluate::<V, _>(&LiesBeyond { question: Shapes { a: b, b: a, rule: Rule::Open }, axis })
}

struct LiesBeyond<'s, A, B> {
    question: Shapes<'s, A, B>,
    axis: FaceNormal,
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Predicate<V> for LiesBeyond<'_, A, B> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        let pair = SatPair::<V, N, _, _>::with_axes(&self.question, false);
        let axis = pair.a.normal(self.axis.normal);
        let side = match self.axis.facing {
            Facing::Front => 0,
            Facing::Back => 1,
        };
        // With radii a gap of zero never separates; round sets touch where the squares are equal.
        pair.as_dyn().beyond(Vect(axis))[side]
    }
}

/// The predicate whether the Minkowski difference of a question's sets is full-dimensional.
pub(crate) struct SpansSpace<'q, Q>(pub(crate) &'q Q);

impl<V: Vector, Q: Question<V>> Predicate<V> for SpansSpace<'_, Q> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        SatPair::<V, N, _, _>::with_axes(self.0, false).as_dyn().spans_space()
    }
}

#[cfg(test)]
mod tests;
