//! The exact predicate whether a shape is on one side of a plane, touches it, or reaches across.

use super::generators::{DynGenerators, Homogeneous, Spanned};
use super::predicate::{Predicate, evaluate};
use crate::exact::{Exact, Number, is_zero};
use crate::linalg::Vect;
use crate::shape::Plane;
use crate::space::Vector;
use core::cmp::Ordering;

/// A side of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Facing {
    /// Where `normal · x > offset`.
    Front,
    /// Where `normal · x < offset`.
    Back,
}

/// A plane, whose normal and offset may be computed over any kind of number.
pub(crate) trait Bounding<V: Vector> {
    /// The normal and the offset of the plane `normal · x = offset`.
    fn bound<N: Number>(&self) -> (V::Array<N>, N);
}

impl<V: Vector> Bounding<V> for Plane<V> {
    fn bound<N: Number>(&self) -> (V::Array<N>, N) {
        (Vect::<V, N>::of(&self.normal).0, N::of(self.offset))
    }
}

/// The room between a plane and a shape on one side of it: `Greater` if every point of the shape
/// lies strictly on that side, `Equal` if it also touches the plane, `Less` if it reaches across.
///
/// The height of a point `x/w`, times `w·|n|`, is `n·x - d·w`; the radius, likewise, is `r·w·|n|`. Their
/// squares are compared: degree 4 for stored numbers, 8 for a ball and a frustum's plane.
pub(crate) fn clearance<V: Vector>(
    shape: &impl Spanned<V>,
    plane: &impl Bounding<V>,
    facing: Facing,
) -> Ordering {
    evaluate::<V, _>(&Clearance { shape, plane, facing })
}

struct Clearance<'a, S, P> {
    shape: &'a S,
    plane: &'a P,
    facing: Facing,
}

impl<V: Vector, S: Spanned<V>, P: Bounding<V>> Predicate<V> for Clearance<'_, S, P> {
    type Answer = Ordering;
    fn answer<N: Exact>(&self) -> Option<Ordering> {
        let (span, bound) = (self.shape.span::<N>(0), self.plane.bound::<N>());
        room::<V, N>(&span, bound, self.facing, self.shape.radius())
    }
}

/// The room in front of a plane, or behind it; compiled once for any shapes and planes.
fn room<V: Vector, N: Exact>(
    span: DynGenerators<'_, V, N>,
    (normal, offset): (V::Array<N>, N),
    facing: Facing,
    radius: f32,
) -> Option<Ordering> {
    let (normal, offset) = match facing {
        Facing::Front => (Vect::<V, N>(normal), offset),
        Facing::Back => (-Vect(normal), N::ZERO - offset),
    };
    for i in 0..span.rays() {
        if normal.dot(Vect(span.ray(i))).sign()? == Ordering::Less {
            return Some(Ordering::Less);
        }
    }
    let half = |i: usize| normal.dot(Vect(span.half(i))).abs();
    let reach = (0..span.halves()).fold(N::ZERO, |sum, i| sum + half(i));
    let mut room = Ordering::Greater;
    for i in 0..span.points() {
        let Homogeneous { x, w } = span.point(i);
        let height = normal.dot(Vect(x)) - offset * w - reach;
        let mut sign = height.sign()?;
        if !is_zero(radius) && sign != Ordering::Less {
            let ball = N::of(radius) * w;
            sign = (height * height - ball * ball * normal.square()).sign()?;
        }
        room = if sign < room { sign } else { room };
    }
    Some(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Capsule3, Plane3, Ray3, Triangle3};

    #[test]
    fn touching_is_between_beyond_and_across() {
        let floor = Plane3::new([0.0, 2.0, 0.0], 2.0);
        let above = |y: f32| {
            clearance(&Capsule3::new([0.0, y, 0.0], [1.0, y, 1.0], 0.1), &floor, Facing::Front)
        };
        assert_eq!(above(1.1), Ordering::Greater, "0.1 rounds up by less than 1.1 does");
        assert_eq!(above(1.0), Ordering::Less);
        let lying = Triangle3::new([0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0]);
        for facing in [Facing::Front, Facing::Back] {
            assert_eq!(clearance(&lying, &floor, facing), Ordering::Equal);
        }
        let ray = Ray3::new([0.0, 2.0, 0.0], [1.0, -1e-30, 0.0]);
        assert_eq!(clearance(&ray, &floor, Facing::Front), Ordering::Less, "far away it dips");
    }
}
