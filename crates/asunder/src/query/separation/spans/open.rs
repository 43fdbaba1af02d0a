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

/// How many uncertain axes are kept by index.
const KEPT: usize = 32;

/// With how many axes that exact numbers have decided others are compared: those of a box. The axes of round
/// sets are many, and seldom parallel.
const FEW_DECIDED: usize = 3;

/// The axes along which a filter is uncertain: the first `count` of `axes`, and those from `rest` on.
pub(super) struct OpenAxes {
    pub(super) axes: [usize; KEPT],
    pub(super) count: usize,
    pub(super) rest: usize,
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
        let (mut axes, mut count, mut rest) = ([0; KEPT], 0, pair.axes());
        while let Some(i) = next() {
            match N::scoped(|| pair.apart_along(Vect(pair.axis(i)))) {
                Some(true) => return None,
                Some(false) => {}
                None if count < KEPT => {
                    axes[count] = i;
                    count += 1;
                }
                None => rest = rest.min(i),
            }
        }
        Some(Self { axes, count, rest })
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
        open.count > 0
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
        let is_open = |&i: &usize| pair.apart_along(Vect(pair.axis(i))) != Some(false);
        let rest = (self.rest..pair.axes()).filter(is_open);
        let mut some = self.axes[..self.count].iter().copied().chain(rest);
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
    // Estimates that were settled may be uncertain where these are not.
    let is_open = |&i: &usize| estimates.apart_along(Vect(estimates.axis(i))) != Some(false);
    let rest = (open.rest..estimates.axes()).filter(is_open);
    let mut open = open.axes[..open.count].iter().copied().chain(rest);
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
