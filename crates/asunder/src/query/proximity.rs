//! The gap or overlap of two shapes in `f64`: the proposals of every metric.
//!
//! Without their radii the shapes are *cores*. Cores that are apart have nearest points (`nearest`);
//! of cores that meet, or nearly do, the axis counts along which they overlap least (`axes`). Planes
//! and half-spaces have one axis, and closed forms (`flat`), as do two boxes (`boxes`).
//!
//! Nothing here decides anything. The exact predicates say whether shapes meet and penetrate; what
//! is found here says how far, and how far off that may be.

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

/// How a shape `a` lies to a shape `b`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proximity<V: Vector> {
    /// The unit axis from `b` to `a`, along which `a` is parted.
    pub(crate) normal: Wide<V>,
    /// How far apart they are along it, radii included; below zero, how deep they overlap.
    pub(crate) gap: f64,
    /// How far `gap` may be from the true distance or depth.
    pub(crate) error: f64,
    /// How far the gap along `normal` itself may be from `gap`; infinite for shapes without bounds,
    /// whose rays are cut off, other than planes and half-spaces.
    pub(crate) along: f64,
    /// The point of `a` nearest to `b`; of shapes that overlap, a deepest one. Zero if not asked for.
    pub(crate) on_a: Wide<V>,
    /// The point of `b` nearest to `a`; of shapes that overlap, a deepest one. Zero if not asked for.
    pub(crate) on_b: Wide<V>,
}

/// What is asked about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Detail {
    /// How far, and along which axis.
    Gap,
    /// Also where.
    Points,
}

/// What rounding takes from a gap along the axis that is found, relative to the pair's size: 2⁻⁴⁷. A test
/// searches for the shapes that lose most (`rounding`): 49 of these 64 units.
const ROUNDING: f64 = 1.0 / (1u64 << 47) as f64;

/// The gap along the direction found may lack so much of the distance before the features are asked.
const TIGHT: f64 = 1.0 / (1u64 << 45) as f64;

/// How the shapes lie to each other. `None` where that has no answer: a point is not finite, or no
/// motion parts the shapes, neither of which has bounds.
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

/// The relative position of the shapes once `a` is displaced.
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

/// Components of a normal below this are what rounding leaves of zero. To drop them turns it by less
/// than that, and keeps exact products short.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 40) as f64;

/// A unit normal as it is given to the user.
pub(crate) fn rounded_normal<V: Vector>(normal: &Wide<V>) -> V::Array<f32> {
    V::array(|t| if normal[t].abs() < NEGLIGIBLE { 0.0 } else { normal[t] as f32 })
}

/// What two shapes are measured from: a point of one of them, so that pairs far away lose nothing.
pub(crate) fn origin<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> V::Array<f32> {
    reference(a).or_else(|| reference(b)).unwrap_or(V::array(|_| 0.0))
}

impl<V: Vector> Proximity<V> {
    /// The same of the pair in the other order.
    pub(crate) fn flipped(self) -> Self {
        let normal = V::array(|t| 0.0 - self.normal[t]);
        Self { normal, on_a: self.on_b, on_b: self.on_a, ..self }
    }

    /// The same elsewhere.
    fn shifted(self, by: &Wide<V>) -> Self {
        let shifted = |point: &Wide<V>| V::array(|t| point[t] + by[t]);
        Self { on_a: shifted(&self.on_a), on_b: shifted(&self.on_b), ..self }
    }
}

/// Two cores, relative to one origin.
struct Cores<'a, V: Vector> {
    a: Core<'a, V>,
    b: Core<'a, V>,
    size: f64,
    /// What rounding may have done to any gap.
    error: f64,
}

/// What rounding leaves of a right angle between a ray and an axis, as a sine.
pub(crate) const SLACK: f64 = 1.0 / (1u64 << 44) as f64;

/// Where rays are cut off.
struct RayCutoff {
    /// In sizes of the pair.
    beyond: f64,
    /// The sine below which a ray is taken to lie across an axis.
    slack: f64,
    /// Whether what is found is as good as if rays went on.
    is_enough: bool,
}

/// Further out than the first nothing is nearest, and no minimum translation leads there, unless rays are all but
/// opposite, or all but noise. The last always finds something, which has to be proved.
const REACHES: [RayCutoff; 3] = [
    RayCutoff { beyond: 8.0, slack: SLACK, is_enough: true },
    RayCutoff { beyond: 8192.0, slack: 1.0 / (1u64 << 40) as f64, is_enough: false },
    RayCutoff { beyond: 8.0, slack: 1.0, is_enough: false },
];

/// So far out rays are cut off where neither shape has bounds, and no length is long enough.
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

    /// A pair of deepest points of cores that meet: where they touch once `a` is displaced.
    fn touching_points(&self, normal: &Wide<V>, gap: f64) -> (Wide<V>, Wide<V>) {
        let (a, b) = (&self.a, &self.b);
        // A little further, so that it is clear which features face each other.
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
