//! The library's tests from outside, in one binary.

mod oracle;

mod cases;
mod closest;
mod dev_build;
mod draw;
mod exact;
mod movers;
mod posts;
mod prelude;
mod rig;
mod transforms;
mod world;
