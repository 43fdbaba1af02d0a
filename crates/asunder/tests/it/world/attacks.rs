//! Attacks: what is passed between two steps is hit, once.

use asunder::glam::{Quat, Vec3};
use asunder::prelude::*;
use asunder::world::{
    AttackHit, BodyId, BodyKind, BodyOptions, Collider, ColliderId, Event, Layers, Response,
    WorldError,
};
use asunder::{Reached, Rot2, Vector, World};
use asunder_jury::Rng;

fn owned(owner: u64) -> BodyOptions {
    BodyOptions::from(BodyKind::Moving).owner(owner)
}

/// The hits of the last step.
fn hits<V: Vector>(world: &World<V>) -> Vec<AttackHit<V>> {
    let hit = |event: &Event<V>| match event {
        Event::Hit(hit) => Some(*hit),
        _ => None,
    };
    world.events().iter().filter_map(hit).collect()
}

fn turned(degrees: f32) -> Pose2 {
    Pose2::new([0.0, 0.0], Rot2::degrees(degrees))
}

#[test]
fn a_blade_that_turns_past_a_post_hits_it_once() {
    let mut world = World3::new();
    let post = Capsule3::new([0.5, -1.0, 0.8], [0.5, 1.0, 0.8], 0.025);
    let post = world.insert(post, BodyKind::Fixed).unwrap();
    let blade = Obb3::new([0.8, 0.0, 0.0], [0.6, 0.03, 0.005], [0.0, 0.0, 0.0, 1.0]);
    let blade = world.insert(blade, owned(1)).unwrap();
    let attack = world.begin_attack(1, &[blade.collider(0)]).unwrap();
    world.step();
    assert!(world.events().is_empty());

    // Towards -z: from the axis x it turns over z by 120 degrees.
    let back = [0.0, 0.0, 0.0, 1.0];
    let turn = [0.0, -0.866_025_4, 0.0, 0.5];
    world.set_body_pose(blade, &Pose3::new([0.0; 3], turn)).unwrap();
    world.step();
    assert!(world.pairs().is_empty(), "at neither end it touches the post");
    let [hit] = hits(&world)[..] else { panic!("{:?}", world.events()) };
    assert_eq!(
        (hit.attack, hit.by, hit.collider),
        (Some(attack), blade.collider(0), post.collider(0))
    );
    // The post's edge stands at 58 degrees, less what its radius and the blade's take of that.
    assert!((0.4..0.5).contains(&hit.fraction), "{hit:?}");
    let axis = Vec3::new(0.5, hit.point.y, 0.8);
    assert!((hit.point.distance(axis) - 0.025).abs() < 1e-3, "on the post: {hit:?}");
    assert!(hit.normal.dot(Vec3::new(1.0, 0.0, -0.6)) > 0.0, "towards the blade: {hit:?}");
    for turn in [back, turn, back, turn] {
        world.set_body_pose(blade, &Pose3::new([0.0; 3], turn)).unwrap();
        world.step();
        assert_eq!(hits(&world), [], "once");
    }
}

/// A box that turns and grows is as large on its way as it is at the end: whatever it meets is hit, and
/// the bug was that a box around the way was grown from where it started small.
#[test]
fn what_grows_while_it_turns_hits_all_that_it_sweeps() {
    let ball = Shape2::from(Sphere2::new([-4.6, 0.0], 0.3));
    let wedge = Shape2::from(Triangle2::new([-4.6, 0.0], [-4.0, 20.0], [-4.6, 20.0]));
    for victim in [ball, wedge] {
        let mut world = World2::new();
        let small = Obb2::new([0.0, 0.0], [0.1, 0.1], Rot2::IDENTITY);
        let large = Obb2::new([1.0, 0.0], [5.0, 5.0], Rot2::degrees(1.0));
        let grows = world.insert(small, owned(1)).unwrap();
        let victim = world.insert(victim, BodyKind::Fixed).unwrap();
        world.begin_attack(1, &[grows.collider(0)]).unwrap();
        world.step();
        assert_eq!(hits(&world), []);
        world.set_body_shapes(grows, &[large.into()]).unwrap();
        world.step();
        let [hit] = hits(&world)[..] else { panic!("{:?}", world.events()) };
        assert_eq!(hit.collider, victim.collider(0));
    }
}

