//! Whether one shape lies wholly in another.

use super::block::{block_flat, length_against, reach};
use super::body::{self, Block, Body};
use super::length::sign;
use super::vector::{add, dot, scaled, sub};
use super::{height_and_reach, parallel_offsets};
use crate::Shape;
use dashu_int::IBig;
use dashu_int::ops::Abs;
use std::cmp::Ordering::{Equal, Greater, Less};

/// Whether every point of `b` belongs to `a`, as closed sets: touching from within counts, and a
/// shape contains itself.
pub fn contains<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    use Body::{Ball, Block, HalfSpace, Plane};
    match body::pair(a, b) {
        (Ball { center: p, radius: r }, Ball { center: q, radius: s }) => {
            let (across, room) = (sub(&p, &q), r - s);
            room >= IBig::ZERO && dot(&across, &across) <= &room * &room
        }
        (Ball { center, radius }, Block(block)) => ball_holds_block(&center, &radius, &block),
        (Block(block), Ball { center, radius }) => {
            let across = sub(&center, &block.center);
            block.axes.iter().zip(&block.half_extents).all(|(axis, half)| {
                let over = dot(&across, axis).abs();
                sign(over, &[(&radius - half, &block.length)]) != Greater
            })
        }
        (Block(a), Block(b)) => block_holds_block(&a, &b),
        (Ball { .. } | Block(_), Plane(_) | HalfSpace(_)) | (Plane(_), HalfSpace(_)) => false,
        (Plane(plane), Ball { center, radius }) => {
            let (height, _) = height_and_reach(&center, &radius, &plane);
            radius == IBig::ZERO && height == IBig::ZERO
        }
        (Plane(plane), Block(block)) => block_flat(&block, &plane) == (Equal, Equal),
        (Plane(a), Plane(b)) => matches!(parallel_offsets(&b, &a), Some((_, Equal))),
        (HalfSpace(half), Ball { center, radius }) => {
            let (height, reach) = height_and_reach(&center, &radius, &half);
            height <= IBig::ZERO && &height * &height >= reach
        }
        (HalfSpace(half), Block(block)) => block_flat(&block, &half).1 != Greater,
        (HalfSpace(a), Plane(b)) => matches!(parallel_offsets(&b, &a), Some((_, Less | Equal))),
        (HalfSpace(a), HalfSpace(b)) => {
            matches!(parallel_offsets(&b, &a), Some((Greater, Less | Equal)))
        }
    }
}

/// A ball is convex, so it holds a box if it holds the corners.
fn ball_holds_block<const D: usize>(center: &[IBig; D], radius: &IBig, block: &Block<D>) -> bool {
    let square = block.length.square();
    let across = scaled(&sub(&block.center, center), &square);
    let reach = radius * &square;
    let half_edges = block.half_edges();
    (0..1 << D).all(|corner| {
        let zero = [IBig::ZERO; D];
        let to_corner = half_edges.iter().enumerate().fold(zero, |sum, (i, edge)| {
            if corner >> i & 1 == 0 { sub(&sum, edge) } else { add(&sum, edge) }
        });
        length_against(&across, &to_corner, &block.length, &reach) != Greater
    })
}

/// A box holds another if it does along each of its own axes.
fn block_holds_block<const D: usize>(a: &Block<D>, b: &Block<D>) -> bool {
    let across = sub(&b.center, &a.center);
    let (half_edges, square) = (b.half_edges(), b.length.square());
    a.axes.iter().zip(&a.half_extents).all(|(axis, half)| {
        let between = dot(&across, axis).abs() * &square;
        let terms = [(reach(&half_edges, axis), &b.length), (-(half * &square), &a.length)];
        sign(between, &terms) != Greater
    })
}
