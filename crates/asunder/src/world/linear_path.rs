//! Straight paths from one position to the next, without a gap between one path and the next.
//!
//! The positions of a shape are rounded. The motion from one to the next is rounded once more, so
//! that a path ends beside the position where the next one starts, and something thin could stand in
//! between. That rounding error is itself an `f32`: from the end of its path, a shape is cast back
//! along exactly that displacement.

use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::query::cast::CastHit;
use crate::query::ray_cast::Started;
use crate::shape::{AnyShape as _, Shape};
use crate::space::Vector;
use core::mem::discriminant;

/// A straight path of a shape from one position to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinearPath<V: Vector> {
    /// The displacement from the first position to the second, rounded.
    pub(crate) motion: V::Array<f32>,
    /// The displacement from the second position to where the motion ends, exactly; `None` if it is
    /// zero or not finite.
    pub(crate) back: Option<V::Array<f32>>,
}

impl<V: Vector> LinearPath<V> {
    /// The path of a point that moves as the shape does; `None` if the motion is out of range, the
    /// shape is unbounded, or it changes its kind, so that no point of one is known to be that of the
    /// other.
    ///
    /// It is the path of the whole shape, if that kept its size and its vertices are not rounded one
    /// by one: points, spheres, boxes that do not turn.
    pub(crate) fn between(from: &Shape<V>, to: &Shape<V>) -> Option<Self> {
        if discriminant(from) != discriminant(to) {
            return None;
        }
        let [from, to] = [from, to].mapped(|shape| shape.as_shape_ref().reference_point());
        Self::of_points(&from?, &to?)
    }

    /// The path of a point; `None` if the motion is out of range.
    pub(crate) fn of_points(from: &V::Array<f32>, to: &V::Array<f32>) -> Option<Self> {
        let (from, to) = (Vect::<V, f32>(*from), Vect(*to));
        let motion = to - from;
        if !motion.components().all(f32::is_finite) {
            return None;
        }
        let back = -rounding_error(to, from, motion);
        let is_gap = back.components().any(|x| x != 0.0 && x.is_finite());
        Some(Self { motion: motion.0, back: is_gap.then_some(back.0) })
    }
}

/// A hit of the cast back from the end of a path, as a hit of that path: at its end, and from the
/// other side.
pub(crate) fn hit_at_end<V: Vector>(back: &CastHit<V>) -> CastHit<V> {
    let normal = V::from_array((-Vect::<V, f32>(back.normal.to_array())).0);
    CastHit { fraction: 1.0, point: back.point, normal, started: Started::Apart }
}

/// The rounding error of the difference `x` of `a` and `b` (Knuth 1998, §4.2.2, theorem B).
fn rounding_error<V: Vector>(a: Vect<V, f32>, b: Vect<V, f32>, x: Vect<V, f32>) -> Vect<V, f32> {
    let b_seen = a - x;
    let a_seen = x + b_seen;
    (a - a_seen) + (b_seen - b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Aabb;
    use crate::space::Pose;
    use asunder_jury::Rng;
    use glam::Vec2;

    /// Both sides are one sum in `f64` of the same two ends.
    #[test]
    fn motion_and_gap_are_the_whole_displacement() {
        let mut rng = Rng::new(5);
        let mut gaps = 0;
        for _ in 0..20_000 {
            let mut x = || rng.between(-1.0, 1.0) as f32 * [1.0, 64.0, 1e6][rng.below(3)];
            let [a, b] = [[x(), x()], [x(), x()]].map(|at| Shape::Point(Vec2::from(at)));
            let path = LinearPath::between(&a, &b).unwrap();
            let (Shape::Point(a), Shape::Point(b)) = (a, b) else { unreachable!() };
            let back = path.back.unwrap_or([0.0; 2]);
            gaps += u32::from(path.back.is_some());
            for (i, back) in back.into_iter().enumerate() {
                let [from, to] = [a, b].map(|x| f64::from(x.to_array()[i]));
                assert_eq!(f64::from(path.motion[i]) - f64::from(back), to - from);
            }
        }
        assert!(gaps > 5000, "{gaps}");
        let far = |x: f32| Shape::Point(Vec2::new(x, 0.0));
        assert_eq!(LinearPath::between(&far(f32::MIN), &far(f32::MAX)), None);
        let unit = Aabb::<Vec2>::new([0.0; 2], [1.0; 2]);
        let turned = unit.transformed(&Pose::from_translation([4.0, 0.0]));
        assert_eq!(
            LinearPath::between(&unit.into(), &turned.into()),
            None,
            "a corner and a middle"
        );
    }
}