#[test]
fn three_blades_and_twenty_hurt_boxes_are_one_hit() {
    let mut world = World2::new();
    let hurt: Vec<Collider<_>> = (0..20u16)
        .map(|i| {
            let [x, y] = [i % 5, i / 5].map(|n| f32::from(n) * 0.2);
            let at = [0.6 + x, 0.6 + y];
            let box_ = Obb2::new(at, [0.12, 0.12], Rot2::IDENTITY);
            Collider::new(box_).region(20 - i).bone(i).tag(u64::from(i) * 100)
        })
        .collect();
    let victim = world.insert_body(&hurt, owned(2)).unwrap();
    let blades: Vec<Collider<_>> =
        [0.0, 0.1, 0.2].map(|y| Segment2::new([0.3, y], [2.0, y]).into()).to_vec();
    let attacker = world.insert_body(&blades, owned(1)).unwrap();
    let ids = [0, 1, 2].map(|part| attacker.collider(part));
    world.begin_attack(1, &ids).unwrap();
    world.step();
    let (from, to) = (turned(0.0), turned(100.0));
    world.set_body_pose(attacker, &to).unwrap();
    world.step();

    let [hit] = hits(&world)[..] else { panic!("{:?}", world.events()) };
    // The first of all sixty meetings.
    let mut meetings = Vec::new();
    for (blade, by) in blades.iter().zip(ids) {
        for (part, hurt) in (0..).zip(&hurt) {
            let meeting = blade.shape.cast_rotating(&from, &to, &hurt.shape, 1e-4).unwrap();
            meetings.extend(meeting.map(|m| (m.fraction, victim.collider(part), by)));
        }
    }
    assert!(meetings.len() > 30);
    let first = meetings.iter().map(|m| m.0).fold(1.0, f32::min);
    assert!((hit.fraction - first).abs() < 1e-3, "{} {first}", hit.fraction);
    let told = hit.collider.part;
    assert_eq!((hit.region, hit.bone, hit.tag), (20 - told, Some(told), u64::from(told) * 100));
}

#[test]
fn of_meetings_at_once_the_region_then_the_id_decides() {
    for (regions, expected) in [([2, 1, 1], 1), ([1, 2, 0], 2), ([0, 0, 0], 0)] {
        let mut world = World2::new();
        let face = |i: u16| {
            let y = f32::from(i);
            let wall = Aabb2::new([2.0, y], [3.0, y + 1.0]);
            Collider::new(wall).region(regions[usize::from(i)])
        };
        let victim = world.insert_body(&[face(0), face(1), face(2)], owned(2)).unwrap();
        let wide = Aabb2::new([0.0, 0.0], [1.0, 3.0]);
        let ram = world.insert(Collider::new(wide).swept(), owned(1)).unwrap();
        world.set_body_pose(ram, &Pose2::from_translation([4.0, 0.0])).unwrap();
        world.step();
        let [hit] = hits(&world)[..] else { panic!("{:?}", world.events()) };
        assert_eq!((hit.collider, hit.fraction), (victim.collider(expected), 0.25));
        assert_eq!(hit.normal.to_array(), [-1.0, 0.0]);
    }
}

#[test]
fn a_victim_is_hit_again_after_some_steps() {
    let mut world = World2::new();
    world.insert(Sphere2::new([0.5, 0.0], 1.0), owned(2)).unwrap();
    let flame = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(1)).unwrap();
    let options = asunder::world::AttackOptions::from(1).rehit_after(3);
    world.begin_attack(options, &[flame.collider(0)]).unwrap();
    let told: Vec<usize> = (0..8)
        .map(|_| {
            world.step();
            hits(&world).len()
        })
        .collect();
    assert_eq!(told, [1, 0, 0, 1, 0, 0, 1, 0]);
}

#[test]
fn owners_are_one_victim_and_nobodys_bodies_each_their_own() {
    let layers = Layers::new()
        .layer("ghost")
        .unwrap()
        .respond("default", "ghost", Response::Ignore)
        .unwrap()
        .respond("default", "default", Response::Overlap)
        .unwrap();
    let ghost = layers.id("ghost").unwrap();
    let mut world = World2::with_layers(layers);
    let ball = |x: f32| Collider::new(Sphere2::new([x, 0.0], 0.25));
    let head = world.insert(ball(2.0), owned(2)).unwrap();
    world.insert(ball(3.0), owned(2)).unwrap();
    let crates: Vec<BodyId> =
        [4.0, 5.0].map(|x| world.insert(ball(x), BodyKind::Fixed).unwrap()).to_vec();
    world.insert(ball(6.0).layer(ghost), owned(3)).unwrap();
    world.insert(ball(7.0), owned(1)).unwrap();
    let bystander = world.insert(ball(0.0).ignore(ghost), BodyKind::Moving).unwrap();
    let sword = world.insert(ball(0.0), owned(1)).unwrap();
    let attack = world.begin_attack(1, &[sword.collider(0), bystander.collider(0)]).unwrap();
    for body in [sword, bystander] {
        world.set_body_pose(body, &Pose2::from_translation([9.0, 0.0])).unwrap();
    }
    world.step();
    let victims: Vec<ColliderId> = hits(&world).iter().map(|hit| hit.collider).collect();
    let expected = [head, crates[0], crates[1]].map(|body| body.collider(0));
    assert_eq!(victims.len(), 3, "{victims:?}");
    assert!(expected.iter().all(|id| victims.contains(id)), "{victims:?}");
    assert!(hits(&world).iter().all(|hit| hit.attack == Some(attack)));
}

