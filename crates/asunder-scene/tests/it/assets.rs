//! Real characters, from `ASUNDER_ASSETS`, or `../shared/assets` beside
//! the repository.

use crate::{all_events, lines};
use asunder::Shape3;
use asunder_scene::{EventKind, NamedEvent, Runner, Scene};
use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

/// Each file, and the factor that makes its character about two metres tall.
pub(crate) const CHARACTERS: [(&str, f32); 5] = [
    ("greenman.glb", 1.0),
    ("kaykit_Knight.glb", 0.8),
    ("RobotExpressive_quaternius.glb", 0.45),
    ("Fox.glb", 0.02),
    ("kenney_platformer_character.glb", 2.0),
];

pub(crate) fn assets() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets");
    let folder = env::var_os("ASUNDER_ASSETS").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// Two characters face to face, half a metre apart, each through all its clips.
fn pairing(folder: &Path, [(one, size), (other, other_size)]: [(&str, f32); 2]) -> String {
    let actor = |name, file: &str, scale, z, yaw| {
        let model = folder.join(file);
        format!(
            "[[actor]]\nname = '{name}'\nmodel = '{}'\nclips = 'all'\nscale = {scale}\n\
             position = [0, 0, {z}]\nyaw_degrees = {yaw}\n",
            model.display()
        )
    };
    let (one, other) =
        (actor("one", one, size, -0.25, 0), actor("other", other, other_size, 0.25, 180));
    format!("ticks_per_second = 30\n{one}{other}")
}

/// Every contact that begins ends, or is among those that last; none begins twice.
fn check_bookends(events: &[NamedEvent], lasting: &[(String, String)]) {
    let mut open = BTreeSet::new();
    for event in events {
        let pair = (event.a.clone(), event.b.clone());
        let fits = match event.kind {
            EventKind::Enter => open.insert(pair),
            EventKind::Exit => open.remove(&pair),
            _ => true,
        };
        assert!(fits, "{event}");
    }
    let lasting: BTreeSet<_> = lasting.iter().cloned().collect();
    assert_eq!(open, lasting);
}

fn check_finite(runner: &Runner) {
    let world = runner.world3();
    for id in world.colliders() {
        let Shape3::Obb(obb) = world.shape(id).unwrap() else { panic!("{id} is no box") };
        assert!(obb.corners().all(|corner| corner.is_finite()), "{}", runner.name3(id));
    }
}

#[test]
fn characters_pass_through_all_their_clips() {
    let Some(folder) = assets() else { return };
    for (place, one) in CHARACTERS.into_iter().enumerate() {
        for other in CHARACTERS.into_iter().skip(place + 1) {
            let what = format!("{} and {}", one.0, other.0);
            let scene = Scene::from_toml(&pairing(&folder, [one, other]), "pairing.toml").unwrap();
            let mut runner = Runner::new(&scene).unwrap();
            let mut again = runner.clone();
            let mut events = Vec::new();
            while let Some(new) = runner.step().unwrap() {
                events.extend_from_slice(new);
                check_finite(&runner);
            }
            assert!(events.iter().any(|event| event.kind == EventKind::Enter), "{what}");
            check_bookends(&events, &runner.summary().in_contact);
            assert_eq!(lines(&events), lines(&all_events(&mut again).unwrap()), "{what}");
            println!("{what}: {} ticks, {} events", runner.ticks(), events.len());
        }
    }
}
