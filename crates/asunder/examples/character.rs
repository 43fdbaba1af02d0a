//! A character in 3D: stairs up and down, ramps, a fence. `cargo run --example character -p asunder [FILE.svg]`

use asunder::glam::{Vec3, vec3};
use asunder::prelude::*;
use std::fmt::Write as _;

const TICK: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A ground; stairs of 0.25 up to a landing, which ends at a wall; a gentle ramp, a steep one, a fence.
    let block = |low: [f32; 3], high: [f32; 3]| Shape3::from(Aabb3::new(low, high));
    let ramp = |z: f32, degrees: f32| {
        let turn = asunder::axis_angle([0.0, 0.0, 1.0], degrees.to_radians());
        Shape3::from(Obb3::new([5.0, 0.0, z], [3.0, 0.5, 1.0], turn))
    };
    let mut level = vec![block([-1.0, -0.2, -1.5], [13.0, 0.0, 13.5])];
    for (x, height) in [(2.0, 0.25), (2.4, 0.5), (2.8, 0.75), (3.2, 1.0)] {
        level.push(block([x, 0.0, -1.0], [9.0, height, 1.0]));
    }
    level.push(block([7.0, 1.0, -1.0], [7.4, 3.0, 1.0]));
    level.extend([ramp(4.0, 30.0), ramp(8.0, 60.0), block([3.0, 0.0, 11.0], [3.2, 1.0, 13.0])]);

    let lines = [(0.0, false), (4.0, false), (8.0, false), (12.0, false), (12.0, true)];
    let paths = lines.map(|(z, jumps)| walk(&level, vec3(0.0, 0.0, z), jumps));
    let [stairs, gentle, steep, fence, jump] = paths.each_ref().map(|path| path[path.len() - 1]);
    println!("up the stairs, to the wall: {stairs}");
    println!("over the gentle ramp:       {gentle}");
    println!("stopped by the steep one:   {steep}");
    println!("to the fence, and over it:  {fence}, {jump}");
    assert!((stairs - vec3(6.6, 1.0, 0.0)).length() < 1e-3 && gentle.x > 8.0 && gentle.y < 1e-3);
    assert!((steep.x - 4.1917).abs() < 1e-3 && steep.y < 1e-3);
    assert!((fence.x - 2.6).abs() < 1e-3 && jump.x > 8.0 && jump.y < 1e-3);

    let mut svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-60 -500 880 520'>".to_owned();
    let mut line = |a: Vec3, b: Vec3, color: &str| {
        let [(x, y), (u, v)] = [a, b].map(|p| (50.0 * p.x + 12.0 * p.z, -50.0 * p.y - 24.0 * p.z));
        let _ = write!(svg, "<path d='M{x:.1} {y:.1}L{u:.1} {v:.1}' stroke='{color}'/>");
    };
    level.iter().for_each(|shape| shape.lines(|a, b| line(a, b, "gray")));
    paths.iter().for_each(|path| path.windows(2).for_each(|p| line(p[0], p[1], "crimson")));
    Ok(std::env::args().nth(1).map_or(Ok(()), |file| std::fs::write(file, svg + "</svg>\n"))?)
}

/// Walks along x for four seconds, and may jump once; returns where the feet are at each tick.
fn walk(level: &[Shape3], feet: Vec3, jumps: bool) -> Vec<Vec3> {
    let options =
        SlideOptions { step_height: 0.3, snap: 0.3, max_slope: 50.0, ..SlideOptions::default() };
    let mut body = Capsule3::new(feet + vec3(0.0, 0.4, 0.0), feet + vec3(0.0, 1.4, 0.0), 0.4);
    let (mut fall, mut path) = (0.0_f32, vec![feet]);
    for tick in 0..240 {
        fall = if jumps && tick == 45 { 6.0 } else { fall - 15.0 * TICK };
        let slide =
            body.move_and_slide(vec3(3.0, fall, 0.0) * TICK, level, &options).expect("finite");
        body = body.moved_by(slide.moved).expect("the level is small");
        fall = if slide.floor.is_some() { 0.0 } else { fall };
        assert!(level.iter().all(|it| !body.penetrates(it)), "never inside anything");
        path.push(body.a() - vec3(0.0, 0.4, 0.0));
    }
    path
}
