//! GJK: the point of a Minkowski difference nearest to zero.
//!
//! The distance algorithm of Gilbert, Johnson and Keerthi (1988) in plain `f64` over `K = b - a`, the
//! differences of the points of two convex sets, in 2D and 3D. Its simplex is searched as in Wolfe's method
//! for the nearest point of a polytope (1976), by orthogonal projection (Björck 1967) rather than by normal
//! equations, which would square the condition of a thin simplex; in space, where the simplex is not thin, by its
//! areas and volumes first (`volumes`), which takes less. A set is the sum of the convex hull of
//! vertices and a cone of rays; a simplex may contain rays, so that none is cut off.
//!
//! The search decides nothing. It ends with a *certificate* that a caller checks with the error bounds, or
//! the exact numbers, that its question needs:
//!
//! * a [`Simplex`] is made of vertices and rays of `K`, by their indices in both sets. Each of its points is
//!   a point of `K`, so its distance from zero is an upper bound for the distance of the sets;
//! * along [`Simplex::nearest`], a direction from `a` to `b`, the gap of the two sets is a lower bound for
//!   it, if the sets' vertices and rays are all looked at once;
//! * a simplex [around](Outcome::Around) zero has four vertices (three in 2D) with zero inside.
//!
//! # Use
//! [`search`] takes two [`Support`]s, a direction to start along, and a [`Goal`]: a yes or no about a radius
//! ends early, a distance runs until no vertex is nearer. A support with many vertices may walk from the last
//! answer ([`Support::furthest`]); `Structure::furthest` does so for hulls. Nothing is allocated.

#![expect(clippy::needless_range_loop, reason = "rows and columns of small systems")]

mod volumes;

use crate::linalg::Vect;
use crate::space::Vector;
use volumes::Part;

/// A convex set as GJK sees it: the hull of its vertices, plus the cone of its rays.
pub(crate) trait Support<V: Vector> {
    /// The index of the vertex furthest along a direction, up to rounding. `near` is the answer to the last
    /// direction, and a good place to begin a walk; any index of a vertex is allowed.
    fn furthest(&self, direction: &V::Array<f64>, near: usize) -> usize;
    /// A vertex.
    fn vertex(&self, i: usize) -> V::Array<f64>;
    /// The number of rays.
    fn rays(&self) -> usize {
        0
    }
    /// The direction of a ray, of length one up to rounding.
    fn ray(&self, _i: usize) -> V::Array<f64> {
        Vect::<V, f64>::zero().0
    }
}

/// The most iterations of the search. Most pairs take fewer than eight.
const ROUNDS: usize = 64;

/// The most vertices of a simplex.
pub(crate) const MOST: usize = 4;

/// A vertex or ray of `K = b - a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Corner {
    /// The difference of a vertex of `a` and one of `b`, by their indices.
    Vertex(usize, usize),
    /// The opposite of a ray of `a`.
    RayOfA(usize),
    /// A ray of `b`.
    RayOfB(usize),
}

/// A simplex of vertices and rays of `K`; among them is a vertex.
#[derive(Clone, Copy)]
pub(crate) struct Simplex<V: Vector> {
    pub(crate) corners: [Corner; MOST],
    /// The vertices, and the directions of the rays.
    pub(crate) points: [V::Array<f64>; MOST],
    /// What the point nearest to zero is made of: the shares of the vertices add up to one, those of the rays
    /// are lengths. None is negative.
    pub(crate) shares: [f64; MOST],
    pub(crate) count: usize,
    /// The point nearest to zero, perpendicular to the simplex also where it is hardly longer than a rounding.
    pub(crate) nearest: V::Array<f64>,
}

/// What is sought.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// Whether the sets are further apart than `radius`: the search ends as soon as a direction or a point
    /// shows it, with room for a rounding to `f32`.
    Decide { radius: f64 },
    /// The nearest point, until an iteration gains no more than rounding; `size` bounds the taxicab length of
    /// the vertices of both sets, added up. A distance of `least` or below counts as zero.
    Nearest { size: f64, least: f64, search: SimplexSearch },
}

