//! The figure and radius of each shape.

use super::figure::{AxisAligned, Figure, LineOrSegment, PointVertex, SkewedBox, TriangleVertices};
use super::integers::Grid;
use crate::exact::{is_zero, widen};
use crate::linalg::{Matrix, Vect, max};
use crate::shape::{
    Aabb, Capsule, Obb, OrientedBox, Parallelepiped, Ray, Segment, Sphere, Triangle,
};
use crate::space::Vector;

/// A shape that a figure and a radius describe.
pub(in crate::query::separation) trait RoundedFigure<V: Vector> {
    /// The type of the shape without its radius.
    type Figure: Figure<V>;
    /// A point of the shape, or one near it: the origin for its figure.
    fn place(&self) -> Vect<V, f64>;
    /// The figure, relative to `place`.
    fn seen_from(&self, place: Vect<V, f64>) -> Self::Figure;
    /// The radius around the figure.
    fn radius(&self) -> f64 {
        0.0
    }
    /// Whether the figure's numbers are all on a grid; false of kinds that nobody asks.
    fn stands_on(&self, _grid: &Grid) -> bool {
        false
    }
}

impl<V: Vector> RoundedFigure<V> for V {
    type Figure = PointVertex<V>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.to_array())
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> PointVertex<V> {
        PointVertex { at: self.place() - place }
    }
}

impl<V: Vector> RoundedFigure<V> for Sphere<V> {
    type Figure = PointVertex<V>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.center)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> PointVertex<V> {
        PointVertex { at: self.place() - place }
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        widen(self.radius)
    }
}

impl<V: Vector> RoundedFigure<V> for Segment<V> {
    type Figure = LineOrSegment<V, false>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.a)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> LineOrSegment<V, false> {
        let (a, b) = (Vect::of(&self.a), Vect::of(&self.b));
        LineOrSegment { at: a - place, direction: b - a }
    }
    #[inline(always)]
    fn stands_on(&self, grid: &Grid) -> bool {
        grid.holds::<V>(&self.a) & grid.holds::<V>(&self.b)
    }
}

impl<V: Vector> RoundedFigure<V> for Capsule<V> {
    type Figure = LineOrSegment<V, false>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.a)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> LineOrSegment<V, false> {
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
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.origin)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> LineOrSegment<V, true> {
        LineOrSegment { at: self.place() - place, direction: Vect::of(&self.direction) }
    }
    #[inline(always)]
    fn stands_on(&self, grid: &Grid) -> bool {
        grid.holds::<V>(&self.origin) & grid.holds::<V>(&self.direction)
    }
}

impl<V: Vector> RoundedFigure<V> for Triangle<V> {
    type Figure = TriangleVertices<V>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.a)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> TriangleVertices<V> {
        let (a, b, c) = (Vect::of(&self.a), Vect::of(&self.b), Vect::of(&self.c));
        let edges = [b - a, c - b, a - c];
        let at = [a - place, b - place, c - place];
        let length = max(max(edges[0].norm1(), edges[1].norm1()), edges[2].norm1());
        TriangleVertices { at, edges, length }
    }
    #[inline(always)]
    fn stands_on(&self, grid: &Grid) -> bool {
        grid.holds::<V>(&self.a) & grid.holds::<V>(&self.b) & grid.holds::<V>(&self.c)
    }
}

impl<V: Vector> RoundedFigure<V> for Aabb<V> {
    type Figure = AxisAligned<V>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.min)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> AxisAligned<V> {
        let (min, max) = (Vect::of(&self.min), Vect::of(&self.max));
        let center = ((min - place) + (max - place)) * 0.5;
        AxisAligned { center, half: (max - min) * 0.5 }
    }
}

impl<V: Vector> RoundedFigure<V> for Obb<V> {
    type Figure = OrientedBox<V>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.center)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> OrientedBox<V> {
        let center = self.place() - place;
        let mut seen = OrientedBox::turned(center, self.rotation, Vect::of(&self.half_extents));
        // A computed zero off the diagonal is exact: a sum or difference of two exact products. On the
        // diagonal four squares may cancel by rounding, unless two components of the quaternion are zero.
        let zeros = self.rotation.as_ref().iter().filter(|x| is_zero(**x)).count();
        for i in 0..V::DIM {
            if seen.axes[i][i] == 0.0 && zeros < 2 && V::EDGES != 0 {
                seen.axes[i][i] = f64::NAN;
            }
        }
        seen
    }
}

impl<V: Vector> RoundedFigure<V> for Parallelepiped<V> {
    type Figure = SkewedBox<V>;
    #[inline(always)]
    fn place(&self) -> Vect<V, f64> {
        Vect::of(&self.center)
    }
    #[inline(always)]
    fn seen_from(&self, place: Vect<V, f64>) -> SkewedBox<V> {
        SkewedBox { center: self.place() - place, half_edges: Matrix::of(&self.edges) }
    }
}
