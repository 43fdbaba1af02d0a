//! Movers of every kind, and the character that slides.

mod above;
mod platforms;
mod steps;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{MoveError, Mover, Penetrates, Rot2, Shape, Slide, SlideOptions, Sweep, Vector};
use asunder_jury::{self as jury, Family, Kind, Rng};

/// A mover among others: what is promised of its stop, held against the library's exact predicates
/// at its end and on its way.
fn hold<V: Vector>(mover: &Shape<V>, motion: V, wall: &Shape<V>) -> bool
where
    Shape<V>: Penetrates<Shape<V>>,
{
    let stop = mover.move_until_contact(motion.to_array(), [wall]).expect("a finite motion");
    assert_eq!(stop.started_penetrating, mover.penetrates(wall), "{mover:?} {wall:?}");
    if stop.started_penetrating {
        assert_eq!(stop.position, mover.position());
        return false;
    }
    let there = mover.moved_to(stop.position.to_array()).expect("a stop can be stored");
    assert!(!there.penetrates(wall), "{mover:?} {motion:?} {wall:?} {stop:?}");
    assert!(stop.gap >= 0.0 && stop.gap.is_finite());
    let blocked = mover.sweep_penetrates(motion.to_array(), wall);
    assert_eq!(!stop.hits.is_empty(), blocked, "{mover:?} {motion:?} {wall:?} {stop:?}");
    if !blocked {
        assert_eq!(stop.fraction, 1.0);
    }
    blocked
}

/// A slide, after which the mover penetrates nothing.
fn moves_free<V: Vector>(
    mover: &Shape<V>,
    motion: V,
    walls: &[Shape<V>],
    options: &SlideOptions<V>,
) -> Slide<V>
where
    Shape<V>: Penetrates<Shape<V>>,
{
    let slide = mover.move_and_slide(motion.to_array(), walls, options).expect("a finite motion");
    let there = mover.moved_by(slide.moved.to_array()).expect("a place");
    assert!(walls.iter().all(|wall| !there.penetrates(wall)), "{mover:?} {motion:?} {slide:?}");
    slide
}

const MOVERS: [Kind; 7] = [
    Kind::Sphere,
    Kind::Capsule,
    Kind::Segment,
    Kind::Triangle,
    Kind::Aabb,
    Kind::Obb,
    Kind::Parallelepiped,
];

fn every_mover<const D: usize, V: Space<D>>(family: Family, rounds: usize) -> usize {
    let mut rng = Rng::new(0x30 + family as u64);
    let pairs = MOVERS.iter().flat_map(|&a| Kind::ALL.iter().map(move |&b| (a, b)));
    let mut blocked = 0;
    for (a, b) in pairs.cycle().step_by(5).take(rounds) {
        let (x, y) = jury::pair::<D>(family, a, b, &mut rng);
        let motion = V::from_array(V::vector(jury::motion::<D>(family, &x, &y, &mut rng)));
        blocked += usize::from(hold(&V::shape(&x), motion, &V::shape(&y)));
    }
    blocked
}

#[test]
fn every_kind_of_mover_stops_at_every_kind_of_obstacle() {
    let rounds = if std::env::var_os("ASUNDER_LONG").is_some() { 5_000 } else { 91 };
    let blocked: usize = Family::ALL
        .iter()
        .map(|&family| {
            every_mover::<3, Vec3>(family, rounds) + every_mover::<2, Vec2>(family, rounds)
        })
        .sum();
    assert!(blocked > rounds, "{blocked} of {} movers were stopped", 36 * rounds);
}

