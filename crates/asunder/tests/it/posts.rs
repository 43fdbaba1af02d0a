//! What five programmers feed into their box tests, what those tests answer, and what is true.
//!
//! Each module ports one published test as its author wrote it, faults included, and gives its data
//! to asunder in the form in which that author holds it. The ports are exhibits, not code to use.

mod bone_matrices;
mod closest_points;
mod ogre_boxes;
mod sprites;
mod three_axes;
