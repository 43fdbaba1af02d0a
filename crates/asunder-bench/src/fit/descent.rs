//! The least volume of a box around points, as far as patience finds it.

use asunder_jury::Rng;

type Vec3 = [f64; 3];

/// The least volume that many descents by random steps find, from random rotations. They see those
/// of the points that are extremal along some of many directions; what they find is measured on all.
pub(crate) fn least_volume(points: &[[f32; 3]]) -> f64 {
    const DIRECTIONS: usize = 1500;
    const DESCENTS: usize = 100;
    let mut rng = Rng::new(77);
    let mut extremal: Vec<usize> = Vec::new();
    for _ in 0..DIRECTIONS {
        let direction = [(); 3].map(|()| rng.between(-1.0, 1.0));
        let along = |i: usize| dot(points[i].map(f64::from), direction);
        let farther = |a: usize, b: usize| if along(b) > along(a) { b } else { a };
        extremal.extend((0..points.len()).reduce(farther));
    }
    extremal.sort_unstable();
    extremal.dedup();
    let all: Vec<Vec3> = points.iter().map(|point| point.map(f64::from)).collect();
    let points: Vec<Vec3> = extremal.into_iter().map(|i| all[i]).collect();
    let mut least = f64::INFINITY;
    for _ in 0..DESCENTS {
        let mut turn = [(); 4].map(|()| rng.between(-1.0, 1.0));
        let (mut best, mut step) = (volume(&points, turn), 0.5);
        while step > 1e-5 {
            let moved = turn.map(|x| x + step * rng.between(-1.0, 1.0));
            let found = volume(&points, moved);
            if found < best {
                (turn, best) = (moved, found);
            } else {
                step *= 0.975;
            }
        }
        let found = volume(&all, turn);
        if found < least {
            least = found;
        }
    }
    least
}

/// The volume of the points' box along the axes of a quaternion of any length.
fn volume(points: &[Vec3], [x, y, z, w]: [f64; 4]) -> f64 {
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let axes = [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ];
    axes.iter().fold(1.0, |volume, axis| {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for point in points {
            let at = dot(*point, *axis);
            low = if at < low { at } else { low };
            high = if at > high { at } else { high };
        }
        volume * (high - low)
    })
}

pub(crate) fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
