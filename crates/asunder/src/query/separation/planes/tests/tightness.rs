//! Tests that the error constant of planes is not much too large.

use super::{HeightsOverPlane, ShapePlane};
use crate::analysis::adversary::{Adversary, assert_needed};
use crate::query::predicate::AxisTest;
use crate::shape::{Obb, Plane, Sphere};
use glam::Vec3;

const ERROR: f64 = <ShapePlane<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR;

fn measured<E: HeightsOverPlane<Vec3>>(shape: &E, n: &[f32], adversary: &Adversary) -> f64 {
    let Ok(plane) = Plane::try_new([n[0], n[1], n[2]], n[3]) else { return f64::NEG_INFINITY };
    let test = ShapePlane { shape, plane, front: true, back: false };
    adversary.fools(&test)
}

#[test]
fn the_bound_is_needed_for_boxes() {
    assert_needed(ERROR, 2.0, 8, |n: &[f32; 14], adversary| {
        let size = [n[7].abs(), n[8].abs(), n[9].abs()];
        let turn = [n[10], n[11], n[12], n[13]];
        match Obb::<Vec3>::try_new([n[4], n[5], n[6]], size, turn) {
            Ok(shape) => measured(&shape, &n[..4], adversary),
            Err(_) => f64::NEG_INFINITY,
        }
    });
}

#[test]
fn the_bound_is_needed_for_spheres() {
    assert_needed(ERROR, 2.0, 8, |n: &[f32; 8], adversary| {
        measured(&Sphere::<Vec3>::new([n[4], n[5], n[6]], n[7].abs()), &n[..4], adversary)
    });
}
