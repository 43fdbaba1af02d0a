//! Compounds against brute force: shapes of every kind, of all families.

use super::brute::{Answers, assert_brute_force};
use super::rounds;
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::level::{CompoundError, Parts as _};
use asunder::prelude::*;
use asunder::{Compound, Compound2, Compound3, Level3, Shape, ShapeError};
use asunder_jury::{self as jury, Family, Kind, Rng};

/// Shapes of every bounded kind, each placed so that it is hard for a shape of its own: those shapes.
fn heap<const D: usize, V: Space<D>>(family: Family, rng: &mut Rng) {
    let bounded: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_bounded()).collect();
    let pairs: Vec<_> = (0..36)
        .map(|i| {
            let kind = Kind::ALL[rng.below(Kind::ALL.len())];
            jury::pair::<D>(family, bounded[i % bounded.len()], kind, rng)
        })
        .collect();
    let compound = Compound::<V>::new(pairs.iter().map(|(part, _)| V::shape(part)));
    assert_eq!(compound.part_count(), pairs.len());
    let answers = match family {
        Family::Huge | Family::Tiny | Family::Subnormal | Family::RandomBits | Family::Overflow => {
            Answers::Exact
        }
        _ => Answers::All,
    };
    for _ in 0..rounds(6) {
        let (part, shape) = pairs[rng.below(pairs.len())];
        let motion = jury::motion(family, &shape, &part, rng);
        assert_brute_force(&compound, &V::shape(&shape), V::vector(motion), answers);
    }
}

#[test]
fn every_family() {
    let mut rng = Rng::new(0xC0);
    for family in Family::ALL {
        heap::<3, Vec3>(family, &mut rng);
        heap::<2, Vec2>(family, &mut rng);
    }
}

/// Balls that reach beyond the largest number have boxes that reach to infinity, and are found all the same.
#[test]
fn shapes_beyond_the_largest_number() {
    let far = Sphere3::new([f32::MAX, 0.0, 0.0], f32::MAX);
    let small = (0..40).map(|i| Sphere3::new([i as f32 * 4.0, 9.0, 0.0], 1.0));
    let compound = Compound3::new(std::iter::once(far).chain(small));
    for shape in [
        Shape::Point(Vec3::ZERO),
        Shape::Point(Vec3::new(-1.0, 0.0, 0.0)),
        Ray3::new([-5.0, 0.0, 0.0], [1.0, 0.0, 0.0]).into(),
        Ray3::new([f32::MAX, f32::MAX, 0.0], [1.0, -1e-3, 0.0]).into(),
        HalfSpace3::new([1.0, 0.0, 0.0], 0.0).into(),
        Sphere3::new([8.0, 11.0, 0.0], 1.0).into(),
    ] {
        assert_brute_force(&compound, &shape, [1.0, -2.0, 0.0], Answers::Exact);
    }
    assert_eq!(compound.parts_intersecting(&Vec3::ZERO), [0], "it touches the origin");
}

#[test]
fn what_is_no_compound_says_why() {
    let plane = Shape::Plane(Plane3::new([0.0, 1.0, 0.0], 0.0));
    let ball = Shape::Sphere(Sphere3::new([0.0; 3], 1.0));
    let error = Compound3::try_new([ball.clone(), plane]).unwrap_err();
    assert!(error.to_string().contains("shape 1 is an unbounded plane"), "{error}");
    let error = Compound3::try_new([Shape::Point(Vec3::NAN)]).unwrap_err();
    assert!(matches!(
        error,
        CompoundError::Shape { shape: 0, error: ShapeError::NotFinite { .. } }
    ));
    let pose = Pose3::new([0.0; 3], [0.0; 4]);
    let error = Compound3::try_placed([(ball.clone(), pose)]).unwrap_err();
    assert_eq!(
        error,
        CompoundError::Shape { shape: 0, error: ShapeError::Zero { field: "rotation" } }
    );
    let one = Compound3::new([ball]);
    assert_eq!(one.try_transformed(&pose), Err(ShapeError::Zero { field: "rotation" }));
    let error = one.clone().with_tags([1, 2]).unwrap_err();
    assert_eq!(error.to_string(), "there are 2 tags for 1 shapes; expected as many");
    let tagged = one.with_tags([7]).unwrap();
    let moved = Level3::from(tagged).try_transformed(&Pose3::from_translation([1.0; 3])).unwrap();
    let Level3::Compound(moved) = &moved else { panic!("{}", moved.kind()) };
    assert_eq!((moved.tag(0), moved.tag(1)), (7, 0));
    assert_eq!(moved.shapes(), [Shape::Sphere(Sphere3::new([1.0; 3], 1.0))]);
    let none = Compound2::new(Vec::<Shape<Vec2>>::new());
    assert!(!none.intersects(&Vec2::ZERO) && none.distance(&Vec2::ZERO).is_none());
}

/// A compound under a pose is the compound of the shapes under it.
#[test]
fn images_are_rounded_once() {
    let mut rng = Rng::new(0xC1);
    let pose = Pose3::new([0.1, -20.0, 3.0], [0.3, -0.2, 0.7, 0.1]);
    let shapes: Vec<Shape<Vec3>> = (0..40)
        .map(|i| {
            let kind = [Kind::Sphere, Kind::Obb, Kind::ConvexHull, Kind::Capsule][i % 4];
            Vec3::shape(&jury::pair::<3>(Family::Game, kind, Kind::Point, &mut rng).0)
        })
        .collect();
    let images: Vec<_> = shapes.iter().map(|shape| shape.try_transformed(&pose).unwrap()).collect();
    let compound = Compound3::new(shapes.iter().cloned());
    assert_eq!(compound.transformed(&pose).shapes(), images);
    let placed = Compound3::try_placed(shapes.into_iter().map(|shape| (shape, pose))).unwrap();
    assert_eq!(placed, compound.transformed(&pose));
}
