//! Segments, rays, capsules, triangles, parallelepipeds and hulls.

use asunder_jury::Contact::{Apart, Penetrating, Touching};
use asunder_jury::{Points, Shape, contains};

use crate::by_hand::{
    DIAGONAL, LEVEL, SQRT_2, THREE_FOUR_FIVE, TINY, ULP, aabb, check, half_space, obb, plane,
    point, sphere,
};

pub(crate) fn segment<const D: usize>(a: [f32; D], b: [f32; D]) -> Shape<D> {
    Shape::Segment { a, b }
}

pub(crate) fn ray<const D: usize>(origin: [f32; D], direction: [f32; D]) -> Shape<D> {
    Shape::Ray { origin, direction }
}

pub(crate) fn capsule<const D: usize>(a: [f32; D], b: [f32; D], radius: f32) -> Shape<D> {
    Shape::Capsule { a, b, radius }
}

pub(crate) fn triangle<const D: usize>(a: [f32; D], b: [f32; D], c: [f32; D]) -> Shape<D> {
    Shape::Triangle { a, b, c }
}

fn skewed<const D: usize>(center: [f32; D], edges: [[f32; D]; D]) -> Shape<D> {
    Shape::Parallelepiped { center, edges }
}

pub(crate) fn hull<const D: usize>(points: &[[f32; D]]) -> Shape<D> {
    Shape::ConvexHull(Points::new(points))
}

const CUBE: Shape<3> = Shape::Aabb { min: [-1.0; 3], max: [1.0; 3] };
const X: [f32; 3] = [1.0, 0.0, 0.0];

#[test]
fn segments() {
    let along = segment([0.0; 3], [2.0, 0.0, 0.0]);
    check(along, point([1.0, 0.0, 0.0]), Touching);
    check(along, point([2.0, 0.0, 0.0]), Touching);
    check(along, point([2.0 + 2.0 * ULP, 0.0, 0.0]), Apart);
    check(along, point([1.0, TINY, 0.0]), Apart);
    // Two that cross span a plane only: in space they can always be taken apart.
    check(along, segment([1.0, -1.0, 0.0], [1.0, 1.0, 0.0]), Touching);
    check(along, segment([1.0, -1.0, TINY], [1.0, 1.0, 0.0]), Apart);
    check(along, segment([1.0, 0.0, 0.0], [9.0, 0.0, 0.0]), Touching);
    check(along, segment([2.0, 0.0, 0.0], [2.0, 0.0, 0.0]), Touching);
    check(segment([0.0; 2], [2.0, 0.0]), segment([1.0, -1.0], [1.0, 1.0]), Penetrating);
    check(segment([0.0; 2], [2.0, 0.0]), segment([1.0, 0.0], [1.0, 1.0]), Touching);
    check(segment([0.0; 2], [2.0, 0.0]), segment([1.0, TINY], [1.0, 1.0]), Apart);
    check(segment([0.0; 2], [2.0, 0.0]), segment([1.0, 0.0], [3.0, 0.0]), Touching);
    // A line that f32 cannot be said to pass through: 1/3 is not a number of it.
    check(segment([0.0; 2], [3.0, 1.0]), point([1.0, 1.0 / 3.0]), Apart);

    check(along, CUBE, Penetrating);
    check(segment([-2.0, 1.0, 0.0], [2.0, 1.0, 0.0]), CUBE, Touching);
    check(segment([-2.0, 1.0 + ULP, 0.0], [1.0, 1.0, 0.0]), CUBE, Touching);
    check(segment([-2.0, 1.0 + ULP, 0.0], [2.0, 1.0, 0.0]), CUBE, Apart);
    check(segment([-2.0, 1.0 + ULP, 0.0], [2.0, 1.0 + ULP, 0.0]), CUBE, Apart);
    check(segment([0.0; 3], [0.0; 3]), CUBE, Penetrating);
    check(segment([0.0, 2.0, 0.0], [2.0, 0.0, 0.0]), CUBE, Touching);
    check(segment([0.0, 2.0, 0.0], [2.0, 2.0 * TINY, 0.0]), CUBE, Apart);
    check(segment([0.0, 2.0, 0.0], [2.0, -2.0 * ULP, 0.0]), CUBE, Penetrating);
    let floor = plane([0.0, 2.0, 0.0], 2.0);
    check(floor, segment([0.0; 3], [0.0, 2.0, 0.0]), Penetrating);
    check(floor, segment([0.0; 3], [0.0, 1.0, 0.0]), Touching);
    check(floor, segment([0.0, 1.0, 0.0], [5.0, 1.0, 5.0]), Touching);
    check(floor, segment([0.0; 3], [0.0, 1.0 - ULP, 0.0]), Apart);
    let circle = sphere([1.0, 5.0], 5.0);
    check(circle, segment([-3.0, 0.0], [4.0, 0.0]), Touching);
    check(circle, segment([-3.0, -ULP], [4.0, 0.0]), Apart);
    check(obb([0.0, 0.0], [1.0, 1.0], DIAGONAL), segment([SQRT_2, 0.0], [5.0, 5.0]), Penetrating);
    let beyond = segment([SQRT_2.next_up(), 0.0], [5.0, 5.0]);
    check(obb([0.0, 0.0], [1.0, 1.0], DIAGONAL), beyond, Apart);
}

