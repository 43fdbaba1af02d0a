//! The first contact of a ray or a segment with a shape.
//!
//! One exact predicate decides everything: is a fraction `g` of the line not after the first contact?
//! It is monotone in `g`, so the answer is the greatest `f32` at which it is true. `f64` estimates that
//! number, and two evaluations prove it: true there, and false at the next one up. (See `bisection`.)
//!
//! Nearly all lines need no such predicate: where `f64` with a bound on its error knows two points of the line, one outside
//! at a fraction and one inside at the next `f32`, that fraction is the answer (`certified` for spheres and capsules,
//! `boxes`, `polyhedron`; `triangle` by an interval of the fraction). What they leave open is asked exactly:
//!
//! | shapes | the predicate | where |
//! |---|---|---|
//! | planes, half-spaces, boxes, frusta, solid hulls | some facet that the line approaches is not yet crossed | `facets` |
//! | flat ones: triangles, segments, points, degenerate hulls and parallelepipeds | the same, with the facets they have within their plane or line | `flat` |
//! | spheres, capsules | the distance to the core is at least the radius, and falls | `round` |

mod boxes;
mod certified;
mod facets;
mod flat;
pub(crate) mod line;
mod polyhedron;
mod polytope;
mod round;
mod triangle;

use super::bisection::{clamped_to, largest_f32};
use super::separation::{
    Intersects, Penetrates, capsule_clearly_meets_ray, ray_clearly_meets_aabb,
    ray_clearly_meets_obb, ray_clearly_meets_triangle, sphere_clearly_meets_ray,
};
use crate::dimension::kernels;
use crate::linalg::Vect;
use crate::shape::{AnyShape, Ray, Segment, ShapeRef, Triangle};
use crate::space::Vector;
use line::Line;
use polytope::polytope;

/// The position of the start of a ray, segment or motion relative to a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Started {
    /// The start is outside of the shape.
    Apart,
    /// The start is on the shape's boundary. A shape without an interior, such as a triangle or a
    /// plane, is all boundary.
    Touching,
    /// The start is inside of the shape.
    Overlapping,
}

/// The first contact of a ray or segment with a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit<V: Vector> {
    /// The fraction at the first contact, which is `origin + fraction · direction`; a segment's second
    /// end is at one. The greatest `f32` that is not late; [`f32::MAX`], where a ray meets the shape
    /// beyond that; zero, if it starts on or inside of the shape.
    pub fraction: f32,
    /// The first contact point, within rounding; the origin, if the ray starts on or inside of the shape.
    pub point: V,
    /// The shape's unit normal at the contact, against the direction of the ray.
    ///
    /// Where the ray starts on the surface, it is the outward normal, whatever the ray's direction; of
    /// several facets that meet there, the normal of the one that faces most against the direction. Where
    /// it starts inside, it is the opposite direction. A flat shape has the normal of its plane; if the ray
    /// lies in that plane, that of the edge it comes through, within the plane. A segment, and a ray
    /// as the shape, has the normal across itself in the plane of both. Where there is no such normal
    /// (a point, a start within a flat shape along it), it is the opposite direction; and for a segment
    /// without length, the first axis.
    pub normal: V,
    /// The position of the start relative to the shape.
    pub started: Started,
}

