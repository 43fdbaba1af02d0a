//! Distance and depth of two boxes: the axis of least overlap, and the closest points.
//!
//! Of the fifteen axes (Gottschalk, Lin and Manocha 1996, §5; Ericson 2005, §4.4.1) the face normals are
//! compared in the boxes' own frames; a cross product of edges is normalised only if it may be the
//! best. The closest points of boxes that are apart are found by alternating projection: the closest point
//! of one box to that of the other and back, each a clamp in the box's own frame (Ericson 2005, §5.1.4).
//! Between two such rounds a step of Newton's method moves the point of `b` within the face or edge that it
//! is on (Nocedal and Wright 2006, §16.7, on projection with active sets). The result is accepted only if
//! the gap along its direction is as long as the distance between the points.

use super::measure::OrientedBoxes;
use super::polytope::{Wide, lesser, reference};
use super::{Detail, Proximity, ROUNDING, TIGHT};
use crate::exact::{Number, exact_difference, widen};
use crate::linalg::Vect;
use crate::query::separation::BoxSource;
use crate::shape::{OrientedBox, ShapeRef};
use crate::space::Vector;

/// The sine between two edges below which their cross product is normalised and measured on its own: the
/// closed form divides its rounding error by the sine.
const SINE: f64 = 1.0 / 256.0;

/// The length at or below which a cross product of unit edges is rounding error.
const NOISE: f64 = 1.0 / (1u64 << 50) as f64;

/// Axes whose cosine is above this are one: it is so where their sine is below 2⁻²².
const ALIKE: f64 = 1.0 - 1.0 / (1u64 << 45) as f64;

/// The most rounds of the search for closest points. Most pairs take two or three.
const ROUNDS: usize = 12;

/// The determinant at or below which Newton's system of two free edges is singular: for unit edges, the
/// squared sine of the angle between them, as projected on the coordinates in which the point is outside `a`.
const ASKEW: f64 = 1e-12;

/// The gap may be less than the distance between the points by this part of it: a quarter of the rounding of
/// `f32`.
const ENOUGH: f64 = 1.0 / (1u64 << 26) as f64;

/// The same if the points are asked for, because their relative error is its square root.
const ENOUGH_FOR_POINTS: f64 = 1e-15;

/// The interval of a box on coordinate axis `t`, if that is one of its axes and `f64` holds the ends.
fn ends<V: Vector>(shape: ShapeRef<'_, V>, t: usize) -> Option<[f64; 2]> {
    match shape {
        ShapeRef::Aabb(aabb) => aabb.ends(t, t),
        ShapeRef::Obb(obb) => obb.ends(t, obb.coordinate_axes()[t]?.into()),
        _ => None,
    }
}

