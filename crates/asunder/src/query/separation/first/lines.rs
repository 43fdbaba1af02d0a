//! Points, segments and rays: filters, and integers for the rest.
//!
//! In space their Minkowski difference is flat, so that they never penetrate, and most are in no plane together. Lines of
//! one plane that are not parallel meet if the point in common is on both: its parameter along each is a quotient of two
//! areas (Ericson 2005, §5.1.9), which need not be divided.

use super::integers::{
    Grid, Integer, LONGEST, PlaneAxes, Steps, counted, cross, dot, is_zero, minus, sign,
};
use super::volumes::VOLUME;
use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::ShapeRef;
use crate::space::Vector;

/// A point, a segment or a ray, in `f64`.
#[derive(Clone, Copy)]
pub(in crate::query::separation) struct Straight<V: Vector> {
    from: Vect<V, f64>,
    /// The other end; of a point and of a ray, the same.
    to: Vect<V, f64>,
    direction: Vect<V, f64>,
    is_ray: bool,
}

impl<V: Vector> Straight<V> {
    /// `None` of other kinds.
    #[inline(always)]
    pub(super) fn of(shape: ShapeRef<'_, V>) -> Option<Self> {
        Some(match shape {
            ShapeRef::Point(point) => {
                let from = Vect::of(&point.to_array());
                Self { from, to: from, direction: Vect::zero(), is_ray: false }
            }
            ShapeRef::Segment(segment) => {
                let [from, to] = [&segment.a, &segment.b].mapped(Vect::<V, f64>::of);
                Self { from, to, direction: to - from, is_ray: false }
            }
            ShapeRef::Ray(ray) => {
                let [from, direction] = [&ray.origin, &ray.direction].mapped(Vect::of);
                Self { from, to: from, direction, is_ray: true }
            }
            _other => return None,
        })
    }
}

/// Whether two in a plane certainly penetrate, or certainly share no point.
#[inline(always)]
pub(super) fn meet_in_plane<V: Vector>(a: &Straight<V>, b: &Straight<V>) -> Option<bool> {
    let between = b.from - a.from;
    // The area that two vectors span, and a bound on its error.
    let area = |x: Vect<V, f64>, y: Vect<V, f64>| {
        let error = VOLUME * x.norm1() * y.norm1();
        (x[0] * y[1] - x[1] * y[0], error)
    };
    let (whole, whole_error) = area(a.direction, b.direction);
    let side = 1.0_f64.copysign(whole);
    // How far along each the point in common is, as parts of the whole.
    let shares = [(b.direction, a), (a.direction, b)].mapped(|(direction, line)| {
        let (share, error) = area(between, direction);
        (side * share, error, line.is_ray)
    });
    let whole = side * whole;
    let is_known = whole > whole_error;
    let (mut is_missed, mut is_met) = (false, is_known);
    for (share, error, is_ray) in shares {
        let (end, end_error) = (share - whole, error + whole_error);
        // Both ends are on one side of the other, however nearly parallel they are.
        is_missed |= !is_ray && share > error && end > end_error;
        is_missed |= share < -error && (is_known || !is_ray && end < -end_error);
        is_met &= share > error && (is_ray || end < -end_error);
    }
    (is_missed || is_met).then_some(is_met)
}

/// Whether two in space are certainly in no plane together, or, of which one is a point, not on one line.
#[inline(always)]
pub(super) fn are_apart<V: Vector>(a: &Straight<V>, b: &Straight<V>) -> bool {
    let between = b.from - a.from;
    let far = between.norm1();
    let [own, other] = [a, b].mapped(|line| line.direction);
    let volume = own.cross(other).dot(between);
    // The volume with a point is zero; that is apart from a line if the way to it leads aside.
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
        let own = line.is_ray.then(|| Grid::of_steps(line.direction.norm1(), LONGEST[1]));
        let stands = own.is_none_or(|own| own.has_all([line.direction]));
        let direction = counted(line.direction, &own.unwrap_or(grid));
        let counted = CountedLine { from: counted(from, &grid), direction, is_ray: line.is_ray };
        stands.then_some(counted)
    };
    Some([line(a, Vect::zero())?, line(b, between)?])
}

/// Whether two lines share a point; by [`Rule::Open`], of lines in 2D, whether they cross in a point inside both.
pub(super) fn lines_meet_exactly<I: Integer>(a: &CountedLine, b: &CountedLine, rule: Rule) -> bool {
    let between = minus(b.from, a.from);
    let normal: [I; 3] = cross(a.direction, b.direction);
    if is_zero(normal) {
        return rule == Rule::Closed && parallel_lines_meet::<I>(a, b, between);
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
        match rule {
            Rule::Closed => share >= zero && (line.is_ray || share <= whole),
            Rule::Open => share > zero && (line.is_ray || share < whole),
        }
    };
    is_on(area(between, b.direction), a) && is_on(area(between, a.direction), b)
}

