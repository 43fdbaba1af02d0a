//! Frusta: cameras, half-spaces, projection matrices.

use asunder_jury::Contact::{Apart, Penetrating, Touching};
use asunder_jury::{Depth, Frustum, Planes, Shape, contains};

use crate::by_hand::kinds::{capsule, hull, ray, segment, triangle};
use crate::by_hand::{
    LEVEL, THREE_FOUR_FIVE, TINY, ULP, aabb, check, half_space, obb, plane, point, sphere,
};

fn camera(rotation: [f32; 4], slopes: [f32; 4], near: f32, far: f32) -> Shape<3> {
    Shape::Frustum(Frustum::Perspective { origin: [0.0; 3], rotation, slopes, near, far })
}

fn bounds<const D: usize>(planes: &[([f32; D], f32)]) -> Shape<D> {
    Shape::Frustum(Frustum::HalfSpaces(Planes::new(planes)))
}

fn projection(rows: [[f32; 4]; 4], depth: Depth) -> Shape<3> {
    Shape::Frustum(Frustum::Projection { rows, depth })
}

const QUARTER: [f32; 4] = [-1.0, 1.0, -1.0, 1.0];
const X: [f32; 3] = [1.0, 0.0, 0.0];

#[test]
fn cameras() {
    let view = camera(LEVEL, QUARTER, 1.0, 3.0);
    check(view, point([0.0, 0.0, -2.0]), Penetrating);
    check(view, point([0.0, 0.0, -1.0]), Touching);
    check(view, point([0.0, 0.0, -1.0 + ULP / 2.0]), Apart);
    check(view, point([2.0, 0.0, -2.0]), Touching);
    check(view, point([2.0 + 2.0 * ULP, 0.0, -2.0]), Apart);
    check(view, point([3.0, 3.0, -3.0]), Touching);
    check(view, point([0.0; 3]), Apart);
    check(view, sphere([0.0; 3], 1.0), Touching);
    check(view, sphere([0.0; 3], 1.0 - ULP), Apart);
    check(view, ray([0.0; 3], [1.0, 0.0, -1.0]), Touching);
    check(view, ray([0.0; 3], [1.0, 0.0, -1.0 + ULP / 2.0]), Apart);
    check(view, ray([0.0; 3], [0.0, 0.0, -TINY]), Penetrating);
    check(view, plane([0.0, 0.0, 1.0], -3.0), Touching);
    check(view, triangle([3.0, -9.0, -3.0], [3.0, 9.0, -3.0], [9.0, 0.0, -3.0]), Touching);
    // On the wrong side of no single plane, yet outside: what tests of six planes get wrong.
    let beside = aabb([3.5, -9.0, -9.0], [4.0, 9.0, 9.0]);
    check(view, beside, Apart);
    let slanted = |x| obb([x, 0.0, -5.0], [1.0, 9.0, 9.0], [0.0, 1.0, 0.0, 2.0]);
    check(view, slanted(2.0 + 2.0 * ULP), Apart);
    check(view, slanted(2.0), Touching);
    check(view, slanted(2.0 - ULP), Penetrating);
    // To the other side, and turned by the triangle of 3, 4 and 5.
    check(camera([0.0, 1.0, 0.0, 0.0], QUARTER, 1.0, 3.0), point([2.0, 2.0, 2.0]), Touching);
    let turned = camera(THREE_FOUR_FIVE, QUARTER, 1.0, 5.0);
    check(turned, point([3.0, 4.0, -5.0]), Touching);
    check(turned, point([3.0, 4.0 + 4.0 * ULP, -5.0]), Apart);
    check(turned, point([-1.0, 7.0, -5.0]), Touching);
    // From the eye on; all in one plane; one point.
    check(camera(LEVEL, QUARTER, 0.0, 3.0), point([0.0; 3]), Touching);
    check(camera(LEVEL, QUARTER, 0.0, 3.0), point([0.0, TINY, 0.0]), Apart);
    let slit = camera(LEVEL, [0.0, 0.0, -1.0, 1.0], 1.0, 3.0);
    check(slit, point([0.0, 1.0, -2.0]), Touching);
    check(slit, segment([-1.0, 1.0, -2.0], [1.0, 1.0, -2.0]), Penetrating);
    check(camera(LEVEL, QUARTER, 2.0, 2.0), point([2.0, 0.0, -2.0]), Touching);
    check(camera(LEVEL, QUARTER, 0.0, 0.0), aabb([0.0; 3], [1.0; 3]), Touching);

    assert!(!camera(LEVEL, [1.0, -1.0, -1.0, 1.0], 1.0, 3.0).is_valid());
    assert!(!camera(LEVEL, QUARTER, 3.0, 1.0).is_valid());
    assert!(!camera(LEVEL, QUARTER, -1.0, 1.0).is_valid());
    assert!(!camera([0.0; 4], QUARTER, 1.0, 3.0).is_valid());
    assert!(!camera(LEVEL, QUARTER, 1.0, f32::INFINITY).is_valid());
}

