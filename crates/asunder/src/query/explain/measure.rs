//! Axes, measured in exact numbers.

use super::Projected;
use super::rows::Row;
use crate::exact::{Approximate, Exact, Number, Scaled};
use crate::query::generators::{Generators, Spanned};
use crate::query::separation::{Pair, Shapes, dot, extent, extents};
use crate::shape::ShapeRef;
use crate::space::{Interval, Vector};
use core::cmp::Ordering;

/// The question of a pair in canonical order.
pub(super) type Asked<'s, V> = Shapes<'s, ShapeRef<'s, V>, ShapeRef<'s, V>>;

/// What exact numbers say about an axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Measured<V: Vector> {
    /// It has no direction.
    Zero,
    /// How the shapes lie along it.
    Along(Projected<V>),
}

impl<V: Vector> Measured<V> {
    pub(super) fn sign(&self) -> Option<Ordering> {
        match self {
            Self::Zero => None,
            Self::Along(along) => Some(along.sign),
        }
    }
}

/// The limbs that hold every value of every candidate, whatever the input: those of the general test
/// (see `separation/spans.rs`), whose values these are.
///
/// The normal of what is flat may outgrow them, beside a ball, for a frustum whose numbers differ by
/// hundreds of powers of two. It then is passed over; what it would tell is a depth, and no verdict.
const WIDEST: usize = 128;

/// Measures some of a pair's axes.
pub(super) fn measure<V: Vector>(
    question: &Asked<'_, V>,
    with_ways: bool,
    rows: &[Row],
) -> Vec<(Row, Measured<V>)> {
    // Game data fits into the first width.
    let mut found = vec![None; rows.len()];
    attempt::<V, V::Exact<16>>(question, with_ways, rows, &mut found);
    attempt::<V, V::Exact<WIDEST>>(question, with_ways, rows, &mut found);
    let told = |(&row, found): (&Row, Option<Measured<V>>)| (row, found.unwrap_or(Measured::Zero));
    rows.iter().zip(found).map(told).collect()
}

/// Measures, in numbers of one width, what narrower ones left open.
#[inline(never)]
fn attempt<V: Vector, N: Approximate>(
    question: &Asked<'_, V>,
    with_ways: bool,
    rows: &[Row],
    found: &mut [Option<Measured<V>>],
) {
    if found.iter().all(Option::is_some) {
        return;
    }
    let pair = Pair::<V, N, _, _>::with_axes(question, with_ways);
    let radii = [question.a.radius(), question.b.radius()];
    for (row, found) in rows.iter().zip(found) {
        if found.is_none() {
            *found = along_row(&pair, radii, *row);
        }
    }
}

#[inline(never)]
fn along_row<V: Vector, N: Approximate, A: Generators<V, N>, B: Generators<V, N>>(
    pair: &Pair<V, N, A, B>,
    radii: [f32; 2],
    row: Row,
) -> Option<Measured<V>> {
    let axis = match row {
        Row::Candidate(i, _) => pair.axis(i),
        Row::AcrossBoth => normal_of_both(pair)?,
    };
    if is_zero::<V, N>(&axis)? { Some(Measured::Zero) } else { along(pair, radii, &axis) }
}

fn is_zero<V: Vector, N: Exact>(vector: &V::Array<N>) -> Option<bool> {
    for t in 0..V::DIM {
        if vector[t].sign()? != Ordering::Equal {
            return Some(false);
        }
    }
    Some(true)
}

/// A direction across both shapes, of which neither has a third dimension (in 2D: a second).
#[inline(never)]
fn normal_of_both<V: Vector, N: Approximate, A: Generators<V, N>, B: Generators<V, N>>(
    pair: &Pair<V, N, A, B>,
) -> Option<V::Array<N>> {
    let own = pair.a.spanning();
    let count = own + pair.b.spanning();
    let vector = |i: usize| {
        if i < own { pair.a.spanning_vector(i) } else { pair.b.spanning_vector(i - own) }
    };
    let coordinate = |i: usize| V::array(|t| if t == i { N::ONE } else { N::ZERO });
    let Some(first) = find::<V, N>((0..count).map(vector))? else {
        return Some(coordinate(0));
    };
    let others = (0..count).map(vector).chain((0..V::DIM).map(coordinate));
    let normal = find::<V, N>(others.map(|other| V::cross(&first, &other)))?;
    Some(normal.unwrap_or_else(|| coordinate(0)))
}

/// The first vector that is not zero; `None` where these numbers do not tell.
#[expect(clippy::option_option, reason = "not known, or known that there is none")]
fn find<V: Vector, N: Exact>(
    vectors: impl Iterator<Item = V::Array<N>>,
) -> Option<Option<V::Array<N>>> {
    for vector in vectors {
        if !is_zero::<V, N>(&vector)? {
            return Some(Some(vector));
        }
    }
    Some(None)
}

/// The low end of an extent, the high one, and their weight. In a frame of its own, for wide numbers
/// fill the stack.
#[inline(never)]
fn extent_of<V: Vector, N: Number>(
    span: &impl Generators<V, N>,
    axis: &V::Array<N>,
    i: usize,
) -> [N; 3] {
    let extent = extent(span, axis, i);
    [extent.low, extent.high, extent.weight]
}

/// How a shape lies along an axis: the ends, which may be infinite, in units of length.
struct Ends {
    low: Option<Scaled>,
    high: Option<Scaled>,
}

