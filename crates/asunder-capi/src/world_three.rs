//! Worlds in space. `world_two.rs` is derived from this file; see `tests/derived.rs`.

use crate::common::{
    ASU_NO_BONE, AsuBodyOptions, AsuColliderId, AsuEventKind, AsuExitReason, AsuFilter, AsuLayers,
    RotationNumbers as _, attack_id, attack_number, layer, layer_name, response, yields,
};
use crate::pointer::{Out, OutList, list, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use crate::three::{
    AsuCastHit3, AsuPose3, AsuRay3, AsuRayHit3, AsuSegment3, AsuShape3, ray_at, segment_at,
    shape_at, shape_for_c, shapes_at, vector_at,
};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::world::{AttackOptions, Event, Found, LayerSet, Snapshot};
use asunder::{Hit, Stop};
use std::sync::RwLock;

/// The handle of a world: bodies over time, and what came into contact.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuWorld3 {
    /// Zero is no world.
    pub handle: u64,
}

/// The handle of a world's state at one time.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSnapshot3 {
    /// Zero is no snapshot.
    pub handle: u64,
}

/// A shape of a body. All zero but the shape: on the layer `default`, on no bone if that is `ASU_NO_BONE`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuCollider3 {
    /// The shape, before its body is placed.
    pub shape: AsuShape3,
    /// The number of its layer.
    pub layer: u32,
    /// The bone it is attached to; `ASU_NO_BONE` for none.
    pub bone: u32,
    /// Bit n is set if it never pairs with colliders of layer n.
    pub ignore: u64,
    /// A number of your own, which answers repeat.
    pub tag: u64,
    /// The part of the body that it is: of hits at the same time, the smallest region counts.
    pub region: u16,
    /// 1 if it is swept from step to step, as bullets are, else 0.
    pub swept: u8,
    /// 1 if it stops only movers that come from the side of `one_way`, else 0.
    pub has_one_way: u8,
    /// The direction, in world coordinates, from which a one-way platform stops movers.
    pub one_way: [f32; 3],
}

impl AsuCollider3 {
    /// # Safety
    /// Its shape is as [`shape_at`] asks.
    unsafe fn read(&self) -> Result<Collider<Vec3>, Failure> {
        // SAFETY: the contract of this function.
        let mut collider = Collider::new(unsafe { shape_at(&raw const self.shape, "shape") }?);
        collider.layer = layer(self.layer)?;
        collider.ignore = LayerSet::from_bits(self.ignore);
        collider.tag = self.tag;
        collider.bone = bone(self.bone)?;
        collider.region = self.region;
        collider.swept = self.swept != 0;
        Ok(if self.has_one_way == 0 { collider } else { collider.one_way(self.one_way) })
    }
}

fn bone(number: u32) -> Result<Option<u16>, Failure> {
    if number == ASU_NO_BONE {
        return Ok(None);
    }
    let bone = u16::try_from(number);
    bone.map(Some).map_err(|_| Failure::argument(format!("bone is {number}; expected below 65536")))
}

/// A body and where to place it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuBodyPose3 {
    /// The body.
    pub body: u64,
    /// Where it goes.
    pub pose: AsuPose3,
}

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

/// The contact of a mover with a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuColliderHit3 {
    /// The collider that it met.
    pub obstacle: AsuColliderId,
    /// A contact point on it.
    pub point: [f32; 3],
    /// The unit normal of the contact, from the obstacle to the mover.
    pub normal: [f32; 3],
    /// The fraction of the motion, or of the leg that ended there.
    pub fraction: f32,
}

impl From<&Hit<Vec3, ColliderId>> for AsuColliderHit3 {
    fn from(hit: &Hit<Vec3, ColliderId>) -> Self {
        Self {
            obstacle: hit.obstacle.into(),
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            fraction: hit.fraction,
        }
    }
}

