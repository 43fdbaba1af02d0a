//! Directions, and the few things one does with them.

/// A vector in `f64`, of any length.
pub(crate) type Direction = [f64; 3];

pub(crate) fn dot(a: Direction, b: Direction) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Direction, b: Direction) -> Direction {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn difference(a: Direction, b: Direction) -> Direction {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The direction with length one; `None` if it has no length, or none that is finite.
pub(crate) fn unit(a: Direction) -> Option<Direction> {
    let length = dot(a, a).sqrt();
    (length > 0.0 && length.is_finite()).then(|| a.map(|x| x / length))
}

/// Three directions at right angles, the first along a direction of length one, the second as near
/// as can be to the coordinate axis that is farthest from it.
pub(crate) fn frame_along(first: Direction) -> [Direction; 3] {
    let farther = |a: usize, b: usize| if first[b].abs() < first[a].abs() { b } else { a };
    let mut axis = [0.0; 3];
    axis[farther(farther(0, 1), 2)] = 1.0;
    let third = cross(first, axis);
    let length = dot(third, third).sqrt();
    let third = third.map(|x| x / length);
    [first, cross(third, first), third]
}

/// Along each coordinate axis the least and the greatest coordinate of the points; infinite, the wrong
/// way round, if there are none.
pub(crate) fn bounds(points: &[[f32; 3]]) -> [[f64; 2]; 3] {
    [0, 1, 2].map(|axis| {
        points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
            let x = f64::from(point[axis]);
            [if x < low { x } else { low }, if x > high { x } else { high }]
        })
    })
}

/// The diagonal of the points' bounding box.
pub(crate) fn diagonal(points: &[[f32; 3]]) -> f64 {
    let extents = bounds(points).map(|[low, high]| if low < high { high - low } else { 0.0 });
    dot(extents, extents).sqrt()
}
