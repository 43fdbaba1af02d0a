//! GJK: finds a certificate that two sets are apart or not, which estimates then check.
//!
//! The distance algorithm of Gilbert, Johnson and Keerthi (1988) runs in plain `f64` over the Minkowski
//! difference `K` of the cores; its simplex is searched as in Wolfe's method for the nearest point of a
//! polytope (1976). The search need not be right, because its result is checked: a direction proves that the
//! sets are apart if they have a gap along it; vertices of `K` prove that they meet if zero is inside their
//! simplex, or some mean of them is nearer to zero than the radius. For round sets that touch, the direction
//! that the search ends with is tested in exact numbers. If nothing is proved, all axes are tested.

#![expect(clippy::needless_range_loop, reason = "rows and columns of small systems")]

use super::nearest::{apart_nearest, apart_nearest_face};
use super::{Question, SatPair, difference, dot};
use crate::exact::{Estimate, Exact, Number};
use crate::query::generators::{Generators, Homogeneous};
use crate::space::Vector;
use core::cmp::Ordering;

/// The most iterations of the search. Most pairs take fewer than eight.
const ROUNDS: usize = 32;

/// The most vertices of a simplex.
pub(crate) const MOST: usize = 4;

/// A vertex of `K`, by the indices of the corners of both sets.
pub(crate) type Corner = (usize, usize);

/// The certificate that the search ends with, not checked yet.
enum Guess<V: Vector> {
    /// The sets have a gap along a direction.
    Apart(V::Array<f64>),
    /// Zero is inside the simplex.
    Inside([Corner; MOST]),
    /// Some weighted mean of the simplex's vertices is nearer to zero than the radius.
    Near(Simplex<V>),
    /// The simplex contains the point of `K` nearest to zero, whose distance is about the radius.
    Touching(Simplex<V>),
}

/// A simplex of vertices of `K`, and the barycentric coordinates (`shares`) of its point nearest to zero.
#[derive(Clone, Copy)]
pub(crate) struct Simplex<V: Vector> {
    pub(crate) corners: [Corner; MOST],
    pub(crate) points: [V::Array<f64>; MOST],
    pub(crate) shares: [f64; MOST],
    pub(crate) count: usize,
}

/// Whether two sets are apart, by the question's rule, if GJK finds a certificate that holds; else `None`.
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

/// The index of the support point along a direction.
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

/// The search ends when an iteration can lower the squared distance by no more than this part of it.
const ENOUGH: f64 = 1e-12;

/// The relative difference of the squared distance and the squared radius from which on a direction or a
/// mean rounded to `f32` proves the answer. If it is less, the search goes on to the nearest point.
const CLEAR: f64 = 1.0 / (1u64 << 20) as f64;

/// Searches `K = b - a` for the point nearest to zero.
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
        // The support of `K` towards zero: the gap along `nearest`, times its length.
        let along = dot::<V, f64>(&nearest, &reached);
        if along > 0.0 && along * along > (1.0 + CLEAR) * radius * radius * square {
            return Some(Guess::Apart(nearest));
        }
        // No vertex is nearer along the direction, so `nearest` is the nearest point, at about the radius.
        if square - along <= ENOUGH * square {
            return Some(Guess::Touching(simplex));
        }
        let known = simplex;
        if simplex.add(corner, reached).is_none() {
            // Rounding hides on which side of the simplex the vertex is, so it can hardly be nearer.
            return Some(Guess::Touching(known));
        }
        if simplex.count > V::DIM {
            return Some(Guess::Inside(simplex.corners));
        }
    }
    None
}

impl<V: Vector> Simplex<V> {
    /// The simplex of one vertex.
    pub(crate) fn of(corner: Corner, point: V::Array<f64>) -> Self {
        Self { corners: [corner; MOST], points: [point; MOST], shares: [1.0; MOST], count: 1 }
    }

    /// The point of the simplex nearest to zero.
    pub(crate) fn nearest(&self) -> V::Array<f64> {
        V::array(|t| (0..self.count).fold(0.0, |sum, i| sum + self.shares[i] * self.points[i][t]))
    }

    /// Adds a vertex, and drops those that the point nearest to zero no longer needs. `None` if the vertices
    /// are affinely dependent, up to rounding.
    pub(crate) fn add(&mut self, corner: Corner, point: V::Array<f64>) -> Option<()> {
        (self.corners[self.count], self.points[self.count]) = (corner, point);
        self.shares[self.count] = 0.0;
        self.count += 1;
        // Each iteration but the last drops one vertex.
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

    /// The barycentric coordinates of the point nearest to zero in the affine hull of the vertices: the
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

/// A vertex of `K` times its weight, and the weight.
fn corner<V: Vector, A: Generators<V, Estimate>, B: Generators<V, Estimate>>(
    pair: &SatPair<V, Estimate, A, B>,
    (i, j): Corner,
) -> (V::Array<Estimate>, Estimate) {
    let (from, to) = (pair.a.corner(i), pair.b.corner(j));
    (difference::<V, Estimate>(&from, &to), from.w * to.w)
}

/// Whether zero is certainly inside the simplex: seen from zero, all facets have the same orientation.
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

/// Whether a weighted mean of the vertices is certainly nearer to zero than the radius. Its weights are
/// rounded, which gives another point of the simplex, and that proves as much.
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
