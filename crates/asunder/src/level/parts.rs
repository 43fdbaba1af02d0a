//! What levels are to a question: convex parts by number, and a search for those that it concerns.

use super::shear::TrianglePassage;
use crate::index::Reach;
use crate::query::cast::CastHit;
use crate::query::contact::Contact;
use crate::query::distance::ClosestPoints;
use crate::query::explain::Explanation;
use crate::query::predicate::Rule;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::shape::{AnyShape, Ray, Segment, Shape, ShapeRef};
use crate::space::Vector;
use core::ops::ControlFlow;

/// A visitor of the parts that a question may concern, until it breaks; it may shorten the reach.
pub(crate) type PartVisit<'v, V> =
    dyn FnMut(u32, ShapeRef<'_, V>, &mut Reach<V>) -> ControlFlow<()> + 'v;

/// As [`PartVisit`], of a line's question: with how the line passes a triangle.
pub(crate) type LineVisit<'v, V> =
    dyn FnMut(u32, ShapeRef<'_, V>, TrianglePassage, &mut Reach<V>) -> ControlFlow<()> + 'v;

/// The parts of a level, and a search among them.
pub trait PartSearch<V: Vector> {
    #[doc(hidden)]
    fn count(&self) -> usize;

    /// The part of a number.
    #[doc(hidden)]
    fn get(&self, part: u32) -> Option<Shape<V>>;

    /// Calls `visit` with every part that may concern a question with this reach, in no particular order,
    /// until it breaks.
    #[doc(hidden)]
    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>);

    /// The same for a line, whose reach it is: without triangles that it certainly passes beside.
    #[doc(hidden)]
    fn search_line(&self, _line: &Line<V>, reach: &mut Reach<V>, visit: &mut LineVisit<'_, V>) {
        self.search(reach, &mut |number, part, reach| {
            visit(number, part, TrianglePassage::Open, reach)
        });
    }

    /// The normal of a contact with a part, from the level to a shape at the contact point: the face's, where
    /// the contact is at an edge that does not stand out towards the shape.
    #[doc(hidden)]
    fn smoothed(&self, _part: u32, _point: V, normal: V) -> V {
        normal
    }

    /// The direction from which alone a part stops lines and moving shapes; `None` for all.
    #[doc(hidden)]
    fn front(&self, _part: u32) -> Option<V::Array<f32>> {
        None
    }
}

/// A part of a level, and what a question found out about it.
///
/// It dereferences to the hit: `found.fraction` is `found.hit.fraction`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartHit<H> {
    /// The number of the part: of a [`Mesh`](super::Mesh), that of the triangle; each kind of level says what it
    /// counts.
    pub part: u32,
    /// What was found: a [`RayHit`], a [`CastHit`], a [`Contact`] and so on.
    pub hit: H,
}

impl<H> core::ops::Deref for PartHit<H> {
    type Target = H;
    fn deref(&self) -> &H {
        &self.hit
    }
}

impl<H> PartHit<H> {
    pub(crate) fn new(part: u32, hit: H) -> Self {
        Self { part, hit }
    }
}

/// The questions that every level answers: [`Mesh`](super::Mesh), [`Compound`](super::Compound),
/// [`Chain`](super::Chain), [`HeightField`](super::HeightField), [`Tiles`](super::Tiles) and
/// [`Level`](super::Level), which is any of them.
///
/// Each is the question about the parts. Where one part is told of several, it is the first in the order of
/// the answer, and of equal ones that with the smallest number.
pub trait Parts<V: Vector>: PartSearch<V> + Sized {
    /// The number of parts. Those of a [`HeightField`](super::HeightField) with holes and of
    /// [`Tiles`](super::Tiles) have greater numbers, too: what is empty has a number without a part.
    #[must_use]
    fn part_count(&self) -> usize {
        self.count()
    }

    /// The part of a number, a convex shape; `None` if there is none.
    #[must_use]
    fn part(&self, number: u32) -> Option<Shape<V>> {
        self.get(number)
    }

    /// Whether the level shares a point with a shape. Exact; touching counts. A line of sight is a segment.
    #[must_use]
    fn intersects(&self, shape: &impl AnyShape<Vector = V>) -> bool {
        V::level_meets(self, shape.as_shape_ref(), Rule::Closed)
    }

    /// Whether a shape penetrates the surface: whether it penetrates a part. Exact.
    ///
    /// A triangle in space is its own inside, so that a shape penetrates it that lies on both sides of it, or
    /// that crosses it. A shape that is wholly inside of a closed mesh, beyond its surface, does not.
    #[must_use]
    fn penetrates(&self, shape: &impl AnyShape<Vector = V>) -> bool {
        V::level_meets(self, shape.as_shape_ref(), Rule::Open)
    }

    /// The numbers of all parts that share a point with a shape, in order. Exact; touching counts.
    #[must_use]
    fn parts_intersecting(&self, shape: &impl AnyShape<Vector = V>) -> Vec<u32> {
        V::level_parts(self, shape.as_shape_ref())
    }

