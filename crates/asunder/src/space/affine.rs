//! Matrices, read the way each engine stores them.

use super::{Pose, Vector, WideAffine};
use crate::linalg::{Matrix, Vect};
use core::fmt;

/// An affine map: a linear part and a translation.
///
/// | your matrix | constructor | where the translation sits in the 16 floats |
/// |---|---|---|
/// | DirectX: `XMMATRIX`, `XMFLOAT4X4`, `D3DXMATRIX` (row vectors) | [`from_directx`](Self::from_directx) | 12, 13, 14 |
/// | glTF, glam, OpenGL (columns in a row) | [`from_gltf`](Self::from_gltf) | 12, 13, 14 |
/// | Ogre `Matrix4` (rows in a row, column vectors) | [`from_ogre`](Self::from_ogre) | 3, 7, 11 |
///
/// A matrix stored the other way round is refused as [`MatrixError::LooksTransposed`]. One whose
/// translation is zero reads the same both ways, and cannot be refused.
///
/// In 2D the same 4×4 matrices are taken; their z row and column are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<V: Vector> {
    /// The images of the coordinate axes.
    pub(crate) columns: V::Array<V::Array<f32>>,
    pub(crate) translation: V::Array<f32>,
}

/// Why 16 floats are not an affine map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MatrixError {
    /// The row that should be 0, 0, 0, 1 is not, but the column is: the matrix is stored the other
    /// way round.
    LooksTransposed {
        /// The constructor that reads it.
        constructor: &'static str,
    },
    /// Neither the last row nor the last column is 0, 0, 0, 1: a projection, perhaps.
    NotAffine {
        /// The four numbers that should have been 0, 0, 0, 1.
        found: [f32; 4],
    },
    /// A number is infinite or NaN.
    NotFinite {
        /// Its index among the 16.
        index: usize,
        /// The number.
        value: f32,
    },
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LooksTransposed { constructor } => write!(
                f,
                "the matrix looks transposed: its translation sits where the constant 0, 0, 0, 1 \
                 is expected; read it with {constructor}"
            ),
            Self::NotAffine { found: [a, b, c, d] } => write!(
                f,
                "the matrix is not affine: expected the constant 0, 0, 0, 1, found {a}, {b}, {c}, {d}"
            ),
            Self::NotFinite { index, value } => {
                write!(f, "element {index} of the matrix is {value}; expected a finite number")
            }
        }
    }
}

impl core::error::Error for MatrixError {}

impl<V: Vector> Affine<V> {
    /// The identity.
    #[must_use]
    pub fn identity() -> Self {
        let columns = Matrix::<V, f32>::identity().to_arrays();
        Self { columns, translation: Vect::<V, f32>::zero().0 }
    }

    /// A map by the images of the coordinate axes, then the translation: glam's `Affine3A`.
    ///
    /// It is taken as it is; placing a shape by a map that is not finite is refused there.
    #[must_use]
    pub fn from_columns(
        columns: V::Array<V::Array<f32>>,
        translation: impl Into<V::Array<f32>>,
    ) -> Self {
        Self { columns, translation: translation.into() }
    }

    /// A map by the rows of its linear part (for column vectors), then the translation; taken as it
    /// is, like [`from_columns`](Self::from_columns).
    #[must_use]
    pub fn from_rows(rows: V::Array<V::Array<f32>>, translation: impl Into<V::Array<f32>>) -> Self {
        let columns = Matrix::<V, f32>::from_arrays(&rows).transposed().to_arrays();
        Self { columns, translation: translation.into() }
    }

    /// A DirectX world matrix: row vectors, `_11, _12, …` in order, translation at 12, 13, 14.
    ///
    /// # Errors
    /// [`MatrixError`] if the matrix is transposed, not affine or not finite.
    pub fn from_directx(matrix: &[f32; 16]) -> Result<Self, MatrixError> {
        Self::from_axes_in_a_row(matrix)
    }

    /// A glTF node or joint matrix: column after column, translation at 12, 13, 14.
    ///
    /// # Errors
    /// [`MatrixError`] if the matrix is transposed, not affine or not finite.
    pub fn from_gltf(matrix: &[f32; 16]) -> Result<Self, MatrixError> {
        Self::from_axes_in_a_row(matrix)
    }

