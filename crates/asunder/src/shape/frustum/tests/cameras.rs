//! Frusta by projection matrices and by perspective.

use super::{Frustum2, Frustum3, FrustumForm, LEAST, UNTURNED, assert_inside, counts};
use crate::exact::{Certain, Dyadic, Number};
use crate::shape::frustum::Layout;
use crate::shape::{Depth, ShapeError};
use core::cmp::Ordering;

/// A projection by rows, with the rows of depth and of w as they are given.
pub(super) fn projection(depth: [f32; 4], w: [f32; 4]) -> [f32; 16] {
    let rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], depth, w];
    core::array::from_fn(|i| rows[i / 4][i % 4])
}

/// The eight or four corners of a frustum as `f64`, sorted.
fn corners(frustum: &Frustum3) -> Vec<[f64; 3]> {
    let at = |i| {
        let (point, w) = frustum.point::<f64>(i);
        point.map(|x| x / w)
    };
    let mut corners: Vec<_> = (0..frustum.points()).map(at).collect();
    corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
    corners
}

#[test]
fn projections_with_and_without_a_far_plane() {
    let (right, left) = ([0.0, 0.0, -1.0, 0.0], [0.0, 0.0, 1.0, 0.0]);
    let (near, far) = (1.0, 2.0);
    let mut cases = Vec::new();
    for (w, side) in [(right, -1.0), (left, 1.0)] {
        // Depth a·z + b with a·side·d + b = least·d at one end, greatest·d at the other.
        for (depth, least) in [(Depth::ZeroToOne, 0.0), (Depth::MinusOneToOne, -1.0)] {
            for (at_near, at_far) in [(least, 1.0), (1.0, least)] {
                let a = (at_far * far - at_near * near) / (far - near);
                let b = (at_near - a) * near;
                cases.push(([0.0, 0.0, a * side, b], w, depth, side, true));
                // As far goes to infinity.
                let b = (at_near - at_far) * near;
                cases.push(([0.0, 0.0, at_far * side, b], w, depth, side, false));
            }
        }
    }
    assert_eq!(cases.len(), 16);
    for (z, w, depth, side, bounded) in cases {
        let matrix = projection(z, w);
        let frustum = Frustum3::from_projection(&matrix, Layout::Rows, depth).unwrap();
        let transposed = core::array::from_fn(|i| matrix[i % 4 * 4 + i / 4]);
        assert_eq!(
            frustum,
            Frustum3::from_projection(&transposed, Layout::Columns, depth).unwrap()
        );
        assert_inside(&frustum);
        assert_eq!(frustum.is_bounded(), bounded, "{z:?} {w:?} {depth:?}");
        let expected = if bounded { [6, 8, 12, 0] } else { [5, 4, 8, 4] };
        assert_eq!(counts(&frustum), expected, "{z:?} {w:?} {depth:?}");
        // The first corners in order; those at the far end reach further.
        let depths: &[f64] = if bounded { &[1.0, 2.0] } else { &[1.0] };
        let mut wanted = Vec::new();
        for d in depths {
            for x in [-d, *d] {
                for y in [-d / 2.0, d / 2.0] {
                    wanted.push([x, y, d * f64::from(side)]);
                }
            }
        }
        wanted.sort_by(|a: &[f64; 3], b| a.partial_cmp(b).unwrap());
        assert_eq!(corners(&frustum), wanted, "{z:?} {w:?} {depth:?}");
    }
}