    /// The first part that a ray hits, as [`RayCast::ray_cast`](crate::RayCast::ray_cast) finds it; `None`
    /// if it hits none.
    ///
    /// No ray passes between parts that share an edge or a vertex, bit for bit.
    #[must_use]
    fn ray_cast(&self, ray: &Ray<V>) -> Option<PartHit<RayHit<V>>> {
        V::level_line(self, &Line::Ray(*ray))
    }

    /// The first part that a segment hits, from `a` to `b`.
    #[must_use]
    fn segment_cast(&self, segment: &Segment<V>) -> Option<PartHit<RayHit<V>>> {
        V::level_line(self, &Line::Segment(*segment))
    }

    /// All parts that a ray hits, by fraction, then number.
    #[must_use]
    fn ray_casts(&self, ray: &Ray<V>) -> Vec<PartHit<RayHit<V>>> {
        V::level_lines(self, &Line::Ray(*ray))
    }

    /// All parts that a segment hits, by fraction, then number.
    #[must_use]
    fn segment_casts(&self, segment: &Segment<V>) -> Vec<PartHit<RayHit<V>>> {
        V::level_lines(self, &Line::Segment(*segment))
    }

    /// The first part that a shape hits, moved by `motion`, as [`Cast::cast`](crate::Cast::cast) of the
    /// shape with each part finds it; `None` if it hits none, or a number is not finite.
    ///
    /// At an edge that does not stand out towards the shape, since the surface goes on beyond it flat or
    /// upward, the normal is the face's.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Mesh3;
    ///
    /// let wall = Mesh3::new([[3.0, 0.0, 0.0], [3.0, 9.0, 0.0], [3.0, 0.0, 9.0]], [[0, 1, 2]]);
    /// let ball = Sphere3::new([0.0, 1.0, 1.0], 1.0);
    /// let hit = wall.cast(&ball, [4.0, 0.0, 0.0]).unwrap();
    /// assert_eq!((hit.part, hit.fraction), (0, 0.5));
    /// assert_eq!(hit.normal.to_array(), [-1.0, 0.0, 0.0]);
    /// assert!(wall.cast(&ball, [1.9999999, 0.0, 0.0]).is_none(), "the end counts, but this is before");
    /// ```
    #[must_use]
    fn cast(
        &self,
        shape: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
    ) -> Option<PartHit<CastHit<V>>> {
        V::level_cast(self, shape.as_shape_ref(), &motion.into())
    }

    /// Whether a shape, moved by `motion`, shares a point with the level anywhere along it. Exact; see
    /// [`Sweep::sweep_intersects`](crate::Sweep::sweep_intersects).
    #[must_use]
    fn sweep_intersects(
        &self,
        shape: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
    ) -> bool {
        V::level_swept(self, shape.as_shape_ref(), &motion.into(), Rule::Closed)
    }

    /// Whether all that a shape covers along `motion` penetrates a part. Exact; see
    /// [`Sweep::sweep_penetrates`](crate::Sweep::sweep_penetrates). This is what stops a mover.
    #[must_use]
    fn sweep_penetrates(
        &self,
        shape: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
    ) -> bool {
        V::level_swept(self, shape.as_shape_ref(), &motion.into(), Rule::Open)
    }

    /// How far a shape is from the level: zero if and only if they intersect. `None` if the level has no
    /// parts, or for a point that is not finite. Certified as
    /// [`Distance::distance`](crate::Distance::distance) is.
    #[must_use]
    fn distance(&self, shape: &impl AnyShape<Vector = V>) -> Option<f32> {
        V::level_nearest(self, shape.as_shape_ref()).map(|nearest| nearest.hit)
    }

    /// The nearest part, with the point of the shape (`on_a`) and of the level (`on_b`) that are nearest to
    /// each other; `None` if they intersect, the level has no parts, or for a point that is not finite.
    #[must_use]
    fn closest_points(
        &self,
        shape: &impl AnyShape<Vector = V>,
    ) -> Option<PartHit<ClosestPoints<V>>> {
        V::level_closest(self, shape.as_shape_ref())
    }

    /// The contacts of a shape with the level: [`ContactOf::contact`](crate::ContactOf::contact) of the shape
    /// with every part that it shares a point with, by number. Normals point to the shape; at an edge that
    /// does not stand out towards the shape, they are the face's, so that a box is not held back by the edges
    /// of the floor that it stands on.
    #[must_use]
    fn contacts(&self, shape: &impl AnyShape<Vector = V>) -> Vec<PartHit<Contact<V>>> {
        V::level_contacts(self, shape.as_shape_ref())
    }

    /// Why a shape and the level meet or do not: the explanation of the shape with the part of the smallest
    /// number that it intersects, or else with the nearest part. `None` if the level has no parts, or for a
    /// point that is not finite.
    #[must_use]
    fn explain(&self, shape: &impl AnyShape<Vector = V>) -> Option<PartHit<Explanation<V>>> {
        V::level_explained(self, shape.as_shape_ref())
    }
}
