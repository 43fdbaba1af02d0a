//! A level in a world, beside the same parts as bodies of their own.

use asunder::glam::{Quat, Vec3, vec3};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::world::{ColliderId, Event, Snapshot, SnapshotError, WorldError};
use asunder::{Level, Level3, Mesh, Mesh3};
use asunder_jury::Rng;

/// A square of bumps: a grid of vertices one apart, each at a random height, two triangles a cell.
fn bumps(side: u32, height: f32, rng: &mut Rng) -> Mesh3 {
    let at = |i: u32| (i % (side + 1), i / (side + 1));
    let vertices: Vec<[f32; 3]> = (0..(side + 1) * (side + 1))
        .map(|i| {
            let (x, z) = at(i);
            let y = if height == 0.0 { 0.0 } else { rng.between(0.0, f64::from(height)) as f32 };
            [x as f32, y, z as f32]
        })
        .collect();
    let cell = |i: u32| {
        let (x, z) = (i % side, i / side);
        let first = z * (side + 1) + x;
        let [a, b, c, d] = [first, first + 1, first + side + 2, first + side + 1];
        [[a, b, c], [a, c, d]]
    };
    Mesh::new(vertices, (0..side * side).flat_map(cell))
}

fn layers() -> Layers {
    Layers::new().respond("default", "default", Response::Block).unwrap()
}

/// A world with the level, and one with its parts; the bodies of the second are in the order of the parts.
fn worlds(mesh: &Mesh3) -> (World3, World3) {
    let (mut whole, mut parts) = (World3::with_layers(layers()), World3::with_layers(layers()));
    whole.insert_level(mesh.clone(), BodyKind::Fixed).unwrap();
    for number in 0..mesh.part_count() as u32 {
        parts.insert(mesh.part(number).unwrap(), BodyKind::Fixed).unwrap();
    }
    (whole, parts)
}

#[test]
fn queries_find_what_bodies_of_their_own_would_be() {
    let mut rng = Rng::new(2401);
    let mesh = bumps(6, 1.5, &mut rng);
    let (whole, parts) = worlds(&mesh);
    let mut hits = [0; 4];
    for _ in 0..400 {
        let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
        let from = [x(-1.0, 7.0), x(-1.0, 3.0), x(-1.0, 7.0)];
        let motion = [x(-4.0, 4.0), x(-3.0, 1.0), x(-4.0, 4.0)];
        let ball = Sphere3::new(from, x(0.05, 0.6));
        let ray = Ray3::new(from, motion);
        let (one, many) = (whole.view(), parts.view());

        let part = one.intersecting(&ball).first().map(|found| found.part.unwrap());
        let body = many.intersecting(&ball).first().map(|found| found.collider.body.bits() as u32);
        assert_eq!(part, body, "{ball:?}");
        assert_eq!(one.intersecting(&ball).any(), part.is_some());
        hits[0] += u32::from(part.is_some());

        let (a, b) = (one.ray(&ray).first(), many.ray(&ray).first());
        assert_eq!(
            a.map(|a| (a.part.unwrap(), a.hit)),
            b.map(|b| (b.collider.body.bits() as u32, b.hit))
        );
        hits[1] += u32::from(a.is_some());

        let (a, b) = (one.cast(&ball, motion).first(), many.cast(&ball, motion).first());
        let key = |fraction: f32, number: u32| (fraction, number);
        let a = a.map(|a| key(a.fraction, a.part.unwrap()));
        assert_eq!(
            a,
            b.map(|b| key(b.fraction, b.collider.body.bits() as u32)),
            "{ball:?} {motion:?}"
        );
        hits[2] += u32::from(a.is_some());

        let (a, b) = (one.near(&ball).first().unwrap(), many.near(&ball).first().unwrap());
        let of = b.collider.body.bits() as u32;
        assert_eq!((a.part.unwrap(), a.distance, a.points), (of, b.distance, b.points));
        assert_eq!(one.near(&ball).within(a.distance).all().len(), 1);
        hits[3] += u32::from(a.distance > 0.0);
    }
    assert!(hits.iter().all(|&count| count > 50), "{hits:?}");
}

