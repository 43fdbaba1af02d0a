//! Shapes as C holds them, in the plane. `three/shapes.rs` is what this is derived from, by `tests/derived.rs`.

use crate::common::RotationNumbers as _;
use asunder::Pose2;
use core::fmt;

/// Every point between two, which may be the same.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuSegment2 {
    /// One end.
    pub a: [f32; 2],
    /// The other.
    pub b: [f32; 2],
}

/// Every point `origin + t direction` with t >= 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuRay2 {
    /// Where it starts.
    pub origin: [f32; 2],
    /// Where it goes: of any length but zero.
    pub direction: [f32; 2],
}

/// Every point x with `normal . x = offset`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPlane2 {
    /// Its normal, of any length but zero.
    pub normal: [f32; 2],
    /// In units of the normal's length.
    pub offset: f32,
}

/// Every point x with `normal . x <= offset`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuHalfSpace2 {
    /// The normal, out of it, of any length but zero.
    pub normal: [f32; 2],
    /// In units of the normal's length.
    pub offset: f32,
}

/// Every point within a radius of a center.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuSphere2 {
    /// The center.
    pub center: [f32; 2],
    /// Zero or more.
    pub radius: f32,
}

/// Every point within a radius of the segment from `a` to `b`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCapsule2 {
    /// One end of the segment.
    pub a: [f32; 2],
    /// The other, which may be the same.
    pub b: [f32; 2],
    /// Zero or more.
    pub radius: f32,
}

/// A box along the coordinate axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuAabb2 {
    /// The least corner.
    pub min: [f32; 2],
    /// The greatest corner, nowhere below `min`.
    pub max: [f32; 2],
}

/// An oriented box: every point within `half_extents` of `center` along its own axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuObb2 {
    /// The center.
    pub center: [f32; 2],
    /// Half of the size along each axis, zero or more.
    pub half_extents: [f32; 2],
    /// Cosine and sine, of any length but zero.
    pub rotation: [f32; 2],
}

/// An oriented box with what `asu_prepare2` computes of it. Its center and half extents may be changed;
/// with another rotation it must be prepared again.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPreparedObb2 {
    /// The box.
    pub obb: AsuObb2,
    /// Its axes: unit vectors, each component rounded to nearest.
    pub axes: [[f32; 2]; 2],
}

/// The points between three corners, which may lie on a line or in one point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuTriangle2 {
    /// A corner.
    pub a: [f32; 2],
    /// Another.
    pub b: [f32; 2],
    /// The third.
    pub c: [f32; 2],
}

/// A box under any affine map: `center` plus each edge times -1 to 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuParallelepiped2 {
    /// The center.
    pub center: [f32; 2],
    /// Half of each edge.
    pub edges: [[f32; 2]; 2],
}

/// Every point that lies in all of some half-spaces.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuFrustum2 {
    /// The half-spaces, which are read whenever the shape is.
    pub half_spaces: *const AsuHalfSpace2,
    /// How many there are: one to six.
    pub count: usize,
}

/// The least convex set around points.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuConvexHull2 {
    /// The coordinates of the points, one point after the other; they are read whenever the shape is.
    pub points: *const f32,
    /// How many points there are, at least one.
    pub count: usize,
}

/// The numbers of a shape; the kind of an `AsuShape2` tells which member counts.
#[repr(C)]
#[derive(Clone, Copy)]
pub union AsuShapeData2 {
    /// `ASU_POINT`.
    pub point: [f32; 2],
    /// `ASU_SEGMENT`.
    pub segment: AsuSegment2,
    /// `ASU_RAY`.
    pub ray: AsuRay2,
    /// `ASU_PLANE`.
    pub plane: AsuPlane2,
    /// `ASU_HALF_SPACE`.
    pub half_space: AsuHalfSpace2,
    /// `ASU_SPHERE`.
    pub sphere: AsuSphere2,
    /// `ASU_CAPSULE`.
    pub capsule: AsuCapsule2,
    /// `ASU_AABB`.
    pub aabb: AsuAabb2,
    /// `ASU_OBB`.
    pub obb: AsuObb2,
    /// `ASU_TRIANGLE`.
    pub triangle: AsuTriangle2,
    /// `ASU_FRUSTUM`.
    pub frustum: AsuFrustum2,
    /// `ASU_CONVEX_HULL`.
    pub convex_hull: AsuConvexHull2,
    /// `ASU_PARALLELEPIPED`.
    pub parallelepiped: AsuParallelepiped2,
    /// `ASU_PREPARED_OBB`.
    pub prepared_obb: AsuPreparedObb2,
    /// `ASU_STORED`.
    pub stored: u64,
}

impl fmt::Debug for AsuShapeData2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the numbers of a shape")
    }
}

/// A 2D shape: a plain value, to be filled in and copied as you like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuShape2 {
    /// One of `AsuShapeKind`.
    pub kind: u32,
    /// Its numbers, in the member that the kind names.
    pub data: AsuShapeData2,
}

/// A rigid placement: turn by `rotation`, then move by `translation`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPose2 {
    /// The image of the origin.
    pub translation: [f32; 2],
    /// Cosine and sine, of any length but zero.
    pub rotation: [f32; 2],
}

impl AsuPose2 {
    pub(crate) fn read(&self) -> Pose2 {
        Pose2::new(self.translation, self.rotation)
    }
}

impl From<Pose2> for AsuPose2 {
    fn from(pose: Pose2) -> Self {
        Self { translation: pose.translation().to_array(), rotation: pose.rotation().numbers() }
    }
}
