//! The closest points of two cores that are apart: GJK in `f64`.
//!
//! The distance algorithm of Gilbert, Johnson and Keerthi (1988) over the cores' difference
//! `K = b - a`, its simplex searched as in Wolfe's method for the nearest point of a polytope (1976).

use super::measure::taxicab;
use super::polytope::{Core, Wide, dot, unit};
use crate::query::separation::Simplex;
use crate::space::Vector;

/// Where the search came to.
pub(super) struct Nearest<V: Vector> {
    pub(super) simplex: Simplex<V>,
    /// From `a` to `b`: the point of `K` nearest to zero. An upper bound for the distance, up to
    /// rounding.
    pub(super) direction: Wide<V>,
}

/// Rounds that the search may take. Most take fewer than eight.
const ROUNDS: usize = 64;

/// What is left to gain, relative to the square of the distance, when the search ends.
const ENOUGH: f64 = 1e-15;

/// What is left to gain may be off by this part of the cores' size, times the direction's: 2⁻⁵⁰.
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

/// The nearest points, or none if the cores intersect, up to rounding. The search starts from
/// the corners furthest along `start`, a direction from `a` to `b`. Directions no longer than `least` are noise.
pub(super) fn nearest<V: Vector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    start: &Wide<V>,
    least: f64,
) -> Option<Nearest<V>> {
    let furthest = |direction: &Wide<V>| {
        let corner = (a.furthest(direction), b.furthest(&V::array(|t| 0.0 - direction[t])));
        let (from, to) = (a.corner(corner.0), b.corner(corner.1));
        (corner, V::array(|t| to[t] - from[t]))
    };
    let (corner, first) = furthest(start);
    let mut simplex = Simplex::<V>::of(corner, first);
    let mut direction = first;
    for _ in 0..ROUNDS {
        let square = dot::<V>(&direction, &direction);
        let noise = if simplex.count == 1 { 0.0 } else { least * least };
        if !(square > noise && square < f64::INFINITY) {
            return None;
        }
        let (corner, reached) = furthest(&direction);
        let gain = square - dot::<V>(&direction, &reached);
        let is_known = simplex.corners[..simplex.count].contains(&corner);
        // What is less than the corners are known to is none: a face has more corners than it needs.
        let noise = NOISE * (a.size + b.size) * taxicab::<V, f64>(&direction);
        if gain <= ENOUGH * square + noise || is_known {
            break;
        }
        let before = simplex;
        if simplex.add(corner, reached).is_none() {
            simplex = before;
            break;
        }
        if simplex.count > V::DIM {
            // Corners of one face enclose nothing, whatever rounding makes of them: all of `K` lies beyond.
            if dot::<V>(&direction, &reached) > noise {
                simplex = before;
                break;
            }
            return None;
        }
        let nearer = simplex.nearest();
        // Rounding alone lets it get no nearer.
        if dot::<V>(&nearer, &nearer) >= square {
            simplex = before;
            break;
        }
        direction = nearer;
    }
    Some(Nearest { simplex, direction })
}

impl<V: Vector> Nearest<V> {
    /// The direction that the features of the simplex give: with cores nearly touching, the one
    /// itself is little more than noise, while a face still knows its normal.
    pub(super) fn axes(&self) -> [Option<Wide<V>>; 2] {
        let Simplex { points, count, .. } = &self.simplex;
        let edge = |i: usize| V::array(|t| points[i][t] - points[0][t]);
        let across = if *count == V::DIM {
            let normal = V::cross(&edge(1), &edge(*count - 1));
            let faces_back = dot::<V>(&normal, &self.direction) < 0.0;
            V::array(|t| if faces_back { 0.0 - normal[t] } else { normal[t] })
        } else if *count == 2 {
            let along = edge(1);
            let square = dot::<V>(&along, &along);
            (0..2).fold(self.direction, |direction, _| {
                let share = dot::<V>(&direction, &along) / square;
                V::array(|t| direction[t] - share * along[t])
            })
        } else {
            self.direction
        };
        [unit::<V>(&self.direction), unit::<V>(&across)]
    }

    /// The nearest points of the cores.
    pub(super) fn points(&self, a: &Core<'_, V>, b: &Core<'_, V>) -> (Wide<V>, Wide<V>) {
        let mean = |corner: &dyn Fn(usize) -> Wide<V>| {
            (0..self.simplex.count).fold(V::array(|_| 0.0), |sum: Wide<V>, i| {
                let (share, corner) = (self.simplex.shares[i], corner(i));
                V::array(|t| sum[t] + share * corner[t])
            })
        };
        let Simplex { corners, .. } = &self.simplex;
        (mean(&|i| a.corner(corners[i].0)), mean(&|i| b.corner(corners[i].1)))
    }
}
