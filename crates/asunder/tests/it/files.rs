//! What is written to files, and read from them: the feature `serde`.

use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::world::{
    AttackOptions, BodyKind, BodyOptions, Collider, Event, ExitReason, LayerId, Layers, OwnerEvent,
    Response,
};
use asunder::{Affine3, Follow, Role, ScalePolicy};
use core::fmt::Debug;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value's text, which is read as the same value.
fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).expect("a value that can be written");
    let read = serde_json::from_str::<T>(&text);
    assert_eq!(&read.expect(&text), value, "{text}");
    text
}

fn error<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).expect_err(text).to_string()
}

#[test]
fn layers_are_names_and_responses() {
    let layers = Layers::new()
        .layer("ghost")
        .and_then(|layers| layers.layer("wall"))
        .and_then(|layers| layers.respond("ghost", "wall", Response::Ignore))
        .and_then(|layers| layers.respond("wall", "default", Response::Block))
        .unwrap();
    assert_eq!(
        text(&layers),
        r#"{"layers":["ghost","wall"],"responses":[["wall","default","block"],["wall","ghost","ignore"]]}"#
    );
    assert_eq!(text(&Layers::new()), r#"{"layers":[],"responses":[]}"#);
    let twice = error::<Layers>(r#"{"layers":["a","a"]}"#);
    assert!(twice.contains("layer `a` is there already"), "{twice}");
    let unknown = error::<Layers>(r#"{"responses":[["a","default","block"]]}"#);
    assert!(unknown.contains("there is no layer `a`"), "{unknown}");
    let beyond = error::<LayerId>("64");
    assert!(beyond.contains("layer 64 is one too many; expected a number below 64"), "{beyond}");
}

#[test]
fn a_collider_is_its_shape_and_what_differs() {
    let ghost = Layers::new().layer("ghost").unwrap().id("ghost").unwrap();
    let door = Collider::new(Aabb2::new([0.0, 0.0], [1.0, 2.0]))
        .layer(ghost)
        .ignore(LayerId::DEFAULT)
        .tag(u64::MAX)
        .bone(3)
        .region(2)
        .swept()
        .one_way([0.0, 1.0]);
    let written = text(&door);
    assert!(written.contains(r#""one_way":[0.0,1.0]"#), "{written}");
    let plain: Collider<Vec2> =
        serde_json::from_str(r#"{"shape":{"sphere":{"center":[0,0],"radius":1}}}"#).unwrap();
    assert_eq!(plain, Collider::new(Sphere2::new([0.0, 0.0], 1.0)));
    let bad = r#"{"shape":{"sphere":{"center":[0,0],"radius":-1}}}"#;
    assert!(error::<Collider<Vec2>>(bad).contains("sphere.radius is -1"));
    let misspelt = bad.replace("-1}}", "1}},\"tga\":1");
    assert!(error::<Collider<Vec2>>(&misspelt).contains("unknown field `tga`"), "{misspelt}");
}

/// A step's events, of every kind, and those of owners.
#[test]
fn events_are_what_a_step_tells() {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    let mut world = World2::with_layers(layers);
    let wall = world.insert(Aabb2::new([3.0, -9.0], [4.0, 9.0]), BodyKind::Fixed).unwrap();
    let owned = |owner| BodyOptions::from(BodyKind::Moving).owner(owner);
    let hero = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(1)).unwrap();
    let foe = world.insert(Sphere2::new([1.0, 0.0], 1.0), owned(2)).unwrap();
    let attack = world.begin_attack(1, &[hero.collider(0)]).unwrap();
    let mut seen = Vec::new();
    let mut owners: Vec<OwnerEvent> = Vec::new();
    for step in 0..3 {
        if step == 1 {
            world.remove(foe).unwrap();
            world.move_body(hero, [9.0, 0.0]).unwrap();
        }
        if step == 2 {
            world.move_body(hero, [-1.0, 0.0]).unwrap();
        }
        world.step();
        seen.extend(world.events().to_vec());
        owners.extend(world.owner_events());
    }
    let written = text(&seen);
    for kind in ["enter", "exit", "blocked", "unblocked", "hit"] {
        assert!(written.contains(&format!("{{\"{kind}\":")), "{kind}: {written}");
    }
    assert!(written.contains(r#""reason":"removed""#), "{written}");
    assert!(text(&owners).contains(r#"{"enter":{"a":{"owner":1},"b":{"owner":2}}}"#));
    assert_eq!(text(&attack), "0");
    assert_eq!(text(&ExitReason::Parted), "\"parted\"");
    let (a, b) = (wall.collider(0), hero.collider(0));
    let enter = Event::<Vec3>::Enter { a, b };
    assert!(text(&enter).starts_with(r#"{"enter":{"a":{"body":"#));
    let _: AttackOptions = 1.into();
}

#[test]
fn a_rig_is_checked_as_it_is_read() {
    let turn = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
    let hand = Bone::new("hand.r", Some(0))
        .with_inverse_bind(Affine3::from_columns(turn, [1.0, 2.0, 3.0]));
    let mut rig = Rig::new("knight", vec![Bone::new("hips", None), hand])
        .unwrap()
        .with_scale_policy(ScalePolicy::Refuse);
    let fist = Hitbox {
        role: Role::Attack,
        follow: Follow::PositionScale,
        region: Some(String::from("fist")),
        ..Hitbox::new(1, Sphere3::new([0.0; 3], 0.125))
    };
    rig.add(fist).unwrap();
    rig.add(Hitbox::new(0, Aabb3::new([-0.5; 3], [0.5; 3]))).unwrap();
    let written = text(&rig);
    assert!(written.contains(r#""follow":"position_scale""#), "{written}");
    let short = r#"{"name":"ball","bones":[{"name":"root"}],
        "hitboxes":[{"bone":0,"shape":{"sphere":{"center":[0,0,0],"radius":1}}}]}"#;
    let mut ball = Rig::new("ball", vec![Bone::new("root", None)]).unwrap();
    ball.add(Hitbox::new(0, Sphere3::new([0.0; 3], 1.0))).unwrap();
    assert_eq!(serde_json::from_str::<Rig>(short).unwrap(), ball);
    let dangling = short.replace("\"bone\":0", "\"bone\":7");
    assert!(
        error::<Rig>(&dangling).contains("ball: there is no bone 7"),
        "{}",
        error::<Rig>(&dangling)
    );
}
