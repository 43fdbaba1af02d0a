//! Distance or depth of points, segments, spheres and capsules, and of these and boxes or triangles, by the closed
//! form of the closest points of their cores.

use super::axes::PARALLEL;
use super::measure::{CenteredBox, CenteredBoxes};
use super::polytope::{BLUNT, Wide, reference, unit};
use super::{CLEAR, Proximity, ROUNDING, TIGHT, shortfall};
use crate::exact::widen;
use crate::query::generators::Spanned as _;
use crate::query::separation::{MeasuredFigures, dot, measured};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// How two such shapes lie, the first one displaced, and their points. `None` for other shapes, for cores that touch or nearly do, and
/// where the gap along the direction between the points found falls short of their distance.
pub(crate) fn by_figures<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &Wide<V>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    if is_light(a) {
        return in_order(a, displacement, b);
    }
    if !is_light(b) {
        return None;
    }
    let back = V::array(|t| 0.0 - displacement[t]);
    let found = in_order(b, &back, a)?;
    Some(found.flipped().shifted(displacement))
}

/// Whether the core of a shape is a point or a segment.
fn is_light<V: Vector>(shape: ShapeRef<'_, V>) -> bool {
    matches!(
        shape,
        ShapeRef::Point(_) | ShapeRef::Sphere(_) | ShapeRef::Segment(_) | ShapeRef::Capsule(_)
    )
}

fn in_order<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &Wide<V>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    let found = measured(a, displacement, b);
    found.as_ref().and_then(certified).or_else(|| overlapping(a, displacement, b))
}

/// The overlap of a point or segment and a box whose cores certainly meet: that of two boxes, one of which has no
/// width. `None` if the segment is nearly parallel to an edge: their cross product keeps few digits.
fn overlapping<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &Wide<V>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    if !matches!(b, ShapeRef::Aabb(_) | ShapeRef::Obb(_)) {
        return None;
    }
    let origin = reference(a)?;
    let mut thin = thin_box(a, &origin)?;
    thin.middle = V::array(|t| thin.middle[t] + displacement[t]);
    let boxes = CenteredBoxes::between(origin, thin, CenteredBox::of(b, &origin)?);
    let is_askew = |j: usize| {
        let cross = V::cross(&thin.axes[0], &boxes.b.axes[j]);
        let square = dot::<V, f64>(&cross, &cross);
        square > PARALLEL * PARALLEL && square < BLUNT * BLUNT
    };
    if V::EDGES != 0 && thin.half[0] > 0.0 && (0..V::DIM).any(is_askew) {
        return None;
    }
    let found = boxes.overlap();
    let radius = widen(a.radius());
    let error = ROUNDING * (boxes.size + radius);
    if !(found.gap < 0.0 - error) {
        return None;
    }
    // Slightly further than the overlap, so that the features facing each other are unambiguous.
    let beyond = boxes.size / 1024.0;
    let away = V::array(|t| (beyond - found.gap) * found.normal[t]);
    let moved = V::array(|t| displacement[t] + away[t]);
    let MeasuredFigures { points: [x, y], place, distance, .. } = measured(a, &moved, b)?;
    if distance > beyond * (1.0 + CLEAR) {
        return None;
    }
    let on_a = V::array(|t| place[t] + (x[t] - (away[t] + radius * found.normal[t])));
    let on_b = V::array(|t| place[t] + y[t]);
    Some(Proximity { gap: found.gap - radius, error, along: error, on_a, on_b, ..found })
}

/// The core of a point, segment, sphere or capsule as a box without width.
fn thin_box<V: Vector>(shape: ShapeRef<'_, V>, origin: &V::Array<f32>) -> Option<CenteredBox<V>> {
    let place = |x: &V::Array<f32>| V::array(|t| widen(x[t]) - widen(origin[t]));
    let ends = match shape {
        ShapeRef::Point(point) => [place(&point.to_array()); 2],
        ShapeRef::Sphere(sphere) => [place(&sphere.center); 2],
        ShapeRef::Segment(segment) => [place(&segment.a), place(&segment.b)],
        ShapeRef::Capsule(capsule) => [place(&capsule.a), place(&capsule.b)],
        _other => return None,
    };
    let half = V::array(|t| 0.5 * (ends[1][t] - ends[0][t]));
    let middle = V::array(|t| 0.5 * (ends[0][t] + ends[1][t]));
    let coordinate = |k: usize| V::array(|t| if t == k { 1.0 } else { 0.0 });
    let length = dot::<V, f64>(&half, &half).sqrt();
    let axes: V::Array<Wide<V>> = match unit::<V>(&half) {
        None => V::array(coordinate),
        Some(along) if V::EDGES == 0 => {
            let across = V::cross(&along, &along);
            V::array(|i| if i == 0 { along } else { across })
        }
        Some(along) => {
            let least =
                (1..V::DIM).fold(0, |k, t| if along[t].abs() < along[k].abs() { t } else { k });
            let across = unit::<V>(&V::cross(&along, &coordinate(least)))?;
            let third = V::cross(&along, &across);
            V::array(|i| [along, across, third][i])
        }
    };
    Some(CenteredBox { middle, axes, half: V::array(|i| if i == 0 { length } else { 0.0 }) })
}

fn certified<V: Vector>(found: &MeasuredFigures<V>) -> Option<Proximity<V>> {
    let MeasuredFigures { points, direction, distance, gap, place, reach, radii } = found;
    if !(*distance > TIGHT * reach) {
        return None;
    }
    let along = found.error();
    let shortfall = shortfall(*distance, *gap, *reach, *reach)?;
    let normal = V::array(|t| 0.0 - direction[t]);
    let at = |x: &Wide<V>, reach: f64| V::array(|t| place[t] + (x[t] + reach * normal[t]));
    Some(Proximity {
        normal,
        gap: gap - (radii[0] + radii[1]),
        error: along + shortfall,
        along,
        on_a: at(&points[0], 0.0 - radii[0]),
        on_b: at(&points[1], radii[1]),
    })
}

/// How two spheres lie whose relation is certain; `None` for other shapes, too.
///
/// A difference of `f32` is off by one part in 2⁵³, the distance of the centers by four of them, with the radii the
/// gap by six of their sum: less than a tenth of [`ROUNDING`], which leaves room for the normal.
#[inline]
pub(crate) fn by_centers<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    let (ShapeRef::Sphere(a), ShapeRef::Sphere(b)) = (a, b) else { return None };
    let (from, to) = (V::array(|t| widen(a.center[t])), V::array(|t| widen(b.center[t])));
    let away = V::array(|t| from[t] - to[t]);
    let distance = dot::<V, f64>(&away, &away).sqrt();
    let radii = [widen(a.radius), widen(b.radius)];
    let gap = distance - (radii[0] + radii[1]);
    let error = ROUNDING * (distance + (radii[0] + radii[1]));
    if !(distance > 0.0 && gap.abs() > error) {
        return None;
    }
    let normal = V::array(|t| away[t] / distance);
    Some(Proximity {
        normal,
        gap,
        error,
        along: error,
        on_a: V::array(|t| from[t] - radii[0] * normal[t]),
        on_b: V::array(|t| to[t] + radii[1] * normal[t]),
    })
}
