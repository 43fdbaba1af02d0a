//! Every answer against an exact oracle that shares no code with the library.
//!
//! All families of `asunder-jury`, every ordered pair of kinds, 3D and 2D alike. `cargo test` asks
//! three thousand pairs of each family; with `ASUNDER_LONG=1` in the environment, forty thousand.

mod inner_touch;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::{
    Aabb3, Containment, Contains, Frustum3, HalfSpace3, Intersects, Penetrates, Segment3, Shape,
    Side, SideOf,
};
use asunder_jury::{
    self as jury, Contact, Family, Kind, Rng, Shape as Judged, contact, pair, side,
};

fn pairs_per_family() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 40_000 } else { 3_000 }
}

/// Asks the library about one pair, both ways round, and holds every answer against the jury's.
fn judge<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) {
    let verdict = contact(a, b);
    let (x, y) = (V::shape(a), V::shape(b));
    let intersects = verdict != Contact::Apart;
    let penetrates = verdict == Contact::Penetrating;
    let found = [x.intersects(&y), y.intersects(&x), x.penetrates(&y), y.penetrates(&x)];
    let expected = [intersects, intersects, penetrates, penetrates];
    assert_eq!(found, expected, "{verdict:?}, as the jury sees it: {a:?} {b:?}");
    let held = jury::contains(a, b);
    let expected = match (held, intersects) {
        (true, _) => Containment::Contains,
        (false, true) => Containment::Intersects,
        (false, false) => Containment::Disjoint,
    };
    assert_eq!((x.contains(&y), x.containment(&y)), (held, expected), "{a:?} {b:?}");
    assert!(x.contains(&x), "{a:?}");
    if let Shape::Point(point) = &y {
        assert_eq!(x.contains(point), intersects, "{a:?} {b:?}");
    }
    if let (Shape::Plane(plane), Judged::Plane { normal, offset }) = (&y, b) {
        let expected = match side(a, *normal, *offset) {
            asunder_jury::Side::Front => Side::Front,
            asunder_jury::Side::Straddling => Side::Straddling,
            asunder_jury::Side::Back => Side::Back,
        };
        assert_eq!(x.side(plane), expected, "{a:?} {b:?}");
    }
}

fn judge_family(family: Family) {
    let mut rng = Rng::new(0xA5 + family as u64);
    let kinds = || Kind::ALL.iter().flat_map(|&a| Kind::ALL.iter().map(move |&b| (a, b)));
    for (a, b) in kinds().cycle().take(pairs_per_family() / 2) {
        let (x, y) = pair::<3>(family, a, b, &mut rng);
        judge::<3, Vec3>(&x, &y);
        let (x, y) = pair::<2>(family, a, b, &mut rng);
        judge::<2, Vec2>(&x, &y);
    }
}

/// Boxes alone, which have the most stages to go wrong.
fn judge_boxes(family: Family) {
    let mut rng = Rng::new(0x0BB + family as u64);
    for _ in 0..pairs_per_family() / 4 {
        let (x, y) = pair::<3>(family, Kind::Obb, Kind::Obb, &mut rng);
        judge::<3, Vec3>(&x, &y);
        let (x, y) = pair::<2>(family, Kind::Obb, Kind::Obb, &mut rng);
        judge::<2, Vec2>(&x, &y);
    }
}

macro_rules! families {
    ($($name:ident: $Family:ident;)*) => {
        $(#[test]
        fn $name() {
            judge_family(Family::$Family);
            judge_boxes(Family::$Family);
        })*

        #[test]
        fn every_family_is_judged() {
            let judged = [$(Family::$Family),*];
            assert!(Family::ALL.iter().all(|family| judged.contains(family)));
        }
    };
}

families! {
    game: Game;
    yaw: Yaw;
    grid: Grid;
    parallel: Parallel;
    right_angle: RightAngle;
    same_rotation: SameRotation;
    near_parallel_4: NearParallel4;
    near_parallel_6: NearParallel6;
    resting: Resting;
    near_touch: NearTouch;
    degenerate: Degenerate;
    huge: Huge;
    tiny: Tiny;
    far: Far;
    subnormal: Subnormal;
    wild_rotation: WildRotation;
    random_bits: RandomBits;
    overflow: Overflow;
}

/// A point that is not finite shares no point with anything, itself included.
#[test]
fn points_that_are_not_finite_meet_nothing() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let point = Vec3::new(bad, 0.0, 0.0);
        for kind in &Kind::ALL {
            let (_, other) = pair::<3>(Family::Game, Kind::Point, *kind, &mut Rng::new(1));
            let other = Vec3::shape(&other);
            assert!(
                !Shape::Point(point).intersects(&other) && !other.contains(&point),
                "{other:?}"
            );
            assert!(!Shape::Point(point).penetrates(&other));
        }
        assert!(!point.intersects(&point));
    }
}

/// The planes of a frustum that is flat need not be the facets of anything: what lies across none of
/// them still has no inside.
#[test]
fn a_frustum_that_is_one_point_penetrates_nothing_thin() {
    let behind = |x: f32, y: f32, z: f32| HalfSpace3::new([x, y, z], 0.0);
    let planes = [(1.0, 1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 1.0)];
    let planes = planes.map(|(x, y, z)| [behind(x, y, z), behind(-x, -y, -z)]);
    let origin = Frustum3::from_half_spaces(planes.as_flattened());
    let through = Segment3::new([-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    assert!(origin.intersects(&through) && !origin.penetrates(&through));
    let beside = Segment3::new([0.5, 0.0, 0.0], [2.0, 0.0, 0.0]);
    assert!(!origin.intersects(&beside) && !origin.penetrates(&beside));
    let around = Aabb3::new([-1.0; 3], [1.0; 3]);
    assert!(origin.penetrates(&around));
}
