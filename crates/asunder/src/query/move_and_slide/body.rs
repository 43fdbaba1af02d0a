//! Bodies of several shapes, displaced as one.

use crate::exact::{Number as _, widen};
use crate::query::bounds::Bounds;
use crate::query::move_until_contact::{position, stores_several_points};
use crate::query::parted;
use crate::query::proximity::{Wide, dot};
use crate::shape::{AnyShape as _, ConvexHull, Shape, ShapeRef};
use crate::space::Vector;
use core::cell::RefCell;
use std::rc::Rc;

/// A shape with a displacement added to each point that it stores, each number rounded once. `None`, if it
/// cannot be stored there, or does not move.
pub(crate) fn displaced<V: Vector>(
    shape: &ShapeRef<'_, V>,
    displacement: &V::Array<f32>,
) -> Option<Shape<V>> {
    let displacement = widened::<V>(displacement);
    match shape {
        // All its points are kept, in their order: the first is its position.
        ShapeRef::ConvexHull(hull) => {
            let at = |point: V| {
                let point = point.to_array();
                V::array(|t| (widen(point[t]) + displacement[t]) as f32)
            };
            Some(ConvexHull::try_new(hull.points().map(at)).ok()?.into())
        }
        ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Frustum(_) => {
            None
        }
        _moves => parted::moved(*shape, &displacement),
    }
}

/// A body as it was at the start. Where it is later is a displacement, of all its points.
pub(super) struct MovingBody<'a, V: Vector> {
    pub(super) parts: &'a [ShapeRef<'a, V>],
    /// Whether a part stores several points, which are rounded one by one.
    pub(super) rounds: bool,
    /// The largest magnitude of a coordinate of its bounds at the start, if its points are rounded; else zero.
    pub(super) rounded: f64,
    /// Where it was asked for last. Each leg starts where one ended, and what is met there is judged there.
    recent: RefCell<[Option<Rc<PlacedBody<V>>>; 2]>,
}

/// A body, as stored after a displacement.
pub(super) struct PlacedBody<V: Vector> {
    displacement: V::Array<f32>,
    pub(super) parts: Vec<Shape<V>>,
    /// The bounds of each part.
    pub(super) bounds: Vec<Bounds<V>>,
}

impl<V: Vector> PlacedBody<V> {
    pub(super) fn part(&self, part: usize) -> ShapeRef<'_, V> {
        self.parts[part].as_shape_ref()
    }

    /// The largest magnitude of a coordinate of the bounds.
    pub(super) fn largest(&self) -> f32 {
        self.bounds.iter().fold(0.0, |most: f32, it| most.larger(it.largest()))
    }
}

impl<'a, V: Vector> MovingBody<'a, V> {
    pub(super) fn new(parts: &'a [ShapeRef<'a, V>]) -> Self {
        let rounds = parts.iter().any(stores_several_points);
        let all = parts.iter().filter(|_| rounds).map(|part| widen(Bounds::of(part).largest()));
        let rounded = all.fold(0.0, f64::larger);
        Self { parts, rounds, rounded, recent: RefCell::default() }
    }

    /// Its parts, as stored after a displacement; `None`, if one cannot be stored there.
    pub(super) fn at(&self, displacement: &V::Array<f32>) -> Option<Rc<PlacedBody<V>>> {
        let mut recent = self.recent.borrow_mut();
        let is_there = |placed: &Rc<PlacedBody<V>>| {
            (0..V::DIM).all(|t| placed.displacement[t].to_bits() == displacement[t].to_bits())
        };
        if let Some(i) = recent.iter().position(|it| it.as_ref().is_some_and(is_there)) {
            recent[..=i].rotate_right(1);
        } else {
            let parts: Vec<Shape<V>> = self
                .parts
                .iter()
                .map(|part| displaced(part, displacement))
                .collect::<Option<_>>()?;
            let bounds = parts.iter().map(Bounds::of).collect();
            recent.rotate_right(1);
            recent[0] = Some(Rc::new(PlacedBody { displacement: *displacement, parts, bounds }));
        }
        recent[0].clone()
    }

    /// The displacement nearest to one in `f64` that takes the first part from one number that can be stored to
    /// another, so that adding it rounds nothing there, wherever there is such a displacement.
    pub(super) fn nearest(&self, displacement: &Wide<V>) -> V::Array<f32> {
        let start = self.parts.first().map_or(V::array(|_| 0.0), position);
        V::array(|t| {
            let there = (widen(start[t]) + displacement[t]) as f32;
            (widen(there) - widen(start[t])) as f32
        })
    }

    /// The largest magnitude of a coordinate of a part's position, along an axis, after a displacement.
    pub(super) fn largest_along(&self, axis: usize, displacement: &Wide<V>) -> f64 {
        let most = |most: f64, x: f64| if x > most { x } else { most };
        let at = |part: &ShapeRef<'_, V>| (widen(position(part)[axis]) + displacement[axis]).abs();
        self.parts.iter().map(at).fold(displacement[axis].abs(), most)
    }
}

pub(super) fn widened<V: Vector>(x: &V::Array<f32>) -> Wide<V> {
    V::array(|t| widen(x[t]))
}

pub(super) fn length<V: Vector>(x: &Wide<V>) -> f64 {
    dot::<V>(x, x).sqrt()
}

/// A vector plus a multiple of another.
pub(super) fn plus<V: Vector>(x: &Wide<V>, by: f64, y: &Wide<V>) -> Wide<V> {
    V::array(|t| x[t] + by * y[t])
}
