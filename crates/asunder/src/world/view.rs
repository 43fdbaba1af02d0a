//! Queries of a world.

mod filter;
mod found;
pub(in crate::world) mod reach;
pub(in crate::world) mod visit;

use super::body::{Collider, ColliderFacts, ColliderId};
use super::past::{Moment, Past};
use super::{World, WorldError};
use crate::index::BodyKind;
use crate::query::bounds::Bounds;
use crate::query::cast::CastHit;
use crate::query::ray_cast::RayHit;
use crate::shape::{AnyShape, Ray, Segment, Shape};
use crate::space::Vector;
use core::ops::ControlFlow;

pub use filter::Filter;
pub use found::{Found, Near};
use reach::Reach;

/// The answers that are wanted, and where they go.
#[derive(Debug)]
pub enum Wanted<'f, T> {
    /// Whether there is one, whichever is found.
    Any(&'f mut bool),
    /// The first.
    First(&'f mut Option<T>),
    /// All, in order.
    All(&'f mut Vec<T>),
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
/// | query | any | first | all |
/// |---|---|---|---|
/// | intersecting a shape | [`any_intersecting`](Self::any_intersecting) | [`first_intersecting`](Self::first_intersecting), by id | [`intersecting`](Self::intersecting), [`all_intersecting`](Self::all_intersecting) |
/// | hit by a ray or segment | [`any_intersecting`](Self::any_intersecting) | [`ray`](Self::ray), [`segment`](Self::segment) | [`ray_all`](Self::ray_all), [`segment_all`](Self::segment_all) |
/// | hit by a moving shape | [`any_cast`](Self::any_cast) | [`cast`](Self::cast) | [`cast_all`](Self::cast_all) |
/// | near a shape | [`any_within`](Self::any_within) | [`nearest`](Self::nearest) | [`within`](Self::within) |
///
/// A shape is passed as it is, a point as a vector, or either as a [`Shape`]. A
/// [`Frustum`](crate::Frustum), [`HalfSpace`](crate::HalfSpace), [`Plane`](crate::Plane), [`Ray`] or
/// [`Segment`] is searched for along itself in the world's tree, not in the box around it.
///
/// A query for all answers makes a new list. A query for any, or for the first, allocates nothing,
/// except a short list of planes for a frustum, plane or half-space, and that [`cast`](Self::cast)
/// and [`nearest`](Self::nearest) may allocate where shapes have many vertices.
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

    /// Every collider that intersects a shape, in the order of their ids. Exact; touching counts.
    ///
    /// A [`Frustum`](crate::Frustum) finds what a camera sees:
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Filter, BodyKind};
    ///
    /// let mut world = World3::new();
    /// let ball = |x: f32| Sphere3::new([x, 0.0, -4.0], 1.0);
    /// let ahead = world.insert(ball(0.0), BodyKind::Fixed)?;
    /// let aside = world.insert(ball(9.0), BodyKind::Moving)?;
    /// let at_edge = world.insert(Aabb3::new([4.0, 0.0, -4.0], [5.0, 1.0, -3.0]), BodyKind::Moving)?;
    /// // A right angle wide, so that at a depth of 4 it ends at x = 4.
    /// let slopes = [-1.0, 1.0, -1.0, 1.0];
    /// let eye = Frustum3::perspective([0.0; 3], [0.0, 0.0, 0.0, 1.0], slopes, 0.5, 100.0);
    /// let seen = world.view().intersecting(&eye, Filter::new());
    /// assert_eq!(seen, [ahead.collider(0), at_edge.collider(0)], "touching counts");
    /// # let _ = aside;
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn intersecting(
        &self,
        shape: &impl AnyShape<Vector = V>,
        filter: Filter<'_>,
    ) -> Vec<ColliderId> {
        let mut found = Vec::new();
        V::visit_intersecting(self, shape.as_shape_ref(), &filter, &mut |one| {
            found.push(one.collider);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// The same, with what is stored with each collider; of earlier ticks, also of what was removed
    /// since.
    #[must_use]
    pub fn all_intersecting(
        &self,
        shape: &impl AnyShape<Vector = V>,
        filter: Filter<'_>,
    ) -> Vec<Found<()>> {
        let mut found = Vec::new();
        V::visit_intersecting(self, shape.as_shape_ref(), &filter, &mut |one| {
            found.push(one);
            ControlFlow::Continue(())
        });
        found.sort_unstable_by_key(|one: &Found<()>| one.collider);
        found
    }

    /// The collider with the smallest id among those that intersect a shape. It takes as long as
    /// finding all.
    #[must_use]
    pub fn first_intersecting(
        &self,
        shape: &impl AnyShape<Vector = V>,
        filter: Filter<'_>,
    ) -> Option<Found<()>> {
        let mut first: Option<Found<()>> = None;
        V::visit_intersecting(self, shape.as_shape_ref(), &filter, &mut |one| {
            if first.is_none_or(|first| one.collider < first.collider) {
                first = Some(one);
            }
            ControlFlow::Continue(())
        });
        first
    }

    /// Whether any collider intersects a shape. It stops at the first that does.
    ///
    /// For a [`Ray`] or [`Segment`] that is whether anything is in the way: the line of sight.
    #[must_use]
    pub fn any_intersecting(&self, shape: &impl AnyShape<Vector = V>, filter: Filter<'_>) -> bool {
        let mut any = false;
        V::visit_intersecting(self, shape.as_shape_ref(), &filter, &mut |_| {
            any = true;
            ControlFlow::Break(())
        });
        any
    }

    /// The first collider that a ray hits, as [`RayCast::ray_cast`](crate::RayCast::ray_cast) finds
    /// it: the least fraction, and of equal ones the smaller id.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Collider, Filter, BodyKind};
    ///
    /// let mut world = World2::new();
    /// let wall = Aabb2::new([2.0, 0.0], [3.0, 9.0]);
    /// let near = world.insert(Collider::new(wall).tag(7), BodyKind::Fixed)?;
    /// let far = world.insert(Aabb2::new([5.0, -9.0], [6.0, 9.0]), BodyKind::Fixed)?;
    ///
    /// let shot = |y: f32| {
    ///     let ray = Ray2::new([0.0, y], [1.0, 0.0]);
    ///     world.view().ray(&ray, Filter::new()).unwrap()
    /// };
    /// let hit = shot(0.0);
    /// assert_eq!((hit.collider, hit.tag), (near.collider(0), 7), "it grazes the near wall");
    /// assert_eq!(hit.fraction, 2.0);
    /// assert_eq!(shot(-1e-30).collider, far.collider(0), "and here passes below it");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn ray(&self, ray: &Ray<V>, filter: Filter<'_>) -> Option<Found<RayHit<V>>> {
        let mut first = None;
        V::view_ray(self, ray, &filter, Wanted::First(&mut first));
        first
    }

    /// All colliders that a ray hits, by fraction, then id.
    #[must_use]
    pub fn ray_all(&self, ray: &Ray<V>, filter: Filter<'_>) -> Vec<Found<RayHit<V>>> {
        let mut all = Vec::new();
        V::view_ray(self, ray, &filter, Wanted::All(&mut all));
        all
    }

    /// The first collider that a segment hits, from `a` to `b`: as [`ray`](Self::ray), no further
    /// than `b`.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Filter, BodyKind};
    ///
    /// let mut world = World2::new();
    /// world.insert(Sphere2::new([3.0, 0.0], 1.0), BodyKind::Moving)?;
    /// let to = |x: f32| {
    ///     let shot = Segment2::new([0.0, 0.0], [x, 0.0]);
    ///     world.view().segment(&shot, Filter::new()).map(|found| found.fraction)
    /// };
    /// assert_eq!(to(4.0), Some(0.5));
    /// assert_eq!((to(2.0), to(1.9999999)), (Some(1.0), None), "the end counts");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn segment(&self, segment: &Segment<V>, filter: Filter<'_>) -> Option<Found<RayHit<V>>> {
        let mut first = None;
        V::view_segment(self, segment, &filter, Wanted::First(&mut first));
        first
    }

    /// All colliders that a segment hits, by fraction, then id.
    #[must_use]
    pub fn segment_all(&self, segment: &Segment<V>, filter: Filter<'_>) -> Vec<Found<RayHit<V>>> {
        let mut all = Vec::new();
        V::view_segment(self, segment, &filter, Wanted::All(&mut all));
        all
    }

    /// The first collider that a shape hits along a displacement, without turning, as
    /// [`Cast::cast`](crate::Cast::cast) finds it: the least fraction, and of equal ones the smaller
    /// id.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Filter, BodyKind};
    ///
    /// let mut world = World2::new();
    /// let wall = world.insert(Aabb2::new([3.0, 0.0], [4.0, 9.0]), BodyKind::Fixed)?;
    /// let ball = Sphere2::new([0.0, 1.0], 1.0);
    /// let hit = world.view().cast(&ball, [4.0, 0.0], Filter::new()).unwrap();
    /// assert_eq!((hit.collider, hit.fraction), (wall.collider(0), 0.5));
    /// assert!(world.view().cast(&ball, [2.0, 0.0], Filter::new()).is_some(), "the end counts");
    /// assert!(world.view().cast(&ball, [1.9999999, 0.0], Filter::new()).is_none());
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn cast(
        &self,
        shape: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
        filter: Filter<'_>,
    ) -> Option<Found<CastHit<V>>> {
        let mut first = None;
        V::view_cast(
            self,
            shape.as_shape_ref(),
            &motion.into(),
            &filter,
            Wanted::First(&mut first),
        );
        first
    }

    /// All colliders that a shape hits along a displacement, by fraction, then id.
    #[must_use]
    pub fn cast_all(
        &self,
        shape: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
        filter: Filter<'_>,
    ) -> Vec<Found<CastHit<V>>> {
        let mut all = Vec::new();
        V::view_cast(self, shape.as_shape_ref(), &motion.into(), &filter, Wanted::All(&mut all));
        all
    }

    /// Whether a shape hits anything along a displacement: whether [`cast`](Self::cast) finds
    /// something. It stops at the first hit.
    #[must_use]
    pub fn any_cast(
        &self,
        shape: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
        filter: Filter<'_>,
    ) -> bool {
        let mut any = false;
        V::view_cast(self, shape.as_shape_ref(), &motion.into(), &filter, Wanted::Any(&mut any));
        any
    }

    /// The collider nearest to a shape, by [`Distance::distance`](crate::Distance::distance), then
    /// id. `None` only if the filter admits none, or the shape is a point that is not finite.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    /// use asunder::world::{Filter, BodyKind};
    ///
    /// let mut world = World2::new();
    /// let left = world.insert(Sphere2::new([-3.0, 0.0], 1.0), BodyKind::Moving)?;
    /// let right = world.insert(Aabb2::new([2.0, -1.0], [3.0, 1.0]), BodyKind::Fixed)?;
    /// let nearest = |x: f32| {
    ///     world.view().nearest(&vec2(x, 0.0), Filter::new()).unwrap()
    /// };
    /// assert_eq!(nearest(0.0).collider, left.collider(0), "of two as near, the smaller id");
    /// let found = nearest(0.5);
    /// assert_eq!((found.collider, found.distance), (right.collider(0), 1.5));
    /// let near = found.points.unwrap();
    /// assert_eq!((near.on_a, near.on_b), (vec2(0.5, 0.0), vec2(2.0, 0.0)));
    /// assert_eq!((nearest(2.0).hit.distance, nearest(2.0).hit.points), (0.0, None), "touching");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn nearest(
        &self,
        shape: &impl AnyShape<Vector = V>,
        filter: Filter<'_>,
    ) -> Option<Found<Near<V>>> {
        let mut first = None;
        V::view_near(self, shape.as_shape_ref(), f32::INFINITY, &filter, Wanted::First(&mut first));
        first
    }

    /// Every collider whose [`Near::distance`] is at most `distance`, by that, then id. Whatever
    /// intersects the shape is among them; a distance that is negative or NaN finds nothing.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::Vec2;
    /// use asunder::world::{Filter, BodyKind};
    ///
    /// let mut world = World2::new();
    /// for x in [4.0, -2.0, 0.0] {
    ///     world.insert(Sphere2::new([x, 0.0], 1.0), BodyKind::Moving)?;
    /// }
    /// let within = |distance: f32| -> Vec<f32> {
    ///     let found = world.view().within(&Vec2::ZERO, distance, Filter::new());
    ///     found.iter().map(|found| found.distance).collect()
    /// };
    /// assert_eq!(within(3.0), [0.0, 1.0, 3.0], "the end counts");
    /// assert_eq!(within(2.9999998), [0.0, 1.0]);
    /// assert_eq!(within(0.0), [0.0], "what intersects");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn within(
        &self,
        shape: &impl AnyShape<Vector = V>,
        distance: f32,
        filter: Filter<'_>,
    ) -> Vec<Found<Near<V>>> {
        let mut all = Vec::new();
        V::view_near(self, shape.as_shape_ref(), distance, &filter, Wanted::All(&mut all));
        all
    }

    /// Whether [`within`](Self::within) finds anything. It stops at the first that it finds.
    #[must_use]
    pub fn any_within(
        &self,
        shape: &impl AnyShape<Vector = V>,
        distance: f32,
        filter: Filter<'_>,
    ) -> bool {
        let mut any = false;
        V::view_near(self, shape.as_shape_ref(), distance, &filter, Wanted::Any(&mut any));
        any
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
        all.sort_unstable();
        all
    }
}
