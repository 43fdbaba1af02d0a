//! The commands of README.md, run exactly as they are written.
//!
//! Each block of `sh` is a script. One that begins with `cargo new` runs in an empty folder beside which
//! this checkout is called `asunder`, any other in the checkout. What has a step of its own, the tests and
//! the demo, is left out.

use std::path::Path;
use std::process::{self, Command};
use std::{env, fs};

use crate::steps::{DEMO, Outcome, TEST, succeed};

const README: &str = "README.md";

/// Runs the commands.
pub(crate) fn check() -> Outcome {
    let text = fs::read_to_string(README).map_err(|error| format!("{README}: {error}"))?;
    let scripts = scripts(&text);
    if scripts.is_empty() {
        return Err(format!("{README} has no block of commands"));
    }
    scripts.iter().try_for_each(|script| run(script))
}

/// The blocks of `sh`, without the commands that other steps run.
fn scripts(text: &str) -> Vec<String> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let own = |line: &&str| *line != TEST && *line != DEMO;
    let scripts = blocks.map(|(block, _)| block.lines().filter(own).collect::<Vec<_>>().join("\n"));
    scripts.filter(|script| !script.is_empty()).collect()
}

fn run(script: &str) -> Outcome {
    if !script.starts_with("cargo new") {
        return succeed(Command::new("sh").args(["-ec", script]));
    }
    let folder = env::temp_dir().join(format!("asunder-readme-{}", process::id()));
    let place = |error| format!("{}: {error}", folder.display());
    fs::create_dir(&folder).map_err(place)?;
    let outcome = link_checkout(&folder.join("asunder"))
        .map_err(place)
        .and_then(|()| succeed(Command::new("sh").args(["-ec", script]).current_dir(&folder)));
    fs::remove_dir_all(&folder).map_err(place)?;
    outcome
}

/// Makes the checkout reachable at another path.
fn link_checkout(path: &Path) -> std::io::Result<()> {
    let checkout = env::current_dir()?;
    #[cfg(unix)]
    return std::os::unix::fs::symlink(checkout, path);
    #[cfg(windows)]
    return std::os::windows::fs::symlink_dir(checkout, path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_commands_are_scripts() {
        let text = "```sh\ncargo demo\ncargo test\n```\n```rust\nfn a() {}\n```\n\
                    ```sh\necho a\necho b\n```\n";
        assert_eq!(scripts(text), ["echo a\necho b"]);
    }

    #[test]
    fn a_script_ends_with_its_first_failure() {
        assert_eq!(run("true"), Ok(()));
        assert!(run("false\ntrue").is_err());
    }
}
