//! Who walks, and who carries.

use crate::error::Refusal;
use crate::messages::{Crushed, Part};
use crate::space::Space;
use crate::sync::position_of;
use crate::world::{CollisionWorld, Note, Subject, order_of};
use asunder::recording::RecordedMove;
use asunder::world::{BodyId, WalkOptions};
use asunder::{Mover as _, Pose};
use bevy_ecs::change_detection::{Mut, ResMut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::name::Name;
use bevy_ecs::query::{Or, With};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res};
use bevy_math::{Vec2, Vec3};
use bevy_time::Time;
use bevy_transform::components::Transform;
use std::collections::BTreeSet;

/// A body that walks: it slides along `velocity` and whatever is in its way, climbs steps, and rides on what
/// carries it. What blocks it is decided by [`Layer`](crate::Layer)s that respond by `Block`.
///
/// The plugin moves it, once a step, and writes the translation of its `Transform`; [`Walked`] says what
/// happened. A translation that the game writes places it anew. It has no parent: the figure hangs below it,
/// or is the entity itself. Its shapes keep their orientation along the world's axes, so that it stays
/// upright: the rotation of the `Transform` is the figure's, and turntables turn it along.
///
/// ```
/// use bevy_asunder::prelude::*;
///
/// let hero = (
///     Collider::new(Capsule3::new([0.0, 0.5, 0.0], [0.0, 1.5, 0.0], 0.5)),
///     Walker3::with_steps(0.3),
/// );
/// # let _ = hero;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Walked<V>)]
pub struct Walker<V: Space = Vec3> {
    /// The velocity that is wanted, in units per second, relative to the floor. Gravity is the game's: it
    /// goes on from [`Walked::velocity_after`].
    pub velocity: V,
    /// Steps, slopes, who gives way.
    pub options: WalkOptions<V>,
}

/// A walker in the plane of x and y.
pub type Walker2 = Walker<Vec2>;
/// A walker in space.
pub type Walker3 = Walker<Vec3>;

impl<V: Space> Walker<V> {
    /// A walker that stands still.
    #[must_use]
    pub fn new(options: WalkOptions<V>) -> Self {
        Self { velocity: V::default(), options }
    }

    /// A walker that climbs steps up to a height, and is led down as far.
    #[must_use]
    pub fn with_steps(height: f32) -> Self {
        let mut options = WalkOptions::<V>::default();
        (options.slide.step_height, options.slide.snap) = (height, height);
        Self::new(options)
    }
}

/// What happened to a [`Walker`] in the last step.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Walked<V: Space = Vec3> {
    /// On what it stands, if on anything.
    pub floor: Option<Standing<V>>,
    /// How far it walked.
    pub moved: V,
    /// How far it was carried and pushed since the step before.
    pub carried: V,
    /// The velocity that floors and walls left of the one that was wanted.
    pub velocity_after: V,
    /// What it met, in order.
    pub hits: Vec<WalkHit<V>>,
    /// Whether it stepped over a ledge.
    pub stepped: bool,
    /// Whether it was led down to the floor.
    pub snapped: bool,
    /// Whether it penetrated something at the start.
    pub started_penetrating: bool,
    /// What it penetrated, if there was no way out.
    pub stuck: Option<Part>,
    /// How it was crushed since the step before, if it was.
    pub crushed: Option<Crushed>,
}

impl<V: Space> Walked<V> {
    /// Whether it stands on a floor.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.floor.is_some()
    }
}

/// The floor on which a walker stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing<V: Space = Vec3> {
    /// The collider that carries it.
    pub part: Part,
    /// The unit normal of the floor.
    pub normal: V,
    /// The velocity of the floor there: who jumps adds it to that of the jump.
    pub velocity: V,
}

/// What a walker met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkHit<V: Space = Vec3> {
    /// The obstacle.
    pub part: Part,
    /// A contact point on it.
    pub point: V,
    /// The unit normal there, against the motion.
    pub normal: V,
    /// The fraction of the leg that ended there.
    pub fraction: f32,
}

