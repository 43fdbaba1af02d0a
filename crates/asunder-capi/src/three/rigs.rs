//! Hitboxes on the bones of a model, in space. `two/rigs.rs` is derived from this file; see `tests/derived.rs`.

use super::bodies::options_at;
use super::made::shape_for_c;
use super::read::shape_at;
use super::shapes::{AsuPose3, AsuShape3};
use super::world::{AsuWorld3, with_world_mut};
use crate::callback::refuse_inside;
use crate::common::{
    AsuBodyOptions, AsuBone, AsuBones, affine, affine_of, body, bone, follow, layer, role,
    scale_policy, tell, text_at,
};
use crate::pointer::{Out, OutList, list, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::world::LayerSet;
use asunder::{Affine, Rig};
use core::ffi::c_char;
use std::sync::RwLock;

/// The handle of a rig: the hitboxes of one model, and the bones that carry them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuRig3 {
    /// Zero is no rig.
    pub handle: u64,
}

static RIGS: Registry<RwLock<Rig<Vec3>>> = Registry::new("rig");

fn with_rig<R>(
    rig: AsuRig3,
    ask: impl FnOnce(&Rig<Vec3>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    refuse_inside()?;
    let rig = RIGS.get(rig.handle)?;
    let rig = rig.read().map_err(|_| Failure::left_by_a_panic("rig"))?;
    ask(&rig)
}

fn with_rig_mut<R>(
    rig: AsuRig3,
    change: impl FnOnce(&mut Rig<Vec3>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    refuse_inside()?;
    let rig = RIGS.get(rig.handle)?;
    let mut rig = rig.write().map_err(|_| Failure::left_by_a_panic("rig"))?;
    change(&mut rig)
}

/// # Safety
/// The name ends, and the matrix is null or sixteen floats.
unsafe fn bone_of(read: &AsuBone) -> Result<Bone<Vec3>, Failure> {
    // SAFETY: the contract of this function.
    let (name, inverse_bind) = unsafe {
        let name = text_at(read.name, "name")?;
        let is_plain = read.inverse_bind.is_null();
        (name, if is_plain { Affine::identity() } else { affine(read.inverse_bind, read.layout)? })
    };
    Ok(Bone::new(name, bone(read.parent)?).with_inverse_bind(inverse_bind))
}

/// Makes a rig without hitboxes. Errors quote its name. `scale_policy` is one of `AsuScalePolicy`. Destroy it
/// in the end; bodies that were made of it stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_create(
    name: *const c_char,
    bones: *const AsuBone,
    count: usize,
    policy: u32,
    rig: *mut AsuRig3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, name, bones) = unsafe {
            let (out, name) = (Out::new(rig, "rig")?, text_at(name, "name")?);
            let numbered = list(bones, count, "bones")?.iter().enumerate();
            let bones =
                numbered.map(|(i, bone)| bone_of(bone).map_err(|it| it.of(&format!("bones[{i}]"))));
            (out, name, bones.collect::<Result<Vec<_>, _>>()?)
        };
        let rig = Rig::new(name, bones)?.with_scale_policy(scale_policy(policy)?);
        out.write(AsuRig3 { handle: RIGS.insert(RwLock::new(rig)) });
        Ok(())
    })
}

/// Destroys a rig.
#[unsafe(no_mangle)]
pub extern "C" fn asu_rig3_destroy(rig: AsuRig3) -> AsuStatus {
    call(|| RIGS.remove(rig.handle))
}

/// A shape attached to a bone. All zero but the shape: on the first bone, of no region but its bone's name,
/// follows everything, and attacks; set `role`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuHitbox3 {
    /// The shape in the bone's own space.
    pub shape: AsuShape3,
    /// The number of the bone.
    pub bone: u32,
    /// What a hit on it means: one of `AsuRole`.
    pub role: u32,
    /// Which part of the bone's motion it follows: one of `AsuFollow`.
    pub follow: u32,
    /// The part of the body it represents, such as `head`; null if that is the bone's name.
    pub region: *const c_char,
}

