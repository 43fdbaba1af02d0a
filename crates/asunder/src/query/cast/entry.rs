//! The normals along which a moving polyhedron enters another.
//!
//! Let `K` be the Minkowski difference `a - b`. While `a` moves along `v`, the origin moves along `-v`
//! through `K`. It crosses the plane of a facet with normal `n`, which points from `b` to `a`, when the
//! gap along `n` has closed: at `gap / -(n·v)`. It enters `K` at the latest of these times (Cyrus and
//! Beck 1978; Ericson 2005, §5.3.8). The facets crossed at that time contain the first common point, and
//! their normals span the normal cone there.
//!
//! Shapes that meet at vertices, or edge on edge, have a cone wider than one ray. Its extreme rays are
//! ordered by how much of the motion each stops, the least first: for a box that slides onto the
//! flush edge of the next tile, the normal of the floor comes before that of the tile's side.
//!
//! `f64` with an error bound leaves a few facets that may be crossed last. Exact numbers compare those.

use crate::exact::{Certain, Estimate, Exact, Number, is_zero, widen};
use crate::linalg::Vect;
use crate::query::generators::{Generators, Homogeneous, is_along};
use crate::query::predicate::{Predicate, Rule, evaluate};
use crate::query::separation::{
    self, AxisSource, CastOutcome, GatheredPair, RepeatedAxes, SatPair, Shapes, extent, extents,
    gap_along, lead_together,
};
use crate::query::short_list::ShortList;
use crate::shape::ShapeRef;
use crate::sort::sort_by;
use crate::space::Vector;
use core::cmp::Ordering;

/// A bound on the rounding error of the gap or the speed along a unit axis, relative to the sum of the
/// magnitudes they are computed from: some hundred roundings.
const ROUNDING: f64 = 1.0 / (1u64 << 44) as f64;

/// Cross products shorter than this part of the lengths of their factors have lost digits.
const CANCELLED: f64 = 1.0 / (1u64 << 16) as f64;

/// How many facets that may be crossed last are kept in place, repeated ones too, and of these how many differ:
/// nearly always there are fewer.
const FACETS: usize = 16;
const DIFFERENT: usize = 3;

/// Unit normals whose cosine is above this count once.
const SAME: f64 = 1.0 - 1.0 / (1u64 << 44) as f64;

/// The facets of `a - b` that may be crossed last when `a` moves along a motion from where it does not
/// penetrate `b` to where it does, or meets it at the start; and when that is.
pub(crate) struct EntryFacets<V: Vector> {
    /// In order of their speed, none repeated.
    facets: DifferentFacets<V>,
    /// The approximate fraction of the motion at which the last is crossed; `None`, if none is.
    pub(crate) time: Option<f64>,
}

impl<V: Vector> EntryFacets<V> {
    /// `None` for rounded shapes, whose normal the nearest points of the cores give.
    pub(crate) fn of(
        a: &ShapeRef<'_, V>,
        motion: &V::Array<f32>,
        b: &ShapeRef<'_, V>,
    ) -> Option<Self> {
        let shapes = Shapes { a, b, rule: Rule::Open };
        if separation::Question::<V>::is_round(&shapes) {
            return None;
        }
        let mut facets = ShortList::<EntryFacet<V>, FACETS>::new(&EntryFacet::blank());
        let mut latest = f64::NEG_INFINITY;
        let mut last: Option<f64> = None;
        each_facet(&shapes, motion, |facet| {
            let [early, late] = facet.time;
            let time = 0.5 * (early + late);
            if time.is_finite() {
                last = Some(last.map_or(time, |last| last.larger(time)));
            }
            if early > latest {
                latest = early;
                facets.retain(|facet| facet.time[1] >= early);
            }
            if late >= latest {
                facets.push(facet);
            }
        });
        let time = last;
        sort_by(&mut facets, &|x, y| x.speed.total_cmp(&y.speed).then(x.axis.cmp(&y.axis)));
        Some(Self { facets: without_repeated(&shapes, &facets), time })
    }

