//! Boxes in [integers](super), where a filter leaves a touch open.
//!
//! In the frame of a turned box a point is `s/n` for the products `s` with the rows of its rotation, which are
//! `n = |q|²` long (Ericson 2005, §4.4.1). So gaps along the axes of the box, and along the cross products of these with
//! one other edge, have the second power of the quaternion, and no division.
//!
//! *Lemma.* The axes of the box and their cross products with the edges of a line, a segment or a triangle decide,
//! together with the normal of the triangle, even if shapes are flat.
//!
//! *Proof.* If two shapes are apart, they still are if the box is thicker by little enough. Then the Minkowski
//! difference has a volume, so that the normal of one of its faces separates them, and these are the axes. If zero is on
//! the boundary of a difference with a volume, one of these normals has no overlap. A difference without a volume has no
//! extent along one of the axes. ∎
//!
//! *Lemma.* Let the components of the quaternion be at most 2ᵗ ≤ 2³¹ steps together, and lengths at most 2ʳ of theirs.
//! Then products with an axis of the box and of `k` lengths fit into 128 bits, and so do sums of three of them, if
//! `2·t + k·r` is at most 124.
//!
//! *Proof.* The components of an axis and `n` are at most the square of 2ᵗ, and fit into 64 bits. Products of vectors are
//! at most those of their taxicab lengths. ∎

use super::grid::Grid;
use super::{Steps, counted, dot};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::shape::{Aabb, Obb, ShapeRef};
use crate::space::Vector;

/// The most bits of a length, for which `f64` rounds no difference.
const LENGTH_BITS: u32 = 51;

/// The most bits of a quaternion.
const ROTATION_BITS: u32 = 31;

/// The most bits of a product.
const PRODUCT_BITS: u32 = 124;

/// The grid whose steps are as fine as shapes of some reach allow.
pub(in crate::query::separation) fn finest_grid(reach: f64) -> Grid {
    Grid::of_steps(reach, (1_u64 << LENGTH_BITS) as f64)
}

/// Vectors on that grid in the largest steps that count all of them, and the bits of what they reach together.
#[inline(always)]
pub(in super::super) fn coarsened<const N: usize>(mut vectors: [Steps; N]) -> ([Steps; N], u32) {
    let all = vectors.iter().fold(0, |all, [x, y, z]| all | x | y | z);
    let zeros = all.trailing_zeros().min(LENGTH_BITS);
    for vector in &mut vectors {
        *vector = vector.mapped(|x| x >> zeros);
    }
    (vectors, LENGTH_BITS - zeros)
}

/// A direction in the largest steps that count it, and its bits; `None` if it has too many.
#[inline(always)]
pub(in super::super) fn counted_direction<V: Vector>(
    direction: Vect<V, f64>,
) -> Option<(Steps, u32)> {
    let grid = finest_grid(direction.norm1());
    if !grid.has_all([direction]) {
        return None;
    }
    let ([direction], bits) = coarsened([counted(direction, &grid)]);
    Some((direction, bits))
}

/// A box as it is stored, whose lengths are doubled: the center of an upright box is half the sum of two corners.
pub(in super::super) struct StoredBox<V: Vector> {
    /// All that it is made of, but for the rotation.
    pub(in super::super) stored: [Vect<V, f64>; 2],
    /// Two points whose middle is the center.
    ends: [Vect<V, f64>; 2],
    /// Twice the half extents.
    pub(in super::super) size: Vect<V, f64>,
    /// `None` of an upright box.
    pub(in super::super) rotation: Option<V::RotationArray>,
}

impl<V: Vector> From<&Aabb<V>> for StoredBox<V> {
    #[inline(always)]
    fn from(aabb: &Aabb<V>) -> Self {
        let ends @ [low, high] = [&aabb.min, &aabb.max].mapped(Vect::of);
        Self { stored: ends, ends, size: high - low, rotation: None }
    }
}

impl<V: Vector> From<&Obb<V>> for StoredBox<V> {
    #[inline(always)]
    fn from(obb: &Obb<V>) -> Self {
        let stored @ [center, half] = [&obb.center, &obb.half_extents].mapped(Vect::of);
        Self { stored, ends: [center; 2], size: half * 2.0, rotation: Some(obb.rotation) }
    }
}

impl<V: Vector> StoredBox<V> {
    /// `None` of other kinds.
    #[inline(always)]
    pub(in super::super) fn of(shape: &ShapeRef<'_, V>) -> Option<Self> {
        match *shape {
            ShapeRef::Aabb(aabb) => Some(aabb.into()),
            ShapeRef::Obb(obb) => Some(obb.into()),
            _other => None,
        }
    }

