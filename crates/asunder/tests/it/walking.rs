//! Characters that walk: steps, slopes, snapping, ledges, and out of what they are in.

use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::{Mover, Penetrates, Rot2, Shape, Slide, SlideOptions, Vector};

/// One move, after which the mover stands free.
fn walk<V: Vector>(
    mover: &mut Shape<V>,
    motion: V,
    walls: &[Shape<V>],
    options: &SlideOptions<V>,
) -> Slide<V>
where
    Shape<V>: Penetrates<Shape<V>>,
{
    let slide = mover.move_and_slide(motion.to_array(), walls, options).expect("a finite motion");
    *mover = mover.moved_by(slide.moved.to_array()).expect("a place");
    assert!(walls.iter().all(|wall| !mover.penetrates(wall)), "{mover:?} {slide:?}");
    slide
}

fn capsule(x: f32, foot: f32) -> Shape2 {
    Capsule2::new([x, foot + 0.4], [x, foot + 1.4], 0.4).into()
}

/// The bug: a round foot of 0.4 m missed ledges of 0.2 m at 1.5 m/s, and of 0.3 m at 144 ticks a second.
#[test]
fn a_ledge_is_climbed_at_any_speed_and_rate() {
    for (height, climbs) in [(0.05, true), (0.2, true), (0.3, true), (0.34, true), (0.37, false)] {
        let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
        let ledge = Shape2::from(Aabb2::new([1.0, -1.0], [9.0, height]));
        let walls = [floor, ledge];
        let options = SlideOptions { step_height: 0.35, snap: 0.35, ..SlideOptions::default() };
        for speed in [0.5, 1.5, 4.0, 8.0] {
            for rate in [30.0, 60.0, 144.0] {
                let mut walker = capsule(0.0, 0.0);
                let ticks = (2.5 / speed * rate) as usize;
                let mut left_ground = 0;
                for _ in 0..ticks {
                    let slide =
                        walk(&mut walker, vec2(speed / rate, -9.8 / rate / rate), &walls, &options);
                    left_ground += usize::from(slide.floor.is_none());
                }
                let at = walker.position();
                let is_up = at.x > 2.0 && (at.y - 0.4 - height).abs() < 1e-4;
                assert_eq!(is_up, climbs, "{height} at {speed} m/s, {rate} Hz: {at}");
                assert_eq!(left_ground, 0, "{height} at {speed} m/s, {rate} Hz");
                assert!(climbs || (at.x <= 0.602 && at.y < 0.41), "{at}");
            }
        }
    }
}

/// A slope in the plane, rising to the right from the origin.
fn slope(degrees: f32) -> Shape2 {
    let Rot2 { cos, sin, .. } = Rot2::degrees(degrees);
    HalfSpace2::new([-sin, cos], 0.0).into()
}

#[test]
fn what_is_too_steep_is_not_run_up() {
    for (degrees, climbs) in
        [(30.0, true), (44.0, true), (46.0, false), (60.0, false), (80.0, false)]
    {
        let floor = Shape2::from(HalfSpace2::new([0.0, 1.0], 0.0));
        let walls = [floor, slope(degrees)];
        for speed in [1.0, 8.0] {
            for mut walker in [capsule(-2.0, 0.0), Aabb2::new([-2.0, 0.0], [-1.5, 1.0]).into()] {
                let start = walker.position();
                for _ in 0..120 {
                    let motion = vec2(speed / 60.0, -9.8 / 3600.0);
                    walk(&mut walker, motion, &walls, &SlideOptions::default());
                }
                let rise = walker.position().y - start.y;
                if climbs {
                    assert!(speed < 2.0 || rise > 2.0, "{degrees} at {speed}: {rise}");
                } else {
                    assert!(rise < 1e-3, "{degrees} at {speed}: {rise} {walker:?}");
                }
            }
        }
    }
}

#[test]
fn who_stands_on_a_walkable_slope_keeps_his_bits() {
    for (degrees, stays) in [(10.0, true), (30.0, true), (44.0, true), (50.0, false)] {
        let walls = [slope(degrees)];
        for mut walker in [capsule(0.3, 1.0), Aabb2::new([0.1, 1.0], [0.6, 2.0]).into()] {
            for _ in 0..240 {
                walk(&mut walker, vec2(0.0, -0.02), &walls, &SlideOptions::default());
            }
            let rests = walker.clone();
            for _ in 0..240 {
                let slide = walk(&mut walker, vec2(0.0, -0.02), &walls, &SlideOptions::default());
                assert_eq!(slide.floor.is_some(), stays, "{degrees} {slide:?}");
            }
            assert_eq!(walker == rests, stays, "{degrees}: {walker:?} {rests:?}");
        }
    }
}

