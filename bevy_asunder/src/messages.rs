//! What happened in a step, told by entities.

use crate::space::Space;
use asunder::Reached;
use asunder::world::{AttackId, ColliderId, ExitReason};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use bevy_math::Vec3;

/// A collider of an entity, as messages and queries name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The entity with the [`Collider`](crate::Collider) or [`HitboxRig`](crate::HitboxRig).
    pub entity: Entity,
    /// The joint that carries the hitbox, if it is one of a rig.
    pub bone: Option<Entity>,
    /// The number of its region; [`CollisionWorld::region`](crate::CollisionWorld::region) has the name.
    pub region: u16,
    /// The collider in the core's world; `collider.part` is the number of the shape or hitbox.
    pub collider: ColliderId,
}

/// Two colliders came into contact, as their layers' response defines it. Under `Touch` they are in contact while they
/// intersect, and touching counts; under `Overlap` and `Block` while they penetrate each other, and touching does
/// not count.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Entered {
    /// The one that came into the world first.
    pub a: Part,
    /// The other.
    pub b: Part,
}

/// Two colliders are no longer in contact. Every [`Entered`] is followed by one of these, also if an entity
/// is despawned; then it names an entity that is no more.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Exited {
    /// The one that came into the world first.
    pub a: Part,
    /// The other.
    pub b: Part,
    /// Why the contact ended.
    pub reason: ExitReason,
}

/// A walker's motion first met an obstacle. It is sent when that begins; while it lasts there is no other.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Blocked<V: Space = Vec3> {
    /// Who moves.
    pub mover: Part,
    /// What stopped it.
    pub obstacle: Part,
    /// A point of the obstacle where they met, in world coordinates.
    pub point: V,
    /// The unit normal of the obstacle there, against the motion.
    pub normal: V,
    /// The fraction of the motion at which they met.
    pub fraction: f32,
}

/// A walker's motion no longer meets an obstacle that it was [`Blocked`] by.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Unblocked {
    /// Who moves.
    pub mover: Part,
    /// What had stopped it.
    pub obstacle: Part,
}

/// An [attack](crate::CollisionWorld::begin_attack), or a collider that is always
/// [swept](crate::Collider::swept), hit a victim: once for each victim.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Space = Vec3> {
    /// The attack; `None` if the collider is always swept.
    pub attack: Option<AttackId>,
    /// What hit.
    pub by: Part,
    /// What was hit: of all of the victim's colliders, the first on the path.
    pub victim: Part,
    /// A point of the victim where they met, in world coordinates.
    pub point: V,
    /// The unit normal there, from the victim to what hit it.
    pub normal: V,
    /// The fraction of the path since the step before at which they met.
    pub fraction: f32,
    /// How close the impact is.
    pub reached: Reached,
}

/// A [`Carrier`](crate::Carrier) pushed a body that something else stopped.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crushed {
    /// Who was crushed.
    pub entity: Entity,
    /// What pushed it.
    pub by: Part,
    /// What stopped it.
    pub against: Part,
}

impl Entered {
    /// The other of the two, if one of them is a collider of this entity: first its own, then the other's.
    #[must_use]
    pub fn of(&self, entity: Entity) -> Option<(Part, Part)> {
        ordered(self.a, self.b, entity)
    }
}

impl Exited {
    /// As [`Entered::of`].
    #[must_use]
    pub fn of(&self, entity: Entity) -> Option<(Part, Part)> {
        ordered(self.a, self.b, entity)
    }
}

fn ordered(a: Part, b: Part, entity: Entity) -> Option<(Part, Part)> {
    if a.entity == entity {
        Some((a, b))
    } else if b.entity == entity {
        Some((b, a))
    } else {
        None
    }
}
