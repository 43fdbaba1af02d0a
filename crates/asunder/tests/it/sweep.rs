//! Moving shapes against the oracle, over all kinds and families.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::{Intersects, Penetrates, Shape, Sweep};
use asunder_jury::{self as jury, Family, Kind, Rng, Shape as Judged};

fn motions_per_family() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 20_000 } else { 600 }
}

/// Asks the library about one motion, and about the opposite one of the other shape.
fn judge<const D: usize, V: Space<D>>(a: &Judged<D>, motion: [f32; D], b: &Judged<D>) {
    let (x, y) = (V::shape(a), V::shape(b));
    let way = |sign: f32| V::vector(motion.map(|m| sign * m));
    let intersects = jury::intersects(a, b) || jury::cast_hits(a, motion, b);
    let penetrates = jury::sweep_penetrates(a, motion, b);
    let found = [
        x.sweep_intersects(way(1.0), &y),
        y.sweep_intersects(way(-1.0), &x),
        x.sweep_penetrates(way(1.0), &y),
        y.sweep_penetrates(way(-1.0), &x),
    ];
    let expected = [intersects, intersects, penetrates, penetrates];
    assert_eq!(found, expected, "as the jury sees it: {a:?} {motion:?} {b:?}");
}

fn judge_dimension<const D: usize, V: Space<D>>(family: Family, rng: &mut Rng, count: usize) {
    let kinds = Kind::ALL.iter().flat_map(|&a| Kind::ALL.iter().map(move |&b| (a, b)));
    // A step that shares no factor with the number of pairs meets all of them.
    for (a, b) in kinds.cycle().step_by(17).take(count) {
        let (x, y) = jury::pair::<D>(family, a, b, rng);
        let motion = jury::motion::<D>(family, &x, &y, rng);
        judge::<D, V>(&x, motion, &y);
    }
}

#[test]
fn every_pair_on_the_way() {
    for family in Family::ALL {
        let mut rng = Rng::new(0x5EE + family as u64);
        judge_dimension::<3, Vec3>(family, &mut rng, motions_per_family());
        judge_dimension::<2, Vec2>(family, &mut rng, motions_per_family());
    }
}

/// A shape that stays where it is meets what it meets.
#[test]
fn no_motion_is_the_question_at_rest() {
    let mut rng = Rng::new(3);
    for family in Family::ALL {
        for (a, b) in Kind::ALL.iter().zip(Kind::ALL.iter().rev()) {
            let (x, y) = jury::pair::<3>(family, *a, *b, &mut rng);
            let (x, y): (Shape<Vec3>, Shape<Vec3>) = (Vec3::shape(&x), Vec3::shape(&y));
            assert_eq!(x.sweep_intersects(Vec3::ZERO, &y), x.intersects(&y), "{x:?} {y:?}");
            assert_eq!(x.sweep_penetrates(Vec3::ZERO, &y), x.penetrates(&y), "{x:?} {y:?}");
        }
    }
}

#[test]
fn a_motion_that_is_not_finite_meets_nothing() {
    let ball: Shape<Vec2> = asunder::Sphere::new([0.0, 0.0], 1.0).into();
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(!ball.sweep_intersects(Vec2::new(bad, 0.0), &ball));
        assert!(!ball.sweep_penetrates(Vec2::new(0.0, bad), &ball));
    }
}
