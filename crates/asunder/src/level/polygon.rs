//! Polygons of the plane that need not be convex, as compounds of convex parts.

mod chains;
mod error;
pub(super) mod outline;
mod pieces;
mod sweep;

use super::compound::Compound;
use crate::array::Mapped as _;
use crate::shape::{ConvexHull, Point, Shape, ShapeError, Triangle, orientation};
use crate::sort::sort_by;
use core::cmp::Ordering;
pub use error::{PolygonError, RingVertex};
use glam::Vec2;
use outline::Outline;

/// The most vertices.
const MOST: usize = 1 << 30;

impl Compound<Vec2> {
    /// The inside of a simple polygon and its edge, as convex parts.
    ///
    /// # Panics
    /// Where [`try_from_polygon`](Self::try_from_polygon) errs.
    #[must_use]
    #[track_caller]
    pub fn from_polygon<P: Into<[f32; 2]>>(vertices: impl IntoIterator<Item = P>) -> Self {
        match Self::try_from_polygon(vertices) {
            Ok(compound) => compound,
            Err(error) => panic!("{error}"),
        }
    }

    /// The inside of a simple polygon that may be bad, and its edge, as convex parts. Its vertices are in order
    /// around it, in either direction; the last leads to the first.
    ///
    /// The parts are triangles and convex hulls whose corners are the bits of the vertices, so that together they
    /// are the polygon exactly, no more and no less: parts that share an edge share its ends, no ray passes
    /// between them, and points on it belong to both. There are at most four times as many parts as there must
    /// be. A ray from the outside hits the outline first, and one from the inside starts within a part. All hits
    /// of a ray, depths and contacts are those of the parts: a part that is met at its inner edge is reported as well.
    /// The normal of a cast or contact at a vertex is one that the outline has there, so that inner edges hold
    /// nothing back.
    ///
    /// Vertices in the middle of a straight line are welcome, and corners of parts. A spike without an area is an
    /// error, since its edges share more than an end.
    ///
    /// It takes O(n log n) for `n` vertices, whatever the polygon. The parts are found by a plane sweep (Shamos
    /// and Hoey 1976; Hertel and Mehlhorn 1983) whose every decision is the sign of an exact determinant.
    ///
    /// # Errors
    /// If there are fewer than three vertices or more than 2³⁰, a number is not finite, two vertices lie in the
    /// same place, or two edges share a point that is not an end of both.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Compound2;
    ///
    /// // An L: its inner corner is at (1, 1).
    /// let l = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    /// let l = Compound2::try_from_polygon(l)?;
    /// assert_eq!(l.part_count(), 2);
    /// assert!(l.intersects(&Aabb2::new([1.0, 1.0], [3.0, 3.0])), "it touches");
    /// assert!(!l.penetrates(&Aabb2::new([1.0, 1.0], [3.0, 3.0])), "and no more than that");
    /// assert!(!l.intersects(&Aabb2::new([1.0000001, 1.0000001], [3.0, 3.0])));
    ///
    /// let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    /// let error = Compound2::try_from_polygon(bow).unwrap_err();
    /// assert!(error.to_string().contains("vertex 0 of ring 0 and from vertex 2 of ring 0 cross"));
    /// # Ok::<(), asunder::level::PolygonError>(())
    /// ```
    pub fn try_from_polygon<P: Into<[f32; 2]>>(
        vertices: impl IntoIterator<Item = P>,
    ) -> Result<Self, PolygonError> {
        let rings = Rings::of([vertices])?;
        match rings.repeated().next() {
            Some(vertices) => Err(PolygonError::Repeated { vertices }),
            None => Ok(of_outline(rings.outline()?)),
        }
    }

    /// What lies within an odd number of rings, and their edges, as convex parts: polygons with holes, of which
    /// there may be several, and islands in them.
    ///
    /// The rings are in either direction, and in any order. They may touch one another, or themselves, where both
    /// have a vertex, and do not cross otherwise. All else is as of
    /// [`try_from_polygon`](Self::try_from_polygon), which refuses what is no single ring. No ring is no part.
    ///
    /// # Errors
    /// As [`try_from_polygon`](Self::try_from_polygon); of vertices in the same place only neighbours are one.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Compound2;
    ///
    /// let square = |r: f32| [[-r, -r], [r, -r], [r, r], [-r, r]];
    /// let frame = Compound2::try_from_rings([square(3.0), square(2.0)])?;
    /// assert!(frame.intersects(&Sphere2::new([0.0, 0.0], 2.0)), "it touches the hole's edge");
    /// assert!(!frame.intersects(&Sphere2::new([0.0, 0.0], 1.9999999)));
    /// # Ok::<(), asunder::level::PolygonError>(())
    /// ```
    pub fn try_from_rings<P: Into<[f32; 2]>>(
        rings: impl IntoIterator<Item = impl IntoIterator<Item = P>>,
    ) -> Result<Self, PolygonError> {
        Ok(of_outline(Rings::of(rings)?.outline()?))
    }
}

/// The compound of the parts of an outline.
#[cfg_attr(not(feature = "2d"), inline)]
pub(super) fn of_outline(outline: Outline<Vec2>) -> Compound<Vec2> {
    let part = |number: u32| -> Result<Shape<Vec2>, ShapeError> {
        let corners: Vec<[f32; 2]> = outline.part(number).collect();
        match corners[..] {
            [a, b, c] => Triangle::try_new(a, b, c).map(Shape::Triangle),
            _ => ConvexHull::try_new(corners).map(Shape::ConvexHull),
        }
    };
    // Parts of finite vertices are bounded shapes.
    let parts: Vec<_> = (0..outline.part_count() as u32).filter_map(|n| part(n).ok()).collect();
    Compound::of_parts(parts, outline)
}

