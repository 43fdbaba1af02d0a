//! The axes of two boxes, and their offset, radius and velocity along each.

use super::MovedBox;
use crate::exact::{Exact, Number};
use crate::linalg::{Matrix, Vect};
use crate::query::separation::BoxFrame;
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
///
/// The axes are the face normals of `a`, those of `b`, and the cross products of their edges. With
/// `A`, `B` the rows, `M = A·Bᵀ`, `e = A·offset`, `f = B·offset`:
///
/// | axis | offset | radius |
/// |---|---|---|
/// | `Aᵢ` | `eᵢ·nb` | `hᵢ·na·nb + Σⱼ abs(Mᵢⱼ)·kⱼ` |
/// | `Bⱼ` | `fⱼ·na` | `kⱼ·na·nb + Σᵢ abs(Mᵢⱼ)·hᵢ` |
/// | `Aᵢ×Bⱼ` | `eᵢ₂Mᵢ₁ⱼ − eᵢ₁Mᵢ₂ⱼ` | `na·(hᵢ₁·abs(Mᵢ₂ⱼ) + hᵢ₂·abs(Mᵢ₁ⱼ) + kⱼ₁·abs(Mᵢⱼ₂) + kⱼ₂·abs(Mᵢⱼ₁))` |
pub(super) struct MovingBoxAxes<V: Vector, N: Number> {
    pub(super) a: BoxFrame<V, N>,
    pub(super) b: BoxFrame<V, N>,
    pub(super) offset: Vect<V, N>,
    pub(super) velocity: Vect<V, N>,
    /// The rows of `M`.
    relative: Matrix<V, N>,
    /// Offset and velocity in the axes of `a`.
    offset_in_a: Vect<V, N>,
    velocity_in_a: Vect<V, N>,
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
        let rows = Matrix::<V, N>::from_arrays(&a.rows);
        let others = Matrix::from_arrays(&b.rows);
        let relative = rows.map(|row| others.each(|other| row.dot(other)));
        let offset_in_a = rows.each(|row| row.dot(offset));
        let velocity_in_a = rows.each(|row| row.dot(velocity));
        Self { a, b, offset, velocity, relative, offset_in_a, velocity_in_a }
    }

    /// The sum of the lengths that offsets and radii are computed from.
    #[inline(always)]
    pub(super) fn lengths(&self) -> N {
        self.offset.norm1() + (Vect::<V, N>(self.a.half).sum() + Vect::<V, N>(self.b.half).sum())
    }

    /// The length of the displacement in the taxicab norm.
    #[inline(always)]
    pub(super) fn speed(&self) -> N {
        self.velocity.norm1()
    }

    /// The largest scale of an axis.
    #[inline(always)]
    pub(super) fn scale(&self) -> N {
        self.a.norm * (self.a.norm * self.b.norm)
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
            visit(i, &self.face_of_a(i));
        }
        for j in (0..V::DIM).filter(|&j| is_asked(V::DIM + j)) {
            visit(V::DIM + j, &self.face_of_b(j));
        }
        if with_edges {
            for i in 0..V::EDGES {
                for j in 0..V::EDGES {
                    visit(2 * V::DIM + V::EDGES * i + j, &self.edges(i, j));
                }
            }
        }
    }

    /// The projection on one of the axes.
    pub(super) fn along(&self, index: usize) -> AxisMotion<N> {
        match self.features(index) {
            AxisFeatures::A(i) => self.face_of_a(i),
            AxisFeatures::B(j) => self.face_of_b(j),
            AxisFeatures::Edges(i, j) => self.edges(i, j),
        }
    }

    /// The features that give an axis.
    pub(super) fn features(&self, index: usize) -> AxisFeatures {
        if index < V::DIM {
            AxisFeatures::A(index)
        } else if index < 2 * V::DIM {
            AxisFeatures::B(index - V::DIM)
        } else {
            AxisFeatures::Edges((index - 2 * V::DIM) / V::DIM, (index - 2 * V::DIM) % V::DIM)
        }
    }

    #[inline(always)]
    fn face_of_a(&self, i: usize) -> AxisMotion<N> {
        let (na, nb) = (self.a.norm, self.b.norm);
        let cosines = self.relative[i].map(|x| x.at_most(na * nb).abs());
        AxisMotion {
            offset: self.offset_in_a[i] * nb,
            radius: self.a.half[i] * (na * nb) + cosines.dot(Vect(self.b.half)),
            velocity: self.velocity_in_a[i] * nb,
            scale: na * nb,
        }
    }

    #[inline(always)]
    fn face_of_b(&self, j: usize) -> AxisMotion<N> {
        let (na, nb) = (self.a.norm, self.b.norm);
        let row = Vect::<V, N>(self.b.rows[j]);
        let cosines = self.relative.each(|row| row[j].at_most(na * nb).abs());
        AxisMotion {
            offset: row.dot(self.offset) * na,
            radius: self.b.half[j] * (na * nb) + cosines.dot(Vect(self.a.half)),
            velocity: row.dot(self.velocity) * na,
            scale: na * nb,
        }
    }

    #[inline(always)]
    fn edges(&self, i: usize, j: usize) -> AxisMotion<N> {
        let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
        let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
        let norms = self.a.norm * self.b.norm;
        let m = |i: usize, j: usize| self.relative[i][j].at_most(norms);
        let (h, k) = (&self.a.half, &self.b.half);
        let reach_a = h[i1] * m(i2, j).abs() + h[i2] * m(i1, j).abs();
        let reach_b = k[j1] * m(i, j2).abs() + k[j2] * m(i, j1).abs();
        let across = |x: Vect<V, N>| x[i2] * m(i1, j) - x[i1] * m(i2, j);
        AxisMotion {
            offset: across(self.offset_in_a),
            radius: self.a.norm * (reach_a + reach_b),
            velocity: across(self.velocity_in_a),
            scale: self.a.norm * norms,
        }
    }
}

impl<V: Vector, N: Exact> MovingBoxAxes<V, N> {
    /// Whether an axis is the cross product of two parallel edges, which is zero; `None`, if these
    /// numbers cannot decide it.
    pub(super) fn is_zero_axis(&self, index: usize) -> Option<bool> {
        let AxisFeatures::Edges(i, j) = self.features(index) else { return Some(false) };
        for other in [i + 1, i + 2] {
            if self.relative[other % V::DIM][j].sign()? != Ordering::Equal {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The features that give an axis: a face of either box, or an edge of each.
pub(super) enum AxisFeatures {
    A(usize),
    B(usize),
    Edges(usize, usize),
}
