//! The projections of two shapes on axes, measured in exact numbers.

use super::Projected;
use super::rows::Row;
use crate::array::Mapped as _;
use crate::exact::{Certain, Number, UNIT, WideFloat};
use crate::linalg::Vect;
use crate::query::generators::{Generators, Spanned};
use crate::query::separation::{ProjectedSpan, SatPair, Shapes, extent, extents};
use crate::shape::ShapeRef;
use crate::space::{Interval, Vector};
use core::cmp::Ordering;

/// A pair in canonical order.
pub(super) type Asked<'s, V> = Shapes<'s, ShapeRef<'s, V>, ShapeRef<'s, V>>;

/// An axis measured in exact numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Measured<V: Vector> {
    /// The axis is zero.
    Zero,
    /// The projections on the axis.
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

/// Measures some of a pair's axes.
pub(super) fn measure<V: Vector>(
    question: &Asked<'_, V>,
    with_offsets: bool,
    rows: &[Row],
) -> Vec<(Row, Measured<V>)> {
    V::Exact::scoped(|| {
        let pair = SatPair::<V, V::Exact, _, _>::with_axes(question, with_offsets);
        let radii = [question.a.radius(), question.b.radius()];
        let measured = |&row: &Row| (row, V::Exact::scoped(|| measure_row(&pair, radii, row)));
        rows.iter().map(measured).collect()
    })
}

fn measure_row<V: Vector, N: Certain, A: Generators<V, N>, B: Generators<V, N>>(
    pair: &SatPair<V, N, A, B>,
    radii: [f32; 2],
    row: Row,
) -> Measured<V> {
    let axis = match row {
        Row::Candidate(i, _) => Vect(pair.axis(i)),
        Row::AcrossBoth => normal_of_both(pair),
    };
    if is_zero(axis) { Measured::Zero } else { measure_along(pair, radii, axis) }
}

fn is_zero<V: Vector, N: Certain>(vector: Vect<V, N>) -> bool {
    vector.components().all(|x| x.ordering() == Ordering::Equal)
}

/// A direction perpendicular to both shapes, which together are flat: they lie along one plane (in 2D: along
/// one line).
fn normal_of_both<V: Vector, N: Certain, A: Generators<V, N>, B: Generators<V, N>>(
    pair: &SatPair<V, N, A, B>,
) -> Vect<V, N> {
    let own = pair.a.spanning();
    let count = own + pair.b.spanning();
    let vector = |i: usize| {
        Vect(if i < own { pair.a.spanning_vector(i) } else { pair.b.spanning_vector(i - own) })
    };
    let is_not_zero = |vector: &Vect<V, N>| !is_zero(*vector);
    let Some(first) = (0..count).map(vector).find(is_not_zero) else {
        return Vect::axis(0);
    };
    let others = (0..count).map(vector).chain((0..V::DIM).map(Vect::axis));
    let mut normals = others.map(|other| first.cross(other));
    normals.find(is_not_zero).unwrap_or_else(|| Vect::axis(0))
}

/// More than rounding adds to the difference of two heights of a hull's corners, relative to their taxicab distance from
/// zero: of corners further apart the higher one is that in exact numbers, too.
const HEIGHTS: f64 = 16.0 * UNIT;

/// As [`extent`], along an axis of such a length; of a hull by those corners alone that may be the outermost.
fn outermost<V: Vector, N: Certain>(
    span: &impl Generators<V, N>,
    axis: Vect<V, N>,
    length: WideFloat,
    i: usize,
) -> ProjectedSpan<N> {
    let Some(hull) = span.hull() else { return extent(span, &axis.0, i) };
    let unit = axis.map(|x| (x.approximate() / length).to_f64());
    let [low, high] = hull.columns.interval(unit, Vect::zero(), Vect::zero());
    let margin = HEIGHTS * hull.size();
    let mut ends: Option<[N; 2]> = None;
    for i in 0..span.points() {
        let height = unit.dot(hull.columns.corner(i));
        if height > low + margin && height < high - margin {
            continue;
        }
        let at = axis.dot(Vect(span.point(i).x));
        ends = Some(ends.map_or([at, at], |[low, high]| [low.smaller(at), high.larger(at)]));
    }
    match ends {
        Some([low, high]) => ProjectedSpan { low, high, weight: N::ONE },
        None => extent(span, &axis.0, i),
    }
}

/// The [outermost] points of a set along an axis of such a length: one projection, or one for each point if these
/// differ in weight.
fn projections<V: Vector, N: Certain>(
    span: &impl Generators<V, N>,
    axis: Vect<V, N>,
    length: WideFloat,
) -> Vec<ProjectedSpan<N>> {
    (0..extents(span)).map(|i| outermost(span, axis, length, i)).collect()
}

/// The projection of a shape on an axis: its ends in units of length, `None` where it is unbounded.
struct Ends {
    low: Option<WideFloat>,
    high: Option<WideFloat>,
}

impl Ends {
    /// The projection of the generators with a ball around, given that of their points.
    fn of<V: Vector, N: Certain>(
        span: &impl Generators<V, N>,
        points: &[ProjectedSpan<N>],
        axis: Vect<V, N>,
        length: WideFloat,
        radius: f32,
    ) -> Self {
        let radius = N::of(radius).approximate();
        let mut ends: Option<(WideFloat, WideFloat)> = None;
        for at in points {
            let weight = at.weight.approximate() * length;
            let (low, high) = (at.low.approximate() / weight, at.high.approximate() / weight);
            ends = Some(ends.map_or((low, high), |(lowest, highest)| {
                let lowest = if low.compare(lowest) == Ordering::Less { low } else { lowest };
                let highest =
                    if high.compare(highest) == Ordering::Greater { high } else { highest };
                (lowest, highest)
            }));
        }
        let (low, high) = ends.unwrap_or((WideFloat::ZERO, WideFloat::ZERO));
        let mut ends = Self { low: Some(low - radius), high: Some(high + radius) };
        for i in 0..span.rays() {
            match axis.dot(Vect(span.ray(i))).ordering() {
                Ordering::Less => ends.low = None,
                Ordering::Equal => {}
                Ordering::Greater => ends.high = None,
            }
        }
        ends
    }

