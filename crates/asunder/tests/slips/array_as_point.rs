//! An array where a shape is expected.

use asunder::prelude::*;

fn main() {
    let ball = Sphere3::new([0.0, 0.0, 0.0], 1.0);
    let _ = ball.intersects(&[0.5, 0.0, 0.0]);
}
