//! Affine 4×4 matrices as plain arrays, the elements of a pose.

/// An affine map as a column-major 4×4 matrix: element `4 * column + row`, translation at 12-14.
pub type Matrix = [f32; 16];

/// The identity matrix.
pub const IDENTITY: Matrix =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// The matrix product: the map that applies `b` first, then `a`.
///
/// Each element is summed in `f64` and rounded once; the constant row (0, 0, 0, 1) stays exact.
#[must_use]
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut result = IDENTITY;
    for column in 0..4 {
        for row in 0..3 {
            let term = |k: usize| f64::from(a[4 * k + row]) * f64::from(b[4 * column + k]);
            let sum = term(0) + term(1) + term(2);
            let shift = if column == 3 { f64::from(a[12 + row]) } else { 0.0 };
            result[4 * column + row] = (sum + shift) as f32;
        }
    }
    result
}

/// The image of `point` under `matrix`.
#[must_use]
pub fn transform_point(matrix: &Matrix, point: [f32; 3]) -> [f32; 3] {
    image(matrix, point).map(|coordinate| coordinate as f32)
}

/// The image of `point` under `matrix`, before rounding.
pub(crate) fn image(matrix: &Matrix, point: [f32; 3]) -> [f64; 3] {
    let [x, y, z] = point.map(f64::from);
    let row = |row: usize| {
        let m = |column: usize| f64::from(matrix[4 * column + row]);
        m(0) * x + m(1) * y + m(2) * z + m(3)
    };
    [row(0), row(1), row(2)]
}

/// The TRS properties of a node: translation, rotation (a quaternion x, y, z, w of any length) and scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trs {
    pub(crate) translation: [f64; 3],
    pub(crate) rotation: [f64; 4],
    pub(crate) scale: [f64; 3],
}

impl Trs {
    /// The map that scales, then rotates, then translates.
    pub(crate) fn matrix(&self) -> Matrix {
        trs_matrix(self.translation, self.rotation, self.scale)
    }
}

/// The map that scales, then rotates by the quaternion (x, y, z, w) divided by its length, then
/// translates. A zero quaternion does not rotate.
fn trs_matrix(translation: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) -> Matrix {
    let [x, y, z, w] = rotation;
    let square = x * x + y * y + z * z + w * w;
    let s = if square > 0.0 { 2.0 / square } else { 0.0 };
    let columns = [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ];
    let mut result = IDENTITY;
    for column in 0..3 {
        for row in 0..3 {
            result[4 * column + row] = (columns[column][row] * scale[column]) as f32;
        }
        result[12 + column] = translation[column] as f32;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composing_scales_then_rotates_then_translates() {
        let half = 0.5_f64.sqrt();
        // A quarter turn about z, of any quaternion length.
        for length in [1.0, 1e-30, 7.0] {
            let turn = [0.0, 0.0, half * length, half * length];
            let m = trs_matrix([10.0, 20.0, 30.0], turn, [2.0, 3.0, -4.0]);
            let [x, y, z] = transform_point(&m, [1.0, 1.0, 1.0]);
            let error = (x - 7.0).abs() + (y - 22.0).abs() + (z - 26.0).abs();
            assert!(error < 1e-5, "{x} {y} {z}");
        }
        assert_eq!(trs_matrix([0.0; 3], [0.0; 4], [1.0; 3]), IDENTITY);
    }

    #[test]
    fn a_product_applies_its_right_factor_first() {
        let shift = trs_matrix([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
        let double = trs_matrix([0.0; 3], [0.0, 0.0, 0.0, 1.0], [2.0; 3]);
        assert_eq!(transform_point(&product(&shift, &double), [1.0; 3]), [3.0, 4.0, 5.0]);
        assert_eq!(transform_point(&product(&double, &shift), [1.0; 3]), [4.0, 6.0, 8.0]);
        assert_eq!(product(&IDENTITY, &shift), shift);
    }
}
