//! Planes and half-spaces against points, spheres, boxes and each other, by heights over a plane.

use super::boxes::{BoxLike, Cached};
use super::{aligned, is_finite};
use crate::exact::{Number, is_zero, widen};
use crate::linalg::{Matrix, Vect};
use crate::query::predicate::{AxisTest, AxisVisitor, Rule, decide, f32_stage};
use crate::shape::{Aabb, AnyShape, HalfSpace, Obb, Plane, Sphere};
use crate::space::Vector;
use core::cmp::Ordering;

/// A bounded shape whose height over a plane `n·x = d` is a polynomial.
pub(crate) trait HeightsOverPlane<V: Vector> {
    /// The gap between the plane and the shape, times a positive factor that makes it a polynomial.
    /// `ahead` maps a height over the plane to the distance on the side that counts.
    fn gap<N: Number>(&self, plane: &Plane<V>, ahead: impl Fn(N) -> N) -> N;
    /// The scale of the gap's error.
    fn scale<N: Number>(&self, plane: &Plane<V>) -> N;
}

#[inline(always)]
fn normal<V: Vector, N: Number>(plane: &Plane<V>) -> Vect<V, N> {
    Vect::of(&plane.normal)
}

/// `n·p − d`, degree 2.
#[inline(always)]
fn height<V: Vector, N: Number>(point: &V::Array<f32>, plane: &Plane<V>) -> N {
    normal::<V, N>(plane).dot(Vect::of(point)) - N::of(plane.offset)
}

/// The scale of a height's error.
#[inline(always)]
fn height_scale<V: Vector, N: Number>(point: &V::Array<f32>, plane: &Plane<V>) -> N {
    normal::<V, N>(plane).norm1() * Vect::<V, N>::of(point).norm1() + N::of(plane.offset).abs()
}

/// The squared projection of a sphere's radius on the normal: `r²·|n|²`.
#[inline(always)]
fn square_reach<V: Vector, N: Number>(sphere: &Sphere<V>, plane: &Plane<V>) -> N {
    let r = N::of(sphere.radius);
    r * r * normal::<V, N>(plane).square()
}

/// `h² − r²·|n|²` where the height `h` is positive, degree 4; `h` alone if the radius is zero, as of a point.
impl<V: Vector> HeightsOverPlane<V> for Sphere<V> {
    #[inline(always)]
    fn gap<N: Number>(&self, plane: &Plane<V>, ahead: impl Fn(N) -> N) -> N {
        let height = ahead(height(&self.center, plane));
        if is_zero(self.radius) {
            return height;
        }
        let above = height.positive_part();
        above * above - square_reach(self, plane)
    }
    #[inline(always)]
    fn scale<N: Number>(&self, plane: &Plane<V>) -> N {
        let scale = height_scale::<V, N>(&self.center, plane);
        if is_zero(self.radius) {
            return scale;
        }
        scale * scale + square_reach(self, plane)
    }
}

/// `(n·c − d)·|q|² − Σ hᵢ·abs(n·Aᵢ)`, degree 4. All lengths are doubled.
#[inline(always)]
fn box_gap<V: Vector, N: Number>(
    shape: &impl BoxLike<V>,
    plane: &Plane<V>,
    ahead: impl Fn(N) -> N,
) -> N {
    let n = normal::<V, N>(plane);
    let (rows, norm) = shape.frame::<N>(0);
    let along = Matrix::from_arrays(&rows).each(|axis| axis.dot(n).abs());
    let height = n.dot(Vect(shape.twice_center())) - N::of(plane.offset).twice();
    ahead(height) * norm - Vect(shape.size()).dot(along)
}

#[inline(always)]
fn box_scale<V: Vector, N: Number>(shape: &impl BoxLike<V>, plane: &Plane<V>) -> N {
    let (center, size) = (Vect::<V, N>(shape.twice_center()), Vect::<V, N>(shape.size()));
    let lengths = center.norm1() + size.sum();
    let far = normal::<V, N>(plane).norm1() * lengths + N::of(plane.offset).twice().abs();
    shape.frame::<N>(0).1 * far
}

