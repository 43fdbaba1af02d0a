//! When does a shape that moves and turns first meet another?
//!
//! The one question about shapes that is not exact, for a turn is no polynomial. It errs on one side:
//! what meets is never missed.

use crate::exact::{Number, at_or_below, widen};
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
#[non_exhaustive]
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
    /// A frustum by half-spaces goes as the hull of its corners does, each of them rounded: were its
    /// half-spaces rounded on the way, those that are nearly parallel would meet elsewhere each time. What
    /// a frustum by perspective is seen from counts as part of its reach where rounding is concerned.
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
pub trait RotatingCastKernels: Sized {
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
        $(impl RotatingCastKernels for $V {
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
                RotatingCast::new(local, from, to)?.first_impact(local, other, tolerance)
            }
        })*
    };
}
impl_kernels!(glam::Vec2, glam::Vec3);

/// The way of a shape: what is the same whatever stands in it.
#[derive(Clone, Debug)]
pub(crate) struct RotatingCast<V: Vector> {
    from: Pose<V>,
    to: Pose<V>,
    turn: Turn,
    /// What goes this way, if it is not the shape itself.
    rigid: Option<Shape<V>>,
    /// The shape where it starts.
    start: Shape<V>,
    /// How far out the shape reaches from its pose's origin.
    reach: f64,
    /// How far the pose's origin goes.
    path_length: f64,
    /// What rounding can move a point of the shape.
    rounded: f64,
}

/// What rounding a pose to `f32`, and then the shape's numbers, can move a point, relative to how far
/// out it is, and to how far out the pose is. In units of 2⁻²⁴:
///
/// - Each component of a quaternion is off by one unit of itself, so that the quaternion is by one unit
///   of its length, across it at most. It turns by twice the angle: two units.
/// - A box has a rotation of its own, composed of both and rounded as well: two units.
/// - Its middle is rounded component by component: one unit. (Of what has no rotation the numbers that
///   a corner is a sum of are rounded: the middle and the half-edges of a parallelepiped, which together
///   are less than 1 + √3 of its reach.)
///
/// - A frustum by perspective is rounded like a box whose middle is where it is seen from, and reaches as
///   far as that is out and a corner is from there: its [`arm`]. One by half-spaces goes as a hull, whose
///   corners have been rounded once before: another unit.
///
/// So there are five for the reach, and for the translation two: its own rounding, and the middle's.
/// These sixteen are enough for both ends of a way. They show in fractions, so the rest stays.
pub(crate) const ROUNDED: f64 = 1.0 / (1u64 << 20) as f64;

/// How far out rounding is measured of a shape that reaches so far out.
pub(crate) fn arm<V: Vector>(local: ShapeRef<'_, V>, reach: f64) -> f64 {
    let ShapeRef::Frustum(frustum) = local else {
        return reach;
    };
    frustum.arm().map_or(reach, |arm| reach.larger(arm))
}

/// What goes the way of a shape, if it is not the shape itself.
pub(crate) fn rigid<V: Vector>(local: ShapeRef<'_, V>) -> Result<Option<Shape<V>>, ShapeError> {
    let ShapeRef::Frustum(frustum) = local else {
        return Ok(None);
    };
    Ok(frustum.rigid()?.map(Shape::from))
}

fn length<V: Vector>(x: &V::Array<f64>) -> f64 {
    (0..V::DIM).fold(0.0, |sum, t| sum + x[t] * x[t]).sqrt()
}

impl<V: Vector> RotatingCast<V> {
    /// The way of a shape between two poses; an error, if one of them places it nowhere, or if it has
    /// no bounds.
    pub(crate) fn new(
        local: ShapeRef<'_, V>,
        from: &Pose<V>,
        to: &Pose<V>,
    ) -> Result<Self, ShapeError> {
        let rigid = rigid(local)?;
        let local = rigid.as_ref().map_or(local, Shape::as_shape_ref);
        // The ends also tell whether the poses are any.
        let start = local.try_transformed(from)?;
        local.try_transformed(to)?;
        let ball = V::sphere_of_shape(local)?;
        let center = ball.center().to_array();
        let reach = widen(ball.radius()) + length::<V>(&V::array(|t| widen(center[t])));
        let ends = [from, to].map(|pose| V::array(|t| widen(pose.translation[t])));
        let path_length = length::<V>(&V::array(|t| ends[1][t] - ends[0][t]));
        let [out, out_to] = ends.map(|end| length::<V>(&end));
        let rounded = ROUNDED * (arm(local, reach) + out + out_to);
        let turn = Turn::of(from, to);
        Ok(Self { from: *from, to: *to, turn, rigid, start, reach, path_length, rounded })
    }