impl Ends {
    /// Those of a span with a ball around.
    #[inline(never)]
    fn of<V: Vector, N: Approximate>(
        span: &impl Generators<V, N>,
        axis: &V::Array<N>,
        length: Scaled,
        radius: f32,
    ) -> Option<Self> {
        let radius = N::of(radius).approximate()?;
        let mut ends: Option<(Scaled, Scaled)> = None;
        for i in 0..extents(span) {
            let [low, high, weight] = extent_of(span, axis, i);
            let weight = weight.approximate()? * length;
            let (low, high) = (low.approximate()? / weight, high.approximate()? / weight);
            ends = Some(ends.map_or((low, high), |(lowest, highest)| {
                let lowest = if low.compare(lowest) == Ordering::Less { low } else { lowest };
                let highest =
                    if high.compare(highest) == Ordering::Greater { high } else { highest };
                (lowest, highest)
            }));
        }
        let (low, high) = ends.unwrap_or((Scaled::ZERO, Scaled::ZERO));
        let mut ends = Self { low: Some(low - radius), high: Some(high + radius) };
        for i in 0..span.rays() {
            match dot::<V, N>(axis, &span.ray(i)).sign()? {
                Ordering::Less => ends.low = None,
                Ordering::Equal => {}
                Ordering::Greater => ends.high = None,
            }
        }
        Some(ends)
    }

    /// As an interval, along the axis or against it.
    fn interval(&self, along: Ordering) -> Interval {
        let low = self.low.map_or(f32::NEG_INFINITY, Scaled::to_f32);
        let high = self.high.map_or(f32::INFINITY, Scaled::to_f32);
        match along {
            Ordering::Less => Interval { min: 0.0 - high, max: 0.0 - low },
            Ordering::Equal | Ordering::Greater => Interval { min: low, max: high },
        }
    }
}

/// A gap: its exact sign, and its width; none where it is infinitely far below zero.
#[derive(Clone, Copy)]
struct Gap {
    sign: Ordering,
    width: Option<Scaled>,
}

impl Gap {
    const BLOCKED: Self = Self { sign: Ordering::Less, width: None };

    fn is_wider_than(&self, other: &Self) -> bool {
        let by_width = match (self.width, other.width) {
            (Some(own), Some(other)) => own.compare(other),
            (own, other) => own.is_some().cmp(&other.is_some()),
        };
        self.sign.cmp(&other.sign).then(by_width) == Ordering::Greater
    }
}

#[inline(never)]
fn along<V: Vector, N: Approximate, A: Generators<V, N>, B: Generators<V, N>>(
    pair: &Pair<V, N, A, B>,
    radii: [f32; 2],
    axis: &V::Array<N>,
) -> Option<Measured<V>> {
    let square = dot::<V, N>(axis, axis);
    let length = square.approximate()?.sqrt();
    let a = Ends::of(&pair.a, axis, length, radii[0])?;
    let b = Ends::of(&pair.b, axis, length, radii[1])?;

    // With `a` beyond `b`, and with `b` beyond `a`.
    let mut narrowest: [Option<Gap>; 2] = [None; 2];
    for i in 0..extents(&pair.a) {
        let [own_low, own_high, own_weight] = extent_of(&pair.a, axis, i);
        for j in 0..extents(&pair.b) {
            let [low, high, weight] = extent_of(&pair.b, axis, j);
            let gaps = [
                own_low * weight - high * own_weight, //
                low * own_weight - own_high * weight,
            ];
            let weight = own_weight * weight;
            for (narrowest, gap) in narrowest.iter_mut().zip(gaps) {
                let gap = gap_between(gap, pair.radius, weight, square, length)?;
                if narrowest.is_none_or(|narrowest| narrowest.is_wider_than(&gap)) {
                    *narrowest = Some(gap);
                }
            }
        }
    }
    let ends = [(a.low, b.high), (b.low, a.high)];
    let [ahead, behind] = [0, 1].map(|way| match (narrowest[way], ends[way]) {
        (Some(gap), (Some(_), Some(_))) => gap,
        _ => Gap::BLOCKED,
    });
    let way = if behind.is_wider_than(&ahead) { Ordering::Less } else { Ordering::Greater };
    let gap = if way == Ordering::Less { behind } else { ahead };
    let part = |t: usize| axis[t].approximate().map(|part| (part / length).to_f32());
    let mut direction = V::array(|_| 0.0);
    for t in 0..V::DIM {
        let part = part(t)?;
        direction[t] = if way == Ordering::Less { 0.0 - part } else { part };
    }
    Some(Measured::Along(Projected {
        direction: V::from_array(direction),
        a: a.interval(way),
        b: b.interval(way),
        gap: gap.width.map_or(f32::NEG_INFINITY, Scaled::to_f32),
        sign: gap.sign,
    }))
}

/// The gap between two sets of points around which are balls, `gap` being what lies between the
/// points, times their weights and the axis's length.
///
/// Where a ball is as large as what is between the points, nearly, the difference is that of their
/// squares, which are exact, over their sum.
#[inline(never)]
fn gap_between<N: Approximate>(
    gap: N,
    radius: N,
    weight: N,
    square: N,
    length: Scaled,
) -> Option<Gap> {
    let unit = weight.approximate()? * length;
    let between = gap.approximate()? / unit;
    let is_round = radius.sign()? != Ordering::Equal;
    let sign = gap.sign()?;
    if !is_round {
        return Some(Gap { sign, width: Some(between) });
    }
    let wide = radius.approximate()?;
    if sign != Ordering::Greater {
        return Some(Gap { sign: Ordering::Less, width: Some(between - wide) });
    }
    let reach = radius * weight;
    let beyond = gap * gap - reach * reach * square;
    let width = beyond.approximate()? / (unit * unit) / (between + wide);
    Some(Gap { sign: beyond.sign()?, width: Some(width) })
}
