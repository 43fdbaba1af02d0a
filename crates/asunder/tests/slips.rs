//! What the compiler says about the usual slips of a first program: each text leads to what was meant.
//!
//! `TRYBUILD=overwrite cargo test -p asunder --test slips` accepts other texts, of a newer compiler for
//! example: read the difference.

#[test]
fn usual_slips_are_answered_with_what_was_meant() {
    trybuild::TestCases::new().compile_fail("tests/slips/*.rs");
}
