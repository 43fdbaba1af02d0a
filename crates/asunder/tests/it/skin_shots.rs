//! Shots at bodies with skins: a hitbox is hit, its air is not, now and between ticks.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

use asunder::glam::Vec3;
use asunder::history::{RewindError, ShotClaim, ShotFinding, ShotVerdict};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::world::{BodyId, Snapshot};
use asunder::{Affine3, Skin, SkinError, axis_angle};
use asunder_jury::Rng;

fn owned(owner: u64) -> BodyOptions {
    BodyOptions::from(BodyKind::Moving).owner(owner)
}

/// A rigid skin of triangles.
fn rigid(triangles: &[[[f32; 3]; 3]]) -> Skin {
    let vertices = triangles.iter().flatten().copied();
    let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Skin::try_new(vertices, vec![[(0, 1.0)]; 3 * triangles.len()], numbers).unwrap()
}

fn moved(x: f32, y: f32, z: f32) -> Affine3 {
    Affine3::from(Pose3::from_translation([x, y, z]))
}

fn along_z(tick: u64, fraction: f32, x: f32, y: f32) -> ShotClaim<Vec3> {
    let shot = Segment3::new([x, y, 8.0], [x, y, -8.0]);
    ShotClaim { shooter: 1, victim: 2, tick: Tick(tick), fraction, shot }
}

fn judge(world: &World3, history: &History3, claim: &ShotClaim<Vec3>) -> ShotFinding {
    history.validate_shot(world, claim, Filter::new()).unwrap().finding
}

/// The half of a square's cube: the corner beyond the diagonal is air.
fn half_filled() -> Skin {
    rigid(&[[[0.0, 0.0, 0.5], [2.0, 0.0, 0.5], [0.0, 2.0, 0.5]]])
}

#[test]
fn the_air_in_the_corner_of_a_hitbox_is_grazed() {
    let mut world = World3::new();
    let cube = Collider::new(Aabb3::new([0.0; 3], [2.0; 3])).tag(9).bone(3).region(4);
    let victim = world.insert_body(&[cube], owned(2)).unwrap();
    let mut history = History3::new(5);
    world.step();
    history.record(Tick(0), &world);
    let collider = victim.collider(0);
    let hit = |fraction| {
        let (bone, region) = (Some(3), 4);
        ShotFinding::Hit { collider, tag: 9, bone, region, fraction }
    };
    let at = |history: &History3, x: f32, y: f32| judge(&world, history, &along_z(0, 0.0, x, y));
    assert_eq!(at(&history, 2.0, 2.0), hit(0.375), "without a skin the hitbox is hit");

    history.record_skin(victim, &half_filled(), &[moved(0.0, 0.0, 0.0)]).unwrap();
    // On the edge, at each vertex, in the middle: where the skin is, not where the hitbox begins.
    for [x, y] in [[1.0, 1.0], [2.0, 0.0], [0.0, 2.0], [0.0, 0.0], [0.5, 0.5]] {
        assert_eq!(at(&history, x, y), hit(0.46875), "{x} {y}");
    }
    for [x, y] in [[2.0, 2.0], [1.0, 1.0_f32.next_up()], [2.0, f32::from_bits(1)]] {
        let ShotFinding::Grazed { air, collider: found, tag, bone, region, fraction } =
            at(&history, x, y)
        else {
            panic!("{x} {y}: {:?}", at(&history, x, y))
        };
        assert_eq!((found, tag, bone, region, fraction), (collider, 9, Some(3), 4, 0.375));
        let exact = (f64::from(x) + f64::from(y) - 2.0) / 2.0_f64.sqrt();
        let air = f64::from(air);
        assert!(air > 0.0 && air <= exact * (1.0 + 1e-12) || exact < 1e-40, "{air} {exact}");
        assert!(air >= exact * (1.0 - 3e-7) - 1e-11, "{air} {exact}");
    }
    let ShotFinding::Missed { by, .. } = at(&history, 2.5, 0.0) else { panic!("it is outside") };
    assert_eq!(by, 0.5, "from the hitbox");
    // The tick again, without the skin.
    history.record(Tick(0), &world);
    assert_eq!(at(&history, 2.0, 2.0), hit(0.375));
}

