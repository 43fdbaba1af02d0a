//! `Parallelepiped::image` rounds each number to the nearest, and `Obb::enclosing` contains it: both
//! shown in exact arithmetic.

use super::enclosing::map;
use crate::draw;
use crate::exact::{self, Exact};
use asunder::prelude::*;
use asunder::{Affine2, Affine3};
use asunder_jury::Rng;
use glam::Vec3;

/// Asserts that no `f32` is nearer to `numerator / denominator`, which is no -0.
#[track_caller]
fn assert_nearest(got: f32, numerator: &Exact, denominator: &Exact) {
    let twice = numerator.clone() + numerator.clone();
    let middle = |other: f32| (Exact::of(got) + Exact::of(other)) * denominator.clone();
    let near = middle(got.next_down()) <= twice && twice <= middle(got.next_up());
    assert!(near && got.to_bits() != (-0.0f32).to_bits(), "{got:e} is not the nearest");
}

/// `columns` applied to a vector.
fn apply<const D: usize>(columns: &[[Exact; D]; D], v: &[Exact; D]) -> [Exact; D] {
    core::array::from_fn(|j| {
        (0..D).fold(Exact::zero(), |sum, i| sum + columns[i][j].clone() * v[i].clone())
    })
}

fn exact(v: Vec3) -> [Exact; 3] {
    v.to_array().map(Exact::of)
}

/// A map that takes the box's center next to the origin, so that all but its last digits cancel.
fn cancelling(map: &Affine3, local: &Obb3) -> Affine3 {
    let columns = [0, 1, 2].map(|i| map.column(i).to_array());
    let center = local.center().to_array().map(f64::from);
    let image = draw::apply(columns.map(|column| column.map(f64::from)), center);
    Affine3::from_columns(columns, image.map(|x| -x as f32))
}

#[test]
fn every_number_is_the_nearest() {
    let mut rng = Rng::new(31);
    for case in 0..4000 {
        let (any, local) = (map(case, &mut rng), draw::obb(&mut rng, 10.0));
        let map = if rng.chance(0.5) { any } else { cancelling(&any, &local) };
        let image = Parallelepiped3::image(&map, &local).unwrap();
        let columns = [0, 1, 2].map(|i| exact(map.column(i)));
        let center = apply(&columns, &exact(local.center()));
        for (j, &got) in image.center().to_array().iter().enumerate() {
            let moved = center[j].clone() + Exact::of(map.translation().to_array()[j]);
            assert_nearest(got, &moved, &Exact::of(1.0));
        }
        let (rows, norm) = exact::frame(local.rotation().to_array());
        for (i, edge) in image.edges().into_iter().enumerate() {
            let (direction, half) = (apply(&columns, &rows[i]), exact(local.half_extents()));
            for (j, &got) in edge.to_array().iter().enumerate() {
                assert_nearest(got, &(direction[j].clone() * half[i].clone()), &norm);
            }
        }
    }
}

/// In the plane the norm of a rotation is a root; by a Pythagorean triple it is a whole number.
#[test]
fn every_number_is_the_nearest_in_the_plane() {
    let mut rng = Rng::new(32);
    let triples = [[3.0, 4.0, 5.0], [-5.0, 12.0, 13.0], [8.0, -15.0, 17.0], [1.0, 0.0, 1.0]];
    for case in 0..4000 {
        let [x, y, norm] = triples[rng.below(4)];
        let half: [f32; 2] = draw::half_extents(&mut rng, 10.0);
        let local = Obb2::new(draw::vector::<2>(&mut rng, 10.0), half, [x, y]);
        let columns: [[f32; 2]; 2] = match case % 3 {
            0 => [draw::vector(&mut rng, 2.0), draw::vector(&mut rng, 2.0)],
            // Along the box's first axis, next to nothing: (x, y) all but cancels.
            1 => [[y * 0.1, y * 0.3], [x * -0.1, (x * -0.3).next_up()]],
            _ => [draw::vector(&mut rng, 1e-38), draw::vector(&mut rng, 1e-38)],
        };
        let image = Parallelepiped2::image(&Affine2::from_columns(columns, [0.0; 2]), &local);
        let columns = columns.map(|column| column.map(Exact::of));
        for (i, edge) in image.unwrap().edges().into_iter().enumerate() {
            let axis = if i == 0 { [x, y] } else { [-y, x] }.map(Exact::of);
            let direction = apply(&columns, &axis);
            for (j, &got) in edge.to_array().iter().enumerate() {
                let edge = direction[j].clone() * Exact::of(half[i]);
                assert_nearest(got, &edge, &Exact::of(norm));
            }
        }
    }
}

/// The sum of the half-edges' reaches along each axis of the box around stays within its half
/// extents, to the last bit.
#[test]
fn the_enclosing_box_contains_the_rounded_image() {
    let mut rng = Rng::new(33);
    for case in 0..4000 {
        let (map, local) = (map(case, &mut rng), draw::obb(&mut rng, 10.0));
        let image = Parallelepiped3::image(&map, &local).unwrap();
        let around = Obb3::enclosing(&local, &map).unwrap();
        let (sides, norm) = exact::frame(around.rotation().to_array());
        let [middle, center] = [image.center(), around.center()].map(exact);
        let shift = [0, 1, 2].map(|j| middle[j].clone() - center[j].clone());
        for (k, side) in sides.iter().enumerate() {
            let reach =
                image.edges().into_iter().fold(exact::dot(side, &shift).abs(), |sum, edge| {
                    sum + exact::dot(side, &exact(edge)).abs()
                });
            let limit = Exact::of(around.half_extents().to_array()[k]) * norm.clone();
            assert!(reach <= limit, "{image:?} sticks out of {around:?} along its axis {k}");
        }
    }
}
