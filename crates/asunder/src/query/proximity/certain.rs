//! The nearest points of two cores in exact numbers, for pairs that `f64` measures too roughly.
//!
//! GJK over the Minkowski difference `K = b - a`, with rays as generators of weight zero: the point of `K`
//! nearest to zero is a mean of at most as many generators as space has dimensions. Each round checks the
//! optimality of such a mean over all of `K`, and otherwise exchanges a generator; every round is nearer to
//! zero, none is visited twice, and all signs are exact, so that it ends with the truth whatever it began
//! with. It begins with the simplex that `f64` ended with, which is nearly always the right one.

use super::polytope::Core;
use crate::dimension::Dimension;
use crate::exact::{Certain, Exact, Number, WideFloat, widen};
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
enum SearchStep<V: Vector, N: Exact> {
    /// The mean of the active generators is the nearest point.
    Done(Optimum<V, N>),
    Meet,
    Next(Active),
}

/// The nearest point, and the generators that it is a mean of.
struct Optimum<V: Vector, N: Exact> {
    list: Vec<Generator<V, N>>,
    foot: WeightedFoot<V, N>,
}

/// Longer numbers than estimates are uncertain of a sign: exact ones must be asked.
#[derive(Debug)]
struct Unsure;

fn sign<N: Exact>(x: N) -> Result<Ordering, Unsure> {
    x.sign().ok_or(Unsure)
}

/// What exact numbers find out.
fn sure<T>(answer: Result<T, Unsure>) -> T {
    answer.unwrap_or_else(|Unsure| unreachable!("an exact number knows its sign"))
}