    /// The unit normals, from `b` to `a`, of the facets that are crossed last, for the same shapes and motion.
    /// In order of the part of the motion that they stop, the least first.
    ///
    /// Empty for shapes at rest, and for flat differences without a facet.
    pub(crate) fn normals(
        self,
        a: &ShapeRef<'_, V>,
        motion: &V::Array<f32>,
        b: &ShapeRef<'_, V>,
    ) -> EntryNormals<V> {
        let mut normals = EntryNormals::new(&Vect::zero());
        if (0..V::DIM).all(|t| is_zero(motion[t])) {
            return normals;
        }
        let shapes = Shapes { a, b, rule: Rule::Open };
        let mut facets = self.facets;
        if facets.len() > 1 {
            let crossed =
                evaluate::<V, _>(&CrossedLast { shapes: &shapes, motion, facets: &facets });
            let mut kept = crossed.iter();
            facets.retain(|_| kept.next() == Some(&true));
        }
        for facet in facets.iter() {
            let normal = facet.precise_normal(&shapes);
            if normals.iter().all(|known| known.dot(normal) < SAME) {
                normals.push(normal);
            }
        }
        normals
    }
}

/// The [normals](EntryFacets::normals) of the facets crossed last; none for rounded shapes.
pub(crate) fn entry_normals<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> EntryNormals<V> {
    let none = || EntryNormals::new(&Vect::zero());
    EntryFacets::of(a, motion, b).map_or_else(none, |facets| facets.normals(a, motion, b))
}

/// The unit normals of the facets crossed last.
pub(crate) type EntryNormals<V> = ShortList<Vect<V, f64>, 3>;

/// Facets with different normals. Contacts hold them: a short list in place is quickly copied.
type DifferentFacets<V> = ShortList<EntryFacet<V>, DIFFERENT>;

/// A pair of shapes of which `a` moves.
type Asked<'q, 's, V> = Shapes<'q, ShapeRef<'s, V>, ShapeRef<'s, V>>;

/// A facet of `a - b`, or a supporting plane of it that is treated as one.
#[derive(Clone)]
struct EntryFacet<V: Vector> {
    /// The index of its axis.
    axis: usize,
    /// Whether its normal, from `b` to `a`, is the opposite of the axis.
    is_opposite: bool,
    /// The unit normal, to within rounding.
    normal: Vect<V, f64>,
    /// Whether the axis is a cross product that has lost digits.
    has_cancelled: bool,
    /// The speed against the normal.
    speed: f64,
    /// The fractions of the motion between which it is crossed.
    time: [f64; 2],
}

impl<V: Vector> EntryFacet<V> {
    /// None.
    fn blank() -> Self {
        let (normal, time) = (Vect::zero(), [0.0; 2]);
        Self { axis: 0, is_opposite: false, normal, has_cancelled: false, speed: 0.0, time }
    }

    /// The unit normal, recomputed in exact numbers if the cross product has lost digits in `f64`.
    fn precise_normal(&self, shapes: &Asked<'_, '_, V>) -> Vect<V, f64> {
        if !self.has_cancelled {
            return self.normal;
        }
        V::Exact::scoped(|| {
            let pair = SatPair::<V, V::Exact, _, _>::with_axes(shapes, false);
            let axis = Vect::<V, V::Exact>(pair.axis(self.axis));
            let length = axis.square().approximate().sqrt();
            let side = if self.is_opposite { -1.0 } else { 1.0 };
            axis.map(|x| side * widen((x.approximate() / length).to_f32()))
        })
    }
}

/// Visits the facets that the motion may cross, by `f64` with error bounds.
fn each_facet<V: Vector>(
    shapes: &Asked<'_, '_, V>,
    motion: &V::Array<f32>,
    visit: impl FnMut(EntryFacet<V>),
) {
    let estimates = SatPair::<V, Estimate, _, _>::with_axes(shapes, false);
    let repeated = RepeatedAxes::of(&estimates);
    let pair = SatPair::<V, f64, _, _>::with_axes(shapes, false);
    let mut gathered = GatheredPair::<V, f64>::blank();
    match gathered.fill(&pair) {
        Some(()) => each_facet_of(&gathered, repeated, motion, visit),
        None => each_facet_of(&pair, repeated, motion, visit),
    }
}

