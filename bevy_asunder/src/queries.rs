//! Questions about what is where, answered with entities.

use crate::messages::Part;
use crate::space::Space;
use crate::world::CollisionWorld;
use asunder::world::{
    ColliderId, Filter, Found, HitByCast, HitByLine, Intersecting, LayerSet, NearTo, Query,
    QueryKind,
};
use asunder::{AnyShape, Ray, Segment};
use bevy_ecs::change_detection::Res;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;
use core::fmt;
use core::ops::Deref;

/// Questions about the colliders as they are placed now: what a ray hits, what a shape overlaps, what it
/// meets on its way, what is near.
///
/// In `Update` they are where the last step left them, which is where the last frame showed them. The
/// answers are exact for the shapes that [`CollisionWorld::shape`] returns.
///
/// ```
/// use bevy_asunder::prelude::*;
/// use bevy_ecs::entity::Entity;
///
/// // A system: what the muzzle points at, but for the shooter himself.
/// fn aim(collisions: Collisions) {
///     let shooter = Entity::PLACEHOLDER;
///     let ray = Ray3::new([0.0, 1.5, 0.0], [0.0, 0.0, -1.0]);
///     if let Some(seen) = collisions.ray(&ray).except(shooter).first() {
///         println!("{} at {}, region {:?}", seen.entity, seen.fraction, collisions.region(&seen.part));
///     }
/// }
/// # bevy_app::App::new().add_systems(bevy_app::Update, aim);
/// ```
#[derive(SystemParam, Debug)]
pub struct Collisions<'w, V: Space = Vec3> {
    world: Res<'w, CollisionWorld<V>>,
}

impl<V: Space> Deref for Collisions<'_, V> {
    type Target = CollisionWorld<V>;
    fn deref(&self) -> &CollisionWorld<V> {
        &self.world
    }
}

impl<V: Space> CollisionWorld<V> {
    /// What a shape overlaps, in the order of ids; touching counts. A ray, a segment, a frustum and a point
    /// are shapes, too: any answer of a segment is whether something is in the line of sight.
    pub fn intersecting<'q>(
        &'q self,
        shape: &'q impl AnyShape<Vector = V>,
    ) -> Question<'q, V, Intersecting<'q, V>> {
        Question::new(self, self.world.view().intersecting(shape))
    }

    /// What a ray hits, the nearest first. A fraction is in units of the ray's direction.
    pub fn ray<'q>(&'q self, ray: &Ray<V>) -> Question<'q, V, HitByLine<V>> {
        Question::new(self, self.world.view().ray(ray))
    }

    /// What a segment hits, the nearest to its start first.
    pub fn segment<'q>(&'q self, segment: &Segment<V>) -> Question<'q, V, HitByLine<V>> {
        Question::new(self, self.world.view().segment(segment))
    }

    /// What a shape hits along a motion, without turning, the first hit first.
    pub fn cast<'q>(
        &'q self,
        shape: &'q impl AnyShape<Vector = V>,
        motion: V,
    ) -> Question<'q, V, HitByCast<'q, V>> {
        Question::new(self, self.world.view().cast(shape, motion.to_array()))
    }

    /// What is near a shape, the nearest first.
    pub fn near<'q>(
        &'q self,
        shape: &'q impl AnyShape<Vector = V>,
    ) -> Question<'q, V, NearTo<'q, V>> {
        Question::new(self, self.world.view().near(shape))
    }
}

/// A question of a world, of which an answer is asked: [any](Self::any), the [first](Self::first) ones or
/// [all](Self::all), of all colliders or of some.
#[must_use = "nothing is searched before an answer is asked for"]
pub struct Question<'q, V: Space, Q> {
    world: &'q CollisionWorld<V>,
    query: Query<'q, V, Q>,
    layers: LayerSet,
    excluded: Vec<u64>,
    only_if: Option<&'q dyn Fn(&Part) -> bool>,
}

