//! What both dimensions share.

use crate::pointer::list;
use crate::status::{AsuStatus, Failure, with_last_message};
use asunder::glam::Quat;
use asunder::world::{
    AttackId, BodyId, BodyKind, BodyOptions, ColliderId, ExitReason, Filter, LayerId, LayerSet,
    Layers, Response, Yields,
};
use asunder::{Affine, Containment, Depth, Feature, Layout, Rot2, Side, Started, Vector};
use core::ffi::{CStr, c_char};

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

/// Whether a body is meant to move.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuFixed as ASU_FIXED")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuBodyKind {
    /// A wall, floor or tile: two fixed bodies never pair.
    AsuFixed = 0,
    /// Everything else.
    AsuMoving = 1,
}

/// How the colliders of two layers respond to one another.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuIgnore as ASU_IGNORE")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuResponse {
    /// They never pair.
    AsuIgnore = 0,
    /// They pair while they intersect: touching counts.
    AsuTouch = 1,
    /// They pair while they penetrate: touching does not count.
    AsuOverlap = 2,
    /// They pair while they penetrate, and movers of one stop at the other.
    AsuBlock = 3,
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

/// What an event tells.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuEnter as ASU_ENTER")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuEventKind {
    /// `a` and `b` came into contact.
    AsuEnter = 0,
    /// `a` and `b` are no longer in contact, for `reason`.
    AsuExit = 1,
    /// The mover `a` was stopped by `b`, at `point`, with `normal` and `fraction`.
    AsuBlocked = 2,
    /// The mover `a` is no longer stopped by `b`.
    AsuUnblocked = 3,
    /// `attack`, or a collider that is always swept if that is zero, hit `b` with `a`, at `point`, with
    /// `normal` and `fraction`; `tag`, `bone` and `region` are those of `b`.
    AsuHit = 4,
    /// A carrier's collider `b` pushed the body of `a` against the collider `against`.
    AsuCrushed = 5,
}

/// Why a contact ended.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuParted as ASU_PARTED")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuExitReason {
    /// They moved apart, or no longer respond to one another.
    AsuParted = 0,
    /// One of them, or both, left the world.
    AsuRemoved = 1,
}

/// The number of no bone.
pub const ASU_NO_BONE: u32 = u32::MAX;

/// A collider of a world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsuColliderId {
    /// The body it belongs to, as `insert` returned it.
    pub body: u64,
    /// Its index among the colliders of the body.
    pub part: u16,
}

impl From<ColliderId> for AsuColliderId {
    fn from(id: ColliderId) -> Self {
        Self { body: id.body.bits(), part: id.part }
    }
}

impl From<AsuColliderId> for ColliderId {
    fn from(id: AsuColliderId) -> Self {
        BodyId::from_bits(id.body).collider(id.part)
    }
}

/// The options of a body. All zero: a fixed one without an owner.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsuBodyOptions {
    /// One of `AsuBodyKind`.
    pub kind: u32,
    /// 1 if `owner` counts, else 0.
    pub has_owner: u32,
    /// Bodies of one owner ignore one another.
    pub owner: u64,
}

impl AsuBodyOptions {
    pub(crate) fn read(self) -> Result<BodyOptions, Failure> {
        let kind = match self.kind {
            0 => BodyKind::Fixed,
            1 => BodyKind::Moving,
            other => return Err(unknown("kind", other, "one of AsuBodyKind")),
        };
        let options = BodyOptions::from(kind);
        Ok(if self.has_owner == 0 { options } else { options.owner(self.owner) })
    }
}

/// How two layers respond to each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuLayerPair {
    /// The number of a layer: 0 is `default`, 1 the first of the names.
    pub a: u32,
    /// The number of another, or of the same.
    pub b: u32,
    /// One of `AsuResponse`.
    pub response: u32,
}

