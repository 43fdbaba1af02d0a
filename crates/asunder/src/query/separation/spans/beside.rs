//! The predicate whether two sets meet just before or just after a fraction of a motion.

use super::{DynPair, Generators, Homogeneous, OpenAxes, SatPair, Shapes, SpansSpace};
use crate::exact::{EpsilonPolynomial, Estimate, Exact, Number, is_zero};
use crate::linalg::Vect;
use crate::query::generators::{Displaced, Spanned};
use crate::query::predicate::{Rule, evaluate};
use crate::space::Vector;
use core::marker::PhantomData;

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

/// The pair of sets at such a moment.
type AtMoment<'q, V, N, A, B> = SatPair<
    V,
    EpsilonPolynomial<N>,
    Displaced<V, EpsilonPolynomial<N>, Standing<<A as Spanned<V>>::Span<'q, N>>>,
    Standing<<B as Spanned<V>>::Span<'q, N>>,
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
    /// The pair, with the perpendiculars from vertices to edges among its axes.
    pub(super) fn pair<N: Exact>(&self) -> AtMoment<'_, V, N, A, B> {
        let at = EpsilonPolynomial::<N>::of(self.fraction);
        let part = match self.moment {
            OneSided::Before => at - EpsilonPolynomial::EPSILON,
            OneSided::After => at + EpsilonPolynomial::EPSILON,
        };
        let displacement = (Vect::<V, _>::of(&self.motion) * part).0;
        let is_round = !(is_zero(self.a.radius()) && is_zero(self.b.radius()));
        SatPair {
            a: Displaced { start: Standing(self.a.span::<N>(0)), displacement },
            b: Standing(self.b.span::<N>(1)),
            radius: EpsilonPolynomial::of(self.a.radius()) + EpsilonPolynomial::of(self.b.radius()),
            is_round,
            rule: Rule::Closed,
            with_offsets: true,
            dimension: PhantomData,
        }
    }
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Beside<'_, V, A, B> {
    fn meets(&self) -> bool {
        let mut estimates = self.pair::<Estimate>();
        // What is flat at rest is flat at every moment.
        let still = Shapes { a: self.a, b: self.b, rule: Rule::Closed };
        estimates.with_offsets = estimates.is_round || !evaluate::<V, _>(&SpansSpace(&still));
        let estimates = estimates.as_dyn();
        let mut all = 0..estimates.axes();
        let Some(open) = OpenAxes::among(&estimates, &mut || all.next()) else { return false };
        open.count == 0 || self.meets_along(&estimates, &open)
    }

    /// Whether none of the axes that estimates left uncertain separates the sets.
    #[cold]
    #[inline(never)]
    fn meets_along(
        &self,
        estimates: &DynPair<'_, V, EpsilonPolynomial<Estimate>>,
        asked: &OpenAxes,
    ) -> bool {
        let is_open = |&i: &usize| estimates.apart_along(Vect(estimates.axis(i))) != Some(false);
        let open = |open: &OpenAxes| {
            let listed = open.axes.into_iter().take(open.count);
            listed.chain((open.rest..estimates.axes()).filter(is_open))
        };
        let mut longer = self.pair::<V::Longer>();
        longer.with_offsets = estimates.with_offsets;
        let mut asked = open(asked);
        let Some(left) = OpenAxes::among(&longer.as_dyn(), &mut || asked.next()) else {
            return false;
        };
        left.count == 0
            || V::Exact::scoped(|| {
                let mut pair = self.pair::<V::Exact>();
                pair.with_offsets = estimates.with_offsets;
                let mut left = open(&left);
                OpenAxes::among(&pair.as_dyn(), &mut || left.next()).is_some()
            })
    }
}
