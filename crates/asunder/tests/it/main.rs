//! The library's tests from outside, in one binary.

mod oracle;

mod api;
mod batch;
mod cases;
mod casts;
mod closest;
mod contact;
mod depenetrate;
mod dev_build;
mod distance;
mod draw;
mod enclosing;
mod exact;
mod explain;
mod files;
mod history;
mod judged;
mod level;
mod meetings;
mod metrics;
mod movers;
mod penetration;
mod posts;
mod prelude;
mod ray_cast;
mod rig;
mod rotating;
mod seams;
mod skin;
mod slide;
mod sweep;
mod transforms;
mod tree;
mod walking;
mod world;
