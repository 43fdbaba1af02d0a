//! The filter for figures with a radius, by two points that are close to each other.
//!
//! Any two points can prove an answer. If they are nearer than the radius, the shapes penetrate. If the gap
//! along the direction between them is wider than the radius, the shapes are apart. The closest points prove
//! one or the other unless the shapes nearly touch, so those are sought (Ericson 2005, §5.1); an answer is
//! right even if the points found are not the closest.

use super::figure::{
    AxisAligned, CandidateAxis, ERROR, Figure, LEAST, LineOrSegment, PointVertex, TriangleVertices,
};
use crate::linalg::{Vect, max, min};
use crate::shape::OrientedBox;
use crate::space::Vector;

/// Two figures whose closest points can be found, up to rounding.
pub(in crate::query::separation) trait ProposesClosestPoints<V: Vector, B>:
    Figure<V>
{
    /// A point of each figure, at or near the closest points.
    fn near(&self, other: &B) -> [Vect<V, f64>; 2];
    /// Two points that are found sooner and mostly decide, too.
    #[inline(always)]
    fn guess(&self, _other: &B) -> Option<[Vect<V, f64>; 2]> {
        None
    }
}

/// Whether figures with `radius` around one of them are certainly apart, or certainly penetrate.
#[inline(always)]
pub(super) fn apart<V: Vector, A: ProposesClosestPoints<V, B>, B: Figure<V>>(
    a: &A,
    b: &B,
    radius: f64,
) -> Option<bool> {
    let reach = a.reach() + b.reach();
    // Most triangles that are apart from a shape are so along their normal.
    if V::EDGES != 0 && B::normals() == 1 {
        let axis = b.normal(0);
        if has_gap(&axis, [a.span(&axis), b.span_of_normal(&axis, 0)], reach, radius) {
            return Some(true);
        }
    }
    if let Some(points) = a.guess(b)
        && let Some(apart) = by_points(a, b, points, reach, radius)
    {
        return Some(apart);
    }
    by_points(a, b, a.near(b), reach, radius)
}

/// The same, by a point of each figure. Both figures are at most `reach` from the origin, but for where one is endless.
#[inline(always)]
pub(super) fn by_points<V: Vector, A: Figure<V>, B: Figure<V>>(
    a: &A,
    b: &B,
    [x, y]: [Vect<V, f64>; 2],
    reach: f64,
    radius: f64,
) -> Option<bool> {
    let direction = y - x;
    let square = direction.square();
    // The radius less a bound on the error of the points.
    let within = radius - ERROR * (x.norm1() + y.norm1() + reach);
    if within > 0.0 && square * (1.0 + ERROR) < within * within {
        return Some(false);
    }
    let direction = a.tilt(direction);
    let axis = CandidateAxis { direction, size: direction.norm1(), clean: false };
    has_gap(&axis, [a.span(&axis), b.span(&axis)], reach, radius).then_some(true)
}

/// Whether the projections of two figures on an axis are certainly further apart than `radius`.
#[inline(always)]
fn has_gap<V: Vector>(
    axis: &CandidateAxis<V>,
    [[a_low, a_high], [b_low, b_high]]: [[f64; 2]; 2],
    reach: f64,
    radius: f64,
) -> bool {
    let square = axis.direction.square();
    let gap = max(b_low - a_high, a_low - b_high) - ERROR * axis.size * reach;
    let is_apart = gap > 0.0 && square > LEAST;
    is_apart && gap * gap > radius * radius * square * (1.0 + ERROR)
}

/// Clamps a parameter to a segment's interval from 0 to 1, or a ray's from 0.
#[inline(always)]
fn share<const ENDLESS: bool>(x: f64) -> f64 {
    let x = if x > 0.0 { x } else { 0.0 };
    if ENDLESS || x < 1.0 { x } else { 1.0 }
}

/// A quotient, or zero where the divisor is not above zero.
#[inline(always)]
pub(super) fn over(x: f64, y: f64) -> f64 {
    if y > 0.0 { x / y } else { 0.0 }
}

