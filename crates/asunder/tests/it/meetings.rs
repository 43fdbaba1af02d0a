//! Where and along which normal shapes meet: a point that both have, and planes that part them there.
//!
//! The judge knows no sweep. Convex sets that touch share a point through which a plane parts them
//! (Boyd and Vandenberghe 2004, §2.5); the normals of such planes are all the normals that are right.

use crate::judged::Space;
use asunder::glam::{Quat, Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Contains, HalfSpace, MoveError, Mover, Pose, Shape, Started, Vector};
use asunder_jury::{self as jury, Family, Kind, Rng};

const FAMILIES: [Family; 3] = [Family::Game, Family::Yaw, Family::RightAngle];

/// What `f32` leaves of places about ten units away, and of a unit normal over such lengths.
const SLACK: f32 = 4e-5;

fn is_bounded<V: Vector>(shape: &Shape<V>) -> bool {
    shape.is_bounded()
}

fn largest<V: Vector>(shape: &Shape<V>) -> f32 {
    let bounds = shape.try_aabb().expect("a bounded shape");
    let (min, max) = (bounds.min().to_array(), bounds.max().to_array());
    (0..V::DIM).fold(1.0, |m: f32, i| m.max(min[i].abs()).max(max[i].abs()))
}

fn dot<V: Vector>(x: V, y: V) -> f32 {
    let (x, y) = (x.to_array(), y.to_array());
    (0..V::DIM).map(|i| x[i] * y[i]).sum()
}

fn negated<V: Vector>(x: V) -> V {
    let x = x.to_array();
    V::from_array(V::array(|i| -x[i]))
}

/// Holds a point and a normal of a meeting of `a`, as it stands, with `b` against what they mean.
fn judge<V: Vector>(a: &Shape<V>, b: &Shape<V>, point: V, normal: V, what: &str)
where
    Shape<V>: Contains<Shape<V>>,
{
    let slack = SLACK * if is_bounded(b) { largest(a).max(largest(b)) } else { largest(a) };
    let context = || format!("{what}\n{a:?}\n{b:?}\npoint {point:?} normal {normal:?}");
    assert!((dot(normal, normal) - 1.0).abs() < 1e-6, "{}", context());
    for shape in [a, b] {
        let off = shape.distance(&Shape::Point(point)).expect("a finite point");
        assert!(off <= slack, "{off} off: {}", context());
    }
    let height = dot(normal, point);
    let above = Shape::from(HalfSpace::new(negated(normal).to_array(), slack - height));
    assert!(above.contains(a), "the moving shape is not beyond: {}", context());
    match b {
        Shape::Plane(plane) => {
            let cosine = dot(plane.normal(), normal) / dot(plane.normal(), plane.normal()).sqrt();
            assert!(cosine.abs() > 1.0 - 1e-6, "{}", context());
        }
        Shape::HalfSpace(half) => {
            let cosine = dot(half.normal(), normal) / dot(half.normal(), half.normal()).sqrt();
            assert!(cosine > 1.0 - 1e-6, "{}", context());
        }
        _ if is_bounded(b) => {
            let below = Shape::from(HalfSpace::new(normal.to_array(), height + slack));
            assert!(below.contains(b), "the other is not behind: {}", context());
        }
        _unbounded => {}
    }
}

/// A stop is neither early nor beside, and what it hit is where it says.
fn stops<V: Vector>(mover: &Shape<V>, motion: V, wall: &Shape<V>) -> bool
where
    Shape<V>: Contains<Shape<V>>,
{
    let stop = match mover.move_until_contact(motion.to_array(), [wall]) {
        Err(MoveError::Kind { .. }) => return false,
        stop => stop.expect("a finite motion"),
    };
    if stop.started_penetrating || stop.hits.is_empty() {
        return false;
    }
    let there = mover.moved_to(stop.position.to_array()).expect("a place");
    let gap = there.distance(wall).expect("one of them is bounded");
    let slack = SLACK * largest(&there).max(largest(mover));
    assert!(gap <= slack, "stops {gap} early: {there:?} {motion:?} {wall:?} {stop:?}");
    let hit = stop.hits[0];
    judge(&there, wall, hit.point, hit.normal, "a stop");
    true
}

