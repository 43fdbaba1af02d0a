//! Whether a line passes through a triangle, as it looks along the line.
//!
//! Space is sheared so that the line stands on a coordinate axis; what is left of it is the origin of a plane, and
//! of a triangle three corners in that. It passes where the three areas that the origin spans with the edges have
//! one sign (Woop, Benthin and Wald 2013, "Watertight Ray/Triangle Intersection"). Here it is a filter: an area
//! counts where it is certain, and what is not is decided by the exact predicates.

use crate::array::Mapped as _;
use crate::exact::UNIT;
use crate::linalg::{max, min};
use crate::query::ray_cast::line::Line;
use crate::shape::Triangle;
use crate::space::Vector;

/// The error of an area, relative to the product of how far two corners are from the line's origin, in taxicab
/// lengths.
const AREA: f64 = 33.0 * UNIT;

/// How far off a difference of coordinates may be where the processor takes subnormal ones for zero: two of those.
const SUBNORMAL: f64 = 1.0 / (1u128 << 125) as f64;

/// What is certain of a line and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrianglePassage {
    /// It passes beside it, even extended to both sides.
    Beside,
    /// It passes through its inside, between its own ends.
    Through,
    /// Nothing.
    Open,
}

/// A line in space, as triangles are compared with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shear {
    origin: [f64; 3],
    /// Two axes, then that along which the line is longest.
    axes: [usize; 3],
    /// How far it gets along the first two for each unit along the third.
    slopes: [f64; 2],
    /// One or minus one: in which sense it goes along the third axis.
    sense: f64,
    /// How far it goes along that.
    end: f64,
}

/// The same as a matrix, for corners that share coordinates: what these contribute is computed once, since no axis is
/// looked up. Products with one and zero round nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShearMatrix {
    origin: [f64; 3],
    /// The sheared coordinates of a vector from the origin: one of its own, less that along which the line is
    /// longest times the line's slope.
    rows: [[f64; 3]; 2],
    /// How far it is ahead: one or minus one along the axis of the line's longest coordinate.
    ahead: [f64; 3],
    end: f64,
}

/// Along each of the coordinate axes.
const UNIT_VECTORS: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The other axes, then the axis.
const CYCLES: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

#[inline(always)]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A corner, as it looks along a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenCorner {
    at: [f64; 2],
    /// How far ahead it is.
    ahead: f64,
    /// How far it is from the line's origin, in all.
    far: f64,
}

impl Shear {
    /// Of a line in space; in the plane there is none.
    #[inline]
    pub(super) fn new<V: Vector>(line: &Line<V>) -> Option<Self> {
        if V::EDGES == 0 {
            return None;
        }
        let direction = line.direction::<f64>();
        let fast = direction.abs();
        let k = if (fast[0] > fast[1]) & (fast[0] > fast[2]) {
            0
        } else {
            2 - usize::from(fast[1] > fast[2])
        };
        let [i, j, _] = CYCLES[k];
        let inverse = 1.0 / direction[k];
        let slopes = [direction[i] * inverse, direction[j] * inverse];
        let sense = if direction[k] > 0.0 { 1.0 } else { -1.0 };
        let (origin, end) = match line {
            Line::Ray(ray) => (&ray.origin, f64::INFINITY),
            Line::Segment(segment) => {
                let length = f64::from(segment.b[k]) - f64::from(segment.a[k]);
                (&segment.a, length.abs())
            }
        };
        let origin = [f64::from(origin[0]), f64::from(origin[1]), f64::from(origin[2])];
        Some(Self { origin, axes: CYCLES[k], slopes, sense, end })
    }

    /// A corner of a triangle.
    #[inline(always)]
    fn corner<V: Vector>(&self, point: &V::Array<f32>) -> SeenCorner {
        // Subnormal numbers are taken as the processor does, which is quicker.
        let from = |axis: usize| f64::from(point[axis]) - self.origin[axis];
        let [x, y, z] = self.axes.mapped(from);
        let at = [x - self.slopes[0] * z, y - self.slopes[1] * z];
        SeenCorner { at, ahead: self.sense * z, far: x.abs() + y.abs() + z.abs() }
    }