/// The nearest points of the cores of two shapes, the first one displaced, relative to `origin`. The search
/// begins with generators that may be the right ones.
///
/// Numbers of a fixed length are asked first. Where they know every sign of a round, exact ones would find the same.
#[cold]
#[inline(never)]
pub(super) fn nearest_for_certain<V: Vector>(
    shapes: [&ShapeRef<'_, V>; 2],
    displacement: Vect<V, f64>,
    origin: &V::Array<f32>,
    begin: &[Corner],
) -> Certainty<V> {
    // In 2D there are none that are longer.
    let longer = (V::EDGES != 0).then(|| GeneratorPair::<V, V::Longer>::of(shapes, displacement));
    let mut active = Active { corners: [Corner::Vertex(0, 0); 4], count: 1 };
    let is_vertex = |corner: &Corner| matches!(corner, Corner::Vertex(..));
    if begin.len() <= V::DIM && begin.iter().any(is_vertex) {
        active.count = begin.len();
        active.corners[..begin.len()].copy_from_slice(begin);
        let known = longer.as_ref().and_then(|pair| pair.best_part(&active, None).ok());
        let best = known.unwrap_or_else(|| {
            V::Exact::scoped(|| sure(ExactPair::of(shapes, displacement).best_part(&active, None)))
        });
        active = best.unwrap_or(Active { count: 1, ..active });
        if !is_vertex(&active.corners[0]) && active.count == 1 {
            active.corners[0] = Corner::Vertex(0, 0);
        }
    }
    let radii = shapes.map(|shape| shape.radius());
    for _ in 0..ROUNDS {
        let known = longer.as_ref().and_then(|pair| pair.round(&active).ok());
        match known {
            Some(SearchStep::Meet) => return Certainty::Meet,
            Some(SearchStep::Next(next)) => {
                active = next;
                continue;
            }
            Some(SearchStep::Done(_)) | None => {}
        }
        let is_done = known.is_some();
        let next = V::Exact::scoped(|| {
            let pair = ExactPair::of(shapes, displacement);
            let round = if is_done { pair.last_round(&active) } else { sure(pair.round(&active)) };
            match round {
                SearchStep::Done(optimum) => {
                    Err(Certainty::Apart(ExactPair::found(&optimum, radii, origin)))
                }
                SearchStep::Meet => Err(Certainty::Meet),
                SearchStep::Next(next) => Ok(next),
            }
        });
        match next {
            Ok(next) => active = next,
            Err(found) => return found,
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

/// The generators of two shapes, the first displaced.
struct GeneratorPair<'s, V: Vector, N: Exact> {
    a: AnySpan<'s, V, N>,
    b: AnySpan<'s, V, N>,
    displacement: Vect<V, N>,
}

/// The same in exact numbers.
type ExactPair<'s, V> = GeneratorPair<'s, V, <V as Dimension>::Exact>;

/// A generator of `K`: the difference of parts of both sets, over one weight; zero for a ray.
#[derive(Clone, Copy)]
struct Generator<V: Vector, N: Exact> {
    x: Vect<V, N>,
    w: N,
    of_a: Vect<V, N>,
    of_b: Vect<V, N>,
}

/// The nearest point of an affine hull: `point/weight`, and what it is made of.
struct WeightedFoot<V: Vector, N: Exact> {
    point: Vect<V, N>,
    /// The square of `point`.
    square: N,
    weight: N,
    factors: [N; 3],
}

/// A vector, and others times a factor each.
fn weighted_sum<V: Vector, N: Number>(
    start: Vect<V, N>,
    parts: impl Iterator<Item = Vect<V, N>>,
    factors: &[N],
) -> Vect<V, N> {
    parts.zip(factors).fold(start, |sum, (part, factor)| sum + part * *factor)
}

fn is_less<N: Exact>(x: N, y: N) -> Result<bool, Unsure> {
    Ok(sign(x - y)? == Ordering::Less)
}

/// The nearest point of the affine hull of some generators; `None` if they are dependent, or a part of the point is
/// not positive: then it is not in their simplex, or fewer generators do.
fn foot<V: Vector, N: Exact>(
    list: &[Generator<V, N>],
) -> Result<Option<WeightedFoot<V, N>>, Unsure> {
    let (zero, one) = (N::ZERO, N::ONE);
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
        _ => return Ok(None),
    };
    let used = &factors[..list.len()];
    for factor in used {
        if sign(*factor)? != Ordering::Greater {
            return Ok(None);
        }
    }
    let weight = list.iter().zip(used).fold(zero, |sum, (part, factor)| sum + part.w * *factor);
    if sign(weight)? != Ordering::Greater {
        return Ok(None);
    }
    let point = weighted_sum(Vect::zero(), list.iter().map(|generator| generator.x), used);
    Ok(Some(WeightedFoot { point, square: point.square(), weight, factors }))
}

impl<V: Vector, N: Exact> WeightedFoot<V, N> {
    /// Whether a generator is nearer to zero along the direction to the point than the point.
    fn is_beyond(&self, nearer: &Generator<V, N>) -> Result<bool, Unsure> {
        is_less(self.point.dot(nearer.x) * self.weight, self.square * nearer.w)
    }
}

impl<'s, V: Vector, N: Exact> GeneratorPair<'s, V, N> {
    fn of([a, b]: [&'s ShapeRef<'s, V>; 2], displacement: Vect<V, f64>) -> Self {
        Self { a: a.span(0), b: b.span(1), displacement: displacement.map(exactly) }
    }

    /// A corner of `a`, over the weight that comes with it.
    fn corner_of_a(&self, i: usize) -> (Vect<V, N>, N) {
        let Homogeneous { x, w } = self.a.corner(i);
        (Vect(x) + self.displacement * w, w)
    }

    fn generator(&self, corner: Corner) -> Generator<V, N> {
        match corner {
            Corner::Vertex(i, j) => {
                let ((from, weight), to) = (self.corner_of_a(i), self.b.corner(j));
                let (of_a, of_b) = (from * to.w, Vect(to.x) * weight);
                Generator { x: of_b - of_a, w: weight * to.w, of_a, of_b }
            }
            Corner::RayOfA(k) => {
                let ray = Vect(self.a.ray(k));
                Generator { x: -ray, w: N::ZERO, of_a: ray, of_b: Vect::zero() }
            }
            Corner::RayOfB(k) => {
                let ray = Vect(self.b.ray(k));
                Generator { x: ray, w: N::ZERO, of_a: Vect::zero(), of_b: ray }
            }
        }
    }

    fn generators(&self, active: &Active) -> Vec<Generator<V, N>> {
        active.listed().iter().map(|&corner| self.generator(corner)).collect()
    }

    /// The part of some generators, with `last` in it, whose mean is the point of their simplex nearest to
    /// zero. `None` if zero is inside, or only inside of more than a part may have.
    fn best_part(&self, active: &Active, last: Option<Corner>) -> Result<Option<Active>, Unsure> {
        let mut all = *active;
        if let Some(last) = last {
            all.corners[all.count] = last;
            all.count += 1;
        }
        let generators = self.generators(&all);
        for part in 1_u32..1 << all.count {
            if last.is_some() && part >> active.count & 1 == 0 {
                continue;
            }
            if part.count_ones() as usize <= V::DIM && N::scoped(|| is_best(&generators, part))? {
                let mut chosen = Active { count: 0, ..all };
                for (k, corner) in all.listed().iter().enumerate() {
                    if part >> k & 1 == 1 {
                        chosen.corners[chosen.count] = *corner;
                        chosen.count += 1;
                    }
                }
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }

    /// The nearest point of the affine hull of the active generators, which are those of a mean, so that there is one
    /// unless it is zero.
    fn optimum(&self, active: &Active) -> Result<Option<Optimum<V, N>>, Unsure> {
        let list = self.generators(active);
        let Some(foot) = foot(&list)? else { return Ok(None) };
        let is_zero = sign(foot.square)? == Ordering::Equal;
        Ok((!is_zero).then_some(Optimum { list, foot }))
    }

    fn round(&self, active: &Active) -> Result<SearchStep<V, N>, Unsure> {
        let Some(optimum) = self.optimum(active)? else { return Ok(SearchStep::Meet) };
        let next = self.nearest_along(optimum.foot.point, active)?;
        // The active generators are all at the height of the point.
        if active.listed().contains(&next) || !optimum.foot.is_beyond(&self.generator(next))? {
            return Ok(SearchStep::Done(optimum));
        }
        Ok(self.best_part(active, Some(next))?.map_or(SearchStep::Meet, SearchStep::Next))
    }

    /// The generator that is nearest along a direction to the nearest point of some, or a ray that leads against it.
    fn nearest_along(&self, direction: Vect<V, N>, active: &Active) -> Result<Corner, Unsure> {
        // The active rays are perpendicular to it.
        let leads = |corner: Corner, ray: V::Array<N>, side: Ordering| {
            let is_active = active.listed().contains(&corner);
            Ok(!is_active && sign(direction.dot(Vect(ray)))? == side)
        };
        for k in 0..self.a.rays() {
            if N::scoped(|| leads(Corner::RayOfA(k), self.a.ray(k), Ordering::Greater))? {
                return Ok(Corner::RayOfA(k));
            }
        }
        for k in 0..self.b.rays() {
            if N::scoped(|| leads(Corner::RayOfB(k), self.b.ray(k), Ordering::Less))? {
                return Ok(Corner::RayOfB(k));
            }
        }
        Ok(Corner::Vertex(furthest(&self.a, direction)?, furthest(&self.b, -direction)?))
    }
}

/// Whether the mean of a part of some generators is the point of their simplex nearest to zero.
fn is_best<V: Vector, N: Exact>(all: &[Generator<V, N>], part: u32) -> Result<bool, Unsure> {
    let of = |is_in: u32| {
        let some = all.iter().enumerate().filter(move |(k, _)| part >> k & 1 == is_in);
        some.map(|(_, generator)| *generator)
    };
    let list: Vec<_> = of(1).collect();
    let Some(foot) = foot(&list)? else { return Ok(false) };
    for left in of(0) {
        if foot.is_beyond(&left)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl<V: Vector> ExactPair<'_, V> {
    /// As [`round`](Self::round), where it is known that this is the last.
    fn last_round(&self, active: &Active) -> SearchStep<V, V::Exact> {
        sure(self.optimum(active)).map_or(SearchStep::Meet, SearchStep::Done)
    }

    fn found(
        Optimum { list, foot }: &Optimum<V, V::Exact>,
        radii: [f32; 2],
        origin: &V::Array<f32>,
    ) -> CertainNearest<V> {
        let weight = foot.weight.approximate();
        let length = foot.square.approximate().sqrt();
        let direction = foot.point.map(|x| (x.approximate() / length).to_f64());
        let radius = V::Exact::of(radii[0]) + V::Exact::of(radii[1]);
        let gap = less_radius(foot.square, foot.weight * foot.weight, radius);
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

/// The index of the corner furthest along a direction.
fn furthest<V: Vector, N: Exact>(
    span: &AnySpan<'_, V, N>,
    direction: Vect<V, N>,
) -> Result<usize, Unsure> {
    let along = |x: V::Array<N>| direction.dot(Vect(x));
    let mut best = 0;
    for i in 1..span.points() {
        let is_further = N::scoped(|| {
            let (old, new) = (span.point(best), span.point(i));
            is_less(along(old.x) * new.w, along(new.x) * old.w)
        })?;
        best = if is_further { i } else { best };
    }
    let halves = span.halves();
    let mut corner = best << halves;
    for k in 0..halves {
        let is_behind = N::scoped(|| sign(along(span.half(k))))? == Ordering::Less;
        corner |= usize::from(is_behind) << k;
    }
    Ok(corner)
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
        let pair = ExactPair::<V>::of([shape, shape], displacement);
        let (x, w) = pair.corner_of_a(sure(furthest(&pair.a, -normal)));
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

/// The index of a core's corner among its shape's exact corners: a core's bits count halves ahead, exact
/// corners count halves behind.
pub(super) fn exact_index<V: Vector>(core: &Core<'_, V>, corner: usize) -> usize {
    let sides = (1_usize << core.half_count()) - 1;
    let (point, bits) = (core.vertex_of(corner) >> core.half_count(), corner & sides);
    point << core.half_count() | (!bits & sides)
}
