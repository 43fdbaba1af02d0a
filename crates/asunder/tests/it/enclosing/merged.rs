//! What is merged contains both.

use super::Judge;
use asunder::glam::{Vec2, Vec3};
use asunder::{Contains, Obb, Shape, ShapeError, Sphere};
use asunder_jury::{self as jury, Family, Kind, Rng, pair};

fn judge<const D: usize, V: Judge<D>>(kind: Kind, family: Family, rng: &mut Rng) {
    let (a, b) = pair::<D>(family, kind, kind, rng);
    let (x, y) = (V::shape(&a), V::shape(&b));
    let (both, judged): (Shape<V>, _) = match (&x, &y) {
        (Shape::Aabb(x), Shape::Aabb(y)) => {
            let both = x.merged(y);
            assert_eq!(both, y.merged(x));
            (both.into(), V::judged_aabb(&both))
        }
        (Shape::Sphere(x), Shape::Sphere(y)) => match x.try_merged(y) {
            Ok(both) => {
                judge_size::<D, V>(&both, x, y);
                (both.into(), V::judged_sphere(&both))
            }
            Err(error) => return assert_too_large(error, &[a, b]),
        },
        (Shape::Obb(x), Shape::Obb(y)) => match x.try_merged(y) {
            Ok(both) => (both.into(), V::judged_obb(&both)),
            Err(error) => return assert_too_large(error, &[a, b]),
        },
        _ => unreachable!(),
    };
    assert!(both.contains(&x) && both.contains(&y), "{both:?} {a:?} {b:?}");
    assert!(jury::contains(&judged, &a) && jury::contains(&judged, &b), "{judged:?} {a:?} {b:?}");
    for (x, y) in [(&x, &y), (&y, &x)] {
        if x.contains(y) && !y.contains(x) {
            assert_eq!(&both, x, "{y:?} is inside already");
        }
    }
}

#[track_caller]
fn assert_too_large<const D: usize>(error: ShapeError, shapes: &[jury::Shape<D>; 2]) {
    assert_eq!(error, ShapeError::NotRepresentable);
    let far = |shape: &jury::Shape<D>| {
        let large = jury::Shape::Aabb { min: [-1e37; D], max: [1e37; D] };
        !jury::contains(&large, shape)
    };
    assert!(shapes.iter().any(far), "there is one: {shapes:?}");
}

/// The smallest sphere around two reaches half of what they reach together.
fn judge_size<const D: usize, V: Judge<D>>(both: &Sphere<V>, a: &Sphere<V>, b: &Sphere<V>) {
    let (p, q) = (V::numbers(a.center()), V::numbers(b.center()));
    let way = |t: usize| f64::from(p[t]) - f64::from(q[t]);
    let apart = (0..D).map(|t| way(t) * way(t)).sum::<f64>().sqrt();
    let [r, s] = [a.radius(), b.radius()].map(f64::from);
    let least = (0.5 * (apart + r + s)).max(r).max(s);
    let largest = p.iter().chain(&q).fold(0.0_f64, |most, &x| most.max(f64::from(x).abs()));
    let most = least * (1.0 + 1e-6) + 1.1e-7 * largest + 3e-45;
    assert!(f64::from(both.radius()) <= most, "{both:?} {a:?} {b:?}");
}

#[test]
fn two_of_every_family() {
    let mut rng = Rng::new(51);
    for family in Family::ALL {
        for _ in 0..20 {
            for kind in [Kind::Aabb, Kind::Sphere, Kind::Obb] {
                judge::<3, Vec3>(kind, family, &mut rng);
                judge::<2, Vec2>(kind, family, &mut rng);
            }
        }
    }
}

/// Two halves of a tilted box: merged, they are the box.
#[test]
fn halves_of_a_box() {
    let rotation = [0.5, 0.1, -0.2, 0.8];
    let whole = Obb::<Vec3>::new([0.0; 3], [2.0, 1.0, 0.5], rotation);
    let axis = whole.axes()[0];
    let half = |side: f32| Obb::<Vec3>::new(axis * side, [1.0, 1.0, 0.5], rotation);
    let both = half(-1.0).merged(&half(1.0));
    let volume: f32 = both.half_extents().to_array().iter().product();
    assert!(volume < 1.0 + 1e-5, "{both:?}");
}