fn each_facet_of<V: Vector>(
    pair: &SatPair<V, f64, impl Generators<V, f64>, impl Generators<V, f64>>,
    repeated: Option<RepeatedAxes>,
    motion: &V::Array<f32>,
    mut visit: impl FnMut(EntryFacet<V>),
) {
    let velocity = Vect::<V, f64>::of(motion);
    let fastest = velocity.norm1();
    let size = size(&pair.a) + size(&pair.b);
    let longest = [longest_square(&pair.a), longest_square(&pair.b)];
    let is_repeated = |&axis: &usize| repeated.is_some_and(|all| all.contains(pair, axis));
    for axis in (0..pair.axes()).filter(|axis| !is_repeated(axis)) {
        let vector = Vect::<V, f64>(pair.axis(axis));
        let Some(unit) = vector.unit() else { continue };
        let length = vector.dot(unit);
        // In 3D an axis is a cross product of edges, or as long as one.
        let factors = match pair.candidate(axis) {
            _ if V::IN_PLANE => length,
            AxisSource::NormalOfA(_) => longest[0],
            AxisSource::NormalOfB(_) => longest[1],
            AxisSource::Cross(i, j) => {
                let length = |direction| Vect::<V, f64>(direction).length();
                length(pair.a.direction(i)) * length(pair.b.direction(j))
            }
            AxisSource::Between(..) | AxisSource::AcrossA { .. } | AxisSource::AcrossB { .. } => {
                unreachable!("the pair was made without offsets")
            }
        };
        let has_cancelled = length < CANCELLED * factors;
        let rounding = if has_cancelled { ROUNDING * factors / length } else { ROUNDING };
        for is_opposite in [false, true] {
            let side = if is_opposite { -1.0 } else { 1.0 };
            let normal = unit * side;
            let (speed, speed_error) = (0.0 - normal.dot(velocity), rounding * fastest);
            if speed < 0.0 - speed_error || lead_together(&pair.b, &pair.a, normal, rounding) {
                continue;
            }
            let gap = gap_along(&pair.b, &pair.a, normal);
            let (low, high) = (gap - rounding * size, gap + rounding * size);
            let slow = speed - speed_error;
            let slow = if slow > 0.0 { slow } else { 0.0 };
            let most = speed + speed_error;
            // A gap over zero speed is infinite; a zero gap over zero speed may be crossed at any time.
            let early = if low > 0.0 { low / most } else { low / slow };
            let late = if high > 0.0 { high / slow } else { high / most };
            let time = [
                if early.is_nan() { f64::NEG_INFINITY } else { early },
                if late.is_nan() { f64::INFINITY } else { late },
            ];
            visit(EntryFacet { axis, is_opposite, normal, has_cancelled, speed, time });
        }
    }
}

/// The facets without those whose normal certainly is that of an earlier one.
fn without_repeated<V: Vector>(
    shapes: &Asked<'_, '_, V>,
    facets: &[EntryFacet<V>],
) -> DifferentFacets<V> {
    let mut kept = DifferentFacets::new(&EntryFacet::blank());
    if let [facet] = facets {
        kept.push(facet.clone());
        return kept;
    }
    let pair = SatPair::<V, Estimate, _, _>::with_axes(shapes, false);
    for facet in facets.iter() {
        let axis = pair.axis(facet.axis);
        let is_repeated = kept.iter().any(|other| {
            other.normal.dot(facet.normal) > 0.0
                && is_along::<V, Estimate>(&axis, &pair.axis(other.axis))
        });
        if !is_repeated {
            kept.push(facet.clone());
        }
    }
    kept
}

/// A bound on the taxicab norm of all points but those of rays.
fn size<V: Vector>(span: &impl Generators<V, f64>) -> f64 {
    let point = |i: usize| {
        let Homogeneous { x, w } = span.point(i);
        Vect::<V, f64>(x).norm1() / w
    };
    let farthest = (0..span.points()).fold(0.0, |most: f64, i| most.larger(point(i)));
    let weight = span.point(0).w;
    (0..span.halves()).fold(farthest, |sum, i| sum + Vect::<V, f64>(span.half(i)).norm1() / weight)
}

/// The square of the length of the longest edge.
fn longest_square<V: Vector>(span: &impl Generators<V, f64>) -> f64 {
    (0..span.directions())
        .fold(0.0, |most: f64, i| most.larger(Vect::<V, f64>(span.direction(i)).square()))
}

