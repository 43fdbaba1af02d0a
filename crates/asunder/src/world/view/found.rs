//! What a query finds.

use crate::level::PartHit;
use crate::query::distance::ClosestPoints;
use crate::space::Vector;
use crate::world::body::{ColliderFacts, ColliderId};

/// A collider that a query found, and how.
///
/// It dereferences to the hit: `found.fraction` is `found.hit.fraction`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Found<H> {
    /// The collider; its body is [`ColliderId::body`].
    pub collider: ColliderId,
    /// The tag of the collider.
    pub tag: u64,
    /// The bone the collider is attached to, if any.
    pub bone: Option<u16>,
    /// The region the collider represents, as numbered by the caller.
    pub region: u16,
    /// The owner of the body.
    pub owner: Option<u64>,
    /// The number of the part that was found, of a [level](crate::level): the first in the order of the
    /// query, of equal ones that with the smallest number. `None`, if the collider is one shape.
    pub part: Option<u32>,
    /// The hit: a [`RayHit`](crate::RayHit), a [`CastHit`](crate::CastHit) or a [`Near`]; `()` if the
    /// query is only whether they intersect.
    pub hit: H,
}

impl<H> Found<H> {
    pub(super) fn new(collider: ColliderId, facts: ColliderFacts, hit: H) -> Self {
        let ColliderFacts { tag, bone, region, owner, .. } = facts;
        Self { collider, tag, bone, region, owner, part: None, hit }
    }

    /// What was found of a part of a level.
    pub(super) fn of_part(
        collider: ColliderId,
        facts: ColliderFacts,
        PartHit { part, hit }: PartHit<H>,
    ) -> Self {
        Self { part: Some(part), ..Self::new(collider, facts, hit) }
    }
}

impl<H> core::ops::Deref for Found<H> {
    type Target = H;
    fn deref(&self) -> &H {
        &self.hit
    }
}

/// The distance of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Near<V: Vector> {
    /// The distance, as [`Distance::distance`](crate::Distance::distance) gives it, or nearer to the
    /// true one, and not above that: zero if and only if they intersect.
    pub distance: f32,
    /// A point of the query's shape and one of the collider that are nearest to one another, within
    /// rounding. `None` if they intersect.
    pub points: Option<ClosestPoints<V>>,
}