/// The first contact of a ray or segment with a shape.
///
/// Implemented for every shape and for [`Shape`](crate::Shape).
pub trait RayCast<V: Vector> {
    /// The first contact of a ray with this shape; `None` if they share no point.
    ///
    /// That is exact: the answer is `Some` if and only if `self.intersects(ray)`. Touching counts, so a
    /// ray that grazes a sphere hits it, one that lies in a face hits it where it comes to the face,
    /// and one that starts on the surface hits at zero even if it leaves. A point that is not finite
    /// is never hit.
    ///
    /// The fraction is exact, too: the greatest `f32` that is not after the first shared point.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Started;
    ///
    /// let target = Sphere3::new([0.0, 0.0, -5.0], 1.0);
    /// let hit = target.ray_cast(&Ray3::new([0.0; 3], [0.0, 0.0, -2.0])).unwrap();
    /// assert_eq!((hit.fraction, hit.started), (2.0, Started::Apart));
    /// assert_eq!(hit.point.to_array(), [0.0, 0.0, -4.0]);
    /// assert_eq!(hit.normal.to_array(), [0.0, 0.0, 1.0]);
    ///
    /// let graze = |x: f32| target.ray_cast(&Ray3::new([x, 0.0, 0.0], [0.0, 0.0, -1.0]));
    /// assert_eq!(graze(1.0).unwrap().fraction, 5.0, "touching counts");
    /// assert_eq!(graze(1.0000001), None, "the next number up passes by");
    /// ```
    fn ray_cast(&self, ray: &Ray<V>) -> Option<RayHit<V>>;

    /// The first contact of a segment, from `a` to `b`, with this shape; `None` if they share no point.
    ///
    /// As [`ray_cast`](Self::ray_cast), and the fraction is one at `b`.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let wall = Aabb2::new([3.0, 0.0], [4.0, 4.0]);
    /// let to = |x: f32| wall.segment_cast(&Segment2::new([1.0, 1.0], [x, 1.0]));
    /// assert_eq!(to(5.0).unwrap().fraction, 0.5);
    /// assert_eq!(to(3.0).unwrap().fraction, 1.0, "the end counts");
    /// assert_eq!(to(2.9999998), None);
    /// ```
    fn segment_cast(&self, segment: &Segment<V>) -> Option<RayHit<V>>;
}

impl<A: AnyShape> RayCast<A::Vector> for A {
    #[inline]
    fn ray_cast(&self, ray: &Ray<A::Vector>) -> Option<RayHit<A::Vector>> {
        let (shape, line) = (self.as_shape_ref(), Line::Ray(*ray));
        match (clearly_meets(ray, &shape), shape) {
            (Some(false), _) => None,
            (Some(true), ShapeRef::Triangle(triangle)) => A::Vector::line_through(triangle, &line),
            _ => A::Vector::line_cast(shape, &line),
        }
    }

    #[inline]
    fn segment_cast(&self, segment: &Segment<A::Vector>) -> Option<RayHit<A::Vector>> {
        A::Vector::line_cast(self.as_shape_ref(), &Line::Segment(*segment))
    }
}

/// Whether a ray and a shape certainly meet, or certainly do not, where that is so little that the call of a kernel would
/// take as long: see `pair_table!`.
#[inline(always)]
fn clearly_meets<V: Vector>(ray: &Ray<V>, shape: &ShapeRef<'_, V>) -> Option<bool> {
    match shape {
        _ if cfg!(debug_assertions) => None,
        ShapeRef::Triangle(triangle) => ray_clearly_meets_triangle(ray, triangle),
        ShapeRef::Aabb(aabb) => ray_clearly_meets_aabb(ray, aabb),
        ShapeRef::Obb(obb) => ray_clearly_meets_obb(ray, obb),
        ShapeRef::Sphere(sphere) => sphere_clearly_meets_ray(sphere, ray),
        ShapeRef::Capsule(capsule) => capsule_clearly_meets_ray(capsule, ray),
        _ => None,
    }
}

kernels! {
    RayCastKernels:

    fn line_cast(shape: ShapeRef<'_, Self>, line: &Line<Self>) -> Option<RayHit<Self>> {
        line_cast(shape, line)
    }

    /// The same of a triangle that the line is known to meet.
    fn line_through(triangle: &Triangle<Self>, line: &Line<Self>) -> Option<RayHit<Self>> {
        triangle::through(triangle, line).or_else(|| line_cast(ShapeRef::Triangle(triangle), line))
    }
}

