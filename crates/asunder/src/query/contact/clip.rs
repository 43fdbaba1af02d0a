//! Convex polygons of few vertices, clipped to one another.

use crate::query::proximity::{Wide, dot};
use crate::space::Vector;

/// The most corners of a face that are used.
pub(super) const CORNERS: usize = 16;

/// A convex polygon, a segment or a point. Clipping to a side adds at most one corner.
#[derive(Clone, Copy)]
pub(super) struct Polygon<V: Vector> {
    corners: [Wide<V>; 2 * CORNERS + 2],
    count: usize,
}

impl<V: Vector> Polygon<V> {
    pub(super) fn empty() -> Self {
        Self { corners: [V::array(|_| 0.0); 2 * CORNERS + 2], count: 0 }
    }

    pub(super) fn corners(&self) -> &[Wide<V>] {
        &self.corners[..self.count]
    }

    pub(super) fn push(&mut self, corner: Wide<V>) {
        if self.count < self.corners.len() {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }

    /// Whether it is longer than `least`, and in 3D wider, too.
    pub(super) fn is_plump(&self, least: f64) -> bool {
        let Some((first, rest)) = self.corners().split_first() else { return false };
        let arm = |corner: &Wide<V>| V::array(|t| corner[t] - first[t]);
        let far = rest.iter().map(arm).fold(V::array(|_| 0.0), |far, arm| {
            if dot::<V>(&arm, &arm) > dot::<V>(&far, &far) { arm } else { far }
        });
        let square = dot::<V>(&far, &far);
        if V::DIM == 2 {
            return square > least * least;
        }
        rest.iter().map(arm).any(|arm| {
            let across = V::cross(&far, &arm);
            dot::<V>(&across, &across) > least * least * square && square > least * least
        })
    }

    /// Sorts the corners around an axis, by their angle about the centroid.
    pub(super) fn arrange(&mut self, axis: &Wide<V>) {
        if self.count < 3 {
            return;
        }
        let corners = &mut self.corners[..self.count];
        let share = 1.0 / corners.len() as f64;
        let middle = V::array(|t| corners.iter().fold(0.0, |sum, c| sum + c[t] * share));
        let first = V::array(|t| corners[0][t] - middle[t]);
        let second = V::cross(axis, &first);
        // First by half plane, then by orientation: angles from 0 to below π, and from π on.
        let place = |corner: &Wide<V>| {
            let arm = V::array(|t| corner[t] - middle[t]);
            [dot::<V>(&arm, &first), dot::<V>(&arm, &second)]
        };
        let is_before = |a: &Wide<V>, b: &Wide<V>| {
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
            while k > 0 && is_before(&corners[k], &corners[k - 1]) {
                corners.swap(k, k - 1);
                k -= 1;
            }
        }
    }

    /// Clips the polygon to another one, projected along an axis perpendicular to that (Sutherland and
    /// Hodgman 1974). The other has at least two corners, in order around the axis.
    pub(super) fn clipped_to(&self, other: &Self, axis: &Wide<V>) -> Self {
        let sides = other.corners();
        let mut clipped = *self;
        for (k, from) in sides.iter().enumerate() {
            let to = &sides[(k + 1) % sides.len()];
            let along = V::array(|t| to[t] - from[t]);
            // In 2D the other is a segment, and each of its ends clips.
            let inward = if V::DIM == 2 { along } else { V::cross(axis, &along) };
            clipped = clipped.ahead_of(from, &inward);
        }
        clipped
    }

    fn ahead_of(&self, point: &Wide<V>, inward: &Wide<V>) -> Self {
        let height = |corner: &Wide<V>| dot::<V>(inward, &V::array(|t| corner[t] - point[t]));
        let mut kept = Self::empty();
        let corners = self.corners();
        for (i, corner) in corners.iter().enumerate() {
            // A segment has no side from its end back to its start.
            let is_start = i == 0 && corners.len() <= 2;
            let before = &corners[(i + corners.len() - 1) % corners.len()];
            let (here, there) = (height(corner), height(before));
            if !is_start && (here >= 0.0) != (there >= 0.0) {
                let part = there / (there - here);
                kept.push(V::array(|t| before[t] + part * (corner[t] - before[t])));
            }
            if here >= 0.0 {
                kept.push(*corner);
            }
        }
        kept
    }
}
