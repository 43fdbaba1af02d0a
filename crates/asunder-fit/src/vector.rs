//! Vectors in `f64`, and bounds of points.

/// A vector or point in `f64`.
pub(crate) type Vector = [f64; 3];

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The normalized vector; `None` if its length is zero or not finite.
pub(crate) fn unit(a: Vector) -> Option<Vector> {
    let length = dot(a, a).sqrt();
    (length > 0.0 && length.is_finite()).then(|| a.map(|x| x / length))
}

/// An orthonormal basis whose first vector is given, and whose second is as near as possible to the
/// coordinate axis farthest from the first.
pub(crate) fn orthonormal_basis(first: Vector) -> [Vector; 3] {
    let farther = |a: usize, b: usize| if first[b].abs() < first[a].abs() { b } else { a };
    let mut axis = [0.0; 3];
    axis[farther(farther(0, 1), 2)] = 1.0;
    let third = cross(first, axis);
    let length = dot(third, third).sqrt();
    let third = third.map(|x| x / length);
    [first, cross(third, first), third]
}

/// The interval of the points on each coordinate axis; from infinity to minus infinity if there are
/// none.
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
