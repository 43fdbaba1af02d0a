//! Boxes from Ogre: matrices of column vectors, rows in a row, and bounding boxes in full sizes.

use crate::draw;
use asunder::Affine3;
use asunder::MatrixError;
use asunder::prelude::*;
use asunder_jury::Rng;

/// The exhibit: fifteen axes in the moving box's frame, as written for Ogre. Its faults: the sizes
/// are full sizes, and of the *world* bounding box, which has grown around the turned object; the
/// entries of R keep their signs; the distance is not turned into the frame of R; and
/// `absDotProduct` adds the magnitudes of the products. `rotation` is R in rows.
fn exhibit(a_bounds: &Aabb3, b_bounds: &Aabb3, rotation: [[f32; 3]; 3]) -> bool {
    let (a, b, r) = (a_bounds.size(), b_bounds.size(), rotation);
    let t = (a_bounds.center() - b_bounds.center()).to_array();
    let apart = |axis: [f32; 3], reach: f32| {
        let along: f32 = (0..3).map(|i| (t[i] * axis[i]).abs()).sum();
        along > reach.abs()
    };
    for i in 0..3 {
        let unit = core::array::from_fn(|k| if k == i { 1.0 } else { 0.0 });
        if apart(unit, a[i] + (0..3).map(|j| b[j] * r[i][j]).sum::<f32>()) {
            return false;
        }
    }
    for j in 0..3 {
        let column = [r[0][j], r[1][j], r[2][j]];
        if apart(column, (0..3).map(|i| a[i] * r[i][j]).sum::<f32>() + b[j]) {
            return false;
        }
    }
    for i in 0..3 {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (m, n) = ((j + 1) % 3, (j + 2) % 3);
            let mut axis = [0.0; 3];
            (axis[k], axis[l]) = (-r[l][j], r[k][j]);
            if apart(axis, a[k] * r[l][j] + a[l] * r[k][j] + b[m] * r[i][n] + b[n] * r[i][m]) {
                return false;
            }
        }
    }
    true
}

/// A matrix as Ogre stores it: `m[row][column]`, translation in the last column.
fn ogre(columns: [[f32; 3]; 3], translation: [f32; 3]) -> [f32; 16] {
    core::array::from_fn(|i| match (i / 4, i % 4) {
        (3, column) => f32::from(u8::from(column == 3)),
        (row, 3) => translation[row],
        (row, column) => columns[column][row],
    })
}

fn transposed(m: [f32; 16]) -> [f32; 16] {
    core::array::from_fn(|i| m[i % 4 * 4 + i / 4])
}

/// An object: a unit cube in its own space, under a matrix.
fn cube(matrix: &[f32; 16]) -> Obb3 {
    let local = Aabb3::from_center_size([0.0; 3], [1.0; 3]);
    Obb3::from_local_aabb(&local, &Affine3::from_ogre(matrix).expect("affine")).expect("rigid")
}

/// The box that the engine keeps around the turned object.
fn world_bounds(shape: &Obb3) -> Aabb3 {
    Aabb3::from_points(shape.corners()).expect("corners")
}

/// R = A⁻¹·B of two turned cubes, in rows.
fn relative(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f32; 3]; 3] {
    a.map(|p| b.map(|q| draw::dot(p, q) as f32))
}

const UNTURNED: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn narrow(columns: [[f64; 3]; 3]) -> [[f32; 3]; 3] {
    columns.map(|column| column.map(|x| x as f32))
}

/// "It reports a hit while they are slightly apart, I don't know why."
#[test]
fn slightly_apart_is_apart() {
    let unit = narrow(UNTURNED);
    let a = cube(&ogre(unit, [0.0; 3]));
    let b = cube(&ogre(unit, [1.5, 0.0, 0.0]));
    let rotation = relative(UNTURNED, UNTURNED);
    assert!(exhibit(&world_bounds(&a), &world_bounds(&b), rotation), "full sizes: a hit");
    assert!(!a.intersects(&b), "half a cube lies between them");
    let touching = cube(&ogre(unit, [1.0, 0.0, 0.0]));
    assert!(a.intersects(&touching) && !a.penetrates(&touching));
}

