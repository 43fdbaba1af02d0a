//! Reading shapes that C holds, in the plane. `three/read.rs` is what this is derived from, by `tests/derived.rs`.

use super::shapes::*;
use crate::common::{AsuShapeKind, unknown};
use crate::pointer::{list, read};
use crate::quick::{finite, length, lengths, not_zero};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure};
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::{AnyShape as _, ShapeRef};

/// Hulls and frusta that the library keeps.
pub(crate) static STORED: Registry<Shape2> = Registry::new("stored shape");

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
pub(crate) type Seen2<'a> = ShapeRef<'a, Vec2>;

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
pub(crate) unsafe fn see<'a>(
    shape: &'a AsuShape2,
    place: &'a mut Shape2,
) -> Result<Seen2<'a>, Failure> {
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
pub(crate) fn place() -> Shape2 {
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