/// Where it comes to, as seen from afar: how far a sphere gets is known.
#[test]
fn a_ball_stops_at_everything() {
    let ball = Sphere3::new([0.0, 0.0, 0.0], 1.0);
    let walls: [Shape3; 6] = [
        Sphere3::new([6.0, 0.0, 0.0], 2.0).into(),
        Capsule3::new([5.0, -3.0, 0.0], [5.0, 3.0, 0.0], 1.0).into(),
        Triangle3::new([4.0, -9.0, -9.0], [4.0, 9.0, -9.0], [4.0, 0.0, 9.0]).into(),
        Shape3::Point(Vec3::new(4.0, 0.0, 0.0)),
        ConvexHull3::new([[4.0, 1.0, 0.0], [4.0, -1.0, 1.0], [4.0, -1.0, -1.0], [9.0, 0.0, 0.0]])
            .into(),
        HalfSpace3::new([-2.0, 0.0, 0.0], -8.0).into(),
    ];
    for wall in &walls {
        let stop = ball.move_until_contact([8.0, 0.0, 0.0], [wall]).expect("a finite motion");
        assert!((stop.fraction - 0.375).abs() < 1e-6 && stop.fraction <= 0.375, "{stop:?}");
        assert!((stop.position - Vec3::X * 3.0).length() < 2e-6, "{stop:?} {wall:?}");
        assert!((stop.hits[0].normal + Vec3::X).length() < 1e-6, "{stop:?} {wall:?}");
        assert!((stop.hits[0].point - Vec3::X * 4.0).length() < 1e-5, "{stop:?} {wall:?}");
        let again = ball.moved_to(stop.position).unwrap();
        let again = again.move_until_contact([8.0, 0.0, 0.0], [wall]).expect("a finite motion");
        assert_eq!(again.position, stop.position, "pushing on moves nothing");
    }
}

/// A slide, and the center of the box that made it.
#[derive(Debug)]
struct Step<V: Vector> {
    slide: Slide<V>,
    position: V,
    floor: Option<V>,
}

impl<V: Vector> std::ops::Deref for Step<V> {
    type Target = Slide<V>;
    fn deref(&self) -> &Slide<V> {
        &self.slide
    }
}

fn step<V: Vector>(
    walker: &mut asunder::Obb<V>,
    motion: V,
    walls: &[Shape<V>],
    options: &SlideOptions<V>,
) -> Step<V> {
    let slide = walker.move_and_slide(motion.to_array(), walls, options).expect("a finite motion");
    *walker = walker.moved_by(slide.moved.to_array()).expect("a finite position");
    let own = Shape::from(*walker);
    assert!(walls.iter().all(|wall| !own.penetrates(wall)), "{walker:?} {slide:?}");
    let floor = slide.floor.map(|floor| floor.normal);
    Step { slide, position: walker.center(), floor }
}

/// Ten thousand touching tiles, walked along under gravity.
#[test]
fn tiles_do_not_catch() {
    let edges: Vec<f32> = (0..=10_000).map(|i| i as f32 * 0.1).collect();
    let row: Vec<Shape2> =
        edges.windows(2).map(|x| Aabb2::new([x[0], -0.1], [x[1], 0.0]).into()).collect();
    let mut walker = Obb2::new([0.35, 0.5], [0.3, 0.5], Rot2::IDENTITY);
    for _ in 0..9 {
        let slide = step(&mut walker, Vec2::new(100.0, -1.0), &row, &SlideOptions::default());
        assert!(
            slide.hits.iter().all(|hit| hit.normal == Vec2::Y),
            "no wall among them: {slide:?}"
        );
        assert_eq!(slide.floor, Some(Vec2::Y));
    }
    assert_eq!(walker.center().y, 0.5, "no drift");
    assert!((walker.center().x - 900.35).abs() < 1e-3);
}

#[test]
fn a_corner_and_parallel_walls() {
    let right = Shape2::from(Aabb2::new([2.0, -9.0], [3.0, 9.0]));
    let top = Shape2::from(Aabb2::new([-9.0, 2.0], [9.0, 3.0]));
    let corner = [right, top];
    let mut mover = Obb2::new([0.0, 0.0], [1.0, 1.0], Rot2::IDENTITY);
    step(&mut mover, Vec2::new(3.0, 2.0), &corner, &SlideOptions::default());
    let first = mover.center();
    assert!((first - Vec2::ONE).abs().max_element() <= 2.0 * f32::EPSILON, "{first}");
    for _ in 0..100 {
        step(&mut mover, Vec2::new(3.0, 2.0), &corner, &SlideOptions::default());
        assert_eq!(mover.center(), first, "no drift");
    }
    let left = Shape2::from(Aabb2::new([-3.0, -9.0], [-1.0, 99.0]));
    let alley = [left, Aabb2::new([1.0, -9.0], [3.0, 99.0]).into()];
    let mut mover = Obb2::new([0.0, 0.0], [1.0, 1.0], Rot2::IDENTITY);
    for tick in 0..16 {
        assert_eq!(mover.center().to_array(), [0.0, tick as f32]);
        step(
            &mut mover,
            Vec2::new(if tick % 2 == 0 { 1.0 } else { -1.0 }, 1.0),
            &alley,
            &SlideOptions::default(),
        );
    }
}

