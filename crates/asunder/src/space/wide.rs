//! Affine maps in `f64`, so that a chain of matrices is rounded once, at its end.

use super::{Affine, Vector};
use crate::exact::{Number, widen};

/// What mapping by a map in `f64`, or measuring such an image, may round, relative to the magnitudes
/// that go into it: 90 units of 2⁻⁵³. A test adds up what an image and its measuring need, of which this
/// is a little over three times as much. The units show in the last digits of images, so the rest stays.
pub(crate) const ROUNDING: f64 = 1e-14;

/// An affine map in `f64`, with bounds on what rounding has changed in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WideAffine<V: Vector> {
    /// The images of the coordinate axes.
    pub(crate) columns: V::Array<V::Array<f64>>,
    pub(crate) translation: V::Array<f64>,
    /// How far any number of the columns may be from the true one.
    column_error: f64,
    /// How far any number of the translation may be from the true one.
    translation_error: f64,
}

/// The map itself, without error.
impl<V: Vector> From<&Affine<V>> for WideAffine<V> {
    fn from(map: &Affine<V>) -> Self {
        let columns = V::array(|i| V::array(|j| widen(map.columns[i][j])));
        Self::exact(columns, V::array(|j| widen(map.translation[j])))
    }
}

impl<V: Vector> WideAffine<V> {
    /// The map with these numbers, without error.
    pub(super) fn exact(columns: V::Array<V::Array<f64>>, translation: V::Array<f64>) -> Self {
        Self { columns, translation, column_error: 0.0, translation_error: 0.0 }
    }

    /// This map after another: first `inner`, then `self`.
    pub(crate) fn after(&self, inner: &Self) -> Self {
        let gain =
            greatest::<V>(|j| (0..V::DIM).fold(0.0, |sum, i| sum + self.columns[i][j].abs()));
        let n = V::DIM as f64;
        // What a sum of products inherits from both factors, and what it rounds away itself.
        let error = |largest: f64, inherited: f64| {
            let through = gain + n * self.column_error;
            through * inherited + n * self.column_error * largest + ROUNDING * gain * largest
        };
        let steepest = greatest::<V>(|i| greatest::<V>(|j| inner.columns[i][j].abs()));
        let farthest = greatest::<V>(|j| inner.translation[j].abs());
        let own = greatest::<V>(|j| self.translation[j].abs());
        Self {
            columns: V::array(|i| self.map_direction(&inner.columns[i])),
            translation: self.map_point(&inner.translation),
            column_error: error(steepest, inner.column_error),
            translation_error: error(farthest, inner.translation_error)
                + self.translation_error
                + ROUNDING * own,
        }
    }

    /// The map that moves the origin where this one does, and turns and scales nothing.
    pub(crate) fn without_linear_part(&self) -> Self {
        let columns = V::array(|i| V::array(|j| if i == j { 1.0 } else { 0.0 }));
        Self { columns, column_error: 0.0, ..*self }
    }

    /// The map that moves the origin where this one does, and scales along the coordinate axes as this one
    /// stretches them. It turns nothing.
    pub(crate) fn with_scale_alone(&self) -> Self {
        let length = |column: &V::Array<f64>| {
            (0..V::DIM).fold(0.0, |sum, j| sum + column[j] * column[j]).sqrt()
        };
        let scales = V::array(|i| length(&self.columns[i]));
        let columns = V::array(|i| V::array(|j| if i == j { scales[i] } else { 0.0 }));
        // A vector whose numbers are off by an error is off by at most as many of it as it has.
        let column_error =
            V::DIM as f64 * self.column_error + ROUNDING * greatest::<V>(|i| scales[i]);
        Self { columns, column_error, ..*self }
    }

    /// The image of a point.
    pub(crate) fn map_point(&self, point: &V::Array<f64>) -> V::Array<f64> {
        let moved = self.map_direction(point);
        V::array(|j| moved[j] + self.translation[j])
    }

    /// The image of a direction.
    pub(crate) fn map_direction(&self, direction: &V::Array<f64>) -> V::Array<f64> {
        V::array(|j| combined::<V, f64>(|i| self.columns[i][j], direction))
    }

    /// How far from the true image a point's image may be computed, if the magnitudes of all numbers
    /// that form the point sum to at most `reach`: what the map brings along, and what mapping by it
    /// rounds away.
    pub(crate) fn error_at(&self, reach: f64) -> f64 {
        let sum = |v: &V::Array<f64>| (0..V::DIM).fold(0.0, |sum, j| sum + v[j].abs());
        let gain = greatest::<V>(|i| sum(&self.columns[i]));
        ROUNDING * (gain * reach + sum(&self.translation))
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
        let [a, b, c] = [0, 1, 2].map(|i| [0, 1, 2].map(|j| extended(i, j)));
        let rows = [cross(b, c), cross(c, a), cross(a, b)];
        let determinant = dot(a, rows[0]);
        let volume = [a, b, c].iter().fold(1.0, |product, v| product * dot(*v, *v).sqrt());
        if !(determinant.abs() > ROUNDING * volume) {
            return None;
        }
        let columns = V::array(|i| V::array(|j| rows[j][i] / determinant));
        let linear = Self::exact(columns, V::array(|_| 0.0));
        let moved = linear.map_direction(&self.translation);
        Some(Self { translation: V::array(|j| 0.0 - moved[j]), ..linear })
    }
}

/// A component of the image of a direction: `factor` gives its part in each column.
#[inline(always)]
fn combined<V: Vector, N: Number>(factor: impl Fn(usize) -> N, direction: &V::Array<N>) -> N {
    (0..V::DIM).fold(N::ZERO, |sum, i| sum + factor(i) * direction[i])
}

fn greatest<V: Vector>(value: impl Fn(usize) -> f64) -> f64 {
    (0..V::DIM).map(value).fold(0.0, |best, x| if x > best { x } else { best })
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
    use crate::dimension::Dimension as _;
    use crate::exact::{Quotient, UNIT};
    use glam::Vec3;

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
            let moved = combined::<Vec3, Roundoff>(|_| Roundoff::ONE, &point) + one(corner == 3);
            worst = f64::max(worst, moved.error);
            // The image of an axis of a box, and how far it reaches along that of another. Each of an
            // axis's components may be off by this much, so that a half extent counts for each.
            let axis =
                [0, 1, 2].map(|i| if i == corner { entry.over(norm) } else { Roundoff::ZERO });
            let column = combined::<Vec3, Roundoff>(|_| Roundoff::ONE, &axis);
            let column = [0, 1, 2].map(|i| if i == corner { column } else { Roundoff::ZERO });
            let along = combined::<Vec3, Roundoff>(|_| entry, &column).over(norm);
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
