//! The axis along which two cores have the widest gap, or overlap least.
//!
//! The facets of the cores' difference have the normals of the cores' faces and the cross products
//! of their edges (Ericson 2005, §5.2.1). Among these is the axis of least overlap; among these and
//! the direction between the nearest points, that of the widest gap. What an axis says is true of it
//! whether or not it is the best: an axis off by rounding costs what rounding costs.

use super::polytope::{Core, Wide, dot, lesser, unit};
use crate::space::Vector;

/// A unit axis from `a` to `b`, and how far `b` lies beyond `a` along it; below zero, the overlap.
#[derive(Clone, Copy)]
pub(super) struct AxisGap<V: Vector> {
    pub(super) axis: Wide<V>,
    pub(super) gap: f64,
}

/// Differences of corners kept to rule out axes without looking at all corners.
const KEPT: usize = 8;

pub(super) struct AxisSearch<'a, V: Vector> {
    a: &'a Core<'a, V>,
    b: &'a Core<'a, V>,
    pub(super) best: Option<AxisGap<V>>,
    kept: [Wide<V>; KEPT],
    kept_count: usize,
    /// So many corners that ruling out pays.
    is_large: bool,
}

/// Axes shorter than this, being cross products of vectors about one long, are noise.
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

/// A ray along which an axis advances by no more than this sine may be meant to lie across it.
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

    /// Tries an axis of length one, and its opposite; the axis comes first.
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

    /// Tries an axis, and the same turned across the rays that it nearly lies across, and the opposite of both.
    ///
    /// Where a ray and an edge are all but parallel, rounding turns the direction between their nearest points,
    /// and their cross product, by far more than itself. Along such an axis the ray would go on for ever.
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

    /// The axis from `a` to `b` without its share along the rays that it advances along; `None` if there
    /// is no such ray.
    fn turned_across_rays(&self, axis: &Wide<V>) -> Option<Wide<V>> {
        let mut turned = *axis;
        let mut is_turned = false;
        // What is taken away for one ray may bring back a little of another.
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

    /// Whether some differences of corners prove that neither an axis nor its opposite is better.
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

    /// Tries an axis that is the cross product of two vectors about one long; noise is none.
    pub(super) fn offer_across(&mut self, cross: &Wide<V>) {
        if dot::<V>(cross, cross) > NOISE * NOISE
            && let Some(axis) = unit::<V>(cross)
        {
            self.offer_beside_rays(&axis);
        }
    }

    /// Tries every normal, and every cross product of edges.
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

/// An axis across the one direction in which the cores extend, or any at all if there is none.
fn any_across<V: Vector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Wide<V> {
    let coordinate = |k: usize| V::array(|t| if t == k { 1.0 } else { 0.0 });
    let along = [a, b]
        .into_iter()
        .find_map(|core| (0..core.directions()).find_map(|i| unit::<V>(&core.direction(i))));
    let Some(along) = along else { return coordinate(0) };
    let least = (1..V::DIM).fold(0, |k, t| if along[t].abs() < along[k].abs() { t } else { k });
    unit::<V>(&V::cross(&along, &coordinate(least))).unwrap_or_else(|| coordinate(0))
}
