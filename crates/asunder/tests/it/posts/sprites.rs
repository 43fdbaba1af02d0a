//! Sprites with a size, a scale and a 4×4 world matrix of row vectors, tested on four axes.

use crate::draw;
use asunder::prelude::*;
use asunder::{Affine2, Rot2};
use asunder::{MatrixError, TransformError};
use asunder_jury::Rng;
use glam::Vec2;

/// A sprite as its engine holds it: `world` is scale, then rotation about z, then translation,
/// `_11, _12, …` in order.
struct Sprite {
    texture_size: [f32; 2],
    scale: [f32; 2],
    position: [f32; 2],
    world: [f32; 16],
}

impl Sprite {
    fn new(texture_size: [f32; 2], scale: [f32; 2], turn: Rot2, position: [f32; 2]) -> Self {
        let ([sx, sy], [x, y], Rot2 { cos, sin }) = (scale, position, turn);
        let right = [sx * cos, sx * sin, 0.0, 0.0];
        let up = [sy * -sin, sy * cos, 0.0, 0.0];
        let rows = [right, up, [0.0, 0.0, 1.0, 0.0], [x, y, 0.0, 1.0]];
        let world = core::array::from_fn(|i| rows[i / 4][i % 4]);
        Self { texture_size, scale, position, world }
    }

    fn obb(&self) -> Obb2 {
        let world = Affine2::from_directx(&self.world).expect("a world matrix");
        Obb2::from_sprite(self.texture_size, [0.5, 0.5], &world).expect("scaled and turned only")
    }
}

/// The exhibit: four axes from the rows of the world matrices, and *one* half size, which the first
/// sprite computes and the second overwrites.
fn exhibit(a: &Sprite, b: &Sprite) -> bool {
    // Computed for `a` first, into the same variable.
    let half = Vec2::from(b.scale) * Vec2::from(b.texture_size) * 0.5;
    let axes = |s: &Sprite| {
        [Vec2::new(s.world[0], s.world[1]), Vec2::new(s.world[4], s.world[5])].map(Vec2::normalize)
    };
    let lengths = |[right, up]: [Vec2; 2]| [right * half.x, up * half.y];
    let distance = Vec2::from(a.position) - Vec2::from(b.position);
    let overlap = |own: [Vec2; 2], other: [Vec2; 2]| {
        let (own_lengths, other_lengths) = (lengths(own), lengths(other));
        (0..2).all(|i| {
            let reach: f32 = other_lengths.iter().map(|side| own[i].dot(*side).abs()).sum();
            own[i].dot(distance).abs() <= own_lengths[i].length() + reach
        })
    };
    let (a, b) = (axes(a), axes(b));
    overlap(a, b) && overlap(b, a)
}

#[test]
fn a_box_is_as_large_as_its_own_sprite() {
    let ship = Sprite::new([64.0, 64.0], [1.0, 1.0], Rot2::IDENTITY, [0.0, 0.0]);
    let bullet = Sprite::new([4.0, 4.0], [2.0, 2.0], Rot2::degrees(45.0), [34.0, 0.0]);
    assert!(!exhibit(&ship, &bullet), "the exhibit gives the ship the bullet's size");
    assert!(exhibit(&bullet, &ship), "and the other way round finds a hit");
    assert!(ship.obb().intersects(&bullet.obb()) && bullet.obb().intersects(&ship.obb()));

    let far = Sprite::new([4.0, 4.0], [2.0, 2.0], Rot2::degrees(45.0), [60.0, 0.0]);
    assert!(exhibit(&far, &ship), "a hit across a gap of 22 pixels");
    assert!(!far.obb().intersects(&ship.obb()));
    let gap = far.obb().project([1.0, 0.0]).min - ship.obb().project([1.0, 0.0]).max;
    assert!(gap > 22.0, "{gap}");
}

