//! Affine maps in `f64`, so that a chain of matrices is rounded once, at its end.

use super::{Affine, Vector};
use crate::linalg::{Matrix, Vect};
use glam::Vec3;

/// What mapping by a map in `f64`, or measuring such an image, may round, relative to the magnitudes
/// that go into it: 90 units of 2⁻⁵³. A test adds up what an image and its measuring need, of which this
/// is a little over three times as much. The units show in the last digits of images, so the rest stays.
pub(crate) const ROUNDING: f64 = 1e-14;

/// An affine map in `f64`, with bounds on what rounding has changed in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WideAffine<V: Vector> {
    /// The images of the coordinate axes.
    pub(crate) columns: Matrix<V, f64>,
    pub(crate) translation: Vect<V, f64>,
    /// How far any number of the columns may be from the true one.
    column_error: f64,
    /// How far any number of the translation may be from the true one.
    translation_error: f64,
}

/// The map itself, without error.
impl<V: Vector> From<&Affine<V>> for WideAffine<V> {
    fn from(map: &Affine<V>) -> Self {
        Self::exact(Matrix::of(&map.columns), Vect::of(&map.translation))
    }
}

impl<V: Vector> WideAffine<V> {
    /// The map with these numbers, without error.
    pub(super) fn exact(columns: Matrix<V, f64>, translation: Vect<V, f64>) -> Self {
        Self { columns, translation, column_error: 0.0, translation_error: 0.0 }
    }

    /// This map after another: first `inner`, then `self`.
    pub(crate) fn after(&self, inner: &Self) -> Self {
        let gain = self.columns.transposed().each(Vect::norm1).largest();
        let n = V::DIM as f64;
        // What a sum of products inherits from both factors, and what it rounds away itself.
        let error = |largest: f64, inherited: f64| {
            let through = gain + n * self.column_error;
            through * inherited + n * self.column_error * largest + ROUNDING * gain * largest
        };
        let steepest = inner.columns.each(|column| column.abs().largest()).largest();
        let farthest = inner.translation.abs().largest();
        let own = self.translation.abs().largest();
        Self {
            columns: inner.columns.map(|column| self.map_direction(column)),
            translation: self.map_point(inner.translation),
            column_error: error(steepest, inner.column_error),
            translation_error: error(farthest, inner.translation_error)
                + self.translation_error
                + ROUNDING * own,
        }
    }

    /// The map that moves the origin where this one does, and turns and scales nothing.
    pub(crate) fn without_linear_part(&self) -> Self {
        Self { columns: Matrix::identity(), column_error: 0.0, ..*self }
    }

    /// The map that moves the origin where this one does, and scales along the coordinate axes as this one
    /// stretches them. It turns nothing.
    pub(crate) fn with_scale_alone(&self) -> Self {
        let scales = self.columns.each(Vect::length);
        // A vector whose numbers are off by an error is off by at most as many of it as it has.
        let column_error = V::DIM as f64 * self.column_error + ROUNDING * scales.largest();
        Self { columns: Matrix::diagonal(scales), column_error, ..*self }
    }

    /// The image of a point.
    pub(crate) fn map_point(&self, point: Vect<V, f64>) -> Vect<V, f64> {
        self.map_direction(point) + self.translation
    }

    /// The image of a direction.
    pub(crate) fn map_direction(&self, direction: Vect<V, f64>) -> Vect<V, f64> {
        self.columns.times(direction)
    }

    /// How far from the true image a point's image may be computed, if the magnitudes of all numbers
    /// that form the point sum to at most `reach`: what the map brings along, and what mapping by it
    /// rounds away.
    pub(crate) fn error_at(&self, reach: f64) -> f64 {
        let gain = self.columns.each(Vect::norm1).largest();
        ROUNDING * (gain * reach + self.translation.norm1())
            + V::DIM as f64 * (self.translation_error + self.column_error * reach)
    }
}

impl<V: Vector> WideAffine<V> {
    /// The map that undoes this one, taken for exact from there on; `None` if this one flattens
    /// space, as far as `f64` shows.
    pub(crate) fn inverse(&self) -> Option<Self> {
        // In the plane, the third axis is mapped to itself.
        let extended = |i: usize, j: usize| match (i < V::DIM, j < V::DIM) {
            (true, true) => self.columns[i][j],
            _ => f64::from(u8::from(i == j)),
        };
        let [a, b, c] = [0, 1, 2].map(|i| Vect::<Vec3, f64>::from_fn(|j| extended(i, j)));
        let rows = [b.cross(c), c.cross(a), a.cross(b)];
        let determinant = a.dot(rows[0]);
        let volume = [a, b, c].iter().fold(1.0, |product, v| product * v.length());
        if !(determinant.abs() > ROUNDING * volume) {
            return None;
        }
        let columns = Matrix::from_columns(|i| Vect::from_fn(|j| rows[j][i] / determinant));
        let linear = Self::exact(columns, Vect::zero());
        let moved = linear.map_direction(self.translation);
        Some(Self { translation: -moved, ..linear })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
    use crate::dimension::Dimension as _;
    use crate::exact::{Number as _, Quotient, UNIT};

    /// An image is linear in the numbers that it is made of, so that the worst has one of them alone.
    #[test]
    fn what_an_image_rounds_is_derived() {
        // A coordinate may be half a sum, or half a difference, that was rounded.
        let one = |is_one: bool| if is_one { Roundoff::unit(1.0) } else { Roundoff::ZERO };
        let (rows, norm) = Vec3::frame::<Roundoff>(WORST_QUATERNION, 0);
        let entry = rows.into_iter().flatten().max_by(|a, b| a.error.total_cmp(&b.error));
        let entry = entry.unwrap_or(Roundoff::ONE);
        let mut worst = 0.0;
        for corner in 0..4 {
            let point = [0, 1, 2].map(|i| one(i == corner));
            let ones = Matrix::<Vec3, Roundoff>::from_columns(|_| Vect::splat(Roundoff::ONE));
            let moved = ones.times(Vect(point))[0] + one(corner == 3);
            worst = f64::max(worst, moved.error);
            // The image of an axis of a box, and how far it reaches along that of another. Each of an
            // axis's components may be off by this much, so that a half extent counts for each.
            let axis =
                [0, 1, 2].map(|i| if i == corner { entry.over(norm) } else { Roundoff::ZERO });
            let column = Vect::<Vec3, Roundoff>::along_axis(corner, ones.times(Vect(axis))[0]);
            let entries = Matrix::<Vec3, Roundoff>::from_columns(|_| Vect::splat(entry));
            let along = entries.times(column)[0].over(norm);
            // The sum of four such, and of the bounds on what they lose.
            let half = along * one(true);
            let reach = (((Roundoff::ZERO + half) + Roundoff::ZERO) + Roundoff::ZERO)
                + Roundoff::ZERO
                + Roundoff::ZERO;
            worst = f64::max(worst, reach.error);
        }
        let used = ROUNDING / UNIT;
        assert!(
            worst * SLACK <= used && used <= 4.0 * worst * SLACK,
            "derived {worst}, used {used}"
        );
    }
}
