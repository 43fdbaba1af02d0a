//! Many shapes of one kind, stored as kernels read them.

use super::forms::LaneShape;
use super::kernels::{BatchKernels, Kind};
use super::mask::Mask;
use super::stage::{Operand, QUAD, Records, record};
use crate::query::predicate::Rule;
use crate::shape::{Aabb, AnyShape, Capsule, Obb, Sphere};
use crate::simd::{LANES, Lanes};
use crate::space::Vector;
use core::fmt::Debug;

/// A shape that a [`Set`] can hold: [`Sphere`], [`Aabb`], [`Obb`] or [`Capsule`]. Sealed.
pub trait Batched:
    AnyShape + LaneShape<<Self as AnyShape>::Vector> + Copy + Debug + 'static
{
    /// What the shape stores besides the numbers of its form.
    #[doc(hidden)]
    type Rest: Copy + Debug + PartialEq;
    #[doc(hidden)]
    fn rest(&self) -> Self::Rest;
    /// The shape that was taken apart.
    #[doc(hidden)]
    fn restored(field: impl Fn(usize) -> f32, rest: &Self::Rest) -> Self;
    #[doc(hidden)]
    const KIND: Kind;
}

#[inline(always)]
fn stored<V: Vector>(first: usize, field: &impl Fn(usize) -> f32) -> V::Array<f32> {
    V::array(|i| field(first + i))
}

impl<V: Vector> Batched for Sphere<V> {
    type Rest = ();
    fn rest(&self) {}
    #[inline(always)]
    fn restored(field: impl Fn(usize) -> f32, (): &()) -> Self {
        Self { center: stored::<V>(0, &field), radius: field(V::DIM) }
    }
    const KIND: Kind = Kind::Sphere;
}

impl<V: Vector> Batched for Aabb<V> {
    type Rest = ();
    fn rest(&self) {}
    #[inline(always)]
    fn restored(field: impl Fn(usize) -> f32, (): &()) -> Self {
        Self { min: stored::<V>(0, &field), max: stored::<V>(V::DIM, &field) }
    }
    const KIND: Kind = Kind::Aabb;
}

impl<V: Vector> Batched for Obb<V> {
    type Rest = V::RotationArray;
    fn rest(&self) -> V::RotationArray {
        self.rotation
    }
    #[inline(always)]
    fn restored(field: impl Fn(usize) -> f32, rotation: &V::RotationArray) -> Self {
        Self {
            center: stored::<V>(0, &field),
            half_extents: stored::<V>(V::DIM, &field),
            rotation: *rotation,
            axes: V::array(|i| stored::<V>((2 + i) * V::DIM, &field)),
        }
    }
    const KIND: Kind = Kind::Obb;
}

impl<V: Vector> Batched for Capsule<V> {
    type Rest = ();
    fn rest(&self) {}
    #[inline(always)]
    fn restored(field: impl Fn(usize) -> f32, (): &()) -> Self {
        Self {
            a: stored::<V>(0, &field),
            b: stored::<V>(V::DIM, &field),
            radius: field(2 * V::DIM),
        }
    }
    const KIND: Kind = Kind::Capsule;
}

/// Shapes of one kind, stored by component so that a query tests many of them at a time.
///
/// Every answer is the one that the single question gives: answer `i` of
/// [`intersecting`](Self::intersecting) is `set.get(i).intersects(&query)`, exactly, whatever the
/// processor. What makes it fast is that sixteen shapes lie beside one another, so that a first stage
/// proves most answers for several at a time; what it leaves open is asked one by one.
///
/// A shape is stored twice, for questions about all and for pairs; a turned box in 140 bytes, of which
/// a question reads 60 or 64. A pair costs a few nanoseconds where the shapes are well apart or well
/// inside of one another, and some sixty where they rest on each other.
///
/// ```
/// use asunder::batch::{Mask, Obb3Set};
/// use asunder::prelude::*;
///
/// let boxes: Obb3Set = (0..1000)
///     .map(|i| Obb3::new([2.0 * i as f32, 0.0, 0.0], [1.0; 3], [0.0, 0.0, 0.0, 1.0]))
///     .collect();
/// let mut mask = Mask::new();
/// let query = Sphere3::new([4.0, 0.0, 3.0], 2.0);
/// assert_eq!(boxes.intersecting(&query, &mut mask), 1, "it touches the top of the third box");
/// assert!(mask.get(2));
/// assert_eq!(boxes.penetrating(&query, &mut mask), 0);
///
/// // The neighbours in a row, as pairs of indices.
/// let pairs: Vec<(u32, u32)> = (0..999).map(|i| (i, i + 1)).collect();
/// assert_eq!(boxes.intersects_pairs(&boxes, &pairs, &mut mask), 999);
/// ```
#[derive(Clone, Debug)]
pub struct Set<S: Batched> {
    /// The numbers of the forms, `FIELDS` blocks of lanes for every sixteen shapes.
    blocks: Vec<Lanes>,
    /// The same numbers, those of a shape beside one another in a line of memory, for pairs.
    records: Vec<Lanes>,
    rest: Vec<S::Rest>,
}

