//! The line that is cast: a ray, or a segment from its first end.

use crate::array::Mapped as _;
use crate::exact::{Number, is_zero, order_key};
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::separation::{Intersects, ray_shares_grid, segment_shares_grid};
use crate::shape::{Ray, Segment, ShapeRef, Triangle};
use crate::space::Vector;

/// A ray or a segment, cast at a shape.
#[derive(Clone, Copy, Debug)]
pub enum Line<V: Vector> {
    /// A ray; its fractions are multiples of its direction.
    Ray(Ray<V>),
    /// A segment; its fraction is zero at `a`, one at `b`.
    Segment(Segment<V>),
}

impl<V: Vector> Line<V> {
    /// A shape that is a line.
    #[inline]
    pub(crate) fn of_shape(shape: &ShapeRef<'_, V>) -> Option<Self> {
        match shape {
            ShapeRef::Ray(ray) => Some(Self::Ray(**ray)),
            ShapeRef::Segment(segment) => Some(Self::Segment(**segment)),
            _other => None,
        }
    }

    /// Whether it ends, at fraction one.
    #[inline(always)]
    pub(super) fn is_segment(&self) -> bool {
        matches!(self, Self::Segment(_))
    }

    /// The start, with zeros positive.
    pub(crate) fn origin(&self) -> V::Array<f32> {
        let origin = match self {
            Self::Ray(ray) => &ray.origin,
            Self::Segment(segment) => &segment.a,
        };
        Vect::<V, f32>(*origin).map(|x| if is_zero(x) { 0.0 } else { x }).0
    }

    /// The displacement from fraction zero to fraction one.
    #[inline(always)]
    pub(crate) fn direction<N: Number>(&self) -> Vect<V, N> {
        match self {
            Self::Ray(ray) => Vect::of(&ray.direction),
            Self::Segment(segment) => Vect::of(&segment.b) - Vect::of(&segment.a),
        }
    }

    /// Its origin and its direction, of numbers that were [converted](Vect::converted).
    #[inline(always)]
    pub(super) fn converted(&self) -> (Vect<V, f64>, Vect<V, f64>) {
        match self {
            Self::Ray(ray) => (Vect::converted(&ray.origin), Vect::converted(&ray.direction)),
            Self::Segment(segment) => {
                let [a, b] = [&segment.a, &segment.b].mapped(Vect::<V, f64>::converted);
                (a, b - a)
            }
        }
    }

    /// The vector from a point to the origin.
    #[inline(always)]
    pub(super) fn origin_from<N: Number>(&self, point: &V::Array<f32>) -> Vect<V, N> {
        let origin = match self {
            Self::Ray(ray) => &ray.origin,
            Self::Segment(segment) => &segment.a,
        };
        Vect::of(origin) - Vect::of(point)
    }

    /// The vector from zero to the origin.
    #[inline(always)]
    pub(crate) fn origin_from_zero<N: Number>(&self) -> Vect<V, N> {
        self.origin_from(&Vect::<V, f32>::zero().0)
    }

    /// The point at a fraction, kept within the range of `f32`.
    #[inline(always)]
    pub(super) fn point_at(&self, fraction: f64) -> V::Array<f32> {
        let at = self.origin_from_zero() + self.direction() * fraction;
        at.map(saturated).0
    }

    /// Whether line and triangle stand on a grid, so that `f64` rounds no product of three of their differences.
    pub(super) fn shares_grid(&self, triangle: &Triangle<V>) -> bool {
        match self {
            Self::Ray(ray) => ray_shares_grid(ray, triangle),
            Self::Segment(segment) => segment_shares_grid(segment, triangle),
        }
    }

    /// Whether the line meets a shape.
    pub(super) fn meets<S>(&self, shape: &S) -> bool
    where
        S: Intersects<Ray<V>> + Intersects<Segment<V>>,
    {
        match self {
            Self::Ray(ray) => shape.intersects(ray),
            Self::Segment(segment) => shape.intersects(segment),
        }
    }

    /// The greatest fraction: zero for a segment without length.
    pub(super) fn end(&self) -> f32 {
        match self {
            Self::Ray(_) => f32::MAX,
            Self::Segment(Segment { a, b }) => {
                // Compared as integers, since some processors take a subnormal for zero.
                if (0..V::DIM).all(|i| order_key(a[i]) == order_key(b[i])) { 0.0 } else { 1.0 }
            }
        }
    }
}
