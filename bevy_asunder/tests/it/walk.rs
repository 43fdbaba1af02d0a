//! Walkers: they stop, slide, climb, stand.

use crate::{app_with, blocking, drain, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::prelude::*;
use bevy_asunder::{ColliderState, Refusal, Refused};

fn slab(min: [f32; 3], max: [f32; 3]) -> (Collider, Body) {
    (Collider::new(Aabb3::new(min, max)), Body::fixed())
}

fn hero(velocity: Vec3) -> (Collider, Walker) {
    let shape = Capsule3::new([0.0, 0.5, 0.0], [0.0, 1.5, 0.0], 0.5);
    let mut walker = Walker::with_steps(0.3);
    walker.velocity = velocity;
    (Collider::new(shape), walker)
}

fn walked(app: &App, entity: Entity) -> Walked {
    app.world().get::<Walked>(entity).unwrap().clone()
}

#[test]
fn a_walker_stops_at_a_wall_slides_along_it_and_says_so() {
    let mut app = app_with(blocking());
    let floor = spawn(&mut app, slab([-20.0, -1.0, -20.0], [20.0, 0.0, 20.0]));
    let wall = spawn(&mut app, slab([2.0, 0.0, -20.0], [3.0, 4.0, 20.0]));
    let hero = spawn(&mut app, hero(Vec3::new(4.0, -1.0, 1.0)));
    let mut blocked = Vec::new();
    for _ in 0..17 {
        app.update();
        blocked.extend(drain::<Blocked>(&mut app));
    }
    let at = transform(&mut app, hero).translation;
    assert!(1.4999 < at.x && at.x <= 1.5 && at.y == 0.0, "{at}");
    // Sixteen frames of a sixteenth of a second: the first has no length.
    assert!((at.z - 1.0).abs() < 1e-5, "{at}");
    let state = walked(&app, hero);
    let standing = state.floor.unwrap();
    assert!(state.is_grounded());
    assert_eq!((standing.part.entity, standing.normal), (floor, Vec3::Y));
    assert_eq!(state.velocity_after, Vec3::new(0.0, 0.0, 1.0));
    assert!(state.hits.iter().any(|hit| hit.part.entity == wall && hit.normal == Vec3::NEG_X));

    let by: Vec<Entity> = blocked.iter().map(|it| it.obstacle.entity).collect();
    assert_eq!(by, [floor, wall], "each when it begins");
    assert!(blocked.iter().all(|it| it.mover.entity == hero));
    let world = app.world().resource::<CollisionWorld3>();
    assert_eq!(world.states()[&world.parts(hero)[0].collider], ColliderState::Blocked);

    app.world_mut().get_mut::<Walker>(hero).unwrap().velocity = Vec3::new(-1.0, -1.0, 0.0);
    app.update();
    let left: Vec<Entity> =
        drain::<Unblocked>(&mut app).iter().map(|it| it.obstacle.entity).collect();
    assert_eq!(left, [wall]);
}

#[test]
fn a_walker_climbs_a_step_and_stands_without_moving_a_bit() {
    let mut app = app_with(blocking());
    spawn(&mut app, slab([-20.0, -1.0, -20.0], [20.0, 0.0, 20.0]));
    let step = spawn(&mut app, slab([1.0, 0.0, -20.0], [9.0, 0.25, 20.0]));
    let hero = spawn(&mut app, hero(Vec3::new(4.0, -1.0, 0.0)));
    for _ in 0..9 {
        app.update();
    }
    let at = transform(&mut app, hero).translation;
    assert!(at.x > 1.5 && (at.y - 0.25).abs() < 1e-6, "{at}");
    assert_eq!(walked(&app, hero).floor.unwrap().part.entity, step);
    app.world_mut().get_mut::<Walker>(hero).unwrap().velocity = Vec3::new(0.0, -1.0, 0.0);
    app.update();
    let before = *transform(&mut app, hero);
    for _ in 0..50 {
        app.update();
    }
    assert_eq!(*transform(&mut app, hero), before);
}

#[test]
fn a_child_of_a_walker_is_where_it_walked_to_in_the_same_frame() {
    let mut app = app_with(blocking());
    let (collider, mut walker) = hero(Vec3::new(8.0, 0.0, 0.0));
    walker.options.slide.snap = 0.0;
    let hero = spawn(&mut app, (collider, walker));
    let sword = Collider::new(Sphere3::new([0.0; 3], 0.125));
    let at = Transform::from_xyz(0.0, 1.0, -1.0);
    let sword = spawn(&mut app, (sword, Body::moving().of(hero), at, ChildOf(hero)));
    app.update();
    app.update();
    assert_eq!(transform(&mut app, hero).translation.x, 0.5);
    let world = app.world().resource::<CollisionWorld3>();
    let shape = world.shape(&world.parts(sword)[0]).unwrap();
    assert_eq!(*shape, Sphere3::new([0.5, 1.0, -1.0], 0.125).into());
}

#[test]
fn a_walker_that_the_game_places_is_there() {
    let mut app = app_with(blocking());
    let hero = spawn(&mut app, hero(Vec3::new(0.0, 0.0, 0.0)));
    app.update();
    transform(&mut app, hero).translation = Vec3::new(7.0, 1.0, 0.0);
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    let shape = world.shape(&world.parts(hero)[0]).unwrap();
    assert_eq!(*shape, Capsule3::new([7.0, 1.5, 0.0], [7.0, 2.5, 0.0], 0.5).into());
    // Its figure turns, and its shape does not.
    transform(&mut app, hero).rotation = Quat::from_rotation_x(1.0);
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    let shape = world.shape(&world.parts(hero)[0]).unwrap();
    assert_eq!(*shape, Capsule3::new([7.0, 1.5, 0.0], [7.0, 2.5, 0.0], 0.5).into());
}

#[test]
fn a_walker_below_another_entity_is_refused() {
    let mut app = app_with(blocking());
    let root = spawn(&mut app, Transform::default());
    let it = spawn(&mut app, (hero(Vec3::ZERO), ChildOf(root)));
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!((refused[0].entity, &refused[0].reason), (it, &Refusal::Parent { parent: root }));
}

#[test]
fn a_velocity_that_is_no_number_is_refused_and_moves_nothing() {
    let mut app = app_with(blocking());
    let it = spawn(&mut app, (hero(Vec3::new(f32::NAN, 0.0, 0.0)), Name::new("hero")));
    app.update();
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1, "once");
    let message = refused[0].to_string();
    assert!(message.starts_with(&format!("entity {it} (\"hero\"): the motion of")), "{message}");
    assert!(message.contains("has a component NaN; expected finite numbers"), "{message}");
    assert_eq!(transform(&mut app, it).translation, Vec3::ZERO);
    app.world_mut().get_mut::<Walker>(it).unwrap().velocity = Vec3::X;
    app.update();
    assert_eq!(transform(&mut app, it).translation, Vec3::new(0.0625, 0.0, 0.0));
    assert_eq!(app.world().resource::<CollisionWorld3>().refusal(it), None);
}

