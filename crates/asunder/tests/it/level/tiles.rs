//! Tiles against brute force, their seams, and copies that share cells.

use super::brute::{Answers, assert_brute_force_among};
use super::build::{Place, shape_at};
use super::rounds;
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::level::{GridError, Parts as _, TileKind};
use asunder::prelude::*;
use asunder::{Level2, Shape, ShapeError, Tiles, Tiles2, Tiles3};
use asunder_jury::{Kind, Rng};

/// The cells that hold something, by number.
fn parts<V: asunder::Vector>(tiles: &Tiles<V>, cells: u32) -> Vec<(u32, Shape<V>)> {
    let parts: Vec<_> =
        (0..cells).filter_map(|number| Some((number, tiles.part(number)?))).collect();
    assert_eq!(parts.len(), tiles.part_count());
    assert_eq!(tiles.part(cells), None);
    parts
}

/// Shapes of every kind about cells that hold something.
fn about<const D: usize, V: Space<D>>(
    tiles: &Tiles<V>,
    cells: u32,
    size: f32,
    answers: Answers,
    rng: &mut Rng,
    corner: impl Fn(&Shape<V>) -> [f32; D],
) {
    let parts = parts(tiles, cells);
    for kind in Kind::ALL {
        for _ in 0..rounds(2) {
            let at = corner(&parts[rng.below(parts.len())].1);
            let place = Place { at, size, whole: rng.chance(0.5) };
            let shape = shape_at::<D, V>(kind, place, rng);
            let reach = if rng.chance(0.2) { 40.0 } else { 4.0 };
            let mut motion: [f32; D] =
                std::array::from_fn(|_| rng.between(-reach, reach) as f32 * size);
            if place.whole {
                motion = motion.map(|x| (x / size * 4.0).round() / 4.0 * size);
            }
            assert_brute_force_among(tiles, &parts, &shape, V::vector(motion), answers);
        }
    }
}

fn corner_2(part: &Shape<Vec2>) -> [f32; 2] {
    match part {
        Shape::Aabb(aabb) => aabb.min().to_array(),
        Shape::Triangle(triangle) => triangle.a().to_array(),
        Shape::ConvexHull(hull) => hull.points().next().expect("it was there").to_array(),
        other => panic!("{other:?}"),
    }
}

fn corner_3(part: &Shape<Vec3>) -> [f32; 3] {
    let Shape::Aabb(aabb) = part else { panic!("{part:?}") };
    aabb.min().to_array()
}

/// Over several chunks, some of which are empty; every kind of slope.
fn drawn_2(origin: [f32; 2], size: f32, rng: &mut Rng) -> Tiles2 {
    let mut tiles = Tiles2::new([200, 150], origin, [size, size]);
    let kinds = [
        TileKind::FULL,
        TileKind::FULL,
        tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).expect("it was there"),
        tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.25, 0.25]]).expect("it was there"),
        tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.5]]).expect("it was there"),
        tiles.add_slope([[0.0, 0.5], [1.0, 0.5], [1.0, 1.0], [0.0, 1.0]]).expect("it was there"),
        tiles.add_slope([[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]]).expect("it was there"),
    ];
    for _ in 0..260 {
        let chunk = [[60, 0], [60, 60], [120, 120]][rng.below(3)];
        let cell = [chunk[0] + rng.below(10) as u32, chunk[1] + rng.below(10) as u32];
        let kind = if rng.chance(0.2) { TileKind::EMPTY } else { kinds[rng.below(kinds.len())] };
        tiles.set(cell, kind).expect("it was there");
        assert_eq!(tiles.kind(cell), Ok(kind));
    }
    tiles
}

fn drawn_3(origin: [f32; 3], size: f32, rng: &mut Rng) -> Tiles3 {
    let mut tiles = Tiles3::new([40, 20, 30], origin, [size, size * 0.5, size]);
    for _ in 0..200 {
        let at = [[13, 0, 14], [30, 15, 20]][rng.below(2)];
        let cell = [0, 1, 2].map(|t| at[t] + rng.below(5) as u32);
        tiles
            .set(cell, if rng.chance(0.2) { TileKind::EMPTY } else { TileKind::FULL })
            .expect("it was there");
    }
    tiles
}

#[test]
fn every_kind_of_shape() {
    let mut rng = Rng::new(0x71);
    let tiles = drawn_2([-70.0, -30.5], 1.0, &mut rng);
    about(&tiles, 30_000, 1.0, Answers::All, &mut rng, corner_2);
    let tiles = drawn_3([-16.0, -1.0, 0.25], 1.0, &mut rng);
    about(&tiles, 24_000, 1.0, Answers::All, &mut rng, corner_3);
}

