//! Do two boxes touch, by how much, and where does one stop? `cargo run --example hello -p asunder`

use asunder::prelude::*;

fn main() {
    let floor = HalfSpace3::new([0.0, 1.0, 0.0], 0.0);
    let crate_ =
        Obb3::new([0.0, 0.5, 0.0], [0.5, 0.5, 0.5], asunder::axis_angle([0.0, 1.0, 0.0], 0.3));

    println!("the crate touches the floor:  {}", crate_.intersects(&floor));
    println!("it sinks into the floor:      {}", crate_.penetrates(&floor));

    let lamp = Sphere3::new([0.0, 2.0, 0.0], 0.25);
    println!("from the crate to the lamp:   {}", crate_.distance(&lamp));

    let wall = Aabb3::new([2.0, 0.0, -9.0], [2.5, 3.0, 9.0]);
    let obstacles = [Shape3::from(floor), Shape3::from(wall)];
    let stop = crate_.move_until_contact([10.0, 0.0, 0.0], &obstacles).expect("boxes can move");
    println!("pushed by 10 it stops at x =  {}", stop.position.x);

    println!("\n{}", crate_.explain(&wall).expect("all numbers are finite").text);
    assert!(crate_.intersects(&floor) && !crate_.penetrates(&floor));
}