#[test]
fn a_walker_without_a_collider_of_its_space_is_refused() {
    let mut app = app_with(blocking());
    let flat = Collider::new(Sphere2::new([0.0, 0.0], 1.0));
    let it = spawn(&mut app, (flat, Walker3::with_steps(0.25)));
    app.update();
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1, "once");
    assert_eq!((refused[0].entity, &refused[0].reason), (it, &Refusal::NoCollider));
    app.world_mut().despawn(it);
    app.update();
    assert_eq!(app.world().resource::<CollisionWorld3>().refusal(it), None);
}

/// How many transforms changed in the last frame.
#[derive(Resource, Default)]
struct Changes(usize);

#[test]
fn the_transform_of_who_stands_is_not_changed() {
    let mut app = app_with(blocking());
    spawn(&mut app, slab([-20.0, -1.0, -20.0], [20.0, 0.0, 20.0]));
    let hero = spawn(&mut app, hero(Vec3::new(1.0, -1.0, 0.0)));
    app.init_resource::<Changes>().add_systems(
        Last,
        |all: Query<Ref<Transform>, With<Walker3>>, mut changes: ResMut<Changes>| {
            changes.0 = all.iter().filter(|it| it.is_changed()).count();
        },
    );
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Changes>().0, 1, "it walks");
    app.world_mut().get_mut::<Walker>(hero).unwrap().velocity.x = 0.0;
    app.update();
    app.update();
    assert!(walked(&app, hero).is_grounded());
    assert_eq!(app.world().resource::<Changes>().0, 0, "it stands");
}
