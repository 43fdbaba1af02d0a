//! The integration tests of the jury: its families, and its oracle against known answers and other methods.

mod by_hand;
mod families;
mod independent;
