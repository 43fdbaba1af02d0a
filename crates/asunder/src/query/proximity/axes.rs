//! The axis along which two cores have the widest gap, or overlap least.
//!
//! The facets of the cores' Minkowski difference are perpendicular to the cores' face normals and to the
//! cross products of their edges (Ericson 2005, §5.2.1). The axis of least overlap is one of these; the axis
//! of the widest gap is one of these or the direction between the nearest points. The gap along an axis is
//! a valid bound whether or not the axis is the best, so an axis that is off by rounding costs no more than
//! that rounding.

use super::polytope::{Core, Wide, dot, lesser, unit};
use crate::space::Vector;

/// A unit axis from `a` to `b`, and the gap along it; below zero, minus the overlap.
#[derive(Clone, Copy)]
pub(super) struct AxisGap<V: Vector> {
    pub(super) axis: Wide<V>,
    pub(super) gap: f64,
}

/// How many vertices of the Minkowski difference are kept, to rule out axes without visiting every vertex.
const KEPT: usize = 8;

pub(super) struct AxisSearch<'a, V: Vector> {
    a: &'a Core<'a, V>,
    b: &'a Core<'a, V>,
    pub(super) best: Option<AxisGap<V>>,
    kept: [Wide<V>; KEPT],
    kept_count: usize,
    /// Whether the cores have so many vertices that ruling out axes pays.
    is_large: bool,
}

/// The length at or below which a cross product of unit vectors is rounding error.
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

/// An axis that advances along a ray by less than this sine is also tried perpendicular to the ray.
const NEARLY_ACROSS: f64 = 1.0 / 16.0;

impl<'a, V: Vector> AxisSearch<'a, V> {
    pub(super) fn new(a: &'a Core<'a, V>, b: &'a Core<'a, V>) -> Self {
        let is_large = a.corner_count() + b.corner_count() > 2 * KEPT;
        let kept = [V::array(|_| 0.0); KEPT];
        Self { a, b, best: None, kept, kept_count: 0, is_large }
    }

    fn best_gap(&self) -> f64 {
        self.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.gap)
    }

    /// Tries a unit axis, and then its opposite.
    pub(super) fn offer(&mut self, axis: &Wide<V>) {
        if self.is_large && self.is_ruled_out(axis) {
            return;
        }
        let ([a_low, a_high], [b_low, b_high]) = (self.a.extent(axis), self.b.extent(axis));
        let back = V::array(|t| 0.0 - axis[t]);
        for (axis, gap) in [(*axis, b_low - a_high), (back, a_low - b_high)] {
            let opposite = V::array(|t| 0.0 - axis[t]);
            let is_free = !self.a.goes_on_along(&axis) && !self.b.goes_on_along(&opposite);
            if gap > self.best_gap() && is_free {
                self.best = Some(AxisGap { axis, gap });
                if self.is_large {
                    self.keep(&axis);
                }
            }
        }
    }

    /// Tries an axis, the same axis turned perpendicular to the rays that it is nearly perpendicular to, and
    /// the opposites of both.
    ///
    /// If a ray and an edge are nearly parallel, a small rounding error turns the direction between their
    /// nearest points, and their cross product, by a large angle; the ray may then be unbounded along it.
    pub(super) fn offer_beside_rays(&mut self, axis: &Wide<V>) {
        self.offer(axis);
        if self.a.is_unbounded() || self.b.is_unbounded() {
            let back = V::array(|t| 0.0 - axis[t]);
            for axis in [*axis, back] {
                if let Some(turned) = self.turned_across_rays(&axis) {
                    self.offer(&turned);
                }
            }
        }
    }

    /// The axis from `a` to `b` without its component along the rays that it slightly advances along; `None`
    /// if there is no such ray.
    fn turned_across_rays(&self, axis: &Wide<V>) -> Option<Wide<V>> {
        let mut turned = *axis;
        let mut is_turned = false;
        // Twice, because removing the component along one ray may add to that along another.
        for _ in 0..2 {
            for (core, side) in [(self.a, 1.0), (self.b, -1.0)] {
                for ray in core.rays() {
                    let along = dot::<V>(&turned, ray);
                    if side * along > 0.0 && side * along < NEARLY_ACROSS {
                        turned = V::array(|t| turned[t] - along * ray[t]);
                        is_turned = true;
                    }
                }
            }
        }
        if is_turned { unit::<V>(&turned) } else { None }
    }

    /// Whether the kept vertices of the Minkowski difference prove that neither an axis nor its opposite
    /// has a wider gap than the best.
    fn is_ruled_out(&self, axis: &Wide<V>) -> bool {
        let (mut gap, mut back) = (f64::INFINITY, f64::INFINITY);
        for difference in &self.kept[..self.kept_count] {
            let along = dot::<V>(axis, difference);
            (gap, back) = (lesser(gap, along), lesser(back, 0.0 - along));
        }
        gap <= self.best_gap() && back <= self.best_gap()
    }

    fn keep(&mut self, axis: &Wide<V>) {
        let opposite = V::array(|t| 0.0 - axis[t]);
        let ends = [(*axis, opposite), (opposite, *axis)];
        for (ahead, back) in ends {
            let from = self.a.corner(self.a.furthest(&ahead));
            let to = self.b.corner(self.b.furthest(&back));
            if self.kept_count == KEPT {
                self.kept.rotate_left(1);
                self.kept_count -= 1;
            }
            self.kept[self.kept_count] = V::array(|t| to[t] - from[t]);
            self.kept_count += 1;
        }
    }

    /// Tries a cross product of two unit vectors as an axis, unless it is rounding error.
    pub(super) fn offer_across(&mut self, cross: &Wide<V>) {
        if dot::<V>(cross, cross) > NOISE * NOISE
            && let Some(axis) = unit::<V>(cross)
        {
            self.offer_beside_rays(&axis);
        }
    }

    /// Tries every face normal, and every cross product of edges.
    pub(super) fn offer_all(&mut self) {
        let (a, b) = (self.a, self.b);
        for core in [a, b] {
            for i in 0..core.normals() {
                if let Some(normal) = unit::<V>(&core.normal(i)) {
                    self.offer_beside_rays(&normal);
                }
            }
        }
        if V::EDGES != 0 {
            for i in 0..a.directions() {
                let Some(own) = unit::<V>(&a.direction(i)) else { continue };
                for j in 0..b.directions() {
                    let Some(other) = unit::<V>(&b.direction(j)) else { continue };
                    self.offer_across(&V::cross(&own, &other));
                }
            }
        }
        if self.best.is_none() {
            self.offer(&any_across(a, b));
        }
    }
}

/// An axis perpendicular to the one direction in which the cores extend; any axis if there is none.
fn any_across<V: Vector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Wide<V> {
    let coordinate = |k: usize| V::array(|t| if t == k { 1.0 } else { 0.0 });
    let along = [a, b]
        .into_iter()
        .find_map(|core| (0..core.directions()).find_map(|i| unit::<V>(&core.direction(i))));
    let Some(along) = along else { return coordinate(0) };
    let least = (1..V::DIM).fold(0, |k, t| if along[t].abs() < along[k].abs() { t } else { k });
    unit::<V>(&V::cross(&along, &coordinate(least))).unwrap_or_else(|| coordinate(0))
}
