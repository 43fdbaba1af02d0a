//! Queries of a view: asked for any answer, for the first ones, or for all.

use super::filter::Filter;
use super::found::{Found, Near};
use super::{View, Wanted};
use crate::query::cast::CastHit;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::shape::{Ray, Segment, ShapeRef};
use crate::space::Vector;
use crate::world::body::ColliderId;
use core::ops::ControlFlow;

/// A query of a [`View`], which an answer is asked of: [any](Self::any), [the first](Self::first),
/// [the first few](Self::first_n), [all](Self::all), [their ids](Self::ids), or
/// [one by one](Self::visit). It considers all colliders, or those that a [filter](Self::filter) admits.
///
/// The order of answers is that of [`QueryKind::Hit`]: by fraction, or by distance, or none; and of equal
/// ones by id. It depends on nothing else.
///
/// Asking for any answer, for the first, or one by one allocates nothing, except a short list of planes
/// for a frustum, plane or half-space, and that casts and distances may allocate where shapes have many
/// vertices.
///
/// ```
/// use asunder::prelude::*;
///
/// let mut world = World2::new();
/// for x in [2.0, 4.0, 6.0] {
///     world.insert(Aabb2::new([x, 0.0], [x + 1.0, 9.0]), BodyKind::Fixed)?;
/// }
/// let ray = Ray2::new([0.0, 0.0], [1.0, 0.0]);
/// let query = world.view().ray(&ray);
/// assert!(query.any(), "it grazes them all");
/// assert_eq!(query.first().map(|hit| hit.fraction), Some(2.0));
/// let fractions = |count| query.first_n(count).iter().map(|hit| hit.fraction).collect::<Vec<_>>();
/// assert_eq!((fractions(2), query.all().len()), (vec![2.0, 4.0], 3));
/// let far = |id| world.shape(id).is_ok_and(|shape| shape.aabb().min().x > 4.0);
/// assert_eq!(query.filter(Filter::new().only_if(&far)).first().unwrap().fraction, 6.0);
/// # Ok::<(), asunder::world::WorldError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is searched before an answer is asked for"]
pub struct Query<'q, V: Vector, Q> {
    pub(super) view: View<'q, V>,
    pub(super) question: Q,
    pub(super) filter: Filter<'q>,
}

impl<'q, V: Vector, Q: QueryKind<V>> Query<'q, V, Q> {
    /// The query of the colliders that a filter admits, in place of the filter that it had.
    pub fn filter(self, filter: Filter<'q>) -> Self {
        Self { filter, ..self }
    }

    /// Whether there is an answer. The search stops at the first that it finds.
    #[must_use]
    pub fn any(&self) -> bool {
        let mut any = false;
        self.search(Wanted::Any(&mut any));
        any
    }

    /// The first answer in order: the nearest hit or collider, or the smallest id.
    #[must_use]
    pub fn first(&self) -> Option<Found<Q::Hit>> {
        let mut first = None;
        self.search(Wanted::First(&mut first));
        first
    }

    /// The first answers in order, `count` of them if there are as many: the `count` nearest.
    #[doc(alias = "nearest_k")]
    #[must_use]
    pub fn first_n(&self, count: usize) -> Vec<Found<Q::Hit>> {
        let mut first = Vec::new();
        self.search(Wanted::FirstN(count, &mut first));
        first
    }

    /// All answers, in order.
    #[must_use]
    pub fn all(&self) -> Vec<Found<Q::Hit>> {
        let mut all = Vec::new();
        self.search(Wanted::All(&mut all));
        all
    }

    /// The ids of all answers, in order.
    #[must_use]
    pub fn ids(&self) -> Vec<ColliderId> {
        self.all().iter().map(|found| found.collider).collect()
    }

    /// Calls `visit` with each answer, in no particular order, until it breaks.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use core::ops::ControlFlow;
    ///
    /// let mut world = World2::new();
    /// for x in 0..9 {
    ///     world.insert(Sphere2::new([x as f32 * 2.0, 0.0], 1.0), BodyKind::Moving)?;
    /// }
    /// let mut count = 0;
    /// world.view().intersecting(&Aabb2::new([1.0, 0.0], [5.0, 1.0])).visit(|_| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 4, "touching counts");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    pub fn visit(&self, mut visit: impl FnMut(Found<Q::Hit>) -> ControlFlow<()>) {
        self.search(Wanted::Each(&mut visit));
    }

    fn search(&self, wanted: Wanted<'_, Found<Q::Hit>>) {
        self.question.search(&self.view, &self.filter, wanted);
    }
}

impl<V: Vector> Query<'_, V, NearTo<'_, V>> {
    /// The query of the colliders whose [`Near::distance`] is at most `distance`. None is, if that is
    /// negative or NaN.
    pub fn within(mut self, distance: f32) -> Self {
        self.question.within = distance;
        self
    }
}

