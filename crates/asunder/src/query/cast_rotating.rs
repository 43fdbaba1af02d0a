//! The first contact of a shape that moves and turns with another.
//!
//! The one query about shapes that is not exact, since a rotation is no polynomial of time. It errs on one
//! side: no contact is missed.

mod advance;

use crate::array::Mapped as _;
use crate::dimension::kernels;
use crate::exact::{Number, at_or_above, at_or_below, widen};
use crate::linalg::Vect;
use crate::shape::{AnyShape, Shape, ShapeError, ShapeRef};
use crate::space::{Pose, Turn, Vector};

use super::contact::Contact;
use super::move_until_contact::position;
use super::proximity::{Detail, Proximity, certain_proximity, proof, proximity};

/// The relation of two shapes where a rotating cast hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Reached {
    /// They share a point.
    Contact,
    /// They are apart by no more than the tolerance.
    WithinTolerance,
}

/// The first contact of a shape that moves and turns with another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RotatingHit<V: Vector> {
    /// The fraction of the motion at the contact, never late: before it, the shapes share no point.
    pub fraction: f32,
    /// Whether they share a point there, or only come within the tolerance.
    pub reached: Reached,
    /// The point of the other shape nearest to the moving one there; if they are in contact, one
    /// that they share, within rounding.
    pub point: V,
    /// The unit direction from there to the moving shape; if they are in contact, that of least
    /// [penetration](super::penetration::PenetrationOf).
    pub normal: V,
}

/// The first contact of a shape with another while it moves and turns.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait CastRotating<Other: AnyShape> {
    /// The first contact of this shape with `other`, while the pose that places it goes from `from` to
    /// `to`; `None`, if they do not meet.
    ///
    /// At each fraction the pose is [`from.between(&to, fraction)`](Pose::between): the translation is
    /// linear, the rotation the shorter one about one axis. A shape that meets the other during the motion
    /// is always reported, and never late. A hit means that the shape, placed at its fraction, is
    /// within `tolerance` of the other: so where they only come that near, they may be reported, or
    /// not. A tolerance below the distance that rounding a pose can move the shape (2⁻¹⁸ of its reach and
    /// its translations) is raised to that.
    ///
    /// A frustum by half-spaces moves as the hull of its vertices does, each of them rounded: were its
    /// half-spaces rounded at each pose, those that are nearly parallel would meet elsewhere each time. The
    /// apex of a frustum by perspective counts as part of its reach where rounding is concerned.
    ///
    /// Each step finds an axis that separates the shapes, and advances by the time that the first corner of
    /// the shape needs to cross what is between them there (conservative advancement: Mirtich,
    /// "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3.2, with each corner's motion along
    /// the axis). It takes about ten steps to a contact. Where the shape turns closely past the other, a
    /// step is at least of the order of the root of what the tolerance is beside the shape's reach; after two
    /// dozen steps the plane between the shapes may turn with the shape, as one of its faces does.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Reached, Rot2};
    ///
    /// // A blade turns by 120 degrees past a post of 5 cm. It touches it at neither end of its motion.
    /// let blade = Segment2::new([0.2, 0.0], [1.4, 0.0]);
    /// let post = Sphere2::new([0.5, 0.8], 0.05);
    /// let [from, to] = [0.0, 120.0].map(|angle| Pose2::new([0.0, 0.0], Rot2::degrees(angle)));
    /// assert!(!blade.transformed(&from).intersects(&post));
    /// assert!(!blade.transformed(&to).intersects(&post));
    ///
    /// let hit = blade.cast_rotating(&from, &to, &post, 1e-4)?.unwrap();
    /// assert!((0.44..0.48).contains(&hit.fraction));
    /// let there = blade.transformed(&from.between(&to, hit.fraction));
    /// assert!(there.distance(&post) <= 1e-4);
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a pose is not finite or its rotation zero, if the shape has no bounds, if a pose places it
    /// too far out, and if the tolerance is not above zero.
    fn cast_rotating(
        &self,
        from: &Pose<Other::Vector>,
        to: &Pose<Other::Vector>,
        other: &Other,
        tolerance: f32,
    ) -> Result<Option<RotatingHit<Other::Vector>>, ShapeError>;
}

#[diagnostic::do_not_recommend]
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

kernels! {
    RotatingCastKernels:

    fn rotating_cast(
        local: ShapeRef<'_, Self>,
        from: &Pose<Self>,
        to: &Pose<Self>,
        other: ShapeRef<'_, Self>,
        tolerance: f32
    ) -> Result<Option<RotatingHit<Self>>, ShapeError> {
        if !(tolerance > 0.0 && tolerance.is_finite()) {
            return Err(ShapeError::NotPositive { field: "tolerance", value: tolerance });
        }
        RotatingCast::new(local, from, to)?.first_impact(local, other, tolerance)
    }
}

