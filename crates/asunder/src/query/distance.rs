//! The distance of two shapes, and their closest points.

use super::canonical;
use super::closest_point::saturated;
use super::proximity::{
    Detail, OrientedBoxes, Proximity, axis_aligned, by_centers, certain_proximity, proof, proximity,
};
use crate::array::Mapped as _;
use crate::dimension::kernels;
use crate::exact::{at_or_above, at_or_below, bisect, by_key, lesser, order_key, widen};
use crate::linalg::Vect;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// The points of two shapes that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints<V: Vector> {
    /// The point of the shape that was asked.
    pub on_a: V,
    /// The point of the other.
    pub on_b: V,
}

/// The distance of two shapes, and their closest points.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait Distance<Other: AnyShape> {
    /// The shortest length that would make the shapes touch: zero if and only if they
    /// [intersect](crate::Intersects). `None` for a point that is not finite.
    ///
    /// It errs low and by little: never above the true distance, and below it by at most a rounding
    /// (2⁻²² of it, and 2⁻⁴⁰ of the pair's size). Shapes that are apart are at least 2⁻¹⁴⁹ apart, and
    /// at most `f32::MAX`. Symmetric bit for bit, and of unbounded shapes as of bounded ones.
    ///
    /// The answer is certified: the gap along a direction bounds it from below, two points of the shapes
    /// from above. Where rounding keeps these apart, as between edges that are all but parallel, exact
    /// numbers find the nearest points, which takes tens of microseconds instead of a fraction of one.
    ///
    /// A point of glam has a method `distance` of its own; ask the shape about the point.
    ///
    /// (Gilbert, Johnson and Keerthi 1988; Ericson 2005, §5.1 and §9.5.)
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let ball = Sphere3::new([0.0, 4.0, 0.0], 1.0);
    /// let floor = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    /// assert_eq!(ball.distance(&floor), 3.0);
    /// assert_eq!(Sphere3::new([0.0, 1.0, 0.0], 1.0).distance(&floor), 0.0, "touching");
    /// let nowhere = asunder::glam::vec3(f32::NAN, 0.0, 0.0);
    /// assert_eq!(ball.distance(&nowhere), None, "of a raw point, an option");
    /// ```
    fn distance(&self, other: &Other) -> Option<f32>;

    /// The point of this shape nearest to `other`, and the point of `other` nearest to this shape.
    /// `None` if they intersect, or if one is a point that is not finite.
    ///
    /// Where many pairs of points are nearest, as between parallel faces, it is one of them.
    /// Computed in `f64`, then each component is rounded to `f32` and kept within its range, so that
    /// a point need not be contained in its shape.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// let ball = Sphere2::new([0.0, 0.0], 1.0);
    /// let post = Segment2::new([3.0, -1.0], [3.0, 1.0]);
    /// let near = ball.closest_points(&post).unwrap();
    /// assert_eq!((near.on_a, near.on_b), (vec2(1.0, 0.0), vec2(3.0, 0.0)));
    /// assert_eq!(ball.closest_points(&Segment2::new([1.0, -1.0], [1.0, 1.0])), None, "they touch");
    /// ```
    fn closest_points(&self, other: &Other) -> Option<ClosestPoints<Other::Vector>>;
}

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> Distance<B> for A {
    #[inline]
    fn distance(&self, other: &B) -> Option<f32> {
        A::Vector::pair_distance(self.as_shape_ref(), other.as_shape_ref())
    }
    #[inline]
    fn closest_points(&self, other: &B) -> Option<ClosestPoints<A::Vector>> {
        A::Vector::pair_closest_points(self.as_shape_ref(), other.as_shape_ref())
    }
}