/// Whether two lines that are parallel, or of which one is a point, share a point.
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
    use crate::query::separation::{any_any, shape};
    use crate::shape::{AnyShape as _, Ray, Segment, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::{Vec2, Vec3};

    const KINDS: [Kind; 3] = [Kind::Point, Kind::Segment, Kind::Ray];

    /// What the filter is certain of, and what integers say, is as by the general formula: whether the filter is certain,
    /// and whether they meet, if integers know.
    fn check<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> (bool, Option<bool>) {
        let [own, other] = [a, b].map(|shape| Straight::of(shape.as_shape_ref()).unwrap());
        let certain = match V::DIM {
            2 => meet_in_plane(&own, &other),
            _ => are_apart(&own, &other).then_some(false),
        };
        let lines = counted_lines(&own, &other);
        let known = [Rule::Closed, Rule::Open].map(|rule| {
            let general = any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
            assert!(certain.is_none_or(|certain| certain == general), "{rule:?} {a:?} {b:?}");
            // In space they never penetrate.
            if V::IN_SPACE && rule == Rule::Open {
                assert!(!general, "{a:?} {b:?}");
                return None;
            }
            let [own, other] = lines?;
            let known = lines_meet_exactly::<i128>(&own, &other, rule);
            assert_eq!(known, general, "{rule:?} {a:?} {b:?}");
            Some(known)
        });
        (certain.is_some(), known[0])
    }

    /// Of all families.
    #[test]
    fn lines_are_decided_as_by_the_general_formula() {
        let mut rng = Rng::new(0x11E5);
        for family in Family::ALL {
            let (mut certain, mut known) = (0, 0);
            for round in 0..270 {
                let (a, b) = (KINDS[round % 3], KINDS[round / 3 % 3]);
                let results = {
                    let (a, b) = pair::<3>(family, a, b, &mut rng);
                    check(&shape::<3, Vec3>(&a, |q| q), &shape::<3, Vec3>(&b, |q| q))
                };
                let flat = {
                    let (a, b) = pair::<2>(family, a, b, &mut rng);
                    let turned = |[cos, sin, ..]: [f32; 4]| [cos, sin];
                    check(&shape::<2, Vec2>(&a, turned), &shape::<2, Vec2>(&b, turned))
                };
                for (is_certain, meets) in [results, flat] {
                    certain += u32::from(is_certain);
                    known += u32::from(meets.is_some());
                }
            }
            if family == Family::Game {
                assert!(certain > 450, "{certain} of 540");
            }
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                assert!(known > 400, "{family:?}: {known} of 540");
            }
        }
    }

    /// Of few whole numbers, parallel ones and points among them.
    #[test]
    fn lines_of_whole_numbers_are_decided_as_by_the_general_formula() {
        let mut rng = Rng::new(0x11E6);
        let mut meet = [0, 0];
        for round in 0..9000 {
            let mut whole = || rng.between(-2.0, 2.0).round() as f32;
            let ends = [(); 4].map(|()| [whole(), whole(), whole()]);
            let solid = |kind: usize, from: [f32; 3], to: [f32; 3]| -> Shape<Vec3> {
                match kind {
                    1 => Segment::<Vec3>::new(from, to).into(),
                    2 if to != [0.0; 3] => Ray::<Vec3>::new(from, to).into(),
                    _ => Shape::Point(from.into()),
                }
            };
            let flat = |kind: usize, [x, y, _]: [f32; 3], [u, v, _]: [f32; 3]| -> Shape<Vec2> {
                match kind {
                    1 => Segment::<Vec2>::new([x, y], [u, v]).into(),
                    2 if [u, v] != [0.0; 2] => Ray::<Vec2>::new([x, y], [u, v]).into(),
                    _ => Shape::Point([x, y].into()),
                }
            };
            let (own, other) = (round % 3, round / 3 % 3);
            let results = [
                check(&flat(own, ends[0], ends[1]), &flat(other, ends[2], ends[3])),
                check(&solid(own, ends[0], ends[1]), &solid(other, ends[2], ends[3])),
            ];
            for (meet, (_, meets)) in meet.iter_mut().zip(results) {
                *meet += u32::from(meets == Some(true));
            }
        }
        assert!(meet[0] > 1500 && meet[1] > 250, "{meet:?}");
    }
}
