//! Cameras around a center, and their projection matrices.

use crate::families::Family;
use crate::families::polyhedron::dot;
use crate::families::rotation::{axes, compose, normalized, quarter_turn};
use crate::families::shape_parameters::{ShapeParameters, finite, nonzero};
use crate::{Depth, Frustum, Rng};
use std::array::from_fn;

/// A camera.
pub(super) struct View<const D: usize> {
    origin: [f32; D],
    rotation: [f32; 4],
    slopes: [f32; 4],
    near: f32,
    far: f32,
}

impl<const D: usize> View<D> {
    pub(super) fn new(parameters: &ShapeParameters<D>, family: Family, rng: &mut Rng) -> Self {
        if family == Family::RandomBits {
            return Self::of_any_bits(parameters, rng);
        }
        let on_grid = matches!(family, Family::Grid | Family::Resting);
        let mut rotation = parameters.rotation;
        if on_grid && rng.chance(0.6) {
            let turned = compose::<D>(rotation.map(f64::from), quarter_turn::<D>(rng));
            rotation = nonzero(turned.map(finite));
        }
        let half = parameters.half_extents.map(f64::from);
        let depth = half[D - 1];
        let (mut near, mut far, mut slopes);
        if on_grid {
            near = rng.below(4) as f64 / 4.0;
            far = near + (1 + rng.below(6)) as f64 / 4.0;
            slopes = [-1.0, 1.0, -1.0, 1.0].map(|sign| sign * (1 + rng.below(4)) as f64 / 4.0);
        } else if matches!(family, Family::Game | Family::Yaw) && rng.chance(0.4) {
            near = rng.between(0.05, 1.0);
            far = rng.between(5.0, 200.0);
            let (width, height) = (rng.between(0.3, 1.2), rng.between(0.3, 1.0));
            slopes = [-width, width, -height, height];
        } else {
            let middle = depth * rng.between(1.0, 6.0);
            (near, far) = (middle - depth, middle + depth);
            let wide = |size: f64| if middle > 0.0 { size / middle } else { 1.0 };
            let [x, y] = [wide(half[0]), wide(half[1])];
            slopes = [-x, x, -y, y].map(|slope| slope * rng.between(0.3, 1.5));
            if rng.chance(0.1) {
                // Off-center: a mirror's view, or a part of a screen.
                slopes = slopes.map(|slope| slope + 1.6 * x);
            }
        }
        let collapsed = if family == Family::Degenerate { 0.4 } else { 0.04 };
        for (low, high) in [(0, 1), (2, 3)] {
            if rng.chance(collapsed) {
                slopes[low] = slopes[high];
            }
        }
        if rng.chance(collapsed) {
            near = 0.0;
        }
        if rng.chance(collapsed) {
            far = near;
        }
        let look = axes::<D>(rotation.map(f64::from))[D - 1];
        let look = normalized(look).unwrap_or(look);
        let back = if on_grid { far } else { (near + far) / 2.0 };
        Self {
            origin: from_fn(|i| finite(f64::from(parameters.center[i]) + look[i] * back)),
            rotation,
            slopes: ascending(slopes.map(finite)),
            near: finite(near),
            far: finite(far),
        }
    }

    fn of_any_bits(parameters: &ShapeParameters<D>, rng: &mut Rng) -> Self {
        let [near, far] = [rng.any_finite().abs(), rng.any_finite().abs()];
        let (near, far) = if near < far { (near, far) } else { (far, near) };
        Self {
            origin: parameters.center,
            rotation: parameters.rotation,
            slopes: ascending(from_fn(|_| rng.any_finite())),
            near,
            far,
        }
    }

    pub(super) fn perspective(self) -> Frustum<D> {
        let Self { origin, rotation, slopes, near, far } = self;
        Frustum::Perspective { origin, rotation, slopes, near, far }
    }

    /// The rows of its projection matrix, which maps `(x, y, z, 1)`.
    pub(super) fn rows(&self, depth: Depth, rng: &mut Rng) -> [[f64; 4]; 4] {
        let [left, right, bottom, top] = self.slopes.map(f64::from);
        let (near, far) = (f64::from(self.near), f64::from(self.far));
        let axes = axes::<D>(self.rotation.map(f64::from));
        let origin = self.origin.map(f64::from);
        // A coordinate of the camera's frame, as a row.
        let row = |k: usize, sign: f64| -> [f64; 4] {
            let axis = normalized(axes[k]).unwrap_or(axes[k]).map(|x| sign * x);
            from_fn(|i| if i < 3 { axis[i] } else { -dot(axis, origin) })
        };
        let (x, y, w) = (row(0, 1.0), row(1, 1.0), row(2, -1.0));
        let one = [0.0, 0.0, 0.0, 1.0];
        let sum = |u: [f64; 4], p: f64, v: [f64; 4], q: f64| from_fn(|i| p * u[i] + q * v[i]);
        let across = |u: [f64; 4], low: f64, high: f64| {
            let wide = if high > low { high - low } else { 1.0 };
            sum(u, 2.0 / wide, w, -(low + high) / wide)
        };
        if rng.chance(0.3) {
            // Orthographic: the sides are as far apart as in the middle of the view.
            let middle = (near + far) / 2.0;
            let half = |low: f64, high: f64| {
                let half = (high - low) * middle / 2.0;
                if half > 0.0 { half } else { 1.0 }
            };
            let long = if far > near { far - near } else { 1.0 };
            let z = match depth {
                Depth::ZeroToOne => sum(w, 1.0 / long, one, -near / long),
                Depth::MinusOneToOne => sum(w, 2.0 / long, one, -2.0 * near / long - 1.0),
            };
            return [x.map(|v| v / half(left, right)), y.map(|v| v / half(bottom, top)), z, one];
        }
        let endless = rng.chance(0.3) || far <= near;
        let (p, q) = match (depth, endless, rng.chance(0.5)) {
            (Depth::ZeroToOne, true, false) => (1.0, -near),
            (Depth::ZeroToOne, true, true) => (0.0, near),
            (Depth::ZeroToOne, false, false) => (far / (far - near), -far * near / (far - near)),
            (Depth::ZeroToOne, false, true) => (-near / (far - near), far * near / (far - near)),
            (Depth::MinusOneToOne, true, _) => (1.0, -2.0 * near),
            (Depth::MinusOneToOne, false, _) => {
                ((far + near) / (far - near), -2.0 * far * near / (far - near))
            }
        };
        [across(x, left, right), across(y, bottom, top), sum(w, p, one, q), w]
    }
}

/// Each pair in order.
fn ascending([left, right, bottom, top]: [f32; 4]) -> [f32; 4] {
    let sorted = |a: f32, b: f32| if a <= b { [a, b] } else { [b, a] };
    let ([left, right], [bottom, top]) = (sorted(left, right), sorted(bottom, top));
    [left, right, bottom, top]
}
