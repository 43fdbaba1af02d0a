//! The library's tests from outside, in one binary.

mod oracle;
