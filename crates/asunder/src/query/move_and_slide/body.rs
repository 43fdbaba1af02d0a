//! Bodies of several shapes, displaced as one.

use crate::exact::{Number as _, widen};
use crate::query::move_until_contact::{position, stores_several_points};
use crate::query::parted;
use crate::query::proximity::{Wide, dot};
use crate::shape::{AnyShape as _, ConvexHull, Shape, ShapeRef};
use crate::space::Vector;

/// A shape with a displacement added to each point that it stores, each number rounded once. `None`, if it
/// cannot be stored there, or does not move.
pub(crate) fn displaced<V: Vector>(
    shape: &ShapeRef<'_, V>,
    displacement: &V::Array<f32>,
) -> Option<Shape<V>> {
    let displacement = widened::<V>(displacement);
    match shape {
        // All its points are kept, in their order: the first is its position.
        ShapeRef::ConvexHull(hull) => {
            let at = |point: V| {
                let point = point.to_array();
                V::array(|t| (widen(point[t]) + displacement[t]) as f32)
            };
            Some(ConvexHull::try_new(hull.points().map(at)).ok()?.into())
        }
        ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Frustum(_) => {
            None
        }
        _moves => parted::moved(*shape, &displacement),
    }
}

/// A body as it was at the start. Where it is later is a displacement, of all its points.
pub(super) struct MovingBody<'a, V: Vector> {
    pub(super) parts: &'a [ShapeRef<'a, V>],
    /// Whether a part stores several points, which are rounded one by one.
    pub(super) rounds: bool,
    /// The least and the greatest coordinates of the points that its parts store.
    extent: [V::Array<f32>; 2],
}

impl<'a, V: Vector> MovingBody<'a, V> {
    pub(super) fn new(parts: &'a [ShapeRef<'a, V>]) -> Self {
        let mut extent = [parts.first().map_or(V::array(|_| 0.0), position); 2];
        let [least, greatest] = &mut extent;
        for part in parts {
            for_each_stored_point(part, |point| {
                *least = V::array(|t| least[t].smaller(point[t]));
                *greatest = V::array(|t| greatest[t].larger(point[t]));
            });
        }
        Self { parts, rounds: parts.iter().any(stores_several_points), extent }
    }

    /// Its parts, as stored after a displacement.
    pub(super) fn at(&self, displacement: &V::Array<f32>) -> Option<Vec<Shape<V>>> {
        self.parts.iter().map(|part| displaced(part, displacement)).collect()
    }

    /// The displacement nearest to one in `f64` that takes the coarsest coordinate along each axis from one number
    /// that can be stored to another. The finer ones are rounded as little, if at all: so a body that stays
    /// among numbers as coarse as those of its points keeps its size.
    pub(super) fn nearest(&self, displacement: &Wide<V>) -> V::Array<f32> {
        V::array(|t| {
            let start = self.coarsest_along(t, displacement);
            let there = (start + displacement[t]) as f32;
            (widen(there) - start) as f32
        })
    }

    /// The largest magnitude of a stored coordinate along an axis, after a displacement.
    pub(super) fn largest_along(&self, axis: usize, displacement: &Wide<V>) -> f64 {
        let there = self.coarsest_along(axis, displacement) + displacement[axis];
        displacement[axis].abs().larger(there.abs())
    }

    /// The coordinate along an axis of which the magnitude is largest after a displacement.
    fn coarsest_along(&self, axis: usize, displacement: &Wide<V>) -> f64 {
        let [least, greatest] = [&self.extent[0], &self.extent[1]].map(|end| widen(end[axis]));
        let is_greatest = greatest + displacement[axis] >= -(least + displacement[axis]);
        if is_greatest { greatest } else { least }
    }
}

/// Calls a function for each point that a shape stores; for shapes that do not move, for the origin.
fn for_each_stored_point<V: Vector>(shape: &ShapeRef<'_, V>, mut f: impl FnMut(&V::Array<f32>)) {
    match shape {
        ShapeRef::Capsule(capsule) => [capsule.a, capsule.b].iter().for_each(f),
        ShapeRef::Segment(segment) => [segment.a, segment.b].iter().for_each(f),
        ShapeRef::Triangle(triangle) => [triangle.a, triangle.b, triangle.c].iter().for_each(f),
        ShapeRef::Aabb(aabb) => [aabb.min, aabb.max].iter().for_each(f),
        ShapeRef::ConvexHull(hull) => hull.points().for_each(|point| f(&point.to_array())),
        one_point => f(&position(one_point)),
    }
}

/// References to shapes.
pub(super) fn refs<V: Vector>(shapes: &[Shape<V>]) -> Vec<ShapeRef<'_, V>> {
    shapes.iter().map(|shape| shape.as_shape_ref()).collect()
}

pub(super) fn widened<V: Vector>(x: &V::Array<f32>) -> Wide<V> {
    V::array(|t| widen(x[t]))
}

pub(super) fn length<V: Vector>(x: &Wide<V>) -> f64 {
    dot::<V>(x, x).sqrt()
}

/// A vector plus a multiple of another.
pub(super) fn plus<V: Vector>(x: &Wide<V>, by: f64, y: &Wide<V>) -> Wide<V> {
    V::array(|t| x[t] + by * y[t])
}
