//! Matrices: read from every engine's memory, refused where they cannot be meant, applied to boxes.

use crate::draw;
use asunder::prelude::*;
use asunder::{Affine2, Affine3, MatrixError, TransformError};
use asunder_jury::Rng;
use glam::Vec3;

/// Axis images (2, 3, 4), (5, 6, 7), (8, 9, 10) and translation (11, 12, 13), each axis in a row:
/// the memory of DirectX and of glTF.
const AXES_IN_A_ROW: [f32; 16] =
    [2.0, 3.0, 4.0, 0.0, 5.0, 6.0, 7.0, 0.0, 8.0, 9.0, 10.0, 0.0, 11.0, 12.0, 13.0, 1.0];

fn transposed(m: [f32; 16]) -> [f32; 16] {
    core::array::from_fn(|i| m[i % 4 * 4 + i / 4])
}

#[test]
fn every_memory_order_gives_the_same_map() {
    let map = Affine3::from_directx(&AXES_IN_A_ROW).unwrap();
    assert_eq!(map.translation(), Vec3::new(11.0, 12.0, 13.0));
    assert_eq!(map.column(1), Vec3::new(5.0, 6.0, 7.0));
    assert_eq!(Affine3::from_gltf(&AXES_IN_A_ROW), Ok(map));
    assert_eq!(Affine3::from_ogre(&transposed(AXES_IN_A_ROW)), Ok(map));
    let columns = [[2.0, 3.0, 4.0], [5.0, 6.0, 7.0], [8.0, 9.0, 10.0]];
    assert_eq!(Affine3::from_columns(columns, [11.0, 12.0, 13.0]), map);
    let rows = [[2.0, 5.0, 8.0], [3.0, 6.0, 9.0], [4.0, 7.0, 10.0]];
    assert_eq!(Affine3::from_rows(rows, [11.0, 12.0, 13.0]), map);
    // glam stores what glTF stores.
    let glam = glam::Mat4::from_cols_array(&AXES_IN_A_ROW);
    assert_eq!(Affine3::from_gltf(&glam.to_cols_array()), Ok(map));
    // In the plane z is left out.
    let flat = Affine2::from_directx(&AXES_IN_A_ROW).unwrap();
    assert_eq!(flat, Affine2::from_columns([[2.0, 3.0], [5.0, 6.0]], [11.0, 12.0]));
    assert_eq!(Affine2::from_ogre(&transposed(AXES_IN_A_ROW)), Ok(flat));
}

#[test]
fn a_transposed_matrix_is_refused_with_the_constructor_that_fits() {
    let ogre = transposed(AXES_IN_A_ROW);
    let message = |result: Result<Affine3, MatrixError>| result.unwrap_err().to_string();
    let expected = "the matrix looks transposed: its translation sits where the constant 0, 0, 0, 1 \
                    is expected; read it with Affine::from_ogre";
    assert_eq!(message(Affine3::from_directx(&ogre)), expected);
    assert_eq!(message(Affine3::from_gltf(&ogre)), expected);
    assert!(
        message(Affine3::from_ogre(&AXES_IN_A_ROW))
            .ends_with("read it with Affine::from_directx or Affine::from_gltf")
    );
    assert!(matches!(Affine2::from_ogre(&AXES_IN_A_ROW), Err(MatrixError::LooksTransposed { .. })));
    // Without a translation nothing tells the two apart.
    let mut turn = AXES_IN_A_ROW;
    (turn[12], turn[13], turn[14]) = (0.0, 0.0, 0.0);
    let map = Affine3::from_directx(&transposed(turn)).unwrap();
    assert_eq!(map.column(0), Vec3::new(2.0, 5.0, 8.0));
}

#[test]
fn what_is_no_affine_map_is_refused() {
    let projection =
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.5, 1.0, 0.0, 0.0, -0.5, 0.0];
    for error in [Affine3::from_directx(&projection), Affine3::from_gltf(&projection)] {
        assert_eq!(
            error.unwrap_err().to_string(),
            "the matrix is not affine: expected the constant 0, 0, 0, 1, found 0, 0, 1, 0"
        );
    }
    let found = [0.0, 0.0, 1.0, 0.0];
    assert_eq!(Affine3::from_ogre(&transposed(projection)), Err(MatrixError::NotAffine { found }));
}

/// The index counts in the memory that the caller handed in.
#[test]
fn a_number_that_is_none_is_named_by_its_place() {
    for place in 0..16 {
        for value in [f32::INFINITY, f32::NEG_INFINITY] {
            let mut m = AXES_IN_A_ROW;
            m[place] = value;
            let error = Err(MatrixError::NotFinite { index: place, value });
            assert_eq!(Affine3::from_directx(&m), error);
            assert_eq!(Affine3::from_gltf(&m), error);
            let mut m = transposed(AXES_IN_A_ROW);
            m[place] = value;
            assert_eq!(Affine3::from_ogre(&m), error);
        }
    }
    let mut m = transposed(AXES_IN_A_ROW);
    m[7] = f32::NAN;
    assert_eq!(
        Affine3::from_ogre(&m).unwrap_err().to_string(),
        "element 7 of the matrix is NaN; expected a finite number"
    );
}

