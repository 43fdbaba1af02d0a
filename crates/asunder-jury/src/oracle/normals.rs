//! The exact normal cone of two shapes that touch.
//!
//! The cone of `a` and `b` is `{n : n · (x - y) >= 0 for all x of a, y of b}`. Where they touch, it is
//! the normal cone of the difference at 0: one direction if the contact has area or a shape is round,
//! many if two vertices meet. The vertices of the difference are its inequalities, and the double
//! description method finds its extreme directions, without reference to features.

use super::body::bodies;
use super::double_description::cone;
use super::minkowski_sum::{MinkowskiSum, OriginLocation};
use super::nearest::Generator;
use super::number::Number;
use super::vector::{Vector, is_zero};
use super::wide_float::WideFloat;
use crate::Shape;
use dashu_int::IBig;
use std::array::from_fn;

/// The extreme directions of the normal cone of two shapes that touch, pointing from `b` to `a`, each
/// a unit vector to about fifteen digits; empty if they do not touch. A line of the cone is listed as its
/// two directions.
///
/// # Panics
///
/// If the difference has more than 64 corners beside 0, as that of two large hulls.
pub fn touch_normals<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Vec<[f64; D]> {
    let (a, b, _) = bodies(a, b, &[0.0; D]);
    let b = b.mirrored();
    let is_round = a.radius != IBig::ZERO || b.radius != IBig::ZERO;
    let sums = [a.corners(), b.corners()];
    let difference = MinkowskiSum::new([a, b]);
    let nearest = match difference.locate_origin() {
        OriginLocation::Apart | OriginLocation::Within => return Vec::new(),
        OriginLocation::At(nearest) => nearest,
    };
    if is_round {
        return unit(&nearest.vector).into_iter().collect();
    }
    if difference.core_has_interior_origin() {
        return Vec::new();
    }
    let rows: Vec<Vec<Number>> = corners(&sums)
        .filter(|corner| !is_zero(&corner.vector))
        .map(|corner| corner.vector.to_vec())
        .chain(difference.rays().map(|ray| ray.to_vec()))
        .collect();
    assert!(rows.len() <= 64, "{} corners; expected at most 64", rows.len());
    let cone = cone(D, &rows);
    let back = cone.lines.iter().map(|line| line.iter().map(|x| -x).collect());
    let all: Vec<Vec<Number>> =
        cone.rays.into_iter().chain(back).chain(cone.lines.clone()).collect();
    all.iter().filter_map(|ray| unit::<D>(&from_fn(|i| ray[i].clone()))).collect()
}

/// The sine of the angle by which `normal` deviates from a separating axis, touching allowed: the greatest
/// over the vertices of the Minkowski difference of two bounded shapes. Not positive if it separates
/// them, and 1 for a right angle or more.
///
/// Each vertex has an angle of its own, so that one a millionth beyond the edge counts as much as one far
/// away.
pub fn normal_error<const D: usize>(a: &Shape<D>, b: &Shape<D>, normal: [f32; D]) -> f64 {
    let (a, b, _) = bodies(a, b, &[0.0; D]);
    let b = b.mirrored();
    let radius = WideFloat::of(&(&a.radius + &b.radius));
    let normal = normal.map(f64::from);
    let mut worst = -1.0;
    for corner in corners(&[a.corners(), b.corners()]) {
        let weight = corner.weight.approximate();
        let numbers = corner.vector.each_ref().map(|x| x.approximate() / weight);
        let largest = numbers.iter().chain([&radius]).filter_map(|x| x.exponent()).max();
        let Some(largest) = largest else { continue };
        let error =
            corner_error(&numbers.map(|x| x.in_unit(largest)), radius.in_unit(largest), &normal);
        worst = if error > worst { error } else { worst };
    }
    worst
}

/// The error of one vertex: the ball of a radius about it lies beyond the plane through 0 across the
/// normal if the angle between them is at most `φ`, with `cos φ = radius / |corner|`.
fn corner_error<const D: usize>(corner: &[f64; D], radius: f64, normal: &[f64; D]) -> f64 {
    let dot = |x: &[f64; D], y: &[f64; D]| x.iter().zip(y).fold(0.0, |sum, (x, y)| sum + x * y);
    let square = dot(corner, corner);
    if square == 0.0 {
        return -1.0;
    }
    let free = square - radius * radius;
    let free = if free > 0.0 { free.sqrt() } else { 0.0 };
    let along = dot(corner, normal);
    // The length of the cross product, from all its components.
    let across = (0..D).flat_map(|i| (0..i).map(move |j| (i, j)));
    let across = across.fold(0.0, |sum, (i, j)| {
        let part = corner[i] * normal[j] - corner[j] * normal[i];
        sum + part * part
    });
    let across = across.sqrt();
    let scale = square * dot(normal, normal).sqrt();
    let (sine, cosine) = (across * radius - along * free, along * radius + across * free);
    if cosine < 0.0 { 1.0 } else { sine / scale }
}

/// All sums of a point of each list.
fn corners<const D: usize>(
    sums: &[Vec<Generator<D>>; 2],
) -> impl Iterator<Item = Generator<D>> + '_ {
    let [first, second] = sums;
    first.iter().flat_map(move |x| second.iter().map(move |y| x.plus(y)))
}

