//! Keeps the bodies of the world where their entities are.

use crate::body::{Body, Collider, Layer};
use crate::error::Refusal;
use crate::scale::{placed, scaled, skewed, under};
use crate::space::{Frame, Placement, ROUNDING, Space};
use crate::walk::{Carrier, Carries, Carry, Walker};
use crate::world::{BodyOwner, BodyRecord, CollisionWorld, Subject, order_of};
use asunder::world::{BodyKind, BodyOptions, Collider as CoreCollider, LayerId, LayerSet};
use asunder::{Mover as _, Pose, Shape};
use bevy_ecs::change_detection::{DetectChanges as _, Ref, ResMut};
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::name::Name;
use bevy_ecs::query::{Has, QueryData};
use bevy_ecs::system::{Query, SystemParam};
use bevy_math::Quat;
use bevy_transform::components::{GlobalTransform, Transform};
use core::cmp::Reverse;
use std::sync::Arc;

/// What is read of an entity with a collider.
#[derive(QueryData)]
pub(crate) struct ColliderQuery<V: Space> {
    entity: Entity,
    collider: Ref<'static, Collider<V>>,
    body: Ref<'static, Body>,
    layer: Option<&'static Layer>,
    transform: Ref<'static, Transform>,
    global: Option<Ref<'static, GlobalTransform>>,
    parent: Option<&'static ChildOf>,
    name: Option<&'static Name>,
    walks: Has<Walker<V>>,
    carries: Has<Carrier>,
}

/// Computes where entities are from their transforms and those of their ancestors, with the products in the
/// order in which Bevy's propagation makes them: to the same bits.
#[derive(SystemParam)]
pub(crate) struct Globals<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    transforms: Query<'w, 's, &'static Transform>,
}

impl Globals<'_, '_> {
    /// `None` if the entity or an ancestor has no transform.
    pub(crate) fn of(&self, entity: Entity) -> Option<GlobalTransform> {
        let mut chain = vec![*self.transforms.get(entity).ok()?];
        for ancestor in self.parents.iter_ancestors(entity) {
            chain.push(*self.transforms.get(ancestor).ok()?);
        }
        let root = chain.pop()?;
        let start = GlobalTransform::from(root);
        Some(chain.iter().rev().fold(start, |global, local| global.mul_transform(*local)))
    }

    /// The product of the scales of an entity and its ancestors, if all are even along the axes of the space:
    /// in `f64`, rounded once.
    fn even_scale<V: Space>(&self, entity: Entity) -> Option<f32> {
        let mut product = 1.0;
        for entity in core::iter::once(entity).chain(self.parents.iter_ancestors(entity)) {
            let scale = self.transforms.get(entity).ok()?.scale.abs().to_array();
            if scale[1..V::DIM].iter().any(|&other| other != scale[0]) {
                return None;
            }
            product *= f64::from(scale[0]);
        }
        Some(product as f32)
    }
}

/// When a pass is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Before carriers and walkers move.
    BeforeWalks,
    /// After, and after transforms were propagated.
    Propagated,
    /// After, without a propagation.
    Computed,
}

/// Forgets what was said of motions of entities that are no more.
pub(crate) fn forget_despawned<V: Space>(mut world: ResMut<'_, CollisionWorld<V>>, all: &Entities) {
    if !world.refused.is_empty() {
        world.refused.retain(|(entity, _), _| all.contains(*entity));
    }
}

pub(crate) fn before_walks<V: Space>(
    mut world: ResMut<'_, CollisionWorld<V>>,
    mut carries: ResMut<'_, Carries<V>>,
    seen: Query<'_, '_, ColliderQuery<V>>,
    globals: Globals<'_, '_>,
) {
    pass(&mut world, &seen, &globals, Pass::BeforeWalks, &mut carries);
}

