//! What both dimensions share.

mod bones;
mod events;
mod filter;
mod ids;
mod layers;
mod moments;

use crate::pointer::Out;
use crate::status::{AsuStatus, Failure, with_last_message};
use asunder::glam::Quat;
use asunder::world::Yields;
use asunder::{Affine, Containment, Depth, Feature, Layout, Rot2, Side, Started, Vector};
use core::ffi::{CStr, c_char};
use std::borrow::Cow;

pub use bones::{AsuBone, AsuBones, AsuFollow, AsuRole, AsuScalePolicy};
pub(crate) use bones::{follow, role, scale_policy};
pub use events::{
    AsuColliderState, AsuEventKind, AsuExitReason, AsuOwnerEvent, AsuParty, AsuQuestion,
};
pub(crate) use filter::filter_at;
pub use filter::{AsuFilter, asu_filter};
pub use ids::{
    ASU_NO_BONE, ASU_NO_PART, AsuBodyKind, AsuBodyOptions, AsuBoxPair, AsuColliderId,
    AsuColliderPair, AsuFound,
};
pub(crate) use ids::{Corners, attack_id, attack_number, body, bone, bone_number};
pub use layers::{AsuLayerPair, AsuLayers, AsuResponse};
pub(crate) use layers::{layer, layer_name, response, response_number};
pub use moments::{AsuMoment, AsuOwnTime, AsuShotFinding};

/// The version of this header: `asu_version` says that of the library, which must have the same major and
/// minor number.
pub const ASU_VERSION: u32 = 1_000;

/// The kind of a shape: which member of its union holds the numbers.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuPoint as ASU_POINT")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuShapeKind {
    /// `point`.
    AsuPoint = 1,
    /// `segment`: every point between two.
    AsuSegment = 2,
    /// `ray`: origin + t direction, t >= 0.
    AsuRay = 3,
    /// `plane`; in 2D a line.
    AsuPlane = 4,
    /// `half_space`: every point on one side of a plane, and the plane.
    AsuHalfSpace = 5,
    /// `sphere`; in 2D a circle, with its interior.
    AsuSphere = 6,
    /// `capsule`: every point within a radius of a segment.
    AsuCapsule = 7,
    /// `aabb`: a box along the coordinate axes.
    AsuAabb = 8,
    /// `obb`: an oriented box.
    AsuObb = 9,
    /// `triangle`, with its interior.
    AsuTriangle = 10,
    /// `frustum`: every point in all of one to six half-spaces.
    AsuFrustum = 11,
    /// `convex_hull`: the least convex set around points; in 2D a polygon.
    AsuConvexHull = 12,
    /// `parallelepiped`: a box that may be sheared; in 2D a parallelogram.
    AsuParallelepiped = 13,
    /// `perspective`: what a camera sees, by its position, rotation and slopes. In 3D only.
    AsuPerspective = 14,
    /// `projection`: what a camera sees, by its view-projection matrix. In 3D only.
    AsuProjection = 15,
    /// `prepared_obb`: an oriented box with its axes, as `asu_prepare3` computes them.
    AsuPreparedObb = 16,
    /// `stored`: the handle of a convex hull or frustum that the library keeps, as `asu_prepare3` makes it.
    AsuStored = 17,
}

/// How sixteen floats hold a matrix.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuDirectx as ASU_DIRECTX")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuLayout {
    /// `XMFLOAT4X4`, `XMMATRIX`, `D3DXMATRIX`: row vectors, row after row; the translation of a world
    /// matrix is at 12, 13, 14.
    AsuDirectx = 1,
    /// Ogre's `Matrix4`: column vectors, row after row; the translation is at 3, 7, 11.
    AsuOgre = 2,
    /// OpenGL, glm: column vectors, column after column; the translation is at 12, 13, 14.
    AsuOpengl = 3,
    /// glTF's nodes and joints: as `ASU_OPENGL`.
    AsuGltf = 4,
}

