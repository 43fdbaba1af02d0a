//! Claims of shots, as their shooters saw the world.

use super::*;

#[test]
fn claims_are_judged_as_their_shooters_saw_it() {
    let mut world = World2::new();
    let shooter = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(1)).unwrap();
    let figure = [
        Collider::new(Sphere2::new([10.0, 0.0], 1.0)).region(7).bone(3).tag(70),
        Collider::new(Sphere2::new([10.0, 2.0], 0.5)).region(1).bone(9).tag(71),
    ];
    let victim = world.insert_body(&figure, owned(2)).unwrap();
    let wall = world.insert(Aabb2::new([5.0, -9.0], [6.0, -3.0]), BodyKind::Fixed).unwrap();
    let friend = world.insert(Sphere2::new([3.0, 20.0], 1.0), owned(3)).unwrap();
    let mut history = History::new(20);
    let mut kept = Vec::new();
    for tick in 0..10 {
        let pose = Pose2::from_translation([0.0, -(tick as f32)]);
        world.set_body_pose(victim, &pose).unwrap();
        world.step();
        history.record(Tick(tick), &world);
        kept.push(world.snapshot().to_bytes());
    }
    let claim = |tick: u64, fraction, y: f32| ShotClaim {
        shooter: 1,
        victim: 2,
        tick: Tick(tick),
        fraction,
        shot: Segment2::new([0.0, y], [20.0, y]),
    };
    let judge = |claim| history.validate_shot(&world, &claim, Filter::new()).unwrap();
    let (chest, head) = (victim.collider(0), victim.collider(1));
    let hit = judge(claim(0, 0.5, -0.5));
    let expected =
        ShotFinding::Hit { collider: chest, tag: 70, bone: Some(3), region: 7, fraction: 0.45 };
    assert_eq!(hit.finding, expected, "half a tick on, it stands half a metre lower");
    let missed = judge(claim(9, 0.0, -0.5)).finding;
    assert_eq!(missed, ShotFinding::Missed { by: 6.0, collider: head }, "by now it is gone");
    let blocked = judge(claim(4, 0.0, -4.0)).finding;
    let expected =
        ShotFinding::Blocked { by: wall.collider(0), owner: None, fraction: 0.25, collider: chest };
    assert_eq!(blocked, expected, "walls stop shots");
    let late = judge(claim(99, 0.0, -9.0));
    assert!(late.moment.clamped && late.moment.tick == Tick(9));
    let nobody = ShotClaim { victim: 5, ..claim(0, 0.0, 0.0) };
    assert_eq!(judge(nobody).finding, ShotFinding::NotThere);
    let friendly = ShotClaim { victim: 3, ..claim(0, 0.0, 20.0) };
    assert!(
        matches!(judge(friendly).finding, ShotFinding::Hit { collider, .. } if collider == friend.collider(0))
    );
    assert!(
        judge(claim(0, 0.0, 0.0)).finding != ShotFinding::NotThere,
        "{shooter} is not in its own way"
    );

    // Kept, sent, and judged again: the same.
    let text = serde_json::to_string(&claim(0, 0.5, -0.5)).unwrap();
    let read: ShotClaim<Vec2> = serde_json::from_str(&text).unwrap();
    assert_eq!(judge(read), hit);
    assert!(serde_json::from_str::<ShotClaim<Vec2>>(&text.replace("20.0", "1e99")).is_err());
    let text = serde_json::to_string(&hit).unwrap();
    assert_eq!(serde_json::from_str::<ShotVerdict>(&text).unwrap(), hit);

    // Replayed elsewhere, from the two ticks around it alone.
    let (mut elsewhere, mut two) = (World2::new(), History::new(1));
    for (tick, bytes) in (0..2).zip(&kept) {
        elsewhere.restore(&Snapshot::try_from_bytes(bytes).unwrap());
        two.record(Tick(tick), &elsewhere);
    }
    assert_eq!(two.validate_shot(&elsewhere, &read, Filter::new()).unwrap(), hit);
}

/// What the caller leaves out stays left out, whoever shoots at whom.
#[test]
fn claims_keep_their_callers_filters() {
    let mut world = World2::new();
    let ball = |x: f32| Sphere2::new([x, 0.0], 1.0);
    world.insert(ball(3.0), owned(3)).unwrap();
    world.insert(ball(6.0), owned(2)).unwrap();
    let mut history = History::new(4);
    history.record(Tick(0), &world);
    let shot = Segment2::new([0.0, 0.0], [9.0, 0.0]);
    let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(0), fraction: 0.0, shot };
    let judge = |filter| history.validate_shot(&world, &claim, filter).unwrap().finding;
    assert!(matches!(judge(Filter::new()), ShotFinding::Blocked { owner: Some(3), .. }));
    assert!(matches!(judge(Filter::new().not_of(3)), ShotFinding::Hit { .. }));
    assert!(matches!(judge(Filter::new().only_of(2)), ShotFinding::Hit { .. }));
    assert_eq!(judge(Filter::new().only_of(3)), ShotFinding::NotThere);
    assert_eq!(judge(Filter::new().not_of(2)), ShotFinding::NotThere);
}

/// The finding itself says so: a claim that would hit at the oldest moment is not answered as of it.
#[test]
fn a_claim_from_before_the_history_is_too_old() {
    let mut world = World2::new();
    let victim = BodyOptions::from(BodyKind::Moving).owner(2);
    let victim = world.insert(Sphere2::new([5.0, 0.0], 1.0), victim).unwrap();
    let mut history = History::new(2);
    for tick in 0..6 {
        world.step();
        history.record(Tick(tick), &world);
    }
    let shot = Segment2::new([0.0, 0.0], [9.0, 0.0]);
    let judge = |tick: u64, fraction: f32| {
        let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(tick), fraction, shot };
        history.validate_shot(&world, &claim, Filter::new()).unwrap()
    };
    let hits = |verdict: ShotVerdict| matches!(verdict.finding, ShotFinding::Hit { collider, .. } if collider == victim.collider(0));
    assert!(hits(judge(3, 0.0)), "the oldest allowed");
    let late = judge(2, 0.99);
    assert_eq!(late.finding, ShotFinding::TooOld);
    assert_eq!((late.moment.tick, late.moment.fraction), (Tick(3), 0.0), "what it may ask for");
    assert!(hits(judge(late.moment.tick.0, late.moment.fraction)), "anew, as of that moment");
    let early = judge(99, 0.0);
    assert!(hits(early) && early.moment.clamped, "yet to come: as of the last");
}
