//! Vectors: glam's, which go in and come out, and plain ones over any number, which kernels compute with.
//!
//! [`Vector`] is the space a shape lies in. [`Vect`] is a vector of that space whose components are numbers
//! of any kind: floats, exact numbers, lanes. It has the operators of a textbook, so that a kernel says
//! `b - a` where arrays would need a closure over their indices. Such closures stand in this file and, once
//! the modules that have their own follow, in no other (`cargo xtask names` counts them).
//!
//! Every operation works component by component, and sums run from the first component to the last, so that
//! a formula rounds alike whoever asks.

use crate::dimension::Dimension;
use crate::exact::{Certain, Number, Quotient, WideFloat, order_key};
use core::cmp::Ordering;
use core::fmt::Debug;
use core::ops::{Add, Div, Index, IndexMut, Mul, Neg, Sub};

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A component of an array of a [`Vector`]: any plain type.
pub trait Component: Copy + PartialEq + Debug + Send + Sync {}

impl<T: Copy + PartialEq + Debug + Send + Sync> Component for T {}

/// The space we collide in: `glam::Vec2` or `glam::Vec3`. Sealed.
///
/// It is the one type parameter of this library. Where a vector is an argument, anything that turns
/// into its array is taken: `[f32; 3]`, `(f32, f32, f32)`, a `Vec3` of any glam version, nalgebra's
/// and mint's vectors. Where a vector is a result, it is glam's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector of asunder",
    note = "shapes are generic over `asunder::glam::Vec2` or `asunder::glam::Vec3`",
    note = "a vector of another glam version goes in as an array: pass it as it is to a constructor, \
            or call `.to_array()`"
)]
pub trait Vector:
    sealed::Sealed + Dimension + Copy + PartialEq + Debug + Default + Send + Sync + 'static
{
    /// 2 or 3.
    const DIM: usize;
    /// Whether this is the plane.
    ///
    /// Of a branch on a constant the compiler leaves out what is never run, but not of a comparison of one: code of
    /// the other dimension is not compiled, and what only that code calls is not either.
    #[doc(hidden)]
    const IN_PLANE: bool = Self::DIM == 2;
    /// Whether this is space.
    #[doc(hidden)]
    const IN_SPACE: bool = Self::DIM == 3;
    /// The rotation that turns nothing.
    const IDENTITY: Self::RotationArray;
    /// `[T; 2]` or `[T; 3]`.
    type Array<T: Component>: Component + Index<usize, Output = T> + IndexMut<usize>;
    /// `[cos, sin]` in 2D, a quaternion `[x, y, z, w]` in 3D. Any length but zero: `z` means the
    /// rotation `z/|z|`.
    type RotationArray: Component + Default + AsRef<[f32]> + AsMut<[f32]>;
    /// [`Rot2`](crate::Rot2) in 2D, `glam::Quat` in 3D.
    type Rotation: Copy + PartialEq + Debug;

    /// An array made component by component.
    fn array<T: Component>(f: impl FnMut(usize) -> T) -> Self::Array<T>;
    /// The same, made in a way that takes longer to compile: the kernels that are asked most run a
    /// tenth faster by it.
    #[doc(hidden)]
    fn hot_array<T: Component>(f: impl FnMut(usize) -> T) -> Self::Array<T>;
    /// A vector from its components.
    fn from_array(array: Self::Array<f32>) -> Self;
    /// The components.
    fn to_array(self) -> Self::Array<f32>;
    /// A rotation from its numbers.
    fn rotation(array: Self::RotationArray) -> Self::Rotation;
}

/// A vector of a space, over any number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vect<V: Vector, N: Component>(pub(crate) V::Array<N>);

impl<V: Vector, N: Component> Vect<V, N> {
    /// The vector with these components.
    #[inline(always)]
    pub(crate) fn from_fn(component: impl FnMut(usize) -> N) -> Self {
        Self(V::array(component))
    }

    /// The vector whose components are all one number.
    #[inline(always)]
    pub(crate) fn splat(x: N) -> Self {
        Self(V::array(|_| x))
    }

    /// Each component changed alike.
    #[inline(always)]
    pub(crate) fn map<M: Component>(self, mut f: impl FnMut(N) -> M) -> Vect<V, M> {
        Vect(V::array(|i| f(self.0[i])))
    }

    /// What a function makes of the components of two vectors.
    #[inline(always)]
    pub(crate) fn zip<M: Component, R: Component>(
        self,
        other: Vect<V, M>,
        mut f: impl FnMut(N, M) -> R,
    ) -> Vect<V, R> {
        Vect(V::array(|i| f(self.0[i], other.0[i])))
    }

