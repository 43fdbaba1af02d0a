//! Vectors of integers, for touches of triangles: coordinates counted in steps of a grid.
//!
//! A filter cannot say zero, but integers can: the coordinates of two shapes near one another are multiples of some
//! power of two, and mostly few enough of it that a product of three differences fits into 128 bits, or into 64.
//!
//! *Lemma.* Let all coordinates be multiples of `q`, and let no figure, seen from one of its points, reach further
//! than `R` steps of `q`, both figures together, and the direction of an endless line as far in steps of its own.
//! Then differences of coordinates are exact in `f64` for `R ≤ 2⁴⁰`, and no sum of three volumes of such vectors is
//! above `3·R³`: less than `2⁶³` for `R = 2²⁰`, and less than `2¹²⁷` for `2⁴⁰`.
//!
//! *Proof.* A difference is at most `R`, and so has at most 41 digits. A volume is a sum of products of a component
//! of each of three vectors, at most the product of their taxicab lengths. ∎

pub(super) mod counted_box;
pub(super) mod counted_polytope;
mod grid;
pub(super) mod in_plane;
mod line_box;
mod triangle_box;

use super::figure::{Figure as _, TriangleVertices};
use super::figures::RoundedFigure as _;
use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::shape::{Ray, Triangle};
use crate::space::Vector;
use core::ops::{Add, Mul, Sub};

pub(super) use counted_box::StoredBox;
pub(in crate::query::separation) use counted_box::finest_grid;
pub(in crate::query::separation) use grid::Grid;
pub(super) use grid::share_grid;
pub(in crate::query::separation) use line_box::point_meets_box;
pub(super) use line_box::{CapsuleFromBox, LineFromBox};
pub(super) use triangle_box::TriangleFromBox;

/// How many of its steps a vector may be long, for volumes of 64 and of 128 bits.
pub(super) const LONGEST: [f64; 2] = [(1u64 << 20) as f64, (1u64 << 40) as f64];

/// A vector in steps of a grid.
pub(super) type Steps = [i64; 3];

/// The integers that products of vectors are computed in.
pub(super) trait Integer:
    Copy + Ord + From<i64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl Integer for i64 {}
impl Integer for i128 {}

/// Vectors, and whether 64 bits hold their volumes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted<T> {
    pub(super) vectors: T,
    pub(super) are_short: bool,
}

