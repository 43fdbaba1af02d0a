//! Shapes rewritten in integers: every `f32` is a whole multiple of a power of two.
//!
//! The two shapes of a pair share one unit of length. A rotation and a normal have a unit of their
//! own each, because only their directions matter; an offset is counted in the product of the two.

use super::length::Length;
use crate::Shape;
use dashu_int::IBig;
use std::array::from_fn;

/// A shape over the integers.
#[derive(Clone, Debug)]
pub(super) enum Body<const D: usize> {
    /// A sphere, or a point as the sphere of radius 0.
    Ball { center: [IBig; D], radius: IBig },
    /// A box of either kind.
    Block(Block<D>),
    /// A plane.
    Plane(Flat<D>),
    /// A half-space.
    HalfSpace(Flat<D>),
}

/// A box: `center + Σ tᵢ · axes[i] / length` with `|tᵢ| <= half_extents[i]`.
#[derive(Clone, Debug)]
pub(super) struct Block<const D: usize> {
    pub(super) center: [IBig; D],
    pub(super) half_extents: [IBig; D],
    /// Orthogonal, not of unit length.
    pub(super) axes: [[IBig; D]; D],
    /// The length of each axis.
    pub(super) length: Length,
}

/// The plane `normal · x = offset`, or the half-space below it.
#[derive(Clone, Debug)]
pub(super) struct Flat<const D: usize> {
    pub(super) normal: [IBig; D],
    pub(super) offset: IBig,
}

/// Both shapes in integers of the same unit of length.
pub(super) fn pair<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> (Body<D>, Body<D>) {
    let unit = unit_of_length(a).into_iter().chain(unit_of_length(b)).min().unwrap_or(0);
    (body(a, unit), body(b, unit))
}

/// The exponent of a unit that divides every length in the shape; `None` if all are 0.
fn unit_of_length<const D: usize>(shape: &Shape<D>) -> Option<i32> {
    match shape {
        Shape::Point(point) => exponent(point),
        Shape::Sphere { center, radius } => {
            exponent(center).into_iter().chain(exponent(&[*radius])).min()
        }
        // One less, because the center is half of min + max.
        Shape::Aabb { min, max } => {
            exponent(min).into_iter().chain(exponent(max)).min().map(|unit| unit - 1)
        }
        Shape::Obb { center, half_extents, .. } => {
            exponent(center).into_iter().chain(exponent(half_extents)).min()
        }
        Shape::Plane { normal, offset } | Shape::HalfSpace { normal, offset } => {
            exponent(&[*offset]).map(|unit| unit - exponent(normal).unwrap_or(0))
        }
    }
}

fn body<const D: usize>(shape: &Shape<D>, unit: i32) -> Body<D> {
    match shape {
        Shape::Point(point) => Body::Ball { center: integers(point, unit), radius: IBig::ZERO },
        Shape::Sphere { center, radius } => {
            Body::Ball { center: integers(center, unit), radius: integer(*radius, unit) }
        }
        Shape::Aabb { min, max } => {
            let (min, max) = (integers(min, unit), integers(max, unit));
            Body::Block(Block {
                center: from_fn(|i| (&min[i] + &max[i]) >> 1),
                half_extents: from_fn(|i| (&max[i] - &min[i]) >> 1),
                axes: from_fn(|i| from_fn(|j| IBig::from(i32::from(i == j)))),
                length: Length::Whole(IBig::ONE),
            })
        }
        Shape::Obb { center, half_extents, rotation } => {
            let (axes, length) = frame(rotation);
            Body::Block(Block {
                center: integers(center, unit),
                half_extents: integers(half_extents, unit),
                axes,
                length,
            })
        }
        Shape::Plane { normal, offset } => Body::Plane(flat(normal, *offset, unit)),
        Shape::HalfSpace { normal, offset } => Body::HalfSpace(flat(normal, *offset, unit)),
    }
}

fn flat<const D: usize>(normal: &[f32; D], offset: f32, unit: i32) -> Flat<D> {
    let own = exponent(normal).unwrap_or(0);
    Flat { normal: integers(normal, own), offset: integer(offset, unit + own) }
}

/// The axes of a turned box and their common length.
fn frame<const D: usize>(rotation: &[f32; 4]) -> ([[IBig; D]; D], Length) {
    const { assert!(D == 2 || D == 3, "shapes have two or three dimensions") };
    let q = integers(rotation, exponent(rotation).unwrap_or(0));
    let square = q.iter().map(|v| v * v).sum();
    let (axes, length) = if D == 2 {
        let [cos, sin, ..] = &q;
        (vec![vec![cos.clone(), sin.clone()], vec![-sin, cos.clone()]], Length::Root(square))
    } else {
        // q·e·q̄ turns the unit vector e, and stretches it by |q|².
        let conjugate = from_fn(|i| if i < 3 { -&q[i] } else { q[i].clone() });
        let turned = |i: usize| {
            let unit = from_fn(|j| IBig::from(i32::from(i == j)));
            hamilton(&hamilton(&q, &unit), &conjugate).to_vec()
        };
        ((0..3).map(turned).collect(), Length::Whole(square))
    };
    (from_fn(|i| from_fn(|j| axes[i][j].clone())), length)
}

/// The product of two quaternions `[x, y, z, w]`.
fn hamilton(a: &[IBig; 4], b: &[IBig; 4]) -> [IBig; 4] {
    let [x, y, z, w] = a;
    let [p, q, r, s] = b;
    [
        w * p + x * s + y * r - z * q,
        w * q - x * r + y * s + z * p,
        w * r + x * q - y * p + z * s,
        w * s - x * p - y * q - z * r,
    ]
}

/// The number as an odd integer times a power of two; `None` for 0.
fn decode(value: f32) -> Option<(i32, i32)> {
    debug_assert!(value.is_finite(), "the oracle answers for finite numbers only");
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 23 & 0xff) as i32, (bits & 0x7f_ffff) as i32);
    let mantissa = if field == 0 { fraction } else { fraction | 1 << 23 };
    if mantissa == 0 {
        return None;
    }
    let zeros = mantissa.trailing_zeros();
    let magnitude = mantissa >> zeros;
    let exponent = field.max(1) - 150 + zeros as i32;
    Some((if bits >> 31 == 1 { -magnitude } else { magnitude }, exponent))
}

/// The exponent of the largest power of two that divides all the values; `None` if all are 0.
fn exponent(values: &[f32]) -> Option<i32> {
    values.iter().filter_map(|value| decode(*value)).map(|(_, exponent)| exponent).min()
}

/// The value in units of `2^unit`, which must divide it.
fn integer(value: f32, unit: i32) -> IBig {
    decode(value).map_or(IBig::ZERO, |(mantissa, exponent)| {
        IBig::from(mantissa) << exponent.abs_diff(unit) as usize
    })
}

fn integers<const N: usize>(values: &[f32; N], unit: i32) -> [IBig; N] {
    from_fn(|i| integer(values[i], unit))
}