/// How a nearest point is sought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SimplexSearch {
    /// For its distance alone: by volumes where they are clear, which takes less.
    ByVolumes,
    /// By projections throughout, so that its shares keep their digits, too.
    ByProjections,
}

/// The certificate that the search ends with, not checked yet.
pub(crate) enum Outcome<V: Vector> {
    /// The sets are further apart than the radius, along the point nearest to zero.
    Apart(Simplex<V>),
    /// A point of the simplex is nearer to zero than the radius.
    Near(Simplex<V>),
    /// The simplex contains the point of `K` nearest to zero.
    Nearest(Simplex<V>),
    /// Zero is inside a simplex of full dimension.
    Around(Simplex<V>),
    /// Zero is on a simplex, up to rounding.
    At(Simplex<V>),
    /// Nothing was found.
    Unknown,
}

/// The relative difference of the squared distance and the squared radius from which on a direction or a
/// mean rounded to `f32` proves the answer. If it is less, the search goes on to the nearest point.
const CLEAR: f64 = 1.0 / (1u64 << 20) as f64;

/// The search ends when an iteration can lower the squared distance by no more than this part of it.
const ENOUGH: f64 = 1e-12;
/// The same if the nearest point is sought.
const ENOUGH_FOR_NEAREST: f64 = 1e-15;

/// The error of that gain, relative to the sets' size times the direction's: 2⁻⁵⁰.
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

/// A ray counts as pointing towards zero if the sine between it and the plane across the direction is more
/// than this: 2⁻⁴⁶.
const TURNED: f64 = 1.0 / (1u64 << 46) as f64;

/// The squared sine at or below which an edge of a simplex is in the span of the others, up to rounding.
const DEPENDENT: f64 = 1e-29;

/// Searches `K = b - a` for the point nearest to zero. It starts at the vertices furthest along `start`, a
/// direction from `a` to `b`.
pub(crate) fn search<V: Vector>(
    a: &impl Support<V>,
    b: &impl Support<V>,
    start: &V::Array<f64>,
    goal: Goal,
) -> Outcome<V> {
    let mut search = Supports { a, b, near: (0, 0) };
    let (corner, first) = search.furthest(Vect::<V, f64>(*start));
    let mut simplex = Simplex::of(corner, first.0);
    let (radius, enough, size, least) = match goal {
        Goal::Decide { radius } => (radius, ENOUGH, 0.0, 0.0),
        Goal::Nearest { size, least, .. } => (0.0, ENOUGH_FOR_NEAREST, size, least),
    };
    let by_projections = matches!(goal, Goal::Nearest { search: SimplexSearch::ByProjections, .. });
    let decides = matches!(goal, Goal::Decide { .. });
    for _ in 0..ROUNDS {
        let direction = Vect::<V, f64>(simplex.nearest);
        let square = direction.square();
        if square < (1.0 - CLEAR) * radius * radius {
            return Outcome::Near(simplex);
        }
        let is_zero = !(square > if simplex.count == 1 { 0.0 } else { least * least });
        if is_zero || square == f64::INFINITY {
            return Outcome::At(simplex);
        }
        let added = match search.turned_back(direction, square, &simplex) {
            Some(ray) => ray,
            None => {
                let (corner, reached) = search.furthest(direction);
                // The support of `K` towards zero: the gap along `direction`, times its length.
                let along = direction.dot(reached);
                if decides
                    && along > 0.0
                    && along * along > (1.0 + CLEAR) * radius * radius * square
                {
                    return Outcome::Apart(simplex);
                }
                // A gain within the error of the vertices is none: a face may have more vertices than the
                // simplex needs.
                let noise = NOISE * size * direction.norm1();
                let is_known = simplex.corners[..simplex.count].contains(&corner);
                if square - along <= enough * square + noise || is_known {
                    return Outcome::Nearest(simplex);
                }
                (corner, reached)
            }
        };
        if !by_projections && let Some(part) = simplex.nearer_part(added.0, added.1, square) {
            if part.count <= V::DIM {
                simplex.take(added.0, &part);
                continue;
            }
            let noise = NOISE * size * direction.norm1();
            if decides || !(direction.dot(added.1) > noise) {
                simplex.take(added.0, &part);
                return Outcome::Around(simplex);
            }
            return Outcome::Nearest(simplex);
        }
        let before = simplex;
        if simplex.add(added.0, added.1.0).is_none() {
            // Rounding hides on which side of the simplex the vertex is, so it can hardly be nearer.
            return Outcome::Nearest(before);
        }
        if simplex.count > V::DIM {
            // If all of `K` lies beyond zero along `direction`, the simplex is degenerate: corners of one
            // face, which enclose nothing.
            let noise = NOISE * size * direction.norm1();
            let is_beyond =
                !decides && matches!(added.0, Corner::Vertex(..)) && direction.dot(added.1) > noise;
            return if is_beyond { Outcome::Nearest(before) } else { Outcome::Around(simplex) };
        }
        // In exact numbers each iteration gets nearer; if one does not, rounding is all that is left.
        if Vect::<V, f64>(simplex.nearest).square() >= square {
            return Outcome::Nearest(before);
        }
    }
    Outcome::Unknown
}

