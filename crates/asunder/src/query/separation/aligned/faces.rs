//! The separating-axis test of two faces, projected along their common axis: polygons, edges or points.
//!
//! They have a point in common unless they have a gap along some axis: a normal of an edge, or, if both lie
//! on one line or are points, one of any two axes that span the plane. A box has two such normals; for points
//! they are the coordinate axes, along which projections have been compared before.

use super::{Core, SupportFace, range};
use crate::array::Mapped as _;
use crate::exact::{Number, is_zero, widen};
use crate::query::predicate::{AxisTest, AxisVisitor, Rule, decide, decide_slow, f32_stage};
use crate::query::separation::boxes::{BoxLike, Cached, PointBox, beyond};
use crate::query::separation::first::{Grid, finest_grid};
use crate::shape::Obb;
use crate::space::Vector;

/// The face of a core, in doubled lengths and relative to a point near it: the convex hull of one, two or
/// three points, plus the segments along two vectors.
struct FacePatch<N: Number> {
    points: [[N; 2]; 3],
    count: usize,
    reaches: [[N; 2]; 2],
    /// The factor by which points and reaches are scaled.
    norm: N,
    /// A bound on the magnitude of any point's projection on an axis of length one or less.
    size: N,
    /// The normals of the edges, and a bound on the length of each.
    normals: [([N; 2], N); 3],
    normal_count: usize,
}

impl<N: Number> FacePatch<N> {
    /// The projection on an axis.
    #[inline(always)]
    fn span(&self, axis: &[N; 2]) -> [N; 2] {
        let dot = |x: &[N; 2]| axis[0] * x[0] + axis[1] * x[1];
        let first = dot(&self.points[0]);
        let (mut low, mut high) = (first, first);
        for point in &self.points[1..self.count] {
            let at = dot(point);
            (low, high) = (low.smaller(at), high.larger(at));
        }
        for reach in &self.reaches {
            let reach = dot(reach).abs();
            (low, high) = (low - reach, high + reach);
        }
        [low, high]
    }
}

/// The sum of the components' magnitudes.
#[inline(always)]
fn length<N: Number>(x: &[N; 2]) -> N {
    x[0].abs() + x[1].abs()
}

/// Offers the gaps between two patches along the normals `n` of both, times both norms, of degree seven at
/// most: `max(min n·b − max n·a, min n·a − max n·b)`.
fn separated<N: Number, J: AxisVisitor<N>>(
    a: &FacePatch<N>,
    b: &FacePatch<N>,
    visitor: &mut J,
) -> bool {
    let sizes = a.size * b.norm + b.size * a.norm;
    let mut index = 0;
    let mut offer = |axis: [N; 2], length: N| {
        let gap = || {
            let ([a_low, a_high], [b_low, b_high]) = (a.span(&axis), b.span(&axis));
            (b_low * a.norm - a_high * b.norm).larger(a_low * b.norm - b_high * a.norm)
        };
        index += 1;
        visitor.separates(index - 1, gap, || length * sizes)
    };
    let normals = a.normals[..a.normal_count].iter().chain(&b.normals[..b.normal_count]);
    normals.copied().any(|(normal, length)| offer(normal, length))
}

/// A ray in a plane, or the convex hull of at most three points.
pub(super) struct PlaneHull<N> {
    /// The points; the first again in place of others.
    at: [[N; 2]; 3],
    count: usize,
    /// Of a ray; else zero.
    direction: [N; 2],
}

