//! Shapes made of others, in space. `two/made.rs` is derived from this file; see `tests/derived.rs`.

use super::read::{STORED, shape_at, vector_at};
use super::shapes::*;
use crate::common::{AsuShapeKind, RotationNumbers as _, affine, unknown};
use crate::pointer::{Out, list, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::prelude::*;

/// A shape as C holds it: an oriented box is prepared, a hull or frustum stored.
pub(crate) fn shape_for_c(shape: &Shape3) -> AsuShape3 {
    let (kind, data) = match shape {
        Shape3::Point(point) => (AsuShapeKind::AsuPoint, AsuShapeData3 { point: point.to_array() }),
        Shape3::Segment(segment) => {
            let segment = AsuSegment3 { a: segment.a().to_array(), b: segment.b().to_array() };
            (AsuShapeKind::AsuSegment, AsuShapeData3 { segment })
        }
        Shape3::Ray(ray) => {
            let (origin, direction) = (ray.origin().to_array(), ray.direction().to_array());
            (AsuShapeKind::AsuRay, AsuShapeData3 { ray: AsuRay3 { origin, direction } })
        }
        Shape3::Plane(plane) => {
            let plane = AsuPlane3 { normal: plane.normal().to_array(), offset: plane.offset() };
            (AsuShapeKind::AsuPlane, AsuShapeData3 { plane })
        }
        Shape3::HalfSpace(half_space) => {
            let (normal, offset) = (half_space.normal().to_array(), half_space.offset());
            let half_space = AsuHalfSpace3 { normal, offset };
            (AsuShapeKind::AsuHalfSpace, AsuShapeData3 { half_space })
        }
        Shape3::Sphere(sphere) => {
            let sphere = AsuSphere3 { center: sphere.center().to_array(), radius: sphere.radius() };
            (AsuShapeKind::AsuSphere, AsuShapeData3 { sphere })
        }
        Shape3::Capsule(capsule) => {
            let (a, b) = (capsule.a().to_array(), capsule.b().to_array());
            let capsule = AsuCapsule3 { a, b, radius: capsule.radius() };
            (AsuShapeKind::AsuCapsule, AsuShapeData3 { capsule })
        }
        Shape3::Aabb(aabb) => {
            let aabb = AsuAabb3 { min: aabb.min().to_array(), max: aabb.max().to_array() };
            (AsuShapeKind::AsuAabb, AsuShapeData3 { aabb })
        }
        Shape3::Obb(obb) => {
            let facts = AsuObb3 {
                center: obb.center().to_array(),
                half_extents: obb.half_extents().to_array(),
                rotation: obb.rotation().numbers(),
            };
            let axes = obb.axes().map(|axis| axis.to_array());
            let prepared_obb = AsuPreparedObb3 { obb: facts, axes };
            (AsuShapeKind::AsuPreparedObb, AsuShapeData3 { prepared_obb })
        }
        Shape3::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(|corner| corner.to_array());
            (AsuShapeKind::AsuTriangle, AsuShapeData3 { triangle: AsuTriangle3 { a, b, c } })
        }
        Shape3::Parallelepiped(shape) => {
            let edges = shape.edges().map(|edge| edge.to_array());
            let parallelepiped = AsuParallelepiped3 { center: shape.center().to_array(), edges };
            (AsuShapeKind::AsuParallelepiped, AsuShapeData3 { parallelepiped })
        }
        other => {
            let stored = STORED.insert(other.clone());
            (AsuShapeKind::AsuStored, AsuShapeData3 { stored })
        }
    };
    AsuShape3 { kind: kind as u32, data }
}

/// Checks a shape, and computes once what every question about it would: the axes of an oriented box, and
/// the structure of a convex hull or frustum, which the library then keeps until `asu_release3`. Other
/// kinds are copied. No answer depends on it: it takes some tens of nanoseconds off each question about a
/// box, and microseconds off one about a hull. `shape` and `prepared` may be the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_prepare3(
    shape: *const AsuShape3,
    prepared: *mut AsuShape3,
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
pub unsafe extern "C" fn asu_release3(shape: *const AsuShape3) -> AsuStatus {
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
pub unsafe extern "C" fn asu_transformed3(
    shape: *const AsuShape3,
    pose: *const AsuPose3,
    image: *mut AsuShape3,
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
/// `ASU_INVALID_MATRIX`: see `asu_enclosing3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_under_matrix3(
    shape: *const AsuShape3,
    matrix: *const f32,
    layout: u32,
    image: *mut AsuShape3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(image, "image")?;
            let map = affine::<Vec3>(matrix, layout)?;
            let image: Shape3 = match shape_at(shape, "shape")? {
                Shape3::Aabb(aabb) => Obb3::from_local_aabb(&aabb, &map)?.into(),
                Shape3::Obb(obb) => obb.affine_image(&map)?.into(),
                Shape3::Sphere(sphere) => Sphere3::enclosing(&sphere, &map)?.into(),
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
pub unsafe extern "C" fn asu_enclosing3(
    shape: *const AsuShape3,
    matrix: *const f32,
    layout: u32,
    image: *mut AsuShape3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(image, "image")?;
            let map = affine::<Vec3>(matrix, layout)?;
            let image: Shape3 = match shape_at(shape, "shape")? {
                Shape3::Aabb(aabb) => {
                    Obb3::enclosing(&aabb.try_transformed(&Pose3::identity())?, &map)?.into()
                }
                Shape3::Obb(obb) => Obb3::enclosing(&obb, &map)?.into(),
                Shape3::Sphere(sphere) => Sphere3::enclosing(&sphere, &map)?.into(),
                other => return Err(not_under_matrix(&other)),
            };
            out.write(shape_for_c(&image));
        }
        Ok(())
    })
}

