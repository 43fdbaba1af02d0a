//! The contact point and normal of two boxes in `f64`: the vectors of the answer.

use super::axes::MovingBoxAxes;
use crate::linalg::Vect;
use crate::query::cast::time_of_impact::opposite_unit;
use crate::query::separation::{BoxAxis, BoxLike};
use crate::shape::OrientedBox;
use crate::space::Vector;

impl<V: Vector> OrientedBox<V> {
    /// The middle of the support feature along a direction; along the box's axis `free`, its center.
    fn support_middle(&self, direction: Vect<V, f64>, free: Option<usize>) -> Vect<V, f64> {
        self.point(Vect::from_fn(|i| {
            let along = self.axes[i].dot(direction);
            if free == Some(i) || along.abs() < 1e-6 {
                0.0
            } else if along > 0.0 {
                self.half[i]
            } else {
                -self.half[i]
            }
        }))
    }
}

impl<V: Vector> MovingBoxAxes<V, f64> {
    /// The normal, and a contact point on `b`, of boxes that meet after a fraction of the motion, entering
    /// along an axis, or against it. `None` of edges whose cross product is zero in `f64`.
    pub(super) fn contact(
        &self,
        obstacle: &impl BoxLike<V>,
        index: usize,
        is_against: bool,
        fraction: f64,
    ) -> Option<(Vect<V, f64>, Vect<V, f64>)> {
        let features = BoxAxis::at::<V>(index);
        let axis = match features {
            BoxAxis::FaceOfA(i) => Vect(self.boxes.a.rows[i]),
            BoxAxis::FaceOfB(j) => Vect(self.boxes.b.rows[j]),
            BoxAxis::Edges(i, j) => Vect(self.boxes.a.rows[i]).cross(Vect(self.boxes.b.rows[j])),
        };
        let side = if is_against { 1.0 } else { -1.0 };
        // Rotations may have any length, and the square of a cross product is of degree eight in their numbers.
        let normal = axis.unit()? * side;
        let back = -normal;
        let (offset, velocity) = (Vect(self.boxes.offset.whole), Vect(self.velocity.whole));
        let a = self.boxes.a.placed((offset + velocity * fraction) / 2.0);
        let b = self.boxes.b.placed(Vect::zero());
        let point = match features {
            BoxAxis::FaceOfA(_) => shared_point(&b, &a, b.support_middle(normal, None)),
            BoxAxis::FaceOfB(_) => shared_point(&b, &a, a.support_middle(back, None)),
            BoxAxis::Edges(i, j) => {
                let (on_a, on_b) =
                    (a.support_middle(back, Some(i)), b.support_middle(normal, Some(j)));
                let (u, v) = (a.axes[i], b.axes[j]);
                // The nearest points of two lines (Ericson 2005, §5.1.8).
                let between = on_b - on_a;
                let cosine = u.dot(v);
                let along = cosine * u.dot(between) - v.dot(between);
                // Of edges all but parallel, any shared point will do.
                let along = along / (1.0 - cosine * cosine);
                shared_point(&b, &a, on_b + v * along)
            }
        };
        Some((normal, Vect(obstacle.twice_center()) / 2.0 + point))
    }

    /// The normal, and a shared point, of boxes that overlap at the start.
    pub(super) fn middle(&self, obstacle: &impl BoxLike<V>) -> (Vect<V, f64>, Vect<V, f64>) {
        let a = self.boxes.a.placed(Vect(self.boxes.offset.whole) / 2.0);
        let b = self.boxes.b.placed(Vect::zero());
        let point = shared_point(&b, &a, a.center);
        (opposite_unit(Vect(self.velocity.whole)), Vect(obstacle.twice_center()) / 2.0 + point)
    }
}

/// A point of `b` that is in `a`, too, or near it: by projections and reflections (Douglas and
/// Rachford 1956), since alternating projections alone take a thousand rounds where two faces
/// overlap by a sharp corner.
fn shared_point<V: Vector>(
    b: &OrientedBox<V>,
    a: &OrientedBox<V>,
    start: Vect<V, f64>,
) -> Vect<V, f64> {
    let (mut at, mut point) = (start, start);
    for _ in 0..64 {
        point = b.nearest(at);
        let step = a.nearest(point * 2.0 - at) - point;
        if step.square() <= 1e-18 * point.square() {
            break;
        }
        at = at + step;
    }
    point
}
