//! Bodies that walk, carriers, conveyors, and who is crushed.

mod above;
mod carry;
mod pushed;
mod turn;
mod walk;

use asunder::glam::{Vec2, vec2};
use asunder::prelude::*;
use asunder::world::{BodyId, Walk};
use asunder::{Vector, World};

fn blocking<V: Vector>() -> World<V> {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    World::with_layers(layers)
}

fn capsule(x: f32, foot: f32) -> Shape2 {
    Capsule2::new([x, foot + 0.4], [x, foot + 1.4], 0.4).into()
}

fn position<V: Vector>(world: &World<V>, body: BodyId) -> V {
    world.shape(body.collider(0)).unwrap().position()
}

const DT: f32 = 1.0 / 60.0;
const GRAVITY: f32 = -9.8;

/// Gravity alone, from what is left of it.
fn fall(world: &mut World2, body: BodyId, velocity: &mut Vec2) -> Walk<Vec2> {
    let pull = vec2(0.0, GRAVITY * DT);
    let walk =
        world.walk_body(body, *velocity + pull, DT, &WalkOptions::default()).expect("a walk");
    *velocity = walk.velocity_after;
    walk
}