fn not_under_matrix(shape: &Shape3) -> Failure {
    let kind = shape.kind();
    let message = format!("a {kind} is not placed by a matrix; expected an aabb, obb or sphere");
    Failure::argument(message)
}

/// The oriented box with axes given as vectors, nine floats in 3D: axis after axis, of any length but zero,
/// at right angles up to a cosine of 1e-5. `half_extents` count along their directions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_obb3_from_axes(
    center: *const f32,
    axes: *const f32,
    half_extents: *const f32,
    obb: *mut AsuShape3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; arrays of floats are
        // aligned as a float is.
        unsafe {
            let out = Out::new(obb, "obb")?;
            let center = vector_at(center, "center")?;
            let half_extents = vector_at(half_extents, "half_extents")?;
            let axes: [[f32; 3]; 3] = *read(axes.cast(), "axes")?;
            out.write(shape_for_c(&Obb3::from_axes(center, axes, half_extents)?.into()));
        }
        Ok(())
    })
}

/// The least box along the coordinate axes, rounded outwards, that contains a bounded shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_aabb3(shape: *const AsuShape3, aabb: *mut AsuAabb3) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(aabb, "aabb")?;
            let around = shape_at(shape, "shape")?.try_aabb()?;
            out.write(AsuAabb3 { min: around.min().to_array(), max: around.max().to_array() });
        }
        Ok(())
    })
}

/// A sphere around a bounded shape, as small as numbers allow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_bounding_sphere3(
    shape: *const AsuShape3,
    sphere: *mut AsuSphere3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(sphere, "sphere")?;
            let around = shape_at(shape, "shape")?.try_bounding_sphere()?;
            out.write(AsuSphere3 { center: around.center().to_array(), radius: around.radius() });
        }
        Ok(())
    })
}

/// The least box or sphere around points, or a small oriented box: of kind `ASU_AABB`, `ASU_SPHERE` or
/// `ASU_OBB`. It contains each of them, exactly. `points` holds the coordinates, one point after the other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_around_points3(
    kind: u32,
    points: *const f32,
    count: usize,
    around: *mut AsuShape3,
) -> AsuStatus {
    const AABB: u32 = AsuShapeKind::AsuAabb as u32;
    const SPHERE: u32 = AsuShapeKind::AsuSphere as u32;
    const OBB: u32 = AsuShapeKind::AsuObb as u32;
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, points) = unsafe {
            let out = Out::new(around, "around")?;
            (out, list(points.cast::<[f32; 3]>(), count, "points")?.iter().copied())
        };
        let around: Shape3 = match kind {
            AABB => Aabb3::from_points(points)?.into(),
            SPHERE => Sphere3::from_points(points)?.into(),
            OBB => Obb3::from_points(points)?.into(),
            other => return Err(unknown("kind", other, "ASU_AABB, ASU_SPHERE or ASU_OBB")),
        };
        out.write(shape_for_c(&around));
        Ok(())
    })
}

/// A box or sphere around two of its kind: of boxes along the axes the least, of the others a small one. It
/// contains both, exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_merged3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    around: *mut AsuShape3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, a, b) =
            unsafe { (Out::new(around, "around")?, shape_at(a, "a")?, shape_at(b, "b")?) };
        let around: Shape3 = match (&a, &b) {
            (Shape3::Aabb(a), Shape3::Aabb(b)) => a.merged(b).into(),
            (Shape3::Sphere(a), Shape3::Sphere(b)) => a.try_merged(b)?.into(),
            (Shape3::Obb(a), Shape3::Obb(b)) => a.try_merged(b)?.into(),
            _ => {
                let kinds = (a.kind(), b.kind());
                let expected = "two of kind aabb, of kind sphere or of kind obb";
                let message =
                    format!("a is of kind {}, b of kind {}; expected {expected}", kinds.0, kinds.1);
                return Err(Failure::argument(message));
            }
        };
        out.write(shape_for_c(&around));
        Ok(())
    })
}
