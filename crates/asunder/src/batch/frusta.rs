//! Shapes against frusta: those beyond a plane first, then those with a point inside all.

use super::forms::{LaneShape, put_vector, vector};
use super::lane::{Lane, LaneVerdict, UNIT};
use super::planes::{ERROR, HeightOverPlane, LIMIT, LaneSolid, PlaneLanes, UNDERFLOW, height};
use super::stage::LaneKernel;
use super::two_pass::TwoPass;
use crate::exact::{at_or_above, at_or_below, widen};
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::query::separation::STRIDES;
use crate::shape::{Frustum, Plane, Rounded};
use crate::space::Vector;

/// The most planes that a frustum has.
const PLANES: usize = 6;

/// A plane, moved out and moved in by what a height over it may be off wherever the shape is. So what
/// is left of a height's error is a share of the lengths alone, the same for all planes, and one that
/// is far away makes no other less certain.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideLanes<V: Vector, N: Lane> {
    /// What is above this one is beyond the plane.
    outer: PlaneLanes<V, N>,
    /// What is below this one is behind it.
    inner: N,
    /// How far a height falls along each coordinate axis, if it does.
    falls: V::Array<N>,
}

impl<V: Vector, N: Lane> SideLanes<V, N> {
    /// The one whose numbers begin at `first`.
    #[inline(always)]
    fn at(first: usize, field: &mut impl FnMut(usize) -> N) -> Self {
        let outer = <Plane<V> as LaneShape<V>>::form(
            #[inline(always)]
            |at| field(first + at),
        );
        let inner = first + <Plane<V> as LaneShape<V>>::FIELDS;
        Self { outer, inner: field(inner), falls: vector::<V, N>(inner + 1, field) }
    }

    #[inline(always)]
    fn inner(&self) -> PlaneLanes<V, N> {
        PlaneLanes { offset: self.inner, ..self.outer }
    }
}

/// The numbers of a side: those of a plane, one more offset, and falls.
const fn side_fields<V: Vector>() -> usize {
    <Plane<V> as LaneShape<V>>::FIELDS + 1 + V::DIM
}

/// Frusta, one in each lane: their planes, and a point inside.
#[derive(Clone, Copy, Debug)]
pub struct FrustumLanes<V: Vector, N: Lane> {
    sides: [SideLanes<V, N>; PLANES],
    /// How far off a height may be for each unit of the lengths.
    slack: N,
    middle: V::Array<N>,
}

/// By so much bounds are enlarged: a height over a moved plane is off by a share of its new offset, which
/// is a millionth larger; and a bound that is a share of the lengths by up to eight roundings, those of
/// the lengths and of their product with it. That is twice what the larger asks for; as the bounds are
/// rounded outward besides, a test sees no less than a quarter fail.
const MORE: f64 = 1.0 + 2e-6;

/// How far plane `i` is moved.
fn margin<V: Vector>(planes: &Rounded<V>, i: usize) -> f64 {
    let roundings = widen(ERROR * UNIT) * planes.offsets[i].abs();
    MORE * (roundings + planes.offset_slack[i] + widen(UNDERFLOW))
}

impl<V: Vector> LaneShape<V> for Frustum<V> {
    const FIELDS: usize = PLANES * side_fields::<V>() + 1 + V::DIM;
    type Form<N: Lane> = FrustumLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> FrustumLanes<V, N> {
        let mut sides = [SideLanes::at(0, &mut field); PLANES];
        for (i, side) in sides.iter_mut().enumerate().skip(1) {
            *side = SideLanes::at(i * side_fields::<V>(), &mut field);
        }
        let slack = PLANES * side_fields::<V>();
        FrustumLanes { sides, slack: field(slack), middle: vector::<V, N>(slack + 1, &mut field) }
    }
    /// Without planes in floats, and of one that is not known in floats, nothing is certain.
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        let planes = self.rounded();
        let mut slack = 0.0;
        for i in 0..PLANES {
            let first = i * side_fields::<V>();
            let normal = V::array(|j| planes.map_or(0.0, |planes| planes.normals[j][i] as f32));
            let offset = planes.map_or(0.0, |planes| planes.offsets[i]);
            let margin = planes.map_or(f64::INFINITY, |planes| margin(planes, i));
            let own = planes.map_or(0.0, |planes| planes.slack[i]);
            slack = if own > slack { own } else { slack };
            put_vector::<V>(first, &normal, &mut put);
            put(first + V::DIM, at_or_above(offset + margin));
            put(first + V::DIM + 1, at_or_below(offset - margin));
            let falls = Vect::<V, f32>(normal).map(|x| if x > 0.0 { -x } else { 0.0 });
            put_vector::<V>(first + V::DIM + 2, &falls.0, &mut put);
        }
        let first = PLANES * side_fields::<V>();
        put(first, at_or_above(MORE * (widen(ERROR * UNIT) + slack)));
        let middle = planes.map_or(Vect::zero(), |planes| Vect::<V, f64>(planes.middle));
        put_vector::<V>(first + 1, &middle.map(|x| x as f32).0, &mut put);
    }
}

/// What a height may be off, for a shape's lengths; infinite where those may hide an overflow.
#[inline(always)]
fn bound<V: Vector, N: Lane>(
    shape: &impl HeightOverPlane<V, N>,
    frustum: &FrustumLanes<V, N>,
) -> N {
    let infinite = frustum.slack.splat(f32::INFINITY);
    shape.lengths().below_or(infinite.splat(LIMIT), infinite) * frustum.slack
}

