//! Shapes and questions in the plane. `three.rs` is what this is derived from, by `tests/derived.rs`.

use crate::common::{
    AsuContainment, AsuFeature, AsuShapeKind, AsuSide, AsuStarted, RotationNumbers as _, affine,
    unknown, write_text,
};
use crate::pointer::{Out, OutList, list, read};
use crate::quick::{finite, length, lengths, not_zero};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::batch::{Aabb2Set, Capsule2Set, Mask, Obb2Set, Sphere2Set};
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::{AnyShape as _, Contact, Hit, RayHit, ShapeRef};
use core::ffi::c_char;
use core::fmt;
use std::sync::RwLock;

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

/// The nearest points of two shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuClosestPoints2 {
    /// Whether there are such: false where the shapes share a point, or the nearest ones lie at infinity.
    pub found: bool,
    /// The point of the first.
    pub on_a: [f32; 2],
    /// The point of the second.
    pub on_b: [f32; 2],
}

/// The minimum translation of two shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuPenetration2 {
    /// Whether there is one: false where the shapes share no point.
    pub found: bool,
    /// The unit direction in which the first shape must move: from the second to the first.
    pub normal: [f32; 2],
    /// How far it must move so that they do not penetrate. Zero if and only if they merely touch.
    pub depth: f32,
}

/// A pair of points of a contact, one on each surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuContactPoint2 {
    /// On the surface of the first shape.
    pub on_a: [f32; 2],
    /// On the surface of the second.
    pub on_b: [f32; 2],
    /// The overlap here along the contact's normal.
    pub depth: f32,
}

/// The contact of two shapes: their minimum translation, and up to four points for a solver.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuContact2 {
    /// Whether there is one: false where the shapes share no point.
    pub found: bool,
    /// The unit normal, from the second shape to the first.
    pub normal: [f32; 2],
    /// How far the first must move along it: that of `asu_penetration2`, bit for bit.
    pub depth: f32,
    /// The feature of the first that touches.
    pub feature_a: AsuFeature,
    /// The feature of the second that touches.
    pub feature_b: AsuFeature,
    /// The points.
    pub points: [AsuContactPoint2; 2],
    /// How many of them count.
    pub point_count: u32,
}

impl AsuContact2 {
    fn new(contact: Option<Contact<Vec2>>) -> Self {
        let vertex = AsuFeature::from(asunder::Feature::Vertex(0));
        let mut answer = Self {
            found: contact.is_some(),
            normal: Default::default(),
            depth: 0.0,
            feature_a: vertex,
            feature_b: vertex,
            points: Default::default(),
            point_count: 0,
        };
        if let Some(contact) = contact {
            answer.normal = contact.normal.to_array();
            answer.depth = contact.depth;
            answer.feature_a = contact.feature_a.into();
            answer.feature_b = contact.feature_b.into();
            answer.point_count = contact.points().len() as u32;
            for (to, from) in answer.points.iter_mut().zip(contact.points()) {
                let (on_a, on_b) = (from.on_a.to_array(), from.on_b.to_array());
                *to = AsuContactPoint2 { on_a, on_b, depth: from.depth };
            }
        }
        answer
    }
}

/// The first contact of a ray or segment with a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuRayHit2 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    /// shape.
    pub fraction: f32,
    /// The contact point, within rounding.
    pub point: [f32; 2],
    /// The shape's unit normal there, against the ray.
    pub normal: [f32; 2],
    /// Where the ray starts.
    pub started: AsuStarted,
}

impl AsuRayHit2 {
    pub(crate) fn new(hit: Option<RayHit<Vec2>>) -> Self {
        let zero = Vec2::default().to_array();
        let none = Self {
            found: false,
            fraction: 0.0,
            point: zero,
            normal: zero,
            started: AsuStarted::AsuApart,
        };
        hit.map_or(none, |hit| Self {
            found: true,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            started: hit.started.into(),
        })
    }
}

/// The first contact of a moving shape with another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCastHit2 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    pub fraction: f32,
    /// Whether they part before the motion ends.
    pub has_exit: bool,
    /// The fraction of the motion after which they share no point, never early, if they part.
    pub exit: f32,
    /// A contact point on the other shape, within rounding.
    pub point: [f32; 2],
    /// The other shape's unit normal there, against the motion.
    pub normal: [f32; 2],
    /// How the shapes lie at the start.
    pub started: AsuStarted,
}

impl AsuCastHit2 {
    pub(crate) fn new(hit: Option<asunder::CastHit<Vec2>>) -> Self {
        let zero = Vec2::default().to_array();
        let none = Self {
            found: false,
            fraction: 0.0,
            has_exit: false,
            exit: 0.0,
            point: zero,
            normal: zero,
            started: AsuStarted::AsuApart,
        };
        hit.map_or(none, |hit| Self {
            found: true,
            fraction: hit.fraction,
            has_exit: hit.exit.is_some(),
            exit: hit.exit.unwrap_or(0.0),
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            started: hit.started.into(),
        })
    }
}

/// The contact of a mover with an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuObstacleHit2 {
    /// The index of the obstacle.
    pub obstacle: usize,
    /// A contact point on it.
    pub point: [f32; 2],
    /// The unit normal of the contact, from the obstacle to the mover.
    pub normal: [f32; 2],
    /// The fraction of the motion after which they would penetrate, never late.
    pub fraction: f32,
}

