//! Frusta placed by a pose, and as line segments.

use super::planes::Planes;
use super::skeleton::{End, Skeleton};
use super::{Definition, Frustum};
use crate::exact::{Certain, Dyadic, Number};
use crate::linalg::Vect;
use crate::shape::transform::{check_pose, place};
use crate::shape::{ConvexHull, HalfSpace, ShapeError, check};
use crate::space::{Pose, Vector};

impl<V: Vector> Frustum<V> {
    /// The frustum placed by a pose. Each number of the image is rounded once; from there on every
    /// answer is exact for the image.
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        check::valid(self.try_transformed(pose))
    }

    /// The frustum placed by a pose that may be bad: by perspective its origin and rotation, by
    /// half-spaces each of them.
    ///
    /// A projection matrix is refused: its planes are sums of its numbers, and rounding the numbers
    /// of the image would move them in ways of their own. Multiply the matrix by the pose's inverse,
    /// and build a frustum from the product.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, the image lies too far out, half-spaces that
    /// only just have a common point lose it by rounding, or the frustum is a projection matrix.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        match &self.0.form {
            Definition::Perspective(p) => Self::perspective_facts(
                place(pose, Vect::of(&p.origin)),
                V::rotation_product(pose.rotation, p.rotation),
                p.slopes,
                p.near,
                p.far,
            ),
            Definition::Planes(Planes::HalfSpaces(list), _) => {
                let images: Result<Vec<_>, _> =
                    list.iter().map(|half_space| half_space.try_transformed(pose)).collect();
                Self::try_from_half_spaces(&images?)
            }
            Definition::Planes(Planes::Projection { .. }, _) => Err(ShapeError::ProjectionMoved),
        }
    }

    /// What keeps its form when each of its numbers is rounded, if that is not the frustum itself.
    ///
    /// Rounded half-spaces that are nearly parallel meet far from where they did, or nowhere. So if it is
    /// bounded, its corners stand for it, each number of them rounded once.
    ///
    /// # Errors
    /// If a corner lies too far out.
    pub(crate) fn rigid(&self) -> Result<Option<ConvexHull<V>>, ShapeError> {
        let Definition::Planes(Planes::HalfSpaces(_), _) = &self.0.form else {
            return Ok(None);
        };
        if !self.is_bounded() {
            return Ok(None);
        }
        let corner = |i: usize| {
            Dyadic::scoped(|| {
                let (x, w) = self.point::<Dyadic>(i);
                let w = w.approximate();
                Vect::<V, Dyadic>(x).map(|x| (x.approximate() / w).to_f32()).0
            })
        };
        let corners: Vec<V::Array<f32>> = (0..self.points()).map(corner).collect();
        // What is beyond all numbers is rounded to the last.
        let is_near = |x: &V::Array<f32>| (0..V::DIM).all(|j| Number::abs(x[j]) < f32::MAX);
        if !corners.iter().all(is_near) {
            return Err(ShapeError::NotRepresentable);
        }
        ConvexHull::try_new(corners).map(Some)
    }

    /// How far from the coordinate origin the numbers reach that a frustum by perspective is rounded by:
    /// to where it is seen from, and on to the corner that is furthest from there.
    pub(crate) fn arm(&self) -> Option<f64> {
        let Definition::Perspective(perspective) = &self.0.form else {
            return None;
        };
        Some(perspective.arm())
    }

    /// Calls `line` with every edge. One without end is drawn a unit long, to each side it leads to;
    /// a frustum of planes that do not meet (a half-space, a slab) as its half-spaces are; a single point
    /// not at all.
    ///
    /// Corners are computed in `f64`: those of planes that are parallel but for their last bits are
    /// drawn where rounding puts them.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        match &self.0.form {
            Definition::Perspective(_) => {
                V::BOX_EDGES.iter().for_each(|&(i, j)| line(self.drawn(i), self.drawn(j)));
            }
            Definition::Planes(_, skeleton) if skeleton.edges.is_empty() && !self.is_bounded() => {
                (0..self.plane_count()).for_each(|i| self.draw_plane(i, &mut line));
            }
            Definition::Planes(planes, skeleton) => self.draw_edges(planes, skeleton, &mut line),
        }
    }

    fn draw_edges(&self, planes: &Planes<V>, skeleton: &Skeleton<V>, line: &mut impl FnMut(V, V)) {
        for (i, edge) in skeleton.edges.iter().enumerate() {
            let (from, along) = skeleton.edge::<f64>(planes, i);
            let along = Vect(along);
            match edge.end {
                End::Point(to) => line(self.drawn(from), self.drawn(usize::from(to))),
                End::Ray(ray) => {
                    line(
                        self.drawn(from),
                        self.beside(from, Vect(self.ray(usize::from(ray))), 1.0),
                    );
                }
                End::Line => {
                    line(self.beside(from, along, -1.0), self.beside(from, along, 1.0));
                }
            }
        }
    }

    /// A point, rounded.
    fn drawn(&self, i: usize) -> V {
        let (point, w) = self.point::<f64>(i);
        V::from_array((Vect::<V, f64>(point) / w).to_f32())
    }

    /// The point `distance` from point `i` along a direction.
    fn beside(&self, i: usize, along: Vect<V, f64>, distance: f64) -> V {
        let (point, w) = self.point::<f64>(i);
        V::from_array((Vect(point) / w + along / along.length() * distance).to_f32())
    }

    /// A plane as [`HalfSpace::lines`] draws it; never, if its numbers leave the range of `f32`.
    fn draw_plane(&self, i: usize, line: &mut impl FnMut(V, V)) {
        let (normal, offset) = self.plane::<f64>(i);
        let normal = Vect::<V, f64>(normal).to_f32();
        if let Ok(half_space) = HalfSpace::<V>::try_new(normal, offset as f32) {
            half_space.lines(line);
        }
    }
}
