//! A capsule and a box, by the faces of the box: along a face normal the two certainly are apart, or may touch, as
//! those that lie or stand on a box do.
//!
//! A touch along a coordinate axis is decided by stored numbers, as [elsewhere](super::super::aligned), but for the
//! question whether the nearest points of the segment lie before the face: mostly they clearly do.

use super::figure::{AXIS_SIZE, ERROR, Figure, LEAST, LineOrSegment};
use super::figures::RoundedFigure;
use crate::array::Mapped as _;
use crate::exact::{exact_difference, widen};
use crate::linalg::{Vect, max, min};
use crate::query::predicate::Rule;
use crate::query::separation::boxes::BoxSource;
use crate::shape::Capsule;
use crate::space::Vector;

/// What the face normals of a box say of a capsule.
pub(super) enum FacesOfBox {
    /// One of them certainly separates the two.
    Apart,
    /// There may be a touch along one.
    MayTouch,
    /// None certainly does, and no touch is near: the closest points decide.
    Overlap,
}

/// A capsule and a box, seen from an end of the capsule.
#[derive(Clone, Copy)]
pub(super) struct CapsuleAndBox<V: Vector, B> {
    segment: LineOrSegment<V, false>,
    figure: B,
    radius: f64,
    /// Of any gap along a face normal.
    error: f64,
}

impl<V: Vector, B: Figure<V>> CapsuleAndBox<V, B> {
    #[inline(always)]
    pub(super) fn of(capsule: &Capsule<V>, shape: &impl RoundedFigure<V, Figure = B>) -> Self {
        let place = capsule.place();
        let (segment, figure) = (capsule.seen_from(place), shape.seen_from(place));
        let radius = widen(capsule.radius);
        let error = ERROR * AXIS_SIZE * (segment.reach() + figure.reach() + radius);
        Self { segment, figure, radius, error }
    }

    /// The gap along a face normal.
    #[inline(always)]
    fn gap(&self, i: usize) -> f64 {
        let axis = self.figure.normal(i);
        let ([low, high], [first, last]) =
            (self.segment.span(&axis), self.figure.span_of_normal(&axis, i));
        max(first - high, low - last)
    }

    #[inline(always)]
    pub(super) fn by_faces(&self) -> FacesOfBox {
        let widest = (1..V::DIM).fold(self.gap(0), |widest, i| max(self.gap(i), widest));
        let gap = widest - self.radius;
        if !(self.error > ERROR * LEAST) || gap < -self.error {
            FacesOfBox::Overlap
        } else if gap > self.error {
            FacesOfBox::Apart
        } else {
            FacesOfBox::MayTouch
        }
    }