#[inline(always)]
pub(super) fn minus(a: Steps, b: Steps) -> Steps {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn cross<I: Integer>(a: Steps, b: Steps) -> [I; 3] {
    [minor(a, b, [1, 2]), minor(a, b, [2, 0]), minor(a, b, [0, 1])]
}

/// A component of the product of two vectors.
#[inline(always)]
fn minor<I: Integer>(a: Steps, b: Steps, [i, j]: [usize; 2]) -> I {
    I::from(a[i]) * I::from(b[j]) - I::from(a[j]) * I::from(b[i])
}

#[inline(always)]
pub(super) fn dot<I: Integer>(a: [I; 3], b: Steps) -> I {
    a[0] * I::from(b[0]) + a[1] * I::from(b[1]) + a[2] * I::from(b[2])
}

#[inline(always)]
pub(super) fn is_zero<I: Integer>(vector: [I; 3]) -> bool {
    let zero = I::from(0);
    (vector[0] == zero) & (vector[1] == zero) & (vector[2] == zero)
}

/// The sign of a number: -1, 0 or 1.
#[inline(always)]
pub(super) fn sign<I: Integer>(x: I) -> i8 {
    let zero = I::from(0);
    i8::from(x > zero) - i8::from(x < zero)
}

/// The product of two numbers, the upper half first.
#[inline(always)]
pub(super) fn product(a: u128, b: u128) -> [u128; 2] {
    const LOW: u128 = u64::MAX as u128;
    let ([a1, a0], [b1, b0]) = ([a >> 64, a & LOW], [b >> 64, b & LOW]);
    let (low, high) = (a0 * b0, a1 * b1);
    let middle = a1 * b0 + (low >> 64);
    let other = a0 * b1 + (middle & LOW);
    [high + (middle >> 64) + (other >> 64), (other << 64) | (low & LOW)]
}

/// Two coordinate axes along which a plane is seen without loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneAxes([usize; 2]);

impl PlaneAxes {
    /// Of a plane by its normal, which is not zero.
    pub(super) fn of<I: Integer>([x, y, _]: [I; 3]) -> Self {
        let zero = I::from(0);
        Self(if x != zero {
            [1, 2]
        } else if y != zero {
            [2, 0]
        } else {
            [0, 1]
        })
    }

    /// The area that two vectors span.
    pub(super) fn area<I: Integer>(self, first: Steps, second: Steps) -> I {
        minor(first, second, self.0)
    }

    /// Whether the second vector leads to the left of the first (1), to the right (-1), or to neither side.
    pub(super) fn turn<I: Integer>(self, first: Steps, second: Steps) -> i8 {
        sign(self.area::<I>(first, second))
    }
}

/// The ends of a triangle without area.
pub(super) fn ends<I: Integer>([a, b, c]: [Steps; 3]) -> [Steps; 2] {
    let is_between = |point: Steps, ends: [Steps; 2]| {
        let [x, y, z] = minus(ends[0], point).mapped(I::from);
        dot([x, y, z], minus(ends[1], point)) <= I::from(0)
    };
    if is_between(c, [a, b]) {
        [a, b]
    } else if is_between(a, [b, c]) {
        [b, c]
    } else {
        [c, a]
    }
}

/// A vector on a grid, in its steps.
#[inline(always)]
pub(super) fn counted<V: Vector>(vector: Vect<V, f64>, grid: &Grid) -> Steps {
    [0, 1, 2].mapped(|i| if i < V::DIM { grid.steps(vector[i]) } else { 0 })
}

#[inline(always)]
fn corners<V: Vector>(triangle: &TriangleVertices<V>, grid: &Grid) -> [Steps; 3] {
    triangle.at.mapped(|corner| counted(corner, grid))
}

/// Two triangles, seen from the first corner of the first; `None` if their coordinates have too many digits.
#[inline(always)]
pub(super) fn triangles<V: Vector>(
    a: &Triangle<V>,
    b: &Triangle<V>,
) -> Option<Counted<[[Steps; 3]; 2]>> {
    let place = a.place();
    let (own, other) = (a.seen_from(place), b.seen_from(place));
    let reach = own.reach() + other.reach();
    for (steps, are_short) in LONGEST.into_iter().zip([true, false]) {
        let grid = Grid::of_steps(reach, steps);
        if a.stands_on(&grid) & b.stands_on(&grid) {
            return Some(Counted {
                vectors: [corners(&own, &grid), corners(&other, &grid)],
                are_short,
            });
        }
    }
    None
}

/// The direction of a ray, and a triangle seen from its origin; `None` if their numbers have too many digits.
#[inline(always)]
pub(super) fn ray_and_triangle<V: Vector>(
    ray: &Ray<V>,
    triangle: &Triangle<V>,
) -> Option<Counted<(Steps, [Steps; 3])>> {
    let place = ray.place();
    let (seen, direction) = (triangle.seen_from(place), Vect::<V, f64>::of(&ray.direction));
    let (reach, length) = (seen.reach(), direction.norm1());
    for (steps, are_short) in LONGEST.into_iter().zip([true, false]) {
        let [grid, along] = [reach, length].mapped(|reach| Grid::of_steps(reach, steps));
        let stand = grid.holds::<V>(&ray.origin) & triangle.stands_on(&grid);
        if stand & along.holds::<V>(&ray.direction) {
            let vectors = (counted(direction, &along), corners(&seen, &grid));
            return Some(Counted { vectors, are_short });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// As the lemma says: three times the third power of the reach is a number of 64 and of 128 bits.
    #[test]
    fn integers_hold_three_volumes_of_the_reach() {
        let bits = [i64::MAX as f64, i128::MAX as f64];
        for (reach, most) in std::hint::black_box(LONGEST).into_iter().zip(bits) {
            assert!(3.0 * reach * reach * reach < most, "{reach}");
        }
    }

    /// Coordinates of 20 digits are short, of 24 long, and of more than 40 none.
    #[test]
    fn coordinates_of_many_digits_are_refused() {
        let triangle =
            |low: f32| Triangle::<Vec3>::new([1.0, 0.0, low], [0.0, 1.0, low], [0.5, 0.0, low]);
        let are_short =
            |low: f32| triangles(&triangle(0.0), &triangle(low)).map(|known| known.are_short);
        let two_to = |power: i32| f32::from_bits(((127 + power) as u32) << 23);
        assert_eq!(are_short(two_to(-16)), Some(true));
        assert_eq!(are_short(two_to(-24)), Some(false));
        assert_eq!(are_short(two_to(-36)), Some(false));
        assert_eq!(are_short(two_to(-41)), None);
        let ray = Ray::<Vec3>::new([0.0, 0.0, 1.0], [two_to(100), two_to(90), 0.0]);
        let counted = ray_and_triangle(&ray, &triangle(0.0)).unwrap();
        // Directions have steps of their own.
        assert!(counted.are_short);
        let [x, y, z] = counted.vectors.0;
        assert_eq!((x, z), (1024 * y, 0));
    }
}
