//! Slabs against the general separating-axis test, which shares no formulas with them.

use super::*;
use crate::query::separation::any_any;
use crate::shape::AnyShape as _;
use core::array::from_fn;
use glam::{Vec2, Vec3};

/// Compares both kinds of line; counts those that touch.
fn check<V: Vector>(from: [f32; 3], to: [f32; 3], aabb: &Aabb<V>, touches: &mut usize) {
    let [from, to] = [from, to].map(|x| Vect::<V, f32>::from_fn(|t| x[t]));
    let segment = Segment::<V>::new(from.0, to.0);
    let rules = [Rule::Closed, Rule::Open];
    let answers = rules.map(|rule| {
        let answer = segment_meets(&segment, aabb, rule).expect("exact differences");
        let truth = any_any(segment.as_shape_ref(), aabb.as_shape_ref(), rule);
        assert_eq!(answer, truth, "{rule:?} {segment:?} {aabb:?}");
        answer
    });
    *touches += usize::from(answers == [true, false]);
    let Ok(ray) = Ray::<V>::try_new(from.0, (to - from).0) else { return };
    let answers = rules.map(|rule| {
        let answer = ray_meets(&ray, aabb, rule).expect("exact differences");
        let truth = any_any(ray.as_shape_ref(), aabb.as_shape_ref(), rule);
        assert_eq!(answer, truth, "{rule:?} {ray:?} {aabb:?}");
        answer
    });
    *touches += usize::from(answers == [true, false]);
}

/// The lowest `N` digits of a number to a base, from that of the lowest place up.
fn digits<const N: usize>(number: usize, base: usize) -> [f32; N] {
    from_fn(|place| (number / base.pow(place as u32) % base) as f32)
}

/// Points, edges and faces that touch in every way, in the plane: all with small coordinates.
#[test]
fn all_small_lines_and_boxes_of_the_plane_are_decided() {
    let mut touches = 0;
    for lines in 0..5_usize.pow(4) {
        let [ax, ay, bx, by] = digits(lines, 5);
        for extents in 0..3_usize.pow(2) {
            let [width, height] = digits(extents, 3);
            let aabb = Aabb::<Vec2>::new([1.0, 1.0], [1.0 + width, 1.0 + height]);
            check([ax, ay, 0.0], [bx, by, 0.0], &aabb, &mut touches);
        }
    }
    assert!(touches > 1_000, "{touches}");
}

#[test]
fn lines_and_boxes_of_space_are_decided() {
    let mut rng = asunder_jury::Rng::new(0x51ab);
    let (mut touches, mut few) = (0, |n: usize| rng.below(n) as f32);
    for round in 0..4_000 {
        // Thirds round, so that products of long numbers are compared.
        let unit = if round % 2 == 0 { 1.0 } else { 1.0 / 3.0 };
        let [from, to] = [(); 2].map(|()| from_fn(|_| few(5) * unit));
        let min: [f32; 3] = from_fn(|_| few(3) * unit);
        let max = min.map(|low| low + few(3) * unit);
        check(from, to, &Aabb::<Vec3>::new(min, max), &mut touches);
    }
    assert!(touches > 400, "{touches}");
}

/// Past the corner (1, 1) of a box, or through it.
#[test]
fn the_last_digit_decides() {
    let aabb = Aabb::<Vec2>::new([1.0, 0.0], [2.0, 1.0]);
    let meets = |direction: [f32; 2], rule| {
        ray_meets(&Ray::<Vec2>::new([0.0, 0.0], direction), &aabb, rule)
    };
    assert_eq!(meets([1.0, 1.0], Rule::Closed), Some(true), "it touches");
    assert_eq!(meets([1.0, 1.0], Rule::Open), Some(false));
    assert_eq!(meets([1.0, 1.0_f32.next_up()], Rule::Closed), Some(false), "it passes above");
    assert_eq!(meets([1.0, 1.0_f32.next_down()], Rule::Open), Some(true), "it passes through");
}

#[test]
fn a_difference_that_rounds_is_left_to_others() {
    let aabb = Aabb::<Vec2>::new([0.0, 0.0], [1.0, 1.0]);
    let far = Ray::<Vec2>::new([1e30, 0.5], [-1.0, 0.0]);
    assert_eq!(ray_meets(&far, &aabb, Rule::Closed), None);
}
