//! The families draw valid pairs, and those that aim to touch come down on either side.

use asunder_jury::{Contact, Family, Kind, Rng, contact, intersects, pair};

fn pairs_of_kinds() -> impl Iterator<Item = (Kind, Kind)> {
    Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| (a, b)))
}

/// How many in a hundred meet.
fn hits<const D: usize>(family: Family, a: Kind, b: Kind, count: usize) -> usize {
    let mut rng = Rng::new(3);
    let met = (0..count)
        .filter(|_| {
            let (a, b) = pair::<D>(family, a, b, &mut rng);
            intersects(&a, &b)
        })
        .count();
    met * 100 / count
}

fn every_pair_is_valid<const D: usize>() {
    let mut rng = Rng::new(1);
    for family in Family::ALL {
        for (kind_a, kind_b) in pairs_of_kinds() {
            for _ in 0..50 {
                let (a, b) = pair::<D>(family, kind_a, kind_b, &mut rng);
                assert_eq!((a.kind(), b.kind()), (kind_a, kind_b));
                assert!(a.is_valid(), "{}: {a:?}", family.name());
                assert!(b.is_valid(), "{}: {b:?}", family.name());
            }
        }
    }
}

#[test]
fn every_pair_is_of_the_kinds_asked_for_and_valid() {
    every_pair_is_valid::<2>();
    every_pair_is_valid::<3>();
}

#[test]
fn answers_do_not_depend_on_the_order_of_the_pair() {
    fn check<const D: usize>() {
        let mut rng = Rng::new(2);
        for family in Family::ALL {
            for (kind_a, kind_b) in pairs_of_kinds() {
                for _ in 0..10 {
                    let (a, b) = pair::<D>(family, kind_a, kind_b, &mut rng);
                    assert_eq!(contact(&a, &b), contact(&b, &a), "{a:?} {b:?}");
                }
            }
        }
    }
    check::<2>();
    check::<3>();
}

#[test]
fn near_touch_is_undecided_for_every_two_kinds() {
    for (a, b) in pairs_of_kinds() {
        for (dimensions, hits) in [
            (2, hits::<2>(Family::NearTouch, a, b, 500)),
            (3, hits::<3>(Family::NearTouch, a, b, 500)),
        ] {
            assert!((20..=80).contains(&hits), "{a:?} {b:?} in {dimensions}D: {hits} %");
        }
    }
}

#[test]
fn every_family_both_hits_and_misses() {
    for family in Family::ALL.into_iter().filter(|family| *family != Family::Resting) {
        for kinds in [(Kind::Sphere, Kind::Obb), (Kind::Obb, Kind::Obb), (Kind::Obb, Kind::Plane)] {
            for hits in
                [hits::<2>(family, kinds.0, kinds.1, 200), hits::<3>(family, kinds.0, kinds.1, 200)]
            {
                assert!((10..=90).contains(&hits), "{} {kinds:?}: {hits} %", family.name());
            }
        }
    }
}

#[test]
fn resting_pairs_touch_exactly() {
    let mut rng = Rng::new(4);
    for (kind_a, kind_b) in
        [(Kind::Obb, Kind::Obb), (Kind::Aabb, Kind::Obb), (Kind::Sphere, Kind::Plane)]
    {
        let touching = (0..200)
            .filter(|_| {
                let (a, b) = pair::<3>(Family::Resting, kind_a, kind_b, &mut rng);
                contact(&a, &b) == Contact::Touching
            })
            .count();
        assert!(touching > 120, "{kind_a:?} {kind_b:?}: {touching} of 200");
    }
}

#[test]
fn a_seed_gives_the_same_pairs_again() {
    let draw = |seed| pair::<3>(Family::WildRotation, Kind::Obb, Kind::Plane, &mut Rng::new(seed));
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
}

#[test]
fn names_are_unique() {
    let mut names = Family::ALL.map(Family::name);
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}
