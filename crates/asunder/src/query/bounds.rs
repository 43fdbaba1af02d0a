//! Boxes around shapes along the coordinate axes: exact where that is easily known, else rounded outward.

use crate::array::Mapped as _;
use crate::exact::{
    Estimate, Exact as _, Number, at_or_above, at_or_below, greater, is_zero, lesser, widen,
};
use crate::linalg::{Matrix, Vect};
use crate::query::generators::{Generators, Homogeneous, Spanned};
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// A closed box along the coordinate axes that contains what it stands for.
///
/// Unlike an [`Aabb`](crate::shape::Aabb), it may reach to infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<V: Vector> {
    pub(crate) min: V::Array<f32>,
    pub(crate) max: V::Array<f32>,
}

/// What a number of an axis, none of which is above one, loses when it is rounded to `f32`: half a unit,
/// and a little for what was rounded in `f64`, before and after. The next power of two.
const AXIS_LOST: f64 = 1.0 / (1u64 << 24) as f64;

/// An `f32` below a value known to half a unit in the last place of `f32`.
fn below(x: f64) -> f32 {
    let nearest = x as f32;
    // The processor may be set to take subnormals for zero.
    if nearest == 0.0 { at_or_below(x.next_down()) } else { nearest.next_down() }
}

/// An `f32` above a value known to half a unit in the last place of `f32`.
fn above(x: f64) -> f32 {
    let nearest = x as f32;
    if nearest == 0.0 { at_or_above(x.next_up()) } else { nearest.next_up() }
}

/// Whether a sum in `f64` is not rounded: neither difference rounds, if both give back what went into the sum
/// (Knuth's two-sum).
fn is_exact(x: f64, by: f64, sum: f64) -> bool {
    sum - by == x && sum - x == by
}

/// An `f32` at or below `x - by`: the greatest, if `f64` holds the difference.
fn lowered(x: f32, by: f64) -> f32 {
    let x = widen(x);
    let low = x - by;
    if is_exact(x, 0.0 - by, low) { at_or_below(low) } else { below(low) }
}

/// An `f32` at or above `x + by`: the least, if `f64` holds the sum.
fn raised(x: f32, by: f64) -> f32 {
    let x = widen(x);
    let high = x + by;
    if is_exact(x, by, high) { at_or_above(high) } else { above(high) }
}

impl<V: Vector> Bounds<V> {
    /// The box between two corners, as they are.
    pub(crate) fn from_corners(min: V::Array<f32>, max: V::Array<f32>) -> Self {
        Self { min, max }
    }

    /// The same, of vectors.
    fn between(min: Vect<V, f32>, max: Vect<V, f32>) -> Self {
        Self::from_corners(min.0, max.0)
    }

    /// All of space.
    pub(crate) fn everything() -> Self {
        Self::between(Vect::splat(f32::NEG_INFINITY), Vect::splat(f32::INFINITY))
    }

    /// A box that contains no point: merged with another, it is the other.
    pub(crate) fn nothing() -> Self {
        Self::between(Vect::splat(f32::INFINITY), Vect::splat(f32::NEG_INFINITY))
    }

