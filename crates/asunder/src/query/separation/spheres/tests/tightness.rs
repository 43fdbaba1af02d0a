//! Tests that the error constants of spheres are not much too large.

use super::{SphereBox, SphereSphere};
use crate::analysis::adversary::assert_needed;
use crate::query::predicate::AxisTest;
use crate::shape::{Obb, Sphere};
use glam::Vec3;

fn sphere(n: &[f32]) -> Sphere<Vec3> {
    Sphere::new([n[0], n[1], n[2]], n[3].abs())
}

#[test]
fn the_sphere_sphere_bound_is_needed() {
    let error = <SphereSphere<'_, Vec3> as AxisTest<Vec3>>::ERROR;
    assert_needed(error, 2.0, 8, |n: &[f32; 8], adversary| {
        let test = SphereSphere { a: &sphere(&n[..4]), b: &sphere(&n[4..]) };
        adversary.fools(&test)
    });
}

#[test]
fn the_sphere_box_bound_is_needed() {
    let error = <SphereBox<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR;
    assert_needed(error, 18.0, 8, |n: &[f32; 14], adversary| {
        let size = [n[7].abs(), n[8].abs(), n[9].abs()];
        let turn = [n[10], n[11], n[12], n[13]];
        let Ok(shape) = Obb::<Vec3>::try_new([n[4], n[5], n[6]], size, turn) else {
            return f64::NEG_INFINITY;
        };
        let test = SphereBox { sphere: &sphere(&n[..4]), shape: &shape };
        adversary.fools(&test)
    });
}
