//! The figure and radius of each shape.

use super::figure::{
    AxisAligned, Figure, LineOrSegment, OrientedBox, PointVertex, TriangleVertices, larger, minus,
    size,
};
use crate::exact::{is_zero, widen};
use crate::shape::{Aabb, Capsule, Obb, Ray, Segment, Sphere, Triangle};
use crate::space::Vector;

/// A shape that a figure and a radius describe.
pub(super) trait RoundedFigure<V: Vector> {
    /// The type of the shape without its radius.
    type Figure: Figure<V>;
    /// A point of the shape, or one near it: the origin for its figure.
    fn place(&self) -> V::Array<f64>;
    /// The figure, relative to `place`.
    fn seen_from(&self, place: &V::Array<f64>) -> Self::Figure;
    /// The radius around the figure.
    fn radius(&self) -> f64 {
        0.0
    }
}

#[inline(always)]
pub(super) fn wide<V: Vector>(x: &V::Array<f32>) -> V::Array<f64> {
    V::array(|j| widen(x[j]))
}

impl<V: Vector> RoundedFigure<V> for V {
    type Figure = PointVertex<V>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.to_array())
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> PointVertex<V> {
        PointVertex { at: minus::<V>(&self.place(), place) }
    }
}

impl<V: Vector> RoundedFigure<V> for Sphere<V> {
    type Figure = PointVertex<V>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.center)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> PointVertex<V> {
        PointVertex { at: minus::<V>(&self.place(), place) }
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        widen(self.radius)
    }
}

impl<V: Vector> RoundedFigure<V> for Segment<V> {
    type Figure = LineOrSegment<V, false>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.a)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> LineOrSegment<V, false> {
        let (a, b) = (wide::<V>(&self.a), wide::<V>(&self.b));
        LineOrSegment { at: minus::<V>(&a, place), direction: minus::<V>(&b, &a) }
    }
}

impl<V: Vector> RoundedFigure<V> for Capsule<V> {
    type Figure = LineOrSegment<V, false>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.a)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> LineOrSegment<V, false> {
        Segment { a: self.a, b: self.b }.seen_from(place)
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        widen(self.radius)
    }
}

impl<V: Vector> RoundedFigure<V> for Ray<V> {
    type Figure = LineOrSegment<V, true>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.origin)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> LineOrSegment<V, true> {
        LineOrSegment {
            at: minus::<V>(&self.place(), place),
            direction: wide::<V>(&self.direction),
        }
    }
}

impl<V: Vector> RoundedFigure<V> for Triangle<V> {
    type Figure = TriangleVertices<V>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.a)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> TriangleVertices<V> {
        let (a, b, c) = (wide::<V>(&self.a), wide::<V>(&self.b), wide::<V>(&self.c));
        let edges = [minus::<V>(&b, &a), minus::<V>(&c, &b), minus::<V>(&a, &c)];
        let at = [minus::<V>(&a, place), minus::<V>(&b, place), minus::<V>(&c, place)];
        let lengths = [size::<V>(&edges[0]), size::<V>(&edges[1]), size::<V>(&edges[2])];
        TriangleVertices { at, edges, length: larger(larger(lengths[0], lengths[1]), lengths[2]) }
    }
}

impl<V: Vector> RoundedFigure<V> for Aabb<V> {
    type Figure = AxisAligned<V>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.min)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> AxisAligned<V> {
        let (min, max) = (wide::<V>(&self.min), wide::<V>(&self.max));
        let center = V::array(|j| 0.5 * ((min[j] - place[j]) + (max[j] - place[j])));
        AxisAligned { center, half: V::array(|j| 0.5 * (max[j] - min[j])) }
    }
}

impl<V: Vector> RoundedFigure<V> for Obb<V> {
    type Figure = OrientedBox<V>;
    #[inline(always)]
    fn place(&self) -> V::Array<f64> {
        wide::<V>(&self.center)
    }
    #[inline(always)]
    fn seen_from(&self, place: &V::Array<f64>) -> OrientedBox<V> {
        let (rows, norm) = V::frame::<f64>(self.rotation, 0);
        let inverse = 1.0 / norm;
        // A computed zero off the diagonal is exact: a sum or difference of two exact products. On the
        // diagonal four squares may cancel by rounding, unless two components of the quaternion are zero.
        let zeros = self.rotation.as_ref().iter().filter(|x| is_zero(**x)).count();
        let axes = V::array(|i| {
            V::array(|j| {
                let component = rows[i][j] * inverse;
                let doubtful = i == j && component == 0.0 && zeros < 2;
                if doubtful && V::EDGES != 0 { f64::NAN } else { component }
            })
        });
        let center = minus::<V>(&self.place(), place);
        OrientedBox { center, axes, half: wide::<V>(&self.half_extents) }
    }
}
