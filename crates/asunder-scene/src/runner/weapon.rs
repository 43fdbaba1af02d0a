//! Roles of hitboxes, and weapons of actors.

use super::SceneContext;
use super::models::{FitChoice, HitboxRequest, ModelFile, Models};
use crate::error::SceneError;
use crate::scene::{Actor, Weapon};
use asunder::{Affine3, Bones, Pose3, Role};
use asunder_gltf::{Collider, Model};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// A weapon in an actor's hand.
#[derive(Debug)]
pub(super) struct HeldWeapon {
    pub(super) model: Arc<Model>,
    /// The node that holds it.
    pub(super) node: usize,
    /// From the weapon's model to the node's space.
    pub(super) offset: Affine3,
}

impl HeldWeapon {
    /// The weapon, and its hitboxes on the holding node.
    pub(super) fn of(
        entry: &Weapon,
        holder: &Model,
        models: &mut Models,
        context: &SceneContext<'_>,
    ) -> Result<(Self, Vec<Collider>), SceneError> {
        let file = ModelFile::File(context.source.folder.join(entry.model.get_ref()));
        let model = models.model(&file).map_err(|error| context.refuse(&entry.model, error))?;
        let node = holder.node(entry.bone.get_ref());
        let node = node.map_err(|error| context.refuse(&entry.bone, error))?;
        let turn = entry.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.0);
        let turn = Affine3::from(Pose3::new([0.0; 3], turn));
        let scale = entry.scale.0;
        let columns = [0, 1, 2].map(|i| turn.column(i).to_array().map(|x| x * scale));
        let offset = Affine3::from_columns(columns, entry.position.0);

        // The weapon's hitboxes in the rest pose, mapped by the offset to the node's space.
        let from = entry.hitboxes.as_ref();
        let request = HitboxRequest {
            model: &entry.model,
            from,
            scale: 1.0,
            rotation: None,
            choice: FitChoice::default(),
        };
        let hitboxes = models.hitboxes(&file, &request, context)?;
        let mut bones = Vec::new();
        let placed = hitboxes.rig_on(&model).and_then(|rigging| {
            rigging.bone_matrices(&model.rest_pose(), &mut bones);
            let failed = |cause| asunder_gltf::GltfError::Rig { model: model.name.clone(), cause };
            rigging.rig().place(Bones::Global(&bones), &offset).map_err(failed)
        });
        let placed = placed.map_err(|error| context.refuse(&entry.model, error))?;
        let name = entry.name.get_ref();
        let colliders = placed.into_iter().enumerate().map(|(index, shape)| {
            let region = match (index, &hitboxes.colliders[index].region) {
                // Names from a file distinguish the hitboxes.
                (_, Some(region)) if !request.is_fitted() => format!("{name}.{region}"),
                (0, _) => name.clone(),
                (more, _) => format!("{name}.{}", more + 1),
            };
            Collider {
                role: Some(entry.role.0),
                region: Some(region),
                ..Collider::new(node, name, shape)
            }
        });
        let colliders = colliders.collect();
        Ok((Self { model, node, offset }, colliders))
    }
}

/// The name of a hitbox in events, after its actor's name.
pub(super) fn label(collider: &Collider, model: &Model) -> String {
    collider.region.clone().unwrap_or_else(|| model.nodes[collider.node].name.clone())
}

/// Assigns the roles of an actor's entry to its hitboxes.
pub(super) fn assign_roles(
    hitboxes: &mut [Collider],
    entry: &Actor,
    model: &Model,
    context: &SceneContext<'_>,
) -> Result<(), SceneError> {
    let label = |collider: &Collider| label(collider, model);
    let mut named: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
    for (names, role) in [(&entry.attack, Role::Attack), (&entry.hurt, Role::Hurt)] {
        for name in names {
            let wanted = name.get_ref();
            if named.insert(wanted, name).is_some() {
                let problem = format!("the hitbox {wanted:?} is named twice; expected one role");
                return Err(context.refuse(name, problem));
            }
            let mut found = false;
            for hitbox in hitboxes.iter_mut().filter(|hitbox| label(hitbox) == *wanted) {
                (hitbox.role, found) = (Some(role), true);
            }
            if !found {
                let mut known: Vec<String> = hitboxes.iter().map(label).collect();
                known.sort();
                known.dedup();
                let problem =
                    format!("there is no hitbox {wanted:?}; expected one of {}", known.join(", "));
                return Err(context.refuse(name, problem));
            }
        }
    }
    Ok(())
}