/// Its hitbox and its skin go from `x` to `x + 2`, the skin with a leap if it was teleported.
fn two_ticks(teleports: bool, second: &Skin) -> (World3, History3, BodyId) {
    let mut world = World3::new();
    let victim = world.insert(Aabb3::new([0.0; 3], [2.0; 3]), owned(2)).unwrap();
    let mut history = History3::new(5);
    for (tick, skin) in [(0, &half_filled()), (1, second)] {
        let x = 2.0 * tick as f32;
        world.set_body_pose(victim, &Pose3::from_translation([x, 0.0, 0.0])).unwrap();
        if teleports {
            world.teleported(victim).unwrap();
        }
        world.step();
        history.record(Tick(tick), &world);
        history.record_skin(victim, skin, &[moved(x, 0.0, 0.0)]).unwrap();
    }
    (world, history, victim)
}

#[test]
fn between_ticks_the_skin_goes_as_its_hitboxes() {
    let is_hit = |found: &(World3, History3, BodyId), x: f32, y: f32| match judge(
        &found.0,
        &found.1,
        &along_z(0, 0.25, x, y),
    ) {
        ShotFinding::Hit { .. } => Some(true),
        ShotFinding::Grazed { .. } => Some(false),
        _ => None,
    };
    // From 0.5 to 2.5, the tip at (0.5, 2).
    let went = two_ticks(false, &half_filled());
    let tip = [is_hit(&went, 0.5, 2.0), is_hit(&went, 0.5_f32.next_up(), 2.0)];
    assert_eq!(tip, [Some(true), Some(false)], "the posed vertex, and the next number");
    assert_eq!([is_hit(&went, 2.5, 0.0), is_hit(&went, 0.0, 0.0)], [Some(true), None]);
    // What was put there stays until the next tick, hitbox and skin.
    let put = two_ticks(true, &half_filled());
    let tip = [is_hit(&put, 0.0, 2.0), is_hit(&put, 0.0_f32.next_up(), 2.0)];
    assert_eq!(tip, [Some(true), Some(false)]);
    assert_eq!([is_hit(&put, 2.0, 0.0), is_hit(&put, 2.25, 0.0)], [Some(true), None]);
    // Another skin is no later pose of the first one: that keeps its pose.
    let other = rigid(&[[[0.0, 0.0, 0.5], [2.0, 0.0, 0.5], [2.0, 2.0, 0.5]]]);
    let changed = two_ticks(false, &other);
    assert_eq!(is_hit(&changed, 0.5, 1.5), Some(true), "still at 0");
    assert_eq!(is_hit(&changed, 0.5, 1.5_f32.next_up()), Some(false));
    let skins = |tick, fraction| changed.1.skins_at(changed.2, Tick(tick), fraction).unwrap();
    assert_eq!(skins(0, 0.75), skins(0, 0.0));
    assert_eq!(skins(1, 0.0)[0].skin(), &other);
    assert_eq!(skins(1, 0.5), skins(1, 0.0), "clamped to the last");
}

