//! `Obb::enclosing` contains the image under any affine map, whatever it does: shown corner by
//! corner in exact arithmetic.

use crate::draw;
use crate::exact::{self, Exact};
use asunder::prelude::*;
use asunder::{Affine2, Affine3, ShapeError};
use asunder_jury::Rng;
use glam::Vec3;

/// The maps that are hard on a box, in turn.
fn linear_part(case: usize, rng: &mut Rng) -> [[f32; 3]; 3] {
    let mut columns: [[f32; 3]; 3] = core::array::from_fn(|_| draw::vector(rng, 2.0));
    match case % 8 {
        // A bone under a parent scaled unevenly: sheared.
        0 => {}
        // Mirrored.
        1 => columns[1] = columns[1].map(|x| -x),
        // An axis scaled to zero; two axes; all of them.
        2 => columns[2] = [0.0; 3],
        3 => columns = [columns[0], [0.0; 3], [0.0; 3]],
        4 => columns = [[0.0; 3]; 3],
        // All but flat: the images of the axes nearly cancel.
        5 => {
            columns[1] = columns[0].map(|x| -x);
            columns[2] = columns[0].map(|x| x * (1.0 + rng.between(-1e-6, 1e-6) as f32));
        }
        // Huge, and tiny.
        6 => columns = columns.map(|column| column.map(|x| x * 1e18)),
        _ => columns = columns.map(|column| column.map(|x| x * 1e-30)),
    }
    columns
}

pub(super) fn map(case: usize, rng: &mut Rng) -> Affine3 {
    let translation = if rng.chance(0.5) { [0.0; 3] } else { draw::vector(rng, 100.0) };
    Affine3::from_columns(linear_part(case, rng), translation)
}

/// Asserts that every corner of the image of `local`, not rounded, lies in `around`.
///
/// With |q|² = n the corner is (n·(M·c + t) + Σ ± hᵢ·M·rᵢ) / n, and all but the division is exact.
#[track_caller]
fn assert_contains_image(around: &Obb3, local: &Obb3, map: &Affine3) {
    let of = |v: Vec3| v.to_array().map(Exact::of);
    let columns = [0, 1, 2].map(|i| of(map.column(i)));
    let apply = |v: &[Exact; 3]| -> [Exact; 3] {
        core::array::from_fn(|j| {
            (0..3).fold(Exact::zero(), |sum, i| sum + columns[i][j].clone() * v[i].clone())
        })
    };
    let (rows, norm) = exact::frame(local.rotation().to_array());
    let (sides, side_norm) = exact::frame(around.rotation().to_array());
    let (half, reach) = (of(local.half_extents()), of(around.half_extents()));
    let (middle, translation) = (apply(&of(local.center())), of(map.translation()));
    let edges = [0, 1, 2].map(|i| apply(&rows[i]).map(|x| x * half[i].clone()));
    for corner in 0..8 {
        let offset: [Exact; 3] = core::array::from_fn(|j| {
            let center = Exact::of(around.center().to_array()[j]);
            let base = (middle[j].clone() + translation[j].clone() - center) * norm.clone();
            (0..3).fold(base, |sum, i| {
                let edge = edges[i][j].clone();
                if corner >> i & 1 == 1 { sum + edge } else { sum - edge }
            })
        });
        for k in 0..3 {
            let limit = reach[k].clone() * side_norm.clone() * norm.clone();
            assert!(
                exact::dot(&sides[k], &offset).abs() <= limit,
                "corner {corner} sticks out along axis {k} of {around:?}: {local:?} under {map:?}"
            );
        }
    }
}

#[test]
fn every_corner_is_inside() {
    let mut rng = Rng::new(21);
    for case in 0..4000 {
        let map = map(case, &mut rng);
        let local = draw::obb(&mut rng, 10.0);
        let around = Obb3::enclosing(&local, &map).unwrap();
        assert_contains_image(&around, &local, &map);
    }
}

/// The map takes the box's one long axis almost to nothing, so that what is left of it is mostly
/// what rounding has left.
#[test]
fn a_box_that_the_map_collapses_is_inside() {
    let mut rng = Rng::new(22);
    for _ in 0..4000 {
        let rotation = draw::direction::<4>(&mut rng, 1.0);
        let [long, across, _] = draw::columns(rotation);
        // Every row of the map is nearly at right angles to the long axis.
        let rows: [[f64; 3]; 3] = core::array::from_fn(|_| {
            let scale = rng.between(0.5, 2.0);
            across.map(|x| x * scale)
        });
        let columns = core::array::from_fn(|i| core::array::from_fn(|j| rows[j][i] as f32));
        let map = Affine3::from_columns(columns, [0.0; 3]);
        let half = [rng.between(0.5, 2.0) as f32, 0.0, 0.0];
        let local = Obb3::new([0.0; 3], half, rotation);
        assert!(draw::length(draw::apply(columns.map(|c| c.map(f64::from)), long)) < 1e-6);
        let around = Obb3::enclosing(&local, &map).unwrap();
        assert_contains_image(&around, &local, &map);
    }
}

