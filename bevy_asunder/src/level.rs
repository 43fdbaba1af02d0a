//! Levels: the ground, walls and terrain of a game, which walkers walk on and queries find by their parts.

use crate::body::{Body, Layer};
use crate::error::Refusal;
use crate::space::{Frame, Space};
use crate::sync::{Globals, layers_of};
use crate::world::{CollisionWorld, LevelRecord, Subject, order_of};
use asunder::world::{BodyKind, BodyOptions};
use asunder::{Level, Pose};
use bevy_ecs::change_detection::{DetectChanges as _, Ref, ResMut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::name::Name;
use bevy_ecs::system::Query;
use bevy_math::{Affine3A, Vec2, Vec3};
use bevy_transform::components::Transform;

/// A level that collides, in the entity's own frame: a [`Mesh`](asunder::Mesh) of any triangles, a height field,
/// tiles, a chain, a compound. Its `GlobalTransform` places it.
///
/// It is one fixed body, of the entity itself, or of whom its [`Body`] says, on the [`Layer`] of the entity. A mesh
/// takes every transform, also one that scales unevenly or skews: each number of each vertex is rounded once. Other
/// levels are placed by a pose alone, and grids are not turned; else the level is
/// [`Refused`](crate::Refused). A copy shares its triangles, so that many entities may have the same.
///
/// Answers tell the number of the triangle: [`Seen::level_part`](crate::Seen::level_part).
///
/// ```
/// use bevy_asunder::prelude::*;
/// use bevy_asunder::asunder::Mesh3;
///
/// let corners = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [8.0, 4.0, 8.0]];
/// let ramp = LevelCollider::new(Mesh3::new(corners, [[0, 1, 2]])).tag(7);
/// assert_eq!(ramp.level().kind(), "mesh");
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Transform)]
pub struct LevelCollider<V: Space = Vec3> {
    level: Level<V>,
    tag: u64,
}

/// A level in the plane of x and y.
pub type LevelCollider2 = LevelCollider<Vec2>;
/// A level in space.
pub type LevelCollider3 = LevelCollider<Vec3>;

impl<V: Space> LevelCollider<V> {
    /// The collider of a level.
    #[must_use]
    pub fn new(level: impl Into<Level<V>>) -> Self {
        Self { level: level.into(), tag: 0 }
    }

    /// The same with a number of the game's own, which queries and hits report.
    #[must_use]
    pub fn tag(self, tag: u64) -> Self {
        Self { tag, ..self }
    }

    /// The level, in the entity's own frame.
    #[must_use]
    pub fn level(&self) -> &Level<V> {
        &self.level
    }
}

