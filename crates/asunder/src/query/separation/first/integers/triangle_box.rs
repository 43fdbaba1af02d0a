//! A triangle and a box in 3D, [in integers](super::counted_box): the axes of the separating-axis test that
//! [a filter in the frame of the box](super::super::boxed) leaves open.

use super::super::boxed::NORMAL;
use super::counted_box::{BoxRows, StoredBox, coarsened, finest_grid, gap, others, reach_across};
use super::{Steps, counted, cross, dot, is_zero, minus};
use crate::array::Mapped as _;
use crate::linalg::{Vect, max};
use crate::query::predicate::Rule;
use crate::shape::Triangle;
use crate::space::Vector;

/// A triangle, seen from the center of a box.
pub(in super::super) struct TriangleFromBox {
    corners: [Steps; 3],
    half: Steps,
    rows: BoxRows,
    /// The bits of all lengths.
    bits: u32,
}

impl TriangleFromBox {
    /// `None` if numbers have too many bits.
    #[inline(always)]
    pub(in super::super) fn of<V: Vector>(
        triangle: &Triangle<V>,
        other: &StoredBox<V>,
    ) -> Option<Self> {
        let stored @ [a, b, c] = [&triangle.a, &triangle.b, &triangle.c].mapped(Vect::of);
        let seen = [a, b, c].mapped(|corner| other.twice_offset(corner));
        let grid = finest_grid(reach(seen) + other.size.norm1());
        if !(grid.has_all(stored) & grid.has_all(other.stored)) {
            return None;
        }
        let [a, b, c] = seen.mapped(|corner| counted(corner, &grid));
        let ([a, b, c, half], bits) = coarsened([a, b, c, counted(other.size, &grid)]);
        let rows = other.rows()?;
        rows.hold(2 * bits).then_some(Self { corners: [a, b, c], half, rows, bits })
    }

    /// Whether they meet, by `rule`, if one of some axes decides: those of the box, the normal, and three cross products
    /// of each edge, as a bit set. `None` if 128 bits do not hold the gap along the normal.
    #[inline(always)]
    pub(in super::super) fn meet(&self, open: u32, rule: Rule) -> Option<bool> {
        let (corners, rows) = (&self.corners, &self.rows);
        let is_open = |axis: usize| open >> axis & 1 == 1;
        for axis in (0..NORMAL).filter(|&axis| is_open(axis)) {
            let heights = corners.mapped(|corner| rows.along(axis, corner));
            if rule.is_beyond(gap(heights, rows.scaled(self.half[axis])), 0) {
                return Some(false);
            }
        }
        for (i, axis) in (0..9).map(|i| (i / 3, i % 3)) {
            if is_open(NORMAL + 1 + 3 * i + axis)
                && self.gap_across(i, axis).is_some_and(|gap| rule.is_beyond(gap, 0))
            {
                return Some(false);
            }
        }
        if !is_open(NORMAL) {
            return Some(true);
        }
        let [a, b, c] = *corners;
        let edges = [minus(b, a), minus(c, b)];
        let normal: [i128; 3] = cross(edges[0], edges[1]);
        // Along an axis of the box, that decides.
        let is_along = |axis| edges.into_iter().all(|edge| rows.along(axis, edge) == 0);
        if is_zero(normal) || (0..3).any(is_along) {
            return Some(true);
        }
        rows.hold(3 * self.bits).then(|| !rule.is_beyond(self.gap_along(normal), 0))
    }

    /// The gap along the cross product of an axis of the box and an edge; `None` if that is zero.
    #[inline(always)]
    fn gap_across(&self, i: usize, axis: usize) -> Option<i128> {
        let corners = &self.corners;
        let edge = minus(corners[(i + 1) % 3], corners[i]);
        let turned = others(axis).mapped(|other| self.rows.along(other, edge));
        // Both ends of the edge are as high.
        let heights = [i, (i + 2) % 3].mapped(|corner| {
            let moment: [i128; 3] = cross(edge, corners[corner]);
            dot(moment, self.rows.rows[axis])
        });
        (turned != [0; 2]).then(|| gap(heights, reach_across(self.half, turned, axis)))
    }

