//! Baselines: ports of common intersection tests.
//!
//! Each is written anew from its idea, in its author's precision, with its author's measures against
//! rounding and no others. Boxes are given as in games, with axes ([`float_box::FloatBox`]);
//! the axes are `q / |q|` rounded once, better than in most games, so that only the test's own error is
//! counted.

pub(super) mod corners;
pub(super) mod cutoff;
pub(super) mod epsilon;
mod float_box;
pub(super) mod ogre;
pub(super) mod sat;
pub(super) mod sprites;
mod vector;
