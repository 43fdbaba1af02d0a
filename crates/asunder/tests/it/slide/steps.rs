//! Ledges and stairs: what is stepped over, and where a step ends.

use super::step;
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::{Mover, Rot2, SlideOptions};

#[test]
fn a_ledge_is_stepped_over_if_it_is_low_enough() {
    let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    let ledge = Shape2::from(Aabb2::new([1.0, 0.0], [9.0, 0.25]));
    let walls = [floor, ledge];
    let start = Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    let to = |step_height: f32| {
        let options = SlideOptions { step_height, ..SlideOptions::default() };
        step(&mut start.clone(), Vec2::new(2.0, 0.0), &walls, &options).position.to_array()
    };
    assert_eq!(to(0.0), [0.5, 0.5]);
    assert_eq!(to(0.125), [0.5, 0.5]);
    assert_eq!(to(0.25), [2.0, 0.75]);
    assert_eq!(to(0.5), [2.0, 0.75]);
}

/// The bug: the way down from the height of the largest number had no end, and from high ledges the walker
/// came down to far above the floor.
#[test]
fn however_high_a_step_may_be_it_ends_on_the_floor() {
    let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    let ledge = Shape2::from(Aabb2::new([1.0, 0.0], [9.0, 0.25]));
    let slope = Shape2::from(HalfSpace2::new([0.1, 1.0], -0.5));
    let roof = Shape2::from(Aabb2::new([-9.0, 5.0], [9.0, 6.0]));
    let start = Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    let open = [floor.clone(), ledge.clone(), slope.clone()];
    let roofed = [floor, ledge, slope, roof];
    for step_height in [1e3, 1e5, 1e10, 1e20, 1e30, 3e38, f32::MAX] {
        let options = SlideOptions { step_height, ..SlideOptions::default() };
        for walls in [&open[..], &roofed] {
            let slide = step(&mut start.clone(), Vec2::new(2.0, 0.0), walls, &options);
            let [x, y] = slide.position.to_array();
            assert!((y - 0.75).abs() < 1e-5 && (x - 2.0).abs() < 1e-5, "{step_height}: {slide:?}");
        }
    }
}

/// A fence met in the middle of a jump is a wall, however low: there is no floor to step onto. One on
/// the ground is stepped over, down to the ground behind it.
#[test]
fn what_leads_onto_no_floor_is_not_stepped_over() {
    let fence = Shape2::from(Aabb2::new([2.0, 0.0], [2.5, 0.2]));
    let start = Obb2::new([0.5, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    let options = SlideOptions { step_height: 0.25, ..SlideOptions::default() };
    for fall in [0.0, -0.125] {
        let slide =
            step(&mut start.clone(), Vec2::new(5.0, fall), std::slice::from_ref(&fence), &options);
        assert_eq!(slide.position.x, 1.5, "{slide:?}");
        assert!(slide.position.y <= 0.5 && slide.floor.is_none());
    }
    let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    let ground = [fence, floor];
    for fall in [0.0, -0.125] {
        let slide = step(&mut start.clone(), Vec2::new(5.0, fall), &ground, &options);
        assert_eq!(slide.position.to_array(), [5.5, 0.5], "{slide:?}");
        assert_eq!(slide.floor, Some(Vec2::Y));
    }
    // Who jumps at a ledge and may step onto it keeps rising, and stands nowhere.
    let slide = step(&mut start.clone(), Vec2::new(1.25, 0.125), &ground, &options);
    assert!((slide.position - Vec2::new(1.75, 0.725)).length() < 1e-6, "{slide:?}");
    assert!(!slide.hits.is_empty() && slide.floor.is_none(), "{slide:?}");
}

/// A round foot as large as two treads, at a speed of a tread a tick, goes up stairs of its `step_height`.
#[test]
fn a_fast_round_foot_climbs_short_treads() {
    let floor = Aabb2::new([-9.0, -1.0], [0.0, 0.0]);
    let stair = |i: i16| {
        let at = 0.25 * f32::from(i);
        Aabb2::new([at, -1.0], [if i == 3 { 9.0 } else { at + 0.25 }, 0.25 + at])
    };
    let walls: Vec<Aabb2> = [floor].into_iter().chain((0..4).map(stair)).collect();
    let mut mover = Capsule2::new([-0.75, 0.5], [-0.75, 1.0], 0.5);
    let options = SlideOptions { step_height: 0.265_625, snap: 0.25, ..SlideOptions::default() };
    for _ in 0..30 {
        let slide = mover.move_and_slide([4.0 / 15.0, -0.011], &walls, &options).expect("finite");
        mover = mover.moved_by(slide.moved).expect("a place");
        assert!(slide.floor.is_some(), "{mover:?} {slide:?}");
    }
    assert!(mover.a()[0] > 2.0 && (mover.a()[1] - 1.5).abs() < 1e-5, "{mover:?}");
}
