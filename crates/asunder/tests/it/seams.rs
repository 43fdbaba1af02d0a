//! Movers that start on a seam: flush faces, shared edges and corners stop nobody.

mod bodies;
mod steps;

use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::{Mover, Penetrates, Rot2, Shape, Slide, Vector};

/// A slide, and where it ended.
#[derive(Debug)]
struct Tick<V: Vector> {
    slide: Slide<V>,
    position: V,
    floor: Option<V>,
}

impl<V: Vector> std::ops::Deref for Tick<V> {
    type Target = Slide<V>;
    fn deref(&self) -> &Slide<V> {
        &self.slide
    }
}

/// One tick, after which the mover stands free.
fn tick<V: Vector>(mover: &mut Shape<V>, motion: V, walls: &[Shape<V>]) -> Tick<V>
where
    Shape<V>: Penetrates<Shape<V>>,
{
    let slide = mover.move_and_slide(motion.to_array(), walls, &SlideOptions::default());
    let slide = slide.expect("a finite motion");
    *mover = mover.moved_by(slide.moved.to_array()).expect("a place");
    assert!(walls.iter().all(|wall| !mover.penetrates(wall)), "{mover:?} {slide:?}");
    let floor = slide.floor.map(|floor| floor.normal);
    Tick { slide, position: mover.position(), floor }
}

/// Two tiles side by side, level on top, with the seam at `seam`.
fn two_tiles(seam: f32) -> [Shape2; 2] {
    [Aabb2::new([-9.0, -1.0], [seam, 0.0]).into(), Aabb2::new([seam, -1.0], [9.0, 0.0]).into()]
}

#[test]
fn a_box_whose_edge_is_on_the_seam_walks_on() {
    let tiles = two_tiles(1.0);
    for mover in [
        Shape2::from(Aabb2::new([0.0, 0.0], [1.0, 1.0])),
        Obb2::new([0.5, 0.5], [0.5, 0.5], Rot2::IDENTITY).into(),
    ] {
        let start = mover.position();
        let mut walker = mover;
        let slide = tick(&mut walker, vec2(0.0625, -0.0055), &tiles);
        assert_eq!(slide.position, start + vec2(0.0625, 0.0), "{slide:?}");
        assert_eq!((slide.remaining, slide.floor), (Vec2::ZERO, Some(Vec2::Y)));
    }
}

/// A motion that leads away from a touching face by less than rounding keeps its length: the place it ends
/// at is rounded away from that face, not back along the way.
#[test]
fn a_way_along_a_slanted_face_is_not_cut_short() {
    let link = |from: [f32; 2]| Segment2::new(from, [from[0] - 5.0, from[1] - 12.0]).into();
    let chain: [Shape2; 4] =
        [[-62.0, -115.0], [-67.0, -127.0], [-72.0, -139.0], [-77.0, -151.0]].map(link);
    let ball = Sphere2::new([-58.3333, -139.99992], 13.0);
    let motion = vec2(-1.666_666_6, -4.0);
    let stop = ball.move_until_contact(motion, &chain).expect("a finite motion");
    assert!(!stop.backed_off && stop.hits.is_empty(), "{stop:?}");
    let off = stop.position - (ball.center() + motion);
    assert!(off.length() < 1e-4, "{stop:?}");

    let turned = |center: [f32; 2]| Obb2::new(center, [14.5, 14.5], [20.0, 21.0]).into();
    let tiles: [Shape2; 2] = [turned([-125.5, 99.5]), turned([-146.5, 119.5])];
    let mut point = Shape2::Point(vec2(-147.419_75, 100.352_135));
    let (start, motion) = (point.position(), vec2(-2.468_75, 2.664_062_5));
    let slide = tick(&mut point, motion, &tiles);
    let along = vec2(-21.0, 20.0) / 29.0;
    let lost = along.dot(motion) - along.dot(slide.position - start);
    assert!(lost < 5e-5, "{lost}: {slide:?}");
}

