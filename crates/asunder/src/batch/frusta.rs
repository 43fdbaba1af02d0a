//! Shapes against frusta: what is beyond a plane first, and of the rest, what has a point behind all.

use super::forms::{Formed, vector};
use super::lane::{Lane, UNIT, Verdict};
use super::planes::{ERROR, LIMIT, PlaneForm, Rising, UNDERFLOW, height, height_bound};
use super::sift::Sieve;
use super::stage::Against;
use crate::query::cascade::Rule;
use crate::query::separation::STRIDES;
use crate::shape::{Aabb, Capsule, Frustum, Obb, Sphere};
use crate::space::Vector;

/// A number above another, in fewer digits, and by eight roundings more: those of a shape's lengths, of
/// their product with this, and of two sums.
fn above(x: f64) -> f32 {
    (x * (1.0 + 1e-6)) as f32 + f32::MIN_POSITIVE
}

/// The most planes that a frustum has.
const PLANES: usize = 6;

/// A frustum's planes, how far each may be off, and a point inside.
#[derive(Clone, Copy, Debug)]
pub struct FrustumForm<V: Vector, N: Lane> {
    planes: [PlaneForm<V, N>; PLANES],
    /// For each unit of the coordinates' magnitudes.
    slack: [N; PLANES],
    /// Wherever the point is.
    offset_slack: [N; PLANES],
    middle: V::Array<N>,
}

impl<V: Vector> Formed<V> for Frustum<V> {
    const FIELDS: usize = PLANES * (V::DIM + 3) + V::DIM;
    type Form<N: Lane> = FrustumForm<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> FrustumForm<V, N> {
        let normal = vector::<V, N>(0, &mut field);
        let plane = PlaneForm { normal, offset: normal[0] };
        let mut form = FrustumForm {
            planes: [plane; PLANES],
            slack: [normal[0]; PLANES],
            offset_slack: [normal[0]; PLANES],
            middle: vector::<V, N>(PLANES * (V::DIM + 3), &mut field),
        };
        for i in 0..PLANES {
            let first = i * (V::DIM + 3);
            form.planes[i].normal = vector::<V, N>(first, &mut field);
            form.planes[i].offset = field(first + V::DIM);
            form.slack[i] = field(first + V::DIM + 1);
            form.offset_slack[i] = field(first + V::DIM + 2);
        }
        form
    }
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        // Without planes in floats no lane is certain.
        let planes = self.rounded();
        for i in 0..PLANES {
            let first = i * (V::DIM + 3);
            for j in 0..V::DIM {
                put(first + j, planes.map_or(0.0, |planes| planes.normals[j][i] as f32));
            }
            put(first + V::DIM, planes.map_or(0.0, |planes| planes.offsets[i] as f32));
            put(first + V::DIM + 1, planes.map_or(0.0, |planes| above(planes.slack[i])));
            let offset_slack = planes.map_or(f64::INFINITY, |planes| planes.offset_slack[i]);
            put(first + V::DIM + 2, above(offset_slack));
        }
        for j in 0..V::DIM {
            let middle = planes.map_or(0.0, |planes| planes.middle[j] as f32);
            put(PLANES * (V::DIM + 3) + j, middle);
        }
    }
}

/// Apart beyond one plane; within where a point of the shape is behind all of them. That point is
/// sought from the frustum's middle on, see [`STRIDES`].
#[inline(always)]
fn seen<V: Vector, N: Lane>(shape: &impl Rising<V, N>, frustum: &FrustumForm<V, N>) -> Verdict {
    let zero = frustum.middle[0].like(0.0);
    let lengths = shape.lengths();
    let mut bounds = frustum.slack;
    let mut beyond = zero.like(f32::MIN);
    for (i, bound) in bounds.iter_mut().enumerate() {
        let plane = &frustum.planes[i];
        let own = lengths.times_plus(frustum.slack[i], frustum.offset_slack[i]);
        *bound = height_bound(lengths, plane) + own;
        beyond = beyond.larger(shape.heights(plane).low - *bound);
    }
    let apart = beyond.above(zero);
    let (mut target, mut meet) = (frustum.middle, 0);
    for stride in STRIDES {
        if apart | meet == N::ALL {
            break;
        }
        let point = shape.near(&target);
        let (mut highest, mut behind) = (zero.like(f32::MIN), N::ALL);
        let mut steepest = frustum.planes[0].normal;
        for (plane, &bound) in frustum.planes.iter().zip(&bounds) {
            let height = height(&point, plane);
            // The point is off by as much as its height. Bits, for a NaN must not be lost.
            behind &= zero.above(height + bound + bound);
            for j in 0..V::DIM {
                steepest[j] = highest.below_or_else(height, plane.normal[j], steepest[j]);
            }
            highest = highest.larger(height);
        }
        meet |= behind & !apart;
        let back = highest.like(stride) * highest;
        for j in 0..V::DIM {
            target[j] = steepest[j].times_from(back, point[j]);
        }
    }
    Verdict { apart, meet }
}

