//! Penetration: the laws of all pairs, and the promise of the way out, judged exactly.

mod flats;

use crate::distance::{SMALL, brute};
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Rot2, Shape, Vector};
use asunder_jury::{Contact, Family, Kind, Rng, Shape as Judged, contact, pair, penetrates};

fn holds_the_laws<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) {
    let (x, y): (Shape<V>, Shape<V>) = (V::shape(a), V::shape(b));
    let verdict = contact(a, b);
    let (out, back) = (x.penetration(&y), y.penetration(&x));
    if !x.is_bounded() && !y.is_bounded() && !can_be_parted(a, b) {
        assert!(verdict != Contact::Apart || out.is_none(), "{a:?} {b:?}");
        return;
    }
    assert_eq!(out.is_some(), verdict != Contact::Apart, "{a:?} {b:?}");
    let (Some(out), Some(back)) = (out, back) else { return };
    assert_eq!(out.depth > 0.0, verdict == Contact::Penetrating, "{out:?} {a:?} {b:?}");
    assert!(out.depth <= f32::MAX, "{out:?} {a:?} {b:?}");
    assert_eq!(out.depth.to_bits(), back.depth.to_bits(), "{a:?} {b:?}");
    let (n, m) = (out.normal.to_array(), back.normal.to_array());
    let square = (0..D).fold(0.0, |sum, t| sum + f64::from(n[t]) * f64::from(n[t]));
    assert!((square - 1.0).abs() < 3e-7, "{out:?} {a:?} {b:?}");
    if verdict == Contact::Penetrating
        && let Some(parted) = x.parted_from(&y)
    {
        assert!(!parted.penetrates(&y), "{parted:?} {a:?} {b:?}");
    }
    for t in 0..D {
        // The hulls of the same corners are one shape, however many points they were given.
        let same =
            a == b || matches!((a, b), (Judged::ConvexHull(_), Judged::ConvexHull(_)) if n == m);
        let opposite = if same { n[t] } else { 0.0 - n[t] };
        assert_eq!(m[t].to_bits(), opposite.to_bits(), "{a:?} {b:?}");
    }
}

/// Whether two flat shapes without bounds are parallel, and not half-spaces that face the same way.
fn can_be_parted<const D: usize>(a: &Judged<D>, b: &Judged<D>) -> bool {
    let flat = |shape: &Judged<D>| match *shape {
        Judged::Plane { normal, .. } => Some((normal, false)),
        Judged::HalfSpace { normal, .. } => Some((normal, true)),
        _ => None,
    };
    let (Some((n, a_is_solid)), Some((m, b_is_solid))) = (flat(a), flat(b)) else { return false };
    // Products of two `f32` are exact in `f64`.
    let product = |s: usize, t: usize| f64::from(n[s]) * f64::from(m[t]);
    let are_parallel = (0..D).all(|t| (0..t).all(|s| product(s, t) == product(t, s)));
    let same_way = (0..D).any(|t| product(t, t) > 0.0);
    are_parallel && !(a_is_solid && b_is_solid && same_way)
}