kernels! {
    DistanceKernels:

    fn pair_distance(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Option<f32> {
        distance(a, b)
    }

    fn pair_closest_points(
        a: ShapeRef<'_, Self>,
        b: ShapeRef<'_, Self>
    ) -> Option<ClosestPoints<Self>> {
        closest_points(a, b)
    }
}

/// The least distance between shapes that are apart.
const LEAST: f32 = f32::from_bits(1);

/// Whether a number is more than the least distance. A processor that takes subnormals for zero takes
/// that for zero, too: bits are compared.
fn is_more(distance: f32) -> bool {
    order_key(distance) > order_key(LEAST)
}

fn distance<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<f32> {
    if let Some(found) = by_centers(a, b) {
        if found.gap < 0.0 {
            return Some(0.0);
        }
        let nearest = saturated(found.gap);
        if (widen(nearest) - found.gap).abs() > found.error && is_more(nearest) {
            return Some(at_or_below(found.gap));
        }
    }
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    let axis_aligned = axis_aligned::distance(a, b);
    if axis_aligned.is_some() {
        return axis_aligned;
    }
    if are_boxes_that_intersect(a, b) {
        return Some(0.0);
    }
    let (a, b) = if canonical::compare(a, b) == Ordering::Greater { (b, a) } else { (a, b) };
    let boxes = OrientedBoxes::of(a, b);
    let found = match apart(a, b, &boxes, Detail::Distance) {
        Apart::No => return Some(0.0),
        Apart::Unknown => return Some(LEAST),
        Apart::By(found) => found,
    };
    let is_at_least = |distance: f32| match &boxes {
        Some(boxes) => boxes.are_at_least(a, b, distance),
        None => proof::is_at_least(a, b, distance),
    };
    // A number near an `f32` may be it: the next one down would be needlessly low.
    let nearest = saturated(found.gap);
    let off = (widen(nearest) - found.gap).abs();
    if off <= found.error && is_more(nearest) && is_at_least(nearest) {
        return Some(nearest);
    }
    // No distance is below a gap.
    let unsure = if found.along < found.error { found.along } else { found.error };
    let low = at_or_below(found.gap - unsure);
    let low = if is_more(low) { low } else { LEAST };
    if found.error <= TOLERATED * found.gap {
        return Some(low);
    }
    let high = at_or_above(found.gap + found.error);
    let high = if is_more(high) { lesser(high, f32::MAX) } else { f32::MAX };
    // Exact numbers measure a distance in less time than they prove many; of hulls, in less than one.
    let is_hull = |shape| matches!(shape, ShapeRef::ConvexHull(_));
    if (is_hull(a) && is_hull(b) || order_key(high) - order_key(low) > MANY)
        && let Some(certain) = certain_proximity(a, b)
    {
        let low = at_or_below(certain.gap - certain.error);
        return Some(if is_more(low) { low } else { LEAST });
    }
    Some(greatest_proved(low, high, is_at_least))
}

/// The greatest distance from `low`, which is one, to `high` that is proved, to within two steps of the
/// numbers; beyond `high`, if that is proved, too.
fn greatest_proved(low: f32, high: f32, is_proved: impl Fn(f32) -> bool) -> f32 {
    let ends = if is_proved(high) { [high, f32::MAX] } else { [low, high] }.mapped(order_key);
    let [low, _] = bisect(ends, 2, |key| !is_proved(by_key(key)));
    by_key(low)
}

/// Whether two shapes are apart, and how they lie if they are.
enum Apart<V: Vector> {
    No,
    By(Proximity<V>),
    /// They are, but nothing is known of where.
    Unknown,
}

/// Whether two shapes are boxes that intersect: asked first, because that takes less than to measure them.
fn are_boxes_that_intersect<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> bool {
    let is_box = |shape| matches!(shape, ShapeRef::Aabb(_) | ShapeRef::Obb(_));
    is_box(a) && is_box(b) && proof::intersects(a, b)
}

/// How two shapes lie that may be apart, but are no boxes that intersect. A gap above its error needs no other
/// proof.
fn apart<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    boxes: &Option<OrientedBoxes<V>>,
    detail: Detail,
) -> Apart<V> {
    let found = if let Some(boxes) = boxes {
        boxes.nearest(detail).or_else(|| proximity(a, b, detail))
    } else {
        let found = proximity(a, b, detail);
        let is_sure = found.is_some_and(|found| found.gap > found.along);
        if !is_sure && proof::intersects(a, b) {
            return Apart::No;
        }
        found
    };
    found.map_or(Apart::Unknown, Apart::By)
}

/// Of more distances than this, between which the true one is, bisection proves more than two.
const MANY: i32 = 8;

/// A distance may be too large or too small by this part of it without a search for more: with the rounding to
/// `f32`, less than what is promised.
const TOLERATED: f64 = 1.0 / (1u64 << 25) as f64;

fn closest_points<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<ClosestPoints<V>> {
    if !a.is_finite() || !b.is_finite() || are_boxes_that_intersect(a, b) {
        return None;
    }
    let flip = canonical::compare(a, b) == Ordering::Greater;
    let (a, b) = if flip { (b, a) } else { (a, b) };
    let Apart::By(found) = apart(a, b, &OrientedBoxes::of(a, b), Detail::Points) else {
        return None;
    };
    let found = if are_nearest(&found) { found } else { certain_proximity(a, b).unwrap_or(found) };
    let found = if flip { found.flipped() } else { found };
    let [on_a, on_b] =
        [found.on_a, found.on_b].mapped(|x| V::from_array(Vect::<V, f64>(x).map(saturated).0));
    Some(ClosestPoints { on_a, on_b })
}

/// Whether the points that were found are no farther apart than the shapes, up to their rounding to `f32`. Beside
/// corners far out, shapes that are nearly parallel count as touching, at points that are not the nearest.
fn are_nearest<V: Vector>(found: &Proximity<V>) -> bool {
    let [on_a, on_b] = [found.on_a, found.on_b].mapped(Vect::<V, f64>);
    let gap = if found.gap > 0.0 { found.gap } else { 0.0 };
    let rounding = TOLERATED * (gap + (on_a.norm1() + on_b.norm1()));
    (on_b - on_a).length() <= gap + found.error + rounding
}