/// Both sets, and the vertices that were found last.
struct Supports<'s, A, B> {
    a: &'s A,
    b: &'s B,
    near: (usize, usize),
}

impl<A, B> Supports<'_, A, B> {
    /// The vertex of `K` nearest to zero along a direction.
    #[inline(always)]
    fn furthest<V: Vector>(&mut self, direction: Vect<V, f64>) -> (Corner, Vect<V, f64>)
    where
        A: Support<V>,
        B: Support<V>,
    {
        let i = self.a.furthest(&direction.0, self.near.0);
        let j = self.b.furthest(&(-direction).0, self.near.1);
        self.near = (i, j);
        (Corner::Vertex(i, j), Vect(self.b.vertex(j)) - Vect(self.a.vertex(i)))
    }

    /// The ray of `K` that leads towards zero most, against a direction with such a square, if one does.
    fn turned_back<V: Vector>(
        &self,
        direction: Vect<V, f64>,
        square: f64,
        simplex: &Simplex<V>,
    ) -> Option<(Corner, Vect<V, f64>)>
    where
        A: Support<V>,
        B: Support<V>,
    {
        let (of_a, of_b) = (self.a.rays(), self.b.rays());
        if of_a + of_b == 0 {
            return None;
        }
        let mut best = None;
        let mut least = 0.0 - TURNED * square.sqrt();
        for k in 0..of_a + of_b {
            let (corner, ray) = if k < of_a {
                (Corner::RayOfA(k), -Vect(self.a.ray(k)))
            } else {
                (Corner::RayOfB(k - of_a), Vect(self.b.ray(k - of_a)))
            };
            let along = direction.dot(ray);
            if along < least && !simplex.corners[..simplex.count].contains(&corner) {
                (best, least) = (Some((corner, ray)), along);
            }
        }
        best
    }
}

impl<V: Vector> Simplex<V> {
    /// The simplex of one vertex.
    pub(crate) fn of(corner: Corner, point: V::Array<f64>) -> Self {
        Self {
            corners: [corner; MOST],
            points: [point; MOST],
            shares: [1.0; MOST],
            count: 1,
            nearest: point,
        }
    }

    /// The nearest part of the simplex with one more vertex, if its volumes show one in space that is nearer than a
    /// square.
    #[inline(always)]
    fn nearer_part(&mut self, corner: Corner, point: Vect<V, f64>, square: f64) -> Option<Part<V>> {
        if V::EDGES == 0 || !matches!(corner, Corner::Vertex(..)) || self.has_ray() {
            return None;
        }
        self.points[self.count] = point.0;
        Part::nearest(&self.points, self.count + 1).filter(|part| part.nearest.square() < square)
    }

    /// Becomes a part of itself and the vertex that stands behind its own points.
    #[inline(always)]
    fn take(&mut self, corner: Corner, part: &Part<V>) {
        self.corners[self.count] = corner;
        for (i, &(from, share)) in part.kept[..part.count].iter().enumerate() {
            (self.corners[i], self.points[i]) = (self.corners[from], self.points[from]);
            self.shares[i] = share;
        }
        (self.count, self.nearest) = (part.count, part.nearest.0);
    }

