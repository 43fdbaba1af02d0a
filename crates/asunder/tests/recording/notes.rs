//! Queries, motions, shots, attacks, rigs and skins.

use asunder::glam::{Vec2, Vec3};
use asunder::history::{ShotClaim, ShotFinding};
use asunder::prelude::*;
use asunder::recording::{
    RecordedMove, RecordedQuery, RecordedQuestion, RigPose, SkinnedMesh, state_hash,
};
use asunder::world::Event;
use asunder::{Affine3, Recorder, Recording, Skin};

/// What was noted belongs to the tick that is recorded next, and to no other.
#[test]
fn what_is_noted_comes_back_at_its_tick() {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    let mut world = World2::with_layers(layers);
    let wall = Aabb2::new([3.0, 0.0], [4.0, 9.0]);
    let wall =
        world.insert_body(&[wall.into()], BodyOptions::from(BodyKind::Fixed).owner(2)).unwrap();
    let walker = Obb2::new([0.0, 0.5], [0.5, 0.5], [1.0, 0.0]);
    let walker = world.insert(walker, BodyKind::Moving).unwrap();
    let (mut recorder, mut history) = (Recorder::new(Vec::new(), "", 60), History2::new(9));
    world.step();
    recorder.record(Tick(0), &world).unwrap();
    history.record(Tick(0), &world);

    let from = Vec2::new(0.0, 0.5);
    let stop = world.move_body(walker, [10.0, 0.0]).unwrap();
    let moved = RecordedMove::stop(walker, from, Vec2::new(10.0, 0.0), &stop);
    recorder.moved(&moved);
    let slide = world.slide_body(walker, [1.0, -1.0], &SlideOptions::default()).unwrap();
    let slid = RecordedMove::slide(walker, stop.position, Vec2::new(1.0, -1.0), &slide);
    recorder.moved(&slid);
    let view = world.view();
    let ball = Sphere2::new([0.0, 5.0], 1.0);
    let queries = [
        RecordedQuery::new(RecordedQuestion::Intersecting, ball, &view.intersecting(&ball).all()),
        RecordedQuery::new(
            RecordedQuestion::Line,
            Ray2::new([0.0, 5.0], [1.0, 0.0]),
            &view.ray(&Ray2::new([0.0, 5.0], [1.0, 0.0])).first(),
        )
        .by(7)
        .name("an arrow")
        .moment(Tick(0), 0.5),
        RecordedQuery::new(
            RecordedQuestion::Cast { motion: Vec2::new(9.0, 0.0) },
            ball,
            &view.cast(&ball, [9.0, 0.0]).all(),
        ),
        RecordedQuery::new(
            RecordedQuestion::Near { within: f32::INFINITY },
            ball,
            &view.near(&ball).all(),
        ),
    ];
    assert_eq!(queries.each_ref().map(|query| query.hits.len()), [0, 1, 1, 2]);
    queries.iter().for_each(|query| recorder.query(query));
    let shots = [9.0, 9.5].map(|y| {
        let shot = Segment2::new([0.0, y], [9.0, y]);
        let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(0), fraction: 0.0, shot };
        (claim, history.validate_shot(&world, &claim, Filter::new()).unwrap())
    });
    shots.iter().for_each(|(claim, verdict)| recorder.shot(claim, verdict));
    let attack = world.begin_attack(5, &[walker.collider(0)]).unwrap();
    recorder.begin_attack::<Vec2>(attack, 5, &[walker.collider(0)]);
    world.step();
    recorder.record(Tick(1), &world).unwrap();
    assert!(world.events().iter().any(|event| matches!(event, Event::Blocked { .. })));
    world.step();
    recorder.record(Tick(2), &world).unwrap();
    world.end_attack(attack).unwrap();
    recorder.end_attack::<Vec2>(attack);
    world.step();
    recorder.record(Tick(3), &world).unwrap();

    let bytes = recorder.finish().unwrap();
    let recording = Recording::read(&bytes).unwrap();
    let moves = [moved, slid];
    for tick in recording.iter() {
        let tick = tick.unwrap();
        let world = tick.world::<Vec2>().unwrap();
        let noted = tick.tick == Tick(1);
        assert_eq!(world.queries, if noted { &queries[..] } else { &[] });
        assert_eq!(world.moves, if noted { &moves[..] } else { &[] });
        assert_eq!(world.shots, if noted { &shots[..] } else { &[] });
        let open = world.attacks.iter().map(|attack| (attack.id, attack.owner));
        let expected = [(attack, 5)].into_iter().filter(|_| [1, 2].contains(&tick.tick.0));
        assert!(open.eq(expected), "{:?}", tick.tick);
    }
    assert!(world.contains(wall));
}