impl From<&Hit<Vec2>> for AsuObstacleHit2 {
    fn from(hit: &Hit<Vec2>) -> Self {
        Self {
            obstacle: hit.obstacle,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            fraction: hit.fraction,
        }
    }
}

/// Where a mover stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuStop2 {
    /// Its position at the end: of a box or sphere the center, of other shapes their first point. It
    /// penetrates no obstacle there, nor on the straight path to it.
    pub position: [f32; 2],
    /// The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    pub fraction: f32,
    /// The distance that remains to what stopped it.
    pub gap: f32,
    /// Whether it penetrated an obstacle at the start, and so was not moved.
    pub started_penetrating: bool,
    /// Whether no free position was found within a few units in the last place of the contact.
    pub backed_off: bool,
    /// How many obstacles stopped it.
    pub hit_count: usize,
}

/// Hulls and frusta that the library keeps.
static STORED: Registry<Shape2> = Registry::new("stored shape");

fn point_of(point: [f32; 2]) -> Result<Shape2, Failure> {
    match point.iter().find(|x| !x.is_finite()) {
        None => Ok(Shape2::Point(point.into())),
        Some(x) => {
            let message = format!("point has a component {x}; expected finite numbers");
            Err(Failure::new(AsuStatus::AsuNotFinite, message))
        }
    }
}

/// A shape, wherever it lies.
type Seen2<'a> = ShapeRef<'a, Vec2>;

/// The kinds that are asked about most lie in memory as the library has them: they are checked, and not
/// copied. Copying one in pieces of another size than it was written in takes longer than most answers.
const _: () = {
    assert!(size_of::<AsuSphere2>() == size_of::<Sphere2>());
    assert!(size_of::<AsuCapsule2>() == size_of::<Capsule2>());
    assert!(size_of::<AsuAabb2>() == size_of::<Aabb2>());
    assert!(size_of::<AsuPreparedObb2>() == size_of::<Obb2>());
    assert!(align_of::<AsuSphere2>() == align_of::<Sphere2>());
    assert!(align_of::<AsuCapsule2>() == align_of::<Capsule2>());
    assert!(align_of::<AsuAabb2>() == align_of::<Aabb2>());
    assert!(align_of::<AsuPreparedObb2>() == align_of::<Obb2>());
};

/// A shape where it lies, or, of a kind that must be read, in `place`.
///
/// # Safety
/// The member that the kind names is filled in, and its pointers point to as much as they say.
#[inline(always)]
unsafe fn see<'a>(shape: &'a AsuShape2, place: &'a mut Shape2) -> Result<Seen2<'a>, Failure> {
    const SPHERE: u32 = AsuShapeKind::AsuSphere as u32;
    const CAPSULE: u32 = AsuShapeKind::AsuCapsule as u32;
    const AABB: u32 = AsuShapeKind::AsuAabb as u32;
    const PREPARED_OBB: u32 = AsuShapeKind::AsuPreparedObb as u32;
    let data = &shape.data;
    // SAFETY: members are plain numbers, any bits of which are values; the one that the kind names is filled
    // in by the contract of this function, which is that of `rarer_shape_of`. The library's types are
    // `repr(C)`, with the same fields in the same order (`tests/answers` would find another one). They hold
    // what their constructors take: a quick look finds most numbers good, and the constructor judges the
    // rest.
    unsafe {
        Ok(match shape.kind {
            SPHERE => {
                let sphere = &data.sphere;
                if !(finite(&sphere.center) & length(sphere.radius)) {
                    Sphere2::try_new(sphere.center, sphere.radius)?;
                }
                Seen2::Sphere(&*(&raw const *sphere).cast())
            }
            CAPSULE => {
                let capsule = &data.capsule;
                if !(finite(&capsule.a) & finite(&capsule.b) & length(capsule.radius)) {
                    Capsule2::try_new(capsule.a, capsule.b, capsule.radius)?;
                }
                Seen2::Capsule(&*(&raw const *capsule).cast())
            }
            AABB => {
                let aabb = &data.aabb;
                let ordered =
                    aabb.min.iter().zip(&aabb.max).fold(true, |all, (a, b)| all & (a <= b));
                if !(finite(&aabb.min) & finite(&aabb.max) & ordered) {
                    Aabb2::try_new(aabb.min, aabb.max)?;
                }
                Seen2::Aabb(&*(&raw const *aabb).cast())
            }
            PREPARED_OBB => {
                let prepared = &data.prepared_obb;
                let AsuObb2 { center, half_extents, rotation } = &prepared.obb;
                let turned = finite(rotation) & not_zero(rotation);
                if !(finite(center) & lengths(half_extents) & turned) {
                    Obb2::try_new(*center, *half_extents, *rotation)?;
                }
                Seen2::Obb(&*(&raw const *prepared).cast())
            }
            _ => {
                *place = rarer_shape_of(shape)?;
                place.as_shape_ref()
            }
        })
    }
}

/// What a shape may be read into.
#[inline(always)]
fn place() -> Shape2 {
    Shape2::Point(Vec2::ZERO)
}

