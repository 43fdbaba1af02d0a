//! Where two boxes meet, and along which normal: for the answer's vectors, in `f64`.

use super::axes::{AxisFeatures, MovingBoxAxes};
use crate::query::cast::time_of_impact::opposite_unit;
use crate::query::separation::{BoxFrame, BoxLike, dot};
use crate::space::Vector;

/// A box with axes of length one, its middle relative to that of `b`.
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

    /// The middle of the feature that is furthest along a direction, but for extent along `free`.
    fn foremost(&self, direction: &V::Array<f64>, free: Option<usize>) -> V::Array<f64> {
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
        let velocity = V::array(|t| point[t] - self.middle[t]);
        (0..V::DIM).fold(self.middle, |nearest, i| {
            let (along, half) = (dot::<V, f64>(&self.rows[i], &velocity), self.half[i]);
            let along = if along > half { half } else { along };
            let along = if along < -half { -half } else { along };
            V::array(|t| nearest[t] + along * self.rows[i][t])
        })
    }
}

impl<V: Vector> MovingBoxAxes<V, f64> {
    /// The normal, and a point of `b`, where the boxes meet after a part of the motion, entering along
    /// an axis, or against it.
    pub(super) fn contact(
        &self,
        obstacle: &impl BoxLike<V>,
        index: usize,
        is_against: bool,
        part: f64,
    ) -> (V::Array<f64>, V::Array<f64>) {
        let parts = self.parts(index);
        let axis = match parts {
            AxisFeatures::A(i) => self.a.rows[i],
            AxisFeatures::B(j) => self.b.rows[j],
            AxisFeatures::Edges(i, j) => V::cross(&self.a.rows[i], &self.b.rows[j]),
        };
        let length = dot::<V, f64>(&axis, &axis).sqrt();
        let side = if is_against { 1.0 } else { -1.0 };
        let normal = V::array(|t| side * axis[t] / length);
        let back = V::array(|t| -normal[t]);
        let middle = V::array(|t| (self.offset[t] + part * self.velocity[t]) / 2.0);
        let a = Solid::<V>::of(&self.a, middle);
        let b = Solid::<V>::of(&self.b, V::array(|_| 0.0));
        let point = match parts {
            AxisFeatures::A(_) => shared(&b, &a, b.foremost(&normal, None)),
            AxisFeatures::B(_) => shared(&b, &a, a.foremost(&back, None)),
            AxisFeatures::Edges(i, j) => {
                let (on_a, on_b) = (a.foremost(&back, Some(i)), b.foremost(&normal, Some(j)));
                let (u, v) = (&a.rows[i], &b.rows[j]);
                // The nearest points of two lines (Ericson 2005, §5.1.8).
                let between = V::array(|t| on_b[t] - on_a[t]);
                let cosine = dot::<V, f64>(u, v);
                let along = cosine * dot::<V, f64>(u, &between) - dot::<V, f64>(v, &between);
                // Of edges all but parallel, any point that both have.
                let along = along / (1.0 - cosine * cosine);
                shared(&b, &a, V::array(|t| on_b[t] + along * v[t]))
            }
        };
        let center = obstacle.twice_center::<f64>();
        (normal, V::array(|t| center[t] / 2.0 + point[t]))
    }

    /// The normal, and a point, of boxes that overlap at the start.
    pub(super) fn middle(&self, obstacle: &impl BoxLike<V>) -> (V::Array<f64>, V::Array<f64>) {
        let a = Solid::<V>::of(&self.a, V::array(|t| self.offset[t] / 2.0));
        let b = Solid::<V>::of(&self.b, V::array(|_| 0.0));
        let point = shared(&b, &a, a.middle);
        let center = obstacle.twice_center::<f64>();
        (opposite_unit::<V>(&self.velocity), V::array(|t| center[t] / 2.0 + point[t]))
    }
}

/// A point of `b` that `a` has, too, or is near to: by projections and reflections (Douglas and
/// Rachford 1956), since alternating projections alone take a thousand rounds to where two faces
/// overlap by a sharp corner.
fn shared<V: Vector>(b: &Solid<V>, a: &Solid<V>, start: V::Array<f64>) -> V::Array<f64> {
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
