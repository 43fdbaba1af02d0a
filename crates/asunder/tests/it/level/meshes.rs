//! Meshes against brute force: soups, closed surfaces, terrain, of all sizes.

use super::brute::{Answers, assert_brute_force, assert_brute_force_among};
use super::build::{Place, shape_at};
use super::rounds;
use super::surfaces::{Surface, bumpy, cube, grid, sphere, tetrahedron};
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{Mesh, Mesh2, Mesh3, Shape};
use asunder_jury::{self as jury, Family, Kind, Rng};

/// Triangles of a family, each placed so that it is hard for a shape of its own: those shapes.
fn soup<const D: usize, V: Space<D>>(family: Family, kind: Kind, rng: &mut Rng) {
    let pairs: Vec<_> =
        (0..40).map(|_| jury::pair::<D>(family, Kind::Triangle, kind, rng)).collect();
    let mut vertices = Vec::new();
    for (triangle, _) in &pairs {
        let jury::Shape::Triangle { a, b, c } = *triangle else { unreachable!("as asked") };
        vertices.extend([a, b, c].map(V::vector));
    }
    let corner = |i: u32| [3 * i, 3 * i + 1, 3 * i + 2];
    // One is there twice, one has a corner of another, one is a point.
    let triangles = (0..40).map(corner).chain([corner(3), [0, 4, 8], [5; 3]]);
    let mesh = Mesh::<V>::new(vertices, triangles);
    let answers = match family {
        Family::Huge | Family::Tiny | Family::Subnormal | Family::RandomBits | Family::Overflow => {
            Answers::Exact
        }
        _ => Answers::All,
    };
    for _ in 0..rounds(1) {
        let (triangle, shape) = pairs[rng.below(pairs.len())];
        let motion = jury::motion(family, &shape, &triangle, rng);
        assert_brute_force(&mesh, &V::shape(&shape), V::vector(motion), answers);
    }
}

macro_rules! soups {
    ($($name:ident: $Family:ident;)*) => {
        $(#[test]
        fn $name() {
            let mut rng = Rng::new(0x50 + Family::$Family as u64);
            for kind in Kind::ALL {
                soup::<3, Vec3>(Family::$Family, kind, &mut rng);
                soup::<2, Vec2>(Family::$Family, kind, &mut rng);
            }
        })*
    };
}

soups! {
    soups_game: Game;
    soups_grid: Grid;
    soups_parallel: Parallel;
    soups_near_parallel: NearParallel6;
    soups_resting: Resting;
    soups_near_touch: NearTouch;
    soups_degenerate: Degenerate;
    soups_huge: Huge;
    soups_tiny: Tiny;
    soups_far: Far;
    soups_subnormal: Subnormal;
    soups_random_bits: RandomBits;
    soups_overflow: Overflow;
}

/// Shapes of every kind about the vertices of a surface.
fn about(surface: &Surface, size: f32, answers: Answers, rng: &mut Rng) {
    let mesh = surface.mesh();
    let parts: Vec<(u32, Shape<Vec3>)> =
        (0..).map_while(|number| Some((number, mesh.part(number)?))).collect();
    assert_eq!(parts.len(), mesh.part_count());
    for kind in Kind::ALL {
        for _ in 0..rounds(1) {
            let at = surface.vertices[rng.below(surface.vertices.len())];
            let whole = rng.chance(0.5);
            let shape = shape_at::<3, Vec3>(kind, Place { at, size, whole }, rng);
            let mut motion = [0.0; 3].map(|_: f32| rng.between(-4.0, 4.0) as f32 * size);
            if whole {
                motion = motion.map(|x| (x / size * 4.0).round() / 4.0 * size);
            }
            assert_brute_force_among(&mesh, &parts, &shape, motion, answers);
        }
    }
}

/// With triangles of no area, and such as are there twice, turned the other way.
fn spoilt(mut surface: Surface) -> Surface {
    let [a, b, c] = surface.triangles[0];
    surface.triangles.extend([[a, a, b], [c, b, a], [b, b, b], [a, b, c]]);
    surface
}