    /// An Ogre `Matrix4`: `m[0][0], m[0][1], …` in order, translation at 3, 7, 11.
    ///
    /// # Errors
    /// [`MatrixError`] if the matrix is transposed, not affine or not finite.
    pub fn from_ogre(matrix: &[f32; 16]) -> Result<Self, MatrixError> {
        let transposed = core::array::from_fn(|i| matrix[i % 4 * 4 + i / 4]);
        Self::from_memory(&transposed, "Affine::from_directx or Affine::from_gltf").map_err(
            |error| match error {
                MatrixError::NotFinite { index, value } => {
                    MatrixError::NotFinite { index: index % 4 * 4 + index / 4, value }
                }
                other => other,
            },
        )
    }

    fn from_axes_in_a_row(matrix: &[f32; 16]) -> Result<Self, MatrixError> {
        Self::from_memory(matrix, "Affine::from_ogre")
    }

    /// Reads four groups of four: the images of the axes, then the translation.
    fn from_memory(m: &[f32; 16], otherwise: &'static str) -> Result<Self, MatrixError> {
        if let Some(index) = m.iter().position(|x| !x.is_finite()) {
            return Err(MatrixError::NotFinite { index, value: m[index] });
        }
        let constant = [m[3], m[7], m[11], m[15]];
        if constant != [0.0, 0.0, 0.0, 1.0] {
            let constructor = otherwise;
            return Err(if [m[12], m[13], m[14], m[15]] == [0.0, 0.0, 0.0, 1.0] {
                MatrixError::LooksTransposed { constructor }
            } else {
                MatrixError::NotAffine { found: constant }
            });
        }
        let row = |i: usize| Vect::<V, f32>::from_fn(|j| m[4 * i + j]);
        Ok(Self { columns: Matrix::from_columns(row).to_arrays(), translation: row(3).0 })
    }

    /// The image of the origin.
    #[must_use]
    pub fn translation(&self) -> V {
        V::from_array(self.translation)
    }

    /// The image of coordinate axis `i`, without the translation.
    ///
    /// # Panics
    /// If there is no such axis.
    #[must_use]
    pub fn column(&self, i: usize) -> V {
        V::from_array(self.columns[i])
    }

    /// This map after another: first `inner`, then `self`. Each number is rounded once; one that is
    /// too large for `f32` becomes infinite.
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let (outer, inner) = (WideAffine::from(self), WideAffine::from(inner));
        Self {
            columns: inner.columns.map(|column| outer.map_direction(column)).to_f32(),
            translation: outer.map_point(inner.translation).to_f32(),
        }
    }

    /// The map that undoes this one, each number computed in `f64` and rounded once; `None` if this one
    /// flattens space as far as `f64` shows, is not finite, or its inverse is not.
    ///
    /// It costs about forty multiplications (Cramer's rule).
    ///
    /// ```
    /// use asunder::Affine3;
    ///
    /// let map = Affine3::from_columns([[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 1.0]], [6.0, 0.0, 1.0]);
    /// let back = map.inverse().unwrap();
    /// assert_eq!(back.translation().to_array(), [-3.0, 0.0, -1.0]);
    /// assert_eq!(back.after(&map), Affine3::identity());
    /// let flat = Affine3::from_columns([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
    /// assert!(flat.inverse().is_none());
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let inverse = WideAffine::from(self).inverse().filter(|_| self.is_finite())?;
        let rounded =
            Self { columns: inverse.columns.to_f32(), translation: inverse.translation.to_f32() };
        rounded.is_finite().then_some(rounded)
    }

    pub(crate) fn is_finite(&self) -> bool {
        (0..V::DIM).all(|i| {
            self.translation[i].is_finite() && (0..V::DIM).all(|j| self.columns[i][j].is_finite())
        })
    }
}

/// The map that a placement is, each number rounded once. A placement that is not finite, or whose
/// rotation is zero, gives a map that is not finite.
impl<V: Vector> From<Pose<V>> for Affine<V> {
    fn from(pose: Pose<V>) -> Self {
        let columns = Matrix::<V, f64>::unit_axes(pose.rotation);
        Self { columns: columns.to_f32(), translation: pose.translation }
    }
}

impl<V: Vector> Default for Affine<V> {
    fn default() -> Self {
        Self::identity()
    }
}
