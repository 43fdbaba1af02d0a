//! Clouds of points: what boxes are fitted to, turned so that no axis of theirs is a coordinate axis.

use asunder_jury::Rng;
use std::array::from_fn;

type Vec3 = [f64; 3];

/// A cloud and how it is made.
pub(crate) struct Cloud {
    pub(crate) name: &'static str,
    pub(crate) points: fn() -> Vec<[f32; 3]>,
}

/// The six clouds, on which principal axes do well, badly, and as badly as can be.
#[rustfmt::skip]
pub(crate) const CLOUDS: &[Cloud] = &[
    Cloud { name: "box_with_noise", points: || turned(10_000, |rng, _| shaken(on_box(rng, [3.0, 2.0, 1.0]), rng)) },
    Cloud { name: "ellipsoid", points: || turned(10_000, |rng, _| on_ellipsoid(rng, [0.0; 3], [3.0, 2.0, 1.0])) },
    Cloud { name: "humanoid", points: || turned(20_000, humanoid) },
    Cloud { name: "l_shape", points: || turned(10_000, l_shape) },
    Cloud { name: "skewed_density", points: || turned(22_000, skewed) },
    Cloud { name: "tetrahedron", points: || turned(5_000, tetrahedron) },
];

/// So many points, turned and moved.
fn turned(count: usize, point: fn(&mut Rng, usize) -> Vec3) -> Vec<[f32; 3]> {
    // The quaternion (0.36, 0.48, -0.6, 0.528) over its length, as a matrix over its square.
    let [x, y, z, w] = [0.36, 0.48, -0.6, 0.528];
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let columns: [Vec3; 3] = [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ];
    let mut rng = Rng::new(count as u64);
    (0..count)
        .map(|i| {
            let local = point(&mut rng, i);
            let at = |t: usize| (0..3).map(|k| columns[k][t] * local[k]).sum::<f64>();
            [10.0 + at(0), -3.0 + at(1), 5.0 + at(2)].map(|x| x as f32)
        })
        .collect()
}

/// With noise.
fn shaken(point: Vec3, rng: &mut Rng) -> Vec3 {
    point.map(|x| x + rng.between(-0.02, 0.02))
}

/// On the surface of a box, on each face as often as on the others.
fn on_box(rng: &mut Rng, half: Vec3) -> Vec3 {
    let mut point = half.map(|h| rng.between(-h, h));
    let face = rng.below(3);
    point[face] = half[face] * rng.sign();
    point
}

fn on_ellipsoid(rng: &mut Rng, center: Vec3, half: Vec3) -> Vec3 {
    loop {
        let way = [(); 3].map(|()| rng.between(-1.0, 1.0));
        let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.01 && length <= 1.0 {
            return from_fn(|t| center[t] + half[t] * way[t] / length);
        }
    }
}

/// A figure that strides with one arm forward: ellipsoids for its limbs, y up.
fn humanoid(rng: &mut Rng, i: usize) -> Vec3 {
    let (center, half) = [
        ([0.0, 1.65, 0.02], [0.09, 0.12, 0.11]),
        ([0.0, 1.2, 0.0], [0.2, 0.32, 0.13]),
        ([0.3, 1.3, 0.0], [0.16, 0.06, 0.06]),
        ([0.42, 1.12, 0.2], [0.05, 0.06, 0.22]),
        ([-0.3, 1.1, -0.1], [0.06, 0.3, 0.07]),
        ([0.1, 0.5, 0.18], [0.08, 0.45, 0.12]),
        ([-0.1, 0.5, -0.12], [0.08, 0.45, 0.1]),
        ([0.1, 0.04, 0.32], [0.05, 0.04, 0.13]),
    ][i % 8];
    on_ellipsoid(rng, center, half)
}

/// Two bars at a right angle.
fn l_shape(rng: &mut Rng, i: usize) -> Vec3 {
    if i.is_multiple_of(2) {
        let [x, y, z] = on_box(rng, [2.0, 0.25, 0.25]);
        [x + 2.0, y, z]
    } else {
        let [x, y, z] = on_box(rng, [0.25, 1.25, 0.25]);
        [x, y + 1.25, z]
    }
}

/// A box most of whose points are near one corner.
fn skewed(rng: &mut Rng, i: usize) -> Vec3 {
    let [x, y, z] = on_box(rng, [2.0, 1.5, 0.5]);
    if i.is_multiple_of(11) { [x, y, z] } else { [2.0 - (2.0 - x) * 0.1, 1.5 - (1.5 - y) * 0.2, z] }
}

/// Within four corners, which are among the points.
fn tetrahedron(rng: &mut Rng, i: usize) -> Vec3 {
    let corners = [[0.0, 0.0, 0.0], [3.0, 0.2, 0.0], [0.7, 2.0, 0.3], [0.9, 0.6, 1.7]];
    if let Some(corner) = corners.get(i) {
        return *corner;
    }
    let mut shares = [(); 4].map(|()| rng.between(0.0, 1.0));
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    from_fn(|t| (0..4).map(|k| shares[k] * corners[k][t]).sum())
}
