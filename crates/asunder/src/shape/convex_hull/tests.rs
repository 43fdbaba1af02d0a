//! Hulls against known solids, and against a definition by brute force over integers.

mod oracle;

use super::*;
use crate::{ConvexHull2, ConvexHull3, Pose2, Pose3, Rot2};
use asunder_jury::Rng;
use oracle::{Lattice, assert_closed};

/// The numbers of corners, edges and faces.
fn counts<V: Vector>(hull: &ConvexHull<V>) -> [usize; 3] {
    [hull.corners().len(), hull.edges().len(), hull.faces().len()]
}

fn shuffled<T>(mut list: Vec<T>, rng: &mut Rng) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
    list
}

/// The points of a cube of side two, in `steps` along each edge.
fn cube(steps: i8) -> Vec<[f32; 3]> {
    let along = |i: i8| f32::from(2 * i - steps) / f32::from(steps);
    let all = 0..=steps;
    let row = |x, y| all.clone().map(move |z| [along(x), along(y), along(z)]);
    all.clone().flat_map(|x| all.clone().flat_map(move |y| row(x, y))).collect()
}

#[test]
fn a_cube_is_a_cube_however_it_is_filled() {
    let plain = ConvexHull3::new(cube(1));
    assert_eq!(counts(&plain), [8, 12, 6]);
    for (a, b) in plain.edges() {
        assert_eq!((0..3).filter(|&j| a[j] != b[j]).count(), 1, "{a} {b}");
    }
    let mut rng = Rng::new(1);
    // The last are so many that they come in another order.
    for steps in (2..=7).chain([10]) {
        let points = cube(steps);
        // Twice, and with either zero.
        let twice = points.iter().chain(&points).map(|p| p.map(|x| x * rng.sign() as f32));
        let filled = ConvexHull3::new(shuffled(twice.chain(points.clone()).collect(), &mut rng));
        assert_eq!(filled.structure(), plain.structure(), "{steps}");
        assert_ne!(filled, plain);
    }
}

#[test]
fn regular_solids() {
    let cyclic = |[x, y, z]: [f32; 3]| [[x, y, z], [y, z, x], [z, x, y]];
    let signed = |[x, y, z]: [f32; 3]| {
        (0..8).map(move |bits| {
            let sign = |i: u8| if bits >> i & 1 == 1 { -1.0 } else { 1.0 };
            [x * sign(0), y * sign(1), z * sign(2)]
        })
    };
    let all = |p: [f32; 3]| cyclic(p).into_iter().flat_map(signed).collect::<Vec<_>>();

    let tetrahedron = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    assert_eq!(counts(&ConvexHull3::new(tetrahedron)), [4, 6, 4]);
    assert_eq!(counts(&ConvexHull3::new(all([1.0, 0.0, 0.0]))), [6, 12, 8]);
    assert_eq!(counts(&ConvexHull3::new(all([0.0, 1.0, 1.618_034]))), [12, 30, 20]);
    // Rounding splits the pentagons of a regular dodecahedron. A crystal of pyrite has exact ones.
    let mut pyritohedron = all([0.0, 3.0, 6.0]);
    pyritohedron.extend(signed([4.0, 4.0, 4.0]));
    assert_eq!(counts(&ConvexHull3::new(pyritohedron)), [20, 30, 12]);
    // Truncated octahedron: eight hexagons, six squares.
    let mut truncated = all([0.0, 1.0, 2.0]);
    truncated.extend(all([0.0, 2.0, 1.0]));
    assert_eq!(counts(&ConvexHull3::new(truncated)), [24, 36, 14]);
}

#[test]
fn what_is_flat_has_the_edges_of_a_polygon() {
    // A square, tilted, with points on its edges and within.
    let grid = |i: i8, j: i8| [f32::from(i), f32::from(j), f32::from(i - 2 * j)];
    let points = (0..=4).flat_map(|i| (0..=4).map(move |j| grid(i, j)));
    let square = ConvexHull3::new(points);
    assert_eq!(counts(&square), [4, 4, 1]);
    let corners: Vec<[f32; 3]> = square.corners().map(|c| c.to_array()).collect();
    assert_eq!(corners[0], [0.0, 0.0, 0.0]);
    assert_eq!(square.structure().edges[..], [[0, 1], [1, 2], [2, 3], [3, 0]]);

    let flat = ConvexHull2::new([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0]]);
    assert_eq!(counts(&flat), [3, 3, 0]);
    let corners: Vec<[f32; 2]> = flat.corners().map(|c| c.to_array()).collect();
    assert_eq!(corners, [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]], "counterclockwise");
}