impl<V: Vector> OrientedBoxes<V> {
    /// The pair, if both are boxes.
    #[inline(always)]
    pub(crate) fn of(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Self> {
        let is_box = |shape| matches!(shape, ShapeRef::Aabb(_) | ShapeRef::Obb(_));
        if !(is_box(a) && is_box(b)) {
            return None;
        }
        let origin = reference(a)?;
        let (a, b) = (OrientedBox::of(a, &origin)?, OrientedBox::of(b, &origin)?);
        Some(Self::between(origin, a, b))
    }

    /// The axis of least overlap or widest gap, and that overlap or gap. The points are zero.
    pub(crate) fn overlap(&self) -> Proximity<V> {
        let (x, y) = (&self.a, &self.b);
        let cosines = &self.cosines;
        let (in_x, in_y) = (x.in_frame(self.offset), y.in_frame(self.offset));
        let mut best = (f64::NEG_INFINITY, x.axes[0]);
        for i in 0..V::DIM {
            let gap = self.gap_along_a(i, in_x);
            best = if gap > best.0 { (gap, x.axes[i]) } else { best };
        }
        for j in 0..V::DIM {
            let gap = self.gap_along_b(j, in_y);
            best = if gap > best.0 { (gap, y.axes[j]) } else { best };
        }
        // If the boxes share an axis, the cross products of their edges are face normals.
        let share = (0..V::EDGES).any(|t| x.axis_along(t).is_some() && y.axis_along(t).is_some());
        let edges = if share { 0 } else { V::EDGES };
        // The best cross product, by its closed form.
        let mut found: Option<(f64, usize, usize)> = None;
        for i in 0..edges {
            let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
            for j in 0..edges {
                let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
                let along = in_x[i2] * cosines[i1][j] - in_x[i1] * cosines[i2][j];
                let reach = x.half[i1] * cosines[i2][j].abs()
                    + x.half[i2] * cosines[i1][j].abs()
                    + y.half[j1] * cosines[i][j2].abs()
                    + y.half[j2] * cosines[i][j1].abs();
                let gap = along.abs() - reach;
                let best_gap = found.map_or(best.0, |found| found.0.larger(best.0));
                // `gap` is negative: dividing by a length below one makes it worse.
                if gap < 0.0 && gap <= best_gap {
                    continue;
                }
                let square = cosines[i1][j] * cosines[i1][j] + cosines[i2][j] * cosines[i2][j];
                if square >= SINE * SINE {
                    let gap = gap / square.sqrt();
                    found = if gap > best_gap { Some((gap, i, j)) } else { found };
                } else {
                    self.offer(i, j, &mut best);
                }
            }
        }
        if let Some((gap, i, j)) = found
            && gap > best.0
        {
            self.offer(i, j, &mut best);
        }
        let (gap, axis) = best;
        let normal = self.toward_a(axis).0;
        let error = ROUNDING * self.size;
        let zero = Vect::<V, f64>::zero().0;
        Proximity { normal, gap, error, along: error, on_a: zero, on_b: zero }
    }

    /// The only direction along which the boxes do not certainly overlap: a unit normal from `b` to `a`. `None` if
    /// there are several, or none.
    pub(crate) fn single_axis(&self) -> Option<Wide<V>> {
        let (x, y) = (&self.a, &self.b);
        let least = 0.0 - ROUNDING * self.size;
        let (in_x, in_y) = (x.in_frame(self.offset), y.in_frame(self.offset));
        let mut only: Option<Vect<V, f64>> = None;
        let mut add = |axis: Vect<V, f64>| {
            let is_single = only.is_none_or(|known| known.dot(axis).abs() > ALIKE);
            only = only.or(Some(axis));
            is_single
        };
        for i in 0..V::DIM {
            if self.gap_along_a(i, in_x) >= least && !add(x.axes[i]) {
                return None;
            }
        }
        for j in 0..V::DIM {
            if self.gap_along_b(j, in_y) >= least && !add(y.axes[j]) {
                return None;
            }
        }
        let share = (0..V::EDGES).any(|t| x.axis_along(t).is_some() && y.axis_along(t).is_some());
        for i in 0..if share { 0 } else { V::EDGES } {
            for j in 0..V::EDGES {
                let cross = x.axes[i].cross(y.axes[j]);
                let square = cross.square();
                if square <= NOISE * NOISE {
                    continue;
                }
                if square < SINE * SINE {
                    return None;
                }
                let axis = cross.unit()?;
                if self.gap(axis) >= least && !add(axis) {
                    return None;
                }
            }
        }
        only.map(|axis| self.toward_a(axis).0)
    }

    /// The axis or its opposite, whichever leads from `b` to `a`.
    #[inline(always)]
    fn toward_a(&self, axis: Vect<V, f64>) -> Vect<V, f64> {
        if axis.dot(self.offset) > 0.0 { -axis } else { axis }
    }

    /// Tries the cross product of two edges as an axis.
    fn offer(&self, i: usize, j: usize, best: &mut (f64, Vect<V, f64>)) {
        let cross = self.a.axes[i].cross(self.b.axes[j]);
        if cross.square() > NOISE * NOISE
            && let Some(axis) = cross.unit()
        {
            let gap = self.gap(axis);
            *best = if gap > best.0 { (gap, axis) } else { *best };
        }
    }

    /// Finds the closest points of boxes that are apart. `None`, which proves nothing, if the search does
    /// not converge in [`ROUNDS`].
    ///
    /// Each round takes a point of `b` to the closest point of `a`, from there back to the closest point
    /// of `b`, and then by Newton's method within the feature of `b` that it is on.
    pub(crate) fn nearest(&self, detail: Detail) -> Option<Proximity<V>> {
        let (x, y) = (&self.a, &self.b);
        let r = &self.cosines;
        let enough = if detail.has_points() { ENOUGH_FOR_POINTS } else { ENOUGH };
        let least = TIGHT * self.size;
        // Coordinates are in the frame of `a`, except for `on_b` and `drawn`, which are in that of `b`.
        let middle = x.in_frame(self.offset);
        let mut at = middle;
        for _ in 0..ROUNDS {
            let on_a = at.zip(x.half, within);
            let drawn = self.in_b(on_a - middle);
            let on_b = drawn.zip(y.half, within);
            let to = middle + r.each(|row| row.dot(on_b));
            let offset = to - on_a;
            let square = offset.square();
            if !(square > least * least) {
                return None;
            }
            let along = self.gap_times(offset, middle);
            if square - along <= enough * square {
                return Some(self.found(offset, [on_a, on_b], along, square, detail));
            }
            at = self.descended(to, on_b, drawn);
        }
        None
    }

    /// Moves a point of `b` by one Newton step for the squared distance to `a`, within the free
    /// coordinates of `b`: those in which clamping `drawn` to `on_b` changed nothing. The step is cut off
    /// where it leaves `b`. With three free coordinates the point is inside `b`, and stays.
    ///
    /// The point `to` and the result are in the frame of `a`; `on_b` and `drawn` are in that of `b`.
    #[inline(always)]
    fn descended(&self, to: Vect<V, f64>, on_b: Vect<V, f64>, drawn: Vect<V, f64>) -> Vect<V, f64> {
        let half = self.b.half;
        let axis = |j: usize| self.cosines.each(|row| row[j]);
        let (mut free, mut count) = ([0; 2], 0);
        for j in (0..V::DIM).filter(|&j| on_b[j] == drawn[j]) {
            free[usize::from(count != 0)] = j;
            count += 1;
        }
        if count == 0 || count > 2 {
            return to;
        }
        // Only the coordinates in which the point is outside `a` add to the distance.
        let beyond = to - to.zip(self.a.half, within);
        let edge = |j: usize| beyond.zip(axis(j), |out, x| if out == 0.0 { 0.0 } else { x });
        let [f, g] = free;
        let (u, v) = (edge(f), if count == 2 { edge(g) } else { Vect::zero() });
        let (uu, uv, vv) = (u.square(), u.dot(v), v.square());
        let (slope_u, slope_v) = (u.dot(beyond), v.dot(beyond));
        let area = uu * vv - uv * uv;
        let [step_u, step_v] = if area > ASKEW {
            let each = 1.0 / area;
            [(uv * slope_v - vv * slope_u) * each, (uv * slope_u - uu * slope_v) * each]
        } else {
            // One free edge, or two that are parallel in projection: a step along the gradient.
            let square = slope_u * slope_u + slope_v * slope_v;
            let bend =
                (uu * slope_u * slope_u + vv * slope_v * slope_v) + 2.0 * (uv * slope_u * slope_v);
            let share = if bend > 0.0 { square / bend } else { 0.0 };
            [0.0 - share * slope_u, 0.0 - share * slope_v]
        };
        let room = |j: usize, step: f64| {
            let left = half[j] - if step > 0.0 { on_b[j] } else { 0.0 - on_b[j] };
            if step.abs() <= left { 1.0 } else { left / step.abs() }
        };
        let room = lesser(room(f, step_u), room(g, step_v));
        let [step_u, step_v] = [room * step_u, room * step_v];
        to + (axis(f) * step_u + axis(g) * step_v)
    }

    /// The result in world coordinates; each point is given in its own box's frame.
    #[inline(always)]
    fn found(
        &self,
        offset: Vect<V, f64>,
        [on_a, on_b]: [Vect<V, f64>; 2],
        along: f64,
        square: f64,
        detail: Detail,
    ) -> Proximity<V> {
        let length = square.sqrt();
        let place = |placed: &OrientedBox<V>, along: Vect<V, f64>| {
            Vect::of(&self.origin) + placed.point(along)
        };
        let normal = self.against(offset, length).0;
        let gap = along / length;
        let (error, excess) = (ROUNDING * self.size, (length - gap).larger(0.0));
        let (on_a, on_b) = detail.points(|| (place(&self.a, on_a), place(&self.b, on_b)));
        let (on_a, on_b) = (on_a.0, on_b.0);
        Proximity { normal, gap, error: error + excess, along: error, on_a, on_b }
    }

    /// Whether the boxes are proved to be at least `distance` apart, by the gaps along coordinate axes
    /// that both have. Uses only differences and squares that `f64` holds; `false` proves nothing.
    pub(crate) fn are_at_least(
        &self,
        a: ShapeRef<'_, V>,
        b: ShapeRef<'_, V>,
        distance: f32,
    ) -> bool {
        let distance = widen(distance);
        let mut sum = Some(0.0);
        for t in 0..V::DIM {
            let Some([front, back]) = self.gaps(a, b, t) else { continue };
            let gap = front.larger(back);
            if gap >= distance {
                return true;
            }
            // The square of an `f32` is exact.
            if gap > 0.0 {
                let is_short = widen(gap as f32) == gap;
                sum = sum.filter(|_| is_short).and_then(|sum| exact_difference(sum, -(gap * gap)));
            }
        }
        sum.is_some_and(|sum| sum >= distance * distance)
    }

    /// Whether moving `a` by `length` along `offset`, a coordinate axis, is proved to part the boxes, by
    /// the same differences; `false` proves nothing.
    pub(crate) fn parts(
        &self,
        a: ShapeRef<'_, V>,
        b: ShapeRef<'_, V>,
        length: f32,
        offset: &V::Array<f32>,
    ) -> bool {
        let is_along = |t: usize| (0..V::DIM).all(|s| (s == t) == (offset[s] != 0.0));
        let Some(t) = (0..V::DIM).find(|&t| is_along(t) && offset[t].abs() == 1.0) else {
            return false;
        };
        let gap = |[front, back]: [f64; 2]| if offset[t] > 0.0 { front } else { back };
        self.gaps(a, b, t).is_some_and(|gaps| 0.0 - gap(gaps) <= widen(length))
    }

    /// The gaps with `a` in front of `b` along coordinate axis `t`, and behind it. Exact.
    fn gaps(&self, a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, t: usize) -> Option<[f64; 2]> {
        let ([a_min, a_max], [b_min, b_max]) = (ends(a, t)?, ends(b, t)?);
        Some([exact_difference(a_min, b_max)?, exact_difference(b_min, a_max)?])
    }
}

/// Clamps `x` to the interval from `-half` to `half`.
#[inline(always)]
fn within(x: f64, half: f64) -> f64 {
    lesser((-half).larger(x), half)
}
