//! Movers of a game seen from above: nothing is up, and every face is a wall.

use super::moves_free;
use asunder::glam::{Quat, Vec2, Vec3, vec2, vec3};
use asunder::prelude::*;
use asunder::{MoveError, Mover, Rot2, Shape, SlideOptions};

const ABOVE: SlideOptions<Vec2> = SlideOptions {
    up: Vec2::ZERO,
    step_height: 0.0,
    max_slope: 45.0,
    snap: 0.0,
    ledge: 0.0,
    keep_speed: false,
    max_slides: 6,
};

fn movers() -> [Shape2; 4] {
    [
        Sphere2::new([0.0, 0.0], 0.5).into(),
        Capsule2::new([-0.25, 0.0], [0.25, 0.1], 0.4).into(),
        Aabb2::new([-0.5, -0.25], [0.5, 0.25]).into(),
        Obb2::new([0.0, 0.0], [0.5, 0.25], Rot2::degrees(30.0)).into(),
    ]
}

/// Walls turned to every side, run into at angles from grazing to steep: with the y axis up those that face
/// up would carry the mover, and those a little steeper would not be run along.
#[test]
fn turned_walls_are_slid_along_whichever_way_they_face() {
    for turn in 0..72 {
        let rotation = Rot2::degrees(5.0 * turn as f32);
        let along = vec2(rotation.cos, rotation.sin);
        let normal = along.perp();
        for mover in movers() {
            // The wall begins a quarter of a unit beyond the mover.
            let wall = Obb2::new((normal * -11.0).to_array(), [40.0, 10.0], rotation);
            let gap = mover.distance(&Shape2::from(wall)).expect("a distance");
            for degrees in [0.5_f32, 3.0, 10.0, 30.0, 60.0, 85.0] {
                let Rot2 { sin, cos } = Rot2::degrees(degrees);
                for side in [1.0, -1.0] {
                    let motion = (along * (side * cos) - normal * sin) * 8.0;
                    let slide = moves_free(&mover, motion, &[wall.into()], &ABOVE);
                    let words = || format!("{turn} {degrees} {mover:?} {slide:?}");
                    assert!(
                        (slide.moved.dot(along) - side * 8.0 * cos).abs() < 2e-5,
                        "{}",
                        words()
                    );
                    let pressed = (8.0 * sin).min(gap);
                    assert!((slide.moved.dot(normal) + pressed).abs() < 2e-5, "{}", words());
                    assert_eq!((slide.remaining, slide.floor), (Vec2::ZERO, None), "{}", words());
                    assert_eq!(slide.hits.len(), usize::from(8.0 * sin > gap), "{}", words());
                }
            }
        }
    }
}

/// What has a direction up stands on a wall that faces up; what has none slides along it.
#[test]
fn no_face_carries_a_mover() {
    let wall = Shape2::from(HalfSpace2::new([1.0, 2.0], -1.5));
    let ball = Sphere2::new([0.0, 0.0], 0.5);
    let motion = vec2(0.0, -2.0);
    let stands =
        moves_free(&ball.into(), motion, std::slice::from_ref(&wall), &SlideOptions::default());
    assert!(stands.floor.is_some() && stands.moved.x == 0.0, "{stands:?}");
    let slides = moves_free(&ball.into(), motion, &[wall], &ABOVE);
    assert!(slides.floor.is_none() && slides.moved.x > 0.5, "{slides:?}");
}

/// A corner of two walls holds a mover, wherever it opens, and lets it out.
#[test]
fn corners_hold_and_let_out() {
    for turn in 0..24 {
        let rotation = Rot2::degrees(15.0 * turn as f32);
        let (x, y) = (vec2(rotation.cos, rotation.sin), vec2(-rotation.sin, rotation.cos));
        let wall = |normal: Vec2| Shape2::from(HalfSpace2::new(normal.to_array(), -1.0));
        let walls = [wall(x), wall(y)];
        for mover in movers() {
            let slide = moves_free(&mover, (x + y * 0.75) * -4.0, &walls, &ABOVE);
            assert_eq!((slide.remaining, slide.hits.len()), (Vec2::ZERO, 2), "{turn} {slide:?}");
            let there = mover.moved_by(slide.moved.to_array()).expect("a place");
            assert!(walls.iter().all(|wall| there.distance(wall).expect("bounded") < 1e-5));
            let out = moves_free(&there, x * 2.0 - y, &walls, &ABOVE);
            assert!((out.moved.dot(x) - 2.0).abs() < 1e-5, "{turn} {out:?}");
        }
    }
}

