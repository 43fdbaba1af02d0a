//! A model that strangers send, as `asunder inspect` shows it.

use asunder_cli::inspect;
use asunder_gltf::{Level, Model};
use serde_json::Value;

/// The most lines of a screen: 40 of the tree, 12 of each list, their titles and what stands between; 12
/// meshes of a level and 12 warnings about it.
const LINES: usize = 140;

/// Reads bytes as a model, and if they are one, tells what is in it.
///
/// # Panics
///
/// If the screen would steer the terminal or fill more than a screen, or the JSON leaves something out.
pub fn inspect(data: &[u8]) {
    let Ok(model) = Model::from_slice(data, "fuzz") else { return };
    let level = Level::from_slice(data, "fuzz");
    let screen = inspect::plain(&model, level.as_ref());
    assert!(!screen.contains(|c: char| c.is_control() && c != '\n'), "{screen:?}");
    assert!(screen.lines().count() <= LINES, "{screen}");
    let json = inspect::json(&model, level.as_ref()).expect("there is JSON for every model");
    let answer: Value = serde_json::from_str(&json).expect("it is JSON");
    let count = |key: &str| answer[key].as_array().map_or(0, Vec::len);
    for (key, expected) in [
        ("nodes", model.nodes.len()),
        ("skins", model.skins.len()),
        ("meshes", model.meshes.len()),
        ("clips", model.clips.len()),
        ("colliders", model.colliders.len()),
    ] {
        assert_eq!(count(key), expected, "{key}");
    }
    assert!(count("warnings") >= model.warnings.len(), "no warning is lost");
    let Ok(level) = level else { return assert!(answer["level"].is_null(), "{answer}") };
    let told = &answer["level"];
    for (key, expected) in [
        ("meshes", level.meshes.len()),
        ("instances", level.instances.len()),
        ("warnings", level.warnings.len()),
    ] {
        assert_eq!(told[key].as_array().map_or(0, Vec::len), expected, "{key} of the level");
    }
    let shares = told["meshes"].as_array().into_iter().flatten().map(|mesh| &mesh["walkable"]);
    for share in shares.chain([&told["total"]["walkable"]]) {
        assert!(share.as_f64().is_none_or(|share| (0.0..=1.0).contains(&share)), "{share}");
    }
}
