//! `cargo xtask bevy`: the Bevy plugin, a workspace of its own, is formatted, linted and tested.
//!
//! Building Bevy takes minutes. So the step runs when its inputs are not those of which the fingerprint in
//! [`AGREED`] was taken: the files of the plugin, its page, and the public items and manifests of the crates
//! that it uses. Else it says that it was skipped, and why. Whether Bevy is kept out of the root's lock file is looked
//! at every time.

mod public;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::layers::rust_files;
use crate::steps::{Outcome, command, succeed};

/// The folder of the plugin.
const FOLDER: &str = "bevy_asunder";

/// The page whose programs its tests run.
const PAGE: &str = "docs/engines/bevy.md";

/// The crates whose public items it uses.
const USED: [&str; 3] = ["asunder", "asunder-fit", "asunder-gltf"];

/// The fingerprint of the inputs of the last run that was written down.
const AGREED: &str = "testdata/bevy.txt";

/// Where Bevy is built: beside what the root builds, so that neither cleans up after the other.
const TARGET: &str = "target/bevy";

/// What the tests are built with: everything but windows.
const FEATURES: &str = "fit,gizmos,mesh";

/// Runs what the inputs ask for; with `ASUNDER_FORCE=1` in any case, and with `ASUNDER_BLESS=1` in any case
/// and writes the fingerprint after success.
pub(crate) fn check() -> Outcome {
    nothing_of_bevy(&read("Cargo.lock")?)?;
    let now = Fingerprint::now()?;
    let bless = env::var_os("ASUNDER_BLESS").is_some();
    let forced = bless || env::var_os("ASUNDER_FORCE").is_some();
    let agreed = match fs::read_to_string(AGREED) {
        Ok(text) => Fingerprint::parse(&text)?,
        Err(error) if forced => {
            println!("   {AGREED}: {error}");
            Fingerprint::default()
        }
        Err(error) => {
            return Err(format!(
                "{AGREED}: {error}; write it with ASUNDER_BLESS=1 cargo xtask bevy"
            ));
        }
    };
    let changed = now.changes_since(&agreed);
    if changed.is_empty() && !forced {
        println!(
            "   skipped: {FOLDER}, {PAGE} and the public items of {} are as they were at the run that {AGREED} \
             is of; ASUNDER_FORCE=1 cargo xtask bevy runs it all the same",
            USED.join(", ")
        );
        return Ok(());
    }
    if changed.is_empty() {
        println!("   nothing has changed since {AGREED}, and it was asked for");
    } else {
        println!("   changed since {AGREED}: {}", changed.join(", "));
    }
    run()?;
    if bless {
        fs::write(AGREED, now.text()).map_err(|error| format!("{AGREED}: {error}"))?;
    } else if !changed.is_empty() {
        println!(
            "   passed; ASUNDER_BLESS=1 cargo xtask bevy writes {AGREED}, and the next run is skipped"
        );
    }
    Ok(())
}

/// Formats, lints, tests and documents the plugin.
fn run() -> Outcome {
    let target = env::current_dir().map_err(|error| error.to_string())?.join(TARGET);
    let features = format!("--locked --features {FEATURES}");
    for line in [
        String::from("cargo fmt --check"),
        format!("cargo clippy {features} --all-targets -- -D warnings"),
        format!("cargo test {features}"),
        format!("cargo doc {features} --no-deps"),
    ] {
        let mut command = command(&line);
        command.current_dir(FOLDER).env("CARGO_TARGET_DIR", &target);
        if line.starts_with("cargo doc") {
            command.env("RUSTDOCFLAGS", "-D warnings");
        }
        succeed(&mut command)?;
    }
    Ok(())
}

/// Whether the root's lock file names no crate of Bevy.
fn nothing_of_bevy(lock: &str) -> Outcome {
    let name = |line: &str| line.strip_prefix("name = \"")?.strip_suffix('"').map(String::from);
    let found = lock.lines().filter_map(name).find(|name| name.starts_with("bevy"));
    match found {
        None => Ok(()),
        Some(name) => Err(format!(
            "Cargo.lock names {name}: `cargo test` would build Bevy; only {FOLDER}, which is a workspace of \
             its own, may use it"
        )),
    }
}

/// A number for each input, by its name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Fingerprint {
    parts: BTreeMap<String, u64>,
}

impl Fingerprint {
    /// That of the inputs as they are.
    fn now() -> Result<Self, String> {
        let mut parts = BTreeMap::new();
        parts.insert(String::from(FOLDER), of_folder(Path::new(FOLDER))?);
        parts.insert(String::from(PAGE), Hash::default().with(&read(PAGE)?).0);
        for name in USED {
            parts.insert(format!("{name} (public items)"), of_public_items(name)?);
            let manifest = read(&format!("crates/{name}/Cargo.toml"))?;
            parts.insert(format!("{name} (manifest)"), Hash::default().with(&manifest).0);
        }
        Ok(Self { parts })
    }

