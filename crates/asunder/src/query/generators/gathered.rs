//! Generators that are computed once, for a test that uses each of them many times.

use super::{Generators, Homogeneous};
use crate::exact::{Estimate, Exact, Number};
use crate::linalg::Vect;
use crate::space::Vector;
use core::cmp::Ordering;

/// The most generators of each kind. Enough for a moving box or frustum.
pub(crate) const POINTS: usize = 16;
const HALVES: usize = 3;
const RAYS: usize = 7;
const EDGES: usize = 32;
const DIRECTIONS: usize = 16;
const NORMALS: usize = 24;

/// The stored generators of a set that has few of them.
pub(crate) struct Gathered<V: Vector, N: Number> {
    points: FixedList<Homogeneous<V, N>, POINTS>,
    halves: FixedList<V::Array<N>, HALVES>,
    rays: FixedList<V::Array<N>, RAYS>,
    edges: FixedList<(usize, usize), EDGES>,
    directions: FixedList<V::Array<N>, DIRECTIONS>,
    normals: FixedList<V::Array<N>, NORMALS>,
    share_weight: bool,
}

/// The first `count` of an array.
struct FixedList<T, const MOST: usize> {
    all: [T; MOST],
    count: usize,
}

impl<T: Copy, const MOST: usize> FixedList<T, MOST> {
    fn blank(blank: T) -> Self {
        Self { all: [blank; MOST], count: 0 }
    }

    /// Fills the list with `count` values; `None` if there is no room.
    fn fill(&mut self, count: usize, get: impl Fn(usize) -> T) -> Option<()> {
        let all = self.all.get_mut(..count)?;
        let mut i = 0;
        while i < count {
            all[i] = get(i);
            i += 1;
        }
        self.count = count;
        Some(())
    }
}

impl<V: Vector, N: Number> Gathered<V, N> {
    /// An empty store, to be [filled](Self::fill) in place, so that kilobytes are not moved.
    pub(crate) fn blank() -> Self {
        let zero = Vect::<V, N>::zero().0;
        Self {
            points: FixedList::blank(Homogeneous { x: zero, w: N::ONE }),
            halves: FixedList::blank(zero),
            rays: FixedList::blank(zero),
            edges: FixedList::blank((0, 0)),
            directions: FixedList::blank(zero),
            normals: FixedList::blank(zero),
            share_weight: false,
        }
    }

    /// Takes the generators of a set; `None` if it has too many.
    pub(crate) fn fill(&mut self, span: &impl Generators<V, N>) -> Option<()> {
        self.points.fill(span.points(), |i| span.point(i))?;
        self.halves.fill(span.halves(), |i| span.half(i))?;
        self.rays.fill(span.rays(), |i| span.ray(i))?;
        self.edges.fill(span.edges(), |i| span.edge(i))?;
        self.directions.fill(span.directions(), |i| span.direction(i))?;
        self.normals.fill(span.normals(), |i| span.normal(i))?;
        self.share_weight = span.share_weight();
        Some(())
    }
}

impl<V: Vector> Gathered<V, Estimate> {
    /// A point of the set.
    pub(crate) fn first(&self) -> Homogeneous<V, Estimate> {
        self.points.all[0]
    }

    /// The set relative to a point, with numbers whose errors are measured anew: where nothing was rounded, the
    /// distance from zero takes no digits.
    pub(crate) fn settle(&mut self, origin: &Homogeneous<V, Estimate>) {
        let settled = |x: Vect<V, Estimate>| x.map(Estimate::settled).0;
        for point in self.points.all[..self.points.count].iter_mut() {
            point.x = settled(origin.vector_to(point));
            point.w = point.w * origin.w;
        }
        for half in self.halves.all[..self.halves.count].iter_mut() {
            *half = settled(Vect::<V, _>(*half) * origin.w);
        }
        let directions = self.directions.all[..self.directions.count].iter_mut();
        for vector in directions.chain(self.normals.all[..self.normals.count].iter_mut()) {
            *vector = settled(Vect(*vector));
        }
    }
}

/// Which directions and normals of a set are certainly zero, or parallel to an earlier one that is not
/// repeated, as bit sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeated {
    directions: u32,
    normals: u32,
}

