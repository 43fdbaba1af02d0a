//! The axis along which two cores have the widest gap, or overlap least.
//!
//! The facets of the cores' Minkowski difference are perpendicular to the cores' face normals and to the
//! cross products of their edges (Ericson 2005, §5.2.1). The axis of least overlap is one of these; the axis
//! of the widest gap is one of these or the direction between the nearest points. The gap along an axis is
//! a valid bound whether or not the axis is the best, so an axis that is off by rounding costs no more than
//! that rounding.

use super::polytope::{Core, lesser};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::shape::BLUNT;
use crate::space::Vector;

/// A unit axis from `a` to `b`, and the gap along it; below zero, minus the overlap.
#[derive(Clone, Copy)]
pub(super) struct AxisGap<V: Vector> {
    pub(super) axis: Vect<V, f64>,
    pub(super) gap: f64,
}

/// How many vertices of the Minkowski difference are kept, to rule out axes without visiting every vertex.
const KEPT: usize = 8;

pub(super) struct AxisSearch<'a, V: Vector> {
    a: &'a Core<'a, V>,
    b: &'a Core<'a, V>,
    pub(super) best: Option<AxisGap<V>>,
    kept: [Vect<V, f64>; KEPT],
    kept_count: usize,
    /// Whether the cores have so many vertices that ruling out axes pays.
    is_large: bool,
}

/// The length at or below which the cross product of unit vectors is that of parallel ones: 2⁻⁴⁷.
pub(super) const PARALLEL: f64 = 1.0 / (1u64 << 47) as f64;

impl<'a, V: Vector> AxisSearch<'a, V> {
    pub(super) fn new(a: &'a Core<'a, V>, b: &'a Core<'a, V>) -> Self {
        let is_large = a.corner_count() + b.corner_count() > 2 * KEPT;
        let kept = [Vect::zero(); KEPT];
        Self { a, b, best: None, kept, kept_count: 0, is_large }
    }

    fn best_gap(&self) -> f64 {
        self.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.gap)
    }

    /// Tries a unit axis, and then its opposite.
    pub(super) fn offer(&mut self, axis: Vect<V, f64>) {
        if self.is_large && self.is_ruled_out(axis) {
            return;
        }
        let ([a_low, a_high], [b_low, b_high]) = (self.a.extent(&axis.0), self.b.extent(&axis.0));
        for (axis, gap) in [(axis, b_low - a_high), (-axis, a_low - b_high)] {
            let is_free = !self.a.goes_on_along(axis) && !self.b.goes_on_along(-axis);
            if gap > self.best_gap() && is_free {
                self.best = Some(AxisGap { axis, gap });
                if self.is_large {
                    self.keep(axis);
                }
            }
        }
    }

    /// Tries a unit axis that no ray of `a` leads along, nor one of `b` against.
    pub(super) fn offer_free(&mut self, axis: Vect<V, f64>) {
        let (a_high, b_back) = (self.a.highest(&axis.0), self.b.highest(&(-axis).0));
        let gap = (0.0 - b_back) - a_high;
        if gap > self.best_gap() {
            self.best = Some(AxisGap { axis, gap });
        }
    }

    /// Whether the kept vertices of the Minkowski difference prove that neither an axis nor its opposite
    /// has a wider gap than the best.
    fn is_ruled_out(&self, axis: Vect<V, f64>) -> bool {
        let (mut gap, mut back) = (f64::INFINITY, f64::INFINITY);
        for difference in &self.kept[..self.kept_count] {
            let along = axis.dot(*difference);
            (gap, back) = (lesser(gap, along), lesser(back, 0.0 - along));
        }
        gap <= self.best_gap() && back <= self.best_gap()
    }

    fn keep(&mut self, axis: Vect<V, f64>) {
        for ahead in [axis, -axis] {
            let (from, to) = (self.a.corner_along(ahead), self.b.corner_along(-ahead));
            if self.kept_count == KEPT {
                self.kept.rotate_left(1);
                self.kept_count -= 1;
            }
            self.kept[self.kept_count] = to - from;
            self.kept_count += 1;
        }
    }

    /// Tries the cross product of edge directions `i` and `j` as an axis. One of nearly parallel edges is
    /// computed in exact numbers, unless it cannot be the best; one of edges parallel up to rounding is none,
    /// because making them parallel moves no corner by more than rounding.
    fn offer_across(&mut self, cross: Vect<V, f64>, i: usize, j: usize) {
        let square = cross.square();
        if square <= PARALLEL * PARALLEL {
            return;
        }
        let Some(axis) = cross.unit() else { return };
        if square >= BLUNT * BLUNT {
            return self.offer(axis);
        }
        let ([a_low, a_high], [b_low, b_high]) = (self.a.extent(&axis.0), self.b.extent(&axis.0));
        let gap = (b_low - a_high).larger(a_low - b_high);
        let turned = PARALLEL / square.sqrt() * (self.a.size + self.b.size);
        if gap + turned > self.best_gap()
            && let Some(axis) = self.a.certain_cross(i, self.b, j).unit()
        {
            self.offer(axis);
        }
    }

    /// Tries every face normal, and every cross product of edges.
    pub(super) fn offer_all(&mut self) {
        let (a, b) = (self.a, self.b);
        for core in [a, b] {
            for i in 0..core.normals() {
                if let Some(normal) = core.normal(i).unit() {
                    self.offer(normal);
                }
            }
        }
        if V::EDGES != 0 {
            for i in 0..a.directions() {
                let Some(own) = a.direction(i).unit() else { continue };
                for j in 0..b.directions() {
                    let Some(other) = b.direction(j).unit() else { continue };
                    self.offer_across(own.cross(other), i, j);
                }
            }
        }
        if self.best.is_none() {
            self.offer(any_across(a, b));
        }
    }
}

/// An axis perpendicular to the one direction in which the cores extend; any axis if there is none.
fn any_across<V: Vector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Vect<V, f64> {
    let along = [a, b]
        .into_iter()
        .find_map(|core| (0..core.directions()).find_map(|i| core.direction(i).unit()));
    along
        .and_then(|along| along.cross(Vect::axis(along.flattest_axis())).unit())
        .unwrap_or(Vect::axis(0))
}
