//! Shapes under maps: placed by a pose, or by a matrix that may scale.

use super::{Aabb, HalfSpace, Obb, Plane, Shape, ShapeError, Sphere, check};
use crate::exact::widen;
use crate::space::{Affine, Pose, RotationParts, Vector};
use core::fmt;

/// Why a shape has no image of its own kind under a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TransformError {
    /// The numbers of the image describe no shape: the map is not finite, or its rotation is zero,
    /// or the image lies too far out.
    Shape(ShapeError),
    /// The map skews the box: two of its axes are no longer at right angles.
    Skewed {
        /// The cosine of the angle between them.
        cosine: f32,
    },
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => write!(f, "{error}"),
            Self::Skewed { cosine } => write!(
                f,
                "the map skews the box (the cosine between two of its axes becomes {cosine}); \
                 enclose the skewed box with `Obb::enclosing`"
            ),
        }
    }
}

impl core::error::Error for TransformError {}

impl From<ShapeError> for TransformError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

/// How far from a right angle a box's axes may end up and still be a box, as a cosine.
const SKEW: f64 = 1e-5;

/// `pose` applied to a point, rounded once.
fn place<V: Vector>(pose: &Pose<V>, point: &V::Array<f32>) -> V::Array<f32> {
    let turned = turn(pose, point);
    V::array(|j| (turned[j] + widen(pose.translation[j])) as f32)
}

/// `pose`'s rotation applied to a direction, not rounded.
fn turn<V: Vector>(pose: &Pose<V>, direction: &V::Array<f32>) -> V::Array<f64> {
    let (rows, norm) = V::frame::<f64>(pose.rotation, 0);
    V::array(|j| (0..V::DIM).fold(0.0, |sum, i| sum + widen(direction[i]) * rows[i][j]) / norm)
}

fn check_pose<V: Vector>(pose: &Pose<V>) -> Result<(), ShapeError> {
    check::finite_vector::<V>("translation", &pose.translation)?;
    check::direction("rotation", pose.rotation.parts())
}

macro_rules! transformed {
    ($image:ty, $what:literal) => {
        #[doc = concat!("The ", $what, " placed by a pose. Each number of the image is rounded once;")]
        /// from there on every answer is exact for the image.
        ///
        /// # Panics
        /// Where [`try_transformed`](Self::try_transformed) errs.
        #[must_use]
        #[track_caller]
        pub fn transformed(&self, pose: &Pose<V>) -> $image {
            check::valid(self.try_transformed(pose))
        }
    };
}

impl<V: Vector> Sphere<V> {
    transformed!(Self, "sphere");

    /// The sphere placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        Self::try_new(place(pose, &self.center), self.radius)
    }

    /// The sphere that contains the image under any affine map: its radius grows by the map's
    /// largest stretch (the largest singular value), rounded up.
    ///
    /// Under a rotation and a uniform scale that *is* the image, but for rounding.
    ///
    /// # Errors
    /// If the map is not finite or the image lies too far out.
    pub fn transformed_by(&self, map: &Affine<V>) -> Result<Self, ShapeError> {
        check_map(map)?;
        let middle = map.map_point(&self.center);
        let center = V::array(|j| middle[j] as f32);
        let shift = (0..V::DIM).fold(0.0, |sum, j| sum + (middle[j] - widen(center[j])).abs());
        let magnitude = (0..V::DIM).fold(0.0, |sum, j| {
            sum + (0..V::DIM).fold(widen(map.translation[j]).abs(), |s, i| {
                s + (widen(map.columns[i][j]) * widen(self.center[i])).abs()
            })
        });
        let stretched = largest_stretch(map) * widen(self.radius);
        let radius = stretched * (1.0 + ROUNDING) + shift + magnitude * ROUNDING;
        // Moved by a rotation alone, a radius keeps its bits.
        let exact = stretched as f32;
        let rigid = shift == 0.0 && (widen(exact) - stretched).abs() <= stretched * ROUNDING;
        Self::try_new(center, if rigid { exact } else { round_up(radius) })
    }
}

/// Relative error left over by a few dozen operations in `f64`, with room.
const ROUNDING: f64 = 1e-14;

/// The `f32` at or above a value that is not negative.
fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if widen(nearest) < x { nearest.next_up() } else { nearest }
}

