//! The library's tests from outside, in one binary.

mod oracle;

mod cases;
mod draw;
mod exact;
mod movers;
mod posts;
mod rig;
mod transforms;
mod world;
mod closest;
mod prelude;