/// How many casts and stops were judged.
fn judge_dimension<const D: usize, V: Space<D>>(rounds: usize) -> [usize; 2]
where
    Shape<V>: Contains<Shape<V>>,
{
    let mut rng = Rng::new(0x5e + D as u64);
    let (mut casts, mut stopped) = (0, 0);
    for a in Kind::ALL {
        for b in Kind::ALL {
            for round in 0..rounds {
                let family = FAMILIES[round % FAMILIES.len()];
                let (x, y) = jury::pair::<D>(family, a, b, &mut rng);
                let motion = jury::motion::<D>(family, &x, &y, &mut rng);
                let motion = V::from_array(V::vector(motion));
                let (x, y) = (V::shape(&x), V::shape(&y));
                if !is_bounded(&x) {
                    continue;
                }
                stopped += usize::from(stops(&x, motion, &y));
                let Some(hit) = x.cast(motion.to_array(), &y) else { continue };
                if hit.started != Started::Apart {
                    continue;
                }
                let way = motion.to_array();
                let speed = dot(hit.normal, motion);
                assert!(
                    speed < 1e-6 * dot(motion, motion).sqrt(),
                    "{x:?} {motion:?} {y:?} {hit:?}"
                );
                let part = V::array(|i| hit.fraction * way[i]);
                let Some(there) = moved(&x, V::from_array(part)) else { continue };
                casts += 1;
                judge(
                    &there,
                    &y,
                    hit.point,
                    hit.normal,
                    &format!("cast from {x:?} by {motion:?}: {hit:?}"),
                );
            }
        }
    }
    [casts, stopped]
}

/// The shape elsewhere; `None` for a view that only rounded planes could move.
fn moved<V: Vector>(shape: &Shape<V>, by: V) -> Option<Shape<V>> {
    let pose = Pose::from_translation(by.to_array());
    Some(match shape {
        Shape::Point(point) => {
            let (at, by) = (point.to_array(), by.to_array());
            Shape::Point(V::from_array(V::array(|i| at[i] + by[i])))
        }
        Shape::Segment(shape) => shape.transformed(&pose).into(),
        Shape::Sphere(shape) => shape.transformed(&pose).into(),
        Shape::Capsule(shape) => shape.transformed(&pose).into(),
        Shape::Triangle(shape) => shape.transformed(&pose).into(),
        Shape::Aabb(shape) => shape.transformed(&pose).into(),
        Shape::Obb(shape) => shape.transformed(&pose).into(),
        Shape::Parallelepiped(shape) => shape.transformed(&pose).into(),
        Shape::ConvexHull(shape) => shape.transformed(&pose).into(),
        Shape::Frustum(shape) => shape.try_transformed(&pose).ok()?.into(),
        unbounded => unreachable!("{unbounded:?}"),
    })
}

#[test]
fn points_and_normals_of_all_pairs_in_space() {
    let judged = judge_dimension::<3, Vec3>(if long() { 600 } else { 30 });
    assert!(judged[0] > 700 && judged[1] > 400, "{judged:?}");
}

#[test]
fn points_and_normals_of_all_pairs_in_the_plane() {
    let judged = judge_dimension::<2, Vec2>(if long() { 600 } else { 30 });
    assert!(judged[0] > 700 && judged[1] > 400, "{judged:?}");
}

fn long() -> bool {
    std::env::var_os("ASUNDER_LONG").is_some()
}

/// Characters that come down on a slope stand on it, however the slope is made.
#[test]
fn characters_stand_on_slopes() {
    let turn = Quat::from_rotation_z(0.35);
    let up = turn * Vec3::Y;
    let at = |x: f32, z: f32| (turn * Vec3::new(x, 0.0, z)).to_array();
    let ramps: [Shape3; 5] = [
        Obb3::new((up * -0.25).to_array(), [20.0, 0.25, 20.0], turn.to_array()).into(),
        HalfSpace3::new(up, 0.0).into(),
        Plane3::new(up, 0.0).into(),
        Triangle3::new(at(-40.0, -40.0), at(40.0, -40.0), at(0.0, 60.0)).into(),
        ConvexHull3::new([at(-30.0, -30.0), at(30.0, -30.0), at(0.0, 30.0), [0.0, -50.0, 0.0]])
            .into(),
    ];
    for ramp in &ramps {
        walks(Capsule3::new([0.0, 3.0, 0.0], [0.0, 4.0, 0.0], 0.5), ramp, up);
        walks(Sphere3::new([0.0, 3.0, 0.0], 0.5), ramp, up);
        walks(Obb3::new([0.0, 3.0, 0.0], [0.5; 3], turn.to_array()), ramp, up);
    }
}

fn walks<M: Mover<Vector = Vec3> + Into<Shape3> + Clone + std::fmt::Debug>(
    mut mover: M,
    ramp: &Shape3,
    up: Vec3,
) {
    for tick in 0..60 {
        let slide = mover
            .move_and_slide([0.05, -0.3, 0.02], [ramp], &SlideOptions::default())
            .expect("a finite motion");
        mover = mover.moved_by(slide.moved).expect("a place");
        if tick > 15 {
            let gap = mover.clone().into().distance(ramp).expect("bounded");
            assert!(gap < 1e-5, "hovers at {gap} in tick {tick}: {mover:?} {ramp:?}");
            let floor = slide.floor.expect("it stands").normal.dot(up);
            assert!(floor > 1.0 - 1e-6, "{floor} {mover:?} {ramp:?}");
        }
    }
}

