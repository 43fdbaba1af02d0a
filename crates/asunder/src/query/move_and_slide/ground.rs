//! What carries a mover: the face at a contact, and how level it is.
//!
//! A round foot at the edge of a step touches it from aside, so that the normal of the contact says
//! nothing about the step. What counts is the most level face that meets the edge, and how high the edge is
//! above what carries the mover: another floor, or its own lowest point.

use crate::exact::{Number as _, widen};
use crate::linalg::Vect;
use crate::query::clearance::Facing;
use crate::query::generators::{Generators as _, Spanned as _};
use crate::query::move_until_contact::Hit;
use crate::query::proximity::{Core, origin};
use crate::shape::ShapeRef;
use crate::space::{Rot2, Vector};

/// More than the rounding of a unit normal's height.
const NORMAL_ROUNDING: f64 = 1e-6;

/// Up, and the steepest floor.
pub(super) struct Slopes<V: Vector> {
    pub(super) up: Vect<V, f64>,
    /// The least cosine between `up` and the normal of a floor.
    cosine: f64,
    /// Whether `up` is a coordinate axis: then no unit vector, as rounded, is higher than one.
    is_axis: bool,
    /// How far an edge, whose level face carries the mover, may be above what carried it before.
    edge_height: f64,
}

impl<V: Vector> Slopes<V> {
    pub(super) fn new(up: Vect<V, f64>, max_slope: f32, edge_height: f32) -> Self {
        // A face of just that slope has a normal that is rounded.
        let cosine = widen(Rot2::degrees(max_slope).cos.next_down().next_down());
        let is_axis = up.norm1() == 1.0 && up.abs().largest() == 1.0;
        Self { up, cosine, is_axis, edge_height: widen(edge_height).positive_part() }
    }

    /// The length of a vector along `up`.
    pub(super) fn height(&self, x: Vect<V, f64>) -> f64 {
        x.dot(self.up)
    }

    /// The part of a vector across `up`.
    pub(super) fn level(&self, x: Vect<V, f64>) -> Vect<V, f64> {
        x - self.up * self.height(x)
    }

    /// Whether a face with this normal is level enough to be walked on.
    pub(super) fn is_floor(&self, normal: Vect<V, f64>) -> bool {
        self.height(normal) >= self.cosine
    }

    /// The level unit normal of the wall that stands for a slope too steep to be walked on: `None`, if it does
    /// not face up.
    pub(super) fn wall(&self, normal: Vect<V, f64>) -> Option<Vect<V, f64>> {
        if !(self.height(normal) > 0.0) {
            return None;
        }
        self.level(normal).unit()
    }

    /// Whether a motion, projected onto a face, would rise more than by itself.
    pub(super) fn is_climbed(&self, motion: Vect<V, f64>, normal: Vect<V, f64>) -> bool {
        let along = motion - normal * motion.dot(normal);
        let rise = self.height(along) - self.height(motion).positive_part();
        rise > NORMAL_ROUNDING * motion.length()
    }

    /// Whether a contact point is low enough for an edge that is stepped onto.
    fn is_low(&self, point: Vect<V, f64>, carried_at: f64) -> bool {
        // A contact point is rounded, and a mover on a floor is a few units above it.
        let rounding = 2.0 * f64::from(f32::EPSILON) * point.abs().largest();
        self.height(point) - carried_at <= self.edge_height + rounding
    }

    /// Whether a hit is with an edge, below a face more level than the normal, that is higher above
    /// `carried_at` than a step.
    pub(super) fn is_high_edge(
        &self,
        hit: &Hit<V>,
        obstacle: &ShapeRef<'_, V>,
        carried_at: f64,
    ) -> bool {
        let point = Vect::of(&hit.point.to_array());
        let normal = Vect::of(&hit.normal.to_array());
        !self.is_low(point, carried_at)
            && most_level_face(obstacle, point, normal, self.up)
                .is_some_and(|face| self.height(face) > self.height(normal) + NORMAL_ROUNDING)
    }

    /// The normal of the floor that a hit is with, if it is one: for a mover that is carried at a height.
    pub(super) fn floor(
        &self,
        hit: &Hit<V>,
        obstacle: &ShapeRef<'_, V>,
        carried_at: f64,
    ) -> Option<Vect<V, f64>> {
        let normal = Vect::of(&hit.normal.to_array());
        if !(self.height(normal) > 0.0) {
            return None;
        }
        if self.is_axis && self.height(normal) == 1.0 {
            // No face is more level.
            return Some(normal);
        }
        let point = Vect::of(&hit.point.to_array());
        let face = most_level_face(obstacle, point, normal, self.up);
        if self.is_floor(normal) {
            return Some(
                face.filter(|&face| self.height(face) > self.height(normal)).unwrap_or(normal),
            );
        }
        let is_low = self.is_low(point, carried_at);
        face.filter(|&face| is_low && self.edge_height > 0.0 && self.is_floor(face))
    }
}

/// The normal of the most level face of a shape at a point of it, among those that face a mover at the
/// contact.
fn most_level_face<V: Vector>(
    shape: &ShapeRef<'_, V>,
    point: Vect<V, f64>,
    contact: Vect<V, f64>,
    up: Vect<V, f64>,
) -> Option<Vect<V, f64>> {
    let origin = origin(*shape, *shape);
    let core = Core::of(shape, origin);
    let offset = point - Vect::of(&origin);
    let largest = point.abs().largest();
    let is_face = |facing: Facing, outward: Vect<V, f64>| match shape {
        ShapeRef::Plane(_) => true,
        ShapeRef::HalfSpace(_) => facing == Facing::Front,
        _other => core.as_ref().is_some_and(|core| {
            let [_, high] = core.extent(&outward.0);
            let below = high + core.radius - outward.dot(offset);
            let rounding = 8.0 * f64::from(f32::EPSILON) * (largest + core.size);
            below <= rounding && core.has_face(&outward.0)
        }),
    };
    let span = shape.span::<f64>(0);
    let mut best: Option<(f64, Vect<V, f64>)> = None;
    for i in 0..span.normals() {
        let Some(normal) = Vect(span.normal(i)).unit() else { continue };
        for (facing, outward) in [(Facing::Front, normal), (Facing::Back, -normal)] {
            let height = outward.dot(up);
            let is_better = height > 0.0 && best.is_none_or(|(most, _)| height > most);
            if is_better && outward.dot(contact) > 0.0 && is_face(facing, outward) {
                best = Some((height, outward));
            }
        }
    }
    best.map(|(_, normal)| normal)
}

/// The height of the lowest point of some shapes along `up`.
pub(super) fn lowest<V: Vector>(parts: &[ShapeRef<'_, V>], up: Vect<V, f64>) -> f64 {
    let low = |part: &ShapeRef<'_, V>| {
        let origin = origin(*part, *part);
        let core = Core::of(part, origin)?;
        let [low, _] = core.extent(&up.0);
        Some(low - core.radius + Vect::of(&origin).dot(up))
    };
    parts.iter().filter_map(low).fold(f64::INFINITY, |least, low| least.smaller(low))
}
