//! The oracle on cases that are known by hand, for every two kinds of shape.

mod frusta;
mod kinds;
mod metrics;
mod sweeps;

use std::f32::consts::SQRT_2;

use asunder_jury::Contact::{self, Apart, Penetrating, Touching};
use asunder_jury::{Shape, Side, contact, contains, intersects, penetrates, side};

fn point<const D: usize>(point: [f32; D]) -> Shape<D> {
    Shape::Point(point)
}

fn sphere<const D: usize>(center: [f32; D], radius: f32) -> Shape<D> {
    Shape::Sphere { center, radius }
}

fn aabb<const D: usize>(min: [f32; D], max: [f32; D]) -> Shape<D> {
    Shape::Aabb { min, max }
}

fn obb<const D: usize>(center: [f32; D], half_extents: [f32; D], rotation: [f32; 4]) -> Shape<D> {
    Shape::Obb { center, half_extents, rotation }
}

fn plane<const D: usize>(normal: [f32; D], offset: f32) -> Shape<D> {
    Shape::Plane { normal, offset }
}

fn half_space<const D: usize>(normal: [f32; D], offset: f32) -> Shape<D> {
    Shape::HalfSpace { normal, offset }
}

/// Checks a pair in both orders and by every predicate.
#[track_caller]
fn check<const D: usize>(a: Shape<D>, b: Shape<D>, expected: Contact) {
    for (a, b) in [(a, b), (b, a)] {
        assert!(a.is_valid() && b.is_valid());
        assert_eq!(contact(&a, &b), expected, "{a:?} {b:?}");
        assert_eq!(intersects(&a, &b), expected != Apart);
        assert_eq!(penetrates(&a, &b), expected == Penetrating);
    }
}

const LEVEL: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
/// The rotation about z that maps (1, 0, 0) to (3, 4, 0) / 5.
const THREE_FOUR_FIVE: [f32; 4] = [0.0, 0.0, 1.0, 2.0];
/// The same rotation in 2D.
const THREE_FOUR: [f32; 4] = [3.0, 4.0, 0.0, 0.0];
/// 45° in 2D, which is exact in spite of √2.
const DIAGONAL: [f32; 4] = [1.0, 1.0, 0.0, 0.0];
const ULP: f32 = f32::EPSILON;
/// The least positive number.
const TINY: f32 = f32::from_bits(1);

#[test]
fn points() {
    check(point([1.0, 2.0]), point([1.0, 2.0]), Touching);
    check(point([1.0, 2.0]), point([1.0, 2.0 + 2.0 * ULP]), Apart);
    check(point([0.0, 0.0]), point([-0.0, 0.0]), Touching);
    check(point([0.0; 3]), point([0.0, 0.0, f32::from_bits(1)]), Apart);
    check(point([f32::MAX; 3]), point([f32::MAX; 3]), Touching);
}

#[test]
fn spheres() {
    check(sphere([0.0; 3], 1.0), sphere([3.0, 0.0, 0.0], 2.0), Touching);
    check(sphere([0.0; 3], 1.0), sphere([3.0, 0.0, 0.0], 2.0 + 2.0 * ULP), Penetrating);
    check(sphere([0.0; 3], 1.0), sphere([3.0 + 2.0 * ULP, 0.0, 0.0], 2.0), Apart);
    check(sphere([0.0; 2], 5.0), point([3.0, 4.0]), Touching);
    check(sphere([0.0; 2], 5.0), point([3.0, 4.0 - 4.0 * ULP]), Penetrating);
    check(sphere([0.0; 2], 0.0), sphere([0.0; 2], 0.0), Touching);
    check(sphere([0.0; 2], 0.0), point([0.0; 2]), Touching);
    // Squares that overflow and squares that vanish.
    check(sphere([0.0; 3], f32::MAX), point([f32::MAX, 0.0, 0.0]), Touching);
    check(sphere([0.0; 3], f32::MAX), point([f32::MAX, TINY, 0.0]), Apart);
    check(sphere([0.0; 3], TINY), point([TINY, 0.0, 0.0]), Touching);
    check(sphere([0.0; 3], TINY), point([TINY, TINY, 0.0]), Apart);
}

