//! Questions to a world, against asking every collider in turn.

use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::world::{
    BodyKind, BodyOptions, Collider, ColliderId, Filter, Found, LayerSet, Layers, Query, QueryKind,
};
use asunder::{
    Aabb, Depth, Frustum, HalfSpace, Layout, Obb, Plane, Ray, Segment, Shape, Sphere, Vector, World,
};
use asunder_jury::Rng;
use core::fmt;
use core::ops::ControlFlow::{Break, Continue};

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
        3 => Aabb::from_center_half_extents(center, half).into(),
        _ => Obb::new(center, half, V::IDENTITY).into(),
    }
}

/// A dimension: what has no end, or is seen, in it.
trait Space: Vector {
    fn eye(rng: &mut Rng) -> Option<Frustum<Self>>;
}

impl Space for Vec2 {
    fn eye(rng: &mut Rng) -> Option<Frustum<Self>> {
        among_half_spaces(rng)
    }
}

impl Space for Vec3 {
    fn eye(rng: &mut Rng) -> Option<Frustum<Self>> {
        let origin = halves::<Vec3>(rng, 8);
        let small = |rng: &mut Rng| rng.below(3) as f32 - 1.0;
        let turn = if rng.chance(0.5) {
            [small(rng), small(rng), small(rng), 1.0]
        } else {
            [(); 4].map(|()| rng.between(-1.0, 1.0) as f32)
        };
        let slopes = [[-1.0, 1.0, -1.0, 1.0], [-0.5, 2.0, 0.25, 0.25]][rng.below(2)];
        match rng.below(3) {
            0 => among_half_spaces(rng),
            1 => Some(Frustum::perspective(origin, turn, slopes, 0.5, 12.0)),
            _ => {
                // Without a far plane, looking along -z from the origin.
                let [x, y, z] = origin;
                let rows = [
                    [1.0, 0.0, 0.0, -x],
                    [0.0, 2.0, 0.0, -2.0 * y],
                    [0.0, 0.0, 0.0, 0.5],
                    [0.0, 0.0, -1.0, z],
                ];
                let numbers = rows.as_flattened().try_into().unwrap();
                Frustum::from_projection(numbers, Layout::Rows, Depth::ZeroToOne).ok()
            }
        }
    }
}

fn half_space<V: Vector>(rng: &mut Rng) -> HalfSpace<V> {
    loop {
        let normal = halves::<V>(rng, 3);
        if (0..V::DIM).any(|i| normal[i] != 0.0) {
            return HalfSpace::new(normal, rng.below(24) as f32 * 0.5 - 3.0);
        }
    }
}

fn among_half_spaces<V: Vector>(rng: &mut Rng) -> Option<Frustum<V>> {
    let sides: Vec<_> = (0..1 + rng.below(6)).map(|_| half_space::<V>(rng)).collect();
    Frustum::try_from_half_spaces(&sides).ok()
}

