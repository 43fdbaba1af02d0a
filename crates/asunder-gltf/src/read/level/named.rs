//! Collision geometry by names, for files that state none: Godot's suffixes and Unreal's prefixes.
//!
//! Godot: `_teststr` and `_pre_fix_node` in `editor/import/3d/resource_importer_scene.cpp`, and *Node type
//! customization using name suffixes* in its manual. Unreal: `bImportCollisionAccordingToMeshName` of
//! `UInterchangeGenericMeshPipeline`, and *FBX Static Mesh Pipeline* in its manual.

use std::collections::BTreeMap;

use super::Reader;
use crate::{GltfError, LevelKind, LevelRule};

/// Godot's suffixes; of those that a name has, the first counts.
const SUFFIXES: [(&str, LevelKind); 4] = [
    ("colonly", LevelKind::Trimesh),
    ("convcolonly", LevelKind::Convex),
    ("col", LevelKind::Trimesh),
    ("convcol", LevelKind::Convex),
];

/// Unreal's prefixes: convex, box, sphere, capsule. All are made of the vertices' hull.
const PREFIXES: [&str; 4] = ["ucx_", "ubx_", "usp_", "ucp_"];

/// Adds what names say is solid; everything that has no skin, if they say nothing.
pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<(), GltfError> {
    let left_out = left_out(reader)?;
    let nodes: Vec<_> = reader.scene.nodes.iter().copied().filter(|&it| !left_out[it]).collect();
    let mut named = Vec::new();
    // Many nodes may have one mesh, whose name may be long.
    let mut meshes = BTreeMap::new();
    for &node in &nodes {
        let Some(reference) = reader.items[node].get("mesh").present() else { continue };
        let index = reader.document.index(&reference, "meshes")?;
        let by_mesh = match meshes.get(&index) {
            Some(&known) => known,
            None => {
                let name = reader.document.root.get("meshes").at(index).get("name").present();
                let found = name.map(|name| name.string()).transpose()?.and_then(by_name);
                meshes.insert(index, found);
                found
            }
        };
        if let Some((kind, rule)) = by_name(&reader.nodes[node].name).or(by_mesh) {
            named.push((node, kind, rule));
        }
    }
    if named.is_empty() {
        let all = nodes.into_iter();
        named.extend(all.map(|node| (node, LevelKind::Trimesh, LevelRule::Unskinned)));
    }
    for (node, kind, rule) in named {
        reader.add_own(node, kind, rule)?;
    }
    Ok(())
}

/// For each node whether its name, or that of one above it, says that it is not to be imported.
fn left_out(reader: &Reader<'_, '_>) -> Result<Vec<bool>, GltfError> {
    let mut left_out = vec![false; reader.nodes.len()];
    let mut open = Vec::new();
    for &node in &reader.scene.nodes {
        if has_suffix(&reader.nodes[node].name, "noimp") {
            let message =
                "is not to be imported, as its name says; it and what is below are left out";
            reader.document.warn(&reader.items[node].get("name"), message)?;
            open.push(node);
        }
    }
    while let Some(node) = open.pop() {
        if !left_out[node] {
            left_out[node] = true;
            open.extend(&reader.scene.children[node]);
        }
    }
    Ok(left_out)
}

/// What a name says.
fn by_name(name: &str) -> Option<(LevelKind, LevelRule)> {
    let suffix = SUFFIXES.into_iter().find(|(suffix, _)| has_suffix(name, suffix));
    if let Some((_, kind)) = suffix {
        return Some((kind, LevelRule::GodotSuffix));
    }
    let has_prefix = |prefix: &str| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    PREFIXES
        .iter()
        .any(|prefix| has_prefix(prefix))
        .then_some((LevelKind::Convex, LevelRule::UnrealPrefix))
}

/// Whether a name ends with a suffix after `-` or `_`, or has it after `$` anywhere, in letters of either
/// case. A number behind it, which programs add to the names of copies, does not count.
fn has_suffix(name: &str, suffix: &str) -> bool {
    let number = |c: char| c.is_ascii_digit() || c <= ' ' || c == '.' || c == '_';
    let name = name.trim_end_matches(number).to_lowercase();
    let stem = name.strip_suffix(suffix);
    stem.is_some_and(|stem| stem.ends_with(['-', '_'])) || name.contains(&format!("${suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_solid() {
        use LevelKind::{Convex, Trimesh};
        use LevelRule::{GodotSuffix, UnrealPrefix};
        for (name, expected) in [
            ("wall-col", Some((Trimesh, GodotSuffix))),
            ("wall-COLonly", Some((Trimesh, GodotSuffix))),
            ("wall_convcol", Some((Convex, GodotSuffix))),
            ("wall-convcolonly", Some((Convex, GodotSuffix))),
            ("wall-convcolonly.001", Some((Convex, GodotSuffix))),
            ("wall-colonly_12 ", Some((Trimesh, GodotSuffix))),
            ("wall$convcolonly left", Some((Convex, GodotSuffix))),
            ("wall$col left", Some((Trimesh, GodotSuffix))),
            ("-col", Some((Trimesh, GodotSuffix))),
            ("UCX_wall_00", Some((Convex, UnrealPrefix))),
            ("ubx_wall", Some((Convex, UnrealPrefix))),
            ("USP_ball", Some((Convex, UnrealPrefix))),
            ("UCP_post", Some((Convex, UnrealPrefix))),
            ("wall", None),
            ("protocol", None),
            ("wall-cold", None),
            ("wall-col-", None),
            ("UCXwall", None),
            ("SM_UCX_wall", None),
            ("ü", None),
            ("uüx_", None),
            ("", None),
            ("007", None),
        ] {
            assert_eq!(by_name(name), expected, "{name}");
        }
        assert!(has_suffix("lamp-noimp", "noimp") && !has_suffix("lampnoimp", "noimp"));
    }
}