    /// The same as a matrix.
    #[inline(always)]
    pub(super) fn matrix(&self) -> ShearMatrix {
        let &Self { origin, axes, slopes, sense, end } = self;
        // Taken from tables: numbers that are stored one by one are read together too late.
        let longest = UNIT_VECTORS[axes[2]];
        let rows = [0, 1]
            .mapped(|i| [0, 1, 2].mapped(|t| UNIT_VECTORS[axes[i]][t] - longest[t] * slopes[i]));
        ShearMatrix { origin, rows, ahead: longest.mapped(|x| x * sense), end }
    }

    /// What is certain of a triangle.
    #[inline(always)]
    pub(super) fn passes<V: Vector>(&self, triangle: &Triangle<V>) -> TrianglePassage {
        let corner = |point: &V::Array<f32>| self.corner::<V>(point);
        let corners = [&triangle.a, &triangle.b, &triangle.c].mapped(corner);
        match certainty(&corners, self.end) {
            [true, _] => TrianglePassage::Beside,
            [false, true] => TrianglePassage::Through,
            [false, false] => TrianglePassage::Open,
        }
    }
}

impl ShearMatrix {
    /// A corner of a triangle.
    #[inline(always)]
    pub(super) fn corner<V: Vector>(&self, point: &V::Array<f32>) -> SeenCorner {
        let from = [0, 1, 2].mapped(|t| f64::from(point[t]) - self.origin[t]);
        let at = self.rows.mapped(|row| dot(row, from));
        let far = from[0].abs() + from[1].abs() + from[2].abs();
        SeenCorner { at, ahead: dot(self.ahead, from), far }
    }

    /// Whether the line certainly passes beside a triangle of these corners, and whether certainly through it.
    #[inline(always)]
    pub(super) fn certainty(&self, corners: [SeenCorner; 3]) -> [bool; 2] {
        certainty(&corners, self.end)
    }
}

