//! How far a shape that moves and turns can go before it may reach another, seen along a separating axis.
//!
//! The shapes are apart as long as all corners of the one that moves stay beyond a plane that bounds the other.
//! Each corner's distance from the plane is known, and how it changes: by the translation, which is linear, and
//! by the turn about the axis `u`, which takes a corner from `r` to `r + sin ψ (u×r) + (1 - cos ψ) u×(u×r)`. So
//! what goes along the plane, or turns in it, uses up none of the distance. (Bounds on the motion of features
//! along an axis: Redon, Kheddar and Coquillart 2002; Zhang, Lee and Kim 2006.)

use super::RotatingCast;
use crate::exact::Number as _;
use crate::linalg::Vect;
use crate::query::proximity::{Core, Proximity, origin};
use crate::shape::ShapeRef;
use crate::space::Vector;
use glam::Vec3;

/// What rounding can take from a step: less than this part of it.
const ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// How much longer than the first bound on a step the second one may be, which knows how fast the shape turns
/// in so short a time.
const LONGER: f64 = 4.0;

/// A vector in space; of one in the plane, `z` is zero.
fn in_space<V: Vector>(x: Vect<V, f64>) -> Vect<Vec3, f64> {
    let at = |t: usize| if t < V::DIM { x[t] } else { 0.0 };
    Vect([at(0), at(1), at(2)])
}

/// What a corner's height over the plane loses in the time `h`, at most: `linear · h + square · h²`.
struct DescentRate {
    linear: f64,
    square: f64,
}

impl DescentRate {
    /// The time in which it loses a height above zero.
    fn time(&self, height: f64) -> f64 {
        let Self { linear, square } = *self;
        if !(square > 0.0) {
            return if linear > 0.0 { height / linear } else { f64::INFINITY };
        }
        let root = (linear * linear + 4.0 * square * height).sqrt();
        if linear > 0.0 { 2.0 * height / (linear + root) } else { (root - linear) / (2.0 * square) }
    }
}

/// The fraction of the motion before which a shape, placed at the fraction `part` where `near` is its position
/// relative to the other one, does not reach it. `None` where the axis proves nothing.
pub(super) fn clear_until<V: Vector>(
    cast: &RotatingCast<V>,
    placed: ShapeRef<'_, V>,
    part: f64,
    near: &Proximity<V>,
) -> Option<f64> {
    let place = origin(placed, placed);
    let core = Core::of(&placed, place)?;
    // The rounded pose is as far from the path as this, and so are the arms of the turn.
    let gap = near.gap - (near.along + core.error + 2.0 * cast.rounded);
    if !(gap > 0.0) {
        return None;
    }
    let start = Vect::<V, f64>::of(&cast.from.translation);
    let change = Vect::of(&cast.to.translation) - start;
    let center = start + change * part;
    let normal = in_space::<V>(Vect(near.normal));
    let sinking = 0.0 - normal.dot(in_space(change));
    let axis = Vect(cast.turn.axis());
    let sideways = axis.cross(normal);
    let outward = normal - axis * axis.dot(normal);
    let arm = |i: usize| in_space((Vect::of(&place) - center) + Vect(core.corner(i)));
    let count = core.corner_count();
    let lowest = (0..count).map(|i| normal.dot(arm(i))).reduce(f64::smaller)?;
    let time = |most: f64| {
        let [slow, fast] = cast.turn.speeds(part, part + most);
        let sine = fast * most;
        let cosine = if sine < 1.0 { (1.0 - sine * sine).sqrt() } else { 0.0 };
        let descent = |arm: Vect<Vec3, f64>| {
            let (turned, lifted) = (sideways.dot(arm), outward.dot(arm));
            let speed = if turned > 0.0 { fast } else { slow * cosine };
            DescentRate {
                linear: sinking + 2.0 * speed * turned,
                square: 2.0 * fast * fast * lifted.positive_part(),
            }
        };
        let own = |i: usize| {
            let arm = arm(i);
            descent(arm).time(gap + (normal.dot(arm) - lowest))
        };
        (0..count).map(own).fold(most, f64::smaller)
    };
    let rest = 1.0 - part;
    let first = time(rest);
    let longer = LONGER * first;
    let step = if longer < rest { first.larger(time(longer)) } else { first };
    Some(if step < rest { part + step * (1.0 - ROUNDING) } else { 1.0 })
}