/// Where a body of a world stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuBodyStop3 {
    /// Its position at the end: of a box or sphere the center, of other shapes their first point.
    pub position: [f32; 3],
    /// The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    pub fraction: f32,
    /// The distance that remains to what stopped it.
    pub gap: f32,
    /// Whether it penetrated a collider at the start, and so was not moved.
    pub started_penetrating: bool,
    /// Whether no free position was found within a few units in the last place of the contact.
    pub backed_off: bool,
    /// How many colliders stopped it.
    pub hit_count: usize,
}

impl AsuBodyStop3 {
    fn new(stop: &Stop<Vec3, ColliderId>, hit_count: usize) -> Self {
        Self {
            position: stop.position.to_array(),
            fraction: stop.fraction,
            gap: stop.gap,
            started_penetrating: stop.started_penetrating,
            backed_off: stop.backed_off,
            hit_count,
        }
    }
}

/// How a body slides and walks: `asu_walk_options3` has the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuWalkOptions3 {
    /// The upward direction, of any length but zero. The y axis.
    pub up: [f32; 3],
    /// The height of the ledges that it steps over. Zero.
    pub step_height: f32,
    /// The angle, in degrees, between the steepest floor and a level one. 45.
    pub max_slope: f32,
    /// How far down it is led to keep standing on a floor. Zero.
    pub snap: f32,
    /// The length of a step aside past a corner that stands out of a wall by rounding. Zero.
    pub ledge: f32,
    /// 1 if a slope takes nothing from the speed along the ground, else 0. 0.
    pub keep_speed: u32,
    /// The greatest number of turns in one move. 6.
    pub max_slides: u32,
    /// Who gives way where it meets another who walks: one of `AsuYields`. `ASU_WALKER_YIELDS`.
    pub yields: u32,
}

impl AsuWalkOptions3 {
    fn read(&self) -> Result<WalkOptions<Vec3>, Failure> {
        let mut options = WalkOptions::default();
        options.slide.up = self.up.into();
        options.slide.step_height = self.step_height;
        options.slide.max_slope = self.max_slope;
        options.slide.snap = self.snap;
        options.slide.ledge = self.ledge;
        options.slide.keep_speed = self.keep_speed != 0;
        options.slide.max_slides = self.max_slides;
        options.yields = yields(self.yields)?;
        Ok(options)
    }
}

/// The end of a walk, and what happened to the body since the one before.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuWalk3 {
    /// How far it moved by walking, including the way out of what it penetrated.
    pub moved: [f32; 3],
    /// How far carriers and the surface on which it stood moved it since its last walk.
    pub carried: [f32; 3],
    /// By how much carriers turned since its last walk: turn the figure by that.
    pub turned: [f32; 4],
    /// The velocity that is left, relative to the floor: without what floors and walls stopped.
    pub velocity_after: [f32; 3],
    /// Whether it stands on a floor; else what tells of the floor is zero.
    pub on_floor: bool,
    /// Whether it stepped over a ledge.
    pub stepped: bool,
    /// Whether it was led down to the floor.
    pub snapped: bool,
    /// Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    pub started_penetrating: bool,
    /// Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    pub stuck: bool,
    /// Whether a carrier crushed it since its last walk.
    pub crushed: bool,
    /// The floor.
    pub floor: AsuColliderId,
    /// The floor's unit normal.
    pub floor_normal: [f32; 3],
    /// The velocity of the floor where the walker stands: who jumps adds it.
    pub floor_velocity: [f32; 3],
    /// See `stuck`.
    pub stuck_in: AsuColliderId,
    /// The carrier that crushed it.
    pub crushed_by: AsuColliderId,
    /// What it was crushed against.
    pub crushed_against: AsuColliderId,
    /// How many colliders it met.
    pub hit_count: usize,
}

/// A body that a carrier moved.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCarriedBody3 {
    /// The body.
    pub body: u64,
    /// How far it was moved.
    pub moved: [f32; 3],
    /// Whether it stood on the carrier, or on another who did; else it was in the way.
    pub stands: bool,
    /// Whether it is not free of the carrier at the end.
    pub crushed: bool,
}

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

