//! Levels: made of meshes, placed by transforms, walked on, found by their triangles, drawn.

use crate::{app_with, blocking, drain, spawn, transform};
use bevy::prelude::*;
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_asunder::asunder::level::{Parts as _, TileKind};
use bevy_asunder::asunder::{Level, Mesh3, Tiles3};
use bevy_asunder::prelude::*;
use bevy_asunder::{Refusal, Refused};
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};

/// A floor of two triangles, eight by four, and a ramp of two beside it.
fn ground() -> Mesh {
    let corners = vec![
        [0.0, 0.0, 0.0],
        [8.0, 0.0, 0.0],
        [8.0, 0.0, 4.0],
        [0.0, 0.0, 4.0],
        [16.0, 4.0, 0.0],
        [16.0, 4.0, 4.0],
    ];
    let indices = vec![0, 2, 1, 0, 3, 2, 1, 5, 4, 1, 2, 5];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::MAIN_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
        .with_inserted_indices(Indices::U32(indices))
}

fn part_below(app: &App, at: [f32; 3]) -> Option<(Entity, u32, f32)> {
    let world = app.world().resource::<CollisionWorld3>();
    let down = Ray3::new(at, [0.0, -1.0, 0.0]);
    let seen = world.ray(&down).first()?;
    Some((seen.entity, seen.level_part?, seen.fraction))
}

#[test]
fn a_mesh_is_walked_on_and_found_by_its_triangles() {
    let mut app = app_with(blocking());
    let level = LevelCollider3::from_mesh(&ground()).unwrap().tag(9);
    let ground = spawn(&mut app, (level, Transform::from_xyz(-4.0, 0.0, -2.0)));
    let shape = Capsule3::new([0.0, 0.5, 0.0], [0.0, 1.5, 0.0], 0.5);
    let mut walker = Walker3::with_steps(0.3);
    walker.velocity = Vec3::new(4.0, -1.0, 0.0);
    let hero = spawn(&mut app, (Collider::new(shape), walker, Transform::from_xyz(0.0, 0.0, 0.0)));
    for _ in 0..32 {
        app.update();
        assert!(app.world().get::<Walked>(hero).unwrap().is_grounded());
    }
    let at = transform(&mut app, hero).translation;
    assert!(at.x > 5.0 && at.y > 0.5, "up the ramp: {at}");
    assert_eq!(part_below(&app, [-3.0, 5.0, -1.75]), Some((ground, 0, 5.0)));
    assert_eq!(part_below(&app, [8.0, 9.0, -1.0]), Some((ground, 2, 7.0)), "the ramp");
    let world = app.world().resource::<CollisionWorld3>();
    assert_eq!(world.parts(ground).len(), 1);
    let tag = world.ray(&Ray3::new([-3.0, 5.0, -1.0], [0.0, -1.0, 0.0])).first().unwrap().tag;
    assert_eq!(tag, 9);
    assert_eq!(drain::<Refused>(&mut app), []);
}

/// Scaled, turned and skewed by ancestors: each vertex is where Bevy draws it.
#[test]
fn a_mesh_takes_any_transform() {
    let mut app = app_with(blocking());
    let level = LevelCollider3::from_mesh(&ground()).unwrap();
    let parent = Transform::from_xyz(5.0, 1.0, 0.0).with_scale(Vec3::new(2.0, 1.0, 3.0));
    let parent = spawn(&mut app, parent);
    let turned = Transform::from_rotation(Quat::from_rotation_y(0.5)).with_scale(Vec3::splat(0.5));
    let child = spawn(&mut app, (level, turned, ChildOf(parent)));
    app.update();
    let check = |app: &App| {
        let global = app.world().get::<GlobalTransform>(child).unwrap().affine();
        let world = app.world().resource::<CollisionWorld3>();
        let Some(Level::Mesh(placed)) = world.level(child) else { panic!("it is a mesh") };
        let local = LevelCollider3::from_mesh(&ground()).unwrap();
        let Level::Mesh(local) = local.level() else { panic!("it is a mesh") };
        for (placed, vertex) in placed.vertices().zip(local.vertices()) {
            let expected = global.transform_point3(vertex);
            assert!(placed.distance(expected) < 1e-5, "{placed} {expected}");
        }
    };
    check(&app);
    // Moved, it moves; despawned, it is gone.
    transform(&mut app, parent).translation.y = 7.0;
    app.update();
    check(&app);
    app.world_mut().despawn(child);
    app.update();
    assert!(app.world().resource::<CollisionWorld3>().core().colliders().next().is_none());
    assert_eq!(drain::<Refused>(&mut app), []);
}

