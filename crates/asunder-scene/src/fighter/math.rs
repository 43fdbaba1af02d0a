//! Vectors, rotations and rigid frames for modelling the fighter, in `f64`.
//!
//! Only operations that IEEE 754 rounds exactly are used (`+ - * /`, square root, rounding), so a
//! fighter made on one platform has the bits of one made on any other.

use std::f64::consts::PI;
use std::ops::{Add, Mul, Sub};

/// A point or direction, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vec3 {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
}

/// The vector `(x, y, z)`.
pub(super) const fn vec3(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    pub(super) const X: Self = vec3(1.0, 0.0, 0.0);
    pub(super) const Y: Self = vec3(0.0, 1.0, 0.0);
    pub(super) const Z: Self = vec3(0.0, 0.0, 1.0);

    /// The reflection in the plane x = 0, which swaps the body's left and right.
    pub(super) const fn mirrored(self) -> Self {
        vec3(-self.x, self.y, self.z)
    }

    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub(super) fn cross(self, other: Self) -> Self {
        vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub(super) fn normalized(self) -> Self {
        self * (1.0 / self.length())
    }

    pub(super) fn to_f32(self) -> [f32; 3] {
        [self.x as f32, self.y as f32, self.z as f32]
    }
}

impl Add for Vec3 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        vec3(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul<f64> for Vec3 {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        vec3(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// A rotation, as the unit quaternion `vector + scalar`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation {
    vector: Vec3,
    scalar: f64,
}

impl Rotation {
    /// The rotation by `degrees` about the unit vector `axis`.
    pub(super) fn from_axis_angle(axis: Vec3, degrees: f64) -> Self {
        let (sin, cos) = sin_cos(degrees / 2.0);
        Self { vector: axis * sin, scalar: cos }
    }

    /// The rotation that maps X, Y and Z to three orthonormal, right-handed axes.
    ///
    /// The largest of the quaternion's four components is found first and the others are divided
    /// by it (S. W. Shepperd, "Quaternion from rotation matrix", 1978), which keeps its precision
    /// at half turns too.
    pub(super) fn from_axes(x: Vec3, y: Vec3, z: Vec3) -> Self {
        let trace = x.x + y.y + z.z;
        let largest = trace.max(x.x).max(y.y).max(z.z);
        let (vector, scalar) = if largest == trace {
            (vec3(y.z - z.y, z.x - x.z, x.y - y.x), 1.0 + trace)
        } else if largest == x.x {
            (vec3(1.0 + x.x - y.y - z.z, y.x + x.y, z.x + x.z), y.z - z.y)
        } else if largest == y.y {
            (vec3(y.x + x.y, 1.0 + y.y - z.z - x.x, z.y + y.z), z.x - x.z)
        } else {
            (vec3(z.x + x.z, z.y + y.z, 1.0 + z.z - x.x - y.y), x.y - y.x)
        };
        Self { vector, scalar }.normalized()
    }

    pub(super) fn inverse(self) -> Self {
        Self { vector: self.vector * -1.0, scalar: self.scalar }
    }

    /// The same rotation by the one of its two quaternions that is nearer to `other`.
    pub(super) fn near(self, other: Self) -> Self {
        if self.dot(other) < 0.0 {
            Self { vector: self.vector * -1.0, scalar: -self.scalar }
        } else {
            self
        }
    }

    /// `v` rotated.
    pub(super) fn apply(self, v: Vec3) -> Vec3 {
        let t = self.vector.cross(v) * 2.0;
        v + t * self.scalar + self.vector.cross(t)
    }

    /// The components in glTF's order: x, y, z, w.
    pub(super) fn to_f32(self) -> [f32; 4] {
        let [x, y, z] = self.vector.to_f32();
        [x, y, z, self.scalar as f32]
    }

    fn dot(self, other: Self) -> f64 {
        self.vector.dot(other.vector) + self.scalar * other.scalar
    }

    fn normalized(self) -> Self {
        let factor = 1.0 / self.dot(self).sqrt();
        Self { vector: self.vector * factor, scalar: self.scalar * factor }
    }
}

/// `a * b` rotates by `b`, then by `a`.
impl Mul for Rotation {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let vector = b.vector * self.scalar + self.vector * b.scalar + self.vector.cross(b.vector);
        let scalar = self.scalar * b.scalar - self.vector.dot(b.vector);
        Self { vector, scalar }.normalized()
    }
}

/// A rigid frame: a position and a rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) rotation: Rotation,
    pub(super) origin: Vec3,
}

impl Frame {
    /// A point given in this frame, in the frame's parent.
    pub(super) fn point(self, p: Vec3) -> Vec3 {
        self.origin + self.rotation.apply(p)
    }

    /// The frame `inner`, given in this frame, in this frame's parent.
    pub(super) fn then(self, inner: Self) -> Self {
        Self { rotation: self.rotation * inner.rotation, origin: self.point(inner.origin) }
    }

    pub(super) fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        Self { rotation, origin: rotation.apply(self.origin) * -1.0 }
    }

    /// The 4 x 4 matrix, column by column.
    pub(super) fn to_matrix(self) -> [f32; 16] {
        let mut matrix = [0.0; 16];
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| self.rotation.apply(axis));
        for (column, v) in matrix.chunks_exact_mut(4).zip(axes.into_iter().chain([self.origin])) {
            column[..3].copy_from_slice(&v.to_f32());
        }
        matrix[15] = 1.0;
        matrix
    }
}

