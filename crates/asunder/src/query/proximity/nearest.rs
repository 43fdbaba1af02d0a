//! The closest points of two cores that are apart: GJK in `f64`.
//!
//! The distance algorithm of Gilbert, Johnson and Keerthi (1988) over the cores' difference
//! `K = b - a`, its simplex searched as in Wolfe's method for the nearest point of a polytope (1976).

use super::measure::taxicab;
use super::polytope::{Core, Wide, dot, unit};
use crate::query::separation::Simplex;
use crate::space::Vector;

/// The simplex around the point of `K` nearest to zero.
pub(super) struct Nearest<V: Vector> {
    pub(super) simplex: Simplex<V>,
    /// The point of `K` nearest to zero: the vector from `a` to `b` between the nearest points. Its length
    /// is an upper bound for the distance, up to rounding.
    pub(super) direction: Wide<V>,
}

/// The most iterations of the search. Most pairs take fewer than eight.
const ROUNDS: usize = 64;

/// The search ends when an iteration can lower the squared distance by no more than this part of it.
const ENOUGH: f64 = 1e-15;

/// The error of that gain, relative to the cores' size times the direction's: 2⁻⁵⁰.
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

/// Finds the nearest points of two cores; `None` if the cores intersect, up to rounding. The search starts
/// at the support points along `start`, a direction from `a` to `b`. A distance of at most `least` counts
/// as zero.
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
        // A gain within the error of the corners is none: a face may have more corners than the simplex
        // needs.
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
            // The simplex seems to enclose zero. If all of `K` lies beyond zero along `direction`, it is
            // degenerate: corners of one face, which enclose nothing.
            if dot::<V>(&direction, &reached) > noise {
                simplex = before;
                break;
            }
            return None;
        }
        let nearer = simplex.nearest();
        // In exact numbers each iteration gets nearer; if one does not, rounding is all that is left.
        if dot::<V>(&nearer, &nearer) >= square {
            simplex = before;
            break;
        }
        direction = nearer;
    }
    Some(Nearest { simplex, direction })
}

impl<V: Vector> Nearest<V> {
    /// Two candidate axes: the direction between the nearest points, and the one perpendicular to the
    /// simplex's edge or face. If the cores nearly touch, the former is mostly rounding error, while the
    /// normal of a face is still accurate.
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
