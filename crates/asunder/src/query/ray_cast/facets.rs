//! Shapes by what bounds them: the half-spaces `outward · x <= offset` that they have in common.

use super::line::Line;
use crate::exact::Number;
use crate::query::separation::{BoxFrame, BoxLike, dot};
use crate::shape::{Aabb, Frustum, HalfSpace, Obb, Plane, Structure};
use crate::space::Vector;

/// One of the half-spaces, as seen from a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facet<V: Vector, N: Number> {
    /// The normal, which points out of the shape.
    pub(super) outward: V::Array<N>,
    /// `outward · x - offset` at the line's origin: above zero where that is outside.
    pub(super) height: N,
    /// By how much the height falls on the way of fraction one.
    pub(super) approach: N,
}

impl<V: Vector, N: Number> Facet<V, N> {
    pub(super) fn new(outward: V::Array<N>, height: N, direction: &V::Array<N>) -> Self {
        let approach = N::ZERO - dot::<V, N>(&outward, direction);
        Self { outward, height, approach }
    }

    /// The height after a fraction of the way.
    #[inline(always)]
    pub(super) fn height_after(&self, fraction: f32) -> N {
        self.height - N::of(fraction) * self.approach
    }
}

/// The facets of a shape as seen from a line, in numbers of one kind.
pub(super) trait Facets<V: Vector, N: Number> {
    /// How many there are.
    fn count(&self) -> usize;
    /// One of them.
    fn facet(&self, i: usize) -> Facet<V, N>;
}

/// A shape that is bounded by facets.
pub(super) trait Faceted<V: Vector> {
    /// Its facets.
    type Facets<'a, N: Number>: Facets<V, N>
    where
        Self: 'a;
    /// Its facets as seen from a line.
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> Self::Facets<'a, N>;
    /// Whether the facets alone make the shape; else they do for lines that meet it.
    fn is_whole(&self) -> bool {
        true
    }
}

/// The opposite vector.
pub(super) fn opposite<V: Vector, N: Number>(x: &V::Array<N>) -> V::Array<N> {
    V::array(|i| N::ZERO - x[i])
}

/// A plane from one or both of its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneFacets<V: Vector, N: Number> {
    front: Facet<V, N>,
    sides: usize,
}

impl<V: Vector, N: Number> PlaneFacets<V, N> {
    fn of(plane: &Plane<V>, line: &Line<V>, sides: usize) -> Self {
        let normal = V::array(|i| N::of(plane.normal[i]));
        let origin = line.origin_from(&V::array(|_| 0.0));
        let height = dot::<V, N>(&normal, &origin) - N::of(plane.offset);
        Self { front: Facet::new(normal, height, &line.direction()), sides }
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
        Facet {
            outward: opposite::<V, N>(&outward),
            height: minus(height),
            approach: minus(approach),
        }
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

/// A box, along its axes and in doubled lengths; the facets of an axis are two in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFacets<V: Vector, N: Number> {
    rows: V::Array<V::Array<N>>,
    /// Of the origin from the middle.
    along: V::Array<N>,
    /// Of the way.
    direction: V::Array<N>,
    reach: V::Array<N>,
}

impl<V: Vector, N: Number> BoxFacets<V, N> {
    fn of(shape: &impl BoxLike<V>, line: &Line<V>) -> Self {
        let BoxFrame { rows, norm, half } = BoxFrame::<V, N>::of(shape, 0);
        let origin = match line {
            Line::Ray(ray) => &ray.origin,
            Line::Segment(segment) => &segment.a,
        };
        let (offset, direction) = (shape.twice_offset::<N>(origin), line.direction::<N>());
        Self {
            rows,
            along: V::array(|i| dot::<V, N>(&rows[i], &offset)),
            direction: V::array(|i| dot::<V, N>(&rows[i], &direction).twice()),
            reach: V::array(|i| half[i] * norm),
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
        let (outward, along, direction) =
            (&self.rows[axis], self.along[axis], self.direction[axis]);
        if i & 1 == 0 {
            let height = along - self.reach[axis];
            return Facet { outward: *outward, height, approach: N::ZERO - direction };
        }
        let height = N::ZERO - along - self.reach[axis];
        Facet { outward: opposite::<V, N>(outward), height, approach: direction }
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

/// The planes of a frustum.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrustumFacets<'a, V: Vector, N: Number> {
    frustum: &'a Frustum<V>,
    origin: V::Array<N>,
    direction: V::Array<N>,
}

impl<V: Vector, N: Number> Facets<V, N> for FrustumFacets<'_, V, N> {
    fn count(&self) -> usize {
        self.frustum.plane_count()
    }
    fn facet(&self, i: usize) -> Facet<V, N> {
        let (normal, offset) = self.frustum.plane::<N>(i);
        let height = dot::<V, N>(&normal, &self.origin) - offset;
        Facet::new(normal, height, &self.direction)
    }
}

impl<V: Vector> Faceted<V> for Frustum<V> {
    type Facets<'a, N: Number> = FrustumFacets<'a, V, N>;
    fn facets<'a, N: Number>(&'a self, line: &'a Line<V>) -> FrustumFacets<'a, V, N> {
        let origin = line.origin_from(&V::array(|_| 0.0));
        FrustumFacets { frustum: self, origin, direction: line.direction() }
    }
}

/// The faces of a hull that has inside; in 2D its edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullFacets<'a, V: Vector, N: Number> {
    structure: &'a Structure<V>,
    line: &'a Line<V>,
    direction: V::Array<N>,
}

impl<V: Vector, N: Number> Facets<V, N> for HullFacets<'_, V, N> {
    fn count(&self) -> usize {
        if V::DIM == 2 { self.structure.edges.len() } else { self.structure.faces.len() }
    }
    fn facet(&self, i: usize) -> Facet<V, N> {
        let corner = |i: u32| &self.structure.corners[i as usize];
        let (edges, faces) = (&self.structure.edges, &self.structure.faces);
        let [from, to, beside] = if V::DIM == 2 {
            // The second direction is not looked at. Corners are listed counterclockwise, and the
            // first one turned by a quarter points in; so walk backwards.
            [edges[i][1], edges[i][0], edges[i][0]]
        } else {
            faces[i]
        };
        let [from, to, beside] = [corner(from), corner(to), corner(beside)];
        let [u, v] = [to, beside].map(|to| V::array(|t| N::of(to[t]) - N::of(from[t])));
        let outward = V::cross(&u, &v);
        let height = dot::<V, N>(&outward, &self.line.origin_from(from));
        Facet::new(outward, height, &self.direction)
    }
}

/// A hull with inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolidHull<'a, V: Vector>(&'a Structure<V>);

impl<'a, V: Vector> SolidHull<'a, V> {
    /// The hull, if it has inside.
    pub(super) fn of(structure: &'a Structure<V>) -> Option<Self> {
        // The least one in 2D has three corners, in 3D four faces; a flat one has one face.
        let parts = if V::DIM == 2 { structure.corners.len() } else { structure.faces.len() };
        (parts > V::DIM).then_some(Self(structure))
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
