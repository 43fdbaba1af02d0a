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
use crate::query::proximity::{Core, Proximity, Wide, origin};
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

/// The motion of a shape from a fraction `part` on, as seen along an axis that separates it from another.
struct MotionAlong<'a, V: Vector> {
    cast: &'a RotatingCast<V>,
    part: f64,
    /// Where the pose's origin is.
    center: Vect<V, f64>,
    /// How it moves.
    change: Vect<V, f64>,
    /// From the other shape to this one.
    normal: Vect<Vec3, f64>,
    /// How fast the pose's origin comes nearer.
    sinking: f64,
    /// Across the normal and the axis of the turn: an arm along it is turned towards the other shape.
    sideways: Vect<Vec3, f64>,
    /// The normal without its part along that axis.
    outward: Vect<Vec3, f64>,
}

/// How fast a shape turns in a while `most`, as sines of half the angle turned per time.
struct TurnRate {
    fast: f64,
    /// The least sine of the whole angle per time is twice this.
    slow: f64,
    most: f64,
}

impl<'a, V: Vector> MotionAlong<'a, V> {
    fn new(cast: &'a RotatingCast<V>, part: f64, near: &Proximity<V>) -> Self {
        let start = Vect::<V, f64>::of(&cast.from.translation);
        let change = Vect::of(&cast.to.translation) - start;
        let center = start + change * part;
        let normal = in_space::<V>(Vect(near.normal));
        let sinking = 0.0 - normal.dot(in_space(change));
        let axis = Vect(cast.turn.axis());
        let sideways = axis.cross(normal);
        let outward = normal - axis * axis.dot(normal);
        Self { cast, part, center, change, normal, sinking, sideways, outward }
    }

    /// From the pose's origin to a corner of a core that was made relative to `place`.
    fn arm(&self, place: &V::Array<f32>, corner: Wide<V>) -> Vect<Vec3, f64> {
        in_space((Vect::of(place) - self.center) + Vect(corner))
    }

    fn turn_rate(&self, most: f64) -> TurnRate {
        let [slow, fast] = self.cast.turn.speeds(self.part, self.part + most);
        let sine = fast * most;
        let cosine = if sine < 1.0 { (1.0 - sine * sine).sqrt() } else { 0.0 };
        TurnRate { fast, slow: slow * cosine, most }
    }

    /// The fraction until which the shapes stay apart, where `time` is a bound on the time for which they do, within
    /// a while.
    fn until(&self, time: impl Fn(f64) -> f64) -> f64 {
        let rest = 1.0 - self.part;
        let first = time(rest);
        let longer = LONGER * first;
        let step = if longer < rest { first.larger(time(longer)) } else { first };
        if step < rest { self.part + step * (1.0 - ROUNDING) } else { 1.0 }
    }
}

impl TurnRate {
    /// How fast an arm is turned towards the other shape, given its part `sideways`, at most.
    fn of(&self, turned: f64) -> f64 {
        let speed = if turned > 0.0 { self.fast } else { self.slow };
        2.0 * speed * turned
    }
}

/// The fraction of the motion before which a shape, placed at the fraction `part` where `near` is its position
/// relative to the other one, does not reach it: it does not cross the plane between them that stays where it is.
/// `None` where the axis proves nothing.
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
    let motion = MotionAlong::new(cast, part, near);
    let normal = motion.normal;
    let arm = |i: usize| motion.arm(&place, core.corner(i));
    let count = core.corner_count();
    let lowest = (0..count).map(|i| normal.dot(arm(i))).reduce(f64::smaller)?;
    Some(motion.until(|most| {
        let rate = motion.turn_rate(most);
        let own = |i: usize| {
            let arm = arm(i);
            let (turned, lifted) = (motion.sideways.dot(arm), motion.outward.dot(arm));
            let descent = DescentRate {
                linear: motion.sinking + rate.of(turned),
                square: 2.0 * rate.fast * rate.fast * lifted.positive_part(),
            };
            descent.time(gap + (normal.dot(arm) - lowest))
        };
        (0..count).map(own).fold(most, f64::smaller)
    }))
}

