//! The axes that an explanation lists, and the one that decides.

use super::measure::{Asked, Measured, measure};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::query::generators::Generators;
use crate::query::predicate::evaluate;
use crate::query::proximity::SLACK;
use crate::query::separation::{AxisSource, Question, SatPair, SpansSpace, extent, extents};
use crate::shape::{ShapeRef, Structure};
use crate::space::Vector;
use core::cmp::Ordering;

/// The most axes that are listed.
const LISTED: usize = 24;

/// The source of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// An axis of the general test: its index and source.
    Candidate(usize, AxisSource),
    /// The normal of the plane (in 2D: the line) along which both shapes extend, if they extend along no
    /// other direction: flat shapes can be lifted off each other.
    AcrossBoth,
}

/// The axes of an explanation, measured.
pub(super) struct AxisList<V: Vector> {
    pub(super) found: Vec<(Row, Measured<V>)>,
    pub(super) deciding: usize,
    pub(super) omitted: usize,
}

impl<V: Vector> AxisList<V> {
    /// The gap along the axis that decides.
    pub(super) fn gap(&self) -> f32 {
        match self.found[self.deciding].1 {
            Measured::Along(along) => along.gap,
            Measured::Zero => 0.0,
        }
    }
}

/// The axes of a pair, measured, and the one that decides.
pub(super) fn list<V: Vector>(question: &Asked<'_, V>, sign: Ordering) -> AxisList<V> {
    let (rows, with_offsets) = rows(question);
    let chosen =
        if rows.len() > LISTED { widest_gaps(question, with_offsets, &rows) } else { rows.clone() };
    let mut found = measure(question, with_offsets, &chosen);
    // The choice by rounded gaps may have missed the axis that proves the answer, in theory.
    if !found.iter().any(|(_, measured)| measured.sign() == Some(sign)) {
        let others = rows.iter().filter(|row| !chosen.contains(row));
        let proof = others
            .flat_map(|row| measure(question, with_offsets, &[*row]))
            .find(|(_, measured)| measured.sign() == Some(sign));
        found.extend(proof);
    }
    let omitted = rows.len() - found.len();
    AxisList { deciding: deciding(&found), found, omitted }
}

/// The index of the first axis with the widest gap.
fn deciding<V: Vector>(found: &[(Row, Measured<V>)]) -> usize {
    let mut best: Option<(usize, Ordering, f32)> = None;
    for (i, (_, measured)) in found.iter().enumerate() {
        let Measured::Along(along) = measured else { continue };
        let wider = best.is_none_or(|(_, sign, gap)| {
            along.sign > sign || along.sign == sign && along.gap > gap
        });
        if wider {
            best = Some((i, along.sign, along.gap));
        }
    }
    best.map_or(0, |(i, ..)| i)
}

/// All axes of a pair, and whether the offsets between vertices and edges are among them.
fn rows<V: Vector>(question: &Asked<'_, V>) -> (Vec<Row>, bool) {
    let (a, b) = (*question.a, *question.b);
    let is_plane = |shape| matches!(shape, ShapeRef::Plane(_) | ShapeRef::HalfSpace(_));
    let is_box = |shape| matches!(shape, ShapeRef::Aabb(_) | ShapeRef::Obb(_));
    let has_plane = is_plane(a) || is_plane(b);
    // Boxes have all their axes, however flat they are.
    let is_complete = has_plane || is_box(a) && is_box(b);
    let is_flat = !is_complete && !evaluate::<V, _>(&SpansSpace(question));
    let with_offsets = is_flat || !is_complete && Question::<V>::is_round(question);
    let pair = SatPair::<V, f64, _, _>::with_axes(question, with_offsets);
    let candidates = (0..pair.axes()).map(|i| (i, pair.candidate(i)));
    let counts = |candidate: &AxisSource| match candidate {
        AxisSource::NormalOfA(_) => !has_plane || is_plane(a),
        AxisSource::NormalOfB(_) => !has_plane || is_plane(b),
        AxisSource::Cross(..)
        | AxisSource::Between(..)
        | AxisSource::AcrossA { .. }
        | AxisSource::AcrossB { .. } => !has_plane,
    };
    let rows = candidates
        .filter(|(_, candidate)| counts(candidate))
        .map(|(i, candidate)| Row::Candidate(i, candidate))
        .chain(is_flat.then_some(Row::AcrossBoth));
    (rows.collect(), with_offsets)
}

