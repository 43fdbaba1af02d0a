//! The world of the core as a resource, with the entity of each body.

use crate::body::Layer;
use crate::error::{Refusal, Refused};
use crate::level::LevelCollider;
use crate::messages::Part;
use crate::space::Space;
use asunder::recording::RecordedMove;
use asunder::world::{
    AttackId, AttackOptions, BodyId, Collider as CoreCollider, ColliderId, Layers, WorldError,
};
use asunder::{Level, Pose, Role, Shape, World};
use bevy_ecs::entity::Entity;
use bevy_ecs::name::Name;
use bevy_ecs::resource::Resource;
use bevy_math::{Affine3A, Vec2, Vec3};
use bevy_transform::components::Transform;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The colliders of all entities: asunder's `World`, and which body is whose.
///
/// Questions about what is where are asked through [`Collisions`](crate::Collisions). Here is what changes
/// something, and what is asked of one entity: attacks, the shapes as they are placed, the names of regions.
#[derive(Resource, Debug)]
pub struct CollisionWorld<V: Space = Vec3> {
    pub(crate) world: World<V>,
    pub(crate) bodies: BTreeMap<Entity, BodyRecord<V>>,
    pub(crate) rigs: BTreeMap<Entity, RigRecord>,
    pub(crate) levels: BTreeMap<Entity, LevelRecord<V>>,
    /// The owner of each body, kept until the step that ends its last contacts.
    pub(crate) owners: BTreeMap<BodyId, BodyOwner>,
    pub(crate) removed: Vec<BodyId>,
    pub(crate) refused: BTreeMap<(Entity, Subject), Refusal>,
    /// The movers and obstacles of which the first is blocked by the second.
    pub(crate) blocked: BTreeSet<(ColliderId, ColliderId)>,
    /// For each collider that was hit lately, the step.
    pub(crate) hit_at: BTreeMap<ColliderId, u64>,
    /// The step that was recorded last.
    pub(crate) recorded_steps: u64,
    /// What a recorder is to note of this step, if there is one.
    pub(crate) notes: Option<Vec<Note<V>>>,
    /// Refusals that are not sent yet.
    pub(crate) news: Vec<Refused>,
}

/// The world of colliders in the plane of x and y.
pub type CollisionWorld2 = CollisionWorld<Vec2>;
/// The world of colliders in space.
pub type CollisionWorld3 = CollisionWorld<Vec3>;

/// What happens to a collider: the last of these that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColliderState {
    /// It is in contact with nothing.
    #[default]
    Free,
    /// It is in contact with another one, as their layers' response defines it.
    Touching,
    /// It is blocked by another one, or blocks it.
    Blocked,
    /// It was hit in one of the last fifteen steps.
    Hit,
}

/// For how many steps a collider counts as hit.
const HIT_STEPS: u64 = 15;

/// What a recorder notes.
#[derive(Debug)]
pub(crate) enum Note<V: Space> {
    Moved(RecordedMove<V>),
    AttackBegan(AttackId, u64, Vec<ColliderId>),
    AttackEnded(AttackId),
}

/// What of an entity was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Subject {
    Collider,
    Level,
    /// The mesh that a level is to be made of.
    #[cfg(feature = "mesh")]
    LevelMesh,
    Rig,
    #[cfg(feature = "fit")]
    Fit,
    Motion,
}

impl Subject {
    /// Whether it is about a rig, and not about a collider.
    pub(crate) fn is_of_rig(self) -> bool {
        match self {
            Self::Collider | Self::Level | Self::Motion => false,
            #[cfg(feature = "mesh")]
            Self::LevelMesh => false,
            Self::Rig => true,
            #[cfg(feature = "fit")]
            Self::Fit => true,
        }
    }
}

/// The sort key of an entity: its index, then its generation. Bevy uses the indices of despawned entities
/// again, so that this is the order in which entities were spawned only while none was despawned.
pub(crate) fn order_of(entity: Entity) -> (u32, u32) {
    (entity.index_u32(), entity.generation().to_bits())
}