/// How far over the seam a leading edge stands, in units of the distance walked at a tick.
const OVER: [f32; 6] = [0.0, 1e-7, 1e-6, 1e-4, -1e-7, -1e-4];

/// Four ways down, of which the last falls faster than it walks.
const FALLS: [f32; 4] = [0.0055, 0.0625, 0.03, 1.0];

#[test]
fn a_leading_edge_at_a_seam_stops_no_kind_of_mover() {
    let tiles = two_tiles(1.0);
    for over in OVER {
        for fall in FALLS {
            for mirrored in [1.0, -1.0] {
                let (high, low) = (1.0 + over, over);
                let movers = [
                    Shape2::from(Aabb2::new([low, 0.0], [high, 1.0])),
                    Obb2::new([0.5 + over, 0.5], [0.5, 0.5], Rot2::IDENTITY).into(),
                    Parallelepiped2::new([0.5 + over, 0.5], [[0.5, 0.0], [0.0, 0.5]]).into(),
                    Triangle2::new([low, 0.0], [high, 0.0], [high, 1.0]).into(),
                    Segment2::new([low, 0.0], [high, 0.0]).into(),
                ];
                for mut mover in movers {
                    let mut floor = tiles.clone();
                    if mirrored < 0.0 {
                        mover = mirror(&mover);
                        floor = floor.map(|tile| mirror(&tile));
                    }
                    let start = mover.position();
                    for step in 1..=4 {
                        let slide = tick(&mut mover, vec2(mirrored * 0.0625, -fall), &floor);
                        let way = mirrored * (slide.position.x - start.x);
                        let expected = 0.0625 * step as f32;
                        assert!(
                            (way - expected).abs() < 1e-6,
                            "{over} {fall}: {mover:?} {slide:?}"
                        );
                        assert_eq!(slide.position.y, start.y, "{slide:?}");
                        assert_eq!((slide.remaining, slide.floor), (Vec2::ZERO, Some(Vec2::Y)));
                    }
                }
            }
        }
    }
}

/// The mirror image in the vertical axis.
fn mirror(shape: &Shape2) -> Shape2 {
    let flip = |p: Vec2| vec2(-p.x, p.y);
    match shape {
        Shape2::Aabb(x) => {
            let (min, max) = (x.min(), x.max());
            Aabb2::new([-max.x, min.y], [-min.x, max.y]).into()
        }
        Shape2::Obb(x) => Obb2::new(flip(x.center()), x.half_extents(), Rot2::IDENTITY).into(),
        Shape2::Parallelepiped(x) => {
            Parallelepiped2::new(flip(x.center()), x.edges().map(flip)).into()
        }
        Shape2::Triangle(x) => Triangle2::new(flip(x.a()), flip(x.b()), flip(x.c())).into(),
        Shape2::Segment(x) => Segment2::new(flip(x.a()), flip(x.b())).into(),
        other => unreachable!("{other:?}"),
    }
}

/// A foot that is a point, a disc or a corner has no area on the floor: the edge alone touches.
#[test]
fn a_foot_on_the_seam_itself_walks_on() {
    let tiles = two_tiles(1.0);
    for mover in [
        Shape2::Point(vec2(1.0, 0.0)),
        Sphere2::new([1.0, 0.5], 0.5).into(),
        Capsule2::new([1.0, 0.5], [1.0, 1.5], 0.5).into(),
        Segment2::new([1.0, 0.0], [1.0, 1.0]).into(),
        Triangle2::new([1.0, 0.0], [1.5, 1.0], [0.5, 1.0]).into(),
        Parallelepiped2::new([1.0, 0.5], [[0.25, 0.25], [-0.25, 0.25]]).into(),
    ] {
        for side in [1.0, -1.0] {
            let start = mover.position();
            let mut walker = mover.clone();
            for step in 1..=4 {
                let slide = tick(&mut walker, vec2(side * 0.0625, -0.0055), &tiles);
                let expected = start + vec2(side * 0.0625 * step as f32, 0.0);
                assert!((slide.position - expected).length() < 1e-6, "{walker:?} {slide:?}");
                assert_eq!((slide.remaining, slide.floor), (Vec2::ZERO, Some(Vec2::Y)));
            }
        }
    }
}

