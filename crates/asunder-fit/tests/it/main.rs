//! The integration tests of fitting.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod assets;
mod bounds;
mod broken;
mod documents;
mod evaluation;
mod fitting;
mod fixture;
mod motion;
mod skeletons;
