//! Frusta: what a camera sees, and every other convex set of up to six faces.

mod image;
mod perspective;
mod planes;
mod rounded;
mod skeleton;
mod spread;

use super::{Depth, HalfSpace, ShapeError, check};
use crate::array::array_of;
use crate::exact::{Number, negated, widen};
use crate::space::{Vector, sin_cos};
use core::fmt;
use glam::Vec3;
use perspective::Perspective;
use planes::{Bound, Planes};
use skeleton::Skeleton;
use std::sync::{Arc, OnceLock};

pub(crate) use rounded::Rounded;
pub(crate) use spread::Spread;

/// What a camera sees: every point between up to six planes.
///
/// It is given in one of three ways, and means exactly the numbers it was given by, however its
/// planes and corners would round:
///
/// - [`perspective`](Frustum::perspective) (3D): seen from `origin` along the rotated `-z`, the
///   points at a depth between `near` and `far` that lie between four slopes;
/// - [`from_half_spaces`](Self::from_half_spaces) (2D and 3D): the points of up to six half-spaces;
/// - [`from_projection`](Frustum::from_projection) (3D): the points that a view-projection matrix
///   maps to what is visible.
///
/// It need not be bounded: a projection without a far plane gives a frustum without end, and one
/// half-space alone is a frustum, too. It may be flat, a segment or a point. Only half-spaces
/// without a common point are refused, and whether there is one is decided exactly. The faces belong
/// to the frustum.
///
/// Cloning is cheap: clones share their numbers. Making one from half-spaces or a matrix finds its
/// corners and edges, which takes some twenty microseconds; making one by perspective takes none of
/// that.
///
/// ```
/// use asunder::prelude::*;
///
/// // A right angle from left to right and from bottom to top.
/// let slopes = [-1.0, 1.0, -1.0, 1.0];
/// let eye = Frustum3::perspective([0.0; 3], [0.0, 0.0, 0.0, 1.0], slopes, 0.5, 100.0);
/// assert!(eye.is_bounded());
///
/// let below = HalfSpace2::new([0.0, 1.0], 0.0);
/// let above = HalfSpace2::new([0.0, -1.0], 0.0);
/// assert!(Frustum2::try_from_half_spaces(&[below, above]).is_ok(), "they touch along a line");
/// let above = HalfSpace2::new([0.0, -1.0], -f32::from_bits(1));
/// assert!(Frustum2::try_from_half_spaces(&[below, above]).is_err(), "they miss by 2^-149");
/// ```
#[derive(Clone)]
pub struct Frustum<V: Vector>(Arc<Known<V>>);

/// What it is, and nothing of what is known of it beforehand.
impl<V: Vector> fmt::Debug for Frustum<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Frustum").field(&self.form()).finish()
    }
}

/// Equal facts.
impl<V: Vector> PartialEq for Frustum<V> {
    fn eq(&self, other: &Self) -> bool {
        self.0.form == other.0.form
    }
}

/// What clones share.
#[derive(Debug)]
struct Known<V: Vector> {
    form: Definition<V>,
    /// The planes as floats, which save the first stage of every test from computing them.
    rounded: Option<Rounded<V>>,
    /// What boxes along the coordinate axes are compared with where the planes decide nothing.
    spread: OnceLock<Option<Spread<V>>>,
}

/// What is stored, and what was found out about it. The skeleton follows from the planes, so that
/// equality is that of the facts.
#[derive(Clone, Debug, PartialEq)]
enum Definition<V: Vector> {
    Perspective(Perspective<V>),
    Planes(Planes<V>, Skeleton<V>),
}

/// The numbers that a [`Frustum`] means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrustumForm<'a, V: Vector> {
    /// Those of [`Frustum::perspective`].
    Perspective {
        /// Where it is seen from.
        origin: V,
        /// How the frustum's own axes are turned, as given.
        rotation: V::Rotation,
        /// Left, right, bottom, top: how far each side lies from the axis at depth one.
        slopes: [f32; 4],
        /// The least depth.
        near: f32,
        /// The greatest depth.
        far: f32,
    },
    /// Those of [`Frustum::from_half_spaces`].
    HalfSpaces(&'a [HalfSpace<V>]),
    /// Those of [`Frustum::from_projection`].
    Projection {
        /// The rows of the matrix, for column vectors.
        rows: [[f32; 4]; 4],
        /// The depths it maps to.
        depth: Depth,
    },
}

