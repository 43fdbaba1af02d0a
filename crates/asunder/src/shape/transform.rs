//! Shapes under maps: placed by a pose, or by a matrix that may scale.

use super::image::round_up;
use super::{
    Aabb, AnyShape, Capsule, HalfSpace, Obb, OrientedBox, Parallelepiped, Plane, Ray, Segment,
    Shape, ShapeError, ShapeRef, Sphere, Triangle, check,
};
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::space::{Affine, Pose, ROUNDING, Vector};
use core::fmt;

/// Why a shape has no image of its own kind under a map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TransformError {
    /// The numbers of the image describe no shape: the map is not finite, or its rotation is zero,
    /// or the image lies too far out.
    Shape(ShapeError),
    /// The map skews the box: two of its axes are no longer at right angles.
    Skewed {
        /// The cosine of the angle between them.
        cosine: f32,
    },
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => write!(f, "{error}"),
            Self::Skewed { cosine } => write!(
                f,
                "the map skews the box (the cosine between two of its axes becomes {cosine}); \
                 enclose the skewed box with `Obb::enclosing`"
            ),
        }
    }
}

impl core::error::Error for TransformError {}

impl From<ShapeError> for TransformError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

/// `pose` applied to a point, rounded once.
pub(super) fn place<V: Vector>(pose: &Pose<V>, point: Vect<V, f64>) -> V::Array<f32> {
    // Most shapes lie around the origin, which no turn moves: no number differs by this.
    let turned = if point == Vect::zero() { Vect::zero() } else { turn(pose, point) };
    (turned + Vect::of(&pose.translation)).to_f32()
}

/// `pose`'s rotation applied to a direction, not rounded.
fn turn<V: Vector>(pose: &Pose<V>, direction: Vect<V, f64>) -> Vect<V, f64> {
    let (rows, norm) = V::frame::<f64>(pose.rotation, 0);
    Matrix::from_arrays(&rows).times(direction).map(|x| x / norm)
}

/// `pose` applied to a point, each number rounded once.
pub(crate) fn placed<V: Vector>(pose: &Pose<V>, point: &V::Array<f32>) -> V::Array<f32> {
    place(pose, Vect::of(point))
}

/// `pose`'s rotation applied to a direction, each number rounded once.
fn turned<V: Vector>(pose: &Pose<V>, direction: &V::Array<f32>) -> V::Array<f32> {
    turn(pose, Vect::of(direction)).to_f32()
}

pub(crate) fn check_pose<V: Vector>(pose: &Pose<V>) -> Result<(), ShapeError> {
    check::finite_vector::<V>("translation", &pose.translation)?;
    check::direction("rotation", pose.rotation.as_ref())
}

impl<V: Vector> Sphere<V> {
    /// A sphere that contains the image of `local` under any affine map: its radius grows by the map's
    /// largest stretch (the largest singular value), rounded up, and by what rounding moves the
    /// center.
    ///
    /// Under right angles, mirrors and an even scale, where nothing rounds, it *is* the image.
    ///
    /// # Errors
    /// If the map is not finite or the image lies too far out.
    pub fn enclosing(local: &Self, map: &Affine<V>) -> Result<Self, ShapeError> {
        check_map(map)?;
        local.image(&map.into())
    }
}

pub(crate) fn check_map<V: Vector>(map: &Affine<V>) -> Result<(), ShapeError> {
    if map.is_finite() {
        return Ok(());
    }
    check::finite_vector::<V>("map", &map.translation)?;
    (0..V::DIM).try_for_each(|i| check::finite_vector::<V>("map", &map.columns[i]))
}

impl<V: Vector> Obb<V> {
    /// The image of the box under a matrix, where that is a box again: under rotation, mirroring
    /// and uniform scale always, under other scales if they lie along the box's own axes. Each
    /// number is rounded once.
    ///
    /// # Errors
    /// If the map is not finite, the image lies too far out, or the map skews the box; then
    /// [`enclosing`](Self::enclosing) gives a box around the image.
    pub fn affine_image(&self, map: &Affine<V>) -> Result<Self, TransformError> {
        check_map(map)?;
        OrientedBox::of_obb(self).exact_image(&map.into())
    }

    /// A box that contains the image of `local` under any affine map: skewing, mirroring, and
    /// scales of zero included. It contains the image before rounding, and what
    /// [`Parallelepiped::image`] rounds it to.
    ///
    /// # Errors
    /// If the map is not finite, or no box of finite numbers contains the image.
    pub fn enclosing(local: &Self, map: &Affine<V>) -> Result<Self, ShapeError> {
        check_map(map)?;
        let around = OrientedBox::of_obb(local).around_image(&map.into())?;
        match Parallelepiped::image(map, local) {
            Ok(image) => around.grown_around(&image),
            // The image cannot be rounded to finite numbers, which leaves nothing more to contain.
            Err(_) => Ok(around),
        }
    }

