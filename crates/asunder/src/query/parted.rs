//! Parting a shape from another: moving it by the minimum translation.

use super::proximity::{Wide, proof};
use crate::dimension::kernels;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::shape::{
    Aabb, AnyShape, Capsule, ConvexHull, Frustum, FrustumForm, HalfSpace, Parallelepiped, Plane,
    Ray, Segment, Shape, ShapeRef, Sphere, Triangle,
};
use crate::space::Vector;

/// A shape that can be moved out of another by the minimum translation.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`] included.
pub trait PartedFrom<Other: AnyShape>: AnyShape + Sized {
    /// This shape, moved by the minimum translation so that it does not penetrate `other`, with its numbers
    /// rounded: `while a.penetrates(&b) { a = a.parted_from(&b)?; }` runs at most once.
    ///
    /// The moved shape is proved not to penetrate; because of the rounding it may be moved a few units in
    /// the last place further than [`penetration`](crate::PenetrationOf::penetration) returns. A shape
    /// that does not penetrate is returned unchanged. Points, corners and ends are rounded one by one, so
    /// sizes may change by a rounding, except those of boxes given by a center.
    ///
    /// `None` if no position in finite numbers is found, if no displacement parts the shapes, and for a
    /// frustum that is stored as a projection matrix, or that would be empty once moved.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let floor = HalfSpace3::new([0.0, 1.0, 0.0], 0.1);
    /// let sunk = Sphere3::new([7.0, 0.3, 1.0], 0.5);
    /// let parted = sunk.parted_from(&floor).unwrap();
    /// assert!(!parted.penetrates(&floor));
    /// assert!((parted.center().y - 0.6).abs() < 1e-6);
    /// ```
    fn parted_from(&self, other: &Other) -> Option<Self>;
}

impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> PartedFrom<B> for A {
    fn parted_from(&self, other: &B) -> Option<A> {
        let shape = self.as_shape_ref();
        let at = |displacement: &Wide<A::Vector>| moved(shape, displacement);
        A::from_shape(A::Vector::pair_parted(shape, other.as_shape_ref(), &at)?)
    }
}

/// A function that displaces a shape and rounds its numbers.
pub(super) type At<'a, V> = &'a dyn Fn(&Wide<V>) -> Option<Shape<V>>;

kernels! {
    SeparationKernels:

    fn pair_parted(
        a: ShapeRef<'_, Self>,
        b: ShapeRef<'_, Self>,
        at: At<'_, Self>
    ) -> Option<Shape<Self>> {
        parted(a, b, at)
    }
}

/// The most displacements that are tried; the step between them doubles each time.
const TRIES: usize = 40;

fn parted<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, at: At<'_, V>) -> Option<Shape<V>> {
    if !proof::penetrates(a, b) {
        return Some(a.to_shape());
    }
    let out = V::pair_penetration(a, b)?;
    let (normal, depth) = (Vect::<V, f64>::of(&out.normal.to_array()), widen(out.depth));
    let unit = f64::from(f32::EPSILON) / 2.0;
    let mut further = 0.0;
    let mut step = unit * (depth + magnitude(a));
    for _ in 0..TRIES {
        let displacement = normal * (depth + further);
        let moved = at(&displacement.0)?;
        if !proof::penetrates(moved.as_shape_ref(), b) {
            return Some(moved);
        }
        further += step;
        step *= 2.0;
    }
    None
}

/// The largest coordinate of a shape's position, or a plane's distance from the origin: the scale of the
/// rounding of a moved shape.
fn magnitude<V: Vector>(shape: ShapeRef<'_, V>) -> f64 {
    let largest = |point: &V::Array<f32>| Vect::<V, f64>::of(point).abs().largest();
    let most = |x: f64, y: f64| if y > x { y } else { x };
    let height = |normal: &V::Array<f32>, offset: f32| {
        widen(offset).abs() / Vect::<V, f64>::of(normal).length()
    };
    match shape {
        ShapeRef::Ray(ray) => largest(&ray.origin),
        ShapeRef::Aabb(aabb) => most(largest(&aabb.min), largest(&aabb.max)),
        ShapeRef::Obb(obb) => largest(&obb.center),
        ShapeRef::Parallelepiped(shape) => largest(&shape.center),
        ShapeRef::ConvexHull(hull) => {
            hull.structure().corners.iter().fold(0.0, |m, corner| most(m, largest(corner)))
        }
        ShapeRef::Plane(plane) => height(&plane.normal, plane.offset),
        ShapeRef::HalfSpace(space) => height(&space.normal, space.offset),
        ShapeRef::Frustum(frustum) => match frustum.form() {
            FrustumForm::Perspective { origin, .. } => largest(&origin.to_array()),
            FrustumForm::HalfSpaces(list) => {
                list.iter().fold(0.0, |m, space| most(m, height(&space.normal, space.offset)))
            }
            // A projection matrix is never moved.
            FrustumForm::Projection { .. } => 0.0,
        },
        few => few
            .vertices()
            .map_or(0.0, |(points, _)| points.iter().fold(0.0, |m, point| most(m, largest(point)))),
    }
}

