//! Queries of a world.

mod filter;
mod found;
mod query;
pub(in crate::world) mod visit;

use super::body::{Collider, ColliderFacts, ColliderId};
use super::past::{Moment, Past};
use super::{World, WorldError};
use crate::index::{BodyKind, Reach};
use crate::level::Level;
use crate::query::bounds::Bounds;
use crate::shape::{AnyShape, Ray, Segment, Shape};
use crate::sort::sort;
use crate::space::Vector;
use core::fmt;
use core::ops::ControlFlow;

pub use filter::Filter;
pub use found::{Found, Near};
pub use query::{HitByCast, HitByLine, Intersecting, NearTo, Queries, Query, QueryKind};

/// The answers that are wanted, and where they go.
pub enum Wanted<'f, T> {
    /// Whether there is one, whichever is found.
    Any(&'f mut bool),
    /// The first.
    First(&'f mut Option<T>),
    /// The first ones up to a number, in order.
    FirstN(usize, &'f mut Vec<T>),
    /// All, in order.
    All(&'f mut Vec<T>),
    /// Each, in no particular order, until the visitor breaks.
    Each(&'f mut dyn FnMut(T) -> ControlFlow<()>),
}

impl<T> fmt::Debug for Wanted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any(_) => "Any",
            Self::First(_) => "First",
            Self::FirstN(..) => "FirstN",
            Self::All(_) => "All",
            Self::Each(_) => "Each",
        })
    }
}

/// A visitor of candidates, until it breaks; it may shorten the reach.
pub(in crate::world) type Visit<'v, V> =
    dyn FnMut(Candidate<'_, V>, &mut Reach<V>) -> ControlFlow<()> + 'v;

/// A world at one moment, for queries: [now](World::view), or at a tick of its
/// [history](crate::History).
///
/// Answers are about the shapes as they are placed; no step is needed in between. [`BodyKind`] and the
/// layers' responses do not matter to them: fixed colliders are found as well as moving ones. A query
/// with a number that is not finite finds nothing.
///
/// | query | finds colliders | in the order of |
/// |---|---|---|
/// | [`intersecting`](Self::intersecting) | that intersect a shape; for a ray or segment, the line of sight | ids |
/// | [`ray`](Self::ray), [`segment`](Self::segment) | that a ray or segment hits | fractions, then ids |
/// | [`rays`](Self::rays), [`segments`](Self::segments) | that each of many hits | lines |
/// | [`cast`](Self::cast) | that a moving shape hits | fractions, then ids |
/// | [`near`](Self::near) | within a distance of a shape, or at any distance | distances, then ids |
///
/// Each is a [`Query`], which answers [`any`](Query::any), [`first`](Query::first),
/// [`first_n`](Query::first_n), [`all`](Query::all), [`ids`](Query::ids) and [`visit`](Query::visit), of
/// all colliders or of those that a [`filter`](Query::filter) admits.
///
/// A shape is passed as it is, a point as a vector, or either as a [`Shape`]. A
/// [`Frustum`](crate::Frustum), [`HalfSpace`](crate::HalfSpace), [`Plane`](crate::Plane), [`Ray`] or
/// [`Segment`] is searched for along itself in the world's tree, not in the box around it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, V: Vector> {
    world: &'a World<V>,
    /// The moment of the moving bodies, if that is not now.
    past: Option<Past<'a, V>>,
}

/// A collider that may be an answer.
pub(in crate::world) struct Candidate<'a, V: Vector> {
    pub(in crate::world) id: ColliderId,
    pub(in crate::world) facts: ColliderFacts,
    pub(in crate::world) shape: &'a Shape<V>,
    /// The level that it is, if it is one: `shape` is the box around that then.
    pub(in crate::world) level: Option<&'a Level<V>>,
    pub(in crate::world) bounds: &'a Bounds<V>,
}

impl<'a, V: Vector> View<'a, V> {
    pub(super) fn of(world: &'a World<V>) -> Self {
        Self { world, past: None }
    }

    /// A view of a world whose moving bodies are where they were.
    pub(crate) fn of_past(world: &'a World<V>, past: Past<'a, V>) -> Self {
        Self { world, past: Some(past) }
    }

    /// The moment of the past that it shows; `None` if it shows the world as it is.
    #[must_use]
    pub fn moment(&self) -> Option<Moment> {
        self.past.map(|past| past.moment)
    }

