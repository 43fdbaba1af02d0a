//! Hitboxes on joints.

use crate::{app, ball, drain, entered, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::asunder::Role;
use bevy_asunder::prelude::*;
use bevy_asunder::{Refusal, Refused};

fn rig() -> Rig {
    let bones = vec![Bone::new("hips", None), Bone::new("hand.r", Some(0))];
    let mut rig = Rig::new("knight", bones).unwrap();
    rig.add(Hitbox::new(0, Obb3::new([0.0; 3], [0.5, 1.0, 0.25], [0.0, 0.0, 0.0, 1.0]))).unwrap();
    let blade = Capsule3::new([0.0, 0.0, 0.0], [0.0, 0.0, -1.0], 0.125);
    rig.add(Hitbox { role: Role::Attack, region: Some("sword".into()), ..Hitbox::new(1, blade) })
        .unwrap();
    rig
}

/// A knight with two joints below him.
fn knight(app: &mut App, rig: HitboxRig) -> [Entity; 3] {
    let root = spawn(app, (rig, Transform::from_xyz(10.0, 0.0, 0.0), Name::new("knight")));
    let hips = spawn(app, (Name::new("hips"), Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(root)));
    let hand = spawn(app, (Name::new("hand.r"), Transform::from_xyz(1.0, 0.0, 0.0), ChildOf(hips)));
    [root, hips, hand]
}

#[test]
fn hitboxes_go_where_their_joints_are_in_the_same_frame() {
    let mut app = app();
    let [knight, _, hand] = knight(&mut app, HitboxRig::new(rig()));
    let target = spawn(&mut app, (ball(0.25), Body::fixed(), Transform::from_xyz(11.0, 3.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), []);
    // The sword points up.
    transform(&mut app, hand).rotation = Quat::from_rotation_x(core::f32::consts::FRAC_PI_2);
    transform(&mut app, target).translation.y = 2.25;
    app.update();
    let messages = drain::<Entered>(&mut app);
    assert_eq!(messages.len(), 1);
    let (own, other) = messages[0].of(knight).unwrap();
    assert_eq!((own.bone, other.entity), (Some(hand), target));
    let world = app.world().resource::<CollisionWorld3>();
    assert_eq!(world.region(&own), Some("sword"));
    assert_eq!(world.region(&other), None);
    assert_eq!(world.parts_with_role(knight, Role::Attack), [own]);
    let ray = Ray3::new([10.0, 1.0, 9.0], [0.0, 0.0, -1.0]);
    let seen = world.ray(&ray).first().unwrap();
    assert_eq!((seen.entity, world.region(&seen.part)), (knight, Some("hips")));
}

#[test]
fn a_collider_and_a_rig_of_one_entity_leave_each_other_alone() {
    let mut app = app();
    let [knight, ..] = knight(&mut app, HitboxRig::new(rig()));
    app.world_mut().entity_mut(knight).insert(ball(3.0));
    app.update();
    assert_eq!(entered(&mut app), []);
    assert_eq!(app.world().resource::<CollisionWorld3>().parts(knight).len(), 3);
}

#[test]
fn a_rig_waits_for_its_scene_and_leaves_with_it() {
    let mut app = app();
    let root = spawn(&mut app, HitboxRig::new(rig()));
    app.update();
    assert_eq!(drain::<Refused>(&mut app), [], "the scene is not spawned yet");
    let hips = spawn(&mut app, (Name::new("hips"), Transform::default(), ChildOf(root)));
    spawn(&mut app, (Name::new("hand.r"), Transform::default(), ChildOf(hips)));
    app.update();
    assert_eq!(app.world().resource::<CollisionWorld3>().parts(root).len(), 2);
    app.world_mut().despawn(root);
    app.update();
    assert_eq!(app.world().resource::<CollisionWorld3>().core().bodies().count(), 0);
}

#[test]
fn a_missing_joint_is_refused_with_the_names_there_are() {
    let mut app = app();
    let root = spawn(&mut app, HitboxRig::new(rig()));
    spawn(&mut app, (Name::new("hips"), Transform::default(), ChildOf(root)));
    spawn(&mut app, (Name::new("Hand_R"), Transform::default(), ChildOf(root)));
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1);
    let Refusal::NoJoint { bone, known } = &refused[0].reason else { panic!("{refused:?}") };
    assert_eq!((bone.as_str(), known.len()), ("hand.r", 2));
    assert!(refused[0].to_string().contains("found hips, Hand_R; name it so"), "{}", refused[0]);
}

#[test]
fn a_joint_that_skews_is_refused_unless_the_rig_encloses() {
    let mut app = app();
    let [root, _, hand] = knight(&mut app, HitboxRig::new(rig()));
    transform(&mut app, hand).scale = Vec3::new(2.0, 1.0, 1.0);
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1);
    let Refusal::Hitbox { bone, kind, .. } = &refused[0].reason else { panic!("{refused:?}") };
    assert_eq!((bone.as_str(), *kind), ("hand.r", "capsule"));
    let message = refused[0].to_string();
    assert!(message.contains("(\"knight\")") && message.contains("[2.0, 1.0, 1.0]"), "{message}");
    assert!(app.world().resource::<CollisionWorld3>().parts(root).is_empty());

    *app.world_mut().get_mut::<HitboxRig>(root).unwrap() = HitboxRig::new(rig()).enclosing();
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    let sword = world.parts_with_role(root, Role::Attack)[0];
    let Some(Shape3::Capsule(capsule)) = world.shape(&sword) else { panic!() };
    assert!(0.25 <= capsule.radius() && capsule.radius() < 0.250_001, "{}", capsule.radius());
    assert_eq!(drain::<Refused>(&mut app), []);
}