impl<S: Batched> Default for Set<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Batched> Set<S> {
    /// An empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), records: Vec::new(), rest: Vec::new() }
    }

    /// The number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    /// Whether the set has no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The numbers of a record.
    const RECORD: usize = record::<S::Vector, S>();
    /// How many records share a line of memory.
    const SHARING: usize = LANES / Self::RECORD;

    /// Reserves memory for at least `additional` more shapes.
    pub fn reserve(&mut self, additional: usize) {
        let blocks = (self.len() + additional).div_ceil(LANES);
        self.blocks.reserve((blocks * S::FIELDS).saturating_sub(self.blocks.len()));
        let records = (self.len() + additional).div_ceil(Self::SHARING);
        self.records.reserve(records.saturating_sub(self.records.len()));
        self.rest.reserve(additional);
    }

    /// Appends a shape.
    pub fn push(&mut self, shape: &S) {
        let index = self.len();
        self.rest.push(shape.rest());
        let numbers = numbers(shape);
        if index.is_multiple_of(LANES) {
            // Lanes without a shape hold this one too, so that none holds what is no shape.
            self.blocks.extend(numbers[..S::FIELDS].iter().map(|&x| Lanes([x; LANES])));
        }
        if index.is_multiple_of(Self::SHARING) {
            self.records.push(Lanes::ZERO);
        }
        self.put(index, &numbers);
    }

    /// Replaces shape `index`.
    ///
    /// # Panics
    /// If there is no shape `index`.
    pub fn set(&mut self, index: usize, shape: &S) {
        self.rest[index] = shape.rest();
        self.put(index, &numbers(shape));
    }

    #[inline(always)]
    fn put(&mut self, index: usize, numbers: &[f32; LANES]) {
        let block = &mut self.blocks[index / LANES * S::FIELDS..][..S::FIELDS];
        for (field, lanes) in block.iter_mut().enumerate() {
            lanes.0[index % LANES] = numbers[field];
        }
        let first = index % Self::SHARING * Self::RECORD;
        let record = &mut self.records[index / Self::SHARING].0[first..][..Self::RECORD];
        record.copy_from_slice(&numbers[..Self::RECORD]);
    }

    /// Shape `index`, with the bits that it was given.
    ///
    /// # Panics
    /// If there is no shape `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> S {
        let rest = &self.rest[index];
        let first = index % Self::SHARING * Self::RECORD;
        let record = &self.records[index / Self::SHARING].0[first..][..Self::RECORD];
        S::restored(|field| record[field], rest)
    }

    /// The shapes, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = S> + use<'_, S> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Removes shape `index` and puts the last one in its place.
    ///
    /// # Panics
    /// If there is no shape `index`.
    pub fn swap_remove(&mut self, index: usize) -> S {
        let (removed, last) = (self.get(index), self.len() - 1);
        if index < last {
            self.set(index, &self.get(last));
        }
        self.rest.truncate(last);
        self.blocks.truncate(last.div_ceil(LANES) * S::FIELDS);
        self.records.truncate(last.div_ceil(Self::SHARING));
        removed
    }

    /// Removes all shapes and keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.records.clear();
        self.rest.clear();
    }

    /// Which shapes share a point with `query`, and how many do: answer `i` of the mask is
    /// `self.get(i).intersects(query)`.
    ///
    /// Exact, for a query of any kind; planes, half-spaces, frusta, rays, segments and the kinds that
    /// sets hold are asked many at a time, the others one by one.
    pub fn intersecting<Q: AnyShape<Vector = S::Vector>>(
        &self,
        query: &Q,
        mask: &mut Mask,
    ) -> usize {
        S::Vector::ask_many(self, query.as_shape_ref(), Rule::Closed, mask)
    }

    /// Which shapes `query` penetrates, and how many: answer `i` of the mask is
    /// `self.get(i).penetrates(query)`.
    pub fn penetrating<Q: AnyShape<Vector = S::Vector>>(
        &self,
        query: &Q,
        mask: &mut Mask,
    ) -> usize {
        S::Vector::ask_many(self, query.as_shape_ref(), Rule::Open, mask)
    }

    /// Which pairs share a point, and how many do: answer `n` of the mask is
    /// `self.get(i).intersects(&other.get(j))` for `pairs[n] = (i, j)`.
    ///
    /// It is the faster the nearer to one another in memory the shapes of successive pairs lie: sort
    /// the pairs where the sets are large.
    ///
    /// # Panics
    /// If a pair names a shape that is not there.
    pub fn intersects_pairs<T: Batched<Vector = S::Vector>>(
        &self,
        other: &Set<T>,
        pairs: &[(u32, u32)],
        mask: &mut Mask,
    ) -> usize {
        S::Vector::ask_pairs(self, other, pairs, Rule::Closed, mask)
    }

    /// Which pairs penetrate each other, and how many: see [`intersects_pairs`](Self::intersects_pairs).
    ///
    /// # Panics
    /// If a pair names a shape that is not there.
    pub fn penetrates_pairs<T: Batched<Vector = S::Vector>>(
        &self,
        other: &Set<T>,
        pairs: &[(u32, u32)],
        mask: &mut Mask,
    ) -> usize {
        S::Vector::ask_pairs(self, other, pairs, Rule::Open, mask)
    }

    /// Which shapes share a point with the one at the same place of `other`, and how many do: answer
    /// `i` of the mask is `self.get(i).intersects(&other.get(i))`. Where one set is longer, its rest is
    /// not asked, as in [`Iterator::zip`].
    pub fn intersects_zip<T: Batched<Vector = S::Vector>>(
        &self,
        other: &Set<T>,
        mask: &mut Mask,
    ) -> usize {
        S::Vector::ask_zip(self, other, Rule::Closed, mask)
    }

    /// Which shapes penetrate the one at the same place of `other`, and how many: see
    /// [`intersects_zip`](Self::intersects_zip).
    pub fn penetrates_zip<T: Batched<Vector = S::Vector>>(
        &self,
        other: &Set<T>,
        mask: &mut Mask,
    ) -> usize {
        S::Vector::ask_zip(self, other, Rule::Open, mask)
    }

    /// The numbers, in blocks of lanes.
    pub(super) fn blocks(&self) -> &[Lanes] {
        &self.blocks
    }

    /// The numbers of the shapes that pairs name; the second of each, or the first.
    pub(super) fn picked<'s>(&'s self, pairs: &'s [(u32, u32)], second: bool) -> Operand<'s> {
        let records = Records { len: self.len(), stride: Self::RECORD / QUAD };
        Operand::picked(&self.records, records, pairs, second)
    }
}

/// The numbers of a form, of which there are no more than a record holds.
#[inline(always)]
fn numbers<S: Batched>(shape: &S) -> [f32; LANES] {
    let mut numbers = [0.0; LANES];
    shape.fields(
        #[inline(always)]
        |field, x| numbers[field] = x,
    );
    numbers
}

impl<S: Batched> Extend<S> for Set<S> {
    fn extend<I: IntoIterator<Item = S>>(&mut self, shapes: I) {
        let shapes = shapes.into_iter();
        self.reserve(shapes.size_hint().0);
        shapes.for_each(|shape| self.push(&shape));
    }
}

impl<S: Batched> FromIterator<S> for Set<S> {
    fn from_iter<I: IntoIterator<Item = S>>(shapes: I) -> Self {
        let mut set = Self::new();
        set.extend(shapes);
        set
    }
}
