//! Height fields against brute force, and against the mesh of their triangles.

use super::brute::{Answers, assert_brute_force_among, assert_lines};
use super::build::{Place, shape_at};
use super::rounds;
use asunder::glam::Vec3;
use asunder::level::{GridError, Parts as _};
use asunder::prelude::*;
use asunder::{HeightField3, Level3, Shape, ShapeError};
use asunder_jury::{Kind, Rng};

/// The triangles that exist, by number.
fn parts(field: &HeightField3, cells: u32) -> Vec<(u32, Shape<Vec3>)> {
    let parts: Vec<_> =
        (0..2 * cells).filter_map(|number| Some((number, field.part(number)?))).collect();
    assert_eq!(parts.len(), field.part_count());
    assert_eq!(field.part(2 * cells), None);
    parts
}

/// Hills in steps of a quarter, some cells on one level.
fn hills(rows: u32, columns: u32, size: f32) -> Vec<f32> {
    let height =
        |row: u32, column: u32| ((row * 5 + column * column * 3) % 7 / 2) as f32 * 0.5 * size;
    (0..rows).flat_map(|row| (0..columns).map(move |column| height(row, column))).collect()
}

/// Shapes of every kind about random vertices.
fn about(field: &HeightField3, cells: u32, size: f32, answers: Answers, rng: &mut Rng) {
    let parts = parts(field, cells);
    for kind in Kind::ALL {
        for _ in 0..rounds(2) {
            let Shape::Triangle(near) = &parts[rng.below(parts.len())].1 else {
                unreachable!("all are")
            };
            let place = Place { at: near.a().to_array(), size, whole: rng.chance(0.5) };
            let shape = shape_at::<3, Vec3>(kind, place, rng);
            let mut motion = [0.0; 3].map(|_: f32| rng.between(-4.0, 4.0) as f32 * size);
            if place.whole {
                motion = motion.map(|x| (x / size * 4.0).round() / 4.0 * size);
            }
            assert_brute_force_among(field, &parts, &shape, motion, answers);
        }
    }
}

#[test]
fn every_kind_of_shape() {
    let mut rng = Rng::new(0x48);
    let field = HeightField3::new(11, 14, hills(11, 14, 1.0), [-5.0, 0.5, -4.0], [1.0, 0.5]);
    about(&field, 130, 1.0, Answers::All, &mut rng);
    let holes: Vec<(u32, u32)> =
        (0..40).map(|_| (rng.below(10) as u32, rng.below(13) as u32)).collect();
    let holed = field.with_holes(holes.iter().copied()).unwrap();
    assert!(holed.part_count() < field.part_count() - 40);
    let (row, column) = holes[0];
    assert_eq!(holed.part(2 * (row * 13 + column)), None);
    about(&holed, 130, 1.0, Answers::All, &mut rng);
    // Whole blocks of it are holes.
    let all = (0..10).flat_map(|row| (0..9).map(move |column| (row, column)));
    about(&holed.with_holes(all).unwrap(), 130, 1.0, Answers::All, &mut rng);
}

/// Where vertices have the same coordinates, or nearly the largest or the smallest.
#[test]
fn far_out_and_small() {
    let mut rng = Rng::new(0x49);
    for (origin, size) in
        [([1e6, -1e6, 5e5], 1.0f32), ([1e7, 0.0, -1e7], 0.25), ([1e8, 3.0, 1e8], 2.5)]
    {
        let field = HeightField3::new(5, 7, hills(5, 7, size), origin, [size, size]);
        about(&field, 24, size.max(1.0), Answers::All, &mut rng);
    }
    for size in [1e30, 1e37, 1e-30, 1e-38, 1e-44] {
        let field = HeightField3::new(5, 7, hills(5, 7, size), [0.0; 3], [size, size]);
        about(&field, 24, size, Answers::Exact, &mut rng);
    }
}