/// The motion of a shape between two poses: everything that does not depend on the other shape.
#[derive(Clone, Debug)]
pub(crate) struct RotatingCast<V: Vector> {
    from: Pose<V>,
    to: Pose<V>,
    turn: Turn,
    /// The shape that moves instead, if it is not the shape itself.
    rigid: Option<Shape<V>>,
    /// The shape at the start.
    start: Shape<V>,
    /// The greatest distance of a point of the shape from its pose's origin.
    reach: f64,
    /// The distance that the pose's origin moves.
    path_length: f64,
    /// The greatest distance that rounding can move a point of the shape.
    rounded: f64,
}

/// The distance that rounding a pose to `f32`, and then the shape's numbers, can move a point, relative to
/// the point's distance from the pose's origin, and that origin's from the world's. In units of 2⁻²⁴:
///
/// - Each component of a quaternion has an error of one unit of itself, so that the quaternion has one of
///   one unit of its length, across it at most. It turns by twice the angle: two units.
/// - A box has a rotation of its own, composed of both and rounded as well: two units.
/// - Its centre is rounded component by component: one unit. (Shapes without a rotation have the numbers
///   rounded that a vertex is a sum of: the centre and the half-edges of a parallelepiped, which together
///   are less than 1 + √3 of its reach.)
///
/// - A frustum by perspective is rounded like a box whose centre is the apex, and its reach is the distance
///   of the apex plus that of a vertex from there: its [`arm`]. One by half-spaces moves as a hull, whose
///   vertices have been rounded once before: another unit.
///
/// So there are five for the reach, and for the translation two: its own rounding, and the centre's.
/// These sixteen are enough for both ends of a motion. They show in fractions, so the rest stays.
pub(crate) const ROUNDED: f64 = 1.0 / (1u64 << 20) as f64;

/// After so many steps in vain, planes that the shape carries along are tried, too.
const FIXED: usize = 24;

/// The reach that rounding errors of a shape are relative to; a frustum's is that of its apex, too.
pub(crate) fn arm<V: Vector>(local: ShapeRef<'_, V>, reach: f64) -> f64 {
    let ShapeRef::Frustum(frustum) = local else {
        return reach;
    };
    frustum.arm().map_or(reach, |arm| reach.larger(arm))
}

/// The shape that moves instead of a shape, if it is not the shape itself: for some frusta, a hull.
pub(crate) fn rigid<V: Vector>(local: ShapeRef<'_, V>) -> Result<Option<Shape<V>>, ShapeError> {
    let ShapeRef::Frustum(frustum) = local else {
        return Ok(None);
    };
    Ok(frustum.rigid()?.map(Shape::from))
}

impl<V: Vector> RotatingCast<V> {
    /// The motion of a shape between two poses; an error, if one of them cannot place it, or if it has
    /// no bounds.
    pub(crate) fn new(
        local: ShapeRef<'_, V>,
        from: &Pose<V>,
        to: &Pose<V>,
    ) -> Result<Self, ShapeError> {
        let rigid = rigid(local)?;
        let local = rigid.as_ref().map_or(local, Shape::as_shape_ref);
        // Placing both ends also checks the poses.
        let start = local.try_transformed(from)?;
        match local {
            ShapeRef::ConvexHull(hull) => hull.check_transformed(to)?,
            local => drop(local.try_transformed(to)?),
        }
        let reach = reach(local)?;
        let [start_at, end_at] = [from, to].mapped(|pose| Vect::<V, f64>::of(&pose.translation));
        let path_length = (end_at - start_at).length();
        let rounded = ROUNDED * (arm(local, reach) + start_at.length() + end_at.length());
        let turn = Turn::of(from, to);
        Ok(Self { from: *from, to: *to, turn, rigid, start, reach, path_length, rounded })
    }