#[test]
fn maps_compose() {
    let mut rng = Rng::new(11);
    for _ in 0..1000 {
        let mut map = || {
            let columns: [[f32; 3]; 3] = core::array::from_fn(|_| draw::vector(&mut rng, 4.0));
            Affine3::from_columns(columns, draw::vector::<3>(&mut rng, 4.0))
        };
        let (outer, inner) = (map(), map());
        let both = outer.after(&inner);
        let ((columns, shift), (inside, start)) = (draw::parts(&outer), draw::parts(&inner));
        for (i, column) in inside.into_iter().enumerate() {
            let want = draw::apply(columns, column);
            for (got, want) in both.column(i).to_array().into_iter().zip(want) {
                draw::assert_rounded(got, want, 1e-14);
            }
        }
        let want = draw::apply(columns, start);
        for (j, got) in both.translation().to_array().into_iter().enumerate() {
            draw::assert_rounded(got, want[j] + shift[j], 1e-14);
        }
    }
}

/// Turned, scaled along each axis by a factor of its own, mirrored where a factor is negative.
fn turned_and_scaled(rng: &mut Rng, scales: [f64; 3]) -> Affine3 {
    let turn = draw::rotation(rng);
    let columns: [[f32; 3]; 3] = core::array::from_fn(|i| turn[i].map(|x| (x * scales[i]) as f32));
    Affine3::from_columns(columns, draw::vector::<3>(rng, 10.0))
}

/// Asserts that `image` is the box around the true image of `local`'s corners, up to the rounding
/// of its numbers.
#[track_caller]
fn assert_is_image(image: &Obb3, local: impl Iterator<Item = Vec3>, map: &Affine3) {
    let (columns, shift) = draw::parts(map);
    let corners: Vec<_> = image.corners().map(|v| v.to_array().map(f64::from)).collect();
    let size = f64::from(image.half_extents().length());
    let slack = 1e-6 * (size + f64::from(image.center().length()));
    for corner in local {
        let turned = draw::apply(columns, corner.to_array().map(f64::from));
        let want: [f64; 3] = core::array::from_fn(|j| turned[j] + shift[j]);
        let near = corners.iter().any(|corner| {
            draw::length(core::array::from_fn::<_, 3, _>(|j| corner[j] - want[j])) <= slack
        });
        assert!(near, "no corner of {image:?} is {want:?}");
    }
}

#[test]
fn boxes_under_matrices_keep_their_corners() {
    let mut rng = Rng::new(12);
    for case in 0..2000 {
        let scale = rng.magnitude(-6..6);
        let scales = core::array::from_fn(|_| match case % 3 {
            0 => scale,
            1 => scale * rng.sign(),
            _ => rng.magnitude(-3..3) * rng.sign(),
        });
        let map = turned_and_scaled(&mut rng, scales);
        let (a, b): ([f32; 3], [f32; 3]) =
            (draw::vector(&mut rng, 4.0), draw::vector(&mut rng, 4.0));
        let unturned = Aabb3::from_points([a, b]).unwrap();
        let image = Obb3::from_local_aabb(&unturned, &map).unwrap();
        assert_is_image(&image, unturned.corners(), &map);
        let (columns, shift) = draw::parts(&map);
        let middle = draw::apply(
            columns,
            core::array::from_fn(|i| (f64::from(a[i]) + f64::from(b[i])) / 2.0),
        );
        for j in 0..3 {
            draw::assert_rounded(image.center().to_array()[j], middle[j] + shift[j], 1e-12);
            let half = draw::length(columns[j]) * (f64::from(a[j]) - f64::from(b[j])).abs() / 2.0;
            draw::assert_rounded(image.half_extents().to_array()[j], half, 1e-12);
        }
        // A turned box stays a box where all scales are alike.
        if case % 3 < 2 {
            let turned = draw::obb(&mut rng, 4.0);
            assert_is_image(&turned.affine_image(&map).unwrap(), turned.corners(), &map);
        }
    }
}

#[test]
fn a_scale_of_zero_flattens() {
    let map = Affine3::from_columns([[0.0; 3], [0.0, 0.0, 2.0], [0.0; 3]], [1.0, 2.0, 3.0]);
    let image = Obb3::from_local_aabb(&Aabb3::new([-1.0; 3], [1.0; 3]), &map).unwrap();
    assert_eq!(image.center(), Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(image.half_extents(), Vec3::new(0.0, 2.0, 0.0));
    assert!(image.contains(&Vec3::new(1.0, 2.0, 5.0)));
    assert!(!image.contains(&Vec3::new(1.0, 2.0, 5.000_001)));
}

#[test]
fn skewing_is_refused_with_the_way_out() {
    let map = Affine3::from_columns([[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
    let unit = Aabb3::new([-1.0; 3], [1.0; 3]);
    let error = Obb3::from_local_aabb(&unit, &map).unwrap_err();
    assert_eq!(error, TransformError::Skewed { cosine: 0.447_213_6 });
    assert_eq!(
        error.to_string(),
        "the map skews the box (the cosine between two of its axes becomes 0.4472136); enclose the \
         skewed box with `Obb::enclosing`"
    );
    // The same box, turned out of a scale's axes, is skewed by the scale alone.
    let stretch =
        Affine3::from_columns([[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
    let turned = Obb3::new([0.0; 3], [1.0; 3], [0.0, 0.0, 1.0, 2.0]);
    assert!(matches!(turned.affine_image(&stretch), Err(TransformError::Skewed { .. })));
    assert!(Obb3::from_local_aabb(&unit, &stretch).is_ok());
    let infinite = Affine3::from_columns([[f32::INFINITY; 3]; 3], [0.0; 3]);
    assert!(matches!(Obb3::from_local_aabb(&unit, &infinite), Err(TransformError::Shape(_))));
}
