//! Reading shapes that C holds, in space. `two/read.rs` is derived from this file; see `tests/derived.rs`.

use super::shapes::*;
use crate::common::{AsuShapeKind, unknown};
use crate::pointer::{list, read};
use crate::quick::{finite, length, lengths, not_zero};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{AnyShape as _, ShapeRef};

/// Hulls and frusta that the library keeps.
pub(crate) static STORED: Registry<Shape3> = Registry::new("stored shape");

fn point_of(point: [f32; 3]) -> Result<Shape3, Failure> {
    match point.iter().find(|x| !x.is_finite()) {
        None => Ok(Shape3::Point(point.into())),
        Some(x) => {
            let message = format!("point has a component {x}; expected finite numbers");
            Err(Failure::new(AsuStatus::AsuNotFinite, message))
        }
    }
}

/// A shape, wherever it lies.
pub(crate) type Seen3<'a> = ShapeRef<'a, Vec3>;

/// The kinds that are asked about most lie in memory as the library has them: they are checked, and not
/// copied. Copying one in pieces of another size than it was written in takes longer than most answers.
const _: () = {
    assert!(size_of::<AsuSphere3>() == size_of::<Sphere3>());
    assert!(size_of::<AsuCapsule3>() == size_of::<Capsule3>());
    assert!(size_of::<AsuAabb3>() == size_of::<Aabb3>());
    assert!(size_of::<AsuPreparedObb3>() == size_of::<Obb3>());
    assert!(align_of::<AsuSphere3>() == align_of::<Sphere3>());
    assert!(align_of::<AsuCapsule3>() == align_of::<Capsule3>());
    assert!(align_of::<AsuAabb3>() == align_of::<Aabb3>());
    assert!(align_of::<AsuPreparedObb3>() == align_of::<Obb3>());
};

