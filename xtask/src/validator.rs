//! What is written into glTF files, before the eyes of the Khronos validator.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::steps::{Outcome, command, succeed};

/// Where the models and the validator are put.
const MODELS: &str = "target/validate-gltf/models";
const VALIDATOR: &str = "target/validate-gltf/node";
/// The package of the validator, and the script that calls it.
const PACKAGE: &str = "gltf-validator@2.0.0-dev.3.10";
const SCRIPT: &str = "xtask/src/validate-gltf.cjs";

/// Writes models with colliders in them, and has the validator look at each.
pub(crate) fn validate() -> Outcome {
    let place = |error| format!("{MODELS}: {error}");
    fs::create_dir_all(MODELS).map_err(place)?;
    let example = "cargo run --release --package asunder-scene --example armed_models --";
    succeed(command(example).arg(MODELS))?;
    let mut files = Vec::new();
    for entry in fs::read_dir(MODELS).map_err(place)? {
        files.push(entry.map_err(place)?.path());
    }
    files.sort();

    // The validator as a program of its own tells of errors by its exit code.
    if has("gltf_validator") {
        return files.iter().try_for_each(|file| succeed(command("gltf_validator -o").arg(file)));
    }
    let modules = Path::new(VALIDATOR).join("node_modules");
    if !modules.join("gltf-validator").exists() {
        if !has("npm") || !has("node") {
            return Err(format!(
                "there is neither `gltf_validator` nor `npm` with `node`; install Node.js with npm, \
                 which brings {PACKAGE}, or put the program of \
                 https://github.com/KhronosGroup/glTF-Validator/releases into PATH"
            ));
        }
        let line =
            format!("npm install --no-save --no-audit --no-fund --prefix {VALIDATOR} {PACKAGE}");
        succeed(&mut command(&line))?;
    }
    succeed(command("node").arg(SCRIPT).args(&files).env("NODE_PATH", modules))
}

/// Whether there is a program of this name.
fn has(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let names = [PathBuf::from(program), PathBuf::from(format!("{program}.exe"))];
    { env::split_paths(&folders) }
        .any(|folder| names.iter().any(|name| folder.join(name).is_file()))
}