pub(crate) fn propagated<V: Space>(
    mut world: ResMut<'_, CollisionWorld<V>>,
    mut carries: ResMut<'_, Carries<V>>,
    seen: Query<'_, '_, ColliderQuery<V>>,
    globals: Globals<'_, '_>,
) {
    pass(&mut world, &seen, &globals, Pass::Propagated, &mut carries);
}

pub(crate) fn computed<V: Space>(
    mut world: ResMut<'_, CollisionWorld<V>>,
    mut carries: ResMut<'_, Carries<V>>,
    seen: Query<'_, '_, ColliderQuery<V>>,
    globals: Globals<'_, '_>,
) {
    pass(&mut world, &seen, &globals, Pass::Computed, &mut carries);
}

fn pass<V: Space>(
    world: &mut CollisionWorld<V>,
    seen: &Query<'_, '_, ColliderQuery<V>>,
    globals: &Globals<'_, '_>,
    pass: Pass,
    carries: &mut Carries<V>,
) {
    remove_gone(world, seen);
    let (mut new, mut leaving) = (Vec::new(), Vec::new());
    for it in seen {
        if !world.bodies.contains_key(&it.entity) {
            // Also who was refused: it may be mended.
            new.push(it);
            continue;
        }
        match update(world, &it, globals, pass, carries) {
            Ok(true) => {}
            Ok(false) => leaving.push((it, None)),
            Err(reason) => leaving.push((it, Some(reason))),
        }
    }
    // Ids follow the entities, in whatever tables Bevy keeps them: the slot that was freed last is taken first.
    leaving.sort_by_key(|(it, _)| Reverse(order_of(it.entity)));
    for (it, refusal) in leaving {
        remove(world, it.entity);
        match refusal {
            Some(reason) => settle(world, &it, Err(reason)),
            None => new.push(it),
        }
    }
    new.sort_by_key(|it| order_of(it.entity));
    for it in &new {
        let inserted = insert(world, it, globals, pass);
        settle(world, it, inserted);
    }
}

/// Removes the bodies of entities that have no collider any more.
fn remove_gone<V: Space>(world: &mut CollisionWorld<V>, seen: &Query<'_, '_, ColliderQuery<V>>) {
    let gone = |entity: &Entity| !seen.contains(*entity);
    let entities: Vec<Entity> = world.bodies.keys().copied().filter(gone).collect();
    for entity in entities {
        remove(world, entity);
    }
    world
        .refused
        .retain(|(entity, subject), _| *subject != Subject::Collider || seen.contains(*entity));
}

fn remove<V: Space>(world: &mut CollisionWorld<V>, entity: Entity) {
    if let Some(record) = world.bodies.remove(&entity) {
        world.remove(record.id);
    }
}

/// Whether an entity may be elsewhere than it was.
fn may_have_moved<V: Space>(
    it: &ColliderQueryItem<'_, '_, V>,
    record: &BodyRecord<V>,
    pass: Pass,
) -> bool {
    if has_other_parent(it, record) {
        return true;
    }
    match (it.parent, pass, &it.global) {
        (None, ..) => it.transform.is_changed(),
        (Some(_), Pass::Propagated, Some(global)) => global.is_changed(),
        (Some(_), ..) => true,
    }
}

/// Whether an entity hangs below another one than when its transform was last read, or below none.
fn has_other_parent<V: Space>(it: &ColliderQueryItem<'_, '_, V>, record: &BodyRecord<V>) -> bool {
    record.parent != it.parent.map(ChildOf::parent)
}

/// Whether a transform is the one that is known, as far as it places a body of this space.
fn is_known<V: Space>(known: &Transform, now: &Transform, walks: bool) -> bool {
    V::from_bevy(known.translation) == V::from_bevy(now.translation)
        && V::from_bevy(known.scale) == V::from_bevy(now.scale)
        && (walks || known.rotation == now.rotation)
}

