//! The contact points of two boxes, clipped in the frame of the box whose face touches: there, clipping
//! compares coordinates.

use super::clip::Polygon;
use super::face::{ACROSS, Manifold, TOUCHING};
use super::feature::Feature;
use super::{MOST, Touch};
use crate::linalg::{Matrix, Vect, clamp};
use crate::query::proximity::{OrientedBoxes, Proximity};
use crate::shape::OrientedBox;
use crate::space::Vector;

/// The most corners of a rectangle clipped to another: each of the four sides adds one to four.
const CORNERS: usize = 8;

/// One box of the pair, and the direction to the other.
pub(super) struct BoxSide<'a, V: Vector> {
    placed: &'a OrientedBox<V>,
    /// The direction to the other box, in this box's frame.
    pub(super) facing: Vect<V, f64>,
    /// The axis nearest to that direction.
    axis: usize,
}

impl<'a, V: Vector> BoxSide<'a, V> {
    pub(super) fn of(placed: &'a OrientedBox<V>, toward: Vect<V, f64>) -> Self {
        let facing = placed.in_frame(toward);
        Self { placed, facing, axis: facing.steepest_axis() }
    }

    pub(super) fn cosine(&self) -> f64 {
        self.facing[self.axis].abs()
    }

    fn sign(&self, i: usize) -> f64 {
        if self.facing[i] > 0.0 { 1.0 } else { -1.0 }
    }

    /// The feature that touches: the face perpendicular to the normal, or the support edge or vertex.
    pub(super) fn feature(&self, tolerance: f64) -> Feature {
        let is_face = self.cosine() >= 1.0 - ACROSS;
        if is_face && V::IN_SPACE {
            return Feature::Face(2 * self.axis as u32 + u32::from(self.facing[self.axis] > 0.0));
        }
        let is_level = |i: &usize| {
            let height = 2.0 * self.placed.half[*i] * self.facing[*i].abs();
            if is_face { *i != self.axis } else { height <= tolerance }
        };
        let own = |i: usize| usize::from(self.facing[i] > 0.0) << i;
        let corner = (0..V::DIM).filter(|i| !is_level(i)).fold(0, |corner, i| corner | own(i));
        let along = (0..V::DIM).find(is_level);
        let edge = along
            .and_then(|i| V::BOX_EDGES.iter().position(|&edge| edge == (corner, corner | 1 << i)));
        edge.map_or(Feature::Vertex(corner as u32), |edge| Feature::Edge(edge as u32))
    }

    /// Whether the face nearest to the other shape is longer and wider than `least`.
    pub(super) fn is_plump(&self, least: f64) -> bool {
        (0..V::DIM).all(|i| i == self.axis || 2.0 * self.placed.half[i] > least)
    }

    /// How far a point in the box's frame is from the face's plane, along the direction to the other shape.
    pub(super) fn reach_to_face(&self, corner: Vect<V, f64>) -> f64 {
        let i = self.axis;
        (self.sign(i) * self.placed.half[i] - corner[i]) / self.facing[i]
    }

    /// Whether the direction to the other shape is only nearly across the face.
    pub(super) fn is_tilted(&self) -> bool {
        self.cosine() < 1.0 - f64::EPSILON
    }

    /// The point of the face that a point in the box's frame comes to along a tilted direction: what would come to lie
    /// beside the face is moved to its side.
    pub(super) fn on_face(&self, corner: Vect<V, f64>) -> Vect<V, f64> {
        let reached = corner + self.facing * self.reach_to_face(corner);
        self.placed.point(reached.clamped(self.placed.half * -1.0, self.placed.half))
    }

    /// The midpoint of the support edge along an axis, in the direction to the other box.
    fn edge(&self, along: usize) -> Vect<V, f64> {
        let half = |i: usize| if i == along { 0.0 } else { self.sign(i) * self.placed.half[i] };
        self.placed.point(Vect::from_fn(half))
    }

    /// The axis most nearly perpendicular to the direction to the other box.
    fn across(&self) -> usize {
        self.facing.flattest_axis()
    }
}