/// The axes with the widest gaps, by plain `f64`; of gaps as wide, the first.
fn widest_gaps<V: Vector>(question: &Asked<'_, V>, with_offsets: bool, rows: &[Row]) -> Vec<Row> {
    let pair = SatPair::<V, f64, _, _>::with_axes(question, with_offsets);
    let mut known = KnownPoints::<V> { pairs: Vec::with_capacity(KNOWN) };
    // Indices of rows, the widest gap first.
    let mut widest: Vec<(f64, usize)> = Vec::with_capacity(LISTED + 1);
    for (i, row) in rows.iter().enumerate() {
        let narrowest = if widest.len() < LISTED { None } else { widest.last().map(|last| last.0) };
        let gap = match row {
            Row::AcrossBoth => f64::INFINITY,
            Row::Candidate(i, _) => {
                let axis = Vect(pair.axis(*i));
                let length = axis.length();
                let unit = axis / length;
                if narrowest.is_some_and(|narrowest| known.rule_out(unit, narrowest)) {
                    continue;
                }
                let gap = widest_gap_along(&pair.a, &pair.b, unit);
                let is_number = length > 0.0 && !gap.is_nan();
                if is_number && narrowest.is_none_or(|narrowest| gap > narrowest) {
                    known.keep(&pair.a, &pair.b, unit);
                }
                if is_number { gap } else { f64::NEG_INFINITY }
            }
        };
        // Behind those as wide, which come earlier.
        let place = widest.partition_point(|other| other.0.total_cmp(&gap) != Ordering::Less);
        if place < LISTED {
            widest.insert(place, (gap, i));
            widest.truncate(LISTED);
        }
    }
    let mut chosen: Vec<usize> = widest.into_iter().map(|(_, i)| i).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|i| rows[i]).collect()
}

/// Points of two hulls that were furthest towards the other along some axis: no gap is wider than that between them.
struct KnownPoints<V: Vector> {
    pairs: Vec<[Vect<V, f64>; 2]>,
}

/// The most pairs of points: the last ones found stay.
const KNOWN: usize = 16;

impl<V: Vector> KnownPoints<V> {
    /// Whether the gap along a unit axis, either way, is not above a number: as rounded, too, since rounding keeps order.
    fn rule_out(&self, unit: Vect<V, f64>, wider_than: f64) -> bool {
        let (mut ahead, mut behind) = (f64::INFINITY, f64::INFINITY);
        self.pairs.iter().any(|&[from, to]| {
            let (from, to) = (unit.dot(from), unit.dot(to));
            (ahead, behind) = (ahead.smaller(to - from), behind.smaller(from - to));
            ahead <= wider_than && behind <= wider_than
        })
    }

    fn keep(
        &mut self,
        a: &impl Generators<V, f64>,
        b: &impl Generators<V, f64>,
        unit: Vect<V, f64>,
    ) {
        let (Some(a), Some(b)) = (a.hull(), b.hull()) else { return };
        let still = Vect::zero();
        for axis in [unit, -unit] {
            let highest = |hull: &Structure<V>, axis: Vect<V, f64>| {
                hull.columns.corner(hull.columns.first_highest(axis, still, still))
            };
            if self.pairs.len() == KNOWN {
                self.pairs.remove(0);
            }
            self.pairs.push([highest(a, axis), highest(b, -axis)]);
        }
    }
}

/// The approximate gap along a unit axis or its opposite, whichever is wider.
fn widest_gap_along<V: Vector>(
    a: &impl Generators<V, f64>,
    b: &impl Generators<V, f64>,
    unit: Vect<V, f64>,
) -> f64 {
    let (ahead, behind) = match (a.hull(), b.hull()) {
        (Some(a), Some(b)) => {
            let interval =
                |hull: &Structure<V>| hull.columns.interval(unit, Vect::zero(), Vect::zero());
            let ([a_low, a_high], [b_low, b_high]) = (interval(a), interval(b));
            (b_low - a_high, a_low - b_high)
        }
        _ => (gap_along(a, b, unit), gap_along(a, b, unit * -1.0)),
    };
    if ahead > behind { ahead } else { behind }
}

/// The approximate gap of `b` over `a` along a unit axis.
fn gap_along<V: Vector>(
    a: &impl Generators<V, f64>,
    b: &impl Generators<V, f64>,
    axis: Vect<V, f64>,
) -> f64 {
    let along = |ray: Vect<V, f64>| axis.dot(ray) / ray.length();
    let blocked = (0..a.rays()).any(|i| along(Vect(a.ray(i))) > SLACK)
        || (0..b.rays()).any(|i| along(Vect(b.ray(i))) < -SLACK);
    let mut gap = if blocked { f64::NEG_INFINITY } else { f64::INFINITY };
    for i in 0..extents(a) {
        let own = extent(a, &axis.0, i);
        for j in 0..extents(b) {
            let other = extent(b, &axis.0, j);
            gap = gap.smaller(other.low / other.weight - own.high / own.weight);
        }
    }
    gap
}
