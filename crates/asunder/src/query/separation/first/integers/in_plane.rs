//! Points, segments, rays, triangles, boxes and parallelograms in the plane, in [integers](super): where a
//! filter leaves a touch open.
//!
//! The axes between two of them are the normals of edges and rays, and the axes of a box, which are as long as the root
//! of `n = c² + s²` for its rotation `(c, s)`. So a gap along the axis of a box is `g − h√n`, and one along the normal
//! of another edge `g√n − r`, for whole numbers: their signs are those of differences of squares.
//!
//! *Lemma.* These axes decide, if one of the two is a box, or a figure with an area; of others together with axes along
//! the edges and the coordinate axes.
//!
//! *Proof.* The Minkowski difference is a convex polygon, without an end in one direction beside a ray. If it has an
//! area, the normal of one of its edges parts zero from it, or touches, and its edges are those of both. If it has none,
//! it is a point or lies on a line, whose normal is among the axes. A point of that line beyond the end of the difference
//! is beyond it along the line, and along one of any two perpendicular axes: those of a box, or of the coordinates. ∎
//!
//! *Lemma.* Let lengths reach at most 2⁴⁷ steps together, and the components of the rotation 2³¹ of theirs. Then heights
//! and reaches fit into 128 bits, and their squares, also times `n`, into 256.
//!
//! *Proof.* Products are at most those of taxicab lengths: a height along an edge is at most 2⁹⁴, one along the axis of a
//! box 2⁷⁸, and `n` is at most 2⁶². A reach is at most a length times the product of another and the rotation, 2¹²⁵. ∎
//!
//! Where lengths reach at most 2³⁰ steps, heights along edges fit into 64 bits: a product is at most that of two taxicab
//! lengths, 2⁶⁰.

use super::super::FilteredAxes;
use super::counted_box::{StoredBox, coarsened, counted_direction, finest_grid};
use super::grid::Grid;
use super::{Integer, Steps, counted, minus, product, sign};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::{Vect, max};
use crate::query::predicate::Rule;
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::cmp::Ordering;

/// The most bits of lengths.
const LENGTH_BITS: u32 = 47;

/// The most bits of lengths of which 64 bits hold products.
const SHORT_BITS: u32 = 30;

/// The most bits of a rotation.
const ROTATION_BITS: u32 = 31;

/// A point, a segment, a ray, a triangle or a parallelogram.
struct FlatFigure {
    /// In the order along the edges; those that are left repeat the last.
    corners: [Steps; 3],
    /// Whether there is a fourth, across from the second.
    is_parallelogram: bool,
    /// How many normals it has: those of its first edges.
    normals: usize,
    /// The direction of a ray.
    endless: Option<Steps>,
}

/// A box seen from its center, and its first axis.
struct BoxInPlane {
    half: Steps,
    axis: [i64; 2],
}

/// The component of the product of two vectors that is not zero.
#[inline(always)]
fn turn<I: Integer>(a: Steps, b: Steps) -> I {
    I::from(a[0]) * I::from(b[1]) - I::from(a[1]) * I::from(b[0])
}

impl FlatFigure {
    /// The edges, and of a parallelogram the first two and its diagonal; a ray's direction is one.
    fn edges(&self) -> [Steps; 3] {
        let [a, b, c] = self.corners;
        match self.endless {
            Some(direction) => [direction, [0; 3], [0; 3]],
            None => [minus(b, a), minus(c, b), minus(a, c)],
        }
    }

    /// The least and the greatest of its heights; `None` where there is no least or no greatest.
    fn span<I: Integer>(&self, height: impl Fn(Steps) -> I) -> [Option<I>; 2] {
        let [a, b, c] = self.corners.mapped(&height);
        let d = if self.is_parallelogram { a + c - b } else { c };
        let speed = self.endless.map_or(0, |direction| sign(height(direction)));
        [(speed >= 0).then(|| a.min(b).min(c.min(d))), (speed <= 0).then(|| a.max(b).max(c.max(d)))]
    }

    fn has_area(&self) -> bool {
        let [first, second, _] = self.edges();
        turn::<i128>(first, second) != 0
    }