/// The corner of a turned tile stands out by a rounding or more; a ledge leads past it.
#[test]
fn a_ledge_leads_past_a_corner_that_stands_out() {
    let turn = Rot2::degrees(25.0);
    let (along, normal) = (vec2(turn.cos, turn.sin), vec2(-turn.sin, turn.cos));
    let tile = |way: f32, out: f32| {
        Shape2::from(Obb2::new((along * way + normal * (out - 1.0)).to_array(), [2.0, 1.0], turn))
    };
    let walls = [tile(0.0, 0.0), tile(4.0, 1e-4)];
    let mover = Obb2::new((normal * 0.25).to_array(), [0.5, 0.2499], turn).into();
    let motion = along * 4.0 - normal * 0.01;
    let stopped = moves_free(&mover, motion, &walls, &ABOVE);
    assert!(stopped.moved.dot(along) < 2.0, "{stopped:?}");
    let options = SlideOptions { ledge: 1e-3, ..ABOVE };
    let passed = moves_free(&mover, motion, &walls, &options);
    assert!(passed.moved.dot(along) > 3.9, "{passed:?}");
}

/// Steps and snaps need a direction: without one they change nothing, whatever they are.
#[test]
fn steps_and_slopes_mean_nothing() {
    let post = Shape2::from(Aabb2::new([1.0, -0.6], [2.0, 0.25]));
    let odd =
        SlideOptions { step_height: 9.0, snap: 9.0, max_slope: 0.0, keep_speed: true, ..ABOVE };
    for motion in [vec2(3.0, 0.0), vec2(3.0, -1.0), vec2(3.0, 1.0), vec2(0.5, -0.25)] {
        for mover in movers() {
            let walls = std::slice::from_ref(&post);
            let plain = moves_free(&mover, motion, walls, &ABOVE);
            assert_eq!(moves_free(&mover, motion, walls, &odd), plain);
            assert!(!plain.stepped && !plain.snapped && plain.floor.is_none());
        }
    }
}

/// In space: who flies slides along walls, floors and ceilings alike, and along their creases.
#[test]
fn who_flies_slides_along_all() {
    let options =
        SlideOptions { up: Vec3::ZERO, step_height: 1.0, snap: 1.0, ..SlideOptions::default() };
    for turn in 0..12 {
        let turn = Quat::from_axis_angle(vec3(0.36, 0.48, 0.8), 0.5 * turn as f32);
        let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| turn * axis);
        let wall = |normal: Vec3| Shape3::from(HalfSpace3::new(normal.to_array(), -1.0));
        let walls = [wall(x), wall(y)];
        let ball: Shape<Vec3> = Sphere3::new([0.0; 3], 0.5).into();
        let slide = moves_free(&ball, x * -3.0 + z, &walls, &options);
        assert!((slide.moved - (x * -0.5 + z)).length() < 1e-5, "{slide:?}");
        let slide = moves_free(&ball, x * -3.0 - y * 2.0 + z * 4.0, &walls, &options);
        assert!((slide.moved - (x * -0.5 - y * 0.5 + z * 4.0)).length() < 3e-5, "{slide:?}");
        assert_eq!((slide.floor, slide.hits.len()), (None, 2));
    }
}

#[test]
fn up_is_finite() {
    let ball = Sphere2::new([0.0, 0.0], 0.5);
    let wall = Shape2::from(HalfSpace2::new([0.0, 1.0], -1.0));
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let options = SlideOptions { up: vec2(0.0, value), ..ABOVE };
        let error = ball.move_and_slide([1.0, 0.0], [&wall], &options).unwrap_err();
        assert!(matches!(error, MoveError::Up { .. }), "{error}");
    }
    // The least number of all is a direction.
    let options = SlideOptions { up: vec2(0.0, f32::from_bits(1)), ..ABOVE };
    let slide = ball.move_and_slide([0.0, -1.0], [&wall], &options).unwrap();
    assert!(slide.floor.is_some());
}