/// Its mesh has the same triangles, and every answer the same bits, with the normals of hits within edges.
#[test]
fn the_mesh_of_a_field_answers_alike() {
    let mut rng = Rng::new(0x4A);
    let field = HeightField3::new(20, 40, hills(20, 40, 1.0), [0.1, -0.3, 0.7], [0.3, 0.7]);
    let mesh = field.to_mesh();
    assert_eq!(mesh.part_count(), field.part_count());
    let (mut smooth, mut hits) = (0, 0);
    for i in 0..rounds(400) {
        let kind = [Kind::Sphere, Kind::Aabb, Kind::Capsule, Kind::Obb, Kind::Ray][i % 5];
        let at = mesh.triangle(rng.below(mesh.part_count()) as u32).unwrap().a();
        let place = Place { at: (at + Vec3::Y).to_array(), size: 0.75, whole: false };
        let shape = shape_at::<3, Vec3>(kind, place, &mut rng);
        let motion = [0.0; 3].map(|_: f32| rng.between(-3.0, 3.0) as f32);
        assert_eq!(field.cast(&shape, motion), mesh.cast(&shape, motion), "{shape:?} {motion:?}");
        assert_eq!(field.contacts(&shape), mesh.contacts(&shape), "{shape:?}");
        assert_eq!(field.parts_intersecting(&shape), mesh.parts_intersecting(&shape));
        if let Some(hit) = field.cast(&shape, motion) {
            hits += 1;
            let own = shape.cast(motion, &field.part(hit.part).unwrap()).unwrap();
            smooth += usize::from(own.normal != hit.normal);
        }
    }
    assert!(hits > 100, "{hits} {smooth}");
    // A hole's neighbours have edges of their own, and numbers follow without it.
    let holed = field.with_holes([(3, 7), (3, 8), (4, 7)]).unwrap();
    let mesh = holed.to_mesh();
    assert_eq!(mesh.part_count(), holed.part_count());
    let numbers: Vec<u32> = (0..2 * 19 * 39).filter(|&n| holed.part(n).is_some()).collect();
    for (place, &number) in numbers.iter().enumerate() {
        assert_eq!(holed.triangle(number), mesh.triangle(place as u32));
    }
    for x in 0..20 {
        let ball = Sphere3::new([2.0 + x as f32 * 0.1, 3.0, 2.8], 0.4);
        let (one, two) = (holed.cast(&ball, [0.0, -4.0, 0.0]), mesh.cast(&ball, [0.0, -4.0, 0.0]));
        assert_eq!(one.map(|hit| hit.hit), two.map(|hit| hit.hit));
    }
}

/// Rays through vertices, edges' middles and diagonals, steep and shallow.
#[test]
fn no_ray_leaks() {
    let mut rng = Rng::new(0x4B);
    let (rows, columns) = (33, 50);
    let field = HeightField3::new(
        rows,
        columns,
        hills(rows, columns, 1.0),
        [-24.0, 0.0, -16.0],
        [1.0, 1.0],
    );
    let mesh = field.to_mesh();
    for i in 0..rounds(20_000) {
        let number = rng.below(field.part_count()) as u32;
        let triangle = field.triangle(number).unwrap();
        let (a, b) = (triangle.a(), triangle.b());
        let to = if i % 2 == 0 { a } else { (a + b) * 0.5 };
        let from = Vec3::new(
            rng.between(-96.0, 96.0).round() as f32 / 4.0,
            4.0 + rng.below(3) as f32,
            rng.between(-64.0, 64.0).round() as f32 / 4.0,
        );
        let ray = Ray3::new(from, to - from);
        let hit = field.ray_cast(&ray).unwrap_or_else(|| panic!("{ray:?} leaks"));
        assert!(hit.fraction <= 1.0, "{ray:?} {hit:?}");
        if i % 16 == 0 {
            assert_eq!(Some(hit), mesh.ray_cast(&ray));
        }
    }
}