#[test]
fn every_family_holds_the_laws() {
    let rounds = if std::env::var_os("ASUNDER_LONG").is_some() { 50 } else { 3 };
    for family in Family::ALL {
        let mut rng = Rng::new(0xE1 + family as u64);
        for _ in 0..rounds {
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
}

/// A shape moved by a vector, if its numbers can be.
fn moved<const D: usize>(shape: &Judged<D>, by: [f64; D]) -> Option<Judged<D>> {
    let mut is_exact = true;
    let mut add = |x: [f32; D]| -> [f32; D] {
        core::array::from_fn(|t| {
            let (sum, x) = (f64::from(x[t]) + by[t], f64::from(x[t]));
            // Knuth's residual: what the sum lost, then what the rounding to f32 loses.
            let lost = (x - (sum - (sum - x))) + (by[t] - (sum - x));
            is_exact &= lost == 0.0 && f64::from(sum as f32) == sum;
            sum as f32
        })
    };
    let moved = match *shape {
        Judged::Point(p) => Judged::Point(add(p)),
        Judged::Sphere { center, radius } => Judged::Sphere { center: add(center), radius },
        Judged::Aabb { min, max } => Judged::Aabb { min: add(min), max: add(max) },
        Judged::Obb { center, half_extents, rotation } => {
            Judged::Obb { center: add(center), half_extents, rotation }
        }
        Judged::Segment { a, b } => Judged::Segment { a: add(a), b: add(b) },
        Judged::Capsule { a, b, radius } => Judged::Capsule { a: add(a), b: add(b), radius },
        Judged::Triangle { a, b, c } => Judged::Triangle { a: add(a), b: add(b), c: add(c) },
        Judged::Parallelepiped { center, edges } => {
            Judged::Parallelepiped { center: add(center), edges }
        }
        _ => return None,
    };
    is_exact.then_some(moved)
}

/// The promise itself, wherever the moved shape has `f32` for its numbers: `normal · depth` parts.
fn parts_as_promised<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) -> bool {
    let Some(out) = V::shape(a).penetration(&V::shape(b)) else { return false };
    let normal = out.normal.to_array();
    let by = core::array::from_fn(|t| f64::from(normal[t]) * f64::from(out.depth));
    let Some(parted) = moved(a, by) else { return false };
    assert!(!penetrates(&parted, b), "{out:?} {a:?} {b:?}");
    // A hundredth less is too little, or the depth is not the least.
    if out.depth > f32::MIN_POSITIVE {
        let short = by.map(|x| x * 0.99);
        if let Some(short) = moved(a, short.map(|x| f64::from(x as f32))) {
            assert!(penetrates(&short, b), "{out:?} is not the least: {a:?} {b:?}");
        }
    }
    true
}

#[test]
fn the_way_out_parts_exactly() {
    let mut judged = 0;
    for family in [Family::Grid, Family::Resting, Family::Parallel, Family::Degenerate] {
        let mut rng = Rng::new(0xF1 + family as u64);
        for _ in 0..10 {
            for a in SMALL {
                for &b in &Kind::ALL {
                    let (x, y) = pair::<3>(family, a, b, &mut rng);
                    judged += usize::from(parts_as_promised::<3, Vec3>(&x, &y));
                    let (x, y) = pair::<2>(family, a, b, &mut rng);
                    judged += usize::from(parts_as_promised::<2, Vec2>(&x, &y));
                }
            }
        }
    }
    assert!(judged > 500, "only {judged} ways out had exact images");
}

/// Unit boxes that touch (parry#315): no depth, and the normal of the faces.
#[test]
fn touching_boxes_have_the_normal_of_their_faces() {
    let still = [0.0, 0.0, 0.0, 1.0];
    let b = Obb3::new([0.0; 3], [0.5; 3], still);
    for axis in 0..3 {
        for side in [-1.0_f32, 1.0] {
            let mut normal = [0.0; 3];
            normal[axis] = side;
            let a = Obb3::new(normal, [0.5; 3], still);
            let out = a.penetration(&b).expect("they touch");
            assert_eq!((out.normal.to_array(), out.depth), (normal, 0.0));
        }
    }
}

#[test]
fn known_ways_out() {
    let still = [0.0, 0.0, 0.0, 1.0];
    let cube = Obb3::new([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], still);
    let out = cube.penetration(&cube).expect("coincident");
    assert_eq!((out.normal.x.abs(), out.depth), (1.0, 2.0));
    let turned = Obb3::new([2.75, 2.0, 3.0], [3.0, 1.0, 2.0], [0.0, 0.0, 0.7, -0.7]);
    let out = turned.penetration(&cube).expect("a quarter of it is inside");
    assert_eq!((out.normal.to_array(), out.depth), ([1.0, 0.0, 0.0], 0.25));
    let ball = Sphere3::new([1.0, 2.0, 3.0], 0.5);
    let out = ball.penetration(&cube).expect("inside");
    assert_eq!((out.normal.x.abs(), out.depth), (1.0, 1.5));
    let out = ball.penetration(&ball).expect("coincident");
    assert_eq!(out.depth, 1.0);
    let plate = Aabb3::new([-1.0, 0.0, -1.0], [1.0, 0.0, 1.0]);
    let cut = Aabb3::new([-0.5, -0.25, -0.5], [0.5, 1.0, 0.5]);
    let out = cut.penetration(&plate).expect("cut by the plate");
    assert_eq!((out.normal.to_array(), out.depth), ([0.0, 1.0, 0.0], 0.25));
    assert_eq!(plate.penetration(&plate).expect("coplanar").depth, 0.0);
    let floor = HalfSpace2::new([0.0, 2.0], 0.0);
    let tilted = Obb2::new([0.0, 1.0], [1.0, 1.0], Rot2::degrees(45.0));
    let out = tilted.penetration(&floor).expect("its corner is below");
    assert_eq!(out.normal.to_array(), [0.0, 1.0]);
    assert!((out.depth - 0.414_213_57).abs() < 1e-7, "{out:?}");
}

#[test]
fn depths_are_the_least_ones() {
    let mut judged = 0;
    for family in [Family::Game, Family::Yaw, Family::NearParallel4, Family::WildRotation] {
        let mut rng = Rng::new(0xC0 + family as u64);
        for a in SMALL {
            for b in SMALL {
                for _ in 0..3 {
                    let (x, y) = pair::<3>(family, a, b, &mut rng);
                    judged += usize::from(is_near_the_true_depth::<3, Vec3>(&x, &y));
                    let (x, y) = pair::<2>(family, a, b, &mut rng);
                    judged += usize::from(is_near_the_true_depth::<2, Vec2>(&x, &y));
                }
            }
        }
    }
    assert!(judged > 100, "only {judged} pairs overlapped");
}

fn is_near_the_true_depth<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) -> bool {
    let Some((gap, size)) = brute::gap(a, b).filter(|(gap, size)| *gap < -1e-6 * size) else {
        return false;
    };
    let Some(out) = V::shape(a).penetration(&V::shape(b)) else { return false };
    let (found, noise) = (f64::from(out.depth), 1e-11 * size);
    assert!(found <= -gap * (1.0 + 2.4e-7) + noise, "{found} for {gap}: {a:?} {b:?}");
    assert!(found * (1.0 + 2.4e-7) + noise >= -gap, "{found} for {gap}: {a:?} {b:?}");
    true
}
