//! The text of a shape: read or refused, and written so that it reads back as the same.

use asunder::glam::{Vec2, Vec3};
use asunder::{Shape, Vector};

/// Reads bytes as a shape, in 2D and in 3D.
///
/// # Panics
///
/// If a shape that was read is written as another, or an error says nothing.
pub fn shapes(data: &[u8]) {
    read::<Vec2>(data);
    read::<Vec3>(data);
}

fn read<V: Vector>(data: &[u8]) {
    match serde_json::from_slice::<Shape<V>>(data) {
        Ok(shape) => {
            let text = serde_json::to_string(&shape).expect("shapes have a text");
            let again: Shape<V> = match serde_json::from_str(&text) {
                Ok(again) => again,
                Err(error) => panic!("the library refuses what it wrote: {text}: {error}"),
            };
            assert_eq!(again, shape, "written and read again: {text}");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error says something"),
    }
}
