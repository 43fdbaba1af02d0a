//! Questions to a world, against asking every collider in turn.

use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::world::{BodyOptions, Collider, ColliderId, Filter, LayerSet, Layers, Motion};
use asunder::{Aabb, HalfSpace, Obb, Ray, Segment, Shape, Sphere, Vector, World};
use asunder_jury::Rng;

/// Multiples of a half, so that ways graze and ends touch.
fn halves<V: Vector>(rng: &mut Rng, count: usize) -> V::Array<f32> {
    V::array(|_| (rng.below(2 * count + 1) as f32 - count as f32) * 0.5)
}

/// How far things are spread: so that in 3D as many meet as in 2D.
fn spread<V: Vector>() -> usize {
    if V::DIM == 2 { 16 } else { 5 }
}

fn shape<V: Vector>(rng: &mut Rng) -> Shape<V> {
    let center = halves::<V>(rng, spread::<V>());
    let half = V::array(|_| rng.below(4) as f32 * 0.5);
    match rng.below(6) {
        0 => Shape::Point(V::from_array(center)),
        1 => Sphere::new(center, half[0]).into(),
        2 => Segment::new(center, halves::<V>(rng, spread::<V>())).into(),
        3 => Aabb::from_center_half_extents(center, half).unwrap().into(),
        _ => Obb::new(center, half, V::IDENTITY).into(),
    }
}

struct Crowd<V: Vector> {
    world: World<V>,
    all: Vec<(ColliderId, Shape<V>)>,
    /// Those that the filter admits.
    some: Vec<(ColliderId, Shape<V>)>,
    layers: LayerSet,
}

fn crowd<V: Vector>(rng: &mut Rng) -> Crowd<V> {
    let layers = Layers::new().layer("ghost").unwrap();
    let ghost = layers.id("ghost").unwrap();
    let mut world = World::<V>::with_layers(layers);
    let (mut all, mut some) = (Vec::new(), Vec::new());
    for tag in 0..30 {
        let is_ghost = rng.chance(0.2);
        let owner = rng.below(5) as u64;
        let parts: Vec<Collider<V>> = (0..1 + rng.below(3))
            .map(|_| {
                let collider = Collider::new(shape::<V>(rng)).tag(tag).region(3).bone(4);
                if is_ghost { collider.layer(ghost) } else { collider }
            })
            .collect();
        let body = world.insert_body(&parts, BodyOptions::from(Motion::Moving).owner(owner));
        let body = body.unwrap();
        for (part, collider) in (0..).zip(parts) {
            let id = body.collider(part);
            if !is_ghost && owner != 1 {
                some.push((id, collider.shape.clone()));
            }
            all.push((id, collider.shape));
        }
    }
    if rng.chance(0.5) {
        let floor = HalfSpace::new(V::array(|i| if i == 1 { 1.0 } else { 0.0 }), -9.0);
        let id = world.insert(floor, Motion::Fixed).unwrap().collider(0);
        all.push((id, floor.into()));
        some.push((id, floor.into()));
    }
    Crowd { world, all, some, layers: LayerSet::ALL.without(ghost) }
}

/// Fractions and ids in order.
fn sorted(found: impl Iterator<Item = (ColliderId, Option<f32>)>) -> Vec<(u32, ColliderId)> {
    let mut found: Vec<_> = found.filter_map(|(id, x)| Some((x?.to_bits(), id))).collect();
    found.sort_unstable();
    found
}