#[test]
fn an_entity_gets_the_level_of_its_mesh_once_it_is_loaded() {
    let mut app = app_with(blocking());
    app.init_resource::<Assets<Mesh>>();
    let meshes = app.world().resource::<Assets<Mesh>>();
    let handle = meshes.reserve_handle();
    let entity = spawn(&mut app, (Mesh3d(handle.clone()), LevelOfMesh));
    app.update();
    assert!(app.world().resource::<CollisionWorld3>().level(entity).is_none(), "not loaded yet");
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(handle.id(), ground()).unwrap();
    app.update();
    assert_eq!(part_below(&app, [1.0, 5.0, 0.5]), Some((entity, 0, 5.0)), "in the same frame");
    // Another mesh.
    let lines = Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::MAIN_WORLD);
    let lines = app.world_mut().resource_mut::<Assets<Mesh>>().add(lines);
    app.world_mut().entity_mut(entity).insert(Mesh3d(lines)).remove::<LevelCollider>();
    app.update();
    let refused = drain::<Refused>(&mut app);
    let [Refused { reason: Refusal::Level(reason), .. }] = &refused[..] else {
        panic!("{refused:?}")
    };
    assert!(reason.starts_with("the mesh has no list of triangles;"), "{reason}");
}

/// A mesh that is changed where it is: for all entities that have it, in the same frame, tags and all; what it
/// becomes that is no level is refused once, and mended.
fn changes_where_it_is(app: &mut App, frames: usize) {
    let mut meshes = app.world_mut().resource_mut::<Assets<Mesh>>();
    let (handle, other) = (meshes.add(ground()), meshes.add(ground()));
    let [near, far, still] = [0.0, 100.0, 200.0].map(|x| {
        let mesh = Mesh3d(if x < 150.0 { handle.clone() } else { other.clone() });
        spawn(app, (mesh, LevelOfMesh, Transform::from_xyz(x, 0.0, 0.0)))
    });
    let update = |app: &mut App| (0..frames).for_each(|_| app.update());
    update(app);
    let tagged = app.world().get::<LevelCollider>(near).unwrap().clone().tag(9);
    app.world_mut().entity_mut(near).insert(tagged);
    update(app);
    let below = |app: &App, x: f32| part_below(app, [x + 1.0, 9.0, 0.5]);
    assert_eq!(below(app, 0.0), Some((near, 0, 9.0)));
    let kept = app.world().resource::<CollisionWorld3>().parts(still)[0];

    let change = |app: &mut App, y: f32| {
        let mut meshes = app.world_mut().resource_mut::<Assets<Mesh>>();
        let mut mesh = meshes.get_mut(&handle).unwrap();
        let raised = ground().translated_by(Vec3::new(0.0, y, 0.0));
        let positions = raised.attribute(Mesh::ATTRIBUTE_POSITION).unwrap().clone();
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
    };
    change(app, 2.0);
    update(app);
    assert_eq!(below(app, 0.0), Some((near, 0, 7.0)));
    assert_eq!(below(app, 100.0), Some((far, 0, 7.0)));
    assert_eq!(below(app, 200.0), Some((still, 0, 9.0)), "another mesh");
    let world = app.world().resource::<CollisionWorld3>();
    assert_eq!(world.parts(still)[0], kept, "is not looked at");
    let tag = world.ray(&Ray3::new([1.0, 9.0, 0.5], [0.0, -1.0, 0.0])).first().unwrap().tag;
    assert_eq!(tag, 9);
    assert_eq!(drain::<Refused>(app), []);

    change(app, f32::NAN);
    update(app);
    let refused: Vec<_> = drain::<Refused>(app).iter().map(|it| it.entity).collect();
    assert!(refused.len() == 2 && refused.contains(&near) && refused.contains(&far), "{refused:?}");
    assert_eq!((below(app, 0.0), below(app, 100.0)), (None, None), "what is not drawn is not hit");
    update(app);
    assert_eq!(drain::<Refused>(app), [], "said once");
    assert!(app.world().resource::<CollisionWorld3>().refusal(near).is_some());
    change(app, 3.0);
    update(app);
    assert_eq!(below(app, 0.0), Some((near, 0, 6.0)));
    assert!(app.world().resource::<CollisionWorld3>().refusal(near).is_none());
}

