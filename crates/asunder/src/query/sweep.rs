//! Whether a shape touches another anywhere along a displacement.
//!
//! A shape `a` that moves along `v` covers `a + [0, 1]·v`, which is spanned as `a` is, by twice the
//! points and one more direction. So one static separating-axis test answers for the whole displacement, and
//! no time is computed that could be rounded (Ericson 2005, §5.5.2, computes intervals of time).

use super::generators::Moving;
use super::predicate::Rule;
use super::separation::{span_span, with_either_moving_round};
use crate::dimension::kernels;
use crate::linalg::Vect;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;

/// Whether a shape touches or penetrates another anywhere along a displacement.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait Sweep<Other: AnyShape> {
    /// Whether this shape, moved by `motion`, shares a point with `other` anywhere along it, its
    /// start and end included. Touching counts.
    ///
    /// Exact. It is the same question with the roles exchanged and the motion reversed. Of a motion
    /// of zero it is [`Intersects`](crate::Intersects); of one that is not finite it is false.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let ball = Sphere3::new([0.0, 1.0, 0.0], 1.0);
    /// let post = Capsule3::new([5.0, 0.0, 2.0], [5.0, 3.0, 2.0], 1.0);
    /// assert!(ball.sweep_intersects([9.0, 0.0, 0.0], &post), "it grazes the post");
    /// assert!(!ball.sweep_penetrates([9.0, 0.0, 0.0], &post));
    /// assert!(!ball.sweep_intersects([4.9, 0.0, 0.0], &post), "it stops short of it");
    /// ```
    fn sweep_intersects(
        &self,
        motion: impl Into<<Other::Vector as Vector>::Array<f32>>,
        other: &Other,
    ) -> bool;

    /// Whether all that this shape covers along `motion`, taken as one set, penetrates `other`.
    ///
    /// Exact. Sliding along what is touched is no penetration, passing through a wall without
    /// thickness is. This is what stops a mover.
    fn sweep_penetrates(
        &self,
        motion: impl Into<<Other::Vector as Vector>::Array<f32>>,
        other: &Other,
    ) -> bool;
}

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> Sweep<B> for A {
    fn sweep_intersects(
        &self,
        motion: impl Into<<A::Vector as Vector>::Array<f32>>,
        other: &B,
    ) -> bool {
        A::Vector::sweep(self.as_shape_ref(), motion.into(), other.as_shape_ref(), Rule::Closed)
    }
    fn sweep_penetrates(
        &self,
        motion: impl Into<<A::Vector as Vector>::Array<f32>>,
        other: &B,
    ) -> bool {
        A::Vector::sweep(self.as_shape_ref(), motion.into(), other.as_shape_ref(), Rule::Open)
    }
}

kernels! {
    SweepKernels:

    fn sweep(
        a: ShapeRef<'_, Self>,
        motion: <Self as Vector>::Array<f32>,
        b: ShapeRef<'_, Self>,
        rule: Rule
    ) -> bool {
        sweep(a, motion, b, rule)
    }
}

fn sweep<V: Vector>(
    a: ShapeRef<'_, V>,
    motion: V::Array<f32>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> bool {
    if !a.is_finite() || !b.is_finite() || !(0..V::DIM).all(|t| motion[t].is_finite()) {
        return false;
    }
    let velocity = Vect::<V, f64>::of(&motion);
    let round = with_either_moving_round(&a, &velocity.0, &b, |pair, _swapped| pair.penetrates());
    if let Some(penetrates) = round {
        return penetrates;
    }
    let moving = Moving { shape: &a, motion };
    span_span::<V>(&moving, &b, rule)
}
