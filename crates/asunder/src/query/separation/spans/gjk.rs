//! GJK as the filter of a predicate: its certificates, checked by estimates.
//!
//! The search (`query/gjk.rs`) need not be right, because its result is checked: a direction proves that the
//! sets are apart if they have a gap along it; vertices of `K` prove that they meet if zero is inside their
//! simplex, or some mean of them is nearer to zero than the radius. For round sets that touch, the direction
//! that the search ends with is tested in exact numbers. If nothing is proved, all axes are tested.

use super::nearest::{apart_nearest, apart_nearest_face};
use super::{DynPair, Question, SatPair};
use crate::array::Mapped as _;
use crate::exact::{Estimate, Exact, Number};
use crate::linalg::Vect;
use crate::query::generators::{Generators, Homogeneous};
use crate::query::gjk::{Corner, Goal, MOST, Outcome, Simplex, Support, search};
use crate::space::Vector;
use core::cmp::Ordering;

/// Whether two sets are apart, by the question's rule, if GJK finds a certificate that holds; else `None`.
pub(super) fn gjk<'q, V: Vector, Q: Question<V>>(
    question: &'q Q,
    pair: &SatPair<V, Estimate, Q::A<'q, Estimate>, Q::B<'q, Estimate>>,
) -> Option<bool> {
    let (a, b, radius) = question.spans::<f64>();
    let (a, b) = (Spanning::<V, _>::of(&a), Spanning::<V, _>::of(&b));
    let start = b.corner(0) - a.corner(0);
    let own = &pair.as_dyn();
    match search::<V>(&a, &b, &start.0, Goal::Decide { radius }) {
        Outcome::Apart(simplex) => proved(question, own, &Certificate::Gap(&simplex), true),
        Outcome::Around(simplex) => proved(question, own, &Certificate::Around(&simplex), false),
        Outcome::Near(simplex) => {
            let shares = shares(own, &simplex)?;
            proved(question, own, &Certificate::Near(&simplex, shares), false)
        }
        Outcome::Nearest(simplex) if pair.is_round => {
            let mut vertices = [(0, 0); MOST];
            for (vertex, corner) in vertices.iter_mut().zip(&simplex.corners[..simplex.count]) {
                let Corner::Vertex(i, j) = *corner else { return None };
                *vertex = (i, j);
            }
            let corners = &vertices[..simplex.count];
            apart_nearest(own, corners)
                .or_else(|| apart_by_nearest::<V, V::Longer, Q>(question, &simplex, corners))
                .or_else(|| apart_by_nearest::<V, V::Exact, Q>(question, &simplex, corners))
        }
        Outcome::Nearest(simplex) => proved(question, own, &Certificate::Gap(&simplex), true),
        Outcome::At(_) | Outcome::Unknown => None,
    }
}

/// What the search ends with, to be checked.
enum Certificate<'s, V: Vector> {
    /// The sets are apart along the point nearest to zero.
    Gap(&'s Simplex<V>),
    /// Zero is inside the simplex.
    Around(&'s Simplex<V>),
    /// A mean of the simplex, with these weights, is nearer to zero than the radius.
    Near(&'s Simplex<V>, [f32; MOST]),
}

impl<V: Vector> Certificate<'_, V> {
    fn holds<N: Exact>(&self, pair: &DynPair<'_, V, N>) -> bool {
        match self {
            Self::Gap(simplex) => direction(simplex)
                .is_some_and(|direction| pair.beyond(direction).contains(&Some(true))),
            Self::Around(simplex) => surround_zero(pair, &simplex.corners),
            Self::Near(simplex, shares) => is_near(pair, simplex, shares),
        }
    }
}

/// The answer that a certificate is for, if it holds, by estimates or by longer ones.
fn proved<V: Vector, Q: Question<V>>(
    question: &Q,
    pair: &DynPair<'_, V, Estimate>,
    certificate: &Certificate<'_, V>,
    answer: bool,
) -> Option<bool> {
    (certificate.holds(pair) || holds_by_longer(question, certificate)).then_some(answer)
}

/// Whether longer numbers prove a certificate: of shapes far out, or of sizes that differ much, estimates know
/// too little, but the search is still right.
#[cold]
#[inline(never)]
fn holds_by_longer<V: Vector, Q: Question<V>>(
    question: &Q,
    certificate: &Certificate<'_, V>,
) -> bool {
    certificate.holds(&SatPair::<V, V::Longer, _, _>::with_axes(question, false).as_dyn())
}

/// Whether round sets are apart, given the vertices around the nearest points, in numbers longer than estimates.
#[cold]
#[inline(never)]
fn apart_by_nearest<V: Vector, N: Exact, Q: Question<V>>(
    question: &Q,
    simplex: &Simplex<V>,
    corners: &[(usize, usize)],
) -> Option<bool> {
    N::scoped(|| {
        let pair = SatPair::<V, N, _, _>::with_axes(question, false);
        let pair = pair.as_dyn();
        // A gap too narrow for floating-point numbers is wide enough beside the rounding of its
        // direction, which tilts it: along that, whose numbers are short, the test costs least.
        Certificate::Gap(simplex)
            .holds(&pair)
            .then_some(true)
            .or_else(|| apart_nearest(&pair, corners))
            .or_else(|| apart_nearest_face(&pair, corners))
    })
}

/// The direction to the point of a simplex that is nearest to zero, rounded; `None` if it has none.
fn direction<V: Vector, N: Number>(simplex: &Simplex<V>) -> Option<Vect<V, N>> {
    let direction = Vect::<V, f64>(simplex.nearest);
    let largest = direction.abs().largest();
    let is_direction = largest > 0.0 && largest < f64::INFINITY;
    is_direction.then(|| direction.map(|x| N::of((x / largest) as f32)))
}

/// The generators of a set as a support, whose vertices are the set's corners.
struct Spanning<'s, V: Vector, S> {
    span: &'s S,
    /// The unit directions of the rays, as many as fit; a ray left out costs no more than a certificate.
    rays: [Vect<V, f64>; RAYS],
    count: usize,
}

