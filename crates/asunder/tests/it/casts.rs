//! Casting shapes at shapes, against the oracle and by hand.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{CastHit, Shape, Started, Vector};
use asunder_jury::{self as jury, Family, Kind, Rng, Shape as Judged};

fn motions_per_family() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 20_000 } else { 400 }
}

fn is_unit<V: Vector>(x: V) -> bool {
    let x = x.to_array();
    let square = (0..V::DIM).fold(0.0, |sum, i| sum + f64::from(x[i]) * f64::from(x[i]));
    (square.sqrt() - 1.0).abs() < 2e-7
}

/// What must be the same of a cast with the roles exchanged.
fn facts<V: Vector>(hit: &Option<CastHit<V>>) -> Option<(u32, Started)> {
    hit.map(|hit| (hit.fraction.to_bits(), hit.started))
}

/// Whether two shapes are hulls of the same corners, whatever points they were made of.
fn are_one_hull<V: Vector>(x: &Shape<V>, y: &Shape<V>) -> bool {
    matches!((x, y), (Shape::ConvexHull(_), Shape::ConvexHull(_))) && x.contains(y) && y.contains(x)
}

/// Asks the library about one motion, and about the opposite one of the other shape.
fn judge<const D: usize, V: Space<D>>(a: &Judged<D>, motion: [f32; D], b: &Judged<D>) {
    let (x, y) = (V::shape(a), V::shape(b));
    let way = |sign: f32| V::vector(motion.map(|m| sign * m));
    let (forth, back) = (x.cast(way(1.0), &y), y.cast(way(-1.0), &x));
    assert_eq!(forth.is_some(), jury::cast_hits(a, motion, b), "{a:?} {motion:?} {b:?}");
    assert_eq!(facts(&forth), facts(&back), "{a:?} {motion:?} {b:?}");
    let exit = x.cast_exit(way(1.0), &y);
    let exit_back = y.cast_exit(way(-1.0), &x);
    assert_eq!(exit.map(f32::to_bits), exit_back.map(f32::to_bits), "{a:?} {motion:?} {b:?}");
    assert!(exit.is_none() || forth.is_some(), "{exit:?} {a:?} {motion:?} {b:?}");
    let (Some(hit), Some(flipped)) = (forth, back) else { return };
    assert!(is_unit(hit.normal), "{hit:?} {a:?} {motion:?} {b:?}");
    let (normal, opposite) = (hit.normal.to_array(), flipped.normal.to_array());
    for i in 0..D {
        // Of two shapes with the same bits neither comes first, nor of two hulls with the same corners.
        let opposed = normal[i] == -opposite[i] || x == y || are_one_hull(&x, &y);
        assert!(opposed, "{hit:?} {flipped:?} {a:?} {motion:?} {b:?}");
        assert!(hit.point.to_array()[i].is_finite(), "{hit:?} {a:?} {motion:?} {b:?}");
    }
    assert!((0.0..=1.0).contains(&hit.fraction), "{hit:?}");
    assert!(exit.is_none_or(|exit| exit >= hit.fraction && exit <= 1.0), "{hit:?} {exit:?}");
    match hit.started {
        Started::Apart => assert!(!jury::intersects(a, b)),
        Started::Touching => {
            assert!(jury::intersects(a, b) && !jury::penetrates(a, b) && hit.fraction == 0.0);
        }
        Started::Overlapping => assert!(jury::penetrates(a, b) && hit.fraction == 0.0),
    }
}

fn judge_dimension<const D: usize, V: Space<D>>(family: Family, rng: &mut Rng, count: usize) {
    let kinds = Kind::ALL.iter().flat_map(|&a| Kind::ALL.iter().map(move |&b| (a, b)));
    for (a, b) in kinds.cycle().step_by(17).take(count) {
        let (x, y) = jury::pair::<D>(family, a, b, rng);
        let motion = jury::motion::<D>(family, &x, &y, rng);
        judge::<D, V>(&x, motion, &y);
    }
}

