//! The fitter's tests, in one binary.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod assets;
mod bounds;
mod broken;
mod documents;
mod fitting;
mod fixture;
mod judging;
mod motion;