/// The body of an entity's collider.
#[derive(Debug)]
pub(crate) struct BodyRecord<V: Space> {
    pub(crate) id: BodyId,
    /// The shapes that the body was inserted with, scaled.
    pub(crate) inserted: Vec<Shape<V>>,
    /// The same as they are now; another scale, or another collider, gives others.
    pub(crate) shapes: Vec<Shape<V>>,
    /// The scale of those.
    pub(crate) scale: V::Array<f32>,
    /// The pose where it was placed last; none after a matrix that skews.
    pub(crate) pose: Option<Pose<V>>,
    /// Its layer as it was.
    pub(crate) layer: Option<Layer>,
    /// Where its first shape was when its transform was last read or written; for bodies that move.
    pub(crate) at: Option<V>,
    /// The transform as it was last read or written: whoever changes it moves the body.
    pub(crate) known: Transform,
    /// The parent that it had then.
    pub(crate) parent: Option<Entity>,
}

/// The body of an entity's rig.
#[derive(Debug)]
pub(crate) struct RigRecord {
    pub(crate) id: BodyId,
    pub(crate) joints: Vec<Entity>,
    /// The layer of the entity as it was.
    pub(crate) layer: Option<Layer>,
}

/// The body of an entity's level.
#[derive(Debug)]
pub(crate) struct LevelRecord<V: Space> {
    pub(crate) id: BodyId,
    pub(crate) collider: LevelCollider<V>,
    /// Where the entity was when it was placed.
    pub(crate) matrix: Affine3A,
    /// The layer of the entity as it was.
    pub(crate) layer: Option<Layer>,
    /// The bits of whom it belongs to.
    pub(crate) owner: u64,
}

/// Whose a body is, and what its colliders are called.
#[derive(Clone, Debug)]
pub(crate) struct BodyOwner {
    pub(crate) entity: Entity,
    /// For each hitbox of a rig its joint, region and role.
    pub(crate) hitboxes: Arc<[HitboxFacts]>,
    pub(crate) regions: Arc<[String]>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct HitboxFacts {
    pub(crate) joint: Entity,
    pub(crate) region: u16,
    pub(crate) role: Role,
}

impl<V: Space> CollisionWorld<V> {
    pub(crate) fn new(layers: Layers) -> Self {
        Self {
            world: World::with_layers(layers),
            bodies: BTreeMap::new(),
            rigs: BTreeMap::new(),
            levels: BTreeMap::new(),
            owners: BTreeMap::new(),
            removed: Vec::new(),
            refused: BTreeMap::new(),
            blocked: BTreeSet::new(),
            hit_at: BTreeMap::new(),
            recorded_steps: 0,
            notes: None,
            news: Vec::new(),
        }
    }

    /// asunder's world itself, for what this crate has no name for. The owner of a body is there the bits of
    /// the [entity that it belongs to](crate::Body::owner).
    #[must_use]
    pub fn core(&self) -> &World<V> {
        &self.world
    }

    /// As [`core`](Self::core), to change: surfaces that move, responses. Bodies are inserted, placed and
    /// removed by the plugin, and stepping is its work as well.
    pub fn core_mut(&mut self) -> &mut World<V> {
        &mut self.world
    }

    /// The colliders of an entity: those of its [`Collider`](crate::Collider), then those of its
    /// [`HitboxRig`](crate::HitboxRig), then its [`LevelCollider`](crate::LevelCollider). None before the plugin has seen it, or if it was refused.
    #[must_use]
    pub fn parts(&self, entity: Entity) -> Vec<Part> {
        self.ids_of(entity).flat_map(|id| self.parts_of_body(id)).collect()
    }

    /// The hitboxes of an entity's rig that have a role.
    #[must_use]
    pub fn parts_with_role(&self, entity: Entity, role: Role) -> Vec<Part> {
        let Some(record) = self.rigs.get(&entity) else { return Vec::new() };
        let Some(owner) = self.owners.get(&record.id) else { return Vec::new() };
        let has_role = |part: &Part| {
            let facts = owner.hitboxes.get(usize::from(part.collider.part));
            facts.is_some_and(|facts| facts.role == role)
        };
        self.parts_of_body(record.id).filter(has_role).collect()
    }

    /// The shape of a collider as it is placed: what every answer is about. `None` if it is no more, or is a
    /// [level](Self::level).
    #[must_use]
    pub fn shape(&self, part: &Part) -> Option<&Shape<V>> {
        self.world.shape(part.collider).ok()
    }

