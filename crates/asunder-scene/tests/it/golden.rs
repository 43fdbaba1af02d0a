//! The scenes of `testdata/scenes`, whose events are kept beside them.
//!
//! To accept events that changed for a reason, run the tests with `ASUNDER_BLESS=1` and read the
//! difference.

use crate::{all_events, lines};
use asunder_scene::{Runner, Scene};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/scenes");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut scenes: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    scenes.sort();
    scenes
}

#[test]
fn events_are_those_kept() {
    let scenes = scenes();
    assert!(scenes.len() >= 4, "{scenes:?}");
    let mut changed = Vec::new();
    for path in scenes {
        let mut runner = Runner::new(&Scene::open(&path).unwrap()).unwrap();
        let told = lines(&all_events(&mut runner).unwrap()).join("\n");
        let told = format!("{told}\n\n{}\n", runner.summary());
        let kept = path.with_extension("events");
        if env::var_os("ASUNDER_BLESS").is_some() {
            fs::write(&kept, &told).unwrap();
        }
        let expected = fs::read_to_string(&kept).unwrap_or_default().replace("\r\n", "\n");
        if told != expected {
            changed.push(format!("{}:\n{told}", path.display()));
        }
    }
    assert!(changed.is_empty(), "ASUNDER_BLESS=1 keeps these events:\n{}", changed.join("\n"));
}