/// Where a line goes that a walk from cell to cell might lose: by kind, from a vertex and to another.
fn along_the_grid(kind: usize, [from, to]: [Vec3; 2], size: f32, rng: &mut Rng) -> [Vec3; 2] {
    let side = |rng: &mut Rng| rng.sign() as f32 * size;
    let up = Vec3::new(0.0, [0.0, 0.25, 2.0, 300.0][rng.below(4)] * size, 0.0);
    match kind {
        // Along a row, at the height of a vertex or above it; along a column; along diagonals.
        0 => [from + up, Vec3::new(side(rng), 0.0, 0.0)],
        1 => [from + up, Vec3::new(0.0, 0.0, side(rng))],
        2 => [from + up, Vec3::new(side(rng), -size / 64.0, side(rng))],
        // Straight down and up, at vertices and beside them.
        3 => [from + up, Vec3::new(0.0, -1.0, 0.0)],
        4 => [from - up + Vec3::new(size / 4.0, 0.0, 0.0), Vec3::new(0.0, size, 0.0)],
        // Through two vertices; from far outside through one.
        5 => [from + (from - to), to - from],
        6 => {
            let way = Vec3::new(side(rng), rng.between(-0.1, 0.1) as f32 * size, side(rng) / 8.0);
            [to - way * 4096.0, way]
        }
        // Level, along the tops, in any direction.
        7 => {
            let [x, z] = [0; 2].map(|_| rng.between(-1.0, 1.0) as f32);
            [Vec3::new(from.x, 1.5 * size, from.z), Vec3::new(x, 0.0, z)]
        }
        // Nearly along a row, away from it slowly.
        _ => [from + up, Vec3::new(side(rng), -size / 128.0, side(rng) / 4096.0)],
    }
}

/// Every hit of lines along the grid, at ordinary places, far out and of a small field, is that of brute force.
#[test]
fn rays_along_the_grid() {
    let mut rng = Rng::new(0x4C);
    for (rows, columns, origin, size) in [
        (6, 300, [-150.0, 0.0, 2.0], 1.0f32),
        (40, 21, [0.1, 0.2, 0.3], 0.7),
        (260, 4, [1e6, 5e5, -1e6], 1.0),
        (30, 30, [1e-3, 0.0, -2e-3], 1e-3),
        (9, 150, [0.0; 3], 1e-38),
    ] {
        let height = |i: usize| ((i * i * 7 + i) % 4 / 2) as f32 * 1.5 * size;
        let heights: Vec<f32> = (0..rows as usize * columns as usize).map(height).collect();
        let field = HeightField3::new(rows, columns, heights, origin, [size, size])
            .with_holes([(1, 1), (2, 0), (4, 2)])
            .unwrap();
        let cells = (rows - 1) * (columns - 1);
        let parts = parts(&field, cells);
        let vertex = |rng: &mut Rng| {
            let Shape::Triangle(triangle) = &parts[rng.below(parts.len())].1 else {
                unreachable!("all are")
            };
            [triangle.a(), triangle.b(), triangle.c()][rng.below(3)]
        };
        let mut hits = 0;
        for i in 0..rounds(180) {
            let ends = [vertex(&mut rng), vertex(&mut rng)];
            let [from, way] = along_the_grid(i % 9, ends, size, &mut rng);
            let ray = Ray3::new(from, way);
            hits += usize::from(field.ray_cast(&ray).is_some());
            assert_lines(&field, &parts, &ray.into());
            let length = [1.0, 0.5, 100.0][rng.below(3)];
            assert_lines(&field, &parts, &Segment3::new(from, from + way * length).into());
        }
        assert!(hits > rounds(180) / 4, "{hits} {size}");
    }
}

/// Boxes, small and as wide as many cells, moved across blocks of cells.
#[test]
fn long_sweeps_across_blocks() {
    let mut rng = Rng::new(0x4D);
    let hill = |i: usize| if i.is_multiple_of(41) { 3.0 } else { 0.25 * (i % 3) as f32 };
    let heights: Vec<f32> = (0..40 * 170).map(hill).collect();
    let field = HeightField3::new(40, 170, heights, [0.0; 3], [1.0, 0.5]);
    let parts = parts(&field, 39 * 169);
    let mut hits = 0;
    for i in 0..rounds(60) {
        let mut place =
            |high: f32| Vec3::new(rng.below(400) as f32 - 115.0, high, rng.below(40) as f32 - 10.0);
        let (from, to) = (place(3.5), place(0.5));
        let half = [0.0, 0.3, 2.0, 25.0][i % 4];
        let half = Vec3::new(half, 0.5, half);
        let motion = if i % 5 == 0 { Vec3::new(0.0, -4.0, 0.0) } else { to - from };
        let first = |hits: Vec<(f32, u32)>| hits.into_iter().min_by_key(|x| (x.0.to_bits(), x.1));
        let moving = Aabb3::new(from - half, from + half);
        let each = parts
            .iter()
            .filter_map(|(number, part)| Some((moving.cast(motion, part)?.fraction, *number)));
        let found = field.cast(&moving, motion).map(|hit| (hit.fraction, hit.part));
        assert_eq!(found, first(each.collect()), "{moving:?} {motion:?}");
        hits += usize::from(found.is_some());
    }
    assert!(hits > rounds(60) / 2, "{hits}");
}

