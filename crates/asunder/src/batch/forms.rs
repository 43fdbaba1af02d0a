//! Shapes as columns of numbers: one shape in each lane.

use super::lane::Lane;
use crate::shape::{Aabb, Capsule, Obb, Sphere};
use crate::space::Vector;

/// A shape as the lanes of the first stage hold it.
pub trait LaneShape<V: Vector>: Sized {
    /// How many numbers.
    const FIELDS: usize;
    /// The shape in the formulas, in any kind of number.
    type Form<N: Lane>: Copy;
    /// The numbers in their order, as something made of them.
    fn form<N: Lane>(field: impl FnMut(usize) -> N) -> Self::Form<N>;
    /// Shows the numbers, with their places.
    fn fields(&self, put: impl FnMut(usize, f32));
}

/// The most numbers that a form has.
pub(super) const MOST_FIELDS: usize = 52;

/// The numbers of a vector.
#[inline(always)]
pub(super) fn vector<V: Vector, N: Lane>(
    first: usize,
    field: &mut impl FnMut(usize) -> N,
) -> V::Array<N> {
    V::array(
        #[inline(always)]
        |i| field(first + i),
    )
}

/// Shows the numbers of a vector.
#[inline(always)]
pub(super) fn put_vector<V: Vector>(
    first: usize,
    x: &V::Array<f32>,
    put: &mut impl FnMut(usize, f32),
) {
    for i in 0..V::DIM {
        put(first + i, x[i]);
    }
}

/// Spheres, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct SphereLanes<V: Vector, N: Lane> {
    pub(super) center: V::Array<N>,
    pub(super) radius: N,
}

impl<V: Vector> LaneShape<V> for Sphere<V> {
    const FIELDS: usize = V::DIM + 1;
    type Form<N: Lane> = SphereLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> SphereLanes<V, N> {
        SphereLanes { center: vector::<V, N>(0, &mut field), radius: field(V::DIM) }
    }
    #[inline(always)]
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        put_vector::<V>(0, &self.center, &mut put);
        put(V::DIM, self.radius);
    }
}

/// Axis-aligned boxes, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct AabbLanes<V: Vector, N: Lane> {
    pub(super) min: V::Array<N>,
    pub(super) max: V::Array<N>,
}

impl<V: Vector> LaneShape<V> for Aabb<V> {
    const FIELDS: usize = 2 * V::DIM;
    type Form<N: Lane> = AabbLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> AabbLanes<V, N> {
        AabbLanes { min: vector::<V, N>(0, &mut field), max: vector::<V, N>(V::DIM, &mut field) }
    }
    #[inline(always)]
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        put_vector::<V>(0, &self.min, &mut put);
        put_vector::<V>(V::DIM, &self.max, &mut put);
    }
}

/// Oriented boxes, one in each lane, their axes rounded.
#[derive(Clone, Copy, Debug)]
pub struct ObbLanes<V: Vector, N: Lane> {
    pub(super) center: V::Array<N>,
    pub(super) half: V::Array<N>,
    pub(super) axes: V::Array<V::Array<N>>,
}

impl<V: Vector> LaneShape<V> for Obb<V> {
    const FIELDS: usize = (2 + V::DIM) * V::DIM;
    type Form<N: Lane> = ObbLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> ObbLanes<V, N> {
        ObbLanes {
            center: vector::<V, N>(0, &mut field),
            half: vector::<V, N>(V::DIM, &mut field),
            axes: V::array(
                #[inline(always)]
                |i| vector::<V, N>((2 + i) * V::DIM, &mut field),
            ),
        }
    }
    #[inline(always)]
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        put_vector::<V>(0, &self.center, &mut put);
        put_vector::<V>(V::DIM, &self.half_extents, &mut put);
        for i in 0..V::DIM {
            put_vector::<V>((2 + i) * V::DIM, &self.axes[i], &mut put);
        }
    }
}

/// Capsules, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleLanes<V: Vector, N: Lane> {
    pub(super) a: V::Array<N>,
    pub(super) b: V::Array<N>,
    pub(super) radius: N,
}

impl<V: Vector> LaneShape<V> for Capsule<V> {
    const FIELDS: usize = 2 * V::DIM + 1;
    type Form<N: Lane> = CapsuleLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> CapsuleLanes<V, N> {
        CapsuleLanes {
            a: vector::<V, N>(0, &mut field),
            b: vector::<V, N>(V::DIM, &mut field),
            radius: field(2 * V::DIM),
        }
    }
    #[inline(always)]
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        put_vector::<V>(0, &self.a, &mut put);
        put_vector::<V>(V::DIM, &self.b, &mut put);
        put(2 * V::DIM, self.radius);
    }
}
