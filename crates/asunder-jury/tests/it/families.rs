//! The families draw valid pairs, and those aimed to touch do so on either side.

use asunder_jury::{
    Contact, Family, Kind, MetricFamily, Rng, Shape, cast_hits, contact, intersects, metric_pair,
    motion, pair,
};

fn pairs_of_kinds() -> impl Iterator<Item = (Kind, Kind)> {
    Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| (a, b)))
}

/// The percentage of pairs that intersect.
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
            for _ in 0..20 {
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

fn every_pair_to_measure_is_valid<const D: usize>() {
    for family in MetricFamily::ALL {
        let (mut rng, mut again) = (Rng::new(4), Rng::new(4));
        let mut met = 0;
        for (kind_a, kind_b) in pairs_of_kinds() {
            for _ in 0..5 {
                let (a, b) = metric_pair::<D>(family, kind_a, kind_b, &mut rng);
                assert_eq!((a.kind(), b.kind()), (kind_a, kind_b));
                assert!(a.is_valid(), "{}: {a:?}", family.name());
                assert!(b.is_valid(), "{}: {b:?}", family.name());
                assert_eq!((a, b), metric_pair::<D>(family, kind_a, kind_b, &mut again));
                met += usize::from(intersects(&a, &b));
            }
        }
        // Some lie apart and some in one another.
        assert!((80..765).contains(&met), "{}: {met}", family.name());
    }
}

#[test]
fn pairs_to_measure_are_of_the_kinds_asked_for_and_valid() {
    every_pair_to_measure_is_valid::<2>();
    every_pair_to_measure_is_valid::<3>();
}

#[test]
fn rays_and_segments_along_one_direction_are_all_but_parallel() {
    let mut rng = Rng::new(5);
    let mut parallel = 0;
    for _ in 0..200 {
        let pair = metric_pair::<3>(MetricFamily::AlongEdge, Kind::Ray, Kind::Segment, &mut rng);
        let (Shape::Ray { direction, .. }, Shape::Segment { a, b }) = pair else {
            panic!("{pair:?} are other kinds")
        };
        let u = direction.map(f64::from);
        let v: [f64; 3] = std::array::from_fn(|i| f64::from(b[i]) - f64::from(a[i]));
        let dot = |u: [f64; 3], v: [f64; 3]| u.iter().zip(v).map(|(x, y)| x * y).sum::<f64>();
        let cosine = dot(u, v).abs() / (dot(u, u) * dot(v, v)).sqrt();
        assert!(1.0 - cosine < 1e-5, "{pair:?}");
        parallel += usize::from(1.0 - cosine < 1e-13);
    }
    assert!(parallel > 50, "{parallel}");
}

#[test]
fn answers_do_not_depend_on_the_order_of_the_pair() {
    fn check<const D: usize>() {
        let mut rng = Rng::new(2);
        for family in Family::ALL {
            for (kind_a, kind_b) in pairs_of_kinds() {
                let (a, b) = pair::<D>(family, kind_a, kind_b, &mut rng);
                assert_eq!(contact(&a, &b), contact(&b, &a), "{a:?} {b:?}");
            }
        }
    }
    check::<2>();
    check::<3>();
}

/// Whether the two are so thin that they intersect only if rounding leaves them in one plane or point.
fn are_thin(a: Kind, b: Kind) -> bool {
    let is_thin = |kind| matches!(kind, Kind::Point | Kind::Segment | Kind::Ray);
    is_thin(a) && is_thin(b)
}

fn near_touch_is_undecided<const D: usize>() {
    for (a, b) in pairs_of_kinds() {
        let hits = hits::<D>(Family::NearTouch, a, b, 40);
        let range = if are_thin(a, b) { 1..=80 } else { 10..=88 };
        assert!(range.contains(&hits), "{a:?} {b:?} in {D}D: {hits} %");
    }
}

#[test]
fn near_touch_is_undecided_for_every_two_kinds_in_the_plane() {
    near_touch_is_undecided::<2>();
}

#[test]
fn near_touch_is_undecided_for_every_two_kinds_in_space() {
    near_touch_is_undecided::<3>();
}

#[test]
fn every_family_both_hits_and_misses() {
    for family in Family::ALL.into_iter().filter(|family| *family != Family::Resting) {
        for kinds in [(Kind::Sphere, Kind::Obb), (Kind::Obb, Kind::Obb), (Kind::Obb, Kind::Plane)] {
            for hits in
                [hits::<2>(family, kinds.0, kinds.1, 80), hits::<3>(family, kinds.0, kinds.1, 80)]
            {
                assert!((10..=90).contains(&hits), "{} {kinds:?}: {hits} %", family.name());
            }
        }
    }
}

/// The percentages of pairs that are apart, touch and penetrate, over all pairs with one kind.
fn verdicts<const D: usize>(family: Family, a: Kind, each: usize) -> [usize; 3] {
    let mut rng = Rng::new(8);
    let mut counts = [0; 3];
    for b in Kind::ALL {
        for _ in 0..each {
            let (a, b) = pair::<D>(family, a, b, &mut rng);
            counts[contact(&a, &b) as usize] += 1;
        }
    }
    counts.map(|count| count * 100 / (each * Kind::ALL.len()))
}

fn every_kind_gets_every_verdict<const D: usize>() {
    for family in Family::ALL {
        for kind in Kind::ALL {
            let [apart, touching, penetrating] = verdicts::<D>(family, kind, 5);
            let found =
                format!("{} {kind:?} in {D}D: {apart} {touching} {penetrating} %", family.name());
            let least = if family == Family::Resting { 0 } else { 5 };
            assert!(apart >= least && touching + penetrating >= 5, "{found}");
            let exact = match family {
                Family::Resting => 15,
                Family::Grid | Family::Degenerate => 2,
                _ => 0,
            };
            assert!(touching >= exact, "{found}");
            // A shape without interior penetrates only one that has an interior.
            let least = if family == Family::Resting { 0 } else { 3 };
            assert!(penetrating >= least, "{found}");
        }
    }
}

#[test]
fn every_kind_gets_every_verdict_in_the_plane() {
    every_kind_gets_every_verdict::<2>();
}

#[test]
fn every_kind_gets_every_verdict_in_space() {
    every_kind_gets_every_verdict::<3>();
}

#[test]
fn resting_pairs_touch_exactly() {
    let mut rng = Rng::new(4);
    for (kind_a, kind_b, least) in [
        (Kind::Obb, Kind::Obb, 120),
        (Kind::Aabb, Kind::Obb, 120),
        (Kind::Sphere, Kind::Plane, 120),
        (Kind::Aabb, Kind::Capsule, 90),
        (Kind::Triangle, Kind::Aabb, 90),
        (Kind::Obb, Kind::ConvexHull, 70),
        (Kind::Segment, Kind::Obb, 70),
        (Kind::Frustum, Kind::Parallelepiped, 60),
        (Kind::HalfSpace, Kind::Triangle, 120),
    ] {
        let touching = (0..200)
            .filter(|_| {
                let (a, b) = pair::<3>(Family::Resting, kind_a, kind_b, &mut rng);
                contact(&a, &b) == Contact::Touching
            })
            .count();
        assert!(touching > least, "{kind_a:?} {kind_b:?}: {touching} of 200");
    }
}

#[test]
fn plates_lie_in_one_plane_and_rays_in_faces() {
    let mut rng = Rng::new(5);
    let (mut plates, mut rays) = (0, 0);
    for _ in 0..300 {
        let (p, q) = pair::<3>(Family::Grid, Kind::Triangle, Kind::Triangle, &mut rng);
        if let (Shape::Triangle { a, b, c }, Shape::Triangle { a: d, b: e, c: f }) = (p, q) {
            let level = (0..3).any(|i| [b, c, d, e, f].iter().all(|point| point[i] == a[i]));
            plates += usize::from(level && contact(&p, &q) == Contact::Touching);
        }
        let (p, q) = pair::<3>(Family::Grid, Kind::Ray, Kind::Aabb, &mut rng);
        if let (Shape::Ray { origin, direction }, Shape::Aabb { min, max }) = (p, q) {
            let in_face = (0..3).any(|i| {
                direction[i] == 0.0 && [min[i], max[i]].contains(&origin[i]) && min[i] < max[i]
            });
            rays += usize::from(in_face && contact(&p, &q) == Contact::Touching);
        }
    }
    assert!(plates >= 10 && rays >= 10, "{plates} plates and {rays} rays of 300");
}

fn motions_hit_and_miss<const D: usize>() {
    for family in Family::ALL {
        let mut rng = Rng::new(6);
        let (mut hits, mut changes, mut count, mut still) = (0, 0, 0, 0);
        for (a, b) in pairs_of_kinds().step_by(3) {
            for _ in 0..2 {
                let (a, b) = pair::<D>(family, a, b, &mut rng);
                let step = motion(family, &a, &b, &mut rng);
                assert!(step.iter().all(|x| x.is_finite()), "{a:?} {b:?}: {step:?}");
                let hit = cast_hits(&a, step, &b);
                count += 1;
                still += usize::from(step == [0.0; D]);
                hits += usize::from(hit);
                changes += usize::from(hit != intersects(&a, &b));
            }
        }
        let found = format!("{} in {D}D: {hits} {changes} {still} of {count}", family.name());
        assert!((count * 30..count * 90).contains(&(hits * 100)), "{found}");
        // The motion matters: it changes whether the pair intersects.
        assert!(changes * 100 >= count * 8 && still > 0, "{found}");
    }
}

#[test]
fn motions_hit_and_miss_in_the_plane() {
    motions_hit_and_miss::<2>();
}

#[test]
fn motions_hit_and_miss_in_space() {
    motions_hit_and_miss::<3>();
}

#[test]
fn a_seed_gives_the_same_pairs_again() {
    let draw = |seed| pair::<3>(Family::WildRotation, Kind::Obb, Kind::Plane, &mut Rng::new(seed));
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
}

/// FNV-1a of text, which holds every bit of every number.
fn fingerprint(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

const START: u64 = 0xCBF2_9CE4_8422_2325;

fn fingerprint_of_pairs<const D: usize>(kinds: &[Kind]) -> u64 {
    let mut hash = START;
    for family in Family::ALL {
        let mut rng = Rng::new(family as u64);
        for &a in kinds {
            for &b in kinds {
                for _ in 0..5 {
                    let pair = pair::<D>(family, a, b, &mut rng);
                    hash = fingerprint(hash, &format!("{pair:?}"));
                }
            }
        }
    }
    hash
}

/// The same pairs on every platform and in every version: figures taken on them stay comparable.
#[test]
fn the_pairs_of_the_first_six_kinds_are_what_they_were() {
    let found = [fingerprint_of_pairs::<2>(&Kind::FIRST), fingerprint_of_pairs::<3>(&Kind::FIRST)];
    assert_eq!(found, [0x7113_5A7B_2B77_964E, 0xCEDA_8C8A_4F9D_4A9E]);
}

/// The same on every platform.
#[test]
fn pairs_and_motions_of_every_kind_are_what_they_were() {
    let pairs = [fingerprint_of_pairs::<2>(&Kind::ALL), fingerprint_of_pairs::<3>(&Kind::ALL)];
    let mut rng = Rng::new(7);
    let mut motions = START;
    for family in Family::ALL {
        for (a, b) in pairs_of_kinds() {
            let (a, b) = pair::<3>(family, a, b, &mut rng);
            motions = fingerprint(motions, &format!("{:?}", motion(family, &a, &b, &mut rng)));
        }
    }
    let expected = ([0xF080_051D_4043_95C1, 0xDB46_B893_D254_E359], 0x9F19_4644_4B43_494F);
    assert_eq!((pairs, motions), expected);
}

#[test]
fn names_are_unique() {
    let mut names = Family::ALL.map(Family::name);
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}
