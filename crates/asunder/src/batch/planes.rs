//! Shapes against planes and half-spaces: heights over the plane.
//!
//! A plane's numbers are divided by the length of its normal and rounded, which costs a height no more
//! than its other roundings do.

use super::forms::{AabbLanes, CapsuleLanes, LaneShape, ObbLanes, SphereLanes, put_vector, vector};
use super::lane::{Lane, LaneVerdict, bound, difference, dot, length, sum};
use super::stage::LaneKernel;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Capsule, HalfSpace, Obb, Plane, Sphere};
use crate::space::Vector;

/// A bound on the error of a height, in units of 2⁻²⁴ of the lengths.
pub(super) const ERROR: f32 = 17.0;

/// Covers underflow of every number in a height: fewer than a hundred, each of which is off by less than
/// 2⁻¹²⁶ and multiplied with nothing above one.
pub(super) const UNDERFLOW: f32 = 3e-36;

/// Lengths above this could overflow, a hundred of them summed. Truly that begins at 3e36; this is the
/// limit of boxes, and lengths between are met nowhere.
pub(super) const LIMIT: f32 = 1e30;

/// A plane, its normal of length one up to rounding.
#[derive(Clone, Copy, Debug)]
pub struct PlaneLanes<V: Vector, N: Lane> {
    pub(super) normal: V::Array<N>,
    pub(super) offset: N,
}

fn put_plane<V: Vector>(plane: &Plane<V>, mut put: impl FnMut(usize, f32)) {
    let normal = Vect::<V, f64>::of(&plane.normal);
    // Neither overflows nor underflows; an offset may, and then nothing is certain.
    let length = normal.length();
    put_vector::<V>(0, &normal.map(|x| (x / length) as f32).0, &mut put);
    put(V::DIM, (widen(plane.offset) / length) as f32);
}

impl<V: Vector> LaneShape<V> for Plane<V> {
    const FIELDS: usize = V::DIM + 1;
    type Form<N: Lane> = PlaneLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> PlaneLanes<V, N> {
        PlaneLanes { normal: vector::<V, N>(0, &mut field), offset: field(V::DIM) }
    }
    fn fields(&self, put: impl FnMut(usize, f32)) {
        put_plane(self, put);
    }
}

impl<V: Vector> LaneShape<V> for HalfSpace<V> {
    const FIELDS: usize = V::DIM + 1;
    type Form<N: Lane> = PlaneLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(field: impl FnMut(usize) -> N) -> PlaneLanes<V, N> {
        <Plane<V> as LaneShape<V>>::form(field)
    }
    fn fields(&self, put: impl FnMut(usize, f32)) {
        put_plane(&self.boundary(), put);
    }
}

/// How a shape lies over a plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heights<N> {
    pub(super) low: N,
    pub(super) high: N,
}

impl<N: Lane> Heights<N> {
    /// Between a middle less a reach and a middle and a reach.
    #[inline(always)]
    fn about(middle: N, reach: N) -> Self {
        Self { low: middle - reach, high: middle + reach }
    }
}

/// Shapes in whose form a plane's height is read.
pub(super) trait HeightOverPlane<V: Vector, N: Lane>: Copy {
    /// What the error of a height is measured against, but for the plane's own offset.
    fn lengths(&self) -> N;
    fn heights(&self, plane: &PlaneLanes<V, N>) -> Heights<N>;
    /// The lower of the heights. `falls` are the parts of the normal's components below zero of the
    /// normal turned round, which save some a step.
    #[inline(always)]
    fn low(&self, plane: &PlaneLanes<V, N>, _falls: &V::Array<N>) -> N {
        self.heights(plane).low
    }
    /// A point well inside of the shape, off by no more than a height's error.
    fn middle(&self) -> V::Array<N>;
    /// A point of the shape, or so near to one that it is no further off than a height's error: the
    /// nearest to a target.
    fn near(&self, target: &V::Array<N>) -> V::Array<N>;
}

#[inline(always)]
pub(super) fn height<V: Vector, N: Lane>(point: &V::Array<N>, plane: &PlaneLanes<V, N>) -> N {
    let mut height = plane.normal[0].times_minus(point[0], plane.offset);
    for i in 1..V::DIM {
        height = plane.normal[i].times_plus(point[i], height);
    }
    height
}

