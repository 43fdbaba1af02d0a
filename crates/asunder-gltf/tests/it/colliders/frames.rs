//! The spaces of colliders.

use asunder::prelude::*;
use asunder_gltf::{Fidelity, Rigging};
use serde_json::{Value, json};

use crate::fixture::arm;

#[test]
fn a_child_that_does_not_move_gives_its_collider_to_the_joint() {
    let mut arm = arm();
    let sphere = json!({"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}});
    let block = json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}});
    let nodes = arm.json["nodes"].as_array_mut().unwrap();
    // Under the elbow: a child, and a child of that.
    nodes.push(json!({"name": "pad", "translation": [0, 0.25, 0], "extensions": sphere,
        "children": [4]}));
    let half = 0.5_f32.sqrt();
    nodes.push(json!({"name": "tip", "translation": [1, 0, 0], "rotation": [0, 0, half, half],
        "extensions": block}));
    nodes[1]["children"] = json!([3]);
    arm.json["extensions"] = json!({"KHR_implicit_shapes": {"shapes": [
        {"type": "sphere"}, {"type": "box", "box": {"size": [2, 4, 6]}},
    ]}});
    let model = arm.read().unwrap();
    let [pad, tip] = model.colliders.as_slice() else { panic!("{:?}", model.colliders) };
    assert_eq!((pad.node, pad.name.as_str()), (1, "pad"));
    assert_eq!(pad.shape, Sphere3::new([0.0, 0.25, 0.0], 0.5).into());
    assert_eq!((tip.node, tip.name.as_str()), (1, "tip"));
    let turned = Obb3::new([1.0, 0.25, 0.0], [1.0, 2.0, 3.0], [0.0, 0.0, half, half]);
    assert_eq!((&tip.shape, tip.fidelity), (&turned.into(), Fidelity::Exact));

    let rigging = Rigging::of(&model, &model.colliders).unwrap();
    let names: Vec<_> = rigging.rig().bones().iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!((names, rigging.nodes()), (vec!["shoulder", "elbow"], &[2, 1][..]));
    assert_eq!(rigging.rig().bones()[1].parent, Some(0));
    assert_eq!(rigging.rig().hitboxes()[0].bone, 1);

    // Bent by a quarter turn, the elbow's y is −x: global matrices and the palette agree.
    let (mut pose, mut bones) = (Vec::new(), Vec::new());
    model.sample(model.clip("bend").unwrap(), 1.0, &mut pose);
    rigging.bone_matrices(&pose, &mut bones);
    let world = asunder::Affine3::identity();
    let placed = rigging.rig().place(Bones::Global(&bones), &world).unwrap();
    let Shape3::Sphere(sphere) = &placed[0] else { panic!("{:?}", placed[0]) };
    assert!((sphere.center() - asunder::glam::Vec3::new(-0.25, 1.0, 0.0)).length() < 1e-6);
    let palette: Vec<_> = model.skins[0].palette(&pose).iter().map(map).collect();
    let skinned = rigging.rig().place(Bones::Skinning(&palette), &world).unwrap();
    let Shape3::Sphere(again) = &skinned[0] else { panic!("{:?}", skinned[0]) };
    assert!((sphere.center() - again.center()).length() < 1e-6);

    // A clip that moves the pad makes it a bone of its own.
    let times = arm.times(&[0.0]);
    let places = arm.floats(&[[0.0, 0.5, 0.0]]);
    arm.animate(3, "translation", "STEP", times, places);
    let model = arm.read().unwrap();
    let nodes: Vec<_> = model.colliders.iter().map(|it| it.node).collect();
    assert_eq!(nodes, [3, 3], "the tip hangs on the pad");
    let rigging = Rigging::of(&model, &model.colliders).unwrap();
    assert_eq!(rigging.nodes(), [2, 1, 3]);
    assert_eq!(rigging.rig().bones()[2].parent, Some(1));
}

fn map(m: &asunder_gltf::Matrix) -> asunder::Affine3 {
    asunder::Affine3::from_gltf(m).unwrap()
}

#[test]
fn scale_between_joint_and_shape_is_applied() {
    let under = |scale: Value, shape: Value| {
        let mut arm = arm();
        let extension = json!({"OMI_physics_body": {"collider": {"shape": 0}}});
        let nodes = arm.json["nodes"].as_array_mut().unwrap();
        nodes.push(json!({"scale": scale, "extensions": extension}));
        nodes[1]["children"] = json!([3]);
        arm.json["extensions"] = json!({"OMI_physics_shape": {"shapes": [shape]}});
        arm.read().unwrap()
    };
    let cube = || json!({"type": "box"});
    // The Khronos text's example: the absolute value counts.
    let model = under(json!([1, -2, 3]), cube());
    let found = &model.colliders[0];
    let Shape3::Obb(found_box) = &found.shape else { panic!("{:?}", found.shape) };
    assert_eq!(found_box.half_extents().to_array(), [0.5, 1.0, 1.5]);
    assert_eq!(found.fidelity, Fidelity::Exact);
    let model = under(json!([2, 2, 2]), json!({"type": "sphere"}));
    assert_eq!(model.colliders[0].shape, Sphere3::new([0.0; 3], 1.0).into());
    assert_eq!(model.colliders[0].fidelity, Fidelity::Exact);
    let model = under(json!([1, 2, 1]), json!({"type": "sphere"}));
    let Shape3::Sphere(around) = &model.colliders[0].shape else { panic!() };
    assert!(around.radius() >= 1.0 && around.radius() < 1.000_01);
    assert_eq!(model.colliders[0].fidelity, Fidelity::Encloses("a shape under uneven scale"));
    let model = under(json!([0, 0, 0]), cube());
    assert!(model.colliders.is_empty());
    assert!(model.warnings[0].message.contains("disables"), "{}", model.warnings[0]);
}