#[test]
fn the_box_is_half_of_scale_times_size() {
    let sprite = Sprite::new([33.0, 17.0], [2.0, -0.5], Rot2::degrees(90.0), [100.0, 50.0]);
    let image = sprite.obb();
    assert_eq!(image.center(), Vec2::new(100.0, 50.0));
    assert_eq!(image.half_extents(), Vec2::new(33.0, 4.25));
    assert_eq!(image.axes()[0], Vec2::Y, "a quarter turn takes x to y");
}

/// Whatever the pivot, the box keeps its size, and the pivot's pixel lies where the matrix puts it.
#[test]
fn a_sprite_turns_about_its_pivot() {
    let size = [33.0, 17.0];
    for pivot in [[0.5, 0.5], [0.5, 0.0], [0.1, 0.3], [0.7, 1.0], [-2.3, 40.1]] {
        for degrees in [0.0, 30.0, 90.0, 200.0] {
            let turn = Rot2::degrees(degrees);
            let sprite = Sprite::new(size, [1.0, 1.0], turn, [10.0, 20.0]);
            let world = Affine2::from_directx(&sprite.world).unwrap();
            let image = Obb2::from_sprite(size, pivot, &world).unwrap();
            let off = image.half_extents() - Vec2::new(16.5, 8.5);
            assert!(off.abs().max_element() < 2e-6, "{image:?}");
            let [right, up] = image.axes();
            let pixel = image.center()
                + right * (size[0] * (pivot[0] - 0.5))
                + up * (size[1] * (pivot[1] - 0.5));
            assert!(pixel.distance(Vec2::new(10.0, 20.0)) < 1e-3, "{pixel} for {pivot:?}");
        }
    }
    let mut rng = Rng::new(55);
    for _ in 0..500 {
        let pivot: [f32; 2] = draw::vector(&mut rng, 3.0);
        let still = Obb2::from_sprite(size, pivot, &Affine2::identity()).unwrap();
        assert_eq!(still.half_extents(), Vec2::new(16.5, 8.5), "half the size, to the bit");
    }
    // Standing on its feet and falling over: the feet stay.
    let standing = Sprite::new([20.0, 80.0], [1.0, 1.0], Rot2::IDENTITY, [0.0, 0.0]);
    let fallen = Sprite::new([20.0, 80.0], [1.0, 1.0], Rot2::degrees(90.0), [0.0, 0.0]);
    let on_feet = |sprite: &Sprite| {
        let world = Affine2::from_directx(&sprite.world).unwrap();
        Obb2::from_sprite(sprite.texture_size, [0.5, 0.0], &world).unwrap()
    };
    assert_eq!(on_feet(&standing).center(), Vec2::new(0.0, 40.0));
    assert_eq!(on_feet(&fallen).center(), Vec2::new(-40.0, 0.0));
}

#[test]
fn what_is_no_sprite_is_refused() {
    let sprite = Sprite::new([8.0, 8.0], [1.0, 1.0], Rot2::IDENTITY, [3.0, 4.0]);
    let turned_over = core::array::from_fn(|i| sprite.world[i % 4 * 4 + i / 4]);
    assert_eq!(
        Affine2::from_directx(&turned_over),
        Err(MatrixError::LooksTransposed { constructor: "Affine::from_ogre" })
    );
    let world = Affine2::from_directx(&sprite.world).unwrap();
    let message = |size: [f32; 2], pivot: [f32; 2], world: &Affine2| {
        Obb2::from_sprite(size, pivot, world).unwrap_err().to_string()
    };
    assert_eq!(message([-8.0, 8.0], [0.5; 2], &world), "size is -8; expected zero or more");
    assert_eq!(
        message([8.0, 8.0], [0.5, f32::NAN], &world),
        "pivot is NaN; expected a finite number"
    );
    let sheared = Affine2::from_columns([[1.0, 0.0], [1.0, 1.0]], [0.0, 0.0]);
    assert!(matches!(
        Obb2::from_sprite([8.0, 8.0], [0.5; 2], &sheared),
        Err(TransformError::Skewed { .. })
    ));
}