fn check_map<V: Vector>(map: &Affine<V>) -> Result<(), ShapeError> {
    if map.is_finite() {
        return Ok(());
    }
    check::finite_vector::<V>("map", &map.translation)?;
    (0..V::DIM).try_for_each(|i| check::finite_vector::<V>("map", &map.columns[i]))
}

/// The largest singular value of a map, by Jacobi's method on `MᵀM` (Golub and Van Loan, §8.5).
fn largest_stretch<V: Vector>(map: &Affine<V>) -> f64 {
    let mut s = V::array(|i| {
        V::array(|k| {
            (0..V::DIM)
                .fold(0.0, |sum, j| sum + widen(map.columns[i][j]) * widen(map.columns[k][j]))
        })
    });
    // Convergence is quadratic: a 3×3 matrix is diagonal to the last bit after six sweeps.
    for _ in 0..8 {
        for p in 0..V::DIM {
            for q in p + 1..V::DIM {
                if s[p][q] == 0.0 {
                    continue;
                }
                let theta = (s[q][q] - s[p][p]) / (2.0 * s[p][q]);
                let root = (theta * theta + 1.0).sqrt();
                let t = if theta < 0.0 { -1.0 / (root - theta) } else { 1.0 / (root + theta) };
                let cos = 1.0 / (t * t + 1.0).sqrt();
                let sin = t * cos;
                for k in 0..V::DIM {
                    let (a, b) = (s[k][p], s[k][q]);
                    s[k][p] = cos * a - sin * b;
                    s[k][q] = sin * a + cos * b;
                }
                for k in 0..V::DIM {
                    let (a, b) = (s[p][k], s[q][k]);
                    s[p][k] = cos * a - sin * b;
                    s[q][k] = sin * a + cos * b;
                }
            }
        }
    }
    (0..V::DIM).fold(0.0, |best: f64, i| if s[i][i] > best { s[i][i] } else { best }).sqrt()
}

/// A box before it is placed: a middle and half-edges, in `f64`.
struct Edges<V: Vector> {
    center: V::Array<f64>,
    half_edges: V::Array<V::Array<f64>>,
    /// What the middle's rounding error is measured against.
    magnitude: f64,
}

impl<V: Vector> Edges<V> {
    /// The image of a box with the given middle, axes and half extents.
    fn image(
        map: &Affine<V>,
        center: &V::Array<f64>,
        axes: &V::Array<V::Array<f64>>,
        half: &V::Array<f64>,
    ) -> Self {
        let moved = map.map_direction(center);
        let magnitude = (0..V::DIM).fold(0.0, |sum, j| {
            sum + (0..V::DIM).fold(widen(map.translation[j]).abs(), |s, i| {
                s + (widen(map.columns[i][j]) * center[i]).abs()
            })
        });
        Self {
            center: V::array(|j| moved[j] + widen(map.translation[j])),
            half_edges: V::array(|i| {
                let column = map.map_direction(&axes[i]);
                V::array(|j| column[j] * half[i])
            }),
            magnitude,
        }
    }

    /// Directions at right angles, as near as can be to the images of the box's axes. An axis that
    /// a zero scale has collapsed is replaced by one at right angles to the others.
    fn right_angled(directions: &V::Array<V::Array<f64>>) -> V::Array<V::Array<f64>> {
        let mut basis: V::Array<V::Array<f64>> = V::array(|_| V::array(|_| 0.0));
        let mut done = V::array(|_| false);
        for _ in 0..V::DIM {
            // The longest remainder next, so that small ones do not steer the large ones.
            let mut best: (usize, f64, V::Array<f64>) = (V::DIM, 0.0, V::array(|_| 0.0));
            for i in (0..V::DIM).filter(|&i| !done[i]) {
                let rest = remainder::<V>(&directions[i], &basis);
                let (length, whole) = (length::<V>(&rest), length::<V>(&directions[i]));
                if length > best.1 && length > whole * 1e-9 {
                    best = (i, length, rest);
                }
            }
            let (i, unit) = if best.0 < V::DIM {
                (best.0, best.2)
            } else {
                let i = (0..V::DIM).find(|&i| !done[i]).unwrap_or(0);
                (i, unused_direction::<V>(&basis))
            };
            let size = length::<V>(&unit);
            basis[i] = V::array(|j| unit[j] / size);
            done[i] = true;
        }
        basis
    }
}