static WORLDS: Registry<RwLock<World3>> = Registry::new("world");
static SNAPSHOTS: Registry<Snapshot<Vec3>> = Registry::new("snapshot");

/// Runs a question about a world, beside those of other threads.
pub(crate) fn with_world<R>(
    world: AsuWorld3,
    ask: impl FnOnce(&World3) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let world = WORLDS.get(world.handle)?;
    let world = world.read().map_err(|_| Failure::left_by_a_panic("world"))?;
    ask(&world)
}

/// Runs a change of a world, alone.
fn with_world_mut<R>(
    world: AsuWorld3,
    change: impl FnOnce(&mut World3) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let world = WORLDS.get(world.handle)?;
    let mut world = world.write().map_err(|_| Failure::left_by_a_panic("world"))?;
    change(&mut world)
}

fn body(number: u64) -> BodyId {
    BodyId::from_bits(number)
}

/// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
/// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_create(world: *mut AsuWorld3) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(world, "world") }?;
        out.write(AsuWorld3 { handle: WORLDS.insert(RwLock::new(World3::new())) });
        Ok(())
    })
}

/// Makes a world with layers of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_create_with_layers(
    layers: *const AsuLayers,
    world: *mut AsuWorld3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, layers) = unsafe { (Out::new(world, "world")?, read(layers, "layers")?.read()?) };
        let world = World3::with_layers(layers);
        out.write(AsuWorld3 { handle: WORLDS.insert(RwLock::new(world)) });
        Ok(())
    })
}

/// Destroys a world. Its snapshots stay.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_destroy(world: AsuWorld3) -> AsuStatus {
    call(|| WORLDS.remove(world.handle))
}

/// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_response(world: AsuWorld3, a: u32, b: u32, to: u32) -> AsuStatus {
    call(|| {
        let to = response(to)?;
        with_world_mut(world, |world| {
            let [a, b] = [layer_name(world.layers(), a)?, layer_name(world.layers(), b)?];
            Ok(world.set_response(&a, &b, to)?)
        })
    })
}

/// Inserts a body of one or more colliders, which is placed by the identity, and writes its id. `options`
/// may be null: fixed, without an owner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_insert(
    world: AsuWorld3,
    colliders: *const AsuCollider3,
    count: usize,
    options: *const AsuBodyOptions,
    id: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, colliders, options) = unsafe {
            let out = Out::new(id, "id")?;
            let numbered = list(colliders, count, "colliders")?.iter().enumerate();
            let read_all = numbered.map(|(i, collider)| {
                collider.read().map_err(|failure| failure.of(&format!("colliders[{i}]")))
            });
            let colliders = read_all.collect::<Result<Vec<_>, _>>()?;
            let options = if options.is_null() {
                AsuBodyOptions::default()
            } else {
                *read(options, "options")?
            };
            (out, colliders, options.read()?)
        };
        let id = with_world_mut(world, |world| Ok(world.insert_body(&colliders, options)?))?;
        out.write(id.bits());
        Ok(())
    })
}

/// Inserts a body of one shape on the layer `default`, without an owner; `kind` is one of `AsuBodyKind`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_insert_shape(
    world: AsuWorld3,
    shape: *const AsuShape3,
    kind: u32,
    id: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, shape) = unsafe { (Out::new(id, "id")?, shape_at(shape, "shape")?) };
        let options = AsuBodyOptions { kind, ..Default::default() }.read()?;
        let id = with_world_mut(world, |world| Ok(world.insert(shape, options)?))?;
        out.write(id.bits());
        Ok(())
    })
}

/// Removes a body. Its contacts end at the next step.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_remove(world: AsuWorld3, id: u64) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.remove(body(id))?)))
}

/// Whether a body is in the world still.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_contains(
    world: AsuWorld3,
    id: u64,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(answer, "answer") }?;
        out.write(with_world(world, |world| Ok(world.contains(body(id))))?);
        Ok(())
    })
}

