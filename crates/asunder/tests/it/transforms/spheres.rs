//! A sphere under a matrix: the radius takes the largest stretch, and the sphere contains the image.

use crate::draw;
use crate::exact::Exact;
use asunder::Affine3;
use asunder::prelude::*;
use asunder_jury::Rng;

/// A linear map of one of several kinds: any, sheared, flat, mirrored, scaled along an axis.
fn columns(case: usize, rng: &mut Rng) -> [[f32; 3]; 3] {
    let mut columns: [[f32; 3]; 3] = core::array::from_fn(|_| draw::vector(rng, 2.0));
    match case % 4 {
        0 => {}
        1 => columns[2] = [0.0; 3],
        2 => columns[1] = columns[0].map(|x| -x),
        _ => {
            let scale = rng.between(0.1, 10.0);
            columns = draw::rotation(rng).map(|column| column.map(|x| x as f32));
            columns[0] = columns[0].map(|x| (f64::from(x) * scale) as f32);
        }
    }
    columns
}

#[test]
fn the_radius_is_the_largest_stretch() {
    let mut rng = Rng::new(31);
    for case in 0..20 {
        let columns = columns(case, &mut rng);
        let image = Sphere3::enclosing(
            &Sphere3::new([0.0; 3], 2.0),
            &Affine3::from_columns(columns, [1.0, 2.0, 3.0]),
        )
        .unwrap();
        assert_eq!(image.center().to_array(), [1.0, 2.0, 3.0]);
        let wide = columns.map(|column| column.map(f64::from));
        let (mut most, mut best) = (0.0, [0.0; 3]);
        for _ in 0..10_000 {
            let direction = draw::direction::<3>(&mut rng, 1.0).map(f64::from);
            let stretch = draw::length(draw::apply(wide, direction)) / draw::length(direction);
            assert!(2.0 * stretch <= f64::from(image.radius()), "{columns:?}");
            if stretch > most {
                (most, best) = (stretch, direction);
            }
        }
        // The best direction, climbed to the top: repeated MᵀM.
        for _ in 0..1000 {
            let image = draw::apply(wide, best);
            let back = wide.map(|column| draw::dot(column, image));
            best = back.map(|x| x / draw::length(back));
        }
        let stretch = draw::length(draw::apply(wide, best));
        let radius = f64::from(image.radius());
        assert!((2.0 * stretch..2.000_001 * stretch).contains(&radius), "{radius} for {stretch}");
    }
}

/// The images of the two ends of every axis, not rounded, lie in the image sphere, even where all
/// that the map does besides turning is lost in the rounding of an `f64`.
#[test]
fn the_ends_of_the_axes_are_inside() {
    let mut rng = Rng::new(32);
    for case in 0..4000 {
        let mut columns = columns(case, &mut rng);
        let mut center: [f32; 3] = draw::vector(&mut rng, 4.0);
        let mut translation: [f32; 3] = draw::vector(&mut rng, 4.0);
        if case % 4 == 0 {
            let tiny = |rng: &mut Rng| rng.magnitude(-90..-20) as f32;
            columns = [[0.0, 1.0, tiny(&mut rng)], [1.0, 0.0, 0.0], [0.0, tiny(&mut rng), 1.0]];
            let first = if rng.chance(0.5) { tiny(&mut rng) } else { 0.0 };
            (center, translation) = ([first, 0.0, 0.0], [0.0, 1.0, 0.0]);
        }
        let radius = rng.between(0.0, 4.0) as f32;
        let image = Sphere3::enclosing(
            &Sphere3::new(center, radius),
            &Affine3::from_columns(columns, translation),
        )
        .unwrap();
        let limit = Exact::of(image.radius()).square();
        for (axis, side) in [(0, 1.0), (1, 1.0), (2, 1.0), (0, -1.0), (1, -1.0), (2, -1.0)] {
            let square = (0..3).fold(Exact::zero(), |sum, j| {
                let moved = (0..3).fold(Exact::of(translation[j]), |sum, i| {
                    sum + Exact::of(columns[i][j]) * Exact::of(center[i])
                });
                let end = Exact::of(side * radius) * Exact::of(columns[axis][j]);
                sum + (moved + end - Exact::of(image.center().to_array()[j])).square()
            });
            assert!(square <= limit, "axis {axis} of {center:?} {radius} under {columns:?}");
        }
    }
}

/// Turning by right angles, mirroring and scaling by a whole number lose nothing, and add nothing.
#[test]
fn a_radius_that_can_keep_its_bits_does() {
    let quarter = [[0.0, 4.0, 0.0], [-4.0, 0.0, 0.0], [0.0, 0.0, -4.0]];
    let map = Affine3::from_columns(quarter, [10.0, 0.0, 0.0]);
    let image = Sphere3::enclosing(&Sphere3::new([1.0, 2.0, 4.0], 0.1), &map).unwrap();
    assert_eq!(image, Sphere3::new([2.0, 4.0, -16.0], 0.1 * 4.0));
    let error = Sphere3::enclosing(
        &Sphere3::new([0.0; 3], 1.0),
        &Affine3::from_columns([[f32::MAX; 3]; 3], [0.0; 3]),
    )
    .unwrap_err();
    assert_eq!(error.to_string(), "radius is inf; expected a finite number");
}
