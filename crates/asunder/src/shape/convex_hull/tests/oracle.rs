//! What the corners, edges and faces of points are, by definition and brute force.

use super::super::ConvexHull;
use super::super::structure::Structure;
use crate::space::Vector;
use dashu_int::IBig;
use glam::Vec3;
use std::collections::BTreeSet;

type Point = [i128; 3];

/// Points with small integers for coordinates, and all half-spaces that support their hull.
///
/// A half-space supports a hull of rank r if it contains it and has r points that span its boundary
/// within the hull's own plane or line. The least face that contains a point is what the point's
/// half-spaces have on all their boundaries.
#[derive(Debug)]
pub(super) struct Lattice {
    /// Each once.
    points: Vec<Point>,
    /// 3 for a solid, 2 for what is flat, 1 for points on a line.
    pub(super) rank: usize,
    /// Normals pointing out, in lowest terms, and offsets.
    supports: BTreeSet<(Point, i128)>,
    /// The normal of what is flat.
    normal: Point,
}

impl Lattice {
    pub(super) fn new(points: Vec<Point>) -> Self {
        let points: BTreeSet<Point> = points.into_iter().collect();
        let points: Vec<Point> = points.into_iter().collect();
        let from_first = |&p: &Point| difference(p, points[0]);
        let nonzero = |v: &Point| *v != [0; 3];
        let direction = points.iter().map(from_first).find(nonzero).unwrap_or_default();
        let mut normals = points.iter().map(|p| cross(direction, from_first(p)));
        let normal = normals.find(nonzero).unwrap_or_default();
        let solid = points.iter().any(|p| dot(normal, from_first(p)) != 0);
        let rank = if solid {
            3
        } else {
            usize::from(direction != [0; 3]) + usize::from(normal != [0; 3])
        };
        let mut supports = BTreeSet::new();
        let mut consider = |normal: Point, on: Point| {
            for sign in [1, -1] {
                let (normal, offset) = reduced(normal.map(|x| sign * x), on);
                if normal != [0; 3] && points.iter().all(|&p| dot(normal, p) <= offset) {
                    supports.insert((normal, offset));
                }
            }
        };
        for (i, &p) in points.iter().enumerate() {
            match rank {
                0 => {}
                1 => consider(direction, p),
                2 => points[..i].iter().for_each(|&q| consider(cross(difference(q, p), normal), p)),
                _ => points[..i].iter().enumerate().for_each(|(j, &q)| {
                    let edge = difference(q, p);
                    points[..j].iter().for_each(|&r| consider(cross(edge, difference(r, p)), p));
                }),
            }
        }
        Self { points, rank, supports, normal }
    }

    /// The points, in units of a power of two.
    pub(super) fn floats(&self, exponent: i32) -> impl Iterator<Item = [f32; 3]> {
        self.points.iter().map(move |p| p.map(|x| float(x, exponent)))
    }

    /// The points of the least face that contains these.
    fn face(&self, of: &[Point]) -> Vec<Point> {
        let on = |p: &Point, (normal, offset): &(Point, i128)| dot(*normal, *p) == *offset;
        let common: Vec<_> = self.supports.iter().filter(|s| of.iter().all(|p| on(p, s))).collect();
        self.points.iter().filter(|p| common.iter().all(|s| on(p, s))).copied().collect()
    }

