//! The facets of shapes that may be flat, within their own plane or line.
//!
//! A flat set is bounded by its plane from both sides, and within the plane by its edges; a set on a
//! line likewise. Mostly fewer facets are enough: if the line that is cast crosses the plane, they meet in
//! one point at most, and the plane alone gives its fraction.

use super::facets::{Facet, Faceted, Facets, SolidHull};
use super::line::Line;
use super::polytope::{Polytope, polytope};
use super::{RayHit, impact};
use crate::exact::{Exact, Number};
use crate::linalg::Vect;
use crate::query::generators::{Generators, Spanned, Stored};
use crate::query::predicate::{Predicate, evaluate};
use crate::query::separation::{Intersects, Penetrates, is_finite};
use crate::shape::{ConvexHull, Ray, Segment, Triangle};
use crate::space::Vector;
use core::cmp::Ordering;

/// The affine hull of a set, and its position relative to the line. Directions are given by their index.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Carrier {
    /// All of space; the facets are across the normals.
    Space,
    /// The plane of two directions, not parallel to the cast line.
    CrossedPlane([usize; 2]),
    /// The plane of two directions, parallel to the cast line.
    PlaneAlong([usize; 2]),
    /// A line of a direction, not parallel to the cast line.
    CrossedLine(usize),
    /// A point, or a line parallel to the cast line.
    LineAlong,
    /// A parallel line on which the set has no end at the side that the cast line comes from.
    EndlessLine,
}

/// A set given by generators (points, half-edges and rays) whose weights are one.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatSet<'s, S> {
    shape: &'s S,
    carrier: Carrier,
}

impl<'s, S> FlatSet<'s, S> {
    fn new<V: Vector>(shape: &'s S, line: &Line<V>) -> Self
    where
        S: Spanned<V>,
    {
        Self { shape, carrier: evaluate(&CarrierOf { shape, line }) }
    }
}

/// The predicate for the affine hull of a set.
struct CarrierOf<'a, V: Vector, S> {
    shape: &'a S,
    line: &'a Line<V>,
}

/// Whether a vector is not zero, if that is certain.
fn is_nonzero<V: Vector, N: Exact>(x: Vect<V, N>) -> Option<bool> {
    let mut found = Some(false);
    for x in x.components() {
        match x.sign() {
            Some(Ordering::Equal) => {}
            Some(Ordering::Less | Ordering::Greater) => return Some(true),
            None => found = None,
        }
    }
    found
}

/// Whether two vectors are linearly independent, if that is certain.
fn are_independent<V: Vector, N: Exact>(x: Vect<V, N>, y: Vect<V, N>) -> Option<bool> {
    let across = x.cross(y);
    if V::IN_PLANE {
        return across.dot(y).sign().map(|sign| sign != Ordering::Equal);
    }
    is_nonzero(across)
}

impl<V: Vector, S: Spanned<V>> Predicate<V> for CarrierOf<'_, V, S> {
    type Answer = Carrier;
    fn answer<N: Exact>(&self) -> Option<Carrier> {
        let (span, line) = (self.shape.span::<N>(0), self.line.direction::<N>());
        let count = span.directions();
        let direction = |i: usize| Vect::<V, N>(span.direction(i));
        for i in 0..count {
            for j in i + 1..count {
                let (first, second) = (direction(i), direction(j));
                if !are_independent(first, second)? {
                    continue;
                }
                let normal = first.cross(second);
                let is_in_plane = |x: Vect<V, N>| Some(normal.dot(x).sign()? == Ordering::Equal);
                // Of these sets, only those of three half-edges can be solid in 3D.
                let is_solid = || Some(span.halves() == 3 && !is_in_plane(direction(3 - i - j))?);
                return Some(if V::IN_PLANE || is_solid()? {
                    Carrier::Space
                } else if is_in_plane(line)? {
                    Carrier::PlaneAlong([i, j])
                } else {
                    Carrier::CrossedPlane([i, j])
                });
            }
        }
        for i in 0..count {
            let along = direction(i);
            if is_nonzero(along)? {
                if are_independent(along, line)? {
                    return Some(Carrier::CrossedLine(i));
                }
                let is_endless =
                    span.rays() > 0 && Vect(span.ray(0)).dot(line).sign()? == Ordering::Less;
                return Some(if is_endless { Carrier::EndlessLine } else { Carrier::LineAlong });
            }
        }
        Some(Carrier::LineAlong)
    }
}

