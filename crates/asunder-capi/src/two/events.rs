//! What happened in a step of a world, in the plane. `three/events.rs` is what this is derived from, by `tests/derived.rs`.

use super::world::{AsuWorld2, with_world};
use crate::common::{
    ASU_NO_BONE, AsuColliderId, AsuColliderPair, AsuColliderState, AsuEventKind, AsuExitReason,
    AsuOwnerEvent, attack_number, bone_number,
};
use crate::pointer::{Out, OutList};
use crate::status::{AsuStatus, call};
use asunder::glam::Vec2;
use asunder::world::Event;

/// A change between two steps. What does not belong to its kind is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuEvent2 {
    /// What it tells, and of whom.
    pub kind: AsuEventKind,
    /// Of `ASU_EXIT`: why the contact ended.
    pub reason: AsuExitReason,
    /// The first collider: the mover, or who hits.
    pub a: AsuColliderId,
    /// The second collider: the obstacle, or who is hit.
    pub b: AsuColliderId,
    /// Of `ASU_CRUSHED`: what the body was pushed against.
    pub against: AsuColliderId,
    /// Of `ASU_BLOCKED` and `ASU_HIT`: a point of `b` where they met.
    pub point: [f32; 2],
    /// The unit normal there, from `b` to `a`.
    pub normal: [f32; 2],
    /// The fraction of the motion at which they met.
    pub fraction: f32,
    /// Of `ASU_HIT`: the bone of `b`, or `ASU_NO_BONE`.
    pub bone: u32,
    /// Of `ASU_HIT`: the attack; zero for a collider that is always swept.
    pub attack: u64,
    /// Of `ASU_HIT`: the tag of `b`.
    pub tag: u64,
    /// Of `ASU_HIT`: the region of `b`.
    pub region: u16,
    /// Of `ASU_HIT`: whether they share a point there; else a turning path ended within its tolerance.
    pub in_contact: bool,
}

impl AsuEvent2 {
    pub(crate) fn new(event: &Event<Vec2>) -> Option<Self> {
        let (a, b) = event.colliders();
        let plain = Self {
            kind: AsuEventKind::AsuEnter,
            reason: AsuExitReason::AsuParted,
            a: a.into(),
            b: b.into(),
            against: AsuColliderId::default(),
            point: Default::default(),
            normal: Default::default(),
            fraction: 0.0,
            bone: ASU_NO_BONE,
            attack: 0,
            tag: 0,
            region: 0,
            in_contact: false,
        };
        Some(match *event {
            Event::Enter { .. } => plain,
            Event::Exit { reason, .. } => {
                Self { kind: AsuEventKind::AsuExit, reason: reason.into(), ..plain }
            }
            Event::Blocked { point, normal, fraction, .. } => Self {
                kind: AsuEventKind::AsuBlocked,
                point: point.to_array(),
                normal: normal.to_array(),
                fraction,
                ..plain
            },
            Event::Unblocked { .. } => Self { kind: AsuEventKind::AsuUnblocked, ..plain },
            Event::Hit(hit) => Self {
                kind: AsuEventKind::AsuHit,
                point: hit.point.to_array(),
                normal: hit.normal.to_array(),
                fraction: hit.fraction,
                bone: bone_number(hit.bone),
                attack: hit.attack.map_or(0, attack_number),
                tag: hit.tag,
                region: hit.region,
                in_contact: hit.reached == asunder::Reached::Contact,
                ..plain
            },
            Event::Crushed(crushed) => {
                Self { kind: AsuEventKind::AsuCrushed, against: crushed.against.into(), ..plain }
            }
            // A kind of event that this header does not know yet.
            _ => return None,
        })
    }
}

/// The events of the last step, ordered by the ids of both colliders: as many as `capacity` holds, and how
/// many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_events(
    world: AsuWorld2,
    events: *mut AsuEvent2,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(events, capacity, "events")?, Out::new(count, "count")?) };
        with_world(world, |world| {
            total.write(out.write(world.events().iter().filter_map(AsuEvent2::new)));
            Ok(())
        })
    })
}

/// The pairs of colliders in contact at the last step, sorted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_pairs(
    world: AsuWorld2,
    pairs: *mut AsuColliderPair,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(pairs, capacity, "pairs")?, Out::new(count, "count")?) };
        with_world(world, |world| {
            let pairs = world.pairs().iter();
            let pairs = pairs.map(|&(a, b)| AsuColliderPair { a: a.into(), b: b.into() });
            total.write(out.write(pairs));
            Ok(())
        })
    })
}

/// The contacts between owners that began or ended at the last step, however many colliders take part: from
/// the first contact to the last, ordered by the parties. Two bodies without an owner are told by
/// `asu_world2_events` alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_owner_events(
    world: AsuWorld2,
    events: *mut AsuOwnerEvent,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(events, capacity, "events")?, Out::new(count, "count")?) };
        with_world(world, |world| {
            total.write(out.write(world.owner_events().iter().filter_map(AsuOwnerEvent::new)));
            Ok(())
        })
    })
}

/// A segment of a collider's outline, for drawing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuLine2 {
    /// One end.
    pub a: [f32; 2],
    /// The other.
    pub b: [f32; 2],
    /// What its collider was at the last step.
    pub state: AsuColliderState,
}

/// The outlines of all colliders as segments, collider by collider, in the order of their ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_lines(
    world: AsuWorld2,
    lines: *mut AsuLine2,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(lines, capacity, "lines")?, Out::new(count, "count")?) };
        let mut found = Vec::new();
        with_world(world, |world| {
            world.debug_lines(|a, b, state| {
                let (a, b) = (a.to_array(), b.to_array());
                found.push(AsuLine2 { a, b, state: state.into() });
            });
            Ok(())
        })?;
        total.write(out.write(found.into_iter()));
        Ok(())
    })
}
