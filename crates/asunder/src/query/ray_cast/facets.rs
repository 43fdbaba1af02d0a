//! Shapes by their facets: intersections of half-spaces `outward · x <= offset`.

use super::line::Line;
use crate::array::Mapped as _;
use crate::exact::Number;
use crate::linalg::{Matrix, Vect};
use crate::query::separation::{BoxFrame, BoxLike};
use crate::shape::{Aabb, Frustum, HalfSpace, Obb, Plane, Structure};
use crate::space::Vector;

/// One of the half-spaces, and the position and direction of a line relative to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facet<V: Vector, N: Number> {
    /// The normal, which points out of the shape.
    pub(super) outward: Vect<V, N>,
    /// The height `outward · x - offset` of the line's origin: above zero where that is outside.
    pub(super) height: N,
    /// By how much the height falls from fraction zero to one.
    pub(super) approach: N,
}

impl<V: Vector, N: Number> Facet<V, N> {
    pub(super) fn new(outward: Vect<V, N>, height: N, direction: Vect<V, N>) -> Self {
        Self { outward, height, approach: N::ZERO - outward.dot(direction) }
    }

    /// The height at a fraction of the line.
    #[inline(always)]
    pub(super) fn height_after(&self, fraction: f32) -> N {
        self.height - N::of(fraction) * self.approach
    }
}

/// The facets of a shape relative to a line, in numbers of one kind.
pub(super) trait Facets<V: Vector, N: Number> {
    /// The number of facets.
    fn count(&self) -> usize;
    /// One of the facets.
    fn facet(&self, i: usize) -> Facet<V, N>;
}

/// A shape that is bounded by facets.
pub(super) trait Faceted<V: Vector> {
    /// The type of its facets.
    type Facets<'a, N: Number>: Facets<V, N>
    where
        Self: 'a;
    /// Its facets relative to a line.
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> Self::Facets<'a, N>;
    /// Whether the shape is the intersection of its facets; else that holds only for lines that meet it.
    fn is_whole(&self) -> bool {
        true
    }
}

/// The facets of a plane, from both of its sides, or of a half-space, from one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneFacets<V: Vector, N: Number> {
    front: Facet<V, N>,
    sides: usize,
}

impl<V: Vector, N: Number> PlaneFacets<V, N> {
    fn of(plane: &Plane<V>, line: &Line<V>, sides: usize) -> Self {
        let normal = Vect::of(&plane.normal);
        let height = normal.dot(line.origin_from_zero()) - N::of(plane.offset);
        Self { front: Facet::new(normal, height, line.direction()), sides }
    }
}

impl<V: Vector, N: Number> Facets<V, N> for PlaneFacets<V, N> {
    fn count(&self) -> usize {
        self.sides
    }
    fn facet(&self, i: usize) -> Facet<V, N> {
        let Facet { outward, height, approach } = self.front;
        if i == 0 {
            return self.front;
        }
        let minus = |x| N::ZERO - x;
        Facet { outward: -outward, height: minus(height), approach: minus(approach) }
    }
}

impl<V: Vector> Faceted<V> for Plane<V> {
    type Facets<'a, N: Number> = PlaneFacets<V, N>;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> PlaneFacets<V, N> {
        PlaneFacets::of(self, line, 2)
    }
}

impl<V: Vector> Faceted<V> for HalfSpace<V> {
    type Facets<'a, N: Number> = PlaneFacets<V, N>;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> PlaneFacets<V, N> {
        PlaneFacets::of(&self.boundary(), line, 1)
    }
}

/// The facets of a box, along its axes and in doubled lengths; those of an axis are two in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFacets<V: Vector, N: Number> {
    rows: Matrix<V, N>,
    /// The origin, from the box's centre, along each axis.
    origin: Vect<V, N>,
    /// The line's direction along each axis.
    direction: Vect<V, N>,
    half_extents: Vect<V, N>,
}

impl<V: Vector, N: Number> BoxFacets<V, N> {
    fn of(shape: &impl BoxLike<V>, line: &Line<V>) -> Self {
        let BoxFrame { rows, norm, half } = BoxFrame::<V, N>::of(shape, 0);
        let origin = match line {
            Line::Ray(ray) => &ray.origin,
            Line::Segment(segment) => &segment.a,
        };
        let (offset, direction) = (Vect(shape.twice_offset::<N>(origin)), line.direction());
        let rows = Matrix::from_arrays(&rows);
        Self {
            rows,
            origin: rows.each(|row| row.dot(offset)),
            direction: rows.each(|row| row.dot(direction).twice()),
            half_extents: Vect(half) * norm,
        }
    }
}

