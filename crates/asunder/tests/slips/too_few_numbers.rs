//! Two numbers for a vector in space.

use asunder::prelude::*;

fn main() {
    let _ = Sphere3::new([0.0, 0.0], 1.0);
}