#[test]
fn speed_is_kept_along_the_ground_if_wanted() {
    let walls = [slope(30.0)];
    for (keep_speed, length) in [(true, 0.1), (false, 0.1 * 0.866_025_4)] {
        let options = SlideOptions { keep_speed, ..SlideOptions::default() };
        for side in [1.0, -1.0] {
            let mut walker = capsule(0.3, 1.0);
            walk(&mut walker, vec2(0.0, -9.0), &walls, &options);
            let slide = walk(&mut walker, vec2(side * 0.1, -0.2), &walls, &options);
            assert!((slide.moved.length() - length).abs() < 1e-5, "{keep_speed} {side}: {slide:?}");
            assert!(slide.floor.is_some(), "{slide:?}");
        }
    }
}

/// The bug: of 40 stairs down, none was walked without leaving the ground.
#[test]
fn stairs_down_and_crests_are_walked_on_the_ground() {
    let stairs: Vec<Shape2> = (0..40)
        .map(|i| {
            let (x, y) = (0.3 * i as f32, -0.2 * i as f32);
            Aabb2::new([x, y - 9.0], [x + 0.3, y]).into()
        })
        .collect();
    let options = SlideOptions { step_height: 0.25, snap: 0.25, ..SlideOptions::default() };
    for speed in [1.0, 3.0, 8.0] {
        for mut walker in [capsule(0.1, 0.0), Aabb2::new([-0.2, 0.0], [0.2, 1.0]).into()] {
            let (mut ticks, mut snapped) = (0, 0);
            while walker.position().x < 11.0 {
                let motion = vec2(speed / 60.0, -9.8 / 3600.0);
                let slide = walk(&mut walker, motion, &stairs, &options);
                assert!(slide.floor.is_some(), "{speed}: {walker:?} {slide:?}");
                snapped += usize::from(slide.snapped);
                ticks += 1;
                assert!(ticks < 1000, "{walker:?}");
            }
            assert!(snapped > 20, "{snapped}");
            assert!(walker.position().y < -6.5, "{walker:?}");
        }
    }
    let roof = [Shape2::from(ConvexHull2::new([[-9.0, -4.0], [9.0, -4.0], [0.0, 0.0]]))];
    let mut walker = capsule(-3.0, 0.5);
    walk(&mut walker, vec2(0.0, -9.0), &roof, &options);
    while walker.position().x < 3.0 {
        let slide = walk(&mut walker, vec2(8.0 / 60.0, -9.8 / 3600.0), &roof, &options);
        assert!(slide.floor.is_some(), "{walker:?} {slide:?}");
    }
}

/// Corners that stand out by a rounding stop who wants no tolerance, and no one else.
#[test]
fn corners_that_stand_out_are_passed_with_tolerance() {
    let below = |x: f32, y: f32| Shape3::from(Aabb3::new([x, 0.0, y - 1.0], [x + 1.0, 2.0, y]));
    let above = |x: f32, y: f32| Shape3::from(Aabb3::new([x, 0.0, y], [x + 1.0, 2.0, y + 1.0]));
    let out = |i: usize| if i.is_multiple_of(2) { 0.0 } else { 1e-5 };
    let corridor: Vec<Shape3> =
        (0..8).flat_map(|i| [below(i as f32, out(i)), above(i as f32, 1.0 + 2e-5)]).collect();
    let start = Shape3::from(Aabb3::new([0.2, 0.5, 0.0], [0.7, 1.0, 1.0]));
    for (ledge, passes) in [(0.0, false), (1e-6, false), (1e-4, true)] {
        let options = SlideOptions { ledge, ..SlideOptions::default() };
        let mut walker = start.clone();
        for _ in 0..60 {
            walk(&mut walker, Vec3::new(0.1, 0.0, 0.0), &corridor, &options);
        }
        let x = walker.position().x;
        assert_eq!(x > 5.5, passes, "{ledge}: {x}");
    }
}

