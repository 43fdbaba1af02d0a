//! The orientations worth a try.

use crate::direction::{Direction, difference, dot, frame_along, unit};

/// Three directions of length one at right angles.
pub(crate) type Frame = [Direction; 3];

/// How many directions of faces are tried.
const FACES: usize = 24;
/// The cosine from which on two faces count as parallel.
const PARALLEL: f64 = 0.999;

/// Frames to start from: the bone's own, along its children, along the points' principal axes,
/// along the normals of the larger triangles. Of frames that do equally well the first wins.
pub(crate) fn starts(
    points: &[[f32; 3]],
    normals: &[Direction],
    children: &[Direction],
) -> Vec<Frame> {
    let mut frames = vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]];
    frames.extend(children.iter().filter_map(|&child| unit(child)).map(frame_along));
    frames.extend(principal_axes(points));
    frames.extend(faces(normals).into_iter().map(frame_along));
    frames
}

/// The directions of the larger faces: of triangles that point the same way, up or down, together.
fn faces(normals: &[Direction]) -> Vec<Direction> {
    let mut sorted: Vec<(f64, Direction)> =
        normals.iter().filter_map(|&normal| Some((dot(normal, normal), unit(normal)?))).collect();
    // The sort is stable: equally large triangles stay in the order of the mesh.
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut faces: Vec<Direction> = Vec::new();
    for (_, normal) in sorted {
        if faces.len() == FACES {
            break;
        }
        if faces.iter().all(|&face| dot(face, normal).abs() < PARALLEL) {
            faces.push(normal);
        }
    }
    faces
}

/// The eigenvectors of the points' covariance, by Jacobi's method (Golub and Van Loan, §8.5).
fn principal_axes(points: &[[f32; 3]]) -> Option<Frame> {
    let count = points.len() as f64;
    let wide = || points.iter().map(|point| point.map(f64::from));
    let sum = wide().fold([0.0; 3], |s, p| [s[0] + p[0], s[1] + p[1], s[2] + p[2]]);
    let mean = sum.map(|x| x / count);
    let mut s = [[0.0; 3]; 3];
    for point in wide() {
        let d = difference(point, mean);
        for (i, row) in s.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += d[i] * d[j];
            }
        }
    }
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    // Convergence is quadratic: a 3×3 matrix is diagonal to the last bit after six sweeps.
    for (p, q) in [(0, 1), (0, 2), (1, 2)].repeat(8) {
        if s[p][q] == 0.0 {
            continue;
        }
        let theta = (s[q][q] - s[p][p]) / (2.0 * s[p][q]);
        let root = (theta * theta + 1.0).sqrt();
        let t = if theta < 0.0 { -1.0 / (root - theta) } else { 1.0 / (root + theta) };
        let cos = 1.0 / (t * t + 1.0).sqrt();
        let sin = t * cos;
        let turn = |a: f64, b: f64| (cos * a - sin * b, sin * a + cos * b);
        for row in &mut s {
            (row[p], row[q]) = turn(row[p], row[q]);
        }
        for k in 0..3 {
            (s[p][k], s[q][k]) = turn(s[p][k], s[q][k]);
            (axes[p][k], axes[q][k]) = turn(axes[p][k], axes[q][k]);
        }
    }
    axes.as_flattened().iter().all(|x| x.is_finite()).then_some(axes)
}