#[test]
fn far_out_and_small() {
    let mut rng = Rng::new(0x72);
    // The last: sixteen cells between two numbers.
    for (far, size) in [(1e6, 0.3), (1e7, 0.25), (1e8, 0.5)] {
        let tiles = drawn_2([far, -far], size, &mut rng);
        about(&tiles, 30_000, 1.0, Answers::All, &mut rng, corner_2);
        let tiles = drawn_3([far, -far, 0.0], size, &mut rng);
        about(&tiles, 24_000, 1.0, Answers::All, &mut rng, corner_3);
    }
    for size in [1e30, 1e35, 1e-30, 1e-38, 1e-44] {
        let tiles = drawn_2([0.0, 0.0], size, &mut rng);
        about(&tiles, 30_000, size, Answers::Exact, &mut rng, corner_2);
    }
}

/// Against a table: sets, clears, and copies that do not change with one another.
#[test]
fn copies_share_cells_until_they_change() {
    let mut rng = Rng::new(0x73);
    let (columns, rows) = (130, 70);
    let mut tiles = Tiles2::new([columns, rows], [0.0, 0.0], [1.0, 1.0]);
    let slope = tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).unwrap();
    let mut table = vec![TileKind::EMPTY; (columns * rows) as usize];
    let mut copies = Vec::new();
    for step in 0..5000 {
        let number = rng.below(table.len()) as u32;
        let cell = [number % columns, number / columns];
        assert_eq!((tiles.number(cell), tiles.place(number)), (Ok(number), Some(cell)));
        let kind = [TileKind::EMPTY, TileKind::FULL, slope][rng.below(3)];
        if kind == TileKind::EMPTY {
            tiles.clear(cell).unwrap();
        } else {
            tiles.set(cell, kind).unwrap();
        }
        table[number as usize] = kind;
        if step % 1000 == 0 {
            copies.push((tiles.clone(), table.clone()));
        }
    }
    copies.push((tiles.clone(), table));
    for (tiles, table) in &copies {
        let filled = table.iter().filter(|kind| **kind != TileKind::EMPTY).count();
        assert_eq!(tiles.part_count(), filled);
        for (number, kind) in (0..).zip(table) {
            let cell = [number % columns, number / columns];
            assert_eq!(tiles.kind(cell), Ok(*kind));
            assert_eq!(tiles.part(number).is_some(), *kind != TileKind::EMPTY);
        }
    }
    assert_ne!(copies[0].0, tiles);
    let mut emptied = tiles.clone();
    (0..columns * rows).for_each(|n| emptied.clear([n % columns, n / columns]).unwrap());
    let mut fresh = Tiles2::new([columns, rows], [0.0, 0.0], [1.0, 1.0]);
    fresh.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).unwrap();
    assert_eq!(emptied, fresh, "empty chunks are none");
    assert!(!emptied.intersects(&Aabb2::new([-1.0; 2], [200.0; 2])));
}

/// A floor of tiles has one normal for whatever falls onto it or stands on it, and a corner of tiles has two.
#[test]
fn floors_and_corners_of_tiles() {
    let mut rng = Rng::new(0x74);
    let mut tiles = Tiles2::new([20, 10], [-10.0, -1.0], [1.0, 1.0]);
    (0..20).for_each(|x| tiles.set([x, 0], TileKind::FULL).unwrap());
    (1..6).for_each(|y| tiles.set([12, y], TileKind::FULL).unwrap());
    let mut voxels = Tiles3::new([12, 4, 12], [-6.0, -1.0, -6.0], [1.0, 1.0, 1.0]);
    for n in 0..144 {
        voxels.set([n % 12, 0, n / 12], TileKind::FULL).unwrap();
    }
    for _ in 0..rounds(200) {
        let mut quarter = |reach: f64| (rng.between(-reach, reach) * 4.0).round() as f32 / 4.0;
        let (x, z, along) = (quarter(2.0) - 2.0, quarter(2.0), quarter(0.5));
        for shape in [
            Shape::from(Sphere2::new([x, 2.0], 0.5)),
            Aabb2::new([x, 1.0], [x + 0.75, 2.0]).into(),
            Capsule2::new([x - 1.0, 2.0], [x + 1.0, 2.0], 0.25).into(),
        ] {
            let hit = tiles.cast(&shape, [along, -3.0]).unwrap();
            assert!((hit.normal - Vec2::Y).length() < 1e-6, "{shape:?} {hit:?}");
        }
        for contact in tiles.contacts(&Aabb2::new([x, 0.0], [x + 1.0, 1.0])) {
            assert_eq!(contact.normal, Vec2::Y, "{x} {contact:?}");
        }
        for shape in [
            Shape::from(Sphere3::new([x, 2.0, z], 0.5)),
            Aabb3::new([x, 1.0, z], [x + 0.75, 2.0, z + 1.0]).into(),
        ] {
            let hit = voxels.cast(&shape, [along, -3.0, 0.25]).unwrap();
            assert!((hit.normal - Vec3::Y).length() < 1e-6, "{shape:?} {hit:?}");
        }
        for contact in voxels.contacts(&Aabb3::new([x, 0.0, z], [x + 1.0, 1.0, z + 1.0])) {
            assert_eq!(contact.normal, Vec3::Y, "{x} {contact:?}");
        }
    }
    // Into the corner between floor and wall, whose left face lies at 2.
    let hit = tiles.cast(&Sphere2::new([1.0, 1.0], 0.5), [2.0, -2.0]).unwrap();
    assert!(hit.normal == Vec2::Y || hit.normal == Vec2::NEG_X, "{hit:?}");
    // The wall's upper corner stands out.
    let hit = tiles.cast(&Sphere2::new([1.75, 7.0], 0.5), [0.0, -3.0]).unwrap();
    assert!(hit.normal.x < -0.1 && hit.normal.y > 0.1, "{hit:?}");
}

