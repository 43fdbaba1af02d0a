//! Points, segments and rays in 3D: a filter that knows that they are in no plane together, and integers for the rest.
//!
//! Their Minkowski difference is flat, so that they never penetrate. Lines that are not parallel meet if the volume
//! that their directions and the way between them span is zero, and the point in common is on both: its parameter
//! along each is a quotient of two areas (Ericson 2005, §5.1.9), which need not be divided.

use super::grid::Grid;
use super::integers::{
    Integer, LONGEST, PlaneAxes, Steps, counted, cross, dot, is_zero, minus, sign,
};
use super::volumes::VOLUME;
use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::shape::{Ray, Segment};
use crate::space::Vector;

/// A point, a segment or a ray, in `f64`.
#[derive(Clone, Copy)]
pub(in crate::query::separation) struct Straight<V: Vector> {
    from: Vect<V, f64>,
    /// The other end; another point on it, if it is a ray; the same, if it is a point.
    to: Vect<V, f64>,
    direction: Vect<V, f64>,
    is_ray: bool,
}

/// A shape that is straight.
pub(in crate::query::separation) trait IsStraight<V: Vector> {
    fn straight(&self) -> Straight<V>;
}

impl<V: Vector> IsStraight<V> for V {
    #[inline(always)]
    fn straight(&self) -> Straight<V> {
        let from = Vect::of(&self.to_array());
        Straight { from, to: from, direction: Vect::zero(), is_ray: false }
    }
}

impl<V: Vector> IsStraight<V> for Segment<V> {
    #[inline(always)]
    fn straight(&self) -> Straight<V> {
        let [from, to] = [&self.a, &self.b].mapped(Vect::<V, f64>::of);
        Straight { from, to, direction: to - from, is_ray: false }
    }
}

impl<V: Vector> IsStraight<V> for Ray<V> {
    #[inline(always)]
    fn straight(&self) -> Straight<V> {
        let [from, direction] = [&self.origin, &self.direction].mapped(Vect::<V, f64>::of);
        Straight { from, to: from, direction, is_ray: true }
    }
}

/// Whether two are certainly in no plane together, or, of which one is a point, not on one line.
#[inline(always)]
pub(super) fn are_apart<V: Vector>(a: &Straight<V>, b: &Straight<V>) -> bool {
    let between = b.from - a.from;
    let far = between.norm1();
    let [own, other] = [a, b].mapped(|line| line.direction);
    let volume = own.cross(other).dot(between);
    // Of two points both are parallel to any line.
    let beside = |direction: Vect<V, f64>| {
        let moment = direction.cross(between).abs();
        let error = VOLUME * direction.norm1() * far;
        (0..V::DIM).any(|i| moment[i] > error)
    };
    volume.abs() > VOLUME * own.norm1() * other.norm1() * far
        || other.norm1() == 0.0 && beside(own)
        || own.norm1() == 0.0 && beside(other)
}

/// A line from a point on, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountedLine {
    pub(super) from: Steps,
    /// To the other end. Of a ray, in steps of its own.
    pub(super) direction: Steps,
    pub(super) is_ray: bool,
}

/// Two of them, seen from the first point of the first; `None` if their numbers have too many bits.
#[inline(always)]
pub(super) fn counted_lines<V: Vector>(
    a: &Straight<V>,
    b: &Straight<V>,
) -> Option<[CountedLine; 2]> {
    let between = b.from - a.from;
    let length = |line: &Straight<V>| if line.is_ray { 0.0 } else { line.direction.norm1() };
    let grid = Grid::of_steps(between.norm1() + length(a) + length(b), LONGEST[1]);
    if !grid.has_all([a.from, a.to, b.from, b.to]) {
        return None;
    }
    let line = |line: &Straight<V>, from: Vect<V, f64>| {
        let own = Grid::of_steps(line.direction.norm1(), LONGEST[1]);
        let (steps, stands) =
            if line.is_ray { (&own, own.has_all([line.direction])) } else { (&grid, true) };
        let direction = counted(line.direction, steps);
        let counted = CountedLine { from: counted(from, &grid), direction, is_ray: line.is_ray };
        stands.then_some(counted)
    };
    Some([line(a, Vect::zero())?, line(b, between)?])
}