    /// The colliders that intersect a shape, in the order of their ids. Exact; touching counts.
    ///
    /// The first takes as long as all. For a [`Ray`] or [`Segment`], any is whether something is in the
    /// way: the line of sight. A [`Frustum`](crate::Frustum) finds what a camera sees:
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World3::new();
    /// let ball = |x: f32| Sphere3::new([x, 0.0, -4.0], 1.0);
    /// let ahead = world.insert(ball(0.0), BodyKind::Fixed)?;
    /// let aside = world.insert(ball(9.0), BodyKind::Moving)?;
    /// let at_edge = world.insert(Aabb3::new([4.0, 0.0, -4.0], [5.0, 1.0, -3.0]), BodyKind::Moving)?;
    /// // A right angle wide, so that at a depth of 4 it ends at x = 4.
    /// let slopes = [-1.0, 1.0, -1.0, 1.0];
    /// let eye = Frustum3::perspective([0.0; 3], [0.0, 0.0, 0.0, 1.0], slopes, 0.5, 100.0);
    /// let seen = world.view().intersecting(&eye).ids();
    /// assert_eq!(seen, [ahead.collider(0), at_edge.collider(0)], "touching counts");
    /// # let _ = aside;
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    pub fn intersecting<'q>(
        &self,
        shape: &'q impl AnyShape<Vector = V>,
    ) -> Query<'q, V, Intersecting<'q, V>>
    where
        'a: 'q,
    {
        self.query(Intersecting(shape.as_shape_ref()))
    }

    /// The colliders that a ray hits, as [`RayCast::ray_cast`](crate::RayCast::ray_cast) finds it: by
    /// fraction, then id.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let wall = Aabb2::new([2.0, 0.0], [3.0, 9.0]);
    /// let near = world.insert(Collider::new(wall).tag(7), BodyKind::Fixed)?;
    /// let far = world.insert(Aabb2::new([5.0, -9.0], [6.0, 9.0]), BodyKind::Fixed)?;
    ///
    /// let shot = |y: f32| world.view().ray(&Ray2::new([0.0, y], [1.0, 0.0])).first().unwrap();
    /// let hit = shot(0.0);
    /// assert_eq!((hit.collider, hit.tag), (near.collider(0), 7), "it grazes the near wall");
    /// assert_eq!(hit.fraction, 2.0);
    /// assert_eq!(shot(-1e-30).collider, far.collider(0), "and here passes below it");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    pub fn ray(&self, ray: &Ray<V>) -> Query<'a, V, HitByLine<V>> {
        self.query(ray.into())
    }

    /// The colliders that a segment hits, from `a` to `b`: as [`ray`](Self::ray), no further than `b`.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// world.insert(Sphere2::new([3.0, 0.0], 1.0), BodyKind::Moving)?;
    /// let to = |x: f32| {
    ///     let shot = Segment2::new([0.0, 0.0], [x, 0.0]);
    ///     world.view().segment(&shot).first().map(|hit| hit.fraction)
    /// };
    /// assert_eq!(to(4.0), Some(0.5));
    /// assert_eq!((to(2.0), to(1.9999999)), (Some(1.0), None), "the end counts");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    pub fn segment(&self, segment: &Segment<V>) -> Query<'a, V, HitByLine<V>> {
        self.query(segment.into())
    }

    /// What each of many rays hits, in one call: the pellets of a shotgun, a sensor's beams. The answers
    /// are those of [`ray`](Self::ray), one after the other. A view is `Sync`: to use several threads, give
    /// each of them a part of the rays.
    pub fn rays<'q>(&self, rays: &'q [Ray<V>]) -> Queries<'q, V, Ray<V>>
    where
        'a: 'q,
    {
        Queries { view: *self, lines: rays, filter: Filter::new() }
    }

    /// What each of many segments hits, in one call: who sees whom, the paths of bullets in a tick.
    pub fn segments<'q>(&self, segments: &'q [Segment<V>]) -> Queries<'q, V, Segment<V>>
    where
        'a: 'q,
    {
        Queries { view: *self, lines: segments, filter: Filter::new() }
    }

    /// The colliders that a shape hits along a displacement, without turning, as
    /// [`Cast::cast`](crate::Cast::cast) finds it: by fraction, then id. Nothing, if the displacement is
    /// not finite.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let wall = world.insert(Aabb2::new([3.0, 0.0], [4.0, 9.0]), BodyKind::Fixed)?;
    /// let ball = Sphere2::new([0.0, 1.0], 1.0);
    /// let hit = world.view().cast(&ball, [4.0, 0.0]).first().unwrap();
    /// assert_eq!((hit.collider, hit.fraction), (wall.collider(0), 0.5));
    /// assert!(world.view().cast(&ball, [2.0, 0.0]).any(), "the end counts");
    /// assert!(!world.view().cast(&ball, [1.9999999, 0.0]).any());
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    pub fn cast<'q>(
        &self,
        shape: &'q impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
    ) -> Query<'q, V, HitByCast<'q, V>>
    where
        'a: 'q,
    {
        self.query(HitByCast { shape: shape.as_shape_ref(), motion: motion.into() })
    }

    /// The colliders near a shape, by [`Near::distance`], then id: all of them, or those
    /// [within](Query::within) a distance. What intersects the shape is at distance zero.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::{Vec2, vec2};
    ///
    /// let mut world = World2::new();
    /// let left = world.insert(Sphere2::new([-3.0, 0.0], 1.0), BodyKind::Moving)?;
    /// let right = world.insert(Aabb2::new([2.0, -1.0], [3.0, 1.0]), BodyKind::Fixed)?;
    /// let nearest = |x: f32| world.view().near(&vec2(x, 0.0)).first().unwrap();
    /// assert_eq!(nearest(0.0).collider, left.collider(0), "of two as near, the smaller id");
    /// let found = nearest(0.5);
    /// assert_eq!((found.collider, found.distance), (right.collider(0), 1.5));
    /// let near = found.points.unwrap();
    /// assert_eq!((near.on_a, near.on_b), (vec2(0.5, 0.0), vec2(2.0, 0.0)));
    /// assert_eq!((nearest(2.0).distance, nearest(2.0).points), (0.0, None), "touching");
    ///
    /// let origin = Vec2::ZERO;
    /// let within = |distance| world.view().near(&origin).within(distance).ids();
    /// assert_eq!(within(2.0), [left.collider(0), right.collider(0)], "the end counts");
    /// assert_eq!(within(1.9999999), []);
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[doc(alias = "nearest")]
    pub fn near<'q>(&self, shape: &'q impl AnyShape<Vector = V>) -> Query<'q, V, NearTo<'q, V>>
    where
        'a: 'q,
    {
        self.query(NearTo { shape: shape.as_shape_ref(), within: f32::INFINITY })
    }

    fn query<'q, Q>(&self, question: Q) -> Query<'q, V, Q>
    where
        'a: 'q,
    {
        Query { view: *self, question, filter: Filter::new() }
    }

    /// The shape of a collider, placed.
    ///
    /// # Errors
    /// If the collider is not, or was not, in the world.
    pub fn shape(&self, id: ColliderId) -> Result<Shape<V>, WorldError> {
        let recorded = self.past.and_then(|past| past.shape(id));
        match (recorded, self.past, self.world.shape(id)) {
            (Some(shape), ..) => Ok(shape),
            (None, None, shape) => shape.cloned(),
            (None, Some(_), shape) => {
                let fixed = self.world.body_options(id.body)?.kind == BodyKind::Fixed;
                if fixed { shape.cloned() } else { Err(WorldError::NoBody { body: id.body }) }
            }
        }
    }

    /// A collider as it is [now](World::collider), if it is still in the world. What it was at an
    /// earlier tick is in its [`Found`].
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn collider(&self, id: ColliderId) -> Result<&'a Collider<V>, WorldError> {
        self.world.collider(id)
    }

    /// Every collider there is, or was, in the order of their ids.
    #[must_use]
    pub fn colliders(&self) -> Vec<ColliderId> {
        let Some(past) = self.past else { return self.world.colliders().collect() };
        let is_fixed = |id: &ColliderId| {
            let options = self.world.body_options(id.body);
            options.is_ok_and(|options| options.kind == BodyKind::Fixed)
        };
        let mut all = past.colliders();
        all.extend(self.world.colliders().filter(is_fixed));
        sort(&mut all);
        all
    }
}
