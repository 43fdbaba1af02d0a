//! Points, segments, rays, triangles, boxes and parallelepipeds in 3D, in [integers](super), where a filter leaves
//! a touch open: all axes of the separating-axis test by one formula.
//!
//! A polytope is the hull of at most three points, plus segments through zero. A ray is a point with an edge that has no
//! end: along an axis that it leads along, there is no gap on that side. In the frame of a turned box a segment is `h/n`
//! times a row of its rotation, for `n = |q|²` ([as here](super::counted_box)), so that gaps are counted times `n`.
//!
//! *Lemma.* If the Minkowski difference has a volume, the cross products of two edges decide. If it has none, they decide
//! together with the coordinate axes and the cross products of these and the edges.
//!
//! *Proof.* The normal of one of the facets of a difference with a volume parts zero from it, or touches, and each facet has
//! two edges that are not parallel, which are edges of the polytopes. If the difference lies in a plane, the normal of that
//! is a cross product of two edges, and seen along a coordinate axis that is not parallel to the plane, the difference is a
//! polygon, without an end in one direction beside a ray, to whose edges their cross products with this axis are
//! perpendicular. If it lies on a line, zero is on that line unless a cross product with the line separates, and on its part
//! unless a coordinate axis does. ∎
//!
//! A vector that is perpendicular to both of two edges is along their cross product, unless this is zero. So the coordinate
//! axes are asked first: where faces touch that are perpendicular to one, it decides for all axes that a filter leaves
//! open, and its numbers are few.
//!
//! *Lemma.* Let lengths reach at most `2ʳ` steps together, the components of the quaternion `2ᵗ` steps of theirs, and no
//! edge `2ᵈ`; the direction of a ray has steps of its own. Then no gap along a cross product of edges is above
//! `2²ᵈ⁺ʳ⁺²ᵗ⁺¹`, no product of an edge with it `2³ᵈ`, and no gap along a coordinate axis `2ʳ⁺²ᵗ⁺¹`; and `d` is at most the
//! largest of `r`, `2·t + 1` and the bits of the direction.
//!
//! *Proof.* Products are at most those of taxicab lengths, and the rows of a rotation, whose Euclidean length is `n ≤ 2²ᵗ`,
//! are at most `√3·n`. ∎

use super::super::FilteredAxes;
use super::counted_box::{BoxRows, StoredBox, coarsened, counted_direction, finest_grid};
use super::{Integer, Steps, counted, cross, dot, is_zero, minus, sign};
use crate::array::Mapped as _;
use crate::linalg::{Vect, max};
use crate::query::predicate::Rule;
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The most bits of gaps, for integers of 64 and of 128 bits.
const GAP_BITS: [u32; 2] = [62, 126];

/// The most cross products of edges: three normals of each, and three times three.
const MOST_AXES: usize = 15;