/// A ramp of ten turned boxes, each corner rounded: ledges of a millionth, stepped over.
#[test]
fn a_ramp_of_ten_boxes() {
    let turn = Rot2::degrees(20.0);
    // Of 20 degrees.
    let (cos, sin) = (0.939_692_620_785_908_4_f64, 0.342_020_143_325_668_7_f64);
    let ramp: Vec<Shape2> = (0..10)
        .map(|i| {
            let along = 2.0 * f64::from(i);
            let center = [along * cos + 0.25 * sin, along * sin - 0.25 * cos].map(|x| x as f32);
            Obb2::new(center, [1.0, 0.25], turn).into()
        })
        .collect();
    let options = SlideOptions { step_height: 1e-4, ..SlideOptions::default() };
    let mut walker = Obb2::new([0.0, 0.9], [0.3, 0.3], Rot2::IDENTITY);
    step(&mut walker, Vec2::new(0.0, -2.0), &ramp, &options);
    for tick in 0..150 {
        let before = walker.center().x;
        let slide = step(&mut walker, Vec2::new(0.1, -0.05), &ramp, &options);
        assert!(walker.center().x > before + 0.05, "{tick} {walker:?} {slide:?}");
    }
    assert!(walker.center().x > 9.0, "{walker:?}");
}

