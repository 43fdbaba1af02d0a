//! The closest points of two cores that are apart, by GJK in `f64`.

use super::polytope::{Core, Wide};
use crate::linalg::Vect;
use crate::query::gjk::{Corner, Goal, Outcome, Simplex, SimplexSearch, Support, search};
use crate::space::Vector;

/// The simplex around the point of `K` nearest to zero.
pub(super) struct Nearest<V: Vector> {
    pub(super) simplex: Simplex<V>,
    /// The point of `K` nearest to zero: the vector from `a` to `b` between the nearest points. Its length
    /// is an upper bound for the distance, up to rounding.
    pub(super) direction: Vect<V, f64>,
}

impl<V: Vector> Support<V> for Core<'_, V> {
    #[inline(always)]
    fn furthest(&self, direction: &Wide<V>, near: usize) -> usize {
        self.furthest_from(direction, near)
    }
    #[inline(always)]
    fn vertex(&self, i: usize) -> Wide<V> {
        self.corner(i)
    }
    fn rays(&self) -> usize {
        Core::rays(self).len()
    }
    fn ray(&self, i: usize) -> Wide<V> {
        Core::rays(self)[i].0
    }
}

/// What the search says about two cores.
pub(super) enum NearestOutcome<V: Vector> {
    /// They are apart, by a certificate that rounding may have spoilt.
    Apart(Nearest<V>),
    /// They have points nearer to each other than `least` and a rounding: zero is on or in a simplex of `K`.
    Meet(Simplex<V>),
    /// Neither is shown.
    Unsure,
}

/// Finds the nearest points of two cores. The search starts at the support points along `start`, a direction
/// from `a` to `b`. A distance of at most `least` counts as zero.
pub(super) fn nearest<V: Vector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    start: Vect<V, f64>,
    least: f64,
    by: SimplexSearch,
) -> NearestOutcome<V> {
    let goal = Goal::Nearest { size: a.size + b.size, least, search: by };
    match search::<V>(a, b, &start.0, goal) {
        Outcome::Nearest(simplex) => NearestOutcome::Apart(Nearest::of(simplex)),
        Outcome::At(simplex) | Outcome::Around(simplex) => {
            // A mean of the vertices is a point of `K`, whatever rounding made of its shares.
            let found = Nearest::of(simplex);
            let (on_a, on_b) = found.points(a, b);
            let far = found.reach();
            let near = (on_b - on_a).length() <= least + NOISE * far;
            if near && far < f64::INFINITY {
                NearestOutcome::Meet(simplex)
            } else {
                NearestOutcome::Unsure
            }
        }
        Outcome::Apart(_) | Outcome::Near(_) | Outcome::Unknown => NearestOutcome::Unsure,
    }
}

/// A tilt towards rays that the direction is perpendicular to.
const TILT: f64 = 1.0 / (1u64 << 47) as f64;
/// The sine above which a unit axis certainly leads along a unit ray: 2⁻⁴⁸, or 32 units of 2⁻⁵³. Both are off by
/// at most five units, their product by three.
const LEADS: f64 = 1.0 / (1u64 << 48) as f64;
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

impl<V: Vector> Nearest<V> {
    pub(super) fn of(simplex: Simplex<V>) -> Self {
        Self { simplex, direction: Vect(simplex.nearest) }
    }

    /// The first candidate for an axis: the direction between the nearest points.
    pub(super) fn axis(&self, a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Vect<V, f64>> {
        let axis = self.direction.unit()?;
        if a.is_unbounded() || b.is_unbounded() { beside_rays(axis, a, b) } else { Some(axis) }
    }

    /// The second, of bounded cores: the one perpendicular to the simplex's edge or face.
    pub(super) fn axis_across(&self, a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Vect<V, f64>> {
        let Simplex { points, count, .. } = &self.simplex;
        if a.is_unbounded() || b.is_unbounded() || *count != V::DIM {
            return None;
        }
        let edge = |i: usize| Vect::<V, f64>(points[i]) - Vect(points[0]);
        let normal = edge(1).cross(edge(*count - 1));
        let faces_back = normal.dot(self.direction) < 0.0;
        if faces_back { -normal } else { normal }.unit()
    }

    /// A bound on the taxicab distance of what the nearest points are computed from, the rays included.
    pub(super) fn reach(&self) -> f64 {
        let Simplex { points, shares, count, .. } = &self.simplex;
        let length = |i: usize| shares[i] * Vect::<V, f64>(points[i]).norm1();
        (0..*count).fold(0.0, |sum, i| sum + length(i))
    }

    /// The nearest points of the cores.
    pub(super) fn points(&self, a: &Core<'_, V>, b: &Core<'_, V>) -> (Vect<V, f64>, Vect<V, f64>) {
        let Simplex { corners, shares, count, .. } = &self.simplex;
        let ends = |i: usize| match corners[i] {
            Corner::Vertex(i, j) => (Vect(a.corner(i)), Vect(b.corner(j))),
            Corner::RayOfA(k) => (a.rays()[k], Vect::zero()),
            Corner::RayOfB(k) => (Vect::zero(), b.rays()[k]),
        };
        (0..*count).fold((Vect::zero(), Vect::zero()), |(on_a, on_b), i| {
            let (of_a, of_b) = ends(i);
            (on_a + of_a * shares[i], on_b + of_b * shares[i])
        })
    }
}

/// The axis turned so that no ray of `a` leads along it, nor one of `b` against it, for certain: then the gap
/// of the points alone is one of the unbounded cores. `None` if it takes more than a rounding.
fn beside_rays<V: Vector>(
    axis: Vect<V, f64>,
    a: &Core<'_, V>,
    b: &Core<'_, V>,
) -> Option<Vect<V, f64>> {
    let mut turned = axis;
    let sides = [(a, -1.0), (b, 1.0)];
    for (core, side) in sides {
        for ray in core.rays() {
            let along = side * turned.dot(*ray);
            if along < TILT {
                turned = turned + *ray * ((TILT - along) * side);
            }
        }
    }
    let is_near = (turned - axis).square() < 1024.0 * TILT * TILT;
    let turned = turned.unit()?;
    let is_free = sides
        .into_iter()
        .all(|(core, side)| core.rays().iter().all(|ray| side * turned.dot(*ray) > LEADS));
    (is_free && is_near).then_some(turned)
}
