//! Convex hulls of points: polygons in 2D, polyhedra in 3D.

mod columns;
mod facets;
pub(crate) mod orientation;
mod planes;
pub(crate) mod polygon;
mod structure;
mod surface;
#[cfg(test)]
mod tests;

use super::transform::{check_pose, place};
use super::{Shape, ShapeError, check};
use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::space::{Pose, Vector};
pub(crate) use columns::{Greatest, Heights, LANES};
use core::cmp::Ordering;
use core::fmt;
use orientation::side;
pub(crate) use planes::{BLUNT, FacePlanes, HEIGHT};
use std::sync::Arc;
pub(crate) use structure::{Point, Structure};

/// The convex hull of points: the smallest convex set that contains them all.
///
/// The points are the facts, in any order, and alone count for equality. Points inside, repeated
/// points, points all on a plane or a line, and a single point are allowed; there is no list of
/// faces to be inconsistent with them. What the points' corners, edges and faces are is decided
/// exactly, once, when the hull is made; clones share it.
///
/// Making a hull of `n` points takes time in the order of `n log n`, in whichever order they come. Up to
/// 1024 points that were chosen to be slow take `n²`; more do not. Copying a hull takes no time.
///
/// ```
/// use asunder::prelude::*;
///
/// let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 2.0], [1.0, 1.0]];
/// let hull = ConvexHull2::new(square);
/// assert_eq!(hull.points().len(), 6);
/// assert_eq!(hull.corners().len(), 4, "the last two are no corners");
/// assert_eq!(hull.edges().len(), 4);
/// ```
#[derive(Clone)]
pub struct ConvexHull<V: Vector> {
    facts: Arc<HullData<V>>,
}

struct HullData<V: Vector> {
    points: Box<[V::Array<f32>]>,
    structure: Structure<V>,
}

/// The points, of which all else is computed.
impl<V: Vector> fmt::Debug for ConvexHull<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConvexHull").field("points", &self.facts.points).finish()
    }
}

/// Equal points, in the same order.
impl<V: Vector> PartialEq for ConvexHull<V> {
    fn eq(&self, other: &Self) -> bool {
        self.facts.points == other.facts.points
    }
}