    /// The components, from the first to the last.
    #[inline(always)]
    pub(crate) fn components(self) -> impl Iterator<Item = N> {
        (0..V::DIM).map(move |i| self.0[i])
    }

    /// Component by component the lesser, of equals the other's; the other's too beside a NaN.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self
    where
        N: PartialOrd,
    {
        self.zip(other, min)
    }

    /// Component by component the greater, of equals the other's; the other's too beside a NaN.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self
    where
        N: PartialOrd,
    {
        self.zip(other, max)
    }

    /// Component by component the nearest number from `low` to `high`; NaN stays.
    #[inline(always)]
    pub(crate) fn clamped(self, low: Self, high: Self) -> Self
    where
        N: PartialOrd,
    {
        Self(V::array(|i| clamp(self.0[i], low.0[i], high.0[i])))
    }
}

impl<V: Vector, N: Number> Vect<V, N> {
    /// The stored numbers, exactly.
    #[inline(always)]
    pub(crate) fn of(stored: &V::Array<f32>) -> Self {
        Self(V::array(|i| N::of(stored[i])))
    }

    /// The zero vector.
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self::splat(N::ZERO)
    }

    /// A vector along a coordinate axis.
    #[inline(always)]
    pub(crate) fn along_axis(axis: usize, x: N) -> Self {
        Self(V::array(|i| if i == axis { x } else { N::ZERO }))
    }

    /// The unit vector along a coordinate axis.
    #[inline(always)]
    pub(crate) fn axis(axis: usize) -> Self {
        Self::along_axis(axis, N::ONE)
    }

    /// The magnitude of each component.
    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        self.map(N::abs)
    }

    /// The sum of the components' magnitudes.
    #[inline(always)]
    pub(crate) fn norm1(self) -> N {
        self.abs().sum()
    }

    /// In 3D the cross product; in 2D the first vector turned by a quarter, whatever the other is.
    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> Self {
        Self(V::cross(&self.0, &other.0))
    }
}

impl<V: Vector> Vect<V, f32> {
    /// Whether two points are the same, compared as integers: some processors take a subnormal number for zero.
    pub(crate) fn is_same(self, other: Self) -> bool {
        (0..V::DIM).all(|t| order_key(self[t]) == order_key(other[t]))
    }
}

/// What any number with these operators has, lanes too.
impl<V: Vector, N: Component + Add<Output = N> + Mul<Output = N>> Vect<V, N> {
    /// The dot product.
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> N {
        (1..V::DIM).fold(self.0[0] * other.0[0], |sum, i| sum + self.0[i] * other.0[i])
    }

    /// The square of the length.
    #[inline(always)]
    pub(crate) fn square(self) -> N {
        self.dot(self)
    }

    /// The sum of the components.
    #[inline(always)]
    pub(crate) fn sum(self) -> N {
        (1..V::DIM).fold(self.0[0], |sum, i| sum + self.0[i])
    }
}

impl<V: Vector, N: Certain> Vect<V, N> {
    /// A vector in `f64` along this one, of length one or so; zero, if this is.
    pub(crate) fn approximate(self) -> Vect<V, f64> {
        let parts = self.map(Certain::approximate);
        let magnitude = |x: WideFloat| if x.sign() == Ordering::Less { x.negated() } else { x };
        let largest = (1..V::DIM).fold(magnitude(parts[0]), |largest, t| {
            let own = magnitude(parts[t]);
            if own.compare(largest) == Ordering::Greater { own } else { largest }
        });
        if largest.sign() == Ordering::Equal {
            return Vect::zero();
        }
        (parts / largest).map(WideFloat::to_f64)
    }
}

impl<V: Vector> Vect<V, f64> {
    /// The numbers as the processor converts them: one that is set so takes subnormal ones for zero.
    #[inline(always)]
    pub(crate) fn converted(stored: &V::Array<f32>) -> Self {
        Self(V::array(|i| f64::from(stored[i])))
    }

    /// The length, where no square leaves the range of `f64`.
    #[inline(always)]
    pub(crate) fn length(self) -> f64 {
        self.square().sqrt()
    }

