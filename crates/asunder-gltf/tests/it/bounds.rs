//! Bounds on memory and work for small files; pipes and devices.

use std::fs;

use allocation_counter::measure;
use asunder_gltf::{Hboxes, Model, read_file};
use serde_json::{Value, json};

use crate::fixture::{Fixture, arm};

#[test]
fn a_small_file_cannot_ask_for_endless_memory() {
    // Zeros need no bytes in the file.
    let mut fixture = Fixture::new(json!([{"mesh": 0}]));
    let view = fixture.view(&[0; 12]);
    let zeros = fixture.push(
        "accessors",
        json!({"componentType": 5126, "type": "VEC3", "count": 4_000_000_000_u32, "sparse": {
            "count": 1,
            "indices": {"bufferView": view, "componentType": 5121},
            "values": {"bufferView": view},
        }}),
    );
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": zeros}}]}));
    let message = fixture.read().unwrap_err().to_string();
    assert!(
        message.contains("accessors[0].count is a request for 48000000000 bytes more"),
        "{message}"
    );
    assert!(message.contains("expected less than 256 MiB of data in all"), "{message}");
}

#[test]
fn a_small_file_cannot_ask_for_endless_work() {
    // One element, changed over and over, in each of many primitives.
    let mut fixture = Fixture::new(json!([{"mesh": 0}]));
    let changes = 100_000;
    let places = fixture.view(&vec![0; changes]);
    let values = fixture.view(&vec![0; 12 * changes]);
    let busy = fixture.push(
        "accessors",
        json!({"componentType": 5126, "type": "VEC3", "count": 1, "sparse": {
            "count": changes,
            "indices": {"bufferView": places, "componentType": 5121},
            "values": {"bufferView": values},
        }}),
    );
    let primitive = json!({"attributes": {"POSITION": busy}});
    fixture.push("meshes", json!({"primitives": vec![primitive; 1000]}));
    let message = fixture.read().unwrap_err().to_string();
    assert!(
        message.contains("accessors[0].sparse.count is a request for 1200000 bytes more"),
        "{message}"
    );
}

/// Zeros that need no bytes in the file; returns the accessor's index.
fn zeros(fixture: &mut Fixture, shape: &str, count: usize) -> usize {
    let view = fixture.view(&[0; 4]);
    let sparse = json!({
        "count": 0,
        "indices": {"bufferView": view, "componentType": 5125},
        "values": {"bufferView": view},
    });
    let accessor = json!({"componentType": 5126, "type": shape, "count": count, "sparse": sparse});
    fixture.push("accessors", accessor)
}

#[test]
fn equal_times_are_one_warning_for_each_sampler() {
    let mut fixture = Fixture::new(json!([{}]));
    let count = 4_000_000;
    let (times, values) =
        (zeros(&mut fixture, "SCALAR", count), zeros(&mut fixture, "VEC3", count));
    fixture.animate(0, "translation", "LINEAR", times, values);
    let mut warnings = Vec::new();
    let memory = measure(|| warnings = fixture.read().unwrap().warnings).bytes_max;
    let [warning] = &warnings[..] else { panic!("{} warnings", warnings.len()) };
    let expected = ".input[1]: 0 comes twice; at that time the later value counts; so it is 3999998 \
                    more times";
    assert!(warning.to_string().ends_with(expected), "{warning}");
    // A time and a translation of each keyframe, and the times again while they are checked.
    assert!(memory < 5 * 16_000_000, "{memory} bytes");
}

