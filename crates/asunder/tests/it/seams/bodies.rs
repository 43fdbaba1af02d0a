//! The same seams between bodies of a world, which know nothing of each other.

use asunder::SlideOptions;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;

fn layers() -> Layers {
    Layers::new().respond("default", "default", Response::Block).expect("a layer")
}

/// Tiles of separate bodies, of one body, and some of each: the walker sees no difference.
#[test]
fn seams_between_bodies_stop_no_one() {
    for bodies in [1, 3, 12] {
        let mut world = World2::with_layers(layers());
        let tiles: Vec<Collider<Vec2>> = (0..12)
            .map(|i| Collider::new(Aabb2::new([i as f32, -1.0], [(i + 1) as f32, 0.0])))
            .collect();
        for part in tiles.chunks(12 / bodies) {
            world.insert_body(part, BodyKind::Fixed).unwrap();
        }
        let walker = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving).unwrap();
        for step in 1..=160 {
            let slide =
                world.slide_body(walker, [0.0625, -0.0625], &SlideOptions::default()).unwrap();
            let expected = Vec2::new(0.0625, 0.0);
            assert_eq!((slide.moved, slide.remaining), (expected, Vec2::ZERO), "{bodies} {step}");
            assert_eq!(slide.floor.map(|floor| floor.normal), Some(Vec2::Y));
            world.step();
        }
    }
}

fn floor_and_wall(world: &mut World3) -> BodyId {
    for x in -2..6 {
        for z in -2..6 {
            let [x, z] = [x, z].map(|t| t as f32);
            world
                .insert(Aabb3::new([x, -1.0, z], [x + 1.0, 0.0, z + 1.0]), BodyKind::Fixed)
                .expect("a body");
            let stone = Aabb3::new([-1.0, x + 2.0, z], [0.0, x + 3.0, z + 1.0]);
            world.insert(stone, BodyKind::Fixed).expect("a body");
        }
    }
    world.insert(Aabb3::new([0.0; 3], [1.0; 3]), BodyKind::Moving).expect("a body")
}

/// Along the foot of a wall, over a floor, each of tiles that are bodies of their own.
#[test]
fn the_foot_of_a_wall_of_bodies_stops_no_one() {
    let mut world = World3::with_layers(layers());
    let walker = floor_and_wall(&mut world);
    for step in 1..=64 {
        let motion = [-0.0625, -0.0625, 0.0625];
        let slide = world.slide_body(walker, motion, &SlideOptions::default()).unwrap();
        let expected = Vec3::new(0.0, 0.0, 0.0625);
        assert_eq!((slide.moved, slide.remaining), (expected, Vec3::ZERO), "{step}");
        assert_eq!(slide.floor.map(|floor| floor.normal), Some(Vec3::Y));
        world.step();
    }
    let slide = world.slide_body(walker, [-0.5, 0.5, 0.0], &SlideOptions::default()).unwrap();
    assert_eq!(slide.moved.to_array(), [0.0, 0.5, 0.0], "up the wall");
}