/// # Safety
/// As [`see`].
unsafe fn shape_of(shape: &AsuShape2) -> Result<Shape2, Failure> {
    let mut read = place();
    // SAFETY: the contract is that of this function.
    let seen = unsafe { see(shape, &mut read) }?;
    Ok(match seen {
        Seen2::Sphere(sphere) => Shape2::Sphere(*sphere),
        Seen2::Capsule(capsule) => Shape2::Capsule(*capsule),
        Seen2::Aabb(aabb) => Shape2::Aabb(*aabb),
        Seen2::Obb(obb) => Shape2::Obb(*obb),
        _ => read,
    })
}

/// The kinds that are asked about less, or take longer to read anyway.
///
/// # Safety
/// As [`see`].
#[inline(never)]
unsafe fn rarer_shape_of(shape: &AsuShape2) -> Result<Shape2, Failure> {
    const POINT: u32 = AsuShapeKind::AsuPoint as u32;
    const SEGMENT: u32 = AsuShapeKind::AsuSegment as u32;
    const RAY: u32 = AsuShapeKind::AsuRay as u32;
    const PLANE: u32 = AsuShapeKind::AsuPlane as u32;
    const HALF_SPACE: u32 = AsuShapeKind::AsuHalfSpace as u32;
    const OBB: u32 = AsuShapeKind::AsuObb as u32;
    const TRIANGLE: u32 = AsuShapeKind::AsuTriangle as u32;
    const FRUSTUM: u32 = AsuShapeKind::AsuFrustum as u32;
    const CONVEX_HULL: u32 = AsuShapeKind::AsuConvexHull as u32;
    const PARALLELEPIPED: u32 = AsuShapeKind::AsuParallelepiped as u32;
    const STORED_SHAPE: u32 = AsuShapeKind::AsuStored as u32;
    let data = &shape.data;
    // SAFETY: members are plain numbers and pointers, any bits of which are values; the one that the kind
    // names is filled in, and its pointers are good, by the contract of this function.
    unsafe {
        Ok(match shape.kind {
            POINT => point_of(data.point)?,
            SEGMENT => Segment2::try_new(data.segment.a, data.segment.b)?.into(),
            RAY => Ray2::try_new(data.ray.origin, data.ray.direction)?.into(),
            PLANE => Plane2::try_new(data.plane.normal, data.plane.offset)?.into(),
            HALF_SPACE => half_space_of(&data.half_space)?.into(),
            OBB => {
                let AsuObb2 { center, half_extents, rotation } = data.obb;
                Obb2::try_new(center, half_extents, rotation)?.into()
            }
            TRIANGLE => {
                let AsuTriangle2 { a, b, c } = data.triangle;
                Triangle2::try_new(a, b, c)?.into()
            }
            FRUSTUM => {
                let AsuFrustum2 { half_spaces, count } = data.frustum;
                let half_spaces =
                    list(half_spaces, count, "half_spaces")?.iter().map(half_space_of);
                let half_spaces = half_spaces.collect::<Result<Vec<_>, _>>()?;
                Frustum2::try_from_half_spaces(&half_spaces)?.into()
            }
            CONVEX_HULL => {
                let AsuConvexHull2 { points, count } = data.convex_hull;
                let points = list(points.cast::<[f32; 2]>(), count, "points")?;
                ConvexHull2::try_new(points.iter().copied())?.into()
            }
            PARALLELEPIPED => {
                let AsuParallelepiped2 { center, edges } = data.parallelepiped;
                Parallelepiped2::try_new(center, edges)?.into()
            }
            STORED_SHAPE => Shape2::clone(&*STORED.get(data.stored)?),
            other => return Err(unknown("kind", other, "one of AsuShapeKind")),
        })
    }
}

fn half_space_of(half_space: &AsuHalfSpace2) -> Result<HalfSpace2, Failure> {
    Ok(HalfSpace2::try_new(half_space.normal, half_space.offset)?)
}

/// The shape that an argument points to.
///
/// # Safety
/// Unless null or misaligned, it points to a shape whose member that the kind names is filled in, and the
/// pointers of that point to as much as they say.
pub(crate) unsafe fn shape_at(
    shape: *const AsuShape2,
    name: &'static str,
) -> Result<Shape2, Failure> {
    // SAFETY: the contracts are the same.
    unsafe { shape_of(read(shape, name)?) }.map_err(|failure| failure.of(name))
}

/// As [`shape_at`], of a list.
///
/// # Safety
/// As [`shape_at`], of each.
pub(crate) unsafe fn shapes_at(
    shapes: *const AsuShape2,
    count: usize,
    name: &'static str,
) -> Result<Vec<Shape2>, Failure> {
    // SAFETY: the contracts are the same.
    let shapes = unsafe { list(shapes, count, name) }?;
    let numbered = shapes.iter().enumerate();
    let read = numbered.map(|(i, shape)| {
        // SAFETY: the contracts are the same.
        unsafe { shape_of(shape) }.map_err(|failure| failure.of(&format!("{name}[{i}]")))
    });
    read.collect()
}

/// The vector that an argument points to.
///
/// # Safety
/// Unless null or misaligned, it points to as many floats as the dimension.
pub(crate) unsafe fn vector_at(
    vector: *const f32,
    name: &'static str,
) -> Result<[f32; 2], Failure> {
    // SAFETY: an array of floats is aligned as a float is, and as many floats are there.
    let vector = *unsafe { read(vector.cast::<[f32; 2]>(), name) }?;
    match vector.iter().find(|x| !x.is_finite()) {
        None => Ok(vector),
        Some(x) => {
            let message = format!("{name} has a component {x}; expected finite numbers");
            Err(Failure::new(AsuStatus::AsuNotFinite, message))
        }
    }
}

