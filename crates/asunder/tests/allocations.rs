//! What has settled allocates nothing: a game's frame makes no garbage.
//!
//! A test binary of its own, as the counter takes the place of the allocator. Everything is done a few
//! times before it is counted, for lists to grow as long as they get. It counts what this thread does:
//! with `rayon`, whose queues allocate now and then, others do it.

#![cfg(not(feature = "rayon"))]
#![allow(clippy::unwrap_used, reason = "a call that errs where it should not fails the test")]

use allocation_counter::measure;
use asunder::batch::{Aabb3Set, Mask, Obb3Set, Sphere3Set};
use asunder::glam::{Vec3, vec3};
use asunder::history::{History, ShotClaim, ShotFinding, Tick};
use asunder::prelude::*;
use asunder::tree::Tree3;
use core::ops::ControlFlow;

/// Everything is done so often before it counts, an even number: what goes to and fro is then where it
/// was. The rarest that lists grow by is a tree's ordering anew, some of whose lists wait for it.
const BEFORE: u32 = 64;
/// And so often while it does.
const COUNTED: u32 = 16;

/// How many allocations each call makes once it has settled, all told.
fn allocations(mut call: impl FnMut(u32)) -> u64 {
    (0..BEFORE).for_each(&mut call);
    measure(|| (BEFORE..BEFORE + COUNTED).for_each(&mut call)).count_total
}

/// A pose a little off, at every other time.
fn sway(time: u32) -> Pose3 {
    Pose3::from_translation([0.25 * (time % 2) as f32, 0.0, 0.0])
}

const SIDE: u32 = 8;

/// Where the things of a grid are, some of which touch.
fn grid() -> impl Iterator<Item = [f32; 3]> {
    (0..SIDE * SIDE * SIDE).map(|i| [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE].map(|x| x as f32))
}

/// Boxes, balls and figures of both, a third of them fixed.
fn world() -> (World3, Vec<BodyId>) {
    let mut world = World3::new();
    let mut bodies = Vec::new();
    for (i, at) in grid().enumerate() {
        let ball = Sphere3::new(at, 0.4);
        let block = Obb3::new(at, [0.5, 0.4, 0.3], [0.0, 0.6, 0.0, 0.8]);
        let motion = if i % 3 == 0 { BodyKind::Fixed } else { BodyKind::Moving };
        let colliders: Vec<Collider<Vec3>> = match i % 4 {
            0 => vec![ball.into()],
            1 | 2 => vec![block.into()],
            _ => vec![ball.into(), block.into()],
        };
        bodies.push(world.insert_body(&colliders, motion).unwrap());
    }
    world.step();
    assert!(!world.pairs().is_empty());
    (world, bodies)
}

#[test]
fn a_settled_world_steps_without() {
    let (mut world, bodies) = world();
    let count = allocations(|time| {
        for &body in &bodies {
            world.set_body_pose(body, &sway(time)).unwrap();
        }
        world.step();
        assert!(!world.pairs().is_empty());
    });
    assert_eq!(count, 0, "placed, and a step");
    assert_eq!(allocations(|_| world.step()), 0, "at rest");

    let figures: Vec<BodyId> =
        bodies.iter().copied().filter(|&body| world.shape(body.collider(1)).is_ok()).collect();
    let count = allocations(|time| {
        for &body in &figures {
            world.set_body_poses(body, &[sway(time), sway(time + 1)]).unwrap();
        }
        world.step();
    });
    assert_eq!(count, 0, "figures");

    let shapes: [[Shape3; 2]; 2] = [0.0, 0.25].map(|x| {
        let at = [x, 1.0, 1.0];
        [Sphere3::new(at, 0.5).into(), Capsule3::new(at, [x, 2.0, 1.0], 0.25).into()]
    });
    let count = allocations(|time| {
        for &body in &figures {
            world.set_body_shapes(body, &shapes[time as usize % 2]).unwrap();
        }
        world.step();
    });
    assert_eq!(count, 0, "shapes");
    assert_eq!(allocations(|_| world.settle()), 0, "sorted in");
}

