//! The textbook's test with its epsilon, so that the cross product of two nearly parallel edges, which is
//! little more than rounding, separates no boxes.
//!
//! The test of [`super::sat`], as Ericson prints it (2005, section 4.4.1, where the epsilon is left
//! to the reader), with the epsilon of Gottschalk's RAPID, one millionth; here in `f32`, which games use.

use super::float_box::FloatBox;
use super::sat::overlap;
use asunder_jury::Shape;

/// RAPID's.
const EPSILON: f32 = 1e-6;

/// Whether two boxes of either kind intersect.
pub(crate) fn boxes(a: &Shape<3>, b: &Shape<3>) -> Option<bool> {
    Some(overlap(&FloatBox::of(a)?, &FloatBox::of(b)?, EPSILON))
}
