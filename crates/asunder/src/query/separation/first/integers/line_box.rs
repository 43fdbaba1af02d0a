//! Lines and capsules beside a turned box in 3D, [in integers](super::counted_box): where a filter leaves a touch open.
//!
//! The axes between a line and a box are the box's own, and their cross products with the line. A capsule is decided if a
//! face of the box is nearest to it: no point of its segment is nearer to the box than by the widest gap, and the
//! nearest ones are no further if they lie before the face.

use super::counted_box::{
    BoxRows, StoredBox, coarsened, counted_direction, finest_grid, gap, others, reach_across,
};
use super::{Steps, counted, cross, dot};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Capsule, Obb, Ray, Segment};
use crate::space::Vector;

/// A line from a point on, seen from the center of a box.
pub(in super::super) struct LineFromBox {
    from: Steps,
    direction: Steps,
    /// Whether it has no end.
    is_ray: bool,
    half: Steps,
    rows: BoxRows,
}

impl LineFromBox {
    /// Of a ray; `None` if numbers have too many bits.
    #[inline(always)]
    pub(in super::super) fn of_ray<V: Vector>(ray: &Ray<V>, other: &StoredBox<V>) -> Option<Self> {
        let [origin, direction] = [&ray.origin, &ray.direction].mapped(Vect::of);
        let seen = [other.twice_offset(origin), other.size];
        let grid = finest_grid(seen[0].norm1() + seen[1].norm1());
        if !(grid.has_all([origin]) & grid.has_all(other.stored)) {
            return None;
        }
        let (direction, along) = counted_direction(direction)?;
        let rows = other.rows()?;
        let ([from, half], bits) = coarsened(seen.mapped(|x| counted(x, &grid)));
        rows.hold(bits + along).then_some(Self { from, direction, is_ray: true, half, rows })
    }

    /// Of a segment; `None` if numbers have too many bits.
    #[inline(always)]
    pub(in super::super) fn of_segment<V: Vector>(
        segment: &Segment<V>,
        other: &StoredBox<V>,
    ) -> Option<Self> {
        let capsule = Capsule { a: segment.a, b: segment.b, radius: 0.0 };
        CapsuleFromBox::of(&capsule, other).map(|counted| counted.line)
    }

    /// Whether they meet, by `rule`.
    pub(in super::super) fn meet(&self, rule: Rule) -> bool {
        let [from, speeds] = [self.from, self.direction].mapped(|x| self.rows.turned(x));
        let halves = self.half.mapped(|half| self.rows.scaled(half));
        for ((at, speed), half) in from.into_iter().zip(speeds).zip(halves) {
            // Where the line is lowest, and, seen upside down, where it is highest.
            for (at, speed) in [(at, speed), (0 - at, 0 - speed)] {
                let lowest = match (speed < 0, self.is_ray) {
                    (false, _) => at,
                    (true, false) => at + speed,
                    (true, true) => continue,
                };
                if rule.is_beyond(lowest - half, 0) {
                    return false;
                }
            }
        }
        (0..3).all(|axis| !self.gap_across(speeds, axis).is_some_and(|gap| rule.is_beyond(gap, 0)))
    }

    /// The gap along the cross product of the line with an axis; `None` if they are parallel.
    #[inline(always)]
    fn gap_across(&self, speeds: [i128; 3], axis: usize) -> Option<i128> {
        let speeds = others(axis).mapped(|other| speeds[other]);
        let moment: [i128; 3] = cross(self.direction, self.from);
        let height = dot(moment, self.rows.rows[axis]);
        (speeds != [0; 2]).then(|| gap([height], reach_across(self.half, speeds, axis)))
    }
}

/// A capsule, seen from the center of a box.
pub(in super::super) struct CapsuleFromBox {
    line: LineFromBox,
    radius: i64,
}

impl CapsuleFromBox {
    /// `None` if numbers have too many bits.
    #[inline(always)]
    pub(in super::super) fn of<V: Vector>(
        capsule: &Capsule<V>,
        other: &StoredBox<V>,
    ) -> Option<Self> {
        let [from, to] = [&capsule.a, &capsule.b].mapped(Vect::of);
        let vectors = [other.twice_offset(from), (to - from) * 2.0, other.size];
        let radius = 2.0 * widen(capsule.radius);
        let [between, direction, half] = vectors.mapped(Vect::norm1);
        let grid = finest_grid(between + direction + half + radius);
        let is_counted = grid.has_all([from, to]) & grid.has_all(other.stored);
        if !(is_counted & grid.has_widened(radius)) {
            return None;
        }
        let rows = other.rows()?;
        let [from, direction, half] = vectors.mapped(|x| counted(x, &grid));
        let vectors = [from, direction, half, [grid.steps(radius), 0, 0]];
        let ([from, direction, half, [radius, ..]], bits) = coarsened(vectors);
        let line = LineFromBox { from, direction, is_ray: false, half, rows };
        rows.hold(2 * bits).then_some(Self { line, radius })
    }