#[test]
fn spheres_and_boxes() {
    let cube = aabb([-1.0; 3], [1.0; 3]);
    check(cube, sphere([3.0, 0.0, 0.0], 2.0), Touching);
    check(cube, sphere([3.0 + 2.0 * ULP, 0.0, 0.0], 2.0), Apart);
    check(cube, sphere([4.0, 5.0, 0.0], 5.0), Touching);
    check(cube, sphere([4.0, 5.0, 0.0], 5.0 + 4.0 * ULP), Penetrating);
    check(cube, sphere([2.0, 3.0, 3.0], 3.0), Touching);
    check(cube, sphere([2.0, 3.0, 3.0], 3.0 - 2.0 * ULP), Apart);
    check(cube, sphere([0.0; 3], 0.5), Penetrating);
    check(cube, sphere([0.0; 3], 0.0), Penetrating);
    check(cube, sphere([1.0, 0.0, 0.0], 0.0), Touching);
    check(cube, point([1.0, 1.0, 1.0]), Touching);
    check(cube, point([1.0 - ULP / 2.0, 0.5, 0.5]), Penetrating);
    check(cube, point([1.0 + ULP, 0.5, 0.5]), Apart);
    // A box of no thickness has no interior, but a sphere has.
    let plate = aabb([-1.0, 0.0, -1.0], [1.0, 0.0, 1.0]);
    check(plate, point([0.0; 3]), Touching);
    check(plate, sphere([0.0; 3], 1e-30), Penetrating);
    check(plate, sphere([0.0, 1.0, 0.0], 1.0), Touching);

    let turned = obb([1.0, 1.0, 0.0], [5.0, 1.0, 1.0], THREE_FOUR_FIVE);
    check(turned, sphere([7.0, 9.0, 0.0], 5.0), Touching);
    check(turned, sphere([7.0, 9.0, 0.0], 5.0 - 4.0 * ULP), Apart);
    check(turned, point([4.0, 5.0, 0.0]), Touching);
    check(turned, point([4.0, 5.0 + 4.0 * ULP, 0.0]), Apart);
}

#[test]
fn circles_and_turned_squares() {
    let square = obb([0.0, 0.0], [1.0, 1.0], DIAGONAL);
    // Its corner is at √2, which lies strictly between two neighbours in f32.
    let (below, above) = (SQRT_2, SQRT_2.next_up());
    check(square, point([below, 0.0]), Penetrating);
    check(square, point([above, 0.0]), Apart);
    check(square, point([0.0, -above]), Apart);
    // The face is 2√2 - 1 = 1.828… away.
    check(square, sphere([2.0, 2.0], 1.829), Penetrating);
    check(square, sphere([2.0, 2.0], 1.828), Apart);
    let turned = obb([0.0, 0.0], [5.0, 10.0], THREE_FOUR);
    check(turned, point([3.0, 4.0]), Touching);
    check(turned, sphere([6.0, 8.0], 5.0), Touching);
    check(turned, sphere([6.0, 8.0], 5.0 - 4.0 * ULP), Apart);
    check(turned, sphere([6.0, 8.0], 5.0 + 4.0 * ULP), Penetrating);
}

