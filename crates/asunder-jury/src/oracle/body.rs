//! Shapes as Minkowski sums of generators: points, rays, and a radius.
//!
//! A body is the Minkowski sum of a few convex hulls of points, the nonnegative multiples of its rays,
//! and a ball. A box is the sum of its center and an edge in each direction. The shapes of a pair share
//! one unit of length, a power of two.

use super::double_description::cone;
use super::nearest::Generator;
use super::number::{Number, Root, roots_of};
use super::units::{direction, exponent, integer, integers};
use super::vector::{Vector, add, dot, negated, scaled, sub, whole, zero};
use crate::{Depth, Frustum, Shape};
use dashu_int::IBig;
use std::array::from_fn;
use std::cmp::Ordering;

/// A shape by its generators.
#[derive(Clone, Debug)]
pub(super) struct Body<const D: usize> {
    /// Each is the convex hull of at least one point.
    pub(super) hulls: Vec<Vec<Generator<D>>>,
    /// None is zero.
    pub(super) rays: Vec<Vector<D>>,
    pub(super) radius: IBig,
}

/// A half-space: the points `x` with `normal · x <= offset`.
struct HalfSpace<const D: usize> {
    normal: [IBig; D],
    offset: IBig,
}

/// Both shapes, and a motion, in the same unit of length and the same field.
pub(super) fn bodies<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
    motion: &[f32; D],
) -> (Body<D>, Body<D>, Vector<D>) {
    let units = [unit_of_length(a), unit_of_length(b), exponent(motion)];
    let unit = units.into_iter().flatten().min().unwrap_or(0);
    let (a, b) = bodies_in(a, b, unit);
    (a, b, whole(integers(motion, unit)))
}

/// The exponent of the largest unit of length that divides all lengths of both shapes.
pub(super) fn common_unit<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> i32 {
    [unit_of_length(a), unit_of_length(b)].into_iter().flatten().min().unwrap_or(0)
}

/// Both shapes in the same field and in units of `2^unit`, which must divide their lengths.
pub(super) fn bodies_in<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
    unit: i32,
) -> (Body<D>, Body<D>) {
    let [root_a, root_b] = roots_of(&radicand(a), &radicand(b));
    (body(a, &root_a, unit), body(b, &root_b, unit))
}

/// Whether a frustum of finite numbers is not empty.
pub(crate) fn is_inhabited<const D: usize>(frustum: &Frustum<D>) -> bool {
    match frustum {
        Frustum::Perspective { .. } => true,
        Frustum::HalfSpaces(planes) => {
            let half_spaces: Vec<_> =
                planes.iter().map(|(normal, offset)| half_space(normal, *offset, 0)).collect();
            intersection(&half_spaces).is_some()
        }
        Frustum::Projection { rows, depth } => {
            let half_spaces = projection_half_spaces::<D>(rows, *depth, 0);
            // Without half-spaces it would be all of space, which is no frustum.
            !half_spaces.is_empty() && intersection(&half_spaces).is_some()
        }
    }
}

impl<const D: usize> Body<D> {
    /// The hull of integer points.
    fn hull(points: impl IntoIterator<Item = [IBig; D]>) -> Self {
        let point = |point| Generator { vector: whole(point), weight: Number::ONE };
        let points = points.into_iter().map(point).collect();
        Self { hulls: vec![points], rays: Vec::new(), radius: IBig::ZERO }
    }

    /// `center + Σ tᵢ · edges[i]` over the divisor, with `|tᵢ| <= 1`.
    fn zonotope(center: Vector<D>, edges: [Vector<D>; D], divisor: &Number) -> Self {
        let point = |vector| Generator { vector, weight: divisor.clone() };
        let mut hulls = vec![vec![point(center)]];
        for edge in edges {
            if !super::vector::is_zero(&edge) {
                hulls.push(vec![point(negated(&edge)), point(edge)]);
            }
        }
        Self { hulls, rays: Vec::new(), radius: IBig::ZERO }
    }

    /// One point.
    pub(super) fn at(point: Generator<D>) -> Self {
        Self { hulls: vec![vec![point]], rays: Vec::new(), radius: IBig::ZERO }
    }

    /// Whether it contains a line, so that it has no vertex.
    pub(super) fn has_lines(&self) -> bool {
        // Lines are represented as two opposite rays.
        let are_opposite = |u: &Vector<D>, v: &Vector<D>| super::vector::is_zero(&add(u, v));
        self.rays.iter().any(|ray| self.rays.iter().any(|other| are_opposite(ray, other)))
    }

    /// The segment from 0 to the vector.
    pub(super) fn path(vector: Vector<D>) -> Self {
        let point = |vector| Generator { vector, weight: Number::ONE };
        let ends = vec![point(zero()), point(vector)];
        Self { hulls: vec![ends], rays: Vec::new(), radius: IBig::ZERO }
    }