#[test]
fn a_sprite_on_tiles_of_16_pixels_walks_over_all_of_them() {
    let tiles: Vec<Shape2> = (0..40)
        .map(|i| Aabb2::new([16.0 * i as f32, -16.0], [16.0 * (i + 1) as f32, 0.0]).into())
        .collect();
    for fall in [1.0, 2.0, 5.0] {
        let mut sprite = Shape2::from(Aabb2::new([0.0, 0.0], [16.0, 24.0]));
        for step in 1..=300 {
            let slide = tick(&mut sprite, vec2(2.0, -fall), &tiles);
            assert_eq!(slide.position.to_array(), [2.0 * step as f32, 0.0], "{slide:?}");
            assert_eq!((slide.remaining, slide.floor), (Vec2::ZERO, Some(Vec2::Y)));
        }
    }
}

#[test]
fn who_arrives_flush_goes_on() {
    let tiles = two_tiles(3.0);
    let mut walker = Shape2::from(Aabb2::new([0.0, 0.0], [1.0, 1.0]));
    for step in 1..=64 {
        let slide = tick(&mut walker, vec2(0.0625, -0.0625), &tiles);
        assert_eq!(slide.position.to_array(), [0.0625 * step as f32, 0.0], "{slide:?}");
        assert_eq!((slide.remaining, slide.floor), (Vec2::ZERO, Some(Vec2::Y)));
    }
}

/// Tiles of every depth and width, whose tops alone are level, and a wall that ends in the middle of
/// a tile's side.
#[test]
fn where_three_tiles_meet_nothing_catches() {
    let widths = [1.0, 0.25, 2.0, 0.5, 3.0, 0.125, 1.5, 0.75];
    let mut floor: Vec<Shape2> = Vec::new();
    let mut left = 0.0;
    for (i, width) in widths.into_iter().enumerate() {
        let depth = [1.0, 3.0, 0.5][i % 3];
        floor.push(Aabb2::new([left, -depth], [left + width, 0.0]).into());
        left += width;
    }
    let mut walker = Shape2::from(Aabb2::new([0.0, 0.0], [1.0, 1.0]));
    for step in 1..=128 {
        let slide = tick(&mut walker, vec2(0.0625, -0.125), &floor);
        assert_eq!(slide.position.to_array(), [0.0625 * step as f32, 0.0], "{slide:?}");
    }
    // Along a wall of stones of several heights, up and down, pushing into it.
    let wall: Vec<Shape2> = [[0.0, 1.0], [1.0, 1.5], [1.5, 4.0]]
        .map(|[low, high]| Aabb2::new([1.0, low], [2.0, high]).into())
        .into();
    for way in [0.0625, -0.0625] {
        let mut climber = Shape2::from(Aabb2::new([0.0, 0.5], [1.0, 1.5]));
        // Further down it would pass below the wall.
        for step in 1..=24 {
            let slide = tick(&mut climber, vec2(0.125, way), &wall);
            assert_eq!(slide.position.to_array(), [0.0, 0.5 + way * step as f32], "{slide:?}");
        }
    }
}

