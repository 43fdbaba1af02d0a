//! The stages after the estimates of the general test: axes along which these are uncertain, in longer numbers, then
//! in exact ones.
//!
//! Few pairs come here, so all of it is compiled once for any generators ([`DynPair`]), but for the estimates that
//! list the axes.

use super::overlap::RoughOverlap;
use super::{DynPair, GatheredPair, Question, SatPair};
use crate::exact::{Estimate, Exact, Number as _, certain};
use crate::linalg::Vect;
use crate::query::generators::{Generators, is_along};
use crate::space::Vector;
use core::iter::successors;

/// Of so many axes those that are uncertain are kept, in words of bits: all of two hulls of twelve corners.
const WORDS: usize = 16;
const KEPT: usize = WORDS * 64;

/// With how many axes that exact numbers have decided others are compared: those of a box. The axes of round
/// sets are many, and seldom parallel.
const FEW_DECIDED: usize = 3;

/// The axes along which a filter is uncertain.
pub(super) struct OpenAxes {
    /// A bit for each axis below [`KEPT`].
    kept: [u64; WORDS],
    /// The first that is not below it.
    beyond: Option<usize>,
}

impl OpenAxes {
    /// The uncertain axes of a pair; `None` if its sets are certainly apart along an axis.
    pub(super) fn of<V: Vector, A: Generators<V, Estimate>, B: Generators<V, Estimate>>(
        pair: &SatPair<V, Estimate, A, B>,
        is_repeated: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let mut some = (0..pair.axes()).filter(|&i| !is_repeated(i));
        Self::among(pair, &mut || some.next())
    }

    /// The uncertain ones among some axes, which are in order.
    pub(super) fn among<V: Vector, N: Exact, A: Generators<V, N>, B: Generators<V, N>>(
        pair: &SatPair<V, N, A, B>,
        next: &mut dyn FnMut() -> Option<usize>,
    ) -> Option<Self> {
        let mut open = Self { kept: [0; WORDS], beyond: None };
        while let Some(i) = next() {
            match N::scoped(|| pair.apart_along(Vect(pair.axis(i)))) {
                Some(true) => return None,
                Some(false) => {}
                None if i < KEPT => open.kept[i / 64] |= 1 << (i % 64),
                None => {
                    open.beyond.get_or_insert(i);
                }
            }
        }
        Some(open)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.beyond.is_none() && self.kept == [0; WORDS]
    }

    /// The axes in order, given the pair whose filter was uncertain: those that were not kept are asked again.
    pub(super) fn iter<V: Vector, N: Exact, A: Generators<V, N>, B: Generators<V, N>>(
        &self,
        pair: &SatPair<V, N, A, B>,
    ) -> impl Iterator<Item = usize> {
        let kept = self.kept.into_iter().enumerate().flat_map(|(word, bits)| {
            let without_lowest = |&bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
            let each = successors(Some(bits).filter(|&bits| bits != 0), without_lowest);
            each.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
        });
        let beyond = self.beyond.map_or(0..0, |first| first..pair.axes());
        kept.chain(beyond.filter(|&i| pair.apart_along(Vect(pair.axis(i))) != Some(false)))
    }

    /// Whether one of them separates the sets, in exact numbers.
    pub(super) fn separate<'q, V: Vector, Q: Question<V>>(
        &self,
        question: &'q Q,
        pair: &SatPair<V, Estimate, Q::A<'q, Estimate>, Q::B<'q, Estimate>>,
    ) -> bool {
        self.separate_by_longer(question, &pair.as_dyn())
    }

    /// The same, by longer numbers first.
    #[cold]
    #[inline(never)]
    fn separate_by_longer<V: Vector, Q: Question<V>>(
        &self,
        question: &Q,
        pair: &DynPair<'_, V, Estimate>,
    ) -> bool {
        let longer = SatPair::<V, V::Longer, _, _>::with_axes(question, pair.with_offsets);
        let Some(open) = self.decided_by_longer(pair, &longer.as_dyn()) else { return true };
        !open.is_empty()
            && V::Exact::scoped(|| {
                let exact = SatPair::<V, V::Exact, _, _>::with_axes(question, pair.with_offsets);
                apart_exactly(pair, &exact.as_dyn(), &open)
            })
    }

    /// Those of these axes along which longer numbers are uncertain, too; `None` if the sets are apart along one.
    fn decided_by_longer<V: Vector>(
        &self,
        pair: &DynPair<'_, V, Estimate>,
        longer: &DynPair<'_, V, V::Longer>,
    ) -> Option<Self> {
        let mut some = self.iter(pair);
        let mut gathered = GatheredPair::<V, V::Longer>::blank();
        match gathered.fill(longer) {
            Some(()) => {
                let overlap = RoughOverlap::of(&gathered);
                let mut some = some.filter(|&i| !overlap.is_certain(&gathered, i));
                Self::among(&gathered.as_dyn(), &mut || some.next())
            }
            None => Self::among(longer, &mut || some.next()),
        }
    }
}

/// Whether an axis that estimates left uncertain separates the sets, in exact numbers.
fn apart_exactly<V: Vector>(
    estimates: &DynPair<'_, V, Estimate>,
    pair: &DynPair<'_, V, V::Exact>,
    open: &OpenAxes,
) -> bool {
    let mut open = open.iter(estimates);
    // If faces touch, most uncertain axes are parallel to few, which decide for them all.
    let mut decided = [0; FEW_DECIDED];
    let most = if estimates.with_offsets { 1 } else { FEW_DECIDED };
    let mut count = 0;
    open.any(|i| {
        let estimate = estimates.axis(i);
        let known = &decided[..count];
        let is_like = |&j: &usize| is_along::<V, _>(&estimate, &estimates.axis(j));
        if known.iter().any(is_like) {
            return false;
        }
        let is_apart = V::Exact::scoped(|| {
            let axis = pair.axis(i);
            let is_like = |&j: &usize| is_along::<V, _>(&axis, &pair.axis(j));
            if known.iter().any(is_like) {
                return None;
            }
            Some(certain(pair.apart_along(Vect(axis))))
        });
        if is_apart.is_some() && count < most {
            decided[count] = i;
            count += 1;
        }
        is_apart == Some(true)
    })
}
