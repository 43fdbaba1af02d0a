//! Along which axes two sets certainly overlap: by two pairs of corners each, which `f64` proposes.
//!
//! Most axes of sets that meet do not separate them by far. Projecting all points on each in long numbers costs
//! more than to find the outermost ones in `f64` and to compare these alone in long numbers.

use super::GatheredPair;
use crate::exact::{Approximate, WideFloat};
use crate::linalg::Vect;
use crate::query::generators::{GATHERED_POINTS, Gathered, Generators, Homogeneous};
use crate::space::Vector;
use core::cmp::Ordering;

/// The corners of a pair, roughly.
pub(super) struct RoughOverlap<V: Vector> {
    a: RoughCorners<V>,
    b: RoughCorners<V>,
}

/// Points and halves in units that both sets share.
struct RoughCorners<V: Vector> {
    points: [Vect<V, f64>; GATHERED_POINTS],
    count: usize,
    /// Those of every point, since all have one weight.
    halves: [Vect<V, f64>; 3],
    half_count: usize,
}

impl<V: Vector> RoughOverlap<V> {
    pub(super) fn of<N: Approximate>(pair: &GatheredPair<V, N>) -> Self {
        let largest = |span: &Gathered<V, N>| {
            let points = (0..span.points()).map(|i| near(span.point(i)));
            let largest = points.flat_map(|point| (0..V::DIM).map(move |t| point[t].magnitude()));
            largest.max().unwrap_or(0)
        };
        let unit = largest(&pair.a).max(largest(&pair.b));
        Self { a: RoughCorners::of(&pair.a, unit), b: RoughCorners::of(&pair.b, unit) }
    }

    /// Whether the sets certainly share an inner point of their projections on axis `i`.
    pub(super) fn is_certain<N: Approximate>(&self, pair: &GatheredPair<V, N>, i: usize) -> bool {
        N::scoped(|| {
            let axis = Vect::<V, N>(pair.axis(i));
            let parts = axis.map(Approximate::near);
            let unit = (0..V::DIM).fold(i32::MIN, |most, t| {
                let own = parts[t].magnitude();
                if own > most { own } else { most }
            });
            let rough = parts.map(|x| x.over(unit));
            let is_beyond = |high: Homogeneous<V, N>, low: Homogeneous<V, N>| {
                axis.dot(low.vector_to(&high)).sign() == Some(Ordering::Greater)
            };
            let [a, b] = [&self.a, &self.b].map(|corners| corners.ends(rough));
            is_beyond(pair.a.corner(a[1]), pair.b.corner(b[0]))
                && is_beyond(pair.b.corner(b[1]), pair.a.corner(a[0]))
        })
    }
}

/// A point, rounded.
fn near<V: Vector, N: Approximate>(point: Homogeneous<V, N>) -> Vect<V, WideFloat> {
    let weight = point.w.near();
    Vect::<V, N>(point.x).map(|x| x.near() / weight)
}

impl<V: Vector> RoughCorners<V> {
    fn of<N: Approximate>(span: &Gathered<V, N>, unit: i32) -> Self {
        let rough = |point| near::<V, N>(point).map(|x| x.over(unit));
        let (mut points, mut halves) = ([Vect::zero(); GATHERED_POINTS], [Vect::zero(); 3]);
        let (count, half_count) = (span.points(), span.halves());
        for (i, point) in points.iter_mut().enumerate().take(count) {
            *point = rough(span.point(i));
        }
        let w = span.point(0).w;
        for (i, half) in halves.iter_mut().enumerate().take(half_count) {
            *half = rough(Homogeneous { x: span.half(i), w });
        }
        Self { points, count, halves, half_count }
    }

    /// The corners that are the lowest and the highest along an axis, by their indices.
    fn ends(&self, axis: Vect<V, f64>) -> [usize; 2] {
        let (mut low, mut high) = ((0, f64::INFINITY), (0, f64::NEG_INFINITY));
        for (i, point) in self.points[..self.count].iter().enumerate() {
            let at = axis.dot(*point);
            low = if at < low.1 { (i, at) } else { low };
            high = if at > high.1 { (i, at) } else { high };
        }
        let behind = self.halves[..self.half_count]
            .iter()
            .enumerate()
            .fold(0, |bits, (k, half)| bits | usize::from(axis.dot(*half) < 0.0) << k);
        let every = (1 << self.half_count) - 1;
        [low.0 << self.half_count | (every & !behind), high.0 << self.half_count | behind]
    }
}
