//! GJK: proposes whether two spans are apart, which estimates prove.
//!
//! The distance algorithm of Gilbert, Johnson and Keerthi (1988) runs in plain `f64` over the cores'
//! difference `K`, its simplex searched as in Wolfe's method for the nearest point of a polytope
//! (1976). Where it comes from does not matter to a proof: a direction is one if the sets leave a
//! gap along it, and corners of `K` are one if zero is inside of the simplex they form, or some mean
//! of them nearer to zero than the radius. For round sets that touch, exact numbers look along the
//! one direction that it ends with; what else is not proved goes through all axes.

#![expect(clippy::needless_range_loop, reason = "rows and columns of small systems")]

use super::nearest::{apart_nearest, apart_nearest_face};
use super::{Question, SatPair, difference, dot};
use crate::exact::{Estimate, Exact, Number};
use crate::query::generators::{Generators, Homogeneous};
use crate::space::Vector;
use core::cmp::Ordering;

/// Rounds that the search may take. Most take fewer than eight.
const ROUNDS: usize = 32;

/// Most corners of a simplex.
pub(crate) const MOST: usize = 4;

/// A corner of `K`: those of the spans, by their indices.
pub(crate) type Corner = (usize, usize);

/// What the search ends with.
enum Guess<V: Vector> {
    /// The sets are apart along a direction.
    Apart(V::Array<f64>),
    /// Zero is inside of the simplex.
    Inside([Corner; MOST]),
    /// Some mean of the simplex's corners is nearer to zero than the radius.
    Near(Simplex<V>),
    /// The simplex holds the point of `K` nearest to zero, which is about as far as the radius.
    Touching(Simplex<V>),
}

/// A simplex of corners of `K`, and how much of each makes its point nearest to zero.
#[derive(Clone, Copy)]
pub(crate) struct Simplex<V: Vector> {
    pub(crate) corners: [Corner; MOST],
    pub(crate) points: [V::Array<f64>; MOST],
    pub(crate) shares: [f64; MOST],
    pub(crate) count: usize,
}

/// Whether two spans are apart, if what GJK proposes can be proved. The rule does not matter:
/// what is proved is certain to leave a gap, or to overlap.
pub(super) fn gjk<'q, V: Vector, Q: Question<V>>(
    question: &'q Q,
    pair: &SatPair<V, Estimate, Q::A<'q, Estimate>, Q::B<'q, Estimate>>,
) -> Option<bool> {
    let (a, b, radius) = question.spans::<f64>();
    match search::<V>(&a, &b, radius)? {
        Guess::Apart(direction) => {
            let largest = (0..V::DIM).fold(0.0, |m: f64, t| m.larger(direction[t].abs()));
            let axis = V::array(|t| Estimate::of((direction[t] / largest) as f32));
            pair.beyond(&axis).contains(&Some(true)).then_some(true)
        }
        Guess::Inside(corners) => surround_zero(pair, &corners).then_some(false),
        Guess::Near(simplex) => is_near(pair, &simplex).then_some(false),
        Guess::Touching(simplex) if pair.is_round => {
            let corners = &simplex.corners[..simplex.count];
            let exactly = || {
                V::Exact::scoped(|| {
                    let pair = SatPair::<V, V::Exact, _, _>::with_axes(question, false);
                    apart_nearest(&pair, corners).or_else(|| apart_nearest_face(&pair, corners))
                })
            };
            apart_nearest(pair, corners).or_else(exactly)
        }
        Guess::Touching(_) => None,
    }
}

/// The corner furthest along a direction, by its index.
fn furthest<V: Vector>(span: &impl Generators<V, f64>, direction: &V::Array<f64>) -> usize {
    let (mut best, mut height) = (0, f64::NEG_INFINITY);
    for i in 0..span.points() {
        let Homogeneous { x, w } = span.point(i);
        let at = dot::<V, f64>(direction, &x) / w;
        if at > height {
            (best, height) = (i, at);
        }
    }
    let halves = span.halves();
    (0..halves).fold(best << halves, |corner, k| {
        corner | usize::from(dot::<V, f64>(direction, &span.half(k)) < 0.0) << k
    })
}

