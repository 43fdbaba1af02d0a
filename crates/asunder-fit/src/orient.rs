//! The orientations worth a try.

use crate::direction::{Direction, dot, frame_along, unit};

/// Three directions of length one at right angles.
pub(crate) type Frame = [Direction; 3];

/// How many directions of triangles are tried.
const FACES: usize = 24;
/// The cosine from which on two triangles count as parallel.
const PARALLEL: f64 = 0.999;

/// Frames to start from: the bone's own, and along the normals of the larger triangles. Principal
/// axes add nothing: the search from here finds them where they are good.
pub(crate) fn starts(normals: &[Direction]) -> Vec<Frame> {
    let mut frames = vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]];
    frames.extend(faces(normals).into_iter().map(frame_along));
    frames
}

/// The directions of the larger triangles; of those that point nearly the same way or the opposite
/// way, one.
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
