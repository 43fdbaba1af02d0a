//! Distances and depths that are known by hand.

use super::{DIAGONAL, THREE_FOUR, THREE_FOUR_FIVE, aabb, half_space, obb, plane, point, sphere};
use asunder_jury::Measure::{Apart, Penetrating, Touching};
use asunder_jury::{Bracket, Frustum, Measure, Planes, Shape, measure, penetrates_after, size};

fn exactly(value: f64) -> Bracket {
    Bracket { low: value, high: value }
}

/// Checks a pair in both orders.
#[track_caller]
fn check<const D: usize>(a: Shape<D>, b: Shape<D>, expected: Measure) {
    assert_eq!(measure(&a, &b), expected, "{a:?} {b:?}");
    assert_eq!(measure(&b, &a), expected, "{b:?} {a:?}");
}

/// Checks that the number lies between two neighbours, of which this one is nearest.
#[track_caller]
fn check_about<const D: usize>(a: Shape<D>, b: Shape<D>, nearest: f64) {
    for (a, b) in [(a, b), (b, a)] {
        match measure(&a, &b) {
            Apart(found) | Penetrating(Some(found)) => {
                assert_eq!(found.low.next_up(), found.high, "{found:?}");
                assert!(nearest == found.low || nearest == found.high, "{found:?} {nearest:?}");
            }
            other => panic!("{other:?} instead of {nearest}"),
        }
    }
}

#[test]
fn distances() {
    check(point([0.0, 0.0]), point([3.0, 4.0]), Apart(exactly(5.0)));
    check(sphere([0.0; 3], 1.0), sphere([0.0, 6.0, 8.0], 2.5), Apart(exactly(6.5)));
    check(sphere([0.0; 3], 1.0), sphere([0.0, 6.0, 8.0], 9.0), Touching);
    check(aabb([0.0; 3], [1.0; 3]), point([3.0, 3.0, 2.0]), Apart(exactly(3.0)));
    check(plane([0.0, 0.0, 2.0], 6.0), point([9.0, 9.0, 1.0]), Apart(exactly(2.0)));
    // A corner at (0, 5): the box of half extents 3 and 4 is turned so that its diagonal stands.
    check(obb([0.0; 2], [4.0, 3.0], THREE_FOUR), point([0.0, 7.0]), Apart(exactly(2.0)));
    check_about(obb([0.0; 2], [1.0, 1.0], DIAGONAL), point([2.0, 0.0]), 2.0 - 2f64.sqrt());
    // Only the smallest of powers lies between these.
    let tiny = f32::from_bits(1);
    check(point([1.0, 0.0]), point([1.0, tiny]), Apart(exactly(f64::from(tiny))));
    check(
        point([f32::MAX, 0.0]),
        point([-f32::MAX, 0.0]),
        Apart(exactly(2.0 * f64::from(f32::MAX))),
    );
}

