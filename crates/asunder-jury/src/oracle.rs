//! The oracle: how two shapes meet, decided over integers of any size.
//!
//! It works with axes, edges and nearest points in world coordinates: the plainest road to each
//! answer, chosen so that a fast library is unlikely to have taken it too.

mod block;
mod body;
mod containment;
mod length;
mod vector;

use crate::Shape;
use block::{block_ball, block_block, block_flat};
use body::{Body, Flat};
pub use containment::contains;
use dashu_int::IBig;
use std::cmp::Ordering;
use vector::{dot, parallel, sub};

/// How two closed shapes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// They share no point.
    Apart,
    /// They share a point, yet a translation as short as you like takes them apart.
    Touching,
    /// They still share a point after every translation that is short enough: 0 is interior to
    /// the set of differences `a - b`. Flat shapes can penetrate (a point inside a box, a box
    /// through a plane); two coplanar ones never do.
    Penetrating,
}

/// On which side of a plane a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Every point has `normal · x > offset`.
    Front,
    /// Some point lies in the plane, or there are points on either side.
    Straddling,
    /// Every point has `normal · x < offset`.
    Back,
}

/// How two valid shapes meet, exactly.
pub fn contact<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Contact {
    let (a, b) = body::pair(a, b);
    match gap(&a, &b) {
        Ordering::Less => Contact::Penetrating,
        Ordering::Equal => Contact::Touching,
        Ordering::Greater => Contact::Apart,
    }
}

/// Whether two valid shapes share a point; touching counts.
pub fn intersects<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    contact(a, b) != Contact::Apart
}

/// Whether two valid shapes share a point however slightly either is moved; touching does not
/// count.
pub fn penetrates<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    contact(a, b) == Contact::Penetrating
}

/// On which side of the plane `normal · x = offset` a valid shape lies.
pub fn side<const D: usize>(shape: &Shape<D>, normal: [f32; D], offset: f32) -> Side {
    // Every shape is connected: one that misses the plane is on one side of it as a whole.
    if intersects(shape, &Shape::Plane { normal, offset }) {
        Side::Straddling
    } else if intersects(shape, &Shape::HalfSpace { normal, offset }) {
        Side::Back
    } else {
        Side::Front
    }
}

/// The sign of the gap between two bodies: `Less` if they penetrate, `Equal` if they touch.
fn gap<const D: usize>(a: &Body<D>, b: &Body<D>) -> Ordering {
    use Body::{Ball, Block, HalfSpace, Plane};
    match (a, b) {
        (Ball { center: p, radius: r }, Ball { center: q, radius: s }) => {
            let (across, reach) = (sub(p, q), r + s);
            dot(&across, &across).cmp(&(&reach * &reach))
        }
        (Ball { center, radius }, Block(block)) | (Block(block), Ball { center, radius }) => {
            block_ball(block, center, radius)
        }
        (Ball { center, radius }, Plane(plane)) | (Plane(plane), Ball { center, radius }) => {
            let (height, reach) = height_and_reach(center, radius, plane);
            (&height * &height).cmp(&reach)
        }
        (Ball { center, radius }, HalfSpace(half)) | (HalfSpace(half), Ball { center, radius }) => {
            let (height, reach) = height_and_reach(center, radius, half);
            if height < IBig::ZERO { Ordering::Less } else { (&height * &height).cmp(&reach) }
        }
        (Block(a), Block(b)) => block_block(a, b),
        (Block(block), Plane(plane)) | (Plane(plane), Block(block)) => {
            let (least, greatest) = block_flat(block, plane);
            least.max(greatest.reverse())
        }
        (Block(block), HalfSpace(half)) | (HalfSpace(half), Block(block)) => {
            block_flat(block, half).0
        }
        (Plane(a), Plane(b)) => match parallel_offsets(a, b) {
            None => Ordering::Less,
            Some((_, Ordering::Equal)) => Ordering::Equal,
            Some(_) => Ordering::Greater,
        },
        (Plane(plane), HalfSpace(half)) | (HalfSpace(half), Plane(plane)) => {
            parallel_offsets(plane, half).map_or(Ordering::Less, |(_, gap)| gap)
        }
        (HalfSpace(a), HalfSpace(b)) => match parallel_offsets(a, b) {
            Some((Ordering::Less, gap)) => gap,
            _ => Ordering::Less,
        },
    }
}

/// `normal · center - offset`, and the square of what the radius amounts to in the same unit.
fn height_and_reach<const D: usize>(
    center: &[IBig; D],
    radius: &IBig,
    flat: &Flat<D>,
) -> (IBig, IBig) {
    let height = dot(&flat.normal, center) - &flat.offset;
    (height, radius * radius * dot(&flat.normal, &flat.normal))
}

/// For `b.normal = λ · a.normal`: the signs of `λ` and of `λ · a.offset - b.offset`, which is where
/// the plane of `a` lies beyond the plane of `b`. `None` if the normals are not parallel.
fn parallel_offsets<const D: usize>(a: &Flat<D>, b: &Flat<D>) -> Option<(Ordering, Ordering)> {
    if !parallel(&a.normal, &b.normal) {
        return None;
    }
    let (from, to) = a.normal.iter().zip(&b.normal).find(|(from, _)| **from != IBig::ZERO)?;
    let positive = *from > IBig::ZERO;
    let oriented = |value: IBig| {
        let sign = value.cmp(&IBig::ZERO);
        if positive { sign } else { sign.reverse() }
    };
    Some((oriented(to.clone()), oriented(to * &a.offset - &b.offset * from)))
}