impl<V: Vector, N: Number> Facets<V, N> for BoxFacets<V, N> {
    fn count(&self) -> usize {
        2 * V::DIM
    }
    #[inline(always)]
    fn facet(&self, i: usize) -> Facet<V, N> {
        let axis = i / 2;
        let (outward, origin, direction) =
            (self.rows[axis], self.origin[axis], self.direction[axis]);
        if i & 1 == 0 {
            let height = origin - self.half_extents[axis];
            return Facet { outward, height, approach: N::ZERO - direction };
        }
        let height = N::ZERO - origin - self.half_extents[axis];
        Facet { outward: -outward, height, approach: direction }
    }
}

impl<V: Vector> Faceted<V> for Aabb<V> {
    type Facets<'a, N: Number> = BoxFacets<V, N>;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> BoxFacets<V, N> {
        BoxFacets::of(self, line)
    }
}

impl<V: Vector> Faceted<V> for Obb<V> {
    type Facets<'a, N: Number> = BoxFacets<V, N>;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> BoxFacets<V, N> {
        BoxFacets::of(self, line)
    }
}

/// The facets of a frustum: its planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrustumFacets<'a, V: Vector, N: Number> {
    frustum: &'a Frustum<V>,
    origin: Vect<V, N>,
    direction: Vect<V, N>,
}

impl<V: Vector, N: Number> Facets<V, N> for FrustumFacets<'_, V, N> {
    fn count(&self) -> usize {
        self.frustum.plane_count()
    }
    fn facet(&self, i: usize) -> Facet<V, N> {
        let (normal, offset) = self.frustum.plane::<N>(i);
        let normal = Vect(normal);
        Facet::new(normal, normal.dot(self.origin) - offset, self.direction)
    }
}

impl<V: Vector> Faceted<V> for Frustum<V> {
    type Facets<'a, N: Number> = FrustumFacets<'a, V, N>;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> FrustumFacets<'a, V, N> {
        let (origin, direction) = (line.origin_from_zero(), line.direction());
        FrustumFacets { frustum: self, origin, direction }
    }
}

/// The facets of a hull with an interior: its faces; in 2D its edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullFacets<'a, V: Vector, N: Number> {
    structure: &'a Structure<V>,
    line: &'a Line<V>,
    direction: Vect<V, N>,
}

impl<V: Vector, N: Number> Facets<V, N> for HullFacets<'_, V, N> {
    fn count(&self) -> usize {
        if V::IN_PLANE { self.structure.edges.len() } else { self.structure.faces.len() }
    }
    fn facet(&self, i: usize) -> Facet<V, N> {
        let vertex = |i: u32| &self.structure.corners[i as usize];
        let (edges, faces) = (&self.structure.edges, &self.structure.faces);
        let [from, to, beside] = if V::IN_PLANE {
            // The second direction is not used. Vertices are listed counterclockwise, and an edge
            // turned by a quarter points inwards; so the edge is taken backwards.
            [edges[i][1], edges[i][0], edges[i][0]]
        } else {
            faces[i]
        };
        let [from, to, beside] = [vertex(from), vertex(to), vertex(beside)];
        let [u, v] = [to, beside].mapped(|to| Vect::of(to) - Vect::of(from));
        let outward: Vect<V, N> = u.cross(v);
        let height = outward.dot(self.line.origin_from(from));
        Facet::new(outward, height, self.direction)
    }
}

/// A convex hull with an interior.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolidHull<'a, V: Vector>(&'a Structure<V>);

impl<'a, V: Vector> SolidHull<'a, V> {
    /// The hull, if it has an interior.
    pub(super) fn of(structure: &'a Structure<V>) -> Option<Self> {
        // The least one in 2D has three vertices, in 3D four faces; a flat one has one face.
        let count = if V::IN_PLANE { structure.corners.len() } else { structure.faces.len() };
        (count > V::DIM).then_some(Self(structure))
    }
}

impl<V: Vector> Faceted<V> for SolidHull<'_, V> {
    type Facets<'a, N: Number>
        = HullFacets<'a, V, N>
    where
        Self: 'a;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> HullFacets<'a, V, N> {
        HullFacets { structure: self.0, line, direction: line.direction() }
    }
}
