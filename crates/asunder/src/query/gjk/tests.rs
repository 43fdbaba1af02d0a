//! The search on small sets whose nearest points are known.

use super::*;
use asunder_jury::Rng;
use glam::{Vec2, Vec3};

/// Vertices and rays in lists.
struct Listed<V: Vector> {
    vertices: Vec<V::Array<f64>>,
    rays: Vec<V::Array<f64>>,
}

impl<V: Vector> Support<V> for Listed<V> {
    fn furthest(&self, direction: &V::Array<f64>, _near: usize) -> usize {
        let height = |i: &usize| Vect::<V, f64>(*direction).dot(Vect(self.vertices[*i]));
        let higher = |i: usize, j: usize| if height(&j) > height(&i) { j } else { i };
        (0..self.vertices.len()).reduce(higher).expect("a vertex")
    }
    fn vertex(&self, i: usize) -> V::Array<f64> {
        self.vertices[i]
    }
    fn rays(&self) -> usize {
        self.rays.len()
    }
    fn ray(&self, i: usize) -> V::Array<f64> {
        self.rays[i]
    }
}

const NEAREST: Goal = Goal::Nearest { size: 8.0, least: 1e-13, search: SimplexSearch::ByVolumes };

fn nearest<V: Vector>(a: &Listed<V>, b: &Listed<V>) -> Option<V::Array<f64>> {
    match search(a, b, &Vect::<V, f64>::axis(0).0, NEAREST) {
        Outcome::Nearest(simplex) => Some(simplex.nearest),
        Outcome::Around(_) | Outcome::At(_) => None,
        Outcome::Apart(_) | Outcome::Near(_) | Outcome::Unknown => panic!("no such goal"),
    }
}

#[test]
fn a_point_beside_a_square_and_in_it() {
    let square = Listed::<Vec2> {
        vertices: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        rays: Vec::new(),
    };
    let point = |x, y| Listed::<Vec2> { vertices: vec![[x, y]], rays: Vec::new() };
    assert_eq!(nearest(&square, &point(3.0, 0.25)), Some([2.0, 0.0]));
    assert_eq!(nearest(&square, &point(2.0, 2.0)), Some([1.0, 1.0]));
    assert_eq!(nearest(&square, &point(0.5, 0.25)), None);
    assert_eq!(nearest(&square, &point(1.0, 0.25)), None, "touching is no distance");
}

/// A ray has no end at which it could be cut off, and one that leads away is its origin.
#[test]
fn rays_go_on_for_ever() {
    let ray = |direction| Listed::<Vec3> { vertices: vec![[0.0; 3]], rays: vec![direction] };
    let far = Listed::<Vec3> { vertices: vec![[1e6, 3.0, 4.0]], rays: Vec::new() };
    let found = nearest(&ray([1.0, 0.0, 0.0]), &far).expect("apart");
    assert!(found[0].abs() < 1e-9 && found[1] == 3.0 && found[2] == 4.0, "{found:?}");
    assert_eq!(nearest(&ray([-1.0, 0.0, 0.0]), &far), Some([1e6, 3.0, 4.0]));
    // Two rays that pass one another.
    let other = Listed::<Vec3> { vertices: vec![[5.0, -9.0, 2.0]], rays: vec![[0.0, 1.0, 0.0]] };
    let found = nearest(&ray([1.0, 0.0, 0.0]), &other).expect("apart");
    assert!(found[0].abs() < 1e-12 && found[1].abs() < 1e-12 && found[2] == 2.0, "{found:?}");
    // And two that meet in one point.
    let other = Listed::<Vec3> { vertices: vec![[5.0, -9.0, 0.0]], rays: vec![[0.0, 1.0, 0.0]] };
    assert_eq!(nearest(&ray([1.0, 0.0, 0.0]), &other), None);
}

/// The certificate holds: no vertex is nearer along the direction, and the point is a mean of the simplex.
#[test]
fn no_vertex_is_nearer_along_the_direction() {
    let mut rng = Rng::new(7);
    let mut apart = 0;
    for _ in 0..2000 {
        let mut cloud = |x: f64| Listed::<Vec3> {
            vertices: (0..12)
                .map(|_| {
                    [x + rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)]
                })
                .collect(),
            rays: Vec::new(),
        };
        let (a, b) = (cloud(0.0), cloud(2.0));
        let start = [1.0, 0.0, 0.0];
        let Outcome::Nearest(simplex) = search::<Vec3>(&a, &b, &start, NEAREST) else { continue };
        apart += 1;
        let direction = Vect::<Vec3, f64>(simplex.nearest);
        let square = direction.square();
        for from in &a.vertices {
            for to in &b.vertices {
                assert!(direction.dot(Vect(*to) - Vect(*from)) > square - 1e-12);
            }
        }
        let mean = |t: usize| -> f64 {
            (0..simplex.count).map(|i| simplex.shares[i] * simplex.points[i][t]).sum()
        };
        assert!((0..3).all(|t| (mean(t) - simplex.nearest[t]).abs() < 1e-12));
        assert!(simplex.shares[..simplex.count].iter().all(|&share| share > 0.0));
    }
    assert!(apart > 500, "{apart}");
}

/// By volumes, the nearest part of a simplex and one vertex more is no further than by projections, which may end with
/// another one; where both end with the same vertices, with the same shares.
#[test]
fn volumes_show_the_part_that_projections_do() {
    let mut rng = Rng::new(11);
    let (mut shown, mut asked, mut others) = ([0; MOST + 1], 0, 0);
    for _ in 0..20_000 {
        let mut near = |x: f64| rng.between(x - 1.0, x + 1.0);
        let mut point = || [near(0.6), near(0.3), near(0.0)];
        let mut simplex = Simplex::<Vec3>::of(Corner::Vertex(0, 0), point());
        for i in 1..8 {
            let (corner, point) = (Corner::Vertex(i, i), Vect::<Vec3, f64>(point()));
            let direction = Vect::<Vec3, f64>(simplex.nearest);
            let square = direction.square();
            if simplex.count == MOST || direction.dot(point) >= square - 1e-3 {
                continue;
            }
            let (before, mut quick) = (simplex, simplex);
            assert!(simplex.add(corner, point.0).is_some(), "{i} of {}", before.count);
            asked += 1;
            let Some(part) = quick.nearer_part(corner, point, square) else { continue };
            quick.take(corner, &part);
            shown[quick.count] += 1;
            let further = |x: &Simplex<Vec3>| Vect::<Vec3, f64>(x.nearest).length();
            assert!(further(&quick) <= further(&simplex) + 1e-12);
            let share = |of: &Simplex<Vec3>, corner: Corner| {
                (0..of.count).find(|&k| of.corners[k] == corner).map_or(0.0, |k| of.shares[k])
            };
            let is_same = |k| share(&simplex, quick.corners[k]) > 0.0;
            if quick.count != simplex.count || !(0..quick.count).all(is_same) {
                others += 1;
                continue;
            }
            for k in 0..quick.count {
                assert!((share(&simplex, quick.corners[k]) - quick.shares[k]).abs() < 1e-9);
            }
            let off = Vect::<Vec3, f64>(quick.nearest) - Vect(simplex.nearest);
            assert!(quick.count == MOST || off.length() < 1e-12, "{off:?}");
        }
    }
    let all: usize = shown.iter().sum();
    assert!(
        10 * all > 9 * asked && shown[1..].iter().all(|&count| count > 500),
        "{shown:?} of {asked}"
    );
    assert!(1000 * others < asked, "{others} of {asked}");
}