#[test]
fn walls_and_others_are_in_the_way_of_the_skin() {
    let mut world = World3::new();
    let parts = [
        Collider::new(Aabb3::new([0.0, 0.0, 0.0], [2.0, 2.0, 1.0])).region(1),
        Collider::new(Aabb3::new([0.0, 0.0, 1.0], [2.0, 2.0, 4.0])).region(2),
    ];
    let victim = world.insert_body(&parts, owned(2)).unwrap();
    let friend = world.insert(Aabb3::new([0.0, 0.0, 5.0], [2.0, 2.0, 6.0]), owned(3)).unwrap();
    let unskinned = Aabb3::new([0.0, 1.5, 6.5], [0.25, 2.0, 7.0]);
    let unskinned = world.insert(unskinned, owned(4)).unwrap();
    // Within the hitbox in front, before the skin.
    let wall = world.insert(Aabb3::new([0.0, 0.0, 2.0], [0.5, 2.0, 3.0]), BodyKind::Fixed).unwrap();
    let mut history = History3::new(5);
    world.step();
    history.record(Tick(0), &world);
    history.record_skin(victim, &half_filled(), &[moved(0.0, 0.0, 0.0)]).unwrap();
    // The friend's skin is at y < 0.5.
    let low = rigid(&[[[0.0, 0.0, 5.5], [2.0, 0.0, 5.5], [2.0, 0.5, 5.5]]]);
    history.record_skin(friend, &low, &[moved(0.0, 0.0, 0.0)]).unwrap();
    let at = |x: f32, y: f32| judge(&world, &history, &along_z(0, 0.0, x, y));

    let ShotFinding::Hit { collider, region: 1, fraction, .. } = at(1.0, 1.0) else {
        panic!("{:?}", at(1.0, 1.0))
    };
    assert_eq!((collider, fraction), (victim.collider(0), 0.46875), "not the one in front of it");
    let blocked = |by: BodyId, owner, fraction| {
        let collider = victim.collider(0);
        ShotFinding::Blocked { by: by.collider(0), owner, fraction, collider }
    };
    assert_eq!(at(0.5, 1.0), blocked(wall, None, 0.3125), "a hitbox that pokes through a wall");
    assert_eq!(at(1.9, 0.1), blocked(friend, Some(3), 0.15625), "by the friend's skin");
    assert_eq!(at(0.25, 1.5), blocked(unskinned, Some(4), 0.0625));
    assert!(matches!(at(0.5, 1.75), ShotFinding::Grazed { .. }), "a wall stops no miss");
    // Two skins of one body: either is hit, the nearest is told.
    let behind = rigid(&[[[2.0, 2.0, 3.5], [1.5, 2.0, 3.5], [2.0, 1.75, 3.5]]]);
    history.record_skin(victim, &behind, &[moved(0.0, 0.0, 0.0)]).unwrap();
    let at = |x: f32, y: f32| judge(&world, &history, &along_z(0, 0.0, x, y));
    assert!(matches!(at(2.0, 2.0), ShotFinding::Hit { region: 2, fraction: 0.28125, .. }));
    assert!(matches!(at(1.0, 1.0), ShotFinding::Hit { region: 1, .. }));
    let ShotFinding::Grazed { air, .. } = at(1.5, 1.75) else { panic!("it is between both") };
    assert!((air - 0.2236068).abs() < 1e-6, "the second is nearer: {air}");
}

#[test]
fn what_cannot_be_recorded_is_refused_by_name() {
    let (skin, here) = (half_filled(), [moved(0.0, 0.0, 0.0)]);
    let mut world = World3::new();
    let body = world.insert(Sphere3::new([0.0; 3], 1.0), owned(2)).unwrap();
    let fixed = world.insert(Sphere3::new([9.0; 3], 1.0), BodyKind::Fixed).unwrap();
    let mut history = History3::new(5);
    assert_eq!(history.record_skin(body, &skin, &here), Err(RewindError::Empty));
    history.record(Tick(3), &world);
    let tick = Tick(3);
    let refused = history.record_skin(fixed, &skin, &here);
    assert_eq!(refused, Err(RewindError::NoBody { body: fixed, tick }));
    let few = SkinError::Matrices { given: 0, joints: 1 };
    assert_eq!(history.record_skin(body, &skin, &[]), Err(RewindError::Skin(few)));
    world.remove(body).unwrap();
    history.record(Tick(4), &world);
    let refused = history.record_skin(body, &skin, &here).unwrap_err().to_string();
    let expected = format!("{body} was no moving body of the world at tick 4;");
    assert!(refused.starts_with(&expected), "{refused}");
    assert_eq!(history.skins_at(body, Tick(4), 0.0), Ok(vec![]));
    // A skin of nothing is none.
    let empty = Skin::try_new([[0.0; 3]], [[(0, 1.0)]], []).unwrap();
    let body = world.insert(Sphere3::new([0.0; 3], 1.0), owned(2)).unwrap();
    history.record(Tick(5), &world);
    history.record_skin(body, &empty, &here).unwrap();
    assert!(matches!(judge(&world, &history, &along_z(5, 0.0, 0.0, 0.0)), ShotFinding::Hit { .. }));
}

/// Skins as old as the oldest tick are there, older ones are forgotten, and their memory is bounded.
#[test]
fn skins_are_kept_as_long_as_ticks() {
    let mut world = World3::new();
    let body = world.insert(Aabb3::new([0.0; 3], [2.0; 3]), owned(2)).unwrap();
    let mut history = History3::new(3);
    for tick in 0..40 {
        world.step();
        history.record(Tick(tick), &world);
        if tick % 2 == 0 {
            history.record_skin(body, &half_filled(), &[moved(0.0, 0.0, 0.0)]).unwrap();
        }
    }
    let count = |history: &History3, tick, fraction| {
        history.skins_at(body, Tick(tick), fraction).unwrap().len()
    };
    assert_eq!([36, 37, 38, 39].map(|tick| count(&history, tick, 0.0)), [1, 0, 1, 0]);
    assert_eq!([count(&history, 36, 0.5), count(&history, 37, 0.5)], [1, 0]);
    assert_eq!(count(&history, 2, 0.0), 1, "clamped to 36");
    history.record(Tick(38), &world);
    assert_eq!(count(&history, 38, 0.0), 0, "recorded again");
    assert_eq!(count(&history, 37, 0.0), 0);
}