#[test]
fn rays() {
    let east = ray([0.0; 3], [2.0, 0.0, 0.0]);
    check(east, point([1e30, 0.0, 0.0]), Touching);
    check(east, point([-TINY, 0.0, 0.0]), Apart);
    check(east, point([0.0; 3]), Touching);
    check(east, ray([9.0, 0.0, 0.0], [-1.0, 0.0, 0.0]), Touching);
    check(east, ray([-9.0, 0.0, 0.0], [-1.0, 0.0, 0.0]), Apart);
    check(east, ray([9.0, -9.0, 0.0], [0.0, 1.0, 0.0]), Touching);
    check(east, ray([9.0, -9.0, 0.0], [0.0, 1.0, TINY]), Apart);
    check(ray([0.0; 2], [1.0, 0.0]), ray([9.0, -9.0], [0.0, 1.0]), Penetrating);
    check(ray([0.0; 2], [1.0, 0.0]), ray([0.0, -9.0], [0.0, 1.0]), Touching);
    // Nearly parallel: they meet far away.
    check(ray([0.0; 2], [1.0, 1e-40]), ray([0.0, 1e30], [1.0, 0.0]), Penetrating);
    check(ray([0.0; 2], [1.0, 0.0]), ray([0.0, 1e30], [1.0, 0.0]), Apart);

    let floor = plane([0.0, 2.0, 0.0], 2.0);
    check(floor, ray([0.0, 1.0, 0.0], X), Touching);
    check(floor, ray([0.0, 1.0 + ULP, 0.0], X), Apart);
    check(floor, ray([0.0, 1e30, 0.0], [1.0, -1e-40, 0.0]), Penetrating);
    check(floor, ray([0.0, 1.0, 0.0], [0.0, 1.0, 0.0]), Touching);
    check(half_space([0.0, 2.0, 0.0], 2.0), ray([0.0, 1.0, 0.0], X), Touching);
    check(half_space([0.0, 2.0, 0.0], 2.0), ray([0.0, 1.0, 0.0], [1.0, -TINY, 0.0]), Penetrating);
    check(half_space([0.0, 2.0, 0.0], 2.0), ray([0.0, 1.0 + ULP, 0.0], [1.0, 1.0, 0.0]), Apart);

    check(CUBE, ray([-9.0, 1.0, 1.0], X), Touching);
    check(CUBE, ray([-9.0, 1.0, 1.0 + ULP], X), Apart);
    check(CUBE, ray([1.0, 0.0, 0.0], X), Touching);
    check(CUBE, ray([1.0 - ULP, 0.0, 0.0], X), Penetrating);
    check(CUBE, ray([1.0 + ULP, 0.0, 0.0], X), Apart);
    let turned = obb([0.0; 3], [5.0, 1.0, 1.0], THREE_FOUR_FIVE);
    check(turned, ray([3.0, 4.0, -9.0], [0.0, 0.0, 1.0]), Touching);
    check(turned, ray([3.0, 4.0 + 4.0 * ULP, -9.0], [0.0, 0.0, 1.0]), Apart);

    let ball = sphere([0.0; 3], 1.0);
    check(ball, ray([-5.0, 1.0, 0.0], X), Touching);
    check(ball, ray([-5.0, 1.0 + ULP, 0.0], X), Apart);
    check(ball, ray([-5.0, 1.0 - ULP, 0.0], X), Penetrating);
    check(ball, ray([1.0, 0.0, 0.0], X), Touching);
    check(ball, ray([1.0 + ULP, 0.0, 0.0], X), Apart);
    check(sphere([4.0, 5.0, 0.0], 5.0), ray([1.0, 1.0, 0.0], [-3.0, -4.0, 0.0]), Touching);

    let flag = triangle([0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]);
    check(flag, ray([1.0, 1.0, -3.0], [0.0, 0.0, 1.0]), Penetrating);
    check(flag, ray([2.0, 2.0, -3.0], [0.0, 0.0, 1.0]), Touching);
    check(flag, ray([2.0 + 2.0 * ULP, 2.0, -3.0], [0.0, 0.0, 1.0]), Apart);
    check(flag, ray([1.0, 1.0, 0.0], [0.0, 0.0, 1.0]), Touching);
    // In its plane.
    check(flag, ray([-1.0, 1.0, 0.0], X), Touching);
    check(flag, ray([-1.0, 4.0, 0.0], X), Touching);
    check(flag, ray([-1.0, 4.0 + 4.0 * ULP, 0.0], X), Apart);
    check(flag, ray([-1.0, 1.0, 0.0], [-1.0, 0.0, 0.0]), Apart);
}