/// Places a body: all its colliders by one pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_set_pose(
    world: AsuWorld3,
    id: u64,
    pose: *const AsuPose3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let pose = unsafe { read(pose, "pose") }?.read();
        with_world_mut(world, |world| Ok(world.set_body_pose(body(id), &pose)?))
    })
}

/// Places a body: each collider by a pose of its own, as many as it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_set_poses(
    world: AsuWorld3,
    id: u64,
    poses: *const AsuPose3,
    count: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let poses: Vec<Pose3> =
            unsafe { list(poses, count, "poses") }?.iter().map(AsuPose3::read).collect();
        with_world_mut(world, |world| Ok(world.set_body_poses(body(id), &poses)?))
    })
}

/// Gives the colliders of a body shapes that are placed already, such as those of `asu_under_matrix3`, as
/// many as it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_set_shapes(
    world: AsuWorld3,
    id: u64,
    shapes: *const AsuShape3,
    count: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let shapes = unsafe { shapes_at(shapes, count, "shapes") }?;
        with_world_mut(world, |world| Ok(world.set_body_shapes(body(id), &shapes)?))
    })
}

/// Places many bodies at once: all of them, or none if one is refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_place_all(
    world: AsuWorld3,
    bodies: *const AsuBodyPose3,
    count: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let bodies = unsafe { list(bodies, count, "bodies") }?.iter();
        let bodies: Vec<_> = bodies.map(|placed| (body(placed.body), placed.pose.read())).collect();
        with_world_mut(world, |world| Ok(world.place_all(&bodies)?))
    })
}

/// The pose by which a body was placed last; `found` is false if its colliders were placed one by one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_pose(
    world: AsuWorld3,
    id: u64,
    pose: *mut AsuPose3,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, found) = unsafe { (Out::new(pose, "pose")?, Out::new(found, "found")?) };
        let pose = with_world(world, |world| Ok(world.body_pose(body(id))?))?;
        found.write(pose.is_some());
        if let Some(pose) = pose {
            out.write(pose.into());
        }
        Ok(())
    })
}

/// The shape of a collider, placed. One of kind `ASU_STORED` must be released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_shape(
    world: AsuWorld3,
    id: AsuColliderId,
    shape: *mut AsuShape3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(shape, "shape") }?;
        out.write(with_world(world, |world| Ok(shape_for_c(world.shape(id.into())?)))?);
        Ok(())
    })
}

/// Puts a collider on another layer, by its number.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_layer(
    world: AsuWorld3,
    id: AsuColliderId,
    number: u32,
) -> AsuStatus {
    call(|| {
        let layer = layer(number)?;
        with_world_mut(world, |world| Ok(world.set_layer(id.into(), layer)?))
    })
}

/// Finds the contacts that began and ended since the last step. It moves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_step(world: AsuWorld3) -> AsuStatus {
    call(|| {
        with_world_mut(world, |world| {
            world.step();
            Ok(())
        })
    })
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

/// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
/// own. `hits` takes up to `capacity` of what stops it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_move(
    world: AsuWorld3,
    id: u64,
    motion: *const f32,
    stop: *mut AsuBodyStop3,
    hits: *mut AsuColliderHit3,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, motion) = unsafe {
            let hits = OutList::new(hits, capacity, "hits")?;
            (Out::new(stop, "stop")?, hits, vector_at(motion, "motion")?)
        };
        let stop = with_world_mut(world, |world| Ok(world.move_body(body(id), motion)?))?;
        let hit_count = hits.write(stop.hits.iter().map(AsuColliderHit3::from));
        out.write(AsuBodyStop3::new(&stop, hit_count));
        Ok(())
    })
}

/// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
/// false, and it stays, if there is no place near by that is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_depenetrate(
    world: AsuWorld3,
    id: u64,
    moved: *mut f32,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, found) =
            unsafe { (Out::new(moved.cast::<[f32; 3]>(), "moved")?, Out::new(found, "found")?) };
        let moved = with_world_mut(world, |world| Ok(world.depenetrate_body(body(id))?))?;
        found.write(moved.is_some());
        out.write(moved.unwrap_or_default().to_array());
        Ok(())
    })
}