    /// Twice the vector from the center to a point.
    #[inline(always)]
    pub(in super::super) fn twice_offset(&self, point: Vect<V, f64>) -> Vect<V, f64> {
        let [low, high] = self.ends;
        (point - low) + (point - high)
    }

    /// The axes of a box in space; `None` if the quaternion has too many bits.
    #[inline(always)]
    pub(in super::super) fn rows(&self) -> Option<BoxRows> {
        self.rotation.as_ref().map_or(Some(BoxRows::AXIS_ALIGNED), BoxRows::of::<V>)
    }
}

/// The axes of a box.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct BoxRows {
    /// All of one length.
    pub(in super::super) rows: [Steps; 3],
    pub(in super::super) length: i64,
    /// The bits of the quaternion.
    bits: u32,
}

impl BoxRows {
    const AXIS_ALIGNED: Self = Self { rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], length: 1, bits: 0 };

    /// Of a turned box; `None` if its quaternion has too many bits.
    #[inline(always)]
    fn of<V: Vector>(rotation: &V::RotationArray) -> Option<Self> {
        let &[x, y, z, w] = rotation.as_ref() else { return None };
        let rotation = [x, y, z, w].mapped(widen);
        let [x, y, z, w] = rotation.mapped(f64::abs);
        let grid = Grid::of_steps(x + y + z + w, (1_u64 << ROTATION_BITS) as f64);
        let [x, y, z, w] = rotation.mapped(|x| grid.has_widened(x));
        if !(x & y & z & w) {
            return None;
        }
        let [x, y, z, w] = rotation.mapped(|x| grid.steps(x));
        // A quaternion is not zero.
        let zeros = (x | y | z | w).trailing_zeros();
        let [x, y, z, w] = [x, y, z, w].mapped(|x| x >> zeros);
        let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
        let (xy, xz, yz, wx, wy, wz) = (x * y, x * z, y * z, w * x, w * y, w * z);
        let rows = [
            [ww + xx - yy - zz, 2 * (xy + wz), 2 * (xz - wy)],
            [2 * (xy - wz), ww - xx + yy - zz, 2 * (yz + wx)],
            [2 * (xz + wy), 2 * (yz - wx), ww - xx - yy + zz],
        ];
        Some(Self { rows, length: ww + xx + yy + zz, bits: ROTATION_BITS - zeros })
    }

    /// Whether 128 bits hold products with lengths that have so many bits together.
    #[inline(always)]
    pub(in super::super) fn hold(&self, bits: u32) -> bool {
        self.length_bits() + bits <= PRODUCT_BITS
    }

    /// The bits of the length.
    #[inline(always)]
    pub(in super::super) fn length_bits(&self) -> u32 {
        2 * self.bits
    }

    /// The product of an axis with a vector.
    #[inline(always)]
    pub(in super::super) fn along(&self, axis: usize, vector: Steps) -> i128 {
        dot(self.rows[axis].mapped(i128::from), vector)
    }

    /// The products of all axes with a vector.
    #[inline(always)]
    pub(in super::super) fn turned(&self, vector: Steps) -> [i128; 3] {
        [0, 1, 2].mapped(|axis| self.along(axis, vector))
    }

    /// A length, as products with the axes are.
    #[inline(always)]
    pub(in super::super) fn scaled(&self, length: i64) -> i128 {
        i128::from(length) * i128::from(self.length)
    }
}

/// The other two axes.
#[inline(always)]
pub(in super::super) fn others(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// How far a box reaches along the cross product of its axis with a vector, whose products with the other two are given.
#[inline(always)]
pub(in super::super) fn reach_across(half: Steps, [second, third]: [i128; 2], axis: usize) -> i128 {
    let [j, k] = others(axis);
    i128::from(half[j]) * third.abs() + i128::from(half[k]) * second.abs()
}

/// The gap between some heights and all heights of at most `reach`.
#[inline(always)]
pub(in super::super) fn gap<const N: usize>(heights: [i128; N], reach: i128) -> i128 {
    let first = heights[0];
    let (low, high) = heights[1..]
        .iter()
        .fold((first, first), |(low, high), &height| (low.min(height), high.max(height)));
    low.max(-high) - reach
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the lemma says.
    #[test]
    fn integers_hold_three_products() {
        let bits = [LENGTH_BITS, ROTATION_BITS, PRODUCT_BITS].map(std::hint::black_box);
        let [length, rotation, product] = bits.map(|bits| (1_u128 << bits) as f64);
        assert!(3.0 * product < i128::MAX as f64);
        assert!(2.0 * rotation * rotation <= i64::MAX as f64);
        assert!(2.0 * length <= 1.0 / f64::EPSILON);
    }
}
