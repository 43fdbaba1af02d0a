//! The integration tests of reading, sampling and writing models.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod animation;
mod assets;
mod blend;
mod bounds;
mod broken;
mod colliders;
mod containers;
mod fixture;
mod geometry;
mod level;
mod skinning;
mod write;
