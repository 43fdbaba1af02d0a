//! Outlines with fewer corners, around no less.

use super::contour::Corner;
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::sorted_map::SortedMap;

/// The most passes over all corners. Each halves what can be left out of a straight line.
const PASSES: usize = 32;

/// The corners of all rings by row and column: how many times each is passed.
struct PixelCorners(Vec<SortedMap<i32, u32>>);

impl PixelCorners {
    fn of(rings: &[Vec<Corner>]) -> Self {
        let rows = rings.iter().flatten().map(|corner| corner[1] as usize + 1).max();
        let mut corners = Self(vec![SortedMap::new(); rows.unwrap_or(0)]);
        for &[x, y] in rings.iter().flatten() {
            *corners.0[y as usize].or_insert_with(x, || 0) += 1;
        }
        corners
    }

    fn passes(&self, [x, y]: Corner) -> u32 {
        self.0[y as usize].get(&x).copied().unwrap_or(0)
    }

    /// Whether a triangle that turns clockwise holds corners beside its own.
    fn are_within(&self, triangle: [Corner; 3]) -> bool {
        let rows = triangle.mapped(|corner| corner[1]);
        let (low, high) = (rows.into_iter().min(), rows.into_iter().max());
        let [a, b, c] = triangle;
        (low.unwrap_or(0)..=high.unwrap_or(-1)).any(|y| {
            let (mut from, mut to) = (i32::MAX, i32::MIN);
            for [p, q] in [[a, b], [b, c], [c, a]] {
                let (p, q) = if p[1] < q[1] { (p, q) } else { (q, p) };
                if y < p[1] || q[1] < y {
                    continue;
                }
                // Where the row meets the edge, from outside; all of a flat edge.
                let (run, rise) = (i64::from(q[0] - p[0]), i64::from(q[1] - p[1]));
                let along = run * i64::from(y - p[1]);
                let (left, right) = if rise == 0 {
                    (p[0].min(q[0]), p[0].max(q[0]))
                } else {
                    let whole = along.div_euclid(rise);
                    let rest = i64::from(along.rem_euclid(rise) != 0);
                    (p[0] + whole as i32, p[0] + (whole + rest) as i32)
                };
                (from, to) = (from.min(left), to.max(right));
            }
            let is_within =
                |p: Corner| turn(a, b, p) <= 0 && turn(b, c, p) <= 0 && turn(c, a, p) <= 0;
            let found = self.0[y as usize].from(&from).map(|&(x, _)| [x, y]);
            let mut found = found.take_while(|&[x, _]| x <= to);
            found.any(|p| !triangle.contains(&p) && is_within(p))
        })
    }
}

/// Twice the area of a triangle, counterclockwise above zero, where y points up.
fn turn(a: Corner, b: Corner, c: Corner) -> i64 {
    let along = |t: usize, p: Corner| i64::from(p[t]) - i64::from(a[t]);
    along(0, b) * along(1, c) - along(1, b) * along(0, c)
}

/// Whether a point is within a distance of a segment.
fn is_near(point: Corner, [a, b]: [Corner; 2], distance: f64) -> bool {
    let from = |p: Corner, q: Corner| [0, 1].mapped(|t| f64::from(q[t]) - f64::from(p[t]));
    let dot = |p: [f64; 2], q: [f64; 2]| p[0] * q[0] + p[1] * q[1];
    let (along, to) = (from(a, b), from(a, point));
    let (part, whole) = (dot(along, to), dot(along, along));
    let square = if part <= 0.0 {
        dot(to, to)
    } else if part >= whole {
        let to = from(b, point);
        dot(to, to)
    } else {
        let across = along[0] * to[1] - along[1] * to[0];
        across * across / whole
    };
    square <= distance * distance
}

/// A ring as a list that corners are taken out of.
struct Linked {
    corners: Vec<Corner>,
    next: Vec<usize>,
    previous: Vec<usize>,
    count: usize,
    /// For each corner what was left out between it and the next one.
    left_out: Vec<Vec<Corner>>,
}

impl Linked {
    fn of(corners: Vec<Corner>) -> Self {
        let count = corners.len();
        let next = (0..count).map(|i| (i + 1) % count).collect();
        let previous = (0..count).map(|i| (i + count - 1) % count).collect();
        Self { corners, next, previous, count, left_out: vec![Vec::new(); count] }
    }

    /// Leaves out corner `at`, if what is inside grows by that, and no further than `tolerance`.
    fn leave_out(&mut self, at: usize, tolerance: f64, all: &mut PixelCorners) -> bool {
        let (before, after) = (self.previous[at], self.next[at]);
        let triangle = [before, at, after].mapped(|i| self.corners[i]);
        let [a, b, c] = triangle;
        let turns = turn(a, b, c);
        if self.count <= 3 || turns > 0 || all.passes(b) > 1 {
            return false;
        }
        // The edge from `a` to `c` may be there already, of this ring or of one that touches it.
        let beyond = [self.previous[before], self.next[after]].mapped(|i| self.corners[i]);
        if beyond[0] == c || beyond[1] == a || all.passes(a) > 1 && all.passes(c) > 1 {
            return false;
        }
        let near = |&p: &Corner| is_near(p, [a, c], tolerance);
        let mut gone = self.left_out[before].iter().chain(&self.left_out[at]);
        if turns < 0 && (!near(&b) || !gone.all(near) || all.are_within(triangle)) {
            return false;
        }
        all.0[b[1] as usize].remove(&b[0]);
        let beyond = std::mem::take(&mut self.left_out[at]);
        self.left_out[before].push(b);
        self.left_out[before].extend(beyond);
        (self.next[before], self.previous[after]) = (after, before);
        self.count -= 1;
        true
    }

    /// Leaves out what can be, once around, from a corner on that is left; that corner.
    fn pass(&mut self, from: usize, tolerance: f64, all: &mut PixelCorners) -> (usize, bool) {
        let (mut at, mut steps, mut has_changed) = (from, self.count, false);
        while steps > 0 {
            let next = self.next[at];
            let is_gone = self.leave_out(at, tolerance, all);
            has_changed |= is_gone;
            // Every other corner of a line, so that what was left out is looked through seldom.
            at = if is_gone { self.next[next] } else { next };
            steps = steps.saturating_sub(if is_gone { 2 } else { 1 });
        }
        (at, has_changed)
    }
}

/// Rings with what is inside to the left, around all that they were around, and at most `tolerance` further out.
///
/// A corner is left out where the ring turns to the right. That adds the triangle of the corner and its
/// neighbours, and if no other corner lies in that, then no edge does: it would cross the two edges that go. So
/// what is inside grows, and the rings cross no more than before. All in whole numbers.
pub(super) fn simplified(rings: Vec<Vec<Corner>>, tolerance: f32) -> Vec<Vec<Corner>> {
    let mut all = PixelCorners::of(&rings);
    let simpler = |ring: Vec<Corner>| {
        let mut ring = Linked::of(ring);
        let mut start = 0;
        for _ in 0..PASSES {
            let (at, has_changed) = ring.pass(start, widen(tolerance), &mut all);
            start = at;
            if !has_changed {
                break;
            }
        }
        let mut corners = Vec::with_capacity(ring.count);
        for _ in 0..ring.count {
            corners.push(ring.corners[start]);
            start = ring.next[start];
        }
        corners
    };
    rings.into_iter().map(simpler).collect()
}
