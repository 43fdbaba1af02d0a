//! The nearest points of two cores in exact numbers, for pairs that `f64` measures too roughly.
//!
//! GJK over the Minkowski difference `K = b - a`, with rays as generators of weight zero: the point of `K`
//! nearest to zero is a mean of at most as many generators as space has dimensions. Each round checks the
//! optimality of such a mean over all of `K`, and otherwise exchanges a generator; every round is nearer to
//! zero, none is visited twice, and all signs are exact, so that it ends with the truth whatever it began
//! with. It begins with the simplex that `f64` ended with, which is nearly always the right one.

use super::polytope::Core;
use crate::exact::{Certain, Number, WideFloat, widen};
use crate::linalg::Vect;
use crate::query::generators::{AnySpan, Generators, Homogeneous, Spanned};
use crate::query::gjk::Corner;
use crate::shape::{Plane, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// The nearest points of two cores that share none.
pub(super) struct CertainNearest<V: Vector> {
    /// The unit vector from `a` to `b`, to the last places of `f64`.
    pub(super) direction: Vect<V, f64>,
    /// The distance of the cores less both radii, to the last places of `f64` however small.
    pub(super) gap: f64,
    /// The nearest point of the core of `a`, relative to the origin.
    pub(super) on_a: Vect<V, f64>,
    pub(super) on_b: Vect<V, f64>,
}

/// What exact numbers say about two cores.
pub(super) enum Certainty<V: Vector> {
    Apart(CertainNearest<V>),
    /// They share a point.
    Meet,
    /// The generators are too many, or too far out, to be asked.
    Unknown,
}

/// The most rounds. Every one is nearer to zero; most pairs take one or two.
const ROUNDS: usize = 4096;

/// Up to as many generators as space has dimensions, and the one that a round adds.
#[derive(Clone, Copy)]
struct Active {
    corners: [Corner; 4],
    count: usize,
}

impl Active {
    fn listed(&self) -> &[Corner] {
        &self.corners[..self.count]
    }
}

/// What one round finds.
enum Iteration<V: Vector> {
    Done(CertainNearest<V>),
    Meet,
    Next(Active),
}

/// The nearest points of the cores of two shapes, the first one displaced, relative to `origin`. The search
/// begins with generators that may be the right ones.
#[cold]
#[inline(never)]
pub(super) fn nearest_for_certain<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    displacement: Vect<V, f64>,
    origin: &V::Array<f32>,
    begin: &[Corner],
) -> Certainty<V> {
    let mut active = Active { corners: [Corner::Vertex(0, 0); 4], count: 1 };
    let is_vertex = |corner: &Corner| matches!(corner, Corner::Vertex(..));
    if begin.len() <= V::DIM && begin.iter().any(is_vertex) {
        active.count = begin.len();
        active.corners[..begin.len()].copy_from_slice(begin);
        active = V::Exact::scoped(|| {
            let pair = ExactPair::of([a, b], displacement);
            pair.best_part(&active, None).unwrap_or(Active { count: 1, ..active })
        });
        if !is_vertex(&active.corners[0]) && active.count == 1 {
            active.corners[0] = Corner::Vertex(0, 0);
        }
    }
    let radii = [a, b].map(|shape| shape.radius());
    for _ in 0..ROUNDS {
        let round =
            V::Exact::scoped(|| ExactPair::of([a, b], displacement).round(&active, radii, origin));
        match round {
            Iteration::Done(nearest) => return Certainty::Apart(nearest),
            Iteration::Meet => return Certainty::Meet,
            Iteration::Next(next) => active = next,
        }
    }
    Certainty::Unknown
}

/// An `f64` as an exact number: the sum of three `f32`, which it is from 2⁻⁷⁵ to the greatest of them; less of it is
/// left beyond.
fn exactly<N: Number>(x: f64) -> N {
    let first = x as f32;
    let rest = x - widen(first);
    let second = rest as f32;
    N::of(first) + N::of(second) + N::of((rest - widen(second)) as f32)
}

/// The generators of two shapes in exact numbers, the first displaced.
struct ExactPair<'s, V: Vector> {
    a: AnySpan<'s, V, V::Exact>,
    b: AnySpan<'s, V, V::Exact>,
    displacement: Vect<V, V::Exact>,
}

