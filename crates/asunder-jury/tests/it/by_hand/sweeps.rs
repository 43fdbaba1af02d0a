//! Casts and sweeps that are known by hand.

use asunder_jury::{Containment, Shape, cast_hits, containment, sweep_penetrates};

use crate::by_hand::kinds::{capsule, ray, segment, triangle};
use crate::by_hand::{
    DIAGONAL, SQRT_2, THREE_FOUR, TINY, ULP, aabb, half_space, obb, plane, point, sphere,
};

/// Checks a cast in both orders: `b` moving against the motion hits `a` as well.
#[track_caller]
fn sweep<const D: usize>(a: Shape<D>, motion: [f32; D], b: Shape<D>, hits: bool, penetrates: bool) {
    let back = motion.map(|x| -x);
    assert_eq!(cast_hits(&a, motion, &b), hits, "{a:?} {motion:?} {b:?}");
    assert_eq!(cast_hits(&b, back, &a), hits, "{b:?} {back:?} {a:?}");
    assert_eq!(sweep_penetrates(&a, motion, &b), penetrates, "{a:?} {motion:?} {b:?}");
    assert_eq!(sweep_penetrates(&b, back, &a), penetrates, "{b:?} {back:?} {a:?}");
}

const CUBE: Shape<3> = Shape::Aabb { min: [-1.0; 3], max: [1.0; 3] };

#[test]
fn spheres_past_spheres() {
    let ball = |x, y| sphere([x, y, 0.0], 1.0);
    let mover = ball(0.0, 0.0);
    sweep(mover, [10.0, 0.0, 0.0], ball(5.0, 2.0), true, false);
    sweep(mover, [10.0, 0.0, 0.0], ball(5.0, 2.0 + 2.0 * ULP), false, false);
    sweep(mover, [10.0, 0.0, 0.0], ball(5.0, 2.0 - ULP), true, true);
    sweep(mover, [3.0, 0.0, 0.0], ball(5.0, 0.0), true, false);
    sweep(mover, [3.0 - 2.0 * ULP, 0.0, 0.0], ball(5.0, 0.0), false, false);
    // From a touch: out, in, and along the tangent, which leaves a ball at once.
    sweep(mover, [-1.0, 0.0, 0.0], ball(2.0, 0.0), false, false);
    sweep(mover, [1.0, 0.0, 0.0], ball(2.0, 0.0), true, true);
    sweep(mover, [TINY, 9.0, 0.0], ball(2.0, 0.0), true, true);
    sweep(mover, [0.0, 9.0, 0.0], ball(2.0, 0.0), false, false);
    sweep(mover, [0.0; 3], ball(2.0, 0.0), true, false);
    sweep(mover, [0.0; 3], ball(2.0 + 2.0 * ULP, 0.0), false, false);
    // From within, wherever to.
    sweep(mover, [-9.0, 0.0, 0.0], ball(1.0, 0.0), true, true);
    sweep(point([0.0; 2]), [4.0, 4.0], sphere([7.0, 0.0], 5.0), true, true);
    sweep(point([0.0; 2]), [0.0, 4.0], sphere([5.0, 4.0], 5.0), true, false);
}

#[test]
fn spheres_along_boxes() {
    let above = |x: f32, y: f32| sphere([x, y, 0.0], 1.0);
    sweep(above(0.0, 2.0), [1.0, 0.0, 0.0], CUBE, true, false);
    sweep(above(0.0, 2.0), [0.0, 1.0, 0.0], CUBE, false, false);
    sweep(above(0.0, 2.0), [1.0, -TINY, 0.0], CUBE, true, true);
    // Over the edge of the top: away from it, back over it, along it.
    sweep(above(1.0, 2.0), [1.0, 0.0, 0.0], CUBE, false, false);
    sweep(above(1.0, 2.0), [-1.0, 0.0, 0.0], CUBE, true, false);
    sweep(above(1.0, 2.0), [0.0, 0.0, 1.0], CUBE, true, false);
    sweep(above(-9.0, 2.0), [20.0, 0.0, 0.0], CUBE, true, false);
    sweep(above(-9.0, 2.0 + 2.0 * ULP), [20.0, 0.0, 0.0], CUBE, false, false);
    // At an edge, five away along (3, 4, 0).
    let slanted = sphere([4.0, 5.0, 0.0], 5.0);
    sweep(slanted, [4.0, -3.0, 0.0], CUBE, false, false);
    sweep(slanted, [-4.0, 3.0, 0.0], CUBE, false, false);
    sweep(slanted, [0.0, 0.0, 1.0], CUBE, true, false);
    sweep(slanted, [4.0, -3.0 - 2.0 * ULP, 0.0], CUBE, true, true);
    // On an edge's end the way along the edge leaves it.
    sweep(sphere([4.0, 5.0, 1.0], 5.0), [0.0, 0.0, 1.0], CUBE, false, false);
    sweep(sphere([4.0, 5.0, 1.0], 5.0), [0.0, 0.0, -1.0], CUBE, true, false);
    // The capsule lies along the top, and slides off lengthwise.
    let log = capsule([-3.0, 2.0, 0.0], [1.0, 2.0, 0.0], 1.0);
    sweep(log, [9.0, 0.0, 0.0], CUBE, true, false);
    sweep(log, [0.0, 0.0, 9.0], CUBE, true, false);
    sweep(log, [0.0, 9.0, 9.0], CUBE, false, false);
}