impl Repeated {
    /// `None` if the set has too many of them.
    pub(crate) fn of<V: Vector, N: Exact>(span: &impl Generators<V, N>) -> Option<Self> {
        let mut vectors = FixedList::<_, NORMALS>::blank(Vect::<V, N>::zero().0);
        let mut among = |count: usize, get: &dyn Fn(usize) -> V::Array<N>| {
            vectors.fill(count, get)?;
            Some(repeated::<V, N>(&vectors.all[..count]))
        };
        let directions = among(span.directions(), &|i| span.direction(i))?;
        Some(Self { directions, normals: among(span.normals(), &|i| span.normal(i))? })
    }

    pub(crate) fn is_direction(self, i: usize) -> bool {
        self.directions >> i & 1 == 1
    }

    pub(crate) fn is_normal(self, i: usize) -> bool {
        self.normals >> i & 1 == 1
    }
}

/// Which vectors are certainly zero, or parallel to an earlier one that is not repeated.
fn repeated<V: Vector, N: Exact>(vectors: &[V::Array<N>]) -> u32 {
    let vanishes = |x: &V::Array<N>| (0..V::DIM).all(|t| x[t].sign() == Some(Ordering::Equal));
    let mut repeated = 0_u32;
    for (i, x) in vectors.iter().enumerate() {
        let stands_for_it = |j| repeated >> j & 1 == 0 && is_along::<V, N>(x, &vectors[j]);
        if vanishes(x) || (0..i).any(stands_for_it) {
            repeated |= 1 << i;
        }
    }
    repeated
}

/// Whether a vector is certainly a multiple of another, which is certainly not zero.
pub(crate) fn is_along<V: Vector, N: Exact>(x: &V::Array<N>, line: &V::Array<N>) -> bool {
    let differs = |t: usize| matches!(line[t].sign(), Some(Ordering::Less | Ordering::Greater));
    let is_level = |t: usize| {
        let next = (t + 1) % V::DIM;
        (x[t] * line[next] - x[next] * line[t]).sign() == Some(Ordering::Equal)
    };
    (0..V::DIM).any(differs) && (0..V::DIM).all(is_level)
}

impl<V: Vector, N: Number> Generators<V, N> for Gathered<V, N> {
    fn points(&self) -> usize {
        self.points.count
    }
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        self.points.all[i]
    }
    fn share_weight(&self) -> bool {
        self.share_weight
    }
    fn halves(&self) -> usize {
        self.halves.count
    }
    fn half(&self, i: usize) -> V::Array<N> {
        self.halves.all[i]
    }
    fn rays(&self) -> usize {
        self.rays.count
    }
    fn ray(&self, i: usize) -> V::Array<N> {
        self.rays.all[i]
    }
    fn edges(&self) -> usize {
        self.edges.count
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        self.edges.all[i]
    }
    fn directions(&self) -> usize {
        self.directions.count
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        self.directions.all[i]
    }
    fn normals(&self) -> usize {
        self.normals.count
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        self.normals.all[i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Estimate;
    use glam::{Vec2, Vec3};

    fn repeated_of<V: Vector>(vectors: &[V::Array<f32>]) -> u32 {
        let wide = |x: &V::Array<f32>| Vect::<V, Estimate>::of(x).0;
        repeated::<V, Estimate>(&vectors.iter().map(wide).collect::<Vec<_>>())
    }

    /// A zero vector is repeated, and no other vector is a repetition of it.
    #[test]
    fn what_is_parallel_counts_once_and_zero_not_at_all() {
        let vectors =
            [[0.0; 3], [1.0, 2.0, 3.0], [-0.5, -1.0, -1.5], [1.0, 2.0, 3.0000002], [0.0; 3]];
        assert_eq!(repeated_of::<Vec3>(&vectors), 0b10101);
        assert_eq!(repeated_of::<Vec2>(&[[1.0, 0.0], [0.0, 1.0], [3.0, 0.0]]), 0b100);
    }

    /// Nothing is repeated where a sign is uncertain.
    #[test]
    fn what_may_differ_is_kept() {
        let third = Estimate::of(1.0 / 3.0) * Estimate::of(1e-20) + Estimate::of(1.0);
        let x = [third * third * third, Estimate::of(1.0), Estimate::of(1.0)];
        assert_eq!(repeated::<Vec3, Estimate>(&[x, x]), 0);
    }
}
