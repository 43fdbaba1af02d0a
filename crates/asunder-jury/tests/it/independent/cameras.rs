//! Frusta in small integers as lists of half-spaces, against boxes, points and moving points: by the
//! vertices of the planes, and the interval of a line inside them.

use std::array::from_fn;

use asunder_jury::{
    Contact, Depth, Frustum, Planes, Rng, Shape, cast_hits, contact, contains, sweep_penetrates,
};

/// `normal · x <= offset`.
#[derive(Clone, Copy)]
struct FrustumPlane {
    normal: [i128; 3],
    offset: i128,
}

impl FrustumPlane {
    /// How far the point `p / weight` is beyond, times the positive weight.
    fn beyond(&self, p: [i128; 3], weight: i128) -> i128 {
        dot(self.normal, p) - self.offset * weight
    }
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn determinant(a: [i128; 3], b: [i128; 3], c: [i128; 3]) -> i128 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// The point where three planes meet, and its positive weight.
fn corner(planes: [&FrustumPlane; 3]) -> Option<([i128; 3], i128)> {
    let column = |i: usize| planes.map(|plane| plane.normal[i]);
    let (x, y, z, offsets) = (column(0), column(1), column(2), planes.map(|plane| plane.offset));
    let weight = determinant(x, y, z);
    let point =
        [determinant(offsets, y, z), determinant(x, offsets, z), determinant(x, y, offsets)];
    match weight {
        0 => None,
        1.. => Some((point, weight)),
        _ => Some((point.map(|v| -v), -weight)),
    }
}

fn box_bounds(min: [i128; 3], max: [i128; 3]) -> Vec<FrustumPlane> {
    let axis = |i: usize, sign: i128| from_fn(|j| if i == j { sign } else { 0 });
    (0..3)
        .flat_map(|i| {
            let high = FrustumPlane { normal: axis(i, 1), offset: max[i] };
            [high, FrustumPlane { normal: axis(i, -1), offset: -min[i] }]
        })
        .collect()
}

/// The contact of a frustum with a box that is not flat.
fn contact_with_box(frustum: &[FrustumPlane], solid: &[FrustumPlane]) -> Contact {
    let all: Vec<&FrustumPlane> = frustum.iter().chain(solid).collect();
    let mut common = Vec::new();
    for i in 0..all.len() {
        for j in 0..i {
            for k in 0..j {
                if let Some((point, weight)) = corner([all[i], all[j], all[k]])
                    && all.iter().all(|bound| bound.beyond(point, weight) <= 0)
                {
                    common.push((point, weight));
                }
            }
        }
    }
    if common.is_empty() {
        return Contact::Apart;
    }
    // What is common is the hull of these. Its middle is inside the box if any of it is.
    let within =
        |bound: &FrustumPlane| common.iter().any(|(p, weight)| bound.beyond(*p, *weight) < 0);
    if solid.iter().all(within) { Contact::Penetrating } else { Contact::Touching }
}

/// The contact of a frustum with a point.
fn contact_with_point(frustum: &[FrustumPlane], point: [i128; 3]) -> Contact {
    let farthest = frustum.iter().map(|bound| bound.beyond(point, 1).signum()).max();
    match farthest {
        Some(1) => Contact::Apart,
        Some(0) => Contact::Touching,
        _ => Contact::Penetrating,
    }
}

/// Whether a moving point hits a solid frustum, and whether its path penetrates it.
fn moving_point(frustum: &[FrustumPlane], from: [i128; 3], motion: [i128; 3]) -> (bool, bool) {
    if motion == [0; 3] {
        let met = contact_with_point(frustum, from);
        return (met != Contact::Apart, met == Contact::Penetrating);
    }
    // From when to when it is within, as fractions with positive divisors.
    let (mut since, mut until) = ((i128::MIN >> 64, 1), (i128::MAX >> 64, 1));
    let less = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 < b.0 * a.1;
    let (mut ever, mut inside) = (true, true);
    for bound in frustum {
        let (height, slope) = (bound.beyond(from, 1), dot(bound.normal, motion));
        if slope > 0 && less((-height, slope), until) {
            until = (-height, slope);
        } else if slope < 0 && less(since, (height, -slope)) {
            since = (height, -slope);
        } else if slope == 0 {
            ever &= height <= 0;
            inside &= height < 0;
        }
    }
    let (start, end) = ((0, 1), (1, 1));
    let hits = ever && !less(until, since) && less(start, until) && !less(end, since);
    let through = inside && less(since, until) && less(start, until) && less(since, end);
    (hits, through)
}

/// A camera, and the planes of its view.
fn camera(rng: &mut Rng) -> (Shape<3>, Vec<FrustumPlane>) {
    let rotations =
        [[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 2], [1, 0, 0, 1], [0, 2, 0, 1], [1, 1, 0, 1]];
    let [x, y, z, w]: [i128; 4] = rotations[rng.below(rotations.len())];
    let origin: [i128; 3] = from_fn(|_| rng.below(5) as i128 - 2);
    let mut range = |low: i128| {
        let first = low + rng.below(3) as i128;
        (first, first + 1 + rng.below(3) as i128)
    };
    let ((left, right), (bottom, top), (near, far)) = (range(-2), range(-2), range(0));
    let square = x * x + y * y + z * z + w * w;
    let right_axis = [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)];
    let up_axis = [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)];
    let depth_axis =
        [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z].map(|v| -v);
    // slope · depth <= across, and the other way round.
    let side = |across: [i128; 3], slope: i128, sign: i128| {
        let normal = from_fn(|i| sign * (slope * depth_axis[i] - across[i]));
        FrustumPlane { normal, offset: dot(normal, origin) }
    };
    let end = |depth: i128, sign: i128| {
        let normal = depth_axis.map(|v| v * sign);
        FrustumPlane { normal, offset: dot(normal, origin) + sign * depth * square }
    };
    let bounds = vec![
        side(right_axis, left, 1),
        side(right_axis, right, -1),
        side(up_axis, bottom, 1),
        side(up_axis, top, -1),
        end(near, -1),
        end(far, 1),
    ];
    let shape = Shape::Frustum(Frustum::Perspective {
        origin: origin.map(|v| v as f32),
        rotation: [x, y, z, w].map(|v| v as f32),
        slopes: [left, right, bottom, top].map(|v| v as f32),
        near: near as f32,
        far: far as f32,
    });
    (shape, bounds)
}

