//! The separating-axis test in plain `f64`, for figures without a radius.
//!
//! Figures are apart if they have a gap along any axis. They penetrate if they overlap along all facet
//! normals and all cross products of edges, each by more than its error: these axes include the normals of
//! the Minkowski difference's facets, and if the difference were flat, it would have no extent along one
//! of them. Axes whose sign is uncertain are left to the general test, and only those.

use super::figure::{CandidateAxis, ERROR, Figure, LEAST};
use crate::linalg::Vect;
use crate::space::Vector;

/// What the filter finds about two polytopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FilteredAxes {
    /// They certainly are apart.
    Apart,
    /// They certainly penetrate.
    Penetrating,
    /// One of these axes, as a bit set, decides: the Minkowski difference is full-dimensional, and the others do
    /// not separate them. The indices are those of the general test: the facet normals of the first, those of the
    /// second, and for each edge of the first its cross products with the second's.
    Open(u32),
}

impl FilteredAxes {
    /// Whether the shapes meet, if that is certain.
    #[inline(always)]
    pub(super) fn meet(self) -> Option<bool> {
        match self {
            Self::Apart => Some(false),
            Self::Penetrating => Some(true),
            Self::Open(_) => None,
        }
    }

    /// The axes that decide, where no other does.
    pub(super) fn open(self) -> Option<u32> {
        match self {
            Self::Open(open) => Some(open),
            Self::Apart | Self::Penetrating => None,
        }
    }
}

/// The result of the axes tested so far.
#[derive(Default)]
pub(super) struct SatState {
    /// Whether there certainly is a gap along some axis.
    pub(super) apart: bool,
    /// Whether the projections on some axis certainly overlap.
    overlap: bool,
    /// The axes that are undecided, as a bit set.
    open: u32,
}

impl SatState {
    /// Compares the projections on axis `i`, with gaps that may be off by `error`. If they do not certainly overlap,
    /// the axis is undecided, unless `is_zero`.
    #[inline(always)]
    pub(super) fn compare(
        &mut self,
        i: usize,
        [a, b]: [[f64; 2]; 2],
        error: f64,
        is_zero: impl FnOnce() -> bool,
    ) {
        let gaps = [b[0] - a[1], a[0] - b[1]];
        let trusted = error > ERROR * LEAST;
        let apart = (gaps[0] > error) | (gaps[1] > error);
        let overlap = (gaps[0] < -error) & (gaps[1] < -error) & trusted;
        self.apart |= apart & trusted;
        self.overlap |= overlap;
        if !overlap && !is_zero() {
            self.open |= 1 << i;
        }
    }

    /// What the axes decide, if all have been tested, or one separates; `None` if the Minkowski difference may be flat:
    /// if the projections certainly overlap along an axis, it extends along two edges and across both.
    #[inline(always)]
    pub(super) fn decided(&self) -> Option<FilteredAxes> {
        if self.apart {
            Some(FilteredAxes::Apart)
        } else if !self.overlap {
            None
        } else if self.open == 0 {
            Some(FilteredAxes::Penetrating)
        } else {
            Some(FilteredAxes::Open(self.open))
        }
    }
}

/// Tests two figures along all axes, until one separates them.
#[inline(always)]
pub(super) fn filter<V: Vector, A: Figure<V>, B: Figure<V>>(a: &A, b: &B) -> Option<FilteredAxes> {
    let reach = a.reach() + b.reach();
    let mut state = SatState::default();
    for i in 0..A::normals() {
        let axis = a.normal(i);
        let error = ERROR * axis.size * reach;
        let spans = [a.span_of_normal(&axis, i), b.span(&axis)];
        state.compare(i, spans, error, || A::IS_STORED && is_zero(axis.direction));
    }
    if state.apart {
        return Some(FilteredAxes::Apart);
    }
    for i in 0..B::normals() {
        let axis = b.normal(i);
        let error = ERROR * axis.size * reach;
        let spans = [a.span(&axis), b.span_of_normal(&axis, i)];
        state.compare(A::normals() + i, spans, error, || B::IS_STORED && is_zero(axis.direction));
    }
    if state.apart {
        return Some(FilteredAxes::Apart);
    }
    if V::EDGES != 0 {
        let error = ERROR * a.length() * b.length() * reach;
        for i in 0..A::EDGES {
            let from = a.edge(i);
            for j in 0..B::EDGES {
                let to = b.edge(j);
                let direction = from.cross(to);
                let spans = [a.span_across(direction, i), b.span_across(direction, j)];
                let index = A::normals() + B::normals() + i * B::EDGES + j;
                let are_stored = A::IS_STORED && B::IS_STORED;
                let is_zero = || if are_stored { is_zero(direction) } else { parallel(from, to) };
                state.compare(index, spans, error, is_zero);
            }
            if state.apart {
                return Some(FilteredAxes::Apart);
            }
        }
    }
    state.decided()
}

#[inline(always)]
fn is_zero<V: Vector>(vector: Vect<V, f64>) -> bool {
    (0..V::DIM).all(|i| vector[i] == 0.0)
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
