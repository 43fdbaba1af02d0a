//! What happened in a step of a world, in space. `two/events.rs` is derived from this file; see `tests/derived.rs`.

use super::world::{AsuWorld3, with_world};
use crate::common::{ASU_NO_BONE, AsuColliderId, AsuEventKind, AsuExitReason, attack_number};
use crate::pointer::{Out, OutList};
use crate::status::{AsuStatus, call};
use asunder::glam::Vec3;
use asunder::world::Event;

/// A change between two steps. What does not belong to its kind is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuEvent3 {
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
    pub point: [f32; 3],
    /// The unit normal there, from `b` to `a`.
    pub normal: [f32; 3],
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
}

impl AsuEvent3 {
    fn new(event: &Event<Vec3>) -> Option<Self> {
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
                bone: hit.bone.map_or(ASU_NO_BONE, u32::from),
                attack: hit.attack.map_or(0, attack_number),
                tag: hit.tag,
                region: hit.region,
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

/// Two colliders in contact, the smaller id first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuColliderPair3 {
    /// One.
    pub a: AsuColliderId,
    /// The other.
    pub b: AsuColliderId,
}

/// The events of the last step, ordered by the ids of both colliders: as many as `capacity` holds, and how
/// many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_events(
    world: AsuWorld3,
    events: *mut AsuEvent3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(events, capacity, "events")?, Out::new(count, "count")?) };
        with_world(world, |world| {
            total.write(out.write(world.events().iter().filter_map(AsuEvent3::new)));
            Ok(())
        })
    })
}

/// The pairs of colliders in contact at the last step, sorted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_pairs(
    world: AsuWorld3,
    pairs: *mut AsuColliderPair3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(pairs, capacity, "pairs")?, Out::new(count, "count")?) };
        with_world(world, |world| {
            let pairs = world.pairs().iter();
            let pairs = pairs.map(|&(a, b)| AsuColliderPair3 { a: a.into(), b: b.into() });
            total.write(out.write(pairs));
            Ok(())
        })
    })
}