#[test]
fn capsules() {
    let level = capsule([0.0; 3], [4.0, 0.0, 0.0], 1.0);
    let across = |radius| capsule([2.0, 3.0, -1.0], [2.0, 3.0, 1.0], radius);
    check(level, across(2.0), Touching);
    check(level, across(2.0 - ULP), Apart);
    check(level, across(2.0 + 2.0 * ULP), Penetrating);
    check(level, sphere([7.0, 4.0, 0.0], 4.0), Touching);
    check(level, sphere([7.0, 4.0, 0.0], 4.0 - 2.0 * ULP), Apart);
    check(level, point([-1.0, 0.0, 0.0]), Touching);
    check(level, point([2.0, 1.0 - ULP, 0.0]), Penetrating);
    check(level, capsule([0.0, 2.0, 0.0], [9.0, 2.0, 0.0], 1.0), Touching);
    check(level, plane([0.0, 1.0, 0.0], -1.0), Touching);
    check(level, plane([0.0, 1.0, 0.0], -1.0 - ULP), Apart);
    check(level, half_space([1.0, 0.0, 0.0], -1.0), Touching);
    check(level, half_space([1.0, 0.0, 0.0], 1.0 - ULP), Penetrating);
    // Without a radius, a segment; without a length either, a point.
    let thin = capsule([0.0; 3], [4.0, 0.0, 0.0], 0.0);
    check(thin, capsule([2.0, -1.0, 0.0], [2.0, 1.0, 0.0], 0.0), Touching);
    check(thin, capsule([2.0, -1.0, 0.0], [2.0, 1.0, 0.0], TINY), Penetrating);
    check(thin, CUBE, Penetrating);
    check(capsule([1.0; 3], [1.0; 3], 0.0), CUBE, Touching);
    check(capsule([1.0; 3], [1.0; 3], 0.0), point([1.0; 3]), Touching);
    // Over an edge of the cube, at a distance of |(3, 4, 0)|.
    let askew = |radius| capsule([8.0, 2.0, -7.0], [0.0, 8.0, 7.0], radius);
    check(CUBE, askew(5.0), Touching);
    check(CUBE, askew(5.0 - 4.0 * ULP), Apart);
    check(CUBE, askew(5.0 + 4.0 * ULP), Penetrating);
    // Over a corner, at a distance of |(2, 3, 6)|.
    check(CUBE, capsule([3.0, 4.0, 7.0], [6.0, 8.0, 4.0], 7.0), Touching);
    check(CUBE, capsule([3.0, 4.0, 7.0], [6.0, 8.0, 4.0], 7.0 - 4.0 * ULP), Apart);
    let flat = triangle([0.0; 3], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]);
    check(flat, capsule([1.0, 2.0, 1.0], [9.0, 2.0, 9.0], 2.0), Touching);
    check(flat, capsule([1.0, 2.0, 1.0], [9.0, 2.0, 9.0], 2.0 - ULP), Apart);
    check(flat, capsule([1.0, -2.0, 1.0], [1.0, 2.0, 1.0], 0.0), Penetrating);
    check(capsule([0.0; 2], [3.0, 4.0], 5.0), point([7.0, 1.0]), Touching);
}