    /// Reads what [`text`](Self::text) writes.
    fn parse(text: &str) -> Result<Self, String> {
        let mut parts = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let part = line.split_once(' ').and_then(|(hash, name)| {
                let digits = hash.len() == 16 && hash.bytes().all(|it| it.is_ascii_hexdigit());
                let hash = u64::from_str_radix(hash, 16).ok().filter(|_| digits)?;
                Some((name.trim().to_owned(), hash))
            });
            let Some((name, hash)) = part else {
                return Err(format!(
                    "{AGREED}: line {number} is `{line}`; expected sixteen hexadecimal digits, a space and \
                     the name of an input; write it anew with ASUNDER_BLESS=1 cargo xtask bevy"
                ));
            };
            if parts.insert(name.clone(), hash).is_some() {
                return Err(format!(
                    "{AGREED}: line {number} has `{name}` a second time; expected each input once; write it \
                     anew with ASUNDER_BLESS=1 cargo xtask bevy"
                ));
            }
        }
        Ok(Self { parts })
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "# The inputs of the last run of `cargo xtask bevy` that was written down.\n\
             # Written by ASUNDER_BLESS=1 cargo xtask bevy, after everything passed.\n",
        );
        for (name, hash) in &self.parts {
            let _ = writeln!(text, "{hash:016x} {name}");
        }
        text
    }

    /// The names of the inputs that are others, new or gone.
    fn changes_since(&self, before: &Self) -> Vec<String> {
        let names = self.parts.keys().chain(before.parts.keys());
        let mut changed: Vec<String> =
            names.filter(|&name| self.parts.get(name) != before.parts.get(name)).cloned().collect();
        changed.sort();
        changed.dedup();
        changed
    }
}

/// A number for every file of a folder but what is built there.
fn of_folder(folder: &Path) -> Result<u64, String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut hash = Hash::default();
    for file in files {
        let place = |error| format!("{}: {error}", file.display());
        let content = fs::read(&file).map_err(place)?;
        let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
        hash = hash.with(&name.replace('\\', "/")).with_bytes(&content);
    }
    Ok(hash.0)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let place = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(place)? {
        let path = entry.map_err(place)?.path();
        if !path.is_dir() {
            files.push(path);
        } else if path.file_name().is_some_and(|name| name != "target") {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// A number for the public items of a crate, in whatever files they stand.
fn of_public_items(name: &str) -> Result<u64, String> {
    let source = format!("crates/{name}/src");
    let mut items = Vec::new();
    for file in rust_files(Path::new(&source))? {
        items.extend(public::items(&read(&file.display().to_string())?));
    }
    items.sort();
    Ok(items.iter().fold(Hash::default(), |hash, item| hash.with(item)).0)
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// A hash of 64 bits (Fowler, Noll and Vo's 1a): it finds what was changed, not who would deceive.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn with(self, text: &str) -> Self {
        self.with_bytes(text.as_bytes())
    }

    /// The bytes, and then how many: two texts are not the same as one.
    fn with_bytes(self, bytes: &[u8]) -> Self {
        let length = (bytes.len() as u64).to_le_bytes();
        let all = bytes.iter().chain(&length);
        Self(all.fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(parts: &[(&str, u64)]) -> Fingerprint {
        Fingerprint { parts: parts.iter().map(|&(name, hash)| (name.to_owned(), hash)).collect() }
    }

    #[test]
    fn a_fingerprint_is_read_as_it_was_written() {
        let it = fingerprint(&[("bevy_asunder", 7), ("asunder (public items)", u64::MAX)]);
        assert_eq!(Fingerprint::parse(&it.text()), Ok(it));
        assert_eq!(Fingerprint::parse("\n# nothing\n"), Ok(Fingerprint::default()));
    }

    #[test]
    fn what_is_no_fingerprint_is_refused_by_line() {
        for (text, expected) in [
            ("# one\n0000000000000007", "line 2 is `0000000000000007`; expected sixteen"),
            ("7 bevy_asunder", "line 1 is `7 bevy_asunder`; expected sixteen"),
            ("+000000000000007 a", "line 1 is `+000000000000007 a`; expected sixteen"),
            ("000000000000000g a", "line 1 is `000000000000000g a`; expected sixteen"),
            (
                "0000000000000001 a\n0000000000000001 a",
                "line 2 has `a` a second time; expected each input once",
            ),
        ] {
            let error = Fingerprint::parse(text).unwrap_err();
            assert!(error.contains(expected) && error.contains("ASUNDER_BLESS=1"), "{error}");
        }
    }

    #[test]
    fn changes_are_named() {
        let before = fingerprint(&[("a", 1), ("b", 2), ("c", 3)]);
        let now = fingerprint(&[("a", 1), ("b", 9), ("d", 4)]);
        assert_eq!(now.changes_since(&before), ["b", "c", "d"]);
        assert!(now.changes_since(&now).is_empty());
    }

    #[test]
    fn every_file_counts_but_what_is_built() {
        let folder = env::temp_dir().join(format!("xtask-bevy-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        write("Cargo.toml", "a");
        write("src/lib.rs", "b");
        let first = of_folder(&folder).unwrap();
        write("target/debug/it", "c");
        let built = of_folder(&folder).unwrap();
        write("src/lib.rs", "B");
        let changed = of_folder(&folder).unwrap();
        write("src/lib.rs", "b");
        fs::rename(folder.join("src/lib.rs"), folder.join("src/main.rs")).unwrap();
        let renamed = of_folder(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(first, built);
        assert_ne!(first, changed);
        assert_ne!(first, renamed);
    }

    #[test]
    fn two_texts_are_not_one() {
        let hash =
            |texts: &[&str]| texts.iter().fold(Hash::default(), |hash, text| hash.with(text)).0;
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["ab"]), hash(&["ab", ""]));
    }

    #[test]
    fn a_lock_file_with_bevy_is_refused() {
        assert_eq!(nothing_of_bevy("[[package]]\nname = \"glam\"\n"), Ok(()));
        let error = nothing_of_bevy("name = \"glam\"\nname = \"bevy_ecs\"\n").unwrap_err();
        assert!(error.starts_with("Cargo.lock names bevy_ecs"), "{error}");
    }

    #[test]
    fn the_inputs_are_there() {
        // The tests run in the folder of the package.
        let here = |path: &str| Path::new("..").join(path).exists();
        assert!(
            here(FOLDER)
                && here(PAGE)
                && USED.iter().all(|name| here(&format!("crates/{name}/src")))
        );
    }
}
