//! When does a shape that moves and turns first meet another?
//!
//! The one question about shapes that is not exact, for a turn is no polynomial. It errs on one side:
//! what meets is never missed.

use crate::exact::{at_or_below, widen};
use crate::shape::{AnyShape, Shape, ShapeError, ShapeRef};
use crate::space::{Pose, Turn, Vector};

use super::move_until_contact::position;

/// How near a shape that moves and turns came to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reached {
    /// They share a point.
    Contact,
    /// They are not further apart than the tolerance.
    WithinTolerance,
}

/// How a shape that moves and turns first meets another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotatingHit<V: Vector> {
    /// The part of the way before the meeting, never late: up to it, the shapes share no point.
    pub fraction: f32,
    /// How near they are there.
    pub reached: Reached,
    /// A point of the other shape that is nearest to the moving one there; of shapes in contact, one
    /// that they share, within rounding.
    pub point: V,
    /// The unit way from there to the moving shape; of shapes in contact, that of least
    /// [penetration](super::penetration::PenetrationOf).
    pub normal: V,
}

/// When and where a shape meets another while it moves and turns.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
pub trait CastRotating<Other: AnyShape> {
    /// The first meeting of this shape with `other`, while the pose that places it goes from `from` to
    /// `to`; `None`, if they do not meet.
    ///
    /// On the way the pose is [`from.between(&to, fraction)`](Pose::between): the translation goes
    /// straight, the rotation the short way about one axis. A shape that meets the other on the way
    /// is always reported, and never late. A hit means that the shape, placed at its fraction, is
    /// within `tolerance` of the other: so where they only come that near, they may be reported, or
    /// not. A tolerance below what rounding a pose can move the shape (2⁻¹⁸ of its reach and its
    /// translations) counts as that.
    ///
    /// Each step asks for one [distance](super::distance::Distance) and goes as far as the fastest
    /// point of the shape needs for it (conservative advancement: Mirtich, "Impulse-based dynamic
    /// simulation of rigid body systems", 1996, §2.3.2). It takes about ten steps to a meeting, and
    /// where shapes pass each other closely, at most as many as the tolerance goes into the way.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Reached, Rot2};
    ///
    /// // A blade turns by 120 degrees past a post of 5 cm. It touches it at neither end of its way.
    /// let blade = Segment2::new([0.2, 0.0], [1.4, 0.0]);
    /// let post = Sphere2::new([0.5, 0.8], 0.05);
    /// let [from, to] = [0.0, 120.0].map(|angle| Pose2::new([0.0, 0.0], Rot2::degrees(angle)));
    /// assert!(!blade.transformed(&from).intersects(&post));
    /// assert!(!blade.transformed(&to).intersects(&post));
    ///
    /// let hit = blade.cast_rotating(&from, &to, &post, 1e-4)?.unwrap();
    /// assert!((0.44..0.48).contains(&hit.fraction));
    /// let there = blade.transformed(&from.between(&to, hit.fraction));
    /// assert!(there.distance(&post).unwrap() <= 1e-4);
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a pose is not finite or its rotation zero, if the shape has no bounds, if it comes to lie
    /// too far out, and if the tolerance is not above zero.
    fn cast_rotating(
        &self,
        from: &Pose<Other::Vector>,
        to: &Pose<Other::Vector>,
        other: &Other,
        tolerance: f32,
    ) -> Result<Option<RotatingHit<Other::Vector>>, ShapeError>;
}

impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> CastRotating<B> for A {
    #[inline]
    fn cast_rotating(
        &self,
        from: &Pose<A::Vector>,
        to: &Pose<A::Vector>,
        other: &B,
        tolerance: f32,
    ) -> Result<Option<RotatingHit<A::Vector>>, ShapeError> {
        A::Vector::rotating_cast(self.as_shape_ref(), from, to, other.as_shape_ref(), tolerance)
    }
}

/// The concrete kernel, one for each dimension.
pub trait Kernels: Sized {
    #[doc(hidden)]
    fn rotating_cast(
        local: ShapeRef<'_, Self>,
        from: &Pose<Self>,
        to: &Pose<Self>,
        other: ShapeRef<'_, Self>,
        tolerance: f32,
    ) -> Result<Option<RotatingHit<Self>>, ShapeError>
    where
        Self: Vector;
}

macro_rules! impl_kernels {
    ($($V:ty),*) => {
        $(impl Kernels for $V {
            fn rotating_cast(
                local: ShapeRef<'_, $V>,
                from: &Pose<$V>,
                to: &Pose<$V>,
                other: ShapeRef<'_, $V>,
                tolerance: f32,
            ) -> Result<Option<RotatingHit<$V>>, ShapeError> {
                if !(tolerance > 0.0 && tolerance.is_finite()) {
                    return Err(ShapeError::NotPositive { field: "tolerance", value: tolerance });
                }
                Course::new(local, from, to)?.first_meeting(local, other, tolerance)
            }
        })*
    };
}
impl_kernels!(glam::Vec2, glam::Vec3);