    /// The level of an entity as it is placed: what every answer about it is about. `None` if it has none, or
    /// it was refused.
    #[must_use]
    pub fn level(&self, entity: Entity) -> Option<&Level<V>> {
        let record = self.levels.get(&entity)?;
        self.world.level(record.id.collider(0)).ok().flatten()
    }

    /// The name of a collider's region: that of the hitbox, or its bone's. `None` if it is not of a rig.
    #[must_use]
    pub fn region(&self, part: &Part) -> Option<&str> {
        let owner = self.owners.get(&part.collider.body)?;
        owner.regions.get(usize::from(part.region)).map(String::as_str)
    }

    /// Why an entity is not in the world, or was not moved, if it was refused.
    #[must_use]
    pub fn refusal(&self, entity: Entity) -> Option<&Refusal> {
        let of = (entity, Subject::Collider)..=(entity, Subject::Motion);
        self.refused.range(of).next().map(|(_, reason)| reason)
    }

    /// The pairs in contact at the last step: each once.
    pub fn pairs(&self) -> impl Iterator<Item = (Part, Part)> {
        let part = |id| self.part(id);
        self.world.pairs().iter().filter_map(move |&(a, b)| Some((part(a)?, part(b)?)))
    }

    /// What an entity was in contact with at the last step: one entry for each pair of colliders.
    pub fn contacts(&self, entity: Entity) -> impl Iterator<Item = Part> {
        self.pairs().filter_map(move |(a, b)| {
            if a.entity == entity { Some(b) } else { (b.entity == entity).then_some(a) }
        })
    }

    /// What happens to each collider: those that are not listed are [`Free`](ColliderState::Free).
    #[must_use]
    pub fn states(&self) -> BTreeMap<ColliderId, ColliderState> {
        let mut states = BTreeMap::new();
        for &(a, b) in self.world.pairs() {
            states.extend([a, b].map(|id| (id, ColliderState::Touching)));
        }
        for &(mover, obstacle) in &self.blocked {
            states.extend([mover, obstacle].map(|id| (id, ColliderState::Blocked)));
        }
        states.extend(self.hit_at.keys().map(|&id| (id, ColliderState::Hit)));
        states
    }

    /// Begins an attack of an entity with some colliders, such as those
    /// [with the role](Self::parts_with_role) `Attack`. Until it is [ended](Self::end_attack) they are swept
    /// from where they were at one step to where they are at the next, turning included, and each victim is
    /// [`Hit`](crate::Hit) once, or again after some steps if the options say so.
    ///
    /// # Errors
    /// If a collider is not in the world.
    pub fn begin_attack(
        &mut self,
        attacker: Entity,
        parts: &[Part],
        rehit_after: Option<u64>,
    ) -> Result<AttackId, WorldError> {
        let owner = self.ids_of(attacker).find_map(|id| self.world.body_options(id).ok()?.owner);
        let mut options = AttackOptions::from(owner.unwrap_or(attacker.to_bits()));
        options.rehit_after = rehit_after;
        let colliders: Vec<ColliderId> = parts.iter().map(|part| part.collider).collect();
        let attack = self.world.begin_attack(options, &colliders)?;
        self.note(|| Note::AttackBegan(attack, options.owner, colliders));
        Ok(attack)
    }

    /// Notes something, if there is a recorder.
    pub(crate) fn note(&mut self, note: impl FnOnce() -> Note<V>) {
        if let Some(notes) = &mut self.notes {
            notes.push(note());
        }
    }

    /// Ends an attack. It hits nothing in the next step.
    ///
    /// # Errors
    /// If it was ended before.
    pub fn end_attack(&mut self, attack: AttackId) -> Result<(), WorldError> {
        self.world.end_attack(attack)?;
        self.note(|| Note::AttackEnded(attack));
        Ok(())
    }

    /// Marks what was done to the transform of an entity since the last step as a teleport: nothing is swept
    /// along the path to where it is now. An entity that is not in the world is left alone.
    pub fn teleported(&mut self, entity: Entity) {
        let ids: Vec<BodyId> = self.ids_of(entity).collect();
        for id in ids {
            // The ids are those of bodies that are there.
            let _ = self.world.teleported(id);
        }
    }

