//! Triangles around points of space.

mod shuffled;

use super::orientation::{height, side};
use super::structure::Point;
use core::cmp::Ordering;

/// A triangle of the surface, counterclockwise if seen from outside.
#[derive(Debug)]
pub(super) struct Triangle {
    pub(super) corners: [usize; 3],
    /// The triangle across the edge from corner `i` to the next.
    pub(super) neighbors: [usize; 3],
    /// Points above it that await their turn.
    above: Vec<usize>,
    /// No longer part of the surface.
    pub(super) removed: bool,
}

impl Triangle {
    fn new(corners: [usize; 3], neighbors: [usize; 3]) -> Self {
        Self { corners, neighbors, above: Vec::new(), removed: false }
    }

    /// Where a point lies, seen from the triangle's plane.
    #[inline(always)]
    pub(super) fn side(&self, points: &[Point], point: usize) -> Ordering {
        let [a, b, c] = self.corners.map(|i| &points[i]);
        side(a, b, c, &points[point])
    }

    fn height(&self, points: &[Point], point: usize) -> f64 {
        let [a, b, c] = self.corners.map(|i| &points[i]);
        height(a, b, c, &points[point])
    }
}

/// So many points take the farthest first milliseconds, whoever chose them.
const MANY: usize = 1 << 10;

/// Triangulates the boundary of the hull of points that are all different. Those at `simplex` do
/// not lie in one plane.
///
/// Quickhull (Barber, Dobkin and Huhdanpaa 1996) by exact signs. The surface starts as a
/// tetrahedron and grows by a point at a time: the triangles that the point is above make way for
/// others between the point and their rim. A triangle in whose plane the point lies stays. The point
/// thus counts as moved inwards by nothing, so that the rim is one closed polygon, and no new
/// triangle is without area, for the point is on no line through an edge of the rim: it would not
/// be above the triangle behind that edge.
///
/// A point that was above a removed triangle and is above none of the new ones is inside. For say
/// it is above none: then it is in the cone from the new corner over the old hull, and beyond the
/// removed triangle, which cuts off of that cone nothing but the part that has just been added.
///
/// The farthest first is fast but for points chosen against it, for which it takes `n²`. More than
/// [`MANY`] points are therefore [shuffled].
///
/// Triangles may lie in one plane, and corners of triangles on an edge or a face of the hull.
pub(super) fn around(points: &[Point], simplex: [usize; 4]) -> Vec<Triangle> {
    if points.len() > MANY {
        return shuffled::around(points, simplex);
    }
    let mut surface =
        Surface { points, triangles: tetrahedron(points, simplex), first: Vec::new() };
    surface.first.resize(points.len(), usize::MAX);
    surface.share_out((0..points.len()).filter(|i| !simplex.contains(i)), 0);
    let mut next = 0;
    while next < surface.triangles.len() {
        // Removed ones have given their points away, new ones come last.
        if let Some(point) = surface.farthest_above(next) {
            surface.grow(next, point);
        }
        next += 1;
    }
    surface.triangles
}

fn tetrahedron(points: &[Point], [a, b, c, d]: [usize; 4]) -> Vec<Triangle> {
    let base = Triangle::new([a, b, c], [1, 2, 3]);
    let [a, b, c] = match base.side(points, d) {
        Ordering::Greater => [a, c, b],
        Ordering::Less | Ordering::Equal => [a, b, c],
    };
    vec![
        Triangle::new([a, b, c], [1, 2, 3]),
        Triangle::new([a, d, b], [3, 2, 0]),
        Triangle::new([b, d, c], [1, 3, 0]),
        Triangle::new([c, d, a], [2, 1, 0]),
    ]
}

/// A surface that grows.
struct Surface<'a> {
    points: &'a [Point],
    triangles: Vec<Triangle>,
    /// For each point on the latest rim, the new triangle whose rim edge starts there.
    first: Vec<usize>,
}

/// An edge of the rim between triangles that a point is above and the rest.
struct RimEdge {
    ends: [usize; 2],
    /// The triangle beyond, which stays.
    beyond: usize,
}

impl Surface<'_> {
    /// Gives each point to one triangle that it is above, of those from `start` on.
    fn share_out(&mut self, points: impl IntoIterator<Item = usize>, start: usize) {
        for point in points {
            let triangles = self.triangles[start..].iter_mut();
            if let Some(triangle) =
                { triangles }.find(|t| t.side(self.points, point) == Ordering::Greater)
            {
                triangle.above.push(point);
            }
        }
    }

    /// The farthest of a triangle's points, as far as `f64` tells: any would do, but far ones leave
    /// the fewest others outside.
    fn farthest_above(&self, triangle: usize) -> Option<usize> {
        let triangle = &self.triangles[triangle];
        let mut best = (*triangle.above.first()?, f64::NEG_INFINITY);
        for &point in &triangle.above {
            let height = triangle.height(self.points, point);
            if height > best.1 {
                best = (point, height);
            }
        }
        Some(best.0)
    }

    /// Makes `apex`, which is above the triangle `start`, a part of the surface.
    fn grow(&mut self, start: usize, apex: usize) {
        let (rim, outside) = self.remove_below(start, apex);
        let count = self.triangles.len();
        for (i, RimEdge { ends: [a, b], beyond }) in rim.into_iter().enumerate() {
            self.first[a] = count + i;
            let opposite = &mut self.triangles[beyond];
            let slot = (0..3).find(|&k| opposite.corners[k] == b);
            opposite.neighbors[slot.unwrap_or_else(|| unreachable!("neighbors share an edge"))] =
                count + i;
            self.triangles.push(Triangle::new([a, b, apex], [beyond, 0, 0]));
        }
        for i in count..self.triangles.len() {
            let next = self.first[self.triangles[i].corners[1]];
            self.triangles[i].neighbors[1] = next;
            self.triangles[next].neighbors[2] = i;
        }
        self.share_out(outside.into_iter().filter(|&point| point != apex), count);
    }

    /// Removes the triangles that `apex` is above; the rim around them, and the points they had.
    fn remove_below(&mut self, start: usize, apex: usize) -> (Vec<RimEdge>, Vec<usize>) {
        let (mut rim, mut outside) = (Vec::new(), Vec::new());
        self.triangles[start].removed = true;
        let mut found = vec![start];
        while let Some(current) = found.pop() {
            outside.append(&mut self.triangles[current].above);
            let Triangle { corners, neighbors, .. } = self.triangles[current];
            for (k, beyond) in neighbors.into_iter().enumerate() {
                if self.triangles[beyond].removed {
                    continue;
                }
                if self.triangles[beyond].side(self.points, apex) == Ordering::Greater {
                    self.triangles[beyond].removed = true;
                    found.push(beyond);
                } else {
                    rim.push(RimEdge { ends: [corners[k], corners[(k + 1) % 3]], beyond });
                }
            }
        }
        (rim, outside)
    }
}
