//! Scales and hierarchies: right, or refused by name.

use crate::{app, ball, drain, entered, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::prelude::*;
use bevy_asunder::{Refusal, Refused};

fn shape(app: &App, entity: Entity) -> Shape3 {
    let world = app.world().resource::<CollisionWorld3>();
    let part = world.parts(entity)[0];
    world.shape(&part).unwrap().clone()
}

/// The only refusal since this was last called.
fn refused(app: &mut App) -> Refused {
    let mut all = drain::<Refused>(app);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn an_even_scale_scales_center_and_radius_exactly() {
    let mut app = app();
    let collider = Collider::new(Sphere3::new([1.0, 0.0, 0.0], 0.75));
    let at = Transform::from_xyz(0.5, 0.0, 0.0).with_scale(Vec3::splat(3.0));
    let a = spawn(&mut app, (collider, at));
    app.update();
    assert_eq!(shape(&app, a), Sphere3::new([3.5, 0.0, 0.0], 2.25).into());
    let touching = spawn(&mut app, (ball(1.0), Transform::from_xyz(6.75, 0.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), [(a, touching)], "to the last bit");
    transform(&mut app, a).scale = Vec3::splat(3.0_f32.next_down());
    app.update();
    assert_eq!(drain::<Exited>(&mut app).len(), 1);
}

#[test]
fn scales_of_a_hierarchy_multiply() {
    let mut app = app();
    let turned = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(0.3);
    let root = spawn(&mut app, Transform::from_scale(Vec3::splat(2.0)).with_rotation(turned));
    let middle = spawn(
        &mut app,
        (Transform::from_scale(Vec3::splat(1.5)).with_rotation(turned), ChildOf(root)),
    );
    let leaf = spawn(&mut app, (ball(1.0), Transform::default(), ChildOf(middle)));
    app.update();
    let Shape3::Sphere(sphere) = shape(&app, leaf) else { panic!() };
    assert_eq!(sphere.radius(), 3.0, "what rounding adds to a turned scale is taken off again");
    // Turning on changes no bit of the radius.
    for step in 0..50 {
        transform(&mut app, root).rotation = Quat::from_rotation_y(0.1 * step as f32);
        app.update();
        let Shape3::Sphere(sphere) = shape(&app, leaf) else { panic!() };
        assert_eq!(sphere.radius(), 3.0, "step {step}");
    }
}

#[test]
fn a_box_takes_a_scale_along_its_own_axes_and_a_mirror() {
    let mut app = app();
    let collider = Collider::new(Aabb3::new([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]));
    let at = Transform::from_scale(Vec3::new(-2.0, 1.0, 0.5));
    let it = spawn(&mut app, (collider, at));
    app.update();
    let Shape3::Obb(placed) = shape(&app, it) else { panic!() };
    assert_eq!(placed.aabb(), Aabb3::new([-2.0, 0.0, 0.0], [0.0, 2.0, 1.5]));
}

#[test]
fn an_uneven_scale_of_a_sphere_is_refused_by_name_and_value_until_it_is_mended() {
    let mut app = app();
    let coin = spawn(&mut app, ball(1.0));
    let at = Transform::from_scale(Vec3::new(2.0, 1.0, 1.0));
    let squashed = spawn(&mut app, (ball(1.0), at, Name::new("blob")));
    app.update();
    assert_eq!(entered(&mut app), [], "a refused entity collides with nothing");
    let message = refused(&mut app);
    assert_eq!(message.entity, squashed);
    let reason = Refusal::Uneven { kind: "sphere", scale: vec![2.0, 1.0, 1.0] };
    assert_eq!(message.reason, reason);
    assert_eq!(
        message.to_string(),
        format!(
            "entity {squashed} (\"blob\"): its scale is [2.0, 1.0, 1.0], but a sphere takes only the same \
             along every axis; scale it evenly, or build the scale into another shape, such as a ConvexHull"
        )
    );
    assert_eq!(app.world().resource::<CollisionWorld3>().refusal(squashed), Some(&reason));
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(drain::<Refused>(&mut app), [], "once");
    transform(&mut app, squashed).scale = Vec3::splat(2.0);
    app.update();
    assert_eq!(entered(&mut app), [(coin, squashed)]);
    assert_eq!(app.world().resource::<CollisionWorld3>().refusal(squashed), None);
    // And refused again, it leaves.
    transform(&mut app, squashed).scale.y = 1.0;
    app.update();
    assert_eq!(drain::<Exited>(&mut app).len(), 1);
    refused(&mut app);
}

#[test]
fn a_skew_is_refused_and_a_parallelepiped_takes_it() {
    let mut app = app();
    let root = spawn(&mut app, Transform::from_scale(Vec3::new(2.0, 1.0, 1.0)));
    let turned = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_4));
    let cube = Collider::new(Aabb3::new([-1.0; 3], [1.0; 3]));
    let child = spawn(&mut app, (cube, turned, ChildOf(root)));
    app.update();
    let message = refused(&mut app);
    let Refusal::Skewed { kind: "aabb", cosine } = message.reason else { panic!("{message}") };
    // The images of the axes are (2, 1) and (-2, 1), over the root of two: the cosine is -3/5.
    assert!((cosine + 0.6).abs() < 1e-6, "{cosine}");
    assert!(message.to_string().contains("scale its ancestors evenly"), "{message}");

    let edges = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let skewed = Collider::new(Parallelepiped3::new([0.0, 0.0, 0.0], edges));
    *app.world_mut().get_mut::<Collider>(child).unwrap() = skewed;
    app.update();
    assert_eq!(drain::<Refused>(&mut app), []);
    let Shape3::Parallelepiped(placed) = shape(&app, child) else { panic!() };
    let [x, y, _] = placed.edges();
    let half = core::f32::consts::FRAC_1_SQRT_2;
    assert!((x - Vec3::new(2.0 * half, half, 0.0)).length() < 1e-6, "{x}");
    assert!((y - Vec3::new(-2.0 * half, half, 0.0)).length() < 1e-6, "{y}");
}

#[test]
fn a_turned_box_under_an_uneven_scale_is_refused() {
    let mut app = app();
    let turned = Quat::from_rotation_z(0.5);
    let collider = Collider::new(Obb3::new([0.0; 3], [1.0, 2.0, 3.0], turned.to_array()));
    spawn(&mut app, (collider, Transform::from_scale(Vec3::new(1.0, 2.0, 1.0))));
    app.update();
    let message = refused(&mut app).to_string();
    assert!(message.contains("turned against its entity's axes"), "{message}");
}

#[test]
fn bad_components_are_refused_with_what_was_expected() {
    let mut app = app();
    for (bundle, expected) in [
        (
            (ball(1.0), Layer::new("plyer"), Transform::default()),
            "there is no layer `plyer`; expected one of",
        ),
        (
            (ball(1.0), Layer::new("default"), Transform::from_xyz(f32::NAN, 0.0, 0.0)),
            "its transform holds NaN; expected finite numbers",
        ),
        (
            (
                Collider::new(Plane3::new([0.0, 1.0, 0.0], 0.0)),
                Layer::new("default"),
                Transform::default(),
            ),
            "is a plane, which has no bounds; insert its body as fixed",
        ),
    ] {
        let it = spawn(&mut app, bundle);
        app.update();
        let message = refused(&mut app).to_string();
        assert!(message.contains(expected), "{message}");
        assert!(message.starts_with(&format!("entity {it}")), "{message}");
        app.world_mut().despawn(it);
        app.update();
    }
}

#[test]
fn an_unknown_layer_that_is_taken_off_is_mended() {
    let mut app = app();
    let it = spawn(&mut app, (ball(1.0), Layer::new("plyer")));
    app.update();
    refused(&mut app);
    app.world_mut().entity_mut(it).remove::<Layer>();
    app.update();
    assert_eq!(app.world().resource::<CollisionWorld3>().parts(it).len(), 1);
}

#[test]
fn a_half_space_is_a_floor() {
    let mut app = app();
    let floor = Collider::new(HalfSpace3::new([0.0, 1.0, 0.0], 0.0));
    let at = Transform::from_xyz(0.0, 2.0, 0.0).with_scale(Vec3::splat(2.0));
    let floor = spawn(&mut app, (floor, Body::fixed(), at));
    let it = spawn(&mut app, (ball(1.0), Transform::from_xyz(0.0, 3.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), [(floor, it)], "touching counts");
}

#[test]
fn a_refusal_of_which_the_numbers_alone_change_is_said_once() {
    let mut app = app();
    let it = spawn(&mut app, ball(1.0));
    for frame in 1..=4 {
        transform(&mut app, it).scale.y = 1.0 + frame as f32;
        app.update();
        assert_eq!(drain::<Refused>(&mut app).len(), usize::from(frame == 1));
    }
    let world = app.world().resource::<CollisionWorld3>();
    let scale = vec![1.0, 5.0, 1.0];
    assert_eq!(world.refusal(it), Some(&Refusal::Uneven { kind: "sphere", scale }), "the newest");
    transform(&mut app, it).scale.y = f32::NAN;
    app.update();
    assert_eq!(drain::<Refused>(&mut app).len(), 1, "another reason is another message");
}