    /// The collider of an id, named by its entity. `None` if its body left the world before the last step.
    #[must_use]
    pub fn part(&self, collider: ColliderId) -> Option<Part> {
        let owner = self.owners.get(&collider.body)?;
        let facts = owner.hitboxes.get(usize::from(collider.part));
        let (bone, region) = facts.map_or((None, 0), |facts| (Some(facts.joint), facts.region));
        Some(Part { entity: owner.entity, bone, region, collider })
    }

    fn ids_of(&self, entity: Entity) -> impl Iterator<Item = BodyId> {
        let collider = self.bodies.get(&entity).map(|record| record.id);
        let rig = self.rigs.get(&entity).map(|record| record.id);
        let level = self.levels.get(&entity).map(|record| record.id);
        collider.into_iter().chain(rig).chain(level)
    }

    pub(crate) fn parts_of_body(&self, id: BodyId) -> impl Iterator<Item = Part> {
        let ids = (0..=u16::MAX).map(move |part| id.collider(part));
        ids.take_while(|&id| self.world.collider(id).is_ok()).filter_map(|id| self.part(id))
    }

    /// Inserts a body of an entity.
    pub(crate) fn insert(
        &mut self,
        colliders: &[CoreCollider<V>],
        options: asunder::world::BodyOptions,
        owner: BodyOwner,
    ) -> Result<BodyId, WorldError> {
        let id = self.world.insert_body(colliders, options)?;
        self.owners.insert(id, owner);
        Ok(id)
    }

    /// Inserts a level of an entity, placed by a pose.
    pub(crate) fn insert_level(
        &mut self,
        level: Level<V>,
        pose: &Pose<V>,
        options: asunder::world::BodyOptions,
        entity: Entity,
    ) -> Result<BodyId, WorldError> {
        let id = self.world.insert_level(level, options)?;
        if *pose != Pose::identity()
            && let Err(error) = self.world.set_body_pose(id, pose)
        {
            let _ = self.world.remove(id);
            return Err(error);
        }
        let owner = BodyOwner { entity, hitboxes: Arc::new([]), regions: Arc::new([]) };
        self.owners.insert(id, owner);
        Ok(id)
    }

    /// Takes a body out of the world. Its contacts end at the next step.
    pub(crate) fn remove(&mut self, id: BodyId) {
        // It is in the world: the plugin alone removes bodies.
        let _ = self.world.remove(id);
        self.removed.push(id);
    }

    /// Forgets that an entity was not moved because of its parent.
    pub(crate) fn mend_parent(&mut self, entity: Entity) {
        self.mend_motion(entity, |reason| matches!(reason, Refusal::Parent { .. }));
    }

    /// Forgets that the world did not move a carrier to where its transform put it.
    pub(crate) fn mend_carrier(&mut self, entity: Entity) {
        self.mend_motion(entity, |reason| matches!(reason, Refusal::World(_)));
    }

    fn mend_motion(&mut self, entity: Entity, is_mended: impl FnOnce(&Refusal) -> bool) {
        let key = (entity, Subject::Motion);
        if self.refused.get(&key).is_some_and(is_mended) {
            self.refused.remove(&key);
        }
    }

    /// Refuses an entity: says so once for each reason, and not again if its numbers alone change.
    pub(crate) fn refuse(
        &mut self,
        entity: Entity,
        subject: Subject,
        name: Option<&Name>,
        reason: Refusal,
    ) {
        let before = self.refused.insert((entity, subject), reason.clone());
        if before.is_some_and(|before| before.is_like(&reason)) {
            return;
        }
        let name = name.map(|name| name.as_str().to_owned());
        let refused = Refused { entity, name, reason };
        log::error!("{refused}");
        self.news.push(refused);
    }

    /// Forgets hits that were some steps ago.
    pub(crate) fn forget_hits(&mut self) {
        let now = self.world.steps();
        self.hit_at.retain(|_, step| *step + HIT_STEPS > now);
    }

    /// Forgets the owners of bodies whose contacts this step ended.
    pub(crate) fn forget_removed(&mut self) {
        for id in self.removed.drain(..) {
            self.owners.remove(&id);
        }
    }
}