/// Turned alike, cubes apart are hits; turned apart, the signs of R cancel reach against reach, and
/// overlapping cubes are missed.
#[test]
fn overlapping_is_found_whatever_the_signs() {
    let mut rng = Rng::new(61);
    let (mut invented, mut missed) = (0, 0);
    for case in 0..1000 {
        let turn_a = draw::rotation(&mut rng);
        let turn_b = if case % 2 == 0 { turn_a } else { draw::rotation(&mut rng) };
        let a = cube(&ogre(narrow(turn_a), [0.0; 3]));
        let b = cube(&ogre(narrow(turn_b), draw::vector(&mut rng, 1.5)));
        let said = exhibit(&world_bounds(&a), &world_bounds(&b), relative(turn_a, turn_b));
        match (said, a.intersects(&b)) {
            (true, false) => invented += 1,
            (false, true) => missed += 1,
            _ => {}
        }
        // Certain cases need no second test: balls inside and around the cubes.
        let distance = a.center().distance(b.center());
        assert!(distance > 0.999 || a.intersects(&b), "the inner balls meet");
        assert!(distance < 1.733 || !a.intersects(&b), "the outer balls are apart");
    }
    assert!(invented > 50 && missed > 50, "{invented} invented, {missed} missed");
}

/// The cure that its author found by luck, handing in the transposed matrix, is refused here until
/// the constructor fits the matrix.
#[test]
fn a_transposed_matrix_names_its_constructor() {
    let mut rng = Rng::new(62);
    let matrix = ogre(narrow(draw::rotation(&mut rng)), [4.0, 5.0, 6.0]);
    assert_eq!(
        Affine3::from_ogre(&transposed(matrix)),
        Err(MatrixError::LooksTransposed {
            constructor: "Affine::from_directx or Affine::from_gltf"
        })
    );
    assert_eq!(
        Affine3::from_directx(&matrix),
        Err(MatrixError::LooksTransposed { constructor: "Affine::from_ogre" })
    );
    assert_eq!(Affine3::from_gltf(&transposed(matrix)), Affine3::from_ogre(&matrix));
}

/// The bone matrices of a skeleton are skinning matrices: they take the mesh as it was modelled to
/// where it is now. The bone's own matrix is the skinning matrix after the bone's place in the model.
#[test]
fn skinning_matrices_give_the_boxes_of_the_bones() {
    let mut rng = Rng::new(63);
    for _ in 0..200 {
        let modelled_turn = draw::rotation(&mut rng);
        let modelled_at = [0.0, 1.5, 0.25];
        let modelled = Affine3::from_ogre(&ogre(narrow(modelled_turn), modelled_at)).unwrap();
        let now = ogre(narrow(draw::rotation(&mut rng)), draw::vector(&mut rng, 3.0));
        let now = Affine3::from_ogre(&now).unwrap();
        // The inverse of a rigid matrix: transposed, and moved back.
        let back = core::array::from_fn(|i| modelled_turn.map(|axis| axis[i]));
        let start = draw::apply(back, modelled_at.map(f64::from)).map(|x| -x as f32);
        let skinning = now.after(&Affine3::from_columns(narrow(back), start));

        let limb = Aabb3::new([-0.1, 0.0, -0.1], [0.1, 0.6, 0.1]);
        let from_bone = Obb3::from_local_aabb(&limb, &now).unwrap();
        let from_skin = Obb3::from_local_aabb(&limb, &skinning.after(&modelled)).unwrap();
        for (a, b) in from_bone.corners().zip(from_skin.corners()) {
            assert!(a.distance(b) < 4e-6, "{a} and {b}");
        }
        // Taken for the bone's matrix, the skinning matrix puts the box elsewhere.
        let wrong = Obb3::from_local_aabb(&limb, &skinning).unwrap();
        assert!(wrong.center().distance(from_bone.center()) > 0.1);
    }
}