    /// The body mirrored at 0.
    pub(super) fn mirrored(&self) -> Self {
        let mirrored = |point: &Generator<D>| Generator {
            vector: negated(&point.vector),
            weight: point.weight.clone(),
        };
        Self {
            hulls: self.hulls.iter().map(|hull| hull.iter().map(mirrored).collect()).collect(),
            rays: self.rays.iter().map(negated).collect(),
            radius: self.radius.clone(),
        }
    }

    /// The sum of a point of each hull as it is chosen.
    pub(super) fn sum_of(
        &self,
        mut choose: impl FnMut(&[Generator<D>]) -> Generator<D>,
    ) -> Generator<D> {
        let chosen = self.hulls.iter().map(|hull| choose(hull));
        chosen.reduce(|sum, point| sum.plus(&point)).unwrap_or_else(Generator::origin)
    }

    /// Points whose convex hull is the sum of the hulls: its vertices, and perhaps others.
    pub(super) fn corners(&self) -> Vec<Generator<D>> {
        self.hulls.iter().fold(vec![Generator::origin()], |sums, hull| {
            sums.iter().flat_map(|sum| hull.iter().map(|point| sum.plus(point))).collect()
        })
    }
}

impl<const D: usize> Generator<D> {
    pub(super) fn origin() -> Self {
        Self { vector: zero(), weight: Number::ONE }
    }

    /// The sum of two points.
    pub(super) fn plus(&self, other: &Self) -> Self {
        if self.weight.compare(&other.weight) == Ordering::Equal {
            return Self { vector: add(&self.vector, &other.vector), weight: self.weight.clone() };
        }
        let from = scaled(&self.vector, &other.weight);
        Self {
            vector: add(&from, &scaled(&other.vector, &self.weight)),
            weight: &self.weight * &other.weight,
        }
    }

    /// The vector from another point, of any positive length.
    pub(super) fn direction_from(&self, other: &Self) -> Vector<D> {
        if self.weight.compare(&other.weight) == Ordering::Equal {
            return sub(&self.vector, &other.vector);
        }
        sub(&scaled(&self.vector, &other.weight), &scaled(&other.vector, &self.weight))
    }
}

/// The exponent of a unit of length that divides every length in the shape; `None` if all are 0, or any
/// unit does.
fn unit_of_length<const D: usize>(shape: &Shape<D>) -> Option<i32> {
    let least = |values: &[&[f32]]| values.iter().filter_map(|values| exponent(values)).min();
    match shape {
        Shape::Point(point) => exponent(point),
        Shape::Sphere { center, radius } => least(&[center, &[*radius]]),
        Shape::Aabb { min, max } => least(&[min, max]),
        Shape::Obb { center, half_extents, .. } => least(&[center, half_extents]),
        Shape::Segment { a, b } => least(&[a, b]),
        Shape::Ray { origin, .. } => exponent(origin),
        Shape::Capsule { a, b, radius } => least(&[a, b, &[*radius]]),
        Shape::Triangle { a, b, c } => least(&[a, b, c]),
        Shape::Parallelepiped { center, edges } => {
            edges.iter().filter_map(|edge| exponent(edge)).chain(exponent(center)).min()
        }
        Shape::ConvexHull(points) => points.iter().filter_map(|point| exponent(point)).min(),
        Shape::Frustum(Frustum::Perspective { origin, slopes, near, far, .. }) => {
            let slope = exponent(slopes).unwrap_or(0).min(0);
            let depths = exponent(&[*near, *far]).map(|unit| unit + slope);
            exponent(origin).into_iter().chain(depths).min()
        }
        // Half-spaces are inequalities, whose vertices have denominators of their own.
        Shape::Plane { .. }
        | Shape::HalfSpace { .. }
        | Shape::Frustum(Frustum::HalfSpaces(_) | Frustum::Projection { .. }) => None,
    }
}

/// The number whose square root occurs in the shape.
fn radicand<const D: usize>(shape: &Shape<D>) -> IBig {
    match shape {
        Shape::Obb { rotation, .. } if D == 2 => {
            let [cos, sin, ..] = direction(rotation);
            &cos * &cos + &sin * &sin
        }
        Shape::Point(_)
        | Shape::Sphere { .. }
        | Shape::Aabb { .. }
        | Shape::Obb { .. }
        | Shape::Plane { .. }
        | Shape::HalfSpace { .. }
        | Shape::Segment { .. }
        | Shape::Ray { .. }
        | Shape::Capsule { .. }
        | Shape::Triangle { .. }
        | Shape::Parallelepiped { .. }
        | Shape::ConvexHull(_)
        | Shape::Frustum(_) => IBig::ONE,
    }
}