    /// Whether the two meet in space, by `rule`, if the face along whose normal the gap is widest is along a coordinate
    /// axis, and decides. Exact.
    pub(super) fn meet_at_face(
        &self,
        capsule: &Capsule<V>,
        shape: &impl BoxSource<V>,
        rule: Rule,
    ) -> Option<bool> {
        let k = (1..3).fold(0, |widest, i| if self.gap(i) > self.gap(widest) { i } else { widest });
        let normal = self.figure.normal(k).direction;
        let t = (0..3).find(|&t| normal[(t + 1) % 3] == 0.0 && normal[(t + 2) % 3] == 0.0)?;
        let [first, last] = shape.ends(t, k)?;
        let ends = [widen(capsule.a[t]), widen(capsule.b[t])];
        let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]));
        let (above, below) = (exact_difference(first, high)?, exact_difference(low, last)?);
        let (gap, nearest) = if above > below { (above, high) } else { (below, low) };
        if rule.is_beyond(gap, self.radius) {
            return Some(false);
        }
        // The segment crosses the box along that axis: an end may be beyond the other face.
        if gap < 0.0 {
            return None;
        }
        let before = [0, 1].mapped(|i| {
            let is_nearest = ends[i] == nearest;
            if is_nearest {
                self.is_before_face(self.segment.point(i as f64), k)
            } else {
                Some(false)
            }
        });
        match before {
            [Some(true), _] | [_, Some(true)] => Some(true),
            // Two nearest points beside the face may be on either side of it.
            [Some(false), Some(false)] if ends[0] != ends[1] && gap == self.radius => Some(false),
            _ => None,
        }
    }

    /// Whether a point lies before a face or its opposite, if that is certain.
    #[inline(always)]
    fn is_before_face(&self, point: Vect<V, f64>, k: usize) -> Option<bool> {
        let outside = [(k + 1) % 3, (k + 2) % 3].mapped(|i| {
            let axis = self.figure.normal(i);
            let at = axis.direction.dot(point);
            let [first, last] = self.figure.span_of_normal(&axis, i);
            max(first - at, at - last)
        });
        let widest = max(outside[0], outside[1]);
        (widest.abs() > self.error).then_some(widest < 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{Aabb, AnyShape as _, Obb, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    /// What faces say of a capsule and a box agrees with the general formula; whether they decide a touch.
    fn check<B>(capsule: &Capsule<Vec3>, other: &B, general: impl Fn(Rule) -> bool) -> bool
    where
        B: RoundedFigure<Vec3> + BoxSource<Vec3>,
    {
        let seen = CapsuleAndBox::of(capsule, other);
        let meets = [Rule::Closed, Rule::Open].map(|rule| {
            let meets = match seen.by_faces() {
                FacesOfBox::Apart => Some(false),
                FacesOfBox::MayTouch if capsule.radius > 0.0 => {
                    seen.meet_at_face(capsule, other, rule)
                }
                FacesOfBox::MayTouch | FacesOfBox::Overlap => None,
            };
            assert!(meets.is_none_or(|meets| meets == general(rule)), "{rule:?} {capsule:?}");
            meets
        });
        meets == [Some(true), Some(false)]
    }

    /// A capsule as thin as the error of a gap, which crosses the plane of a flat box beside it.
    #[test]
    fn a_thin_capsule_that_crosses_beside_a_flat_box_is_apart() {
        let capsule = Capsule::<Vec3>::new([-10.0, 0.0, -1.1e-13], [0.5, 0.0, 1e-13], 1e-14);
        let flat = Aabb::<Vec3>::new([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]);
        let turned = Obb::<Vec3>::new([0.0; 3], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]);
        for rule in [Rule::Closed, Rule::Open] {
            assert!(!super::super::capsule_box(&capsule, &flat, rule));
            assert!(!super::super::capsule_box(&capsule, &turned, rule));
        }
        check(&capsule, &flat, |_| false);
        check(&capsule, &turned, |_| false);
    }

    /// Thin capsules of small numbers that cross flat boxes, or pass beside them.
    #[test]
    fn thin_capsules_about_flat_boxes_are_decided_as_by_the_general_formula() {
        let mut rng = Rng::new(0x7419);
        for _ in 0..3000 {
            let mut near = |size: f64| rng.between(-size, size) as f32;
            let [a, b] = [(); 2].map(|()| [near(4.0), near(4.0), near(2e-13)]);
            let capsule = Capsule::<Vec3>::new(a, b, near(2e-13).abs());
            let flat = Aabb::<Vec3>::new([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]);
            let general = |rule| any_any(capsule.as_shape_ref(), flat.as_shape_ref(), rule);
            check(&capsule, &flat, general);
            for rule in [Rule::Closed, Rule::Open] {
                assert_eq!(super::super::capsule_box(&capsule, &flat, rule), general(rule));
            }
        }
    }

    /// Capsules of all families, and of few whole numbers about boxes of those.
    #[test]
    fn faces_decide_as_the_general_formula() {
        let mut rng = Rng::new(0xCA9);
        let ask = |a: &Shape<Vec3>, b: &Shape<Vec3>| {
            let Shape::Capsule(capsule) = a else { unreachable!("a capsule was asked for") };
            let general = |rule| any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
            match b {
                Shape::Aabb(aabb) => check(capsule, aabb, general),
                Shape::Obb(obb) => check(capsule, obb, general),
                _ => unreachable!("a box was asked for"),
            }
        };
        for family in Family::ALL {
            for kind in [Kind::Aabb, Kind::Obb] {
                let mut touches = 0;
                for _ in 0..200 {
                    let (a, b) = pair::<3>(family, Kind::Capsule, kind, &mut rng);
                    let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                    touches += u32::from(ask(&a, &b));
                }
                assert!(family != Family::Resting || touches > 50, "{kind:?}: {touches}");
            }
        }
        let mut touches = 0;
        for round in 0..6000 {
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let quaternion = [0.0, whole(2.0), 0.0, whole(2.0)];
            if quaternion == [0.0; 4] {
                continue;
            }
            let radius = whole(2.0).abs();
            let mut point = |size: f64| [whole(size), whole(size), whole(size)];
            let (center, half) = (point(2.0), point(2.0).map(f32::abs));
            let capsule = Capsule::<Vec3>::new(point(2.0), point(2.0), radius).into();
            let other = match round % 2 {
                0 => Obb::<Vec3>::new(center, half, quaternion).into(),
                _ => Aabb::<Vec3>::new(center, [0, 1, 2].map(|i| center[i] + half[i])).into(),
            };
            touches += u32::from(ask(&capsule, &other));
        }
        assert!(touches > 20, "{touches}");
    }
}