#[test]
fn half_spaces_together() {
    let slab = |low: f32, high: f32| bounds(&[(X, high), ([-2.0, 0.0, 0.0], -2.0 * low)]);
    check(slab(0.0, 1.0), slab(1.0, 2.0), Touching);
    check(slab(0.0, 1.0), slab(1.0 + ULP, 2.0), Apart);
    check(slab(0.0, 1.0), slab(1.0 - ULP, 2.0), Penetrating);
    check(slab(0.0, 1.0), point([1.0, 1e30, -1e30]), Touching);
    check(slab(0.0, 1.0), ray([2.0, 0.0, 0.0], [-TINY, 1.0, 0.0]), Penetrating);
    check(slab(0.0, 1.0), ray([2.0, 0.0, 0.0], [0.0, 1.0, 0.0]), Apart);
    check(slab(0.0, 1.0), capsule([3.0, 0.0, 0.0], [3.0, 9.0, 0.0], 2.0), Touching);
    check(slab(0.0, 0.0), plane(X, 0.0), Touching);
    check(slab(0.0, 0.0), sphere([0.0; 3], 0.0), Touching);
    check(slab(0.0, 0.0), segment([-1.0, 0.0, 0.0], X), Penetrating);
    assert!(slab(0.0, 0.0).is_valid() && !slab(TINY, 0.0).is_valid());
    check(bounds(&[(X, 1.0)]), half_space(X, 1.0), Penetrating);
    check(bounds(&[(X, 1.0)]), half_space([-1.0, 0.0, 0.0], -1.0), Touching);
    check(bounds(&[(X, 1.0)]), half_space([-1.0, 0.0, 0.0], -1.0 - ULP), Apart);

    // A wedge and what its edge points at.
    let wedge = bounds(&[([1.0, 1.0, 0.0], 0.0), ([-1.0, 1.0, 0.0], 0.0)]);
    check(wedge, point([0.0, 0.0, 7.0]), Touching);
    check(wedge, sphere([0.0, 2.0, 7.0], 2.0), Touching);
    check(wedge, sphere([0.0, 2.0, 7.0], 2.0 - ULP), Apart);
    check(wedge, ray([3.0, 0.0, 0.0], [1.0, -1.0, 0.0]), Apart);
    check(wedge, ray([3.0, -3.0, 0.0], [1.0, -1.0, 0.0]), Touching);
    check(wedge, bounds(&[([0.0, -1.0, 0.0], 0.0)]), Touching);
    check(wedge, bounds(&[([0.0, -1.0, TINY], -9.0)]), Penetrating);
    // Three planes that leave nothing, each two of which leave something.
    let none = [([1.0, 1.0], 0.0), ([-1.0, 1.0], 0.0), ([0.0, -1.0], -TINY)];
    assert!(!bounds(&none).is_valid() && bounds(&none[1..]).is_valid());
    let tip = bounds(&[([1.0, 1.0], 0.0), ([-1.0, 1.0], 0.0), ([0.0, -1.0], 0.0)]);
    check(tip, point([0.0, 0.0]), Touching);
    check(tip, tip, Touching);
    check(tip, aabb([-1.0; 2], [1.0; 2]), Penetrating);
    let thirds = bounds(&[([3.0, 0.0], 1.0), ([0.0, 1.0], 0.0)]);
    check(thirds, point([1.0 / 3.0, 0.0]), Apart);
    check(thirds, point([(1.0_f32 / 3.0).next_down(), 0.0]), Touching);

    assert!(contains(&wedge, &ray([0.0; 3], [0.0, -1.0, 0.0])));
    assert!(contains(&wedge, &ray([0.0; 3], [1.0, -1.0, 5.0])));
    assert!(!contains(&wedge, &ray([0.0; 3], [1.0 + ULP, -1.0, 5.0])));
    assert!(contains(&wedge, &wedge) && contains(&half_space([0.0, 1.0, 0.0], 0.0), &wedge));
    assert!(!contains(&wedge, &half_space([0.0, 1.0, 0.0], 0.0)));
    assert!(!contains(&aabb([-9.0; 3], [9.0; 3]), &slab(0.0, 0.0)));
    let stairs = bounds(&[([3.0, 4.0, 0.0], 0.0), (X, 0.0)]);
    assert!(contains(&stairs, &sphere([-3.0, -4.0, 0.0], 3.0)));
    assert!(!contains(&stairs, &sphere([-3.0, -4.0, 0.0], 3.0 + 2.0 * ULP)));
    assert!(contains(&stairs, &capsule([-4.0, -3.0, 0.0], [-4.0, -3.0, 9.0], 4.0)));
    assert!(!contains(&stairs, &sphere([-4.0, -3.0, 0.0], 4.0 + 4.0 * ULP)));
}

