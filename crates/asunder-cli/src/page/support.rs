//! The part of a shape that reaches furthest in a direction: a corner, an edge, or a face. For drawing.

use asunder::{Shape, Vector};

/// The share of a shape's extent by which corners may differ and still count as equally far.
const SAME: f64 = 1e-4;

/// The corners of a shape that lie furthest along `direction` (`side` 1) or against it (-1). A round
/// shape has one point; an unbounded one none.
pub(crate) fn towards<V: Vector>(shape: &Shape<V>, direction: V, side: f32) -> Vec<V> {
    let direction = direction.to_array();
    let outward = |t: usize| side * direction[t];
    let along = |point: V| -> f64 {
        let point = point.to_array();
        (0..V::DIM).map(|t| f64::from(point[t]) * f64::from(outward(t))).sum()
    };
    let (corners, radius): (Vec<V>, f32) = match shape {
        Shape::Point(point) => (vec![*point], 0.0),
        Shape::Segment(segment) => (vec![segment.a(), segment.b()], 0.0),
        Shape::Sphere(sphere) => (vec![sphere.center()], sphere.radius()),
        Shape::Capsule(capsule) => (vec![capsule.a(), capsule.b()], capsule.radius()),
        Shape::Aabb(aabb) => (aabb.corners().collect(), 0.0),
        Shape::Obb(obb) => (obb.corners().collect(), 0.0),
        Shape::Parallelepiped(solid) => (solid.corners().collect(), 0.0),
        Shape::Triangle(triangle) => (vec![triangle.a(), triangle.b(), triangle.c()], 0.0),
        Shape::ConvexHull(hull) => (hull.corners().collect(), 0.0),
        _ => return Vec::new(),
    };
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for reach in corners.iter().map(|&corner| along(corner)) {
        least = if reach < least { reach } else { least };
        most = if reach > most { reach } else { most };
    }
    let enough = most - SAME * (most - least);
    let on_surface = |corner: V| {
        let corner = corner.to_array();
        V::from_array(V::array(|t| corner[t] + radius * outward(t)))
    };
    corners.into_iter().filter(|&corner| along(corner) >= enough).map(on_surface).collect()
}

#[cfg(test)]
mod tests {
    use super::towards;
    use asunder::glam::Vec3;
    use asunder::{Aabb3, Capsule3, Plane3, Shape3, Sphere3};

    #[test]
    fn a_box_has_a_face_an_edge_or_a_corner() {
        let shape = Shape3::from(Aabb3::new([0.0; 3], [1.0, 2.0, 3.0]));
        let count = |direction: [f32; 3]| towards(&shape, direction.into(), 1.0).len();
        assert_eq!(count([1.0, 0.0, 0.0]), 4);
        assert_eq!(count([0.6, 0.8, 0.0]), 2);
        assert_eq!(count([0.48, 0.6, 0.64]), 1);
        let left = towards(&shape, Vec3::X, -1.0);
        assert!(left.iter().all(|corner| corner.x == 0.0));
    }

    #[test]
    fn round_shapes_have_points_of_their_surface_and_planes_none() {
        let ball = Shape3::from(Sphere3::new([1.0, 0.0, 0.0], 0.5));
        assert_eq!(towards(&ball, Vec3::X, 1.0), [Vec3::new(1.5, 0.0, 0.0)]);
        let lying = Shape3::from(Capsule3::new([0.0; 3], [2.0, 0.0, 0.0], 0.25));
        assert_eq!(towards(&lying, Vec3::Y, -1.0).len(), 2);
        let plane = Shape3::from(Plane3::new([0.0, 1.0, 0.0], 0.0));
        assert_eq!(towards(&plane, Vec3::Y, 1.0), []);
    }
}