/// Each finding that a shot at a body with a skin may have.
#[test]
fn verdicts_on_skins_come_back() {
    let mut world = World3::new();
    let part = Collider::new(Aabb3::new([0.0; 3], [2.0; 3])).tag(300).bone(7).region(2);
    let victim = world.insert_body(&[part], BodyOptions::from(BodyKind::Moving).owner(2)).unwrap();
    let mut recorder = Recorder::new(Vec::new(), "skins", 60);
    let mut history = History3::new(9);
    world.step();
    history.record(Tick(0), &world);
    let corners = [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]];
    let skin = Skin::try_new(corners, [[(0, 1.0)]; 3], [[0, 1, 2]]).unwrap();
    history.record_skin(victim, &skin, &[Affine3::identity()]).unwrap();
    let shots = [1.0, 1.5, 3.0].map(|x| {
        let shot = Segment3::new([x, 1.0, 9.0], [x, 1.0, -9.0]);
        let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(0), fraction: 0.0, shot };
        (claim, history.validate_shot(&world, &claim, Filter::new()).unwrap())
    });
    let [hit, grazed, missed] = shots.map(|(_, verdict)| verdict.finding);
    assert!(
        matches!(hit, ShotFinding::Hit { fraction, .. } if (fraction - 4.0 / 9.0).abs() < 1e-6)
    );
    assert!(matches!(grazed, ShotFinding::Grazed { tag: 300, bone: Some(7), region: 2, .. }));
    assert!(matches!(missed, ShotFinding::Missed { by: 1.0, .. }));
    shots.iter().for_each(|(claim, verdict)| recorder.shot(claim, verdict));
    recorder.record(Tick(0), &world).unwrap();
    let bytes = recorder.finish().unwrap();
    let tick = Recording::read(&bytes).unwrap().iter().next().unwrap().unwrap();
    assert_eq!(tick.world::<Vec3>().unwrap().shots, shots);
}

/// A rig's pose comes back instead of its shapes; the hash is that of the shapes.
#[test]
fn rigs_and_skins_come_back() {
    let mut world = World3::new();
    let ball = |x: f32| Sphere3::new([x, 0.0, 0.0], 1.0);
    let knight = world.insert(ball(0.0), BodyKind::Moving).unwrap();
    let wall = world.insert(ball(9.0), BodyKind::Fixed).unwrap();
    let mesh = SkinnedMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        triangles: vec![[0, 1, 2]],
        joints: vec![[0; 4]; 3],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 3],
    };
    let mut recorder = Recorder::new(Vec::new(), "", 60);
    let number = recorder.mesh(&mesh);
    let root = |x: f32| Affine3::from(Pose3::from_translation([x, 0.0, 0.0]));
    let pose = |tick: u64| RigPose {
        model: "knight.glb".into(),
        clip: if tick < 150 { "walk".into() } else { "run".into() },
        time: tick as f32 / 60.0,
        root: root(tick as f32 * 0.01),
    };
    let mut hashes = Vec::new();
    for tick in 0..300 {
        let shape = Shape3::from(ball(tick as f32 * 0.01));
        world.set_body_shapes(knight, &[shape]).unwrap();
        world.step();
        let as_rig = tick < 200;
        recorder.rig(knight, as_rig.then(|| pose(tick)).as_ref());
        recorder.skin(knight, number, &[root(tick as f32)]);
        recorder.record(Tick(tick), &world).unwrap();
        hashes.push(state_hash(&world));
    }
    let bytes = recorder.finish().unwrap();
    let recording = Recording::read(&bytes).unwrap();
    for (tick, read) in (0..).zip(&recording) {
        let read = read.unwrap();
        let world = read.world::<Vec3>().unwrap();
        assert_eq!(world.hash, hashes[tick as usize]);
        let expected = if tick < 200 { vec![(knight, pose(tick))] } else { Vec::new() };
        assert_eq!(world.rigs, expected);
        let shape = &world.collider(knight.collider(0)).unwrap().shape;
        assert_eq!(shape.is_none(), tick < 200);
        assert!(world.collider(wall.collider(0)).unwrap().shape.is_some());
        let [skin] = &world.skins[..] else { panic!("a skin") };
        assert_eq!((&*skin.mesh, &skin.joints[..]), (&mesh, &[root(tick as f32)][..]));
    }
}
