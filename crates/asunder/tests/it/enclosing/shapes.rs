//! Boxes and spheres around shapes of all kinds and families.

use super::Judge;
use asunder::glam::{Vec2, Vec3};
use asunder::{Aabb, Contains, Enclosing, Shape, ShapeError, Sphere};
use asunder_jury::{self as jury, Family, Kind, Rng, pair};

fn judge<const D: usize, V: Judge<D>>(judged: &jury::Shape<D>) {
    let shape = V::shape(judged);
    judge_aabb::<D, V>(judged, &shape);
    judge_sphere::<D, V>(judged, &shape);
}

fn judge_aabb<const D: usize, V: Judge<D>>(judged: &jury::Shape<D>, shape: &Shape<V>) {
    let everything = jury::Shape::Aabb { min: [f32::MIN; D], max: [f32::MAX; D] };
    let Ok(around) = shape.try_aabb() else {
        assert_eq!(shape.try_aabb(), Err(ShapeError::NotRepresentable));
        assert!(!jury::contains(&everything, judged), "there is a box: {judged:?}");
        return;
    };
    assert!(Shape::from(around).contains(shape), "{around:?} {judged:?}");
    assert!(jury::contains(&V::judged_aabb(&around), judged), "{around:?} {judged:?}");
    let (min, max) = (V::numbers(around.min()), V::numbers(around.max()));
    for t in 0..D {
        // No zero is negative, and no box with a face further in will do, if it is one.
        assert!([min[t], max[t]].iter().all(|x| x.to_bits() != 1 << 31), "{around:?}");
        let (mut above, mut below) = (min, max);
        above[t] = min[t].next_up();
        below[t] = max[t].next_down();
        for (min, max) in [(above, max), (min, below)] {
            if let Ok(less) = Aabb::<V>::try_new(V::vector(min), V::vector(max)) {
                assert!(!Shape::from(less).contains(shape), "{less:?} will do: {judged:?}");
                assert!(!jury::contains(&V::judged_aabb(&less), judged), "{less:?} {judged:?}");
            }
        }
    }
}

fn judge_sphere<const D: usize, V: Judge<D>>(judged: &jury::Shape<D>, shape: &Shape<V>) {
    let diagonal = |aabb: &Aabb<V>| {
        let (min, max) = (V::numbers(aabb.min()), V::numbers(aabb.max()));
        let size = |t: usize| f64::from(max[t]) - f64::from(min[t]);
        (0..D).map(|t| size(t) * size(t)).sum::<f64>().sqrt()
    };
    let largest = |aabb: &Aabb<V>| {
        let ends = [V::numbers(aabb.min()), V::numbers(aabb.max())];
        ends.iter().flatten().fold(0.0_f64, |most, &x| most.max(f64::from(x).abs()))
    };
    let around = match (shape.try_bounding_sphere(), shape.try_aabb()) {
        (Ok(around), Ok(aabb)) => {
            // The sphere around the box is one, too; what rounding moves the center comes on top.
            let most = 0.5 * diagonal(&aabb) * (1.0 + 1e-6) + 2e-7 * largest(&aabb) + 1e-44;
            assert!(f64::from(around.radius()) <= most, "{around:?} {most} {judged:?}");
            around
        }
        (Ok(around), Err(_)) => around,
        (Err(error), aabb) => {
            assert_eq!(error, ShapeError::NotRepresentable);
            let fits = aabb.is_ok_and(|aabb| 0.5 * diagonal(&aabb) < 0.99 * f64::from(f32::MAX));
            assert!(!fits, "there is a sphere: {judged:?}");
            return;
        }
    };
    assert!(Shape::from(around).contains(shape), "{around:?} {judged:?}");
    assert!(jury::contains(&V::judged_sphere(&around), judged), "{around:?} {judged:?}");
    if around.radius() > 0.0 {
        let less =
            Sphere::<V>::new(V::vector(V::numbers(around.center())), around.radius().next_down());
        assert!(!Shape::from(less).contains(shape), "{less:?} will do: {judged:?}");
    }
}

fn judge_family(family: Family) {
    let rounds = if std::env::var_os("ASUNDER_LONG").is_some() { 200 } else { 6 };
    let mut rng = Rng::new(0xE0 + family as u64);
    for _ in 0..rounds {
        for &kind in &Kind::ALL {
            let (a, _) = pair::<3>(family, kind, Kind::Sphere, &mut rng);
            judge::<3, Vec3>(&a);
            let (_, b) = pair::<2>(family, Kind::Sphere, kind, &mut rng);
            judge::<2, Vec2>(&b);
        }
    }
}

#[test]
fn around_every_kind_of_every_family() {
    Family::ALL.iter().for_each(|&family| judge_family(family));
}

#[test]
fn what_has_no_end_has_no_box() {
    for (shape, point) in [
        (Shape::Point(Vec3::new(0.0, f32::NAN, 0.0)), true),
        (Shape::Point(Vec3::new(0.0, 0.0, f32::INFINITY)), true),
        (asunder::Ray3::new([0.0; 3], [1.0, 0.0, 0.0]).into(), false),
        (asunder::Plane3::new([0.0, 0.0, 1.0], 0.0).into(), false),
        (asunder::HalfSpace3::new([0.0, 0.0, 1.0], 0.0).into(), false),
        (Sphere::new([f32::MAX, 0.0, 0.0], f32::MAX).into(), false),
    ] {
        let named =
            |error: ShapeError| matches!(error, ShapeError::NotFinite { field: "point", .. });
        assert_eq!(shape.try_aabb().map_err(named), Err(point), "{shape:?}");
        if !matches!(shape, Shape::Sphere(_)) {
            assert_eq!(shape.try_bounding_sphere().map_err(named), Err(point), "{shape:?}");
        }
    }
}

/// What is a sphere or a box already comes back as it is.
#[test]
fn a_bound_of_itself() {
    let sphere = Sphere::<Vec3>::new([1e7, 0.1, -3.0], 0.7);
    assert_eq!(sphere.try_bounding_sphere(), Ok(sphere));
    let aabb = Aabb::<Vec2>::new([-0.1, 3.0], [0.7, 3.0]);
    assert_eq!(aabb.try_aabb(), Ok(aabb));
    let point = Vec2::new(0.1, -7.3);
    assert_eq!(point.try_bounding_sphere(), Ok(Sphere::new(point, 0.0)));
    assert_eq!(point.try_aabb(), Ok(Aabb::new(point, point)));
}
