//! Which of ten thousand boxes does a camera see? `cargo run --release --example culling -p asunder`

use asunder::axis_angle;
use asunder::batch::{Aabb3Set, Mask};
use asunder::prelude::*;

fn main() {
    // A city: a hundred by a hundred houses, ten metres apart.
    let mut city = Aabb3Set::new();
    for i in 0..10_000_u16 {
        let (x, z) = (f32::from(i % 100) * 10.0, f32::from(i / 100) * 10.0);
        let height = 4.0 + f32::from(i % 100 * 7 % 13);
        city.push(&Aabb3::new([x, 0.0, z], [x + 6.0, height, z + 6.0]));
    }

    let mut mask = Mask::new();
    for degrees in [0_u8, 45, 90, 135, 180] {
        let turn = axis_angle([0.0, 1.0, 0.0], f32::from(degrees).to_radians());
        let camera =
            Frustum3::perspective([500.0, 30.0, 500.0], turn, [-0.8, 0.8, -0.45, 0.45], 0.1, 300.0);
        city.intersecting(&camera, &mut mask);
        println!(
            "looking {degrees:3} degrees to the left: {} houses of {}",
            mask.count(),
            city.len()
        );

        // The batch says what each single question says.
        let one_by_one = city.iter().filter(|house| camera.intersects(house)).count();
        assert_eq!(mask.count(), one_by_one);
        if degrees == 45 {
            map(&mask);
        }
    }
}

/// The city from above: a mark for every fourth house that is seen.
fn map(mask: &Mask) {
    for z in (0..100).step_by(4) {
        let line: String =
            (0..100).step_by(2).map(|x| if mask.get(100 * z + x) { '#' } else { '.' }).collect();
        println!("    {line}");
    }
}