/// A generator of `K`: the difference of parts of both sets, over one weight; zero for a ray.
struct Generator<V: Vector> {
    x: Vect<V, V::Exact>,
    w: V::Exact,
    of_a: Vect<V, V::Exact>,
    of_b: Vect<V, V::Exact>,
}

/// The nearest point of an affine hull: `point/weight`, and what it is made of.
struct ExactFoot<V: Vector> {
    point: Vect<V, V::Exact>,
    weight: V::Exact,
    factors: [V::Exact; 3],
}

/// A vector, and others times a factor each.
fn weighted_sum<V: Vector>(
    start: Vect<V, V::Exact>,
    parts: impl Iterator<Item = Vect<V, V::Exact>>,
    factors: &[V::Exact],
) -> Vect<V, V::Exact> {
    parts.zip(factors).fold(start, |sum, (part, factor)| sum + part * *factor)
}

fn is_less<N: Certain>(x: N, y: N) -> bool {
    (x - y).ordering() == Ordering::Less
}

impl<'s, V: Vector> ExactPair<'s, V> {
    fn of([a, b]: [&'s ShapeRef<'s, V>; 2], displacement: Vect<V, f64>) -> Self {
        Self { a: a.span(0), b: b.span(1), displacement: displacement.map(exactly) }
    }

    /// A corner of `a`, over the weight that comes with it.
    fn corner_of_a(&self, i: usize) -> (Vect<V, V::Exact>, V::Exact) {
        let Homogeneous { x, w } = self.a.corner(i);
        (Vect(x) + self.displacement * w, w)
    }

    fn generator(&self, corner: Corner) -> Generator<V> {
        match corner {
            Corner::Vertex(i, j) => {
                let ((from, weight), to) = (self.corner_of_a(i), self.b.corner(j));
                let (of_a, of_b) = (from * to.w, Vect(to.x) * weight);
                Generator { x: of_b - of_a, w: weight * to.w, of_a, of_b }
            }
            Corner::RayOfA(k) => {
                let ray = Vect(self.a.ray(k));
                Generator { x: -ray, w: V::Exact::ZERO, of_a: ray, of_b: Vect::zero() }
            }
            Corner::RayOfB(k) => {
                let ray = Vect(self.b.ray(k));
                Generator { x: ray, w: V::Exact::ZERO, of_a: Vect::zero(), of_b: ray }
            }
        }
    }

    /// The nearest point of the affine hull of some generators; `None` if they are dependent, or a part of
    /// the point is not positive: then it is not in their simplex, or fewer generators do.
    fn foot(&self, list: &[Generator<V>]) -> Option<ExactFoot<V>> {
        let (zero, one) = (V::Exact::ZERO, V::Exact::ONE);
        let factors = match list {
            [_] => [one, zero, zero],
            [p, q] => {
                let along = q.x * p.w - p.x * q.w;
                [q.x.dot(along), zero - p.x.dot(along), zero]
            }
            [p, q, r] if V::EDGES != 0 => {
                let across = [q.x.cross(r.x), r.x.cross(p.x), p.x.cross(q.x)];
                let normal = across[0] * p.w + across[1] * q.w + across[2] * r.w;
                across.map(|across| normal.dot(across))
            }
            _ => return None,
        };
        let used = &factors[..list.len()];
        if used.iter().any(|factor| factor.ordering() != Ordering::Greater) {
            return None;
        }
        let weight = list.iter().zip(used).fold(zero, |sum, (part, factor)| sum + part.w * *factor);
        if weight.ordering() != Ordering::Greater {
            return None;
        }
        let point = weighted_sum(Vect::zero(), list.iter().map(|generator| generator.x), used);
        Some(ExactFoot { point, weight, factors })
    }

