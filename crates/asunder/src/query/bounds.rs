//! Boxes around shapes, rounded outward.

use crate::exact::{Estimate, Number, at_or_above, widen};
use crate::query::generators::{Generators, Homogeneous, Spanned};
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;

/// A closed box along the coordinate axes that contains what it stands for.
///
/// Unlike an [`Aabb`](crate::shape::Aabb), it may reach to infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds<V: Vector> {
    pub(crate) min: V::Array<f32>,
    pub(crate) max: V::Array<f32>,
}

/// What a number of an axis, none of which is above one, loses when it is rounded to `f32`: half a unit,
/// and a little for what was rounded in `f64`, before and after. The next power of two.
const AXIS_LOST: f64 = 1.0 / (1u64 << 24) as f64;

/// An `f32` below a value known to half a unit in the last place of `f32`.
fn below(x: f64) -> f32 {
    (x as f32).next_down()
}

/// An `f32` above a value known to half a unit in the last place of `f32`.
fn above(x: f64) -> f32 {
    (x as f32).next_up()
}

impl<V: Vector> Bounds<V> {
    /// The box between two corners, as they are.
    pub(crate) fn from_corners(min: V::Array<f32>, max: V::Array<f32>) -> Self {
        Self { min, max }
    }

    /// All of space.
    pub(crate) fn everything() -> Self {
        Self { min: V::array(|_| f32::NEG_INFINITY), max: V::array(|_| f32::INFINITY) }
    }

    /// A box that contains no point: merged with another, it is the other.
    pub(crate) fn nothing() -> Self {
        Self { min: V::array(|_| f32::INFINITY), max: V::array(|_| f32::NEG_INFINITY) }
    }