/// The bug: where one coordinate was large, a small step along another was taken for the distance
/// that rounding leaves to a wall, though there was none, and was never made.
#[test]
fn a_small_step_beside_a_large_coordinate_is_made() {
    let mut walker = Obb2::new([0.0, 1e5], [0.5, 0.5], Rot2::IDENTITY);
    for tick in 1..=10 {
        let stop =
            walker.move_until_contact([0.0078125, 0.0], [&Shape2::Point(Vec2::ZERO)]).unwrap();
        assert_eq!(stop.position.to_array(), [0.0078125 * tick as f32, 1e5]);
        walker = walker.with_center(stop.position).unwrap();
    }
    let floor = Shape2::from(Aabb2::new([0.0, -1.0], [900.0, 0.0]));
    let ledge = Shape2::from(Aabb2::new([501.0, -1.0], [900.0, 6e-5]));
    let walls = [floor, ledge];
    let options = SlideOptions { step_height: 1e-4, ..SlideOptions::default() };
    let mut walker = Obb2::new([500.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    let slide = step(&mut walker, Vec2::new(2.0, -0.125), &walls, &options);
    assert!(slide.position.x > 501.9 && slide.position.y > 0.5, "{slide:?}");
}

/// The bug: each leg was proven for the shape as the one before had rounded it, and what was stored at
/// the end is the mover's own, rounded once, which may differ by a last place.
#[test]
fn what_is_stored_after_several_legs_is_free() {
    fn hold<M: Mover<Vector = Vec2> + Clone + Into<Shape2>>(
        mover: &M,
        motion: Vec2,
        walls: &[Shape2],
    ) -> bool {
        let options = SlideOptions { step_height: 0.125, ..SlideOptions::default() };
        let slide = mover.move_and_slide(motion.to_array(), walls, &options).unwrap();
        let there: Shape2 = mover.moved_by(slide.moved.to_array()).unwrap().into();
        assert!(
            slide.started_penetrating || !walls.iter().any(|wall| there.penetrates(wall)),
            "{motion} {there:?} {walls:?}"
        );
        slide.hits.len() > 1
    }
    let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    let wall = |x: f32| Shape2::from(Aabb2::new([x, -1.0], [9.0, 9.0]));
    let mover = Aabb2::new([1.229_953_9, 0.313_619], [2.162_395_7, 1.813_619]);
    let walls = [floor.clone(), wall(2.414_283)];
    assert!(hold(&mover, Vec2::new(0.647_228_6, -1.073_632_6), &walls));
    let mut rng = Rng::new(9);
    let mut several = 0;
    for _ in 0..3_000 {
        let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
        let (min, size) = ([x(1.0, 1.6), x(0.2, 0.6)], [x(0.9, 1.1), x(1.0, 2.0)]);
        let max = [min[0] + size[0], min[1] + size[1]];
        let walls = [floor.clone(), wall(max[0] + x(0.1, 0.4))];
        let motion = Vec2::new(x(0.5, 0.9), -x(0.7, 1.2));
        several += usize::from(hold(&Aabb2::new(min, max), motion, &walls));
        let capsule = Capsule2::new(min, [min[0], max[1]], 0.125);
        several += usize::from(hold(&capsule, motion, &walls));
    }
    assert!(several > 3_000, "{several} of 6000 met both");
}

/// In space, into a crease of two walls, and down a slope.
#[test]
fn creases_and_slopes() {
    let wall = |n: [f32; 3]| Shape3::from(HalfSpace3::new(n, 0.0));
    let crease = [wall([1.0, 0.0, 0.0]), wall([0.0, 0.0, 1.0])];
    let mut ball = Obb3::new([1.0, 5.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
    let slide = step(&mut ball, Vec3::new(-1.0, -2.0, -1.5), &crease, &SlideOptions::default());
    assert_eq!(slide.position.to_array(), [1.0, 3.0, 1.0]);
    let slope = [wall([-1.0, 2.0, 0.25])];
    let capsule = Capsule3::new([0.0, 4.0, 0.0], [0.0, 6.0, 0.0], 1.0);
    let slide = capsule.move_and_slide([3.0, -9.0, 0.0], &slope, &SlideOptions::default()).unwrap();
    let floor = slide.floor.expect("it is flat enough");
    assert!((floor.normal - Vec3::new(-1.0, 2.0, 0.25).normalize()).length() < 1e-6);
    let there = capsule.moved_by(slide.moved).unwrap();
    assert!(!Shape3::from(there).penetrates(&slope[0]));
    assert_eq!(slide.remaining, Vec3::ZERO);
}

/// Ten thousand ticks of pushing walls that are turned: nothing is penetrated, and nothing drifts.
#[test]
fn pushing_does_not_drift() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let turn: [f32; 4] = std::array::from_fn(|_| rng.between(-1.0, 1.0) as f32 + 1e-3);
        let wall = [Shape3::from(Obb3::new([0.0, 0.0, -4.0], [5.0, 5.0, 5.0], turn))];
        let mut walker = Obb3::new([0.0, 0.0, 20.0], [0.3, 0.9, 0.3], [0.0, 0.0, 0.0, 1.0]);
        let normal = {
            let stop = walker.move_until_contact([0.0, 0.0, -30.0], &wall).unwrap();
            walker = walker.with_center(stop.position).unwrap();
            stop.hits[0].normal
        };
        let mut places = vec![walker.center()];
        // On a floor the level part of a motion is a walk: here there are walls only.
        let options = SlideOptions { max_slope: 0.0, ..SlideOptions::default() };
        for _ in 0..500 {
            let slide = step(&mut walker, normal * -0.5, &wall, &options);
            if slide.position != places[places.len() - 1] {
                places.push(slide.position);
            }
        }
        assert!(places.len() <= 2, "{places:?}");
    }
}

/// The bug that sent a mover to infinity: near the largest number, a nudge leads beyond all.
#[test]
fn a_mover_at_the_largest_number_stays_finite() {
    for turn in [[1.0, 0.0], [0.8, 0.6]] {
        let mover = Obb2::new([f32::MAX, 0.0], [1.0, 1.0], turn);
        let wall = Shape2::from(HalfSpace2::new([1.0, -1e-30], f32::MAX));
        let stop = mover.move_until_contact([0.0, -3e38], [&wall]).unwrap();
        assert!(stop.position.is_finite() && stop.gap.is_finite(), "{stop:?}");
    }
}

/// Who is inside of what reaches to the largest number and cannot come out within it is stuck.
#[test]
fn who_cannot_be_stored_outside_is_stuck() {
    let options = SlideOptions::default();
    let between: [Shape<Vec2>; 2] =
        [[0.0, 1.0], [0.0, -1.0]].map(|normal| HalfSpace2::new(normal, 0.5).into());
    let slide = Sphere2::new([0.0, 0.0], 1.0).move_and_slide([f32::MAX, 0.0], &between, &options);
    let slide = slide.unwrap();
    assert!(slide.stuck.is_some() && slide.moved == Vec2::ZERO, "{slide:?}");
    let around: [Shape<Vec2>; 1] = [Sphere2::new([f32::MIN, 0.0], 1e38).into()];
    let ball = Sphere2::new([f32::MIN, 0.0], 1.0);
    let slide = ball.move_and_slide([-1e38, 0.0], &around, &options).unwrap();
    assert!(slide.stuck.is_some() && slide.moved == Vec2::ZERO, "{slide:?}");
    let mut world =
        World2::with_layers(Layers::new().respond("default", "default", Response::Block).unwrap());
    let [ball, ..] = [
        world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving),
        world.insert(between[0].clone(), BodyKind::Fixed),
        world.insert(between[1].clone(), BodyKind::Fixed),
    ]
    .map(Result::unwrap);
    let slide = world.slide_body(ball, [f32::MAX, 0.0], &options).unwrap();
    assert!(slide.stuck.is_some() && slide.moved == Vec2::ZERO, "{slide:?}");
}

/// A lift that rises under who stands on it: he is moved with it first, then it follows.
#[test]
fn a_lift_carries_who_stands_on_it() {
    let lift = |y: f32| Shape3::from(Aabb3::new([-2.0, y - 1.0, -2.0], [2.0, y, 2.0]));
    let stand = Shape3::from(Aabb3::new([2.0, -1.0, -2.0], [9.0, 0.0, 2.0]));
    let mut walker = Obb3::new([0.3, 0.9, 0.1], [0.4, 0.9, 0.4], [0.0, 0.6, 0.0, 0.8]);
    let mut floor = 0.0_f32;
    let mut stops = 0;
    for tick in 0..600 {
        // Up, and down again; a tenth has no exact `f32`.
        let rise = if tick < 300 { 0.1 } else { -0.1 };
        let (low, high) = (lift(floor), lift(floor + rise));
        let carried = if rise > 0.0 {
            walker.move_until_contact([0.0, rise, 0.0], [&low, &stand]).unwrap()
        } else {
            walker.move_until_contact([0.0, rise, 0.0], [&high, &stand]).unwrap()
        };
        assert!(!carried.started_penetrating && (rise < 0.0 || carried.hits.is_empty()));
        walker = walker.with_center(carried.position.to_array()).unwrap();
        floor += rise;
        // Rounding may leave him in it by a last place.
        let free = walker.depenetrate([&high, &stand]).unwrap();
        assert!((free - walker.center()).length() < 1e-5, "{free:?} {walker:?}");
        walker = walker.with_center(free.to_array()).unwrap();
        let walk = if tick % 2 == 0 { 0.25 } else { -0.25 };
        let stop = walker.move_until_contact([walk, 0.0, 0.0], [&high]).unwrap();
        stops += usize::from(stop.started_penetrating || !stop.hits.is_empty());
        walker = walker.with_center(stop.position.to_array()).unwrap();
        assert!(!Shape3::from(walker).penetrates(&high), "{tick}: {walker:?}");
    }
    assert_eq!(stops, 0, "a floor never stops who walks on it");
    let height = walker.center().y - 0.9 - floor;
    assert!((0.0..1e-3).contains(&height), "{height}");
}

#[test]
fn what_does_not_move_is_refused() {
    let wall = Shape3::from(Aabb3::new([3.0, -1.0, -1.0], [4.0, 1.0, 1.0]));
    let fixed = [
        Shape3::from(Plane3::new([0.0, 1.0, 0.0], 0.0)),
        HalfSpace3::new([0.0, 1.0, 0.0], 0.0).into(),
        Ray3::new([0.0; 3], [1.0, 0.0, 0.0]).into(),
    ];
    for shape in &fixed {
        let expected = Err(MoveError::Kind { kind: shape.kind() });
        assert_eq!(shape.move_until_contact([9.0, 0.0, 0.0], [&wall]).map(|_| ()), expected);
        let slide = shape.move_and_slide([9.0, 0.0, 0.0], [&wall], &SlideOptions::default());
        assert_eq!(slide.map(|_| ()), expected);
        assert_eq!(shape.moved_to([0.0; 3]), None);
        assert_eq!(shape.depenetrate([&wall]), None);
    }
    let ball = Shape3::from(Sphere3::new([0.0; 3], 1.0));
    let stop = ball.move_until_contact([9.0, 0.0, 0.0], [&wall]).unwrap();
    let same = Sphere3::new([0.0; 3], 1.0).move_until_contact([9.0, 0.0, 0.0], [&wall]);
    assert_eq!(Ok(stop), same, "as the sphere itself");
}

/// The part of the motion that is free may be no `f32`; where it ends may be one.
#[test]
fn a_stop_is_at_the_contact_itself_whatever_the_fraction() {
    let wall = Shape3::from(Aabb3::new([3.0, -1.0, -1.0], [4.0, 1.0, 1.0]));
    let movers = [
        Shape3::Point(Vec3::X),
        Segment3::new([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).into(),
        Sphere3::new([0.0; 3], 1.0).into(),
        Capsule3::new([0.0; 3], [0.0, 1.0, 0.0], 1.0).into(),
        Obb3::new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, 1.0]).into(),
        Aabb3::new([0.0; 3], [1.0; 3]).into(),
    ];
    for mover in &movers {
        let reach = mover.try_aabb().expect("it ends").max().x;
        for way in [3.0, 5.0, 6.0, 7.0, 9.0, 11.0, 13.0, 49.0, 1000.0] {
            let stop = mover.move_until_contact([way, 0.0, 0.0], [&wall]).unwrap();
            assert_eq!(stop.position.x - mover.position().x, 3.0 - reach, "{mover:?} {way}");
            assert_eq!(stop.gap, 0.0, "{mover:?} {way}");
            assert!(stop.fraction * way <= 3.0 - reach + 1e-6 && !stop.backed_off);
        }
    }
}

