//! The outlines of sprites: every opaque pixel lies in them, and no other without a tolerance.

use super::polygon::{exact, is_inside};
use super::rounds;
use asunder::glam::Vec2;
use asunder::level::{AlphaLayout, Parts as _, SpriteError, SpriteMask};
use asunder::prelude::*;
use asunder::{Affine2, Compound2, Rot2, Shape, ShapeError};
use asunder_jury::Rng;

/// The pictures whose rows are drawn.
fn drawn(rows: &[&str]) -> SpriteMask {
    let size = [rows.first().map_or(0, |row| row.len()) as u32, rows.len() as u32];
    let is_opaque = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'#';
    SpriteMask::try_from_fn(size, is_opaque).expect("it is small")
}

/// The compound in pixels.
fn unplaced(mask: &SpriteMask, tolerance: f32) -> Compound2 {
    let size = mask.size().map(|length| length as f32);
    Compound2::from_sprite(mask, tolerance, size, [0.0; 2], &Affine2::identity())
        .expect("whole numbers")
}

fn area(compound: &Compound2) -> f64 {
    let areas = (0..compound.part_count() as u32).map(|number| {
        let corners: Vec<Vec2> = match compound.part(number).expect("below the count") {
            Shape::Triangle(x) => vec![x.a(), x.b(), x.c()],
            Shape::ConvexHull(x) => x.corners().collect(),
            other => panic!("{other:?}"),
        };
        let across = |i: usize| {
            let (p, q) = (corners[i], corners[(i + 1) % corners.len()]);
            f64::from(p.x) * f64::from(q.y) - f64::from(p.y) * f64::from(q.x)
        };
        // Halves of whole numbers.
        (0..corners.len()).map(across).sum::<f64>().abs() / 2.0
    });
    areas.sum()
}

fn assert_outline(mask: &SpriteMask, tolerance: f32) {
    let compound = unplaced(mask, tolerance);
    let rings = mask.outlines(tolerance);
    let edges: Vec<[[f32; 2]; 2]> = rings
        .iter()
        .flat_map(|ring| (0..ring.len()).map(move |i| [ring[i], ring[(i + 1) % ring.len()]]))
        .collect();
    let exact_edges: Vec<_> = edges.iter().map(|edge| edge.map(exact)).collect();
    let segments: Vec<Segment2> = edges.iter().map(|&[a, b]| Segment2::new(a, b)).collect();
    let [width, height] = mask.size();
    let mut count = 0;
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let at = |along: f32, up: f32| [x as f32 + along, y as f32 + up];
        let square = Aabb2::new(at(0.0, 0.0), at(1.0, 1.0));
        if mask.is_opaque(x, y) {
            count += 1;
            for corner in [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0), at(0.5, 0.5)] {
                assert!(
                    compound.intersects(&Vec2::from(corner)),
                    "{corner:?} {tolerance} {rings:?}"
                );
                assert!(is_inside(&exact_edges, exact(corner)));
            }
            // No edge passes through it, and so all of it is inside.
            assert!(!segments.iter().any(|edge| edge.penetrates(&square)), "{square:?} {rings:?}");
        } else if tolerance == 0.0 {
            assert!(!compound.penetrates(&square), "{square:?} {rings:?}");
        }
    }
    if tolerance == 0.0 {
        assert_eq!(area(&compound), f64::from(count));
    } else {
        assert!(area(&compound) >= f64::from(count));
    }
    // Outlines are what rings are for.
    let rings = Compound2::try_from_rings(rings).expect("they cross nowhere");
    assert_eq!(rings.part_count(), compound.part_count());
}

/// Zero, less than any corner needs, and more.
const TOLERANCES: [f32; 7] = [0.0, 0.5, 0.75, 1.0, 1.5, 3.0, 100.0];