/// Makes a body one of an owner's, or nobody's if `has_owner` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_owner(
    world: AsuWorld3,
    id: u64,
    has_owner: u32,
    owner: u64,
) -> AsuStatus {
    let owner = (has_owner != 0).then_some(owner);
    call(|| with_world_mut(world, |world| Ok(world.set_body_owner(body(id), owner)?)))
}

/// The defaults of a walk.
#[unsafe(no_mangle)]
pub extern "C" fn asu_walk_options3() -> AsuWalkOptions3 {
    let SlideOptions { up, step_height, max_slope, snap, ledge, keep_speed, max_slides } =
        WalkOptions::<Vec3>::default().slide;
    AsuWalkOptions3 {
        up: up.to_array(),
        step_height,
        max_slope,
        snap,
        ledge,
        keep_speed: u32::from(keep_speed),
        max_slides,
        yields: 0,
    }
}

/// Walks a body for a time: it slides along `velocity dt`, steps over ledges, stays on floors that move.
/// The velocity is relative to the floor, and gravity is yours: add it, and go on from `velocity_after`.
/// `options` may be null for the defaults; `hits` takes up to `capacity` of what it met.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_walk(
    world: AsuWorld3,
    id: u64,
    velocity: *const f32,
    dt: f32,
    options: *const AsuWalkOptions3,
    walk: *mut AsuWalk3,
    hits: *mut AsuColliderHit3,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, velocity, options) = unsafe {
            let hits = OutList::new(hits, capacity, "hits")?;
            let options = if options.is_null() {
                WalkOptions::default()
            } else {
                read(options, "options")?.read()?
            };
            (Out::new(walk, "walk")?, hits, vector_at(velocity, "velocity")?, options)
        };
        let walk = with_world_mut(world, |world| {
            Ok(world.walk_body(body(id), velocity, dt, &options)?)
        })?;
        let floor = walk.floor.as_ref();
        let collider =
            |id: Option<ColliderId>| id.map_or(AsuColliderId::default(), AsuColliderId::from);
        out.write(AsuWalk3 {
            moved: walk.moved.to_array(),
            carried: walk.carried.to_array(),
            turned: walk.turned.numbers(),
            velocity_after: walk.velocity_after.to_array(),
            on_floor: floor.is_some(),
            stepped: walk.stepped,
            snapped: walk.snapped,
            started_penetrating: walk.started_penetrating,
            stuck: walk.stuck.is_some(),
            crushed: walk.crushed.is_some(),
            floor: collider(floor.map(|floor| floor.collider)),
            floor_normal: floor.map_or(Vec3::default(), |floor| floor.normal).to_array(),
            floor_velocity: floor.map_or(Vec3::default(), |floor| floor.velocity).to_array(),
            stuck_in: collider(walk.stuck),
            crushed_by: collider(walk.crushed.map(|crushed| crushed.by)),
            crushed_against: collider(walk.crushed.map(|crushed| crushed.against)),
            hit_count: hits.write(walk.hits.iter().map(AsuColliderHit3::from)),
        });
        Ok(())
    })
}

/// Moves and turns a carrier to a pose (a lift, a turntable, a door) with all who stand on it, and pushes
/// who is in its way. `bodies` takes up to `capacity` of those who were moved. Call it before the walks of
/// a tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_carry(
    world: AsuWorld3,
    id: u64,
    pose: *const AsuPose3,
    bodies: *mut AsuCarriedBody3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, pose) = unsafe {
            let out = OutList::new(bodies, capacity, "bodies")?;
            (out, Out::new(count, "count")?, read(pose, "pose")?.read())
        };
        let carry = with_world_mut(world, |world| Ok(world.carry(body(id), &pose)?))?;
        let moved = carry.bodies.iter().map(|carried| AsuCarriedBody3 {
            body: carried.body.bits(),
            moved: carried.moved.to_array(),
            stands: carried.stands,
            crushed: carry.crushed.iter().any(|crushed| crushed.body == carried.body),
        });
        total.write(out.write(moved));
        Ok(())
    })
}