/// Adds a hitbox, and writes its number, which is also that of its collider.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_add(
    rig: AsuRig3,
    hitbox: *const AsuHitbox3,
    number: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hitbox) = unsafe {
            let (out, found) = (Out::new(number, "number")?, read(hitbox, "hitbox")?);
            let index = bone(found.bone)?
                .ok_or_else(|| Failure::argument("a hitbox needs a bone; bone is ASU_NO_BONE"))?;
            let mut hitbox = Hitbox::new(index, shape_at(&raw const found.shape, "shape")?);
            (hitbox.role, hitbox.follow) = (role(found.role)?, follow(found.follow)?);
            if !found.region.is_null() {
                hitbox.region = Some(text_at(found.region, "region")?.into_owned());
            }
            (out, hitbox)
        };
        out.write(with_rig_mut(rig, |rig| Ok(rig.add(hitbox)?))?);
        Ok(())
    })
}

/// Adds a shape that is held at `offset` from a bone, such as a weapon in a hand, as a hitbox that attacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_attach(
    rig: AsuRig3,
    bone: *const c_char,
    shape: *const AsuShape3,
    offset: *const AsuPose3,
    number: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, bone, shape, offset) = unsafe {
            let (out, bone) = (Out::new(number, "number")?, text_at(bone, "bone")?);
            (out, bone, shape_at(shape, "shape")?, read(offset, "offset")?.read())
        };
        out.write(with_rig_mut(rig, |rig| Ok(rig.attach(&bone, shape, &offset)?))?);
        Ok(())
    })
}

/// The number of the first bone with a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_bone(
    rig: AsuRig3,
    name: *const c_char,
    number: *mut u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, name) = unsafe { (Out::new(number, "number")?, text_at(name, "name")?) };
        out.write(with_rig(rig, |rig| Ok(rig.bone(&name)?.into()))?);
        Ok(())
    })
}

/// How many hitboxes a rig has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_hitbox_count(rig: AsuRig3, count: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(count, "count") }?;
        out.write(with_rig(rig, |rig| Ok(rig.hitboxes().len()))?);
        Ok(())
    })
}

/// The name of a region of the bodies of a rig: of the hitboxes with this region, the region they were given, or
/// else their bone's name. As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of
/// the whole name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_region(
    rig: AsuRig3,
    region: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(length, "length")?;
            let _checked = OutList::new(buffer, capacity, "buffer")?;
            with_rig(rig, |rig| {
                let labels = rig.labels();
                let label = labels.get(usize::from(region)).ok_or_else(|| {
                    let count = labels.len();
                    Failure::argument(format!("there is no region {region}; the rig has {count}"))
                })?;
                tell(label, buffer, capacity, &out);
                Ok(())
            })
        }
    })
}

/// The matrices of a frame's bones, and the model's.
struct Frame3 {
    bones: Vec<Affine<Vec3>>,
    are_skinning: bool,
    model: Affine<Vec3>,
}

impl Frame3 {
    /// # Safety
    /// The pointers are good: `bones` has sixteen floats for each of its matrices.
    unsafe fn read(
        bones: *const AsuBones,
        model: *const f32,
        model_layout: u32,
    ) -> Result<Self, Failure> {
        // SAFETY: the contract of this function; an array of floats is aligned as a float is.
        let (asked, matrices, model) = unsafe {
            let asked = read(bones, "bones")?;
            let floats = asked.matrices.cast::<[f32; 16]>();
            let matrices = list(floats, asked.count, "bones.matrices")?.iter().enumerate();
            (asked, matrices, affine(model, model_layout).map_err(|it| it.of("model"))?)
        };
        let of = |(i, matrix)| {
            affine_of(matrix, asked.layout).map_err(|it| it.of(&format!("bones.matrices[{i}]")))
        };
        let bones = matrices.map(of).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { bones, are_skinning: asked.are_skinning != 0, model })
    }

    fn bones(&self) -> Bones<'_, Vec3> {
        if self.are_skinning { Bones::Skinning(&self.bones) } else { Bones::Global(&self.bones) }
    }
}