/// Where an entity is.
fn placement<V: Space>(
    it: &ColliderQueryItem<'_, '_, V>,
    globals: &Globals<'_, '_>,
    pass: Pass,
) -> Result<Placement<V>, Refusal> {
    let Some(parent) = it.parent else {
        if it.walks {
            // The rotation is that of the figure.
            return V::of_transform(&it.transform.with_rotation(Quat::IDENTITY));
        }
        return V::of_transform(&it.transform);
    };
    if it.walks {
        return Err(Refusal::Parent { parent: parent.parent() });
    }
    match (pass, &it.global) {
        (Pass::Propagated, Some(global)) => V::of_matrix(&global.affine()),
        _ => match globals.of(it.entity) {
            Some(global) => V::of_matrix(&global.affine()),
            None => V::of_transform(&it.transform),
        },
    }
}

/// The scale of an entity below others: what rounding adds to it is taken off again.
fn steadied<V: Space>(
    scale: V::Array<f32>,
    before: Option<&V::Array<f32>>,
    even: impl FnOnce() -> Option<f32>,
) -> V::Array<f32> {
    let near = |a: f32, b: f32| {
        let (a, b) = (f64::from(a), f64::from(b));
        (a - b).abs() <= ROUNDING * b.abs()
    };
    if let Some(before) = before
        && (0..V::DIM).all(|i| near(scale[i], before[i]))
    {
        return *before;
    }
    match even() {
        Some(even) if (0..V::DIM).all(|i| near(scale[i].abs(), even)) => {
            V::array(|i| if scale[i] < 0.0 { -even } else { even })
        }
        _ => scale,
    }
}

/// The colliders of an entity in the core's world, around shapes of its own frame.
fn core_colliders<V: Space>(
    world: &CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    shapes: &[Shape<V>],
) -> Result<Vec<CoreCollider<V>>, Refusal> {
    if shapes.is_empty() {
        return Err(Refusal::Empty);
    }
    let (layer, ignored) = layers_of(world, it.layer)?;
    let collider = |shape: &Shape<V>| {
        let mut collider =
            CoreCollider::new(shape.clone()).layer(layer).ignore(ignored).tag(it.collider.tag);
        collider.swept = it.collider.swept;
        collider.one_way = it.collider.one_way;
        collider
    };
    Ok(shapes.iter().map(collider).collect())
}

/// The layer of a component in a world, and those that are ignored.
pub(crate) fn layers_of<V: Space>(
    world: &CollisionWorld<V>,
    layer: Option<&Layer>,
) -> Result<(LayerId, LayerSet), Refusal> {
    let Some(layer) = layer else { return Ok((LayerId::DEFAULT, LayerSet::NONE)) };
    let layers = world.world.layers();
    let mut ignored = LayerSet::NONE;
    for name in layer.ignored() {
        ignored = ignored.with(layers.id(name)?);
    }
    Ok((layers.id(layer.name())?, ignored))
}

fn options_of(body: &Body, entity: Entity) -> BodyOptions {
    BodyOptions::from(body.kind).owner(body.owner_of(entity))
}

/// Inserts the body of an entity and places it.
fn insert<V: Space>(
    world: &mut CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    globals: &Globals<'_, '_>,
    pass: Pass,
) -> Result<(), Refusal> {
    let placement = placement(it, globals, pass)?;
    let local = it.collider.shapes();
    let scale = match &placement.frame {
        Frame::Skewed { .. } => V::array(|_| 1.0),
        Frame::Rigid(_) if it.parent.is_none() => placement.scale,
        Frame::Rigid(_) => {
            steadied::<V>(placement.scale, None, || globals.even_scale::<V>(it.entity))
        }
    };
    let shapes = all_scaled(local, &scale)?;
    let now = match &placement.frame {
        Frame::Skewed { matrix, cosine } => Some(skewed(local, matrix, *cosine)?),
        Frame::Rigid(_) => None,
    };
    let colliders = core_colliders(world, it, &shapes)?;
    let owner = BodyOwner { entity: it.entity, hitboxes: Arc::new([]), regions: Arc::new([]) };
    let id = world.insert(&colliders, options_of(&it.body, it.entity), owner)?;
    let pose = match placement.frame {
        Frame::Rigid(pose) => Some(pose),
        Frame::Skewed { .. } => None,
    };
    let put = match (&now, &pose) {
        (Some(now), _) => world.world.set_body_shapes(id, now),
        // A box of a level that is where it was modelled stays along the axes, which is faster.
        (None, Some(pose)) if it.body.kind == BodyKind::Fixed && *pose == Pose::identity() => {
            Ok(())
        }
        (None, Some(pose)) => world.world.set_body_pose(id, pose),
        (None, None) => Ok(()),
    };
    if let Err(error) = put {
        world.remove(id);
        return Err(error.into());
    }
    // It has come from nowhere: nothing is swept up to where it is.
    world.world.teleported(id)?;
    let mut record = BodyRecord {
        id,
        inserted: shapes.clone(),
        shapes,
        scale,
        pose,
        layer: it.layer.cloned(),
        at: None,
        known: *it.transform,
        parent: it.parent.map(ChildOf::parent),
    };
    record.at = position_of(world, &record);
    world.bodies.insert(it.entity, record);
    Ok(())
}

