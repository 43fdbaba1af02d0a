//! Figures without a radius: the separating-axis test in plain `f64`.
//!
//! Where two figures leave a gap along an axis, whichever it is, they are apart. Where they overlap
//! along all normals of facets and all cross products of edges, each by more than its error, they
//! penetrate: the normals of the facets of their difference are among those axes; and if it had
//! none, being flat, it would not extend along one of them.

use super::figure::{CandidateAxis, ERROR, Figure, LEAST};
use crate::space::Vector;

/// What has been seen along the axes so far.
struct SatState {
    /// Some axis certainly leaves a gap.
    apart: bool,
    /// Along some axis nothing is certain.
    open: bool,
}

impl SatState {
    /// Compares two spans, whose ends may be off by half of `error` each.
    #[inline(always)]
    fn compare(&mut self, a: [f64; 2], b: [f64; 2], error: f64) -> bool {
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
                let direction = V::cross(&from, &to);
                let overlap = state.compare(
                    a.span_across(&direction, i),
                    b.span_across(&direction, j),
                    error,
                );
                if !overlap {
                    state.open |= !parallel::<V>(&from, &to);
                }
            }
            if state.apart {
                return Some(true);
            }
        }
    }
    if state.open { None } else { Some(false) }
}

/// Whether two edges are parallel because all that their cross product is made of is zero. Edges
/// have clean components, which are zero only where they truly are.
#[inline(always)]
fn parallel<V: Vector>(x: &V::Array<f64>, y: &V::Array<f64>) -> bool {
    (0..V::DIM).all(|i| (0..V::DIM).all(|j| i == j || x[i] == 0.0 || y[j] == 0.0))
}

/// Whether a figure with a radius around it certainly lies beyond a plane, and whether it certainly
/// reaches across; and the same of the plane's other side.
#[inline(always)]
pub(super) fn sides<V: Vector, F: Figure<V>>(
    figure: &F,
    radius: f64,
    axis: &CandidateAxis<V>,
    offset: f64,
) -> [Option<bool>; 2] {
    let square = super::figure::dot::<V>(&axis.direction, &axis.direction);
    let reach = radius * square.sqrt();
    let [low, high] = figure.span(axis);
    let error = ERROR * (axis.size * (figure.reach() + radius) + offset.abs());
    let side = |height: f64| {
        let certain = (error > ERROR * LEAST) & ((height > error) | (height < -error));
        certain.then_some(height > 0.0)
    };
    [side(low - reach - offset), side(offset - high - reach)]
}