/// The unit vector along a vector, unless it is zero.
fn unit<const D: usize>(vector: &Vector<D>) -> Option<[f64; D]> {
    let numbers = vector.each_ref().map(Number::approximate);
    let largest = numbers.iter().filter_map(|x| x.exponent()).max()?;
    let numbers = numbers.map(|x| x.in_unit(largest));
    let length = numbers.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
    Some(numbers.map(|x| x / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(min: [f32; 2], max: [f32; 2]) -> Shape<2> {
        Shape::Aabb { min, max }
    }

    fn cube(min: [f32; 3], max: [f32; 3]) -> Shape<3> {
        Shape::Aabb { min, max }
    }

    /// Whether the directions are these, in any order.
    fn are<const D: usize>(mut found: Vec<[f64; D]>, expected: &[[f64; D]]) -> bool {
        let same = |x: &[f64; D], y: &[f64; D]| (0..D).all(|i| (x[i] - y[i]).abs() < 1e-14);
        expected.iter().all(|x| {
            let place = found.iter().position(|y| same(x, y));
            place.map(|place| found.swap_remove(place)).is_some()
        }) && found.is_empty()
    }

    #[test]
    fn a_touch_with_area_has_the_normal_of_the_face() {
        let floor = square([0.0, -1.0], [9.0, 0.0]);
        for left in [-0.5, -1.0 + f32::EPSILON, 3.0] {
            let stands = square([left, 0.0], [left + 1.0, 1.0]);
            assert!(are(touch_normals(&stands, &floor), &[[0.0, 1.0]]), "{left}");
            assert!(are(touch_normals(&floor, &stands), &[[0.0, -1.0]]), "{left}");
        }
        assert!(touch_normals(&square([0.0, 0.5], [1.0, 1.0]), &floor).is_empty(), "apart");
        assert!(touch_normals(&square([0.0, -0.5], [1.0, 1.0]), &floor).is_empty(), "penetrates");
    }

    #[test]
    fn a_corner_has_the_normals_of_both_its_faces() {
        let floor = square([0.0, -1.0], [9.0, 0.0]);
        let beside = square([-1.0, 0.0], [0.0, 1.0]);
        assert!(are(touch_normals(&beside, &floor), &[[0.0, 1.0], [-1.0, 0.0]]));
        let foot = Shape::Triangle { a: [0.0, 0.0], b: [3.0, 4.0], c: [-3.0, 4.0] };
        assert!(are(touch_normals(&foot, &floor), &[[0.0, 1.0], [-0.8, 0.6]]));
        let table = cube([0.0, -1.0, 0.0], [9.0, 0.0, 9.0]);
        let corner = cube([-1.0, 0.0, -1.0], [0.0, 1.0, 0.0]);
        let ways = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]];
        assert!(are(touch_normals(&corner, &table), &ways));
        let along = cube([-1.0, 0.0, 2.0], [0.0, 1.0, 3.0]);
        assert!(are(touch_normals(&along, &table), &ways[..2]));
    }

    /// The edge of a rotated box across the edge of a table.
    #[test]
    fn crossed_edges_lie_between_their_faces() {
        let table = cube([-9.0, -1.0, 0.0], [9.0, 0.0, 9.0]);
        let beam = Shape::Parallelepiped {
            center: [0.0, 6.0, 0.0],
            edges: [[4.0, 3.0, 0.0], [-4.0, 3.0, 0.0], [0.0, 0.0, 5.0]],
        };
        assert!(are(touch_normals(&beam, &table), &[[0.0, 1.0, 0.0]]), "it lies on the top");
        let tilted = Shape::Segment { a: [0.0, -3.0, -4.0], b: [0.0, 3.0, 4.0] };
        let expected = [[0.0, 0.8, -0.6]];
        assert!(
            are(touch_normals(&tilted, &table), &expected),
            "{:?}",
            touch_normals(&tilted, &table)
        );
    }

    #[test]
    fn what_is_round_has_one_normal() {
        let ball = Shape::Sphere { center: [3.0, 4.0], radius: 5.0 };
        assert!(are(touch_normals(&ball, &square([-1.0, -1.0], [0.0, 0.0])), &[[0.6, 0.8]]));
        assert!(are(touch_normals(&ball, &Shape::Point([8.0, 4.0])), &[[-1.0, 0.0]]));
    }

    #[test]
    fn a_false_normal_is_far_off_however_small_the_overlap() {
        let tile = square([0.0, -1.0], [9.0, 0.0]);
        for over in [f32::EPSILON, 1e-6, 1e-4, 0.5] {
            let stands = square([over - 1.0, 0.0], [over, 1.0]);
            assert!(normal_error(&stands, &tile, [0.0, 1.0]) <= 0.0);
            assert!((normal_error(&stands, &tile, [-1.0, 0.0]) - 1.0).abs() < 1e-12, "{over}");
            let tilted = normal_error(&stands, &tile, [-0.6, 0.8]);
            assert!((tilted - 0.6).abs() < 1e-7, "{tilted}");
        }
        let ball = Shape::Sphere { center: [0.5, 1.0], radius: 1.0 };
        let tilted = normal_error(&ball, &tile, [-0.6, 0.8]);
        assert!((tilted - 1.0).abs() > 0.1 && tilted > 0.5, "{tilted}");
        assert!(normal_error(&ball, &tile, [0.0, 1.0]) < 1e-8);
        assert!((normal_error(&ball, &tile, [0.0, -1.0]) - 1.0).abs() < 1e-12);
    }
}
