//! View frusta, in three representations.

use super::list::Planes;

/// A closed set bounded by up to six planes, not empty, bounded or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Frustum<const D: usize> {
    /// The view of a camera, in 3D only. In the camera's own frame, which looks along -z, the points
    /// `(x, y, -d)` with `near <= d <= far`, `left · d <= x <= right · d` and
    /// `bottom · d <= y <= top · d`.
    Perspective {
        /// The eye.
        origin: [f32; D],
        /// The quaternion `[x, y, z, w]` from the camera's frame to the world's: `q / |q|`.
        rotation: [f32; 4],
        /// `[left, right, bottom, top]`, with `left <= right` and `bottom <= top`.
        slopes: [f32; 4],
        /// The near distance: at least 0.
        near: f32,
        /// The far distance: at least `near`.
        far: f32,
    },
    /// The points `x` with `normal · x <= offset` for each of the planes.
    HalfSpaces(Planes<D>),
    /// The clip volume of a projection matrix, in 3D only: the points whose image `(x, y, z, w)` has
    /// `-w <= x <= w`, `-w <= y <= w`, and `z` in the range of `depth`. The bounds are the exact
    /// sums of two rows. One whose normal is zero is left out (an infinite far plane); if it is true
    /// nowhere, the frustum is empty and not valid.
    Projection {
        /// The rows of the matrix that maps `(x, y, z, 1)`.
        rows: [[f32; 4]; 4],
        /// The range of `z`.
        depth: Depth,
    },
}

/// The range to which a projection maps depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// `0 <= z <= w`, as in DirectX, Vulkan, Metal and WebGPU.
    ZeroToOne,
    /// `-w <= z <= w`, as in OpenGL.
    MinusOneToOne,
}

impl<const D: usize> Frustum<D> {
    /// Whether the numbers define a nonempty set.
    pub(super) fn is_valid(&self) -> bool {
        let finite = |values: &[f32]| values.iter().all(|v| v.is_finite());
        let well_formed = match self {
            Frustum::Perspective { origin, rotation, slopes, near, far } => {
                D == 3
                    && finite(origin)
                    && finite(rotation)
                    && rotation.iter().any(|v| *v != 0.0)
                    && finite(slopes)
                    && slopes[0] <= slopes[1]
                    && slopes[2] <= slopes[3]
                    && far.is_finite()
                    && 0.0 <= *near
                    && near <= far
            }
            Frustum::HalfSpaces(planes) => planes.iter().all(|(normal, offset)| {
                finite(normal) && normal.iter().any(|v| *v != 0.0) && offset.is_finite()
            }),
            Frustum::Projection { rows, .. } => D == 3 && rows.iter().all(|row| finite(row)),
        };
        well_formed && crate::oracle::is_inhabited(self)
    }
}
