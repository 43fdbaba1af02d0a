//! Every answer against an exact oracle that shares no code with the library.
//!
//! All families of `asunder-jury`, every ordered pair of kinds, 3D and 2D alike. `cargo test` asks
//! ten thousand pairs of each family; with `ASUNDER_LONG=1` in the environment, a million.

use asunder::glam::{Vec2, Vec3};
use asunder::{
    Aabb, Contains, HalfSpace, Intersects, Obb, Penetrates, Plane, Shape, Side, SideOf, Sphere,
    Vector,
};
use asunder_jury::{Contact, Family, Kind, Rng, Shape as Judged, contact, pair, side};

fn pairs_per_family() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 1_000_000 } else { 10_000 }
}

/// A dimension: how the jury's numbers become the library's shape.
trait Space<const D: usize>: Vector {
    fn turned_box(center: [f32; D], half_extents: [f32; D], rotation: [f32; 4]) -> Obb<Self>;
    fn vector(array: [f32; D]) -> Self::Array<f32>;

    fn shape(judged: &Judged<D>) -> Shape<Self> {
        match *judged {
            Judged::Point(point) => Shape::Point(Self::from_array(Self::vector(point))),
            Judged::Sphere { center, radius } => Sphere::new(Self::vector(center), radius).into(),
            Judged::Aabb { min, max } => Aabb::new(Self::vector(min), Self::vector(max)).into(),
            Judged::Obb { center, half_extents, rotation } => {
                Self::turned_box(center, half_extents, rotation).into()
            }
            Judged::Plane { normal, offset } => Plane::new(Self::vector(normal), offset).into(),
            Judged::HalfSpace { normal, offset } => {
                HalfSpace::new(Self::vector(normal), offset).into()
            }
        }
    }
}

impl Space<3> for Vec3 {
    fn turned_box(center: [f32; 3], half_extents: [f32; 3], rotation: [f32; 4]) -> Obb<Self> {
        Obb::new(center, half_extents, rotation)
    }
    fn vector(array: [f32; 3]) -> [f32; 3] {
        array
    }
}

impl Space<2> for Vec2 {
    fn turned_box(center: [f32; 2], half_extents: [f32; 2], rotation: [f32; 4]) -> Obb<Self> {
        Obb::new(center, half_extents, [rotation[0], rotation[1]])
    }
    fn vector(array: [f32; 2]) -> [f32; 2] {
        array
    }
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
