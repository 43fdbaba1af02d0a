//! Containment of one shape in another.

use super::body::{Body, bodies};
use super::double_description::cone;
use super::minkowski_sum::{MinkowskiSum, OriginLocation};
use super::nearest::{Generator, cone_contains};
use super::number::Number;
use super::vector::dot;
use crate::Shape;
use dashu_int::IBig;
use std::cmp::Ordering;

/// Whether every point of `b` belongs to `a`, as closed sets: touching from within counts, and a
/// shape contains itself.
pub fn contains<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    let (a, b, _) = bodies(a, b, &[0.0; D]);
    // Balls cancel: if K and L are closed and convex, K + ball lies in L + ball exactly if K lies in L.
    // Only the difference of the radii remains.
    let room = &a.radius - &b.radius;
    let holds_rays = b.rays.iter().all(|ray| {
        cone_contains(ray, |x| a.rays.iter().find(|ray| dot(x, ray).is_negative()).cloned())
    });
    if !holds_rays {
        return false;
    }
    let corners = b.corners();
    if room < IBig::ZERO {
        return corners_hold_balls(&a, &corners, &-room);
    }
    let a = Body { radius: room, ..a.mirrored() };
    corners.into_iter().all(|corner| {
        let corner = Body { hulls: vec![vec![corner]], rays: Vec::new(), radius: IBig::ZERO };
        !matches!(MinkowskiSum::new([a.clone(), corner]).locate_origin(), OriginLocation::Apart)
    })
}

/// Whether the core of `a` contains a ball of this positive radius about each of the points: whether they
/// are that deep below each plane that bounds it.
fn corners_hold_balls<const D: usize>(a: &Body<D>, points: &[Generator<D>], radius: &IBig) -> bool {
    // A bound (normal, offset) is one that holds for all of a: offset · w - normal · x >= 0 for
    // its points x / w, normal · r <= 0 for its rays.
    let of = |point: &Generator<D>| -> Vec<Number> {
        point.vector.iter().map(|x| -x).chain([point.weight.clone()]).collect()
    };
    let rays = a.rays.iter().map(|ray| Generator { vector: ray.clone(), weight: Number::ZERO });
    let rows: Vec<_> = a.corners().into_iter().chain(rays).map(|point| of(&point)).collect();
    let bounds = cone(D + 1, &rows);
    // A line is a bound in both directions: a is flat, and contains no ball.
    let square = Number::Whole(radius * radius);
    bounds.lines.is_empty()
        && bounds.rays.iter().all(|bound| {
            let (normal, offset) = bound.split_at(D);
            let steepness = normal.iter().fold(Number::ZERO, |sum, x| &sum + &(x * x));
            points.iter().all(|point| {
                let height = normal
                    .iter()
                    .zip(&point.vector)
                    .fold(&offset[0] * &point.weight, |sum, (n, x)| &sum - &(n * x));
                let reach = &square * &(&steepness * &(&point.weight * &point.weight));
                !height.is_negative() && (&height * &height).compare(&reach) != Ordering::Less
            })
        })
}