/// How three points turn: `Greater` is counterclockwise. Exact.
///
/// Vertices are often whole numbers, as those of pixels are, and on one line, which no filter over floats tells.
fn turn(a: &Point, b: &Point, c: &Point) -> Ordering {
    // What is not whole or too large does not come back the same.
    let whole = |point: &Point| {
        let [x, y, _] = point.wide;
        let numbers = [x as i32, y as i32];
        (numbers.mapped(f64::from) == [x, y]).then_some(numbers.mapped(i128::from))
    };
    let (Some(a), Some(b), Some(c)) = (whole(a), whole(b), whole(c)) else {
        return orientation::turn(2, a, b, c);
    };
    ((b[0] - a[0]) * (c[1] - a[1])).cmp(&((b[1] - a[1]) * (c[0] - a[0])))
}

/// Rings of finite points.
pub(super) struct Rings {
    vertices: Vec<[f32; 2]>,
    /// Where each ring begins, and where the last one ends.
    first: Vec<usize>,
    /// The points that are apart, by x, then y.
    points: Vec<Point>,
    /// The vertices by their points, and then by number.
    order: Vec<u32>,
    /// For each vertex the place of its point.
    places: Vec<u32>,
}

impl Rings {
    pub(super) fn of<P: Into<[f32; 2]>>(
        rings: impl IntoIterator<Item = impl IntoIterator<Item = P>>,
    ) -> Result<Self, PolygonError> {
        let (mut vertices, mut first) = (Vec::new(), vec![0]);
        for (ring, of_ring) in rings.into_iter().enumerate() {
            let start = vertices.len();
            for (vertex, point) in of_ring.into_iter().enumerate() {
                let point: [f32; 2] = point.into();
                if let Some(&value) = point.iter().find(|x| !x.is_finite()) {
                    let vertex = RingVertex { ring, vertex };
                    return Err(PolygonError::NotFinite { vertex, value });
                }
                vertices.push(point);
            }
            if vertices.len() < start + 3 {
                return Err(PolygonError::TooFew { ring, vertices: vertices.len() - start });
            }
            first.push(vertices.len());
        }
        if vertices.len() > MOST {
            return Err(PolygonError::TooMany { vertices: vertices.len() });
        }
        let all: Vec<Point> = vertices.iter().map(|&[x, y]| Point::new([x, y, 0.0])).collect();
        let compare = |a: &Point, b: &Point| {
            let by = |t: usize| a.wide[t].total_cmp(&b.wide[t]);
            by(0).then_with(|| by(1))
        };
        let mut order: Vec<u32> = (0..all.len() as u32).collect();
        sort_by(&mut order, &|&a, &b| compare(&all[a as usize], &all[b as usize]));
        let (mut points, mut places) = (Vec::<Point>::new(), vec![0; all.len()]);
        for &vertex in &order {
            let point = all[vertex as usize];
            if points.last().is_none_or(|last| compare(last, &point) != Ordering::Equal) {
                points.push(point);
            }
            places[vertex as usize] = points.len() as u32 - 1;
        }
        Ok(Self { vertices, first, points, order, places })
    }

    /// The vertex of a number that counts through all rings.
    fn vertex(&self, number: usize) -> RingVertex {
        let ring = self.first.partition_point(|&first| first <= number) - 1;
        RingVertex { ring, vertex: number - self.first[ring] }
    }

    /// The pairs of vertices in the same place.
    fn repeated(&self) -> impl Iterator<Item = [RingVertex; 2]> {
        let is_same =
            |pair: &&[u32]| self.places[pair[0] as usize] == self.places[pair[1] as usize];
        let pairs = self.order.windows(2).filter(is_same);
        pairs.map(|pair| [self.vertex(pair[1] as usize), self.vertex(pair[0] as usize)])
    }

    /// The outline of what lies within an odd number of the rings, divided into parts.
    #[cfg_attr(not(feature = "2d"), inline)]
    pub(super) fn outline(&self) -> Result<Outline<Vec2>, PolygonError> {
        let mut ends = Vec::with_capacity(self.places.len());
        for ring in self.first.windows(2) {
            for vertex in ring[0]..ring[1] {
                let next = if vertex + 1 == ring[1] { ring[0] } else { vertex + 1 };
                let (a, b) = (self.places[vertex], self.places[next]);
                if a == b {
                    let vertices = [self.vertex(next), self.vertex(vertex)];
                    return Err(PolygonError::Repeated { vertices });
                }
                ends.push([a.min(b), a.max(b)]);
            }
        }
        let edges = sweep::SweepEdges { points: &self.points, ends: &ends };
        let triangles = sweep::triangles(&edges).map_err(|edges| {
            let [a, b] = edges.mapped(|edge| edge as usize);
            let edges = [a.min(b), a.max(b)].mapped(|edge| self.vertex(edge));
            PolygonError::Cross { edges }
        })?;
        let pieces = pieces::merged(&self.points, &triangles);
        let mut vertices = vec![[0.0; 2]; self.points.len()];
        for &vertex in self.order.iter().rev() {
            vertices[self.places[vertex as usize] as usize] = self.vertices[vertex as usize];
        }
        Ok(Outline::new(vertices.into(), pieces))
    }
}
