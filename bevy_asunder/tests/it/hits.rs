//! What is swept from step to step.

use crate::{app, ball, drain, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::ColliderState;
use bevy_asunder::prelude::*;

#[test]
fn a_bullet_hits_what_it_passes() {
    let mut app = app();
    let wall = Collider::new(Aabb3::new([-0.01, -1.0, -1.0], [0.01, 1.0, 1.0]));
    let wall = spawn(&mut app, (wall, Body::fixed(), Transform::from_xyz(5.0, 0.0, 0.0)));
    let bullet = spawn(&mut app, ball(0.125).swept());
    app.update();
    assert!(drain::<Hit>(&mut app).is_empty());
    transform(&mut app, bullet).translation.x = 10.0;
    app.update();
    let hits = drain::<Hit>(&mut app);
    assert_eq!(hits.len(), 1);
    let hit = &hits[0];
    assert_eq!((hit.by.entity, hit.victim.entity, hit.attack), (bullet, wall, None));
    assert!((hit.fraction - 0.4865).abs() < 1e-5, "{}", hit.fraction);
    assert_eq!(hit.normal, Vec3::NEG_X);
    let world = app.world().resource::<CollisionWorld3>();
    let state = world.states()[&world.parts(wall)[0].collider];
    assert_eq!(state, ColliderState::Hit);
}

#[test]
fn a_teleport_hits_nothing_on_its_way() {
    let mut app = app();
    spawn(&mut app, (ball(0.5), Body::fixed(), Transform::from_xyz(5.0, 0.0, 0.0)));
    let bullet = spawn(&mut app, ball(0.125).swept());
    app.update();
    transform(&mut app, bullet).translation.x = 10.0;
    app.world_mut().resource_mut::<CollisionWorld3>().teleported(bullet);
    app.update();
    assert!(drain::<Hit>(&mut app).is_empty());
}

#[test]
fn a_blade_that_turns_by_half_a_circle_hits_once() {
    let mut app = app();
    let knight = spawn(&mut app, (ball(0.25), Transform::default()));
    let blade = Collider::new(Capsule3::new([0.5, 0.0, 0.0], [2.0, 0.0, 0.0], 0.0625));
    let blade =
        spawn(&mut app, (blade, Body::moving().of(knight), Transform::default(), ChildOf(knight)));
    let post = spawn(&mut app, (ball(0.125), Body::fixed(), Transform::from_xyz(0.0, 0.0, -1.5)));
    app.update();
    let mut world = app.world_mut().resource_mut::<CollisionWorld3>();
    let parts = world.parts(blade);
    let attack = world.begin_attack(knight, &parts, None).unwrap();
    let mut hits = Vec::new();
    for angle in [160.0_f32, 20.0, 170.0] {
        transform(&mut app, knight).rotation = Quat::from_rotation_y(angle.to_radians());
        app.update();
        hits.extend(drain::<Hit>(&mut app));
    }
    assert_eq!(hits.len(), 1, "each victim once");
    let it = &hits[0];
    assert_eq!((it.attack, it.by.entity, it.victim.entity), (Some(attack), blade, post));
    // Ninety of the hundred and sixty degrees, less what both are wide.
    assert!(0.5 < it.fraction && it.fraction < 0.5625, "{}", it.fraction);
    let mut world = app.world_mut().resource_mut::<CollisionWorld3>();
    world.end_attack(attack).unwrap();
    assert!(world.end_attack(attack).is_err());
}

#[test]
fn a_bullet_that_is_spawned_beyond_a_wall_has_not_passed_it() {
    let mut app = app();
    let wall = (ball(0.5), Body::fixed(), Transform::from_xyz(5.0, 0.0, 0.0));
    let wall = spawn(&mut app, wall);
    let bullet = spawn(&mut app, (ball(0.125).swept(), Transform::from_xyz(40.0, 0.0, 0.0)));
    app.update();
    assert_eq!(drain::<Hit>(&mut app), []);
    transform(&mut app, bullet).translation.x = 0.0;
    app.update();
    let hits = drain::<Hit>(&mut app);
    assert_eq!(hits.iter().map(|it| it.victim.entity).collect::<Vec<_>>(), [wall]);
}
