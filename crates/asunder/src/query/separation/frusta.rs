//! Frusta against what is culled by them: heights over their planes, as floats.
//!
//! A first stage settles nearly all pairs. Where a shape is certainly beyond one plane, the two are
//! apart. Where a point of the shape is certainly behind all planes, they share an inner point of
//! the frustum, so that they even penetrate. Being beyond no plane proves nothing: near edges and
//! corners the usual test of six planes calls shapes visible that are not (Ericson 2005, §5.3 and
//! its remarks on false positives). Those, and what touches, go to [`span_span`].

use super::is_finite;
use super::spans::span_span;
use crate::exact::widen;
use crate::query::cascade::Rule;
use crate::shape::{Aabb, AnyShape, Capsule, Frustum, Obb, Rounded, ShapeRef, Sphere};
use crate::space::Vector;

/// A bounded shape, as a frustum's planes see it.
trait Culled<V: Vector>: Copy {
    /// Its middle, with a relative error of one rounding.
    fn middle(&self) -> V::Array<f64>;
    /// How far it reaches from its middle along a normal of length one.
    fn reach(&self, normal: &V::Array<f64>) -> f64;
    /// What its points' coordinates' magnitudes add up to at most, roundings included.
    fn size(&self) -> f64;
    /// By how much its reach and its points may be off, besides a few roundings in `f64`.
    fn slack(&self) -> f64 {
        0.0
    }
    /// A point of it near another point; off by a few roundings of what `size` adds up.
    fn near(&self, target: &V::Array<f64>) -> V::Array<f64>;
}

#[inline(always)]
fn wide<V: Vector>(x: &V::Array<f32>) -> V::Array<f64> {
    V::array(|j| widen(x[j]))
}

#[inline(always)]
fn dot<V: Vector>(x: &V::Array<f64>, y: &V::Array<f64>) -> f64 {
    (1..V::DIM).fold(x[0] * y[0], |sum, j| sum + x[j] * y[j])
}

/// The sum of the components' magnitudes.
#[inline(always)]
fn length<V: Vector>(x: &V::Array<f64>) -> f64 {
    (1..V::DIM).fold(x[0].abs(), |sum, j| sum + x[j].abs())
}