macro_rules! impl_against_frusta {
    ($($Kind:ident),*) => {
        $(
            impl<V: Vector> Against<V, Frustum<V>> for $Kind<V> {
                #[inline(always)]
                fn verdict<N: Lane>(
                    a: &Self::Form<N>,
                    frustum: &FrustumForm<V, N>,
                    _rule: Rule,
                ) -> Verdict {
                    seen(a, frustum)
                }
            }

            impl<V: Vector> Sieve<V, $Kind<V>> for Sides<'_, V> {
                #[inline(always)]
                fn apart<N: Lane>(sides: &SidesForm<V, N>, a: &<$Kind<V> as Formed<V>>::Form<N>) -> u32 {
                    sides.beyond(a)
                }
            }
        )*
    };
}
impl_against_frusta!(Sphere, Aabb, Obb, Capsule);

/// The planes of a frustum, for a look at many shapes of which most are beyond one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'f, V: Vector>(pub(super) &'f Frustum<V>);

/// Planes, and one bound on how far off a height over any of them may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct SidesForm<V: Vector, N: Lane> {
    planes: [PlaneForm<V, N>; PLANES],
    /// The positive parts of the normals' components.
    positive: [V::Array<N>; PLANES],
    /// For each unit of the coordinates' magnitudes.
    slack: N,
    /// Wherever the shape is.
    offset_slack: N,
}

impl<V: Vector, N: Lane> SidesForm<V, N> {
    /// The lanes of shapes that are certainly beyond one of the planes.
    #[inline(always)]
    fn beyond(&self, shape: &impl Rising<V, N>) -> u32 {
        let mut beyond = self.slack.like(f32::MIN);
        for (plane, positive) in self.planes.iter().zip(&self.positive) {
            beyond = beyond.larger(shape.low(plane, positive));
        }
        let lengths =
            shape.lengths().below_or(self.slack.like(LIMIT), self.slack.like(f32::INFINITY));
        beyond.above(lengths.times_plus(self.slack, self.offset_slack))
    }
}

impl<V: Vector> Formed<V> for Sides<'_, V> {
    const FIELDS: usize = PLANES * (2 * V::DIM + 1) + 2;
    type Form<N: Lane> = SidesForm<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> SidesForm<V, N> {
        let normal = vector::<V, N>(0, &mut field);
        let mut form = SidesForm {
            planes: [PlaneForm { normal, offset: normal[0] }; PLANES],
            positive: [normal; PLANES],
            slack: field(PLANES * (2 * V::DIM + 1)),
            offset_slack: field(PLANES * (2 * V::DIM + 1) + 1),
        };
        for i in 0..PLANES {
            let first = i * (2 * V::DIM + 1);
            form.planes[i].normal = vector::<V, N>(first, &mut field);
            form.positive[i] = vector::<V, N>(first + V::DIM, &mut field);
            form.planes[i].offset = field(first + 2 * V::DIM);
        }
        form
    }
    /// A plane that is not known in floats has nothing beyond it.
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        let (mut slack, mut offset_slack) = (0.0, 0.0);
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        for i in 0..PLANES {
            let first = i * (2 * V::DIM + 1);
            let known = self.0.rounded().filter(|planes| planes.offset_slack[i] < f64::INFINITY);
            for j in 0..V::DIM {
                let normal = known.map_or(0.0, |planes| planes.normals[j][i] as f32);
                put(first + j, normal);
                put(first + V::DIM + j, if normal > 0.0 { normal } else { 0.0 });
            }
            put(first + 2 * V::DIM, known.map_or(1.0, |planes| planes.offsets[i] as f32));
            if let Some(planes) = known {
                slack = larger(slack, planes.slack[i]);
                let offset = f64::from(ERROR * UNIT) * planes.offsets[i].abs();
                offset_slack = larger(offset_slack, offset + planes.offset_slack[i]);
            }
        }
        put(PLANES * (2 * V::DIM + 1), above(f64::from(ERROR * UNIT) + slack));
        put(PLANES * (2 * V::DIM + 1) + 1, above(offset_slack + f64::from(UNDERFLOW)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_above_stays_so_after_eight_roundings() {
        for i in 0..10_000 {
            let x = f64::from(1.0_f32 + i as f32 * UNIT) * (1.0 + 0.37 * f64::from(UNIT));
            for x in [x, x * f64::from(f32::MIN_POSITIVE) / 1024.0, x * 1e30] {
                assert!(f64::from(above(x)) >= x * (1.0 + 8.0 * f64::from(UNIT)), "{x:e}");
            }
        }
    }
}
