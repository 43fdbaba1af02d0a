//! The inside of closed meshes against the jury's convex hulls, and against unions of boxes.

use super::build::{Place, shape_at};
use super::rounds;
use super::surfaces::{Surface, cube, tetrahedron};
use crate::judged::Space as _;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{Mesh3, Shape};
use asunder_jury::{self as jury, Contact, Family, Kind, Points, Rng, contact};

/// A tetrahedron of a family with some volume: its hull.
fn drawn(family: Family, rng: &mut Rng) -> ([[f32; 3]; 4], jury::Shape<3>, jury::Shape<3>) {
    let kind = Kind::ALL[rng.below(Kind::ALL.len())];
    let (first, shape) = jury::pair::<3>(family, Kind::Triangle, kind, rng);
    let (second, _) = jury::pair::<3>(family, Kind::Triangle, kind, rng);
    let (jury::Shape::Triangle { a, b, c }, jury::Shape::Triangle { a: d, .. }) = (first, second)
    else {
        unreachable!("as asked")
    };
    let corners = [a, b, c, d];
    (corners, jury::Shape::ConvexHull(Points::new(&corners)), shape)
}

/// Tetrahedra of every family: a shape lies inside of one, or touches its surface, if and only if the jury
/// says so of the hull and the faces.
#[test]
fn tetrahedra_enclose_what_the_jury_says() {
    let mut rng = Rng::new(5);
    let (mut enclosed, mut held, mut outside) = (0, 0, 0);
    for family in Family::ALL {
        for _ in 0..rounds(12) {
            let (corners, hull, shape) = drawn(family, &mut rng);
            let surface = tetrahedron(corners);
            let mesh = surface.mesh();
            let touches = surface.triangles.iter().any(|triangle| {
                let [a, b, c] = triangle.map(|index| corners[index as usize]);
                contact(&jury::Shape::Triangle { a, b, c }, &shape) != Contact::Apart
            });
            let ours = Vec3::shape(&shape);
            assert_eq!(mesh.check_closed(), Ok(()), "a degenerate one is closed, too");
            let inside = jury::contains(&hull, &shape) && !touches;
            // Of a frustum no point of `f32` may be found.
            if kind_of(&ours) != "frustum" {
                assert_eq!(mesh.encloses(&ours), Ok(inside), "{corners:?} {shape:?}");
                assert_eq!(mesh.solid_intersects(&ours), Ok(inside || touches));
            }
            if let Shape::Point(point) = ours {
                assert_eq!(mesh.contains(&point), Ok(jury::contains(&hull, &shape)));
            }
            for _ in 0..4 {
                let [p, q] = [rng.below(4), rng.below(4)];
                let weight = [0.0, 0.5, 0.25, 1.0][rng.below(4)];
                let point: [f32; 3] = std::array::from_fn(|t| {
                    let (p, q) = (corners[p][t], corners[q][t]);
                    (p * (1.0 - weight) + q * weight) * 0.75 + corners[0][t] * 0.25
                });
                if point.iter().any(|x| !x.is_finite()) {
                    continue;
                }
                let expected = jury::contains(&hull, &jury::Shape::Point(point));
                let found = mesh.contains(&Vec3::from_array(point));
                assert_eq!(found, Ok(expected), "{corners:?} {point:?}");
                held += usize::from(expected);
                outside += usize::from(!expected);
            }
            enclosed += usize::from(inside);
        }
    }
    assert!(held > 50 && outside > 50, "{enclosed} {held} {outside}");
}

fn kind_of(shape: &Shape<Vec3>) -> &'static str {
    shape.kind()
}

const SIDE: usize = 4;

/// The surface between the cells of a grid that are full and those that are not.
fn between(full: &dyn Fn([i32; 3]) -> bool) -> Surface {
    let mut surface = Surface::default();
    let side = SIDE as i32;
    for x in -1..side {
        for y in -1..side {
            for z in -1..side {
                for axis in 0..3 {
                    let cell = [x, y, z];
                    let mut next = cell;
                    next[axis] += 1;
                    if full(cell) == full(next) {
                        continue;
                    }
                    let corner = |u: i32, v: i32| {
                        let mut corner = next;
                        corner[(axis + 1) % 3] += u;
                        corner[(axis + 2) % 3] += v;
                        corner.map(|x| if x == 0 { -0.0 } else { x as f32 })
                    };
                    // Every zero is written with either sign somewhere.
                    let mut corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    if full(next) {
                        corners.iter_mut().flatten().for_each(|x| *x += 0.0);
                        corners.reverse();
                    }
                    surface.quad(corners);
                }
            }
        }
    }
    surface
}

