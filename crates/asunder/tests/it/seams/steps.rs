//! Steps: what they gain, and that they end.

use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{Mover, Slide};
use std::time::{Duration, Instant};

/// A step beside a turned post gained a few units in the last place, 256 times, and nothing else.
#[test]
fn a_step_that_gains_nothing_is_not_taken() {
    let floor = Shape3::from(Aabb3::new([-600.0, -100.0, -600.0], [600.0, 0.0, 600.0]));
    let turn = [0.0, 0.802_120_7, 0.0, 0.597_161_95];
    let post = Obb3::new([-315.410_68, 0.0, -52.965_62], [13.605_532, 53.328_95, 24.296_05], turn);
    let walls = [floor, Shape3::from(post)];
    let mover = Aabb3::new([-422.5881, 0.0, -88.526_85], [-342.5881, 179.999_97, -8.526_848]);
    let motion = [0.053_572_47, 0.0, -3.508_672_5];
    let without = mover.move_and_slide(motion, &walls, &SlideOptions::default()).unwrap();
    assert_eq!(without.hits.len(), 1, "{without:?}");
    let options = SlideOptions { step_height: 37.839_172, ..SlideOptions::default() };
    let with = mover.move_and_slide(motion, &walls, &options).unwrap();
    assert!(with.hits.len() <= 4, "{} hits", with.hits.len());
    assert!(with.moved.length() > 0.99 * without.moved.length(), "{with:?}");
    assert_eq!(with.remaining, Vec3::ZERO);
    // The least of a few runs: what else this machine does takes no part in it.
    let took = (0..5).map(|_| {
        let start = Instant::now();
        assert_eq!(mover.move_and_slide(motion, &walls, &options).as_ref(), Ok(&with));
        start.elapsed()
    });
    let least = took.min().unwrap_or_default();
    assert!(least < Duration::from_millis(5), "{least:?}");
}

/// Round posts, turned posts and walls on a floor: who may step gets as far as who may not.
#[test]
fn who_may_step_gets_at_least_as_far() {
    let mut rng = asunder_jury::Rng::new(0x57e9);
    let floor = Shape3::from(Aabb3::new([-600.0, -100.0, -600.0], [600.0, 0.0, 600.0]));
    let mut stopped = 0;
    for round in 0..200 {
        let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
        let turn = [0.0, x(0.1, 1.0), 0.0, x(0.1, 1.0)];
        let half = [x(5.0, 30.0), x(40.0, 60.0), x(5.0, 30.0)];
        let post = Obb3::new([x(-300.0, 300.0), 0.0, x(-300.0, 300.0)], half, turn);
        let [px, _, pz] = post.center().to_array();
        let (mx, mz) = (px + x(-20.0, 20.0), pz + 120.0);
        let mover = Aabb3::new([mx - 40.0, 0.0, mz - 40.0], [mx + 40.0, 180.0, mz + 40.0]);
        let motion = [x(-2.0, 2.0), 0.0, -x(60.0, 120.0)];
        let walls = [floor.clone(), Shape3::from(post)];
        let slide = |mover: &Aabb3, motion: [f32; 3], step_height: f32| {
            let options = SlideOptions { step_height, ..SlideOptions::default() };
            mover.move_and_slide(motion, &walls, &options).unwrap()
        };
        // Up to the post first, then along it in small steps.
        let there = mover.moved_by(slide(&mover, motion, 0.0).moved).unwrap();
        let small = [motion[0], 0.0, -3.5];
        let (without, with) = (slide(&there, small, 0.0), slide(&there, small, 37.0));
        stopped += usize::from(!without.hits.is_empty());
        let way = |slide: &Slide<Vec3>| slide.moved.length();
        assert!(way(&with) > 0.99 * way(&without) - 1e-3, "{round}: {with:?} {without:?}");
        assert!(with.hits.len() <= 8, "{round}: {} hits", with.hits.len());
    }
    assert!(stopped > 100, "{stopped} met a post");
}
