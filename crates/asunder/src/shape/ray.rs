//! Rays, from numbers or through a pixel.

use super::{Depth, ShapeError, check};
use crate::array::{Mapped as _, array_of};
use crate::exact::widen;
use crate::space::Vector;
use glam::Vec3;

/// Every point `origin + t · direction` with `t >= 0`: a half-line and its end.
///
/// The direction may have any length but zero, and `t` counts in units of that length.
///
/// ```
/// use asunder::prelude::*;
///
/// let ray = Ray3::new([0.0, 1.0, 0.0], [0.0, 0.0, -2.0]);
/// assert_eq!(ray.direction().to_array(), [0.0, 0.0, -2.0]);
/// assert!(Ray3::try_new(ray.origin(), [0.0, 0.0, 0.0]).is_err(), "zero has no direction");
/// assert!(Ray3::try_new(ray.origin(), [0.0, 0.0, f32::from_bits(1)]).is_ok(), "a subnormal has");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    pub(crate) origin: V::Array<f32>,
    pub(crate) direction: V::Array<f32>,
}

impl<V: Vector> Ray<V> {
    /// The ray from a point along a direction of any length but zero.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(origin: impl Into<V::Array<f32>>, direction: impl Into<V::Array<f32>>) -> Self {
        check::valid(Self::try_new(origin, direction))
    }

    /// The ray from a point along a direction, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite or the direction is zero. A subnormal is not zero.
    pub fn try_new(
        origin: impl Into<V::Array<f32>>,
        direction: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let (origin, direction) = (origin.into(), direction.into());
        check::finite_vector::<V>("origin", &origin)?;
        let numbers: [f32; 3] = array_of(|i| if i < V::DIM { direction[i] } else { 0.0 });
        check::direction("direction", &numbers)?;
        Ok(Self { origin, direction })
    }

    /// The origin, where `t` is zero.
    #[must_use]
    pub fn origin(&self) -> V {
        V::from_array(self.origin)
    }

    /// The direction, with the length it was given.
    #[must_use]
    pub fn direction(&self) -> V {
        V::from_array(self.direction)
    }
}

impl Ray<Vec3> {
    /// What a pixel shows: the ray that starts on the near plane, under the pixel, and runs away
    /// from the eye. Its direction is a unit vector, so that `t` is the distance from there.
    ///
    /// `pixel` counts from the upper left corner of the viewport, x to the right and y down, and
    /// `viewport` is its width and height in the same unit. Whole numbers are the corners of pixels;
    /// a pixel's middle is half a unit further.
    ///
    /// The matrix is the inverse of projection times view (which a camera often holds for itself),
    /// listed as [`Layout::Columns`](crate::Layout::Columns): as OpenGL and glam hold it, and as
    /// DirectX holds its own, for row vectors. Ogre's `Matrix4` is transposed first. Left- or
    /// right-handed, an infinite far plane, and a perspective with reversed depth are all read
    /// rightly. An orthographic matrix does not tell whether its depth is reversed, and is taken for
    /// one where it is not: with the near and far planes exchanged, the ray comes from the far plane.
    ///
    /// The numbers are computed in `f64` and each rounded once; from there on every answer is exact
    /// for the ray.
    ///
    /// # Errors
    /// If a number is not finite, a side of the viewport is not above zero, or the matrix
    /// gives the pixel no ray of finite numbers, being no inverse of a projection.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Depth;
    ///
    /// // The view from the origin along -z, 16 wide and 9 high, from 1 to 101 away.
    /// let x = [8.0, 0.0, 0.0, 0.0];
    /// let y = [0.0, 4.5, 0.0, 0.0];
    /// let z = [0.0, 0.0, -100.0, 0.0];
    /// let inverse = [x, y, z, [0.0, 0.0, -1.0, 1.0]].concat().try_into().unwrap();
    ///
    /// let corner = Ray3::through_pixel([1600.0, 0.0], [1600.0, 900.0], &inverse, Depth::ZeroToOne)?;
    /// assert_eq!(corner, Ray3::new([8.0, 4.5, -1.0], [0.0, 0.0, -1.0]));
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    pub fn through_pixel(
        pixel: impl Into<[f32; 2]>,
        viewport: impl Into<[f32; 2]>,
        inverse_view_projection: &[f32; 16],
        depth: Depth,
    ) -> Result<Self, ShapeError> {
        let [near, far] =
            unprojected(pixel.into(), viewport.into(), inverse_view_projection, depth)?;
        let origin = [0, 1, 2].mapped(|j| (near[j] / near[3]) as f32);
        // Far less near, times both w: right also where the far plane is at infinity and its w zero.
        let along = [0, 1, 2].mapped(|j| far[j] * near[3] - near[j] * far[3]);
        let length = along.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
        if length == 0.0 {
            return Err(ShapeError::Zero { field: "direction" });
        }
        Self::try_new(origin, along.mapped(|x| (x / length) as f32))
    }
}