/// In which order sixteen numbers list a matrix that is applied to column vectors,
/// `clip = M · (x, y, z, 1)`.
///
/// Engines that write vectors as rows (`v · M`: DirectX) hold the transpose, so that their rows are
/// the columns meant here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Row by row: Ogre's `Matrix4`, and `float4x4` of most maths books.
    Rows,
    /// Column by column: glam, OpenGL, glTF; and DirectX's `XMFLOAT4X4` in order.
    Columns,
}

impl Frustum<Vec3> {
    /// The frustum of a camera at `origin`, looking along `-z` turned by `rotation` (a quaternion
    /// `[x, y, z, w]` of any length but zero).
    ///
    /// In the camera's own axes (x to the right, y up) it is every point `(x, y, -d)` with
    /// `near <= d <= far`, `left * d <= x <= right * d` and `bottom * d <= y <= top * d`, where
    /// `slopes` is `[left, right, bottom, top]`. Equal limits give a flat frustum, `near = 0` one
    /// with its tip at `origin`.
    ///
    /// # Panics
    /// Where [`try_perspective`](Self::try_perspective) errs.
    #[must_use]
    #[track_caller]
    pub fn perspective(
        origin: impl Into<[f32; 3]>,
        rotation: impl Into<[f32; 4]>,
        slopes: [f32; 4],
        near: f32,
        far: f32,
    ) -> Self {
        check::valid(Self::try_perspective(origin, rotation, slopes, near, far))
    }

    /// The frustum of a camera, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, the rotation is zero, `near` is negative or above `far`, or a
    /// lower slope is above the upper one.
    pub fn try_perspective(
        origin: impl Into<[f32; 3]>,
        rotation: impl Into<[f32; 4]>,
        slopes: [f32; 4],
        near: f32,
        far: f32,
    ) -> Result<Self, ShapeError> {
        Self::perspective_facts(origin.into(), rotation.into(), slopes, near, far)
    }

    /// The frustum of a camera with a vertical field of view in radians, and an aspect: the width of
    /// the picture over its height.
    ///
    /// The slopes are the tangent of half the angle, and that times the aspect, each rounded once
    /// (up to what `f64` rounds before); from there on every answer is exact for those slopes.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::FrustumForm;
    ///
    /// let right_angle = core::f32::consts::FRAC_PI_2;
    /// let turned = [0.0, 0.0, 0.0, 1.0];
    /// let eye = Frustum3::from_field_of_view([0.0; 3], turned, right_angle, 2.0, 0.5, 9.0)?;
    /// let FrustumForm::Perspective { slopes, .. } = eye.form() else { unreachable!() };
    /// assert_eq!(slopes, [-2.0, 2.0, -1.0, 1.0]);
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If the angle is negative or half a turn and more, the aspect is negative, or as
    /// [`try_perspective`](Self::try_perspective).
    pub fn from_field_of_view(
        origin: impl Into<[f32; 3]>,
        rotation: impl Into<[f32; 4]>,
        vertical: f32,
        aspect: f32,
        near: f32,
        far: f32,
    ) -> Result<Self, ShapeError> {
        if !(0.0..core::f32::consts::PI).contains(&vertical) {
            return Err(ShapeError::FieldOfView { radians: vertical });
        }
        check::length("aspect", aspect)?;
        let (sin, cos) = sin_cos(0.5 * widen(vertical));
        let top = sin / cos;
        let (right, top) = ((top * widen(aspect)) as f32, top as f32);
        // From zero, so that no slope is a negative zero.
        Self::try_perspective(
            origin,
            rotation,
            [negated(right), right, negated(top), top],
            near,
            far,
        )
    }

