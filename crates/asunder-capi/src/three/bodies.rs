//! Bodies of a world, in space. `two/bodies.rs` is derived from this file; see `tests/derived.rs`.

use super::made::shape_for_c;
use super::pairs::AsuContact3;
use super::read::{shape_at, shapes_at, vector_at};
use super::shapes::{AsuPose3, AsuShape3};
use super::world::{AsuWorld3, with_world, with_world_mut};
use crate::common::{AsuBodyOptions, AsuColliderId, body, bone, bone_number, layer};
use crate::pointer::{Out, OutList, list, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::world::LayerSet;

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

    fn new(collider: &Collider<Vec3>) -> Self {
        Self {
            shape: shape_for_c(&collider.shape),
            layer: collider.layer.bits().into(),
            bone: bone_number(collider.bone),
            ignore: collider.ignore.bits(),
            tag: collider.tag,
            region: collider.region,
            swept: collider.swept.into(),
            has_one_way: collider.one_way.is_some().into(),
            one_way: collider.one_way.unwrap_or_default().to_array(),
        }
    }
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

/// Options of a body: the defaults, where there are none.
///
/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn options_at(options: *const AsuBodyOptions) -> Result<BodyOptions, Failure> {
    if options.is_null() {
        return AsuBodyOptions::default().read();
    }
    // SAFETY: the contracts are the same.
    unsafe { read(options, "options") }?.read()
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
            (out, colliders, options_at(options)?)
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

/// Sets the layers with which a collider never pairs, in place of those before: bit n for layer n.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_ignore(
    world: AsuWorld3,
    id: AsuColliderId,
    layers: u64,
) -> AsuStatus {
    call(|| {
        with_world_mut(world, |world| Ok(world.set_ignore(id.into(), LayerSet::from_bits(layers))?))
    })
}

/// Sets the tag of a collider.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_tag(world: AsuWorld3, id: AsuColliderId, tag: u64) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.set_tag(id.into(), tag)?)))
}

/// Sets the bone of a collider; `ASU_NO_BONE` for none.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_bone(
    world: AsuWorld3,
    id: AsuColliderId,
    number: u32,
) -> AsuStatus {
    call(|| {
        let bone = bone(number)?;
        with_world_mut(world, |world| Ok(world.set_bone(id.into(), bone)?))
    })
}

/// Sets the region of a collider.
#[unsafe(no_mangle)]
pub extern "C" fn asu_world3_set_region(
    world: AsuWorld3,
    id: AsuColliderId,
    region: u16,
) -> AsuStatus {
    call(|| with_world_mut(world, |world| Ok(world.set_region(id.into(), region)?)))
}

/// Sets the direction from which a one-way collider stops movers; null: it stops them from everywhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_set_one_way(
    world: AsuWorld3,
    id: AsuColliderId,
    direction: *const f32,
) -> AsuStatus {
    call(|| {
        let direction = if direction.is_null() {
            None
        } else {
            // SAFETY: the caller's pointer is good, as the crate's documentation asks.
            Some(Vec3::from(unsafe { vector_at(direction, "direction") }?))
        };
        with_world_mut(world, |world| Ok(world.set_one_way(id.into(), direction)?))
    })
}

/// A collider as it was inserted, its shape not placed, except for what was set since. A shape of kind
/// `ASU_STORED` must be released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_collider(
    world: AsuWorld3,
    id: AsuColliderId,
    collider: *mut AsuCollider3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(collider, "collider") }?;
        let ask = |world: &World3| Ok(AsuCollider3::new(world.collider(id.into())?));
        out.write(with_world(world, ask)?);
        Ok(())
    })
}

/// The kind and owner of a body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_body_options(
    world: AsuWorld3,
    id: u64,
    options: *mut AsuBodyOptions,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(options, "options") }?;
        let ask = |world: &World3| Ok(AsuBodyOptions::new(world.body_options(body(id))?));
        out.write(with_world(world, ask)?);
        Ok(())
    })
}

/// Every body there is, in the order of their ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_bodies(
    world: AsuWorld3,
    bodies: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(bodies, capacity, "bodies")?, Out::new(count, "count")?) };
        total.write(with_world(world, |world| Ok(out.write(world.bodies().map(BodyId::bits))))?);
        Ok(())
    })
}

/// The contact of two colliders as they are placed now: as `asu_contact3`. No step computes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_contact(
    world: AsuWorld3,
    a: AsuColliderId,
    b: AsuColliderId,
    contact: *mut AsuContact3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(contact, "contact") }?;
        let ask = |world: &World3| Ok(AsuContact3::new(world.contact(a.into(), b.into())?));
        out.write(with_world(world, ask)?);
        Ok(())
    })
}