/// Put inside by more and less, a mover comes out in one move, or the answer says why not.
#[test]
fn who_starts_inside_gets_out_or_is_told() {
    let floor = Shape2::from(Aabb2::new([-9.0, -3.0], [9.0, 0.0]));
    let wall = Shape2::from(Aabb2::new([1.0, -3.0], [9.0, 9.0]));
    let walls = [floor, wall];
    for depth in [1e-7_f32, 1e-5, 1e-3, 0.1, 0.5] {
        for start in [capsule(0.0, -depth), capsule(0.6 + depth, 0.0), capsule(0.6 + depth, -depth)]
        {
            let mut walker = start;
            let before = walker.position();
            let slide = walk(&mut walker, vec2(-0.1, 0.0), &walls, &SlideOptions::default());
            assert!(slide.stuck.is_none(), "{depth}: {slide:?}");
            let moved = (walker.position() - before - vec2(-0.1, 0.0)).length();
            assert!(moved < 1.5 * depth + 1e-6, "{depth}: {slide:?}");
        }
    }
    let low = [walls[0].clone(), Aabb2::new([-9.0, 1.0], [9.0, 3.0]).into()];
    let stuck = capsule(0.0, -0.4);
    let slide = stuck.move_and_slide([0.1, 0.0], &low, &SlideOptions::default()).unwrap();
    assert!(slide.started_penetrating && slide.stuck.is_some(), "{slide:?}");
    assert_eq!(slide.moved, Vec2::ZERO);
    let slide = stuck.move_and_slide([99.0, 0.0], &low, &SlideOptions::default()).unwrap();
    assert_eq!(slide.moved, vec2(99.0, 0.0), "whoever comes out may go");
}

/// Hulls, triangles and parallelepipeds walk as boxes do.
#[test]
fn every_kind_walks() {
    let floor = Shape3::from(Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]));
    let ledge = Shape3::from(Aabb3::new([2.0, -1.0, -9.0], [9.0, 0.25, 9.0]));
    let wall = Shape3::from(Aabb3::new([4.0, -1.0, -9.0], [9.0, 9.0, 9.0]));
    let walls = [floor, ledge, wall];
    let corners = (0..8).map(|i| [0, 1, 2].map(|t| if i >> t & 1 == 1 { 0.5 } else { 0.0 }));
    let movers = [
        Shape3::from(ConvexHull3::new(corners)),
        Parallelepiped3::new([0.25; 3], [[0.25, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.25]])
            .into(),
        Triangle3::new([0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.25, 0.5, 0.1]).into(),
        Obb3::new([0.25; 3], [0.25; 3], [0.0, 0.0, 0.0, 1.0]).into(),
    ];
    let options = SlideOptions { step_height: 0.3, snap: 0.3, ..SlideOptions::default() };
    for mut walker in movers {
        let kind = walker.kind();
        let start = walker.try_aabb().unwrap();
        for _ in 0..60 {
            walk(&mut walker, Vec3::new(0.125, -0.01, 0.03125), &walls, &options);
        }
        let end = walker.try_aabb().unwrap();
        assert!((end.max().x - 4.0).abs() < 1e-5, "{kind}: {end:?}");
        assert!((end.min().y - 0.25).abs() < 1e-5, "{kind}: {end:?}");
        let aside = end.min().z - start.min().z;
        assert!((aside - 60.0 * 0.03125).abs() < 1e-4, "{kind}: {aside}");
    }
}

/// A body of two colliders on different layers: each is stopped by what blocks it.
#[test]
fn a_body_of_several_colliders_moves_as_one() {
    let layers = Layers::new()
        .layer("ghost")
        .and_then(|layers| layers.respond("default", "default", Response::Block))
        .unwrap();
    let mut world = World2::with_layers(layers);
    let ghost = world.layers().id("ghost").unwrap();
    world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let wall = world.insert(Aabb2::new([4.0, 0.0], [5.0, 9.0]), BodyKind::Fixed).unwrap();
    let parts = [
        Collider::new(Sphere2::new([0.0, 0.5], 0.5)),
        Collider::new(Aabb2::new([0.0, 1.0], [1.0, 2.0])),
        Collider::new(Aabb2::new([0.0, 2.0], [3.0, 3.0])).layer(ghost),
    ];
    let body = world.insert_body(&parts, BodyKind::Moving).unwrap();
    let slide = world.slide_body(body, [9.0, -1.0], &SlideOptions::default()).unwrap();
    assert_eq!(slide.moved, vec2(3.0, 0.0), "{slide:?}");
    assert!(slide.hits.iter().any(|hit| hit.obstacle.body == wall));
    let Shape2::Aabb(ghost) = world.shape(body.collider(2)).unwrap() else { unreachable!() };
    assert_eq!(ghost.max().to_array(), [6.0, 3.0], "it passes the wall");
}