#[test]
fn projections() {
    // Forward along -z from z = -1 on without end.
    let (x, y, w) = ([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0]);
    let endless = [
        projection([x, y, [0.0, 0.0, -1.0, -1.0], w], Depth::ZeroToOne),
        projection([x, y, [0.0, 0.0, -1.0, -2.0], w], Depth::MinusOneToOne),
        // Reversed: far is 0.
        projection([x, y, [0.0, 0.0, 0.0, 1.0], w], Depth::ZeroToOne),
    ];
    for view in endless {
        check(view, point([0.0, 0.0, -1.0]), Touching);
        check(view, point([0.0, 0.0, -1.0 + ULP / 2.0]), Apart);
        check(view, point([0.0, 0.0, -1e30]), Penetrating);
        check(view, point([5.0, 0.0, -5.0]), Touching);
        check(view, hull(&[[5.0 + 4.0 * ULP, 0.0, -5.0], [9.0, 0.0, -5.0]]), Apart);
        check(view, ray([2.0, 0.0, 0.0], [0.5, 0.0, -1.0]), Penetrating);
        check(view, ray([2.0, 0.0, 0.0], [1.0, 0.0, -1.0]), Apart);
        assert!(contains(&view, &camera(LEVEL, QUARTER, 1.0, 1e30)));
        assert!(contains(&view, &view));
    }
    // Near 1 and far 3: z = (3 d - 3) / 2, w = d.
    let ended = projection([x, y, [0.0, 0.0, -1.5, -1.5], w], Depth::ZeroToOne);
    check(ended, point([3.0, 3.0, -3.0]), Touching);
    check(ended, point([0.0, 0.0, -3.0 - 2.0 * ULP]), Apart);
    assert!(contains(&ended, &camera(LEVEL, QUARTER, 1.0, 3.0)));
    assert!(contains(&camera(LEVEL, QUARTER, 1.0, 3.0), &ended));
    // Normals that no f32 holds: (1 + TINY) x >= 1 and (1 - TINY) x >= 1.
    let exact = projection(
        [[TINY, 0.0, 0.0, 0.0], y, [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, -1.0]],
        Depth::MinusOneToOne,
    );
    check(exact, point(X), Apart);
    check(exact, point([1.0 + ULP, 0.0, 0.0]), Penetrating);
    check(exact, ray([0.0; 3], X), Penetrating);
    // Orthographic: a box; and a row that is true nowhere.
    let ortho =
        |near| projection([x, y, [0.0, 0.0, -1.0, near], [0.0, 0.0, 0.0, 1.0]], Depth::ZeroToOne);
    check(ortho(0.0), point([1.0, 1.0, -1.0]), Touching);
    assert!(contains(&ortho(0.0), &aabb([-1.0, -1.0, -1.0], [1.0, 1.0, 0.0])));
    let nowhere = projection([x, y, [0.0, 0.0, 0.0, -1.0], w], Depth::ZeroToOne);
    assert!(!nowhere.is_valid());
    assert!(!projection([[0.0; 4]; 4], Depth::ZeroToOne).is_valid());
}