/// The layers of a world besides `default`, which has number 0. Every two respond by `ASU_TOUCH` unless
/// a pair says otherwise.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuLayers {
    /// The names of layers 1, 2, and so on, each ended by a zero byte.
    pub names: *const *const c_char,
    /// How many names there are, 63 at most.
    pub name_count: usize,
    /// Who responds how.
    pub pairs: *const AsuLayerPair,
    /// How many pairs there are.
    pub pair_count: usize,
}

impl AsuLayers {
    /// # Safety
    /// The lists are as long as they say, and the names end.
    pub(crate) unsafe fn read(self) -> Result<Layers, Failure> {
        // SAFETY: the contract of this function.
        let names = unsafe { list(self.names, self.name_count, "names") }?;
        let mut layers = Layers::new();
        for &name in names {
            if name.is_null() {
                return Err(Failure::new(AsuStatus::AsuNull, "a name of a layer is null"));
            }
            // SAFETY: it is not null, and ends by the contract of this function.
            let name = unsafe { CStr::from_ptr(name) };
            layers = layers.layer(name.to_string_lossy())?;
        }
        // SAFETY: the contract of this function.
        let pairs = unsafe { list(self.pairs, self.pair_count, "pairs") }?;
        for pair in pairs {
            let [a, b] = [layer_name(&layers, pair.a)?, layer_name(&layers, pair.b)?];
            layers = layers.respond(&a, &b, response(pair.response)?)?;
        }
        Ok(layers)
    }
}

/// The name of the layer with a number.
pub(crate) fn layer_name(layers: &Layers, number: u32) -> Result<String, Failure> {
    let name = layers.names().nth(number as usize).map(String::from);
    name.ok_or_else(|| {
        let count = layers.names().len();
        Failure::argument(format!("there is no layer {number}; the world has {count}"))
    })
}

pub(crate) fn layer(number: u32) -> Result<LayerId, Failure> {
    let id = u8::try_from(number).ok().and_then(LayerId::from_bits);
    id.ok_or_else(|| unknown("layer", number, "a number below 64"))
}

pub(crate) fn response(number: u32) -> Result<Response, Failure> {
    Ok(match number {
        0 => Response::Ignore,
        1 => Response::Touch,
        2 => Response::Overlap,
        3 => Response::Block,
        other => return Err(unknown("response", other, "one of AsuResponse")),
    })
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

/// Which colliders a question is about. A null pointer instead: about all.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuFilter {
    /// Bit n is set if colliders of layer n are wanted.
    pub layers: u64,
    /// 1 if those of owner `not_of` are not wanted, else 0.
    pub has_not_of: u32,
    /// 1 if only those of owner `only_of` are wanted, else 0.
    pub has_only_of: u32,
    /// An owner.
    pub not_of: u64,
    /// An owner.
    pub only_of: u64,
}

impl AsuFilter {
    pub(crate) fn read(self) -> Filter<'static> {
        let mut filter = Filter::new().layers(LayerSet::from_bits(self.layers));
        if self.has_not_of != 0 {
            filter = filter.not_of(self.not_of);
        }
        if self.has_only_of != 0 {
            filter = filter.only_of(self.only_of);
        }
        filter
    }
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

/// A map from sixteen floats.
///
/// # Safety
/// `matrix` is null or points to sixteen floats.
pub(crate) unsafe fn affine<V: Vector>(
    matrix: *const f32,
    layout: u32,
) -> Result<Affine<V>, Failure> {
    // SAFETY: an array of floats has the alignment of a float, and sixteen are there.
    let matrix = unsafe { crate::pointer::read(matrix.cast::<[f32; 16]>(), "matrix") }?;
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

impl From<ExitReason> for AsuExitReason {
    fn from(reason: ExitReason) -> Self {
        match reason {
            ExitReason::Removed => Self::AsuRemoved,
            _ => Self::AsuParted,
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

/// An attack as a number that is not zero.
pub(crate) fn attack_number(attack: AttackId) -> u64 {
    attack.bits().wrapping_add(1)
}

/// The attack of a number.
pub(crate) fn attack_id(number: u64) -> AttackId {
    AttackId::from_bits(number.wrapping_sub(1))
}