/// Keeps the levels of the world where their entities are.
pub(crate) fn sync<V: Space>(
    mut world: ResMut<'_, CollisionWorld<V>>,
    seen: Query<
        '_,
        '_,
        (Entity, Ref<'static, LevelCollider<V>>, Option<&Body>, Option<&Layer>, Option<&Name>),
    >,
    globals: Globals<'_, '_>,
) {
    if seen.is_empty() && world.levels.is_empty() {
        return;
    }
    let world = &mut *world;
    let gone = |entity: &Entity| !seen.contains(*entity);
    for entity in world.levels.keys().copied().filter(gone).collect::<Vec<_>>() {
        remove(world, entity);
    }
    world
        .refused
        .retain(|(entity, subject), _| *subject != Subject::Level || seen.contains(*entity));
    let mut order: Vec<Entity> = seen.iter().map(|(entity, ..)| entity).collect();
    order.sort_by_key(|&entity| order_of(entity));
    for entity in order {
        let Ok((_, level, body, layer, name)) = seen.get(entity) else { continue };
        let owner = body.map_or(entity.to_bits(), |body| body.owner_of(entity));
        let matrix = globals.of(entity).map_or(Affine3A::IDENTITY, |global| global.affine());
        let is_known = world.levels.get(&entity).is_some_and(|record| {
            record.matrix == matrix
                && record.layer.as_ref() == layer
                && record.owner == owner
                && (!level.is_changed() || record.collider == *level)
        });
        if is_known {
            continue;
        }
        remove(world, entity);
        match insert(world, entity, &level, (owner, layer), matrix) {
            Ok(record) => {
                world.levels.insert(entity, record);
                world.refused.remove(&(entity, Subject::Level));
            }
            Err(reason) => world.refuse(entity, Subject::Level, name, reason),
        }
    }
}

fn remove<V: Space>(world: &mut CollisionWorld<V>, entity: Entity) {
    if let Some(record) = world.levels.remove(&entity) {
        world.remove(record.id);
    }
}

fn insert<V: Space>(
    world: &mut CollisionWorld<V>,
    entity: Entity,
    collider: &LevelCollider<V>,
    (owner, layer): (u64, Option<&Layer>),
    matrix: Affine3A,
) -> Result<LevelRecord<V>, Refusal> {
    let (number, ignored) = layers_of(world, layer)?;
    let (level, pose) = placed(&collider.level, &matrix)?;
    let options = BodyOptions::from(BodyKind::Fixed).owner(owner);
    let id = world.insert_level(level, &pose, options, entity)?;
    let part = id.collider(0);
    world.world.set_layer(part, number)?;
    world.world.set_ignore(part, ignored)?;
    world.world.set_tag(part, collider.tag)?;
    let collider = collider.clone();
    Ok(LevelRecord { id, collider, matrix, layer: layer.cloned(), owner })
}

/// A level of an entity's own frame under its matrix: with a pose to place it by, where that is all there is to
/// it, so that its data is shared.
fn placed<V: Space>(level: &Level<V>, matrix: &Affine3A) -> Result<(Level<V>, Pose<V>), Refusal> {
    let placement = V::of_matrix(matrix)?;
    let is_unscaled = (0..V::DIM).all(|i| f64::from(placement.scale[i] - 1.0).abs() <= 1e-6);
    if let (Frame::Rigid(pose), true) = (placement.frame, is_unscaled) {
        return Ok((level.clone(), pose));
    }
    let Level::Mesh(mesh) = level else {
        let scale = (0..V::DIM).map(|i| placement.scale[i]).collect();
        return Err(match placement.frame {
            Frame::Rigid(_) => Refusal::Uneven { kind: level.kind(), scale },
            Frame::Skewed { cosine, .. } => Refusal::Skewed { kind: level.kind(), cosine },
        });
    };
    let vertices = mesh.vertices().map(|vertex| V::mapped(matrix, vertex).to_array());
    let moved = mesh.with_vertices(vertices).map_err(|error| Refusal::Level(error.to_string()))?;
    Ok((moved.into(), Pose::identity()))
}

#[cfg(feature = "mesh")]
pub use of_mesh::LevelOfMesh;
#[cfg(feature = "mesh")]
pub(crate) use of_mesh::add_systems;

/// Levels of Bevy's meshes.
#[cfg(feature = "mesh")]
mod of_mesh {
    use super::{LevelCollider, Subject};
    use crate::error::Refusal;
    use crate::plugin::AsunderSystems;
    use crate::world::CollisionWorld;
    use bevy_app::{App, FixedPostUpdate, PostUpdate};
    use bevy_asset::{AssetEvent, AssetEventSystems, AssetId, Assets};
    use bevy_ecs::change_detection::{DetectChanges as _, Ref, Res, ResMut};
    use bevy_ecs::component::Component;
    use bevy_ecs::entity::Entity;
    use bevy_ecs::message::{MessageCursor, Messages};
    use bevy_ecs::name::Name;
    use bevy_ecs::query::With;
    use bevy_ecs::schedule::IntoScheduleConfigs as _;
    use bevy_ecs::system::{Commands, Local, Query};
    use bevy_math::Vec3;
    use bevy_mesh::{
        Mesh, Mesh3d, PrimitiveTopology, VertexAttributeValues,
        mark_3d_meshes_as_changed_if_their_assets_changed,
    };

    impl LevelCollider {
        /// The level of a mesh of Bevy's: its triangles, in order, as they are drawn without a skin.
        ///
        /// # Errors
        /// If it is no list of triangles with positions, they are not in the main world
        /// (`RenderAssetUsages::MAIN_WORLD`), a number is not finite, or an index is that of no vertex.
        ///
        /// ```
        /// use bevy_asunder::asunder::level::Parts as _;
        /// use bevy_asunder::prelude::*;
        /// use bevy_math::prelude::Cuboid;
        /// use bevy_mesh::Mesh;
        ///
        /// let crate_ = LevelCollider3::from_mesh(&Mesh::from(Cuboid::new(2.0, 2.0, 2.0)))?;
        /// assert_eq!(crate_.level().part_count(), 12);
        /// assert!(crate_.level().intersects(&Sphere3::new([2.0, 0.0, 0.0], 1.0)), "it touches");
        /// # Ok::<(), bevy_asunder::Refusal>(())
        /// ```
        pub fn from_mesh(mesh: &Mesh) -> Result<Self, Refusal> {
            let missing = |what: &str| {
                Refusal::Level(format!(
                    "the mesh has no {what}; expected a triangle list with positions, kept in the main world \
                     (RenderAssetUsages::MAIN_WORLD)"
                ))
            };
            if mesh.primitive_topology() != PrimitiveTopology::TriangleList {
                return Err(missing("list of triangles"));
            }
            let Ok(VertexAttributeValues::Float32x3(positions)) =
                mesh.try_attribute(Mesh::ATTRIBUTE_POSITION)
            else {
                return Err(missing("positions"));
            };
            let corners: Vec<u32> = match mesh.try_indices_option() {
                Ok(Some(indices)) => {
                    indices.iter().map(|it| u32::try_from(it).unwrap_or(u32::MAX)).collect()
                }
                Ok(None) => (0..u32::try_from(positions.len()).unwrap_or(u32::MAX)).collect(),
                Err(_) => return Err(missing("indices")),
            };
            let (triangles, _) = corners.as_chunks::<3>();
            let mesh = asunder::Mesh::try_new(positions.iter().copied(), triangles.iter().copied());
            Ok(Self::new(mesh.map_err(|error| Refusal::Level(error.to_string()))?))
        }
    }

    /// Gives an entity the [`LevelCollider`] of its `Mesh3d`, once that is loaded, and anew when the entity gets
    /// another mesh, or the mesh is changed where it is (`AssetEvent::Modified`): what a system of `Update` changes
    /// collides in the same frame; [in the fixed update](crate::AsunderPlugin::in_fixed_update), from the next tick
    /// after that frame on. The collider keeps its tag. What it becomes if it cannot be read is
    /// [`Refused`](crate::Refused), and no level. Each change takes what
    /// [`from_mesh`](LevelCollider::from_mesh) does, for each entity: a level that changes in every frame is rather
    /// several small ones.
    ///
    /// ```
    /// use bevy_asunder::prelude::*;
    /// use bevy_mesh::Mesh3d;
    ///
    /// # fn spawn(mut commands: bevy_ecs::system::Commands, handle: bevy_asset::Handle<bevy_mesh::Mesh>) {
    /// commands.spawn((Mesh3d(handle), LevelOfMesh, Layer::new("ground")));
    /// # }
    /// ```
    #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct LevelOfMesh;

    pub(crate) fn add_systems(app: &mut App, fixed: bool) {
        let make = make.before(AsunderSystems::Move);
        if fixed {
            app.add_systems(FixedPostUpdate, make);
        } else {
            // Bevy marks the handles of changed meshes as changed: after that, so that each is read once.
            let marked = mark_3d_meshes_as_changed_if_their_assets_changed;
            app.add_systems(PostUpdate, make.after(AssetEventSystems).after(marked));
        }
    }

    /// Gives entities the levels of their meshes.
    fn make(
        mut commands: Commands<'_, '_>,
        world: Option<ResMut<'_, CollisionWorld<Vec3>>>,
        meshes: Option<Res<'_, Assets<Mesh>>>,
        (events, mut read): (
            Option<Res<'_, Messages<AssetEvent<Mesh>>>>,
            Local<'_, MessageCursor<AssetEvent<Mesh>>>,
        ),
        seen: Query<
            '_,
            '_,
            (Entity, Ref<'static, Mesh3d>, Option<&LevelCollider>, Option<&Name>),
            With<LevelOfMesh>,
        >,
    ) {
        let (Some(mut world), Some(meshes)) = (world, meshes) else { return };
        let modified = |event: &AssetEvent<Mesh>| match *event {
            AssetEvent::Modified { id } => Some(id),
            AssetEvent::Added { .. }
            | AssetEvent::Removed { .. }
            | AssetEvent::Unused { .. }
            | AssetEvent::LoadedWithDependencies { .. } => None,
        };
        let mut changed: Vec<AssetId<Mesh>> = Vec::new();
        if let Some(events) = &events {
            changed.extend(read.read(events).filter_map(modified));
        }
        world.refused.retain(|(entity, subject), _| {
            *subject != Subject::LevelMesh || seen.contains(*entity)
        });
        for (entity, handle, level, name) in &seen {
            let is_changed = handle.is_changed() || changed.contains(&handle.0.id());
            let is_made = level.is_some() && !is_changed;
            let Some(mesh) = meshes.get(&handle.0).filter(|_| !is_made) else { continue };
            match LevelCollider::from_mesh(mesh) {
                Ok(collider) => {
                    let tag = level.map_or(0, |level| level.tag);
                    commands.entity(entity).insert(collider.tag(tag));
                    world.refused.remove(&(entity, Subject::LevelMesh));
                }
                Err(reason) => {
                    if level.is_some() {
                        commands.entity(entity).remove::<LevelCollider>();
                    }
                    world.refuse(entity, Subject::LevelMesh, name, reason);
                }
            }
        }
    }
}
