//! Carriers: who stands on them rides, who is in the way is pushed or crushed.

use crate::{app_with, blocking, drain, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::Refusal;
use bevy_asunder::prelude::*;

fn lift() -> (Collider, Carrier) {
    (Collider::new(Aabb3::new([-2.0, -0.25, -2.0], [2.0, 0.0, 2.0])), Carrier)
}

fn rider() -> (Collider, Walker) {
    let mut walker = Walker::with_steps(0.25);
    walker.velocity = Vec3::new(0.0, -1.0, 0.0);
    (Collider::new(Capsule3::new([0.0, 0.5, 0.0], [0.0, 1.5, 0.0], 0.5)), walker)
}

#[test]
fn a_lift_takes_its_rider_along_in_the_same_frame() {
    let mut app = app_with(blocking());
    let lift = spawn(&mut app, lift());
    let rider = spawn(&mut app, (rider(), Transform::from_xyz(1.0, 0.0, 0.0)));
    app.update();
    app.update();
    let standing = app.world().get::<Walked>(rider).unwrap().floor.unwrap();
    assert_eq!(standing.part.entity, lift);
    for frame in 1..=4 {
        transform(&mut app, lift).translation.y = 0.25 * frame as f32;
        app.update();
        let at = transform(&mut app, rider).translation;
        assert_eq!(at, Vec3::new(1.0, 0.25 * frame as f32, 0.0), "it stands, to the last bit");
        let walked = app.world().get::<Walked>(rider).unwrap();
        assert_eq!((walked.carried, walked.moved), (Vec3::new(0.0, 0.25, 0.0), Vec3::ZERO));
        assert_eq!(walked.floor.unwrap().velocity, Vec3::new(0.0, 4.0, 0.0));
    }
}

#[test]
fn a_turntable_turns_the_figure_and_moves_it_around() {
    let mut app = app_with(blocking());
    let table = spawn(&mut app, lift());
    let rider = spawn(&mut app, (rider(), Transform::from_xyz(1.0, 0.0, 0.0)));
    app.update();
    app.update();
    for step in 1..=8 {
        let angle = core::f32::consts::FRAC_PI_2 * step as f32 / 8.0;
        transform(&mut app, table).rotation = Quat::from_rotation_y(angle);
        app.update();
    }
    let at = *transform(&mut app, rider);
    assert!((at.translation - Vec3::new(0.0, 0.0, -1.0)).length() < 1e-5, "{at:?}");
    let turned = at.rotation * Vec3::X;
    assert!((turned - Vec3::NEG_Z).length() < 1e-5, "{turned}");
}

#[test]
fn a_piston_pushes_a_crate_and_crushes_it_at_the_wall() {
    let mut app = app_with(blocking());
    let piston = Collider::new(Aabb3::new([-1.0, 0.0, -1.0], [0.0, 2.0, 1.0]));
    let piston = spawn(&mut app, (piston, Carrier));
    let crate_ = Collider::new(Obb3::new([0.0, 1.0, 0.0], [0.5, 1.0, 0.5], [0.0, 0.0, 0.0, 1.0]));
    let at = Transform::from_xyz(0.5, 0.0, 0.0);
    let crate_ = spawn(&mut app, (crate_, at));
    let wall = Collider::new(Aabb3::new([3.0, 0.0, -1.0], [4.0, 2.0, 1.0]));
    let wall = spawn(&mut app, (wall, Body::fixed()));
    app.update();
    transform(&mut app, piston).translation.x = 1.0;
    app.update();
    assert_eq!(transform(&mut app, crate_).translation, Vec3::new(1.5, 0.0, 0.0));
    assert_eq!(drain::<Crushed>(&mut app), []);
    transform(&mut app, piston).translation.x = 2.5;
    app.update();
    let at = transform(&mut app, crate_).translation.x;
    assert!(2.49 < at && at <= 2.5, "{at}");
    let crushed = drain::<Crushed>(&mut app);
    assert_eq!(crushed.len(), 1);
    let it = &crushed[0];
    assert_eq!((it.entity, it.by.entity, it.against.entity), (crate_, piston, wall));
    // A crate that rests keeps its bits.
    let before = *transform(&mut app, crate_);
    app.update();
    app.update();
    assert_eq!(*transform(&mut app, crate_), before);
}

#[test]
fn a_carrier_below_another_entity_carries() {
    let mut app = app_with(blocking());
    let ship = spawn(
        &mut app,
        Transform::from_xyz(0.1, 0.2, 0.3).with_rotation(Quat::from_rotation_y(0.3)),
    );
    let deck = spawn(&mut app, (lift(), Transform::from_xyz(0.0, -0.2, 0.0), ChildOf(ship)));
    let rider = spawn(&mut app, (rider(), Transform::from_xyz(0.5, 0.0, 0.0)));
    for _ in 0..3 {
        app.update();
    }
    let standing = app.world().get::<Walked>(rider).unwrap().floor.unwrap();
    assert_eq!(standing.part.entity, deck);
    let before = transform(&mut app, rider).translation;
    transform(&mut app, ship).translation.x += 0.5;
    app.update();
    let moved = transform(&mut app, rider).translation - before;
    assert!((moved - Vec3::new(0.5, 0.0, 0.0)).length() < 1e-6, "{moved}");
    let before = transform(&mut app, rider).translation;
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(transform(&mut app, rider).translation, before, "at rest no bit changes");
}

#[test]
fn a_collider_that_changes_after_carriers_moved_is_in_the_world_in_the_same_frame() {
    let mut app = app_with(blocking());
    let lift = spawn(&mut app, lift());
    app.update();
    let wider = Aabb3::new([-3.0, -0.25, -2.0], [3.0, 0.0, 2.0]);
    app.add_systems(
        PostUpdate,
        (move |mut all: Query<&mut Collider>, mut done: Local<bool>| {
            if !core::mem::replace(&mut *done, true) {
                *all.get_mut(lift).unwrap() = Collider::new(wider);
            }
        })
        .after(AsunderSystems::Move)
        .before(AsunderSystems::Place),
    );
    for _ in 0..2 {
        app.update();
        let world = app.world().resource::<CollisionWorld3>();
        let aabb = world.shape(&world.parts(lift)[0]).unwrap().aabb();
        assert_eq!(aabb, wider);
    }
}

#[test]
fn a_pushed_body_is_no_longer_refused_once_it_has_no_parent() {
    let mut app = app_with(blocking());
    let piston = Collider::new(Aabb3::new([-1.0, 0.0, -1.0], [0.0, 2.0, 1.0]));
    let piston = spawn(&mut app, (piston, Carrier));
    let root = spawn(&mut app, Transform::default());
    let crate_ = Collider::new(Obb3::new([0.0, 1.0, 0.0], [0.5, 1.0, 0.5], [0.0, 0.0, 0.0, 1.0]));
    let crate_ = spawn(&mut app, (crate_, Transform::from_xyz(0.5, 0.0, 0.0), ChildOf(root)));
    app.update();
    transform(&mut app, piston).translation.x = 1.0;
    app.update();
    let refusal = |app: &App| app.world().resource::<CollisionWorld3>().refusal(crate_).cloned();
    assert_eq!(refusal(&app), Some(Refusal::Parent { parent: root }));
    app.world_mut().entity_mut(crate_).remove::<ChildOf>();
    app.update();
    assert_eq!(refusal(&app), None);
}

#[test]
fn a_carrier_that_was_refused_carries_from_where_it_is() {
    let mut app = app_with(blocking());
    let lift = spawn(&mut app, lift());
    let rider = spawn(&mut app, (rider(), Transform::from_xyz(1.0, 0.0, 0.0)));
    app.update();
    app.update();
    for y in [0.0, 0.25] {
        // No rotation.
        transform(&mut app, lift).rotation = Quat::from_array([0.0; 4]);
        app.update();
        let world = app.world().resource::<CollisionWorld3>();
        assert!(
            matches!(world.refusal(lift), Some(Refusal::World(_))),
            "{:?}",
            world.refusal(lift)
        );
        *transform(&mut app, lift) = Transform::from_xyz(0.0, y, 0.0);
        app.update();
        assert_eq!(app.world().resource::<CollisionWorld3>().refusal(lift), None);
        assert_eq!(transform(&mut app, rider).translation, Vec3::new(1.0, y, 0.0));
    }
}
