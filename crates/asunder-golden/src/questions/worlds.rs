//! Worlds over time: who met whom, and where movers stopped.

use crate::case::{Case, Space};
use crate::sheet::{Class, Sheet};
use asunder::glam::{Vec2, Vec3};
use asunder::world::{BodyId, BodyKind, Layers, Response, WalkOptions, World, Yields};
use asunder::{Aabb, Capsule, HalfSpace, Obb, Pose, Ray, Segment, Shape, Vector};
use asunder_jury::Rng;
use std::collections::VecDeque;

pub(super) fn ask(cases: &[Case], sheet: &mut Sheet) {
    crowd::<Vec2>(cases, sheet);
    crowd::<Vec3>(cases, sheet);
    walk::<Vec2>(sheet);
    walk::<Vec3>(sheet);
    carried::<Vec2>(sheet);
    carried::<Vec3>(sheet);
    subnormal::<Vec2>(sheet);
    subnormal::<Vec3>(sheet);
}

/// The pairs of a family come and go, a few at a time.
fn crowd<V: Space>(cases: &[Case], sheet: &mut Sheet) {
    const BODIES: usize = 10;
    let mut families: Vec<&str> = cases.iter().map(|case| case.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let mut world = World::<V>::new();
        let mut bodies: VecDeque<BodyId> = VecDeque::new();
        let of_family = |case: &&Case| case.dimension == V::DIM && case.family == family;
        for case in cases.iter().filter(of_family) {
            for drawn in [&case.a, &case.b] {
                let shape = drawn.shape::<V>();
                let motion = if shape.is_bounded() { BodyKind::Moving } else { BodyKind::Fixed };
                match world.insert(shape, motion) {
                    Ok(id) => bodies.push_back(id),
                    Err(error) => unreachable!("drawn shapes are colliders: {error}"),
                }
            }
            while bodies.len() > BODIES {
                let removed = bodies.pop_front().map(|id| world.remove(id));
                assert!(removed.is_some_and(|removed| removed.is_ok()), "it was in the world");
            }
            world.step();
            let name = format!("{}d/world/{family}", V::DIM);
            sheet.note(Class::Boolean, &name, case, &(world.pairs(), world.events()));
        }
    }
}

/// A world in which bodies block one another, and the numbers with which it is filled.
struct Yard<V: Vector> {
    world: World<V>,
    rng: Rng,
}

impl<V: Vector> Yard<V> {
    fn new(seed: u64) -> Self {
        let layers = Layers::new().respond("default", "default", Response::Block);
        let Ok(layers) = layers else { unreachable!("every world has the layer `default`") };
        Self { world: World::with_layers(layers), rng: Rng::new(seed) }
    }

    /// A number of at most this size.
    fn number(&mut self, reach: f64) -> f32 {
        self.rng.between(-reach, reach) as f32
    }

    fn insert(&mut self, shape: impl Into<Shape<V>>, kind: BodyKind) -> BodyId {
        match self.world.insert(shape.into(), kind) {
            Ok(id) => id,
            Err(error) => unreachable!("shapes of the yard are colliders: {error}"),
        }
    }

    /// Fixed boxes of a size, with their first corners at most so far out.
    fn insert_posts(&mut self, count: usize, reach: f64, size: f32) {
        for _ in 0..count {
            let at: V::Array<f32> = V::array(|_| self.number(reach));
            self.insert(Aabb::new(at, V::array(|i| at[i] + size)), BodyKind::Fixed);
        }
    }
}

/// The vector of a length along an axis.
fn along<V: Vector>(axis: usize, x: f32) -> V::Array<f32> {
    V::array(|i| if i == axis { x } else { 0.0 })
}

/// Rays, segments, half-spaces and points with subnormal numbers, in a world of boxes and of segments that have nothing else.
fn subnormal<V: Vector>(sheet: &mut Sheet) {
    let mut yard = Yard::<V>::new(13);
    // By their bits, since arithmetic gives zero where subnormals are flushed.
    let tiny = |yard: &mut Yard<V>| {
        let size = f32::from_bits(yard.rng.below(0x0080_0000) as u32);
        if yard.rng.below(2) == 0 { size } else { -size }
    };
    yard.insert_posts(40, 8.0, 1.0);
    for _ in 0..40 {
        let [a, b]: [V::Array<f32>; 2] = [(); 2].map(|()| V::array(|_| tiny(&mut yard)));
        yard.insert(Segment::new(a, b), BodyKind::Fixed);
    }
    yard.world.step();
    for round in 0..200 {
        let point = |yard: &mut Yard<V>, is_tiny: bool| {
            V::array(|_| if is_tiny { tiny(yard) } else { yard.number(8.0) })
        };
        let from = point(&mut yard, round % 4 < 2);
        let is_tiny = yard.rng.below(3);
        let along: V::Array<f32> =
            V::array(|i| if i >= is_tiny { tiny(&mut yard) } else { yard.number(1.0) });
        let to = point(&mut yard, round % 2 == 0);
        let (within, offset) =
            (f32::from_bits(yard.rng.below(0x0080_0000) as u32), tiny(&mut yard));
        let view = yard.world.view();
        let half_space = HalfSpace::new(along, offset);
        let mut found = [
            view.ray(&Ray::new(from, along)).ids(),
            view.segment(&Segment::new(from, to)).ids(),
            view.intersecting(&half_space).ids(),
            view.near(&V::from_array(from)).within(within).ids(),
        ];
        found.iter_mut().for_each(|ids| ids.sort());
        sheet.note(Class::Boolean, &format!("{}d/world/near-zero", V::DIM), &round, &found);
    }
}

