//! What a question finds.

use crate::space::Vector;
use crate::world::body::{ColliderFacts, ColliderId};

/// A collider that a question found, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Found<H> {
    /// The collider; its body is [`ColliderId::body`].
    pub collider: ColliderId,
    /// What the collider was tagged with.
    pub tag: u64,
    /// The bone it rides on, if its maker said so.
    pub bone: Option<u16>,
    /// The region it stands for, as its maker numbered them.
    pub region: u16,
    /// Whose the body is.
    pub owner: Option<u64>,
    /// Where: a [`RayHit`](crate::RayHit), a [`CastHit`](crate::CastHit) or a [`Near`]; nothing, if
    /// it was asked only whether they intersect.
    pub hit: H,
}

impl<H> Found<H> {
    pub(super) fn new(collider: ColliderId, facts: ColliderFacts, hit: H) -> Self {
        let ColliderFacts { tag, bone, region, owner, .. } = facts;
        Self { collider, tag, bone, region, owner, hit }
    }
}

/// How near a collider is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Near<V: Vector> {
    /// As [`Distance::distance`](crate::Distance::distance) gives it, or nearer to the true one, and
    /// not above that: zero if and only if they intersect.
    pub distance: f32,
    /// A point of the asked shape and one of the collider that are nearest to one another, within
    /// rounding. `None` if they intersect.
    pub points: Option<(V, V)>,
}