/// The nearest point of every shape is as far as the distance says.
#[test]
fn nearest_points_are_as_far_as_the_distance() {
    let mut rng = Rng::new(0xc1);
    for family in FAMILIES {
        for b in Kind::ALL {
            for _ in 0..200 {
                let (x, y) = jury::pair::<3>(family, Kind::Point, b, &mut rng);
                let (x, y) = (Vec3::shape(&x), Vec3::shape(&y));
                let Shape::Point(point) = x else { unreachable!() };
                let nearest = y.closest_point(&point).expect("a finite point");
                let (far, distance) = (nearest.distance(point), y.distance(&x).expect("a point"));
                let slack = SLACK * nearest.abs().max_element().max(1.0);
                assert!((far - distance).abs() <= slack, "{far} {distance} {x:?} {y:?}");
                let off = y.distance(&Shape::Point(nearest)).expect("a point");
                assert!(off <= slack, "{off} off {x:?} {y:?}");
            }
        }
    }
}

/// Over a face, where many corners are as near, the nearest points are as far apart as the distance.
#[test]
fn nearest_points_over_a_face_are_near() {
    let mut rng = Rng::new(0xfa);
    let mut number = |low: f64, high: f64| rng.between(low, high) as f32;
    for round in 0..if long() { 20_000 } else { 2_000 } {
        let turn = if round % 2 == 0 { 0.0 } else { number(-1.0, 1.0) };
        let half = [number(1.0, 10.0), number(0.1, 1.0), number(1.0, 10.0)];
        let floor =
            Obb3::new([number(-1.0, 1.0), 0.0, number(-1.0, 1.0)], half, [0.0, turn, 0.0, 1.0]);
        let at = [number(-1.0, 1.0), half[1] + 0.3 + number(1e-3, 0.1), number(-1.0, 1.0)];
        let above: Shape3 = match round % 3 {
            0 => Sphere3::new(at, 0.3).into(),
            1 => Capsule3::new(at, [at[0] + 0.5, at[1], at[2]], 0.3).into(),
            _ => Obb3::new(at, [0.5, 0.3, 0.4], [0.0, number(-1.0, 1.0), 0.0, 1.0]).into(),
        };
        let floor = Shape3::from(floor);
        let distance = above.distance(&floor).expect("bounded");
        let nearest = above.closest_points(&floor).expect("apart");
        let between = nearest.on_a.distance(nearest.on_b);
        assert!((between - distance).abs() < 1e-4, "{between} {distance} {above:?} {floor:?}");
    }
}

/// What touches at the start, and moves far, meets along the face that it touches; what overlaps
/// meets in a point that is no further outside of either than they are deep in each other.
#[test]
fn starts_in_contact_know_where_and_along_what() {
    let floor = Shape3::from(Aabb3::new([-1.0, -1.0, -1.0], [1.0, 0.0, 1.0]));
    let edges = [[0.5, 0.0, 0.1], [0.0, 0.5, 0.0], [-0.1, 0.0, 0.5]];
    let feet: [Shape3; 3] = [
        Parallelepiped3::new([1.2, 0.5, 0.0], edges).into(),
        Sphere3::new([0.9, 0.5, 0.0], 0.5).into(),
        Capsule3::new([0.9, 0.25, 0.0], [0.9, 2.0, 0.0], 0.25).into(),
    ];
    for foot in &feet {
        for motion in [[-4000.0, -2000.0, 0.0], [-20.0, -10.0, 0.0], [-2e-3, -1e-3, 0.0]] {
            let hit = foot.cast(motion, &floor).expect("it moves into what it touches");
            assert_eq!(hit.started, Started::Touching);
            assert!((hit.normal - Vec3::Y).length() < 1e-6, "{foot:?} {motion:?} {hit:?}");
            judge(foot, &floor, hit.point, hit.normal, "a touching start");
        }
    }
    let mut rng = Rng::new(0x0e);
    for a in Kind::ALL {
        for b in Kind::ALL {
            for round in 0..20 {
                let family = FAMILIES[round % FAMILIES.len()];
                let (x, y) = jury::pair::<3>(family, a, b, &mut rng);
                let (x, y) = (Vec3::shape(&x), Vec3::shape(&y));
                if !is_bounded(&x) || !is_bounded(&y) || !x.penetrates(&y) {
                    continue;
                }
                let hit = x.cast([0.5, 0.25, -0.5], &y).expect("they overlap");
                let slack = SLACK * largest(&x).max(largest(&y));
                let depth = x.penetration(&y).expect("they overlap").depth;
                let off =
                    |shape: &Shape3| shape.distance(&Shape::Point(hit.point)).expect("a point");
                for shape in [&x, &y] {
                    assert!(
                        off(shape) <= slack + depth,
                        "{} {depth} {x:?} {y:?} {hit:?}",
                        off(shape)
                    );
                }
            }
        }
    }
}
