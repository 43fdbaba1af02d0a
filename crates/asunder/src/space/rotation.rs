//! Rotations from angles, with the same bits everywhere.

use crate::array::Mapped as _;
use core::f64::consts::{FRAC_PI_2, PI, TAU};
use glam::Quat;

/// A rotation in the plane, held as cosine and sine; it means `(cos, sin)` divided by its length.
///
/// The angle turns from x towards y: counter-clockwise where y points up, clockwise where it points
/// down the screen.
///
/// ```
/// use asunder::Rot2;
///
/// assert_eq!(Rot2::degrees(90.0), Rot2 { cos: 0.0, sin: 1.0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot2 {
    /// The cosine of the angle.
    pub cos: f32,
    /// The sine of the angle.
    pub sin: f32,
}

impl Rot2 {
    /// The rotation by zero.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// The rotation by an angle in degrees. Multiples of 90 are exact.
    ///
    /// A non-finite angle gives NaN, which every shape refuses.
    #[must_use]
    pub fn degrees(angle: f32) -> Self {
        // The remainder is exact, so that 450 degrees turn as 90 do.
        let (sin, cos) = sin_cos_quarters(f64::from(angle % 360.0) / 90.0);
        Self { cos: cos as f32, sin: sin as f32 }
    }

    /// The rotation by an angle in radians.
    ///
    /// A non-finite angle gives NaN, which every shape refuses.
    #[must_use]
    pub fn radians(angle: f32) -> Self {
        let (sin, cos) = sin_cos(f64::from(angle));
        Self { cos: cos as f32, sin: sin as f32 }
    }
}

impl From<Rot2> for [f32; 2] {
    fn from(rotation: Rot2) -> Self {
        [rotation.cos, rotation.sin]
    }
}

/// The rotation about an axis of any length but zero, by an angle in radians, right-handed where
/// the axes are.
///
/// A zero or non-finite axis and a non-finite angle give NaN, which every shape refuses.
#[must_use]
pub fn axis_angle(axis: impl Into<[f32; 3]>, radians: f32) -> Quat {
    let [x, y, z] = axis.into().mapped(f64::from);
    let (sin, cos) = sin_cos(f64::from(radians) / 2.0);
    let scale = sin / (x * x + y * y + z * z).sqrt();
    Quat::from_array([x * scale, y * scale, z * scale, cos].mapped(|v| v as f32))
}

/// The rotation by roll about z, then pitch about x, then yaw about y, all about the fixed axes, in
/// radians: `R = R_y(yaw) · R_x(pitch) · R_z(roll)`, the order of `XMQuaternionRotationRollPitchYaw`.
///
/// A non-finite angle gives NaN, which every shape refuses.
#[must_use]
pub fn yaw_pitch_roll(yaw: f32, pitch: f32, roll: f32) -> Quat {
    let (sy, cy) = sin_cos(f64::from(yaw) / 2.0);
    let (sp, cp) = sin_cos(f64::from(pitch) / 2.0);
    let (sr, cr) = sin_cos(f64::from(roll) / 2.0);
    let q = [
        cy * sp * cr + sy * cp * sr,
        sy * cp * cr - cy * sp * sr,
        cy * cp * sr - sy * sp * cr,
        cy * cp * cr + sy * sp * sr,
    ];
    Quat::from_array(q.mapped(|v| v as f32))
}

/// The numbers of a rotation, each rounded once. Numbers so large or so small that `f32` would lose
/// them are first brought near one: a rotation's length means nothing.
pub(crate) fn rotation_to_f32<const N: usize>(rotation: [f64; N]) -> [f32; N] {
    /// 2⁶⁴, far from either end of the range.
    const FAR: f64 = 18_446_744_073_709_551_616.0;
    let largest = rotation.iter().fold(0.0, |most, x| if x.abs() > most { x.abs() } else { most });
    let in_range = largest > 1.0 / FAR && largest < FAR;
    rotation.map(|x| if in_range { x } else { x / largest } as f32)
}

