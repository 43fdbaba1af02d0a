//! When a moving polyhedron enters and leaves another, by all axes of the pair at rest, in numbers of any range.
//!
//! Shapes whose sizes differ by more than `f64` has digits, or that leave its range, have fractions that Newton's
//! iteration and portals do not find. These are proposals, too: exact predicates decide.

use super::linear::LinearCast;
use crate::array::Mapped as _;
use crate::exact::{Approximate, Certain, Exact, Number, WideFloat};
use crate::linalg::Vect;
use crate::query::generators::Generators;
use crate::query::predicate::Rule;
use crate::query::separation::{GatheredPair, Question, SatPair, Shapes, extent, extents};
use crate::space::Vector;
use core::cmp::Ordering;

/// The fractions at which the last facet of the Minkowski difference is entered, and the first is left (Cyrus and
/// Beck 1978): by longer numbers, and if it is asked again, by exact ones. `None` for rounded shapes, where no facet is
/// crossed, and if it is asked once more.
pub(super) fn facet_times<V: Vector>(cast: &LinearCast<'_, V>) -> impl FnMut() -> Option<[f64; 2]> {
    let mut asked = 0;
    move || {
        asked += 1;
        match asked {
            1 => by_longer(cast),
            2 => exactly(cast),
            _ => None,
        }
    }
}

#[cold]
#[inline(never)]
fn by_longer<V: Vector>(cast: &LinearCast<'_, V>) -> Option<[f64; 2]> {
    let shapes = Shapes { a: &cast.a, b: &cast.b, rule: Rule::Open };
    if Question::<V>::is_round(&shapes) {
        return None;
    }
    let pair = SatPair::<V, V::Longer, _, _>::with_axes(&shapes, false);
    let mut gathered = GatheredPair::<V, V::Longer>::blank();
    match gathered.fill(&pair) {
        Some(()) => times(&gathered, &cast.motion, Approximate::near),
        None => times(&pair, &cast.motion, Approximate::near),
    }
}

/// The same in exact numbers, of shapes that have few axes.
#[cold]
#[inline(never)]
fn exactly<V: Vector>(cast: &LinearCast<'_, V>) -> Option<[f64; 2]> {
    let shapes = Shapes { a: &cast.a, b: &cast.b, rule: Rule::Open };
    V::Exact::scoped(|| {
        let pair = SatPair::<V, V::Exact, _, _>::with_axes(&shapes, false);
        let mut gathered = GatheredPair::<V, V::Exact>::blank();
        gathered.fill(&pair)?;
        times(&gathered, &cast.motion, Certain::approximate)
    })
}

fn times<V: Vector, N: Exact>(
    pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
    motion: &V::Array<f32>,
    near: fn(N) -> WideFloat,
) -> Option<[f64; 2]> {
    let (mut first, mut last) = (None, None);
    for i in 0..pair.axes() {
        let Some([enters, leaves]) = N::scoped(|| {
            let axis = Vect::<V, N>(pair.axis(i));
            let speed: N = axis.dot(Vect::of(motion));
            let gaps = match speed.sign() {
                Some(Ordering::Greater) => gaps(pair, axis, near),
                Some(Ordering::Less) => {
                    let [ahead, behind] = gaps(pair, axis, near);
                    [behind, ahead]
                }
                Some(Ordering::Equal) | None => return None,
            };
            Some(gaps.mapped(|gap| gap.map(|gap| gap / near(speed))))
        }) else {
            continue;
        };
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
fn gaps<V: Vector, N: Exact>(
    pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
    axis: Vect<V, N>,
    near: fn(N) -> WideFloat,
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
            let weight = near(own.weight * other.weight);
            let begin = near(other.low * own.weight - own.high * other.weight) / weight;
            let end = near(other.high * own.weight - own.low * other.weight) / weight;
            begins = farthest(begins, Some(begin), Ordering::Less);
            ends = farthest(ends, Some(end), Ordering::Greater);
        }
    }
    [begins.filter(|_| !any_leads(Ordering::Greater)), ends.filter(|_| !any_leads(Ordering::Less))]
}
