//! Exact proofs of distances and of displacements that part two shapes.

use crate::exact::{Number, is_zero, negated, widen};
use crate::linalg::Vect;
use crate::query::clearance::{Facing, clearance};
use crate::query::generators::{AnySpan, Displaced, Spanned};
use crate::query::predicate::Rule;
use crate::query::separation::{Intersects, Penetrates, Question, apart};
use crate::shape::{Plane, ShapeRef, with_shape};
use crate::space::Vector;
use core::cmp::Ordering;

/// Whether two shapes of any kind intersect. Exact.
pub(crate) fn intersects<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> bool {
    with_shape!(ShapeRef, a, x => with_shape!(ShapeRef, b, y => Intersects::intersects(x, y)))
}

/// Whether two shapes of any kind penetrate. Exact.
pub(crate) fn penetrates<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> bool {
    with_shape!(ShapeRef, a, x => with_shape!(ShapeRef, b, y => Penetrates::penetrates(x, y)))
}

/// Whether `a`, moved by `length` times `direction`, does not penetrate `b`. Exact: neither product nor
/// sum is rounded.
#[cold]
#[inline(never)]
pub(crate) fn parts<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    length: f32,
    direction: &V::Array<f32>,
) -> bool {
    if is_flat(a) && !is_flat(b) {
        let back = Vect::<V, f32>(*direction).map(negated);
        return parts(b, a, length, &back.0);
    }
    let moved = DisplacedShape { shape: a, length, direction: *direction };
    has_clearance(&moved, b, 0.0)
}

/// Whether two shapes are proved to be at least `distance` apart. Exact, but `false` proves nothing.
#[cold]
#[inline(never)]
pub(crate) fn is_at_least<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    distance: f32,
) -> bool {
    if is_flat(a) && !is_flat(b) {
        return is_at_least(b, a, distance);
    }
    let moved = DisplacedShape { shape: a, length: 0.0, direction: Vect::<V, f32>::zero().0 };
    has_clearance(&moved, b, distance)
}

fn is_flat<V: Vector>(shape: ShapeRef<'_, V>) -> bool {
    matches!(shape, ShapeRef::Plane(_) | ShapeRef::HalfSpace(_))
}

/// Whether the shapes would not penetrate if either were grown by `clearance`; for planes and half-spaces,
/// `false` proves nothing.
fn has_clearance<V: Vector>(a: &DisplacedShape<'_, V>, b: ShapeRef<'_, V>, clearance: f32) -> bool {
    let (plane, is_solid) = match b {
        ShapeRef::Plane(plane) => (*plane, false),
        ShapeRef::HalfSpace(half_space) => (half_space.boundary(), true),
        _ => return apart(&Separation { a, b: &b, clearance }),
    };
    let radius = widen(a.shape.radius()) + widen(clearance);
    let grown = Grown { shape: a, radius: radius as f32 };
    // If the sum of the radii was rounded, nothing is proved.
    widen(grown.radius) == radius
        && (is_clear(&grown, &plane, Facing::Front)
            || !is_solid && is_clear(&grown, &plane, Facing::Back))
}

fn is_clear<V: Vector>(shape: &impl Spanned<V>, plane: &Plane<V>, facing: Facing) -> bool {
    clearance(shape, plane, facing) != Ordering::Less
}

/// A shape displaced by `length` times `direction`, with neither the product nor the sum rounded.
struct DisplacedShape<'s, V: Vector> {
    shape: ShapeRef<'s, V>,
    length: f32,
    direction: V::Array<f32>,
}

impl<V: Vector> Spanned<V> for DisplacedShape<'_, V> {
    type Span<'a, N: Number>
        = Displaced<V, N, AnySpan<'a, V, N>>
    where
        Self: 'a;
    fn span<N: Number>(&self, slot: usize) -> Self::Span<'_, N> {
        let direction = Vect::<V, N>::of(&self.direction) * N::of(self.length);
        Displaced { start: self.shape.span(slot), displacement: direction.0 }
    }
    fn radius(&self) -> f32 {
        self.shape.radius()
    }
}

/// A shape with another radius.
struct Grown<'s, S> {
    shape: &'s S,
    radius: f32,
}

impl<V: Vector, S: Spanned<V>> Spanned<V> for Grown<'_, S> {
    type Span<'a, N: Number>
        = S::Span<'a, N>
    where
        Self: 'a;
    fn span<N: Number>(&self, slot: usize) -> Self::Span<'_, N> {
        self.shape.span(slot)
    }
    fn radius(&self) -> f32 {
        self.radius
    }
}

/// The question whether two shapes are `clearance` apart.
struct Separation<'q, V: Vector> {
    a: &'q DisplacedShape<'q, V>,
    b: &'q ShapeRef<'q, V>,
    clearance: f32,
}

impl<V: Vector> Question<V> for Separation<'_, V> {
    type A<'q, N: Number>
        = Displaced<V, N, AnySpan<'q, V, N>>
    where
        Self: 'q;
    type B<'q, N: Number>
        = AnySpan<'q, V, N>
    where
        Self: 'q;
    fn spans<N: Number>(&self) -> (Self::A<'_, N>, Self::B<'_, N>, N) {
        let radii = N::of(self.a.radius()) + N::of(self.b.radius());
        (self.a.span(0), self.b.span(1), radii + N::of(self.clearance))
    }
    fn is_round(&self) -> bool {
        [self.a.radius(), self.b.radius(), self.clearance]
            .into_iter()
            .any(|radius| !is_zero(radius))
    }
    fn rule(&self) -> Rule {
        Rule::Open
    }
}
