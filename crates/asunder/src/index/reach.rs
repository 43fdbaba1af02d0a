//! The reach of a query: which bodies it need not look into.
//!
//! A body that is skipped could not have been an answer, whatever the order in which an index visits
//! bodies: whether a shape is found is decided by the shape alone.

use super::{HalfSpaceBounds, Search, SweptAabb};
use crate::exact::{Number as _, at_or_above, at_or_below, widen};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::ray_cast::line::Line;
use crate::shape::{AnyShape, Frustum, ShapeRef};
use crate::space::Vector;
use core::ops::ControlFlow::{self, Break};

/// The relative error of a difference of two numbers that is rounded to `f32`, and a little more.
const DIFFERENCE_ERROR: f32 = f32::EPSILON;

/// What a processor that takes subnormal numbers for zero takes from the way to the end of a segment: from both ends, from
/// their difference and from a corner, less than the least normal number each.
const FLUSHED: f32 = 4.0 * f32::MIN_POSITIVE;

/// The region in which answers may lie.
#[derive(Clone, Debug)]
pub enum Reach<V: Vector> {
    /// In a box.
    Within(Bounds<V>),
    /// Behind all of some planes, and in a box.
    Among(Vec<HalfSpaceBounds<V>>, Bounds<V>),
    /// In the sweep of a box along a displacement, up to a fraction of it.
    Along(SweptAabb<V>, f64),
    /// Within a distance of a box.
    Near(Bounds<V>, f64),
}

impl<V: Vector> Reach<V> {
    /// The region of what may intersect a shape. For shapes whose box is a loose bound it is less
    /// than that box.
    pub(crate) fn of(shape: &impl AnyShape<Vector = V>) -> Self {
        match shape.as_shape_ref() {
            ShapeRef::Ray(ray) => Self::of_ray(&ray.origin, &ray.direction),
            ShapeRef::Segment(segment) => Self::of_segment(&segment.a, &segment.b),
            ShapeRef::Plane(plane) => {
                let side = half_space_bounds::<V>(&plane.normal, plane.offset);
                let normal = (-Vect::<V, f64>(side.normal)).0;
                let behind = HalfSpaceBounds { normal, offset: 0.0 - side.offset, ..side };
                Self::Among(vec![side, behind], Bounds::everything())
            }
            ShapeRef::HalfSpace(half_space) => {
                let side = half_space_bounds::<V>(&half_space.normal, half_space.offset);
                Self::Among(vec![side], Bounds::everything())
            }
            ShapeRef::Frustum(frustum) => Self::Among(frustum_planes(frustum), Bounds::of(shape)),
            ShapeRef::Point(_)
            | ShapeRef::Sphere(_)
            | ShapeRef::Capsule(_)
            | ShapeRef::Aabb(_)
            | ShapeRef::Obb(_)
            | ShapeRef::Triangle(_)
            | ShapeRef::ConvexHull(_)
            | ShapeRef::Parallelepiped(_) => Self::Within(Bounds::of(shape)),
        }
    }

    /// The sweep of a point along a ray or segment.
    pub(crate) fn of_line(line: &Line<V>) -> Self {
        match line {
            Line::Ray(ray) => Self::of_ray(&ray.origin, &ray.direction),
            Line::Segment(segment) => Self::of_segment(&segment.a, &segment.b),
        }
    }

    /// The sweep of a point along a ray.
    pub(crate) fn of_ray(origin: &V::Array<f32>, direction: &V::Array<f32>) -> Self {
        let bounds = Bounds::from_corners(*origin, *origin);
        Self::Along(SweptAabb { bounds, motion: *direction }, f64::INFINITY)
    }

    /// The sweep of a point from `a` to `b`.
    pub(crate) fn of_segment(a: &V::Array<f32>, b: &V::Array<f32>) -> Self {
        let (from, to) = (Vect::<V, f32>(*a), Vect(*b));
        let motion = to - from;
        let longest = motion.abs().components().fold(0.0, f32::larger);
        if longest == f32::INFINITY {
            let [from, to] = [*a, *b].map(|end| Bounds::from_corners(end, end));
            return Self::Within(from.merged(&to));
        }
        // The motion is rounded: the sweep of a box that much larger contains that of the point.
        let bounds = Bounds::from_corners(*a, *a).grown(longest * DIFFERENCE_ERROR + FLUSHED);
        Self::Along(SweptAabb { bounds, motion: motion.0 }, 1.0)
    }