#[inline(always)]
fn within(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// The point nearest to `target` of a ball, but for a few roundings in `f64`.
#[inline(always)]
fn in_ball<V: Vector>(
    center: &V::Array<f64>,
    radius: f64,
    target: &V::Array<f64>,
) -> V::Array<f64> {
    let way: V::Array<f64> = V::array(|j| target[j] - center[j]);
    let square = dot::<V>(&way, &way);
    if square <= radius * radius {
        return *target;
    }
    let share = radius / square.sqrt();
    V::array(|j| center[j] + way[j] * share)
}

impl<V: Vector> Culled<V> for V {
    #[inline(always)]
    fn middle(&self) -> V::Array<f64> {
        wide::<V>(&self.to_array())
    }
    #[inline(always)]
    fn reach(&self, _normal: &V::Array<f64>) -> f64 {
        0.0
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        length::<V>(&self.middle())
    }
    #[inline(always)]
    fn near(&self, _target: &V::Array<f64>) -> V::Array<f64> {
        self.middle()
    }
}

impl<V: Vector> Culled<V> for Sphere<V> {
    #[inline(always)]
    fn middle(&self) -> V::Array<f64> {
        wide::<V>(&self.center)
    }
    #[inline(always)]
    fn reach(&self, _normal: &V::Array<f64>) -> f64 {
        widen(self.radius)
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        length::<V>(&self.middle()) + 2.0 * widen(self.radius)
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<f64>) -> V::Array<f64> {
        in_ball::<V>(&self.middle(), widen(self.radius), target)
    }
}

impl<V: Vector> Culled<V> for Capsule<V> {
    #[inline(always)]
    fn middle(&self) -> V::Array<f64> {
        V::array(|j| 0.5 * (widen(self.a[j]) + widen(self.b[j])))
    }
    #[inline(always)]
    fn reach(&self, normal: &V::Array<f64>) -> f64 {
        let half = V::array(|j| 0.5 * (widen(self.b[j]) - widen(self.a[j])));
        dot::<V>(&half, normal).abs() + widen(self.radius)
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        length::<V>(&wide::<V>(&self.a))
            + length::<V>(&wide::<V>(&self.b))
            + 2.0 * widen(self.radius)
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<f64>) -> V::Array<f64> {
        let (a, b) = (wide::<V>(&self.a), wide::<V>(&self.b));
        let axis: V::Array<f64> = V::array(|j| b[j] - a[j]);
        let (along, square) =
            (dot::<V>(&axis, &V::array(|j| target[j] - a[j])), dot::<V>(&axis, &axis));
        // A share of any size is one of a point of the segment.
        let share = if square > 0.0 { within(along / square, 0.0, 1.0) } else { 0.0 };
        let core = V::array(|j| a[j] + axis[j] * share);
        in_ball::<V>(&core, widen(self.radius), target)
    }
}

impl<V: Vector> Culled<V> for Aabb<V> {
    #[inline(always)]
    fn middle(&self) -> V::Array<f64> {
        V::array(|j| 0.5 * (widen(self.min[j]) + widen(self.max[j])))
    }
    #[inline(always)]
    fn reach(&self, normal: &V::Array<f64>) -> f64 {
        let along = |j: usize| 0.5 * (widen(self.max[j]) - widen(self.min[j])) * normal[j].abs();
        (1..V::DIM).fold(along(0), |sum, j| sum + along(j))
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        length::<V>(&wide::<V>(&self.min)) + length::<V>(&wide::<V>(&self.max))
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<f64>) -> V::Array<f64> {
        V::array(|j| within(target[j], widen(self.min[j]), widen(self.max[j])))
    }
}

impl<V: Vector> Culled<V> for Obb<V> {
    #[inline(always)]
    fn middle(&self) -> V::Array<f64> {
        wide::<V>(&self.center)
    }
    #[inline(always)]
    fn reach(&self, normal: &V::Array<f64>) -> f64 {
        let along = |i: usize| {
            widen(self.half_extents[i]) * dot::<V>(&wide::<V>(&self.axes[i]), normal).abs()
        };
        (1..V::DIM).fold(along(0), |sum, i| sum + along(i))
    }
    /// An axis of length one has components that add up to less than two.
    #[inline(always)]
    fn size(&self) -> f64 {
        length::<V>(&self.middle()) + 2.0 * length::<V>(&wide::<V>(&self.half_extents))
    }
    #[inline(always)]
    fn slack(&self) -> f64 {
        AXIS_ERROR * length::<V>(&wide::<V>(&self.half_extents))
    }
    #[inline(always)]
    fn near(&self, target: &V::Array<f64>) -> V::Array<f64> {
        let middle = self.middle();
        let way = V::array(|j| target[j] - middle[j]);
        let mut point = middle;
        for i in 0..V::DIM {
            let (axis, half) = (wide::<V>(&self.axes[i]), widen(self.half_extents[i]));
            let along = within(dot::<V>(&axis, &way), -half, half);
            point = V::array(|j| point[j] + axis[j] * along);
        }
        point
    }
}

/// How long the error of an axis may be, whose components are rounded to `f32`: √3 times half a unit, and
/// a little. The next power of two.
const AXIS_ERROR: f64 = 1.0 / (1u64 << 24) as f64;

/// How often a witness is sought anew, by turns behind the worst plane and in the shape.
const TURNS: usize = 4;

/// Whether a shape and a frustum certainly share an inner point, or certainly are apart.
#[inline(always)]
fn look<V: Vector>(shape: &impl Culled<V>, planes: &Rounded<V>) -> Option<bool> {
    let (middle, size, slack) = (shape.middle(), shape.size(), shape.slack());
    let (mut beyond, mut within) = (f64::NEG_INFINITY, true);
    for i in 0..planes.offsets.len() {
        let normal = V::array(|j| planes.normals[j][i]);
        let height = dot::<V>(&normal, &middle) - planes.offsets[i];
        let bound = planes.slack[i] * size + planes.offset_slack[i] + slack;
        let gap = height - shape.reach(&normal) - bound;
        beyond = if gap > beyond { gap } else { beyond };
        within &= height + bound < 0.0;
    }
    if beyond > 0.0 {
        return Some(false);
    }
    if within { Some(true) } else { witness(shape, planes, size, slack) }
}

/// Whether a point of the shape is found that is behind all planes. Alternating projections lead
/// to one wherever the sets overlap well (von Neumann; Bregman 1965).
#[inline(never)]
fn witness<V: Vector>(
    shape: &impl Culled<V>,
    planes: &Rounded<V>,
    size: f64,
    slack: f64,
) -> Option<bool> {
    let mut target = planes.middle;
    for _ in 0..TURNS {
        let point = shape.near(&target);
        let (mut within, mut worst, mut highest) = (true, 0, f64::NEG_INFINITY);
        for i in 0..planes.offsets.len() {
            let normal = V::array(|j| planes.normals[j][i]);
            let height = dot::<V>(&normal, &point) - planes.offsets[i];
            let bound = planes.slack[i] * size + planes.offset_slack[i] + slack;
            within &= height + bound < 0.0;
            if height > highest {
                (worst, highest) = (i, height);
            }
        }
        if within {
            return Some(true);
        }
        // Twice as far as needed, so that the way back into the shape may end behind the plane.
        target = V::array(|j| point[j] - 2.0 * highest * planes.normals[j][worst]);
    }
    None
}

fn culled<V: Vector, S: Culled<V> + AnyShape<Vector = V>>(
    shape: &S,
    frustum: &Frustum<V>,
    rule: Rule,
) -> bool {
    let seen = frustum.rounded().and_then(|planes| look(shape, planes));
    seen.unwrap_or_else(|| decide_rarely(shape.as_shape_ref(), frustum, rule))
}

#[cold]
#[inline(never)]
fn decide_rarely<V: Vector>(shape: ShapeRef<'_, V>, frustum: &Frustum<V>, rule: Rule) -> bool {
    span_span(&shape, &ShapeRef::Frustum(frustum), rule)
}

pub(super) fn point_frustum<V: Vector>(point: &V, frustum: &Frustum<V>, rule: Rule) -> bool {
    is_finite(point) && culled(point, frustum, rule)
}

pub(super) fn sphere_frustum<V: Vector>(a: &Sphere<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

pub(super) fn capsule_frustum<V: Vector>(a: &Capsule<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

pub(super) fn aabb_frustum<V: Vector>(a: &Aabb<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

pub(super) fn obb_frustum<V: Vector>(a: &Obb<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;
    use crate::exact::roundoff::Roundoff;
    use crate::query::cascade::tests::assert_covers;
    use crate::query::separation::{Intersects, Penetrates};
    use crate::shape::{Depth, HalfSpace, Layout};
    use asunder_jury::Rng;
    use glam::Vec3;

    #[test]
    fn the_error_of_axes_is_derived() {
        let entry = Roundoff::of_rounded(1.0).error;
        assert_covers(AXIS_ERROR / (f64::from(f32::EPSILON) / 2.0), 3f64.sqrt() * entry);
    }

    fn number(rng: &mut Rng, reach: f32) -> f32 {
        rng.between(f64::from(-reach), f64::from(reach)) as f32
    }

    /// A camera at the origin that looks along `-z`: the three ways to say so.
    fn cameras() -> [Frustum<Vec3>; 3] {
        let turned = [0.0, 0.0, 0.0, 1.0];
        let (near, far) = (1.0, 17.0);
        let seen = Frustum::perspective([0.0; 3], turned, [-1.0, 1.0, -1.0, 1.0], near, far);
        let half_space = |normal: [f32; 3], offset| HalfSpace::new(normal, offset);
        let spaces = Frustum::from_half_spaces(&[
            half_space([1.0, 0.0, 1.0], 0.0),
            half_space([-1.0, 0.0, 1.0], 0.0),
            half_space([0.0, 3.0, 3.0], 0.0),
            half_space([0.0, -0.5, 0.5], 0.0),
            half_space([0.0, 0.0, 1.0], -near),
            half_space([0.0, 0.0, -1.0], far),
        ]);
        // -w <= z <= w for z from -1 to -17: a depth of (18·d - 34) / 16.
        let rows = [
            1.0, 0.0, 0.0, 0.0, //
            0.0, 1.0, 0.0, 0.0, //
            0.0, 0.0, -1.125, -2.125, //
            0.0, 0.0, -1.0, 0.0,
        ];
        let depth = Depth::MinusOneToOne;
        let matrix = Frustum::from_projection(&rows, Layout::Rows, depth);
        [seen, spaces, matrix.expect("it sees something")]
    }

    /// What the usual test says: beyond no plane.
    fn beyond_no_plane(shape: &impl Culled<Vec3>, frustum: &Frustum<Vec3>) -> bool {
        let planes = frustum.rounded().expect("made with it");
        (0..planes.offsets.len()).all(|i| {
            let normal = [0, 1, 2].map(|j| planes.normals[j][i]);
            dot::<Vec3>(&normal, &shape.middle()) - planes.offsets[i] <= shape.reach(&normal)
        })
    }

    /// Right of the far plane's right edge, by nothing and by one unit in the last place: the box
    /// reaches behind both planes, and still is outside.
    #[test]
    fn what_is_outside_of_an_edge_is_seen_to_be() {
        for frustum in cameras() {
            let right_of = |x: f32| Aabb::<Vec3>::new([x, -40.0, -40.0], [60.0, 40.0, 40.0]);
            let (touching, apart) = (right_of(17.0), right_of(17.0f32.next_up()));
            assert!(touching.intersects(&frustum) && !touching.penetrates(&frustum));
            assert!(right_of(17.0f32.next_down()).penetrates(&frustum));
            assert!(beyond_no_plane(&apart, &frustum) && !apart.intersects(&frustum));
            let turned = Obb::<Vec3>::new([38.0, 0.0, 0.0], [20.5; 3], [0.0, 0.0, 0.0, 3.0]);
            assert!(beyond_no_plane(&turned, &frustum) && !turned.intersects(&frustum));
        }
    }

    fn turn(rng: &mut Rng) -> [f32; 4] {
        [(); 4].map(|()| number(rng, 1.0))
    }

    /// Around the corners and faces of a camera: most pairs are settled by the first look, and none
    /// otherwise than by the general test.
    #[test]
    fn the_first_look_is_right_and_settles_most() {
        let mut rng = Rng::new(5);
        let (mut asked, mut settled) = (0, 0);
        let mut check = |seen: Option<bool>, general: [bool; 2]| {
            asked += 1;
            settled += u32::from(seen.is_some());
            if let Some(seen) = seen {
                assert_eq!([seen; 2], general);
            }
        };
        for frustum in cameras() {
            let planes = frustum.rounded().expect("made with it");
            for _ in 0..400 {
                let at = [(); 3].map(|()| number(&mut rng, 20.0));
                let size = [(); 3].map(|()| rng.between(0.0, 4.0) as f32);
                let general = |a: ShapeRef<'_, Vec3>| {
                    [Rule::Closed, Rule::Open].map(|rule| decide_rarely(a, &frustum, rule))
                };
                let sphere = Sphere::<Vec3>::new(at, size[0]);
                check(look(&sphere, planes), general(sphere.as_shape_ref()));
                let end = [(); 3].map(|()| number(&mut rng, 20.0));
                let capsule = Capsule::<Vec3>::new(at, end, size[0]);
                check(look(&capsule, planes), general(capsule.as_shape_ref()));
                let turned = Obb::<Vec3>::new(at, size, turn(&mut rng));
                check(look(&turned, planes), general(turned.as_shape_ref()));
                let upright = Aabb::from_center_half_extents(at, size).expect("it is one");
                check(look(&upright, planes), general(upright.as_shape_ref()));
                let point = Vec3::from(at);
                check(look(&point, planes), general(point.as_shape_ref()));
            }
        }
        assert!(settled > asked / 100 * 90, "{settled} of {asked}");
    }
}
