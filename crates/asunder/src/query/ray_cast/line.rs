//! The line that is cast: a ray, or a segment from its first end.

use crate::exact::{Number, is_zero, order_key, widen};
use crate::query::closest_point::saturated;
use crate::query::separation::{is_ray_apart, is_segment_apart};
use crate::shape::{Capsule, Ray, Segment};
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
    /// The start, with zeros positive.
    pub(super) fn origin(&self) -> V::Array<f32> {
        let origin = match self {
            Self::Ray(ray) => &ray.origin,
            Self::Segment(segment) => &segment.a,
        };
        V::array(|i| if is_zero(origin[i]) { 0.0 } else { origin[i] })
    }

    /// The displacement from fraction zero to fraction one.
    #[inline(always)]
    pub(super) fn direction<N: Number>(&self) -> V::Array<N> {
        match self {
            Self::Ray(ray) => V::array(|i| N::of(ray.direction[i])),
            Self::Segment(segment) => V::array(|i| N::of(segment.b[i]) - N::of(segment.a[i])),
        }
    }

    /// The vector from a point to the origin.
    #[inline(always)]
    pub(super) fn origin_from<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        let origin = match self {
            Self::Ray(ray) => &ray.origin,
            Self::Segment(segment) => &segment.a,
        };
        V::array(|i| N::of(origin[i]) - N::of(point[i]))
    }

    /// The point at a fraction, kept within the range of `f32`.
    #[inline(always)]
    pub(super) fn point_at(&self, fraction: f64) -> V::Array<f32> {
        let (origin, direction) = (self.origin(), self.direction::<f64>());
        V::array(|i| saturated(widen(origin[i]) + direction[i] * fraction))
    }

    /// Whether the line certainly passes beside a capsule.
    pub(super) fn is_apart_from(&self, capsule: &Capsule<V>) -> bool {
        match self {
            Self::Ray(ray) => is_ray_apart(ray, capsule),
            Self::Segment(segment) => is_segment_apart(segment, capsule),
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
