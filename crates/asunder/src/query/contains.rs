//! Whether a shape contains another.

use super::clearance::{Bounding, Facing, clearance};
use super::generators::{Generators, Homogeneous, Spanned};
use super::predicate::{Predicate, Rule, evaluate};
use super::separation::{Intersects, Question, apart, extent, extents, is_finite, spans_space};
use crate::dimension::kernels;
use crate::exact::{Estimate, Exact, Number, is_zero, order_key};
use crate::linalg::Vect;
use crate::shape::{AnyShape, Frustum, Plane, ShapeRef, with_shape};
use crate::space::Vector;
use core::cmp::Ordering;

/// Whether a shape contains another, wholly.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait Contains<Other> {
    /// Whether every point of `other` belongs to this shape. Touching from within counts, and every
    /// shape contains itself.
    ///
    /// Exact, as [`Intersects::intersects`] is; for a single point the two are one question. What is
    /// bounded never contains what is not. A point that is not finite is contained in nothing.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// let bounds = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// assert!(bounds.contains(&vec2(1.0, 0.5)), "the surface belongs to the box");
    /// assert!(!bounds.contains(&vec2(1.0000001, 0.5)));
    /// assert!(bounds.contains(&Sphere2::new([0.5, 0.5], 0.5)), "touching from within");
    /// assert!(bounds.contains(&bounds));
    /// ```
    fn contains(&self, other: &Other) -> bool;

    /// How this shape and `other` lie to each other: the strongest of the three that holds.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Containment;
    ///
    /// let room = Aabb3::new([0.0; 3], [4.0; 3]);
    /// let ball = |x: f32| Sphere3::new([x, 2.0, 2.0], 1.0);
    /// assert_eq!(room.containment(&ball(1.0)), Containment::Contains);
    /// assert_eq!(room.containment(&ball(0.5)), Containment::Intersects);
    /// assert_eq!(room.containment(&ball(-1.0)), Containment::Intersects, "it touches");
    /// assert_eq!(room.containment(&ball(-1.5)), Containment::Disjoint);
    /// ```
    fn containment(&self, other: &Other) -> Containment;
}

/// The relation of two shapes: disjoint, intersecting or containing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Containment {
    /// They share no point.
    Disjoint,
    /// They share a point, but the second has points outside of the first.
    Intersects,
    /// The first contains the second wholly.
    Contains,
}

impl<A, B> Contains<B> for A
where
    A: AnyShape + Intersects<B>,
    B: AnyShape<Vector = A::Vector>,
{
    #[inline]
    fn contains(&self, other: &B) -> bool {
        A::Vector::holds(self.as_shape_ref(), other.as_shape_ref())
    }

    #[inline]
    fn containment(&self, other: &B) -> Containment {
        if self.contains(other) {
            Containment::Contains
        } else if self.intersects(other) {
            Containment::Intersects
        } else {
            Containment::Disjoint
        }
    }
}