    /// Where the shape that the way was made for first meets another, within a tolerance above zero.
    pub(crate) fn first_impact(
        &self,
        local: ShapeRef<'_, V>,
        other: ShapeRef<'_, V>,
        tolerance: f32,
    ) -> Result<Option<RotatingHit<V>>, ShapeError> {
        let local = self.rigid.as_ref().map_or(local, Shape::as_shape_ref);
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
            let speed = self.path_length + 2.0 * self.reach * self.turn.speed(part);
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
        let path_length: V::Array<f64> = V::array(|t| widen(own[t]) - widen(there[t]));
        let length = length::<V>(&path_length);
        if distance > 0.0 && length > 0.0 {
            let normal = V::from_array(V::array(|t| (path_length[t] / length) as f32 + 0.0));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dimension::Dimension as _;
    use crate::exact::UNIT_F32;
    use crate::shape::Obb;
    use glam::Vec3;

    /// The images of a box's corners, by numbers that are not rounded to `f32`.
    fn corners(local: &Obb<Vec3>, pose: impl Fn([f64; 3]) -> [f64; 3]) -> [[f64; 3]; 8] {
        let (rows, norm) = Vec3::frame::<f64>(local.rotation, 0);
        core::array::from_fn(|corner| {
            pose([0, 1, 2].map(|j| {
                (0..3).fold(widen(local.center[j]), |sum, i| {
                    let half = widen(local.half_extents[i]);
                    let half = if corner >> i & 1 == 1 { half } else { -half };
                    sum + rows[i][j] / norm * half
                })
            }))
        })
    }

    /// What a quaternion of any length does to a point.
    fn turned([x, y, z, w]: [f64; 4], p: [f64; 3]) -> [f64; 3] {
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let square = x * x + y * y + z * z + w * w;
        let axis = [x, y, z];
        let once = cross(axis, p);
        let twice = cross(axis, once);
        [0, 1, 2].map(|i| p[i] + 2.0 * (w * once[i] + twice[i]) / square)
    }

    /// Boxes on their way, their corners compared with where these should be. The derived five and two
    /// units hold, and no much smaller number would.
    #[test]
    fn what_rounding_moves_is_as_much_as_derived() {
        let mut seed = 1_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 * UNIT_F32 * 2.0 - 1.0
        };
        let unit = widen(UNIT_F32);
        let mut worst = 0.0;
        for round in 0..20_000 {
            let small = if round % 2 == 0 { 0.0 } else { 1.0 };
            let mut three = |size: f32| [size * number(), size * number(), size * number()];
            let (center, half) = (three(small), three(1.0).map(f32::abs));
            let [translations, axes] = [[three(small), three(small)], [three(1.0), three(1.0)]];
            let own = [number(), number(), number(), number()];
            let local = Obb::<Vec3>::new(center, half, own);
            let [from, to] = [0, 1].map(|i| {
                let [x, y, z] = axes[i];
                Pose::<Vec3> { translation: translations[i], rotation: [x, y, z, 1.0] }
            });
            let part = number().abs();
            let exact = {
                let [p, q] = [&from, &to].map(|pose| {
                    let square = pose.rotation.iter().map(|&x| widen(x) * widen(x)).sum::<f64>();
                    pose.rotation.map(|x| widen(x) / square.sqrt())
                });
                let side = if (0..4).map(|i| p[i] * q[i]).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
                let turn = [0, 1, 2, 3].map(|i| p[i] + widen(part) * (side * q[i] - p[i]));
                let at = |i: usize| {
                    let (a, b) = (widen(from.translation[i]), widen(to.translation[i]));
                    a + widen(part) * (b - a)
                };
                corners(&local, |point| {
                    let turned = turned(turn, point);
                    [0, 1, 2].map(|i| turned[i] + at(i))
                })
            };
            let placed = corners(&local.transformed(&from.between(&to, part)), |point| point);
            let apart = |a: [f64; 3], b: [f64; 3]| length::<Vec3>(&[0, 1, 2].map(|i| a[i] - b[i]));
            let moved = (0..8).map(|i| apart(exact[i], placed[i])).fold(0.0, f64::max);
            let reach =
                corners(&local, |point| point).iter().map(length::<Vec3>).fold(0.0, f64::max);
            let out = [&from, &to].map(|pose| length::<Vec3>(&pose.translation.map(widen)));
            let (out, reach) = (out[0] + out[1], reach);
            assert!(
                moved <= (5.0 * reach + 2.0 * out) * unit,
                "{moved:e}: {local:?} {from:?} {to:?}"
            );
            worst = f64::max(worst, moved / (reach + out));
        }
        println!("{:.2} units", worst / unit);
        assert!(worst <= 5.0 * unit && 2.0 * 5.0 * unit <= ROUNDED && ROUNDED <= 4.0 * 5.0 * unit);
        assert!(worst > 1.5 * unit, "{:.2} units: the boxes are too easy", worst / unit);
    }
}
