//! A box as in games: center, half extents, axes.

use asunder_jury::Shape;
use std::array::from_fn;

/// A box with unit axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatBox<const D: usize> {
    pub(super) center: [f32; D],
    pub(super) half_extents: [f32; D],
    pub(super) axes: [[f32; D]; D],
}

impl<const D: usize> FloatBox<D> {
    /// A box of either kind; `None` for any other shape.
    pub(super) fn of(shape: &Shape<D>) -> Option<Self> {
        if let Shape::Aabb { min, max } = shape {
            return Some(Self {
                center: from_fn(|i| (min[i] + max[i]) * 0.5),
                half_extents: from_fn(|i| (max[i] - min[i]) * 0.5),
                axes: from_fn(|i| from_fn(|j| if i == j { 1.0 } else { 0.0 })),
            });
        }
        let Shape::Obb { center, half_extents, rotation } = *shape else { return None };
        Some(Self { center, half_extents, axes: axes(rotation.map(f64::from)) })
    }
}

/// The axes of a rotation of any length, computed in `f64` and rounded once.
fn axes<const D: usize>(rotation: [f64; 4]) -> [[f32; D]; D] {
    // Scaled first, since squares of the least numbers underflow.
    let largest =
        rotation.iter().fold(0.0, |most: f64, x| if x.abs() > most { x.abs() } else { most });
    let [x, y, z, w] = rotation.map(|part| part / largest);
    let square = x * x + y * y + z * z + w * w;
    if D == 2 {
        // Here a rotation is [cos, sin, 0, 0].
        let length = square.sqrt();
        let (cos, sin) = (x / length, y / length);
        let rows = [[cos, sin], [-sin, cos]];
        return from_fn(|i| from_fn(|j| rows[i][j] as f32));
    }
    let rows = [
        [x * x + w * w - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), y * y + w * w - x * x - z * z, 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), z * z + w * w - x * x - y * y],
    ];
    from_fn(|i| from_fn(|j| (rows[i][j] / square) as f32))
}
