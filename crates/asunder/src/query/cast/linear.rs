//! The linear cast of any shape against any other: the exact fractions of contact.

use super::facet_times::facet_times;
use super::time_of_impact::{FirstContact, approach, time_of_separation, touching_normal};
use super::{CastEnds, Impact};
use crate::exact::is_zero;
use crate::linalg::Vect;
use crate::query::bisection::largest_f32_or;
use crate::query::generators::SweptPart;
use crate::query::predicate::Rule;
use crate::query::ray_cast::Started;
use crate::query::separation::{OneSided, meets_beside, span_span};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// A shape `a` that moves by `motion`, and a shape `b` that does not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinearCast<'s, V: Vector> {
    pub(super) a: ShapeRef<'s, V>,
    pub(super) motion: V::Array<f32>,
    pub(super) b: ShapeRef<'s, V>,
    pub(super) ends: CastEnds,
}

impl<V: Vector> LinearCast<'_, V> {
    /// Whether the shapes overlap by `rule` at some fraction of an interval, both ends included.
    fn overlaps_during(&self, [from, to]: [f32; 2], rule: Rule) -> bool {
        if from == to && from == 0.0 {
            return span_span::<V>(&self.a, &self.b, rule);
        }
        let part = SweptPart { shape: &self.a, motion: self.motion, from, to };
        span_span::<V>(&part, &self.b, rule)
    }

    pub(super) fn meets(&self, part: [f32; 2]) -> bool {
        self.overlaps_during(part, Rule::Closed)
    }

    pub(super) fn meets_at(&self, fraction: f32) -> bool {
        self.meets([fraction, fraction])
    }

    fn meets_one_sided(&self, side: OneSided, fraction: f32) -> bool {
        meets_beside(&self.a, &self.motion, (side, fraction), &self.b)
    }

    /// Whether the shapes meet at no fraction below this one, which is above zero.
    ///
    /// The fractions at which they meet are an interval. If the sweep of `a` up to `fraction` penetrates
    /// `b`, the interval begins before `fraction`; if it only touches, it may begin just there.
    ///
    /// Penetration is asked first, because sets that meet at all mostly penetrate, and every axis proves it.
    pub(super) fn is_before_hit(&self, fraction: f32) -> bool {
        let before = [0.0, fraction];
        !self.overlaps_during(before, Rule::Open)
            && (!self.meets(before)
                || self.meets_at(fraction) && !self.meets_one_sided(OneSided::Before, fraction))
    }

    /// Whether the shapes meet at no fraction above this one, which is below one.
    pub(super) fn is_after_exit(&self, fraction: f32) -> bool {
        let after = [fraction, 1.0];
        !self.overlaps_during(after, Rule::Open)
            && (!self.meets(after)
                || self.meets_at(fraction) && !self.meets_one_sided(OneSided::After, fraction))
    }

    pub(super) fn started(&self) -> Started {
        if !self.meets_at(0.0) {
            Started::Apart
        } else if self.overlaps_during([0.0; 2], Rule::Open) {
            Started::Overlapping
        } else {
            Started::Touching
        }
    }

    /// The first contact, if there is one.
    pub(super) fn impact(&self) -> Option<Impact<V>> {
        let rests = (0..V::DIM).all(|i| is_zero(self.motion[i]));
        if !self.meets([0.0, 1.0]) {
            return None;
        }
        let started = self.started();
        let at_start = FirstContact { fraction: 0.0, normal: None };
        let approach = match started {
            Started::Apart => approach(&self.a, &self.motion, &self.b),
            Started::Touching if !rests && !self.meets_one_sided(OneSided::After, 0.0) => {
                return None;
            }
            Started::Touching => {
                let velocity = self.velocity();
                let normal = touching_normal(&self.a, &self.motion, &self.b);
                let normal = normal.filter(|normal| normal.dot(velocity) <= 0.0);
                FirstContact { normal, ..at_start }
            }
            Started::Overlapping => at_start,
        };
        let fraction = match started {
            Started::Apart => {
                let mut times = facet_times(self);
                let another = || times().map(|[entry, _]| entry);
                largest_f32_or(approach.fraction, another, 1.0, |f| self.is_before_hit(f))
            }
            Started::Touching | Started::Overlapping => 0.0,
        };
        let asks_exit = self.ends == CastEnds::Both && !rests;
        let exit = (asks_exit && !self.meets_at(1.0)).then(|| self.exit());
        Some(Impact::at(self, fraction, exit, started, approach.normal))
    }

    /// The least fraction after which they do not meet; at the end of the motion they must not meet.
    fn exit(&self) -> f32 {
        let estimate = time_of_separation(&self.a, &self.motion, &self.b);
        // If the exit is itself an `f32`, the last one that is not after it is the `f32` below.
        let before = |estimate: f64| estimate - estimate * f64::from(f32::EPSILON) / 4.0;
        let mut times = facet_times(self);
        let another = || times().map(|[_, exit]| before(exit));
        let last = 1.0_f32.next_down();
        largest_f32_or(before(estimate), another, last, |f| !self.is_after_exit(f)).next_up()
    }

    /// The motion in `f64`, which holds it exactly.
    pub(super) fn velocity(&self) -> Vect<V, f64> {
        Vect::of(&self.motion)
    }
}