#[test]
fn matrices_that_are_no_projection() {
    let of = |matrix: [f32; 16]| Frustum3::from_projection(&matrix, Layout::Rows, Depth::ZeroToOne);
    let w = [0.0, 0.0, 0.0, 1.0];
    // z = -1 everywhere is below 0; z = 1/2 everywhere is visible, and bounds nothing.
    let flat = of(projection([0.0, 0.0, 0.0, -1.0], w));
    assert_eq!(flat, Err(ShapeError::HoldsNowhere { condition: "0 <= z" }));
    let shaft = of(projection([0.0, 0.0, 0.0, 0.5], w)).unwrap();
    assert_eq!(counts(&shaft), [4, 4, 4, 2]);
    assert_eq!(
        of(projection([0.0, 0.0, 0.0, f32::from_bits(1f32.to_bits() + 1)], w)),
        Err(ShapeError::HoldsNowhere { condition: "z <= w" })
    );
    // Nothing is bounded where all of space is mapped to one visible point.
    for w in [0.0, 1.0] {
        let everything = of(core::array::from_fn(|i| if i == 15 { w } else { 0.0 }));
        assert_eq!(everything, Err(ShapeError::HalfSpaceCount { count: 0 }));
    }
    // z in [0, w] and x >= w where w = x + 1: never.
    let matrix =
        [[1.0, 0.0, 0.0, 3.0], [0.0; 4], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0]].concat();
    assert_eq!(
        of(matrix.try_into().unwrap()),
        Err(ShapeError::HoldsNowhere { condition: "x <= w" })
    );
    let mut bad = projection([0.0, 0.0, 1.0, 0.0], w);
    bad[7] = f32::NAN;
    assert_eq!(of(bad).unwrap_err().to_string(), "projection is NaN; expected a finite number");
}

