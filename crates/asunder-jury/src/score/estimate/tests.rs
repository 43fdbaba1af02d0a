//! Estimates of distances and depths known by hand.

use super::{separation, size_of_error};
use crate::{Frustum, Planes, Points, Shape};

const NO_ROTATION: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn cube(center: [f32; 3], half: f32) -> Shape<3> {
    Shape::Obb { center, half_extents: [half; 3], rotation: NO_ROTATION }
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.expect("an estimate");
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

#[test]
fn the_nearest_features_decide_a_gap() {
    let unit = cube([0.0; 3], 1.0);
    near(separation(&unit, &cube([3.0, 0.5, 0.0], 1.0)), 1.0);
    // Edge to edge, then vertex to vertex: no face normal gives the whole distance.
    near(separation(&unit, &cube([5.0, 6.0, 0.0], 1.0)), 5.0);
    near(separation(&unit, &cube([4.0, 4.0, 3.0], 1.0)), 3.0);
    near(separation(&unit, &Shape::Sphere { center: [4.0, 5.0, 0.0], radius: 2.0 }), 3.0);
    // A corner of a square to the middle of an edge, in 2D.
    let square = Shape::Aabb { min: [-1.0, -1.0], max: [1.0, 1.0] };
    let slanted = Shape::Segment { a: [7.0, 0.0], b: [0.0, 7.0] };
    near(separation(&square, &slanted), 5.0 / 2f64.sqrt());
    let ray = Shape::Ray { origin: [-9.0, 2.0], direction: [1e-30, 0.0] };
    near(separation(&square, &ray), 1.0);
}

#[test]
fn the_shortest_way_out_is_a_depth() {
    let unit = cube([0.0; 3], 1.0);
    near(separation(&unit, &cube([1.5, 0.25, 0.0], 1.0)), -0.5);
    near(separation(&unit, &Shape::Point([0.0, 0.75, 0.0])), -0.25);
    let ball = Shape::Sphere { center: [0.0; 3], radius: 1.0 };
    near(separation(&ball, &ball), -2.0);
    // The center is on the ray: no feature gives a direction across.
    let ray = Shape::Ray { origin: [-8.0, -10.0, 8.0], direction: [0.5, 0.625, -0.5] };
    near(separation(&ball, &ray), -1.0);
    let plane = Shape::Plane { normal: [0.0, 2.0, 0.0], offset: 1.0 };
    near(separation(&plane, &unit), -0.5);
    let half_space = Shape::HalfSpace { normal: [0.0, -2.0, 0.0], offset: 0.0 };
    near(separation(&unit, &half_space), -1.0);
    near(separation(&plane, &half_space), -0.5);
    let across = Shape::Plane { normal: [1.0, 1.0, 0.0], offset: 1.0 };
    assert_eq!(separation(&plane, &across), Some(f64::NEG_INFINITY));
    let below = Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: -1.0 };
    near(separation(&plane, &below), 1.5);
}

#[test]
fn an_error_is_a_part_of_the_size_of_its_pair() {
    let (a, b) = (Shape::Sphere { center: [0.0; 3], radius: 1.0 }, Shape::Point([1.5, 0.0, 0.0]));
    near(size_of_error(&a, &b, false), 0.5 / 1.5);
    near(size_of_error(&a, &Shape::Point([0.75, 0.0, 0.0]), true), 0.25);
    let (p, q) = (Shape::Point([0.0; 3]), Shape::Point([1e-45, 0.0, 0.0]));
    near(size_of_error(&p, &q, false), 1.0);
    near(size_of_error(&p, &p, true), 0.0);
}

#[test]
fn every_kind_has_its_features() {
    let far = Shape::Point([0.0, 0.0, 9.0]);
    let edges = [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
    near(separation(&far, &Shape::Parallelepiped { center: [0.0; 3], edges }), 7.0);
    let (a, b, c) = ([-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]);
    near(separation(&far, &Shape::Triangle { a, b, c }), 9.0);
    near(separation(&far, &Shape::Capsule { a, b: [1.0, 1.0, 0.0], radius: 0.5 }), 8.5);
    let hull = Shape::ConvexHull(Points::new(&[a, b, c, [0.0, 0.0, 4.0], [0.0; 3]]));
    near(separation(&far, &hull), 5.0);
    near(separation(&Shape::Point([0.0, -9.0, 0.0]), &hull), 8.0);
    let slopes = [-1.0, 1.0, -0.5, 0.5];
    let (rotation, near_plane, far_plane) = (NO_ROTATION, 1.0, 4.0);
    let origin = [0.0, 0.0, 8.0];
    let view = Frustum::Perspective { origin, rotation, slopes, near: near_plane, far: far_plane };
    near(separation(&far, &Shape::Frustum(view)), 2.0);
    near(separation(&Shape::Point([7.0, 0.0, 4.0]), &Shape::Frustum(view)), 3.0);
    let planes = Planes::new(&[([0.0, 0.0, 1.0], 1.0)]);
    assert_eq!(separation(&far, &Shape::Frustum(Frustum::HalfSpaces(planes))), None);
}
