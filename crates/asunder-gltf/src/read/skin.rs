//! Skins: joints and inverse bind matrices.

use crate::accessor::FLOAT;
use crate::document::Document;
use crate::matrix::{IDENTITY, Matrix};
use crate::read::{affine, name};
use crate::{GltfError, Skin};

pub(crate) fn read(document: &Document<'_>) -> Result<Vec<Skin>, GltfError> {
    let mut skins = Vec::new();
    for (index, skin) in document.root.get("skins").objects()?.enumerate() {
        let list = skin.get("joints");
        let joints = list
            .list()?
            .map(|joint| document.index(&joint, "nodes"))
            .collect::<Result<Vec<_>, _>>()?;
        if joints.is_empty() {
            return Err(list.expected("at least one joint"));
        }

        document.budget.spend(&list, (joints.len() * size_of::<Matrix>()) as u64)?;
        let inverse_bind = match skin.get("inverseBindMatrices").present() {
            None => vec![IDENTITY; joints.len()],
            Some(place) => {
                let mut matrices = document.floats::<16>(&place, FLOAT)?;
                if matrices.len() < joints.len() {
                    let found = format!("{} matrices", matrices.len());
                    return Err(
                        place.found(found, format!("one for each of {} joints", joints.len()))
                    );
                }
                matrices.truncate(joints.len());
                for (joint, matrix) in matrices.iter_mut().enumerate() {
                    *matrix = affine(&place.at(joint), *matrix)?;
                }
                matrices
            }
        };
        skins.push(Skin { name: name(&skin, "skin", index)?, joints, inverse_bind });
    }
    Ok(skins)
}
