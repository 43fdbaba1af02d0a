//! The page of `asunder view` and `asunder demo` in a browser without a window, and stills.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::steps::{Outcome, command, succeed};

/// Where pages, screenshots and the driver are put.
const PLACE: &str = "target/browser";
/// The driver, and the script that calls it.
const PACKAGE: &str = "playwright-core@1.65.1";
const SCRIPT: &str = "xtask/browser/page.cjs";
/// The programs that are Chromium, by name.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Makes pages of the demo, of scenes and of shots into the past, and looks at them in Chromium.
pub(crate) fn check() -> Outcome {
    let browser = BROWSERS.iter().find_map(|name| program(name));
    let browser = browser.ok_or("there is no Chromium; install the package chromium")?;
    if program("node").is_none() || program("npm").is_none() {
        return Err(format!("there is no `node` with `npm`, which brings {PACKAGE}; install both"));
    }
    let place = |error| format!("{PLACE}: {error}");
    let _ = fs::remove_dir_all(Path::new(PLACE).join("pages"));
    fs::create_dir_all(Path::new(PLACE).join("pages")).map_err(place)?;
    succeed(&mut command(&format!("cargo run --quiet --release -- demo --out {PLACE}/pages")))?;
    let mut pages = vec![format!("{PLACE}/pages/asunder-demo.html")];
    for scene in ["fighters", "corridor", "sprites", "walk", "dungeon"] {
        let page = format!("{PLACE}/pages/{scene}.html");
        let line =
            format!("cargo run --quiet --release -- view testdata/scenes/{scene}.toml -o {page}");
        succeed(&mut command(&line))?;
        pages.push(page);
    }
    let recording = format!("{PLACE}/pages/shots.asndrc");
    succeed(&mut command(&format!("cargo run --quiet --release --example record {recording}")))?;
    let page = format!("{PLACE}/pages/shots.html");
    succeed(&mut command(&format!("cargo run --quiet --release -- view {recording} -o {page}")))?;
    pages.push(page);

    let modules = Path::new(PLACE).join("node_modules");
    if !modules.join("playwright-core").exists() {
        let line = format!("npm install --no-save --no-audit --no-fund --prefix {PLACE} {PACKAGE}");
        succeed(&mut command(&line))?;
    }
    let mut looked = command("node");
    looked.args([SCRIPT]).arg(browser).arg(format!("{PLACE}/pages")).args(&pages);
    succeed(looked.env("NODE_PATH", modules))
}

/// Draws the pictures that README.md and the documents show.
pub(crate) fn pictures() -> Outcome {
    let place = |error| format!("{PLACE}: {error}");
    let folder = format!("{PLACE}/pictures");
    fs::create_dir_all(&folder).map_err(place)?;
    succeed(&mut command(&format!("cargo run --quiet --release -- demo --out {folder}")))?;
    fs::copy(format!("{folder}/asunder-demo.svg"), "docs/demo.svg").map_err(place)?;
    let recording = format!("{folder}/shots.asndrc");
    succeed(&mut command(&format!("cargo run --quiet --release --example record {recording}")))?;
    let line = format!(
        "cargo run --quiet --release -- render {recording} --tick 99 -o docs/rewound-shot.svg"
    );
    succeed(&mut command(&line))
}

/// Where a program of this name is.
fn program(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}