    /// Every point that a view-projection matrix maps into the visible part of clip space:
    /// `-w <= x <= w`, `-w <= y <= w`, and `0 <= z <= w` or `-w <= z <= w` as `depth` says.
    ///
    /// The sixteen numbers are kept, and each half-space is the exact sum of two of the matrix's
    /// rows. A row that bounds nothing (no far plane; either handedness, depth reversed or not) is
    /// dropped. Multiply projection and view yourself: what that rounds happens before.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Depth, Layout};
    ///
    /// // Depth reversed, no far plane: near, at depth 0.5, is mapped to 1.
    /// let rows = [
    ///     1.0, 0.0, 0.0, 0.0, //
    ///     0.0, 1.0, 0.0, 0.0, //
    ///     0.0, 0.0, 0.0, 0.5, //
    ///     0.0, 0.0, -1.0, 0.0,
    /// ];
    /// let eye = Frustum3::from_projection(&rows, Layout::Rows, Depth::ZeroToOne)?;
    /// assert!(!eye.is_bounded());
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, no point is visible, a row without a normal holds nowhere, or no
    /// row bounds anything.
    pub fn from_projection(
        matrix: &[f32; 16],
        layout: Layout,
        depth: Depth,
    ) -> Result<Self, ShapeError> {
        Self::projection_facts(matrix, layout, depth)
    }
}

impl<V: Vector> Frustum<V> {
    /// Every point that lies in all of one to six half-spaces.
    ///
    /// # Panics
    /// Where [`try_from_half_spaces`](Self::try_from_half_spaces) errs.
    #[must_use]
    #[track_caller]
    pub fn from_half_spaces(half_spaces: &[HalfSpace<V>]) -> Self {
        check::valid(Self::try_from_half_spaces(half_spaces))
    }

    /// Every point that lies in all half-spaces, if there is one.
    ///
    /// # Errors
    /// If there is no half-space or more than six, or no point lies in all of them.
    pub fn try_from_half_spaces(half_spaces: &[HalfSpace<V>]) -> Result<Self, ShapeError> {
        Self::from_planes(Planes::of_half_spaces(half_spaces)?)
    }

    /// [`Frustum::try_perspective`] for whoever does not know the dimension; an error in the plane.
    pub(crate) fn perspective_facts(
        origin: V::Array<f32>,
        rotation: V::RotationArray,
        slopes: [f32; 4],
        near: f32,
        far: f32,
    ) -> Result<Self, ShapeError> {
        let perspective = Perspective::try_new(origin, rotation, slopes, near, far)?;
        Ok(Self::of(Definition::Perspective(perspective)))
    }

    /// [`Frustum::from_projection`] for whoever does not know the dimension; an error in the plane.
    pub(crate) fn projection_facts(
        matrix: &[f32; 16],
        layout: Layout,
        depth: Depth,
    ) -> Result<Self, ShapeError> {
        let rows = array_of(|i| {
            array_of(|j| match layout {
                Layout::Rows => matrix[4 * i + j],
                Layout::Columns => matrix[4 * j + i],
            })
        });
        Self::from_planes(Planes::of_projection(rows, depth)?)
    }

    fn from_planes(planes: Planes<V>) -> Result<Self, ShapeError> {
        let skeleton = Skeleton::of(&planes).ok_or(ShapeError::EmptyFrustum)?;
        Ok(Self::of(Definition::Planes(planes, skeleton)))
    }

    fn of(form: Definition<V>) -> Self {
        let mut known = Arc::new(Known { form, rounded: None, spread: OnceLock::new() });
        let rounded = Rounded::of(&Self(Arc::clone(&known)));
        if let Some(known) = Arc::get_mut(&mut known) {
            known.rounded = Some(rounded);
        }
        Self(known)
    }

    /// The planes as floats.
    pub(crate) fn rounded(&self) -> Option<&Rounded<V>> {
        self.0.rounded.as_ref()
    }

    /// How far it reaches in all directions that may part it from a box along the coordinate axes, if
    /// it is bounded. Found when it is first asked for.
    pub(crate) fn spread(&self) -> Option<&Spread<V>> {
        self.0.spread.get_or_init(|| Spread::of(self)).as_ref()
    }

