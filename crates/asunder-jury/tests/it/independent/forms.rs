//! One set in several representations, for which every answer must be the same.
//!
//! A box is also a hull, a parallelepiped and a frustum; a moving sphere sweeps a capsule. The forms
//! reach the oracle as corners, as edges, as inequalities, so that a mistake in one of them shows.

use asunder_jury::{
    Family, Frustum, Kind, Planes, Points, Rng, Shape, cast_hits, contact, containment, motion,
    pair, penetrates, sweep_penetrates,
};
use std::array::from_fn;

use crate::independent::whole;

/// The same set in other representations, as far as its numbers allow.
fn forms<const D: usize>(shape: &Shape<D>) -> Vec<Shape<D>> {
    let hull = |points: &[[f32; D]]| Shape::ConvexHull(Points::new(points));
    let bounds =
        |planes: &[([f32; D], f32)]| Shape::Frustum(Frustum::HalfSpaces(Planes::new(planes)));
    let axis =
        |i: usize, length: f32| -> [f32; D] { from_fn(|j| if i == j { length } else { 0.0 }) };
    match *shape {
        Shape::Point(point) => vec![
            Shape::Sphere { center: point, radius: 0.0 },
            Shape::Capsule { a: point, b: point, radius: 0.0 },
            Shape::Segment { a: point, b: point },
            Shape::Triangle { a: point, b: point, c: point },
            Shape::Aabb { min: point, max: point },
            Shape::Parallelepiped { center: point, edges: [[0.0; D]; D] },
            hull(&[point]),
        ],
        Shape::Sphere { center, radius } => vec![Shape::Capsule { a: center, b: center, radius }],
        Shape::Aabb { min, max } => {
            let corner = |corner: usize| -> [f32; D] {
                from_fn(|i| if corner >> i & 1 == 0 { min[i] } else { max[i] })
            };
            let corners: Vec<_> = (0..1 << D).map(corner).collect();
            let mut sides = Vec::new();
            for i in 0..D {
                // Any length of a normal will do, while the product of it and the offset is exact.
                let (low, high) = (min[i] * 2.0, max[i] * 0.5);
                sides.push(if low / 2.0 == min[i] && low.is_finite() {
                    (axis(i, -2.0), -low)
                } else {
                    (axis(i, -1.0), -min[i])
                });
                sides.push(if high * 2.0 == max[i] {
                    (axis(i, 0.5), high)
                } else {
                    (axis(i, 1.0), max[i])
                });
            }
            vec![hull(&corners), bounds(&sides)]
        }
        Shape::Obb { center, half_extents, .. } if half_extents == [0.0; D] => {
            vec![Shape::Point(center)]
        }
        // Turned the other way round the long way: the same rotation.
        Shape::Obb { center, half_extents, rotation } => {
            let rotation = rotation.map(|x| -x);
            vec![Shape::Obb { center, half_extents, rotation }]
        }
        Shape::Plane { normal, offset } => {
            vec![bounds(&[(normal, offset), (normal.map(|x| -x), -offset)])]
        }
        Shape::HalfSpace { normal, offset } => vec![bounds(&[(normal, offset), (normal, offset)])],
        Shape::Segment { a, b } => vec![
            hull(&[b, a]),
            Shape::Capsule { a, b, radius: 0.0 },
            Shape::Triangle { a: b, b: a, c: b },
        ],
        Shape::Ray { .. } => Vec::new(),
        Shape::Capsule { a, b, radius } => vec![Shape::Capsule { a: b, b: a, radius }],
        Shape::Triangle { a, b, c } => vec![hull(&[c, a, b, a])],
        Shape::Parallelepiped { center, edges } => {
            let edges = from_fn(|i| edges[(i + 1) % D].map(|x| -x));
            vec![Shape::Parallelepiped { center, edges }]
        }
        Shape::ConvexHull(points) => {
            let reversed: Vec<_> = points.iter().rev().copied().collect();
            vec![hull(&reversed)]
        }
        Shape::Frustum(Frustum::HalfSpaces(planes)) => {
            let reversed: Vec<_> = planes.iter().rev().copied().collect();
            vec![bounds(&reversed)]
        }
        // The other end of the range of a quaternion.
        Shape::Frustum(Frustum::Perspective { origin, rotation, slopes, near, far }) => {
            let rotation = rotation.map(|x| -x);
            vec![Shape::Frustum(Frustum::Perspective { origin, rotation, slopes, near, far })]
        }
        Shape::Frustum(Frustum::Projection { .. }) => Vec::new(),
    }
}