    /// Whether they meet, by `rule`, if that face of the box decides which is nearest to the segment. The radius is not
    /// zero.
    pub(in super::super) fn meet(&self, rule: Rule) -> Option<bool> {
        let line = &self.line;
        let radius = line.rows.scaled(self.radius);
        let [from, speeds] = [line.from, line.direction].mapped(|x| line.rows.turned(x));
        let ends = [from, [0, 1, 2].mapped(|i| from[i] + speeds[i])];
        let halves = line.half.mapped(|half| line.rows.scaled(half));
        let gaps = [0, 1, 2].mapped(|i| gap([ends[0][i], ends[1][i]], halves[i]));
        let axis = (1..3).fold(0, |widest, i| if gaps[i] > gaps[widest] { i } else { widest });
        let widest = gaps[axis];
        if rule.is_beyond(widest - radius, 0) {
            return Some(false);
        }
        // The points of the segment that are nearest along that axis; none if it crosses the box there.
        let is_nearest = ends.mapped(|end| gap([end[axis]], halves[axis]) == widest);
        let nearest = match is_nearest {
            [false, false] => return None,
            [true, last] => [ends[0], ends[usize::from(last)]],
            [false, true] => [ends[1]; 2],
        };
        let beyond = |i: usize| gap([nearest[0][i], nearest[1][i]], halves[i]) > 0;
        let is_beside = others(axis).into_iter().any(beyond)
            || is_nearest == [true; 2] && line.gap_across(speeds, axis).is_some_and(|gap| gap > 0);
        (!is_beside || widest == radius).then_some(!is_beside)
    }
}

/// Whether a point and a turned box in space meet, by `rule`; `None` if numbers have too many bits.
pub(in crate::query::separation) fn point_meets_box<V: Vector>(
    point: &V,
    obb: &Obb<V>,
    rule: Rule,
) -> Option<bool> {
    let a = point.to_array();
    LineFromBox::of_segment(&Segment { a, b: a }, &obb.into()).map(|counted| counted.meet(rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    /// Lines and capsules of all families, and such that touch edges, corners and faces of boxes of few whole numbers:
    /// where integers hold their numbers and decide, the general formula agrees.
    #[test]
    fn integers_agree_with_the_general_formula() {
        let mut rng = Rng::new(0x41);
        let mut touches = [0, 0];
        let mut check = |line: &Shape<Vec3>, obb: &Obb<Vec3>| {
            let known = |rule: Rule| match line {
                Shape::Ray(ray) => LineFromBox::of_ray(ray, &obb.into()).map(|x| x.meet(rule)),
                Shape::Segment(segment) => {
                    LineFromBox::of_segment(segment, &obb.into()).map(|x| x.meet(rule))
                }
                Shape::Capsule(capsule) => {
                    CapsuleFromBox::of(capsule, &obb.into()).and_then(|x| x.meet(rule))
                }
                Shape::Point(point) => point_meets_box(point, obb, rule),
                _ => unreachable!("a line was asked for"),
            };
            let meets = [Rule::Closed, Rule::Open].map(|rule| {
                let meets = known(rule)?;
                let general = any_any(line.as_shape_ref(), obb.as_shape_ref(), rule);
                assert_eq!(meets, general, "{rule:?} {line:?} {obb:?}");
                Some(meets)
            });
            if meets == [Some(true), Some(false)] {
                touches[usize::from(matches!(line, Shape::Capsule(_)))] += 1;
            }
            meets[0].is_some()
        };
        for family in Family::ALL {
            let mut known = 0;
            for round in 0..600 {
                let line = [Kind::Ray, Kind::Segment, Kind::Capsule, Kind::Point][round % 4];
                let (a, b) = pair::<3>(family, line, Kind::Obb, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                let Shape::Obb(obb) = &b else { unreachable!("a box was asked for") };
                known += usize::from(check(&a, obb));
            }
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                assert!(known > 200, "{family:?}: {known} of 600");
            }
        }
        for round in 0..6000 {
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let quaternion = [whole(2.0), whole(2.0), whole(2.0), whole(2.0)];
            if quaternion == [0.0; 4] {
                continue;
            }
            let mut point = |size: f64| [whole(size), whole(size), whole(size)];
            let (center, half) = (point(2.0), point(2.0).map(f32::abs));
            let (from, to) = (point(3.0), point(3.0));
            let radius = whole(3.0).abs();
            let obb = Obb::<Vec3>::new(center, half, quaternion);
            let line = match round % 4 {
                3 => Shape::Point(from.into()),
                0 => Capsule::<Vec3>::new(from, to, radius).into(),
                1 => Segment::<Vec3>::new(from, to).into(),
                _ if to == [0.0; 3] => continue,
                _ => Ray::<Vec3>::new(from, to).into(),
            };
            check(&line, &obb);
        }
        assert!(touches[0] > 300 && touches[1] > 100, "{touches:?}");
    }
}
