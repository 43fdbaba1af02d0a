//! Steps of a fixed length: poses are those of the tick.

use crate::{app_of, ball, drain, spawn};
use bevy::prelude::*;
use bevy_asunder::prelude::*;
use core::time::Duration;

/// What a system after the step saw, by tick.
#[derive(Resource, Default)]
struct Read(Vec<(u32, Entity)>);

#[test]
fn a_move_in_fixed_update_is_answered_in_the_same_tick_below_others_too() {
    let mut app = app_of(AsunderPlugin3::new().in_fixed_update());
    // Three ticks a frame.
    app.insert_resource(Time::<Fixed>::from_duration(Duration::from_nanos(20_833_333)));
    spawn(&mut app, (ball(0.5), Body::fixed(), Transform::from_xyz(10.0, 1.0, 0.0)));
    let root = spawn(&mut app, Transform::default());
    let hand = spawn(&mut app, (ball(0.5), Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(root)));
    app.init_resource::<Read>()
        .add_systems(FixedUpdate, move |mut all: Query<&mut Transform>, mut tick: Local<u32>| {
            *tick += 1;
            // There at ticks five and eight alone.
            let x = if *tick == 5 || *tick == 8 { 9.0 } else { 0.0 };
            all.get_mut(root).unwrap().translation.x = x;
        })
        .add_systems(
            FixedPostUpdate,
            (|mut all: MessageReader<Entered>, mut read: ResMut<Read>, mut tick: Local<u32>| {
                *tick += 1;
                read.0.extend(all.read().map(|it| (*tick, it.b.entity)));
            })
            .after(AsunderSystems::Step),
        );
    let mut exited = 0;
    for _ in 0..5 {
        app.update();
        exited += drain::<Exited>(&mut app).len();
    }
    assert_eq!(app.world().resource::<Read>().0, [(5, hand), (8, hand)]);
    assert!(app.world().resource::<CollisionWorld3>().core().steps() >= 12);
    assert_eq!(exited, 2);
}

#[test]
fn a_walker_walks_by_ticks_and_not_by_frames() {
    let plugin = AsunderPlugin3::new().layers(crate::blocking()).in_fixed_update();
    let mut app = app_of(plugin);
    // Four ticks a frame, each of an exact length.
    app.insert_resource(Time::<Fixed>::from_duration(Duration::from_micros(15_625)));
    let mut walker = Walker3::new(WalkOptions::default());
    walker.velocity = Vec3::new(16.0, 0.0, 0.0);
    let hero = spawn(&mut app, (ball(0.5), walker));
    let sword = (ball(0.125), Body::moving().of(hero), Transform::from_xyz(1.0, 0.0, 0.0));
    let sword = spawn(&mut app, (sword, ChildOf(hero)));
    for _ in 0..3 {
        app.update();
    }
    let world = app.world().resource::<CollisionWorld3>();
    let steps = world.core().steps();
    assert!(steps >= 8, "{steps}");
    let at = app.world().get::<Transform>(hero).unwrap().translation;
    assert_eq!(at, Vec3::new(0.25 * steps as f32, 0.0, 0.0));
    let held = Sphere3::new([at.x + 1.0, 0.0, 0.0], 0.125);
    assert_eq!(*world.shape(&world.parts(sword)[0]).unwrap(), held.into(), "in the same tick");
}
