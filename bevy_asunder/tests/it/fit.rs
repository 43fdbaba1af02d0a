//! Hitboxes fitted to a skin.

use crate::{app, drain, spawn, transform};
use bevy::prelude::*;
use bevy_asset::{AssetApp as _, AssetPlugin, Assets, RenderAssetUsages};
use bevy_asunder::asunder_fit::{Detail, Options};
use bevy_asunder::prelude::*;
use bevy_asunder::{Refusal, Refused};
use bevy_mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology, VertexAttributeValues};

/// The twelve triangles of a box of eight corners.
const BOX: [[u32; 3]; 12] = [
    [0, 1, 3],
    [0, 3, 2],
    [4, 7, 5],
    [4, 6, 7],
    [0, 4, 5],
    [0, 5, 1],
    [2, 3, 7],
    [2, 7, 6],
    [0, 2, 6],
    [0, 6, 4],
    [1, 5, 7],
    [1, 7, 3],
];

/// Two boxes above one another, each moved by a joint of its own.
fn mesh() -> Mesh {
    let (mut positions, mut joints, mut weights, mut corners) = (vec![], vec![], vec![], vec![]);
    for (joint, low) in [(0_u16, 0.0_f32), (1, 2.0)] {
        let first = positions.len() as u32;
        for corner in 0..8_u32 {
            let at =
                |bit: u32, low: f32, high: f32| if corner >> bit & 1 == 1 { high } else { low };
            positions.push([at(0, -0.5, 0.5), at(1, low, low + 2.0), at(2, -0.25, 0.25)]);
            joints.push([joint, 0, 0, 0]);
            // A weight need not be one.
            weights.push([0.5, 0.0, 0.0, 0.0]);
        }
        corners.extend(BOX.iter().flatten().map(|corner| first + corner));
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_JOINT_INDEX,
            VertexAttributeValues::Uint16x4(joints),
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT, weights)
        .with_inserted_indices(Indices::U32(corners))
}

fn skinned_app() -> App {
    let mut app = app();
    app.add_plugins(AssetPlugin::default());
    app.init_asset::<Mesh>().init_asset::<SkinnedMeshInverseBindposes>();
    app
}

/// A figure of two joints, the upper one two metres up, and its mesh; the rig is on the root.
fn figure(app: &mut App, mesh: Mesh) -> [Entity; 3] {
    let options = Options { detail: Detail::Bones, merge_below: 0.0, ..Options::default() };
    let root = spawn(app, (HitboxRig::fitted(options), Name::new("figure")));
    let [hips, head] = scene(app, root, mesh);
    [root, hips, head]
}

/// The joints of the figure and its mesh, below its root.
fn scene(app: &mut App, root: Entity, mesh: Mesh) -> [Entity; 2] {
    let hips = spawn(app, (Transform::default(), Name::new("hips"), ChildOf(root)));
    let head = spawn(app, (Transform::from_xyz(0.0, 2.0, 0.0), Name::new("head"), ChildOf(hips)));
    let up = Mat4::from_translation(Vec3::new(0.0, -2.0, 0.0));
    let mut binds = app.world_mut().resource_mut::<Assets<SkinnedMeshInverseBindposes>>();
    let inverse_bindposes = binds.add(SkinnedMeshInverseBindposes::from(vec![Mat4::IDENTITY, up]));
    let mesh = app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh);
    let skinned = SkinnedMesh { inverse_bindposes, joints: vec![hips, head] };
    spawn(app, (Mesh3d(mesh), skinned, ChildOf(root)));
    [hips, head]
}

#[test]
fn hitboxes_are_fitted_to_the_skin_and_follow_its_joints() {
    let mut app = skinned_app();
    let [root, _, head] = figure(&mut app, mesh());
    app.update();
    assert_eq!(drain::<Refused>(&mut app), []);
    let world = app.world().resource::<CollisionWorld3>();
    let parts = world.parts(root);
    assert_eq!(parts.len(), 2);
    let upper = *parts.iter().find(|part| part.bone == Some(head)).unwrap();
    assert_eq!(world.region(&upper), Some("head"));
    let aabb = world.shape(&upper).unwrap().aabb();
    let near = |a: Vec3, b: [f32; 3]| (a - Vec3::from(b)).abs().max_element() < 1e-2;
    assert!(near(aabb.min(), [-0.5, 2.0, -0.25]) && near(aabb.max(), [0.5, 4.0, 0.25]), "{aabb:?}");

    // Nodding to the side lays the head over, in the same frame.
    transform(&mut app, head).rotation = Quat::from_rotation_z(-core::f32::consts::FRAC_PI_2);
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    let aabb = world.shape(&upper).unwrap().aabb();
    assert!(near(aabb.min(), [0.0, 1.5, -0.25]) && near(aabb.max(), [2.0, 2.5, 0.25]), "{aabb:?}");
}

#[test]
fn an_animated_start_fits_the_same() {
    let mut app = skinned_app();
    let [root, _, head] = figure(&mut app, mesh());
    transform(&mut app, head).rotation = Quat::from_rotation_z(1.0);
    app.update();
    let fitted = app.world().get::<HitboxRig>(root).unwrap().rig().unwrap().clone();
    let mut app = skinned_app();
    let [root, ..] = figure(&mut app, mesh());
    app.update();
    assert_eq!(app.world().get::<HitboxRig>(root).unwrap().rig(), Some(&fitted));
}

#[test]
fn a_mesh_without_weights_is_refused() {
    let mut app = skinned_app();
    let mut bare = mesh();
    bare.remove_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT);
    figure(&mut app, bare);
    app.update();
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1, "once");
    let message = refused[0].to_string();
    assert!(message.contains("(\"figure\"): no hitboxes could be fitted"), "{message}");
    assert!(message.contains("mesh0 has no joint weights; expected a triangle list"), "{message}");
}

#[test]
fn a_scene_that_is_spawned_again_is_fitted_again() {
    let mut app = skinned_app();
    let [root, ..] = figure(&mut app, mesh());
    app.update();
    let bones = |app: &App| {
        let parts = app.world().resource::<CollisionWorld3>().parts(root);
        parts.iter().filter_map(|part| part.bone).collect::<Vec<_>>()
    };
    assert_eq!(bones(&app).len(), 2);
    app.world_mut().entity_mut(root).despawn_related::<Children>();
    app.update();
    assert_eq!(bones(&app), []);
    let joints = scene(&mut app, root, mesh());
    app.update();
    assert_eq!(bones(&app), joints);
    assert_eq!(drain::<Refused>(&mut app), []);

    // A joint that is gone alone is missed by the skin, until there is another scene.
    app.world_mut().despawn(joints[1]);
    app.update();
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1, "once");
    assert_eq!(refused[0].reason, Refusal::Joints { expected: 2, found: 1 });
    app.world_mut().entity_mut(root).despawn_related::<Children>();
    let joints = scene(&mut app, root, mesh());
    app.update();
    assert_eq!(bones(&app), joints);
    assert_eq!(app.world().resource::<CollisionWorld3>().refusal(root), None);
}
