//! Shapes under poses and matrices, and the doors by which boxes and matrices enter and leave.

mod boxes;
mod enclosing;
mod matrices;
mod parallelepipeds;
mod poses;
mod spheres;