fn body<const D: usize>(shape: &Shape<D>, root: &Root, unit: i32) -> Body<D> {
    let point = |values: &[f32; D]| integers(values, unit);
    let round = |body, radius| Body { radius: integer(radius, unit), ..body };
    match shape {
        Shape::Point(at) => Body::hull([point(at)]),
        Shape::Sphere { center, radius } => round(Body::hull([point(center)]), *radius),
        Shape::Aabb { min, max } => {
            let (min, max) = (point(min), point(max));
            // The sum of its projections on the axes.
            let along = |i: usize, value: &IBig| Generator {
                vector: from_fn(
                    |j| if i == j { Number::Whole(value.clone()) } else { Number::ZERO },
                ),
                weight: Number::ONE,
            };
            let hulls = (0..D).map(|i| vec![along(i, &min[i]), along(i, &max[i])]).collect();
            Body { hulls, rays: Vec::new(), radius: IBig::ZERO }
        }
        Shape::Obb { center, half_extents, rotation } => {
            let (axes, length) = frame(rotation);
            let (numerator, divisor) = match length {
                Some(length) => (Number::ONE, Number::Whole(length)),
                // An axis over its length √m is an axis times √m over m.
                None => {
                    let square = dot(&whole(axes[0].clone()), &whole(axes[0].clone()));
                    let divisor = &square * &Number::Whole(root.divisor.clone());
                    (root.value.clone(), divisor)
                }
            };
            let half_extents = point(half_extents);
            let edges = from_fn(|i| {
                let along = &numerator * &Number::Whole(half_extents[i].clone());
                scaled(&whole(axes[i].clone()), &along)
            });
            Body::zonotope(scaled(&whole(point(center)), &divisor), edges, &divisor)
        }
        Shape::Plane { normal, offset } => {
            let front = half_space(&normal.map(|x| -x), -offset, unit);
            body_of(&[half_space(normal, *offset, unit), front])
        }
        Shape::HalfSpace { normal, offset } => body_of(&[half_space(normal, *offset, unit)]),
        Shape::Segment { a, b } => Body::hull([point(a), point(b)]),
        Shape::Ray { origin, direction: along } => {
            Body { rays: vec![whole(direction(along))], ..Body::hull([point(origin)]) }
        }
        Shape::Capsule { a, b, radius } => round(Body::hull([point(a), point(b)]), *radius),
        Shape::Triangle { a, b, c } => Body::hull([point(a), point(b), point(c)]),
        Shape::Parallelepiped { center, edges } => {
            let edges = from_fn(|i| whole(point(&edges[i])));
            Body::zonotope(whole(point(center)), edges, &Number::ONE)
        }
        Shape::ConvexHull(points) => Body::hull(points.iter().map(point)),
        Shape::Frustum(Frustum::HalfSpaces(planes)) => {
            let half_spaces: Vec<_> =
                planes.iter().map(|(normal, offset)| half_space(normal, *offset, unit)).collect();
            body_of(&half_spaces)
        }
        Shape::Frustum(Frustum::Projection { rows, depth }) => {
            body_of(&projection_half_spaces(rows, *depth, unit))
        }
        Shape::Frustum(Frustum::Perspective { origin, rotation, slopes, near, far }) => {
            let (axes, length) = frame::<D>(rotation);
            let length = length.expect("a quaternion's axes have whole lengths");
            let slope_unit = exponent(slopes).unwrap_or(0).min(0);
            let slopes = integers(slopes, slope_unit);
            let corner = |x: &IBig, y: &IBig, depth: f32| -> [IBig; D] {
                let depth = integer(depth, unit - slope_unit);
                let straight = &depth << slope_unit.unsigned_abs() as usize;
                let local = [x * &depth, y * &depth, -straight];
                from_fn(|i| {
                    let turned: IBig = local.iter().zip(&axes).map(|(t, axis)| t * &axis[i]).sum();
                    turned + integer(origin[i], unit) * &length
                })
            };
            let mut corners = Vec::new();
            for depth in [*near, *far] {
                for x in &slopes[..2] {
                    corners.extend(slopes[2..].iter().map(|y| corner(x, y, depth)));
                }
            }
            let mut body = Body::hull(corners);
            for corner in &mut body.hulls[0] {
                corner.weight = Number::Whole(length.clone());
            }
            body
        }
    }
}

