//! The contact point and normal of two boxes in `f64`: the vectors of the answer.

use super::axes::{AxisFeatures, MovingBoxAxes};
use crate::query::cast::time_of_impact::opposite_unit;
use crate::query::separation::{BoxFrame, BoxLike, dot};
use crate::space::Vector;

/// A box with axes of length one, its centre relative to that of `b`.
struct Solid<V: Vector> {
    rows: V::Array<V::Array<f64>>,
    half: V::Array<f64>,
    middle: V::Array<f64>,
}

impl<V: Vector> Solid<V> {
    fn of(frame: &BoxFrame<V, f64>, middle: V::Array<f64>) -> Self {
        let rows = V::array(|i| V::array(|t| frame.rows[i][t] / frame.norm));
        Self { rows, half: V::array(|i| frame.half[i] / 2.0), middle }
    }

    /// The middle of the support feature along a direction; along the box's axis `free`, its centre.
    fn support_middle(&self, direction: &V::Array<f64>, free: Option<usize>) -> V::Array<f64> {
        (0..V::DIM).fold(self.middle, |point, i| {
            let along = dot::<V, f64>(&self.rows[i], direction);
            if free == Some(i) || along.abs() < 1e-6 {
                return point;
            }
            let side = if along > 0.0 { self.half[i] } else { -self.half[i] };
            V::array(|t| point[t] + side * self.rows[i][t])
        })
    }

    /// The point of the box nearest to another.
    fn nearest(&self, point: &V::Array<f64>) -> V::Array<f64> {
        let offset = V::array(|t| point[t] - self.middle[t]);
        (0..V::DIM).fold(self.middle, |nearest, i| {
            let (along, half) = (dot::<V, f64>(&self.rows[i], &offset), self.half[i]);
            let along = if along > half { half } else { along };
            let along = if along < -half { -half } else { along };
            V::array(|t| nearest[t] + along * self.rows[i][t])
        })
    }
}

impl<V: Vector> MovingBoxAxes<V, f64> {
    /// The normal, and a contact point on `b`, of boxes that meet after a fraction of the motion, entering
    /// along an axis, or against it.
    pub(super) fn contact(
        &self,
        obstacle: &impl BoxLike<V>,
        index: usize,
        is_against: bool,
        fraction: f64,
    ) -> (V::Array<f64>, V::Array<f64>) {
        let features = self.features(index);
        let axis = match features {
            AxisFeatures::A(i) => self.a.rows[i],
            AxisFeatures::B(j) => self.b.rows[j],
            AxisFeatures::Edges(i, j) => V::cross(&self.a.rows[i], &self.b.rows[j]),
        };
        let length = dot::<V, f64>(&axis, &axis).sqrt();
        let side = if is_against { 1.0 } else { -1.0 };
        let normal = V::array(|t| side * axis[t] / length);
        let back = V::array(|t| -normal[t]);
        let middle = V::array(|t| (self.offset[t] + fraction * self.velocity[t]) / 2.0);
        let a = Solid::<V>::of(&self.a, middle);
        let b = Solid::<V>::of(&self.b, V::array(|_| 0.0));
        let point = match features {
            AxisFeatures::A(_) => shared_point(&b, &a, b.support_middle(&normal, None)),
            AxisFeatures::B(_) => shared_point(&b, &a, a.support_middle(&back, None)),
            AxisFeatures::Edges(i, j) => {
                let (on_a, on_b) =
                    (a.support_middle(&back, Some(i)), b.support_middle(&normal, Some(j)));
                let (u, v) = (&a.rows[i], &b.rows[j]);
                // The nearest points of two lines (Ericson 2005, §5.1.8).
                let between = V::array(|t| on_b[t] - on_a[t]);
                let cosine = dot::<V, f64>(u, v);
                let along = cosine * dot::<V, f64>(u, &between) - dot::<V, f64>(v, &between);
                // Of edges all but parallel, any shared point will do.
                let along = along / (1.0 - cosine * cosine);
                shared_point(&b, &a, V::array(|t| on_b[t] + along * v[t]))
            }
        };
        let center = obstacle.twice_center::<f64>();
        (normal, V::array(|t| center[t] / 2.0 + point[t]))
    }

    /// The normal, and a shared point, of boxes that overlap at the start.
    pub(super) fn middle(&self, obstacle: &impl BoxLike<V>) -> (V::Array<f64>, V::Array<f64>) {
        let a = Solid::<V>::of(&self.a, V::array(|t| self.offset[t] / 2.0));
        let b = Solid::<V>::of(&self.b, V::array(|_| 0.0));
        let point = shared_point(&b, &a, a.middle);
        let center = obstacle.twice_center::<f64>();
        (opposite_unit::<V>(&self.velocity), V::array(|t| center[t] / 2.0 + point[t]))
    }
}

/// A point of `b` that is in `a`, too, or near it: by projections and reflections (Douglas and
/// Rachford 1956), since alternating projections alone take a thousand rounds where two faces
/// overlap by a sharp corner.
fn shared_point<V: Vector>(b: &Solid<V>, a: &Solid<V>, start: V::Array<f64>) -> V::Array<f64> {
    let (mut at, mut point) = (start, start);
    for _ in 0..64 {
        point = b.nearest(&at);
        let other = a.nearest(&V::array(|t| 2.0 * point[t] - at[t]));
        let step = V::array(|t| other[t] - point[t]);
        if dot::<V, f64>(&step, &step) <= 1e-18 * dot::<V, f64>(&point, &point) {
            break;
        }
        at = V::array(|t| at[t] + step[t]);
    }
    point
}