/// The points under a pixel on the near and on the far plane, in homogeneous coordinates.
pub(super) fn unprojected(
    pixel: [f32; 2],
    viewport: [f32; 2],
    matrix: &[f32; 16],
    depth: Depth,
) -> Result<[[f64; 4]; 2], ShapeError> {
    pixel.iter().try_for_each(|&x| check::finite("pixel", x))?;
    viewport.iter().try_for_each(|&x| check::positive("viewport", x))?;
    matrix.iter().try_for_each(|&x| check::finite("inverse_view_projection", x))?;
    let across = 2.0 * widen(pixel[0]) / widen(viewport[0]) - 1.0;
    let up = 1.0 - 2.0 * widen(pixel[1]) / widen(viewport[1]);
    let unproject = |z: f64| -> [f64; 4] {
        let of = |column: usize, row: usize| widen(matrix[4 * column + row]);
        array_of(|row| (of(0, row) * across + of(1, row) * up) + (of(2, row) * z + of(3, row)))
    };
    let least = match depth {
        Depth::ZeroToOne => 0.0,
        Depth::MinusOneToOne => -1.0,
    };
    let (mut near, mut far) = (unproject(least), unproject(1.0));
    // A point leaves the inverse divided by its distance from the eye, and so its w is the
    // greater the nearer it is; without perspective both are one.
    if far[3].abs() > near[3].abs() {
        (near, far) = (far, near);
    }
    Ok([near, far])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ray2, Ray3};

    #[test]
    fn a_direction_is_anything_but_zero() {
        let least = f32::from_bits(1);
        assert!(Ray2::try_new([0.0; 2], [0.0, -least]).is_ok());
        assert_eq!(
            Ray2::try_new([0.0; 2], [0.0, -0.0]),
            Err(ShapeError::Zero { field: "direction" })
        );
        assert_eq!(
            Ray3::try_new([0.0; 3], [1.0, f32::INFINITY, 0.0]),
            Err(ShapeError::NotFinite { field: "direction", value: f32::INFINITY })
        );
        let error = Ray3::try_new([f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0]).unwrap_err();
        assert_eq!(error.to_string(), "origin is NaN; expected a finite number");
    }

    /// The inverse of a perspective matrix with slopes of one, as exact numbers: the view from the
    /// origin along `forward` of z, near plane at 1. `a` and `b` are the two numbers of the row that
    /// maps depth: z = (a·d + b) / d at distance d.
    fn inverse_perspective(forward: f32, a: f32, b: f32) -> [f32; 16] {
        // x = X·d, y = Y·d and, from Z = a + b/d, 1/d = (Z - a)/b; all divided by d.
        let w = [1.0 / b, -a / b];
        let x = [1.0, 0.0, 0.0, 0.0];
        let y = [0.0, 1.0, 0.0, 0.0];
        [x, y, [0.0, 0.0, 0.0, w[0]], [0.0, 0.0, forward, w[1]]].concat().try_into().unwrap()
    }

    const MIDDLE: [f32; 2] = [320.0, 240.0];
    const CORNER: [f32; 2] = [640.0, 0.0];
    const VIEWPORT: [f32; 2] = [640.0, 480.0];

    /// A ray starts on the near plane and runs away from the eye, whatever the projection's kind.
    #[test]
    fn every_kind_of_perspective_is_read() {
        use Depth::{MinusOneToOne, ZeroToOne};
        let kinds = [
            ("far plane at 2", ZeroToOne, 2.0, -2.0),
            ("far plane at 2, of OpenGL", MinusOneToOne, 3.0, -4.0),
            ("no far plane", ZeroToOne, 1.0, -1.0),
            ("no far plane, of OpenGL", MinusOneToOne, 1.0, -2.0),
            ("reversed, far plane at 2", ZeroToOne, -1.0, 2.0),
            ("reversed, no far plane", ZeroToOne, 0.0, 1.0),
        ];
        for (kind, depth, a, b) in kinds {
            for forward in [-1.0, 1.0] {
                let inverse = inverse_perspective(forward, a, b);
                let ray = Ray3::through_pixel(MIDDLE, VIEWPORT, &inverse, depth);
                let ahead = [0.0, 0.0, forward];
                assert_eq!(ray, Ok(Ray3::new(ahead, ahead)), "{kind}");
                let ray = Ray3::through_pixel(CORNER, VIEWPORT, &inverse, depth).unwrap();
                let third = 1.0 / 3f64.sqrt();
                let aslant = [third, third, f64::from(forward) * third].map(|x| x as f32);
                assert_eq!(ray, Ray3::new([1.0, 1.0, forward], aslant), "{kind}");
                // A projection means the same times any number.
                let negated = inverse.map(|x| -x);
                assert_eq!(Ray3::through_pixel(CORNER, VIEWPORT, &negated, depth), Ok(ray));
            }
        }
    }

    /// A camera that is turned and moved: the ray passes through the point that projects to the pixel.
    #[test]
    fn a_ray_meets_what_the_pixel_shows() {
        use glam::{Mat4, Quat, Vec4, Vec4Swizzles, vec3};
        let turned = Quat::from_xyzw(0.3, -0.2, 0.1, 0.9).normalize();
        let camera = Mat4::from_rotation_translation(turned, vec3(3.0, 4.0, 5.0));
        let view = camera.inverse();
        // Looking along -z from 0.1 to 100; the last two columns map depth.
        let projection = |x: f32, y: f32, z: [f32; 2], w: [f32; 2]| {
            let depth = [0, 1].map(|i| Vec4::new(0.0, 0.0, z[i], w[i]));
            Mat4::from_cols(Vec4::X * x, Vec4::Y * y, depth[0], depth[1])
        };
        let (near, far) = (0.1, 100.0);
        let span: f32 = far - near;
        let perspective = |z| projection(1.2, 1.8, z, [-1.0, 0.0]);
        let orthographic = |z| projection(1.0 / 9.0, 1.0 / 6.0, z, [0.0, 1.0]);
        let projections = [
            (Depth::ZeroToOne, perspective([-far / span, -far * near / span])),
            (Depth::ZeroToOne, perspective([0.0, near])),
            (Depth::MinusOneToOne, perspective([-(far + near) / span, -2.0 * far * near / span])),
            (Depth::ZeroToOne, orthographic([-1.0 / span, -near / span])),
            (Depth::MinusOneToOne, orthographic([-2.0 / span, -(far + near) / span])),
        ];
        for (depth, projection) in projections {
            let forward = projection * view;
            for seen in [vec3(0.0, 0.0, -2.0), vec3(1.0, -1.0, -9.0), vec3(-0.5, 0.25, -0.5)] {
                let point = camera.transform_point3(seen);
                let clip = forward * point.extend(1.0);
                let place = clip.xy() / clip.w;
                let pixel = [(place.x + 1.0) * 300.0, (1.0 - place.y) * 200.0];
                let inverse = forward.inverse().to_cols_array();
                let ray = Ray3::through_pixel(pixel, [600.0, 400.0], &inverse, depth).unwrap();
                assert!((ray.direction().length() - 1.0).abs() < 1e-6);
                let along = (point - ray.origin()).dot(ray.direction());
                assert!(along > 0.0, "{point} is behind the near plane of {projection}");
                let off = (ray.origin() + ray.direction() * along - point).length();
                assert!(off < 1e-3, "{off} from {point} for {projection}");
                let depth = -view.transform_point3(ray.origin()).z;
                assert!((depth - 0.1).abs() < 1e-3, "starts at {depth} for {projection}");
            }
        }
    }

    #[test]
    fn a_pixel_without_a_ray_is_an_error() {
        let inverse = inverse_perspective(-1.0, 1.0, -1.0);
        let ray = |pixel, viewport, matrix: &[f32; 16]| {
            Ray3::through_pixel(pixel, viewport, matrix, Depth::ZeroToOne)
        };
        let message = |result: Result<Ray3, ShapeError>| result.unwrap_err().to_string();
        assert_eq!(
            message(ray([f32::NAN, 0.0], VIEWPORT, &inverse)),
            "pixel is NaN; expected a finite number"
        );
        assert_eq!(
            message(ray(MIDDLE, [640.0, 0.0], &inverse)),
            "viewport is 0; expected more than zero"
        );
        let mut broken = inverse;
        broken[5] = f32::INFINITY;
        assert_eq!(
            message(ray(MIDDLE, VIEWPORT, &broken)),
            "inverse_view_projection is inf; expected a finite number"
        );
        assert_eq!(ray(MIDDLE, VIEWPORT, &[0.0; 16]), Err(ShapeError::Zero { field: "direction" }));
    }
}
