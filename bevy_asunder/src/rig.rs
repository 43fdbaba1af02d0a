//! Hitboxes on the joints of a scene.

use crate::body::{Body, Layer};
use crate::error::Refusal;
use crate::plugin::AsunderSystems;
use crate::space::{ROUNDING, affine_of};
use crate::sync::{self, Globals, layers_of};
use crate::world::{BodyOwner, CollisionWorld, HitboxFacts, RigRecord, Subject, order_of};
use asunder::world::{BodyOptions, Collider as CoreCollider};
use asunder::{Affine3, Bones, Follow, Rig, Role, ScalePolicy, Shape};
use bevy_app::{App, FixedPostUpdate, PostUpdate};
use bevy_ecs::change_detection::{DetectChanges as _, DetectChangesMut as _, Ref, ResMut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::hierarchy::Children;
use bevy_ecs::name::Name;
use bevy_ecs::schedule::IntoScheduleConfigs as _;
use bevy_ecs::system::{Query, SystemParam};
use bevy_math::Vec3;
use bevy_transform::components::{GlobalTransform, Transform};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Hitboxes on the joints of a model: put it on the root of the scene, or on the entity of the skinned mesh.
///
/// Every step each hitbox goes where the `GlobalTransform` of its joint puts it. All of them are one body of
/// the entity; they never collide with each other, nor with what belongs to the same owner.
///
/// If a joint is despawned, the hitboxes leave the world. Those of [`with_joints`](Self::with_joints) are then
/// refused; the others wait for a scene that is spawned again.
///
/// A hitbox that its joint would skew, and a sphere or capsule that it would scale unevenly, is refused, with
/// the whole rig, and [`Refused`](crate::Refused) says so; [`enclosing`](Self::enclosing) takes what contains
/// the image instead.
#[derive(Component, Clone, Debug)]
#[require(Body, Transform)]
pub struct HitboxRig {
    pub(crate) source: RigSource,
    pub(crate) encloses: bool,
    layers: BTreeMap<Role, Layer>,
    /// What the source came to: the rig, and a joint for each of its bones.
    pub(crate) resolved: Option<(Arc<Rig>, Vec<Entity>)>,
}

/// Where a rig comes from.
#[derive(Clone, Debug)]
pub(crate) enum RigSource {
    /// Its bones are the descendants of the same names.
    Named(Arc<Rig>),
    /// Its bones are these entities.
    Joints(Arc<Rig>, Vec<Entity>),
    /// It is fitted to the skins of the entity and its descendants.
    #[cfg(feature = "fit")]
    Fit(Arc<asunder_fit::Options>),
}

impl HitboxRig {
    /// The hitboxes of a rig whose bones are the descendants of the same names: one read from a model by
    /// `asunder_gltf::Rigging`, or from a file that `asunder fit` wrote. Until the scene is spawned, and the
    /// entity has children, there are none.
    #[must_use]
    pub fn new(rig: Rig) -> Self {
        Self::from_source(RigSource::Named(Arc::new(rig)))
    }

    /// The hitboxes of a rig whose bones are these entities, one for each bone.
    #[must_use]
    pub fn with_joints(rig: Rig, joints: Vec<Entity>) -> Self {
        Self::from_source(RigSource::Joints(Arc::new(rig), joints))
    }

    /// Hitboxes fitted to the skins of the entity and its descendants: to the vertices of each `SkinnedMesh`,
    /// in the pose in which it was bound. They are fitted once, as soon as the meshes are loaded; that may take
    /// some tenths of a second.
    #[cfg(feature = "fit")]
    #[must_use]
    pub fn fitted(options: asunder_fit::Options) -> Self {
        Self::from_source(RigSource::Fit(Arc::new(options)))
    }

    fn from_source(source: RigSource) -> Self {
        Self { source, encloses: false, layers: BTreeMap::new(), resolved: None }
    }

    /// The same, where hitboxes that joints skew or scale unevenly become boxes, spheres and capsules that
    /// contain the true image.
    #[must_use]
    pub fn enclosing(self) -> Self {
        Self { encloses: true, ..self }
    }

    /// The same, with the hitboxes of a role on a layer of their own. The others are on the layer of the
    /// entity.
    #[must_use]
    pub fn layer_of(mut self, role: Role, layer: Layer) -> Self {
        self.layers.insert(role, layer);
        self
    }

    /// A rig with the rule of this component for what joints skew.
    pub(crate) fn ready(&self, rig: Rig) -> Arc<Rig> {
        let policy = if self.encloses { ScalePolicy::Enclose } else { ScalePolicy::Refuse };
        Arc::new(rig.with_scale_policy(policy))
    }

    /// The rig: `None` before it was fitted, or found its joints.
    #[must_use]
    pub fn rig(&self) -> Option<&Rig> {
        match (&self.resolved, &self.source) {
            (Some((rig, _)), _) | (None, RigSource::Named(rig) | RigSource::Joints(rig, _)) => {
                Some(rig)
            }
            #[cfg(feature = "fit")]
            (None, RigSource::Fit(_)) => None,
        }
    }

    /// The joint of each bone: none before the scene is there.
    #[must_use]
    pub fn joints(&self) -> &[Entity] {
        self.resolved.as_ref().map_or(&[], |(_, joints)| joints)
    }
}

/// Adds the systems of rigs: they exist in space alone. They come after those of colliders, so that ids are
/// the same in every run.
pub(crate) fn add_systems(app: &mut App, fixed: bool) {
    if fixed {
        let place = computed.after(sync::computed::<Vec3>).in_set(AsunderSystems::Place);
        app.add_systems(FixedPostUpdate, place);
    } else {
        let place = propagated.after(sync::propagated::<Vec3>).in_set(AsunderSystems::Place);
        app.add_systems(PostUpdate, place);
    }
    #[cfg(feature = "fit")]
    crate::fit::add_systems(app, fixed);
}

type Rigged<'a> =
    (Entity, &'a mut HitboxRig, Ref<'a, Body>, Option<Ref<'a, Layer>>, Option<&'a Name>);

/// The names of what hangs below an entity.
#[derive(SystemParam)]
pub(crate) struct Below<'w, 's> {
    all: &'w Entities,
    children: Query<'w, 's, &'static Children>,
    names: Query<'w, 's, &'static Name>,
}

impl Below<'_, '_> {
    /// The joint of each bone of a rig; `None` while the entity has no children.
    fn joints(&self, entity: Entity, rig: &Rig) -> Result<Option<Vec<Entity>>, Refusal> {
        if !self.children.contains(entity) {
            return Ok(None);
        }
        let mut named: BTreeMap<&str, Entity> = BTreeMap::new();
        let mut known = Vec::new();
        for it in core::iter::once(entity).chain(self.children.iter_descendants(entity)) {
            if let Ok(name) = self.names.get(it) {
                named.entry(name.as_str()).or_insert(it);
                known.push(name.as_str().to_owned());
            }
        }
        let joint = |bone: &asunder::Bone| {
            named
                .get(bone.name.as_str())
                .copied()
                .ok_or_else(|| Refusal::NoJoint { bone: bone.name.clone(), known: known.clone() })
        };
        rig.bones().iter().map(joint).collect::<Result<_, _>>().map(Some)
    }
}

fn propagated(
    world: ResMut<'_, CollisionWorld>,
    rigs: Query<'_, '_, Rigged<'static>>,
    globals: Query<'_, '_, &GlobalTransform>,
    below: Below<'_, '_>,
) {
    place_rigs(world, rigs, &|entity| globals.get(entity).ok().copied(), &below);
}

fn computed(
    world: ResMut<'_, CollisionWorld>,
    rigs: Query<'_, '_, Rigged<'static>>,
    globals: Globals<'_, '_>,
    below: Below<'_, '_>,
) {
    place_rigs(world, rigs, &|entity| globals.of(entity), &below);
}

fn place_rigs(
    mut world: ResMut<'_, CollisionWorld>,
    mut rigs: Query<'_, '_, Rigged<'static>>,
    global: &dyn Fn(Entity) -> Option<GlobalTransform>,
    below: &Below<'_, '_>,
) {
    let world = &mut *world;
    let gone: Vec<Entity> =
        world.rigs.keys().copied().filter(|entity| !rigs.contains(*entity)).collect();
    for entity in gone {
        remove(world, entity);
    }
    world.refused.retain(|(entity, subject), _| !subject.is_of_rig() || rigs.contains(*entity));
    let mut order: Vec<Entity> = rigs.iter().map(|(entity, ..)| entity).collect();
    order.sort_by_key(|&entity| order_of(entity));
    for entity in order {
        let Ok((_, mut rig, body, layer, name)) = rigs.get_mut(entity) else { continue };
        let changed = rig.is_changed() || body.is_changed();
        let rig = rig.bypass_change_detection();
        let options = BodyOptions::from(body.kind).owner(body.owner_of(entity));
        let outcome = resolve(rig, entity, changed, below).and_then(|there| {
            if !there {
                remove(world, entity);
                return Ok(());
            }
            place_rig(world, entity, rig, (options, layer.as_deref()), changed, global)
        });
        match outcome {
            Ok(()) => {
                world.refused.remove(&(entity, Subject::Rig));
            }
            Err(reason) => {
                remove(world, entity);
                world.refuse(entity, Subject::Rig, name, reason);
            }
        }
    }
}

fn remove(world: &mut CollisionWorld, entity: Entity) {
    if let Some(record) = world.rigs.remove(&entity) {
        world.remove(record.id);
    }
}

/// Finds the joints of a rig, anew if one that was found is gone; `false` if it is not there yet.
fn resolve(
    rig: &mut HitboxRig,
    entity: Entity,
    changed: bool,
    below: &Below<'_, '_>,
) -> Result<bool, Refusal> {
    let is_given = matches!(rig.source, RigSource::Joints(..));
    let is_gone = |joint: &Entity| !below.all.contains(*joint);
    if !is_given && rig.joints().iter().any(is_gone) {
        // Its scene may be spawned again.
        rig.resolved = None;
    }
    match &rig.source {
        RigSource::Named(source) if changed || rig.resolved.is_none() => {
            let joints = below.joints(entity, source)?;
            rig.resolved = joints.map(|joints| (rig.ready((**source).clone()), joints));
        }
        RigSource::Joints(source, joints) if changed || rig.resolved.is_none() => {
            rig.resolved = Some((rig.ready((**source).clone()), joints.clone()));
        }
        _ => {}
    }
    Ok(rig.resolved.is_some())
}

/// Places the hitboxes of a rig, after inserting them if they are new.
fn place_rig(
    world: &mut CollisionWorld,
    entity: Entity,
    own: &HitboxRig,
    (options, layer): (BodyOptions, Option<&Layer>),
    changed: bool,
    global: &dyn Fn(Entity) -> Option<GlobalTransform>,
) -> Result<(), Refusal> {
    let Some((rig, joints)) = &own.resolved else { return Ok(()) };
    let found: Vec<Affine3> =
        joints.iter().filter_map(|&joint| Some(affine_of(&global(joint)?.affine()))).collect();
    if found.len() != joints.len() || joints.len() != rig.bones().len() {
        return Err(Refusal::Joints { expected: rig.bones().len(), found: found.len() });
    }
    if !own.encloses {
        check_round(rig, &found)?;
    }
    let (bones, model) = (Bones::Global(&found), Affine3::identity());
    let same = world.rigs.get(&entity).filter(|record| !changed && record.joints == *joints);
    if let Some(id) = same.map(|record| record.id) {
        set_layers(world, entity, own, layer)?;
        return Ok(world.world.set_body_shapes(id, &rig.place(bones, &model)?)?);
    }
    let colliders = rig.colliders(bones, &model).map_err(|error| match error {
        asunder::Error::Rig(error) => error.into(),
        error => Refusal::Fit(error.to_string()),
    })?;
    let mut layered = Vec::with_capacity(colliders.len());
    for (collider, hitbox) in colliders.into_iter().zip(rig.hitboxes()) {
        let (layer, ignored) = layers_of(world, own.layers.get(&hitbox.role).or(layer))?;
        layered.push(CoreCollider::layer(collider, layer).ignore(ignored));
    }
    remove(world, entity);
    let owner = owner_of(entity, rig, joints, &layered);
    let id = world.insert(&layered, options, owner)?;
    world.rigs.insert(entity, RigRecord { id, joints: joints.clone(), layer: layer.cloned() });
    Ok(())
}

/// Gives the hitboxes the layer that their entity has now.
fn set_layers(
    world: &mut CollisionWorld,
    entity: Entity,
    own: &HitboxRig,
    layer: Option<&Layer>,
) -> Result<(), Refusal> {
    let (Some(record), Some((rig, _))) = (world.rigs.get(&entity), &own.resolved) else {
        return Ok(());
    };
    if record.layer.as_ref() == layer {
        return Ok(());
    }
    let id = record.id;
    for (part, hitbox) in (0..).zip(rig.hitboxes()) {
        let (layer, ignored) = layers_of(world, own.layers.get(&hitbox.role).or(layer))?;
        world.world.set_layer(id.collider(part), layer)?;
        world.world.set_ignore(id.collider(part), ignored)?;
    }
    if let Some(record) = world.rigs.get_mut(&entity) {
        record.layer = layer.cloned();
    }
    Ok(())
}

fn owner_of(
    entity: Entity,
    rig: &Rig,
    joints: &[Entity],
    colliders: &[CoreCollider<Vec3>],
) -> BodyOwner {
    let facts = rig.hitboxes().iter().zip(colliders).map(|(hitbox, collider)| HitboxFacts {
        joint: joints[usize::from(hitbox.bone)],
        region: collider.region,
        role: hitbox.role,
    });
    let regions = rig.labels().into_iter().map(str::to_owned).collect();
    BodyOwner { entity, hitboxes: facts.collect(), regions }
}

/// Refuses a sphere or capsule on a joint that scales unevenly: the core would enclose its image.
fn check_round(rig: &Rig, joints: &[Affine3]) -> Result<(), Refusal> {
    for hitbox in rig.hitboxes() {
        let round = matches!(hitbox.shape, Shape::Sphere(_) | Shape::Capsule(_));
        if !round || hitbox.follow == Follow::Position {
            continue;
        }
        let bone = usize::from(hitbox.bone);
        let map = &joints[bone];
        let columns = [0, 1, 2].map(|i| map.column(i).as_dvec3());
        let squares = columns.map(|column| column.dot(column));
        let most = squares.iter().fold(0.0, |most: f64, x| most.max(*x));
        let uneven = squares.iter().any(|x| most - x > 2.0 * ROUNDING * most);
        let skewed = [(0, 1), (0, 2), (1, 2)]
            .iter()
            .any(|&(i, j)| columns[i].dot(columns[j]).abs() > ROUNDING * most);
        if uneven || skewed {
            let lengths = squares.map(|x| x.sqrt() as f32);
            let cause = format!(
                "its axes have the lengths {lengths:?}, expected equal ones at right angles"
            );
            let (bone, kind) = (rig.bones()[bone].name.clone(), hitbox.shape.kind());
            return Err(Refusal::Hitbox { bone, kind, cause });
        }
    }
    Ok(())
}
