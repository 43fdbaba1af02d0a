//! Boxes against spheres, planes and half-spaces, and boxes in boxes, by features: the distance of a
//! center from each face, and the corners.

use std::cmp::Ordering;

use asunder_jury::{Contact, Family, Kind, Rng, Shape, Side, contact, contains, pair, side};
use dashu_int::IBig;

use crate::independent::integer_box::{IntegerBox, corner3, dot, solid3};
use crate::independent::{small_box, whole};

const BOXES: [Kind; 2] = [Kind::Aabb, Kind::Obb];

/// `Less` for a gap below 0.
fn verdict(gap: Ordering) -> Contact {
    [Contact::Penetrating, Contact::Touching, Contact::Apart][(gap as i8 + 1) as usize]
}

/// The corners of a box as `point / weight`.
fn corners(solid: &IntegerBox<3>) -> Vec<([IBig; 3], IBig)> {
    let (x, rest) = solid.bounds.split_at(2);
    let (y, z) = rest.split_at(2);
    x.iter()
        .flat_map(|x| y.iter().flat_map(move |y| z.iter().filter_map(move |z| corner3([x, y, z]))))
        .collect()
}

/// The sum of the squares by which the center lies beyond the faces, against the radius.
fn contact_with_sphere(solid: &IntegerBox<3>, center: [f32; 3], radius: f32) -> Contact {
    let center = center.map(|x| whole(x) << 1);
    let beyond = || solid.bounds.iter().map(|bound| dot(&bound.normal, &center) - &bound.offset);
    if radius == 0.0 {
        let signs = beyond().map(|value| value.cmp(&IBig::ZERO));
        return verdict(signs.fold(Ordering::Less, Ordering::max));
    }
    let normal = &solid.bounds[0].normal;
    let square = (whole(radius) << 1) * (whole(radius) << 1) * dot(normal, normal);
    let sum: IBig = beyond().filter(|value| *value > IBig::ZERO).map(|value| &value * &value).sum();
    verdict(sum.cmp(&square))
}

#[test]
fn spheres_against_boxes_are_judged_alike() {
    let mut rng = Rng::new(31);
    for family in Family::ALL {
        for kind in BOXES {
            for round in [Kind::Sphere, Kind::Point] {
                for _ in 0..50 {
                    let (a, b) = pair::<3>(family, round, kind, &mut rng);
                    let (center, radius) = match a {
                        Shape::Sphere { center, radius } => (center, radius),
                        Shape::Point(point) => (point, 0.0),
                        _ => unreachable!("a sphere or a point"),
                    };
                    let expected = contact_with_sphere(&solid3(&b), center, radius);
                    assert_eq!(contact(&a, &b), expected, "{}: {a:?} {b:?}", family.name());
                }
            }
        }
    }
}

#[test]
fn planes_against_boxes_are_judged_alike() {
    let mut rng = Rng::new(32);
    for family in Family::ALL {
        for kind in BOXES {
            for _ in 0..50 {
                let (shape, plane) = pair::<3>(family, kind, Kind::Plane, &mut rng);
                let Shape::Plane { normal, offset } = plane else { unreachable!("a plane") };
                let whole_normal = normal.map(whole);
                let level = whole(offset) << 301;
                let corners = corners(&solid3(&shape));
                let heights = corners
                    .iter()
                    .map(|(point, weight)| dot(&whole_normal, point).cmp(&(&level * weight)));
                let lowest = heights.clone().fold(Ordering::Greater, Ordering::min);
                let highest = heights.fold(Ordering::Less, Ordering::max);

                let text = format!("{}: {shape:?} {plane:?}", family.name());
                let half_space = Shape::HalfSpace { normal, offset };
                let expected_side = match (lowest, highest) {
                    (Ordering::Greater, _) => Side::Front,
                    (_, Ordering::Less) => Side::Back,
                    _ => Side::Straddling,
                };
                assert_eq!(
                    contact(&shape, &plane),
                    verdict(lowest.max(highest.reverse())),
                    "{text}"
                );
                assert_eq!(contact(&shape, &half_space), verdict(lowest), "{text}");
                assert_eq!(side(&shape, normal, offset), expected_side, "{text}");
                assert_eq!(contains(&half_space, &shape), highest != Ordering::Greater, "{text}");
            }
        }
    }
}

/// Whether a box contains the corners of another, and so the other.
fn contains_corners(a: &IntegerBox<3>, b: &IntegerBox<3>) -> bool {
    corners(b).iter().all(|(point, weight)| {
        a.bounds.iter().all(|bound| dot(&bound.normal, point) <= &bound.offset * weight)
    })
}

#[test]
fn boxes_within_boxes_are_judged_alike() {
    let mut rng = Rng::new(33);
    let rotations =
        [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 2.0], [1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]];
    let mut held = 0;
    for _ in 0..3000 {
        let mut a = small_box(&mut rng, &rotations);
        if let Shape::Obb { half_extents, .. } = &mut a {
            *half_extents = half_extents.map(|half| half * 2.0);
        }
        let b = small_box(&mut rng, &rotations);
        let expected = contains_corners(&solid3(&a), &solid3(&b));
        held += usize::from(expected);
        assert_eq!(contains(&a, &b), expected, "{a:?} {b:?}");
    }
    assert!(held > 100, "{held} held");
}