#[test]
fn bullets_that_fly_straight_fly_without() {
    let (mut world, _) = world();
    let bullet = Collider::new(Sphere3::new([0.0; 3], 0.05)).swept();
    let bullet = world.insert(bullet, BodyKind::Moving).unwrap();
    let count = allocations(|time| {
        let x = if time % 2 == 0 { -2.0 } else { SIDE as f32 };
        world.set_body_pose(bullet, &Pose3::from_translation([x, 0.25, 0.0])).unwrap();
        world.step();
    });
    assert_eq!(count, 0);
}

#[test]
fn a_tick_is_recorded_without() {
    let (mut world, bodies) = world();
    let mut history = History::new(8);
    let count = allocations(|time| {
        for &body in &bodies {
            world.set_body_pose(body, &sway(time)).unwrap();
        }
        world.step();
        history.record(Tick(u64::from(time)), &world);
    });
    assert_eq!(count, 0);
}

/// Along a wall and over the seams of tiles, to and fro, also on a surface that moves.
fn allocations_of_walks(walkers: &[Shape3]) -> (u64, u64) {
    let layers = Layers::new().layer("walker").unwrap();
    let layers = layers.respond("walker", "default", Response::Block).unwrap();
    let mut world = World3::with_layers(layers);
    let layer = world.layers().id("walker").unwrap();
    for (x, z) in (0..12).flat_map(|x| (0..8).map(move |z| (x as f32, z as f32))) {
        let tile = Aabb3::new([x, -1.0, z], [x + 1.0, 0.0, z + 1.0]);
        world.insert(tile, BodyKind::Fixed).unwrap();
    }
    world.insert(Aabb3::new([0.0, 0.0, -1.0], [12.0, 3.0, 1.0]), BodyKind::Fixed).unwrap();
    let insert = |shape: &Shape3| {
        world.insert(Collider::new(shape.clone()).layer(layer), BodyKind::Moving).unwrap()
    };
    let walkers: Vec<BodyId> = walkers.iter().map(insert).collect();
    let slide = SlideOptions { step_height: 0.3, snap: 0.3, ..SlideOptions::default() };
    let options = WalkOptions { slide, ..WalkOptions::default() };
    let mut returned = 0;
    let count = allocations(|time| {
        for &walker in &walkers {
            let side = if time / 8 % 2 == 0 { 3.0 } else { -3.0 };
            let velocity = vec3(side, -1.0, -2.5);
            let walk = world.walk_body(walker, velocity, 1.0 / 60.0, &options).unwrap();
            // An empty list is no memory.
            returned += u64::from(time >= BEFORE && !walk.hits.is_empty());
        }
    });
    assert!(
        returned >= walkers.len() as u64 * u64::from(COUNTED) / 2,
        "{returned}: it meets walls"
    );
    (count, returned)
}

#[test]
fn walks_allocate_the_lists_that_they_return() {
    let round = [1.0, 3.0, 5.0].map(|x| Capsule3::new([x, 0.4, 2.0], [x, 1.4, 2.0], 0.4).into());
    let (count, returned) = allocations_of_walks(&round);
    assert_eq!(count, returned, "a list of hits for each walk");
}

/// Polyhedra touch by faces, edges and corners, of which a contact may have several.
#[test]
fn so_do_walks_of_polyhedra() {
    let half = [0.375, 0.875, 0.25];
    for x in [1.5, 3.0, 5.25] {
        let (at, turn) = ([x, 0.875, 2.0], asunder::axis_angle([0.0, 1.0, 0.0], x));
        let polyhedra: [(&str, Shape3); 5] = [
            ("upright", Aabb3::from_center_half_extents(at, half).into()),
            ("axis-aligned", Obb3::new(at, half, [0.0, 0.0, 0.0, 1.0]).into()),
            ("turned", Obb3::new(at, half, turn).into()),
            (
                "parallelepiped",
                Parallelepiped3::new(at, [[0.5, 0.0, 0.0], [0.0, 0.875, 0.0], [0.25, 0.0, 0.5]])
                    .into(),
            ),
            ("triangle", Triangle3::new([x, 0.0, 2.0], [x + 0.5, 0.0, 2.0], [x, 1.0, 2.0]).into()),
        ];
        for (name, polyhedron) in polyhedra {
            let (count, returned) = allocations_of_walks(&[polyhedron]);
            assert_eq!(count, returned, "{name} at {x}: a list of hits for each walk");
        }
    }
}