/// Whether two hulls or rays, of which no number is rounded, have a point in common, in integers; `None` if numbers have
/// too many bits.
pub(super) fn hulls_meet<V: Vector>(a: &PlaneHull<f64>, b: &PlaneHull<f64>) -> Option<bool> {
    let overlap = |axis: usize| {
        let ends = |hull: &PlaneHull<f64>| {
            let ([low, high], far) =
                (range(hull.at.mapped(|point| point[axis])), hull.direction[axis]);
            [
                if far < 0.0 { f64::NEG_INFINITY } else { low },
                if far > 0.0 { f64::INFINITY } else { high },
            ]
        };
        let [[a_low, a_high], [b_low, b_high]] = [a, b].mapped(ends);
        a_low <= b_high && b_low <= a_high
    };
    if !(overlap(0) && overlap(1)) {
        return Some(false);
    }
    let is_point = |hull: &PlaneHull<f64>| hull.count == 1 && hull.direction == [0.0; 2];
    // In 2D the projection is a line.
    if V::IN_PLANE || is_point(a) && is_point(b) {
        return Some(true);
    }
    let place = a.at[0];
    let seen =
        [a, b].mapped(|hull| hull.at.mapped(|point| [point[0] - place[0], point[1] - place[1]]));
    let reach = seen.iter().flatten().fold(0.0, |reach, point| reach + length(point));
    let grid = finest_grid(reach);
    let has = |grid: &Grid, x: &[f64; 2]| grid.has_widened(x[0]) & grid.has_widened(x[1]);
    let steps = |grid: &Grid, x: [f64; 2]| x.mapped(|x| i128::from(grid.steps(x)));
    let counted = |hull: &PlaneHull<f64>, seen: [[f64; 2]; 3]| {
        let along = finest_grid(length(&hull.direction));
        let stands = hull.at.iter().all(|point| has(&grid, point)) && has(&along, &hull.direction);
        let direction = steps(&along, hull.direction);
        let at = seen.mapped(|point| steps(&grid, point));
        stands.then_some(PlaneHull { at, count: hull.count, direction })
    };
    let (a, b) = (counted(a, seen[0])?, counted(b, seen[1])?);
    Some(!edges_part(&a, &b) && !edges_part(&b, &a))
}

/// Whether the line along an edge of a hull, or along a ray, has all of another hull strictly beyond it.
fn edges_part(own: &PlaneHull<i128>, other: &PlaneHull<i128>) -> bool {
    let minus = |x: [i128; 2], y: [i128; 2]| [x[0] - y[0], x[1] - y[1]];
    let area = |x: [i128; 2], y: [i128; 2]| x[0] * y[1] - x[1] * y[0];
    let parts = |from: [i128; 2], edge: [i128; 2], third: [i128; 2]| {
        let side = |point: [i128; 2]| area(edge, minus(point, from));
        let (third, [a, b, c]) = (side(third), other.at.mapped(side));
        let far = area(edge, other.direction);
        a.min(b).min(c) > third.max(0) && far >= 0 || a.max(b).max(c) < third.min(0) && far <= 0
    };
    // A segment has one edge, a point none.
    let edges = [0, 0, 1, 3][own.count];
    let [first, ..] = own.at;
    (0..edges).any(|i| {
        let [from, to, third] = [0, 1, 2].mapped(|next| own.at[(i + next) % 3]);
        parts(from, minus(to, from), third)
    }) || own.direction != [0; 2] && parts(first, own.direction, first)
}

impl<V: Vector> SupportFace<'_, '_, V> {
    /// The face of a core without faces of its own, projected along the axis; `None` of a box.
    pub(super) fn hull(&self) -> Option<PlaneHull<f64>> {
        let seen = |point: &V::Array<f32>| self.seen(|s| widen(point[s]));
        match self.core {
            Core::Points { at, .. } => {
                let first = self.among.iter().position(|&is_among| is_among)?;
                let mut face =
                    PlaneHull { at: [seen(&at[first]); 3], count: 1, direction: [0.0; 2] };
                for i in (first + 1..3).filter(|&i| self.among[i]) {
                    face.at[face.count] = seen(&at[i]);
                    face.count += 1;
                }
                Some(face)
            }
            Core::Endless { at, direction } => {
                let direction = if is_zero(direction[self.t]) { seen(direction) } else { [0.0; 2] };
                Some(PlaneHull { at: [seen(at); 3], count: 1, direction })
            }
            Core::AxisAligned(_) | Core::Turned(..) => None,
        }
    }

    /// Which of a box's axes its face is across, given which of them lies along each coordinate axis.
    pub(super) fn own_axis(&self, axes: &V::Array<Option<u8>>) -> usize {
        axes[self.t].unwrap_or_else(|| unreachable!("a face is across an axis")).into()
    }

