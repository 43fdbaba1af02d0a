//! Images of shapes under affine maps, computed in `f64` and rounded once.

mod stretch;

use super::{
    Capsule, ConvexHull, Obb, OrientedBox, Parallelepiped, Segment, Shape, ShapeError, Sphere,
    TransformError, Triangle, check,
};
use crate::array::Mapped as _;
use crate::exact::{exact_difference, greater, widen};
use crate::linalg::{Matrix, Vect};
use crate::space::{Vector, WideAffine};
use stretch::largest_stretch;

/// The image of a box under a map that skews it, so that the true image is no box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ScalePolicy {
    /// A box that contains the skewed image.
    #[default]
    Enclose,
    /// The skewed image itself, a [`Parallelepiped`], each number rounded.
    Parallelepiped,
    /// An error.
    Refuse,
}

impl<V: Vector> Shape<V> {
    /// The image of a shape that a rig takes: a sphere or capsule becomes the one around its image, a
    /// box an [`Obb`], the others stay what they are, each number rounded once.
    ///
    /// # Panics
    /// If the shape is not bounded, or a frustum.
    pub(crate) fn image(
        &self,
        map: &WideAffine<V>,
        policy: ScalePolicy,
    ) -> Result<Self, TransformError> {
        Ok(match self {
            Self::Point(point) => {
                let rounded = placed(map, &point.to_array());
                check::finite_vector::<V>("point", &rounded)?;
                Self::Point(V::from_array(rounded))
            }
            Self::Sphere(sphere) => sphere.image(map)?.into(),
            Self::Aabb(aabb) => OrientedBox::of_aabb(aabb).image(map, policy)?,
            Self::Obb(obb) => OrientedBox::of_obb(obb).image(map, policy)?,
            Self::Segment(segment) => {
                let [a, b] = [&segment.a, &segment.b].mapped(|end| placed(map, end));
                Segment::try_new(a, b)?.into()
            }
            Self::Capsule(capsule) => {
                // Around the balls at both ends, and so around all between them.
                let ball = |center| Sphere { center, radius: capsule.radius }.image(map);
                let (a, b) = (ball(capsule.a)?, ball(capsule.b)?);
                Capsule::try_new(a.center, b.center, greater(a.radius, b.radius))?.into()
            }
            Self::Triangle(triangle) => {
                let [a, b, c] = [&triangle.a, &triangle.b, &triangle.c].mapped(|p| placed(map, p));
                Triangle::try_new(a, b, c)?.into()
            }
            Self::ConvexHull(hull) => {
                let points = hull.points().map(|point| placed(map, &point.to_array()));
                ConvexHull::try_new(points)?.into()
            }
            Self::Parallelepiped(shape) => {
                let edges = Matrix::of(&shape.edges).map(|edge| map.map_direction(edge));
                Parallelepiped::try_new(placed(map, &shape.center), edges.to_f32())?.into()
            }
            Self::Frustum(_) | Self::Ray(_) | Self::Plane(_) | Self::HalfSpace(_) => {
                unreachable!("only shapes that a rig takes are placed by a map")
            }
        })
    }
}

/// The image of a point, rounded once.
fn placed<V: Vector>(map: &WideAffine<V>, point: &V::Array<f32>) -> V::Array<f32> {
    map.map_point(Vect::of(point)).to_f32()
}

impl<V: Vector> Sphere<V> {
    /// The sphere around the image.
    pub(super) fn image(&self, map: &WideAffine<V>) -> Result<Self, ShapeError> {
        let local = Vect::of(&self.center);
        let middle = map.map_point(local);
        let center = middle.to_f32();
        let shift = (middle - Vect::of(&center)).norm1();
        if let Some(scale) = right_angled_scale(map) {
            // Every component of the image is one product, and one sum that may round.
            let turned = map.map_direction(local);
            let exact =
                |j| exact_difference(widen(center[j]), map.translation[j]) == Some(turned[j]);
            if (0..V::DIM).all(exact) {
                return Self::try_new(center, round_up(scale * widen(self.radius)));
            }
        }
        let stretched = largest_stretch(map) * widen(self.radius);
        let reach = local.norm1() + V::DIM as f64 * widen(self.radius);
        let radius = stretched + shift + map.error_at(reach);
        Self::try_new(center, round_up(radius))
    }
}

/// How far from a right angle a box's axes may end up and still be a box, as a cosine.
const SKEW: f64 = 1e-5;

/// Images of boxes.
impl<V: Vector> OrientedBox<V> {
    /// The image, or what the policy makes of it where it is no box.
    fn image(&self, map: &WideAffine<V>, policy: ScalePolicy) -> Result<Shape<V>, TransformError> {
        match (self.exact_image(map), policy) {
            (Err(TransformError::Skewed { .. }), ScalePolicy::Enclose) => {
                Ok(self.around_image(map)?.into())
            }
            (Err(TransformError::Skewed { .. }), ScalePolicy::Parallelepiped) => {
                Ok(self.skewed_image(map)?.into())
            }
            (image, _) => image.map(Shape::from),
        }
    }

    /// The image as it is, whatever the map.
    fn skewed_image(&self, map: &WideAffine<V>) -> Result<Parallelepiped<V>, ShapeError> {
        let center = map.map_point(self.center);
        let edge = |i: usize| map.map_direction(self.axes[i] * self.half[i]);
        Parallelepiped::try_from_facts(center.to_f32(), Matrix::from_columns(edge).to_f32())
    }

