//! A world at one moment, in the plane. `three/views.rs` is what this is derived from, by `tests/derived.rs`.

use super::history::{AsuHistory2, with_history};
use super::made::shape_for_c;
use super::shapes::AsuShape2;
use super::world::{AsuWorld2, with_world};
use crate::common::{AsuColliderId, AsuMoment, AsuOwnTime};
use crate::pointer::{Out, OutList, list, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec2;
use asunder::history::{OwnTime, Tick};
use asunder::world::View;

/// A world at one moment, for questions. All zero but the world: as it is now, also before the next step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuView2 {
    /// The world.
    pub world: AsuWorld2,
    /// The history in which the moment lies; its handle is zero for now.
    pub history: AsuHistory2,
    /// The moment.
    pub moment: AsuMoment,
    /// Moments of their own for the bodies of some owners: a shooter sees others late, each by its own delay.
    pub own_times: *const AsuOwnTime,
    /// How many these are.
    pub own_time_count: usize,
}

/// Asks a view.
///
/// # Safety
/// The pointer is good, and that in the view.
pub(crate) unsafe fn with_view<R>(
    view: *const AsuView2,
    ask: impl FnOnce(&View<'_, Vec2>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    // SAFETY: the contract of this function.
    let view = *unsafe { read(view, "view") }?;
    if view.history.handle == 0 {
        return with_world(view.world, |world| ask(&world.view()));
    }
    // SAFETY: the contract of this function.
    let own = unsafe { list(view.own_times, view.own_time_count, "view.own_times") }?;
    let own: Vec<OwnTime> = own.iter().map(AsuOwnTime::read).collect();
    let AsuMoment { tick, fraction } = view.moment;
    with_history(view.history, |history| {
        with_world(view.world, |world| ask(&history.at_each(world, Tick(tick), fraction, &own)?))
    })
}

/// The moment of the past that a view shows; `is_past` is false if it shows the world as it is. `clamped` says
/// whether another was asked for, which lies too far back or is yet to come.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view2_moment(
    view: *const AsuView2,
    is_past: *mut bool,
    moment: *mut AsuMoment,
    clamped: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (is_past, out, clamped, found) = unsafe {
            let (is_past, out) = (Out::new(is_past, "is_past")?, Out::new(moment, "moment")?);
            (
                is_past,
                out,
                Out::new(clamped, "clamped")?,
                with_view(view, |view| Ok(view.moment()))?,
            )
        };
        is_past.write(found.is_some());
        out.write(found.map(AsuMoment::from).unwrap_or_default());
        clamped.write(found.is_some_and(|found| found.clamped));
        Ok(())
    })
}

/// The shape of a collider, placed as it is, or was. One of kind `ASU_STORED` must be released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view2_shape(
    view: *const AsuView2,
    id: AsuColliderId,
    shape: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, shape) = unsafe {
            (Out::new(shape, "shape")?, with_view(view, |view| Ok(view.shape(id.into())?))?)
        };
        out.write(shape_for_c(&shape));
        Ok(())
    })
}

/// Every collider there is, or was, in the order of their ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_view2_colliders(
    view: *const AsuView2,
    colliders: *mut AsuColliderId,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, ids) = unsafe {
            let out = OutList::new(colliders, capacity, "colliders")?;
            (out, Out::new(count, "count")?, with_view(view, |view| Ok(view.colliders()))?)
        };
        total.write(out.write(ids.into_iter().map(AsuColliderId::from)));
        Ok(())
    })
}
