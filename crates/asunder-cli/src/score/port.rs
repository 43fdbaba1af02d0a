//! Ports: the tests that people use, written the way they write them.
//!
//! Each is written anew from its idea, in its author's precision, with what its author does about
//! rounding and nothing more. Boxes reach them as games hold them, with axes ([`turned::Turned`]);
//! the axes are `q / |q|` rounded once, better than most games have them, so that what is counted
//! is the test's own error.

pub(super) mod corners;
pub(super) mod cutoff;
pub(super) mod epsilon;
pub(super) mod ogre;
pub(super) mod sat;
pub(super) mod sprites;
mod turned;
mod vector;