#[test]
fn an_attack_of_the_hitboxes_of_a_role_tells_bones_and_regions() {
    let mut app = app();
    let [attacker, _, hand] = knight(&mut app, HitboxRig::new(rig()));
    let [victim, hips, _] = knight(&mut app, HitboxRig::new(rig()));
    transform(&mut app, victim).translation.x = 11.0;
    transform(&mut app, victim).translation.z = -3.0;
    app.update();
    let mut world = app.world_mut().resource_mut::<CollisionWorld3>();
    let sword = world.parts_with_role(attacker, Role::Attack);
    world.begin_attack(attacker, &sword, None).unwrap();
    transform(&mut app, attacker).translation.z = -2.0;
    app.update();
    let hits = drain::<Hit>(&mut app);
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].by.entity, hits[0].by.bone), (attacker, Some(hand)));
    assert_eq!((hits[0].victim.entity, hits[0].victim.bone), (victim, Some(hips)));
    let world = app.world().resource::<CollisionWorld3>();
    assert_eq!(world.region(&hits[0].victim), Some("hips"));
}

#[test]
fn hitboxes_of_a_role_are_on_their_layer() {
    let layers = Layers::new().layer("blade").unwrap();
    let layers = layers.respond("blade", "default", Response::Ignore).unwrap();
    let mut app = crate::app_with(layers);
    let rig = HitboxRig::new(rig()).layer_of(Role::Attack, Layer::new("blade"));
    let [knight, ..] = knight(&mut app, rig);
    let at = Transform::from_xyz(11.0, 1.0, -1.0);
    spawn(&mut app, (ball(0.25), at));
    let other = spawn(&mut app, (ball(0.25), Transform::from_xyz(10.0, 1.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), [(other, knight)]);
}

#[test]
fn another_layer_of_the_entity_is_that_of_its_hitboxes() {
    let layers = Layers::new().layer("ghost").unwrap().layer("blade").unwrap();
    let layers = layers.respond("ghost", "default", Response::Ignore).unwrap();
    let mut app = crate::app_with(layers);
    let rig = HitboxRig::new(rig()).layer_of(Role::Attack, Layer::new("blade"));
    let [knight, ..] = knight(&mut app, rig);
    let at_hips = spawn(&mut app, (ball(0.25), Transform::from_xyz(10.0, 1.0, 0.0)));
    let at_sword = spawn(&mut app, (ball(0.25), Transform::from_xyz(11.0, 1.0, -1.0)));
    let met = |app: &mut App| {
        app.update();
        let world = app.world().resource::<CollisionWorld3>();
        world.contacts(knight).map(|part| part.entity).collect::<Vec<_>>()
    };
    assert_eq!(met(&mut app), [at_hips, at_sword]);
    let before = app.world().resource::<CollisionWorld3>().parts(knight);
    app.world_mut().entity_mut(knight).insert(Layer::new("ghost"));
    assert_eq!(met(&mut app), [at_sword]);
    app.world_mut().entity_mut(knight).remove::<Layer>();
    assert_eq!(met(&mut app), [at_hips, at_sword]);
    app.world_mut().entity_mut(knight).insert(Layer::new("default").ignoring("default"));
    assert_eq!(met(&mut app), [at_sword]);
    let world = app.world().resource::<CollisionWorld3>();
    assert_eq!(world.parts(knight), before, "it stays in the world");
}

#[test]
fn a_rig_finds_the_joints_of_a_scene_that_is_spawned_again() {
    let mut app = app();
    let [root, hips, _] = knight(&mut app, HitboxRig::new(rig()));
    app.update();
    app.world_mut().despawn(hips);
    app.update();
    assert!(app.world().resource::<CollisionWorld3>().parts(root).is_empty());
    let hips = spawn(&mut app, (Name::new("hips"), Transform::default(), ChildOf(root)));
    let hand = spawn(&mut app, (Name::new("hand.r"), Transform::default(), ChildOf(hips)));
    app.update();
    // And in one frame.
    app.world_mut().despawn(hips);
    let joints = |app: &App| {
        let world = app.world().resource::<CollisionWorld3>();
        world.parts(root).iter().filter_map(|part| part.bone).collect::<Vec<_>>()
    };
    assert_eq!(joints(&app), [hips, hand]);
    let hips = spawn(&mut app, (Name::new("hips"), Transform::default(), ChildOf(root)));
    let hand = spawn(&mut app, (Name::new("hand.r"), Transform::default(), ChildOf(hips)));
    app.update();
    assert_eq!(joints(&app), [hips, hand]);
    assert_eq!(drain::<Refused>(&mut app), [], "to wait is no error");
}

#[test]
fn a_joint_that_was_given_and_is_gone_is_refused() {
    let mut app = app();
    let root = spawn(&mut app, Name::new("knight"));
    let joints = [0, 1].map(|_| spawn(&mut app, Transform::default()));
    let rig = HitboxRig::with_joints(rig(), joints.to_vec());
    app.world_mut().entity_mut(root).insert(rig);
    app.update();
    assert_eq!(drain::<Refused>(&mut app), []);
    app.world_mut().despawn(joints[1]);
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused[0].reason, Refusal::Joints { expected: 2, found: 1 });
}

#[test]
fn a_replaced_rig_leaves_no_hitboxes_while_the_new_one_waits() {
    let mut app = app();
    let [root, hips, _] = knight(&mut app, HitboxRig::new(rig()));
    app.update();
    app.world_mut().despawn(hips);
    *app.world_mut().get_mut::<HitboxRig>(root).unwrap() = HitboxRig::new(rig());
    app.update();
    assert!(app.world().resource::<CollisionWorld3>().parts(root).is_empty());
    assert_eq!(drain::<Refused>(&mut app), []);
}