#[test]
fn boxes() {
    let cube = aabb([0.0; 3], [1.0; 3]);
    check(cube, aabb([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]), Touching);
    check(cube, aabb([1.0; 3], [2.0; 3]), Touching);
    check(cube, aabb([1.0 + ULP, 0.0, 0.0], [2.0, 1.0, 1.0]), Apart);
    check(cube, aabb([1.0 - ULP, 0.0, 0.0], [2.0, 1.0, 1.0]), Penetrating);
    check(cube, cube, Penetrating);
    // The same corner, given by halves that a center would round away.
    let odd = aabb([ULP, 0.0, 0.0], [1.0, 1.0, 1.0]);
    check(odd, aabb([-1.0, 0.0, 0.0], [ULP, 1.0, 1.0]), Touching);
    check(odd, aabb([-1.0, 0.0, 0.0], [0.0, 1.0, 1.0]), Apart);

    let turned = obb([0.0; 3], [5.0, 1.0, 1.0], THREE_FOUR_FIVE);
    check(turned, obb([6.0, 8.0, 0.0], [5.0, 1.0, 1.0], THREE_FOUR_FIVE), Touching);
    check(turned, obb([6.0, 8.0, 0.0], [5.0, 1.0, 1.0], [0.0, 0.0, -TINY, -2.0 * TINY]), Touching);
    check(turned, obb([6.0, 8.0 + 8.0 * ULP, 0.0], [5.0, 1.0, 1.0], THREE_FOUR_FIVE), Apart);
    check(turned, obb([6.0, 8.0 - 8.0 * ULP, 0.0], [5.0, 1.0, 1.0], THREE_FOUR_FIVE), Penetrating);
    check(turned, obb([0.0, 0.0, 2.0], [1.0, 1.0, 1.0], LEVEL), Touching);
}

#[test]
fn edges_of_boxes_that_cross() {
    // Two beams stand on their edges, one along x, the other along y, edge on edge at the origin:
    // only the cross product of the two edges tells them apart.
    let eighth = [1.0, 0.0, 0.0, 1.0 + SQRT_2];
    let other = [0.0, eighth[0], 0.0, eighth[3]];
    let below = obb([0.0, 0.0, -1.5], [10.0, 1.0, 1.0], eighth);
    check(below, obb([0.0, 0.0, 1.5], [1.0, 10.0, 1.0], other), Apart);
    check(below, obb([0.0, 0.0, 1.3], [1.0, 10.0, 1.0], other), Penetrating);
    // Rods of no thickness meet where their lines cross, in one point.
    let rod = obb([0.0; 3], [10.0, 0.0, 0.0], THREE_FOUR_FIVE);
    check(rod, obb([3.0, 4.0, 0.0], [0.0, 0.0, 1.0], LEVEL), Touching);
    check(rod, obb([3.0, 4.0, 1.0], [0.0, 0.0, 1.0], LEVEL), Touching);
    check(rod, obb([3.0, 4.0 + 4.0 * ULP, 0.0], [0.0, 0.0, 1.0], LEVEL), Apart);
}