    fn patch<N: Number>(&self, place: &V::Array<f32>) -> FacePatch<N> {
        match self.core {
            Core::Points { at, .. } => self.patch_of_points(at, place),
            Core::Endless { at, .. } => self.patch_of_points(&[*at; 3], place),
            Core::AxisAligned(aabb) => self.patch_of_box(*aabb, self.t, place),
            Core::Turned(obb, axes) => self.patch_of_box(*obb, self.own_axis(axes), place),
        }
    }

    /// The projection of a vector along the axis. In 2D one number is left.
    #[inline(always)]
    fn seen<N: Number>(&self, x: impl Fn(usize) -> N) -> [N; 2] {
        let last = if V::IN_SPACE { x((self.t + 2) % V::DIM) } else { N::ZERO };
        [x((self.t + 1) % V::DIM), last]
    }

    fn patch_of_points<N: Number>(
        &self,
        at: &[V::Array<f32>; 3],
        place: &V::Array<f32>,
    ) -> FacePatch<N> {
        let mut face = [at[0]; 3];
        let mut count = 0;
        for i in (0..3).filter(|&i| self.among[i]) {
            face[count] = at[i];
            count += 1;
        }
        let difference = |from: &V::Array<f32>, to: &V::Array<f32>| {
            self.seen(|s| (N::of(to[s]) - N::of(from[s])).twice())
        };
        let points = [0, 1, 2].mapped(|i| difference(place, &face[i]));
        let normals = [0, 1, 2].mapped(|i| {
            let edge = difference(&face[i], &face[(i + 1) % count]);
            ([N::ZERO - edge[1], edge[0]], length(&edge))
        });
        let size = (1..count).fold(length(&points[0]), |size, i| size + length(&points[i]));
        // Two points have one edge. In 2D the projection is a line, whose one axis was compared before.
        let normal_count = if V::IN_SPACE { [0, 0, 1, 3][count] } else { 0 };
        let reaches = [[N::ZERO; 2]; 2];
        FacePatch { points, count, reaches, norm: N::ONE, size, normals, normal_count }
    }

    fn patch_of_box<N: Number>(
        &self,
        shape: &impl BoxLike<V>,
        axis: usize,
        place: &V::Array<f32>,
    ) -> FacePatch<N> {
        let (rows, norm) = shape.frame::<N>(0);
        let (lengths, difference) = (shape.size::<N>(), shape.twice_offset::<N>(place));
        let row = |i: usize| {
            let i = (axis + i) % V::DIM;
            (self.seen(|s| rows[i][s]), lengths[i])
        };
        let rows = if V::IN_SPACE { [row(1), row(2)] } else { [row(1), ([N::ZERO; 2], N::ZERO)] };
        let patch = patch_of_frame(self.seen(|s| N::ZERO - difference[s]), rows, norm);
        FacePatch { normal_count: V::DIM - 1, ..patch }
    }
}

/// The patch of a box, from its center, two of its axes, each of length `norm`, and its sizes along them.
fn patch_of_frame<N: Number>(middle: [N; 2], rows: [([N; 2], N); 2], norm: N) -> FacePatch<N> {
    let reaches = rows.mapped(|(row, size)| row.mapped(|x| x * size));
    let size = (length(&middle) + (rows[0].1 + rows[1].1)) * norm;
    let [first, second] = rows.mapped(|(row, _)| (row, norm));
    let points = [middle.mapped(|x| x * norm); 3];
    // The axes are perpendicular, so each is the normal of the edges along the other.
    let normals = [first, second, second];
    FacePatch { points, count: 1, reaches, norm, size, normals, normal_count: 2 }
}

/// The question whether two faces have a point in common.
struct FacesIntersect<'f, 'c, 's, V: Vector> {
    faces: [&'f SupportFace<'c, 's, V>; 2],
    /// For each face, whether its normals have been tested before.
    are_compared: [bool; 2],
    /// The origin of coordinates for both.
    place: V::Array<f32>,
}

impl<V: Vector> AxisTest<V> for FacesIntersect<'_, '_, '_, V> {
    const ERROR: f64 = 48.0;
    const DEGREE: u32 = 7;

    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let [a, b] = [0, 1].mapped(|i| {
            let patch = self.faces[i].patch::<N>(&self.place);
            let normal_count = if self.are_compared[i] { 0 } else { patch.normal_count };
            FacePatch { normal_count, ..patch }
        });
        separated(&a, &b, visitor)
    }
}

