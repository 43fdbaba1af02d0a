//! crates/asunder-cli
fn main() {}
