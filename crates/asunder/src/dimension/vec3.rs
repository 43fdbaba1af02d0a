//! Space.

use super::Dimension;
use crate::array::Mapped as _;
use crate::exact::{Dyadic, Number, WideEstimate, widen};
use crate::query::enclosing::least_box;
use crate::space::{Component, Vector, rotation_to_f32};
use glam::{Quat, Vec3};

impl crate::linalg::sealed::Sealed for Vec3 {}

impl Vector for Vec3 {
    const DIM: usize = 3;
    const IDENTITY: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
    type Array<T: Component> = [T; 3];
    type RotationArray = [f32; 4];
    type Rotation = Quat;

    #[inline(always)]
    fn array<T: Component>(mut f: impl FnMut(usize) -> T) -> [T; 3] {
        // Spelled out: the standard library's way costs a third of the time to build this crate.
        [f(0), f(1), f(2)]
    }
    #[inline(always)]
    fn hot_array<T: Component>(f: impl FnMut(usize) -> T) -> [T; 3] {
        core::array::from_fn(f)
    }
    #[inline(always)]
    fn from_array(array: [f32; 3]) -> Self {
        Self { x: array[0], y: array[1], z: array[2] }
    }
    #[inline(always)]
    fn to_array(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }
    fn rotation(array: [f32; 4]) -> Quat {
        Quat::from_array(array)
    }
}

/// A shorter quaternion of the same rotation, for turns that take the coordinate axes to one another:
/// all its components are of one size, but for those that are zero.
fn simplest(rotation: [f32; 4]) -> [f32; 4] {
    in_units(rotation).unwrap_or(rotation)
}

/// The rotation by a quaternion of ones and zeros, if there is such a one.
#[inline(always)]
fn in_units(rotation: [f32; 4]) -> Option<[f32; 4]> {
    let size = |x: f32| x.to_bits() << 1;
    let mut largest = 0;
    for x in rotation {
        largest = if size(x) > largest { size(x) } else { largest };
    }
    rotation
        .iter()
        .all(|&x| size(x) == 0 || size(x) == largest)
        .then(|| rotation.mapped(|x| if size(x) == 0 { 0.0 } else { 1.0f32.copysign(x) }))
}

impl Dimension for Vec3 {
    const EDGES: usize = 3;
    type Exact = Dyadic;
    type Longer = WideEstimate;

    /// The matrix of a quaternion without the division: `|q|²` times the rotation.
    #[inline(always)]
    fn frame<N: Number>(rotation: [f32; 4], _slot: usize) -> ([[N; 3]; 3], N) {
        // One by one: `map` of an array of four does not inline.
        let [x, y, z, w] = if N::KEEPS_DIGITS { simplest(rotation) } else { rotation };
        let (x, y, z, w) = (N::of(x), N::of(y), N::of(z), N::of(w));
        let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let (wx, wy, wz) = (w * x, w * y, w * z);
        let rows = [
            [(ww + xx) - (yy + zz), (xy + wz).twice(), (xz - wy).twice()],
            [(xy - wz).twice(), (ww - xx) + (yy - zz), (yz + wx).twice()],
            [(xz + wy).twice(), (yz - wx).twice(), (ww - xx) - (yy - zz)],
        ];
        let norm = ((ww + xx) + (yy + zz)).as_scale();
        (Self::array(|i| Self::array(|j| rows[i][j].at_most(norm))), norm)
    }

    #[inline(always)]
    fn shared_axes(a: [f32; 4], b: [f32; 4]) -> u32 {
        // Along axis t, of the vector parts, only the components t may be other than zero.
        let still = |i: usize| (a[i].to_bits() | b[i].to_bits()) << 1 == 0;
        let [x, y, z] = [still(0), still(1), still(2)];
        u32::from(y & z) | u32::from(z & x) << 1 | u32::from(x & y) << 2
    }

    fn coordinate_axes(rotation: [f32; 4]) -> [Option<u8>; 3] {
        if let Some(units) = in_units(rotation) {
            // Sums of a few ones, so that nothing rounds.
            let (rows, _) = Self::frame::<f32>(units, 0);
            let is_along = |i: usize, t: usize| (0..3).all(|s| s == t || rows[i][s] == 0.0);
            return [0, 1, 2].mapped(|t| (0..3).find(|&i| is_along(usize::from(i), t)));
        }
        // A turn about an axis keeps it; half a turn about an axis reverses those across.
        let still = Self::shared_axes(rotation, rotation);
        let is_half = rotation[3].to_bits() << 1 == 0;
        let is_reversed = |t: u8| is_half && rotation[usize::from(t)].to_bits() << 1 == 0;
        [0, 1, 2].mapped(|t| (still >> t & 1 == 1 || is_reversed(t)).then_some(t))
    }