/// The predicate which of some facets are crossed last.
struct CrossedLast<'q, 's, V: Vector> {
    shapes: &'q Asked<'q, 's, V>,
    motion: &'q V::Array<f32>,
    facets: &'q [EntryFacet<V>],
}

/// A facet in exact numbers: the gaps between the points of the sets along its normal, each divided by a
/// weight, and the speed against it. The crossing is at the least gap divided by the speed.
#[derive(Clone)]
struct FacetCrossing<N> {
    gaps: ShortList<(N, N), 1>,
    speed: N,
    /// The gap is closed and stays so: the sets slide along the facet.
    slides: bool,
}

impl<V: Vector> Predicate<V> for CrossedLast<'_, '_, V> {
    type Answer = ShortList<bool, DIFFERENT>;
    fn answer<N: Exact>(&self) -> Option<ShortList<bool, DIFFERENT>> {
        let pair = SatPair::<V, N, _, _>::with_axes(self.shapes, false);
        let velocity = Vect::of(self.motion);
        let mut crossings = ShortList::<_, DIFFERENT>::new(&CastOutcome::Miss);
        for facet in self.facets {
            crossings.push(crossing(&pair, velocity, facet)?);
        }
        let mut answer = ShortList::new(&false);
        for own in crossings.iter() {
            let mut is_last = matches!(own, CastOutcome::Hit(_));
            for other in crossings.iter() {
                let (CastOutcome::Hit(own), CastOutcome::Hit(other)) = (own, other) else {
                    continue;
                };
                is_last = is_last && is_as_late(own, other)?;
            }
            answer.push(is_last);
        }
        Some(answer)
    }
}

/// When a facet is crossed, in exact numbers, if these decide its signs. It is not where it is no facet, as its axis
/// is zero or one of the sets is unbounded across it.
fn crossing<V: Vector, N: Exact>(
    pair: &SatPair<V, N, impl Generators<V, N>, impl Generators<V, N>>,
    velocity: Vect<V, N>,
    facet: &EntryFacet<V>,
) -> Option<CastOutcome<FacetCrossing<N>>> {
    let axis = Vect::<V, N>(pair.axis(facet.axis));
    let axis = if facet.is_opposite { -axis } else { axis };
    let mut is_zero_axis = true;
    for t in 0..V::DIM {
        is_zero_axis = is_zero_axis && axis[t].sign()? == Ordering::Equal;
    }
    if is_zero_axis {
        return Some(CastOutcome::Miss);
    }
    for i in 0..pair.a.rays() {
        if axis.dot(Vect(pair.a.ray(i))).sign()? == Ordering::Less {
            return Some(CastOutcome::Miss);
        }
    }
    for i in 0..pair.b.rays() {
        if axis.dot(Vect(pair.b.ray(i))).sign()? == Ordering::Greater {
            return Some(CastOutcome::Miss);
        }
    }
    let mut gaps = ShortList::new(&(N::ZERO, N::ZERO));
    for i in 0..extents(&pair.a) {
        let own = extent(&pair.a, &axis.0, i);
        for j in 0..extents(&pair.b) {
            let other = extent(&pair.b, &axis.0, j);
            let gap = own.low * other.weight - other.high * own.weight;
            gaps.push((gap, own.weight * other.weight));
        }
    }
    let speed = N::ZERO - axis.dot(velocity);
    let slides = match speed.sign()? {
        Ordering::Less => return Some(CastOutcome::Miss),
        Ordering::Equal => {
            for (gap, _) in gaps.iter() {
                if gap.sign()? == Ordering::Less {
                    return Some(CastOutcome::Miss);
                }
            }
            true
        }
        Ordering::Greater => false,
    };
    Some(CastOutcome::Hit(FacetCrossing { gaps, speed, slides }))
}