#[test]
fn walks_and_slides_go_where_bodies_of_their_own_would_lead() {
    let mut rng = Rng::new(2402);
    let mut stopped = 0;
    for height in [0.0, 0.4, 1.2] {
        let mesh = bumps(8, height, &mut rng);
        let (mut whole, mut parts) = worlds(&mesh);
        let movers: [Shape3; 3] = [
            Sphere3::new([4.0, 2.5, 4.0], 0.4).into(),
            Capsule3::new([4.0, 2.0, 4.0], [4.0, 3.0, 4.0], 0.3).into(),
            Aabb3::new([3.7, 2.0, 3.7], [4.3, 3.5, 4.3]).into(),
        ];
        for mover in movers {
            let a = whole.insert(mover.clone(), BodyKind::Moving).unwrap();
            let b = parts.insert(mover, BodyKind::Moving).unwrap();
            let slide = SlideOptions { step_height: 0.3, ..SlideOptions::default() };
            let options = WalkOptions { slide, ..WalkOptions::default() };
            for tick in 0..120 {
                let mut speed = || rng.between(-3.0, 3.0) as f32;
                let velocity = [speed(), -4.0, speed()];
                let one = whole.walk_body(a, velocity, 1.0 / 60.0, &options).unwrap();
                let other = parts.walk_body(b, velocity, 1.0 / 60.0, &options).unwrap();
                assert_eq!(one.moved, other.moved, "{height} {tick}");
                let number = |collider: ColliderId| Some(collider.body.bits() as u32);
                let floors = (one.floor.map(|it| it.part), other.floor.map(|it| it.collider));
                assert_eq!(floors.0, floors.1.map(number), "{height} {tick}");
                let first = (one.hits.first(), other.hits.first());
                let part = first.0.map(|hit| hit.part);
                assert_eq!(part, first.1.map(|hit| number(hit.obstacle)), "{height} {tick}");
                assert!(other.floor.is_none_or(|floor| floor.part.is_none()));
                assert!(other.hits.iter().all(|hit| hit.part.is_none()));
                assert_eq!(whole.shape(a.collider(0)), parts.shape(b.collider(0)));
                let obstacles: Vec<_> = one.hits.iter().map(|hit| hit.obstacle).collect();
                stopped += obstacles.len();
                assert!(obstacles.len() <= 1, "each collider once");
                let shape = whole.shape(a.collider(0)).unwrap();
                assert!(!mesh.penetrates(shape), "{height} {tick}");
            }
            whole.remove(a).unwrap();
            parts.remove(b).unwrap();
        }
    }
    assert!(stopped > 300, "{stopped}");
}

/// Stops and slides tell the part of a mesh, and so do those that a filter is asked about.
#[test]
fn movers_tell_the_part() {
    // Two triangles of a floor, and a wall across it.
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    let mut vertices: Vec<[f32; 3]> = corners.iter().map(|&[x, z]| [x, 0.0, z]).collect();
    vertices.extend([[3.0, -1.0, -9.0], [3.0, 9.0, 2.0], [3.0, -1.0, 9.0]]);
    let mesh = Mesh3::new(vertices, [[0, 1, 2], [0, 2, 3], [4, 5, 6]]);
    let mut world = World3::with_layers(layers());
    let level = world.insert_level(mesh, BodyKind::Fixed).unwrap();
    let post = world.insert(Sphere3::new([1.0, 3.0, 9.0], 1.0), BodyKind::Fixed).unwrap();
    let ball = world.insert(Sphere3::new([1.0, 2.0, 3.0], 1.0), BodyKind::Moving).unwrap();

    let stop = world.move_body(ball, [0.0, -2.0, 0.0]).unwrap();
    assert_eq!((stop.fraction, stop.hits[0].part), (0.5, Some(1)), "the half of the floor below");
    let mut asked = Vec::new();
    let slide = world.slide_body_among(ball, [4.0, -1.0, -2.0], &SlideOptions::default(), |hit| {
        asked.push((hit.obstacle.body, hit.part));
        true
    });
    let slide = slide.unwrap();
    let floor = slide.floor.unwrap();
    assert_eq!((floor.obstacle.body, floor.part), (level, Some(0)), "the other half");
    assert!(asked.contains(&(level, Some(1))) && asked.contains(&(level, Some(2))), "{asked:?}");
    assert_eq!(slide.hits[0].part, Some(1), "of a collider the first hit is kept");

    world.set_body_pose(ball, &Pose3::from_translation([0.0, 0.0, 3.0])).unwrap();
    let stop = world.move_body(ball, [0.0, 1.0, 9.0]).unwrap();
    assert_eq!((stop.hits[0].obstacle.body, stop.hits[0].part), (post, None), "no level");
}