    /// The sweep of a box along `motion`.
    pub(crate) fn of_cast(bounds: Bounds<V>, motion: &V::Array<f32>) -> Self {
        Self::Along(SweptAabb { bounds, motion: *motion }, 1.0)
    }

    /// The region of what may be reported as no further from a box than `within`.
    pub(crate) fn near(bounds: Bounds<V>, within: f32) -> Self {
        let mut reach = Self::Near(bounds, f64::INFINITY);
        reach.shorten(within);
        reach
    }

    /// Excludes what has a fraction, or a distance, above `best`.
    ///
    /// The reported fraction is the greatest `f32` that is not after the time of impact: it is `best`
    /// until the next one up, but a displacement ends where it does. An index knows a bound of the
    /// distance in `f64`, which takes one more.
    pub(crate) fn shorten(&mut self, best: f32) {
        match self {
            Self::Within(_) | Self::Among(..) => {}
            Self::Along(_, up_to) => *up_to = lesser(*up_to, widen(best.next_up())),
            Self::Near(_, within) => *within = lesser(*within, widen(best.next_up().next_up())),
        }
    }

    /// Whether something in a box may be an answer.
    pub(crate) fn meets(&self, bounds: &Bounds<V>) -> bool {
        self.least_limit(bounds).is_some()
    }

    /// The least [`limit`](Self::limit) with which something in a box may be an answer, or less than that;
    /// `None` if it is none as it is.
    pub(crate) fn least_limit(&self, bounds: &Bounds<V>) -> Option<f64> {
        match self {
            Self::Within(region) => region.overlaps(bounds).then_some(0.0),
            Self::Among(sides, region) => {
                let outside = sides.iter().any(|side| bounds.is_outside(side));
                (region.overlaps(bounds) && !outside).then_some(0.0)
            }
            Self::Along(sweep, up_to) => bounds.met_on(sweep, *up_to),
            Self::Near(of, within) => {
                let distance = bounds.distance_below(of);
                (distance <= *within).then_some(distance)
            }
        }
    }

    /// A fraction or distance before which nothing in a box certainly is an answer, zero where there are none;
    /// `None` if nothing in it is.
    pub(crate) fn entry(&self, bounds: &Bounds<V>) -> Option<f64> {
        match self {
            Self::Within(_) | Self::Among(..) => self.meets(bounds).then_some(0.0),
            Self::Along(sweep, up_to) => bounds.met_on(sweep, *up_to),
            Self::Near(of, within) => {
                Some(bounds.distance_below(of)).filter(|distance| distance <= within)
            }
        }
    }

    /// A box that no answer lies beyond.
    pub(crate) fn region(&self) -> Bounds<V> {
        match self {
            Self::Within(region) | Self::Among(_, region) => *region,
            Self::Along(sweep, up_to) if *up_to <= 1.0 => sweep.bounds.swept(&sweep.motion),
            Self::Near(of, within) if within.is_finite() => of.grown(at_or_above(*within)),
            Self::Along(..) | Self::Near(..) => Bounds::everything(),
        }
    }

    /// A lower bound of the distance of anything in a box.
    ///
    /// The computed distance of two shapes errs low, so that it may be below this. Then this counts,
    /// which is nearer to the truth: else the answer would depend on what was skipped.
    pub(crate) fn least_distance(&self, bounds: &Bounds<V>) -> f32 {
        match self {
            Self::Within(_) | Self::Among(..) | Self::Along(..) => 0.0,
            Self::Near(of, _) => at_or_below(bounds.distance_below(of)),
        }
    }

