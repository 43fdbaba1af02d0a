//! How far apart two shapes are, or how deep in one another, in `f64`.
//!
//! The most that an axis shows between the two, of all axes along which a pair of features can be
//! nearest: out of a face, across an edge of each, from a corner to a corner or to an edge. Any
//! axis understates a gap and overstates a depth, so what is lost to rounding errs the same way.

mod solid;

use crate::Shape;
use solid::{Solid, cross, dot, minus, times, unit};
use std::array::from_fn;

/// About how far apart two valid shapes are; below zero, how deep they lie in one another.
///
/// An estimate in `f64` by separating axes, for saying how bad a wrong answer is; whether the shapes
/// meet at all is for [`contact`](crate::contact) to say. `None` for a frustum that is given by its
/// half-spaces or by a projection.
pub fn separation<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<f64> {
    let (a, b) = solids(a, b)?;
    Some(between(&a, &b))
}

/// How far from the truth an answer is that contradicts it: a gap or a depth as a part of the
/// pair's size, which is the radii around the two, and the gap. 1 where that says nothing.
pub(super) fn size_of_error<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
    truth: bool,
) -> Option<f64> {
    let (a, b) = solids(a, b)?;
    // The truth is known: what contradicts it is rounding.
    let gap = if truth { -between(&a, &b) } else { between(&a, &b) };
    let error = if gap > 0.0 { gap } else { 0.0 };
    let reach = a.reach() + b.reach();
    let size = if truth { reach } else { reach + error };
    let part = error / size;
    Some(match part {
        _ if error == 0.0 => 0.0,
        // Flat and unbounded shapes have no size to compare with.
        _ if !(part < 1.0) => 1.0,
        _ => part,
    })
}

/// The shapes as points, edges and normals, about a point of the first.
fn solids<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<(Solid<D>, Solid<D>)> {
    let (mut a, mut b) = (Solid::of(a)?, Solid::of(b)?);
    // Far from the origin little would be left of the differences.
    let place = *a.points.first().or(b.points.first()).unwrap_or(&[0.0; D]);
    a.shift(place);
    b.shift(place);
    Some((a, b))
}

fn between<const D: usize>(a: &Solid<D>, b: &Solid<D>) -> f64 {
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