/// A shape as C holds it: an oriented box is prepared, a hull or frustum stored.
pub(crate) fn shape_for_c(shape: &Shape2) -> AsuShape2 {
    let (kind, data) = match shape {
        Shape2::Point(point) => (AsuShapeKind::AsuPoint, AsuShapeData2 { point: point.to_array() }),
        Shape2::Segment(segment) => {
            let segment = AsuSegment2 { a: segment.a().to_array(), b: segment.b().to_array() };
            (AsuShapeKind::AsuSegment, AsuShapeData2 { segment })
        }
        Shape2::Ray(ray) => {
            let (origin, direction) = (ray.origin().to_array(), ray.direction().to_array());
            (AsuShapeKind::AsuRay, AsuShapeData2 { ray: AsuRay2 { origin, direction } })
        }
        Shape2::Plane(plane) => {
            let plane = AsuPlane2 { normal: plane.normal().to_array(), offset: plane.offset() };
            (AsuShapeKind::AsuPlane, AsuShapeData2 { plane })
        }
        Shape2::HalfSpace(half_space) => {
            let (normal, offset) = (half_space.normal().to_array(), half_space.offset());
            let half_space = AsuHalfSpace2 { normal, offset };
            (AsuShapeKind::AsuHalfSpace, AsuShapeData2 { half_space })
        }
        Shape2::Sphere(sphere) => {
            let sphere = AsuSphere2 { center: sphere.center().to_array(), radius: sphere.radius() };
            (AsuShapeKind::AsuSphere, AsuShapeData2 { sphere })
        }
        Shape2::Capsule(capsule) => {
            let (a, b) = (capsule.a().to_array(), capsule.b().to_array());
            let capsule = AsuCapsule2 { a, b, radius: capsule.radius() };
            (AsuShapeKind::AsuCapsule, AsuShapeData2 { capsule })
        }
        Shape2::Aabb(aabb) => {
            let aabb = AsuAabb2 { min: aabb.min().to_array(), max: aabb.max().to_array() };
            (AsuShapeKind::AsuAabb, AsuShapeData2 { aabb })
        }
        Shape2::Obb(obb) => {
            let facts = AsuObb2 {
                center: obb.center().to_array(),
                half_extents: obb.half_extents().to_array(),
                rotation: obb.rotation().numbers(),
            };
            let axes = obb.axes().map(|axis| axis.to_array());
            let prepared_obb = AsuPreparedObb2 { obb: facts, axes };
            (AsuShapeKind::AsuPreparedObb, AsuShapeData2 { prepared_obb })
        }
        Shape2::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(|corner| corner.to_array());
            (AsuShapeKind::AsuTriangle, AsuShapeData2 { triangle: AsuTriangle2 { a, b, c } })
        }
        Shape2::Parallelepiped(shape) => {
            let edges = shape.edges().map(|edge| edge.to_array());
            let parallelepiped = AsuParallelepiped2 { center: shape.center().to_array(), edges };
            (AsuShapeKind::AsuParallelepiped, AsuShapeData2 { parallelepiped })
        }
        other => {
            let stored = STORED.insert(other.clone());
            (AsuShapeKind::AsuStored, AsuShapeData2 { stored })
        }
    };
    AsuShape2 { kind: kind as u32, data }
}

/// Checks a shape, and computes once what every question about it would: the axes of an oriented box, and
/// the structure of a convex hull or frustum, which the library then keeps until `asu_release2`. Other
/// kinds are copied. No answer depends on it: it takes some tens of nanoseconds off each question about a
/// box, and microseconds off one about a hull. `shape` and `prepared` may be the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_prepare2(
    shape: *const AsuShape2,
    prepared: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(prepared, "prepared")?;
            out.write(shape_for_c(&shape_at(shape, "shape")?));
        }
        Ok(())
    })
}

/// Forgets a shape of kind `ASU_STORED`: all copies of it are stale then. Bodies of worlds that were given
/// it keep theirs. Shapes of other kinds need no release, and are left as they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_release2(shape: *const AsuShape2) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let shape = unsafe { read(shape, "shape") }?;
        if shape.kind != AsuShapeKind::AsuStored as u32 {
            return Ok(());
        }
        // SAFETY: it is the member that the kind names; any bits are a number.
        STORED.remove(unsafe { shape.data.stored })
    })
}

/// The shape placed by a pose: turned, then moved. Each number is rounded once. A box along the axes
/// becomes an oriented one; a projection cannot be placed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_transformed2(
    shape: *const AsuShape2,
    pose: *const AsuPose2,
    image: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(image, "image")?;
            let pose = read(pose, "pose")?.read();
            out.write(shape_for_c(&shape_at(shape, "shape")?.try_transformed(&pose)?));
        }
        Ok(())
    })
}