/// A body that carries who stands on it and pushes who is in its way: lifts, turntables, doors.
///
/// The game moves its transform, as it would any other's; all who stand on it make the same motion. A body
/// that is pushed against something else is [`Crushed`]. Between two steps it moves straight and turns about
/// its origin by the shorter arc.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carrier;

/// The carriers that are to move in this step.
#[derive(Resource, Debug)]
pub(crate) struct Carries<V: Space> {
    pub(crate) queue: Vec<Carry<V>>,
}

/// A carrier that is to move, and what is known of it after that.
#[derive(Debug)]
pub(crate) struct Carry<V: Space> {
    pub(crate) entity: Entity,
    pub(crate) pose: Pose<V>,
    pub(crate) known: Transform,
    pub(crate) parent: Option<Entity>,
}

impl<V: Space> Default for Carries<V> {
    fn default() -> Self {
        Self { queue: Vec::new() }
    }
}

/// Whether there are walkers or carriers.
pub(crate) fn anyone_moves<V: Space>(
    movers: Query<'_, '_, (), Or<(With<Walker<V>>, With<Carrier>)>>,
) -> bool {
    !movers.is_empty()
}

/// Moves the carriers that the game moved, then all who walk, and writes where everybody is.
pub(crate) fn carry_and_walk<V: Space>(
    mut world: ResMut<'_, CollisionWorld<V>>,
    mut carries: ResMut<'_, Carries<V>>,
    time: Res<'_, Time>,
    mut walkers: Query<'_, '_, (Entity, &Walker<V>, &mut Walked<V>, Option<&Name>)>,
    mut transforms: Query<'_, '_, (&mut Transform, Option<&ChildOf>, Option<&Name>)>,
) {
    let world = &mut *world;
    let mut moved = BTreeSet::new();
    carries.queue.sort_by_key(|it| order_of(it.entity));
    for Carry { entity, pose, known, parent } in carries.queue.drain(..) {
        // One that has to be inserted anew has left.
        let Some(record) = world.bodies.get_mut(&entity) else { continue };
        match world.world.carry(record.id, &pose) {
            Ok(carry) => {
                moved.extend(carry.bodies.iter().map(|it| it.body));
                (record.pose, record.known, record.parent) = (Some(pose), known, parent);
                let shape = world.world.shape(record.id.collider(0));
                record.at = shape.ok().map(|shape| shape.position());
                world.mend_carrier(entity);
            }
            Err(error) => {
                let name = transforms.get(entity).ok().and_then(|(.., name)| name);
                world.refuse(entity, Subject::Motion, name, error.into());
            }
        }
    }
    let mut order: Vec<Entity> = walkers.iter().map(|(entity, ..)| entity).collect();
    order.sort_by_key(|&entity| order_of(entity));
    for entity in order {
        let Ok((_, walker, mut walked, name)) = walkers.get_mut(entity) else { continue };
        let Some(id) = world.bodies.get(&entity).map(|record| record.id) else {
            // Whose collider was refused has been told so.
            if !world.refused.contains_key(&(entity, Subject::Collider)) {
                world.refuse(entity, Subject::Motion, name, Refusal::NoCollider);
            }
            continue;
        };
        match walk(world, id, walker, time.delta_secs()) {
            Ok((walk, turned)) => {
                world.refused.remove(&(entity, Subject::Motion));
                *walked = walk;
                moved.insert(id);
                turn(world, entity, turned, &mut transforms);
            }
            Err(reason) => world.refuse(entity, Subject::Motion, name, reason),
        }
    }
    // Who walks may have pushed others who walk.
    moved.extend(walkers.iter().filter_map(|(entity, ..)| Some(world.bodies.get(&entity)?.id)));
    for id in moved {
        let Some(owner) = world.owners.get(&id) else { continue };
        let entity = owner.entity;
        let Ok((mut transform, parent, name)) = transforms.get_mut(entity) else { continue };
        write(world, entity, &mut transform, parent, name);
    }
}

