//! The projections of a bounded frustum on the axes that may separate it from axis-aligned boxes.

use super::Frustum;
use super::rounded::{RANGE, Rounded, middles_and_widths, parts};
use crate::exact::{Estimate, Exact, UNIT};
use crate::linalg::Vect;
use crate::space::Vector;
use core::cmp::Ordering;

/// The directions in which a frustum and a box along the coordinate axes can be apart, but for those of
/// the frustum's planes: the coordinate axes, and the cross products of each with each edge.
///
/// They are the same for all boxes, so they are found once for a frustum, in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread<V: Vector> {
    spans: [Span<V>; MOST_SPANS],
    count: usize,
    /// How far off a gap along any direction may be, for each unit of the box's coordinates' magnitudes.
    pub(crate) slack: f64,
    /// The same, wherever the box is.
    pub(crate) offset_slack: f64,
    /// Whether the frustum certainly has an inside, and no direction is missing or further off than the
    /// slack allows for: then boxes without a gap overlap it.
    pub(crate) is_complete: bool,
}

/// What a frustum covers of a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<V: Vector> {
    pub(crate) direction: V::Array<f64>,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The most edges and corners of six planes.
const MOST_EDGES: usize = 12;
const MOST_CORNERS: usize = 8;
const MOST_SPANS: usize = 3 + 3 * MOST_EDGES;

/// What a gap rounds, in units of 2⁻⁵³: of the magnitudes of the box's coordinates, and of a corner's. What
/// else is rounded here is less than a range is wide, of which half would do.
const ROUNDINGS: f64 = 8.0;

/// What is off by more than this part of itself is not worth a proof.
const COARSE: f64 = 1e-6;

impl<V: Vector> Spread<V> {
    pub(crate) fn spans(&self) -> &[Span<V>] {
        &self.spans[..self.count]
    }

    /// Nothing is known of a frustum without end.
    pub(super) fn of(frustum: &Frustum<V>) -> Option<Self> {
        let planes = frustum.rounded()?;
        let corners = ProjectedCorners::of(frustum)?;
        let mut spread = Self {
            spans: [corners.span(Vect::zero()); MOST_SPANS],
            count: 0,
            slack: ROUNDINGS * UNIT,
            offset_slack: 0.0,
            is_complete: has_inside(planes),
        };
        for i in 0..V::DIM {
            spread.push(corners.span(Vect::axis(i)));
        }
        let mut known = [Vect::zero(); MOST_EDGES];
        for i in 0..if V::EDGES == 0 { 0 } else { frustum.edges() } {
            known[i] = spread.cross(Vect(frustum.edge(i).1), &known[..i], &corners);
        }
        // Each component of a direction is at most one, and two are not zero.
        spread.offset_slack = 2.0 * corners.error + spread.slack * corners.size;
        Some(spread)
    }

    fn push(&mut self, span: Span<V>) {
        self.spans[self.count] = span;
        self.count += 1;
    }

    /// Adds the cross products of an edge with the coordinate axes, unless an edge along the same
    /// direction is known; that direction.
    fn cross(
        &mut self,
        edge: Vect<V, Estimate>,
        known: &[Vect<V, f64>],
        corners: &ProjectedCorners<V>,
    ) -> Vect<V, f64> {
        let (rounded, width) = middles_and_widths(edge);
        let square = rounded.square();
        let scale = 1.0 / square.sqrt();
        let along = rounded * scale;
        let error = (width * (2.0 * scale)).sum();
        if square > RANGE[0] && square < RANGE[1] && error < COARSE {
            let slack = error + ROUNDINGS * UNIT;
            self.slack = if slack > self.slack { slack } else { self.slack };
        } else {
            self.is_complete = false;
            return along;
        }
        // Two that are rounded to the same may differ in how far off they are, which is counted above.
        if known.contains(&along) {
            return along;
        }
        for i in 0..V::DIM {
            let (j, k) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
            let is_zero = |j: usize| edge[j].sign() == Some(Ordering::Equal);
            // Along the edge itself there is nothing across both.
            if !(is_zero(j) && is_zero(k)) {
                let mut direction = Vect::zero();
                (direction[j], direction[k]) = (-along[k], along[j]);
                self.push(corners.span(direction));
            }
        }
        along
    }
}