#[test]
fn questions_for_any_or_the_first_ask_without() {
    let (mut world, bodies) = world();
    let ball = Shape3::from(Sphere3::new([3.3, 3.3, -4.0], 0.3));
    let ray = Ray3::new([3.3, 3.3, -4.0], [0.01, 0.02, 1.0]);
    let segment = Segment3::new([3.3, 3.3, -4.0], [3.5, 3.1, 9.0]);
    let ahead = [0.1, 0.2, 9.0];
    let within = Shape3::from(Sphere3::new([3.3, 3.3, 3.0], 1.5));
    for placed in [true, false] {
        if placed {
            bodies.iter().for_each(|&body| world.set_body_pose(body, &sway(1)).unwrap());
        } else {
            world.settle();
        }
        let view = world.view();
        let asked: [(&str, &dyn Fn() -> bool); 10] = [
            ("ray", &|| view.ray(&ray).first().is_some()),
            ("segment", &|| view.segment(&segment).first().is_some()),
            ("cast", &|| view.cast(&ball, ahead).first().is_some()),
            ("any cast", &|| view.cast(&ball, ahead).any()),
            ("nearest", &|| view.near(&ball).first().is_some()),
            ("any within", &|| view.near(&ball).within(9.0).any()),
            ("any intersecting", &|| view.intersecting(&within).any()),
            ("any intersecting a ray", &|| view.intersecting(&ray).any()),
            ("first intersecting", &|| view.intersecting(&within).first().is_some()),
            ("each intersecting", &|| {
                let mut count = 0;
                view.intersecting(&within).visit(|_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                count > 0
            }),
        ];
        for (name, ask) in asked {
            assert_eq!(allocations(|_| assert!(ask(), "{name}")), 0, "{name}");
        }
    }
}

#[test]
fn batches_answer_without() {
    let boxes: Aabb3Set = grid().map(|at| Aabb3::from_center_half_extents(at, [0.5; 3])).collect();
    let turned: Obb3Set =
        grid().map(|at| Obb3::new(at, [0.5, 0.4, 0.3], [0.0, 0.6, 0.0, 0.8])).collect();
    let balls: Sphere3Set = grid().map(|at| Sphere3::new(at, 0.6)).collect();
    let camera = Frustum3::perspective(
        [3.0, 3.0, 20.0],
        [0.0, 0.0, 0.0, 1.0],
        [-1.0, 1.0, -1.0, 1.0],
        0.5,
        100.0,
    );
    let ray = Ray3::new([3.3, 3.3, -4.0], [0.01, 0.02, 1.0]);
    let ball = Sphere3::new([3.3; 3], 2.0);
    let pairs: Vec<(u32, u32)> = (0..500).map(|i| (i, i + i % 2)).collect();
    let (mut mask, mut list) = (Mask::new(), Vec::new());
    let count = allocations(|_| {
        assert!(boxes.intersecting(&ball, &mut mask) > 0);
        assert!(boxes.intersecting(&ray, &mut mask) > 0);
        assert!(boxes.intersecting(&camera, &mut mask) > 0);
        assert!(balls.intersecting(&ball, &mut mask) > 0);
        assert!(turned.intersecting(&ball, &mut mask) > 0);
        assert!(turned.intersects_zip(&turned, &mut mask) > 0);
        assert!(turned.penetrates_zip(&balls, &mut mask) > 0);
        assert!(turned.intersects_pairs(&balls, &pairs, &mut mask) > 0);
        list.clear();
        mask.append_to(&mut list);
    });
    assert_eq!(count, 0);
}

#[test]
fn a_tree_answers_without() {
    let mut tree = Tree3::new();
    let at = |[x, y, z]: [f32; 3], time: u32| {
        let x = x + 0.5 * (time % 2) as f32;
        Aabb3::new([x, y, z], [x + 1.0, y + 1.0, z + 1.0])
    };
    let one = at([3.0; 3], 0);
    let ray = Ray3::new([3.3, 3.3, -4.0], [0.01, 0.02, 1.0]);
    let ball = Shape3::from(Sphere3::new([3.3; 3], 2.0));
    let count = allocations(|time| {
        for (number, corner) in (0..).zip(grid()) {
            let motion = if number % 3 == 0 { BodyKind::Fixed } else { BodyKind::Moving };
            if number == 77 && time % 2 == 0 {
                tree.remove(number);
            } else {
                tree.set(number, &at(corner, time), motion);
            }
        }
        assert!(!tree.moved_pairs().is_empty());
        let mut found = [0; 5];
        tree.overlapping(&one, |_| found[0] += 1);
        tree.intersecting(&ball, |_| found[1] += 1);
        tree.along(&ray, f64::INFINITY, |_, _| {
            found[2] += 1;
            f64::INFINITY
        });
        tree.cast(&one, vec3(9.0, 1.0, 0.5), 1.0, |_, _| {
            found[3] += 1;
            1.0
        });
        tree.near(&one, 2.0, |_, _| {
            found[4] += 1;
            2.0
        });
        assert!(found.iter().all(|&found| found > 0), "{found:?}");
    });
    assert_eq!(count, 0);
}

/// A skin is posed anew for each shot.
#[test]
fn a_shot_at_a_skin_flies_without() {
    let corners = grid().map(|[x, y, z]| [x, y, z + 0.1 * x]);
    let joints = grid().map(|[x, y, _]| [(x as u16, 0.5), (8 + y as u16, 0.5)]);
    let triangles = (0..SIDE * SIDE * SIDE - 9).map(|i| [i, i + 1, i + 9]);
    let skin = asunder::Skin::try_new(corners, joints, triangles).unwrap();
    let mut hits = 0;
    let shots = allocations(|time| {
        let matrices = [asunder::Affine3::from(sway(time)); 16];
        let posed = skin.posed(&matrices).unwrap();
        let ray = Ray3::new([2.3, 9.0, 2.6], [0.1, -1.0, 0.2]);
        hits += u32::from(posed.ray_cast(&ray).is_some());
        hits += u32::from(posed.intersects(&Segment3::new([3.0, 9.0, 2.0], [3.1, -9.0, 2.5])));
        hits += u32::from(posed.intersects(&Sphere3::new([3.0, 2.0, 4.0], 0.4)));
    });
    assert_eq!(shots, 0);
    assert!(hits > BEFORE + COUNTED, "{hits}: it is hit");
}

/// Skins of bystanders and of the victim are posed between ticks in memory that is used again: a shot allocates
/// what its list of hitboxes does.
#[test]
fn a_shot_at_skins_of_the_past_allocates_its_list_alone() {
    let joints = grid().map(|[x, y, _]| [(x as u16, 0.5), (8 + y as u16, 0.5)]);
    let triangles = (0..SIDE * SIDE * SIDE - 9).map(|i| [i, i + 1, i + 9]);
    let skin = asunder::Skin::try_new(grid(), joints, triangles).unwrap();
    let mut world = World3::new();
    let figures = [0, 1, 2].map(|owner| {
        let hitbox = Aabb3::new([0.0; 3], [7.25, 7.0, 7.0]);
        world.insert(hitbox, BodyOptions::from(BodyKind::Moving).owner(owner)).unwrap()
    });
    let mut history = History::new(9);
    for tick in 0..2 {
        world.step();
        history.record(Tick(tick), &world);
        let matrices = [asunder::Affine3::from(sway(tick as u32)); 16];
        figures.iter().for_each(|&body| history.record_skin(body, &skin, &matrices).unwrap());
    }
    let segment = Segment3::new([2.3, 9.0, 2.6], [2.4, -9.0, 2.8]);
    let at = |time: u32| (time % 7) as f32 / 7.0;
    let listed = allocations(|time| {
        let view = history.at(&world, Tick(0), at(time)).unwrap();
        assert_eq!(view.segment(&segment).all().len(), 3);
    });
    let (shooter, victim, tick) = (9, 2, Tick(0));
    let mut hits = 0;
    let shots = allocations(|time| {
        let claim = ShotClaim { shooter, victim, tick, fraction: at(time), shot: segment };
        let found = history.validate_shot(&world, &claim, Filter::new()).unwrap().finding;
        hits += u32::from(matches!(found, ShotFinding::Blocked { .. }));
    });
    assert_eq!(shots, listed);
    assert!(hits > BEFORE, "{hits}: a bystander's skin is in the way");
}