    /// The image, if it is a box.
    pub(super) fn exact_image(&self, map: &WideAffine<V>) -> Result<Obb<V>, TransformError> {
        let columns = self.axes.map(|axis| map.map_direction(axis));
        let lengths = columns.each(Vect::length);
        for i in 0..V::DIM {
            for k in 0..i {
                let dot = columns[i].dot(columns[k]);
                let limit = SKEW * lengths[i] * lengths[k];
                if !(dot.abs() <= limit) {
                    let cosine = (dot / (lengths[i] * lengths[k])) as f32;
                    return Err(TransformError::Skewed { cosine });
                }
            }
        }
        Ok(Obb::try_new(
            map.map_point(self.center).to_f32(),
            lengths.zip(self.half, |length, half| (length * half) as f32).0,
            V::rotation_from_columns(&right_angled(&columns).to_arrays()),
        )?)
    }

    /// A box around the image, whatever the map.
    pub(super) fn around_image(&self, map: &WideAffine<V>) -> Result<Obb<V>, ShapeError> {
        let columns = self.axes.map(|axis| map.map_direction(axis));
        let rotation = V::rotation_from_columns(&right_angled(&columns).to_arrays());
        let (rows, norm) = V::frame::<f64>(rotation, 0);
        let along = |v: Vect<V, f64>, row: Vect<V, f64>| (v.dot(row) / norm).abs();
        let center = map.map_point(self.center);
        let rounded = center.to_f32();
        let shift = center - Vect::of(&rounded);
        // Everything that rounding could have lost is added back before rounding up.
        let reach = self.center.norm1() + V::DIM as f64 * self.half.norm1();
        let lost = map.error_at(reach);
        let half_extents = Matrix::from_arrays(&rows).each(|row| {
            let edges = columns.each(|column| along(column, row)).dot(self.half);
            round_up(edges + along(shift, row) + lost)
        });
        Obb::try_new(rounded, half_extents.0, rotation).map_err(|_| ShapeError::NotRepresentable)
    }
}

/// Directions at right angles, as near as can be to the images of the box's axes. An axis that
/// a zero scale has collapsed is replaced by one at right angles to the others.
fn right_angled<V: Vector>(directions: &Matrix<V, f64>) -> Matrix<V, f64> {
    let mut basis = Matrix::diagonal(Vect::zero());
    let mut done = Vect::splat(false);
    let wholes = directions.each(Vect::length);
    for turn in 0..V::DIM {
        // The longest remainder next, so that small ones do not steer the large ones.
        let mut best = (V::DIM, 0.0, Vect::zero());
        for i in (0..V::DIM).filter(|&i| !done[i]) {
            let (rest, length) = if turn == 0 {
                (directions[i], wholes[i])
            } else {
                let rest = remainder(directions[i], &basis, done);
                (rest, rest.length())
            };
            if length > best.1 && length > wholes[i] * 1e-9 {
                best = (i, length, rest);
            }
        }
        let (i, size, unit) = if best.0 < V::DIM {
            best
        } else {
            let i = (0..V::DIM).find(|&i| !done[i]).unwrap_or(0);
            let unit = unused_direction(&basis, done);
            (i, unit.length(), unit)
        };
        basis[i] = unit.map(|x| x / size);
        done[i] = true;
    }
    basis
}

/// What is left of a direction after taking out its parts along those of the basis that are done;
/// twice, for accuracy.
fn remainder<V: Vector>(
    direction: Vect<V, f64>,
    basis: &Matrix<V, f64>,
    done: Vect<V, bool>,
) -> Vect<V, f64> {
    let mut rest = direction;
    for _ in 0..2 {
        for k in (0..V::DIM).filter(|&k| done[k]) {
            rest = rest - basis[k] * rest.dot(basis[k]);
        }
    }
    rest
}

/// A direction at right angles to the basis so far.
fn unused_direction<V: Vector>(basis: &Matrix<V, f64>, done: Vect<V, bool>) -> Vect<V, f64> {
    let mut best = Vect::<V, f64>::zero();
    for t in 0..V::DIM {
        let rest = remainder(Vect::axis(t), basis, done);
        if rest.length() > best.length() {
            best = rest;
        }
    }
    best
}

/// The scale of a map that besides scaling evenly only turns by right angles and mirrors: of a
/// matrix with one ±scale in every row and column.
fn right_angled_scale<V: Vector>(map: &WideAffine<V>) -> Option<f64> {
    let entry = |i: usize, j: usize| map.columns[i][j].abs();
    let scale = (0..V::DIM).fold(0.0, |sum, j| sum + entry(0, j));
    let in_line = |count: usize, x: f64| if x == 0.0 { count } else { count + 1 };
    let right_angled = |i| {
        (0..V::DIM).all(|j| entry(i, j) == 0.0 || entry(i, j) == scale)
            && (0..V::DIM).fold(0, |count, j| in_line(count, entry(i, j))) == 1
            && (0..V::DIM).fold(0, |count, j| in_line(count, entry(j, i))) == 1
    };
    (0..V::DIM).all(right_angled).then_some(scale)
}

/// The `f32` at or above a value that is not negative.
pub(super) fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if widen(nearest) < x { nearest.next_up() } else { nearest }
}