#[test]
fn no_ray_passes_between_cells() {
    let mut rng = Rng::new(0x75);
    // Corners that are rounded.
    let mut tiles = Tiles3::new([32, 1, 32], [0.1, 0.0, 0.7], [0.1, 0.3, 0.3]);
    (0..1024).for_each(|n| tiles.set([n % 32, 0, n / 32], TileKind::FULL).unwrap());
    for _ in 0..rounds(4000) {
        let cell = [1 + rng.below(30) as u32, 0, 1 + rng.below(30) as u32];
        let Some(Shape::Aabb(aabb)) = tiles.part(tiles.number(cell).unwrap()) else {
            panic!("full")
        };
        let (x, z) = (aabb.min().x, if rng.chance(0.5) { aabb.min().z } else { aabb.max().z });
        let ray = Ray3::new([x, 5.0, z], [0.0, -1.0, 0.0]);
        assert_eq!(tiles.ray_casts(&ray).len(), 4, "{ray:?}");
        let ray = Ray3::new([x, 5.0, z], [rng.between(-0.01, 0.01) as f32, -1.0, 1e-3]);
        assert!(tiles.ray_cast(&ray).is_some(), "{ray:?}");
    }
}

#[test]
fn sizes_errors_and_images() {
    let new = |cells, size| Tiles2::try_new(cells, [0.0, 0.0], size);
    assert_eq!(
        new([1 << 16, 1 << 17], [1.0; 2]),
        Err(GridError::TooMany { cells: 1 << 33, most: 1 << 32 })
    );
    assert!(new([1 << 16, 1 << 16], [1.0; 2]).is_ok());
    assert_eq!(
        new([2, 2], [1.0, -0.0]),
        Err(GridError::NotPositive { field: "size", value: -0.0 })
    );
    assert_eq!(new([9, 9], [1e38, 1.0]), Err(GridError::TooFar { axis: 0 }));
    assert!(Tiles3::try_new([u32::MAX; 3], [0.0; 3], [1.0; 3]).is_err());
    let none = new([0, 5], [1.0; 2]).unwrap();
    assert!(none.part(0).is_none() && !none.intersects(&Vec2::ZERO) && none.place(0).is_none());
    let mut tiles = new([4, 3], [1.0; 2]).unwrap();
    let error = tiles.set([1, 3], TileKind::FULL).unwrap_err();
    assert_eq!(error.to_string(), "there is no cell 3 along axis 1; expected an index below 3");
    assert_eq!(tiles.set([0, 0], TileKind::from_number(2)), Err(GridError::NoKind { kind: 2 }));
    assert_eq!(tiles.add_slope([[0.0, 0.0], [1.0, 1.0]]), Err(GridError::Slope { corner: 2 }));
    assert_eq!(
        tiles.add_slope([[0.0, 0.0], [1.0, 1.0], [f32::NAN, 0.0]]),
        Err(GridError::Slope { corner: 2 })
    );
    let slope = tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).unwrap();
    assert_eq!(slope.number(), 2);
    for _ in 0..253 {
        tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap();
    }
    assert_eq!(tiles.add_slope([[0.0; 2]; 3]), Err(GridError::TooManyKinds));
    tiles.set([3, 2], slope).unwrap();
    tiles.set([0, 1], TileKind::FULL).unwrap();
    let moved = Level2::from(tiles.clone()).try_transformed(&Pose2::from_translation([10.0, 0.5]));
    let moved = moved.unwrap();
    assert_eq!(moved.part(4), Some(Aabb2::new([10.0, 1.5], [11.0, 2.5]).into()));
    assert_eq!(moved.part(11), Some(Triangle2::new([13.0, 2.5], [14.0, 2.5], [14.0, 3.5]).into()));
    for turn in [[-1.0, 0.0], [0.0, 1.0], [1.0, 1e-30]] {
        let turned = tiles.try_transformed(&Pose2::new([0.0, 0.0], turn)).unwrap_err();
        assert!(
            matches!(turned, ShapeError::GridTurned { .. })
                && turned.to_string().contains("`to_compound`")
        );
    }
    let compound = tiles.to_compound();
    assert_eq!((compound.tag(0), compound.tag(1), compound.part_count()), (4, 11, 2));
    assert_eq!(compound.part(1), tiles.part(11));
    assert!(compound.try_transformed(&Pose2::new([0.0, 0.0], [0.0, 1.0])).is_ok());
}