    /// Calls `visit` with what may be an answer in an index, until it breaks. It may shorten the
    /// reach.
    pub(crate) fn search(
        &mut self,
        index: &(impl Search<V> + ?Sized),
        mut visit: impl FnMut(&mut Self, u32) -> ControlFlow<()>,
    ) {
        /// A search ends at a negative limit.
        const END: f64 = -1.0;
        match self.clone() {
            Self::Within(region) => index.overlapping(&region, &mut |slot| visit(self, slot)),
            // For a frustum whose planes are not known well the box is the tighter bound.
            Self::Among(sides, region) if sides.is_empty() => {
                index.overlapping(&region, &mut |slot| visit(self, slot));
            }
            Self::Among(sides, _) => index.among(&sides, &mut |slot| visit(self, slot)),
            Self::Along(sweep, up_to) => index.along(&sweep, up_to, &mut |slot, _| {
                if visit(self, slot) == Break(()) { END } else { self.limit() }
            }),
            Self::Near(of, within) => index.near(&of, within, &mut |slot, _| {
                if visit(self, slot) == Break(()) { END } else { self.limit() }
            }),
        }
    }

    /// The fraction or distance beyond which nothing is an answer.
    pub(crate) fn limit(&self) -> f64 {
        match *self {
            Self::Within(_) | Self::Among(..) => f64::INFINITY,
            Self::Along(_, limit) | Self::Near(_, limit) => limit,
        }
    }
}

fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The half-space behind a plane, as its numbers define it.
fn half_space_bounds<V: Vector>(normal: &V::Array<f32>, offset: f32) -> HalfSpaceBounds<V> {
    HalfSpaceBounds { normal: Vect::<V, f64>::of(normal).0, offset: widen(offset), slack: 0.0 }
}

