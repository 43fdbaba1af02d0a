//! A platformer: jump onto a ledge from below, ride a lift. `cargo run --example platformer -p asunder`

use asunder::glam::{Vec2, vec2};
use asunder::prelude::*;
use std::error::Error;

const TICK: f32 = 1.0 / 60.0;

/// The lift: two seconds below, two up, two above, two down.
fn lift_at(tick: u16) -> Vec2 {
    let share = |from: u16| ((f32::from(tick % 480) - f32::from(from)) / 120.0).clamp(0.0, 1.0);
    vec2(6.5, 4.0 * (share(120) - share(360)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let layers = Layers::new().respond("default", "default", Response::Block)?;
    let mut world = World2::with_layers(layers);
    let ground = world.insert(Aabb2::new([-5.0, -1.0], [5.0, 0.0]), BodyKind::Fixed)?;
    let cliff = world.insert(Aabb2::new([8.0, -1.0], [14.0, 4.0]), BodyKind::Fixed)?;
    // It blocks only what comes from above.
    let ledge = Collider::new(Aabb2::new([-1.5, 1.3], [2.0, 1.5])).one_way([0.0, 1.0]);
    let ledge = world.insert(ledge, BodyKind::Fixed)?;
    let lift = world.insert(Aabb2::new([-1.5, -0.25], [1.5, 0.0]), BodyKind::Moving)?;
    let hero = world.insert(Capsule2::new([-3.0, 0.5], [-3.0, 1.1], 0.5), BodyKind::Moving)?;

    let options = SlideOptions { step_height: 0.2, ..SlideOptions::default() };
    let (mut speed, mut x, mut stands_on, mut route) = (0.0, -3.0_f32, None, Vec::new());
    for tick in 0..1000 {
        // Whom the lift lifts it pushes out of itself; whom it lowers it takes along below.
        let motion = lift_at(tick) - lift_at(tick.saturating_sub(1));
        world.set_body_pose(lift, &Pose2::from_translation(lift_at(tick)))?;
        let shape = world.shape(hero.collider(0))?.clone();
        if let Some(free) = shape.depenetrate([world.shape(lift.collider(0))?]) {
            world.set_body_shapes(hero, &[shape.moved_to(free).ok_or("too far out")?])?;
        }
        let carried = if stands_on == Some(lift) { motion.min(Vec2::ZERO) } else { Vec2::ZERO };

        // The player jumps once, waits for the lift, and leaves it when it is up for the second time.
        let waits = (4.4..6.0).contains(&x) && stands_on == Some(ground) && tick % 480 > 60
            || x > 6.5 && stands_on == Some(lift) && tick < 740
            || x > 12.0;
        speed = if tick == 40 { 7.0 } else { speed - 15.0 * TICK };
        let walk = if waits { 0.0 } else { 3.0 };
        let slide = world.slide_body(hero, carried + vec2(walk, speed) * TICK, &options)?;
        world.step();
        assert!(!slide.started_penetrating);
        x = slide.position.x;
        let floor = slide.hits.iter().rfind(|hit| hit.normal.y > 0.7);
        let was_on = std::mem::replace(&mut stands_on, floor.map(|hit| hit.obstacle.body));
        speed = if slide.hits.iter().any(|hit| hit.normal.y.abs() > 0.7) { 0.0 } else { speed };
        if stands_on != was_on {
            let names = [(ground, "ground"), (ledge, "ledge"), (lift, "lift"), (cliff, "cliff")];
            let name = names.iter().find(|(body, _)| Some(*body) == stands_on);
            route.push(name.map_or("air", |(_, name)| name));
            println!("tick {tick}: {} at {}", route[route.len() - 1], slide.position);
        }
    }
    assert_eq!(route, ["ground", "air", "ledge", "air", "ground", "lift", "cliff"]);
    Ok(())
}