#[test]
fn boxes_and_flat_things() {
    let cube = |x: f32, y: f32, z: f32| aabb([x, y, z], [x + 1.0, y + 1.0, z + 1.0]);
    let resting = cube(0.0, 1.0, 0.0);
    sweep(resting, [1.0, 0.0, 0.0], CUBE, true, false);
    sweep(resting, [1.0, TINY, 0.0], CUBE, false, false);
    sweep(resting, [1.0, -TINY, 0.0], CUBE, true, true);
    sweep(cube(1.0, 1.0, 0.0), [1.0, 0.0, 0.0], CUBE, false, false);
    sweep(cube(1.0, 1.0, 0.0), [-1.0, 0.0, 0.0], CUBE, true, false);
    sweep(cube(1.0, 1.0, 0.0), [-1.0, 1.0, 0.0], CUBE, false, false);
    sweep(point([0.0, 5.0, 0.0]), [0.0, -4.0, 0.0], CUBE, true, false);
    sweep(point([0.0, 5.0, 0.0]), [0.0, -4.0 + 2.0 * ULP, 0.0], CUBE, false, false);
    sweep(point([0.0, 5.0, 0.0]), [0.0, -9.0, 0.0], CUBE, true, true);
    // Through a wall without thickness; into one, edge on.
    let wall = triangle([-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]);
    sweep(point([0.0, 0.0, 1.0]), [0.0, 0.0, -3.0], wall, true, true);
    sweep(point([0.0, 0.0, 1.0]), [0.0, 0.0, -1.0], wall, true, false);
    sweep(point([0.0, 0.0, 0.0]), [0.0, 0.0, -1.0], wall, false, false);
    sweep(point([0.0, 0.0, 0.0]), [1.0, 0.0, 0.0], wall, true, false);
    sweep(
        wall,
        [20.0, 0.0, 0.0],
        triangle([30.0, 0.0, 0.0], [15.0; 3], [15.0, 0.0, 0.0]),
        true,
        false,
    );
    sweep(wall, [0.0, 0.0, 5.0], plane([0.0, 0.0, 1.0], 4.0), true, true);
    sweep(wall, [0.0, 0.0, 4.0], plane([0.0, 0.0, 1.0], 4.0), true, false);
    sweep(wall, [9.0, 9.0, 0.0], plane([0.0, 0.0, 1.0], 0.0), true, false);
    sweep(segment([0.0; 2], [1.0, 0.0]), [0.0, 2.0], point([0.5, 1.0]), true, true);
    sweep(segment([0.0; 2], [1.0, 0.0]), [0.0, 2.0], point([1.0, 1.0]), true, false);
}

#[test]
fn endless_things_and_roots() {
    let floor = half_space([0.0, 1.0, 0.0], 0.0);
    sweep(sphere([0.0, 1.0, 0.0], 1.0), [5.0, 0.0, 0.0], floor, true, false);
    sweep(sphere([0.0, 1.0, 0.0], 1.0), [5.0, TINY, 0.0], floor, false, false);
    sweep(sphere([0.0, 3.0, 0.0], 1.0), [5.0, -2.0, 0.0], floor, true, false);
    sweep(sphere([0.0, 3.0, 0.0], 1.0), [5.0, -2.0 + ULP, 0.0], floor, false, false);
    let beam = ray([0.0, 3.0, 0.0], [1.0, 0.0, 0.0]);
    sweep(beam, [0.0, -9.0, 0.0], sphere([1e6, -3.0, 0.0], 1.0), true, true);
    sweep(beam, [-9.0, 0.0, 0.0], point([-9.0, 3.0, 0.0]), true, false);
    sweep(beam, [9.0, 0.0, 0.0], point([-TINY, 3.0, 0.0]), false, false);
    sweep(beam, [9.0, 0.0, 0.0], point([0.0, 3.0, 0.0]), false, false);
    sweep(beam, [-9.0, 0.0, 0.0], point([0.0, 3.0, 0.0]), true, false);

    let square = obb([0.0; 2], [1.0, 1.0], DIAGONAL);
    sweep(square, [0.0, 5.0], point([SQRT_2, 3.0]), true, true);
    sweep(square, [0.0, 5.0], point([SQRT_2.next_up(), 3.0]), false, false);
    let other = obb([4.0, 4.0], [1.0, 1.0], [7.0, 7.0, 0.0, 0.0]);
    sweep(square, [4.0, 4.0], other, true, true);
    sweep(square, [1.0, 1.0], other, false, false);
    sweep(square, [4.0, 0.0], other, false, false);
    // Along the face of a turned square, out of it, and past its corner.
    let turned = obb([0.0; 2], [5.0, 5.0], THREE_FOUR);
    sweep(point([-4.0, 3.0]), [3.0, 4.0], turned, true, false);
    sweep(point([-4.0, 3.0]), [-4.0, 3.0], turned, false, false);
    sweep(point([-4.0, 3.0]), [4.0, -3.0], turned, true, true);
    sweep(point([-1.0, 7.0]), [3.0, 4.0], turned, false, false);
    sweep(sphere([-8.0, 6.0], 5.0), [3.0, 4.0], turned, true, false);
    sweep(sphere([-8.0, 6.0], 5.0), [3.0, 4.0 + 4.0 * ULP], turned, false, false);
    let lid = obb([3.0, 3.0], [1.0, 4.0], DIAGONAL);
    sweep(lid, [1.0, -1.0], square, false, false);
    sweep(lid, [-9.0, -9.0], square, true, true);

    assert_eq!(containment(&CUBE, &point([1.0; 3])), Containment::Contains);
    assert_eq!(containment(&CUBE, &sphere([2.0, 0.0, 0.0], 1.0)), Containment::Intersects);
    assert_eq!(
        containment(&CUBE, &sphere([2.0 + 2.0 * ULP, 0.0, 0.0], 1.0)),
        Containment::Disjoint
    );
}