/// The shape under a world matrix that may also scale and mirror: a box becomes an oriented box, exactly
/// the image but for one rounding of each number; a sphere becomes one around the image, scaled by the
/// largest factor; a parallelepiped is refused, as are the other kinds: place those by a pose.
///
/// `matrix` is sixteen floats in one of `AsuLayout`. Feed it the box of the model's own space: the world's
/// bounding box has grown around the turned model already. A matrix that skews a box is
/// `ASU_INVALID_MATRIX`: see `asu_enclosing2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_under_matrix2(
    shape: *const AsuShape2,
    matrix: *const f32,
    layout: u32,
    image: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(image, "image")?;
            let map = affine::<Vec2>(matrix, layout)?;
            let image: Shape2 = match shape_at(shape, "shape")? {
                Shape2::Aabb(aabb) => Obb2::from_local_aabb(&aabb, &map)?.into(),
                Shape2::Obb(obb) => obb.affine_image(&map)?.into(),
                Shape2::Sphere(sphere) => Sphere2::enclosing(&sphere, &map)?.into(),
                other => return Err(not_under_matrix(&other)),
            };
            out.write(shape_for_c(&image));
        }
        Ok(())
    })
}

/// A box or sphere around the image of one under any affine matrix, also one that skews. A box along the
/// axes becomes an oriented one first, its center and half extents rounded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_enclosing2(
    shape: *const AsuShape2,
    matrix: *const f32,
    layout: u32,
    image: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(image, "image")?;
            let map = affine::<Vec2>(matrix, layout)?;
            let image: Shape2 = match shape_at(shape, "shape")? {
                Shape2::Aabb(aabb) => {
                    Obb2::enclosing(&aabb.try_transformed(&Pose2::identity())?, &map)?.into()
                }
                Shape2::Obb(obb) => Obb2::enclosing(&obb, &map)?.into(),
                Shape2::Sphere(sphere) => Sphere2::enclosing(&sphere, &map)?.into(),
                other => return Err(not_under_matrix(&other)),
            };
            out.write(shape_for_c(&image));
        }
        Ok(())
    })
}

fn not_under_matrix(shape: &Shape2) -> Failure {
    let kind = shape.kind();
    let message = format!("a {kind} is not placed by a matrix; expected an aabb, obb or sphere");
    Failure::argument(message)
}

/// The oriented box with axes given as vectors, four floats in 2D: axis after axis, of any length but zero,
/// at right angles up to a cosine of 1e-5. `half_extents` count along their directions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_obb2_from_axes(
    center: *const f32,
    axes: *const f32,
    half_extents: *const f32,
    obb: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; arrays of floats are
        // aligned as a float is.
        unsafe {
            let out = Out::new(obb, "obb")?;
            let center = vector_at(center, "center")?;
            let half_extents = vector_at(half_extents, "half_extents")?;
            let axes: [[f32; 2]; 2] = *read(axes.cast(), "axes")?;
            out.write(shape_for_c(&Obb2::from_axes(center, axes, half_extents)?.into()));
        }
        Ok(())
    })
}

/// The least box along the coordinate axes, rounded outwards, that contains a bounded shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_aabb2(shape: *const AsuShape2, aabb: *mut AsuAabb2) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(aabb, "aabb")?;
            let around = shape_at(shape, "shape")?.try_aabb()?;
            out.write(AsuAabb2 { min: around.min().to_array(), max: around.max().to_array() });
        }
        Ok(())
    })
}

/// A sphere around a bounded shape, as small as numbers allow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_bounding_sphere2(
    shape: *const AsuShape2,
    sphere: *mut AsuSphere2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(sphere, "sphere")?;
            let around = shape_at(shape, "shape")?.try_bounding_sphere()?;
            out.write(AsuSphere2 { center: around.center().to_array(), radius: around.radius() });
        }
        Ok(())
    })
}

/// Asks a pair of shapes one question.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
#[inline]
unsafe fn pair<T: Copy>(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut T,
    ask: impl FnOnce(&Seen2<'_>, &Seen2<'_>) -> T,
) -> AsuStatus {
    call(|| {
        let [mut first, mut second] = [place(), place()];
        // SAFETY: the contract of this function.
        let (out, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let a = see(read(a, "a")?, &mut first).map_err(|failure| failure.of("a"))?;
            let b = see(read(b, "b")?, &mut second).map_err(|failure| failure.of("b"))?;
            (out, a, b)
        };
        out.write(ask(&a, &b));
        Ok(())
    })
}

/// Whether two shapes share a point. Exact; touching counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_intersects2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| a.intersects(b)) }
}

/// Whether two shapes share inner points. Exact; touching does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_penetrates2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| a.penetrates(b)) }
}

/// How `a` contains `b`. Exact; touching from within counts as containing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_containment2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut AsuContainment,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| a.containment(b).into()) }
}

/// The side of a plane on which a shape lies. Exact; touching the plane is straddling it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_side2(
    shape: *const AsuShape2,
    plane: *const AsuPlane2,
    answer: *mut AsuSide,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let plane = read(plane, "plane")?;
            let plane = Plane2::try_new(plane.normal, plane.offset)?;
            out.write(shape_at(shape, "shape")?.side(&plane).into());
        }
        Ok(())
    })
}

/// The distance of two shapes: zero if and only if they share a point, never more than the true one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_distance2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut f32,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks. A distance is missing for
    // points that are not finite alone, which are refused.
    unsafe { pair(a, b, answer, |a, b| a.distance(b).unwrap_or(0.0)) }
}

/// The nearest points of two shapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_closest_points2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut AsuClosestPoints2,
) -> AsuStatus {
    let ask = |a: &Seen2<'_>, b: &Seen2<'_>| match a.closest_points(b) {
        Some(points) => AsuClosestPoints2 {
            found: true,
            on_a: points.on_a.to_array(),
            on_b: points.on_b.to_array(),
        },
        None => AsuClosestPoints2::default(),
    };
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, ask) }
}