/// Whether two shapes in space, about which a filter was undecided or knew nothing, meet, by `rule`; `None` of other kinds,
/// and where numbers have too many bits.
#[inline(never)]
pub(in super::super) fn meet<V: Vector>(
    filtered: Option<FilteredAxes>,
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> Option<bool> {
    let pair = CountedPair::of(&a, &b)?;
    let asked = filtered.and_then(FilteredAxes::open);
    let meet = if pair.hold_products(GAP_BITS[0]) {
        CountedPair::meet::<i64>
    } else {
        CountedPair::meet::<i128>
    };
    meet(&pair, asked, rule)
}

/// What a polytope is, beside its lengths.
#[derive(Clone, Copy)]
enum PolytopeKind {
    /// The hull of so many points.
    Hull(usize),
    /// From a point on along this direction, of so many bits.
    Ray(Steps, u32),
    /// A center, and the half of each edge.
    Parallelepiped,
    /// A center, and the half extents along the rows of a rotation.
    Box(BoxRows),
}

/// A polytope as it is stored, and its lengths, doubled and seen from some place.
struct StoredPolytope<V: Vector> {
    kind: PolytopeKind,
    stored: [Vect<V, f64>; 4],
    seen: [Vect<V, f64>; 4],
}

impl<V: Vector> StoredPolytope<V> {
    #[inline(always)]
    fn of(shape: &ShapeRef<'_, V>, place: Vect<V, f64>) -> Option<Self> {
        let zero = Vect::zero();
        let hull = |[a, b, c]: [&V::Array<f32>; 3], count| {
            let stored = [a, b, c, c].mapped(Vect::of);
            let seen = stored.mapped(|point| (point - place) * 2.0);
            Self { kind: PolytopeKind::Hull(count), stored, seen }
        };
        Some(match shape {
            ShapeRef::Point(point) => hull([&point.to_array(); 3], 1),
            ShapeRef::Segment(own) => hull([&own.a, &own.b, &own.b], 2),
            ShapeRef::Ray(ray) => {
                let (direction, bits) = counted_direction(Vect::<V, f64>::of(&ray.direction))?;
                Self { kind: PolytopeKind::Ray(direction, bits), ..hull([&ray.origin; 3], 1) }
            }
            ShapeRef::Triangle(own) => hull([&own.a, &own.b, &own.c], 3),
            ShapeRef::Aabb(_) | ShapeRef::Obb(_) => {
                let own = StoredBox::of(shape)?;
                let [a, b] = own.stored;
                Self {
                    kind: PolytopeKind::Box(own.rows()?),
                    stored: [a, b, a, b],
                    seen: [-own.twice_offset(place), own.size, zero, zero],
                }
            }
            ShapeRef::Parallelepiped(own) => {
                let (center, edge) = (Vect::of(&own.center), |i: usize| Vect::of(&own.edges[i]));
                let stored = [center, edge(0), edge(1), edge(2)];
                let [_, first, second, third] = stored.mapped(|x| x * 2.0);
                let seen = [(center - place) * 2.0, first, second, third];
                Self { kind: PolytopeKind::Parallelepiped, stored, seen }
            }
            _other => return None,
        })
    }

    /// How far it reaches, and its edges.
    #[inline(always)]
    fn reach(&self) -> f64 {
        let [a, b, c, d] = self.seen.mapped(Vect::norm1);
        match self.kind {
            PolytopeKind::Hull(_) | PolytopeKind::Ray(..) => max(max(a, b), c) * 2.0,
            _with_a_center => a + (b + c + d),
        }
    }
}

/// A polytope in steps of a grid.
struct CountedPolytope {
    /// Those that are left repeat the last.
    points: [Steps; 3],
    point_count: usize,
    edges: [Steps; 3],
    edge_count: usize,
    /// The edges of normal `i` are this one and the next.
    first_of_normals: usize,
    normal_count: usize,
    /// How often it reaches along each edge, either way; of a hull zero.
    factors: [i64; 3],
    /// Whether its first edge is a ray.
    is_endless: bool,
}

impl CountedPolytope {
    /// With the factor of gaps.
    #[inline(always)]
    fn of(kind: &PolytopeKind, [a, b, c, d]: [Steps; 4], factor: i64) -> Self {
        let with_center = |edges, first_of_normals, factors| Self {
            points: [a; 3],
            point_count: 1,
            edges,
            edge_count: 3,
            first_of_normals,
            normal_count: 3,
            factors,
            is_endless: false,
        };
        match kind {
            PolytopeKind::Hull(count) => Self {
                points: [a, b, c],
                point_count: *count,
                edges: [minus(b, a), minus(c, b), minus(a, c)],
                edge_count: [0, 0, 1, 3][*count],
                first_of_normals: 0,
                normal_count: count / 3,
                factors: [0; 3],
                is_endless: false,
            },
            PolytopeKind::Ray(direction, _) => Self {
                edge_count: 1,
                normal_count: 0,
                is_endless: true,
                ..with_center([*direction, [0; 3], [0; 3]], 0, [0; 3])
            },
            PolytopeKind::Parallelepiped => with_center([b, c, d], 0, [factor; 3]),
            PolytopeKind::Box(BoxRows { rows, .. }) => with_center(*rows, 1, b),
        }
    }

    /// The edges, by index, whose cross product is a normal.
    #[inline(always)]
    fn edges_of_normal(&self, i: usize) -> [usize; 2] {
        [(i + self.first_of_normals) % 3, (i + self.first_of_normals + 1) % 3]
    }

    /// The least and the greatest height, times a factor, or that of a ray's origin; whether a ray leads up (1), down (-1)
    /// or neither; and the edges that are level, as a bit set.
    #[inline(always)]
    fn project<I: Integer>(&self, height: impl Fn(Steps) -> I, factor: I) -> ([I; 2], i8, u32) {
        let zero = I::from(0);
        let first = height(self.points[0]);
        if self.point_count > 1 {
            let [b, c] = [self.points[1], self.points[2]].mapped(height);
            let level = [first == b, b == c, c == first];
            return ([first.min(b).min(c) * factor, first.max(b).max(c) * factor], 0, bits(level));
        }
        let along = self.edges.mapped(height);
        let reaches =
            [0, 1, 2].mapped(|i| along[i].max(zero - along[i]) * I::from(self.factors[i]));
        let (middle, reach) = (first * factor, reaches[0] + reaches[1] + reaches[2]);
        let lead = if self.is_endless { sign(along[0]) } else { 0 };
        ([middle - reach, middle + reach], lead, bits(along.mapped(|x| x == zero)))
    }
}

/// The bit set of the places that hold.
#[inline(always)]
fn bits([a, b, c]: [bool; 3]) -> u32 {
    u32::from(a) | u32::from(b) << 1 | u32::from(c) << 2
}

/// Two polytopes, seen along an axis.
struct AlongAxis<I> {
    gap: I,
    /// Whether the Minkowski difference has no extent.
    is_flat: bool,
    /// The edges that are perpendicular to it, as a bit set: of the first, then of the second.
    level: u32,
}

/// Two polytopes in steps of one grid.
struct CountedPair {
    a: CountedPolytope,
    b: CountedPolytope,
    /// What gaps are counted times.
    factor: i64,
    /// Of what lengths reach, and of `factor`.
    bits: [u32; 2],
    /// Of the longest edge.
    edge_bits: u32,
}

impl CountedPair {
    #[inline(always)]
    fn of<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Option<Self> {
        // A ray has none.
        let place = Vect::of(&a.reference_point().or_else(|| b.reference_point())?);
        let (own, other) = (StoredPolytope::of(a, place)?, StoredPolytope::of(b, place)?);
        let grid = finest_grid(own.reach() + other.reach());
        if !(grid.has_all(own.stored) & grid.has_all(other.stored)) {
            return None;
        }
        let (factor, rotation) = match (&own.kind, &other.kind) {
            (PolytopeKind::Box(_), PolytopeKind::Box(_)) => return None,
            (PolytopeKind::Box(rows), _) | (_, PolytopeKind::Box(rows)) => {
                (rows.length, rows.length_bits())
            }
            _unturned => (1, 0),
        };
        let direction = match (&own.kind, &other.kind) {
            (PolytopeKind::Ray(..), PolytopeKind::Ray(..)) => return None,
            (PolytopeKind::Ray(_, bits), _) | (_, PolytopeKind::Ray(_, bits)) => *bits,
            _bounded => 0,
        };
        let [a, b, c, d] = own.seen.mapped(|x| counted(x, &grid));
        let [e, f, g, h] = other.seen.mapped(|x| counted(x, &grid));
        let ([a, b, c, d, e, f, g, h], reach) = coarsened([a, b, c, d, e, f, g, h]);
        Some(Self {
            a: CountedPolytope::of(&own.kind, [a, b, c, d], factor),
            b: CountedPolytope::of(&other.kind, [e, f, g, h], factor),
            factor,
            bits: [reach, rotation],
            edge_bits: reach.max(rotation + 1).max(direction),
        })
    }

    /// Whether gaps along cross products of edges have no more bits.
    #[inline(always)]
    fn hold_products(&self, most: u32) -> bool {
        let [reach, rotation] = self.bits;
        2 * self.edge_bits + self.edge_bits.max(reach + rotation) < most
    }

    /// Along an axis.
    #[inline(always)]
    fn along<I: Integer>(&self, height: impl Fn(Steps) -> I) -> AlongAxis<I> {
        let factor = I::from(self.factor);
        let ([low, high], lead, own) = self.a.project(&height, factor);
        let ([from, to], other_lead, other) = self.b.project(&height, factor);
        // Beside a ray there is no gap on the side to which it leads.
        let (above, below, side) = (from - high, low - to, lead - other_lead);
        AlongAxis {
            gap: match side {
                0 => above.max(below),
                1.. => below,
                ..0 => above,
            },
            is_flat: side == 0 && low == high && from == to,
            level: own | other << 3,
        }
    }

    /// The edges whose cross product is an axis, by the index of the general test, and their places.
    #[inline(always)]
    fn edges_of_axis(&self, i: usize) -> Option<([Steps; 2], u32)> {
        let Self { a, b, .. } = self;
        let of = |own: &CountedPolytope, i, first| {
            let [j, k] = own.edges_of_normal(i);
            ([own.edges[j], own.edges[k]], (1_u32 << j | 1 << k) << first)
        };
        if i < a.normal_count {
            return Some(of(a, i, 0));
        }
        let i = i - a.normal_count;
        if i < b.normal_count {
            return Some(of(b, i, 3));
        }
        let i = i - b.normal_count;
        (i < a.edge_count * b.edge_count).then(|| {
            let (j, k) = (i / b.edge_count, i % b.edge_count);
            ([a.edges[j], b.edges[k]], 1 << j | 8 << k)
        })
    }

    /// Whether they meet, by `rule`, if one of some axes decides, or of all; `None` if numbers have too many bits.
    fn meet<I: Integer>(&self, asked: Option<u32>, rule: Rule) -> Option<bool> {
        let zero = I::from(0);
        let [reach, rotation] = self.bits;
        if reach + rotation >= GAP_BITS[1] {
            return None;
        }
        // The edges that are perpendicular to each axis that was asked.
        let (mut level, mut count) = ([0; 3 + MOST_AXES], 0);
        for t in 0..3 {
            let along = self.along(|x| I::from(x[t]));
            if rule.is_beyond(along.gap, zero) {
                return Some(false);
            }
            level[count] = along.level;
            count += 1;
        }
        let has_products = self.hold_products(GAP_BITS[1]);
        let Some(mut rest) = asked else {
            return has_products.then(|| self.meet_along_all::<I>(rule));
        };
        while let Some((edges, places)) = self.edges_of_axis(rest.trailing_zeros() as usize) {
            rest &= rest - 1;
            if level[..count].iter().any(|level| level & places == places) {
                continue;
            }
            if !has_products {
                return None;
            }
            let axis: [I; 3] = cross(edges[0], edges[1]);
            if is_zero(axis) {
                continue;
            }
            let along = self.along(|x| dot(axis, x));
            if rule.is_beyond(along.gap, zero) {
                return Some(false);
            }
            level[count] = along.level;
            count += 1;
        }
        Some(true)
    }

    /// The same where the Minkowski difference may be flat, and no coordinate axis separates.
    fn meet_along_all<I: Integer>(&self, rule: Rule) -> bool {
        let zero = I::from(0);
        let mut has_volume = false;
        for (edges, _) in (0..MOST_AXES).map_while(|i| self.edges_of_axis(i)) {
            let axis: [I; 3] = cross(edges[0], edges[1]);
            let along = self.along(|x| dot(axis, x));
            if !is_zero(axis) && rule.is_beyond(along.gap, zero) {
                return false;
            }
            has_volume |= !along.is_flat;
        }
        let mut edges = self.a.edges.into_iter().chain(self.b.edges);
        has_volume
            || rule == Rule::Closed
                && !edges.any(|edge| {
                    [[1, 0, 0], [0, 1, 0], [0, 0, 1]].into_iter().any(|along| {
                        let axis: [I; 3] = cross(edge, along);
                        self.along(|x| dot(axis, x)).gap > zero
                    })
                })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::filtered_beside;
    use super::*;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{Aabb, AnyShape as _, Obb, Parallelepiped, Ray, Segment, Shape, Triangle};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    /// As the lemma says: gaps of at most so many bits are numbers of 64 and of 128 bits.
    #[test]
    fn integers_hold_gaps() {
        let limits = [i64::MAX as f64, i128::MAX as f64];
        for (bits, limit) in std::hint::black_box(GAP_BITS).into_iter().zip(limits) {
            assert!((1_u128 << bits) as f64 * 1.5 < limit, "{bits}");
        }
    }

    /// Asserts that integers, where they decide, agree with the general formula, by all axes and by those that a filter
    /// leaves open; whether they decide by these, and whether the shapes touch.
    fn check(a: &Shape<Vec3>, b: &Shape<Vec3>) -> (bool, bool) {
        let general = [Rule::Closed, Rule::Open]
            .map(|rule| any_any(a.as_shape_ref(), b.as_shape_ref(), rule));
        let mut is_known = true;
        for (a, b) in [(a, b), (b, a)].map(|(a, b)| (a.as_shape_ref(), b.as_shape_ref())) {
            let filtered = filtered_beside(&a, &b);
            for (rule, general) in [Rule::Closed, Rule::Open].into_iter().zip(general) {
                let by_open = match filtered {
                    Some(FilteredAxes::Apart | FilteredAxes::Penetrating) => {
                        filtered.and_then(FilteredAxes::meet)
                    }
                    Some(FilteredAxes::Open(_)) | None => meet(filtered, a, b, rule),
                };
                is_known &= by_open.is_some();
                for known in [by_open, meet(None, a, b, rule)].into_iter().flatten() {
                    assert_eq!(known, general, "{rule:?} {a:?} {b:?}");
                }
            }
        }
        (is_known, general == [true, false])
    }

    /// The kinds beside a parallelepiped.
    const KINDS: [Kind; 7] = [
        Kind::Point,
        Kind::Segment,
        Kind::Ray,
        Kind::Triangle,
        Kind::Aabb,
        Kind::Obb,
        Kind::Parallelepiped,
    ];

    /// Of all families.
    #[test]
    fn integers_agree_with_the_general_formula() {
        let mut rng = Rng::new(0x44);
        for family in Family::ALL {
            let (mut known, mut touching) = (0, [0, 0]);
            for round in 0..350 {
                let kind = KINDS[round % 7];
                let (a, b) = pair::<3>(family, kind, Kind::Parallelepiped, &mut rng);
                let (is_known, touch) = check(&shape::<3, Vec3>(&a, |q| q), &shape(&b, |q| q));
                known += u32::from(is_known);
                touching[0] += u32::from(touch);
                touching[1] += u32::from(touch && is_known);
            }
            println!("{family:?} {known} of 350, {touching:?} touching");
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                assert!(known > 340, "{family:?}: {known} of 350");
                assert!(touching[1] * 10 >= touching[0] * 9, "{family:?}: {touching:?}");
            }
        }
    }

    /// Of few whole numbers, flat ones and points among them, in units of any size, and beside a number far smaller.
    #[test]
    fn integers_decide_touches_on_a_grid() {
        let mut rng = Rng::new(0x45);
        let (mut touching, mut known, mut refused) = (0, 0, 0);
        for round in 0..14_000 {
            let unit = f32::from_bits(((27 + rng.below(200)) as u32) << 23);
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let quaternion = [whole(1.0), whole(2.0), whole(1.0), whole(2.0)];
            let mut point = |size: f64| [(); 3].map(|()| whole(size) * unit);
            let mut skewed =
                Parallelepiped::<Vec3>::new(point(2.0), [point(1.4), point(1.4), point(1.4)]);
            let corners = [point(3.0), point(3.0), point(3.0)];
            let (center, half) = (point(2.0), point(2.0).map(f32::abs));
            let other: Shape<Vec3> = match round % 7 {
                0 => Shape::Point(corners[0].into()),
                1 => Segment::<Vec3>::new(corners[0], corners[1]).into(),
                2 => Triangle::<Vec3>::new(corners[0], corners[1], corners[2]).into(),
                3 => Aabb::<Vec3>::new(center, [0, 1, 2].map(|i| center[i] + half[i])).into(),
                4 if corners[1] != [0.0; 3] => Ray::<Vec3>::new(corners[0], corners[1]).into(),
                5 if quaternion != [0.0; 4] => Obb::<Vec3>::new(center, half, quaternion).into(),
                _ => {
                    let edges = [point(1.4), point(1.4), point(1.4)];
                    Parallelepiped::<Vec3>::new(center, edges).into()
                }
            };
            let is_fine = round % 10 == 9;
            if is_fine {
                skewed.edges[round % 3][round / 3 % 3] += unit / (1_u64 << 50) as f32;
            }
            let (is_known, touch) = check(&skewed.into(), &other);
            touching += u32::from(touch && !is_fine);
            known += u32::from(touch && !is_fine && is_known);
            refused += u32::from(is_fine && !is_known);
        }
        println!("{touching} touching, {known} known, {refused} refused");
        assert!(touching > 1500 && known * 10 > touching * 9, "{known} of {touching}");
        assert!(refused > 20, "{refused}");
    }
}