    /// The edges whose normals are asked, by a bit set of places that begin with `first`.
    fn asked_edges(&self, asked: u32, first: usize) -> impl Iterator<Item = Steps> {
        let edges = self.edges();
        let mut rest = asked >> first & ((1 << self.normals) - 1);
        core::iter::from_fn(move || {
            // The lowest bit that is left names the next edge; of none, the trailing zeros are beyond all edges.
            let edge = edges.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*edge)
        })
        .filter(|&edge| edge != [0; 3])
    }

    /// Whether this and another figure meet, by `rule`, if one of some normals decides, by a bit set of this one's and
    /// then the other's, or an axis along one of these vectors.
    fn meet<I: Integer>(&self, other: &Self, asked: u32, along: &[Steps], rule: Rule) -> bool {
        let is_before = |high: Option<I>, low: Option<I>| {
            high.zip(low).is_some_and(|(high, low)| rule.is_beyond(low, high))
        };
        let separates = |edge: Steps| {
            let [own, others] = [self, other].mapped(|figure| figure.span(|at| turn(edge, at)));
            is_before(own[1], others[0]) || is_before(others[1], own[0])
        };
        // The normal of a vector that is turned by a right angle is along it.
        let mut turned = along.iter().filter(|&&x| x != [0; 3]).map(|&[x, y, _]| [y, 0 - x, 0]);
        !(self.asked_edges(asked, 0).any(separates)
            || other.asked_edges(asked, self.normals).any(separates)
            || turned.any(separates))
    }

    /// Whether this, seen from the center of a box, and the box meet, by `rule`, if one of some axes decides: a bit set in
    /// which the first of this one's normals, and of the box's axes, have these places.
    fn meet_box(
        &self,
        BoxInPlane { half, axis: [c, s] }: &BoxInPlane,
        (asked, places): (u32, [usize; 2]),
        rule: Rule,
    ) -> bool {
        let rows = [[*c, *s, 0], [0 - s, *c, 0]];
        let square = (c * c + s * s).unsigned_abs();
        let dot = |a: Steps, b: Steps| {
            i128::from(a[0]) * i128::from(b[0]) + i128::from(a[1]) * i128::from(b[1])
        };
        // From the center to the nearest height.
        let nearest = |[low, high]: [Option<i128>; 2]| match (low, high) {
            (Some(low), Some(high)) => low.max(-high),
            (Some(low), None) => low,
            (None, Some(high)) => -high,
            (None, None) => i128::MIN,
        };
        let along = |i: usize| {
            let at = nearest(self.span(|at| dot(rows[i], at)));
            compare_products(at, 1, i128::from(half[i]), square)
        };
        let across = |edge: Steps| {
            let at = nearest(self.span(|at| turn(edge, at)));
            let reach = |i: usize| i128::from(half[i]) * turn::<i128>(edge, rows[i]).abs();
            compare_products(at, square, reach(0) + reach(1), 1)
        };
        let mut axes = (0..2).filter(|i| asked >> (places[1] + i) & 1 == 1).map(along);
        let mut normals = self.asked_edges(asked, places[0]).map(across);
        !(axes.any(|gap| rule.separates(gap)) || normals.any(|gap| rule.separates(gap)))
    }
}

/// Compares a number times the root of `m` with one that is not negative times the root of `n`.
#[inline(always)]
fn compare_products(a: i128, m: u64, b: i128, n: u64) -> Ordering {
    if a < 0 {
        return Ordering::Less;
    }
    let square = |x: i128, root: u64| {
        let x = x.unsigned_abs();
        times(product(x, x), root)
    };
    square(a, m).cmp(&square(b, n))
}

/// The product of such a number with another, which has no more than 256 bits.
#[inline(always)]
fn times([high, low]: [u128; 2], by: u64) -> [u128; 2] {
    let [carry, low] = product(low, u128::from(by));
    [high * u128::from(by) + carry, low]
}

/// Whether two shapes in the plane, about which a filter was undecided or knew nothing, meet, by `rule`: `None` of
/// other kinds, and where numbers have too many bits.
#[inline(never)]
pub(in super::super) fn meet<V: Vector>(
    filtered: Option<FilteredAxes>,
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    rule: Rule,
) -> Option<bool> {
    let open = filtered.and_then(FilteredAxes::open);
    let asked = open.unwrap_or(u32::MAX);
    match (StoredFigure::of(&a), StoredFigure::of(&b)) {
        (Some(own), Some(other)) => own.meets(&other, open, rule),
        (Some(own), None) => own.meets_box(&StoredBox::of(&b)?, (asked, [0, own.normals]), rule),
        (None, Some(other)) => other.meets_box(&StoredBox::of(&a)?, (asked, [2, 0]), rule),
        (None, None) => None,
    }
}