/// Asserts that the file is refused for its size, and takes no more memory than the limit before that.
#[track_caller]
fn too_much(json: &Value, place: &str) {
    let text = json.to_string();
    let mut message = String::new();
    let memory = measure(|| {
        message = Model::from_slice(text.as_bytes(), "f").map(drop).unwrap_err().to_string()
    });
    for part in [place, "a request for", "expected less than 256 MiB of data in all"] {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
    // Memory of the text, its values, the model, and growing lists.
    assert!(memory.bytes_max < 1 << 30, "{} bytes for {}", memory.bytes_max, text.len());
}

#[test]
fn warnings_count() {
    let names = vec!["x"; 2_000_000];
    let json = json!({"asset": {"version": "2.0"}, "extensionsRequired": names});
    too_much(&json, "f: extensionsRequired[");
}

#[test]
fn names_and_extras_that_many_things_copy_count() {
    let long = "n".repeat(1 << 20);
    let asset = json!({"version": "2.0"});
    let carriers = vec![json!({"mesh": 0}); 1000];
    let meshes = json!([{"name": long, "primitives": []}]);
    too_much(&json!({"asset": asset, "nodes": carriers, "meshes": meshes}), "f: nodes[25");

    let collider = json!({"node": 0, "shape": {"sphere": {"radius": 1}}});
    let extensions = json!({"VRMC_springBone": {"colliders": vec![collider; 1000]}});
    for node in [json!({"name": long}), json!({"extras": {"note": long}})] {
        let json = json!({"asset": asset, "nodes": [node], "extensions": extensions});
        too_much(&json, "f: extensions.VRMC_springBone.colliders[2");
    }
}

#[test]
fn joints_without_matrices_count() {
    let json = json!({
        "asset": {"version": "2.0"},
        "nodes": [{}],
        "skins": [{"joints": vec![0; 4_200_000]}],
    });
    too_much(&json, "f: skins[0].joints is a request for 268800000 bytes more");
}

#[test]
fn a_long_name_of_a_set_is_refused() {
    let boxes = "$hbox 0 b 0 0 0 1 1 1\n".repeat(2000);
    let read =
        |name: usize| Hboxes::parse(&format!("$hboxset {}\n{boxes}", "s".repeat(name)), "long.qc");
    assert_eq!(read(256).unwrap().boxes.len(), 2000);
    let message = read(100_000).unwrap_err().to_string();
    let expected = "long.qc: line 1: $hbox is a name of 100000 bytes; expected at most 256 bytes";
    assert_eq!(message, expected);
}

#[test]
fn a_file_is_read_to_its_end_or_not_at_all() {
    let folder = super::containers::folder("limits");
    let path = folder.join("five");
    fs::write(&path, "five.").unwrap();
    assert_eq!(read_file(&path, 5).unwrap(), b"five.");
    let message = read_file(&path, 4).unwrap_err().to_string();
    assert_eq!(message, "it is too large; expected at most 4 bytes");
    let message = read_file(&folder, 5).unwrap_err().to_string();
    assert_eq!(message, "it is no ordinary file; folders, pipes and devices are not read");
    // A sparse file: its size without a byte on the disk.
    let sparse = folder.join("sparse.glb");
    fs::File::create(&sparse).unwrap().set_len((1 << 30) + 1).unwrap();
    let message = Model::open(&sparse).unwrap_err().to_string();
    let expected = "sparse.glb: cannot be read: it is too large; expected at most 1073741824 bytes";
    assert!(message.ends_with(expected), "{message}");
    fs::remove_dir_all(folder).unwrap();
}

/// Pipes without a writer and infinite devices, as a model, a buffer and a `.qc` text.
#[test]
#[cfg(unix)]
fn files_that_never_end_are_refused() {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    let folder = super::containers::folder("endless");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let zero = folder.join("zero");
    symlink("/dev/zero", &zero).unwrap();
    let model = |buffer: &str| {
        let path = folder.join(format!("{buffer}.gltf"));
        fs::write(&path, arm().gltf(buffer)).unwrap();
        path
    };
    let (of_pipe, of_zero) = (model("pipe"), model("zero"));
    for (name, path, is_text) in [
        ("pipe", &pipe, false),
        ("zero", &zero, false),
        ("pipe", &of_pipe, false),
        ("zero", &of_zero, false),
        ("pipe", &pipe, true),
        ("zero", &zero, true),
    ] {
        // In a thread, since a reader that blocks would block forever.
        let (sender, receiver) = channel();
        let path = path.clone();
        thread::spawn(move || {
            let error = if is_text {
                Hboxes::open(path).map(drop).unwrap_err()
            } else {
                Model::open(path).map(drop).unwrap_err()
            };
            sender.send(error.to_string()).unwrap();
        });
        let message = receiver.recv_timeout(Duration::from_secs(60)).expect("an answer in time");
        let expected = format!(
            "{name}: cannot be read: it is no ordinary file; folders, pipes and devices are not read"
        );
        assert!(message.ends_with(&expected), "{message}");
    }
    fs::remove_dir_all(folder).unwrap();
}