/// Whether the middle is certainly behind all planes.
fn has_inside<V: Vector>(planes: &Rounded<V>) -> bool {
    let size = Vect::<V, f64>(planes.middle).norm1();
    (0..planes.offsets.len()).all(|i| {
        let along = (0..V::DIM).fold(0.0, |sum, j| sum + planes.normals[j][i] * planes.middle[j]);
        along - planes.offsets[i] + planes.slack[i] * size + planes.offset_slack[i] < 0.0
    })
}

/// The corners of a bounded frustum.
struct ProjectedCorners<V: Vector> {
    list: [Vect<V, f64>; MOST_CORNERS],
    count: usize,
    /// How far off any coordinate may be.
    error: f64,
    /// What a corner's coordinates' magnitudes add up to at most.
    size: f64,
}

impl<V: Vector> ProjectedCorners<V> {
    fn of(frustum: &Frustum<V>) -> Option<Self> {
        if frustum.rays() > 0 {
            return None;
        }
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let list = [Vect::zero(); MOST_CORNERS];
        let mut corners = Self { list, count: frustum.points(), error: 0.0, size: 0.0 };
        for i in 0..corners.count {
            let (x, w) = frustum.point::<Estimate>(i);
            let (w, w_error) = parts(w.range());
            if !(w_error < COARSE * w) {
                return None;
            }
            let mut size = 0.0;
            for j in 0..V::DIM {
                let (x, x_error) = parts(x[j].range());
                corners.list[i][j] = x / w;
                let at = (x / w).abs();
                // Both parts enter with their range's width, which is twice what they may be off.
                let error = (x_error + at * w_error) / w + ROUNDINGS * UNIT * at;
                if !(error < f64::MAX) {
                    return None;
                }
                corners.error = larger(corners.error, error);
                size += at;
            }
            corners.size = larger(corners.size, size);
        }
        Some(corners)
    }

    fn span(&self, direction: Vect<V, f64>) -> Span<V> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for corner in &self.list[..self.count] {
            let at = direction.dot(*corner);
            low = if at < low { at } else { low };
            high = if at > high { at } else { high };
        }
        Span { direction: direction.0, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number;
    use crate::query::predicate::tests::assert_covers;
    use crate::shape::HalfSpace;
    use glam::Vec3;

    /// As gaps are compared in `query::separation`: linear in the coordinates, so that the error is
    /// largest where one is one, and enters the most sums.
    #[test]
    fn the_roundings_of_a_gap_are_derived() {
        let (zero, half, one) = (Roundoff::ZERO, Roundoff::of(0.5), Roundoff::ONE);
        let along = |x: Roundoff| x * one + zero * one + zero * one;
        let reach = |max: Roundoff| {
            let part = |max: Roundoff| half * (max - zero) * one;
            part(max) + part(zero) + part(zero)
        };
        let of_box = along(half * (zero + one)) - zero - reach(one);
        let of_corner = along(zero) - along(one) - reach(zero);
        assert_covers(ROUNDINGS, f64::max(of_box.error, of_corner.error) * SLACK);
    }

    /// An edge that is known less well than another of the same direction makes every result as
    /// uncertain as it is, although it brings no new axis.
    #[test]
    fn an_edge_of_a_known_direction_counts_its_error() {
        let sides = [0, 1, 2].into_iter().flat_map(|i| [1.0, -1.0].map(|sign| (i, sign)));
        let sides = sides.map(|(i, sign)| {
            let normal: [f32; 3] = core::array::from_fn(|j| if i == j { sign } else { 0.0 });
            HalfSpace::<Vec3>::new(normal, 1.0)
        });
        let cube = Frustum::from_half_spaces(&sides.collect::<Vec<_>>());
        let (mut spread, corners) =
            (Spread::of(&cube).unwrap(), ProjectedCorners::of(&cube).unwrap());
        let [one, much] = [1.0, 1024.0].map(Estimate::of);
        let sure = [one, one, Estimate::ZERO];
        let known = [spread.cross(Vect(sure), &[], &corners)];
        let (count, slack) = (spread.count, spread.slack);
        let same = spread.cross(Vect(sure).map(|x| x + much - much), &known, &corners);
        assert_eq!((same, spread.count), (known[0], count));
        assert!(spread.slack > 100.0 * slack, "{} {slack}", spread.slack);
    }
}