/// Apart beyond one plane; within where the middle is behind all of them.
#[inline(always)]
fn first_pass<V: Vector, N: Lane>(
    shape: &impl HeightOverPlane<V, N>,
    frustum: &FrustumLanes<V, N>,
) -> LaneVerdict {
    let bound = bound(shape, frustum);
    let least = bound.splat(f32::MIN);
    let mut beyond = least;
    for side in &frustum.sides {
        beyond = beyond.larger(shape.low(&side.outer, &side.falls));
    }
    let apart = beyond.gt_mask(bound);
    if apart == N::ALL {
        return LaneVerdict { apart, meet: 0 };
    }
    let (middle, mut highest) = (shape.middle(), least);
    for side in &frustum.sides {
        highest = highest.larger(height(&middle, &side.inner()));
    }
    // The middle is off by as much as its height.
    let meet = bound.splat(0.0).gt_mask(highest + bound + bound);
    LaneVerdict { apart, meet: meet & !apart }
}

/// Of the lanes `open` those whose shapes have a point behind all planes, which is sought from the
/// frustum's middle on, see [`STRIDES`].
#[inline(always)]
fn second_pass<V: Vector, N: Lane>(
    shape: &impl HeightOverPlane<V, N>,
    frustum: &FrustumLanes<V, N>,
    open: u32,
) -> u32 {
    let bound = bound(shape, frustum);
    let zero = bound.splat(0.0);
    let (open, mut meet) = (open & N::ALL, 0);
    let mut target = frustum.middle;
    for stride in STRIDES {
        if open & !meet == 0 {
            break;
        }
        let point = shape.near(&target);
        let (mut highest, mut behind) = (zero.splat(f32::MIN), open);
        let mut steepest = frustum.middle;
        for side in &frustum.sides {
            let height = height(&point, &side.inner());
            // The point is off by as much as its height. Bits, for a NaN must not be lost.
            behind &= zero.gt_mask(height + bound + bound);
            for j in 0..V::DIM {
                steepest[j] = highest.select_lt(height, side.outer.normal[j], steepest[j]);
            }
            highest = highest.larger(height);
        }
        meet |= behind;
        let back = highest.splat(stride) * highest;
        for j in 0..V::DIM {
            target[j] = steepest[j].neg_mul_add(back, point[j]);
        }
    }
    meet
}

impl<V: Vector, K: LaneSolid<V>> LaneKernel<V, Frustum<V>> for K {
    #[inline(always)]
    fn verdict<N: Lane>(a: &K::Form<N>, frustum: &FrustumLanes<V, N>, _rule: Rule) -> LaneVerdict {
        let a = K::lanes(a);
        let LaneVerdict { apart, meet } = first_pass(a, frustum);
        LaneVerdict { apart, meet: meet | second_pass(a, frustum, !(apart | meet)) }
    }
}

impl<V: Vector, K: LaneSolid<V>> TwoPass<V, Frustum<V>> for K {
    #[inline(always)]
    fn first_pass<N: Lane>(a: &K::Form<N>, frustum: &FrustumLanes<V, N>) -> LaneVerdict {
        first_pass(K::lanes(a), frustum)
    }
    #[inline(always)]
    fn second_pass<N: Lane>(a: &K::Form<N>, frustum: &FrustumLanes<V, N>, open: u32) -> u32 {
        second_pass(K::lanes(a), frustum, open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Rng;
    use glam::Vec3;

    /// The planes that a form holds lie on either side of the true ones, by what a height may be off:
    /// that of a plane in `f64`, and that of roundings in `f32` over the plane that is held.
    #[test]
    fn planes_are_moved_as_far_as_heights_are_off() {
        let mut rng = Rng::new(1);
        for case in 0..1000 {
            let mut number = |least: f64, bits: usize| {
                let size = least * (1u64 << rng.below(bits)) as f64;
                (size * rng.between(-1.0, 1.0)) as f32
            };
            // Of planes through the origin only what underflow takes is left.
            let at = [(); 3].map(|()| number(if case % 2 == 0 { 0.0 } else { 1e-9 }, 60));
            let turn = [(); 4].map(|()| number(1.0, 1));
            let far = number(1.0, 60).abs() + 1.0;
            let slopes = [-1.0, 1.0, -0.5, 0.5];
            let frustum = Frustum::<Vec3>::perspective(at, turn, slopes, 0.1, far);
            let planes = frustum.rounded().expect("made with it");
            let mut numbers = [0.0; <Frustum<Vec3> as LaneShape<Vec3>>::FIELDS];
            frustum.fields(|field, x| numbers[field] = x);
            for (i, side) in numbers.chunks(side_fields::<Vec3>()).take(PLANES).enumerate() {
                let [outer, inner] = [side[3], side[4]].map(f64::from);
                let off = |moved: f64| {
                    f64::from(ERROR * UNIT) * moved.abs()
                        + planes.offset_slack[i]
                        + f64::from(UNDERFLOW)
                };
                assert!(outer - planes.offsets[i] >= off(outer), "{frustum:?} {i}");
                assert!(planes.offsets[i] - inner >= off(inner), "{frustum:?} {i}");
                let slack = f64::from(ERROR * UNIT) + planes.slack[i];
                let eight = 1.0 + 8.0 * f64::from(UNIT);
                assert!(f64::from(numbers[PLANES * side_fields::<Vec3>()]) >= slack * eight);
            }
        }
    }
}
