//! When a moving polyhedron enters and leaves another, by all axes of the pair at rest, in numbers of any range.
//!
//! Shapes whose sizes differ by more than `f64` has digits, or that leave its range, have fractions that Newton's
//! iteration and portals do not find. These are proposals, too: exact predicates decide.

use super::linear::LinearCast;
use crate::array::Mapped as _;
use crate::exact::{Approximate, WideFloat};
use crate::linalg::Vect;
use crate::query::generators::Generators;
use crate::query::predicate::Rule;
use crate::query::separation::{GatheredPair, Question, SatPair, Shapes, extent, extents};
use crate::space::Vector;
use core::cmp::Ordering;

/// The fractions at which the last facet of the Minkowski difference is entered, and the first is left (Cyrus and
/// Beck 1978). `None` for rounded shapes, and where no facet is crossed.
#[cold]
#[inline(never)]
pub(super) fn facet_times<V: Vector>(cast: &LinearCast<'_, V>) -> Option<[f64; 2]> {
    let shapes = Shapes { a: &cast.a, b: &cast.b, rule: Rule::Open };
    if Question::<V>::is_round(&shapes) {
        return None;
    }
    let pair = SatPair::<V, V::Longer, _, _>::with_axes(&shapes, false);
    let mut gathered = GatheredPair::<V, V::Longer>::blank();
    match gathered.fill(&pair) {
        Some(()) => times(&gathered, &cast.motion),
        None => times(&pair, &cast.motion),
    }
}

fn times<V: Vector, N: Approximate>(
    pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
    motion: &V::Array<f32>,
) -> Option<[f64; 2]> {
    let velocity = Vect::<V, N>::of(motion);
    let (mut first, mut last) = (None, None);
    for i in 0..pair.axes() {
        let axis = Vect(pair.axis(i));
        let speed = axis.dot(velocity);
        let gaps = match speed.sign() {
            Some(Ordering::Greater) => gaps(pair, axis),
            Some(Ordering::Less) => {
                let [ahead, behind] = gaps(pair, axis);
                [behind, ahead]
            }
            Some(Ordering::Equal) | None => continue,
        };
        let [enters, leaves] = gaps.mapped(|gap| gap.map(|gap| gap / speed.near()));
        first = farthest(first, enters, Ordering::Greater);
        last = farthest(last, leaves, Ordering::Less);
    }
    Some([first?.to_f64(), last?.to_f64()])
}

/// Of two numbers that are known, the one that compares so with the other.
fn farthest(
    known: Option<WideFloat>,
    other: Option<WideFloat>,
    order: Ordering,
) -> Option<WideFloat> {
    match (known, other) {
        (Some(known), Some(other)) => {
            Some(if other.compare(known) == order { other } else { known })
        }
        (known, other) => known.or(other),
    }
}

/// How far `a` has to go along an axis until it begins to overlap `b` there, and until it ends to; `None` where it
/// never does.
fn gaps<V: Vector, N: Approximate>(
    pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
    axis: Vect<V, N>,
) -> [Option<WideFloat>; 2] {
    let (a, b) = (&pair.a, &pair.b);
    let leads = |ray: V::Array<N>, order| axis.dot(Vect(ray)).sign() == Some(order);
    let any_leads = |order: Ordering| {
        (0..a.rays()).any(|i| leads(a.ray(i), order))
            || (0..b.rays()).any(|i| leads(b.ray(i), order.reverse()))
    };
    let (mut begins, mut ends) = (None, None);
    for i in 0..extents(a) {
        let own = extent(a, &axis.0, i);
        for j in 0..extents(b) {
            let other = extent(b, &axis.0, j);
            let weight = (own.weight * other.weight).near();
            let begin = (other.low * own.weight - own.high * other.weight).near() / weight;
            let end = (other.high * own.weight - own.low * other.weight).near() / weight;
            begins = farthest(begins, Some(begin), Ordering::Less);
            ends = farthest(ends, Some(end), Ordering::Greater);
        }
    }
    [begins.filter(|_| !any_leads(Ordering::Greater)), ends.filter(|_| !any_leads(Ordering::Less))]
}