/// Any kind of shape to look with.
fn looked_with<V: Space>(rng: &mut Rng) -> Shape<V> {
    match rng.below(6) {
        0 => Ray::new(halves::<V>(rng, 8), half_space::<V>(rng).normal().to_array()).into(),
        1 => half_space::<V>(rng).into(),
        2 => {
            let side = half_space::<V>(rng);
            Plane::new(side.normal().to_array(), side.offset()).into()
        }
        3 => shape::<V>(rng),
        _ => loop {
            if let Some(frustum) = V::eye(rng) {
                return frustum.into();
            }
        },
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
        let body = world.insert_body(&parts, BodyOptions::from(BodyKind::Moving).owner(owner));
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
        let id = world.insert(floor, BodyKind::Fixed).unwrap().collider(0);
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

/// All answers of a query, whose other forms agree with them.
fn answers<V: Vector, Q: QueryKind<V>>(query: &Query<'_, V, Q>) -> Vec<Found<Q::Hit>>
where
    Q::Hit: PartialEq + fmt::Debug,
{
    let all = query.all();
    assert_eq!(query.any(), !all.is_empty());
    assert_eq!(query.first().as_ref(), all.first());
    let ids = query.ids();
    assert!(ids.iter().eq(all.iter().map(|found| &found.collider)));
    for count in [0, 1, 2, 5, all.len(), all.len() + 1] {
        let most = if count < all.len() { count } else { all.len() };
        assert_eq!(query.first_n(count), all[..most], "{count} of {}", all.len());
    }
    let mut visited = Vec::new();
    query.visit(|found| {
        visited.push(found);
        Continue(())
    });
    visited.sort_unstable_by_key(|found| ids.iter().position(|id| *id == found.collider));
    assert_eq!(visited, all);
    let mut count = 0;
    query.visit(|_| {
        count += 1;
        if count == 2 { Break(()) } else { Continue(()) }
    });
    assert_eq!(count, if all.len() < 2 { all.len() } else { 2 });
    all
}

fn agrees<V: Space>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut ties, mut seen, mut unseen, mut grazed) = (0, 0, 0, 0, 0);
    for turn in 0..60 {
        let Crowd { mut world, all, some, layers } = crowd::<V>(&mut rng);
        // Settled into the tree, or not yet.
        if turn % 3 > 0 {
            world.step();
        }
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
                let found = answers(&view.ray(&ray).filter(filter));
                let fractions = found.iter().map(|f| (f.fraction.to_bits(), f.collider));
                assert!(fractions.eq(expected.iter().copied()), "{ray:?}");
                let both = view.rays(&[ray, ray]).filter(filter).first();
                assert_eq!(both, [found.first().copied(), found.first().copied()]);
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

            let path = Segment::new(from, to);
            let expected = sorted(
                asked.iter().map(|(id, s)| (*id, s.segment_cast(&path).map(|h| h.fraction))),
            );
            let found = answers(&view.segment(&path).filter(filter));
            let fractions = found.iter().map(|f| (f.fraction.to_bits(), f.collider));
            assert!(fractions.eq(expected.iter().copied()), "{path:?}");
            assert_eq!(view.segments(&[path]).filter(filter).any(), [!expected.is_empty()]);
            assert_eq!(answers(&view.intersecting(&path).filter(filter)).len(), expected.len());

            let moving = shape::<V>(&mut rng);
            let motion = halves::<V>(&mut rng, 8);
            let expected = sorted(
                asked.iter().map(|(id, s)| (*id, moving.cast(motion, s).map(|h| h.fraction))),
            );
            let found = answers(&view.cast(&moving, motion).filter(filter));
            let fractions = found.iter().map(|f| (f.fraction.to_bits(), f.collider));
            assert!(fractions.eq(expected.iter().copied()), "{moving:?} {motion:?}");

            let expected = sorted(asked.iter().map(|(id, s)| (*id, moving.distance(s))));
            let nearest = view.near(&moving).filter(filter).first().unwrap();
            assert_eq!((nearest.distance.to_bits(), nearest.collider), expected[0]);

            let limit = [0.0, 0.5, 4.0, f32::INFINITY][rng.below(4)];
            let expected = expected.iter().filter(|(x, _)| f32::from_bits(*x) <= limit);
            let found = answers(&view.near(&moving).within(limit).filter(filter));
            let distances = found.iter().map(|f| (f.distance.to_bits(), f.collider));
            assert!(distances.eq(expected.copied()), "{moving:?} {limit}");
            for found in &found {
                let other = world.shape(found.collider).unwrap();
                assert_eq!(found.points, moving.closest_points(other));
            }

            let eye = looked_with::<V>(&mut rng);
            let expected: Vec<ColliderId> =
                asked.iter().filter(|(_, s)| s.intersects(&eye)).map(|(id, _)| *id).collect();
            let found = answers(&view.intersecting(&eye).filter(filter));
            assert!(found.iter().map(|f| f.collider).eq(expected.iter().copied()), "{eye:?}");
            for found in &found {
                let collider = world.collider(found.collider).unwrap();
                let owner = world.body_options(found.collider.body).unwrap().owner;
                assert_eq!((found.tag, found.owner), (collider.tag, owner));
                assert_eq!((found.region, found.bone), (collider.region, collider.bone));
            }
            let is_grazed = |s: &Shape<V>| s.intersects(&eye) && !s.penetrates(&eye);
            grazed += asked.iter().filter(|(_, s)| is_grazed(s)).count();
            (seen, unseen) = (seen + expected.len(), unseen + asked.len() - expected.len());
        }
    }
    assert!(hits > 500 && ties > 20, "{hits} hits, {ties} ties");
    assert!(seen > 500 && unseen > 500 && grazed > 100, "{seen} {unseen} {grazed}");
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
        .map(|x| world.insert(Sphere2::new([x as f32 * 4.0, 0.0], 1.0), BodyKind::Fixed).unwrap())
        .map(|body| body.collider(0))
        .collect();
    let not_first = |id: ColliderId| id != ids[0];
    let filter = Filter::new().only_if(&not_first);
    let view = world.view();
    let ray = Ray2::new([0.0, 0.0], [1.0, 0.0]);
    assert_eq!(view.ray(&ray).filter(filter).first().unwrap().collider, ids[1]);
    assert_eq!(view.ray(&ray).filter(filter).all().len(), 2);
    let origin = Shape2::Point(Vec2::ZERO);
    assert_eq!(view.near(&origin).filter(filter).first().unwrap().collider, ids[1]);
    assert_eq!(view.cast(&origin, [9.0, 0.0]).filter(filter).first().unwrap().collider, ids[1]);
}

#[test]
fn what_is_not_finite_finds_nothing() {
    let mut world = World2::new();
    world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Fixed).unwrap();
    let (view, nowhere) = (world.view(), Shape2::Point(Vec2::new(f32::NAN, 0.0)));
    assert_eq!(view.near(&nowhere).first(), None);
    assert_eq!(view.cast(&nowhere, [1.0, 0.0]).first(), None);
    assert_eq!(view.near(&nowhere).within(1.0).all(), []);
    assert_eq!(view.intersecting(&nowhere).first(), None);
    assert!(!view.cast(&nowhere, [1.0, 0.0]).any());
    let origin = Shape2::Point(Vec2::ZERO);
    assert_eq!(view.cast(&origin, [f32::INFINITY, 0.0]).first(), None);
    assert_eq!(World2::new().view().near(&origin).first(), None);
    for distance in [f32::NAN, -1.0, -f32::MIN_POSITIVE] {
        assert!(!view.near(&origin).within(distance).any(), "{distance}");
    }
    assert!(view.near(&origin).within(-0.0).any());
}