/// A figure as it is stored.
struct StoredFigure<V: Vector> {
    /// Corners; of a parallelogram the center and the half edges.
    stored: [Vect<V, f64>; 3],
    normals: usize,
    extent: FigureExtent<V>,
}

/// How a figure extends from what is stored.
enum FigureExtent<V: Vector> {
    /// It is the hull of the corners.
    Hull,
    /// From a corner without an end.
    Endless(Vect<V, f64>),
    /// By the half edges, either way.
    Parallelogram,
}

impl<V: Vector> StoredFigure<V> {
    fn of(shape: &ShapeRef<'_, V>) -> Option<Self> {
        let of = |stored: [&V::Array<f32>; 3], normals, extent| {
            Some(Self { stored: stored.mapped(Vect::of), normals, extent })
        };
        match shape {
            ShapeRef::Point(point) => of([&point.to_array(); 3], 0, FigureExtent::Hull),
            ShapeRef::Segment(own) => of([&own.a, &own.b, &own.b], 1, FigureExtent::Hull),
            ShapeRef::Triangle(own) => of([&own.a, &own.b, &own.c], 3, FigureExtent::Hull),
            ShapeRef::Ray(ray) => {
                of([&ray.origin; 3], 1, FigureExtent::Endless(Vect::of(&ray.direction)))
            }
            ShapeRef::Parallelepiped(own) => {
                let stored = [&own.center, &own.edges[0], &own.edges[1]];
                of(stored, 2, FigureExtent::Parallelogram)
            }
            _other => None,
        }
    }

    /// The corners, as a point is seen, in lengths so many times as long.
    #[inline(always)]
    fn corners(
        &self,
        seen: impl Fn(Vect<V, f64>) -> Vect<V, f64>,
        factor: f64,
    ) -> [Vect<V, f64>; 4] {
        let [a, b, c] = self.stored;
        match self.extent {
            FigureExtent::Hull | FigureExtent::Endless(_) => [a, b, c, c].mapped(seen),
            FigureExtent::Parallelogram => {
                let (center, first, second) = (seen(a), b * factor, c * factor);
                let (low, high) = (center - second, center + second);
                [low - first, low + first, high + first, high - first]
            }
        }
    }

    /// With these corners, and the direction of a ray on a grid of its own.
    fn figure(&self, [a, b, c, _]: [Steps; 4]) -> Option<FlatFigure> {
        let is_parallelogram = matches!(self.extent, FigureExtent::Parallelogram);
        let own = FlatFigure {
            corners: [a, b, c],
            is_parallelogram,
            normals: self.normals,
            endless: None,
        };
        let FigureExtent::Endless(direction) = self.extent else { return Some(own) };
        let (direction, bits) = counted_direction(direction)?;
        (bits <= LENGTH_BITS).then_some(FlatFigure { endless: Some(direction), ..own })
    }

    fn meets(&self, other: &Self, open: Option<u32>, rule: Rule) -> Option<bool> {
        let from = self.stored[0];
        let seen = [self, other].mapped(|figure| figure.corners(|corner| corner - from, 1.0));
        let grid = finest_grid(2.0 * (reach(seen[0]) + reach(seen[1])));
        if !(grid.has_all(self.stored) & grid.has_all(other.stored)) {
            return None;
        }
        let [a, b, c, d] = seen[0].mapped(|corner| counted(corner, &grid));
        let [e, f, g, h] = seen[1].mapped(|corner| counted(corner, &grid));
        let ([a, b, c, d, e, f, g, h], bits) = short([a, b, c, d, e, f, g, h])?;
        let own = self.figure([a, b, c, d])?;
        let other = other.figure([e, f, g, h])?;
        let is_short = bits <= SHORT_BITS && own.endless.is_none() && other.endless.is_none();
        let meet = if is_short { FlatFigure::meet::<i64> } else { FlatFigure::meet::<i128> };
        let ([a, b, c], [d, e, f]) = (own.edges(), other.edges());
        let along = [a, b, c, d, e, f, [1, 0, 0], [0, 1, 0]];
        let is_enough = open.is_some() || own.has_area() || other.has_area();
        let along = if is_enough { &[][..] } else { &along };
        Some(meet(&own, &other, open.unwrap_or(u32::MAX), along, rule))
    }