/// What is left of a direction after taking out its parts along the basis so far (zero vectors
/// where it has none yet); twice, for accuracy.
fn remainder<V: Vector>(
    direction: &V::Array<f64>,
    basis: &V::Array<V::Array<f64>>,
) -> V::Array<f64> {
    let mut rest = *direction;
    for _ in 0..2 {
        for k in 0..V::DIM {
            let along = (0..V::DIM).fold(0.0, |sum, j| sum + rest[j] * basis[k][j]);
            rest = V::array(|j| rest[j] - along * basis[k][j]);
        }
    }
    rest
}

/// A direction at right angles to the basis so far.
fn unused_direction<V: Vector>(basis: &V::Array<V::Array<f64>>) -> V::Array<f64> {
    let mut best = V::array(|_| 0.0);
    for t in 0..V::DIM {
        let axis = V::array(|j| if j == t { 1.0 } else { 0.0 });
        let rest = remainder::<V>(&axis, basis);
        if length::<V>(&rest) > length::<V>(&best) {
            best = rest;
        }
    }
    best
}

fn length<V: Vector>(v: &V::Array<f64>) -> f64 {
    (0..V::DIM).fold(0.0, |sum, j| sum + v[j] * v[j]).sqrt()
}

/// The image of a box, if it is a box.
fn box_image<V: Vector>(
    map: &Affine<V>,
    center: &V::Array<f64>,
    axes: &V::Array<V::Array<f64>>,
    half: &V::Array<f64>,
) -> Result<Obb<V>, TransformError> {
    check_map(map)?;
    let columns = V::array(|i| map.map_direction(&axes[i]));
    let lengths = V::array(|i| length::<V>(&columns[i]));
    for i in 0..V::DIM {
        for k in 0..i {
            let dot = (0..V::DIM).fold(0.0, |sum, j| sum + columns[i][j] * columns[k][j]);
            let limit = SKEW * lengths[i] * lengths[k];
            if !(dot.abs() <= limit) {
                let cosine = (dot / (lengths[i] * lengths[k])) as f32;
                return Err(TransformError::Skewed { cosine });
            }
        }
    }
    let image = Edges::<V>::image(map, center, axes, half);
    let basis = Edges::<V>::right_angled(&columns);
    Ok(Obb::try_new(
        V::array(|j| image.center[j] as f32),
        V::array(|i| (lengths[i] * half[i]) as f32),
        V::rotation_from_columns(&basis),
    )?)
}

/// A box around the image of a box, whatever the map.
fn box_around<V: Vector>(
    map: &Affine<V>,
    center: &V::Array<f64>,
    axes: &V::Array<V::Array<f64>>,
    half: &V::Array<f64>,
) -> Result<Obb<V>, ShapeError> {
    check_map(map)?;
    let image = Edges::<V>::image(map, center, axes, half);
    let columns = V::array(|i| map.map_direction(&axes[i]));
    let basis = Edges::<V>::right_angled(&columns);
    let rotation = V::rotation_from_columns(&basis);
    let rounded = V::array(|j| image.center[j] as f32);
    let (rows, norm) = V::frame::<f64>(rotation, 0);
    // Everything that rounding could have lost is added back before rounding up.
    let size = (0..V::DIM).fold(0.0, |sum, i| sum + length::<V>(&image.half_edges[i]));
    let lost = ROUNDING * (image.magnitude + size);
    let reach = V::array(|k| {
        let along = |v: &V::Array<f64>| {
            ((0..V::DIM).fold(0.0, |sum, j| sum + v[j] * rows[k][j]) / norm).abs()
        };
        let shift = V::array(|j| image.center[j] - widen(rounded[j]));
        let edges = (0..V::DIM).fold(0.0, |sum, i| sum + along(&image.half_edges[i]));
        round_up(edges + along(&shift) + lost)
    });
    Obb::try_new(rounded, reach, rotation).map_err(|_| ShapeError::NotRepresentable)
}

fn identity_axes<V: Vector>() -> V::Array<V::Array<f64>> {
    V::array(|i| V::array(|j| if i == j { 1.0 } else { 0.0 }))
}

impl<V: Vector> Aabb<V> {
    fn middle_and_half(&self) -> (V::Array<f64>, V::Array<f64>) {
        let (min, max) = (self.min, self.max);
        (
            V::array(|i| (widen(min[i]) + widen(max[i])) * 0.5),
            V::array(|i| (widen(max[i]) - widen(min[i])) * 0.5),
        )
    }