#[test]
fn a_bullet_hits_what_it_passes_through() {
    let mut world = World3::new();
    let pane = Aabb3::new([50.0, -1.0, -1.0], [50.0, 1.0, 1.0]);
    let pane = world.insert(pane, BodyKind::Fixed).unwrap();
    let bullet = Collider::new(Sphere3::new([0.0; 3], 0.25)).swept();
    let bullet = world.insert(bullet, owned(1)).unwrap();
    let fly = |world: &mut World3, x: f32| {
        world.set_body_pose(bullet, &Pose3::from_translation([x, 0.0, 0.0])).unwrap();
        world.step();
        hits(world)
    };
    assert_eq!(fly(&mut world, 49.75 - 1.0), []);
    let [hit] = fly(&mut world, 52.75)[..] else { panic!("{:?}", world.events()) };
    assert_eq!((hit.attack, hit.collider, hit.fraction), (None, pane.collider(0), 0.25));
    assert_eq!((hit.point.to_array(), hit.normal.to_array()), ([50.0, 0.0, 0.0], [-1.0, 0.0, 0.0]));
    assert_eq!(hit.reached, Reached::Contact);
    assert_eq!(fly(&mut world, 0.0), [], "once");

    // One more, which touches the pane at its very end and is put behind it after that.
    world.remove(bullet).unwrap();
    let bullet = Collider::new(Sphere3::new([0.0; 3], 0.25)).swept();
    let bullet = world.insert(bullet, owned(1)).unwrap();
    world.set_body_pose(bullet, &Pose3::from_translation([40.0, 0.0, 0.0])).unwrap();
    world.step();
    world.set_body_pose(bullet, &Pose3::from_translation([60.0, 0.0, 0.0])).unwrap();
    world.teleported(bullet).unwrap();
    world.step();
    assert_eq!(hits(&world), [], "it did not go through");
    world.set_body_pose(bullet, &Pose3::from_translation([50.25, 0.0, 0.0])).unwrap();
    world.step();
    let [hit] = hits(&world)[..] else { panic!("touching counts") };
    assert_eq!(hit.fraction, 1.0);
}

#[test]
fn what_has_no_bounds_is_not_swept() {
    let mut world = World2::new();
    let beam = Ray2::new([0.0, 0.0], [1.0, 0.0]);
    let laser = world.insert(beam, BodyKind::Fixed).unwrap().collider(0);
    let error = world.begin_attack(1, &[laser]).unwrap_err();
    assert_eq!(error, WorldError::NotSwept { collider: laser, kind: "ray" });
    assert_eq!(
        error.to_string(),
        "collider 0 of body 0.0 is a ray, which is no bounded shape, and cannot be swept"
    );
    let error = world.insert(Collider::new(beam).swept(), BodyKind::Fixed).unwrap_err();
    assert_eq!(error, WorldError::Unbounded { part: 0, kind: "ray" });
    let ball = Collider::new(Sphere2::new([0.0, 0.0], 1.0));
    let bullet = world.insert(ball.clone().swept(), BodyKind::Fixed).unwrap();
    assert_eq!(world.set_body_shapes(bullet, &[beam.into()]), Err(error), "nor by a new shape");
    let other = world.insert(ball, BodyKind::Fixed).unwrap();
    assert_eq!(world.set_body_shapes(other, &[beam.into()]), Ok(()), "what rests may be a ray");
}

