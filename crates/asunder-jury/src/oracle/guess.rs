//! A guess of the nearest point to 0: the search of [`nearest`](super::nearest) in `f64`.
//!
//! A guess decides nothing. It saves the exact search most of its steps: if it is right, only the proof
//! is left to do over big numbers.

use super::minkowski_sum::MinkowskiSum;
use super::nearest::Generator;
use super::number::Number;
use super::vector::{Vector, scaled, sub};
use super::wide_float::WideFloat;
use dashu_int::IBig;
use std::array::from_fn;

/// The probable generators and direction of the nearest point.
#[derive(Clone, Debug)]
pub(super) struct Guess<const D: usize> {
    pub(super) members: Vec<Member>,
    /// The approximate direction of the nearest point; `None` if that seems to be 0.
    pub(super) towards: Option<Vector<D>>,
}

/// A generator of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// The index of a point of each hull.
    Point(Vec<usize>),
    /// The index of a ray.
    Ray(usize),
}

/// A Minkowski sum in `f64`, scaled to a size near 1.
struct FloatSum<const D: usize> {
    /// The sum of the first points of all hulls.
    base: [f64; D],
    /// The points of each hull, relative to the first.
    hulls: Vec<Vec<[f64; D]>>,
    /// Of length 1.
    rays: Vec<[f64; D]>,
}

/// A guess; `None` if the numbers do not allow one.
pub(super) fn guess<const D: usize>(sum: &MinkowskiSum<D>) -> Option<Guess<D>> {
    let model = FloatSum::of(sum);
    let (members, x) = model.search()?;
    let largest =
        x.iter().fold(0.0, |largest, v| if v.abs() > largest { v.abs() } else { largest });
    let integer = |v: f64| Number::Whole(IBig::from((v / largest * (1u64 << 50) as f64) as i64));
    let solid = members.len() > D;
    let towards = (largest > 0.0 && !solid).then(|| x.map(integer));
    Some(Guess { members, towards })
}

impl<const D: usize> FloatSum<D> {
    fn of(sum: &MinkowskiSum<D>) -> Self {
        let over = |vector: &Vector<D>, weight: &Number| {
            let weight = weight.approximate();
            vector.each_ref().map(|x| x.approximate() / weight)
        };
        let first = sum.sum_of(|hull| hull[0].clone());
        let base = over(&first.vector, &first.weight);
        let from_first = |hull: &[Generator<D>]| -> Vec<[WideFloat; D]> {
            let start = &hull[0];
            hull.iter()
                .map(|point| {
                    let across = sub(
                        &scaled(&point.vector, &start.weight),
                        &scaled(&start.vector, &point.weight),
                    );
                    over(&across, &(&point.weight * &start.weight))
                })
                .collect()
        };
        let hulls: Vec<_> = sum.hulls().map(|hull| from_first(hull)).collect();
        let all = hulls.iter().flatten().chain([&base]).flatten();
        let unit = all.filter_map(|x| x.exponent()).max().unwrap_or(0);
        let fitted = |vector: [WideFloat; D]| vector.map(|x| x.in_unit(unit));
        let rays = sum.rays().map(|ray| {
            let ray = over(ray, &Number::ONE);
            let own = ray.iter().filter_map(|x| x.exponent()).max().unwrap_or(0);
            let ray = ray.map(|x| x.in_unit(own));
            let length = dot(&ray, &ray).sqrt();
            ray.map(|x| x / length)
        });
        Self {
            base: fitted(base),
            rays: rays.collect(),
            hulls: hulls.into_iter().map(|hull| hull.into_iter().map(fitted).collect()).collect(),
        }
    }

