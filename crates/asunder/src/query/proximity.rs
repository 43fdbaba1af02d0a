//! Distance or depth of two shapes in `f64`, with an error bound: the estimate behind every metric.
//!
//! A *core* is a shape without its radius. Cores that are apart are measured by their nearest points
//! (`nearest`); cores that meet, or nearly do, by the axis along which they overlap least (`axes`).
//! Planes and half-spaces, with one axis, have closed forms (`flat`), as do two boxes (`boxes`).
//!
//! Nothing is decided here. The exact predicates say whether shapes meet or penetrate; this module says
//! by how much, and how far off that may be.

mod axes;
pub(crate) mod axis_aligned;
mod boxes;
mod flat;
mod measure;
mod nearest;
mod polytope;
pub(crate) mod proof;

use crate::exact::widen;
use crate::shape::ShapeRef;
use crate::space::Vector;
use axes::AxisSearch;
use nearest::{Nearest, nearest};
use polytope::reference;

pub(crate) use measure::{CenteredBox, CenteredBoxes, taxicab};
pub(crate) use polytope::{Core, Wide, dot, unit};

/// The distance or depth of two shapes `a` and `b`, with its axis and points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proximity<V: Vector> {
    /// The unit axis from `b` to `a`: along it, `a` is parted from `b`.
    pub(crate) normal: Wide<V>,
    /// The gap along `normal`, radii included; below zero, minus the depth.
    pub(crate) gap: f64,
    /// A bound on how far `gap` is from the true distance or depth.
    pub(crate) error: f64,
    /// A bound on how far `gap` is from the true gap along `normal`. Infinite for unbounded shapes other
    /// than planes and half-spaces, because their rays are cut off.
    pub(crate) along: f64,
    /// The point of `a` nearest to `b`; if they overlap, a deepest point of `a`. Zero if not asked for.
    pub(crate) on_a: Wide<V>,
    /// The point of `b` nearest to `a`; if they overlap, a deepest point of `b`. Zero if not asked for.
    pub(crate) on_b: Wide<V>,
}

/// Which fields of [`Proximity`] a caller needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Detail {
    /// The gap and the axis.
    Gap,
    /// Also the points.
    Points,
}

/// Bound on the rounding of the gap along an axis, relative to the pair's size: 2⁻⁴⁷, or 64 units of 2⁻⁵³.
/// The worst shapes that a search finds lose 49 of them (`tests::the_rounding_of_gaps_is_derived`).
pub(crate) const ROUNDING: f64 = 1.0 / (1u64 << 47) as f64;

/// If the gap along GJK's direction is less than the distance by more than this part of the pair's size,
/// the normals and cross products of the features are tried too: 2⁻⁴⁵.
const TIGHT: f64 = 1.0 / (1u64 << 45) as f64;

/// The distance or depth of two shapes. `None` if a point is not finite, or if both shapes are unbounded
/// and no motion parts them.
pub(crate) fn proximity<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    detail: Detail,
) -> Option<Proximity<V>> {
    if let Some(boxes) = CenteredBoxes::of(a, b) {
        let overlap = boxes.overlap();
        let found = if overlap.gap > TIGHT * boxes.size {
            boxes.nearest(detail)
        } else {
            (detail == Detail::Gap).then_some(overlap)
        };
        if found.is_some() {
            return found;
        }
    }
    proximity_after(a, &V::array(|_| 0.0), b, detail)
}

/// As [`proximity`], with `a` displaced.
pub(crate) fn proximity_after<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &Wide<V>,
    b: ShapeRef<'_, V>,
    detail: Detail,
) -> Option<Proximity<V>> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    if let Some(flat) = flat::PlaneSide::of(b) {
        return flat.under(a, displacement);
    }
    if let Some(flat) = flat::PlaneSide::of(a) {
        let back = V::array(|t| 0.0 - displacement[t]);
        return flat.under(b, &back).map(|found| found.flipped().shifted(displacement));
    }
    let origin = origin(a, b);
    REACHES.iter().find_map(|reach| {
        Cores::of(&a, displacement, &b, origin, reach)?.proximity(&origin, detail)
    })
}

/// Components of a unit normal below this are rounding errors of zero. Dropping them turns the normal by
/// no more than rounding did, and keeps exact products short.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 40) as f64;

/// A unit normal in `f32`, as it is returned to the user.
pub(crate) fn rounded_normal<V: Vector>(normal: &Wide<V>) -> V::Array<f32> {
    V::array(|t| if normal[t].abs() < NEGLIGIBLE { 0.0 } else { normal[t] as f32 })
}

/// The origin of coordinates for a pair: a point of one of the shapes, so that pairs far from zero lose no
/// precision.
pub(crate) fn origin<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> V::Array<f32> {
    reference(a).or_else(|| reference(b)).unwrap_or(V::array(|_| 0.0))
}

impl<V: Vector> Proximity<V> {
    /// The same for the pair in the other order.
    pub(crate) fn flipped(self) -> Self {
        let normal = V::array(|t| 0.0 - self.normal[t]);
        Self { normal, on_a: self.on_b, on_b: self.on_a, ..self }
    }

    /// The same with both points displaced.
    fn shifted(self, by: &Wide<V>) -> Self {
        let shifted = |point: &Wide<V>| V::array(|t| point[t] + by[t]);
        Self { on_a: shifted(&self.on_a), on_b: shifted(&self.on_b), ..self }
    }
}