#[test]
fn attacks_end_and_outlive_their_colliders() {
    let mut world = World2::new();
    world.insert(Sphere2::new([0.5, 0.0], 1.0), owned(2)).unwrap();
    let fist = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(1)).unwrap();
    let gone = world.insert(Sphere2::new([9.0, 0.0], 1.0), owned(1)).unwrap();
    world.remove(gone).unwrap();
    let error = world.begin_attack(1, &[fist.collider(0), gone.collider(0)]).unwrap_err();
    assert_eq!(error, WorldError::NoBody { body: gone });
    let error = world.begin_attack(1, &[fist.collider(1)]).unwrap_err();
    assert_eq!(error, WorldError::NoCollider { collider: fist.collider(1), count: 1 });
    assert_eq!(world.teleported(gone), Err(WorldError::NoBody { body: gone }));

    let attack = world.begin_attack(1, &[fist.collider(0)]).unwrap();
    world.end_attack(attack).unwrap();
    world.step();
    assert_eq!(hits(&world), []);
    let error = world.end_attack(attack).unwrap_err();
    assert_eq!(error.to_string(), "attack 0 is not open; was it ended?");

    let attack = world.begin_attack(1, &[fist.collider(0)]).unwrap();
    world.remove(fist).unwrap();
    world.step();
    assert_eq!(hits(&world), []);
    world.end_attack(attack).unwrap();
}

/// A random unit turn about a random axis, by up to half a turn.
fn rotation(rng: &mut Rng) -> Quat {
    let mut x = || rng.between(-1.0, 1.0) as f32;
    Quat::from_xyzw(x(), x(), x(), 1.5).normalize()
}

fn pose(rng: &mut Rng) -> Pose3 {
    let mut x = || rng.between(-1.0, 1.0) as f32;
    Pose3::new([x(), x(), x()], rotation(rng))
}

/// Against looking at many moments: whatever meets at one of them is hit, and no later.
#[test]
fn what_meets_at_any_moment_is_hit() {
    const MOMENTS: u16 = 200;
    let mut rng = Rng::new(77);
    let (mut met, mut missed) = (0, 0);
    for round in 0..1000 {
        let mut world = World3::new();
        let mut x = || rng.between(-1.5, 1.5) as f32;
        let post: Shape3 = Capsule3::new([x(), x(), x()], [x(), x(), x()], 0.1).into();
        world.insert(post.clone(), BodyKind::Fixed).unwrap();
        let shape: Shape3 = match round % 3 {
            0 => Obb3::new([1.0, 0.0, 0.0], [0.8, 0.05, 0.02], Quat::IDENTITY).into(),
            1 => Capsule3::new([0.2, 0.0, 0.0], [1.8, 0.0, 0.0], 0.05).into(),
            _ => Sphere3::new([1.0, 0.0, 0.0], 0.1).into(),
        };
        let blade = world.insert(Collider::new(shape.clone()).swept(), owned(1)).unwrap();
        let from = pose(&mut rng);
        let to = if round % 2 == 0 {
            pose(&mut rng)
        } else {
            Pose3::new([x_of(&mut rng), 0.3, -0.2], from.rotation())
        };
        world.set_body_pose(blade, &from).unwrap();
        world.teleported(blade).unwrap();
        world.step();
        if !hits(&world).is_empty() {
            continue;
        }
        world.set_body_pose(blade, &to).unwrap();
        world.step();
        let first =
            (0..=MOMENTS).map(|moment| f32::from(moment) / f32::from(MOMENTS)).find(|&part| {
                shape.try_transformed(&from.between(&to, part)).unwrap().intersects(&post)
            });
        match (first, &hits(&world)[..]) {
            (Some(first), [hit]) => {
                assert!(hit.fraction <= first, "{hit:?} {first}");
                met += 1;
            }
            (None, [hit]) => {
                let there = shape.try_transformed(&from.between(&to, hit.fraction)).unwrap();
                assert!(there.distance(&post).unwrap() < 1e-3, "{hit:?}");
            }
            (None, []) => missed += 1,
            (first, hits) => panic!("{first:?} {hits:?}"),
        }
    }
    assert!(met > 40 && missed > 100, "{met} {missed}");
}

fn x_of(rng: &mut Rng) -> f32 {
    rng.between(-2.0, 2.0) as f32
}