/// What is left to gain, relative to the square of the distance, when the search ends.
const ENOUGH: f64 = 1e-12;

/// By how much the square of the distance differs from that of the radius, relative to it, where a direction
/// or a mean of corners in `f32` proves it. What is nearer to a touch is searched to the end.
const CLEAR: f64 = 1.0 / (1u64 << 20) as f64;

/// Descends over `K = b - a` towards zero.
fn search<V: Vector>(
    a: &impl Generators<V, f64>,
    b: &impl Generators<V, f64>,
    radius: f64,
) -> Option<Guess<V>> {
    let point = |(i, j): Corner| {
        let (from, to) = (a.corner(i), b.corner(j));
        V::array(|t| to.x[t] / to.w - from.x[t] / from.w)
    };
    let first = point((0, 0));
    let mut simplex = Simplex::<V>::of((0, 0), first);
    for _ in 0..ROUNDS {
        let nearest = simplex.nearest();
        let square = dot::<V, f64>(&nearest, &nearest);
        if square < (1.0 - CLEAR) * radius * radius {
            return Some(Guess::Near(simplex));
        }
        if !(square > 0.0 && square < f64::INFINITY) {
            return None;
        }
        let back = V::array(|t| -nearest[t]);
        let corner = (furthest::<V>(a, &nearest), furthest::<V>(b, &back));
        let reached = point(corner);
        // How far `K` reaches towards zero along the direction to the nearest point, times its length.
        let along = dot::<V, f64>(&nearest, &reached);
        if along > 0.0 && along * along > (1.0 + CLEAR) * radius * radius * square {
            return Some(Guess::Apart(nearest));
        }
        // No corner is nearer along the direction: the distance is that of the radius, or zero.
        if square - along <= ENOUGH * square {
            return Some(Guess::Touching(simplex));
        }
        let known = simplex;
        if simplex.add(corner, reached).is_none() {
            // Rounding hides on which side of the simplex the corner is: it leads hardly nearer.
            return Some(Guess::Touching(known));
        }
        if simplex.count > V::DIM {
            return Some(Guess::Inside(simplex.corners));
        }
    }
    None
}

impl<V: Vector> Simplex<V> {
    /// A corner alone.
    pub(crate) fn of(corner: Corner, point: V::Array<f64>) -> Self {
        Self { corners: [corner; MOST], points: [point; MOST], shares: [1.0; MOST], count: 1 }
    }

    /// Its point nearest to zero.
    pub(crate) fn nearest(&self) -> V::Array<f64> {
        V::array(|t| (0..self.count).fold(0.0, |sum, i| sum + self.shares[i] * self.points[i][t]))
    }

    /// Adds a corner, and drops those that the point nearest to zero needs no more.
    pub(crate) fn add(&mut self, corner: Corner, point: V::Array<f64>) -> Option<()> {
        (self.corners[self.count], self.points[self.count]) = (corner, point);
        self.shares[self.count] = 0.0;
        self.count += 1;
        // Each turn but the last drops one.
        for _ in 0..MOST {
            let shares = self.shares_of_nearest_on_flat()?;
            let mut step = 1.0;
            let mut dropped = None;
            for i in 0..self.count {
                if shares[i] <= 0.0 {
                    let until = self.shares[i] / (self.shares[i] - shares[i]);
                    if dropped.is_none() || until < step {
                        (step, dropped) = (until, Some(i));
                    }
                }
            }
            let Some(dropped) = dropped else {
                self.shares = shares;
                return Some(());
            };
            for i in 0..self.count {
                self.shares[i] = self.shares[i] + step * (shares[i] - self.shares[i]);
            }
            self.count -= 1;
            let last = self.count;
            self.corners[dropped] = self.corners[last];
            self.points[dropped] = self.points[last];
            self.shares[dropped] = self.shares[last];
        }
        None
    }