#[test]
fn a_plane_is_left_by_the_least_number() {
    let least = f32::from_bits(1);
    let square = |z: f32| [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, z]];
    assert_eq!(counts(&ConvexHull3::new(square(0.0))), [4, 4, 1]);
    assert_eq!(counts(&ConvexHull3::new(square(least))), [4, 6, 4]);
    let line = |y: f32| [[-3e38, 0.0], [0.0, y], [3e38, 0.0]];
    assert_eq!(counts(&ConvexHull2::new(line(0.0))), [2, 1, 0]);
    assert_eq!(counts(&ConvexHull2::new(line(least))), [3, 3, 0]);
}

#[test]
fn lines_and_points() {
    let line = ConvexHull3::new([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [2.0, 4.0, 6.0]]);
    assert_eq!(counts(&line), [2, 1, 0]);
    let point = ConvexHull3::new([[0.0, -0.0, 1.0], [-0.0, 0.0, 1.0]]);
    assert_eq!(counts(&point), [1, 0, 0]);
    let mut drawn = 0;
    point.lines(|_, _| drawn += 1);
    assert_eq!(drawn, 3, "a cross");
    line.lines(|a, b| assert_eq!((a.x, b.x), (0.0, 2.0)));
}

#[test]
fn bad_points_are_refused() {
    let none: [[f32; 2]; 0] = [];
    assert_eq!(ConvexHull2::try_new(none), Err(ShapeError::Empty));
    let error = ConvexHull2::try_new([[0.0, 0.0], [0.0, f32::INFINITY]]).unwrap_err();
    assert_eq!(error.to_string(), "points is inf; expected a finite number");
    assert!(
        ConvexHull2::new([[3e38, 0.0]])
            .try_transformed(&Pose2::from_translation([3e38, 0.0]))
            .is_err()
    );
}

#[test]
fn equality_is_that_of_the_points() {
    let (a, b, c) = ([0.0, 0.0], [1.0, 0.0], [0.0, 1.0]);
    assert_eq!(ConvexHull2::new([a, b, c]), ConvexHull2::new([a, b, c]));
    assert_ne!(ConvexHull2::new([a, b, c]), ConvexHull2::new([b, a, c]));
    assert_eq!(size_of::<ConvexHull3>(), size_of::<usize>());
}

#[test]
fn a_placed_hull_is_the_hull_of_the_placed_points() {
    let points = cube(1);
    let pose = Pose3::new([10.0, 20.0, 30.0], [0.0, 0.0, 3.0, 3.0]);
    let placed = ConvexHull3::new(points).transformed(&pose);
    assert_eq!(counts(&placed), [8, 12, 6]);
    let points: Vec<[f32; 3]> = placed.points().map(|p| p.to_array()).collect();
    assert_eq!(points[..2], [[11.0, 19.0, 29.0], [11.0, 19.0, 31.0]], "a quarter turn about z");
    let tilted = placed.transformed(&Pose3::new([0.1, 0.2, 0.3], [0.1, 0.2, 0.3, 0.4]));
    assert_eq!(tilted.corners().len(), 8);
    assert!(tilted.faces().len() > 6, "rounding bends faces: {}", tilted.faces().len());
}

