//! The library's tests from outside, in one binary.

mod oracle;

mod cases;
mod closest;
mod dev_build;
mod draw;
mod enclosing;
mod exact;
mod judged;
mod movers;
mod posts;
mod prelude;
mod ray_cast;
mod rig;
mod sweep;
mod transforms;
mod world;