#[test]
fn triangles() {
    let flag = triangle([0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]);
    check(flag, point([1.0, 1.0, 0.0]), Touching);
    check(flag, point([2.0, 2.0, 0.0]), Touching);
    check(flag, point([1.0, 1.0, TINY]), Apart);
    check(flag, flag, Touching);
    check(flag, triangle([1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 0.0]), Penetrating);
    check(flag, triangle([1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0]), Touching);
    check(flag, triangle([0.0; 3], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]), Touching);
    check(flag, triangle([2.0, 2.0, 0.0], [4.0, 4.0, 0.0], [4.0, 5.0, 0.0]), Touching);
    check(flag, triangle([2.0, 2.0 + 2.0 * ULP, 0.0], [4.0; 3], [4.0, 5.0, 0.0]), Apart);
    check(flag, CUBE, Penetrating);
    check(triangle([1.0, -9.0, -9.0], [1.0, 9.0, -9.0], [1.0, 0.0, 9.0]), CUBE, Touching);
    check(triangle([3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]), CUBE, Touching);
    let off = 3.0 + 2.0 * ULP;
    check(triangle([off, 0.0, 0.0], [0.0, off, 0.0], [0.0, 0.0, off]), CUBE, Apart);
    check(flag, sphere([1.0, 1.0, 3.0], 3.0), Touching);
    check(flag, sphere([5.0, 5.0, 0.0], SQRT_2 * 3.0), Apart);
    check(flag, sphere([5.0, 5.0, 0.0], (SQRT_2 * 3.0).next_up()), Penetrating);
    check(flag, plane([0.0, 0.0, 1.0], 0.0), Touching);
    check(flag, plane([0.0, 1.0, 1.0], 0.0), Touching);
    check(flag, plane([0.0, 1.0, 1.0], 1.0), Penetrating);
    // Collapsed to a segment, and to a point.
    let thin = triangle([0.0; 3], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    check(thin, segment([1.0, -1.0, 0.0], [1.0, 1.0, 0.0]), Touching);
    check(thin, flag, Touching);
    check(thin, triangle([1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [1.0, 0.0, 9.0]), Penetrating);
    check(triangle([1.0; 3], [1.0; 3], [1.0; 3]), CUBE, Touching);
    let (left, right) =
        (triangle([0.0; 2], [2.0, 0.0], [0.0, 2.0]), triangle([1.0, 1.0], [2.0, 1.0], [1.0, 2.0]));
    check(left, right, Touching);
    check(left, triangle([1.0 - ULP, 1.0], [2.0, 1.0], [1.0, 2.0]), Penetrating);
    check(left, triangle([1.0 + ULP, 1.0], [2.0, 1.0], [1.0, 2.0]), Apart);
}

#[test]
fn parallelepipeds() {
    let leaning = skewed([0.0; 3], [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    check(leaning, point([2.0, 1.0, 1.0]), Touching);
    check(leaning, point([2.0, 1.0 - ULP, 1.0]), Apart);
    check(leaning, point([1.5, 0.75, 0.0]), Penetrating);
    check(leaning, aabb([2.0, 0.0, -1.0], [3.0, 1.0, 1.0]), Touching);
    check(leaning, aabb([1.0, -1.0, -1.0], [3.0, 0.0, 1.0]), Touching);
    check(leaning, aabb([1.0 - ULP, -1.0, -1.0], [3.0, 0.0, 1.0]), Penetrating);
    check(leaning, aabb([1.0 + ULP, -1.0, -1.0], [3.0, 0.0, 1.0]), Apart);
    // Dependent edges: a plate, a rod, a point.
    let plate = skewed([0.0; 3], [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    check(plate, point([3.0, 1.0, 0.0]), Touching);
    check(plate, point([3.0 + 2.0 * ULP, 1.0, 0.0]), Apart);
    check(plate, ray([2.0, 0.5, 1.0], [0.0, 0.0, -1.0]), Penetrating);
    check(plate, plate, Touching);
    let rod = skewed([0.0; 2], [[1.0, 1.0], [-2.0, -2.0]]);
    check(rod, point([3.0, 3.0]), Touching);
    check(rod, segment([3.0, 3.0], [4.0, 4.0]), Touching);
    check(rod, segment([1.0, -1.0], [-1.0, 1.0]), Penetrating);
    check(skewed([1.0; 3], [[0.0; 3]; 3]), CUBE, Touching);
    check(skewed([f32::MAX; 2], [[f32::MAX, 0.0], [0.0, TINY]]), point([0.0, f32::MAX]), Touching);
}

#[test]
fn hulls() {
    let s = 2.0;
    let octahedron = hull(&[
        [s, 0.0, 0.0],
        [-s, 0.0, 0.0],
        [0.0, s, 0.0],
        [0.0, -s, 0.0],
        [0.0, 0.0, s],
        [0.0, 0.0, -s],
        // Points within it say nothing.
        [0.5, 0.0, 0.0],
        [1.0, 1.0, 0.0],
    ]);
    check(octahedron, point([1.0, 1.0, 0.0]), Touching);
    check(octahedron, point([0.5, 0.5, 1.0]), Touching);
    check(octahedron, point([0.5, 0.5, 1.0 + ULP]), Apart);
    check(octahedron, point([0.5, 0.5, 1.0 - ULP]), Penetrating);
    check(octahedron, aabb([0.5, 0.5, 1.0], [2.0; 3]), Touching);
    check(octahedron, aabb([0.5, 0.5, 1.0 + ULP], [2.0; 3]), Apart);
    check(octahedron, sphere([2.0, 2.0, 2.0], 2.309_401), Apart);
    check(octahedron, sphere([2.0, 2.0, 2.0], 2.309_402), Penetrating);
    // The ball in it has the radius 2/√3.
    let inner = (2.0 / 3.0_f64.sqrt()) as f32;
    let (below, above) = (inner.next_down(), inner.next_up());
    assert!(contains(&octahedron, &sphere([0.0; 3], below)));
    assert!(!contains(&octahedron, &sphere([0.0; 3], above)));

    check(hull(&[[1.0; 3]]), CUBE, Touching);
    check(hull(&[[1.0; 3]]), hull(&[[1.0; 3], [1.0; 3]]), Touching);
    let line = hull(&[[0.0; 2], [1.0, 2.0], [2.0, 4.0]]);
    check(line, point([1.5, 3.0]), Touching);
    check(line, point([1.5, 3.0 + 2.0 * ULP]), Apart);
    let coplanar = hull(&[[0.0; 3], X, [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]);
    check(coplanar, coplanar, Touching);
    check(coplanar, segment([0.5, 0.5, -1.0], [0.5, 0.5, 1.0]), Penetrating);
    check(coplanar, segment([1.0, 0.5, -1.0], [1.0, 0.5, 1.0]), Touching);
}

#[test]
fn containment_of_every_kind() {
    let capsule_2 = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 2.0);
    let roof = triangle([0.0; 2], [8.0, 0.0], [0.0, 6.0]);
    let floor = plane([0.0, 1.0, 0.0], 0.0);
    let holds = [
        (CUBE, segment([1.0; 3], [-1.0; 3])),
        (CUBE, capsule([0.5, 0.0, 0.0], [-0.5, 0.0, 0.0], 0.5)),
        (sphere([0.0; 3], 3.0), capsule_2),
        (capsule_2, sphere([1.0, 0.0, 0.0], 2.0)),
        (capsule_2, segment([-3.0, 0.0, 0.0], [3.0, 0.0, 0.0])),
        (capsule_2, aabb([-1.0, 0.0, 0.0], [1.0, 2.0, 0.0])),
        (capsule_2, capsule_2),
        (ray([0.0; 3], X), ray([1.0, 0.0, 0.0], [7.0, 0.0, 0.0])),
        (ray([0.0; 3], X), segment([0.0; 3], [9.0, 0.0, 0.0])),
        (floor, ray([0.0; 3], [1.0, 0.0, 3.0])),
        (floor, triangle([0.0; 3], X, [0.0, 0.0, 5.0])),
        (half_space([0.0, 1.0, 0.0], 1.0), ray([0.0, 1.0, 0.0], X)),
        (half_space([0.0, 1.0, 0.0], 1.0), capsule([0.0; 3], X, 1.0)),
        (segment([0.0; 3], X), sphere(X, 0.0)),
        (triangle([0.0; 3], X, X), segment(X, [0.0; 3])),
        (obb([0.0; 3], [6.0, 2.0, 1.0], THREE_FOUR_FIVE), capsule([0.0; 3], [3.0, 4.0, 0.0], 1.0)),
    ];
    for (a, b) in holds {
        assert!(contains(&a, &b), "{a:?} {b:?}");
    }
    let does_not = [
        (CUBE, segment([1.0; 3], [-1.0, -1.0, -1.0 - ULP])),
        (CUBE, capsule([0.5, 0.0, 0.0], [-0.5, 0.0, 0.0], 0.5 + ULP)),
        (CUBE, ray([0.0; 3], X)),
        (sphere([0.0; 3], 3.0), capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 2.0 + 2.0 * ULP)),
        (capsule_2, aabb([-1.0, 0.0, 0.0], [1.0, 2.0, TINY])),
        (ray([0.0; 3], X), ray([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0])),
        (ray([0.0; 3], X), ray([0.0; 3], [1.0, TINY, 0.0])),
        (ray([0.0; 3], X), segment([-TINY, 0.0, 0.0], X)),
        (floor, ray([0.0; 3], [1.0, TINY, 0.0])),
        (half_space([0.0, 1.0, 0.0], 1.0), ray([0.0, -9.0, 0.0], [1.0, TINY, 0.0])),
        (half_space([0.0, 1.0, 0.0], 1.0), capsule([0.0; 3], X, 1.0 + ULP)),
        (segment([0.0; 3], X), sphere(X, TINY)),
        (capsule([0.0; 3], X, 1.0), floor),
        (triangle([0.0; 3], X, [0.0, 1.0, 0.0]), sphere([0.25, 0.25, 0.0], TINY)),
        (obb([0.0; 3], [6.0, 2.0, 1.0], LEVEL), capsule([0.0; 3], [3.0, 4.0, 0.0], 1.0)),
    ];
    for (a, b) in does_not {
        assert!(!contains(&a, &b), "{a:?} {b:?}");
    }
    // The circle in the triangle with the sides 6, 8 and 10 has the radius 2.
    assert!(contains(&roof, &sphere([2.0; 2], 2.0)));
    assert!(!contains(&roof, &sphere([2.0; 2], 2.0 + 2.0 * ULP)));
    assert!(!contains(&roof, &sphere([2.0, 2.0 + 2.0 * ULP], 2.0)));
    // A square of radius √2 about a circle, and a circle about a square.
    let square = obb([0.0; 2], [1.0, 1.0], DIAGONAL);
    assert!(contains(&capsule([0.0; 2], [9.0, 0.0], SQRT_2.next_up()), &square));
    assert!(!contains(&capsule([0.0; 2], [9.0, 0.0], SQRT_2), &square));
    assert!(contains(&square, &capsule([0.5, -0.5], [-0.5, 0.5], 0.25)));
    let corner = hull(&[[0.0; 2], [SQRT_2, 0.0]]);
    assert!(contains(&square, &corner));
    assert!(!contains(&square, &hull(&[[0.0; 2], [SQRT_2.next_up(), 0.0]])));
}