/// The point nearest to `target` of a ball.
#[inline(always)]
fn in_ball<V: Vector, N: Lane>(
    center: &V::Array<N>,
    radius: N,
    target: &V::Array<N>,
) -> V::Array<N> {
    let direction = difference::<V, N>(target, center);
    // A square that is lost is that of a length below 1e-18.
    let length = dot::<V, N>(&direction, &direction).root();
    let share = radius.over(length + length.splat(1e-18)).smaller(length.splat(1.0));
    let mut point = *center;
    for j in 0..V::DIM {
        point[j] = direction[j].times_plus(share, center[j]);
    }
    point
}

/// Half-way between two points.
#[inline(always)]
fn midpoint<V: Vector, N: Lane>(a: &V::Array<N>, b: &V::Array<N>) -> V::Array<N> {
    let mut middle = *a;
    for i in 0..V::DIM {
        middle[i] = (a[i] + b[i]) * a[i].splat(0.5);
    }
    middle
}

#[inline(always)]
fn within<N: Lane>(x: N, low: N, high: N) -> N {
    x.larger(low).smaller(high)
}

impl<V: Vector, N: Lane> HeightOverPlane<V, N> for SphereLanes<V, N> {
    #[inline(always)]
    fn lengths(&self) -> N {
        length::<V, N>(&self.center) + self.radius
    }
    #[inline(always)]
    fn heights(&self, plane: &PlaneLanes<V, N>) -> Heights<N> {
        Heights::about(height(&self.center, plane), self.radius)
    }
    #[inline(always)]
    fn middle(&self) -> V::Array<N> {
        self.center
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<N>) -> V::Array<N> {
        in_ball::<V, N>(&self.center, self.radius, target)
    }
}

impl<V: Vector, N: Lane> HeightOverPlane<V, N> for AabbLanes<V, N> {
    #[inline(always)]
    fn lengths(&self) -> N {
        length::<V, N>(&self.min) + length::<V, N>(&self.max)
    }
    #[inline(always)]
    fn heights(&self, plane: &PlaneLanes<V, N>) -> Heights<N> {
        let half = plane.offset.splat(0.5);
        let (mut middle, mut reach) = (plane.offset.splat(0.0) - plane.offset, half.splat(0.0));
        for i in 0..V::DIM {
            let normal = plane.normal[i] * half;
            middle = normal.times_plus(self.min[i] + self.max[i], middle);
            reach = normal.abs().times_plus(self.max[i] - self.min[i], reach);
        }
        Heights::about(middle, reach)
    }
    /// That of the largest corner, and how far each side falls from there, if it does.
    #[inline(always)]
    fn low(&self, plane: &PlaneLanes<V, N>, falls: &V::Array<N>) -> N {
        let mut low = height(&self.max, plane);
        for i in 0..V::DIM {
            low = falls[i].times_plus(self.max[i] - self.min[i], low);
        }
        low
    }
    #[inline(always)]
    fn middle(&self) -> V::Array<N> {
        midpoint::<V, N>(&self.min, &self.max)
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<N>) -> V::Array<N> {
        let mut point = *target;
        for i in 0..V::DIM {
            point[i] = within(target[i], self.min[i], self.max[i]);
        }
        point
    }
}

impl<V: Vector, N: Lane> HeightOverPlane<V, N> for ObbLanes<V, N> {
    #[inline(always)]
    fn lengths(&self) -> N {
        length::<V, N>(&self.center) + sum::<V, N>(&self.half)
    }
    #[inline(always)]
    fn heights(&self, plane: &PlaneLanes<V, N>) -> Heights<N> {
        let mut reach = plane.offset.splat(0.0);
        for i in 0..V::DIM {
            let along = dot::<V, N>(&self.axes[i], &plane.normal).at_most_one();
            reach = along.abs().times_plus(self.half[i], reach);
        }
        Heights::about(height(&self.center, plane), reach)
    }
    #[inline(always)]
    fn middle(&self) -> V::Array<N> {
        self.center
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<N>) -> V::Array<N> {
        let direction = difference::<V, N>(target, &self.center);
        let mut point = self.center;
        for i in 0..V::DIM {
            let least = self.half[i].splat(0.0) - self.half[i];
            let along = within(dot::<V, N>(&self.axes[i], &direction), least, self.half[i]);
            for j in 0..V::DIM {
                point[j] = self.axes[i][j].times_plus(along, point[j]);
            }
        }
        point
    }
}

