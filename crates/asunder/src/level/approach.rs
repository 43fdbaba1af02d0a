//! When a moving shape comes to the plane of a triangle, no sooner: which triangles a cast need not look into.

use crate::exact::{UNIT, widen};
use crate::index::{BoundsSweep, SweptAabb};
use crate::linalg::{Vect, max, min};
use crate::query::bounds::Bounds;
use crate::query::separation::VOLUME;
use crate::shape::{ShapeRef, Triangle};
use crate::space::Vector;

/// Errors of heights over a plane, relative to the product of taxicab lengths: that of the way there with the
/// radius, and of the edges.
const HEIGHT: f64 = 13.0 * UNIT;

/// A shape that moves, as planes see it: what is within a radius of its core.
pub(super) struct Approach<V: Vector> {
    core: Supported<V>,
    radius: f64,
    motion: Vect<V, f64>,
    /// The box around it.
    sweep: BoundsSweep<V>,
}

/// Two points, or a box by its corners, along the coordinate axes.
enum Supported<V: Vector> {
    Points([V::Array<f32>; 2]),
    Corners([V::Array<f32>; 2]),
}

impl<V: Vector> Approach<V> {
    /// Of a shape without curves, the box around it stands for it.
    pub(super) fn new(shape: ShapeRef<'_, V>, motion: &V::Array<f32>) -> Self {
        let (core, radius) = match shape {
            ShapeRef::Sphere(sphere) => (Supported::Points([sphere.center; 2]), sphere.radius),
            ShapeRef::Capsule(capsule) => {
                (Supported::Points([capsule.a, capsule.b]), capsule.radius)
            }
            other => {
                let Bounds { min, max } = Bounds::of(&other);
                (Supported::Corners([min, max]), 0.0)
            }
        };
        let swept = SweptAabb { bounds: Bounds::of(&shape), motion: *motion };
        let sweep = BoundsSweep::from(&swept);
        Self { core, radius: widen(radius), motion: Vect::of(motion), sweep }
    }

    /// Whether it certainly shares no point with a part before or at a fraction of its motion, since it does not
    /// come to the plane of that while the boxes around both meet.
    #[inline]
    pub(super) fn misses(&self, part: ShapeRef<'_, V>, limit: f64) -> bool {
        match part {
            ShapeRef::Triangle(triangle) if V::EDGES != 0 => {
                let bounds = Bounds::of(&part);
                let mut during = [0.0, limit];
                for axis in 0..V::DIM {
                    let slab = [widen(bounds.min[axis]), widen(bounds.max[axis])];
                    during = self.sweep.within_slab(axis, slab, during);
                }
                !(during[0] <= during[1]) || self.misses_plane(triangle, during[1])
            }
            _other => false,
        }
    }

