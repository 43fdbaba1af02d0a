//! crates/asunder-bench
fn main() {}