impl<V: Vector, N: Lane> HeightOverPlane<V, N> for CapsuleLanes<V, N> {
    #[inline(always)]
    fn lengths(&self) -> N {
        length::<V, N>(&self.a) + length::<V, N>(&self.b) + self.radius
    }
    #[inline(always)]
    fn heights(&self, plane: &PlaneLanes<V, N>) -> Heights<N> {
        let (a, b) = (height(&self.a, plane), height(&self.b, plane));
        Heights { low: a.smaller(b) - self.radius, high: a.larger(b) + self.radius }
    }
    #[inline(always)]
    fn middle(&self) -> V::Array<N> {
        midpoint::<V, N>(&self.a, &self.b)
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<N>) -> V::Array<N> {
        let direction = difference::<V, N>(&self.b, &self.a);
        let along = dot::<V, N>(&direction, &difference::<V, N>(target, &self.a));
        let least = along.splat(f32::MIN_POSITIVE);
        let square = dot::<V, N>(&direction, &direction).larger(least);
        let share = within(along.over(square), along.splat(0.0), along.splat(1.0));
        let mut core = self.a;
        for j in 0..V::DIM {
            core[j] = direction[j].times_plus(share, self.a[j]);
        }
        in_ball::<V, N>(&core, self.radius, target)
    }
}

/// What the heights over a plane may be off.
#[inline(always)]
pub(super) fn height_bound<V: Vector, N: Lane>(lengths: N, plane: &PlaneLanes<V, N>) -> N {
    bound(lengths + plane.offset.abs(), ERROR, UNDERFLOW, LIMIT)
}

/// A kind of shape whose form has heights.
pub(super) trait LaneSolid<V: Vector>: LaneShape<V> {
    /// The form.
    type Lanes<N: Lane>: HeightOverPlane<V, N>;
    fn lanes<N: Lane>(form: &Self::Form<N>) -> &Self::Lanes<N>;
}

impl<V: Vector> LaneSolid<V> for Sphere<V> {
    type Lanes<N: Lane> = SphereLanes<V, N>;
    #[inline(always)]
    fn lanes<N: Lane>(form: &Self::Form<N>) -> &SphereLanes<V, N> {
        form
    }
}

impl<V: Vector> LaneSolid<V> for Aabb<V> {
    type Lanes<N: Lane> = AabbLanes<V, N>;
    #[inline(always)]
    fn lanes<N: Lane>(form: &Self::Form<N>) -> &AabbLanes<V, N> {
        form
    }
}

impl<V: Vector> LaneSolid<V> for Obb<V> {
    type Lanes<N: Lane> = ObbLanes<V, N>;
    #[inline(always)]
    fn lanes<N: Lane>(form: &Self::Form<N>) -> &ObbLanes<V, N> {
        form
    }
}

impl<V: Vector> LaneSolid<V> for Capsule<V> {
    type Lanes<N: Lane> = CapsuleLanes<V, N>;
    #[inline(always)]
    fn lanes<N: Lane>(form: &Self::Form<N>) -> &CapsuleLanes<V, N> {
        form
    }
}

impl<V: Vector, K: LaneSolid<V>> LaneKernel<V, Plane<V>> for K {
    #[inline(always)]
    fn verdict<N: Lane>(a: &K::Form<N>, plane: &PlaneLanes<V, N>, _rule: Rule) -> LaneVerdict {
        let a = K::lanes(a);
        let heights = a.heights(plane);
        let below = heights.high.splat(0.0) - heights.high;
        LaneVerdict::of(heights.low.larger(below), height_bound(a.lengths(), plane))
    }
}