/// Draws few coordinates, so that points often coincide or lie on common lines and planes.
#[test]
fn small_integers_agree_with_the_definition() {
    let mut rng = Rng::new(3);
    let (mut ranks, mut merged) = ([0; 4], 0);
    for round in 0..6000 {
        let span = 2 + rng.below(4);
        let count = 1 + rng.below(12);
        let mut vector = || [(); 3].map(|()| rng.below(span) as i128 - 1);
        let mut points: Vec<[i128; 3]> = (0..count).map(|_| vector()).collect();
        match round % 4 {
            0 => {
                // Along two directions only.
                let [u, v] = [vector(), vector()];
                points.iter_mut().for_each(|p| {
                    *p = core::array::from_fn(|j| p[0] * u[j] + p[1] * v[j]);
                });
            }
            1 => points.iter_mut().for_each(|p| p[2] = 0),
            _ => {}
        }
        let lattice = Lattice::new(points);
        ranks[lattice.rank] += 1;
        // Integers, the least numbers, the greatest.
        for exponent in [0, -149, 120] {
            let hull = ConvexHull3::new(lattice.floats(exponent));
            lattice.assert_is(hull.structure(), exponent);
            merged += usize::from(
                hull.faces().len() > 1 && hull.edges().len() > hull.corners().len() + 2,
            );
        }
        if round % 4 == 1 {
            let points = lattice.floats(0).map(|[x, y, _]| [x, y]);
            lattice.assert_is(ConvexHull2::new(points).structure(), 0);
        }
    }
    assert!(ranks.iter().all(|&count| count > 50), "{ranks:?}");
    assert!(merged > 100);
}

/// Numbers of very different sizes, where `f64` cannot tell a plane from a near miss.
#[test]
fn near_misses_agree_with_the_definition() {
    let mut rng = Rng::new(4);
    for _ in 0..2000 {
        let directions = [(); 2].map(|()| [(); 3].map(|()| rng.below(1 << 9) as i128));
        let points = (0..3 + rng.below(7)).map(|_| {
            let [i, j] = [(); 2].map(|()| rng.below(1 << 12) as i128);
            let mut point: [i128; 3] =
                core::array::from_fn(|k| i * directions[0][k] + j * directions[1][k]);
            if rng.chance(0.3) {
                point[rng.below(3)] += rng.below(3) as i128 - 1;
            }
            point
        });
        let lattice = Lattice::new(points.collect());
        for exponent in [0, -149, 100] {
            lattice.assert_is(ConvexHull3::new(lattice.floats(exponent)).structure(), exponent);
        }
    }
}

/// All points of the lattice on a sphere: each is a corner, and many are on common circles.
#[test]
fn spheres_of_the_lattice() {
    for square in [14, 81, 146, 650, 1001] {
        let reach = -32i8..=32;
        let on = |p: &[i32; 3]| p.iter().map(|x| x * x).sum::<i32>() == square;
        let axis = || reach.clone().map(i32::from);
        let all = axis().flat_map(|x| axis().flat_map(move |y| axis().map(move |z| [x, y, z])));
        let points: Vec<[f32; 3]> = all.filter(on).map(|p| p.map(|x| x as f32)).collect();
        let hull = ConvexHull3::new(points.iter().copied());
        assert_eq!(hull.corners().len(), points.len(), "{square}");
        assert_closed(&hull);
    }
}

#[test]
fn any_bits_make_a_hull() {
    let mut rng = Rng::new(5);
    let mut solid = 0;
    for _ in 0..1500 {
        let count = 1 + rng.below(16);
        let points: Vec<[f32; 3]> =
            (0..count).map(|_| [(); 3].map(|()| rng.any_finite())).collect();
        let hull = ConvexHull3::new(points.iter().copied());
        if hull.faces().len() > 1 {
            assert_closed(&hull);
            solid += 1;
        }
        let mixed = ConvexHull3::new(shuffled(points, &mut rng));
        assert_eq!(mixed.structure(), hull.structure());
        let flat = ConvexHull2::new(hull.points().map(|p| [p.x, p.y]));
        assert!(flat.edges().len() == flat.corners().len() || flat.corners().len() <= 2);
    }
    assert!(solid > 800, "{solid}");
}

#[test]
fn thousands_of_points_agree_with_the_definition() {
    let mut rng = Rng::new(6);
    let cloud: Vec<[f32; 3]> =
        (0..3000).map(|_| [(); 3].map(|()| rng.between(-1.0, 1.0) as f32)).collect();
    assert_closed(&ConvexHull3::new(cloud.iter().copied()));
    let shell = cloud.iter().map(|p| {
        let length = p.iter().map(|x| x * x).sum::<f32>().sqrt();
        p.map(|x| x / length)
    });
    let shell = ConvexHull3::new(shell.take(500));
    assert!(shell.corners().len() > 490, "{}", shell.corners().len());
    assert_closed(&shell);
}