    fn has_ray(&self) -> bool {
        (0..self.count).any(|i| self.is_ray(i))
    }

    /// Adds a vertex or ray, and drops those that the point nearest to zero no longer needs. `None` if they
    /// are affinely dependent, up to rounding.
    #[inline(always)]
    pub(crate) fn add(&mut self, corner: Corner, point: V::Array<f64>) -> Option<()> {
        (self.corners[self.count], self.points[self.count]) = (corner, point);
        self.shares[self.count] = 0.0;
        self.count += 1;
        // Each iteration but the last drops one vertex.
        for _ in 0..MOST {
            let (shares, Vect(nearest)) = self.nearest_on_flat()?;
            let mut step = 1.0;
            let mut dropped = None;
            for i in 0..self.count {
                if shares[i] <= 0.0 {
                    let fall = self.shares[i] - shares[i];
                    let until = if fall > 0.0 { self.shares[i] / fall } else { 0.0 };
                    if dropped.is_none() || until < step {
                        (step, dropped) = (until, Some(i));
                    }
                }
            }
            let Some(dropped) = dropped else {
                (self.shares, self.nearest) = (shares, nearest);
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

    #[inline(always)]
    fn is_ray(&self, i: usize) -> bool {
        !matches!(self.corners[i], Corner::Vertex(..))
    }

    /// The point nearest to zero in the affine hull, and what it is made of. `None` if a vertex or ray is in
    /// the affine hull of the others.
    ///
    /// Zero is projected on the edges one after another, each of which is first made perpendicular to those
    /// before it (modified Gram-Schmidt), and then once more, because what is left of a vector that is nearly
    /// all taken away keeps few digits.
    fn nearest_on_flat(&self) -> Option<([f64; MOST], Vect<V, f64>)> {
        // Loops of a length that is known are unrolled.
        match self.count {
            1 => self.nearest_on::<0>(),
            2 => self.nearest_on::<1>(),
            3 => self.nearest_on::<2>(),
            _ => self.nearest_on::<3>(),
        }
    }

    /// As [`nearest_on_flat`](Self::nearest_on_flat), of a simplex with so many edges from one of its vertices.
    fn nearest_on<const EDGES: usize>(&self) -> Option<([f64; MOST], Vect<V, f64>)> {
        let base = (0..=EDGES).find(|&i| !self.is_ray(i))?;
        let origin = Vect(self.points[base]);
        let mut edges = [Vect::zero(); EDGES];
        let mut places = [0; EDGES];
        for k in 0..EDGES {
            let i = if k < base { k } else { k + 1 };
            let point = Vect(self.points[i]);
            edges[k] = if self.is_ray(i) { point } else { point - origin };
            places[k] = i;
        }
        let whole = edges.map(Vect::square);
        let mut factors = [[0.0; EDGES]; EDGES];
        let (mut along, mut inverses) = ([0.0; EDGES], [0.0; EDGES]);
        let mut left = origin;
        for i in 0..EDGES {
            let own = edges[i];
            let square = own.square();
            if !(square > DEPENDENT * whole[i]) {
                return None;
            }
            inverses[i] = 1.0 / square;
            for j in i + 1..EDGES {
                let factor = own.dot(edges[j]) * inverses[i];
                factors[i][j] = factor;
                edges[j] = edges[j] - own * factor;
            }
        }
        for _ in 0..2 {
            for i in 0..EDGES {
                let share = left.dot(edges[i]) * inverses[i];
                along[i] -= share;
                left = left - edges[i] * share;
            }
        }
        let mut shares = [0.0; MOST];
        shares[base] = 1.0;
        for i in (0..EDGES).rev() {
            let share =
                (i + 1..EDGES).fold(along[i], |sum, j| sum - factors[i][j] * shares[places[j]]);
            shares[places[i]] = share;
            if !self.is_ray(places[i]) {
                shares[base] -= share;
            }
        }
        Some((shares, left))
    }
}

#[cfg(test)]
mod tests;