impl<V: Vector, K: LaneSolid<V>> LaneKernel<V, HalfSpace<V>> for K {
    #[inline(always)]
    fn verdict<N: Lane>(a: &K::Form<N>, plane: &PlaneLanes<V, N>, _rule: Rule) -> LaneVerdict {
        let a = K::lanes(a);
        LaneVerdict::of(a.heights(plane).low, height_bound(a.lengths(), plane))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::tests::{LARGEST, LOST};
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number;
    use crate::query::predicate::tests::assert_covers;
    use glam::Vec3;

    /// A height is linear in the lengths, so its error is largest where one length is one and the
    /// others are zero. Of the normal only the length is known.
    fn derived(form: impl Fn(&dyn Fn(usize) -> Roundoff) -> Box<dyn Form>) -> f64 {
        let mut worst = 0.0;
        for corner in 0..8 {
            let at = |i: usize| if i == corner { Roundoff::unit(0.0) } else { Roundoff::ZERO };
            // The offset is divided and rounded.
            let offset = if corner == 7 { Roundoff::unit(0.501) } else { Roundoff::ZERO };
            let normal = [Roundoff::unit(0.501); 3];
            let plane = PlaneLanes::<Vec3, _> { normal, offset };
            worst = f64::max(worst, form(&at).error(&plane) * SLACK);
        }
        worst
    }

    trait Form {
        fn error(&self, plane: &PlaneLanes<Vec3, Roundoff>) -> f64;
    }
    impl<F: HeightOverPlane<Vec3, Roundoff>> Form for F {
        fn error(&self, plane: &PlaneLanes<Vec3, Roundoff>) -> f64 {
            let heights = self.heights(plane);
            let low = self.low(plane, &plane.normal).error;
            f64::max(low, f64::max(heights.low.error, heights.high.error))
        }
    }

    #[test]
    fn the_bound_is_derived() {
        let sphere = derived(|at| {
            Box::new(SphereLanes::<Vec3, _> { center: [at(0), at(1), at(2)], radius: at(3) })
        });
        let aabb = derived(|at| {
            let (min, max) = ([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
            Box::new(AabbLanes::<Vec3, _> { min, max })
        });
        let obb = derived(|at| {
            let (center, half) = ([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
            Box::new(ObbLanes::<Vec3, _> { center, half, axes: [[Roundoff::unit(0.501); 3]; 3] })
        });
        let capsule = derived(|at| {
            let (a, b) = ([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
            Box::new(CapsuleLanes::<Vec3, _> { a, b, radius: at(6) })
        });
        let worst = f64::max(f64::max(sphere, aabb), f64::max(obb, capsule));
        assert_covers(f64::from(ERROR), worst);
    }

    #[test]
    fn the_limits_leave_room() {
        assert!(100.0 * LOST <= f64::from(UNDERFLOW));
        assert!(100.0 * f64::from(LIMIT) < LARGEST);
    }

    /// A point that a shape offers may lie outside of it, by what its own numbers round. However far away
    /// the target is: a ball's point is as far from its centre as the radius is, a box's as its half
    /// extents, and a target inside is taken as it is.
    #[test]
    fn an_offered_point_is_as_near_as_a_height_is_exact() {
        let mut worst = 0.0;
        for corner in 0..7 {
            let at = |i: usize| if i == corner { Roundoff::ONE } else { Roundoff::ZERO };
            // Each component of a point is off across the others; together by no more than their sum.
            let off = |point: [Roundoff; 3]| point.iter().map(|x| x.error).sum::<f64>() * SLACK;
            let direction = [Roundoff::ONE, Roundoff::ZERO, Roundoff::ZERO];
            let ball = [0, 1, 2].map(at);
            // On its surface: a displacement as long as the radius, or as near as there is one at all.
            let size = Lane::root(dot::<Vec3, Roundoff>(&direction, &direction));
            let share = at(3).over(size + Roundoff::ZERO);
            let point = [0, 1, 2].map(|i| direction[i] * share + ball[i]);
            worst = f64::max(worst, off(point));
            let entry = Roundoff::unit(0.501);
            let along = [3, 4, 5].map(at);
            let point = [0, 1, 2].map(|j| (0..3).fold(ball[j], |sum, i| entry * along[i] + sum));
            worst = f64::max(worst, off(point));
            // Half-way between two corners, or between two ends.
            let ends = [[0, 1, 2], [3, 4, 5]].map(|end| end.map(at));
            worst = f64::max(worst, off(midpoint::<Vec3, Roundoff>(&ends[0], &ends[1])));
            // A point of a capsule's core first, by a share that is a number from zero to one.
            let core = [0, 1, 2].map(|j| (at(3 + j) - at(j)) * Roundoff::ONE + at(j));
            let point =
                [0, 1, 2].map(|j| direction[j] * at(6).over(size + Roundoff::ZERO) + core[j]);
            worst = f64::max(worst, off(point));
        }
        println!("{worst:.2} of {ERROR} units");
        assert!(worst <= f64::from(ERROR), "{worst}");
    }
}