/// The shortest translation of `a` after which it does not penetrate `b`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_penetration2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut AsuPenetration2,
) -> AsuStatus {
    let ask = |a: &Seen2<'_>, b: &Seen2<'_>| match a.penetration(b) {
        Some(found) => {
            AsuPenetration2 { found: true, normal: found.normal.to_array(), depth: found.depth }
        }
        None => AsuPenetration2::default(),
    };
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, ask) }
}

/// The contact of two shapes that share a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_contact2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    answer: *mut AsuContact2,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| AsuContact2::new(a.contact(b))) }
}

/// `a`, moved by the shortest translation so that it does not penetrate `b`, with its numbers rounded;
/// `found` is false if no such place is found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_parted2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    parted: *mut AsuShape2,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, found) = (Out::new(parted, "parted")?, Out::new(found, "found")?);
            let (a, b) = (shape_at(a, "a")?, shape_at(b, "b")?);
            let parted = a.parted_from(&b);
            found.write(parted.is_some());
            if let Some(parted) = parted {
                out.write(shape_for_c(&parted));
            }
        }
        Ok(())
    })
}

/// The first contact of a ray with a shape. There is one if and only if they share a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_ray_cast2(
    shape: *const AsuShape2,
    ray: *const AsuRay2,
    answer: *mut AsuRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let ray = ray_at(ray)?;
            out.write(AsuRayHit2::new(shape_at(shape, "shape")?.ray_cast(&ray)));
        }
        Ok(())
    })
}

/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn ray_at(ray: *const AsuRay2) -> Result<Ray2, Failure> {
    // SAFETY: the contracts are the same.
    let ray = unsafe { read(ray, "ray") }?;
    Ray2::try_new(ray.origin, ray.direction).map_err(|error| Failure::from(error).of("ray"))
}

/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn segment_at(segment: *const AsuSegment2) -> Result<Segment2, Failure> {
    // SAFETY: the contracts are the same.
    let segment = unsafe { read(segment, "segment") }?;
    Segment2::try_new(segment.a, segment.b).map_err(|error| Failure::from(error).of("segment"))
}

/// The first contact of a segment, from `a` to `b`, with a shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_segment_cast2(
    shape: *const AsuShape2,
    segment: *const AsuSegment2,
    answer: *mut AsuRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let segment = segment_at(segment)?;
            out.write(AsuRayHit2::new(shape_at(shape, "shape")?.segment_cast(&segment)));
        }
        Ok(())
    })
}

/// The first contact of `a`, moved by `motion` without turning, with `b`. Whether there is one is exact;
/// touching counts, but not touching at the start and moving away.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast2(
    a: *const AsuShape2,
    motion: *const f32,
    b: *const AsuShape2,
    answer: *mut AsuCastHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let motion = vector_at(motion, "motion")?;
            let [mut first, mut second] = [place(), place()];
            let a = see(read(a, "a")?, &mut first).map_err(|failure| failure.of("a"))?;
            let b = see(read(b, "b")?, &mut second).map_err(|failure| failure.of("b"))?;
            out.write(AsuCastHit2::new(a.cast(motion, &b)));
        }
        Ok(())
    })
}

/// The first contact of a shape that moves and turns with another.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuRotatingHit2 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// Whether they share a point there; else they only come within the tolerance.
    pub in_contact: bool,
    /// The fraction of the motion at the contact, never late.
    pub fraction: f32,
    /// A point of the other shape there.
    pub point: [f32; 2],
    /// The unit direction from there to the moving shape.
    pub normal: [f32; 2],
}

/// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
/// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast_rotating2(
    a: *const AsuShape2,
    from: *const AsuPose2,
    to: *const AsuPose2,
    b: *const AsuShape2,
    tolerance: f32,
    answer: *mut AsuRotatingHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, from, to, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let (from, to) = (read(from, "from")?.read(), read(to, "to")?.read());
            (out, from, to, shape_at(a, "a")?, shape_at(b, "b")?)
        };
        let hit = a.cast_rotating(&from, &to, &b, tolerance)?;
        out.write(hit.map_or(AsuRotatingHit2::default(), |hit| AsuRotatingHit2 {
            found: true,
            in_contact: hit.reached == asunder::Reached::Contact,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
        }));
        Ok(())
    })
}

/// How far a shape can move by `motion` before it would penetrate one of `count` obstacles, and what
/// stops it: `hits` takes up to `capacity` of them, and `stop.hit_count` says how many there are. Touching
/// stops nobody: who moves along what he touches is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_move_until_contact2(
    shape: *const AsuShape2,
    motion: *const f32,
    obstacles: *const AsuShape2,
    count: usize,
    stop: *mut AsuStop2,
    hits: *mut AsuObstacleHit2,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(stop, "stop")?;
            let hits = OutList::new(hits, capacity, "hits")?;
            let motion = vector_at(motion, "motion")?;
            let obstacles = shapes_at(obstacles, count, "obstacles")?;
            let stop = moved(&shape_at(shape, "shape")?, motion, &obstacles)?;
            out.write(AsuStop2 {
                position: stop.position.to_array(),
                fraction: stop.fraction,
                gap: stop.gap,
                started_penetrating: stop.started_penetrating,
                backed_off: stop.backed_off,
                hit_count: hits.write(stop.hits.iter().map(AsuObstacleHit2::from)),
            });
        }
        Ok(())
    })
}

