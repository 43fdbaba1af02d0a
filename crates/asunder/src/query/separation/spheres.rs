//! Spheres against points, spheres and boxes, by squared distances.
//!
//! A sphere of radius zero is a point, and takes the point's formula: for it alone, "closer than the radius"
//! is not the same as penetrating.

use super::boxes::{BoxFrame, BoxLike, Cached, PointBox};
use super::{aligned, is_finite};
use crate::exact::{Number, is_zero};
use crate::linalg::{Matrix, Vect};
use crate::query::predicate::{AxisTest, AxisVisitor, Rule, decide, decide_slow, f32_stage};
use crate::shape::{Aabb, AnyShape, Obb, Sphere};
use crate::space::Vector;

/// The axis test of two spheres: `|D|² − (r + s)²`, degree 2.
struct SphereSphere<'a, V: Vector> {
    a: &'a Sphere<V>,
    b: &'a Sphere<V>,
}

impl<V: Vector> AxisTest<V> for SphereSphere<'_, V> {
    const ERROR: f64 = 7.0;
    const DEGREE: u32 = 2;

    #[inline(always)]
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let (a, b) = (self.a, self.b);
        let square = (Vect::<V, N>::of(&b.center) - Vect::of(&a.center)).square();
        let reach = N::of(a.radius) + N::of(b.radius);
        visitor.separates(0, || square - reach * reach, || square + reach * reach)
    }
}

/// The axis test of a sphere and a box: `Σ max(abs(eᵢ) − hᵢ·n, 0)² − (r·n)²`, degree 6. All lengths are
/// doubled.
struct SphereBox<'a, V: Vector, B: BoxLike<V>> {
    sphere: &'a Sphere<V>,
    shape: &'a B,
}

impl<V: Vector, B: BoxLike<V>> AxisTest<V> for SphereBox<'_, V, B> {
    const ERROR: f64 = 112.0;
    const DEGREE: u32 = 6;

    #[inline(always)]
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let frame = BoxFrame::<V, N>::of(self.shape, 0);
        let half = Vect::<V, N>(frame.half);
        let offset = Vect::<V, N>(self.shape.twice_offset(&self.sphere.center));
        let radius = N::of(self.sphere.radius).twice();
        let gap = || {
            let along = Matrix::from_arrays(&frame.rows).each(|axis| axis.dot(offset).abs());
            let beyond = (along - half * frame.norm).map(N::positive_part);
            let reach = radius * frame.norm;
            beyond.square() - reach * reach
        };
        let scale = || {
            let lengths = offset.norm1() + half.sum() + radius;
            let scale = lengths * frame.norm;
            scale * scale
        };
        visitor.separates(0, gap, scale)
    }
}

pub(super) fn point_sphere<V: Vector>(point: &V, sphere: &Sphere<V>, rule: Rule) -> bool {
    let point_sphere = Sphere::of_point(point);
    is_finite(point) && sphere_sphere(&point_sphere, sphere, rule)
}

/// Whether two spheres certainly penetrate, or certainly share no point.
#[inline(always)]
pub(super) fn spheres_clearly_meet<V: Vector>(a: &Sphere<V>, b: &Sphere<V>) -> Option<bool> {
    f32_stage(&SphereSphere { a, b })
}

pub(super) fn sphere_sphere<V: Vector>(a: &Sphere<V>, b: &Sphere<V>, rule: Rule) -> bool {
    spheres_clearly_meet(a, b).unwrap_or_else(|| decide_slow(SphereSphere { a, b }, rule))
}

/// Stages two and three of sphere against box.
#[cold]
#[inline(never)]
fn sphere_box<V: Vector, B: BoxLike<V> + AnyShape<Vector = V>>(
    sphere: &Sphere<V>,
    shape: &B,
    rule: Rule,
) -> bool {
    if let Some(meet) = aligned::decide(&sphere.as_shape_ref(), &shape.as_shape_ref(), rule) {
        return meet;
    }
    if is_zero(sphere.radius) {
        decide(&PointBox { point: sphere.center, shape }, rule)
    } else {
        decide(&SphereBox { sphere, shape }, rule)
    }
}

pub(super) fn sphere_aabb<V: Vector>(sphere: &Sphere<V>, aabb: &Aabb<V>, rule: Rule) -> bool {
    f32_stage(&SphereBox { sphere, shape: aabb }).unwrap_or_else(|| sphere_box(sphere, aabb, rule))
}

pub(super) fn sphere_obb<V: Vector>(sphere: &Sphere<V>, obb: &Obb<V>, rule: Rule) -> bool {
    f32_stage(&SphereBox { sphere, shape: &Cached(obb) })
        .unwrap_or_else(|| sphere_box(sphere, obb, rule))
}

#[cfg(test)]
mod tests {
    mod tightness;

    use super::*;
    use crate::analysis::roundoff::{Roundoff, WORST_QUATERNION};
    use crate::query::predicate::tests::{ErrorBound, assert_covers, assert_degree};
    use glam::Vec3;

    #[test]
    fn the_sphere_sphere_bound_is_derived() {
        // Every term is a square or a product of radii: the error is relative to their sum.
        let mut bound = ErrorBound::default();
        for corner in 0..4 {
            let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
            let a = Sphere::<Vec3>::new([0.0; 3], one(3));
            let b = Sphere::<Vec3>::new([one(0), one(1), one(2)], 0.0);
            SphereSphere { a: &a, b: &b }.separated::<Roundoff, _>(&mut bound);
        }
        assert_covers(<SphereSphere<'_, Vec3> as AxisTest<Vec3>>::ERROR, bound.worst);
    }

    /// The largest error of the formula, relative to its scale, with the box seen as stored or cached.
    ///
    /// The error is a quadratic form in the lengths with coefficients c ≥ 0, so it is at most the
    /// largest c times the square of their sum. A single length of one yields its own c, two of them
    /// at least twice their mixed one.
    fn derived(cached: bool) -> f64 {
        let mut singles = ErrorBound::default();
        let mut doubles = ErrorBound::default();
        for first in 0..7 {
            for second in 0..=first {
                let one = |i: usize| if i == first || i == second { 1.0 } else { 0.0 };
                let shape = Obb::<Vec3>::new([0.0; 3], [one(0), one(1), one(2)], WORST_QUATERNION);
                let sphere = &Sphere::new([one(3), one(4), one(5)], one(6));
                let bound = if first == second { &mut singles } else { &mut doubles };
                if cached {
                    SphereBox { sphere, shape: &Cached(&shape) }.separated::<Roundoff, _>(bound);
                } else {
                    SphereBox { sphere, shape: &shape }.separated::<Roundoff, _>(bound);
                }
            }
        }
        // The scale of two lengths is four; half their error bounds the mixed coefficient.
        singles.worst.max(doubles.worst * 4.0 / 2.0)
    }

    #[test]
    fn the_degrees_are_those_of_squares() {
        let sphere = &Sphere::<Vec3>::new([1.0; 3], 1.0);
        assert_degree(&SphereSphere { a: sphere, b: sphere });
        let shape = &Obb::<Vec3>::new([1.0; 3], [1.0; 3], WORST_QUATERNION);
        assert_degree(&SphereBox { sphere, shape });
    }

    #[test]
    fn the_sphere_box_bound_is_derived() {
        let stored = derived(false);
        assert_covers(<SphereBox<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR, stored);
        assert!(derived(true) <= stored);
    }
}