impl<V: Vector, const ENDLESS: bool> LineOrSegment<V, ENDLESS> {
    /// The point of the line that is nearest to a triangle's plane: where it pierces that, or an end.
    #[inline(always)]
    fn pierces(&self, triangle: &TriangleVertices<V>) -> Vect<V, f64> {
        let across = triangle.edges[0].cross(triangle.edges[1]);
        let height = across.dot(self.at - triangle.at[0]);
        let along = across.dot(self.direction);
        self.point(share::<ENDLESS>(if along != 0.0 { -height / along } else { 0.0 }))
    }

    /// The point of the line that is nearest to a given point.
    #[inline(always)]
    fn nearest(&self, to: Vect<V, f64>) -> Vect<V, f64> {
        let along = self.direction.dot(to - self.at);
        self.point(share::<ENDLESS>(over(along, self.direction.square())))
    }
}

impl<V: Vector, const ENDLESS: bool> ProposesClosestPoints<V, PointVertex<V>>
    for LineOrSegment<V, ENDLESS>
{
    #[inline(always)]
    fn near(&self, other: &PointVertex<V>) -> [Vect<V, f64>; 2] {
        [self.nearest(other.at), other.at]
    }
}

/// The nearest points of two lines (Ericson 2005, §5.1.9), which may be parallel.
impl<V: Vector, const A: bool, const B: bool> ProposesClosestPoints<V, LineOrSegment<V, B>>
    for LineOrSegment<V, A>
{
    #[inline(always)]
    fn near(&self, other: &LineOrSegment<V, B>) -> [Vect<V, f64>; 2] {
        let between = self.at - other.at;
        let squares = [self.direction.square(), other.direction.square()];
        let both = self.direction.dot(other.direction);
        let along = [self.direction.dot(between), other.direction.dot(between)];
        let turn = squares[0] * squares[1] - both * both;
        let first = share::<A>(over(both * along[1] - along[0] * squares[1], turn));
        let second = share::<B>(over(both * first + along[1], squares[1]));
        let first = share::<A>(over(both * second - along[0], squares[0]));
        [self.point(first), other.point(second)]
    }
}

impl<V: Vector> TriangleVertices<V> {
    /// The point of the triangle that is nearest to a given point (Ericson 2005, §5.1.5). An edge of length
    /// zero is never chosen.
    #[inline(always)]
    fn nearest(&self, to: Vect<V, f64>) -> Vect<V, f64> {
        let [a, b, c] = self.at;
        let (ab, ac) = (self.edges[0], self.edges[2] * -1.0);
        let from = [to - a, to - b, to - c];
        let d1 = ab.dot(from[0]);
        let d2 = ac.dot(from[0]);
        if d1 <= 0.0 && d2 <= 0.0 {
            return a;
        }
        let d3 = ab.dot(from[1]);
        let d4 = ac.dot(from[1]);
        if d3 >= 0.0 && d4 <= d3 {
            return b;
        }
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 > 0.0 && d3 < 0.0 {
            return a + ab * over(d1, d1 - d3);
        }
        let d5 = ab.dot(from[2]);
        let d6 = ac.dot(from[2]);
        if d6 >= 0.0 && d5 <= d6 {
            return c;
        }
        let vb = d5 * d2 - d1 * d6;
        if vb <= 0.0 && d2 > 0.0 && d6 < 0.0 {
            return a + ac * over(d2, d2 - d6);
        }
        let va = d3 * d6 - d5 * d4;
        if va <= 0.0 && d4 > d3 && d5 > d6 {
            return b + self.edges[1] * over(d4 - d3, (d4 - d3) + (d5 - d6));
        }
        let all = va + vb + vc;
        a + ab * over(vb, all) + ac * over(vc, all)
    }
}

impl<V: Vector> ProposesClosestPoints<V, TriangleVertices<V>> for PointVertex<V> {
    #[inline(always)]
    fn near(&self, other: &TriangleVertices<V>) -> [Vect<V, f64>; 2] {
        [self.at, other.nearest(self.at)]
    }
}