    /// The box with half extents as much larger as it takes to contain `image`, whose half-edges
    /// were rounded one by one.
    fn grown_around(&self, image: &Parallelepiped<V>) -> Result<Self, ShapeError> {
        let (rows, norm) = V::frame::<f64>(self.rotation, 0);
        let shift = Vect::of(&image.center) - Vect::of(&self.center);
        let edges = Matrix::of(&image.edges);
        let needed = Matrix::from_arrays(&rows).each(|row| {
            // How far a vector reaches along the axis, and what computing that may have lost.
            let reach = |v: Vect<V, f64>| (v.dot(row) / norm).abs() + ROUNDING * v.norm1();
            round_up((0..V::DIM).fold(reach(shift), |sum, i| sum + reach(edges[i])))
        });
        let half_extents = needed.max(Vect(self.half_extents));
        Self::try_new(self.center, half_extents.0, self.rotation)
            .map_err(|_| ShapeError::NotRepresentable)
    }
}

/// The normal and the offset of a plane placed by a pose.
fn placed_plane<V: Vector>(
    pose: &Pose<V>,
    normal: &V::Array<f32>,
    offset: f32,
) -> (V::Array<f32>, f32) {
    let normal = turn(pose, Vect::of(normal));
    let shift = normal.dot(Vect::of(&pose.translation)) + 0.0;
    (normal.to_f32(), (widen(offset) + shift) as f32)
}

macro_rules! impl_transformed {
    ($($Kind:ident => $Image:ty, $what:literal, |$shape:ident, $pose:ident| $image:expr;)*) => {
        $(impl<V: Vector> $Kind<V> {
            #[doc = concat!("The ", $what, " placed by a pose. Each number of the image is rounded once;")]
            /// from there on every answer is exact for the image.
            ///
            /// # Panics
            /// Where [`try_transformed`](Self::try_transformed) errs.
            #[must_use]
            #[track_caller]
            pub fn transformed(&self, pose: &Pose<V>) -> $Image {
                check::valid(self.try_transformed(pose))
            }

            #[doc = concat!("The ", $what, " placed by a pose that may be bad.")]
            ///
            /// # Errors
            /// If the pose is not finite, its rotation is zero, or the image lies too far out.
            pub fn try_transformed(&self, $pose: &Pose<V>) -> Result<$Image, ShapeError> {
                check_pose($pose)?;
                let $shape = self;
                $image
            }
        })*
    };
}
impl_transformed! {
    Sphere => Self, "sphere", |s, pose| Self::try_new(place(pose, Vect::of(&s.center)), s.radius);
    // Turned, a box is an oriented one.
    Aabb => Obb<V>, "box", |s, pose| {
        let OrientedBox { center, half, .. } = OrientedBox::of_aabb(s);
        Obb::try_new(place(pose, center), half.to_f32(), pose.rotation)
    };
    Obb => Self, "box", |s, pose| {
        let rotation = V::rotation_product(pose.rotation, s.rotation);
        Self::try_new(place(pose, Vect::of(&s.center)), s.half_extents, rotation)
    };
    Plane => Self, "plane", |s, pose| {
        let (normal, offset) = placed_plane(pose, &s.normal, s.offset);
        Self::try_new(normal, offset)
    };
    HalfSpace => Self, "half-space", |s, pose| {
        let (normal, offset) = placed_plane(pose, &s.normal, s.offset);
        Self::try_new(normal, offset)
    };
    Segment => Self, "segment", |s, pose| Self::try_new(placed(pose, &s.a), placed(pose, &s.b));
    // Of a direction that is turned, the longest component stays above half a subnormal: it never
    // rounds to zero.
    Ray => Self, "ray", |s, pose| Self::try_new(placed(pose, &s.origin), turned(pose, &s.direction));
    Capsule => Self, "capsule", |s, pose| {
        Self::try_new(placed(pose, &s.a), placed(pose, &s.b), s.radius)
    };
    Triangle => Self, "triangle", |s, pose| {
        Self::try_new(placed(pose, &s.a), placed(pose, &s.b), placed(pose, &s.c))
    };
    Parallelepiped => Self, "parallelepiped", |s, pose| {
        let edges = Matrix::of(&s.edges).map(|edge| turn(pose, edge));
        Self::try_from_facts(placed(pose, &s.center), edges.to_f32())
    };
}

impl<V: Vector> Shape<V> {
    /// The shape placed by a pose. A box becomes an [`Obb`], whatever it was.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        self.as_shape_ref().try_transformed(pose)
    }
}

