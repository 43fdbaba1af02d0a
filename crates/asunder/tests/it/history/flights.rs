//! Projectiles that fly through histories.

use super::*;

#[test]
fn a_projectile_meets_what_was_in_its_way() {
    let mut world = World3::new();
    let runner = world.insert(Sphere3::new([0.0; 3], 1.0), owned(2)).unwrap();
    world.insert(Aabb3::new([-9.0, -9.0, 40.0], [9.0, 9.0, 41.0]), BodyKind::Fixed).unwrap();
    let mut history = History::new(100);
    for tick in 0..50 {
        let pose = Pose3::from_translation([tick as f32 - 10.0, 0.0, 10.5]);
        world.set_body_pose(runner, &pose).unwrap();
        world.step();
        history.record(Tick(tick), &world);
    }
    let rocket = Shape3::from(Sphere3::new([0.0, 0.0, 0.5], 0.5));
    let fly = |from: u64, to: u64| {
        let flight = history.cast_through(
            &world,
            Tick(from),
            Tick(to),
            &rocket,
            [0.0, 0.0, 1.0],
            Filter::new(),
        );
        let flight = flight.unwrap();
        let met = flight.hit.map(|hit| (hit.tick.0, hit.found.collider.body == runner));
        (met, flight.clamped)
    };
    // The runner crosses x = 0 at tick 10; the rocket comes to z = 9 to 11.5 eight ticks on.
    assert_eq!(fly(1, 40), (Some((9, true)), false));
    assert_eq!(fly(12, 45), (None, false), "behind it, and not yet at the wall");
    assert_eq!(fly(5, 49).0, Some((43, false)), "behind it, and into the wall");
    assert_eq!(fly(0, 90), (Some((8, true)), true), "to the last tick, had it come so far");
    assert_eq!(
        History::new(1).cast_through(&world, Tick(0), Tick(1), &rocket, [0.0; 3], Filter::new()),
        Err(RewindError::Empty)
    );
    let back = history.cast_through(&world, Tick(9), Tick(5), &rocket, [0.0; 3], Filter::new());
    assert_eq!(back, Err(RewindError::Backwards { from: Tick(9), to: Tick(5) }));
}

/// The bug: where a flight came to at its last tick was not looked at.
#[test]
fn a_flight_to_beyond_all_is_refused_at_its_last_tick_too() {
    let mut world = World2::new();
    let mut history = History::new(10);
    for tick in 0..3 {
        world.step();
        history.record(Tick(tick), &world);
    }
    let fly = |x: f32, motion: [f32; 2], to: u64| {
        let ball = Sphere2::new([x, 0.0], 1.0);
        history.cast_through(&world, Tick(0), Tick(to), &ball, motion, Filter::new())
    };
    for to in 0..3 {
        for motion in [[f32::NAN, 0.0], [0.0, f32::INFINITY]] {
            assert!(matches!(fly(0.0, motion, to), Err(RewindError::Projectile(_))), "{to}");
        }
        let far = fly(1e38, [3e38, 0.0], to);
        assert_eq!(matches!(far, Err(RewindError::Projectile(_))), to > 0, "{to}: {far:?}");
        assert_eq!(fly(1e38, [1e38, 0.0], to).map(|flight| flight.hit), Ok(None));
    }
}

/// A wall without thickness stands in the gap that rounding leaves between the ways of two ticks, or
/// beside it: what flies through is told at some tick, wherever it stands.
#[test]
fn no_wall_is_too_thin_to_stop_what_flies() {
    let mut rng = Rng::new(90);
    let mut in_a_gap = 0;
    for round in 0..600 {
        let motion = rng.between(0.01, 0.2) as f32;
        let tick = 1 + rng.below(6) as u64;
        // Near zero there are more numbers: some lie between the end of a way and the next one.
        let from = rng.between(-0.001, 0.001) as f32 - motion * tick as f32;
        let place = |tick: u64| from + motion * tick as f32;
        let ends = f64::from(place(tick - 1)) + f64::from(motion);
        let x = match rng.below(4) {
            0 => place(tick).next_down(),
            1 => place(tick),
            _ => (0.5 * (ends + f64::from(place(tick)))) as f32,
        };
        let mut world = World2::new();
        let wall = Segment2::new([x, -1.0], [x, 1.0]);
        let wall = world.insert(wall, BodyKind::Fixed).unwrap().collider(0);
        let mut history = History::new(10);
        (0..9).for_each(|tick| history.record(Tick(tick), &world));
        let bullet: Shape2 = match round % 3 {
            0 => Shape2::Point(Vec2::new(from, 0.0)),
            1 => Sphere2::new([from, 0.0], 0.0).into(),
            _ => Obb2::new([from, 0.0], [0.0, 0.5], Rot2::IDENTITY).into(),
        };
        let fly = |from: u64, to: u64, shape: &Shape2| {
            let filter = Filter::new();
            history.cast_through(&world, Tick(from), Tick(to), shape, [motion, 0.0], filter)
        };
        let flight = fly(0, 8, &bullet).unwrap();
        let hit = flight.hit.expect("it passed through a wall");
        assert_eq!(hit.found.collider, wall);
        assert_eq!(hit.found.normal, Vec2::new(-1.0, 0.0), "against the motion");
        // One way of that motion ends before the wall, and the next one starts behind it.
        if ends < f64::from(x) && x < place(tick) {
            in_a_gap += 1;
            assert_eq!(hit.tick, Tick(tick - 1));
        }
    }
    assert!(in_a_gap > 50, "{in_a_gap}");
}