macro_rules! families {
    ($($name:ident: $Family:ident;)*) => {
        $(#[test]
        fn $name() {
            let family = Family::$Family;
            let mut rng = Rng::new(0xCA57 + family as u64);
            // Numbers of all sizes at once take the longest integers.
            let count = motions_per_family() / if family == Family::RandomBits { 10 } else { 1 };
            judge_dimension::<3, Vec3>(family, &mut rng, count);
            judge_dimension::<2, Vec2>(family, &mut rng, count);
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

/// Random boxes in space. Against the jury no hit is missed and none invented; just before the
/// fraction a slightly smaller box is apart, and at it a slightly larger one meets. Where a mover stops
/// it penetrates nothing, exactly.
#[test]
fn random_boxes() {
    let rounds = if std::env::var_os("ASUNDER_LONG").is_some() { 350_000 } else { 3_000 };
    let mut rng = Rng::new(31);
    let mut hits = 0;
    for round in 0..rounds {
        let mut vector = |reach: f64| std::array::from_fn(|_| rng.between(-reach, reach) as f32);
        let (from, to, motion): ([f32; 3], [f32; 3], [f32; 3]) =
            (vector(3.0), vector(3.0), vector(8.0));
        let sizes: [[f32; 3]; 2] = [vector(1.5), vector(1.5)];
        let [h, k] = sizes.map(|size| size.map(f32::abs));
        let mut turn = || std::array::from_fn(|_| rng.between(-1.0, 1.0) as f32);
        let (p, q): ([f32; 4], [f32; 4]) = (turn(), turn());
        let judged =
            |center, half_extents, rotation| Judged::Obb { center, half_extents, rotation };
        let (a, b) = (judged(from, h, p), judged(to, k, q));
        let (mover, wall) = (Obb3::new(from, h, p), Obb3::new(to, k, q));
        let stop = mover.move_until_contact(motion, [&wall]).expect("a finite motion");
        let inside = jury::penetrates(&judged(stop.position.to_array(), h, p), &b);
        assert_eq!(inside, stop.started_penetrating, "{round}: {stop:?} {a:?} {motion:?} {b:?}");
        let hit = mover.cast(motion, &wall);
        assert_eq!(hit.is_some(), jury::cast_hits(&a, motion, &b), "{a:?} {motion:?} {b:?}");
        let Some(hit) = hit.filter(|hit| hit.started == Started::Apart) else { continue };
        hits += 1;
        let meets = |part: f32, grown: f32| {
            let there = std::array::from_fn(|i| from[i] + part * motion[i]);
            let half = h.map(|h| if h + grown > 0.0 { h + grown } else { 0.0 });
            jury::intersects(&judged(there, half, p), &b)
        };
        assert!(!meets(hit.fraction, -1e-5), "{round}: late {hit:?} {a:?} {motion:?} {b:?}");
        assert!(meets(hit.fraction, 1e-5), "{round}: early {hit:?} {a:?} {motion:?} {b:?}");
        if let Some(exit) = mover.cast_exit(motion, &wall) {
            assert!(meets(exit, 1e-5) && !meets(exit, -1e-5), "{round}: {hit:?}");
        }
        let into: f32 = (0..3).map(|i| hit.normal.to_array()[i] * motion[i]).sum();
        assert!(into <= 0.0, "{round}: {hit:?}");
        let near = Obb3::new(to, k.map(|k| k + 1e-5), q);
        let there = std::array::from_fn(|i| from[i] + hit.fraction * motion[i]);
        let own = Obb3::new(there, h.map(|h| h + 1e-4), p);
        assert!(near.intersects(&hit.point) && own.intersects(&hit.point), "{round}: {hit:?}");
    }
    assert!(hits * 12 > rounds, "{hits} of {rounds}");
}

/// Along a way of powers of two a fraction of the way is of `f32`, too, and the jury tells about it
/// exactly: a fraction is the greatest that is not late, an exit the least that is not early.
#[test]
fn fractions_are_the_last_before_the_meeting() {
    let rounds = if std::env::var_os("ASUNDER_LONG").is_some() { 100_000 } else { 1_500 };
    let mut rng = Rng::new(32);
    let (mut hits, mut exits) = (0, 0);
    for round in 0..rounds {
        let family = [Family::Game, Family::Yaw, Family::Resting, Family::Grid][round % 4];
        let (a, b) = jury::pair::<3>(family, Kind::Obb, Kind::Obb, &mut rng);
        let whole: [f32; 3] =
            std::array::from_fn(|_| (rng.sign() * rng.power_of_two(-1..4)) as f32);
        let part = |fraction: f32| whole.map(|x| fraction * x);
        let (x, y) = (Vec3::shape(&a), Vec3::shape(&b));
        let (hit, exit) = (x.cast(whole, &y), x.cast_exit(whole, &y));
        assert_eq!(hit.is_some(), jury::cast_hits(&a, whole, &b), "{a:?} {whole:?} {b:?}");
        let Some(CastHit { fraction, started: Started::Apart, .. }) = hit else { continue };
        hits += 1;
        let case = || format!("{round}: {hit:?} {a:?} {whole:?} {b:?}");
        assert!(!jury::sweep_penetrates(&a, part(fraction), &b), "late: {}", case());
        assert!(!jury::cast_hits(&a, part(fraction.next_down()), &b), "late: {}", case());
        // What meets only at the end of the way meets no later.
        let next = fraction.next_up();
        assert!(next > 1.0 || jury::cast_hits(&a, part(next), &b), "early: {}", case());
        // Seen from the end the exit is a meeting. Ends that `f32` rounds tell nothing.
        let Judged::Obb { center, half_extents, rotation } = a else { unreachable!() };
        let end = std::array::from_fn(|i| center[i] + whole[i]);
        let is_kept =
            (0..3).all(|i| f64::from(end[i]) - f64::from(center[i]) == f64::from(whole[i]));
        let at_end = Judged::Obb { center: end, half_extents, rotation };
        assert!(!is_kept || exit.is_none() == jury::intersects(&at_end, &b), "{}", case());
        let Some(exit) = exit.filter(|_| is_kept) else { continue };
        exits += 1;
        // The rest of the way may take more digits than there are: then it is not asked about.
        let meets_after = |fraction: f32| {
            let rest = part(fraction - 1.0);
            let is_exact = f64::from(fraction - 1.0) == f64::from(fraction) - 1.0;
            is_exact.then(|| jury::cast_hits(&at_end, rest, &b))
        };
        assert_ne!(meets_after(exit.next_up()), Some(true), "early exit: {}", case());
        assert_ne!(meets_after(exit.next_down()), Some(false), "late exit: {}", case());
    }
    assert!(hits * 20 > rounds && exits * 50 > rounds, "{hits} and {exits} of {rounds}");
}

#[test]
fn fractions_that_are_exact_stay_exact() {
    let ball = Sphere2::new([0.0, 0.0], 1.0);
    let other = Sphere2::new([5.0, 0.0], 1.0);
    let hit = ball.cast([8.0, 0.0], &other).unwrap();
    assert_eq!((hit.fraction, ball.cast_exit([8.0, 0.0], &other)), (0.375, Some(0.875)));
    assert_eq!(hit.point.to_array(), [4.0, 0.0]);
    assert_eq!(hit.normal.to_array(), [-1.0, 0.0]);
    let cube = |x: f32| Aabb3::new([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]);
    let hit = cube(0.0).cast([8.0, 0.0, 0.0], &cube(3.0)).unwrap();
    assert_eq!((hit.fraction, hit.started), (0.25, Started::Apart));
    assert_eq!(cube(0.0).cast_exit([8.0, 0.0, 0.0], &cube(3.0)), Some(0.5));
    let third = cube(0.0).cast([3.0, 0.0, 0.0], &cube(2.0)).unwrap();
    assert_eq!(third.fraction, (1.0_f32 / 3.0).next_down(), "a third rounds up, which is late");
}

/// A ball smaller than what rounding leaves of the way to it.
#[test]
fn the_normal_of_a_tiny_ball_is_a_direction() {
    for (way, middle, radius) in [(2.0, 1.0, 1e-20), (131_072.0, 65_536.0, 1e-12)] {
        let ball = Sphere2::new([middle, 0.0], radius);
        for ball in [Shape::from(ball), Capsule2::new([middle, 0.0], [middle, 0.0], radius).into()]
        {
            let hit = Vec2::ZERO.cast([way, 0.0], &ball).unwrap();
            assert_eq!((hit.fraction, hit.normal), (0.5_f32.next_down(), Vec2::NEG_X), "{ball:?}");
        }
    }
}

#[test]
fn starts_on_a_floor() {
    let floor = HalfSpace3::new([0.0, 1.0, 0.0], 0.0);
    let foot = Capsule3::new([0.0, 1.0, 0.0], [0.0, 2.0, 0.0], 1.0);
    let hit = foot.cast([1.0, 0.0, 0.0], &floor).unwrap();
    assert_eq!((hit.fraction, hit.started), (0.0, Started::Touching));
    assert_eq!(hit.normal.to_array(), [0.0, 1.0, 0.0]);
    assert!(foot.cast([1.0, 1e-30, 0.0], &floor).is_none(), "it leaves");
    assert!(foot.cast([1.0, -1e-30, 0.0], &floor).is_some(), "it goes in");
    let ball = Sphere3::new([0.0, 1.0, 0.0], 1.0);
    let globe = Sphere3::new([0.0, -1.0, 0.0], 1.0);
    assert!(ball.cast([1.0, 0.0, 0.0], &globe).is_none(), "a tangent leaves a ball");
    assert!(ball.cast([0.0; 3], &globe).is_some(), "who stays, touches");
    assert!(ball.cast([f32::NAN, 0.0, 0.0], &globe).is_none());
}

/// The end of a way at which they still touch is no exit, whatever else rounds on the way.
#[test]
fn boxes_that_touch_at_the_end_stay() {
    let turned = |height: f32| Obb3::new([0.25, height, 0.0], [0.5; 3], [0.0, 0.6, 0.0, 0.7]);
    let slab = Obb3::new([0.0, 2.0, 0.0], [0.75, 0.25, 0.75], [0.0, 0.1, 0.0, 1.0]);
    // It stands below, and goes through to where it lies on top.
    let hit = turned(1.25).cast([0.01, 1.5, 0.02], &slab).unwrap();
    assert_eq!((hit.fraction, hit.started), (0.0, Started::Touching));
    let exit = |from: f32, rise: f32| turned(from).cast_exit([0.01, rise, 0.02], &slab);
    assert_eq!(exit(1.25, 1.5), None);
    let least = Some(1.0_f32.next_down());
    assert_eq!(exit(1.25, 1.5_f32.next_up()), least, "the least that is not before they part");
    assert_eq!(exit(1.25, 3.0), Some(0.5));
    let hit = turned(0.25).cast([0.01, 1.0, 0.02], &slab).unwrap();
    assert_eq!((hit.fraction, hit.started), (1.0, Started::Apart));
    assert_eq!(exit(0.25, 1.0), None);
    assert!(turned(0.25).cast([0.01, 1.0_f32.next_down(), 0.02], &slab).is_none());
    assert!(turned(1.25).cast([0.01, -1e-30, 0.02], &slab).is_none(), "it leaves");
}

/// Boxes at rest, on a grid and turned: what is known by hand.
#[test]
fn boxes_start_at_rest() {
    let floor = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    for turn in [[0.0, 0.0, 0.0, 1.0], [0.0, 0.6, 0.0, 0.8]] {
        let foot = Obb3::new([0.5, 0.5, 0.0], [0.5; 3], turn);
        let hit = foot.cast([1.0, 0.0, 0.0], &floor).unwrap();
        assert_eq!((hit.fraction, hit.started), (0.0, Started::Touching));
        assert_eq!(foot.cast_exit([1.0, 0.0, 0.0], &floor), None);
        assert_eq!(hit.normal.to_array(), [0.0, 1.0, 0.0]);
        assert_eq!(hit.point.to_array()[1], 0.0);
        assert!(foot.cast([0.0, -1.0, 0.0], &floor).is_some(), "it goes in");
        assert!(foot.cast([1.0, 1e-30, 0.0], &floor).is_none(), "it leaves");
        assert_eq!(foot.cast([0.0; 3], &floor).unwrap().started, Started::Touching);
        let back = floor.cast([-1.0, 0.0, 0.0], &foot).unwrap();
        assert_eq!(back.normal.to_array(), [0.0, -1.0, 0.0]);
        let off = foot.cast_exit([32.0, 0.0, 0.0], &floor);
        assert!(off.is_some_and(|exit| (0.25..0.3).contains(&exit)), "{off:?}");
    }
}