/// The contact manifold of two boxes that intersect.
pub(super) fn manifold<V: Vector>(boxes: &OrientedBoxes<V>, found: &Proximity<V>) -> Manifold<V> {
    let normal = Vect(found.normal);
    let (a, b) = (BoxSide::of(&boxes.a, -normal), BoxSide::of(&boxes.b, normal));
    let tolerance = TOUCHING * boxes.size;
    let mut manifold = Manifold::empty([a.feature(tolerance), b.feature(tolerance)]);
    let is_first = a.cosine() > b.cosine();
    let (own, other) = if is_first { (&a, &b) } else { (&b, &a) };
    let origin = Vect::of(&boxes.origin);
    let depth = 0.0 - found.gap;
    if own.cosine() < 1.0 - ACROSS {
        let (on_a, on_b) = crossing(&a, &b);
        manifold.push(Touch { on_a: origin + on_a, on_b: origin + on_b, depth });
        return manifold;
    }
    let up = if is_first { -normal } else { normal };
    // The other box in the frame of the face.
    let middle = own.placed.in_frame(other.placed.center - own.placed.center);
    let edge = |j: usize| own.placed.in_frame(other.placed.axes[j]) * other.placed.half[j];
    let halves = Matrix::from_columns(edge);
    let clipped = within(own, &face(other, middle, &halves));
    let reach = halves.each(|half| own.facing.dot(half).abs()).sum();
    let floor = own.facing.dot(middle) - reach;
    let mut touches = [None; CORNERS];
    let mut count = 0;
    for &corner in clipped.corners() {
        let depth = depth - (own.facing.dot(corner) - floor);
        if depth >= 0.0 - tolerance {
            let point = own.placed.point(corner);
            let opposite = if own.is_tilted() { own.on_face(corner) } else { point + up * depth };
            let (at, opposite) = (origin + point, origin + opposite);
            let (on_a, on_b) = if is_first { (opposite, at) } else { (at, opposite) };
            touches[count] = Some(Touch { on_a, on_b, depth });
            count += 1;
        }
    }
    if count <= if V::IN_PLANE { 2 } else { MOST } {
        touches.iter().flatten().for_each(|touch| manifold.push(*touch));
    } else {
        manifold.keep(&touches[..count], up);
    }
    manifold
}

/// The closest points of two edges that cross (Ericson 2005, §5.1.8), clamped to the edges.
fn crossing<V: Vector>(a: &BoxSide<'_, V>, b: &BoxSide<'_, V>) -> (Vect<V, f64>, Vect<V, f64>) {
    let (i, j) = (a.across(), b.across());
    let (from, to) = (a.edge(i), b.edge(j));
    let (x, y) = (a.placed.axes[i], b.placed.axes[j]);
    let offset = to - from;
    let cosine = x.dot(y);
    let (on_x, on_y) = (x.dot(offset), y.dot(offset));
    let square = 1.0 - cosine * cosine;
    let step = if square > 0.0 { (on_x - cosine * on_y) / square } else { 0.0 };
    let [own, other] = [a.placed.half[i], b.placed.half[j]];
    let step = clamp(step, -own, own);
    let back = clamp(step * cosine - on_y, -other, other);
    (from + x * step, to + y * back)
}

/// A convex polygon of few corners; in 2D a segment.
pub(super) type Few<V> = Polygon<V, CORNERS>;

/// The corners, in order, of the face of a box that faces the other box most.
fn face<V: Vector>(side: &BoxSide<'_, V>, middle: Vect<V, f64>, halves: &Matrix<V, f64>) -> Few<V> {
    let k = side.axis;
    let middle = middle + halves[k] * side.sign(k);
    let (first, second) = (halves[(k + 1) % V::DIM], halves[(k + 2) % V::DIM]);
    let mut face = Few::empty();
    if V::IN_PLANE {
        face.push(middle - first);
        face.push(middle + first);
    } else {
        for [s, t] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            face.push(middle + (first * s + second * t));
        }
    }
    face
}

/// Clips a polygon to the sides of a box's face, in the box's frame.
pub(super) fn within<V: Vector>(side: &BoxSide<'_, V>, polygon: &Few<V>) -> Few<V> {
    let mut polygon = *polygon;
    for i in (0..V::DIM).filter(|&i| i != side.axis) {
        let half = side.placed.half[i];
        for sign in [1.0, -1.0] {
            let height = |corner: Vect<V, f64>| half - sign * corner[i];
            if polygon.corners().iter().any(|corner| !(height(*corner) >= 0.0)) {
                polygon = polygon.clipped(height);
            }
        }
    }
    polygon
}