    /// The part of some generators, with `last` in it, whose mean is the point of their simplex nearest to
    /// zero. `None` if zero is inside, or only inside of more than a part may have.
    fn best_part(&self, active: &Active, last: Option<Corner>) -> Option<Active> {
        let mut all = *active;
        if let Some(last) = last {
            all.corners[all.count] = last;
            all.count += 1;
        }
        (1_u32..1 << all.count).find_map(|part| {
            if last.is_some() && part >> active.count & 1 == 0 {
                return None;
            }
            let mut chosen = Active { count: 0, ..all };
            for (k, corner) in all.listed().iter().enumerate() {
                if part >> k & 1 == 1 {
                    chosen.corners[chosen.count] = *corner;
                    chosen.count += 1;
                }
            }
            let is_best = chosen.count <= V::DIM
                && V::Exact::scoped(|| {
                    let list = chosen.listed().iter().map(|&corner| self.generator(corner));
                    let list: Vec<_> = list.collect();
                    self.foot(&list).is_some_and(|foot| {
                        let left = (0..all.count).filter(|k| part >> k & 1 == 0);
                        left.into_iter().all(|k| !self.is_nearer(all.corners[k], &foot))
                    })
                });
            is_best.then_some(chosen)
        })
    }

    /// Whether a generator is nearer to zero along the direction to a point than the point.
    fn is_nearer(&self, corner: Corner, foot: &ExactFoot<V>) -> bool {
        let Generator { x, w, .. } = self.generator(corner);
        is_less(foot.point.dot(x) * foot.weight, foot.point.square() * w)
    }

    fn round(&self, active: &Active, radii: [f32; 2], origin: &V::Array<f32>) -> Iteration<V> {
        let list: Vec<_> = active.listed().iter().map(|&corner| self.generator(corner)).collect();
        // The active generators are those of a mean, so there is a foot.
        let Some(foot) = self.foot(&list) else { return Iteration::Meet };
        let square = foot.point.square();
        if square.ordering() == Ordering::Equal {
            return Iteration::Meet;
        }
        let next = self.nearest_along(foot.point);
        if !self.is_nearer(next, &foot) {
            return Iteration::Done(Self::found(&list, &foot, square, radii, origin));
        }
        match self.best_part(active, Some(next)) {
            Some(next) => Iteration::Next(next),
            None => Iteration::Meet,
        }
    }

    /// The generator that is nearest along a direction, or a ray that leads against it.
    fn nearest_along(&self, direction: Vect<V, V::Exact>) -> Corner {
        let along = |ray: V::Array<V::Exact>| direction.dot(Vect(ray)).ordering();
        for k in 0..self.a.rays() {
            if V::Exact::scoped(|| along(self.a.ray(k)) == Ordering::Greater) {
                return Corner::RayOfA(k);
            }
        }
        for k in 0..self.b.rays() {
            if V::Exact::scoped(|| along(self.b.ray(k)) == Ordering::Less) {
                return Corner::RayOfB(k);
            }
        }
        Corner::Vertex(furthest(&self.a, direction), furthest(&self.b, -direction))
    }

    fn found(
        list: &[Generator<V>],
        foot: &ExactFoot<V>,
        square: V::Exact,
        radii: [f32; 2],
        origin: &V::Array<f32>,
    ) -> CertainNearest<V> {
        let weight = foot.weight.approximate();
        let length = square.approximate().sqrt();
        let direction = foot.point.map(|x| (x.approximate() / length).to_f64());
        let radius = V::Exact::of(radii[0]) + V::Exact::of(radii[1]);
        let gap = less_radius(square, foot.weight * foot.weight, radius);
        let start = -(Vect::of(origin) * foot.weight);
        let [of_a, of_b] = [
            weighted_sum(start, list.iter().map(|generator| generator.of_a), &foot.factors),
            weighted_sum(start, list.iter().map(|generator| generator.of_b), &foot.factors),
        ];
        let [on_a, on_b] = [of_a, of_b].map(|sum| sum.map(|x| (x.approximate() / weight).to_f64()));
        CertainNearest { direction, gap: gap.to_f64(), on_a, on_b }
    }
}

/// The root of `square / scale`, less a radius. A difference of squares keeps the digits that one of roots would
/// lose.
fn less_radius<N: Certain>(square: N, scale: N, radius: N) -> WideFloat {
    let (length, root) = (square.approximate().sqrt(), scale.approximate().sqrt());
    let reach = radius.approximate() * root;
    if radius.ordering() == Ordering::Equal {
        return length / root;
    }
    (square - radius * radius * scale).approximate() / ((length + reach) * root)
}

