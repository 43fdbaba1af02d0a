//! The separating-axis test in plain `f64`, for figures without a radius.
//!
//! Figures are apart if they have a gap along any axis. They penetrate if they overlap along all facet
//! normals and all cross products of edges, each by more than its error: these axes include the normals of
//! the Minkowski difference's facets, and if the difference were flat, it would have no extent along one
//! of them.

use super::figure::{CandidateAxis, ERROR, Figure, LEAST};
use crate::linalg::Vect;
use crate::space::Vector;

/// The result of the axes tested so far.
pub(super) struct SatState {
    /// Whether there certainly is a gap along some axis.
    pub(super) apart: bool,
    /// Whether some axis is undecided.
    pub(super) open: bool,
}

impl SatState {
    /// Compares the projections on an axis, with gaps that may be off by `error`; returns whether they
    /// certainly overlap.
    #[inline(always)]
    pub(super) fn compare(&mut self, a: [f64; 2], b: [f64; 2], error: f64) -> bool {
        let gaps = [b[0] - a[1], a[0] - b[1]];
        let trusted = error > ERROR * LEAST;
        let apart = (gaps[0] > error) | (gaps[1] > error);
        let overlap = (gaps[0] < -error) & (gaps[1] < -error);
        self.apart |= apart & trusted;
        overlap & trusted
    }
}

/// Whether two figures certainly are apart, or certainly penetrate.
#[inline(always)]
pub(super) fn apart<V: Vector, A: Figure<V>, B: Figure<V>>(a: &A, b: &B) -> Option<bool> {
    let reach = a.reach() + b.reach();
    let mut state = SatState { apart: false, open: false };
    for i in 0..A::normals() {
        let axis = a.normal(i);
        let error = ERROR * axis.size * reach;
        state.open |= !state.compare(a.span_of_normal(&axis, i), b.span(&axis), error);
    }
    if state.apart {
        return Some(true);
    }
    for i in 0..B::normals() {
        let axis = b.normal(i);
        let error = ERROR * axis.size * reach;
        state.open |= !state.compare(a.span(&axis), b.span_of_normal(&axis, i), error);
    }
    if state.apart {
        return Some(true);
    }
    if V::EDGES != 0 {
        let error = ERROR * a.length() * b.length() * reach;
        for i in 0..A::EDGES {
            let from = a.edge(i);
            for j in 0..B::EDGES {
                let to = b.edge(j);
                let direction = from.cross(to);
                let spans = (a.span_across(direction, i), b.span_across(direction, j));
                if !state.compare(spans.0, spans.1, error) {
                    state.open |= !parallel(from, to);
                }
            }
            if state.apart {
                return Some(true);
            }
        }
    }
    if state.open { None } else { Some(false) }
}

/// Whether two edges are parallel because every product in their cross product is zero. A computed component
/// of an edge is zero only if the exact one is.
#[inline(always)]
pub(super) fn parallel<V: Vector>(x: Vect<V, f64>, y: Vect<V, f64>) -> bool {
    (0..V::DIM).all(|i| (0..V::DIM).all(|j| i == j || x[i] == 0.0 || y[j] == 0.0))
}

/// For the front and the back of a plane: whether a figure with a radius around it is certainly beyond the
/// plane on that side (`Some(true)`), or certainly reaches across (`Some(false)`).
#[inline(always)]
pub(super) fn sides<V: Vector, F: Figure<V>>(
    figure: &F,
    radius: f64,
    axis: &CandidateAxis<V>,
    offset: f64,
) -> [Option<bool>; 2] {
    let square = axis.direction.square();
    let reach = radius * square.sqrt();
    let [low, high] = figure.span(axis);
    let error = ERROR * (axis.size * (figure.reach() + radius) + offset.abs());
    let side = |height: f64| {
        let certain = (error > ERROR * LEAST) & ((height > error) | (height < -error));
        certain.then_some(height > 0.0)
    };
    [side(low - reach - offset), side(offset - high - reach)]
}
