//! Shapes in small integers as lists of corners, decided by enumeration: every plane through corners of
//! the difference, every face of up to three of them. Ties are common.

use std::array::from_fn;
use std::cmp::Ordering;

use asunder_jury::{
    Contact, Kind, Points, Rng, Shape, cast_hits, contact, contains, sweep_penetrates,
};

use crate::independent::cones::{choices, determinant, dot, in_cone};

/// The factor that makes all coordinates of rotated boxes integers.
const SCALE: i128 = 10;
/// The length of rays here, beyond all that they can meet.
const RAY_LENGTH: i128 = 64;

/// The hull of the corners, grown by the radius.
struct RoundedHull<const D: usize> {
    corners: Vec<[i128; D]>,
    radius: i128,
}

fn round<const D: usize>(shape: &Shape<D>) -> RoundedHull<D> {
    let whole = |v: f32| v as i128 * SCALE;
    let point = |p: [f32; D]| p.map(whole);
    let corners_of = |center: [i128; D], edges: [[i128; D]; D]| {
        let corner = |corner: usize| -> [i128; D] {
            from_fn(|i| {
                (0..D).fold(center[i], |sum, k| {
                    if corner >> k & 1 == 0 { sum - edges[k][i] } else { sum + edges[k][i] }
                })
            })
        };
        (0..1 << D).map(corner).collect()
    };
    let mut radius_of = 0;
    let corners = match *shape {
        Shape::Point(p) => vec![point(p)],
        Shape::Sphere { center, radius } => {
            radius_of = whole(radius);
            vec![point(center)]
        }
        Shape::Capsule { a, b, radius } => {
            radius_of = whole(radius);
            vec![point(a), point(b)]
        }
        Shape::Aabb { min, max } => {
            let (low, high) = (point(min), point(max));
            let corner =
                |corner: usize| from_fn(|i| if corner >> i & 1 == 0 { low[i] } else { high[i] });
            (0..1 << D).map(corner).collect()
        }
        Shape::Obb { center, half_extents, rotation } => {
            let [x, y, z, w] = rotation.map(|v| v as i128);
            let axes = if D == 2 {
                vec![vec![x, y], vec![-y, x]]
            } else {
                vec![
                    vec![w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
                    vec![2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
                    vec![2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
                ]
            };
            let square = x * x + y * y + z * z + w * w;
            // In the plane a turn by (3, 4) has the length 5.
            let length = if D == 2 && square == 25 { 5 } else { square };
            assert!(SCALE % length == 0);
            let edge = |i: usize, j: usize| whole(half_extents[i]) * axes[i][j] / length;
            corners_of(point(center), from_fn(|i| from_fn(|j| edge(i, j))))
        }
        Shape::Parallelepiped { center, edges } => corners_of(point(center), edges.map(point)),
        Shape::Segment { a, b } => vec![point(a), point(b)],
        Shape::Ray { origin, direction } => {
            let (start, along) = (point(origin), point(direction));
            vec![start, from_fn(|i| start[i] + RAY_LENGTH * along[i])]
        }
        Shape::Triangle { a, b, c } => vec![point(a), point(b), point(c)],
        Shape::ConvexHull(points) => points.iter().map(|p| point(*p)).collect(),
        Shape::Plane { .. } | Shape::HalfSpace { .. } | Shape::Frustum(_) => {
            unreachable!("not drawn here")
        }
    };
    RoundedHull { corners, radius: radius_of }
}

/// Whether 0 belongs to the hull of the points.
fn in_hull<const D: usize>(points: &[[i128; D]]) -> bool {
    let lifted: Vec<Vec<i128>> =
        points.iter().map(|p| p.iter().copied().chain([1]).collect()).collect();
    let top: Vec<i128> = (0..=D).map(|i| i128::from(i == D)).collect();
    in_cone(&top, &lifted)
}

/// The square of the distance of 0 from the hull, as a fraction: the least of those from corners,
/// edges and triangles in whose inside the foot of the perpendicular lies.
fn square_of_distance<const D: usize>(points: &[[i128; D]]) -> (i128, i128) {
    let points: Vec<Vec<i128>> = points.iter().map(|p| p.to_vec()).collect();
    let mut least = (i128::MAX, 1);
    for size in 1..=D {
        choices(&points, size, &mut |chosen| {
            let from = chosen[0];
            let across: Vec<Vec<i128>> = chosen[1..]
                .iter()
                .map(|p| p.iter().zip(from).map(|(x, y)| x - y).collect())
                .collect();
            let gram: Vec<Vec<i128>> =
                across.iter().map(|u| across.iter().map(|v| dot(u, v)).collect()).collect();
            let whole = determinant(&gram);
            if whole == 0 {
                return false;
            }
            let heights: Vec<i128> = across.iter().map(|u| -dot(u, from)).collect();
            // Cramer's rule.
            let shares: Vec<i128> = (0..across.len())
                .map(|k| {
                    let mut replaced = gram.clone();
                    for (row, height) in replaced.iter_mut().zip(&heights) {
                        row[k] = *height;
                    }
                    determinant(&replaced)
                })
                .collect();
            if shares.iter().all(|s| *s >= 0) && shares.iter().sum::<i128>() <= whole {
                let square = dot(from, from) * whole
                    - shares.iter().zip(&heights).map(|(s, h)| s * h).sum::<i128>();
                if least.0 == i128::MAX || square * least.1 < least.0 * whole {
                    least = (square, whole);
                }
            }
            false
        });
    }
    least
}

fn difference<const D: usize>(
    a: &RoundedHull<D>,
    b: &RoundedHull<D>,
    factor: i128,
) -> Vec<[i128; D]> {
    let mut points: Vec<_> = a
        .corners
        .iter()
        .flat_map(|p| b.corners.iter().map(move |q| from_fn(|i| (p[i] - q[i]) * factor)))
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}

fn contact_of<const D: usize>(points: &[[i128; D]], radius: i128) -> Contact {
    if in_hull(points) {
        let rays: Vec<Vec<i128>> = points.iter().map(|p| p.to_vec()).collect();
        let within = |i: usize, sign: i128| {
            let axis: Vec<i128> = (0..D).map(|j| if i == j { sign } else { 0 }).collect();
            in_cone(&axis, &rays)
        };
        let interior = radius > 0 || (0..D).all(|i| within(i, 1) && within(i, -1));
        return if interior { Contact::Penetrating } else { Contact::Touching };
    }
    let (square, divisor) = square_of_distance(points);
    match square.cmp(&(radius * radius * divisor)) {
        Ordering::Less => Contact::Penetrating,
        Ordering::Equal => Contact::Touching,
        Ordering::Greater => Contact::Apart,
    }
}

/// The points, and those moved by the motion.
fn swept<const D: usize>(points: &[[i128; D]], motion: &[i128; D]) -> Vec<[i128; D]> {
    let moved = points.iter().map(|p| from_fn(|i| p[i] + motion[i]));
    let mut all: Vec<_> = points.iter().copied().chain(moved).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn hits<const D: usize>(a: &RoundedHull<D>, motion: [i128; D], b: &RoundedHull<D>) -> bool {
    let (points, radius) = (difference(a, b, 1), a.radius + b.radius);
    if motion == [0; D] {
        return contact_of(&points, radius) != Contact::Apart;
    }
    match contact_of(&points, radius) {
        Contact::Apart => contact_of(&swept(&points, &motion), radius) != Contact::Apart,
        Contact::Penetrating => true,
        Contact::Touching if radius == 0 => {
            let rays: Vec<Vec<i128>> = points.iter().map(|p| p.to_vec()).collect();
            in_cone(&motion.map(|x| -x), &rays)
        }
        // Whether they still meet after a small part of the way: in these numbers a small enough
        // one.
        Contact::Touching => {
            const PART: i128 = 64;
            let points = difference(a, b, PART);
            let moved: Vec<[i128; D]> =
                points.iter().map(|p| from_fn(|i| p[i] + motion[i])).collect();
            contact_of(&moved, radius * PART) != Contact::Apart
        }
    }
}

/// A shape in small whole numbers.
fn small<const D: usize>(kind: Kind, rng: &mut Rng) -> Shape<D> {
    let mut point =
        |reach: usize| -> [f32; D] { from_fn(|_| rng.below(2 * reach + 1) as f32 - reach as f32) };
    match kind {
        Kind::Point => Shape::Point(point(3)),
        Kind::Sphere => Shape::Sphere { center: point(4), radius: point(2)[0].abs() },
        Kind::Aabb => {
            let (p, q) = (point(3), point(3));
            let low = |i: usize| if p[i] < q[i] { p[i] } else { q[i] };
            let high = |i: usize| if p[i] < q[i] { q[i] } else { p[i] };
            Shape::Aabb { min: from_fn(low), max: from_fn(high) }
        }
        Kind::Obb => {
            let (center, half_extents) = (point(3), point(2).map(f32::abs));
            let turns = if D == 2 {
                [[1.0, 0.0, 0.0, 0.0], [3.0, 4.0, 0.0, 0.0], [4.0, -3.0, 0.0, 0.0]]
            } else {
                [[0.0, 0.0, 1.0, 2.0], [1.0, 0.0, 0.0, 1.0], [0.0, 2.0, 0.0, 1.0]]
            };
            Shape::Obb { center, half_extents, rotation: turns[rng.below(3)] }
        }
        Kind::Segment => Shape::Segment { a: point(3), b: point(3) },
        Kind::Ray => {
            let (origin, mut direction) = (point(4), point(2));
            if direction == [0.0; D] {
                direction[0] = 1.0;
            }
            Shape::Ray { origin, direction }
        }
        Kind::Capsule => Shape::Capsule { a: point(4), b: point(4), radius: point(2)[0].abs() },
        Kind::Triangle => Shape::Triangle { a: point(3), b: point(3), c: point(3) },
        Kind::Parallelepiped => {
            Shape::Parallelepiped { center: point(3), edges: from_fn(|_| point(1)) }
        }
        Kind::ConvexHull => {
            let points: [[f32; D]; 5] = from_fn(|_| point(3));
            Shape::ConvexHull(Points::new(&points))
        }
        Kind::Plane | Kind::HalfSpace | Kind::Frustum => unreachable!("not drawn here"),
    }
}

const KINDS: [Kind; 10] = [
    Kind::Point,
    Kind::Sphere,
    Kind::Aabb,
    Kind::Obb,
    Kind::Segment,
    Kind::Ray,
    Kind::Capsule,
    Kind::Triangle,
    Kind::Parallelepiped,
    Kind::ConvexHull,
];

fn verdicts_agree<const D: usize>(count: usize) {
    let mut rng = Rng::new(51 + D as u64);
    let (mut contacts, mut hit, mut held) = ([0; 3], [0; 2], [0; 2]);
    for kind in KINDS {
        for other in KINDS {
            for _ in 0..count {
                let (a, b) = (small::<D>(kind, &mut rng), small::<D>(other, &mut rng));
                let (x, y) = (round(&a), round(&b));
                let radius = x.radius + y.radius;
                let points = difference(&x, &y, 1);
                let expected = contact_of(&points, radius);
                contacts[expected as usize] += 1;
                assert_eq!(contact(&a, &b), expected, "{a:?} {b:?}");

                if y.radius == 0 && other != Kind::Ray {
                    let expected = y.corners.iter().all(|corner| {
                        let corner = RoundedHull { corners: vec![*corner], radius: 0 };
                        contact_of(&difference(&x, &corner, 1), x.radius) != Contact::Apart
                    });
                    held[usize::from(expected)] += 1;
                    assert_eq!(contains(&a, &b), expected, "{a:?} {b:?}");
                }

                // Corners twice over are too many to try all of.
                let step: [f32; D] = from_fn(|_| rng.below(7) as f32 - 3.0);
                let motion = step.map(|x| x as i128 * SCALE);
                if points.len() <= 20 && (radius == 0 || (kind != Kind::Ray && other != Kind::Ray))
                {
                    let expected = hits(&x, motion, &y);
                    hit[usize::from(expected)] += 1;
                    assert_eq!(cast_hits(&a, step, &b), expected, "{a:?} {step:?} {b:?}");
                    let expected =
                        contact_of(&swept(&points, &motion), radius) == Contact::Penetrating;
                    assert_eq!(sweep_penetrates(&a, step, &b), expected, "{a:?} {step:?} {b:?}");
                }
            }
        }
    }
    assert!(contacts.iter().all(|seen| *seen > 2 * count), "{contacts:?}");
    assert!(hit.iter().chain(&held).all(|seen| *seen > count / 2), "{hit:?} {held:?}");
}

#[test]
fn small_shapes_in_the_plane_are_judged_alike() {
    verdicts_agree::<2>(60 * crate::independent::times());
}

#[test]
fn small_shapes_in_space_are_judged_alike() {
    verdicts_agree::<3>(8 * crate::independent::times());
}