/// The sine and cosine of an angle in degrees, within 4e-16.
///
/// The angle is reduced to [-45, 45] degrees, where the Taylor polynomials of degree 15 and 16
/// are off by less than 5e-17; the rest is rounding.
pub(super) fn sin_cos(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0).round();
    let x = (degrees - 90.0 * quarters) * (PI / 180.0);
    // Each series, nested from its last term inwards: 1 - x²/(n(n+1)) · (1 - x²/(…) · (…)).
    let series = |first: f64| {
        (0..8).rev().fold(1.0, |inner, k| {
            let n = first + 2.0 * f64::from(k);
            1.0 - x * x / (n * (n + 1.0)) * inner
        })
    };
    let (sin, cos) = (x * series(2.0), series(1.0));
    match quarters.rem_euclid(4.0) as u8 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// 0 below `from`, 1 above `to`, and a smooth cubic step between.
pub(super) fn smoothstep(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_have_their_known_values() {
        let root_half = 0.5f64.sqrt();
        let root_three_quarters = 0.75f64.sqrt();
        for (degrees, sin, cos) in [
            (0.0, 0.0, 1.0),
            (30.0, 0.5, root_three_quarters),
            (45.0, root_half, root_half),
            (60.0, root_three_quarters, 0.5),
            (90.0, 1.0, 0.0),
            (150.0, 0.5, -root_three_quarters),
            (-45.0, -root_half, root_half),
            (-120.0, -root_three_quarters, -0.5),
            (180.0, 0.0, -1.0),
            (330.0, -0.5, root_three_quarters),
        ] {
            let (s, c) = sin_cos(degrees);
            assert!((s - sin).abs() < 4e-16 && (c - cos).abs() < 4e-16, "{degrees}: {s} {c}");
        }
    }

    #[test]
    fn sine_and_cosine_obey_the_addition_theorem() {
        let (step_sin, step_cos) = sin_cos(7.0);
        for degrees in -400..400 {
            let (s, c) = sin_cos(f64::from(degrees));
            let (next_s, next_c) = sin_cos(f64::from(degrees) + 7.0);
            assert!((s * step_cos + c * step_sin - next_s).abs() < 1e-15, "{degrees}");
            assert!((c * step_cos - s * step_sin - next_c).abs() < 1e-15, "{degrees}");
        }
    }

    #[test]
    fn axes_give_back_their_rotation() {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, vec3(0.6, 0.0, -0.8)] {
            for degrees in [0.0, 40.0, 130.0, 180.0, 260.0] {
                let rotation = Rotation::from_axis_angle(axis, degrees);
                let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|v| rotation.apply(v));
                let same = Rotation::from_axes(x, y, z).near(rotation);
                assert!(same.dot(rotation) > 1.0 - 1e-14, "{axis:?} {degrees}");
            }
        }
    }
}
