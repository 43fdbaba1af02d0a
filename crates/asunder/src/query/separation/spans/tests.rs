mod limits;

use super::*;
use crate::query::separation::{Intersects, Penetrates};
use crate::shape::{Aabb, Obb, Sphere};
use asunder_jury::{Family, Kind, Rng, Shape, pair};
use glam::{Vec2, Vec3};

/// Compares the general test with the pair's own kernel, which shares no formulas with it.
fn compare<V: Vector, A, B>(a: &A, b: &B)
where
    A: Spanned<V> + Intersects<B> + Penetrates<B> + core::fmt::Debug,
    B: Spanned<V> + core::fmt::Debug,
{
    let general = |rule| span_span::<V>(a, b, rule);
    assert_eq!(general(Rule::Closed), a.intersects(b), "{a:?} {b:?}");
    assert_eq!(general(Rule::Open), a.penetrates(b), "{a:?} {b:?}");
}

macro_rules! compare_kinds {
    ($D:literal, $V:ty, $family:expr, $rng:expr, $rotation:expr) => {
        for a in [Kind::Sphere, Kind::Aabb, Kind::Obb] {
            let (x, y) = pair::<$D>($family, a, Kind::Obb, $rng);
            let Shape::Obb { center, half_extents, rotation } = y else { unreachable!() };
            let y = Obb::<$V>::new(center, half_extents, $rotation(rotation));
            match x {
                Shape::Sphere { center, radius } => {
                    compare::<$V, _, _>(&Sphere::new(center, radius), &y);
                }
                Shape::Aabb { min, max } => compare::<$V, _, _>(&Aabb::new(min, max), &y),
                Shape::Obb { center, half_extents, rotation } => {
                    let x = Obb::<$V>::new(center, half_extents, $rotation(rotation));
                    compare::<$V, _, _>(&x, &y);
                }
                _ => unreachable!("no other kind was asked for"),
            }
        }
    };
}

#[test]
fn the_general_test_agrees_with_the_pairs_own() {
    let mut rng = Rng::new(7);
    for family in Family::ALL {
        for _ in 0..100 {
            compare_kinds!(3, Vec3, family, &mut rng, |q: [f32; 4]| q);
            compare_kinds!(2, Vec2, family, &mut rng, |z: [f32; 4]| [z[0], z[1]]);
        }
    }
}
