//! A capsule and a box, by the faces of the box: along a face normal the two certainly are apart, or may touch, as
//! those that lie or stand on a box do.
//!
//! A touch along a coordinate axis is decided by stored numbers, as [elsewhere](super::super::aligned), but for the
//! question whether the nearest points of the segment lie before the face: mostly they clearly do.

use super::figure::{AXIS_SIZE, ERROR, Figure, LEAST, LineOrSegment};
use super::figures::RoundedFigure;
use crate::array::Mapped as _;
use crate::exact::{exact_difference, widen};
use crate::linalg::{Vect, max, min};
use crate::query::predicate::Rule;
use crate::query::separation::boxes::BoxSource;
use crate::shape::Capsule;
use crate::space::Vector;

/// What the face normals of a box say of a capsule.
pub(super) enum FacesOfBox {
    /// One of them certainly separates the two.
    Apart,
    /// There may be a touch along one.
    MayTouch,
    /// None of them separates the two.
    Overlap,
}

/// A capsule and a box, seen from an end of the capsule.
#[derive(Clone, Copy)]
pub(super) struct CapsuleAndBox<V: Vector, B> {
    segment: LineOrSegment<V, false>,
    figure: B,
    radius: f64,
    /// Of any gap along a face normal.
    error: f64,
}

impl<V: Vector, B: Figure<V>> CapsuleAndBox<V, B> {
    #[inline(always)]
    pub(super) fn of(capsule: &Capsule<V>, shape: &impl RoundedFigure<V, Figure = B>) -> Self {
        let place = capsule.place();
        let (segment, figure) = (capsule.seen_from(place), shape.seen_from(place));
        let radius = widen(capsule.radius);
        let error = ERROR * AXIS_SIZE * (segment.reach() + figure.reach() + radius);
        Self { segment, figure, radius, error }
    }

    /// The gap along a face normal.
    #[inline(always)]
    fn gap(&self, i: usize) -> f64 {
        let axis = self.figure.normal(i);
        let ([low, high], [first, last]) =
            (self.segment.span(&axis), self.figure.span_of_normal(&axis, i));
        max(first - high, low - last)
    }

    #[inline(always)]
    pub(super) fn by_faces(&self) -> FacesOfBox {
        let widest = (1..V::DIM).fold(self.gap(0), |widest, i| max(self.gap(i), widest));
        let gap = widest - self.radius;
        if !(self.error > ERROR * LEAST) || gap < -self.error {
            FacesOfBox::Overlap
        } else if gap > self.error {
            FacesOfBox::Apart
        } else {
            FacesOfBox::MayTouch
        }
    }

    /// Whether the two meet in space, by `rule`, if the face along whose normal the gap is widest is along a coordinate
    /// axis, and decides. Exact.
    pub(super) fn meet_at_face(
        &self,
        capsule: &Capsule<V>,
        shape: &impl BoxSource<V>,
        rule: Rule,
    ) -> Option<bool> {
        let k = (1..3).fold(0, |widest, i| if self.gap(i) > self.gap(widest) { i } else { widest });
        let normal = self.figure.normal(k).direction;
        let t = (0..3).find(|&t| normal[(t + 1) % 3] == 0.0 && normal[(t + 2) % 3] == 0.0)?;
        let [first, last] = shape.ends(t, k)?;
        let ends = [widen(capsule.a[t]), widen(capsule.b[t])];
        let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]));
        let (above, below) = (exact_difference(first, high)?, exact_difference(low, last)?);
        let (gap, nearest) = if above > below { (above, high) } else { (below, low) };
        if gap > self.radius || gap == self.radius && rule == Rule::Open {
            return Some(false);
        }
        let before = [0, 1].mapped(|i| {
            let is_nearest = ends[i] == nearest;
            if is_nearest {
                self.is_before_face(self.segment.point(i as f64), k)
            } else {
                Some(false)
            }
        });
        match before {
            [Some(true), _] | [_, Some(true)] => Some(true),
            // Two nearest points beside the face may be on either side of it.
            [Some(false), Some(false)] if ends[0] != ends[1] && gap == self.radius => Some(false),
            _ => None,
        }
    }

    /// Whether a point lies before a face or its opposite, if that is certain.
    #[inline(always)]
    fn is_before_face(&self, point: Vect<V, f64>, k: usize) -> Option<bool> {
        let outside = [(k + 1) % 3, (k + 2) % 3].mapped(|i| {
            let axis = self.figure.normal(i);
            let at = axis.direction.dot(point);
            let [first, last] = self.figure.span_of_normal(&axis, i);
            max(first - at, at - last)
        });
        let widest = max(outside[0], outside[1]);
        (widest.abs() > self.error).then_some(widest < 0.0)
    }
}
