//! The contact points of two boxes, clipped in the frame of the box whose face touches: there, clipping
//! compares coordinates.

use super::face::{ACROSS, Manifold, TOUCHING};
use super::feature::Feature;
use super::{MOST, Touch};
use crate::exact::widen;
use crate::query::proximity::{CenteredBox, CenteredBoxes, Proximity, Wide, dot};
use crate::space::Vector;

/// The most corners of a rectangle clipped to another: each of the four sides adds one to four.
const CORNERS: usize = 8;

/// One box of the pair, and the direction to the other.
pub(super) struct BoxSide<'a, V: Vector> {
    placed: &'a CenteredBox<V>,
    /// The direction to the other box, in this box's frame.
    pub(super) facing: Wide<V>,
    /// The axis nearest to that direction.
    axis: usize,
}

impl<'a, V: Vector> BoxSide<'a, V> {
    pub(super) fn of(placed: &'a CenteredBox<V>, toward: &Wide<V>) -> Self {
        let facing: Wide<V> = V::array(|i| dot::<V>(&placed.axes[i], toward));
        let larger = |k: usize, i: usize| if facing[i].abs() > facing[k].abs() { i } else { k };
        Self { placed, facing, axis: (1..V::DIM).fold(0, larger) }
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
        if is_face && V::DIM == 3 {
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

    /// How far a point in the box's frame is from the face's plane, along the direction to the other shape: where
    /// that is only nearly across it, the plane rises or falls.
    pub(super) fn reach_to_face(&self, corner: &Wide<V>) -> f64 {
        let i = self.axis;
        (self.sign(i) * self.placed.half[i] - corner[i]) / self.facing[i]
    }

    /// Turns a point in the box's frame into one in the world's, relative to the origin.
    pub(super) fn place(&self, own: &Wide<V>) -> Wide<V> {
        let axes = &self.placed.axes;
        V::array(|t| (0..V::DIM).fold(self.placed.middle[t], |sum, i| sum + own[i] * axes[i][t]))
    }

    /// The midpoint of the support edge along an axis, in the direction to the other box.
    fn edge(&self, along: usize) -> Wide<V> {
        let half = |i: usize| if i == along { 0.0 } else { self.sign(i) * self.placed.half[i] };
        self.place(&V::array(half))
    }

    /// The axis most nearly perpendicular to the direction to the other box.
    fn across(&self) -> usize {
        let facing = &self.facing;
        (1..V::DIM).fold(0, |k, i| if facing[i].abs() < facing[k].abs() { i } else { k })
    }
}

/// The contact manifold of two boxes that intersect.
pub(super) fn manifold<V: Vector>(boxes: &CenteredBoxes<V>, found: &Proximity<V>) -> Manifold<V> {
    let toward_b = V::array(|t| 0.0 - found.normal[t]);
    let (a, b) = (BoxSide::of(&boxes.a, &toward_b), BoxSide::of(&boxes.b, &found.normal));
    let tolerance = TOUCHING * boxes.size;
    let mut manifold = Manifold::empty([a.feature(tolerance), b.feature(tolerance)]);
    let is_first = a.cosine() > b.cosine();
    let (own, other) = if is_first { (&a, &b) } else { (&b, &a) };
    let world = |x: &Wide<V>| V::array(|t| widen(boxes.origin[t]) + x[t]);
    let depth = 0.0 - found.gap;
    if own.cosine() < 1.0 - ACROSS {
        let (on_a, on_b) = crossing(&a, &b);
        manifold.push(Touch { on_a: world(&on_a), on_b: world(&on_b), depth });
        return manifold;
    }
    let up = if is_first { toward_b } else { found.normal };
    // The other box in the frame of the face.
    let offset = V::array(|t| other.placed.middle[t] - own.placed.middle[t]);
    let middle: Wide<V> = V::array(|i| dot::<V>(&own.placed.axes[i], &offset));
    let halves: V::Array<Wide<V>> = V::array(|j| {
        let (axis, half) = (&other.placed.axes[j], other.placed.half[j]);
        V::array(|i| half * dot::<V>(&own.placed.axes[i], axis))
    });
    let clipped = within(own, &face(other, &middle, &halves));
    let reach = (0..V::DIM).fold(0.0, |sum, j| sum + dot::<V>(&own.facing, &halves[j]).abs());
    let floor = dot::<V>(&own.facing, &middle) - reach;
    let mut touches = [None; CORNERS];
    let mut count = 0;
    for corner in clipped.corners() {
        let depth = depth - (dot::<V>(&own.facing, corner) - floor);
        if depth >= 0.0 - tolerance {
            let reach =
                if own.cosine() < 1.0 - f64::EPSILON { own.reach_to_face(corner) } else { depth };
            let corner = own.place(corner);
            let (at, opposite) = (world(&corner), V::array(|t| corner[t] + reach * up[t]));
            let (on_a, on_b) =
                if is_first { (world(&opposite), at) } else { (at, world(&opposite)) };
            touches[count] = Some(Touch { on_a, on_b, depth });
            count += 1;
        }
    }
    if count <= if V::DIM == 2 { 2 } else { MOST } {
        touches.iter().flatten().for_each(|touch| manifold.push(*touch));
    } else {
        manifold.keep(&touches[..count], &up);
    }
    manifold
}

/// The closest points of two edges that cross (Ericson 2005, §5.1.8), clamped to the edges.
fn crossing<V: Vector>(a: &BoxSide<'_, V>, b: &BoxSide<'_, V>) -> (Wide<V>, Wide<V>) {
    let (i, j) = (a.across(), b.across());
    let (from, to) = (a.edge(i), b.edge(j));
    let (x, y) = (&a.placed.axes[i], &b.placed.axes[j]);
    let offset = V::array(|t| to[t] - from[t]);
    let cosine = dot::<V>(x, y);
    let (on_x, on_y) = (dot::<V>(x, &offset), dot::<V>(y, &offset));
    let square = 1.0 - cosine * cosine;
    let step = if square > 0.0 { (on_x - cosine * on_y) / square } else { 0.0 };
    let step = clamped(step, a.placed.half[i]);
    let back = clamped(step * cosine - on_y, b.placed.half[j]);
    (V::array(|t| from[t] + step * x[t]), V::array(|t| to[t] + back * y[t]))
}

fn clamped(x: f64, half: f64) -> f64 {
    if x > half {
        half
    } else if x < -half {
        -half
    } else {
        x
    }
}

/// A convex polygon of few corners; in 2D a segment.
#[derive(Clone, Copy)]
pub(super) struct Few<V: Vector> {
    corners: [Wide<V>; CORNERS],
    count: usize,
}

impl<V: Vector> Few<V> {
    pub(super) fn empty() -> Self {
        Self { corners: [V::array(|_| 0.0); CORNERS], count: 0 }
    }

    pub(super) fn corners(&self) -> &[Wide<V>] {
        &self.corners[..self.count]
    }

    pub(super) fn push(&mut self, corner: Wide<V>) {
        if self.count < CORNERS {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }
}

/// The corners, in order, of the face of a box that faces the other box most.
fn face<V: Vector>(side: &BoxSide<'_, V>, middle: &Wide<V>, halves: &V::Array<Wide<V>>) -> Few<V> {
    let k = side.axis;
    let sign = side.sign(k);
    let middle: Wide<V> = V::array(|i| middle[i] + sign * halves[k][i]);
    let (first, second) = (&halves[(k + 1) % V::DIM], &halves[(k + 2) % V::DIM]);
    let mut face = Few::empty();
    if V::DIM == 2 {
        face.push(V::array(|i| middle[i] - first[i]));
        face.push(V::array(|i| middle[i] + first[i]));
    } else {
        for [s, t] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            face.push(V::array(|i| middle[i] + (s * first[i] + t * second[i])));
        }
    }
    face
}

/// Clips a polygon to the sides of a box's face, in the box's frame (Sutherland and Hodgman 1974).
pub(super) fn within<V: Vector>(side: &BoxSide<'_, V>, polygon: &Few<V>) -> Few<V> {
    let mut polygon = *polygon;
    for i in (0..V::DIM).filter(|&i| i != side.axis) {
        let half = side.placed.half[i];
        for sign in [1.0, -1.0] {
            let height = |corner: &Wide<V>| half - sign * corner[i];
            if polygon.corners().iter().all(|corner| height(corner) >= 0.0) {
                continue;
            }
            let mut kept = Few::empty();
            let mut before = polygon.corners[polygon.count.saturating_sub(1)];
            for (at, corner) in polygon.corners().iter().enumerate() {
                let (here, there) = (height(corner), height(&before));
                // A segment has no side from its end back to its start.
                let goes_on = polygon.count > 2 || at > 0;
                if goes_on && (here >= 0.0) != (there >= 0.0) {
                    let part = there / (there - here);
                    kept.push(V::array(|t| before[t] + part * (corner[t] - before[t])));
                }
                if here >= 0.0 {
                    kept.push(*corner);
                }
                before = *corner;
            }
            polygon = kept;
        }
    }
    polygon
}
