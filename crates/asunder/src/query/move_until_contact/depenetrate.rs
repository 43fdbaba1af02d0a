//! Moving a mover out of the obstacles that it penetrates: the deepest first, until none is left.

use super::placed::{placed, position};
use super::{MoverKernels, Obstacle};
use crate::linalg::Vect;
use crate::query::proximity::{Wide, proof};
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;

/// The most rounds, each of which leaves one obstacle. In a corner of two walls, leaving one may lead back
/// some part into the other.
const ROUNDS: usize = 64;

/// The nearby position at which a mover penetrates no obstacle, if one is found.
pub(super) fn depenetrated<V: Vector + MoverKernels>(
    mover: ShapeRef<'_, V>,
    obstacles: &[Obstacle<'_, V>],
) -> Option<V> {
    let mut here = placed(&mover, &position(&mover))?;
    for _ in 0..ROUNDS {
        let Some(deepest) = deepest(here.as_shape_ref(), obstacles) else {
            return Some(V::from_array(position(&here.as_shape_ref())));
        };
        // The answer is a position of the original mover, so that is what is placed and rounded.
        let start = position(&here.as_shape_ref());
        let at = |displacement: &Wide<V>| {
            placed(&mover, &(Vect::<V, f64>::of(&start) + Vect(*displacement)).to_f32())
        };
        here = V::pair_parted(here.as_shape_ref(), deepest.as_shape_ref(), &at)?;
    }
    None
}

/// The obstacle that a shape penetrates most; the first, of several.
fn deepest<'a, V: Vector>(
    here: ShapeRef<'_, V>,
    obstacles: &[Obstacle<'a, V>],
) -> Option<ShapeRef<'a, V>> {
    let mut deepest: Option<(f32, ShapeRef<'a, V>)> = None;
    // A one-way obstacle does not block a mover that is in it.
    for obstacle in obstacles.iter().filter(|obstacle| obstacle.front.is_none()) {
        let shape = obstacle.shape;
        if !proof::penetrates(here, shape) {
            continue;
        }
        // Shapes that no displacement separates have no depth.
        let depth = V::pair_penetration(here, shape).map_or(f32::MAX, |out| out.depth);
        if deepest.is_none_or(|(most, _)| depth > most) {
            deepest = Some((depth, obstacle.shape));
        }
    }
    deepest.map(|(_, shape)| shape)
}
