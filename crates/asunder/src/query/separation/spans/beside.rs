//! The predicate whether two sets meet just before or just after a fraction of a motion.

use super::{
    DynPair, GatheredPair, Generators, Homogeneous, OpenAxes, Question, RepeatedAxes, SatPair,
    Shapes, SpansSpace,
};
use crate::exact::{EpsilonPolynomial, Estimate, Exact, Number};
use crate::linalg::Vect;
use crate::query::generators::{Displaced, DynGenerators, Spanned};
use crate::query::predicate::{Rule, evaluate};
use crate::space::Vector;

/// A moment infinitesimally close to a fraction of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OneSided {
    /// Just before the fraction.
    Before,
    /// Just after the fraction.
    After,
}

/// Whether a shape meets another just before, or just after, it has moved by a fraction of a motion.
///
/// Exact. The axes are those of any other moment, over polynomials in an infinitesimal.
pub(crate) fn meets_beside<V: Vector>(
    a: &impl Spanned<V>,
    motion: &V::Array<f32>,
    (moment, fraction): (OneSided, f32),
    b: &impl Spanned<V>,
) -> bool {
    Beside { a, b, motion: *motion, moment, fraction }.meets()
}

pub(super) struct Beside<'s, V: Vector, A, B> {
    pub(super) a: &'s A,
    pub(super) b: &'s B,
    pub(super) motion: V::Array<f32>,
    pub(super) moment: OneSided,
    pub(super) fraction: f32,
}

/// A pair of sets at such a moment.
pub(super) type AtMoment<'p, V, N> = SatPair<
    V,
    EpsilonPolynomial<N>,
    Displaced<V, EpsilonPolynomial<N>, Standing<DynGenerators<'p, V, N>>>,
    Standing<DynGenerators<'p, V, N>>,
>;

/// A pair of sets at a fraction of the motion.
type AtFraction<'p, V> = SatPair<
    V,
    Estimate,
    Displaced<V, Estimate, DynGenerators<'p, V, Estimate>>,
    DynGenerators<'p, V, Estimate>,
>;

/// A set that does not move, over [`EpsilonPolynomial`]. It stores plain numbers, which are a fifth as long,
/// and converts them when asked.
pub(super) struct Standing<G>(G);

/// A constant vector over [`EpsilonPolynomial`].
fn standing<V: Vector, N: Exact>(x: &V::Array<N>) -> V::Array<EpsilonPolynomial<N>> {
    Vect::<V, N>(*x).map(EpsilonPolynomial::constant).0
}