/// Moves a shape of a kind that moves.
fn moved(
    shape: &Shape2,
    motion: [f32; 2],
    obstacles: &[Shape2],
) -> Result<asunder::Stop<Vec2>, Failure> {
    Ok(shape.move_until_contact(motion, obstacles)?)
}

/// Why two shapes meet, or do not, in a sentence: the axis that decides, and the gap or overlap along it.
/// As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence.
/// It takes microseconds for each axis: it is for debugging.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_explain2(
    a: *const AsuShape2,
    b: *const AsuShape2,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(length, "length")?;
            let _checked = OutList::new(buffer, capacity, "buffer")?;
            let (a, b) = (shape_at(a, "a")?, shape_at(b, "b")?);
            let text = a.explain(&b).map_or(String::new(), |explanation| explanation.text);
            out.write(text.len());
            if capacity > 0 {
                write_text(&text, buffer, capacity);
            }
        }
        Ok(())
    })
}

/// Asks one shape about each of many whether they share a point: `answers` gets `count` of them. For many
/// questions about shapes that stay, a set is faster.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_intersects_each2(
    shape: *const AsuShape2,
    others: *const AsuShape2,
    count: usize,
    answers: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(answers, count, "answers")?;
            let shape = shape_at(shape, "shape")?;
            let others = shapes_at(others, count, "others")?;
            out.write(others.iter().map(|other| shape.intersects(other)));
        }
        Ok(())
    })
}

/// Many shapes of one kind, which answer together: some nanoseconds each.
#[derive(Debug)]
enum AnySet2 {
    Sphere(Sphere2Set),
    Aabb(Aabb2Set),
    Obb(Obb2Set),
    Capsule(Capsule2Set),
}

impl AnySet2 {
    fn len(&self) -> usize {
        match self {
            Self::Sphere(set) => set.len(),
            Self::Aabb(set) => set.len(),
            Self::Obb(set) => set.len(),
            Self::Capsule(set) => set.len(),
        }
    }

    fn push(&mut self, shape: &Shape2) -> Result<(), Failure> {
        match (self, shape) {
            (Self::Sphere(set), Shape2::Sphere(shape)) => set.push(shape),
            (Self::Aabb(set), Shape2::Aabb(shape)) => set.push(shape),
            (Self::Obb(set), Shape2::Obb(shape)) => set.push(shape),
            (Self::Capsule(set), Shape2::Capsule(shape)) => set.push(shape),
            (_, other) => return Err(Self::of_another_kind(other)),
        }
        Ok(())
    }

    fn of_another_kind(shape: &Shape2) -> Failure {
        Failure::argument(format!("the set is of another kind than a {}", shape.kind()))
    }

    fn set(&mut self, index: usize, shape: &Shape2) -> Result<(), Failure> {
        let len = self.len();
        if index >= len {
            return Err(Failure::argument(format!("there is no shape {index} in a set of {len}")));
        }
        match (self, shape) {
            (Self::Sphere(set), Shape2::Sphere(shape)) => set.set(index, shape),
            (Self::Aabb(set), Shape2::Aabb(shape)) => set.set(index, shape),
            (Self::Obb(set), Shape2::Obb(shape)) => set.set(index, shape),
            (Self::Capsule(set), Shape2::Capsule(shape)) => set.set(index, shape),
            (_, other) => return Err(Self::of_another_kind(other)),
        }
        Ok(())
    }

    fn clear(&mut self) {
        match self {
            Self::Sphere(set) => set.clear(),
            Self::Aabb(set) => set.clear(),
            Self::Obb(set) => set.clear(),
            Self::Capsule(set) => set.clear(),
        }
    }

    fn intersecting(&self, shape: &Shape2, mask: &mut Mask) {
        match self {
            Self::Sphere(set) => set.intersecting(shape, mask),
            Self::Aabb(set) => set.intersecting(shape, mask),
            Self::Obb(set) => set.intersecting(shape, mask),
            Self::Capsule(set) => set.intersecting(shape, mask),
        };
    }

    fn intersects_pairs(&self, other: &Self, pairs: &[(u32, u32)], mask: &mut Mask) {
        macro_rules! each_other {
            ($set:ident) => {
                match other {
                    Self::Sphere(other) => $set.intersects_pairs(other, pairs, mask),
                    Self::Aabb(other) => $set.intersects_pairs(other, pairs, mask),
                    Self::Obb(other) => $set.intersects_pairs(other, pairs, mask),
                    Self::Capsule(other) => $set.intersects_pairs(other, pairs, mask),
                }
            };
        }
        match self {
            Self::Sphere(set) => each_other!(set),
            Self::Aabb(set) => each_other!(set),
            Self::Obb(set) => each_other!(set),
            Self::Capsule(set) => each_other!(set),
        };
    }
}

/// The handle of a set: many shapes of one kind, which answer together.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSet2 {
    /// Zero is no set.
    pub handle: u64,
}

static SETS: Registry<RwLock<AnySet2>> = Registry::new("set");

