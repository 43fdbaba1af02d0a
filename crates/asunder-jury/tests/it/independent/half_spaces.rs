//! Boxes as intersections of half-spaces, which are nonempty exactly if some of the planes meet in a
//! point of them. No separating axis, no nearest point.

use asunder_jury::{Contact, Family, Kind, Rng, Shape, contact, pair};
use dashu_int::IBig;

use crate::independent::integer_box::{
    IntegerBox, corner2, corner3, determinant, dot, solid2, solid3,
};
use crate::independent::small_box;

/// The contact of two boxes, from every intersection point of their planes.
fn verdict<const D: usize>(
    a: &IntegerBox<D>,
    b: &IntegerBox<D>,
    crossings: impl Iterator<Item = ([IBig; D], IBig)>,
    spans: bool,
) -> Contact {
    let bounds: Vec<_> = a.bounds.iter().chain(&b.bounds).collect();
    let corners: Vec<_> = crossings
        .filter(|(point, weight)| {
            bounds.iter().all(|bound| dot(&bound.normal, point) <= &bound.offset * weight)
        })
        .collect();
    if corners.is_empty() {
        return Contact::Apart;
    }
    // 0 is interior to a - b exactly if the two together are thick in all directions and the
    // common part, of which the corners are all the corners, reaches within every bound of either
    // that has any thickness behind it.
    let within = bounds.iter().filter(|bound| !bound.flat).all(|bound| {
        corners.iter().any(|(point, weight)| dot(&bound.normal, point) < &bound.offset * weight)
    });
    if spans && within { Contact::Penetrating } else { Contact::Touching }
}

fn contact3(a: &Shape<3>, b: &Shape<3>) -> Contact {
    let (a, b) = (solid3(a), solid3(b));
    let bounds: Vec<_> = a.bounds.iter().chain(&b.bounds).collect();
    let triples =
        (0..bounds.len()).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k])));
    let crossings = triples.filter_map(|triple| corner3(triple.map(|i| bounds[i])));
    let thick: Vec<_> = a.thick.iter().chain(&b.thick).collect();
    let spans = thick
        .iter()
        .any(|u| thick.iter().any(|v| thick.iter().any(|w| determinant(u, v, w) != IBig::ZERO)));
    verdict(&a, &b, crossings, spans)
}

fn contact2(a: &Shape<2>, b: &Shape<2>) -> Contact {
    let (a, b) = (solid2(a), solid2(b));
    let bounds: Vec<_> = a.bounds.iter().chain(&b.bounds).collect();
    let couples = (0..bounds.len()).flat_map(|i| (0..i).map(move |j| [i, j]));
    let crossings = couples.filter_map(|couple| corner2(couple.map(|i| bounds[i])));
    let thick: Vec<_> = a.thick.iter().chain(&b.thick).collect();
    let spans = thick.iter().any(|u| thick.iter().any(|v| &u[0] * &v[1] != &u[1] * &v[0]));
    verdict(&a, &b, crossings, spans)
}

#[test]
fn boxes_of_every_family_are_judged_alike() {
    let mut rng = Rng::new(11);
    for family in Family::ALL {
        for (kind_a, kind_b) in
            [(Kind::Obb, Kind::Obb), (Kind::Aabb, Kind::Obb), (Kind::Aabb, Kind::Aabb)]
        {
            for _ in 0..12 {
                let (a, b) = pair::<3>(family, kind_a, kind_b, &mut rng);
                let expected = contact3(&a, &b);
                assert_eq!(contact(&a, &b), expected, "{}: {a:?} {b:?}", family.name());
            }
        }
    }
}

#[test]
fn boxes_in_small_numbers_are_judged_alike() {
    let mut rng = Rng::new(12);
    let rotations = [
        [0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0, 2.0],
        [1.0, 0.0, 0.0, 2.0],
        [1.0, 1.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, 1.0],
    ];
    let mut seen = [0; 3];
    for _ in 0..600 {
        let (a, b) = (small_box(&mut rng, &rotations), small_box(&mut rng, &rotations));
        let expected = contact3(&a, &b);
        seen[expected as usize] += 1;
        assert_eq!(contact(&a, &b), expected, "{a:?} {b:?}");
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn rectangles_in_small_numbers_are_judged_alike() {
    let mut rng = Rng::new(13);
    let rotations = [
        [1.0, 0.0, 0.0, 0.0],
        [3.0, 4.0, 0.0, 0.0],
        [-4.0, 3.0, 0.0, 0.0],
        [5.0, -12.0, 0.0, 0.0],
        [8.0, 15.0, 0.0, 0.0],
    ];
    let mut seen = [0; 3];
    for _ in 0..5000 {
        let (a, b) = (small_box(&mut rng, &rotations), small_box(&mut rng, &rotations));
        let expected = contact2(&a, &b);
        seen[expected as usize] += 1;
        assert_eq!(contact(&a, &b), expected, "{a:?} {b:?}");
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}