/// Sine and cosine, the same bits on every platform; below 2⁻⁴⁰ off for angles up to a million.
pub(crate) fn sin_cos(radians: f64) -> (f64, f64) {
    // 2π in two parts, so that the remainder keeps its low bits.
    const TURN_HIGH: f64 = TAU;
    const TURN_LOW: f64 = 2.449_293_598_294_706_4e-16;
    let turns = (radians / TURN_HIGH).round();
    let rest = (radians - turns * TURN_HIGH) - turns * TURN_LOW;
    sin_cos_quarters(rest / FRAC_PI_2)
}

/// Sine and cosine of an angle counted in quarter turns.
fn sin_cos_quarters(quarters: f64) -> (f64, f64) {
    let nearest = quarters.round();
    let (sin, cos) = sin_cos_small((quarters - nearest) * (PI / 2.0));
    match (nearest as i64).rem_euclid(4) {
        _ if nearest.is_nan() => (f64::NAN, f64::NAN),
        0 => (sin, cos),
        1 => (cos, 0.0 - sin),
        2 => (0.0 - sin, 0.0 - cos),
        _ => (0.0 - cos, sin),
    }
}

/// Sine and cosine of at most an eighth of a turn, by their Taylor series: the first term left out
/// is below 2⁻⁵⁵.
fn sin_cos_small(x: f64) -> (f64, f64) {
    let square = x * x;
    let (mut sin, mut cos) = (1.0, 1.0);
    let mut n = 18.0;
    while n > 0.0 {
        cos = 1.0 - cos * square / (n * (n - 1.0));
        sin = 1.0 - sin * square / (n * (n + 1.0));
        n -= 2.0;
    }
    (x * sin, cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_exact() {
        let expected = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        for turns in -3..4 {
            for (i, pair) in expected.iter().enumerate() {
                let angle = (turns * 360 + 90 * i as i32) as f32;
                assert_eq!(<[f32; 2]>::from(Rot2::degrees(angle)), *pair, "{angle} degrees");
            }
        }
    }

    #[test]
    fn known_values() {
        let half = Rot2::degrees(30.0);
        assert_eq!((half.sin, half.cos), (0.5, 0.866_025_4));
        let one = Rot2::radians(1.0);
        assert_eq!((one.sin, one.cos), (0.841_470_96, 0.540_302_3));
        let far = Rot2::radians(1e6);
        assert_eq!((far.sin, far.cos), (-0.349_993_5, 0.936_752_14));
        assert!(Rot2::radians(f32::INFINITY).cos.is_nan());
        assert!(Rot2::degrees(f32::NAN).sin.is_nan());
    }

    #[test]
    fn unit_length_and_addition_theorem() {
        for i in -2000..2000 {
            let angle = f64::from(i) * 0.01;
            let (s, c) = sin_cos(angle);
            assert!((s * s + c * c - 1.0).abs() < 1e-14, "{angle}");
            let (s2, c2) = sin_cos(2.0 * angle);
            assert!((s2 - 2.0 * s * c).abs() < 1e-13 && (c2 - (c * c - s * s)).abs() < 1e-13);
        }
    }

    #[test]
    fn named_orders() {
        let quarter = core::f32::consts::FRAC_PI_2;
        // Yaw turns z towards x, pitch y towards z, roll x towards y.
        assert_eq!(yaw_pitch_roll(quarter, 0.0, 0.0), axis_angle([0.0, 1.0, 0.0], quarter));
        assert_eq!(yaw_pitch_roll(0.0, quarter, 0.0), axis_angle([1.0, 0.0, 0.0], quarter));
        assert_eq!(yaw_pitch_roll(0.0, 0.0, quarter), axis_angle([0.0, 0.0, 2.0], quarter));
        // Roll first, yaw last: x goes to y by the roll, and stays there under the yaw.
        let q = yaw_pitch_roll(quarter, 0.0, quarter);
        let turned = q * glam::Vec3::X;
        assert!((turned - glam::Vec3::Y).length() < 1e-6, "{turned}");
    }
}
