//! Numbers of an engine that computes in `f64`.

use asunder::prelude::*;

fn main() {
    let center: [f64; 3] = [0.0, 0.0, 0.0];
    let _ = Sphere3::new(center, 1.0);
}