/// Queries of a [`View`] by many rays or segments, answered in one call.
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is searched before answers are asked for"]
pub struct Queries<'q, V: Vector, L> {
    pub(super) view: View<'q, V>,
    pub(super) lines: &'q [L],
    pub(super) filter: Filter<'q>,
}

impl<'q, V: Vector, L> Queries<'q, V, L>
where
    HitByLine<V>: From<&'q L>,
{
    /// The queries of the colliders that a filter admits, in place of the filter that they had.
    pub fn filter(self, filter: Filter<'q>) -> Self {
        Self { filter, ..self }
    }

    /// Whether each line hits anything, in the order of the lines.
    #[must_use]
    pub fn any(&self) -> Vec<bool> {
        self.queries().map(|query| query.any()).collect()
    }

    /// The first collider that each line hits, in the order of the lines.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// world.insert(Aabb2::new([2.0, 0.0], [3.0, 1.0]), BodyKind::Fixed)?;
    /// let pellets = [1.0, 1.0000001].map(|y| Ray2::new([0.0, y], [1.0, 0.0]));
    /// let hits = world.view().rays(&pellets).first();
    /// assert_eq!(hits.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn first(&self) -> Vec<Option<Found<RayHit<V>>>> {
        self.queries().map(|query| query.first()).collect()
    }

    fn queries(&self) -> impl Iterator<Item = Query<'q, V, HitByLine<V>>> {
        let Self { view, lines, filter } = *self;
        lines.iter().map(move |line| Query { view, question: HitByLine::from(line), filter })
    }
}

/// What a [`Query`] asks of each collider.
///
/// Implemented for [`Intersecting`], [`HitByLine`], [`HitByCast`] and [`NearTo`].
pub trait QueryKind<V: Vector> {
    /// What is told of a collider that is an answer. A [`RayHit`] and a [`CastHit`] are ordered by their
    /// fractions, a [`Near`] by its distance.
    type Hit;

    #[doc(hidden)]
    fn search(&self, view: &View<'_, V>, filter: &Filter<'_>, wanted: Wanted<'_, Found<Self::Hit>>);
}

/// The question whether a collider [intersects](View::intersecting) a shape.
#[derive(Clone, Copy, Debug)]
pub struct Intersecting<'q, V: Vector>(pub(super) ShapeRef<'q, V>);

/// The question where a [ray](View::ray) or a [segment](View::segment) hits a collider.
#[derive(Clone, Copy, Debug)]
pub struct HitByLine<V: Vector>(Line<V>);

/// The question where a [moving shape](View::cast) hits a collider.
#[derive(Clone, Copy, Debug)]
pub struct HitByCast<'q, V: Vector> {
    pub(super) shape: ShapeRef<'q, V>,
    pub(super) motion: V::Array<f32>,
}

/// The question how [near](View::near) a collider is to a shape.
#[derive(Clone, Copy, Debug)]
pub struct NearTo<'q, V: Vector> {
    pub(super) shape: ShapeRef<'q, V>,
    pub(super) within: f32,
}

impl<V: Vector> From<&Ray<V>> for HitByLine<V> {
    fn from(ray: &Ray<V>) -> Self {
        Self(Line::Ray(*ray))
    }
}

impl<V: Vector> From<&Segment<V>> for HitByLine<V> {
    fn from(segment: &Segment<V>) -> Self {
        Self(Line::Segment(*segment))
    }
}

impl<V: Vector> QueryKind<V> for Intersecting<'_, V> {
    type Hit = ();

    fn search(&self, view: &View<'_, V>, filter: &Filter<'_>, wanted: Wanted<'_, Found<()>>) {
        V::view_intersecting(view, self.0, filter, wanted);
    }
}

impl<V: Vector> QueryKind<V> for HitByLine<V> {
    type Hit = RayHit<V>;

    fn search(
        &self,
        view: &View<'_, V>,
        filter: &Filter<'_>,
        wanted: Wanted<'_, Found<RayHit<V>>>,
    ) {
        V::view_line(view, &self.0, filter, wanted);
    }
}

impl<V: Vector> QueryKind<V> for HitByCast<'_, V> {
    type Hit = CastHit<V>;

    fn search(
        &self,
        view: &View<'_, V>,
        filter: &Filter<'_>,
        wanted: Wanted<'_, Found<CastHit<V>>>,
    ) {
        V::view_cast(view, self.shape, &self.motion, filter, wanted);
    }
}

impl<V: Vector> QueryKind<V> for NearTo<'_, V> {
    type Hit = Near<V>;

    fn search(&self, view: &View<'_, V>, filter: &Filter<'_>, wanted: Wanted<'_, Found<Near<V>>>) {
        V::view_near(view, self.shape, self.within, filter, wanted);
    }
}
