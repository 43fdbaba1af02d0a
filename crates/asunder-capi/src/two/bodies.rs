//! Bodies of a world, in the plane. `three/bodies.rs` is what this is derived from, by `tests/derived.rs`.

use super::made::shape_for_c;
use super::read::{shape_at, shapes_at};
use super::shapes::{AsuPose2, AsuShape2};
use super::world::{AsuWorld2, body, with_world, with_world_mut};
use crate::common::{ASU_NO_BONE, AsuBodyOptions, AsuColliderId, layer};
use crate::pointer::{Out, list, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::world::LayerSet;

/// A shape of a body. All zero but the shape: on the layer `default`, on no bone if that is `ASU_NO_BONE`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuCollider2 {
    /// The shape, before its body is placed.
    pub shape: AsuShape2,
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
    pub one_way: [f32; 2],
}

impl AsuCollider2 {
    /// # Safety
    /// Its shape is as [`shape_at`] asks.
    unsafe fn read(&self) -> Result<Collider<Vec2>, Failure> {
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
pub struct AsuBodyPose2 {
    /// The body.
    pub body: u64,
    /// Where it goes.
    pub pose: AsuPose2,
}

/// Inserts a body of one or more colliders, which is placed by the identity, and writes its id. `options`
/// may be null: fixed, without an owner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_insert(
    world: AsuWorld2,
    colliders: *const AsuCollider2,
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
pub unsafe extern "C" fn asu_world2_insert_shape(
    world: AsuWorld2,
    shape: *const AsuShape2,
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
pub extern "C" fn asu_world2_remove(world: AsuWorld2, id: u64) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.remove(body(id))?)))
}

/// Whether a body is in the world still.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_contains(
    world: AsuWorld2,
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
pub unsafe extern "C" fn asu_world2_set_pose(
    world: AsuWorld2,
    id: u64,
    pose: *const AsuPose2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let pose = unsafe { read(pose, "pose") }?.read();
        with_world_mut(world, |world| Ok(world.set_body_pose(body(id), &pose)?))
    })
}

/// Places a body: each collider by a pose of its own, as many as it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_set_poses(
    world: AsuWorld2,
    id: u64,
    poses: *const AsuPose2,
    count: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let poses: Vec<Pose2> =
            unsafe { list(poses, count, "poses") }?.iter().map(AsuPose2::read).collect();
        with_world_mut(world, |world| Ok(world.set_body_poses(body(id), &poses)?))
    })
}

/// Gives the colliders of a body shapes that are placed already, such as those of `asu_under_matrix2`, as
/// many as it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_set_shapes(
    world: AsuWorld2,
    id: u64,
    shapes: *const AsuShape2,
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
pub unsafe extern "C" fn asu_world2_place_all(
    world: AsuWorld2,
    bodies: *const AsuBodyPose2,
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
pub unsafe extern "C" fn asu_world2_pose(
    world: AsuWorld2,
    id: u64,
    pose: *mut AsuPose2,
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
pub unsafe extern "C" fn asu_world2_shape(
    world: AsuWorld2,
    id: AsuColliderId,
    shape: *mut AsuShape2,
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
pub extern "C" fn asu_world2_set_layer(
    world: AsuWorld2,
    id: AsuColliderId,
    number: u32,
) -> AsuStatus {
    call(|| {
        let layer = layer(number)?;
        with_world_mut(world, |world| Ok(world.set_layer(id.into(), layer)?))
    })
}

/// Makes a body one of an owner's, or nobody's if `has_owner` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world2_set_owner(
    world: AsuWorld2,
    id: u64,
    has_owner: u32,
    owner: u64,
) -> AsuStatus {
    let owner = (has_owner != 0).then_some(owner);
    call(|| with_world_mut(world, |world| Ok(world.set_body_owner(body(id), owner)?)))
}