    /// The numbers it means.
    #[must_use]
    pub fn form(&self) -> FrustumForm<'_, V> {
        match &self.0.form {
            Definition::Perspective(perspective) => FrustumForm::Perspective {
                origin: V::from_array(perspective.origin),
                rotation: V::rotation(perspective.rotation),
                slopes: perspective.slopes,
                near: perspective.near,
                far: perspective.far,
            },
            Definition::Planes(Planes::HalfSpaces(list), _) => FrustumForm::HalfSpaces(list),
            Definition::Planes(Planes::Projection { rows, depth, .. }, _) => {
                FrustumForm::Projection { rows: *rows, depth: *depth }
            }
        }
    }

    /// The rotation of a frustum by perspective, as an array.
    pub(crate) fn rotation_array(&self) -> Option<V::RotationArray> {
        match &self.0.form {
            Definition::Perspective(perspective) => Some(perspective.rotation),
            Definition::Planes(..) => None,
        }
    }

    /// Whether it fits into some box.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.rays() == 0
    }
}

/// The set itself, for the queries: by its planes (`normal · x <= offset` each), and as
/// conv(points) + cone(rays), both exactly. Counts are at most 6 planes, 8 points, 12 edges, 6 rays.
impl<V: Vector> Frustum<V> {
    /// How many planes bound it. A matrix that sees everything has none.
    pub(crate) fn plane_count(&self) -> usize {
        match &self.0.form {
            Definition::Perspective(perspective) => perspective.plane_count(),
            Definition::Planes(planes, _) => planes.count(),
        }
    }

    /// A plane's normal, which points out and is not zero, and its offset.
    ///
    /// Degree 1 and 1; by perspective 3 (two of them the rotation's) and 4, of whichever rotation.
    pub(crate) fn plane<N: Number>(&self, i: usize) -> Bound<V, N> {
        match &self.0.form {
            Definition::Perspective(perspective) => perspective.plane(i),
            Definition::Planes(planes, _) => planes.plane(i),
        }
    }

    /// How many points span it, together with the rays: its corners, where it has any.
    pub(crate) fn points(&self) -> usize {
        match &self.0.form {
            Definition::Perspective(perspective) => perspective.corner_count(),
            Definition::Planes(_, skeleton) => skeleton.points.len(),
        }
    }

    /// A point as `x / w`, with `w > 0`. By perspective some may coincide; otherwise none do.
    ///
    /// Degree 3 and 3; by perspective 4 and 2.
    pub(crate) fn point<N: Number>(&self, i: usize) -> Bound<V, N> {
        match &self.0.form {
            Definition::Perspective(perspective) => perspective.corner(i),
            Definition::Planes(planes, skeleton) => skeleton.point(planes, i),
        }
    }

    /// How many rays span it, together with the points: none if it is bounded.
    pub(crate) fn rays(&self) -> usize {
        match &self.0.form {
            Definition::Perspective(_) => 0,
            Definition::Planes(_, skeleton) => skeleton.rays.len(),
        }
    }

    /// A direction in which it has no end; not zero. Degree 2.
    pub(crate) fn ray<N: Number>(&self, i: usize) -> V::Array<N> {
        match &self.0.form {
            Definition::Perspective(_) => unreachable!("a perspective has no rays"),
            Definition::Planes(planes, skeleton) => skeleton.ray(planes, i),
        }
    }

    /// How many lines its edges lie on. A half-space in 3D has none.
    pub(crate) fn edges(&self) -> usize {
        match &self.0.form {
            Definition::Perspective(_) => V::BOX_EDGES.len(),
            Definition::Planes(_, skeleton) => skeleton.edges.len(),
        }
    }

    /// A point on an edge, by its index, and the edge's direction, which is not zero.
    ///
    /// By perspective the edges of a face that is a point or a segment are lines through it that
    /// may meet the frustum there only. Degree 2; by perspective at most 3.
    pub(crate) fn edge<N: Number>(&self, i: usize) -> (usize, V::Array<N>) {
        match &self.0.form {
            Definition::Perspective(perspective) => perspective.edge(i),
            Definition::Planes(planes, skeleton) => skeleton.edge(planes, i),
        }
    }
}

#[cfg(test)]
mod tests;
