//! The axes of two boxes, and their offset, radius and velocity along each.

use super::MovedBox;
use crate::exact::{Exact, Number};
use crate::linalg::Vect;
use crate::query::separation::{BoxAxes, BoxAxis, BoxFrame, BoxVector};
use crate::space::Vector;
use core::cmp::Ordering;

/// The projection of two boxes on an axis, in doubled lengths, times the length of the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisMotion<N> {
    /// From the centre of `b` to that of `a` at the start.
    pub(super) offset: N,
    /// The sum of the radii of both projections.
    pub(super) radius: N,
    /// The motion of `a`.
    pub(super) velocity: N,
    /// The factor of error bounds, which are relative to the lengths.
    pub(super) scale: N,
}

/// Two boxes and the displacement of the first, in doubled lengths.
pub(super) struct MovingBoxAxes<V: Vector, N: Number> {
    /// The boxes, with the offset from the centre of `b` to that of `a` at the start.
    pub(super) boxes: BoxAxes<V, N>,
    pub(super) velocity: BoxVector<V, N>,
}

impl<V: Vector, N: Number> MovingBoxAxes<V, N> {
    #[inline(always)]
    pub(super) fn of(
        a: &impl MovedBox<V>,
        b: &impl MovedBox<V>,
        offset: Vect<V, N>,
        motion: &V::Array<f32>,
    ) -> Self {
        let velocity = Vect::of(motion).map(N::twice);
        Self::new(BoxFrame::of(a, 0), BoxFrame::of(b, 1), offset, velocity)
    }

    #[inline(always)]
    pub(super) fn new(
        a: BoxFrame<V, N>,
        b: BoxFrame<V, N>,
        offset: Vect<V, N>,
        velocity: Vect<V, N>,
    ) -> Self {
        let boxes = BoxAxes::new(a, b, offset.0);
        Self { boxes, velocity: boxes.seen(velocity.0) }
    }

    /// The length of the displacement in the taxicab norm.
    #[inline(always)]
    pub(super) fn speed(&self) -> N {
        Vect::<V, N>(self.velocity.whole).norm1()
    }

    /// The largest scale of an axis.
    #[inline(always)]
    pub(super) fn scale(&self) -> N {
        self.boxes.scale(BoxAxis::Edges(0, 0))
    }

    /// Visits all axes but those in `known`, one bit for each face normal; with or without the cross
    /// products of edges.
    #[inline(always)]
    pub(super) fn each(
        &self,
        known: u32,
        with_edges: bool,
        mut visit: impl FnMut(usize, &AxisMotion<N>),
    ) {
        let is_asked = |index: usize| known >> index & 1 == 0;
        for i in (0..V::DIM).filter(|&i| is_asked(i)) {
            visit(i, &self.along(BoxAxis::FaceOfA(i)));
        }
        for j in (0..V::DIM).filter(|&j| is_asked(V::DIM + j)) {
            visit(V::DIM + j, &self.along(BoxAxis::FaceOfB(j)));
        }
        if with_edges {
            for i in 0..V::EDGES {
                for j in 0..V::EDGES {
                    let axis = BoxAxis::Edges(i, j);
                    visit(axis.index::<V>(), &self.along(axis));
                }
            }
        }
    }

    /// The projection on the axis at a place.
    pub(super) fn at(&self, index: usize) -> AxisMotion<N> {
        self.along(BoxAxis::at::<V>(index))
    }

    /// The projection on an axis.
    #[inline(always)]
    fn along(&self, axis: BoxAxis) -> AxisMotion<N> {
        AxisMotion {
            offset: self.boxes.component(axis, &self.boxes.offset),
            radius: self.boxes.radius(axis),
            velocity: self.boxes.component(axis, &self.velocity),
            scale: self.boxes.scale(axis),
        }
    }
}

impl<V: Vector, N: Exact> MovingBoxAxes<V, N> {
    /// Whether an axis is the cross product of two parallel edges, which is zero; `None`, if these
    /// numbers cannot decide it.
    pub(super) fn is_zero_axis(&self, axis: BoxAxis) -> Option<bool> {
        let BoxAxis::Edges(i, j) = axis else { return Some(false) };
        for other in [i + 1, i + 2] {
            if self.boxes.relative[other % V::DIM][j].sign()? != Ordering::Equal {
                return Some(false);
            }
        }
        Some(true)
    }
}