fn agrees<V: Vector>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut ties) = (0, 0);
    for _ in 0..60 {
        let Crowd { world, all, some, layers } = crowd::<V>(&mut rng);
        let view = world.view();
        for round in 0..12 {
            let (filter, asked) = if round % 2 == 0 {
                (Filter::new(), &all)
            } else {
                (Filter::new().layers(layers).not_of(1), &some)
            };
            let (from, to) =
                (halves::<V>(&mut rng, spread::<V>()), halves::<V>(&mut rng, spread::<V>()));

            if from != to {
                let ray = Ray::new(from, V::array(|i| to[i] - from[i]));
                let expected =
                    sorted(asked.iter().map(|(id, s)| (*id, s.ray_cast(&ray).map(|h| h.fraction))));
                let found = view.ray_all(&ray, filter);
                let told = |f: &asunder::world::Found<asunder::RayHit<V>>| {
                    (f.hit.fraction.to_bits(), f.collider)
                };
                assert!(found.iter().map(told).eq(expected.iter().copied()), "{ray:?}");
                assert_eq!(view.ray(&ray, filter).as_ref(), found.first());
                for found in &found {
                    let collider = world.collider(found.collider).unwrap();
                    assert_eq!(found.tag, collider.tag);
                    assert_eq!((found.region, found.bone), (collider.region, collider.bone));
                    let hit = world.shape(found.collider).unwrap().ray_cast(&ray);
                    assert_eq!(Some(found.hit), hit);
                }
                hits += found.len();
                ties += usize::from(expected.len() > 1 && expected[0].0 == expected[1].0);
            }

            let way = Segment::new(from, to);
            let expected =
                sorted(asked.iter().map(|(id, s)| (*id, s.segment_cast(&way).map(|h| h.fraction))));
            let found = view.segment_all(&way, filter);
            let told = found.iter().map(|f| (f.hit.fraction.to_bits(), f.collider));
            assert!(told.eq(expected.iter().copied()), "{way:?}");
            assert_eq!(view.segment(&way, filter).as_ref(), found.first());
            assert_eq!(view.any_intersecting(&way.into(), filter), !expected.is_empty());

            let moving = shape::<V>(&mut rng);
            let motion = halves::<V>(&mut rng, 8);
            let expected = sorted(
                asked.iter().map(|(id, s)| (*id, moving.cast(motion, s).map(|h| h.fraction))),
            );
            let found = view.cast_all(&moving, motion, filter);
            let told = found.iter().map(|f| (f.hit.fraction.to_bits(), f.collider));
            assert!(told.eq(expected.iter().copied()), "{moving:?} {motion:?}");
            assert_eq!(view.cast(&moving, motion, filter).as_ref(), found.first());

            let expected = sorted(asked.iter().map(|(id, s)| (*id, moving.distance(s))));
            let nearest = view.nearest(&moving, filter).unwrap();
            assert_eq!((nearest.hit.distance.to_bits(), nearest.collider), expected[0]);
            let other = world.shape(nearest.collider).unwrap();
            assert_eq!(nearest.hit.points, moving.closest_points(other));
        }
    }
    assert!(hits > 500 && ties > 20, "{hits} hits, {ties} ties");
}

#[test]
fn questions_agree_with_asking_all_in_2d() {
    agrees::<Vec2>(61);
}

#[test]
fn questions_agree_with_asking_all_in_3d() {
    agrees::<Vec3>(62);
}

#[test]
fn a_condition_is_asked_of_what_would_be_found() {
    let mut world = World2::new();
    let ids: Vec<ColliderId> = (1..4)
        .map(|x| world.insert(Sphere2::new([x as f32 * 4.0, 0.0], 1.0), Motion::Fixed).unwrap())
        .map(|body| body.collider(0))
        .collect();
    let not_first = |id: ColliderId| id != ids[0];
    let filter = Filter::new().only_if(&not_first);
    let view = world.view();
    let ray = Ray2::new([0.0, 0.0], [1.0, 0.0]);
    assert_eq!(view.ray(&ray, filter).unwrap().collider, ids[1]);
    assert_eq!(view.ray_all(&ray, filter).len(), 2);
    let origin = Shape2::Point(Vec2::ZERO);
    assert_eq!(view.nearest(&origin, filter).unwrap().collider, ids[1]);
    assert_eq!(view.cast(&origin, [9.0, 0.0], filter).unwrap().collider, ids[1]);
}

#[test]
fn what_is_not_finite_finds_nothing() {
    let mut world = World2::new();
    world.insert(Sphere2::new([0.0, 0.0], 1.0), Motion::Fixed).unwrap();
    let (view, nowhere) = (world.view(), Shape2::Point(Vec2::new(f32::NAN, 0.0)));
    assert_eq!(view.nearest(&nowhere, Filter::new()), None);
    assert_eq!(view.cast(&nowhere, [1.0, 0.0], Filter::new()), None);
    let origin = Shape2::Point(Vec2::ZERO);
    assert_eq!(view.cast(&origin, [f32::INFINITY, 0.0], Filter::new()), None);
    assert_eq!(World2::new().view().nearest(&origin, Filter::new()), None);
}
