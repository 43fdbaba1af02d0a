//! A floor and a wall of blocks, turned about the vertical, so that all faces are rounded.

use crate::moving::{blocking, position};
use asunder::axis_angle;
use asunder::glam::Vec3;
use asunder::prelude::*;

const RADIUS: f32 = 0.4;
const HEIGHT: f32 = 1.8;
const RATE: f32 = 60.0;
/// The height of a step, and how far down a walker is led to stay on the ground.
const STEP: f32 = 0.35;
/// The cosine and sine of 30°.
const TURN: [f32; 2] = [0.866_025_4, 0.5];

fn turned(x: Vec3) -> Vec3 {
    let [cos, sin] = TURN;
    Vec3::new(cos * x.x + sin * x.z, x.y, cos * x.z - sin * x.x)
}

/// Blocks of a metre: two rows of floor beside a wall at x = 20, before the turn.
fn blocks() -> Vec<Shape3> {
    let turn = axis_angle([0.0, 1.0, 0.0], 30.0_f32.to_radians());
    let mut blocks = Vec::new();
    for z in 0..40_u8 {
        for [x, y] in [[18.5, -0.5], [19.5, -0.5], [20.5, 0.5], [20.5, 1.5]] {
            let center = turned(Vec3::new(x, y, f32::from(z) + 0.5));
            blocks.push(Obb3::new(center, [0.5; 3], turn).into());
        }
    }
    blocks
}

/// Walkers in a row press against the wall as they walk along it. There is no ledge: none steps, and in no tick
/// does one go further along the ground than its velocity leads.
pub(crate) fn along_the_wall(walkers: impl IntoIterator<Item = u16>) -> usize {
    let (velocity, dt) = (turned(Vec3::new(2.4, 0.0, 3.2)), 1.0 / RATE);
    let slide = SlideOptions { step_height: STEP, snap: STEP, ..SlideOptions::default() };
    let options = WalkOptions { slide, ..WalkOptions::default() };
    let mut world = blocking::<Vec3>();
    for block in blocks() {
        world.insert(block, BodyKind::Fixed).expect("a block");
    }
    let mut walked = 0;
    for number in walkers {
        let start = turned(Vec3::new(20.0 - RADIUS - 0.01, 0.0, 4.0 + f32::from(number) / 50.0));
        let [low, high] = [RADIUS, HEIGHT - RADIUS].map(|height| start + Vec3::Y * height);
        let body = Capsule3::new(low, high, RADIUS);
        let body = world.insert(body, BodyKind::Moving).expect("a walker");
        let (began, mut fall) = (position(&world, body), 0.0);
        for tick in 0..120 {
            fall -= 9.81 * dt;
            let asked = velocity + Vec3::Y * fall;
            let walk = world.walk_body(body, asked, dt, &options).expect("a walk");
            let way = Vec3::new(walk.moved.x, 0.0, walk.moved.z).length();
            assert!(!walk.stepped && !walk.snapped, "{number} {tick}: {walk:?}");
            assert!(way <= asked.length() * dt + 1e-5, "{number} {tick}: {way} {walk:?}");
            if walk.floor.is_some() {
                fall = 0.0;
            }
            walked += 1;
        }
        let off = position(&world, body) - began - turned(Vec3::new(0.01, 0.0, 6.4));
        assert!(off.length() <= 1e-3, "{number}: {off}");
        world.remove(body).expect("it was inserted");
    }
    walked
}