impl<V: Vector> HeightsOverPlane<V> for Aabb<V> {
    #[inline(always)]
    fn gap<N: Number>(&self, plane: &Plane<V>, ahead: impl Fn(N) -> N) -> N {
        box_gap(self, plane, ahead)
    }
    #[inline(always)]
    fn scale<N: Number>(&self, plane: &Plane<V>) -> N {
        box_scale(self, plane)
    }
}

impl<V: Vector> HeightsOverPlane<V> for Obb<V> {
    #[inline(always)]
    fn gap<N: Number>(&self, plane: &Plane<V>, ahead: impl Fn(N) -> N) -> N {
        box_gap(self, plane, ahead)
    }
    #[inline(always)]
    fn scale<N: Number>(&self, plane: &Plane<V>) -> N {
        box_scale(self, plane)
    }
}

impl<V: Vector> HeightsOverPlane<V> for Cached<'_, V> {
    #[inline(always)]
    fn gap<N: Number>(&self, plane: &Plane<V>, ahead: impl Fn(N) -> N) -> N {
        box_gap(self, plane, ahead)
    }
    #[inline(always)]
    fn scale<N: Number>(&self, plane: &Plane<V>) -> N {
        box_scale(self, plane)
    }
}

/// The axis test of a bounded shape and a plane, or one of its half-spaces.
pub(crate) struct ShapePlane<'a, V: Vector, E: HeightsOverPlane<V>> {
    pub(crate) shape: &'a E,
    pub(crate) plane: Plane<V>,
    /// Whether a shape in front of the plane counts as apart; at least one of `front` and `back` is true.
    pub(crate) front: bool,
    pub(crate) back: bool,
}

impl<V: Vector, E: HeightsOverPlane<V>> AxisTest<V> for ShapePlane<'_, V, E> {
    const ERROR: f64 = 11.0;
    const DEGREE: u32 = 4;

    #[inline(always)]
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let ahead = |height: N| match (self.front, self.back) {
            (true, true) => height.abs(),
            (false, true) => N::ZERO - height,
            (_, false) => height,
        };
        // This is the only gap, so every visitor asks for it.
        let gap = self.shape.gap(&self.plane, ahead);
        visitor.separates(0, || gap, || self.shape.scale(&self.plane))
    }
}

/// Whether a shape meets a plane, or the half-space behind it if `back` is false. `cached` is the shape with the
/// axes that `f32` uses.
#[inline(always)]
fn meets<V: Vector, H: HeightsOverPlane<V>, E: HeightsOverPlane<V> + AnyShape<Vector = V>>(
    cached: &H,
    shape: &E,
    plane: &Plane<V>,
    back: bool,
    rule: Rule,
) -> bool {
    // The `f32` stage requires a normal of moderate length: else its square, or that of the radius, may
    // overflow or underflow.
    let normal = Vect::<V, f32>(plane.normal).norm1();
    let moderate = (normal > 1e-3) & (normal < 1e3);
    let certain = f32_stage(&ShapePlane { shape: cached, plane: *plane, front: true, back });
    match certain.filter(|_| moderate) {
        Some(meets) => meets,
        None => meets_slow(shape, plane, back, rule),
    }
}

/// The stages after `f32`: a coordinate axis if it decides, else `f64` and exact numbers.
#[cold]
#[inline(never)]
fn meets_slow<V: Vector>(
    shape: &(impl HeightsOverPlane<V> + AnyShape<Vector = V>),
    plane: &Plane<V>,
    back: bool,
    rule: Rule,
) -> bool {
    if let Some(meets) = aligned::meets_plane(&shape.as_shape_ref(), plane, back, rule) {
        return meets;
    }
    decide(&ShapePlane { shape, plane: *plane, front: true, back }, rule)
}

fn meets_plane<V: Vector, E: HeightsOverPlane<V> + AnyShape<Vector = V>>(
    shape: &E,
    plane: &Plane<V>,
    rule: Rule,
) -> bool {
    meets(shape, shape, plane, true, rule)
}

fn meets_half_space<V: Vector, E: HeightsOverPlane<V> + AnyShape<Vector = V>>(
    shape: &E,
    other: &HalfSpace<V>,
    rule: Rule,
) -> bool {
    meets(shape, shape, &other.boundary(), false, rule)
}

pub(super) fn point_plane<V: Vector>(point: &V, plane: &Plane<V>, rule: Rule) -> bool {
    is_finite(point) && meets_plane(&Sphere::of_point(point), plane, rule)
}

