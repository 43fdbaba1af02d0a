//! How a box meets a box, a ball and a plane: separating axes and nearest points.

use super::body::{Block, Flat};
use super::length::{Length, sign};
use super::vector::{add, cross, dot, scaled, sub};
use dashu_int::IBig;
use dashu_int::ops::Abs;
use std::array::from_fn;
use std::cmp::Ordering;

impl<const D: usize> Block<D> {
    /// Half of each edge, times the length of the axes.
    pub(super) fn half_edges(&self) -> [[IBig; D]; D] {
        from_fn(|i| scaled(&self.axes[i], &self.half_extents[i]))
    }
}

/// How far a box with these half edges reaches along the axis from its center, either way.
pub(super) fn reach<const D: usize>(half_edges: &[[IBig; D]; D], axis: &[IBig; D]) -> IBig {
    half_edges.iter().map(|edge| dot(edge, axis).abs()).sum()
}

/// The sign of the gap between two boxes.
///
/// Two boxes are apart exactly if they are apart along a face normal of either or, in 3D, along
/// the cross product of an edge of each. The list is complete for flat boxes too, because a flat
/// box keeps all its axes. 0 is interior to the difference of the boxes exactly if they overlap
/// strictly along every axis on that list that is not zero: if the difference is solid, its faces
/// are perpendicular to listed axes; if it is flat, one of them is perpendicular to all of it.
pub(super) fn block_block<const D: usize>(a: &Block<D>, b: &Block<D>) -> Ordering {
    let across = sub(&b.center, &a.center);
    let (edges_a, edges_b) = (a.half_edges(), b.half_edges());
    let (square_a, square_b) = (a.length.square(), b.length.square());
    let square_ab = &square_a * &square_b;
    // Everything times both squares of lengths: an edge is an integer vector over a length.
    let gap = |axis: &[IBig; D]| {
        let between = dot(&across, axis).abs() * &square_ab;
        let from_a = -(reach(&edges_a, axis) * &square_b);
        let from_b = -(reach(&edges_b, axis) * &square_a);
        sign(between, &[(from_a, &a.length), (from_b, &b.length)])
    };

    let faces = a.axes.iter().chain(&b.axes).cloned();
    let edges = a.axes.iter().flat_map(|u| b.axes.iter().filter_map(move |v| cross(u, v)));
    let mut widest = Ordering::Less;
    for axis in faces.chain(edges) {
        widest = widest.max(gap(&axis));
        if widest == Ordering::Greater {
            break;
        }
    }
    widest
}

/// The sign of the gap between a box and a ball.
pub(super) fn block_ball<const D: usize>(
    block: &Block<D>,
    center: &[IBig; D],
    radius: &IBig,
) -> Ordering {
    let Block { half_extents, axes, length, .. } = block;
    let across = sub(center, &block.center);
    let square = length.square();

    // From the center of the ball to the nearest point of the box, times the square of the length:
    // a vector of integers, `whole + rooted · length`.
    let mut whole = scaled(&across, &-&square);
    let mut rooted = [IBig::ZERO; D];
    let mut depth = Ordering::Less;
    for (axis, half) in axes.iter().zip(half_extents) {
        let along = dot(&across, axis);
        let over = sign(along.clone(), &[(-half, length)]);
        let under = sign(along.clone(), &[(half.clone(), length)]).reverse();
        depth = depth.max(over).max(under);
        if over == Ordering::Greater {
            rooted = add(&rooted, &scaled(axis, half));
        } else if under == Ordering::Greater {
            rooted = sub(&rooted, &scaled(axis, half));
        } else {
            whole = add(&whole, &scaled(axis, &along));
        }
    }
    if *radius == IBig::ZERO {
        return depth;
    }
    length_against(&whole, &rooted, length, &(radius * &square))
}

/// How the length of the vector `whole + rooted · length` compares with `reach`.
pub(super) fn length_against<const D: usize>(
    whole: &[IBig; D],
    rooted: &[IBig; D],
    length: &Length,
    reach: &IBig,
) -> Ordering {
    let known = dot(whole, whole) + dot(rooted, rooted) * length.square() - reach * reach;
    sign(known, &[(IBig::from(2) * dot(whole, rooted), length)])
}

/// The signs of `normal · x - offset` at its least and its greatest over the box.
pub(super) fn block_flat<const D: usize>(block: &Block<D>, flat: &Flat<D>) -> (Ordering, Ordering) {
    let square = block.length.square();
    let height = (dot(&flat.normal, &block.center) - &flat.offset) * square;
    let reach = reach(&block.half_edges(), &flat.normal);
    let at = |end: IBig| sign(height.clone(), &[(end, &block.length)]);
    (at(-&reach), at(reach))
}