    /// The vector of length one with the same direction; `None` if the length is zero or not finite.
    #[inline(always)]
    pub(crate) fn normalized(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0 && length.is_finite()).then(|| self.map(|x| x / length))
    }

    /// The largest component, if it is above zero, else zero.
    #[inline(always)]
    pub(crate) fn largest(self) -> f64 {
        self.components().fold(0.0, |best, x| if x > best { x } else { best })
    }

    /// Each component rounded to `f32`.
    #[inline(always)]
    pub(crate) fn to_f32(self) -> V::Array<f32> {
        self.map(|x| x as f32).0
    }

    /// Whether all components are finite.
    #[inline(always)]
    pub(crate) fn is_finite(self) -> bool {
        self.components().all(f64::is_finite)
    }

    /// As [`normalized`](Self::normalized), also where a square would leave the range of `f64`: the largest
    /// component is first scaled near one by a power of two.
    #[inline]
    pub(crate) fn unit(self) -> Option<Self> {
        const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
        let largest = self.abs().components().fold(0.0, f64::larger);
        let exponent = largest.to_bits() & EXPONENT;
        if !(largest > 0.0 && exponent < 2045 << 52) {
            return None;
        }
        Some((self * f64::from_bits((2046 << 52) - exponent)).by_length())
    }

    /// The coordinate axis along which it leads least, of equals the first.
    #[inline(always)]
    pub(crate) fn flattest_axis(self) -> usize {
        (1..V::DIM).fold(0, |k, t| if self.0[t].abs() < self.0[k].abs() { t } else { k })
    }

    /// The coordinate axis along which it leads most, of equals the first.
    #[inline(always)]
    pub(crate) fn steepest_axis(self) -> usize {
        (1..V::DIM).fold(0, |k, t| if self.0[t].abs() > self.0[k].abs() { t } else { k })
    }
}

impl<V: Vector, N: Quotient> Vect<V, N> {
    /// The vector divided by its length, which is not zero.
    #[inline(always)]
    pub(crate) fn by_length(self) -> Self {
        let length = self.square().root(0);
        self.map(|x| x.over(length))
    }
}

/// A square matrix by its columns: the images of the coordinate axes, or the axes of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix<V: Vector, N: Component>(pub(crate) V::Array<Vect<V, N>>);

impl<V: Vector, N: Component> Matrix<V, N> {
    /// The matrix with these columns.
    #[inline(always)]
    pub(crate) fn from_columns(column: impl FnMut(usize) -> Vect<V, N>) -> Self {
        Self(V::array(column))
    }

    /// The matrix whose columns are these arrays.
    #[inline(always)]
    pub(crate) fn from_arrays(columns: &V::Array<V::Array<N>>) -> Self {
        Self(V::array(|i| Vect(columns[i])))
    }

    /// The columns as arrays.
    #[inline(always)]
    pub(crate) fn to_arrays(self) -> V::Array<V::Array<N>> {
        V::array(|i| self.0[i].0)
    }

    /// The matrix with rows for columns.
    #[inline(always)]
    pub(crate) fn transposed(self) -> Self {
        Self(V::array(|i| Vect(V::array(|j| self.0[j][i]))))
    }

    /// Each column changed alike.
    #[inline(always)]
    pub(crate) fn map<M: Component>(
        self,
        mut f: impl FnMut(Vect<V, N>) -> Vect<V, M>,
    ) -> Matrix<V, M> {
        Matrix(V::array(|i| f(self.0[i])))
    }

    /// What a function makes of each column.
    #[inline(always)]
    pub(crate) fn each<M: Component>(self, mut f: impl FnMut(Vect<V, N>) -> M) -> Vect<V, M> {
        Vect(V::array(|i| f(self.0[i])))
    }
}

impl<V: Vector, N: Number> Matrix<V, N> {
    /// The stored numbers, exactly.
    #[inline(always)]
    pub(crate) fn of(columns: &V::Array<V::Array<f32>>) -> Self {
        Self(V::array(|i| Vect::of(&columns[i])))
    }

    /// The matrix with a vector's components on its diagonal.
    #[inline(always)]
    pub(crate) fn diagonal(diagonal: Vect<V, N>) -> Self {
        Self(V::array(|i| Vect::along_axis(i, diagonal[i])))
    }

    /// The identity.
    #[inline(always)]
    pub(crate) fn identity() -> Self {
        Self::diagonal(Vect::splat(N::ONE))
    }

    /// The image of a vector: zero, and each column times a component.
    #[inline(always)]
    pub(crate) fn times(&self, v: Vect<V, N>) -> Vect<V, N> {
        (0..V::DIM).fold(Vect::zero(), |sum, i| sum + self.0[i] * v[i])
    }
}

