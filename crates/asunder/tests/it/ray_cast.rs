//! Ray and segment hits: by hand where the answer is known, and by the jury everywhere else.

mod laws;

use asunder::glam::{Vec2, Vec3, vec3};
use asunder::prelude::*;
use asunder::{RayCast, RayHit, Started, Vector};

/// A ray's hit, which there must be.
#[track_caller]
fn hit(shape: &impl RayCast<Vec3>, origin: [f32; 3], direction: [f32; 3]) -> RayHit<Vec3> {
    shape.ray_cast(&Ray3::new(origin, direction)).expect("a hit")
}

fn is_missed(shape: &impl RayCast<Vec3>, origin: [f32; 3], direction: [f32; 3]) -> bool {
    shape.ray_cast(&Ray3::new(origin, direction)).is_none()
}

/// The parts of a hit that numbers describe.
fn parts<V: Vector>(hit: RayHit<V>) -> (f32, V, V, Started) {
    (hit.fraction, hit.point, hit.normal, hit.started)
}

const X: [f32; 3] = [1.0, 0.0, 0.0];
const BACK: Vec3 = Vec3::NEG_X;

#[test]
fn every_kind_is_hit_where_it_begins() {
    use asunder::glam::Quat;
    let box3 = Aabb3::new([2.0, -1.0, -1.0], [4.0, 1.0, 1.0]);
    let turned = Quat::from_xyzw(0.0, 0.0, 0.0, 3.0);
    let shapes: [Shape3; 11] = [
        box3.into(),
        Obb3::new([3.0, 0.0, 0.0], [1.0, 2.0, 2.0], turned).into(),
        Sphere3::new([3.0, 0.0, 0.0], 1.0).into(),
        Capsule3::new([3.0, -5.0, 0.0], [3.0, 5.0, 0.0], 1.0).into(),
        Capsule3::new([3.0, 0.0, 0.0], [9.0, 0.0, 0.0], 1.0).into(),
        Plane3::new([7.0, 0.0, 0.0], 14.0).into(),
        HalfSpace3::new([-7.0, 0.0, 0.0], -14.0).into(),
        Triangle3::new([2.0, -1.0, -1.0], [2.0, 2.0, 0.0], [2.0, -1.0, 2.0]).into(),
        Parallelepiped3::new([3.0, 0.0, 0.0], [X, [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]]).into(),
        ConvexHull3::new(box3.corners()).into(),
        Frustum3::from_half_spaces(&[HalfSpace3::new([-1.0, 0.0, 0.0], -2.0)]).into(),
    ];
    for shape in shapes {
        let answer = parts(hit(&shape, [-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]));
        assert_eq!(answer, (1.5, vec3(2.0, 0.0, 0.0), BACK, Started::Apart), "{}", shape.kind());
        assert!(is_missed(&shape, [-1.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), "{}", shape.kind());
        let walk = |x: f32| shape.segment_cast(&Segment3::new([1.0, 0.0, 0.0], [x, 0.0, 0.0]));
        assert_eq!(walk(2.0).map(|hit| hit.fraction), Some(1.0), "{}", shape.kind());
        assert_eq!(walk(1.9999999), None, "{}", shape.kind());
    }
}

#[test]
fn what_has_no_inside_is_hit_too() {
    let shapes: [Shape3; 4] = [
        Shape3::Point(vec3(2.0, 0.0, 0.0)),
        Segment3::new([2.0, -1.0, 0.0], [2.0, 3.0, 0.0]).into(),
        Ray3::new([2.0, -1.0, 0.0], [0.0, 1e-30, 0.0]).into(),
        Sphere3::new([2.0, 0.0, 0.0], 0.0).into(),
    ];
    for shape in shapes {
        let answer = parts(hit(&shape, [0.0; 3], [0.5, 0.0, 0.0]));
        assert_eq!(answer, (4.0, vec3(2.0, 0.0, 0.0), BACK, Started::Apart), "{}", shape.kind());
        assert!(is_missed(&shape, [0.0, 0.0, 1e-45], X), "{}", shape.kind());
        let on = hit(&shape, [2.0, 0.0, 0.0], X);
        assert_eq!((on.fraction, on.started), (0.0, Started::Touching), "{}", shape.kind());
    }
    assert_eq!(Vec3::NAN.ray_cast(&Ray3::new([0.0; 3], X)), None);
}

/// In the plane, by the same texts.
#[test]
fn polygons_and_circles() {
    let shapes: [Shape2; 6] = [
        Triangle2::new([2.0, -1.0], [2.0, 1.0], [5.0, 0.0]).into(),
        Triangle2::new([2.0, -1.0], [5.0, 0.0], [2.0, 1.0]).into(),
        ConvexHull2::new([[2.0, -1.0], [2.0, 1.0], [5.0, 0.0], [3.0, 0.0]]).into(),
        Segment2::new([2.0, -1.0], [2.0, 1.0]).into(),
        Parallelepiped2::new([3.0, 0.0], [[1.0, 0.5], [0.0, 2.0]]).into(),
        Sphere2::new([3.0, 0.0], 1.0).into(),
    ];
    for shape in shapes {
        let ray = Ray2::new([0.0, 0.0], [4.0, 0.0]);
        let hit = shape.ray_cast(&ray).expect("a hit");
        let expected = (0.5, Vec2::new(2.0, 0.0), Vec2::NEG_X, Started::Apart);
        assert_eq!(parts(hit), expected, "{}", shape.kind());
        assert_eq!(shape.ray_cast(&Ray2::new([0.0, 0.0], [-4.0, 0.0])), None);
    }
}

#[test]
fn a_graze_is_a_hit() {
    let ball = Sphere3::new([0.0; 3], 1.0);
    let along = |y: f32| ball.ray_cast(&Ray3::new([-2.0, y, 0.0], X));
    assert_eq!(along(1.0).map(|hit| (hit.fraction, hit.normal)), Some((2.0, Vec3::Y)));
    assert_eq!(along(1.0_f32.next_up()), None);
    let rod = Capsule3::new([0.0; 3], [4.0, 0.0, 0.0], 1.0);
    let along = |y: f32| rod.ray_cast(&Ray3::new([-2.0, y, 0.0], X));
    assert_eq!(along(1.0).map(|hit| (hit.fraction, hit.normal)), Some((2.0, Vec3::Y)));
    assert_eq!(along(-1.0_f32.next_up()), None);
    // Backwards the ray comes upon the other end of the side.
    let back = rod.ray_cast(&Ray3::new([7.0, -1.0, 0.0], [-2.0, 0.0, 0.0])).expect("a hit");
    assert_eq!((back.fraction, back.normal), (1.5, Vec3::NEG_Y));
}

#[test]
fn a_ray_in_a_face_hits_where_the_face_begins() {
    let wall = Aabb3::new([2.0, -1.0, -1.0], [4.0, 1.0, 1.0]);
    for (y, z) in [(1.0, 0.0), (-1.0, 0.0), (1.0, -1.0)] {
        let answer = parts(hit(&wall, [-1.0, y, z], X));
        assert_eq!(answer, (3.0, vec3(2.0, y, z), BACK, Started::Apart));
        assert!(is_missed(&wall, [-1.0, y + y * f32::EPSILON, z], X));
    }
    // From within the face, along it: touching from the start to the end.
    let within = hit(&wall, [3.0, 1.0, 0.0], X);
    assert_eq!(parts(within), (0.0, vec3(3.0, 1.0, 0.0), Vec3::Y, Started::Touching));
}

#[test]
fn a_ray_in_the_plane_of_a_triangle_comes_through_an_edge() {
    let triangle = Triangle3::new([2.0, -1.0, 0.0], [2.0, 1.0, 0.0], [4.0, 0.0, 0.0]);
    let answer = parts(hit(&triangle, [0.0, 0.5, 0.0], X));
    assert_eq!(answer, (2.0, vec3(2.0, 0.5, 0.0), BACK, Started::Apart));
    assert!(is_missed(&triangle, [0.0, 0.5, 1e-45], X), "beside the plane");
    assert!(is_missed(&triangle, [0.0, 1.0000001, 0.0], X));
    let corner = hit(&triangle, [0.0, 1.0, 0.0], X);
    assert_eq!((corner.fraction, corner.point), (2.0, vec3(2.0, 1.0, 0.0)));
    // A start within has the normal of the plane, which is turned neither way.
    let within = hit(&triangle, [2.5, 0.0, 0.0], X);
    assert_eq!(
        (within.fraction, within.started, within.normal.abs()),
        (0.0, Started::Touching, Vec3::Z)
    );
    // From either side, the plane's normal is against the way.
    for z in [1.0, -1.0] {
        let through = hit(&triangle, [2.5, 0.0, 3.0 * z], [0.0, 0.0, -z]);
        assert_eq!((through.fraction, through.normal), (3.0, Vec3::Z * z));
    }
    // A triangle on a line is a segment.
    let thin = Triangle3::new([3.0, 0.0, 0.0], [2.0, 0.0, 0.0], [4.0, 0.0, 0.0]);
    assert_eq!(parts(hit(&thin, [0.0; 3], X)), (2.0, vec3(2.0, 0.0, 0.0), BACK, Started::Apart));
    assert_eq!(hit(&thin, [3.5, 1.0, 0.0], [0.0, -1.0, 0.0]).normal, Vec3::Y);
}

#[test]
fn a_start_on_the_surface_touches_and_inside_overlaps() {
    let solids: [Shape3; 5] = [
        Aabb3::new([-1.0; 3], [1.0; 3]).into(),
        Sphere3::new([0.0; 3], 1.0).into(),
        Capsule3::new([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], 1.0).into(),
        ConvexHull3::new(Aabb3::new([-1.0; 3], [1.0; 3]).corners()).into(),
        HalfSpace3::new(X, 1.0).into(),
    ];
    for solid in solids {
        for direction in [X, [-1.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.5, 1.0, 0.0]] {
            let on = hit(&solid, [1.0, 0.0, 0.0], direction);
            let expected = (0.0, Vec3::X, Vec3::X, Started::Touching);
            assert_eq!(parts(on), expected, "{} {direction:?}", solid.kind());
        }
        let inside = hit(&solid, [0.5, 0.0, 0.0], [0.0, 0.0, 5.0]);
        let expected = (0.0, vec3(0.5, 0.0, 0.0), Vec3::NEG_Z, Started::Overlapping);
        assert_eq!(parts(inside), expected, "{}", solid.kind());
        // A segment without length is a point.
        let still = solid.segment_cast(&Segment3::new(X, X)).expect("a hit");
        assert_eq!(parts(still), (0.0, Vec3::X, Vec3::X, Started::Touching), "{}", solid.kind());
        let far = [1.0_f32.next_up(), 0.0, 0.0];
        assert_eq!(solid.segment_cast(&Segment3::new(far, far)), None);
    }
    let plane = Plane3::new([0.0, 2.0, 0.0], 0.0);
    let lying = hit(&plane, [5.0, 0.0, 0.0], X);
    assert_eq!(
        (lying.fraction, lying.started, lying.normal.abs()),
        (0.0, Started::Touching, Vec3::Y)
    );
    let through = hit(&plane, [5.0, 0.0, 0.0], [1.0, 1.0, 0.0]);
    assert_eq!((through.fraction, through.normal), (0.0, Vec3::NEG_Y), "against the way");
}

#[test]
fn directions_of_any_length() {
    let ball = Sphere3::new([3.0, 0.0, 0.0], 1.0);
    let wall = Aabb3::new([2.0, -1.0, -1.0], [4.0, 1.0, 1.0]);
    let sheet = Triangle3::new([2.0, -1.0, -1.0], [2.0, 2.0, 0.0], [2.0, -1.0, 2.0]);
    for shape in [Shape3::from(ball), wall.into(), sheet.into()] {
        let fraction = |x: f32| hit(&shape, [0.0; 3], [x, 0.0, 0.0]).fraction;
        let powers = [1, 67, 227].map(|field: u32| f32::from_bits(field << 23));
        for x in powers {
            assert_eq!(fraction(x), 2.0 / x, "{}", shape.kind());
        }
        assert_eq!(fraction(f32::from_bits(1)), f32::MAX, "2¹⁵⁰ saturates");
        let (short, expected) = (fraction(1e-38), 2.0 / f64::from(1e-38_f32));
        assert!(f64::from(short) < expected && f64::from(short.next_up()) > expected);
        assert_eq!(fraction(f32::MAX), f32::from_bits(1 << 22), "2¹⁻¹²⁸ is a subnormal");
    }
    // Beyond the least number there is, the fraction is zero, yet the start is outside.
    let least = f32::from_bits(1);
    let near = Aabb3::new([least, -1.0, -1.0], [1.0; 3]);
    let answer = hit(&near, [0.0; 3], [4.0, 0.0, 0.0]);
    assert_eq!((answer.fraction, answer.started, answer.normal), (0.0, Started::Apart, BACK));
}

/// The fraction is the greatest number that is not late, however the true one rounds.
#[test]
fn a_third_of_the_way() {
    let wall = Aabb3::new([1.0, -1.0, -1.0], [2.0, 1.0, 1.0]);
    let third = hit(&wall, [0.0; 3], [3.0, 0.0, 0.0]).fraction;
    assert!(f64::from(third) < 1.0 / 3.0 && f64::from(third.next_up()) > 1.0 / 3.0);
    let two_thirds = hit(&wall, [0.0; 3], [1.5, 0.0, 0.0]).fraction;
    assert!(f64::from(two_thirds) < 2.0 / 3.0 && f64::from(two_thirds.next_up()) > 2.0 / 3.0);
    // Through the ball's middle along a diagonal, the root of two is irrational.
    let ball = Sphere3::new([2.0, 2.0, 0.0], 1.0);
    let entry = hit(&ball, [0.0; 3], [1.0, 1.0, 0.0]).fraction;
    let expected = 2.0 - 0.5_f64.sqrt();
    assert!(f64::from(entry) < expected && f64::from(entry.next_up()) > expected);
}