pub(super) fn point_half_space<V: Vector>(point: &V, other: &HalfSpace<V>, rule: Rule) -> bool {
    is_finite(point) && meets_half_space(&Sphere::of_point(point), other, rule)
}

pub(super) fn sphere_plane<V: Vector>(sphere: &Sphere<V>, plane: &Plane<V>, rule: Rule) -> bool {
    meets_plane(sphere, plane, rule)
}

pub(super) fn sphere_half_space<V: Vector>(
    sphere: &Sphere<V>,
    other: &HalfSpace<V>,
    rule: Rule,
) -> bool {
    meets_half_space(sphere, other, rule)
}

pub(super) fn aabb_plane<V: Vector>(aabb: &Aabb<V>, plane: &Plane<V>, rule: Rule) -> bool {
    meets_plane(aabb, plane, rule)
}

pub(super) fn aabb_half_space<V: Vector>(aabb: &Aabb<V>, other: &HalfSpace<V>, rule: Rule) -> bool {
    meets_half_space(aabb, other, rule)
}

pub(super) fn obb_plane<V: Vector>(obb: &Obb<V>, plane: &Plane<V>, rule: Rule) -> bool {
    meets(&Cached(obb), obb, plane, true, rule)
}

pub(super) fn obb_half_space<V: Vector>(obb: &Obb<V>, other: &HalfSpace<V>, rule: Rule) -> bool {
    meets(&Cached(obb), obb, &other.boundary(), false, rule)
}

/// Whether two planes are parallel or equal: their normals are exactly proportional.
///
/// Products of two `f32` are exact in `f64`, so comparing them decides.
pub(crate) fn parallel<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> bool {
    (0..V::DIM).all(|i| {
        (0..i).all(|j| {
            widen(a.normal[i]) * widen(b.normal[j]) == widen(a.normal[j]) * widen(b.normal[i])
        })
    })
}

/// Compares parallel planes: whether their normals have the same direction, and whether `a` is behind
/// (`Less`), equal to or in front of (`Greater`) `b`.
///
/// The height of `a` over `b` along the normal of `b` has the sign of `side·d_a·|n_b| − d_b·|n_a|`, for a component in which
/// neither normal is zero, and a `side` of -1 if their signs differ there: products of two `f32` again.
pub(crate) fn compare_parallel<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> (bool, Ordering) {
    let axis = (0..V::DIM).find(|&i| !is_zero(a.normal[i])).unwrap_or(0);
    let [own, other] = [a.normal[axis], b.normal[axis]];
    // By the sign bits, because some processors flush subnormals to zero.
    let agree = own.is_sign_negative() == other.is_sign_negative();
    let side = if agree { 1.0 } else { -1.0 };
    // Both offsets along a common normal, as long as both together.
    let own_offset = side * widen(a.offset) * widen(other).abs();
    let other_offset = widen(b.offset) * widen(own).abs();
    // No product is infinite or NaN.
    (agree, own_offset.partial_cmp(&other_offset).unwrap_or(Ordering::Equal))
}

pub(super) fn plane_plane<V: Vector>(a: &Plane<V>, b: &Plane<V>, rule: Rule) -> bool {
    if !parallel(a, b) {
        return true;
    }
    rule == Rule::Closed && compare_parallel(a, b).1 == Ordering::Equal
}

pub(super) fn plane_half_space<V: Vector>(a: &Plane<V>, b: &HalfSpace<V>, rule: Rule) -> bool {
    let boundary = b.boundary();
    if !parallel(a, &boundary) {
        return true;
    }
    !rule.separates(compare_parallel(a, &boundary).1)
}

pub(super) fn half_space_half_space<V: Vector>(
    a: &HalfSpace<V>,
    b: &HalfSpace<V>,
    rule: Rule,
) -> bool {
    let (plane_a, plane_b) = (a.boundary(), b.boundary());
    if !parallel(&plane_a, &plane_b) {
        return true;
    }
    // With equal directions one contains the other; with opposite ones they meet if they overlap.
    match compare_parallel(&plane_a, &plane_b) {
        (true, _) | (false, Ordering::Less) => true,
        (false, Ordering::Equal) => rule == Rule::Closed,
        (false, Ordering::Greater) => false,
    }
}