impl<V: Vector, S: Spanned<V>> Faceted<V> for FlatSet<'_, S> {
    type Facets<'a, N: Number>
        = Sheet<'a, V, N, S::Span<'a, N>>
    where
        Self: 'a;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> Self::Facets<'a, N> {
        Sheet { span: self.shape.span(0), carrier: self.carrier, line, direction: line.direction() }
    }
    fn is_whole(&self) -> bool {
        self.carrier == Carrier::Space
    }
}

/// The facets of a set that may be flat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet<'a, V: Vector, N: Number, G> {
    span: G,
    carrier: Carrier,
    line: &'a Line<V>,
    direction: Vect<V, N>,
}

impl<V: Vector, N: Number, G: Generators<V, N>> Sheet<'_, V, N, G> {
    /// The height of the line's origin over a point of the set.
    fn height_over(&self, i: usize, outward: Vect<V, N>) -> N {
        outward.dot(Vect::of(&self.line.origin()) - Vect(self.span.point(i).x))
    }

    /// The facet across an axis on which the set projects to a single value.
    fn plane_facet(&self, outward: Vect<V, N>) -> Facet<V, N> {
        Facet::new(outward, self.height_over(0, outward), self.direction)
    }

    /// The supporting facet of the set across an axis.
    fn supporting_facet(&self, outward: Vect<V, N>) -> Facet<V, N> {
        let mut height = self.height_over(0, outward);
        for i in 1..self.span.points() {
            height = height.smaller(self.height_over(i, outward));
        }
        for i in 0..self.span.halves() {
            height = height - outward.dot(Vect(self.span.half(i))).abs();
        }
        Facet::new(outward, height, self.direction)
    }

    /// The normal of two directions.
    fn normal(&self, [i, j]: [usize; 2]) -> Vect<V, N> {
        self.along(i).cross(self.along(j))
    }

    fn along(&self, i: usize) -> Vect<V, N> {
        Vect(self.span.direction(i))
    }
}

impl<V: Vector, N: Number, G: Generators<V, N>> Facets<V, N> for Sheet<'_, V, N, G> {
    fn count(&self) -> usize {
        match self.carrier {
            Carrier::Space => 2 * self.span.normals(),
            Carrier::CrossedPlane(_) | Carrier::CrossedLine(_) => 2,
            Carrier::PlaneAlong(_) => 2 + 2 * self.span.directions(),
            Carrier::LineAlong => 1,
            Carrier::EndlessLine => 0,
        }
    }

    fn facet(&self, i: usize) -> Facet<V, N> {
        let side = |x: Vect<V, N>| if i & 1 == 0 { x } else { -x };
        match self.carrier {
            Carrier::Space => self.supporting_facet(side(Vect(self.span.normal(i / 2)))),
            Carrier::CrossedPlane(plane) => self.plane_facet(side(self.normal(plane))),
            Carrier::PlaneAlong(plane) => {
                let normal = self.normal(plane);
                if i < 2 {
                    return self.plane_facet(side(normal));
                }
                self.supporting_facet(side(normal.cross(self.along(i / 2 - 1))))
            }
            Carrier::CrossedLine(direction) => {
                let along = self.along(direction);
                let across = along.cross(self.direction);
                let outward = if V::IN_PLANE { across } else { across.cross(along) };
                self.plane_facet(side(outward))
            }
            Carrier::LineAlong | Carrier::EndlessLine => self.supporting_facet(-self.direction),
        }
    }
}

/// The first contact with a set that may be flat.
pub(super) fn flat<V: Vector, S>(shape: &S, line: &Line<V>) -> Option<RayHit<V>>
where
    S: for<'a> Spanned<V, Span<'a, f64> = Stored<V>>,
    S: Intersects<V> + Penetrates<V> + Intersects<Ray<V>> + Intersects<Segment<V>>,
{
    polytope(shape, &FlatSet::new(&shape.span::<f64>(0), line), line)
}

/// The first contact with a point.
pub(super) fn point<V: Vector>(point: &V, line: &Line<V>) -> Option<RayHit<V>> {
    if is_finite(point) { flat(point, line) } else { None }
}

/// The first contact with a convex hull, by the exact predicate.
pub(super) fn hull<V: Vector>(hull: &ConvexHull<V>, line: &Line<V>) -> Option<RayHit<V>> {
    match SolidHull::of(hull.structure()) {
        Some(solid) => polytope(hull, &solid, line),
        None => polytope(hull, &FlatSet::new(hull, line), line),
    }
}

/// The first contact of a line with a triangle that it meets, by the exact predicate.
pub(super) fn triangle<V: Vector>(triangle: &Triangle<V>, line: &Line<V>) -> RayHit<V> {
    let stored = triangle.span::<f64>(0);
    impact(triangle, &Polytope::new(&FlatSet::new(&stored, line), line), line)
}