fn number(rng: &mut Rng, reach: f64) -> f32 {
    rng.between(-reach, reach) as f32
}

fn pose(rng: &mut Rng) -> Pose3 {
    let turn = [0; 4].map(|_| number(rng, 1.0));
    Pose3::new([0; 3].map(|_| number(rng, 3.0)), turn)
}

/// A soup around the origin, of vertices with one to three joints.
fn soup(rng: &mut Rng) -> Skin {
    let count = 30;
    let vertices: Vec<[f32; 3]> = (0..count).map(|_| [0; 3].map(|_| number(rng, 1.0))).collect();
    let joints = (0..count).map(|_| {
        let influences = 1 + rng.below(3);
        let joint = |_| (rng.below(4) as u16, rng.between(0.1, 1.0) as f32);
        (0..influences).map(joint).collect::<Vec<_>>()
    });
    let joints: Vec<_> = joints.collect();
    let triangles = (0..40).map(|_| [0; 3].map(|_| rng.below(count) as u32));
    let triangles: Vec<_> = triangles.collect();
    Skin::normalized(vertices, joints, triangles).unwrap()
}

/// Verdicts are those of brute force over the posed triangles that `skins_at` gives.
#[test]
fn verdicts_agree_with_all_posed_triangles() {
    let mut rng = Rng::new(2410);
    let mut found = [0; 3];
    for _ in 0..12 {
        let skin = soup(&mut rng);
        let mut world = World3::new();
        let hitbox = Obb3::new([0.0; 3], [0.9; 3], [0.0, 0.0, 0.0, 1.0]);
        let victim = world.insert(hitbox, owned(2)).unwrap();
        let mut history = History3::new(5);
        for tick in 0..3 {
            let at = pose(&mut rng);
            world.set_body_shapes(victim, &[hitbox.transformed(&at).into()]).unwrap();
            world.step();
            history.record(Tick(tick), &world);
            let own = |rng: &mut Rng| {
                let small =
                    Pose3::new([0; 3].map(|_| number(rng, 0.1)), [0.0, 0.0, number(rng, 0.2), 1.0]);
                Affine3::from(at).after(&Affine3::from(small))
            };
            let matrices: Vec<_> = (0..skin.joint_count()).map(|_| own(&mut rng)).collect();
            history.record_skin(victim, &skin, &matrices).unwrap();
        }
        for round in 0..60 {
            let (tick, fraction) = (rng.below(2) as u64, rng.between(0.0, 0.999) as f32);
            let fraction = if round % 5 == 0 { 0.0 } else { fraction };
            let skins = history.skins_at(victim, Tick(tick), fraction).unwrap();
            let posed = skins[0].posed().unwrap();
            let triangles: Vec<Triangle3> =
                (0..posed.part_count() as u32).map(|it| posed.triangle(it).unwrap()).collect();
            // Through a posed vertex, or near it.
            let near = triangles[rng.below(triangles.len())].corners()[rng.below(3)];
            let blur = if round % 3 == 0 { 0.0 } else { 0.6 };
            let way = [0; 3].map(|_| number(&mut rng, 9.0));
            let mid = near.to_array().map(|x| x + number(&mut rng, blur));
            let ends = [1.0, -1.0].map(|side| [0, 1, 2].map(|i| mid[i] + side * way[i]));
            let Ok(shot) = Segment3::try_new(ends[0], ends[1]) else { continue };
            let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(tick), fraction, shot };
            let first = triangles
                .iter()
                .filter_map(|it| it.segment_cast(&shot))
                .map(|it| it.fraction)
                .reduce(f32::min);
            let view = history.at(&world, Tick(tick), fraction).unwrap();
            let hits_box = view.segment(&shot).any();
            match (judge(&world, &history, &claim), first) {
                (ShotFinding::Hit { fraction, .. }, Some(expected)) => {
                    assert!(hits_box && fraction == expected);
                    found[0] += 1;
                }
                (ShotFinding::Grazed { air, .. }, None) => {
                    assert!(hits_box && air > 0.0);
                    let least = triangles.iter().map(|it| it.distance(&shot)).reduce(f32::min);
                    assert!((air - least.unwrap()).abs() <= 1e-6 * air + 1e-9);
                    found[1] += 1;
                }
                (ShotFinding::Missed { .. }, _) => {
                    assert!(!hits_box);
                    found[2] += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}

/// Rotations alone: quaternions interpolated by hand, around the centre of what is moved.
#[test]
fn joints_turn_by_the_smaller_angle_about_what_they_move() {
    let mut rng = Rng::new(2411);
    for _ in 0..300 {
        let triangle = [0; 3].map(|_| [0; 3].map(|_| number(&mut rng, 2.0)));
        let skin = rigid(&[triangle]);
        let center = [0, 1, 2].map(|i| {
            let numbers = triangle.map(|corner| f64::from(corner[i]));
            let [least, most] =
                [f64::min, f64::max].map(|f| numbers.into_iter().reduce(f).unwrap());
            (least + most) * 0.5
        });
        let poses = [pose(&mut rng), pose(&mut rng)];
        let matrices = poses.map(|it| [Affine3::from(it)]);
        let fraction = rng.between(0.0, 1.0) as f32;
        let mut between = Vec::new();
        skin.between(&matrices[0], &matrices[1], fraction, &mut between).unwrap();
        let part = f64::from(fraction);
        let lerp = |a: f64, b: f64| a + (b - a) * part;
        let [from, to] = poses.map(|it| unit(it.rotation().to_array().map(f64::from)));
        let cosine: f64 = (0..4).map(|i| from[i] * to[i]).sum();
        let to = if cosine < 0.0 { to.map(|x| -x) } else { to };
        let turned = unit([0, 1, 2, 3].map(|i| lerp(from[i], to[i])));
        let [start, end] = [0, 1].map(|k| {
            let moved = poses[k].translation().to_array().map(f64::from);
            let image = rotated([from, to][k], center);
            [0, 1, 2].map(|i| image[i] + moved[i])
        });
        let posed = skin.posed(&between).unwrap().triangle(0).unwrap();
        for (corner, vertex) in posed.corners().iter().zip(triangle) {
            let arm = rotated(turned, [0, 1, 2].map(|i| f64::from(vertex[i]) - center[i]));
            for i in 0..3 {
                let expected = arm[i] + lerp(start[i], end[i]);
                assert!((f64::from(corner[i]) - expected).abs() < 3e-6, "{corner} {expected}");
            }
        }
    }
}

fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

/// `q v q*`, of a unit quaternion.
fn rotated([x, y, z, w]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let axis = [x, y, z];
    let once = cross(axis, v);
    let twice = cross(axis, once);
    [0, 1, 2].map(|i| v[i] + 2.0 * (w * once[i] + twice[i]))
}

/// Scales, mirrors, shears, and what flattens: as given at both ends, near by near them, finite in between.
#[test]
fn any_map_has_poses_between_and_no_leap_at_the_ends() {
    let mut rng = Rng::new(2412);
    let skin = rigid(&[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]);
    let maps = |rng: &mut Rng| {
        let turn = Affine3::from(pose(rng));
        let columns = match rng.below(5) {
            0 => [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            1 => [[0.0; 3]; 3],
            2 => [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
            3 => [[1.0, 0.25, 0.0], [0.0, 2.0, 0.5], [0.125, 0.0, 0.5]],
            _ => [0; 3].map(|_| [0; 3].map(|_| number(rng, 2.0))),
        };
        [turn.after(&Affine3::from_columns(columns, [0.0; 3]))]
    };
    let mut between = Vec::new();
    for _ in 0..400 {
        let (from, to) = (maps(&mut rng), maps(&mut rng));
        let mut at = |fraction: f32| {
            skin.between(&from, &to, fraction, &mut between).unwrap();
            between[0]
        };
        assert_eq!((at(0.0), at(1.0), at(f32::NAN), at(2.0)), (from[0], to[0], from[0], to[0]));
        for (near, end) in [(at(1e-7), from[0]), (at(1.0_f32.next_down()), to[0])] {
            let gap = (0..3).map(|i| near.column(i).distance(end.column(i))).fold(0.0, f32::max);
            let gap = gap.max(near.translation().distance(end.translation()));
            assert!(gap < 2e-5, "{gap}: {from:?} {to:?}");
        }
        let middle = at(0.5);
        assert!((0..3).all(|i| middle.column(i).length() < 9.0), "{middle:?}");
        skin.between(&from, &from, 0.3, &mut between).unwrap();
        assert_eq!(between, from, "what rests keeps its bits");
    }
    // Near the largest numbers there may be nothing in between: the history keeps the pose before.
    let huge =
        |x: f32| [Affine3::from_columns([[x, 0.0, 0.0], [0.0, x, 0.0], [0.0, 0.0, x]], [0.0; 3])];
    let turned = axis_angle([1.0, 1.0, 0.0], 3.0);
    let end = [huge(1.5e38)[0].after(&Affine3::from(Pose3::new([0.0; 3], turned)))];
    let mut world = World3::new();
    let body = world.insert(Aabb3::new([-1e38; 3], [1e38; 3]), owned(2)).unwrap();
    let mut history = History3::new(3);
    for (tick, matrices) in [(0, huge(1.5e38)), (1, end)] {
        world.step();
        history.record(Tick(tick), &world);
        history.record_skin(body, &skin, &matrices).unwrap();
    }
    for fraction in [0.0, 0.25, 0.5, 0.99] {
        assert!(history.skins_at(body, Tick(0), fraction).unwrap()[0].posed().is_ok());
    }
}

/// What comes from the network has any bits.
#[test]
fn no_claim_panics() {
    let mut rng = Rng::new(2413);
    let went = two_ticks(false, &half_filled());
    let odd = [0.0, -0.0, 1e-45, 1.0, 1e38, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 2.0];
    let mut kinds = [0; 2];
    for _ in 0..4000 {
        let mut point = || [0; 3].map(|_| odd[rng.below(odd.len())]);
        let Ok(shot) = Segment3::try_new(point(), point()) else { continue };
        let fraction = [0.0, 0.5, f32::NAN, -1.0, 1.0, f32::INFINITY][rng.below(6)];
        let tick = Tick([0, 1, 2, u64::MAX, u64::MAX - 1][rng.below(5)]);
        let claim = ShotClaim { shooter: 1, victim: rng.below(3) as u64, tick, fraction, shot };
        match went.1.validate_shot(&went.0, &claim, Filter::new()) {
            Ok(ShotVerdict { finding: ShotFinding::Grazed { air, .. }, .. }) => {
                assert!(air > 0.0 && air.is_finite());
                kinds[0] += 1;
            }
            Ok(_) => {}
            Err(error) => {
                assert!(matches!(error, RewindError::Fraction { .. }), "{error}");
                kinds[1] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 10), "{kinds:?}");
}

/// Kept, sent, and judged again elsewhere from snapshots and matrices: the same.
#[test]
fn a_disputed_shot_is_judged_again() {
    let (world, history, victim) = two_ticks(false, &half_filled());
    let claim = along_z(0, 0.25, 2.0, 1.5);
    let verdict = history.validate_shot(&world, &claim, Filter::new()).unwrap();
    assert!(matches!(verdict.finding, ShotFinding::Grazed { .. }), "{verdict:?}");
    let text = serde_json::to_string(&verdict).unwrap();
    assert!(text.contains("\"grazed\""), "{text}");
    assert_eq!(serde_json::from_str::<ShotVerdict>(&text).unwrap(), verdict);

    let mut again = World3::new();
    let mut two = History3::new(1);
    let mut source = World3::new();
    let _ = source.insert(Aabb3::new([0.0; 3], [2.0; 3]), owned(2)).unwrap();
    for tick in 0..2 {
        let x = 2.0 * tick as f32;
        source.set_body_pose(victim, &Pose3::from_translation([x, 0.0, 0.0])).unwrap();
        source.step();
        let bytes = source.snapshot().to_bytes();
        again.restore(&Snapshot::try_from_bytes(&bytes).unwrap());
        two.record(Tick(tick), &again);
        // A skin that was loaded anew is the same skin.
        two.record_skin(victim, &half_filled(), &[moved(x, 0.0, 0.0)]).unwrap();
    }
    assert_eq!(two.validate_shot(&again, &claim, Filter::new()).unwrap(), verdict);
}
