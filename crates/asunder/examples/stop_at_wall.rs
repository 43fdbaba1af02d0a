//! Stop at a wall, slide along it, stand on the floor. `cargo run --example stop_at_wall -p asunder`

use asunder::prelude::*;

fn main() {
    // A level of boxes: three tiles of a floor, whose seams do not catch, a wall, a ledge.
    let level = [
        Aabb2::new([-5.0, -1.0], [2.0, 0.0]),
        Aabb2::new([2.0, -1.0], [4.0, 0.0]),
        Aabb2::new([4.0, -1.0], [9.0, 0.0]),
        Aabb2::new([6.0, 0.0], [7.0, 5.0]),
    ];
    let mut player = Obb2::new([0.0, 3.0], [0.5, 1.0], [1.0, 0.0]);
    let options = SlideOptions::default();
    let (mut speed, step) = (0.0_f32, 1.0 / 10.0);
    for tick in 0..40 {
        speed -= 10.0 * step;
        let motion = [2.5 * step, speed * step];
        let slide = player.move_and_slide(motion, &level, &options).expect("boxes can move");
        let is_grounded = slide.floor.is_some();
        if is_grounded {
            speed = 0.0;
        }
        let hits: Vec<_> = slide.hits.iter().map(|hit| hit.obstacle).collect();
        player = player.moved_by(slide.moved).expect("the level is small");
        let at = player.center().to_array();
        println!("tick {tick:2}: at {at:?}, grounded {is_grounded}, met {hits:?}");
        assert!(level.iter().all(|tile| !player.penetrates(tile)), "never inside anything");
    }
    let [x, y] = player.center().to_array();
    assert!((5.5 - x).abs() < 1e-6 && (y - 1.0).abs() < 1e-6, "at the wall, on the floor");
}