/// At a million a unit in the last place is 1/16, and a rise by less is rounded away.
#[test]
fn far_out_rounding_does_not_hold_who_climbs_a_bump() {
    let bumps = [
        Segment2::new([-999_392.0, -999_423.0], [-999_384.0, -999_422.5]),
        Segment2::new([-999_384.0, -999_422.5], [-999_376.0, -999_422.0]),
    ];
    let mover = Aabb2::new([-999_400.0, -999_422.5], [-999_384.0, -999_390.5]);
    let options = SlideOptions::default();
    let slide = mover.move_and_slide([1.0 / 3.0, -0.007_5], &bumps, &options).expect("finite");
    assert_eq!(slide.moved, Vec2::new(0.3125, 0.0625), "{slide:?}");
}

/// Each corner of a shape is stored, and all move by the same multiple of the coarsest unit.
#[test]
fn a_shape_keeps_its_size_as_it_walks() {
    let floor = Aabb2::new([-9.0, -1.0], [99.0, 0.0]);
    let mut mover = Aabb2::new([0.25, 0.0], [16.5, 1.0]);
    for _ in 0..100 {
        let options = SlideOptions::default();
        let slide = mover.move_and_slide([0.1, -0.01], [&floor], &options).expect("finite");
        mover = mover.moved_by(slide.moved).expect("a place");
        assert_eq!(mover.max()[0] - mover.min()[0], 16.25, "{mover:?}");
    }
}

/// The corner of the box is where the floor ends and the slope begins.
#[test]
fn who_stands_at_the_foot_of_a_slope_too_steep_does_not_rise() {
    let floor = Aabb2::new([3.0, 7.0], [5.0, 8.0]);
    let slope = ConvexHull2::new([[3.0, 7.0], [2.0, 7.0], [2.0, 12.0], [3.0, 8.0]]);
    let mover = Obb2::new([3.5, 8.5], [0.5, 0.5], Rot2::IDENTITY);
    let options = SlideOptions { max_slope: 60.0, snap: 0.25, ..SlideOptions::default() };
    let obstacles = [Shape2::from(floor), slope.into()];
    let slide = mover.move_and_slide([-0.05, -0.011], &obstacles, &options).expect("finite");
    assert_eq!(slide.moved, Vec2::ZERO, "{slide:?}");
}