/// Found by walks on seams: who presses onto a tile a rounding before its edge touches the next one's
/// corner, too, and goes on.
#[test]
fn the_next_tile_does_not_stop_who_stands_a_rounding_before_it() {
    let s = 0.000_976_562_5_f32;
    let tile = |x: f32, z: f32| {
        Shape3::from(Aabb3::new([x * s, 0.0, z * s], [(x + 2.0) * s, s, (z + 2.0) * s]))
    };
    let tiles = [tile(1.0, -1.0), tile(1.0, -3.0), tile(-1.0, -1.0), tile(-1.0, -3.0)];
    let low = Vec3::new(s, s, (-s).next_up());
    let mut segment =
        Segment3::new(low, [0.000_854_492_2, 0.001_708_984_4, -0.001_220_703_1]).into();
    let motion = Vec3::new(0.000_396_728_52, -1.464_843_7e-5, -0.000_488_281_25);
    let slide = walk(&mut segment, motion, &tiles, &SlideOptions::default());
    assert!((slide.moved - Vec3::new(motion.x, 0.0, motion.z)).length() < 1e-9, "{slide:?}");
}

/// The same on a floor of triangles.
#[test]
fn the_next_triangle_does_not_stop_who_stands_a_rounding_before_it() {
    let triangle = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
        let [a, b, c] = [a, b, c].map(|[x, y]| [x, y, -3.0]);
        Shape3::from(Triangle3::new(a, b, c))
    };
    let floor = [
        triangle([8.0, -9.0], [8.0, -7.0], [6.0, -7.0]),
        triangle([8.0, -9.0], [6.0, -7.0], [6.0, -9.0]),
        triangle([10.0, -9.0], [10.0, -7.0], [8.0, -7.0]),
        triangle([10.0, -9.0], [8.0, -7.0], [8.0, -9.0]),
        triangle([6.0, -7.0], [8.0, -7.0], [8.0, -5.0]),
        triangle([6.0, -7.0], [8.0, -5.0], [6.0, -5.0]),
        triangle([10.0, -7.0], [10.0, -5.0], [8.0, -5.0]),
        triangle([10.0, -7.0], [8.0, -5.0], [8.0, -7.0]),
    ];
    let edges = [[1.0, 0.0, 1.0], [-0.5, 0.25, 1.0], [0.0, 1.0, 1.0]];
    let mut mover = Parallelepiped3::new([8.499_998, -5.75, 0.0], edges).into();
    let motion = Vec3::new(0.5, -0.25, -0.044);
    let options = SlideOptions { up: Vec3::Z, ..SlideOptions::default() };
    let slide = walk(&mut mover, motion, &floor, &options);
    assert!((slide.moved - Vec3::new(0.5, -0.25, 0.0)).length() < 1e-5, "{slide:?}");
}

/// Found by walks through levels: a floor exactly as far down as the snap was only touched, and missed.
#[test]
fn stairs_exactly_as_high_as_the_snap_are_walked_down() {
    let stairs = [
        Shape2::from(Aabb2::new([-9.0, -1.0], [0.0, 0.0])),
        Aabb2::new([0.0, -1.0], [9.0, -0.25]).into(),
    ];
    let options = SlideOptions { snap: 0.25, ..SlideOptions::default() };
    let mut walker = Aabb2::new([-0.5, 0.0], [0.0, 1.0]).into();
    let slide = walk(&mut walker, vec2(0.25, -0.01), &stairs, &options);
    assert!(!slide.snapped && slide.floor.is_some(), "half of it stands above still: {slide:?}");
    let slide = walk(&mut walker, vec2(0.25, -0.01), &stairs, &options);
    assert!(slide.snapped && slide.floor.is_some(), "{slide:?}");
    assert_eq!(slide.moved, vec2(0.25, -0.25));
}

