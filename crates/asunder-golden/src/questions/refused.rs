//! Which numbers describe no shape.

use crate::sheet::{Class, Sheet};
use asunder::{Aabb2, HalfSpace2, Obb2, Plane2, Sphere2};

/// Numbers about the edges of what is allowed; subnormals of either sign are neither zero nor alike.
fn numbers() -> [f32; 9] {
    let [least, less] = [1, 2].map(f32::from_bits);
    [0.0, -0.0, least, -least, less, -less, f32::MAX, f32::INFINITY, f32::NAN]
}

pub(super) fn ask(sheet: &mut Sheet) {
    for a in numbers() {
        for b in numbers() {
            let mut note = |question: &str, allowed: bool| {
                let asked = format!("{:08x} {:08x}", a.to_bits(), b.to_bits());
                sheet.note(Class::Boolean, question, &asked, &allowed);
            };
            note("allowed/sphere", Sphere2::try_new([a, 0.0], b).is_ok());
            note("allowed/aabb", Aabb2::try_new([a, 0.0], [b, 0.0]).is_ok());
            note("allowed/half-extents", Obb2::try_new([0.0; 2], [a, b], [1.0, 0.0]).is_ok());
            note("allowed/rotation", Obb2::try_new([0.0; 2], [1.0; 2], [a, b]).is_ok());
            note("allowed/plane", Plane2::try_new([a, b], 0.0).is_ok());
            note("allowed/half-space", HalfSpace2::try_new([b, a], a).is_ok());
        }
    }
}
