//! Convex polygons of few vertices, clipped to one another.

use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::space::Vector;

/// The most corners of a face that are used.
pub(super) const CORNERS: usize = 16;

/// A convex polygon, a segment or a point, of up to so many corners. Clipping to a side adds at most one.
#[derive(Clone, Copy)]
pub(super) struct Polygon<V: Vector, const MOST: usize = { 2 * CORNERS + 2 }> {
    corners: [Vect<V, f64>; MOST],
    count: usize,
}

impl<V: Vector, const MOST: usize> Polygon<V, MOST> {
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self { corners: [Vect::zero(); MOST], count: 0 }
    }

    #[inline(always)]
    pub(super) fn corners(&self) -> &[Vect<V, f64>] {
        &self.corners[..self.count]
    }

    #[inline(always)]
    pub(super) fn push(&mut self, corner: Vect<V, f64>) {
        if self.count < MOST {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }

    /// What is left of it where a height that is linear is not below zero (Sutherland and Hodgman 1974).
    #[inline(always)]
    pub(super) fn clipped(&self, height: impl Fn(Vect<V, f64>) -> f64) -> Self {
        let mut kept = Self::empty();
        let mut before = self.corners[self.count.saturating_sub(1)];
        for (i, &corner) in self.corners().iter().enumerate() {
            // A segment has no side from its end back to its start.
            let has_side = i > 0 || self.count > 2;
            let (here, there) = (height(corner), height(before));
            // An end at height zero is a corner of its own.
            if has_side && (here > 0.0 && there < 0.0 || here < 0.0 && there > 0.0) {
                let part = there / (there - here);
                kept.push(before + (corner - before) * part);
            }
            if here >= 0.0 {
                kept.push(corner);
            }
            before = corner;
        }
        kept
    }
}

impl<V: Vector> Polygon<V> {
    /// Whether it is longer than `least`, and in 3D wider, too.
    pub(super) fn is_plump(&self, least: f64) -> bool {
        let Some((first, rest)) = self.corners().split_first() else { return false };
        let arms = || rest.iter().map(|corner| *corner - *first);
        let longer = |x: Vect<V, f64>, y: Vect<V, f64>| if y.square() > x.square() { y } else { x };
        let far = arms().fold(Vect::zero(), longer);
        let square = far.square();
        if V::IN_PLANE {
            return square > least * least;
        }
        arms().any(|arm| far.cross(arm).square() > least * least * square && square > least * least)
    }

    /// Sorts the corners around an axis, by their angle about the centroid.
    pub(super) fn arrange(&mut self, axis: Vect<V, f64>) {
        if self.count < 3 {
            return;
        }
        let corners = &mut self.corners[..self.count];
        let share = 1.0 / corners.len() as f64;
        let middle = corners.iter().fold(Vect::zero(), |sum, corner| sum + *corner * share);
        // A corner in the middle has no angle.
        let mut arms = corners.iter().map(|corner| *corner - middle);
        let Some(first) = arms.find(|arm| arm.square() > 0.0) else { return };
        let second = axis.cross(first);
        // First by half plane, then by orientation: angles from 0 to below π, and from π on.
        let place = |corner: Vect<V, f64>| {
            let arm = corner - middle;
            [arm.dot(first), arm.dot(second)]
        };
        let is_before = |a: Vect<V, f64>, b: Vect<V, f64>| {
            let ([ax, ay], [bx, by]) = (place(a), place(b));
            let half = |x: f64, y: f64| y < 0.0 || y == 0.0 && x < 0.0;
            match (half(ax, ay), half(bx, by)) {
                (false, true) => true,
                (true, false) => false,
                _ => ax * by - ay * bx > 0.0,
            }
        };
        for i in 1..corners.len() {
            let mut k = i;
            while k > 0 && is_before(corners[k], corners[k - 1]) {
                corners.swap(k, k - 1);
                k -= 1;
            }
        }
    }

    /// Drops the corners that are no vertices, given corners in order around an axis (Graham 1972); in 2D all but the
    /// ends of a side, across the axis.
    pub(super) fn keep_vertices(&mut self, axis: Vect<V, f64>) {
        if V::IN_PLANE {
            let across = axis.cross(axis);
            let height = |corner: &Vect<V, f64>| across.dot(*corner);
            if self.count > 2 {
                self.corners[..self.count].sort_unstable_by(|x, y| height(x).total_cmp(&height(y)));
                self.corners[1] = self.corners[self.count - 1];
                self.count = 2;
            }
            return;
        }
        let turns_out = |own: &Self, i: usize| {
            let [before, here, after] =
                [own.count - 1, 0, 1].mapped(|k| own.corners[(i + k) % own.count]);
            !(axis.dot((here - before).cross(after - here)) > 0.0)
        };
        while self.count > 2
            && let Some(i) = (0..self.count).find(|&i| turns_out(self, i))
        {
            self.corners.copy_within(i + 1..self.count, i);
            self.count -= 1;
        }
    }

    /// Clips the polygon to another one, projected along an axis perpendicular to that. The other has at least two
    /// corners, in order around the axis.
    pub(super) fn clipped_to(&self, other: &Self, axis: Vect<V, f64>) -> Self {
        let sides = other.corners();
        let mut clipped = *self;
        for (k, from) in sides.iter().enumerate() {
            let along = sides[(k + 1) % sides.len()] - *from;
            // In 2D the other is a segment, and each of its ends clips.
            let inward = if V::IN_PLANE { along } else { axis.cross(along) };
            clipped = clipped.clipped(|corner| inward.dot(corner - *from));
        }
        clipped
    }
}
