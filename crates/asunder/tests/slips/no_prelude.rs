//! A question whose trait was not imported.

use asunder::{Pose3, Sphere3};

fn main() {
    let ball = Sphere3::new([0.0, 0.0, 0.0], 1.0);
    let wall = Sphere3::new([5.0, 0.0, 0.0], 1.0);
    let (from, to) = (Pose3::identity(), Pose3::from_translation([9.0, 0.0, 0.0]));
    let _ = ball.cast_rotating(&from, &to, &wall, 1e-3);
}
