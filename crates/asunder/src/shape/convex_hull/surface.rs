//! The triangulated surface around points of space: incremental hull.

use super::orientation::side;
use super::structure::Point;
use crate::array::Mapped as _;
use crate::sort::sort_by;
use core::cmp::Ordering;

/// No triangle.
const NONE: usize = usize::MAX;

/// A triangle of the surface, counterclockwise if seen from outside.
#[derive(Debug)]
pub(super) struct SurfaceTriangle {
    pub(super) corners: [usize; 3],
    /// The triangle across the edge from corner `i` to the next.
    pub(super) neighbors: [usize; 3],
    /// The points above it that await their turn.
    above: Vec<usize>,
    /// No longer part of the surface.
    pub(super) removed: bool,
}

impl SurfaceTriangle {
    fn new(corners: [usize; 3], neighbors: [usize; 3]) -> Self {
        Self { corners, neighbors, above: Vec::new(), removed: false }
    }

    /// Where a point lies, seen from the triangle's plane.
    #[inline(always)]
    pub(super) fn side(&self, points: &[Point], point: usize) -> Ordering {
        let [a, b, c] = self.corners.mapped(|i| &points[i]);
        side(a, b, c, &points[point])
    }
}

/// Triangulates the boundary of the hull of points that are all different. Those at `simplex` do
/// not lie in one plane.
///
/// The surface starts as a tetrahedron and grows by a point at a time, as it comes:
/// the triangles that the point is above make way for others between the point and their rim.
/// A triangle in whose plane the point lies stays. The point thus counts as moved inwards by nothing,
/// so that the rim is one closed polygon, and no new triangle is without area, for the point is on no
/// line through an edge of the rim: it would not be above the triangle behind that edge.
///
/// Every triangle knows all the points above it, and the points come in an order that looks random
/// (Clarkson and Shor 1989; de Berg et al., Computational Geometry, 11.2). However they lie, such an
/// order takes time in the order of `n log n` in the mean. The farthest point first, as in quickhull,
/// would be two or three times as fast where points are harmless, and take `n²` where they are chosen
/// against it: points come from files that strangers send.
///
/// Triangles may lie in one plane, and corners of triangles on an edge or a face of the hull.
pub(super) fn around(points: &[Point], simplex: [usize; 4]) -> Vec<SurfaceTriangle> {
    let count = points.len();
    let mut surface = Surface {
        points,
        triangles: tetrahedron(points, simplex),
        first: vec![NONE; count],
        over: vec![NONE; count],
        met: vec![(NONE, 0); count],
    };
    let order = shuffled(points, simplex);
    for triangle in 0..surface.triangles.len() {
        let above = |&&i: &&usize| surface.triangles[triangle].side(points, i) == Ordering::Greater;
        let above: Vec<usize> = order.iter().filter(above).copied().collect();
        surface.put(triangle, above);
    }
    for point in order {
        if surface.over[point] != NONE {
            surface.grow(surface.over[point], point);
        }
    }
    surface.triangles
}

fn tetrahedron(points: &[Point], [a, b, c, d]: [usize; 4]) -> Vec<SurfaceTriangle> {
    let base = SurfaceTriangle::new([a, b, c], [1, 2, 3]);
    let [a, b, c] = match base.side(points, d) {
        Ordering::Greater => [a, c, b],
        Ordering::Less | Ordering::Equal => [a, b, c],
    };
    vec![
        SurfaceTriangle::new([a, b, c], [1, 2, 3]),
        SurfaceTriangle::new([a, d, b], [3, 2, 0]),
        SurfaceTriangle::new([b, d, c], [1, 3, 0]),
        SurfaceTriangle::new([c, d, a], [2, 1, 0]),
    ]
}

/// All points but those of the simplex, in an order made by a hash of all of them: whoever chooses
/// the points changes it with every one.
fn shuffled(points: &[Point], simplex: [usize; 4]) -> Vec<usize> {
    let numbers = points.iter().flat_map(|point| point.stored);
    let seed = numbers.fold(0, |hash, x| mixed(hash ^ u64::from(x.to_bits())));
    let mut order: Vec<usize> = (0..points.len()).filter(|i| !simplex.contains(i)).collect();
    sort_by(&mut order, &|&i, &j| mixed(seed ^ i as u64).cmp(&mixed(seed ^ j as u64)));
    order
}

