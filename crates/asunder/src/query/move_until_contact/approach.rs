//! Estimates in `f64` of a mover's contact with an obstacle, for exact predicates to check.

use crate::exact::{Number as _, widen};
use crate::linalg::{Matrix, Vect};
use crate::query::cast::{self, EntryFacets};
use crate::query::proximity::{Detail, proximity};
use crate::query::separation::{BoxFrame, BoxLike};
use crate::shape::{Obb, Plane, ShapeRef};
use crate::space::Vector;

/// The estimated contact of a mover with an obstacle that it does not penetrate at the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverApproach<V: Vector> {
    /// The fraction of the motion after which they begin to penetrate, if they do.
    pub(super) fraction: f64,
    /// The unit normal of the axis that they enter last, from the obstacle to the mover.
    pub(super) normal: Vect<V, f64>,
}

/// Cross products shorter than this, for edges of unit length, count as parallel: a neighbouring
/// face normal then gives the same estimate.
const PARALLEL: f64 = 1e-6;

/// The estimated contact with an obstacle.
pub(super) fn approach<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    obstacle: &ShapeRef<'_, V>,
) -> MoverApproach<V> {
    if let Some(gathered) = gathered(mover, motion, obstacle) {
        return gathered.approach();
    }
    let approach = cast::approach(mover, motion, obstacle);
    let normal = approach.normal.unwrap_or_else(|| facing(mover, motion, obstacle));
    MoverApproach { fraction: approach.fraction, normal }
}

/// When a mover begins to penetrate an obstacle.
pub(in crate::query) struct EntryTime<V: Vector> {
    /// The approximate fraction of the motion.
    pub(in crate::query) fraction: f64,
    /// The facets that it may enter by, if they were sought.
    pub(in crate::query) facets: Option<EntryFacets<V>>,
}

impl<V: Vector> EntryTime<V> {
    pub(in crate::query) fn of(
        mover: &ShapeRef<'_, V>,
        motion: &V::Array<f32>,
        obstacle: &ShapeRef<'_, V>,
    ) -> Self {
        if let Some(gathered) = gathered(mover, motion, obstacle) {
            return Self { fraction: gathered.approach().fraction, facets: None };
        }
        let facets = EntryFacets::of(mover, motion, obstacle);
        let time = facets.as_ref().and_then(|facets| facets.time);
        let fraction = time.unwrap_or_else(|| approach(mover, motion, obstacle).fraction);
        Self { fraction, facets }
    }
}

/// The unit normal of the axis with the widest gap at the start, from the obstacle to the mover.
pub(in crate::query) fn facing<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    obstacle: &ShapeRef<'_, V>,
) -> Vect<V, f64> {
    if let Some(gathered) = gathered(mover, motion, obstacle) {
        return gathered.facing;
    }
    let near = proximity(*mover, *obstacle, Detail::Gap).filter(|near| near.gap > near.error);
    let touching = || cast::touching_normal(mover, motion, obstacle);
    let facing = near.map(|near| Vect(near.normal)).or_else(touching);
    facing.unwrap_or_else(|| cast::opposite_unit(Vect::of(motion)))
}

/// The axes of a moving box and a shape with few axes: a box, a plane or a half-space.
fn gathered<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    obstacle: &ShapeRef<'_, V>,
) -> Option<Gather<V>> {
    let ShapeRef::Obb(mover) = mover else { return None };
    let mut gather = Gather::new(Vect::of(motion));
    match *obstacle {
        ShapeRef::Aabb(aabb) => gather.boxes(mover, aabb),
        ShapeRef::Obb(obb) => gather.boxes(mover, obb),
        ShapeRef::Plane(plane) => gather.plane(mover, plane),
        ShapeRef::HalfSpace(half) => gather.plane(mover, &half.boundary()),
        ShapeRef::Point(_)
        | ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Sphere(_)
        | ShapeRef::Capsule(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Frustum(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => return None,
    }
    Some(gather)
}

/// A visitor of axes that keeps the one entered last and the one with the widest gap.
struct Gather<V: Vector> {
    motion: Vect<V, f64>,
    /// The axis that is entered last.
    entry: MoverApproach<V>,
    /// The axis with the widest gap.
    facing: Vect<V, f64>,
    /// The widest gap.
    gap: f64,
}

impl<V: Vector> Gather<V> {
    fn new(motion: Vect<V, f64>) -> Self {
        let entry = MoverApproach { fraction: f64::NEG_INFINITY, normal: Vect::zero() };
        Self { motion, entry, facing: Vect::zero(), gap: f64::NEG_INFINITY }
    }

    /// Visits an axis of unit length on which the mover's centre is at `height` over the obstacle's, and the
    /// radii of both projections sum up to `radius`.
    fn axis(&mut self, axis: Vect<V, f64>, height: f64, radius: f64) {
        let outward = axis * if height < 0.0 { -1.0 } else { 1.0 };
        let gap = height.abs() - radius;
        if gap > self.gap {
            self.gap = gap;
            self.facing = outward;
        }
        let speed = -outward.dot(self.motion);
        if speed > 0.0 {
            let fraction = gap / speed;
            if fraction > self.entry.fraction {
                self.entry = MoverApproach { fraction, normal: outward };
            }
        }
    }

    fn approach(&self) -> MoverApproach<V> {
        let none_entered = !(self.entry.fraction > f64::NEG_INFINITY);
        if none_entered {
            // Rounding hides the entry: they touch already, or nearly.
            return MoverApproach { fraction: 0.0, normal: self.facing };
        }
        MoverApproach { fraction: self.entry.fraction.positive_part(), ..self.entry }
    }

    fn boxes<B: BoxLike<V>>(&mut self, mover: &Obb<V>, obstacle: &B) {
        let a = BoxFrame::of(obstacle, 0).placed(Vect::zero());
        let b = BoxFrame::of(mover, 1).placed(Vect(obstacle.twice_offset(&mover.center)) / 2.0);
        let mut axis = |axis: Vect<V, f64>| {
            self.axis(axis, b.center.dot(axis), a.half_width(axis) + b.half_width(axis));
        };
        for i in 0..V::DIM {
            axis(a.axes[i]);
            axis(b.axes[i]);
        }
        for i in 0..V::EDGES {
            for j in 0..V::EDGES {
                let cross = a.axes[i].cross(b.axes[j]);
                let length = cross.length();
                if length > PARALLEL {
                    axis(cross / length);
                }
            }
        }
    }

    fn plane(&mut self, mover: &Obb<V>, plane: &Plane<V>) {
        let normal = Vect::of(&plane.normal);
        let length = normal.length();
        let unit = normal / length;
        let (rows, norm) = V::frame::<f64>(mover.rotation, 0);
        let cosines = Matrix::from_arrays(&rows).each(|row| row.dot(unit).abs());
        let radius = cosines.dot(Vect::of(&mover.half_extents)) / norm;
        let height = Vect::of(&mover.center).dot(unit) - widen(plane.offset) / length;
        self.axis(unit, height, radius);
    }
}