#[test]
fn steps_attacks_and_layers_see_it() {
    let layers = Layers::new().layer("ghost").unwrap();
    let ghost = layers.clone().respond("ghost", "default", Response::Ignore).unwrap();
    let id = ghost.id("ghost").unwrap();
    let mut world = World3::with_layers(ghost);
    let wall = Mesh3::new([[2.0, -9.0, -9.0], [2.0, 9.0, -9.0], [2.0, 0.0, 9.0]], [[0, 1, 2]]);
    let wall = world.insert_level(wall, BodyKind::Fixed).unwrap();
    let bullet = Collider::new(Sphere3::new([0.0; 3], 0.25)).swept();
    let bullet = world.insert(bullet, BodyKind::Moving).unwrap();
    world.step();
    assert!(world.events().is_empty());
    world.set_body_pose(bullet, &Pose3::from_translation([8.0, 0.0, 0.0])).unwrap();
    world.step();
    let [Event::Hit(hit)] = world.events() else { panic!("{:?}", world.events()) };
    assert_eq!((hit.collider, hit.fraction), (wall.collider(0), 1.75 / 8.0));

    world.set_body_pose(bullet, &Pose3::from_translation([2.25, 0.0, 0.0])).unwrap();
    world.step();
    assert_eq!(world.pairs(), [(wall.collider(0), bullet.collider(0))], "touching counts");
    world.set_layer(wall.collider(0), id).unwrap();
    world.step();
    assert!(world.pairs().is_empty(), "its layer ignores the other");
    world.set_layer(wall.collider(0), asunder::world::LayerId::DEFAULT).unwrap();
    world.set_body_pose(wall, &Pose3::from_translation([-0.5, 0.0, 0.0])).unwrap();
    world.step();
    assert!(world.pairs().is_empty(), "placed, it is elsewhere");
    let level = world.level(wall.collider(0)).unwrap().unwrap();
    assert_eq!(level.part(0).unwrap().aabb().min(), vec3(1.5, -9.0, -9.0));
}

#[test]
fn what_no_level_does_is_refused() {
    let mesh = || Mesh3::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[0, 1, 2]]);
    let mut world = World3::new();
    let moves = world.insert_level(mesh(), BodyKind::Moving).unwrap_err();
    assert_eq!(moves, WorldError::LevelMoves { kind: "mesh" });
    let nothing = Mesh3::new([[0.0_f32; 3]], []);
    assert_eq!(
        world.insert_level(nothing, BodyKind::Fixed),
        Err(WorldError::EmptyLevel { kind: "mesh" })
    );
    let body = world.insert_level(mesh(), BodyKind::Fixed).unwrap();
    let collider = body.collider(0);
    let level = WorldError::Level { collider, kind: "mesh" };
    assert_eq!(world.shape(collider).unwrap_err(), level);
    let ball = Shape3::from(Sphere3::new([0.0; 3], 1.0));
    assert_eq!(world.set_body_shapes(body, &[ball]).unwrap_err(), level);
    assert_eq!(world.carry(body, &Pose3::from_translation([1.0; 3])).unwrap_err(), level);
    assert!(world.move_body(body, [1.0; 3]).is_err());
    assert!(world.slide_body(body, [1.0; 3], &SlideOptions::default()).is_err());
    assert!(world.turn_body(body, Quat::IDENTITY).is_err());
    assert!(matches!(world.begin_attack(1, &[collider]), Err(WorldError::NotSwept { .. })));
    assert_eq!(world.pairs().len(), 0);
}

#[test]
fn snapshots_hold_a_level_by_its_hash() {
    let mut rng = Rng::new(2403);
    let mesh = bumps(5, 1.0, &mut rng);
    let mut world = World3::with_layers(layers());
    let ground = world.insert_level(mesh.clone(), BodyKind::Fixed).unwrap();
    world.set_body_pose(ground, &Pose3::from_translation([0.0, -3.0, 0.0])).unwrap();
    let ball = world.insert(Sphere3::new([2.0, 1.0, 2.0], 0.5), BodyKind::Moving).unwrap();
    world.step();
    let play = |world: &mut World3| {
        for _ in 0..30 {
            world.walk_body(ball, [1.0, -5.0, 0.5], 1.0 / 30.0, &WalkOptions::default()).unwrap();
            world.step();
        }
        (world.hash(), world.shape(ball.collider(0)).cloned())
    };
    let before = world.snapshot();
    let bytes = before.to_bytes();
    assert!(bytes.len() < 2000, "{} bytes", bytes.len());
    let after = play(&mut world);

    let Err(SnapshotError::NoLevel { hash }) = Snapshot::<Vec3>::try_from_bytes(&bytes) else {
        panic!("the level is missing")
    };
    assert_eq!(hash, Level3::from(mesh.clone()).hash());
    let levels: [Level<Vec3>; 1] = [mesh.into()];
    let read = Snapshot::try_from_bytes_with(&bytes, &levels).unwrap();
    assert_eq!(read.hash(), before.hash());
    let mut copy = World3::new();
    copy.restore(&read);
    assert_eq!(play(&mut copy), after, "the same calls give the same bits");
    for at in 0..bytes.len() {
        assert!(Snapshot::<Vec3>::try_from_bytes_with(&bytes[..at], &levels).is_err());
    }
}