#[test]
fn drawn_pictures() {
    let pictures: [&[&str]; 12] = [
        &[],
        &["."],
        &["#"],
        &["#.##.###"],
        &["#", ".", "#", "#"],
        &["#.#", ".#.", "#.#"],
        &["####", "#..#", "#..#", "####"],
        &["#####", "#...#", "#.#.#", "#...#", "#####"],
        &["###.", "#.#.", "##.#", "..##"],
        &["#..#", ".##.", ".##.", "#..#"],
        &["########", "#.....##", "#.###.##", "#.#...##", "#.#####.", "#......."],
        &["#.......", "##......", "####....", "#######.", "########"],
    ];
    for rows in pictures {
        for tolerance in TOLERANCES {
            assert_outline(&drawn(rows), tolerance);
            assert_outline(&drawn(rows).flipped(), tolerance);
        }
    }
}

#[test]
fn random_pictures() {
    let mut rng = Rng::new(0xE0);
    for i in 0..rounds(150) {
        let size = [1 + rng.below(14) as u32, 1 + rng.below(14) as u32];
        let share = [0.1, 0.3, 0.5, 0.7, 0.9, 1.0][i % 6];
        let mask = SpriteMask::try_from_fn(size, |_, _| rng.chance(share)).unwrap();
        for tolerance in TOLERANCES {
            assert_outline(&mask, tolerance);
        }
        // Round ones, with round holes.
        let (x, y, r) = (rng.between(0.0, 24.0), rng.between(0.0, 24.0), rng.between(2.0, 14.0));
        let hole = rng.between(0.0, 8.0);
        let mask = SpriteMask::try_from_fn([24, 20], |column, row| {
            let from = [f64::from(column) + 0.5 - x, f64::from(row) + 0.5 - y];
            let from = from[0] * from[0] + from[1] * from[1];
            (hole * hole..=r * r).contains(&from)
        });
        assert_outline(&mask.unwrap(), TOLERANCES[i % 7]);
    }
}

#[test]
fn a_disc_has_few_corners() {
    let mask = SpriteMask::try_from_fn([64, 64], |x, y| {
        let from = [x, y].map(|t| f64::from(t) - 31.5);
        from[0] * from[0] + from[1] * from[1] <= 900.0
    })
    .unwrap();
    let corners = |tolerance: f32| mask.outlines(tolerance)[0].len();
    assert_eq!(mask.outlines(0.0).len(), 1);
    assert!(corners(0.0) > 100, "{}", corners(0.0));
    assert!(corners(1.0) < 60, "{}", corners(1.0));
    let (exactly, simply) = (area(&unplaced(&mask, 0.0)), area(&unplaced(&mask, 1.0)));
    assert!(simply < exactly * 1.05, "{exactly} {simply}");
    let parts = unplaced(&mask, 1.0).part_count();
    assert!(parts < 8, "it is all but convex: {parts}");
}

/// The stairs of a straight edge become few lines, whatever its slope.
#[test]
fn stairs_become_lines() {
    let mut rng = Rng::new(0xE1);
    for _ in 0..rounds(20) {
        let (run, rise) = (1 + rng.below(30) as u32, 1 + rng.below(30) as u32);
        let mask = SpriteMask::try_from_fn([100, 100], |x, y| x * rise <= y * run).unwrap();
        let outlines = mask.outlines(1.5);
        assert_eq!(outlines.len(), 1);
        // Three or four of the picture, and those of the hull of an edge between whole numbers, some log n.
        assert!(outlines[0].len() <= 14, "{run} {rise} {outlines:?}");
    }
}

