//! Hits within edges: a face's normal where the surface goes on flat or upward, else the edge's own.

use super::rounds;
use super::surfaces::{Surface, grid};
use asunder::glam::Vec3;
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{Mesh3, Shape};
use asunder_jury::Rng;

/// What falls or slides onto a floor: its lowest point lies above `at`.
fn falling(kind: usize, at: [f32; 3], rng: &mut Rng) -> Shape<Vec3> {
    let [x, y, z] = at;
    let r = 0.5;
    match kind % 4 {
        0 => Sphere3::new([x, y + r, z], r).into(),
        1 => Capsule3::new([x, y + r, z], [x, y + r + 1.0, z], r).into(),
        2 => Capsule3::new([x - 0.75, y + r, z], [x + 0.75, y + r, z], r).into(),
        _ => {
            let half = [0.25 + rng.below(3) as f32 * 0.25, r, 0.5];
            Aabb3::new([x - half[0], y, z - half[2]], [x + half[0], y + 2.0 * r, z + half[2]])
                .into()
        }
    }
}

/// Wherever it falls, and along whatever way, a flat floor has one normal.
#[test]
fn a_flat_floor_has_one_normal() {
    let mut rng = Rng::new(8);
    let floor = grid(8, 0.5, |_, _| 0.0).mesh();
    let mut on_edges = 0;
    for i in 0..rounds(400) {
        let mut number = |reach: f64, whole: bool| {
            let x = rng.between(-reach, reach);
            (if whole { (x * 4.0).round() / 4.0 } else { x }) as f32
        };
        let whole = i % 2 == 0;
        let at = [number(1.0, whole), 1.0, number(1.0, whole)];
        let motion = [number(0.75, whole), -1.5, number(0.75, whole)];
        let shape = falling(i / 2, at, &mut rng);
        let hit = floor.cast(&shape, motion).expect("it falls onto the floor");
        assert!(is_one_of(hit.normal, &[[0.0, 1.0]]), "{shape:?} {motion:?} {hit:?}");
        on_edges += usize::from(whole);
        for contact in floor.contacts(&falling(i / 2, [at[0], 0.0, at[2]], &mut rng)) {
            assert!(is_one_of(contact.normal, &[[0.0, 1.0]]), "{shape:?} {contact:?}");
        }
    }
    assert!(on_edges > 100);
}

/// Quads along z that follow a line of points in x and y.
fn folded(line: &[[f32; 2]]) -> Surface {
    let mut surface = Surface::default();
    for pair in line.windows(2) {
        let [[x, y], [u, v]] = [pair[0], pair[1]];
        surface.quad([[x, y, -4.0], [x, y, 4.0], [u, v, 4.0], [u, v, -4.0]]);
    }
    surface
}

fn is_one_of(normal: Vec3, expected: &[[f32; 2]]) -> bool {
    expected.iter().any(|[x, y]| {
        let length = (x * x + y * y).sqrt();
        (normal - Vec3::new(x / length, y / length, 0.0)).length() < 1e-6
    })
}

#[test]
fn the_bottom_of_a_valley_has_the_normals_of_its_sides() {
    let mut rng = Rng::new(9);
    // Gentle and steep ones; an edge is off flat by the last bit.
    for (rise, fall) in [(1.0, 1.0), (0.25, 3.0), (1e-7, 1e-7), (f32::from_bits(1), 0.0)] {
        let valley = folded(&[[-4.0, 4.0 * fall], [0.0, 0.0], [4.0, 4.0 * rise]]).mesh();
        for i in 0..rounds(60) {
            let at = [if i % 3 == 0 { 0.0 } else { rng.between(-0.5, 0.5) as f32 }, 6.0, 0.5];
            let shape = falling(i % 3, at, &mut rng);
            let hit = valley.cast(&shape, [0.0, -12.0, 0.25]).unwrap();
            assert!(is_one_of(hit.normal, &[[-rise, 1.0], [fall, 1.0]]), "{hit:?} {shape:?}");
        }
    }
}