    /// A box that contains the shape. Nothing overlaps the box of a point that is not finite.
    pub(crate) fn of(shape: &impl AnyShape<Vector = V>) -> Self {
        match shape.as_shape_ref() {
            ShapeRef::Point(point) => Self::from_corners(point.to_array(), point.to_array()),
            ShapeRef::Aabb(aabb) => Self::from_corners(aabb.min, aabb.max),
            ShapeRef::Sphere(sphere) => {
                Self::around(&sphere.center, Vect::splat(widen(sphere.radius)))
            }
            ShapeRef::Obb(obb) => {
                let (axes, half) = (Matrix::of(&obb.axes), Vect::<V, f64>::of(&obb.half_extents));
                let lost = Vect::splat(half.norm1() * AXIS_LOST);
                let mut reach = (0..V::DIM).fold(lost, |sum, i| sum + axes[i].abs() * half[i]);
                // Few boxes have an axis along a coordinate axis, and those have one that says so.
                let is_one = |i: usize| axes[i].components().any(|x: f64| x.abs() == 1.0);
                if (0..V::DIM).any(is_one) {
                    let along = Vect::<V, _>(V::coordinate_axes(obb.rotation));
                    reach = along
                        .zip(reach, |axis, reach| axis.map_or(reach, |i| half[usize::from(i)]));
                }
                Self::around(&obb.center, reach)
            }
            ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) => Self::everything(),
            ShapeRef::Segment(segment) => Self::of_points(&[segment.a, segment.b], 0.0),
            ShapeRef::Ray(ray) => Self::of_span(ray),
            ShapeRef::Capsule(capsule) => Self::of_points(&[capsule.a, capsule.b], capsule.radius),
            ShapeRef::Triangle(triangle) => {
                Self::of_points(&[triangle.a, triangle.b, triangle.c], 0.0)
            }
            ShapeRef::Frustum(frustum) => Self::of_span(frustum),
            ShapeRef::ConvexHull(hull) => Self::of_points(&hull.structure().corners, 0.0),
            ShapeRef::Parallelepiped(shape) => Self::of_span(shape),
        }
    }

    /// A box that contains every point within `radius` of points as stored: the least one, without a radius.
    fn of_points(points: &[V::Array<f32>], radius: f32) -> Self {
        let first_of = |first: fn(f32, f32) -> f32| {
            let all = points.iter().map(|point| Vect::<V, f32>(*point));
            all.reduce(|x, y| x.zip(y, first)).unwrap_or(Vect::splat(f32::NAN))
        };
        let (min, max) = (first_of(lesser), first_of(greater));
        if is_zero(radius) {
            return Self::between(min, max);
        }
        let radius = widen(radius);
        Self::between(min.map(|x| lowered(x, radius)), max.map(|x| raised(x, radius)))
    }

    /// A box that contains what is spanned: infinite along rays, and where a corner is a ratio of
    /// which nothing is known.
    fn of_span(shape: &impl Spanned<V>) -> Self {
        let (span, radius) = (shape.span::<Estimate>(0), shape.radius());
        let (mut min, mut max) =
            (Vect::<V, f64>::splat(f64::INFINITY), Vect::<V, f64>::splat(f64::NEG_INFINITY));
        for i in 0..span.points() {
            let Homogeneous { x, w } = span.point(i);
            // What a division and a radius do not round may be known exactly.
            let is_kept = is_zero(radius) && w.exactly() == Some(1.0);
            let [w_low, w_high] = w.range();
            for t in 0..V::DIM {
                let x = (0..span.halves()).fold([x[t], x[t]], |[low, high], k| {
                    let reach = span.half(k)[t].abs();
                    [low - reach, high + reach]
                });
                let [low, high] = match x.mapped(Estimate::exactly) {
                    [Some(low), Some(high)] if is_kept => [at_or_below(low), at_or_above(high)],
                    _rounded => {
                        let [low, high] = [x[0].range()[0], x[1].range()[1]];
                        // Whichever weight takes the end further out.
                        let low = low / if low < 0.0 { w_low } else { w_high };
                        let high = high / if high < 0.0 { w_high } else { w_low };
                        if w_low > 0.0 && low.is_finite() && high.is_finite() {
                            let radius = widen(radius);
                            [below(low - radius), above(high + radius)]
                        } else {
                            [f32::NEG_INFINITY, f32::INFINITY]
                        }
                    }
                };
                // Wide, since the processor may be set to take subnormals for zero.
                (min[t], max[t]) = (min[t].smaller(widen(low)), max[t].larger(widen(high)));
            }
        }
        let mut bounds = Self::between(min.map(at_or_below), max.map(at_or_above));
        for i in 0..span.rays() {
            for t in 0..V::DIM {
                let [low, high] = span.ray(i)[t].range();
                if low < 0.0 {
                    bounds.min[t] = f32::NEG_INFINITY;
                }
                if high > 0.0 {
                    bounds.max[t] = f32::INFINITY;
                }
            }
        }
        bounds
    }

    /// A box that reaches at least `reach` to either side of `center`.
    fn around(center: &V::Array<f32>, reach: Vect<V, f64>) -> Self {
        let center = Vect(*center);
        Self::between(center.zip(reach, lowered), center.zip(reach, raised))
    }

    /// The smallest box that contains both, neither of which holds a NaN.
    pub(crate) fn merged(&self, other: &Self) -> Self {
        let (min, max) = (Vect::<V, f32>(self.min), Vect::<V, f32>(self.max));
        Self::between(min.zip(Vect(other.min), lesser), max.zip(Vect(other.max), greater))
    }

    /// A box that contains this one wherever it gets to along `motion`.
    pub(crate) fn swept(&self, motion: &V::Array<f32>) -> Self {
        let motion = Vect::of(motion);
        let (min, max) = (Vect::of(&self.min) + motion, Vect::of(&self.max) + motion);
        self.merged(&Self::between(min.map(below), max.map(above)))
    }

    /// Whether a plane across a coordinate axis certainly parts the insides of what these boxes contain, all
    /// along a displacement of the first.
    pub(crate) fn passes(&self, displacement: &V::Array<Estimate>, other: &Self) -> bool {
        let is_gap = |x: Estimate| matches!(x.sign(), Some(Ordering::Equal | Ordering::Greater));
        let gap = |low: f32, high: f32| Estimate::of(high) - Estimate::of(low);
        (0..V::DIM).any(|t| {
            let ([low, high], [other_low, other_high]) =
                ([self.min[t], self.max[t]], [other.min[t], other.max[t]]);
            high <= other_low && is_gap(gap(high, other_low) - displacement[t])
                || other_high <= low && is_gap(gap(other_high, low) + displacement[t])
        })
    }

    /// The fraction of a displacement of the first box up to which, about, a plane across a coordinate axis
    /// separates the boxes that it brings nearer; zero where none does.
    pub(crate) fn separated_until(&self, displacement: &V::Array<f32>, other: &Self) -> f64 {
        let closing = |t: usize| {
            let speed = widen(displacement[t]);
            let [low, high] =
                if speed > 0.0 { [self.max[t], other.min[t]] } else { [other.max[t], self.min[t]] };
            if is_zero(displacement[t]) { 0.0 } else { (widen(high) - widen(low)) / speed.abs() }
        };
        (0..V::DIM).fold(0.0, |latest: f64, t| closing(t).larger(latest))
    }

    /// A box that reaches at least `by` further to every side.
    pub(crate) fn grown(&self, by: f32) -> Self {
        self.widened(Vect::splat(by))
    }

    /// A box that reaches at least so much further along each axis.
    fn widened(&self, by: Vect<V, f32>) -> Self {
        let (min, max) = (Vect(self.min) - by, Vect(self.max) + by);
        Self::between(min.map(f32::next_down), max.map(f32::next_up))
    }

    /// A box that contains whatever a mover with these bounds comes to be in along `motion`.
    pub(crate) fn passed(&self, motion: &V::Array<f32>) -> Self {
        self.swept(motion).with_roundings()
    }

    /// A box that contains whatever a mover with these bounds comes to be in no further away than `reach`.
    pub(crate) fn passed_within(&self, reach: f64) -> Self {
        self.passed_within_each(&Vect::<V, f64>::splat(reach).0)
    }

    /// As [`passed_within`](Self::passed_within), with a reach along each axis.
    pub(crate) fn passed_within_each(&self, reach: &V::Array<f64>) -> Self {
        self.widened(Vect::<V, f64>(*reach).map(at_or_above)).with_roundings()
    }

    /// A mover's position is found within a few units in the last place of its straight path, and a floor
    /// sought a few more below: thirty-two are allowed for, subnormal ones too.
    fn with_roundings(&self) -> Self {
        self.grown(32.0 * f32::EPSILON * self.largest() + f32::MIN_POSITIVE)
    }

    /// The largest magnitude of a coordinate.
    pub(crate) fn largest(&self) -> f32 {
        (0..V::DIM).fold(0.0, |largest: f32, i| {
            largest.larger(self.min[i].abs()).larger(self.max[i].abs())
        })
    }

    /// Whether the boxes share a point.
    #[inline]
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..V::DIM).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::Roundoff;
    use crate::query::move_and_slide::FLOOR_WITHIN;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::separation::Intersects;
    use crate::shape::{Aabb, Capsule, HalfSpace, Obb, Parallelepiped, Shape, Sphere, Triangle};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::{Vec2, Vec3};

    fn ours(shape: &asunder_jury::Shape<3>) -> Shape<Vec3> {
        use asunder_jury::Shape as Theirs;
        match *shape {
            Theirs::Sphere { center, radius } => Sphere::<Vec3>::new(center, radius).into(),
            Theirs::Obb { center, half_extents, rotation } => {
                Obb::<Vec3>::new(center, half_extents, rotation).into()
            }
            _ => unreachable!("only spheres and boxes were asked for"),
        }
    }

    #[test]
    fn what_axes_lose_is_derived() {
        let entry = Roundoff::of_rounded(1.0);
        assert_covers(AXIS_LOST / (f64::from(f32::EPSILON) / 2.0), entry.error);
    }

    /// What intersects has overlapping bounds, also where it touches to the last bit.
    #[test]
    fn a_necessary_condition() {
        let mut rng = Rng::new(3);
        let mut touching = 0;
        for family in Family::ALL {
            for _ in 0..300 {
                for (a, b) in [(Kind::Obb, Kind::Obb), (Kind::Sphere, Kind::Obb)] {
                    let (a, b) = pair::<3>(family, a, b, &mut rng);
                    let (a, b) = (ours(&a), ours(&b));
                    if a.intersects(&b) {
                        touching += 1;
                        assert!(Bounds::of(&a).overlaps(&Bounds::of(&b)), "{a:?} {b:?}");
                    }
                }
            }
        }
        assert!(touching > 1000, "{touching}");
    }

    #[test]
    fn every_corner_is_inside() {
        let mut rng = Rng::new(4);
        for _ in 0..2000 {
            let turn = [rng.between(-1.0, 1.0) as f32, rng.between(-1.0, 1.0) as f32];
            let half = [rng.magnitude(-30..30) as f32, rng.magnitude(-30..30) as f32];
            let obb = Obb::<Vec2>::new([rng.between(-9.0, 9.0) as f32, 1e6], half, turn);
            let bounds = Bounds::of(&obb);
            let bounds = Aabb::<Vec2>::new(bounds.min, bounds.max);
            assert!(obb.corners().all(|corner| bounds.intersects(&corner)), "{obb:?}");
        }
    }

    /// Where the true bound lies between two `f32`s, the outer one is taken, or one further out.
    #[test]
    fn rounding_leads_outward() {
        let mut rng = Rng::new(6);
        for _ in 0..2000 {
            let center = rng.between(-2.0, 2.0) as f32;
            let radius = rng.magnitude(-25..1) as f32;
            let bounds = Bounds::of(&Sphere::<Vec2>::new([center, 0.0], radius));
            // Sums of numbers so near to one another are exact in `f64`.
            assert!(widen(bounds.min[0]) <= widen(center) - widen(radius));
            assert!(widen(bounds.max[0]) >= widen(center) + widen(radius));
        }
    }

    /// A box turned by a Pythagorean angle, placed so that its true bound is zero: the error of a
    /// large reach must not be taken for the small difference.
    #[test]
    fn cancellation_leads_outward() {
        let mut rng = Rng::new(8);
        for _ in 0..5000 {
            let mut whole = |most: usize| (1 + rng.below(most)) as f32;
            let (m, n, a, b) = (whole(40), whole(40), whole(2000), whole(2000));
            let (cos, sin, norm) = (m * m - n * n, 2.0 * m * n, m * m + n * n);
            let turned = |center| Obb::<Vec2>::new(center, [norm * a, norm * b], [cos, sin]);
            let reach = [cos.abs() * a + sin * b, sin * a + cos.abs() * b];
            assert!((0..2).all(|i| Bounds::of(&turned(reach)).min[i] <= 0.0));
            let below = reach.map(|x| -x);
            assert!((0..2).all(|i| Bounds::of(&turned(below)).max[i] >= 0.0));
        }
    }

    /// A box along a wall is past it by one coordinate, however the numbers of either are stored.
    #[test]
    fn a_box_flush_with_a_wall_passes_it_and_none_that_is_a_bit_deep() {
        let wall = Bounds::of(&Aabb::<Vec2>::new([1.0, -1.0], [3.0, 4.0]));
        let is_past = |shape: &Shape<Vec2>, displacement: [f32; 2]| {
            Bounds::of(shape).passes(&displacement.map(Estimate::of), &wall)
        };
        let tilted = [f32::from_bits(1), 0.0];
        for right in [1.0, 1.0_f32.next_up()] {
            let edges = [[right / 2.0, 0.0], [0.0, -0.25]];
            let corners = [[0.0, 0.0], [right, 0.25], [right, 0.0]];
            let shapes: [Shape<Vec2>; 4] = [
                Aabb::<Vec2>::new([0.0; 2], [right, 0.5]).into(),
                Obb::<Vec2>::new([right / 2.0, 0.0], [0.25, right / 2.0], [0.0, 3.0]).into(),
                Parallelepiped::<Vec2>::new([right / 2.0, 0.5], edges).into(),
                Triangle::<Vec2>::new(corners[0], corners[1], corners[2]).into(),
            ];
            for shape in &shapes {
                for along in [[0.0, 9.0], [-0.5, -9.0], [-0.0, 0.0]] {
                    assert_eq!(is_past(shape, along), right == 1.0, "{shape:?} {along:?}");
                }
                assert!(!is_past(shape, tilted), "{shape:?}");
            }
        }
        let ball = |x: f32| Sphere::<Vec2>::new([x, 0.0], 0.5).into();
        assert!(is_past(&ball(0.5), [0.0, 1.0]) && !is_past(&ball(0.5_f32.next_up()), [0.0, 1.0]));
        // Behind it, above it, and nowhere.
        assert!(is_past(&ball(3.5), [1.0, 0.0]) && !is_past(&ball(2.0), [-9.0, 0.0]));
        let half_space = HalfSpace::<Vec2>::new([1.0, 0.0], -9.0).into();
        assert!(!is_past(&half_space, [0.0, 1.0]));
    }

    /// What is stored need not be rounded twice: its box lies in that of any set of generators.
    #[test]
    fn boxes_of_points_contain_them_and_no_more_than_boxes_of_what_they_span() {
        let mut rng = Rng::new(9);
        for _ in 0..2000 {
            let mut point =
                || [0; 3].map(|_| rng.between(-1.0, 1.0) as f32 * rng.magnitude(-40..40) as f32);
            let triangle = Triangle::<Vec3>::new(point(), point(), point());
            let capsule = Capsule::<Vec3>::new(point(), point(), point()[0].abs());
            for (points, radius, spanned) in [
                (vec![triangle.a, triangle.b, triangle.c], 0.0, Bounds::of_span(&triangle)),
                (vec![capsule.a, capsule.b], capsule.radius, Bounds::of_span(&capsule)),
            ] {
                let bounds = Bounds::<Vec3>::of_points(&points, radius);
                assert_eq!(bounds.merged(&spanned), spanned);
                for point in &points {
                    let ball = Bounds::of(&Sphere::<Vec3>::new(*point, radius));
                    assert_eq!(ball.merged(&bounds), bounds);
                }
            }
        }
    }

    /// A radius rounds a box outward by less than a unit, and not at all if the sum is an `f32`: what touches a wall,
    /// or is nearer than the next number, is past it.
    #[test]
    fn boxes_of_round_shapes_are_the_least() {
        let is_past = |a: [f32; 2], radius: f32, wall: f32| {
            let capsule = Bounds::of(&Capsule::<Vec2>::new(a, [a[0], a[1] + 1.0], radius));
            let wall = Bounds::<Vec2>::from_corners([wall, -9.0], [wall + 1.0, 9.0]);
            capsule.passes(&[0.0, 0.5].map(Estimate::of), &wall)
        };
        let near = 19.6_f32.next_down();
        let sum = widen(near) + widen(0.4_f32);
        assert!(widen(20.0_f32.next_down()) < sum && sum < 20.0, "it is no f32");
        assert!(is_past([near, 0.4], 0.4, 20.0));
        assert!(!is_past([near.next_up(), 0.4], 0.4, 20.0));
        let standing = Bounds::of(&Capsule::<Vec2>::new([3.0, 0.4], [3.0, 1.4], 0.4));
        assert_eq!(standing.min[1], 0.0);
    }

    #[test]
    fn boxes_reach_to_infinity() {
        let far = Bounds::of(&Sphere::<Vec2>::new([f32::MAX, 0.0], f32::MAX));
        assert_eq!(far.max[0], f32::INFINITY);
        assert!(far.overlaps(&Bounds::everything()));
        let swept = far.swept(&[f32::MIN, 0.0]);
        assert_eq!(swept.max[0], f32::INFINITY);
        assert!(swept.min[0] <= f32::MIN);
    }

    #[test]
    fn a_way_has_room_for_four_roundings_at_any_size() {
        for size in [f32::from_bits(1), f32::MIN_POSITIVE, 1.0, 1e30] {
            let passed = Bounds::<Vec2>::from_corners([0.0; 2], [size; 2]).passed(&[0.0; 2]);
            let four_up = (0..4).fold(size, |x, _| x.next_up());
            assert!(passed.max[0] >= four_up && passed.min[0] <= size - four_up, "{passed:?}");
        }
    }

    /// Four roundings of a stop, and as far below it as who stands there may be above his floor.
    #[test]
    fn a_way_has_room_for_the_floor_below() {
        for size in [1.0, 1e30] {
            let passed = Bounds::<Vec2>::from_corners([0.0; 2], [size; 2]).passed(&[0.0; 2]);
            let needed = (4.0 * f64::from(f32::EPSILON) + FLOOR_WITHIN) * widen(size);
            assert!(widen(passed.min[1]) <= -needed, "{passed:?}");
        }
    }

    #[test]
    fn nothing_overlaps_a_point_that_is_not_finite() {
        let nowhere = Bounds::of(&Vec2::new(f32::NAN, 0.0));
        assert!(!nowhere.overlaps(&Bounds::everything()));
    }

    /// However small a gap is beside the boxes, the time at which it closes keeps its digits.
    #[test]
    fn boxes_are_separated_until_the_last_of_their_gaps_closes() {
        let wall = Bounds::<Vec2>::from_corners([-1.0, -9.0], [0.0, 9.0]);
        let at = |x: f32, y: f32| Bounds::<Vec2>::from_corners([x, y], [x + 3.0, y + 3.0]);
        assert_eq!(at(1e-18, 0.0).separated_until(&[-2.0, -0.5], &wall), widen(1e-18) / 2.0);
        assert_eq!(at(4.0, 12.0).separated_until(&[-8.0, -4.0], &wall), 0.75, "the later one");
        assert_eq!(at(4.0, 0.0).separated_until(&[0.0, -4.0], &wall), 0.0, "along the wall");
        assert_eq!(at(4.0, 0.0).separated_until(&[8.0, 0.0], &wall), 0.0, "away from it");
        assert_eq!(Bounds::everything().separated_until(&[-1.0; 2], &wall), 0.0);
        assert_eq!(wall.separated_until(&[f32::MAX; 2], &Bounds::everything()), 0.0);
    }
}