#[cfg(test)]
mod tests {
    mod tightness;

    use super::*;
    use crate::analysis::roundoff::{Roundoff, WORST_QUATERNION};
    use crate::query::predicate::tests::{ErrorBound, assert_covers, assert_degree};
    use glam::{Vec2, Vec3};

    /// Planes with one component of normal or offset that is one: the formulas of boxes and points are linear
    /// in each.
    fn planes() -> impl Iterator<Item = Plane<Vec3>> {
        (0..4).map(|corner| {
            let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
            let normal = if corner == 3 { [1e-30; 3] } else { [one(0), one(1), one(2)] };
            Plane::new(normal, one(3))
        })
    }

    fn derived<E: HeightsOverPlane<Vec3>>(shapes: impl Iterator<Item = E>) -> f64 {
        let mut bound = ErrorBound::default();
        for shape in shapes {
            for plane in planes() {
                let test = ShapePlane { shape: &shape, plane, front: true, back: true };
                test.separated::<Roundoff, _>(&mut bound);
            }
        }
        bound.worst
    }

    #[test]
    fn the_bound_is_derived() {
        let one = |corner: usize, i: usize| if i == corner { 1.0 } else { 0.0 };
        let corners = [0, 1, 2, 3, 4, 5].map(|c| {
            let center = [one(c, 0), one(c, 1), one(c, 2)];
            Obb::<Vec3>::new(center, [one(c, 3), one(c, 4), one(c, 5)], WORST_QUATERNION)
        });
        let boxes = derived(corners.iter().copied());
        let cached = derived(corners.iter().map(Cached));
        let points =
            derived((0..3).map(|c| Sphere::of_point(&Vec3::new(one(c, 0), one(c, 1), one(c, 2)))));
        // Squared, a point's relative error doubles, and rounds once more; likewise r²·|n|².
        let spheres =
            derived((0..4).map(|c| {
                Sphere::<Vec3>::new([one(c, 0), one(c, 1), one(c, 2)], 1e-30 + one(c, 3))
            }));
        let worst = boxes.max(cached).max(points).max(spheres);
        assert_covers(<ShapePlane<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR, worst);
        assert!(derived_in_2d() <= worst);
    }

    fn derived_in_2d() -> f64 {
        let mut bound = ErrorBound::default();
        for corner in 0..4 {
            for (normal, offset) in [([1.0, 0.0], 0.0), ([0.0, 1.0], 0.0), ([1e-30; 2], 1.0)] {
                let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
                let shape = Obb::<Vec2>::new([one(0), one(1)], [one(2), one(3)], [1.0; 2]);
                let (plane, front, back) = (Plane::new(normal, offset), true, true);
                let cached = &Cached(&shape);
                ShapePlane { shape: &shape, plane, front, back }
                    .separated::<Roundoff, _>(&mut bound);
                ShapePlane { shape: cached, plane, front, back }
                    .separated::<Roundoff, _>(&mut bound);
            }
        }
        bound.worst
    }

    #[test]
    fn the_degree_is_that_of_spheres_and_turned_boxes() {
        let plane = Plane::new([1.0; 3], 1.0);
        let (sphere, shape) = (
            &Sphere::<Vec3>::new([1.0; 3], 1.0),
            &Obb::<Vec3>::new([1.0; 3], [1.0; 3], WORST_QUATERNION),
        );
        assert_degree(&ShapePlane { shape: sphere, plane, front: true, back: true });
        assert_degree(&ShapePlane { shape, plane, front: true, back: true });
    }

    #[test]
    fn a_radius_whose_square_is_lost_in_f32_still_counts() {
        let sphere = Sphere::<Vec3>::new([5e-24, 0.0, 0.0], 1e-23);
        let plane = Plane::new([1e19, 0.0, 0.0], 0.0);
        assert!(meets_plane(&sphere, &plane, Rule::Open));
    }

    #[test]
    fn a_normal_whose_square_is_lost_in_f32_still_counts() {
        let sphere = Sphere::<Vec3>::new([0.9e18, 0.0, 0.0], 1e18);
        let plane = Plane::new([1e-25, 0.0, 0.0], 0.0);
        assert!(meets_plane(&sphere, &plane, Rule::Open));
    }
}
