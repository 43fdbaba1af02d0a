//! Output of commands: files are written atomically, and write errors are reported.

use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder_scene::fighter;
use std::fs;
#[cfg(target_os = "linux")]
use std::fs::File;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

const PAIR: &str = r#"{"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"point":[1,0]}}"#;
const COIN: &str = "ticks = 1\n[[sprite]]\nname = 'coin'\nsize = [1, 1]\n\
                    [[sprite]]\nname = 'coin 2'\nsize = [1, 1]\n";

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entry = |it: std::io::Result<fs::DirEntry>| it.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(entry).collect();
    names.sort();
    names
}

#[track_caller]
fn refused(arguments: &[&str], complaint: &str) {
    let Run { stdout, stderr, code } = asunder(arguments, "");
    assert_eq!((stdout.as_str(), code), ("", 2), "{arguments:?}: {stderr}");
    assert!(stderr.contains(complaint), "{arguments:?}: {stderr}");
}

#[test]
fn nothing_is_written_over_what_is_read() {
    let scratch = Scratch::new("outputs-inputs");
    let glb = fighter::glb();
    let model = scratch.file("m.glb", &glb);
    let pair = scratch.file("pair.jsonl", PAIR);
    fs::create_dir(scratch.path().join("sub")).unwrap();
    let detour = scratch.path().join("sub/../m.glb").to_str().unwrap().to_owned();
    let replaced = "which is read; expected another path";
    refused(&["fit", &model, "--svg", &model], replaced);
    refused(&["fit", &model, "--svg", &detour], replaced);
    refused(&["fit", &model, "-o", &detour], replaced);
    refused(&["explain", &pair, "--svg", &pair], replaced);
    refused(&["run", &pair, "--svg", &pair], replaced);
    #[cfg(unix)]
    {
        let link = scratch.path().join("link.svg");
        std::os::unix::fs::symlink(&model, &link).unwrap();
        refused(&["fit", &model, "--svg", link.to_str().unwrap()], replaced);
        let hard = scratch.path().join("hard.svg");
        fs::hard_link(&model, &hard).unwrap();
        refused(&["fit", &model, "--svg", hard.to_str().unwrap()], replaced);
    }
    assert!(fs::read(&model).unwrap() == glb);
    assert_eq!(fs::read_to_string(&pair).unwrap(), PAIR);
}

/// A model's buffers and pictures are read with it.
#[test]
fn nothing_is_written_over_a_file_beside_the_model() {
    let scratch = Scratch::new("outputs-beside");
    let glb = fighter::glb();
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let json = std::str::from_utf8(&glb[20..20 + word(12)]).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(json).unwrap();
    json["buffers"][0]["uri"] = "a body.bin".replace(' ', "%20").into();
    let binary = &glb[20 + word(12) + 8..];
    let buffer = scratch.file("a body.bin", binary);
    let model = scratch.file("m.gltf", json.to_string());
    refused(&["fit", &model, "--svg", &buffer], "a body.bin, which is read; expected another path");
    assert!(fs::read(&buffer).unwrap() == binary);
}

#[test]
fn one_file_is_one_output() {
    let scratch = Scratch::new("outputs-twice");
    let model = scratch.file("m.glb", fighter::glb());
    let out = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let complaint = "which is written, too; expected another path";
    refused(&["fit", &model, "-o", &out("rig.toml"), "--svg", &out("./rig.toml")], complaint);
    assert_eq!(names(scratch.path()), ["m.glb"]);
}

/// A disk that is full in the middle of a file: a limit on the size of files acts alike.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_leaves_what_was_there() {
    let scratch = Scratch::new("outputs-full");
    let model = scratch.file("m.glb", fighter::glb());
    let pair = scratch.file("pair.jsonl", PAIR);
    let folder = scratch.path().join("out");
    fs::create_dir(&folder).unwrap();
    let out = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let files = ["armed.glb", "rig.svg", "pair.svg", "asunder-demo.svg", "asunder-fighter.glb"];
    for name in files {
        fs::write(folder.join(name), "precious").unwrap();
    }
    // The signal that a file is too large is ignored, so that the write fails instead.
    let limited = r#"trap '' XFSZ; ulimit -f 1; exec "$0" "$@""#;
    for arguments in [
        vec!["fit", &model, "--only", "head", "-o", &out("armed.glb")],
        vec!["fit", &model, "--only", "head", "--svg", &out("rig.svg")],
        vec!["explain", &pair, "--svg", &out("pair.svg")],
        vec!["demo", "--glb", "--out", folder.to_str().unwrap()],
    ] {
        let run = Command::new("bash")
            .args(["-c", limited, env!("CARGO_BIN_EXE_asunder")])
            .args(&arguments)
            .output()
            .unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: cannot write "), "{arguments:?}: {stderr}");
    }
    let mut expected = files.to_vec();
    expected.sort_unstable();
    assert_eq!(names(&folder), expected, "nothing is left over");
    for name in files {
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "precious", "{name}");
    }
}