    transformed!(Obb<V>, "box");

    /// The box placed by a pose that may be bad: turned, a box is an [`Obb`].
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Obb<V>, ShapeError> {
        let (middle, half) = self.middle_and_half();
        let local = Obb::try_new(
            V::array(|i| middle[i] as f32),
            V::array(|i| half[i] as f32),
            V::IDENTITY,
        )?;
        local.try_transformed(pose)
    }

    /// The image of the box under a matrix: turned, moved, mirrored, and scaled by a factor of its
    /// own along each axis. Each number is rounded once.
    ///
    /// # Errors
    /// If the map is not finite, the image lies too far out, or the map skews the box.
    pub fn transformed_by(&self, map: &Affine<V>) -> Result<Obb<V>, TransformError> {
        let (middle, half) = self.middle_and_half();
        box_image(map, &middle, &identity_axes::<V>(), &half)
    }
}

impl<V: Vector> Obb<V> {
    fn axes_f64(&self) -> V::Array<V::Array<f64>> {
        let (rows, norm) = V::frame::<f64>(self.rotation, 0);
        V::array(|i| V::array(|j| rows[i][j] / norm))
    }

    transformed!(Self, "box");

    /// The box placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        let rotation = V::rotation_product(pose.rotation, self.rotation);
        Self::try_new(place(pose, &self.center), self.half_extents, rotation)
    }

    /// The image of the box under a matrix, where that is a box again: under rotation, mirroring
    /// and uniform scale always, under other scales if they lie along the box's own axes. Each
    /// number is rounded once.
    ///
    /// # Errors
    /// If the map is not finite, the image lies too far out, or the map skews the box; then
    /// [`enclosing`](Self::enclosing) gives a box around the image.
    pub fn transformed_by(&self, map: &Affine<V>) -> Result<Self, TransformError> {
        let center = V::array(|j| widen(self.center[j]));
        let half = V::array(|i| widen(self.half_extents[i]));
        box_image(map, &center, &self.axes_f64(), &half)
    }

    /// A box that contains the image of `local` under any affine map: skewing, mirroring, and
    /// scales of zero included. It contains the image before rounding.
    ///
    /// # Errors
    /// If the map is not finite, or no box of finite numbers contains the image.
    pub fn enclosing(local: &Self, map: &Affine<V>) -> Result<Self, ShapeError> {
        let center = V::array(|j| widen(local.center[j]));
        let half = V::array(|i| widen(local.half_extents[i]));
        box_around(map, &center, &local.axes_f64(), &half)
    }
}

macro_rules! impl_transformed_for_plane {
    ($Plane:ident, $what:literal) => {
        impl<V: Vector> $Plane<V> {
            transformed!(Self, $what);

            #[doc = concat!("The ", $what, " placed by a pose that may be bad.")]
            ///
            /// # Errors
            /// If the pose is not finite, its rotation is zero, or the image lies too far out.
            pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
                check_pose(pose)?;
                let normal = turn(pose, &self.normal);
                let shift =
                    (0..V::DIM).fold(0.0, |sum, j| sum + normal[j] * widen(pose.translation[j]));
                Self::try_new(V::array(|j| normal[j] as f32), (widen(self.offset) + shift) as f32)
            }
        }
    };
}
impl_transformed_for_plane!(Plane, "plane");
impl_transformed_for_plane!(HalfSpace, "half-space");

impl<V: Vector> Shape<V> {
    /// The shape placed by a pose. A box becomes an [`Obb`], whatever it was.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        Ok(match self {
            Self::Point(point) => {
                check_pose(pose)?;
                let moved = place(pose, &point.to_array());
                check::finite_vector::<V>("point", &moved)?;
                Self::Point(V::from_array(moved))
            }
            Self::Sphere(sphere) => sphere.try_transformed(pose)?.into(),
            Self::Aabb(aabb) => aabb.try_transformed(pose)?.into(),
            Self::Obb(obb) => obb.try_transformed(pose)?.into(),
            Self::Plane(plane) => plane.try_transformed(pose)?.into(),
            Self::HalfSpace(half_space) => half_space.try_transformed(pose)?.into(),
        })
    }
}