#[test]
fn sizes_and_errors() {
    let field = |rows, columns, samples: Vec<f32>| {
        HeightField3::try_new(rows, columns, samples, [0.0; 3], [1.0, 1.0])
    };
    for (rows, columns) in [(0, 0), (1, 1), (1, 5), (5, 1)] {
        let none = field(rows, columns, vec![0.0; (rows * columns) as usize]).unwrap();
        assert_eq!((none.part_count(), none.part(0)), (0, None));
        assert!(!none.intersects(&Vec3::ZERO) && none.distance(&Vec3::ZERO).is_none());
        assert_eq!(none.to_mesh().part_count(), 0);
        assert!(none.with_holes([(0, 0)]).is_err());
    }
    let error = field(2, 2, vec![0.0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "there are 3 samples; expected 4, rows times columns");
    let error = field(2, 2, vec![0.0, f32::NAN, 0.0, 0.0]).unwrap_err();
    assert!(
        matches!(error, GridError::Sample { sample: 1, .. })
            && error.to_string().contains("with_holes")
    );
    let at = |origin, spacing| HeightField3::try_new(2, 2, vec![0.0; 4], origin, spacing);
    assert_eq!(
        at([0.0; 3], [1.0, 0.0]),
        Err(GridError::NotPositive { field: "spacing", value: 0.0 })
    );
    assert!(matches!(
        at([f32::INFINITY, 0.0, 0.0], [1.0; 2]),
        Err(GridError::NotFinite { field: "origin", .. })
    ));
    assert_eq!(at([f32::MAX, 0.0, 0.0], [1e33, 1.0]), Err(GridError::TooFar { axis: 0 }));
    let field = field(3, 2, vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0]).unwrap().with_tags([7, 9]).unwrap();
    assert_eq!([field.tag(0), field.tag(1), field.tag(2), field.tag(4)], [7, 7, 9, 0]);
    assert_eq!(field.to_mesh().tag(3), 9);
    let moved =
        Level3::from(field.clone()).try_transformed(&Pose3::from_translation([1.0, 2.0, 3.0]));
    let Ok(Level3::HeightField(moved)) = moved else { panic!("{moved:?}") };
    assert_eq!(moved.triangle(3).unwrap().a().to_array(), [2.0, 7.0, 5.0]);
    assert_eq!(moved, field.transformed(&Pose3::new([1.0, 2.0, 3.0], [0.0, -0.0, 0.0, -4.0])));
    let turned = field.try_transformed(&Pose3::new([0.0; 3], [0.0, 1e-9, 0.0, 1.0])).unwrap_err();
    assert!(
        matches!(turned, ShapeError::GridTurned { .. }) && turned.to_string().contains("`to_mesh`"),
        "{turned}"
    );
    let far = field.try_transformed(&Pose3::from_translation([0.0, f32::MAX, 0.0]));
    assert!(far.is_ok(), "the highest vertices are rounded to the largest number");
    let far = far.unwrap().try_transformed(&Pose3::from_translation([0.0, f32::MAX, 0.0]));
    assert!(matches!(far, Err(ShapeError::NotFinite { .. })));
}

#[test]
fn a_triangle_takes_less_than_three_bytes() {
    let side = 257;
    let field =
        HeightField3::new(side, side, vec![0.0; (side * side) as usize], [0.0; 3], [1.0, 1.0]);
    let bytes = field.size_in_bytes() as f64 / field.part_count() as f64;
    assert!(bytes < 2.2, "{bytes}");
}
