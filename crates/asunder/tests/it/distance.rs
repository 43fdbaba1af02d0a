//! Distance and closest points: the laws of all pairs, and the true distance by other means.

pub(crate) mod brute;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{ClosestPoints, Shape};
use asunder_jury::{Contact, Family, Kind, Rng, Shape as Judged, contact, pair};

fn holds_the_laws<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) {
    let (x, y): (Shape<V>, Shape<V>) = (V::shape(a), V::shape(b));
    let distance = x.distance(&y).expect("finite");
    let intersects = contact(a, b) != Contact::Apart;
    assert_eq!(distance == 0.0, intersects, "{distance:e}: {a:?} {b:?}");
    assert!((0.0..=f32::MAX).contains(&distance), "{distance:e}: {a:?} {b:?}");
    let swapped = y.distance(&x).expect("finite");
    assert_eq!(distance.to_bits(), swapped.to_bits(), "{a:?} {b:?}");
    let points = x.closest_points(&y);
    if x.is_bounded() || y.is_bounded() {
        assert_eq!(points.is_none(), intersects, "{a:?} {b:?}");
    }
    assert_eq!(
        points,
        y.closest_points(&x).map(|near| ClosestPoints { on_a: near.on_b, on_b: near.on_a }),
        "{a:?} {b:?}"
    );
}

fn family(family: Family) {
    let mut rng = Rng::new(0xD1 + family as u64);
    for _ in 0..rounds() {
        for &a in &Kind::ALL {
            for &b in &Kind::ALL {
                let (x, y) = pair::<3>(family, a, b, &mut rng);
                holds_the_laws::<3, Vec3>(&x, &y);
                let (x, y) = pair::<2>(family, a, b, &mut rng);
                holds_the_laws::<2, Vec2>(&x, &y);
            }
        }
    }
}

fn rounds() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 50 } else { 3 }
}

#[test]
fn every_family_holds_the_laws() {
    for it in Family::ALL {
        family(it);
    }
}

/// Kinds whose corners are few enough for brute force.
pub(crate) const SMALL: [Kind; 8] = [
    Kind::Point,
    Kind::Sphere,
    Kind::Aabb,
    Kind::Obb,
    Kind::Segment,
    Kind::Capsule,
    Kind::Triangle,
    Kind::Parallelepiped,
];

fn is_near_the_true_distance<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) -> bool {
    let Some((gap, size)) = brute::gap(a, b).filter(|(gap, size)| *gap > 1e-9 * size) else {
        return false;
    };
    let distance = V::shape(a).distance(&V::shape(b)).expect("finite");
    let (found, noise) = (f64::from(distance), 1e-12 * size);
    assert!(found <= gap + noise, "{found} is above {gap}: {a:?} {b:?}");
    assert!(found * (1.0 + 2.4e-7) + noise >= gap, "{found} is below {gap}: {a:?} {b:?}");
    let Some(near) = V::shape(a).closest_points(&V::shape(b)) else { unreachable!("apart") };
    let (p, q) = (near.on_a.to_array(), near.on_b.to_array());
    let square =
        (0..D).map(|t| f64::from(p[t]) - f64::from(q[t])).map(|way| way * way).sum::<f64>();
    let largest = (0..D).map(|t| p[t].abs().max(q[t].abs())).fold(0.0, f32::max);
    let rounding = f64::from(largest) * 3e-7 + noise;
    assert!((square.sqrt() - gap).abs() <= rounding, "{p:?} {q:?} for {gap}: {a:?} {b:?}");
    true
}

#[test]
fn distances_are_the_true_ones() {
    let mut judged = 0;
    for family in [Family::Game, Family::Yaw, Family::NearParallel4, Family::NearTouch] {
        let mut rng = Rng::new(0xB0 + family as u64);
        for a in SMALL {
            for b in SMALL {
                for _ in 0..3 {
                    let (x, y) = pair::<3>(family, a, b, &mut rng);
                    judged += usize::from(is_near_the_true_distance::<3, Vec3>(&x, &y));
                    let (x, y) = pair::<2>(family, a, b, &mut rng);
                    judged += usize::from(is_near_the_true_distance::<2, Vec2>(&x, &y));
                }
            }
        }
    }
    assert!(judged > 300, "only {judged} pairs were apart");
}

/// What is meant exactly is returned exactly.
#[test]
fn whole_numbers_stay_whole() {
    let a = Sphere3::new([0.0, 0.0, 0.0], 1.0);
    let b = Sphere3::new([3.0, 4.0, 0.0], 2.0);
    assert_eq!(a.distance(&b), 2.0);
    let still = [0.0, 0.0, 0.0, 1.0];
    let cube = Obb3::new([7.0, 0.5, 0.0], [1.0; 3], still);
    assert_eq!(a.distance(&cube), 5.0);
    // A quarter turn about z: two wide, one high.
    let turned = Obb3::new([0.0; 3], [1.0, 2.0, 3.0], [0.0, 0.0, 0.7, 0.7]);
    let beside = Aabb3::new([3.5, -9.0, 0.0], [9.0, 9.0, 1.0]);
    assert_eq!(turned.distance(&beside), 1.5);
    assert_eq!(turned.distance(&Obb3::new([6.0, 6.0, 0.0], [1.0; 3], still)), 5.0);
    let upright = Obb3::new([0.0, 4.0, 0.0], [1.0; 3], [0.0, 0.3, 0.0, 0.9]);
    assert_eq!(Aabb3::new([-9.0; 3], [9.0, 1.25, 9.0]).distance(&upright), 1.75);
    let plane = Plane3::new([0.0, 0.0, 2.0], 8.0);
    assert_eq!(plane.distance(&cube), 3.0);
    let parallel = plane.distance(&Plane3::new([0.0, 0.0, -1.0], 1.0));
    assert!((4.999_999..=5.0).contains(&parallel), "{parallel}");
    let bad = Vec3::new(f32::NAN, 0.0, 0.0);
    assert_eq!(cube.distance(&bad), None);
    assert_eq!(cube.closest_points(&bad), None);
}
