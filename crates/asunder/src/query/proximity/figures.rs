//! Distance or depth of points, segments, spheres and capsules, and of these and boxes or triangles, by the closed
//! form of the closest points of their cores.

use super::axes::PARALLEL;
use super::measure::OrientedBoxes;
use super::polytope::reference;
use super::{CLEAR, Proximity, ROUNDING, TIGHT, shortfall};
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::query::generators::Spanned as _;
use crate::query::separation::{MeasuredFigures, measured};
use crate::shape::{BLUNT, OrientedBox, ShapeRef};
use crate::space::Vector;

/// How two such shapes lie, the first one displaced, and their points. `None` for other shapes, for cores that touch or nearly do, and
/// where the gap along the direction between the points found falls short of their distance.
pub(crate) fn by_figures<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: Vect<V, f64>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    if is_light(a) {
        return in_order(a, displacement, b);
    }
    if !is_light(b) {
        return None;
    }
    let found = in_order(b, -displacement, a)?;
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
    displacement: Vect<V, f64>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    let found = measured(a, &displacement.0, b);
    found.as_ref().and_then(certified).or_else(|| overlapping(a, displacement, b))
}

/// The overlap of a point or segment and a box whose cores certainly meet: that of two boxes, one of which has no
/// width. `None` if the segment is nearly parallel to an edge: their cross product keeps few digits.
fn overlapping<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: Vect<V, f64>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    if !matches!(b, ShapeRef::Aabb(_) | ShapeRef::Obb(_)) {
        return None;
    }
    let origin = reference(a)?;
    let mut thin = thin_box(a, &origin)?;
    thin.center = thin.center + displacement;
    let boxes = OrientedBoxes::between(origin, thin, OrientedBox::of(b, &origin)?);
    let is_askew = |j: usize| {
        let square = thin.axes[0].cross(boxes.b.axes[j]).square();
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
    let normal = Vect(found.normal);
    let away = normal * (beyond - found.gap);
    let moved = displacement + away;
    let MeasuredFigures { points, place, distance, .. } = measured(a, &moved.0, b)?;
    if distance > beyond * (1.0 + CLEAR) {
        return None;
    }
    let ([x, y], place) = (points.map(Vect), Vect(place));
    let on_a = (place + (x - (away + normal * radius))).0;
    let on_b = (place + y).0;
    Some(Proximity { gap: found.gap - radius, error, along: error, on_a, on_b, ..found })
}

/// The core of a point, segment, sphere or capsule as a box without width.
fn thin_box<V: Vector>(shape: ShapeRef<'_, V>, origin: &V::Array<f32>) -> Option<OrientedBox<V>> {
    let place = |x: &V::Array<f32>| Vect::<V, f64>::of(x) - Vect::of(origin);
    let ([from, to, _], _) = shape.vertices().filter(|(_, count)| *count < 3)?;
    let (from, to) = (place(&from), place(&to));
    let (half, center) = ((to - from) * 0.5, (from + to) * 0.5);
    let axes = match half.unit() {
        None => Matrix::identity(),
        Some(along) if V::EDGES == 0 => {
            let across = along.cross(along);
            Matrix::from_columns(|i| if i == 0 { along } else { across })
        }
        Some(along) => {
            let across = along.cross(Vect::axis(along.flattest_axis())).unit()?;
            let third = along.cross(across);
            Matrix::from_columns(|i| [along, across, third][i])
        }
    };
    Some(OrientedBox { center, axes, half: Vect::along_axis(0, half.length()) })
}

fn certified<V: Vector>(found: &MeasuredFigures<V>) -> Option<Proximity<V>> {
    let MeasuredFigures { points, direction, distance, gap, place, reach, radii } = found;
    if !(*distance > TIGHT * reach) {
        return None;
    }
    let along = found.error();
    let shortfall = shortfall(*distance, *gap, *reach, *reach)?;
    let normal = -Vect::<V, f64>(*direction);
    let at = |i: usize, reach: f64| (Vect(*place) + (Vect(points[i]) + normal * reach)).0;
    Some(Proximity {
        normal: normal.0,
        gap: gap - (radii[0] + radii[1]),
        error: along + shortfall,
        along,
        on_a: at(0, 0.0 - radii[0]),
        on_b: at(1, radii[1]),
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
    let (from, to) = (Vect::<V, f64>::of(&a.center), Vect::of(&b.center));
    let away = from - to;
    let distance = away.length();
    let radii = [widen(a.radius), widen(b.radius)];
    let gap = distance - (radii[0] + radii[1]);
    let error = ROUNDING * (distance + (radii[0] + radii[1]));
    if !(distance > 0.0 && gap.abs() > error) {
        return None;
    }
    let normal = away / distance;
    Some(Proximity {
        normal: normal.0,
        gap,
        error,
        along: error,
        on_a: (from - normal * radii[0]).0,
        on_b: (to + normal * radii[1]).0,
    })
}