/// Boxes pushed about a yard between walls.
fn walk<V: Vector>(sheet: &mut Sheet) {
    let mut yard = Yard::<V>::new(3);
    for axis in 0..V::DIM {
        for side in [-1.0, 1.0] {
            yard.insert(HalfSpace::new(along::<V>(axis, side), -8.0), BodyKind::Fixed);
        }
    }
    yard.insert_posts(6, 7.0, 1.0);
    let mut movers = Vec::new();
    for _ in 0..8 {
        let rotation = crate::case::rotation::<V>(&[(); 4].map(|()| yard.number(1.0)));
        let center = V::array(|_| yard.number(7.0));
        let half_extents = V::array(|_| yard.number(0.4).abs());
        movers.push(yard.insert(Obb::new(center, half_extents, rotation), BodyKind::Moving));
    }
    for tick in 0..60 {
        for &mover in &movers {
            let motion: V::Array<f32> = V::array(|_| yard.number(3.0));
            let name = format!("{}d/world/moved", V::DIM);
            sheet.note(Class::Metric, &name, &tick, &yard.world.move_body(mover, motion));
        }
        yard.world.step();
        let name = format!("{}d/world/walk", V::DIM);
        sheet.note(Class::Metric, &name, &tick, &(yard.world.events(), yard.world.pairs()));
    }
}

/// Walkers on a platform that turns and rises among posts, and is a conveyor from time to time.
fn carried<V: Vector>(sheet: &mut Sheet) {
    let mut yard = Yard::<V>::new(8);
    yard.insert(HalfSpace::new(along::<V>(1, 1.0), -4.0), BodyKind::Fixed);
    yard.insert_posts(4, 5.0, 0.7);
    let half = V::array(|i| if i == 1 { 0.25 } else { 4.0 });
    let platform = Obb::new(along::<V>(1, -0.5), half, V::IDENTITY);
    let platform = yard.insert(platform, BodyKind::Moving);
    let mut walkers = Vec::new();
    for _ in 0..6 {
        let at: V::Array<f32> = V::array(|i| if i == 1 { 0.5 } else { yard.number(3.0) });
        let top = V::array(|i| if i == 1 { 1.25 } else { at[i] });
        walkers.push(yard.insert(Capsule::new(at, top, 0.3), BodyKind::Moving));
    }
    let options = WalkOptions { yields: Yields::Met, ..WalkOptions::default() };
    for tick in 0..60 {
        let name = |question: &str| format!("{}d/world/{question}", V::DIM);
        let angle = 0.02 * tick as f32;
        let turn = if V::DIM < 3 { [1.0, angle, 0.0, 0.0] } else { [0.0, angle, 0.0, 1.0] };
        let turn = crate::case::rotation::<V>(&turn);
        let pose = Pose::new(along::<V>(1, 0.03125 * (tick % 32) as f32), turn);
        sheet.note(Class::Metric, &name("carried"), &tick, &yard.world.carry(platform, &pose));
        let surface: V::Array<f32> =
            V::array(|_| if tick % 8 == 0 { yard.number(1.0) } else { 0.0 });
        let set = yard.world.set_surface_velocity(platform.collider(0), surface);
        assert!(set.is_ok(), "the platform is there");
        for &walker in &walkers {
            let velocity: V::Array<f32> =
                V::array(|i| yard.number(2.0) - if i == 1 { 3.0 } else { 0.0 });
            let walk = yard.world.walk_body(walker, velocity, 0.0625, &options);
            sheet.note(Class::Metric, &name("walked"), &tick, &walk);
        }
        yard.world.step();
        sheet.note(
            Class::Metric,
            &name("walkers"),
            &tick,
            &(yard.world.events(), yard.world.hash()),
        );
    }
}