/// Whether a line of some length certainly passes beside a triangle of these corners, and whether certainly through
/// it: computed without a branch, since either is as likely.
#[inline(always)]
fn certainty([a, b, c]: &[SeenCorner; 3], end: f64) -> [bool; 2] {
    let area = |p: &SeenCorner, q: &SeenCorner| p.at[0] * q.at[1] - p.at[1] * q.at[0];
    let areas = [area(b, c), area(c, a), area(a, b)];
    let least = min(min(areas[0], areas[1]), areas[2]);
    let most = max(max(areas[0], areas[1]), areas[2]);
    let far = max(max(a.far, b.far), c.far) + 4.0 * SUBNORMAL;
    // A distance may be off by three differences, a sheared coordinate by two: an area by those four times the
    // other corner's distance, for either corner, and by their products.
    let error = far * (AREA * far + 8.0 * SUBNORMAL);
    let is_beside = (least < 0.0 - error) & (most > error);
    // Differences are rounded, and subnormal coordinates may be taken for zero, but neither puts two numbers
    // into another order: what is ahead here is, and so is what is before the end.
    let near = min(min(a.ahead, b.ahead), c.ahead);
    let last = max(max(a.ahead, b.ahead), c.ahead);
    let is_through = ((least > error) | (most < 0.0 - error)) & (near > 0.0) & (last < end);
    [is_beside, is_through]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number as _, Quotient as _};
    use crate::query::predicate::Rule;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::separation::{shape, span_span};
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    /// The errors added up: all of either corner's distance is along one axis, and slopes are at most one.
    #[test]
    fn the_errors_are_derived() {
        // Those of a segment come of two differences.
        let difference = Roundoff::unit(1.0);
        let slope = difference * (Roundoff::ONE.over(difference));
        let corner = |axis: usize| {
            let from = [0, 1, 2].map(|t| if t == axis { difference } else { Roundoff::ZERO });
            [0, 1].map(|t| from[t] - slope * from[2])
        };
        let mut worst: f64 = 0.0;
        for (p, q) in [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)] {
            let (p, q) = (corner(p), corner(q));
            worst = worst.max((p[0] * q[1] - p[1] * q[0]).error);
        }
        // The distance is off by its own roundings, and so is the bound.
        assert_covers(AREA / UNIT, worst * SLACK);
    }

    /// Rays and segments beside triangles of all families, and what the exact predicate says.
    #[test]
    fn what_is_certain_is_right() {
        let mut rng = Rng::new(0x5e);
        for kind in [Kind::Ray, Kind::Segment] {
            let mut through = 0;
            for family in Family::ALL {
                let mut counts = [0; 3];
                for _ in 0..300 {
                    let (a, b) = pair::<3>(family, kind, Kind::Triangle, &mut rng);
                    let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                    let (line, triangle) = match (&a, &b) {
                        (Shape::Ray(ray), Shape::Triangle(it)) => (Line::Ray(*ray), it),
                        (Shape::Segment(line), Shape::Triangle(it)) => (Line::Segment(*line), it),
                        _other => unreachable!("a line and a triangle were asked for"),
                    };
                    let shear = Shear::new(&line).expect("space");
                    let (passage, matrix) = (shear.passes(triangle), shear.matrix());
                    let corner = |point: &[f32; 3]| matrix.corner::<Vec3>(point);
                    let corners = [&triangle.a, &triangle.b, &triangle.c].mapped(corner);
                    let [is_beside, is_through] = matrix.certainty(corners);
                    assert_eq!(is_beside, passage == TrianglePassage::Beside);
                    assert_eq!(is_through && !is_beside, passage == TrianglePassage::Through);
                    counts[passage as usize] += 1;
                    for rule in [Rule::Closed, Rule::Open] {
                        let meets = span_span::<Vec3>(&a.as_shape_ref(), &b.as_shape_ref(), rule);
                        match passage {
                            TrianglePassage::Beside => {
                                assert!(!meets, "{family:?} {rule:?} {a:?} {b:?}")
                            }
                            TrianglePassage::Through => {
                                assert!(meets, "{family:?} {rule:?} {a:?} {b:?}")
                            }
                            TrianglePassage::Open => {}
                        }
                    }
                }
                through += counts[TrianglePassage::Through as usize];
                if family == Family::Game {
                    let beside = counts[TrianglePassage::Beside as usize];
                    assert!(beside > 250, "{kind:?} {counts:?}");
                }
            }
            assert!(through > 20, "{kind:?} {through}");
        }
    }

    /// Lines that end just before a triangle, on it and just behind it.
    #[test]
    fn ends_beside_a_triangle() {
        let triangle = Triangle::<Vec3>::new([-2.0, -2.0, 1.0], [3.0, -2.0, 1.0], [0.0, 3.0, 1.0]);
        let to = |z: f32| {
            let line =
                Line::<Vec3>::Segment(crate::shape::Segment::new([0.1, 0.2, 0.0], [0.3, 0.1, z]));
            Shear::new(&line).expect("space").passes(&triangle)
        };
        assert_eq!(
            [to(1.0_f32.next_down()), to(1.0), to(1.0_f32.next_up())],
            [TrianglePassage::Open, TrianglePassage::Open, TrianglePassage::Through]
        );
        let from = |z: f32| {
            let line = Line::<Vec3>::Ray(crate::shape::Ray::new([0.1, 0.2, z], [0.1, 0.1, 1.0]));
            Shear::new(&line).expect("space").passes(&triangle)
        };
        assert_eq!(
            [from(1.0_f32.next_up()), from(1.0), from(1.0_f32.next_down())],
            [TrianglePassage::Open, TrianglePassage::Open, TrianglePassage::Through]
        );
    }
}
