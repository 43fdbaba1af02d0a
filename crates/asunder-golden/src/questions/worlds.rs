//! Worlds over time: who met whom, and where movers stopped.

use crate::case::{Case, Space};
use crate::sheet::{Class, Sheet};
use asunder::glam::{Vec2, Vec3};
use asunder::world::{BodyId, BodyKind, Layers, Response, WalkOptions, World, Yields};
use asunder::{Aabb, Capsule, HalfSpace, Obb, Pose, Shape, Vector};
use asunder_jury::Rng;
use std::collections::VecDeque;

pub(super) fn ask(cases: &[Case], sheet: &mut Sheet) {
    crowd::<Vec2>(cases, sheet);
    crowd::<Vec3>(cases, sheet);
    walk::<Vec2>(sheet);
    walk::<Vec3>(sheet);
    carried::<Vec2>(sheet);
    carried::<Vec3>(sheet);
}

/// The pairs of a family come and go, a few at a time.
fn crowd<V: Space>(cases: &[Case], sheet: &mut Sheet) {
    const BODIES: usize = 10;
    let mut families: Vec<&str> = cases.iter().map(|case| case.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let mut world = World::<V>::new();
        let mut bodies: VecDeque<BodyId> = VecDeque::new();
        let of_family = |case: &&Case| case.dimension == V::DIM && case.family == family;
        for case in cases.iter().filter(of_family) {
            for drawn in [&case.a, &case.b] {
                let shape = drawn.shape::<V>();
                let motion = if shape.is_bounded() { BodyKind::Moving } else { BodyKind::Fixed };
                match world.insert(shape, motion) {
                    Ok(id) => bodies.push_back(id),
                    Err(error) => unreachable!("drawn shapes are colliders: {error}"),
                }
            }
            while bodies.len() > BODIES {
                let removed = bodies.pop_front().map(|id| world.remove(id));
                assert!(removed.is_some_and(|removed| removed.is_ok()), "it was in the world");
            }
            world.step();
            let name = format!("{}d/world/{family}", V::DIM);
            sheet.note(Class::Boolean, &name, case, &(world.pairs(), world.events()));
        }
    }
}

/// Boxes pushed about a yard between walls.
fn walk<V: Vector>(sheet: &mut Sheet) {
    let layers = Layers::new().respond("default", "default", Response::Block);
    let Ok(layers) = layers else { unreachable!("every world has the layer `default`") };
    let mut rng = Rng::new(3);
    let mut number = |reach: f64| rng.between(-reach, reach) as f32;
    let mut world = World::<V>::with_layers(layers);
    let insert = |world: &mut World<V>, shape: Shape<V>, motion| match world.insert(shape, motion) {
        Ok(id) => id,
        Err(error) => unreachable!("shapes of the yard are colliders: {error}"),
    };
    let along = |axis: usize, x: f32| V::array(|i| if i == axis { x } else { 0.0 });
    for axis in 0..V::DIM {
        for side in [-1.0, 1.0] {
            let wall = HalfSpace::new(along(axis, side), -8.0);
            insert(&mut world, wall.into(), BodyKind::Fixed);
        }
    }
    for _ in 0..6 {
        let at: V::Array<f32> = V::array(|_| number(7.0));
        let post = Aabb::new(at, V::array(|i| at[i] + 1.0));
        insert(&mut world, post.into(), BodyKind::Fixed);
    }
    let mut movers = Vec::new();
    for _ in 0..8 {
        let rotation = crate::case::rotation::<V>(&[(); 4].map(|()| number(1.0)));
        let mover = Obb::new(V::array(|_| number(7.0)), V::array(|_| number(0.4).abs()), rotation);
        movers.push(insert(&mut world, mover.into(), BodyKind::Moving));
    }
    for tick in 0..60 {
        for &mover in &movers {
            let motion: V::Array<f32> = V::array(|_| number(3.0));
            let name = format!("{}d/world/moved", V::DIM);
            sheet.note(Class::Metric, &name, &tick, &world.move_body(mover, motion));
        }
        world.step();
        let name = format!("{}d/world/walk", V::DIM);
        sheet.note(Class::Metric, &name, &tick, &(world.events(), world.pairs()));
    }
}

/// Walkers on a platform that turns and rises among posts, and is a conveyor from time to time.
fn carried<V: Vector>(sheet: &mut Sheet) {
    let layers = Layers::new().respond("default", "default", Response::Block);
    let Ok(layers) = layers else { unreachable!("every world has the layer `default`") };
    let mut rng = Rng::new(8);
    let mut number = |reach: f64| rng.between(-reach, reach) as f32;
    let mut world = World::<V>::with_layers(layers);
    let insert = |world: &mut World<V>, shape: Shape<V>, motion| match world.insert(shape, motion) {
        Ok(id) => id,
        Err(error) => unreachable!("shapes of the yard are colliders: {error}"),
    };
    let along = |axis: usize, x: f32| V::array(|i| if i == axis { x } else { 0.0 });
    insert(&mut world, HalfSpace::new(along(1, 1.0), -4.0).into(), BodyKind::Fixed);
    for _ in 0..4 {
        let at: V::Array<f32> = V::array(|_| number(5.0));
        let post = Aabb::new(at, V::array(|i| at[i] + 0.7));
        insert(&mut world, post.into(), BodyKind::Fixed);
    }
    let half = V::array(|i| if i == 1 { 0.25 } else { 4.0 });
    let platform = Obb::new(along(1, -0.5), half, V::IDENTITY);
    let platform = insert(&mut world, platform.into(), BodyKind::Moving);
    let mut walkers = Vec::new();
    for _ in 0..6 {
        let at: V::Array<f32> = V::array(|i| if i == 1 { 0.5 } else { number(3.0) });
        let top = V::array(|i| if i == 1 { 1.25 } else { at[i] });
        walkers.push(insert(&mut world, Capsule::new(at, top, 0.3).into(), BodyKind::Moving));
    }
    let options = WalkOptions { yields: Yields::Met, ..WalkOptions::default() };
    for tick in 0..60 {
        let name = |question: &str| format!("{}d/world/{question}", V::DIM);
        let angle = 0.02 * tick as f32;
        let turn = if V::DIM < 3 { [1.0, angle, 0.0, 0.0] } else { [0.0, angle, 0.0, 1.0] };
        let turn = crate::case::rotation::<V>(&turn);
        let pose = Pose::new(along(1, 0.03125 * (tick % 32) as f32), turn);
        sheet.note(Class::Metric, &name("carried"), &tick, &world.carry(platform, &pose));
        let surface: V::Array<f32> = V::array(|_| if tick % 8 == 0 { number(1.0) } else { 0.0 });
        let set = world.set_surface_velocity(platform.collider(0), surface);
        assert!(set.is_ok(), "the platform is there");
        for &walker in &walkers {
            let velocity: V::Array<f32> =
                V::array(|i| number(2.0) - if i == 1 { 3.0 } else { 0.0 });
            let walk = world.walk_body(walker, velocity, 0.0625, &options);
            sheet.note(Class::Metric, &name("walked"), &tick, &walk);
        }
        world.step();
        sheet.note(Class::Metric, &name("walkers"), &tick, &(world.events(), world.hash()));
    }
}
