//! Reading and sampling, on small models made here and on real ones where they are.

mod animation;
mod assets;
mod broken;
mod containers;
mod fixture;
mod geometry;