/// In the plane the norm of a rotation is a root; rotations by Pythagorean triples have whole ones.
#[test]
fn every_corner_is_inside_in_the_plane() {
    let of = Exact::of;
    let mut rng = Rng::new(23);
    let triples = [[3.0, 4.0, 5.0], [-5.0, 12.0, 13.0], [8.0, -15.0, 17.0], [1.0, 0.0, 1.0]];
    for case in 0..4000 {
        let [x, y, norm] = triples[rng.below(4)];
        let (center, half): ([f32; 2], [f32; 2]) =
            (draw::vector(&mut rng, 10.0), draw::half_extents(&mut rng, 10.0));
        let local = Obb2::new(center, half, [x, y]);
        let columns = match case % 4 {
            0 => [draw::vector(&mut rng, 2.0), draw::vector(&mut rng, 2.0)],
            1 => [draw::vector(&mut rng, 2.0), [0.0; 2]],
            // Along the box's first axis, nothing: (x, y) goes to zero.
            2 => [[y * 0.1, y * 0.3], [x * -0.1, x * -0.3]],
            _ => [draw::vector(&mut rng, 1e-20), draw::vector(&mut rng, 1e20)],
        };
        let translation: [f32; 2] = draw::vector(&mut rng, 1.0);
        let map = Affine2::from_columns(columns, translation);
        let around = Obb2::enclosing(&local, &map).unwrap();

        let apply = |v: [Exact; 2]| -> [Exact; 2] {
            core::array::from_fn(|j| {
                of(columns[0][j]) * v[0].clone() + of(columns[1][j]) * v[1].clone()
            })
        };
        let z = [of(around.rotation().cos), of(around.rotation().sin)];
        let sides = [z.clone(), [-z[1].clone(), z[0].clone()]];
        let edges = [[x, y], [-y, x]].map(|axis| apply(axis.map(of)));
        let middle = apply(center.map(of));
        for corner in 0..4 {
            let offset: [Exact; 2] = core::array::from_fn(|j| {
                let base =
                    middle[j].clone() + of(translation[j]) - of(around.center().to_array()[j]);
                (0..2).fold(base * of(norm), |sum, i| {
                    let edge = edges[i][j].clone() * of(half[i]);
                    if corner >> i & 1 == 1 { sum + edge } else { sum - edge }
                })
            });
            for (k, side) in sides.iter().enumerate() {
                let reach = of(around.half_extents().to_array()[k]) * of(norm);
                assert!(
                    exact::dot(side, &offset).square() <= reach.square() * exact::dot(&z, &z),
                    "corner {corner} sticks out of {around:?}: {local:?} under {map:?}"
                );
            }
        }
    }
}

/// Where the image is a box, the box around it is hardly larger.
#[test]
fn a_box_that_stays_a_box_does_not_grow() {
    let mut rng = Rng::new(24);
    for _ in 0..1000 {
        let scale = rng.between(0.1, 10.0);
        let columns = draw::rotation(&mut rng).map(|column| column.map(|x| (x * scale) as f32));
        let map = Affine3::from_columns(columns, draw::vector::<3>(&mut rng, 10.0));
        let local =
            Obb3::new([1.0, 2.0, 3.0], [1.0, 2.0, 4.0], draw::direction::<4>(&mut rng, 1.0));
        let (image, around) =
            (local.affine_image(&map).unwrap(), Obb3::enclosing(&local, &map).unwrap());
        assert_eq!(image.center(), around.center());
        let ratio = around.half_extents() / image.half_extents();
        assert!(ratio.min_element() >= 1.0 && ratio.max_element() < 1.000_002, "{ratio}");
    }
}

#[test]
fn what_no_finite_box_contains_is_refused() {
    let unit = Obb3::new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let stretch = |x: f32| {
        let columns = [[x, 0.0, 0.0], [0.0, x, 0.0], [x, 0.0, x]];
        Obb3::enclosing(&unit, &Affine3::from_columns(columns, [0.0; 3]))
    };
    assert_eq!(stretch(f32::MAX), Err(ShapeError::NotRepresentable));
    assert_eq!(stretch(f32::NAN).unwrap_err().to_string(), "map is NaN; expected a finite number");
    assert!(stretch(1e38).is_ok());
}