/// Whether one facet is crossed no earlier than another.
fn is_as_late<N: Exact>(own: &FacetCrossing<N>, other: &FacetCrossing<N>) -> Option<bool> {
    if own.slides || other.slides {
        return Some(own.slides || !other.slides);
    }
    for &(own_gap, own_weight) in own.gaps.iter() {
        let mut is_later = false;
        for &(gap, weight) in other.gaps.iter() {
            let difference = own_gap * weight * other.speed - gap * own_weight * own.speed;
            is_later = is_later || difference.sign()? != Ordering::Less;
        }
        if !is_later {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, AnyShape, Obb, Parallelepiped, Segment, Shape, Sphere};
    use asunder_jury::Rng;
    use glam::{Vec2, Vec3};

    fn normals<V: Vector>(
        a: &impl AnyShape<Vector = V>,
        motion: V::Array<f32>,
        b: &impl AnyShape<Vector = V>,
    ) -> Vec<V> {
        let found = entry_normals::<V>(&a.as_shape_ref(), &motion, &b.as_shape_ref());
        found.iter().map(|normal| V::from_array(normal.to_f32())).collect()
    }

    const LEFT: Vec2 = Vec2::NEG_X;
    const UP: Vec2 = Vec2::Y;

    #[test]
    fn the_normal_that_stops_least_comes_first() {
        let tile = Aabb::<Vec2>::new([1.0, -1.0], [9.0, 0.0]);
        let flush = Aabb::<Vec2>::new([0.0, 0.0], [1.0, 1.0]);
        assert_eq!(normals(&flush, [0.0625, -0.0055], &tile), [UP, LEFT]);
        assert_eq!(normals(&flush, [0.0055, -0.0625], &tile), [LEFT, UP]);
        // A millionth past the seam, only the top touches.
        let over = Aabb::<Vec2>::new([1e-6, 0.0], [1.000_001, 1.0]);
        assert_eq!(normals(&over, [0.0625, -0.0055], &tile), [UP]);
        let turned = Obb::<Vec2>::new([0.5, 0.5], [0.5, 0.5], [0.0, 3.0]);
        assert_eq!(normals(&turned, [0.0625, -0.0055], &tile), [UP, LEFT]);
    }

    /// Both faces are crossed at the same time; or one 2⁻⁶⁰ after the other, which `f64` cannot resolve.
    #[test]
    fn exact_numbers_decide_which_facet_is_crossed_last() {
        let tile = Aabb::<Vec2>::new([1.0, -1.0], [9.0, 0.0]);
        let bit = 1.0 / (1u64 << 60) as f32;
        let coming = |right: f32| Aabb::<Vec2>::new([-1.0, 0.5], [right, 1.5]);
        assert_eq!(normals(&coming(0.0), [1.0, -0.5], &tile), [UP, LEFT]);
        assert_eq!(normals(&coming(bit), [1.0, -0.5], &tile), [UP]);
        assert_eq!(normals(&coming(-bit), [1.0, -0.5], &tile), [LEFT]);
    }

    #[test]
    fn edge_on_edge_has_the_normals_of_both_faces() {
        let tile = Aabb::<Vec3>::new([1.0, -1.0, -1.0], [9.0, 0.0, 2.0]);
        let flush = Aabb::<Vec3>::new([0.0; 3], [1.0; 3]);
        assert_eq!(normals(&flush, [0.1, -0.01, 0.5], &tile), [Vec3::Y, Vec3::NEG_X]);
        // Vertex on vertex.
        let tile = Aabb::<Vec3>::new([1.0, -1.0, 1.0], [9.0, 0.0, 2.0]);
        let three = [Vec3::Y, Vec3::NEG_X, Vec3::NEG_Z];
        assert_eq!(normals(&flush, [0.1, -0.01, 0.5], &tile), three);
    }

    #[test]
    fn crossed_edges_have_the_normal_across_both() {
        // Edges along x and z, turned by 45° about themselves, meet in a point: sine and cosine of π/8.
        let (sin, cos) = (0.382_683_43, 0.923_879_5);
        let lower = Obb::<Vec3>::new([0.0; 3], [4.0, 1.0, 1.0], [sin, 0.0, 0.0, cos]);
        let upper = Obb::<Vec3>::new([0.0, 3.5, 0.0], [1.0, 1.0, 4.0], [0.0, 0.0, sin, cos]);
        let found = normals(&upper, [0.25, -2.0, 0.125], &lower);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0] - Vec3::Y).length() < 1e-6, "{found:?}");
    }

    /// The squares of cross products leave the range of `f64` where rotations are far from length one.
    #[test]
    fn the_length_of_a_rotation_does_not_hide_the_normal_of_edges_that_cross() {
        let found = |length: f64| {
            let turned = |y: f32, half: [f32; 3], rotation: [f64; 4]| {
                Obb::<Vec3>::new([0.0, y, 0.0], half, rotation.map(|x| (x * length) as f32))
            };
            let lower = turned(0.0, [4.0, 1.0, 1.0], [29.0, 0.0, 0.0, 70.0]);
            let upper = turned(3.5, [1.0, 1.0, 4.0], [0.0, 0.0, 29.0, 70.0]);
            normals(&upper, [0.25, -2.0, 0.125], &lower)
        };
        let near_one = found(1.0 / 64.0);
        assert_eq!(near_one.len(), 1, "{near_one:?}");
        assert_eq!(found(widen(f32::from_bits(1))), near_one);
        assert_eq!(found(1.0 / (64.0 * widen(f32::MIN_POSITIVE))), near_one);
    }

    #[test]
    fn what_is_flat_is_entered_across_it() {
        let plate = Segment::<Vec2>::new([-1.0, 0.0], [1.0, 0.0]);
        assert_eq!(normals(&Shape::Point(Vec2::new(0.0, 1.0)), [0.5, -2.0], &plate), [UP]);
        assert_eq!(normals(&Shape::Point(Vec2::new(0.0, -1.0)), [0.5, 2.0], &plate), [-UP]);
    }

    /// Vertices that meet exactly, though `f64` rounds their times: no facet of the cone is lost.
    #[test]
    fn rounding_loses_no_facet_that_is_crossed_last() {
        let mut rng = Rng::new(29);
        let (mut lost, mut wide) = (0, 0);
        for _ in 0..300 {
            // Sums of multiples of 2⁻¹² are stored exactly.
            let mut random = |most: f64| {
                Vec3::from(
                    [0, 1, 2].map(|_| (rng.between(-most, most) * 4096.0) as i32 as f32 / 4096.0),
                )
            };
            let edges = [random(1.0), random(1.0), random(1.0)];
            let center = random(900.0);
            let vertex = center + edges[0] + edges[1] + edges[2];
            let motion = random(1.0);
            let solid = |center: Vec3, edges: [Vec3; 3]| {
                Parallelepiped::<Vec3>::new(center.to_array(), edges.map(|edge| edge.to_array()))
            };
            let obstacle = solid(center, edges);
            let others = [random(1.0), random(1.0), random(1.0)];
            let mover = solid(vertex + others[0] + others[1] + others[2], others);
            let (a, b) = (mover.as_shape_ref(), obstacle.as_shape_ref());
            let shapes = Shapes { a: &a, b: &b, rule: Rule::Open };
            let motion = motion.to_array();
            let mut all = Vec::new();
            each_facet(&shapes, &motion, |facet| all.push(facet));
            let last = evaluate::<Vec3, _>(&CrossedLast {
                shapes: &shapes,
                motion: &motion,
                facets: &all,
            });
            let kept = EntryFacets::of(&a, &motion, &b).expect("polyhedra");
            let is_kept = |facet: &EntryFacet<Vec3>| {
                kept.facets
                    .iter()
                    .any(|x| (x.axis, x.is_opposite) == (facet.axis, facet.is_opposite))
            };
            lost += all
                .iter()
                .zip(last.iter())
                .filter(|(facet, last)| **last && !is_kept(facet))
                .count();
            wide += usize::from(last.iter().filter(|last| **last).count() > 2);
        }
        assert_eq!(lost, 0);
        assert!(wide > 20, "{wide} vertices had a wide cone");
    }

    #[test]
    fn round_shapes_and_shapes_at_rest_have_none() {
        let tile = Aabb::<Vec2>::new([1.0, -1.0], [9.0, 0.0]);
        let ball = Sphere::<Vec2>::new([3.0, 1.0], 1.0);
        assert_eq!(normals(&ball, [0.0, -1.0], &tile), []);
        assert_eq!(normals(&tile, [0.0, -0.0], &tile), []);
    }
}
