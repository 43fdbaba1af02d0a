//! The separating-axis test in plain `f64` for polytopes of few edges while they move.
//!
//! The axes are those of the general test, by the same indices: the facet normals of both, which are cross
//! products of their edges, and the cross products of an edge of each. If the Minkowski difference `K` is
//! full-dimensional, one of them separates the polytopes wherever they do not penetrate. It is, if they
//! overlap along one of the axes: then `K` extends along two edges and across both. Axes whose sign is
//! uncertain are left to the general test, and only those.
//!
//! What a polytope sweeps is its Minkowski sum with a segment: a polytope with one more edge.

use super::axes::{FilteredAxes, SatState, parallel};
use super::figure::{AXIS_SIZE, ERROR};
use super::figures::RoundedFigure;
use crate::exact::{compare_products, exact_difference};
use crate::linalg::{Vect, max, min};
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::cmp::Ordering;

/// The most points: those of a triangle.
const POINTS: usize = 3;

/// The most edge directions: those of a box or a triangle, and of a displacement.
const EDGES: usize = 4;

/// The most facet normals: those of a box, and of its edges and a displacement.
const NORMALS: usize = 6;

/// An edge of a polytope.
#[derive(Clone, Copy)]
struct PolytopeEdge<V: Vector> {
    direction: Vect<V, f64>,
    /// A bound on the sum of the magnitudes of its components.
    length: f64,
    /// Whether the direction is the true one, not rounded.
    is_exact: bool,
}

/// The hull of a few points, plus segments through zero.
#[derive(Clone, Copy)]
struct SmallPolytope<V: Vector> {
    points: [Vect<V, f64>; POINTS],
    point_count: usize,
    /// The half of each segment.
    halves: [Vect<V, f64>; EDGES],
    half_count: usize,
    /// In the order of the [directions](crate::query::generators::Generators::direction), as the normals below.
    edges: [PolytopeEdge<V>; EDGES],
    edge_count: usize,
    /// The edges, by index, whose cross product is a facet normal. In the plane both are the same one.
    normals: [(usize, usize); NORMALS],
    normal_count: usize,
    /// A bound on the sum of the magnitudes of a point's coordinates.
    reach: f64,
}

/// Tests two shapes of few edges and without a radius, of which the first sweeps a displacement, which may be rounded;
/// `None` for others, and where no axis is certain.
pub(crate) fn filter_moving<V: Vector>(
    a: &ShapeRef<'_, V>,
    displacement: &V::Array<f64>,
    is_exact: bool,
    b: &ShapeRef<'_, V>,
) -> Option<FilteredAxes> {
    let place = Vect::of(&a.reference_point()?);
    let displacement = PolytopeEdge::of(Vect(*displacement), is_exact);
    SmallPolytope::of(a, place)?.swept(&displacement).filter(&SmallPolytope::of(b, place)?)
}

impl<V: Vector> SmallPolytope<V> {
    /// A shape relative to a place.
    fn of(shape: &ShapeRef<'_, V>, place: Vect<V, f64>) -> Option<Self> {
        let zero = Vect::zero();
        let mut polytope = Self {
            points: [zero; POINTS],
            point_count: 0,
            halves: [zero; EDGES],
            half_count: 0,
            edges: [PolytopeEdge::of(zero, true); EDGES],
            edge_count: 0,
            normals: [(0, 0); NORMALS],
            normal_count: 0,
            reach: 0.0,
        };
        match shape {
            ShapeRef::Point(point) => polytope.add_hull(&[point.to_array()], place),
            ShapeRef::Segment(segment) => polytope.add_hull(&[segment.a, segment.b], place),
            ShapeRef::Triangle(t) => polytope.add_hull(&[t.a, t.b, t.c], place),
            ShapeRef::Aabb(aabb) => {
                let figure = aabb.seen_from(place);
                polytope.add_point(figure.center);
                for i in 0..V::DIM {
                    polytope.add_half(&PolytopeEdge::of(Vect::axis(i), true), figure.half[i]);
                    // The axes are perpendicular, so that they are the normals, too.
                    polytope.add_normal((i + 1) % V::DIM, (i + 2) % V::DIM);
                }
            }
            ShapeRef::Obb(obb) => {
                let figure = obb.seen_from(place);
                polytope.add_point(figure.center);
                for i in 0..V::DIM {
                    let direction = figure.axes[i];
                    let axis = PolytopeEdge { direction, length: AXIS_SIZE, is_exact: false };
                    polytope.add_half(&axis, figure.half[i]);
                    polytope.add_normal((i + 1) % V::DIM, (i + 2) % V::DIM);
                }
            }
            ShapeRef::Parallelepiped(shape) => {
                polytope.add_point(Vect::of(&shape.center) - place);
                for i in 0..V::DIM {
                    polytope.add_half(&PolytopeEdge::of(Vect::of(&shape.edges[i]), true), 1.0);
                    polytope.add_normal(i, (i + 1) % V::DIM);
                }
            }
            _other => return None,
        }
        Some(polytope)
    }

    fn add_point(&mut self, point: Vect<V, f64>) {
        self.points[self.point_count] = point;
        self.point_count += 1;
        self.reach = max(self.reach, point.norm1());
    }

