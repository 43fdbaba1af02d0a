//! The closest points of two cores that are apart, by GJK in `f64`.

use super::polytope::{Core, Wide, dot, unit};
use crate::query::gjk::{Corner, Goal, Outcome, Simplex, Support, search};
use crate::space::Vector;

/// The simplex around the point of `K` nearest to zero.
pub(super) struct Nearest<V: Vector> {
    pub(super) simplex: Simplex<V>,
    /// The point of `K` nearest to zero: the vector from `a` to `b` between the nearest points. Its length
    /// is an upper bound for the distance, up to rounding.
    pub(super) direction: Wide<V>,
}

impl<V: Vector> Support<V> for Core<'_, V> {
    fn furthest(&self, direction: &Wide<V>, near: usize) -> usize {
        self.furthest_from(direction, near)
    }
    fn vertex(&self, i: usize) -> Wide<V> {
        self.corner(i)
    }
}

/// Finds the nearest points of two cores; `None` if the cores intersect, up to rounding. The search starts
/// at the support points along `start`, a direction from `a` to `b`. A distance of at most `least` counts
/// as zero.
pub(super) fn nearest<V: Vector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    start: &Wide<V>,
    least: f64,
) -> Option<Nearest<V>> {
    let goal = Goal::Nearest { size: a.size + b.size, least };
    match search::<V>(a, b, start, goal) {
        Outcome::Nearest(simplex) => Some(Nearest { simplex, direction: simplex.nearest }),
        _meet_or_unknown => None,
    }
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
        let ends = |i: usize| match corners[i] {
            Corner::Vertex(i, j) => (a.corner(i), b.corner(j)),
            Corner::RayOfA(_) | Corner::RayOfB(_) => (V::array(|_| 0.0), V::array(|_| 0.0)),
        };
        (mean(&|i| ends(i).0), mean(&|i| ends(i).1))
    }
}