kernels! {
    ContainsKernels:

    fn holds(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> bool {
        holds(a, b)
    }
}

fn holds<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> bool {
    match b {
        ShapeRef::Point(b) => with_shape!(ShapeRef, a, a => a.intersects(b)),
        ShapeRef::Plane(b) => holds_flat(a, b, PlaneOrHalfSpace::Plane),
        ShapeRef::HalfSpace(b) => holds_flat(a, &b.boundary(), PlaneOrHalfSpace::HalfSpace),
        ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Sphere(_)
        | ShapeRef::Capsule(_)
        | ShapeRef::Aabb(_)
        | ShapeRef::Obb(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Frustum(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => holds_bodily(a, b),
    }
}

/// Whether a shape holds one that is no plane or half-space: by its planes, where it is given by
/// them.
fn holds_bodily<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> bool {
    let behind = |bound: &Plane<V>| clearance(&b, bound, Facing::Back) != Ordering::Less;
    match a {
        ShapeRef::Plane(a) => behind(a) && clearance(&b, a, Facing::Front) != Ordering::Less,
        ShapeRef::HalfSpace(a) => behind(&a.boundary()),
        ShapeRef::Frustum(a) => (0..a.plane_count())
            .all(|i| clearance(&b, &FrustumPlane(a, i), Facing::Back) != Ordering::Less),
        ShapeRef::Point(point) => is_finite(point) && span_span(a, b),
        ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Sphere(_)
        | ShapeRef::Capsule(_)
        | ShapeRef::Aabb(_)
        | ShapeRef::Obb(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => span_span(a, b),
    }
}

/// A plane of a frustum.
struct FrustumPlane<'a, V: Vector>(&'a Frustum<V>, usize);

impl<V: Vector> Bounding<V> for FrustumPlane<'_, V> {
    fn bound<N: Number>(&self) -> (V::Array<N>, N) {
        self.0.plane(self.1)
    }
}

/// What a plane is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PlaneOrHalfSpace {
    /// The plane itself.
    Plane,
    /// It and all behind it.
    HalfSpace,
}

/// Whether a shape holds a plane, or a half-space. What is not given by planes has ends.
fn holds_flat<V: Vector>(a: ShapeRef<'_, V>, b: &Plane<V>, flat: PlaneOrHalfSpace) -> bool {
    match a {
        ShapeRef::Plane(a) => {
            [Facing::Front, Facing::Back].into_iter().all(|facing| lies_beyond(a, facing, b, flat))
        }
        ShapeRef::HalfSpace(a) => lies_beyond(&a.boundary(), Facing::Back, b, flat),
        ShapeRef::Frustum(a) => {
            (0..a.plane_count()).all(|i| lies_beyond(&FrustumPlane(a, i), Facing::Back, b, flat))
        }
        ShapeRef::Point(_)
        | ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Sphere(_)
        | ShapeRef::Capsule(_)
        | ShapeRef::Aabb(_)
        | ShapeRef::Obb(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => false,
    }
}

/// Whether a plane, or a half-space, lies on one side of another plane, touching included.
fn lies_beyond<V: Vector>(
    bound: &impl Bounding<V>,
    facing: Facing,
    b: &Plane<V>,
    flat: PlaneOrHalfSpace,
) -> bool {
    evaluate::<V, _>(&PlaneWithin { bound, facing, b, flat })
}

/// For normals `n = λm`: `d ≥ λe`, and for a half-space `λ > 0`. Degree 5 with a frustum's plane.
struct PlaneWithin<'a, V: Vector, B> {
    bound: &'a B,
    facing: Facing,
    b: &'a Plane<V>,
    flat: PlaneOrHalfSpace,
}

impl<V: Vector, B: Bounding<V>> Predicate<V> for PlaneWithin<'_, V, B> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        let (n, d) = self.bound.bound::<N>();
        // Behind a bound is in front of its opposite.
        let side = |x: N| match self.facing {
            Facing::Back => x,
            Facing::Front => N::ZERO - x,
        };
        let m = Vect::<V, N>::of(&self.b.normal);
        for i in 0..V::DIM {
            for j in 0..i {
                if (n[i] * m[j] - n[j] * m[i]).sign()? != Ordering::Equal {
                    return Some(false);
                }
            }
        }
        let axis = (0..V::DIM).find(|&t| !is_zero(self.b.normal[t])).unwrap_or(0);
        let agree = side(n[axis] * m[axis]).sign()?;
        if agree == Ordering::Less && self.flat == PlaneOrHalfSpace::HalfSpace {
            return Some(false);
        }
        let room = side(d * m[axis] - n[axis] * N::of(self.b.offset));
        let room = if self.b.normal[axis].is_sign_negative() { N::ZERO - room } else { room };
        Some(room.sign()? != Ordering::Less)
    }
}