#[test]
fn a_mesh_that_is_changed_where_it_is_is_read_again() {
    let mut app = app_with(blocking());
    app.add_plugins((bevy_asset::AssetPlugin::default(), bevy_mesh::MeshPlugin));
    changes_where_it_is(&mut app, 1);
    // Without the system of Bevy's that marks handles.
    let mut app = app_with(blocking());
    app.add_plugins(bevy_asset::AssetPlugin::default());
    bevy_asset::AssetApp::init_asset::<Mesh>(&mut app);
    changes_where_it_is(&mut app, 1);
    // In the fixed update, one frame later.
    let mut app = crate::app_of(AsunderPlugin3::new().layers(blocking()).in_fixed_update());
    app.add_plugins((bevy_asset::AssetPlugin::default(), bevy_mesh::MeshPlugin));
    changes_where_it_is(&mut app, 3);
}

#[test]
fn what_cannot_be_placed_is_refused_and_mended() {
    let mut app = app_with(blocking());
    let mut tiles = Tiles3::new([2, 2, 2], [0.0; 3], [1.0; 3]);
    tiles.set([0, 0, 0], TileKind::FULL).unwrap();
    let entity =
        spawn(&mut app, (LevelCollider::new(tiles), Transform::from_scale(Vec3::splat(2.0))));
    app.update();
    let reasons: Vec<_> = drain::<Refused>(&mut app).into_iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [Refusal::Uneven { kind: "tiles", scale: vec![2.0; 3] }]);
    transform(&mut app, entity).scale = Vec3::ONE;
    transform(&mut app, entity).rotation = Quat::from_rotation_y(0.5);
    app.update();
    let reasons: Vec<_> = drain::<Refused>(&mut app).into_iter().map(|it| it.reason).collect();
    assert!(matches!(reasons[..], [Refusal::World(_)]), "a grid is not turned: {reasons:?}");
    transform(&mut app, entity).rotation = Quat::IDENTITY;
    transform(&mut app, entity).translation.x = 10.0;
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    assert!(world.refusal(entity).is_none());
    assert!(world.level(entity).unwrap().intersects(&Sphere3::new([12.0, 0.5, 0.5], 1.0)));
    // On an unknown layer.
    app.world_mut().entity_mut(entity).insert(Layer::new("nowhere"));
    app.update();
    assert!(matches!(drain::<Refused>(&mut app)[..], [Refused { reason: Refusal::Layer(_), .. }]));
}

/// Two walls of one mesh share its triangles; a body that rests on one touches it.
#[test]
fn contacts_are_messages_with_the_entity_of_the_level() {
    let mut app = app_with(Layers::new());
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 4.0]];
    let floor = LevelCollider::new(Mesh3::new(corners, [[0, 1, 2]]));
    let first = spawn(&mut app, floor.clone());
    let second = spawn(&mut app, (floor, Transform::from_xyz(0.0, -5.0, 0.0)));
    let ball = Collider::new(Sphere3::new([3.0, 1.0, 1.0], 1.0));
    let ball = spawn(&mut app, ball);
    app.update();
    let entered = drain::<Entered>(&mut app);
    assert_eq!(entered.len(), 1, "touching counts");
    assert_eq!(entered[0].of(ball).unwrap().1.entity, first);
    transform(&mut app, ball).translation.y = -5.0;
    app.update();
    let entered = drain::<Entered>(&mut app);
    assert_eq!(entered[0].of(ball).unwrap().1.entity, second);
}

#[cfg(feature = "gizmos")]
#[test]
fn each_triangle_is_drawn() {
    use bevy_asset::AssetPlugin;
    use bevy_gizmos::{GizmoAsset, GizmoPlugin};

    let mut app = app_with(Layers::new());
    app.add_plugins((AssetPlugin::default(), GizmoPlugin, ColliderGizmosPlugin));
    spawn(&mut app, LevelCollider3::from_mesh(&ground()).unwrap());
    app.update();
    let ends: usize = app
        .world()
        .resource::<Assets<GizmoAsset>>()
        .iter()
        .map(|(_, asset)| asset.buffer().list_colors.len())
        .sum();
    assert_eq!(ends, 4 * 3 * 2, "four triangles of three lines");
}