fn all_scaled<V: Space>(
    shapes: &[Shape<V>],
    scale: &V::Array<f32>,
) -> Result<Vec<Shape<V>>, Refusal> {
    shapes.iter().enumerate().map(|(number, shape)| scaled(shape, scale, number)).collect()
}

/// Where the first shape of a body is.
pub(crate) fn position_of<V: Space>(
    world: &CollisionWorld<V>,
    record: &BodyRecord<V>,
) -> Option<V> {
    world.world.shape(record.id.collider(0)).ok().map(|shape| shape.position())
}

/// Keeps what became of an entity: in the world, or refused.
fn settle<V: Space>(
    world: &mut CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    outcome: Result<(), Refusal>,
) {
    match outcome {
        Ok(()) => {
            world.refused.remove(&(it.entity, Subject::Collider));
        }
        Err(reason) => {
            remove(world, it.entity);
            world.refuse(it.entity, Subject::Collider, it.name, reason);
        }
    }
}

/// Brings the body of an entity up to date. `Ok(false)` if it has to be inserted anew.
fn update<V: Space>(
    world: &mut CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    globals: &Globals<'_, '_>,
    pass: Pass,
    carries: &mut Carries<V>,
) -> Result<bool, Refusal> {
    let same = |record: &BodyRecord<V>| {
        !it.collider.is_changed()
            && !it.body.is_changed()
            && record.layer.as_ref() == it.layer
            && !may_have_moved(it, record, pass)
    };
    if world.bodies.get(&it.entity).is_none_or(same) {
        return Ok(true);
    }
    let Some(mut record) = world.bodies.remove(&it.entity) else { return Ok(true) };
    let outcome = match must_insert_anew(world, it, &record) {
        Ok(false) => edit(world, it, &mut record)
            .and_then(|edited| place(world, it, &mut record, globals, (pass, edited), carries)),
        Ok(true) => Ok(false),
        Err(reason) => Err(reason),
    };
    // Also what is to leave: it does so in the order of the entities.
    world.bodies.insert(it.entity, record);
    outcome
}

/// Whether a body cannot become what its components say without leaving the world.
fn must_insert_anew<V: Space>(
    world: &CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    record: &BodyRecord<V>,
) -> Result<bool, Refusal> {
    if !it.collider.is_changed() && !it.body.is_changed() {
        return Ok(false);
    }
    let options = world.world.body_options(record.id)?;
    let first = world.world.collider(record.id.collider(0))?;
    let others = it.collider.shapes().len() != record.inserted.len();
    Ok(options.kind != it.body.kind || first.swept != it.collider.swept || others)
}

