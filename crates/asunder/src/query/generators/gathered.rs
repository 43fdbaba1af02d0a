//! Generators that are computed once, for a test that asks for each of them many times.

use super::{Generators, Homogeneous};
use crate::exact::{Exact, Number};
use crate::space::Vector;
use core::cmp::Ordering;

/// Most that are gathered of each kind. Enough for two moving boxes or frusta.
const POINTS: usize = 16;
const HALVES: usize = 3;
const RAYS: usize = 7;
const EDGES: usize = 32;
const DIRECTIONS: usize = 16;
const NORMALS: usize = 24;

/// The generators of a set that has few of them.
pub(crate) struct Gathered<V: Vector, N: Number> {
    points: FixedList<Homogeneous<V, N>, POINTS>,
    halves: FixedList<V::Array<N>, HALVES>,
    rays: FixedList<V::Array<N>, RAYS>,
    edges: FixedList<(usize, usize), EDGES>,
    directions: FixedList<V::Array<N>, DIRECTIONS>,
    normals: FixedList<V::Array<N>, NORMALS>,
    share_weight: bool,
    /// Those that are zero or parallel to an earlier one, by bits.
    repeated_directions: u32,
    repeated_normals: u32,
}

/// The first `count` of an array.
struct FixedList<T, const MOST: usize> {
    all: [T; MOST],
    count: usize,
}

impl<T: Copy, const MOST: usize> FixedList<T, MOST> {
    /// So many, if there is room.
    fn of(count: usize, blank: T, get: impl Fn(usize) -> T) -> Option<Self> {
        let mut all = [blank; MOST];
        for (i, place) in all.get_mut(..count)?.iter_mut().enumerate() {
            *place = get(i);
        }
        Some(Self { all, count })
    }
}

impl<V: Vector, N: Exact> Gathered<V, N> {
    /// Those of a set, unless it has too many.
    pub(crate) fn of(span: &impl Generators<V, N>) -> Option<Self> {
        let zero = V::array(|_| N::ZERO);
        let origin = Homogeneous { x: zero, w: N::ONE };
        let directions = FixedList::of(span.directions(), zero, |i| span.direction(i))?;
        let normals = FixedList::of(span.normals(), zero, |i| span.normal(i))?;
        Some(Self {
            points: FixedList::of(span.points(), origin, |i| span.point(i))?,
            halves: FixedList::of(span.halves(), zero, |i| span.half(i))?,
            rays: FixedList::of(span.rays(), zero, |i| span.ray(i))?,
            edges: FixedList::of(span.edges(), (0, 0), |i| span.edge(i))?,
            share_weight: span.share_weight(),
            repeated_directions: repeated::<V, N>(&directions.all[..directions.count]),
            repeated_normals: repeated::<V, N>(&normals.all[..normals.count]),
            directions,
            normals,
        })
    }

    /// Whether a direction is certainly zero, or parallel to an earlier one that is not repeated.
    pub(crate) fn repeats_direction(&self, i: usize) -> bool {
        self.repeated_directions >> i & 1 == 1
    }

    /// The same of a normal.
    pub(crate) fn repeats_normal(&self, i: usize) -> bool {
        self.repeated_normals >> i & 1 == 1
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

/// Whether a vector certainly lies along the line of another, which is certainly not zero.
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
        let wide = |x: &V::Array<f32>| V::array(|t| Estimate::of(x[t]));
        repeated::<V, Estimate>(&vectors.iter().map(wide).collect::<Vec<_>>())
    }

    /// A vector of zero is parallel to all, and stands for none of them.
    #[test]
    fn what_is_parallel_counts_once_and_zero_not_at_all() {
        let vectors =
            [[0.0; 3], [1.0, 2.0, 3.0], [-0.5, -1.0, -1.5], [1.0, 2.0, 3.0000002], [0.0; 3]];
        assert_eq!(repeated_of::<Vec3>(&vectors), 0b10101);
        assert_eq!(repeated_of::<Vec2>(&[[1.0, 0.0], [0.0, 1.0], [3.0, 0.0]]), 0b100);
    }

    /// Where a sign is uncertain, nothing is left out.
    #[test]
    fn what_may_differ_is_kept() {
        let third = Estimate::of(1.0 / 3.0) * Estimate::of(1e-20) + Estimate::of(1.0);
        let x = [third * third * third, Estimate::of(1.0), Estimate::of(1.0)];
        assert_eq!(repeated::<Vec3, Estimate>(&[x, x]), 0);
    }
}