    /// How much of each corner makes the point nearest to zero of the flat through them: the
    /// solution of the normal equations, of which there are at most three.
    fn shares_of_nearest_on_flat(&self) -> Option<[f64; MOST]> {
        let size = self.count - 1;
        let origin = self.points[0];
        let edge = |i: usize| -> V::Array<f64> { V::array(|t| self.points[i + 1][t] - origin[t]) };
        let mut rows = [[0.0; MOST]; MOST - 1];
        for i in 0..size {
            let own = edge(i);
            for j in 0..size {
                rows[i][j] = dot::<V, f64>(&own, &edge(j));
            }
            rows[i][size] = 0.0 - dot::<V, f64>(&own, &origin);
        }
        for i in 0..size {
            let pivot = rows[i][i];
            if !(pivot > 0.0) {
                return None;
            }
            for k in i + 1..size {
                let factor = rows[k][i] / pivot;
                for j in i..=size {
                    rows[k][j] -= factor * rows[i][j];
                }
            }
        }
        let mut shares = [0.0; MOST];
        shares[0] = 1.0;
        for i in (0..size).rev() {
            let known =
                (i + 1..size).fold(rows[i][size], |sum, j| sum - rows[i][j] * shares[j + 1]);
            shares[i + 1] = known / rows[i][i];
            shares[0] -= shares[i + 1];
        }
        Some(shares)
    }
}

/// A corner of `K`, times its weight, and that.
fn corner<V: Vector, A: Generators<V, Estimate>, B: Generators<V, Estimate>>(
    pair: &SatPair<V, Estimate, A, B>,
    (i, j): Corner,
) -> (V::Array<Estimate>, Estimate) {
    let (from, to) = (pair.a.corner(i), pair.b.corner(j));
    (difference::<V, Estimate>(&from, &to), from.w * to.w)
}

/// Whether zero is certainly inside of the simplex: seen from it, all facets have one orientation.
fn surround_zero<V: Vector, A: Generators<V, Estimate>, B: Generators<V, Estimate>>(
    pair: &SatPair<V, Estimate, A, B>,
    corners: &[Corner; MOST],
) -> bool {
    let points = corners.map(|at| corner(pair, at).0);
    let mut turn = None;
    (0..=V::DIM).all(|left_out| {
        let facet = |k: usize| &points[if k < left_out { k } else { k + 1 }];
        let across = V::cross(facet(0), facet(1));
        let sign = dot::<V, Estimate>(&across, facet(V::DIM - 1)).sign();
        let sign = if left_out % 2 == 0 { sign } else { sign.map(Ordering::reverse) };
        let is_certain = matches!(sign, Some(Ordering::Less | Ordering::Greater));
        is_certain && *turn.get_or_insert(sign) == sign
    })
}

/// Whether some mean of the corners is certainly nearer to zero than the radius. Its shares are
/// rounded; those of another point of the simplex serve as well.
fn is_near<V: Vector, A: Generators<V, Estimate>, B: Generators<V, Estimate>>(
    pair: &SatPair<V, Estimate, A, B>,
    simplex: &Simplex<V>,
) -> bool {
    let (mut sum, mut weight) = (V::array(|_| Estimate::ZERO), Estimate::ZERO);
    for i in 0..simplex.count {
        let (point, own) = corner(pair, simplex.corners[i]);
        let [low, high] = own.range();
        let share = Estimate::of((simplex.shares[i] / (0.5 * (low + high))) as f32);
        sum = V::array(|t| sum[t] + point[t] * share);
        weight = weight + own * share;
    }
    let reach = pair.radius * weight;
    let beyond = dot::<V, Estimate>(&sum, &sum) - reach * reach;
    beyond.sign() == Some(Ordering::Less)
}
