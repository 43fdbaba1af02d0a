//! Out of the obstacles that a body penetrates: the nearest place that respects each way out found so far.

use super::SlideLists;
use super::body::PlacedBody;
use super::leg::Surroundings;
use crate::exact::{Number as _, widen};
use crate::linalg::Vect;
use crate::query::move_until_contact::{BoundedObstacle, ulp_of};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The most obstacles, each of which is left once more.
const ROUNDS: usize = 48;

/// The sweeps over all half-spaces in which the nearest point of them all is found.
const SWEEPS: usize = 64;

/// A half-space of free displacements: those of at least a length along a unit normal.
struct FreeSide<V: Vector> {
    normal: Vect<V, f64>,
    least: f64,
    /// How much of the normal the displacement now has.
    part: f64,
}

/// What a body penetrates.
enum Deepest<V: Vector> {
    /// No obstacle.
    Free,
    /// Obstacles, of which it leaves the deepest by a depth along a unit normal.
    Along { normal: Vect<V, f64>, depth: f64 },
    /// One that no displacement leaves.
    Endless,
}

/// A displacement by which a body penetrates no obstacle; that is proven. `None`, if none was found near by.
pub(crate) fn freed<V: Vector>(
    parts: &[ShapeRef<'_, V>],
    obstacles: &[BoundedObstacle<'_, V>],
) -> Option<V::Array<f32>> {
    let lists = SlideLists::default();
    Surroundings::new(parts, obstacles, &lists).freed(&Vect::<V, f32>::zero().0)
}

impl<V: Vector> Surroundings<'_, V> {
    /// A displacement near one, by which nothing is penetrated.
    ///
    /// Each round adds the way out of the deepest penetration as a half-space of displacements, and goes to the
    /// point of all half-spaces that is nearest to the start (Hildreth, "A quadratic programming procedure",
    /// 1957): so it comes to rest in corners and between walls that lean against each other.
    pub(super) fn freed(&self, from: &V::Array<f32>) -> Option<V::Array<f32>> {
        let start = Vect::of(from);
        let mut sides: Vec<FreeSide<V>> = Vec::new();
        let mut at = *from;
        for round in 0..ROUNDS {
            let here = self.body.at(&at)?;
            let (normal, depth) = match self.deepest(&here) {
                Deepest::Free => return Some(at),
                Deepest::Along { normal, depth } => (normal, depth),
                Deepest::Endless => return None,
            };
            let slack = ulp_of(widen(here.largest())) * (0.5 + round as f64);
            let least = normal.dot(Vect::of(&at)) - normal.dot(start);
            sides.push(FreeSide { normal, least: least + depth + slack, part: 0.0 });
            at = self.body.nearest(nearest_of_all(start, &mut sides));
        }
        None
    }

    /// The deepest of the obstacles' penetrations.
    fn deepest(&self, here: &PlacedBody<V>) -> Deepest<V> {
        let (mut deepest, mut most) = (Deepest::Free, f64::NEG_INFINITY);
        for part in 0..here.parts.len() {
            for (i, obstacle) in self.obstacles.iter().enumerate() {
                if !self.is_penetrated(here, part, i) {
                    continue;
                }
                let Some(out) = V::pair_penetration(here.part(part), obstacle.shape) else {
                    return Deepest::Endless;
                };
                let depth = widen(out.depth);
                if depth > most {
                    most = depth;
                    deepest = Deepest::Along { normal: Vect::of(&out.normal.to_array()), depth };
                }
            }
        }
        deepest
    }
}

/// The displacement in all half-spaces that is nearest to the start, or nearly so.
fn nearest_of_all<V: Vector>(start: Vect<V, f64>, sides: &mut [FreeSide<V>]) -> Vect<V, f64> {
    let mut displacement = Vect::zero();
    for side in &mut *sides {
        displacement = displacement + side.normal * side.part;
    }
    for _ in 0..SWEEPS {
        let mut change = 0.0_f64;
        for side in &mut *sides {
            let part = (side.part + side.least - side.normal.dot(displacement)).positive_part();
            change = change.larger((part - side.part).abs());
            displacement = displacement + side.normal * (part - side.part);
            side.part = part;
        }
        if !(change > 0.0) {
            break;
        }
    }
    start + displacement
}