fn verdicts_agree<const D: usize>(count: usize) {
    let mut rng = Rng::new(41);
    let mut compared = 0;
    for family in Family::ALL {
        for kind in Kind::ALL {
            for other in Kind::ALL {
                for _ in 0..count {
                    let (a, b) = pair::<D>(family, kind, other, &mut rng);
                    let step = motion(family, &a, &b, &mut rng);
                    let answers = |a: &Shape<D>| {
                        (
                            contact(a, &b),
                            containment(a, &b),
                            containment(&b, a),
                            cast_hits(a, step, &b),
                            sweep_penetrates(a, step, &b),
                        )
                    };
                    let expected = answers(&a);
                    let back = step.map(|x| -x);
                    assert_eq!(contact(&b, &a), expected.0, "{a:?} {b:?}");
                    assert_eq!(cast_hits(&b, back, &a), expected.3, "{a:?} {step:?} {b:?}");
                    for disguise in forms(&a) {
                        compared += 1;
                        let found = answers(&disguise);
                        let name = family.name();
                        assert_eq!(found, expected, "{name}: {a:?} {disguise:?} {step:?} {b:?}");
                    }
                }
            }
        }
    }
    assert!(compared > 1000 * count, "{compared}");
}

#[test]
fn one_set_in_several_forms_is_judged_alike() {
    verdicts_agree::<2>(crate::independent::times());
    verdicts_agree::<3>(crate::independent::times());
}

/// The sweep of a point or a sphere is a segment or a capsule.
#[test]
fn sweeps_are_judged_like_what_they_pass() {
    fn check<const D: usize>() -> [usize; 2] {
        let mut rng = Rng::new(42);
        let mut seen = [0; 2];
        for family in Family::ALL {
            for round in [Kind::Point, Kind::Sphere] {
                for other in Kind::ALL {
                    for _ in 0..5 * crate::independent::times() {
                        let (mover, obstacle) = pair::<D>(family, round, other, &mut rng);
                        let step = motion(family, &mover, &obstacle, &mut rng);
                        let (a, radius) = match mover {
                            Shape::Sphere { center, radius } => (center, radius),
                            Shape::Point(point) => (point, 0.0),
                            _ => unreachable!("a point or a sphere"),
                        };
                        let b: [f32; D] = from_fn(|i| a[i] + step[i]);
                        let is_exact = |i: usize| whole(b[i]) - whole(a[i]) == whole(step[i]);
                        if !b.iter().all(|x| x.is_finite()) || !(0..D).all(is_exact) {
                            continue;
                        }
                        let passed = Shape::Capsule { a, b, radius };
                        let through = sweep_penetrates(&mover, step, &obstacle);
                        seen[usize::from(through)] += 1;
                        assert_eq!(
                            through,
                            penetrates(&passed, &obstacle),
                            "{mover:?} {step:?} {obstacle:?}"
                        );
                        // Only a touch at the start tells a hit from a meeting with all of it.
                        let meets = contact(&passed, &obstacle) != asunder_jury::Contact::Apart;
                        if contact(&mover, &obstacle) != asunder_jury::Contact::Touching {
                            assert_eq!(
                                cast_hits(&mover, step, &obstacle),
                                meets,
                                "{mover:?} {step:?} {obstacle:?}"
                            );
                        }
                    }
                }
            }
        }
        seen
    }
    for seen in [check::<2>(), check::<3>()] {
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }
}