    #[inline(always)]
    fn misses_plane(&self, triangle: &Triangle<V>, limit: f64) -> bool {
        let from = |point: &V::Array<f32>| Vect::<V, f64>::of(point) - Vect::of(&triangle.a);
        let (first, second) = (from(&triangle.b), from(&triangle.c));
        let normal = first.cross(second);
        let (least, most, far) = match &self.core {
            Supported::Points(ends) => {
                let [p, q] = [from(&ends[0]), from(&ends[1])];
                let heights = [normal.dot(p), normal.dot(q)];
                let [low, high] = [min(heights[0], heights[1]), max(heights[0], heights[1])];
                (low, high, max(p.norm1(), q.norm1()))
            }
            Supported::Corners(corners) => {
                let [p, q] = [from(&corners[0]), from(&corners[1])];
                let is_upward = |t: usize| normal[t] > 0.0;
                let lowest = Vect::<V, f64>::from_fn(|t| if is_upward(t) { p[t] } else { q[t] });
                let highest = Vect::<V, f64>::from_fn(|t| if is_upward(t) { q[t] } else { p[t] });
                (normal.dot(lowest), normal.dot(highest), p.norm1() + q.norm1())
            }
        };
        let (rise, reach) = (normal.dot(self.motion), self.radius * normal.length());
        let edges = first.norm1() * second.norm1();
        let lost = HEIGHT * (far + self.radius) * edges;
        // Twice the error: what the product with the limit loses is less than that.
        let slack = 2.0 * VOLUME * self.motion.norm1() * edges;
        let (above, below) = (least - reach - lost, 0.0 - most - reach - lost);
        // It comes nearer at no more than these speeds.
        let (falling, rising) = (max(0.0 - rise, 0.0) + slack, max(rise, 0.0) + slack);
        (above > 0.0 && above > falling * limit) || (below > 0.0 && below > rising * limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number as _;
    use crate::query::cast::Cast as _;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::separation::shape;
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, motion, pair};
    use glam::Vec3;

    /// The errors added up, where all of the length is that of a core, and where it is a radius.
    #[test]
    fn the_errors_are_derived() {
        let one = |k: usize| Vect::<Vec3, _>::along_axis(k, Roundoff::unit(1.0));
        let mut worst: f64 = 0.0;
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            let normal = one(i).cross(one(j));
            let height = one(k).dot(normal);
            worst = worst.max((height - Roundoff::ZERO - Roundoff::ZERO).error);
            // A length is off by no more than its components are, and by its own rounding.
            let off = normal.components().fold(0.0, |sum: f64, x| sum + x.error);
            let exact = Vect::<Vec3, _>::along_axis(k, Roundoff::unit(0.0));
            let length = exact.square().root(0);
            let length = Roundoff { error: length.error + off, ..length };
            let reach = Roundoff::unit(0.0) * length;
            worst = worst.max((Roundoff::ZERO - reach - Roundoff::ZERO).error);
        }
        assert_covers(HEIGHT / UNIT, worst * SLACK);
    }

    /// What a cast hits is not missed, up to its fraction; what it misses mostly is, and what it hits is before.
    #[test]
    fn nothing_that_is_hit_is_missed() {
        let mut rng = Rng::new(0x11);
        for kind in [Kind::Sphere, Kind::Capsule, Kind::Aabb, Kind::Obb] {
            let (mut hits, mut missed, mut early) = (0, 0, 0);
            for family in Family::ALL {
                for _ in 0..300 {
                    let (a, b) = pair::<3>(family, kind, Kind::Triangle, &mut rng);
                    let way = motion::<3>(family, &a, &b, &mut rng);
                    let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                    let approach = Approach::new(a.as_shape_ref(), &way);
                    let misses = |limit: f64| approach.misses(b.as_shape_ref(), limit);
                    let Some(hit) = a.cast(way, &b) else {
                        missed += i32::from(misses(1.0));
                        continue;
                    };
                    hits += 1;
                    let end = widen(hit.fraction.next_up());
                    assert!(!misses(end) && !misses(1.0), "{family:?} {a:?} {way:?} {b:?} {hit:?}");
                    early += i32::from(hit.fraction > 0.0 && misses(0.9 * widen(hit.fraction)));
                }
            }
            assert!(hits > 200 && missed > 50 && early > 20, "{kind:?}: {hits} {missed} {early}");
        }
    }

    /// Moved along a plane, or away from it, by however little: only a touch counts.
    #[test]
    fn along_a_plane() {
        let [a, b, c] = [[-9.0, 0.0, -9.0], [0.0, 0.0, 9.0], [9.0, 0.0, -9.0]];
        let floor = Shape::<Vec3>::from(Triangle::new(a, b, c));
        for (height, rise, is_missed) in [
            (1.0, 0.0, false),
            (1.001, 0.0, true),
            (1.001, 1.0, true),
            (1.5, -0.499, true),
            (1.5, -0.5, false),
            (-1.5, -9.0, true),
            (-1.5, 0.5, false),
            (-1.5, 0.499, true),
        ] {
            let ball = crate::shape::Sphere::<Vec3>::new([0.0, height, 0.0], 1.0);
            let way = [3.0, rise, 1.0];
            let approach = Approach::new(ball.as_shape_ref(), &way);
            assert_eq!(approach.misses(floor.as_shape_ref(), 1.0), is_missed, "{height} {rise}");
        }
    }
}
