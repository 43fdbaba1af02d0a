//! Boxes as lists of half-spaces over the integers, and the intersection points of their planes.

use std::array::from_fn;
use std::cmp::Ordering;

use asunder_jury::Shape;
use dashu_int::IBig;

use crate::independent::whole;

/// `normal · x <= offset` over the integers.
pub(crate) struct BoxFace<const D: usize> {
    pub(crate) normal: [IBig; D],
    pub(crate) offset: IBig,
    /// Whether the box is flat between this bound and its opposite.
    pub(crate) flat: bool,
}

/// A box in integers, doubled, in the unit of [`whole`].
pub(crate) struct IntegerBox<const D: usize> {
    pub(crate) bounds: Vec<BoxFace<D>>,
    /// The directions in which the box has thickness.
    pub(crate) thick: Vec<[IBig; D]>,
}

pub(crate) fn dot<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> IBig {
    (0..D).map(|i| &a[i] * &b[i]).sum()
}

/// The box with its axes as the columns of the textbook matrix, each of length `length`.
pub(crate) fn solid<const D: usize>(
    center: [IBig; D],
    half: [IBig; D],
    axes: [[IBig; D]; D],
    length: &IBig,
) -> IntegerBox<D> {
    let mut bounds = Vec::new();
    let mut thick = Vec::new();
    for (axis, half) in axes.iter().zip(&half) {
        let (middle, reach) = (dot(axis, &center), half * length);
        let flat = *half == IBig::ZERO;
        bounds.push(BoxFace { normal: axis.clone(), offset: &middle + &reach, flat });
        bounds.push(BoxFace { normal: axis.clone().map(|x| -x), offset: reach - middle, flat });
        if !flat {
            thick.push(axis.clone());
        }
    }
    IntegerBox { bounds, thick }
}

pub(crate) fn doubled<const D: usize>(values: [f32; D]) -> [IBig; D] {
    values.map(|value| whole(value) << 1)
}

pub(crate) fn unturned<const D: usize>(min: [f32; D], max: [f32; D]) -> IntegerBox<D> {
    let (low, high) = (min.map(whole), max.map(whole));
    solid(
        from_fn(|i| &low[i] + &high[i]),
        from_fn(|i| &high[i] - &low[i]),
        from_fn(|i| from_fn(|j| IBig::from(i32::from(i == j)))),
        &IBig::ONE,
    )
}

pub(crate) fn solid3(shape: &Shape<3>) -> IntegerBox<3> {
    match *shape {
        Shape::Aabb { min, max } => unturned(min, max),
        Shape::Obb { center, half_extents, rotation } => {
            let [x, y, z, w] = rotation.map(whole);
            let twice = |value: IBig| value << 1;
            let (xx, yy, zz, ww) = (&x * &x, &y * &y, &z * &z, &w * &w);
            let axes = [
                [&ww + &xx - &yy - &zz, twice(&x * &y + &w * &z), twice(&x * &z - &w * &y)],
                [twice(&x * &y - &w * &z), &ww - &xx + &yy - &zz, twice(&y * &z + &w * &x)],
                [twice(&x * &z + &w * &y), twice(&y * &z - &w * &x), &ww - &xx - &yy + &zz],
            ];
            solid(doubled(center), doubled(half_extents), axes, &(xx + yy + zz + ww))
        }
        _ => unreachable!("only boxes are asked for"),
    }
}

/// For rotations in the plane whose length is whole.
pub(crate) fn solid2(shape: &Shape<2>) -> IntegerBox<2> {
    match *shape {
        Shape::Aabb { min, max } => unturned(min, max),
        Shape::Obb { center, half_extents, rotation: [cos, sin, ..] } => {
            let length = f64::from(cos * cos + sin * sin).sqrt();
            assert_eq!(length, length.round(), "only lengths that are whole are asked for");
            let (cos, sin) = (whole(cos), whole(sin));
            let axes = [[cos.clone(), sin.clone()], [-sin, cos]];
            solid(doubled(center), doubled(half_extents), axes, &whole(length as f32))
        }
        _ => unreachable!("only boxes are asked for"),
    }
}

pub(crate) fn determinant(a: &[IBig; 3], b: &[IBig; 3], c: &[IBig; 3]) -> IBig {
    &a[0] * (&b[1] * &c[2] - &b[2] * &c[1]) - &a[1] * (&b[0] * &c[2] - &b[2] * &c[0])
        + &a[2] * (&b[0] * &c[1] - &b[1] * &c[0])
}

/// The common point of three planes as `point / weight`, the weight positive.
pub(crate) fn corner3([a, b, c]: [&BoxFace<3>; 3]) -> Option<([IBig; 3], IBig)> {
    let column = |i: usize| [&a.normal, &b.normal, &c.normal].map(|normal| normal[i].clone());
    let (x, y, z) = (column(0), column(1), column(2));
    let offsets = [&a.offset, &b.offset, &c.offset].map(IBig::clone);
    let weight = determinant(&x, &y, &z);
    let point = [
        determinant(&offsets, &y, &z),
        determinant(&x, &offsets, &z),
        determinant(&x, &y, &offsets),
    ];
    oriented(point, weight)
}

pub(crate) fn oriented<const D: usize>(
    point: [IBig; D],
    weight: IBig,
) -> Option<([IBig; D], IBig)> {
    match weight.cmp(&IBig::ZERO) {
        Ordering::Less => Some((point.map(|x| -x), -weight)),
        Ordering::Equal => None,
        Ordering::Greater => Some((point, weight)),
    }
}

pub(crate) fn corner2([a, b]: [&BoxFace<2>; 2]) -> Option<([IBig; 2], IBig)> {
    let ([p, q], [r, s]) = (&a.normal, &b.normal);
    let point = [&a.offset * s - q * &b.offset, p * &b.offset - &a.offset * r];
    oriented(point, p * s - q * r)
}