#[test]
fn flat_boxes() {
    let plate = aabb([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]);
    // A plate across another, a rod through it: no thickness, yet no way out that is short.
    check(plate, aabb([0.0, -1.0, -1.0], [0.0, 1.0, 1.0]), Penetrating);
    check(plate, aabb([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]), Penetrating);
    check(plate, aabb([0.0, 0.0, 0.0], [0.0, 0.0, 1.0]), Touching);
    // Two in one plane, two rods that cross, a point on a plate: an arbitrarily short way out.
    check(plate, plate, Touching);
    check(plate, obb([0.5, 0.0, 0.0], [1.0, 1.0, 0.0], THREE_FOUR_FIVE), Touching);
    check(plate, aabb([1.5, -1.0, 0.0], [2.0, 1.0, 0.0]), Apart);
    check(
        aabb([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
        aabb([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]),
        Touching,
    );
    check(plate, aabb([0.5, 0.5, 0.0], [0.5, 0.5, 0.0]), Touching);
    check(aabb([0.0; 3], [0.0; 3]), obb([0.0; 3], [0.0; 3], THREE_FOUR_FIVE), Touching);
    // In the plane two rods that cross do hold each other.
    let (flat, upright) = (aabb([-1.0, 0.0], [1.0, 0.0]), aabb([0.0, -1.0], [0.0, 1.0]));
    check(flat, upright, Penetrating);
    check(flat, obb([0.0, 0.0], [2.0, 0.0], DIAGONAL), Penetrating);
    check(flat, obb([1.0, 0.0], [2.0, 0.0], DIAGONAL), Touching);
    check(flat, aabb([0.5, 0.0], [2.0, 0.0]), Touching);
    check(flat, aabb([1.5, 0.0], [2.0, 0.0]), Apart);
}

#[test]
fn rectangles_turned_by_roots() {
    let square = obb([0.0, 0.0], [1.0, 1.0], DIAGONAL);
    check(square, obb([2.0, 2.0], [1.0, 1.0], DIAGONAL), Apart);
    check(square, obb([1.0, 1.0], [1.0, 1.0], DIAGONAL), Penetrating);
    // √2 against √2 in other words: half extents in proportion to the rotation's length.
    check(
        obb([0.0, 0.0], [3.0, 1.0], DIAGONAL),
        obb([0.0, 0.0], [3.0, 1.0], [5.0, 5.0, 0.0, 0.0]),
        Penetrating,
    );
    let (left, right) =
        (obb([0.0, 0.0], [1.0, 1.0], [1.0, -1.0, 0.0, 0.0]), obb([0.0, 0.0], [1.0, 1.0], DIAGONAL));
    check(left, right, Penetrating);
    check(obb([0.0, 0.0], [1.0, 1.0], [3e38, 3e38, 0.0, 0.0]), point([1.5, 0.0]), Apart);
    let turned = obb([0.0, 0.0], [5.0, 1.0], THREE_FOUR);
    check(turned, obb([6.0, 8.0], [5.0, 1.0], THREE_FOUR), Touching);
    check(turned, obb([6.0, 8.0 + 8.0 * ULP], [5.0, 1.0], [-3.0, -4.0, 0.0, 0.0]), Apart);
    check(turned, obb([6.0, 8.0 - 8.0 * ULP], [5.0, 1.0], THREE_FOUR), Penetrating);
}

#[test]
fn planes() {
    let floor = plane([0.0, 2.0, 0.0], 2.0);
    check(floor, point([7.0, 1.0, 3.0]), Touching);
    check(floor, point([7.0, 1.0 + ULP, 3.0]), Apart);
    check(floor, sphere([0.0, 3.0, 0.0], 2.0), Touching);
    check(floor, sphere([0.0, 3.0, 0.0], 2.0 + 2.0 * ULP), Penetrating);
    check(floor, sphere([0.0, -1.0 - 2.0 * ULP, 0.0], 2.0), Apart);
    check(floor, sphere([0.0, 1.0, 0.0], 0.0), Touching);
    check(floor, aabb([0.0, 1.0, 0.0], [1.0, 2.0, 1.0]), Touching);
    check(floor, aabb([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]), Touching);
    check(floor, aabb([0.0, 0.0, 0.0], [1.0, 1.0 + ULP, 1.0]), Penetrating);
    check(floor, aabb([0.0, 1.0, 0.0], [1.0, 1.0, 1.0]), Touching);
    check(floor, obb([0.0, 8.0, 0.0], [5.0, 5.0, 1.0], THREE_FOUR_FIVE), Touching);
    check(floor, obb([0.0, 8.0 + 8.0 * ULP, 0.0], [5.0, 5.0, 1.0], THREE_FOUR_FIVE), Apart);
    check(plane([1.0, 1.0], 0.0), obb([2.0, 2.0], [1.0, 1.0], DIAGONAL), Apart);
    check(plane([1.0, 0.0], SQRT_2), obb([0.0, 0.0], [1.0, 1.0], DIAGONAL), Penetrating);
    check(plane([1.0, 0.0], SQRT_2.next_up()), obb([0.0, 0.0], [1.0, 1.0], DIAGONAL), Apart);

    check(floor, plane([0.0, -1.0, 0.0], -1.0), Touching);
    check(floor, plane([0.0, 1.0, 0.0], 1.0 + ULP), Apart);
    check(floor, plane([TINY, 2.0, 0.0], 1e30), Penetrating);
    check(floor, half_space([0.0, 1.0, 0.0], 1.0), Touching);
    check(floor, half_space([0.0, 1.0, 0.0], 1.0 - ULP), Apart);
    check(floor, half_space([0.0, -1.0, 0.0], 0.0), Penetrating);
    check(floor, half_space([0.0, -1.0, 0.0], -1.0 - ULP), Apart);
    check(floor, half_space([1e-40, -1.0, 0.0], -1e30), Penetrating);
}

#[test]
fn half_spaces() {
    let below = half_space([0.0, 2.0], 2.0);
    check(below, point([9.0, 1.0]), Touching);
    check(below, point([9.0, 1.0 - ULP]), Penetrating);
    check(below, point([9.0, 1.0 + ULP]), Apart);
    check(below, sphere([0.0, 3.0], 2.0), Touching);
    check(below, sphere([0.0, 1.0], 0.0), Touching);
    check(below, sphere([0.0, 1.0], 1e-30), Penetrating);
    check(below, sphere([0.0, -9.0], 1.0), Penetrating);
    check(below, sphere([0.0, 3.0 + 2.0 * ULP], 2.0), Apart);
    check(below, aabb([0.0, 1.0], [1.0, 2.0]), Touching);
    check(below, aabb([0.0, -5.0], [1.0, -4.0]), Penetrating);
    check(below, aabb([0.0, 1.0 + ULP], [1.0, 2.0]), Apart);
    check(below, obb([0.0, 8.0], [5.0, 5.0], THREE_FOUR), Touching);
    check(below, half_space([0.0, -1.0], -1.0), Touching);
    check(below, half_space([0.0, -1.0], -1.0 - ULP), Apart);
    check(below, half_space([0.0, -1.0], 0.0), Penetrating);
    check(below, half_space([0.0, 1.0], -1e30), Penetrating);
    check(below, half_space([1e-40, -1.0], -1e30), Penetrating);
}

#[test]
fn sides_of_a_plane() {
    let (normal, offset) = ([0.0, 2.0, 0.0], 2.0);
    assert_eq!(side(&point([0.0, 1.0, 0.0]), normal, offset), Side::Straddling);
    assert_eq!(side(&point([0.0, 1.0 + ULP, 0.0]), normal, offset), Side::Front);
    assert_eq!(side(&sphere([0.0, -2.0, 0.0], 2.0), normal, offset), Side::Back);
    assert_eq!(side(&aabb([0.0, 1.0, 0.0], [1.0; 3]), normal, offset), Side::Straddling);
    assert_eq!(side(&plane([0.0, -1.0, 0.0], -3.0), normal, offset), Side::Front);
    assert_eq!(side(&plane([0.0, -1.0, 0.0], 3.0), normal, offset), Side::Back);
    assert_eq!(side(&half_space([0.0, 1.0, 0.0], 0.5), normal, offset), Side::Back);
    assert_eq!(side(&half_space([0.0, -1.0, 0.0], -1.5), normal, offset), Side::Front);
    assert_eq!(side(&half_space([0.0, -1.0, 0.0], 1.5), normal, offset), Side::Straddling);
}

#[test]
fn containment() {
    let cube = aabb([-1.0; 3], [1.0; 3]);
    let holds = [
        (cube, cube),
        (cube, point([1.0; 3])),
        (cube, sphere([0.0; 3], 1.0)),
        (cube, obb([0.5, 0.0, 0.0], [0.5, 1.0, 1.0], LEVEL)),
        (sphere([0.0; 3], 3.0), aabb([-2.0, -2.0, -1.0], [2.0, 2.0, 1.0])),
        (sphere([0.0; 3], 3.0), sphere([1.0, 0.0, 0.0], 2.0)),
        (obb([0.0; 3], [5.0, 5.0, 5.0], THREE_FOUR_FIVE), sphere([3.0, 4.0, 4.0], 0.0)),
        (
            obb([0.0; 3], [7.0, 7.0, 1.0], THREE_FOUR_FIVE),
            aabb([-5.0, -5.0, -1.0], [5.0, 5.0, 1.0]),
        ),
        (point([1.0; 3]), aabb([1.0; 3], [1.0; 3])),
        (plane([0.0, 2.0, 0.0], 2.0), aabb([0.0, 1.0, 0.0], [5.0, 1.0, 5.0])),
        (plane([0.0, 2.0, 0.0], 2.0), plane([0.0, -1.0, 0.0], -1.0)),
        (half_space([0.0, 2.0, 0.0], 2.0), plane([0.0, -1.0, 0.0], -1.0)),
        (half_space([0.0, 2.0, 0.0], 2.0), half_space([0.0, 1.0, 0.0], 1.0)),
        (half_space([0.0, 2.0, 0.0], 2.0), cube),
        (half_space([0.0, 2.0, 0.0], 2.0), sphere([0.0, -1.0, 0.0], 2.0)),
    ];
    for (a, b) in holds {
        assert!(contains(&a, &b), "{a:?} {b:?}");
        assert!(intersects(&a, &b));
    }
    let does_not = [
        (cube, point([1.0 + ULP, 1.0, 1.0])),
        (cube, sphere([ULP, 0.0, 0.0], 1.0)),
        (cube, obb([0.5, 0.0, 0.0], [0.5 + ULP, 1.0, 1.0], LEVEL)),
        (cube, obb([0.0; 3], [1.0; 3], THREE_FOUR_FIVE)),
        (sphere([0.0; 3], 3.0), aabb([-2.0, -2.0, -1.0], [2.0, 2.0, 1.0 + ULP])),
        (sphere([0.0; 3], 3.0), sphere([1.0, 0.0, 0.0], 2.0 + 2.0 * ULP)),
        (sphere([0.0; 3], 1.0), sphere([0.0; 3], 2.0)),
        (point([1.0; 3]), cube),
        (cube, plane([0.0, 1.0, 0.0], 0.0)),
        (sphere([0.0; 3], f32::MAX), half_space([0.0, 1.0, 0.0], 0.0)),
        (plane([0.0, 2.0, 0.0], 2.0), aabb([0.0, 1.0, 0.0], [5.0, 1.0 + ULP, 5.0])),
        (plane([0.0, 2.0, 0.0], 2.0), sphere([0.0, 1.0, 0.0], TINY)),
        (plane([0.0, 2.0, 0.0], 2.0), plane([TINY, 2.0, 0.0], 2.0)),
        (plane([0.0, 2.0, 0.0], 2.0), half_space([0.0, 1.0, 0.0], 1.0)),
        (half_space([0.0, 2.0, 0.0], 2.0), plane([0.0, -1.0, 0.0], -1.0 - ULP)),
        (half_space([0.0, 2.0, 0.0], 2.0), half_space([0.0, 1.0, 0.0], 1.0 + ULP)),
        (half_space([0.0, 2.0, 0.0], 2.0), half_space([0.0, -1.0, 0.0], 5.0)),
        (half_space([0.0, 2.0, 0.0], 2.0), sphere([0.0, -1.0, 0.0], 2.0 + 2.0 * ULP)),
        (half_space([0.0, 2.0, 0.0], 2.0), sphere([0.0, 3.0, 0.0], 1.0)),
    ];
    for (a, b) in does_not {
        assert!(!contains(&a, &b), "{a:?} {b:?}");
    }
}

#[test]
fn containment_in_the_plane_by_roots() {
    let square = obb([0.0, 0.0], [1.0, 1.0], DIAGONAL);
    // The square reaches √2 along the axes; the circle in it has radius 1.
    assert!(contains(&aabb([-SQRT_2.next_up(); 2], [SQRT_2.next_up(); 2]), &square));
    assert!(!contains(&aabb([-SQRT_2; 2], [SQRT_2; 2]), &square));
    assert!(contains(&sphere([0.0, 0.0], SQRT_2.next_up()), &square));
    assert!(!contains(&sphere([0.0, 0.0], SQRT_2), &square));
    assert!(contains(&square, &sphere([0.0, 0.0], 1.0)));
    assert!(!contains(&square, &sphere([0.0, ULP], 1.0)));
    assert!(contains(&square, &obb([0.0, 0.0], [1.0, 1.0], [-7.0, 7.0, 0.0, 0.0])));
    assert!(contains(&half_space([1.0, 0.0], SQRT_2.next_up()), &square));
    assert!(!contains(&half_space([1.0, 0.0], SQRT_2), &square));
}