#[test]
fn sums_of_rows_are_not_rounded() {
    // Row 4 plus row 1 is (2^-149, 0, 0, 1): a normal that f32 would keep and f64 would keep, and
    // minus it (2 - 2^-149, 0, 0, 1), which no float holds.
    let rows = [[LEAST, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    let matrix = [rows[0], rows[1], rows[2], [2.0, 0.0, 0.0, 1.0]].concat().try_into().unwrap();
    let frustum = Frustum3::from_projection(&matrix, Layout::Rows, Depth::ZeroToOne).unwrap();
    assert_inside(&frustum);
    Dyadic::scoped(|| {
        let of = Dyadic::of;
        let normals = [0, 1].map(|i| frustum.plane::<Dyadic>(i).0[0]);
        assert_eq!(of(0.0) - normals[0], of(2.0) + of(LEAST));
        assert_eq!(of(0.0) - normals[1], of(2.0) - of(LEAST));
    });
}

#[test]
fn perspectives() {
    let slopes = [-1.0, 2.0, -0.5, 0.25];
    let of = |rotation| Frustum3::perspective([10.0, 0.0, 0.0], rotation, slopes, 1.0, 4.0);
    let frustum = of(UNTURNED);
    assert_inside(&frustum);
    assert_eq!(counts(&frustum), [6, 8, 12, 0]);
    let corner = |frustum: &Frustum3, i| {
        let (point, w) = frustum.point::<f64>(i);
        point.map(|x| x / w)
    };
    assert_eq!(corner(&frustum, 0), [9.0, -0.5, -1.0]);
    assert_eq!(corner(&frustum, 7), [18.0, 1.0, -4.0]);
    // A quarter turn about y looks along -x; the length of the quaternion means nothing.
    let turned = of([0.0, 3.0, 0.0, 3.0]);
    assert_eq!(corner(&turned, 0), [9.0, -0.5, 1.0]);
    assert_inside(&turned);
    assert_inside(&of([0.1, -0.7, 1e-20, 3.0]));
    // Every plane touches the four corners of its face, exactly.
    for frustum in [&frustum, &turned, &of([0.3, -0.7, 0.2, 1.0])] {
        for plane in 0..6 {
            let height = |i: usize| {
                let (normal, offset) = frustum.plane::<Dyadic>(plane);
                let (x, w) = frustum.point::<Dyadic>(i);
                (normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] - offset * w).ordering()
            };
            let touches = |&i: &usize| Dyadic::scoped(|| height(i)) == Ordering::Equal;
            let touched = (0..8).filter(touches);
            let expected: Vec<_> = (0..8).filter(|i| i >> (plane / 2) & 1 == plane % 2).collect();
            assert_eq!(touched.collect::<Vec<_>>(), expected, "plane {plane}");
        }
        // Every edge leads along the difference of two corners.
        for i in 0..12 {
            let (from, along) = frustum.edge::<f64>(i);
            let ends = <glam::Vec3 as crate::dimension::Dimension>::BOX_EDGES[i];
            assert_eq!(from, ends.0);
            let (a, b) = (corner(frustum, ends.0), corner(frustum, ends.1));
            let d: [f64; 3] = core::array::from_fn(|j| b[j] - a[j]);
            let cross = [
                d[1] * along[2] - d[2] * along[1],
                d[2] * along[0] - d[0] * along[2],
                d[0] * along[1] - d[1] * along[0],
            ];
            assert!(cross.iter().all(|x| x.abs() < 1e-12), "edge {i}: {cross:?}");
        }
    }
}

#[test]
fn perspectives_that_are_flat() {
    let of = |slopes, near, far| {
        let frustum =
            Frustum3::perspective([1.0, 2.0, 3.0], [0.5, 0.1, 0.2, 0.3], slopes, near, far);
        assert_inside(&frustum);
        assert!(frustum.is_bounded());
        frustum
    };
    let tip = of([-1.0, 1.0, -1.0, 1.0], 0.0, 5.0);
    for i in 0..4 {
        let (point, w) = tip.point::<Dyadic>(i);
        assert_eq!(point, [1.0, 2.0, 3.0].map(|x| Dyadic::of(x) * w), "the origin itself");
    }
    of([0.5, 0.5, 0.0, 1.0], 1.0, 2.0);
    of([-1.0, 1.0, 0.0, 0.0], 1.0, 1.0);
    of([0.0; 4], 0.0, 0.0);
}

#[test]
fn perspectives_that_are_refused() {
    let of = |slopes, near, far| {
        Frustum3::try_perspective([0.0; 3], UNTURNED, slopes, near, far).unwrap_err().to_string()
    };
    assert_eq!(of([1.0, -1.0, 0.0, 0.0], 1.0, 2.0), "left is above right: 1 > -1; swap them");
    assert_eq!(of([0.0, 0.0, 2.0, 1.5], 1.0, 2.0), "bottom is above top: 2 > 1.5; swap them");
    assert!(of([LEAST, 0.0, 0.0, 0.0], 1.0, 2.0).starts_with("left is above right"));
    assert_eq!(of([0.0; 4], 3.0, 2.0), "near is above far: 3 > 2; swap them");
    assert_eq!(of([0.0; 4], -1.0, 2.0), "near is -1; expected zero or more");
    assert_eq!(of([0.0; 4], 0.0, f32::INFINITY), "far is inf; expected a finite number");
    assert_eq!(of([0.0, 0.0, 0.0, f32::NAN], 0.0, 1.0), "top is NaN; expected a finite number");
    let unturned = Frustum3::try_perspective([0.0; 3], [0.0; 4], [0.0; 4], 0.0, 1.0);
    assert_eq!(unturned, Err(ShapeError::Zero { field: "rotation" }));
    let flat = Frustum2::perspective_facts([0.0; 2], [1.0, 0.0], [0.0; 4], 0.0, 1.0);
    assert_eq!(flat, Err(ShapeError::OnlyInSpace { field: "slopes" }));
    let flat = Frustum2::projection_facts(&[0.0; 16], Layout::Rows, Depth::ZeroToOne);
    assert_eq!(flat, Err(ShapeError::OnlyInSpace { field: "projection" }));
}

#[test]
fn fields_of_view() {
    let of =
        |angle, aspect| Frustum3::from_field_of_view([0.0; 3], UNTURNED, angle, aspect, 0.1, 10.0);
    let slopes = |angle: f32| match of(angle, 1.5).unwrap().form() {
        FrustumForm::Perspective { slopes, .. } => slopes,
        FrustumForm::HalfSpaces(_) | FrustumForm::Projection { .. } => unreachable!(),
    };
    // tan(30 degrees) of the f32 nearest to 60 degrees, to its last bit.
    assert_eq!(
        slopes(60f32.to_radians()),
        [-0.866_025_45, 0.866_025_45, -0.577_350_26, 0.577_350_26]
    );
    assert!(slopes(0.0).iter().all(|slope| slope.to_bits() == 0));
    for bad in [60.0, -0.1, core::f32::consts::PI, f32::NAN] {
        let error = of(bad, 1.0).unwrap_err().to_string();
        let start = format!("the field of view is {bad}; expected radians");
        assert!(error.starts_with(&start), "{error}");
    }
    assert!(of(core::f32::consts::PI.next_down(), 1.0).is_ok());
    assert_eq!(of(1.0, -1.0), Err(ShapeError::Negative { field: "aspect", value: -1.0 }));
}