/// The displaced shape, each number rounded to nearest; `None` if one would not be finite, and for a frustum
/// that cannot be moved.
pub(super) fn moved<V: Vector>(shape: ShapeRef<'_, V>, displacement: &Wide<V>) -> Option<Shape<V>> {
    let displacement = Vect::<V, f64>(*displacement);
    let at = |x: &V::Array<f32>| (Vect::of(x) + displacement).to_f32();
    // The offset of a plane changes by `normal · displacement`.
    let lifted = |normal: &V::Array<f32>, offset: f32| {
        (0..V::DIM).fold(widen(offset), |sum, t| sum + widen(normal[t]) * displacement[t]) as f32
    };
    Some(match shape {
        ShapeRef::Point(point) => {
            let moved = at(&point.to_array());
            let is_finite = Vect::<V, f64>::of(&moved).is_finite();
            is_finite.then(|| Shape::Point(V::from_array(moved)))?
        }
        ShapeRef::Segment(s) => Segment::try_new(at(&s.a), at(&s.b)).ok()?.into(),
        ShapeRef::Ray(ray) => Ray::try_new(at(&ray.origin), ray.direction).ok()?.into(),
        ShapeRef::Plane(plane) => {
            Plane::try_new(plane.normal, lifted(&plane.normal, plane.offset)).ok()?.into()
        }
        ShapeRef::HalfSpace(space) => {
            HalfSpace::try_new(space.normal, lifted(&space.normal, space.offset)).ok()?.into()
        }
        ShapeRef::Sphere(s) => Sphere::try_new(at(&s.center), s.radius).ok()?.into(),
        ShapeRef::Capsule(c) => Capsule::try_new(at(&c.a), at(&c.b), c.radius).ok()?.into(),
        ShapeRef::Aabb(aabb) => Aabb::try_new(at(&aabb.min), at(&aabb.max)).ok()?.into(),
        ShapeRef::Obb(obb) => obb.with_center(at(&obb.center)).ok()?.into(),
        ShapeRef::Triangle(t) => Triangle::try_new(at(&t.a), at(&t.b), at(&t.c)).ok()?.into(),
        ShapeRef::Parallelepiped(shape) => {
            Parallelepiped::try_new(at(&shape.center), shape.edges).ok()?.into()
        }
        ShapeRef::ConvexHull(hull) => {
            ConvexHull::try_new(hull.structure().corners.iter().map(at)).ok()?.into()
        }
        ShapeRef::Frustum(frustum) => moved_frustum(frustum, at, lifted)?.into(),
    })
}

fn moved_frustum<V: Vector>(
    frustum: &Frustum<V>,
    at: impl Fn(&V::Array<f32>) -> V::Array<f32>,
    lifted: impl Fn(&V::Array<f32>, f32) -> f32,
) -> Option<Frustum<V>> {
    match frustum.form() {
        FrustumForm::Perspective { origin, slopes, near, far, .. } => {
            let (origin, rotation) = (at(&origin.to_array()), frustum.rotation_array()?);
            Frustum::perspective_facts(origin, rotation, slopes, near, far).ok()
        }
        FrustumForm::HalfSpaces(list) => {
            let spaces: Result<Vec<_>, _> = list
                .iter()
                .map(|space| HalfSpace::try_new(space.normal, lifted(&space.normal, space.offset)))
                .collect();
            Frustum::try_from_half_spaces(&spaces.ok()?).ok()
        }
        FrustumForm::Projection { .. } => None,
    }
}