/// Whether two faces, projected along their axis, have a point in common. Exact.
///
/// The caller has compared the projections of points on the coordinate axes, and along the normals of the
/// faces marked in `are_compared`.
pub(super) fn meet<V: Vector>(
    faces: [&SupportFace<'_, '_, V>; 2],
    are_compared: [bool; 2],
) -> bool {
    let place = match (faces[0].core, faces[1].core) {
        (Core::Points { at, .. }, _) | (_, Core::Points { at, .. }) => at[0],
        (Core::Endless { at, .. }, _) | (_, Core::Endless { at, .. }) => *at,
        (Core::Turned(obb, _), _) | (_, Core::Turned(obb, _)) => obb.center,
        (Core::AxisAligned(aabb), Core::AxisAligned(_)) => aabb.min,
    };
    decide(&FacesIntersect { faces, are_compared, place }, Rule::Closed)
}

/// The question whether a point, projected along an axis of a box, lies in the box's face across it.
struct Held<'s, V: Vector, B> {
    point: V::Array<f32>,
    shape: &'s B,
    axis: usize,
}

impl<V: Vector, B: BoxLike<V>> AxisTest<V> for Held<'_, V, B> {
    const ERROR: f64 = <PointBox<'_, V, B> as AxisTest<V>>::ERROR;
    const DEGREE: u32 = <PointBox<'_, V, B> as AxisTest<V>>::DEGREE;

    #[inline(always)]
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        beyond(&self.point, self.shape, (0..V::DIM).filter(|&i| i != self.axis), visitor)
    }
}

