//! Hostile scenes: to block forever, to read other files, or to exhaust memory or stack.

use crate::events;
use asunder_gltf::Hboxes;
use asunder_scene::{EventKind, Runner, Scene, SceneError, fighter};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{env, fs, process, thread};

/// A folder of a test's own, removed when dropped, with the fighter in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("asunder-hostile-{name}-{}", process::id()));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("plain.glb"), fighter::glb()).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Files left in the temporary folder do no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The error of the scene in a file, which must be found in time.
fn error_of(path: &Path) -> String {
    let (sender, receiver) = channel();
    let path = path.to_owned();
    thread::spawn(move || {
        let run = Scene::open(path).and_then(|scene| Runner::new(&scene));
        let _ = sender.send(run.unwrap_err().to_string());
    });
    receiver.recv_timeout(Duration::from_secs(30)).expect("an answer in time")
}

/// The error about an actor whose hitboxes are in a file of this name.
fn error_with_hitboxes(folder: &Folder, hitboxes: &str) -> String {
    let scene = folder.path("scene.toml");
    let actor = "ticks = 0\n[[actor]]\nname = 'it'\nmodel = 'plain.glb'\n";
    fs::write(&scene, format!("{actor}hitboxes = '{hitboxes}'\n")).unwrap();
    error_of(&scene)
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let folder = Folder::new("devices");
    for name in ["pipe.toml", "pipe.qc"] {
        let made = process::Command::new("mkfifo").arg(folder.path(name)).status().unwrap();
        assert!(made.success());
    }
    for name in ["zero.toml", "zero.qc"] {
        std::os::unix::fs::symlink("/dev/zero", folder.path(name)).unwrap();
    }
    let refusal = "cannot be read: it is no ordinary file; folders, pipes and devices are not read";
    for name in ["pipe.toml", "zero.toml"] {
        let error = error_of(&folder.path(name));
        let path = folder.path(name).display().to_string();
        assert_eq!(error, format!("{path}: {refusal}; expected a scene in TOML"));
    }
    for name in ["pipe.toml", "zero.toml", "pipe.qc", "zero.qc"] {
        let error = error_with_hitboxes(&folder, name);
        assert!(error.contains("scene.toml:5:12: ") && error.contains(refusal), "{error}");
    }
}

#[test]
fn a_text_has_a_size() {
    let folder = Folder::new("size");
    for (name, most) in [("long.toml", 8 * 1024 * 1024), ("long.qc", Hboxes::LARGEST)] {
        let file = fs::File::create(folder.path(name)).unwrap();
        file.set_len(most + 1).unwrap();
        let error = if name == "long.toml" {
            error_of(&folder.path(name))
        } else {
            error_with_hitboxes(&folder, name)
        };
        let refusal = format!("cannot be read: it is too large; expected at most {most} bytes");
        assert!(error.contains(&refusal), "{error}");
    }
    fs::write(folder.path("bad.toml"), b"name = 'a'\n\xff").unwrap();
    let error = error_with_hitboxes(&folder, "bad.toml");
    assert!(error.contains("cannot be read: byte 12 is not UTF-8"), "{error}");
}

#[test]
fn nothing_is_shown_of_files_elsewhere() {
    let folder = Folder::new("elsewhere");
    let inner = folder.path("inner");
    fs::create_dir(&inner).unwrap();
    for name in ["secret.toml", "secret.qc"] {
        fs::write(folder.path(name), "$hbox secret\n").unwrap();
    }
    fs::copy(folder.path("plain.glb"), inner.join("plain.glb")).unwrap();
    let inner = Folder(inner);
    let whole = folder.path("secret.toml").display().to_string();
    for name in ["../secret.toml", "../secret.qc", "./x/../../secret.toml", &whole] {
        let error = error_with_hitboxes(&inner, name);
        let expected = format!(
            "scene.toml:5:12: the hitboxes are in {name:?}; expected a file in the scene's folder or \
             below it\n"
        );
        assert!(error.contains(&expected), "{error}");
        assert!(!error.contains("$hbox"), "{error}");
    }
}

fn sprites(count: usize, apart: f32) -> String {
    let mut text = String::from("ticks = 0\n");
    for index in 0..count {
        let x = index as f32 * apart;
        text += &format!("[[sprite]]\nname = 's{index}'\nsize = [1, 1]\nposition = [{x:?}, 0]\n");
    }
    text
}

#[test]
fn contacts_at_once_have_a_limit() {
    // n sprites in one place have n (n - 1) / 2 contacts.
    assert_eq!(events(&sprites(1000, 0.0)).unwrap().len(), 499_500);
    // Those of the first 968 with all behind them are 500,500 - 33 * 32 / 2.
    let error = events(&sprites(1001, 0.0)).unwrap_err().to_string();
    let expected = "test.toml: tick 0: s968: there are more than 500000 contacts at once, with this \
                    among them; expected fewer colliders in one place, or layers that ignore each other";
    assert_eq!(error, expected);
    // Touching ones count, as they do in the events.
    assert_eq!(events(&sprites(1100, 1.0)).unwrap().len(), 1099);
    assert_eq!(events(&sprites(1100, 1.5)).unwrap().len(), 0);
    let apart = "[layers]\nnames = ['ghost']\nresponses = [['ghost', 'ghost', 'ignore']]\n";
    let sprite = "[[sprite]]\nlayer = 'ghost'\n";
    let ghosts = sprites(1100, 0.0).replace("[[sprite]]\n", sprite);
    assert_eq!(events(&ghosts.replacen('\n', &format!("\n{apart}"), 1)).unwrap().len(), 0);
}