    fn meets_box(
        &self,
        other: &StoredBox<V>,
        asked: (u32, [usize; 2]),
        rule: Rule,
    ) -> Option<bool> {
        let seen = self.corners(|corner| other.twice_offset(corner), 2.0);
        let grid = finest_grid(reach(seen) * 2.0 + other.size.norm1());
        if !(grid.has_all(self.stored) & grid.has_all(other.stored)) {
            return None;
        }
        let axis = other.rotation.as_ref().map_or(Some([1, 0]), axis::<V>)?;
        let [a, b, c, d] = seen.mapped(|corner| counted(corner, &grid));
        let ([a, b, c, d, half], _) = short([a, b, c, d, counted(other.size, &grid)])?;
        Some(self.figure([a, b, c, d])?.meet_box(&BoxInPlane { half, axis }, asked, rule))
    }
}

/// How far corners reach.
fn reach<V: Vector>(corners: [Vect<V, f64>; 4]) -> f64 {
    let [a, b, c, d] = corners.mapped(Vect::norm1);
    max(max(a, b), max(c, d))
}

/// Vectors in the largest steps that count them all, and the bits of what they reach; `None` if they reach too many.
fn short<const N: usize>(vectors: [Steps; N]) -> Option<([Steps; N], u32)> {
    let (vectors, bits) = coarsened(vectors);
    (bits <= LENGTH_BITS).then_some((vectors, bits))
}