/// Along a wall of tiles, and over a floor of them, in space: all edges of the mover on seams.
#[test]
fn in_space_neither_floors_nor_walls_of_tiles_catch() {
    let mut floor: Vec<Shape3> = Vec::new();
    for x in -4..8 {
        for z in -4..8 {
            let [x, z] = [x, z].map(|t| t as f32);
            floor.push(Aabb3::new([x, -1.0, z], [x + 1.0, 0.0, z + 1.0]).into());
        }
    }
    let upright = |[x, y, z]: [f32; 3]| [y, x, z];
    let wall: Vec<Shape3> = floor.iter().map(|tile| by_points(tile, upright)).collect();
    let ways = [[0.0625, 0.0], [0.0, 0.0625], [0.0625, 0.0625], [-0.0625, 0.03125]];
    for [along, aside] in ways {
        for push in [0.0055, 0.0625, 0.5] {
            let box3 = Shape3::from(Aabb3::new([0.0; 3], [1.0; 3]));
            let obb3 = Obb3::new([0.5; 3], [0.5; 3], [0.0, 0.0, 0.0, 1.0]);
            for mover in [box3, obb3.into()] {
                let mut walker = mover.clone();
                let start = mover.position();
                let mut climber = mover;
                for step in 1..=16 {
                    let [x, z] = [along, aside].map(|t| t * step as f32);
                    let slide = tick(&mut walker, Vec3::new(along, -push, aside), &floor);
                    assert_eq!(slide.position, start + Vec3::new(x, 0.0, z), "{slide:?}");
                    assert_eq!((slide.remaining, slide.floor), (Vec3::ZERO, Some(Vec3::Y)));
                    let slide = tick(&mut climber, Vec3::new(-push, along, aside), &wall);
                    assert_eq!(slide.position, start + Vec3::new(0.0, x, z), "{slide:?}");
                    assert_eq!(slide.remaining, Vec3::ZERO);
                }
            }
        }
    }
}

/// The box between the images of both corners.
fn by_points(tile: &Shape3, image: impl Fn([f32; 3]) -> [f32; 3]) -> Shape3 {
    match tile {
        Shape3::Aabb(tile) => {
            Aabb3::new(image(tile.min().to_array()), image(tile.max().to_array())).into()
        }
        other => unreachable!("{other:?}"),
    }
}