/// Half-spaces about an inner point.
fn half_spaces(rng: &mut Rng) -> (Shape<3>, Vec<FrustumPlane>) {
    let inner: [i128; 3] = from_fn(|_| rng.below(5) as i128 - 2);
    let count = 1 + rng.below(6);
    let bounds: Vec<FrustumPlane> = (0..count)
        .map(|_| {
            let mut normal: [i128; 3] = from_fn(|_| rng.below(5) as i128 - 2);
            if normal == [0; 3] {
                normal[rng.below(3)] = 1;
            }
            FrustumPlane { normal, offset: dot(normal, inner) + 1 + rng.below(3) as i128 }
        })
        .collect();
    let planes: Vec<_> =
        bounds.iter().map(|b| (b.normal.map(|v| v as f32), b.offset as f32)).collect();
    (Shape::Frustum(Frustum::HalfSpaces(Planes::new(&planes))), bounds)
}

/// Any matrix of small numbers that keeps something.
fn projection(rng: &mut Rng) -> (Shape<3>, Vec<FrustumPlane>) {
    loop {
        let rows: [[i128; 4]; 4] = from_fn(|_| from_fn(|_| rng.below(5) as i128 - 2));
        let depth = [Depth::ZeroToOne, Depth::MinusOneToOne][rng.below(2)];
        let shape = Shape::Frustum(Frustum::Projection {
            rows: rows.map(|row| row.map(|v| v as f32)),
            depth,
        });
        if !shape.is_valid() {
            continue;
        }
        let mut bounds = Vec::new();
        for (i, row) in rows[..3].iter().enumerate() {
            for sign in [1, -1] {
                let lone = i == 2 && sign == 1 && depth == Depth::ZeroToOne;
                let at_least: [i128; 4] =
                    from_fn(|j| sign * row[j] + if lone { 0 } else { rows[3][j] });
                let normal = from_fn(|j| -at_least[j]);
                // Without a normal it is true everywhere, or the frustum would not be valid.
                if normal != [0; 3] {
                    bounds.push(FrustumPlane { normal, offset: at_least[3] });
                }
            }
        }
        return (shape, bounds);
    }
}

#[test]
fn frusta_are_judged_alike() {
    let mut rng = Rng::new(61);
    let (mut boxes, mut points, mut ways, mut held) = ([0; 3], [0; 3], [0; 4], 0);
    for round in 0..3000 * crate::independent::times() {
        let form = round % 3;
        let (shape, bounds) = match form {
            0 => camera(&mut rng),
            1 => half_spaces(&mut rng),
            _ => projection(&mut rng),
        };
        assert!(shape.is_valid(), "{shape:?}");
        let min: [i128; 3] = from_fn(|_| rng.below(9) as i128 - 5);
        let max: [i128; 3] = from_fn(|i| min[i] + 1 + rng.below(3) as i128);
        let other = Shape::Aabb { min: min.map(|v| v as f32), max: max.map(|v| v as f32) };
        let expected = contact_with_box(&bounds, &box_bounds(min, max));
        boxes[expected as usize] += 1;
        assert_eq!(contact(&shape, &other), expected, "{shape:?} {other:?}");
        let corner = |k: usize| from_fn(|i| if k >> i & 1 == 0 { min[i] } else { max[i] });
        let expected = (0..8).all(|k| contact_with_point(&bounds, corner(k)) != Contact::Apart);
        held += usize::from(expected);
        assert_eq!(contains(&shape, &other), expected, "{shape:?} {other:?}");

        let point = Shape::Point(min.map(|v| v as f32));
        let expected = contact_with_point(&bounds, min);
        points[expected as usize] += 1;
        assert_eq!(contact(&shape, &point), expected, "{shape:?} {point:?}");
        if form < 2 {
            let motion: [i128; 3] = from_fn(|_| rng.below(7) as i128 - 3);
            let step = motion.map(|v| v as f32);
            let expected = moving_point(&bounds, min, motion);
            ways[usize::from(expected.0) + 2 * usize::from(expected.1)] += 1;
            let found = (cast_hits(&point, step, &shape), sweep_penetrates(&point, step, &shape));
            assert_eq!(found, expected, "{shape:?} {point:?} {step:?}");
        }
    }
    assert!(boxes.iter().chain(&points).all(|seen| *seen > 100), "{boxes:?} {points:?}");
    assert!(ways[0] > 100 && ways[1] > 20 && ways[3] > 100 && held > 50, "{ways:?} {held}");
}