/// Permissions of a file are kept, and a link stays a link.
#[cfg(unix)]
#[test]
fn a_file_is_replaced_where_it_is() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let scratch = Scratch::new("outputs-link");
    let pair = scratch.file("pair.jsonl", PAIR);
    let target = scratch.file("target.svg", "old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    let link = scratch.path().join("link.svg");
    symlink(&target, &link).unwrap();
    assert_eq!(asunder(&["explain", &pair, "--svg", link.to_str().unwrap()], "").code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("<svg "));
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    let null = asunder(&["explain", &pair, "--svg", "/dev/null"], "");
    assert_eq!((null.stderr.as_str(), null.code), ("", 0));
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// A run of every command that answers, and of those that only fail.
#[cfg(target_os = "linux")]
fn runs(scratch: &Scratch) -> [Vec<Vec<String>>; 2] {
    let model = scratch.file("m.glb", fighter::glb());
    let scene = scratch.file("coin.toml", COIN);
    let pair = scratch.file("pair.jsonl", PAIR);
    let out = scratch.path().to_str().unwrap();
    let good = [
        vec!["--help"],
        vec!["--version"],
        vec!["query", "--help"],
        vec!["demo", "--out", out],
        vec!["demo", "--json", "--out", out],
        vec!["explain", &pair],
        vec!["explain", &pair, "--json"],
        vec!["fit", &model, "--only", "head"],
        vec!["fit", &model, "--only", "head", "--json"],
        vec!["inspect", &model],
        vec!["inspect", &model, "--json"],
        vec!["query", "intersects", &pair],
        vec!["run", &scene],
        vec!["run", &scene, "--json"],
        vec!["run", &scene, "--explain", "0", "coin", "coin 2"],
        vec!["run", "--keys"],
        vec!["score", "--pairs", "1"],
        vec!["score", "--pairs", "1", "--json"],
    ];
    let bad = [
        vec!["no-such-command"],
        vec!["demo", "--out", &pair],
        vec!["explain", "none"],
        vec!["fit", "none"],
        vec!["inspect", "none"],
        vec!["query", "intersects", "none"],
        vec!["run", "none"],
        vec!["score", "--pairs", "1", "--exec", "exit 3"],
    ];
    let owned = |runs: &[Vec<&str>]| {
        runs.iter().map(|run| run.iter().map(|&word| word.to_owned()).collect()).collect()
    };
    [owned(&good), owned(&bad)]
}

#[cfg(target_os = "linux")]
fn command(arguments: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asunder"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[cfg(target_os = "linux")]
fn opened(path: &str) -> File {
    File::options().write(true).open(path).unwrap()
}

/// A full disk, and a descriptor that is not open for writing.
#[cfg(target_os = "linux")]
#[test]
fn lost_answers_are_an_error() {
    let scratch = Scratch::new("outputs-lost");
    let [good, _] = runs(&scratch);
    for arguments in &good {
        for lost in [opened("/dev/full"), File::open("/dev/null").unwrap()] {
            let run = command(arguments).stdout(lost).output().unwrap();
            let stderr = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(2), "{arguments:?}: {stderr}");
            let told = "error: cannot write to standard output: ";
            assert!(stderr.starts_with(told), "{arguments:?}: {stderr}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_may_be_lost() {
    let scratch = Scratch::new("outputs-messages");
    let [good, bad] = runs(&scratch);
    for (runs, code) in [(good, 0), (bad, 2)] {
        for arguments in &runs {
            let run = command(arguments).stderr(opened("/dev/full")).output().unwrap();
            assert_eq!(run.status.code(), Some(code), "{arguments:?}");
        }
    }
    // Neither answers nor messages.
    let both = command(&["query".into(), "intersects".into(), "none".into()])
        .stdout(opened("/dev/full"))
        .stderr(opened("/dev/full"))
        .status()
        .unwrap();
    assert_eq!(both.code(), Some(2));
}

/// The reader of the answers may close the pipe.
#[cfg(target_os = "linux")]
#[test]
fn a_broken_pipe_is_no_error() {
    let scratch = Scratch::new("outputs-pipe");
    let [good, _] = runs(&scratch);
    for arguments in &good {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = command(arguments).stdout(writer).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!((stderr.as_str(), run.status.code()), ("", Some(0)), "{arguments:?}");
    }
}
