//! The signed distance of two shapes in `f64`, by separating axes.
//!
//! It is the greatest gap over all axes along which two features can be nearest: face normals, cross
//! products of edges, vertex to vertex and vertex to edge. Any axis understates a distance and overstates
//! a depth, and rounding errs the same way.

mod features;

use crate::Shape;
use features::{FloatFeatures, cross, dot, minus, times, unit};
use std::array::from_fn;

/// Estimates the signed distance of two valid shapes; negative is a depth.
///
/// An estimate in `f64` by separating axes, for the size of a wrong answer; [`contact`](crate::contact)
/// decides whether the shapes intersect. `None` for a frustum given by half-spaces or a projection.
pub fn separation<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<f64> {
    let (a, b) = features(a, b)?;
    Some(between(&a, &b))
}

/// The size of a wrong answer's error: a distance or depth relative to the pair's size, which is the
/// bounding radii of both plus the distance. 1 if there is no such size.
pub fn size_of_error<const D: usize>(a: &Shape<D>, b: &Shape<D>, truth: bool) -> Option<f64> {
    let (a, b) = features(a, b)?;
    // The truth is known, so that a contradiction to it is rounding.
    let gap = if truth { -between(&a, &b) } else { between(&a, &b) };
    let error = if gap > 0.0 { gap } else { 0.0 };
    let bounding_radius = a.bounding_radius() + b.bounding_radius();
    let size = if truth { bounding_radius } else { bounding_radius + error };
    let part = error / size;
    Some(match part {
        _ if error == 0.0 => 0.0,
        // Flat and unbounded shapes have no size to compare with.
        _ if !(part < 1.0) => 1.0,
        _ => part,
    })
}

/// The shapes as points, edges and normals, about a point of the first.
fn features<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
) -> Option<(FloatFeatures<D>, FloatFeatures<D>)> {
    let (mut a, mut b) = (FloatFeatures::of(a)?, FloatFeatures::of(b)?);
    // Far from the origin differences would cancel.
    let place = *a.points.first().or(b.points.first()).unwrap_or(&[0.0; D]);
    a.translate(place);
    b.translate(place);
    Some((a, b))
}

fn between<const D: usize>(a: &FloatFeatures<D>, b: &FloatFeatures<D>) -> f64 {
    let mut most = f64::NEG_INFINITY;
    let mut look = |axis: [f64; D]| {
        let Some(axis) = unit(axis) else { return };
        let ([a_min, a_max], [b_min, b_max]) = (a.interval(axis), b.interval(axis));
        for gap in [b_min - a_max, a_min - b_max] {
            if gap > most {
                most = gap;
            }
        }
    };
    // Concentric spheres have no axis of their own.
    (0..D).for_each(|i| look(from_fn(|j| if i == j { 1.0 } else { 0.0 })));
    a.normals.iter().chain(&b.normals).for_each(|normal| look(*normal));
    for p in &a.points {
        b.points.iter().for_each(|q| look(minus(*p, *q)));
    }
    for (points, edges) in [(&a.points, &b.edges), (&b.points, &a.edges)] {
        for (start, along) in edges {
            for point in points {
                let way = minus(*point, *start);
                look(minus(way, times(*along, dot(way, *along))));
            }
        }
    }
    if D == 3 {
        // A round shape whose center lies on an edge is nearest along any normal of the edge.
        for (_, along) in a.edges.iter().chain(&b.edges) {
            (0..D).for_each(|i| look(cross(*along, from_fn(|j| if i == j { 1.0 } else { 0.0 }))));
        }
        for (_, u) in &a.edges {
            b.edges.iter().for_each(|(_, v)| look(cross(*u, *v)));
        }
    }
    most
}

#[cfg(test)]
mod tests;