    fn add_edge(&mut self, edge: PolytopeEdge<V>) {
        self.edges[self.edge_count] = edge;
        self.edge_count += 1;
    }

    /// Adds the cross product of two edges; in the plane the perpendicular of the first.
    fn add_normal(&mut self, first: usize, second: usize) {
        self.normals[self.normal_count] = (first, if V::EDGES == 0 { first } else { second });
        self.normal_count += 1;
    }

    /// Adds the segment between `half` times an edge and its opposite.
    fn add_half(&mut self, edge: &PolytopeEdge<V>, half: f64) {
        self.halves[self.half_count] = edge.direction * half;
        self.half_count += 1;
        self.reach += half * edge.length;
        self.add_edge(*edge);
    }

    /// Adds the hull of one to three points, with an edge between any two.
    fn add_hull(&mut self, points: &[V::Array<f32>], place: Vect<V, f64>) {
        for point in points {
            self.add_point(Vect::of(point) - place);
        }
        let edges = if points.len() == POINTS { POINTS } else { points.len() - 1 };
        for i in 0..edges {
            let (from, to) = (&points[i], &points[(i + 1) % points.len()]);
            self.add_edge(PolytopeEdge::between(Vect::of(from), Vect::of(to)));
        }
        let normals = if V::EDGES == 0 { edges } else { edges / POINTS };
        for i in 0..normals {
            self.add_normal(i, i + 1);
        }
    }

    /// What it sweeps along a displacement.
    fn swept(mut self, displacement: &PolytopeEdge<V>) -> Self {
        for point in &mut self.points {
            *point = *point + displacement.direction * 0.5;
        }
        let (own, has_halves) = (self.edge_count, self.half_count > 0);
        self.reach += 0.5 * displacement.length;
        self.add_half(displacement, 0.5);
        if has_halves {
            // The directions of halves come last.
            self.edges[..=own].rotate_right(1);
            for (first, second) in &mut self.normals[..self.normal_count] {
                (*first, *second) = (*first + 1, *second + 1);
            }
        }
        let (along, others) = if has_halves { (0, 1) } else { (own, 0) };
        if V::EDGES == 0 {
            self.add_normal(along, along);
        } else {
            (0..own).for_each(|i| self.add_normal(along, others + i));
        }
        self
    }

    /// The projection on an axis.
    #[inline(always)]
    fn span(&self, direction: Vect<V, f64>) -> [f64; 2] {
        let first = direction.dot(self.points[0]);
        let (mut low, mut high) = (first, first);
        for &point in &self.points[1..self.point_count] {
            let at = direction.dot(point);
            (low, high) = (min(low, at), max(high, at));
        }
        for &half in &self.halves[..self.half_count] {
            let reach = direction.dot(half).abs();
            (low, high) = (low - reach, high + reach);
        }
        [low, high]
    }

    /// The axes between it and another, each by its index and the edges whose cross product it is. The facets of
    /// the other come first: most obstacles are flat, and most movers beside them.
    fn axes<'p>(
        &'p self,
        other: &'p Self,
    ) -> impl Iterator<Item = (usize, [&'p PolytopeEdge<V>; 2])> {
        let normals = |of: &'p Self| {
            let normals = of.normals[..of.normal_count].iter();
            normals.map(|&(first, second)| [&of.edges[first], &of.edges[second]])
        };
        let edges = if V::EDGES == 0 { &[] } else { &self.edges[..self.edge_count] };
        let crosses = edges.iter().flat_map(|first| {
            other.edges[..other.edge_count].iter().map(move |second| [first, second])
        });
        let (own, both) = (self.normal_count, self.normal_count + other.normal_count);
        (own..).zip(normals(other)).chain((0..).zip(normals(self))).chain((both..).zip(crosses))
    }

    fn filter(&self, other: &Self) -> Option<FilteredAxes> {
        let (mut state, reach) = (SatState::default(), self.reach + other.reach);
        for (i, [first, second]) in self.axes(other) {
            let direction = first.direction.cross(second.direction);
            let length = if V::EDGES == 0 { first.length } else { first.length * second.length };
            let spans = [self.span(direction), other.span(direction)];
            state.compare(i, spans, ERROR * length * reach, || first.is_parallel_to(second));
            if state.apart {
                break;
            }
        }
        state.decided()
    }
}

impl<V: Vector> PolytopeEdge<V> {
    fn of(direction: Vect<V, f64>, is_exact: bool) -> Self {
        Self { direction, length: direction.norm1(), is_exact }
    }

    fn between(from: Vect<V, f64>, to: Vect<V, f64>) -> Self {
        let is_exact = (0..V::DIM).all(|t| exact_difference(to[t], from[t]).is_some());
        Self::of(to - from, is_exact)
    }

    /// Whether the cross product with another certainly is zero.
    fn is_parallel_to(&self, other: &Self) -> bool {
        let (x, y) = (self.direction, other.direction);
        if V::EDGES == 0 {
            return (0..V::DIM).all(|t| x[t] == 0.0);
        }
        let is_zero = |t: usize| {
            let next = (t + 1) % V::DIM;
            compare_products([x[t], y[next]], [x[next], y[t]]) == Some(Ordering::Equal)
        };
        if self.is_exact && other.is_exact { (0..V::DIM).all(is_zero) } else { parallel(x, y) }
    }
}