/// A shape where it lies, or, of a kind that must be read, in `place`.
///
/// # Safety
/// The member that the kind names is filled in, and its pointers point to as much as they say.
#[inline(always)]
pub(crate) unsafe fn see<'a>(
    shape: &'a AsuShape3,
    place: &'a mut Shape3,
) -> Result<Seen3<'a>, Failure> {
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
                    Sphere3::try_new(sphere.center, sphere.radius)?;
                }
                Seen3::Sphere(&*(&raw const *sphere).cast())
            }
            CAPSULE => {
                let capsule = &data.capsule;
                if !(finite(&capsule.a) & finite(&capsule.b) & length(capsule.radius)) {
                    Capsule3::try_new(capsule.a, capsule.b, capsule.radius)?;
                }
                Seen3::Capsule(&*(&raw const *capsule).cast())
            }
            AABB => {
                let aabb = &data.aabb;
                let ordered =
                    aabb.min.iter().zip(&aabb.max).fold(true, |all, (a, b)| all & (a <= b));
                if !(finite(&aabb.min) & finite(&aabb.max) & ordered) {
                    Aabb3::try_new(aabb.min, aabb.max)?;
                }
                Seen3::Aabb(&*(&raw const *aabb).cast())
            }
            PREPARED_OBB => {
                let prepared = &data.prepared_obb;
                let AsuObb3 { center, half_extents, rotation } = &prepared.obb;
                let turned = finite(rotation) & not_zero(rotation);
                if !(finite(center) & lengths(half_extents) & turned) {
                    Obb3::try_new(*center, *half_extents, *rotation)?;
                }
                Seen3::Obb(&*(&raw const *prepared).cast())
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
pub(crate) fn place() -> Shape3 {
    Shape3::Point(Vec3::ZERO)
}

/// # Safety
/// As [`see`].
unsafe fn shape_of(shape: &AsuShape3) -> Result<Shape3, Failure> {
    let mut read = place();
    // SAFETY: the contract is that of this function.
    let seen = unsafe { see(shape, &mut read) }?;
    Ok(match seen {
        Seen3::Sphere(sphere) => Shape3::Sphere(*sphere),
        Seen3::Capsule(capsule) => Shape3::Capsule(*capsule),
        Seen3::Aabb(aabb) => Shape3::Aabb(*aabb),
        Seen3::Obb(obb) => Shape3::Obb(*obb),
        _ => read,
    })
}

/// The kinds that are asked about less, or take longer to read anyway.
///
/// # Safety
/// As [`see`].
#[inline(never)]
unsafe fn rarer_shape_of(shape: &AsuShape3) -> Result<Shape3, Failure> {
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
    // 3D only
    const PERSPECTIVE: u32 = AsuShapeKind::AsuPerspective as u32;
    const PROJECTION: u32 = AsuShapeKind::AsuProjection as u32;
    // end of 3D only
    const STORED_SHAPE: u32 = AsuShapeKind::AsuStored as u32;
    let data = &shape.data;
    // SAFETY: members are plain numbers and pointers, any bits of which are values; the one that the kind
    // names is filled in, and its pointers are good, by the contract of this function.
    unsafe {
        Ok(match shape.kind {
            POINT => point_of(data.point)?,
            SEGMENT => Segment3::try_new(data.segment.a, data.segment.b)?.into(),
            RAY => Ray3::try_new(data.ray.origin, data.ray.direction)?.into(),
            PLANE => Plane3::try_new(data.plane.normal, data.plane.offset)?.into(),
            HALF_SPACE => half_space_of(&data.half_space)?.into(),
            OBB => {
                let AsuObb3 { center, half_extents, rotation } = data.obb;
                Obb3::try_new(center, half_extents, rotation)?.into()
            }
            TRIANGLE => {
                let AsuTriangle3 { a, b, c } = data.triangle;
                Triangle3::try_new(a, b, c)?.into()
            }
            FRUSTUM => {
                let AsuFrustum3 { half_spaces, count } = data.frustum;
                let half_spaces =
                    list(half_spaces, count, "half_spaces")?.iter().map(half_space_of);
                let half_spaces = half_spaces.collect::<Result<Vec<_>, _>>()?;
                Frustum3::try_from_half_spaces(&half_spaces)?.into()
            }
            CONVEX_HULL => {
                let AsuConvexHull3 { points, count } = data.convex_hull;
                let points = list(points.cast::<[f32; 3]>(), count, "points")?;
                ConvexHull3::try_new(points.iter().copied())?.into()
            }
            PARALLELEPIPED => {
                let AsuParallelepiped3 { center, edges } = data.parallelepiped;
                Parallelepiped3::try_new(center, edges)?.into()
            }
            // 3D only
            PERSPECTIVE => {
                let AsuPerspective3 { origin, rotation, slopes, near_depth, far_depth } =
                    data.perspective;
                Frustum3::try_perspective(origin, rotation, slopes, near_depth, far_depth)?.into()
            }
            PROJECTION => {
                let AsuProjection3 { matrix, layout, depth } = &data.projection;
                let layout = crate::common::layout(*layout)?;
                Frustum3::from_projection(matrix, layout, crate::common::depth(*depth)?)?.into()
            }
            // end of 3D only
            STORED_SHAPE => Shape3::clone(&*STORED.get(data.stored)?),
            other => return Err(unknown("kind", other, "one of AsuShapeKind")),
        })
    }
}

fn half_space_of(half_space: &AsuHalfSpace3) -> Result<HalfSpace3, Failure> {
    Ok(HalfSpace3::try_new(half_space.normal, half_space.offset)?)
}

/// The shape that an argument points to.
///
/// # Safety
/// Unless null or misaligned, it points to a shape whose member that the kind names is filled in, and the
/// pointers of that point to as much as they say.
pub(crate) unsafe fn shape_at(
    shape: *const AsuShape3,
    name: &'static str,
) -> Result<Shape3, Failure> {
    // SAFETY: the contracts are the same.
    unsafe { shape_of(read(shape, name)?) }.map_err(|failure| failure.of(name))
}

/// As [`shape_at`], of a list.
///
/// # Safety
/// As [`shape_at`], of each.
pub(crate) unsafe fn shapes_at(
    shapes: *const AsuShape3,
    count: usize,
    name: &'static str,
) -> Result<Vec<Shape3>, Failure> {
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
) -> Result<[f32; 3], Failure> {
    // SAFETY: an array of floats is aligned as a float is, and as many floats are there.
    let vector = *unsafe { read(vector.cast::<[f32; 3]>(), name) }?;
    match vector.iter().find(|x| !x.is_finite()) {
        None => Ok(vector),
        Some(x) => {
            let message = format!("{name} has a component {x}; expected finite numbers");
            Err(Failure::new(AsuStatus::AsuNotFinite, message))
        }
    }
}

/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn ray_at(ray: *const AsuRay3) -> Result<Ray3, Failure> {
    // SAFETY: the contracts are the same.
    let ray = unsafe { read(ray, "ray") }?;
    Ray3::try_new(ray.origin, ray.direction).map_err(|error| Failure::from(error).of("ray"))
}

/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn segment_at(segment: *const AsuSegment3) -> Result<Segment3, Failure> {
    // SAFETY: the contracts are the same.
    let segment = unsafe { read(segment, "segment") }?;
    Segment3::try_new(segment.a, segment.b).map_err(|error| Failure::from(error).of("segment"))
}