/// Gives the surface of a collider a velocity, as a conveyor belt has: who stands on it goes along.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_set_surface_velocity(
    world: AsuWorld3,
    id: AsuColliderId,
    velocity: *const f32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let velocity = unsafe { vector_at(velocity, "velocity") }?;
        with_world_mut(world, |world| Ok(world.set_surface_velocity(id.into(), velocity)?))
    })
}

/// Opens an attack of an owner: until it ends, its colliders are swept from step to step, turning
/// included, and each victim is hit once, or again after `rehit_after` steps if that is not zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_begin_attack(
    world: AsuWorld3,
    owner: u64,
    rehit_after: u64,
    colliders: *const AsuColliderId,
    count: usize,
    attack: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, colliders) =
            unsafe { (Out::new(attack, "attack")?, list(colliders, count, "colliders")?) };
        let colliders: Vec<_> = colliders.iter().map(|&id| id.into()).collect();
        let options = AttackOptions::from(owner);
        let options = if rehit_after == 0 { options } else { options.rehit_after(rehit_after) };
        let id = with_world_mut(world, |world| Ok(world.begin_attack(options, &colliders)?))?;
        out.write(attack_number(id));
        Ok(())
    })
}

/// Ends an attack.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_end_attack(world: AsuWorld3, attack: u64) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.end_attack(attack_id(attack))?)))
}

/// Says that a body was teleported to where it is: nothing is swept on the way there.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_teleported(world: AsuWorld3, id: u64) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.teleported(body(id))?)))
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

/// Keeps the state of a world, to go back to. Destroy it when it is no longer needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_snapshot(
    world: AsuWorld3,
    snapshot: *mut AsuSnapshot3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(snapshot, "snapshot") }?;
        let state = with_world(world, |world| Ok(world.snapshot()))?;
        out.write(AsuSnapshot3 { handle: SNAPSHOTS.insert(state) });
        Ok(())
    })
}

/// Goes back to the state of a snapshot, of this world or of another.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_restore(world: AsuWorld3, snapshot: AsuSnapshot3) -> AsuStatus {
    call(|| {
        let state = SNAPSHOTS.get(snapshot.handle)?;
        with_world_mut(world, |world| {
            world.restore(&state);
            Ok(())
        })
    })
}

/// Destroys a snapshot.
#[unsafe(no_mangle)]
pub extern "C" fn asu_snapshot3_destroy(snapshot: AsuSnapshot3) -> AsuStatus {
    call(|| SNAPSHOTS.remove(snapshot.handle))
}

/// The bytes of a snapshot, the same on every processor: as many as `capacity` holds, and how many there
/// are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_to_bytes(
    snapshot: AsuSnapshot3,
    bytes: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(bytes, capacity, "bytes")?, Out::new(count, "count")?) };
        let state = SNAPSHOTS.get(snapshot.handle)?;
        total.write(out.write(state.to_bytes().into_iter()));
        Ok(())
    })
}

/// The snapshot of bytes, which may come from anybody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_snapshot3_from_bytes(
    bytes: *const u8,
    count: usize,
    snapshot: *mut AsuSnapshot3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, bytes) =
            unsafe { (Out::new(snapshot, "snapshot")?, list(bytes, count, "bytes")?) };
        let state = Snapshot::try_from_bytes(bytes)?;
        out.write(AsuSnapshot3 { handle: SNAPSHOTS.insert(state) });
        Ok(())
    })
}

/// A number that shows whether two worlds differ: equal ones have the same, on every processor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_hash(world: AsuWorld3, hash: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(hash, "hash") }?;
        out.write(with_world(world, |world| Ok(world.hash()))?);
        Ok(())
    })
}