#[test]
fn attacks_at_once_have_a_limit() {
    let scene = |attacks: usize| {
        let attack = "[[attack]]\nby = 's0'\nfrom_tick = 0\n";
        sprites(100, 2.0) + &attack.repeat(attacks)
    };
    assert_eq!(events(&scene(10_000)).unwrap().len(), 0);
    let error = events(&scene(10_001)).unwrap_err().to_string();
    let expected = "test.toml: tick 0: s0: 10001 hitboxes attack among 100 colliders; expected at most \
                    1000000 pairs of them in a tick";
    assert_eq!(error, expected);
}

#[test]
fn what_attacks_reach_in_a_tick_has_a_limit() {
    let attacks = |count: usize| -> String {
        let attack =
            |index: usize| format!("[[attack]]\nby = 's{index}'\nfrom_tick = 0\nrehit_after = 1\n");
        (0..count).map(attack).collect()
    };
    // In one place, each of n reaches n - 1 others: 316 reach 99,540 and 317 reach 100,172.
    let hits = |scene: &str| {
        let events = events(scene)?;
        Ok::<usize, SceneError>(events.iter().filter(|event| event.kind == EventKind::Hit).count())
    };
    assert_eq!(hits(&(sprites(316, 0.0) + &attacks(316))).unwrap(), 99_540);
    let expected = "test.toml: tick 0: s316: more than 100000 colliders are in reach of attacks in this \
                    tick, counted for each attacking hitbox; expected fewer in one place, or layers that \
                    ignore each other";
    let error = hits(&(sprites(317, 0.0) + &attacks(317))).unwrap_err().to_string();
    assert_eq!(error, expected);
    // More that are apart attack all the same, until a tick takes each past all that stood before it:
    // 500 * 499 / 2 are 124,750.
    let apart = sprites(500, 2.0) + &attacks(500);
    assert_eq!(hits(&apart).unwrap(), 0);
    let fast = "[[sprite]]\nvelocity = [1e5, 0]\n";
    let crossing = apart.replace("[[sprite]]\n", fast).replace("ticks = 0", "ticks = 1");
    let error = hits(&crossing).unwrap_err().to_string();
    assert!(error.contains("tick 1: ") && error.contains("are in reach of attacks"), "{error}");
}

#[test]
fn colliders_and_their_corners_have_a_limit() {
    let hull = |points: usize| {
        let corners: Vec<String> =
            (0..points).map(|i| format!("[{i}, {}, {}]", i * i % 7, i * i * i % 11)).collect();
        let points = corners.join(", ");
        format!(
            "ticks = 0\n[[collider]]\nname = 'it'\nshape = {{ convex_hull = {{ points = [{points}] }} }}\n"
        )
    };
    assert_eq!(events(&hull(64)).unwrap().len(), 0);
    let error = events(&hull(65)).unwrap_err().to_string();
    let expected = "test.toml:3:8: the convex_hull has 65 points; expected at most 64\n";
    assert!(error.starts_with(expected), "{error}");
    let many = |count: usize| {
        let entry = hull(64).replacen("ticks = 0\n", "", 1);
        let all: String = (0..count).map(|i| entry.replace("it", &format!("it{i}"))).collect();
        format!("ticks = 0\n[layers]\nresponses = [['default', 'default', 'ignore']]\n{all}")
    };
    assert_eq!(events(&many(16)).unwrap().len(), 0);
    let error = events(&many(17)).unwrap_err().to_string();
    let expected =
        "with this convex_hull all have 1088 points; expected at most 1024\n    name = 'it16'";
    assert!(error.ends_with(expected), "{error}");
    let attack = "[[attack]]\nby = 'it'\nfrom_tick = 0\n";
    assert_eq!(events(&(hull(16) + attack)).unwrap().len(), 0);
    let error = events(&(hull(17) + attack)).unwrap_err().to_string();
    assert!(
        error.ends_with("it: hulls of 17 points attack; expected at most 16 in a tick"),
        "{error}"
    );

    let error = events(&sprites(100_001, 2.0)).unwrap_err().to_string();
    let expected = "there are more than 100000 colliders; expected fewer\n    name = 's100000'";
    assert!(error.ends_with(expected), "{error}");
}

/// The parser of TOML skips the tables without keys, and would follow the ones after them for ever.
#[test]
fn brackets_are_followed_to_a_depth() {
    let (skipped, open) = ("{},".repeat(100_000), "{a = ".repeat(100_000));
    let text = format!("ticks = 0\nextra = {{ {skipped}b = {open}");
    let error = Scene::from_toml(&text, "deep.toml").unwrap_err().to_string();
    assert!(error.starts_with("deep.toml:2:3"), "{error}");
    assert!(error.contains("more than 80 brackets are open here; close some"), "{error}");
}
