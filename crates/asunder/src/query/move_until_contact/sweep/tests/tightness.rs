//! The least values that the error constants of swept boxes could have.

use super::{Displacement, SweptBox, SweptPlane};
use crate::analysis::adversary::assert_needed;
use crate::query::predicate::AxisTest;
use crate::shape::{Obb, Plane};
use glam::Vec3;

fn turned_box(n: &[f32]) -> Option<Obb<Vec3>> {
    let size = [n[3].abs(), n[4].abs(), n[5].abs()];
    Obb::try_new([n[0], n[1], n[2]], size, [n[6], n[7], n[8], n[9]]).ok()
}

const INVALID: f64 = f64::NEG_INFINITY;

#[test]
fn the_box_bound_is_needed() {
    let error = <SweptBox<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR;
    assert_needed(error, 10.0, 8, |n: &[f32; 23], adversary| {
        let (Some(a), Some(b)) = (turned_box(&n[..10]), turned_box(&n[10..])) else {
            return INVALID;
        };
        let displacement = Displacement::Part(0.75, [n[20], n[21], n[22]]);
        let test = SweptBox { mover: &a, displacement, obstacle: &b };
        adversary.fools(&test)
    });
}

#[test]
fn the_plane_bound_is_needed() {
    let error = <SweptPlane<'_, Vec3> as AxisTest<Vec3>>::ERROR;
    assert_needed(error, 2.0, 8, |n: &[f32; 17], adversary| {
        let plane = Plane::try_new([n[10], n[11], n[12]], n[13]);
        let (Some(mover), Ok(plane)) = (turned_box(&n[..10]), plane) else { return INVALID };
        let displacement = Displacement::Part(0.75, [n[14], n[15], n[16]]);
        let test = SweptPlane { mover: &mover, displacement, plane, two_sided: true };
        adversary.fools(&test)
    });
}
