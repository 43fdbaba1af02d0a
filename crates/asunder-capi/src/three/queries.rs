//! Questions about a world, in space. `two/queries.rs` is derived from this file; see `tests/derived.rs`.

use super::casts::{AsuCastHit3, AsuRayHit3};
use super::read::{ray_at, segment_at, shape_at, vector_at};
use super::shapes::{AsuRay3, AsuSegment3, AsuShape3};
use super::views::{AsuView3, with_view};
use crate::common::{AsuFilter, AsuFound, filter_at};
use crate::pointer::{Out, OutList, list};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::world::{Found, Near, Query, QueryKind, View};
use asunder::{CastHit, RayHit};

/// A collider that a ray or segment meets, and where.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuRayFound3 {
    /// The collider.
    pub found: AsuFound,
    /// Where.
    pub hit: AsuRayHit3,
}

impl AsuRayFound3 {
    fn new(found: &Found<RayHit<Vec3>>) -> Self {
        Self { found: AsuFound::new(found), hit: AsuRayHit3::new(Some(found.hit)) }
    }

    fn none() -> Self {
        Self { found: AsuFound::default(), hit: AsuRayHit3::new(None) }
    }
}

/// A collider that a moving shape meets, and where.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCastFound3 {
    /// The collider.
    pub found: AsuFound,
    /// Where.
    pub hit: AsuCastHit3,
}

impl AsuCastFound3 {
    pub(crate) fn new(found: &Found<CastHit<Vec3>>) -> Self {
        Self { found: AsuFound::new(found), hit: AsuCastHit3::new(Some(found.hit)) }
    }

    pub(crate) fn none() -> Self {
        Self { found: AsuFound::default(), hit: AsuCastHit3::new(None) }
    }
}

/// A collider near a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuNearFound3 {
    /// The collider.
    pub found: AsuFound,
    /// How near: zero if and only if they share a point.
    pub distance: f32,
    /// Whether there are nearest points: false if they share one.
    pub has_points: bool,
    /// The nearest point of the shape.
    pub on_shape: [f32; 3],
    /// The nearest point of the collider.
    pub on_collider: [f32; 3],
}

impl AsuNearFound3 {
    fn new(found: &Found<Near<Vec3>>) -> Self {
        let points = found.hit.points;
        let at = |point: Option<Vec3>| point.unwrap_or_default().to_array();
        Self {
            found: AsuFound::new(found),
            distance: found.hit.distance,
            has_points: points.is_some(),
            on_shape: at(points.map(|points| points.on_a)),
            on_collider: at(points.map(|points| points.on_b)),
        }
    }
}

fn distance(within: f32) -> Result<f32, Failure> {
    if within >= 0.0 {
        return Ok(within);
    }
    Err(Failure::argument(format!("within is {within}; expected zero or more")))
}

/// The first answers of a query, as many as are wanted.
fn first<Q: QueryKind<Vec3>>(query: &Query<'_, Vec3, Q>, most: usize) -> Vec<Found<Q::Hit>> {
    match most {
        0 => Vec::new(),
        1 => query.first().into_iter().collect(),
        usize::MAX => query.all(),
        _ => query.first_n(most),
    }
}

/// The colliders that share a point with a shape, in the order of their ids. A ray or segment asks for the line of sight, a frustum for what a camera sees: the first `most` of them, `SIZE_MAX` for all. One is the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_intersecting(
    view: *const AsuView3,
    shape: *const AsuShape3,
    filter: *const AsuFilter,
    most: usize,
    found: *mut AsuFound,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(found, capacity, "found")?;
            let (total, filter) = (Out::new(count, "count")?, filter_at(filter)?);
            let shape = shape_at(shape, "shape")?;
            let ask =
                |view: &View<'_, Vec3>| Ok(first(&view.intersecting(&shape).filter(filter), most));
            total.write(out.write(with_view(view, ask)?.iter().map(AsuFound::new)));
        }
        Ok(())
    })
}

/// Whether there is a collider that shares a point with a shape: it ends at the first that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_any_intersecting(
    view: *const AsuView3,
    shape: *const AsuShape3,
    filter: *const AsuFilter,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (Out::new(answer, "answer")?, filter_at(filter)?);
            let shape = shape_at(shape, "shape")?;
            out.write(with_view(view, |view| Ok(view.intersecting(&shape).filter(filter).any()))?);
        }
        Ok(())
    })
}

/// The colliders that a ray meets, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_ray(
    view: *const AsuView3,
    ray: *const AsuRay3,
    filter: *const AsuFilter,
    most: usize,
    found: *mut AsuRayFound3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(found, capacity, "found")?;
            let (total, filter) = (Out::new(count, "count")?, filter_at(filter)?);
            let ray = ray_at(ray)?;
            let ask = |view: &View<'_, Vec3>| Ok(first(&view.ray(&ray).filter(filter), most));
            total.write(out.write(with_view(view, ask)?.iter().map(AsuRayFound3::new)));
        }
        Ok(())
    })
}

/// Whether there is a collider that a ray meets: it ends at the first that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_any_on_ray(
    view: *const AsuView3,
    ray: *const AsuRay3,
    filter: *const AsuFilter,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (Out::new(answer, "answer")?, filter_at(filter)?);
            let ray = ray_at(ray)?;
            out.write(with_view(view, |view| Ok(view.ray(&ray).filter(filter).any()))?);
        }
        Ok(())
    })
}

