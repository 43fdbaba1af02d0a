//! Fifteen axes in the frame of the moving box, as written for Ogre.
//!
//! After a port of Lee's "Fast overlap test for OBB" that has gone from blog to blog
//! (eguru.co.kr/986), published with "it hits when they are slightly apart, I don't know why". Sizes
//! are full sizes, and of the engine's world bounding box, which has grown around the rotated object;
//! the entries of the relative rotation keep their signs; the distance stays in the world's frame;
//! and Ogre's `absDotProduct` adds the magnitudes of the products, not the products.

use super::float_box::FloatBox;
use super::vector::{dot, minus};
use asunder_jury::Shape;
use std::array::from_fn;

/// Whether two boxes of either kind intersect.
pub(crate) fn boxes(a: &Shape<3>, b: &Shape<3>) -> Option<bool> {
    Some(overlap(&FloatBox::of(a)?, &FloatBox::of(b)?))
}

fn overlap(first: &FloatBox<3>, second: &FloatBox<3>) -> bool {
    let r = first.axes.map(|p| second.axes.map(|q| dot(p, q)));
    let (a, b) = (world_size(first), world_size(second));
    let t = minus(first.center, second.center);
    // The signs of an axis do not matter: `absDotProduct` drops them.
    let apart =
        |axis: [f32; 3], length: f32| dot(t.map(f32::abs), axis.map(f32::abs)) > length.abs();

    for i in 0..3 {
        let axis = from_fn(|k| if k == i { 1.0 } else { 0.0 });
        if apart(axis, a[i] + b[0] * r[i][0] + b[1] * r[i][1] + b[2] * r[i][2]) {
            return false;
        }
    }
    for j in 0..3 {
        let axis = r.map(|row| row[j]);
        if apart(axis, a[0] * axis[0] + a[1] * axis[1] + a[2] * axis[2] + b[j]) {
            return false;
        }
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let mut axis = [0.0; 3];
            (axis[i1], axis[i2]) = (r[i2][j], r[i1][j]);
            let length = a[i1] * r[i2][j] + a[i2] * r[i1][j] + b[j1] * r[i][j2] + b[j2] * r[i][j1];
            if apart(axis, length) {
                return false;
            }
        }
    }
    true
}

/// The full size of the axis-aligned box around an oriented one.
fn world_size(turned: &FloatBox<3>) -> [f32; 3] {
    from_fn(|i| 2.0 * dot(turned.half_extents, turned.axes.map(|axis| axis[i].abs())))
}