/// The hitboxes of a rig in the world, in their order: each shape under its bone's matrix, then under the
/// model's, sixteen floats in `model_layout`. A box becomes an oriented one. Those of kind `ASU_STORED` must be
/// released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_rig3_place(
    rig: AsuRig3,
    bones: *const AsuBones,
    model: *const f32,
    model_layout: u32,
    shapes: *mut AsuShape3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, frame) = unsafe {
            let out = OutList::new(shapes, capacity, "shapes")?;
            (out, Out::new(count, "count")?, Frame3::read(bones, model, model_layout)?)
        };
        let placed = with_rig(rig, |rig| Ok(rig.place(frame.bones(), &frame.model)?))?;
        // What does not fit is not stored.
        out.write(placed.iter().take(capacity).map(shape_for_c));
        total.write(placed.len());
        Ok(())
    })
}

/// What the collider of a hitbox is besides its shape, bone and region. All zero: on the layer `default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsuHitboxOptions3 {
    /// The number of its layer.
    pub layer: u32,
    /// 1 if it is swept from step to step, else 0.
    pub swept: u32,
    /// Bit n is set if it never pairs with colliders of layer n.
    pub ignore: u64,
    /// A number of your own, which answers repeat.
    pub tag: u64,
}

/// Inserts the hitboxes of a rig as one body, where the bones' matrices and the model's place them. Each
/// collider has the number of its bone, and as its region that of `asu_rig3_region`. `hitboxes` is null for the
/// defaults, or has one for each hitbox; `options` may be null: fixed, without an owner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_insert_rig(
    world: AsuWorld3,
    rig: AsuRig3,
    bones: *const AsuBones,
    model: *const f32,
    model_layout: u32,
    hitboxes: *const AsuHitboxOptions3,
    hitbox_count: usize,
    options: *const AsuBodyOptions,
    id: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, frame, given, options) = unsafe {
            let (out, options) = (Out::new(id, "id")?, options_at(options)?);
            let frame = Frame3::read(bones, model, model_layout)?;
            (out, frame, list(hitboxes, hitbox_count, "hitboxes")?, options)
        };
        let layers: Vec<_> = given.iter().map(|it| layer(it.layer)).collect::<Result<_, _>>()?;
        let id = with_rig(rig, |rig| {
            let expected = rig.hitboxes().len();
            if !given.is_empty() && given.len() != expected {
                let found = given.len();
                let message = format!("there are {found} hitboxes; expected none, or {expected}");
                return Err(Failure::argument(message));
            }
            let mut number = 0;
            let customize = |_: &Hitbox<Vec3>, mut collider: Collider<Vec3>| {
                if let Some(given) = given.get(number) {
                    collider.layer = layers[number];
                    collider.ignore = LayerSet::from_bits(given.ignore);
                    (collider.tag, collider.swept) = (given.tag, given.swept != 0);
                }
                number += 1;
                collider
            };
            with_world_mut(world, |world| {
                Ok(world.insert_rig(rig, frame.bones(), &frame.model, options, customize)?)
            })
        })?;
        out.write(id.bits());
        Ok(())
    })
}

/// Places the colliders of a body of `asu_world3_insert_rig` as the bones are in this frame.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_set_rig(
    world: AsuWorld3,
    id: u64,
    rig: AsuRig3,
    bones: *const AsuBones,
    model: *const f32,
    model_layout: u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let frame = unsafe { Frame3::read(bones, model, model_layout) }?;
        with_rig(rig, |rig| {
            with_world_mut(world, |world| {
                Ok(world.set_rig(body(id), rig, frame.bones(), &frame.model)?)
            })
        })
    })
}