/// The planes of a frustum that are known well enough: the others bound nothing.
fn frustum_planes<V: Vector>(frustum: &Frustum<V>) -> Vec<HalfSpaceBounds<V>> {
    let Some(planes) = frustum.rounded() else { return Vec::new() };
    let known = (0..frustum.plane_count()).filter(|&i| planes.offset_slack[i] < f64::INFINITY);
    known
        .map(|i| HalfSpaceBounds {
            normal: V::array(|t| planes.normals[t][i]),
            offset: planes.offsets[i] + planes.offset_slack[i],
            slack: planes.slack[i],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::UNIT_F32;
    use crate::index::{BodyKind, Bvh, Index as _};
    use crate::query::predicate::tests::assert_covers;
    use crate::shape::{Aabb, Obb, Segment};
    use asunder_jury::Rng;
    use core::ops::ControlFlow::Continue;
    use glam::Vec2;

    /// Along one axis, on a processor that takes subnormal numbers for zero, in and out.
    #[test]
    fn the_sweep_of_a_flushed_segment_contains_its_ends() {
        let flushed = |x: f32| if x.abs() < f32::MIN_POSITIVE { 0.0 } else { x };
        let mut rng = Rng::new(0x5F);
        let mut lost: f64 = 0.0;
        for _ in 0..20_000 {
            let mut end = || (rng.between(-4.0, 4.0) * widen(f32::MIN_POSITIVE)) as f32;
            let (a, b) = (end(), end());
            let motion = flushed(flushed(b) - flushed(a));
            let by = flushed(motion.abs() * DIFFERENCE_ERROR + FLUSHED);
            let (low, high) = (flushed(flushed(a) - by), flushed(flushed(a) + by));
            let [a, b, motion, low, high] = [a, b, motion, low, high].map(f64::from);
            assert!(low <= a && a <= high, "{a:e} {low:e} {high:e}");
            assert!(low + motion <= b && b <= high + motion, "{a:e} {b:e} {motion:e}");
            lost = lost.max((a + motion - b).abs());
        }
        assert!(lost > 1.5 * widen(f32::MIN_POSITIVE), "{lost:e}");
    }

    #[test]
    fn the_error_of_a_difference_is_derived() {
        let difference = Roundoff::ONE - Roundoff::ZERO;
        assert_covers(f64::from(DIFFERENCE_ERROR / UNIT_F32), difference.error * SLACK);
    }

    fn aabb(rng: &mut Rng) -> Aabb<Vec2> {
        let whole = |rng: &mut Rng| rng.below(9) as f32 - 4.0;
        let min = [whole(rng), whole(rng)];
        Aabb::new(min, [min[0] + rng.below(3) as f32, min[1] + rng.below(3) as f32])
    }

    /// A box that touches a sweep, at its very end too, is reached; and a sweep shortened to the hit
    /// still reaches it.
    #[test]
    fn what_is_hit_is_reached() {
        let mut rng = Rng::new(9);
        let (mut hits, mut passed) = (0, 0);
        for _ in 0..20_000 {
            let (a, b) = (aabb(&mut rng), aabb(&mut rng));
            let [of, bounds] = [a, b].map(|x| Bounds::of(&x));
            let motion = [rng.below(9) as f32 * 0.3 - 1.2, rng.below(9) as f32 * 0.7 - 2.8];
            let mut reach = Reach::of_cast(of, &motion);
            match a.cast(motion, &b) {
                None => passed += u32::from(!reach.meets(&bounds)),
                Some(hit) => {
                    assert!(reach.meets(&bounds), "{a:?} {motion:?} {b:?}");
                    reach.shorten(hit.fraction);
                    assert!(reach.meets(&bounds), "{a:?} {motion:?} {b:?}");
                    hits += 1;
                }
            }
            let end = [a.min[0] + motion[0], a.min[1] + motion[1]];
            let mut reach = Reach::<Vec2>::of_segment(&a.min, &end);
            if let Some(hit) = b.segment_cast(&Segment::new(a.min, end)) {
                reach.shorten(hit.fraction);
                assert!(reach.meets(&bounds), "{a:?} {end:?} {b:?}");
            }
        }
        assert!(hits > 1000 && passed > 2000, "{hits} {passed}");
    }

    /// A reach only gets less: an index skips once and for all.
    #[test]
    fn a_shortened_reach_gets_no_longer() {
        let bounds = Bounds::from_corners([0.0; 2], [1.0; 2]);
        let mut reaches = [Reach::<Vec2>::of_cast(bounds, &[1.0, 0.0]), Reach::near(bounds, 3.0)];
        for sweep in &mut reaches {
            let mut limit = sweep.limit();
            for best in [3.0, 1.0, 0.5, 0.75, 0.0, 1.0] {
                sweep.shorten(best);
                assert!(sweep.limit() <= limit, "{sweep:?}");
                limit = sweep.limit();
            }
        }
    }

    #[test]
    fn what_no_plane_bounds_is_searched_in_the_box() {
        let mut index = Bvh::<Vec2>::default();
        for (id, x) in [(0, 0.0), (1, 50.0)] {
            index.upsert(id, &Bounds::from_corners([x, 0.0], [x + 1.0, 1.0]), BodyKind::Fixed);
        }
        let place = Bounds::from_corners([-1.0; 2], [2.0; 2]);
        let mut shown = Vec::new();
        Reach::Among(Vec::new(), place).search(&index, |_, id| {
            shown.push(id);
            Continue(())
        });
        assert_eq!(shown, [0]);
    }

    /// A distance errs low: bounds are skipped only if they are further than what is reported.
    #[test]
    fn what_is_as_near_is_reached() {
        let mut rng = Rng::new(10);
        for _ in 0..3000 {
            let mut obb = || {
                let mut x = || rng.between(-4.0, 4.0) as f32;
                Obb::<Vec2>::new([x() * 9.0, x() * 9.0], [x().abs(), x().abs()], [x(), 1.0])
            };
            let (a, b) = (obb(), obb());
            let [of, bounds] = [a, b].map(|x| Bounds::of(&x));
            let mut reach = Reach::near(of, f32::INFINITY);
            let (measured, least) = (a.distance(&b), reach.least_distance(&bounds));
            reach.shorten(if measured > least { measured } else { least });
            assert!(reach.meets(&bounds), "{a:?} {b:?}");
            let far = Bounds::from_corners([900.0; 2], [901.0; 2]);
            assert!(!reach.meets(&far));
        }
    }
}
