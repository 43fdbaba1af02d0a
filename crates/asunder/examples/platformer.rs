//! A platformer: jump onto a ledge, ride a lift. `cargo run --example platformer -p asunder [FILE.svg]`

use asunder::glam::{Vec2, vec2};
use asunder::prelude::*;
use std::fmt::Write as _;

const TICK: f32 = 1.0 / 60.0;

/// The lift: two seconds below, two up, two above, two down.
fn lift_at(tick: u16) -> Vec2 {
    let share = |from: u16| ((f32::from(tick % 480) - f32::from(from)) / 120.0).clamp(0.0, 1.0);
    vec2(6.5, 4.0 * (share(120) - share(360)))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let layers = Layers::new().respond("default", "default", Response::Block)?;
    let mut world = World2::with_layers(layers);
    let ground = world.insert(Aabb2::new([-5.0, -1.0], [5.0, 0.0]), BodyKind::Fixed)?;
    let cliff = world.insert(Aabb2::new([8.0, -1.0], [14.0, 4.0]), BodyKind::Fixed)?;
    // It blocks only what comes from above.
    let ledge = Collider::new(Aabb2::new([-1.5, 1.3], [2.0, 1.5])).one_way([0.0, 1.0]);
    let ledge = world.insert(ledge, BodyKind::Fixed)?;
    let lift = world.insert(Aabb2::new([-1.5, -0.25], [1.5, 0.0]), BodyKind::Moving)?;
    let hero = world.insert(Capsule2::new([-3.0, 0.5], [-3.0, 1.1], 0.5), BodyKind::Moving)?;

    let options = WalkOptions::default();
    let (mut velocity, mut stands_on) = (Vec2::ZERO, None);
    let (mut route, mut path) = (Vec::new(), String::new());
    for tick in 0..1000 {
        world.carry(lift, &Pose2::from_translation(lift_at(tick)))?;
        // The player jumps once, waits for the lift, and leaves it when it is up for the second time.
        let x = world.shape(hero.collider(0))?.position().x;
        let waits_below = (4.4..6.0).contains(&x) && stands_on == Some(ground) && tick % 480 > 60;
        let waits = waits_below || x > 6.5 && stands_on == Some(lift) && tick < 740 || x > 12.0;
        let rise = if tick == 40 { 7.0 } else { velocity.y - 15.0 * TICK };
        velocity = vec2(if waits { 0.0 } else { 3.0 }, rise);
        let walk = world.walk_body(hero, velocity, TICK, &options)?;
        world.step();
        assert!(!walk.started_penetrating && walk.crushed.is_none());
        velocity = walk.velocity_after;
        let place = world.shape(hero.collider(0))?.position();
        write!(path, " {},{}", place.x, -place.y)?;
        let floor = walk.floor.map(|floor| floor.collider.body);
        if std::mem::replace(&mut stands_on, floor) != floor {
            let names = [(ground, "ground"), (ledge, "ledge"), (lift, "lift"), (cliff, "cliff")];
            let name = names.iter().find(|(body, _)| Some(*body) == floor);
            route.push(name.map_or("air", |(_, name)| name));
            println!("tick {tick}: {} at {place}", route[route.len() - 1]);
        }
    }
    assert_eq!(route, ["ground", "air", "ledge", "air", "ground", "lift", "cliff"]);

    let mut svg = format!("<polyline points='{path}' stroke='crimson' fill='none'/>");
    world.debug_lines(|a, b, _| {
        svg += &format!("<path d='M{} {}L{} {}' stroke='gray'/>", a.x, -a.y, b.x, -b.y);
    });
    let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-6 -7 21 9' stroke-width='0.05'>";
    let file = std::env::args().nth(1);
    Ok(file.map_or(Ok(()), |file| std::fs::write(file, format!("{head}{svg}</svg>\n")))?)
}