/// Walks one body for a time; returns also by how much carriers turned.
fn walk<V: Space>(
    world: &mut CollisionWorld<V>,
    id: BodyId,
    walker: &Walker<V>,
    dt: f32,
) -> Result<(Walked<V>, V::Rotation), Refusal> {
    let walk = world.world.walk_body(id, walker.velocity.to_array(), dt, &walker.options)?;
    if world.notes.is_some()
        && let Ok(shape) = world.world.shape(id.collider(0))
    {
        let (to, moved) = (shape.position().to_array(), walk.moved.to_array());
        let from = V::from_array(V::array(|i| to[i] - moved[i]));
        let velocity = walker.velocity.to_array();
        let motion = V::from_array(V::array(|i| velocity[i] * dt));
        world.note(|| Note::Moved(RecordedMove::walk(id, from, motion, &walk)));
    }
    let floor = walk.floor.and_then(|floor| {
        let part = world.part(floor.collider)?;
        Some(Standing { part, normal: floor.normal, velocity: floor.velocity })
    });
    let hits = walk.hits.iter().filter_map(|hit| {
        let part = world.part(hit.obstacle)?;
        Some(WalkHit { part, point: hit.point, normal: hit.normal, fraction: hit.fraction })
    });
    let crushed = walk.crushed.and_then(|it| {
        let (by, against) = (world.part(it.by)?, world.part(it.against)?);
        Some(Crushed { entity: world.owners.get(&it.body)?.entity, by, against })
    });
    let walked = Walked {
        floor,
        moved: walk.moved,
        carried: walk.carried,
        velocity_after: walk.velocity_after,
        hits: hits.collect(),
        stepped: walk.stepped,
        snapped: walk.snapped,
        started_penetrating: walk.started_penetrating,
        stuck: walk.stuck.and_then(|id| world.part(id)),
        crushed,
    };
    Ok((walked, walk.turned))
}

/// Turns the figure of a walker as carriers turned it.
fn turn<V: Space>(
    world: &mut CollisionWorld<V>,
    entity: Entity,
    turned: V::Rotation,
    transforms: &mut Query<'_, '_, (&mut Transform, Option<&ChildOf>, Option<&Name>)>,
) {
    if turned == V::rotation(V::IDENTITY) {
        return;
    }
    let Ok((mut transform, ..)) = transforms.get_mut(entity) else { return };
    let Some(record) = world.bodies.get_mut(&entity) else { return };
    transform.rotation = (V::quat(turned) * transform.rotation).normalize();
    record.known.rotation = transform.rotation;
}

/// Writes where the world has moved a body into its transform, which is changed only if it has moved.
fn write<V: Space>(
    world: &mut CollisionWorld<V>,
    entity: Entity,
    transform: &mut Mut<'_, Transform>,
    parent: Option<&ChildOf>,
    name: Option<&Name>,
) {
    let Some(record) = world.bodies.get(&entity) else { return };
    let now = position_of(world, record);
    let (Some(now), Some(local)) = (now, record.shapes.first()) else { return };
    if record.at == Some(now) {
        return;
    }
    if let Some(parent) = parent {
        let reason = Refusal::Parent { parent: parent.parent() };
        world.refuse(entity, Subject::Motion, name, reason);
        return;
    }
    // Where the origin is follows from where the first shape is: nothing adds up over many steps.
    let turned = record.pose.and_then(|pose| {
        let pose = Pose::<V>::new(V::array(|_| 0.0), V::rotation_array(pose.rotation()));
        local.try_transformed(&pose).ok()
    });
    let offset = turned.as_ref().unwrap_or(local).position().to_array();
    let at = now.to_array();
    let origin = V::array(|i| (f64::from(at[i]) - f64::from(offset[i])) as f32);
    V::from_array(origin).write(&mut transform.translation);
    let Some(record) = world.bodies.get_mut(&entity) else { return };
    record.at = Some(now);
    record.pose = record.pose.map(|pose| Pose::new(origin, V::rotation_array(pose.rotation())));
    record.known = **transform;
    world.mend_parent(entity);
}