    /// The first contact with another shape, within a tolerance above zero; `local` must be the shape that
    /// `self` was made for.
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
        let is_hull = matches!(local, ShapeRef::ConvexHull(_));
        let mut fraction = 0.0;
        let mut placed = self.start.clone();
        let mut left = FIXED;
        loop {
            let part = widen(fraction);
            let near = proximity(placed.as_shape_ref(), other, Detail::Gap);
            let mut least = near.map_or(f64::NEG_INFINITY, |near| near.gap - near.along);
            if !(least > tolerance) {
                let at_least = near.map_or(f64::NEG_INFINITY, |near| surely(&near));
                if at_least > tolerance {
                    least = at_least;
                } else {
                    // A hull has been placed without its structure, which decides what is exact.
                    let is_loose = is_hull && fraction > 0.0;
                    if is_loose {
                        placed = local.try_transformed(&self.pose(fraction))?;
                    }
                    let known = near.filter(|_| !is_loose);
                    let Some(found) = nearness(placed.as_shape_ref(), other, known, tolerance)
                    else {
                        return Ok(None);
                    };
                    match found {
                        Nearness::Beyond(distance) => least = least.larger(distance),
                        Nearness::Within => {
                            let reached = Reached::WithinTolerance;
                            let placed = placed.as_shape_ref();
                            return Ok(Some(hit(fraction, placed, other, reached, None)));
                        }
                        Nearness::Contact(contact) => {
                            let reached = Reached::Contact;
                            let placed = placed.as_shape_ref();
                            return Ok(Some(hit(fraction, placed, other, reached, contact)));
                        }
                    }
                }
            }
            let speed = self.path_length + 2.0 * self.reach * self.turn.speed(part);
            // (Without motion, this is not finite.)
            let mut next = part + (least - self.rounded) / speed;
            let clear = near
                .and_then(|near| advance::clear_until(self, placed.as_shape_ref(), part, &near));
            next = clear.map_or(next, |clear| next.larger(clear));
            if left > 0 {
                left -= 1;
            } else if let Some(near) = &near
                && let Some(clear) =
                    advance::carried_until(self, placed.as_shape_ref(), other, part, near)
            {
                next = next.larger(clear);
            }
            if !(next < 1.0) {
                return Ok(None);
            }
            fraction = at_or_below(next);
            let pose = self.pose(fraction);
            placed = match local {
                ShapeRef::ConvexHull(hull) => hull.loosely_transformed(&pose).into(),
                local => local.try_transformed(&pose)?,
            };
        }
    }

    fn pose(&self, fraction: f32) -> Pose<V> {
        self.from.between(&self.to, fraction)
    }
}

/// The greatest distance of a point of the shape from the coordinate origin, or a little more.
fn reach<V: Vector>(local: ShapeRef<'_, V>) -> Result<f64, ShapeError> {
    let most = widen(f32::MAX);
    // The sphere around these takes long to prove, where they are far out or of odd sizes.
    match local {
        ShapeRef::Obb(obb) => {
            let [center, half] = [obb.center, obb.half_extents].mapped(|x| Vect::<V, f64>::of(&x));
            let reach = widen(at_or_above(half.length())) + center.length();
            if reach < most {
                return Ok(reach);
            }
        }
        ShapeRef::Frustum(frustum) => {
            if let Some(arm) = frustum.arm()
                && arm < most
            {
                return Ok(arm);
            }
        }
        _ => {}
    }
    let ball = V::sphere_of_shape(local)?;
    let center = Vect::<V, f64>::of(&ball.center().to_array());
    Ok(widen(ball.radius()) + center.length())
}

/// A distance that two shapes are certainly apart by, where it is above zero: no distance is below a gap. Where rays may
/// lead along the axis, nothing is known.
fn surely<V: Vector>(near: &Proximity<V>) -> f64 {
    let is_bounded = near.along < f64::INFINITY;
    near.gap - if is_bounded { near.along.smaller(near.error) } else { f64::INFINITY }
}

/// Whether two shapes are within a tolerance of each other.
enum Nearness<V: Vector> {
    /// They share a point.
    Contact(Option<Contact<V>>),
    /// They are within it, but apart.
    Within,
    /// They are at least so far apart, which is more.
    Beyond(f64),
}

/// Whether two shapes are within a tolerance of each other, given how they lie, if that is known. `None` if
/// one of them is no shape.
fn nearness<V: Vector>(
    placed: ShapeRef<'_, V>,
    other: ShapeRef<'_, V>,
    known: Option<Proximity<V>>,
    tolerance: f64,
) -> Option<Nearness<V>> {
    let known = known.and_then(|near| {
        let is_bounded = near.along < f64::INFINITY;
        if is_bounded && near.gap + near.error <= tolerance {
            let is_apart = near.gap > near.along;
            Some(if is_apart { Nearness::Within } else { touching(placed, other) })
        } else if !(near.error <= tolerance) {
            nearness_far_out(placed, other, &near, tolerance)
        } else if !is_bounded {
            certain_nearness(placed, other, tolerance)
        } else {
            None
        }
    });
    known.or_else(|| {
        let distance = V::pair_distance(placed, other)?;
        Some(if widen(distance) > tolerance {
            Nearness::Beyond(widen(distance))
        } else if distance > 0.0 {
            Nearness::Within
        } else {
            Nearness::Contact(V::pair_contact(placed, other))
        })
    })
}

