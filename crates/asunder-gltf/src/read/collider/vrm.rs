//! `VRMC_springBone`: spheres and capsules on the bones of an avatar, for hair and cloth.

use asunder::{Capsule3, Sphere3};

use super::Reader;
use super::shape::{Local, not_negative, valid};
use crate::GltfError;
use crate::collider::{Format, Purpose};
use crate::json::Json;

const EXTENDED: &str = "VRMC_springBone_extended_collider";

pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<(), GltfError> {
    let list = reader.document.root.get("extensions").get("VRMC_springBone").get("colliders");
    for place in list.objects()? {
        let node = reader.document.index(&place.get("node"), "nodes")?;
        // If the extension has the real shape, the plain one is a fallback.
        let extended = place.get("extensions").get(EXTENDED).get("shape");
        let shape = extended.present().unwrap_or_else(|| place.get("shape"));
        if let Some(local) = local(reader, &shape)? {
            reader.add(&place, node, local, None, (Format::Vrm, Purpose::SpringBone))?;
        }
    }
    Ok(())
}

fn local<'a>(reader: &mut Reader<'_, 'a>, shape: &Json<'a>) -> Result<Option<Local>, GltfError> {
    let [sphere, capsule, plane] = ["sphere", "capsule", "plane"].map(|kind| shape.get(kind));
    for round in [&sphere, &capsule] {
        if round.get("inside").boolean()? {
            let message = "keeps what it holds inside, which no hitbox does; it is left out";
            reader.document.warn(round, message)?;
            return Ok(None);
        }
    }
    if plane.value().is_some() {
        let message = "is a plane without end, which is no hitbox; it is left out";
        reader.document.warn(&plane, message)?;
        return Ok(None);
    }
    if let Some(sphere) = sphere.present() {
        let center = sphere.get("offset").floats_or([0.0; 3])?;
        let radius = not_negative(&sphere.get("radius"), 0.0)? as f32;
        let sphere = valid(&sphere, Sphere3::try_new(center, radius))?;
        return Ok(Some(Local::exact(sphere)));
    }
    let Some(capsule) = capsule.present() else {
        return Err(shape.expected("a sphere or a capsule"));
    };
    let a = capsule.get("offset").floats_or([0.0; 3])?;
    let b = capsule.get("tail").floats_or([0.0; 3])?;
    let radius = not_negative(&capsule.get("radius"), 0.0)? as f32;
    Ok(Some(Local::exact(valid(&capsule, Capsule3::try_new(a, b, radius))?)))
}