    #[track_caller]
    pub(super) fn assert_is<V: Vector>(&self, structure: &Structure<V>, exponent: i32) {
        let corners: BTreeSet<Point> =
            self.points.iter().filter(|&&p| self.face(&[p]) == [p]).copied().collect();
        let mut edges = BTreeSet::new();
        for &p in &corners {
            for &q in corners.range(..p) {
                let face = self.face(&[p, q]);
                if face.iter().filter(|&p| corners.contains(p)).count() == 2 {
                    edges.insert([q, p]);
                }
            }
        }
        let found: Vec<Point> = structure
            .corners
            .iter()
            .map(|c| core::array::from_fn(|j| if j < V::DIM { integer(c[j], exponent) } else { 0 }))
            .collect();
        assert_eq!(found.len(), corners.len(), "{self:?}");
        assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), corners, "{self:?}");
        let found_edges = structure.edges.iter().map(|edge| {
            let [p, q] = edge.map(|i| found[i as usize]);
            if p < q { [p, q] } else { [q, p] }
        });
        assert_eq!(structure.edges.len(), edges.len(), "{self:?}");
        assert_eq!(found_edges.collect::<BTreeSet<_>>(), edges, "{self:?}");
        let faces: BTreeSet<(Point, i128)> = structure
            .faces
            .iter()
            .map(|face| {
                let [p, q, r] = face.map(|i| found[i as usize]);
                reduced(cross(difference(q, p), difference(r, p)), p)
            })
            .collect();
        let count = structure.faces.len();
        match self.rank {
            3 => assert_eq!((count, faces), (self.supports.len(), self.supports.clone())),
            2 if V::IN_SPACE => {
                assert_eq!(count, 1);
                for (normal, _) in faces {
                    assert!(normal != [0; 3] && cross(normal, self.normal) == [0; 3], "{self:?}");
                }
            }
            _ => assert_eq!(count, 0),
        }
    }
}

/// Asserts, over integers of any size, that a solid's faces enclose all its points, and that its
/// corners, edges and faces make one closed surface.
#[track_caller]
pub(super) fn assert_closed(hull: &ConvexHull<Vec3>) {
    let integers = |p: [f32; 3]| p.map(unlimited);
    let structure = hull.structure();
    let corners: Vec<[IBig; 3]> = structure.corners.iter().map(|&c| integers(c)).collect();
    let mut around = vec![BTreeSet::new(); structure.faces.len()];
    for (face, around) in structure.faces.iter().zip(&mut around) {
        let [a, b, c] = face.map(|i| &corners[i as usize]);
        let minus = |p: &[IBig; 3], q: &[IBig; 3]| [0, 1, 2].map(|j| &p[j] - &q[j]);
        let (u, v) = (minus(b, a), minus(c, a));
        let normal = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &u[i] * &v[j] - &u[j] * &v[i]);
        let height = |p: &[IBig; 3]| {
            let up = minus(p, a);
            &normal[0] * &up[0] + &normal[1] * &up[1] + &normal[2] * &up[2]
        };
        for p in hull.points() {
            assert!(height(&integers(p.to_array())) <= IBig::ZERO, "a point is above a face");
        }
        around.extend((0..corners.len()).filter(|&i| height(&corners[i]) == IBig::ZERO));
        assert!(around.len() < corners.len(), "a face is flat");
    }
    for &[i, j] in &structure.edges {
        let on =
            |face: &&BTreeSet<usize>| face.contains(&(i as usize)) && face.contains(&(j as usize));
        assert_eq!(around.iter().filter(on).count(), 2, "an edge lies between two faces");
    }
    let (v, e, f) = (corners.len(), structure.edges.len(), structure.faces.len());
    assert_eq!(v + f, e + 2, "Euler");
    let sides: usize = around.iter().map(BTreeSet::len).sum();
    assert_eq!(sides, 2 * e, "a face has as many edges as corners");
}

/// In units of 2⁻¹⁴⁹.
fn unlimited(x: f32) -> IBig {
    let bits = x.to_bits();
    let (field, fraction) = (bits >> 23 & 0xff, bits & 0x007f_ffff);
    let magnitude = match field {
        0 => IBig::from(fraction),
        _ => IBig::from(fraction | 1 << 23) << (field as usize - 1),
    };
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn float(x: i128, exponent: i32) -> f32 {
    let value = (x as f64 * power_of_two(exponent)) as f32;
    assert_eq!(integer(value, exponent), x, "{x} fits");
    value
}

fn integer(x: f32, exponent: i32) -> i128 {
    (f64::from(x) * power_of_two(-exponent)) as i128
}

fn difference(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Point, b: Point) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The normal in lowest terms, and the offset of the plane through a point.
fn reduced(normal: Point, on: Point) -> (Point, i128) {
    let gcd = normal.into_iter().fold(0, |mut a, mut b| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    });
    let normal = if gcd == 0 { normal } else { normal.map(|x| x / gcd) };
    (normal, dot(normal, on))
}