/// A bijection that mixes bits (SplitMix64; Steele, Lea and Flood 2014).
fn mixed(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A surface that grows.
struct Surface<'a> {
    points: &'a [Point],
    triangles: Vec<SurfaceTriangle>,
    /// For each point on the latest rim, the new triangle whose rim edge starts there.
    first: Vec<usize>,
    /// For each point that awaits its turn, a triangle that it is above; none, if it is inside.
    over: Vec<usize>,
    /// For each point, the triangle it was last a candidate of, and how often.
    met: Vec<(usize, u8)>,
}

/// An edge of the rim between triangles that a point is above and the rest.
struct RimEdge {
    ends: [usize; 2],
    /// The triangle on this side, which is removed.
    removed: usize,
    /// The triangle beyond, which stays.
    beyond: usize,
}

impl Surface<'_> {
    /// Gives a triangle all the points above it.
    fn put(&mut self, triangle: usize, above: Vec<usize>) {
        above.iter().for_each(|&point| self.over[point] = triangle);
        self.triangles[triangle].above = above;
    }

    /// Makes `apex`, which is above the triangle `start`, a part of the surface.
    fn grow(&mut self, start: usize, apex: usize) {
        let (rim, removed) = self.remove_below(start, apex);
        for &triangle in &removed {
            for &point in &self.triangles[triangle].above {
                self.over[point] = NONE;
            }
        }
        let count = self.triangles.len();
        for (i, &RimEdge { ends: [a, b], beyond, .. }) in rim.iter().enumerate() {
            self.first[a] = count + i;
            let opposite = &mut self.triangles[beyond];
            let slot = (0..3).find(|&k| opposite.corners[k] == b);
            opposite.neighbors[slot.unwrap_or_else(|| unreachable!("neighbors share an edge"))] =
                count + i;
            self.triangles.push(SurfaceTriangle::new([a, b, apex], [beyond, 0, 0]));
        }
        for i in count..self.triangles.len() {
            let next = self.first[self.triangles[i].corners[1]];
            self.triangles[i].neighbors[1] = next;
            self.triangles[next].neighbors[2] = i;
        }
        for (i, edge) in rim.iter().enumerate() {
            let above = self.above_new(count + i, edge, apex);
            self.put(count + i, above);
        }
        for triangle in removed {
            self.triangles[triangle].above = Vec::new();
        }
    }

    /// Removes the triangles that `apex` is above; the rim around them, and which these are.
    fn remove_below(&mut self, start: usize, apex: usize) -> (Vec<RimEdge>, Vec<usize>) {
        let mut rim = Vec::new();
        self.triangles[start].removed = true;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&current) = found.get(next) {
            next += 1;
            let SurfaceTriangle { corners, neighbors, .. } = self.triangles[current];
            for (k, beyond) in neighbors.into_iter().enumerate() {
                if self.triangles[beyond].removed {
                    continue;
                }
                if self.triangles[beyond].side(self.points, apex) == Ordering::Greater {
                    self.triangles[beyond].removed = true;
                    found.push(beyond);
                } else {
                    let ends = [corners[k], corners[(k + 1) % 3]];
                    rim.push(RimEdge { ends, removed: current, beyond });
                }
            }
        }
        (rim, found)
    }

    /// The points above a new triangle, but for its apex.
    ///
    /// It lies between the two that met at its edge of the rim. What is above neither of them is not
    /// above it, and what is above both is: seen along the edge, all three are lines through one
    /// point, and the new one is in the angle between the others.
    fn above_new(&mut self, new: usize, edge: &RimEdge, apex: usize) -> Vec<usize> {
        let sides = [edge.removed, edge.beyond].mapped(|side| &self.triangles[side].above);
        for &point in sides.into_iter().flatten() {
            let (triangle, times) = self.met[point];
            self.met[point] = (new, if triangle == new { times + 1 } else { 1 });
        }
        let mut above = Vec::new();
        for &point in sides.into_iter().flatten() {
            let (_, times) = core::mem::replace(&mut self.met[point], (NONE, 0));
            let is_above = times == 2
                || (times == 1
                    && point != apex
                    && self.triangles[new].side(self.points, point) == Ordering::Greater);
            if is_above {
                above.push(point);
            }
        }
        above
    }
}