#[test]
fn surfaces_of_every_form() {
    let mut rng = Rng::new(1);
    let corners = [[0.0; 3], [4.0, 0.5, 0.25], [-0.25, 4.0, 0.0], [1.0, 0.75, 4.0]];
    for surface in [
        grid(8, 1.0, |_, _| 0.0),
        grid(8, 1.0, |x, z| ((x * 7 + z * 3) % 5) as f32 * 0.25),
        tetrahedron(corners),
        cube([-2.0, -1.0, -3.0], [2.0, 1.0, 3.0]),
        sphere(2),
        bumpy(2),
        spoilt(grid(4, 2.0, |x, _| x as f32 * 0.5)),
    ] {
        about(&surface, 1.0, Answers::All, &mut rng);
    }
}

#[test]
fn surfaces_far_out_and_small() {
    let mut rng = Rng::new(2);
    let far = |[x, y, z]: [f32; 3]| [x + 1e6, y - 1e6, z + 5e5];
    about(&bumpy(1).map(far), 1.0, Answers::All, &mut rng);
    about(&grid(6, 1.0, |x, z| (x * z) as f32 * 0.125).map(far), 1.0, Answers::All, &mut rng);
    for size in [1.0 / 1024.0, 1e-3] {
        about(&bumpy(1).map(|x| x.map(|x| x * size)), size, Answers::All, &mut rng);
    }
    // The last: steps of the smallest number.
    for size in [1e30, 2e37, 1e-30, 1e-38, 1e-44] {
        let surface = grid(6, 1.0, |x, z| ((x * 5 + z) % 3) as f32 * 0.5);
        about(&surface.map(|x| x.map(|x| x * size)), size, Answers::Exact, &mut rng);
    }
}

#[test]
fn meshes_of_no_triangle_and_of_one() {
    let none = Mesh3::new([[1.0, 2.0, 3.0]], []);
    let ball = Shape::Sphere(Sphere3::new([1.0, 2.0, 3.0], 9.0));
    assert_brute_force(&none, &ball, [1.0, 0.0, 0.0], Answers::All);
    assert!(none.distance(&ball).is_none() && none.explain(&ball).is_none());
    let one = Mesh2::new([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], [[2, 1, 0]]);
    let disk = Shape::Sphere(Sphere2::new([2.0, 2.0], 1.25));
    assert_brute_force(&one, &disk, [-1.0, 0.0], Answers::All);
}

#[test]
fn what_is_not_finite_meets_nothing() {
    let mesh = grid(2, 1.0, |_, _| 0.0).mesh();
    let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
    assert!(!mesh.intersects(&nowhere) && !mesh.penetrates(&nowhere));
    assert!(mesh.distance(&nowhere).is_none() && mesh.closest_points(&nowhere).is_none());
    assert!(mesh.explain(&nowhere).is_none() && mesh.contacts(&nowhere).is_empty());
    let ball = Sphere3::new([0.0, 2.0, 0.0], 1.0);
    let motion = [0.0, f32::NEG_INFINITY, 0.0];
    assert!(mesh.cast(&ball, motion).is_none() && !mesh.sweep_intersects(&ball, motion));
}

/// A mesh under a pose, and one whose vertices moved, are the meshes of those vertices.
#[test]
fn images_are_the_meshes_of_their_vertices() {
    let mut rng = Rng::new(3);
    let pose = Pose3::new([1.0, -2.0, 0.3], [0.1, 0.7, -0.2, 0.6]);
    let surface = spoilt(bumpy(1));
    let mesh = surface.mesh();
    let placed = mesh.transformed(&pose);
    let anew = Mesh3::new(placed.vertices(), placed.triangles());
    assert_eq!(placed, anew);
    let moved = mesh.with_vertices(surface.vertices.iter().rev().copied()).unwrap();
    let moved_anew = Mesh3::new(surface.vertices.iter().rev().copied(), moved.triangles());
    for kind in Kind::ALL {
        let at = surface.vertices[rng.below(surface.vertices.len())];
        let shape = shape_at::<3, Vec3>(kind, Place { at, size: 1.0, whole: false }, &mut rng);
        for (one, other) in [(&placed, &anew), (&moved, &moved_anew)] {
            assert_eq!(one.parts_intersecting(&shape), other.parts_intersecting(&shape));
            assert_eq!(one.cast(&shape, [1.0, 2.0, 3.0]), other.cast(&shape, [1.0, 2.0, 3.0]));
        }
        assert_brute_force(&moved, &shape, [1.0, -2.0, 0.5], Answers::All);
    }
}