fn line_cast<V: Vector>(shape: ShapeRef<'_, V>, line: &Line<V>) -> Option<RayHit<V>> {
    match shape {
        ShapeRef::Point(point) => flat::point(point, line),
        ShapeRef::Segment(segment) => flat::flat(segment, line),
        ShapeRef::Ray(ray) => flat::flat(ray, line),
        ShapeRef::Plane(plane) => polytope(plane, plane, line),
        ShapeRef::HalfSpace(half_space) => polytope(half_space, half_space, line),
        ShapeRef::Sphere(sphere) => round::sphere(sphere, line),
        ShapeRef::Capsule(capsule) => round::capsule(capsule, line),
        ShapeRef::Aabb(aabb) => boxes::aabb(aabb, line).or_else(|| polytope(aabb, aabb, line)),
        ShapeRef::Obb(obb) => boxes::obb(obb, line).or_else(|| polytope(obb, obb, line)),
        ShapeRef::Triangle(triangle) => triangle::triangle(triangle, line).or_else(|| {
            // A line that is parallel to the plane seldom meets, which is told sooner than how it lies.
            let contact = || {
                triangle::through(triangle, line).unwrap_or_else(|| flat::triangle(triangle, line))
            };
            line.meets(triangle).then(contact)
        }),
        ShapeRef::Frustum(frustum) => polytope(frustum, frustum, line),
        ShapeRef::ConvexHull(hull) => {
            polyhedron::hull(hull, line).or_else(|| flat::hull(hull, line))
        }
        ShapeRef::Parallelepiped(shape) => flat::flat(shape, line),
    }
}

/// A shape and a line that is cast at it.
trait Target<V: Vector> {
    /// The approximate fraction at which the line, extended to both sides, enters the shape.
    fn estimate(&self) -> f64;
    /// Whether a fraction above zero is not after that at which the line, extended to both sides, enters
    /// the shape. Exact. Must only be called if the line meets the shape.
    fn is_not_after_entry(&self, fraction: f32) -> bool;
    /// A normal where the line enters, at this fraction; of any length.
    fn normal(&self, fraction: f64) -> Option<Vect<V, f64>>;
    /// The normal at the origin, which lies on the surface; of any length.
    fn normal_at_start(&self) -> Option<Vect<V, f64>>;
}

/// The first contact of a line with a shape that it meets, by what `target` computes of both.
fn impact<V: Vector, S>(shape: &S, target: &impl Target<V>, line: &Line<V>) -> RayHit<V>
where
    S: Intersects<V> + Penetrates<V>,
{
    let estimate = target.estimate();
    let fraction =
        largest_f32(estimate, line.end(), |fraction| target.is_not_after_entry(fraction));
    let origin = V::from_array(line.origin());
    let started = if fraction.to_bits() != 0 {
        Started::Apart
    } else if shape.penetrates(&origin) {
        Started::Overlapping
    } else if shape.intersects(&origin) {
        Started::Touching
    } else {
        Started::Apart
    };
    let t = clamped_to(estimate, fraction);
    let normal = match started {
        Started::Apart => target.normal(t),
        Started::Touching => target.normal_at_start(),
        Started::Overlapping => None,
    };
    let normal = normal.and_then(Vect::normalized).unwrap_or_else(|| opposite_unit(line));
    let point = match started {
        Started::Apart => line.point_at(t),
        Started::Touching | Started::Overlapping => line.origin(),
    };
    RayHit { fraction, point: V::from_array(point), normal: rounded(normal), started }
}

/// A normal in `f32`, without negative zeros.
fn rounded<V: Vector>(normal: Vect<V, f64>) -> V {
    V::from_array(normal.map(|x| x as f32 + 0.0).0)
}

/// The unit vector opposite to the line's direction; the first axis, if that is zero.
fn opposite_unit<V: Vector>(line: &Line<V>) -> Vect<V, f64> {
    (-line.direction::<f64>()).normalized().unwrap_or(Vect::axis(0))
}