#[test]
fn the_top_of_a_roof_has_a_normal_of_its_own() {
    for slope in [1.0, 0.25, 1e-3] {
        let roof = folded(&[[-4.0, -4.0 * slope], [0.0, 0.0], [4.0, -4.0 * slope]]).mesh();
        for x in [0.0, 0.0625] {
            let ball = Sphere3::new([x * slope, 3.0, 0.3], 1.0);
            let hit = roof.cast(&ball, [0.0, -4.0, 0.0]).unwrap();
            let face = [slope, 1.0];
            let expected = if x == 0.0 {
                [0.0, 1.0]
            } else {
                [x * slope, (1.0 - x * slope * x * slope).sqrt()]
            };
            assert!(is_one_of(hit.normal, &[expected]), "{hit:?} {slope} {x}");
            assert!(!is_one_of(hit.normal, &[face]), "{hit:?} {slope} {x}");
        }
        // Seen from below it is a valley.
        let ball = Sphere3::new([0.0, -3.0, 0.3], 1.0);
        let hit = roof.cast(&ball, [0.0, 4.0, 0.0]).unwrap();
        assert!(is_one_of(hit.normal, &[[slope, -1.0], [-slope, -1.0]]), "{hit:?}");
    }
}

/// A fold of less than a right angle stands out to its back, though each side rises seen from the other.
#[test]
fn the_back_of_a_sharp_fold_has_a_normal_of_its_own() {
    for rise in [0.125, 0.5, 1.0, 4.0] {
        let wedge = folded(&[[4.0, 0.0], [0.0, 0.0], [4.0, 4.0 * rise]]).mesh();
        for y in [-0.25_f32, 0.0, 0.0625, 0.2] {
            let ball = Sphere3::new([-3.0, y, 0.3], 1.0);
            let hit = wedge.cast(&ball, [4.0, 0.0, 0.0]).unwrap();
            let expected = [-(1.0 - y * y).sqrt(), y];
            assert!(is_one_of(hit.normal, &[expected]), "{hit:?} {rise} {y}");
        }
    }
}

/// A wall that stands on a floor along the edges of its triangles: floor and wall have their own normals, in
/// the corner too.
#[test]
fn a_wall_on_a_floor() {
    let mut rng = Rng::new(10);
    let mut surface = grid(4, 1.0, |_, _| 0.0);
    for z in -2..2 {
        let (a, b) = (z as f32, z as f32 + 1.0);
        surface.quad([[0.0, 0.0, a], [0.0, 0.0, b], [0.0, 3.0, b], [0.0, 3.0, a]]);
    }
    let mesh = surface.mesh();
    for i in 0..rounds(100) {
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let z = (rng.between(-0.5, 0.5) * 4.0).round() as f32 / 4.0;
        let ball = Sphere3::new([side, 1.0, z], 0.5);
        // Into the corner, so that both are met at about the same time; along the floor; onto the floor.
        for motion in [[-side, -1.0, 0.25], [-side, -0.25, 0.0], [-0.25 * side, -1.0, 0.0]] {
            let hit = mesh.cast(&ball, motion).unwrap();
            let is_face = hit.normal == Vec3::Y || hit.normal == Vec3::new(side, 0.0, 0.0);
            assert!(is_face, "{hit:?} {motion:?}");
        }
    }
    // Its top stands out.
    let hit = mesh.cast(&Sphere3::new([0.0, 5.0, 0.1], 1.0), [0.0, -2.0, 0.0]).unwrap();
    assert_eq!(hit.normal, Vec3::Y);
    let hit = mesh.cast(&Sphere3::new([0.25, 5.0, 0.1], 1.0), [0.0, -2.0, 0.0]).unwrap();
    assert!(hit.normal.x > 0.2 && hit.normal.y > 0.9, "{hit:?}");
}

/// An edge that degenerate triangles or a duplicate share too is judged by those that have an area.
#[test]
fn degenerate_neighbours_change_no_normal() {
    let mut surface = grid(4, 1.0, |_, _| 0.0);
    let triangles = surface.triangles.clone();
    for [a, b, c] in triangles.iter().step_by(3) {
        surface.triangles.extend([[*a, *b, *a], [*b, *c, *b], [*a, *b, *c], [*c, *b, *a]]);
    }
    let floor: Mesh3 = surface.mesh();
    for x in [0.0, 0.25, 0.5] {
        let ball = Sphere3::new([x, 2.0, 0.0], 1.0);
        let hit = floor.cast(&ball, [0.0, -2.0, 0.0]).unwrap();
        assert_eq!(hit.normal, Vec3::Y, "{hit:?}");
    }
}