    /// The projection as an interval, along the axis or against it.
    fn interval(&self, along: Ordering) -> Interval {
        let low = self.low.map_or(f32::NEG_INFINITY, WideFloat::to_f32);
        let high = self.high.map_or(f32::INFINITY, WideFloat::to_f32);
        match along {
            Ordering::Less => Interval { min: 0.0 - high, max: 0.0 - low },
            Ordering::Equal | Ordering::Greater => Interval { min: low, max: high },
        }
    }
}

/// A gap: its exact sign, and its width; `None`, if that is minus infinity.
#[derive(Clone, Copy)]
struct ExactGap {
    sign: Ordering,
    width: Option<WideFloat>,
}

impl ExactGap {
    const BLOCKED: Self = Self { sign: Ordering::Less, width: None };

    fn is_wider_than(&self, other: &Self) -> bool {
        let by_width = match (self.width, other.width) {
            (Some(own), Some(other)) => own.compare(other),
            (own, other) => own.is_some().cmp(&other.is_some()),
        };
        self.sign.cmp(&other.sign).then(by_width) == Ordering::Greater
    }
}

fn measure_along<V: Vector, N: Certain, A: Generators<V, N>, B: Generators<V, N>>(
    pair: &SatPair<V, N, A, B>,
    radii: [f32; 2],
    axis: Vect<V, N>,
) -> Measured<V> {
    let square = axis.square();
    let length = square.approximate().sqrt();
    let own_points = projections(&pair.a, axis, length);
    let other_points = projections(&pair.b, axis, length);
    let a = Ends::of(&pair.a, &own_points, axis, length, radii[0]);
    let b = Ends::of(&pair.b, &other_points, axis, length, radii[1]);

    // The gaps with `a` beyond `b`, and with `b` beyond `a`.
    let mut narrowest: [Option<ExactGap>; 2] = [None; 2];
    for own in &own_points {
        for other in &other_points {
            let gaps = [
                own.low * other.weight - other.high * own.weight,
                other.low * own.weight - own.high * other.weight,
            ];
            let weight = own.weight * other.weight;
            for (narrowest, gap) in narrowest.iter_mut().zip(gaps) {
                let gap = gap_between(gap, pair.radius, weight, square, length);
                if narrowest.is_none_or(|narrowest| narrowest.is_wider_than(&gap)) {
                    *narrowest = Some(gap);
                }
            }
        }
    }
    let ends = [(a.low, b.high), (b.low, a.high)];
    let [ahead, behind] = [0, 1].mapped(|order| match (narrowest[order], ends[order]) {
        (Some(gap), (Some(_), Some(_))) => gap,
        _ => ExactGap::BLOCKED,
    });
    let order = if behind.is_wider_than(&ahead) { Ordering::Less } else { Ordering::Greater };
    let gap = if order == Ordering::Less { behind } else { ahead };
    let ahead = axis.map(|x| (x.approximate() / length).to_f32());
    let direction = if order == Ordering::Less { -ahead } else { ahead };
    Measured::Along(Projected {
        direction: V::from_array(direction.0),
        a: a.interval(order),
        b: b.interval(order),
        gap: gap.width.map_or(f32::NEG_INFINITY, WideFloat::to_f32),
        sign: gap.sign,
    })
}

/// The gap between two sets of points with balls around, given `gap` between the points, times their
/// weights and the axis's length.
///
/// The gap between the points less the radius may cancel, so it is computed as the difference of their
/// squares, which are exact, divided by their sum.
fn gap_between<N: Certain>(gap: N, radius: N, weight: N, square: N, length: WideFloat) -> ExactGap {
    let unit = weight.approximate() * length;
    let between = gap.approximate() / unit;
    let is_round = radius.ordering() != Ordering::Equal;
    let sign = gap.ordering();
    if !is_round {
        return ExactGap { sign, width: Some(between) };
    }
    let rounded_radius = radius.approximate();
    if sign != Ordering::Greater {
        return ExactGap { sign: Ordering::Less, width: Some(between - rounded_radius) };
    }
    let weighted = radius * weight;
    let beyond = gap * gap - weighted * weighted * square;
    let width = beyond.approximate() / (unit * unit) / (between + rounded_radius);
    ExactGap { sign: beyond.ordering(), width: Some(width) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Quotient as _;
    use crate::query::predicate::tests::assert_covers;

    /// An axis in exact numbers is rounded, and so is its length, whose root halves the error of its square.
    #[test]
    fn the_error_of_heights_is_derived() {
        let rounded = Roundoff::unit(1.0);
        let unit = rounded.over(Roundoff::unit(1.5));
        let corner = |axis: usize, t: usize| if t == axis { Roundoff::ONE } else { Roundoff::ZERO };
        let height = |axis: usize| {
            let term = |t: usize| unit * corner(axis, t);
            term(0) + term(1) + term(2)
        };
        let worst = (0..3).map(|axis| height(axis).error).fold(0.0, f64::max);
        // Of either corner, and of the sum with the margin.
        assert_covers(HEIGHTS / UNIT, (2.0 * worst + 1.0) * SLACK);
    }
}