/// Found by walks through levels: who pressed on at the foot of a slope too steep, a rounding above the floor,
/// stood on nothing.
#[test]
fn a_floor_is_found_at_the_foot_of_a_slope_too_steep() {
    let walls = [
        Shape2::from(Aabb2::new([-9.0, -1.0], [2.0, 0.0])),
        ConvexHull2::new([[2.0, -1.0], [4.0, -1.0], [4.0, 1.0], [2.0, 0.0]]).into(),
    ];
    let options = SlideOptions { max_slope: 26.0, keep_speed: true, ..SlideOptions::default() };
    for height in [0.0_f32, 2.4e-7, 1e-6] {
        // Its foot touches the slope, or nearly.
        let mut walker: Shape2 = Capsule2::new([1.9, 0.375 + height], [1.9, 1.125], 0.375).into();
        for _ in 0..30 {
            let slide = walk(&mut walker, vec2(0.02, -0.0005), &walls, &options);
            assert!(slide.floor.is_some(), "{height}: {walker:?} {slide:?}");
        }
    }
}

/// Who presses into a wall beside a ledge steps onto it all the same.
#[test]
fn a_wall_beside_a_ledge_does_not_end_the_step() {
    let wall = Shape3::from(Aabb3::new([-1.0, 0.0, 1.5], [12.0, 6.0, 2.0]));
    let ledge = Shape3::from(Aabb3::new([8.0, 0.0, -1.0], [16.0, 3.25, 1.5]));
    let walls = [wall, ledge];
    let low = Vec3::new(7.705_594_5, 3.520_786_7, 1.099_999_9);
    let options = SlideOptions { step_height: 0.3, snap: 0.3, ..SlideOptions::default() };
    for aside in [0.0, 0.033_333_335] {
        let mut walker = Shape3::from(Capsule3::new(low, low + Vec3::Y, 0.4));
        let slide = walk(&mut walker, Vec3::new(0.1, -0.016_666_668, aside), &walls, &options);
        assert!(slide.stepped && slide.moved.x > 0.09, "{slide:?}");
    }
}

/// Found by walks through levels: on stairs exactly as high as a step, with treads half as long as its radius, a
/// ball stepped onto an edge, was snapped back from it, and never came up.
#[test]
fn a_ball_climbs_short_treads_exactly_as_high_as_a_step() {
    let stair = |i: u8| {
        let (left, top) = (0.25 * f32::from(i), 0.1875 * f32::from(i + 1));
        Shape2::from(Aabb2::new([left, -1.0], [left + 0.25, top]))
    };
    let mut walls = vec![Shape2::from(Aabb2::new([-9.0, -1.0], [0.0, 0.0]))];
    walls.extend((0..6).map(stair));
    walls.push(Aabb2::new([1.5, -1.0], [9.0, 1.125]).into());
    for (speed, rate) in [(1.5, 30.0), (1.5, 60.0), (3.0, 144.0), (4.0, 60.0), (8.0, 144.0)] {
        for snap in [0.0, 0.25] {
            let options = SlideOptions { step_height: 0.1875, snap, ..SlideOptions::default() };
            let mut ball = Sphere2::new([-1.0, 0.5], 0.5).into();
            let mut fall = 0.0;
            for _ in 0..(4.0 * rate / speed) as usize {
                fall += 9.8 / rate / rate;
                let slide = walk(&mut ball, vec2(speed / rate, -fall), &walls, &options);
                assert!(snap == 0.0 || slide.floor.is_some(), "{speed} {rate}: {ball:?} {slide:?}");
                if slide.floor.is_some() {
                    fall = 0.0;
                }
            }
            let end = ball.position();
            assert!(end.x > 2.0 && end.y >= 1.625, "{speed} {rate} {snap}: {ball:?}");
        }
    }
}

/// Found by walks through levels: two roundings above its floor, a ball that pressed against a slope too steep slid
/// back from it, came again, and so on.
#[test]
fn who_presses_against_a_slope_too_steep_rests() {
    let walls = [
        Shape2::from(Aabb2::new([-9.0, 6.0], [-3.0, 7.0])),
        ConvexHull2::new([[-3.0, 6.0], [-1.0, 6.0], [-1.0, 8.0], [-3.0, 7.0]]).into(),
    ];
    let options = SlideOptions { max_slope: 26.0, snap: 0.25, ..SlideOptions::default() };
    let mut ball = Sphere2::new([-3.074_992_7, 7.25], 0.25).into();
    let motion = vec2(0.025, -0.002_722_222);
    walk(&mut ball, motion, &walls, &options);
    let rests = ball.position();
    for _ in 0..20 {
        let slide = walk(&mut ball, motion, &walls, &options);
        assert!(ball.position() == rests && slide.floor.is_some(), "{ball:?} {slide:?}");
    }
}