    /// Shepperd's method (1978): divide by the largest of the four components.
    fn rotation_from_columns(columns: &[[f64; 3]; 3]) -> [f32; 4] {
        let mut c = columns.mapped(normalized);
        let cross = [
            c[0][1] * c[1][2] - c[0][2] * c[1][1],
            c[0][2] * c[1][0] - c[0][0] * c[1][2],
            c[0][0] * c[1][1] - c[0][1] * c[1][0],
        ];
        // A mirrored box is the same box with one axis reversed.
        if cross[0] * c[2][0] + cross[1] * c[2][1] + cross[2] * c[2][2] < 0.0 {
            c[2] = c[2].mapped(|x| -x);
        }
        let (xx, yy, zz) = (c[0][0], c[1][1], c[2][2]);
        let squares =
            [1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz, 1.0 + xx + yy + zz];
        let sum = |i: usize, j: usize| c[i][j] + c[j][i];
        let difference = |i: usize, j: usize| c[i][j] - c[j][i];
        let largest = (1..4).fold(0, |best, i| if squares[i] > squares[best] { i } else { best });
        let q = match largest {
            0 => [squares[0], sum(0, 1), sum(0, 2), difference(1, 2)],
            1 => [sum(0, 1), squares[1], sum(1, 2), difference(2, 0)],
            2 => [sum(0, 2), sum(1, 2), squares[2], difference(0, 1)],
            _ => [difference(1, 2), difference(2, 0), difference(0, 1), squares[3]],
        };
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.mapped(|x| (x / length) as f32)
    }

    fn rotation_product(outer: [f32; 4], inner: [f32; 4]) -> [f32; 4] {
        let [px, py, pz, pw] = outer.mapped(widen);
        let [qx, qy, qz, qw] = inner.mapped(widen);
        rotation_to_f32([
            (pw * qx + px * qw) + (py * qz - pz * qy),
            (pw * qy + py * qw) + (pz * qx - px * qz),
            (pw * qz + pz * qw) + (px * qy - py * qx),
            (pw * qw - px * qx) - (py * qy + pz * qz),
        ])
    }

    fn half_turn(rotation: [f32; 4]) -> [f64; 4] {
        let [x, y, z, w] = rotation.mapped(widen);
        let length = (x * x + y * y + z * z + w * w).sqrt();
        [x / length, y / length, z / length, w / length]
    }

    fn from_half_turn(quaternion: [f64; 4]) -> [f32; 4] {
        rotation_to_f32(quaternion)
    }

    #[inline(always)]
    fn cross<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    #[cfg_attr(not(feature = "3d"), inline)]
    fn least_box_axes(points: &[[f32; 3]]) -> [[f64; 3]; 3] {
        least_box(points)
    }

    const BOX_EDGES: &'static [(usize, usize)] = &[
        (0, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (0, 2),
        (1, 3),
        (4, 6),
        (5, 7),
        (0, 4),
        (1, 5),
        (2, 6),
        (3, 7),
    ];
}

fn normalized(column: [f64; 3]) -> [f64; 3] {
    let length = (column[0] * column[0] + column[1] * column[1] + column[2] * column[2]).sqrt();
    column.mapped(|x| x / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_along_coordinate_axes_are_seen() {
        let number = |i: usize| [-2.0, -1.0, 0.0, 1.0, 2.0][i % 5];
        for code in 0..625 {
            let q = [number(code), number(code / 5), number(code / 25), number(code / 125)];
            // Sums of small whole numbers, so that nothing rounds.
            let (rows, _) = Vec3::frame::<f64>(q, 0);
            for (t, seen) in Vec3::coordinate_axes(q).into_iter().enumerate() {
                let seen = seen.map(usize::from);
                let is_along = |i: usize| (0..3).all(|s| (s == t) == (rows[i][s] != 0.0));
                if q != [0.0; 4] {
                    assert!(seen.is_none_or(is_along), "{q:?}: {seen:?} along {t}");
                    assert_eq!(seen == Some(t), is_along(t), "{q:?}: {t} itself");
                }
            }
        }
    }
}
