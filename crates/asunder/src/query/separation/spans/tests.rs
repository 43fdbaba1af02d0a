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

fn compare_kinds<V: Vector, const D: usize>(
    family: Family,
    rng: &mut Rng,
    rotation: impl Fn([f32; 4]) -> V::RotationArray,
) where
    [f32; D]: Into<V::Array<f32>>,
{
    for a in [Kind::Sphere, Kind::Aabb, Kind::Obb] {
        let (x, y) = pair::<D>(family, a, Kind::Obb, rng);
        let turned = |shape| {
            let Shape::Obb { center, half_extents, rotation: turn } = shape else { unreachable!() };
            Obb::<V>::new(center, half_extents, rotation(turn))
        };
        let y = turned(y);
        match x {
            Shape::Sphere { center, radius } => compare(&Sphere::new(center, radius), &y),
            Shape::Aabb { min, max } => compare(&Aabb::new(min, max), &y),
            x => compare(&turned(x), &y),
        }
    }
}

#[test]
fn the_general_test_agrees_with_the_pairs_own() {
    let mut rng = Rng::new(7);
    for family in Family::ALL {
        for _ in 0..100 {
            compare_kinds::<Vec3, 3>(family, &mut rng, |turn| turn);
            compare_kinds::<Vec2, 2>(family, &mut rng, |turn| [turn[0], turn[1]]);
        }
    }
}
