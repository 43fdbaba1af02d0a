//! What happens in a frame: no answer is a frame late.

use crate::{app, app_with, ball, drain, entered, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::asunder::world::ExitReason;
use bevy_asunder::prelude::*;

#[test]
fn a_move_in_update_is_answered_in_the_same_frame() {
    let mut app = app();
    let coin = spawn(&mut app, (ball(1.0), Body::fixed(), Transform::from_xyz(3.0, 0.0, 0.0)));
    let player = spawn(&mut app, ball(1.0));
    app.add_systems(Update, move |mut all: Query<&mut Transform>, mut frame: Local<u32>| {
        *frame += 1;
        all.get_mut(player).unwrap().translation.x = if *frame == 2 { 1.0 } else { 0.0 };
    });
    app.update();
    assert_eq!(entered(&mut app), []);
    app.update();
    let messages = drain::<Entered>(&mut app);
    assert_eq!(messages.len(), 1, "touching counts");
    let (own, other) = messages[0].of(player).unwrap();
    assert_eq!((own.entity, other.entity), (player, coin));
    app.update();
    let exited = drain::<Exited>(&mut app);
    assert_eq!(exited.len(), 1);
    assert_eq!(exited[0].reason, ExitReason::Parted);
    app.update();
    assert_eq!(drain::<Exited>(&mut app), [], "what lasts is no message");
}

/// What a system after the step saw, by frame.
#[derive(Resource, Default)]
struct Read(Vec<(u32, Entity)>);

#[test]
fn a_grandchild_is_answered_in_the_frame_in_which_its_root_moves() {
    let mut app = app();
    let coin = spawn(&mut app, (ball(0.5), Body::fixed(), Transform::from_xyz(10.0, 2.0, 0.0)));
    let root = spawn(&mut app, Transform::default());
    let arm = spawn(&mut app, (Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(root)));
    let hand = spawn(&mut app, (ball(0.5), Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(arm)));
    app.init_resource::<Read>()
        .add_systems(Update, move |mut all: Query<&mut Transform>, mut frame: Local<u32>| {
            *frame += 1;
            if *frame == 5 {
                all.get_mut(root).unwrap().translation.x = 9.0;
            }
        })
        .add_systems(
            PostUpdate,
            (|mut all: MessageReader<Entered>, mut read: ResMut<Read>, mut frame: Local<u32>| {
                *frame += 1;
                read.0.extend(all.read().map(|it| (*frame, it.b.entity)));
            })
            .after(AsunderSystems::Step),
        );
    for _ in 0..7 {
        app.update();
    }
    assert_eq!(app.world().resource::<Read>().0, [(5, hand)], "and not the frame after");
    let contacts: Vec<Entity> =
        app.world().resource::<CollisionWorld3>().contacts(coin).map(|it| it.entity).collect();
    assert_eq!(contacts, [hand]);
}

#[test]
fn who_is_despawned_leaves() {
    let mut app = app();
    let a = spawn(&mut app, ball(1.0));
    let b = spawn(&mut app, (ball(1.0), Transform::from_xyz(2.0, 0.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), [(a, b)]);
    app.world_mut().despawn(b);
    app.update();
    let exited = drain::<Exited>(&mut app);
    assert_eq!(exited.len(), 1);
    let (own, other) = exited[0].of(a).unwrap();
    assert_eq!((own.entity, other.entity, exited[0].reason), (a, b, ExitReason::Removed));
    let world = app.world().resource::<CollisionWorld3>();
    assert!(world.parts(b).is_empty());
    assert_eq!(world.core().bodies().count(), 1);
}

#[test]
fn who_loses_its_collider_leaves_and_may_come_back() {
    let mut app = app();
    let a = spawn(&mut app, ball(1.0));
    let b = spawn(&mut app, (ball(1.0), Transform::from_xyz(2.0, 0.0, 0.0)));
    app.update();
    app.world_mut().entity_mut(b).remove::<Collider>();
    app.update();
    assert_eq!(drain::<Exited>(&mut app).len(), 1);
    drain::<Entered>(&mut app);
    app.world_mut().entity_mut(b).insert(ball(1.0));
    app.update();
    assert_eq!(entered(&mut app), [(a, b)]);
}

#[test]
fn another_shape_keeps_the_contact() {
    let mut app = app();
    spawn(&mut app, ball(1.0));
    let b = spawn(&mut app, (ball(1.0), Transform::from_xyz(2.0, 0.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app).len(), 1);
    *app.world_mut().get_mut::<Collider>(b).unwrap() =
        Collider::new(Aabb3::new([-1.0; 3], [1.0; 3])).tag(5);
    app.update();
    assert!(drain::<Exited>(&mut app).is_empty() && entered(&mut app).is_empty());
    let world = app.world().resource::<CollisionWorld3>();
    let part = world.parts(b)[0];
    assert_eq!(world.shape(&part).unwrap().kind(), "obb");
    assert_eq!(world.core().collider(part.collider).unwrap().tag, 5);
    // And smaller than it was it parts.
    *app.world_mut().get_mut::<Collider>(b).unwrap() = ball(0.5);
    app.update();
    assert_eq!(drain::<Exited>(&mut app).len(), 1);
}

#[test]
fn layers_decide_who_responds() {
    let layers = Layers::new()
        .layer("ghost")
        .and_then(|layers| layers.layer("wall"))
        .and_then(|layers| layers.respond("ghost", "wall", Response::Ignore))
        .unwrap();
    let mut app = app_with(layers);
    let wall = spawn(&mut app, (ball(1.0), Layer::new("wall"), Body::fixed()));
    let ghost = spawn(&mut app, (ball(1.0), Layer::new("ghost")));
    let picky = spawn(&mut app, (ball(1.0), Layer::new("default").ignoring("ghost")));
    app.update();
    assert_eq!(entered(&mut app), [(wall, picky)]);
    app.world_mut().entity_mut(ghost).insert(Layer::new("wall"));
    app.update();
    assert_eq!(entered(&mut app), [(wall, ghost), (ghost, picky)]);
    app.world_mut().entity_mut(ghost).remove::<Layer>();
    app.world_mut().entity_mut(ghost).insert(Body::moving().of(wall));
    app.update();
    assert_eq!(drain::<Exited>(&mut app).len(), 1, "what belongs to the wall leaves it alone");
}

#[test]
fn two_fixed_bodies_never_collide_and_one_that_begins_to_move_does() {
    let mut app = app();
    let a = spawn(&mut app, (ball(1.0), Body::fixed()));
    let b = spawn(&mut app, (ball(1.0), Body::fixed()));
    app.update();
    assert_eq!(entered(&mut app), []);
    *app.world_mut().get_mut::<Body>(b).unwrap() = Body::moving();
    app.update();
    assert_eq!(entered(&mut app), [(a, b)]);
}

#[test]
fn shapes_of_one_entity_are_one_body() {
    let mut app = app();
    let left = Sphere3::new([-2.0, 0.0, 0.0], 1.0);
    let right = Sphere3::new([2.0, 0.0, 0.0], 1.0);
    let dumbbell = spawn(&mut app, Collider::new(left).and(right));
    let coin = spawn(&mut app, (ball(1.0), Transform::from_xyz(0.0, 4.0, 0.0)));
    app.update();
    assert_eq!(entered(&mut app), []);
    // A quarter turn about z lifts the right end to the coin, and shifts nothing.
    transform(&mut app, dumbbell).rotate_z(core::f32::consts::FRAC_PI_2);
    transform(&mut app, coin).translation.y = 3.75;
    app.update();
    let messages = drain::<Entered>(&mut app);
    assert_eq!(messages.len(), 1);
    let (own, other) = messages[0].of(dumbbell).unwrap();
    assert_eq!((own.collider.part, other.entity), (1, coin));
}

fn center(app: &App, entity: Entity) -> Vec3 {
    let world = app.world().resource::<CollisionWorld3>();
    let Some(Shape3::Sphere(sphere)) = world.shape(&world.parts(entity)[0]) else { panic!() };
    sphere.center()
}

#[test]
fn another_parent_or_none_moves_a_collider() {
    for plugin in [AsunderPlugin3::new(), AsunderPlugin3::new().in_fixed_update()] {
        let mut app = crate::app_of(plugin);
        let root = spawn(&mut app, Transform::from_xyz(10.0, 0.0, 0.0));
        let other = spawn(&mut app, Transform::from_xyz(20.0, 0.0, 0.0));
        let at = Transform::from_xyz(1.0, 0.0, 0.0);
        let child = spawn(&mut app, (ball(0.5), at, ChildOf(root)));
        // A frame has more than one tick.
        app.update();
        app.update();
        assert_eq!(center(&app, child).x, 11.0);
        app.world_mut().entity_mut(child).insert(ChildOf(other));
        app.update();
        assert_eq!(center(&app, child).x, 21.0);
        app.world_mut().entity_mut(child).remove::<ChildOf>();
        app.update();
        assert_eq!(center(&app, child).x, 1.0);
        app.world_mut().entity_mut(child).insert(ChildOf(root));
        app.update();
        assert_eq!(center(&app, child).x, 11.0);
    }
}

#[test]
fn ids_do_not_follow_the_tables_of_bevy() {
    let ids = |named: usize| {
        let mut app = app();
        // The table of those without names is made first.
        spawn(&mut app, ball(0.5));
        let both = [0, 1].map(|_| spawn(&mut app, ball(0.5)));
        app.world_mut().entity_mut(both[named]).insert(Name::new("named"));
        app.update();
        // Both leave the world in one frame, and both come back.
        for y in [2.0, 1.0] {
            for it in both {
                transform(&mut app, it).scale.y = y;
            }
            app.update();
        }
        let world = app.world().resource::<CollisionWorld3>();
        both.map(|it| world.parts(it)[0].collider)
    };
    assert_eq!(ids(0), ids(1));
}

#[test]
fn a_pair_may_end_and_begin_in_one_step() {
    let mut app = app();
    let [a, b] = [0, 1].map(|_| spawn(&mut app, ball(0.5)));
    app.update();
    assert_eq!(entered(&mut app), [(a, b)]);
    let more = ball(0.5).and(Sphere3::new([9.0, 0.0, 0.0], 0.5));
    *app.world_mut().get_mut::<Collider>(b).unwrap() = more;
    app.update();
    assert_eq!(entered(&mut app).len(), 1);
    let exited = drain::<Exited>(&mut app);
    assert_eq!(exited.iter().map(|it| (it.a.entity, it.b.entity)).collect::<Vec<_>>(), [(a, b)]);
}
