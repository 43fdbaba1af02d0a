//! The plane.

use super::Dimension;
use crate::array::Mapped as _;
use crate::exact::{Estimate, Number, Surd, is_zero, widen};
use crate::query::enclosing::least_rectangle;
use crate::space::{Component, Rot2, Vector, rotation_to_f32};
use glam::Vec2;

impl crate::linalg::sealed::Sealed for Vec2 {}

impl Vector for Vec2 {
    const DIM: usize = 2;
    const IDENTITY: [f32; 2] = [1.0, 0.0];
    type Array<T: Component> = [T; 2];
    type RotationArray = [f32; 2];
    type Rotation = Rot2;

    #[inline(always)]
    fn array<T: Component>(mut f: impl FnMut(usize) -> T) -> [T; 2] {
        // Spelled out: the standard library's way costs a third of the time to build this crate.
        [f(0), f(1)]
    }
    #[inline(always)]
    fn hot_array<T: Component>(f: impl FnMut(usize) -> T) -> [T; 2] {
        core::array::from_fn(f)
    }
    #[inline(always)]
    fn from_array(array: [f32; 2]) -> Self {
        Self { x: array[0], y: array[1] }
    }
    #[inline(always)]
    fn to_array(self) -> [f32; 2] {
        [self.x, self.y]
    }
    fn rotation([cos, sin]: [f32; 2]) -> Rot2 {
        Rot2 { cos, sin }
    }
}

/// A shorter complex number of the same rotation, for turns by eighths.
fn simplest(cos: f32, sin: f32) -> (f32, f32) {
    if is_zero(cos) || is_zero(sin) || cos.abs().to_bits() == sin.abs().to_bits() {
        let one = |x: f32| if is_zero(x) { 0.0 } else { 1.0f32.copysign(x) };
        (one(cos), one(sin))
    } else {
        (cos, sin)
    }
}

impl Dimension for Vec2 {
    const EDGES: usize = 0;
    type Exact = Surd;
    /// Roots are taken of exact numbers alone.
    type Longer = Estimate;

    /// The complex number itself: `|z|` times the rotation. A quarter turn needs no root.
    #[inline(always)]
    fn frame<N: Number>([cos, sin]: [f32; 2], slot: usize) -> ([[N; 2]; 2], N) {
        let (cos, sin) = if N::KEEPS_DIGITS { simplest(cos, sin) } else { (cos, sin) };
        let (c, s) = (N::of(cos), N::of(sin));
        let norm = if is_zero(sin) {
            c.abs()
        } else if is_zero(cos) {
            s.abs()
        } else {
            (c * c + s * s).root(slot)
        }
        .as_scale();
        ([[c, s], [N::ZERO - s, c]], norm)
    }

    /// Unturned boxes share both axes. (Quarter turns are as cheap through `frame`.)
    fn shared_axes(a: [f32; 2], b: [f32; 2]) -> u32 {
        if is_zero(a[1]) && is_zero(b[1]) { 0b11 } else { 0 }
    }

    fn coordinate_axes([cos, sin]: [f32; 2]) -> [Option<u8>; 2] {
        if is_zero(sin) {
            [Some(0), Some(1)]
        } else if is_zero(cos) {
            [Some(1), Some(0)]
        } else {
            [None; 2]
        }
    }

    fn rotation_from_columns(columns: &[[f64; 2]; 2]) -> [f32; 2] {
        let [x, y] = columns[0];
        let length = (x * x + y * y).sqrt();
        [(x / length) as f32, (y / length) as f32]
    }

    fn rotation_product(outer: [f32; 2], inner: [f32; 2]) -> [f32; 2] {
        let ([a, b], [c, d]) = (outer.mapped(widen), inner.mapped(widen));
        rotation_to_f32([a * c - b * d, a * d + b * c])
    }

    /// The larger of cosine and sine of the half angle from the cosine, the other one from the sine.
    fn half_turn(rotation: [f32; 2]) -> [f64; 4] {
        let [cos, sin] = rotation.mapped(widen);
        let length = (cos * cos + sin * sin).sqrt();
        let (cos, sin) = (cos / length, sin / length);
        if cos >= 0.0 {
            let w = ((1.0 + cos) * 0.5).sqrt();
            return [0.0, 0.0, sin / (2.0 * w), w];
        }
        let z = ((1.0 - cos) * 0.5).sqrt();
        let z = if sin < 0.0 { -z } else { z };
        [0.0, 0.0, z, sin / (2.0 * z)]
    }

    fn from_half_turn([_, _, z, w]: [f64; 4]) -> [f32; 2] {
        rotation_to_f32([w * w - z * z, 2.0 * w * z])
    }

    #[inline(always)]
    fn cross<N: Number>(a: &[N; 2], _b: &[N; 2]) -> [N; 2] {
        [N::ZERO - a[1], a[0]]
    }

    #[cfg_attr(not(feature = "2d"), inline)]
    fn least_box_axes(points: &[[f32; 2]]) -> [[f64; 2]; 2] {
        let wide = points.iter().map(|point| point.mapped(widen)).collect();
        let [x, y] = least_rectangle(wide).unwrap_or([1.0, 0.0]);
        [[x, y], [-y, x]]
    }

    const BOX_EDGES: &'static [(usize, usize)] = &[(0, 1), (2, 3), (0, 2), (1, 3)];
}