impl<V: Vector, N: Quotient> Matrix<V, N> {
    /// The unit axes of a rotation.
    #[inline(always)]
    pub(crate) fn unit_axes(rotation: V::RotationArray) -> Self {
        let (rows, norm) = V::frame::<N>(rotation, 0);
        Self::from_arrays(&rows).map(|row: Vect<V, N>| row.map(|x| x.over(norm)))
    }
}

impl<V: Vector> Matrix<V, f64> {
    /// Each number rounded to `f32`.
    #[inline(always)]
    pub(crate) fn to_f32(self) -> V::Array<V::Array<f32>> {
        V::array(|i| self.0[i].to_f32())
    }
}

impl<V: Vector, N: Component> Index<usize> for Matrix<V, N> {
    type Output = Vect<V, N>;
    #[inline(always)]
    fn index(&self, i: usize) -> &Vect<V, N> {
        &self.0[i]
    }
}

impl<V: Vector, N: Component> IndexMut<usize> for Matrix<V, N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut Vect<V, N> {
        &mut self.0[i]
    }
}

/// The lesser of two values; of equals the second, beside a NaN the second.
#[inline(always)]
pub(crate) fn min<N: PartialOrd>(a: N, b: N) -> N {
    if a < b { a } else { b }
}

/// The greater of two values; of equals the second, beside a NaN the second.
#[inline(always)]
pub(crate) fn max<N: PartialOrd>(a: N, b: N) -> N {
    if a > b { a } else { b }
}

/// The number from `low` to `high` nearest to another; NaN if that is NaN.
#[inline(always)]
pub(crate) fn clamp<N: PartialOrd>(x: N, low: N, high: N) -> N {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

impl<V: Vector, N: Component> Index<usize> for Vect<V, N> {
    type Output = N;
    #[inline(always)]
    fn index(&self, i: usize) -> &N {
        &self.0[i]
    }
}

impl<V: Vector, N: Component> IndexMut<usize> for Vect<V, N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut N {
        &mut self.0[i]
    }
}

impl<V: Vector, N: Component + Add<Output = N>> Add for Vect<V, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, N::add)
    }
}

impl<V: Vector, N: Component + Sub<Output = N>> Sub for Vect<V, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, N::sub)
    }
}

/// Scales by a number on the right.
impl<V: Vector, N: Component + Mul<Output = N>> Mul<N> for Vect<V, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: N) -> Self {
        self.map(|x| x * factor)
    }
}

/// Divides each component by a number.
impl<V: Vector, N: Component + Div<Output = N>> Div<N> for Vect<V, N> {
    type Output = Self;
    #[inline(always)]
    fn div(self, divisor: N) -> Self {
        self.map(|x| x / divisor)
    }
}