/// Whether a span with a ball around holds another.
fn span_span<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> bool {
    let (a, b) = (&a, &b);
    let (own, other) = (a.span::<Estimate>(0), b.span::<Estimate>(1));
    let (corners, rays) = (other.corners(), [own.rays(), other.rays()]);
    if rays[0] < rays[1] && rays[0] == 0 {
        return false;
    }
    // Around a core: every corner is in, as far from the core as leaves room for its own ball.
    let by_corners = || {
        (0..corners).all(|corner| !apart::<V, _>(&CornerIn { a, b, corner }))
            && (rays[1] == 0 || evaluate::<V, _>(&RaysIn { a, b }))
    };
    if !is_zero(a.radius()) {
        return order_key(b.radius()) <= order_key(a.radius()) && by_corners();
    }
    if evaluate::<V, _>(&FillsSpace { a }) {
        return evaluate::<V, _>(&WithinFacets { a, b });
    }
    is_zero(b.radius()) && by_corners()
}

/// A corner of `b`, and `a` with the room that its radius leaves around it.
struct CornerIn<'s, A, B> {
    a: &'s A,
    b: &'s B,
    corner: usize,
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Question<V> for CornerIn<'_, A, B> {
    type A<'q, N: Number>
        = A::Span<'q, N>
    where
        Self: 'q;
    type B<'q, N: Number>
        = Homogeneous<V, N>
    where
        Self: 'q;

    fn spans<N: Number>(&self) -> (A::Span<'_, N>, Homogeneous<V, N>, N) {
        let room = N::of(self.a.radius()) - N::of(self.b.radius());
        (self.a.span(0), self.b.span::<N>(1).corner(self.corner), room)
    }
    fn is_round(&self) -> bool {
        order_key(self.a.radius()) != order_key(self.b.radius())
    }
    fn rule(&self) -> Rule {
        Rule::Closed
    }
}

/// Whether the only ray of `a` points where all rays of `b` do.
struct RaysIn<'s, A, B> {
    a: &'s A,
    b: &'s B,
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Predicate<V> for RaysIn<'_, A, B> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        let (a, b) = (self.a.span::<N>(0), self.b.span::<N>(1));
        let own = a.ray(0);
        for i in 0..b.rays() {
            let ray = b.ray(i);
            for i in 0..V::DIM {
                for j in 0..i {
                    if (own[i] * ray[j] - own[j] * ray[i]).sign()? != Ordering::Equal {
                        return Some(false);
                    }
                }
            }
            if Vect::<V, N>(own).dot(Vect(ray)).sign()? != Ordering::Greater {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Whether a shape has the dimension of space.
struct FillsSpace<'s, A> {
    a: &'s A,
}

impl<V: Vector, A: Spanned<V>> Predicate<V> for FillsSpace<'_, A> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        let span = self.a.span::<N>(0);
        spans_space::<V, N>(span.spanning(), &|i| span.spanning_vector(i))
    }
}

/// Whether `b`, with its ball, lies behind every facet of the solid `a`, which has no ball.
struct WithinFacets<'s, A, B> {
    a: &'s A,
    b: &'s B,
}

impl<V: Vector, A: Spanned<V>, B: Spanned<V>> Predicate<V> for WithinFacets<'_, A, B> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        let (a, b) = (self.a.span::<N>(0), self.b.span::<N>(1));
        let radius = N::of(self.b.radius());
        let mut answer = Some(true);
        for i in 0..a.normals() {
            let normal = a.normal(i);
            // Only frusta have points of more than one weight, and `a` is given by no planes.
            let own = extent::<V, N>(&a, &normal, 0);
            for j in 0..extents(&b) {
                let other = extent::<V, N>(&b, &normal, j);
                let reach = radius * own.weight * other.weight;
                for room in [
                    own.high * other.weight - other.high * own.weight,
                    other.low * own.weight - own.low * other.weight,
                ] {
                    let mut sign = room.sign();
                    if !is_zero(self.b.radius())
                        && matches!(sign, Some(Ordering::Equal | Ordering::Greater))
                    {
                        let normal_square = Vect::<V, N>(normal).square();
                        sign = (room * room - reach * reach * normal_square).sign();
                    }
                    match sign {
                        Some(Ordering::Less) => return Some(false),
                        Some(Ordering::Equal | Ordering::Greater) => {}
                        None => answer = None,
                    }
                }
            }
        }
        answer
    }
}