/// The colliders that a segment meets, from `a` to `b`, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_segment(
    view: *const AsuView3,
    segment: *const AsuSegment3,
    filter: *const AsuFilter,
    most: usize,
    found: *mut AsuRayFound3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(found, capacity, "found")?;
            let (total, filter) = (Out::new(count, "count")?, filter_at(filter)?);
            let segment = segment_at(segment)?;
            let ask =
                |view: &View<'_, Vec3>| Ok(first(&view.segment(&segment).filter(filter), most));
            total.write(out.write(with_view(view, ask)?.iter().map(AsuRayFound3::new)));
        }
        Ok(())
    })
}

/// Whether there is a collider that a segment meets: it ends at the first that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_any_on_segment(
    view: *const AsuView3,
    segment: *const AsuSegment3,
    filter: *const AsuFilter,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (Out::new(answer, "answer")?, filter_at(filter)?);
            let segment = segment_at(segment)?;
            out.write(with_view(view, |view| Ok(view.segment(&segment).filter(filter).any()))?);
        }
        Ok(())
    })
}

/// The colliders that a moving shape meets, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_cast(
    view: *const AsuView3,
    shape: *const AsuShape3,
    motion: *const f32,
    filter: *const AsuFilter,
    most: usize,
    found: *mut AsuCastFound3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(found, capacity, "found")?;
            let (total, filter) = (Out::new(count, "count")?, filter_at(filter)?);
            let (shape, motion) = (shape_at(shape, "shape")?, vector_at(motion, "motion")?);
            let ask =
                |view: &View<'_, Vec3>| Ok(first(&view.cast(&shape, motion).filter(filter), most));
            total.write(out.write(with_view(view, ask)?.iter().map(AsuCastFound3::new)));
        }
        Ok(())
    })
}

/// Whether there is a collider that a moving shape meets: it ends at the first that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_any_on_cast(
    view: *const AsuView3,
    shape: *const AsuShape3,
    motion: *const f32,
    filter: *const AsuFilter,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (Out::new(answer, "answer")?, filter_at(filter)?);
            let (shape, motion) = (shape_at(shape, "shape")?, vector_at(motion, "motion")?);
            out.write(with_view(view, |view| Ok(view.cast(&shape, motion).filter(filter).any()))?);
        }
        Ok(())
    })
}

/// The colliders that lie within a distance of a shape, by distance, then id; `within` may be infinite: the first `most` of them, `SIZE_MAX` for all. One is the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_near(
    view: *const AsuView3,
    shape: *const AsuShape3,
    within: f32,
    filter: *const AsuFilter,
    most: usize,
    found: *mut AsuNearFound3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = OutList::new(found, capacity, "found")?;
            let (total, filter) = (Out::new(count, "count")?, filter_at(filter)?);
            let (shape, within) = (shape_at(shape, "shape")?, distance(within)?);
            let ask = |view: &View<'_, Vec3>| {
                Ok(first(&view.near(&shape).within(within).filter(filter), most))
            };
            total.write(out.write(with_view(view, ask)?.iter().map(AsuNearFound3::new)));
        }
        Ok(())
    })
}

/// Whether there is a collider that lies within a distance of a shape: it ends at the first that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_any_near(
    view: *const AsuView3,
    shape: *const AsuShape3,
    within: f32,
    filter: *const AsuFilter,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (Out::new(answer, "answer")?, filter_at(filter)?);
            let (shape, within) = (shape_at(shape, "shape")?, distance(within)?);
            out.write(with_view(view, |view| {
                Ok(view.near(&shape).within(within).filter(filter).any())
            })?);
        }
        Ok(())
    })
}

/// What each of many rays meets first, in one call: `found` gets one for each of `count`, with `hit.found` false
/// where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_rays(
    view: *const AsuView3,
    rays: *const AsuRay3,
    count: usize,
    filter: *const AsuFilter,
    found: *mut AsuRayFound3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (OutList::new(found, count, "found")?, filter_at(filter)?);
            let numbered = list(rays, count, "rays")?.iter().enumerate();
            let lines = numbered
                .map(|(i, ray)| ray_at(ray).map_err(|failure| failure.of(&format!("rays[{i}]"))));
            let lines = lines.collect::<Result<Vec<_>, _>>()?;
            let first = with_view(view, |view| Ok(view.rays(&lines).filter(filter).first()))?;
            let found = first.iter().map(|first| match first {
                Some(found) => AsuRayFound3::new(found),
                None => AsuRayFound3::none(),
            });
            out.write(found);
        }
        Ok(())
    })
}

/// What each of many segments meets first, in one call: `found` gets one for each of `count`, with `hit.found` false
/// where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view3_segments(
    view: *const AsuView3,
    segments: *const AsuSegment3,
    count: usize,
    filter: *const AsuFilter,
    found: *mut AsuRayFound3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, filter) = (OutList::new(found, count, "found")?, filter_at(filter)?);
            let numbered = list(segments, count, "segments")?.iter().enumerate();
            let lines = numbered.map(|(i, segment)| {
                segment_at(segment).map_err(|failure| failure.of(&format!("segments[{i}]")))
            });
            let lines = lines.collect::<Result<Vec<_>, _>>()?;
            let first = with_view(view, |view| Ok(view.segments(&lines).filter(filter).first()))?;
            let found = first.iter().map(|first| match first {
                Some(found) => AsuRayFound3::new(found),
                None => AsuRayFound3::none(),
            });
            out.write(found);
        }
        Ok(())
    })
}