/// Zero minus each component, so that no component of a float becomes minus zero.
impl<V: Vector, N: Number> Neg for Vect<V, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|x| N::ZERO - x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Dyadic;
    use glam::{Vec2, Vec3};

    #[test]
    fn sums_run_from_the_first_component_to_the_last() {
        // 1 + 2⁻⁵³ is 1, so that another order of the same sum gives another number.
        let v = Vect::<Vec3, f64>([1.0, f64::EPSILON / 2.0, f64::EPSILON / 2.0]);
        assert_eq!(v.sum(), 1.0);
        assert_eq!(v.dot(Vect::splat(1.0)), 1.0);
        assert_eq!((-v).norm1(), 1.0);
        let v = Vect::<Vec3, f64>([v[1], v[2], v[0]]);
        assert_eq!(v.sum(), 1.0 + f64::EPSILON);
    }

    #[test]
    fn operators_work_over_floats_and_exact_numbers() {
        fn check<V: Vector<Array<f32> = [f32; D]>, N: Number, const D: usize>(a: [f32; D]) {
            let (a, one) = (Vect::<V, N>::of(&a), Vect::<V, N>::splat(N::ONE));
            assert_eq!(a + one - one, a);
            assert_eq!(a * N::ONE.twice() - a, a);
            assert_eq!(-(-a), a);
            assert_eq!((-a).abs(), a.abs());
            assert_eq!(a.cross(a).dot(a), N::ZERO);
            assert_eq!(Vect::axis(1).dot(a), a[1]);
            assert_eq!(a - a, Vect::zero());
        }
        check::<Vec2, f64, 2>([3.0, -2.0]);
        check::<Vec3, f32, 3>([3.0, -2.0, 0.5]);
        check::<Vec3, Dyadic, 3>([3.0, -2.0, 0.5]);
    }

    #[test]
    fn a_quotient_rounds_once() {
        let third = Vect::<Vec2, f64>([1.0, 10.0]) / 3.0;
        assert_eq!(third.0, [1.0 / 3.0, 10.0 / 3.0], "ten times the reciprocal differs");
        assert_ne!(third[1], 10.0 * (1.0 / 3.0));
    }

    #[test]
    fn the_opposite_of_zero_has_no_sign() {
        let v = -Vect::<Vec2, f64>([0.0, 1.0]);
        assert_eq!(v.map(f64::to_bits).0, [0.0f64, -1.0].map(f64::to_bits));
    }

    #[test]
    fn a_matrix_maps_the_axes_to_its_columns() {
        let columns = [[1.0, 2.0], [3.0, 4.0]];
        let m = Matrix::<Vec2, f64>::of(&columns);
        assert_eq!([m.times(Vect::axis(0)), m.times(Vect::axis(1))], m.0);
        assert_eq!(m.times(Vect([1.0, -1.0])), m[0] - m[1]);
        assert_eq!(m.transposed(), Matrix::of(&[[1.0, 3.0], [2.0, 4.0]]));
        assert_eq!(m.to_f32(), columns);
        assert_eq!(Matrix::identity().times(m[1]), m[1]);
        assert_eq!(m.each(Vect::sum), Vect([3.0, 7.0]));
    }

    #[test]
    fn what_has_no_length_has_no_direction() {
        assert_eq!(Vect::<Vec2, f64>::zero().normalized(), None);
        assert_eq!(Vect::<Vec2, f64>([f64::MAX, 0.0]).normalized(), None, "its square overflows");
        assert_eq!(Vect::<Vec2, f64>([3.0, 4.0]).normalized(), Some(Vect([0.6, 0.8])));
        assert_eq!(Vect::<Vec2, f64>::zero().unit(), None);
        assert_eq!(Vect::<Vec2, f64>([1.0, f64::INFINITY]).unit(), None);
        let far = f64::from_bits(2000 << 52);
        assert_eq!(Vect::<Vec2, f64>([3.0 * far, 4.0 * far]).unit(), Some(Vect([0.6, 0.8])));
        assert_eq!(Vect::<Vec2, f64>([0.0, -5e-324]).unit(), Some(Vect([0.0, -1.0])));
    }

    #[test]
    fn the_flattest_axis_is_the_first_of_least_magnitude() {
        assert_eq!(Vect::<Vec3, f64>([-3.0, 2.0, -2.0]).flattest_axis(), 1);
        assert_eq!(Vect::<Vec3, f64>([1.0, -2.0, 0.0]).flattest_axis(), 2);
    }

    #[test]
    fn the_steepest_axis_is_the_first_of_greatest_magnitude() {
        assert_eq!(Vect::<Vec3, f64>([-3.0, 2.0, 3.0]).steepest_axis(), 0);
        assert_eq!(Vect::<Vec3, f64>([1.0, -2.0, 0.0]).steepest_axis(), 1);
    }

    #[test]
    fn of_equals_and_beside_a_nan_the_second_is_taken() {
        assert_eq!(min(0.0f64, -0.0).to_bits(), (-0.0f64).to_bits());
        assert_eq!(max(-0.0f64, 0.0).to_bits(), 0.0f64.to_bits());
        assert!(min(1.0, f64::NAN).is_nan() && max(1.0, f64::NAN).is_nan());
        assert_eq!((min(f64::NAN, 1.0), max(f64::NAN, 1.0)), (1.0, 1.0));
        let (a, b) = (Vect::<Vec2, f64>([1.0, 4.0]), Vect([2.0, 3.0]));
        assert_eq!((a.min(b).0, a.max(b).0), ([1.0, 3.0], [2.0, 4.0]));
        assert_eq!((a - b).largest(), 1.0);
    }

    #[test]
    fn what_is_clamped_lies_between_the_ends() {
        let (low, high) = (Vect::<Vec3, f64>::splat(-1.0), Vect([1.0, 2.0, 3.0]));
        assert_eq!(Vect([-2.0, 0.5, 4.0]).clamped(low, high), Vect([-1.0, 0.5, 3.0]));
        assert!(clamp(f64::NAN, 0.0, 1.0).is_nan());
        assert_eq!(
            clamp(-0.0f64, 0.0, 1.0).to_bits(),
            (-0.0f64).to_bits(),
            "an end counts as inside"
        );
    }
}
