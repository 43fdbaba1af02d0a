//! Questions about a world, in space. `two/views.rs` is derived from this file; see `tests/derived.rs`.

use super::casts::{AsuCastHit3, AsuRayHit3};
use super::read::{ray_at, segment_at, shape_at, vector_at};
use super::shapes::{AsuRay3, AsuSegment3, AsuShape3};
use super::world::{AsuWorld3, with_world};
use crate::common::{ASU_NO_BONE, AsuColliderId, AsuFilter};
use crate::pointer::{Out, OutList, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::prelude::*;
use asunder::world::Found;

/// A collider that a question found.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuFound3 {
    /// The collider.
    pub collider: AsuColliderId,
    /// Its tag.
    pub tag: u64,
    /// Its bone, or `ASU_NO_BONE`.
    pub bone: u32,
    /// Its region.
    pub region: u16,
}

impl AsuFound3 {
    pub(crate) fn new<H>(found: &Found<H>) -> Self {
        Self {
            collider: found.collider.into(),
            tag: found.tag,
            bone: found.bone.map_or(ASU_NO_BONE, u32::from),
            region: found.region,
        }
    }

    pub(crate) fn none() -> Self {
        Self { collider: AsuColliderId::default(), tag: 0, bone: ASU_NO_BONE, region: 0 }
    }
}

/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn filter_at(filter: *const AsuFilter) -> Result<Filter<'static>, Failure> {
    if filter.is_null() {
        return Ok(Filter::new());
    }
    // SAFETY: the contracts are the same.
    Ok(unsafe { read(filter, "filter") }?.read())
}

/// The colliders that share a point with a shape, in the order of their ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_intersecting(
    world: AsuWorld3,
    shape: *const AsuShape3,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, shape, filter) = unsafe {
            let out = OutList::new(found, capacity, "found")?;
            (out, Out::new(count, "count")?, shape_at(shape, "shape")?, filter_at(filter)?)
        };
        let all =
            with_world(world, |world| Ok(world.view().intersecting(&shape).filter(filter).all()))?;
        total.write(out.write(all.iter().map(AsuFound3::new)));
        Ok(())
    })
}

/// The first collider that a ray meets: `hit.found` tells whether there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_ray_cast(
    world: AsuWorld3,
    ray: *const AsuRay3,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    hit: *mut AsuRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, ray, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            (outs.0, outs.1, ray_at(ray)?, filter_at(filter)?)
        };
        let first = with_world(world, |world| Ok(world.view().ray(&ray).filter(filter).first()))?;
        out.write(first.as_ref().map_or(AsuFound3::none(), AsuFound3::new));
        hit.write(AsuRayHit3::new(first.map(|first| first.hit)));
        Ok(())
    })
}

/// The first collider that a segment meets, from `a` to `b`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_segment_cast(
    world: AsuWorld3,
    segment: *const AsuSegment3,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    hit: *mut AsuRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, segment, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            (outs.0, outs.1, segment_at(segment)?, filter_at(filter)?)
        };
        let ask = |world: &World3| Ok(world.view().segment(&segment).filter(filter).first());
        let first = with_world(world, ask)?;
        out.write(first.as_ref().map_or(AsuFound3::none(), AsuFound3::new));
        hit.write(AsuRayHit3::new(first.map(|first| first.hit)));
        Ok(())
    })
}

/// The first collider that a moving shape meets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_cast(
    world: AsuWorld3,
    shape: *const AsuShape3,
    motion: *const f32,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    hit: *mut AsuCastHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, shape, motion, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            let motion = vector_at(motion, "motion")?;
            (outs.0, outs.1, shape_at(shape, "shape")?, motion, filter_at(filter)?)
        };
        let ask = |world: &World3| Ok(world.view().cast(&shape, motion).filter(filter).first());
        let first = with_world(world, ask)?;
        out.write(first.as_ref().map_or(AsuFound3::none(), AsuFound3::new));
        hit.write(AsuCastHit3::new(first.map(|first| first.hit)));
        Ok(())
    })
}

/// The nearest collider within `reach`, and its distance; `any` is false if there is none. `reach` may be
/// infinite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_nearest(
    world: AsuWorld3,
    shape: *const AsuShape3,
    reach: f32,
    filter: *const AsuFilter,
    any: *mut bool,
    found: *mut AsuFound3,
    distance: *mut f32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (any, out, distance, shape, filter) = unsafe {
            let outs = (Out::new(any, "any")?, Out::new(found, "found")?);
            let distance = Out::new(distance, "distance")?;
            (outs.0, outs.1, distance, shape_at(shape, "shape")?, filter_at(filter)?)
        };
        if !(reach >= 0.0) {
            return Err(Failure::argument(format!("reach is {reach}; expected zero or more")));
        }
        let ask =
            |world: &World3| Ok(world.view().near(&shape).within(reach).filter(filter).first());
        let first = with_world(world, ask)?;
        any.write(first.is_some());
        out.write(first.as_ref().map_or(AsuFound3::none(), AsuFound3::new));
        distance.write(first.map_or(0.0, |first| first.hit.distance));
        Ok(())
    })
}
