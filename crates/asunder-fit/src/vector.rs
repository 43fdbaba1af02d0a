//! Vectors in `f64`, and bounds of points.
//!
//! Fitting calls these for every sample, and is often built with little optimisation, where `array::map`,
//! ranges and closures stay calls: they are inlined always, and coordinates are written out.

/// A vector or point in `f64`.
pub(crate) type Vector = [f64; 3];

#[inline(always)]
pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a - factor * b`.
#[inline(always)]
pub(crate) fn minus_multiple(a: Vector, factor: f64, b: Vector) -> Vector {
    [a[0] - factor * b[0], a[1] - factor * b[1], a[2] - factor * b[2]]
}

/// The sum of the coordinates' magnitudes.
#[inline(always)]
pub(crate) fn norm1([x, y, z]: Vector) -> f64 {
    x.abs() + y.abs() + z.abs()
}

/// The point in `f64`.
#[inline(always)]
pub(crate) fn wide([x, y, z]: [f32; 3]) -> Vector {
    [f64::from(x), f64::from(y), f64::from(z)]
}

/// The point rounded to `f32`.
#[inline(always)]
pub(crate) fn narrow([x, y, z]: Vector) -> [f32; 3] {
    [x as f32, y as f32, z as f32]
}

/// The interval that reaches to a value, too; it stays as it is for NaN.
#[inline(always)]
pub(crate) fn extended([low, high]: [f64; 2], x: f64) -> [f64; 2] {
    [if x < low { x } else { low }, if x > high { x } else { high }]
}

/// The interval of the points' coordinates along each axis; from infinity to minus infinity if there are
/// no points.
pub(crate) fn ends_along(points: &[[f32; 3]], [a, b, c]: &[Vector; 3]) -> [[f64; 2]; 3] {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    let (mut of_a, mut of_b, mut of_c) = (none, none, none);
    for &point in points {
        let p = wide(point);
        of_a = extended(of_a, dot(p, *a));
        of_b = extended(of_b, dot(p, *b));
        of_c = extended(of_c, dot(p, *c));
    }
    [of_a, of_b, of_c]
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
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    let (mut of_x, mut of_y, mut of_z) = (none, none, none);
    for &point in points {
        let [x, y, z] = wide(point);
        of_x = extended(of_x, x);
        of_y = extended(of_y, y);
        of_z = extended(of_z, z);
    }
    [of_x, of_y, of_z]
}

/// The diagonal of the points' bounding box.
pub(crate) fn diagonal(points: &[[f32; 3]]) -> f64 {
    let extents = bounds(points).map(|[low, high]| if low < high { high - low } else { 0.0 });
    dot(extents, extents).sqrt()
}