/// Runs a question about a set.
fn with_set<R>(
    set: AsuSet2,
    ask: impl FnOnce(&AnySet2) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let set = SETS.get(set.handle)?;
    let set = set.read().map_err(|_| Failure::left_by_a_panic("set"))?;
    ask(&set)
}

/// Runs a change of a set.
fn with_set_mut<R>(
    set: AsuSet2,
    change: impl FnOnce(&mut AnySet2) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let set = SETS.get(set.handle)?;
    let mut set = set.write().map_err(|_| Failure::left_by_a_panic("set"))?;
    change(&mut set)
}

/// Makes a set of one kind: `ASU_SPHERE`, `ASU_AABB`, `ASU_OBB` or `ASU_CAPSULE`. Destroy it when it is no
/// longer needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_create(kind: u32, set: *mut AsuSet2) -> AsuStatus {
    const SPHERE: u32 = AsuShapeKind::AsuSphere as u32;
    const AABB: u32 = AsuShapeKind::AsuAabb as u32;
    const OBB: u32 = AsuShapeKind::AsuObb as u32;
    const CAPSULE: u32 = AsuShapeKind::AsuCapsule as u32;
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(set, "set") }?;
        let set = match kind {
            SPHERE => AnySet2::Sphere(Sphere2Set::new()),
            AABB => AnySet2::Aabb(Aabb2Set::new()),
            OBB => AnySet2::Obb(Obb2Set::new()),
            CAPSULE => AnySet2::Capsule(Capsule2Set::new()),
            other => {
                return Err(unknown("kind", other, "ASU_SPHERE, ASU_AABB, ASU_OBB or ASU_CAPSULE"));
            }
        };
        out.write(AsuSet2 { handle: SETS.insert(RwLock::new(set)) });
        Ok(())
    })
}

/// Destroys a set.
#[unsafe(no_mangle)]
pub extern "C" fn asu_set2_destroy(set: AsuSet2) -> AsuStatus {
    call(|| SETS.remove(set.handle))
}

/// Adds shapes of the set's kind: the first has the number that was the set's length. Up to the first that
/// is refused, they are added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_push(
    set: AsuSet2,
    shapes: *const AsuShape2,
    count: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let shapes = unsafe { shapes_at(shapes, count, "shapes") }?;
        with_set_mut(set, |set| shapes.iter().try_for_each(|shape| set.push(shape)))
    })
}

/// Puts another shape of the set's kind in the place of one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_replace(
    set: AsuSet2,
    index: usize,
    shape: *const AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let shape = unsafe { shape_at(shape, "shape") }?;
        with_set_mut(set, |set| set.set(index, &shape))
    })
}

/// Removes all shapes of a set.
#[unsafe(no_mangle)]
pub extern "C" fn asu_set2_clear(set: AsuSet2) -> AsuStatus {
    call(|| {
        with_set_mut(set, |set| {
            set.clear();
            Ok(())
        })
    })
}

/// How many shapes a set has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_length(set: AsuSet2, length: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(length, "length") }?;
        out.write(with_set(set, |set| Ok(set.len()))?);
        Ok(())
    })
}

/// The numbers of the shapes of a set that share a point with a shape, in order: as many as `capacity`
/// holds, and how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_intersecting(
    set: AsuSet2,
    shape: *const AsuShape2,
    numbers: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, shape) = unsafe {
            let out = OutList::new(numbers, capacity, "numbers")?;
            (out, Out::new(count, "count")?, shape_at(shape, "shape")?)
        };
        let mut mask = Mask::new();
        with_set(set, |set| {
            set.intersecting(&shape, &mut mask);
            Ok(())
        })?;
        total.write(out.write(mask.iter().map(|number| number as u32)));
        Ok(())
    })
}

/// The places of those pairs that share a point, in order: `pairs` holds two numbers for each of
/// `pair_count`, one of a shape of `a`, one of a shape of `b`, which may be the same set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_set2_intersecting_pairs(
    a: AsuSet2,
    b: AsuSet2,
    pairs: *const u32,
    pair_count: usize,
    places: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; a pair of numbers is
        // aligned as a number is.
        let (out, total, pairs) = unsafe {
            let out = OutList::new(places, capacity, "places")?;
            let pairs = list(pairs.cast::<[u32; 2]>(), pair_count, "pairs")?;
            (out, Out::new(count, "count")?, pairs)
        };
        let pairs: Vec<(u32, u32)> = pairs.iter().map(|&[a, b]| (a, b)).collect();
        let mut mask = Mask::new();
        let mut ask = |a: &AnySet2, b: &AnySet2| {
            let fits = |&&(i, j): &&(u32, u32)| i as usize >= a.len() || j as usize >= b.len();
            if let Some((i, j)) = pairs.iter().find(fits) {
                let (a, b) = (a.len(), b.len());
                let message = format!("there is no pair {i}, {j} of sets of {a} and {b} shapes");
                return Err(Failure::argument(message));
            }
            a.intersects_pairs(b, &pairs, &mut mask);
            Ok(())
        };
        // A set is not locked twice by one thread, and two are locked in the order of their handles.
        if a == b {
            with_set(a, |a| ask(a, a))?;
        } else if a.handle < b.handle {
            with_set(a, |a| with_set(b, |b| ask(a, b)))?;
        } else {
            with_set(b, |b| with_set(a, |a| ask(a, b)))?;
        }
        total.write(out.write(mask.iter().map(|place| place as u32)));
        Ok(())
    })
}