/// The nearest point of the triangle is on an edge, or where the line pierces it, or nearest to an end.
///
/// Most pairs are decided by the point that is nearest to where the line pierces the plane, or to the end before it,
/// and by the point of the line that is nearest to that.
impl<V: Vector, const ENDLESS: bool> ProposesClosestPoints<V, TriangleVertices<V>>
    for LineOrSegment<V, ENDLESS>
{
    #[inline(always)]
    fn guess(&self, other: &TriangleVertices<V>) -> Option<[Vect<V, f64>; 2]> {
        let nearest = other.nearest(self.pierces(other));
        Some([self.nearest(nearest), nearest])
    }

    #[inline(always)]
    fn near(&self, other: &TriangleVertices<V>) -> [Vect<V, f64>; 2] {
        let point = self.pierces(other);
        let mut near = [point, other.nearest(point)];
        let mut shortest = square_between::<V>(&near);
        for i in 0..3 {
            let edge = LineOrSegment::<V, false> { at: other.at[i], direction: other.edges[i] };
            let pair = self.near(&edge);
            let square = square_between::<V>(&pair);
            if square < shortest {
                (near, shortest) = (pair, square);
            }
        }
        near
    }
}

#[inline(always)]
fn square_between<V: Vector>(points: &[Vect<V, f64>; 2]) -> f64 {
    (points[1] - points[0]).square()
}

/// The most iterations of the search for the point of a line nearest to a box; most take two or three.
const TURNS: usize = 12;

/// The parameter at which a line, given in the frame of a box, is nearest to the box, and the nearest point
/// of the box.
#[inline(always)]
fn approach<V: Vector, const ENDLESS: bool>(
    at: Vect<V, f64>,
    direction: Vect<V, f64>,
    half: Vect<V, f64>,
) -> (f64, Vect<V, f64>) {
    let start = share::<ENDLESS>(over(-at.dot(direction), direction.square()));
    let share = nearest_share::<V, ENDLESS>(at, direction, half, start);
    (share, (at + direction * share).min(half).max(half * -1.0))
}

/// Minimises the squared distance of a line and a box by Newton's method. The slope rises along the line and is
/// linear between the planes of the box's faces, so that a step ends the search if it does not leave its piece; one
/// that would leave the interval where the slope changes its sign is replaced by the secant's.
#[inline(always)]
fn nearest_share<V: Vector, const ENDLESS: bool>(
    at: Vect<V, f64>,
    direction: Vect<V, f64>,
    half: Vect<V, f64>,
    start: f64,
) -> f64 {
    let mut now = start;
    // Where the distance falls, and where it rises, and how steeply.
    let (mut low, mut high) = ([f64::NEG_INFINITY, 0.0], [f64::INFINITY, 0.0]);
    for _ in 0..TURNS {
        let (mut slope, mut bend) = (0.0, 0.0);
        for i in 0..V::DIM {
            let x = at[i] + now * direction[i];
            let beyond = x - max(min(x, half[i]), -half[i]);
            slope += direction[i] * beyond;
            bend += if beyond == 0.0 { 0.0 } else { direction[i] * direction[i] };
        }
        let mut next = share::<ENDLESS>(now - over(slope, bend));
        if next == now {
            break;
        }
        if slope < 0.0 {
            low = [now, slope];
        } else {
            high = [now, slope];
        }
        if !(next > low[0] && next < high[0])
            && low[0] > f64::NEG_INFINITY
            && high[0] < f64::INFINITY
        {
            next = low[0] + (high[0] - low[0]) * over(-low[1], high[1] - low[1]);
            if next == now {
                break;
            }
        }
        now = next;
    }
    now
}

impl<V: Vector, const ENDLESS: bool> ProposesClosestPoints<V, AxisAligned<V>>
    for LineOrSegment<V, ENDLESS>
{
    #[inline(always)]
    fn near(&self, other: &AxisAligned<V>) -> [Vect<V, f64>; 2] {
        let at = self.at - other.center;
        let (share, inside) = approach::<V, ENDLESS>(at, self.direction, other.half);
        [self.point(share), other.center + inside]
    }
}

impl<V: Vector, const ENDLESS: bool> ProposesClosestPoints<V, OrientedBox<V>>
    for LineOrSegment<V, ENDLESS>
{
    #[inline(always)]
    fn near(&self, other: &OrientedBox<V>) -> [Vect<V, f64>; 2] {
        let at = other.in_frame(self.at - other.center);
        let direction = other.in_frame(self.direction);
        let (share, inside) = approach::<V, ENDLESS>(at, direction, other.half);
        [self.point(share), other.point(inside)]
    }
}