impl<V: Vector> ConvexHull<V> {
    /// The convex hull of at least one point.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new<P: Into<V::Array<f32>>>(points: impl IntoIterator<Item = P>) -> Self {
        check::valid(Self::try_new(points))
    }

    /// The convex hull of points that may be bad.
    ///
    /// # Errors
    /// If there is no point, a number is not finite, or there are more than `u32::MAX` points.
    pub fn try_new<P: Into<V::Array<f32>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        let points: Box<[V::Array<f32>]> = points.into_iter().map(Into::into).collect();
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(points.len()).is_err() {
            return Err(ShapeError::NotRepresentable);
        }
        points.iter().try_for_each(|point| check::finite_vector::<V>("points", point))?;
        let structure = Structure::of(&points);
        Ok(Self { facts: Arc::new(HullData { points, structure }) })
    }

    /// The points, as they were given.
    pub fn points(&self) -> impl ExactSizeIterator<Item = V> + use<'_, V> {
        self.facts.points.iter().map(|&point| V::from_array(point))
    }

    /// The corners: the points that the hull of the others does not contain, each once.
    ///
    /// Those of a polygon come in order around it, in 2D counterclockwise where y points up; others
    /// by their coordinates. The order of the [points](Self::points) does not matter.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = V> + use<'_, V> {
        self.structure().corners.iter().map(|&corner| V::from_array(corner))
    }

    /// The edges, each once, as pairs of [corners](Self::corners).
    ///
    /// Points on one line have one edge between the outermost two, a single point has none.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = (V, V)> + use<'_, V> {
        self.structure().edges.iter().map(|&[i, j]| (self.corner(i), self.corner(j)))
    }

    /// The faces of a polyhedron, each as three of its corners, counterclockwise if seen from
    /// outside; faces may have more corners. A flat polygon in space has one face, and neither
    /// points on one line nor anything in 2D has any.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = [V; 3]> + use<'_, V> {
        self.structure().faces.iter().map(|&face| face.mapped(|i| self.corner(i)))
    }

    /// Calls `line` with every edge; a single point is drawn as one.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        self.edges().for_each(|(a, b)| line(a, b));
        if let [point] = *self.structure().corners {
            Shape::Point(V::from_array(point)).lines(line);
        }
    }

    /// The hull placed by a pose: the hull of its points' images, each number of which is rounded
    /// once; from there on every answer is exact for the image.
    ///
    /// Rounding may move points out of the plane of a face, which the image then has more of. It
    /// takes as long as making the hull.
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        check::valid(self.try_transformed(pose))
    }

    /// The hull placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        Self::try_new(self.facts.points.iter().map(|point| place(pose, Vect::of(point))))
    }

    /// What [`try_transformed`](Self::try_transformed) errs by, without making the image.
    pub(crate) fn check_transformed(&self, pose: &Pose<V>) -> Result<(), ShapeError> {
        check_pose(pose)?;
        let mut images = self.facts.points.iter().map(|point| place(pose, Vect::of(point)));
        images.try_for_each(|image| check::finite_vector::<V>("points", &image))
    }

    /// The hull placed by a pose, with the edges and faces it had. It has the right corners; but rounding may have
    /// moved some out of the planes of their faces, so that only what looks at corners alone may ask about it.
    pub(crate) fn loosely_transformed(&self, pose: &Pose<V>) -> Self {
        let placed = |corner: &V::Array<f32>| place(pose, Vect::of(corner));
        let corners: Box<[V::Array<f32>]> = self.structure().corners.iter().map(placed).collect();
        let reach = structure::reach::<V>(&corners);
        let middle = structure::middle::<V>(&corners);
        let columns = columns::Columns::of(&corners);
        let own = self.structure().clone();
        let structure =
            Structure { corners: corners.clone(), columns, reach, middle, planes: None, ..own };
        Self { facts: Arc::new(HullData { points: corners, structure }) }
    }

    /// The first of the points it stores.
    pub(crate) fn first_point(&self) -> V::Array<f32> {
        self.facts.points[0]
    }

    /// Its edges, facets and neighbours.
    pub(crate) fn structure(&self) -> &Structure<V> {
        &self.facts.structure
    }

    /// How many faces it has: in the plane none.
    pub(crate) fn face_count(&self) -> usize {
        self.structure().faces.len()
    }

    /// Where a point is: inside (`Less`), on a face (`Equal`) or outside (`Greater`). Exact. `None` in the plane,
    /// for hulls without an inside, and for points that are not finite.
    pub(crate) fn locate(&self, point: &V) -> Option<Ordering> {
        let structure = self.structure();
        let point = point.to_array();
        if V::IN_PLANE || structure.faces.len() < 2 || !(0..V::DIM).all(|t| point[t].is_finite()) {
            return None;
        }
        let of = |p: &V::Array<f32>| Point::new([p[0], p[1], p[V::DIM - 1]]);
        let corner = |i: u32| of(&structure.corners[i as usize]);
        let point = of(&point);
        let mut worst = Ordering::Less;
        for &[a, b, c] in &structure.faces {
            worst = worst.max(side(&corner(a), &corner(b), &corner(c), &point));
            if worst == Ordering::Greater {
                break;
            }
        }
        Some(worst)
    }

    /// Whether the points do not all lie in one plane; in 2D, on one line.
    pub(crate) fn has_inside(&self) -> bool {
        let structure = self.structure();
        if V::IN_PLANE { structure.edges.len() > 2 } else { structure.faces.len() > 1 }
    }

    fn corner(&self, index: u32) -> V {
        V::from_array(self.structure().corners[index as usize])
    }
}
