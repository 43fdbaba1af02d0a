//! A shape in the plane asked about one in space.

use asunder::prelude::*;

fn main() {
    let flat = Sphere2::new([0.0, 0.0], 1.0);
    let solid = Sphere3::new([0.0, 0.0, 0.0], 1.0);
    let _ = flat.intersects(&solid);
}