/// The rotation of a box, in whole numbers.
fn axis<V: Vector>(rotation: &V::RotationArray) -> Option<[i64; 2]> {
    let &[cos, sin] = rotation.as_ref() else { return None };
    let rotation = [cos, sin].mapped(widen);
    let [c, s] = rotation.mapped(f64::abs);
    let grid = Grid::of_steps(c + s, (1_u64 << ROTATION_BITS) as f64);
    let is_on_grid = grid.has_widened(rotation[0]) & grid.has_widened(rotation[1]);
    is_on_grid.then(|| rotation.mapped(|x| grid.steps(x)))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::filtered_beside;
    use super::super::super::{RoundedFigure, sharp_filter};
    use super::*;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{Aabb, AnyShape, Obb, Parallelepiped, Ray, Segment, Shape, Triangle};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec2;

    /// As the lemma says.
    #[test]
    fn integers_hold_the_products() {
        let [length, rotation, short] =
            std::hint::black_box([LENGTH_BITS, ROTATION_BITS, SHORT_BITS]);
        assert!(2 * short < 63);
        let (height, square, reach) = (2 * length, 2 * rotation, 2 * length + rotation);
        assert!(height < 127 && reach < 127 && square < 63);
        assert!(2 * height + square <= 250 && 2 * reach <= 250);
    }

    #[test]
    fn products_have_256_bits() {
        let most = u128::MAX;
        assert_eq!(product(most, most), [most - 1, 1]);
        assert_eq!(product(3 << 100, 5 << 90), [15 << 62, 0]);
        assert_eq!(product(most, 2), [1, most - 1]);
        assert_eq!(times([1, most], 2), [3, most - 1]);
        assert_eq!(compare_products(3, 4, 2, 9), Ordering::Equal, "3·√4 and 2·√9");
        assert_eq!(compare_products(-3, 4, 0, 9), Ordering::Less);
        let (large, square) = (1_i128 << 93, 1_u64 << 62);
        assert_eq!(compare_products(large >> 31, square, large, 1), Ordering::Equal);
        assert_eq!(compare_products(large >> 31, square, large + 1, 1), Ordering::Less);
        assert_eq!(compare_products((large >> 31) + 1, square, large + 1, 1), Ordering::Greater);
    }

    /// What integers know by the axes alone that the filter of such a pair leaves open.
    fn by_open_axes(a: &ShapeRef<'_, Vec2>, b: &ShapeRef<'_, Vec2>, rule: Rule) -> Option<bool> {
        fn of<A, B>(a: &A, b: &B, rule: Rule) -> Option<bool>
        where
            A: RoundedFigure<Vec2> + AnyShape<Vector = Vec2>,
            B: RoundedFigure<Vec2> + AnyShape<Vector = Vec2>,
        {
            let filtered = sharp_filter(a, b).filter(|filtered| filtered.meet().is_none())?;
            meet(Some(filtered), a.as_shape_ref(), b.as_shape_ref(), rule)
        }
        match (*a, *b) {
            (ShapeRef::Segment(a), ShapeRef::Obb(b)) => of(a, b, rule),
            (ShapeRef::Ray(a), ShapeRef::Obb(b)) => of(a, b, rule),
            (ShapeRef::Triangle(a), ShapeRef::Obb(b)) => of(b, a, rule),
            (ShapeRef::Triangle(a), ShapeRef::Aabb(b)) => of(b, a, rule),
            (ShapeRef::Segment(a), ShapeRef::Triangle(b)) => of(a, b, rule),
            (ShapeRef::Ray(a), ShapeRef::Triangle(b)) => of(a, b, rule),
            (ShapeRef::Triangle(a), ShapeRef::Triangle(b)) => of(a, b, rule),
            (ShapeRef::Parallelepiped(_), _) => {
                let filtered = filtered_beside(a, b).filter(|known| known.meet().is_none())?;
                meet(Some(filtered), *a, *b, rule)
            }
            _other => None,
        }
    }

    /// Shapes of all families, and such of few whole numbers, flat ones among them: where integers decide, the general
    /// formula agrees.
    #[test]
    fn integers_agree_with_the_general_formula() {
        let mut rng = Rng::new(0x43);
        let (mut touches, mut known) = (0, 0);
        let mut check = |a: &Shape<Vec2>, b: &Shape<Vec2>| {
            let meets = [Rule::Closed, Rule::Open].map(|rule| {
                let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
                let known =
                    [meet(None, a, b, rule), meet(None, b, a, rule), by_open_axes(&a, &b, rule)];
                let general = any_any(a, b, rule);
                for meets in known.into_iter().flatten() {
                    assert_eq!(meets, general, "{rule:?} {a:?} {b:?}");
                }
                known[0]
            });
            touches += u32::from(meets == [Some(true), Some(false)]);
            meets[0].is_some()
        };
        use Kind::{
            Aabb as A, Obb as O, Parallelepiped as L, Point as P, Ray as R, Segment as S,
            Triangle as T,
        };
        let kinds = [
            [S, O],
            [R, O],
            [T, O],
            [S, A],
            [R, A],
            [T, A],
            [S, T],
            [R, T],
            [T, T],
            [P, T],
            [P, O],
            [L, P],
            [L, S],
            [L, R],
            [L, T],
            [L, A],
            [L, O],
            [L, L],
        ];
        for family in Family::ALL {
            let is_plain = matches!(family, Family::Game | Family::Resting | Family::Grid);
            for [first, second] in kinds {
                for _ in 0..60 {
                    let (a, b) = pair::<2>(family, first, second, &mut rng);
                    let turn = |[cos, sin, ..]: [f32; 4]| [cos, sin];
                    let (a, b) = (shape::<2, Vec2>(&a, turn), shape::<2, Vec2>(&b, turn));
                    known += u32::from(check(&a, &b) && is_plain);
                }
            }
        }
        assert!(known > 18 * 60 * 2, "{known}");
        for round in 0..9000 {
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let rotation = [whole(5.0), whole(5.0)];
            let mut point = |size: f64| [whole(size), whole(size)];
            let corners = [point(3.0), point(3.0), point(3.0)];
            let (center, half) = (point(2.0), point(3.0).map(f32::abs));
            let own: Shape<Vec2> = match round % 4 {
                3 => Parallelepiped::<Vec2>::new(corners[0], [corners[1], corners[2]]).into(),
                0 if round % 5 == 0 => Shape::Point(corners[0].into()),
                0 => Segment::<Vec2>::new(corners[0], corners[1]).into(),
                1 if corners[1] != [0.0; 2] => Ray::<Vec2>::new(corners[0], corners[1]).into(),
                _ => Triangle::<Vec2>::new(corners[0], corners[1], corners[2]).into(),
            };
            let other: Shape<Vec2> = match round / 4 % 5 {
                4 => Parallelepiped::<Vec2>::new(center, [point(2.0), point(2.0)]).into(),
                0 => Triangle::<Vec2>::new(point(3.0), point(3.0), point(3.0)).into(),
                1 => Aabb::<Vec2>::new(center, [center[0] + half[0], center[1] + half[1]]).into(),
                _ if rotation == [0.0; 2] => continue,
                _ => Obb::<Vec2>::new(center, half, rotation).into(),
            };
            check(&own, &other);
        }
        assert!(touches > 1000, "{touches}");
    }
}