/// Found by walks through levels: a flat mover whose foot lay on the seam of two tiles would slide past each alone,
/// and stood on nothing.
#[test]
fn a_flat_mover_stands_on_the_seam_of_two_tiles() {
    let tiles = [
        Shape3::from(Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 0.0])),
        Aabb3::new([-9.0, -1.0, 0.0], [9.0, 0.0, 9.0]).into(),
    ];
    let options = SlideOptions::default();
    let mut mover: Shape3 =
        Triangle3::new([-0.25, 0.0, 0.0], [0.25, 0.0, 0.0], [0.0, 1.75, 0.031_25]).into();
    let slide = walk(&mut mover, Vec3::new(0.0, -0.01, 0.0), &tiles, &options);
    assert_eq!(slide.moved, Vec3::ZERO);
    assert_eq!(slide.floor.map(|floor| floor.normal), Some(Vec3::Y), "{slide:?}");
    let slide = walk(&mut mover, Vec3::new(0.1, -0.01, 0.0), &tiles, &options);
    assert!((slide.moved - Vec3::new(0.1, 0.0, 0.0)).length() < 1e-7, "{slide:?}");
    assert!(slide.moved.y == 0.0 && slide.floor.is_some(), "{slide:?}");
}

/// Found by walks over seams: beside a sheet of triangles, touched at one of their vertices, a corner of the sheet was
/// taken for a floor beneath a slope, and led the mover off the sheet.
#[test]
fn a_vertex_of_a_sheet_is_no_floor_beneath_a_slope() {
    #[rustfmt::skip]
    let sheet: [[[f32; 2]; 3]; 16] = [
        [[-3.0, -8.0], [-3.0, -11.0], [-6.0, -11.0]],
        [[-3.0, -8.0], [-6.0, -11.0], [-6.0, -8.0]],
        [[-3.0, -11.0], [-3.0, -14.0], [-6.0, -14.0]],
        [[-3.0, -11.0], [-6.0, -14.0], [-6.0, -11.0]],
        [[-3.0, -14.0], [-3.0, -17.0], [-6.0, -17.0]],
        [[-3.0, -14.0], [-6.0, -17.0], [-6.0, -14.0]],
        [[-6.0, -8.0], [-6.0, -11.0], [-9.0, -11.0]],
        [[-6.0, -8.0], [-9.0, -11.0], [-9.0, -8.0]],
        [[-6.0, -14.0], [-9.0, -14.0], [-9.0, -11.0]],
        [[-6.0, -14.0], [-9.0, -11.0], [-6.0, -11.0]],
        [[-6.0, -17.0], [-9.0, -17.0], [-9.0, -14.0]],
        [[-6.0, -17.0], [-9.0, -14.0], [-6.0, -14.0]],
        [[-9.0, -11.0], [-12.0, -11.0], [-12.0, -8.0]],
        [[-9.0, -11.0], [-12.0, -8.0], [-9.0, -8.0]],
        [[-9.0, -11.0], [-9.0, -14.0], [-12.0, -14.0]],
        [[-9.0, -11.0], [-12.0, -14.0], [-12.0, -11.0]],
    ];
    let at = |[y, z]: [f32; 2]| [1.0, y, z];
    let sheet = sheet.map(|[a, b, c]| Shape3::from(Triangle3::new(at(a), at(b), at(c))));
    let edges = [[-1.5, 0.0, -1.5], [-1.5, -0.375, 0.75], [-1.5, -1.5, 0.0]];
    let mut mover = Parallelepiped3::new([-3.5, -7.874_999, -14.749_999], edges).into();
    let options = SlideOptions { up: Vec3::NEG_X, ..SlideOptions::default() };
    let slide = walk(&mut mover, Vec3::new(0.12, -1.2, -1.2), &sheet, &options);
    assert!((slide.moved - Vec3::new(0.0, -1.2, -1.2)).length() < 1e-5, "{slide:?}");
}