/// How many signs a hull of so many of these points asks for, by point and doubling.
#[expect(clippy::disallowed_methods, reason = "a logarithm to compare costs by")]
fn cost(count: usize, point: impl Fn(f64) -> [f64; 3]) -> f64 {
    let points: Vec<[f32; 3]> =
        (0..count).map(|i| point(i as f64 / count as f64).map(|x| x as f32)).collect();
    orientation::ASKED.set(0);
    let hull = ConvexHull3::new(points);
    assert!(hull.corners().len() > count / 2, "{} of {count}", hull.corners().len());
    orientation::ASKED.get() as f64 / (count as f64 * (count as f64).log2())
}

/// Curves along which every point is a corner and, in their order or the farthest first, each makes
/// many triangles anew. What one point costs must not grow with their number but as its logarithm does.
#[test]
fn no_points_make_a_hull_slow() {
    let moment = |t: f64| {
        let t = 2.0 * t - 1.0;
        [t, t * t, t * t * t]
    };
    let spiral = |t: f64| {
        let (around, up) = (Rot2::degrees((t * 2300.0) as f32), 2.0 * t - 1.0);
        let reach = (1.0 - up * up).sqrt();
        [reach * f64::from(around.sin), reach * f64::from(around.cos), up]
    };
    // Two rings that look at each other across: each point of one sees all of the other.
    let rings = |t: f64| {
        let side = 2.0 * (t * 2.0).fract() - 1.0;
        let bent = 0.5 * (1.0 - side * side);
        if t < 0.5 { [side, 0.0, 1.0 + bent] } else { [0.0, side, -1.0 - bent] }
    };
    let curves: [&dyn Fn(f64) -> [f64; 3]; 3] = [&moment, &spiral, &rings];
    for (i, curve) in curves.into_iter().enumerate() {
        for count in [100, 400, 1600, 3200] {
            let cost = cost(count, curve);
            println!("curve {i}, {count} points: {cost:.2}");
            assert!(cost < 16.0, "curve {i}, {count} points: {cost}");
        }
    }
}

/// Parallel edges share one direction, for which the longest of them stands: candidate axes are made of
/// directions, so that a box given by its corners has as many as a box.
#[test]
fn parallel_edges_share_a_direction() {
    let directions = |points: &[[f32; 3]]| {
        let hull = ConvexHull3::new(points.iter().copied());
        let structure = hull.structure();
        let vector = |edge: u32| {
            let [from, to] =
                structure.edges[edge as usize].map(|end| structure.corners[end as usize]);
            [0, 1, 2].map(|t| f64::from(to[t]) - f64::from(from[t]))
        };
        for (edge, place) in structure.edge_directions.iter().enumerate() {
            let (x, y) = (vector(edge as u32), vector(structure.directions[*place as usize]));
            let cross = |i: usize, j: usize| x[i] * y[j] - x[j] * y[i];
            assert!(cross(0, 1) == 0.0 && cross(1, 2) == 0.0 && cross(2, 0) == 0.0, "{x:?} {y:?}");
            let square = |x: [f64; 3]| x.iter().map(|x| x * x).sum::<f64>();
            assert!(square(x) <= square(y), "{x:?} is longer than {y:?}");
        }
        structure.directions.len()
    };
    let cube = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|x| x as f32));
    assert_eq!(directions(&cube), 3);
    // A frustum of a pyramid, whose lower edges are the longer ones.
    let stump = cube.map(|[x, y, z]| [x * (2.0 - z), y * (2.0 - z), z]);
    assert_eq!(directions(&stump), 6);
    // The least that a number can differ is no longer parallel.
    let mut bent = cube;
    bent[7][0] = 1.0_f32.next_up();
    assert!(directions(&bent) > 3);
    let octahedron =
        [0, 1, 2].map(|t| [-1.0, 1.0].map(|x| [0, 1, 2].map(|i| if i == t { x } else { 0.0 })));
    assert_eq!(directions(octahedron.as_flattened()), 6);
}
