//! Shapes as C holds them, in space. `two/shapes.rs` is derived from this file; see `tests/derived.rs`.

use crate::common::RotationNumbers as _;
use asunder::Pose3;
use core::fmt;

/// Every point between two, which may be the same.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuSegment3 {
    /// One end.
    pub a: [f32; 3],
    /// The other.
    pub b: [f32; 3],
}

/// Every point `origin + t direction` with t >= 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuRay3 {
    /// Where it starts.
    pub origin: [f32; 3],
    /// Where it goes: of any length but zero.
    pub direction: [f32; 3],
}

/// Every point x with `normal . x = offset`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPlane3 {
    /// Its normal, of any length but zero.
    pub normal: [f32; 3],
    /// In units of the normal's length.
    pub offset: f32,
}

/// Every point x with `normal . x <= offset`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuHalfSpace3 {
    /// The normal, out of it, of any length but zero.
    pub normal: [f32; 3],
    /// In units of the normal's length.
    pub offset: f32,
}

/// Every point within a radius of a center.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuSphere3 {
    /// The center.
    pub center: [f32; 3],
    /// Zero or more.
    pub radius: f32,
}

/// Every point within a radius of the segment from `a` to `b`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCapsule3 {
    /// One end of the segment.
    pub a: [f32; 3],
    /// The other, which may be the same.
    pub b: [f32; 3],
    /// Zero or more.
    pub radius: f32,
}

/// A box along the coordinate axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuAabb3 {
    /// The least corner.
    pub min: [f32; 3],
    /// The greatest corner, nowhere below `min`.
    pub max: [f32; 3],
}

/// An oriented box: every point within `half_extents` of `center` along its own axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuObb3 {
    /// The center.
    pub center: [f32; 3],
    /// Half of the size along each axis, zero or more.
    pub half_extents: [f32; 3],
    /// A quaternion x, y, z, w of any length but zero.
    pub rotation: [f32; 4],
}

/// An oriented box with what `asu_prepare3` computes of it. Its center and half extents may be changed;
/// with another rotation it must be prepared again.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPreparedObb3 {
    /// The box.
    pub obb: AsuObb3,
    /// Its axes: unit vectors, each component rounded to nearest.
    pub axes: [[f32; 3]; 3],
}

/// The points between three corners, which may lie on a line or in one point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuTriangle3 {
    /// A corner.
    pub a: [f32; 3],
    /// Another.
    pub b: [f32; 3],
    /// The third.
    pub c: [f32; 3],
}

/// A box under any affine map: `center` plus each edge times -1 to 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuParallelepiped3 {
    /// The center.
    pub center: [f32; 3],
    /// Half of each edge.
    pub edges: [[f32; 3]; 3],
}

/// Every point that lies in all of some half-spaces.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuFrustum3 {
    /// The half-spaces, which are read whenever the shape is.
    pub half_spaces: *const AsuHalfSpace3,
    /// How many there are: one to six.
    pub count: usize,
}

/// The least convex set around points.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuConvexHull3 {
    /// The coordinates of the points, one point after the other; they are read whenever the shape is.
    pub points: *const f32,
    /// How many points there are, at least one.
    pub count: usize,
}

// 3D only
/// What a camera sees: it looks along its own -z, with x to the right and y up.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPerspective3 {
    /// Where it is seen from.
    pub origin: [f32; 3],
    /// How the camera is turned: a quaternion x, y, z, w of any length but zero.
    pub rotation: [f32; 4],
    /// Left, right, bottom, top: how far each side lies from the axis at depth one.
    pub slopes: [f32; 4],
    /// The least depth, zero or more. Its name is no macro of `windows.h`, as `near` is.
    pub near_depth: f32,
    /// The greatest depth.
    pub far_depth: f32,
}

/// What a camera sees: every point that its view-projection matrix maps into the visible part of clip
/// space.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuProjection3 {
    /// The matrix: projection and view.
    pub matrix: [f32; 16],
    /// How it is stored: one of `AsuLayout`.
    pub layout: u32,
    /// The depths it maps to: one of `AsuDepth`.
    pub depth: u32,
}
// end of 3D only

/// The numbers of a shape; the kind of an `AsuShape3` tells which member counts.
#[repr(C)]
#[derive(Clone, Copy)]
pub union AsuShapeData3 {
    /// `ASU_POINT`.
    pub point: [f32; 3],
    /// `ASU_SEGMENT`.
    pub segment: AsuSegment3,
    /// `ASU_RAY`.
    pub ray: AsuRay3,
    /// `ASU_PLANE`.
    pub plane: AsuPlane3,
    /// `ASU_HALF_SPACE`.
    pub half_space: AsuHalfSpace3,
    /// `ASU_SPHERE`.
    pub sphere: AsuSphere3,
    /// `ASU_CAPSULE`.
    pub capsule: AsuCapsule3,
    /// `ASU_AABB`.
    pub aabb: AsuAabb3,
    /// `ASU_OBB`.
    pub obb: AsuObb3,
    /// `ASU_TRIANGLE`.
    pub triangle: AsuTriangle3,
    /// `ASU_FRUSTUM`.
    pub frustum: AsuFrustum3,
    /// `ASU_CONVEX_HULL`.
    pub convex_hull: AsuConvexHull3,
    /// `ASU_PARALLELEPIPED`.
    pub parallelepiped: AsuParallelepiped3,
    // 3D only
    /// `ASU_PERSPECTIVE`.
    pub perspective: AsuPerspective3,
    /// `ASU_PROJECTION`.
    pub projection: AsuProjection3,
    // end of 3D only
    /// `ASU_PREPARED_OBB`.
    pub prepared_obb: AsuPreparedObb3,
    /// `ASU_STORED`.
    pub stored: u64,
}

impl fmt::Debug for AsuShapeData3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the numbers of a shape")
    }
}

/// A 3D shape: a plain value, to be filled in and copied as you like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuShape3 {
    /// One of `AsuShapeKind`.
    pub kind: u32,
    /// Its numbers, in the member that the kind names.
    pub data: AsuShapeData3,
}

/// A rigid placement: turn by `rotation`, then move by `translation`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPose3 {
    /// The image of the origin.
    pub translation: [f32; 3],
    /// A quaternion x, y, z, w of any length but zero.
    pub rotation: [f32; 4],
}

impl AsuPose3 {
    pub(crate) fn read(&self) -> Pose3 {
        Pose3::new(self.translation, self.rotation)
    }
}

impl From<Pose3> for AsuPose3 {
    fn from(pose: Pose3) -> Self {
        Self { translation: pose.translation().to_array(), rotation: pose.rotation().numbers() }
    }
}