/// The depths that a projection maps to.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuZeroToOne as ASU_ZERO_TO_ONE")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuDepth {
    /// 0 to 1, either way round: DirectX, Vulkan, Metal.
    AsuZeroToOne = 1,
    /// -1 to 1: OpenGL, and Ogre's `getProjectionMatrix`.
    AsuMinusOneToOne = 2,
}

/// Where a ray, segment or motion starts.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuApart as ASU_APART")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuStarted {
    /// Outside of the shape.
    AsuApart = 0,
    /// On its boundary.
    AsuTouching = 1,
    /// Inside of it.
    AsuOverlapping = 2,
}

/// When a moving shape leaves another for good.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCastExit {
    /// Whether it meets the other one and leaves it before the motion ends; else the rest is zero.
    pub found: bool,
    /// The fraction of the motion after which they share no point, never early.
    pub fraction: f32,
}

/// How one shape contains another.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuDisjoint as ASU_DISJOINT")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuContainment {
    /// They share no point.
    AsuDisjoint = 0,
    /// They share a point, and some of the second is outside of the first.
    AsuIntersects = 1,
    /// The second lies in the first.
    AsuContains = 2,
}

/// The side of a plane on which a shape lies.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuFront as ASU_FRONT")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuSide {
    /// Where the normal points.
    AsuFront = 0,
    /// Where it points away from.
    AsuBack = 1,
    /// On both, or touching the plane.
    AsuStraddling = 2,
}

/// The kind of a feature of a shape.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuVertex as ASU_VERTEX")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuFeatureKind {
    /// A corner.
    AsuVertex = 0,
    /// An edge; in 2D a side.
    AsuEdge = 1,
    /// A face.
    AsuFace = 2,
}

/// A vertex, edge or face of a shape, by its number: bit k of a box's vertex is set on the positive side
/// of axis k; 2k is its face on the negative, 2k + 1 on the positive side of axis k.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuFeature {
    /// What it is.
    pub kind: AsuFeatureKind,
    /// Its number.
    pub index: u32,
}

/// Who gives way where a walker meets another who walks.
#[allow(
    clippy::enum_variant_names,
    reason = "the header writes AsuWalkerYields as ASU_WALKER_YIELDS"
)]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuYields {
    /// The walker: the other stops it as a wall does.
    AsuWalkerYields = 0,
    /// The one that is met: it is pushed on.
    AsuMetYields = 1,
}

pub(crate) fn yields(number: u32) -> Result<Yields, Failure> {
    Ok(match number {
        0 => Yields::Walker,
        1 => Yields::Met,
        other => return Err(unknown("yields", other, "one of AsuYields")),
    })
}

pub(crate) fn unknown(field: &str, found: u32, expected: &str) -> Failure {
    Failure::argument(format!("{field} is {found}; expected {expected}"))
}

/// The version of the library, as `ASU_VERSION` is that of the header: 1000 major + minor.
#[unsafe(no_mangle)]
pub extern "C" fn asu_version() -> u32 {
    ASU_VERSION
}

/// Copies the message of the last call on this thread that was not `ASU_OK`, ended by a zero byte, as far
/// as `capacity` bytes hold it. Returns the length of the whole message without the zero, 0 if there is
/// none. `buffer` may be null if `capacity` is zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_last_error_message(buffer: *mut c_char, capacity: usize) -> usize {
    with_last_message(|message| {
        if capacity > 0 && !buffer.is_null() {
            // SAFETY: the caller has `capacity` bytes at `buffer`.
            unsafe { write_text(message, buffer, capacity) };
        }
        message.len()
    })
}

/// Writes as much of a text as fits, and a zero byte after it.
///
/// # Safety
/// `capacity` is not zero, and so many bytes can be written at `buffer`.
pub(crate) unsafe fn write_text(text: &str, buffer: *mut c_char, capacity: usize) {
    let mut length = text.len().min(capacity - 1);
    // No character is cut in two.
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    // SAFETY: `length + 1` bytes fit; the text is ours and does not overlap with the caller's memory.
    unsafe {
        core::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), length);
        buffer.add(length).write(0);
    }
}

