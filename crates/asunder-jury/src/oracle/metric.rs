//! Exact distances and depths of two shapes, enclosed in two `f64`.
//!
//! The distance is that of 0 from the nearest point of the Minkowski difference. The search for that
//! point ends with a proof: it is a combination of the generators with positive coefficients, and all of
//! them lie beyond the plane through it that is perpendicular to it. The depth is the least over all faces of the
//! difference (`faces`). Radii are subtracted afterwards.

mod bracket;
mod faces;

use super::body::{Body, bodies_in, common_unit};
use super::minkowski_sum::{MinkowskiSum, OriginLocation};
use super::nearest::Generator;
use super::units::{exponent, integer};
use super::vector::{dot, is_zero, whole};
use crate::Shape;
pub use bracket::Bracket;
use bracket::{Length, RadiusTerm};
use dashu_int::IBig;
use std::array::from_fn;

/// The signed distance of two closed shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// They share no point; the distance.
    Apart(Bracket),
    /// They touch.
    Touching,
    /// They penetrate; the depth: the length of the minimum translation. `None` if no translation
    /// separates them.
    Penetrating(Option<Bracket>),
}

/// The signed distance of two valid shapes.
pub fn measure<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Measure {
    let unit = common_unit(a, b);
    let (a, b) = bodies_in(a, b, unit);
    let difference = MinkowskiSum::new([a, b.mirrored()]);
    let radius = difference.radius().clone();
    let length = |core: &Length, part| core.bracket(&radius, part, unit);
    let nearest = difference.nearest();
    if !is_zero(&nearest.vector) {
        let core = distance_from_0(&nearest);
        return match difference.locate_origin() {
            OriginLocation::Apart => Measure::Apart(length(&core, RadiusTerm::Subtracted)),
            OriginLocation::At(_) => Measure::Touching,
            OriginLocation::Within => {
                Measure::Penetrating(Some(length(&core, RadiusTerm::SubtractedFrom)))
            }
        };
    }
    let solid = difference.core_has_interior_origin();
    match (solid, radius == IBig::ZERO) {
        (false, true) => Measure::Touching,
        // The core is flat, or 0 is on its surface: the depth is the radius.
        (false, false) => Measure::Penetrating(Some(length(&Length::ZERO, RadiusTerm::Added))),
        (true, _) => Measure::Penetrating(
            faces::least_depth(&difference).map(|core| length(&core, RadiusTerm::Added)),
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
    MinkowskiSum::new([a, b.mirrored(), Body::at(moved)]).has_interior_origin()
}

/// The size of a pair: the sum of the edge lengths of the box around the vertices and ends of both
/// shapes, radii included.
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
        let radius = super::wide_float::WideFloat::of(&body.radius).times_power_of_two(unit);
        for point in points {
            let weight = point.weight.approximate();
            for (i, x) in point.vector.iter().enumerate() {
                let x = (x.approximate() / weight).times_power_of_two(unit);
                low[i] = if x - radius < low[i] { x - radius } else { low[i] };
                high[i] = if x + radius > high[i] { x + radius } else { high[i] };
            }
        }
    }
    (0..D).map(|i| high[i] - low[i]).sum()
}

/// The point of the body nearest to another, or to the origin.
fn foot<const D: usize>(body: &Body<D>, point: Option<&Generator<D>>) -> Generator<D> {
    let Some(point) = point else { return MinkowskiSum::new([body.clone()]).nearest() };
    let way = MinkowskiSum::new([body.clone(), Body::at(point.clone()).mirrored()]).nearest();
    way.plus(point)
}

fn distance_from_0<const D: usize>(point: &Generator<D>) -> Length {
    Length {
        numerator: dot(&point.vector, &point.vector),
        denominator: &point.weight * &point.weight,
    }
}