#[test]
fn placed_as_boxes_are() {
    let mask = drawn(&["####", "####", "##.."]);
    let worlds = [
        Affine2::identity(),
        Affine2::from(Pose2::new([10.0, -3.0], Rot2::degrees(90.0))),
        Affine2::from_columns([[-2.0, 0.0], [0.0, 0.5]], [1.0, 2.0]),
    ];
    for world in worlds {
        let (size, pivot) = ([8.0, 3.0], [0.25, 1.0]);
        let bounds = Aabb2::from_sprite(size, pivot, &world).unwrap();
        let compound = Compound2::from_sprite(&mask, 0.0, size, pivot, &world).unwrap();
        let count = compound.part_count() as u32;
        assert!((2..=3).contains(&count), "{count}");
        let parts = (0..count).map(|number| compound.part(number).unwrap().aabb());
        assert_eq!(parts.reduce(|a, b| a.merged(&b)).unwrap(), bounds);
        // The missing pixels' middle, two units along and a half down from the picture's middle.
        let at = |p: [f32; 2]| {
            let (x, y) = (p[0] * 2.0 - 2.0, p[1] - 3.0);
            world.translation() + world.column(0) * x + world.column(1) * y
        };
        assert!(!compound.intersects(&at([3.0, 2.5])) && compound.intersects(&at([1.0, 2.5])));
        assert!(compound.intersects(&at([3.0, 2.0])), "its edge");
        // A shelf of two pixels, from its free side: the parts' seam holds nothing back, mirrored or not.
        let down = world.column(1) * 4.0;
        let ball = Sphere2::new(at([2.0, -1.0]), 0.0625);
        let hit = compound.cast(&ball, down).unwrap();
        assert!((hit.normal + down.normalize()).length() < 1e-6, "{hit:?}");
    }
    let far = Affine2::from_columns([[f32::MAX, 0.0], [0.0, 1.0]], [0.0, 0.0]);
    let error = Compound2::from_sprite(&mask, 0.0, [8.0, 3.0], [0.0; 2], &far).unwrap_err();
    assert_eq!(error, SpriteError::Shape(ShapeError::NotRepresentable));
    let error = Compound2::from_sprite(&mask, 0.0, [-8.0, 3.0], [0.0; 2], &worlds[0]).unwrap_err();
    assert!(matches!(error, SpriteError::Shape(ShapeError::Negative { field: "size", .. })));
    // Flat in one direction: a line.
    let flat = Compound2::from_sprite(&mask, 1.0, [8.0, 0.0], [0.0; 2], &worlds[0]).unwrap();
    assert!(flat.intersects(&Vec2::new(8.0, 0.0)) && !flat.intersects(&Vec2::new(8.0, 1e-9)));
}

#[test]
fn bytes_and_their_limits() {
    let bytes: Vec<u8> = (0..24).collect();
    let mask = SpriteMask::try_from_bytes([3, 2], &bytes, AlphaLayout::rgba8(3), 11).unwrap();
    let opaque = |x: u32, y: u32| mask.is_opaque(x, y);
    assert!(!opaque(1, 0) && opaque(2, 0) && opaque(0, 1) && !opaque(3, 0) && !opaque(0, 2));
    let error = SpriteMask::try_from_bytes([3, 2], &bytes[..23], AlphaLayout::rgba8(3), 1);
    assert_eq!(error, Err(SpriteError::TooShort { given: 23, expected: 24 }));
    let wide = AlphaLayout { first: usize::MAX, pixel: usize::MAX, row: usize::MAX };
    let error = SpriteMask::try_from_bytes([3, 2], &bytes, wide, 1);
    assert_eq!(error, Err(SpriteError::TooShort { given: 24, expected: usize::MAX }));
    assert!(SpriteMask::try_from_bytes([0, 9], &[], wide, 1).unwrap().outlines(1.0).is_empty());
    for size in [[1 << 14, (1 << 14) + 1], [u32::MAX; 2], [0, (1 << 24) + 1]] {
        let error = SpriteMask::try_from_fn(size, |_, _| true);
        assert_eq!(error, Err(SpriteError::TooMany { size }));
    }
    let all = SpriteMask::try_from_bytes([2, 2], &[0; 4], AlphaLayout::alpha8(2), 0).unwrap();
    assert_eq!(all.outlines(f32::NAN), [[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]]);
}