/// Makes the changes of components that leave a body where it is; returns whether it has other shapes.
fn edit<V: Space>(
    world: &mut CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    record: &mut BodyRecord<V>,
) -> Result<bool, Refusal> {
    if record.layer.as_ref() != it.layer {
        let (layer, ignored) = layers_of(world, it.layer)?;
        for part in 0..record.inserted.len() {
            let id = record.id.collider(u16::try_from(part).unwrap_or(u16::MAX));
            world.world.set_layer(id, layer)?;
            world.world.set_ignore(id, ignored)?;
        }
        record.layer = it.layer.cloned();
    }
    if it.body.is_changed() {
        let owner = it.body.owner_of(it.entity);
        world.world.set_body_owner(record.id, Some(owner))?;
    }
    if !it.collider.is_changed() {
        return Ok(false);
    }
    for part in 0..record.inserted.len() {
        let id = record.id.collider(u16::try_from(part).unwrap_or(u16::MAX));
        world.world.set_tag(id, it.collider.tag)?;
        world.world.set_one_way(id, it.collider.one_way)?;
    }
    let shapes = all_scaled(it.collider.shapes(), &record.scale)?;
    let others = shapes != record.shapes;
    record.shapes = shapes;
    Ok(others)
}

/// Places a body where its entity is. `Ok(false)` if it has to be inserted anew.
fn place<V: Space>(
    world: &mut CollisionWorld<V>,
    it: &ColliderQueryItem<'_, '_, V>,
    record: &mut BodyRecord<V>,
    globals: &Globals<'_, '_>,
    (pass, edited): (Pass, bool),
    carries: &mut Carries<V>,
) -> Result<bool, Refusal> {
    if !edited && !may_have_moved(it, record, pass) {
        return Ok(true);
    }
    // The world moved it, and the game did not.
    let own =
        !has_other_parent(it, record) && is_known::<V>(&record.known, &it.transform, it.walks);
    if !edited && it.parent.is_none() && own {
        if it.carries && !it.walks {
            // Its transform says again where it is.
            world.mend_carrier(it.entity);
        }
        return Ok(true);
    }
    // Carriers are moved before transforms are propagated, with all who stand on them.
    if it.carries && pass != Pass::BeforeWalks && !edited {
        return Ok(true);
    }
    if has_other_parent(it, record) {
        world.mend_parent(it.entity);
    }
    let placement = placement(it, globals, pass)?;
    let pose = match placement.frame {
        Frame::Rigid(pose) => pose,
        Frame::Skewed { .. } => {
            let now = placed(it.collider.shapes(), &placement)?;
            world.world.set_body_shapes(record.id, &now)?;
            (record.pose, record.known) = (None, *it.transform);
            record.parent = it.parent.map(ChildOf::parent);
            return Ok(true);
        }
    };
    let scale = if it.parent.is_none() {
        placement.scale
    } else {
        steadied::<V>(placement.scale, Some(&record.scale), || globals.even_scale::<V>(it.entity))
    };
    let rescaled = scale != record.scale;
    if rescaled {
        record.shapes = all_scaled(it.collider.shapes(), &scale)?;
        record.scale = scale;
    }
    let as_inserted = record.shapes == record.inserted;
    if it.carries && !as_inserted {
        return Ok(false);
    }
    let parent = it.parent.map(ChildOf::parent);
    if it.carries && record.pose != Some(pose) {
        // What is known of it changes when it was carried.
        let (entity, known) = (it.entity, *it.transform);
        carries.queue.push(Carry { entity, pose, known, parent });
        return Ok(true);
    }
    if it.carries {
        world.mend_carrier(it.entity);
    } else if as_inserted {
        if edited || rescaled || record.pose != Some(pose) || it.parent.is_none() {
            world.world.set_body_pose(record.id, &pose)?;
        }
    } else {
        let now: Result<Vec<_>, _> = record
            .shapes
            .iter()
            .enumerate()
            .map(|(shape, it)| under(it, &pose).map_err(|error| Refusal::Shape { shape, error }))
            .collect();
        world.world.set_body_shapes(record.id, &now?)?;
    }
    (record.pose, record.known, record.parent) = (Some(pose), *it.transform, parent);
    record.at = position_of(world, record);
    Ok(true)
}