impl<V: Vector> ShapeRef<'_, V> {
    /// As [`Shape::try_transformed`].
    pub(crate) fn try_transformed(&self, pose: &Pose<V>) -> Result<Shape<V>, ShapeError> {
        Ok(match self {
            Self::Point(point) => {
                check_pose(pose)?;
                let moved = place(pose, Vect::of(&point.to_array()));
                check::finite_vector::<V>("point", &moved)?;
                Shape::Point(V::from_array(moved))
            }
            Self::Sphere(sphere) => sphere.try_transformed(pose)?.into(),
            Self::Aabb(aabb) => aabb.try_transformed(pose)?.into(),
            Self::Obb(obb) => obb.try_transformed(pose)?.into(),
            Self::Plane(plane) => plane.try_transformed(pose)?.into(),
            Self::HalfSpace(half_space) => half_space.try_transformed(pose)?.into(),
            Self::Segment(segment) => segment.try_transformed(pose)?.into(),
            Self::Ray(ray) => ray.try_transformed(pose)?.into(),
            Self::Capsule(capsule) => capsule.try_transformed(pose)?.into(),
            Self::Triangle(triangle) => triangle.try_transformed(pose)?.into(),
            Self::Frustum(frustum) => frustum.try_transformed(pose)?.into(),
            Self::ConvexHull(hull) => hull.try_transformed(pose)?.into(),
            Self::Parallelepiped(shape) => shape.try_transformed(pose)?.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Capsule3, Parallelepiped2, Parallelepiped3, Pose2, Pose3, Ray2, Ray3, Rot2, Segment2,
        Segment3, Sphere3, Triangle3,
    };

    /// Points go where the center of a sphere goes, and directions where a normal goes.
    #[test]
    fn every_number_is_rounded_once() {
        let [a, b, c] = [[1.0, 2.0, 3.0], [-0.1, 1e7, 0.3], [0.0, -5.0, 1e-9]];
        let pose = Pose3::new([0.7, -30.0, 1e3], [0.1, -0.2, 0.3, 17.0]);
        let at = |p: [f32; 3]| Sphere3::new(p, 1.0).transformed(&pose).center();
        let towards = |p: [f32; 3]| crate::Plane3::new(p, 0.0).transformed(&pose).normal();
        assert_eq!(Segment3::new(a, b).transformed(&pose), Segment3::new(at(a), at(b)));
        assert_eq!(Ray3::new(a, b).transformed(&pose), Ray3::new(at(a), towards(b)));
        assert_eq!(Capsule3::new(a, b, 0.1).transformed(&pose), Capsule3::new(at(a), at(b), 0.1));
        let triangle = Triangle3::new(a, b, c).transformed(&pose);
        assert_eq!(triangle, Triangle3::new(at(a), at(b), at(c)));
        let image = Parallelepiped3::new(a, [a, b, c]).transformed(&pose);
        assert_eq!(image, Parallelepiped3::new(at(a), [towards(a), towards(b), towards(c)]));
        let flat = Parallelepiped2::new([1.0, 0.0], [[1.0, 0.0], [0.0, 0.0]]);
        let quarter = Pose2::new([5.0, 0.0], Rot2::degrees(90.0));
        let turned = Parallelepiped2::new([5.0, 1.0], [[0.0, 1.0], [0.0, 0.0]]);
        assert_eq!(flat.transformed(&quarter), turned);
    }

    #[test]
    fn no_turn_rounds_a_direction_to_zero() {
        let least = f32::from_bits(1);
        let diagonal = Pose2::new([0.0; 2], [1.0, 1.0]);
        let ray = Ray2::new([0.0; 2], [least, 0.0]).transformed(&diagonal);
        assert_eq!(ray.direction().to_array(), [least, least]);
        // In 3D the worst turn spreads an axis evenly over all three.
        let pose = Pose3::new([0.0; 3], [0.0, -0.325_057_6, 0.325_057_6, 0.888_073_8]);
        let spread = Ray3::new([0.0; 3], [1.0, 0.0, 0.0]).transformed(&pose).direction();
        assert!((spread - glam::Vec3::splat(1.0 / 3f32.sqrt())).length() < 1e-6, "{spread}");
        let ray = Ray3::new([0.0; 3], [least, 0.0, 0.0]).transformed(&pose);
        assert_eq!(ray.direction().to_array(), [least; 3]);
    }

    #[test]
    fn what_has_no_image_is_refused() {
        let segment = Segment2::new([0.0, 0.0], [f32::MAX, 0.0]);
        let far = segment.try_transformed(&Pose2::from_translation([f32::MAX, 0.0]));
        assert_eq!(far, Err(ShapeError::NotFinite { field: "b", value: f32::INFINITY }));
        let still = segment.try_transformed(&Pose2::new([0.0; 2], [0.0, 0.0]));
        assert_eq!(still, Err(ShapeError::Zero { field: "rotation" }));
        let long = Ray2::new([0.0; 2], [f32::MAX, f32::MAX]);
        let turned = long.try_transformed(&Pose2::new([0.0; 2], [1.0, 1.0]));
        assert_eq!(turned, Err(ShapeError::NotFinite { field: "direction", value: f32::INFINITY }));
    }
}
