//! The plane of x and y.

use crate::{app_of, drain, entered, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::prelude::*;
use bevy_asunder::{Refusal, Refused};

fn ship() -> Collider<Vec2> {
    Collider::new(Obb2::new([0.0, 0.0], [2.0, 0.5], [1.0, 0.0]))
}

#[test]
fn sprites_turn_scale_and_collide_in_the_plane() {
    let mut app = app_of(AsunderPlugin2::new());
    let rock = Collider::new(Sphere2::new([0.0, 0.0], 1.0));
    let rock = spawn(&mut app, (rock, Transform::from_xyz(0.0, 3.0, 50.0)));
    let ship = spawn(&mut app, (ship(), Transform::from_xyz(0.0, 0.0, 10.0)));
    app.update();
    assert_eq!(entered(&mut app), [], "z does not matter");
    transform(&mut app, ship).rotation = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
    transform(&mut app, rock).translation.y = 2.9375;
    app.update();
    assert_eq!(entered(&mut app), [(rock, ship)]);
    transform(&mut app, ship).scale = Vec3::new(0.5, 1.0, 7.0);
    app.update();
    assert_eq!(drain::<Exited>(&mut app).len(), 1, "half as long");
}

#[test]
fn a_sprite_may_be_mirrored_by_half_a_turn_about_y() {
    let mut app = app_of(AsunderPlugin2::new());
    let corner = Collider::new(Triangle2::new([0.0, 0.0], [4.0, 0.0], [0.0, 1.0]));
    let flipped = Transform::from_rotation(Quat::from_rotation_y(core::f32::consts::PI));
    let corner = spawn(&mut app, (corner, flipped));
    let point = Collider::new(Sphere2::new([0.0, 0.0], 0.125));
    let point = spawn(&mut app, (point, Transform::from_xyz(-3.5, 0.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), [(corner, point)]);
}

#[test]
fn a_turn_out_of_the_plane_is_refused() {
    let mut app = app_of(AsunderPlugin2::new());
    spawn(&mut app, (ship(), Transform::from_rotation(Quat::from_rotation_x(0.5))));
    app.update();
    let refused = drain::<Refused>(&mut app);
    let Refusal::OutOfPlane { slope } = refused[0].reason else { panic!("{refused:?}") };
    // The sine of half a radian.
    assert!((slope - 0.479_425_54).abs() < 1e-6, "{slope}");
}

#[test]
fn turned_children_keep_their_scale() {
    let mut app = app_of(AsunderPlugin2::new());
    let root = spawn(&mut app, Transform::from_scale(Vec3::splat(0.1)));
    let at = Transform::from_rotation(Quat::from_rotation_z(1.0)).with_scale(Vec3::splat(-3.0));
    let it = Collider::new(Sphere2::new([0.0, 0.0], 1.0));
    let it = spawn(&mut app, (it, at, ChildOf(root)));
    app.update();
    let world = app.world().resource::<CollisionWorld2>();
    let Some(Shape2::Sphere(sphere)) = world.shape(&world.parts(it)[0]) else { panic!() };
    assert_eq!(sphere.radius(), (0.1_f32 as f64 * 3.0) as f32);
}

#[test]
fn both_worlds_live_side_by_side() {
    let mut app = app_of(AsunderPlugin2::new());
    app.add_plugins(AsunderPlugin3::new());
    let flat = spawn(&mut app, Collider::new(Sphere2::new([0.0, 0.0], 1.0)));
    let solid = spawn(&mut app, Collider::new(Sphere3::new([0.0, 0.0, 0.0], 1.0)));
    let other = spawn(&mut app, Collider::new(Sphere2::new([1.0, 0.0], 1.0)));
    app.update();
    assert_eq!(entered(&mut app), [(flat, other)]);
    assert_eq!(app.world().resource::<CollisionWorld3>().parts(solid).len(), 1);
}

#[test]
fn a_walker_of_the_plane_lands() {
    let layers = crate::blocking();
    let mut app = app_of(AsunderPlugin2::new().layers(layers));
    let floor = Collider::new(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    let floor = spawn(&mut app, (floor, Body::fixed()));
    let hero = Collider::new(Capsule2::new([0.0, 0.5], [0.0, 1.0], 0.5));
    let mut walker = Walker2::with_steps(0.25);
    walker.velocity = Vec2::new(1.0, -4.0);
    let hero = spawn(&mut app, (hero, walker, Transform::from_xyz(0.0, 0.5, 3.0)));
    for _ in 0..9 {
        app.update();
    }
    let at = transform(&mut app, hero).translation;
    assert!(at.y.abs() < 1e-6 && at.x > 0.25 && at.z == 3.0, "{at}");
    let walked = app.world().get::<Walked<Vec2>>(hero).unwrap();
    assert_eq!(walked.floor.map(|it| it.part.entity), Some(floor));
}

#[test]
fn messages_of_the_plane_come_before_those_of_space() {
    let mut app = app_of(AsunderPlugin3::new());
    app.add_plugins(AsunderPlugin2::new());
    let solid = || Collider::new(Sphere3::new([0.0, 0.0, 0.0], 1.0));
    let flat = || Collider::new(Sphere2::new([0.0, 0.0], 1.0));
    let [a, b] = [spawn(&mut app, solid()), spawn(&mut app, solid())];
    let [c, d] = [spawn(&mut app, flat()), spawn(&mut app, flat())];
    app.update();
    assert_eq!(entered(&mut app), [(c, d), (a, b)]);
}

#[test]
fn a_walker_of_the_plane_is_upright_however_its_figure_is_turned() {
    use core::f32::consts::PI;
    let shape = Triangle2::new([0.0, 0.0], [1.0, 0.0], [0.0, 1.0]);
    for turn in [Quat::from_rotation_y(PI), Quat::from_rotation_y(0.5), Quat::from_rotation_z(1.0)]
    {
        let mut app = app_of(AsunderPlugin2::new());
        let at = Transform::from_xyz(3.0, 0.0, 0.0).with_rotation(turn);
        let hero = spawn(&mut app, (Collider::new(shape), Walker2::with_steps(0.25), at));
        app.update();
        assert_eq!(drain::<Refused>(&mut app), []);
        let world = app.world().resource::<CollisionWorld2>();
        let placed = Triangle2::new([3.0, 0.0], [4.0, 0.0], [3.0, 1.0]);
        assert_eq!(world.shape(&world.parts(hero)[0]), Some(&placed.into()));
    }
}

#[test]
fn a_scale_along_z_is_none_in_the_plane() {
    for degrees in 1..90_u8 {
        let mut app = app_of(AsunderPlugin2::new());
        let root = spawn(&mut app, Transform::from_scale(Vec3::new(0.1, 0.1, 1.0)));
        let turn = Quat::from_rotation_z(f32::from(degrees).to_radians());
        let at = Transform::from_rotation(turn).with_scale(Vec3::splat(-3.0));
        let it = Collider::new(Sphere2::new([0.0, 0.0], 1.0));
        let it = spawn(&mut app, (it, at, ChildOf(root)));
        app.update();
        let world = app.world().resource::<CollisionWorld2>();
        let [part] = world.parts(it)[..] else { panic!("{:?}", world.refusal(it)) };
        let Some(Shape2::Sphere(sphere)) = world.shape(&part) else { panic!() };
        assert_eq!(sphere.radius(), (0.1_f32 as f64 * 3.0) as f32, "at {degrees}");
    }
}

#[test]
fn a_walker_of_the_plane_that_is_sorted_by_z_walks_as_if_it_were_not() {
    let walk = |is_sorted: bool| {
        let mut app = app_of(AsunderPlugin2::new().layers(crate::blocking()));
        let floor = Collider::new(Segment2::new([-9.0, -3.0], [9.0, 2.0]));
        spawn(&mut app, (floor, Body::fixed()));
        let hero = Collider::new(Capsule2::new([0.1, 0.7], [0.1, 1.3], 0.3));
        let mut walker = Walker2::with_steps(0.25);
        walker.velocity = Vec2::new(0.3, -0.7);
        let hero = spawn(&mut app, (hero, walker, Transform::from_xyz(0.1, 1.0, 0.0)));
        (0..40)
            .map(|_| {
                if is_sorted {
                    let y = transform(&mut app, hero).translation.y;
                    transform(&mut app, hero).translation.z = -y;
                }
                app.update();
                let at = transform(&mut app, hero).translation.truncate();
                let shape = app.world().resource::<CollisionWorld2>();
                (at, shape.shape(&shape.parts(hero)[0]).cloned())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(walk(true), walk(false));
}

#[test]
fn a_collider_of_a_space_without_a_plugin_is_refused() {
    let mut app = app_of(AsunderPlugin2::new());
    app.finish();
    app.cleanup();
    let solid = Collider::new(Sphere3::new([0.0, 0.0, 0.0], 1.0));
    let solid = spawn(&mut app, (solid, Name::new("rock")));
    spawn(&mut app, ship());
    app.update();
    app.update();
    let refused = drain::<Refused>(&mut app);
    assert_eq!(refused.len(), 1, "once: {refused:?}");
    assert_eq!(
        (refused[0].entity, &refused[0].reason),
        (solid, &Refusal::NoPlugin { dimensions: 3 })
    );
    assert!(
        refused[0].to_string().contains("expected an AsunderPlugin3: add one"),
        "{}",
        refused[0]
    );

    let mut app = app_of(AsunderPlugin2::new());
    app.add_plugins(AsunderPlugin3::new());
    app.finish();
    app.cleanup();
    spawn(&mut app, Collider::new(Sphere3::new([0.0, 0.0, 0.0], 1.0)));
    app.update();
    assert_eq!(drain::<Refused>(&mut app), []);
}
