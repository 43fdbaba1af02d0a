//! Where, about, does a mover meet an obstacle? Estimates in `f64`, for exact tests to check.

use crate::exact::widen;
use crate::query::cast;
use crate::query::proximity::{Detail, proximity};
use crate::query::separation::{BoxFrame, BoxLike, dot};
use crate::shape::{AnyShape, Obb, Plane, Shape, ShapeRef};
use crate::space::Vector;

/// A mover and an obstacle that it does not penetrate at the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach<V: Vector> {
    /// The part of the motion after which they begin to penetrate, if they do.
    pub(super) fraction: f64,
    /// The unit normal of the axis along which they meet then, pointing from the obstacle to the
    /// mover.
    pub(super) normal: V::Array<f64>,
    /// The unit normal of the axis that parts them most at the start, pointing likewise.
    pub(super) facing: V::Array<f64>,
}

impl<V: Vector> Approach<V> {
    /// That to something that cannot be met.
    pub(super) fn none() -> Self {
        let none = V::array(|_| 0.0);
        Self { fraction: 1.0, normal: none, facing: none }
    }
}

/// Cross products shorter than this, for edges of unit length, count as parallel: a neighbouring
/// face normal then gives the same estimate.
const PARALLEL: f64 = 1e-6;

/// The estimate for an obstacle.
pub(super) fn approach<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    obstacle: &Shape<V>,
) -> Approach<V> {
    if let ShapeRef::Obb(mover) = mover {
        let motion = V::array(|i| widen(motion[i]));
        match obstacle {
            Shape::Aabb(aabb) => return approach_box(mover, &motion, aabb),
            Shape::Obb(obb) => return approach_box(mover, &motion, obb),
            Shape::Plane(plane) => return approach_plane(mover, &motion, plane),
            Shape::HalfSpace(half) => return approach_plane(mover, &motion, &half.boundary()),
            Shape::Point(_)
            | Shape::Segment(_)
            | Shape::Ray(_)
            | Shape::Sphere(_)
            | Shape::Capsule(_)
            | Shape::Triangle(_)
            | Shape::Frustum(_)
            | Shape::ConvexHull(_)
            | Shape::Parallelepiped(_) => {}
        }
    }
    approach_any(mover, motion, &obstacle.as_shape_ref())
}

/// The estimate for shapes of any kind, as a cast makes it.
fn approach_any<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    obstacle: &ShapeRef<'_, V>,
) -> Approach<V> {
    let coming = cast::approach(mover, motion, obstacle);
    let near = proximity(*mover, *obstacle, Detail::Gap).filter(|near| near.gap > near.error);
    let touching = || cast::touching_normal(mover, motion, obstacle);
    let way = V::array(|i| widen(motion[i]));
    let facing = near.map(|near| near.normal).or_else(touching);
    let facing = facing.unwrap_or_else(|| cast::against::<V>(&way));
    Approach { fraction: coming.fraction, normal: coming.normal.unwrap_or(facing), facing }
}

/// Gathers axes, keeping the last to be entered and the one that parts most.
struct Gather<'a, V: Vector> {
    motion: &'a V::Array<f64>,
    best: Approach<V>,
    /// How far the axis of `best.facing` parts them.
    gap: f64,
}

impl<'a, V: Vector> Gather<'a, V> {
    fn new(motion: &'a V::Array<f64>) -> Self {
        let best = Approach { fraction: f64::NEG_INFINITY, ..Approach::none() };
        Self { motion, best, gap: f64::NEG_INFINITY }
    }

    /// An axis of unit length along which the mover stands at `height` over the obstacle's middle,
    /// and the shapes reach `reach` together.
    fn axis(&mut self, axis: &V::Array<f64>, height: f64, reach: f64) {
        let side = if height < 0.0 { -1.0 } else { 1.0 };
        let outward = V::array(|i| axis[i] * side);
        let gap = height.abs() - reach;
        if gap > self.gap {
            self.gap = gap;
            self.best.facing = outward;
        }
        let speed = -dot::<V, f64>(&outward, self.motion);
        if speed > 0.0 {
            let fraction = gap / speed;
            if fraction > self.best.fraction {
                self.best.fraction = fraction;
                self.best.normal = outward;
            }
        }
    }

    fn result(self) -> Approach<V> {
        let none_entered = !(self.best.fraction > f64::NEG_INFINITY);
        if none_entered {
            // Rounding hides the entry: they meet about where they stand.
            return Approach { fraction: 0.0, normal: self.best.facing, ..self.best };
        }
        let fraction = if self.best.fraction > 0.0 { self.best.fraction } else { 0.0 };
        Approach { fraction, ..self.best }
    }
}

fn approach_box<V: Vector, B: BoxLike<V>>(
    mover: &Obb<V>,
    motion: &V::Array<f64>,
    obstacle: &B,
) -> Approach<V> {
    let unit = |frame: &BoxFrame<V, f64>| V::array(|i| V::array(|j| frame.rows[i][j] / frame.norm));
    let (a, b) = (BoxFrame::<V, f64>::of(obstacle, 0), BoxFrame::<V, f64>::of(mover, 1));
    let (rows_a, rows_b) = (unit(&a), unit(&b));
    let offset = obstacle.twice_offset::<f64>(&mover.center);
    let mut gather = Gather::<V>::new(motion);
    // Lengths are doubled in the texts; halve them here, where they are measured.
    let mut axis = |axis: &V::Array<f64>| {
        let reach = (0..V::DIM).fold(0.0, |sum, i| {
            sum + a.half[i] * dot::<V, f64>(&rows_a[i], axis).abs()
                + b.half[i] * dot::<V, f64>(&rows_b[i], axis).abs()
        });
        gather.axis(axis, dot::<V, f64>(&offset, axis) / 2.0, reach / 2.0);
    };
    for i in 0..V::DIM {
        axis(&rows_a[i]);
        axis(&rows_b[i]);
    }
    for i in 0..V::EDGES {
        for j in 0..V::EDGES {
            let (x, y) = (&rows_a[i], &rows_b[j]);
            let cross = V::array(|t| {
                let (t1, t2) = ((t + 1) % V::DIM, (t + 2) % V::DIM);
                x[t1] * y[t2] - x[t2] * y[t1]
            });
            let length = dot::<V, f64>(&cross, &cross).sqrt();
            if length > PARALLEL {
                axis(&V::array(|t| cross[t] / length));
            }
        }
    }
    gather.result()
}

fn approach_plane<V: Vector>(
    mover: &Obb<V>,
    motion: &V::Array<f64>,
    plane: &Plane<V>,
) -> Approach<V> {
    let normal = V::array(|i| widen(plane.normal[i]));
    let length = dot::<V, f64>(&normal, &normal).sqrt();
    let unit = V::array(|i| normal[i] / length);
    let (rows, norm) = V::frame::<f64>(mover.rotation, 0);
    let reach = (0..V::DIM).fold(0.0, |sum, i| {
        sum + widen(mover.half_extents[i]) * dot::<V, f64>(&rows[i], &unit).abs()
    }) / norm;
    let center = V::array(|i| widen(mover.center[i]));
    let (far, offset) = (dot::<V, f64>(&center, &unit), widen(plane.offset) / length);
    let mut gather = Gather::<V>::new(motion);
    gather.axis(&unit, far - offset, reach);
    gather.result()
}
