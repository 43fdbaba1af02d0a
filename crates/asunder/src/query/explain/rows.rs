//! The axes that an explanation lists, and the one that decides.

use super::gaps::widest_gaps;
use super::measure::{Asked, Measured, measure};
use crate::query::predicate::evaluate;
use crate::query::separation::{AxisSource, Question, SatPair, SpansSpace};
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::cmp::Ordering;

/// The most axes that are listed.
pub(super) const LISTED: usize = 24;

/// The source of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// An axis of the general test: its index and source.
    Candidate(usize, AxisSource),
    /// The normal of the plane (in 2D: the line) along which both shapes extend, if they extend along no
    /// other direction: flat shapes can be lifted off each other.
    AcrossBoth,
}

/// A row by its index, of which pairs of hulls have tens of thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowIndex {
    /// An axis of the general test.
    Candidate(usize),
    /// [`Row::AcrossBoth`].
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
    let pair = SatPair::<V, f64, _, _>::with_axes(question, with_offsets);
    let named = |&row: &RowIndex| match row {
        RowIndex::Candidate(i) => Row::Candidate(i, pair.candidate(i)),
        RowIndex::AcrossBoth => Row::AcrossBoth,
    };
    let listed: Vec<Row> = chosen.iter().map(named).collect();
    let mut found = measure(question, with_offsets, &listed);
    // The choice by rounded gaps may have missed the axis that proves the answer, in theory.
    if !found.iter().any(|(_, measured)| measured.sign() == Some(sign)) {
        let others = rows.iter().filter(|row| !chosen.contains(row));
        let proof = others
            .flat_map(|row| measure(question, with_offsets, &[named(row)]))
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
fn rows<V: Vector>(question: &Asked<'_, V>) -> (Vec<RowIndex>, bool) {
    let (a, b) = (*question.a, *question.b);
    let is_plane = |shape| matches!(shape, ShapeRef::Plane(_) | ShapeRef::HalfSpace(_));
    let is_box = |shape| matches!(shape, ShapeRef::Aabb(_) | ShapeRef::Obb(_));
    let has_plane = is_plane(a) || is_plane(b);
    // Boxes have all their axes, however flat they are.
    let is_complete = has_plane || is_box(a) && is_box(b);
    let is_flat = !is_complete && !evaluate::<V, _>(&SpansSpace(question));
    let with_offsets = is_flat || !is_complete && Question::<V>::is_round(question);
    let pair = SatPair::<V, f64, _, _>::with_axes(question, with_offsets);
    let all = (0..pair.axes()).map(RowIndex::Candidate);
    if !has_plane {
        return (all.chain(is_flat.then_some(RowIndex::AcrossBoth)).collect(), with_offsets);
    }
    let of_planes = (0..pair.axes()).filter(|&i| match pair.candidate(i) {
        AxisSource::NormalOfA(_) => is_plane(a),
        AxisSource::NormalOfB(_) => is_plane(b),
        AxisSource::Cross(..)
        | AxisSource::Between(..)
        | AxisSource::AcrossA { .. }
        | AxisSource::AcrossB { .. } => false,
    });
    (of_planes.map(RowIndex::Candidate).collect(), with_offsets)
}