/// A collider that was found, and how.
///
/// It dereferences to the hit: `seen.fraction` is `seen.hit.fraction`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen<H> {
    /// Whose it is.
    pub entity: Entity,
    /// The collider, with its bone and region.
    pub part: Part,
    /// The [tag](crate::Collider::tag) of the collider.
    pub tag: u64,
    /// Of a level the number of what was found: of a mesh that of its triangle.
    pub level_part: Option<u32>,
    /// Where and when: a `RayHit`, a `CastHit` or a `Near` of asunder; `()` of an overlap.
    pub hit: H,
}

impl<H> Deref for Seen<H> {
    type Target = H;
    fn deref(&self) -> &H {
        &self.hit
    }
}

impl<'q, V: Space, Q: QueryKind<V>> Question<'q, V, Q> {
    fn new(world: &'q CollisionWorld<V>, query: Query<'q, V, Q>) -> Self {
        Self { world, query, layers: LayerSet::ALL, excluded: Vec::new(), only_if: None }
    }

    /// Nothing of this entity, and nothing that belongs to whom it belongs: a shot does not hit the shooter.
    /// Several calls exclude several.
    pub fn except(mut self, entity: Entity) -> Self {
        let owner = self.world.parts(entity).first().and_then(|part| {
            self.world
                .core()
                .body_options(part.collider.body)
                .ok()
                .and_then(|options| options.owner)
        });
        self.excluded.push(owner.unwrap_or(entity.to_bits()));
        self
    }

    /// Only what is on these layers; a name that no layer has finds nothing.
    pub fn on_layers<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let layers = self.world.core().layers();
        let known = names.into_iter().filter_map(|name| layers.id(name).ok());
        self.layers = known.fold(LayerSet::NONE, LayerSet::with);
        self
    }

    /// Only that for which a condition holds. It is called last, for what would be found.
    pub fn only_if(self, condition: &'q dyn Fn(&Part) -> bool) -> Self {
        Self { only_if: Some(condition), ..self }
    }
}

impl<V: Space, Q: QueryKind<V> + Copy> Question<'_, V, Q> {
    /// Whether there is an answer.
    #[must_use]
    pub fn any(&self) -> bool {
        self.ask(|query| query.any())
    }

    /// The first answer.
    #[must_use]
    pub fn first(&self) -> Option<Seen<Q::Hit>> {
        self.ask(|query| query.first()).and_then(|found| self.seen(found))
    }

    /// The first few answers.
    #[must_use]
    pub fn first_n(&self, count: usize) -> Vec<Seen<Q::Hit>> {
        self.ask(|query| query.first_n(count)).into_iter().filter_map(|it| self.seen(it)).collect()
    }

    /// All answers.
    #[must_use]
    pub fn all(&self) -> Vec<Seen<Q::Hit>> {
        self.ask(|query| query.all()).into_iter().filter_map(|it| self.seen(it)).collect()
    }

    /// The entities of all answers, each once, in the order of their first.
    #[must_use]
    pub fn entities(&self) -> Vec<Entity> {
        let mut entities = Vec::new();
        for seen in self.all() {
            if !entities.contains(&seen.entity) {
                entities.push(seen.entity);
            }
        }
        entities
    }

    fn ask<T>(&self, ask: impl FnOnce(&Query<'_, V, Q>) -> T) -> T {
        let filter = Filter::new().layers(self.layers).not_of_any(&self.excluded);
        let Some(condition) = self.only_if else { return ask(&self.query.filter(filter)) };
        let holds = |id: ColliderId| self.world.part(id).is_some_and(|part| condition(&part));
        ask(&self.query.filter(filter.only_if(&holds)))
    }

    fn seen(&self, found: Found<Q::Hit>) -> Option<Seen<Q::Hit>> {
        let part = self.world.part(found.collider)?;
        Some(Seen {
            entity: part.entity,
            part,
            tag: found.tag,
            level_part: found.part,
            hit: found.hit,
        })
    }
}

impl<V: Space> Question<'_, V, NearTo<'_, V>> {
    /// Only what is at most this far.
    pub fn within(self, distance: f32) -> Self {
        Self { query: self.query.within(distance), ..self }
    }
}

impl<V: Space, Q: fmt::Debug> fmt::Debug for Question<'_, V, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("query", &self.query)
            .field("layers", &self.layers)
            .field("excluded", &self.excluded)
            .field("has_condition", &self.only_if.is_some())
            .finish()
    }
}
