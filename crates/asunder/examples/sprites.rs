//! Rotated sprites in 2D, by their world matrices, drawn as text. `cargo run --example sprites -p asunder`

use asunder::prelude::*;
use asunder::{Affine2, Pose2, Rot2, ShapeError, TransformError};

const WIDTH: i16 = 64;
const HEIGHT: i16 = 22;

fn main() -> Result<(), TransformError> {
    // Size in pixels, pivot in fractions of it, and the sprite's world matrix.
    let turned =
        |x: f32, y: f32, degrees: f32| Affine2::from(Pose2::new([x, y], Rot2::degrees(degrees)));
    let blade = Obb2::from_sprite([30.0, 4.0], [0.0, 0.5], &turned(12.0, 5.0, 35.0))?;
    let door = Obb2::from_sprite([4.0, 16.0], [0.5, 0.0], &turned(44.0, 3.0, 0.0))?;
    let coin = Sphere2::new([33.0, 16.0], 3.0);

    draw(&[blade.into(), door.into(), coin.into()])?;
    println!("1 blade, 2 door, 3 coin, * where two meet");
    println!("blade and door: {}", blade.intersects(&door));
    println!("blade and coin: {}", blade.intersects(&coin));
    let push = blade.penetration(&coin).expect("they meet");
    println!("the blade leaves the coin by {:.2} along {:?}", push.depth, push.normal.to_array());
    assert!(blade.intersects(&coin) && !blade.intersects(&door));
    Ok(())
}

/// A character for each pixel: the number of the sprite that covers its middle.
fn draw(sprites: &[Shape2]) -> Result<(), ShapeError> {
    for y in (0..HEIGHT).rev() {
        let line = (0..WIDTH).map(|x| {
            let middle = Shape2::from(Sphere2::try_new([f32::from(x), f32::from(y)], 0.0)?);
            let mut covers = (1..).zip(sprites).filter(|(_, sprite)| sprite.intersects(&middle));
            Ok(match (covers.next(), covers.next()) {
                (None, _) => '.',
                (Some((number, _)), None) => char::from_digit(number, 10).unwrap_or('?'),
                _ => '*',
            })
        });
        println!("{}", line.collect::<Result<String, ShapeError>>()?);
    }
    Ok(())
}
