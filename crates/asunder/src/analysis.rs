//! How the filters' constants are derived and held: numbers that bound, count or provoke rounding errors.
//!
//! Compiled for tests only. Each module is a kind of number, which a predicate is evaluated over, or
//! what evaluates it:
//!
//! | module | what |
//! |---|---|
//! | [`roundoff`] | a proven bound on the rounding error of a filter |
//! | [`degree`] | how many roundings and factors a value has |
//! | [`low_precision`] | numbers of few bits, whose rounding errors a test chooses |
//! | [`adversary`] | a search for the pair and the roundings that fool a filter's constant |

pub(crate) mod adversary;
pub(crate) mod degree;
pub(crate) mod low_precision;
pub(crate) mod roundoff;
