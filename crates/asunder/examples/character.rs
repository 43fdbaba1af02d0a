//! A character in 3D: stairs, ramps, a wall, a jump. `cargo run --example character -p asunder`

use asunder::axis_angle;
use asunder::glam::{Vec3, vec3};
use asunder::prelude::*;

const TICK: f32 = 1.0 / 60.0;

fn main() {
    // A ground, four stairs of 0.25 up to a landing with a wall, a gentle ramp, a steep one, a fence.
    let block = |low: [f32; 3], high: [f32; 3]| Shape3::from(Aabb3::new(low, high));
    let ramp = |z: f32, degrees: f32| {
        let turn = axis_angle([0.0, 0.0, 1.0], degrees.to_radians());
        Shape3::from(Obb3::new([5.0, 0.0, z], [3.0, 0.5, 1.0], turn))
    };
    let mut level = vec![HalfSpace3::new([0.0, 1.0, 0.0], 0.0).into()];
    for stair in 1..=4_u8 {
        let (x, height) = (1.6 + 0.4 * f32::from(stair), 0.25 * f32::from(stair));
        level.push(block([x, 0.0, -1.0], [9.0, height, 1.0]));
    }
    level.push(block([7.0, 0.0, -1.0], [8.0, 5.0, 1.0]));
    level.extend([ramp(4.0, 30.0), ramp(8.0, 60.0), block([3.0, 0.0, 11.0], [3.2, 1.0, 13.0])]);

    let stairs = walk(&level, [0.0, 0.0, 0.0], false);
    let gentle = walk(&level, [0.0, 0.0, 4.0], false);
    let steep = walk(&level, [0.0, 0.0, 8.0], false);
    let fence = walk(&level, [0.0, 0.0, 12.0], false);
    let jump = walk(&level, [0.0, 0.0, 12.0], true);
    println!("up the stairs, to the wall: {stairs}");
    println!("over the gentle ramp:       {gentle}");
    println!("slides off the steep one:   {steep}");
    println!("to the fence, and over it:  {fence}, {jump}");
    assert!((stairs - vec3(6.6, 1.0, 0.0)).length() < 1e-3 && gentle.x > 8.0);
    assert!(steep.y < 1.0 && (fence.x - 2.6).abs() < 1e-3 && jump.x > 8.0 && jump.y < 1e-3);
}

/// Walks along x for four seconds, and jumps once if that is wanted; returns where the feet are then.
fn walk(level: &[Shape3], from: [f32; 3], jumps: bool) -> Vec3 {
    let options = SlideOptions { step_height: 0.3, floor_cosine: 0.7, ..SlideOptions::default() };
    let [x, y, z] = from;
    let mut body = Capsule3::new([x, y + 0.4, z], [x, y + 1.4, z], 0.4);
    let (mut fall, mut grounded) = (0.0_f32, false);
    for tick in 0..240 {
        fall -= 15.0 * TICK;
        if jumps && grounded && tick > 35 && body.a().x < 2.6 {
            fall = 6.0;
        }
        let motion = vec3(3.0, fall, 0.0) * TICK;
        let slide = body.move_and_slide(motion, level, &options).expect("finite numbers");
        body = body.moved_to(slide.position).expect("the level is small");
        grounded = slide.floor.is_some();
        if grounded {
            fall = 0.0;
        }
        assert!(level.iter().all(|it| !body.penetrates(it)), "never inside anything");
    }
    body.a() - vec3(0.0, 0.4, 0.0)
}