/// The cores of two shapes, relative to one origin.
struct Cores<'a, V: Vector> {
    a: Core<'a, V>,
    b: Core<'a, V>,
    size: f64,
    /// A bound on the error of a gap along any axis; infinite if the rays are cut off too early.
    error: f64,
}

/// A ray and an axis are perpendicular, up to rounding, if the sine between the axis and the plane across
/// the ray is at most this.
pub(crate) const SLACK: f64 = 1.0 / (1u64 << 44) as f64;

/// The length at which rays are cut off, and how accurate the answer then is.
struct RayCutoff {
    /// The length of a ray, in sizes of the pair.
    beyond: f64,
    /// The sine below which a ray counts as perpendicular to an axis.
    slack: f64,
    /// Whether the answer is as good as with endless rays.
    is_enough: bool,
}

/// The cut-offs that are tried in turn. No nearest point and no minimum translation is further out than the
/// first, unless rays are nearly opposite or their directions are mostly rounding. The last one always gives
/// an answer, but it has to be proved.
const REACHES: [RayCutoff; 3] = [
    RayCutoff { beyond: 8.0, slack: SLACK, is_enough: true },
    RayCutoff { beyond: 8192.0, slack: 1.0 / (1u64 << 40) as f64, is_enough: false },
    RayCutoff { beyond: 8.0, slack: 1.0, is_enough: false },
];

/// Where rays are cut off if both shapes are unbounded, in sizes of the pair: then no length is enough for
/// every pair.
const FAR_BEYOND: f64 = (1u64 << 20) as f64;

impl<'a, V: Vector> Cores<'a, V> {
    fn of(
        a: &'a ShapeRef<'a, V>,
        displacement: &Wide<V>,
        b: &'a ShapeRef<'a, V>,
        origin: V::Array<f32>,
        reach: &RayCutoff,
    ) -> Option<Self> {
        let (mut a, mut b) = (Core::of(a, origin)?.moved(displacement), Core::of(b, origin)?);
        let neither = a.is_unbounded() && b.is_unbounded();
        if neither && !reach.is_enough {
            return None;
        }
        let beyond = if neither { FAR_BEYOND } else { reach.beyond };
        let length = beyond * (a.size + b.size);
        a.reach_out(length, reach.slack);
        b.reach_out(length, reach.slack);
        let size = a.size + b.size;
        let unknown = if reach.is_enough { 0.0 } else { f64::INFINITY };
        let error = ROUNDING * size + (a.error + b.error) + unknown;
        Some(Self { a, b, size, error })
    }

    fn proximity(&self, origin: &V::Array<f32>, detail: Detail) -> Option<Proximity<V>> {
        let (a, b) = (&self.a, &self.b);
        let mut search = AxisSearch::new(a, b);
        let start = V::array(|t| b.middle()[t] - a.middle()[t]);
        let found = nearest(a, b, &start, TIGHT * self.size);
        if let Some(found) = &found {
            for axis in found.axes().iter().flatten() {
                search.offer_beside_rays(axis);
            }
        }
        let lacking = |search: &AxisSearch<'_, V>, found: &Nearest<V>| {
            let distance = dot::<V>(&found.direction, &found.direction).sqrt();
            search.best.map_or(f64::INFINITY, |best| distance - best.gap)
        };
        let is_tight = |found: &Nearest<V>| lacking(&search, found) <= TIGHT * self.size;
        if !found.as_ref().is_some_and(is_tight) {
            search.offer_all();
        }
        let lacking = found.as_ref().map_or(0.0, |found| lacking(&search, found));
        let excess = if lacking > 0.0 { lacking } else { 0.0 };
        let best = search.best?;
        let normal = V::array(|t| 0.0 - best.axis[t]);
        let (core_a, core_b) = match found {
            _ if detail == Detail::Gap => (V::array(|_| 0.0), V::array(|_| 0.0)),
            Some(found) if best.gap > 0.0 => found.points(a, b),
            _ => self.touching_points(&normal, best.gap),
        };
        let at =
            |x: &Wide<V>, reach: f64| V::array(|t| widen(origin[t]) + (x[t] + reach * normal[t]));
        let unbounded = a.is_unbounded() || b.is_unbounded();
        Some(Proximity {
            normal,
            gap: best.gap - (a.radius + b.radius),
            error: self.error + excess,
            along: if unbounded { f64::INFINITY } else { self.error },
            on_a: at(&core_a, 0.0 - a.radius),
            on_b: at(&core_b, b.radius),
        })
    }

    /// A pair of deepest points of cores that meet: those that touch once `a` is displaced by the depth.
    fn touching_points(&self, normal: &Wide<V>, gap: f64) -> (Wide<V>, Wide<V>) {
        let (a, b) = (&self.a, &self.b);
        // Slightly further than the overlap, so that the features facing each other are unambiguous.
        let out = self.size / 1024.0 - gap;
        let away = V::array(|t| out * normal[t]);
        let moved = a.moved(&away);
        let start = V::array(|t| 0.0 - normal[t]);
        match nearest(&moved, b, &start, 0.0) {
            Some(found) => {
                let (on_a, on_b) = found.points(&moved, b);
                (V::array(|t| on_a[t] - away[t]), on_b)
            }
            None => (a.corner(a.furthest(&start)), b.corner(b.furthest(normal))),
        }
    }
}

#[cfg(test)]
mod tests;
