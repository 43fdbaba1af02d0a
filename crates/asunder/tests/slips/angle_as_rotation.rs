//! An angle where a rotation is expected.

use asunder::prelude::*;

fn main() {
    let _ = Obb2::new([0.0, 0.0], [1.0, 1.0], 45.0);
}