impl<V: Vector, N: Exact, G: Generators<V, N>> Generators<V, EpsilonPolynomial<N>> for Standing<G> {
    fn points(&self) -> usize {
        self.0.points()
    }
    fn halves(&self) -> usize {
        self.0.halves()
    }
    fn rays(&self) -> usize {
        self.0.rays()
    }
    fn edges(&self) -> usize {
        self.0.edges()
    }
    fn directions(&self) -> usize {
        self.0.directions()
    }
    fn normals(&self) -> usize {
        self.0.normals()
    }
    fn share_weight(&self) -> bool {
        self.0.share_weight()
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        self.0.edge(i)
    }
    fn point(&self, i: usize) -> Homogeneous<V, EpsilonPolynomial<N>> {
        let Homogeneous { x, w } = self.0.point(i);
        Homogeneous { x: standing::<V, N>(&x), w: EpsilonPolynomial::constant(w) }
    }
    fn half(&self, i: usize) -> V::Array<EpsilonPolynomial<N>> {
        standing::<V, N>(&self.0.half(i))
    }
    fn ray(&self, i: usize) -> V::Array<EpsilonPolynomial<N>> {
        standing::<V, N>(&self.0.ray(i))
    }
    fn direction(&self, i: usize) -> V::Array<EpsilonPolynomial<N>> {
        standing::<V, N>(&self.0.direction(i))
    }
    fn normal(&self, i: usize) -> V::Array<EpsilonPolynomial<N>> {
        standing::<V, N>(&self.0.normal(i))
    }
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Beside<'_, V, A, B> {
    /// The question whether the shapes are apart at rest.
    pub(super) fn still(&self) -> Shapes<'_, A, B> {
        Shapes { a: self.a, b: self.b, rule: Rule::Closed }
    }

    /// The pair at the moment, given its sets at rest. They may stand anywhere, and their axes keep their indices.
    pub(super) fn moved<'p, N: Exact>(&self, pair: &DynPair<'p, V, N>) -> AtMoment<'p, V, N> {
        let at = EpsilonPolynomial::<N>::of(self.fraction);
        let part = match self.moment {
            OneSided::Before => at - EpsilonPolynomial::EPSILON,
            OneSided::After => at + EpsilonPolynomial::EPSILON,
        };
        let displacement = (Vect::<V, _>::of(&self.motion) * part).0;
        let moved = Displaced { start: Standing(pair.a), displacement };
        pair.with_sets(moved, Standing(pair.b), EpsilonPolynomial::constant(pair.radius))
    }

    /// The question whether the sets penetrate at the fraction itself.
    fn at_fraction<'p>(&self, pair: &DynPair<'p, V, Estimate>) -> AtFraction<'p, V> {
        let displacement = (Vect::<V, _>::of(&self.motion) * Estimate::of(self.fraction)).0;
        let moved = Displaced { start: pair.a, displacement };
        SatPair { rule: Rule::Open, ..pair.with_sets(moved, pair.b, pair.radius) }
    }

    fn meets(&self) -> bool {
        let still = self.still();
        // What is flat at rest is flat at every moment.
        let with_offsets =
            Question::<V>::is_round(&still) || !evaluate::<V, _>(&SpansSpace(&still));
        let pair = SatPair::<V, Estimate, _, _>::with_axes(&still, with_offsets);
        let mut gathered = GatheredPair::<V, Estimate>::blank();
        match (gathered.fill(&pair), RepeatedAxes::of(&pair)) {
            (Some(()), Some(repeated)) => {
                gathered.settle();
                self.meets_unless(&gathered.as_dyn(), |i| repeated.contains(&gathered, i))
            }
            _too_many => self.meets_unless(&pair.settled().as_dyn(), |_| false),
        }
    }

    /// Whether no axis separates the sets but those that are repeated.
    fn meets_unless(
        &self,
        still: &DynPair<'_, V, Estimate>,
        is_repeated: impl Fn(usize) -> bool,
    ) -> bool {
        let at_fraction = self.at_fraction(still);
        let estimates = self.moved(still);
        let estimates = estimates.as_dyn();
        // An axis along which they overlap at the fraction itself separates them at no moment close to it. (One that is
        // zero there, between vertices that coincide, has a gap of zero.)
        let overlap = |i| at_fraction.beyond(Vect(at_fraction.axis(i))) == [Some(false); 2];
        let mut all = (0..estimates.axes()).filter(|&i| !is_repeated(i) && !overlap(i));
        let Some(open) = OpenAxes::among(&estimates, &mut || all.next()) else { return false };
        open.is_empty() || self.meets_along(&estimates, &open)
    }

    /// Whether none of the axes that estimates left uncertain separates the sets.
    #[cold]
    #[inline(never)]
    fn meets_along(
        &self,
        estimates: &DynPair<'_, V, EpsilonPolynomial<Estimate>>,
        asked: &OpenAxes,
    ) -> bool {
        let still = self.still();
        let mut asked = asked.iter(estimates);
        let mut among_longer = |pair: &DynPair<'_, V, V::Longer>| {
            OpenAxes::among(&self.moved(pair).as_dyn(), &mut || asked.next())
        };
        let longer = SatPair::<V, V::Longer, _, _>::with_axes(&still, estimates.with_offsets);
        let mut gathered = GatheredPair::<V, V::Longer>::blank();
        let left = match gathered.fill(&longer) {
            Some(()) => among_longer(&gathered.as_dyn()),
            None => among_longer(&longer.as_dyn()),
        };
        let Some(left) = left else { return false };
        left.is_empty()
            || V::Exact::scoped(|| {
                let pair = SatPair::<V, V::Exact, _, _>::with_axes(&still, estimates.with_offsets);
                let mut left = left.iter(estimates);
                let pair = pair.as_dyn();
                OpenAxes::among(&self.moved(&pair).as_dyn(), &mut || left.next()).is_some()
            })
    }
}
