//! Frusta by origin, rotation, slopes, near and far.

use super::Bound;
use crate::array::Mapped as _;
use crate::exact::{Number, order_key, widen};
use crate::linalg::{Matrix, Vect};
use crate::shape::{ShapeError, check};
use crate::space::Vector;

/// The facts of a frustum by perspective, checked.
///
/// Its formulas are homogeneous: the rotation means `q/|q|`, and they hold `|q|²` times whatever is
/// turned. They are written for any dimension, but in the plane none is ever made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Perspective<V: Vector> {
    pub(super) origin: V::Array<f32>,
    pub(super) rotation: V::RotationArray,
    /// Two for each axis across the view: the lower, the upper.
    pub(super) slopes: [f32; 4],
    pub(super) near: f32,
    pub(super) far: f32,
}

/// `low <= high`, both finite.
fn ordered(fields: (&'static str, &'static str), values: (f32, f32)) -> Result<(), ShapeError> {
    check::finite(fields.0, values.0)?;
    check::finite(fields.1, values.1)?;
    if order_key(values.0) > order_key(values.1) {
        Err(ShapeError::Reversed { fields, values })
    } else {
        Ok(())
    }
}

impl<V: Vector> Perspective<V> {
    /// Axes across the view; the last axis points back.
    const ACROSS: usize = V::DIM - 1;

    pub(super) fn try_new(
        origin: V::Array<f32>,
        rotation: V::RotationArray,
        slopes: [f32; 4],
        near: f32,
        far: f32,
    ) -> Result<Self, ShapeError> {
        if 2 * Self::ACROSS != slopes.len() {
            return Err(ShapeError::OnlyInSpace { field: "slopes" });
        }
        check::finite_vector::<V>("origin", &origin)?;
        check::direction("rotation", rotation.as_ref())?;
        ordered(("left", "right"), (slopes[0], slopes[1]))?;
        ordered(("bottom", "top"), (slopes[2], slopes[3]))?;
        check::length("near", near)?;
        ordered(("near", "far"), (near, far))?;
        Ok(Self { origin, rotation, slopes, near, far })
    }

    pub(super) fn plane_count(&self) -> usize {
        2 * V::DIM
    }

    /// The planes of the slopes in their order, then near, then far.
    pub(super) fn plane<N: Number>(&self, i: usize) -> Bound<V, N> {
        let (rows, norm) = V::frame::<N>(self.rotation, 0);
        let rows = Matrix::<V, N>::from_arrays(&rows);
        let back = rows[Self::ACROSS];
        let axis = i / 2;
        let steep = if axis < Self::ACROSS {
            // x <= slope · d with d = -z, for x and z along the frustum's own axes.
            rows[axis] + back * N::of(self.slopes[i])
        } else {
            -back
        };
        let upper = i % 2 == 1;
        let normal = if upper { steep } else { -steep };
        let through_origin = normal.dot(Vect::of(&self.origin));
        let offset = match (axis < Self::ACROSS, upper) {
            (true, _) => through_origin,
            (false, false) => through_origin - N::of(self.near) * norm,
            (false, true) => through_origin + N::of(self.far) * norm,
        };
        (normal.0, offset)
    }

    pub(super) fn corner_count(&self) -> usize {
        1 << V::DIM
    }

    /// The line from the origin through corner `index`, at depth one: bit `i` chooses the upper slope
    /// of axis `i`.
    fn side<N: Number>(&self, rows: &Matrix<V, N>, index: usize) -> Vect<V, N> {
        let slope = |i: usize| N::of(self.slopes[2 * i + (index >> i & 1)]);
        (0..Self::ACROSS).fold(-rows[Self::ACROSS], |sum, i| sum + rows[i] * slope(i))
    }

    /// Corner `index`: as for `side`, and the last bit chooses far.
    pub(super) fn corner<N: Number>(&self, index: usize) -> Bound<V, N> {
        let (rows, norm) = V::frame::<N>(self.rotation, 0);
        let depth = N::of(if index >> Self::ACROSS & 1 == 1 { self.far } else { self.near });
        let side = self.side(&Matrix::from_arrays(&rows), index);
        ((Vect::of(&self.origin) * norm + side * depth).0, norm)
    }

    /// How far out the origin is, and how far from there the furthest corner.
    pub(super) fn arm(&self) -> f64 {
        let side = (0..Self::ACROSS).fold(1.0, |sum, i| {
            let [low, high] = [0, 1].mapped(|k| widen(self.slopes[2 * i + k]));
            sum + (low * low).larger(high * high)
        });
        Vect::<V, f64>::of(&self.origin).length() + widen(self.far) * side.sqrt()
    }

    /// The edges join corners as those of a box do.
    pub(super) fn edge<N: Number>(&self, i: usize) -> (usize, V::Array<N>) {
        let (rows, _) = V::frame::<N>(self.rotation, 0);
        let (from, to) = V::BOX_EDGES[i];
        let axis = (from ^ to).trailing_zeros() as usize;
        let rows = Matrix::from_arrays(&rows);
        let along = if axis < Self::ACROSS { rows[axis] } else { self.side(&rows, from) };
        (from, along.0)
    }
}