/// As [`clear_until`]: the other shape does not cross the plane between them that moves and turns with the shape.
///
/// So a face that turns past a corner need not be looked at again and again. The plane's normal goes from `n` to
/// `n + sin ψ (u×n) + (1 - cos ψ) u×(u×n)`; a corner of the other shape rises towards the plane as that turns, and as
/// the plane sinks along what its normal is by then, which is of second order.
#[cold]
#[inline(never)]
pub(super) fn carried_until<V: Vector>(
    cast: &RotatingCast<V>,
    placed: ShapeRef<'_, V>,
    other: ShapeRef<'_, V>,
    part: f64,
    near: &Proximity<V>,
) -> Option<f64> {
    let place = origin(placed, other);
    let core = Core::of(&other, place)?;
    // Twice what rounding takes from the gap: the corners of the other shape may be far apart.
    let gap = near.gap - (2.0 * near.along + core.error + 2.0 * cast.rounded);
    if !(gap > 0.0) {
        return None;
    }
    let motion = MotionAlong::new(cast, part, near);
    let normal = motion.normal;
    let arm = |i: usize| motion.arm(&place, core.corner(i));
    let count = core.corner_count();
    let highest = (0..count).map(|i| normal.dot(arm(i))).reduce(f64::larger)?;
    let level = |ray: Vect<Vec3, f64>| 0.0 - normal.dot(ray) - ROUNDING;
    if core.rays().iter().any(|&ray| !(level(in_space(ray)) > 0.0)) {
        return None;
    }
    let change = in_space(motion.change);
    let drift = (0.0 - motion.sideways.dot(change)).positive_part();
    let lift = motion.outward.dot(change).positive_part();
    Some(motion.until(|most| {
        let rate = motion.turn_rate(most);
        let square = 2.0 * rate.fast * rate.fast;
        let bend = 2.0 * rate.fast * drift + square * rate.most * lift;
        let rise = |arm: Vect<Vec3, f64>| DescentRate {
            linear: rate.of(motion.sideways.dot(arm)),
            square: square * (0.0 - motion.outward.dot(arm)).positive_part(),
        };
        let own = |i: usize| {
            let arm = arm(i);
            let DescentRate { linear, square } = rise(arm);
            let rise = DescentRate { linear: motion.sinking + linear, square: square + bend };
            rise.time(gap + (highest - normal.dot(arm)))
        };
        let along = |ray: &Vect<V, f64>| {
            let ray = in_space(*ray);
            rise(ray).time(level(ray))
        };
        let corners = (0..count).map(own).fold(most, f64::smaller);
        core.rays().iter().map(along).fold(corners, f64::smaller)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::UNIT_F32;
    use crate::query::proximity::{Detail, proof, proximity};
    use crate::shape::{AnyShape as _, Obb, Ray, Segment, Shape, Sphere};
    use crate::space::Pose;

    /// A box that turns past others: up to either fraction nothing meets, and often the plane that is carried along
    /// lasts longer.
    #[test]
    fn planes_are_not_crossed_before_they_are_said_to() {
        let mut seed = 7_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 * UNIT_F32 * 2.0 - 1.0
        };
        let (mut tried, mut later, mut tight) = (0, 0, 0);
        for round in 0..6000 {
            let mut three = |size: f32| [size * number(), size * number(), size * number()];
            let [center, at, to, way] = [three(0.5), three(1.5), three(1.5), three(3.0)];
            let long = [2.0, three(0.2)[0].abs(), three(0.4)[0].abs()];
            let other: Shape<Vec3> = match round % 4 {
                0 => Sphere::new(to, three(0.1)[0].abs()).into(),
                1 => Segment::new(to, three(2.0)).into(),
                2 => Ray::new(to, way).into(),
                _ => Obb::new(to, three(0.3).map(f32::abs), [0.0, 0.0, 0.6, 0.8]).into(),
            };
            let turn = three(if round % 3 == 0 { 1.0 } else { 0.2 });
            let [from, until] = [[0.0; 3], way].map(|moved| {
                let [x, y, z] = if moved == [0.0; 3] { [0.0; 3] } else { turn };
                Pose::<Vec3> {
                    translation: [0, 1, 2].map(|t| at[t] + 0.1 * moved[t]),
                    rotation: [x, y, z, 1.0],
                }
            });
            let local = Obb::<Vec3>::new(center, long, [0.0, 0.0, 0.0, 1.0]);
            let cast = RotatingCast::new(ShapeRef::Obb(&local), &from, &until).unwrap();
            let part = 0.25;
            let placed = Shape::from(local.transformed(&from.between(&until, part)));
            let (placed, other) = (placed.as_shape_ref(), other.as_shape_ref());
            let Some(near) = proximity(placed, other, Detail::Gap) else { continue };
            let part = f64::from(part);
            let fixed = clear_until(&cast, placed, part, &near);
            let Some(carried) = carried_until(&cast, placed, other, part, &near) else { continue };
            assert!(carried >= part);
            tried += 1;
            later += u32::from(fixed.is_some_and(|fixed| fixed < carried));
            let meets = |fraction: f64| {
                let there = local.transformed(&from.between(&until, fraction as f32));
                proof::intersects(ShapeRef::Obb(&there), other)
            };
            for stage in 0..=16 {
                let fraction = part + (carried - part) * f64::from(stage) / 16.0 * (1.0 - 1e-6);
                assert!(
                    !meets(fraction),
                    "{fraction} {carried} {local:?} {from:?} {until:?} {other:?}"
                );
            }
            let beyond = part + (carried - part) * 1.25;
            tight += u32::from(beyond < 1.0 && meets(beyond));
        }
        assert!(tried > 2000 && later * 6 > tried && tight > 50, "{later} and {tight} of {tried}");
    }

    /// A face that turns past a corner: one plane that is carried along lasts where hundreds of others would not.
    #[test]
    fn a_face_turns_past_a_corner_in_one_step() {
        let blade = Obb::<Vec3>::new([0.0; 3], [1000.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
        let post = Sphere::<Vec3>::new([0.0, 1.25, 0.0], 0.0);
        let [from, to] = [0.0, 0.125]
            .map(|z| Pose::<Vec3> { translation: [0.0; 3], rotation: [0.0, 0.0, z, 1.0] });
        let cast = RotatingCast::new(ShapeRef::Obb(&blade), &from, &to).unwrap();
        let (placed, other) = (ShapeRef::Obb(&blade), ShapeRef::Sphere(&post));
        let near = proximity(placed, other, Detail::Gap).unwrap();
        let fixed = clear_until(&cast, placed, 0.0, &near).unwrap();
        let carried = carried_until(&cast, placed, other, 0.0, &near).unwrap();
        assert!(fixed < 0.002 && carried == 1.0, "{fixed} {carried}");
    }
}