/// The axes of an oriented box and their common length; `None` if that is a root, in 2D.
fn frame<const D: usize>(rotation: &[f32; 4]) -> ([[IBig; D]; D], Option<IBig>) {
    const { assert!(D == 2 || D == 3, "shapes have two or three dimensions") };
    let q = direction(rotation);
    if D == 2 {
        let [cos, sin, ..] = &q;
        let axes = [[cos.clone(), sin.clone()], [-sin, cos.clone()]];
        return (from_fn(|i| from_fn(|j| axes[i][j].clone())), None);
    }
    // q·e·q̄ rotates the unit vector e, and scales it by |q|².
    let conjugate = from_fn(|i| if i < 3 { -&q[i] } else { q[i].clone() });
    let axes: [[IBig; 4]; 3] = from_fn(|i| {
        let unit = from_fn(|j| IBig::from(i32::from(i == j)));
        hamilton(&hamilton(&q, &unit), &conjugate)
    });
    let length = q.iter().map(|v| v * v).sum();
    (from_fn(|i| from_fn(|j| axes[i][j].clone())), Some(length))
}

/// The product of two quaternions `[x, y, z, w]`.
fn hamilton(a: &[IBig; 4], b: &[IBig; 4]) -> [IBig; 4] {
    let [x, y, z, w] = a;
    let [p, q, r, s] = b;
    [
        w * p + x * s + y * r - z * q,
        w * q - x * r + y * s + z * p,
        w * r + x * q - y * p + z * s,
        w * s - x * p - y * q - z * r,
    ]
}

/// `normal · x <= offset` for `x` in units of `2^unit`.
fn half_space<const D: usize>(normal: &[f32; D], offset: f32, unit: i32) -> HalfSpace<D> {
    let own = exponent(normal).into_iter().chain(exponent(&[offset])).min().unwrap_or(0);
    in_unit(integers(normal, own), integer(offset, own), unit)
}

/// The half-space with `x` in units of `2^unit` instead of 1.
fn in_unit<const D: usize>(normal: [IBig; D], offset: IBig, unit: i32) -> HalfSpace<D> {
    let shift = unit.unsigned_abs() as usize;
    if unit > 0 {
        HalfSpace { normal: normal.map(|x| x << shift), offset }
    } else {
        HalfSpace { normal, offset: offset << shift }
    }
}

/// The half-spaces of a projection, without those that are true everywhere.
fn projection_half_spaces<const D: usize>(
    rows: &[[f32; 4]; 4],
    depth: Depth,
    unit: i32,
) -> Vec<HalfSpace<D>> {
    let own = rows.iter().filter_map(|row| exponent(row)).min().unwrap_or(0);
    let [x, y, z, w] = rows.each_ref().map(|row| integers(row, own));
    let sum = |a: &[IBig; 4], b: &[IBig; 4]| -> [IBig; 4] { from_fn(|i| &a[i] + &b[i]) };
    let difference = |a: &[IBig; 4], b: &[IBig; 4]| -> [IBig; 4] { from_fn(|i| &a[i] - &b[i]) };
    let front = match depth {
        Depth::ZeroToOne => z.clone(),
        Depth::MinusOneToOne => sum(&w, &z),
    };
    let not_negative = [
        sum(&w, &x),
        difference(&w, &x),
        sum(&w, &y),
        difference(&w, &y),
        front,
        difference(&w, &z),
    ];
    not_negative
        .into_iter()
        .filter(|row| row[..3].iter().any(|x| *x != IBig::ZERO) || row[3] < IBig::ZERO)
        .map(|row| in_unit(from_fn(|i| -&row[i]), row[3].clone(), unit))
        .collect()
}

/// The intersection of half-spaces, which must not be empty.
fn body_of<const D: usize>(half_spaces: &[HalfSpace<D>]) -> Body<D> {
    intersection(half_spaces).expect("a valid shape is not empty")
}

/// The intersection of half-spaces; `None` if it is empty.
fn intersection<const D: usize>(half_spaces: &[HalfSpace<D>]) -> Option<Body<D>> {
    // Of all (x, w) with w >= 0 and normal · x <= offset · w, those with w > 0 are points x / w, and
    // those with w = 0 rays.
    let mut rows: Vec<Vec<Number>> = Vec::new();
    rows.push((0..=D).map(|i| if i == D { Number::ONE } else { Number::ZERO }).collect());
    rows.extend(half_spaces.iter().map(|half_space| {
        let normal = half_space.normal.iter().map(|x| Number::Whole(-x));
        normal.chain([Number::Whole(half_space.offset.clone())]).collect()
    }));
    let found = cone(D + 1, &rows);
    let vector = |y: &[Number]| -> Vector<D> { from_fn(|i| y[i].clone()) };
    let mut rays: Vec<_> = found.lines.iter().map(|line| vector(line)).collect();
    rays.extend(found.lines.iter().map(|line| negated(&vector(line))));
    let mut points = Vec::new();
    for ray in &found.rays {
        if ray[D].is_zero() {
            rays.push(vector(ray));
        } else {
            points.push(Generator { vector: vector(ray), weight: ray[D].clone() });
        }
    }
    (!points.is_empty()).then(|| Body { hulls: vec![points], rays, radius: IBig::ZERO })
}