    /// A box that contains the shape. Nothing overlaps the box of a point that is not finite.
    pub(crate) fn of(shape: &impl AnyShape<Vector = V>) -> Self {
        match shape.as_shape_ref() {
            ShapeRef::Point(point) => Self::from_corners(point.to_array(), point.to_array()),
            ShapeRef::Aabb(aabb) => Self::from_corners(aabb.min, aabb.max),
            ShapeRef::Sphere(sphere) => {
                Self::around(&sphere.center, &V::array(|_| widen(sphere.radius)))
            }
            ShapeRef::Obb(obb) => {
                let half = V::array(|i| widen(obb.half_extents[i]));
                let lost = (0..V::DIM).fold(0.0, |sum, i| sum + half[i]) * AXIS_LOST;
                Self::around(
                    &obb.center,
                    &V::array(|j| {
                        (0..V::DIM).fold(lost, |sum, i| sum + half[i] * widen(obb.axes[i][j]).abs())
                    }),
                )
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

    /// A box that contains every point within `radius` of points as stored.
    fn of_points(points: &[V::Array<f32>], radius: f32) -> Self {
        let (mut bounds, radius) = (Self::nothing(), widen(radius));
        for point in points {
            bounds = bounds.merged(&Self::from_corners(*point, *point));
        }
        Self {
            min: V::array(|t| below(widen(bounds.min[t]) - radius)),
            max: V::array(|t| above(widen(bounds.max[t]) + radius)),
        }
    }

    /// A box that contains what is spanned: infinite along rays, and where a corner is a ratio of
    /// which nothing is known.
    fn of_span(shape: &impl Spanned<V>) -> Self {
        let (span, mut bounds) = (shape.span::<Estimate>(0), Self::nothing());
        let radius = widen(shape.radius());
        for i in 0..span.points() {
            let Homogeneous { x, w } = span.point(i);
            let [w_low, w_high] = w.range();
            for t in 0..V::DIM {
                let x = (0..span.halves()).fold([x[t], x[t]], |[low, high], k| {
                    let reach = span.half(k)[t].abs();
                    [low - reach, high + reach]
                });
                let [low, high] = [x[0].range()[0], x[1].range()[1]];
                // Whichever weight takes the end further out.
                let low = low / if low < 0.0 { w_low } else { w_high };
                let high = high / if high < 0.0 { w_high } else { w_low };
                let known = w_low > 0.0 && low.is_finite() && high.is_finite();
                let [low, high] = if known {
                    [low - radius, high + radius]
                } else {
                    [f64::NEG_INFINITY, f64::INFINITY]
                };
                bounds.min[t] = bounds.min[t].smaller(below(low));
                bounds.max[t] = bounds.max[t].larger(above(high));
            }
        }
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
    fn around(center: &V::Array<f32>, reach: &V::Array<f64>) -> Self {
        Self {
            min: V::array(|i| below(widen(center[i]) - reach[i])),
            max: V::array(|i| above(widen(center[i]) + reach[i])),
        }
    }

    /// The smallest box that contains both.
    pub(crate) fn merged(&self, other: &Self) -> Self {
        Self {
            min: V::array(|i| if other.min[i] < self.min[i] { other.min[i] } else { self.min[i] }),
            max: V::array(|i| if other.max[i] > self.max[i] { other.max[i] } else { self.max[i] }),
        }
    }

    /// A box that contains this one wherever it gets to along `motion`.
    pub(crate) fn swept(&self, motion: &V::Array<f32>) -> Self {
        let moved = |from: f32, i: usize| widen(from) + widen(motion[i]);
        self.merged(&Self {
            min: V::array(|i| below(moved(self.min[i], i))),
            max: V::array(|i| above(moved(self.max[i], i))),
        })
    }

    /// A box that reaches at least `by` further to every side.
    pub(crate) fn grown(&self, by: f32) -> Self {
        Self {
            min: V::array(|i| (self.min[i] - by).next_down()),
            max: V::array(|i| (self.max[i] + by).next_up()),
        }
    }

    /// A box that contains whatever a mover with these bounds comes to be in along `motion`.
    pub(crate) fn passed(&self, motion: &V::Array<f32>) -> Self {
        self.swept(motion).with_roundings()
    }

    /// A box that contains whatever a mover with these bounds comes to be in no further away than `reach`.
    pub(crate) fn passed_within(&self, reach: f64) -> Self {
        self.grown(at_or_above(reach)).with_roundings()
    }

    /// A mover's position is found within a few units in the last place of its straight way, and a floor
    /// sought a few more below: thirty-two are allowed for, subnormal ones too.
    fn with_roundings(&self) -> Self {
        let largest = (0..V::DIM).fold(0.0, |largest: f32, i| {
            largest.larger(self.min[i].abs()).larger(self.max[i].abs())
        });
        self.grown(32.0 * f32::EPSILON * largest + f32::MIN_POSITIVE)
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
    use crate::exact::roundoff::Roundoff;
    use crate::query::cascade::tests::assert_covers;
    use crate::query::move_and_slide::FLOOR_WITHIN;
    use crate::query::separation::Intersects;
    use crate::shape::{Aabb, Capsule, Obb, Shape, Sphere, Triangle};
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
            let way = Bounds::<Vec2>::from_corners([0.0; 2], [size; 2]).passed(&[0.0; 2]);
            let four_up = (0..4).fold(size, |x, _| x.next_up());
            assert!(way.max[0] >= four_up && way.min[0] <= size - four_up, "{way:?}");
        }
    }

    /// Four roundings of a stop, and as far below it as who stands there may be above his floor.
    #[test]
    fn a_way_has_room_for_the_floor_below() {
        for size in [1.0, 1e30] {
            let way = Bounds::<Vec2>::from_corners([0.0; 2], [size; 2]).passed(&[0.0; 2]);
            let needed = (4.0 * f64::from(f32::EPSILON) + FLOOR_WITHIN) * widen(size);
            assert!(widen(way.min[1]) <= -needed, "{way:?}");
        }
    }

    #[test]
    fn nothing_overlaps_a_point_that_is_not_finite() {
        let nowhere = Bounds::of(&Vec2::new(f32::NAN, 0.0));
        assert!(!nowhere.overlaps(&Bounds::everything()));
    }
}