/// Shapes that were set tell a turn as well as poses do.
#[test]
fn shapes_that_are_set_turn_about_their_middle() {
    let blade = |degrees: f32| -> [Shape2; 3] {
        let pose = turned(degrees);
        [
            Obb2::new([0.0; 2], [1.0, 0.01], Rot2::IDENTITY).transformed(&pose).into(),
            Capsule2::new([-1.0, 0.0], [1.0, 0.0], 0.01).transformed(&pose).into(),
            Segment2::new([-1.0, 0.0], [1.0, 0.0]).transformed(&pose).into(),
        ]
    };
    let posts =
        [([0.4, 0.4], true), ([-0.4, -0.4], true), ([0.4, -0.4], false), ([0.8, 0.8], false)];
    for (kind, from) in blade(0.0).into_iter().enumerate() {
        for (at, is_hit) in posts {
            let mut world = World2::new();
            world.insert(Sphere2::new(at, 0.05), BodyKind::Fixed).unwrap();
            let swept =
                world.insert(Collider::new(from.clone()).swept(), BodyKind::Moving).unwrap();
            world.set_body_shapes(swept, core::slice::from_ref(&from)).unwrap();
            world.step();
            world.set_body_shapes(swept, &[blade(80.0)[kind].clone()]).unwrap();
            world.step();
            assert_eq!(hits(&world).len(), usize::from(is_hit), "{kind} {at:?}");
        }
    }
}

/// Bullets go from place to place, and what rounding left between two ways is part of them.
#[test]
fn no_wall_is_too_thin_to_stop_a_bullet() {
    let mut rng = Rng::new(78);
    let mut in_a_gap = 0;
    for round in 0..600 {
        // Near zero there are more numbers: some lie between the end of a way and the next one.
        let mut x = |least, most| rng.between(least, most) as f32;
        let places = [x(-40.0, -2.0), x(-0.001, 0.001), x(2.0, 4.0), x(5.0, 6.0)];
        let ends = f64::from(places[0]) + f64::from(places[1] - places[0]);
        let x = match rng.below(4) {
            0 => places[1].next_down(),
            1 => places[1],
            _ => (0.5 * (ends + f64::from(places[1]))) as f32,
        };
        let mut world = World2::new();
        world.insert(Segment2::new([x, -1.0], [x, 1.0]), BodyKind::Fixed).unwrap();
        let bullet: Shape2 = match round % 3 {
            0 => Shape2::Point([0.0; 2].into()),
            1 => Sphere2::new([0.0; 2], 0.0).into(),
            _ => Obb2::new([0.0; 2], [0.0, 0.5], Rot2::IDENTITY).into(),
        };
        let bullet = world.insert(Collider::new(bullet).swept(), owned(1)).unwrap();
        world.set_body_pose(bullet, &Pose2::from_translation([places[0], 0.0])).unwrap();
        world.teleported(bullet).unwrap();
        world.step();
        let mut found = Vec::new();
        for pair in places.windows(2) {
            world.set_body_pose(bullet, &Pose2::from_translation([pair[1], 0.0])).unwrap();
            world.step();
            found.extend(hits(&world));
            let ends = f64::from(pair[0]) + f64::from(pair[1] - pair[0]);
            if ends < f64::from(x) && x < pair[1] {
                in_a_gap += 1;
                let [hit] = hits(&world)[..] else { panic!("{places:?} {x}") };
                assert_eq!((hit.fraction, hit.normal.to_array()), (1.0, [-1.0, 0.0]));
            }
        }
        assert_eq!(found.len(), 1, "{places:?} {x}");
    }
    assert!(in_a_gap > 50, "{in_a_gap}");
}

/// The half-spaces of a wedge meet elsewhere once they are rounded; its tip hits all the same.
#[test]
fn the_tip_of_a_wedge_hits_what_it_passes() {
    let slope = 1.0 / 1_048_576.0;
    let sides = [([0.0, 1.0], 0.0), ([slope, -1.0], slope), ([-1.0, 0.0], 0.0)];
    let sides = sides.map(|(normal, offset)| HalfSpace2::new(normal, offset));
    for degrees in (5..95_u8).step_by(5) {
        let mut world = World2::new();
        let Rot2 { cos, sin } = Rot2::degrees(f32::from(degrees));
        let post = [cos, sin].map(|x| 0.99 * x);
        world.insert(Segment2::new(post, post), owned(2)).unwrap();
        let wedge = world.insert(Frustum2::from_half_spaces(&sides), owned(1)).unwrap();
        world.set_body_pose(wedge, &turned(0.0)).unwrap();
        world.step();
        world.begin_attack(1, &[wedge.collider(0)]).unwrap();
        world.step();
        world.set_body_pose(wedge, &turned(100.0)).unwrap();
        world.step();
        assert_eq!(hits(&world).len(), 1, "at {degrees} degrees");
    }
}