    /// The members of a corral, and the nearest point; `None` if the search does not terminate.
    fn search(&self) -> Option<(Vec<Member>, [f64; D])> {
        let mut members = vec![(Member::Point(vec![0; self.hulls.len()]), self.base)];
        let mut coefficients = vec![1.0];
        for _ in 0..100 {
            let x: [f64; D] = from_fn(|i| {
                members
                    .iter()
                    .zip(&coefficients)
                    .fold(0.0, |sum, ((_, vector), t)| sum + vector[i] * t)
            });
            let length = dot(&x, &x).sqrt();
            let best = self.lower(&x, length);
            let known = |best: &(Member, [f64; D])| members.iter().any(|(m, _)| *m == best.0);
            let Some(best) = best.filter(|best| members.len() <= D && !known(best)) else {
                return Some((members.into_iter().map(|(member, _)| member).collect(), x));
            };
            members.push(best);
            coefficients.push(0.0);
            loop {
                let wanted = nearest_in_plane(&members)?;
                if wanted.iter().all(|coefficient| *coefficient > 0.0) {
                    coefficients = wanted;
                    break;
                }
                let mut step = (1.0, None);
                for (place, (from, to)) in coefficients.iter().zip(&wanted).enumerate() {
                    if *to <= 0.0 {
                        let part = from / (from - to);
                        if part < step.0 || step.1.is_none() {
                            step = (part, Some(place));
                        }
                    }
                }
                let (part, Some(place)) = step else { return None };
                for (coefficient, to) in coefficients.iter_mut().zip(&wanted) {
                    *coefficient += (to - *coefficient) * part;
                }
                members.remove(place);
                coefficients.remove(place);
                if members.is_empty() {
                    return None;
                }
            }
        }
        None
    }

    /// A generator clearly on the near side of `x`.
    fn lower(&self, x: &[f64; D], length: f64) -> Option<(Member, [f64; D])> {
        const NOISE: f64 = 1e-14;
        for (place, ray) in self.rays.iter().enumerate() {
            if dot(x, ray) < -NOISE * length {
                return Some((Member::Ray(place), *ray));
            }
        }
        let mut point = self.base;
        let mut places = Vec::new();
        for hull in &self.hulls {
            let mut lowest = (0, 0.0);
            for (place, offset) in hull.iter().enumerate().skip(1) {
                let height = dot(x, offset);
                if height < lowest.1 {
                    lowest = (place, height);
                }
            }
            places.push(lowest.0);
            point = from_fn(|i| point[i] + hull[lowest.0][i]);
        }
        let lower = dot(x, &point) < length * (length - NOISE);
        lower.then_some((Member::Point(places), point))
    }
}

/// The coefficients of the point nearest to 0 in the affine hull of the members.
fn nearest_in_plane<const D: usize>(members: &[(Member, [f64; D])]) -> Option<Vec<f64>> {
    let is_point = |member: &Member| matches!(member, Member::Point(_));
    let base = members.iter().position(|(member, _)| is_point(member))?;
    let from = members[base].1;
    let others: Vec<usize> = (0..members.len()).filter(|place| *place != base).collect();
    let across: Vec<[f64; D]> = others
        .iter()
        .map(|&place| match &members[place] {
            (Member::Point(_), vector) => from_fn(|i| vector[i] - from[i]),
            (Member::Ray(_), vector) => *vector,
        })
        .collect();
    let size = across.len();
    let mut rows: Vec<Vec<f64>> = across
        .iter()
        .map(|u| across.iter().map(|v| dot(u, v)).chain([-dot(u, &from)]).collect())
        .collect();
    for column in 0..size {
        let pivot = rows[column].clone();
        if !(pivot[column] > 0.0) {
            return None;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot[column];
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
    }
    let mut coefficients = vec![0.0; members.len()];
    coefficients[base] = 1.0;
    for (index, &place) in others.iter().enumerate() {
        coefficients[place] = rows[index][size] / rows[index][index];
        if is_point(&members[place].0) {
            coefficients[base] -= coefficients[place];
        }
    }
    coefficients.iter().all(|coefficient| coefficient.is_finite()).then_some(coefficients)
}

fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}
