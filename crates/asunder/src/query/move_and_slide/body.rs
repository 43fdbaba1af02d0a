//! Bodies of several shapes, displaced as one.

use super::lists::Places;
use crate::array::Mapped as _;
use crate::exact::{Number as _, widen};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::move_until_contact::{BoundedShape, position};
use crate::query::parted;
use crate::shape::{AnyShape as _, ConvexHull, Shape, ShapeRef};
use crate::space::Vector;
use core::cell::Ref;

/// A shape with a displacement added to each point that it stores, each number rounded once. `None`, if it
/// cannot be stored there, or does not move.
pub(crate) fn displaced<V: Vector>(
    shape: &ShapeRef<'_, V>,
    displacement: &V::Array<f32>,
) -> Option<Shape<V>> {
    let displacement = Vect::<V, f64>::of(displacement);
    match shape {
        // All its points are kept, in their order: the first is its position.
        ShapeRef::ConvexHull(hull) => {
            let at = |point: V| (Vect::of(&point.to_array()) + displacement).to_f32();
            Some(ConvexHull::try_new(hull.points().map(at)).ok()?.into())
        }
        ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Frustum(_) => {
            None
        }
        _moves => parted::moved(*shape, &displacement.0),
    }
}

/// The least and the greatest number that a shape which moves stores along each axis.
fn stored_range<V: Vector>(shape: &ShapeRef<'_, V>) -> [V::Array<f32>; 2] {
    match shape {
        ShapeRef::Aabb(aabb) => [aabb.min, aabb.max],
        ShapeRef::ConvexHull(hull) => range::<V>(hull.points().map(|point| point.to_array())),
        other => match other.vertices() {
            Some((points, _)) => range::<V>(points),
            None => [position(shape); 2],
        },
    }
}

fn range<V: Vector>(points: impl IntoIterator<Item = V::Array<f32>>) -> [V::Array<f32>; 2] {
    let none = [f32::INFINITY, f32::NEG_INFINITY].mapped(Vect::<V, f32>::splat);
    let range = points.into_iter().map(Vect).fold(none, |[low, high], point| {
        [low.zip(point, f32::smaller), high.zip(point, f32::larger)]
    });
    range.mapped(|end| end.0)
}

/// A body as it was at the start. Where it is later is a displacement, of all its points.
pub(super) struct MovingBody<'a, V: Vector> {
    pub(super) parts: &'a [ShapeRef<'a, V>],
    /// The least and the greatest number that its parts store along each axis, radii and extents left out.
    stored: [V::Array<f32>; 2],
    /// Where it was asked for last. Each leg starts where one ended, and what is met there is judged there.
    recent: &'a Places<V>,
}

/// A body, as stored after a displacement.
pub(super) struct PlacedBody<V: Vector> {
    pub(super) displacement: V::Array<f32>,
    /// Whether it is the body at that displacement, and not what a list was used for before.
    pub(super) is_filled: bool,
    pub(super) parts: Vec<Shape<V>>,
    /// The bounds of each part.
    pub(super) bounds: Vec<Bounds<V>>,
}

impl<V: Vector> Default for PlacedBody<V> {
    fn default() -> Self {
        let displacement = Vect::<V, f32>::zero().0;
        Self { displacement, is_filled: false, parts: Vec::new(), bounds: Vec::new() }
    }
}

impl<V: Vector> PlacedBody<V> {
    /// Whether it is the body at just that displacement, zeros of either sign included.
    pub(super) fn is_at(&self, displacement: &V::Array<f32>) -> bool {
        let is_same = |t: usize| self.displacement[t].to_bits() == displacement[t].to_bits();
        self.is_filled && (0..V::DIM).all(is_same)
    }

    pub(super) fn part(&self, part: usize) -> ShapeRef<'_, V> {
        self.parts[part].as_shape_ref()
    }

    pub(super) fn bounded(&self, part: usize) -> BoundedShape<'_, V> {
        BoundedShape { shape: self.part(part), bounds: &self.bounds[part] }
    }

    /// The largest magnitude of a coordinate of the bounds.
    pub(super) fn largest(&self) -> f32 {
        self.bounds.iter().fold(0.0, |most: f32, it| most.larger(it.largest()))
    }
}

impl<'a, V: Vector> MovingBody<'a, V> {
    pub(super) fn new(parts: &'a [ShapeRef<'a, V>], recent: &'a Places<V>) -> Self {
        recent.clear();
        let stored = range::<V>(parts.iter().flat_map(stored_range));
        Self { parts, stored, recent }
    }

    /// Its parts, as stored after a displacement; `None`, if one cannot be stored there.
    pub(super) fn at(&self, displacement: &V::Array<f32>) -> Option<Ref<'a, PlacedBody<V>>> {
        self.recent.at(displacement, |placed| {
            placed.parts.clear();
            for part in self.parts {
                placed.parts.push(displaced(part, displacement)?);
            }
            placed.bounds.clear();
            placed.bounds.extend(placed.parts.iter().map(Bounds::of));
            Some(())
        })
    }

    /// The displacement nearest to one in `f64` that takes the first part to a multiple of the unit in the last
    /// place of the largest number that is stored there: so adding it rounds nothing, and the points of a shape
    /// keep their distances, wherever there is such a displacement.
    pub(super) fn nearest(&self, displacement: Vect<V, f64>) -> V::Array<f32> {
        let start = self.parts.first().map_or(Vect::zero(), |part| Vect::of(&position(part)));
        let units = Vect::from_fn(|t| self.unit_along(t, displacement));
        // Beyond the largest number the unit is infinite.
        let there = (start + displacement).zip(units, |x, unit| {
            let is_unit = unit > 0.0 && unit < f64::INFINITY;
            if is_unit { (x / unit).round_ties_even() * unit } else { x }
        });
        (there - start).to_f32()
    }

    /// The unit in the last place of the largest number that is stored along an axis after a displacement.
    pub(super) fn unit_along(&self, axis: usize, displacement: Vect<V, f64>) -> f64 {
        let largest = self.largest_along(axis, displacement) as f32;
        widen(largest.next_up()) - widen(largest)
    }

    /// The largest magnitude of a number that is stored along an axis after a displacement, and of that itself.
    pub(super) fn largest_along(&self, axis: usize, displacement: Vect<V, f64>) -> f64 {
        let [low, high] = &self.stored;
        let at = |x: f32| (widen(x) + displacement[axis]).abs();
        displacement[axis].abs().larger(at(low[axis])).larger(at(high[axis]))
    }
}