/// Random sets of cells, which may touch along edges and at vertices alone: a point is inside if it lies in
/// one of the closed cells, and a box encloses nothing that reaches the surface.
#[test]
fn unions_of_boxes_contain_what_their_cells_do() {
    let mut rng = Rng::new(6);
    let (mut inside, mut outside, mut enclosed) = (0, 0, 0);
    for _ in 0..8 {
        let mut cells = [[[false; SIDE]; SIDE]; SIDE];
        cells.iter_mut().flatten().flatten().for_each(|cell| *cell = rng.chance(0.6));
        let full = |[x, y, z]: [i32; 3]| {
            let is_in = [x, y, z].iter().all(|x| (0..SIDE as i32).contains(x));
            is_in && cells[x as usize][y as usize][z as usize]
        };
        let mesh = between(&full).mesh();
        assert!(mesh.check_closed().is_ok());
        for _ in 0..rounds(200) {
            let point = [0.0; 3].map(|_: f32| {
                let x = rng.between(-0.5, SIDE as f64 + 0.5);
                (if rng.chance(0.5) { (x * 2.0).round() / 2.0 } else { x }) as f32
            });
            let mut held = false;
            let mut strictly = true;
            for corner in 0..8 {
                let cell: [i32; 3] = std::array::from_fn(|t| {
                    let low = point[t].floor();
                    let below = corner >> t & 1 == 1 && low == point[t];
                    low as i32 - i32::from(below)
                });
                held |= full(cell);
                strictly &= full(cell);
            }
            let found = mesh.contains(&Vec3::from_array(point)).unwrap();
            assert_eq!(found, held, "{point:?}");
            assert_eq!(mesh.encloses(&Vec3::from_array(point)), Ok(strictly), "{point:?}");
            inside += usize::from(held);
            outside += usize::from(!held);
            // A small ball that reaches no further than its cell.
            let low = point.map(f32::floor);
            let cell = low.map(|x| x as i32);
            let ball = Sphere3::new(low.map(|x| x + 0.5), 0.49);
            assert_eq!(mesh.encloses(&ball), Ok(full(cell)), "{cell:?}");
            enclosed += usize::from(full(cell));
        }
    }
    assert!(inside > 300 && outside > 300 && enclosed > 300, "{inside} {outside} {enclosed}");
}

/// Every kind of shape inside of a box: enclosed exactly if the box without its surface contains it.
#[test]
fn a_box_encloses_every_kind() {
    let mut rng = Rng::new(7);
    let (min, max) = ([-2.0, -2.0, -2.0], [2.0, 2.5, 3.0]);
    let mesh: Mesh3 = cube(min, max).mesh();
    let inner = Aabb3::new(min.map(f32::next_up), max.map(f32::next_down));
    let mut enclosed = std::collections::BTreeSet::new();
    for _ in 0..rounds(60) {
        for kind in Kind::ALL {
            let place = Place { at: [0.0; 3], size: 1.0, whole: rng.chance(0.5) };
            let shape = shape_at::<3, Vec3>(kind, place, &mut rng);
            let found = mesh.encloses(&shape).unwrap();
            // Between the boxes lie only shapes whose numbers do.
            assert!(!inner.contains(&shape) || found, "{shape:?}");
            assert!(!found || Aabb3::new(min, max).contains(&shape), "{shape:?}");
            assert!(!found || !mesh_touches(&mesh, &shape), "{shape:?}");
            if found {
                enclosed.insert(kind);
            }
        }
    }
    assert_eq!(
        enclosed.len(),
        Kind::ALL.len() - 3,
        "all but the three that are unbounded: {enclosed:?}"
    );
}

/// A frustum lies inside of a box that is larger, wherever the middle of its bounds and the nearest point to it lie.
#[test]
fn a_box_encloses_cameras() {
    let mesh: Mesh3 = cube([-100.0; 3], [100.0; 3]).mesh();
    let mut rng = Rng::new(11);
    for _ in 0..rounds(400) {
        let mut number = |from: f64, to: f64| rng.between(from, to) as f32;
        let origin = [0; 3].map(|_| number(-9.0, 9.0));
        let rotation = [0; 4].map(|_| number(-1.0, 1.0));
        let slopes = [number(-2.0, 0.0), number(0.01, 2.0), number(-2.0, 0.0), number(0.01, 2.0)];
        let (near, far) = (number(0.01, 1.0), number(2.0, 25.0));
        let camera = Frustum3::perspective(origin, rotation, slopes, near, far);
        assert_eq!(mesh.encloses(&camera), Ok(true), "{camera:?}");
        assert_eq!(mesh.solid_intersects(&camera), Ok(true), "{camera:?}");
    }
}

fn mesh_touches(mesh: &Mesh3, shape: &Shape<Vec3>) -> bool {
    (0..mesh.triangles().len() as u32)
        .any(|number| mesh.triangle(number).expect("it was there").intersects(shape))
}