/// The text that an argument points to.
///
/// # Safety
/// Unless null, it points to bytes that end with zero.
pub(crate) unsafe fn text_at<'a>(text: *const c_char, name: &str) -> Result<Cow<'a, str>, Failure> {
    if text.is_null() {
        return Err(Failure::new(AsuStatus::AsuNull, format!("{name} is null")));
    }
    // SAFETY: it is not null, and ends by the contract of this function.
    Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// Copies as much of a text as `capacity` holds, ended by a zero byte, and writes its whole length.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
pub(crate) unsafe fn tell(text: &str, buffer: *mut c_char, capacity: usize, length: &Out<usize>) {
    length.write(text.len());
    if capacity > 0 {
        // SAFETY: there is room, and the contract of this function.
        unsafe { write_text(text, buffer, capacity) };
    }
}

/// A map from sixteen floats.
///
/// # Safety
/// `matrix` is null or points to sixteen floats.
pub(crate) unsafe fn affine<V: Vector>(
    matrix: *const f32,
    layout: u32,
) -> Result<Affine<V>, Failure> {
    // SAFETY: an array of floats has the alignment of a float, and sixteen are there.
    affine_of(unsafe { crate::pointer::read(matrix.cast::<[f32; 16]>(), "matrix") }?, layout)
}

/// A map from sixteen numbers in one of `AsuLayout`.
pub(crate) fn affine_of<V: Vector>(matrix: &[f32; 16], layout: u32) -> Result<Affine<V>, Failure> {
    Ok(match layout {
        1 => Affine::from_directx(matrix),
        2 => Affine::from_ogre(matrix),
        3 | 4 => Affine::from_gltf(matrix),
        other => return Err(unknown("layout", other, "one of AsuLayout")),
    }?)
}

/// The order in which sixteen floats list a matrix for column vectors.
pub(crate) fn layout(number: u32) -> Result<Layout, Failure> {
    Ok(match number {
        2 => Layout::Rows,
        1 | 3 | 4 => Layout::Columns,
        other => return Err(unknown("layout", other, "one of AsuLayout")),
    })
}

pub(crate) fn depth(number: u32) -> Result<Depth, Failure> {
    Ok(match number {
        1 => Depth::ZeroToOne,
        2 => Depth::MinusOneToOne,
        other => return Err(unknown("depth", other, "one of AsuDepth")),
    })
}

impl From<Started> for AsuStarted {
    fn from(started: Started) -> Self {
        match started {
            Started::Apart => Self::AsuApart,
            Started::Touching => Self::AsuTouching,
            Started::Overlapping => Self::AsuOverlapping,
        }
    }
}

impl From<Containment> for AsuContainment {
    fn from(containment: Containment) -> Self {
        match containment {
            Containment::Disjoint => Self::AsuDisjoint,
            Containment::Intersects => Self::AsuIntersects,
            Containment::Contains => Self::AsuContains,
        }
    }
}

impl From<Side> for AsuSide {
    fn from(side: Side) -> Self {
        match side {
            Side::Front => Self::AsuFront,
            Side::Back => Self::AsuBack,
            Side::Straddling => Self::AsuStraddling,
        }
    }
}

impl From<Feature> for AsuFeature {
    fn from(feature: Feature) -> Self {
        match feature {
            Feature::Vertex(index) => Self { kind: AsuFeatureKind::AsuVertex, index },
            Feature::Edge(index) => Self { kind: AsuFeatureKind::AsuEdge, index },
            Feature::Face(index) => Self { kind: AsuFeatureKind::AsuFace, index },
        }
    }
}

/// The numbers of a rotation.
pub(crate) trait RotationNumbers {
    type Numbers;
    fn numbers(self) -> Self::Numbers;
}

impl RotationNumbers for Quat {
    type Numbers = [f32; 4];
    fn numbers(self) -> [f32; 4] {
        self.to_array()
    }
}

impl RotationNumbers for Rot2 {
    type Numbers = [f32; 2];
    fn numbers(self) -> [f32; 2] {
        [self.cos, self.sin]
    }
}