/// The index of the exact corner furthest along a direction.
fn furthest<V: Vector>(span: &AnySpan<'_, V, V::Exact>, direction: Vect<V, V::Exact>) -> usize {
    let along = |x: V::Array<V::Exact>| direction.dot(Vect(x));
    let mut best = 0;
    for i in 1..span.points() {
        let is_further = V::Exact::scoped(|| {
            let (old, new) = (span.point(best), span.point(i));
            is_less(along(old.x) * new.w, along(new.x) * old.w)
        });
        best = if is_further { i } else { best };
    }
    let halves = span.halves();
    (0..halves).fold(best << halves, |corner, k| {
        let is_behind = V::Exact::scoped(|| along(span.half(k)).ordering() == Ordering::Less);
        corner | usize::from(is_behind) << k
    })
}

/// Whether a ray of a shape leads against the normal of a plane, or along it if `is_behind`.
#[cold]
#[inline(never)]
pub(super) fn leads_into<V: Vector>(
    shape: &ShapeRef<'_, V>,
    ray: usize,
    plane: &Plane<V>,
    is_behind: bool,
) -> bool {
    V::Exact::scoped(|| {
        let ray = Vect::<V, V::Exact>(shape.span::<V::Exact>(0).ray(ray));
        let along = Vect::of(&plane.normal).dot(ray).ordering();
        along == if is_behind { Ordering::Greater } else { Ordering::Less }
    })
}

/// The height of a displaced shape without rays above a plane, less its radius, to the last places of `f64`
/// however small; `is_behind` asks for the height behind it.
#[cold]
#[inline(never)]
pub(super) fn height_for_certain<V: Vector>(
    shape: &ShapeRef<'_, V>,
    displacement: Vect<V, f64>,
    plane: &Plane<V>,
    is_behind: bool,
) -> f64 {
    V::Exact::scoped(|| {
        let (normal, offset) = (Vect::of(&plane.normal), V::Exact::of(plane.offset));
        let (normal, offset) =
            if is_behind { (-normal, V::Exact::ZERO - offset) } else { (normal, offset) };
        let pair = ExactPair::of([shape, shape], displacement);
        let (x, w) = pair.corner_of_a(furthest(&pair.a, -normal));
        let height = normal.dot(x) - offset * w;
        let radius = V::Exact::of(shape.radius());
        let scale = w * w * normal.square();
        if height.ordering() == Ordering::Less {
            let depth = (height.approximate().negated() / scale.approximate().sqrt())
                + radius.approximate();
            return 0.0 - depth.to_f64();
        }
        less_radius(height * height, scale, radius).to_f64()
    })
}

/// The signed distance of a displaced plane from another that is parallel to it, along the normal of the other,
/// to the last places of `f64`.
#[cold]
#[inline(never)]
pub(super) fn offset_for_certain<V: Vector>(
    a: &Plane<V>,
    displacement: Vect<V, f64>,
    b: &Plane<V>,
) -> f64 {
    V::Exact::scoped(|| {
        let (own, other) = (Vect::<V, V::Exact>::of(&a.normal), Vect::of(&b.normal));
        let square = own.square();
        let above = V::Exact::of(a.offset) * own.dot(other)
            + (other.dot(displacement.map(exactly)) - V::Exact::of(b.offset)) * square;
        let length = other.square().approximate().sqrt();
        (above.approximate() / (square.approximate() * length)).to_f64()
    })
}

/// A vector in exact numbers, as a vector along it of length one or so.
pub(super) fn approximate<V: Vector>(vector: Vect<V, V::Exact>) -> Vect<V, f64> {
    let parts = vector.map(Certain::approximate);
    let magnitude = |x: WideFloat| if x.sign() == Ordering::Less { x.negated() } else { x };
    let largest = (1..V::DIM).fold(magnitude(parts[0]), |largest, t| {
        let own = magnitude(parts[t]);
        if own.compare(largest) == Ordering::Greater { own } else { largest }
    });
    if largest.sign() == Ordering::Equal {
        return Vect::zero();
    }
    (parts / largest).map(WideFloat::to_f64)
}

/// The index of a core's corner among its shape's exact corners: a core's bits count halves ahead, exact
/// corners count halves behind.
pub(super) fn exact_index<V: Vector>(core: &Core<'_, V>, corner: usize) -> usize {
    let sides = (1_usize << core.half_count()) - 1;
    let (point, bits) = (core.vertex_of(corner) >> core.half_count(), corner & sides);
    point << core.half_count() | (!bits & sides)
}