/// Whether two lines share a point.
pub(super) fn lines_meet_exactly<I: Integer>(a: &CountedLine, b: &CountedLine) -> bool {
    let between = minus(b.from, a.from);
    let normal: [I; 3] = cross(a.direction, b.direction);
    if is_zero(normal) {
        return parallel_lines_meet::<I>(a, b, between);
    }
    if sign(dot(normal, between)) != 0 {
        return false;
    }
    // Seen along a coordinate axis, `a.from + t·a.direction = b.from + u·b.direction`.
    let plane = PlaneAxes::of(normal);
    let area = |first, second| plane.area::<I>(first, second);
    let whole = area(a.direction, b.direction);
    let is_on = |share: I, line: &CountedLine| {
        let zero = I::from(0);
        let (share, whole) =
            if whole < zero { (zero - share, zero - whole) } else { (share, whole) };
        share >= zero && (line.is_ray || share <= whole)
    };
    is_on(area(between, b.direction), a) && is_on(area(between, a.direction), b)
}

/// Whether two lines of one direction share a point, or such of which one is a point.
fn parallel_lines_meet<I: Integer>(a: &CountedLine, b: &CountedLine, between: Steps) -> bool {
    let direction = if a.direction == [0; 3] { b.direction } else { a.direction };
    if direction == [0; 3] || !is_zero(cross::<I>(direction, between)) {
        return between == [0; 3];
    }
    let along = |vector: Steps| dot(direction.mapped(I::from), vector);
    // From where to where along the direction; a ray has one end.
    let span = |line: &CountedLine, from: I| {
        let length = along(line.direction);
        match (line.is_ray, sign(length)) {
            (true, 1) => [Some(from), None],
            (true, _) => [None, Some(from)],
            (false, -1) => [Some(from + length), Some(from)],
            (false, _) => [Some(from), Some(from + length)],
        }
    };
    let ([low, high], [first, last]) = (span(a, I::from(0)), span(b, along(between)));
    let is_before = |end: Option<I>, start: Option<I>| matches!((end, start), (Some(end), Some(start)) if end < start);
    !is_before(high, first) && !is_before(last, low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::predicate::Rule;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    fn straight(shape: &Shape<Vec3>) -> Straight<Vec3> {
        match shape {
            Shape::Point(point) => point.straight(),
            Shape::Segment(segment) => segment.straight(),
            Shape::Ray(ray) => ray.straight(),
            _ => unreachable!("a line was asked for"),
        }
    }

    /// Of all families, and of few whole numbers, parallel ones and points among them: what the filter is certain of, and
    /// what integers say, is as by the general formula.
    #[test]
    fn lines_are_decided_as_by_the_general_formula() {
        let kinds = [Kind::Point, Kind::Segment, Kind::Ray];
        let mut rng = Rng::new(0x11E5);
        let (mut certain, mut meets) = (0, 0);
        let mut check = |a: &Shape<Vec3>, b: &Shape<Vec3>| {
            let general = |rule| any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
            let (own, other) = (straight(a), straight(b));
            let expected = general(Rule::Closed);
            assert!(!general(Rule::Open), "{a:?} {b:?}");
            if are_apart(&own, &other) {
                assert!(!expected, "{a:?} {b:?}");
                certain += 1;
            }
            let Some([own, other]) = counted_lines(&own, &other) else { return false };
            let known = lines_meet_exactly::<i128>(&own, &other);
            assert_eq!(known, expected, "{a:?} {b:?}");
            meets += u32::from(known);
            true
        };
        for family in Family::ALL {
            let mut known = 0;
            for round in 0..270 {
                let (a, b) = (kinds[round % 3], kinds[round / 3 % 3]);
                let (a, b) = pair::<3>(family, a, b, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                known += usize::from(check(&a, &b));
            }
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                assert!(known > 200, "{family:?}: {known} of 270");
            }
        }
        for round in 0..9000 {
            let mut whole = || rng.between(-2.0, 2.0).round() as f32;
            let mut line = |kind: usize| -> Shape<Vec3> {
                let [from, to] = [(); 2].map(|()| [whole(), whole(), whole()]);
                match kind {
                    0 => Shape::Point(from.into()),
                    1 => Segment::<Vec3>::new(from, to).into(),
                    _ if to == [0.0; 3] => Shape::Point(from.into()),
                    _ => Ray::<Vec3>::new(from, to).into(),
                }
            };
            let (a, b) = (line(round % 3), line(round / 3 % 3));
            check(&a, &b);
        }
        assert!(certain > 3000 && meets > 600, "{certain} {meets}");
    }
}
