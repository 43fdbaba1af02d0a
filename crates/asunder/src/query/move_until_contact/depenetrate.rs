//! Out of what a mover was put into: out of the deepest first, until none is left.

use super::placed::{placed, position};
use super::{MoverKernels, Obstacle};
use crate::exact::widen;
use crate::query::proximity::{Wide, proof};
use crate::shape::{AnyShape, Shape, ShapeRef};
use crate::space::Vector;

/// How often it leaves an obstacle. In a corner of two walls each round leaves a part of the last.
const ROUNDS: usize = 64;

/// The nearby position at which a mover penetrates no obstacle, if one is found.
pub(super) fn freed<V: Vector + MoverKernels>(
    mover: ShapeRef<'_, V>,
    obstacles: &[Obstacle<'_, V>],
) -> Option<V> {
    let mut here = placed(&mover, &position(&mover))?;
    for _ in 0..ROUNDS {
        let Some(deepest) = deepest(here.as_shape_ref(), obstacles) else {
            return Some(V::from_array(position(&here.as_shape_ref())));
        };
        // What is answered is where the mover itself is to be, so its numbers are what is rounded.
        let start = position(&here.as_shape_ref());
        let at = |displacement: &Wide<V>| {
            placed(&mover, &V::array(|t| (widen(start[t]) + displacement[t]) as f32))
        };
        here = V::pair_parted(here.as_shape_ref(), deepest.as_shape_ref(), &at)?;
    }
    None
}

/// The obstacle that a shape penetrates most; the first, of several.
fn deepest<'a, V: Vector>(
    here: ShapeRef<'_, V>,
    obstacles: &[Obstacle<'a, V>],
) -> Option<&'a Shape<V>> {
    let mut deepest: Option<(f32, &'a Shape<V>)> = None;
    // A one-way obstacle is none to who is in it.
    for obstacle in obstacles.iter().filter(|obstacle| obstacle.front.is_none()) {
        let shape = obstacle.shape.as_shape_ref();
        if !proof::penetrates(here, shape) {
            continue;
        }
        // Shapes that no motion parts have no depth.
        let depth = V::pair_penetration(here, shape).map_or(f32::MAX, |out| out.depth);
        if deepest.is_none_or(|(most, _)| depth > most) {
            deepest = Some((depth, obstacle.shape));
        }
    }
    deepest.map(|(_, shape)| shape)
}