/// One call from a touch says which face it is: the tile's top where the touch has a width, however
/// small, and the face that stops least where corner meets corner.
#[test]
fn the_normal_of_a_touch_is_that_of_the_touching_faces() {
    let tiles = two_tiles(1.0);
    for over in [1e-7, 1e-6, 1e-5, 1e-4, 0.5_f32] {
        let high = 1.0 + over;
        let mover = Aabb2::new([0.0, 0.0], [high, 1.0]);
        for fall in FALLS {
            let stop = mover.move_until_contact([0.0625, -fall], &tiles).unwrap();
            assert_eq!((stop.fraction, stop.hits.len()), (0.0, 2), "{over} {stop:?}");
            for hit in &stop.hits {
                let contact = Shape2::from(mover).contact(&tiles[hit.obstacle]).expect("a touch");
                assert_eq!(hit.normal, contact.normal);
                assert_eq!(hit.normal, Vec2::Y, "{over} {fall} {stop:?}");
            }
        }
    }
    let second = &tiles[1..];
    let mover = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    let normal = |motion: [f32; 2]| {
        let stop = mover.move_until_contact(motion, second).unwrap();
        assert_eq!((stop.fraction, stop.hits.len()), (0.0, 1), "{stop:?}");
        stop.hits[0].normal
    };
    assert_eq!(normal([2.0, -1.0]), Vec2::Y, "the top stops less of it");
    assert_eq!(normal([1.0, -2.0]), Vec2::NEG_X, "the side does");
    for free in [[1.0, 0.0], [0.0, -1.0], [-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        let stop = mover.move_until_contact(free, second).unwrap();
        assert_eq!((stop.fraction, stop.hits.len()), (1.0, 0), "{free:?} is along or away");
    }
}

/// Beyond the seam stands a true wall: it stops what leads into it, and lets pass what leads along.
#[test]
fn a_true_wall_stops_what_leads_into_it_and_nothing_else() {
    let tiles = two_tiles(1.0);
    let wall = Shape2::from(Aabb2::new([1.0, 0.0], [9.0, 9.0]));
    let room = [tiles[0].clone(), tiles[1].clone(), wall];
    let mut walker = Shape2::from(Aabb2::new([0.0, 0.0], [1.0, 1.0]));
    let slide = tick(&mut walker, vec2(0.0625, -0.0055), &room);
    assert_eq!((slide.position, slide.remaining), (Vec2::ZERO, Vec2::ZERO), "into the corner");
    let slide = tick(&mut walker, vec2(0.0625, 0.125), &room);
    assert_eq!(slide.position.to_array(), [0.0, 0.125], "up along the wall");
    let slide = tick(&mut walker, vec2(-0.0625, -0.25), &room);
    assert_eq!(slide.position.x, -0.0625, "away from it");
}

/// Sheets that share corners: a floor of segments in the plane, one of triangles in space.
#[test]
fn sheets_that_share_corners_do_not_catch() {
    let chain: Vec<Shape2> =
        (0..16).map(|i| Segment2::new([i as f32, 0.0], [(i + 1) as f32, 0.0]).into()).collect();
    for mover in [
        Shape2::from(Aabb2::new([0.0, 0.0], [1.0, 1.0])),
        Sphere2::new([1.0, 0.5], 0.5).into(),
        Obb2::new([0.5, 0.5], [0.5, 0.5], Rot2::IDENTITY).into(),
    ] {
        let start = mover.position();
        let mut walker = mover;
        for step in 1..=64 {
            let slide = tick(&mut walker, vec2(0.125, -0.0625), &chain);
            assert_eq!(slide.position, start + vec2(0.125 * step as f32, 0.0), "{slide:?}");
        }
    }
    let mut floor: Vec<Shape3> = Vec::new();
    for x in 0..8 {
        for z in 0..8 {
            let p = |i: i32, j: i32| [(x + i) as f32, 0.0, (z + j) as f32];
            floor.push(Triangle3::new(p(0, 0), p(1, 0), p(1, 1)).into());
            floor.push(Triangle3::new(p(0, 0), p(1, 1), p(0, 1)).into());
        }
    }
    for mover in [
        Shape3::from(Aabb3::new([0.0; 3], [1.0; 3])),
        Sphere3::new([1.0, 0.5, 1.0], 0.5).into(),
        Obb3::new([0.5; 3], [0.5; 3], [0.0, 0.0, 0.0, 1.0]).into(),
    ] {
        let start = mover.position();
        let mut walker = mover;
        for step in 1..=48 {
            let slide = tick(&mut walker, Vec3::new(0.125, -0.0625, 0.0625), &floor);
            let way = Vec3::new(0.125, 0.0, 0.0625) * step as f32;
            assert_eq!(slide.position, start + way, "{slide:?}");
        }
    }
}

/// The normal of a corner may be that of a slope too steep though the mover passes beside it.
#[test]
fn a_vertex_where_four_walls_meet_slides_on_as_the_motion_leads() {
    let tile = |x: f32, y: f32| {
        let edges = [[1.0, 0.0, 0.0], [0.0, 0.0, 0.5], [0.0, 1.0, 0.0]];
        Shape3::from(Parallelepiped3::new([x, y, -0.5], edges))
    };
    let wall = |y: f32, z: f32| {
        let edges = [[0.5, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        Shape3::from(Parallelepiped3::new([1.500_244_1, y, z], edges))
    };
    let row = |y: f32| {
        let tiles = [-1.0, 1.0, 3.0].map(|x| tile(x, y));
        tiles.into_iter().chain([-1.5, 0.5, 2.5, 4.5].map(|z| wall(y, z)))
    };
    let walls: Vec<Shape3> = row(1.0).chain(row(3.0)).collect();
    let edges = [[0.5, 0.0, 0.5], [-0.25, 0.125, 0.5], [0.0, 0.5, 0.5]];
    let mover = Shape3::from(Parallelepiped3::new([0.250_244_14, 2.125, 1.5], edges));
    let options = SlideOptions { up: Vec3::Z, ..SlideOptions::default() };
    let slide = mover.move_and_slide([0.5, 0.15, -0.044], &walls, &options).expect("finite");
    let [x, y, z] = slide.moved.to_array();
    assert!(x == 0.0 && z == 0.0 && (y - 0.15).abs() < 1e-6, "{slide:?}");
}
