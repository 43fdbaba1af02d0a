//! How a box meets a box, a ball and a plane: corners against axes, and the nearest point.

use super::body::{Block, Flat};
use super::length::sign;
use super::vector::{add, cross, dot, scaled, sub};
use dashu_int::IBig;
use std::cmp::Ordering;

impl<const D: usize> Block<D> {
    /// The corners less the center, times the length of the axes.
    fn corners(&self) -> Vec<[IBig; D]> {
        (0..1 << D)
            .map(|corner| {
                (0..D).fold([IBig::ZERO; D], |sum, i| {
                    let edge = scaled(&self.axes[i], &self.half_extents[i]);
                    if corner >> i & 1 == 0 { sub(&sum, &edge) } else { add(&sum, &edge) }
                })
            })
            .collect()
    }
}

/// The least and the greatest of `corner · axis`.
fn extent<const D: usize>(corners: &[[IBig; D]], axis: &[IBig; D]) -> (IBig, IBig) {
    let mut along = corners.iter().map(|corner| dot(corner, axis));
    let first = along.next().unwrap_or(IBig::ZERO);
    along.fold((first.clone(), first), |(least, greatest), value| {
        if value < least {
            (value, greatest)
        } else if value > greatest {
            (least, value)
        } else {
            (least, greatest)
        }
    })
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
    let (from_a, from_b) = (a.corners(), b.corners());
    let (square_a, square_b) = (a.length.square(), b.length.square());
    let both = &square_a * &square_b;
    // The sign of: center to center, + `b` from the center of b, - `a` from the center of a.
    let compare = |between: &IBig, b_part: &IBig, a_part: &IBig| {
        let terms = [(b_part * &square_a, &b.length), (-(a_part * &square_b), &a.length)];
        sign(between * &both, &terms)
    };
    let gap = |axis: &[IBig; D]| {
        let between = dot(&across, axis);
        let (least_a, greatest_a) = extent(&from_a, axis);
        let (least_b, greatest_b) = extent(&from_b, axis);
        let above = compare(&between, &least_b, &greatest_a);
        let below = compare(&between, &greatest_b, &least_a).reverse();
        above.max(below)
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
    let reach = radius * &square;
    let known = dot(&whole, &whole) + dot(&rooted, &rooted) * &square - &reach * &reach;
    sign(known, &[(IBig::from(2) * dot(&whole, &rooted), length)])
}

/// The signs of `normal · x - offset` at its least and its greatest over the box.
pub(super) fn block_flat<const D: usize>(block: &Block<D>, flat: &Flat<D>) -> (Ordering, Ordering) {
    let square = block.length.square();
    let height = (dot(&flat.normal, &block.center) - &flat.offset) * square;
    let (least, greatest) = extent(&block.corners(), &flat.normal);
    let at = |corner: IBig| sign(height.clone(), &[(corner, &block.length)]);
    (at(least), at(greatest))
}
