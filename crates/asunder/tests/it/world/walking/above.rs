//! Walks as seen from above, where nothing is up.

use super::{DT, blocking, position};
use asunder::Rot2;
use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{Snapshot, Yields};

fn above(yields: Yields) -> WalkOptions<Vec2> {
    let slide = SlideOptions { up: Vec2::ZERO, ..SlideOptions::default() };
    WalkOptions { slide, yields }
}

/// Along a turned wall the walker keeps what leads along it, and so does its velocity.
#[test]
fn walls_take_what_leads_into_them() {
    for turn in 0..24 {
        let rotation = Rot2::degrees(15.0 * turn as f32);
        let (along, normal) = (vec2(rotation.cos, rotation.sin), vec2(-rotation.sin, rotation.cos));
        let mut world = blocking::<Vec2>();
        // A hundredth beyond the ball, which the first tick goes.
        let wall = Obb2::new((normal * -1.51).to_array(), [40.0, 1.0], rotation);
        world.insert(wall, BodyKind::Fixed).unwrap();
        let hero = world.insert(Sphere2::new([0.0, 0.0], 0.5), BodyKind::Moving).unwrap();
        for _ in 0..60 {
            let velocity = along * 3.0 - normal;
            let walk = world.walk_body(hero, velocity, DT, &above(Yields::Walker)).unwrap();
            assert!(walk.floor.is_none() && !walk.started_penetrating, "{turn} {walk:?}");
            assert!((walk.velocity_after - along * 3.0).length() < 1e-4, "{turn} {walk:?}");
            world.step();
        }
        let off = position(&world, hero) - (along * 3.0 - normal * 0.01);
        assert!(off.length() < 1e-3, "{turn} {off}");
    }
}

/// Whichever way they meet, who is met is pushed along.
#[test]
fn who_is_met_is_pushed_to_any_side() {
    for turn in 0..12 {
        let rotation = Rot2::degrees(30.0 * turn as f32);
        let ahead = vec2(rotation.cos, rotation.sin);
        let mut world = blocking::<Vec2>();
        let [hero, other] = [0.0, 2.0].map(|way| {
            let ball = Sphere2::new((ahead * way).to_array(), 0.5);
            world.insert(ball, BodyKind::Moving).unwrap()
        });
        let options = above(Yields::Met);
        world.walk_body(other, [0.0, 0.0], DT, &options).unwrap();
        for _ in 0..60 {
            world.walk_body(hero, ahead * 3.0, DT, &options).unwrap();
            world.step();
        }
        let [hero, other] = [hero, other].map(|body| position(&world, body).dot(ahead));
        assert!((hero - 3.0).abs() < 1e-3 && (other - 4.0).abs() < 1e-3, "{turn} {hero} {other}");
    }
}

/// It stands on nothing: what is beneath it on the page does not take it along, and what comes its way pushes
/// it.
#[test]
fn carriers_push_and_do_not_carry() {
    let mut world = blocking::<Vec2>();
    let barge = world.insert(Aabb2::new([-2.0, -1.0], [2.0, 0.0]), BodyKind::Moving).unwrap();
    let hero = world.insert(Sphere2::new([0.0, 0.5], 0.5), BodyKind::Moving).unwrap();
    let options = above(Yields::Walker);
    world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
    world.carry(barge, &Pose2::from_translation([1.0, 0.0])).unwrap();
    assert_eq!(position(&world, hero), vec2(0.0, 0.5), "it is beside the barge");
    world.carry(barge, &Pose2::from_translation([1.0, 0.5])).unwrap();
    let walk = world.walk_body(hero, [0.0, 0.0], DT, &options).unwrap();
    assert!(
        (walk.carried - vec2(0.0, 0.5)).length() < 1e-5 && !walk.started_penetrating,
        "{walk:?}"
    );
}

/// A world with who walks so is kept and restored, also from bytes.
#[test]
fn it_is_kept_in_snapshots() {
    let slide = SlideOptions { up: Vec3::ZERO, ..SlideOptions::default() };
    let options = WalkOptions { slide, ..WalkOptions::default() };
    let mut world = blocking::<Vec3>();
    world.insert(Aabb3::new([1.0, -1.0, -1.0], [2.0, 1.0, 1.0]), BodyKind::Fixed).unwrap();
    let bird = world.insert(Sphere3::new([0.0; 3], 0.5), BodyKind::Moving).unwrap();
    world.walk_body(bird, [40.0, 20.0, 0.0], DT, &options).unwrap();
    let bytes = world.snapshot().to_bytes();
    let kept = Snapshot::<Vec3>::try_from_bytes(&bytes).expect("what was written is read");
    let mut again = blocking::<Vec3>();
    again.restore(&kept);
    assert_eq!(again.hash(), world.hash());
}