/// The most rays of a shape.
const RAYS: usize = 8;

impl<'s, V: Vector, S: Generators<V, f64>> Spanning<'s, V, S> {
    fn of(span: &'s S) -> Self {
        let mut rays = [Vect::zero(); RAYS];
        let mut count = 0;
        let units = (0..span.rays()).filter_map(|i| Vect::<V, f64>(span.ray(i)).normalized());
        for (ray, unit) in rays.iter_mut().zip(units) {
            *ray = unit;
            count += 1;
        }
        Self { span, rays, count }
    }

    fn corner(&self, i: usize) -> Vect<V, f64> {
        let Homogeneous { x, w } = self.span.corner(i);
        Vect(x).map(|x: f64| x / w)
    }
}

impl<V: Vector, S: Generators<V, f64>> Support<V> for Spanning<'_, V, S> {
    fn furthest(&self, direction: &V::Array<f64>, near: usize) -> usize {
        let (span, axis) = (self.span, Vect::<V, f64>(*direction));
        if let Some(hull) = span.hull() {
            return hull.furthest(direction, near);
        }
        let (mut best, mut height) = (0, f64::NEG_INFINITY);
        for i in 0..span.points() {
            let Homogeneous { x, w } = span.point(i);
            let at = axis.dot(Vect(x)) / w;
            if at > height {
                (best, height) = (i, at);
            }
        }
        let halves = span.halves();
        (0..halves).fold(best << halves, |corner, k| {
            corner | usize::from(axis.dot(Vect(span.half(k))) < 0.0) << k
        })
    }
    fn vertex(&self, i: usize) -> V::Array<f64> {
        self.corner(i).0
    }
    fn rays(&self) -> usize {
        self.count
    }
    fn ray(&self, i: usize) -> V::Array<f64> {
        self.rays[i].0
    }
}

/// A vertex of `K` times its weight, and the weight, which is zero for a ray.
fn corner<V: Vector, N: Exact>(pair: &DynPair<'_, V, N>, corner: Corner) -> (Vect<V, N>, N) {
    match corner {
        Corner::Vertex(i, j) => {
            let (from, to) = (Generators::corner(&pair.a, i), Generators::corner(&pair.b, j));
            (from.vector_to(&to).map(N::settled), from.w * to.w)
        }
        Corner::RayOfA(k) => (-Vect(pair.a.ray(k)), N::ZERO),
        Corner::RayOfB(k) => (Vect(pair.b.ray(k)), N::ZERO),
    }
}

/// Whether zero is certainly inside the simplex: seen from zero, all facets have the same orientation.
fn surround_zero<V: Vector, N: Exact>(pair: &DynPair<'_, V, N>, corners: &[Corner; MOST]) -> bool {
    let points = corners.mapped(|at| corner(pair, at).0);
    let mut turn = None;
    (0..=V::DIM).all(|left_out| {
        let facet = |k: usize| points[if k < left_out { k } else { k + 1 }];
        let sign = facet(0).cross(facet(1)).dot(facet(V::DIM - 1)).sign();
        let sign = if left_out % 2 == 0 { sign } else { sign.map(Ordering::reverse) };
        let is_certain = matches!(sign, Some(Ordering::Less | Ordering::Greater));
        is_certain && *turn.get_or_insert(sign) == sign
    })
}

/// The shares of a simplex's corners, by their weights, rounded; `None` if one is no number.
fn shares<V: Vector>(pair: &DynPair<'_, V, Estimate>, simplex: &Simplex<V>) -> Option<[f32; MOST]> {
    let mut shares = [0.0; MOST];
    for (i, share) in shares.iter_mut().enumerate().take(simplex.count) {
        let (point, weight) = corner(pair, simplex.corners[i]);
        let unit = match simplex.corners[i] {
            Corner::Vertex(..) => {
                let [low, high] = weight.range();
                0.5 * (low + high)
            }
            Corner::RayOfA(_) | Corner::RayOfB(_) => point.square().range()[1].sqrt(),
        };
        *share = (simplex.shares[i] / unit) as f32;
        if !(*share >= 0.0 && *share < f32::INFINITY) {
            return None;
        }
    }
    Some(shares)
}

/// Whether a weighted mean of the vertices is certainly nearer to zero than the radius. Its weights are
/// rounded, which gives another point of the simplex, and that proves as much.
fn is_near<V: Vector, N: Exact>(
    pair: &DynPair<'_, V, N>,
    simplex: &Simplex<V>,
    shares: &[f32; MOST],
) -> bool {
    let (mut sum, mut weight) = (Vect::zero(), N::ZERO);
    for (&at, &share) in simplex.corners[..simplex.count].iter().zip(shares) {
        let (point, own) = corner(pair, at);
        sum = sum + point * N::of(share);
        weight = weight + own * N::of(share);
    }
    let reach = pair.radius * weight;
    let beyond = sum.square() - reach * reach;
    beyond.sign() == Some(Ordering::Less)
}