/// Whether two shapes within a tolerance are in contact.
fn touching<V: Vector>(placed: ShapeRef<'_, V>, other: ShapeRef<'_, V>) -> Nearness<V> {
    match V::pair_contact(placed, other) {
        None => Nearness::Within,
        contact => Nearness::Contact(contact),
    }
}

/// As [`nearness`], of shapes too far out for `f64`, which says about how they lie: exact numbers prove a distance in
/// less time than they measure one, but to fail takes them longer. `None` where they find none.
#[cold]
#[inline(never)]
fn nearness_far_out<V: Vector>(
    placed: ShapeRef<'_, V>,
    other: ShapeRef<'_, V>,
    near: &Proximity<V>,
    tolerance: f64,
) -> Option<Nearness<V>> {
    let gap = at_or_below(near.gap);
    let is_bounded = near.along < f64::INFINITY;
    if is_bounded && widen(gap) > tolerance && proof::is_at_least(placed, other, gap) {
        return Some(Nearness::Beyond(widen(gap)));
    }
    let contact = V::pair_contact(placed, other);
    if contact.is_some() {
        return Some(Nearness::Contact(contact));
    }
    certain_nearness(placed, other, tolerance)
}

/// As [`nearness`], by exact numbers, which take less time for the nearest points than to round their distance once.
/// `None` where they know too little.
fn certain_nearness<V: Vector>(
    placed: ShapeRef<'_, V>,
    other: ShapeRef<'_, V>,
    tolerance: f64,
) -> Option<Nearness<V>> {
    let certain = certain_proximity(placed, other)?;
    let (least, most) = (certain.gap - certain.error, certain.gap + certain.error);
    if least > tolerance {
        return Some(Nearness::Beyond(least));
    }
    (least > 0.0 && most <= tolerance).then_some(Nearness::Within)
}

/// The hit of a shape, placed at `fraction`, that is within the tolerance of another.
fn hit<V: Vector>(
    fraction: f32,
    placed: ShapeRef<'_, V>,
    other: ShapeRef<'_, V>,
    reached: Reached,
    contact: Option<Contact<V>>,
) -> RotatingHit<V> {
    if reached == Reached::WithinTolerance
        && let Some(near) = V::pair_closest_points(placed, other)
    {
        let point = near.on_b;
        let own = Vect::<V, f64>::of(&near.on_a.to_array());
        let between = own - Vect::of(&point.to_array());
        let length = between.length();
        if length > 0.0 {
            let normal = V::from_array((between / length).map(|x| x as f32 + 0.0).0);
            return RotatingHit { fraction, reached, point, normal };
        }
    }
    let axis = V::from_array(Vect::<V, f32>::axis(0).0);
    let normal = contact.as_ref().map_or(axis, |contact| contact.normal);
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

    /// The images of a box's vertices, in numbers that are not rounded to `f32`.
    fn vertices(local: &Obb<Vec3>, pose: impl Fn([f64; 3]) -> [f64; 3]) -> [[f64; 3]; 8] {
        let (rows, norm) = Vec3::frame::<f64>(local.rotation, 0);
        core::array::from_fn(|vertex| {
            pose([0, 1, 2].map(|j| {
                (0..3).fold(widen(local.center[j]), |sum, i| {
                    let half = widen(local.half_extents[i]);
                    let half = if vertex >> i & 1 == 1 { half } else { -half };
                    sum + rows[i][j] / norm * half
                })
            }))
        })
    }

    /// The image of a point under the rotation by a quaternion of any length.
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

    /// The vertices of moving boxes, compared with their exact positions. The derived five and two
    /// units hold, and no much smaller number would.
    #[test]
    fn rounding_moves_vertices_as_far_as_derived() {
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
                vertices(&local, |point| {
                    let turned = turned(turn, point);
                    [0, 1, 2].map(|i| turned[i] + at(i))
                })
            };
            let placed = vertices(&local.transformed(&from.between(&to, part)), |point| point);
            let length = |v: [f64; 3]| Vect::<Vec3, f64>(v).length();
            let apart = |a: [f64; 3], b: [f64; 3]| (Vect::<Vec3, f64>(a) - Vect(b)).length();
            let moved = (0..8).map(|i| apart(exact[i], placed[i])).fold(0.0, f64::max);
            let reach = vertices(&local, |point| point).map(length).into_iter().fold(0.0, f64::max);
            let out = [&from, &to].map(|pose| length(pose.translation.map(widen)));
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
