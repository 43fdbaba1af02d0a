//! How far apart two shapes are, or how deep in one another: exact, then enclosed in two `f64`.
//!
//! The distance is that of 0 from the nearest point of the difference. The search for that point
//! ends with a proof: it is a sum of the generators with positive shares, and all of them lie
//! beyond the plane through it that faces 0. The depth is the least over all faces of the
//! difference (`faces`). Radii are taken off afterwards.

mod bracket;
mod faces;

use super::body::{Body, bodies_in, common_unit};
use super::difference::{Approach, Sum};
use super::nearest::Generator;
use super::units::{exponent, integer};
use super::vector::{dot, is_zero, whole};
use crate::Shape;
pub use bracket::Bracket;
use bracket::{Length, Part};
use dashu_int::IBig;
use std::array::from_fn;

/// How two closed shapes lie to one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// They share no point; the length of the shortest way that makes them touch.
    Apart(Bracket),
    /// They touch.
    Touching,
    /// They penetrate; the length of the shortest way after which they do not. `None` if none
    /// does that.
    Penetrating(Option<Bracket>),
}

/// How far apart two valid shapes are, or how deep in one another.
pub fn measure<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Measure {
    let unit = common_unit(a, b);
    let (a, b) = bodies_in(a, b, unit);
    let difference = Sum::new([a, b.mirrored()]);
    let radius = difference.radius().clone();
    let length = |core: &Length, part| core.bracket(&radius, part, unit);
    let nearest = difference.nearest();
    if !is_zero(&nearest.vector) {
        let core = distance_from_0(&nearest);
        return match difference.approach() {
            Approach::Apart => Measure::Apart(length(&core, Part::Beyond)),
            Approach::At(_) => Measure::Touching,
            Approach::Within => Measure::Penetrating(Some(length(&core, Part::Short))),
        };
    }
    let solid = difference.core_holds_0_within();
    match (solid, radius == IBig::ZERO) {
        (false, true) => Measure::Touching,
        // The core is flat, or 0 lies on its surface: the ball about it is all that is penetrated.
        (false, false) => Measure::Penetrating(Some(length(&Length::ZERO, Part::Sum))),
        (true, _) => Measure::Penetrating(
            faces::least_depth(&difference).map(|core| length(&core, Part::Sum)),
        ),
    }
}

/// Whether `a` still penetrates `b` after the translation by `normal · depth`, the exact product.
pub fn penetrates_after<const D: usize>(
    a: &Shape<D>,
    normal: [f32; D],
    depth: f32,
    b: &Shape<D>,
) -> bool {
    let (Some(along), Some(length)) = (exponent(&normal), exponent(&[depth])) else {
        return super::penetrates(a, b);
    };
    let unit = common_unit(a, b).min(along + length);
    let (a, b) = bodies_in(a, b, unit);
    let depth = integer(depth, length);
    let shift = usize::try_from(along + length - unit).unwrap_or(0);
    let way = whole(from_fn(|i| (integer(normal[i], along) * &depth) << shift));
    let moved = Generator { vector: way, weight: super::number::Number::ONE };
    Sum::new([a, b.mirrored(), Body::at(moved)]).holds_0_within()
}

/// The size of a pair: the sum of the edges of the box around the corners and ends of both shapes,
/// radii included.
///
/// The directions of rays do not count. A shape without corners or ends, such as a plane, counts with
/// its point nearest to a corner or end of the other, or to the origin if the other has none either.
pub fn size<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> f64 {
    let unit = common_unit(a, b);
    let (a, b) = bodies_in(a, b, unit);
    let first = |body: &Body<D>| (!body.has_lines()).then(|| body.sum_of(|hull| hull[0].clone()));
    let starts = [first(&a), first(&b)];
    let mut low = [f64::INFINITY; D];
    let mut high = [f64::NEG_INFINITY; D];
    for (body, other) in [(&a, &starts[1]), (&b, &starts[0])] {
        let points =
            if body.has_lines() { vec![foot(body, other.as_ref())] } else { body.corners() };
        let radius = super::rough::Rough::of(&body.radius).times_power_of_two(unit);
        for point in points {
            let weight = point.weight.roughly();
            for (i, x) in point.vector.iter().enumerate() {
                let x = (x.roughly() / weight).times_power_of_two(unit);
                low[i] = if x - radius < low[i] { x - radius } else { low[i] };
                high[i] = if x + radius > high[i] { x + radius } else { high[i] };
            }
        }
    }
    (0..D).map(|i| high[i] - low[i]).sum()
}

/// The point of the body nearest to another, or to the origin.
fn foot<const D: usize>(body: &Body<D>, point: Option<&Generator<D>>) -> Generator<D> {
    let Some(point) = point else { return Sum::new([body.clone()]).nearest() };
    let way = Sum::new([body.clone(), Body::at(point.clone()).mirrored()]).nearest();
    way.plus(point)
}

fn distance_from_0<const D: usize>(point: &Generator<D>) -> Length {
    Length { above: dot(&point.vector, &point.vector), below: &point.weight * &point.weight }
}