/// The way of a shape: what is the same whatever stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Course<V: Vector> {
    from: Pose<V>,
    to: Pose<V>,
    turn: Turn,
    /// The shape where it starts.
    start: Shape<V>,
    /// How far out the shape reaches from its pose's origin.
    reach: f64,
    /// How far the pose's origin goes.
    way: f64,
    /// What rounding can move a point of the shape.
    rounded: f64,
}

/// What rounding a pose to `f32`, and then the shape's numbers, can move a point, relative to how far
/// out it is: each component of a quaternion, of the translation, and of the image is off by 2⁻²⁴ of
/// the whole, which for a turn counts four times.
const ROUNDED: f64 = 1.0 / (1u64 << 20) as f64;

fn length<V: Vector>(x: &V::Array<f64>) -> f64 {
    (0..V::DIM).fold(0.0, |sum, t| sum + x[t] * x[t]).sqrt()
}

impl<V: Vector> Course<V> {
    /// The way of a shape between two poses; an error, if one of them places it nowhere, or if it has
    /// no bounds.
    pub(crate) fn new(
        local: ShapeRef<'_, V>,
        from: &Pose<V>,
        to: &Pose<V>,
    ) -> Result<Self, ShapeError> {
        // The ends also tell whether the poses are any.
        let start = local.try_transformed(from)?;
        local.try_transformed(to)?;
        let ball = V::sphere_of_shape(local)?;
        let center = ball.center().to_array();
        let reach = widen(ball.radius()) + length::<V>(&V::array(|t| widen(center[t])));
        let ends = [from, to].map(|pose| V::array(|t| widen(pose.translation[t])));
        let way = length::<V>(&V::array(|t| ends[1][t] - ends[0][t]));
        let rounded = ROUNDED * (reach + length::<V>(&ends[0]) + length::<V>(&ends[1]));
        let turn = Turn::of(from, to);
        Ok(Self { from: *from, to: *to, turn, start, reach, way, rounded })
    }

    /// Where the shape that the way was made for first meets another, within a tolerance above zero.
    pub(crate) fn first_meeting(
        &self,
        local: ShapeRef<'_, V>,
        other: ShapeRef<'_, V>,
        tolerance: f32,
    ) -> Result<Option<RotatingHit<V>>, ShapeError> {
        let tolerance = widen(tolerance);
        let least = 4.0 * self.rounded;
        let tolerance = if tolerance > least { tolerance } else { least };
        let mut fraction = 0.0;
        let mut placed = self.start.clone();
        loop {
            let Some(distance) = V::pair_distance(placed.as_shape_ref(), other) else {
                return Ok(None);
            };
            if widen(distance) <= tolerance {
                return Ok(Some(hit(fraction, placed.as_shape_ref(), other, distance)));
            }
            let part = widen(fraction);
            let speed = self.way + 2.0 * self.reach * self.turn.speed(part);
            let next = part + (widen(distance) - self.rounded) / speed;
            // No point of the shape comes as far before the end. (Without a way there is none.)
            if !(next < 1.0) {
                return Ok(None);
            }
            fraction = at_or_below(next);
            placed = local.try_transformed(&self.from.between(&self.to, fraction))?;
        }
    }
}

/// What is told of a shape that came near another.
fn hit<V: Vector>(
    fraction: f32,
    placed: ShapeRef<'_, V>,
    other: ShapeRef<'_, V>,
    distance: f32,
) -> RotatingHit<V> {
    if let Some((own, point)) = V::pair_closest_points(placed, other) {
        let (own, there) = (own.to_array(), point.to_array());
        let way: V::Array<f64> = V::array(|t| widen(own[t]) - widen(there[t]));
        let length = length::<V>(&way);
        if distance > 0.0 && length > 0.0 {
            let normal = V::from_array(V::array(|t| (way[t] / length) as f32 + 0.0));
            return RotatingHit { fraction, reached: Reached::WithinTolerance, point, normal };
        }
    }
    let reached = if distance > 0.0 { Reached::WithinTolerance } else { Reached::Contact };
    let axis = V::from_array(V::array(|t| if t == 0 { 1.0 } else { 0.0 }));
    let normal = V::pair_penetration(placed, other).map_or(axis, |out| out.normal);
    let contact = V::pair_contact(placed, other);
    let point = contact.and_then(|contact| contact.points().first().map(|pair| pair.on_b));
    let point = point.unwrap_or_else(|| V::from_array(position(&placed)));
    RotatingHit { fraction, reached, point, normal }
}