#[test]
fn distances_of_rays() {
    let ray = |origin, direction| Shape::Ray { origin, direction };
    // All but parallel: they would cross behind both origins.
    let (along, other) = ([1.0, 0.0, 0.0], [1.0, 1e-7, 0.0]);
    check(ray([0.0; 3], along), ray([0.0, 2.0, 0.0], other), Apart(exactly(2.0)));
    // Askew, and a plane's width apart.
    check(ray([0.0; 3], along), ray([5.0, -3.0, 0.5], [0.0, 1.0, 0.0]), Apart(exactly(0.5)));
    // Opposite rays along one line, from 4 apart, and facing one another.
    check(ray([0.0; 3], along), ray([-4.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), Apart(exactly(4.0)));
    check(ray([0.0; 3], along), ray([9.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), Touching);
    // Two lines of a wedge whose corner lies 2^24 away.
    let far = Planes::new(&[([0.0, 1.0], 0.0), ([1.0, -16_777_216.0], 16_777_216.0)]);
    let wedge = Shape::Frustum(Frustum::HalfSpaces(far));
    check(point([-7.0, 5.0]), wedge, Apart(exactly(5.0)));
}

#[test]
fn depths() {
    let unit = aabb([0.0; 3], [1.0; 3]);
    check(unit, point([0.25, 0.5, 0.5]), Penetrating(Some(exactly(0.25))));
    check(unit, point([0.25, 0.0, 0.5]), Touching);
    check(unit, aabb([0.75, -2.0, -3.0], [9.0; 3]), Penetrating(Some(exactly(0.25))));
    check(unit, half_space([0.0, 2.0, 0.0], 1.0), Penetrating(Some(exactly(0.5))));
    check(unit, plane([0.0, 2.0, 0.0], 1.5), Penetrating(Some(exactly(0.25))));
    check(sphere([0.0; 2], 1.0), sphere([0.0; 2], 2.0), Penetrating(Some(exactly(3.0))));
    check(sphere([3.0, 0.0], 2.0), sphere([0.0, 4.0], 4.0), Penetrating(Some(exactly(1.0))));
    // A core on the surface of the other: all of the radius is penetrated.
    check(unit, sphere([0.5, 1.0, 0.5], 0.25), Penetrating(Some(exactly(0.25))));
    check(unit, sphere([0.5, 0.5, 0.5], 0.25), Penetrating(Some(exactly(0.75))));
    // Two edges that cross a unit cube's edge at a slant: the way out is across both.
    let turned = obb([0.0; 3], [4.0, 3.0, 1.0], THREE_FOUR_FIVE);
    check(turned, point([0.0; 3]), Penetrating(Some(exactly(1.0))));
    let tall = obb([0.0; 2], [1.0, 2.0], DIAGONAL);
    check(tall, sphere([0.0; 2], 0.5), Penetrating(Some(exactly(1.5))));
    check_about(tall, aabb([0.0, -9.0], [9.0, 9.0]), 4.5f64.sqrt());
}

#[test]
fn ways_out_of_shapes_without_ends() {
    let ray = |origin, direction| Shape::Ray { origin, direction };
    let unit = aabb([0.0; 3], [1.0; 3]);
    // Back along the ray is a way out, onwards is none.
    check(ray([0.5, 0.5, 0.875], [0.0, 0.0, 1.0]), unit, Penetrating(Some(exactly(0.125))));
    check(ray([0.5, 0.75, -9.0], [0.0, 0.0, 1.0]), unit, Penetrating(Some(exactly(0.25))));
    check(plane([1.0, 0.0], 0.0), plane([0.0, 1.0], 0.0), Penetrating(None));
    check(half_space([1.0, 0.0], 0.0), half_space([3.0, 0.0], 9.0), Penetrating(None));
    check(
        half_space([1.0, 0.0], 2.0),
        half_space([-3.0, 0.0], 3.0),
        Penetrating(Some(exactly(3.0))),
    );
}

#[test]
fn a_way_out_is_the_exact_product() {
    let unit = aabb([0.0; 3], [1.0; 3]);
    let b = point([0.75, 0.5, 0.5]);
    let left = [-1.0, 0.0, 0.0];
    assert!(!penetrates_after(&unit, left, 0.25, &b));
    assert!(penetrates_after(&unit, left, 0.25f32.next_down(), &b));
    assert!(penetrates_after(&unit, left, 0.0, &b));
    // The nearest f32 to a third is more than a third; the one below is less.
    let third = 1.0f32 / 3.0;
    let (from_left, end) = (aabb([0.0; 2], [1.0; 2]), point([1.0, 0.5]));
    assert!(!penetrates_after(&from_left, [third, 0.0], 3.0, &end));
    assert!(penetrates_after(&from_left, [third.next_down(), 0.0], 3.0, &end));
}

#[test]
fn sizes() {
    assert_eq!(size(&aabb([0.0; 2], [1.0, 2.0]), &sphere([5.0, 0.0], 1.0)), 6.0 + 3.0);
    assert_eq!(size(&point([3.0, 1.0, 0.0]), &plane([0.0, 2.0, 0.0], 14.0)), 6.0);
    let ray = Shape::Ray { origin: [1.0, 1.0], direction: [1e9, 0.0] };
    assert_eq!(size(&ray, &point([0.0, 0.0])), 2.0);
    assert_eq!(size(&plane([1.0, 0.0], 2.0), &half_space([0.0, 1.0], -3.0)), 5.0);
}
