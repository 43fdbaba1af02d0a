//! Generators relative to a point, computed when asked, for sets that have too many to be gathered.

use super::{Generators, Homogeneous};
use crate::exact::{Estimate, Exact};
use crate::linalg::Vect;
use crate::space::Vector;

/// How many points are kept: those of a moving hull of sixteen corners.
const KEPT: usize = 32;

/// A set relative to a point, with estimates that are as certain as they can be: where nothing was rounded, the
/// distance from zero takes no digits.
pub(crate) struct Settled<'g, V: Vector, G> {
    span: &'g G,
    origin: Homogeneous<V, Estimate>,
    /// The first points, for every axis asks for all of them.
    points: [Homogeneous<V, Estimate>; KEPT],
}

impl<'g, V: Vector, G: Generators<V, Estimate>> Settled<'g, V, G> {
    /// The set relative to a point.
    pub(crate) fn of(span: &'g G, origin: Homogeneous<V, Estimate>) -> Self {
        let count = span.points();
        let mut settled = Self { span, origin, points: [origin; KEPT] };
        for i in 0..if count < KEPT { count } else { KEPT } {
            settled.points[i] = settled.settled_point(i);
        }
        settled
    }

    fn settled_point(&self, i: usize) -> Homogeneous<V, Estimate> {
        let point = self.span.point(i);
        let x = self.origin.vector_to(&point).map(Estimate::settled);
        Homogeneous { x: x.0, w: point.w * self.origin.w }
    }
}

impl<V: Vector, G: Generators<V, Estimate>> Generators<V, Estimate> for Settled<'_, V, G> {
    fn points(&self) -> usize {
        self.span.points()
    }
    fn point(&self, i: usize) -> Homogeneous<V, Estimate> {
        self.points.get(i).copied().unwrap_or_else(|| self.settled_point(i))
    }
    fn share_weight(&self) -> bool {
        self.span.share_weight()
    }
    fn halves(&self) -> usize {
        self.span.halves()
    }
    fn half(&self, i: usize) -> V::Array<Estimate> {
        (Vect::<V, _>(self.span.half(i)) * self.origin.w).map(Estimate::settled).0
    }
    fn rays(&self) -> usize {
        self.span.rays()
    }
    fn ray(&self, i: usize) -> V::Array<Estimate> {
        self.span.ray(i)
    }
    fn edges(&self) -> usize {
        self.span.edges()
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        self.span.edge(i)
    }
    fn directions(&self) -> usize {
        self.span.directions()
    }
    fn direction(&self, i: usize) -> V::Array<Estimate> {
        Vect::<V, _>(self.span.direction(i)).map(Estimate::settled).0
    }
    fn normals(&self) -> usize {
        self.span.normals()
    }
    fn normal(&self, i: usize) -> V::Array<Estimate> {
        Vect::<V, _>(self.span.normal(i)).map(Estimate::settled).0
    }
}