/// Whether the face of a box across one of its axes contains a point, projected along that axis. Exact.
pub(super) fn holds<V: Vector>(shape: &Obb<V>, axis: usize, point: &V::Array<f32>) -> bool {
    let point = *point;
    f32_stage(&Held { point, shape: &Cached(shape), axis })
        .unwrap_or_else(|| decide_slow(Held { point, shape, axis }, Rule::Closed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::adversary::assert_needed;
    use crate::analysis::roundoff::{Roundoff, WORST_QUATERNION};
    use crate::dimension::Dimension;
    use crate::query::predicate::tests::{ErrorBound, assert_covers, assert_degree};
    use crate::query::separation::aligned::core;
    use crate::query::separation::any_any;
    use crate::shape::{AnyShape as _, Obb, Ray, Segment, Shape, Triangle};
    use asunder_jury::Rng;
    use glam::Vec3;

    /// The gaps are linear in the lengths of both patches and in the edge, so their errors are largest
    /// where one length is one and the others are zero, along an edge that has one component.
    #[test]
    fn the_bound_is_derived() {
        // A coordinate relative to another point is a sum of two rounded differences at most.
        let length = Roundoff::unit(2.0);
        let (rows, norm) = Vec3::frame::<Roundoff>(WORST_QUATERNION, 0);
        let flat = |i: usize| [rows[i][1], rows[i][2]];
        let mut bound = ErrorBound::default();
        for corner in 0..8 {
            let one = |i: usize| if i == corner { length } else { Roundoff::ZERO };
            let turned = |i: usize| {
                let rows = [(flat(1), one(i + 2)), (flat(2), one(i + 3))];
                patch_of_frame([one(i), one(i + 1)], rows, norm)
            };
            // The edges of points are differences rounded once; along both axes at once the scale
            // grows as the error does.
            let unit = Roundoff::unit(1.0);
            let edges = [[unit, Roundoff::ZERO], [Roundoff::ZERO, unit], [unit, unit]];
            let points = |i: usize| {
                let point = [one(i), one(i + 1)];
                FacePatch {
                    points: [point; 3],
                    count: 3,
                    reaches: [[Roundoff::ZERO; 2]; 2],
                    norm: Roundoff::ONE,
                    size: self::length(&point),
                    normals: edges.mapped(|edge| (edge, self::length(&edge))),
                    normal_count: 3,
                }
            };
            assert!(!separated(&turned(0), &turned(4), &mut bound));
            assert!(!separated(&points(0), &turned(4), &mut bound));
            assert!(!separated(&points(0), &points(4), &mut bound));
        }
        assert_covers(<FacesIntersect<'_, '_, '_, Vec3> as AxisTest<Vec3>>::ERROR, bound.worst);
    }

    /// A tenth of the bound is: no single pair has all the errors that the derivation adds up.
    #[test]
    fn the_bound_is_needed() {
        let error = <FacesIntersect<'_, '_, '_, Vec3> as AxisTest<Vec3>>::ERROR;
        let turned = |n: &[f32]| {
            let size = [n[3].abs(), n[4].abs(), n[5].abs()];
            Obb::<Vec3>::try_new([n[0], n[1], n[2]], size, [n[6], n[7], n[8], n[9]])
        };
        assert_needed(error, 10.0, 4, |n: &[f32; 20], adversary| {
            let (Ok(a), Ok(b)) = (turned(&n[..10]), turned(&n[10..])) else {
                return f64::NEG_INFINITY;
            };
            let [core_a, core_b] = [&a, &b].map(|obb| Core::Turned(obb, [Some(0), None, None]));
            let of = |core| SupportFace { core, t: 0, among: [true; 3] };
            let faces = [&of(&core_a), &of(&core_b)];
            adversary.fools(&FacesIntersect { faces, are_compared: [false; 2], place: a.center })
        });
    }

    #[test]
    fn the_bound_of_a_held_point_is_derived() {
        let (mut stored, mut cached) = (ErrorBound::default(), ErrorBound::default());
        for corner in 0..6 {
            let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
            let shape = Obb::<Vec3>::new([0.0; 3], [one(0), one(1), one(2)], WORST_QUATERNION);
            let point = [one(3), one(4), one(5)];
            Held { point, shape: &shape, axis: 0 }.separated::<Roundoff, _>(&mut stored);
            Held { point, shape: &Cached(&shape), axis: 0 }.separated::<Roundoff, _>(&mut cached);
        }
        assert_covers(<Held<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR, stored.worst);
        assert!(cached.worst <= stored.worst);
    }

    /// Points, segments, triangles and rays of few whole numbers in one plane: in integers as by the general formula.
    #[test]
    fn integers_agree_with_the_general_formula() {
        let mut rng = Rng::new(0xFA);
        let mut seen = [0, 0];
        for round in 0..20_000 {
            let mut point = || {
                let mut whole = || rng.between(-3.0, 3.0).round() as f32;
                [whole(), 0.5, whole()]
            };
            let mut flat = |kind: usize| -> Shape<Vec3> {
                let [a, b, c] = [point(), point(), point()];
                match kind {
                    0 => Shape::Point(a.into()),
                    1 => Segment::<Vec3>::new(a, b).into(),
                    2 => Triangle::<Vec3>::new(a, b, c).into(),
                    _ => Ray::<Vec3>::new(a, [b[0], 0.0, b[2] + 0.25]).into(),
                }
            };
            let (a, b) = (flat(round % 4), flat(round / 4 % 4));
            let cores = [&a, &b].map(|shape| core(&shape.as_shape_ref()).unwrap().0);
            let [own, other] = [&cores[0], &cores[1]].map(|core| SupportFace::of(core, 1, true));
            let (Some(a_hull), Some(b_hull)) = (own.hull(), other.hull()) else {
                unreachable!("none is a box")
            };
            let known = hulls_meet::<Vec3>(&a_hull, &b_hull).unwrap();
            let general = any_any(a.as_shape_ref(), b.as_shape_ref(), Rule::Closed);
            assert_eq!(known, general, "{a:?} {b:?}");
            seen[usize::from(known)] += 1;
        }
        assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
    }

    #[test]
    fn the_degrees_are_those_of_turned_boxes() {
        let obb = Obb::<Vec3>::new([1.0; 3], [1.0; 3], WORST_QUATERNION);
        let turned = Core::Turned(&obb, [Some(0), None, None]);
        let face = &SupportFace { core: &turned, t: 0, among: [true; 3] };
        let (faces, are_compared) = ([face; 2], [false; 2]);
        assert_degree(&FacesIntersect { faces, are_compared, place: [1.0; 3] });
        assert_degree(&Held { point: [1.0; 3], shape: &obb, axis: 0 });
    }
}
