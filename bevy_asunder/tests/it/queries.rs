//! Questions, answered with entities.

use crate::{app_with, ball, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::prelude::*;

/// What a system answered.
#[derive(Resource, Default)]
struct Answer(Vec<Entity>);

fn row(app: &mut App) -> [Entity; 3] {
    [2.0, 4.0, 6.0].map(|x| spawn(app, (ball(0.5), Transform::from_xyz(x, 0.0, 0.0))))
}

#[test]
fn a_system_asks_and_gets_entities() {
    let mut app = app_with(Layers::new());
    let [a, b, c] = row(&mut app);
    app.update();
    app.init_resource::<Answer>().add_systems(
        Update,
        move |collisions: Collisions, mut answer: ResMut<Answer>| {
            let ray = Ray3::new([0.0; 3], [1.0, 0.0, 0.0]);
            let first = collisions.ray(&ray).first().unwrap();
            assert_eq!((first.entity, first.fraction), (a, 1.5));
            assert!(!collisions.ray(&Ray3::new([0.0, 0.5001, 0.0], [1.0, 0.0, 0.0])).any());
            let rest = collisions.ray(&ray).except(a).first().unwrap();
            assert_eq!(rest.entity, b);
            let segment = Segment3::new([0.0; 3], [5.0, 0.0, 0.0]);
            assert_eq!(collisions.segment(&segment).entities(), [a, b]);
            let probe = Sphere3::new([3.0, 0.0, 0.0], 0.5);
            assert_eq!(collisions.intersecting(&probe).entities(), [a, b], "touching counts");
            let cast = collisions.cast(&probe, Vec3::new(4.0, 0.0, 0.0)).except(a).all();
            assert_eq!(cast.iter().map(|it| it.entity).collect::<Vec<_>>(), [b, c]);
            assert_eq!(cast[0].fraction, 0.0);
            assert_eq!(cast[1].fraction, 0.5);
            let near = collisions.near(&Vec3::new(5.0, 0.0, 0.0)).within(0.5).entities();
            assert_eq!(near, [b, c]);
            let only_c = |part: &Part| part.entity == c;
            assert_eq!(collisions.ray(&ray).only_if(&only_c).first_n(2).len(), 1);
            answer.0 = collisions.ray(&ray).entities();
        },
    );
    app.update();
    assert_eq!(app.world().resource::<Answer>().0, [a, b, c]);
}

#[test]
fn who_belongs_to_another_is_excluded_with_it() {
    let mut app = app_with(Layers::new());
    let [a, b, c] = row(&mut app);
    app.world_mut().entity_mut(b).insert(Body::moving().of(a));
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    let ray = Ray3::new([0.0; 3], [1.0, 0.0, 0.0]);
    assert_eq!(world.ray(&ray).except(b).entities(), [c], "neither the sword nor its knight");
}

#[test]
fn layers_limit_a_question() {
    let layers = Layers::new().layer("wall").unwrap();
    let mut app = app_with(layers);
    let [_, b, _] = row(&mut app);
    app.world_mut().entity_mut(b).insert(Layer::new("wall"));
    app.update();
    let world = app.world().resource::<CollisionWorld3>();
    let ray = Ray3::new([0.0; 3], [1.0, 0.0, 0.0]);
    assert_eq!(world.ray(&ray).on_layers(["wall"]).entities(), [b]);
    assert_eq!(world.ray(&ray).on_layers(["wal"]).entities(), []);
    assert_eq!(world.ray(&ray).on_layers(["wall", "default"]).entities().len(), 3);
}

#[test]
fn answers_are_about_where_the_last_step_left_things() {
    let mut app = app_with(Layers::new());
    let it = spawn(&mut app, (ball(0.5), Transform::from_xyz(2.0, 0.0, 0.0)));
    app.update();
    transform(&mut app, it).translation.y = 5.0;
    let ray = Ray3::new([0.0; 3], [1.0, 0.0, 0.0]);
    assert!(app.world().resource::<CollisionWorld3>().ray(&ray).any());
    app.update();
    assert!(!app.world().resource::<CollisionWorld3>().ray(&ray).any());
}
