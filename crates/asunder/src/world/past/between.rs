//! Shapes between two ticks.

use crate::exact::{at_or_above, widen};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::shape::{
    Aabb, Capsule, ConvexHull, Obb, Parallelepiped, Segment, Shape, Sphere, Triangle,
};
use crate::space::{Pose, Vector};

/// The shape at a fraction of the time from one to another of the same kind: points and lengths are
/// interpolated linearly, boxes turn by the smaller angle. For shapes of different kinds, unbounded
/// shapes and frusta it is the first.
///
/// Each number is computed in `f64` and rounded once.
pub(super) fn between<V: Vector>(from: &Shape<V>, to: &Shape<V>, fraction: f32) -> Shape<V> {
    let lerp = |from: f32, to: f32| {
        let (from, to) = (widen(from), widen(to));
        (from + widen(fraction) * (to - from)) as f32 + 0.0
    };
    let point =
        |from: &V::Array<f32>, to: &V::Array<f32>| Vect::<V, f32>(*from).zip(Vect(*to), lerp).0;
    match (from, to) {
        _ if from == to => from.clone(),
        (Shape::Point(from), Shape::Point(to)) => {
            Shape::Point(V::from_array(point(&from.to_array(), &to.to_array())))
        }
        (Shape::Segment(from), Shape::Segment(to)) => {
            Segment { a: point(&from.a, &to.a), b: point(&from.b, &to.b) }.into()
        }
        (Shape::Sphere(from), Shape::Sphere(to)) => {
            let (center, radius) = (point(&from.center, &to.center), lerp(from.radius, to.radius));
            Sphere { center, radius }.into()
        }
        (Shape::Capsule(from), Shape::Capsule(to)) => {
            let (a, b) = (point(&from.a, &to.a), point(&from.b, &to.b));
            Capsule { a, b, radius: lerp(from.radius, to.radius) }.into()
        }
        (Shape::Aabb(from), Shape::Aabb(to)) => {
            let (min, max) = (point(&from.min, &to.min), point(&from.max, &to.max));
            // Two roundings must not swap the faces of a flat box.
            let max = Vect::<V, f32>(min).max(Vect(max)).0;
            Aabb { min, max }.into()
        }
        (Shape::Obb(from), Shape::Obb(to)) => {
            let pose = |obb: &Obb<V>| Pose::<V> { translation: obb.center, rotation: obb.rotation };
            let Pose::<V> { translation, rotation } = pose(from).between(&pose(to), fraction);
            let half = point(&from.half_extents, &to.half_extents);
            Obb::from_facts(translation, half, rotation).into()
        }
        (Shape::Triangle(from), Shape::Triangle(to)) => {
            let (a, b, c) = (point(&from.a, &to.a), point(&from.b, &to.b), point(&from.c, &to.c));
            Triangle { a, b, c }.into()
        }
        (Shape::Parallelepiped(from), Shape::Parallelepiped(to)) => {
            let edges = V::array(|i| point(&from.edges[i], &to.edges[i]));
            Parallelepiped { center: point(&from.center, &to.center), edges }.into()
        }
        (Shape::ConvexHull(from), Shape::ConvexHull(to))
            if from.points().len() == to.points().len() =>
        {
            let points = from.points().zip(to.points());
            let points = points.map(|(from, to)| point(&from.to_array(), &to.to_array()));
            ConvexHull::try_new(points).map_or_else(|_| from.clone().into(), Shape::from)
        }
        (
            Shape::Point(_)
            | Shape::Segment(_)
            | Shape::Sphere(_)
            | Shape::Capsule(_)
            | Shape::Aabb(_)
            | Shape::Obb(_)
            | Shape::Triangle(_)
            | Shape::Parallelepiped(_)
            | Shape::ConvexHull(_)
            | Shape::Ray(_)
            | Shape::Plane(_)
            | Shape::HalfSpace(_)
            | Shape::Frustum(_),
            _,
        ) => from.clone(),
    }
}

/// A box that contains a shape with these bounds however it turns about its centre. Merged with that
/// of another shape and [grown], it contains every shape [between] the two: where shapes do not turn,
/// every point moves straight, and so do the bounds.
pub(super) fn envelope<V: Vector>(shape: &Shape<V>, bounds: &Bounds<V>) -> Bounds<V> {
    let Shape::Obb(obb) = shape else { return *bounds };
    let square = (0..V::DIM).fold(0.0, |sum, i| {
        let half = widen(obb.half_extents[i]);
        sum + half * half
    });
    Bounds::from_corners(obb.center, obb.center).grown(at_or_above(square.sqrt()).next_up())
}

/// The error of four numbers that are rounded once, and of their sum's rounding, relative to the
/// largest coordinate of the bounds.
const ROUNDING_MARGIN: f32 = 4.0 * f32::EPSILON;

/// A box grown by what rounding may move: each number of a shape by half a unit in its last place, of
/// which a bound sums at most four, as of a parallelepiped's centre and half-edges.
pub(super) fn grown<V: Vector>(bounds: &Bounds<V>) -> Bounds<V> {
    let largest = (0..V::DIM).fold(0.0, |largest: f32, i| {
        let (min, max) = (bounds.min[i].abs(), bounds.max[i].abs());
        let reach = if min > max { min } else { max };
        if reach > largest { reach } else { largest }
    });
    bounds.grown(ROUNDING_MARGIN * largest + f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::UNIT_F32;
    use crate::query::predicate::tests::assert_covers;

    #[test]
    fn the_margin_is_derived() {
        // Each number is no larger than the largest coordinate.
        let number = Roundoff::unit(1.0);
        let corner = number
            + Roundoff { magnitude: 0.0, ..number }
            + Roundoff { magnitude: 0.0, ..number }
            + Roundoff { magnitude: 0.0, ..number };
        assert_covers(f64::from(ROUNDING_MARGIN / UNIT_F32), corner.error * SLACK);
    }
}