    /// The gap along the triangle's normal.
    #[inline(always)]
    fn gap_along(&self, normal: [i128; 3]) -> i128 {
        let height = dot(normal, self.corners[0]) * i128::from(self.rows.length);
        let along = self.rows.rows.mapped(|row| dot(normal, row).abs());
        gap([height], dot(along, self.half))
    }
}

/// How far a triangle reaches from a point, and its edges from there.
#[inline(always)]
fn reach<V: Vector>([a, b, c]: [Vect<V, f64>; 3]) -> f64 {
    max(max(a.norm1(), b.norm1()), c.norm1()) * 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::separation::first::boxed;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{Aabb, AnyShape as _, Obb, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    /// What integers know of a triangle and a box by all axes, and by those that the filter leaves open.
    fn known(triangle: &Triangle<Vec3>, other: &Shape<Vec3>, rule: Rule) -> [Option<bool>; 2] {
        const ALL: u32 = (1 << 13) - 1;
        match other {
            Shape::Aabb(aabb) => {
                let counted = TriangleFromBox::of(triangle, &aabb.into());
                let open = boxed::open_of_aabb(triangle, aabb);
                [Some(ALL), open].map(|open| counted.as_ref()?.meet(open?, rule))
            }
            Shape::Obb(obb) => {
                let counted = TriangleFromBox::of(triangle, &obb.into());
                let open = boxed::TurnedTriangle::of(triangle, obb).open();
                [Some(ALL), open].map(|open| counted.as_ref()?.meet(open?, rule))
            }
            _ => unreachable!("a box was asked for"),
        }
    }

    /// Triangles of all families, and such with corners of few whole numbers, and flat ones among them: where integers
    /// hold their numbers, the general formula agrees.
    #[test]
    fn integers_agree_with_the_general_formula() {
        let mut rng = Rng::new(0x42);
        let mut touches = 0;
        let mut check = |other: &Shape<Vec3>, triangle: &Triangle<Vec3>| {
            let meets = [Rule::Closed, Rule::Open].map(|rule| {
                let general = any_any(triangle.as_shape_ref(), other.as_shape_ref(), rule);
                let known = known(triangle, other, rule);
                for meets in known.into_iter().flatten() {
                    assert_eq!(meets, general, "{rule:?} {triangle:?} {other:?}");
                }
                known[0]
            });
            touches += u32::from(meets == [Some(true), Some(false)]);
            meets[0].is_some()
        };
        for family in Family::ALL {
            let mut known = 0;
            for round in 0..300 {
                let kind = [Kind::Aabb, Kind::Obb][round % 2];
                let (a, b) = pair::<3>(family, kind, Kind::Triangle, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                let Shape::Triangle(triangle) = &b else {
                    unreachable!("a triangle was asked for")
                };
                known += usize::from(check(&a, triangle));
            }
            println!("{family:?} {known}");
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                assert!(known > 150, "{family:?}: {known} of 300");
            }
        }
        for round in 0..6000 {
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let quaternion = [whole(2.0), whole(2.0), whole(2.0), whole(2.0)];
            if quaternion == [0.0; 4] {
                continue;
            }
            let mut point = |size: f64| [whole(size), whole(size), whole(size)];
            let triangle = Triangle::<Vec3>::new(point(3.0), point(3.0), point(3.0));
            let (center, half) = (point(2.0), point(2.0).map(f32::abs));
            let other = match round % 2 {
                0 => Obb::<Vec3>::new(center, half, quaternion).into(),
                _ => Aabb::<Vec3>::new(center, [0, 1, 2].map(|i| center[i] + half[i])).into(),
            };
            check(&other, &triangle);
        }
        assert!(touches > 600, "{touches}");
    }
}
