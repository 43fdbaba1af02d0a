//! Scenes: small reproducible cases of moving shapes and animated characters, and their runner.
//!
//! Use it for questions about motion: write a scene file, attach it to a report, run it in a test. A
//! [`Scene`] is read from TOML, a [`Runner`] steps it tick by tick and lists contacts by name.
//!
//! ```
//! use asunder_scene::{Runner, Scene};
//!
//! let text = r#"
//!     seconds = 2.0
//!
//!     [[sprite]]
//!     name = "coin"
//!     size = [16, 16]
//!     position = [100, 0]
//!
//!     [[sprite]]
//!     name = "player"
//!     size = [32, 64]
//!     position = [0, 0]
//!     velocity = [60, 0]
//! "#;
//! let scene = Scene::from_toml(text, "coin.toml")?;
//! let mut runner = Runner::new(&scene)?;
//! let mut lines = Vec::new();
//! while let Some(events) = runner.step()? {
//!     lines.extend(events.iter().map(ToString::to_string));
//! }
//! // The gap of 100 - 8 - 16 closes at one unit a tick, and touching counts.
//! assert_eq!(lines, ["tick    76  enter      coin -> player"]);
//! # Ok::<(), asunder_scene::SceneError>(())
//! ```
//!
//! The same scene gives the same events on every platform and at every optimisation level.

pub mod dungeon;
mod error;
mod event;
pub mod fighter;
mod file;
mod runner;
mod scene;

pub use error::SceneError;
pub use event::{EventKind, Impact, LevelPart, NamedEvent, Summary, Tally};
pub use runner::{
    ActorForm, ActorMeshes, NamedPair, PairOfShapes, Runner, SceneRecorder, level_of_file,
    triangle_at,
};
pub use scene::Scene;
